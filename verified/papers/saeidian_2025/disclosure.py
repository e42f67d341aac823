"""Section 3.2 and Appendices A.1 to A.4: what is disclosed to one adversary, and to all."""

from __future__ import annotations

from verified.language import (
    Channel,
    Real,
    Symbol,
    Term,
    both,
    equals,
    every,
    exp,
    iff,
    largest,
    log,
    min_entropy,
    negation,
    output,
    renyi,
    smallest,
    some,
)
from verified.papers.lemmas.posteriors import among, kept_value, posterior_entry, told_nothing
from verified.papers.saeidian_2025.common import (
    INFINITE,
    P,
    Q,
    R,
    U,
    W,
    attribute_leakage,
    attribute_posterior,
    c,
    capacity_of,
    discloses,
    eps,
    full,
    k,
    leakage,
    m,
    n,
    other,
    paper,
    private,
    remaining,
    u,
    x,
    y,
)
from verified.papers.saeidian_2025.leakage import concentrated, one, some_level, two
from verified.papers.saeidian_2025.leakage import outcome as outcome_y

# --- to one adversary, to all ---------------------------------------------------------------------

grows, shrinks = Real("r"), Real("s")
ratios = [every(x, R[x] <= exp(grows) * Q[x]), every(x, Q[x] <= exp(shrinks) * R[x])]

paper.claim(
    "theorem-3.4",
    at="Theorem 3.4",
    then={
        "finite": {
            "forall": [Q, R, W, U],
            "given": [full(Q), full(R), discloses(Q, W, U)],
            "then": discloses(R, W, U),
            "scope": "finitely many outcomes",
        },
        "outcomes": {
            "forall": [Q, R, W, y, U, grows, shrinks],
            "given": ratios,
            "then": 1 - exp(-remaining(R, W, y, U))
            <= exp(grows + shrinks) * (1 - exp(-remaining(Q, W, y, U))),
            "note": "Where no outcome reaches the infimum: with ratios of the two beliefs bounded "
            "by e^r and e^s, which for full support on finitely many symbols some numbers do, the "
            "error of the best guess of the one is at most e^(r+s) times that of the other, "
            "outcome by outcome. So where the one infimum is 0, the other is, whatever the set of "
            "outcomes: an outcome tells of X by the numbers p(y|x) alone.",
        },
    },
)

seen = [output(law, W)[y] for law in (Q, R)]
ratio = R[x] / Q[x]
another = Symbol("v", k)
known, known_too = (attribute_posterior(law, W, y, U) for law in (Q, R))
sure_of = known[u] > exp(-eps)
unlikely = known[another] < 1 - exp(-eps)
factor = Real("c", ">0")
below_factor = every(x, posterior_entry(R, W, y, x) <= factor * posterior_entry(Q, W, y, x))
largest_ratio = among(output(R, W), lambda place: output(Q, W)[place] / output(R, W)[place])

paper.claim(
    "theorem-3.4-steps",
    at="Appendix A.1",
    scope="finite alphabets",
    forall=[Q, R, W, y, U, u, eps, factor],
    given=[full(Q), full(R)],
    then={
        "density": {
            "forall": [Q, R, W, y, x],
            "then": equals(
                posterior_entry(R, W, y, x),
                posterior_entry(Q, W, y, x) * (ratio * seen[0] / seen[1]),
            ),
            "given": [full(Q), full(R), seen[1] > 0],
            "reading": "possible",
            "readings": {"literal": {
                "given": [full(Q), full(R)],
                "note": "“For all y”: at an outcome of probability 0, g(x, y) is 0/0.",
            }},
        },
        "positive": {
            "forall": [Q, R, W, y, x],
            "then": iff(posterior_entry(Q, W, y, x) > 0, posterior_entry(R, W, y, x) > 0),
            "note": "Both posteriors are mutually absolutely continuous, for all y.",
        },
        "largest": {
            "forall": [Q, R, W],
            "then": equals(renyi(output(Q, W), output(R, W), INFINITE), log(largest_ratio)),
            "note": "sup q_Y(y)/r_Y(y) = exp D_∞(Q_Y‖R_Y), over the y with r_Y(y) > 0; at others "
            "the quotient is 0/0. As max f doesn't depend on y, so much of the supremum of g is "
            "the supremum of this.",
        },
        "response": {
            "forall": [Q, R, W],
            "then": renyi(output(Q, W), output(R, W), INFINITE) <= renyi(Q, R, INFINITE),
        },
        "bounded": {
            "forall": [Q, R, W, y, x, factor],
            "given": [full(Q), full(R), seen[1] > 0, every(other, R[other] <= factor * Q[other])],
            "then": ratio * seen[0] / seen[1] <= factor * exp(renyi(Q, R, INFINITE)),
            "note": "What bounds g(x, y), for all x and all possible y at once: c is any number "
            "that the density f is at most, as its maximum is.",
        },
        "finite": {
            "forall": [Q, R],
            "then": renyi(Q, R, INFINITE) < INFINITE,
        },
        "value": {
            "forall": [Q, W, U, y, eps],
            "given": [full(Q), remaining(Q, W, y, U) < eps],
            "then": some(u, sure_of),
        },
        "others": {
            "forall": [Q, W, U, y, u, another, eps],
            "given": [full(Q), sure_of, negation(equals(another, u))],
            "then": unlikely,
        },
        "each": {
            "forall": [Q, R, W, y, U, another, eps, factor],
            "given": [full(Q), full(R), below_factor, unlikely],
            "then": both(
                known_too[another] <= factor * known[another],
                factor * known[another] < factor * (1 - exp(-eps)),
            ),
            "note": "The chain for u ≠ u*, with c for the largest g(x, y), so that it is also less "
            "than with any larger c.",
        },
        "last": {
            "given": [
                full(Q), full(R), eps > 0, sure_of, below_factor,
            ],
            "then": attribute_posterior(R, W, y, U)[u] > 1 - (k - 1) * factor * (1 - exp(-eps)),
        },
    },
)

paper.claim(
    "theorem-3.4-steps-repaired",
    at="Appendix A.1",
    scope="finite alphabets",
    forall=[Q, R, W, y, U, u, eps, factor],
    then={
        "last": {
            "given": [full(Q), full(R), eps > 0, sure_of, below_factor, k >= 2],
            "then": attribute_posterior(R, W, y, U)[u] > 1 - (k - 1) * factor * (1 - exp(-eps)),
            "note": "For |𝒰| ≥ 2. With one symbol both sides are 1.",
        },
    },
)

paper.claim(
    "theorem-3.4-steps-sharp",
    at="Appendix A.1",
    scope="finite alphabets",
    forall=[Q, R, W, y, U, u, eps, factor],
    given=[full(Q), full(R), sure_of, below_factor],
    then=attribute_posterior(R, W, y, U)[u] > 1 - factor * (1 - exp(-eps)),
    note="Without the factor |𝒰| − 1, and for one symbol too: the probabilities of all other "
    "values are summed before they are bounded.",
)

# --- by pointwise maximal leakage -----------------------------------------------------------------

prior_entropy = min_entropy(output(P, U))

paper.claim(
    "theorem-3.5",
    at="Theorem 3.5",
    scope="finite alphabets",
    forall=[P, Q, W, U, eps],
    given=[full(P), full(Q), prior_entropy > eps, private(P, W, eps)],
    then=negation(discloses(Q, W, U)),
)

paper.claim(
    "theorem-3.5-quantitative",
    at="Appendix A.2, eqs. (A.1a), (A.2) and (A.3)",
    scope="finite alphabets",
    forall=[P, W, U, y],
    given=[full(P)],
    then={
        "attribute": prior_entropy - attribute_leakage(P, W, y, U) <= remaining(P, W, y, U),
        "secret": prior_entropy - leakage(P, W, y) <= remaining(P, W, y, U),
        "everywhere": {
            "forall": [P, W, U, eps, y],
            "given": [full(P), private(P, W, eps), prior_entropy > eps],
            "then": both(
                prior_entropy - eps <= remaining(P, W, y, U), prior_entropy - eps > 0
            ),
        },
    },
    note="(A.3) takes the supremum over outcomes: with ε in its place, a lower bound for each.",
)

# --- another attribute of smaller entropy ---------------------------------------------------------

paper.claim(
    "proposition-3.6",
    at="Proposition 3.6",
    scope="finite alphabets",
    forall=[P, W, U],
    given=[full(P), discloses(P, W, U)],
    then=both(discloses(P, W, told_nothing), min_entropy(output(P, told_nothing)) < prior_entropy),
    note="“There exists W”: no attribute has less entropy than a constant one, whose entropy is 0 "
    "and which every mechanism discloses, so that there is some W with less entropy than U if and "
    "only if the constant one has less.",
)

share = Real("lambda", "(0,1)", latex=r"\lambda")
kind = Symbol("v", k)


def _kept(value: Term) -> Term:
    """The attribute that is the given value with probability λ, and U otherwise."""
    return kept_value(U, value, share)


told, outcome = Symbol("b", k), Symbol("t", m)
likely = output(P, U)

paper.claim(
    "proposition-3.6-repaired",
    at="Proposition 3.6",
    scope="finite alphabets",
    forall=[P, W, U],
    given=[full(P), discloses(P, W, U), prior_entropy > 0],
    then=both(
        discloses(P, W, told_nothing), min_entropy(output(P, told_nothing)) < prior_entropy
    ),
    note="For U that isn't constant; a constant W will do. `proposition-3.6-sharp` has one that "
    "isn't.",
)

paper.claim(
    "proposition-3.6-sharp",
    at="Appendix A.3",
    scope="finite alphabets",
    forall=[P, W, U, outcome, told, share],
    given=[
        full(P), prior_entropy > 0, attribute_posterior(P, W, outcome, U)[told] >= 1,
        share * (1 - likely[told]) > largest(kind, likely[kind]) - likely[told],
    ],
    then=both(
        remaining(P, W, outcome, _kept(told)) <= 0,
        min_entropy(output(P, _kept(told))) < prior_entropy,
        min_entropy(output(P, _kept(told))) > 0,
    ),
    note="The attribute of the proof: U, or with probability λ the value b that is disclosed. It "
    "isn't constant, as λ < 1 and some other value of U is possible.",
)

# --- absolute disclosure prevention ---------------------------------------------------------------

V = Channel("V", n, k)
deterministic = every(x, some(u, V[x, u] >= 1))
varies = some(x, some(other, some(u, both(V[x, u] >= 1, V[other, u] <= 0))))
least = smallest(x, Q[x])

paper.claim(
    "theorem-3.7-i",
    at="Theorem 3.7",
    scope="finite alphabets",
    forall=[P, W, U, c],
    given=[full(P), capacity_of(W) <= c],
    then=negation(discloses(P, W, U)),
    note="That the capacity is finite is said by a real number c that bounds it.",
)

paper.claim(
    "theorem-3.7-i-repaired",
    at="Theorem 3.7",
    scope="finite alphabets",
    forall=[P, W, U, c],
    given=[full(P), capacity_of(W) <= c, prior_entropy > 0],
    then=negation(discloses(P, W, U)),
    note="For attributes that aren't constant, randomised or not.",
)

paper.claim(
    "theorem-3.7-ii",
    at="Theorem 3.7",
    scope="finite alphabets",
    forall=[Q, W, V, y, c],
    given=[full(Q), deterministic, varies, capacity_of(W) <= c],
    then=log(1 + least / (1 - least) * exp(-c)) <= remaining(Q, W, y, V),
    note="For every real c that bounds the capacity; if there is none, the right side is ln 1 = 0.",
)

paper.claim(
    "theorem-3.7-sharp",
    at="Theorem 3.7",
    scope="finite alphabets",
    forall=[Q, W, U, y, c],
    given=[full(Q), capacity_of(W) <= c],
    then=log(1 + (exp(min_entropy(output(Q, U))) - 1) * exp(-c)) <= remaining(Q, W, y, U),
    note="Both statements at once, for every attribute, randomised or constant: what is left of "
    "its entropy is positive if and only if the entropy was. For a deterministic V it is never "
    "less than the paper's bound, as H_∞(Q_V) ≥ −ln(1 − min q).",
)

paper.claim(
    "capacity-finite-iff",
    at="Section 3.2, after Theorem 3.7",
    scope="finite alphabets",
    then={
        "only-if": {
            "forall": [P, W, c],
            "given": [full(P), capacity_of(W) <= c],
            "then": private(P, W, c),
            "note": "The level is the capacity, or any real number above it.",
        },
        "if": {
            "forall": [W, outcome_y, one, two, c, some_level],
            "given": [W[one, outcome_y] > exp(c) * (W[two, outcome_y] + some_level)],
            "then": leakage(concentrated, W, outcome_y) > c,
            "note": "Where the capacity exceeds c, some p(y|x) exceeds e^c p(y|x'), and so e^c "
            "(p(y|x') + η) for some η > 0: then a prior of full support, that gives x' all but η "
            "of the probability, leaks more than c.",
        },
    },
)
