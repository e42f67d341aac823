"""Barbour and Hall on how near a binomial law is to a Poisson law."""

from verified.language import *

READ = (
    "From memory, nothing was read anew: both bounds on the total variation distance of a sum of "
    "independent indicators from a Poisson law of its mean, here of equal probabilities p. Sure of "
    "the upper bound (1 − e^(−λ)) Σ p²/λ and of the lower one's constant 1/32. The slip is no "
    "claim of the text."
)

paper = Paper(
    "barbour-1984", title="On the rate of Poisson convergence",
    authors="A. D. Barbour and P. Hall", year=1984,
)
n, p = Size("n"), Real("p", "(0,1)")
apart = TV(binomial(n, p), poisson(n * p))

upper = paper.claim(
    "upper", at="Theorem 1, of equal probabilities", forall=[n, p],
    then=apart <= (1 - exp(-n * p)) * p,
)
lower = paper.claim(
    "lower", at="Theorem 2, of equal probabilities", forall=[n, p],
    then=apart >= minimum(1, n * p) * p / 32,
)
slip = paper.claim(
    "upper-slip", at="Theorem 1 with half the bound", forall=[n, p],
    then=apart <= (1 - exp(-n * p)) * p / 2,
)
