"""More false statements that the kernel once accepted, on sums, suprema and privacy's quantities.

As in `test_holes`, every proof is written as a certificate, by hand, and read again.
"""

from __future__ import annotations

import pytest

from tests.kernel.test_holes import check, line, refused
from verified.language import (
    ClaimError,
    Database,
    Event,
    Mechanism,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    alphabet,
    cases,
    conditional_entry_information,
    entries,
    entry_prior,
    equals,
    group_information,
    information,
    instances,
    largest,
    log,
    prior_mass,
    response_given,
    total,
)
from verified.syntax.claims import Statement
from verified.syntax.formulas import substitute

n = Size("n")
a = Symbol("a", n)
r = Real("r")
D = Database("D")
i, j, k = (Symbol(name, entries(D)) for name in "ijk")


# --- sums over alphabets that depend on bound symbols ---------------------------------------------


def _of(entry):
    return Symbol("x", alphabet(D, entry))


def test_the_alphabet_of_a_pinned_entry_is_that_entrys():
    """Σ_i Σ_{x of entry i} [i = j] x² speaks of entry j, and not of k."""

    def only(entry):
        x = _of(i)
        return total(i, total(x, cases(equals(i, entry), 1, 0) * x * x))

    refused([D, j, k], equals(only(j), only(k)), line("identity", equals(only(j), only(k))))
    x = _of(j)
    kept = equals(only(j), total(x, x * x))
    assert check(Statement((D, j), (), kept), line("identity", kept)).steps == 1


def test_a_sum_whose_alphabet_depends_on_a_symbol_stays_within_that_symbols_sum():
    def one(entry):
        x = _of(entry)
        return total(i, total(j, total(x, 1 / (1 + i + 2 * j + 3 * x))))

    then = equals(one(i), one(j))
    refused([D], then, line("identity", then))


def test_a_prior_that_depends_on_the_instance_needn_t_sum_to_one():
    """Each instance's probability under a prior of its own."""
    x, law = Symbol("x", instances(D)), Pmf("L", alphabet(D, i))
    then = equals(total(x, prior_mass(entry_prior(D, x, i, law), x)), 1)
    refused([D, i, law], then, line("identity", then))


# --- databases ------------------------------------------------------------------------------------


def test_a_prior_and_a_mechanism_stand_on_one_database():
    """A file whose prior is on another database than its mechanism says nothing."""
    other, m = Database("E"), Size("m")
    M, prior, elsewhere = Mechanism("M", D, m), Prior("P", D), Prior("P", other)
    group, o = Event("G", entries(D)), Symbol("o", instances(D))
    for build in (
        lambda it: information(it, M),
        lambda it: conditional_entry_information(it, M, i),
        lambda it: group_information(it, M, group, group),
        lambda it: total(a, response_given(it, M, o, group, group)[0, 0]),
    ):
        honest = build(prior)
        with pytest.raises(ClaimError):
            build(elsewhere)
        wrong = substitute(honest, {"P": elsewhere})
        refused([n, D, other, m, M, elsewhere, group, o, i], equals(wrong, wrong),
                line("identity", equals(wrong, wrong)))


def test_a_law_put_on_an_entry_is_of_its_symbols():
    law = Pmf("L", n)
    with pytest.raises(ClaimError):
        entry_prior(D, 0, i, law)
    x = Symbol("x", instances(D))
    honest = total(x, prior_mass(entry_prior(D, 0, i, Pmf("L", alphabet(D, i))), x))
    wrong = equals(substitute(honest, {"L": law}), 1)
    refused([n, D, i, law], wrong, line("identity", wrong))


# --- suprema --------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", [(1,), (1, 0)])
def test_a_guard_shows_nothing_where_it_fails(places):
    """That log r is real was shown where r > 0; for other r it has no value."""
    then = largest(a, log(r), where=r > 0) <= log(r)
    refused(
        [n, r], then,
        line("assume", r > 0),
        line("obvious", log(r) <= log(r), 0),
        line("bound-sup", then, *places, variable=a), fixed=[a],
    )
