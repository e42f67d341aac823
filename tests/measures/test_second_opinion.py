"""Every measure in balls and floats against mpmath's plain definitions, on random laws.

Families: unrelated laws, laws with zeros, and laws that are 1e-1 … 1e-7 apart, where a form that
cancels would show in the floats.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import inf, isinf, mpf, workdps

from tests.measures import second_opinion
from tests.measures.laws import balls, floats, near_law, random_channel, random_law
from verified.measures import divergences, entropies, information, leakage
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import precision
from verified.numbers.float_namespace import Floats

SCALES = (1.0, 1e-1, 1e-3, 1e-5, 1e-7)
ORDERS = (
    fmpq(0),
    fmpq(1, 1000),
    fmpq(1, 3),
    fmpq(1, 2),
    1 - fmpq(1, 2**30),
    fmpq(1),
    1 + fmpq(1, 2**30),
    fmpq(2),
    fmpq(7, 2),
    fmpq(40),
    None,  # ∞
)
FLOAT_TOLERANCE = 1e-11


@dataclass(frozen=True)
class Case:
    """One measure on one instance: `arrays` are laws or channels, `order` is ∞ where it is None."""

    measure: Callable[..., Any]
    opinion: Callable[..., Any]
    arrays: tuple[Any, ...]
    orders: tuple[fmpq | None, ...] = ()
    tolerance: float = FLOAT_TOLERANCE

    def in_balls(self, bits: int) -> Any:
        with precision(bits):
            orders = [arb.pos_inf() if order is None else order for order in self.orders]
            return self.measure(Balls(), *map(balls, self.arrays), *orders)

    def in_floats(self) -> float:
        orders = [
            np.array([np.inf if order is None else int(order.p) / int(order.q)])
            for order in self.orders
        ]
        with np.errstate(all="raise"):
            value = self.measure(Floats(), *map(floats, self.arrays), *orders)
        return float(np.broadcast_to(value, (1,))[0])

    def in_mpmath(self) -> Any:
        orders = [inf if order is None else fraction(order) for order in self.orders]
        with workdps(second_opinion.DIGITS):
            return self.opinion(*map(fractions, self.arrays), *orders)


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def fractions(nested: Any) -> Any:
    return [fractions(part) for part in nested] if isinstance(nested, list) else fraction(nested)


def as_arb(value: Any) -> arb:
    """What mpmath computed, with the rounding of its 80 digits as the radius."""
    sign, mantissa, exponent, _ = value._mpf_
    with precision(400):
        exact = fmpq(int(mantissa)) * fmpq(2) ** exponent
        return arb(-exact if sign else exact) + arb(0, abs(arb(exact)).upper() * arb(10) ** -40)


def check(case: Case) -> None:
    """Balls of two precisions and the float all agree with mpmath; the balls are narrow."""
    opinion = case.in_mpmath()
    coarse, fine = case.in_balls(128), case.in_balls(320)
    if isinf(opinion):
        assert isinstance(fine, arb)
        assert not fine.is_finite()
        assert fine > 0
        assert case.in_floats() == float("inf")
        return
    assert_encloses(coarse, opinion)
    assert_encloses(fine, opinion)
    assert relative_width(fine) < 1e-30 or width(fine) < 1e-80
    assert arb(coarse).overlaps(arb(fine))
    assert relative_width(coarse) < 1e-12 or width(coarse) < 1e-25
    assert relative_width(fine) <= relative_width(coarse)
    expected = float(opinion)
    assert case.in_floats() == pytest.approx(expected, rel=case.tolerance, abs=1e-29)


def assert_encloses(ball: Any, opinion: Any) -> None:
    with precision(400):
        assert arb(ball).overlaps(as_arb(opinion) + arb(0, arb(10) ** -70))


def width(ball: Any) -> float:
    return 0.0 if isinstance(ball, fmpq) else float(2 * arb(ball.rad()))


def relative_width(ball: Any) -> float:
    if isinstance(ball, fmpq):
        return 0.0
    with precision(400):
        return float(2 * arb(ball.rad()) / abs(ball.mid())) if ball.mid() != 0 else float("inf")


def pairs(seed: str) -> list[tuple[list[fmpq], list[fmpq]]]:
    """Pairs of laws over all scales, and pairs with zeros on either side, both and neither."""
    source = random.Random(seed)
    found = []
    for scale, size in itertools.product(SCALES, (2, 3, 7)):
        law = random_law(source, size)
        other = random_law(source, size) if scale == 1 else near_law(source, law, scale)
        found.append((law, other))
    for zeros, others in ((1, 0), (0, 1), (2, 2)):
        found.append((random_law(source, 5, zeros), random_law(source, 5, others)))
    common = random_law(source, 5, 2)
    found.append((common, near_law(source, common, 1e-4)))
    return found


def channels(seed: str) -> list[tuple[list[fmpq], list[list[fmpq]]]]:
    """Priors and channels with rows at all scales, a silent input, and zeros."""
    source = random.Random(seed)
    found: list[tuple[list[fmpq], list[list[fmpq]]]] = [
        (random_law(source, m), random_channel(source, m, n, scale))
        for scale, (m, n) in itertools.product(SCALES, ((2, 2), (3, 4)))
    ]
    found.append((random_law(source, 4, 1), random_channel(source, 4, 3, 1)))
    with_zeros = [random_law(source, 4, zeros) for zeros in (0, 1, 2)]
    found.append((random_law(source, 3), with_zeros))
    return found


@pytest.mark.parametrize(
    ("measure", "opinion"),
    [
        (divergences.kl, second_opinion.kl),
        (divergences.total_variation, second_opinion.total_variation),
    ],
)
def test_divergences(measure: Callable[..., Any], opinion: Callable[..., Any]) -> None:
    for p, q in pairs(measure.__name__):
        check(Case(measure, opinion, (p, q)))


def test_chi_square() -> None:
    for p, q in pairs("chi"):
        opinion = second_opinion.chi_square
        if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
            opinion = lambda _, __: inf  # noqa: E731
        check(Case(divergences.chi_square, opinion, (p, q)))


@pytest.mark.parametrize("epsilon", [fmpq(0), fmpq(1, 4), fmpq(3)])
def test_hockey_stick(epsilon: fmpq) -> None:
    for p, q in pairs("stick"):
        check(Case(divergences.hockey_stick, second_opinion.hockey_stick, (p, q), (epsilon,)))


@pytest.mark.parametrize("order", ORDERS)
def test_renyi(order: fmpq | None) -> None:
    for p, q in pairs("renyi"):
        check(Case(divergences.renyi, second_opinion.renyi, (p, q), (order,)))


def test_entropies() -> None:
    for p, _ in pairs("entropy"):
        check(Case(entropies.entropy, second_opinion.entropy, (p,)))
        check(Case(entropies.min_entropy, lambda law: second_opinion.renyi_entropy(law, inf), (p,)))


@pytest.mark.parametrize("order", ORDERS)
def test_renyi_entropy(order: fmpq | None) -> None:
    for p, _ in pairs("entropy"):
        check(Case(entropies.renyi_entropy, second_opinion.renyi_entropy, (p,), (order,)))


def test_information() -> None:
    for prior, channel in channels("information"):
        check(Case(information.information, second_opinion.information, (prior, channel)))


@pytest.mark.parametrize("order", ORDERS)
def test_sibson(order: fmpq | None) -> None:
    for prior, channel in channels("sibson"):
        check(Case(information.sibson, second_opinion.sibson, (prior, channel), (order,)))


@pytest.mark.parametrize("order", ORDERS)
def test_arimoto(order: fmpq | None) -> None:
    # The law that attains it has a root of degree 1/α, whose rounding shows in values of 1e-19.
    tolerance = 1e-10 if order == fmpq(1, 1000) else FLOAT_TOLERANCE
    for prior, channel in channels("arimoto"):
        arrays = (prior, channel)
        check(Case(information.arimoto, second_opinion.arimoto, arrays, (order,), tolerance))


def test_maximal_leakage() -> None:
    for prior, channel in channels("leakage"):
        opinion = lambda p, w: second_opinion.sibson(p, w, inf)  # noqa: E731
        check(Case(leakage.maximal_leakage, opinion, (prior, channel)))


def test_pointwise_maximal_leakage() -> None:
    for prior, channel in channels("pointwise"):
        for y in range(len(channel[0])):

            def at_outcome(xp: Any, *arrays: Any, y: int = y) -> Any:
                return xp.take(leakage.pointwise_maximal_leakage(xp, *arrays), -1, y)

            def opinion(p: Any, w: Any, y: int = y) -> Any:
                found = second_opinion.leakages(p, w)[y]
                return mpf(0) if found is None else found

            check(Case(at_outcome, opinion, (prior, channel)))


JOINT_GROUPS = (
    ((0,), (1,), ()),
    ((0,), (1,), (2,)),
    ((0, 2), (1,), ()),
    ((1,), (0, 2), ()),
    ((2,), (0,), (1,)),
)


def _joint_laws() -> list[list[list[list[fmpq]]]]:
    """Joint laws of three variables: unrelated, with zeros, and near a product law."""
    source = random.Random("joint")
    found = []
    for zeros in (0, 3, 8):
        flat = iter(random_law(source, 12, zeros))
        found.append([[[next(flat) for _ in range(3)] for _ in range(2)] for _ in range(2)])
    coin = [fmpq(1, 4), fmpq(3, 4)]
    die = [fmpq(1, 2), fmpq(1, 8), fmpq(3, 8)]
    for scale in SCALES[1:]:
        product = [a * b * c for a in coin for b in coin for c in die]
        flat = iter(near_law(source, product, scale))
        found.append([[[next(flat) for _ in range(3)] for _ in range(2)] for _ in range(2)])
    return found


def _as_dict(joint: Any) -> dict[tuple[int, ...], Fraction]:
    shape = (2, 2, 3)
    return {
        place: joint[place[0]][place[1]][place[2]]
        for place in itertools.product(*map(range, shape))
    }


@pytest.mark.parametrize("groups", JOINT_GROUPS)
def test_mutual_information(groups: tuple[tuple[int, ...], ...]) -> None:
    for joint in _joint_laws():
        check(
            Case(
                lambda xp, law: information.mutual_information(xp, law, 3, *groups),
                lambda law: second_opinion.mutual_information(_as_dict(law), *groups),
                (joint,),
            )
        )


@pytest.mark.parametrize(
    ("axes", "given"), [((0,), ()), ((0, 2), ()), ((1,), (0,)), ((0, 1), (2,))]
)
def test_joint_entropy(axes: tuple[int, ...], given: tuple[int, ...]) -> None:
    for joint in _joint_laws():
        check(
            Case(
                lambda xp, law: information.conditional_entropy(xp, law, 3, axes, given),
                lambda law: (
                    second_opinion.joint_entropy(_as_dict(law), [*axes, *given])
                    - second_opinion.joint_entropy(_as_dict(law), given)
                ),
                (joint,),
            )
        )
