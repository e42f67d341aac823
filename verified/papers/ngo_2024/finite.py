"""The rows on finite alphabets: definitions, Theorems 1 and 2, Lemma 1 and the steps between them.

M is a channel from data points to outputs. The optimal curves δ̄_M of Section II are written out as
maxima, and a function δ(·) for which M is (ε,δ(ε))-private at every ε > 0 as the least such one:
any other is nowhere below it, and makes the integrals (12) and (14) no smaller.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    KL,
    Channel,
    Event,
    Formula,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    binary_entropy,
    both,
    capacity,
    cases,
    channel_of,
    channel_table,
    either,
    equals,
    every,
    exp,
    hockey_stick,
    indicator,
    information,
    integral,
    largest,
    ldp_curve,
    ldp_floor,
    likelihood_ratio,
    lip_curve,
    log,
    maximum,
    minimum,
    negation,
    output,
    pmf_of,
    rational,
    some,
    total,
)
from verified.papers.ngo_2024.common import bits, log2, paper

n, m, k = Size("n"), Size("m"), Size("k")
x, other, symbol = Symbol("x", n), Symbol("x'", n), Symbol("a", n)
P, Q = Pmf("P", n), Pmf("Q", n)
M = Channel("M", n, m)
E = Event("E", m)
eps = Real("eps", ">0", latex=r"\epsilon")
mu = Real("mu", ">=0", latex=r"\mu")
grown = exp(eps)


def ldp(channel: Term, epsilon: Any, delta: Any) -> Formula:
    """(3): (ε,δ)-local differential privacy."""
    event = Event("E", channel.sort.sizes()[1])
    one, two = (Symbol(name, channel.sort.sizes()[0]) for name in ("x", "x'"))
    return every(one, every(two, every(
        event, channel[one][event] <= exp(epsilon) * channel[two][event] + delta
    )))


def lip_at(law: Term, channel: Term, point: Term, epsilon: Any, delta: Any) -> Formula:
    """(5) at one data point."""
    event, response = Event("E", channel.sort.sizes()[1]), output(law, channel)
    return both(
        every(event, exp(-epsilon) * channel[point][event] - delta <= response[event]),
        every(event, response[event] <= exp(epsilon) * channel[point][event] + delta),
    )


def best_ldp(channel: Term, epsilon: Any) -> Term:
    """The left side of (4): the optimal LDP curve, of two data points at least."""
    return largest(x, largest(
        other, hockey_stick(channel[x], channel[other], epsilon), where=negation(equals(x, other))
    ))


def best_lip(law: Term, channel: Term, epsilon: Any) -> Term:
    """The left side of (6): the optimal LIP curve."""
    response = output(law, channel)
    return largest(x, maximum(
        hockey_stick(response, channel[x], epsilon),
        exp(-epsilon) * hockey_stick(channel[x], response, epsilon),
    ))


# --- Section II -----------------------------------------------------------------------------------

any_eps, any_delta = Real("eps", latex=r"\epsilon"), Real("delta", latex=r"\delta")
own_eps = Real("eps", ">=0", latex=r"\epsilon")
own_delta = Real("delta", ">=0", latex=r"\delta")


def _eq_4(epsilon: Term, delta: Term, *given: Formula) -> dict[str, dict[str, Any]]:
    sides = ldp(M, epsilon, delta), best_ldp(M, epsilon) <= delta
    forall = [M, epsilon, delta]
    return {
        "only-if": {"forall": forall, "given": [*given, sides[0]], "then": sides[1]},
        "if": {"forall": forall, "given": [*given, sides[1]], "then": sides[0]},
    }


paper.claim(
    "eq-4",
    at="Definition 3, eqs. (3) and (4)",
    then={
        name: {**any_reals, "reading": "literal", "readings": {
            "parameters": _eq_4(own_eps, own_delta)[name],
            "two-points": _eq_4(any_eps, any_delta, n >= 2)[name],
        }}
        for name, any_reals in _eq_4(any_eps, any_delta).items()
    },
    note="The definition says nothing of ε and δ. Taken literally they are any real numbers, and "
    "(3) speaks of a data point and itself as well, which (4) leaves out: where there is one data "
    "point only, (4) bounds nothing. Privacy parameters are not negative.",
)

response = output(P, M)
_lip = every(x, lip_at(P, M, x, any_eps, any_delta))
_lip_divergences = best_lip(P, M, any_eps) <= any_delta

paper.claim(
    "eq-6",
    at="Definition 4, eqs. (5) and (6)",
    forall=[P, M, any_eps, any_delta],
    then={
        "only-if": {"given": [_lip], "then": _lip_divergences},
        "if": {"given": [_lip_divergences], "then": _lip},
    },
)

# --- Theorem 1 ------------------------------------------------------------------------------------

first, last = Real("p", "[0,1]", latex="p_0"), Real("q", "[0,1]", latex="p_1")
laws = Channel("K", k, n, latex=r"\mathcal P")
member = Symbol("j", k)
flips_first, flips_last = Real("e", "[0,1]", latex=r"\epsilon_0"), Real("f", "[0,1]",
                                                                      latex=r"\epsilon_1")


def bac(zero: Any, one: Any) -> Term:
    """The binary asymmetric channel: 0 is flipped with probability `zero`, 1 with `one`."""
    return channel_of([1 - zero, zero], [one, 1 - one])


def bac_capacity(zero: Any, one: Any) -> Term:
    """C_BAC(ε_0, ε_1), in bits."""
    return bits(capacity(bac(zero, one)))


paper.claim(
    "theorem-1a",
    at="Theorem 1(a), eq. (10)",
    forall=[M, mu, eps],
    given=[bits(capacity(M)) <= mu],
    then=ldp(M, eps, ldp_curve(mu, eps)),
    reading="all-laws",
    readings={
        "any-class": {
            "forall": [laws, M, mu, eps],
            "given": [every(member, bits(information(laws[member], M)) <= mu)],
        },
    },
    note="Definition 1 fixes a data distribution space 𝒫 and says nothing of it. One reading takes "
    "all laws on the data, as the text around it has it; the other any 𝒫, here of k laws.",
)

paper.claim(
    "theorem-1a-repaired",
    at="Theorem 1(a), eq. (10)",
    forall=[M, mu, eps],
    given=[every(x, every(other, bits(capacity(channel_of(M[x], M[other]))) <= mu))],
    then=ldp(M, eps, ldp_curve(mu, eps)),
    note="It is enough that 𝒫 holds all laws on each two data points.",
)

pair_value = maximum(0, first - grown * last, last - grown * first)
# Its rows are Ber(p_0) and Ber(p_1), so that its capacity is C_BAC(p_0, 1 − p_1).
star = channel_of([1 - first, first], [1 - last, last])
best_pair = [bits(capacity(star)) <= mu, ldp_curve(mu, eps) <= pair_value]
below = Real("delta", latex=r"\delta")

paper.claim(
    "theorem-1a-need-not",
    at="Theorem 1(a), last sentence",
    forall=[first, last, mu, eps, below],
    given=[*best_pair, below < ldp_curve(mu, eps)],
    then={
        "private": bits(capacity(star)) <= mu,
        "not-ldp": negation(ldp(star, eps, below)),
    },
    note="Some mechanism with two data points will do: that of the proof, for p_0 and p_1 that "
    "reach the maximum in (10).",
)

_spread = 1 - flips_first - flips_last
_h_first, _h_last = (bits(binary_entropy(chance)) for chance in (flips_first, flips_last))
eq_11 = (
    flips_first / _spread * _h_last
    - (1 - flips_last) / _spread * _h_first
    + log2(1 + 2 ** ((_h_first - _h_last) / _spread))
)
# C_BAC(1 − ε_1, 1 − ε_0) and C_BAC(1 − ε_0, 1 − ε_1) are the capacities of these.
_rows_exchanged = channel_of([flips_last, 1 - flips_last], [1 - flips_first, flips_first])
_outputs_exchanged = channel_of([flips_first, 1 - flips_first], [1 - flips_last, flips_last])
_region = flips_first <= minimum(flips_last, 1 - flips_last, rational(1, 2))

paper.claim(
    "eq-11",
    at="Theorem 1(a), eq. (11)",
    forall=[flips_first, flips_last],
    then={
        "value": {
            "given": [_region],
            "then": equals(bac_capacity(flips_first, flips_last), eq_11),
            "note": "Where ε_0 + ε_1 = 1 the printed form divides by 0.",
        },
        "swapped": {
            "given": [flips_first > flips_last],
            "then": equals(
                bac_capacity(flips_first, flips_last), bac_capacity(flips_last, flips_first)
            ),
        },
        "reversed": {
            "given": [flips_first > 1 - flips_last],
            "then": equals(
                bac_capacity(flips_first, flips_last),
                bits(capacity(_rows_exchanged)),
            ),
        },
        "flipped": {
            "given": [flips_first > rational(1, 2)],
            "then": equals(
                bac_capacity(flips_first, flips_last),
                bits(capacity(_outputs_exchanged)),
            ),
        },
    },
)
paper.claim(
    "eq-11-repaired",
    at="Theorem 1(a), eq. (11)",
    forall=[flips_first, flips_last],
    then={
        "value": {
            "given": [flips_first + flips_last < 1],
            "then": equals(bac_capacity(flips_first, flips_last), eq_11),
        },
        "useless": {
            "forall": [flips_first],
            "then": equals(
                bits(capacity(channel_of(
                    [1 - flips_first, flips_first], [1 - flips_first, flips_first]
                ))),
                0,
            ),
        },
    },
    note="The closed form holds wherever ε_0 + ε_1 < 1; where the sum is 1, the capacity is 0.",
)

more = Real("nu", ">=0", latex=r"\nu")
unit_mu = Real("mu", "[0,1)", latex=r"\mu")
inner_mu = Real("mu", "(0,1)", latex=r"\mu")
chance, greater = Real("p", "(0,1]"), Real("q", "(0,1]")
_floor_equation = equals(
    bits(binary_entropy(ldp_floor(unit_mu))) / ldp_floor(unit_mu), -log2(2**unit_mu - 1)
)
_inner_equation = equals(
    bits(binary_entropy(ldp_floor(inner_mu))) / ldp_floor(inner_mu), -log2(2**inner_mu - 1)
)
z_capacity = log2(1 + 2 ** (-(bits(binary_entropy(chance)) / chance)))
AT_NO_BITS = "At μ = 0 there is no such number: 2^μ − 1 is 0, and no p has H_b(p)/p = ∞."

paper.claim(
    "theorem-1-remarks",
    at="after Theorem 1",
    then={
        "monotone": {
            "forall": [mu, more, eps],
            "given": [mu <= more],
            "then": ldp_curve(mu, eps) <= ldp_curve(more, eps),
            "reading": "no-larger",
            "readings": {
                "strictly": {
                    "given": [mu < more], "then": ldp_curve(mu, eps) < ldp_curve(more, eps),
                },
            },
        },
        "one-bit": {
            "forall": [mu, eps],
            "given": [mu >= 1],
            "then": equals(ldp_curve(mu, eps), 1),
        },
        "floor-exists": {
            "forall": [unit_mu],
            "then": _floor_equation,
            "reading": "from-zero",
            "readings": {"positive": {"forall": [inner_mu], "then": _inner_equation}},
            "note": AT_NO_BITS,
        },
        "floor-unique": {
            "forall": [chance, greater],
            "given": [chance < greater],
            "then": binary_entropy(greater) / greater < binary_entropy(chance) / chance,
            "note": "No value of H_b(p)/p is taken twice.",
        },
        "floor": {
            "forall": [unit_mu, eps],
            "then": ldp_floor(unit_mu) <= ldp_curve(unit_mu, eps),
            "reading": "from-zero",
            "readings": {
                "positive": {
                    "forall": [inner_mu, eps],
                    "then": ldp_floor(inner_mu) <= ldp_curve(inner_mu, eps),
                },
            },
            "note": AT_NO_BITS,
        },
        "limit": {
            "forall": [chance, mu, eps],
            "given": [eps >= log(2), mu <= z_capacity - 2 * bits(binary_entropy(exp(-eps)))],
            "then": ldp_curve(mu, eps) <= chance,
            "note": "The limit with a modulus. The right side of the hypothesis is the μ whose "
            "p̄_μ is p; it grows with p, and the curve is at most p once ε is so large that the "
            "entropy of e^(−ε) fits between.",
        },
    },
)

optimal_ldp = largest(x, largest(other, hockey_stick(M[x], M[other], own_eps)))
log_e = 1 / log(2)

paper.claim(
    "theorem-1b",
    at="Theorem 1(b), eq. (12)",
    forall=[P, M],
    then=bits(information(P, M)) <= log_e * integral(own_eps, (1 + exp(-own_eps)) * optimal_ldp),
    note="For every law P of the data, so for every class of laws; for the least δ(·), as a "
    "larger one makes the integral larger. The left side of (4) may take x' = x too: its "
    "divergence is 0 there.",
)

paper.claim(
    "theorem-1b-sharp",
    at="Theorem 1(b), eq. (12)",
    forall=[P, M],
    given=[total(x, P[x] ** 2) < 1],
    then=bits(information(P, M)) <= log_e * (
        (1 - total(x, P[x] ** 2))
        * integral(own_eps, (1 + exp(-own_eps)) * optimal_ldp)
    ),
    note="Sharper than (12): a data point isn't told from itself, so the integral counts as often "
    "as two independent data points differ, for two data points at most half. (Where they never "
    "do, nothing is told.)",
)

A = Event("A", n)
star_on = channel_table(n, 2, lambda point, bit: cases(
    indicator(A, point) >= 1, star[1, bit], star[0, bit]
))
two = Event("E", 2)
proper = some(x, equals(indicator(A, x), 1)), some(x, equals(indicator(A, x), 0))
worst_gap = largest(x, largest(other, largest(
    two, star_on[x][two] - grown * star_on[other][two]
)))
told_of_set = channel_table(n, 2, lambda point, bit: cases(
    indicator(A, point) >= 1, cases(bit >= 1, 1, 0), cases(bit >= 1, 0, 1)
))


def _for_sets(then: Formula, *given: Formula, variables: Any) -> dict[str, Any]:
    """A statement for any set, and for one that is neither empty nor everything."""
    return {
        "forall": variables, "given": given, "then": then, "reading": "any-set",
        "readings": {"proper-set": {"given": [*given, *proper]}},
    }


paper.claim(
    "theorem-1a-construction",
    at="Appendix A, eqs. (25) to (28)",
    then={
        "eq-25": {
            "forall": [P, A, first, last],
            "then": information(P, star_on) <= information(output(P, told_of_set), star),
            "note": "For each law of the data.",
        },
        "eq-26": {
            **_for_sets(
                equals(bits(capacity(star_on)), bits(capacity(star))),
                variables=[A, first, last],
            ),
            "note": "Of an empty set, or of all data, the output tells nothing. (The two sides of "
            "(25) are equal, and so are their maxima.)",
        },
        "eq-27": {
            "forall": [A, first, last, mu],
            "given": [bits(capacity(star)) <= mu],
            "then": bits(capacity(star_on)) <= mu,
        },
        "eq-28": _for_sets(
            equals(worst_gap, ldp_curve(mu, eps)), *best_pair,
            variables=[A, first, last, mu, eps],
        ),
        "therefore": {
            **_for_sets(
                negation(ldp(star_on, eps, below)), bits(capacity(star)) <= mu, below < pair_value,
                variables=[A, first, last, mu, eps, below],
            ),
            "note": "What follows (28): for every δ below the maximum in (10) there is a pair that "
            "exceeds it, and its mechanism isn't (ε,δ)-LDP.",
        },
    },
)

# --- Section IV: footnote 2 -----------------------------------------------------------------------

squared_norms = Reals("s", n, ">=0")
peak = Real("t", ">=0")

paper.claim(
    "footnote-2",
    at="footnote 2",
    forall=[P, squared_norms, peak],
    given=[every(x, either(P[x] <= 0, squared_norms[x] <= peak))],
    then=total(x, P[x] * squared_norms[x]) <= peak,
    note="For data that take finitely many values, with ‖x‖² = s(x) and t = dΔ².",
)

# --- Theorem 2 ------------------------------------------------------------------------------------

told = bits(information(P, M))
curve = lip_curve(mu, eps)
row_law = pmf_of(M[x][E], 1 - M[x][E])
response_law = pmf_of(response[E], 1 - response[E])
least = Real("r", "(0,1]", latex=r"p_{\min}")

paper.claim(
    "theorem-2a",
    at="Theorem 2(a), eq. (13)",
    forall=[P, M, mu, eps],
    given=[told <= mu],
    then={
        "bound": {
            "then": every(x, lip_at(P, M, x, eps, curve)),
            "reading": "every-point",
            "readings": {
                "possible": {
                    "then": every(x, lip_at(P, M, x, eps, curve), where=P[x] > 0),
                },
            },
            "note": "Definition 4 speaks of every data point, of those that never occur too.",
        },
        "step": {
            "forall": [P, M, mu],
            "then": every(x, every(E, bits(KL(row_law, response_law)) <= mu)),
            "reading": "every-point",
            "readings": {
                "possible": {
                    "then": every(x, every(E, bits(KL(row_law, response_law)) <= mu),
                                  where=P[x] > 0),
                },
            },
            "note": "What the proof draws from (35) and (37). By (35) μ bounds the mean over the "
            "data points, and not each of them.",
        },
    },
)
paper.claim(
    "theorem-2a-repaired",
    at="Theorem 2(a), eq. (13)",
    forall=[P, M, mu, eps],
    given=[told <= mu],
    then={
        "each": {
            "forall": [P, M, mu, eps, x],
            "given": [told <= mu, P[x] > 0],
            "then": lip_at(P, M, x, eps, lip_curve(mu / P[x], eps)),
            "note": "For each data point by its own probability.",
        },
        "bounded": {
            "forall": [P, M, mu, eps, least],
            "given": [told <= mu, every(x, P[x] >= least)],
            "then": every(x, lip_at(P, M, x, eps, lip_curve(mu / least, eps))),
        },
    },
    note="What tells μ bits on average tells of a data point with probability P(x) at most μ/P(x).",
)

tail = exp(-eps)

paper.claim(
    "theorem-2a-limit",
    at="after Theorem 2",
    forall=[mu, eps],
    then={
        "floor": 1 - 2 ** (-mu) <= lip_curve(mu, eps),
        "limit": {
            "given": [eps >= log(2)],
            "then": lip_curve(mu, eps) <= maximum(
                tail, 1 - exp(-((mu * log(2) + binary_entropy(tail)) / (1 - tail)))
            ),
            "note": "The limit with a modulus: the bound falls to 1 − 2^(−μ) as ε grows.",
        },
    },
)

paper.claim(
    "theorem-2b",
    at="Theorem 2(b), eq. (14)",
    forall=[P, M],
    then=told <= log_e * integral(
        own_eps, (exp(own_eps) + exp(-own_eps)) * best_lip(P, M, own_eps)
    ),
    note="For the least δ(·): a larger one makes the integral larger.",
)

# --- Lemma 1 --------------------------------------------------------------------------------------

order = Real("t")
masses, weights = Reals("p", n, ">=0"), Reals("q", n, ">=0")
of_laws = integral(
    own_eps, hockey_stick(P, Q, own_eps) + exp(-own_eps) * hockey_stick(Q, P, own_eps)
)


def _excess(over: Term, under: Term) -> Term:
    return total(symbol, maximum(0, over[symbol] - exp(own_eps) * under[symbol]))


of_measures = integral(
    own_eps, _excess(masses, weights) + exp(-own_eps) * _excess(weights, masses)
)
divergence_of_measures = total(
    symbol,
    masses[symbol] * log(masses[symbol]) - masses[symbol] * log(weights[symbol]),
)
ALL_MASSES = (
    "The lemma is about measures, and its text doesn't say that their total masses are 1. A "
    "divergence of measures is Σ p log(p/q), and their hockey-stick divergence the sum of "
    "max(0, p − e^ε q)."
)

paper.claim(
    "lemma-1",
    at="Lemma 1, eq. (20)",
    forall=[P, Q],
    then=equals(bits(KL(P, Q)), log_e * of_laws),
    reading="laws",
    readings={
        "measures": {
            "forall": [masses, weights],
            "then": equals(bits(divergence_of_measures), log_e * of_measures),
        },
    },
    note=ALL_MASSES,
)
paper.claim(
    "lemma-1-repaired",
    at="Lemma 1, eq. (20)",
    forall=[masses, weights],
    then=equals(
        bits(divergence_of_measures),
        log_e * (of_measures + total(symbol, masses[symbol]) - total(symbol, weights[symbol])),
    ),
    note="For all measures on a finite alphabet; the last two sums cancel where the masses agree.",
)

generating = total(
    symbol, P[symbol] * exp(order * log(likelihood_ratio(P, Q, symbol))), where=P[symbol] > 0
)
of_orders = 1 + order * (order + 1) * integral(
    own_eps,
    exp(order * own_eps) * hockey_stick(P, Q, own_eps)
    + exp(-(order + 1) * own_eps) * hockey_stick(Q, P, own_eps),
)

paper.claim(
    "eq-21",
    at="Lemma 1, eq. (21)",
    forall=[P, Q, order],
    then=equals(generating, of_orders),
    reading="every-order",
    readings={
        "near-zero": {"given": [order > -1]},
        "dominated": {"given": [every(symbol, either(P[symbol] > 0, Q[symbol] <= 0))]},
    },
    note="The text doesn't say for which t. Where Q has mass outside P's support, the integral is "
    "infinite for t ≤ −1 and the mean of e^(tL) is not. Lemma 1 uses t near 0.",
)

__all__ = ["paper"]
