"""Proofs of textbook facts that bound divergences and distances by one another."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    absurd,
    below,
    everywhere,
    mixes,
    same,
    single,
    split_below,
    split_equal,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    KL,
    TV,
    absolute,
    cases,
    channel_table,
    equals,
    exp,
    hockey_stick,
    indicator,
    log,
    maximum,
    minimum,
    output,
    pmf_of,
    sqrt,
    total,
)
from verified.language.terms import Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

ABSOLUTE = "background/absolute-value"

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
                "definition/infinite-log", above, u=p, r=excess(p, ZERO, absolute(p - 0))
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
                f"{ABSOLUTE}.least", *ways, above, positive, r=p - q,
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

    both = d.cite("definition/kl-range")
    parts = both.theorem.conclusion.parts
    d.qed(d.cases(both, finite(d.assume(parts[0])), infinite(d.assume(parts[1]))))


@derives("background/gibbs.zero")
def gibbs_zero(d: Derivation) -> None:
    """By Pinsker the laws agree on every event."""
    P, Q = d.var("P"), d.var("Q")
    square = d.cite("background/pinsker.squared")
    none = d.arithmetic(2 * TV(P, Q) ** 2 <= 0, d.chain(square, *d.given))
    low = split_order(
        d, TV(P, Q), 0, lambda low: low,
        lambda high: absurd(d, TV(P, Q) <= 0, high, none),
    )

    def pointwise(a: Any) -> Line:
        event = single(d, a, P.of.size)
        ways = [
            d.arithmetic(
                one[a] <= two[a],
                d.cite("background/total-variation.event", P=one, Q=two, A=event), low,
                d.cite("background/total-variation.symmetric"),
            )
            for one, two in ((P, Q), (Q, P))
        ]
        return d.turn(equals(P[a], Q[a]), *ways)

    d.qed(everywhere(d, Symbol("a", P.of.size), pointwise))


# --- Bretagnolle and Huber ------------------------------------------------------------------------

HUBER = "background/bretagnolle-huber"


@derives(f"{HUBER}.pointwise")
def huber_pointwise(d: Derivation) -> None:
    """ln(s min/(p c)) + ln(max/(s p c)) = ln(q/p) − 2 ln c; and ln z ≤ z − 1 for both."""
    p, q, s, c = d.var("p"), d.var("q"), d.var("s"), d.var("c")
    goal = d.goal

    def absent(zero: Line) -> Line:
        # −(…)/c ≤ 0
        plain = d.arithmetic(
            2 * ZERO * (1 - log(c)) - (s * minimum(ZERO, q) + maximum(ZERO, q) / s) / c
            <= 0 * log(ZERO) - 0 * log(q),
            d.cite(f"{ABSOLUTE}.least-of-two", r=0, s=q, c=0),
            d.cite(f"{ABSOLUTE}.above-both", r=0, s=q), hints=[s / c, 1 / (s * c)],
        )
        return d.rewrite(zero, plain, goal)

    def present(above: Line) -> Line:
        def infinite(zero: Line) -> Line:
            value = (
                2 * p * (1 - log(c)) - (s * minimum(p, ZERO) + maximum(p, ZERO) / s) / c
            )
            return d.rewrite(zero, d.cite("definition/infinite-log", above, u=p, r=value), goal)

        def finite(positive: Line) -> Line:
            def chosen(_: Line, low: Line) -> Line:
                least = low.theorem.conclusion.right
                most = q if least == p else p
                lines = [
                    d.cite("background/log-tangent.line", above, positive, x=x)
                    for x in (s * least / (p * c), most / (s * p * c))
                ]
                both = d.cite(f"{ABSOLUTE}.half-sum", r=p, s=q)
                high = d.arithmetic(equals(maximum(p, q), most), both, low)
                return d.arithmetic(goal, *lines, low, high, above, positive,
                                    hints=[p, s / c, 1 / (s * c)])

            return split_minimum(d, p, q, chosen)

        return split_zero(d, q, infinite, finite)

    d.qed(split_zero(d, p, absent, present))


@derives(f"{HUBER}.affine")
def huber_affine(d: Derivation) -> None:
    """The minima sum to 1 − TV, the maxima to 1 + TV."""
    P, Q, s, c = d.var("P"), d.var("Q"), d.var("s"), d.var("c")
    a = Symbol("a", P.of.size)
    rows = summed(d, a, lambda a: d.cite(f"{HUBER}.pointwise", p=P[a], q=Q[a]))
    low = summed(d, a, lambda a: d.cite(f"{ABSOLUTE}.half-sum", part=0, r=P[a], s=Q[a]))
    high = summed(d, a, lambda a: d.cite(f"{ABSOLUTE}.half-sum", part=1, r=P[a], s=Q[a]))
    first = d.arithmetic(
        d.goal.left <= rows.formula.left, low, high, d.cite("definition/total-variation"),
        hints=[s / c, 1 / (s * c)],
    )
    kl = d.cite("definition/kl")
    d.qed(d.chain(first, rows, d.turn(equals(kl.formula.right, KL(P, Q)), kl)))


@derives(f"{HUBER}.product")
def huber_product(d: Derivation) -> None:
    """With c the root u of 1 − TV² and s = u/(1 − TV), `affine` is −2 ln u ≤ D."""
    P, Q, r = d.var("P"), d.var("Q"), d.var("r")
    (bounded,) = d.given
    v = TV(P, Q)
    span = d.cite("background/total-variation.range")
    goal = d.goal

    def apart(far: Line) -> Line:
        c = exp(-r / 2 - 1)
        line = d.chain(d.cite(f"{HUBER}.affine", s=1 / c, c=c), bounded)
        return absurd(d, goal, line, far, span, hints=[exp(r + 2)])

    def near(close: Line) -> Line:
        u = sqrt((1 - v) * (1 + v))
        gap = d.arithmetic(0 < 1 - v, close)
        inside = d.arithmetic(0 < (1 - v) * (1 + v), gap, hints=[1 + v])

        def positive(above: Line) -> Line:
            line = d.chain(
                d.cite(f"{HUBER}.affine", gap, above, inside, s=u / (1 - v), c=u), bounded
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
    both = d.cite("definition/kl-range", P=P, Q=Q)
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


@derives(f"{HUBER}.half")
def huber_half(d: Derivation) -> None:
    """(1 − TV)(1 + TV) ≤ 2 (1 − TV)."""
    P, Q = d.var("P"), d.var("Q")
    span = d.cite("background/total-variation.range")

    def finite(less: Line) -> Line:
        own = d.obvious(KL(P, Q) <= KL(P, Q), less)
        line = d.cite(f"{HUBER}.product", own, less, r=KL(P, Q))
        return d.arithmetic(d.goal, line, span, less)

    def infinite(value: Line) -> Line:
        plain = d.arithmetic(1 - TV(P, Q) >= number(0) / 2, span)
        return d.rewrite(no_likelihood(d, value), plain, d.goal)

    d.qed(by_size(d, P, Q, finite, infinite))


@derives(f"{HUBER}.root")
def huber_root(d: Derivation) -> None:
    """TV² ≤ 1 − e^−D."""
    P, Q = d.var("P"), d.var("Q")
    v = TV(P, Q)
    span = d.cite("background/total-variation.range")

    def finite(less: Line) -> Line:
        own = d.obvious(KL(P, Q) <= KL(P, Q), less)
        line = d.cite(f"{HUBER}.product", own, less, r=KL(P, Q))
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


# --- events, mixtures -----------------------------------------------------------------------------


@derives("background/dpi-kl.event")
def dpi_kl_event(d: Derivation) -> None:
    """A channel that says whether the symbol is in the event."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")
    x, bit = Symbol("x", P.of.size), Symbol("s", 2)

    def entry(x: Any, s: Any) -> Term:
        mark = cases(equals(indicator(A, x), 1), 1, 0)
        first = cases(equals(s, 0), 1, 0)
        return first * mark + (1 - first) * (1 - mark)

    tell = channel_table(P.of.size, 2, entry)

    def sign(x: Any, s: Any) -> Line:
        known = d.cite(f"{ABSOLUTE}.membership", a=x)

        def chosen(_: Line, value: Line) -> Line:
            first = value.theorem.conclusion.right
            mark = cases(equals(indicator(A, x), 1), 1, 0)
            plain = d.arithmetic(first * mark + (1 - first) * (1 - mark) >= ZERO, known)
            return d.rewrite(value, plain, entry(x, s) >= ZERO)

        return split_equal(d, s, 0, chosen)

    lawful = everywhere(d, x, lambda x: everywhere(d, bit, lambda s: sign(x, s)))
    line = d.cite("background/dpi-kl.channel", lawful, W=tell)
    bounds = [d.cite("definition/event-bounds", P=law) for law in (P, Q)]
    for law, bound in zip((P, Q), bounds, strict=True):
        told, literal = output(law, tell), pmf_of(law[A], 1 - law[A])

        def agree(s: Any, told: Term = told, literal: Term = literal, bound: Line = bound) -> Line:
            either = d.cite("definition/bit", b=s)
            branches = []
            for value in (0, 1):
                plain = d.identity(equals(told[value], literal[value]), lawful, bound)
                known = d.assume(equals(s, value))
                branches.append(d.rewrite(known, plain, equals(told[s], literal[s])))
            return d.cases(either, *branches)

        equal = everywhere(d, bit, agree)
        line = d.rewrite(equal, line)
    d.qed(line)


def tv_convex(kind: str) -> Any:
    """The derivation of one of the forms of convexity for families."""

    def derivation(d: Derivation) -> None:
        """The triangle inequality for each symbol, times the weights."""
        t, P, Q = d.var("t"), d.var("P"), d.var("Q")
        j = Symbol("j", t.of.size)
        first, second = d.goal.left.args
        one = (lambda j: P) if kind == "second" else (lambda j: P[j])
        two = (lambda j: Q) if kind == "first" else (lambda j: Q[j])

        def pointwise(a: Any) -> Line:
            gap = first[a] - second[a]
            most = total(j, t[j] * absolute(one(j)[a] - two(j)[a]))
            ways = []
            for sign in (1, -1):
                def term(j: Any, sign: int = sign) -> Line:
                    inner = one(j)[a] - two(j)[a]
                    line = d.cite(f"{ABSOLUTE}.above", r=inner)
                    return d.arithmetic(
                        sign * t[j] * inner <= t[j] * absolute(inner), line, hints=[t[j]]
                    )

                rest = summed(d, j, term)
                way = gap if sign == 1 else -gap
                ways.append(d.chain(d.identity(equals(way, rest.formula.left)), rest))
            return d.cite(f"{ABSOLUTE}.least", *ways, r=gap, c=most)

        a = Symbol("a", first.sort.sizes()[0])
        rows = summed(d, a, pointwise)
        means = summed(d, j, lambda j: d.arithmetic(
            equals(t[j] * TV(one(j), two(j)), t[j] * total(a, absolute(one(j)[a] - two(j)[a])) / 2),
            d.cite("definition/total-variation", P=one(j), Q=two(j)), hints=[t[j]],
        ))
        whole = d.cite("definition/total-variation", P=first, Q=second)
        d.qed(d.arithmetic(d.goal, rows, means, whole))

    return derivation


for _kind in ("many", "first", "second"):
    derives(f"background/tv-jointly-convex.{_kind}")(tv_convex(_kind))


@derives("background/hockey-stick-jointly-convex")
def stick_convex(d: Derivation) -> None:
    """max(0, Σ t (P − e^ε Q)) ≤ Σ t max(0, P − e^ε Q) for each symbol."""
    t, P, Q, eps = d.var("t"), d.var("P"), d.var("Q"), d.var("eps")
    j, a = Symbol("j", t.of.size), Symbol("a", P.of.outputs)
    first, second = output(t, P), output(t, Q)

    def gap(j: Any, a: Any) -> Term:
        return P[j, a] - exp(eps) * Q[j, a]

    def pointwise(a: Any) -> Line:
        whole = first[a] - exp(eps) * second[a]

        def term(j: Any, low: Any) -> Line:
            line = d.cite(f"{ABSOLUTE}.above-both", r=0, s=gap(j, a))
            left = t[j] * (gap(j, a) if low is None else low)
            return d.arithmetic(left <= t[j] * maximum(0, gap(j, a)), line, hints=[t[j]])

        rest = summed(d, j, lambda j: term(j, None))
        above = d.chain(d.identity(equals(whole, rest.formula.left)), rest)
        none = summed(d, j, lambda j: term(j, ZERO))
        none = d.chain(d.identity(equals(number(0), none.formula.left)), none)
        return d.cite(
            f"{ABSOLUTE}.largest-of-two", none, above, r=0, s=whole, c=rest.formula.right
        )

    rows = summed(d, a, pointwise)
    means = summed(d, j, lambda j: d.arithmetic(
        equals(t[j] * hockey_stick(P[j], Q[j], eps), t[j] * total(a, maximum(0, gap(j, a)))),
        d.cite("definition/hockey-stick", P=P[j], Q=Q[j]), hints=[t[j]],
    ))
    whole = d.cite("definition/hockey-stick", P=first, Q=second)
    d.qed(d.arithmetic(d.goal, rows, means, whole))


@derives("background/tv-jointly-convex.two")
def tv_convex_two(d: Derivation) -> None:
    """|t r + (1 − t) s| ≤ t |r| + (1 − t) |s| for each symbol."""
    t, P, Q = d.var("t"), (d.var("P1"), d.var("P2")), (d.var("Q1"), d.var("Q2"))
    first, second = d.goal.left.args
    a = Symbol("a", P[0].of.size)
    laws = mixes(d, t, P[0], P[1]), mixes(d, t, Q[0], Q[1])

    def pointwise(a: Any) -> Line:
        gaps = [p[a] - q[a] for p, q in zip(P, Q, strict=True)]
        gap = t * gaps[0] + (1 - t) * gaps[1]
        most = t * absolute(gaps[0]) + (1 - t) * absolute(gaps[1])
        above = [d.cite(f"{ABSOLUTE}.above", r=part) for part in gaps]
        ways = [
            d.arithmetic(way <= most, *above, hints=[t, 1 - t]) for way in (gap, -gap)
        ]
        return d.cite(f"{ABSOLUTE}.least", *ways, r=gap, c=most)

    rows = summed(d, a, pointwise)
    parts = [
        d.cite("definition/total-variation", P=p, Q=q) for p, q in zip(P, Q, strict=True)
    ]
    whole = d.cite("definition/total-variation", *laws, P=first, Q=second)
    d.qed(d.arithmetic(d.goal, rows, whole, *parts, *laws, hints=[t, 1 - t]))


@derives("background/renyi-monotone.one")
def renyi_one(d: Derivation) -> None:
    """The definition at order 1."""
    d.qed(d.cite("definition/renyi-one"))


@derives("background/log-sum")
def log_sum_inequality(d: Derivation) -> None:
    """The tangent at the ratio of the sums, for each term."""
    u, v = d.var("u"), d.var("v")
    j = Symbol("j", u.of.size)
    A, B = total(j, u[j]), total(j, v[j])
    above = [positive_sum(d, reals, j) for reals in (u, v)]
    rows = summed(d, j, lambda j: d.cite(
        "background/log-tangent.pair", *above, p=u[j], q=v[j], s=A / B), *above)
    value = d.identity(equals(rows.formula.left, A * log(A / B)), *above)
    d.qed(d.arithmetic(d.goal, rows, value, *above))


def positive_sum(d: Steps, reals: Term, j: Any) -> Line:
    """Σ u > 0 for positive numbers: the sum is at least the first of them."""
    def pointwise(j: Any) -> Line:
        def chosen(_: Line, value: Line) -> Line:
            on = value.theorem.conclusion.right
            return d.rewrite(
                value, d.obvious(on * reals[j] <= reals[j]), same(j, 0) * reals[j] <= reals[j]
            )

        return split_equal(d, j, 0, chosen)

    rows = summed(d, j, pointwise)
    start = d.identity(equals(reals[0], rows.formula.left))
    return d.chain(d.obvious(0 < reals[0]), start, rows)


@derives("background/exponential-markov")
def exponential_markov(d: Derivation) -> None:
    """e^(λ (f − s)) ≥ 1 where f ≥ s, and it is positive elsewhere."""
    P, f, s, tilt = d.var("P"), d.var("f"), d.var("s"), d.var("lambda")

    def pointwise(a: Any) -> Line:
        weight = exp(tilt * (f[a] - s))
        line = d.cite("background/log-tangent.exponential", eps=tilt * (f[a] - s))

        def chosen(order: Line, value: Line) -> Line:
            on = value.theorem.conclusion.right
            plain = (
                d.arithmetic(on * P[a] <= P[a] * weight, line, order, hints=[P[a], P[a] * tilt])
                if on == number(1) else d.obvious(on * P[a] <= P[a] * weight)
            )
            return d.rewrite(value, plain, below(s, f[a]) * P[a] <= P[a] * weight)

        return split_below(d, s, f[a], chosen)

    rows = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rows))


@derives("background/maximal-coupling.any-coupling")
def any_coupling(d: Derivation) -> None:
    """P(a) W(a|a) is at most both P(a) and the output's probability of a."""
    P, W = d.var("P"), d.var("W")
    q = output(P, W)
    covers = d.cite("background/output-dominates.by-input", P=P, W=W)

    def pointwise(a: Any) -> Line:
        bound = d.cite("definition/probability-bounds", P=W[a], a=a)
        return d.cite(
            f"{ABSOLUTE}.least-of-two", d.arithmetic(P[a] * W[a, a] <= P[a], bound, hints=[P[a]]),
            d.at(d.at(covers, a), a), r=P[a], s=q[a], c=P[a] * W[a, a],
        )

    rows = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rows, d.cite("background/total-variation.overlap", Q=q)))
