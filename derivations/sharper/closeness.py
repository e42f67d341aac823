"""Proofs on closeness (Property 1): bounds by the distance, and the range of likelihoods."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import marks
from derivations.patterns.numbers import grows
from derivations.tools import (
    ZERO,
    everywhere,
    is_zero,
    positive_from,
    split_absolute,
    split_zero,
    summed,
)
from verified.language import TV, absolute, equals, exp, log
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Event, Real, Symbol, Term, number


@derives("sharper/likelihood-range-sharper.bound")
def likelihood_range(d: Derivation) -> None:
    """x ln x lies below its chords on [1, e^b] and [e^−c, 1], x = P(a)/Q(a)."""
    P, Q, b, c = d.var("P"), d.var("Q"), d.var("b"), d.var("c")
    (given,) = d.given
    more = [grows(d, level, d.obvious(ZERO < level)) for level in (b, c)]
    up, down = b * exp(b) / (exp(b) - 1), c / (exp(c) - 1)

    def line(p: Any, q: Any, size: Any) -> Any:
        # up (p − q) where p ≥ q, down (p − q) where p ≤ q.
        return p * log(p) - p * log(q) <= (up + down) / 2 * (p - q) + (up - down) / 2 * size

    def pointwise(a: Any) -> Line:
        p, q = P[a], Q[a]
        both = d.at(given, a)
        low, high = d.piece(both, 0), d.piece(both, 1)

        def nothing(zero: Line) -> Line:
            other = is_zero(d, p, d.arithmetic(p <= 0, high, zero, hints=[exp(b)]))
            plain = d.obvious(line(ZERO, ZERO, absolute(ZERO - 0)), *more)
            plain = d.rewrite(other, plain, line(p, ZERO, absolute(p - 0)))
            return d.rewrite(zero, plain, line(p, q, absolute(p - q)))

        def something(some: Line) -> Line:
            here = positive_from(d, p, low, some, hints=[exp(-c)])
            x, z = p / q, Real("z", ">0")

            def right(sign: Line, size: Line) -> Line:
                least = d.arithmetic(1 <= x, sign, some, hints=[1 / q])
                most = d.arithmetic(x <= exp(b), high, some, hints=[1 / q])
                chord = d.chord(
                    z, z * log(z), 1, x, exp(b),
                    (exp(b) - 1) * (x * log(x)) <= (x - 1) * (exp(b) * b),
                    least, most, here, some, more[0],
                )
                plain = d.arithmetic(
                    line(p, q, p - q), chord, some, here, *more, hints=[q / (exp(b) - 1)]
                )
                return d.rewrite(size, plain, line(p, q, absolute(p - q)))

            def left(sign: Line, size: Line) -> Line:
                least = d.arithmetic(exp(-c) <= x, low, some, hints=[1 / q])
                most = d.arithmetic(x <= 1, sign, some, hints=[1 / q])
                chord = d.chord(
                    z, z * log(z), exp(-c), x, 1,
                    (1 - exp(-c)) * (x * log(x)) <= (1 - x) * (exp(-c) * -c),
                    least, most, here, some,
                )
                plain = d.arithmetic(
                    line(p, q, -(p - q)), chord, some, here, *more,
                    hints=[q * exp(c) / (exp(c) - 1)],
                )
                return d.rewrite(size, plain, line(p, q, absolute(p - q)))

            return by_sign(d, p - q, right, left)

        return split_zero(d, q, nothing, something)

    rest = summed(d, Symbol("a", P.of.size), pointwise, *more)
    value = d.cite("definition/total-variation")
    last = d.arithmetic(
        equals(rest.formula.right, d.goal.right), value, *more, hints=[up - down]
    )
    d.qed(d.chain(d.cite("definition/kl"), rest, last))


def by_sign(d: Steps, r: Term, above: Any, below: Any) -> Line:
    """What holds whichever is |r|: `above` gets r ≥ 0 and |r| = r, `below` r ≤ 0 and |r| = −r."""
    return split_absolute(
        d, r,
        lambda sign, size: (above if size.formula.right == r else below)(sign, size),
    )


@derives("sharper/likelihood-range-sharper.symmetric")
def likelihood_range_symmetric(d: Derivation) -> None:
    """e^b − 1 cancels."""
    b = d.var("b")
    d.qed(d.identity(d.goal, grows(d, b, d.obvious(ZERO < b))))


@derives("sharper/property-1-tv-sharp.bound")
def property_1_tv(d: Derivation) -> None:
    """The likelihood ratio lies in [e^−ε, e^ε]; both chords together have the slope ε."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given
    pairs = d.cite("background/closeness-symbols.only-if", close)

    def at_zero(zero: Line) -> Line:
        return d.arithmetic(
            d.goal, d.chain(d.cite("cuff-yu-2016/eq-9.forward", close), d.turn(eps <= 0, zero)),
            zero, hints=[TV(P, Q)],
        )

    def above(positive: Line) -> Line:
        def pair(a: Any) -> Line:
            both = d.at(pairs, a)
            return d.both(
                d.arithmetic(exp(-eps) * Q[a] <= P[a], d.piece(both, 1), hints=[exp(-eps)]),
                d.piece(both, 0),
            )

        bound = d.cite(
            "sharper/likelihood-range-sharper.bound",
            everywhere(d, Symbol("a", P.of.size), pair), positive, b=eps, c=eps,
        )
        slopes = d.cite("sharper/likelihood-range-sharper.symmetric", positive, b=eps)
        return d.rewrite(slopes, bound, d.goal)

    d.qed(split_zero(d, eps, at_zero, above))


@derives("sharper/property-1-tv-sharp.attained")
def property_1_tv_attained(d: Derivation) -> None:
    """The ratios are e^ε, e^−ε and 1."""
    eps, share = d.var("eps"), d.var("s")
    P, Q = d.goal.left.args
    divergence = d.cite("definition/kl", P=P, Q=Q)
    distance = d.cite("definition/total-variation", P=P, Q=Q)
    more = d.cite("background/log-tangent.exponential", eps=eps)
    order = d.arithmetic(Q[0] <= P[0], more, hints=[share / (1 + exp(eps))])
    value = d.identity(
        equals(divergence.formula.right, eps * distance.formula.right), order
    )
    d.qed(d.arithmetic(d.goal, divergence, distance, value, hints=[eps]))


@derives("sharper/property-1-tv-sharp.attained-close", "sharper/renyi-sharp.attained-close")
def pair_is_close(d: Derivation) -> None:
    """Each symbol's ratio is e^ε, e^−ε or 1."""
    eps, (P, Q) = d.var("eps"), d.goal.args[:2]
    size = len(P.args)
    A = d.fix(Event("A", number(size)))
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    grown = d.arithmetic(exp(eps) >= 1, grown)
    shares = [1 / (1 + exp(eps))]
    if size == 3:
        shares = [d.var("s") / (1 + exp(eps)), 1 - d.var("s")]
    hints = [mark * share for mark in marks(A, size) for share in shares]
    hints += [exp(eps) * hint for hint in hints]
    sides = [
        d.forall(A, d.arithmetic(one[A] <= exp(eps) * two[A] + 0, grown, hints=hints))
        for one, two in ((P, Q), (Q, P))
    ]
    d.qed(d.follows(d.goal, *sides))


@derives("sharper/property-1-tv-sharp.gain")
def property_1_tv_gain(d: Derivation) -> None:
    """(e^ε + 1)|P − Q| ≤ (e^ε − 1)(P + Q) for each symbol."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given
    pairs = d.cite("background/closeness-symbols.only-if", close)
    factor = (exp(eps) - 1) / (exp(eps) + 1)

    def pointwise(a: Any) -> Line:
        both = d.at(pairs, a)
        most = factor * (P[a] + Q[a])
        hint = [1 / (exp(eps) + 1)]
        return d.cite(
            "background/absolute-value.least",
            d.arithmetic(P[a] - Q[a] <= most, both, hints=hint),
            d.arithmetic(-(P[a] - Q[a]) <= most, both, hints=hint), r=P[a] - Q[a], c=most,
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, d.cite("definition/total-variation")))
