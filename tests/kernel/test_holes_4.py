"""What is kept from one proof for the next: it changes no answer, and shows nothing false."""

from __future__ import annotations

import pytest

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.proof import check_step
from verified.kernel.theorem import Library, Theorem
from verified.kernel.values import Rejected
from verified.language import (
    Pmf,
    Real,
    Size,
    Symbol,
    cases,
    either,
    equals,
    every,
    log,
    smallest,
    some,
    total,
)
from verified.language.formulas import Formula
from verified.language.goals import normal
from verified.language.terms import number

n, m = Size("n"), Size("m")


def accepted(formula: Formula, rule: str = "obvious") -> bool:
    """Whether the kernel accepts the formula as one step on its own."""
    try:
        check_step(rule, formula, [], {}, Library({}))
    except Rejected:
        return False
    return True


# --- the order in which proofs are checked --------------------------------------------------------


@pytest.mark.parametrize("name", ["b", "c"])
def test_a_step_is_accepted_the_first_time_or_never(name):
    """What was found below a sum or in a branch on the way to a normal form was known of it only
    from the second time on: a step refused alone was accepted after itself."""
    law, symbol = Pmf(f"R{name}", 2), Symbol(name, n)
    limited, other = Real(f"l{name}", "[-1,1]"), Real(f"o{name}")
    for formula in (
        total(symbol, law[1]) >= 0,
        total(symbol, 1 - limited) >= 0,
        cases(either(other <= 0, limited <= 0), 1 - limited, 2 - 2 * limited) >= 0,
        1 + cases(other <= limited, law[1], 2 * law[1]) >= 1,
        1 + total(symbol, cases(either(other > 0, limited <= 0), law[0], 2 * law[0])) >= 1,
    ):
        first = accepted(formula)
        assert [accepted(formula) for _ in range(2)] == [first, first]


# --- one name for two variables -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["z", "y"])
def test_two_variables_of_one_name_settle_nothing(name):
    """Where a normaliser met z > 0 and any z, z/z = 1 was found of the first, kept with the second
    and believed from then on. (No file brings the two together; what calls the kernel may.)"""
    unsure, sure = Real(name), Real(name, ">0")
    for first, second in ((unsure, sure), (sure, unsure)):
        normaliser = Normaliser()
        for term in (first, second, first / first, second / second, log(first) - log(first)):
            try:
                normaliser.poly(term)
            except NotReal:
                continue
    for known in (unsure / unsure, 2 + unsure / unsure, log(unsure) - log(unsure)):
        assert not accepted(equals(known, known), "identity")
    assert accepted(equals(sure / sure, 1), "identity")


# --- a value of a symbol whose alphabet isn't fixed -----------------------------------------------


def step(rule: str, formula: Formula, *premises: Theorem, **data: object) -> Theorem:
    return check_step(rule, normal(formula), list(premises), data, Library({}))


def test_a_value_for_one_size_of_an_alphabet_is_none_for_every_size():
    """Where there is one of k symbols, k isn't 0; “1 ≤ k” was generalised to every k < n, and
    said at 0 that 1 ≤ 0, in a proof whose statement has k and its symbol as variables."""
    k, j = Symbol("k", n), Symbol("j", n)
    symbol = Symbol("a", k)
    small = step("obvious", number(1) <= symbol + 1)
    large = step("obvious", symbol + 1 <= k)
    shown = step("transitive", number(1) <= k, small, large)
    assert symbol in shown.rests_on
    existing = step("obvious", number(0) <= 0)
    witness = step("exhibit", some(j, number(0) <= j), existing, term=number(0))
    used = step("transitive", number(1) <= n, shown, step("obvious", k <= n))
    for rule, formula, *premises in (
        ("generalise", every(j, number(1) <= j), shown),
        ("obtain", number(1) <= n, witness, used),
        ("bound-sup", number(1) <= smallest(j, j), shown),
    ):
        with pytest.raises(Rejected, match="the sort of a speaks of it"):
            step(rule, formula, *premises, variable=k)
    # Of a symbol whose alphabet is fixed, every k is as good.
    fixed = Symbol("b", Size("few", low=0))
    told = step("obvious", number(0) <= k + fixed)
    general = step("generalise", every(j, number(0) <= j + fixed), told, variable=k)
    assert general.rests_on == {fixed}
