"""Gaussian mixtures fitted to numbers, as an adversary might believe them (Ding 2024, section V).

Fits need scikit-learn, an optional extra (`pip install verified[mixtures]`). What comes out is
rounded to six decimals: an exact prior, of which everything else is certified. How well it fits
isn't.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from flint import fmpq

from verified.accounting.priors import Prior, mixture_prior
from verified.errors import InputError

COMPONENTS = 3
SEED = 2024
_PLACES = 10**6
# The variance added to each component's, lest one shrinks to a single number.
FLOOR = 1e-3
STARTS = 10
_MOST_RECORDS = 10**7
# How many units the numbers' median may lie from 0.
_FARTHEST = 10**12


def fitted(
    numbers: Mapping[fmpq, int], components: int = COMPONENTS, seed: int = SEED,
    what: str = "the records",
) -> Prior:
    """A mixture fitted to numbers with how often each occurs, by expectation maximisation.

    The fit is that of the numbers in a unit of their spread, a power of 1000, so that it doesn't
    depend on the unit in which they are given.

    Args:
        numbers: how many records have each number.
        components: how many Gaussian components.
        seed: of the starting points.
        what: whose numbers these are, for messages.

    Raises:
        InputError: scikit-learn isn't installed, there are fewer different numbers than components,
            too many records, or they are too near to each other.
    """
    counted = {value: count for value, count in sorted(numbers.items()) if count}
    if len(counted) < components:
        raise InputError(
            f"{what} have {len(counted)} different number{'s' * (len(counted) != 1)}; a mixture of "
            f"{components} Gaussian laws is fitted to {components} at least"
        )
    if sum(counted.values()) > _MOST_RECORDS:
        raise InputError(f"{what} are {sum(counted.values())}; {_MOST_RECORDS} is the limit")
    try:
        from sklearn.mixture import GaussianMixture
    except ImportError:
        raise InputError(
            "fitting a mixture needs scikit-learn: install the extra, verified[mixtures]"
        ) from None
    centre, unit = _centre_and_unit(counted)
    if abs(centre) > _FARTHEST * unit:
        raise InputError(
            f"{what} are numbers that differ by less than 1e-12 of their size; take off what they "
            "have in common"
        )
    scaled = [(value - centre) / unit for value in counted]
    places = np.repeat([float(x.p) / float(x.q) for x in scaled], list(counted.values()))
    settings = {"random_state": seed, "n_init": STARTS, "reg_covar": FLOOR}
    model: Any = GaussianMixture
    model = model(components, **settings)
    model.fit(places[:, None])
    order = np.argsort(model.means_[:, 0])
    weights = [_short(float(model.weights_[index])) for index in order]
    weights[-1] = 1 - sum(weights[:-1], fmpq(0))
    return mixture_prior(
        weights,
        [_short(float(model.means_[index, 0])) * unit + centre for index in order],
        [_short(float(model.covariances_[index, 0, 0]) ** 0.5) * unit for index in order],
    )


def _centre_and_unit(counted: Mapping[fmpq, int]) -> tuple[fmpq, fmpq]:
    """What is taken off the numbers, 0 unless they are far from it, and the unit of the rest: their
    median distance from the median, or where that is 0 the mean one, lies from 1 to 1000 units."""
    middle = _median(counted)
    away: dict[fmpq, int] = {}
    for value, count in counted.items():
        far = abs(value - middle)
        away[far] = away.get(far, 0) + count
    spread = _median(dict(sorted(away.items()))) or sum(
        (far * count for far, count in away.items()), fmpq(0)) / sum(away.values())
    unit = fmpq(1)
    while spread >= 1000 * unit:
        unit *= 1000
    while spread < unit:
        unit /= 1000
    return (middle if abs(middle) > _PLACES * unit else fmpq(0)), unit


def _median(counted: Mapping[fmpq, int]) -> fmpq:
    """The lower median of numbers in order, with how often each occurs."""
    left = (sum(counted.values()) + 1) // 2
    for value, count in counted.items():
        left -= count
        if left <= 0:
            return value
    raise AssertionError("there are no numbers")


def _short(x: float) -> fmpq:
    return fmpq(round(x * _PLACES), _PLACES)
