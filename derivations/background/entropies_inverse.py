"""The inverse of the binary entropy, and the chance at which h(p)/p has a given value: by their
definitions both are suprema, and both solve their equations."""

from __future__ import annotations

from typing import Any

from derivations.tools import absurd, split_order, split_zero
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


@derives("background/ldp-floor")
def least_chance(d: Derivation) -> None:
    """h(p)/p falls: q h(p) > p h(q) for p < q, by tangents of the logarithm at p/q and 1 − p."""
    mu, p = d.var("mu"), d.var("p")
    found: Any = d.cite("definition/ldp-floor")
    every = found.formula.right
    q = d.fix(Real("q", "(0,1]"))
    level = -(log(number(2) ** mu - 1) / log(2))
    positive = d.chain(
        d.obvious(number(0) < mu * log(2)),
        d.arithmetic(mu * log(2) <= number(2) ** mu - 1, d.cite(
            "background/log-tangent.exponential", eps=mu * log(2)
        )),
    )
    equation = d.arithmetic(
        equals(p * level, binary_entropy(p) / log(2)), *d.given, positive, hints=[p]
    )
    within = d.turn(p * level <= binary_entropy(p) / log(2), equation)
    least = d.below_sup(every, p, within, positive)
    allowed = d.assume(q * level <= binary_entropy(q) / log(2))

    def beyond(line: Line) -> Line:
        """From p < q."""
        u, v = 1 - p, 1 - q
        some = d.arithmetic(0 < u, line, d.obvious(q <= 1))
        shares = d.arithmetic(
            q * binary_entropy(p) <= p * binary_entropy(q), equation, allowed, positive,
            hints=[p * log(2), q * log(2)],
        )
        higher = d.arithmetic(0 < p * (q - p), line, hints=[p])

        def at_one(zero: Line) -> Line:
            one = d.turn(equals(q, 1), d.obvious(q <= 1), d.arithmetic(number(1) <= q, zero))
            nothing = d.rewrite(one, d.identity(equals(binary_entropy(1), 0)),
                                equals(binary_entropy(q), 0))
            whole = d.identity(equals(binary_entropy(p), -p * log(p) - u * log(u)), some)
            tangents = [d.cite("background/log-tangent.line", some, x=x) for x in (p, u)]
            most = d.arithmetic(
                binary_entropy(p) <= 0, shares, one, nothing, hints=[binary_entropy(p), p]
            )
            return absurd(d, q <= p, most, whole, *tangents, some, hints=[p, u])

        def below_one(rest: Line) -> Line:
            parts = d.identity(equals(
                q * binary_entropy(p) - p * binary_entropy(q),
                p * q * (log(q) - log(p)) - q * u * log(u) + p * v * log(v),
            ), some, rest)
            tangents = (
                d.cite("background/log-tangent.line", some, x=u),
                d.cite("background/log-tangent.pair", some, p=v, q=number(1), s=u),
                d.cite("background/log-tangent.line", x=p / q),
            )
            least = d.arithmetic(
                p * (q - p) <= p * q * (log(q) - log(p)) - q * u * log(u) + p * v * log(v),
                *tangents, line, some, rest, hints=[p, q - p, p * q],
            )
            return absurd(d, q <= p, shares, parts, least, higher, some, rest)

        return split_zero(d, v, at_one, below_one)

    most = d.bound_sup(every, split_order(d, q, p, lambda low: low, beyond), q)
    d.qed(d.turn(
        d.goal, d.chain(found, most), d.chain(least, d.turn(equals(every, d.goal.left), found))
    ))
