"""The paper, its variables and what several of its sections share."""

from __future__ import annotations

from typing import Any

from verified.language import (
    KL,
    Database,
    Event,
    Formula,
    Mechanism,
    Paper,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    Term,
    cases,
    channel_of,
    channel_table,
    entries,
    equals,
    instances,
)

paper = Paper(
    key="cuff-yu-2016",
    title="Differential Privacy as a Mutual Information Constraint",
    authors="Paul Cuff, Lanqing Yu",
    venue="ACM SIGSAC Conference on Computer and Communications Security (CCS 2016)",
    year=2016,
    identifier="doi:10.1145/2976749.2978308",
    edition="accepted manuscript text (arXiv version)",
    units="nats",
)

eps = Real("eps", ">=0", latex=r"\epsilon")
delta = Real("delta", ">=0", latex=r"\delta")
unit_delta = Real("delta", "[0,1]", latex=r"\delta")
eta = Real("eta", ">0", latex=r"\eta")

n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)
a = Symbol("a", n)
A = Event("A", n)

D = Database("D")
M = Mechanism("M", D, m)

AT_ZERO = (
    "At ε = 0 the printed expression is 0/0. A careful reader takes it where it is defined, ε > 0; "
    "the literal reading takes every ε ≥ 0, since closeness is defined, and used, at ε = 0 too."
)


def each_way(bound: Term) -> dict[str, Formula]:
    """The two bounds that the paper sets under one another: on D(P‖Q) and on D(Q‖P)."""
    return {"forward": KL(P, Q) <= bound, "reverse": KL(Q, P) <= bound}


def where_defined(*given: Formula, then: Formula, note: str = "") -> dict[str, Any]:
    """A child that is read for ε > 0, where its quotients are defined, and literally for ε ≥ 0."""
    return {
        "given": [eps > 0, *given],
        "then": then,
        "reading": "positive",
        "readings": {"literal": {"given": given}},
        "note": f"{note} {AT_ZERO}".strip(),
    }


# --- Channels of several claims -------------------------------------------------------------------

# Example 3.3, the erasure channel. The input symbol x stands for x + 1, so that the output 0 is the
# erasure.
N = Size("N")
erasure = channel_table(
    N,
    N + 1,
    lambda x, y: cases(
        equals(y, 0), 1 - unit_delta, cases(equals(y, x + 1), unit_delta, 0)
    ),
)


def binary_channel(first: Any, second: Any) -> Term:
    """The binary channel with output 1 of these probabilities on the inputs 0 and 1."""
    return channel_of([1 - first, first], [1 - second, second])


def symmetric_channel(flip: Any) -> Term:
    """The binary symmetric channel with this crossover probability."""
    return binary_channel(flip, 1 - flip)


def revealing(probability: Any) -> Term:
    """The binary channel that gives input 1 away with this probability, and input 0 never."""
    return binary_channel(0, probability)


# --- Entries, instances and responses of several claims -------------------------------------------

size = entries(D)
prior = Prior("P", D)
i, j = Symbol("i", size), Symbol("j", size)
x, y = Symbol("x", instances(D)), Symbol("y", m)
group = Event("I", size, latex=r"\mathcal I")
known = Event("J", size, latex=r"\mathcal J")
