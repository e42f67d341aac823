"""Optimal transport: what it is, as statements that proofs may cite."""

from __future__ import annotations

from verified.quantities.definitions.defining import define
from verified.quantities.transport import transport_cost, wasserstein
from verified.syntax.binders import reals_table, smallest, sup, total
from verified.syntax.terms import Pmf, Real, Reals, Size, Symbol, equals

n, m = Size("n"), Size("m")
P, Q, R = Pmf("P", n), Pmf("Q", m), Pmf("R", n)
x, y = Symbol("x", n), Symbol("y", m)
_costs, _distances, _order = Reals("c", n * m, ">=0"), Reals("d", n * n, ">=0"), Real("p", ">=1")

# Kantorovich's dual: no plan costs less than what a potential f of the sources is sure of.
_potential = Reals("f", n)
define("transport-cost", [P, Q, _costs], equals(transport_cost(P, Q, _costs), sup(
    _potential, total(x, P[x] * _potential[x])
    + total(y, Q[y] * smallest(x, _costs[x * m + y] - _potential[x])),
)))
define("wasserstein", [P, R, _distances, _order], equals(
    wasserstein(P, R, _distances, _order),
    transport_cost(P, R, reals_table(n * n, lambda pair: _distances[pair] ** _order))
    ** (1 / _order),
))
