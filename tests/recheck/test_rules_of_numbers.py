"""The second checker's rules of arithmetic, convexity, integrals and linear algebra, step by step:
one that holds, and for each condition one that must be refused. No instance helps to refuse."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.errors import Rejected, Unshown, Unsupported
from recheck.forms import Facts
from recheck.linear_rules import solved
from recheck.proofs import Proof
from recheck.real_rules import differentiable
from recheck.rules import RULES
from recheck.steps import Step, Theorem
from recheck.trees import Canonical, Tree, substitute
from tests.recheck.test_rules_of_logic import (
    INFINITY,
    ONE,
    SCOPE,
    ZERO,
    A,
    E,
    K,
    N,
    X,
    Y,
    Z,
    chosen,
    eq,
    every,
    le,
    lt,
    made,
    no,
    op,
    over,
    refused,
    shown,
)

PLAIN = ["real", None, None, False, False]
TO_INFINITY = ["real", "0", None, False, False]
POSITIVE = ["real", "0", None, True, False]
SHARES = ["real", "0", "1", False, False]
TWO, HALF, P = ["number", "2"], ["number", "1/2"], ["var", "p"]
LOG, FALSE = op("log", X), ["or", []]
JOINT = ["joint", ["U", "V", "W"], [N, N, N]]


@pytest.fixture(autouse=True)
def _scope(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, sort in {
        "J": JOINT, "J'": JOINT, "share": SHARES, "I": ["event", N], "T": ["event", K],
        "w": ["reals", K, PLAIN], "f": ["symbol", A], "g": ["symbol", op("sub", K, ONE)],
        "u": POSITIVE, "v": PLAIN,
    }.items():
        monkeypatch.setitem(SCOPE, name, sort)


def add(*parts: Tree) -> Tree:
    found = parts[0]
    for part in parts[1:]:
        found = op("add", found, part)
    return found


def sub(one: Tree, two: Tree) -> Tree:
    return op("sub", one, two)


def mul(one: Tree, two: Tree) -> Tree:
    return op("mul", one, two)


def power(base: Tree, text: str) -> Tree:
    return op("pow", base, ["number", text])


# --- arithmetic -----------------------------------------------------------------------------------


def sums(*products: Any, equalities: Any = ()) -> dict[str, Any]:
    """The data of a sum of products of facts."""
    return {"products": ["json", list(products)], "equalities": ["json", list(equalities)]}


def fact(*places: Any, weight: str = "1") -> list[Any]:
    return [weight, [["fact", place] for place in places]]


def sign(term: Tree, *places: int, weight: str = "1") -> list[Any]:
    return [weight, [["sign", ["term", term]], *(["fact", place] for place in places)]]


def square(term: Tree, weight: str = "1") -> list[Any]:
    return [weight, [["square", ["term", term]]]]


GAP = sub(X, Y)
OPPOSITE = op("div", op("neg", ONE), add(X, Y))
PRODUCTS: list[tuple[Tree, list[Tree], dict[str, Any]]] = [
    (le(X, Y), [le(X, Y)], sums(fact(0))),
    (lt(X, Y), [lt(X, Y)], sums(fact(0))),
    (le(mul(TWO, X), mul(TWO, Y)), [le(X, Y)], sums(fact(0, weight="2"))),
    (le(mul(P, X), mul(P, Y)), [le(X, Y)], sums(sign(P, 0))),
    (lt(mul(op("exp", Z), X), mul(op("exp", Z), Y)), [lt(X, Y)], sums(sign(op("exp", Z), 0))),
    (le(ZERO, mul(GAP, GAP)), [], sums(square(GAP))),
    (le(X, Z), [le(X, Y), le(Y, Z)], sums(fact(0), fact(1))),
    (lt(X, Z), [le(X, Y), lt(Y, Z)], sums(fact(0), fact(1))),
    (le(X, Y), [no(lt(Y, X))], sums(fact(0))),
    (eq(mul(Z, X), mul(Z, Y)), [eq(X, Y)], sums(equalities=[[["term", Z], 0]])),
    (le(X, add(Y, ONE)), [eq(X, Y)], sums(["1", []])),
    (le(X, Z), [eq(X, Y), eq(Y, Z)], sums()), (eq(X, Z), [eq(Y, Y), eq(Z, Y), eq(X, Y)], sums()),
    (le(mul(TWO, X), add(Y, Z)), [eq(X, Y), eq(P, P), eq(X, Z)], sums()),
    (lt(Y, X), [no(le(X, Y))], sums(fact(0))), (FALSE, [lt(X, X)], sums(fact(0))),
    (FALSE, [le(ONE, ZERO)], sums(fact(0))),
    (FALSE, [lt(X, Y), le(Y, X)], sums(fact(0), fact(1))),
]
FALSE_PRODUCTS: list[tuple[Tree, list[Tree], dict[str, Any], str]] = [
    (le(Y, X), [le(X, Y)], sums(fact(0, weight="-1")), "negative weight"),
    (le(mul(GAP, GAP), ZERO), [], sums(square(GAP, "-1")), "negative weight"),
    (le(mul(Z, X), mul(Z, Y)), [le(X, Y)], sums(sign(Z, 0)), "at least 0"),
    (lt(X, Y), [le(X, Y)], sums(fact(0)), "strictly positive"),
    (lt(X, X), [lt(X, Y)], sums(fact(0, weight="0")), "strictly positive"),
    (lt(mul(P, X), mul(P, Y)), [lt(X, Y)], sums(sign(P, 0)), "strictly positive"),
    (lt(ZERO, mul(GAP, GAP)), [], sums(square(GAP)), "strictly positive"),
    (lt(X, Z), [le(X, Y), le(Y, Z)], sums(fact(0), fact(1)), "strictly positive"),
    (eq(X, Y), [le(X, Y)], sums(fact(0)), "isn't shown by inequalities"),
    (eq(X, Y), [lt(X, Y)], sums(fact(0)), "isn't shown by inequalities"),
    (le(mul(Z, Y), mul(Z, X)), [le(Y, X)], sums(equalities=[[["term", Z], 0]]), "no equality"),
    (eq(X, Y), [le(X, Y)], sums(equalities=[[["term", ONE], 0]]), "no equality"),
    (le(X, Y), [], sums(), "aren't the formula"), (eq(X, Y), [], sums(), "aren't the formula"),
    (le(X, Y), [le(X, Y)], sums(fact(0, weight="2")), "aren't the formula"),
    (le(X, Z), [le(X, Y), le(Y, Z)], sums(fact(0)), "aren't the formula"),
    (le(X, Z), [eq(X, Y), eq(Y, P)], sums(), "aren't the formula"),
    (lt(Y, X), [no(lt(X, Y))], sums(fact(0)), "strictly positive"),
    (le(X, Y), [no(le(X, Y))], sums(fact(0)), "aren't the formula"),
    (FALSE, [lt(ZERO, ONE)], sums(fact(0)), "contradict nothing"),
    # An inequality isn't taken off as an equality is.
    (le(Y, X), [le(X, Y)], sums(), "aren't the formula"),
    (FALSE, [le(ZERO, ONE)], sums(fact(0)), "contradict nothing"),
    (FALSE, [le(ONE, ONE)], sums(fact(0)), "contradict nothing"),
    (FALSE, [lt(ONE, ONE)], sums(fact(0, weight="0")), "contradict nothing"),
    (FALSE, [], sums(), "contradict nothing"),
    (FALSE, [lt(X, Y)], sums(fact(0)), "aren't a number"),
    # 0 ≤ −1/(x + y) holds where x + y < 0.
    (FALSE, [le(ZERO, OPPOSITE), no(eq(add(X, Y), ZERO))], sums(fact(0)), "aren't a number"),
    (le(X, Y), [le(X, Y)], sums(fact(1)), "isn't there"),
    (le(X, Y), [le(X, Y)], sums(fact(-1)), "isn't there"),
    (le(X, Y), [le(Z, Z), le(X, Y)], sums(fact(True)), "isn't there"),
    (le(X, Y), [eq(X, Y)], sums(equalities=[[["term", ONE], 1]]), "isn't there"),
    (le(X, Y), [le(X, Y)], sums(["1", [["none", 0]]]), "factor is none"),
    (le(X, Y), [le(X, Y)], sums(["1", [["sign", ["json", ONE]]]]), "stands for a term"),
    (le(X, Y), [le(X, Y)], sums(["1", [["sign", ["variable", ["nobody's"]]]]]), "stands for a"),
    (["and", [le(X, X)]], [], sums(), "no relation"),
]


@pytest.mark.parametrize(("formula", "premises", "data"), PRODUCTS)
def test_sums_of_products_of_facts(formula: Tree, premises: list[Tree], data: Any) -> None:
    made("arithmetic", formula, *premises, **data)


@pytest.mark.parametrize(("formula", "premises", "data", "match"), FALSE_PRODUCTS)
def test_sums_that_show_something_else(
    formula: Tree, premises: list[Tree], data: Any, match: str
) -> None:
    refused("arithmetic", formula, *premises, match=match, **data)


def test_facts_that_may_be_infinite_are_not_added() -> None:
    far = op("kl", ["var", "P"], ["var", "Q"])
    for formula, premise in ((le(far, far), le(far, far)), (le(LOG, Y), le(LOG, Y))):
        refused("arithmetic", formula, premise, **sums(fact(0)))
    refused("arithmetic", le(ZERO, mul(LOG, LOG)), **sums(square(LOG)))


def test_identities_have_one_normal_form() -> None:
    both = add(mul(X, Y), mul(X, Z))
    for relation in (eq, le):
        made("identity", relation(mul(X, add(Y, Z)), both))
        for wrong in (add(both, ONE), mul(X, Y), mul(Y, add(Y, Z)), op("log", op("exp", LOG))):
            refused("identity", relation(mul(X, add(Y, Z)), wrong))
    for formula in (lt(X, X), no(lt(X, X)), eq(LOG, LOG), ["and", [eq(X, X)]],
                    eq(op("div", X, X), ONE), eq(sub(LOG, LOG), ZERO)):
        refused("identity", formula)


def test_relations_that_signs_show() -> None:
    for formula, premises in (
        (le(ZERO, P), []), (lt(ZERO, op("exp", X)), []), (eq(X, X), []), (le(X, X), []),
        (no(lt(P, ZERO)), []), (no(le(op("exp", X), ZERO)), []), (lt(X, Y), [lt(X, Y)]),
        (["and", [le(ZERO, P), lt(X, add(X, ONE))]], []), (le(X, Y), [lt(X, Y)]),
    ):
        made("obvious", formula, *premises)
    for formula, premises in (
        (lt(ZERO, P), []), (le(P, ZERO), []), (le(ZERO, X), []), (lt(X, X), []), (eq(X, Y), []),
        (lt(X, Y), [le(X, Y)]), (eq(X, Y), [le(X, Y)]), (no(le(P, ZERO)), []),
        (no(lt(X, ZERO)), []), (no(eq(X, Y)), []), (["and", [le(ZERO, P), le(ZERO, X)]], []),
        (["and", [le(ZERO, X), le(ZERO, P)]], []), (["or", [le(ZERO, P), le(ZERO, P)]], []),
        (le(LOG, LOG), []), (le(LOG, INFINITY), []),
    ):
        refused("obvious", formula, *premises)


def test_what_is_defined_is_itself() -> None:
    far = op("kl", ["var", "P"], ["var", "Q"])
    for relation in (eq, le):
        made("defined", relation(far, far))
        for one, two in ((LOG, LOG), (far, X), (X, Y), (sub(far, far), sub(far, far))):
            refused("defined", relation(one, two))
    for formula in (lt(X, X), no(lt(X, X))):
        refused("defined", formula, match="not t = t")


# --- convexity ------------------------------------------------------------------------------------


T = ["var", "t"]


def function(body: Tree, sort: Tree = PLAIN) -> list[Any]:
    return ["function", ["t", sort, ""], body]


def at(body: Tree, term: Tree) -> Tree:
    return substitute(body, {"t": term})


def chord(body: Tree, sort: Tree = PLAIN, terms: Any = (X, Y, Z), premises: Any = None,
          factor: Tree = ONE, **data: Any) -> tuple[str, Tree, list[Tree], dict[str, Any]]:
    low, point, high = terms
    f = [at(body, term) for term in terms]
    formula = le(mul(factor, mul(sub(high, low), f[1])),
                 add(mul(sub(high, point), f[0]), mul(sub(point, low), f[2])))
    given = [le(low, point), le(point, high)] if premises is None else premises
    return "chord", formula, given, {
        "function": function(body, sort), "low": ["term", low], "point": ["term", point],
        "high": ["term", high], **data}


def tangent(body: Tree, slope: Tree, sort: Tree = PLAIN, terms: Any = (X, Y), factor: Tree = ONE,
            premises: Any = ()) -> tuple[str, Tree, list[Tree], dict[str, Any]]:
    point, touching = terms
    rise = mul(mul(factor, at(slope, touching)), sub(point, touching))
    return "tangent", le(add(at(body, touching), rise), at(body, point)), list(premises), {
        "function": function(body, sort), "point": ["term", point], "touching": ["term", touching]}


CUBE, U = power(T, "3"), ["var", "u"]
NEAR, WITHIN = ["real", "1", "2", True, True], [["number", f"{k}/4"] for k in (5, 6, 7)]
APART = [no(eq(term, ZERO)) for term in (X, Y, Z)]
ORDER = [le(X, Y), le(Y, Z)]
BELOW_0 = [lt(term, ZERO) for term in (X, Y, Z)]
CONVEX = [
    chord(op("exp", T)), chord(power(T, "2")), chord(CUBE, POSITIVE, (U, ONE, TWO), [le(U, ONE)]),
    chord(op("neg", op("log", T)), POSITIVE, (HALF, ONE, TWO), []),
    chord(op("exp", T), ["real", None, "0", False, True], (op("neg", TWO), op("neg", ONE), op(
        "neg", HALF)), []),
    # That e^t is above 2 is shown by a certificate, not by signs.
    chord(sub(op("exp", T), power(T, "2")), NEAR, WITHIN, [], certificate=["json", ["ball"]]),
    tangent(op("exp", T), op("exp", T)), tangent(power(T, "2"), mul(TWO, T)),
    tangent(CUBE, mul(["number", "3"], power(T, "2")), POSITIVE, (U, TWO)),
]
NOT_CONVEX = [
    (chord(op("exp", T), TO_INFINITY, (ZERO, P, TWO), [le(P, TWO)]), "open interval"),
    (chord(op("exp", T), ["real", None, "0", False, False], (op("neg", P), ZERO, ZERO)),
     "open interval"),
    (chord(op("exp", T), premises=[le(X, Y)]), None),
    (chord(op("exp", T), premises=[le(Y, Z)]), None),
    (chord(op("exp", T), factor=TWO), "what convexity gives"),
    (chord(CUBE), None), (chord(op("neg", power(T, "2"))), None), (chord(op("log", T)), None),
    # Convex where t is positive, said of others.
    (chord(CUBE, POSITIVE), None),
    (chord(CUBE, POSITIVE, (X, ONE, TWO), [le(X, ONE)]), None),
    # 1/t² is convex on both sides of 0, and 1/t on one.
    (chord(power(T, "-2"), premises=[*ORDER, *APART]), None),
    (chord(op("div", ONE, T), premises=[*ORDER, *APART]), None),
    (chord(sub(op("exp", T), power(T, "2")), NEAR, WITHIN, []), None),
    (chord(sub(op("exp", T), power(T, "2")), POSITIVE, WITHIN, [],
           certificate=["json", ["ball"]]), "a leaf says"),
    (chord(op("log", T), POSITIVE, (HALF, ONE, TWO), [], certificate=["json", ["ball"]]), "a leaf"),
    (chord(op("exp", T), ["real", None, "0", False, False], (op("neg", TWO), op("neg", ONE), ZERO),
           []), "open interval"),
    (chord(op("abs", T)), None), (chord(op("sqrt", T), POSITIVE, (HALF, ONE, TWO), []), None),
    (tangent(CUBE, mul(["number", "3"], power(T, "2")), POSITIVE), None),
    (tangent(CUBE, mul(["number", "3"], power(T, "2")), POSITIVE, (X, U)), None),
    (tangent(CUBE, mul(["number", "3"], power(T, "2")), POSITIVE, (U, X)), None),
    (tangent(op("exp", T), op("exp", T), factor=TWO), "what convexity gives"),
    (tangent(power(T, "2"), T), "what convexity gives"),
    (tangent(op("neg", power(T, "2")), op("neg", mul(TWO, T))), None),
]


@pytest.mark.parametrize(("rule", "formula", "premises", "data"), CONVEX)
def test_chords_and_tangents_of_convex_functions(
    rule: str, formula: Tree, premises: list[Tree], data: Any
) -> None:
    made(rule, formula, *premises, **data)
    sides = formula[2:]
    for wrong in (lt(*sides), eq(*sides), le(*sides[::-1]), no(le(*sides)),
                  le(add(sides[0], ONE), sides[1])):
        refused(rule, wrong, *premises, match="what convexity gives", **data)


def test_a_line_is_its_own_chord() -> None:
    rule, formula, premises, data = chord(T)
    made(rule, formula, *premises, **data)
    made(rule, le(*formula[:1:-1]), *premises, **data)


@pytest.mark.parametrize(("step", "match"), NOT_CONVEX)
def test_chords_and_tangents_of_others(step: Any, match: str | None) -> None:
    rule, formula, premises, data = step
    refused(rule, formula, *premises, match=match, **data)


def test_derivatives_are_of_real_terms_where_they_have_one() -> None:
    for low, body, held in (
        ("0", op("sqrt", T), True), ("0", op("log", T), True), ("0", power(T, "3/2"), True),
        (None, power(T, "2"), True), ("0", op("div", ONE, T), True),
        (None, add(T, LOG), False), (None, op("div", ONE, T), False), (None, power(T, "-2"), False),
    ):
        scope = {**SCOPE, "t": ["real", low, None, True, False]}
        if held:
            differentiable(Facts([], scope, Canonical()), body, "t")
        else:
            with pytest.raises(Unshown):
                differentiable(Facts([], scope, Canonical()), body, "t")
    # From 0 on a root is real, and has no derivative at 0.
    for body in (op("sqrt", T), power(T, "3/2"), mul(T, op("log", T))):
        with pytest.raises(Unshown):
            differentiable(Facts([], {**SCOPE, "t": TO_INFINITY}, Canonical()), body, "t")


BOUND = {"quantifier": "forall", "variables": [["t", SHARES, ""]], "given": [],
         "then": le(mul(T, sub(ONE, T)), ONE)}


def test_instances_of_scalar_inequalities() -> None:
    share = ["var", "share"]
    formula = le(mul(share, sub(ONE, share)), ONE)

    def by_tree(*trees: Any, then: Tree = BOUND["then"], term: Tree = share) -> dict[str, Any]:
        return {"statement": ["statement", {**BOUND, "then": then}],
            "values": ["terms", {"t": term}],
                "certificate": ["list", [["json", tree] for tree in trees]]}

    made("scalar", formula, **by_tree("ball"))
    for data in (by_tree("none"), by_tree(), by_tree("ball", "ball"), by_tree("ball", term=X),
                 by_tree("ball", term=HALF), by_tree("ball", then=le(T, HALF))):
        refused("scalar", formula, **data)
    refused("scalar", le(share, HALF), **by_tree("ball", then=le(T, HALF)), match="a leaf says")
    # What was shown once isn't shown with another tree, or of another statement.
    proof = Proof(([], ["and", []]), [], {})
    proof.scope = dict(SCOPE)

    def step(data: dict[str, Any], said: Tree = formula) -> Theorem:
        return RULES["scalar"](Step(proof, {"data": data}, said, []))

    for _ in range(2):
        step(by_tree("ball"))
        for data, said in ((by_tree("none"), formula),
                           (by_tree("ball", then=le(T, HALF)), le(share, HALF))):
            with pytest.raises(Rejected):
                step(data, said)


def test_entropies_of_written_laws_are_sums() -> None:
    joint = ["op", "as_joint", [["var", "P"], N], ["joint", ["U"], [N]], ["U"]]
    entry = op("at", ["var", "P"], A)
    made("identity", eq(entropy("U", "", joint), op("neg", over("sum", "a", mul(
        entry, op("log", entry))))))
    refused("identity", eq(entropy("U", "", joint), over("sum", "a", mul(entry, op("log", entry)))))


# --- intermediate values and infinity -------------------------------------------------------------


def between(body: Tree, value: Tree, *more: Tree, low: Tree = ZERO, high: Tree = ONE,
            name: str = "z", claim: Tree | None = None, drop: int | None = None) -> Any:
    """The premises and data of a step that takes the value between two numbers."""
    var = ["var", name]
    said = [eq(at(body, var), value), le(low, var), le(var, high)]
    kept = [part for place, part in enumerate(said) if place != drop]
    first = shown(claim or le(X, Y), *kept)
    return [first, *more], {
        "variable": chosen(name), "function": function(body, SCOPE[name]), "low": ["term", low],
        "high": ["term", high], "value": ["term", value]}


def renamed(step: Any) -> Any:
    """The step with its function of the arbitrary variable's name."""
    premises, data = step
    body = substitute(data["function"][2], {"t": ["var", "z"]})
    return premises, {**data, "function": ["function", chosen("z")[1], body]}


JUMP = ["cases", le(["var", "share"], HALF), ONE, ZERO]
VALUES = {
    "rising": lambda: between(CUBE, HALF),
    "falling": lambda: between(op("neg", T), op("neg", HALF)),
    "on an interval": lambda: between(T, HALF, name="share"),
    "of the variable's own name": lambda: renamed(between(CUBE, HALF)),
    # What lies between two numbers is one, whatever it is.
    "a value by premises": lambda: between(T, LOG, le(ZERO, LOG), le(LOG, ONE)),
    "by premises": lambda: between(mul(X, T), Y, le(ZERO, Y), le(Y, X)),
    "between terms": lambda: between(
        T, Y, le(X, Y), le(Y, Z), le(X, Z), low=X, high=Z, name="v"),
    "a quotient": lambda: between(op("div", ONE, add(ONE, T)), ["number", "3/4"]),
    "a logarithm": lambda: between(op("log", add(ONE, T)), ZERO),
    "a root": lambda: between(op("sqrt", T), HALF),
    "a power": lambda: between(power(T, "3/2"), HALF),
    "u ln u": lambda: between(mul(add(ONE, T), op("log", add(ONE, T))), ZERO),
}
NO_VALUES = {
    "above, rising": lambda: between(CUBE, TWO), "below, rising": lambda: between(
        CUBE, op("neg", ONE)),
    "above, falling": lambda: between(op("neg", T), HALF),
    "below, falling": lambda: between(op("neg", T), op("neg", TWO)),
    "ends exchanged": lambda: between(CUBE, HALF, low=ONE, high=ZERO),
    "not shown": lambda: between(mul(X, T), Y, le(ZERO, Y)),
    "an end outside": lambda: between(T, op("neg", HALF), low=op("neg", ONE), name="share"),
    "the other end outside": lambda: between(T, ["number", "3/2"], high=TWO, name="share"),
    # 1/t doesn't take the value 0, nor the sign of t the value 1/2.
    "a pole": lambda: between(op("div", ONE, T), ZERO, low=op("neg", ONE)),
    "a pole of a power": lambda: between(power(T, "-1"), ZERO, low=op("neg", ONE)),
    "a jump": lambda: between(["cases", le(T, HALF), ZERO, ONE], HALF),
    "a jump of quotients": lambda: between(op("quotient", T, ONE), HALF),
    "a logarithm of 0": lambda: between(op("log", T), op("neg", ONE)),
    "u ln u at 0": lambda: between(mul(T, op("log", T)), ZERO),
    "a root of what is negative": lambda: between(op("sqrt", T), HALF, low=op("neg", ONE)),
    # What f says of p itself: p = [p ≤ 1/2] has no solution.
    "a fixed point": lambda: between(sub(T, JUMP), ZERO, name="share"),
    "another hypothesis": lambda: between(CUBE, HALF, drop=None, claim=le(Z, Y)),
    "infinity": lambda: between(CUBE, INFINITY),
}


@pytest.mark.parametrize("name", VALUES)
def test_continuous_functions_take_the_values_between(name: str) -> None:
    premises, data = VALUES[name]()
    assert not made("intermediate", le(X, Y), *premises, **data).hypotheses
    refused("intermediate", lt(X, Y), *premises, match="isn't the formula", **data)


@pytest.mark.parametrize("name", NO_VALUES)
def test_values_that_may_not_be_taken(name: str) -> None:
    premises, data = NO_VALUES[name]()
    refused("intermediate", premises[0].formula, *premises, **data)


def test_nothing_else_is_assumed_of_the_number_between() -> None:
    premises, data = between(CUBE, HALF)
    first, z = premises[0], ["var", "z"]
    for more in (le(z, Y), lt(z, ONE)):
        wrong = Theorem(first.formula, {**first.hypotheses, "more": more})
        refused("intermediate", first.formula, wrong, match="not arbitrary", **data)
    for other in (shown(le(z, Y)), shown(le(X, Y), rests=["z"]), shown(le(X, Y), le(z, ONE))):
        refused("intermediate", first.formula, first, other, match="not arbitrary", **data)
    refused("intermediate", first.formula, match="takes a premise", **data)
    for name in data:
        left = {key: part for key, part in data.items() if key != name}
        refused("intermediate", first.formula, first, **left)


def test_what_is_above_every_number_is_infinite() -> None:
    far = op("kl", ["var", "P"], ["var", "Q"])
    for relation in (le, lt):
        made("unbounded", eq(far, INFINITY), relation(X, far), variable=chosen("x"))
    for formula, premise, name in (
        (eq(far, INFINITY), le(far, X), "x"), (eq(far, INFINITY), eq(X, far), "x"),
        (eq(op("kl", ["var", "Q"], ["var", "P"]), INFINITY), le(X, far), "x"),
        (eq(far, ONE), le(X, far), "x"), (le(far, INFINITY), le(X, far), "x"),
        (eq(far, INFINITY), le(Y, far), "x"), (eq(far, INFINITY), le(P, far), "p"),
        (eq(far, INFINITY), le(["var", "share"], far), "share"),
        (eq(far, INFINITY), le(N, far), "n"), (eq(add(far, X), INFINITY), le(X, add(far, X)), "x"),
        (eq(far, INFINITY), shown(le(X, far), le(X, Y)), "x"),
    ):
        refused("unbounded", formula, premise, variable=chosen(name))
    refused("unbounded", eq(far, INFINITY), le(X, far), le(X, far), variable=chosen("x"))


# --- integrals ------------------------------------------------------------------------------------


def whole(name: str, body: Tree, sort: Tree = TO_INFINITY) -> Tree:
    return over("integral", name, body, sort=sort)


RISING, FALLING = op("exp", P), op("exp", op("neg", P))


def test_integrals_compare_as_their_integrands_do() -> None:
    low, high = whole("p", FALLING), whole("p", RISING)
    var = {"variable": chosen("p")}
    for relation, given in ((le, le), (le, lt), (le, eq), (eq, eq)):
        made("integral", relation(low, high), given(FALLING, RISING), **var)
    renamed = whole("t", op("exp", T))
    made("integral", le(low, renamed), le(FALLING, RISING), **var)
    down, kept = op("neg", RISING), shown(le(FALLING, RISING), le(X, Y))
    assert made("integral", le(low, high), kept, **var).hypotheses
    for formula, premise, match in (
        (lt(low, high), lt(FALLING, RISING), "two intervals"),
        (le(low, whole("p", RISING, SHARES)), le(FALLING, RISING), "two intervals"),
        (le(whole("p", FALLING, SHARES), whole("p", RISING, SHARES)), le(FALLING, RISING),
         "another sort"),
        (le(low, high), le(RISING, FALLING), "other integrands"),
        (le(low, high), le(FALLING, FALLING), "other integrands"),
        (le(low, high), le(RISING, RISING), "other integrands"),
        (eq(low, high), le(FALLING, RISING), "shows less"),
        (eq(low, high), lt(FALLING, RISING), "shows less"),
        (le(whole("p", down), high), le(down, RISING), "may be negative"),
        (le(whole("p", X), high), le(X, RISING), "may be negative"),
        (le(whole("p", op("log", P)), high), le(op("log", P), RISING), "may be negative"),
        (le(low, high), shown(le(FALLING, RISING), le(P, ONE)), "not arbitrary"),
        (le(low, RISING), le(FALLING, RISING), "no integral"),
        (le(over("sum", "a", ONE), over("sum", "a", ONE)), le(ONE, ONE), "no integral"),
        (no(le(low, high)), le(FALLING, RISING), "is a relation"),
        (le(low, high), no(le(RISING, FALLING)), "is a relation"),
    ):
        refused("integral", formula, premise, match=match, **var)
    refused("integral", le(low, high), match="takes a premise", **var)


def test_a_sum_is_drawn_out_of_an_integral() -> None:
    body = op("exp", op("neg", mul(A, P)))
    here = whole("p", over("sum", "a", body))
    there = over("sum", "a", whole("p", body))
    made("integral-of-sum", eq(here, there))
    other = op("exp", op("neg", mul(["var", "b"], T)))
    made("integral-of-sum", eq(here, over("sum", "b", whole("t", other))))
    on_k = op("exp", op("neg", mul(E, P)))
    made("integral-of-sum", eq(whole("p", over("sum", "e", on_k)),
                               over("sum", "e", whole("p", on_k))))
    # How many symbols there are isn't the same for all numbers.
    moving = ["symbol", ["cases", le(P, ONE), ONE, TWO]]
    down, few = op("neg", body), le(A, ONE)
    for formula, match in (
        (le(here, there), "doesn't draw a sum"), (eq(there, here), "no integral"),
        (eq(here, over("sum", "a", whole("p", body, SHARES))), "other ranges"),
        (eq(here, over("sum", "a", whole("p", body), sort=["symbol", K])), "other ranges"),
        (eq(whole("p", over("sum", "a", body, sort=moving)),
            over("sum", "a", whole("p", body), sort=moving)), "depends on the number"),
        (eq(here, over("sum", "a", whole("p", RISING))), "other integrals"),
        (eq(here, over("sum", "a", whole("t", body))), "other integrals"),
        (eq(whole("p", over("sum", "a", down)), over("sum", "a", whole("p", down))), "negative"),
        (eq(whole("p", over("sum", "a", op("log", A))), over("sum", "a", whole("p", op("log", A)))),
         "negative"),
        (eq(whole("p", over("sum", "a", body, few)), over("sum", "a", whole("p", body), few)),
         "doesn't draw"),
        (eq(whole("p", over("max", "a", body)), over("max", "a", whole("p", body))), "doesn't"),
    ):
        refused("integral-of-sum", formula, match=match)
    of_none = ["symbol", sub(K, ONE)]
    refused("integral-of-sum", eq(whole("p", over("sum", "e", RISING, sort=of_none)),
                                  over("sum", "e", whole("p", RISING), sort=of_none)))


FALL = op("maximum", ZERO, sub(ONE, P))  # 1 − p up to 1, then 0.
SLOPE, PRIMITIVE = sub(ONE, P), sub(P, op("div", mul(P, P), TWO))
HERE, THERE = le(P, ONE), le(ONE, P)


def piece(primitive: Tree = PRIMITIVE, end: Tree | None = ONE, name: str = "p") -> dict[str, Any]:
    data = {"variable": chosen(name), "antiderivative": ["term", primitive]}
    return data if end is None else {**data, "end": ["term", end]}


def test_an_integral_is_below_the_difference_of_an_antiderivative() -> None:
    total = whole("p", FALL)
    slope, none = shown(le(FALL, SLOPE), HERE), shown(le(FALL, ZERO), THERE)
    assert not made("integral-above", le(total, HALF), slope, none, **piece()).hypotheses
    made("integral-above", le(total, HALF), shown(eq(FALL, SLOPE), HERE), none, **piece())
    moved = piece(add(PRIMITIVE, X))
    made("integral-above", le(total, HALF), slope, none, **moved)
    for formula, premises, data, match in (
        (le(total, ["number", "1/3"]), [slope, none], piece(), "difference of its values"),
        (lt(total, HALF), [slope, none], piece(), "bounds no integral"),
        (eq(total, HALF), [slope, none], piece(), "bounds no integral"),
        (le(HALF, total), [slope, none], piece(), "no integral"),
        (le(total, HALF), [slope], piece(), "takes premises"),
        (le(total, HALF), [none, slope], piece(), None),
        (le(total, HALF), [shown(le(RISING, SLOPE), HERE), none], piece(), "another function"),
        (le(total, HALF), [slope, shown(le(RISING, ZERO), THERE)], piece(), "another function"),
        (le(total, HALF), [shown(le(FALL, ONE), HERE), none], piece(), "another slope"),
        (le(total, ONE), [slope, none], piece(mul(TWO, PRIMITIVE)), "another slope"),
        (le(total, HALF), [slope, shown(le(FALL, ONE), THERE)], piece(), None),
        (le(total, HALF), [slope, shown(le(FALL, op("exp", X)), THERE)], piece(), None),
        (le(total, HALF), [shown(le(FALL, SLOPE), le(P, TWO)), none], piece(), "not arbitrary"),
        (le(total, HALF), [slope, shown(le(FALL, ZERO), le(HALF, P))], piece(), "not arbitrary"),
        # Where the piece ends is beyond where the integral begins.
        (le(total, op("neg", ["number", "3/2"])),
         [shown(le(FALL, SLOPE), le(P, op("neg", ONE))),
          shown(le(FALL, ZERO), le(op("neg", ONE), P))], piece(end=op("neg", ONE)), "domain"),
        (le(whole("p", SLOPE), HALF), [shown(le(SLOPE, SLOPE), HERE), shown(
            le(SLOPE, ZERO), THERE)], piece(), "may be negative"),
        (le(whole("p", FALL, SHARES), HALF), [slope, none], piece(), "another interval"),
        (le(whole("u", at(["op", "neg", [T], PLAIN, []], U), POSITIVE), HALF), [slope, none],
         piece(name="u"), "another interval"),
        (le(whole("x", FALL, PLAIN), HALF), [slope, none], piece(name="x"), "another interval"),
        (le(total, HALF), [slope, none], piece(name="u"), "another sort"),
        # An antiderivative that isn't one everywhere on the way.
        (le(total, HALF), [slope, none], piece(op("div", ONE, sub(P, HALF))), None),
        (le(total, HALF), [slope, none], piece(op("log", P)), None),
    ):
        refused("integral-above", formula, *premises, match=match, **data)
    # An end that moves with the number, though what the bound says of it doesn't.
    moving = ["cases", le(P, TWO), ONE, ["number", "3"]]
    square = op("neg", mul(sub(P, TWO), sub(P, TWO)))
    slope_of = mul(TWO, sub(TWO, P))
    refused("integral-above", le(whole("p", ZERO), ["number", "3"]),
            shown(le(ZERO, slope_of), le(P, moving)), shown(le(ZERO, ZERO), le(moving, P)),
            match="not arbitrary", **piece(square, moving))
    other = shown(le(P, Y))
    refused("integral-above", le(total, HALF), slope, none, other, match="not arbitrary", **piece())


def test_an_integral_to_infinity_is_below_a_bound_of_an_antiderivative() -> None:
    total, down = whole("p", FALLING), op("neg", FALLING)
    data, slope, top = piece(down, None), le(FALLING, FALLING), le(down, ZERO)
    made("integral-above", le(total, ONE), slope, top, **data)
    made("integral-above", le(total, add(ONE, X)), slope, le(down, X), **data)
    for formula, premises, match in (
        (le(total, HALF), [slope, top], "difference of its values"),
        (le(total, ONE), [slope, le(FALLING, ZERO)], "another function"),
        (le(total, ONE), [slope, le(RISING, ZERO)], "another function"),
        (le(total, ONE), [shown(slope, HERE), top], "not arbitrary"),
        (le(total, ONE), [slope, shown(top, HERE)], "not arbitrary"),
        # A bound that moves with the number is none.
        (le(total, add(ONE, P)), [slope, le(down, P)], "not arbitrary"),
        (le(total, ONE), [le(RISING, FALLING), top], "another function"),
        (le(total, ONE), [le(FALLING, RISING), top], "another slope"),
    ):
        refused("integral-above", formula, *premises, match=match, **data)


def test_an_integral_is_above_the_difference_of_an_antiderivative() -> None:
    total, slope = whole("p", FALL), shown(le(SLOPE, FALL), HERE)
    made("integral-below", le(HALF, total), slope, **piece())
    for given in (eq(SLOPE, FALL), eq(FALL, SLOPE), lt(SLOPE, FALL)):
        made("integral-below", le(HALF, total), shown(given, HERE), **piece())
    for formula, premises, data, match in (
        (le(TWO, total), [slope], piece(), "difference of its values"),
        (lt(HALF, total), [slope], piece(), "bounds no integral"),
        (le(total, HALF), [slope], piece(), "no integral"),
        (le(HALF, total), [slope], piece(end=None), "where its piece ends"),
        (le(HALF, total), [], piece(), "takes premises"),
        (le(HALF, total), [shown(le(SLOPE, RISING), HERE)], piece(), "another function"),
        (le(HALF, total), [shown(le(FALL, SLOPE), HERE)], piece(), "another function"),
        (le(ONE, total), [slope], piece(mul(TWO, PRIMITIVE)), "another slope"),
        (le(HALF, total), [shown(le(SLOPE, FALL), THERE)], piece(), "not arbitrary"),
        (le(op("neg", ["number", "3/2"]), total), [shown(le(SLOPE, FALL), le(P, op("neg", ONE)))],
         piece(end=op("neg", ONE)), "domain"),
    ):
        refused("integral-below", formula, *premises, match=match, **data)


# --- entropies of a joint law ---------------------------------------------------------------------


def told(first: str, second: str, given: str = "", joint: Tree = ("var", "J")) -> Tree:
    return ["op", "joint_information", [list(joint)], PLAIN, [first, second, given]]


def entropy(group: str, given: str = "", joint: Tree = ("var", "J")) -> Tree:
    return ["op", "joint_entropy", [list(joint)], PLAIN, [group, given]]


def by(*information: Any, premises: Any = (), **more: Any) -> dict[str, Any]:
    combination = {"information": list(information), "premises": list(premises)}
    return {"certificate": ["json", {"at_most": combination, **more}]}


UV, ONE_OF = told("U", "V"), ["U", "V", "", "1"]
OTHER = told("U", "V", "", ("var", "J'"))
DERIVED: list[tuple[Tree, list[Tree], dict[str, Any]]] = [
    (le(ZERO, UV), [], by(ONE_OF)), (le(op("neg", ONE), UV), [], by(ONE_OF)),
    (le(op("neg", UV), ZERO), [], by(ONE_OF)),
    (le(ZERO, mul(TWO, UV)), [], by(["U", "V", "", "2"])),
    (le(ZERO, mul(UV, TWO)), [], by(["U", "V", "", "2"])),
    (le(ZERO, op("div", UV, TWO)), [], by(["U", "V", "", "1/2"])),
    (le(sub(ZERO, UV), ZERO), [], by(ONE_OF)), (le(ZERO, entropy("U")), [], by(
        ["U", "U", "", "1"])),
    (le(ZERO, entropy("U", "W")), [], by(["U", "U", "W", "1"])),
    (le(ZERO, X), [le(UV, X)], by(ONE_OF, premises=["1"])),
    (le(UV, X), [eq(X, UV)], by(premises=["-1"])),
    (le(mul(TWO, UV), mul(TWO, X)), [le(UV, X)], by(premises=["2"])),
    (eq(UV, told("V", "U")), [], by(at_least={"information": [], "premises": []})),
    (le(ZERO, mul(sub(ONE, op("neg", ONE)), UV)), [], by(["U", "V", "", "2"])),
    (le(ZERO, UV), [], by(ONE_OF, ["U", "W", "", "0"])),
    # A premise that isn't used may say anything.
    (le(ZERO, UV), [le(UV, op("kl", ["var", "P"], ["var", "Q"]))], by(ONE_OF, premises=["0"])),
    (le(entropy("U,V"), add(entropy("U"), entropy("V"))), [], by(ONE_OF)),
]
UNDERIVED: list[tuple[Tree, list[Tree], dict[str, Any], str | None]] = [
    (le(UV, ZERO), [], by(["U", "V", "", "-1"]), "negative multiplier"),
    (le(X, UV), [le(UV, X)], by(premises=["-1"]), "an inequality has a negative"),
    (le(ZERO, UV), [], by(), "not the difference"), (le(ONE, UV), [], by(ONE_OF), "not the"),
    (le(UV, ZERO), [], by(ONE_OF), "not the difference"), (lt(ZERO, UV), [], by(ONE_OF), "strict"),
    (le(ZERO, UV), [], by(["U", "W", "", "1"]), "not the difference"),
    (le(ZERO, mul(TWO, UV)), [], by(ONE_OF), "not the difference"),
    (le(ZERO, op("div", UV, TWO)), [], by(ONE_OF), "not the difference"),
    (le(ZERO, op("div", UV, ZERO)), [], by(ONE_OF), "division by 0"),
    (le(ZERO, op("div", UV, sub(ONE, ONE))), [], by(ONE_OF), "division by 0"),
    (le(ZERO, mul(X, UV)), [], by(ONE_OF), "other terms"),
    (le(ZERO, add(UV, X)), [], by(ONE_OF), "not the difference"),
    (le(ZERO, add(UV, op("div", ONE, ZERO))), [], by(ONE_OF), "division by 0"),
    (le(ZERO, add(UV, op("kl", ["var", "P"], ["var", "Q"]))), [], by(ONE_OF), "other terms"),
    (le(ZERO, add(UV, INFINITY)), [], by(ONE_OF), "other terms"),
    (le(ZERO, add(UV, ["var", "P"])), [], by(ONE_OF), "other terms"),
    (le(ZERO, add(UV, OTHER)), [], by(["U", "V", "", "2"]), "one joint"),
    (le(ZERO, UV), [le(OTHER, X)], by(ONE_OF, premises=["0"]), "one"),
    (le(ZERO, X), [], by(), "one joint law"),
    (le(ZERO, UV), [["or", [le(UV, X)]]], by(ONE_OF, premises=["0"]), "relations only"),
    (le(ZERO, UV), [no(le(UV, X))], by(ONE_OF, premises=["0"]), "relations only"),
    (le(ZERO, UV), [le(UV, X)], by(ONE_OF), "other parts"),
    (le(ZERO, UV), [], by(ONE_OF, premises=["0"]), "other parts"),
    (eq(ZERO, UV), [], by(ONE_OF), "other directions"),
    (eq(ZERO, UV), [], by(ONE_OF, at_least={"information": [], "premises": []}), "not the"),
    (eq(UV, ZERO), [], by(at_least={"information": [ONE_OF], "premises": []}), "not the"),
    (le(ZERO, UV), [], by(ONE_OF, at_least={"information": [], "premises": []}), "directions"),
    (le(ZERO, UV), [], {"certificate": ["json", {"at_most": {
        "information": [ONE_OF], "premises": [], "more": []}}]}, "other parts"),
    (le(ZERO, UV), [], by(["U,U", "V", "", "1"]), "no group"),
    (le(ZERO, UV), [], by(["Z", "V", "", "1"]), "no group"),
]


@pytest.mark.parametrize(("formula", "premises", "data"), DERIVED)
def test_linear_derivations(formula: Tree, premises: list[Tree], data: Any) -> None:
    made("shannon", formula, *premises, **data)


@pytest.mark.parametrize(("formula", "premises", "data", "match"), UNDERIVED)
def test_combinations_that_show_something_else(
    formula: Tree, premises: list[Tree], data: Any, match: str | None
) -> None:
    with pytest.raises((Rejected, Unsupported), match=match):
        made("shannon", formula, *premises, **data)


def test_entropies_are_of_a_joint_law() -> None:
    """A table of numbers that don't sum to 1 is none: its "entropy" may be negative."""
    def joint(body: Tree) -> Tree:
        law = ["bind", "table", ["a", ["symbol", N], ""], None, body, ["pmf", N]]
        return ["op", "as_joint", [law, N], ["joint", ["U"], [N]], ["U"]]

    data = by(["U", "U", "", "1"])
    made("shannon", le(ZERO, entropy("U", "", joint(op("div", ONE, N)))), **data)
    for body in (TWO, X, op("log", A), op("neg", ONE)):
        refused("shannon", le(ZERO, entropy("U", "", joint(body))), **data)


# --- more unknowns than equations -----------------------------------------------------------------


def solving(weight: Tree = A, *more: Any, numbers: str = "r", row: str = "a", column: str = "e",
            event: str = "I", enough: Tree | None = None, **changes: Any) -> Any:
    rows, columns = ([name, SCOPE[name], ""] for name in (row, column))
    said = solved(numbers, rows, columns, weight, ["var", event])
    many = op("cardinality", ["var", event], sort=["size", 0, None])
    counted = lt(SCOPE[column][1], many) if enough is None else enough
    return [shown(le(X, Y), *said), counted, *more], {
        "variable": chosen(numbers), "row": chosen(row), "column": chosen(column),
        "weight": ["term", weight], "event": ["term", ["var", event]], **changes}


def test_fewer_equations_than_unknowns_have_a_solution() -> None:
    premises, data = solving(mul(A, add(E, X)))
    assert not made("dependence", le(X, Y), *premises, **data).hypotheses
    refused("dependence", lt(X, Y), *premises, match="isn't the formula", **data)
    many = op("cardinality", ["var", "I"], sort=["size", 0, None])
    for wrong, match in (
        (solving(enough=le(K, many)), None), (solving(enough=le(ZERO, X)), None),
        (solving(op("log", A)), None),
        (solving(numbers="w"), "a number for each row"), (solving(numbers="s"), "no numbers"),
        (solving(event="T"), "no event of rows"),
        (solving(row="a", column="a"), "names of their own"),
        (solving(column="f"), "depends on a row"),
        (solving(column="g"), "number of equations"),
        # What is assumed of the numbers is that and no more.
        (solving(A, shown(le(op("component", ["var", "r"], A), X))), "not arbitrary"),
        (solving(A, shown(le(X, Y), rests=["r"])), "not arbitrary"),
        (solving(op("component", ["var", "r"], A)), "not arbitrary"),
    ):
        premises, data = wrong
        refused("dependence", le(X, Y), *premises, match=match, **data)
    (first, counted), data = solving()
    kept = Theorem(first.formula, {**first.hypotheses, "more": le(
        op("component", ["var", "r"], ZERO), X)})
    refused("dependence", le(X, Y), kept, counted, match="not arbitrary", **data)
    for name in data:
        refused("dependence", le(X, Y), first, counted,
                **{key: part for key, part in data.items() if key != name})
    refused("dependence", le(X, Y), match="takes a premise", **data)


def test_what_solves_the_equations_may_be_negative_and_large() -> None:
    (first, counted), data = solving()
    for more in (every("a", lt(ZERO, op("component", ["var", "r"], A))),
                 every("a", le(op("component", ["var", "r"], A), ONE))):
        wrong = Theorem(first.formula, {**first.hypotheses, repr(more): more})
        refused("dependence", le(X, Y), wrong, counted, match="not arbitrary", **data)
