"""Ding's claims: known values, instances decided by the kernel, and statements that fall once they
are tampered with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq

from verified.kernel.truth import BallReading, decide
from verified.language import (
    equals,
    exp,
    find,
    gaussian,
    hockey_stick,
    laplace,
    law_sum,
    rational,
    sqrt,
)
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.papers import papers
from verified.papers.ding_2024 import monge, tails, theorem_1, theorem_2, users
from verified.papers.lemmas import noised_densities
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula
from verified.syntax.goals import normal

PAPER = "ding-2024/"
F = fmpq


def leaf(name: str) -> Statement:
    row = find(papers(), name.partition("@")[0].partition(".")[0])
    (found,) = [part for part in row.leaves() if part.name == name]
    assert found.statement is not None
    return found.statement


def stated(name: str) -> Statement:
    return leaf(PAPER + name)


def holds(formula: Formula, **values: Any) -> bool | None:
    spelled = {name.replace("_", "'"): value for name, value in values.items()}
    return decide(normal(formula), spelled, BallReading())


def table(*values: Any) -> BallArray:
    return BallArray((len(values),), [F(value) for value in values])


def mixture(**changed: Any) -> dict[str, Any]:
    """A component of weight 1/5 that is 20 away, and one that stays: found by hand."""
    return {
        "n": 2, "n_": 1, "w": table(F(4, 5), F(1, 5)), "m": table(0, 20), "m_": table(0),
        "s": table(1, 1), "s_": table(1), "t": F(3), "eps": F(1), "delta": F(1, 20), "b": F(4),
        **changed,
    }


def test_a_light_component_far_away_breaks_theorem_2() -> None:
    """The mean of the differences is 4, and the scale 4 leaves a δ of 0.17."""
    row = stated("theorem-2")
    assert [holds(given, **mixture()) for given in row.given] == [True] * 3
    assert holds(row.then, **mixture()) is False
    assert holds(row.then, **mixture(delta=F(1, 5))) is True


def test_the_repairs_of_theorem_2_ask_for_more_there() -> None:
    largest = stated("theorem-2-repaired.largest")
    assert holds(largest.given[-1], **mixture()) is False
    assert holds(largest.given[-1], **mixture(b=F(20))) is True
    assert holds(largest.then, **mixture(b=F(20))) is True
    # A budget of 1 for the light component: δ = 1/5 with a scale that ignores it.
    split = stated("theorem-2-repaired.split")
    budget = mixture(b=F(1, 100), t=table(0, 0), d=table(0, 1), delta=F(1, 5))
    assert holds(split.given[0], **budget) is False
    free = {**budget, "t": table(9, 0), "d": table(F(1, 10**6), 1), "delta": F(21, 100)}
    assert [holds(given, **free) for given in split.given] == [True, True]
    assert holds(split.then, **free) is True


def test_without_the_shares_of_the_plan_the_repair_is_too_weak() -> None:
    """The mean of δ_ml must weigh the pairs by the plan."""
    split = stated("theorem-2-repaired.split")
    halved = theorem_2.over_pairs(
        lambda k, j: theorem_2.weight(k, j) * theorem_2.slacks[k * theorem_2.m + j] / 4
    )
    weaker = replace(split, given=(split.given[0], halved <= theorem_2.delta))
    values = mixture(
        b=F(1, 100), t=table(9, 0), d=table(F(1, 10**6), 1), delta=F(6, 100)
    )
    assert [holds(given, **values) for given in weaker.given] == [True, True]
    assert holds(weaker.then, **values) is False


def test_known_values_of_tau() -> None:
    """Q⁻¹(0.025) = 1.95996398…; the bounds (22) and (23) are above it."""
    level = {"delta": F(1, 20)}
    minimum = stated("tau-star.inverse.if").then
    assert holds(minimum, t=F(1959963, 10**6), **level) is False
    assert holds(minimum, t=F(1959964, 10**6), **level) is True
    # W_0(2/(π δ²)) = 4.13… at δ = 1/20, and its root is 2.03….
    root = tails.lambert_w(tails.second_argument)
    assert holds(root <= rational(404, 100), **level) is False
    assert holds(root <= rational(414, 100), **level) is True
    assert holds(stated("tau-star.second-lambert").then, **level) is True


def test_zero_is_in_the_set_of_22() -> None:
    row = stated("tau-star.first-lambert")
    zero = {"t": F(0), "delta": F(1, 2)}
    assert all(holds(given, **zero) for given in row.given)
    assert holds(row.then, **zero) is False


def test_corollary_1_needs_the_growth_of_the_deviation() -> None:
    """Users without a mean: with no noise the deviations tell who is there."""
    row = stated("corollary-1a")
    laws = {
        "K": 2, "m": table(0, 0), "v": table(1, 100), "t": F(2), "eps": F(1, 10),
        "delta": F(1, 20), "b": F(1, 100),
    }
    assert [holds(given, **laws) for given in row.given] == [True, True, False]
    assert holds(row.then, **laws) is False


def test_the_growth_lies_between_its_bounds() -> None:
    """Variances 9 and 16: Δσ of the second is 5 − 3, between 16/10 and 16/5."""
    row = stated("corollary-1-limit-repaired.growth")
    values = {"K": 2, "v": table(9, 16), "k": 1}
    assert holds(equals(users.growth, 2), **values) is True
    assert holds(row.then, **values) is True
    tampered = users.variances[users.user] / sqrt(users.whole(users.variances)) <= users.growth
    assert holds(tampered, **values) is False


def test_identical_users_are_told_apart_at_every_number() -> None:
    """The tails' ratio is e^(ε + ε²σ²/(2μ²)) whatever K is."""
    row = stated("identical-users-limit")
    for count in (2, 5):
        values = {"K": count, "m": F(1), "s": F(2), "eps": F(1), "b": F(1)}
        assert [holds(given, **values) for given in row.given] == [True]
        assert holds(row.then, **values) is False


def test_both_sides_of_the_event_count() -> None:
    """Pr(|Z + r| > t) at r = 0 is 2 Q(t), twice what the first case has."""
    row = stated("theorem-1-steps.first-case")
    assert holds(row.then, r=F(0), t=F(1)) is False
    repaired = stated("theorem-1-steps-repaired.doubled")
    assert holds(repaired.then, r=F(1), t=F(1)) is True
    assert holds(theorem_1.beyond <= theorem_1.tail(theorem_1.high_end), r=F(0), t=F(1)) is False


def test_gaussian_noise_hides_less_at_a_large_level() -> None:
    """Where Laplace noise leaves nothing, Gaussian noise of its variance leaves a tail."""
    narrow = rational(1, 10**6)
    plain, bell = laplace(0, 1), gaussian(0, 2)
    first, second = (
        [law_sum(gaussian(centre, narrow), noise) for centre in (0, 1)]
        for noise in (plain, bell)
    )
    assert holds(hockey_stick(*first, 2) < hockey_stick(*second, 2)) is True


def test_monges_map_is_no_other() -> None:
    """With σ_i/σ_j for σ_j/σ_i it pushes the prior elsewhere."""
    turned = monge.other_mean + monge.deviation / monge.other_deviation * (
        monge.place - monge.mean
    )
    law = gaussian(monge.other_mean, monge.other_deviation**2)
    left = stated("monge-map.push-forward@deviation").then.left
    values = {"m": F(0), "m_": F(1), "s": F(1), "s_": F(2), "x": F(1)}
    assert holds(equals(left, monge.below(law, turned)), **values) is False
    assert holds(left <= monge.below(law, monge.moved(monge.place) + 1), **values) is True


def test_no_smaller_scale_hides_two_numbers() -> None:
    row = stated("l1-sensitivity.private")
    values = {"m": F(0), "m_": F(2), "eps": F(1)}
    assert holds(row.then, **values, b=F(2)) is True
    assert holds(row.then, **values, b=F(199, 100)) is False


def test_theorem_1_needs_the_deviations() -> None:
    """Equal means, and deviations 1/100 and 2: the data alone tell the secrets apart."""
    row = stated("theorem-1@deviation")
    values = {
        "m": F(0), "m_": F(0), "s": F(2), "s_": F(1, 100), "t": F(2), "eps": F(1),
        "delta": F(1, 20),
    }
    assert [holds(given, **values, b=F(1, 10)) for given in row.given] == [True, False]
    assert holds(row.then, **values, b=F(1, 10)) is False
    assert [holds(given, **values, b=F(4)) for given in row.given] == [True, True]
    assert holds(row.then, **values, b=F(4)) is True


def test_corollary_2_needs_the_largest_difference() -> None:
    """A light component that moves by 10: enough for the mean of the differences isn't enough."""
    values = {
        "n": 2, "P": table(F(9, 10), F(1, 10)), "m": table(F(1, 10), 10), "m_": table(0, 0),
        "s": table(1, 1), "eps": F(1), "b": F(2),
    }
    printed, repaired = stated("corollary-2"), stated("corollary-2-repaired")
    assert [holds(given, **values) for given in printed.given] == [True, True]
    assert holds(printed.then, **values) is False
    assert holds(repaired.given[0], **values) is False


def events(**changed: Any) -> dict[str, Any]:
    """Two components, of which the second is light and moves far; the event (−1, 1]."""
    return {
        "n": 2, "P": table(F(9, 10), F(1, 10)), "m": table(0, 10), "m_": table(1, 20),
        "s": F(1), "eps": F(1), "l1": F(9), "h": F(11), **changed,
    }


def test_the_conclusion_of_appendix_d_needs_the_largest_difference() -> None:
    """An event near the component that moves by 10; the mean of the differences is 1.9."""
    printed = stated("corollary-2-steps.conclusion")
    repaired = stated("corollary-2-steps-repaired.conclusion")
    mean, largest = events(b=F(2)), events(b=F(10))
    assert [holds(given, **mean) for given in printed.given] == [True] * 3
    assert holds(printed.then, **mean) is False
    assert holds(repaired.given[0], **mean) is False
    assert [holds(given, **largest) for given in repaired.given] == [True, True]
    assert holds(repaired.then, **largest) is True
    # Of what doesn't occur nothing is asked.
    absent = events(b=F(2), P=table(1, 0))
    assert [holds(given, **absent) for given in repaired.given] == [True, True]
    assert holds(repaired.then, **absent) is True


def test_the_free_component_of_24_must_give_the_event_what_the_others_give() -> None:
    row = stated("theorem-2-steps-repaired.eq-24")
    half = F(1, 2)
    rows = BallArray((2, 2), [half, half, half, half])
    values = {
        "n": 2, "n_": 2, "P": table(half, half), "W": rows, "m_": table(0, 0), "s": F(1),
        "eps": F(1), "b": F(2), "l1": F(-1), "h": F(1), "i": 0,
    }
    assert holds(row.given[0], **values, m=table(0, 1)) is False
    assert holds(row.then, **values, m=table(0, 1)) is False
    # A component that doesn't occur may lie anywhere, and the free one must not be it.
    alone = {**values, "P": table(1, 0), "m": table(0, 1)}
    assert holds(row.given[0], **{**alone, "i": 1}) is False
    assert holds(row.then, **{**alone, "i": 1}) is False


def test_the_conclusion_of_appendix_b_needs_the_absolute_value() -> None:
    row = stated("remark-1-steps-repaired.conclusion")
    values = {"m": F(1), "m_": F(2), "s": F(1), "eps": F(1, 2), "l": F(-7), "h": F(1)}
    assert holds(row.given[0], **values, b=F(1)) is False
    assert holds(row.then, **values, b=F(1)) is False
    assert holds(row.given[0], **values, b=F(2)) is True
    assert holds(row.then, **values, b=F(2)) is True


def test_the_largest_log_ratio_of_a_range_is_at_its_ends_or_at_the_top() -> None:
    """With noise of variance 100 and priors of mean 0, the top is at 0, ½ ln((100 + s'²)/101)."""
    row = stated("figure-1-maxima-repaired.gaussian")

    def told(low: int, high: int, place: int, wide: int) -> list[bool | None]:
        at = {
            "m": F(0), "m_": F(0), "s": F(1), "s_": F(wide), "v": F(100),
            "l": F(low), "h": F(high), "y": F(place),
        }
        return [holds(part, **at) for part in (*row.given, row.then)]

    *asked, small = [True] * 7
    assert told(-5, 5, 0, 2) == [*asked, small]
    # Each of what is asked of the ends and of the top, left out.
    left, right, top = 3, 4, 5
    for told_there, which in (
        (told(-90, 5, -80, 2), left), (told(-5, 90, 80, 2), right), (told(-11, 11, 0, 3), top),
    ):
        assert [place for place, met in enumerate(told_there) if met is False] == [which, 6]
    # A top outside of the range doesn't count.
    assert told(10, 12, 11, 3) == [*asked, small]


@pytest.mark.parametrize(("u", "s"), [(0, "0.3"), ("1.5", 1), (-4, 2), (9, "2.5")])
def test_the_closed_form_of_a_noised_density_is_its_integral(u: Any, s: Any) -> None:
    """e^(s²/2 − u) Φ(u/s − s) and the same of −u: twice ∫ e^(−|u − x|)/2 dN(x; 0, s²)."""
    with mpmath.workdps(30):
        u, s = mpmath.mpf(u), mpmath.mpf(s)
        ends = [-mpmath.inf, *sorted({mpmath.mpf(0), u}), mpmath.inf]
        whole = mpmath.quad(lambda x: mpmath.exp(-abs(u - x)) * mpmath.npdf(x, 0, s), ends)
        variables = (noised_densities.place, noised_densities.deviation)
        with precision(120):
            values = {
                var.name: arb(str(value)) for var, value in zip(variables, (u, s), strict=True)
            }
            told = BallReading().term(noised_densities.density(*variables), values)
        closed = mpmath.mpf(told.mid().str(30, radius=False))
        assert abs(whole - closed) < mpmath.mpf(10) ** -20


def test_the_caption_s_number_is_one_for_some_priors_and_not_for_all() -> None:
    """Of N(0, 1) and N(1/2, 25/16) the log ratio tends to 0.107 and 0.143; far means exceed it."""
    some, every = (stated(f"figure-1-maxima.laplace@{name}-priors") for name in ("some", "all"))
    for place in (-30, -1, 0, 1, 30):
        assert holds(some.then, y=F(place)) is True
    for mean, says in ((F(1, 2), True), (F(2), False)):
        at = {"m": F(0), "m_": mean, "s": F(1), "s_": F(5, 4), "y": F(30)}
        assert [holds(part, **at) for part in (*every.given, every.then)] == [True, says]


def test_the_log_ratio_with_laplace_noise_is_bounded_by_means_and_deviations() -> None:
    """At the scale 4; each part of the condition is asked for by itself."""
    row = stated("figure-1-maxima-repaired.laplace")

    def told(mean: fmpq, one: fmpq, other: fmpq, place: fmpq) -> list[bool | None]:
        at = {"m": mean, "m_": F(0), "s": one, "s_": other, "y": place}
        return [holds(part, **at) for part in (*row.given, row.then)]

    asked = [True] * 3
    assert told(F(1), F(8), F(161, 20), F(-90)) == asked
    assert told(F(0), F(8), F(17, 2), F(200)) == asked
    # The means, far out; the squares of the deviations, far out; the deviations, at the mean.
    assert told(F(13, 10), F(8), F(801, 100), F(-90)) == [True, False, False]
    assert told(F(0), F(8), F(87, 10), F(200)) == [True, False, False]
    assert told(F(0), F(1, 100), F(2), F(0)) == [True, False, False]


@pytest.mark.parametrize("child", ["moved", "wider", "narrower", "apart"])
def test_no_less_growth_of_a_noised_density_will_do(child: str) -> None:
    """Each bound falls once nine tenths of its exponent are asked for."""
    at: dict[str, Any] = {
        "moved": {"u": F(-40), "v": F(-41), "s": F(1), "r": F(1)},
        "wider": {"u": F(40), "s": F(2), "t": F(3)},
        "narrower": {"u": F(0), "s": F(1, 1000), "t": F(1, 10)},
        "apart": {"u": F(-40), "v": F(-41), "s": F(1), "t": F(1), "r": F(1), "c": F(0)},
    }[child]
    row = leaf(f"lemma/noised-densities.{child}")
    assert [holds(part, **at) for part in row.given] == [True] * len(row.given)
    assert holds(row.then, **at) is True
    factor = rational(9, 10) if child != "narrower" else rational(7, 10)
    low, high = row.then.left, row.then.right
    exponent, rest = high.args[0].args[0], high.args[1]
    assert holds(low <= exp(factor * exponent) * rest, **at) is False


def noises(**changed: Any) -> dict[str, Any]:
    """Priors of one deviation: the response has the deviation √3, the means are 1.1 of it apart."""
    return {
        "m": F(0), "m_": F(19, 10), "s": F(1), "s_": F(1), "eps": F(1, 2), "b": F(1), **changed
    }


@pytest.mark.parametrize("turned", [False, True])
def test_gaussian_noise_hides_more_within_the_repair(turned: bool) -> None:
    row = stated("gaussian-or-laplace-repaired")
    values = noises(m=F(19, 10), m_=F(0)) if turned else noises()
    assert all(holds(given, **values) for given in row.given)
    assert holds(row.then, **values) is True


@pytest.mark.parametrize(("changed", "missing"), [
    ({"s": F(2), "s_": F(1, 10), "m_": F(9, 2), "eps": F(1, 20), "b": F(1, 2)}, 0),
    ({"m_": F(3, 2), "eps": F(3, 2)}, 1),
    ({"m_": F(8), "eps": F(1)}, 2),
])
def test_outside_of_the_repair_laplace_noise_can_hide_more(
    changed: dict[str, Any], missing: int
) -> None:
    """Each of the conditions leaves out what breaks the sentence."""
    row = stated("gaussian-or-laplace-repaired")
    values = noises(**changed)
    assert missing in [at for at, given in enumerate(row.given) if not holds(given, **values)]
    assert holds(row.then, **values) is False
