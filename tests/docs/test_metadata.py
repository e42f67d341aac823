"""The files about the project as a whole: how to cite it, what changed."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import verified
from tests.docs import picture
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


def test_the_picture_is_what_its_command_makes(tmp_path: Path) -> None:
    made = tmp_path / "made.svg"
    assert picture.main([str(made)]) == 0
    stored = picture.PICTURE.read_text(encoding="utf-8")
    assert made.read_text(encoding="utf-8") == stored, "run: python -m tests.docs.picture"
    assert f"]({picture.PICTURE.relative_to(ROOT)})" in (ROOT / "README.md").read_text("utf-8")


def test_the_picture_shows_a_tight_bound_and_a_broken_one() -> None:
    """Each pair of laws lies on the bound that is proved, and above the slip: lower on the page."""
    bound = "eps*(exp(eps) - 1)/(exp(eps) + 1)"
    for ratio in picture.RATIOS:
        across, down = map(float, picture.pair(ratio).split(","))
        x = verified.enclose(f"log({ratio})")
        at = str(Fraction(x.low))
        on = picture.point(x, verified.enclose(bound, eps=at)).split(",")[1]
        assert abs(float(on) - down) < 0.15
        if ratio < 8:
            slip = picture.point(x, verified.enclose("eps^2/3", eps=at))
            assert float(slip.split(",")[0]) == across
            assert float(slip.split(",")[1]) > down
