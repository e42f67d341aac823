"""Section 2.2: Properties 1 and 2, and what the text says of them."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import (
    fails,
    marks,
    ratios,
    reverse,
    same_bound,
    singleton,
    widening,
)
from derivations.tools import (
    ZERO,
    absurd,
    is_zero,
    positive_from,
    split_absolute,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import TV, binary_entropy, equals, exp, log, minimum, rational, sqrt
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Event, Real, Symbol, number

# --- Property 1 -----------------------------------------------------------------------------------


@derives("cuff-yu-2016/property-1.forward@continued")
def property_1(d: Derivation) -> None:
    """x ln x lies below its chord from e^−ε to e^ε, x = P(a)/Q(a); the mean of x under Q is 1."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given
    low, high = exp(-eps), exp(eps)

    def at_zero(zero: Line) -> Line:
        nothing = d.chain(d.cite("cuff-yu-2016/eq-9.forward", close), d.turn(eps <= 0, zero))
        value = d.arithmetic(
            number(0) <= eps * (exp(eps) - 1) / (exp(eps) + 1), zero,
            hints=[1 / (exp(eps) + 1)],
        )
        return d.chain(nothing, value)

    def above(positive: Line) -> Line:
        wide = widening(d, eps, positive)

        def line(p: Any, q: Any) -> Any:
            chord = (high * q - p) * (low * -eps) + (p - low * q) * (high * eps)
            return p * log(p) - p * log(q) <= chord / (high - low)

        def pointwise(a: Any) -> Line:
            p, q = P[a], Q[a]
            up, down = ratios(d, close, P, Q, eps, a)

            def nothing(none: Line) -> Line:
                other = is_zero(d, p, d.arithmetic(p <= 0, up, none))
                plain = d.obvious(line(ZERO, ZERO), wide)
                return d.rewrite(none, d.rewrite(other, plain, line(p, ZERO)), line(p, q))

            def something(some: Line) -> Line:
                x, z = p / q, Real("z", ">0")
                most = d.arithmetic(x <= high, up, some, hints=[1 / q])
                least = d.arithmetic(low <= x, down, some, hints=[low / q])
                above = d.arithmetic(x > 0, least, some, hints=[low])
                chord = d.chord(
                    z, z * log(z), low, x, high,
                    (high - low) * (x * log(x))
                    <= (high - x) * (low * -eps) + (x - low) * (high * eps),
                    least, most, above, some,
                )
                here = positive_from(d, p, down, some, hints=[high])
                scaled = d.arithmetic(
                    (high - low) * (p * log(p) - p * log(q))
                    <= (high * q - p) * (low * -eps) + (p - low * q) * (high * eps),
                    chord, some, here, hints=[q],
                )
                return d.arithmetic(line(p, q), scaled, some, here, wide, hints=[1 / (high - low)])

            return split_zero(d, q, nothing, something)

        bound = summed(d, Symbol("a", P.of.size), pointwise, wide)
        value = d.identity(equals(bound.formula.right, d.goal.right), wide)
        return d.chain(d.cite("definition/kl"), bound, value)

    d.qed(split_zero(d, eps, at_zero, above))


@derives("cuff-yu-2016/property-1.reverse@continued")
def property_1_reverse(d: Derivation) -> None:
    """Closeness is symmetric."""
    reverse(d, "cuff-yu-2016/property-1.forward@continued")


@derives("cuff-yu-2016/property-1.forward@positive")
def property_1_positive(d: Derivation) -> None:
    """The factor 1 − e^−ε cancels."""
    eps = d.var("eps")
    positive, close = d.given
    bound = d.cite("cuff-yu-2016/property-1.forward@continued", close)
    d.qed(d.chain(bound, same_bound(d, eps, bound.formula.right, d.goal.right, positive)))


@derives("cuff-yu-2016/property-1.reverse@positive")
def property_1_reverse_positive(d: Derivation) -> None:
    """Closeness is symmetric."""
    reverse(d, "cuff-yu-2016/property-1.forward@positive")


@derives("cuff-yu-2016/property-1.attained@positive")
def property_1_attained(d: Derivation) -> None:
    """Both ratios are e^ε or e^−ε; the divergences are sums of two terms."""
    eps = d.var("eps")
    (positive,) = d.given
    wide = widening(d, eps, positive)
    close, forward, backward = d.goal.parts
    P, Q = close.args[:2]
    parts = []
    for relation in (forward, backward):
        kl = d.cite("definition/kl", P=relation.left.args[0], Q=relation.left.args[1])
        parts.append(d.chain(kl, d.identity(equals(kl.formula.right, relation.right), wide)))
    A = d.fix(Event("A", number(2)))
    grown = d.arithmetic(exp(eps) >= 1, d.cite("background/log-tangent.exponential"))
    hints = [mark / (1 + exp(eps)) for mark in marks(A, 2)]
    hints += [exp(eps) * hint for hint in hints]
    for one, two in ((P, Q), (Q, P)):
        less = d.arithmetic(one[A] <= exp(eps) * two[A] + 0, grown, hints=hints)
        parts.append(d.forall(A, less))
    d.qed(d.follows(d.goal, *parts))


@derives("cuff-yu-2016/property-1-relaxed.forward")
def property_1_relaxed(d: Derivation) -> None:
    """ε (e^ε − 1)/(e^ε + 1) is at most ε and at most ε²."""
    eps = d.var("eps")
    (close,) = d.given
    sharp = d.cite("cuff-yu-2016/property-1.forward@continued", close)
    z = Real("z", ">=0")
    first = d.obvious((exp(eps) - 1) / (exp(eps) + 1) <= 1)
    linear = d.arithmetic(eps * (exp(eps) - 1) / (exp(eps) + 1) <= eps, first, hints=[eps])
    square = d.scalar(z * (exp(z) - 1) / (exp(z) + 1) <= z**2, values={z: eps})

    def value(_: Line, chosen: Line) -> Line:
        least = d.turn(equals(chosen.formula.right, chosen.formula.left), chosen)
        bound = linear if chosen.formula.right == eps else square
        return d.chain(sharp, bound, least)

    d.qed(split_minimum(d, eps, eps**2, value))


@derives("cuff-yu-2016/property-1-relaxed.reverse")
def property_1_relaxed_reverse(d: Derivation) -> None:
    """Closeness is symmetric."""
    reverse(d, "cuff-yu-2016/property-1-relaxed.forward")


@derives("cuff-yu-2016/property-1-asymptotic")
def property_1_asymptotic(d: Derivation) -> None:
    """The quotient lies between 1 − ε²/12 and 1."""
    eps, eta = d.var("eps"), d.var("eta")
    positive, small = d.given
    z = Real("z", ">0")
    f = z * (exp(z) - 1) / (exp(z) + 1)
    most = d.scalar(f <= z**2 / 2, positive, values={z: eps})
    least = d.scalar(z**2 / 2 - z**4 / 24 <= f, positive, values={z: eps})
    wide = widening(d, eps, positive)
    inside = d.goal.left.args[0]
    up = d.arithmetic(inside <= 0, most, wide, positive, hints=[1 / eps**2])
    down = d.arithmetic(-(eps**2) / 12 <= inside, least, wide, positive, hints=[1 / eps**2])
    square = d.arithmetic(eps**2 <= 12 * eta, small, hints=[eps, sqrt(12 * eta)])

    def bounded(_: Line, value: Line) -> Line:
        return d.arithmetic(d.goal, value, up, down, square, wide, positive)

    d.qed(split_absolute(d, inside, bounded, wide, positive))


# --- Property 2 -----------------------------------------------------------------------------------


@derives("cuff-yu-2016/property-2")
def property_2(d: Derivation) -> None:
    """Pinsker's inequality, and (8)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (bound,) = d.given
    square = d.chain(d.cite("background/pinsker.squared"), bound)
    root = sqrt(eps / 2)

    def beyond(more: Line) -> Line:
        return absurd(d, TV(P, Q) <= root, square, more, hints=[TV(P, Q), root])

    least = split_order(d, TV(P, Q), root, lambda low: low, beyond)
    d.qed(d.cite("cuff-yu-2016/eq-8.if", least, delta=root))


# --- after Property 2 -----------------------------------------------------------------------------


@derives("cuff-yu-2016/properties-strict.property-1")
def strict_property_1(d: Derivation) -> None:
    """With r = rare and r e^(−K−1) = rarer, D(P‖Q) ≤ r (K + 1) and D(Q‖P) ≤ 2 r."""
    level, K = d.var("beta"), d.var("K")
    first, _, close = d.goal.parts
    P, Q = first.left.args
    r, s = P.args[1], Q.args[1]
    facts = least_of(d, rational(1, 2), level / (K + 2))
    tangent = d.cite("background/log-tangent.exponential", eps=K + 1)
    shrunk = d.arithmetic(exp(-K - 1) <= 1, tangent, hints=[exp(-K - 1)])
    rarer = d.arithmetic(s <= r, shrunk, facts[0])
    shown = [*facts, rarer, d.arithmetic(1 - r > 0, facts[1]),
             d.arithmetic(1 - s > 0, facts[1], rarer)]
    most = d.arithmetic(r * (K + 2) <= level, facts[2], hints=[K + 2])

    fewer = d.cite("background/log-tangent.line", *shown, x=(1 - r) / (1 - s))
    value = d.cite("definition/kl", *shown, P=P, Q=Q)
    nothing = d.arithmetic((1 - r) / (1 - s) - 1 <= 0, *shown, hints=[1 / (1 - s)])
    forward = d.arithmetic(value.formula.right <= level, *shown, most, fewer, nothing,
                           hints=[1 - r])
    more = d.cite("background/log-tangent.line", *shown, x=(1 - s) / (1 - r))
    double = d.arithmetic((1 - s) / (1 - r) - 1 <= 2 * r, *shown,
                          hints=[r / (1 - r), s / (1 - r)])
    back = d.cite("definition/kl", *shown, P=Q, Q=P)
    rare = d.arithmetic(2 * r <= level, most, facts[0], hints=[K])
    extra = d.arithmetic((1 - s) * (log(1 - s) - log(1 - r)) <= (1 - s) * (2 * r), more, double,
                         *shown, hints=[1 - s])
    backward = d.arithmetic(
        back.formula.right <= level, *shown, rare, extra, hints=[r * s, K * s, s]
    )

    near = d.at(d.piece(d.assume(close.body), 0), singleton(1))
    z = Real("z", ">=0")
    base = d.scalar(exp(z) * exp(-z - 1) < 1, values={z: K})
    apart = d.contradiction(near, base, *shown, hints=[r])
    d.qed(d.both(d.chain(value, forward), d.chain(back, backward), fails(d, close.body, apart)))


@derives("cuff-yu-2016/properties-strict.property-1-one-way")
def strict_property_1_one_way(d: Derivation) -> None:
    """−ln(1 − i) ≤ i/(1 − i) ≤ 2 i; the symbol 1 has probability i under one law, 0 under the
    other."""
    level = d.var("beta")
    bound, close = d.goal.parts
    P, Q = bound.left.args
    i = Q.args[1]
    facts = least_of(d, rational(1, 2), level / 2)
    shown = [*facts, d.arithmetic(1 - i > 0, facts[1])]
    value = d.cite("definition/kl", *shown, P=P, Q=Q)
    tangent = d.cite("background/log-tangent.line", *shown, x=1 / (1 - i))
    double = d.arithmetic(1 / (1 - i) - 1 <= 2 * i, *shown, hints=[i / (1 - i)])
    small = d.arithmetic(value.formula.right <= level, tangent, double, *shown)
    near = d.at(d.piece(d.assume(close.body), 1), singleton(1))
    d.qed(d.both(
        d.chain(value, small), fails(d, close.body, d.contradiction(near, *shown))
    ))


@derives("cuff-yu-2016/properties-strict.property-2")
def strict_property_2(d: Derivation) -> None:
    """The total variation is i; a finite divergence would mean absolute continuity."""
    level, K = d.var("beta"), d.var("K")
    close, infinite = d.goal.parts
    P, Q = close.args[:2]
    facts = least_of(d, rational(1, 2), level / 2)
    distance = d.cite("definition/total-variation", *facts, P=P, Q=Q)
    small = d.arithmetic(distance.formula.right <= level, *facts)
    near = d.cite("cuff-yu-2016/eq-8.if", d.chain(distance, small), *facts, P=P, Q=Q, delta=level)
    finite = d.cite(
        "background/kl-finite", d.assume(infinite.body), *facts, P=P, Q=Q, r=K
    )
    at_one = d.at(finite, number(1))
    held = d.cases(at_one, *(
        d.contradiction(d.assume(part), *facts) for part in at_one.theorem.conclusion.parts
    ))
    d.qed(d.both(near, fails(d, infinite.body, held)))


@derives("cuff-yu-2016/property-2-constant")
def property_2_constant(d: Derivation) -> None:
    """ln 2 − h(1/2 + g) ≤ 4 g² ≤ ε, and the total variation is g."""
    eps = d.var("eps")
    P, Q = d.goal.parts[0].left.args
    g = minimum(sqrt(eps) / 2, rational(1, 2))
    half = rational(1, 2)

    def case(order: Line, value: Line) -> Line:
        return d.both(
            d.arithmetic(g >= 0, value), d.arithmetic(g <= sqrt(eps) / 2, value, order),
            d.arithmetic(g <= half, value, order),
        )

    facts = split_minimum(d, sqrt(eps) / 2, half, case)
    shown = [d.piece(facts, k) for k in range(3)]
    z = Real("z", "[0,1/2]")
    scalar = d.scalar(log(2) - binary_entropy(half + z) <= 4 * z**2, *shown, values={z: g})
    value = d.cite("definition/kl", *shown, P=P, Q=Q)
    entropy = d.identity(equals(value.formula.right, log(2) - binary_entropy(half + g)), *shown)
    square = d.arithmetic(4 * g**2 <= eps, *shown, hints=[g, sqrt(eps)])
    distance = d.cite("definition/total-variation", *shown, P=P, Q=Q)
    gap = d.identity(equals(distance.formula.right, g), *shown)
    root = root_below(d, eps / 2, eps, d.obvious(eps / 2 <= eps))

    def lower(order: Line, value: Line) -> Line:
        def inner(order2: Line, value2: Line) -> Line:
            goal = minimum(1, sqrt(eps / 2)) / 2 <= g
            return d.arithmetic(goal, order, value, order2, value2, root)

        return split_minimum(d, 1, sqrt(eps / 2), inner)

    least = split_minimum(d, sqrt(eps) / 2, half, lower)
    same = d.chain(distance, gap)
    d.qed(d.both(
        d.chain(value, entropy, scalar, square),
        d.chain(least, d.turn(equals(same.formula.right, same.formula.left), same)),
    ))


def least_of(d: Steps, r: Any, s: Any, *positive: Line) -> tuple[Line, Line, Line]:
    """0 < min(r, s), min(r, s) ≤ r and min(r, s) ≤ s, where r and s are positive."""
    least = minimum(r, s)

    def case(order: Line, value: Line) -> Line:
        return d.both(
            d.arithmetic(least > 0, value, *positive),
            d.arithmetic(least <= r, value, order, *positive),
            d.arithmetic(least <= s, value, order, *positive),
        )

    found = split_minimum(d, r, s, case, *positive)
    return d.piece(found, 0), d.piece(found, 1), d.piece(found, 2)


def root_below(d: Steps, r: Any, s: Any, less: Line, *lines: Line) -> Line:
    """√r ≤ √s from r ≤ s."""
    return split_order(
        d, sqrt(r), sqrt(s), lambda low: low,
        lambda high: absurd(d, sqrt(r) <= sqrt(s), high, less, *lines, hints=[sqrt(r), sqrt(s)]),
        *lines,
    )
