"""The end of section 5, and sections 6 and 7: bounds on groups of entries, variations of the
definition, and related notions.

The laws of the whole database are laws on its instances, numbered from 0; `flat_mechanism(M)` is
the mechanism as a channel from those numbers.
"""

from __future__ import annotations

from verified.language import (
    DP,
    MIDP,
    Channel,
    Event,
    Pmf,
    Prior,
    Real,
    Reals,
    Symbol,
    Term,
    absolute,
    arimoto,
    bayesian_epsilon,
    bayesian_mi,
    binary_entropy,
    capacity,
    cardinality,
    complement,
    conditional_entry_information,
    csiszar,
    entries,
    entry_epsilon,
    equals,
    every,
    exp,
    free_lunch_epsilon,
    group_information,
    information,
    instances,
    largest,
    largest_alphabet,
    log,
    min_entropy,
    minimum,
    negation,
    output,
    pmf_table,
    pointwise_maximal_leakage,
    quotient,
    remainder,
    renyi,
    renyi_entropy,
    separate,
    sibson,
    singleton,
    sqrt,
    sup,
    total,
)
from verified.language.databases import entry_channel, flat_mechanism, flat_prior, prior_mass
from verified.language.sorts import ChannelSort
from verified.language.terms import Var
from verified.language.vocabulary import alphabet
from verified.papers.cuff_yu_2016.common import (
    D,
    M,
    P,
    eps,
    eta,
    m,
    n,
    paper,
)

INFINITY = float("inf")

size = entries(D)
prior = Prior("P", D)
i, j = Symbol("i", size), Symbol("j", size)
x, y = Symbol("x", instances(D)), Symbol("y", m)
group = Event("I", size, latex=r"\mathcal I")
known = Event("J", size, latex=r"\mathcal J")

# --- 5 A discrepancy: what bounds a group ---------------------------------------------------------

paper.claim(
    "eq-53",
    at="eq. (53)",
    forall=[prior, M, eps],
    given=[DP(M, eps)],
    then=information(prior, M) <= minimum(size * eps, (size * eps) ** 2),
)

group_delta = cardinality(group) * sqrt(2 * eps)
group_symbols = minimum(m, largest_alphabet(D) ** cardinality(group) + 1)
group_leak = sup(prior, group_information(prior, M, group, complement(group)))


def group_bound(difference: Term) -> Term:
    """The right side of (54), as a function of k√(2ε)."""
    return 2 * binary_entropy(difference) + 2 * difference * log(group_symbols)


paper.claim(
    "corollary-8",
    at="Corollary 8, eq. (54)",
    forall=[M, group, eps],
    given=[group_delta <= 1, MIDP(M, eps)],
    then=group_leak <= group_bound(group_delta),
    reading="defined",
    readings={
        "literal": {"given": [MIDP(M, eps)]},
        "clipped": {
            "given": [MIDP(M, eps)],
            "then": group_leak <= group_bound(minimum(group_delta, 1)),
            "note": "k√(2ε) is cut off at 1, the largest total variation there is.",
        },
    },
    note=(
        "h is the entropy of a probability, and k√(2ε) may be above 1: a careful reader takes the "
        "bound where it is defined; the literal reading takes every ε. The set of entries may be "
        "empty, or all of them."
    ),
)

# --- 6 Variations of differential privacy ---------------------------------------------------------

levels = Reals("eps", size, ">=0", latex=r"\epsilon")

paper.claim(
    "personalized",
    at="Section 6.1, eqs. (55) and (56)",
    forall=[M, i, levels],
    given=[every(j, entry_epsilon(M, j) <= levels[j])],
    then=sup(prior, conditional_entry_information(prior, M, i)) <= levels[i],
    note=(
        "(55) is stated by the least ε_i that it allows. The text calls (56) the modification of "
        "MI-DP; that (55) implies it is the claim."
    ),
)

whole = flat_mechanism(M)

paper.claim(
    "free-lunch",
    at="Section 6.2, eqs. (57) to (59)",
    forall=[M, eps],
    then={
        "information": {
            "given": [free_lunch_epsilon(M) <= eps],
            "then": sup(prior, information(prior, M)) <= eps,
            "note": "(57) implies (58); (57) is stated by the least ε that it allows.",
        },
        "groups": {
            "forall": [M, group, known, eps],
            "given": [capacity(whole) <= eps, separate(group, known)],
            "then": sup(prior, group_information(prior, M, group, known)) <= eps,
            "note": (
                "(58) implies (59); the supremum in (58) is the capacity of the channel from the "
                "whole database."
            ),
        },
    },
)

within_bayes = bayesian_epsilon(prior, M) <= eps
learned = Event("K", size, latex=r"\mathcal K")
within_bayes_mi = (
    largest(j, largest(learned, group_information(prior, M, singleton(j, size), learned))) <= eps
)
possible = every(x, prior_mass(prior, x) > 0)

paper.claim(
    "bayesian",
    at="Section 6.3, eqs. (60) to (63)",
    forall=[prior, M, eps],
    then={
        "information": {
            "forall": [prior, M, i, group, eps],
            "given": [within_bayes],
            "then": group_information(prior, M, singleton(i, size), group) <= eps,
            "reading": "possible",
            "readings": {
                "every": {
                    "given": [possible, within_bayes],
                    "note": (
                        "The laws in (60) must all be defined: every instance has positive "
                        "probability under the prior."
                    ),
                },
            },
            "note": (
                "(60) implies (61). (60) conditions on events that the prior may make impossible; "
                "it is read where both laws are defined, and stated by the least ε that it allows. "
                "With i in I, two values of X_i would contradict X_I = x_I, so I is taken among "
                "the other entries there; in (61) any I is allowed."
            ),
        },
        "groups": {
            "forall": [prior, M, group, known, eps],
            "given": [within_bayes_mi, separate(group, known)],
            "then": group_information(prior, M, group, known) <= cardinality(group) * eps,
            "note": "(61), for all i and all sets, implies (62).",
        },
        "database": {
            "given": [within_bayes_mi],
            "then": information(prior, M) <= size * eps,
            "note": "(61) implies (63).",
        },
    },
)

paper.claim(
    "bayesian-stronger",
    at="Section 6.3, after (61)",
    forall=[M, eps],
    then={
        "dp": {
            "forall": [prior, M, eps],
            "given": [possible, within_bayes],
            "then": DP(M, eps),
            "note": (
                "ε-Bayesian differential privacy under a single prior that makes every instance "
                "possible implies ε-DP; under all priors it does all the more."
            ),
        },
        "mi": {
            "given": [bayesian_mi(M) <= eps],
            "then": MIDP(M, eps),
            "reading": "mi-dp",
            "readings": {
                "dp": {
                    "then": DP(M, eps),
                    "note": (
                        "“Differential privacy” read as ε-DP. No other level would do: with one "
                        "entry (61) is ε-MI-DP, and some such mechanisms are ε'-DP for no ε' "
                        "(footnote 3)."
                    ),
                }
            },
            "note": (
                "(61) under every prior implies ε-MI-DP, the form of differential privacy that "
                "the section adapts. That the converse fails is what Examples 4.1 and 5.1 show."
            ),
        },
    },
    note=(
        "“Stronger” is read as “implies”. The maximum over priors of I(X_i;Y|X_I) is a maximum of "
        "capacities: the worst prior lets the unknown entries be a function of X_i. Maximised over "
        "priors, (60) itself would be free-lunch privacy (57): a prior on two instances that "
        "differ in entry i, and anywhere else, compares their responses."
    ),
)

law = flat_prior(prior)

paper.claim(
    "adversarial",
    at="Section 6.4, eqs. (64) and (65)",
    forall=[prior, M, eps],
    then={
        "mean": {
            "forall": [prior, M],
            "then": equals(
                information(prior, M),
                total(
                    x,
                    total(
                        y,
                        law[x] * whole[x, y] * log(whole[x, y] / output(law, whole)[y]),
                        law[x] * whole[x, y] > 0,
                    ),
                ),
            ),
            "note": "The left side of (64) has the mutual information as its mean.",
        },
        "information": {
            "given": [every(y, pointwise_maximal_leakage(law, whole, y) <= eps)],
            "then": information(prior, M) <= eps,
            "note": (
                "(64) implies (65). The largest ln dP_{X|Y=y}/dP_X over the instances that the "
                "prior allows is the pointwise maximal leakage of y; a response of probability "
                "zero is never seen and is left out."
            ),
        },
    },
)

# --- 7 Rényi entropy generalisation ---------------------------------------------------------------

order = Real("alpha", ">=0", latex=r"\alpha")
positive_order = Real("alpha", ">0", latex=r"\alpha")
entry_law = Pmf("P", alphabet(D, i))
one_entry = entry_channel(M, x, i)

INFINITE_ORDER = "The order ∞, which (72) needs, is a reading of its own: α ≥ 0 is a real number."

paper.claim(
    "lemma-9",
    at="Lemma 9, eq. (67)",
    forall=[M, x, i, order, eps],
    given=[DP(M, eps)],
    then=sup(entry_law, sibson(entry_law, one_entry, order)) <= eps,
    reading="real-orders",
    readings={
        "infinite": {
            "forall": [M, x, i, eps],
            "then": sup(entry_law, sibson(entry_law, one_entry, INFINITY)) <= eps,
        }
    },
    note=(
        "The other entries are as in the instance x. Order 0 is −ln max_y P(W(y|X) > 0), the limit "
        f"of (66), and order 1 Shannon's. {INFINITE_ORDER}"
    ),
)


def paired(first: Term, rows: Term, fixed: Term | None = None) -> Term:
    """The law of (X, Y) as one symbol, Y from the row of X, or from one row for all X."""
    inputs, outputs = _alphabets(rows)
    return pmf_table(
        inputs * outputs,
        lambda s: first[quotient(s, outputs)]
        * rows[quotient(s, outputs) if fixed is None else fixed, remainder(s, outputs)],
    )


def _alphabets(rows: Term) -> tuple[Term, Term]:
    sort = rows.sort
    assert isinstance(sort, ChannelSort)
    return sort.inputs, sort.outputs


pivot = Symbol("z", alphabet(D, i), latex=r"\tilde x")
u = Symbol("u", alphabet(D, i))
divergence = renyi(paired(entry_law, one_entry), paired(entry_law, one_entry, pivot), order)
reached = entry_law[u] * one_entry[u, y] > 0
mean_power = total(
    u,
    total(
        y,
        entry_law[u]
        * one_entry[u, y]
        * (one_entry[u, y] / one_entry[pivot, y]) ** (order - 1),
        reached,
    ),
)
mean_ratio = total(
    u,
    total(y, entry_law[u] * one_entry[u, y] * (one_entry[u, y] / one_entry[pivot, y]), reached),
)
not_one = negation(equals(order, 1))
step_variables = [M, x, i, entry_law, pivot, order, eps]

paper.claim(
    "lemma-9-steps",
    at="Proof of Lemma 9, eqs. (68) and (69)",
    forall=step_variables,
    then={
        "one-row": {
            "forall": [M, x, i, entry_law, pivot, order],
            "then": sibson(entry_law, one_entry, order) <= divergence,
            "note": "The least value over Q_Y is at most the one at the row of any x_i.",
        },
        "expectation": {
            "given": [not_one, DP(M, eps)],
            "then": equals(divergence, log(mean_power) / (order - 1)),
            "reading": "mean-of-power",
            "readings": {
                "power-of-mean": {
                    "then": equals(divergence, log(mean_ratio ** (order - 1)) / (order - 1)),
                    "note": (
                        "As the brackets are printed, E[…]^{α−1}: the power of the expectation."
                    ),
                }
            },
            "note": (
                "The last lines of (68), where the divided laws have one support, as ε-DP has it. "
                "E[…]^{α−1} is read as the expectation of the power."
            ),
        },
        "ratio": {
            "forall": [M, x, i, pivot, u, y, eps],
            "given": [DP(M, eps)],
            "then": one_entry[u, y] <= exp(eps) * one_entry[pivot, y],
            "note": "The bound on the likelihood ratio, multiplied out.",
        },
        "bound": {
            "given": [not_one, DP(M, eps)],
            "then": log(mean_power) / (order - 1) <= eps,
            "note": "(69).",
        },
        "constant": {
            "forall": [order, eps],
            "given": [not_one],
            "then": equals(log(exp(eps) ** (order - 1)) / (order - 1), eps),
            "note": "The last line of (69).",
        },
        "shannon": {
            "forall": [M, x, i, entry_law, eps],
            "given": [DP(M, eps)],
            "then": information(entry_law, one_entry) <= eps,
            "note": "The case α = 1.",
        },
    },
    note=(
        "The conditional divergence D_α(P_{Y|X}‖Q_Y|P_X) is D_α(P_X P_{Y|X}‖P_X Q_Y) by "
        "definition, so the second and third lines of (68) are one."
    ),
)

database_law = Pmf("P", instances(D))

paper.claim(
    "corollary-10",
    at="Corollary 10, eq. (70)",
    forall=[M, order, eps],
    given=[DP(M, eps)],
    then=sup(database_law, sibson(database_law, whole, order)) <= size * eps,
    reading="real-orders",
    readings={
        "infinite": {
            "forall": [M, eps],
            "then": sup(database_law, sibson(database_law, whole, INFINITY)) <= size * eps,
        }
    },
    note=f"The corollary names no orders; they are those of Lemma 9. {INFINITE_ORDER}",
)

W = Channel("W", n, m)
c, d = Symbol("c", n), Symbol("d", n)


def tilted(power: Term) -> Term:
    """The law in proportion to P^power."""
    return pmf_table(n, lambda a: P[a] ** power / total(c, P[c] ** power))


def arimoto_as_defined(first: Term) -> Term:
    """H_α(X) − H_α(X|Y) with Arimoto's conditional entropy, for α other than 1."""
    a = positive_order
    norms = total(y, total(d, (first[d] * W[d, y]) ** a) ** (1 / a))
    return renyi_entropy(first, a) - a / (1 - a) * log(norms)


# (Σ_x P(x) W(y|x)^α)^(1/α), to which Sibson's optimal output law q is in proportion; and the input
# law for which q is Csiszár's optimal output law, in proportion to P(x) Σ_y W(y|x)^α q(y)^(1−α).
root = total(d, P[d] * W[d, y] ** positive_order) ** (1 / positive_order)
matched = pmf_table(
    n,
    lambda a: P[a]
    * total(y, W[a, y] ** positive_order * root ** (1 - positive_order), P[a] * W[a, y] > 0)
    / total(y, root),
)
uniform = pmf_table(n, lambda _: 1 / n)
other_order = negation(equals(positive_order, 1))
above_one, below_one = positive_order > 1, positive_order < 1

AS_POWERS = "Both are compared as powers of e, since they may be 0."

paper.claim(
    "eq-71",
    at="eq. (71)",
    forall=[W, P, positive_order],
    then={
        "sibson-is-arimoto": {
            "given": [other_order],
            "then": equals(
                exp(sibson(P, W, positive_order)),
                exp(arimoto_as_defined(tilted(1 / positive_order))),
            ),
            "note": f"Each prior's Sibson information is Arimoto's at a tilted prior. {AS_POWERS}",
        },
        "arimoto-is-sibson": {
            "given": [other_order],
            "then": equals(
                exp(arimoto_as_defined(P)),
                exp(sibson(tilted(positive_order), W, positive_order)),
            ),
            "note": f"And the other way: so both suprema are equal. {AS_POWERS}",
        },
        "csiszar-at-most": {
            "given": [above_one],
            "then": csiszar(P, W, positive_order) <= sibson(P, W, positive_order),
            "note": "For α > 1, at each prior.",
        },
        "csiszar-reaches": {
            "given": [above_one],
            "then": (
                exp(sibson(P, W, positive_order)) <= exp(csiszar(matched, W, positive_order))
            ),
            "note": (
                "For α > 1: the prior in proportion to P(x) exp((α − 1) D_α(W_x‖q)), q being "
                "Sibson's optimal output law at P. So both suprema are equal. "
                f"{AS_POWERS}"
            ),
        },
        "csiszar-at-least": {
            "given": [below_one],
            "then": sibson(P, W, positive_order) <= csiszar(P, W, positive_order),
            "note": "For 0 < α < 1, at each prior.",
        },
        "csiszar-bounded": {
            "given": [below_one],
            "then": (
                exp(csiszar(matched, W, positive_order)) <= exp(sibson(P, W, positive_order))
            ),
            "note": (
                "For 0 < α < 1, at the same prior as for α > 1. That every prior is matched to "
                "some P (in proportion to P'(x) exp((1 − α) D_α(W_x‖q')), q' being Csiszár's "
                "optimal output law at P') is what makes both suprema equal; it isn't encoded."
            ),
        },
        "infinite-sibson": {
            "forall": [W],
            "then": sup(P, sibson(P, W, INFINITY)) <= arimoto(uniform, W, INFINITY),
        },
        "infinite-arimoto": {
            "forall": [W],
            "then": sup(P, arimoto(P, W, INFINITY)) <= sibson(uniform, W, INFINITY),
        },
        "bound-sibson": {
            "forall": [M, positive_order, eps],
            "given": [DP(M, eps)],
            "then": sup(database_law, sibson(database_law, whole, positive_order)) <= size * eps,
        },
        "bound-arimoto": {
            "forall": [M, positive_order, eps],
            "given": [DP(M, eps)],
            "then": sup(database_law, arimoto(database_law, whole, positive_order)) <= size * eps,
        },
        "bound-csiszar": {
            "forall": [M, positive_order, eps],
            "given": [DP(M, eps)],
            "then": sup(database_law, csiszar(database_law, whole, positive_order)) <= size * eps,
        },
    },
    note=(
        "Suprema on both sides of an equality: they are equal if each value of one is reached or "
        "exceeded by the other, at a prior that is named. W is the channel from the whole "
        "database, any finite channel. At α = 1 all three are Shannon's by definition. (72) calls "
        "on α = ∞ too, where Csiszár's isn't encoded."
    ),
)


def guessing_leakage(first: Term, rows: Term, variable: Var) -> Term:
    """(72) and (73): H_∞(X) − H_∞(X|Y)."""
    responses = output(first, rows)
    guessed = responses[y] * largest(variable, first[variable] * rows[variable, y] / responses[y])
    return min_entropy(first) - (-log(total(y, guessed, responses[y] > 0)))


paper.claim(
    "eq-72",
    at="eqs. (72) and (73)",
    forall=[W, P],
    then={
        "arimoto": equals(guessing_leakage(P, W, c), arimoto(P, W, INFINITY)),
        "limit": {
            "forall": [W, P, positive_order, eta],
            "given": [positive_order >= 1 + 2 * log(n) / eta],
            "then": absolute(arimoto(P, W, positive_order) - guessing_leakage(P, W, c)) <= eta,
            "note": (
                "Arimoto's information of order ∞ is the limit of its finite orders: within η of "
                "(72) once α is 1 + 2 ln N/η for N databases. The text names no threshold; this "
                "one is ours."
            ),
        },
        "bound": {
            "forall": [M, eps],
            "given": [DP(M, eps)],
            "then": sup(database_law, guessing_leakage(database_law, whole, x)) <= size * eps,
            "note": "As a special case of (71), it obeys the bound there.",
        },
    },
    note="X^n is the whole database; W is the channel from it, any finite channel.",
)

