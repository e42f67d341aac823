"""`sharper/ding-exact` and the caption of Fig. 1 against values worked out otherwise."""

from __future__ import annotations

import math

import pytest
from flint import arb, fmpq

from verified.accounting import gaussian_prior, mixture_prior, prior_delta, prior_least_scale
from verified.kernel.truth import BallReading, decide, enclosure
from verified.language import find
from verified.numbers import ball_line
from verified.numbers.balls import precision
from verified.numbers.line import LAPLACE, Part
from verified.papers import papers
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula, Relation
from verified.syntax.goals import normal


def find_leaf(key: str, name: str) -> Statement:
    """The statement of a child of a row."""
    (found,) = [part for part in find(papers(), key).leaves() if part.name.endswith(name)]
    assert found.statement is not None
    return found.statement


def leaf(name: str) -> Statement:
    return find_leaf("sharper/ding-exact", name)


def fraction(value: int | str) -> fmpq:
    return fmpq(*map(int, str(value).split("/")))


def holds(formula: Formula, values: dict[str, fmpq]) -> bool | None:
    return decide(normal(formula), values, BallReading())


@pytest.mark.parametrize("slack", ["1/2", "1/100"])
def test_the_least_scale_of_points_is_the_limit_of_narrow_priors(slack: str) -> None:
    found = prior_least_scale(
        gaussian_prior(0, "1/100000"), gaussian_prior(3, "1/100000"),
        noise="laplace", eps=1, delta=slack,
    )
    top, bottom = map(int, slack.split("/"))
    assert found.float_up == pytest.approx(3 / (1 - 2 * math.log1p(-top / bottom)), rel=1e-8)


def test_at_the_least_scale_of_points_the_divergence_is_delta() -> None:
    with precision(100):
        scale = 3 / (1 - 2 * arb(fmpq(9, 10)).log())
        laws = [(Part(fmpq(1), LAPLACE, fmpq(mean), scale),) for mean in (0, 3)]
        found = arb(ball_line.positive_part(*laws, arb(1).exp()))
        assert found.overlaps(arb(fmpq(1, 10)))
        assert found.rad() < 1e-20


def test_moved_mixtures_need_no_more_than_points() -> None:
    one = mixture_prior(["1/3", "2/3"], [0, 5], [1, 2])
    two = mixture_prior(["1/3", "2/3"], [3, 8], [1, 2])
    enough = fmpq(*(3 / (1 - 2 * math.log(0.9)) * (1 + 1e-12)).as_integer_ratio())
    assert prior_delta(one, two, noise="laplace", scale=enough, eps=1).at_most("1/10") is True


def test_the_paper_s_rule_is_undercut() -> None:
    gains = {0.5: 0.42, 0.01: 0.98}
    for slack, share in gains.items():
        assert 1 / (1 - 2 * math.log(1 - slack)) == pytest.approx(share, abs=0.005)



# Means, deviations of the two responses, levels: the second wider and narrower, with the level at
# which the best event vanishes between two of them.
TWO_DEVIATIONS = [
    ("gaussian-wider", 0, 1, 1, 2, "1/10"),
    ("gaussian-wider", 0, -3, "3/2", 2, "3/10"),
    ("gaussian-wider", 0, 0, 1, "6/5", "9/50"),
    ("gaussian-wider-alone", 0, 0, 1, "6/5", "19/100"),
    ("gaussian-wider-alone", 1, 0, 1, 3, "13/10"),
    ("gaussian-narrower", 0, 1, 2, 1, "1/2"),
    ("gaussian-narrower", 0, 0, "6/5", 1, "1/10"),
    ("gaussian-narrower", 2, 0, "11/10", 1, 3),
]


@pytest.mark.parametrize(("name", "mean", "other", "own", "wide", "level"), TWO_DEVIATIONS)
def test_two_deviations(
    name: str, mean: int, other: int, own: int | str, wide: int | str, level: int | str
) -> None:
    """The closed forms are the masses between the isolated zeros of the densities' difference."""
    values = {
        "m": fmpq(mean), "m'": fmpq(other), "s": fraction(own), "s'": fraction(wide),
        "p": fmpq(1, 7), "eps": fraction(level),
    }
    rows = {key: leaf(f"ding-exact.{key}") for key in {row[0] for row in TWO_DEVIATIONS}}
    meant = {key for key, row in rows.items() if all(holds(part, values) for part in row.given)}
    assert meant == {name}
    then = rows[name].then
    assert isinstance(then, Relation)
    with precision(150):
        sides = [arb(enclosure(side, values, BallReading())) for side in (then.left, then.right)]
        assert sides[0].overlaps(sides[1])
        assert all(side.rad() < 1e-25 for side in sides)


# r = s = 0 with deviations 1 and 2 in either order, ε = 0: the log ratio is 0 at ±1.36.
BEST = {"r": fmpq(0), "s": fmpq(0), "eps": fmpq(0)}
WIDER = {**BEST, "u": fmpq(1), "w": fmpq(2)}
NARROWER = {**BEST, "u": fmpq(2), "w": fmpq(1)}


@pytest.mark.parametrize(("name", "laws", "ends", "missing"), [
    ("best-interval", WIDER, (-2, 2, -1, 1), None),
    ("best-interval", WIDER, (5, 6, 0, 0), 1),
    ("best-interval", WIDER, (-6, -5, 0, 0), 2),
    ("best-interval", WIDER, (0, 2, -1, 1), 3),
    ("best-interval", WIDER, (-2, 0, -1, 1), 4),
    ("best-interval", WIDER, (-2, 2, -9, 9), 5),
    ("best-outside", NARROWER, (-1, 1, -2, 2), None),
    ("best-outside", NARROWER, (-1, 1, 5, 6), 1),
    ("best-outside", NARROWER, (-1, 1, -6, -5), 2),
    ("best-outside", NARROWER, (-1, 1, 0, 2), 3),
    ("best-outside", NARROWER, (-1, 1, -2, 0), 4),
    ("best-outside", NARROWER, (-9, 9, -2, 2), 5),
])
def test_each_condition_on_the_best_event_is_needed(
    name: str, laws: dict[str, fmpq], ends: tuple[int, ...], missing: int | None
) -> None:
    """The fact holds at the first ends; where one condition is dropped it fails at others."""
    row = find_leaf("background/gaussian-events", f"gaussian-events.{name}")
    places = zip(("l", "h", "l'", "h'"), map(fmpq, ends), strict=True)
    values = {**laws, **dict(places)}
    unmet = [at for at, part in enumerate(row.given) if not holds(part, values)]
    assert unmet == ([] if missing is None else [missing])
    assert holds(row.then, values) is (missing is None)
