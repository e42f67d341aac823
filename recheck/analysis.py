"""Rules with certificates: linear derivations between entropies, scalar inequalities, convexity."""

import json
import operator
from fractions import Fraction

import scalars
from algebra import Facts
from arithmetic import differ, plain
from calculus import NULL, derivative
from logic import (
    apply_statement,
    fits,
    in_interval,
    may_be_empty,
    require,
    surviving,
    unmentioned,
)
from polynomials import plus
from ranges import whole_power
from reals import Rejected
from signs import Unshown, op
from statements import (
    REAL,
    Unsupported,
    kind_of,
    normal,
    opened_statement,
    rational,
    read_sort,
    read_term,
    read_variable,
    sort_of,
)
from trees import conjuncts, free, spoken, substitute

# --- linear derivations ---------------------------------------------------------------------------


class Form:
    """A linear form in the entropies H(S), S a set of variables, numeric variables, and 1 (key ()).

    `scope` has the sorts of the variables in force.
    """

    def __init__(self, joint, scope):
        self.joint, self.scope, self.parts = joint, scope, {}
        self.names = sort_of(joint, scope)[1]

    def add(self, key, factor):
        value = self.parts.get(key, 0) + factor
        self.parts[key] = value
        if value == 0:
            del self.parts[key]

    def entropy(self, variables, factor):
        if variables:
            self.add(frozenset(variables), factor)

    def information(self, groups, factor):
        """I(A;B|C) = H(AC) + H(BC) − H(ABC) − H(C)."""
        a, b, c = (self.group(group) for group in groups)
        for variables, times in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            self.entropy(variables, times * factor)

    def group(self, written):
        names = written.split(",") if written else []
        if len(set(names)) < len(names) or not set(names) <= set(self.names):
            raise Rejected(f"{written!r} is no group of variables of the joint law")
        return set(names)

    def disjoint(self, *groups):
        if len(set().union(*map(self.group, groups))) < sum(len(self.group(g)) for g in groups):
            raise Rejected("groups of variables that overlap")

    def read(self, term, factor):
        """Add a term, times a number."""
        number = constant(term)
        if number is not None:
            self.add((), factor * number)
            return
        match term:
            case ["op", "add" | "sub" as head, [left, right], _, _]:
                self.read(left, factor)
                self.read(right, factor if head == "add" else -factor)
            case ["op", "neg", [body], _, _]:
                self.read(body, -factor)
            case ["op", "mul", [left, right], _, _] if constant(left) is not None:
                self.read(right, factor * constant(left))
            case ["op", "mul" | "div" as head, [left, right], _, _] if constant(right) is not None:
                number = constant(right)
                if head == "div" and number == 0:
                    raise Rejected("a division by 0")
                self.read(left, factor * number if head == "mul" else factor / number)
            case ["op", "joint_entropy", [_], _, [group, given]]:
                self.disjoint(group, given)
                self.information((group, group, given), factor)
            case ["op", "joint_information", [_], _, [first, second, given]]:
                self.disjoint(first, second, given)
                self.information((first, second, given), factor)
            case ["var", name] if kind_of(self.scope[name]) == "number":
                self.add(name, factor)
            case _:
                # It may be infinite or undefined.
                raise Unsupported("a linear derivation with other terms than these")


CONSTANTS = {"add": operator.add, "sub": operator.sub, "mul": operator.mul,
             "div": operator.truediv}


def constant(term):
    """The number that a term without variables is, by field operations; None elsewhere."""
    match term:
        case ["number", text] if text != "inf":
            return Fraction(text)
        case ["op", "neg", [body], _, _]:
            value = constant(body)
            return None if value is None else -value
        case ["op", "add" | "sub" | "mul" | "div" as head, [left, right], _, _]:
            one, two = constant(left), constant(right)
            if one is None or two is None or (head == "div" and two == 0):
                return None
            return CONSTANTS[head](one, two)
    return None


def relations(formula):
    """The relations that a formula in normal form is a conjunction of."""
    if formula[0] == "and":
        return [part for item in formula[1] for part in relations(item)]
    if formula[0] != "relation":
        raise Rejected("a linear derivation uses relations only")
    return [formula]


def joint_laws(node):
    """All joint laws whose entropies occur in a tree."""
    if not isinstance(node, list):
        return []
    found = [law for part in node for law in joint_laws(part)]
    if node[:1] == ["op"] and node[1] in ("joint_entropy", "joint_information"):
        found.append(node[2][0])
    return found


def check_linear(conclusion, premises, certificate, scope):
    """The conclusion as a combination of the premises and of informations, which are at least 0.

    Args:
        conclusion: a relation with ≤ or =, in normal form; premises: formulas in normal form.
        scope: the sorts of the variables in force.
    """
    known = [part for premise in premises for part in relations(premise)]
    (target,) = relations(conclusion)
    laws = joint_laws([target, *known])
    if not laws or any(law != laws[0] for law in laws) or target[1] == "<":
        raise Rejected("a linear derivation is of one relation, not strict, on one joint law")
    directions = {"at_most": 1} | ({"at_least": -1} if target[1] == "=" else {})
    if set(certificate) != set(directions):
        raise Rejected("a linear derivation of other directions")
    for direction, times in directions.items():
        combination = certificate[direction]
        rest = Form(laws[0], scope)
        rest.read(target[3], times)
        rest.read(target[2], -times)
        if set(combination) != {"information", "premises"} or (
                len(combination["premises"]) != len(known)):
            raise Rejected("a combination has other parts than it must")
        for *groups, text in combination["information"]:
            if rational(text) < 0:
                raise Rejected("an information has a negative multiplier")
            rest.information(groups, -rational(text))
        for text, premise in zip(combination["premises"], known, strict=True):
            factor = rational(text)
            if factor < 0 and premise[1] != "=":
                raise Rejected("an inequality has a negative multiplier")
            if factor:
                rest.read(premise[3], -factor)
                rest.read(premise[2], factor)
        # What is left must be a number that is at least 0.
        if rest.parts.pop((), 0) < 0 or rest.parts:
            raise Rejected("the combination is not the difference of the sides")

def shannon(step):
    """A linear relation between entropies of one joint law."""
    _, certificate = step.data["certificate"]
    for law in joint_laws([step.formula, *(p.formula for p in step.premises)]):
        step.facts.lawful(law)
    check_linear(step.formula, [p.formula for p in step.premises], certificate, step.scope)


# --- scalar inequalities --------------------------------------------------------------------------


def scalar(step):
    """An instance of a scalar inequality, whose certificate is checked."""
    statement = step.get("statement", "statement")
    trees = plain(["list", step.get("certificate", "list")])
    told = json.dumps([statement, trees])
    if told not in step.proof.inequalities:
        scalars.check(opened_statement(statement), trees)
        step.proof.inequalities.add(told)
    apply_statement(step, opened_statement(statement))


# --- convexity ------------------------------------------------------------------------------------


def convex(step):
    """(sort, f, f') of a function that is shown to be convex on an open interval."""
    match step.data.get("function"):
        case ["function", item, body]:
            (name, sort, _), scope = read_variable(item, {})
            body = read_term(body, {**step.scope, **scope}, "number")
        case _:
            raise Rejected("the step has no function of a variable")
    step.demand(sort[0] == "real" and (sort[1] is None or sort[3]) and (sort[2] is None or sort[4]),
                "a convex function is given on an open interval")
    certificate = step.data.get("certificate", ["json", None])
    if certificate != ["json", None]:
        second = derivative(derivative(body, name, [], []), name, [], [])
        above = ["relation", "<=", NULL, second]
        scalars.check(([[name, sort, ""]], [], above, "forall"), plain(certificate))
    # A name that nothing else has: the premises speak of no value of this variable.
    inner, body = step.facts.under(name, sort, body)
    (new,) = set(inner.scope) - set(step.scope)
    positive, nonzero = [], []
    slope = derivative(body, new, positive, nonzero)
    second = derivative(slope, new, positive, nonzero)
    inner.real(body)
    for part in positive:
        inner.above(part, NULL, True)
    for part in nonzero:
        inner.inverse(inner.poly(part))
    if certificate == ["json", None]:
        inner.above(second, NULL, False)
    return sort, *(lambda term, part=part: substitute(part, {new: term}) for part in (body, slope))


def equivalent(step, low, high):
    """Refuse a formula that isn't low ≤ high up to normal forms."""
    match step.formula:
        case ["relation", "<=", left, right]:
            poly = step.facts.poly
            gap = plus(plus(poly(right), poly(left), -1), plus(poly(high), poly(low), -1), -1)
            differ(step, gap, "the formula isn't what convexity gives")
            return
    raise Rejected("the formula isn't what convexity gives")


def chord(step):
    """(u − l) f(x) ≤ (u − x) f(l) + (x − l) f(u) for l ≤ x ≤ u and f convex."""
    sort, function, _ = convex(step)
    low, point, high = (step.term(name) for name in ("low", "point", "high"))
    for term in (low, point, high):
        fits(step, term, sort)
    require(step, normal(["relation", "<=", low, point]))
    require(step, normal(["relation", "<=", point, high]))
    at = [function(term) for term in (low, point, high)]
    lines = [op("mul", op("sub", *pair), value) for pair, value in (
        ((high, low), at[1]), ((high, point), at[0]), ((point, low), at[2]))]
    equivalent(step, lines[0], op("add", *lines[1:]))


def tangent(step):
    """f(y) + f'(y)(x − y) ≤ f(x) for f convex."""
    sort, function, slope = convex(step)
    point, touching = step.term("point"), step.term("touching")
    for term in (point, touching):
        fits(step, term, sort)
    rise = op("mul", slope(touching), op("sub", point, touching))
    equivalent(step, op("add", function(touching), rise), function(point))


# --- intermediate values --------------------------------------------------------------------------


def intermediate(step):
    """φ, from φ for an arbitrary p between l and u with f(p) = v, where f is continuous."""
    step.demand(step.premises, "the rule takes a premise")
    first, *more = step.premises
    step.demand(step.same(first.formula, step.formula), "the first premise isn't the formula")
    match step.data.get("variable"), step.data.get("function"):
        case ["variable", [name, own, _]], ["function", item, body]:
            (bound, sort, _), scope = read_variable(item, {})
            body = read_term(body, {**step.scope, **scope}, "number")
        case _:
            raise Rejected("the step has no number or no function")
    step.demand(sort[0] == "real" and step.same(read_sort(own, step.scope), sort),
                "the function isn't one of that number")
    low, high, value = (step.term(key) for key in ("low", "high", "value"))
    at = {key: substitute(body, {bound: term})
          for key, term in (("low", low), ("high", high), ("p", ["var", name]))}
    told = [["relation", "=", at["p"], value], ["relation", "<=", low, ["var", name]],
            ["relation", "<=", ["var", name], high]]
    step.drop = {step.key(normal(part)) for part in told}
    for premise in more:
        step.demand(not step.drop & set(premise.hypotheses), "a premise assumes what is dropped")
    unmentioned(name, step.premises, step.drop, step.scope)
    for part in (step.formula, low, high, value, *(premise.formula for premise in more)):
        step.demand(name not in spoken(part, step.scope), f"{name} is not arbitrary")
    said = spoken(body, {**step.scope, bound: sort})
    step.demand(bound == name or name not in said, f"{name} is not arbitrary")
    step.released = {name}
    known = [premise.formula for premise in more]
    facts = Facts(known, step.scope, step.key)
    for end in (low, high):
        in_interval(facts, end, sort)
    facts.real(value)
    shown = {step.key(part) for formula in known for part in [formula, *conjuncts(formula)]}

    def below(one, two):
        if step.key(normal(["relation", "<=", one, two])) not in shown:
            facts.above(two, one, False)

    below(low, high)
    try:
        below(at["low"], value)
        below(value, at["high"])
    except (Unshown, Rejected):
        below(at["high"], value)
        below(value, at["low"])
    # A name that nothing else has stands for the number.
    fresh = "\0p"
    inside = Facts([*known, ["relation", "<=", low, ["var", fresh]],
                    ["relation", "<=", ["var", fresh], high]],
                   {**step.scope, fresh: sort}, step.key)
    continuous(inside, substitute(body, {bound: ["var", fresh]}), fresh)


def continuous(facts, term, name):
    """Refuse a term that isn't shown to be real, and continuous in a variable."""
    facts.real(term)
    if name not in free(term) or term[0] == "var":
        return
    match term:
        case ["op", "add" | "sub" | "neg" | "mul" | "exp" | "maximum" | "minimum" | "abs"
              | "binary_entropy" | "sqrt", args, _, _]:
            pass
        case ["op", "div", args, _, _]:
            facts.inverse(facts.poly(args[1]))
        case ["op", "log" | "pow" as head, args, _, _]:
            if head == "log" or (whole_power(term) or 0) < 1:
                facts.above(args[0], NULL, True)
        case _:
            raise Unshown("a function that may be discontinuous")
    for part in args:
        continuous(facts, part, name)


# --- more unknowns than equations -----------------------------------------------------------------


def dependence(step):
    """φ, from φ for arbitrary numbers z_x, 0 outside an event of more than m symbols and not all
    0, with Σ_x z_x t(x, y) = 0 for every y < m."""
    step.demand(step.premises, "the rule takes a premise")
    first, *more = step.premises
    step.demand(step.same(first.formula, step.formula), "the first premise isn't the formula")
    numbers, row, column = (step.get(name, "variable") for name in ("variable", "row", "column"))
    sorts = [read_sort(var[1], step.scope) for var in (numbers, row, column)]
    weight, event = step.term("weight"), step.term("event")
    match sorts:
        case [["reals", size, ["real", None, None, _, _]], ["symbol", rows], ["symbol", count]]:
            step.demand(step.same(size, rows), "a number for each row")
            step.demand(len({numbers[0], row[0], column[0]}) == 3, "names of their own")
            step.demand(step.same(sort_of(event, step.scope), ["event", rows]), "no event of rows")
        case _:
            raise Rejected("the step has no numbers, rows and columns")
    known = [premise.formula for premise in more]
    z, x = (["var", var[0]] for var in (numbers, row))
    entry = op("component", z, x)
    inside = op("indicator", event, x)
    bind = [row[0], sorts[1], ""], [column[0], sorts[2], ""]
    nothing = ["relation", "=", entry, NULL]
    assumed = [normal(formula) for formula in (
        ["quantified", "forall", bind[1], None, ["relation", "=", [
            "bind", "sum", bind[0], None, op("mul", entry, weight), REAL], NULL]],
        ["quantified", "forall", bind[0], None, ["or", [
            ["relation", "=", inside, ["number", "1"]], nothing]]],
        ["quantified", "exists", bind[0], None, ["not", nothing]],
    )]
    step.drop = {step.key(part) for whole in assumed for part in [whole, *conjuncts(whole)]}
    for premise in more:
        step.demand(not step.drop & set(premise.hypotheses), "a premise assumes what is dropped")
    unmentioned(numbers[0], step.premises, step.drop, step.scope)
    for part in (step.formula, weight, event, count, *known):
        said = spoken(part, step.scope)
        step.demand(numbers[0] not in said, f"{numbers[0]} is not arbitrary")
    for part in (event, count, rows):
        said = spoken(part, step.scope)
        step.demand(not {row[0], column[0]} & said, "a size depends on a row or a column")
    merged = {name for premise in step.premises for name in premise.rests}
    own = free(step.formula) | free(event) | (free(weight) - {row[0], column[0]})
    merged |= {name for name in own if may_be_empty(step.scope[name], step.scope)}
    step.rests = surviving(step, merged, {numbers[0]})
    facts = Facts(known, step.scope, step.key)
    facts.above(op("cardinality", event, sort=["size", 0, None]), count, True)
    apart = {row[0]: ["var", "\0x"], column[0]: ["var", "\0y"]}
    inner = Facts(known, {**step.scope, "\0x": sorts[1], "\0y": sorts[2]}, step.key)
    inner.real(substitute(weight, apart))


def unbounded(step):
    """t = ∞, from r ≤ t for an arbitrary real number r."""
    match step.one(), step.formula, step.data.get("variable"):
        case ([["relation", "<=" | "<", ["var", above], large]],
              ["relation", "=", term, ["number", "inf"]],
              ["variable", [name, ["real", None, None, *_], _]]) if above == name:
            step.demand(step.same(large, term), "another term is above every number")
            step.demand(name not in spoken(term, step.scope), f"{name} is not arbitrary")
            unmentioned(name, step.premises, set(), step.scope)
            step.released = {name}
            return
    raise Rejected("the formula is not t = ∞ for a t above every real number")


RULES = {"shannon": shannon, "scalar": scalar, "chord": chord, "tangent": tangent,
         "intermediate": intermediate, "unbounded": unbounded, "dependence": dependence}
