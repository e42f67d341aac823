"""A certificate told to a human: every number that a reader needs to follow it by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from verified.instances.sorts import search
from verified.kernel.certificate import certify
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    TV,
    Claim,
    Close,
    Database,
    DataClass,
    Framework,
    Pmf,
    Queries,
    Real,
    Size,
    Symbol,
    both,
    claim,
    equals,
    every,
    iff,
    log,
)
from verified.numbers.exact import rational
from verified.report.refutation import decimal, explain, number, quoting, sentences
from verified.syntax.serial import FormatError, read_rational, read_statement
from verified.syntax.terms import Var
from verified.syntax.terms import number as as_number
from verified.syntax.text import text

PLAYS = Path(__file__).parents[2] / "verified" / "data" / "plays"

n = Size("n")
P, Q, a = Pmf("P", n), Pmf("Q", n), Symbol("a", n)
eps = Real("eps", ">=0")
HALVES, QUARTERS = ["1/2", "1/2"], ["1/4", "3/4"]


def told(stated: Claim, moves: dict[str, Any], polarity: str = "refutation") -> list[str]:
    assert stated.statement is not None
    certificate = certify(stated.key, stated.statement, polarity, moves, {})
    assert certificate is not None
    return explain(certificate)


def test_both_sides_of_a_relation_and_its_hypothesis() -> None:
    stated = claim("c", forall=[P, Q], given=[TV(P, Q) <= 1], then=KL(P, Q) <= KL(Q, P))
    assert told(stated, {"n": 2, "P": HALVES, "Q": QUARTERS}) == [
        "on this instance:",
        "  n = 2",
        "  P = (1/2, 1/2)",
        "  Q = (1/4, 3/4)",
        "the hypotheses hold:",
        "  TV(P, Q) <= 1: 1/4 <= 1",
        "but this fails:",
        "  D(P || Q) <= D(Q || P)",
        "  D(P || Q) ≈ 0.1438410362",
        "  D(Q || P) ≈ 0.1308120359",
        "  they differ by 0.0996 of the right side",
    ]


def test_the_event_that_breaks_closeness() -> None:
    stated = claim("c", forall=[P, Q, eps], then=Close(P, Q, eps, 0))
    lines = told(stated, {"n": 2, "P": HALVES, "Q": QUARTERS, "eps": "1/10"})
    at = lines.index("  at A = {0}:")
    assert lines[at + 1 : at + 3] == ["  P(A) = 1/2", "  exp(eps)*Q(A) + 0 ≈ 0.2762927295"]


def test_an_undefined_side() -> None:
    stated = claim("c", forall=[eps], then=eps / eps <= 2)
    assert told(stated, {"eps": "0"})[-2:] == ["  eps/eps <= 2", "  eps/eps is undefined"]


def test_a_witness_and_an_existence() -> None:
    stated = claim("c", forall=[P], given=[P[0] > 0], then=P[0] >= 0)
    assert told(stated, {"n": 1, "P": ["1"]}, "witness")[-1] == "  P(0) > 0: 1 > 0"
    stated = claim("c", exists=[eps], then=eps > 1)
    assert told(stated, {"eps": "2"}, "proof")[-3:] == ["and this holds:", "  eps > 1", "  eps = 2"]


def test_what_does_not_hold_is_not_told() -> None:
    stated = claim("c", forall=[eps], then=eps <= 1)
    assert stated.statement is not None
    certificate = certify("c", stated.statement, "refutation", {"eps": "2"}, {})
    assert certificate is not None
    with pytest.raises(Rejected):
        explain({**certificate, "moves": {"eps": "1"}})


def test_numbers_stay_short_and_true() -> None:
    assert number(None) == "undefined"
    assert number(rational("3/7")) == "3/7"
    assert number(rational("1/3") + rational("1e-40")) == "≈ 0.3333333333"
    assert decimal(rational("1e-400")) == "1E-400"


def test_an_equivalence_is_told_by_its_direction() -> None:
    row = claim("c", forall=[P, Q], then=iff(TV(P, Q) <= 0, KL(P, Q) <= 1))
    back = row.children[1]
    lines = told(back, {"n": 2, "P": HALVES, "Q": QUARTERS})
    assert "  D(P || Q) <= 1: ≈ 0.1438410362 <= 1" in lines
    assert lines[-2:] == ["  TV(P, Q) <= 0", "  TV(P, Q) = 1/4"]


def shown(var: Var, move: object) -> str:
    return str(search(var.of).shown(move, lambda part: number(read_rational(part))))


def test_tables_of_queries_are_told_apart() -> None:
    tables = [[["1/2", "1/2"], ["1", "0"]], [["0", "1"], ["1/3", "2/3"]]]
    assert shown(Queries("S", Database("D"), 2, 2), {"tables": tables}) == (
        "tables: rows (1/2, 1/2), (1, 0); rows (0, 1), (1/3, 2/3)"
    )


def test_frameworks_and_classes_are_told_in_words() -> None:
    framework, laws = Framework("F", 2), DataClass("Y", 2)
    move = {"private": [[0, 1], [0, 0]], "public": [[0, 0]], "edges": [[0, 0]]}
    assert shown(framework, move) == "g0 = (0, 1); g1 = (0, 0); w0 = (0, 0); g0 ~ w0"
    assert shown(framework, {**move, "edges": []}).endswith("; no edges")
    assert shown(laws, {"kind": "all"}) == "all laws"
    assert shown(laws, {"kind": "listed", "laws": [["1/2", "1/2"]]}) == "the laws (1/2, 1/2)"
    assert "reweighting" in shown(laws, {"kind": "reweighted", "laws": [["1/2", "1/2"]]})


# --- in sentences ---------------------------------------------------------------------------------


def said(stated: Claim, moves: dict[str, Any]) -> str:
    assert stated.statement is not None
    certificate = certify(stated.key, stated.statement, "refutation", moves, {})
    assert certificate is not None
    return " ".join(sentences(certificate, quoting(lambda formula: f"<{formula}>")))


def test_a_refutation_in_sentences() -> None:
    stated = claim("c", forall=[P, Q], given=[TV(P, Q) <= 1], then=KL(P, Q) <= KL(Q, P))
    assert said(stated, {"n": 2, "P": HALVES, "Q": QUARTERS}) == (
        "Take <n = 2>, <P = (1/2, 1/2)>, <Q = (1/4, 3/4)>. All hypotheses hold there. "
        "<D(P || Q)> is <≈ 0.1438410362> and <D(Q || P)> is <≈ 0.1308120359>."
    )


def test_what_is_undefined_and_what_stands_at_a_symbol() -> None:
    stated = claim("c", forall=[P, Q], then=every(a, log(P[a] / Q[a]) <= 0))
    told_of = said(stated, {"n": 2, "P": ["1", "0"], "Q": ["1", "0"]})
    assert told_of == (
        "Take <n = 2>, <P = (1, 0)>, <Q = (1, 0)>. At <a = 1> <ln(P(a)/Q(a))> is undefined."
    )


def test_a_long_side_is_named_by_its_place() -> None:
    long = KL(P, Q) + KL(P, Q) * TV(P, Q) + KL(P, Q) * TV(P, Q) * TV(P, Q) + TV(P, Q) + TV(Q, P)
    moves = {"n": 2, "P": HALVES, "Q": QUARTERS}
    only = said(claim("c", forall=[P, Q], then=long <= 0), moves)
    assert re.search(r"\. The left side is <≈ 0\.68879\d+>\.$", only)
    two = said(claim("c", forall=[P, Q], then=both(TV(P, Q) <= 1, TV(P, Q) * 4 <= long)), moves)
    assert re.search(r" and the right side of relation 2 of 2 is <≈ 0\.68879\d+>\.$", two)


def test_numbers_alone_and_bare_failures() -> None:
    stated = claim("c", then=equals(as_number(2) + as_number(2), 5))
    assert said(stated, {}) == "<2 + 2> is <4>."


def test_a_certificate_that_does_not_hold_is_not_told() -> None:
    stated = claim("c", forall=[P, Q], then=KL(P, Q) <= KL(Q, P))
    assert stated.statement is not None
    certificate = certify(
        "c", stated.statement, "refutation", {"n": 2, "P": HALVES, "Q": QUARTERS}, {}
    )
    assert certificate is not None
    certificate["moves"]["Q"] = HALVES
    with pytest.raises(FormatError):
        list(sentences(certificate))


def test_numbers_alone_have_no_instance() -> None:
    stated = claim("c", then=equals(as_number(2) + as_number(2), 5))
    assert told(stated, {})[:2] == ["but this fails:", "  2 + 2 = 5"]


def test_what_a_refutation_repeats_has_a_name() -> None:
    """The law of a database of answers, 60 signs long, stands in each posterior."""
    path = PLAYS / "saeidian-2025" / "example-3.11.safe@definition-3.3.json"
    certificate = json.loads(path.read_text(encoding="utf-8"))
    lines = explain(certificate)
    start, end = lines.index("for short:"), lines.index("the hypotheses hold:")
    names = dict(line.strip().split(" = ", 1) for line in lines[start + 1 : end])
    assert list(names) == ["A", "B", "C"]
    assert max(map(len, lines)) < 150
    given = read_statement(certificate["statement"]).given[1]
    told = next(line for line in lines if "ln(7/10): " in line)
    for name in reversed(names):
        told = re.sub(rf"\b{name}\b", lambda _, name=name: names[name], told)
    assert told.strip().startswith(f"{text(given)}: ")
