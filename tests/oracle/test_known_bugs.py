"""docs/known-bugs.md: its vectors exist, and the faults that it says are caught are, by them."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf

from tests.docs.pages import ROOT
from verified.testing import vectors
from verified.testing.cases import Vector

PAGE = (ROOT / "docs" / "known-bugs.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(\w+):(\d+)`")
LINK = re.compile(r"\[([\w./-]+)#(\d+)\]\(https://github\.com/([\w./-]+)/(?:issues|pull)/(\d+)\)")


def rows() -> list[tuple[str, str, list[tuple[str, int]]]]:
    """The repository and number of each row's first link, what it says, and its vectors."""
    found = []
    for line in PAGE.splitlines():
        link = LINK.search(line)
        if not line.startswith("| [") or link is None:
            continue
        *_, caught, named, _ = line.split(" |")
        pairs = [(name, int(number)) for name, number in NAMED.findall(named)]
        found.append((f"{link[1]}#{link[2]}", caught.strip(" |"), pairs))
    return found


@functools.cache
def listed(function: str) -> dict[int, Vector]:
    return {one.number: one for one in vectors(function)}


def cdf(x: Any) -> Any:
    return (1 + math.erf(float(x) / math.sqrt(2))) / 2


def naive_delta(sigma: float, eps: float, **_: Any) -> float:
    """With e^ε as a float; beyond its range it is infinite, as in other languages."""
    odds = math.exp(eps) if eps < 709.78 else math.inf
    tail = cdf(-eps * sigma - 0.5 / sigma)
    return cdf(0.5 / sigma - eps * sigma) - (odds * tail if tail or odds < math.inf else math.nan)


def right_delta(sigma: float, eps: float, **_: Any) -> Any:
    with mp.workdps(400):
        s, e = mpf(sigma), mpf(eps)

        def tail(x: Any) -> Any:
            return mpmath.erfc(x / mpmath.sqrt(2)) / 2

        return tail(e * s - 1 / (2 * s)) - mpmath.exp(e) * tail(e * s + 1 / (2 * s))


def classic(eps: float, delta: float, **_: Any) -> float:
    return math.sqrt(2 * math.log(1.25 / delta)) / eps


def right_sigma(eps: float, delta: float, **_: Any) -> float:
    with mp.workdps(60):
        goal = mpmath.log(mpf(delta))
        low, high = mpf("1e-3"), mpf("1e5")
        for _step in range(120):
            middle = mpmath.sqrt(low * high)
            if mpmath.log(right_delta(float(middle), eps)) > goal:
                low = middle
            else:
                high = middle
        return float(high) * (1 + 1e-12)


def wrong_sign(eps: float, delta: float, **_: Any) -> float:
    """√(1 + u/2) − √(u/2) for √(1 + u/2) + √(u/2), which is its inverse."""
    return 1 / (2 * eps * right_sigma(eps, delta))


def limit_epsilon(
    sampling: float, sigma: float, steps: int, delta: float, **_: Any
) -> float:
    """By the central limit theorem, as Gaussian differential privacy."""
    mu = sampling * math.sqrt(steps * math.expm1(1 / sigma**2))
    low, high = 0.0, 100.0
    for _step in range(100):
        middle = (low + high) / 2
        if right_delta(1 / mu, middle) > delta:
            low = middle
        else:
            high = middle
    return high


def jensen_shannon(P: list[float], Q: list[float]) -> float:
    """p ln p, without a rule for 0, and with the cancellation that entropies have."""
    def entropy(law: list[float]) -> float:
        return -sum(x * math.log(x) if x else math.nan for x in law)

    found = entropy([(p + q) / 2 for p, q in zip(P, Q, strict=True)])
    return found - (entropy(P) + entropy(Q)) / 2


def right_jensen_shannon(P: list[float], Q: list[float]) -> Any:
    with mp.workdps(60):
        total = mpf(0)
        for p, q in zip(map(mpf, P), map(mpf, Q), strict=True):
            for x in (p, q):
                total += x * mpmath.log(2 * x / (p + q)) / 2 if x else 0
        return total


def tsallis(P: list[float], Q: list[float], alpha: float) -> float:
    return (_moment(P, Q, alpha) - 1) / (alpha - 1)


def right_renyi(P: list[float], Q: list[float], alpha: float) -> float:
    return math.log(_moment(P, Q, alpha)) / (alpha - 1)


def _moment(P: list[float], Q: list[float], alpha: float) -> float:
    return sum(p**alpha * q ** (1 - alpha) for p, q in zip(P, Q, strict=True))


def right_tail(scale: float, threshold: float, strict: float, **_: Any) -> float:
    ratio = math.exp(-1 / scale)
    return ratio ** (threshold - (0 if strict else 1)) / (1 + ratio)


def at_one(P: list[float], Q: list[float], alpha: float) -> float:
    return math.nan if alpha == 1 else right_renyi(P, Q, alpha)


def relative_entropy(P: list[float], Q: list[float], alpha: float) -> float:
    return sum(p * math.log(p / q) for p, q in zip(P, Q, strict=True) if p)


def halved(P: list[float], Q: list[float]) -> float:
    """The mean of 0 and the least float is 0, and what is divided by it infinite."""
    total = 0.0
    for p, q in zip(P, Q, strict=True):
        mean = (p + q) / 2
        total += sum(x * math.log(x / mean) if mean else math.inf for x in (p, q) if x) / 2
    return total


def checks_the_mean(**_: Any) -> float:
    raise RuntimeError("Discrete mean differs significantly from continuous mean.")


Fault = tuple[Callable[..., Any], Callable[..., Any] | None]
# The fault, and the right formula.
FAULTS: dict[str, Fault] = {
    # What is left of a transform in floats: an absolute error, on either side.
    "microsoft/prv_accountant#17": (lambda **_: -1e-16, None),
    "google/differential-privacy#430": (naive_delta, right_delta),
    "opendp/opendp#2922": (lambda **given: right_tail(**{**given, "strict": 1}), right_tail),
    "opendp/smartnoise-sdk#462": (classic, right_sigma),
    "uvm-plaid/programming-dp#45": (classic, right_sigma),
    "opendp/smartnoise-core#316": (wrong_sign, right_sigma),
    "meta-pytorch/opacus#400": (limit_epsilon, None),
    "meta-pytorch/opacus#844": (lambda **_: -0.01, lambda **_: 0.0),
    "meta-pytorch/opacus#49": (at_one, relative_entropy),
    "scipy/scipy#20083": (jensen_shannon, right_jensen_shannon),
    "scipy/scipy#19436": (halved, right_jensen_shannon),
    "microsoft/prv_accountant#42": (checks_the_mean, None),
    "microsoft/prv_accountant#36": (checks_the_mean, None),
    "drostlab/philentropy#1": (jensen_shannon, right_jensen_shannon),
    "dit/dit#88": (tsallis, right_renyi),
}


def test_there_are_fifteen_with_links_that_say_what_the_text_says() -> None:
    links = LINK.findall(PAGE)
    assert len(links) >= 15
    assert all((one, number) == (two, again) for one, number, two, again in links)
    assert len({(one, number) for one, number, *_ in links}) == len(links)
    assert {name for name, caught, _ in rows() if caught.startswith("yes")} == set(FAULTS)


def test_the_named_vectors_exist() -> None:
    named = [pair for _, _, pairs in rows() for pair in pairs]
    assert len(named) > 20
    for function, number in named:
        assert number in listed(function), (function, number)
    for name, caught, pairs in rows():
        assert pairs or caught.startswith(("no:", "not known")), name


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_the_fault_fails_the_vectors_and_the_right_formula_passes(name: str) -> None:
    (pairs,) = (pairs for row, _, pairs in rows() if row == name)
    wrong, right = FAULTS[name]
    for function, number in pairs:
        one = listed(function)[number]
        with pytest.raises((AssertionError, RuntimeError)):
            one.check(wrong(**one.inputs))
        if right is not None:
            # The least positive float is what is safe where the truth underflows.
            one.check(max(float(right(**one.inputs)), 5e-324 if mpf(one.high) > 0 else 0.0))


def test_what_was_reported_is_right_where_there_is_nothing_to_catch() -> None:
    named = {name: pairs for name, caught, pairs in rows() if caught.startswith("nothing to catch")}
    assert set(named) == {"tensorflow/privacy#166", "yuxiangw/autodp#2"}
    zero, more = (listed(name)[number] for name, number in named["tensorflow/privacy#166"])
    assert zero.high == "0"
    zero.check(0.0)
    with pytest.raises(AssertionError):
        more.check(0.0)
    (inverse,) = (listed(name)[number] for name, number in named["yuxiangw/autodp#2"])
    assert inverse.inputs == {"eps": 1.0, "sampling": 0.01}
    inverse.check(math.log(math.expm1(1.0) / 0.01 + 1))
    # Of the level, more is what is unsafe: the rate left out of the logarithm.
    with pytest.raises(AssertionError):
        inverse.check(1.0 / 0.01)
