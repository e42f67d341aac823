"""Proofs of textbook facts on binary entropy and binary channels."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    everywhere,
    mixes,
    split_order,
)
from verified.language import (
    KL,
    H,
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
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

h = binary_entropy
HALF = rational(1, 2)
KEY = "background/binary-entropy"


def coin(p: Any) -> Term:
    """The law (p, 1 − p)."""
    return pmf_of(p, 1 - p)


@derives(f"{KEY}.law")
def entropy_of_coin(d: Derivation) -> None:
    """The two terms."""
    p = d.var("p")
    d.qed(d.arithmetic(d.goal, d.cite("definition/entropy", P=coin(p))))


@derives(f"{KEY}.symmetric")
def entropy_symmetric(d: Derivation) -> None:
    """The two terms change places."""
    d.qed(d.identity(d.goal))


@derives(f"{KEY}.range")
def entropy_range(d: Derivation) -> None:
    """The range of an entropy of two symbols."""
    p = d.var("p")
    law = d.cite(f"{KEY}.law")
    least = d.cite("background/entropy-range.nonnegative", P=coin(p))
    most = d.cite("background/entropy-range.uniform", P=coin(p))
    d.qed(d.both(
        d.arithmetic(h(p) >= 0, law, least), d.arithmetic(h(p) <= log(2), law, most)
    ))


@derives(f"{KEY}.concave")
def entropy_concave(d: Derivation) -> None:
    """Entropy is concave."""
    p, q, t = d.var("p"), d.var("q"), d.var("t")
    one, two = coin(p), coin(q)
    line = d.cite("background/entropy-concave.two", P=one, Q=two, t=t)
    point = t * p + (1 - t) * q
    table = line.theorem.conclusion.right.args[0]
    law = mixes(d, t, one, two)
    ends = [
        d.arithmetic(point >= ZERO, hints=[t, 1 - t, p, q, t * p, (1 - t) * q]),
        d.have(
            1 - point >= ZERO, "arithmetic", equalities=[],
            products=[["1", [["sign", t], ["sign", 1 - p]]],
                      ["1", [["sign", 1 - t], ["sign", 1 - q]]]],
        ),
    ]
    whole = d.cite("definition/entropy", law, *ends, P=table)
    mixed = d.arithmetic(equals(h(point), H(table)), whole, law, *ends)
    parts = [d.cite(f"{KEY}.law", p=end) for end in (p, q)]
    d.qed(d.arithmetic(d.goal, line, mixed, *parts, law, *ends, hints=[t, 1 - t]))


@derives(f"{KEY}.increasing")
def entropy_increasing(d: Derivation) -> None:
    """q lies between p and 1 − p, where the entropy is the same."""
    p, q = d.var("p"), d.var("q")
    low, half = d.given

    def less(above: Line) -> Line:
        apart = d.arithmetic(1 - 2 * p > 0, above, half)
        weight = (1 - p - q) / (1 - 2 * p)
        hints = [1 / (1 - 2 * p)]
        bounds = [
            d.arithmetic(weight >= ZERO, apart, above, half, hints=hints),
            d.arithmetic(weight <= 1, apart, above, half, hints=hints),
        ]
        line = d.cite(f"{KEY}.concave", *bounds, apart, p=p, q=1 - p, t=weight)
        point = line.theorem.conclusion.right.args[0]
        value = d.identity(equals(point, q), apart)
        line = d.rewrite(value, line)
        return d.arithmetic(d.goal, line, d.cite(f"{KEY}.symmetric"), apart, *bounds)

    def same(high: Line) -> Line:
        equal = d.turn(equals(p, q), low, high)
        own = d.obvious(h(q) <= h(q))
        return d.rewrite(equal, own, d.goal)

    d.qed(split_order(d, q, p, same, less))


# --- binary channels ------------------------------------------------------------------------------


def each_bit(d: Steps, bit: Any, at: Any, formula: Any) -> Line:
    """formula(bit) for a symbol of two, from `at` for 0 and for 1."""
    either = d.cite("definition/bit", b=bit)
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
