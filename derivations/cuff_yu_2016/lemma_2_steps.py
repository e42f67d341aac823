"""Section 3.3 and Appendix C: the steps of the proof of Lemma 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.channels import binary_channel, equal_tables
from derivations.patterns.databases import is_private
from derivations.patterns.numbers import below_root, crossover_of, in_unit
from derivations.tools import split_absolute
from verified.language import (
    TV,
    Close,
    H,
    absolute,
    binary_entropy,
    capacity,
    channel_of,
    equals,
    event_where,
    exp,
    log,
    pmf_of,
    rational,
    sqrt,
)
from verified.papers.cuff_yu_2016.common import symmetric_channel
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Event, Pmf, Symbol, Term, number
from verified.syntax.trees import free_variables


@derives("cuff-yu-2016/lemma-2-steps.eq-30-a")
def event_of_two(d: Derivation) -> None:
    """Data processing."""
    t = d.var("t")
    d.qed(d.cite("lemma/event-told", R=pmf_of(1 - t, t)))


def over_priors(d: Steps, channel: Term, proof: Callable[[Any], Line]) -> Line:
    """C(W) ≤ c, where `proof` shows I(R;W) ≤ c for an arbitrary law R."""
    R = d.fix(Pmf("R", channel.sort.inputs))
    value = d.cite("definition/capacity", W=channel)
    return d.chain(value, d.bound_sup(value.formula.right, proof(R), R))


def near_each_other(d: Steps, equal: Line) -> Line:
    """Hamming distance ≤ 1, from = 1."""
    formula = equal.theorem.conclusion
    return d.turn(formula.left <= formula.right, equal)


@derives("cuff-yu-2016/lemma-2-steps.eq-30-supremum")
def neighbours_capacity(d: Derivation) -> None:
    """Of any law on two neighbours."""
    M, x, other = d.var("M"), d.var("x"), d.var("x'")
    near = near_each_other(d, d.given[0])
    d.qed(over_priors(d, channel_of(M[x], M[other]), lambda R: d.cite(
        "lemma/neighbour-information", near, R=R
    )))


@derives("cuff-yu-2016/lemma-2-steps.eq-30")
def neighbours_event(d: Derivation) -> None:
    """(a), then the supremum."""
    M, x, other, A = d.var("M"), d.var("x"), d.var("x'"), d.var("A")
    near, private = d.given
    near = near_each_other(d, near)
    limits = [d.cite("background/event-bounds", P=M[row], A=A, part=1) for row in (x, other)]
    channel = d.goal.left.args[0]
    R = d.fix(Pmf("R", 2))
    value = d.cite("definition/capacity", *limits, W=channel)
    line = d.chain(
        d.cite("lemma/event-told", P=M[x], Q=M[other], A=A, R=R),
        d.cite("lemma/neighbour-information", near, R=R), private,
    )
    d.qed(d.chain(value, d.bound_sup(value.formula.right, line, R)))


@derives("cuff-yu-2016/lemma-2-steps.complement")
def complement_capacity(d: Derivation) -> None:
    """The mirror image of the mirror image is the channel."""
    a, b = d.var("a"), d.var("b")
    one = d.cite("lemma/mirrored-capacity", c=a, e=b)
    two = d.cite("lemma/mirrored-capacity", c=1 - b, e=1 - a)
    two = d.rewrite(equal_tables(d, two.formula.left.args[0], binary_channel(a, b)), two)
    d.qed(d.turn(d.goal, one, two))


@derives("cuff-yu-2016/lemma-2-steps.convex")
def convex_capacity(d: Derivation) -> None:
    """One line for each law on the inputs, then the supremum."""
    W, V, t = d.var("W"), d.var("V"), d.var("t")
    line = d.cite("background/capacity-convex-in-channel.capacity", W=W, V=V, t=1 - t)
    mixed, wanted = line.formula.left.args[0], d.goal.left.args[0]
    x, y = d.fix(Symbol("row", W.sort.inputs)), d.fix(Symbol("column", W.sort.outputs))
    shown = d.obvious(number(0) <= (1 - t) * W[x, y])
    row = d.forall(y, shown)
    shown = d.forall(x, row)
    same = d.forall(x, d.forall(y, d.identity(equals(mixed[x, y], wanted[x, y]), row, shown)))
    line = d.rewrite(same, line)
    d.qed(d.arithmetic(d.goal, line, shown))


@derives("cuff-yu-2016/lemma-2-steps.lower")
def mean_capacity(d: Derivation) -> None:
    """The mean of the channel and its complement."""
    a, b = d.var("a"), d.var("b")
    level = d.cite("cuff-yu-2016/lemma-2-steps.complement")
    complement, mean = level.formula.left.args[0], d.goal.left.args[0]
    binary = binary_channel(a, b)
    line = d.cite(
        "background/capacity-convex-in-channel.capacity", W=binary, V=complement, t=rational(1, 2)
    )
    limits = [d.obvious(p <= 1) for p in (a, b)]
    limits += in_unit(d, rational(1, 2) + (a - b) / 2, *limits)
    line = d.rewrite(equal_tables(d, line.formula.left.args[0], mean, *limits), line)
    d.qed(d.arithmetic(d.goal, line, level, *limits))


@derives("cuff-yu-2016/lemma-2-steps.symmetric")
def symmetric_distance(d: Derivation) -> None:
    """Even inputs tell ln 2 − h((1 − |a − b|)/2) at least."""
    a, b, c = d.var("a"), d.var("b"), d.var("c")
    (less,) = d.given
    binary, symmetric = less.formula.left.args[0], less.formula.right.args[0]
    even = pmf_of(rational(1, 2), rational(1, 2))
    known = d.cite("background/bac-capacity.symmetric", p=c)
    known = d.rewrite(equal_tables(d, known.formula.left.args[0], symmetric), known)
    told = d.chain(
        d.cite("lemma/even-binary", c=a, e=b),
        d.cite("background/information-range.capacity", P=even, W=binary), less, known,
    )
    limits = [d.obvious(p <= 1) for p in (a, b)]

    def bound(sign: Line, value: Line) -> Line:
        u = value.theorem.conclusion.right
        level = d.arithmetic(binary_entropy(c) <= binary_entropy((1 - u) / 2), told, *limits)
        unit = [d.arithmetic(number(0) <= u, sign), d.arithmetic(u <= 1, *limits)]
        half = d.obvious(c <= rational(1, 2))
        line = d.cite("lemma/binary-entropy-strict.inverse", half, level, *unit, p=c, q=u)
        return d.arithmetic(absolute(a - b) <= 1 - 2 * c, value, line)

    d.qed(d.chain(
        d.cite("cuff-yu-2016/eq-97.complement"), d.cite("cuff-yu-2016/eq-97.mean"),
        d.cite("cuff-yu-2016/eq-97.value"), split_absolute(d, a - b, bound),
    ))


@derives("cuff-yu-2016/lemma-2-steps.symmetric-exists")
def symmetric_exists(d: Derivation) -> None:
    """The noiseless channel has the capacity ln 2, and two inputs have no more."""
    binary, noiseless = d.goal.left.args[0], d.goal.right.args[0]
    most = d.cite("background/information-range.capacity-alphabets", W=binary)
    known = d.cite("background/bac-capacity.symmetric", p=0)
    known = d.rewrite(equal_tables(d, known.formula.left.args[0], noiseless), known)
    least = most.formula.right.args[0]
    below = d.cite("definition/minimum", r=2, s=2)
    two = d.cases(below, *(
        d.piece(d.assume(part), 1) for part in below.theorem.conclusion.parts
    ))
    most = d.rewrite(two, most)
    assert least == two.formula.left
    d.qed(d.chain(most, d.arithmetic(log(number(2)) <= d.goal.right, known)))


@derives(
    "cuff-yu-2016/lemma-2-steps.symmetric-at-least", "cuff-yu-2016/lemma-2-steps.symmetric-at-most"
)
def same_capacity(d: Derivation) -> None:
    """A symmetric channel has the capacity ln 2 − h(c)."""
    c, sides = d.var("c"), (d.goal.left, d.goal.right)
    half = d.obvious(c <= rational(1, 2))
    value = d.cite("background/bac-capacity.symmetric", half, p=c)
    symmetric = next(side.args[0] for side in sides if c in free_variables(side).values())
    value = d.rewrite(equal_tables(d, value.formula.left.args[0], symmetric), value)
    d.qed(d.arithmetic(d.goal, value, *d.given))


@derives("cuff-yu-2016/lemma-2-steps.symmetric-distance")
def distance_of_the_same(d: Derivation) -> None:
    """By the symmetric channel of the crossover c with h(c) = ln 2 − C."""
    most = d.cite("cuff-yu-2016/lemma-2-steps.symmetric-exists")
    binary, noiseless = most.formula.left.args[0], most.formula.right.args[0]
    known = d.cite("background/bac-capacity.symmetric", p=0)
    known = d.rewrite(equal_tables(d, known.formula.left.args[0], noiseless), known)
    small = d.arithmetic(capacity(binary) <= log(number(2)), most, known)
    c, facts = crossover_of(d, capacity(binary), small)
    half = d.arithmetic(c <= rational(1, 2), *facts)
    symmetric = symmetric_channel(c)
    value = d.cite("background/bac-capacity.symmetric", half, *facts, p=c)
    value = d.rewrite(equal_tables(
        d, value.formula.left.args[0], symmetric, half, *facts), value)
    above = d.arithmetic(capacity(binary) <= capacity(symmetric), value, *facts)
    d.qed(d.cite("cuff-yu-2016/lemma-2-steps.symmetric", above, half, *facts, c=c))


@derives("cuff-yu-2016/lemma-2-steps.reduction")
def reduction(d: Derivation) -> None:
    """The event A of the responses is the event 1 of the binary ones."""
    M, delta = d.var("M"), d.var("delta")
    (each,) = d.given
    b = Symbol("b", 2)

    def close(x: Any, other: Any, near: Line) -> Line:
        A = d.fix(Event("A", M.sort.outputs))
        held = d.at(d.at(d.at(each, x), other, near), A)
        limits = [d.cite("background/event-bounds", P=M[row], A=A, part=1) for row in (x, other)]
        sides = []
        for part, (one, two) in enumerate(((x, other), (other, x))):
            at = d.at(d.piece(held, part), event_where(b, equals(b, 1)), *limits)
            sides.append(d.forall(A, d.arithmetic(
                M[one][A] <= exp(number(0)) * M[two][A] + delta, at, *limits)))
        return d.follows(Close(M[x], M[other], 0, delta), *sides)

    d.qed(is_private(d, M, 0, delta, close))


@derives("cuff-yu-2016/lemma-2-steps.radius-pinsker")
def radius_pinsker(d: Derivation) -> None:
    """Pinsker's inequality."""
    W, x, Q, eps = d.var("W"), d.var("x"), d.var("Q"), d.var("eps")
    line = d.cite("background/pinsker.squared", P=W[x], Q=Q)
    distance = TV(W[x], Q)
    line = d.chain(line, *d.given)
    square = d.arithmetic(distance * distance <= eps / 2, line)
    d.qed(below_root(d, distance, eps / 2, square))


@derives("cuff-yu-2016/lemma-2-steps.radius-triangle")
def radius_triangle(d: Derivation) -> None:
    """By way of the centre."""
    W, Q, eps = d.var("W"), d.var("Q"), d.var("eps")
    (near,) = d.given
    x, other = (d.fix(Symbol(name, W.sort.inputs)) for name in ("x", "x'"))
    halves = [
        d.cite("cuff-yu-2016/lemma-2-steps.radius-pinsker", d.at(near, row), x=row, W=W, Q=Q)
        for row in (x, other)
    ]
    way = d.cite("background/total-variation.triangle", P=W[x], Q=Q, R=W[other])
    back = d.cite("background/total-variation.symmetric", P=Q, Q=W[other])
    line = d.arithmetic(
        TV(W[x], W[other]) <= 2 * sqrt(eps / 2), way, back, *halves
    )
    root = below_root(d, 2 * sqrt(eps / 2), 2 * eps, d.identity(
        (2 * sqrt(eps / 2)) * (2 * sqrt(eps / 2)) <= 2 * eps
    ))
    close = d.cite(
        "cuff-yu-2016/eq-8.if", d.chain(line, root), P=W[x], Q=W[other], delta=sqrt(2 * eps)
    )
    every = d.forall(x, d.forall(other, close))
    d.qed(d.cite("lemma/as-mechanism-dp-intro", every, W=W, eps=0, delta=sqrt(2 * eps)))


@derives("cuff-yu-2016/lemma-2-steps.eq-30-b")
def certain_others(d: Derivation) -> None:
    """The others' value is certain: no entropy."""
    J = d.goal.left.args[0]
    none = d.identity(equals(H(J, "Z"), 0))
    d.qed(d.shannon(d.goal, none))
