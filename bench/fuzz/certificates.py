"""Attempts at the rules that rest on certificates: scalar inequalities, Shannon-type inequalities.

The provers of `verified.proof` propose; what they found is then changed, and used at odd terms.
"""

from __future__ import annotations

import copy
from typing import Any

from flint import fmpq

from bench.fuzz.episodes import Episode, Nothing, attempt
from bench.fuzz.order import nonnegative
from bench.fuzz.rewriting import rewritten
from bench.fuzz.steps import Attempt
from verified import language as words
from verified.kernel.values import Rejected
from verified.proof import scalar as scalars
from verified.proof import shannon as entropies
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula, Relation, substitute
from verified.syntax.sorts import ClaimError, JointSort, RealSort
from verified.syntax.terms import Number, Real, Size, Term, Var, equals, free_variables, number

SECONDS = 0.15
DOMAINS = ("", ">=0", ">0", "[0,1]", "(0,1)", ">=1", ">1", "[0,2]", "[-1,1]", "[1,1]", "(0,1]")


# --- scalar inequalities --------------------------------------------------------------------------


def _variables(e: Episode) -> list[Var]:
    found = [Real(name, e.pick(DOMAINS)) for name in e.scope.some(("x", "y"), 1, 2)]
    if e.roll(0.2):
        found.append(Size("k", low=e.pick((0, 1))))
    return found


def _scalar_term(e: Episode, variables: list[Var], depth: int) -> Term:
    pick = e.pick
    if depth <= 0 or e.roll(0.15):
        return pick((*variables, *variables, number(1), number(2), number(fmpq(1, 2)), number(0)))
    one = _scalar_term(e, variables, depth - 1)
    two = _scalar_term(e, variables, depth - 1)
    return e.made((
        lambda: one + two, lambda: one - two, lambda: one * two, lambda: one / two,
        lambda: words.exp(one), lambda: words.log(one), lambda: words.sqrt(one),
        lambda: words.absolute(one), lambda: one**2,
        lambda: one ** number(pick((-1, 3, fmpq(1, 2)))),
        lambda: words.maximum(one, two), lambda: words.minimum(one, two), lambda: one**two,
        lambda: words.binary_entropy(one), lambda: words.normal_cdf(one),
        lambda: one * words.log(one), lambda: one - 1 - words.log(one),
    ))


@attempt("scalar", 3)
def _scalar(e: Episode) -> Attempt:
    """A random inequality with the tree that a quick search finds, or a random tree; changed."""
    variables = _variables(e)
    one = _scalar_term(e, variables, e.pick((1, 2, 2)))
    gap = e.made((
        lambda: _scalar_term(e, variables, 2), lambda: one * one,
        lambda: one - 1 - words.log(one), lambda: words.exp(one) - 1 - one,
        lambda: words.absolute(one), lambda: one, lambda: rewritten(one, e.grammar) - one,
    ))
    op = e.pick(("<=", "<=", "<"))
    low = e.pick((number(0), _scalar_term(e, variables, 1)))
    then: Formula = Relation(op, low, gap + low if e.roll(0.5) else gap)
    given = []
    for _ in range(e.pick((0, 0, 1))):
        given.append(Relation(e.pick(("<=", "<", "=")), _scalar_term(e, variables, 1),
                              _scalar_term(e, variables, 0)))
    own = dict.fromkeys(v for part in (*given, then) for v in free_variables(part).values())
    statement = Statement(tuple(own), tuple(given), then)
    certificate: Any = None
    if e.roll(0.6):
        try:
            certificate = scalars.prove(statement, seconds=SECONDS)
        except (Rejected, ClaimError, ArithmeticError, ValueError, LookupError, TypeError,
                AttributeError, AssertionError, RecursionError):
            certificate = None
    if certificate is None:
        certificate = [_tree(e, [var.name for var in own], 2)]
    elif e.roll(0.4):
        certificate = changed_tree(e, copy.deepcopy(certificate))
    if e.roll(0.35):
        statement = _widened(e, statement)
    values = {}
    for var in statement.variables:
        values[var.name] = e.made((e.grammar.leaf, lambda: e.number(1), lambda: nonnegative(e)))
    return at_values(e, statement, values, certificate)


def at_values(
    e: Episode, statement: Statement, values: dict[str, Term], certificate: Any
) -> Attempt:
    """A scalar step: the inequality at terms, its hypotheses assumed."""
    premises = [e.assumed(substitute(part, values)) for part in statement.given]
    for var in statement.variables:
        # That a term lies in the variable's interval is mostly assumed too.
        if isinstance(var.of, RealSort) and e.roll(0.7):
            term = values[var.name]
            for end, is_open, low in ((var.of.low, var.of.low_open, True),
                                      (var.of.high, var.of.high_open, False)):
                if end is not None:
                    sides = (Number(end), term) if low else (term, Number(end))
                    premises.append(e.assumed(Relation("<" if is_open else "<=", *sides)))
    formula = substitute(statement.then, values)
    return Attempt("scalar", formula, tuple(dict.fromkeys(premises)), {
        "statement": statement, "values": values, "certificate": certificate})


def _widened(e: Episode, statement: Statement) -> Statement:
    """The statement with another interval, another relation, or a hypothesis left out."""
    variables = list(statement.variables)
    given, then = list(statement.given), statement.then
    way = e.pick(("sort", "sort", "op", "given"))
    if way == "given" and given:
        given.pop()
    elif way == "op" and isinstance(then, Relation):
        then = Relation(e.pick(("<", "<=")), then.left, then.right)
    elif variables:
        place = e.chance.randrange(len(variables))
        old = variables[place]
        new = Real(old.name, e.pick(DOMAINS))
        variables[place] = new
        values = {old.name: new}
        given = [substitute(part, values) for part in given]
        then = substitute(then, values)
    return Statement(tuple(variables), tuple(given), then)


LEAVES = ("ball", "sign", {"rule": "zero"}, {"rule": "outside", "given": 0})


def _tree(e: Episode, names: list[str], depth: int) -> Any:
    """A random tree of scalar rules."""
    if depth <= 0 or e.roll(0.4) or not names:
        return e.pick(LEAVES)
    name = e.pick(names)

    def part() -> Any:
        return _tree(e, names, depth - 1)

    at = e.pick(("0", "1", "1/2", "2"))
    return e.made((
        lambda: {"rule": "split", "variable": name, "at": at, "closed": e.pick(("left", "right")),
                 "left": part(), "right": part()},
        lambda: {"rule": "fix", "variable": name, "part": part()},
        lambda: {"rule": "narrow", "given": 0, "part": part()},
        lambda: {"rule": "monotone", "variable": name, "anchor": e.pick((at, "limit")),
                 "strict": e.roll(0.5), "base": e.pick(("limit", part())), "above": part(),
                 "below": part()},
        lambda: {"rule": "concave", "variable": name, "low": "0", "high": at, "at_low": part(),
                 "at_high": part(), "second": part()},
    ))


def changed_tree(e: Episode, tree: Any) -> Any:
    """A certificate with one part of it changed: a number, a word, a branch."""
    paths: list[tuple[Any, Any]] = []

    def look(node: Any) -> None:
        items = node.items() if isinstance(node, dict) else (
            enumerate(node) if isinstance(node, list) else ())
        for key, part in items:
            paths.append((node, key))
            look(part)

    look(tree)
    if not paths:
        return tree
    node, key = e.pick(paths)
    old = node[key]
    match old:
        case bool():
            node[key] = not old
        case "ball" | "sign":
            node[key] = e.pick(LEAVES)
        case "left" | "right":
            node[key] = "left" if old == "right" else "right"
        case str() if old.lstrip("-").replace("/", "").isdigit():
            node[key] = e.pick(("0", "1", "-1", "1/2", old + "0"))
        case dict():
            node[key] = e.pick(LEAVES)
    return tree


# --- Shannon-type inequalities --------------------------------------------------------------------


@attempt("shannon", 2)
def _shannon(e: Episode) -> Attempt:
    """A linear inequality between entropies, its derivation found and then changed perhaps."""
    joint = e.grammar.joint((), 1)
    assert isinstance(joint.sort, JointSort)
    every = joint.sort.names

    def form() -> Term:
        found: Term | None = None
        for _ in range(e.pick((1, 2, 3))):
            names = list(every)
            e.chance.shuffle(names)
            rest = ",".join(names[2:]) if e.roll(0.4) else ""
            options = [words.H(joint, names[0]), words.H(joint, ",".join(names[:2]))]
            if len(names) > 1:
                options += [words.I(joint, f"{names[0]};{names[1]}|{rest}"),
                            words.H(joint, f"{names[0]}|{names[1]}")]
            term = e.pick((1, 1, 2, fmpq(1, 2))) * e.pick(options)
            found = term if found is None else e.pick((found + term, found - term))
        assert found is not None
        return found

    premises = []
    for _ in range(e.pick((0, 0, 1, 2))):
        premises.append(e.assumed(Relation(e.pick(("<=", "=", "<=")), form(), e.pick(
            (number(0), e.grammar.leaf(), form())))))
    said = Relation(e.pick(("<=", "<=", "=", "<")), e.pick((number(0), form())), form())
    try:
        found = entropies.prove(said, [premise.formula for premise in premises])
    except (Rejected, ClaimError, entropies.Unsettled, ValueError, ArithmeticError) as error:
        raise Nothing(str(error)) from None
    if isinstance(found, dict):
        certificate = changed_tree(e, copy.deepcopy(found)) if e.roll(0.3) else found
    else:
        certificate = {"at_most": {"information": [], "premises": ["1" for _ in premises]}}
    if e.roll(0.2):
        said = Relation(e.pick(("<=", "=", "<")), said.left, said.right)
    return Attempt("shannon", said, tuple(premises), {"certificate": certificate})


__all__ = ["changed_tree", "equals"]
