"""Appendix C: the steps of the proof of Lemma 2."""

from __future__ import annotations

from verified.language import (
    TV,
    Real,
    absolute,
    binary_entropy,
    binary_entropy_inverse,
    capacity,
    equals,
    log,
    rational,
)
from verified.papers.cuff_yu_2016.common import paper, symmetric_channel, unit_delta
from verified.papers.cuff_yu_2016.lemma_2 import binary, complement, mean, on_one, on_zero

paper.claim(
    "eq-97",
    at="Appendix C, eq. (97)",
    forall=[on_zero, on_one],
    then={
        "complement": equals(TV(binary[0], binary[1]), TV(complement[0], complement[1])),
        "mean": equals(TV(complement[0], complement[1]), TV(mean[0], mean[1])),
        "value": equals(TV(mean[0], mean[1]), absolute(on_zero - on_one)),
    },
    note="a and b are the probabilities of the output 1 on the inputs 0 and 1, as in (91), (92).",
)

flip = rational(1, 2) - unit_delta / 2
symmetric_capacity = log(2) - binary_entropy(flip)

paper.claim(
    "eq-98",
    at="Appendix C, eq. (98)",
    forall=[unit_delta],
    then={
        "crossover": equals(
            TV(symmetric_channel(flip)[0], symmetric_channel(flip)[1]), unit_delta
        ),
        "capacity": equals(capacity(symmetric_channel(flip)), symmetric_capacity),
        "inverse": {
            "then": equals(1 - 2 * binary_entropy_inverse(log(2) - symmetric_capacity), unit_delta),
            "note": "“Inverting this equation gives (28)”.",
        },
    },
)

place = Real("x", "[0,1]")

paper.claim(
    "eq-99",
    at="Appendix C, eq. (99)",
    forall=[place],
    then=binary_entropy(place) <= log(2) - 2 * (place - rational(1, 2)) ** 2,
)
