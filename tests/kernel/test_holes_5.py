"""Evidence for what is false, or for nothing: files that the kernel once believed, and what else
their faults let through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq

from verified.kernel import number_forms, products
from verified.kernel.certificate import certify, check, seal
from verified.kernel.judgements import defined
from verified.kernel.normaliser import Normaliser
from verified.kernel.proof import check_proof
from verified.kernel.theorem import Library, Theorem, check_step, may_be_empty
from verified.kernel.truth import BallReading, truth
from verified.kernel.values import Rejected
from verified.language import (
    Event,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    cardinality,
    claim,
    event_where,
    exp,
    inf,
    largest,
    log,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    smallest,
    sup,
    total,
)
from verified.numbers.balls import Indeterminate, Undefined
from verified.syntax.formulas import Relation
from verified.syntax.goals import goal
from verified.syntax.serial import FormatError, digest, read_statement, statement_data
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Number, Op

EXTREMA = {"max": largest, "min": smallest, "sup": sup, "inf": inf}
zero, one = Number(fmpq(0)), Number(fmpq(1))
FOLDER = Path(__file__).parent.parent / "holes"
k, n = Size("k", low=0), Size("n")
s = Real("s", "(0,1)")


def stored(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def line(rule: str, formula: Any, *premises: Theorem, **data: Any) -> Theorem:
    """What one step shows."""
    return check_step(rule, formula, premises, data, Library({}))


def refused(
    rule: str, formula: Any, *premises: Theorem, match: str | None = None, **data: Any
) -> None:
    with pytest.raises(Rejected, match=match):
        line(rule, formula, *premises, **data)


# --- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [
    "below_sup_of_guarded_max", "below_sup_of_no_number", "bound_sup_circular",
    "integral_of_no_number", "one_is_at_most_zero", "pinned_symbol_of_no_symbols",
    "sum_of_no_number", "together_negative_power", "undef_event_card",
])
def test_a_proof_of_what_is_false_is_rejected(name: str) -> None:
    with pytest.raises(Rejected):
        check_proof(stored(name))


@pytest.mark.parametrize("name", [
    "play_no_law_proof", "play_no_law_refutation", "play_part_of_no_weight",
    "play_bounded_divergence", "play_probability_of_one", "play_mass_next_to_a_mean",
    "play_integral_beyond_its_end", "play_integral_around_0", "play_test_of_bounded_laws",
    "play_integral_of_both_signs", "play_integral_of_a_logarithm_not_taken",
    "play_integral_of_what_is_infinite", "play_events_of_what_is_infinite",
])
def test_a_play_that_does_not_meet_its_goal_is_rejected(name: str) -> None:
    with pytest.raises(Rejected):
        check(stored(name))


def test_what_is_false_is_refuted() -> None:
    assert check(stored("bound_sup_circular.refutation")).polarity == "refutation"


# --- 1/(1/s) is s ---------------------------------------------------------------------------------


def test_inverses_of_inverses_are_multiplied_out() -> None:
    """−s > 0 was read as −1 > 0 where s stood as (1/(…))^−1."""
    known = Normaliser()
    below = 1 / (1 + s)
    single = known.poly(below)
    ((monomial, _),) = single.items()
    for power in (-1, -2, fmpq(-1, 2)):
        raised = number_forms.raised(known, below, single, power)
        assert all(p > 0 for m in raised for atom, p in m if known.atoms[atom] == below)
    # As a divisor, whatever the sum stands for.
    assert known.is_zero(known.poly(1 / below - (1 + s)))
    assert products.reduced(known, {((monomial[0][0], -1),): fmpq(1)}) == known.poly(1 + s)


# --- what is shown from a value can't show that there is one --------------------------------------


@pytest.mark.parametrize("kind", ["max", "min", "sup", "inf"])
def test_an_alphabet_is_not_shown_to_have_symbols_by_its_own_symbol(kind: str) -> None:
    v = Symbol("v", k)
    there = line("arithmetic", k > 0, products=[
        ["1", [["sign", k - v - 1]]], ["1", [["sign", v + 1]]],
    ])
    assert {var.name for var in there.rests_on} == {"v"}
    whole = EXTREMA[kind](v, zero)
    told = Relation("<=", whole, one) if kind in ("max", "sup") else Relation("<=", zero, whole)
    below = line("obvious", Relation("<=", zero, one if kind in ("max", "sup") else zero))
    refused("bound-sup", told, below, there, variable=v, match="rests on a value of it")
    # A hypothesis on the size does show it.
    given = line("assume", k > 0)
    assert line("bound-sup", told, below, given, variable=v)
    # The premise on the symbol itself knows it to be one, and is no witness either.
    on_symbol = line("obvious", Relation("<=", v - v, one))
    refused("bound-sup", Relation("<=", largest(v, v - v), one), on_symbol, variable=v,
            match="may be no symbol")


# --- sizes without a value ------------------------------------------------------------------------


def test_where_a_size_has_no_value_there_is_no_event() -> None:
    none: Any = quotient(1, k)
    v = Symbol("v", none)
    whole = event_where(v, v >= 0)
    assert not defined(Normaliser(), whole)
    assert defined(Normaliser([k > 0]), whole)
    for term in (cardinality(whole), largest(Event("A", none), one)):
        refused("obvious", Relation("<=", zero, term))
    for var in (Event("A", none), Reals("r", none)):
        assert may_be_empty(var.of)
    for var in (Event("A", k), Reals("r", k), Event("A", n)):
        assert not may_be_empty(var.of)


def test_the_last_term_is_taken_off_a_sum_of_some() -> None:
    """Over one symbol more than ⌊1/k⌋ there is a last term only if that is a number."""
    none: Any = quotient(1, k)
    one_more = Op("add", (none, one), none.sort)
    a, b = Symbol("a", one_more), Symbol("b", none)
    told = Relation("=", total(a, one), total(b, one) + one)
    refused("last-term", told)


# --- laws that are none ---------------------------------------------------------------------------


def played(then: Any, moves: dict[str, str]) -> Any:
    names = {"r": Real("r")}
    found = claim("law", exists=[names[name] for name in moves], then=then)
    return certify("law", found.statement, "proof", moves, {})


def test_a_law_sums_to_1_exactly() -> None:
    """A mass of 1 + e^−1500 passed for 1, as 1024 bits don't tell them apart."""
    r = Real("r")
    for entries in (
        (exp(r), 1 - exp(r) + exp(100 * r)), (exp(r), 1 - exp(r) - exp(100 * r)),
    ):
        reading = BallReading()
        with pytest.raises((Indeterminate, Undefined)):
            reading.term(pmf_of(*entries), {"r": fmpq(-15)})
    certain = pmf_of(exp(r), 1 - exp(r))
    assert BallReading().term(certain, {"r": fmpq(-1)}).shape == (2,)


def test_a_law_has_no_negative_probability_by_a_hair() -> None:
    r = Real("r")
    # e^r − e^(r/2)² is 0: fine. A little less is none.
    reading = BallReading()
    zero = exp(r) - exp(r / 2) ** 2
    assert reading.term(pmf_of(zero, 1 - zero), {"r": fmpq(-1)}).shape == (2,)
    less = zero - exp(1000 * r)
    with pytest.raises((Indeterminate, Undefined)):
        reading.term(pmf_of(less, 1 - less), {"r": fmpq(-1)})


def test_exponential_families_sum_to_1() -> None:
    a, i = Symbol("a", 21), Symbol("i", 21)
    P = Pmf("P", 2)
    family = pmf_table(21, lambda a: exp(-a * P[0]) / total(i, exp(-i * P[0])))
    third = BallReading().term(pmf_of(rational(1, 3), rational(2, 3)), {})
    assert truth(family[a] <= 1, {"P": third, "a": 0}, BallReading())


# --- what is reached isn't what is approached -----------------------------------------------------


def test_a_supremum_that_no_value_reaches_has_its_own_digest() -> None:
    r = Real("r", "[0,1)")
    every_value = claim("a", forall=[r], then=r < 1)
    supremum = claim("b", forall=[], then=sup(r, r) < 1)
    digests = {digest(goal(c.statement, "refutation")) for c in (every_value, supremum)}
    assert len(digests) == 2
    # Not beyond: that no value goes there says the same of the supremum.
    at_most = claim("c", forall=[r], then=r <= 1), claim("d", forall=[], then=sup(r, r) <= 1)
    assert len({digest(goal(c.statement, "refutation")) for c in at_most}) == 1


# --- JSON -----------------------------------------------------------------------------------------


def test_true_is_no_number() -> None:
    sized = statement_data(claim("a", forall=[Size("n"), Pmf("P", n)], then=log(n) >= 0).statement)
    assert sized["variables"][0][1] == ["size", 1, None]
    sized["variables"][0][1] = ["size", True, None]
    with pytest.raises(FormatError):
        read_statement(sized)
    proof = stored("cite_made_up")
    assert check_proof(proof)
    proof["schema"] = True
    proof["seal"] = seal(proof)
    with pytest.raises(FormatError):
        check_proof(proof)


def test_ends_of_intervals_are_texts() -> None:
    x = Real("x", "[0,1]")
    data = statement_data(claim("a", forall=[x], then=x >= 0).statement)
    assert data["variables"][0][1][1] == "0"
    data["variables"][0][1][1] = 0
    with pytest.raises(FormatError):
        read_statement(data)


def test_a_real_interval_is_not_empty() -> None:
    """Nothing may be said of every number of no numbers."""
    from verified.syntax.sorts import ClaimError
    from verified.syntax.terms import Var
    from verified.syntax.wellformed import check_node

    empty: Term = Var("x", RealSort(fmpq(1), fmpq(0)))
    with pytest.raises(ClaimError):
        check_node(empty)
