"""Vectors of choices, conversions and thresholds, by arithmetic that shares nothing with ours."""

from __future__ import annotations

import itertools
from typing import Any

import mpmath
import pytest

from tests.accounting.choosing import all_outcomes
from tests.oracle.test_vectors import contains, law, number, stored


def _rate(given: dict[str, Any]) -> Any:
    return number(given["level"]) / 2


def _exponential(scores: list[Any], rate: Any) -> list[Any]:
    weights = [mpmath.exp(rate * (score - max(scores))) for score in scores]
    return [weight / mpmath.fsum(weights) for weight in weights]


def _flips(scores: list[Any], rate: Any) -> list[Any]:
    heads = [mpmath.exp(rate * (score - max(scores))) for score in scores]
    found = [mpmath.mpf(0)] * len(scores)
    orders = list(itertools.permutations(range(len(scores))))
    for order in orders:
        left = mpmath.mpf(1)
        for place in order:
            found[place] += left * heads[place] / len(orders)
            left *= 1 - heads[place]
    return found


@pytest.mark.parametrize(
    ("mechanism", "make"), [("exponential_mechanism", _exponential), ("permute_and_flip", _flips)]
)
def test_choices_on_given_scores(mechanism: str, make: Any) -> None:
    compared = 0
    for kind in ("delta", "renyi"):
        for group, test in stored(f"{mechanism}_{kind}"):
            given = {**group["parameters"], **test["inputs"]}
            rounds = int(given["steps"]["exact"]) if "steps" in given else 1
            # Of more rounds, see the tests of rounds, and `verified vectors --recheck`.
            if len(given["scores"]["exact"]) > 5 or test["exact"] is not None or rounds > 2:
                continue
            # Scores that are 20,000 apart, at a rate of 4: e^-80000.
            with mpmath.workdps(420 if mechanism == "exponential_mechanism" else 120):
                p, q = (
                    all_outcomes(make(law(given[key]), _rate(given)), rounds)
                    for key in ("scores", "other_scores")
                )
                pairs = list(zip(p, q, strict=True))
                if kind == "delta":
                    odds = mpmath.exp(number(given["eps"]))
                    truth = mpmath.fsum(max(0, a - odds * b) for a, b in pairs)
                    if 0 < mpmath.mpf(test["hi"]) < mpmath.mpf(10) ** -100:
                        continue
                else:
                    order = number(given["order"])
                    if order == 1:
                        truth = mpmath.fsum(a * mpmath.log(a / b) for a, b in pairs)
                    else:
                        power = mpmath.fsum(a**order * b ** (1 - order) for a, b in pairs)
                        truth = mpmath.log(power) / (order - 1)
                assert contains(test, truth, 60), (given, test, mpmath.nstr(truth, 25))
            compared += 1
    assert compared > 200


def test_the_exponential_mechanism_at_its_worst() -> None:
    for group, test in stored("exponential_mechanism_worst_delta"):
        given = {**group["parameters"], **test["inputs"]}
        with mpmath.workdps(120):
            span, eps = number(given["level"]), number(given["eps"])
            if eps >= span:
                truth = mpmath.mpf(0)
            elif eps <= -span:
                truth = 1 - mpmath.exp(eps)
            else:
                truth = (1 - mpmath.exp((eps - span) / 2)) ** 2 / (1 - mpmath.exp(-span))
            assert contains(test, truth, 100), (given, test)


def test_rules_for_renyi_divergences() -> None:
    for kind in ("delta", "epsilon"):
        for group, test in stored(f"renyi_to_dp_{kind}"):
            given = {**group["parameters"], **test["inputs"]}
            found = []
            with mpmath.workdps(400):
                for order, level in zip(law(given["orders"]), law(given["levels"]), strict=True):
                    log = mpmath.mpf(0)
                    if given["rule"] != "mironov":
                        log = (order - 1) * mpmath.log(1 - 1 / order) - mpmath.log(order)
                    if kind == "delta":
                        found.append(log + (order - 1) * (level - number(given["eps"])))
                    else:
                        log -= mpmath.log(number(given["delta"]))
                        found.append(level + log / (order - 1))
                best = min(found)
                if kind == "epsilon":
                    assert contains(test, max(mpmath.mpf(0), best), 200), (given, test)
                elif best >= 0:
                    assert test["exact"] == "1"
                else:
                    low, high = mpmath.mpf(test["logLo"]), mpmath.mpf(test["logHi"])
                    slack = abs(best) * mpmath.mpf(10) ** -100
                    assert low - slack <= best <= high + slack, (given, test)


def test_thresholds() -> None:
    for group, test in stored("laplace_threshold_delta"):
        given = {**group["parameters"], **test["inputs"]}
        with mpmath.workdps(950):
            gap = (number(given["threshold"]) - 1) / number(given["scale"])
            half = mpmath.exp(-abs(gap)) / 2
            tail = half if gap >= 0 else 1 - half
            truth = 1 - (1 - tail) ** int(given["keys"]["exact"])
            assert contains(test, truth, 900), (given, test)
    for group, test in stored("gaussian_threshold")[::2]:
        given = {**group["parameters"], **test["inputs"]}
        with mpmath.workdps(400):
            keys, sigma = int(given["keys"]["exact"]), number(given["sigma"])
            delta = number(given["delta"])
            # What is found is put into the tail: `lo` isn't enough, `hi` is, but for 16 digits.
            ends = [
                1 - (1 - mpmath.ncdf((1 - mpmath.mpf(test[end])) / sigma)) ** keys
                for end in ("lo", "hi")
            ]
            assert ends[1] <= delta * (1 + mpmath.mpf(10) ** -100), (given, test)
            assert ends[0] >= delta * (1 - mpmath.mpf(10) ** -100), (given, test)
