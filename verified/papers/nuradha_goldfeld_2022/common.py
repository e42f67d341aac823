"""The paper, its variables and what several of its sections share.

On finite data the data space is any finite alphabet, so that a database of n rows and k columns is
one symbol; a class Θ is finitely many laws, all laws, or one closed under reweighting the secrets.
Θ has a law.
"""

from __future__ import annotations

from verified.language import (
    Channel,
    Database,
    DataClass,
    Framework,
    Paper,
    Pmf,
    Real,
    Size,
    Symbol,
    edges,
    private_values,
    public_law,
    public_values,
    secret_given,
)

paper = Paper(
    key="nuradha-goldfeld-2022",
    title="An Information-Theoretic Characterization of Pufferfish Privacy",
    authors="Theshani Nuradha, Ziv Goldfeld",
    venue="IEEE International Symposium on Information Theory (ISIT 2022)",
    year=2022,
    edition="conference version",
    units="nats",
)

eps = Real("eps", ">0", latex=r"\epsilon")
other_eps = Real("eps'", ">0", latex=r"\epsilon'")

n, m, k = Size("n"), Size("m"), Size("k")
F, M = Framework("F", n), Channel("M", n, m)
laws = DataClass("Theta", n, latex=r"\Theta")
closed = DataClass("Theta", n, "reweighted", latex=r"\Theta")
every_law = DataClass("Theta", n, "all", latex=r"\Theta")
listed = DataClass("Theta", n, "listed", latex=r"\Theta")
delta = Real("delta", ">=0", latex=r"\delta")

D = Database("D")

e = Symbol("e", edges(F))
c = Symbol("c", public_values(F, e))
a, b = Symbol("a", private_values(F, e)), Symbol("b", private_values(F, e))
P = Pmf("P", n)
public, secret = public_law(F, P, e), secret_given(F, P, e, c)

M1, M2 = Channel("M1", n, m, latex="M_1"), Channel("M2", n, m, latex="M_2")
