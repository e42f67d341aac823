"""Sorts: each says all that is asked of it, and is stored and read again exactly."""

import copy
import json
import pickle
from dataclasses import dataclass
from typing import Any

import pytest

from tests.instances.examples import EVERY, EXAMPLES, with_sizes
from verified import language as v
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected, read_moves
from verified.syntax.claims import Statement
from verified.syntax.formulas import Relation
from verified.syntax.latex import latex
from verified.syntax.serial import FormatError, Reader, sort_data
from verified.syntax.sorts import SORTS, ClaimError, LawSort, PmfSort, RealSort, SizeSort, Sort
from verified.syntax.sorts.base import told
from verified.syntax.sorts.parts import ALPHABET
from verified.syntax.terms import INFINITY, Bind, Number, Op, Var, number
from verified.syntax.text import text
from verified.syntax.wellformed import check_node


def test_every_sort_of_variables_has_an_example() -> None:
    assert set(EXAMPLES) == {name for name, sort in SORTS.items() if sort.is_variable}
    for name, found in EXAMPLES.items():
        assert all(type(var.of) is SORTS[name] for var in found)


@pytest.mark.parametrize("var", EVERY, ids=str)
def test_sorts_are_stored_read_and_printed(var: Var) -> None:
    scope = {known.name: known for known in with_sizes(var)}
    stored = json.loads(json.dumps(sort_data(var.of)))
    assert Reader(scope).sort(stored) == var.of
    assert pickle.loads(pickle.dumps(var.of)) == copy.copy(var.of) == var.of
    statement = Statement(tuple(scope.values()), (), number(0) <= 1)
    assert f" {var.name}" in text(statement)
    assert latex(var) in latex(statement)
    check_node(var)
    # With a field too many or too few it is no sort.
    for data in ([*stored, None], stored[:-1]):
        with pytest.raises(FormatError, match="is not a sort"):
            Reader(scope).sort(data)


@pytest.mark.parametrize("data", [
    [], "pmf", [["pmf"], 1], ["heap"], [None], ["size", True, None], ["size", 1, False],
    ["size", "1", None], ["real", None, None, 0, False], ["real", None, None, False, "no"],
    ["reals", ["number", "2"], ["size", 0, None]], ["joint", "UV", []], ["joint", [1], []],
    ["prior", ["var", "D"], None, None], ["queries", 1, ["var", "D"], 2, 2], ["dataclass", 1, []],
])
def test_what_is_no_sort_is_refused(data: Any) -> None:
    with pytest.raises(FormatError):
        Reader({"D": v.Database("D")}).sort(data)


@pytest.mark.parametrize("end", [1, "0.5", ["1"], "1/0", True])
def test_ends_of_intervals_are_exact(end: Any) -> None:
    with pytest.raises(FormatError, match="p/q"):
        Reader().sort(["real", end, None, False, False])


D, n = v.Database("D"), v.Size("n")
HALF = Number(v.rational(1, 2).value)


@pytest.mark.parametrize("sort", [
    RealSort(v.rational(2).value, v.rational(1).value),
    SizeSort(-1), SizeSort(3, 2),
    PmfSort(HALF), PmfSort(v.Real("x")), PmfSort(D),
    SORTS["mechanism"](n, n), SORTS["prior"](n), SORTS["queries"]("partial", D, D, n),
    SORTS["joint"](("U", "U"), (n, n)), SORTS["joint"](("U", "V"), (n,)),
    SORTS["member"](D, v.DataClass("Y", n)),
    SORTS["member"](v.Framework("F", n), v.DataClass("Y", n + 1)),
    SORTS["reals"](n, RealSort(v.rational(2).value, v.rational(1).value)),
], ids=str)
def test_sorts_that_no_author_could_have_told_are_refused(sort: Sort) -> None:
    with pytest.raises(ClaimError):
        check_node(Var("x", sort))


def test_nothing_ranges_over_all_laws_on_the_line() -> None:
    law = Var("L", LawSort())
    entropy = v.differential_entropy(law)
    for node in (law, Bind("sup", law, None, entropy), Relation("<=", entropy, number(1))):
        with pytest.raises(ClaimError, match="no variable ranges over"):
            check_node(node)
    with pytest.raises(Rejected, match="can't move"):
        read_moves([law], {"L": "0"}, BallReading())
    # A term that is such a law is none the worse.
    check_node(v.laplace(0, 1))


# --- a sort that says too little ------------------------------------------------------------------


def made(**members: Any) -> type[Sort]:
    namespace = {"__annotations__": {"size": "Term"}, "__doc__": "A sort.", **members}
    return dataclass(frozen=True)(type(Sort)("HalfSort", (Sort,), namespace))


def says(self: Any, *args: Any) -> Any:
    return ""


def test_what_a_sort_forgets_is_told_when_it_is_made() -> None:
    whole = {"parts": (ALPHABET,), "in_text": says, "in_latex": says, "value": says}
    for name in ("in_text", "in_latex", "value"):
        rest = {key: part for key, part in whole.items() if key != name}
        with pytest.raises(TypeError, match=f"HalfSort doesn't say: {name}$"):
            told(made(**rest))
    with pytest.raises(TypeError, match="fields"):
        told(made(**{**whole, "parts": ()}))
    half = made(**whole)
    try:
        assert told(half) is half
        with pytest.raises(TypeError, match="two sorts are called half"):
            told(made(**whole))
    finally:
        SORTS.pop("half", None)


def test_whole_numbers_and_numbers_are_told_by_their_sorts() -> None:
    whole = (n, v.Symbol("a", n), number(3), n + 1)
    assert all(term.is_whole for term in whole)
    broken = (number(-1), HALF, v.Real("x"), n - 1, INFINITY, Op("exp", (n,), RealSort()))
    assert not any(term.is_whole for term in broken)
