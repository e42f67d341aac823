"""Geng and Viswanath on staircase noise."""

from verified.language import *

READ = (
    "From memory, nothing was read anew: the staircase mechanism adds noise whose density falls by "
    "e^(−ε) after each sensitivity Δ, and is ε-differentially private for every share γ of the "
    "middle step; at distance Δ not less. Sure of both. The slip is no claim of the text."
)

paper = Paper(
    "geng-2016", title="The optimal noise-adding mechanism in differential privacy",
    authors="Q. Geng and P. Viswanath", year=2016,
)
eps, sensitivity, apart = Real("eps", ">0", latex=r"\varepsilon"), Real("D", ">0"), Real("d")
share, smaller = Real("share", "[0,1]", latex=r"\gamma"), Real("smaller", ">=0")

private = paper.claim(
    "staircase", at="the mechanism's privacy", forall=[eps, sensitivity, share, apart],
    given=[apart >= 0, apart <= sensitivity],
    then=Close(staircase(0, sensitivity, eps, share),
               staircase(apart, sensitivity, eps, share), eps, 0),
)
tight = paper.claim(
    "staircase-tight", at="the same, of answers that differ by the sensitivity: no smaller level",
    forall=[eps, sensitivity, share, smaller],
    given=[Close(staircase(0, sensitivity, eps, share),
                 staircase(sensitivity, sensitivity, eps, share), smaller, 0)],
    then=smaller >= eps,
)
slip = paper.claim(
    "staircase-slip", at="the mechanism's privacy, of answers twice as far apart",
    forall=[eps, sensitivity, share, apart],
    given=[apart >= 0, apart <= 2 * sensitivity],
    then=Close(staircase(0, sensitivity, eps, share),
               staircase(apart, sensitivity, eps, share), eps, 0),
)

repaired = paper.claim(
    "staircase-repaired", at="the same of groups of two",
    forall=[eps, sensitivity, share, apart],
    given=[apart >= 0, apart <= 2 * sensitivity],
    then=Close(staircase(0, sensitivity, eps, share),
               staircase(apart, sensitivity, eps, share), 2 * eps, 0),
)
