"""What proofs may say of determinants and values of games, and of numbers by their intervals."""

from __future__ import annotations

import pytest

from verified.kernel.theorem import Library, Theorem, check_step
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    Channel,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    cases,
    claim,
    determinant,
    equals,
    inf,
    largest,
    leading_minor,
    lower_value,
    negation,
    reals_table,
    sup,
    upper_value,
)
from verified.proof.derivation import Derivation, ProofError
from verified.proof.library import known_statements
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError

n, m = Size("n"), Size("m")
v, f = Reals("v", n * m), Reals("f", n)
positive, unit = Reals("u", n, ">0"), Reals("w", n, "[0,1]")
r, j = Real("r"), Symbol("j", n)
P, Q, R, W = Pmf("P", n), Pmf("Q", n), Pmf("R", n), Channel("W", n, n)
SYMBOLS = [n, m, v, f, positive, unit, r, j]


def derivation(then=r <= r):
    stated = claim("it", forall=[*SYMBOLS, P, Q, R, W], then=then)
    return Derivation("mine/it", stated.statement, known_statements())


def step(rule, formula, *premises, **data):
    found = [Theorem({}, normal(premise)) for premise in premises]
    return check_step(rule, formula, found, data, Library({}))


@pytest.mark.parametrize("term", [
    lower_value(v, n, m), upper_value(v, n, m), determinant(Reals("v", n * n), n),
])
def test_they_are_real_numbers_of_unknown_sign(term):
    assert step("obvious", term <= term)
    for formula in (term >= 0, term <= 0, term + 1 > 0):
        with pytest.raises(Rejected):
            step("obvious", formula)


def test_they_are_none_of_numbers_that_may_not_be():
    undefined = reals_table(n * m, lambda i: v[i] / r)
    for term in (lower_value(undefined, n, m), upper_value(undefined, n, m)):
        with pytest.raises(Rejected):
            step("obvious", term <= term)
        assert step("obvious", term <= term, r > 0)


def test_a_minor_is_one_of_no_more_rows_than_there_are():
    k, square = Size("k", low=0), Reals("v", n * n)
    minor = leading_minor(square, k, n)
    for formula in (minor <= minor, leading_minor(square, k + 1, n) <= 5):
        with pytest.raises(Rejected):
            step("obvious", formula)
    assert step("obvious", minor <= minor, k <= n)
    with pytest.raises(Rejected):
        step("obvious", minor >= 0, k <= n)


def test_elimination_wants_a_pivot_and_the_last_row():
    k, square, z, other = Size("k", low=0), Reals("s", n * n), Symbol("z", n), Symbol("y", n)
    d = derivation()
    last, pivot = d.assume(equals(z, k)), d.assume(negation(equals(square[z * n + z], 0)))
    key, values = "background/minor-step", {"k": k, "m": n, "v": square}
    assert d.cite(key, last, pivot, values=values | {"z": z})
    elsewhere = d.assume(negation(equals(square[other * n + z], 0)))
    for lines in ([last], [pivot], [last, elsewhere]):
        with pytest.raises((ProofError, ClaimError)):
            d.cite(key, *lines, values=values | {"z": z})
    with pytest.raises((ProofError, ClaimError)):
        d.cite(key, last, pivot, values=values | {"z": other})


def test_one_value_is_not_the_other():
    """What one law is sure of bounds the one, what one grants the other, and not the reverse."""
    p, q = Pmf("p", n), Pmf("q", m)
    d = derivation()
    lower, upper = (
        d.cite(f"definition/{name}-value", n=n, m=m, v=v).formula.right
        for name in ("lower", "upper")
    )
    assert lower.kind == "sup"
    assert upper.kind == "inf"
    assert d.below_sup(lower, d.fix(p)).formula.right == lower
    assert d.below_sup(upper, d.fix(q)).formula.left == upper
    for bind, law in ((lower, q), (upper, p)):
        with pytest.raises((ProofError, ClaimError)):
            d.below_sup(bind, law)
    with pytest.raises((ProofError, ClaimError)):
        d.have(upper_value(v, n, m) <= lower, "below-sup", term=p)


def test_an_infimum_below_a_maximum_is_of_the_one_that_the_term_says():
    x = Symbol("x", n)
    least, most = inf(P, KL(P, R)), largest(x, KL(W[x], R))
    assert step("below-sup", least <= KL(Q, R), term=Q)
    assert step("below-sup", KL(W[j], R) <= most, term=j)
    # The infimum's body at Q is itself a maximum, and the other way round.
    pairs = inf(P, largest(x, KL(W[x], P)))
    assert step("below-sup", pairs <= largest(x, KL(W[x], Q)), term=Q)
    for formula, term in (
        (pairs <= largest(x, KL(W[x], R)), Q), (pairs <= largest(x, KL(W[x], Q)), j),
        (pairs <= sup(P, largest(x, KL(W[x], P))), Q), (least <= most, Q), (least <= most, j),
    ):
        with pytest.raises(Rejected):
            step("below-sup", formula, term=term)


def test_numbers_of_an_interval_are_numbers_of_a_wider_one():
    d = derivation()
    for values in (f, positive, unit, reals_table(n, lambda i: 1 - positive[i])):
        assert d.cite("definition/event-below", n=n, f=values, r=r, a=j)
    # Where they must be positive, what may be 0, may be negative, or is of another length isn't.
    key = "background/water-filling.value"
    assert d.cite(key, values={"d": n, "n": positive, "nu": 1})
    for values in (f, unit, reals_table(n, lambda i: positive[i] - 1)):
        with pytest.raises((ProofError, ClaimError)):
            d.cite(key, values={"d": n, "n": values, "nu": 1})
    with pytest.raises((ProofError, ClaimError)):
        d.cite(key, values={"d": m, "n": positive, "nu": 1})


def test_a_choice_of_lists_is_no_list():
    d = derivation()
    either = cases(r <= 0, f, f)
    with pytest.raises((ProofError, ClaimError)):
        d.cite("definition/event-below", n=n, f=either, r=r, a=j)
