"""Proofs of the facts on distances: Hellinger, Jensen–Shannon, tests, transport, contraction."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import half_distance, stick
from derivations.patterns.numbers import root_of_product
from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    positive_from,
    split_absolute,
    split_order,
    split_zero,
    substitute_bound,
    summed,
)
from verified.kernel.polynomial import replaced
from verified.language import (
    TV,
    absolute,
    dobrushin,
    equals,
    exp,
    log,
    maximum,
    output,
    reals_table,
    smallest,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number


@derives("background/hellinger.below")
def hellinger_below(d: Derivation) -> None:
    """√(pq) ≥ min(p, q) = (p + q − |p − q|)/2 for each symbol."""
    P, Q = d.var("P"), d.var("Q")
    a = Symbol("a", P.of.size)

    def pointwise(a: Any) -> Line:
        p, q = P[a], Q[a]
        root = sqrt(p * q)
        above = d.cite("background/absolute-value.above", r=p - q)
        goal = (p + q) / 2 - absolute(p - q) / 2 <= root

        def least(first: Term, second: Term, less: Line) -> Line:
            low = split_order(
                d, first, root, lambda low: low,
                lambda high: absurd(d, first <= root, high, less, hints=[root, first]),
            )
            return d.arithmetic(goal, low, d.piece(above, 0), d.piece(above, 1))

        return split_order(
            d, p, q, lambda less: least(p, q, less),
            lambda less: least(q, p, d.arithmetic(q <= p, less)),
        )

    rest = summed(d, a, pointwise)
    value = d.cite("definition/hellinger")
    d.qed(d.arithmetic(d.goal, rest, value, half_distance(d, P, Q)))


@derives("background/hellinger.above")
def hellinger_above(d: Derivation) -> None:
    """With S = Σ √(pq), t = 1 + S and v = TV: 2 t v |p − q| ≤ t² (√p − √q)² + v² (√p + √q)², whose
    sum is 4 t v² ≤ 2 t² (1 − S) + 2 v² t."""
    P, Q = d.var("P"), d.var("Q")
    a, v = Symbol("a", P.of.size), TV(P, Q)
    S = total(a, sqrt(P[a] * Q[a]))
    t = 1 + S

    def pointwise(a: Any) -> Line:
        p, q = P[a], Q[a]
        x, y = sqrt(p), sqrt(q)
        most = t**2 * (p + q - 2 * sqrt(p * q)) + v**2 * (p + q + 2 * sqrt(p * q))
        product = root_of_product(d, p, q)
        product = d.turn(equals(x * y, sqrt(p * q)), product)
        ways = []
        for sign in (1, -1):
            low = 2 * t * v * (p - q if sign == 1 else -(p - q))
            square = t * (x - y) - sign * v * (x + y)
            apart = t**2 * (p + q - 2 * (x * y)) + v**2 * (p + q + 2 * (x * y))
            line = d.combined(low <= apart, products=[["1", [["square", square]]]])
            ways.append(d.rewrite(product, line, low <= most))

        def signed(_: Line, worth: Line) -> Line:
            side = worth.theorem.conclusion.right
            way = ways[0] if side == p - q else ways[1]
            return d.rewrite(worth, way, 2 * t * v * absolute(p - q) <= most)

        return split_absolute(d, p - q, signed)

    rest = summed(d, a, pointwise)
    distance = half_distance(d, P, Q)
    twice = d.arithmetic(equals(total(a, absolute(P[a] - Q[a])), 2 * v), distance)
    left = d.identity(equals(rest.formula.left, 2 * t * v * total(a, absolute(P[a] - Q[a]))))
    left = d.rewrite(twice, left, equals(rest.formula.left, 2 * t * v * (2 * v)))
    right = d.identity(equals(rest.formula.right, 2 * t**2 * (1 - S) + 2 * v**2 * t))
    whole = d.chain(d.turn(equals(left.formula.right, left.formula.left), left), rest, right)
    root = d.combined(
        v**2 <= (1 - S) * (2 - (1 - S)), whole, products=[["1/2", [["fact", 0], ["sign", 1 / t]]]],
    )
    value = d.cite("definition/hellinger")
    back = d.turn(equals(1 - S, value.formula.left), value)
    d.qed(d.rewrite(back, root, d.goal))


@derives("background/hellinger.divergence")
def hellinger_divergence(d: Derivation) -> None:
    """ln x ≤ x − 1 at x = √(q/p), times 2p, for each symbol."""
    P, Q = d.var("P"), d.var("Q")
    a = Symbol("a", P.of.size)

    def pointwise(a: Any) -> Line:
        p, q = P[a], Q[a]
        goal = 2 * p - 2 * sqrt(p * q) <= p * log(p) - p * log(q)

        def absent(zero: Line) -> Line:
            plain = d.obvious(replaced(goal, p, number(0)))
            return d.rewrite(zero, plain, goal)

        def present(above: Line) -> Line:
            def outside(zero: Line) -> Line:
                plain = replaced(goal, q, number(0))
                far = d.cite("definition/infinite-minus-log", above, u=p, r=plain.left,
                             s=p * log(p))
                return d.rewrite(zero, far, goal)

            def inside(beside: Line) -> Line:
                root = sqrt(p * q)
                positive = positive_from(d, root, above, beside, hints=[root])
                tangent = d.cite("background/log-tangent.line", above, positive, x=root / p)
                halves = d.identity(
                    equals(log(root * root), 2 * log(root)), positive, above, beside
                )
                parts = d.identity(equals(log(root * root), log(p) + log(q)), above, beside)
                return d.arithmetic(
                    goal, tangent, halves, parts, above, beside, positive, hints=[p]
                )

            return split_zero(d, q, outside, inside)

        return split_zero(d, p, absent, present)

    rest = summed(d, a, pointwise)
    value = d.cite("definition/hellinger")
    twice = d.arithmetic(equals(2 * value.formula.left, rest.formula.left), value)
    kl = d.cite("definition/kl")
    d.qed(d.chain(twice, rest, d.turn(equals(kl.formula.right, kl.formula.left), kl)))


# --- Jensen and Shannon ---------------------------------------------------------------------------


@derives("background/jensen-shannon")
def jensen_shannon_bound(d: Derivation) -> None:
    """P ln P − P ln M ≤ P ln 2 for the middle law M, as P ≤ 2 M; likewise for Q."""
    P, Q = d.var("P"), d.var("Q")
    a = Symbol("a", P.of.size)
    value = d.cite("definition/jensen-shannon")
    M = value.formula.right.args[0].args[0].args[1]
    means = []
    for law in (P, Q):

        def pointwise(a: Any, law: Any = law) -> Line:
            middle = M[a]
            goal = law[a] * log(law[a]) - law[a] * log(middle) <= law[a] * log(2)

            def absent(zero: Line) -> Line:
                return d.rewrite(zero, d.obvious(replaced(goal, law[a], number(0))), goal)

            def present(above: Line) -> Line:
                less = d.obvious(law[a] <= 2 * middle)
                below = d.cite(
                    "background/log-increasing.positive", above, less, u=law[a], v=2 * middle
                )
                parts = d.identity(equals(log(2 * middle), log(2) + log(middle)), above)
                return d.arithmetic(goal, below, parts, above, hints=[law[a]])

            return split_zero(d, law[a], absent, present)

        rest = summed(d, a, pointwise)
        kl = d.cite("definition/kl", P=law, Q=M)
        end = d.identity(equals(rest.formula.right, log(2)))
        means.append(d.chain(kl, rest, end))
    d.qed(d.arithmetic(d.goal, value, *means))


# --- transport ------------------------------------------------------------------------------------


@derives("background/transport-plan")
def transport_plan(d: Derivation) -> None:
    """Σ P f + Σ (PW)(y) min_x (c(x, y) − f(x)) ≤ Σ P W c for every potential f."""
    P, W, c = d.var("P"), d.var("W"), d.var("c")
    n, m = W.of.inputs, W.of.outputs
    x, y = Symbol("x", n), Symbol("y", m)
    value = d.cite("definition/transport-cost", Q=output(P, W))
    bind = value.formula.right
    f = d.fix(bind.var)

    def each(x: Any) -> Line:
        def one(y: Any) -> Line:
            least = smallest(b, c[b * m + y] - f[b])
            low = d.below_sup(least, x)
            return d.arithmetic(
                P[x] * W[x, y] * least <= P[x] * W[x, y] * (c[x * m + y] - f[x]), low,
                hints=[P[x] * W[x, y]],
            )

        return summed(d, y, one)

    b = bind.body.args[1].body.args[1].var
    rest = summed(d, x, each)
    body = substitute_bound(bind, f)
    low = d.identity(equals(
        body, total(x, P[x] * f[x]) + rest.formula.left
    ))
    high = d.identity(equals(total(x, P[x] * f[x]) + rest.formula.right, d.goal.right))
    line = d.arithmetic(body <= d.goal.right, rest, low, high)
    d.qed(d.chain(value, d.bound_sup(bind, line, f)))


# --- tests of two laws ----------------------------------------------------------------------------


@derives("background/trade-off.test")
def trade_off_test(d: Derivation) -> None:
    """A test of that level is one of those whose least error it is."""
    phi = d.var("phi")
    value = d.cite("definition/trade-off")
    d.qed(d.chain(value, d.below_sup(value.formula.right, phi, *d.given)))


@derives("background/trade-off.hockey-stick")
def trade_off_stick(d: Derivation) -> None:
    """(Q − e^ε P) φ ≤ max(0, Q − e^ε P) for each symbol and test φ."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    a = Symbol("a", P.of.size)
    value = d.cite("definition/trade-off")
    bind = value.formula.right
    phi = d.fix(bind.var)
    held = d.assume(substitute(bind.guard, {bind.var.name: phi}))

    def pointwise(a: Any) -> Line:
        gap = Q[a] - exp(eps) * P[a]
        above = d.cite("background/absolute-value.above-both", r=0, s=gap)
        return d.arithmetic(
            gap * phi[a] <= maximum(0, gap), d.piece(above, 0), d.piece(above, 1),
            hints=[phi[a], 1 - phi[a]],
        )

    rest = summed(d, a, pointwise)
    split = d.identity(equals(
        rest.formula.left, total(a, Q[a] * phi[a]) - exp(eps) * total(a, P[a] * phi[a])
    ))
    error = substitute_bound(bind, phi)
    line = d.arithmetic(
        d.goal.left <= error, rest, split, stick(d, Q, P, eps), held, hints=[exp(eps)]
    )
    low = d.bound_sup(bind, line, phi)
    d.qed(d.chain(low, d.turn(equals(bind, value.formula.left), value)))


@derives("background/trade-off.channel")
def trade_off_channel(d: Derivation) -> None:
    """A test φ of the outputs is the test Σ_y W(y|x) φ(y) of the inputs, with the same errors."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    n, m = W.of.inputs, W.of.outputs
    x, y = Symbol("x", n), Symbol("y", m)
    value = d.cite("definition/trade-off", P=output(P, W), Q=output(Q, W))
    bind = value.formula.right
    phi = d.fix(bind.var)
    held = d.assume(substitute(bind.guard, {bind.var.name: phi}))

    def sure(x: Any) -> Line:
        rest = summed(d, y, lambda y: d.arithmetic(
            W[x, y] * phi[y] <= W[x, y], hints=[W[x, y] * (1 - phi[y])]
        ))
        return d.arithmetic(total(y, W[x, y] * phi[y]) <= 1, rest)

    before = reals_table(n, lambda x: total(y, W[x, y] * phi[y]))
    level = held.theorem.conclusion.left
    same = d.identity(equals(total(x, P[x] * before[x]), level))
    line = d.cite(
        "background/trade-off.test", d.chain(same, held), everywhere(d, x, sure), phi=before,
    )
    error = substitute_bound(bind, phi)
    line = d.chain(line, d.identity(equals(line.formula.right, error)))
    low = d.bound_sup(bind, line, phi)
    d.qed(d.chain(low, d.turn(equals(bind, value.formula.left), value)))


# --- through a channel ----------------------------------------------------------------------------


@derives("background/dpi-f-divergence")
def dpi_f_divergence(d: Derivation) -> None:
    """max(0, Σ W(y|x) (P − t Q)) ≤ Σ W(y|x) max(0, P − t Q) at each kink t."""
    P, Q, W, t, w = d.var("P"), d.var("Q"), d.var("W"), d.var("t"), d.var("w")
    x, y, j = Symbol("x", P.of.size), Symbol("y", W.of.outputs), Symbol("j", w.of.size)

    def each(y: Any, j: Any) -> Line:
        gap = output(P, W)[y] - t[j] * output(Q, W)[y]

        def term(x: Any, low: Any) -> Line:
            inner = P[x] - t[j] * Q[x]
            line = d.cite("background/absolute-value.above-both", r=0, s=inner)
            return d.arithmetic(
                W[x, y] * (inner if low is None else low) <= W[x, y] * maximum(0, inner), line,
                hints=[W[x, y]],
            )

        rest = summed(d, x, lambda x: term(x, None))
        above = d.chain(d.identity(equals(gap, rest.formula.left)), rest)
        none = summed(d, x, lambda x: term(x, ZERO))
        none = d.chain(d.identity(equals(number(0), none.formula.left)), none)
        most = d.cite(
            "background/absolute-value.largest-of-two", none, above,
            r=0, s=gap, c=rest.formula.right,
        )
        lost = w[j] * output(Q, W)[y] * maximum(0, 1 - t[j])
        return d.arithmetic(
            w[j] * (maximum(0, gap) - output(Q, W)[y] * maximum(0, 1 - t[j]))
            <= w[j] * rest.formula.right - lost, most, hints=[w[j]],
        )

    rows = summed(d, y, lambda y: summed(d, j, lambda j: each(y, j)))
    first = d.cite("definition/f-divergence", P=output(P, W), Q=output(Q, W))
    last = d.cite("definition/f-divergence")
    swapped = d.identity(equals(rows.formula.right, last.formula.right))
    d.qed(d.chain(
        first, rows, swapped, d.turn(equals(last.formula.right, last.formula.left), last)
    ))


@derives("background/dobrushin.rows")
def dobrushin_rows(d: Derivation) -> None:
    """The coefficient is the largest of them."""
    a, z = d.var("a"), d.var("z")
    value = d.cite("definition/dobrushin")
    bind = value.formula.right
    outer = d.below_sup(bind, a)
    inner = d.below_sup(outer.formula.left, z)
    d.qed(d.chain(inner, outer, d.turn(equals(bind, value.formula.left), value)))


@derives("background/dobrushin.contraction")
def dobrushin_contraction(d: Derivation) -> None:
    """With μ and ν the parts of P − Q of either sign, each of mass v: v (PW − QW)(y) is
    Σ μ(x) ν(x') (W(y|x) − W(y|x')), so 2 v TV(PW, QW) ≤ Σ μ(x) ν(x') 2 TV(W_x, W_x') ≤ 2 η v²."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    n = P.of.size
    x, z, y = Symbol("x", n), Symbol("x'", n), Symbol("y", W.of.outputs)
    after, eta = TV(output(P, W), output(Q, W)), dobrushin(W)

    def gap(x: Any) -> Term:
        return P[x] - Q[x]

    def more(x: Any) -> Term:
        return (absolute(gap(x)) + gap(x)) / 2

    def less(x: Any) -> Term:
        return (absolute(gap(x)) - gap(x)) / 2

    def weight(x: Any, z: Any) -> Line:
        """μ(x) ν(z) ≥ 0."""
        one, two = (d.cite("background/absolute-value.above", r=gap(s)) for s in (x, z))
        parts = (
            d.arithmetic(more(x) >= ZERO, d.piece(one, 1)),
            d.arithmetic(less(z) >= ZERO, d.piece(two, 0)),
        )
        return d.combined(
            more(x) * less(z) >= ZERO, *parts, products=[["1", [["fact", 0], ["fact", 1]]]]
        )

    half = total(x, absolute(gap(x))) / 2

    def row(y: Any) -> Line:
        moved = output(P, W)[y] - output(Q, W)[y]
        most = total(x, total(z, more(x) * less(z) * absolute(W[x, y] - W[z, y])))

        def signed(_: Line, worth: Line) -> Line:
            side = worth.theorem.conclusion.right
            sign = 1 if side == moved else -1

            def each(x: Any, z: Any) -> Line:
                part = W[x, y] - W[z, y]
                above = d.cite("background/absolute-value.above", r=part)
                above = d.piece(above, 0 if sign == 1 else 1)
                return d.combined(
                    sign * more(x) * less(z) * part <= more(x) * less(z) * absolute(part),
                    above, weight(x, z), products=[["1", [["fact", 0], ["fact", 1]]]],
                )

            rest = summed(d, x, lambda x: summed(d, z, lambda z: each(x, z)))
            line = d.chain(d.identity(equals(half * side, rest.formula.left)), rest)
            return d.rewrite(worth, line, half * absolute(moved) <= most)

        return split_absolute(d, moved, signed)

    rows = summed(d, y, row)

    def bounded(x: Any, z: Any) -> Line:
        apart = total(y, absolute(W[x, y] - W[z, y]))
        most = d.arithmetic(
            apart <= 2 * eta, d.cite("background/dobrushin.rows", a=x, z=z),
            half_distance(d, W[x], W[z]),
        )
        return d.combined(
            more(x) * less(z) * apart <= more(x) * less(z) * (2 * eta), most, weight(x, z),
            products=[["1", [["fact", 0], ["fact", 1]]]],
        )

    pairs = summed(d, x, lambda x: summed(d, z, lambda z: bounded(x, z)))
    distance, own = half_distance(d, output(P, W), output(Q, W)), half_distance(d, P, Q)
    middle = d.identity(equals(rows.formula.right, pairs.formula.left))
    end = d.identity(equals(pairs.formula.right, 2 * eta * half**2))
    start = d.identity(equals(
        rows.formula.left, half * total(y, absolute(output(P, W)[y] - output(Q, W)[y]))
    ))
    start = d.turn(equals(start.formula.right, start.formula.left), start)
    line = d.chain(start, rows, middle, pairs, end)
    twice = d.arithmetic(equals(
        total(y, absolute(output(P, W)[y] - output(Q, W)[y])), 2 * after
    ), distance)
    line = d.rewrite(twice, line)
    back = d.turn(equals(half, TV(P, Q)), own)
    line = d.rewrite(back, line)

    def same(zero: Line) -> Line:
        through = d.cite("background/dpi-tv.channel")
        return d.arithmetic(d.goal, through, zero, hints=[eta])

    def apart(above: Line) -> Line:
        return d.combined(d.goal, line, above, products=[
            ["1/2", [["fact", 0], ["sign", 1 / TV(P, Q)]]],
        ])

    d.qed(split_zero(d, TV(P, Q), same, apart))
