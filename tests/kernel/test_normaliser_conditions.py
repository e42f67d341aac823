"""What normalisers within one another share, what is kept of normal forms and what isn't."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from verified.kernel import normaliser as room
from verified.kernel import signs
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, constant, entry_at, key_of, plus
from verified.kernel.settled import settled_of
from verified.kernel.signs import atom_sign
from verified.language import (
    TV,
    H,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    as_joint,
    every,
    largest,
    log,
    total,
)
from verified.syntax.goals import normal
from verified.syntax.terms import Term, number

n, m = Size("n"), Size("m")
P = Pmf("P", n)
a, b, c = Symbol("a", n), Symbol("b", n), Symbol("c", m)
r, s, x = Real("r"), Real("s"), Real("x", ">0")

# Of each term in which one of these stands nothing is known before its test.
FRESH = (number(1000 + place) for place in itertools.count())


def known(*facts: Any) -> Normaliser:
    return Normaliser([normal(fact) for fact in facts])


# --- one within another ---------------------------------------------------------------------------


def test_what_is_within_knows_what_is_known_outside() -> None:
    outer = known(r >= 0)
    inner = Normaliser((), outer)
    assert inner.sign_of(r) == 0
    assert Normaliser([normal(s > 0)], inner).sign_of(r + s) == 1
    assert outer.sign_of(s) is None
    assert inner.atoms is outer.atoms
    assert inner.trace is outer.trace
    assert inner.seeking is outer.seeking


def test_no_name_is_given_twice() -> None:
    outer = known()
    inner = Normaliser((), outer)
    names = [at.fresh_symbol(n).name for at in (outer, inner, outer, Normaliser((), inner))]
    symbols = [at.bound_symbol(n, P)[0].name for at in (outer, inner, Normaliser((), inner))]
    assert len({*names, *symbols}) == 7


def test_a_symbol_of_an_alphabet_is_the_same_wherever_it_is_bound() -> None:
    """Unless it stands in the term already."""
    at = known()
    symbol, inner = at.bound_symbol(n, P[a])
    again = at.bound_symbol(n, P[b])
    assert again[0] == symbol
    assert again[1] is inner
    assert at.bound_symbol(m, P)[0] != symbol
    other, apart = at.bound_symbol(n, entry_at(P, symbol))
    assert other != symbol
    assert apart is not inner


def test_what_was_found_is_found_once() -> None:
    """With facts here, without them for all."""
    place = next(FRESH)
    at = known(r >= 0)
    assert at.poly(log(r + place)) is at.poly(log(r + place))
    assert known().poly(x + place) is at.poly(x + place)
    assert settled_of((x + place) * (x + place + 1)) is None
    known().poly((x + place) * (x + place + 1))
    assert settled_of((x + place) * (x + place + 1)) is not None


def test_what_cannot_be_kept_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "settle", lambda *_: None)
    place = next(FRESH)
    assert known().poly((x + place) - place) == known().poly(x)


def test_a_sign_is_found_once_until_more_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    at = known(r > 0)
    assert at.sign_of(log(r)) is None
    with monkeypatch.context() as patch:
        patch.setattr(signs, "_shape_sign", None)
        assert at.sign_of(log(r)) is None
    at.learn([normal(r >= 1)])
    assert at.sign_of(log(r)) == 0


def test_a_sign_that_was_cut_short_is_not_kept() -> None:
    """On the way to the sign of log r that of log s can't rest on it; by itself it does."""
    at = known(r > 0, s > 0, log(s) <= r - 1, log(r) <= s - 1, x <= r - 1)
    assert at.sign_of(log(r)) == 1
    assert at.sign_of(log(s)) == 1


def test_a_sign_is_not_that_of_another_variable_of_the_same_name() -> None:
    at = known()
    at.atom(Real("u", ">=0"))
    assert atom_sign(at, key_of(Real("u"))) == 0
    at.atom(Real("u"))
    assert atom_sign(at, key_of(Real("u"))) is None


def test_nothing_is_kept_where_one_name_is_two_variables() -> None:
    at = known()
    at.atom(Real("u", ">0"))
    at.atom(Real("u", ">0"))
    # By other names of what is bound it is the same.
    for symbol in (a, b):
        at.atom(total(symbol, P[symbol] * Real("u", ">0")))
    assert not at.trace.mixed
    at.atom(Real("u"))
    assert at.trace.mixed
    term = Real("u") + next(FRESH)
    at.poly(term)
    assert settled_of(term) is None


@pytest.mark.parametrize("first", [True, False])
def test_a_form_that_is_written_out_is_kept_for_nobody_else(first: bool) -> None:
    pairs = Pmf(f"T{first}", n * m)
    entropy = H(as_joint(pairs, U=n, V=m), "U")
    forms = {}
    for unfolds in (first, not first):
        at = Normaliser(unfolds=unfolds)
        forms[unfolds] = Normaliser((), at).poly(entropy), at.poly(entropy)
        assert settled_of(entropy) is None
    for one, two in forms.values():
        assert one == two
    ((_, coefficient),) = forms[False][0].items()
    assert coefficient == 1
    assert forms[True][0] != forms[False][0]


# --- notes ----------------------------------------------------------------------------------------


def test_a_note_of_nothing_is_none() -> None:
    at = known()
    at.note({}, True)
    assert at.sign({}) == 0


def test_what_is_noted_is_no_less_for_a_later_note() -> None:
    at = known()
    form = at.atom(r)
    for strict, sign in ((False, 0), (True, 1), (False, 1)):
        at.note(form, strict)
        assert at.sign(form) == sign


def test_what_a_branch_notes_by_its_form_is_known_outside() -> None:
    """The first time as the second, whatever was kept."""
    other = Pmf(f"Q{next(FRESH).value}", n)
    for _ in range(2):
        at = known()
        form = at.branch(normal(r <= s), TV(P, other))
        assert at.sign(plus(constant(1), form, -1)) == 0


# --- what holds for every symbol ------------------------------------------------------------------

PAIRS, i = Reals("Z", n * m), Symbol("i", n * m)


def test_what_holds_of_each_pair_holds_of_each_symbol_of_a_product() -> None:
    each = every(a, every(c, PAIRS[a * m + c] >= 0))
    assert known(each).sign_of(largest(i, PAIRS[i])) == 0
    assert known().sign_of(largest(i, PAIRS[i])) is None


def test_a_fact_about_some_symbols_is_none_about_all() -> None:
    """About the first 18 of 20, about numbers, or about another alphabet."""
    law, few, all_ = Pmf("V", 20), Symbol("d", 18), Symbol("e", 20)

    def logs(symbol: Any) -> Term:
        return total(symbol, log(entry_at(law, symbol)))

    some = every(few, entry_at(law, few) > 0)
    known(some).poly(logs(few))
    known(every(all_, entry_at(law, all_) > 0)).poly(logs(all_))
    for fact in (some, every(r, r * r >= 0), every(a, P[a] > 0)):
        with pytest.raises(NotReal):
            known(fact).poly(logs(all_))


def test_a_fact_that_holds_a_sum_over_its_own_symbols() -> None:
    """It is read without the others of its kind, and what was found so isn't kept."""
    logs = total(b, log(P[b]))
    at = known(every(a, P[a] > 0), every(a, P[a] * logs >= r))
    at.poly(total(a, P[a] ** 2 * logs))
