"""The rules of real functions: scalar inequalities, convexity, intermediate values, infinity."""

import json
from collections.abc import Callable
from typing import TypeAlias

from recheck import scalars
from recheck.arithmetic import differ, gap_of, plain
from recheck.calculus import derivative
from recheck.errors import Rejected, Unshown
from recheck.forms import Facts
from recheck.goals import normal
from recheck.learning import ZERO, op
from recheck.logic_rules import apply_statement
from recheck.polynomials import plus
from recheck.statements import opened_statement
from recheck.steps import Step, Theorem, in_interval, keys_of
from recheck.trees import Tree, free, spoken, substitute

At: TypeAlias = Callable[[Tree], Tree]


def scalar(step: Step) -> Theorem:
    """An instance of a scalar inequality, whose certificate is checked. Assumes the terms to lie in
    the domains of its variables, and its hypotheses, as `cite` does."""
    statement = step.get("statement", "statement")
    trees = plain(["list", step.get("certificate", "list")])
    told = json.dumps([statement, trees])
    opened = opened_statement(statement)
    if told not in step.proof.inequalities:
        scalars.check(opened, trees)
        step.proof.inequalities.add(told)
    return apply_statement(step, opened)


# --- convexity ------------------------------------------------------------------------------------


def differentiable(facts: Facts, term: Tree, name: str) -> Tree:
    """The derivative of a term by a variable. Assumes that the term is real, so that no divisor is
    0, and that arguments of logarithms, roots and powers are positive: each is shown."""
    positive: list[Tree] = []
    found = derivative(term, name, positive, [])
    facts.real(term)
    for part in positive:
        facts.above(part, ZERO, True)
    return found


def convex(step: Step) -> tuple[Tree, At, At]:
    """(sort, f, f') of a function that is shown to be convex on an open interval: twice
    differentiable there, and f'' at least 0, by a certificate or by signs."""
    name, sort, body = step.function()
    step.demand((sort[1] is None or sort[3]) and (sort[2] is None or sort[4]),
                "a convex function is given on an open interval")
    certificate = step.data.get("certificate", ["json", None])
    if certificate != ["json", None]:
        second = derivative(derivative(body, name, [], []), name, [], [])
        above = ["relation", "<=", ZERO, second]
        scalars.check(([[name, sort, ""]], [], above, "forall"), plain(certificate))
    # A name that nothing else has: the premises speak of no value of this variable.
    inner, body = step.facts.under(name, sort, body)
    (new,) = set(inner.scope) - set(step.scope)
    slope = differentiable(inner, body, new)
    second = differentiable(inner, slope, new)
    if certificate == ["json", None]:
        inner.above(second, ZERO, False)

    def at(part: Tree) -> At:
        return lambda term: substitute(part, {new: term})

    return sort, at(body), at(slope)


def equivalent(step: Step, low: Tree, high: Tree) -> Theorem:
    """Refuse a formula that isn't low ≤ high up to normal forms."""
    if step.formula[:2] != ["relation", "<="]:
        raise Rejected("the formula isn't what convexity gives")
    told = gap_of(step, ["relation", "<=", low, high])
    differ(step, plus(gap_of(step, step.formula), told, -1),
           "the formula isn't what convexity gives")
    return step.theorem()


def chord(step: Step) -> Theorem:
    """(u − l) f(x) ≤ (u − x) f(l) + (x − l) f(u) for f convex. Assumes l, x and u to lie in the
    interval (`fits`), and l ≤ x ≤ u (`require`)."""
    sort, function, _ = convex(step)
    low, point, high = (step.term(name) for name in ("low", "point", "high"))
    for term in (low, point, high):
        step.fits(term, sort)
    step.require(normal(["relation", "<=", low, point]))
    step.require(normal(["relation", "<=", point, high]))
    at = [function(term) for term in (low, point, high)]
    lines = [op("mul", op("sub", *pair), value) for pair, value in (
        ((high, low), at[1]), ((high, point), at[0]), ((point, low), at[2]))]
    return equivalent(step, lines[0], op("add", *lines[1:]))


def tangent(step: Step) -> Theorem:
    """f(y) + f'(y)(x − y) ≤ f(x) for f convex. Assumes x and y to lie in the interval (`fits`)."""
    sort, function, slope = convex(step)
    point, touching = step.term("point"), step.term("touching")
    for term in (point, touching):
        step.fits(term, sort)
    rise = op("mul", slope(touching), op("sub", point, touching))
    return equivalent(step, op("add", function(touching), rise), function(point))


# --- intermediate values --------------------------------------------------------------------------


def intermediate(step: Step) -> Theorem:
    """φ, from φ for an arbitrary p between l and u with f(p) = v.

    Assumes, shown by what neither speaks of p nor rests on it: l ≤ u lie in the interval of p, v
    is between f(l) and f(u), and f is continuous between l and u (`continuous`).
    """
    first, more = step.some()
    step.demand(step.same(first.formula, step.formula), "the first premise isn't the formula")
    bound, sort, body = step.function()
    name = step.arbitrary(sort)
    low, high, value = (step.term(key) for key in ("low", "high", "value"))
    at_low, at_high, at_p = (
        substitute(body, {bound: term}) for term in (low, high, ["var", name]))
    drop = {step.key(normal(part)) for part in (
        ["relation", "=", at_p, value], ["relation", "<=", low, ["var", name]],
        ["relation", "<=", ["var", name], high])}
    said = spoken(body, {**step.scope, bound: sort})
    step.demand(bound == name or name not in said, f"{name} is not arbitrary")
    found = step.releasing(name, [(first, drop)], more, [low, high, value])
    known = [premise.formula for premise in more]
    facts, shown = step.knowing(more), keys_of(step, *known)
    for end in (low, high):
        in_interval(facts, end, sort)

    def below(one: Tree, two: Tree) -> None:
        if step.key(normal(["relation", "<=", one, two])) not in shown:
            facts.above(two, one, False)

    below(low, high)
    try:
        below(at_low, value)
        below(value, at_high)
    except (Unshown, Rejected):
        below(at_high, value)
        below(value, at_low)
    # A name that nothing else has stands for the number.
    fresh = "\0p"
    inside = Facts([*known, ["relation", "<=", low, ["var", fresh]],
                    ["relation", "<=", ["var", fresh], high]],
                   {**step.scope, fresh: sort}, step.key)
    continuous(inside, substitute(body, {bound: ["var", fresh]}), fresh)
    return found


def continuous(facts: Facts, term: Tree, name: str) -> None:
    """Refuse a term that isn't shown to be real, and continuous in a variable."""
    facts.real(term)
    if name not in free(term) or term[0] == "var":
        return
    match term:
        # Where they are real all the way, which is shown, these have neither poles nor jumps.
        case ["op", "add" | "sub" | "neg" | "mul" | "div" | "pow" | "exp" | "log" | "maximum"
              | "minimum" | "abs" | "binary_entropy" | "sqrt", args, _, _]:
            pass
        case _:
            raise Unshown("a function that may be discontinuous")
    for part in args:
        continuous(facts, part, name)


def unbounded(step: Step) -> Theorem:
    """t = ∞, from r ≤ t for an arbitrary real number r; so t is defined, and no number."""
    match step.one(), step.formula, step.data.get("variable"):
        case ([["relation", "<=" | "<", ["var", above], large]],
              ["relation", "=", term, ["number", "inf"]],
              ["variable", [name, ["real", None, None, *_], _]]) if above == name:
            step.demand(step.same(large, term), "another term is above every number")
            return step.releasing(name, [(step.premises[0], ())])
    raise Rejected("the formula is not t = ∞ for a t above every real number")


RULES = {"scalar": scalar, "chord": chord, "tangent": tangent, "intermediate": intermediate,
         "unbounded": unbounded}
