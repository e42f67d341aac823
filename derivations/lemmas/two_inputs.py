"""Proofs on channels with two inputs: two rows of a channel, and what an event tells of them."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import (
    binary_channel,
    equal_tables,
    law_on_two,
    two_input_entropies,
)
from derivations.patterns.numbers import in_unit
from derivations.tools import same
from verified.language import (
    binary_entropy,
    cases,
    chain,
    channel_of,
    channel_table,
    equals,
    indicator,
    output,
    pmf_of,
    pmf_table,
    rational,
)
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import Pmf, Symbol, Term


@derives("lemma/two-rows.information")
def two_rows(d: Derivation) -> None:
    """The law on the two inputs is a law on all inputs."""
    W, v, w, R = d.var("W"), d.var("x"), d.var("x'"), d.var("R")
    wide, level = law_on_two(d, W, v, w, R)
    d.qed(d.chain(level, d.cite("background/information-range.capacity", P=wide, W=W)))


@derives("lemma/two-rows.capacity")
def two_rows_capacity(d: Derivation) -> None:
    """Of any law on the two inputs."""
    W, v, w = d.var("W"), d.var("x"), d.var("x'")
    R = d.fix(Pmf("R", 2))
    one = d.cite("lemma/two-rows.information", R=R)
    value = d.cite("definition/capacity", W=channel_of(W[v], W[w]))
    d.qed(d.chain(value, d.bound_sup(value.formula.right, one, R)))


@derives("lemma/event-told")
def event_told(d: Derivation) -> None:
    """The event is a function of the symbol."""
    P, Q, A, R = d.var("P"), d.var("Q"), d.var("A"), d.var("R")
    n = P.of.size

    def holds(y: Any) -> Term:
        return cases(equals(indicator(A, y), 1), 1, 0)

    y = d.fix(Symbol("y", n))
    certain = pmf_table(n, lambda s: same(s, y))
    bound = d.cite("background/event-bounds", P=certain, part=1)
    bound = d.forall(y, d.arithmetic(holds(y) <= 1, bound))
    told = channel_table(n, 2, lambda y, b: pmf_of(1 - holds(y), holds(y))[b])
    through = chain(channel_of(P, Q), told)
    less = d.cite("background/dpi-mi.output", bound, P=R, W=channel_of(P, Q), K=told)
    limits = [d.cite("background/event-bounds", P=law, part=1) for law in (P, Q)]
    binary = channel_of(pmf_of(1 - P[A], P[A]), pmf_of(1 - Q[A], Q[A]))
    d.qed(d.rewrite(equal_tables(d, through, binary, bound, *limits), less))


@derives("lemma/binary-information")
def binary_information(d: Derivation) -> None:
    """The entropies of two symbols are binary entropies."""
    R, first, second = d.var("R"), d.var("c"), d.var("e")
    reached = R[0] * first + R[1] * second
    below = [d.obvious(chance <= 1) for chance in (first, second)]
    lines = in_unit(d, reached, *below, hints=[R[0], R[1]])
    line = two_input_entropies(d, R, *(pmf_of(1 - p, p) for p in (first, second)))
    for law, chance in (
        (output(R, binary_channel(first, second)), reached), (pmf_of(1 - first, first), first),
        (pmf_of(1 - second, second), second),
    ):
        entropy = d.cite("definition/entropy", P=law)
        value = d.identity(equals(entropy.formula.right, binary_entropy(chance)), *lines)
        line = d.rewrite(d.chain(entropy, value), line)
    d.qed(line)


@derives("lemma/even-binary")
def even_binary(d: Derivation) -> None:
    """Averaging a binary channel with its mirror image makes it symmetric."""
    c, e = d.var("c"), d.var("e")
    half = rational(1, 2)
    even = pmf_of(half, half)
    mirrored, mean = (1 - e, 1 - c), ((1 + (c - e)) / 2, (1 - (c - e)) / 2)
    limits = [d.obvious(p <= 1) for p in (c, e)]
    limits += [*in_unit(d, mean[0], *limits), *in_unit(d, (c + e) / 2, *limits)]
    values = [
        d.cite("lemma/binary-information", *limits, R=even, c=first, e=second)
        for first, second in ((c, e), mirrored, mean)
    ]
    mixed = d.cite(
        "background/capacity-convex-in-channel.information", *limits, P=even, t=half,
        W=binary_channel(c, e), V=binary_channel(*mirrored),
    )
    table = mixed.formula.left.args[1]
    mixed = d.rewrite(equal_tables(d, table, binary_channel(*mean), *limits), mixed)
    d.qed(d.arithmetic(d.goal, *values, mixed, *limits))


@derives("lemma/even-inputs")
def even_inputs(d: Derivation) -> None:
    """Through the event."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")
    limits = [d.cite("background/event-bounds", P=law, part=1) for law in (P, Q)]
    told = d.cite("lemma/event-told", R=pmf_of(rational(1, 2), rational(1, 2)))
    d.qed(d.chain(d.cite("lemma/even-binary", *limits, c=P[A], e=Q[A]), told))
