"""`sharper/ding-exact` and the caption of Fig. 1 against values worked out otherwise."""

from __future__ import annotations

import math

import pytest
from flint import arb, fmpq

from verified.accounting import gaussian_prior, mixture_prior, prior_delta, prior_least_scale
from verified.numbers import ball_line
from verified.numbers.balls import precision
from verified.numbers.line import LAPLACE, Part


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

