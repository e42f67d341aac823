"""Proofs of the capacities of binary channels: flips with one probability, or with two."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import law_equality, split_bit
from derivations.patterns.informations import coin
from derivations.patterns.numbers import exponential_less
from derivations.tools import everywhere, split_zero
from verified.language import (
    KL,
    binary_entropy,
    capacity,
    chain,
    channel_of,
    equals,
    every,
    log,
    output,
    pmf_of,
    rational,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number

h = binary_entropy


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


def each_bit(d: Steps, bit: Any, at: Any, formula: Any) -> Line:
    """formula(bit) for a symbol of two, from `at` for 0 and for 1."""
    either = d.cite("background/bit", b=bit)
    branches = []
    for value in (0, 1):
        plain = at(number(value))
        branches.append(d.rewrite(d.assume(equals(bit, value)), plain, formula(bit)))
    return d.cases(either, *branches)


@derives("background/bac-capacity.symmetric")
def symmetric_capacity(d: Derivation) -> None:
    """Every row is at ln 2 − h(p) from the uniform law, which is an output law."""
    p = d.var("p")
    W = d.goal.left.args[0]
    uniform = coin(HALF)
    value = log(2) - h(p)
    x, y = Symbol("x", 2), Symbol("y", 2)
    rows = pmf_of(1 - p, p), pmf_of(p, 1 - p)

    def near(x: Any) -> Line:
        index = int(x.value.p)
        kl = d.cite("definition/kl", P=rows[index], Q=uniform)
        line = d.arithmetic(KL(rows[index], uniform) <= value, kl)
        row = everywhere(d, y, lambda y: each_bit(
            d, y, lambda y: d.identity(equals(W[x][y], rows[index][y])),
            lambda y: equals(W[x][y], rows[index][y])))
        return d.rewrite(row, line, KL(W[x], uniform) <= value)

    all_near = everywhere(
        d, x, lambda x: each_bit(d, x, near, lambda x: KL(W[x], uniform) <= value)
    )
    above = d.cite("background/redundancy-capacity.radius", all_near, W=W, Q=uniform, r=value)

    entropies = d.cite("background/information-forms.entropies", P=uniform, W=W)
    out = d.cite("definition/entropy", P=output(uniform, W))
    own = [d.cite("definition/entropy", P=W[index]) for index in (0, 1)]
    most = d.cite("background/information-range.capacity", P=uniform, W=W)
    below = d.arithmetic(value <= capacity(W), most, entropies, out, *own)
    d.qed(d.turn(d.goal, above, below))


@derives("background/bac-capacity.flipped")
def flipped_capacity(d: Derivation) -> None:
    """Each channel is the other one followed by the swap of the outputs."""
    one, two = d.goal.left.args[0], d.goal.right.args[0]
    swap = channel_of([0, 1], [1, 0])
    x, y = Symbol("x", 2), Symbol("y", 2)
    ways = []
    for W, V in ((one, two), (two, one)):
        def entry(x: Any, y: Any, W: Term = W, V: Term = V) -> Line:
            line = d.cite("definition/chain", W=V, K=swap, x=x, z=y)
            return d.chain(line, d.identity(equals(line.formula.right, W[x, y])))

        def row(x: Any, W: Term = W, V: Term = V, entry: Any = entry) -> Line:
            both = chain(V, swap)
            return everywhere(d, y, lambda y: each_bit(
                d, y, lambda y: entry(x, y), lambda y: equals(both[x, y], W[x, y])))

        both = chain(V, swap)
        agree = everywhere(d, x, lambda x, W=W, both=both, row=row: each_bit(
            d, x, row, lambda x: every_bit(y, both, W, x)))
        line = d.cite("background/dpi-mi.capacity", W=V, K=swap)
        least = d.cite("background/absolute-value.below-both", part=0, r=capacity(V),
                       s=capacity(swap))
        line = d.chain(line, least)
        ways.append(d.rewrite(agree, line, capacity(W) <= capacity(V)))
    d.qed(d.turn(d.goal, *ways))


def every_bit(y: Any, one: Term, two: Term, x: Any) -> Any:
    """one[x, y] = two[x, y] for both y."""
    return every(y, equals(one[x, y], two[x, y]))


HALF = rational(1, 2)


def equal_pairs(d: Steps, one: Term, two: Term, *lines: Line) -> Line:
    """For every y of two: one[y] = two[y], by normal forms at each."""
    y = d.fix(Symbol("column", 2))
    return d.forall(y, split_bit(
        d, y, lambda b: equals(one[b], two[b]),
        lambda b: d.identity(equals(one[b], two[b]), *lines),
    ))
