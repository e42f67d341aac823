"""Every stored statement is read back from its text as the same statement."""

from __future__ import annotations

import pytest

from tests.instances.examples import EXAMPLES
from verified.errors import InputError
from verified.language import claim, equals, rational
from verified.papers import all_claims
from verified.reading.statements import read_statement
from verified.report.mathematics import mathematical
from verified.report.selection import leaves, nodes
from verified.syntax import sharing
from verified.syntax.goals import goal
from verified.syntax.lines import statement_lines
from verified.syntax.serial import digest
from verified.syntax.statements import Statement

# The statements, in so many parts of equal length.
PARTS = 8


def _statements() -> dict[str, Statement]:
    found = leaves(node for claim in all_claims() for node in nodes(claim))
    return {leaf.name: leaf.statement for leaf in found if leaf.statement is not None}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_statement_is_read_back(part: int) -> None:
    statements = list(_statements().items())
    assert len(statements) > 1200
    for name, statement in statements[part::PARTS]:
        found = read_statement(str(statement), name)
        assert found == statement, name


def test_the_lines_that_show_prints_are_read_back() -> None:
    """Line breaks and indents change nothing; the goal's digest is what evidence names."""
    for name, statement in list(_statements().items())[::40]:
        found = read_statement("\n".join(statement_lines(statement, 60)), name)
        polarity = "refutation" if statement.quantifier == "forall" else "proof"
        assert digest(goal(found, polarity)) == digest(goal(statement, polarity)), name


def test_the_signs_of_mathematics_are_read_back() -> None:
    for name, statement in list(_statements().items())[::12]:
        assert read_statement(mathematical(str(statement)), name) == statement, name


def test_trees_that_are_forgotten_meanwhile_make_no_second_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = str(_statements()["lemma/mixture-within.from"])
    for more in (0, 7, 23, 51):
        monkeypatch.setattr(sharing, "MOST_SHARED", sharing.LASTING + more)
        assert str(read_statement(text)) == text


def test_a_changed_text_is_another_statement() -> None:
    """The reader doesn't look past what is changed: a sign, a number, an argument's order."""
    changes = [("<=", "<"), (">= 0", "> 0"), ("P", "Q"), ("(1 + ", "(2 + "), ("^2", "^3")]
    seen = 0
    for name, statement in list(_statements().items())[::60]:
        written = str(statement)
        for old, new in changes:
            place = written.rfind(old)
            if place < 0:
                continue
            changed = written[:place] + new + written[place + len(old) :]
            try:
                found = read_statement(changed, name)
            except InputError:
                continue
            assert found != statement, (name, changed)
            seen += 1
    assert seen > 15


@pytest.mark.parametrize("text", [
    # What printed alike before, and was another statement.
    "for all k whole >= 1: 2^k >= k", "for all k >= 1: 2^k >= k",
    "for all x in [0,1]: (1)/3 <= 1/3", "for all x in [0,1]: 1/3 <= (1)/3",
    "for all x real: -(1) + x <= x", "for all x real: -1 + x <= x",
    "for all x in (0,inf): x > 0", "for all x > 0: x > 0", "for all x real < 3: x < 3",
    "for all x < 3: x < 3",
    "for all a, b >= 1, J on U of a symbols, V of b symbols: if U independent of V under J then "
    "H_J(U|V) = H_J(U)",
    "for some n >= 1, P on n symbols with H(P) > 0: H(P) < 1",
    "for some n >= 1, P on n symbols: H(P) > 0 and H(P) < 1",
    "for all n >= 1, P on n symbols: if (H(P) > 0 and H(P) < 1) then H(P) < 2",
    "for all n >= 1, P on n symbols: if H(P) > 0 and H(P) < 1 then H(P) < 2",
    "for all D a database, m >= 1, M on D with m symbols, x < |D|, y < m: M(x)(y) <= 1",
    "for all D a database, m >= 1, M on D with m symbols, x < |D|, y < m: channel(M)(x)(y) <= 1",
    "for all n, m >= 1, W from n to m symbols, x < n, y < m: W(x)(y) <= 1",
    "for all n, m >= 1, W from n to m symbols, x < n, y < m: mechanism(W)(x)(y) <= 1",
    "for all n >= 1, P, Q on n symbols: P({a < n : P(a) > Q(a)}) >= Q({a < n : P(a) > Q(a)})",
    "for all n >= 1, x of n numbers, each in [0,1]: sum_{j < n}(x[j]) <= n",
])  # fmt: skip
def test_what_is_printed_is_what_was_read(text: str) -> None:
    assert str(read_statement(text)) == text


@pytest.mark.parametrize("sort", sorted(EXAMPLES))
def test_every_sort_is_read_back(sort: str) -> None:
    """Those too that no stored statement has, in universal and existential claims."""
    for quantifier in ("forall", "exists"):
        stated = claim("sort", **{quantifier: [*EXAMPLES[sort]]}, then=equals(rational(1), 1))
        assert stated.statement is not None
        assert read_statement(str(stated.statement)) == stated.statement
