"""Zeros, infinities and equal laws: exact in balls, and right without a warning in floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from tests.measures.laws import balls, floats
from verified.measures import divergences, entropies, information, leakage, privacy
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats

INFINITY = arb.pos_inf()
HALF, THIRD = fmpq(1, 2), fmpq(1, 3)
FAIR = [HALF, HALF]
SKEWED = [THIRD, 1 - THIRD]
SURE = [fmpq(1), fmpq(0)]
OTHER = [fmpq(0), fmpq(1)]
ORDERS = [fmpq(0), HALF, fmpq(1), fmpq(3, 2), fmpq(2), INFINITY]


def as_float(value: Any) -> float:
    if isinstance(value, fmpq):
        return int(value.p) / int(value.q)
    return float(value) if value.is_finite() else (np.inf if value > 0 else -np.inf)


def both(
    measure: Callable[..., Any], *arrays: Any, scalars: tuple[Any, ...] = ()
) -> tuple[Any, Any]:
    """The value in balls, and in floats, where any floating-point warning is an error."""
    with precision(200):
        exact = measure(Balls(), *map(balls, arrays), *scalars)
    with np.errstate(all="raise"):
        rough = measure(
            Floats(), *map(floats, arrays), *(np.array([as_float(scalar)]) for scalar in scalars)
        )
    return exact, float(np.broadcast_to(rough, (1,))[0])


def assert_exactly(found: tuple[Any, Any], expected: fmpq) -> None:
    exact, rough = found
    assert isinstance(exact, fmpq)
    assert exact == expected
    assert rough == as_float(expected)


def assert_infinite(found: tuple[Any, Any]) -> None:
    exact, rough = found
    assert isinstance(exact, arb)
    assert not exact.is_finite()
    assert exact > 0
    assert rough == np.inf


def assert_near(found: tuple[Any, Any], expected: arb) -> None:
    exact, rough = found
    assert arb(exact).overlaps(expected)
    assert arb(exact).rad() < 1e-12
    assert rough == pytest.approx(float(expected), rel=1e-14)


@pytest.mark.parametrize("law", [FAIR, SKEWED, SURE, [fmpq(1)], [fmpq(0), THIRD, 1 - THIRD]])
def test_equal_laws_are_exactly_nothing_apart(law: list[fmpq]) -> None:
    for measure in (
        divergences.kl,
        divergences.total_variation,
        divergences.chi_square,
        divergences.log_ratio_max,
    ):
        assert_exactly(both(measure, law, law), fmpq(0))
    for epsilon in (fmpq(0), HALF):
        assert_exactly(both(divergences.hockey_stick, law, law, scalars=(epsilon,)), fmpq(0))
        assert_exactly(both(divergences.least_delta, law, law, scalars=(epsilon,)), fmpq(0))
        assert_exactly(both(divergences.least_epsilon, law, law, scalars=(epsilon,)), fmpq(0))
    for order in ORDERS:
        assert_exactly(both(divergences.renyi, law, law, scalars=(order,)), fmpq(0))


@pytest.mark.parametrize("prior", [FAIR, SKEWED, SURE])
def test_useless_channels_leak_exactly_nothing(prior: list[fmpq]) -> None:
    channel = [SKEWED, SKEWED]
    assert_exactly(both(information.information, prior, channel), fmpq(0))
    assert_exactly(both(leakage.maximal_leakage, prior, channel), fmpq(0))
    assert_exactly(both(leakage.leakage_capacity, channel), fmpq(0))
    for order in ORDERS:
        assert_exactly(both(information.sibson, prior, channel, scalars=(order,)), fmpq(0))
        if prior == FAIR or order not in (HALF, fmpq(3, 2)):
            assert_exactly(both(information.arimoto, prior, channel, scalars=(order,)), fmpq(0))
    with np.errstate(all="raise"):
        each = leakage.pointwise_maximal_leakage(Floats(), floats(prior), floats(channel))
    assert not np.any(each)
    exact = leakage.pointwise_maximal_leakage(Balls(), balls(prior), balls(channel))
    assert all(isinstance(entry, fmpq) and entry == 0 for entry in exact.data)


def test_disjoint_laws() -> None:
    for measure in (divergences.kl, divergences.chi_square, divergences.log_ratio_max):
        assert_infinite(both(measure, SURE, OTHER))
    for order in ORDERS:
        assert_infinite(both(divergences.renyi, SURE, OTHER, scalars=(order,)))
    assert_exactly(both(divergences.total_variation, SURE, OTHER), fmpq(1))
    for epsilon in (fmpq(0), fmpq(5), INFINITY):
        assert_exactly(both(divergences.hockey_stick, SURE, OTHER, scalars=(epsilon,)), fmpq(1))
    assert_infinite(both(divergences.least_epsilon, SURE, OTHER, scalars=(HALF,)))
    assert_exactly(both(divergences.least_epsilon, SURE, OTHER, scalars=(fmpq(1),)), fmpq(0))


def test_one_sided_supports() -> None:
    """P on fewer symbols than Q: finite one way, infinite the other."""
    log_two = arb(2).log()
    assert_near(both(divergences.kl, SURE, FAIR), log_two)
    assert_infinite(both(divergences.kl, FAIR, SURE))
    for order in ORDERS:
        assert_near(both(divergences.renyi, SURE, FAIR, scalars=(order,)), log_two)
    assert_exactly(both(divergences.renyi, FAIR, SURE, scalars=(fmpq(0),)), fmpq(0))
    # −2 ln Σ √(PQ) = ln 2.
    assert_near(both(divergences.renyi, FAIR, SURE, scalars=(HALF,)), log_two)
    for order in (fmpq(1), fmpq(2), INFINITY):
        assert_infinite(both(divergences.renyi, FAIR, SURE, scalars=(order,)))
    assert_exactly(both(divergences.chi_square, SURE, FAIR), fmpq(1))
    assert_infinite(both(divergences.chi_square, FAIR, SURE))


def test_least_epsilon_ignores_what_delta_covers() -> None:
    p, q = [fmpq(1, 10), fmpq(9, 10)], OTHER
    assert_infinite(both(divergences.least_epsilon, p, q, scalars=(fmpq(1, 20),)))
    # With δ = 1/10 only the second symbol is left: Q(1) = 1 ≤ e^ε 9/10 + 1/10.
    assert_exactly(both(divergences.least_epsilon, p, q, scalars=(fmpq(1, 10),)), fmpq(0))
    p, q = [fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 4), fmpq(3, 4)]
    assert_near(both(divergences.least_epsilon, p, q, scalars=(fmpq(1, 4),)), arb(2).log())
    assert_exactly(both(divergences.least_epsilon, p, q, scalars=(HALF,)), fmpq(0))


def test_least_epsilon_of_near_ties_and_underflowing_ratios_is_not_too_low() -> None:
    """Sorting ratios as floats would leave the binding event out, and certify too small an ε."""
    tiny, step = fmpq(1, 10**350), fmpq(1, 10**30)
    p = [HALF - 3 * tiny, HALF, 3 * tiny]
    q = [HALF - tiny, HALF, tiny]
    with precision(4000):
        found = divergences.least_epsilon(Balls(), balls(p), balls(q), fmpq(0))
        assert found.overlaps(arb(3).log())
    p = [THIRD - step, THIRD, THIRD + step]
    q = [THIRD, THIRD, THIRD]
    with precision(400):
        found = divergences.least_epsilon(Balls(), balls(p), balls(q), fmpq(0))
        assert found.overlaps(-arb(1 - 3 * step).log())
        swapped = divergences.least_epsilon(Balls(), balls(p[::-1]), balls(q), step / 2)
        # Q(A) ≤ e^ε P(A) + δ binds at the first symbol.
        assert swapped.overlaps(((1 - arb(step) * 3 / 2) / (1 - 3 * step)).log())


@pytest.mark.parametrize("delta", [fmpq(0), fmpq(1, 100), fmpq(1, 5)])
def test_least_epsilon_undoes_least_delta(delta: fmpq) -> None:
    p = [fmpq(1, 7), fmpq(2, 7), fmpq(4, 7)]
    q = [fmpq(3, 10), fmpq(6, 10), fmpq(1, 10)]
    with precision(200):
        epsilon = divergences.least_epsilon(Balls(), balls(p), balls(q), delta)
        back = divergences.least_delta(Balls(), balls(p), balls(q), epsilon)
        assert arb(back).overlaps(arb(delta))
        assert arb(back).rad() < 1e-50
    rough = divergences.least_epsilon(Floats(), floats(p), floats(q), np.array([as_float(delta)]))
    assert rough[0] == pytest.approx(float(epsilon), rel=1e-13)


def test_sibson_information_of_a_small_order_does_not_underflow() -> None:
    """Of all that can be told ln 3 is told, whatever the order: (1/3)^(1/α) is no float."""
    source = [fmpq(1, 3)] * 3
    told = [[fmpq(int(x == y)) for y in range(3)] for x in range(3)]
    found = both(information.sibson, source, told, scalars=(fmpq(1, 1000),))
    assert_near(found, arb(3).log())


def test_negative_orders_are_refused() -> None:
    for measure in (divergences.renyi, information.sibson, information.arimoto):
        arrays = (FAIR, SKEWED) if measure is divergences.renyi else (FAIR, [SKEWED, FAIR])
        with pytest.raises(Undefined):
            measure(Balls(), *map(balls, arrays), fmpq(-1))
        rough = measure(Floats(), *map(floats, arrays), np.array([-1.0]))
        assert np.all(np.isnan(rough))


def test_an_order_that_may_be_one_asks_for_precision() -> None:
    order = arb(1) + arb(0, arb(10) ** -9)
    with pytest.raises(Indeterminate):
        divergences.renyi(Balls(), balls(FAIR), balls(SKEWED), order)


def test_orders_that_float_powers_cannot_hold() -> None:
    """e^(α·ratio) overflows and q·(p/q)^α underflows; the divergence does neither."""
    p, q = [fmpq(999, 1000), fmpq(1, 1000)], [fmpq(1, 1000), fmpq(999, 1000)]
    for order in (fmpq(1000), fmpq(10**6), fmpq(1, 10**6), 1 - fmpq(1, 10**12)):
        exact, rough = both(divergences.renyi, p, q, scalars=(order,))
        assert rough == pytest.approx(float(exact), rel=1e-12)
    far = [1 - fmpq(1, 2**60), fmpq(1, 2**60)]
    for order in (HALF, fmpq(9, 10)):
        exact, rough = both(divergences.renyi, far, far[::-1], scalars=(order,))
        assert rough == pytest.approx(float(exact), rel=1e-12)
    for order in (fmpq(1000), fmpq(10**6), fmpq(1, 1000)):
        exact, rough = both(entropies.renyi_entropy, p, scalars=(order,))
        with precision(10_000):
            exact = entropies.renyi_entropy(Balls(), balls(p), order)
        assert rough == pytest.approx(float(exact), rel=1e-11)


def test_batches_of_orders_at_once() -> None:
    """One float batch with every kind of order agrees with the orders one by one."""
    orders = np.array([0.0, 0.3, 1.0, 1.0 + 1e-9, 2.0, 50.0, np.inf])
    p = np.repeat(floats([fmpq(1, 8), fmpq(3, 8), HALF]), len(orders), axis=0)
    q = np.repeat(floats([fmpq(1, 4), HALF, fmpq(1, 4)]), len(orders), axis=0)
    with np.errstate(all="raise"):
        together = divergences.renyi(Floats(), p, q, orders)
    for index, order in enumerate(orders):
        alone = divergences.renyi(Floats(), p[:1], q[:1], np.array([order]))
        assert together[index] == alone[0]
    assert np.all(np.diff(together) >= 0)


# --- entropies ------------------------------------------------------------------------------------


def test_entropies_of_sure_and_uniform_laws() -> None:
    log_four = arb(4).log()
    for order in ORDERS:
        assert_exactly(both(entropies.renyi_entropy, SURE, scalars=(order,)), fmpq(0))
        uniform = [fmpq(1, 4)] * 4
        assert_near(both(entropies.renyi_entropy, uniform, scalars=(order,)), log_four)
    assert_exactly(both(entropies.entropy, SURE), fmpq(0))
    assert_exactly(both(entropies.min_entropy, SURE), fmpq(0))
    assert_near(both(entropies.entropy, FAIR), arb(2).log())


@pytest.mark.parametrize("exponent", [1, 3, 6, 9, 12, 15])
def test_binary_entropy_and_its_inverse_near_zero(exponent: int) -> None:
    x = fmpq(1, 2**exponent) if exponent < 2 else fmpq(1, 2 ** (3 * exponent))
    with precision(300):
        exact = entropies.binary_entropy(Balls(), x)
        rough = entropies.binary_entropy(Floats(), np.array([as_float(x)]))
        assert rough[0] == pytest.approx(float(exact), rel=1e-15)
        y = fmpq(1, 2 ** (3 * exponent))
        inverse = entropies.binary_entropy_inverse(Balls(), y)
    back = entropies.binary_entropy_inverse(Floats(), np.array([as_float(y)]))
    assert back[0] == pytest.approx(float(inverse), rel=1e-13)


@pytest.mark.parametrize("exponent", [2, 4, 8, 16, 24])
def test_binary_entropy_inverse_near_the_top(exponent: int) -> None:
    """The float y itself fixes 1/2 − x only to its own rounding over the slope of h there."""
    y = fmpq(*(float(np.log(2.0)) - 2.0**-exponent).as_integer_ratio())
    with precision(300):
        exact = fmpq(1, 2) - entropies.binary_entropy_inverse(Balls(), y)
    rough = 0.5 - entropies.binary_entropy_inverse(Floats(), np.array([as_float(y)]))[0]
    slope = 4 * float(exact)
    assert rough == pytest.approx(float(exact), abs=4e-16 / slope + 2e-16)


def test_binary_entropy_outside_its_domain() -> None:
    outside = np.array([-0.1, 1.1, np.nan])
    assert np.all(np.isnan(entropies.binary_entropy(Floats(), outside)))
    beyond = np.array([-0.1, 0.7, np.nan])
    assert np.all(np.isnan(entropies.binary_entropy_inverse(Floats(), beyond)))
    ends = entropies.binary_entropy_inverse(Floats(), np.array([0.0, np.log(2.0)]))
    assert ends[0] == 0
    assert ends[1] == pytest.approx(0.5, abs=1e-8)


# --- joint laws -----------------------------------------------------------------------------------


def test_functions_of_variables_and_independent_ones() -> None:
    zero, quarter = fmpq(0), fmpq(1, 4)
    # Two fair bits and their exclusive or: each pair independent, each two give the third.
    xor = [
        [[quarter if c == a ^ b else zero for c in range(2)] for b in range(2)] for a in range(2)
    ]
    log_two = arb(2).log()

    def between(*groups: tuple[int, ...]) -> tuple[Any, Any]:
        return both(lambda xp, law: information.mutual_information(xp, law, 3, *groups), xor)

    def entropy(axes: tuple[int, ...], given: tuple[int, ...] = ()) -> tuple[Any, Any]:
        return both(lambda xp, law: information.conditional_entropy(xp, law, 3, axes, given), xor)

    assert_exactly(between((0,), (1,)), fmpq(0))
    assert_exactly(between((0,), (2,)), fmpq(0))
    assert_near(between((0,), (1,), (2,)), log_two)
    assert_near(between((0, 1), (2,)), log_two)
    assert_exactly(entropy((2,), (0, 1)), fmpq(0))
    assert_near(entropy((2,), (0,)), log_two)
    assert_near(entropy((0, 1, 2)), 2 * log_two)
    assert_exactly(entropy((), (0,)), fmpq(0))


# --- leakage --------------------------------------------------------------------------------------


def test_leakage_of_silent_inputs_and_null_outputs() -> None:
    """An input that the prior excludes doesn't leak, nor does an output that is never seen."""
    prior = [HALF, HALF, fmpq(0)]
    channel = [[fmpq(1), fmpq(0), fmpq(0)], [HALF, HALF, fmpq(0)], [fmpq(0), fmpq(0), fmpq(1)]]
    exact = leakage.pointwise_maximal_leakage(Balls(), balls(prior), balls(channel))
    rough = leakage.pointwise_maximal_leakage(Floats(), floats(prior), floats(channel))[0]
    for found, expected in zip(exact.data, (fmpq(4, 3), fmpq(2), fmpq(1)), strict=True):
        assert arb(found).overlaps(arb(expected).log())
    assert rough == pytest.approx([np.log(4 / 3), np.log(2), 0.0], abs=1e-15)
    assert_near(both(leakage.maximal_leakage, prior, channel), arb(fmpq(3, 2)).log())
    assert_infinite(both(leakage.leakage_capacity, channel))


# --- capacity and Csiszár's information -----------------------------------------------------------


def test_capacity_is_enclosed_from_any_prior() -> None:
    noise = fmpq(1, 10)
    channel = balls([[1 - noise, noise], [noise, 1 - noise]])
    with precision(200):
        capacity = arb(2).log() - entropies.binary_entropy(Balls(), noise)
        best = information.enclose_capacity(channel, balls(FAIR))
        assert best.overlaps(capacity)
        assert best.rad() < 1e-50
        rough = information.enclose_capacity(channel, balls(SKEWED))
        assert rough.contains(capacity)
        assert rough.rad() > 1e-3
    with pytest.raises(Indeterminate):
        information.enclose_capacity(balls([SURE, OTHER]), balls(SURE))
    useless = information.enclose_capacity(balls([SKEWED, SKEWED]), balls(FAIR))
    assert isinstance(useless, fmpq)
    assert useless == 0


@pytest.mark.parametrize("order", [fmpq(0), HALF, fmpq(1), fmpq(2), fmpq(7)])
def test_csiszar_information_is_enclosed_from_any_law(order: fmpq) -> None:
    """For a symmetric channel and prior the best law is uniform, whatever the order."""
    channel = balls([SKEWED, SKEWED[::-1]])
    with precision(200):
        expected = divergences.renyi(Balls(), balls(SKEWED), balls(FAIR), order)
        best = information.enclose_csiszar(balls(FAIR), channel, order, balls(FAIR))
        assert best.overlaps(arb(expected))
        assert best.rad() < 1e-50
        off = information.enclose_csiszar(balls(FAIR), channel, order, balls(SKEWED))
        assert off.contains(arb(expected)) or order == 0
        assert off.overlaps(arb(expected))


def test_csiszar_information_is_not_enclosed_below_zero() -> None:
    """From a law far from the best one the tangent ends below 0, where no information lies."""
    useless = balls([FAIR, FAIR])
    found = information.enclose_csiszar(
        balls(FAIR), useless, fmpq(2), balls([fmpq(1, 10), fmpq(9, 10)]))
    assert found.contains(0)
    assert found.lower() > -1e-6


def test_csiszar_information_leaves_out_inputs_that_do_not_occur() -> None:
    """What only an input of probability 0 gives may be missing from the law."""
    channel, prior = balls([SURE, OTHER]), balls(SURE)
    for order in (HALF, fmpq(2)):
        found = information.enclose_csiszar(prior, channel, order, prior)
        assert found.contains(0)
        assert found.rad() < 1e-9


def test_csiszar_information_refuses() -> None:
    channel = balls([SURE, OTHER])
    # The second row shares some of its outputs with the law, or none.
    for inputs in (channel, balls([SURE, FAIR])):
        for order in (HALF, fmpq(2)):
            with pytest.raises(Indeterminate, match="leaves out an output"):
                information.enclose_csiszar(balls(FAIR), inputs, order, balls(SURE))
    with pytest.raises(Indeterminate):
        information.enclose_csiszar(balls(FAIR), channel, INFINITY, balls(FAIR))
    with pytest.raises(Undefined):
        information.enclose_csiszar(balls(FAIR), channel, fmpq(-1), balls(FAIR))


# --- mechanisms -----------------------------------------------------------------------------------


def _randomised_responses() -> list[Any]:
    """Two entries, each answered truthfully with probability 3/4 and 2/3, responses in pairs."""
    first, second = fmpq(3, 4), fmpq(2, 3)

    def response(a: int, b: int) -> list[fmpq]:
        return [
            (first if y == a else 1 - first) * (second if z == b else 1 - second)
            for y in range(2)
            for z in range(2)
        ]

    return [[response(a, b) for b in range(2)] for a in range(2)]


def test_privacy_of_randomised_responses() -> None:
    table = _randomised_responses()

    def measured(measure: Callable[..., Any], *scalars: Any) -> tuple[Any, Any]:
        return both(lambda xp, m, *rest: measure(xp, m, 2, *rest), table, scalars=scalars)

    # The first entry is the less private: ratio 3, KL ½ ln 3, TV ½.
    log_three = arb(3).log()
    assert_near(measured(privacy.dp_epsilon), log_three)
    assert_near(measured(privacy.kl_dp), log_three / 2)
    assert_exactly(measured(privacy.dp_delta, fmpq(0)), HALF)
    assert_near(measured(privacy.dp_delta, HALF), (3 - arb(HALF).exp()) / 4)
    assert_near(measured(privacy.dp_epsilon_at, fmpq(1, 4)), arb(2).log())
    assert_exactly(measured(privacy.dp_epsilon_at, HALF), fmpq(0))


def test_privacy_where_there_is_nothing_to_hide_or_nothing_hidden() -> None:
    constant = [[FAIR] * 3, [FAIR] * 3]
    revealing = [SURE, OTHER]
    single = [[SKEWED]]
    for table, entries in ((constant, 2), (single, 2)):

        def measured(measure: Callable[..., Any], *scalars: Any) -> tuple[Any, Any]:
            return both(
                lambda xp, m, *rest: measure(xp, m, entries, *rest),  # noqa: B023
                table,  # noqa: B023
                scalars=scalars,
            )

        assert_exactly(measured(privacy.dp_epsilon), fmpq(0))
        assert_exactly(measured(privacy.kl_dp), fmpq(0))
        assert_exactly(measured(privacy.dp_delta, fmpq(0)), fmpq(0))
        assert_exactly(measured(privacy.dp_epsilon_at, fmpq(0)), fmpq(0))
    assert_infinite(both(lambda xp, m: privacy.dp_epsilon(xp, m, 1), revealing))
    assert_infinite(both(lambda xp, m: privacy.kl_dp(xp, m, 1), revealing))
    assert_exactly(
        both(lambda xp, m, e: privacy.dp_delta(xp, m, 1, e), revealing, scalars=(fmpq(9),)), fmpq(1)
    )


def test_neighbours_differ_in_one_entry_only() -> None:
    """Neighbours get close laws, opposite corners far ones: only the former count."""
    step = fmpq(1, 8)
    laws = [[HALF + shift * step, HALF - shift * step] for shift in (-1, 0, 0, 1)]
    table = [[laws[0], laws[1]], [laws[2], laws[3]]]
    found = both(lambda xp, m: privacy.dp_delta(xp, m, 2, xp.constant(fmpq(0))), table)
    assert_exactly(found, step)


@pytest.mark.parametrize("entry", [0, 1, 2])
def test_entry_channels_list_every_context(entry: int) -> None:
    shape = (2, 3, 4, 5)
    numbers = np.arange(120.0).reshape(shape)
    exact = BallArray(shape, [fmpq(k) for k in range(120)])
    found = privacy.entry_channels(Balls(), exact, 3, entry)
    rough = privacy.entry_channels(Floats(), numbers[None], 3, entry)[0]
    contexts = 24 // shape[entry]
    assert found.shape == (contexts, shape[entry], 5)
    assert [int(k) for k in found.data] == [int(k) for k in rough.ravel()]
    for symbol in range(shape[entry]):
        rows = {tuple(row) for row in rough[:, symbol, :]}
        expected = np.take(numbers, symbol, axis=entry).reshape(contexts, 5)
        assert rows == {tuple(row) for row in expected}
