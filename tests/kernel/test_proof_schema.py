"""The published schemas accept the stored evidence, and refuse proofs of another shape."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from referencing import Registry, Resource

from verified.kernel.proof import FIELDS, SCHEMA

DATA = Path(__file__).parents[2] / "verified" / "data"
PLAY, PROOF = (
    json.loads((files("verified.kernel") / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in ("certificate", "proof")
)
REGISTRY: Any = Registry().with_resources(
    [(schema["$id"], Resource.from_contents(schema)) for schema in (PLAY, PROOF)]
)
PLAYS = Draft202012Validator(PLAY, registry=REGISTRY)
PROOFS = Draft202012Validator(PROOF, registry=REGISTRY)


def stored(kind: str, every: int) -> list[Path]:
    """Every so many of the stored files, smaller ones."""
    paths = sorted((DATA / kind).glob("*/*.json"))
    return [path for path in paths[::every] if path.stat().st_size < 100_000]


def test_the_schema_is_one_and_of_this_version() -> None:
    Draft202012Validator.check_schema(PROOF)
    assert PROOF["properties"]["schema"]["const"] == SCHEMA
    assert set(PROOF["properties"]) == set(PROOF["required"]) == set(FIELDS)


def test_stored_evidence_is_valid() -> None:
    plays, proofs = stored("plays", 5), stored("proofs", 40)
    for path in plays:
        PLAYS.validate(json.loads(path.read_text(encoding="utf-8")))
    for path in proofs:
        PROOFS.validate(json.loads(path.read_text(encoding="utf-8")))
    assert len(plays) > 10
    assert len(proofs) > 10


def _without(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda proof: proof.pop(name)


@pytest.mark.parametrize("change", [
    *(_without(name) for name in FIELDS),
    lambda proof: proof.update(more=1),
    lambda proof: proof.update(schema=2),
    lambda proof: proof.update(kind="play"),
    lambda proof: proof.update(digest="0"),
    lambda proof: proof["parts"].update(induction="n"),
    lambda proof: proof["parts"].update(lists=2 * proof["parts"]["lists"]),
    lambda proof: proof["parts"]["lists"][0].update(steps=[]),
    lambda proof: proof["parts"]["lists"][0]["steps"][0].pop("rule"),
    lambda proof: proof["parts"]["lists"][0]["steps"][0].update({"from": [-1]}),
    lambda proof: proof["parts"]["lists"][0]["steps"][0].update({"from": [True]}),
    lambda proof: proof["parts"]["lists"][0]["steps"][0].update(formula=["#", "1"]),
    lambda proof: proof["cites"].update(other={"then": []}),
    lambda proof: proof["shared"].append("tree"),
])
def test_another_shape_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    path = DATA / "proofs" / "cuff-yu-2016" / "eq-8.if.json"
    proof = json.loads(path.read_text(encoding="utf-8"))
    PROOFS.validate(proof)
    changed = copy.deepcopy(proof)
    change(changed)
    with pytest.raises(ValidationError):
        PROOFS.validate(changed)
