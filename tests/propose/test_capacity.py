"""Capacities, optimal priors and Csiszár's laws: closed forms, hard channels, random channels."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.errors import InputError
from verified.measures.information import enclose_csiszar
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.propose.capacity import (
    capacity,
    capacity_batch,
    capacity_prior,
    csiszar_law,
    csiszar_law_batch,
)

TWELVE, THIRTY = fmpq(1, 10**12), fmpq(1, 10**30)
BATCH_KINDS = ["plain", "useless", "zeros", "spread", "equal", "affine", "near"]


def rows_of(table):
    """Exact rows from rationals, or from floats made to sum to 1."""
    rows = [
        [x if isinstance(x, fmpq) else fmpq(*float(x).as_integer_ratio()) for x in row]
        for row in table
    ]
    return [[x / sum(row, fmpq(0)) for x in row] for row in rows]


def floats_of(rows):
    return np.array([[int(x.p) / int(x.q) for x in row] for row in rows])


def entropy(p):
    return arb(0) if p in (0, 1) else -(p * arb(p).log() + (1 - p) * (1 - arb(p)).log())


def closed_forms():
    p = fmpq(11, 100)
    z = fmpq(3, 10)
    yield "bsc", [[1 - p, p], [p, 1 - p]], lambda: arb(2).log() - entropy(p)
    yield "erasure", [[1 - p, 0, p], [0, 1 - p, p]], lambda: (1 - p) * arb(2).log()
    # Z-channel: ln(1 + (1 − z) z^{z/(1−z)}).
    yield "z", [[1, 0], [z, 1 - z]], lambda: (1 + (1 - z) * arb(z) ** arb(z / (1 - z))).log()
    half = fmpq(1, 2)
    typewriter = [[half if y in (x, (x + 1) % 6) else 0 for y in range(6)] for x in range(6)]
    yield "typewriter", typewriter, lambda: arb(3).log()
    yield "identity", [[int(x == y) for y in range(5)] for x in range(5)], lambda: arb(5).log()
    yield "useless", [[fmpq(1, 3), fmpq(2, 3)]] * 4, lambda: arb(0)
    yield "one input", [[fmpq(1, 3), fmpq(2, 3)]], lambda: arb(0)
    yield "one output", [[1], [1], [1]], lambda: arb(0)
    yield "empty column", [[1 - p, 0, p], [p, 0, 1 - p]], lambda: arb(2).log() - entropy(p)


@pytest.mark.parametrize("width", [TWELVE, THIRTY])
@pytest.mark.parametrize(("name", "table", "expected"), [pytest.param(*c) for c in closed_forms()])
def test_closed_forms(name, table, expected, width):
    rows = [[fmpq(x) for x in row] for row in table]
    ball, prior = capacity(rows, width)
    with precision(400):
        assert ball.overlaps(expected()), name
    assert 2 * ball.rad() <= arb(width) * abs(ball)
    assert sum(prior) == 1
    assert min(prior) >= 0


@pytest.mark.parametrize(("name", "table", "expected"), [pytest.param(*c) for c in closed_forms()])
def test_closed_forms_in_floats(name, table, expected):
    value, prior = capacity_batch(floats_of([[fmpq(x) for x in row] for row in table])[None])
    assert value[0] == pytest.approx(float(expected().mid()), rel=1e-13), name
    assert prior[0].sum() == pytest.approx(1)


def test_an_enclosure_excludes_a_wrong_value():
    ball, _ = capacity(rows_of([[0.9, 0.1], [0.2, 0.8]]), THIRTY)
    assert not ball.contains(ball.mid() * (1 + arb(10) ** -25))


def batch(kind, size, inputs, outputs, seed):
    """A batch of float channels whose rows are of one hard kind."""
    rng = np.random.default_rng(seed)
    table = rng.dirichlet(np.ones(outputs), (size, inputs))
    if kind == "useless":
        base = table[:, :1]
        table = base * (1 + 1e-7 * (table - (base * table).sum(-1, keepdims=True)))
    elif kind == "zeros":
        table *= rng.random(table.shape) < 0.6
        table[..., 0] += table.sum(-1) == 0
    elif kind == "spread":
        table = np.exp(20 * rng.standard_normal(table.shape))
    elif kind == "equal":
        table[:, -1] = table[:, 0]
    elif kind == "affine":
        table[:, -1] = (table[:, 0] + table[:, inputs // 2]) / 2
    elif kind == "near":
        table[:, -1] = table[:, 0] * (1 + 1e-8 * rng.random(table[:, 0].shape))
    return table / table.sum(-1, keepdims=True)


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (3, 3), (6, 3), (4, 6), (8, 8)])
@pytest.mark.parametrize("kind", BATCH_KINDS)
def test_batches_meet_the_conditions_of_kuhn_and_tucker(kind, shape):
    """D(W_x‖q) = C where p(x) > 0, ≤ C elsewhere; and no warning escapes."""
    channels = batch(kind, 16, *shape, seed=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        values, priors = capacity_batch(channels)
    assert np.all(priors >= 0)
    assert np.allclose(priors.sum(-1), 1)
    for table, value, prior in zip(channels, values, priors, strict=True):
        exact = [[fmpq(*float(x).as_integer_ratio()) for x in row] for row in table]
        with precision(300):
            p = [arb(float(x)) for x in prior]
            q = [
                sum(a * b for a, b in zip(p, column, strict=True))
                for column in zip(*exact, strict=True)
            ]
            excesses = [
                float(sum(
                    ((w * (arb(w) / z).log() if w != 0 else arb(0)) - w + z
                     for w, z in zip(row, q, strict=True)), arb(0)
                ).mid()) - value
                for row in exact
            ]  # fmt: skip
        assert max(excesses) <= 1e-8 * value
        assert all(abs(e) <= 1e-6 * value for e, x in zip(excesses, prior, strict=True) if x > 1e-3)


@pytest.mark.parametrize("kind", BATCH_KINDS)
@pytest.mark.parametrize("shape", [(2, 3), (4, 3), (3, 6)])
def test_float_capacities_are_right(kind, shape):
    """Against the enclosure; the channel is made exact first, and the floats read off from it."""
    for table in batch(kind, 3, *shape, seed=11):
        rows = dyadic(table)
        value, _ = capacity_batch(floats_of(rows)[None])
        ball, _ = capacity(rows, THIRTY)
        assert abs(value[0] - ball) <= 1e-10 * ball


def dyadic(table):
    """Rows that floats hold exactly and that sum to exactly 1."""
    unit = 2**52
    rows = []
    for row in table:
        whole = [round(float(x) * unit) for x in row]
        whole[whole.index(max(whole))] += unit - sum(whole)
        rows.append([fmpq(x, unit) for x in whole])
    return rows


@pytest.mark.parametrize("kind", BATCH_KINDS)
def test_a_batch_is_as_its_channels_one_by_one(kind):
    channels = batch(kind, 12, 4, 4, seed=5)
    together, _ = capacity_batch(channels)
    alone = [capacity_batch(table[None])[0][0] for table in channels]
    assert np.allclose(together, alone, rtol=1e-11, atol=0)


def test_a_start_changes_nothing():
    channels = batch("plain", 8, 5, 4, seed=6)
    starts = np.random.default_rng(0).dirichlet(np.ones(5) * 0.1, 8)
    starts[0] = [1, 0, 0, 0, 0]
    assert np.allclose(capacity_batch(channels)[0], capacity_batch(channels, starts)[0], rtol=1e-11)


def test_an_empty_batch():
    values, priors = capacity_batch(np.zeros((0, 3, 2)))
    assert values.shape == (0,)
    assert priors.shape == (0, 3)


@st.composite
def channels(draw, largest=5):
    """Exact channels with zeros, copies, tiny entries and rows that nearly agree."""
    inputs, outputs = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    weight = st.one_of(
        st.just(fmpq(0)),
        st.integers(1, 40).map(fmpq),
        st.integers(1, 12).map(lambda k: fmpq(1, 10**k)),
    )
    rows = []
    for _ in range(inputs):
        row = draw(st.lists(weight, min_size=outputs, max_size=outputs).filter(any))
        kind = draw(st.sampled_from(["new", "new", "copy", "close"]))
        if rows and kind != "new":
            other = rows[draw(st.integers(0, len(rows) - 1))]
            share = fmpq(1, 10 ** draw(st.integers(1, 30))) if kind == "close" else fmpq(0)
            total = sum(row, fmpq(0))
            row = [(1 - share) * a + share * b / total for a, b in zip(other, row, strict=True)]
        total = sum(row, fmpq(0))
        rows.append([x / total for x in row])
    return rows


@settings(max_examples=150, deadline=None)
@given(channels(), st.sampled_from([TWELVE, THIRTY]))
def test_random_channels_are_enclosed(rows, width):
    ball, prior = capacity(rows, width)
    assert sum(prior) == 1
    assert min(prior) >= 0
    assert 2 * ball.rad() <= arb(width) * abs(ball)
    same = all(row == rows[0] for row in rows)
    assert (ball == 0) if same else (ball > 0)
    assert not ball > arb(min(len(rows), len(rows[0]))).log()


@settings(max_examples=60, deadline=None)
@given(channels(4))
def test_one_input_more_never_lowers_the_capacity(rows):
    fewer, _ = capacity(rows[:-1] or rows, THIRTY)
    more, _ = capacity(rows, THIRTY)
    assert not more < fewer


@settings(max_examples=40, deadline=None)
@given(channels(4))
def test_merging_two_outputs_never_raises_the_capacity(rows):
    if len(rows[0]) == 1:
        return
    merged, _ = capacity([[row[0] + row[1], *row[2:]] for row in rows], THIRTY)
    whole, _ = capacity(rows, THIRTY)
    assert not merged > whole


@pytest.mark.parametrize("exponent", [20, 60, 200, 400])
def test_rows_closer_than_floats_can_tell(exponent):
    """A binary symmetric channel's capacity at crossover 1/2 − t is 2t² + O(t⁴)."""
    t = fmpq(1, 10**exponent)
    half = fmpq(1, 2)
    ball, prior = capacity([[half - t, half + t], [half + t, half - t]], TWELVE)
    assert prior == [half, half]
    with precision(200):
        assert abs(ball / (2 * arb(t) ** 2) - 1) < arb(10) ** -11


def test_an_entry_below_the_floats():
    tiny = fmpq(1, 10**400)
    ball, _ = capacity([[1 - tiny, tiny, fmpq(0)], [fmpq(0), tiny, 1 - tiny]], THIRTY)
    assert abs(ball - arb(2).log()) < arb(10) ** -15


def test_large_channels():
    rng = np.random.default_rng(9)
    for table in (rng.dirichlet(np.ones(32), 32), rng.dirichlet(np.ones(4), 32)):
        ball, _ = capacity(rows_of(table), THIRTY)
        assert 2 * ball.rad() <= arb(THIRTY) * ball


def test_bad_channels_are_refused():
    half = fmpq(1, 2)
    for rows, rule in [
        ([], "laws"),
        ([[]], "laws"),
        ([[half, half], [fmpq(1)]], "laws"),
        ([[half, half], [fmpq(3, 2), -half]], "row 1 has a negative"),
        ([[half, half], [half, fmpq(1, 3)]], "row 1 doesn't sum"),
    ]:
        with pytest.raises(InputError, match=rule):
            capacity_prior(rows, TWELVE)
    with pytest.raises(InputError, match="width"):
        capacity([[half, half]], fmpq(0))


# --- Csiszár's law --------------------------------------------------------------------------------


def renyi_mean(prior, table, order, law):
    """Σ_x p(x) D_α(W_x‖q) in floats, straight from the definition."""
    total = 0.0
    for p, row in zip(prior, table, strict=True):
        if p == 0:
            continue
        seen = row > 0
        if order == 1:
            total += p * float((row[seen] * np.log(row[seen] / law[seen])).sum())
        else:
            powers = row[seen] ** order * law[seen] ** (1 - order)
            total += p * math.log(powers.sum()) / (order - 1)
    return total


@pytest.mark.parametrize("order", [0.2, 0.5, 0.9, 1.0, 1.5, 2.0, 7.0, 30.0])
@pytest.mark.parametrize("kind", ["plain", "zeros", "equal"])
def test_no_law_nearby_is_better(order, kind):
    rng = np.random.default_rng(4)
    tables = batch(kind, 6, 3, 4, seed=2)
    priors = rng.dirichlet(np.ones(3), 6)
    laws = csiszar_law_batch(priors, tables, order)
    assert np.allclose(laws.sum(-1), 1)
    for prior, table, law in zip(priors, tables, laws, strict=True):
        best = renyi_mean(prior, table, order, law)
        for scale in (1e-1, 1e-3):
            other = law * np.exp(scale * rng.standard_normal(len(law)))
            assert renyi_mean(prior, table, order, other / other.sum()) >= best - 1e-13


def test_the_law_at_order_one_is_the_output_law():
    tables = batch("zeros", 5, 4, 4, seed=8)
    priors = np.full((5, 4), 0.25)
    assert np.allclose(csiszar_law_batch(priors, tables, 1.0), tables.mean(1), atol=1e-15)
    rows = rows_of(tables[0])
    law = csiszar_law([fmpq(1, 4)] * 4, rows, fmpq(1), THIRTY)
    assert law == [sum(column, fmpq(0)) / 4 for column in zip(*rows, strict=True)]


def test_orders_may_differ_within_a_batch():
    tables = batch("plain", 4, 3, 3, seed=1)
    priors = np.full((4, 3), 1 / 3)
    orders = np.array([0.3, 1.0, 2.0, 9.0])
    together = csiszar_law_batch(priors, tables, orders)
    for k, order in enumerate(orders):
        alone = csiszar_law_batch(priors[k : k + 1], tables[k : k + 1], order)[0]
        assert np.allclose(together[k], alone, atol=1e-11)


def test_extreme_orders_give_laws():
    tables = batch("zeros", 4, 3, 3, seed=1)
    for order in (0.0, math.inf):
        laws = csiszar_law_batch(np.full((4, 3), 1 / 3), tables, order)
        assert np.all(np.isfinite(laws))
        assert np.allclose(laws.sum(-1), 1)


@settings(max_examples=60, deadline=None)
@given(
    channels(4),
    st.sampled_from([fmpq(1, 100), fmpq(1, 2), fmpq(11, 10), fmpq(3), fmpq(25), fmpq(500)]),
    st.sampled_from([TWELVE, THIRTY]),
    st.data(),
)
def test_csiszar_is_enclosed(rows, order, width, data):
    weights = data.draw(
        st.lists(st.integers(0, 9), min_size=len(rows), max_size=len(rows)).filter(any)
    )
    prior = [fmpq(w, sum(weights)) for w in weights]
    law = csiszar_law(prior, rows, order, width)
    assert sum(law) == 1
    assert min(law) >= 0
    channel = BallArray((len(rows), len(rows[0])), [x for row in rows for x in row])
    with precision(1200):
        ball = arb(
            enclose_csiszar(
                BallArray((len(prior),), prior), channel, order, BallArray((len(law),), law)
            )
        )
        assert 2 * ball.rad() <= arb(width) * abs(ball)


def test_bad_requests_for_a_law_are_refused():
    half = fmpq(1, 2)
    rows = [[half, half], [fmpq(1), fmpq(0)]]
    with pytest.raises(InputError, match="prior"):
        csiszar_law([half, fmpq(1, 3)], rows, fmpq(2), TWELVE)
    with pytest.raises(InputError, match="order"):
        csiszar_law([half, half], rows, fmpq(0), TWELVE)
    with pytest.raises(InputError, match="order"):
        csiszar_law([half, half], rows, arb("inf"), TWELVE)
