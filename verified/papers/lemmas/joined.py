"""Lemmas on laws and channels put together: a mixture whose label is forgotten, rows equally far
from one law, and two channels used independently.
"""

from __future__ import annotations

from verified.language import (
    KL,
    Channel,
    H,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    as_joint,
    capacity,
    cases,
    channel_table,
    equals,
    every,
    information,
    output,
    pmf_table,
    quotient,
    remainder,
)
from verified.papers.lemmas.common import P, W, m, n, paper, r

u_size, v_size = Size("u"), Size("v")
main_law, other_law = Pmf("P", u_size * v_size), Pmf("R", u_size * v_size)
mixing = Real("delta", ">=0")


def with_label(number: Term) -> Term:
    """The law of (U, V, B): of `main_law` where B = 0, and of `other_law` where B = 1."""
    pair = quotient(number, 2)
    return cases(
        equals(remainder(number, 2), 0),
        main_law[pair] / (1 + mixing),
        mixing / (1 + mixing) * other_law[pair],
    )


labelled_law = as_joint(
    pmf_table(u_size * v_size * 2, with_label), U=u_size, V=v_size, B=2
)


def mixed(pair: Term) -> Term:
    """The same law without the label."""
    return main_law[pair] / (1 + mixing) + mixing / (1 + mixing) * other_law[pair]


without_label = as_joint(pmf_table(u_size * v_size, mixed), U=u_size, V=v_size)

paper.claim(
    "label-forgotten",
    forall=[main_law, other_law, mixing],
    then=equals(H(labelled_law, "U|V"), H(without_label, "U|V")),
)

middle, input_symbol, output_symbol = Pmf("Q", m), Symbol("x", n), Symbol("y", m)
level_rows = every(input_symbol, equals(KL(W[input_symbol], middle), r))

paper.claim(
    "equidistant-rows",
    forall=[W, middle, r],
    given=[level_rows],
    then={
        "bound": capacity(W) <= r,
        "reached": {
            "forall": [P, W, middle, r],
            "given": [
                level_rows,
                every(output_symbol, equals(output(P, W)[output_symbol], middle[output_symbol])),
            ],
            "then": equals(information(P, W), r),
        },
    },
    note="If all rows are equally far from a law, and an input has it as its output, that is best.",
)

other_size, other_outputs = Size("N"), Size("L")
other_law = Pmf("R", other_size)
other_channel = Channel("V", other_size, other_outputs)

paper.claim(
    "independent-parts",
    forall=[P, W, other_law, other_channel],
    then=equals(
        information(
            pmf_table(
                n * other_size,
                lambda x: P[quotient(x, other_size)] * other_law[remainder(x, other_size)],
            ),
            channel_table(
                n * other_size,
                m * other_outputs,
                lambda x, s: W[quotient(x, other_size)][quotient(s, other_outputs)]
                * other_channel[remainder(x, other_size)][remainder(s, other_outputs)],
            ),
        ),
        information(P, W) + information(other_law, other_channel),
    ),
    note="Two channels with inputs and outputs of their own, used independently.",
)
