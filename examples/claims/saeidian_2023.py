"""Saeidian, Cervia, Oechtering and Skoglund: pointwise and maximal leakage."""

from verified.language import *

READ = (
    "From memory of the text; the number of the section is not certain. Sure of both "
    "statements."
)

paper = Paper(
    "saeidian-2023", title="Pointwise maximal leakage",
    authors="S. Saeidian, G. Cervia, T. J. Oechtering and M. Skoglund", year=2023,
)
n, m = Size("n"), Size("m")
P, W, y = Pmf("P", n), Channel("W", n, m), Symbol("y", m)
eps = Real("eps", ">=0", latex=r"\varepsilon")
leakage = pointwise_maximal_leakage(P, W, y)

average = paper.claim(
    "average", at="Section V, on maximal leakage", forall=[P, W],
    then=equals(total(y, output(P, W)[y] * exp(leakage)), exp(maximal_leakage(P, W))),
    scope="finite alphabets",
)
information_bound = paper.claim(
    "information", at="Section V, on mutual information", forall=[P, W, eps],
    given=[every(y, leakage <= eps)], then=information(P, W) <= eps, scope="finite alphabets",
)
