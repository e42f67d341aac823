"""The published schema accepts real certificates and refuses broken ones."""

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.instances.examples import EVERY, instances
from tests.kernel.evidence import CLAIMS, certificate
from verified.kernel.certificate import FIELDS, SCHEMA
from verified.papers import all_claims
from verified.syntax.serial import sort_data, statement_data
from verified.syntax.terms import Var

TEXT = (files("verified.kernel") / "certificate.schema.json").read_text(encoding="utf-8")
VALIDATOR = Draft202012Validator(json.loads(TEXT))


def test_the_schema_is_one_and_of_this_version() -> None:
    Draft202012Validator.check_schema(VALIDATOR.schema)
    assert VALIDATOR.schema["properties"]["schema"]["const"] == SCHEMA
    assert set(VALIDATOR.schema["properties"]) == set(VALIDATOR.schema["required"]) == set(FIELDS)


def test_the_schema_is_shipped() -> None:
    project = tomllib.loads(
        (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    )
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "verified" in wheel["packages"]
    assert not {"exclude", "only-include"} & set(wheel)


@pytest.mark.parametrize("name", CLAIMS)
def test_real_certificates_are_valid(name: str) -> None:
    VALIDATOR.validate(certificate(name))


def shapes(data: Any, around: str = "") -> Iterator[tuple[str, str, int]]:
    """What stands in what in a stored statement: by tag or type, with its length."""
    parts = [*data, *data.values()] if isinstance(data, dict) else data
    if isinstance(parts, list):
        tag = parts[0] if parts and isinstance(parts[0], str) else type(data).__name__
        yield around, tag, min(len(parts), 4)
        for part in parts:
            yield from shapes(part, tag)
    else:
        yield around, type(data).__name__, 0


def test_statements_of_every_shape_are_valid() -> None:
    """So every sort and binder that the papers use is in the schema: each statement with a part of
    a shape that none before it had."""
    part = VALIDATOR.evolve(schema={**VALIDATOR.schema["$defs"]["statement"],
                                    "$defs": VALIDATOR.schema["$defs"]})
    seen: set[tuple[Any, ...]] = set()
    for row in all_claims():
        for leaf in row.leaves():
            data = json.loads(json.dumps(statement_data(leaf.statement)))
            found = set(shapes(data))
            if not found <= seen:
                part.validate(data)
            seen |= found


@pytest.mark.parametrize("var", EVERY, ids=str)
def test_every_sort_is_in_the_schema(var: Var) -> None:
    """A field more or less is seen, and what is drawn of the sort is a move."""
    parts = VALIDATOR.schema["$defs"]
    sort, move = (
        VALIDATOR.evolve(schema={**parts[name], "$defs": parts}) for name in ("sort", "move")
    )
    stored = json.loads(json.dumps(sort_data(var.of)))
    sort.validate(stored)
    for data in ([*stored, None], stored[:-1], ["heap", *stored[1:]]):
        assert not sort.is_valid(data)
    for instance in instances(var):
        moves = instance.layout.moves(instance.laws, instance.reals)
        move.validate(json.loads(json.dumps(moves[var.name])))


def broken(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    result = certificate("capacity")
    place: Any = result
    for key in path[:-1]:
        place = place[key]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return result


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *(((field,), KeyError) for field in FIELDS),
        (("more",), 1),
        (("schema",), 2),
        (("kind",), "proof"),
        (("polarity",), "maybe"),
        (("digest",), "abc"),
        (("statement", "quantifier"), "most"),
        (("statement", "then"), ["relation", "~", ["var", "n"], ["var", "n"]]),
        (("statement", "then"), ["relation", "<=", ["var", "n"]]),
        (("statement", "variables", 0, 1), ["number"]),
        (("moves", "n"), 1.5),
        (("moves", "W"), [[0.5, 0.5], ["1", "0"]]),
        (("moves", "W"), "nan"),
        (("moves", "W"), "1/0"),
        (("evidence", 0), [None]),
        (("evidence", 0, 0), ["1", "2", "3"]),
    ],
)
def test_broken_certificates_are_not_valid(path: tuple[Any, ...], value: Any) -> None:
    assert not VALIDATOR.is_valid(broken(path, value))


def test_bounds_are_lists_of_rationals() -> None:
    found = certificate("capacity")
    for wrong in ([], ["0.5", "0.5"], [1, 0], "1"):
        assert not VALIDATOR.is_valid({**found, "bounds": {"capacity;": wrong}})
    assert re.match("capacity;", next(iter(found["bounds"])))
