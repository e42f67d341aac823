"""Stoddard, Chen and Machanavajjhala: a sparse vector technique whose answers have no noise.

As Lyu, Su and Li (2017) write it down (their Algorithm 5): the threshold T gets Laplace noise of
scale 2/ε once, and each query is compared with it as it is, any number of times. The queries have
sensitivity 1. One answer to two queries is "below, then above", whose probability is that of a
noisy threshold in (q_1, q_2].
"""

from verified.language import *

READ = (
    "As Lyu, Su and Li (2017) write the algorithm down, and as public code that follows them "
    "does; their abstract was read, the paper of 2014 wasn't. Sure of the algorithm as they "
    "give it."
)

paper = Paper(
    "stoddard-2014",
    title="Differentially private algorithms for empirical machine learning",
    authors="B. Stoddard, Y. Chen and A. Machanavajjhala", year=2014,
)
eps, T = Real("eps", ">0", latex=r"\varepsilon"), Real("T")
q1, q2 = Real("q1", latex="q_1"), Real("q2", latex="q_2")
r1, r2 = Real("r1", latex="q_1'"), Real("r2", latex="q_2'")
noisy = laplace(T, 2 / eps)
near = [absolute(q1 - r1) <= 1, absolute(q2 - r2) <= 1]

private = paper.claim(
    "below-then-above", at="the algorithm's guarantee, of one answer to two queries",
    forall=[T, q1, q2, r1, r2, eps], given=near,
    then=interval_mass(noisy, q1, q2) <= exp(eps) * interval_mass(noisy, r1, r2),
    note="Found and explained by Lyu, Su and Li. With noise on each query, and a bound on how "
    "often the answer may be 'above', the technique is private; that isn't stated here.",
)
# One query alone keeps the guarantee, with room to spare.
above, above_near = (interval_mass(noisy, query, float("inf")) for query in (q1, r1))
one_query = paper.claim(
    "below-then-above-repaired", at="the algorithm's guarantee, of a single query",
    forall=[T, q1, r1, eps], given=[absolute(q1 - r1) <= 1],
    then=both(
        above <= exp(eps / 2) * above_near, 1 - above <= exp(eps / 2) * (1 - above_near)
    ),
)
