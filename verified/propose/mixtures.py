"""Gaussian mixtures fitted to numbers, as an adversary might believe them (Ding 2024, section V).

Fits need scikit-learn, an optional extra (`pip install verified[mixtures]`). What comes out is
rounded to six decimals: an exact prior, of which everything else is certified. How well it fits
isn't. `python -m verified.propose.mixtures` writes the stored fits of the paper's groups again.
"""

from __future__ import annotations

import json
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
_FLOOR = 1e-3
_STARTS = 10


def fitted(numbers: Mapping[fmpq, int], components: int = COMPONENTS, seed: int = SEED) -> Prior:
    """A mixture fitted to numbers with how often each occurs, by expectation maximisation.

    Args:
        numbers: how many records have each number.
        components: how many Gaussian components.
        seed: of the starting points.

    Raises:
        InputError: scikit-learn isn't installed, or there are fewer records than components.
    """
    try:
        from sklearn.mixture import GaussianMixture
    except ImportError:
        raise InputError(
            "fitting a mixture needs scikit-learn: install the extra, verified[mixtures]"
        ) from None
    places = np.repeat(
        [float(value.p) / float(value.q) for value in numbers], list(numbers.values())
    )
    if len(places) < components:
        raise InputError(f"{len(places)} records are too few for {components} components")
    settings = {"random_state": seed, "n_init": _STARTS, "reg_covar": _FLOOR}
    model: Any = GaussianMixture
    model = model(components, **settings)
    model.fit(places[:, None])
    order = np.argsort(model.means_[:, 0])
    weights = [_short(float(model.weights_[index])) for index in order]
    weights[-1] = 1 - sum(weights[:-1], fmpq(0))
    return mixture_prior(
        weights,
        [_short(float(model.means_[index, 0])) for index in order],
        [_short(float(model.covariances_[index, 0, 0]) ** 0.5) for index in order],
    )


def _short(x: float) -> fmpq:
    return fmpq(round(x * _PLACES), _PLACES)


def as_record(prior: Prior) -> dict[str, list[str]]:
    """A prior for a file: weights, means, variances."""
    return {
        "weights": [str(part.weight) for part in prior.parts],
        "means": [str(part.location) for part in prior.parts],
        "variances": [str(part.spread) for part in prior.parts],
    }


def _written() -> None:
    from verified.report.figures_ding_2024 import EXPERIMENTS, STORED
    from verified.report.files import write_text
    from verified.report.tables import read_groups

    record: dict[str, Any] = {
        "components": COMPONENTS, "seed": SEED, "starts": _STARTS, "added variance": _FLOOR,
    }
    for experiment in EXPERIMENTS.values():
        groups = read_groups(experiment.table)
        record[experiment.table.name] = {
            name: as_record(fitted(groups[name])) for name in experiment.secrets
        }
    write_text(STORED, json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    _written()
