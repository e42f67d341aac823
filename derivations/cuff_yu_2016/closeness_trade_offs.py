"""Section 2: what closeness says of tests; trading ε for δ; the order of privacy notions."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import each_pair, fails, looser, singleton, swapped
from derivations.patterns.numbers import exponential_less
from derivations.tools import (
    ZERO,
    split_absolute,
    split_maximum,
    split_minimum,
    split_order,
    summed,
    turned,
)
from verified.language import TV, absolute, equals, exp, maximum
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Event, Real, Symbol

# --- tests ----------------------------------------------------------------------------------------


@derives("cuff-yu-2016/tv-testing@events")
def tv_testing(d: Derivation) -> None:
    """Q(A) − P(A) is at most the total variation, which it is for an event A."""
    P, Q = d.var("P"), d.var("Q")
    A = d.fix(Event("A", P.of.size))
    distance, least = TV(P, Q), d.goal.right
    swap = d.cite("background/total-variation.symmetric")
    below = d.cite("background/total-variation.event", P=Q, Q=P)
    low = d.bound_sup(least, d.arithmetic(1 - distance <= P[A] + (1 - Q[A]), below, swap), A)
    reached = d.cite("background/total-variation.largest-event", P=Q, Q=P)
    best = reached.formula.right.args[0].args[1]
    value = d.arithmetic(P[best] + (1 - Q[best]) <= 1 - distance, reached, swap)
    d.qed(d.turn(d.goal, low, d.chain(d.below_sup(least, best), value)))


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
    P, Q, eps, t = (d.var(name) for name in ("P", "Q", "eps", "t"))
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
        return d.chain(summed(d, a, pointwise), turned(d, stick), limit)

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


@derives("cuff-yu-2016/property-3.attained")
def property_3_attained(d: Derivation) -> None:
    """Only the symbols with P > 0 = Q and with P = e^ε Q have P > e^ε' Q."""
    eps, eps_new, delta = (d.var(name) for name in ("eps", "eps'", "delta"))
    less, unit = d.given
    close, first, second = d.goal.parts
    P, Q = close.args[:2]
    grown = d.arithmetic(exp(eps) >= 1, d.cite("background/log-tangent.exponential"))
    new = d.arithmetic(exp(eps_new) >= 1, d.cite("background/log-tangent.exponential", eps=eps_new))
    larger = exponential_less(d, eps_new, eps, less)
    share = (1 - delta) / (1 + exp(eps))
    shown = [unit, grown, new, larger, d.obvious(share >= 0, unit)]

    def stick(P: Any, Q: Any, order: Any, value: Any) -> Line:
        """The hockey-stick divergence, symbol by symbol."""
        sum_ = d.cite("definition/hockey-stick", *shown, P=P, Q=Q, eps=order)
        parts = []
        for k in range(4):
            excess = P[k] - exp(order) * Q[k]
            above = k == (0 if P is close.args[0] else 1) or k == (2 if P is close.args[0] else 3)
            sign = excess >= 0 if above else excess <= 0
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
    gain = d.arithmetic((1 - delta) * (exp(eps) - exp(eps_new)) > 0, larger, below)
    d.qed(d.arithmetic(d.goal, gain, hints=[1 / (exp(eps) + 1)]))


@derives("cuff-yu-2016/property-3-remarks.no-smaller")
def property_3_no_smaller(d: Derivation) -> None:
    """The total variation is δ; the symbol 0 has probability δ under one law, 0 under the other."""
    eps, delta = d.var("eps"), d.var("delta")
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
        d.arithmetic(c >= 0, same), d.arithmetic(1 - c >= 0, same, unit),
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
    d.qed(d.chain(private, d.obvious(d.var("delta") >= ZERO)))


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
    _, few, little = d.given
    inside = d.goal.left.args[0]
    z = Real("z", ">=0")
    share = 1 / (exp(eps) + 1)
    slope = d.scalar((exp(z) - 1) / (exp(z) + 1) <= z / 2, values={z: eps})
    grown = d.arithmetic(exp(eps) >= 1, d.cite("background/log-tangent.exponential"))
    up = d.arithmetic(inside <= eta, slope, grown, few, little, hints=[share, share * delta])
    down = d.arithmetic(inside >= 0, grown, hints=[share, share * delta])
    d.qed(split_absolute(
        d, inside, lambda sign, value: d.arithmetic(d.goal, value, up, down, sign)
    ))


def part_above(d: Steps, x: Any, sign: Line, *lines: Line) -> Line:
    """max{0, x} = x from a line 0 ≤ x, or = 0 from a line x ≤ 0."""
    side = "above" if sign.theorem.conclusion.left == ZERO else "below"
    return d.cite(f"lemma/positive-part.{side}", sign, *lines, r=x)
