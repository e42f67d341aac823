"""The stored fits of the groups that Ding (2024) compares.

`python -m verified.report.stored_mixtures` fits them again, and writes the file. It needs
scikit-learn.
"""

from __future__ import annotations

import json
from typing import Any

from verified.accounting.priors import Prior
from verified.propose.mixtures import COMPONENTS, FLOOR, SEED, STARTS, fitted
from verified.report.figures_ding_2024 import EXPERIMENTS, STORED
from verified.report.files import write_text
from verified.report.tables import read_groups


def _as_record(prior: Prior) -> dict[str, list[str]]:
    """A prior for a file: weights, means, variances."""
    return {
        "weights": [str(part.weight) for part in prior.parts],
        "means": [str(part.location) for part in prior.parts],
        "variances": [str(part.spread) for part in prior.parts],
    }


def _written() -> None:
    record: dict[str, Any] = {
        "components": COMPONENTS, "seed": SEED, "starts": STARTS, "added variance": FLOOR,
    }
    for experiment in EXPERIMENTS.values():
        groups = read_groups(experiment.table)
        record[experiment.table.name] = {
            name: _as_record(fitted(groups[name])) for name in experiment.secrets
        }
    write_text(STORED, json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    _written()
