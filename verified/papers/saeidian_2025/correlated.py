"""Theorem 4.3: what a differentially private mechanism can leak of one of many correlated entries.

The theorem is one of existence. `first` and `last` are two databases that differ in every entry.
The prior gives each of them nearly half of the probability, and the rest to all databases evenly,
so that each is possible. The mechanism answers 1 with probability ½ at `last`, and by a factor
e^(−ε) more rarely with every entry that is different. That factor is the variable `factor`: each
number between 0 and 1 is e^(−ε) of one ε > 0, and where it is rational so is the mechanism, so that
instances can be decided.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    DP,
    Channel,
    Mechanism,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    alphabet,
    cases,
    channel_table,
    either,
    entries,
    entry_of,
    equals,
    every,
    exp,
    flat_mechanism,
    hamming,
    instances,
    log,
    output,
    pmf_table,
    smallest,
    with_entry,
)
from verified.papers.saeidian_2025.common import attribute_leakage, full, paper
from verified.papers.saeidian_2025.databases import D, i
from verified.syntax.terms import number

eps, delta = Real("eps", ">0", latex=r"\epsilon"), Real("delta", ">0", latex=r"\delta")
spread = Real("eta", "[0,1)", latex=r"\eta")
factor = Real("r", "(0,1)")
first, last = Symbol("x0", instances(D)), Symbol("x1", instances(D))
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
answer = number(1)

# The entry as an attribute of the database.
entry = channel_table(
    instances(D), alphabet(D, i), lambda a, v: cases(equals(entry_of(D, a, i), v), 1, 0)
)


def rare(database: Term) -> Term:
    """The probability of the answer 1: half of e^(−ε) for every entry that isn't as in x₁."""
    found: Term = factor ** hamming(D, database, last) / 2
    return found


mechanism = channel_table(
    instances(D), 2, lambda a, y: cases(equals(y, 1), rare(a), 1 - rare(a))
)
weight = (1 - spread) / 2
prior = pmf_table(instances(D), lambda a: weight * cases(equals(a, first), 1, 0)
                  + weight * cases(equals(a, last), 1, 0) + spread / instances(D))


def epsilon_max(law: Term) -> Term:
    """ε_max(D_i): the log of one over the least probability of a value of the entry."""
    value = Symbol("v", alphabet(D, i))
    found: Term = -log(smallest(value, output(law, entry)[value]))
    return found


y, value = Symbol("z", 2), Symbol("w", alphabet(D, i))
opposite = equals(hamming(D, first, last), entries(D))
two_values = every(value, either(
    equals(value, entry_of(D, first, i)), equals(value, entry_of(D, last, i))))
ratio = (1 + spread) / (1 - spread)
mixed = [with_entry(D, here, i, entry_of(D, there, i))
         for here, there in ((first, last), (last, first))]
n = Size("n")
law, m = Pmf("P", instances(D)), Size("m")
any_mechanism, outcome = Channel("M", instances(D), m), Symbol("z", m)
rarest = Symbol("r", alphabet(D, i))


def _mass(at: Any) -> Term:
    found: Term = prior[at]
    return found


paper.claim(
    "theorem-4.3",
    at="Theorem 4.3",
    scope="finite alphabets",
    then={
        "private": {
            "forall": [D, last, factor],
            "then": every(one, every(two, every(
                y, mechanism[one, y] <= mechanism[two, y] / factor
            ), where=hamming(D, one, two) <= 1)),
            "note": "The mechanism is ε-DP, by Definition 4.1, at each of its two outcomes; r is "
            "e^(−ε).",
        },
        "correlated": {
            "forall": [D, first, last, i, spread],
            "given": [opposite, entries(D) >= 2],
            "then": _mass(mixed[0]) * _mass(mixed[1]) < _mass(first) * _mass(last),
            "note": "Were the entries independent, exchanging one of them between two databases "
            "would leave the product of their probabilities as it was.",
        },
        "leaks": {
            "forall": [D, first, last, i, factor, delta, spread],
            "given": [opposite, two_values, ratio * (ratio + factor ** entries(D)) < exp(delta)],
            "then": epsilon_max(prior) - delta < attribute_leakage(prior, mechanism, answer, entry),
            "note": "As η falls to 0 and the number of entries grows, the left side of the last "
            "condition falls to 1, so that it is met (`leaks-met`) by η > 0, with "
            "which every database is possible. With η = 0 the two alone are.",
        },
        "leaks-met": {
            "forall": [n, factor, delta, spread],
            "given": [
                3 * spread <= 1, 16 * spread <= exp(delta) - 1, 5 * factor**n <= exp(delta) - 1,
            ],
            "then": ratio * (ratio + factor**n) < exp(delta),
            "note": "Which η and n are enough, for every δ > 0 and ε > 0.",
        },
        "leaks-entries": {
            "forall": [n, factor, delta],
            "given": [log(5) - log(exp(delta) - 1) <= n * -log(factor)],
            "then": 5 * factor**n <= exp(delta) - 1,
            "note": "There are such n: all from log(5/(e^δ − 1))/ε on.",
        },
        "largest": {
            "forall": [D, i, law, any_mechanism, outcome],
            "given": [full(law)],
            "then": attribute_leakage(law, any_mechanism, outcome, entry) <= epsilon_max(law),
            "note": "“The largest amount of information that any mechanism can leak about D_i.”",
        },
        "largest-reached": {
            "forall": [D, i, law, rarest],
            "given": [full(law), every(value, output(law, entry)[rarest]
                                       <= output(law, entry)[value])],
            "then": equals(attribute_leakage(law, entry, rarest, entry), epsilon_max(law)),
            "note": "Reached by the mechanism that releases the entry, where it has its rarest "
            "value.",
        },
    },
    note="“There exist a correlated database, an entry, a mechanism and an outcome”: these, for "
    "every δ and every ε, which is −ln r. Any number of entries, of any alphabets; the entry in "
    "question has two values.",
)

# --- sharp ----------------------------------------------------------------------------------------

private_mechanism = Mechanism("M", D, m)
least_mass = smallest(value, output(law, entry)[value])


def most_leaked(least: Term, rarer: Term) -> Term:
    """−ln(q + (1 − q) e^(−nε)), for the least probability q of a value of the entry."""
    found: Term = -log(least + (1 - least) * rarer)
    return found


share = Real("q", "(0,1)")
pair = pmf_table(instances(D), lambda a: (1 - share) * cases(equals(a, first), 1, 0)
                 + share * cases(equals(a, last), 1, 0))
part, apart = Real("q", "(0,1]"), Real("s", ">=0")

paper.claim(
    "theorem-4.3-sharp",
    at="Theorem 4.3",
    scope="finite alphabets",
    then={
        "bound": {
            "forall": [private_mechanism, law, i, outcome, eps],
            "given": [DP(private_mechanism, eps)],
            "then": attribute_leakage(law, flat_mechanism(private_mechanism), outcome, entry)
            <= most_leaked(least_mass, exp(-(eps * entries(D)))),
            "note": "Whatever the mechanism and however the n entries are correlated.",
        },
        "attained": {
            "forall": [D, first, last, i, factor, share],
            "given": [opposite],
            "then": equals(attribute_leakage(pair, mechanism, answer, entry),
                           most_leaked(share, factor ** entries(D))),
            "note": "By the mechanism of the theorem, where two databases that differ in every "
            "entry are the only possible ones, the one that the outcome tells with the probability "
            "q; r is e^(−ε). For q ≤ ½ that is the least probability of a value that the entry "
            "can have, and the bound is attained where it has two.",
        },
        "below-largest": {
            "forall": [part, apart],
            "then": -log(part + (1 - part) * exp(-apart)) <= -log(part),
            "note": "Never above ε_max(D_i).",
        },
        "below-level": {
            "forall": [part, apart],
            "then": -log(part + (1 - part) * exp(-apart)) <= apart,
            "note": "Nor above nε, so that with few entries an ε-DP mechanism tells little: at "
            "q = ½, n = 10 and ε = 1/10 it is 0.38, where ε_max is 0.69 and nε is 1.",
        },
    },
    note="How much an ε-DP mechanism can leak of one of n correlated entries: the theorem says "
    "that it is as near to ε_max(D_i) as one likes, for some database, of any size.",
)

__all__: list[str] = []
