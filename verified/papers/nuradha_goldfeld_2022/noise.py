"""Noise on a query of finite data: Theorem 3, Corollary 1 and Remark 6, in any dimension d.

A query is a table of d numbers for each symbol of the data. A row that asks something of every law
of a class Θ and then says something of every law of Θ is encoded law by law: that is the row for
Θ = {P}, and it gives the row for all classes that contain P.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Database,
    Formula,
    Framework,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    cases,
    channel_table,
    data_given,
    dp_framework,
    edges,
    equals,
    every,
    exp,
    gaussian_information,
    hamming,
    implies,
    instances,
    laplace_information,
    log,
    output,
    pi,
    public_law,
    public_values,
    secret_given,
    sqrt,
    total,
)
from verified.papers.nuradha_goldfeld_2022.common import eps, paper

n, dims = Size("n"), Size("d")
F, P, query = Framework("F", n), Pmf("P", n), Reals("f", n * dims)
variance = Real("s2", ">0", latex=r"\sigma^2")
scale = Real("b", ">0")
edge = Symbol("e", edges(F))
first_value, second_value = Symbol("x", n), Symbol("x'", n)


def coordinate(query: Term, symbol: Any, axis: Any) -> Term:
    """The coordinate `axis` of a query's answer where the data are `symbol`."""
    return query[symbol * dims + axis]


def variance_of(law: Term, query: Term, axis: Term) -> Term:
    """The variance of one coordinate of a query's answer under a law of the data."""
    symbol = Symbol("s", law.sort.sizes()[0])
    other = Symbol("s'", law.sort.sizes()[0])
    mean = total(other, law[other] * coordinate(query, other, axis))
    return total(symbol, law[symbol] * (coordinate(query, symbol, axis) - mean) ** 2)


class Edge:
    """What Theorem 3 speaks of, at one edge of a framework, under one law of the data."""

    def __init__(self, framework: Term, law: Term, query: Term, edge: Term) -> None:
        self.framework, self.law, self.query, self.edge = framework, law, query, edge
        self.public = Symbol("c", public_values(framework, edge))
        self.axis = Symbol("j", dims)
        here = framework, law, edge, self.public
        self.secret, self.data = secret_given(*here), data_given(*here)
        self.given_public = output(self.secret, self.data)

    def mean(self, body: Term) -> Term:
        """The mean over the public value."""
        return total(
            self.public, public_law(self.framework, self.law, self.edge)[self.public] * body
        )

    def each_axis(self, body: Term) -> Term:
        """The sum over the coordinates."""
        return total(self.axis, body)

    def variance(self) -> Term:
        """The variance of one coordinate given the public value."""
        return variance_of(self.given_public, self.query, self.axis)

    def spread(self) -> Term:
        """Σ_j E[Var(f_j(X)|w(X))]."""
        return self.mean(self.each_axis(self.variance()))

    def deviation(self) -> Term:
        """Σ_j E[√Var(f_j(X)|w(X))]."""
        return self.mean(self.each_axis(sqrt(self.variance())))

    def told(self, information: Any, noise: Term) -> Term:
        """I(g(X);M(X)|w(X)), with this noise on the query."""
        return self.mean(information(self.secret, self.data, self.query, dims, noise))


here = Edge(F, P, query, edge)
growth = exp(2 * eps / dims) - 1
laplace_growth = exp(eps / dims) - 1


def at_each_edge(formula: Formula) -> Formula:
    """For every edge of the framework."""
    return every(edge, formula)


paper.claim(
    "theorem-3",
    at="Theorem 3",
    scope="finite data",
    forall=[F, P, query, variance, eps],
    given=[at_each_edge(here.spread() / (dims * growth) <= variance)],
    then=at_each_edge(here.told(gaussian_information, variance) <= eps),
    note=(
        "For data of any finite alphabet. The supremum over 𝒲* is over the public functions that "
        "have an edge."
    ),
)

paper.claim(
    "remark-6",
    at="Remark 6",
    scope="finite data",
    forall=[F, P, query, scale, eps],
    given=[at_each_edge(here.deviation() / (dims * laplace_growth) <= scale)],
    then=at_each_edge(here.told(laplace_information, scale) <= eps),
)

# --- Section V-C ----------------------------------------------------------------------------------

unit = 2 * pi() * exp(1)
copy = channel_table(n, n, lambda x, y: cases(equals(x, y), 1, 0))
noise_entropy = dims * log(unit * variance) / 2
above_noise = gaussian_information(here.given_public, copy, query, dims, variance)
response_entropy = here.mean(noise_entropy + above_noise)
gaussian_entropy = here.mean(here.each_axis(log(unit * (here.variance() + variance)) / 2))
U, V = Pmf("U", Size("k")), Channel("V", Size("k"), n)
u = Symbol("u", Size("k"))

paper.claim(
    "theorem-3-steps",
    at="Section V-C, (a) to (c)",
    scope="finite data",
    forall=[F, P, query, variance, edge],
    then={
        "entropy": response_entropy <= gaussian_entropy,
        "concavity": gaussian_entropy
        <= dims * log(unit * (here.spread() / dims + variance)) / 2,
        "noise": {
            "forall": [U, V, query, variance],
            "then": total(
                u,
                U[u]
                * (noise_entropy + gaussian_information(V[u], copy, query, dims, variance)),
            )
            >= noise_entropy,
        },
    },
    note=(
        "h(f(X) + Z|w(X) = c) is h(Z), d/2 ln(2πeσ²), and what the response tells of the data "
        "given c. (a) and (b), Hadamard's inequality, are taken together. The last child is "
        "h(f(X) + Z|g(X),w(X)) ≥ h(Z) for any secret."
    ),
)

# --- Corollary 1 ----------------------------------------------------------------------------------

D = Database("D")
on_databases, answers = Pmf("P", instances(D)), Reals("f", instances(D) * dims)
row = Symbol("e", edges(dp_framework(D)))
at_row = Edge(dp_framework(D), on_databases, answers, row)
sensitivity = Real("Delta", ">=0", latex=r"\Delta_2(f)")


def squared_distance(query: Term, one: Term, two: Term) -> Term:
    """‖f(x) − f(x')‖²."""
    axis = Symbol("j", dims)
    return total(axis, (coordinate(query, one, axis) - coordinate(query, two, axis)) ** 2)


first, second = Symbol("x", instances(D)), Symbol("x'", instances(D))
neighbours_near = every(first, every(second, implies(
    hamming(D, first, second) <= 1,
    squared_distance(answers, first, second) <= sensitivity**2,
)))

paper.claim(
    "corollary-1",
    at="Corollary 1",
    scope="finite data",
    forall=[on_databases, answers, sensitivity, variance, eps],
    given=[neighbours_near, sensitivity**2 / (2 * dims * growth) <= variance],
    then=every(row, at_row.told(gaussian_information, variance) <= eps),
    note="In the framework of Remark 1, under every law of the database.",
)
