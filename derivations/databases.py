"""Tactics on databases, mechanisms and channels: between the privacy notions and the channels from
one entry to the response."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verified.kernel.inference import same
from verified.language import (
    H,
    as_mechanism,
    channel_of,
    dp_delta,
    entries,
    equals,
    event_where,
    instances,
    output,
)
from verified.language.databases import (
    entry_given,
    prior_mass,
)
from verified.language.formulas import substitute
from verified.language.terms import Prior, Symbol, Term, number
from verified.proof.derivation import Line, Steps


def law_equality(d: Steps, law: Term, other: Term, *lines: Line, name: str = "y") -> Line:
    """For every y, law[y] = other[y], by normal forms."""
    y = d.fix(Symbol(name, law.sort.sizes()[0]))
    return d.forall(y, d.identity(equals(law[y], other[y]), *lines))


def binary_channel(first: Any, second: Any) -> Term:
    """The channel of two inputs and outputs with these probabilities of the output 1."""
    return channel_of([1 - first, first], [1 - second, second])


def in_unit(d: Steps, term: Any, *lines: Line, hints: Sequence[Any] = ()) -> list[Line]:
    """0 ≤ term and term ≤ 1, by arithmetic."""
    low, high = number(0) <= number(term), number(term) <= number(1)
    return [d.arithmetic(side, *lines, hints=hints) for side in (low, high)]


def split_bit(d: Steps, bit: Term, formula: Any, proof: Callable[[int], Line]) -> Line:
    """A formula in a symbol of two, from proofs of it at 0 and at 1."""
    alternatives = d.cite("definition/bit", b=bit)
    branches = []
    for value in (0, 1):
        held = d.assume(equals(bit, value))
        branches.append(d.rewrite(held, proof(value), formula(bit)))
    return d.cases(alternatives, *branches)


def equal_tables(d: Steps, one: Term, two: Term, *lines: Line) -> Line:
    """For every x, y of two each: one[x, y] = two[x, y], by normal forms at each pair."""
    x, y = d.fix(Symbol("row", 2)), d.fix(Symbol("column", 2))

    def entry(row: Any, column: Any) -> Any:
        return equals(one[row, column], two[row, column])

    def at_row(row: int) -> Line:
        return split_bit(
            d, y, lambda b: entry(row, b), lambda b: d.identity(entry(row, b), *lines)
        )

    line = split_bit(d, x, lambda a: entry(a, y), at_row)
    return d.forall(x, d.forall(y, line))


def equal_pairs(d: Steps, one: Term, two: Term, *lines: Line) -> Line:
    """For every y of two: one[y] = two[y], by normal forms at each."""
    y = d.fix(Symbol("column", 2))
    return d.forall(y, split_bit(
        d, y, lambda b: equals(one[b], two[b]),
        lambda b: d.identity(equals(one[b], two[b]), *lines),
    ))


def two_input_entropies(d: Steps, R: Term, P: Term, Q: Term, lines: Sequence[Line] = ()) -> Line:
    """I = H(output) − R(0) H(P) − R(1) H(Q) of the channel with the rows P and Q under R; the lines
    show R to be a law."""
    rows = channel_of(P, Q)
    whole = d.cite("background/information-forms.entropies", *lines, P=R, W=rows)
    spread = d.identity(equals(
        whole.formula.right, H(output(R, rows)) - R[0] * H(rows[0]) - R[1] * H(rows[1])
    ), *lines)
    for index, law in enumerate((P, Q)):
        spread = d.rewrite(law_equality(d, rows[index], law, *lines), spread)
    return d.chain(whole, spread)


def entry_row(d: Steps, M: Term, x: Any, i: Any, v: Any, into: bool = True) -> Line:
    """For every y: the response's probability of y where entry i has the symbol v is that of the
    entry channel; the sides the other way round unless `into`."""
    y = d.fix(Symbol("y", M.sort.outputs))
    line = d.cite("definition/entry-channel", M=M, x=x, i=i, v=v, y=y)
    if into:
        line = d.turn(equals(line.formula.right, line.formula.left), line)
    return d.forall(y, line)


def is_mi_private(
    d: Steps, M: Term, bound: Term, proof: Callable[[Any, Any, Any], Line], *lines: Line
) -> Line:
    """mi_dp(M) ≤ bound.

    Args:
        proof: shows I(p; entry channel) ≤ bound, for an arbitrary instance, entry and law.
        lines: what shows the bound to be real, and the mechanism to have a response.
    """
    D = M.sort.database
    x, i = d.fix(Symbol("database", instances(D))), d.fix(Symbol("i", entries(D)))
    prior = d.fix(Prior("P", D))
    one = proof(x, i, entry_given(prior, x, i))
    weighted = d.arithmetic(
        prior_mass(prior, x) * one.formula.left <= prior_mass(prior, x) * bound, one, *lines,
        hints=[prior_mass(prior, x)],
    )
    summed = d.summed(d.forall(x, weighted), *lines)
    value = d.cite("definition/conditional-entry-information", *lines, P=prior, M=M, i=i)
    rest = d.identity(equals(summed.formula.right, bound), *lines)
    mean = d.chain(value, summed, rest)
    mi = d.cite("definition/mi-dp", *lines, M=M)
    outer = mi.formula.right
    inner = d.bound_sup(substitute_bound(outer, i), mean, prior)
    return d.chain(mi, d.bound_sup(outer, inner, i))


def substitute_bound(bind: Any, term: Any) -> Any:
    """The body of a sup at a term."""
    return substitute(bind.body, {bind.var.name: term})


def binary_private(
    d: Steps, channel: Term, c: Any, e: Any, eps: Any, delta: Any, *lines: Line
) -> Line:
    """(ε,δ)-DP of a binary channel with the probabilities c and e of the output 1; the lines show
    these to be probabilities, δ to be at least 0, and the four bounds of closeness."""
    close = d.cite("lemma/binary-close.if", *lines, c=c, e=e, eps=eps, delta=delta)
    private = d.cite("lemma/binary-mechanism", close, *lines, c=c, e=e, eps=eps, delta=delta)
    standard = binary_channel(c, e)
    if same(standard, channel):
        return private
    return d.rewrite(equal_tables(d, standard, channel, *lines), private)


def least_delta(d: Steps, channel: Term, eps: Any, symbol: int) -> Line:
    """W_0(y) ≤ e^ε W_1(y) + δ for a symbol y, where δ is the least for which W is (ε,δ)-DP."""
    least = dp_delta(as_mechanism(channel), eps)
    whole = d.have(least <= least, "defined")
    close = d.cite("definition/as-mechanism-dp", whole, values={
        "W": channel, "x": number(0), "x'": number(1), "eps": number(eps), "delta": least,
    })
    b = Symbol("b", channel.sort.outputs)
    return d.at(d.piece(close, 0), event_where(b, equals(b, symbol)))
