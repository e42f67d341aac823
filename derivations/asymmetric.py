"""The capacity of a binary channel that flips its inputs with two probabilities."""

from __future__ import annotations

from typing import Any

from derivations.cuff_yu_2016.patterns import exponential_less
from derivations.databases import equal_pairs, law_equality, split_bit
from derivations.tools import split_zero
from verified.language import KL, equals, log, output, pmf_of
from verified.language.terms import Symbol, number
from verified.proof.derivation import Derivation, Line, Steps, derives


@derives("background/bac-capacity.value")
def two_flips_capacity(d: Derivation) -> None:
    """Both rows are at the same divergence C from the law r with probabilities e^(−A−C), e^(−B−C),
    which is an output law."""
    p, q = d.var("p"), d.var("q")
    (less,) = d.given
    channel = d.goal.left.args[0]
    E, F = d.goal.right.args[0].args
    A, B = (-part.args[0] for part in (E, F))
    level = log(E + F)
    first = E / (E + F)
    r = pmf_of(first, F / (E + F))
    rows = [pmf_of(1 - p, p), pmf_of(q, 1 - q)]
    below = [
        less, d.arithmetic(1 - p > 0, less, hints=[q]), d.arithmetic(1 - q > 0, less, hints=[p])
    ]

    # D(W_x‖r) = C for both inputs.
    distances = []
    for x in range(2):
        found = d.cite("definition/kl", *below, P=rows[x], Q=r)
        value = d.chain(found, d.identity(equals(found.formula.right, level), *below))
        same = law_equality(d, channel[x], rows[x], *below)
        distances.append(d.rewrite(same, value, equals(KL(channel[x], r), level)))

    # At most C: the law r is as near to both rows.
    x = d.fix(Symbol("a", number(2)))
    most = d.cite("background/redundancy-capacity.bound", *below, W=channel, Q=r)
    near = split_bit(
        d, x, lambda k: KL(channel[k], r) <= level,
        lambda k: d.turn(KL(channel[k], r) <= level, distances[k]),
    )
    upper = d.chain(most, d.bound_sup(most.formula.right, near, x))

    # At least C: r is an output law, as q ≤ r(0) ≤ 1 − p.
    low = tilted(d, q, rows, A - B, (E, F), below)
    high = tilted(d, p, rows[::-1], B - A, (F, E), below)
    over, gap = 1 / (E + F), 1 - p - q
    least = d.arithmetic(q <= first, low, *below, hints=[over])
    greatest = d.arithmetic(first <= 1 - p, high, *below, hints=[over])
    weight = (first - q) / gap
    prior = pmf_of(weight, 1 - weight)
    shown = [
        *below, d.arithmetic(weight >= 0, least, *below, hints=[1 / gap]),
        d.arithmetic(1 - weight >= 0, greatest, *below, hints=[1 / gap]),
    ]
    reached = equal_pairs(d, output(prior, channel), r, *shown)
    told = d.rewrite(reached, d.cite("definition/information", *shown, P=prior, W=channel))
    parts = weight * KL(channel[0], r) + (1 - weight) * KL(channel[1], r)
    value = d.identity(equals(told.formula.right, parts), *distances, *shown)
    for distance in distances:
        value = d.rewrite(distance, value)
    told = d.chain(told, value)
    mean = d.identity(equals(level, told.formula.right), *shown)
    lower = d.chain(
        mean, d.turn(equals(told.formula.right, told.formula.left), told),
        d.cite("background/information-range.capacity", *shown, P=prior, W=channel)
    )
    d.qed(d.turn(d.goal, upper, lower))


def tilted(
    d: Steps, chance: Any, rows: Any, exponent: Any, weights: Any, below: list[Line]
) -> Line:
    """u F ≤ (1 − u) E, where F/E = e^exponent: as the divergence of the first row from the second,
    which has the probability u where the first is likely, is at least 0."""
    E, F = weights
    goal = chance * F <= (1 - chance) * E

    def positive(some: Line) -> Line:
        found = d.cite("definition/kl", *below, some, P=rows[0], Q=rows[1])
        apart = d.cite("background/gibbs.nonnegative", *below, some, P=rows[0], Q=rows[1])
        apart = d.chain(apart, found)
        gap = 1 - d.var("p") - d.var("q")
        odds = log(1 - chance) - log(chance)
        order = d.arithmetic(exponent <= odds, apart, *below, some, hints=[1 / gap])
        grown = exponential_less(d, exponent, odds, order, some, *below)
        return d.arithmetic(goal, grown, some, *below, hints=[chance * E])

    return split_zero(
        d, chance, lambda zero: d.arithmetic(goal, zero, *below, hints=[F, E]), positive
    )
