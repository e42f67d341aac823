"""Zhao et al. on the Gaussian mechanism: the variance of Dwork and Roth, taken at larger ε.

Dwork and Roth (2014), Theorem A.1, ask for ε in (0, 1). Zhao et al. list papers that take the same
variance at larger ε, and show that it need not do. The sensitivity is 1 here.
"""

from verified.language import *

READ = (
    "The abstract was read, which says that others use the classical variance beyond ε ≤ 1, where "
    "it fails; Theorem A.1 of Dwork and Roth is from memory of the text. Sure: the statement that "
    "falls is the use that they report, not theirs, nor that of the book."
)

paper = Paper(
    "zhao-2019", title="Reviewing and improving the Gaussian mechanism for differential privacy",
    authors="J. Zhao, T. Wang, T. Bai and others", year=2019,
)
delta = Real("delta", "(0,1)", latex=r"\delta")
any_eps = Real("eps", ">0", latex=r"\varepsilon")
eps = Real("eps", "(0,1)", latex=r"\varepsilon")


def response(mean, level):
    return gaussian(mean, 2 * log(rational(5, 4) / delta) / level**2)


gaussian_any = paper.claim(
    "classical-any-level", at="the use that the abstract reports: the classical variance at any ε",
    forall=[any_eps, delta],
    then=Close(response(0, any_eps), response(1, any_eps), any_eps, delta),
    note="Neither Zhao et al. nor Dwork and Roth claim this: the book asks for ε < 1. "
    "Balle and Wang (2018) give the variance that any ε needs.",
)
gaussian_small = paper.claim(
    "classical-any-level-repaired", at="Theorem A.1 of Dwork and Roth (2014)", forall=[eps, delta],
    then=Close(response(0, eps), response(1, eps), eps, delta),
)
