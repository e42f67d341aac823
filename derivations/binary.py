"""Proofs of the textbook facts on two symbols: the binary entropy and binary channels."""

from __future__ import annotations

from typing import Any

from derivations.databases import binary_channel, equal_tables, in_unit
from derivations.tools import mixes, split_order
from verified.language import (
    binary_entropy,
    capacity,
    equals,
    log,
    pmf_of,
    rational,
)
from verified.language.terms import Pmf, Real, Term
from verified.proof.derivation import Derivation, Line, Steps, derives

HALF = rational(1, 2)

# --- binary entropy -------------------------------------------------------------------------------


@derives("background/binary-entropy.range")
def entropy_range(d: Derivation) -> None:
    """Neither summand is negative; the slope changes its sign at 1/2."""
    p = d.var("p")
    z = Real("z", "[0,1]")
    d.qed(d.both(
        d.scalar(binary_entropy(z) >= 0, values={z: p}),
        d.scalar(binary_entropy(z) <= log(2), values={z: p}),
    ))


@derives("background/binary-entropy.law")
def entropy_of_law(d: Derivation) -> None:
    """By definition."""
    p = d.var("p")
    d.qed(entropy_value(d, p))


def entropy_value(d: Steps, p: Any, *lines: Line) -> Line:
    """h(p) = H(1's probability p, 0's the rest)."""
    found = d.cite("definition/entropy", *lines, P=pmf_of(p, 1 - p))
    same = d.identity(equals(binary_entropy(p), found.formula.right), *lines)
    return d.chain(same, d.turn(equals(found.formula.right, found.formula.left), found))


@derives("background/binary-entropy.symmetric")
def entropy_symmetric(d: Derivation) -> None:
    """By normal forms."""
    d.qed(d.identity(d.goal))


@derives("background/binary-entropy.increasing")
def entropy_increasing(d: Derivation) -> None:
    """It is strictly so."""
    p, q = d.var("p"), d.var("q")
    most, half = d.given

    def level(least: Line) -> Line:
        same = d.turn(equals(p, q), most, least)
        return d.rewrite(same, d.obvious(binary_entropy(q) <= binary_entropy(q)), d.goal)

    d.qed(split_order(d, q, p, level, lambda less: d.turn(
        d.goal, d.cite("lemma/binary-entropy-strict.increasing", less, half)
    )))


@derives("background/binary-entropy.concave")
def entropy_concave(d: Derivation) -> None:
    """Entropy is concave in the law."""
    p, q, t = d.var("p"), d.var("q"), d.var("t")
    first, second = pmf_of(p, 1 - p), pmf_of(q, 1 - q)
    mean = t * p + (1 - t) * q
    lines = in_unit(d, mean, hints=[t, 1 - t, p, 1 - p, q, 1 - q])
    lines.append(mixes(d, t, first, second))
    mixed = d.cite("background/entropy-concave.two", P=first, Q=second)
    values = [entropy_value(d, p), entropy_value(d, q)]
    table = mixed.theorem.conclusion.right.args[0]
    mixture = d.cite("definition/entropy", *lines, P=table)
    value = d.identity(equals(mixture.formula.right, binary_entropy(mean)), *lines)
    d.qed(d.arithmetic(d.goal, mixed, *values, mixture, value, *lines))


# --- binary channels ------------------------------------------------------------------------------


def least_capacity(d: Steps, channel: Term, ceiling: Any, proof: Any, *lines: Line) -> Line:
    """C(channel) ≤ ceiling, where `proof` shows I(R; channel) ≤ ceiling for an arbitrary law R."""
    R = d.fix(Pmf("R", channel.sort.sizes()[0]))
    value = d.cite("definition/capacity", *lines, W=channel)
    return d.chain(value, d.bound_sup(value.formula.right, proof(R), R))


@derives("background/bac-capacity.symmetric")
def symmetric_capacity(d: Derivation) -> None:
    """I = h(output) − h(p), where h ≤ ln 2, with equality for two equally likely inputs."""
    p = d.var("p")
    channel, other = binary_channel(p, 1 - p), d.goal.left.args[0]
    same = equal_tables(d, channel, other)

    def information(R: Any) -> Line:
        reached = R[0] * p + R[1] * (1 - p)
        limits = in_unit(d, reached, hints=[R[0], R[1], p, 1 - p])
        value = d.cite("lemma/binary-information", R=R, c=p, e=1 - p)
        most = d.cite("background/binary-entropy.range", *limits, p=reached, part=1)
        return d.arithmetic(value.formula.left <= log(2) - binary_entropy(p), value, most, *limits)

    upper = least_capacity(d, channel, log(2) - binary_entropy(p), information)
    told = d.cite("lemma/even-binary", c=p, e=1 - p)
    lower = d.chain(
        d.identity(equals(log(2) - binary_entropy(p), told.formula.left)), told,
        d.cite("background/information-range.capacity", P=pmf_of(HALF, HALF), W=channel),
    )
    level = d.turn(equals(capacity(channel), log(2) - binary_entropy(p)), upper, lower)
    d.qed(d.rewrite(same, level))


@derives("background/bac-capacity.flipped")
def flipped_capacity(d: Derivation) -> None:
    """The outputs change places, which leaves the information as it is."""
    p, q = d.var("p"), d.var("q")
    flipped, plain = binary_channel(1 - p, q), binary_channel(p, 1 - q)
    most = d.turn(
        equals(capacity(flipped), capacity(plain)),
        not_above(d, flipped, plain, (1 - p, q), (p, 1 - q)),
        not_above(d, plain, flipped, (p, 1 - q), (1 - p, q)),
    )
    for side in (d.goal.left, d.goal.right):
        channel = flipped if side is d.goal.left else plain
        most = d.rewrite(equal_tables(d, channel, side.args[0]), most)
    d.qed(most)


def not_above(d: Steps, one: Term, two: Term, here: Any, there: Any) -> Line:
    """C(one) ≤ C(two) for channels with these probabilities of 1, each 1 less the other's."""
    def information(R: Any) -> Line:
        reached = R[0] * here[0] + R[1] * here[1]
        limits = in_unit(
            d, reached, hints=[R[0], R[1], *here, *(1 - chance for chance in here)]
        )
        first = d.cite("lemma/binary-information", R=R, c=here[0], e=here[1])
        second = d.cite("lemma/binary-information", R=R, c=there[0], e=there[1])
        same = d.identity(equals(first.formula.right, second.formula.right), *limits)
        return d.chain(
            first, same, d.turn(equals(second.formula.right, second.formula.left), second),
            d.cite("background/information-range.capacity", P=R, W=two),
        )

    return least_capacity(d, one, capacity(two), information)
