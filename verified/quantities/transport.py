"""Optimal transport between finite laws, by a table of costs or distances."""

from __future__ import annotations

from verified.measures import transport
from verified.measures.readings import measured
from verified.syntax.binders import reals_table
from verified.syntax.quantity import quantity
from verified.syntax.terms import Pmf, Real, Reals, Size

n, m = Size("n"), Size("m")
P, Q, R = Pmf("P", n), Pmf("Q", m), Pmf("Q", n)
costs, distances = Reals("costs", n * m, ">=0"), Reals("distances", n * n, ">=0")
order = Real("order", ">=1")

transport_cost = quantity(
    "transport_cost", [P, Q, costs],
    doc="""The optimal transport cost: the least Σ π(x, y) c(x, y) over joint laws π of P and Q
    (Kantorovich 1942). The cost from x to y, never negative, is the number x m + y of the table.
    A plan bounds it from above, a potential from below.""",
    text="OT[{2}]({0}, {1})", latex=r"\mathrm{{OT}}_{{{2}}}\left({0}, {1}\right)",
    values="[0,inf)", unit="", reading=measured(transport.transport_cost),
    examples=[
        (("1/3,2/3", "1/2,1/2", "0,1,1,0"), "1/6"), (("1", "1/4,3/4", "2,4"), "7/2"),
        (("1/2,1/2,0", "0,1/2,1/2", "0,1,2,1,0,1,2,1,0"), "1"),
        (("1/3,2/3", "1/3,2/3", "0,5,7,0"), "0"),
    ],
)
wasserstein = quantity(
    "wasserstein", [P, R, distances, order],
    doc="""The Wasserstein distance of an order p ≥ 1: the p-th root of the optimal transport cost
    of the p-th powers of a ground distance (Villani 2009, Definition 6.1). The distance from x to y
    is the number x n + y of the table; it need not be a metric.""",
    text="W_[{3}, {2}]({0}, {1})", latex=r"W_{{{3}, {2}}}\left({0}, {1}\right)",
    values="[0,inf)", unit="",
    definition=transport_cost(
        P, R, reals_table(n * n, lambda pair: distances[pair] ** order)
    ) ** (1 / order),
    examples=[
        (("1/2,1/2,0", "0,1/2,1/2", "0,1,2,1,0,1,2,1,0", "1"), "1"),
        (("1,0", "3/4,1/4", "0,3,3,0", "2"), "1.50000000000"),
        (("1/2,1/2", "1/2,1/2", "0,3,3,0", "3"), "0"),
        (("1,0", "1/2,1/2", "0,1,1,0", "2"), "0.70710678118"),
    ],
)

__all__ = ["transport_cost", "wasserstein"]
