"""Section IV-B: what the mechanisms are "by virtue of Theorem 1", and where Theorem 1 leaves its
ground: secrets that have a density.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Close,
    Real,
    Size,
    Symbol,
    binary_entropy,
    cases,
    channel_table,
    equals,
    exp,
    gaussian,
    information,
    laplace,
    log,
    pmf_table,
    sqrt,
)
from verified.papers.nuradha_goldfeld_2022.common import eps, other_eps, paper

# The data are one bit, the secret: f(X) is 0 or t, and there is no public information. The class is
# one law, with the probability q of the second value.
chance, value = Real("q", "(0,1)"), Real("t", ">=0")
variance, scale = Real("s2", ">0", latex=r"\sigma^2"), Real("b", ">0")
level = sqrt(2 * eps)
spread = chance * (1 - chance) * value**2
quiet, loud = gaussian(0, variance), gaussian(value, variance)
near, far = laplace(0, scale), laplace(value, scale)

paper.claim(
    "section-4b-mechanisms",
    at="Section IV-B",
    then={
        "gaussian": {
            "forall": [chance, value, variance, eps, other_eps],
            "given": [spread / (exp(2 * eps) - 1) <= variance],
            "then": Close(quiet, loud, other_eps, level),
            "note": "Gaussian noise of the level of Theorem 3.",
        },
        "laplace": {
            "forall": [chance, value, scale, eps, other_eps],
            "given": [sqrt(spread) / (exp(eps) - 1) <= scale],
            "then": Close(near, far, other_eps, level),
            "note": "Laplace noise of the level of Remark 6.",
        },
    },
    note=(
        "“By virtue of Theorem 1, any of the following mechanisms is also (ε',√(2ε))-PP”, for the "
        "simplest framework: the data are one bit, which is the secret, and the class has one law, "
        "which gives it the probability q. The noise that suffices for ε-MI PP is small where the "
        "second value is rare, and (ε',δ)-PP doesn't ask how rare it is. That implication of "
        "Theorem 1 fails for such a class (`theorem-1-ii`)."
    ),
)
paper.claim(
    "section-4b-mechanisms-repaired",
    at="Section IV-B",
    scope="data of one bit",
    then={
        "gaussian": {
            "forall": [value, variance, eps, other_eps],
            "given": [value**2 / 4 / (exp(2 * eps) - 1) <= variance],
            "then": Close(quiet, loud, other_eps, level),
        },
        "laplace": {
            "forall": [value, scale, eps, other_eps],
            "given": [value / 2 / (exp(eps) - 1) <= scale],
            "then": Close(near, far, other_eps, level),
        },
    },
    note=(
        "With the class of all laws of the bit, under which the variance is at most t²/4."
    ),
)

# --- secrets that have a density ------------------------------------------------------------------

parts = Size("N")
small_eps = Real("eps", "(0,2/25]", latex=r"\epsilon")
distance = 1 - 2 / (exp(small_eps) + 1)
limit = 2 * binary_entropy(distance) + 2 * distance * log(2)
uniform = pmf_table(parts, lambda _: 1 / parts)
copied = channel_table(parts, parts, lambda x, y: cases(equals(x, y), 1, 0))
eta = Real("eta", ">0", latex=r"\eta")
number_of = Symbol("x", parts)


def _told() -> dict[str, Any]:
    return {
        "forall": [parts],
        "then": equals(information(uniform, copied), log(parts)),
        "note": (
            "First implication: the secret G is uniform on [0,1] and M tells on which of N equal "
            "parts it lies. Every value of G is a null event, so (ε,0)-PP asks nothing of M for "
            "any ε; but the information is ln N, and infinite for M = G."
        ),
    }


paper.claim(
    "theorem-1-null-secrets",
    at="Theorem 1, on any data space",
    then={
        "information": _told(),
        "level": {
            "forall": [small_eps],
            "then": limit < log(2),
            "note": (
                "Third implication: G is a fair bit, W is uniform on [0,1] and independent of it, "
                "M = G. Every event {G = a, W = c} is null, so M is (ε,0)-PP for every ε, while "
                "I(G;M|W) is ln 2 (`information`, N = 2). But the ε* that is printed, with δ = 0 "
                "and |supp(M(X))| = 2, is below ln 2 for ε up to 0.08."
            ),
        },
        "null": {
            "forall": [parts, eta, number_of],
            "given": [parts >= 1 / eta],
            "then": uniform[number_of] <= eta,
            "note": "A uniform value: parts of a probability as small as one likes.",
        },
    },
    note=(
        "The theorem speaks of any data space, and Definition 1 asks only of secrets of positive "
        "probability. Where the secret or the public value has a density, all secrets are null "
        "events: every mechanism is (ε,0)-PP, and the first and the third implication of Theorem 1 "
        "fail, as does the step from total variation. Such frameworks aren't in the language; what "
        "can be written is the evidence here, found by a person and not by the search. "
        "`theorem-1-i`, `theorem-1-iii` and `theorem-1-steps` are stated, and proved, for finite "
        "data."
    ),
    scope="the parts of the counterexamples that are finite",
)

__all__: list[str] = []
