"""The list of what is trusted: whole, and each function and test that it names is there."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from functools import cache
from pathlib import Path

import pytest

from bench.trusted import main
from tests.docs.pages import ROOT, blocks, commands
from verified.kernel import (  # noqa: F401 (they register their rules)
    facts,
    judgements,
    law_forms,
    linear,
    normaliser,
    number_forms,
    products,
    quantity_forms,
    real_functions,
    scalar,
    signs,
    sum_forms,
)
from verified.kernel.theorem import RULES

PAGE = ROOT / "docs" / "trust.md"
TESTS = ROOT / "tests"
NAME = re.compile(r"`([^`\n]+)`")
TEST = re.compile(r"(?:(\w+)/)?(test_\w+\.py)::(test_\w+)")
KERNEL = {path.stem for path in (ROOT / "verified" / "kernel").glob("*.py")}
# What normal forms are put together of.
PARTS = (facts, law_forms, number_forms, products, quantity_forms, signs, sum_forms)
# Leaves of scalar certificates, and what may stand in the place of a tree.
LEAVES = ("ball", "sign", "even", "limit")


def named(text: str) -> set[str]:
    """What a text has in backquotes."""
    return set(NAME.findall(text))


def section(title: str, text: str) -> str:
    """A section of the page."""
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(text: str) -> list[list[str]]:
    """The rows of a section's tables, heads and rules left out; `\\|` is no end of a cell."""
    found = []
    lines = text.splitlines()
    for place, line in enumerate(lines):
        rule = lines[place + 1] if place + 1 < len(lines) else ""
        if line.startswith("|") and not line.startswith("|---") and not rule.startswith("|---"):
            found.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


@cache
def functions_of(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def missing(text: str) -> list[str]:
    """What the text names and there isn't: functions of the kernel, files, tests."""
    found = []
    for name in sorted(named(text)):
        test = TEST.fullmatch(name)
        if test is not None:
            path = TESTS / (test[1] or "kernel") / test[2]
            if not path.is_file() or test[3] not in functions_of(path):
                found.append(name)
        elif "::" in name:
            found.append(name)
        elif name.startswith(("verified/", "tests/", "recheck/")):
            found += [] if (ROOT / name).exists() else [name]
        elif name.split(".")[0] in KERNEL and "." in name:
            module, *parts = name.split(".")
            part = importlib.import_module(f"verified.kernel.{module}")
            for attribute in parts:
                part = getattr(part, attribute, None)
            found += [name] if part is None else []
    return found


def left_out(text: str) -> list[str]:
    """Rules, ways of normal forms, judgements and signs that the text doesn't tell."""
    told = {row[0] for row in rows(section("What a rule assumes", text))}
    nodes = {row[0] for row in rows(section("Scalar certificates", text))}
    found = [name for name in RULES if f"`{name}`" not in told]
    found += [name for name in (*scalar.RULES, *LEAVES) if f"`{name}`" not in nodes]
    names = named(text)
    found += [
        f"normaliser.Normaliser.{name}" for name, value in vars(normaliser.Normaliser).items()
        if (inspect.isfunction(value) or isinstance(value, property))
        and not name.startswith("__") and f"normaliser.Normaliser.{name}" not in names
    ]
    for part in PARTS:
        place = part.__name__.rsplit(".", 1)[1]
        found += [
            f"{place}.{name}" for name, value in vars(part).items()
            if inspect.isfunction(value) and value.__module__ == part.__name__
            and f"{place}.{name}" not in names
        ]
    found += [
        f"judgements.{name}" for name, value in vars(judgements).items()
        if inspect.isfunction(value) and value.__module__ == judgements.__name__
        and not name.startswith("_") and f"judgements.{name}" not in names
    ]
    return found


def untested(text: str) -> list[str]:
    """Rows of the tables of conditions that name no test or no place."""
    found = []
    for title in (
        "What a rule assumes", "What a term must be", "How a normal form rewrites", "Signs",
        "Scalar certificates", "Proofs, plays and files", "Readings and ball arithmetic",
        "What the evaluator of plays believes",
    ):
        table = rows(section(title, text))
        assert table, title
        found += [
            row[0] for row in table
            if not any(TEST.fullmatch(name) for name in named(row[-1])) or not named(row[-2])
        ]
    return found


def test_the_list_is_whole() -> None:
    assert not left_out(PAGE.read_text(encoding="utf-8"))


def test_what_it_names_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert not missing(text)
    assert len([name for name in named(text) if TEST.fullmatch(name)]) > 100


def test_each_row_names_a_place_and_a_test() -> None:
    assert not untested(PAGE.read_text(encoding="utf-8"))


def test_a_rule_without_a_row_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text(encoding="utf-8")
    monkeypatch.setitem(RULES, "trust-me", RULES["obvious"])
    assert left_out(text) == ["trust-me"]


@pytest.mark.parametrize(("old", "new", "told"), [
    ("| `turn` |", "| turned |", ["turn"]),
    ("| `concave` |", "| |", ["concave"]),
    ("`sum_forms._pinned`, ", "", ["sum_forms._pinned"]),
    ("`facts._note_factors`", "", ["facts._note_factors"]),
])
def test_what_is_left_out_is_noticed(old: str, new: str, told: list[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert old in text
    assert left_out(text.replace(old, new)) == told


@pytest.mark.parametrize("name", [
    "inference._believe", "theorem.Step.nothing", "test_inference.py::test_nothing",
    "numbers/test_balls.py::test_chains", "test_nothing.py::test_chains", "verified/nothing.py",
    "chains::test_chains",
])
def test_what_is_not_there_is_noticed(name: str) -> None:
    assert missing(f"`{name}`") == [name]
    assert not missing("`inference._turn`, `test_inference.py::test_chains`, `verified/kernel`")


def test_a_row_without_a_test_is_noticed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| `unbounded` |"))
    bare = re.sub(r"\| [^|]*test_[^|]* \|$", "| none |", row)
    assert bare != row
    assert untested(text.replace(row, bare)) == ["`unbounded`"]


def test_its_command_runs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [command.line for block in blocks(PAGE) for command in commands(block)]
    assert lines == ["python -m bench.trusted"]
    main([])
    assert "verified.kernel" in capsys.readouterr().out


def test_its_links_are_its_sections() -> None:
    text = PAGE.read_text(encoding="utf-8")
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    linked = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert linked <= slugs
    for page in ("README.md", "docs/architecture.md"):
        assert "trust.md" in (ROOT / page).read_text(encoding="utf-8")
