"""Lemmas on channels with two inputs: two rows of a channel, and what an event tells of them."""

from __future__ import annotations

from verified.language import (
    Event,
    binary_entropy,
    capacity,
    channel_of,
    equals,
    information,
    log,
    pmf_of,
    rational,
)
from verified.papers.lemmas.common import (
    P,
    Q,
    R,
    W,
    first,
    first_chance,
    n,
    paper,
    second,
    second_chance,
)

A = Event("A", n)
even = pmf_of(rational(1, 2), rational(1, 2))

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
    "binary-information",
    forall=[R, first_chance, second_chance],
    then=equals(
        information(R, channel_of(
            [1 - first_chance, first_chance], [1 - second_chance, second_chance]
        )),
        binary_entropy(R[0] * first_chance + R[1] * second_chance)
        - R[0] * binary_entropy(first_chance)
        - R[1] * binary_entropy(second_chance),
    ),
)

paper.claim(
    "event-told",
    forall=[P, Q, A, R],
    then=information(R, channel_of(pmf_of(1 - P[A], P[A]), pmf_of(1 - Q[A], Q[A])))
    <= information(R, channel_of(P, Q)),
    note="What an event tells is no more than what the symbol does.",
)

paper.claim(
    "even-binary",
    forall=[first_chance, second_chance],
    then=log(2) - binary_entropy((1 - (first_chance - second_chance)) / 2)
    <= information(even, channel_of(
        [1 - first_chance, first_chance], [1 - second_chance, second_chance]
    )),
    note="Of the channels with one difference, the symmetric one tells least.",
)

paper.claim(
    "even-inputs",
    forall=[P, Q, A],
    then=log(2) - binary_entropy((1 - (P[A] - Q[A])) / 2)
    <= information(even, channel_of(P, Q)),
    note="Two equally likely inputs, told apart by an event.",
)
