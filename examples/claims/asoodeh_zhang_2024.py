"""Asoodeh and Zhang: how much a locally private channel contracts divergences."""

from verified.language import *

READ = (
    "The abstract was read, which names the three divergences; the factor is from memory of "
    "the text. Sure."
)

paper = Paper(
    "asoodeh-zhang-2024", title="Contraction of locally differentially private mechanisms",
    authors="S. Asoodeh and H. Zhang", year=2024,
)
n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
eps = Real("eps", ">=0", latex=r"\varepsilon")
x, z = Symbol("x", n), Symbol("x'", n)

local = every(x, every(z, Close(W[x], W[z], eps)))
sent, other = output(P, W), output(Q, W)
factor = ((exp(eps) - 1) / (exp(eps) + 1)) ** 2

theorem_1 = paper.claim(
    "theorem-1", at="Theorem 1", forall=[P, Q, W, eps], given=[local],
    then={
        "chi-square": chi_square(sent, other) <= factor * chi_square(P, Q),
        "divergence": KL(sent, other) <= factor * KL(P, Q),
        "hellinger": hellinger(sent, other) <= factor * hellinger(P, Q),
    },
    scope="finite alphabets",
)
