"""Rounds of choices on given scores, against sums over all sequences of candidates in mpmath."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as some
from mpmath import mp, mpf

import verified
from tests.accounting.choosing import (
    DIGITS,
    all_outcomes,
    as_mpf,
    close,
    exponential_law,
    flipped_law,
    noised_law,
    stick,
)
from verified.accounting import choice_rounds
from verified.accounting.choice_rounds import Rounds, rounds
from verified.accounting.choices import exponential_mechanism, permute_and_flip
from verified.accounting.enclosures import Enclosure, LogOf, most_within
from verified.accounting.formal import Formal, root
from verified.accounting.pairs import Choice, Pair
from verified.errors import InputError
from verified.numbers.balls import precision

Law = Callable[[list[Fraction], Any], list[Any]]
BOTH = [([0, 1, 2], [1, 0, 2]), ([0, 1, 2], ["1/2", "1/2", "5/2"]), ([5, 5], [5, 6]),
        ([0, 0, 3, 1], [1, -1, 3, 1])]
MECHANISMS: tuple[tuple[str, Law], ...] = (
    ("exponential_mechanism", exponential_law), ("permute_and_flip", flipped_law),
)


def exactly(scores: list[Any]) -> list[Fraction]:
    return [Fraction(score) for score in scores]


@pytest.mark.parametrize(("scores", "other"), BOTH)
@pytest.mark.parametrize(("name", "law"), MECHANISMS)
def test_delta_is_the_sum_over_all_sequences(
    name: str, law: Law, scores: list[Any], other: list[Any]
) -> None:
    with mp.workdps(DIGITS):
        for steps in (2, 3, 4):
            p, q = (all_outcomes(law(exactly(part), mpf(1)), steps) for part in (scores, other))
            greatest = max(mpmath.log(a / b) for a, b in zip(p, q, strict=True))
            near = Fraction(int(greatest * 1000), 1000)
            for eps in (0, "1/8", "-1/3", 1, "-9", near):
                found = verified.value(f"{name}_delta", scores=scores, other_scores=other, level=2,
                                       steps=steps, eps=eps)
                assert found.relative_width <= 1e-12
                assert close(found, stick(p, q, as_mpf(eps))), (steps, eps, found)
            assert verified.value(f"{name}_delta", scores=scores, other_scores=other, level=2,
                                  steps=steps, eps=near + Fraction(1, 500)).high == 0


def test_delta_of_noisy_maxima_is_the_sum_over_all_sequences() -> None:
    scores, other = [0, 1, 2], [1, 0, 2]
    with mp.workdps(25):
        one, two = (noised_law(exactly(part), mpf(3) / 2) for part in (scores, other))
        for steps in (2, 5):
            p, q = all_outcomes(one, steps), all_outcomes(two, steps)
            for eps in (0, "1/3", 1):
                found = verified.noisy_max_delta(scores=scores, other_scores=other, scale="3/2",
                                                 eps=eps, steps=steps)
                assert close(found, stick(p, q, as_mpf(eps)), 1e-12)


@settings(deadline=None, max_examples=25)
@given(some.data())
def test_the_lattice_and_lists_of_outcomes_give_one_value(data: Any) -> None:
    count = data.draw(some.integers(2, 4))
    halves = some.integers(-6, 6).map(lambda n: fmpq(n, 2))
    scores, other = (
        tuple(data.draw(some.lists(halves, min_size=count, max_size=count))) for _ in range(2)
    )
    pair = Pair(*(Choice(exponential_mechanism, part, fmpq(1)) for part in (scores, other)))
    if pair.equal:
        return
    steps, eps = data.draw(some.integers(2, 12)), data.draw(some.floats(-3, 12))
    fast, slow = Rounds(pair, steps), Rounds(pair, steps)
    assert fast._moved
    slow._moved = False
    one, two = fast.delta(eps, "1e-20"), slow.delta(eps, "1e-20")
    assert one.low <= two.high
    assert two.low <= one.high


@pytest.mark.parametrize("bits", [6, 10])
@pytest.mark.parametrize("steps", [2, 11])
@pytest.mark.parametrize(("rule", "moved"), [
    (permute_and_flip, False), (exponential_mechanism, False), (exponential_mechanism, True),
])
def test_what_rounding_leaves_undecided_is_in_the_ball(
    rule: Any, moved: bool, steps: int, bits: int
) -> None:
    # Of few bits losses are told apart coarsely: ε next to the greatest sum, where all that is left
    # is what isn't decided, and next to one in the middle.
    scores = (fmpq(0), fmpq(1, 3)), (fmpq(1, 3), fmpq(0))
    made = Rounds(Pair(*(Choice(rule, part, fmpq(1)) for part in scores)), steps)
    made._moved = moved
    with mp.workdps(DIGITS):
        head = mpmath.exp(-mpf(1) / 3)
        p = 1 - head / 2 if rule is permute_and_flip else 1 / (1 + head)
        loss = mpmath.log(p / (1 - p))
        masses = [mpmath.binomial(steps, n) * p**n * (1 - p) ** (steps - n)
                  for n in range(steps + 1)]
        for place in range(3 * steps * 8):
            for total in (steps, steps - 2):
                exact = Fraction(int(total * loss * 2**40), 2**40) - Fraction(place, 8 * 2**bits)
                eps = as_mpf(exact)
                truth = mpmath.fsum(
                    -mass * mpmath.expm1(eps - (2 * n - steps) * loss)
                    for n, mass in enumerate(masses) if (2 * n - steps) * loss > eps
                )
                with precision(bits):
                    found = arb(made._stick(fmpq(*exact.as_integer_ratio())))
                    low, high = found.lower(), found.upper()
                with precision(120):
                    ball = arb(str(truth)).union(arb(str(truth)))
                    assert low <= ball, (place, total)
                    assert high >= ball, (place, total)


def test_hundreds_of_rounds_in_the_far_tail() -> None:
    # Two candidates that change places: n − (k − n) times ε₀/2, and a binomial law.
    steps, eps = 300, 140
    found = verified.exponential_mechanism_delta(
        scores=[0, 1], other_scores=[1, 0], level=1, steps=steps, eps=eps)
    with mp.workdps(120):
        share = 1 / (1 + mpmath.exp(mpf(-1) / 2))
        truth = mpmath.fsum(
            mpmath.binomial(steps, n) * share**n * (1 - share) ** (steps - n)
            * -mpmath.expm1(eps - mpf(2 * n - steps) / 2)
            for n in range(steps + 1) if mpf(2 * n - steps) / 2 > eps
        )
        assert truth < mpf(10) ** -20
        assert mpmath.almosteq(mpf(found.digits(15)), truth, mpf(10) ** -14)
        flips = verified.permute_and_flip_delta(
            scores=[0, 1], other_scores=[1, 0], level=1, steps=steps, eps=eps)
        # Permute and flip: 1 − p/2 against p/2.
        kept = 1 - mpmath.exp(mpf(-1) / 2) / 2
        loss = mpmath.log(kept / (1 - kept))
        truth = mpmath.fsum(
            mpmath.binomial(steps, n) * kept**n * (1 - kept) ** (steps - n)
            * -mpmath.expm1(eps - (2 * n - steps) * loss)
            for n in range(steps + 1) if (2 * n - steps) * loss > eps
        )
        assert mpmath.almosteq(mpf(flips.digits(15)), truth, mpf(10) ** -14)


def test_ties_of_rounds_are_exact() -> None:
    swapped: dict[str, Any] = {"scores": [0, 1], "other_scores": [1, 0]}
    for level, steps, eps in ((1, 4, 2), ("1/7", 3, "3/14"), ("log(9)", 3, "log(27)"),
                              ("log(3)", 2, "log(3)"), ("log(3)", 3, 4), ("log(3)", 4, "log(9)")):
        found = verified.exponential_mechanism_delta(**swapped, level=level, steps=steps, eps=eps)
        assert found.high == 0, (level, steps, eps)
    for level, eps in ((1, "1.99999999999999999999"), ("log(3)", "log(8.9999999999)")):
        assert verified.exponential_mechanism_delta(**swapped, level=level, steps=4, eps=eps) > 0
    pair = Pair(*(Choice(permute_and_flip, scores, LogOf(4))
                  for scores in ((fmpq(1, 2), fmpq(0)), (fmpq(0), fmpq(1, 2)))))
    # 3 to 1 each round.
    assert Rounds(pair, 2).delta("log(9)", "1e-12").high == 0
    assert Rounds(pair, 2).delta("log(8.99)", "1e-12").low > 0
    # A sum of losses in the middle is ε: it counts nothing, and the value is rational.
    middle = Rounds(pair, 3).delta("log(3)", "1e-30")
    assert middle.contains(fmpq(27, 64) * (1 - fmpq(3, 27)))
    level = Rounds(pair, 2).delta(0, "1e-30")
    assert level.contains(fmpq(9, 16) * (1 - fmpq(1, 9)))


def test_the_least_epsilon_of_rounds_is_the_inverse() -> None:
    for name, law in MECHANISMS:
        shared: dict[str, Any] = {
            "scores": [0, 1, 2], "other_scores": [1, 0, 1], "level": 1, "steps": 7
        }
        found = verified.value(f"{name}_epsilon", **shared, delta="1e-3")
        assert found.relative_width <= 1e-9
        assert verified.value(f"{name}_delta", **shared, eps=found.high) <= "1e-3"
        assert verified.value(f"{name}_delta", **shared, eps=found.low) > "1e-3"
        assert verified.value(f"{name}_epsilon", **shared, delta="9/10").high == 0
        with mp.workdps(DIGITS):
            p, q = (law(exactly(part), mpf(1) / 2) for part in ([0, 1, 2], [1, 0, 1]))
            greatest = 7 * max(mpmath.log(a / b) for a, b in zip(p, q, strict=True))
            for width in ("1e-9", "1e-30"):
                pure = verified.value(f"{name}_epsilon", **shared, delta=0, width=width)
                assert close(pure, greatest)
                assert pure.relative_width <= float(width)
            moment = mpmath.fsum(a**3 / b**2 for a, b in zip(p, q, strict=True))
            found = verified.value(f"{name}_renyi", **shared, order=3, width="1e-30")
            assert close(found, 7 * mpmath.log(moment) / 2)
            assert found.relative_width <= 1e-30


def test_the_most_rounds() -> None:
    for name, noise in (("exponential_mechanism", {"level": "1/4"}),
                        ("permute_and_flip", {"level": "1/4"}),
                        ("noisy_max", {"scale": 9, "noise": "laplace"}),
                        ("noisy_max", {"scale": 9, "noise": "gumbel"})):
        shared: dict[str, Any] = {"scores": [0, 1, 2], "other_scores": [1, 0, 2], "eps": 1, **noise}
        for delta in (0, "1e-6", "1e-2"):
            count = verified.value(f"{name}_steps", **shared, delta=delta)
            most = int(count.low)
            assert most > 1
            assert verified.value(f"{name}_delta", **shared, steps=most) <= delta
            assert verified.value(f"{name}_delta", **shared, steps=most + 1) > delta
        assert verified.value(f"{name}_steps", **{**shared, "eps": "1/100"}, delta="1e-9").low == 0
        with pytest.raises(verified.NotReachedError, match="still within at 3"):
            verified.value(f"{name}_steps", **shared, delta="1e-2", most=3)
    # Each round's greatest loss is ε₀/2.
    pure = verified.exponential_mechanism_steps(
        scores=[0, 1], other_scores=[1, 0], level="1/10", eps=1, delta=0)
    assert pure.low == 20


def test_more_rounds_tell_more() -> None:
    for name, _ in MECHANISMS:
        shared: dict[str, Any] = {"scores": [0, 1, 4], "other_scores": [1, 1, 3], "level": 1}
        told = [verified.value(f"{name}_delta", **shared, eps="1/4", steps=n)
                for n in (1, 2, 3, 6, 12, 25, 50)]
        assert all(one < two for one, two in itertools.pairwise(told))
        assert told[-1] <= 1
        alone = verified.value(f"{name}_delta", **shared, eps="1/4")
        assert told[0].low == alone.low


def test_rounds_of_equal_laws_tell_nothing() -> None:
    moved: dict[str, Any] = {"scores": [0, "1/3"], "other_scores": [1, "4/3"], "level": 1}
    for name, _ in MECHANISMS:
        assert verified.value(f"{name}_delta", **moved, eps=0, steps=9).high == 0
        assert verified.value(f"{name}_delta", **moved, eps="log(1/4)", steps=9) == "3/4"
        assert verified.value(f"{name}_epsilon", **moved, delta=0, steps=9).high == 0
        assert verified.value(f"{name}_renyi", **moved, order=2, steps=9).high == 0
        with pytest.raises(InputError, match="no round tells anything"):
            verified.value(f"{name}_steps", **moved, eps=1, delta="1e-3")


def test_many_candidates_in_two_rounds() -> None:
    # One candidate in each group of losses, more groups than calls may be nested.
    count = 1500
    scores = tuple(fmpq(n * n % 7919, 7919) for n in range(count))
    other = tuple(fmpq(n * n * n % 7919, 7919) for n in range(count))
    pair = Pair(Choice(exponential_mechanism, scores, fmpq(1)),
                Choice(exponential_mechanism, other, fmpq(1)))
    made = Rounds(pair, 2)
    made._moved = False
    one, two = made.delta(0, "1e-6"), Rounds(pair, 2).delta(0, "1e-6")
    assert one.low <= two.high
    assert two.low <= one.high


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"steps": 0}, "steps is 0"), ({"steps": "1/2"}, "steps is 1/2"),
        ({"steps": 10**6}, "200000 are the most"), ({"steps": float("nan")}, "steps"),
    ],
)
def test_what_rounds_refuse(change: dict[str, Any], told: str) -> None:
    asked: dict[str, Any] = {
        "scores": [0, 1, 3], "other_scores": [1, 0, 3], "level": 1, "eps": 1, **change
    }
    for name in ("exponential_mechanism_delta", "permute_and_flip_delta"):
        with pytest.raises(InputError, match=told):
            verified.value(name, **asked)


def test_what_most_rounds_refuse() -> None:
    asked: dict[str, Any] = {"scores": [0, 1], "other_scores": [1, 0], "level": 1}
    for change, told in (({"delta": 1}, "delta is 1"), ({"delta": -1}, "delta is -1"),
                         ({"most": 0}, "most is 0"), ({"eps": "x"}, "eps")):
        with pytest.raises(InputError, match=told):
            verified.exponential_mechanism_steps(**{**asked, "eps": 1, "delta": "1e-3", **change})
    # Where the sums of losses are too many to decide, that is said.
    wide: dict[str, Any] = {"scores": [0, "1/3", "1/7", "1/11", "1/13", "1/17", 0, 0],
                            "other_scores": ["1/3", 0, "1/9", 0, "1/19", 0, "1/23", "1/29"]}
    with pytest.raises(verified.NotReachedError, match="rounds aren't worked out"):
        verified.permute_and_flip_steps(**wide, level="1/100", eps=1, delta="1e-3")


def test_sums_of_too_many_losses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Pair(*(Choice(exponential_mechanism, scores, fmpq(1))
                  for scores in ((fmpq(0), fmpq(1)), (fmpq(1), fmpq(0)))))
    monkeypatch.setattr(choice_rounds, "MOST_PLACES", 5)
    made = Rounds(pair, 6)
    assert not made._moved
    monkeypatch.setattr(choice_rounds, "MOST_OUTCOMES", 3)
    with pytest.raises(InputError, match="3 are the most"):
        Rounds(pair, 6)


def test_times_a_value_is_exact() -> None:
    made = choice_rounds._times(Enclosure(arb("1e-40").lower(), arb("1e-40").upper()), 10**9 + 7)
    for end, once in ((made.low, arb("1e-40").lower()), (made.high, arb("1e-40").upper())):
        assert end.is_exact()
        mantissa, power = end.man_exp()
        assert fmpq(int(mantissa)) * fmpq(2) ** int(power) == (10**9 + 7) * fmpq(
            int(once.man_exp()[0])) * fmpq(2) ** int(once.man_exp()[1])
    assert choice_rounds._times(Enclosure(fmpq(1, 3), fmpq(1, 2)), 6) == Enclosure(fmpq(2), fmpq(3))


def test_one_round_is_the_pair_itself() -> None:
    pair = Pair(*(Choice(exponential_mechanism, scores, fmpq(1))
                  for scores in ((fmpq(0), fmpq(1)), (fmpq(1), fmpq(0)))))
    assert rounds(pair, 1) is pair
    assert isinstance(rounds(pair, 2), Rounds)


def test_roots_are_formal_sums_where_they_are_known_to_be() -> None:
    third = root(fmpq(1), 3, fmpq(1))
    assert third is not None
    assert (third * third * third - Formal.exponential(fmpq(1))).is_zero(fmpq(1))
    # 27^(1/3) = 3; 9^(1/4) = 3^(1/2) in powers of 3, of 27 and of 1/3; 2^(1/2) isn't in them.
    assert (root(LogOf(fmpq(27)), 3, fmpq(1)) - 3).is_zero(fmpq(1))  # type: ignore[operator]
    for unit in (fmpq(3), fmpq(27), fmpq(1, 3)):
        found = root(LogOf(fmpq(9)), 4, LogOf(unit))
        assert found is not None
        assert (found * found - 3).is_zero(LogOf(unit))
        inverse = root(LogOf(fmpq(1, 9)), 4, LogOf(unit))
        assert inverse is not None
        assert (inverse * found - 1).is_zero(LogOf(unit))
    assert root(LogOf(fmpq(2)), 2, LogOf(fmpq(3))) is None
    assert root(LogOf(fmpq(2)), 2, fmpq(1)) is None
    assert root(fmpq(1), 2, LogOf(fmpq(3))) is None
    zero = root(fmpq(0), 5, LogOf(fmpq(3)))
    assert zero is not None
    assert (zero - 1).is_zero(LogOf(fmpq(3)))


def test_the_most_that_are_within_is_decided_or_told() -> None:
    assert most_within(lambda k, _: Enclosure(fmpq(k), fmpq(k)), fmpq(37), 100) == 37
    assert most_within(lambda k, _: Enclosure(fmpq(k), fmpq(k)), fmpq(1, 2), 100) == 0
    # A value is narrowed before it is told that it isn't decided.
    near = most_within(lambda k, width: Enclosure(k - width, k + width), fmpq(37) + fmpq(1, 10**8),
                       100)
    assert near == 37
    with pytest.raises(verified.NotReachedError, match="37 rounds are within isn't decided"):
        most_within(lambda k, width: Enclosure(k - width, k + width), fmpq(37), 100)
