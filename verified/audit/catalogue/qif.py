"""qif's leakages, capacities and distances: in nats, or the factors and differences they are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import verified
from verified.audit.catalogue.quantities import (
    CAPACITY,
    ENTROPY,
    INFORMATION,
    MIN_ENTROPY_LEAKAGE,
    TOTAL_VARIATION,
    Quantity,
    named,
)
from verified.audit.catalogue.ranges import CHANNEL, LAW, PRIOR, ROUNDED, SQUARE
from verified.audit.environments import Library
from verified.audit.independent import mp, mpf, precisely
from verified.audit.promises import ESTIMATE, Domain, Law

LIBRARY = Library("qif", ["qif==1.6.0"], "qif")

_JOINT: dict[str, Domain] = {"prior": PRIOR, "channel": SQUARE}
_FULL = Law((3, 3), positive=True, rows=(3, 3))
_ABSOLUTE = 1e-13
# To guess the secret right gains 1, to pass half of that.
_GAINS: list[list[Any]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [Fraction(1, 2)] * 3]


def _exact(formula: Callable[..., Fraction]) -> Any:
    """A rational quantity, worked out exactly."""

    def certified(*, width: str, **arguments: Any) -> Any:
        value = formula(**{name: _fractions(given) for name, given in arguments.items()})
        return verified.enclose("x", x=value, width=width)

    return certified


def _fractions(value: Any) -> Any:
    return [_fractions(part) for part in value] if isinstance(value, list) else Fraction(value)


def _before(prior: list[Any]) -> Any:
    """The best guess's gain without the output."""
    return max(sum(g * p for g, p in zip(row, prior, strict=True)) for row in _GAINS)


def _after(prior: list[Any], channel: list[list[Any]]) -> Any:
    """The best guesses' expected gain with it."""
    return sum(
        max(sum(g * p * line[y] for g, p, line in zip(row, prior, channel, strict=True))
            for row in _GAINS)
        for y in range(len(channel[0]))
    )


def _sorted_guesses(masses: list[Any]) -> Any:
    """How many guesses it takes, the likeliest first."""
    return sum(place * mass for place, mass in enumerate(sorted(masses, reverse=True), 1))


def _guesses(prior: list[Any], channel: list[list[Any]]) -> Any:
    return sum(
        _sorted_guesses([p * row[y] for p, row in zip(prior, channel, strict=True)])
        for y in range(len(channel[0]))
    )


def _vulnerability(prior: list[Any], channel: list[list[Any]]) -> Any:
    return sum(
        max(p * row[y] for p, row in zip(prior, channel, strict=True))
        for y in range(len(channel[0]))
    )


def _given(
    prior: list[Any], channel: list[list[Any]], best: Callable[[list[Any]], Any]
) -> tuple[Any, Any]:
    """By mpmath: what the best choice is worth on the prior, and on posteriors in expectation."""
    after = mpf(0)
    for column in zip(*channel, strict=True):
        seen = mp.fdot(prior, column)
        if seen > 0:
            after += seen * best([p * w / seen for p, w in zip(prior, column, strict=True)])
    return best(prior), after


def _gain(law: list[Any]) -> Any:
    """To name the likeliest, or to pass."""
    return max(*law, mp.fsum(law) / 2)


def _guessing(law: list[Any]) -> Any:
    """Expected guesses: Σ over k of the mass that k guesses don't find."""
    ordered = sorted(law, reverse=True)
    return mp.fsum(mp.fsum(ordered[k:]) for k in range(len(ordered)))


def _factor(best: Callable[[list[Any]], Any], *, falls: bool = False) -> Any:
    def value(prior: list[Any], channel: list[list[Any]]) -> Any:
        before, after = _given(prior, channel, best)
        return before / after if falls else after / before

    return precisely(value)


def _difference(best: Callable[[list[Any]], Any], *, falls: bool = False) -> Any:
    def value(prior: list[Any], channel: list[list[Any]]) -> Any:
        before, after = _given(prior, channel, best)
        return before - after if falls else after - before

    return precisely(value)


_G_FACTOR = Quantity(
    "the factor of g-leakage",
    _exact(lambda prior, channel: _after(prior, channel) / _before(prior)), _factor(_gain),
)
_G_SUM = Quantity(
    "additive g-leakage",
    _exact(lambda prior, channel: _after(prior, channel) - _before(prior)), _difference(_gain),
)
_BAYES_FACTOR = Quantity(
    "the factor of min-entropy leakage",
    _exact(lambda prior, channel: _vulnerability(prior, channel) / max(prior)), _factor(max),
)
_BAYES_SUM = Quantity(
    "additive Bayes leakage",
    _exact(lambda prior, channel: _vulnerability(prior, channel) - max(prior)), _difference(max),
)
_RISK_FACTOR = Quantity(
    "the factor by which Bayes risk falls",
    _exact(lambda prior, channel: (1 - max(prior)) / (1 - _vulnerability(prior, channel))),
    _factor(lambda law: mp.fsum(law) - max(law), falls=True),
)
_COLUMNS = Quantity(
    "multiplicative Bayes capacity",
    _exact(lambda channel: sum(max(column) for column in zip(*channel, strict=True))),
    # Uniform priors reach it.
    lambda channel: _factor(max)(
        prior=[Fraction(1, len(channel))] * len(channel), channel=channel
    ),
)
_GUESS_FACTOR = Quantity(
    "the factor by which expected guesses fall",
    _exact(lambda prior, channel: _sorted_guesses(prior) / _guesses(prior, channel)),
    _factor(_guessing, falls=True),
)
_GUESS_SUM = Quantity(
    "by how much expected guesses fall",
    _exact(lambda prior, channel: _sorted_guesses(prior) - _guesses(prior, channel)),
    _difference(_guessing, falls=True),
)
_EARTH = Quantity(
    "Kantorovich distance on a line",
    _exact(lambda p, q: sum(
        abs(sum(p[:place]) - sum(q[:place])) for place in range(1, len(p))
    )),
    precisely(lambda p, q: mp.fsum(
        abs(mp.fsum(p[place:]) - mp.fsum(q[place:])) for place in range(1, len(p))
    )),
)


@precisely
def _largest_ratio(channel: list[list[Any]]) -> Any:
    if any(0 in column and max(column) > 0 for column in zip(*channel, strict=True)):
        return mp.inf
    return mp.log(max(max(c) / min(c) for c in zip(*channel, strict=True) if max(c) > 0))


_LEVEL = Quantity(
    "the least ε between any two inputs", named("free_lunch_epsilon"), _largest_ratio
)


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], says: str,
    absolute: float = _ABSOLUTE,
) -> Any:
    return quantity.audited(
        "qif", name, call, parameters, ESTIMATE, ROUNDED, says, absolute,
        refuses=("ValueError", "NotImplementedError", "RuntimeError"),
    )


FUNCTIONS = [
    CAPACITY.audited(
        "qif", "measure.shannon.add_capacity", "shannon_capacity", {"channel": CHANNEL}, ESTIMATE,
        1e-6, "the channel capacity in bits, to a difference of 1e-7; here × ln 2", 1e-7,
    ),
    _of(ENTROPY, "measure.shannon.prior", "shannon_prior", {"p": LAW},
        "entropy in bits; here × ln 2"),
    _of(INFORMATION, "measure.shannon.add_leakage", "shannon_leakage", _JOINT,
        "mutual information in bits; here × ln 2"),
    _of(MIN_ENTROPY_LEAKAGE, "measure.bayes_vuln.min_entropy_leakage", "min_entropy_leakage",
        _JOINT, "min-entropy leakage in bits; here × ln 2"),
    _of(_BAYES_FACTOR, "measure.bayes_vuln.mult_leakage", "bayes_factor", _JOINT,
        "posterior over prior vulnerability"),
    _of(_BAYES_SUM, "measure.bayes_vuln.add_leakage", "bayes_sum", _JOINT,
        "posterior less prior vulnerability"),
    _of(_COLUMNS, "measure.bayes_vuln.mult_capacity", "bayes_capacity", {"channel": SQUARE},
        "the largest factor over priors, the sum of the columns' largest entries"),
    _of(_BAYES_SUM, "measure.bayes_risk.add_leakage", "risk_sum", _JOINT,
        "prior less posterior Bayes risk"),
    _of(_RISK_FACTOR, "measure.bayes_risk.mult_leakage", "risk_factor",
        {"prior": PRIOR, "channel": _FULL}, "prior over posterior Bayes risk"),
    _of(_G_FACTOR, "measure.g_vuln.mult_leakage", "g_factor", _JOINT,
        "posterior over prior g-vulnerability; here of guesses that may pass"),
    _of(_G_SUM, "measure.g_vuln.add_leakage", "g_sum", _JOINT,
        "posterior less prior g-vulnerability; here of guesses that may pass"),
    _of(_GUESS_FACTOR, "measure.guessing.mult_leakage", "guess_factor", _JOINT,
        "prior over posterior guessing entropy"),
    _of(_GUESS_SUM, "measure.guessing.add_leakage", "guess_sum", _JOINT,
        "prior less posterior guessing entropy"),
    _of(_LEVEL, "measure.d_privacy.smallest_epsilon", "level", {"channel": _FULL},
        "the least ε for which rows are εd-close, in nats; here every two rows are 1 apart; "
        "numbers that are 1e-7 apart count as equal, its tolerance elsewhere", 1e-6),
    _of(TOTAL_VARIATION, "metric.total_variation", "variation", {"p": LAW, "q": LAW},
        "total variation"),
    _of(_EARTH, "metric.kantorovich", "kantorovich", {"p": LAW, "q": LAW},
        "the Kantorovich distance, by a linear program, whose tolerance is 1e-7", 1e-5),
]

_EXACT = "of rational numbers, worked out exactly"
PUBLIC: dict[str, tuple[str, ...] | str] = {
    "measure.shannon.add_capacity": ("measure.shannon.add_capacity",),
    "measure.shannon.prior": ("measure.shannon.prior",),
    "measure.shannon.posterior, add_leakage, mult_leakage": ("measure.shannon.add_leakage",),
    "measure.bayes_vuln.min_entropy_leakage": ("measure.bayes_vuln.min_entropy_leakage",),
    "measure.bayes_vuln.mult_leakage, prior, posterior": ("measure.bayes_vuln.mult_leakage",),
    "measure.bayes_vuln.add_leakage": ("measure.bayes_vuln.add_leakage",),
    "measure.bayes_vuln.mult_capacity": ("measure.bayes_vuln.mult_capacity",),
    "measure.bayes_vuln.mult_capacity_bound_cap": "a bound of repeated channels, no quantity of "
    "ours",
    "measure.bayes_risk.add_leakage": ("measure.bayes_risk.add_leakage",),
    "measure.bayes_risk.mult_leakage": ("measure.bayes_risk.mult_leakage",),
    "measure.bayes_risk.mult_capacity": "a maximum over priors, no quantity of ours",
    "measure.g_vuln.mult_leakage, prior, posterior": ("measure.g_vuln.mult_leakage",),
    "measure.g_vuln.add_leakage": ("measure.g_vuln.add_leakage",),
    "measure.g_vuln.add_capacity": "a maximum over gain functions, no quantity of ours",
    "measure.l_risk": "the gain function's complement: the same sums as g_vuln",
    "measure.pred_vuln, pred_risk": "g-vulnerability of two classes: the same sums as g_vuln",
    "measure.guessing.mult_leakage, prior, posterior": ("measure.guessing.mult_leakage",),
    "measure.guessing.add_leakage": ("measure.guessing.add_leakage",),
    "measure.d_privacy.smallest_epsilon": ("measure.d_privacy.smallest_epsilon",),
    "measure.d_privacy.prior, is_private": "no number, or no quantity of ours",
    "metric.total_variation": ("metric.total_variation",),
    "metric.kantorovich": ("metric.kantorovich",),
    "metric.mult_total_variation, mult_kantorovich, convex_separation": "no quantity of ours",
    "mechanism": "optimisations that return channels, no numbers",
    "the same of rationals": _EXACT,
}
