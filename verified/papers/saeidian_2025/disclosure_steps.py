"""Appendices A.2 and A.3: the steps of the proofs of Theorem 3.5 and of Proposition 3.6, at one
outcome y. P_U is `believed`, P_{U|Y=y} `known`, and the attribute W of A.3 `kept`."""

from __future__ import annotations

from verified.language import (
    Real,
    Symbol,
    Term,
    both,
    equals,
    every,
    exp,
    largest,
    log,
    min_entropy,
    negation,
    output,
    smallest,
    some,
    total,
)
from verified.papers.lemmas.posteriors import among, shift, shifted_value
from verified.papers.saeidian_2025.common import (
    P,
    U,
    W,
    attribute_leakage,
    attribute_posterior,
    eps,
    full,
    k,
    leakage,
    m,
    paper,
    remaining,
    u,
    y,
)

believed, known = output(P, U), attribute_posterior(P, W, y, U)
told = attribute_leakage(P, W, y, U)
v, z = Symbol("v", k), Symbol("z", m)
entropy, left = min_entropy(believed), remaining(P, W, y, U)

# --- A.2 ------------------------------------------------------------------------------------------

ratio = among(believed, lambda value: known[value] / believed[value])
most_told = among(believed, lambda value: known[value])
most_known = among(known, lambda value: known[value])
apart = log(most_told) + log(1 / among(believed, lambda value: believed[value]))
most_leaked = Real("r")

paper.claim(
    "theorem-3.5-steps",
    at="Appendix A.2",
    scope="finite alphabets",
    forall=[P, W, U, y],
    given=[full(P)],
    then={
        "ratio": {
            "then": equals(told, log(ratio)),
            "note": "The largest ratio is over the u of positive probability.",
        },
        "apart": apart <= log(ratio),
        "supports": {
            "forall": [P, W, U, y, u], "given": [full(P), known[u] > 0], "then": believed[u] > 0,
        },
        "eq-a1a": log(most_known) + entropy <= apart,
        "entropies": equals(log(most_known) + entropy, entropy - left),
        "eq-a3": {
            "forall": [P, W, U, most_leaked, eps],
            "given": [
                full(P), every(z, leakage(P, W, z) <= most_leaked), most_leaked <= eps,
                entropy > eps,
            ],
            "then": both(
                entropy - most_leaked <= smallest(z, remaining(P, W, z, U)),
                entropy - most_leaked > 0,
            ),
            "note": "The supremum over outcomes of (A.3) is the least r that bounds the leakages.",
        },
    },
    note="(A.2) is `theorem-3.5-quantitative`, which also has (A.3) outcome by outcome.",
)

# --- A.3 ------------------------------------------------------------------------------------------

# An outcome that tables don't bind.
t = Symbol("t", m)
here = attribute_posterior(P, W, t, U)
sharp, share = Real("eps", ">0", latex=r"\varepsilon"), Real("lambda", "(0,1)", latex=r"\lambda")
shown, w = Symbol("b", k), Symbol("w", k)


def shifted(value: Term, new: Term) -> Term:
    """p_{W|U=value}(new): b stays, and every other value becomes b with probability λ."""
    return shifted_value(value, new, shown, share)


to_shown = shift(k, shown, share)
kept, kept_known = output(believed, to_shown), output(here, to_shown)
likeliest = largest(v, believed[v])
sure = here[shown] > exp(-sharp)

paper.claim(
    "proposition-3.6-steps",
    at="Appendix A.3",
    scope="finite alphabets",
    then={
        "value": {
            "forall": [P, W, U, t, sharp], "given": [remaining(P, W, t, U) < sharp],
            "then": some(u, here[u] > exp(-sharp)),
        },
        "law": {
            "forall": [k, v, shown, share], "then": equals(total(w, shifted(v, w)), 1),
            "note": "That p_{W|U=i} is a law, for i = 1 and every other i.",
        },
        "shown": {
            "forall": [P, U, shown, share],
            "then": equals(kept[shown], share + (1 - share) * believed[shown]),
        },
        "others": {
            "forall": [P, U, v, shown, share], "given": [negation(equals(v, shown))],
            "then": equals(kept[v], (1 - share) * believed[v]),
        },
        "share": {
            "forall": [P, U, shown], "given": [entropy > 0],
            "then": (likeliest - believed[shown]) / (1 - believed[shown]) < 1,
            "note": "That some λ < 1 is larger than the quotient, as the proof takes one: for U "
            "that isn't constant. Of a constant one the quotient is 0/0, or no λ < 1 is larger.",
        },
        "likelier": {
            "forall": [P, U, shown, share],
            "given": [
                believed[shown] < 1,
                share > (likeliest - believed[shown]) / (1 - believed[shown]),
            ],
            "then": kept[shown] > likeliest,
        },
        "smaller": {
            "forall": [P, U, shown, share], "given": [kept[shown] > likeliest],
            "then": min_entropy(kept) < entropy,
        },
        "first": {
            "forall": [P, W, U, t, shown, share],
            "then": shifted(shown, shown) * here[shown] <= kept_known[shown],
        },
        "eq-a4": {
            "forall": [P, W, U, t, shown, share, sharp], "given": [sure],
            "then": kept_known[shown] > exp(-sharp),
        },
        "left": {
            "forall": [P, W, U, t, shown, share, sharp], "given": [sure],
            "then": min_entropy(kept_known) < sharp,
        },
    },
    note="The value that the outcome tells, 1 in the text, is b.",
)

__all__: list[str] = []
