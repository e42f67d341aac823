"""The capacity of the binary asymmetric channel, and capacities of two data points."""

from __future__ import annotations

from typing import Any

from derivations.databases import equal_tables
from verified.language import Pmf, binary_entropy, capacity, channel_of, equals, exp, log, pmf_of
from verified.language.terms import Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

BITS = log(2)


def in_bits(d: Steps, line: Line, *lines: Line) -> Line:
    """An equality of two numbers, both divided by ln 2."""
    left, right = line.formula.left, line.formula.right  # type: ignore[attr-defined]
    itself = d.identity(equals(left / BITS, left / BITS), *lines)
    return d.rewrite(line, itself, equals(left / BITS, right / BITS))


@derives("ngo-2024/eq-11-repaired.value")
def closed_form(d: Derivation) -> None:
    """The logarithm of a sum of two exponentials, the first of them drawn out."""
    e, f = d.var("e"), d.var("f")
    (less,) = d.given
    below = [
        less, d.arithmetic(1 - e > 0, less, hints=[f]), d.arithmetic(1 - f > 0, less, hints=[e])
    ]
    value = d.cite("background/bac-capacity.value", *below, p=e, q=f)
    E, F = value.formula.right.args[0].args
    A, B = -E.args[0], -F.args[0]
    ratio = 1 + exp(A - B)
    drawn = d.identity(equals(E + F, E * ratio), *below)
    split = d.cite("background/log-product", *below, x=E, y=ratio)
    value = d.rewrite(drawn, value)
    value = d.chain(value, split)
    spread = (binary_entropy(e) - binary_entropy(f)) / (1 - e - f)
    same = d.identity(equals(A - B, spread), *below)
    value = d.rewrite(same, value)
    power = d.goal.right.args[1].args[0].args[0].args[1]
    grown = d.identity(equals(power, exp(spread)), *below)
    value = in_bits(d, value, *below)
    told = d.rewrite(grown, d.identity(equals(d.goal.right, d.goal.right), *below))
    last = d.identity(equals(value.formula.right, told.formula.left), *below)
    value = d.chain(value, last)
    d.qed(d.rewrite(grown, value, d.goal))


@derives("ngo-2024/eq-11.flipped")
def outputs_exchanged(d: Derivation) -> None:
    """The outputs change places."""
    e, f = d.var("e"), d.var("f")
    line = d.cite("background/bac-capacity.flipped", p=e, q=f)
    back = d.turn(equals(line.formula.right, line.formula.left), line)
    d.qed(in_bits(d, back))


def inputs_exchanged(d: Steps, first: Term, second: Term) -> Line:
    """C of two rows is that of the rows in the other order: each holds the rows of the other."""
    ways = []
    for W in (first, second):
        turned = channel_of(W[1], W[0])
        line = d.cite("lemma/two-rows.capacity", values={"W": W, "x": 1, "x'": 0})
        other = second if W is first else first
        ways.append(d.rewrite(equal_tables(d, turned, other), line))
    return d.turn(equals(capacity(first), capacity(second)), *ways)


@derives("ngo-2024/eq-11.reversed")
def rows_exchanged(d: Derivation) -> None:
    """The inputs change places."""
    first, second = (side.args[0].args[0] for side in (d.goal.left, d.goal.right))
    d.qed(in_bits(d, inputs_exchanged(d, first, second)))


@derives("ngo-2024/eq-11.swapped")
def both_exchanged(d: Derivation) -> None:
    """Inputs and outputs change places."""
    e, f = d.var("e"), d.var("f")
    second = d.goal.right.args[0].args[0]
    between = channel_of([e, 1 - e], [1 - f, f])
    line = d.cite("background/bac-capacity.flipped", p=e, q=f)
    line = d.chain(
        d.turn(equals(line.formula.right, line.formula.left), line),
        inputs_exchanged(d, between, second),
    )
    d.qed(in_bits(d, line))


@derives("ngo-2024/eq-11-repaired.useless")
def useless(d: Derivation) -> None:
    """Two equal rows."""
    e = d.var("e")
    line = d.cite("lemma/constant-channel", values={
        "Q": pmf_of(1 - e, e), "n": number(2), "m": number(2),
    })
    table, rows = line.formula.left.args[0], d.goal.left.args[0].args[0]
    line = d.rewrite(equal_tables(d, table, rows), line)
    line = in_bits(d, line)
    d.qed(d.chain(line, d.identity(equals(line.formula.right, 0))))


def event_capacity(d: Steps, P: Term, Q: Term, A: Any) -> Line:
    """C of the two chances of an event is at most C of the two laws."""
    limits = [d.cite("definition/event-bounds", P=law, A=A, part=1) for law in (P, Q)]
    R = d.fix(Pmf("R", 2))
    told = d.cite("lemma/event-told", values={"P": P, "Q": Q, "A": A, "R": R})
    through, rows = told.formula.left.args[1], told.formula.right.args[1]
    most = d.cite("background/information-range.capacity", P=R, W=rows)
    each = d.chain(told, most)
    unfolded = d.cite("definition/capacity", *limits, W=through)
    return d.chain(unfolded, d.bound_sup(unfolded.formula.right, each, R))
