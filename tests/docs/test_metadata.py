"""The files about the project as a whole: how to cite it, what changed."""

from __future__ import annotations

import re
import tomllib

from tests.docs.pages import ROOT
from verified import __version__

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def test_the_citation_is_of_this_version_and_licence() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    found = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z-]+: \S", line))
    # What schema 1.2.0 of the format asks for, and what would go stale.
    assert {"cff-version", "message", "title"} <= set(found)
    assert "authors:" in lines
    assert found["cff-version"] == "1.2.0"
    assert found["type"] == "software"
    assert found["version"] == PROJECT["version"] == __version__
    assert found["license"] == PROJECT["license"]


def test_the_changelog_has_a_section_for_what_is_unreleased_and_for_each_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[([^]]+)\](?: - \d{4}-\d{2}-\d{2})?$", text, re.MULTILINE)
    assert versions[0] == "Unreleased"
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == len(versions)
    kinds = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert kinds
    assert set(kinds) <= set(KINDS)
    for target in re.findall(r"\]\((?!https)([^)]+)\)", text):
        assert (ROOT / target).exists(), target
