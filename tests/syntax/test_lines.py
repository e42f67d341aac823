"""Long statements in lines: nothing but white space is added, and the lines are short."""

from __future__ import annotations

import pytest

from verified.language import KL, TV, Pmf, Real, Size, Symbol, claim, every, exp, implies, total
from verified.papers import all_claims
from verified.report.selection import nodes
from verified.syntax.lines import WIDTH, broken, claim_text, statement_lines
from verified.syntax.text import text

n = Size("n")
P, Q, eps, a = Pmf("P", n), Pmf("Q", n), Real("eps", ">=0"), Symbol("a", n)
SHORT = claim("short", forall=[P, Q], given=[TV(P, Q) <= 0], then=KL(P, Q) <= 0)
LONG = claim(
    "long",
    forall=[P, Q, eps],
    given=[every(a, P[a] <= exp(eps) * Q[a]), TV(P, Q) <= 1],
    then=total(a, P[a] * exp(eps)) + TV(P, Q) + exp(eps) * (P[0] + Q[0] + KL(P, Q)) <= KL(P, Q),
)


def bare(written: str) -> str:
    return "".join(written.split())


@pytest.mark.parametrize("width", [20, 40, 70, WIDTH])
def test_nothing_but_white_space_is_added_to_any_claim(width):
    for row in all_claims():
        for claimed in nodes(row):
            if claimed.statement is not None:
                lines = statement_lines(claimed.statement, width)
                assert bare("".join(lines)) == bare(text(claimed.statement)), claimed.name


def test_lines_of_claims_have_room():
    for row in all_claims():
        for claimed in nodes(row):
            if claimed.statement is not None:
                lines = statement_lines(claimed.statement, WIDTH)
                assert max(map(len, lines)) <= WIDTH, claimed.name


def test_what_has_room_stays_in_one_line():
    assert statement_lines(SHORT.statement) == [text(SHORT.statement)]
    assert broken("P + Q <= 1", 10) == ["P + Q <= 1"]


def test_the_parts_of_a_long_statement():
    assert statement_lines(LONG.statement, 46) == [
        "for all n >= 1, P, Q on n symbols, eps >= 0:",
        "  if (for every a < n: P(a) <= exp(eps)*Q(a))",
        "  and TV(P, Q) <= 1",
        "  then sum_{a < n}(P(a)*exp(eps))",
        "      + TV(P, Q)",
        "      + exp(eps)*(P(0) + Q(0) + D(P || Q))",
        "    <= D(P || Q)",
    ]


def test_the_loosest_sign_is_broken_first_and_brackets_last():
    assert broken("a*(b + c) + d <= e", 13) == ["a*(b + c) + d", "  <= e"]
    assert broken("a*(b + c) + d <= e", 10) == ["a*(b + c)", "    + d", "  <= e"]
    assert broken("max(one + two, three)/4", 12) == ["max(", "  one + two,", "  three", ")/4"]
    assert broken("f(one, two, three)*g(four, five)", 18) == [
        "f(",
        "  one, two, three",
        ")*g(four, five)",
    ]
    assert broken("f(one, two, three, four)*g(fourteen, fifteen)", 14)[-4:] == [
        ")*g(",
        "  fourteen,",
        "  fifteen",
        ")",
    ]
    formula = implies(every(a, P[a] <= Q[a]), KL(P, Q) <= 0)
    assert broken(text(formula), 31) == ["(for every a < n: P(a) <= Q(a))", "  => D(P || Q) <= 0"]


def test_a_claim_is_told_in_these_lines():
    told = claim_text(LONG).splitlines()
    assert told[1:] == [f"  {line}" for line in statement_lines(LONG.statement, WIDTH - 2)]
    assert len(told) > 3
