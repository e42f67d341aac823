"""SciPy's entropies and divergences."""

from __future__ import annotations

from typing import Any

import verified
from verified.audit.catalogue.quantities import (
    CHI_SQUARE,
    ENTROPY,
    HELLINGER,
    JENSEN_SHANNON,
    KL,
    Quantity,
    closed,
)
from verified.audit.catalogue.ranges import FLOATS, LAW, POSITIVE, ROUNDED
from verified.audit.environments import Library
from verified.audit.independent import mp
from verified.audit.promises import ESTIMATE, Domain

LIBRARY = Library("scipy", ["scipy==1.17.1"], "scipy")

_PAIR: dict[str, Domain] = {"p": LAW, "q": POSITIVE}


def _on_a_line(*, p: list[float], q: list[float], width: str) -> Any:
    distances = [abs(i - j) for i in range(len(p)) for j in range(len(p))]
    return verified.value("wasserstein", p, q, distances, 1, width=width)


@closed
def _between(p: list[Any], q: list[Any]) -> Any:
    """Σ|F − G|, F and G being the cumulated masses."""
    return mp.fsum(
        abs(mp.fsum(p[:place]) - mp.fsum(q[:place])) for place in range(1, len(p))
    )


_WASSERSTEIN = Quantity("Wasserstein distance of order 1", _on_a_line, _between)


def _of(quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], says: str) -> Any:
    return quantity.audited(
        "scipy", name, call, parameters, ESTIMATE, ROUNDED, says, FLOATS
    )


FUNCTIONS = [
    _of(ENTROPY, "stats.entropy", "entropy", {"p": LAW}, "−Σ p ln p in nats"),
    _of(ENTROPY, "stats.entropy[base=2]", "entropy_bits", {"p": LAW},
        "−Σ p log p with a base of 2; here × ln 2"),
    _of(KL, "stats.entropy[relative]", "relative_entropy", _PAIR, "Σ p ln(p/q) in nats"),
    _of(JENSEN_SHANNON, "spatial.distance.jensenshannon", "jensen_shannon",
        {"p": LAW, "q": LAW}, "the root of the divergence, in nats; squared here"),
    _of(ENTROPY, "special.entr", "entr", {"p": LAW}, "−x ln x of each entry; summed here"),
    _of(KL, "special.rel_entr", "rel_entr", _PAIR, "x ln(x/y) of each entry; summed here"),
    _of(KL, "special.kl_div", "kl_div", _PAIR,
        "x ln(x/y) − x + y of each entry, whose sum over laws is the divergence"),
    _of(_WASSERSTEIN, "stats.wasserstein_distance", "wasserstein", {"p": LAW, "q": LAW},
        "the distance of order 1 of weights on points of the line; here on 0, 1, …"),
    _of(CHI_SQUARE, "stats.chisquare", "chi_square", _PAIR,
        "the statistic Σ(o − e)²/e; here of probabilities"),
    _of(CHI_SQUARE, "stats.power_divergence[pearson]", "power_pearson", _PAIR,
        "Pearson's statistic Σ(o − e)²/e; here of probabilities"),
    _of(KL, "stats.power_divergence[log-likelihood]", "power_likelihood", _PAIR,
        "the G statistic 2Σ o ln(o/e); here of probabilities, and halved"),
    _of(HELLINGER, "stats.power_divergence[freeman-tukey]", "power_freeman", _PAIR,
        "the statistic of λ = −1/2, 4Σ(√o − √e)² where both sums are equal; here over 8"),
]

PUBLIC: dict[str, tuple[str, ...] | str] = {
    "stats.entropy": ("stats.entropy", "stats.entropy[base=2]", "stats.entropy[relative]"),
    "special.entr": ("special.entr",),
    "special.rel_entr": ("special.rel_entr",),
    "special.kl_div": ("special.kl_div",),
    "spatial.distance.jensenshannon": ("spatial.distance.jensenshannon",),
    "stats.wasserstein_distance": ("stats.wasserstein_distance",),
    "stats.chisquare": ("stats.chisquare",),
    "stats.power_divergence": (
        "stats.power_divergence[pearson]", "stats.power_divergence[log-likelihood]",
        "stats.power_divergence[freeman-tukey]",
    ),
    "stats.wasserstein_distance_nd": "points of several dimensions: the distances of our values "
    "are rational, theirs are roots",
    "stats.energy_distance": "no quantity of ours",
    "stats.differential_entropy": "an estimate from samples, whose error nobody promises",
}
