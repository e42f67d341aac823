"""Types, the law of the type of samples and shuffled reports as counts: what they are, one symbol
more at a time, as statements that proofs may cite."""

from __future__ import annotations

from verified.quantities.definitions.defining import define, structure
from verified.quantities.laws import channel_of
from verified.quantities.numbers import absolute, quotient, remainder
from verified.quantities.type_classes import occurrences, shuffled, type_law, types
from verified.syntax.binders import cases, total
from verified.syntax.terms import Channel, Pmf, Size, Symbol, Term, equals

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, W = Pmf("P", n), Channel("W", n, m)
a, b = Symbol("a", m), Symbol("b", m)
t, u = Symbol("t", types(m, k + 1)), Symbol("u", types(m, k))


def _one_more() -> Term:
    """1 where the larger type has one symbol b more than the smaller one, else 0."""
    counted = occurrences(m, k, u, a) + cases(equals(a, b), 1, 0)
    apart = total(a, absolute(occurrences(m, k + 1, t, a) - counted))
    return cases(equals(apart, 0), 1, 0)


define("types-one", [k], equals(types(1, k), 1))
# So many of the last symbol as the others leave.
others = Symbol("j", k + 1)
define("types-more", [m, k], equals(types(m + 1, k), total(others, types(m, others))))
structure("type-size", [m, k, u], equals(total(a, occurrences(m, k, u, a)), k))
structure("type-more", [m, k, u, b], equals(total(t, _one_more()), 1))

sent = Symbol("x", n**k * n)
last = total(b, W[remainder(sent, n), b] * _one_more())
define("shuffled-more", [W, k, sent, t], equals(
    shuffled(W, k + 1, sent)[t], total(u, shuffled(W, k, quotient(sent, n))[u] * last),
))
drawn = Symbol("t", types(n, k))
define("type-law", [P, k, drawn], equals(
    type_law(P, k)[drawn], shuffled(channel_of(P), k, 0)[drawn]
))
