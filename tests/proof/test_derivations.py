"""The derivations as they stand in files: each is found by its key, and by where its claim is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import derivations
from verified import papers
from verified.proof.derivation import DERIVATIONS
from verified.proof.evidence import STORE
from verified.report.run import load_derivations

FOLDER = Path(derivations.__file__).parent
STATEMENTS = Path(papers.__file__).parent
# What proofs share. It proves nothing, and rests on no module of proofs.
SHARED = ("derivations.tools", "derivations.patterns")


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    load_derivations()


def sources(folder: Path) -> Iterator[tuple[str, str]]:
    """Each module below a folder, by its dotted name within, with its text."""
    for file in sorted(folder.rglob("*.py")):
        name = ".".join(file.relative_to(folder).with_suffix("").parts)
        yield name, file.read_text(encoding="utf-8")


# --- keys -----------------------------------------------------------------------------------------


def written_keys(source: str) -> Iterator[str]:
    """The keys that calls of `derives` name, each of which must be written out.

    Raises:
        ValueError: a key is put together, so that no search finds it.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "derives":
            for key in node.args:
                if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                    raise ValueError(f"line {key.lineno}: {ast.unparse(key)} is no literal key")
                yield key.value


@pytest.mark.parametrize(
    "call", ['derives(f"mine/{name}")', 'derives(PAPER + "lemma-1")', "derives(*KEYS)"]
)
def test_a_key_that_is_put_together_is_noticed(call: str) -> None:
    with pytest.raises(ValueError, match="no literal key"):
        list(written_keys(call))


def shipped() -> dict[str, Any]:
    """The derivations of the papers here; other tests may have entered some of their own."""
    return {
        key: proof for key, proof in DERIVATIONS.items()
        if proof.__module__.startswith("derivations.")
    }


def test_every_derivation_is_found_by_its_key() -> None:
    written = [key for _, source in sources(FOLDER) for key in written_keys(source)]
    assert sorted(written) == sorted(shipped())


def test_every_stored_proof_has_its_derivation() -> None:
    stored = {
        file.relative_to(STORE).as_posix().removesuffix(".json") for file in STORE.rglob("*.json")
    }
    assert stored == set(shipped())


# --- places ---------------------------------------------------------------------------------------


def stated() -> dict[str, str]:
    """The module of `verified.papers` that states each row, by the row's key."""
    found = {}
    for module, source in sources(STATEMENTS):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "paper.claim":
                package = import_module(f"verified.papers.{module.partition('.')[0]}")
                pattern = "".join(
                    re.escape(part.value) if isinstance(part, ast.Constant) else r"[\w-]+"
                    for part in getattr(node.args[0], "values", [node.args[0]])
                )
                found |= {
                    f"{package.paper.key}/{key}": module for key in package.paper.rows
                    if re.fullmatch(pattern, key)
                }
    return found


def row_of(key: str, rows: Iterable[str]) -> str:
    """The row to which a claim belongs: a child's key goes on from it after a dot."""
    bare = key.partition("@")[0]
    return max((row for row in rows if f"{bare}.".startswith(f"{row}.")), key=len)


def mirrored(proof: str, modules: Iterable[str]) -> str | None:
    """The module of statements that a module of proofs goes with, by its name: the longest with
    which the name is the same, or from which it goes on by a theme."""
    return max((name for name in modules if f"{proof}_".startswith(f"{name}_")), key=len,
               default=None)


def test_where_a_proof_belongs() -> None:
    modules = ["background.noise", "background.noise_curves", "background.optima"]
    assert mirrored("background.noise", modules) == "background.noise"
    assert mirrored("background.noise_levels", modules) == "background.noise"
    assert mirrored("background.noise_curves_more", modules) == "background.noise_curves"
    assert mirrored("background.noises", modules) is None
    assert mirrored("lemmas.noise", modules) is None
    assert row_of("a/lemma-1.x@y", ["a/lemma", "a/lemma-1", "a/lemma-1.x-z"]) == "a/lemma-1"


def test_every_row_is_found_in_its_module() -> None:
    assert set(stated()) == {claim.key for claim in papers.all_claims()}


def test_every_proof_is_in_the_module_named_as_that_of_its_claim() -> None:
    rows = stated()
    astray = {
        key: proof.__module__ for key, proof in shipped().items()
        if mirrored(proof.__module__.removeprefix("derivations."), set(rows.values()))
        != rows[row_of(key, rows)]
    }
    assert not astray


def imported(source: str) -> Iterator[str]:
    """The modules of derivations that a module takes names from."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("derivations"):
            yield node.module or ""
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("derivations"))


def test_proofs_share_nothing_but_tools_and_patterns() -> None:
    """Whatever two modules need is a pattern, so that a module can move without the others."""
    for module, source in sources(FOLDER):
        for name in imported(source):
            assert name.startswith(SHARED), f"derivations.{module} takes names from {name}"
            assert module != "tools", "the tools rest on nothing else here"
    assert not {proof.__module__ for proof in DERIVATIONS.values() if
                proof.__module__.startswith(SHARED)}


def test_no_module_of_statements_or_proofs_is_long() -> None:
    lengths = {
        f"{folder.name}/{module}": source.count("\n")
        for folder in (FOLDER, STATEMENTS) for module, source in sources(folder)
    }
    assert {module: lines for module, lines in lengths.items() if lines > 500} == {}
