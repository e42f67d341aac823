"""Appendix A: the mechanism that tells whether the data lie in a set, through the best channel."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.local_privacy import LN2, in_bits
from derivations.tools import absurd, split_maximum
from verified.language import (
    Event,
    Symbol,
    capacity,
    cases,
    chain,
    channel_table,
    equals,
    event_where,
    exp,
    indicator,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Var, number


def in_the_set(d: Steps, some: Line, symbol: Var) -> Line:
    """What "some data point is so" says of this one, assumed."""
    formula = some.formula
    body: Any = substitute(formula.body, {formula.var.name: symbol})  # type: ignore[attr-defined]
    return d.assume(body)


def pair_below(
    d: Steps, whole: Any, most: Any, ends: tuple[Any, Any, Any], zero: Line, *values: Line,
    told: tuple[Line, Line],
) -> Line:
    """max{0, p − e^ε q, q − e^ε p} ≤ `most`, from a line for 0 and one for each difference.

    Args:
        ends: p, q and ε.
        told: lines that bound the differences of the probabilities of the output 1.
        values: what these probabilities are.
    """
    p, q, eps = ends
    for value in values:
        told = d.rewrite(value, told[0]), d.rewrite(value, told[1])
    first = d.arithmetic(p - exp(eps) * q <= most, told[0])
    second = d.arithmetic(q - exp(eps) * p <= most, told[1])
    return split_maximum(d, *whole.args, lambda order, value: split_maximum(
        d, *whole.args[0].args, lambda below, larger: d.arithmetic(
            whole <= most, order, value, below, larger, zero, first, second)))


@derives("ngo-2024/theorem-1a-construction.therefore@proper-set")
def not_ldp(d: Derivation) -> None:
    """A data point in the set and one outside are told apart as the inputs of the channel."""
    p, q, eps, delta, A = (d.var(name) for name in ("p", "q", "eps", "delta", "A"))
    _, less, inside, outside = d.given
    private = d.assume(d.goal.body)
    b = Symbol("b", number(2))
    one, none = event_where(b, equals(b, 1)), event_where(b, equals(b, 2))
    whole = less.formula.right
    x, other = d.fix(Symbol("u", A.of.size)), d.fix(Symbol("v", A.of.size))
    member, stranger = in_the_set(d, inside, x), in_the_set(d, outside, other)

    def at(first: Any, second: Any, event: Any) -> Line:
        return d.at(d.at(d.at(private, first), second), event)

    def chance(symbol: Any, known: Line) -> Line:
        """The probability of the output 1."""
        table = private.formula.body.body.body.left.args[0].args[0]  # type: ignore[attr-defined]
        found = cases(indicator(A, symbol) >= 1, q, p)
        return d.rewrite(known, d.identity(equals(table[symbol][one], found)))

    values = chance(x, member), chance(other, stranger)
    zero = d.arithmetic(0 <= delta, at(x, x, none))
    small = pair_below(
        d, whole, delta, (p, q, eps), zero, *values, told=(at(other, x, one), at(x, other, one))
    )
    line = absurd(d, d.goal, small, less)
    line = d.obtain(outside, other, d.obtain(inside, x, line))
    d.qed(d.follows(d.goal, d.implied(private.formula, line)))


def through_the_set(d: Steps, told: Any, star: Any, table: Any) -> Line:
    """For every x and b: (told star)[x, b] = M*[x, b], where told says whether x is in the set."""
    A, through = d.var("A"), chain(told, star)
    x, b = d.fix(Symbol("s", A.of.size)), d.fix(Symbol("t", 2))

    def entry(bit: Any) -> Any:
        return equals(through[x, bit], table[x, bit])

    def at(bit: int) -> Line:
        either = d.cite("definition/indicator", A=A, a=x)
        branches = []
        for value in (0, 1):
            known = d.assume(equals(indicator(A, x), value))
            sides = []
            for channel in (told, table):
                for column in (0, 1):
                    opened = d.identity(equals(channel[x, column], at_point(channel, x, column)))
                    sides.append(d.rewrite(known, opened))
            branches.append(d.identity(entry(bit), *sides))
        return d.cases(either, *branches)

    return d.forall(x, d.forall(b, split_bit(d, b, entry, at)))


def at_point(channel: Any, x: Any, column: int) -> Any:
    """An entry of a channel that is written as a table."""
    row = substitute(channel.body, {channel.var.name: x})
    return substitute(row.body, {row.var.name: number(column)})


@derives("ngo-2024/theorem-1a-construction.eq-25")
def two_steps(d: Derivation) -> None:
    """The output depends on the data through the set only."""
    P = d.var("P")
    prior, star = d.goal.right.args
    told, table = prior.args[1], d.goal.left.args[1]
    line = d.cite("background/dpi-mi.input", P=P, W=told, K=star)
    d.qed(d.rewrite(through_the_set(d, told, star, table), line))


def no_more(d: Steps, table: Any, star: Any) -> Line:
    """C(M*) ≤ C of the channel that follows the set."""
    told = channel_table(d.var("A").of.size, 2, lambda point, bit: cases(
        indicator(d.var("A"), point) >= 1, cases(bit >= 1, 1, 0), cases(bit >= 1, 0, 1)
    ))
    line = d.cite("background/dpi-mi.capacity", W=told, K=star)
    least = line.formula.right.args  # type: ignore[attr-defined]
    line = d.chain(line, d.cite("background/absolute-value.below-both", part=1, r=least[0],
                                s=least[1]))
    return d.rewrite(through_the_set(d, told, star, table), line)


@derives("ngo-2024/theorem-1a-construction.eq-27")
def star_private(d: Derivation) -> None:
    """Data processing, from the set on."""
    (within,) = d.given
    table, star = d.goal.left.args[0].args[0], within.formula.left.args[0].args[0]
    line = no_more(d, table, star)
    d.qed(d.arithmetic(d.goal, line, within, hints=[1 / LN2]))


@derives("ngo-2024/theorem-1a-construction.eq-26@proper-set")
def star_capacity(d: Derivation) -> None:
    """A data point in the set and one outside are the channel's inputs."""
    A = d.var("A")
    inside, outside = d.given
    table, star = (side.args[0].args[0] for side in (d.goal.left, d.goal.right))
    x, other = d.fix(Symbol("u", A.of.size)), d.fix(Symbol("v", A.of.size))
    member, stranger = in_the_set(d, inside, x), in_the_set(d, outside, other)
    rows = d.cite("lemma/two-rows.capacity", values={"W": table, "x": other, "x'": x})
    listed = rows.formula.left.args[0]
    row, column = d.fix(Symbol("row", 2)), d.fix(Symbol("column", 2))

    def entry(first: Any, second: Any) -> Any:
        return equals(listed[first, second], star[first, second])

    def at(first: int, second: int) -> Line:
        symbol, known = ((other, stranger), (x, member))[first]
        opened = d.identity(equals(listed[first, second], at_point(table, symbol, second)))
        opened = d.rewrite(known, opened)
        return d.chain(opened, d.identity(equals(opened.formula.right, star[first, second])))

    same = split_bit(d, row, lambda one: entry(one, column), lambda one: split_bit(
        d, column, lambda two: entry(one, two), lambda two: at(one, two)))
    least = d.rewrite(d.forall(row, d.forall(column, same)), rows)
    most = no_more(d, table, star)
    line = d.turn(equals(capacity(table), capacity(star)), most, least)
    line = in_bits(d, line)
    d.qed(d.obtain(outside, other, d.obtain(inside, x, line)))


@derives("ngo-2024/theorem-1a-construction.eq-28@proper-set")
def star_gap(d: Derivation) -> None:
    """At most the curve as the mechanism is private, at least the pair's value by two events."""
    p, q, eps, mu, A = (d.var(name) for name in ("p", "q", "eps", "mu", "A"))
    within, best, inside, outside = d.given
    outer, curve = d.goal.left, d.goal.right
    star = within.formula.left.args[0].args[0]
    table = outer.body.body.body.args[0].args[0].args[0]

    # At most the curve.
    told = no_more(d, table, star)
    small = d.arithmetic(capacity(table) / LN2 <= mu, told, within, hints=[1 / LN2])
    private = d.cite("ngo-2024/theorem-1a@all-laws", small, M=table)
    one_point, two_point = (d.fix(Symbol(name, A.of.size)) for name in ("c", "d"))
    event = d.fix(Event("B", 2))
    middle = at(outer, one_point)
    inner = at(middle, two_point)
    held = d.at(d.at(d.at(private, one_point), two_point), event)
    line = d.arithmetic(at(inner, event) <= curve, held)
    upper = d.bound_sup(outer, d.bound_sup(
        middle, d.bound_sup(inner, line, event), two_point), one_point)

    # At least the pair's value.
    whole = best.formula.right
    b = Symbol("b", number(2))
    one, none = event_where(b, equals(b, 1)), event_where(b, equals(b, 2))
    x, other = d.fix(Symbol("u", A.of.size)), d.fix(Symbol("v", A.of.size))
    member, stranger = in_the_set(d, inside, x), in_the_set(d, outside, other)

    def reached(first: Any, second: Any, chosen: Any) -> Line:
        inside_one = at(outer, first)
        inside_two = at(inside_one, second)
        return d.chain(d.below_sup(inside_two, chosen), d.below_sup(inside_one, second),
                       d.below_sup(outer, first))

    def chance(symbol: Any, known: Line) -> Line:
        found = cases(indicator(A, symbol) >= 1, q, p)
        return d.rewrite(known, d.identity(equals(table[symbol][one], found)))

    values = chance(x, member), chance(other, stranger)
    zero = d.arithmetic(0 <= outer, reached(x, x, none))
    lower = pair_below(
        d, whole, outer, (p, q, eps), zero, *values,
        told=(reached(other, x, one), reached(x, other, one)),
    )
    line = d.turn(d.goal, upper, d.chain(best, lower))
    d.qed(d.obtain(outside, other, d.obtain(inside, x, line)))


def at(bind: Any, value: Any) -> Any:
    """The body of a maximum at a value of its variable."""
    return substitute(bind.body, {bind.var.name: value})
