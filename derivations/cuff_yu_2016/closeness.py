"""Section 2: closeness of two laws, its bounds and meaning, and the order of privacy notions."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    is_zero,
    positive_from,
    split_absolute,
    split_below,
    split_maximum,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    KL,
    TV,
    Close,
    absolute,
    binary_entropy,
    both,
    cases,
    equals,
    event_where,
    every,
    exp,
    hamming,
    indicator,
    instances,
    likelihood_ratio,
    log,
    maximum,
    minimum,
    negation,
    rational,
    sqrt,
    total,
)
from verified.language.formulas import Relation
from verified.language.terms import Event, Op, Real, Symbol, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- patterns -------------------------------------------------------------------------------------


def swapped(d: Steps, close: Line, P: Any, Q: Any, eps: Any, delta: Any = 0) -> Line:
    """Closeness is symmetric."""
    return d.follows(Close(Q, P, eps, delta), close)


def ratios(d: Steps, close: Line, P: Any, Q: Any, eps: Any, a: Any) -> tuple[Line, Line]:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a)."""
    found = d.at(d.cite("background/closeness-symbols.only-if", close, P=P, Q=Q, eps=eps), a)
    return d.piece(found, 0), d.piece(found, 1)


def log_product(d: Steps, u: Any, v: Any, *positive: Line) -> Line:
    """ln(u v) = ln u + ln v, also where u is a sum."""
    return d.cite("background/log-product", *positive, x=u, y=v)


def log_below(d: Steps, u: Any, v: Any, less: Line, *positive: Line) -> Line:
    """ln u ≤ ln v, from a line u ≤ v, by the tangent at v; lines show u, v > 0."""
    tangent = d.cite("background/log-tangent.line", *positive, x=u / v)
    return d.arithmetic(log(u) <= log(v), tangent, less, *positive, hints=[1 / v])


def marks(A: Any, size: int) -> list[Any]:
    """The indicators of the symbols 0, 1, … in an event."""
    return [cases(equals(indicator(A, k), 1), 1, 0) for k in range(size)]


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


def rewritten(d: Steps, line: Line, *equalities: Line) -> Line:
    """The line with the left side of each equality replaced by the right side, in order."""
    for equality in equalities:
        line = d.rewrite(equality, line)
    return line


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
    """The total variation is the largest P(A) − Q(A)."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    A = d.fix(Event("A", P.of.size))
    (close,) = d.given
    events = d.cite("background/total-variation.events")
    bound = d.arithmetic(P[A] - Q[A] <= delta, d.at(d.piece(close, 0), A))
    d.qed(d.chain(events, d.bound_sup(events.formula.right, bound, A)))


@derives("cuff-yu-2016/eq-8.if")
def eq_8_if(d: Derivation) -> None:
    """P(A) − Q(A) is at most the total variation, for every event, both ways."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    A = d.fix(Event("A", P.of.size))
    (bound,) = d.given

    def one_way(P: Any, Q: Any, least: Line) -> Line:
        below = d.chain(below_distance(d, P, Q, A), least)
        return d.forall(A, d.arithmetic(P[A] <= exp(ZERO) * Q[A] + delta, below))

    swap = d.cite("background/total-variation.symmetric", P=Q, Q=P)
    d.qed(d.follows(d.goal, one_way(P, Q, bound), one_way(Q, P, d.chain(swap, bound))))


def below_distance(d: Steps, P: Any, Q: Any, A: Any) -> Line:
    """P(A) − Q(A) ≤ ‖P − Q‖."""
    events = d.cite("background/total-variation.events", P=P, Q=Q)
    return d.chain(d.below_sup(events.formula.right, A), d.turn(
        equals(events.formula.right, events.formula.left), events
    ))


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


def widening(d: Steps, eps: Any, positive: Line) -> Line:
    """e^−ε < e^ε for ε > 0."""
    z = Real("z", ">0")
    more = d.scalar(exp(z) > 1, positive, values={z: eps})
    return d.arithmetic(exp(-eps) < exp(eps), more, hints=[exp(-eps)])


@derives("cuff-yu-2016/property-1.reverse@continued")
def property_1_reverse(d: Derivation) -> None:
    """Closeness is symmetric."""
    reverse(d, "cuff-yu-2016/property-1.forward@continued")


@derives("cuff-yu-2016/property-1.forward@positive")
def property_1_positive(d: Derivation) -> None:
    """The factor 1 − e^−ε cancels."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    positive, close = d.given
    bound = d.cite("cuff-yu-2016/property-1.forward@continued", close)
    d.qed(d.chain(bound, same_bound(d, eps, bound.formula.right, d.goal.right, positive)))


def same_bound(d: Steps, eps: Any, short: Any, printed: Any, positive: Line) -> Line:
    """ε (e^ε − 1)/(e^ε + 1) is the right side of (11)."""
    return d.identity(equals(short, printed), widening(d, eps, positive))


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
    a = d.fix(Symbol("a", number(2)))
    parts = []
    for relation in (forward, backward):
        kl = d.cite("definition/kl", P=relation.left.args[0], Q=relation.left.args[1])
        parts.append(d.chain(kl, d.identity(equals(kl.formula.right, relation.right), wide)))
    A = d.fix(Event("A", number(2)))
    grown = d.arithmetic(1 <= exp(eps), d.cite("background/log-tangent.exponential"))
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


def least_of(d: Steps, r: Any, s: Any, *positive: Line) -> tuple[Line, Line, Line]:
    """0 < min(r, s), min(r, s) ≤ r and min(r, s) ≤ s, where r and s are positive."""
    least = minimum(r, s)

    def case(order: Line, value: Line) -> Line:
        return d.both(
            d.arithmetic(0 < least, value, *positive),
            d.arithmetic(least <= r, value, order, *positive),
            d.arithmetic(least <= s, value, order, *positive),
        )

    found = split_minimum(d, r, s, case, *positive)
    return d.piece(found, 0), d.piece(found, 1), d.piece(found, 2)


def fails(d: Steps, formula: Any, contradiction: Line) -> Line:
    """¬φ, from ⊥ under the hypothesis φ."""
    return d.follows(negation(formula), d.implied(formula, contradiction))


def singleton(k: int) -> Any:
    """The event {k} among two symbols."""
    b = Symbol("b", number(2))
    return event_where(b, equals(b, k))


def root_below(d: Steps, r: Any, s: Any, less: Line, *lines: Line) -> Line:
    """√r ≤ √s from r ≤ s."""
    return split_order(
        d, sqrt(r), sqrt(s), lambda low: low,
        lambda high: absurd(d, sqrt(r) <= sqrt(s), high, less, *lines, hints=[sqrt(r), sqrt(s)]),
        *lines,
    )


@derives("cuff-yu-2016/properties-strict.property-1")
def strict_property_1(d: Derivation) -> None:
    """With r = rare and r e^(−K−1) = rarer, D(P‖Q) ≤ r (K + 1) and D(Q‖P) ≤ 2 r."""
    level, K = d.var("beta"), d.var("K")
    first, second, close = d.goal.parts
    P, Q = first.left.args
    r, s = P.args[1], Q.args[1]
    facts = least_of(d, rational(1, 2), level / (K + 2))
    shrunk = d.arithmetic(exp(-K - 1) <= 1, d.cite("background/log-tangent.exponential", eps=K + 1),
                          hints=[exp(-K - 1)])
    rarer = d.arithmetic(s <= r, shrunk, facts[0])
    shown = [*facts, rarer, d.arithmetic(0 < 1 - r, facts[1]),
             d.arithmetic(0 < 1 - s, facts[1], rarer)]
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
    backward = d.arithmetic(back.formula.right <= level, *shown, rare, extra, hints=[r * s, K * s, s])

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
    shown = [*facts, d.arithmetic(0 < 1 - i, facts[1])]
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
    i = P.args[1]
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
    bound, apart = d.goal.parts
    P, Q = bound.left.args
    g = minimum(sqrt(eps) / 2, rational(1, 2))
    half = rational(1, 2)

    def case(order: Line, value: Line) -> Line:
        return d.both(
            d.arithmetic(0 <= g, value), d.arithmetic(g <= sqrt(eps) / 2, value, order),
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
            return d.arithmetic(minimum(1, sqrt(eps / 2)) / 2 <= g, order, value, order2, value2, root)

        return split_minimum(d, 1, sqrt(eps / 2), inner)

    least = split_minimum(d, sqrt(eps) / 2, half, lower)
    same = d.chain(distance, gap)
    d.qed(d.both(
        d.chain(value, entropy, scalar, square),
        d.chain(least, d.turn(equals(same.formula.right, same.formula.left), same)),
    ))


# --- tests ----------------------------------------------------------------------------------------


@derives("cuff-yu-2016/tv-testing@events")
def tv_testing(d: Derivation) -> None:
    """1 − ‖P − Q‖ is at most P(A) + 1 − Q(A) for every event, and the largest number that is."""
    P, Q = d.var("P"), d.var("Q")
    A = d.fix(Event("A", P.of.size))
    distance, least = TV(P, Q), d.goal.right
    swap = d.cite("background/total-variation.symmetric", P=Q, Q=P)
    below = d.chain(below_distance(d, Q, P, A), swap)
    low = d.bound_sup(least, d.arithmetic(1 - distance <= P[A] + (1 - Q[A]), below), A)
    a = Symbol("a", P.of.size)
    here = event_where(a, P[a] <= Q[a])

    def pointwise(a: Any) -> Line:
        gain = P[a] - Q[a]
        mark = cases(P[a] <= Q[a], 1, 0)
        goal = mark * gain <= (gain - absolute(gain)) / 2
        return split_below(d, P[a], Q[a], lambda order, value: split_absolute(
            d, gain, lambda sign, size: d.rewrite(value, d.arithmetic(
                value.formula.right * gain <= (gain - absolute(gain)) / 2, order, sign, size
            ), goal)
        ))

    total_ = d.cite("definition/total-variation")
    reached = d.arithmetic(
        P[here] + (1 - Q[here]) <= 1 - distance, summed(d, a, pointwise), total_
    )
    d.qed(d.turn(d.goal, low, d.chain(d.below_sup(least, here), reached)))


def _back(d: Steps, line: Line) -> Line:
    """b = a from a = b."""
    return d.turn(equals(line.formula.right, line.formula.left), line)


@derives("cuff-yu-2016/tv-testing@randomised")
def tv_testing_randomised(d: Derivation) -> None:
    """(Q − P) t ≤ max{0, Q − P}, whose sum is the total variation."""
    P, Q, t = d.var("P"), d.var("Q"), d.var("t")

    def pointwise(a: Any) -> Line:
        difference = P[a] - Q[a]
        goal = -difference * t[a] <= (absolute(difference) - difference) / 2
        return split_absolute(d, difference, lambda sign, value: d.arithmetic(
            goal, sign, value, hints=[t[a], 1 - t[a]]
        ))

    a = Symbol("a", P.of.size)
    bound = summed(d, a, pointwise)
    distance = d.cite("definition/total-variation")
    low = d.goal.parts[0]
    d.qed(d.both(
        d.arithmetic(low, bound, distance), d.cite("cuff-yu-2016/tv-testing@events")
    ))


@derives("cuff-yu-2016/closeness-testing-region.only-if")
def region_only_if(d: Derivation) -> None:
    """The same inequalities, with 1 added on both sides."""
    P, Q, eps, delta = (d.var(name) for name in ("P", "Q", "eps", "delta"))
    A = d.fix(Event("A", P.of.size))
    (close,) = d.given
    up, down = (d.at(d.piece(close, k), A) for k in range(2))
    d.qed(d.both(
        d.forall(A, d.arithmetic((1 - P[A]) + exp(eps) * Q[A] >= 1 - delta, up)),
        d.forall(A, d.arithmetic(exp(eps) * P[A] + (1 - Q[A]) >= 1 - delta, down)),
    ))


@derives("cuff-yu-2016/closeness-testing-region.if")
def region_if(d: Derivation) -> None:
    """The same inequalities, with 1 taken away on both sides."""
    P, Q, eps, delta = (d.var(name) for name in ("P", "Q", "eps", "delta"))
    A = d.fix(Event("A", P.of.size))
    (region,) = d.given
    up, down = (d.at(d.piece(region, k), A) for k in range(2))
    d.qed(d.follows(
        d.goal,
        d.forall(A, d.arithmetic(P[A] <= exp(eps) * Q[A] + delta, up)),
        d.forall(A, d.arithmetic(Q[A] <= exp(eps) * P[A] + delta, down)),
    ))


@derives("cuff-yu-2016/closeness-testing-region.randomised")
def region_randomised(d: Derivation) -> None:
    """Σ w (P − e^ε Q) ≤ Σ max{0, P − e^ε Q} ≤ δ for weights w in [0,1]: 1 − t, and t with P and Q
    exchanged."""
    P, Q, eps, delta, t = (d.var(name) for name in ("P", "Q", "eps", "delta", "t"))
    (close,) = d.given
    sticks = d.cite("background/closeness-hockey-stick.only-if", close)
    a = Symbol("a", P.of.size)

    def weighted(P: Any, Q: Any, weight: Any, limit: Line) -> Line:
        def pointwise(a: Any) -> Line:
            excess = P[a] - exp(eps) * Q[a]
            return split_maximum(d, 0, excess, lambda order, value: d.arithmetic(
                excess * weight(a) <= maximum(0, excess), order, value,
                hints=[t[a], 1 - t[a]],
            ))

        stick = d.cite("definition/hockey-stick", P=P, Q=Q)
        return d.chain(summed(d, a, pointwise), _back(d, stick), limit)

    first = weighted(P, Q, lambda a: 1 - t[a], d.piece(sticks, 0))
    second = weighted(Q, P, lambda a: t[a], d.piece(sticks, 1))
    one, two = d.goal.parts
    d.qed(d.both(d.arithmetic(one, first), d.arithmetic(two, second)))


# --- Property 3 -----------------------------------------------------------------------------------


@derives("cuff-yu-2016/property-3.bound")
def property_3(d: Derivation) -> None:
    """Appendix B: (83) holds on both sides of (1 − δ)/(e^ε + 1), for both orders of P and Q."""
    P, Q, eps, eps_new, delta = (d.var(name) for name in ("P", "Q", "eps", "eps'", "delta"))
    less, close = d.given
    A = d.fix(Event("A", P.of.size))
    turning = (1 - delta) / (exp(eps) + 1)

    def one_way(P: Any, Q: Any, close: Line) -> Line:
        def side(name: str) -> Any:
            key = f"cuff-yu-2016/property-3-steps.{name}@eq-83"
            return lambda place: d.cite(key, less, place, close, P=P, Q=Q, A=A)

        found = split_order(d, Q[A], turning, side("small"), side("large"))
        wanted = d.goal.args[3]
        return d.forall(A, d.arithmetic(P[A] <= exp(eps_new) * Q[A] + wanted, found))

    d.qed(d.follows(
        d.goal, one_way(P, Q, close), one_way(Q, P, swapped(d, close, P, Q, eps, delta))
    ))


def exponential_less(d: Steps, x: Any, y: Any, less: Line) -> Line:
    """e^x < e^y, from a line x < y (≤ from ≤), by the tangent of exp."""
    tangent = d.cite("background/log-tangent.exponential", eps=y - x)
    op = "<" if less.theorem.conclusion.op == "<" else "<="
    return d.arithmetic(Relation(op, exp(x), exp(y)), tangent, less, hints=[exp(x)])


def part_above(d: Steps, x: Any, sign: Line, *lines: Line) -> Line:
    """max{0, x} = x from a line 0 ≤ x, or = 0 from a line x ≤ 0."""
    low, high = sign.theorem.conclusion.left, sign.theorem.conclusion.right
    goal = equals(maximum(0, x), x if low == ZERO else ZERO)

    def case(order: Line, value: Line) -> Line:
        least = d.arithmetic(goal.left <= goal.right, sign, order, value, *lines)
        return d.turn(goal, least, d.arithmetic(goal.right <= goal.left, sign, order, value, *lines))

    return split_maximum(d, 0, x, case, *lines)


@derives("cuff-yu-2016/property-3.attained")
def property_3_attained(d: Derivation) -> None:
    """Only the symbols with P > 0 = Q and with P = e^ε Q have P > e^ε' Q."""
    eps, eps_new, delta = (d.var(name) for name in ("eps", "eps'", "delta"))
    less, unit = d.given
    close, first, second = d.goal.parts
    P, Q = close.args[:2]
    grown = d.arithmetic(1 <= exp(eps), d.cite("background/log-tangent.exponential"))
    new = d.arithmetic(1 <= exp(eps_new), d.cite("background/log-tangent.exponential", eps=eps_new))
    larger = exponential_less(d, eps_new, eps, less)
    share = (1 - delta) / (1 + exp(eps))
    shown = [unit, grown, new, larger, d.obvious(0 <= share, unit)]

    def stick(P: Any, Q: Any, order: Any, value: Any) -> Line:
        """The hockey-stick divergence, symbol by symbol."""
        sum_ = d.cite("definition/hockey-stick", *shown, P=P, Q=Q, eps=order)
        parts = []
        for k in range(4):
            excess = P[k] - exp(order) * Q[k]
            above = k == (0 if P is close.args[0] else 1) or k == (2 if P is close.args[0] else 3)
            sign = 0 <= excess if above else excess <= 0
            line = d.arithmetic(sign, *shown, hints=[share, share * exp(order), delta])
            parts.append(part_above(d, excess, line, *shown))
        return d.chain(sum_, d.arithmetic(equals(sum_.formula.right, value), *parts, *shown))

    near = [stick(P, Q, eps, delta), stick(Q, P, eps, delta)]
    d.qed(d.both(
        d.cite("background/closeness-hockey-stick.if", d.both(*(
            d.turn(line.formula.left <= delta, line) for line in near
        )), *shown, P=P, Q=Q),
        stick(P, Q, eps_new, first.right), stick(Q, P, eps_new, second.right),
    ))


@derives("cuff-yu-2016/property-3-remarks.larger@below-one")
def property_3_larger(d: Derivation) -> None:
    """δ' − δ = (1 − δ)(e^ε − e^ε')/(e^ε + 1)."""
    eps, eps_new, delta = (d.var(name) for name in ("eps", "eps'", "delta"))
    less, below = d.given
    larger = exponential_less(d, eps_new, eps, less)
    gain = d.arithmetic(0 < (1 - delta) * (exp(eps) - exp(eps_new)), larger, below)
    d.qed(d.arithmetic(d.goal, gain, hints=[1 / (exp(eps) + 1)]))


def in_parts(P: Any, A: Any) -> list[Any]:
    """P(A), or the summands of P(A) for a law that is written out."""
    if isinstance(P, Op) and P.head == "pmf_literal":
        return [mark * P[k] for k, mark in enumerate(marks(A, len(P.args)))]
    return [P[A]]


def looser(
    d: Steps, close: Line, P: Any, Q: Any, eps: Any, eps_more: Any, delta: Any, delta_more: Any,
    *lines: Line,
) -> Line:
    """Closeness with larger ε and δ, where ε ≤ ε' is obvious and lines show δ ≤ δ'."""
    A = d.fix(Event("A", P.sort.sizes()[0]))
    grown = exponential_less(d, eps, eps_more, d.obvious(number(eps) <= eps_more))
    sides = []
    for k, (one, two) in enumerate(((P, Q), (Q, P))):
        bound = d.at(d.piece(close, k), A)
        sides.append(d.forall(A, d.arithmetic(
            one[A] <= exp(eps_more) * two[A] + delta_more, bound, grown, *lines,
            hints=in_parts(two, A),
        )))
    return d.follows(Close(P, Q, eps_more, delta_more), *sides)


@derives("cuff-yu-2016/property-3-remarks.no-smaller@up-to-one")
def property_3_no_smaller(d: Derivation) -> None:
    """The total variation is δ; the symbol 0 has probability δ under one law, 0 under the other."""
    eps, eps_new, delta, less = (d.var(name) for name in ("eps", "eps'", "delta", "delta'"))
    smaller, unit = d.given
    close, far = d.goal.parts
    P, Q = close.args[:2]
    c = P.args[0]

    def whole(order: Line, value: Line) -> Line:
        return d.turn(equals(c, delta), *(
            d.arithmetic(formula, order, value, unit) for formula in (c <= delta, delta <= c)
        ))

    same = split_minimum(d, 1, delta, whole)
    shown = [
        d.arithmetic(0 <= c, same), d.arithmetic(0 <= 1 - c, same, unit),
    ]
    distance = d.cite("definition/total-variation", *shown, P=P, Q=Q)
    small = d.arithmetic(distance.formula.right <= delta, same, *shown)
    near = d.cite("cuff-yu-2016/eq-8.if", d.chain(distance, small), *shown, P=P, Q=Q)
    found = looser(d, near, P, Q, 0, eps, delta, delta, *shown)
    at_zero = d.at(d.piece(d.assume(far.body), 0), singleton(0))
    d.qed(d.both(
        found, fails(d, far.body, d.contradiction(at_zero, same, smaller, *shown))
    ))


# --- Example 1 ------------------------------------------------------------------------------------


@derives("cuff-yu-2016/example-1.epsilon")
def example_1_epsilon(d: Derivation) -> None:
    """0 ≤ δ."""
    (private,) = d.given
    d.qed(d.chain(private, d.obvious(ZERO <= d.var("delta"))))


def each_pair(d: Steps, M: Any, eps: Any, delta: Any, proof: Any, private: Line, given: Any) -> Line:
    """M is (ε,δ)-DP, where `proof` leads from the closeness given to (ε,δ)-closeness.

    Args:
        given: the ε and δ for which `private` says that M is private.
    """
    D = M.of.database
    x, y = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    near = d.assume(hamming(D, x, y) <= 1)
    close = d.cite(
        "definition/dp", near, private, M=M, x=x, values={"x'": y}, eps=given[0], delta=given[1]
    )
    found = proof(M[x], M[y], close)
    pairs = d.forall(x, d.forall(y, found, where=hamming(D, x, y) <= 1))
    return d.cite("definition/dp-intro", pairs, M=M, eps=eps, delta=delta)


@derives("cuff-yu-2016/example-1.delta")
def example_1_delta(d: Derivation) -> None:
    """1 ≤ e^ε, for each pair of neighbours."""
    M, eps, delta = d.var("M"), d.var("eps"), d.var("delta")
    (private,) = d.given

    def proof(P: Any, Q: Any, close: Line) -> Line:
        return looser(d, close, P, Q, 0, eps, delta, delta)

    d.qed(each_pair(d, M, eps, delta, proof, private, (0, delta)))


@derives("cuff-yu-2016/example-1.equality")
def example_1_equality(d: Derivation) -> None:
    """Property 3 with ε' = 0: δ' = (e^β − 1 + β)/(e^β + 1) ≤ β, since e^β (1 − β) ≤ 1."""
    M, beta = d.var("M"), d.var("beta")
    (private,) = d.given
    z = Real("z", ">0")
    small = d.scalar(exp(z) * (1 - z) <= 1, values={z: beta})

    def proof(P: Any, Q: Any, close: Line) -> Line:
        traded = d.cite(
            "cuff-yu-2016/property-3.bound", close, P=P, Q=Q, eps=beta, delta=beta / 2,
            values={"eps'": ZERO},
        )
        bound = traded.theorem.conclusion.parts[0].body.right.args[1]
        less = d.arithmetic(bound <= beta, small, hints=[1 / (exp(beta) + 1)])
        return looser(d, traded, P, Q, 0, 0, bound, beta, less)

    d.qed(each_pair(d, M, 0, beta, proof, private, (beta, beta / 2)))


@derives("cuff-yu-2016/example-1.limit")
def example_1_limit(d: Derivation) -> None:
    """δ' = (e^ε − 1 + 2 δ)/(e^ε + 1) lies between 0 and ε/2 + δ."""
    eps, delta, eta = d.var("eps"), d.var("delta"), d.var("eta")
    positive, few, little = d.given
    inside = d.goal.left.args[0]
    z = Real("z", ">=0")
    share = 1 / (exp(eps) + 1)
    slope = d.scalar((exp(z) - 1) / (exp(z) + 1) <= z / 2, values={z: eps})
    grown = d.arithmetic(1 <= exp(eps), d.cite("background/log-tangent.exponential"))
    up = d.arithmetic(inside <= eta, slope, grown, few, little, hints=[share, share * delta])
    down = d.arithmetic(0 <= inside, grown, hints=[share, share * delta])
    d.qed(split_absolute(d, inside, lambda sign, value: d.arithmetic(d.goal, value, up, down, sign)))
