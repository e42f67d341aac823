"""Every word has a claim in one line that is read back as it is printed, survives an attack, and
whose contrary falls: so the kernel can read an instance of every word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verified.attack import attack, search
from verified.reading.statements import read_statement
from verified.report.word_claims import claim_of, claim_of_notion
from verified.report.words import described, described_notion, notions, words
from verified.syntax.formulas import negation
from verified.syntax.quantity import QUANTITIES
from verified.syntax.statements import Statement

STATEMENTS = {
    **{name: claim_of(record) for name, record in QUANTITIES.items()},
    **{word: claim_of_notion(definition) for word, definition in notions([]).items()},
}
NEVER_SHOWN = {"Independent", "Markov"}


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STRUCTURES", 4)
    monkeypatch.setattr(search, "BATCH", 2)
    monkeypatch.setattr(search, "FREE_BATCH", 4)


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_claim_is_read_back_and_attacked(name: str) -> None:
    statement = STATEMENTS[name]
    assert read_statement(str(statement), name) == statement
    assert attack(statement, budget=40).status == "survived"


# That an information is 0 no ball can tell.
@pytest.mark.parametrize("name", [name for name in STATEMENTS if name not in NEVER_SHOWN])
def test_its_contrary_falls(name: str) -> None:
    contrary = contrary_of(STATEMENTS[name])
    assert attack(contrary, budget=40).status == "refuted"


@pytest.mark.parametrize("name", sorted(NEVER_SHOWN))
def test_a_contrary_that_no_ball_shows_survives(name: str) -> None:
    assert attack(contrary_of(STATEMENTS[name]), budget=40).status == "survived"


def contrary_of(statement: Statement) -> Statement:
    return replace(statement, then=negation(statement.then))


def test_words_are_shown_with_their_claims() -> None:
    (record,) = (one for one in words(["hockey_stick"]) if one.name == "hockey_stick")
    assert described(record)[-1] == f"  in a claim: {STATEMENTS['hockey_stick']}"
    for word, definition in notions(["Close"]).items():
        assert described_notion(word, definition)[-1] == f"  in a claim: {STATEMENTS[word]}"
    assert set(notions(["ldp"])) == {"KLDP", "LDP"}


def test_two_words_have_two_claims() -> None:
    assert len({str(statement) for statement in STATEMENTS.values()}) == len(STATEMENTS)
