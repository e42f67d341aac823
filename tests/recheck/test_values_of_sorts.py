"""What the second checker takes for a value of a sort: a table of terms that are, and of terms that
may not be; and what a step of a proof is given."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.errors import Rejected
from recheck.proofs import Proof
from recheck.signatures import COUNT, REAL
from recheck.steps import Step, Theorem, named
from recheck.trees import Tree
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
    every,
    le,
    lt,
    made,
    op,
    refused,
)

D, M = ["var", "D"], ["var", "m"]
SHARE = ["real", "0", "1", False, False]
ANY, ALONE, FIRST, SECOND = (["prior", D, kind, entry] for kind, entry in (
    ("any", None), ("independent", None), ("split", ZERO), ("split", ONE)))
OTHERS: dict[str, Tree] = {
    "D": ["database"], "D'": ["database"], "m": ["size", 2, 3], "pi": ANY, "rho": ALONE,
    "sigma": FIRST, "tau": ["prior", ["var", "D'"], "any", None],
    "L": ["dataclass", N, "listed"], "L'": ["dataclass", K, "listed"],
    "S": ["dataclass", N, "any"], "G": ["framework", N], "J": ["joint", ["U"], [N]],
    "I": ["event", N], "T": ["event", K], "share": SHARE, "shares": ["reals", N, SHARE],
}
NOT_NEGATIVE = ["real", "0", None, False, False]
PLAIN = ["real", None, None, False, False]


def number(text: str) -> Tree:
    return ["number", text]


def var(name: str) -> Tree:
    return ["var", name]


def real(low: str | None, high: str | None, *opens: bool) -> Tree:
    return ["real", low, high, *(opens or (False, False))]


def table(body: Tree, size: Tree, sort: Tree) -> Tree:
    return ["bind", "table", ["i", ["symbol", size], ""], None, body, sort]


LESS = op("sub", N, ONE)
MORE = op("add", K, ONE, sort=COUNT)
INDEX = var("i")
LOG = op("log", X)
LIST = ["reals", N, REAL]
# The alphabet of an entry that there may not be.
ODD = op("alphabet", D, K, sort=COUNT)
OTHERS["odd"] = ["reals", ODD, PLAIN]
# By sort: what is a value of it, and what isn't or may not be one.
VALUES: dict[str, tuple[Tree, list[Tree], list[Tree]]] = {
    "an interval": (real("0", "1"), [ZERO, ONE, number("1/2")],
                    [number("-1"), number("3/2"), X, INFINITY, LOG, N, var("P")]),
    "an open interval": (real("0", "1", True, True), [number("1/2")], [ZERO, ONE]),
    "an interval open below": (real("0", "1", True, False), [ONE], [ZERO]),
    "an interval open above": (real("0", "1", False, True), [ZERO], [ONE]),
    "numbers from 0 on": (NOT_NEGATIVE, [K, A, op("exp", X), var("p")],
                          [X, op("sub", K, ONE), LOG, INFINITY]),
    "numbers up to 0": (real(None, "0"), [ZERO, op("neg", K)], [ONE, X, K]),
    "all numbers": (PLAIN, [X, number("-5"), op("neg", K)], [INFINITY, LOG, op("div", ONE, X)]),
    "sizes from 1 on": (["size", 1, None], [N, M, ONE, MORE],
                        [ZERO, K, LESS, number("5/2"), X, A, op("exp", ZERO), INFINITY]),
    "two sizes": (["size", 2, 3], [M, number("2"), number("3")],
                  [ONE, number("4"), N, number("5/2")]),
    "sizes from 0 on": (["size", 0, None], [K, LESS, A, ZERO], [op("sub", K, ONE), number("-1")]),
    "symbols": (["symbol", N], [A, ZERO, LESS],
                [N, ONE, X, E, number("1/2"), number("-1"), op("sub", ZERO, ONE), K]),
    "symbols of two": (["symbol", number("2")], [ZERO, ONE], [number("2"), number("1/2"), A]),
    "lists": (LIST, [var("r"), var("s"), table(op("exp", INDEX), N, LIST)],
              [table(op("log", INDEX), N, LIST), var("P"), X,
               table(INDEX, K, ["reals", K, REAL])]),
    "lists of no known length": (["reals", ODD, PLAIN], [var("odd")], [var("r")]),
    "lists of what isn't negative": (
        ["reals", N, NOT_NEGATIVE],
        [var("s"), table(op("exp", INDEX), N, LIST), table(INDEX, N, LIST)],
        [var("r"), table(X, N, LIST), table(op("neg", INDEX), N, LIST)]),
    "lists of what is positive": (
        ["reals", N, real("0", None, True, False)], [table(op("exp", INDEX), N, LIST)],
        [var("s"), table(INDEX, N, LIST)]),
    "lists of shares": (
        ["reals", N, real("0", "1")], [table(var("share"), N, LIST), var("shares")],
        [var("s"), table(op("exp", INDEX), N, LIST)]),
    "laws": (["pmf", N], [var("P"), op("output", var("P"), var("U"), sort=["pmf", N])],
             [table(op("at", var("P"), A), N, ["pmf", N]), table(ZERO, N, ["pmf", N]), var("r"),
              op("pmf_literal", ONE, sort=["pmf", ONE])]),
    "laws of any number of symbols": (
        ["pmf", K], [], [var("P"), table(op("div", ONE, K), K, ["pmf", K])]),
    "channels": (["channel", N, N], [var("U"), op("chain", var("U"), var("V"),
                                                 sort=["channel", N, N])],
                 [var("P"), table(var("P"), K, ["channel", K, N])]),
    "events": (["event", N], [var("I"), op("complement", N, var("I"), sort=["event", N])],
               [var("T"), op("singleton", N, ONE, sort=["event", N])]),
    "priors": (ANY, [var("pi"), var("rho"), var("sigma")], [var("tau"), var("P"), D]),
    "independent priors": (ALONE, [var("rho")], [var("pi"), var("sigma"), var("tau")]),
    "priors split at the first entry": (FIRST, [var("sigma"), var("rho")], [var("pi")]),
    "priors split at another entry": (SECOND, [var("rho")], [var("pi"), var("sigma")]),
    "classes": (["dataclass", N, "any"], [var("S"), var("L")], [var("L'"), var("G"), var("P")]),
    "listed classes": (["dataclass", N, "listed"], [var("L")], [var("S")]),
    "frameworks": (["framework", N], [var("G")], [var("S"), var("P")]),
    "databases": (["database"], [D, op("one_entry", N, sort=["database"])],
                  [N, op("one_entry", K, sort=["database"])]),
}


@pytest.fixture(autouse=True)
def _scope(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, sort in OTHERS.items():
        monkeypatch.setitem(SCOPE, name, sort)


@pytest.mark.parametrize("what", VALUES)
def test_terms_that_are_values_of_a_sort_and_terms_that_may_not_be(what: str) -> None:
    sort, values, others = VALUES[what]
    each = every("t", le(X, X), sort=sort)
    for term in values:
        made("specialise", le(X, X), each, term=["term", term])
    for term in others:
        refused("specialise", le(X, X), each, term=["term", term])


# --- what a step is given -------------------------------------------------------------------------


def test_a_guard_is_a_premise_or_obvious_in_each_of_its_parts() -> None:
    q, y, each = var("q"), var("y"), every("a", le(A, X))
    for parts, premises, held in (
        ([le(ZERO, q), lt(q, y)], [lt(q, y)], True), ([le(ZERO, q), lt(q, y)], [], False),
        ([le(ZERO, q), lt(q, y)], [le(q, y)], False), ([lt(q, y), lt(X, q)], [lt(q, y)], False),
        ([lt(q, y), lt(X, q)], [["and", [lt(X, q), lt(q, y)]]], True),
        ([lt(q, y)], [["or", [lt(q, y), lt(X, q)]]], False),
        # What is no relation of real numbers is one of the premises, or isn't shown.
        ([lt(LOG, q)], [lt(LOG, q)], True), ([lt(LOG, q)], [], False),
        ([each], [each], True), ([each], [], False), ([each], [every("a", lt(A, X))], False),
    ):
        guarded = every("p", le(X, X), ["and", parts])
        if held:
            made("specialise", le(X, X), guarded, *premises, term=["term", q])
        else:
            refused("specialise", le(X, X), guarded, *premises, term=["term", q])


def step(*premises: Theorem, **data: Any) -> Step:
    proof = Proof(([], ["and", []]), [], {})
    proof.scope = dict(SCOPE)
    return Step(proof, {"data": data}, le(X, X), premises)


@pytest.mark.parametrize("item", [
    None, "x", [], ["variable"], ["variable", [1]], ["term"], ["function", X], ["terms", [X]],
    ["list", X], ["list", [["kind", X]]], ["kind", X],
])
def test_an_item_of_no_form_is_refused(item: Any) -> None:
    with pytest.raises(Rejected, match="of no form"):
        named(item)


def test_the_variables_that_an_item_speaks_of() -> None:
    sort = ["symbol", N]
    for item, found in (
        (["json", X], ""), (["statement", X], ""), (["variable", ["x", PLAIN, ""]], "x"),
        (["term", op("exp", X)], "x"), (["formula", every("x", le(X, K))], "k"),
        (["function", ["i", sort, ""], op("add", X, INDEX)], "nxi"),
        (["terms", {"p": X, "q": K}], "xk"), (["list", [["term", X], ["list", [["term", A]]]]],
                                              "xa"),
    ):
        assert named(item) == set(found)


@pytest.mark.parametrize("item", [None, "text", [], ["term"], ["formula", X], {"term": X}])
def test_an_item_is_of_the_kind_that_is_asked_for(item: Any) -> None:
    given = step(what=item)
    with pytest.raises(Rejected, match="no term 'what'"):
        given.get("what", "term")
    with pytest.raises(Rejected, match="no term 'what'"):
        given.term("what")
    assert step(what=["term", X]).get("what", "term") == X
    assert step(what=["term", X, "more"]).get("what", "term") == X


@pytest.mark.parametrize("item", [
    None, ["term", X], ["function", X], ["function", ["z", ["symbol", N], ""], ONE],
    ["function", ["z", PLAIN, ""], ["var", "nobody's"]],
    ["function", ["z", PLAIN, ""], ["var", "P"]],
    ["function", ["z", ["size", 0, None], ""], ONE],
])
def test_a_function_is_of_one_real_number(item: Any) -> None:
    with pytest.raises(Rejected):
        step(**({} if item is None else {"function": item})).function()


def test_an_arbitrary_variable_has_the_sort_of_the_bound_one() -> None:
    assert step(variable=["variable", ["p", NOT_NEGATIVE, ""]]).arbitrary(NOT_NEGATIVE) == "p"
    for sort in (PLAIN, ["symbol", N], real("0", None, True, False)):
        with pytest.raises(Rejected, match="another sort"):
            step(variable=["variable", ["p", NOT_NEGATIVE, ""]]).arbitrary(sort)


def test_a_theorem_rests_on_variables_that_may_have_no_value() -> None:
    """So does what its data speaks of, and what its premises rest on."""
    one = Theorem(le(X, X), {}, frozenset({"e"}))
    assert step().theorem().rests == set()
    assert step(one).theorem().rests == {"e"}
    assert step(term=["term", op("exp", E)]).theorem().rests == {"e"}
    assert step(term=["term", op("exp", A)]).theorem().rests == set()
    # A name that no variable has is none to rest on.
    assert step(term=["term", ["var", "nobody's"]]).theorem().rests == set()


def test_a_law_stands_for_no_number() -> None:
    for term, sort, match in (
        (var("P"), PLAIN, "a pmf stands for a real"), (X, ["pmf", N], "a number stands for a pmf"),
        (var("P"), ["symbol", N], "a pmf stands for a symbol"),
        (var("P"), ["reals", N, PLAIN], "a pmf stands for a reals"),
    ):
        with pytest.raises(Rejected, match=match):
            step().fits(term, sort)


def test_what_is_released_is_spoken_of_nowhere_else() -> None:
    hypothesis, other = le(E, X), le(X, ONE)
    premise = Theorem(le(X, X), {"h": hypothesis, "o": other}, frozenset({"e"}))
    found = step().releasing("e", [(premise, {"h"})])
    assert found.hypotheses == {"o": other}
    assert found.rests == set()
    away = Theorem(le(X, X), {"o": other}, frozenset())
    assert step().releasing("e", [(premise, {"h"})], [away]).hypotheses == {"o": other}
    for within, outside, given in (
        ([(premise, set[str]())], [], []),  # A hypothesis that isn't discharged.
        ([], [Theorem(le(E, X), {}, frozenset())], []),
        ([], [Theorem(le(X, X), {"h": hypothesis}, frozenset())], []),
        ([], [Theorem(le(X, X), {}, frozenset({"e"}))], []),
        ([], [], [E]),
    ):
        with pytest.raises(Rejected, match="not arbitrary"):
            step().releasing("e", within, outside, given)
    one = Theorem(le(X, X), {}, frozenset({"e"}))
    # The sort of e speaks of k, so that what rests on e isn't shown of each k.
    with pytest.raises(Rejected, match="the sort of e speaks of it"):
        step(one).releasing("k", [(one, ())])
    with pytest.raises(Rejected, match="the sort of e speaks of it"):
        step(term=["term", E]).releasing("k", [(away, ())])
    # But for what the step is told not to speak of.
    step(term=["term", E]).releasing("k", [(away, ())], mentioned={"x"})
