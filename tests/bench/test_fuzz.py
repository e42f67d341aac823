"""The semantic fuzzer: it finds nothing in the checkers as they are, and planted faults again."""

import json
import multiprocessing
import random
import signal
from concurrent.futures import ProcessPoolExecutor

import pytest
from flint import fmpq

from bench.fuzz import __main__ as command
from bench.fuzz import campaign, runner, second
from bench.fuzz.campaign import Options, Tally, run
from bench.fuzz.detection import detect
from bench.fuzz.draws import Instance
from bench.fuzz.episodes import conditions
from bench.fuzz.faults import FAULTS, Fault, Outdated
from bench.fuzz.grammar import Grammar, rebound
from bench.fuzz.judging import Judge
from bench.fuzz.scopes import Scope
from bench.fuzz.steps import Attempt, Derived, Refused, checked
from bench.fuzz.stored import replaced
from bench.fuzz.trees import places
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
    sqrt,
    total,
)
from verified.syntax.formulas import Relation, every
from verified.syntax.goals import normal
from verified.syntax.terms import INFINITY, Op, equals, free_variables, number

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


def test_a_name_that_the_episode_has_for_another_is_judged_by_its_own_sort():
    """Of the only symbol of ⌊n/n⌋ "w ≤ 0" holds; the episode's w is one of three."""
    own = Symbol("w", quotient(n, n))
    assert judged(own <= 0, variables=(n, Symbol("w", number(3)))).status == "true"
    assert judged(own <= -1, variables=(n, Symbol("w", number(3)))).status == "false"
    draws, instance = Judge(random.Random(0), [n]).draws, Instance({"n": 1}, {"n": 1})
    with pytest.raises(ValueError, match="2 is no value of w"):
        draws.put(own, 2, instance)
    draws.put(own, 0, instance)
    assert instance.env["w"] == 0


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
    monkeypatch.setattr(command, "fuzz", lambda _, __, run: run.tally.merge(counted.counts))
    assert command.main(["--steps", "1"]) == 0
    assert "no false theorem was found" in capsys.readouterr().out
    shown = command.Hole("sum", ("a step",), None, None, "no file", "no file", {}, None)
    monkeypatch.setattr(command, "holes_in", lambda *_: [shown])
    assert command.main(["--steps", "1"]) == 1
    assert "1 holes" in capsys.readouterr().out


def counts_in(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_run_that_goes_on_has_the_counts_of_one_run(tmp_path, capsys):
    """The next episode begins where the file says; no counts are lost, none told twice."""
    parts, whole = tmp_path / "parts.json", tmp_path / "whole.json"
    common = ["--seed", "3", "--steps", "1", "--json"]
    assert command.main([*common, str(parts)]) == 0
    first = counts_in(parts)
    assert command.main([*common, str(parts), "--resume"]) == 0
    told = counts_in(parts)
    assert told["episodes"]["following"] > first["episodes"]["following"] > 0
    assert told["accepted"] > first["accepted"] > 0
    at_once = run(Options(seed=3), told["episodes"]["following"])
    assert told["accepted"] == at_once.total("accepted")
    assert {rule: counts for rule, counts in told["rules"].items() if counts} == at_once.counts
    assert command.main(["--seed", "4", "--resume", "--json", str(parts)]) == 2
    assert "other options" in capsys.readouterr().err
    whole.write_text("[]", encoding="utf-8")
    assert command.main(["--resume", "--json", str(whole)]) == 2
    assert "no counts" in capsys.readouterr().err
    assert command.main(["--resume"]) == 2


def test_a_run_that_is_ended_leaves_its_counts(tmp_path, monkeypatch, capsys):
    def ended(*_):
        yield runner.Report(0, {"sum": {"accepted": 3}})
        signal.raise_signal(signal.SIGTERM)
        yield runner.Report(1, {"sum": {"accepted": 4}})

    monkeypatch.setattr(command, "episodes", ended)
    told = tmp_path / "counts.json"
    assert command.main(["--seconds", "600", "--json", str(told)]) == 0
    assert counts_in(told)["accepted"] == 3
    assert counts_in(told)["episodes"]["following"] == 1
    said = capsys.readouterr()
    assert "interrupted" in said.err
    assert "no false theorem was found" in said.out


def test_an_episode_is_given_up_where_a_step_takes_too_long(monkeypatch):
    def endless(episode):
        while True:
            pass

    monkeypatch.setattr(runner, "LONGEST", 0.1)
    monkeypatch.setitem(campaign.ATTEMPTS, "assume", [endless])
    monkeypatch.setattr(campaign, "rules_to_try", lambda _: ["assume"])
    tally, slow = runner.watched(Options(seed=1, stored_every=0, holes_every=0), 0)
    assert slow
    assert tally.total("tried") == 0


@pytest.mark.parametrize("wrong", [["--steps", "0"], ["--rule", "magic"], ["--checker", "third"]])
def test_bad_arguments_are_refused(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        command.main(wrong)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


# --- the second checker ---------------------------------------------------------------------------


def test_a_step_by_itself_fares_as_the_file_that_ends_with_it(monkeypatch):
    monkeypatch.setattr(second, "WHOLE", 1)
    tally = run(Options(seed=12, checker="both"), 4)
    assert tally.total("both") > 50
    assert tally.total("neither") > 10
    assert tally.total("unlike") == 0


def test_a_step_that_fares_otherwise_than_its_file_is_told(monkeypatch):
    monkeypatch.setattr(second, "WHOLE", 1)
    monkeypatch.setattr(second, "verdict", lambda *_, **__: "rejected: whatever it is")
    tally = run(Options(seed=12, checker="both"), 1, 2)
    assert tally.total("unlike") > 0
    assert tally.total("both") == 0


def test_the_second_checker_builds_on_no_step_that_it_refuses():
    one = Attempt("obvious", r < r)
    library = Library({})
    with pytest.raises(Refused, match="isn't obvious"):
        second.checked(one, library)
    built = Theorem({}, normal(r < r))
    follows = Attempt("turn", normal(r <= r), (Derived(one, built),))
    with pytest.raises(Refused, match="isn't obvious"):
        second.checked(follows, library)


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


def test_binders_take_names_of_which_other_sorts_speak():
    """Σ over n of P(x), x being one of the other n symbols: no file may say so, but trees can."""
    inner = rebound(x + n, "n", Symbol("n", k))
    assert inner == x + Symbol("n", k)
    assert inner.args[0].of == x.of
    grammar = Grammar(random.Random(5), Scope.holding(random.Random(5), [k, n, P, x, r]))
    grammar.reckless = True
    below = [grammar.below("sum", [P[x] + n])[0] for _ in range(40)]
    assert any(bind.var.name == "n" and x in free_variables(bind.body).values()
               for bind in below)
    assert any(bind.var.name == "x" for bind in below)


def test_what_a_term_needs_is_asked_of_every_symbol_that_is_bound():
    v, z = Symbol("v", n), Reals("z", n)
    one = total(v, log(z[v]) / (z[v] - 1)) + r**-2 + (r + s) ** number(fmpq(1, 2)) + sqrt(s) / 2
    assert conditions(one) == [
        normal(condition) for condition in (
            every(v, negation(equals(z[v] - 1, 0))), every(v, Relation("<", number(0), z[v])),
            negation(equals(r, 0)), Relation("<=", number(0), r + s), Relation("<=", number(0), s))]


def test_a_part_is_deepened_wherever_it_stands():
    said = Relation("<=", P[x], 2 * P[x] + r)
    assert replaced(said, P[x], 1 / P[x]) == Relation("<=", 1 / P[x], 2 * (1 / P[x]) + r)
    # What can't stand somewhere stays there.
    assert replaced(said, r, r) == said


def test_towers_ask_functions_of_what_they_made():
    grammar = Grammar(random.Random(5), Scope.holding(random.Random(5), [k, n, P, x, r]))
    heads = [[part.head for _, part, _ in places(grammar.tower()) if isinstance(part, Op)]
             for _ in range(60)]
    assert all(len(found) >= 2 for found in heads)
    assert any(found.count("div") + found.count("pow") >= 2 for found in heads)


@pytest.mark.parametrize("fault", ["strict-empty-sum", "sum-captures"])
def test_a_planted_fault_is_found_by_random_steps(fault):
    # Some 700 are needed in the mean, as eight seeds tell; which are drawn changes with each head.
    found = detect(fault, seed=5, steps=5000, rule=FAULTS[fault].rule)
    assert found.found
    assert found.accepted <= 5000
