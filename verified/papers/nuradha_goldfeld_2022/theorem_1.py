"""Section III-B on finite data: Theorem 1, and the steps of its proof in Section V-A."""

from __future__ import annotations

from typing import Any

from verified.language import (
    KL,
    MIPP,
    PP,
    TV,
    Channel,
    Close,
    Formula,
    I,
    Member,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    binary_entropy,
    both,
    capacity,
    channel_of,
    equals,
    every,
    exp,
    information,
    largest_image,
    log,
    member_law,
    minimum,
    pmf_of,
    pmf_table,
    public_law,
    rational,
    renyi,
    response_support,
    secret_channel,
    secret_delta,
    secret_given,
    secret_joint,
    sqrt,
    total,
)
from verified.papers.nuradha_goldfeld_2022.common import (
    F,
    M,
    P,
    a,
    b,
    c,
    closed,
    delta,
    e,
    eps,
    every_law,
    laws,
    m,
    other_eps,
    paper,
    public,
    secret,
)
from verified.syntax.terms import INFINITY

# --- III-B Theorem 1 ------------------------------------------------------------------------------
framework = [F, laws, M]

# What a framework on any data space has and the language hasn't: a secret or a public value with a
# density. Each secret event is null, and Definition 1 asks only of those of positive probability:
# every mechanism is (ε,0)-PP. Here M(X) depends on which of N parts a value lies in, all as likely.
number_of_parts = Size("N")
even_parts = pmf_table(number_of_parts, lambda _: 1 / number_of_parts)
coarse = Channel("W", number_of_parts, m)
part, other_part = Symbol("x", number_of_parts), Symbol("x'", number_of_parts)
told_of_part = information(even_parts, coarse)


def parts_close(epsilon: Any, level: Any) -> Formula:
    """Each two parts are compared, whatever the probability of a secret."""
    return every(part, every(other_part, Close(coarse[part], coarse[other_part], epsilon, level)))


NULL_SECRETS = (
    "g(X) takes N values, all as likely, w(X) is uniform on [0,1] and independent of it, and M(X) "
    "depends on g(X) by the channel W, to m responses. No event {g(X) = a, w(X) = c} has positive "
    "probability, so M is (ε,0)-PP for every ε, whatever W is; I(g(X);M(X)|w(X)) is the left side, "
    "and |supp(M(X))| is at most m. The family was found by a person."
)
COMPARED = (
    "What Definition 1 lacks where secrets are null events: that the responses given each two "
    "values of the secret are compared."
)

paper.claim(
    "theorem-1-i",
    at="Theorem 1",
    scope="finite data",
    forall=[*framework, eps],
    given=[PP(F, laws, M, eps, 0)],
    then=MIPP(F, laws, M, eps),
    reading="finite-data",
    readings={
        "any-data-space": {
            "scope": "the family that is told",
            "forall": [coarse, eps],
            "given": [],
            "then": told_of_part <= eps,
            "note": (
                "g(X) is uniform on [0,1], there is no public information, and M(X) depends by the "
                "channel W on which of N equal parts g(X) lies in. No event {g(X) = a} has "
                "positive probability, so M is (ε,0)-PP for every ε, whatever W is. The family was "
                "found by a person."
            ),
        },
    },
    note="It fails where secrets are null events: `any-data-space`, `theorem-1-null-secrets`.",
)
paper.claim(
    "theorem-1-i-repaired",
    at="Theorem 1",
    scope="the family that is told",
    forall=[coarse, eps],
    given=[parts_close(eps, 0)],
    then=told_of_part <= eps,
    note=COMPARED,
)

paper.claim(
    "theorem-1-ii",
    at="Theorem 1",
    forall=[*framework, eps, other_eps],
    given=[MIPP(F, laws, M, eps)],
    then=PP(F, laws, M, other_eps, sqrt(2 * eps)),
)
responses = secret_channel(F, P, M, e, c)
possible = [public[c] > 0, secret[a] > 0, secret[b] > 0]
even = pmf_of(rational(1, 2), rational(1, 2))

paper.claim(
    "theorem-1-ii-repaired",
    at="Theorem 1",
    scope="finite data",
    forall=[F, closed, M, eps, other_eps],
    given=[MIPP(F, closed, M, eps)],
    then=PP(F, closed, M, other_eps, sqrt(2 * eps)),
    reading="reweighted",
    readings={
        "all": {
            "forall": [F, every_law, M, eps, other_eps],
            "given": [MIPP(F, every_law, M, eps)],
            "then": PP(F, every_law, M, other_eps, sqrt(2 * eps)),
        },
    },
    note=(
        "The class must be closed under reweighting the secrets and under mixtures, as that of "
        "all laws is. A class of one law needn't be: a rare value of g is told apart at little "
        "cost in mutual information."
    ),
)

paper.claim(
    "theorem-1-ii-pair",
    at="Theorem 1",
    scope="finite data",
    forall=[F, P, M, e, c, a, b, eps, other_eps],
    given=[*possible, information(even, channel_of(responses[a], responses[b])) <= eps],
    then=Close(responses[a], responses[b], other_eps, sqrt(2 * eps)),
    note=(
        "What the class must hold: with each law, for two secrets that it allows, the one under "
        "which these two are equally likely and nothing else is possible."
    ),
)

reduced = 1 - 2 * (1 - delta) / (exp(eps) + 1)
support = response_support(F, laws, M)


def bound_from(level: Any, fewest: Any = None) -> Term:
    """2h(δ) + 2δ ln min(|supp(M(X))|, max |Im(g)| + 1)."""
    if fewest is None:
        fewest = minimum(support, largest_image(F) + 1)
    found: Term = 2 * binary_entropy(level) + 2 * level * log(fewest)
    return found


fewest_responses = minimum(m, number_of_parts + 1)
FEW_RESPONSES = bound_from(1 - 2 / (exp(eps) + 1), fewest_responses)

paper.claim(
    "theorem-1-iii",
    at="Theorem 1",
    scope="finite data",
    forall=[*framework, eps, delta],
    given=[PP(F, laws, M, eps, delta), reduced <= 1],
    then=MIPP(F, laws, M, bound_from(reduced)),
    reading="finite-data",
    readings={
        "any-data-space": {
            "scope": "the family that is told",
            "forall": [coarse, eps],
            "given": [],
            "then": told_of_part <= FEW_RESPONSES,
            "note": f"{NULL_SECRETS} Here δ is 0.",
        },
    },
    note=(
        "The support of M(X) depends on the law of X; the largest over Θ is taken. Finite "
        "alphabets meet the finiteness condition. That δ' is at most 1 is printed, and says δ ≤ 1. "
        "It fails where secrets are null events: `any-data-space`, `theorem-1-null-secrets`."
    ),
)

paper.claim(
    "theorem-1-iii-repaired",
    at="Theorem 1",
    scope="the family that is told",
    forall=[coarse, eps],
    given=[parts_close(eps, 0)],
    then=told_of_part <= FEW_RESPONSES,
    note=COMPARED,
)

# --- V-A Steps of the proof -----------------------------------------------------------------------

unit_delta = Real("delta", "[0,1]", latex=r"\delta")
R = Pmf("R", m)
Y, Z = Pmf("Y", m), Pmf("Z", m)
told = I(secret_joint(F, P, M, e), "A;Y|C")
all_possible = [public[c] > 0, every(a, secret[a] > 0)]
private_law = total(c, public[c] * secret[b])
member = Member("P", F, laws)
of_member = member_law(member)
member_channel = secret_channel(F, of_member, M, e, c)
member_possible = [
    public_law(F, of_member, e)[c] > 0, every(a, secret_given(F, of_member, e, c)[a] > 0)
]
closed_member = Member("P", F, closed)
of_closed = member_law(closed_member)
close_pair = [secret_delta(F, P, M, eps) <= 0, *possible]
where_possible = both(secret[a] > 0, secret[b] > 0)
divergences = total(c, total(a, total(
    b, public[c] * secret[a] * secret[b] * KL(responses[a], responses[b])
)))
independent_copies = total(c, total(a, total(
    b, public[c] * secret[a] * private_law * KL(responses[a], responses[b])
)))

paper.claim(
    "theorem-1-steps",
    at="Section V-A",
    scope="finite data",
    then={
        "renyi": {
            "forall": [F, P, M, e, c, a, b, eps],
            "given": close_pair,
            "then": renyi(responses[a], responses[b], INFINITY) <= eps,
        },
        "divergence": {
            "forall": [F, P, M, e, c, a, b, eps],
            "given": close_pair,
            "then": KL(responses[a], responses[b]) <= eps,
        },
        "convexity": {
            "forall": [F, P, M, e],
            "then": told <= divergences,
            "reading": "given-public",
            "readings": {
                "independent": {
                    "given": [every(c, both(public[c] > 0, every(a, secret[a] > 0)))],
                    "then": told <= independent_copies,
                    "note": (
                        "The copy of g(X) is independent of X altogether, so that the divergence "
                        "is defined only where every secret is possible."
                    ),
                },
            },
            "note": (
                "The copy of g(X) is independent of it given the public value. Secrets of "
                "probability 0 have no weight."
            ),
        },
        "redundancy": {
            "forall": [F, P, M, e, c],
            "given": all_possible,
            "then": equals(information(secret, responses), capacity(responses)),
            "note": (
                "That I(g(X);M(X)|w(X) = c) is inf over Q of max over a of D(P_{M|a,c}‖Q), which "
                "is the capacity of a ↦ P_{M|a,c}."
            ),
        },
        "bounded": {
            "forall": [member, M, e, c, eps],
            "given": [MIPP(F, laws, M, eps), *member_possible],
            "then": capacity(member_channel) <= eps,
            "reading": "any-class",
            "readings": {
                "reweighted": {
                    "forall": [closed_member, M, e, c, eps],
                    "given": [
                        MIPP(F, closed, M, eps),
                        public_law(F, of_closed, e)[c] > 0,
                        every(a, secret_given(F, of_closed, e, c)[a] > 0),
                    ],
                    "then": capacity(secret_channel(F, of_closed, M, e, c)) <= eps,
                },
            },
            "note": (
                "That some Q* has D(P_{M|a,c}‖Q*) ≤ ε for every a: the least of the largest "
                "divergences is the capacity."
            ),
        },
        "pinsker": {
            "forall": [Y, Z, R, eps],
            "given": [KL(Y, R) <= eps, KL(Z, R) <= eps],
            "then": TV(Y, Z) <= sqrt(2 * eps),
        },
        "relaxed": {
            "forall": [*framework, other_eps, delta],
            "given": [PP(F, laws, M, 0, delta)],
            "then": PP(F, laws, M, other_eps, delta),
        },
        "reduced": {
            "forall": [*framework, eps, delta],
            "given": [PP(F, laws, M, eps, delta), reduced <= 1],
            "then": PP(F, laws, M, 0, reduced),
        },
        "total-variation": {
            "forall": [*framework, unit_delta],
            "given": [PP(F, laws, M, 0, unit_delta)],
            "then": MIPP(F, laws, M, bound_from(unit_delta)),
            "reading": "finite-data",
            "readings": {
                "any-data-space": {
                    "scope": "the family that is told",
                    "forall": [coarse, unit_delta],
                    "given": [],
                    "then": told_of_part <= bound_from(unit_delta, fewest_responses),
                    "note": NULL_SECRETS,
                },
            },
            "note": "It fails where secrets are null events: `theorem-1-null-secrets`.",
        },
    },
)
