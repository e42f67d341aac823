"""The data behind Figs. 1 to 5 of Ding. Figs. 3 and 4 are made again from the tables, or from a
user's own."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flint import arb, fmpq

from verified.accounting.enclosures import Enclosure, NotReachedError, enclosure
from verified.accounting.plans import (
    average_scale,
    component_plan,
    rounded_up,
    support_scale,
    tau_star,
)
from verified.accounting.prior_scales import prior_delta, prior_least_scale
from verified.accounting.priors import (
    GAUSSIAN_NOISE,
    LAPLACE_NOISE,
    Prior,
    gaussian_prior,
    mixture_prior,
    released,
)
from verified.errors import InputError
from verified.numbers import ball_line
from verified.numbers.balls import precision
from verified.numbers.exact import rational
from verified.numbers.line import GAUSSIAN, LAPLACE, Part, Parts
from verified.propose.mixtures import fitted
from verified.report.figure_data import DataPoint, FigureData, point, point_between
from verified.report.tables import ADULT, HUNGARIAN, SHIPPED, Groups, read_groups, two_groups

BITS = 128
WIDTH = "1e-14"
STORED = SHIPPED / "mixtures.json"
EPSILON = fmpq(1)
DELTAS = (fmpq(1, 2), fmpq(3, 10))


@dataclass(frozen=True)
class Experiment:
    """What a figure compares: a table and its two secrets."""

    key: str
    table: Path
    secrets: tuple[str, str]
    title: str


EXPERIMENTS = {
    "ding-2024/figure-3": Experiment(
        "ding-2024/figure-3", ADULT, ("Black", "Asian-Pac-Islander"),
        "Adult: education-num given race, with Laplace noise by three rules",
    ),
    "ding-2024/figure-4": Experiment(
        "ding-2024/figure-4", HUNGARIAN, ("female", "male"),
        "Hungarian heart disease: cholesterol given sex, with Laplace noise by three rules",
    ),
}


def _decimal_of(value: fmpq) -> str:
    if value.q == 1 and abs(value) < 10**16:
        return str(value.p)
    return str(float(value.p) / float(value.q))


# --- Figs. 1, 2 and 5 -----------------------------------------------------------------------------

FIRST, SECOND = gaussian_prior(0, 1), gaussian_prior(1, 2)
PLACES = tuple(fmpq(step, 2) for step in range(-40, 41))


def figure_1() -> FigureData:
    """Densities of two Gaussian laws, with Laplace noise L(4), and with Gaussian noise G(0, 8)."""
    points: list[DataPoint] = []
    noises: list[tuple[str, Callable[[Prior], Parts]]] = [
        ("X", lambda prior: prior.parts),
        ("with L(4)", lambda prior: released(prior, LAPLACE_NOISE, fmpq(4))),
        ("with G(0, 8), variance 8", lambda prior: _with_variance(prior, fmpq(8))),
        ("with G(0, 8), deviation 8", lambda prior: released(prior, GAUSSIAN_NOISE, fmpq(8))),
    ]
    with precision(BITS):
        for name, noised in noises:
            for x in PLACES:
                one, two = (ball_line.density(noised(prior), x) for prior in (FIRST, SECOND))
                at = {"y": _decimal_of(x)}
                points.append(point(f"density of Y, {name}", at, one))
                points.append(point(f"density of Y', {name}", at, two))
                points.append(point(f"|log ratio|, {name}", at, abs((one / two).log())))
    return FigureData(
        "ding-2024/figure-1",
        "Densities of two Gaussian laws without noise, with Laplace and with Gaussian noise",
        {"X": "N(0, 1)", "X'": "N(1, 4)", "noise": "L(4), G(0, 8)"},
        ("y",),
        tuple(points),
        (
            "the means and variances of X and X' are not in the text; these were taken, so that "
            "the printed maxima 0.2992 and 0.0156 aren't compared with",
            "of laws with different variances the log ratio with Gaussian noise has no maximum on "
            "the line: it grows as y^2",
            "the variance of L(4) is 32; G(0, 8) has variance 8 or 64 as its second parameter is "
            "read",
        ),
    )


def _with_variance(prior: Prior, variance: fmpq) -> Parts:
    return tuple(
        Part(part.weight, GAUSSIAN, part.location, part.spread + variance) for part in prior.parts
    )


USERS = (2, 3, 5, 10, 20, 50, 100)
VARIANCES = (fmpq(1), fmpq(4), fmpq(9), fmpq(16), fmpq(25))


def figure_2() -> FigureData:
    """The bound (11) for identical users, and the least scale that meets (1, 0.3)."""
    points: list[DataPoint] = []
    target = fmpq(3, 10)
    with precision(BITS):
        for variance in VARIANCES:
            for users in USERS:
                at = {"variance": str(variance), "K": str(users)}
                gap = arb(users).sqrt() - arb(users - 1).sqrt()
                bound = 1 + gap * arb(variance).sqrt() * tau_star(target)
                points.append(point("bound (11)", at, bound))
                one, two = (
                    Prior((Part(fmpq(1), GAUSSIAN, fmpq(count), count * variance),))
                    for count in (users, users - 1)
                )
                least = prior_least_scale(
                    one, two, noise=LAPLACE_NOISE, eps=EPSILON, delta=target, width="1e-9"
                )
                points.append(point_between("least scale", at, least.enclosure))
    return FigureData(
        "ding-2024/figure-2",
        "Laplace scales that attain (1, 0.3) for a sum of K identical users: (11), and the least",
        {"mu": "1", "epsilon": "1", "delta": "0.3", "variance": "1 to 25"},
        ("variance", "K"),
        tuple(points),
        ("the numbers of users are not in the text; 2 to 100 were taken",),
    )


LEVELS = tuple(fmpq(step, 1000) for step in (1, 2, 5, *range(10, 1000, 10), 995, 998, 999))


def figure_5() -> FigureData:
    """τ*(δ) as (20) defines it, and the bound of (22)."""
    points: list[DataPoint] = []
    with precision(BITS):
        for level in LEVELS:
            at = {"delta": _decimal_of(level)}
            points.append(point("tau* (20)", at, tau_star(level)))
            squared = (2 / (arb.pi() * arb(level) ** 2)).lambertw()
            points.append(point("bound (22)", at, squared.sqrt()))
    return FigureData(
        "ding-2024/figure-5",
        "tau*(delta) and its bound by Lambert's W",
        {"delta": "0.001 to 0.999"},
        ("delta",),
        tuple(points),
        (
            "the least tau of (22) over all tau >= 0 is 0, as both sides are 0 there; the data "
            "are the least positive one, which (23) gives in closed form",
        ),
    )


# --- Figs. 3 and 4 --------------------------------------------------------------------------------


def stored_priors(experiment: Experiment) -> tuple[Prior, Prior]:
    """The fits that are shipped."""
    record = json.loads(STORED.read_text(encoding="utf-8"))[experiment.table.name]
    one, two = (_prior(record[name]) for name in experiment.secrets)
    return one, two


def _prior(record: Mapping[str, Sequence[str]]) -> Prior:
    columns = ([rational(x, "a stored number") for x in record[name]]
               for name in ("weights", "means", "variances"))
    return Prior(tuple(
        Part(weight, GAUSSIAN, mean, variance)
        for weight, mean, variance in zip(*columns, strict=True)
    ))


def scales(one: Prior, two: Prior, target: fmpq) -> Iterator[tuple[str, fmpq, Enclosure]]:
    """By each rule a scale that is used, no less than the rule's, and the rule's enclosed."""
    plan = component_plan(one, two)
    for rule, value in (
        ("average (13)", average_scale(plan, EPSILON, target)),
        ("support", support_scale(plan, EPSILON, target)),
    ):
        yield rule, rounded_up(value), enclosure(value)
    least = prior_least_scale(
        one, two, noise=LAPLACE_NOISE, eps=EPSILON, delta=target, width=WIDTH
    ).enclosure
    yield "least", least.high, least


def _scales_of(
    one: Prior, two: Prior, target: fmpq, path: Path
) -> list[tuple[str, fmpq, Enclosure]]:
    """`scales`, or an error that a user of the table understands."""
    try:
        return list(scales(one, two, target))
    except NotReachedError as error:
        raise InputError(
            f"the least scale for δ = {_decimal_of(target)} isn't enclosed for the mixtures of "
            f"{path}: {error}"
        ) from None


def experiment_data(
    experiment: Experiment, table: Path | None = None, columns: Sequence[str] = (),
    secrets: Sequence[str] = (), drop_missing: bool = False,
) -> FigureData:
    """The experiment of section V on its own table, or on a user's.

    Args:
        experiment: the figure.
        table: a user's CSV file.
        columns: which of its columns to take (`read_groups`).
        secrets: which two of its groups to compare (`two_groups`).
        drop_missing: leave out the records whose group or number is missing.

    Raises:
        InputError: the table breaks a rule, or a least scale isn't reached; without the shipped
            table, scikit-learn isn't there.
    """
    path = table or experiment.table
    left_out: list[int] = []
    groups = read_groups(path, columns, left_out if drop_missing else None)
    names = two_groups(groups, experiment.secrets, path, secrets)
    if table is None:
        one, two = stored_priors(experiment)
    else:
        one, two = (
            fitted(groups[name], what=f"the records of {name} in {path}") for name in names
        )
    points: list[DataPoint] = []
    priors = dict(zip(names, (one, two), strict=True))
    with precision(BITS):
        ends = _bins(groups, names)
        for name in names:
            points += _histogram("records", name, {}, _records(groups, name, fmpq(0)), ends)
            points += _histogram("mixture", name, {}, priors[name].parts, ends)
        for target in DELTAS:
            for rule, scale, value in _scales_of(one, two, target, path):
                at = {"rule": rule, "delta": _decimal_of(target)}
                points.append(point_between("scale", at, value))
                found = prior_delta(
                    one, two, noise=LAPLACE_NOISE, scale=scale, eps=EPSILON, width=WIDTH
                )
                points.append(point_between("delta at that scale", at, found.enclosure))
                for name in names:
                    points += _histogram(
                        "noised records", name, at, _records(groups, name, scale), ends
                    )
    return FigureData(
        experiment.key,
        experiment.title if table is None
        else f"{names[0]} and {names[1]} of {path.name}, with Laplace noise by three rules",
        {"epsilon": "1", "delta": "0.5, 0.3", "secrets": ", ".join(names),
         "table": path.name, **{f"mixture of {name}": _told(prior)
                                for name, prior in priors.items()}},
        ("rule", "delta", "secret", "from", "to"),
        tuple(points),
        (
            "the paper's fits are not in the text; these were fitted by expectation maximisation"
            if table is None else "the mixtures were fitted by expectation maximisation",
            "rules: the average of (13), the largest over the support of the plan, and the least "
            "scale, certified from both sides",
            "histograms are exact probabilities of bins, not of one sample of the noise",
            *([f"records left out, as their group or number is missing: {len(left_out)}"]
              if drop_missing else []),
        ),
    )  # fmt: skip


def _told(prior: Prior) -> str:
    return " + ".join(
        f"{_decimal_of(part.weight)} N({_decimal_of(part.location)}, {_decimal_of(part.spread)})"
        for part in prior.parts
    )


def _records(groups: Groups, name: str, scale: fmpq) -> Parts:
    """The records' law with Laplace noise; without noise, only its weights and places count."""
    total = sum(groups[name].values())
    return tuple(
        Part(fmpq(count, total), LAPLACE, value, scale)
        for value, count in sorted(groups[name].items()) if count
    )


def _bins(groups: Groups, names: tuple[str, str]) -> list[fmpq]:
    """The ends of bins of a round width, on half the range more on each side."""
    values = [value for name in names for value, count in groups[name].items() if count]
    low, high = min(values), max(values)
    # The least of 1, 2, 5, 10, 20, … of which 30 make up the range.
    power = fmpq(1)
    while high - low > 30 * power:
        power *= 10
    while high - low <= 3 * power:
        power /= 10
    width = next(step * power for step in (1, 2, 5, 10) if (high - low) <= 30 * step * power)
    start = fmpq(((low - (high - low) / 2) / width).floor()) * width - width / 2
    count = int((2 * (high - low) / width).ceil()) + 2
    return [start + place * width for place in range(count + 1)]


def _histogram(
    series: str, name: str, at: Mapping[str, str], law: Parts, ends: Sequence[fmpq]
) -> Iterator[DataPoint]:
    for low, high in itertools.pairwise(ends):
        place = {**at, "secret": name, "from": _decimal_of(low), "to": _decimal_of(high)}
        found: Any
        if law[0].shape == LAPLACE and not law[0].spread:
            found = sum((part.weight for part in law if low < part.location <= high), fmpq(0))
        else:
            found = ball_line.mass(law, low, high)
        yield point(series, place, found)


# --- sharper: the rules beside the least scale ----------------------------------------------------

GRID = {
    "N(0,1), N(1,1)": (gaussian_prior(0, 1), gaussian_prior(1, 1)),
    "N(0,1), N(3,1)": (gaussian_prior(0, 1), gaussian_prior(3, 1)),
    "N(0,1), N(0,4)": (gaussian_prior(0, 1), gaussian_prior(0, 2)),
    "N(0,1), N(1,4)": (gaussian_prior(0, 1), gaussian_prior(1, 2)),
    "N(0,1), N(3,9)": (gaussian_prior(0, 1), gaussian_prior(3, 3)),
    "N(0,1), N(10,1)": (gaussian_prior(0, 1), gaussian_prior(10, 1)),
    "4/5 N(0,1/100) + 1/5 N(100,1/100), 4/5 N(0,1/100) + 1/5 N(130,1/100)": (
        mixture_prior(["4/5", "1/5"], [0, 100], ["1/10", "1/10"]),
        mixture_prior(["4/5", "1/5"], [0, 130], ["1/10", "1/10"]),
    ),
    "1/2 N(0,1) + 1/2 N(6,1), 1/2 N(1,4) + 1/2 N(5,1)": (
        mixture_prior(["1/2", "1/2"], [0, 6], [1, 1]),
        mixture_prior(["1/2", "1/2"], [1, 5], [2, 1]),
    ),
}
BUDGETS = tuple(fmpq(1, size) for size in (10, 100, 10**5))


def noise_scales() -> FigureData:
    """The scales of (5), of (13), of its repair, and the least, each with the δ it really gives."""
    points: list[DataPoint] = []
    with precision(BITS):
        for name, (one, two) in GRID.items():
            for target in BUDGETS:
                by_rule = list(scales(one, two, target))
                _, _, necessary = by_rule[-1]
                for rule, scale, value in by_rule:
                    at = {"priors": name, "rule": rule, "delta": _decimal_of(target)}
                    points.append(point_between("scale", at, value))
                    if value is not necessary and value.low > 0:
                        share = necessary.ball() / value.ball()
                        points.append(point("least scale over the rule's", at, share))
                    found = prior_delta(
                        one, two, noise=LAPLACE_NOISE, scale=scale, eps=EPSILON, width=WIDTH
                    )
                    points.append(point_between("delta at that scale", at, found.enclosure))
                least = prior_least_scale(
                    one, two, noise=GAUSSIAN_NOISE, eps=EPSILON, delta=target, width=WIDTH
                )
                at = {"priors": name, "rule": "least Gaussian deviation",
                      "delta": _decimal_of(target)}  # fmt: skip
                points.append(point_between("scale", at, least.enclosure))
    return FigureData(
        "sharper/ding-exact",
        "Laplace scales for Gaussian and mixture priors by three rules, and the delta of each",
        {"epsilon": "1", "delta": "1/10, 1/100, 1/100000"},
        ("priors", "rule", "delta"),
        tuple(points),
        (
            "of single Gaussian laws the average (13) and its repair are both (5)",
            "both orders of the priors are to be (epsilon, delta)-close",
            "a rule whose scale is under the least, with a share above 1, isn't enough: its delta "
            "is above the one asked for",
        ),
    )


FIGURES: dict[str, Callable[[], FigureData]] = {
    "ding-2024/figure-1": figure_1,
    "ding-2024/figure-2": figure_2,
    "ding-2024/figure-3": lambda: experiment_data(EXPERIMENTS["ding-2024/figure-3"]),
    "ding-2024/figure-4": lambda: experiment_data(EXPERIMENTS["ding-2024/figure-4"]),
    "ding-2024/figure-5": figure_5,
    "sharper/ding-exact": noise_scales,
}
# Of a table, its columns and its groups.
ON_TABLES: dict[str, Callable[[Path, Sequence[str], Sequence[str], bool], FigureData]] = {
    key: functools.partial(experiment_data, experiment) for key, experiment in EXPERIMENTS.items()
}
