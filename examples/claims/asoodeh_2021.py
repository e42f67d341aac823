"""Asoodeh, Aliakbarpour and Calmon: local privacy as a contraction of hockey-stick divergence."""

from verified.language import *

READ = (
    "The abstract was read; the theorem is from memory of the text, and only one of its two "
    "directions is stated here. Sure."
)

paper = Paper(
    "asoodeh-2021",
    title="Local differential privacy is equivalent to contraction of E_γ-divergence",
    authors="S. Asoodeh, M. Aliakbarpour and F. P. Calmon", year=2021,
)
n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
eps, delta = Real("eps", ">=0", latex=r"\varepsilon"), Real("delta", "[0,1]", latex=r"\delta")
x, z = Symbol("x", n), Symbol("x'", n)

theorem_1 = paper.claim(
    "theorem-1", at="Theorem 1, the direction from privacy to contraction",
    forall=[P, Q, W, eps, delta],
    given=[every(x, every(z, Close(W[x], W[z], eps, delta)))],
    then=hockey_stick(output(P, W), output(Q, W), eps) <= delta * hockey_stick(P, Q, eps),
    scope="finite alphabets",
)
