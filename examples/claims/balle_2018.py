"""Balle, Barthe and Gaboardi on amplification by Poisson subsampling, of noise on the line."""

from verified.language import *

READ = (
    "From memory, nothing was read anew. Sure of the theorem, an inequality there for all "
    "mechanisms; here it is asked of Gaussian and of Laplace noise around 0 and m."
)

paper = Paper(
    "balle-2018", title="Privacy amplification by subsampling: tight analyses via couplings and "
    "divergences", authors="B. Balle, G. Barthe and M. Gaboardi", year=2018,
)
q, m = Real("q", "[0,1]"), Real("m")
eps = Real("eps", ">=0", latex=r"\varepsilon")
scale = Real("b", ">0")
amplified = log(1 + q * (exp(eps) - 1))


def sampled(noise):
    return law_mixture(pmf_of(1 - q, q), noise(0), noise(m))


def bell(mean):
    return gaussian(mean, 1)


def peak(mean):
    return laplace(mean, scale)


amplification = paper.claim(
    "poisson", at="the theorem on Poisson subsampling, of Gaussian noise", forall=[q, m, eps],
    then=hockey_stick(sampled(bell), bell(0), amplified) <= q * hockey_stick(bell(m), bell(0), eps),
)
pure = paper.claim(
    "pure", at="the same at δ = 0, of Laplace noise", forall=[q, m, scale],
    then=renyi(sampled(peak), peak(0), float("inf")) <= log(1 + q * (exp(absolute(m) / scale) - 1)),
)
