"""Noise on a query (Corollary 1 of Nuradha and Goldfeld): how little of it will do."""

from __future__ import annotations

from typing import Any

from verified.language import Symbol, Term, cases, equals, every, gaussian_information, sqrt, total
from verified.papers.nuradha_goldfeld_2022 import noise
from verified.papers.nuradha_goldfeld_2022.common import eps as noise_eps
from verified.papers.sharper.common import paper

sharp_factor = 2 * (noise.dims + 1)
everywhere_near = every(noise.first_value, every(noise.second_value, (
    noise.squared_distance(noise.query, noise.first_value, noise.second_value)
    <= noise.sensitivity**2
)))
sharp_level = noise.sensitivity**2 / (sharp_factor * noise.growth)
edge_length = noise.sensitivity * sqrt(2) / 2
last_corner = edge_length * (1 + sqrt(noise.dims + 1)) / noise.dims
corner, other_corner = Symbol("s", noise.dims + 1), Symbol("s'", noise.dims + 1)
axis = Symbol("j", noise.dims)


def simplex(place: Any) -> Term:
    """The j-th coordinate of a corner of the regular simplex with edges of length Δ."""
    return cases(equals(place, axis), edge_length, 0) + cases(
        equals(place, noise.dims), last_corner, 0
    )


centre = total(other_corner, simplex(other_corner)) / (noise.dims + 1)
corner_variance = total(axis, total(corner, (simplex(corner) - centre) ** 2)) / (noise.dims + 1)
corner_distance = total(axis, (simplex(corner) - simplex(other_corner)) ** 2)

paper.claim(
    "corollary-1-sharp",
    at="sharpens Nuradha and Goldfeld (2022), Corollary 1",
    forall=[noise.F, noise.P, noise.query, noise.sensitivity, noise.variance, noise_eps],
    given=[everywhere_near, sharp_level <= noise.variance],
    then={
        "enough": noise.at_each_edge(
            noise.here.spread() / (noise.dims * noise.growth) <= noise.variance
        ),
        "private": noise.at_each_edge(
            noise.here.told(gaussian_information, noise.variance) <= noise_eps
        ),
        "rows": {
            "forall": [
                noise.on_databases, noise.answers, noise.sensitivity, noise.variance, noise_eps,
            ],
            "given": [noise.neighbours_near, sharp_level <= noise.variance],
            "then": every(
                noise.row,
                noise.at_row.told(gaussian_information, noise.variance) <= noise_eps,
            ),
            "note": "Corollary 1 with its bound times d/(d + 1).",
        },
        "simplex": {
            "forall": [noise.dims, noise.sensitivity],
            "given": [],
            "then": every(corner, every(
                other_corner, corner_distance <= noise.sensitivity**2
            )),
        },
        "least": {
            "forall": [noise.dims, noise.sensitivity, noise_eps],
            "given": [],
            "then": equals(corner_variance / (noise.dims * noise.growth), sharp_level),
            "note": (
                "The level of Theorem 3 for the d + 1 corners of a regular simplex, equally "
                "likely, with nothing public: no smaller constant will do."
            ),
        },
        "gain": {
            "forall": [noise.dims, noise.sensitivity, noise_eps],
            "given": [],
            "then": equals(
                sharp_level,
                noise.dims / (noise.dims + 1)
                * (noise.sensitivity**2 / (2 * noise.dims * noise.growth)),
            ),
            "note": "Half of Corollary 1's noise for d = 1.",
        },
    },
    note=(
        "The least constant is c_d = 1/(2(d + 1)), by Jung's theorem; Corollary 1 has 1/(2d). On n "
        "values of the data with n ≤ d the answers lie in fewer dimensions, where less will do."
    ),
)
