"""Appendix B.1 and B.2: the steps of the proofs of Theorems 4.2 and 4.5, at one outcome y."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    alphabet,
    cases,
    entries,
    entry_channel,
    entry_given,
    entry_of,
    equals,
    every,
    exp,
    instances,
    largest,
    negation,
    output,
    smallest,
    total,
)
from verified.papers.saeidian_2025.common import eps, paper, y
from verified.papers.saeidian_2025.databases import D, M, conditional, d, i, possible, prior
from verified.syntax.formulas import Formula

v, w = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
channel, given = entry_channel(M, d, i), entry_given(prior, d, i)
mean = output(given, channel)[y]

# The entry's values, k of them, and a law near one of them: (B.1c), the laws p* and (B.3).
k, small = Size("k"), Real("s", "(0,1)")
two_k = Size("k", low=2)


def near(at: Term, centre: Term, size: Term) -> Term:
    """p*: 1 − ε at one value, and ε/(k − 1) at each of the others."""
    return cases(equals(at, centre), 1 - small, small / (size - 1))


def _is_law(size: Any) -> dict[str, Any]:
    centre, value = Symbol("w", size), Symbol("v", size)
    return {
        "forall": [size, centre, small],
        "then": equals(total(value, near(value, centre, size)), 1),
        "note": "That p* is a law.",
    }


centre_value, _value, _other = (Symbol(name, two_k) for name in ("w", "v", "v'"))
likelihoods = Reals("p", two_k, "[0,1]")
limit = {
    "forall": [two_k, centre_value, small, likelihoods],
    "given": [every(_other, likelihoods[centre_value] <= likelihoods[_other])],
    "then": total(_value, likelihoods[_value] * near(_value, centre_value, two_k))
    <= likelihoods[centre_value] + small,
    "note": "The mean under p*, of two symbols at least, tends to the least likelihood as ε → 0.",
}
_bound = {
    "forall": [prior, M, i, d, y],
    "given": [possible(prior)],
    "then": exp(conditional(prior)) * smallest(w, channel[w, y]) <= largest(v, channel[v, y]),
    "note": "(B.1c), the quotient by the least likelihood multiplied out.",
}
# (B.2b), over what the other entries may be: a law, and the likelihoods with d_i and with d_i'.
settings = Size("h")
setting = Symbol("j", settings)
weights = Pmf("q", settings)
one_way, other_way = Reals("a", settings, ">=0"), Reals("b", settings, ">=0")
ratio_bound = Real("r", ">=0")
mediant = {
    "forall": [weights, one_way, other_way, ratio_bound],
    "given": [every(setting, one_way[setting] <= ratio_bound * other_way[setting])],
    "then": total(setting, weights[setting] * one_way[setting])
    <= ratio_bound * total(setting, weights[setting] * other_way[setting]),
    "note": "(B.2b), the quotient multiplied out: what bounds the ratios bounds that of the means.",
}
# (B.3): the probability of the l other entries, j of which aren't as in d*.
off, all_others = Size("j"), Size("l")
share_off = small / (two_k - 1)
far = {
    "forall": [two_k, small, off, all_others],
    "given": [off <= 1 * all_others, two_k * small <= two_k - 1],
    "then": share_off**off * (1 - small) ** (all_others - off)
    <= share_off * (1 - small) ** (all_others - 1),
    "note": "“q*(d_−i) ≤ ε/(|D| − 1) (1 − ε)^(n−2) for all d_−i ≠ d*_−i”, l being n − 1, for the "
    "small ε that the proof takes: with ε/(|D| − 1) above 1 − ε it would be false.",
}
_ratio = equals(exp(conditional(prior)), largest(v, channel[v, y]) / mean)

# (B.2a) and (B.5a): Theorem 2.8 at one outcome, for the likelihoods of k values of an entry.
belief, own_value = Pmf("q", k), Symbol("v", k)
likelihood = Reals("p", k, "[0,1]")
_first, _second = Symbol("a", k), Symbol("b", k)
any_ratio = {
    "forall": [belief, likelihood, own_value, ratio_bound],
    "given": [every(_first, every(
        _second, likelihood[_first] <= ratio_bound * likelihood[_second]))],
    "then": likelihood[own_value]
    <= ratio_bound * total(_first, belief[_first] * likelihood[_first]),
    "note": "The one half: whatever the law of the entry, what bounds the ratios of likelihoods "
    "bounds max p(y | d_i)/p(y).",
}
_given_value = Symbol("u", two_k)
near_mean = total(_value, likelihoods[_value] * near(_value, centre_value, two_k))
near_seen = Real("t", ">0")
ratio_approached = {
    "forall": [two_k, _given_value, centre_value, small, likelihoods, near_seen],
    "given": [
        every(_other, likelihoods[centre_value] <= likelihoods[_other]),
        equals(near_seen, near_mean),
    ],
    "then": likelihoods[_given_value] / (likelihoods[centre_value] + small)
    <= likelihoods[_given_value] / near_seen,
    "note": "The other half: under p*, p(y | d_i)/p(y) comes as near as one likes to the ratio to "
    "the least likelihood.",
}
# The limit after (B.3): a law with nearly all of its probability at one setting.
favoured, nearly = Symbol("d", settings), Real("s", "[0,1]")
small_way = Reals("b", settings, "[0,1]")
ratio_reached = {
    "forall": [weights, favoured, one_way, small_way, nearly],
    "given": [weights[favoured] >= 1 - nearly],
    "then": (1 - nearly) * one_way[favoured]
    * total(setting, weights[setting] * small_way[setting])
    <= (small_way[favoured] + nearly)
    * total(setting, weights[setting] * one_way[setting]),
    "note": "(B.2b) with equality, as ε → 0: the quotient of the means is at least (1 − s) a/(b + "
    "s), divisors multiplied out, where q* has at least 1 − s at the setting d* with likelihoods "
    "a and b.",
}
paper.claim(
    "theorem-4.2-steps",
    at="Appendix B.1",
    scope="finite alphabets",
    then={
        "ratio": {
            "forall": [prior, M, i, d, y], "given": [possible(prior)], "then": _ratio,
            "note": "(B.1a) and (B.1b).",
        },
        "bound": _bound,
        "law": _is_law(k),
        "limit": limit,
        "eq-b2a-bound": any_ratio,
        "eq-b2a-approached": ratio_approached,
        "eq-b2b": mediant,
        "eq-b2b-reached": ratio_reached,
        "eq-b3": far,
    },
    note=(
        "An outcome that no value of the entry gives leaks nothing (footnote 5), but the quotient "
        "in (B.1a) is 0/0 there. With one symbol p* has nothing to give ε to. Slips of the print "
        "that mislead nobody are read as meant: d_i for the d_i' of the last two numerators of "
        "(B.1c), and d_i' for the second d_i where d*_−i is chosen."
    ),
)
paper.claim(
    "theorem-4.2-steps-repaired",
    at="Appendix B.1, possible outcomes and two symbols at least",
    scope="finite alphabets",
    then={
        "ratio": {
            "forall": [prior, M, i, d, y], "given": [possible(prior), mean > 0], "then": _ratio,
        },
        "bound": _bound,
        "law": _is_law(two_k),
        "limit": limit,
    },
)

x, z = Symbol("x", instances(D)), Symbol("x'", instances(D))


def within(entry: Term) -> Formula:
    """The likelihoods at two databases that differ in an entry are within e^ε."""
    apart = negation(equals(entry_of(D, x, entry), entry_of(D, z, entry)))
    return every(x, every(z, M[x][y] <= exp(eps) * M[z][y], where=apart))


j = Symbol("j", entries(D))
one_alphabet = every(j, equals(alphabet(D, j), alphabet(D, i)))
_all_within = every(x, every(z, M[x][y] <= exp(eps) * M[z][y]))
_beyond_all = {
    "forall": [M, i, y, eps],
    "given": [one_alphabet, alphabet(D, i) >= 2, within(i)],
    "then": _all_within,
    "note": (
        "“Fix an arbitrary i.” The supremum of ℓ(D_i → y) over priors is reached with two values "
        "of the entry i, each with others of its own; (B.6a) takes the maximum over all d_i, d_i', "
        "d_−i, d_−i', where d_i may be d_i'. So what bounds the ratios of databases that "
        "differ in the entry i would bound all ratios. The entries have one alphabet, of two "
        "symbols at least."
    ),
}
# The law Q* of the whole database, of n entries, and what is seen under it.
size, off_all = Size("n"), Size("j")
off_centre = {
    "forall": [two_k, small, off_all, size],
    "given": [off_all <= 1 * size, two_k * small <= two_k - 1],
    "then": share_off**off_all * (1 - small) ** (size - off_all)
    <= share_off * (1 - small) ** (size - 1),
    "note": "“q*(x) ≤ ε/(|D| − 1) (1 − ε)^(n−1) for all x ≠ x*”, j entries of which aren't as in "
    "x*, for the small ε that the proof takes.",
}
mass_at, mass_off = Real("c", "[0,1]"), Real("e", ">=0")
seen_mean = {
    "forall": [weights, favoured, one_way, mass_at, mass_off],
    "given": [equals(weights[favoured], mass_at), every(
        setting, weights[setting] <= mass_off, where=negation(equals(setting, favoured)))],
    "then": total(setting, weights[setting] * one_way[setting])
    <= mass_at * one_way[favoured] + mass_off * total(
        setting, cases(equals(setting, favoured), 0, 1) * one_way[setting]),
    "note": "The denominators of the display that follows.",
}
# The kernel P* of D_−i given D_i: (B.3) again, over all settings of the other entries at once.
most_likely = {
    "forall": [two_k, centre_value, small, likelihoods],
    "then": (1 - small) * likelihoods[centre_value] <= near_mean,
    "note": "Given d_i: the mean under p* at a most likely setting tends to its likelihood.",
}
paper.claim(
    "theorem-4.5-steps",
    at="Appendix B.2",
    scope="finite alphabets",
    then={
        "off-centre": off_centre,
        "mean": seen_mean,
        "eq-b5a-bound": any_ratio,
        "eq-b5a-approached": ratio_approached,
        "kernel": {
            **_is_law(k),
            "note": "That p*, with 1 − ε at one of the k = |D|^(n−1) settings of the other entries "
            "and ε/(k − 1) at each of the rest, is a law. With one entry, n = 1, k is 1.",
        },
        "kernel-most": most_likely,
        "kernel-least": {
            **limit,
            "note": "Given d_i': the mean under p* at a least likely setting tends to its "
            "likelihood. The kernel has one row for each value, so that d_i isn't d_i'.",
        },
        "eq-b6a": _beyond_all,
    },
    note="Where the displays have p_{Y|X=x}(x), p_{Y|X=x}(y) is read.",
)
paper.claim(
    "theorem-4.5-steps-repaired",
    at="Appendix B.2, (B.6a), for all entries; p* where there are two settings",
    scope="finite alphabets",
    then={
        "kernel": _is_law(two_k),
        "eq-b6a": {
            "forall": [M, y, eps], "given": [every(i, within(i))], "then": _all_within,
            "note": "The theorem takes the maximum over i, which is enough.",
        },
    },
)

__all__: list[str] = []
