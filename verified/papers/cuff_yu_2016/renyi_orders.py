"""Section 7: Lemma 9 and Corollary 10, with informations of other orders than Shannon's."""

from __future__ import annotations

from verified.language import (
    DP,
    Channel,
    Pmf,
    Real,
    Symbol,
    Term,
    absolute,
    alphabet,
    arimoto,
    cases,
    csiszar,
    entry_channel,
    equals,
    every,
    exp,
    information,
    instances,
    largest,
    log,
    min_entropy,
    negation,
    output,
    pmf_table,
    quotient,
    remainder,
    renyi,
    renyi_entropy,
    sibson,
    sup,
    total,
)
from verified.papers.cuff_yu_2016.common import D, M, P, eps, eta, i, m, n, paper, size, x, y
from verified.papers.cuff_yu_2016.variations import whole
from verified.syntax.sorts import ChannelSort
from verified.syntax.terms import Var

INFINITY = float("inf")

order = Real("alpha", ">=0", latex=r"\alpha")
positive_order = Real("alpha", ">0", latex=r"\alpha")
entry_law = Pmf("P", alphabet(D, i))
one_entry = entry_channel(M, x, i)

INFINITE_ORDER = "The order ∞, which (72) needs, is a reading of its own: α ≥ 0 is a real number."

paper.claim(
    "lemma-9",
    at="Lemma 9, eq. (67)",
    scope="finite alphabets",
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


c_law, c_rows, any_output = Pmf("P", n), Channel("W", n, m), Pmf("R", m)
best_order, best_y, c_row = Real("alpha", ">0", latex=r"\alpha"), Symbol("y", m), Symbol("x", n)

best_root = total(c_row, c_law[c_row] * c_rows[c_row, best_y] ** best_order) ** (1 / best_order)
best_law = pmf_table(
    m,
    lambda s: total(c_row, c_law[c_row] * c_rows[c_row, s] ** best_order) ** (1 / best_order)
    / total(best_y, best_root),
)


def apart_from(law: Term, of_order: Term | int) -> Term:
    """D_α(P_{X,Y}‖P_X × Q_Y), what (66) minimises."""
    return renyi(
        paired(c_law, c_rows),
        pmf_table(n * m, lambda s: c_law[quotient(s, m)] * law[remainder(s, m)]),
        of_order,
    )


paper.claim(
    "eq-66",
    at="eq. (66)",
    scope="finite alphabets",
    then={
        "least": {
            "forall": [c_law, c_rows, any_output, order],
            "then": sibson(c_law, c_rows, order) <= apart_from(any_output, order),
        },
        "reached": {
            "forall": [c_law, c_rows, best_order],
            "given": [negation(equals(best_order, 1))],
            "then": apart_from(best_law, best_order) <= sibson(c_law, c_rows, best_order),
            "note": "By the output law in proportion to (Σ_x P(x) W(y|x)^α)^(1/α), for α > 0.",
        },
        "reached-at-one": {
            "forall": [c_law, c_rows],
            "then": apart_from(output(c_law, c_rows), 1) <= sibson(c_law, c_rows, 1),
        },
    },
    note=(
        "Sibson's information is evaluated by its closed forms. That each is the minimum in (66) "
        "is proved: `background/sibson`, `-zero`, `-one` and `-infinite` follow from (66) as the "
        "definition. Order 0 reaches it at a response that most inputs may give."
    ),
)

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
not_one = negation(equals(order, 1))
step_variables = [M, x, i, entry_law, pivot, order, eps]

paper.claim(
    "lemma-9-steps",
    at="Proof of Lemma 9, eqs. (68) and (69)",
    scope="finite alphabets",
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
            "note": (
                "The last lines of (68), where the divided laws have one support, as ε-DP has it. "
                "E[…]^{α−1} writes the expectation of the power, as (69) uses it, not the power of "
                "the expectation."
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
    scope="finite alphabets",
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

# Of order ∞: the output law in proportion to the largest likelihoods, and the input law of whoever
# guesses among the likeliest inputs, each with the same chance.
top = largest(c, W[c, y])
top_law = pmf_table(m, lambda s: largest(c, W[c, s]) / total(y, top))


def likeliest(a: Term, response: Term) -> Term:
    """1 where the input a makes the response likeliest, else 0."""
    return cases(W[a, response] >= largest(c, W[c, response]), 1, 0)


guessed = pmf_table(
    n,
    lambda a: total(y, top_law[y] * likeliest(a, y) / total(d, likeliest(d, y))),
)
output_law = Pmf("R", m)

# Another prior, and the prior P moved towards an input.
other_law = Pmf("Q", n)
step, slack = Real("t", "(0,1)"), Real("eta", ">=0", latex=r"\eta")
power = 1 / positive_order - 1


def moved(a: Term) -> Term:
    """The law (1 − t) P + t δ_a."""
    return pmf_table(n, lambda s: (1 - step) * P[s] + step * cases(equals(s, a), 1, 0))


def csiszar_infinite(first: Term, law: Term) -> Term:
    """Σ_x P(x) D_∞(W_x‖q), whose least value over q is Csiszár's information of order ∞."""
    return total(c, first[c] * renyi(W[c], law, INFINITY))


AS_POWERS = "Both are compared as powers of e, since they may be 0."

paper.claim(
    "eq-71",
    at="eq. (71)",
    scope="finite alphabets",
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
        "csiszar-near-best": {
            "forall": [W, P, other_law, positive_order, step, slack],
            "given": [below_one, every(c, (
                sibson(moved(c), W, positive_order) <= sibson(P, W, positive_order) + slack))],
            "then": exp((1 - positive_order) * (
                sibson(P, W, positive_order) - csiszar(other_law, W, positive_order)
            )) >= (1 - step) ** power - (1 - positive_order) * slack / step
            - m * (step + step**power) * exp(power * sibson(P, W, positive_order)),
            "note": (
                "For 0 < α < 1, every prior Q, and a prior P that no step t towards an input takes "
                "more than η further. So Csiszár's supremum is at most Sibson's: take P within η "
                "of the latter, then η to 0, then t: the right side goes to 1."
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
        "infinite-csiszar-at-most": {
            "forall": [W, P],
            "then": csiszar_infinite(P, top_law) <= sibson(uniform, W, INFINITY),
            "note": (
                "Csiszár's information of order ∞ is the least Σ_x P(x) D_∞(W_x‖q) over q. At the "
                "q in proportion to max_x W(y|x) it is at most Sibson's largest, for every prior."
            ),
        },
        "infinite-csiszar-reaches": {
            "forall": [W, output_law],
            "then": sibson(uniform, W, INFINITY) <= csiszar_infinite(guessed, output_law),
            "note": (
                "And for one prior every q gives as much: that of the likeliest input, drawn "
                "evenly where there are several, under the law in proportion to max_x W(y|x)."
            ),
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
        "exceeded by the other, at a prior that is named, or approached at priors that come near "
        "the supremum (csiszar-near-best). W is the channel from the whole "
        "database, any finite channel. At α = 1 all three are Shannon's by definition."
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
    scope="finite alphabets",
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
