"""The paper of the lemmas, and the variables that several of their modules share."""

from __future__ import annotations

from verified.language import (
    Channel,
    Database,
    Mechanism,
    Paper,
    Pmf,
    Real,
    Size,
    Symbol,
    entries,
    instances,
)

paper = Paper(
    key="lemma",
    title="Lemmas that several proofs share",
    edition="statements of our own",
    units="nats",
)

n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)
W = Channel("W", n, m)
D = Database("D")
M = Mechanism("M", D, m)
i = Symbol("i", entries(D))
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
eps, delta = Real("eps", ">=0"), Real("delta", ">=0")
r = Real("r")
R = Pmf("R", 2)
inputs_law = Pmf("P", n)
first, second = Symbol("x", n), Symbol("x'", n)
response = Symbol("y", m)
first_chance, second_chance = Real("c", "[0,1]"), Real("e", "[0,1]")
