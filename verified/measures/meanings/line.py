"""What heads of laws on the real line mean, and of Gaussian and Laplace noise."""

from __future__ import annotations

from verified.language.terms import Op
from verified.measures import continuous, noise
from verified.measures.readings import Reading, Value, meaning_of, measure

measure("laplace", continuous.laplace, (0, 1))
measure("gaussian", continuous.gaussian, (0, 1))
measure("law_mixture", continuous.mixture)
measure("gaussian_mixture", continuous.gaussian_mixture)
measure("law_shift", continuous.shift, (1,))
measure("interval_mass", continuous.interval_mass, (1, 2))
measure("law_kl", continuous.kl)
measure("law_total_variation", continuous.total_variation)
measure("law_hockey_stick", continuous.hockey_stick, (2,))
measure("law_renyi", continuous.renyi, (2,))
measure("differential_entropy", continuous.differential_entropy)
measure("law_information", continuous.information)
measure("gaussian_information", noise.gaussian_information, (5,))
measure("laplace_information", noise.laplace_information, (5,))


@meaning_of("law_cells")
def _law_cells(reading: Reading, _: Op, values: list[Value]) -> Value:
    return continuous.cells(reading.xp, values[0], *map(reading.scalar, values[1:]))
