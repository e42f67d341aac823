"""The paper, its variables and what several of its sections share.

M is a channel from data points to outputs. The optimal curves δ̄_M of Section II are written out as
maxima, and a function δ(·) for which M is (ε,δ(ε))-private at every ε > 0 as the least such one:
any other is nowhere below it, and makes the integrals (12) and (14) no smaller.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Event,
    Formula,
    Paper,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    both,
    equals,
    every,
    exp,
    hockey_stick,
    largest,
    log,
    maximum,
    negation,
    output,
)

paper = Paper(
    key="ngo-2024",
    title="On Local Mutual-Information Privacy",
    authors="Khac-Hoang Ngo, Johan Östman, Alexandre Graell i Amat",
    venue="IEEE Information Theory Workshop (ITW 2024)",
    year=2024,
    edition="conference version",
    units="bits",
)


def bits(nats: Any) -> Term:
    """A quantity in nats, in bits."""
    found: Term = nats / log(2)
    return found


def log2(x: Any) -> Term:
    """The logarithm to base 2, which is the paper's."""
    return log(x) / log(2)


n, m, k = Size("n"), Size("m"), Size("k")
x, other, symbol = Symbol("x", n), Symbol("x'", n), Symbol("a", n)
P, Q = Pmf("P", n), Pmf("Q", n)
M = Channel("M", n, m)
E = Event("E", m)
eps = Real("eps", ">0", latex=r"\epsilon")
mu = Real("mu", ">=0", latex=r"\mu")
grown = exp(eps)


def ldp(channel: Term, epsilon: Any, delta: Any) -> Formula:
    """(3): (ε,δ)-local differential privacy."""
    event = Event("E", channel.sort.sizes()[1])
    one, two = (Symbol(name, channel.sort.sizes()[0]) for name in ("x", "x'"))
    return every(one, every(two, every(
        event, channel[one][event] <= exp(epsilon) * channel[two][event] + delta
    )))


def lip_at(law: Term, channel: Term, point: Term, epsilon: Any, delta: Any) -> Formula:
    """(5) at one data point."""
    event, response = Event("E", channel.sort.sizes()[1]), output(law, channel)
    return both(
        every(event, exp(-epsilon) * channel[point][event] - delta <= response[event]),
        every(event, response[event] <= exp(epsilon) * channel[point][event] + delta),
    )


def best_ldp(channel: Term, epsilon: Any) -> Term:
    """The left side of (4): the optimal LDP curve, of two data points at least."""
    return largest(x, largest(
        other, hockey_stick(channel[x], channel[other], epsilon), where=negation(equals(x, other))
    ))


def best_lip(law: Term, channel: Term, epsilon: Any) -> Term:
    """The left side of (6): the optimal LIP curve."""
    response = output(law, channel)
    return largest(x, maximum(
        hockey_stick(response, channel[x], epsilon),
        exp(-epsilon) * hockey_stick(channel[x], response, epsilon),
    ))
own_eps = Real("eps", ">=0", latex=r"\epsilon")

response = output(P, M)
log_e = 1 / log(2)
