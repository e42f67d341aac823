"""Facts on pufferfish frameworks: what is told of secrets, as informations of joint laws, and the
framework of differential privacy."""

from __future__ import annotations

from verified.language import (
    Channel,
    Database,
    DataClass,
    Framework,
    I,
    Mechanism,
    Member,
    Pmf,
    Prior,
    Symbol,
    conditional_entry_information,
    dp_framework,
    edges,
    either,
    entries,
    equals,
    every,
    flat_mechanism,
    flat_prior,
    hamming,
    information,
    instances,
    member_law,
    negation,
    output,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    reweighted,
    secret_channel,
    secret_given,
    secret_joint,
    some,
    total,
)
from verified.papers.background.common import m, n, paper
from verified.syntax.formulas import both

F, M, P = Framework("F", n), Channel("M", n, m), Pmf("P", n)
e = Symbol("e", edges(F))
a, c = Symbol("a", private_values(F, e)), Symbol("c", public_values(F, e))
y = Symbol("y", m)
channel = secret_channel(F, P, M, e, c)
public, secret = public_law(F, P, e), secret_given(F, P, e, c)
told = I(secret_joint(F, P, M, e), "A;Y|C")

# --- the laws of secrets --------------------------------------------------------------------------

paper.claim(
    "secret-joint",
    forall=[F, P, M, e],
    then=equals(told, total(c, public[c] * information(secret, channel))),
)

paper.claim(
    "secret-output",
    forall=[F, P, M, e, y],
    then=equals(output(P, M)[y], total(c, public[c] * output(secret, channel)[y])),
)

# --- classes that are closed under reweighting the secrets ----------------------------------------

for kind in ("all", "reweighted"):
    closed = DataClass("Theta", n, kind)
    one = Member("T", F, closed)
    of_one = member_law(one)
    weights = Pmf("q", private_values(F, e))
    possible = secret_given(F, of_one, e, c)
    moved = member_law(reweighted(one, e, c, weights))
    paper.claim(
        f"reweighted-{kind}",
        forall=[F, one, M, e, c, weights],
        given=[
            public_law(F, of_one, e)[c] > 0, every(a, either(weights[a] <= 0, possible[a] > 0)),
        ],
        then=equals(
            I(secret_joint(F, moved, M, e), "A;Y|C"),
            information(weights, secret_channel(F, of_one, M, e, c)),
        ),
    )

# --- the framework of differential privacy --------------------------------------------------------

D = Database("D")
rows = dp_framework(D)
mechanism, prior = Mechanism("M", D, m), Prior("P", D)
i = Symbol("i", entries(D))
one_row, two_row = Symbol("x", instances(D)), Symbol("x'", instances(D))
same = [
    equals(value(rows, i, one_row), value(rows, i, two_row))
    for value in (public_value, private_value)
]
paper.claim(
    "dp-public",
    forall=[D, i, one_row, two_row],
    given=[same[0]],
    then=hamming(D, one_row, two_row) <= 1,
)

paper.claim(
    "dp-neighbours",
    forall=[D, one_row, two_row],
    given=[hamming(D, one_row, two_row) <= 1],
    then=either(equals(one_row, two_row), some(i, both(same[0], negation(same[1])))),
)

paper.claim(
    "dp-information",
    forall=[prior, mechanism, i],
    then=equals(
        I(secret_joint(rows, flat_prior(prior), flat_mechanism(mechanism), i), "A;Y|C"),
        conditional_entry_information(prior, mechanism, i),
    ),
)
