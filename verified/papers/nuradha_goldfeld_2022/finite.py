"""Sections III and IV-A on finite data: the framework's special cases, Theorems 1 and 2, Remark 3.

The data space is any finite alphabet, so that a database of n rows and k columns is one symbol; a
class Θ is finitely many laws, all laws, or one closed under reweighting the secrets. Θ has a law.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    AP,
    DP,
    KL,
    MIDP,
    MIPP,
    PP,
    TV,
    Channel,
    Close,
    Database,
    DataClass,
    Formula,
    Framework,
    I,
    Independent,
    Joint,
    Markov,
    Mechanism,
    Member,
    Pmf,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    binary_entropy,
    both,
    capacity,
    chain,
    channel_of,
    channel_table,
    dp_framework,
    edges,
    equals,
    every,
    exp,
    iff,
    implies,
    information,
    instances,
    largest_image,
    log,
    minimum,
    parallel,
    pmf_of,
    pufferfish_information,
    rational,
    renyi,
    response_support,
    secret_delta,
    secret_joint,
    sqrt,
    together,
    total,
    without_edges,
    without_public,
)
from verified.language.databases import flat_mechanism
from verified.language.formulas import negation
from verified.language.pufferfish import (
    member_law,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    pufferfish_stage,
    secret_channel,
    secret_given,
)
from verified.language.terms import INFINITY
from verified.papers.nuradha_goldfeld_2022.common import eps, other_eps, paper

n, m, k = Size("n"), Size("m"), Size("k")
F, M = Framework("F", n), Channel("M", n, m)
laws = DataClass("Theta", n, latex=r"\Theta")
closed = DataClass("Theta", n, "reweighted", latex=r"\Theta")
every_law = DataClass("Theta", n, "all", latex=r"\Theta")
listed = DataClass("Theta", n, "listed", latex=r"\Theta")
delta = Real("delta", ">=0", latex=r"\delta")

# --- III-A, III-B special cases -------------------------------------------------------------------

D = Database("D")
on_rows = Mechanism("M", D, m)
rows, channel = dp_framework(D), flat_mechanism(on_rows)
all_databases = DataClass("Theta", instances(D), "all", latex=r"\Theta")

paper.claim(
    "remark-1-dp",
    at="Remark 1",
    forall=[on_rows, all_databases, eps, delta],
    then=iff(DP(on_rows, eps, delta), PP(rows, all_databases, channel, eps, delta)),
    note=(
        "The rows of the database are its entries, of any finite alphabets; the private function i "
        "is row i, the public one all other rows, and Θ is the class of all laws."
    ),
)

bare, alone = without_edges(F), without_public(F)
attributes = [F, listed, M, eps, delta]
attribute_private = AP(F, listed, M, eps, delta)


def _special(framework: Term) -> Formula:
    return PP(framework, listed, M, eps, delta)


paper.claim(
    "remark-1-ap",
    at="Remark 1",
    forall=attributes,
    then={
        "only-if": {
            "given": [attribute_private],
            "then": _special(bare),
            "reading": "no-edges",
            "readings": {"constant": {"then": _special(alone)}},
        },
        "if": {
            "given": [_special(bare)],
            "then": attribute_private,
            "reading": "no-edges",
            "readings": {"constant": {"given": [_special(alone)]}},
        },
    },
    note=(
        "Attribute privacy compares the responses given two values of one private function. As "
        "printed there is no public function and no edge, so no secret and nothing to protect; the "
        "other reading gives each private function an edge to one constant public function. Any "
        "finite set of functions stands for the functions of the columns: put one copy of the data "
        "into each column. Both notions ask each law of Θ in turn, so Θ is a list here."
    ),
)

paper.claim(
    "remark-2",
    at="Remark 2",
    forall=[on_rows, all_databases, eps],
    then=iff(MIDP(on_rows, eps), MIPP(rows, all_databases, channel, eps)),
)

# --- III-B Theorem 1 ------------------------------------------------------------------------------

framework = [F, laws, M]

paper.claim(
    "theorem-1-i",
    at="Theorem 1",
    forall=[*framework, eps],
    given=[PP(F, laws, M, eps, 0)],
    then=MIPP(F, laws, M, eps),
)

paper.claim(
    "theorem-1-ii",
    at="Theorem 1",
    forall=[*framework, eps, other_eps],
    given=[MIPP(F, laws, M, eps)],
    then=PP(F, laws, M, other_eps, sqrt(2 * eps)),
)

e = Symbol("e", edges(F))
c = Symbol("c", public_values(F, e))
a, b = Symbol("a", private_values(F, e)), Symbol("b", private_values(F, e))
P = Pmf("P", n)
public, secret = public_law(F, P, e), secret_given(F, P, e, c)
responses = secret_channel(F, P, M, e, c)
possible = [public[c] > 0, secret[a] > 0, secret[b] > 0]
even = pmf_of(rational(1, 2), rational(1, 2))

paper.claim(
    "theorem-1-ii-repaired",
    at="Theorem 1",
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
        "The class must be closed under reweighting the secrets, as that of all laws is. A class "
        "of one law needn't be: a rare value of g is told apart at little cost in mutual "
        "information."
    ),
)

paper.claim(
    "theorem-1-ii-pair",
    at="Theorem 1",
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


def bound_from(level: Any) -> Term:
    """2h(δ) + 2δ ln min(|supp(M(X))|, max |Im(g)| + 1)."""
    fewest = minimum(support, largest_image(F) + 1)
    found: Term = 2 * binary_entropy(level) + 2 * level * log(fewest)
    return found


paper.claim(
    "theorem-1-iii",
    at="Theorem 1",
    forall=[*framework, eps, delta],
    given=[PP(F, laws, M, eps, delta), reduced <= 1],
    then=MIPP(F, laws, M, bound_from(reduced)),
    note=(
        "The support of M(X) depends on the law of X; the largest over Θ is taken. Finite "
        "alphabets meet the finiteness condition. That δ' is at most 1 is printed, and says δ ≤ 1."
    ),
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
        },
    },
)

# --- IV-A Theorem 2 -------------------------------------------------------------------------------

M1, M2 = Channel("M1", n, m, latex="M_1"), Channel("M2", n, m, latex="M_2")
p = Real("p", "[0,1]")
mixed = channel_table(n, m, lambda x, y: p * M1[x, y] + (1 - p) * M2[x, y])

paper.claim(
    "theorem-2-convexity",
    at="Theorem 2",
    forall=[F, laws, M1, M2, eps, p],
    given=[MIPP(F, laws, M1, eps), MIPP(F, laws, M2, eps)],
    then=MIPP(F, laws, mixed, eps),
)

S = Queries("M", D, k, m, "sequential")
database_framework = Framework("F", instances(D))
database_laws = DataClass("Theta", instances(D), latex=r"\Theta")
levels = Reals("eps", k, ">0", latex=r"\epsilon")
j = Symbol("j", k)

paper.claim(
    "theorem-2-composability",
    at="Theorem 2",
    forall=[database_framework, database_laws, S, levels],
    given=[every(j, pufferfish_stage(database_framework, database_laws, S, j) <= levels[j])],
    then=MIPP(
        database_framework, database_laws, flat_mechanism(together(S)), total(j, levels[j])
    ),
    note="The data are a database; each mechanism sees it and the earlier responses.",
)

A = Channel("A", m, k)

paper.claim(
    "theorem-2-post-processing",
    at="Theorem 2",
    forall=[F, laws, M, A, eps],
    given=[MIPP(F, laws, M, eps)],
    then=MIPP(F, laws, chain(M, A), eps),
)

s = Size("s")
mixture = Joint("J", A=n, C=m, Q=k, Y=s)
stages = Joint("J", A=n, C=m, Y=k, Z=s)
told_by = [I(secret_joint(F, P, one, e), "A;Y|C") for one in (M1, M2, mixed)]

paper.claim(
    "theorem-2-steps",
    at="Section V-B",
    then={
        "known-choice": {
            "forall": [mixture],
            "given": [Independent(mixture, "A,C", "Q")],
            "then": I(mixture, "A;Y|C") <= I(mixture, "A;Y|C,Q"),
            "note": "The choice Q of a mechanism is independent of the data.",
        },
        "average": {
            "forall": [F, P, M1, M2, e, p],
            "then": told_by[2] <= p * told_by[0] + (1 - p) * told_by[1],
            "note": "Both inequalities together, under one law and for one edge.",
        },
        "chain": {
            "forall": [stages],
            "then": equals(
                I(stages, "A;Y,Z|C"), I(stages, "A;Y|C") + I(stages, "A;Z|C,Y")
            ),
        },
        "processing": {
            "forall": [stages],
            "given": [Markov(stages, "A,C", "Y", "Z")],
            "then": I(stages, "A;Z|C") <= I(stages, "A;Y|C"),
        },
    },
)

# --- Remark 3 -------------------------------------------------------------------------------------

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


def _both(privacy: Any, data: Term) -> list[Formula]:
    """Both mechanisms are private, each at its own level."""
    return [privacy(F, data, M1, first), privacy(F, data, N, second)]


two = [F, laws, M1, N, first, second]
two_all = [F, every_law, M1, N, first, second]

paper.claim(
    "remark-3",
    at="Remark 3",
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
        "all-laws": {
            "forall": two_all,
            "given": _both(PP, every_law),
            "then": PP(F, every_law, pair, summed),
            "note": (
                "The remark has the composability of ε-PP compromised by any law that isn't "
                "universally composable, and names all laws as a class that holds such. Here it "
                "isn't."
            ),
        },
    },
    note=(
        "Two mechanisms that are independent given the data; the levels add up. Secrets correspond "
        "to databases if each edge's values of g and w determine the data. The remark names "
        "universally composable laws without a definition, so only the class that it gives as an "
        "example, all laws, is encoded. Printed are two sufficient conditions and that neither "
        "notion composes in general."
    ),
)
