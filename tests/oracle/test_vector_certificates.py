"""Certificates of vectors: every public function has vectors or a reason, ids name what is
rechecked, and what is altered is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, runner
from verified.audit import rechecking
from verified.audit.rechecking import AGAIN, KERNEL, MPMATH, SECOND_CHECKER, recheck
from verified.audit.second import DIRECT, INVERSE, agrees
from verified.errors import InputError, UnknownKeyError
from verified.oracle.functions import ACCOUNTANTS, OTHERS
from verified.oracle.vectors.certificates import PLAY, play, play_digest
from verified.oracle.vectors.more import WITHOUT
from verified.oracle.vectors.suites import groups
from verified.oracle.vectors.writing import RELEASE, digest_of, parsed, read
from verified.report.quantities import QUANTITIES

FILES = {made["function"]: made for _, made in read()}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def of(function: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """A function's vectors, each with its group."""
    return [(group, test) for group in FILES[function]["testGroups"] for test in group["tests"]]


def test_every_public_function_has_vectors_or_a_reason() -> None:
    public = {*QUANTITIES, *ACCOUNTANTS, *OTHERS}
    assert public - set(FILES) == set(WITHOUT), "give it vectors, or a reason in WITHOUT"
    assert not set(FILES) & set(WITHOUT)
    assert set(FILES) == {group.function for group in groups()}
    assert all(len(reason) > 20 for reason in WITHOUT.values())


def test_ids_are_digests_of_what_they_name() -> None:
    kinds = {"play": 0, "value": 0}
    for function in FILES:
        for place, (group, test) in enumerate(of(function)):
            kind, _, told = test["certificate"].partition("-")
            kinds[kind] += 1
            if place % 20:
                continue
            assert digest_of(function, group["parameters"], test) == test["digest"]
            if kind == "value":
                assert told == test["digest"]
                continue
            stated = play(function, parsed({**group["parameters"], **test["inputs"]}), test)
            assert stated is not None
            assert play_digest(*stated) == told
    # What the language can state has plays, but for values that no precision tells from 0.
    assert kinds["play"] > 4000
    for function in ("kl", "capacity", "renyi_dp", "g_leakage"):
        assert all(test["certificate"].startswith(PLAY) for _, test in of(function))


@pytest.mark.parametrize("function", sorted({*DIRECT, *INVERSE} & set(FILES)))
def test_mpmath_agrees(function: str) -> None:
    slow = ("noisy_max_epsilon", "noisy_max_renyi", "subsampled_gaussian_epsilon",
            "subsampled_gaussian_sigma", "subsampled_gaussian_steps", "shuffled_response_epsilon",
            "approximate_dp_steps", "randomised_response_steps", "discrete_laplace_steps",
            "zcdp_to_dp_epsilon", "exponential_mechanism_worst_epsilon",
            "discrete_gaussian_sigma")
    if function in slow:
        pytest.skip("mpmath takes seconds: `verified vectors --recheck`")
    listed = of(function)
    answers = [
        agrees(function, {**group["parameters"], **test["inputs"]}, test)
        for group, test in (listed[0], listed[-1])
        if group["parameters"].get("steps", {"exact": "1"})["exact"] in ("1", "2", "3")
        and "steps" not in test["inputs"]
    ]
    assert False not in answers


def test_a_value_that_is_slightly_off_is_noticed() -> None:
    for function in ("gaussian_delta", "gaussian_sigma", "exponential_mechanism_worst_level",
                     "discrete_laplace_threshold", "permute_and_flip_delta", "renyi_to_dp_epsilon",
                     "exponential_mechanism_level", "permute_and_flip_level", "staircase_level",
                     "shuffled_response_level", "discrete_gaussian_sigma"):
        group, test = next(
            pair for pair in of(function) if pair[1]["exact"] is None or "thresh" in function)
        given = {**group["parameters"], **test["inputs"]}
        assert agrees(function, given, test)
        if "threshold" in function:
            moved = {"lo": str(int(test["lo"]) + 1), "hi": str(int(test["hi"]) + 1)}
        else:
            # By a unit of the twelfth digit.
            moved = {key: f"{float(test[key]) * (1 + 1e-11):.17g}" for key in ("lo", "hi")}
        assert agrees(function, given, {**test, **moved, "logLo": None, "logHi": None}) is False


def test_one_round_more_or_less_is_noticed() -> None:
    for function in ("exponential_mechanism_steps", "staircase_steps", "discrete_gaussian_steps"):
        group, test = next(pair for pair in of(function) if int(pair[1]["lo"]) > 1)
        given = {**group["parameters"], **test["inputs"]}
        assert agrees(function, given, test)
        for change in (-1, 1):
            moved = str(int(test["lo"]) + change)
            assert agrees(function, given, {**test, "lo": moved, "hi": moved}) is False


def test_a_level_that_is_too_much_in_between_is_noticed() -> None:
    # Far beyond the first crossing δ is within again: what is in between counts.
    function = "exponential_mechanism_level"
    group, test = next(
        pair for pair in of(function)
        if pair[0]["parameters"]["eps"]["exact"] == "1/8" and pair[1]["lo"] not in ("inf", "0")
    )
    given = {**group["parameters"], **test["inputs"]}
    for end in ("40", "inf"):
        moved = {"lo": end, "hi": end, "logLo": None, "logHi": None}
        assert agrees(function, given, {**test, **moved}) is False


@pytest.mark.slow
def test_the_command_rechecks_one(run: Run, tmp_path: Path) -> None:
    _, test = of("kl")[3]
    ran = run("vectors", "--recheck", "kl", "--certificate", test["certificate"],
              "-o", tmp_path / "plays.json")
    assert ran.code == 0
    assert f"kl: 1 vectors: 1 {SECOND_CHECKER}" in ran.out
    assert run("recheck", tmp_path / "plays.json").out.startswith(
        f"{tmp_path / 'plays.json'}: good: proves mine/kl")
    assert "no vector there" in run("vectors", "--recheck", "kl", "--certificate", "play-0").err
    assert run("vectors", "--recheck", "nothing").code == 2
    assert run("vectors", "kl").code == 2
    assert run("vectors", "kl", "-o", tmp_path, "--certificate", "x").code == 2


def altered(tmp_path: Path, function: str, place: int, change: Any) -> Path:
    """A folder with one file, of which one vector was changed."""
    made = json.loads(json.dumps(FILES[function]))
    group = made["testGroups"][0]
    change(group, group["tests"][place])
    group["tests"] = [group["tests"][place]]
    made["testGroups"] = [group]
    folder = tmp_path / "altered"
    folder.mkdir(exist_ok=True)
    (folder / f"{function}_test.json").write_text(json.dumps(made))
    return folder


def test_values_that_no_play_tells_are_worked_out_again() -> None:
    for function in ("arimoto", "dp_epsilon", "hockey_stick"):
        one = next(t["certificate"] for _, t in of(function) if t["certificate"][:5] == "value")
        ((found,),) = recheck(RELEASE, [function], [one])
        assert (found.way, found.fault) == (AGAIN, "")


def test_altered_vectors_are_refused(tmp_path: Path) -> None:
    def larger(group: Any, test: Any) -> None:
        test["hi"] = test["lo"] = "0.75"
        test["exact"] = None
        test["digest"] = digest_of("kl", group["parameters"], test)

    def without_digest(_group: Any, test: Any) -> None:
        test["hi"] = "0.9"

    def another(_group: Any, test: Any) -> None:
        test["certificate"] = of("kl")[9][1]["certificate"]

    for change, fault in ((larger, "doesn't accept"), (without_digest, "digest"),
                          (another, "another play's")):
        ((found,),) = recheck(altered(tmp_path, "kl", 0, change))
        assert fault in found.fault
        assert not found.good

    def value(group: Any, test: Any) -> None:
        test["lo"] = test["hi"] = "0.7"
        test["exact"] = None
        test["digest"] = digest_of("gaussian_zcdp", group["parameters"], test)
        test["certificate"] = f"value-{test['digest']}"

    ((found,),) = recheck(altered(tmp_path, "gaussian_zcdp", 0, value), ["gaussian_zcdp"])
    assert (found.way, found.fault) == (MPMATH, "mpmath has another value")
    with pytest.raises(UnknownKeyError):
        list(recheck(RELEASE, ["nothing"]))
    with pytest.raises(InputError, match="no vector there"):
        list(recheck(RELEASE, ["kl"], ["play-0000000000000000"]))


def test_without_a_second_way_it_is_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rechecking, "agrees", lambda *_: None)
    ((found,),) = recheck(altered(tmp_path, "gaussian_renyi", 0, lambda *_: None))
    assert (found.way, found.good) == (AGAIN, True)

    def value(group: Any, test: Any) -> None:
        test["lo"] = test["hi"] = "0.7"
        test["exact"] = None
        test["digest"] = digest_of("gaussian_renyi", group["parameters"], test)
        test["certificate"] = f"value-{test['digest']}"

    ((found,),) = recheck(altered(tmp_path, "gaussian_renyi", 0, value))
    assert found.fault == "worked out again it is another value"
    assert KERNEL != AGAIN
