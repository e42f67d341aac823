"""Proofs of the inequalities of Pinsker, and of Bretagnolle and Huber."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, absurd, split_minimum, split_order, split_zero, summed
from verified.language import KL, TV, absolute, equals, exp, log, maximum, minimum, sqrt
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, Term, number

# --- Pinsker --------------------------------------------------------------------------------------


@derives("background/pinsker.pointwise")
def pinsker_pointwise(d: Derivation) -> None:
    """3 (p − q)² ≤ (4 q + 2 p)(p ln(p/q) − p + q), and 2 s r ≤ s² a + r²/a."""
    p, q, s = d.var("p"), d.var("q"), d.var("s")
    right = p * log(p) - p * log(q)
    goal = d.goal

    def excess(p: Any, q: Any, distance: Any) -> Term:
        return 2 * s * distance - s**2 * (4 * q + 2 * p) / 3 + p - q

    def absent(zero: Line) -> Line:
        # 2 s ≤ 4 s²/3 + 1
        plain = d.have(
            excess(ZERO, q, absolute(0 - q)) <= 0 * log(ZERO) - 0 * log(q), "arithmetic",
            products=[["4/3", [["square", s - number(3) / 4], ["sign", q]]],
                      ["1/4", [["sign", q]]]],
            equalities=[],
        )
        return d.rewrite(zero, plain, goal)

    def present(above: Line) -> Line:
        def infinite(zero: Line) -> Line:
            plain = d.cite(
                "background/infinite-log", above, u=p, r=excess(p, ZERO, absolute(p - 0))
            )
            return d.rewrite(zero, plain, goal)

        def finite(positive: Line) -> Line:
            x = Real("x", ">0")
            line = d.scalar(
                3 * (x - 1) ** 2 <= (4 + 2 * x) * (x * log(x) - x + 1), above, positive,
                values={x: p / q},
            )
            width, rest = 4 * q + 2 * p, right - p + q
            square = d.arithmetic(
                3 * (p - q) ** 2 <= width * rest, line, above, positive, hints=[q**2]
            )
            wide = d.obvious(width > 0, above)
            ways = []
            for way in (p - q, q - p):
                ways.append(d.have(
                    way <= (rest + s**2 * width / 3) / (2 * s), "arithmetic", square, above, wide,
                    positive,
                    products=[
                        ["1/2", [["fact", 0], ["sign", 1 / (s * width)]]],
                        ["3/2", [["square", s * width / 3 - way], ["sign", 1 / (s * width)]]],
                    ],
                    equalities=[],
                ))
            least = d.cite(
                "background/absolute-value.least", *ways, above, positive, r=p - q,
                c=ways[0].theorem.conclusion.right,
            )
            return d.arithmetic(goal, least, above, positive, hints=[s])

        return split_zero(d, q, infinite, finite)

    d.qed(split_zero(d, p, absent, present))


@derives("background/pinsker.squared")
def pinsker(d: Derivation) -> None:
    """The sum of `pointwise` is 4 s TV − 2 s² ≤ D; s = TV."""
    P, Q = d.var("P"), d.var("Q")
    distance = TV(P, Q)

    def nothing(zero: Line) -> Line:
        line = d.cite("background/gibbs.nonnegative")
        return d.chain(d.arithmetic(2 * distance**2 <= 0, zero), line)

    def something(above: Line) -> Line:
        rows = summed(d, Symbol("a", P.of.size), lambda a: d.cite(
            "background/pinsker.pointwise", above, p=P[a], q=Q[a], s=distance))
        first = d.arithmetic(
            2 * distance**2 <= rows.formula.left, d.cite("definition/total-variation"),
            hints=[distance],
        )
        kl = d.cite("definition/kl")
        return d.chain(first, rows, d.turn(equals(kl.formula.right, KL(P, Q)), kl))

    d.qed(split_zero(d, distance, nothing, something))


@derives("background/pinsker.root")
def pinsker_root(d: Derivation) -> None:
    """The root of `squared`."""
    P, Q = d.var("P"), d.var("Q")
    distance, divergence = TV(P, Q), KL(P, Q)

    def finite(less: Line) -> Line:
        square = d.cite("background/pinsker.squared")
        root = sqrt(divergence / 2)
        known = d.cite("background/gibbs.nonnegative")
        return split_order(
            d, distance, root, lambda low: low,
            lambda high: absurd(d, distance <= root, high, square, less, known, hints=[root]),
            less, known,
        )

    def infinite(value: Line) -> Line:
        roots = d.cite("definition/infinite-root", u=number(2))
        beyond = d.piece(d.cite("definition/infinity", r=distance), 1)
        line = d.turn(beyond.formula.left <= beyond.formula.right, beyond)
        top = beyond.formula.right
        half, root = d.piece(roots, 0), d.piece(roots, 1)
        line = d.rewrite(root, line, distance <= sqrt(top))
        line = d.rewrite(half, line, distance <= sqrt(top / 2))
        return d.rewrite(value, line, d.goal)

    both = d.cite("background/kl-range")
    parts = both.theorem.conclusion.parts
    d.qed(d.cases(both, finite(d.assume(parts[0])), infinite(d.assume(parts[1]))))


# --- Bretagnolle and Huber ------------------------------------------------------------------------


@derives("background/bretagnolle-huber.pointwise")
def huber_pointwise(d: Derivation) -> None:
    """ln(s min/(p c)) + ln(max/(s p c)) = ln(q/p) − 2 ln c; and ln z ≤ z − 1 for both."""
    p, q, s, c = d.var("p"), d.var("q"), d.var("s"), d.var("c")
    goal = d.goal

    def absent(zero: Line) -> Line:
        # −(…)/c ≤ 0
        plain = d.arithmetic(
            2 * ZERO * (1 - log(c)) - (s * minimum(ZERO, q) + maximum(ZERO, q) / s) / c
            <= 0 * log(ZERO) - 0 * log(q),
            d.cite("background/absolute-value.least-of-two", r=0, s=q, c=0),
            d.cite("background/absolute-value.above-both", r=0, s=q), hints=[s / c, 1 / (s * c)],
        )
        return d.rewrite(zero, plain, goal)

    def present(above: Line) -> Line:
        def infinite(zero: Line) -> Line:
            value = (
                2 * p * (1 - log(c)) - (s * minimum(p, ZERO) + maximum(p, ZERO) / s) / c
            )
            return d.rewrite(zero, d.cite("background/infinite-log", above, u=p, r=value), goal)

        def finite(positive: Line) -> Line:
            def chosen(_: Line, low: Line) -> Line:
                least = low.theorem.conclusion.right
                most = q if least == p else p
                lines = [
                    d.cite("background/log-tangent.line", above, positive, x=x)
                    for x in (s * least / (p * c), most / (s * p * c))
                ]
                both = d.cite("background/absolute-value.half-sum", r=p, s=q)
                high = d.arithmetic(equals(maximum(p, q), most), both, low)
                return d.arithmetic(goal, *lines, low, high, above, positive,
                                    hints=[p, s / c, 1 / (s * c)])

            return split_minimum(d, p, q, chosen)

        return split_zero(d, q, infinite, finite)

    d.qed(split_zero(d, p, absent, present))


@derives("background/bretagnolle-huber.affine")
def huber_affine(d: Derivation) -> None:
    """The minima sum to 1 − TV, the maxima to 1 + TV."""
    P, Q, s, c = d.var("P"), d.var("Q"), d.var("s"), d.var("c")
    a = Symbol("a", P.of.size)
    rows = summed(d, a, lambda a: d.cite("background/bretagnolle-huber.pointwise", p=P[a], q=Q[a]))
    low, high = (
        summed(d, a, lambda a, part=part: d.cite(
            "background/absolute-value.half-sum", part=part, r=P[a], s=Q[a]))
        for part in (0, 1)
    )
    first = d.arithmetic(
        d.goal.left <= rows.formula.left, low, high, d.cite("definition/total-variation"),
        hints=[s / c, 1 / (s * c)],
    )
    kl = d.cite("definition/kl")
    d.qed(d.chain(first, rows, d.turn(equals(kl.formula.right, KL(P, Q)), kl)))


@derives("background/bretagnolle-huber.product")
def huber_product(d: Derivation) -> None:
    """With c the root u of 1 − TV² and s = u/(1 − TV), `affine` is −2 ln u ≤ D."""
    P, Q, r = d.var("P"), d.var("Q"), d.var("r")
    (bounded,) = d.given
    v = TV(P, Q)
    span = d.cite("background/total-variation.range")
    goal = d.goal

    def apart(far: Line) -> Line:
        c = exp(-r / 2 - 1)
        line = d.chain(d.cite("background/bretagnolle-huber.affine", s=1 / c, c=c), bounded)
        return absurd(d, goal, line, far, span, hints=[exp(r + 2)])

    def near(close: Line) -> Line:
        u = sqrt((1 - v) * (1 + v))
        gap = d.arithmetic(0 < 1 - v, close)
        inside = d.arithmetic(0 < (1 - v) * (1 + v), gap, hints=[1 + v])

        def positive(above: Line) -> Line:
            line = d.chain(
                d.cite(
                    "background/bretagnolle-huber.affine",
                    gap, above, inside, s=u / (1 - v), c=u,
                ),
                bounded,
            )
            other = (1 + v) / (u / (1 - v))
            equal = split_order(
                d, other, u, lambda low: low,
                lambda high: absurd(d, other <= u, high, above, gap, inside, hints=[u]),
                above, gap, inside,
            )
            plain = d.arithmetic(
                -r <= 2 * log(u), line, equal, gap, above, inside, hints=[1 / u]
            )
            grows = d.cite("background/exponential-increasing", plain, above, inside,
                           r=-r, s=2 * log(u))
            return d.chain(grows, d.identity(
                equals(grows.formula.right, (1 - v) * (1 + v)), above, inside, gap))

        alternatives = d.order(u, 0, inside)
        low = d.assume(u <= 0)
        none = d.turn(equals(u, 0), low, d.obvious(ZERO <= u, inside))
        wrong = absurd(d, goal, none, inside, hints=[u])
        return d.cases(alternatives, wrong, positive(d.assume(0 < u)))

    d.qed(split_order(d, 1, v, apart, near))


def by_size(d: Steps, P: Term, Q: Term, finite: Any, infinite: Any) -> Line:
    """What holds whether D(P‖Q) is finite or ∞."""
    both = d.cite("background/kl-range", P=P, Q=Q)
    parts = both.theorem.conclusion.parts
    return d.cases(both, finite(d.assume(parts[0])), infinite(d.assume(parts[1])))


def no_likelihood(d: Steps, value: Line) -> Line:
    """exp(−D) = 0, from a line D = ∞."""
    facts = d.cite("definition/infinite-exponential", r=0)
    top, bottom = value.formula.right, d.piece(facts, 2).formula.right
    line = d.piece(facts, 1)
    line = d.rewrite(d.piece(facts, 2), line, equals(exp(-top), 0))
    del bottom
    return d.rewrite(value, line, equals(exp(-value.formula.left), 0))


@derives("background/bretagnolle-huber.half")
def huber_half(d: Derivation) -> None:
    """(1 − TV)(1 + TV) ≤ 2 (1 − TV)."""
    P, Q = d.var("P"), d.var("Q")
    span = d.cite("background/total-variation.range")

    def finite(less: Line) -> Line:
        own = d.obvious(KL(P, Q) <= KL(P, Q), less)
        line = d.cite("background/bretagnolle-huber.product", own, less, r=KL(P, Q))
        return d.arithmetic(d.goal, line, span, less)

    def infinite(value: Line) -> Line:
        plain = d.arithmetic(1 - TV(P, Q) >= number(0) / 2, span)
        return d.rewrite(no_likelihood(d, value), plain, d.goal)

    d.qed(by_size(d, P, Q, finite, infinite))


@derives("background/bretagnolle-huber.root")
def huber_root(d: Derivation) -> None:
    """TV² ≤ 1 − e^−D."""
    P, Q = d.var("P"), d.var("Q")
    v = TV(P, Q)
    span = d.cite("background/total-variation.range")

    def finite(less: Line) -> Line:
        own = d.obvious(KL(P, Q) <= KL(P, Q), less)
        line = d.cite("background/bretagnolle-huber.product", own, less, r=KL(P, Q))
        rest = 1 - exp(-KL(P, Q))
        square = d.arithmetic(v**2 <= rest, line, less)
        known = d.arithmetic(ZERO <= rest, square, less, hints=[v**2])
        root = sqrt(rest)
        return split_order(
            d, v, root, lambda low: low,
            lambda high: absurd(d, d.goal, high, square, known, less, hints=[root]), known, less,
        )

    def infinite(value: Line) -> Line:
        one = d.identity(equals(sqrt(1 - number(0)), 1))
        plain = d.chain(d.piece(span, 1), d.turn(equals(one.formula.right, one.formula.left), one))
        return d.rewrite(no_likelihood(d, value), plain, d.goal)

    d.qed(by_size(d, P, Q, finite, infinite))
