"""Theorem 1, the remarks after it, its proof in the appendix, and footnote 2."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Event,
    Formula,
    Pmf,
    Real,
    Reals,
    Symbol,
    Term,
    binary_entropy,
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
    log,
    maximum,
    minimum,
    negation,
    output,
    rational,
    some,
    total,
)
from verified.papers.ngo_2024.common import (
    M,
    P,
    bits,
    eps,
    grown,
    k,
    ldp,
    log2,
    log_e,
    mu,
    n,
    other,
    own_eps,
    paper,
    x,
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
    scope="finite alphabets",
    forall=[M, mu, eps],
    given=[bits(capacity(M)) <= mu],
    then=ldp(M, eps, ldp_curve(mu, eps)),
    reading="all-laws",
    readings={
        "any-class": {
            "forall": [laws, M, mu, eps],
            "given": [
                every(member, bits(information(laws[member], M)) <= mu),
                every(member, every(x, laws[member][x] > 0)),
            ],
        },
    },
    note=(
        "Definition 1 fixes a data distribution space 𝒫 and says nothing of it. One reading takes "
        "all laws on the data, as the text around it has it; the other any 𝒫, here of k laws, each "
        "of which makes every data point possible: of one that never occurs a law says nothing."
    ),
)

paper.claim(
    "theorem-1a-repaired",
    at="Theorem 1(a), eq. (10)",
    scope="finite alphabets",
    forall=[M, mu, eps],
    given=[every(x, every(other, bits(capacity(channel_of(M[x], M[other]))) <= mu))],
    then=ldp(M, eps, ldp_curve(mu, eps)),
    note="It is enough that 𝒫 holds all laws on each two data points.",
)

pair_value = maximum(0, first - grown * last, last - grown * first)
# Its rows are Ber(p_0) and Ber(p_1), so that its capacity is C_BAC(p_0, 1 − p_1).
star = channel_of([1 - first, first], [1 - last, last])
two_points = Pmf("R", 2)
best_pair = [bits(capacity(star)) <= mu, ldp_curve(mu, eps) <= pair_value]
below = Real("delta", latex=r"\delta")

paper.claim(
    "theorem-1a-need-not",
    at="Theorem 1(a), last sentence",
    then={
        "private": {
            "forall": [two_points, first, last, mu],
            "given": [bits(capacity(star)) <= mu],
            "then": bits(information(two_points, star)) <= mu,
            "note": "Definition 1: for every law of the two data points.",
        },
        "not-ldp": {
            "forall": [first, last, mu, eps, below],
            "given": [*best_pair, below < ldp_curve(mu, eps)],
            "then": negation(ldp(star, eps, below)),
        },
    },
    note="Some mechanism with two data points will do: that of the proof, for p_0 and p_1 that "
    "reach the maximum in (10). That a pair comes as near to the maximum as one likes is enough: "
    "`theorem-1a-construction.therefore`.",
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
            "given": [_region, flips_first + flips_last < 1],
            "then": equals(bac_capacity(flips_first, flips_last), eq_11),
            "reading": "defined",
            "readings": {"literal": {"given": [_region]}},
            "note": "Where ε_0 + ε_1 = 1 the printed form divides by 0; literally the region "
            "allows that.",
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
            "note": (
                "No larger: that the curve is strictly smaller can't be meant of all μ, as from "
                "one bit on it is 1 (`one-bit`)."
            ),
        },
        "one-bit": {
            "forall": [mu, eps],
            "given": [mu >= 1],
            "then": equals(ldp_curve(mu, eps), 1),
        },
        "floor-exists": {
            "forall": [inner_mu],
            "then": _inner_equation,
            "reading": "positive",
            "readings": {"from-zero": {"forall": [unit_mu], "then": _floor_equation}},
            "note": AT_NO_BITS,
        },
        "floor-unique": {
            "forall": [chance, greater],
            "given": [chance < greater],
            "then": binary_entropy(greater) / greater < binary_entropy(chance) / chance,
            "note": "No value of H_b(p)/p is taken twice.",
        },
        "floor": {
            "forall": [inner_mu, eps],
            "then": ldp_floor(inner_mu) <= ldp_curve(inner_mu, eps),
            "reading": "positive",
            "readings": {
                "from-zero": {
                    "forall": [unit_mu, eps],
                    "then": ldp_floor(unit_mu) <= ldp_curve(unit_mu, eps),
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
    note=(
        "The last remark prints δ_μ(δ) for δ_μ(ε) once. That the Gaussian mechanism has a lower "
        "curve than the guarantee is in `figure-1`."
    ),
)

optimal_ldp = largest(x, largest(other, hockey_stick(M[x], M[other], own_eps)))

paper.claim(
    "theorem-1b",
    at="Theorem 1(b), eq. (12)",
    scope="finite alphabets",
    forall=[P, M],
    then=bits(information(P, M)) <= log_e * integral(own_eps, (1 + exp(-own_eps)) * optimal_ldp),
    note="For every law P of the data, so for every class of laws; for the least δ(·), as a "
    "larger one makes the integral larger. The left side of (4) may take x' = x too: its "
    "divergence is 0 there.",
)

paper.claim(
    "theorem-1b-sharp",
    at="Theorem 1(b), eq. (12)",
    scope="finite alphabets",
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
    """A statement for a set that is neither empty nor everything, and for any."""
    return {
        "forall": variables, "given": [*given, *proper], "then": then, "reading": "proper-set",
        "readings": {"any-set": {"given": given}},
    }


paper.claim(
    "theorem-1a-construction",
    at="Appendix A, eqs. (25) to (28)",
    scope="finite alphabets",
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
        "eq-28": {
            **_for_sets(
                equals(worst_gap, ldp_curve(mu, eps)), *best_pair,
                variables=[A, first, last, mu, eps],
            ),
            "note": "“For every ε > 0”, with the pair that is a maximiser at this ε: the pair, and "
            "so the mechanism, may be another one at another ε.",
        },
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
    scope="finite alphabets",
    forall=[P, squared_norms, peak],
    given=[every(x, either(P[x] <= 0, squared_norms[x] <= peak))],
    then=total(x, P[x] * squared_norms[x]) <= peak,
    note="For data that take finitely many values, with ‖x‖² = s(x) and t = dΔ².",
)
