"""Proofs of the claims of Ngo, Östman and Graell i Amat, one module a part of the paper."""

from derivations.ngo_2024 import (
    capacities,
    construction,
    conversions,
    covariances,
    curves,
    definitions,
    entropies,
    figures,
    gaussian,
    limits,
    mixtures,
    noise_curves,
    remarks,
    renyi_integral,
)

__all__ = [
    "capacities",
    "construction",
    "conversions",
    "covariances",
    "curves",
    "definitions",
    "entropies",
    "figures",
    "gaussian",
    "limits",
    "mixtures",
    "noise_curves",
    "remarks",
    "renyi_integral",
]
