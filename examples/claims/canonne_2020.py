"""Canonne, Kamath and Steinke on the discrete Gaussian, as private as the continuous one."""

from verified.language import *

READ = (
    "From memory, nothing was read anew: the proposition on Rényi divergences between two "
    "discrete Gaussians. Sure of the bound, which gives ρ = 1/(2σ²) at distance 1, and of "
    "where it is reached; not of its number. The slip is no claim of the text."
)

paper = Paper(
    "canonne-2020", title="The discrete Gaussian for differential privacy",
    authors="C. L. Canonne, G. Kamath and T. Steinke", year=2020,
)
k = Size("k", low=0)
variance = Real("v", ">0")
alpha = Real("alpha", ">1", latex=r"\alpha")
apart = renyi(discrete_gaussian(0, variance), discrete_gaussian(k, variance), alpha)

concentrated = paper.claim(
    "concentrated", at="the proposition on Rényi divergences, of means that are k apart",
    forall=[k, variance, alpha], then=apart <= alpha * k**2 / (2 * variance),
)
slip = paper.claim(
    "concentrated-slip", at="the same as an equality for every order",
    forall=[k, variance, alpha], then=apart >= alpha * k**2 / (2 * variance),
    note="Equality holds where α k is a whole number, and for no other order need it.",
)
