"""What a caller gets: exact ends, floats, digits, logarithms; and what bad input is answered."""

from __future__ import annotations

import copy
import math
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

import verified
from verified.accounting import (
    Certified,
    InputError,
    NotReachedError,
    composition_delta,
    composition_deltas,
    composition_epsilon,
    composition_renyi,
    gaussian_round,
    laplace_round,
    subsampled_gaussian_delta,
    subsampled_gaussian_epsilon,
    subsampled_gaussian_renyi,
    subsampled_gaussian_sigma,
    subsampled_gaussian_steps,
    subsampled_laplace_delta,
    subsampled_laplace_epsilon,
    subsampled_laplace_renyi,
    subsampled_laplace_scale,
    subsampled_laplace_steps,
)
from verified.accounting.enclosures import Enclosure
from verified.numbers.balls import precision


def certified(low: Fraction, high: Fraction) -> Certified:
    return Certified(
        Enclosure(fmpq(low.numerator, low.denominator), fmpq(high.numerator, high.denominator)), ""
    )


# --- ends, floats, digits -------------------------------------------------------------------------


@given(st.fractions(), st.fractions(0, 1))
def test_floats_are_the_nearest_outside(low, gap):
    value = certified(low, low + gap)
    assert (value.low, value.high) == (low, low + gap)
    for end, inside, outside in (
        (low, value.float_down, math.nextafter(value.float_down, math.inf)),
        (-low - gap, -value.float_up, math.nextafter(-value.float_up, math.inf)),
    ):
        assert Fraction(inside) <= end < Fraction(outside)


# Bytes, as integers that Hypothesis draws have few bits mostly.
@given(st.binary(min_size=20, max_size=20), st.booleans(), st.integers(0, 2**90),
       st.integers(-300, 60))
def test_floats_are_outside_of_ends_with_more_bits_than_a_float(drawn, below_zero, gap, power):
    """A minus before a ball rounds it: the float below was the nearest one, above the end for some
    values."""
    number = int.from_bytes(drawn, "big") * (-1 if below_zero else 1)
    with precision(300):
        low, high = (arb(end) * arb(2) ** power for end in (number, number + gap))
    value = Certified(Enclosure(low, high), "")
    scale = Fraction(2) ** power
    assert Fraction(value.float_down) <= number * scale
    assert number * scale < Fraction(math.nextafter(value.float_down, math.inf))
    assert Fraction(value.float_up) >= (number + gap) * scale
    assert (number + gap) * scale > Fraction(math.nextafter(value.float_up, -math.inf))


@pytest.mark.parametrize(("text", "number"), [("inf", math.inf), ("-inf", -math.inf)])
def test_what_is_infinite_is_so_as_a_float(text, number):
    value = Certified(Enclosure(arb(text), arb(text)), "nats")
    assert (value.float_down, value.float_up, str(value)) == (number, number, f"{number} nats")


def test_the_float_below_a_logarithm_is_below_it():
    value = verified.gaussian_delta(sigma="1/2", eps=100).log
    assert Fraction(value.float_down) <= value.low <= value.high <= Fraction(value.float_up)
    assert value.float_down < value.float_up


@pytest.mark.parametrize(
    ("exponent", "down", "up"),
    [(-2000, 0.0, 5e-324), (-1074, 5e-324, 5e-324), (1024, 1.7976931348623157e308, math.inf),
     (1, 2.0, 2.0)],
)
def test_floats_at_the_ends_of_their_range(exponent, down, up):
    end = arb(2) ** exponent
    for value in (Certified(Enclosure(end, end), ""),
                  Certified(Enclosure(fmpq(2) ** exponent, fmpq(2) ** exponent), "")):
        assert (value.float_down, value.float_up) == (down, up)
    minus = Certified(Enclosure(-end, -end), "")
    assert (minus.float_down, minus.float_up) == (-up, -down)


@given(st.fractions(), st.integers(1, 30))
def test_digits_are_rounded_to_the_nearest(number, count):
    shown = Fraction(certified(number, number).digits(count))
    if number == 0:
        assert shown == 0
        return
    unit = Fraction(10) ** (math.floor(math.log10(abs(shown)) + 1e-12) + 1 - count)
    assert abs(shown - number) <= unit / 2


def test_digits_that_aren_t_known_are_worked_out_or_refused():
    value = certified(Fraction("0.1234"), Fraction("0.1236"))
    assert value.digits(2) == "0.12"
    with pytest.raises(NotReachedError):
        value.digits(4)
    with pytest.raises(InputError, match="number of digits is 0"):
        value.digits(0)
    found = subsampled_gaussian_delta(sampling=1, sigma=1, steps=1, eps=1, width="1e-3")
    assert found.relative_width > 1e-25
    assert found.digits(30) == mpmath.nstr(analytic(1), 30)


def analytic(eps: int) -> mpmath.mpf:
    """δ(ε) of one Gaussian round with σ = 1 (Balle and Wang 2018)."""
    mpmath.mp.dps = 60
    half = mpmath.mpf(1) / 2

    def above(x):
        return mpmath.erfc(x / mpmath.sqrt(2)) / 2

    with mpmath.workdps(80):
        return above(eps - half) - mpmath.exp(eps) * above(eps + half)


def test_many_digits_of_a_tiny_number_and_its_logarithm():
    found = subsampled_gaussian_delta(sampling=1, sigma=1, steps=1, eps=214, width="1e-15")
    assert found.float_down == 0.0
    assert found.float_up == 5e-324
    assert found.low > 0
    assert found.digits(12) == mpmath.nstr(analytic(214), 12)
    assert found.digits(12).endswith("e-9904")
    with mpmath.workdps(60):
        low, truth, high = (
            mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x
            for x in (found.log.low, mpmath.log(analytic(214)), found.log.high)
        )
        assert low <= truth <= high
    assert found.log.relative_width < 1e-18
    assert len(found.log.digits(40).replace("-", "").replace(".", "")) == 40


def test_the_logarithm_of_zero_and_of_a_number_beyond_rationals():
    nothing = subsampled_laplace_delta(sampling=1, scale=1, steps=1, eps=2)
    assert nothing.exact
    assert nothing.log.low == nothing.log.high == -math.inf
    assert nothing.digits(3) == "0"
    huge = Certified(Enclosure(arb(2) ** -(10**9), arb(2) ** -(10**9)), "")
    with pytest.raises(OverflowError, match="log"):
        _ = huge.low
    assert huge.log.float_up == pytest.approx(-(10**9) * math.log(2))
    assert huge.float_up == 5e-324


def test_comparisons_have_three_answers():
    value = certified(Fraction(1, 3), Fraction(1, 2))
    assert value.at_most("0.5") is True
    assert value.at_most("1/3") is None
    assert value.at_most(0.25) is False
    with pytest.raises(NotReachedError):
        value.narrowed("1e-9")
    assert value.narrowed("0.9") is value


# --- the functions --------------------------------------------------------------------------------

GAUSSIAN = {"sampling": "1/10", "sigma": 1, "steps": 30}
LAPLACE = {"sampling": "1/10", "scale": 1, "steps": 60}


def test_what_functions_give():
    found = subsampled_gaussian_delta(**GAUSSIAN, eps="1/2")
    assert isinstance(found.low, Fraction)
    assert found.unit == ""
    assert found.low <= found.high
    assert found.float_down <= found.float_up
    assert found.relative_width <= 1e-12
    assert "Re z" in found.how
    assert "bits" in found.how
    narrow = found.narrowed("1e-20")
    assert found.low <= narrow.low <= narrow.high <= found.high


def test_numbers_may_be_written_in_any_exact_way():
    texts = subsampled_gaussian_delta(sampling="1/4", sigma="0.5", steps="40", eps="log(2)")
    others = subsampled_gaussian_delta(
        sampling=Fraction(1, 4), sigma=0.5, steps=np.int64(40), eps=" ln(4/2) "
    )
    assert (texts.low, texts.high) == (others.low, others.high)
    tenth = subsampled_gaussian_delta(sampling=1, sigma=1, steps=1, eps=0.1, width="1e-30")
    exact = subsampled_gaussian_delta(sampling=1, sigma=1, steps=1, eps="0.1", width="1e-30")
    # The float 0.1 is a little more than a tenth.
    assert tenth.high < exact.low
    scaled = subsampled_gaussian_delta(
        sampling="1/4", sigma=2, sensitivity=4, steps=40, eps="log(2)"
    )
    assert (texts.low, texts.high) == (scaled.low, scaled.high)


def test_both_directions_give_the_larger():
    values = {
        adjacency: subsampled_gaussian_delta(**GAUSSIAN, eps="1/2", adjacency=adjacency)
        for adjacency in ("remove", "add", "add-or-remove")
    }
    assert values["add"].high < values["remove"].low
    assert values["add-or-remove"].low == values["remove"].low


def test_inverses_undo():
    eps = subsampled_gaussian_epsilon(**GAUSSIAN, delta="1e-5")
    assert eps.unit == "nats"
    delta = subsampled_gaussian_delta(**GAUSSIAN, eps=eps.high)
    assert delta.at_most("1e-5")
    assert subsampled_gaussian_delta(**GAUSSIAN, eps=eps.low).at_most("1e-5") is False
    steps = subsampled_gaussian_steps(sampling="1/10", sigma=1, eps=eps.high, delta="1e-5")
    assert (steps.low, steps.high, steps.unit) == (30, 30, "rounds")
    sigma = subsampled_gaussian_sigma(
        sampling="1/10", steps=30, eps=eps.high, delta="1e-5", width="1e-4"
    )
    assert sigma.low < 1 <= sigma.high + Fraction(1, 1000)
    order = subsampled_gaussian_renyi(**GAUSSIAN, order=2)
    assert order.float_up == pytest.approx(30 * math.log1p(0.01 * math.expm1(1)))


def test_inverses_of_laplace_noise_undo():
    eps = subsampled_laplace_epsilon(**LAPLACE, delta="1e-4", adjacency="remove", width="1e-6")
    delta = subsampled_laplace_delta(**LAPLACE, eps=eps.high, adjacency="remove")
    assert delta.at_most("1e-4")
    steps = subsampled_laplace_steps(
        sampling="1/10", scale=1, eps=eps.high, delta="1e-4", adjacency="remove"
    )
    assert steps.low == 60
    scale = subsampled_laplace_scale(
        sampling=1, steps=1, eps=1, delta="1e-4", adjacency="remove", width="1e-9"
    )
    # 1 − e^((ε − 1/b)/2) = δ.
    assert scale.float_up == pytest.approx(1 / (1 - 2 * math.log1p(-1e-4)), rel=1e-8)
    assert subsampled_laplace_renyi(**LAPLACE, order=2).low > 0


def test_no_round_is_within():
    found = subsampled_gaussian_steps(sampling="1/2", sigma="1/10", eps="1/10", delta="1e-9")
    assert found.high == 0
    with pytest.raises(NotReachedError, match="still within"):
        subsampled_gaussian_steps(sampling=1, sigma=1000, eps=9, delta="1/2", most=5)


def test_compositions_of_several_kinds():
    rounds = [(gaussian_round(1, sampling="1/10"), 20), (laplace_round(2, sampling="1/10"), 10)]
    found = composition_delta(rounds, eps=1, adjacency="remove")
    assert found.relative_width <= 1e-12
    parts = [composition_delta([part], eps=1, adjacency="remove") for part in rounds]
    assert all(part.high < found.low for part in parts)
    many = composition_deltas(rounds, epsilons=["1/2", 1, "3/2"], adjacency="remove")
    assert many[0].low > many[1].high > many[2].high
    assert many[1].low <= found.high
    assert found.low <= many[1].high
    eps = composition_epsilon(rounds, delta=found.high, adjacency="remove")
    assert eps.low < 1 + Fraction(1, 10**6)
    assert composition_renyi(rounds, order="3/2", adjacency="remove").low > 0


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sampling": 0}, "the sampling rate is 0"),
        ({"sampling": "3/2"}, r"the sampling rate is 3/2; it must lie in \[0, 1\]"),
        ({"sampling": -0.5}, "the sampling rate"),
        ({"sampling": None}, "not a number"),
        ({"sigma": 0}, "sigma is 0; it must be positive"),
        ({"sigma": "-1"}, "sigma is -1"),
        ({"sigma": math.nan}, "sigma is nan, which is not finite"),
        ({"sigma": "one"}, "sigma is 'one'"),
        ({"sensitivity": 0}, "the sensitivity is 0"),
        ({"steps": 0}, "the number of rounds is 0"),
        ({"steps": 1.5}, "the number of rounds is 3/2; it must be a whole number"),
        ({"steps": 10**8}, "is the limit"),
        ({"steps": True}, "truth value"),
        ({"eps": math.inf}, "eps is inf"),
        ({"eps": "log(-1)"}, "must be positive"),
        ({"eps": "log(x)"}, "the argument of eps"),
        ({"eps": [1, 2]}, "not a number"),
        ({"adjacency": "swap"}, "it is one of remove, add, add-or-remove, replace"),
        ({"adjacency": ["add"]}, "it is one of"),
        ({"width": 0}, "the width is 0"),
        ({"width": 2}, "between 0 and 1"),
    ],
)
def test_bad_input_is_named(changed, message):
    with pytest.raises(InputError, match=message):
        subsampled_gaussian_delta(**{**GAUSSIAN, "eps": 1, **changed})


@pytest.mark.parametrize("delta", [0, 1, "-1e-9", 2, "x"])
def test_a_delta_is_between_0_and_1(delta):
    for function, given_ in (
        (subsampled_gaussian_epsilon, GAUSSIAN),
        (subsampled_gaussian_sigma, {"sampling": 1, "steps": 1, "eps": 1}),
        (subsampled_gaussian_steps, {"sampling": 1, "sigma": 1, "eps": 1}),
    ):
        with pytest.raises(InputError, match="delta"):
            function(**given_, delta=delta)


@pytest.mark.parametrize(
    "rounds", [[], "rounds", 3, [(1, 2)], [gaussian_round(1)], [(gaussian_round(1), 1, 1)],
               [(gaussian_round(1), 0)]]
)
def test_rounds_are_pairs(rounds):
    with pytest.raises(InputError, match="round"):
        composition_delta(rounds, eps=1)


def test_the_most_rounds_that_are_tried_are_a_number():
    with pytest.raises(InputError, match="most is 0"):
        subsampled_gaussian_steps(sampling=1, sigma=9, eps=1, delta="1/2", most=0)


def test_orders_are_at_least_1():
    with pytest.raises(InputError, match="the order is 1/2"):
        subsampled_gaussian_renyi(**GAUSSIAN, order="1/2")
    with pytest.raises(InputError, match="the scale is 0"):
        laplace_round(0)


# --- copies ---------------------------------------------------------------------------------------


def dyadic(mantissa: int, power: int) -> arb:
    with precision(max(2, mantissa.bit_length())):
        return arb(mantissa) * arb(2) ** power


@given(st.integers(), st.integers(-(10**6), 10**6), st.fractions())
def test_a_pickled_enclosure_has_the_same_ends(mantissa, power, fraction):
    rational = fmpq(fraction.numerator, fraction.denominator)
    for end in (dyadic(mantissa, power), rational, arb.pos_inf(), arb.neg_inf()):
        found = pickle.loads(pickle.dumps(Enclosure(end, end, "way")))
        assert type(found.low) is type(end)
        assert found.low == end == found.high
        assert found.way == "way"


def test_ends_keep_their_order_and_all_their_bits():
    low, high = dyadic(2**4000 + 1, -9000), dyadic(2**4000 + 3, -9000)
    with precision(53):
        found = pickle.loads(pickle.dumps(Enclosure(low, high)))
    assert (found.low, found.high) == (low, high)
    assert found.low < found.high


@pytest.mark.parametrize(
    "made",
    [
        lambda: subsampled_gaussian_delta(sampling="1/100", sigma=1, steps=100, eps=9),
        lambda: subsampled_gaussian_steps(sampling="1/10", sigma=1, eps=1, delta="1e-2"),
        lambda: verified.total_variation([0.25, 0.75], ["1/2", "1/2"]),
        lambda: verified.capacity([["9/10", "1/10"], ["1/10", "9/10"]]),
        lambda: verified.kl([1, 0], [0, 1]),
        lambda: verified.entropy([0.1, 0.2, 0.7], normalise=True),
        lambda: verified.enclose("KL(P, Q)", P=[0.25, 0.75], Q="1/3, 2/3"),
    ],
)
def test_results_can_be_pickled_and_copied(made):
    value = made()
    found = pickle.loads(pickle.dumps(value))
    assert (found.low, found.high, found.unit) == (value.low, value.high, value.unit)
    assert (found.how, found.notes, str(found)) == (value.how, value.notes, str(value))
    for copied in (copy.copy(value), copy.deepcopy([value])[0]):
        # As it never changes; it is worked out again as before.
        assert copied is value


def test_a_pickled_value_says_that_it_isn_t_worked_out_again():
    made = subsampled_gaussian_delta(sampling="1/100", sigma=1, steps=100, eps=1)
    value = pickle.loads(pickle.dumps(made))
    assert value.digits(6) == made.digits(6)
    with pytest.raises(NotReachedError, match="to 60 digits"):
        value.digits(60)
    with pytest.raises(NotReachedError, match="worked out again"):
        value.narrowed("1e-50")


def test_batches_can_be_pickled_and_copied():
    for eps in (np.linspace(0, 2, 5), np.linspace(0, 60, 100)):
        batch = verified.values("gaussian_delta", sigma=1, eps=eps)
        found = pickle.loads(pickle.dumps(batch))
        assert (found.float_up == batch.float_up).all()
        assert (found.float_down == batch.float_down).all()
        assert found[3].low == batch[3].low
        assert copy.copy(batch) is batch
        assert copy.deepcopy(batch) is batch


def test_an_error_keeps_its_best_enclosure():
    error = NotReachedError("no", Enclosure(fmpq(1, 3), fmpq(1, 2)))
    found = pickle.loads(pickle.dumps(error))
    assert (str(found), found.best) == ("no", error.best)


def widened(value: Certified) -> Certified:
    return value.widen("1/10")


def test_processes_give_and_take_values():
    value = verified.gaussian_delta(sigma=1, eps=1)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(widened, value).result().low == value.widen("1/10").low


def test_a_value_is_equal_to_itself():
    for value in (verified.log(2), pickle.loads(pickle.dumps(verified.log(2)))):
        same = value
        held = (value == same, value <= same, value >= same)
        failed = (value != same, value < same, value > same)
        assert (held, failed) == ((True,) * 3, (False,) * 3)


def test_the_lower_float_of_0_has_no_sign():
    value = verified.minimum(0, 1)
    assert (str(value.float_down), str(value.float_up)) == ("0.0", "0.0")
