"""The arguments where a function's answer is worst: corners, random ones, climbs; then shrunk."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verified.audit.environments import Answer, Caller
from verified.audit.findings import HANG, KINDS, WIDTH, Audited, Seen, confirmed, held, seen, truth
from verified.audit.promises import Arguments, Function, Law

# At most so many corners of a function with several arguments.
MOST_CORNERS = 160
# Of so many calls a share is random; the rest climb from what was worst.
RANDOM_SHARE = 0.6
# Laws of one call are nearly equal so often.
_CLOSE_SHARE = 0.3
# What took too long is given so many times as long before it is called a hang.
_PATIENCE = 4


@dataclass(frozen=True)
class Tried:
    """Arguments, the answer, and what it shows."""

    arguments: Arguments
    answer: Answer
    seen: Seen


def audit(
    function: Function, caller: Caller, *, calls: int = 400, seconds: float = 60.0, seed: int = 0
) -> Audited:
    """Call a function of a library where it may be worst, and confirm what is found.

    Args:
        calls: how many calls at most, before shrinking.
        seconds: how long it may take, about, before shrinking.
        seed: fixes what is drawn.
    """
    rng = random.Random(f"{seed} {function.key}")
    end = time.monotonic() + seconds
    told = Audited(function.key, caller.version, function.promise)
    worst: dict[str, list[Tried]] = {}

    def trial(arguments: Arguments) -> Tried:
        answer = caller(function.call, arguments, function.seconds)
        told.calls += 1
        found = _shown(function, arguments, answer)
        told.refused += found.kind == "refused"
        told.unknown += found.kind == "unknown"
        if found.kind == "sound" and found.size < math.inf:
            told.loosest = max(told.loosest, found.size)
        tried = Tried(arguments, answer, found)
        if found.bad:
            worst.setdefault(found.kind, []).append(tried)
        return tried

    def running() -> bool:
        return told.calls < calls and time.monotonic() < end

    best: list[Tried] = []
    for arguments in itertools.islice(_first(function, rng), max(1, int(calls * RANDOM_SHARE))):
        if not running():
            break
        best.append(trial(arguments))
        best = sorted(best, key=_rank)[:4]
    step = 0.25
    while running() and best:
        for place, one in enumerate(best):
            if not running():
                break
            other = trial(_moved(function, one.arguments, step, rng))
            if _rank(other) < _rank(one):
                best[place] = other
        step = max(step * 0.9, 1e-3)
    for kind in KINDS:
        found = sorted(worst.get(kind, ()), key=_rank)
        for one in found[:3]:
            plain = one if kind == HANG else _shrunk(function, caller, one)
            if kind == HANG and not caller(
                function.call, one.arguments, _PATIENCE * function.seconds
            ).late:
                # The machine was busy.
                told.unconfirmed += 1
                continue
            finding = confirmed(function, plain.arguments, plain.answer, kind)
            if finding is not None:
                told.findings.append(finding)
                break
            told.unconfirmed += 1
    return told


def _shown(function: Function, arguments: Arguments, answer: Answer) -> Seen:
    """What an answer shows, if our own value is there."""
    asked, claimed = held(function, arguments, answer)
    if function.holds is not None and claimed is answer:
        refused = answer.error is not None and answer.error[0] in function.refuses
        return Seen("refused" if refused else "unknown")
    ends = truth(function, asked, WIDTH)
    return Seen("unknown") if ends is None else seen(function, claimed, *ends)


def _rank(tried: Tried) -> tuple[int, float]:
    """The worst first: a finding of a worse kind, a larger one; what is sound and nearly tight
    before what is loose, as a bound fails where it has no room."""
    if tried.seen.bad:
        return KINDS.index(tried.seen.kind), -tried.seen.size
    if tried.seen.kind == "sound":
        return len(KINDS), tried.seen.size
    return len(KINDS) + 1, 0.0


def _first(function: Function, rng: random.Random) -> Iterator[Arguments]:
    """Corners in a random order, then random arguments, without end."""
    names = list(function.parameters)
    points = [function.parameters[name].points() for name in names]
    total = 1
    for part in points:
        total *= len(part)
    chosen = rng.sample(range(total), min(total, MOST_CORNERS))
    for index in chosen:
        picked = {}
        for name, part in zip(names, points, strict=True):
            index, place = divmod(index, len(part))
            picked[name] = part[place]
        if _fits(picked):
            yield picked
    while True:
        yield drawn(function, rng)


def drawn(function: Function, rng: random.Random) -> Arguments:
    """Random arguments."""
    while True:
        found: Arguments = {
            name: domain.draw(rng) for name, domain in function.parameters.items()
        }
        _relate(function, found, rng)
        if _fits(found):
            return found


def _fits(arguments: Arguments) -> bool:
    """Whether laws are on equally many symbols, and rows of a channel too."""
    sizes = set()
    for value in arguments.values():
        if isinstance(value, list):
            rows = value if isinstance(value[0], list) else [value]
            sizes |= {len(row) for row in rows}
    return len(sizes) <= 1


def _relate(function: Function, arguments: Arguments, rng: random.Random) -> None:
    """Make laws as long as the first, and sometimes nearly equal to it, rows of a channel too."""
    close = rng.random() < _CLOSE_SHARE
    first: Any = None
    for name, domain in function.parameters.items():
        if not isinstance(domain, Law):
            continue
        if first is None or domain.rows is not None:
            first = arguments[name]
            if domain.rows is not None and close:
                arguments[name] = domain.beside(first, rng)
            continue
        for _ in range(50):
            if len(arguments[name]) == len(first):
                break
            arguments[name] = domain.draw(rng)
        if close and (min(first) > 0 or not domain.positive):
            arguments[name] = domain.beside(first, rng)


def _moved(
    function: Function, arguments: Arguments, step: float, rng: random.Random
) -> Arguments:
    """Arguments near those, one or all of them moved."""
    names = list(function.parameters)
    moving = names if rng.random() < 0.5 else [rng.choice(names)]
    return {
        name: function.parameters[name].near(value, step, rng) if name in moving else value
        for name, value in arguments.items()
    }


def _shrunk(function: Function, caller: Caller, found: Tried) -> Tried:
    """The same finding at plainer numbers: of the same kind, and half as bad at least."""
    least = found.seen.size / 2
    for name, domain in function.parameters.items():
        simpler: list[Any] = domain.simpler(found.arguments[name])
        for value in simpler:
            arguments = {**found.arguments, name: value}
            answer = caller(function.call, arguments, function.seconds)
            again = _shown(function, arguments, answer)
            if again.kind == found.seen.kind and again.size >= least:
                found = Tried(arguments, answer, again)
                break
    return found
