"""The range of sampled Gaussian rounds that `bench.accounting` and `bench.reach` measure, as
options of their commands; and files of rows that a later call goes on from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def add_options(
    parser: argparse.ArgumentParser,
    rates: Sequence[str],
    sigmas: Sequence[str],
    rounds: Sequence[int],
    limit: float,
) -> None:
    """The options of a range, with what holds where they aren't given."""
    parser.add_argument("--json", type=Path, help="rows that are known, written anew as they come")
    parser.add_argument("--limit", type=float, default=limit, help="seconds for one of our values")
    parser.add_argument("--rates", default=",".join(rates))
    parser.add_argument("--sigmas", default=",".join(sigmas))
    parser.add_argument("--rounds", default=",".join(map(str, rounds)))


def given_range(given: argparse.Namespace) -> tuple[list[str], list[str], list[int]]:
    """The rates, σ and numbers of rounds of a command."""
    rounds = [int(k) for k in given.rounds.split(",")]
    return given.rates.split(","), given.sigmas.split(","), rounds


def read_rows(file: Path | None) -> list[dict[str, Any]]:
    """The rows that a file has, none where there is none."""
    if file is None or not file.exists():
        return []
    rows: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return rows


def write_rows(file: Path | None, rows: list[dict[str, Any]]) -> None:
    """Write the file, if one is asked for, whole, or leave it as it was."""
    if file is None:
        return
    whole = file.with_name(file.name + ".part")
    whole.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    whole.replace(file)
