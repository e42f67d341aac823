"""Example 3.11: a counting question that is answered without noise."""

from __future__ import annotations

from verified.language import (
    Channel,
    Formula,
    Real,
    Size,
    Symbol,
    Term,
    absolute,
    both,
    cases,
    channel_table,
    equals,
    every,
    exp,
    log,
    min_entropy,
    negation,
    output,
    pmf_table,
    quotient,
    rational,
    remainder,
    total,
)
from verified.papers.lemmas.bits import ones
from verified.papers.saeidian_2025.common import (
    P,
    W,
    discloses,
    full,
    leakage,
    m,
    n,
    paper,
    remaining,
    y,
)
from verified.papers.saeidian_2025.figures import leak_bound, rows
from verified.papers.saeidian_2025.figures import share as share_apart
from verified.syntax.terms import number

# n people as a sequence of bits, the symbol x < 2^n; 1 stands for female.
people, limit = Size("n"), Size("m", low=0)
chance = Real("p", "[3/10,7/10]")
person = Symbol("j", people)


def _women(word: Term) -> Term:
    return ones(word, people)


database = pmf_table(
    2**people, lambda a: chance ** _women(a) * (1 - chance) ** (people - _women(a))
)
answer = channel_table(2**people, 2, lambda a, v: cases(
    _women(a) >= limit + 1, cases(equals(v, 1), 1, 0), cases(equals(v, 0), 1, 0)
))
gender = channel_table(2**people, 2, lambda a, v: cases(
    equals(remainder(quotient(a, 2**person), 2), v), 1, 0
))
smallest_entropy = -log(rational(7, 10))
printed = rational(36, 100)
own = Channel("S", n, 2)

# The same, told by who gets the answer 0: a count is at most m where it isn't m + 1 or more.
by_negative = channel_table(2**people, 2, lambda a, v: cases(
    _women(a) <= 1 * limit, cases(equals(v, 0), 1, 0), cases(equals(v, 1), 1, 0)
))


def _rare(level: Term, law: Term) -> Term:
    """exp(−n D_KL(q‖r)), D_KL as the text writes it out."""
    divergence = level * log(level / law) + (1 - level) * log((1 - level) / (1 - law))
    found: Term = exp(-people * divergence)
    return found


yes, no = leakage(database, by_negative, number(1)), leakage(database, answer, number(0))


def at_most(count: Term) -> Term:
    """The probability that a database has so many females at most."""
    word = Symbol("x", 2**people)
    women = _women(word)
    return total(
        word, chance**women * (1 - chance) ** (people - women), where=women <= 1 * count)


def _likely(law: Term, attribute: Term) -> list[Formula]:
    """Both values of an attribute have a probability between 0.3 and 0.7."""
    chance_of = output(law, attribute)[1]
    return [chance_of >= rational(3, 10), chance_of <= rational(7, 10)]


# What an entry is besides a gender changes no leakage here, as no answer depends on it; the text's
# entries are any, all the same.
GENDERS = "entries that are the gender alone"
few, many = _rare(limit / people, chance), _rare(1 - (limit + 1) / people, 1 - chance)

paper.claim(
    "example-3.11",
    at="Example 3.11",
    then={
        "yes-tail": {
            "scope": GENDERS,
            "forall": [people, limit, chance],
            "given": [limit <= chance * people, limit >= 1, few < 1],
            "then": yes <= -log(1 - few),
            "note": "D_KL is defined for parameters in (0, 1), so m ≥ 1. At m/n = p it is 0, and "
            "the bound is ∞.",
        },
        "yes-leak": {
            "scope": GENDERS,
            "forall": [people, limit, chance],
            "given": [limit <= chance * people],
            "then": equals(yes, -log(1 - at_most(limit))),
            "note": "The equalities before the bound: log of one over the probability that more "
            "than m are female. The sum over k of the text is one over databases here.",
        },
        "no-tail": {
            "scope": GENDERS,
            "forall": [people, limit, chance],
            "given": [limit + 1 >= chance * people, limit + 1 < 1 * people, many < 1],
            "then": no <= -log(1 - many),
            "reading": "below-n",
            "readings": {"literal": {
                "given": [limit + 1 >= chance * people],
                "note": "For m ≥ n, 1 − (m + 1)/n is below 0, and D_KL has no value.",
            }},
            "note": "At (m + 1)/n = p the divergence is 0, and the bound is ∞.",
        },
        "small": {
            "forall": [rows, share_apart, chance],
            "then": both(
                leak_bound(rows, share_apart, chance) <= log(rational(10, 7)) / 1000,
                leak_bound(rows, share_apart, 1 - chance) <= log(rational(10, 7)) / 1000,
            ),
            "note": "“Which is very small when n is large and m is close to n”: for all p in "
            "[0.3, 0.7], n from 200 on and t = 1 − (m + 1)/n up to 1/10, a thousandth of the least "
            "entropy; and the same of the bound for y = 1 with t = m/n.",
        },
        "entropy": {
            "forall": [P, own],
            "given": [full(P), *_likely(P, own)],
            "then": both(
                min_entropy(output(P, own)) >= smallest_entropy,
                absolute(smallest_entropy - printed) <= rational(5, 1000),
            ),
            "reading": "rounded",
            "readings": {"literal": {
                "then": min_entropy(output(P, own)) >= printed,
                "note": "0.36 as a threshold: −ln 0.7 = 0.35667… is rounded up.",
            }},
            "note": "The least entropy is −ln 0.7, printed as 0.36.",
        },
        "entropy-least": {
            "forall": [P, own],
            "given": [equals(output(P, own)[1], rational(7, 10))],
            "then": min_entropy(output(P, own)) <= smallest_entropy,
            "note": "That it is a minimum: with `entropy`, it is reached where p is 0.7.",
        },
        "safe": {
            "scope": "finite alphabets",
            "forall": [P, W, y, own],
            "given": [
                full(P), output(P, own)[1] >= rational(3, 10),
                output(P, own)[1] <= rational(7, 10), leakage(P, W, y) < smallest_entropy,
            ],
            "then": remaining(P, W, y, own) > 0,
            "reading": "this-answer",
            "readings": {
                "definition-3.3": {
                    "forall": [people, limit, chance, person],
                    "given": [
                        limit <= chance * people,
                        leakage(database, answer, number(1)) < smallest_entropy,
                    ],
                    "then": negation(discloses(database, answer, gender)),
                    "note": "“The gender of no individual will be disclosed”, in the sense of "
                    "Definition 3.3, “as long as ℓ(X → 1) < …”: but the other answer tells, too.",
                },
            },
            "note": "Of any answer of any mechanism, and any attribute of two values: the answer "
            "that leaks less than −ln 0.7 doesn't disclose it.",
        },
    },
)

outcome, response = Symbol("v", 2), Symbol("v", m)

paper.claim(
    "example-3.11-repaired",
    at="Example 3.11",
    then={
        "safe": {
            "scope": GENDERS,
            "forall": [people, limit, chance, person],
            "given": [
                limit <= chance * people, *_likely(database, gender),
                every(outcome, leakage(database, answer, outcome) < smallest_entropy),
            ],
            "then": negation(discloses(database, answer, gender)),
            "note": "Of what each gender's law is, all that counts is written as a hypothesis; it "
            "is met, as one is female with the probability p.",
        },
        "any-mechanism": {
            "scope": "finite alphabets",
            "forall": [P, W, own],
            "given": [
                full(P), *_likely(P, own),
                every(response, leakage(P, W, response) < smallest_entropy),
            ],
            "then": negation(discloses(P, W, own)),
            "note": "For any mechanism and any attribute of two values.",
        },
    },
    note=(
        "Where every answer leaks less than −ln 0.7, the negative one too, no one's gender is "
        "disclosed in the sense of Definition 3.3."
    ),
)
