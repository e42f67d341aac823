"""The audit finds planted defects from a cold start, and leaves a correct function alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from mpmath import mp, mpf

from verified.audit import independent, running, search
from verified.audit.catalogue import FUNCTIONS, LIBRARIES, PUBLIC, chosen
from verified.audit.catalogue.quantities import (
    GAUSSIAN_DELTA,
    GAUSSIAN_SIGMA,
    SAMPLED_DELTA,
    SAMPLED_EPSILON,
    SAMPLED_RENYI,
    named,
)
from verified.audit.catalogue.ranges import DELTA, EPS, STEPS
from verified.audit.environments import Answer, Caller, Library
from verified.audit.findings import CONFIRMED, Audited, confirmed, held, seen, truth
from verified.audit.promises import ESTIMATE, LOWER, UPPER, Function, Law, Range
from verified.audit.search import audit, drawn
from verified.errors import InputError, UnknownKeyError

FAKES = Library("fakes", [], Path(__file__).with_name("fakes.py"), Path(sys.executable))
SCALE = Range(0.05, 100.0)


def any_round(*, delta: float, steps: float, width: str) -> object:
    """1 − (1 − δ)^k, exactly."""
    import verified

    return verified.enclose("1 - (1 - d)**k", d=Fraction(delta), k=int(steps), width=width)


def laplace(**arguments: object) -> object:
    import verified

    return verified.laplace_delta(**arguments)


def pure_rounds(**arguments: object) -> object:
    import verified

    return verified.approximate_dp_delta(failure=0, **arguments)


def planted(name: str, truth, other, parameters, promise=UPPER, tolerance=1e-9) -> Function:
    return Function("fakes", name, name, name, truth, other, parameters, promise, tolerance, "")


TAIL = GAUSSIAN_DELTA.truth, independent.gaussian_delta
LEAST_NOISE = GAUSSIAN_SIGMA.truth, independent.gaussian_sigma
NOISE = {"sigma": Range(0.1, 1000.0), "eps": EPS}
WANTED = {"eps": EPS, "delta": DELTA}
DEFECTS = [
    (planted("erf-tails", *TAIL, NOISE), "unsound"),
    (planted("noise-floor", *TAIL, NOISE), "unsound"),
    (planted("underflow", *TAIL, NOISE), "unsound"),
    (planted("not-a-number", *TAIL, NOISE), "non-finite"),
    (planted("absolute-tolerance", *LEAST_NOISE, WANTED), "unsound"),
    (planted("midpoint", *LEAST_NOISE, WANTED), "unsound"),
    (planted("cancellation", any_round, independent.any_round,
             {"delta": Range(1e-30, 0.5), "steps": STEPS}), "unsound"),
    (planted("sign", laplace, independent.laplace_delta,
             {"scale": SCALE, "eps": Range(1e-3, 20.0)}), "unsound"),
    (planted("adjacency", laplace, independent.laplace_delta,
             {"scale": SCALE, "eps": Range(1e-3, 20.0)}), "unsound"),
    (planted("unit", named("kl"), independent.kl,
             {"p": Law(positive=True), "q": Law(positive=True)}, ESTIMATE), "inaccurate"),
    (planted("swapped", named("kl"), independent.kl,
             {"p": Law(positive=True), "q": Law(positive=True)}, ESTIMATE), "inaccurate"),
    (planted("early-stop", named("capacity"), independent.capacity,
             {"channel": Law((2, 4), positive=True, rows=(2, 2))}, ESTIMATE), "inaccurate"),
    # Planted when the search was written already, and found as it was.
    (planted("rare-left-out", named("entropy"), independent.entropy,
             {"p": Law(positive=True)}, ESTIMATE), "inaccurate"),
    (planted("single-precision", laplace, independent.laplace_delta,
             {"scale": SCALE, "eps": Range(1e-3, 20.0)}), "unsound"),
    (planted("largest-difference", named("total_variation"), independent.total_variation,
             {"p": Law(positive=True), "q": Law(positive=True)}, ESTIMATE), "inaccurate"),
    (planted("capped-rounds", pure_rounds, independent.pure_composition_delta,
             {"eps": Range(1e-3, 20.0), "level": Range(1e-3, 1.0),
              "steps": Range(1.0, 1000.0, "whole", corners=(10.0,))}), "unsound"),
]
# Composed sampled rounds, whose transforms take seconds: test_sampling has them.
SLOW = {SAMPLED_DELTA.words, SAMPLED_EPSILON.words, SAMPLED_RENYI.words}
CORRECT = planted("correct", *TAIL, NOISE)


@pytest.fixture(scope="module")
def caller() -> Iterator[Caller]:
    with Caller(FAKES) as made:
        yield made


@pytest.mark.parametrize(("function", "kind"), DEFECTS, ids=lambda part: getattr(part, "name", ""))
def test_each_planted_defect_is_found_from_a_cold_start(
    caller: Caller, function: Function, kind: str
) -> None:
    told = audit(function, caller, calls=150, seconds=60)
    assert told.verdict == kind
    finding = told.findings[0]
    # The same call gives the same answer, and so the same finding.
    answer = caller(function.call, finding.arguments, 20)
    again = confirmed(function, finding.arguments, answer, kind)
    assert again == finding


def test_a_correct_function_is_left_alone(caller: Caller) -> None:
    told = audit(CORRECT, caller, calls=150, seconds=60)
    assert told.verdict == "no violation found"
    assert not told.unconfirmed
    assert told.calls == 150
    assert told.unknown < 30


def test_the_same_seed_makes_the_same_audit(caller: Caller) -> None:
    first, second = (audit(CORRECT, caller, calls=30, seconds=20, seed=3) for _ in range(2))
    assert first == second


def test_what_an_answer_shows_depends_on_what_is_promised() -> None:
    low, high = Fraction(1), Fraction(1) + Fraction(1, 10**15)
    kinds = {
        (UPPER, 0.5): "unsound", (UPPER, 2.0): "sound", (UPPER, 1 - 1e-12): "sound",
        (LOWER, 0.5): "sound", (LOWER, 2.0): "unsound", (ESTIMATE, 0.5): "inaccurate",
        (ESTIMATE, 2.0): "inaccurate", (ESTIMATE, 1.0): "sound",
        (UPPER, float("nan")): "non-finite",
        (UPPER, float("inf")): "sound", (ESTIMATE, float("inf")): "non-finite",
        (UPPER, -float("inf")): "non-finite",
    }
    for (promise, value), kind in kinds.items():
        assert seen(replace(CORRECT, promise=promise), Answer(value), low, high).kind == kind
    assert seen(CORRECT, Answer(late=True), low, high).kind == "hang"
    assert seen(CORRECT, Answer(error=("ValueError", "")), low, high).kind == "refused"
    assert seen(CORRECT, Answer(error=("TypeError", "")), low, high).kind == "crash"
    # What no float can say isn't held against one.
    tiny = Fraction(1, 10**400)
    assert seen(CORRECT, Answer(0.0), tiny, tiny).kind == "sound"
    # An infinite truth.
    endless = float("inf")
    assert seen(CORRECT, Answer(3.0), endless, endless).kind == "unsound"
    assert seen(CORRECT, Answer(endless), endless, endless).kind == "sound"


def test_no_finding_stands_against_mpmath(caller: Caller) -> None:
    """Where our value and mpmath's differ, nothing is said of the library."""
    function, kind = DEFECTS[0]
    wrong = replace(function, independent=lambda **given: 2 * function.independent(**given))
    told = audit(wrong, caller, calls=60, seconds=20)
    assert told.findings == []
    assert told.unconfirmed > 0
    assert audit(function, caller, calls=60, seconds=20).findings[0].kind == kind


def test_a_function_that_hangs_or_ends_the_process_is_told_and_others_go_on(
    tmp_path: Path,
) -> None:
    adapter = tmp_path / "bad.py"
    adapter.write_text(
        "import os, time\nVERSION = '1'\n"
        "FUNCTIONS = {'late': lambda x: time.sleep(60), 'gone': lambda x: os._exit(3), "
        "'good': lambda x: (print('noise'), x)[1], 'lacks': lambda x: os.nothing(x)}\n"
    )
    with Caller(Library("bad", [], adapter, Path(sys.executable))) as caller:
        assert caller("late", {"x": 1.0}, 0.2).late
        assert caller("gone", {"x": 1.0}, 20).error == ("ProcessEnded", "the interpreter ended")
        assert caller("good", {"x": 0.1}, 20) == Answer(0.1)
        # What the adapter asks for in vain is no crash of the library.
        with pytest.raises(InputError, match="adapter of bad fails"):
            caller("lacks", {"x": 0.1}, 20)


def test_what_is_slow_once_is_no_hang(tmp_path: Path) -> None:
    adapter = tmp_path / "slow.py"
    adapter.write_text(
        "import time\nVERSION = '1'\n"
        "FUNCTIONS = {'erf-tails': lambda sigma, eps: time.sleep(0.3) or 1.0, "
        "'never': lambda sigma, eps: time.sleep(60)}\n"
    )
    function = replace(DEFECTS[0][0], seconds=0.2, parameters={
        "sigma": Range(1.0, 2.0), "eps": Range(2.0, 3.0)})
    with Caller(Library("slow", [], adapter, Path(sys.executable))) as caller:
        told = audit(function, caller, calls=2, seconds=5)
        assert (told.findings, told.unconfirmed) == ([], 2)
        told = audit(replace(function, call="never"), caller, calls=1, seconds=5)
        assert told.verdict == "hang"


def test_an_adapter_that_can_not_be_imported_says_why(tmp_path: Path) -> None:
    adapter = tmp_path / "bad.py"
    adapter.write_text("import no_such_module\n")
    with pytest.raises(InputError, match="ModuleNotFoundError: No module named 'no_such_module'"):
        Caller(Library("bad", [], adapter, Path(sys.executable)))


def test_laws_sum_to_one_exactly_and_stay_laws_when_they_are_moved() -> None:
    import random

    rng = random.Random(4)
    domain = Law((2, 6))
    for _ in range(200):
        law = domain.draw(rng)
        for one in (law, domain.near(law, 0.3, rng), *domain.simpler(law)):
            assert sum(map(Fraction, one)) == 1
            assert min(one) >= 0


def test_ranges_keep_to_their_ends() -> None:
    import random

    rng = random.Random(1)
    for domain in (Range(1e-3, 10.0), Range(-1.0, 2.0, "plain"), Range(1.0, 50.0, "whole")):
        for _ in range(100):
            value = domain.near(domain.draw(rng), 0.5, rng)
            assert domain.low <= value <= domain.high
            assert domain.scale != "whole" or value == int(value)
    with pytest.raises(ValueError, match="no range"):
        Range(2.0, 1.0)


def test_the_catalogue_names_each_function_once_and_has_adapters_for_all() -> None:
    keys = [function.key for function in FUNCTIONS]
    assert len(keys) == len(set(keys))
    for library in LIBRARIES.values():
        assert library.adapter.is_file()
        assert all("==" in requirement for requirement in library.requirements)
        text = library.adapter.read_text(encoding="utf-8")
        own = [function for function in FUNCTIONS if function.library == library.name]
        assert own
        assert all(f'"{function.call}"' in text for function in own)
    assert chosen("scipy:stats.entropy")[0].call == "entropy"
    with pytest.raises(UnknownKeyError, match="scipi"):
        chosen("scipi")
    with pytest.raises(UnknownKeyError, match=r"stats\.entrop"):
        chosen("scipy:stats.entrop")


def test_what_is_told_of_a_function_is_its_worst_kind() -> None:
    told = Audited("a:b", "1", UPPER)
    assert told.verdict == "no violation found"
    assert told.data()["verdict"] == told.verdict


def test_each_public_function_is_covered_or_has_its_reason() -> None:
    assert set(PUBLIC) == set(LIBRARIES)
    for library, listed in PUBLIC.items():
        own = {function.name for function in FUNCTIONS if function.library == library}
        covered = {
            name for parts in listed.values() if not isinstance(parts, str) for name in parts
        }
        # Nothing is said to be covered by what isn't there, and nothing covers what isn't listed.
        assert covered == own, library
        assert all(len(part) > 5 for part in listed.values() if isinstance(part, str))
    assert chosen("all") == FUNCTIONS


@pytest.mark.parametrize(
    "function",
    [one for one in FUNCTIONS if one.promise == ESTIMATE and one.quantity not in SLOW],
    ids=lambda one: one.key,
)
def test_both_ways_to_a_value_agree(function: Function) -> None:
    """At arguments in the middle of its range our value is mpmath's, so that findings can stand."""
    import random

    rng = random.Random(function.key)
    agreed = 0
    for _ in range(4):
        arguments = drawn(function, rng)
        ends = truth(function, arguments, CONFIRMED)
        if ends is None or any(isinstance(end, float) for end in ends):
            continue
        with mp.workdps(60):
            other = function.independent(**arguments)
            low, high = (mpf(end.numerator) / end.denominator for end in ends)
            room = abs(other) * mpf("1e-24")
            assert low - room <= other <= high + room, arguments
        agreed += 1
    assert agreed


def test_noise_is_held_against_the_delta_that_it_has() -> None:
    (function,) = chosen("diffprivlib:GaussianDiscrete._scale")
    arguments = {"eps": 1.0, "delta": 1e-6}
    enough, short = Answer(value=4.5), Answer(value=4.0)
    for answer, kind in ((enough, "sound"), (short, "unsound")):
        asked, claimed = held(function, arguments, answer)
        assert asked == {"sigma": answer.value, "eps": 1.0}
        ends = truth(function, asked, "1e-15")
        assert ends is not None
        assert seen(function, claimed, *ends).kind == kind
    assert confirmed(function, arguments, enough, "unsound") is None
    told = confirmed(function, arguments, short, "unsound")
    assert told is not None
    assert told.answer == "4.0, for 1e-06"
    # What is no noise at all is seen as it is.
    for odd in (Answer(value=float("nan")), Answer(value=-1.0), Answer(late=True)):
        assert held(function, arguments, odd) == (arguments, odd)
        assert search._shown(function, arguments, odd).kind == "unknown"
        assert confirmed(function, arguments, odd, "crash") is None
    refused = Answer(error=("ValueError", "no"))
    assert search._shown(function, arguments, refused).kind == "refused"


def test_functions_are_audited_several_at_once_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake = {"fakes": FAKES}
    functions = [CORRECT, DEFECTS[0][0]]
    monkeypatch.setattr(running, "LIBRARIES", fake)
    monkeypatch.setattr(
        running, "chosen", lambda key: [one for one in functions if one.key == key]
    )
    given = {"calls": 20, "seconds": 20.0, "seed": 2}
    alone, together = (
        list(running.audited(functions, **given, workers=workers)) for workers in (1, 2)
    )
    assert alone == together
    assert [one.function for one in alone] == [one.key for one in functions]


def test_what_was_found_is_json_even_where_it_is_infinite() -> None:
    import json

    told = Audited("a:b", "1", UPPER, loosest=float("inf"))
    assert json.loads(json.dumps(told.data(), allow_nan=False))["loosest"] == "inf"
    assert (told.off, Audited("a:b", "1", UPPER, loosest=0.02).off) == ("any", "2e-02")
    assert Audited("a:b", "1", UPPER, loosest=3.26).off == "10^3.3"
    assert Audited("a:b", "1", ESTIMATE, loosest=0.1).off == ""
