"""Every function of the oracle at corners of its arguments: it ends, with a value or an error that
names the input, and never with anything else.

A plain run takes some of the calls, by a seed, `make thorough` more, and `make corners` all.
"""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import verified
from tests.oracle.cornered import Call, Outcome, calls, names, outcomes, usual
from verified.oracle.functions import ACCOUNTANTS

# Seconds of the library's limit, and of the processor's time after which a call hangs: it looks at
# the clock between steps only.
LIMIT, HANG = 1.0, 12.0
# So many parts, of which `make test` takes one, and `make thorough` one in ten.
PARTS, THOROUGH = 160, 10
ERRORS = ("InputError", "NotReachedError")
# What messages call parameters, other than by their names.
CALLED = {
    "alpha": "order", "deviation": "scale", "distances": "cost", "eps": "ε",
    "framework": "can't read", "mu": "μ", "rounds": "round", "steps": "rounds",
}


@functools.cache
def listed() -> list[Call]:
    """All calls, in an order by a seed."""
    found = calls()
    random.Random("corners").shuffle(found)
    return found


def trouble(found: Outcome) -> str | None:
    """What is wrong with how a call ended, if anything is."""
    if found.kind == "value":
        return "a value that is no number" if re.search("nan", found.said) else None
    if found.kind not in ERRORS:
        return f"{found.kind}: {found.said}"
    if not found.said:
        return "an error without a message"
    if found.kind == "InputError" and not any(
        _named(name, found) for name in ("width", *found.call.given)
    ):
        return f"an error that names no argument: {found.said}"
    return None


def _named(name: str, found: Outcome) -> bool:
    words = rf"\b{name.replace('_', '[_ ]')}|{CALLED.get(name, name)}"
    return re.search(words, found.said) is not None


@pytest.mark.parametrize("part", [
    pytest.param(part, marks=[pytest.mark.slow] if part % THOROUGH else []) for part in range(PARTS)
])
def test_each_call_ends_with_a_value_or_an_error_that_names_the_input(part: int) -> None:
    wrong = [
        f"{found.call} -> {said}" for found in outcomes(listed()[part::PARTS], LIMIT, HANG)
        if (said := trouble(found))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_limit_holds_in_its_block_and_is_told() -> None:
    given = {"sampling": "1/1000", "sigma": 1, "steps": 10, "eps": 1}
    with verified.time_limit("1/1000"):
        with pytest.raises(verified.NotReachedError, match=r"within 0\.001 seconds"):
            verified.subsampled_gaussian_delta(**given)
        with verified.time_limit(None):
            found = verified.subsampled_gaussian_delta(sampling=1, sigma=1, steps=2, eps=1)
        with pytest.raises(verified.NotReachedError, match="may take longer"):
            found.digits(10_000)
    assert found.digits(12)
    for wrong in (0, -1, "x"):
        with pytest.raises(verified.InputError, match="seconds is"), verified.time_limit(wrong):
            pass


def test_all_functions_are_called() -> None:
    called = {call.name for call in listed()}
    assert set(ACCOUNTANTS) <= called
    assert all(name in called or not usual(name)[0] for name in names())


def test_what_hangs_or_ends_the_process_is_told() -> None:
    class Stuck(Call):
        def __call__(self) -> None:
            while True:
                pass

    class Ended(Call):
        def __call__(self) -> None:
            raise SystemExit

    some = [Call("exp", {"x": 1}, ("x",)), Stuck("exp", {}, ()), Ended("exp", {}, ()),
              Call("log", {"x": -1}, ("x",)), Call("log", {}, ())]
    found = list(outcomes(some, 1.0, 1.0))
    assert [one.kind for one in found] == ["value", "hang", "crash", "InputError", "InputError"]
    assert [bool(trouble(one)) for one in found] == [False, True, True, False, True]


@pytest.mark.parametrize("search", [
    lambda **given: verified.gaussian_sigma(**given),
    lambda **given: verified.laplace_scale(**given),
    lambda **given: verified.discrete_laplace_scale(**given),
    lambda **given: verified.randomised_response_level(symbols=3, **given),
])
def test_no_noise_is_enough_below_what_every_delta_is(search: Callable[..., Any]) -> None:
    for eps in (-1, "log(1/2)"):
        with pytest.raises(verified.InputError, match=r"eps is .* and delta .* nothing is enough"):
            search(eps=eps, delta="1/2")
    # Above, some is.
    assert search(eps="log(1/2)", delta="3/4").low > 0
