"""Lemmas on sequences of bits: how many are 1, and the binomial formula over them."""

from __future__ import annotations

from verified.language import (
    Real,
    Size,
    Symbol,
    Term,
    equals,
    exp,
    log,
    quotient,
    remainder,
    some,
    total,
)
from verified.papers.lemmas.common import paper

digits, word = Size("k", low=0), Size("u", low=0)
last_bit = Symbol("v", 2)
first_base, second_base = Real("z", ">0"), Real("w", ">0")
bit_chance, small_share = Real("p", "(0,1)"), Real("s", "(0,1]")


def ones(number_of: Term, count: Term) -> Term:
    """How many of the last `count` bits of a number are 1."""
    bit = Symbol("i", count)
    return total(bit, remainder(quotient(number_of, 2**bit), 2))


sequences = Size("k")
sequence = Symbol("x", 2**sequences)

count = Symbol("s", digits + 1)
any_word, ones_bound = Symbol("x", 2**digits), Real("m")

paper.claim(
    "bits",
    forall=[word, last_bit, digits],
    then={
        "shifted": equals(
            ones(word * 2 + last_bit, digits + 1), last_bit + ones(word, digits)
        ),
        "binomial": {
            "forall": [sequences, first_base, second_base],
            "then": equals(
                total(
                    sequence,
                    first_base ** ones(sequence, sequences)
                    * second_base ** (sequences - ones(sequence, sequences)),
                ),
                (first_base + second_base) ** sequences,
            ),
            "note": "The binomial formula, over sequences of bits.",
        },
        "all-ones": {
            "forall": [sequences, bit_chance, small_share],
            "then": total(
                sequence,
                bit_chance ** ones(sequence, sequences)
                * (1 - bit_chance) ** (sequences - ones(sequence, sequences)),
                where=ones(sequence, sequences) >= 1 * sequences,
            )
            <= exp(
                sequences * log(bit_chance)
                + sequences * (1 - bit_chance) / bit_chance * small_share
            ),
            "note": "As the share falls to 0, p^k.",
        },
        "full": {
            "forall": [digits],
            "then": some(any_word, equals(ones(any_word, digits), digits)),
            "note": "Some sequence has nothing but ones.",
        },
        "count": {
            "forall": [word, digits],
            "then": some(count, equals(ones(word, digits), count)),
            "note": "How many are 1 is a whole number.",
        },
        "mirrored": {
            "forall": [digits, ones_bound],
            "then": equals(
                total(any_word, 1, where=ones(any_word, digits) <= ones_bound),
                total(any_word, 1, where=digits - ones_bound <= ones(any_word, digits)),
            ),
            "note": "As many sequences have m ones at most as have m zeros at most.",
        },
    },
)
