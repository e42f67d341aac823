"""What a vector may catch: kinds of faults, each with where it happened in public, and the rules by
which a vector gets its flags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verified.accounting.results import Certified
from verified.numbers.balls import precision
from verified.oracle.functions import LISTS
from verified.oracle.vectors.corners import two


@dataclass(frozen=True)
class Flag:
    """A kind of fault.

    Attributes:
        kind: BASIC, EDGE_CASE, OVERFLOW, UNDERFLOW, CANCELLATION, TOLERANCE, DEFINITION or INPUT.
        description: what is particular about such vectors.
        effect: what goes wrong where it isn't met.
        links: public issues where it happened.
    """

    kind: str
    description: str
    effect: str
    links: tuple[str, ...] = ()


FLAGS: dict[str, Flag] = {
    "Basic": Flag(
        "BASIC", "An ordinary input.", "A wrong formula, unit or adjacency.",
    ),
    "FarTail": Flag(
        "TOLERANCE", "The value is positive and below 1e-12.",
        "An absolute tolerance, a grid of privacy losses or a Fourier transform in floats gives a "
        "value that is off by orders, 0 or negative; the ε for a small δ jumps.",
        ("https://github.com/microsoft/prv_accountant/issues/17",),
    ),
    "Underflow": Flag(
        "UNDERFLOW", "The value is positive and below the smallest positive float.",
        "0 is reported, which promises more than is true; the least safe float is 5e-324, and a "
        "logarithm is what can be compared.",
    ),
    "LargeEpsilon": Flag(
        "OVERFLOW", "|ε| is above 709, so that e^ε or e^-ε isn't a float.",
        "NaN, infinity times 0, or an exception.",
        ("https://github.com/google/differential-privacy/pull/430",),
    ),
    "SmallEpsilon": Flag(
        "CANCELLATION", "0 < |ε| <= 1e-6.", "e^ε − 1 loses its digits where it isn't expm1(ε).",
    ),
    "NegativeEpsilon": Flag(
        "EDGE_CASE", "ε is negative: δ(ε) is defined there too, and is at least 1 − e^ε.",
        "An assertion or a clamp at 0.",
    ),
    "EpsilonAboveOne": Flag(
        "DEFINITION", "Noise is wanted for ε > 1.",
        "The classic σ = √(2 ln(1.25/δ))Δ/ε is a theorem for ε < 1 only; above, it may be too "
        "small, so that the promised privacy isn't there.",
        ("https://github.com/opendp/smartnoise-sdk/issues/462",
         "https://github.com/uvm-plaid/programming-dp/issues/45"),
    ),
    "TinyDelta": Flag(
        "TOLERANCE", "0 < δ < 1e-12 is given.",
        "1 − δ rounds to 1; a search with an absolute tolerance stops early.",
        ("https://github.com/microsoft/prv_accountant/issues/17",),
    ),
    "Atom": Flag(
        "EDGE_CASE", "ε is on an atom of the privacy loss, or next to one: δ(ε) has a kink.",
        "Mass is counted on the wrong side, or left out.",
    ),
    "Threshold": Flag(
        "EDGE_CASE", "Noisy counts are whole, so that a threshold has a mass of its own.",
        "The mass at the threshold is counted on the wrong side, so that δ is too small by a "
        "factor.",
        ("https://github.com/opendp/opendp/issues/2922",),
    ),
    "LargeScore": Flag(
        "OVERFLOW", "A score is so large, or so far from the others, that its exponential isn't a "
        "float.",
        "NaN where the largest isn't subtracted first; a probability of 0, and a loss of 0/0.",
    ),
    "ManyRounds": Flag(
        "TOLERANCE", "1000 rounds or more.",
        "Errors of single rounds add up, a discretisation drifts.",
    ),
    "SmallSampling": Flag(
        "CANCELLATION", "The sampling rate is below 1/100.",
        "ln(1 − q + q e^x) loses its digits; losses are narrower than a grid.",
    ),
    "Direction": Flag(
        "DEFINITION", "The pair of laws has a direction: records added and records removed differ.",
        "Only one adjacency is worked out, or both are swapped.",
    ),
    "OrderNearOne": Flag(
        "CANCELLATION", "The order is 1, or within 1/1000 of it.",
        "A division by α − 1 loses all digits, or divides by 0; a level that rounds to 0 gives ε = "
        "0.",
        ("https://github.com/tensorflow/privacy/issues/166",
         "https://github.com/meta-pytorch/opacus/issues/49"),
    ),
    "LargeOrder": Flag(
        "OVERFLOW", "The order is 64 or more, or infinite.",
        "A power overflows where no logarithms are taken.",
    ),
    "OrderBelowOne": Flag(
        "EDGE_CASE", "The order is below 1, or 0.", "A sign is wrong, 0 to the power 0 is 0.",
    ),
    "ZeroProbability": Flag(
        "EDGE_CASE", "A probability is 0.",
        "0 ln 0 or 0/0 is NaN; a symbol that one law doesn't have is left out.",
    ),
    "Infinite": Flag(
        "EDGE_CASE", "The value is infinite.", "A large finite number, NaN or an exception.",
    ),
    "Cancellation": Flag(
        "CANCELLATION", "The value is positive and below 1e-6, of laws whose entries are not.",
        "A difference of nearly equal numbers has no right digit; a negative value is reported.",
    ),
    "ExactlyZero": Flag(
        "EDGE_CASE", "The value is 0 exactly.", "Rounding gives a small negative number.",
    ),
    "Swapped": Flag(
        "DEFINITION", "The same laws the other way round.", "Arguments are swapped.",
    ),
    "Search": Flag(
        "TOLERANCE", "A search for an argument: `lo` isn't enough, `hi` is.",
        "A bisection returns its middle, or the side that isn't enough.",
    ),
    "InexactInput": Flag(
        "INPUT", "An input isn't a binary floating-point number; `hex` has the nearest.",
        "None of the library: what is computed for the nearest float may lie outside.",
    ),
}

# Inputs that are words.
WORDS = ("adjacency", "noise", "rule")
_TINY, _SMALL, _LEAST = fmpq(1, 10**12), fmpq(1, 10**6), fmpq(1, 2**1074)


def flags_of(
    function: str, inputs: Mapping[str, Any], found: Certified, given: tuple[str, ...] = ()
) -> list[str]:
    """The flags of a vector.

    Args:
        function: which.
        inputs: all of them, exact numbers, texts of terms, or nested tuples.
        found: the value.
        given: those that the suite knows of.
    """
    flags = {*given}
    flags |= {name for name, rule in _NUMBER_RULES.items() for key, number in _numbers(inputs)
              if rule(function, key, number)}
    if any(0 in row for row in _laws(inputs)):
        flags.add("ZeroProbability")
    if any(not is_float(number) for number in _entries(inputs)):
        flags.add("InexactInput")
    flags |= set(_of_value(function, inputs, found))
    if "subsampled" in function and inputs.get("adjacency") in ("add", "remove"):
        flags.add("Direction")
    ordinary = flags <= {"InexactInput", "Direction", "Search", "Swapped"}
    return sorted(flags | ({"Basic"} if ordinary else set()))


def is_float(number: Any) -> bool:
    """Whether an input is a binary floating-point number."""
    if isinstance(number, str):
        return number == "inf"
    try:
        return bool(Fraction(float(number)) == number)
    except OverflowError:
        return False


def _rational(number: Any) -> Fraction | None:
    return Fraction(number) if isinstance(number, int | Fraction) else None


Rule = Callable[[str, str, Fraction], bool]
_NUMBER_RULES: dict[str, Rule] = {
    "LargeEpsilon": lambda _, key, x: key == "eps" and abs(x) > 709,
    "SmallEpsilon": lambda _, key, x: key == "eps" and 0 < abs(x) <= Fraction(1, 10**6),
    "NegativeEpsilon": lambda _, key, x: key == "eps" and x < 0,
    "EpsilonAboveOne": lambda name, key, x: name == "gaussian_sigma" and key == "eps" and x > 1,
    "TinyDelta": lambda _, key, x: key == "delta" and 0 < x < Fraction(1, 10**12),
    "ManyRounds": lambda _, key, x: key == "steps" and x >= 1000,
    "SmallSampling": lambda _, key, x: key == "sampling" and x < Fraction(1, 100),
    "OrderNearOne": lambda _, key, x: key in ("alpha", "order") and abs(x - 1) <= Fraction(1, 1000),
    "LargeOrder": lambda _, key, x: key in ("alpha", "order") and x >= 64,
    "OrderBelowOne": lambda _, key, x: key in ("alpha", "order") and x < 1 - two(-20),
}


def _numbers(inputs: Mapping[str, Any]) -> Iterator[tuple[str, Fraction]]:
    for key, value in inputs.items():
        number = Fraction(10**9) if value == "inf" else _rational(value)
        if number is not None:
            yield key, number


def _laws(inputs: Mapping[str, Any]) -> Iterator[tuple[Fraction, ...]]:
    for key, value in inputs.items():
        if isinstance(value, tuple) and key not in ("database", *LISTS):
            yield from value if isinstance(value[0], tuple) else (value,)


def _entries(inputs: Mapping[str, Any]) -> Iterator[Any]:
    for key, value in inputs.items():
        if key in WORDS:
            continue
        if not isinstance(value, tuple):
            yield value
            continue
        for row in value:
            yield from row if isinstance(row, tuple) else (row,)


def _of_value(function: str, inputs: Mapping[str, Any], found: Certified) -> Iterator[str]:
    low, high = found.enclosure.low, found.enclosure.high
    if high == arb.pos_inf():
        yield "Infinite"
        return
    with precision(64):
        if found.exact and high == 0:
            yield "ExactlyZero"
        elif low > 0:
            if high < _LEAST:
                yield "Underflow"
            if high < _TINY:
                yield "FarTail"
            entries = [x for row in _laws(inputs) for x in row if x > 0]
            if entries and high < _SMALL and min(entries) >= Fraction(1, 10**6):
                yield "Cancellation"
    searched = function.endswith(("_sigma", "_scale", "_epsilon", "_level"))
    closed = function in ("exponential_mechanism_worst_epsilon", "renyi_to_dp_epsilon",
                          "advanced_composition_epsilon")
    if searched and not closed and not found.exact:
        yield "Search"


__all__ = ["FLAGS", "WORDS", "Flag", "flags_of", "is_float"]
