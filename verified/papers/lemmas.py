"""Intermediate lemmas that several proofs share, as claims: stated, attacked and citable."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    KLDP,
    Channel,
    Close,
    Database,
    Event,
    Mechanism,
    Paper,
    Pmf,
    Real,
    Size,
    Symbol,
    alphabet,
    binary_entropy,
    capacity,
    channel_of,
    entries,
    hamming,
    information,
    instances,
    log,
    mi_dp,
    pmf_of,
    rational,
)
from verified.language.databases import entry_channel

paper = Paper(
    key="lemma",
    title="Lemmas that several proofs share",
    edition="statements of our own",
    units="nats",
)

n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)
W = Channel("W", n, m)
A = Event("A", n)
D = Database("D")
M = Mechanism("M", D, m)
i = Symbol("i", entries(D))
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
entry_law = Pmf("p", alphabet(D, i))
slice_ = entry_channel(M, one, i)
eps, delta = Real("eps", ">=0"), Real("delta", ">=0")
r = Real("r")
R = Pmf("R", 2)
even = pmf_of(rational(1, 2), rational(1, 2))

# --- an entry with the others fixed ---------------------------------------------------------------

paper.claim(
    "entry-information",
    forall=[M, one, i, entry_law],
    then=information(entry_law, slice_) <= mi_dp(M),
    note="A law on one entry, the others fixed, is a prior.",
)

paper.claim(
    "entry-close",
    forall=[M, one, i, own, other, eps, delta],
    given=[DP(M, eps, delta)],
    then=Close(slice_[own], slice_[other], eps, delta),
)

paper.claim(
    "entry-kl",
    forall=[M, one, i, own, other, r],
    given=[KLDP(M, r)],
    then=KL(slice_[own], slice_[other]) <= r,
)

paper.claim(
    "neighbour-information",
    forall=[M, one, two, R],
    given=[hamming(D, one, two) <= 1],
    then=information(R, channel_of(M[one], M[two])) <= mi_dp(M),
    note="Two neighbours are two values of one entry.",
)

# --- channels with two inputs ---------------------------------------------------------------------

first, second = Symbol("x", n), Symbol("x'", n)

paper.claim(
    "two-rows",
    forall=[W, first, second, R],
    then={
        "information": information(R, channel_of(W[first], W[second]))
        <= capacity(W),
        "capacity": {
            "forall": [W, first, second],
            "then": capacity(channel_of(W[first], W[second])) <= capacity(W),
        },
    },
)

paper.claim(
    "even-inputs",
    forall=[P, Q, A],
    then=log(2) - binary_entropy((1 - (P[A] - Q[A])) / 2)
    <= information(even, channel_of(P, Q)),
    note="Two equally likely inputs, told apart by an event.",
)
