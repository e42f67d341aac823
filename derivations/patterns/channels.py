"""Patterns on channels: tables compared row by row, channels with two inputs, binary symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.tools import same
from verified.language import H, channel_of, equals, information, output, pmf_table
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Symbol, Term

# Two inputs, each told as it is.
COPY = channel_of([1, 0], [0, 1])


# --- binary symbols -------------------------------------------------------------------------------


def split_bit(d: Steps, bit: Term, formula: Any, proof: Callable[[int], Line]) -> Line:
    """A formula in a symbol of two, from proofs of it at 0 and at 1."""
    alternatives = d.cite("background/bit", b=bit)
    branches = []
    for value in (0, 1):
        held = d.assume(equals(bit, value))
        branches.append(d.rewrite(held, proof(value), formula(bit)))
    return d.cases(alternatives, *branches)


def binary_channel(first: Any, second: Any) -> Term:
    """The channel of two inputs and outputs with these probabilities of the output 1."""
    return channel_of([1 - first, first], [1 - second, second])


def law_equality(d: Steps, law: Term, other: Term, *lines: Line, name: str = "y") -> Line:
    """For every y, law[y] = other[y], by normal forms."""
    y = d.fix(Symbol(name, law.sort.sizes()[0]))
    return d.forall(y, d.identity(equals(law[y], other[y]), *lines))


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


# --- two inputs -----------------------------------------------------------------------------------


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


def law_on_two(d: Steps, W: Term, v: Any, w: Any, R: Term) -> tuple[Any, Line]:
    """A law on two of a channel's inputs as a law on all, and the equality of what both tell."""
    rows = channel_of(W[v], W[w])
    wide = output(R, channel_of(*(
        pmf_table(W.sort.inputs, lambda s, v=v: same(s, v)) for v in (v, w)
    )))
    one = d.cite("background/information-forms.entropies", P=wide, W=W)
    two = two_input_entropies(d, R, W[v], W[w])
    outputs = law_equality(d, output(wide, W), output(R, rows))
    one = d.rewrite(outputs, one, equals(
        information(wide, W), H(output(R, rows)) - one.formula.right.args[1]
    ))
    return wide, d.arithmetic(equals(information(R, rows), information(wide, W)), one, two)


# --- a function before a channel, and pairs -------------------------------------------------------


def after_function(d: Steps, law: Any, function: Any, W: Any, whole: Line, *lines: Line) -> Line:
    """I(law; U) ≤ C(W), where U sends a function of its input through W.

    Args:
        function: the function as a channel.
        whole: for every v and y: the probability of y by the two channels is U's.
    """
    less = d.cite("background/dpi-mi.input", *lines, P=law, W=function, K=W)
    most = d.cite("background/information-range.capacity", *lines, P=output(law, function), W=W)
    return d.rewrite(whole, d.chain(less, most))


def pair_count(d: Steps, n: Any, m: Any) -> Line:
    """n m ≥ 1."""
    return d.arithmetic(n * m >= 1, d.obvious(n >= 1), d.obvious(m >= 1))
