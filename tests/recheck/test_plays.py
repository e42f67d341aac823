"""What decides a play in the second checker: moves against their sorts, the goal at rising
precision, stored enclosures against the values of the deciding sides."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, workdps

from recheck import evaluation, meanings, plays
from recheck.certificates import check, seal
from recheck.errors import BadInput, Rejected, Undefined, Unknown, Unsupported
from recheck.evaluation import Evaluation, Event, Table, literal
from recheck.goals import goal
from recheck.reals import HALF, INF, ONE, TWO, ZERO, Num, Precision, exp, num, span
from recheck.signatures import COUNT, REAL
from recheck.trees import Tree

ENDLESS = ["real", None, None, False, False]


@pytest.fixture(autouse=True)
def bits() -> Any:
    before, Precision.bits = Precision.bits, 64
    yield
    Precision.bits = before


def op(head: str, *args: Tree, sort: Tree = REAL) -> Tree:
    return ["op", head, list(args), sort, []]


def number(value: Any) -> Tree:
    return ["number", str(value)]


def var(name: str) -> Tree:
    return ["var", name]


def below(left: Tree, right: Tree, sign: str = "<=") -> Tree:
    return ["relation", sign, left, right]


X, E = var("x"), op("exp", number(1))
REALS = [["x", ENDLESS, ""]]


def play(then: Tree, moves: Any, evidence: Any, *, polarity: str = "proof",
         variables: Any = REALS, given: Any = (), bounds: Any = None) -> dict[str, Any]:
    """A play of a statement that says "exists" (or "for every", to refute it)."""
    quantifier = "forall" if polarity == "refutation" else "exists"
    statement = {"quantifier": quantifier, "variables": variables, "given": list(given),
                 "then": then}
    made = {"schema": 1, "kind": "play", "claim": "mine", "polarity": polarity,
            "statement": statement, "digest": goal(statement, polarity)[2], "moves": moves,
            "bounds": bounds or {}, "evidence": evidence}
    return {**made, "seal": seal(made)}


def changed(certificate: dict[str, Any], **parts: Any) -> dict[str, Any]:
    made = {**copy.deepcopy(certificate), **parts}
    return {**made, "seal": seal(made)}


def near(value: Any, digits: int) -> list[str]:
    """An enclosure of so many digits of mpmath's number."""
    low = int(mp.floor(value * 10**digits))
    return [str(Fraction(low, 10**digits)), str(Fraction(low + 1, 10**digits))]


def refused(certificate: Any, match: str) -> None:
    with pytest.raises(Rejected, match=match):
        check(certificate)


# --- whole plays ----------------------------------------------------------------------------------


def test_a_play_is_accepted_and_each_part_of_it_matters() -> None:
    with workdps(60):
        good = play(below(X, E), {"x": "2"}, [[["2", "2"], near(mp.e, 12)]])
    assert check(good) is None
    refused({**good, "seal": "0" * 64}, "seal")
    refused({**good, "claim": "another"}, "seal")
    refused(changed(good, digest="0" * 64), "digest")
    refused(changed(good, moves={"x": "3"}), "don't meet")
    refused(changed(good, moves={}), "a move for each")
    refused(changed(good, moves={"x": "2", "y": "2"}), "a move for each")
    refused(changed(good, moves=["x"]), "a move for each")
    refused(changed(good, bounds=[]), "bounds")
    refused(changed(good, bounds={"capacity;1": ["1"]}), "nothing uses")
    refused(changed(good, bounds={"capacity;1": ["2"]}), "no law")
    refused(changed(good, polarity="refutation"), "no refutation")
    refused(changed(good, polarity="neither"), "no neither")
    refused(changed(good, statement=[]), "not one")
    refused(changed(good, moves={"x": ["2"]}), "string")
    for evidence, match in (
        ([], "each deciding"), (good["evidence"] * 2, "each deciding"),
        ([[["2", "2"]]], "no such list"), ([[["2"], ["2", "3"]]], "no such list"),
        ([[["3", "3"], good["evidence"][0][1]]], "doesn't hold"),
        ([[good["evidence"][0][0], ["3", "3"]]], "doesn't hold"),
        ([[None, good["evidence"][0][1]]], "defined"), ("x", "no such list"),
    ):
        refused(changed(good, evidence=evidence), match)
    for field, value in (("schema", 2), ("schema", True), ("kind", "game"), ("claim", None),
                         ("polarity", 1), ("digest", ["x"])):
        with pytest.raises(BadInput):
            check({**good, field: value})
    for name in good:
        with pytest.raises(BadInput):
            check({key: part for key, part in good.items() if key != name})
    with pytest.raises(BadInput):
        check({**good, "more": 1})


def test_a_statement_of_every_instance_is_refuted_and_one_of_some_proved() -> None:
    held = play(below(X, number(1)), {"x": "2"}, [[["2", "2"], ["1", "1"]]], polarity="refutation")
    check(held)
    refused(changed(held, moves={"x": "1"}), "don't meet")
    refused(changed(held, polarity="proof"), "no proof")
    given = play(below(X, number(1)), {"x": "2"}, [[["2", "2"], ["3", "3"]], [["2", "2"], ["1",
                 "1"]]], polarity="refutation", given=[below(X, number(3))])
    check(given)
    refused(changed(given, moves={"x": "4"}), "don't meet")
    # A witness meets the hypotheses, whatever the conclusion is.
    check(play(below(X, number(1)), {"x": "2"}, [[["2", "2"], ["3", "3"]]], polarity="witness",
               given=[below(X, number(3))]))
    nothing = play(below(X, number(1)), {"x": "2"}, [], polarity="witness")
    check(nothing)
    refused(changed(nothing, evidence={}), "no such list")


def test_evidence_is_held_against_values_of_many_digits() -> None:
    """The goal is decided at 64 bits; its sides are told at 512, though they nearly cancel."""
    with workdps(200):
        close = Fraction(int(mp.floor(mp.e * 10**60)), 10**60)
        gap = mp.e - mp.mpf(close.numerator) / close.denominator
        left = op("sub", E, X)
        good = play(below(left, number(1)), {"x": str(close)}, [[near(gap, 75), ["1", "1"]]])
    check(good)
    # At 64 bits this would be no wider than what is known.
    refused(changed(good, evidence=[[["0", f"1/{10**25}"], ["1", "1"]]]), "too little")
    refused(changed(good, evidence=[[["0", "0"], ["1", "1"]]]), "doesn't hold")


def test_evidence_of_what_is_decided_late_is_told_as_late() -> None:
    """Which part of a disjunction holds is asked at the precision that decided it."""
    with workdps(400):
        close = Fraction(int(mp.floor(mp.e * 10**200)) + 1, 10**200)
        short = near(mp.e, 12)
    # e < x holds by less than 10^-200; that x is at most 2 doesn't.
    then = ["or", [below(X, number(2)), below(E, X, "<")]]
    good = play(then, {"x": str(close)}, [[short, [str(close), str(close)]]])
    check(good)
    assert Precision.bits >= 512
    refused(changed(good, evidence=[[[str(close)] * 2, ["2", "2"]]]), "doesn't hold")
    # The first part that holds is the one that decides.
    both = play(["or", [below(X, number(3)), below(X, number(4))]], {"x": "2"},
                [[["2", "2"], ["3", "3"]]])
    check(both)
    refused(changed(both, evidence=[[["2", "2"], ["4", "4"]]]), "doesn't hold")


def test_sides_without_a_value_decide_too() -> None:
    root = op("sqrt", X)
    good = play(below(root, number(1)), {"x": "-1"}, [[None, ["1", "1"]]], polarity="refutation")
    check(good)
    refused(changed(good, evidence=[[["0", "0"], ["1", "1"]]]), "defined")
    refused(changed(good, evidence=[[None, None]]), "defined")
    refused(changed(good, moves={"x": "1"}), "don't meet")
    # An infinite side is told exactly.
    log = play(below(op("log", X), number(1)), {"x": "0"}, [[["-inf", "-inf"], ["1", "1"]]])
    check(log)
    for told in (["-inf", "0"], ["-1", "-1"], ["inf", "inf"], ["-inf", "inf"]):
        refused(changed(log, evidence=[[told, ["1", "1"]]]), "doesn't hold")
    high = play(below(number(1), op("neg", op("log", X))), {"x": "0"},
                [[["1", "1"], ["inf", "inf"]]])
    check(high)


def test_what_no_precision_decides_is_unsupported() -> None:
    two = op("mul", op("exp", op("log", number(2))), number(1))
    for sign in ("=", "<="):
        with pytest.raises(Unsupported, match="no precision"):
            check(play(below(two, number(2), sign), {"x": "0"}, [[["2", "2"], ["2", "2"]]]))


@pytest.mark.parametrize(("low", "high", "held"), [
    # Of a value from 1 to 2, known so far only: what is stored must meet it.
    (1, 2, True), (HALF, 1, True), (2, Fraction(5, 2), True), (0, 1, False), (HALF, HALF, False),
    (3, 4, False), (2, 1, False),
    (Fraction(3, 2), Fraction(3, 2), True), (0, 3, False), (-INF, 2, False), (1, INF, False),
    (INF, INF, False), (-INF, -INF, False), (-INF, INF, False),
])
def test_enclosures_of_what_is_known_little_of(low: Any, high: Any, held: bool) -> None:
    ends = [end if end in (INF, -INF) else Fraction(end) for end in (low, high)]
    assert plays.fits(Num(Fraction(1), Fraction(2)), *ends) is held
    assert plays.fits(Num(Fraction(-2), Fraction(-1)), -ends[1], -ends[0]) is held


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("size", [Fraction(10**20), Fraction(1), Fraction(1, 10**20), Fraction(0)])
def test_enclosures_of_what_is_known_well(size: Fraction, way: int) -> None:
    value = num(way * size)
    room = size / 10**10 + Fraction(1, 10**30)
    for low, high, held in (
        (0, 0, True), (room / 2, room / 2, True), (room, 0, True), (0, room, True),
        (room, room / 10, False), (room / 10, room, False), (0, room * 11 / 10, False),
        (-room / 10, room / 5, False), (room / 5, -room / 10, False),
    ):
        assert plays.fits(value, value.lo - low, value.hi + high) is held


def test_enclosures_of_infinite_values_and_open_ends() -> None:
    for end in (INF, -INF):
        assert plays.fits(num(end), end, end)
        assert not plays.fits(num(end), Fraction(0), Fraction(0))
        assert not plays.fits(num(end), *sorted((Fraction(0), end)))
        assert not plays.fits(num(end), -end, -end)
    # A value that may be anything above 1 meets what is stored there, ∞ only if it may be that.
    assert plays.fits(Num(Fraction(1), INF), Fraction(5), Fraction(6))
    assert plays.fits(Num(Fraction(1), INF), INF, INF)
    assert not plays.fits(Num(Fraction(1), INF, (False, True)), INF, INF)
    assert not plays.fits(Num(Fraction(1), INF), Fraction(0), Fraction(0))
    assert plays.end_of("inf") == INF
    assert plays.end_of("-inf") == -INF
    assert plays.end_of("1/2") == HALF
    for text in ("nan", "1.5", 1, None, "-", "+inf"):
        with pytest.raises(Rejected):
            plays.end_of(text)


# --- moves ----------------------------------------------------------------------------------------


def value_of(sort: Tree, move: Any, **env: Any) -> Any:
    return meanings.Reading().value_of(sort, move, env)


def test_numbers_lie_in_their_intervals() -> None:
    sort = ["real", "0", "2", True, False]
    for move in ("1", "2", "1/1000"):
        assert value_of(sort, move) == num(Fraction(move))
    for move in ("0", "-1", "3", "2001/1000"):
        with pytest.raises(Rejected, match="outside"):
            value_of(sort, move)
    assert value_of(["real", "0", "2", False, True], "0") == ZERO
    with pytest.raises(Rejected, match="outside"):
        value_of(["real", "0", "2", False, True], "2")
    assert value_of(ENDLESS, "-7") == num(-7)
    for move in ("inf", "1.5", "1e3", " 1", "1/0", "1/00", 1, True, None, "١"):
        with pytest.raises(Rejected):
            value_of(ENDLESS, move)


def test_sizes_symbols_and_events() -> None:
    assert value_of(["size", 1, 3], 3) == num(3)
    assert value_of(["size", 1, None], 300) == num(300)
    for move in (0, 4, "2", 2.0, True, None):
        with pytest.raises(Rejected):
            value_of(["size", 1, 3], move)
    size = number(3)
    assert value_of(["symbol", size], 2) == TWO
    assert value_of(["event", size], [2, 0]) == Event(3, frozenset({0, 2}))
    assert value_of(["event", size], []) == Event(3, frozenset())
    for move in (3, -1, "0", True):
        with pytest.raises(Rejected):
            value_of(["symbol", size], move)
        with pytest.raises(Rejected):
            value_of(["event", size], [move])
    for move in ([0, 0], 0, {"0": 0}):
        with pytest.raises(Rejected):
            value_of(["event", size], move)
    with pytest.raises(Rejected):
        value_of(["symbol", number(0)], 0)


def test_laws_channels_and_tables() -> None:
    two, three = number(2), number(3)
    law = ["1/2", "1/3", "1/6"]
    assert value_of(["pmf", three], law) == [num(Fraction(part)) for part in law]
    assert value_of(["pmf", two], ["1", "0"]) == [ONE, ZERO]
    for move in (law, ["1/2"], [], "x", ["1/2", "1/3"], ["3/2", "-1/2"], [1, 0]):
        with pytest.raises(Rejected):
            value_of(["pmf", two], move)
    with pytest.raises(Rejected):
        value_of(["pmf", number(0)], [])
    rows = [law, ["1", "0", "0"]]
    assert len(value_of(["channel", two, three], rows)) == 2
    for move in (rows[:1], [*rows, law], [law, ["1", "0"]], [law, ["1", "1", "0"]]):
        with pytest.raises(Rejected):
            value_of(["channel", two, three], move)
    joint = value_of(["joint", ["A", "B"], [two, two]], ["1/4", "1/4", "1/2", "0"])
    assert joint == Table((2, 2), [num(Fraction(p)) for p in ("1/4", "1/4", "1/2", "0")],
                          ("A", "B"))
    for move in (["1", "0"], ["1/4"] * 3, ["1/2"] * 4):
        with pytest.raises(Rejected):
            value_of(["joint", ["A", "B"], [two, two]], move)
    numbers = ["reals", two, ["real", "0", None, False, False]]
    assert value_of(numbers, ["1", "0"]) == [ONE, ZERO]
    for move in (["1"], ["1", "-1"], ["1", "2", "3"]):
        with pytest.raises(Rejected):
            value_of(numbers, move)


def test_databases_mechanisms_and_priors() -> None:
    database = ["database"]
    assert value_of(database, [2, 3]) == (2, 3)
    for move in ([], [0], [2, "3"], 2, [True]):
        with pytest.raises(Rejected):
            value_of(database, move)
    D = var("D")
    mechanism = ["mechanism", D, number(2)]
    rows = [["1", "0"]] * 6
    assert value_of(mechanism, rows, D=(2, 3)).shape == (2, 3)
    for move in (rows[1:], [*rows, rows[0]], [["1"]] * 6, [["1", "1"]] * 6):
        with pytest.raises(Rejected):
            value_of(mechanism, move, D=(2, 3))
    free, split = (["prior", D, kind, None] for kind in ("any", "independent"))
    even, tied = ["1/4"] * 4, ["1/2", "0", "0", "1/2"]
    for move in (even, ["1/8", "3/8", "1/8", "3/8"], ["1", "0", "0", "0"]):
        for sort in (free, split):
            assert value_of(sort, move, D=(2, 2)).shape == (2, 2)
    assert value_of(free, tied, D=(2, 2)).data[0] == num(HALF)
    for move in (tied, ["1/4", "1/4", "1/2", "0"], ["1/3", "1/3", "1/3", "0"]):
        with pytest.raises(Rejected, match="depend"):
            value_of(split, move, D=(2, 2))
    for move in (even[1:], [*even, "0"]):
        with pytest.raises(Rejected):
            value_of(free, move, D=(2, 2))
    for kind in ("independent", "partial"):
        with pytest.raises(Rejected, match="no queries"):
            value_of(["queries", kind, D, number(1), number(1)], {}, D=(2,))


def test_mixtures() -> None:
    move = {"weights": ["1/2", "1/2"], "means": ["0", "1"], "variances": ["1", "2"]}
    assert value_of(["mixture", number(2)], move) == [
        (num(HALF), "gaussian", ZERO, ONE), (num(HALF), "gaussian", ONE, TWO)]
    for wrong in ({"variances": ["1", "0"]}, {"weights": ["1"]}, {"means": ["0"]}, {"more": []},
                  {"weights": ["1/2", "1/3"]}):
        with pytest.raises(Rejected):
            value_of(["mixture", number(2)], {**move, **wrong})
    with pytest.raises(Rejected):
        value_of(["mixture", number(2)], [move])


# --- terms and formulas ---------------------------------------------------------------------------


def term(tree: Tree, **env: Any) -> Any:
    return meanings.Reading().term(tree, env)


def truth(tree: Tree, **env: Any) -> bool | None:
    return meanings.Reading().truth(tree, env)


def over(kind: str, size: Tree, body: Tree, guard: Tree | None = None) -> Tree:
    return ["bind", kind, ["a", ["symbol", size], ""], guard, body, REAL]


def every(kind: str, size: Tree, body: Tree, guard: Tree | None = None) -> Tree:
    return ["quantified", kind, ["a", ["symbol", size], ""], guard, body]


A, WIDE = var("a"), span(Fraction(-1), Fraction(1))
NO_SIZE = op("quotient", number(1), number(0), sort=COUNT)


def test_sums_and_extrema() -> None:
    odd = below(A, number(1), "=")
    for kind, size, guard, value in (
        ("sum", 4, None, 6), ("max", 4, None, 3), ("min", 4, None, 0), ("sum", 0, None, 0),
        ("max", 0, None, -INF), ("min", 0, None, INF), ("sum", 4, odd, 1), ("max", 4, odd, 1),
        ("min", 1, odd, INF), ("sum", 1, odd, 0), ("max", 1, odd, -INF),
    ):
        assert term(over(kind, number(size), A, guard)) == num(value)
    with pytest.raises(Unknown):
        term(over("sum", number(2), A, below(var("w"), ZERO_)), w=WIDE)
    with pytest.raises(Undefined):
        term(over("sum", NO_SIZE, A))
    for size in ("1/2", "-1"):
        with pytest.raises(Rejected, match="no such size"):
            term(over("sum", number(size), A))
    with pytest.raises(Unsupported, match="too many"):
        term(over("sum", number(50_001), A))
    assert term(over("sum", number(20), A)) == num(190)
    with pytest.raises(Unsupported, match="too many"):
        meanings.Reading().points(["x", ENDLESS, ""], {})
    events = ["bind", "sum", ["B", ["event", number(3)], ""], None,
              op("cardinality", var("B"), sort=COUNT), REAL]
    assert term(events) == num(12)
    events[2][1] = ["event", number(13)]
    with pytest.raises(Unsupported, match="too many"):
        term(events)
    with pytest.raises(Rejected, match="no single point"):
        term(["bind", "sup", ["a", ENDLESS, ""], None, A, REAL])


ZERO_ = number(0)


def test_cases_tables_and_events() -> None:
    either = ["cases", below(X, ZERO_), number(1), number(2)]
    assert term(either, x=ZERO) == ONE
    assert term(either, x=ONE) == TWO
    with pytest.raises(Unknown):
        term(either, x=WIDE)
    event = ["bind", "event", ["a", ["symbol", number(3)], ""], below(A, number(1)), None, []]
    assert term(event) == Event(3, frozenset({0, 1}))
    shares = op("div", op("add", A, number(1)), number(6))
    law = ["bind", "table", ["a", ["symbol", number(3)], ""], None, shares, ["pmf", number(3)]]
    assert term(law) == [num(Fraction(k, 6)) for k in (1, 2, 3)]
    for other in (op("sub", shares, number("1/100")), op("sub", A, number("2/3")),
                  op("div", A, number(4))):
        with pytest.raises(Undefined):
            term([*law[:4], other, law[5]])
    with pytest.raises(Rejected, match="other sizes"):
        term([*law[:5], ["pmf", number(2)]])
    written = op("pmf_literal", number("1/2"), number("1/2"), sort=["pmf", number(2)])
    assert term(written) == [num(HALF)] * 2
    with pytest.raises(Undefined):
        term(op("pmf_literal", number("1/2"), number("1/3"), sort=["pmf", number(2)]))
    with pytest.raises(Undefined):
        term(op("pmf_literal", number("3/2"), number("-1/2"), sort=["pmf", number(2)]))
    # Normal forms show what no interval does, that e^x/(1 + e^x) and 1/(1 + e^x) make a law.
    power = op("exp", X)
    whole = op("add", number(1), power)
    logistic = op("pmf_literal", op("div", power, whole), op("div", number(1), whole),
                  sort=["pmf", number(2)])
    judge = meanings.Reading()
    judge.scope["x"] = ENDLESS
    found = judge.term(logistic, {"x": num(1)})
    assert found[0].lo > Fraction(73, 100)
    bad = op("pmf_literal", op("div", power, whole),
             op("sub", op("div", number(1), whole), number(f"1/{10**40}")), sort=["pmf", number(2)])
    with pytest.raises(Unknown):
        judge.term(bad, {"x": num(1)})
    Precision.bits = 256
    with pytest.raises(Undefined):
        judge.term(bad, {"x": num(1)})
    with pytest.raises(Unknown):
        judge.term(logistic, {"x": exp(num(-1))})
    with pytest.raises(Unsupported, match="no meaning"):
        term(op("nothing", X), x=ONE)
    assert term(number("inf")) == num(INF)
    assert Evaluation(scope={"x": ENDLESS}).scope == {"x": ENDLESS}
    assert Evaluation().scope == {}


def test_tables_of_numbers_and_of_laws() -> None:
    symbols = ["a", ["symbol", number(2)], ""]
    numbers = ["bind", "table", symbols, None, A, ["reals", number(2), REAL]]
    assert term(numbers) == [ZERO, ONE]
    law = op("pmf_literal", number("1/2"), number("1/2"), sort=["pmf", number(2)])
    for rows, outputs, held in ((2, 2, True), (3, 2, False), (2, 3, False)):
        tree = ["bind", "table", symbols, None, law, ["channel", number(rows), number(outputs)]]
        if held:
            assert term(tree) == [[num(HALF)] * 2] * 2
        else:
            with pytest.raises(Rejected, match="other sizes"):
                term(tree)
    channel = op("channel_literal", law, law, sort=["channel", number(2), number(2)])
    joint = op("joint_of", law, channel, sort=["joint", ["X", "Y"], [number(2), number(2)]])
    assert term(joint).names == ("X", "Y")
    alike = ["op", "joint_information", [joint], REAL, ["X", "Y", ""]]
    assert abs(term(alike).hi) < Fraction(1, 2**60)


def test_formulas_are_true_false_or_open() -> None:
    for sign, values in (("<=", (True, True, False)), ("<", (True, False, False)),
                         ("=", (False, True, False)), (">=", (False, True, True)),
                         (">", (False, False, True))):
        for x, value in zip((0, 1, 2), values, strict=True):
            assert truth(below(X, number(1), sign), x=num(x)) is value
            assert truth(["not", below(X, number(1), sign)], x=num(x)) is (not value)
        assert truth(below(X, ZERO_, sign), x=WIDE) is None
        # A relation without a side is false; one of which a side may have none is open.
        for side in (op("sqrt", X), op("log", X)):
            assert truth(below(side, number(1), sign), x=num(-1)) is False
            assert truth(["not", below(number(1), side, sign)], x=num(-1)) is True
            assert truth(below(side, number(1), sign), x=WIDE) is None
    yes, no, open_ = below(ZERO_, ZERO_), below(number(1), ZERO_), below(X, ZERO_)
    for tag, parts, value in (
        ("and", [yes, yes], True), ("and", [yes, no], False), ("and", [open_, no], False),
        ("and", [open_, yes], None), ("and", [], True), ("or", [no, no], False),
        ("or", [no, yes], True), ("or", [open_, yes], True), ("or", [open_, no], None),
        ("or", [], False),
    ):
        assert truth([tag, parts], x=WIDE) is value
    with pytest.raises(Rejected):
        truth(["maybe", yes])


def test_quantifiers_over_symbols() -> None:
    small, first = below(A, number(1)), below(A, ZERO_)
    for kind, size, body, guard, value in (
        ("forall", 2, small, None, True), ("forall", 3, small, None, False),
        ("forall", 0, small, None, True), ("exists", 0, small, None, False),
        ("exists", 3, small, None, True), ("exists", 3, below(A, number(-1)), None, False),
        ("forall", 5, small, small, True), ("forall", 5, first, small, False),
        ("forall", 5, first, first, True), ("exists", 5, below(number(1), A), small, True),
        ("exists", 5, below(number(2), A), small, False),
        ("exists", 5, below(number(2), A), below(number(4), A), True),
    ):
        assert truth(every(kind, number(size), body, guard)) is value
    # Where a size has no value there is no symbol.
    assert truth(every("forall", NO_SIZE, small)) is True
    assert truth(every("exists", NO_SIZE, small)) is False
    for kind in ("forall", "exists"):
        assert truth(every(kind, number(2), below(var("w"), A)), w=span(HALF, Fraction(3, 2))) is (
            False if kind == "forall" else None)
    with pytest.raises(Unknown):
        meanings.Reading().holds(below(X, ZERO_), {"x": WIDE})


def test_values_as_terms() -> None:
    assert literal(None, num(HALF)) == ["number", "1/2"]
    assert literal(["pmf", number(2)], [num(HALF)] * 2) == [
        "op", "pmf_literal", [["number", "1/2"]] * 2, ["pmf", number(2)], []]
    rows = [[ONE, ZERO], [num(HALF)] * 2]
    found = literal(["channel", number(2), number(2)], rows)
    assert found is not None
    assert (found[1], found[3]) == ("channel_literal", ["channel", number(2), number(2)])
    for sort, value in ((None, WIDE), (None, num(INF)), (["pmf", number(1)], [exp(ONE)]),
                        (None, [ONE]), (["reals", number(1), REAL], [ONE]), (["pmf", ZERO_], []),
                        (["channel", number(1), number(1)], [[WIDE]]),
                        (None, Event(1, frozenset()))):
        assert literal(sort, value) is None


def test_bounds_of_suprema_are_found_by_their_numbers() -> None:
    law = [num(HALF)] * 2
    judge = Evaluation({"capacity;1/2 1/3": law, "capacity;1/2": [ONE]})
    third = num(Fraction(1, 3))
    assert judge.bound("capacity", 2, [num(HALF), third]) is law
    assert judge.used == {"capacity;1/2 1/3"}
    for kind, size, group in (
        ("other", 2, [num(HALF), third]), ("capacity", 3, [num(HALF), third]),
        ("capacity", 2, [num(HALF)]), ("capacity", 2, [num(HALF), third, third]),
        ("capacity", 2, [num(HALF), num(Fraction(1, 3) + Fraction(1, 10**12))]),
        ("capacity", 2, [third, num(HALF)]),
    ):
        with pytest.raises(Rejected, match="no bound"):
            judge.bound(kind, size, group)
    # What is inexact must agree to eight digits.
    close, far = (span(Fraction(1, 3) - gap, Fraction(1, 3) + gap)
                  for gap in (Fraction(1, 10**9), Fraction(1, 10**7)))
    assert judge.bound("capacity", 2, [num(HALF), close]) is law
    with pytest.raises(Rejected, match="no bound"):
        judge.bound("capacity", 2, [num(HALF), far])
    assert Evaluation({"p;-1/3": [ONE]}).bound("p", 1, [-close]) == [ONE]
    with pytest.raises(Rejected, match="no bound"):
        Evaluation().bound("capacity", 0)
    lopsided = [span(Fraction(1, 3) - Fraction(1, 10**7), Fraction(1, 3)),
                span(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**7))]
    for one in lopsided:
        with pytest.raises(Rejected, match="no bound"):
            judge.bound("capacity", 2, [num(HALF), one])


def test_meanings_are_given_what_they_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The values of the arguments, and the evaluation where they say so."""
    monkeypatch.setattr(evaluation, "MEANINGS", {})
    told: list[Any] = []
    evaluation.meaning("one", "other")(lambda *values: told.append(values))
    evaluation.meaning("judged", judged=True)(lambda *values: told.append(values))
    for name in ("one", "other", "judged"):
        evaluation.MEANINGS[name]("judge", 1, 2)
    assert told == [(1, 2), (1, 2), ("judge", 1, 2)]


def test_whole_numbers_and_lists() -> None:
    assert evaluation.whole(num(3)) == 3
    assert evaluation.whole(ZERO, 1) == 0
    for value, limit in ((num(HALF), INF), (num(-1), INF), (num(3), 3), (num(INF), INF),
                         (WIDE, INF), (span(Fraction(1), Fraction(2)), INF)):
        with pytest.raises(Rejected):
            evaluation.whole(value, limit)
    assert evaluation.items([1, 2], 2) == [1, 2]
    for move, count in (([1], 2), ((1, 2), 2), ("ab", 2), ({}, 0), (None, None)):
        with pytest.raises(Rejected):
            evaluation.items(move, count)
