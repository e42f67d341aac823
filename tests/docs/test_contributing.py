"""The page for contributors names what a sort must and may say, as the code asks for it."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks
from verified.instances.sorts import base as search
from verified.report.claimfile import load
from verified.syntax.sorts import Sort
from verified.syntax.sorts import base as sorts

PATH = ROOT / "docs" / "contributing.md"
PAGE = PATH.read_text(encoding="utf-8")
PAPER, SORT, QUANTITY, DEFINITION, RULE, STRATEGY = (
    body for _, kind, body in blocks(PATH) if kind == "python"
)


def table(first: str) -> list[str]:
    """The words of the first column of the table with this heading."""
    rows = PAGE.split(f"| {first} |")[1].split("\n\n")[0].splitlines()[2:]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]


def test_the_page_names_every_capability() -> None:
    assert tuple(table("capability")) == search._CAPABILITIES
    assert all(f"`{name}`" in PAGE for name in search._GENERAL)


def test_the_page_names_what_a_sort_says() -> None:
    assert tuple(table("what it must say")) == sorts._TOLD
    own = {name for name, part in vars(Sort).items() if not name.startswith("_")}
    general = {"parts", "told", "sizes", "check"}
    assert set(table("what it may say")) == own - general - set(sorts._TOLD)


def test_the_sort_is_written_as_the_page_shows_it() -> None:
    """Docstrings aside, which the page shortens."""
    source = (ROOT / "verified" / "syntax" / "sorts" / "mixture.py").read_text(encoding="utf-8")
    shown = [part.strip() for part in re.split(r'""".*?"""', SORT, flags=re.DOTALL)]
    places = [source.find(part) for part in shown]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize(("shown", "module"), [
    (RULE, "verified/kernel/inference.py"), (STRATEGY, "verified/instances/families.py"),
])
def test_the_rule_and_the_strategy_are_written_as_the_page_shows_them(
    shown: str, module: str
) -> None:
    assert shown in (ROOT / module).read_text(encoding="utf-8")


def test_the_commands_and_files_that_it_names_are_there() -> None:
    for name in re.findall(r"`((?:verified|tests|derivations|recheck|docs)/[\w/.-]+)`", PAGE):
        if not {"NAME", "doe"} & set(re.split(r"[/._]", name)):
            assert (ROOT / name).exists(), name
    for module in re.findall(r"`python -m (bench[\w.]*)", PAGE):
        assert find_spec(module) is not None, module


def test_the_paper_is_a_paper(tmp_path: Path) -> None:
    """What the page's file states, readings and all; its command is run with the pages'."""
    path = tmp_path / "doe_2024.py"
    path.write_text(PAPER, encoding="utf-8")
    names = [leaf.name for claim in load(str(path)) for leaf in claim.leaves()]
    assert names == [
        "doe-2024/lemma-1", "doe-2024/theorem-2@literal", "doe-2024/theorem-2@full-support"
    ]


def test_the_quantity_and_its_definition_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "hellinger.py").write_text(QUANTITY, encoding="utf-8")
    (tmp_path / "defined.py").write_text(
        "from hellinger import P, Q, affinity_loss\n"
        "from verified.language import equals\n"
        "from verified.quantities.definitions import definitions\n"
        "from verified.quantities.definitions.defining import define\n"
        f"{DEFINITION}"
        "from verified.syntax.text import text\n"
        "print(text(definitions()['definition/affinity-loss']))\n",
        encoding="utf-8",
    )
    ran = subprocess.run(
        [sys.executable, "defined.py"], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == (
        "for all n >= 1, P, Q on n symbols: H2'(P, Q) = 1 - sum_{a < n}(sqrt(P(a)*Q(a)))\n"
    )
