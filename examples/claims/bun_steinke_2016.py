"""Bun and Steinke: from pure to concentrated differential privacy, and from there to (ε,δ)."""

from verified.language import *

READ = (
    "The introduction's beginning was read; the propositions are from memory of the text. "
    "Sure."
)

paper = Paper(
    "bun-steinke-2016",
    title="Concentrated differential privacy: simplifications, extensions, and lower bounds",
    authors="M. Bun and T. Steinke", year=2016,
)
D, m = Database("D"), Size("m")
M = Mechanism("M", D, m)
eps, rho = Real("eps", ">=0", latex=r"\varepsilon"), Real("rho", ">0", latex=r"\rho")
delta = Real("delta", "(0,1]", latex=r"\delta")

proposition_1_4 = paper.claim(
    "proposition-1.4", at="Proposition 1.4", forall=[M, eps], given=[DP(M, eps)],
    then=zcdp(M) <= eps**2 / 2, scope="finite alphabets",
)
proposition_1_3 = paper.claim(
    "proposition-1.3", at="Proposition 1.3", forall=[M, rho, delta], given=[zcdp(M) <= rho],
    then=DP(M, rho + 2 * sqrt(rho * log(1 / delta)), delta), scope="finite alphabets",
)
