"""Optimal transport between finite laws: the least mean cost of a plan, exactly."""

import itertools
from fractions import Fraction

from recheck.errors import Undefined, Unknown, demand, refuse
from recheck.evaluation import Law, meaning
from recheck.reals import ONE, ZERO, Num, endless, less, opposite, power, span

# More cells than these aren't searched.
MOST_CELLS = 400
# What comes before a source at which a path begins.
START = -1
Amounts = list[Fraction]


@meaning("transport_cost")
def transport_cost(first: Law, second: Law, costs: list[Num]) -> Num:
    """The least Σ π(x, y) c(x, y) over joint laws π of two laws, for costs from 0 on; it rises in
    each cost."""
    demand(len(costs) == len(first) * len(second), "costs of other laws")
    demand(len(costs) <= MOST_CELLS, "a transport with too many cells")
    if not all(mass.exact for mass in (*first, *second)):
        return refuse(Unknown, "a transport between laws that are not exact")
    fits = [opposite(less(cost, ZERO)) for cost in costs]
    if not all(fits):
        raise (Undefined if False in fits else Unknown)("a negative cost")
    if any(endless(cost.hi) for cost in costs):
        return refuse(Unknown, "a transport with a cost that may be infinite")
    sides = [[Fraction(mass.lo) for mass in law] for law in (first, second)]
    low, high = ([Fraction(end) for end in ends] for ends in zip(
        *((cost.lo, cost.hi) for cost in costs), strict=True))
    return span(least_cost(sides[0], sides[1], low), least_cost(sides[0], sides[1], high))


@meaning("wasserstein")
def wasserstein(first: Law, second: Law, distances: list[Num], order: Num) -> Num:
    """The p-th root of the transport cost of the p-th powers of distances, p ≥ 1."""
    fits = opposite(less(order, ONE))
    if not fits or order.infinite:
        raise (Unknown if fits is None else Undefined)("an order below 1, or ∞")
    if not all(opposite(less(distance, ZERO)) for distance in distances):
        raise Unknown("a distance that may be negative")
    cost = transport_cost(first, second, [power(distance, order) for distance in distances])
    return power(cost, ONE / order)


def least_cost(first: Amounts, second: Amounts, costs: Amounts) -> Fraction:
    """The least cost, as the cost of a plan that equals the value of a potential.

    The plan grows along shortest paths of what is left, from sources with mass to targets without.
    """
    count, other = len(first), len(second)
    plan = [[Fraction(0)] * other for _ in first]
    left, wanted = list(first), list(second)
    while any(left):
        _, before = distances([x > 0 for x in left], plan, costs)
        # A target with room is always reached: all cells lie open towards targets.
        end = next(y for y in range(other) if wanted[y])
        path, node = [], count + end
        while before[node] != START:
            path.append((before[node], node))
            node = before[node]
        amount = min(left[node], wanted[end], *(
            plan[there][here - count] for here, there in path if here >= count))
        for here, there in path:
            if here < count:
                plan[here][there - count] += amount
            else:
                plan[there][here - count] -= amount
        left[node] -= amount
        wanted[end] -= amount
    cells = list(itertools.product(range(count), range(other)))
    cost = sum((plan[x][y] * costs[x * other + y] for x, y in cells), Fraction(0))
    checked(first, second, plan)
    # By duality, any f and g with f(x) + g(y) ≤ c(x, y) bound the cost of all plans from below.
    far, _ = distances([True] * count, plan, costs)
    falls = [min(costs[x * other + y] - far[count + y] for y in range(other)) for x in range(count)]
    value = sum(map(Fraction.__mul__, falls, first), Fraction(0)) + sum(
        map(Fraction.__mul__, far[count:], second), Fraction(0))
    demand(value == cost, "no potential shows that a plan is optimal")
    return cost


def checked(first: Amounts, second: Amounts, plan: list[Amounts]) -> None:
    """Demand that a plan has its marginals, and nothing negative."""
    demand(all(part >= 0 for row in plan for part in row)
           and [sum(row) for row in plan] == first
           and [sum(column) for column in zip(*plan, strict=True)] == second,
           "a plan without its marginals")


def distances(
    started: list[bool], plan: list[Amounts], costs: Amounts
) -> tuple[list[Fraction], list[int]]:
    """Least costs of paths from the started sources to sources and targets, by Bellman and Ford:
    forwards at a cell's cost, backwards at minus that where the plan moves something.

    Returns:
        the lengths, sources first, and what comes before each on its path.
    """
    count, other = len(plan), len(plan[0])
    far: list[Fraction | None] = [Fraction(0) if on else None for on in started]
    far += [None] * other
    before = [START] * (count + other)
    changed = True
    while changed:
        changed = False
        for x, y in itertools.product(range(count), range(other)):
            steps = [(x, count + y, costs[x * other + y])]
            if plan[x][y]:
                steps.append((count + y, x, -costs[x * other + y]))
            for here, there, cost in steps:
                start, known = far[here], far[there]
                if start is not None and (known is None or start + cost < known):
                    far[there], before[there], changed = start + cost, here, True
    return [Fraction(0) if length is None else length for length in far], before
