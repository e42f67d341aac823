"""Mironov, Talwar and Zhang on the sampled Gaussian mechanism: its Rényi divergences."""

from verified.language import *

READ = (
    "The abstract was read, which promises a closed form; the rest is from memory: Theorem 5 says "
    "which of the two directions is the worse for the centred pair, Theorem 11 bounds it. Sure of "
    "the first; of the second sure of the bound, less so of each of its conditions and of the "
    "numbers."
)

paper = Paper(
    "mironov-2019", title="Rényi differential privacy of the sampled Gaussian mechanism",
    authors="I. Mironov, K. Talwar and L. Zhang", year=2019,
)
q = Real("q", "[0,1]")
sigma = Real("sigma", ">0", latex=r"\sigma")
alpha = Real("alpha", ">=1", latex=r"\alpha")
with_one = law_mixture(pmf_of(1 - q, q), gaussian(0, sigma**2), gaussian(1, sigma**2))
without = gaussian(0, sigma**2)

directions = paper.claim(
    "theorem-5", at="Theorem 5, of the centred pair", forall=[q, sigma, alpha],
    then=renyi(without, with_one, alpha) <= renyi(with_one, without, alpha),
)
rate = Real("q", "(0,1/5]")
wide = Real("sigma", ">=4", latex=r"\sigma")
order = Real("alpha", ">1", latex=r"\alpha")
level = log(1 + 1 / (rate * (order - 1)))
sampled = law_mixture(pmf_of(1 - rate, rate), gaussian(0, wide**2), gaussian(1, wide**2))
bound = paper.claim(
    "theorem-11", at="Theorem 11", forall=[rate, wide, order],
    given=[
        order <= wide**2 * level / 2 - 2 * log(wide),
        order <= (wide**2 * level**2 / 2 - log(5) - 2 * log(wide))
        / (level + log(rate * order) + 1 / (2 * wide**2)),
    ],
    then=renyi(sampled, gaussian(0, wide**2), order) <= 2 * rate**2 * order / wide**2,
)
