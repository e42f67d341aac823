"""The inverse of the binary entropy, which is defined as a supremum, is one."""

from __future__ import annotations

from typing import Any

from derivations.tools import absurd, split_order
from verified.kernel.theorem import Function
from verified.language import binary_entropy, binary_entropy_inverse, equals, log, rational
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Term, number

HALF = rational(1, 2)


@derives("background/binary-entropy-inverse")
def inverse_of_the_binary_entropy(d: Derivation) -> None:
    """With h(u) = r for some u, the supremum s of all q with h(q) ≤ r has h(s) ≥ r. If it had more,
    some t between u and s with h(t) > r would be above each such q."""
    r = d.var("r")
    found: Any = d.cite("definition/binary-entropy-inverse", *d.given)
    every, s = found.formula.right, binary_entropy_inverse(r)
    u, t, q = (d.fix(Real(name, "[0,1/2]")) for name in "utq")

    def rising(low: Term, high: Term, *lines: Line) -> Line:
        return d.cite("background/binary-entropy.increasing", *lines, p=low, q=high)

    def at_most(bound: Term, line: Line) -> Line:
        """s ≤ c, by a line q ≤ c for each q with h(q) ≤ r."""
        return d.chain(found, d.bound_sup(every, line, q))

    top = at_most(HALF, d.obvious(q <= HALF))

    def at_least(term: Any, *lines: Line) -> Line:
        below = d.below_sup(every, term, *lines)
        return d.chain(below, d.turn(equals(every, s), found))

    bottom = at_least(0, d.chain(d.identity(equals(binary_entropy(0), 0)), d.given[0]))
    known = (*d.given, top, bottom)
    reached = d.assume(equals(binary_entropy(u), r))
    up = at_least(u, d.turn(binary_entropy(u) <= r, reached))
    above = d.chain(d.turn(equals(r, binary_entropy(u)), reached), rising(u, s, up, *known))

    def between(high: Line) -> Line:
        level = (r + binary_entropy(s)) / 2
        at, low = d.assume(equals(binary_entropy(t), level)), d.assume(t <= s)
        more = d.arithmetic(r < binary_entropy(t), at, high, *known)
        inside = d.assume(binary_entropy(q) <= r)
        least = at_most(t, split_order(d, q, t, lambda line: line, lambda line: absurd(
            d, q <= t, rising(t, q, d.turn(t <= q, line), d.obvious(q <= HALF)), more, inside
        )))
        same = d.rewrite(d.turn(equals(t, s), low, least), at, equals(binary_entropy(s), level))
        line = absurd(d, equals(binary_entropy(s), r), same, high, *known)
        ends = (
            d.arithmetic(binary_entropy(u) <= level, reached, above, *known),
            d.arithmetic(level <= binary_entropy(s), above, *known),
        )
        return d.have(
            line.formula, "intermediate", line, *ends, up, *known, high, reached, variable=t,
            function=Function(t, binary_entropy(t)), low=u, high=s, value=level,
        )

    value = split_order(
        d, binary_entropy(s), r,
        lambda low: d.turn(equals(binary_entropy(s), r), low, above), between, *known,
    )
    line = d.both(bottom, d.arithmetic(2 * s <= 1, *known), value)
    ends = (
        d.chain(d.identity(equals(binary_entropy(0), 0)), d.given[0]),
        d.chain(d.given[1], d.identity(equals(log(2), binary_entropy(HALF)))),
    )
    d.qed(d.have(
        line.formula, "intermediate", line, *ends, variable=u,
        function=Function(u, binary_entropy(u)), low=number(0), high=HALF, value=r,
    ))
