"""The semantic fuzzer: it finds nothing in the checkers as they are, and planted faults again."""

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from bench.fuzz import __main__ as command
from bench.fuzz.campaign import Options, Tally, run
from bench.fuzz.detection import detect
from bench.fuzz.faults import FAULTS, Fault, Outdated
from bench.fuzz.judging import Judge
from bench.fuzz.steps import Attempt, Refused, checked
from verified.kernel.theorem import RULES, Library, Theorem
from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    cases,
    event_where,
    log,
    negation,
    quotient,
    total,
)
from verified.syntax.formulas import Relation
from verified.syntax.terms import INFINITY, number

k, n = Size("k", low=0), Size("n")
P, x, r, s = Pmf("P", n), Symbol("x", n), Real("r"), Real("s", "[0,1]")


def judged(conclusion, *hypotheses, variables=(k, n, P, x, r, s)):
    theorem = Theorem({str(part): part for part in hypotheses}, conclusion)
    return Judge(random.Random(0), variables).verdict(theorem)


# --- the judge ------------------------------------------------------------------------------------


@pytest.mark.parametrize("conclusion", [
    P[x] < 1,  # one symbol, a point mass
    r * r > 0,  # 0
    Relation("<=", number(0), quotient(1, k)),  # no value at 0
    Relation("=", log(s) - log(s), number(0)),  # −∞ − (−∞)
    Relation("<=", total(Symbol("v", quotient(1, k)), number(0)), number(0)),
    Relation("<", 1 / r, INFINITY),
])
def test_what_is_false_at_a_corner_is_judged_false(conclusion):
    verdict = judged(conclusion)
    assert verdict.status == "false"
    assert verdict.instance is not None


def test_what_holds_is_judged_true_where_hypotheses_hold_and_there_alone():
    assert judged(P[x] <= 1).status == "true"
    assert judged(Relation("<", 1 / r, INFINITY), r > 0).status == "true"
    assert judged(P[x] < 0, r * r < 0).status == "vacuous"


def test_a_symbol_of_as_many_symbols_as_its_name_says_is_no_variable():
    inner = Symbol("x", Symbol("x", n))
    with pytest.raises(Refused, match="two variables"):
        checked(Attempt("obvious", Relation("<=", inner, inner)), Library({}))
    assert checked(Attempt("obvious", Relation("<=", x, x)), Library({})).theorem


def test_an_index_that_happens_to_be_whole_is_left_open_wherever_it_stands():
    """Within the test of an event it was held to be no index, and the event to be undefined."""
    w, a, b = Reals("w", 2), Symbol("a", 2), Real("b", "[0,0]")
    one = w[b * a]
    assert judged(Relation("<=", one, one), variables=(w, a, b)).status == "undecided"
    inside = event_where(x, negation(cases(one <= 0, 1, 0) > 1))
    assert judged(P[inside] >= 1, variables=(n, P, x, w, a, b)).status == "undecided"


def test_what_speaks_of_nothing_is_judged_too():
    """Shrinking leads to such theorems; near an instance of no variables there is no other."""
    assert judged(Relation("<", number(1), number(0)), variables=()).status == "false"
    assert judged(Relation("<", number(0), number(1)), variables=()).status == "true"


# --- runs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("checker", "episodes", "least"), [("kernel", 5, 100), ("second", 5, 60)])
def test_a_small_run_finds_nothing(checker, episodes, least):
    tally = run(Options(seed=11, checker=checker), episodes)
    assert tally.findings == []
    assert tally.total("accepted") >= least
    assert tally.total("evaluated") >= least // 2


def test_each_rule_is_attempted():
    assert set(command.ATTEMPTS) == set(RULES)


def test_the_command_tells_counts_and_fails_where_something_false_was_accepted(
    monkeypatch, capsys,
):
    counted = Tally()
    counted.add("sum", "accepted")
    monkeypatch.setattr(command, "fuzz", lambda *_: (counted, [], 0))
    assert command.main(["--steps", "1"]) == 0
    assert "no false theorem was found" in capsys.readouterr().out
    shown = command.Hole("sum", ("a step",), None, None, "no file", "no file", {}, None)
    monkeypatch.setattr(command, "holes_in", lambda *_: [shown])
    assert command.main(["--steps", "1"]) == 1
    assert "1 holes" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--steps", "0"], ["--rule", "magic"], ["--checker", "third"]])
def test_bad_arguments_are_refused(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        command.main(wrong)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


# --- planted faults -------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", FAULTS.values(), ids=lambda fault: fault.name)
def test_a_fault_is_written_for_the_code_as_it_is(fault):
    assert fault.formers()


def test_an_outdated_fault_is_told():
    wrong = Fault("none", (("kernel.analysis:_sum", (("no such text", ""),)),), "", "", "sum")
    with pytest.raises(Outdated, match="no such text"):
        wrong.take_out()


def found_in_holes(fault: str) -> list[str]:
    """The rules of false theorems that variants of the files in tests/holes make, in this process
    with a mend taken out."""
    FAULTS[fault].take_out()
    for episode in range(100):
        tally = run(Options(seed=2, holes_every=1, checker=FAULTS[fault].checker), 1, episode)
        if tally.findings:
            return [finding.derived.attempt.rule for finding in tally.findings]
    return []


@pytest.mark.parametrize("fault", [
    "inverse-of-inverse", "bound-sup-circular", "event-of-no-size", "pinned-of-no-symbols",
    "sum-of-no-number", "maximum-of-no-number", "integral-of-no-number",
    "second-bound-sup-circular", "second-sum-of-no-number",
])
def test_variants_of_a_former_hole_show_its_fault(fault):
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(1, context) as pool:
        assert pool.submit(found_in_holes, fault).result()


@pytest.mark.parametrize("fault", ["strict-empty-sum", "sum-captures"])
def test_a_planted_fault_is_found_by_random_steps(fault):
    # Some 700 are needed in the mean, as eight seeds tell; which are drawn changes with each head.
    found = detect(fault, seed=5, steps=5000, rule=FAULTS[fault].rule)
    assert found.found
    assert found.accepted <= 5000
