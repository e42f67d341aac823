"""The measures by their textbook definitions in mpmath at 80 digits, written apart from ours.

Nothing here is clever: no form that avoids cancellation, no closed form that the definition isn't.
Arguments are lists of `Fraction` (or nested lists), results `mpf`; zeros obey 0·log 0 = 0.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import exp, inf, log, mpf

DIGITS = 80
# Whether mpmath is typed depends on what else is installed.
_workdps: Any = mpmath.workdps


def _precise(function: Callable[..., Any]) -> Callable[..., Any]:
    def at_many_digits(*args: Any) -> Any:
        with _workdps(DIGITS):
            return function(*args)

    return at_many_digits


def number(value: Any) -> Any:
    """A rational as mpf at the precision in force."""
    if isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    return mpf(value)


@_precise
def kl(p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return inf
    return sum(
        (number(a) * log(number(a / b)) for a, b in zip(p, q, strict=True) if a > 0), mpf(0)
    )


@_precise
def total_variation(p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    """The largest difference over events, by listing the events."""
    events = itertools.product((0, 1), repeat=len(p))
    gaps = [a - b for a, b in zip(p, q, strict=True)]
    return number(
        max(sum(gap for gap, inside in zip(gaps, event, strict=True) if inside) for event in events)
    )


@_precise
def hockey_stick(p: Sequence[Fraction], q: Sequence[Fraction], epsilon: Fraction) -> Any:
    """The largest P(A) − e^ε Q(A) over events, by listing the events."""
    factor = exp(number(epsilon))
    gaps = [number(a) - factor * number(b) for a, b in zip(p, q, strict=True)]
    return max(
        sum((gap for gap, inside in zip(gaps, event, strict=True) if inside), mpf(0))
        for event in itertools.product((0, 1), repeat=len(p))
    )


@_precise
def chi_square(p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    return number(sum((a - b) ** 2 / b for a, b in zip(p, q, strict=True) if b > 0 or a > 0))


@_precise
def renyi(p: Sequence[Fraction], q: Sequence[Fraction], order: Any) -> Any:
    pairs = [(number(a), number(b), a / b) for a, b in zip(p, q, strict=True) if a > 0 and b > 0]
    outside = any(a > 0 and b == 0 for a, b in zip(p, q, strict=True))
    if order == inf:
        return inf if outside else max(log(number(ratio)) for _, _, ratio in pairs)
    if order == 1:
        return kl(p, q)
    if order > 1 and outside:
        return inf
    if order == 0:
        return -log(sum(b for _, b, _ in pairs))
    alpha = number(order)
    return log(sum(a**alpha * b ** (1 - alpha) for a, b, _ in pairs)) / (alpha - 1)


@_precise
def entropy(p: Sequence[Fraction]) -> Any:
    return -sum((number(a) * log(number(a)) for a in p if a > 0), mpf(0))


@_precise
def renyi_entropy(p: Sequence[Fraction], order: Any) -> Any:
    positive = [number(a) for a in p if a > 0]
    if order == inf:
        return -log(max(positive))
    if order == 1:
        return entropy(p)
    alpha = number(order)
    return log(sum(a**alpha for a in positive)) / (1 - alpha)


@_precise
def binary_entropy(x: Fraction) -> Any:
    return entropy([x, 1 - x])


def output(prior: Sequence[Fraction], channel: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    columns = zip(*channel, strict=True)
    return [sum(p * w for p, w in zip(prior, column, strict=True)) for column in columns]


@_precise
def information(prior: Sequence[Fraction], channel: Sequence[Sequence[Fraction]]) -> Any:
    """H(Y) − H(Y|X)."""
    rows = zip(prior, channel, strict=True)
    return entropy(output(prior, channel)) - sum(number(p) * entropy(row) for p, row in rows)


def _marginal(joint: dict[tuple[int, ...], Fraction], axes: Sequence[int]) -> list[Fraction]:
    found: dict[tuple[int, ...], Fraction] = {}
    for place, mass in joint.items():
        key = tuple(place[axis] for axis in axes)
        found[key] = found.get(key, Fraction(0)) + mass
    return list(found.values())


@_precise
def joint_entropy(joint: dict[tuple[int, ...], Fraction], axes: Sequence[int]) -> Any:
    return entropy(_marginal(joint, axes))


@_precise
def mutual_information(
    joint: dict[tuple[int, ...], Fraction],
    first: Sequence[int],
    second: Sequence[int],
    given: Sequence[int] = (),
) -> Any:
    """H(A,C) + H(B,C) − H(A,B,C) − H(C)."""
    return (
        joint_entropy(joint, [*first, *given])
        + joint_entropy(joint, [*second, *given])
        - joint_entropy(joint, [*first, *second, *given])
        - joint_entropy(joint, given)
    )


@_precise
def sibson(prior: Sequence[Fraction], channel: Sequence[Sequence[Fraction]], order: Any) -> Any:
    """Verdú (2015), eq. (52) and its limits at 0, 1 and ∞."""
    rows = [(p, row) for p, row in zip(prior, channel, strict=True) if p > 0]
    columns = range(len(channel[0]))
    if order == 1:
        return information(prior, channel)
    if order == inf:
        return log(sum(number(max(row[y] for _, row in rows)) for y in columns))
    if order == 0:
        return -log(number(max(sum(p for p, row in rows if row[y] > 0) for y in columns)))
    alpha = number(order)
    masses = [
        sum((number(p) * number(row[y]) ** alpha for p, row in rows if row[y] > 0), mpf(0))
        for y in columns
    ]
    return alpha / (alpha - 1) * log(sum(mass ** (1 / alpha) for mass in masses if mass > 0))


@_precise
def arimoto(prior: Sequence[Fraction], channel: Sequence[Sequence[Fraction]], order: Any) -> Any:
    """H_α(X) − H_α(X|Y), with Arimoto's conditional entropy (Verdú 2015, eq. (79))."""
    if order == 1:
        return information(prior, channel)
    columns = range(len(channel[0]))
    joint = [[p * row[y] for p, row in zip(prior, channel, strict=True)] for y in columns]
    if order == inf:
        return log(number(sum(max(column) for column in joint))) - log(number(max(prior)))
    if order == 0:
        most = max(sum(mass > 0 for mass in column) for column in joint)
        return log(mpf(sum(p > 0 for p in prior))) - log(mpf(most))
    alpha = number(order)

    def norm(masses: Sequence[Fraction]) -> Any:
        return sum((number(m) ** alpha for m in masses if m > 0), mpf(0)) ** (1 / alpha)

    conditional = alpha / (1 - alpha) * log(sum(norm(column) for column in joint))
    return renyi_entropy(prior, order) - conditional


@_precise
def leakages(prior: Sequence[Fraction], channel: Sequence[Sequence[Fraction]]) -> list[Any]:
    law = output(prior, channel)
    support = [row for p, row in zip(prior, channel, strict=True) if p > 0]
    return [
        log(number(max(row[y] for row in support) / mass)) if mass > 0 else None
        for y, mass in enumerate(law)
    ]
