"""The second checker tries definitions, and the facts that are cited without proof, by its own
evaluator: none is false at an instance, and most that it knows the quantities of are told."""

from __future__ import annotations

import copy
import json
import subprocess
import sys

import pytest

from recheck.compare import library
from recheck.definitions import tried
from recheck.errors import Rejected

DEFINITIONS, AXIOMS = library()
STATEMENTS = {**DEFINITIONS, **AXIOMS}
FEW = 6
# These are evaluated: what a change of the checker's quantities must not lose.
EVALUATED = [
    "definition/kl", "definition/total-variation", "definition/hockey-stick", "definition/entropy",
    "definition/information", "definition/chain", "definition/parallel", "definition/renyi",
    "definition/hamming", "definition/changed-entry", "definition/same-instance",
    "definition/entry-channel", "definition/entry-given", "definition/entry-prior",
    "definition/on-entry", "definition/minor-expansion", "definition/dp", "definition/kl-dp",
    "definition/types-one", "definition/types-more", "definition/type-size", "definition/type-more",
    "definition/shuffled-more", "definition/type-law",
    "definition/joint-of-outputs", "definition/group-joint", "definition/group-information",
    "definition/with-group", "definition/with-group-inside", "definition/group-value",
    "definition/group-given", "definition/response-given",
    "background/minor-step", "definition/density-laplace",
    "definition/density-gaussian", "definition/density-logistic", "definition/density-uniform",
    "definition/cells-laplace", "definition/cells-gaussian-beyond",
    "definition/hockey-stick-laplace", "definition/hockey-stick-gaussian",
    "definition/kl-laplace", "definition/kl-gaussian",
    "definition/differential-entropy-laplace", "definition/differential-entropy-gaussian",
    "definition/density-mixture", "definition/density-mixture-mixture",
    "definition/density-gaussian-mixture", "definition/database-joint", "definition/group-values",
    "definition/entry-information", "definition/together-partial", "definition/partial-entry",
    "background/widened", *(
        f"definition/{name}-{kind}" for kind in ("independent", "sequential") for name in (
            "history-law", "together", "initial", "stage-joint", "stage-information",
            "entry-given-history", "secret-stage-joint", "secret-stage-information")),
]


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_none_is_false_at_an_instance(name: str) -> None:
    found = tried(STATEMENTS[name], name, FEW)
    assert bool(found.reason) == (not found.held and not found.met)


@pytest.mark.parametrize("name", EVALUATED)
def test_these_are_evaluated(name: str) -> None:
    assert not tried(STATEMENTS[name], name).reason


def test_more_than_a_third_are_evaluated() -> None:
    told = [name for name in STATEMENTS if not tried(STATEMENTS[name], name, 2).reason]
    assert len(told) * 3 > len(STATEMENTS)


def doubled(statement: object) -> object:
    """The statement with one side of its equality doubled."""
    changed = copy.deepcopy(statement)
    tag, op, _, right = changed["then"]  # type: ignore[index]
    assert (tag, op) == ("relation", "=")
    number = ["real", None, None, False, False]
    changed["then"][3] = ["op", "mul", [["number", "2"], right], number, []]  # type: ignore[index]
    return changed


@pytest.mark.parametrize("name", [
    "definition/kl", "definition/entropy", "definition/hamming", "definition/entry-prior",
    "definition/minor-expansion", "definition/kl-gaussian", "definition/kl-laplace",
    "definition/density-laplace", "definition/density-gaussian", "definition/density-logistic",
    "definition/density-uniform", "definition/cells-laplace", "definition/cells-gaussian",
    "definition/cells-laplace-beyond", "definition/hockey-stick-laplace",
    "definition/hockey-stick-gaussian", "definition/differential-entropy-laplace",
    "definition/differential-entropy-gaussian", "definition/density-mixture",
    "definition/density-mixture-mixture", "definition/density-gaussian-mixture",
    "definition/types-more", "definition/type-size", "definition/type-more",
    "definition/shuffled-more", "definition/type-law", "definition/joint-of-outputs",
    "definition/group-joint", "definition/group-information", "definition/group-value",
    "definition/group-given", "definition/response-given", "definition/database-joint",
    "definition/entry-information", "definition/group-values", "definition/together-partial", *(
        f"definition/{name}-{kind}" for kind in ("independent", "sequential") for name in (
            "history-law", "together", "initial", "stage-joint", "stage-information",
            "entry-given-history", "secret-stage-joint", "secret-stage-information")),
])
def test_a_false_one_is_refused(name: str) -> None:
    with pytest.raises(Rejected, match="is false at an instance"):
        tried(doubled(STATEMENTS[name]), name)


def test_the_command_tells_each(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "statements.json"
    name = "definition/total-variation"
    file.write_text(json.dumps({name: STATEMENTS[name], "false": doubled(STATEMENTS[name])}))
    ran = subprocess.run(
        [sys.executable, "-m", "recheck.definitions", str(file)], capture_output=True, text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert "false is false at an instance: " in ran.stdout
    assert f"{name}: holds at " in ran.stdout
    assert subprocess.run(
        [sys.executable, "-m", "recheck.definitions", str(tmp_path)], capture_output=True,
        check=False,
    ).returncode == 2


