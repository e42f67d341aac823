"""Normal forms: equal terms share one, and what isn't certainly real is refused."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.kernel.judgements import defined
from verified.kernel.normaliser import RULES, Normaliser
from verified.kernel.polynomial import NotReal, constant, plus
from verified.kernel.truth import BallReading
from verified.language import (
    KL,
    Channel,
    Database,
    Event,
    H,
    I,
    Mechanism,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    absolute,
    as_joint,
    binary_entropy,
    both,
    cases,
    chain,
    channel_table,
    conditional_entry_information,
    database_of,
    differential_entropy,
    either,
    entries,
    entry_of,
    equals,
    event_where,
    every,
    exp,
    gaussian,
    gaussian_information,
    history_law,
    initial,
    instances,
    laplace,
    laplace_information,
    law_mixture,
    log,
    mi_dp,
    negation,
    normal_cdf,
    output,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    remainder,
    sqrt,
    stage_information,
    together,
    total,
    with_entry,
)
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import REAL, Op, number

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
K = Channel("K", m, n)
a, b, x, y = Symbol("a", n), Symbol("b", n), Symbol("x", n), Symbol("y", m)
A = Event("A", n)
R = Pmf("R", 2)
component, free = Reals("f", n, "[0,1]"), Reals("g", n)
eps, t, r, s = Real("eps", ">0"), Real("t", "[0,1]"), Real("r"), Real("s")


def parts(first, second):
    """A symbol's part of a divergence."""
    return first[a] * log(first[a]) - first[a] * log(second[a])


def same(left, right, *facts):
    normaliser = Normaliser(facts, unfolds=True)
    difference = plus(normaliser.poly(number(left)), normaliser.poly(number(right)), -1)
    return normaliser.is_zero(difference)


on_pairs = Pmf("S", n * m)
pair = Symbol("s", n * m)
of_pairs = as_joint(on_pairs, U=n, V=m)
flat = pmf_table(n * m, lambda s: P[quotient(s, m)] * W[quotient(s, m), remainder(s, m)])

EQUAL = [
    (total(pair, on_pairs[pair]), 1, ()),
    (total(pair, flat[pair] * flat[pair]), total(x, total(y, P[x] ** 2 * W[x, y] ** 2)), ()),
    (total(x, total(y, on_pairs[x * m + y] * log(on_pairs[x * m + y]))), -H(of_pairs, "U,V"), ()),
    (I(of_pairs, "U;V"), H(of_pairs, "U") - H(of_pairs, "U|V"), ()),
    (H(as_joint(flat, U=n, V=m), "U"), -total(x, P[x] * log(P[x])), ()),
    (total(a, P[a]), 1, ()),
    (total(a, t * P[a] + (1 - t) * Q[a]), 1, ()),
    (total(a, number(1)), n, ()),
    (exp(2 * eps) - 1, (exp(eps) - 1) * (exp(eps) + 1), ()),
    ((exp(2 * eps) - 1) / (exp(eps) - 1), exp(eps) + 1, (exp(eps) > 1,)),
    (1 / (eps + 1) + eps / (eps + 1), 1, ()),
    (log(12 * eps / exp(eps)), 2 * log(2) + log(3) + log(eps) - eps, ()),
    (log(eps / (1 + eps)), log(eps) - log(1 + eps), ()),
    (exp(log(eps) * 2), eps**2, ()),
    (sqrt(eps) * sqrt(eps), eps, ()),
    (sqrt(4 * eps**2), 2 * eps, ()),
    (absolute(r - s), absolute(s - r), ()),
    (absolute(r), -r, (r <= 0,)),
    (binary_entropy(t), -t * log(t) - (1 - t) * log(1 - t), ()),
    (binary_entropy(t), binary_entropy(1 - t), ()),
    (total(y, total(x, P[x] * W[x, y])), 1, ()),
    (total(y, output(P, W)[y]), 1, ()),
    (output(P, W)[y], total(x, W[x, y] * P[x]), ()),
    (chain(W, K)[x, b], total(y, W[x, y] * K[y, b]), ()),
    (total(a, P[a]) * total(a, Q[a] * Q[a]), total(a, total(b, P[a] * Q[b] * Q[b])), ()),
    (total(a, cases(equals(a, b), P[a], 0)), P[b], ()),
    (total(a, cases(equals(a + 1, b + 1), P[a], 0)), P[b], ()),
    (total(a, P[a], where=equals(a, b)), P[b], ()),
    (P[event_where(a, equals(a, b))], P[b], ()),
    (P[event_where(a, Q[a] <= P[a])] + P[event_where(a, negation(Q[a] <= P[a]))], 1, ()),
    (R[0] + R[1], 1, ()),
    (pmf_of(t, 1 - t)[1], 1 - t, ()),
    (pmf_table(n, lambda k: (P[k] + Q[k]) / 2)[b], (P[b] + Q[b]) / 2, ()),
    (
        total(a, P[a] * log(P[a]) - P[a] * log(Q[a])), total(a, P[a] * log(P[a] / Q[a])),
        (every(a, P[a] > 0), every(a, Q[a] > 0)),
    ),
    (P[a] * Q[a] * log(P[a] * Q[a]), P[a] * Q[a] * log(P[a]) + Q[a] * P[a] * log(Q[a]), ()),
    (P[a] * log(P[a] + Q[a]) - P[a] * log(P[a] + Q[a]), 0, ()),
    # A common factor leaves a logarithm where it is positive; a divisor's sign doesn't matter.
    (log(exp(eps) - 1), eps + log(1 - exp(-eps)), (exp(eps) > 1,)),
    (log(eps * t + eps), log(eps) + log(1 + t), ()),
    (log(1 / (exp(eps) - 1)), -log(exp(eps) - 1), (exp(eps) > 1,)),
    (log(t / (1 - t)), log(t) - log(1 - t), (t > 0, t < 1)),
    (absolute(component[a]), component[a], ()),
    (absolute(component[a] - 1), 1 - component[a], ()),
]


@pytest.mark.parametrize(("left", "right", "facts"), EQUAL)
def test_equal_terms_share_a_normal_form(left, right, facts):
    assert same(left, right, *facts)


def test_a_factor_that_may_be_negative_stays_in_a_logarithm():
    (monomial,) = Normaliser((r * s + r > 0,)).poly(log(r * s + r))
    assert len(monomial) == 1


UNEQUAL = [
    (total(a, P[a] * P[a]), 1, ()),
    (total(a, P[a]), total(y, number(1)), ()),
    (exp(eps) * exp(t), exp(eps * t), ()),
    (log(eps + t), log(eps) + log(t), (t > 0,)),
    (absolute(component[a] - rational(1, 2)), rational(1, 2) - component[a], ()),
    (absolute(free[a]), free[a], ()),
    (sqrt(eps) * sqrt(t), sqrt(eps), ()),
    (absolute(r), r, ()),
    (P[A], 1, ()),
    (P[A], Q[A], ()),
    (P[event_where(a, equals(a, b))], P[a], ()),
    (total(a, P[a] * Q[a]), total(a, total(b, P[a] * Q[b])), ()),
    (R[0], R[1], ()),
    (binary_entropy(t), t, ()),
    (total(a, cases(equals(a, b), P[a], Q[a])), P[b], ()),
]


@pytest.mark.parametrize(("left", "right", "facts"), UNEQUAL)
def test_unequal_terms_do_not(left, right, facts):
    assert not same(left, right, *facts)


REFUSED = [
    (1 / r, ()),
    (1 / (r - r), ()),
    (r / r, ()),
    (log(r), ()),
    (log(t), ()),
    (t * log(1 - t), ()),
    (P[a] * log(Q[a]), ()),
    (P[a] * log(P[b]), ()),
    (sqrt(r), ()),
    (log(r) + log(1 + s), (r * s + r > 0,)),
    (sqrt(free[a]), ()),
    (KL(P, Q), ()),
    (KL(P, Q) - KL(P, Q), ()),
    (total(a, P[a] * log(P[a] / Q[a])), (every(a, P[a] > 0),)),
    (pmf_of(t, t)[0], ()),
    (pmf_of(r, 1 - r)[0], ()),
    (P[0] + P[1], ()),
    (R[2], ()),
    (R[y], ()),
    (binary_entropy(r), ()),
    (1 / (P[a] + Q[a]), ()),
    (cases(equals(a, b), 1 / r, 0), ()),
    (number(float("inf")), ()),
    (binary_entropy(eps), (eps <= 2,)),
    # Only “0 < b or p ≤ 0” makes p vanish with b.
    (P[a] * log(Q[a]), (either(Q[a] > 0, P[b] <= 0),)),
    (P[a] * log(Q[a]), (either(Q[a] >= 0, P[a] <= 0),)),
    (P[a] * log(Q[a]), (either(P[a] > 0, Q[a] <= 0),)),
    (P[a] * log(Q[a]), (either(Q[a] > 0, P[a] <= eps),)),
    (P[a] * log(Q[a]), (either(Q[a] > 0, P[a] - P[b] <= 0),)),
    (KL(Q, P), (KL(P, Q) < KL(Q, P),)),
    (KL(P, Q), (KL(P, Q) <= KL(Q, P),)),
    (total(a, parts(Q, P)), (total(a, parts(P, Q)) <= eps,)),
    (total(a, parts(P, Q)), (total(a, parts(P, Q)) <= KL(P, Q),)),
    (total(a, parts(P, Q)), (total(a, parts(P, Q)) > eps,)),
    (total(a, parts(P, Q)), (total(a, parts(P, Q) - parts(Q, P)) <= eps,)),
    (parts(P, Q), (total(b, parts(P, Q)) <= eps,)),
    (KL(P, Q), (t * KL(P, Q) <= eps,)),
    (KL(Q, P), (eps * KL(P, Q) < KL(Q, P),)),
]


@pytest.mark.parametrize(("term", "facts"), REFUSED)
def test_what_may_be_undefined_or_infinite_is_refused(term, facts):
    with pytest.raises(NotReal):
        Normaliser(facts).poly(term)


ACCEPTED = [
    (1 / r, (negation(equals(r, 0)),)),
    (KL(P, Q), (KL(P, Q) <= eps,)),
    (KL(P, Q) + KL(Q, P), (KL(P, Q) + KL(Q, P) <= eps,)),
    (P[a] * log(Q[a]), (P[a] <= exp(eps) * Q[a],)),
    (P[0] + P[1], (n >= 2,)),
    (cases(equals(r, 0), 0, t / r), ()),
    (log(H(P)), (H(P) > 0,)),
    (binary_entropy(eps), (eps <= 1,)),
    (P[a] * log(Q[a]), (either(Q[a] > 0, P[a] <= 0),)),
    (total(a, P[a] * log(Q[a])), (every(a, either(equals(P[a], 0), Q[a] > 0)),)),
    (KL(P, Q), (KL(P, Q) < KL(Q, P),)),
    (total(a, parts(P, Q)), (total(a, parts(P, Q)) <= eps,)),
    (total(a, parts(P, Q)), (total(a, parts(P, Q)) < KL(P, Q),)),
    (total(a, W[a, y] * parts(P, Q)), (total(a, parts(P, Q)) < KL(P, Q),)),
    (KL(P, Q), (t > 0, t * KL(P, Q) + eps * KL(Q, P) < KL(P, P))),
    (KL(Q, P), (KL(Q, P) * eps <= eps,)),
]


@pytest.mark.parametrize(("term", "facts"), ACCEPTED)
def test_facts_make_terms_real(term, facts):
    Normaliser(facts).poly(term)
    if facts:
        with pytest.raises(NotReal):
            Normaliser().poly(term)


def test_powers_of_sums_in_sums_are_opened():
    """Sums may be exchanged where one of the orders makes a square of the inner sum."""
    k = Size("k")
    table = Reals("h", n * k)
    s, z, j = Symbol("s", n), Symbol("z", n), Symbol("j", k)

    def value(symbol):
        return P[symbol] * table[symbol * k + j]

    squares = total(j, total(s, value(s)) ** 2)
    pairs = total(s, total(z, total(j, value(s) * value(z))))
    assert same(squares, pairs)
    assert same(total(a, squares), n * pairs)
    assert not same(squares, total(s, total(j, value(s) ** 2)))
    assert not same(squares, total(j, total(s, value(s))) ** 2)
    weighted = total(s, P[s] * total(j, total(z, value(s) * value(z))) ** 2)
    i = Symbol("i", k)

    def other(symbol):
        return P[symbol] * table[symbol * k + i]

    u, v = Symbol("u", n), Symbol("v", n)
    opened = total(j, total(i, total(u, total(v, total(
        s, P[s] * value(s) * value(u) * other(s) * other(v)
    )))))
    assert same(weighted, opened)
    cubes = total(j, total(s, value(s)) ** 3)
    assert same(cubes, total(s, pairs_with(value, j, s, z, n)))
    assert not same(cubes, squares)


def pairs_with(value, j, s, z, size):
    """Σ_z Σ_y Σ_j of the product of three values."""
    third = Symbol("y'", size)
    return total(z, total(third, total(j, value(s) * value(z) * value(third))))


def test_a_mixture_of_laws_on_the_line_has_an_entropy():
    even = pmf_of(rational(1, 2), rational(1, 2))
    mixture = law_mixture(even, gaussian(r, eps), law_mixture(R, laplace(s, eps), gaussian(s, 1)))
    Normaliser().poly(differential_entropy(mixture))
    for refused in (
        law_mixture(even, gaussian(r, eps), gaussian(r, s)),
        law_mixture(even, gaussian(r, eps), laplace(r, t)),
        law_mixture(even, gaussian(1 / r, eps), gaussian(r, eps)),
        law_mixture(pmf_of(r, 1 - r), gaussian(r, eps), gaussian(s, eps)),
        law_mixture(even, gaussian(r, eps), law_mixture(R, gaussian(r, s), gaussian(r, 1))),
    ):
        with pytest.raises(NotReal):
            Normaliser().poly(differential_entropy(refused))


def test_noise_on_a_query_is_of_positive_size():
    dims = Size("d")
    query = Reals("f", W.sort.outputs * dims)
    rows = pmf_table(n, lambda x: r)
    for quantity in (gaussian_information, laplace_information):
        Normaliser().poly(quantity(P, W, query, dims, 1 + t**2))
        Normaliser([s > 0]).poly(quantity(P, W, query, dims, s))
        for refused in (quantity(P, W, query, dims, s), quantity(P, W, query, dims, t),
                        quantity(P, W, query, dims, number(float("inf"))),
                        quantity(rows, W, query, dims, exp(s))):
            with pytest.raises(NotReal):
                Normaliser().poly(refused)
        for refused in (quantity(P, W, query, dims, 1 / s), quantity(P, W, query, dims, -t)):
            with pytest.raises(NotReal):
                Normaliser([s >= 0]).poly(refused)


def test_an_infinite_bound_makes_nothing_real():
    with pytest.raises(NotReal):
        Normaliser([KL(P, Q) <= KL(Q, P)]).poly(KL(P, Q))


def test_signs():
    signs = Normaliser([r <= s, r < 0])
    assert signs.sign_of(s - r) == 0
    assert signs.sign_of(2 * s - 2 * r) == 0
    assert signs.sign_of(-r) == 1
    assert signs.sign_of(r) is None
    assert signs.sign_of(r * r) == 0
    assert signs.sign_of(exp(r)) == 1
    assert signs.sign_of(1 - t) == 0
    assert signs.sign_of(t - 1) is None
    assert signs.sign_of(P[a] * Q[a] + eps) == 1
    assert signs.sign_of(P[A]) == 0
    assert signs.sign_of(P[A] - 1) is None


def test_signs_of_quotients():
    signs = Normaliser([r < s])
    assert signs.sign_of(1 / (s - r)) == 1
    assert signs.sign_of(eps / (s - r)) == 1
    assert signs.sign_of(t / (s - r)) == 0
    assert signs.sign_of(-t / (r - s)) == 0
    assert signs.sign_of(t / (r - s)) is None
    assert signs.sign_of(r / (s - r)) is None
    # Whichever coefficient the divisor is scaled by.
    signs = Normaliser([exp(s) > 1])
    assert signs.sign_of(1 / (exp(s) - 1)) == 1
    assert signs.sign_of(1 / (1 - exp(s))) is None
    assert signs.sign_of((r - s) / (exp(s) - 1)) is None
    assert signs.sign_of(-1 / (1 - exp(s))) == 1
    # A fact that speaks of a logarithm doesn't give that logarithm's own sign.
    assert Normaliser([s > 0, log(s) <= s - 1]).sign_of(log(s)) is None
    assert Normaliser([s > 0, log(s) <= s - 1]).sign_of(s - 1) is None


# --- random terms: the normal form has the value of the term ------------------------------------

_leaves = st.sampled_from([eps, t, number(2), number(0), P[0], Q[1], P[A], exp(t), 1 + eps])


def _grown(parts):
    return st.one_of(
        st.tuples(parts, parts).map(lambda p: p[0] + p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] - p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] * p[1]),
        parts.map(lambda p: exp(p / 2)),
        parts.map(lambda p: p / (1 + eps)),
        parts.map(lambda p: (1 + eps) * log(exp(p) + 1)),
        parts.map(lambda p: sqrt(exp(p) + eps)),
        parts.map(absolute),
        parts.map(lambda p: normal_cdf(p - t)),
        parts.map(lambda p: p * log(eps)),
        parts.map(lambda p: total(a, P[a] * p + Q[a])),
        parts.map(lambda p: total(a, total(b, P[a] * W[a, 0] * Q[b] * p))),
        parts.map(lambda p: total(a, cases(equals(a, 1), p, P[a]))),
        parts.map(lambda p: cases(eps <= t, p, 1 - p)),
        parts.map(lambda p: p * total(a, P[a] * log(P[a]))),
    )


_terms = st.recursive(_leaves, _grown, max_leaves=5)
_unit = st.integers(1, 9).map(lambda k: fmpq(k, 10))


@given(_terms, _unit, _unit, st.lists(st.integers(0, 4), min_size=6, max_size=6),
       st.frozensets(st.integers(0, 2)))
@settings(max_examples=150, deadline=None)
def test_the_normal_form_has_the_value_of_the_term(term, first, second, weights, event):
    law = [fmpq(w + 1, sum(weights[:3]) + 3) for w in weights[:3]]
    other = [fmpq(w + 1, sum(weights[3:]) + 3) for w in weights[3:]]
    rows = [fmpq(1, 3), fmpq(2, 3), fmpq(1, 4), fmpq(3, 4), fmpq(0), fmpq(1)]
    env = {
        "n": 3, "m": 2, "eps": first * 3, "t": second, "A": event,
        "P": BallArray((3,), law), "Q": BallArray((3,), other), "W": BallArray((3, 2), rows),
    }
    normaliser = Normaliser([n >= 3])
    back = normaliser.term(normaliser.poly(term))
    reading = BallReading()
    with precision(256):
        difference = reading.real(term, env) - reading.real(back, env)
        small = difference == 0 if isinstance(difference, fmpq) else difference.contains(0)
        assert small, f"{term} became {back}"


def test_constants():
    assert constant(0) == {}
    assert plus(constant(2), constant(2), -1) == {}


def pairs(entry):
    """A sum over pairs that are numbered as one symbol."""
    pair = Symbol("s", n * m)
    return total(pair, entry(quotient(pair, m), remainder(pair, m)))


def test_sums_over_pairs():
    R = Pmf("R", m)
    assert same(pairs(lambda u, v: P[u] * R[v]), number(1))
    assert same(pairs(lambda u, v: P[u] * W[u, v]), number(1))
    assert same(pairs(lambda u, v: P[u] * u), m * total(a, P[a] * a))
    assert same(pairs(lambda u, v: r), n * m * r)
    assert not same(pairs(lambda u, v: P[u] * u), total(a, P[a]))
    table = pmf_table(n * m, lambda s: P[quotient(s, m)] * R[remainder(s, m)])
    wide = channel_table(n * m, m, lambda s, y: W[quotient(s, m), y])
    assert same(output(table, wide)[y], output(P, W)[y])
    assert same(quotient(number(7), number(3)), number(2))
    assert same(remainder(number(7), number(3)), number(1))


def test_pairs_keep_their_ranges():
    pair, square = Symbol("s", n * m), Pmf("S", n * m)
    normaliser = Normaliser(())
    for bad in (
        P[remainder(pair, m)], P[quotient(pair, n)], quotient(pair, pair), remainder(pair, 0),
        quotient(eps + 0, n), quotient(pair, m - 1), P[quotient(a, m)],
        # A table that is no law has no entries.
        total(pair, pmf_table(n * m, lambda s: quotient(s, m) / m)[pair]),
    ):
        with pytest.raises(NotReal):
            normaliser.poly(bad)
    # The pair itself occurs, or is divided by another number than the size says.
    for left in (total(pair, square[pair] * remainder(pair, m)), pairs(lambda u, v: u + v * m),
                 total(pair, quotient(pair, n))):
        assert not same(left, total(a, total(y, a + y)))


def test_differences_of_whole_numbers_are_divided():
    normaliser = Normaliser(())
    around = remainder(n + x - a, n)
    normaliser.poly(P[around])
    # Closed, below n: not x − a, and nothing is known of it but its range.
    assert not same(around, x - a)
    assert not same(around, remainder(x + n - b, n))
    assert normaliser.sign(normaliser.poly(around)) == 0
    assert normaliser.sign(normaliser.poly(n - around)) == 1
    assert same(remainder(n - n, n), number(0))
    for bad in (remainder(x - a, n), remainder(n + r, n), remainder(n + x / 2, n),
                remainder(n - x * r, n), quotient(-x, n)):
        with pytest.raises(NotReal):
            normaliser.poly(bad)


def test_a_table_is_a_law_if_the_facts_say_that_it_sums_to_one():
    weights, wide = Reals("f", n, ">=0"), Reals("g", n)
    whole = equals(total(a, weights[a]), 1)
    table = pmf_table(n, lambda k: weights[k])
    pair_law = pmf_of(r, s)
    both_ways = both(total(a, weights[a]) <= 1, total(a, weights[a]) >= 1)
    assert defined(Normaliser([whole]), table)
    assert defined(Normaliser([both_ways]), table)
    assert defined(Normaliser([equals(r + s, 1), r >= 0, s >= 0]), pair_law)
    for facts in (
        [], [total(a, weights[a]) <= 1], [total(a, weights[a]) >= 1],
        [equals(total(a, weights[a]), 2)], [equals(total(a, weights[a]), t)],
        [equals(total(a, wide[a]), 1)], [equals(total(a, weights[a] ** 2), 1)],
    ):
        assert not defined(Normaliser(facts), table)
    # What sums to 1 may still have negative entries.
    whole = Normaliser([equals(total(a, wide[a]), 1)])
    assert not defined(whole, pmf_table(n, lambda k: wide[k]))
    for facts in ([equals(r + s, 1)], [equals(r + s, 1), r >= 0], [r >= 0, s >= 0, r + s <= 1]):
        assert not defined(Normaliser(facts), pair_law)


def test_a_table_of_rows_is_a_channel_if_every_row_is_known_to_be_a_law():
    weights = Reals("f", n * m, ">=0")
    table = channel_table(n, m, lambda k, j: weights[k * m + j])
    rows = equals(total(y, weights[x * m + y]), 1)
    assert defined(Normaliser([every(x, rows)]), table)
    assert defined(Normaliser([rows]), pmf_table(m, lambda j: weights[x * m + j]))
    # Its entries are numbers then, but no others'.
    assert same(table[a, y], weights[a * m + y], every(x, rows))
    for facts in ([], [rows], [equals(total(y, weights[a * m + y]), 1)]):
        with pytest.raises(NotReal):
            Normaliser(facts).poly(table[a, y])
    with pytest.raises(NotReal):
        Normaliser([every(x, rows)]).poly(table[a, x])
    # One row, or the rows of another law's support, aren't all rows.
    first = equals(total(y, weights[number(0) * m + y]), 1)
    for facts in ([], [rows], [first], [every(a, equals(total(y, weights[x * m + y]), 1))]):
        assert not defined(Normaliser(facts), table)


def test_tests_that_facts_decide():
    count = total(x, cases(equals(x, a), r, 0))
    assert same(count, r)
    assert same(cases(equals(a, b), r, s), s, negation(equals(a, b)))
    assert same(cases(equals(a + 1, 0), r, s), s)
    assert same(cases(a <= n - 1, r, s), r)
    assert same(cases(a < n, r, s), r)
    assert same(cases(n <= a, r, s), s)
    assert not same(cases(equals(a, b), r, s), s)
    assert not same(cases(equals(a, b), r, s), s, negation(equals(a, b + 1)))
    assert not same(cases(a <= n - 2, r, s), r)
    assert not same(cases(a <= 0, r, s), s)
    assert same(total(x, P[cases(a <= b, a, b)]), n * P[cases(a <= b, a, b)])
    for outside in (cases(a <= b, a, n), cases(a <= b, n + a, a), rational(1, 2)):
        with pytest.raises(NotReal):
            Normaliser(()).poly(Op("at", (P, number(outside)), REAL))
    chosen = cases(a <= b, a, n)
    assert same(cases(equals(x, chosen), 1, 0), cases(both(a <= b, equals(x, a)), 1, 0))
    assert not same(cases(equals(x, chosen), 1, 0), cases(equals(x, a), 1, 0))
    # The value that a test gives must be one of the symbols summed over.
    wide = Symbol("x", n + 1)
    assert same(total(wide, cases(equals(wide, a + 1), r, 0)), r)
    for missing in (a + 1, n, rational(1, 2), eps):
        assert not same(total(x, cases(equals(x, missing), r, 0)), r)


def test_signs_by_indicators():
    normaliser = Normaliser(())
    mark, other = cases(a <= b, 1, 0), cases(equals(a, b), 1, 0)
    assert normaliser.sign_of(mark * t + (1 - mark) * eps) == 0
    assert normaliser.sign_of(mark * (t + 1) + (1 - mark) * eps) == 1
    assert normaliser.sign_of(1 - mark * other) == 0
    assert normaliser.sign_of(2 - mark - other * t) == 0
    assert normaliser.sign_of(mark * r + (1 - mark) * eps) is None
    assert normaliser.sign_of(1 - mark - other) is None
    assert normaliser.sign_of(mark - rational(1, 2)) is None


def test_databases_written_out():
    D, E = database_of(n, m), Database("D")
    i, pair = Symbol("i", entries(D)), Symbol("x", instances(D))
    assert same(instances(D), n * m)
    changed = with_entry(D, pair, i, entry_of(D, pair, i))
    square = Pmf("S", n * m)
    normaliser = Normaliser(())
    for inside in (square[pair], square[changed], P[quotient(pair, m)], Q[quotient(changed, m)]):
        normaliser.poly(inside)
    for outside in (
        P[pair], P[quotient(pair, n)], P[changed],
        square[with_entry(E, 0, 0, 0)],
        entries(Op("several_entries", (Size("z", low=0), m), D.sort)),
        conditional_entry_information(Prior("p", E), Mechanism("M", E, n), Size("q")),
        conditional_entry_information(Prior("p", E), Mechanism("M", E, n), entries(E)),
    ):
        with pytest.raises(NotReal):
            normaliser.poly(outside)


def test_queries_have_ranges():
    D = Database("D")
    k = Size("k", low=0)
    S, T = Queries("S", D, k + 1, m), Queries("T", D, k, m)
    p, x = Prior("p", D), Symbol("x", instances(D))
    normaliser = Normaliser(())
    normaliser.poly(mi_dp(together(S)))
    normaliser.poly(stage_information(p, S, 0, k))
    for queries in (S, T):
        normaliser.poly(total(Symbol("h", m**k), history_law(queries, k, x)[Symbol("h", m**k)]))
    for outside in (
        mi_dp(together(T)), mi_dp(together(initial(S))), stage_information(p, S, 0, k + 1),
        stage_information(p, S, entries(D), k), mi_dp(S[k + 1]),
        history_law(T, k + 1, x)[0],
    ):
        with pytest.raises(NotReal):
            normaliser.poly(outside)


def test_tests_of_order_share_a_form():
    """A test is the same however its sides are written; other tests are told apart."""
    assert same(cases(2 * r < 2 * s, t, 0), cases(3 * (s - r) > 0, t, 0))
    assert same(cases(flat[a * m + y] > 0, t, 0), cases(P[a] * W[a, y] > 0, t, 0))
    assert same(
        total(a, cases(P[a] + P[a] <= 1, P[a], 0)), total(b, cases(1 - 2 * P[b] >= 0, P[b], 0))
    )
    for one, two in (
        (r < s, r <= s), (r < s, s < r), (r < s, r < 2 * s), (r < s, r < s + 1),
        (r < s, -r < -s), (r <= s, r - s <= -1), (P[a] > 0, P[b] > 0),
    ):
        assert not same(cases(one, t, 0), cases(two, t, 0))
    # No sides are compared that aren't real.
    assert not same(cases(1 / r < 2 / r, t, 0), cases(1 / r > 0, t, 0))
    assert same(cases(1 / r < 2 / r, t, 0), cases(1 / r > 0, t, 0), negation(equals(r, 0)))


def test_what_equals_a_real_number_is_one():
    """By a fact only; a bound, a negation or another term's equality doesn't make it real."""
    part, inverse = P[a] * log(Q[a]), 1 / P[a]
    assert same(part, r, equals(part, r))
    assert same(part, r, equals(r, part))
    assert same(total(a, part), total(a, P[a] * Q[a]), every(a, equals(part, P[a] * Q[a])))
    assert same(1 + 2 * inverse, 1 + 2 * s, equals(inverse, s))
    normaliser = Normaliser([equals(part, r), equals(inverse, log(t))])
    for unknown in (P[b] * log(Q[b]), log(Q[a]), total(a, part), inverse, log(t)):
        with pytest.raises(NotReal):
            normaliser.poly(unknown)
    for fact in (inverse <= s, s <= inverse, negation(equals(inverse, s)), equals(inverse, inverse),
                 either(equals(inverse, s), r < s), every(b, equals(1 / P[b], s))):
        with pytest.raises(NotReal):
            Normaliser([fact]).poly(inverse)


def test_a_table_is_a_law_by_facts():
    """Entries that the facts say are real and at least 0, with a sum of 1; none of it alone."""
    table = pmf_table(n, lambda x: P[x] * log(Q[x]))
    entries_are = every(a, equals(P[a] * log(Q[a]), P[a] * component[a]))
    adds_up = equals(total(a, P[a] * component[a]), 1)
    assert defined(Normaliser([entries_are, adds_up]), table)
    signed = every(a, equals(P[a] * log(Q[a]), P[a] * free[a]))
    for facts in (
        [entries_are], [adds_up], [entries_are, total(a, P[a] * component[a]) <= 1],
        [entries_are, equals(total(a, P[a] * component[a]), 2)],
        [signed, equals(total(a, P[a] * free[a]), 1)],
    ):
        assert not defined(Normaliser(facts), table)
    # A fact waits for those by which its sides have forms of their own.
    scaled = pmf_table(n, lambda x: P[x] * component[x] / r)
    whole = equals(total(a, P[a] * component[a] / r), 1)
    assert defined(Normaliser([whole, r > 0]), scaled)
    assert defined(Normaliser([r > 0, whole]), scaled)
    assert not defined(Normaliser([whole]), scaled)


def test_each_rule_is_of_a_quantity() -> None:
    """A rule by a name that no record has would never be asked."""
    assert RULES
    assert set(RULES) <= set(QUANTITIES)
