"""The corpus: near misses of earlier attacks, kept in a folder and replayed first.

A file holds the near misses of all goals over variables of the same sorts, so that a claim profits
from the attacks on its tampered and repaired forms. What a replay finds is certified like all else.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpq

from verified.attack.certify import Instance
from verified.errors import InputError
from verified.instances.draw import Points
from verified.instances.layout import Layout
from verified.instances.sorts import search
from verified.syntax.goals import Goal
from verified.syntax.serial import canonical, read_rational

SCHEMA = 1
# How many near misses a file keeps: the nearest of each run, the latest first.
KEPT = 12


@dataclass(frozen=True)
class NearMiss:
    """An instance as plain data.

    Attributes:
        structure: the sizes, symbols, events, databases and subsets, by the variable's place.
        laws: for each block its rows, as rationals "p/q".
        reals: each real, as a rational.
        tight: the (variable's place, side) pairs that were set by their rules.
        free: whether the joint laws were free of the hypotheses.
    """

    structure: dict[str, Any]
    laws: list[list[list[str]]]
    reals: list[str]
    tight: list[list[str]]
    free: bool


def near_miss(instance: Instance) -> NearMiss:
    """An exact instance as plain data."""
    structure = {
        str(place): _plain(instance.layout.structure[var.name])
        for place, var in enumerate(instance.layout.variables)
        if var.name in instance.layout.structure
    }
    laws = [[[str(part) for part in row] for row in table] for table in instance.laws]
    places = {var.name: str(place) for place, var in enumerate(instance.layout.variables)}
    tight = [[places[rules[0].name], rules[0].side] for rules in instance.tight]
    reals = [str(value) for value in instance.reals]
    return NearMiss(structure, laws, reals, tight, instance.layout.free)


def _plain(value: Any) -> Any:
    """A part of a structure as JSON has it."""
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def points_of(near: NearMiss, layout: Layout) -> Points:
    """The near miss as a batch of one point, its untightened reals held.

    Raises:
        ValueError: it doesn't fit the layout.
    """
    shapes = [(block.rows, block.size) for block in layout.blocks]
    tables = [np.array([[_float(part) for part in row] for row in table]) for table in near.laws]
    if [table.shape for table in tables] != shapes or len(near.reals) != len(layout.reals):
        raise ValueError("the near miss has another shape")
    masks = [table[None] > 0 for table in tables]
    shifts = [np.log(np.where(table > 0, table, 1.0))[None] for table in tables]
    bases = [np.zeros((1, 1, table.shape[1])) for table in tables]
    tight = {layout.variables[int(place)].name for place, _ in near.tight}
    values = [np.array([_float(value)]) for value in near.reals]
    fixed = [
        np.array([np.nan]) if slot.name in tight else value
        for slot, value in zip(layout.reals, values, strict=True)
    ]
    return Points(bases, shifts, masks, np.zeros(1), [np.zeros(1) for _ in values], fixed)


def _float(text: str) -> float:
    value: fmpq = read_rational(text)
    return int(value.p) / int(value.q)


# --- files ----------------------------------------------------------------------------------------


def file_of(folder: Path, target: Goal) -> Path:
    """The file for goals over these variables' sorts."""
    sorts = json.dumps(canonical(target)["exists"], sort_keys=True)
    return folder / f"{hashlib.sha256(sorts.encode()).hexdigest()[:20]}.json"


def load(folder: Path, target: Goal) -> list[NearMiss]:
    """The near misses kept for a goal, none where there is no file.

    Raises:
        InputError: the file is not a corpus of this version.
    """
    path = file_of(folder, target)
    if not path.exists():
        return []
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        schema = stored["schema"]
        if schema == SCHEMA:
            return [_near_miss(item) for item in stored["near_misses"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{path} is not a corpus: {error}") from None
    raise InputError(f"{path} is a corpus of schema {schema!r}, not {SCHEMA}")


def _near_miss(item: Any) -> NearMiss:
    """A near miss as a file has it; whether it fits a goal is seen when it is replayed.

    Raises:
        ValueError, TypeError: the item isn't one.
    """
    near = NearMiss(**item)
    if not isinstance(near.structure, dict) or not isinstance(near.free, bool):
        raise ValueError("a near miss has a structure, and says whether its laws were free")
    for parts in (near.reals, *(row for table in near.laws for row in table)):
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise ValueError("a near miss has lists of rationals, written \"p/q\"")
        for part in parts:
            read_rational(part)
    for place, side in near.tight:
        if not str(place).isdecimal() or side not in ("least", "greatest"):
            raise ValueError(f"{[place, side]} is no variable's place with a side")
    return near


def keep(folder: Path, target: Goal, found: Sequence[NearMiss]) -> None:
    """Put near misses before those kept, dropping repeats and the oldest; whole or not at all.

    Raises:
        InputError: the folder can't be written.
    """
    if not found:
        return
    merged: list[NearMiss] = []
    for near in (*found, *load(folder, target)):
        if near not in merged:
            merged.append(near)
    content = {"schema": SCHEMA, "near_misses": [vars(near) for near in merged[:KEPT]]}
    path = file_of(folder, target)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file)
        os.replace(name, path)
    except OSError as error:
        raise InputError(f"the corpus {folder} can't be written: {error.strerror}") from None


def structure_of(near: NearMiss, target: Goal) -> dict[str, Any]:
    """The near miss's structure under the names of a goal's variables."""
    structure: dict[str, Any] = {}
    for place, var in enumerate(target.variables):
        if str(place) not in near.structure:
            continue
        structure[var.name] = search(var.of).restore(near.structure[str(place)])
    return structure


__all__ = ["NearMiss", "file_of", "keep", "load", "near_miss", "points_of", "structure_of"]
