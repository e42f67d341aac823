"""What a play and a proof must hold: for each part of the file a value that is refused for it."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest
from flint import arb, fmpq

from tests.kernel.evidence import certificate, resealed
from tests.kernel.test_proof import resealed as sealed
from tests.kernel.test_proof import short
from verified.kernel.certificate import _ends, check, deciding
from verified.kernel.germs import limit_sign
from verified.kernel.proof import HYPOTHESIS, check_proof, unpack
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected
from verified.language import Real, either, exp, log, rational
from verified.syntax.serial import FormatError
from verified.syntax.terms import REAL, Number, Op, number

x = Real("x")
TAYLOR = sum((x**k * rational(1, math.factorial(k)) for k in range(1, 12)), number(1))


def play(**fields: Any) -> dict[str, Any]:
    return resealed({**certificate("scalar"), **fields})


# --- the evidence ---------------------------------------------------------------------------------


def test_an_enclosure_that_is_nowhere_has_no_ends() -> None:
    assert _ends(arb(2)) == ["2", "2"]
    assert _ends(arb.pos_inf()) == ["inf", "inf"]
    for ball in (None, arb.nan(), arb(0, arb.pos_inf())):
        assert _ends(ball) is None


def test_of_several_relations_the_first_that_holds_decides() -> None:
    reading, values = BallReading(), {"x": fmpq(1, 2)}
    low, high = x <= 0, x >= rational(1, 2)
    assert list(deciding(either(low, high, x <= 1), values, reading)) == [high]
    assert list(deciding(either(low, x >= 1), values, reading)) == []


# --- plays ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [[], "x", None, [["x", "1/2"]]])
def test_moves_are_an_object(moves: Any) -> None:
    with pytest.raises(FormatError, match="moves are not an object"):
        check(play(moves=moves))


@pytest.mark.parametrize("bounds", [[], None, "k", [["k", ["1"]]]])
def test_bounds_are_an_object(bounds: Any) -> None:
    with pytest.raises(FormatError, match="bounds are not an object"):
        check(play(bounds=bounds))


@pytest.mark.parametrize("law", ["1", None, {"1": 0}, ["1/2", 1], [None], [["1"]]])
def test_a_bound_is_a_list_of_rationals(law: Any) -> None:
    with pytest.raises(FormatError, match="a bound is not a list of rationals"):
        check(play(bounds={"key": law}))


@pytest.mark.parametrize("law", [["1/2"], ["2", "-1"], ["1/2", "1/2", "1/2"], []])
def test_a_bound_is_a_law(law: Any) -> None:
    with pytest.raises(Rejected, match="the prior of a bound is not a law"):
        check(play(bounds={"key": law}))


@pytest.mark.parametrize("evidence", [None, {}, "ab", [], [[None, None], [None, None]]])
def test_the_evidence_lists_the_deciding_relations(evidence: Any) -> None:
    with pytest.raises(Rejected, match="doesn't list the sides"):
        check(play(evidence=evidence))


@pytest.mark.parametrize("item", [None, "ab", {}, [], [["0", "1"]], [None, None, None]])
def test_an_item_of_the_evidence_is_a_pair(item: Any) -> None:
    with pytest.raises(FormatError, match="not a pair of enclosures"):
        check(play(evidence=[item]))


@pytest.mark.parametrize("ends", ["01", {}, [], ["0"], ["0", "1", "1"], [0, 1], ["0", 1]])
def test_an_enclosure_is_a_pair_of_numbers(ends: Any) -> None:
    evidence = certificate("scalar")["evidence"]
    for place in (0, 1):
        changed = copy.deepcopy(evidence)
        changed[0][place] = ends
        with pytest.raises(FormatError, match=r"an enclosure is a pair of numbers"):
            check(play(evidence=changed))


@pytest.mark.parametrize("place", [0, 1])
def test_an_enclosure_holds_the_value_and_is_narrow(place: int) -> None:
    """Another enclosure than ours may be as good; a wide one and one beside the value are not."""
    honest = certificate("scalar")["evidence"]
    low, high = (fmpq(*map(int, end.split("/"))) for end in honest[0][0])
    tiny = (high - low) + fmpq(1, 10**60)
    for good in ((low - tiny, high), (low, high + tiny)):
        changed = copy.deepcopy(honest)
        changed[0][0] = [str(end) for end in good]
        check(play(evidence=changed))
    for bad, why in (
        ((low + 1, high + 1), "doesn't hold"), ((low - 1, high - 1), "doesn't hold"),
        ((low - fmpq(1, 10**6), high), "too little"), ((low, high + fmpq(1, 10**6)), "too little"),
    ):  # fmt: skip
        changed = copy.deepcopy(honest)
        changed[0][0] = [str(end) for end in bad]
        with pytest.raises(Rejected, match=why):
            check(play(evidence=changed))
    for ends in (["inf", "inf"], ["-inf", "inf"], [str(low), "inf"], ["-inf", str(high)]):
        changed = copy.deepcopy(honest)
        changed[0][place] = ends
        with pytest.raises(Rejected, match="doesn't hold its value"):
            check(play(evidence=changed))


def test_what_is_undefined_is_told() -> None:
    honest = certificate("undefined")
    assert honest["evidence"][0][0] is None
    for place, ends in ((0, ["0", "1"]), (1, None)):
        changed = copy.deepcopy(honest)
        changed["evidence"][0][place] = ends
        with pytest.raises(Rejected, match="wrong on whether"):
            check(resealed(changed))


# --- proofs ---------------------------------------------------------------------------------------


def refused(candidate: Any, why: str) -> None:
    with pytest.raises((Rejected, FormatError), match=why):
        check_proof(sealed(candidate))


def opened(candidate: dict[str, Any]) -> dict[str, Any]:
    """The same proof without shared trees, to change one place of it alone."""
    candidate["parts"] = unpack(candidate["parts"], candidate["shared"])
    candidate["shared"] = []
    return candidate


def test_a_proof_without_shared_trees_is_accepted() -> None:
    check_proof(sealed(opened(short())))


@pytest.mark.parametrize("place", [-1, 0, 1, 7])
def test_references_go_to_earlier_trees(place: int) -> None:
    with pytest.raises(FormatError, match="goes nowhere"):
        unpack(["a", ["#", place]], [])
    with pytest.raises(FormatError, match="goes nowhere"):
        unpack(["a"], [["b", ["#", place]]] if place < 1 else [["b"], ["c", ["#", place]]])
    # What isn't a reference is taken as it stands.
    for tree in (["#", True], ["#"], ["#", 0, 0], ["%", 0], ["#", "0"]):
        assert unpack(tree, []) == tree
    assert unpack(["a", ["#", 0]], [["b"]]) == ["a", ["b"]]


def test_a_proof_states_no_definition_and_no_induction_hypothesis() -> None:
    """What it cites by such a name would be what it says itself."""
    for name in ("definition/mine", HYPOTHESIS):
        candidate = short()
        candidate["cites"] = {name: candidate["statement"]}
        refused(candidate, "isn't for a proof to state")


def test_a_proof_has_its_parts() -> None:
    candidate = opened(short())
    one = candidate["parts"]["lists"][0]
    for lists in ([], [one, one]):
        candidate["parts"]["lists"] = lists
        refused(candidate, "another number of parts")
    candidate["parts"]["lists"] = [{**one, "steps": []}]
    refused(candidate, "has no steps")


def test_what_is_fixed_is_fixed_once_and_has_a_name() -> None:
    candidate = opened(short())
    part = candidate["parts"]["lists"][0]
    real = ["z", ["real", None, None, False, False], ""]
    part["fixed"] = [real, real]
    refused(candidate, "z is fixed twice")
    for name, why in (("r", "r is fixed twice"), ("", "is no name"), ("#z", "is no name")):
        part["fixed"] = [[name, *real[1:]]]
        refused(candidate, why)


@pytest.mark.parametrize("chosen", [[99], [-1], ["0"], [True], [1.0]])
def test_steps_use_earlier_steps(chosen: list[Any]) -> None:
    candidate = opened(short())
    steps = candidate["parts"]["lists"][0]["steps"]
    steps[-1]["from"] = chosen
    refused(candidate, "uses a step that doesn't come before it|isn't whole")
    # Nor itself.
    steps[-1]["from"] = [len(steps) - 1]
    refused(candidate, "uses a step that doesn't come before it")


def test_the_data_of_a_step_are_of_known_kinds() -> None:
    for wrong in (["other", 1], [], "text", ["variable"], ["terms", []], ["list", {}]):
        candidate = opened(short())
        candidate["parts"]["lists"][0]["steps"][-1]["data"]["more"] = wrong
        refused(candidate, "data of an unknown kind")


def test_a_variable_of_a_step_is_the_one_of_its_name() -> None:
    candidate = opened(short())
    variable = ["variable", ["r", ["real", "0/1", None, False, False], ""]]
    candidate["parts"]["lists"][0]["steps"][-1]["data"]["more"] = variable
    refused(candidate, "another variable than the one of that name|lowest terms|rational")


def test_an_error_says_in_which_step() -> None:
    candidate = opened(short())
    candidate["parts"]["lists"][0]["steps"][-1]["rule"] = "chord"
    refused(candidate, r"step \d+ \(chord\)")
    candidate["parts"]["lists"][0]["steps"][-1]["rule"] = ["chord"]
    refused(candidate, "can't be read")


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "why"),
    [
        (1 / (x - x), "an inverse of what is 0 to order"),
        (log(x - x), "a logarithm of what is 0 to order"),
        (1 / log(x), "isn't rational"),
        (log(-x), "negative near the end"),
        (log(x - 1), "negative near the end"),
        (log(number(2**65)), "isn't split into primes"),
        (log(number(1) / 2**65), "isn't split into primes"),
        (log(number(10007)), "the logarithm of 10007"),
        (log(rational(1, 10007)), "the logarithm of 10007"),
        (exp(1 / x), "isn't bounded near the end"),
        # Of what is known to no power of x, so that its limit, 1/12!, isn't either.
        (exp((exp(x) - TAYLOR) / x**12), "isn't bounded near the end"),
        (exp(-log(x) / x), "isn't rational|isn't bounded"),
        (exp(x + 1), "with a constant that isn't rational"),
        (exp(log(x) / 2), "with a constant that isn't rational"),
        (exp(log(rational(2)) / 2), "with a constant that isn't rational"),
        (exp(10**6 * log(x)), "with a constant that isn't rational"),
        (exp(log(rational(2)) * log(rational(3))), "with a constant that isn't rational"),
        ((1 + x) ** 10**6, "is beyond"),
        ((1 + x) ** (-(10**6)), "is beyond"),
        (Real("y"), "has no expansion"), (Number(None), "has no expansion"),
        (Op("pow", (x, Number(None)), REAL), "has no expansion"),
        (Op("pow", (x, x), REAL), "has no expansion"),
        (Op("pow", (x, number(fmpq(1, 2))), REAL), "has no expansion"),
        (1 / x, "no limit that the expansion"),
        (log(x), "runs to infinity"),
    ],
    ids=str,
)  # fmt: skip
def test_a_limit_is_refused_for_its_reason(term: Any, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        limit_sign(term, "x", fmpq(0), 1)


def test_a_limit_that_may_be_0_is_refused() -> None:
    """ln 4 − 2 ln 2 is 0 by primes; a difference below the precision isn't told."""
    assert limit_sign(log(rational(4)) - 2 * log(rational(2)), "x", fmpq(0), 1) == 0
    value = rational(*map(int, _log_two()))
    with pytest.raises(Rejected, match="may be 0"):
        limit_sign(log(rational(2)) - value, "x", fmpq(0), 1)


def _log_two() -> tuple[str, str]:
    """ln 2 to more digits than an arb of the usual precision has."""
    from mpmath import mp, workdps

    with workdps(400):
        return str(int(mp.log(2) * 10**380)), str(10**380)
