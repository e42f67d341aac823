"""Geng, Ding, Guo and Kumar on uniform noise, which is (0,δ)-differentially private."""

from verified.language import *

READ = (
    "A summary by its publisher was read: for ε = 0 the optimal noise is uniform with a mass at "
    "the origin, which is 0 for some δ. Here nothing of its optimality, and no mass: only that "
    "uniform noise of the length Δ/δ, for answers of sensitivity Δ, is private enough, and that no "
    "shorter uniform noise is. Sure of both."
)

paper = Paper(
    "geng-2018", title="Optimal noise-adding mechanism in additive differential privacy",
    authors="Q. Geng, W. Ding, R. Guo and S. Kumar", year=2018,
)
delta = Real("delta", "(0,1)", latex=r"\delta")
sensitivity, apart, length = Real("D", ">0"), Real("d"), Real("l", ">0")

private = paper.claim(
    "uniform", at="uniform noise, ε = 0", forall=[delta, sensitivity, apart],
    given=[apart >= 0, apart <= sensitivity],
    then=Close(uniform(0, sensitivity / delta), uniform(apart, apart + sensitivity / delta),
               0, delta),
)
shorter = paper.claim(
    "uniform-shorter", at="the same with shorter noise, ε = 0", forall=[delta, sensitivity, length],
    given=[Close(uniform(0, length), uniform(sensitivity, sensitivity + length), 0, delta)],
    then=length >= sensitivity / delta,
)
