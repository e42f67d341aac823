"""The page for contributors names what a sort must and may say, as the code asks for it."""

import re

from tests.docs.pages import ROOT
from verified.instances.sorts import base as search
from verified.syntax.sorts import Sort
from verified.syntax.sorts import base as sorts

PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")


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
