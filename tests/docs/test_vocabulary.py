"""The reference page is what the records say."""

from __future__ import annotations

from pathlib import Path

import pytest

from verified import language
from verified.errors import UnknownKeyError
from verified.reading.statements import read_statement
from verified.report.grammar import GRAMMAR, described_word, meaning, statement_with
from verified.report.words import described, notions, page, words
from verified.syntax.quantity import QUANTITIES

PAGE = Path(__file__).parents[2] / "docs" / "vocabulary.md"


def test_the_page_is_written_anew_when_a_record_changes() -> None:
    assert PAGE.read_text() == page(), "run: verified words --markdown > docs/vocabulary.md"


def test_every_quantity_is_on_the_page() -> None:
    written = PAGE.read_text()
    assert written.count("\n- **`") == len(QUANTITIES)
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


# Types that claims are made of, which authors don't write.
_TYPES = {"Claim", "ClaimError", "Formula", "Statement", "Term", "find"}


def test_every_name_of_the_language_is_told() -> None:
    """By `verified words NAME`, and on the page."""
    written = PAGE.read_text()
    for name in set(language.__all__) - _TYPES:
        told = notions([name]) or any(name in group for group in GRAMMAR.values())
        assert told or words([name]), name
        assert f"`{name}(" in written or f"**{name}**" in written, name


@pytest.mark.parametrize("word", [word for group in GRAMMAR.values() for word in group])
def test_a_word_is_told_with_a_claim_that_is_read_back(word: str) -> None:
    statement = statement_with(word)
    assert read_statement(str(statement)) == statement
    assert meaning(word).endswith((".", ":", ")"))
    assert len(described_word(word)) == 3
