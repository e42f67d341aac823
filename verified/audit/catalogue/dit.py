"""dit's entropies, divergences, informations and capacity, in nats."""

from __future__ import annotations

from typing import Any

import verified
from verified.audit.catalogue.quantities import (
    CAPACITY,
    CHI_SQUARE,
    ENTROPY,
    HELLINGER,
    INFORMATION,
    JENSEN_SHANNON,
    KL,
    MAXIMAL_LEAKAGE,
    RENYI,
    RENYI_ENTROPY,
    SIBSON,
    TOTAL_VARIATION,
    Quantity,
    closed,
)
from verified.audit.catalogue.ranges import CHANNEL, LAW, POSITIVE, PRIOR, SQUARE
from verified.audit.environments import Library
from verified.audit.independent import mp
from verified.audit.promises import ESTIMATE, Domain, Function, Range

LIBRARY = Library("dit", ["dit==2.3"], "dit")

# Its tolerance for probabilities is 1e-9, documented as such.
_ABSOLUTE = 1e-9
_REFUSES = ("ValueError", "InvalidNormalization", "InvalidDistribution", "InvalidOutcome")
# Away from 1, near which a difference is divided by a small number.
_ALPHA = Range(1.1, 20.0, corners=(2.0,))
_BELOW = Range(0.05, 0.9, corners=(0.5,))
_TWO: dict[str, Domain] = {"p": LAW, "q": POSITIVE}
_JOINT: dict[str, Domain] = {"prior": PRIOR, "channel": SQUARE}


def _powers(text: str, one: str, two: str) -> Any:
    """A term of Σ p^one q^two, which `S` stands for; a symbol that a law lacks adds nothing."""

    def called(*, p: list[float], q: list[float], alpha: float, width: str) -> Any:
        both = [i for i, (x, y) in enumerate(zip(p, q, strict=True)) if x > 0 and y > 0]
        parts = [f"exp(({one})*log(p{i}) + ({two})*log(q{i}))" for i in both]
        given: dict[str, Any] = {
            "a": alpha, **{f"p{i}": p[i] for i in both}, **{f"q{i}": q[i] for i in both},
        }
        whole = text.replace("S", f"({' + '.join(parts)})")
        return verified.enclose(whole, width=width, **given)

    return called


def _sum(p: list[Any], q: list[Any], one: Any, two: Any) -> Any:
    return mp.fsum(a**one * b**two for a, b in zip(p, q, strict=True) if a > 0 and b > 0)


_TSALLIS = Quantity(
    "Tsallis divergence", _powers("(S - 1)/(a - 1)", "a", "1 - a"),
    closed(lambda p, q, alpha: (_sum(p, q, alpha, 1 - alpha) - 1) / (alpha - 1)),
)
_ALPHA_DIVERGENCE = Quantity(
    "α-divergence", _powers("4*(1 - S)/(1 - a*a)", "(1 - a)/2", "(1 + a)/2"),
    closed(lambda p, q, alpha: 4 * (1 - _sum(p, q, (1 - alpha) / 2, (1 + alpha) / 2))
           / (1 - alpha**2)),
)
_HELLINGER_SUM = Quantity(
    "Hellinger's sum", _powers("S", "a", "1 - a"),
    closed(lambda p, q, alpha: _sum(p, q, alpha, 1 - alpha)),
)


def _over(single: str, whole: str) -> Any:
    """A term of a sum over a law's symbols, which `S` stands for; `P` stands for a probability."""

    def called(*, p: list[float], width: str, **more: float) -> Any:
        inside = {f"p{i}": x for i, x in enumerate(p) if 0 < x < 1}
        parts = " + ".join(single.replace("P", name) for name in inside)
        given: dict[str, Any] = {**inside, **({"a": more["alpha"]} if more else {})}
        return verified.enclose(whole.replace("S", f"({parts})"), width=width, **given)

    return called


_TSALLIS_ENTROPY = Quantity(
    "Tsallis entropy", _over("exp(a*log(P))", "(1 - S)/(a - 1)"),
    closed(lambda p, alpha: (1 - mp.fsum(x**alpha for x in p if x > 0)) / (alpha - 1)),
)
_PERPLEXITY = Quantity(
    "perplexity", _over("P*log(P)", "exp(0 - S)"),
    closed(lambda p: mp.exp(-mp.fsum(x * mp.log(x) for x in p if x > 0))),
)
_EXTROPY = Quantity(
    "extropy", _over("(1 - P)*log(1 - P)", "0 - S"),
    closed(lambda p: -mp.fsum((1 - x) * mp.log(1 - x) for x in p if x < 1)),
)
_BHATTACHARYYA = Quantity(
    "Bhattacharyya coefficient",
    lambda *, p, q, width: _powers("S", "a", "1 - a")(p=p, q=q, alpha=0.5, width=width),
    closed(lambda p, q: _sum(p, q, mp.mpf(0.5), mp.mpf(0.5))),
)


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], says: str,
    absolute: float = _ABSOLUTE,
) -> Function:
    return quantity.audited(
        "dit", name, call, parameters, ESTIMATE, 1e-6, says, absolute, refuses=_REFUSES
    )


FUNCTIONS = [
    _of(ENTROPY, "shannon.entropy", "entropy", {"p": LAW}, "entropy in bits; here × ln 2"),
    CAPACITY.audited(
        "dit", "algorithms.channel_capacity", "channel_capacity", {"channel": CHANNEL}, ESTIMATE,
        1e-6, "the channel capacity in bits, iterated until steps are within a relative tolerance "
        "of 1e-7 and an absolute one of 1e-9; here × ln 2", _ABSOLUTE,
    ),
    _of(KL, "divergences.kullback_leibler_divergence", "kl", _TWO,
        "the divergence in bits; here × ln 2"),
    _of(KL, "divergences.pmf.relative_entropy", "pmf_kl", _TWO,
        "the divergence of probabilities in bits; here × ln 2"),
    _of(JENSEN_SHANNON, "divergences.jensen_shannon_divergence", "jensen_shannon",
        {"p": LAW, "q": LAW}, "the divergence with equal weights in bits; here × ln 2"),
    _of(TOTAL_VARIATION, "divergences.variational_distance", "variational",
        {"p": LAW, "q": LAW}, "half of Σ|p − q|"),
    _of(HELLINGER, "divergences.hellinger_distance", "hellinger", {"p": LAW, "q": LAW},
        "the root of 1 − Σ√(pq); squared here"),
    _of(_BHATTACHARYYA, "divergences.pmf.bhattacharyya_coefficient", "bhattacharyya",
        {"p": LAW, "q": POSITIVE}, "Σ√(pq)"),
    _of(TOTAL_VARIATION, "divergences.earth_movers_distance", "earth_movers",
        {"p": LAW, "q": LAW}, "the earth mover's distance, unequal symbols being 1 apart: total "
        "variation; by a linear program, whose tolerance is 1e-7", 1e-6),
    _of(RENYI, "divergences.renyi_divergence", "renyi", {**_TWO, "alpha": _ALPHA},
        "the divergence in bits; here × ln 2"),
    _of(RENYI, "divergences.renyi_divergence[below 1]", "renyi", {**_TWO, "alpha": _BELOW},
        "the same of orders below 1"),
    _of(_TSALLIS, "divergences.tsallis_divergence", "tsallis", {**_TWO, "alpha": _ALPHA},
        "(Σ p^α q^(1−α) − 1)/(α − 1)"),
    _of(_TSALLIS, "divergences.hellinger_divergence", "hellinger_divergence",
        {**_TWO, "alpha": _ALPHA}, "(Σ p^α q^(1−α) − 1)/(α − 1)"),
    _of(_HELLINGER_SUM, "divergences.hellinger_sum", "hellinger_sum", {**_TWO, "alpha": _BELOW},
        "Σ p^α q^(1−α)"),
    _of(_ALPHA_DIVERGENCE, "divergences.alpha_divergence", "alpha_divergence",
        {**_TWO, "alpha": _BELOW}, "4(1 − Σ p^((1−α)/2) q^((1+α)/2))/(1 − α²)"),
    _of(CHI_SQUARE, "divergences.f_divergence", "chi_square", _TWO,
        "Σ q f(p/q); here f(t) = (t − 1)², the χ² divergence"),
    _of(RENYI_ENTROPY, "other.renyi_entropy", "renyi_entropy", {"p": LAW, "alpha": _ALPHA},
        "the Rényi entropy in bits; here × ln 2"),
    _of(_TSALLIS_ENTROPY, "other.tsallis_entropy", "tsallis_entropy",
        {"p": POSITIVE, "alpha": _ALPHA}, "(1 − Σ p^α)/(α − 1)"),
    _of(_PERPLEXITY, "other.perplexity", "perplexity", {"p": POSITIVE}, "2 to the entropy in bits"),
    _of(_EXTROPY, "other.extropy", "extropy", {"p": POSITIVE},
        "−Σ(1 − p) log(1 − p) in bits; here × ln 2"),
    _of(INFORMATION, "shannon.mutual_information", "information", _JOINT,
        "the mutual information in bits; here × ln 2"),
    _of(INFORMATION, "multivariate.coinformation", "coinformation", _JOINT,
        "of two variables the mutual information, in bits; here × ln 2"),
    _of(INFORMATION, "multivariate.total_correlation", "total_correlation", _JOINT,
        "of two variables the mutual information, in bits; here × ln 2"),
    _of(SIBSON, "other.sibson_mutual_information", "sibson", {**_JOINT, "alpha": _ALPHA},
        "Sibson's information in bits; here × ln 2"),
    _of(SIBSON, "other.sibson_mutual_information[below 1]", "sibson", {**_JOINT, "alpha": _BELOW},
        "the same of orders below 1"),
    _of(MAXIMAL_LEAKAGE, "other.maximal_leakage", "maximal_leakage", _JOINT,
        "maximal leakage in bits; here × ln 2"),
]

_SEVERAL = "of three variables and more, which our quantities don't have"
_OPTIMISED = "an optimisation over auxiliary variables, of which no certified value is there"
_NO_QUANTITY = "no quantity of ours"

PUBLIC: dict[str, tuple[str, ...] | str] = {
    "shannon.entropy, multivariate.entropy, shannon.entropy_pmf": ("shannon.entropy",),
    "shannon.conditional_entropy": ("shannon.mutual_information",),
    "shannon.mutual_information": ("shannon.mutual_information",),
    "algorithms.channel_capacity, channel_capacity_joint": ("algorithms.channel_capacity",),
    "divergences.kullback_leibler_divergence, relative_entropy, cross_entropy": (
        "divergences.kullback_leibler_divergence",
    ),
    "divergences.pmf.relative_entropy, cross_entropy": ("divergences.pmf.relative_entropy",),
    "divergences.jensen_shannon_divergence": ("divergences.jensen_shannon_divergence",),
    "divergences.variational_distance": ("divergences.variational_distance",),
    "divergences.hellinger_distance": ("divergences.hellinger_distance",),
    "divergences.bhattacharyya_coefficient": ("divergences.pmf.bhattacharyya_coefficient",),
    "divergences.earth_movers_distance": ("divergences.earth_movers_distance",),
    "divergences.renyi_divergence": (
        "divergences.renyi_divergence", "divergences.renyi_divergence[below 1]",
    ),
    "divergences.tsallis_divergence": ("divergences.tsallis_divergence",),
    "divergences.hellinger_divergence": ("divergences.hellinger_divergence",),
    "divergences.hellinger_sum": ("divergences.hellinger_sum",),
    "divergences.alpha_divergence": ("divergences.alpha_divergence",),
    "divergences.f_divergence": ("divergences.f_divergence",),
    "divergences.chernoff_information": "a maximum over orders, of which no certified value is "
    "there",
    "divergences.maximum_correlation, hypercontractivity_coefficient": _NO_QUANTITY,
    "divergences.coupling_metric and the couplings": _OPTIMISED,
    "divergences.copy_mutual_information": _NO_QUANTITY,
    "other.renyi_entropy": ("other.renyi_entropy",),
    "other.tsallis_entropy": ("other.tsallis_entropy",),
    "other.perplexity": ("other.perplexity",),
    "other.extropy": ("other.extropy",),
    "other.sibson_mutual_information": (
        "other.sibson_mutual_information", "other.sibson_mutual_information[below 1]",
    ),
    "other.maximal_leakage": ("other.maximal_leakage",),
    "other.sibson_conditional_mutual_information_y_given_z, …_z": _SEVERAL,
    "other.lautum_information, disequilibrium, negentropy, LMPR_complexity": _NO_QUANTITY,
    "other.cumulative_residual_entropy and its kin": _NO_QUANTITY,
    "multivariate.coinformation": ("multivariate.coinformation",),
    "multivariate.total_correlation": ("multivariate.total_correlation",),
    "multivariate, the others on given variables": _SEVERAL,
    "multivariate.common_informations, intrinsic informations, secret_key_agreement": _OPTIMISED,
}
