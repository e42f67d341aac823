"""Noise on Gaussian queries: Remarks 4, 5 and 7, and what Remark 8 says of correlation.

The rows on noise added to a query of a finite database are in `noise`, Theorem 4 in `density`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verified.language import (
    DP,
    MIDP,
    Close,
    Database,
    Formula,
    Mechanism,
    Real,
    Size,
    Term,
    absolute,
    differential_entropy,
    equals,
    exp,
    gaussian,
    iff,
    log,
    maximum,
    negation,
    pi,
    rational,
    sqrt,
)
from verified.papers.nuradha_goldfeld_2022.common import eps, paper
from verified.syntax.terms import number

dimension = Size("d")
variance = Real("v", ">0")
noise = Real("s2", ">=0", latex=r"\sigma^2")
positive_noise = Real("s2", ">0", latex=r"\sigma^2")
sensitivity = Real("Delta", ">0", latex=r"\Delta_2(f)")
distance = Real("t", ">=0")
level = sqrt(2 * eps)

# --- Remark 4 -------------------------------------------------------------------------------------

D = Database("D")
M = Mechanism("M", D, Size("m"))
any_eps = Real("eps'", ">=0", latex=r"\epsilon'")
classic_eps = Real("eps'", "(0,1]", latex=r"\epsilon'")
classic_noise = 2 * log(rational(5, 4) / level) * sensitivity**2 / classic_eps**2
own_noise = sensitivity**2 / (2 * dimension * (exp(2 * eps / dimension) - 1))
THRESHOLD = 2 * sqrt((exp(2 * eps) - 1) * log(rational(5, 4) / level))

paper.claim(
    "remark-4-classic",
    at="Remark 4",
    forall=[eps],
    then={
        "implied": {
            "scope": "finite data",
            "forall": [M, eps, any_eps],
            "given": [MIDP(M, eps)],
            "then": DP(M, any_eps, level),
        },
        "gaussian": {
            "scope": "the line through the two means",
            "forall": [eps, classic_eps, sensitivity, distance, variance],
            "given": [distance <= sensitivity, variance >= classic_noise],
            "then": Close(gaussian(0, variance), gaussian(distance, variance), classic_eps, level),
            "note": (
                "Responses to neighbours are Gaussian vectors whose means are at most Δ₂ apart. "
                "Along the line through the two means they are the laws written here, and across "
                "it they agree, so that the dimension makes no difference."
            ),
        },
    },
)


def compared(*given: Formula) -> dict[str, Any]:
    """Our noise is below the classic one where ε' is below the printed threshold."""
    return {"given": [*given, classic_eps < THRESHOLD], "then": own_noise < classic_noise}


paper.claim(
    "remark-4-compare",
    at="Remark 4",
    forall=[eps, classic_eps, sensitivity, dimension],
    **compared(level < rational(5, 4), equals(dimension, 1)),
    reading="one-dimension",
    readings={"any-dimension": compared()},
    note=(
        "The noise of Corollary 1 against the classic one. Corollary 1 has it in any dimension, "
        "and the threshold is that of d = 1, which the remark doesn't say. Where ε is so large "
        "that the logarithm is negative, the threshold is no number and the hypothesis fails."
    ),
)
paper.claim(
    "remark-4-compare-repaired",
    at="Remark 4",
    forall=[eps, classic_eps, sensitivity, dimension],
    then={
        "any-dimension": {
            "forall": [eps, classic_eps, sensitivity, dimension],
            "then": iff(
                classic_eps
                < 2 * sqrt(
                    dimension * (exp(2 * eps / dimension) - 1) * log(rational(5, 4) / level)
                ),
                own_noise < classic_noise,
            ),
            "given": [level < rational(5, 4)],
        },
    },
    note=(
        "In d dimensions the threshold's e^(2ε) − 1 becomes d(e^(2ε/d) − 1): the noise is lower "
        "exactly below it. The logarithm is positive where √(2ε) < 1.25."
    ),
)

# --- Remark 5 -------------------------------------------------------------------------------------

entries = Size("n")
variance_bound = Real("s", ">0")
entry_variance = Real("v", ">0")
PRINTED_LEVEL = 1 / ((exp(eps) - 1) * sqrt(variance_bound / entries))
own_entry, reach = Real("x"), Real("K", ">0")
needed = variance_bound / (entries**2 * (exp(2 * eps) - 1))


def told(own: Term, added: Term) -> Term:
    """I(X_i;M|X^-i) of a Gaussian entry with this variance in the query and noise added to it."""
    return differential_entropy(gaussian(0, own + added)) - differential_entropy(
        gaussian(0, added)
    )


paper.claim(
    "remark-5",
    at="Remark 5",
    forall=[entries, variance_bound, eps],
    then={
        "level": {
            "then": equals(needed, PRINTED_LEVEL),
            "reading": "variance",
            "readings": {
                "deviation": {"then": equals(sqrt(needed), PRINTED_LEVEL)},
                "no-public": {"then": equals(entries * needed, PRINTED_LEVEL)},
                "no-public-deviation": {"then": equals(sqrt(entries * needed), PRINTED_LEVEL)},
            },
            "note": (
                "The right side of Theorem 3 for the average of n independent Gaussian entries. "
                "Given the others, one entry adds at most s/n² to the variance; with no public "
                "function it is s/n. The text doesn't say whether its level is σ² or σ."
            ),
        },
        "enough": {
            "forall": [entries, variance_bound, entry_variance, eps],
            "given": [entry_variance <= variance_bound],
            "then": told(entry_variance / entries**2, PRINTED_LEVEL) <= eps,
            "reading": "variance",
            "readings": {
                "deviation": {
                    "then": told(entry_variance / entries**2, PRINTED_LEVEL**2) <= eps
                },
            },
            "note": "Noise of the printed level makes the average ε-MI-DP.",
        },
        "sensitivity": {
            "forall": [entries, own_entry, reach],
            "then": absolute((own_entry + entries * reach) / entries - own_entry / entries)
            >= reach,
            "note": (
                "Δ₂(f) = ∞: for every K one entry can move the average by K, whatever it is."
            ),
        },
    },
)
paper.claim(
    "remark-5-repaired",
    at="Remark 5",
    then={
        "level": {
            "forall": [entries, variance_bound, eps],
            "then": equals(told(variance_bound / entries**2, needed), eps),
            "note": "Of an entry of the largest variance no less noise would do.",
        },
        "enough": {
            "forall": [entries, variance_bound, entry_variance, eps],
            "given": [entry_variance <= variance_bound],
            "then": told(entry_variance / entries**2, needed) <= eps,
        },
    },
    note="The level that Theorem 3 gives: σ² = s/(n²(e^(2ε) − 1)). It grows with s.",
)

# --- B of Theorem 4 -------------------------------------------------------------------------------

AS_PRINTED = (
    "B is printed as (1/2π) exp((d/2) h − 1). The entropy power inequality gives (1/2π) "
    "exp((2/d) h − 1), so the fraction may have been turned over in print or in scanning: both are "
    "encoded, `turned` and `printed`. They agree for d = 2."
)


def entropy_power(entropy: Term, *, turned: bool, dims: Any = 1) -> Term:
    """B of Theorem 4, with d/2 in its exponent as printed, or with 2/d."""
    factor = number(2) / dims if turned else number(dims) / 2
    return exp(factor * entropy - 1) / (2 * pi())


def noise_level(above: Term, below: Term) -> Term:
    """The noise that Theorem 4 asks for, for d = 1, from A and B."""
    return maximum((above - exp(2 * eps) * below) / (exp(2 * eps) - 1), 0)


def both_forms(statement: Callable[[bool], Mapping[str, Any]], note: str = "") -> dict[str, Any]:
    """A claim with the fraction in B turned over, and its reading with B as printed."""
    return {
        **statement(True),
        "reading": "turned",
        "readings": {"printed": statement(False)},
        "note": f"{note} {AS_PRINTED}".strip(),
    }


# --- Remarks 7 and 8 ------------------------------------------------------------------------------

total_spread = Real("V", ">0")
conditional_spread = Real("v", ">0")
gaussian_entropy = differential_entropy(gaussian(0, conditional_spread))
correlation = Real("rho", "(-1,1)", latex=r"\rho")
confidence = Real("delta", "(0,1)", latex=r"\delta")
mean_gap = Real("t", ">=0", latex=r"\Delta_{\mathrm{AP}}(f)")


def gaussian_level(turned: bool) -> dict[str, Any]:
    """The noise of Theorem 4 where the query is Gaussian given the secret."""
    below = entropy_power(gaussian_entropy, turned=turned)
    return {
        "then": equals(
            noise_level(total_spread, below), noise_level(total_spread, conditional_spread)
        )
    }


paper.claim(
    "remark-7",
    at="Remark 7",
    forall=[total_spread, conditional_spread, eps],
    given=[conditional_spread <= total_spread],
    **both_forms(
        gaussian_level,
        "Var(f(X)) = V and Var(f(X)|g(X) = a) = v for each a, and the law given a is Gaussian.",
    ),
)

classic_level = maximum(
    2 * log(rational(5, 4) / confidence) * mean_gap**2 / eps**2 - conditional_spread, 0
)
private_attribute: dict[str, Any] = {
    "given": [noise >= classic_level],
    "then": Close(
        gaussian(0, conditional_spread + noise),
        gaussian(mean_gap, conditional_spread + noise),
        eps,
        confidence,
    ),
}
paper.claim(
    "remark-7-ap-level",
    at="Remark 7",
    forall=[conditional_spread, mean_gap, noise, eps, confidence],
    **private_attribute,
    note=(
        "The responses given two values of the secret are Gaussian with one variance, and their "
        "means are Δ_AP apart at most; here they are. (ε,δ)-attribute privacy is (ε,δ)-closeness "
        "of such laws. The text sets no bound on ε."
    ),
)
paper.claim(
    "remark-7-ap-level-repaired",
    at="Remark 7",
    forall=[conditional_spread, mean_gap, noise, eps, confidence],
    given=[eps <= 1, *private_attribute["given"]],
    then=private_attribute["then"],
    note="For ε ≤ 1, as the classical Gaussian mechanism is usually stated.",
)

covariance = Real("c")
secret_variance = Real("w", ">0")
bound = Real("K", ">0")
first_value = Real("a")


def unbounded_gap(*given: Formula) -> dict[str, Any]:
    """Two values of the secret whose conditional means are K apart."""
    slope = covariance / secret_variance
    return {
        "given": [covariance**2 <= total_spread * secret_variance, *given],
        "then": absolute(slope * first_value - slope * (first_value + bound / slope)) >= bound,
    }


paper.claim(
    "remark-7-divergence",
    at="Remark 7",
    then={
        "gap": {
            "forall": [total_spread, secret_variance, covariance, first_value, bound],
            **unbounded_gap(negation(equals(covariance, 0))),
            "reading": "correlated",
            "readings": {"any": unbounded_gap()},
            "note": (
                "f and g are linear in columns of a Gaussian database: jointly Gaussian, with "
                "variances V and w and covariance c, so E[f|g = a] − E[f|g = b] = (c/w)(a − b). "
                "That Δ_AP is infinite says that for each K there are such a and b with a "
                "difference of K or more: any a and b = a + K w/c. For independent f and g, "
                "c = 0, there are none: the difference is 0."
            ),
        },
        "feasible": {
            "forall": [total_spread, conditional_spread, noise, eps],
            "given": [
                conditional_spread <= total_spread,
                noise >= noise_level(total_spread, conditional_spread),
            ],
            "then": log((total_spread + noise) / (conditional_spread + noise)) / 2 <= eps,
            "note": (
                "That the variance-based bound is feasible: with V and v of Remark 7 its noise "
                "gives ε-MI PP, as I(g(X);M(X)) is ½ ln((V + σ²)/(v + σ²)) for Gaussian laws."
            ),
        },
        "finite": {
            "forall": [total_spread, conditional_spread, eps],
            "then": noise_level(total_spread, conditional_spread)
            <= total_spread / (exp(2 * eps) - 1),
            "note": "That it is finite.",
        },
    },
    scope="the laws of query and secret, d = 1",
)


explained = total_spread * (1 - correlation**2)
ratio = sqrt((exp(2 * eps) - 1) * exp(-2 * eps))
paper.claim(
    "remark-8-correlation",
    at="Remark 8",
    forall=[total_spread, correlation, eps],
    given=[absolute(correlation) <= ratio],
    then=total_spread <= exp(2 * eps) * explained,
    reading="absolute",
    readings={
        "signed": {"given": [correlation <= ratio]},
        "printed": {
            "then": total_spread <= exp(2 * eps) * entropy_power(
                differential_entropy(gaussian(0, explained)), turned=False
            ),
        },
    },
    note=(
        "For d = 1 and jointly Gaussian f, g, w: given w = c the query has the variance V, given "
        "g too it has V(1 − ρ²), which is B by the entropy power with its fraction turned over; "
        "`printed` has B as printed. “Weak correlation” is read as that of the absolute value; "
        "`signed` takes ρ with its sign, as it stands. “If” is all that is claimed."
    ),
)
paper.claim(
    "remark-8-correlation-repaired",
    at="Remark 8",
    forall=[total_spread, correlation, eps],
    then=iff(absolute(correlation) <= ratio, total_spread <= exp(2 * eps) * explained),
    note="The condition bounds the absolute value of the correlation, and is then equivalent.",
)
