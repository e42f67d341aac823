"""Eq. (11): the capacity of the binary asymmetric channel."""

from __future__ import annotations

from derivations.patterns.channels import equal_tables
from derivations.patterns.local_privacy import in_bits, inputs_exchanged
from verified.language import binary_entropy, channel_of, equals, exp, pmf_of
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number


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


@derives("ngo-2024/eq-11.value@defined")
def closed_form_in_the_region(d: Derivation) -> None:
    """The region isn't needed."""
    _, less = d.given
    d.qed(d.cite("ngo-2024/eq-11-repaired.value", less))


@derives("ngo-2024/eq-11.flipped")
def outputs_exchanged(d: Derivation) -> None:
    """The outputs change places."""
    e, f = d.var("e"), d.var("f")
    line = d.cite("background/bac-capacity.flipped", p=e, q=f)
    back = d.turn(equals(line.formula.right, line.formula.left), line)
    d.qed(in_bits(d, back))


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
