"""What follows from the conventions on infinite values, on whole numbers and on cases."""

from __future__ import annotations

from verified.language import (
    KL,
    Event,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    both,
    either,
    equals,
    every,
    log,
    some,
)
from verified.papers.background.common import COVER_THOMAS, P, Q, paper

n, m = Size("n"), Size("m")
r, s, u = Real("r"), Real("s"), Real("u", ">0")
infinity = float("inf")

# --- infinite values ------------------------------------------------------------------------------

paper.claim(
    "infinite-log", forall=[u, r], then=r <= u * log(u) - u * log(0),
    note="ln 0 = −∞ and 0 · ln 0 = 0, so u ln u − u ln 0 is +∞ for u > 0.",
)

paper.claim("log-zero", forall=[r], then=log(0) <= r)
paper.claim(
    "kl-range", at=f"{COVER_THOMAS}, Section 2.3", forall=[P, Q],
    then=either(KL(P, Q) < infinity, equals(KL(P, Q), infinity)),
)

# --- whole numbers --------------------------------------------------------------------------------

bit = Symbol("b", 2)
paper.claim("bit", forall=[bit], then=either(equals(bit, 0), equals(bit, 1)))
earlier, later = Symbol("x", n), Symbol("y", n + 1)
paper.claim(
    "predecessor",
    forall=[n, later],
    then=either(equals(later, 0), some(earlier, equals(later, earlier + 1))),
    note="A symbol is 0, or comes after one.",
)
start, end, step = Symbol("x", n), Symbol("y", n), Symbol("t", n)
paper.claim(
    "cyclic-step",
    forall=[start, end],
    then=some(step, either(equals(start + step, end), equals(start + step, end + n))),
    note="From any symbol a step forward leads to any other, modulo n.",
)
pair, over, under = Symbol("t", n * m), Symbol("x", n), Symbol("y", m)
paper.claim(
    "pair",
    forall=[n, m, pair],
    then=some(over, some(under, equals(pair, over * m + under))),
    note="A symbol of n·m is a pair, numbered by rows.",
)
listed, largest_place, place = Reals("f", n), Symbol("a", n), Symbol("b", n)
paper.claim(
    "largest-attained",
    forall=[listed],
    then=some(largest_place, every(place, listed[place] <= listed[largest_place])),
    note="Of finitely many numbers one is the largest.",
)

# --- probabilities and events ---------------------------------------------------------------------

A, B, C = Event("A", n), Event("B", n), Event("C", n)
law, symbol = Pmf("P", n), Symbol("a", n)
paper.claim("event-bounds", forall=[law, A], then=both(law[A] >= 0, law[A] <= 1))
paper.claim(
    "probability-bounds", forall=[law, symbol], then=both(law[symbol] >= 0, law[symbol] <= 1)
)
