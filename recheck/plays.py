"""Plays decided again: the moves against the goal, and the evidence against the values.

The goal is derived from the statement (`goals`), the moves are checked against their sorts, suprema
are enclosed by the laws that the certificate stores, and the truth is told by intervals at rising
precision. The stored enclosures must fit the values of both sides of what decides.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from recheck.errors import Undefined, Unknown, Unsupported, demand
from recheck.evaluation import Env, items, law
from recheck.goals import goal
from recheck.meanings import Reading
from recheck.reals import INF, End, Num, Precision, less
from recheck.statements import rational
from recheck.trees import Tree

PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)
EVIDENCE_BITS = 512
# Enclosures are stored with 12 digits; integrals are told to so much where they are 0 or tiny.
SLACK, LEAST_SLACK = Fraction(1, 10**10), Fraction(1, 10**30)


def check_play(certificate: Any) -> None:
    """Decide a play; raises Rejected where it doesn't hold, Unsupported where that isn't known."""
    variables, body, digest = goal(certificate["statement"], certificate["polarity"])
    demand(digest == certificate["digest"], "the digest is not that of the statement's goal")
    moves, bounds = certificate["moves"], certificate["bounds"]
    demand(isinstance(moves, dict) and set(moves) == {name for name, _, _ in variables},
           "a move for each variable, and no other, is needed")
    demand(isinstance(bounds, dict), "the bounds are not an object")
    judge = Reading({key: law(part) for key, part in bounds.items()})
    env: Env = {}
    for var in variables:
        judge.move(var, moves[var[0]], env)
    demand(decided(body, env, judge), "the moves don't meet the goal")
    demand(set(bounds) == judge.used, "a bound that nothing uses")
    check_evidence(certificate["evidence"], body, env, judge)


def decided(body: Tree, env: Env, judge: Reading) -> bool:
    """Whether the goal is met, by rising precision, which stays at what was needed."""
    for bits in PRECISIONS:
        Precision.bits = bits
        held = judge.truth(body, env)
        if held is not None:
            return held
    raise Unsupported("no precision decides the goal by what is known here")


def deciding(formula: Tree, env: Env, judge: Reading) -> Iterator[tuple[Tree, Tree]]:
    """The sides that the evidence gives, in pairs: of all relations of a conjunction, of the first
    part of a disjunction that holds."""
    match formula:
        case ["and", parts]:
            for part in parts:
                yield from deciding(part, env, judge)
        case ["or", parts]:
            held = (part for part in parts if judge.truth(part, env))
            yield from deciding(next(held, ["and", []]), env, judge)
        case ["not", ["relation", _, left, right]] | ["relation", _, left, right]:
            yield left, right


def check_evidence(evidence: Any, body: Tree, env: Env, judge: Reading) -> None:
    """The stored enclosures must be those of the sides, and about as narrow as these are told."""
    Precision.bits = max(Precision.bits, EVIDENCE_BITS)
    sides = [side for pair in deciding(body, env, judge) for side in pair]
    stored = [part for pair in items(evidence) for part in items(pair, 2)]
    demand(len(stored) == len(sides),
           "the evidence doesn't list the sides of each deciding relation")
    for told, side in zip(stored, sides, strict=True):
        try:
            value = judge.term(side, env)
        except (Undefined, Unknown):
            value = None
        demand((told is None) == (value is None),
               "the evidence is wrong on whether a side is defined")
        demand(told is None or fits(value, *map(end_of, items(told, 2))),
               "a stored enclosure doesn't hold its side, or says too little")


def end_of(text: Any) -> End:
    """The end of a stored enclosure."""
    return {"inf": INF, "-inf": -INF}[text] if text in ("inf", "-inf") else rational(text)


def fits(value: Num, low: End, high: End) -> bool:
    """Whether a stored enclosure holds a value and is narrow. Where the value is known less well
    than is stored (some integrals and curves) the two must meet, which is all that can be told."""
    stored = Num(low, high)
    if low > high or less(value, stored) or less(stored, value):
        return False
    if INF in (high, -low):
        return bool(low == high)
    width, slack = value.hi - value.lo, SLACK * abs(value.hi) + LEAST_SLACK
    inside = low <= value.lo and value.hi <= high
    return bool(width > high - low or (inside and high - low <= width + slack))
