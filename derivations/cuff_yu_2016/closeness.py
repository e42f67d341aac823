"""Section 2: closeness of two laws, its bounds by divergence and total variation, its meaning."""

from __future__ import annotations

from typing import Any

from derivations.cuff_yu_2016.patterns import (
    fails,
    least_of,
    log_product,
    marks,
    ratios,
    rewritten,
    root_below,
    same_bound,
    singleton,
    swapped,
    widening,
)
from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    is_zero,
    log_below,
    positive_from,
    split_absolute,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    TV,
    absolute,
    binary_entropy,
    both,
    equals,
    exp,
    likelihood_ratio,
    log,
    minimum,
    rational,
    sqrt,
)
from verified.language.terms import Event, Real, Symbol, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- 2.2 Statistical indistinguishability ---------------------------------------------------------


@derives("cuff-yu-2016/eq-7.only-if@almost-everywhere")
def eq_7_only_if(d: Derivation) -> None:
    """The logarithms of the bounds for one symbol; it has mass under both laws."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    a = d.fix(Symbol("a", P.of.size))
    (close,) = d.given
    up, down = ratios(d, close, P, Q, eps, a)
    mass = d.assume(P[a] + Q[a] > 0)
    p = positive_from(d, P[a], mass, down, hints=[exp(eps)])
    q = positive_from(d, Q[a], mass, up, hints=[exp(eps)])
    above = log_below(d, P[a], exp(eps) * Q[a], up, p, q)
    below = log_below(d, Q[a], exp(eps) * P[a], down, p, q)
    ratio = log(likelihood_ratio(P, Q, a))

    def bounded(_: Line, value: Line) -> Line:
        return d.arithmetic(absolute(ratio) <= eps, value, above, below, p, q)

    found = split_absolute(d, ratio, bounded, p, q)
    d.qed(d.forall(a, found, where=P[a] + Q[a] > 0))


def exponential_of(d: Steps, P: Any, Q: Any, a: Any, eps: Any, bound: Line, *lines: Line) -> Line:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a), from a line |ln P(a) − ln Q(a)| ≤ ε."""
    difference = bound.formula.left.args[0]

    def signed(sign: Line, value: Line) -> tuple[Line, Line]:
        up = d.arithmetic(log(P[a]) - log(Q[a]) <= eps, sign, value, bound, *lines)
        down = d.arithmetic(log(Q[a]) - log(P[a]) <= eps, sign, value, bound, *lines)
        return d.both(up, down)

    found = split_absolute(d, difference, signed, *lines)
    parts = []
    for one, two, index in ((P, Q, 0), (Q, P, 1)):
        # 1 + x ≤ e^x at x = ln Q(a) + ε − ln P(a) ≥ 0, where e^x = e^ε Q(a)/P(a).
        x = log(two[a]) + eps - log(one[a])
        tangent = d.cite("background/log-tangent.exponential", *lines, eps=x)
        parts.append(d.arithmetic(
            one[a] <= exp(eps) * two[a], tangent, d.piece(found, index), *lines, hints=[one[a]]
        ))
    return d.both(*parts)


def symbols_from_logarithms(
    d: Steps, P: Any, Q: Any, a: Any, eps: Any, bound: Any, no_p: Any, no_q: Any,
    value: Any = lambda q: [],
) -> Line:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a) from a bound on a logarithm where P(a) + Q(a) > 0.

    Args:
        bound: from the line P(a) + Q(a) > 0 to the bound, |…| ≤ ε.
        no_p: from the bound and the lines P(a) = 0 and Q(a) > 0 to the bound with ∞ for |…|.
        no_q: from the bound and the lines Q(a) = 0 and P(a) > 0 to the same.
        value: from the line Q(a) > 0 to lines that show |…| to be |ln P(a) − ln Q(a)|.
    """
    goal = both(P[a] <= exp(eps) * Q[a], Q[a] <= exp(eps) * P[a])
    limit = d.piece(d.cite("definition/infinity", r=eps + 1), 1)

    def nothing(none: Line) -> Line:
        return d.both(
            d.arithmetic(P[a] <= exp(eps) * Q[a], none, hints=[exp(eps)]),
            d.arithmetic(Q[a] <= exp(eps) * P[a], none, hints=[exp(eps)]),
        )

    def something(mass: Line) -> Line:
        held = bound(mass)

        def without_p(zero: Line) -> Line:
            q = d.arithmetic(Q[a] > 0, mass, zero)
            return absurd(d, goal, d.chain(limit, no_p(held, zero, q)))

        def with_p(p: Line) -> Line:
            return split_zero(
                d, Q[a],
                lambda zero: absurd(d, goal, d.chain(limit, no_q(held, zero, p))),
                lambda q: exponential_of(d, P, Q, a, eps, held, p, q, *value(q)),
            )

        return split_zero(d, P[a], without_p, with_p)

    return split_order(d, P[a] + Q[a], 0, nothing, something)


@derives("cuff-yu-2016/eq-7.if@almost-everywhere")
def eq_7_if(d: Derivation) -> None:
    """A logarithm that is bounded is that of a positive ratio; its exponential is the ratio."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (given,) = d.given
    logarithms, absolutes = (
        d.cite(f"definition/infinite-{name}", r=ZERO) for name in ("logarithms", "absolute")
    )

    def pair(a: Any) -> Line:
        ratio = likelihood_ratio(P, Q, a)

        def no_p(held: Line, zero: Line, q: Line) -> Line:
            value = d.arithmetic(equals(ratio, 0), zero, q, hints=[1 / Q[a]])
            return rewritten(d, held, value, d.piece(logarithms, 0), d.piece(absolutes, 1))

        def no_q(held: Line, zero: Line, p: Line) -> Line:
            value = d.cite("definition/infinite-ratio", p, d.turn(Q[a] <= 0, zero))
            return rewritten(d, held, value, d.piece(logarithms, 1), d.piece(absolutes, 0))

        return symbols_from_logarithms(
            d, P, Q, a, eps, lambda mass: d.at(given, a, mass), no_p, no_q
        )

    d.qed(d.cite("background/closeness-symbols.if", everywhere(d, Symbol("a", P.of.size), pair)))


@derives("cuff-yu-2016/eq-7.if@everywhere")
def eq_7_if_everywhere(d: Derivation) -> None:
    """A bound at every symbol is one at those with mass."""
    P, Q = d.var("P"), d.var("Q")
    a = d.fix(Symbol("a", P.of.size))
    (given,) = d.given
    d.qed(d.cite(
        "cuff-yu-2016/eq-7.if@almost-everywhere",
        d.forall(a, d.at(given, a), where=P[a] + Q[a] > 0),
    ))


# --- closeness-bayes ------------------------------------------------------------------------------


@derives("cuff-yu-2016/closeness-bayes.only-if")
def bayes_only_if(d: Derivation) -> None:
    """The prior cancels: what is left is ln P(a) − ln Q(a)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    a = d.fix(Symbol("a", P.of.size))
    (close,) = d.given
    up, down = ratios(d, close, P, Q, eps, a)
    mass = d.assume(P[a] + Q[a] > 0)
    p = positive_from(d, P[a], mass, down, hints=[exp(eps)])
    q = positive_from(d, Q[a], mass, up, hints=[exp(eps)])
    above = log_below(d, P[a], exp(eps) * Q[a], up, p, q)
    below = log_below(d, Q[a], exp(eps) * P[a], down, p, q)
    moved = d.goal.body.left
    product = log_product(d, 1 - d.var("pi"), Q[a], q)

    def bounded(_: Line, value: Line) -> Line:
        return d.arithmetic(moved <= eps, value, above, below, product, p, q)

    found = split_absolute(d, moved.args[0], bounded, p, q)
    d.qed(d.forall(a, found, where=P[a] + Q[a] > 0))


@derives("cuff-yu-2016/closeness-bayes.if")
def bayes_if(d: Derivation) -> None:
    """As for eq. (7), with the odds of the prior beside both logarithms."""
    P, Q, eps, prior = d.var("P"), d.var("Q"), d.var("eps"), d.var("pi")
    (given,) = d.given
    logarithms = d.cite("definition/infinite-logarithms", r=ZERO)
    absolutes = d.cite("definition/infinite-absolute", r=ZERO)
    odds = log(prior) - log(1 - prior)

    def pair(a: Any) -> Line:
        def no_p(held: Line, zero: Line, q: Line) -> Line:
            first = d.cite("definition/infinite-differences", q, r=log((1 - prior) * Q[a]))
            second = d.cite("definition/infinite-differences", r=odds)
            return rewritten(
                d, held, d.arithmetic(equals(prior * P[a], 0), zero, hints=[prior]),
                d.piece(logarithms, 0), d.piece(first, 1), d.piece(second, 1),
                d.piece(absolutes, 1),
            )

        def no_q(held: Line, zero: Line, p: Line) -> Line:
            first = d.cite("definition/infinite-differences", p, r=log(prior * P[a]))
            second = d.cite("definition/infinite-differences", r=odds)
            return rewritten(
                d, held, d.arithmetic(equals((1 - prior) * Q[a], 0), zero, hints=[1 - prior]),
                d.piece(logarithms, 0), d.piece(first, 3), d.piece(second, 0),
                d.piece(absolutes, 0),
            )

        return symbols_from_logarithms(
            d, P, Q, a, eps, lambda mass: d.at(given, a, mass), no_p, no_q,
            lambda q: [log_product(d, 1 - prior, Q[a], q)],
        )

    d.qed(d.cite("background/closeness-symbols.if", everywhere(d, Symbol("a", P.of.size), pair)))


# --- eqs. (8) and (9), Properties 1 and 2 ---------------------------------------------------------


@derives("cuff-yu-2016/eq-8.only-if")
def eq_8_only_if(d: Derivation) -> None:
    """The total variation is P(A) − Q(A) for an event A."""
    (close,) = d.given
    distance = d.cite("background/total-variation.largest-event")
    largest = distance.formula.right.args[0].args[1]
    d.qed(d.arithmetic(d.goal, distance, d.at(d.piece(close, 0), largest)))


@derives("cuff-yu-2016/eq-8.if")
def eq_8_if(d: Derivation) -> None:
    """P(A) − Q(A) is at most the total variation, for every event, both ways."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    A = d.fix(Event("A", P.of.size))
    (bound,) = d.given

    def one_way(P: Any, Q: Any, least: Line) -> Line:
        below = d.chain(d.cite("background/total-variation.event", P=P, Q=Q), least)
        return d.forall(A, d.arithmetic(P[A] <= exp(ZERO) * Q[A] + delta, below))

    swap = d.cite("background/total-variation.symmetric", P=Q, Q=P)
    d.qed(d.follows(d.goal, one_way(P, Q, bound), one_way(Q, P, d.chain(swap, bound))))


@derives("cuff-yu-2016/eq-9.forward")
def eq_9_forward(d: Derivation) -> None:
    """P(a) ln(P(a)/Q(a)) ≤ ε P(a) for every symbol."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given

    def pointwise(a: Any) -> Line:
        goal = P[a] * log(P[a]) - P[a] * log(Q[a]) <= eps * P[a]
        up, _ = ratios(d, close, P, Q, eps, a)

        def nothing(zero: Line) -> Line:
            plain = d.obvious(ZERO * log(ZERO) - 0 * log(Q[a]) <= eps * 0)
            return d.rewrite(zero, plain, goal)

        def something(p: Line) -> Line:
            q = positive_from(d, Q[a], up, p, hints=[exp(eps)])
            less = log_below(d, P[a], exp(eps) * Q[a], up, p, q)
            return d.arithmetic(goal, less, p, q, hints=[P[a]])

        return split_zero(d, P[a], nothing, something)

    bound = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.chain(d.cite("definition/kl"), bound, d.identity(equals(bound.formula.right, eps))))


@derives("cuff-yu-2016/eq-9.reverse")
def eq_9_reverse(d: Derivation) -> None:
    """Closeness is symmetric."""
    reverse(d, "cuff-yu-2016/eq-9.forward")


def reverse(d: Derivation, forward: str) -> None:
    """The bound on D(Q‖P), by the symmetry of closeness, from that on D(P‖Q)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    *rest, close = d.given
    d.qed(d.cite(forward, *rest, swapped(d, close, P, Q, eps), P=Q, Q=P))


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
