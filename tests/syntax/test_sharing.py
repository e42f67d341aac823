"""Equal trees are one object, trees that differ in anything are not."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace

import pytest
from flint import fmpq

from verified.language import (
    KL,
    Close,
    Event,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    both,
    cases,
    either,
    every,
    exp,
    log,
    negation,
    some,
    total,
)
from verified.syntax import sharing, sorts
from verified.syntax.serial import Reader, data
from verified.syntax.sorts import RealSort, SizeSort, SymbolSort
from verified.syntax.terms import REAL, Bind, Cases, Number, Op, Var
from verified.syntax.terms import Database as database


def trees() -> list[object]:
    """A tree of each class, built anew."""
    n = Size("n")
    P, Q, a, A = Pmf("P", n), Pmf("Q", n), Symbol("a", n), Event("A", n)
    entropy = total(a, P[a] * log(P[a] / Q[a]))
    return [
        n, P, A, Number(fmpq(1, 3)), Number(None), P[a] + 1, exp(KL(P, Q)), entropy,
        cases(a <= 0, P[a], Q[a]), P[a] <= Q[a], negation(P[a] <= 0), both(P[a] <= 1),
        either(P[a] <= 1), every(a, P[a] <= 1), some(a, P[a] < 1), Close(P, Q, Real("e"), 0),
    ]


@pytest.mark.parametrize("place", range(len(trees())))
def test_equal_trees_are_one_object_however_they_are_made(place):
    tree, again = trees()[place], trees()[place]
    assert tree is again
    str(tree), hash(tree)
    assert copy.deepcopy(tree) is tree
    assert pickle.loads(pickle.dumps(tree)) is tree
    assert replace(tree) is tree
    assert type(tree)(**{part.name: getattr(tree, part.name) for part in fields(tree)}) is tree


def test_parts_by_default_by_place_and_by_name_make_one_object():
    x = Real("x")
    assert Op("exp", (x,), REAL) is Op(head="exp", args=(x,), result=REAL, detail=())
    assert Var("x", REAL) is Var(of=REAL, name="x", symbol="")
    assert Bind("sum", x, None, x) is Bind("sum", x, None, x, REAL)
    assert SizeSort(0) is SizeSort(low=0) is SizeSort(0, None) is not SizeSort()
    assert RealSort(fmpq(1, 2)) is RealSort(low=fmpq(2, 4))
    assert SymbolSort(Size("n")) is SymbolSort(size=Size("n"))


def test_what_differs_in_anything_is_apart():
    """One name for two sorts, two symbols in print, parts that are equal but not the same."""
    n, m = Size("n"), Size("m")
    assert Symbol("a", n) is not Symbol("a", m)
    assert Real("x", ">0") is not Real("x", ">=0")
    a, b = Real("x", latex="x"), Real("x", latex="y")
    assert a == b
    assert a is not b
    assert (a + 1).args[0].symbol == "x"
    assert (b + 1).args[0].symbol == "y"
    assert SymbolSort(Size("n", latex="N")).size.symbol == "N"
    # True == 1, and both have one hash.
    assert SizeSort(True) is not SizeSort(1)
    assert type(SizeSort(True).low) is bool
    assert type(SizeSort(1).low) is int
    assert Op("exp", (n,), REAL) is not Op("log", (n,), REAL)
    assert Op("marginal", (n,), REAL, ("U",)) is not Op("marginal", (n,), REAL, ("V",))
    assert Op("add", (n, m), REAL) is not Op("add", (n, m), SizeSort(0))
    test = n <= m
    assert Cases(test, n, m) is not Cases(test, m, n)
    assert Number(fmpq(2)) is not Number(fmpq(1, 2))


def test_constants_stay_one_with_what_is_read():
    sharing.forget()
    assert RealSort() is REAL
    assert len(sharing.SHARED) <= sharing.LASTING + 1


def test_a_sort_that_is_refused_stays_refused():
    for _ in range(2):
        with pytest.raises(sorts.ClaimError, match="a prior is one of"):
            Prior("P", database(), kind="of another kind")
        with pytest.raises(TypeError):
            SizeSort(1, 2, 3)


def test_what_a_file_says_is_what_code_builds():
    for tree in trees():
        if isinstance(tree, Var):
            continue
        scope = {"n": Size("n"), "e": Real("e")}
        for name, make in (("P", Pmf), ("Q", Pmf), ("a", Symbol), ("A", Event)):
            scope[name] = make(name, scope["n"])
        reader = Reader(scope)
        written = data(tree)
        read = reader.formula if written[0] in FORMULAS else reader.term
        assert read(written) is tree


FORMULAS = ("relation", "not", "and", "or", "quantified", "predicate")


def test_forgetting_trees_changes_nothing_but_their_identity(monkeypatch):
    monkeypatch.setattr(sharing, "MOST_SHARED", len(sharing.SHARED) + 5)
    before = trees()
    for number in range(100):
        Real(f"another {number}")
    after = trees()
    assert before == after
    assert list(map(hash, before)) == list(map(hash, after))
    assert [data(tree) for tree in before[2:]] == [data(tree) for tree in after[2:]]
