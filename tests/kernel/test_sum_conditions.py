"""Sums, laws and cases in normal forms: for each condition a term that it alone refuses, or keeps
from being taken for another."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, entry_at
from verified.kernel.sum_forms import _formal, _is_law, _opens, _whole_law
from verified.language import (
    Database,
    Event,
    H,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    as_joint,
    cases,
    equals,
    event_where,
    instances,
    log,
    pmf_of,
    pmf_table,
    prior_of,
    rational,
    reals_table,
    total,
)
from verified.syntax import sorts
from verified.syntax.goals import normal
from verified.syntax.terms import REAL, Bind, Op, Term, Var, number

n, m, k = Size("n"), Size("m"), Size("k")
P, Q = Pmf("P", n), Pmf("Q", n)
a, b, c = Symbol("a", n), Symbol("b", n), Symbol("c", m)
r, s, x = Real("r"), Real("s"), Real("x", ">0")
A = Event("A", n)
NO_LAW = pmf_of(r, s)


def known(*facts: Any) -> Normaliser:
    return Normaliser([normal(fact) for fact in facts])


# --- what has a normal form -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "term",
    [
        # No law, at an event that asks for none of its probabilities.
        NO_LAW[event_where(Symbol("l", 2), number(1) <= 0)],
        H(as_joint(pmf_of(r, s, 0, 0), U=2, V=2), "U"),
        # A maximum that isn't over symbols or events, a sum over events.
        Bind("max", x, None, -x), Bind("min", x, None, x), Bind("sum", A, None, number(1)),
        # An entry that is a number, of numbers of which others are none; one that isn't there.
        reals_table(n, lambda j: cases(equals(j, 0), 0, log(r)))[number(0)],
        reals_table(n, lambda j: P[j])[number(5)], reals_table(n, lambda j: r)[number(5)],
        1 / (x - x), x * log(x - x), r * log(s - s),
    ],
    ids=str,
)  # fmt: skip
def test_what_has_no_value_has_no_normal_form(term: Term) -> None:
    with pytest.raises(NotReal):
        known().poly(term)


def test_what_is_like_it_has_one() -> None:
    half = rational(1, 2)
    assert known().poly(pmf_of(half, half)[event_where(Symbol("l", 2), number(1) <= 0)]) == {}
    assert known().poly(reals_table(n, lambda j: P[j])[number(0)])
    assert known(r > 0).poly(reals_table(n, lambda j: log(r))[number(0)])


def test_the_root_of_a_quotient_is_not_multiplied_out() -> None:
    at = known()
    ((monomial, _),) = at.poly(1 / (x + 1)).items()
    ((atom, power),) = monomial
    assert power == 1
    with pytest.raises(NotReal, match="a root of"):
        at.together({((atom, fmpq(1, 2)),): fmpq(1)})


# --- tests ----------------------------------------------------------------------------------------


def test_a_test_is_one_of_two_numbers_that_are_the_same() -> None:
    """x + t = y + t is x = y; 3/2 x = y, and x = y + 1, are other tests."""
    def of(left: Any, right: Any) -> Any:
        return known().poly(cases(equals(left, right), 1, 0))

    assert of(r + x, s + x) == of(r, s) == of(s, r)
    for left, right in ((rational(3, 2) * r, s), (r, rational(3, 2) * s), (r, s + 1), (2 * r, s)):
        assert of(left, right) != of(r, s)


def test_the_logarithm_of_an_indicator_is_that_of_1_where_it_holds() -> None:
    holds, fails = number(0) <= 1, number(1) <= 0
    at = known()
    assert _formal(at, log(cases(holds, 1, 0))) == {}
    for term in (log(cases(fails, 1, 0)), log(cases(holds, 2, 0)), log(cases(r <= s, 1, 0))):
        assert _formal(at, term) == at.atom(term)


# --- sums of laws ---------------------------------------------------------------------------------

D = Database("D")
R = Prior("R", D)
i = Symbol("i", instances(D))


def mass(database: Term, prior: Term, place: Term) -> Term:
    return Op("prior_mass", (database, prior, place), REAL)


@pytest.mark.parametrize(
    ("term", "var", "holds"),
    [
        (P[a], a, True), (P[a], b, False), (P[b], a, False), (P[c], c, False),
        (entry_at(Pmf("P", m), Var("a", sorts.SymbolSort(m))), a, False),
        (entry_at(NO_LAW, Symbol("l", 2)), Symbol("l", 2), False),
        (mass(D, R, i), i, True), (mass(D, R, i), Symbol("j", instances(D)), False),
        (mass(D, R, i), Var("i", sorts.SymbolSort(n)), False),
        (mass(D, prior_of(Pmf("F", instances(D)), D), i), i, True),
        (mass(D, prior_of(pmf_table(instances(D), lambda _: r), D), i), i, False),
    ],
)  # fmt: skip
def test_what_sums_to_1(term: Term, var: Var, holds: bool) -> None:
    assert _is_law(known(), term, var) is holds


def pair(first: Term, second: Term, size: Term = m) -> Term:
    return Op("add", (Op("mul", (first, size), sorts.SizeSort(0)), second), sorts.SizeSort(0))


U = Pmf("U", n * m)


@pytest.mark.parametrize(
    ("index", "variables", "names"),
    [
        (pair(a, c), [a, c], {"a", "c"}), (pair(a, c), [c, a], {"a", "c"}),
        # Not all of them are summed over, or one is no symbol, or one of other symbols.
        (pair(a, c), [a], None), (pair(a, c), [c], None), (pair(number(0), c), [c], None),
        (pair(a, number(0)), [a], None), (pair(Size("a"), c), [Var("a", a.of), c], None),
        (pair(Symbol("d", k), c), [Symbol("d", k), c], None), (pair(a, a), [a], None),
        (Symbol("d", n * m), [Symbol("d", n * m)], None), (a, [a], None),
    ],
)  # fmt: skip
def test_a_law_on_pairs_summed_over_both(
    index: Term, variables: list[Var], names: set[str] | None
) -> None:
    assert _whole_law(known(), entry_at(U, index), variables) == names


def test_a_law_on_no_pairs_has_no_pairs() -> None:
    few = entry_at(Pmf("V", n * 2), pair(a, number(0), number(2)))
    assert _whole_law(known(), few, [a]) is None
    assert _whole_law(known(), P[a], [a]) is None
    assert _whole_law(known(), r + 1, [a]) is None


# --- sums within sums -----------------------------------------------------------------------------


def test_which_powers_of_sums_are_opened() -> None:
    one = total(b, P[b])
    assert isinstance(one, Bind)
    assert _opens(one, 1, [a] * 9)
    assert _opens(one, 4, [a])
    for power in (5, -1, 0, fmpq(1, 2)):
        assert not _opens(one, power, [a])
    # No sum, and one over as many symbols as a bound symbol says.
    assert not _opens(Bind("max", b, None, P[b]), 1, [])
    varying = Bind("sum", Var("l", sorts.SymbolSort(a)), None, number(1))
    assert _opens(varying, 1, [b])
    assert not _opens(varying, 1, [a])
