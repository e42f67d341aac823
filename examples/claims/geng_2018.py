"""Geng, Ding, Guo and Kumar on uniform noise, which is (0,δ)-differentially private."""

from verified.language import *

READ = (
    "From memory, nothing was read anew: for ε = 0 and answers of sensitivity Δ uniform noise of "
    "the length Δ/δ is optimal; here only that it is private enough, and that no shorter uniform "
    "noise is. Sure of both."
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
