"""Section IV-A on finite data: Remark 3, two mechanisms on the same data."""

from __future__ import annotations

from typing import Any

from verified.language import (
    MIPP,
    PP,
    Channel,
    Formula,
    I,
    Real,
    Symbol,
    Term,
    both,
    chain,
    channel_table,
    data_given,
    edges,
    equals,
    every,
    implies,
    parallel,
    private_value,
    public_value,
    pufferfish_information,
    secret_delta,
    secret_joint,
)
from verified.papers.nuradha_goldfeld_2022.common import (
    M1,
    F,
    P,
    a,
    b,
    c,
    e,
    every_law,
    k,
    laws,
    m,
    n,
    paper,
    public,
    secret,
)
from verified.syntax.formulas import negation

first, second = Real("eps1", ">0", latex=r"\epsilon_1"), Real("eps2", ">0", latex=r"\epsilon_2")
N = Channel("M2", n, k, latex="M_2")
pair = parallel(M1, N)
x, other = Symbol("x", n), Symbol("x'", n)
determined = every(e, every(x, every(other, implies(
    both(
        equals(private_value(F, e, x), private_value(F, e, other)),
        equals(public_value(F, e, x), public_value(F, e, other)),
    ),
    equals(x, other),
))))
summed = first + second
# A law is universally composable if one value of the data is certain given each of two secrets that
# are compared and that it allows (Kifer and Machanavajjhala 2014, as remembered).
compared = both(public[c] > 0, secret[a] > 0, secret[b] > 0, negation(equals(a, b)))
data_of = data_given(F, P, e, c)
universally_composable = every(e, every(c, every(a, every(b, implies(
    compared, every(x, every(other, implies(
        both(data_of[a, x] > 0, data_of[a, other] > 0), equals(x, other)
    ))),
)))))


at_edge = Symbol("u", edges(F))


def _told(mechanism: Term) -> Term:
    """I(g(X);M(X)|w(X)) at an edge, under one law."""
    return I(secret_joint(F, P, mechanism, at_edge), "A;Y|C")


def _both(privacy: Any, data: Term) -> list[Formula]:
    """Both mechanisms are private, each at its own level."""
    return [privacy(F, data, M1, first), privacy(F, data, N, second)]


two = [F, laws, M1, N, first, second]
two_all = [F, every_law, M1, N, first, second]

coin, A = Real("p", "[0,1]"), Channel("A", m, k)
alike = Channel("M2", n, m, latex="M_2")
either_one = channel_table(n, m, lambda row, y: coin * M1[row, y] + (1 - coin) * alike[row, y])

paper.claim(
    "section-4a-properties",
    at="Section IV-A, before Theorem 2",
    scope="finite data",
    then={
        "convexity": {
            "forall": [F, laws, M1, alike, first, coin],
            "given": [PP(F, laws, M1, first), PP(F, laws, alike, first)],
            "then": PP(F, laws, either_one, first),
        },
        "post-processing": {
            "forall": [F, laws, M1, A, first],
            "given": [PP(F, laws, M1, first)],
            "then": PP(F, laws, chain(M1, A), first),
        },
        "composability": {
            "forall": two,
            "given": _both(PP, laws),
            "then": PP(F, laws, pair, summed),
            "note": (
                "Remark 3 says itself that this fails in general (`remark-3.not-in-general`); it "
                "holds where secrets determine the data (`remark-3.databases`)."
            ),
        },
    },
    note=(
        "“These properties are shown to hold for the general (ε,0)-PP framework in [3]”: of "
        "convexity, post-processing and composability, named just before. Composability is stated "
        "for two mechanisms that are independent given the data; adaptively chosen ones, which the "
        "text allows, are more."
    ),
)

paper.claim(
    "section-4a-properties-repaired",
    at="Section IV-A, before Theorem 2",
    scope="finite data",
    then={
        "composability": {
            "forall": two,
            "given": [determined, *_both(PP, laws)],
            "then": PP(F, laws, pair, summed),
        },
    },
    note="Where the values of each edge's two functions determine the data, as in Remark 3.",
)

paper.claim(
    "remark-3",
    at="Remark 3",
    scope="finite data",
    forall=two,
    then={
        "databases-mi": {
            "given": [determined, *_both(MIPP, laws)],
            "then": MIPP(F, laws, pair, summed),
        },
        "databases": {
            "given": [determined, *_both(PP, laws)],
            "then": PP(F, laws, pair, summed),
        },
        "composable": {
            "forall": [F, P, M1, N, first, second],
            "given": [
                universally_composable, secret_delta(F, P, M1, first) <= 0,
                secret_delta(F, P, N, second) <= 0,
            ],
            "then": secret_delta(F, P, pair, summed) <= 0,
            "note": (
                "Universally composable laws, each by itself, as (ε,0)-PP asks of each law of a "
                "class: given each of two secrets that are compared, and that the law allows, one "
                "value of the data is certain."
            ),
        },
        "composable-mi": {
            "forall": [F, P, M1, N, at_edge, first, second],
            "given": [universally_composable, _told(M1) <= first, _told(N) <= second],
            "then": _told(pair) <= summed,
        },
        "not-in-general": {
            "forall": (),
            "exists": two,
            "given": _both(PP, laws),
            "then": negation(PP(F, laws, pair, summed)),
        },
        "not-in-general-mi": {
            "forall": (),
            "exists": two,
            "given": _both(MIPP, laws),
            "then": summed < pufferfish_information(F, laws, pair),
        },
        "all-laws-mi": {
            "forall": two_all,
            "given": _both(MIPP, every_law),
            "then": MIPP(F, every_law, pair, summed),
        },
        "all-laws-robust": {
            "forall": two_all,
            "given": _both(PP, every_law),
            "then": MIPP(F, every_law, pair, summed),
        },
    },
    note=(
        "Two mechanisms that are independent given the data; the levels add up. Secrets correspond "
        "to databases if each edge's values of g and w determine the data. Universally composable "
        "laws are not defined in the remark, which refers to Kifer and Machanavajjhala (2014). "
        "That text wasn't at hand; as it is remembered, a law is one if given each secret of a "
        "pair that is compared the data are certain, where the law allows both. So `composable` "
        "and `composable-mi` have it. Laws under which the data are certain given every secret "
        "are among them, so that either reading is covered. "
        "Of classes that hold all such laws and more, the example that the remark gives, all laws, "
        "is encoded. One sentence of the remark is false: `remark-3-not-compromised`."
    ),
)

paper.claim(
    "remark-3-not-compromised",
    at="Remark 3",
    scope="finite data",
    forall=two_all,
    given=_both(PP, every_law),
    then=PP(F, every_law, pair, summed),
    note=(
        "The contrary of what is printed: “adding even a single non-UC distribution to this set "
        "will compromise the composability of the classic PP framework”. All laws are all that are "
        "universally composable, whatever that means, and many that aren't; under them ε-PP "
        "composes. So the sentence is false, with `proved` here as its verdict; it can't be stated "
        "and refuted itself, as that some mechanisms don't compose is refuted by no instance."
    ),
)
