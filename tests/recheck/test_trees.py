"""Trees of the second checker: names bound and free, and what stands for what."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.signatures import COUNT, REAL, sort_of, whole
from recheck.trees import (
    Canonical,
    Tree,
    canonical,
    conjuncts,
    free,
    is_count,
    mentions,
    negate,
    rewritten,
    simplified,
    spoken,
    substitute,
)

X, Y, Z, N, M, A, B = (["var", name] for name in "xyznmab")
ZERO, ONE, TWO, THREE = (["number", text] for text in "0123")
PLAIN, SYMBOL = ["real", None, None, False, False], ["symbol", N]


def op(head: str, *args: Tree, sort: Tree = REAL, detail: Any = ()) -> Tree:
    return ["op", head, list(args), sort, list(detail)]


def le(left: Tree, right: Tree) -> Tree:
    return ["relation", "<=", left, right]


def every(name: str, body: Tree, guard: Tree | None = None, sort: Tree = PLAIN) -> Tree:
    return ["quantified", "forall", [name, sort, ""], guard, body]


def total(name: str, body: Tree, guard: Tree | None = None, sort: Tree = SYMBOL) -> Tree:
    return ["bind", "sum", [name, sort, ""], guard, body, REAL]


JOINT = ["joint", ["U", "V"], [N, M]]


@pytest.mark.parametrize(("tree", "names"), [
    (X, "x"), (op("add", X, Y), "xy"), (["number", "1"], ""), (["cases", le(X, Y), Z, ONE], "xyz"),
    (every("x", le(X, Y)), "y"), (every("x", le(Y, Z), le(X, Y)), "yz"),
    (every("x", le(X, X), sort=["symbol", X]), "x"), (total("x", X), "n"),
    (total("x", Y, le(X, Z)), "nyz"), (["and", [le(X, Y), ["not", le(Y, Z)]]], "xyz"),
    (JOINT, "nm"),
    (op("as_joint", X, sort=JOINT, detail=["U", "V"]), "x"), (["joint", ["var", "x"], [M]], "m"),
    (["symbol", op("mul", N, M)], "nm"), (["var"], ""),
    # The names of an operation's details are none of the proof.
    (op("marginal", X, detail=["var", "y"]), "x"), (total("x", total("y", op("add", X, Y))), "n"),
    (op("add", X, every("x", le(X, Y))), "xy"),
])
def test_names_that_are_free(tree: Tree, names: str) -> None:
    assert free(tree) == set(names)


def test_names_that_are_spoken_of_through_sorts() -> None:
    scope = {"a": ["symbol", N], "n": ["size", 1, None], "b": ["symbol", A], "x": PLAIN}
    assert spoken(B, scope) == {"b", "a", "n"}
    assert spoken(op("add", X, A), scope) == {"x", "a", "n"}
    assert spoken(op("add", X, Y), scope) == {"x", "y"}
    assert spoken(every("b", le(B, X), sort=["symbol", A]), scope) == {"x", "a", "n"}
    # Sorts that speak of one another come to an end.
    assert spoken(A, {"a": ["symbol", B], "b": ["symbol", A]}) == {"a", "b"}


SAME: list[tuple[Tree, Tree, bool]] = [
    (X, ["var", "x"], True), (X, Y, False), (X, ["number", "1"], False),
    (every("x", le(X, Z)), every("y", le(Y, Z)), True),
    (every("x", le(X, Z)), every("y", le(X, Z)), False),
    (every("x", le(X, Y)), every("y", le(Y, Y)), False),
    (every("x", le(Y, X)), every("x", le(X, Y)), False),
    (every("x", le(X, Z), le(X, ONE)), every("y", le(Y, Z), le(Y, ONE)), True),
    (every("x", le(X, Z), le(X, ONE)), every("y", le(Y, Z), le(Z, ONE)), False),
    (every("x", le(X, Z), le(X, ONE)), every("y", le(Y, Z)), False),
    (every("x", le(X, Z)), every("y", le(Y, Z), sort=SYMBOL), False),
    (every("x", le(X, X), sort=["symbol", X]), every("y", le(Y, Y), sort=["symbol", X]), True),
    (every("x", le(X, X), sort=["symbol", X]), every("y", le(Y, Y), sort=["symbol", Y]), False),
    (every("x", le(X, Z)), ["quantified", "exists", ["x", PLAIN, ""], None, le(X, Z)], False),
    (every("x", every("y", le(X, Y))), every("y", every("x", le(Y, X))), True),
    (every("x", every("y", le(X, Y))), every("x", every("y", le(Y, X))), False),
    (every("x", every("x", le(X, Z))), every("x", every("y", le(Y, Z))), True),
    (every("x", every("x", le(X, Z))), every("x", every("y", le(X, Z))), False),
    (every("x", every("y", le(X, X), le(Y, X))), every("x", every("y", le(X, X), le(X, Y))), False),
    (every("x", every("y", every("z", le(Y, Z)))), every("x", every("y", every("z", le(X, Z)))),
        False),
    # Of three binders each has a depth of its own, in guards too.
    (every("x", every("y", every("z", le(Y, Z)))), every("x", every("y", every("z", le(Z, Z)))),
        False),
    (every("x", every("y", every("z", le(Y, Z)))), every("x", every("y", every("z", le(Z, Y)))),
        False),
    (every("x", every("y", le(X, X), every("z", le(Y, Z)))),
     every("x", every("y", le(X, X), every("z", le(Z, Z)))), False),
    (every("x", le(X, X), every("y", le(X, X), every("z", le(Y, Z)))),
     every("x", le(X, X), every("y", le(X, X), every("z", le(Z, Y)))), False),
    (op("exp", X), op("log", X), False), (op("exp", X), op("exp", X, sort=SYMBOL), True),
    (op("marginal", X, detail=["U"]), op("marginal", X, detail=["V"]), False),
    (op("as_joint", X, sort=JOINT), op("as_joint", X, sort=["joint", ["U", "V"], [M, N]]), False),
    (op("as_joint", X, sort=JOINT), op("as_joint", X, sort=["joint", ["U", "W"], [N, M]]), False),
    (op("as_joint", X, sort=JOINT), op("as_joint", X, sort=JOINT), True),
    (["symbol", N], ["symbol", M], False), (["pmf", N], ["pmf", N], True),
    (total("x", op("joint_at", Y, X, sort=["joint", ["U"], [X]])),
     total("z", op("joint_at", Y, Z, sort=["joint", ["U"], [Z]])), True),
]


@pytest.mark.parametrize(("one", "two", "held"), SAME)
def test_trees_that_differ_in_bound_names_only(one: Tree, two: Tree, held: bool) -> None:
    assert (canonical(one, {}, 0) == canonical(two, {}, 0)) is held
    key = Canonical()
    assert (key(one) == key(two)) is held
    assert key(one) == key(one)


@pytest.mark.parametrize(("tree", "values", "found"), [
    (X, {"x": ONE}, ONE), (X, {"y": ONE}, X), (op("add", X, Y), {"x": Y, "y": X}, op("add", Y, X)),
    (every("x", le(X, Y)), {"x": ONE}, every("x", le(X, Y))),
    (every("x", le(X, Y)), {"y": ONE}, every("x", le(X, ONE))),
    # What would be captured isn't.
    (every("x", le(X, Y)), {"y": X}, every("x'", le(["var", "x'"], X))),
    (every("x", le(X, Y)), {"y": op("exp", X)}, every("x'", le(["var", "x'"], op("exp", X)))),
    (every("x", le(X, Y), le(X, Z)), {"z": X},
        every("x'", le(["var", "x'"], Y), le(["var", "x'"], X))),
    (every("x", le(X, op("add", Y, ["var", "x'"]))), {"y": X},
     every("x''", le(["var", "x''"], op("add", X, ["var", "x'"])))),
    (every("x", le(Z, Y), le(X, ["var", "x'"])), {"y": X},
     every("x''", le(Z, X), le(["var", "x''"], ["var", "x'"]))),
    # Its sort stands outside of the binder.
    (every("x", le(X, Y), sort=["symbol", X]), {"x": ONE},
        every("x", le(X, Y), sort=["symbol", ONE])),
    (total("x", op("mul", X, Y)), {"n": M}, total("x", op("mul", X, Y), sort=["symbol", M])),
    (total("x", op("mul", X, Y), le(X, Y)), {"y": ONE}, total("x", op("mul", X, ONE), le(X, ONE))),
    (["bind", "table", ["x", SYMBOL, ""], None, X, ["pmf", N]], {"n": TWO},
     ["bind", "table", ["x", ["symbol", TWO], ""], None, X, ["pmf", TWO]]),
    (op("at", X, Y, sort=["pmf", N]), {"n": M}, op("at", X, Y, sort=["pmf", M])),
    (op("as_joint", X, sort=JOINT, detail=["U", "V"]), {"n": M, "U": ONE},
     op("as_joint", X, sort=["joint", ["U", "V"], [M, M]], detail=["U", "V"])),
    (["number", "1"], {"1": X}, ["number", "1"]),
    (["size", 0, None], {"x": ONE}, ["size", 0, None]),
    (["cases", le(X, Y), X, Y], {"x": Z}, ["cases", le(Z, Y), Z, Y]), (le(X, Y), {}, le(X, Y)),
    (["and", [le(X, Y), ["not", le(Y, X)]]], {"x": ONE},
        ["and", [le(ONE, Y), ["not", le(Y, ONE)]]]),
    (None, {"x": ONE}, None),
])
def test_terms_take_the_place_of_variables(tree: Tree, values: Any, found: Tree) -> None:
    assert substitute(tree, values) == found


EXP = op("exp", X)


@pytest.mark.parametrize(("tree", "found"), [
    (EXP, Y), (op("add", EXP, ONE), op("add", Y, ONE)), (X, X), (le(EXP, EXP), le(Y, Y)),
    (["and", [le(EXP, Z), ["not", le(Z, EXP)]]], ["and", [le(Y, Z), ["not", le(Z, Y)]]]),
    (["cases", le(EXP, Z), EXP, op("log", EXP)], ["cases", le(Y, Z), Y, op("log", Y)]),
    (every("z", le(EXP, Z), le(Z, EXP)), every("z", le(Y, Z), le(Z, Y))),
    (total("a", op("mul", A, EXP)), total("a", op("mul", A, Y))),
    # Below a binder of x or y they are other things.
    (every("x", le(EXP, Z)), every("x", le(EXP, Z))),
    (every("y", le(EXP, Z)), every("y", le(EXP, Z))),
    (op("add", EXP, total("x", EXP)), op("add", Y, total("x", EXP))),
    # In sorts nothing is exchanged.
    (total("a", A, sort=["symbol", EXP]), total("a", A, sort=["symbol", EXP])), ([], []),
    (None, None),
])
def test_equals_are_exchanged_where_they_speak_of_the_same(tree: Tree, found: Tree) -> None:
    key = Canonical()
    assert rewritten(tree, key(EXP), Y, {"x", "y"}, key) == found


def test_formulas_are_no_terms_to_exchange() -> None:
    key = Canonical()
    said = le(X, Y)
    assert rewritten(["not", said], key(said), Z, (), key) == ["not", said]


def test_heads_that_a_tree_mentions() -> None:
    inside = every("a", le(op("quotient", A, M), X))
    assert mentions(inside, ("quotient",))
    assert mentions(op("add", X, op("remainder", A, M)), ("quotient", "remainder"))
    for tree in (X, ["var", "quotient"], op("add", X, Y), None, "quotient", [], ["quotient"],
                 ["bind", "quotient"]):
        assert not mentions(tree, ("quotient",))


# --- quotients and remainders ---------------------------------------------------------------------


PAIR = op("add", op("mul", A, M, sort=COUNT), B, sort=COUNT)


def divided(head: str, top: Tree, bottom: Tree = M) -> Tree:
    return op(head, top, bottom, sort=COUNT)


# The size of d's alphabet isn't whole by its form.
SIZE = op("alphabet", ["var", "D"], A, sort=COUNT)
KNOWN = {"a": N, "b": M, "n": None, "m": None, "c": N, "d": SIZE}


def by(factor: Tree, second: Tree, first: Tree = A) -> Tree:
    return op("add", op("mul", first, factor, sort=COUNT), second, sort=COUNT)


@pytest.mark.parametrize(("pair", "bottom", "worked_out"), [
    (by(M, B), M, True), (by(TWO, ONE), TWO, True), (by(TWO, ZERO), TWO, True),
    (by(THREE, TWO), THREE, True), (by(M, B, op("add", N, ONE)), M, True),
    (by(M, B, THREE), M, True),
    (by(M, B, op("mul", A, N)), M, True), (by(M, B, by(SIZE, ["var", "d"])), M, True),
    # Another divisor, a second part that may be as large as that, a first one that may be negative.
    (by(N, B), M, False), (by(M, B), N, False), (by(M, A), M, False),
    (by(M, ["var", "c"]), M, False),
    (by(M, M), M, False), (by(M, ["var", "x"]), M, False), (by(TWO, TWO), TWO, False),
    (by(TWO, THREE), TWO, False), (by(TWO, ["number", "1/2"]), TWO, False),
    (by(TWO, ["number", "-1"]), TWO, False), (by(M, ONE), M, False), (by(TWO, B), TWO, False),
    (by(M, B, X), M, False), (by(M, B, op("sub", A, ONE)), M, False),
    (by(M, B, ["number", "1/2"]), M, False), (by(M, B, ["number", "-1"]), M, False),
    (by(M, B, by(SIZE, A)), M, False), (by(M, B, by(SIZE, ["var", "d"], X)), M, False),
    (by(M, B, by(SIZE, N)), M, False), (by(M, B, by(SIZE, X)), M, False),
    (by(M, B, op("add", A, X)), M, False), (by(M, B, op("mul", X, A)), M, False),
])
def test_quotients_and_remainders_of_pairs(pair: Tree, bottom: Tree, worked_out: bool) -> None:
    known = KNOWN, Canonical()
    first, second = pair[2][0][2][0], pair[2][1]
    for head, part in (("quotient", first), ("remainder", second)):
        told = divided(head, pair, bottom)
        assert simplified(told, known) == (part if worked_out else told)
        assert simplified(le(told, X), known) == le(part if worked_out else told, X)


def test_what_is_bound_within_is_another_symbol() -> None:
    told, known = divided("remainder", PAIR), (KNOWN, Canonical())
    for sort, found in ((SYMBOL, told), (["symbol", M], B), (PLAIN, told),
        (["size", 0, None], told)):
        assert simplified(every("b", le(told, X), sort=sort), known) == every(
            "b", le(found, X), sort=sort)
        assert simplified(total("b", told, le(told, X), sort), known) == total(
            "b", found, le(found, X), sort)
    assert simplified(every("x", le(told, X), sort=["symbol", divided("remainder", PAIR)]), known
                      ) == every("x", le(B, X), sort=["symbol", B])


def test_whole_numbers_from_0_on_by_their_form() -> None:
    for term in (A, N, ZERO, THREE, op("add", A, ONE), op("mul", N, op("add", A, B))):
        assert is_count(term, KNOWN, Canonical())
    for term in (X, ["number", "1/2"], ["number", "-1"], ["number", "inf"], op("sub", N, ONE),
                 op("add", A, X), op("mul", X, A), op("div", N, TWO), total("a", A),
                 ["cases", le(X, Y), A, B]):
        assert not is_count(term, KNOWN, Canonical())


SCOPE = {"x": PLAIN, "n": ["size", 1, None], "a": SYMBOL, "P": ["pmf", N]}


def test_whole_numbers_by_their_form() -> None:
    for term in (N, A, THREE, ["number", "-2"], op("add", N, A), op("sub", N, TWO), op("mul", A, N),
                 op("pow", N, TWO), op("pow", N, op("add", A, N)), op("quotient", X, X),
                 ["cases", le(X, X), N, A], op("cardinality", X),
                 op("pow", N, op("quotient", N, TWO))):
        assert whole(term, SCOPE)
    for term in (X, ["number", "1/2"], ["number", "inf"], op("add", N, X), op("sub", X, N),
                 op("mul", N, ["number", "1/2"]), op("div", N, N), op("exp", N), op("pow", X, TWO),
                 op("pow", N, ["number", "-1"]), op("pow", N, ["number", "1/2"]), op("neg", N),
                 op("pow", N, X), op("pow", N, op("add", A, X)),
                 op("pow", N, op("sub", N, TWO)), op("pow", N, op("neg", N)), ["var", "P"],
                 op("pow", N, op("add", A, op("sub", N, TWO))), ["cases", le(X, X), N, X],
                 ["cases", le(X, X), X, N], total("a", A), op("pow", N, ["cases", le(X, X), N, [
                     "number", "-1"]])):
        assert not whole(term, SCOPE)


def test_sorts_of_terms() -> None:
    law = ["cases", le(X, X), ["var", "P"], ["var", "P"]]
    table = ["bind", "table", ["i", SYMBOL, ""], None, ONE, ["pmf", N]]
    for term, sort in ((X, PLAIN), (["var", "P"], ["pmf", N]), (law, ["pmf", N]), (ONE, REAL),
                       (table, ["pmf", N]), (op("row", X, A, sort=["pmf", M]), ["pmf", M])):
        assert sort_of(term, SCOPE) == sort


# --- formulas -------------------------------------------------------------------------------------


def test_conjunctions_are_taken_apart() -> None:
    one, two, three = le(X, Y), le(Y, Z), ["or", [le(X, Y), ["and", [le(X, Z), le(Y, X)]]]]
    assert conjuncts(["and", [one, ["and", [two, three]]]]) == [one, two, three]
    assert conjuncts(three) == [three]
    assert conjuncts(["and", []]) == []


def test_negations_are_pushed_inwards() -> None:
    one, two = le(X, Y), le(Y, Z)
    for formula, found in (
        (one, ["not", one]), (["not", one], one),
        (["and", [one, two]], ["or", [["not", one], ["not", two]]]),
        (["or", [one, ["not", two]]], ["and", [["not", one], two]]),
        (every("x", one, two), ["quantified", "exists", ["x", PLAIN, ""], two, ["not", one]]),
        (["quantified", "exists", ["x", PLAIN, ""], None, ["not", one]], every("x", one)),
        (["and", []], ["or", []]),
    ):
        assert negate(formula) == found
        assert negate(found) == formula
