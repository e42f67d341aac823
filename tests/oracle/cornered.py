"""Calls of every function of the oracle with arguments at corners, and how they end.

Each call is one of `calls()`: a function's usual arguments, one or two of them replaced.
`outcomes` makes some of them in processes of their own, each call with a bound on its processor
time, and tells what ended how: the operating system ends what doesn't end by itself.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import random
import signal
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from typing import Any

import verified
from verified.oracle.arguments import SINGLE
from verified.oracle.functions import ACCOUNTANTS, accountant_parameters
from verified.oracle.rounds import COMPOSITIONS
from verified.oracle.stated import names_of, numbers_of, why_not
from verified.report.quantities import QUANTITIES
from verified.syntax import quantity as records

# What an accountant is called with where nothing is at a corner.
USUAL: dict[str, Any] = {
    "adjacency": "add-or-remove", "candidate": 0, "delta": "1e-3", "eps": "1/2",
    "failure": "1e-6", "keys": 2, "level": 1, "levels": [1, 2], "most": 40, "noise": "laplace",
    "order": 2, "orders": [2, 3], "other_scores": [1, 0, 2], "others": None, "rho": "1/2",
    "sampling": "1/10", "scale": 2, "scores": [0, 1, 2], "sensitivity": 1, "share": "1/3",
    "sigma": 2, "size": 3, "slack": "1e-3", "steps": 3, "strict": False, "symbols": 2,
    "threshold": 7, "users": 6,
}
# Its number is a corner in each of its places: what is extreme, what is next to an edge of a range,
# what isn't finite, and what is no number.
NUMBERS: tuple[Any, ...] = (
    0, 1, 2, -1, "1/3", "-1/3", "1e-300", "1e300", "-1e300", "1e-12", "1e6", "-1e6", "1e-400",
    "1e400", 5e-324, 1.7976931348623157e308, 0.1, -0.0, 10**30, "999999999999/1000000000000",
    "1000000000001/1000000000000", Fraction(7, 2),
)
OTHERS: tuple[Any, ...] = (
    math.nan, math.inf, -math.inf, True, False, None, "", "one", "1e999999", "1/0", "log(3)",
    "log(1/3)", "log(0)", [], [1], {}, 1j, b"1", "nan", "inf", (1, 2), "0x1", "1,2", "٣",
)
_TINY = Fraction(1, 10**300)
# Lists of numbers and of rows, wherever one is wanted.
LISTS: tuple[Any, ...] = (
    [], [1], [1, 0], [_TINY, 1 - _TINY], [0.1, 0.2, 0.7], [math.nan, 1], [math.inf, 1], [-1, 2],
    [True, False], [None], [1e300, -1e300, 0], ["1/3", "1/3", "1/3"], [2, 3], 5, None, "", "a,b",
    "0,1", {}, [[]], [[1]], [[1, 0], [0, 1]], [[1], [1]], [[1, 0], [1]], [[[1]]],
    [[_TINY, 1 - _TINY], [1 - _TINY, _TINY]], [["1/2", "1/2"], ["1/2", "1/2"]],
    [[math.nan, 1], [0, 1]], [[0.5, 0.5], [0.1, 0.9]], [0] * 40 + [1],
)
# Of each two arguments so many pairs of corners.
_PAIRS = 2


@dataclass(frozen=True)
class Call:
    """A function with its arguments, and which of them are at corners."""

    name: str
    given: dict[str, Any]
    corners: tuple[str, ...]

    def __call__(self) -> Any:
        if self.name in QUANTITIES or self.name in ACCOUNTANTS:
            return getattr(verified, self.name)(**self.given)
        return verified.value(self.name, **self.given)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.given.items())
        return f"verified.{self.name}({told})"


# What parameters of quantities are given where no known value tells.
_KINDS: dict[str, Any] = {
    "channel": [["3/4", "1/4"], ["1/4", "3/4"]], "event": [0], "framework": {
        "private": [["ill", "ill", "well"]], "public": [["old", "young", "young"]],
    },
    "index": 0, "joint law": [["1/4", "1/4"], ["0", "1/2"]], "list of numbers": [0, 1],
    "mechanism": [["3/4", "1/4"], ["1/4", "3/4"]], "number": "1/2", "pmf": ["1/3", "2/3"],
    "prior": ["1/3", "2/3"], "size": 2,
}
_OF_FRAMEWORK = [["9/10", "1/10"], ["1/2", "1/2"], ["1/10", "9/10"]]
# Parameters that aren't one number.
_WORDS = ("adjacency", "noise", "strict", "others", "scores", "other_scores", "orders", "levels")


def names() -> list[str]:
    """All functions of the oracle that give one value."""
    stated = [name for name in records.QUANTITIES if name not in QUANTITIES and not why_not(name)]
    return sorted({*ACCOUNTANTS, *COMPOSITIONS, *QUANTITIES, *stated})


def usual(name: str) -> tuple[dict[str, Any], list[str]]:
    """The usual arguments of a function, and those that are one number."""
    if name in ACCOUNTANTS:
        parts = [part for part in accountant_parameters(name) if part != "rule"]
        return {part: USUAL[part] for part in parts}, [p for p in parts if p not in _WORDS]
    if name in COMPOSITIONS:
        rounds = [(verified.gaussian_round(2), 2), (verified.laplace_round(2), 1)]
        last = {"delta": "eps", "epsilon": "delta", "renyi": "order"}[name.split("_")[1]]
        return {"rounds": rounds, "adjacency": "remove", last: USUAL[last]}, [last]
    record, asked = records.QUANTITIES.get(name), QUANTITIES.get(name)
    if asked is None:
        assert record is not None
        listed = dict.fromkeys(names_of(record), "1/2")
        given = listed | dict(zip(listed, _known(record), strict=False))
        return given, sorted(numbers_of(record))
    singles = [part.name for part in asked.parameters if part.kind in SINGLE]
    known = _known(record) if record is not None else []
    if known:
        return dict(zip([part.name for part in asked.parameters], known, strict=False)), singles
    given = {part.name: _KINDS[part.kind] for part in asked.parameters}
    if "framework" in given:
        given["channel"] = _OF_FRAMEWORK
    for part in asked.parameters:
        if part.name.endswith(("variances", "weights")):
            given[part.name] = ["1/2", "1/2"]
    return given, singles


def _known(record: Any) -> list[str]:
    return list(record.examples[0].arguments) if record.examples else []


def calls() -> list[Call]:
    """Each argument that is one number at each corner; for each pair of them some, by a seed."""
    found = []
    for name in names():
        given, singles = usual(name)
        rng = random.Random(name)
        single = [*singles, *(["width"] if name in ACCOUNTANTS and "width" in signature(
            ACCOUNTANTS[name]).parameters else [])]
        for part in single:
            found += [Call(name, {**given, part: one}, (part,)) for one in (*NUMBERS, *OTHERS)]
        for part in sorted(set(given) - set(single) - {"adjacency", "noise", "strict", "rounds"}):
            found += [Call(name, {**given, part: one}, (part,)) for one in LISTS]
        for part in sorted({"adjacency", "noise", "strict", "rounds"} & set(given)):
            found += [Call(name, {**given, part: one}, (part,)) for one in (*OTHERS, 0, "remove")]
        for one, two in itertools.combinations(singles, 2):
            for _ in range(_PAIRS):
                ends = {one: rng.choice(NUMBERS), two: rng.choice(NUMBERS)}
                found.append(Call(name, given | ends, (one, two)))
    return found


@dataclass(frozen=True)
class Outcome:
    """How a call ended: what came ("value", or the name of what was raised; "hang" where it was
    ended from outside), what it says, and the processor time."""

    call: Call
    kind: str
    said: str
    seconds: float


def outcomes(listed: Sequence[Call], limit: float, most: float) -> Iterator[Outcome]:
    """How calls end under a limit of the library's; a call that takes more processor time than
    `most` is a hang."""
    place = 0
    while place < len(listed):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            _work(listed[place:], limit, most, writing)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as stream:
            for line in stream:
                kind, said, seconds = json.loads(line)
                yield Outcome(listed[place], kind, said, seconds)
                place += 1
        _, status = os.waitpid(child, 0)
        if place < len(listed):
            ended = os.waitstatus_to_exitcode(status)
            kind = "hang" if ended == -signal.SIGPROF else "crash"
            yield Outcome(listed[place], kind, f"the process ended with {ended}", most)
            place += 1


def _work(listed: Sequence[Call], limit: float, most: float, writing: int) -> None:
    """Calls one after another, in this process, which ends here."""
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        with os.fdopen(writing, "w", encoding="utf-8") as stream:
            for call in listed:
                signal.setitimer(signal.ITIMER_PROF, most)
                start = time.process_time()
                kind, said = _ended(call, limit)
                seconds = time.process_time() - start
                print(json.dumps([kind, said, seconds]), file=stream, flush=True)
    finally:
        # Whatever happens, what forked doesn't go on here.
        os._exit(1)


def _ended(call: Call, limit: float) -> tuple[str, str]:
    try:
        with warnings.catch_warnings(), verified.time_limit(limit):
            warnings.simplefilter("ignore")
            found = call()
            return "value", f"{found} {found.float_down} {found.float_up}"
    except verified.InputError as error:
        return "InputError", str(error)
    except Exception as error:
        # Whatever it is, it is told.
        return type(error).__name__, str(error)


__all__ = ["Call", "Outcome", "calls", "names", "outcomes"]
