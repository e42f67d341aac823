"""The reference page and the types are what the records say."""

from __future__ import annotations

from pathlib import Path

import verified
from tests.docs.pages import ROOT
from verified import oracle
from verified.oracle.functions import ACCOUNTANTS
from verified.oracle.reference import page, stub
from verified.report.quantities import QUANTITIES


def test_the_page_is_written_anew_when_a_record_changes() -> None:
    written = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert written == page(), "run: verified words --api > docs/api.md"
    for name in (*QUANTITIES, *ACCOUNTANTS, *oracle.GENERAL):
        assert f"- **`{name}" in written


def test_the_types_are_written_anew_too() -> None:
    written = (Path(verified.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    assert written == stub(), "run: verified words --stub > verified/__init__.pyi"
    for name in oracle.names():
        assert f" {name}" in written or f"{name} =" in written
