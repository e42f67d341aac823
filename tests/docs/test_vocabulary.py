"""The reference page is what the records say."""

from __future__ import annotations

from pathlib import Path

import pytest

from verified.errors import UnknownKeyError
from verified.report.words import described, page, words
from verified.syntax.quantity import QUANTITIES

PAGE = Path(__file__).parents[2] / "docs" / "vocabulary.md"


def test_the_page_is_written_anew_when_a_record_changes() -> None:
    assert PAGE.read_text() == page(), "run: verified words --markdown > docs/vocabulary.md"


def test_every_quantity_is_on_the_page() -> None:
    written = PAGE.read_text()
    assert written.count("- **`") == len(QUANTITIES)
    for record in QUANTITIES.values():
        assert f"- **`{record.written}`**: {record.doc}" in written


def test_a_quantity_is_told_in_a_few_lines() -> None:
    (record,) = words(["binary_entropy_inverse"])
    assert described(record)[2:5] == [
        "  takes y >= 0", "  gives a number in [0,1/2]", "  has a value where y <= ln(2)",
    ]
    assert len(words([])) == len(QUANTITIES)
    assert {one.name for one in words(["KL("])} == {"kl", "law_kl", "integer_kl"}
    with pytest.raises(UnknownKeyError, match="nearest: capacity"):
        words(["capcity"])
