"""Lemmas on a database's entry with the others fixed, and on neighbours: what they tell."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    KLDP,
    Close,
    Event,
    Pmf,
    Symbol,
    alphabet,
    binary_entropy,
    channel_of,
    entry_channel,
    hamming,
    information,
    log,
    mi_dp,
)
from verified.papers.lemmas.common import D, M, R, delta, eps, i, m, one, paper, r, two

own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
entry_law = Pmf("p", alphabet(D, i))
slice_ = entry_channel(M, one, i)

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

response_event = Event("B", m)

paper.claim(
    "neighbour-event",
    forall=[M, one, two, response_event],
    given=[hamming(D, one, two) <= 1],
    then=log(2)
    - binary_entropy((1 - (M[one][response_event] - M[two][response_event])) / 2)
    <= mi_dp(M),
    note="What an event tells of two neighbours that are equally likely.",
)
