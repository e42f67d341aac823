"""What is recorded beside the code: the expected status of each claim, and its measured power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verified.errors import InputError
from verified.report.files import read_json, write_json

DATA = Path(__file__).resolve().parent.parent / "data"
EXPECTED = DATA / "expected.json"
POWER = DATA / "power.json"
PROOF_POWER = DATA / "proof_power.json"
SEARCHES = DATA / "searches.json"
SCHEMA = 1
# The kinds of tampering that are measured by a size; hypotheses are dropped or not.
SIZED = ("bound", "above", "below")


def expected_statuses() -> dict[str, str]:
    """The recorded status of each claim, by name (key, and reading where there is a choice)."""
    return dict(_claims(EXPECTED))


def record_expected(found: Mapping[str, str]) -> None:
    """Record statuses as expected; those of other claims stay as they are."""
    merged = {**expected_statuses(), **found}
    write_json(EXPECTED, {"schema": SCHEMA, "claims": dict(sorted(merged.items()))})


@dataclass(frozen=True)
class Tampering:
    """One way in which a relation was tampered with, and what the attack made of it.

    Attributes:
        kind: "bound", "above", "below" (a relation), "dropped" (a hypothesis) or "swapped".
        where: the relation or hypothesis.
        smallest: the least relative tampering that was refuted; None where none was. What isn't
            measured by size (a dropped hypothesis) has 1.
        seconds: the time that finding it took.
        evaluations: margins evaluated on the way.
    """

    kind: str
    where: str
    smallest: float | None
    seconds: float
    evaluations: int


@dataclass(frozen=True)
class Power:
    """The tamperings of one claim, as measured on a day with a budget (in evaluations)."""

    date: str
    budget: int
    limit_seconds: float | None
    seed: int
    tamperings: tuple[Tampering, ...]

    @property
    def smallest(self) -> float | None:
        """The relative tampering that the attack refutes wherever it is done.

        It is the largest of the least ones for each relation; None where one withstood them all.
        """
        sized = [t.smallest for t in self.tamperings if t.kind in SIZED]
        known = [size for size in sized if size is not None]
        return max(known) if known and len(known) == len(sized) else None


def stored_power() -> dict[str, Power]:
    """What `verified power --store` has measured, by the claim's name."""
    return {name: _read_power(name, entry) for name, entry in _claims(POWER).items()}


def store_power(measured: Mapping[str, Power]) -> None:
    """Store measurements; those of other claims stay as they are."""
    merged = {**stored_power(), **measured}
    claims = {name: _power_data(power) for name, power in sorted(merged.items())}
    write_json(POWER, {"schema": SCHEMA, "claims": claims})


def _read_power(name: str, entry: Any) -> Power:
    try:
        tamperings = tuple(Tampering(**item) for item in entry["tamperings"])
        return Power(
            entry["date"], entry["budget"], entry["limit_seconds"], entry["seed"], tamperings
        )
    except (KeyError, TypeError) as error:
        raise InputError(f"{POWER}: the entry of {name} is malformed ({error})") from None


def _power_data(power: Power) -> dict[str, Any]:
    return {
        "date": power.date,
        "budget": power.budget,
        "limit_seconds": power.limit_seconds,
        "seed": power.seed,
        "tamperings": [vars(tampering) for tampering in power.tamperings],
    }


@dataclass(frozen=True)
class Mutated:
    """What became of the mutations of one stored proof, as counted on a day.

    Attributes:
        proof: the seal of the proof; another one makes the counts those of an earlier proof.
        counts: by "KIND made" and "KIND OUTCOME", as `report.proof_power` names them.
        redundant: the steps without which the proof still holds, such as "proof 7".
    """

    date: str
    proof: str
    counts: Mapping[str, int]
    redundant: tuple[str, ...]


def stored_proof_power() -> dict[str, Mutated]:
    """What `verified power --proofs --store` has counted, by the claim's name."""
    found = {}
    for name, entry in _claims(PROOF_POWER).items():
        try:
            counts = {str(key): int(value) for key, value in entry["counts"].items()}
            redundant = tuple(map(str, entry["redundant"]))
            found[name] = Mutated(entry["date"], entry["proof"], counts, redundant)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(f"{PROOF_POWER}: the entry of {name} is malformed ({error})") from None
    return found


def store_proof_power(counted: Mapping[str, Mutated]) -> None:
    """Store counts; those of other proofs stay as they are."""
    merged = {**stored_proof_power(), **counted}
    claims = {
        name: {**vars(found), "counts": dict(sorted(found.counts.items()))}
        for name, found in sorted(merged.items())
    }
    write_json(PROOF_POWER, {"schema": SCHEMA, "claims": claims})


@dataclass(frozen=True)
class Search:
    """The attack that found a stored play, from a cold start: no corpus, no earlier play.

    Attributes:
        play: the seal of the play; another one was found by another search.
        seconds: until the play was certified and shrunk.
    """

    date: str
    play: str
    seed: int
    evaluations: int
    seconds: float


def stored_searches() -> dict[str, Search]:
    """How the stored plays were found, by the claim's name."""
    found = {}
    for name, entry in _claims(SEARCHES).items():
        try:
            found[name] = Search(**entry)
        except TypeError as error:
            raise InputError(f"{SEARCHES}: the entry of {name} is malformed ({error})") from None
    return found


def store_searches(made: Mapping[str, Search]) -> None:
    """Store how plays were found; what is known of others stays as it is."""
    merged = {**stored_searches(), **made}
    claims = {name: vars(search) for name, search in sorted(merged.items())}
    write_json(SEARCHES, {"schema": SCHEMA, "claims": claims})


def _claims(path: Path) -> Mapping[str, Any]:
    if not path.exists():
        return {}
    stored = read_json(path)
    if not isinstance(stored, dict) or stored.get("schema") != SCHEMA:
        raise InputError(f"{path} is not a record of schema {SCHEMA}")
    claims: Mapping[str, Any] = stored["claims"]
    return claims


def differences(
    found: Mapping[str, str], expected: Mapping[str, str]
) -> Sequence[tuple[str, str, str | None]]:
    """Each claim whose status isn't the recorded one: (name, status, recorded one if any)."""
    return [
        (name, status, expected.get(name))
        for name, status in found.items()
        if expected.get(name) != status
    ]


__all__ = [
    "EXPECTED", "POWER", "PROOF_POWER", "Mutated", "Power", "Tampering", "differences",
    "expected_statuses", "record_expected", "store_power", "store_proof_power", "stored_power",
    "stored_proof_power",
]
