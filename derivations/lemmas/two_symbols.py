"""Proofs on laws on two symbols, binary channels and the binary entropy."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import binary_channel, equal_tables, law_equality, split_bit
from derivations.tools import absurd, split_minimum, split_order
from verified.kernel.inference import same
from verified.language import (
    Close,
    as_mechanism,
    binary_entropy,
    capacity,
    cases,
    chain,
    channel_of,
    dp_delta,
    equals,
    event_where,
    exp,
    indicator,
    log,
    pmf_of,
    rational,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Event, Symbol, Term, number

# --- the binary entropy ---------------------------------------------------------------------------


@derives("lemma/binary-entropy-strict.increasing")
def entropy_strictly_increasing(d: Derivation) -> None:
    """On the chord from p to 1/2, whose upper end lies above h(p)."""
    p, q = d.var("p"), d.var("q")
    less, most = d.given
    half = rational(1, 2)
    room = d.arithmetic(p < half, less, most)
    t = (half - q) / (half - p)
    share = [
        d.arithmetic(number(0) <= t, most, room, hints=[1 / (half - p)]),
        d.arithmetic(t <= 1, less, room, hints=[1 / (half - p)]),
    ]
    chord = d.cite("background/binary-entropy.concave", *share, room, p=p, q=half, t=t)
    place = d.identity(equals(t * p + (1 - t) * half, q), room)
    chord = d.rewrite(place, chord)
    below = d.cite("cuff-yu-2016/eq-99", x=p)
    gap = d.arithmetic(binary_entropy(p) < log(2), below, room, hints=[half - p])
    d.qed(d.arithmetic(
        d.goal, chord, gap, less, room, hints=[1 / (half - p), (q - p) / (half - p)]
    ))


@derives("lemma/binary-entropy-strict.inverse")
def entropy_inverse(d: Derivation) -> None:
    """Otherwise h(p) would exceed h((1 − q)/2)."""
    p, q = d.var("p"), d.var("q")
    half, level = d.given

    def further(over: Line) -> Line:
        order = d.arithmetic((1 - q) / 2 < p, over)
        strict = d.cite(
            "lemma/binary-entropy-strict.increasing", order, half, p=(1 - q) / 2, q=p
        )
        return absurd(d, d.goal, strict, level)

    d.qed(split_order(d, q, 1 - 2 * p, lambda low: low, further))


# --- binary laws and channels ---------------------------------------------------------------------


@derives("lemma/binary-distance")
def binary_distance(d: Derivation) -> None:
    """Half of |p − q| twice."""
    found = d.cite("definition/total-variation", P=d.goal.left.args[0], Q=d.goal.left.args[1])
    d.qed(d.chain(found, d.identity(equals(found.formula.right, d.goal.right))))


@derives("lemma/binary-close.if")
def binary_close(d: Derivation) -> None:
    """An event of two symbols is nothing, one of them, or both."""
    c, e, eps, delta = (d.var(name) for name in ("c", "e", "eps", "delta"))
    P, Q = pmf_of(1 - c, c), pmf_of(1 - e, e)
    A = d.fix(Event("A", 2))
    marks = [cases(equals(indicator(A, k), 1), 1, 0) for k in (0, 1)]
    limits = [
        d.arithmetic(mark <= 1, d.cite("background/event-bounds", P=law, A=A, part=1))
        for mark, law in zip(marks, (pmf_of(1, 0), pmf_of(0, 1)), strict=True)
    ]
    grown = d.arithmetic(number(1) <= exp(eps), d.cite("background/log-tangent.exponential"))
    zero, one = marks
    neither = d.arithmetic(number(0) <= (1 - zero) * (1 - one), *limits)
    hints = [zero * (1 - one), one * (1 - zero), zero * one, delta]
    more = d.obvious(number(0) <= delta)

    def side(first: Term, second: Term, *bounds: Line) -> Line:
        return d.forall(A, d.arithmetic(
            first[A] <= exp(eps) * second[A] + delta, *bounds, grown, neither, more, *limits,
            hints=hints,
        ))

    d.qed(d.follows(d.goal, side(P, Q, *d.given[:2]), side(Q, P, *d.given[2:])))


@derives("lemma/binary-close.only-if")
def binary_only_close(d: Derivation) -> None:
    """By the event {1}."""
    c, e, eps, delta = (d.var(name) for name in ("c", "e", "eps", "delta"))
    (close,) = d.given
    b = Symbol("b", 2)
    one = event_where(b, equals(b, 1))
    first = d.arithmetic(c <= exp(eps) * e + delta, d.at(d.piece(close, 0), one))
    second = d.arithmetic(e <= exp(eps) * c + delta, d.at(d.piece(close, 1), one))
    d.qed(d.both(first, second))


@derives("lemma/binary-mechanism")
def binary_mechanism(d: Derivation) -> None:
    """Two inputs are equal, or the two rows in one order or the other."""
    c, e, eps, delta = (d.var(name) for name in ("c", "e", "eps", "delta"))
    (close,) = d.given
    laws = pmf_of(1 - c, c), pmf_of(1 - e, e)
    rows = binary_channel(c, e)
    grown = d.arithmetic(number(1) <= exp(eps), d.cite("background/log-tangent.exponential"))
    more = d.obvious(number(0) <= delta)

    def pair(i: int, j: int) -> Line:
        P, Q = laws[i], laws[j]
        if i == j:
            chance = (c, e)[i]
            bounds = [
                d.arithmetic(p <= exp(eps) * p + delta, grown, more, hints=[p])
                for p in (chance, 1 - chance)
            ]
            line = d.cite("lemma/binary-close.if", *bounds, c=chance, e=chance)
        else:
            line = d.follows(Close(P, Q, eps, delta), close)
        sides = {i: laws[i], j: laws[j]}
        for k in sides:
            sides[k] = rows[k]
            line = d.rewrite(
                law_equality(d, rows[k], laws[k]), line, Close(sides[i], sides[j], eps, delta)
            )
        return line

    x, other = d.fix(Symbol("x", 2)), d.fix(Symbol("x'", 2))
    at_first = [
        split_bit(d, other, lambda w, i=i: Close(rows[i], rows[w], eps, delta),
                  lambda j, i=i: pair(i, j))
        for i in (0, 1)
    ]
    line = split_bit(
        d, x, lambda v: Close(rows[v], rows[other], eps, delta), lambda i: at_first[i]
    )
    every = d.forall(x, d.forall(other, line))
    d.qed(d.cite("lemma/as-mechanism-dp-intro", every, W=rows))


@derives("lemma/symmetric-channel")
def symmetric_channel(d: Derivation) -> None:
    """Its capacity is known; its rows are at the distance 1 − 2c."""
    c = d.var("c")
    channel = channel_of([1 - c, c], [c, 1 - c])
    mi = d.cite("background/as-mechanism-mi", W=channel)
    leaked = d.chain(mi, d.cite("background/bac-capacity.symmetric", p=c))
    delta, one = 1 - 2 * c, exp(number(0))
    bounds = [
        d.obvious(side)
        for side in (
            c <= one * (1 - c) + delta, 1 - c <= one * (1 - (1 - c)) + delta,
            1 - c <= one * c + delta, 1 - (1 - c) <= one * (1 - c) + delta,
        )
    ]
    upper = binary_private(d, channel, c, 1 - c, number(0), delta, *bounds)
    least = dp_delta(as_mechanism(channel), 0)
    lower = d.arithmetic(delta <= least, least_delta(d, channel, 0, 0))
    d.qed(d.both(leaked, d.turn(equals(least, delta), upper, lower)))


@derives("lemma/mirrored-capacity")
def mirrored_capacity(d: Derivation) -> None:
    """The outputs change places through a channel, the inputs as two rows."""
    c, e = d.var("c"), d.var("e")
    rows, swap = binary_channel(c, e), channel_of([0, 1], [1, 0])
    swapped = chain(rows, swap)
    turned = channel_of(swapped[1], swapped[0])
    inputs = d.cite("lemma/two-rows.capacity", values={
        "W": swapped, "x": number(1), "x'": number(0),
    })
    outputs = d.cite("background/dpi-mi.capacity", W=rows, K=swap)
    least = outputs.formula.right
    goal = least <= capacity(rows)
    bound = split_minimum(
        d, *least.args, lambda order, value: d.arithmetic(goal, order, value)
    )
    line = d.chain(inputs, outputs, bound)
    d.qed(d.rewrite(equal_tables(d, turned, binary_channel(1 - e, 1 - c)), line))


def binary_private(
    d: Steps, channel: Term, c: Any, e: Any, eps: Any, delta: Any, *lines: Line
) -> Line:
    """(ε,δ)-DP of a binary channel with the probabilities c and e of the output 1; the lines show
    these to be probabilities, δ to be at least 0, and the four bounds of closeness."""
    close = d.cite("lemma/binary-close.if", *lines, c=c, e=e, eps=eps, delta=delta)
    private = d.cite("lemma/binary-mechanism", close, *lines, c=c, e=e, eps=eps, delta=delta)
    standard = binary_channel(c, e)
    if same(standard, channel):
        return private
    return d.rewrite(equal_tables(d, standard, channel, *lines), private)


def least_delta(d: Steps, channel: Term, eps: Any, symbol: int) -> Line:
    """W_0(y) ≤ e^ε W_1(y) + δ for a symbol y, where δ is the least for which W is (ε,δ)-DP."""
    least = dp_delta(as_mechanism(channel), eps)
    whole = d.have(least <= least, "defined")
    close = d.cite("lemma/as-mechanism-dp", whole, values={
        "W": channel, "x": number(0), "x'": number(1), "eps": number(eps), "delta": least,
    })
    b = Symbol("b", channel.sort.outputs)
    return d.at(d.piece(close, 0), event_where(b, equals(b, symbol)))
