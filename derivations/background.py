"""Proofs of the textbook facts: tangents of the logarithm, divergences, distances, information."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    absurd,
    envelope,
    everywhere,
    finite_at,
    is_zero,
    log_sum,
    mixes,
    same,
    same_law,
    split_equal,
    split_order,
    split_zero,
    summed,
    tangent_pair,
    unless,
)
from verified.language import (
    KL,
    H,
    capacity,
    channel_table,
    either,
    equals,
    exp,
    information,
    log,
    output,
    total,
)
from verified.language.terms import Pmf, Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- sums and divergences -------------------------------------------------------------------------


@derives("background/log-tangent.line")
def tangent_line(d: Derivation) -> None:
    """The logarithm lies below its tangent at 1."""
    x = d.var("x")

    def at_zero(zero: Line) -> Line:
        below = d.cite("definition/log-zero", r=number(-1))
        return d.rewrite(
            zero, d.chain(below, d.identity(equals(number(-1), 0 - number(1)))), log(x) <= x - 1
        )

    z = Real("z", ">0")
    d.qed(split_zero(d, x, at_zero, lambda above: d.scalar(log(z) <= z - 1, above, values={z: x})))


@derives("background/log-tangent.exponential")
def tangent_exponential(d: Derivation) -> None:
    """The same, at e^ε."""
    eps = d.var("eps")
    line = d.cite("background/log-tangent.line", x=exp(eps))
    d.qed(d.arithmetic(1 + eps <= exp(eps), line))


@derives("background/log-tangent.pair")
def tangent_at_pair(d: Derivation) -> None:
    """ln(q s/p) ≤ q s/p − 1, times p; with p = 0 both logarithms count as 0."""
    p, q, s = d.var("p"), d.var("q"), d.var("s")
    left = p * log(s) + p - q * s
    goal = left <= p * log(p) - p * log(q)

    def nothing(zero: Line) -> Line:
        plain = d.obvious(0 * log(s) + 0 - q * s <= 0 * log(number(0)) - 0 * log(q))
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        def infinite(zero: Line) -> Line:
            value = p * log(s) + p - 0 * s
            return d.rewrite(zero, d.cite("definition/infinite-log", above, u=p, r=value), goal)

        def finite(positive: Line) -> Line:
            line = d.cite("background/log-tangent.line", above, positive, x=q * s / p)
            return d.arithmetic(goal, line, above, positive, hints=[p])

        return split_zero(d, q, infinite, finite)

    d.qed(split_zero(d, p, nothing, something))


@derives("background/log-tangent.scaled")
def tangent_scaled(d: Derivation) -> None:
    """Everything is 0 where the weight is; else both sides of `pair` times the weight."""
    w, p, q, s = d.var("w"), d.var("p"), d.var("q"), d.var("s")
    left = w * (p * log(s) + p - q * s)
    goal = left <= w * p * log(p) - w * p * log(q)

    def nothing(zero: Line) -> Line:
        plain = d.obvious(0 * (p * log(s) + p - q * s) <= 0 * p * log(p) - 0 * p * log(q))
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        def absent(zero: Line) -> Line:
            rest = w * (0 * log(s) + 0 - q * s)
            plain = d.obvious(rest <= w * 0 * log(ZERO) - w * 0 * log(q))
            return d.rewrite(zero, plain, goal)

        def present(positive: Line) -> Line:
            def infinite(zero: Line) -> Line:
                value = w * (p * log(s) + p - 0 * s)
                plain = d.cite(
                    "definition/infinite-minus-log", above, positive, u=w * p, r=value,
                    s=w * p * log(p),
                )
                return d.rewrite(zero, plain, goal)

            def finite(other: Line) -> Line:
                line = tangent_pair(d, p, q, s)
                return d.arithmetic(goal, line, positive, other, hints=[w])

            return split_zero(d, q, infinite, finite)

        return split_zero(d, p, absent, present)

    d.qed(split_zero(d, w, nothing, something))


@derives("background/log-envelope.zero")
def envelope_zero(d: Derivation) -> None:
    """−q s > r at s = −r/(1 + q), as r < 0."""
    p, q, r = d.var("p"), d.var("q"), d.var("r")
    low, negative = d.given
    zero = is_zero(d, p, low)
    plain = d.arithmetic(
        r < 0 * log(-r / (1 + q)) + 0 - q * (-r / (1 + q)), negative, hints=[1 / (1 + q)]
    )
    d.qed(d.rewrite(zero, plain, d.goal))


@derives("background/log-envelope.steep")
def envelope_steep(d: Derivation) -> None:
    """p ln s is r at s = e^(r/p)."""
    p, q, r = d.var("p"), d.var("q"), d.var("r")
    positive, low = d.given
    zero = is_zero(d, q, low)
    plain = d.arithmetic(r < p * log(exp(r / p)) + p - 0 * exp(r / p), positive)
    d.qed(d.rewrite(zero, plain, d.goal))


@derives("background/log-envelope.ratio")
def envelope_ratio(d: Derivation) -> None:
    """The logarithm of a ratio."""
    d.qed(d.identity(d.goal, *d.given))


@derives("background/log-envelope.nothing")
def envelope_nothing(d: Derivation) -> None:
    """0 ln 0 counts as 0."""
    p, q = d.var("p"), d.var("q")
    zero = is_zero(d, p, *d.given)
    d.qed(d.rewrite(zero, d.identity(equals(0 * log(ZERO) - 0 * log(q), 0)), d.goal))


@derives("background/log-product")
def log_product(d: Derivation) -> None:
    """The normal form of the logarithm of a product."""
    d.qed(d.identity(d.goal))


@derives("background/log-increasing.positive")
def log_increasing(d: Derivation) -> None:
    """ln(u/v) ≤ u/v − 1 ≤ 0."""
    u, v = d.var("u"), d.var("v")
    above, order = d.given
    line = d.cite("background/log-tangent.line", above, x=u / v)
    less = d.arithmetic(u / v <= 1, order, hints=[1 / v])
    d.qed(d.arithmetic(d.goal, line, less, above))


@derives("background/log-increasing.scaled")
def log_increasing_scaled(d: Derivation) -> None:
    """Times u; 0 at u = 0."""
    u, v = d.var("u"), d.var("v")
    (order,) = d.given
    plain = d.obvious(0 * log(ZERO) <= 0 * log(v))

    def something(above: Line) -> Line:
        line = d.cite("background/log-increasing.positive", above, order)
        return d.arithmetic(d.goal, line, above, hints=[u])

    d.qed(split_zero(d, u, lambda zero: d.rewrite(zero, plain, d.goal), something))


@derives("background/gibbs.nonnegative")
def gibbs(d: Derivation) -> None:
    """The tangent at s = 1 for each symbol; the rest sums to 1 − 1."""
    P, Q = d.var("P"), d.var("Q")
    a = Symbol("a", P.of.size)

    def pointwise(a: Any) -> Line:
        return d.chain(
            d.identity(equals(P[a] - Q[a], P[a] * log(number(1)) + P[a] - Q[a] * 1)),
            tangent_pair(d, P[a], Q[a], 1),
        )

    total_ = summed(d, a, pointwise)
    nothing = d.identity(equals(number(0), total(a, P[a] - Q[a])))
    d.qed(
        d.chain(
            nothing, total_, d.turn(equals(total_.formula.right, KL(P, Q)), d.cite("definition/kl"))
        )
    )


@derives("background/gibbs.same")
def gibbs_same(d: Derivation) -> None:
    """Every term is 0."""
    P = d.var("P")
    kl = d.cite("definition/kl", Q=P)
    d.qed(d.chain(kl, d.identity(equals(kl.formula.right, 0))))


@derives("background/kl-finite")
def kl_finite(d: Derivation) -> None:
    """The tangents at e^L for the symbol b and at 1 for the others give P(b) L ≤ D(P‖Q)."""
    P, Q, r = d.var("P"), d.var("Q"), d.var("r")
    n = P.of.size
    a, b = Symbol("a", n), d.fix(Symbol("b", n))
    (bounded,) = d.given
    goal = either(Q[b] > 0, P[b] <= 0)

    def infinite(outside: Line) -> Line:
        present = d.assume(P[b] > 0)
        slope = (r + 1) / P[b]
        steep = exp(slope)

        def pointwise(a: Any) -> Line:
            def chosen(_: Line, value: Line) -> Line:
                on = value.theorem.conclusion.right == number(1)
                s = steep if on else number(1)
                low = tangent_pair(
                    d, P[a], Q[a], s, *([d.obvious(s > ZERO, present), present] if on else [])
                )
                mark = number(1 if on else 0)
                first = d.identity(
                    equals(
                        mark * (P[a] * slope + P[a] - Q[a] * steep) + (1 - mark) * (P[a] - Q[a]),
                        low.formula.left,
                    ),
                    present,
                )
                return d.rewrite(value, d.chain(first, low), mixed(a) <= low.formula.right)

            return split_equal(d, a, b, chosen)

        def mixed(a: Any) -> Term:
            mark = same(a, b)
            return mark * (P[a] * slope + P[a] - Q[a] * steep) + (1 - mark) * (P[a] - Q[a])

        low = summed(d, a, pointwise, present)
        value = d.identity(equals(P[b] * slope + Q[b] - Q[b] * steep, low.formula.left), present)
        kl = d.cite("definition/kl")
        most = d.chain(value, low, d.turn(equals(kl.formula.right, kl.formula.left), kl), bounded)
        return d.contradiction(d.rewrite(outside, most), present)

    outside = d.assume(Q[b] <= 0)
    zero = is_zero(d, Q[b], outside)
    both = d.order(Q[b], 0), d.order(P[b], 0)
    d.qed(
        d.forall(b, d.follows(goal, *both, d.implied(P[b] > 0, d.implied(outside, infinite(zero)))))
    )


def log_ratio(p: Term, q: Term) -> Term:
    """p ln p − p ln q: a symbol's part of a divergence."""
    return p * log(p) - p * log(q)


@derives("background/dpi-kl.channel")
def dpi_kl_channel(d: Derivation) -> None:
    """The log-sum inequality for each output symbol; the sum over y of W(y|x) is 1."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)
    before, after = KL(P, Q), KL(output(P, W), output(Q, W))

    def proof(less: Line) -> Line:
        whole = reversed_kl(d, P, Q)
        finite = d.chain(whole, less)

        def pointwise(y: Any) -> Line:
            return log_sum(
                d, output(P, W)[y], output(Q, W)[y], x, lambda x: (W[x, y], P[x], Q[x]), finite
            )

        rows = summed(d, y, pointwise, finite)
        first = d.cite("definition/kl", P=output(P, W), Q=output(Q, W))
        swapped = d.identity(equals(rows.formula.right, whole.formula.left), finite)
        return d.chain(first, rows, swapped, whole)

    d.qed(unless(d, after, before, proof))


@derives("background/kl-jointly-convex.many")
def kl_convex(d: Derivation) -> None:
    """The log-sum inequality for each symbol, over the members of the family."""
    t, P, Q = d.var("t"), d.var("P"), d.var("Q")
    k, n = t.of.size, P.of.outputs
    j, a = Symbol("j", k), Symbol("a", n)
    mean, mixed = d.goal.right, (output(t, P), output(t, Q))
    unfolded = summed(d, j, lambda j: d.cite("definition/kl-scaled", t=t[j], P=P[j], Q=Q[j]))
    back = d.turn(equals(unfolded.formula.right, mean), unfolded)

    def proof(less: Line) -> Line:
        bound = d.chain(back, less)

        finite = everywhere(d, a, lambda a: everywhere(d, j, lambda j: finite_at(d, bound, j, a)))

        def pointwise(a: Any) -> Line:
            return log_sum(
                d, mixed[0][a], mixed[1][a], j, lambda j: (t[j], P[j, a], Q[j, a]), d.at(finite, a)
            )

        rows = summed(d, a, pointwise, finite)
        first = d.cite("definition/kl", P=mixed[0], Q=mixed[1])
        swapped = d.identity(equals(rows.formula.right, back.formula.left), bound, finite)
        return d.chain(first, rows, swapped, back)

    d.qed(unless(d, KL(*mixed), mean, proof))


@derives("background/kl-jointly-convex.first")
def kl_convex_first(d: Derivation) -> None:
    """A family of one and the same second law."""
    t, P, Q = d.var("t"), d.var("P"), d.var("Q")
    k, n = t.of.size, P.of.outputs
    j, a = Symbol("j", k), Symbol("a", n)
    family = channel_table(k, n, lambda _, a: Q[a])
    convex = d.cite("background/kl-jointly-convex.many", Q=family)

    def replaced(j: Any) -> Line:
        own = d.have(t[j] * KL(P[j], family[j]) <= t[j] * KL(P[j], family[j]), "defined")
        row = everywhere(d, a, lambda a: d.identity(equals(family[j][a], Q[a])))
        return d.rewrite(row, own, own.formula.left <= t[j] * KL(P[j], Q))

    whole = d.chain(convex, summed(d, j, replaced))
    mixed = output(t, family)
    law = everywhere(d, a, lambda a: d.identity(equals(mixed[a], Q[a])))
    d.qed(d.rewrite(law, whole, d.goal))


@derives("background/kl-jointly-convex.second")
def kl_convex_second(d: Derivation) -> None:
    """A family of one and the same first law."""
    t, P, Q = d.var("t"), d.var("P"), d.var("Q")
    k, n = t.of.size, P.of.size
    j = Symbol("j", k)
    family = channel_table(k, n, lambda _, a: P[a])
    convex = d.cite("background/kl-jointly-convex.many", P=family)

    def replaced(j: Any) -> Line:
        own = d.have(t[j] * KL(family[j], Q[j]) <= t[j] * KL(family[j], Q[j]), "defined")
        return d.rewrite(same_law(d, family[j], P), own, own.formula.left <= t[j] * KL(P, Q[j]))

    whole = d.chain(convex, summed(d, j, replaced))
    d.qed(d.rewrite(same_law(d, output(t, family), P), whole, d.goal))


@derives("background/kl-jointly-convex.two")
def kl_convex_two(d: Derivation) -> None:
    """The log-sum inequality for two terms; a pair of weight 0 adds nothing."""
    t, P, Q = d.var("t"), (d.var("P1"), d.var("P2")), (d.var("Q1"), d.var("Q2"))
    a = Symbol("a", P[0].of.size)
    (first, second), mean = d.goal.left.args, d.goal.right
    laws = mixes(d, t, P[0], P[1]), mixes(d, t, Q[0], Q[1])
    weights, own = (t, 1 - t), [KL(P[0], Q[0]), KL(P[1], Q[1])]

    def edge(kept: int, weight: Line) -> Line:
        """The weight of the other pair is 0."""
        zero, other = weights[1 - kept], own[1 - kept]
        vanish = d.arithmetic(equals(zero, 0), weight)
        nothing = d.rewrite(
            vanish, d.have(equals(zero * other, zero * other), "defined"),
            equals(zero * other, 0 * other),
        )
        unfolded = d.cite("definition/kl-scaled", t=0, P=P[1 - kept], Q=Q[1 - kept])
        nothing = d.chain(nothing, unfolded, d.identity(equals(unfolded.formula.right, 0)))
        heavy = d.arithmetic(0 < weights[kept], weight)
        line = unless(
            d, own[kept], mean,
            lambda less: absurd(d, own[kept] <= mean, d.rewrite(nothing, less), weight, heavy),
        )
        for mixed, law, use in zip((first, second), (P, Q), laws, strict=True):
            same_law = everywhere(d, a, lambda a, mixed=mixed, law=law, use=use: d.arithmetic(
                equals(mixed[a], law[kept][a]), weight, use))
            line = d.rewrite(same_law, line, KL(mixed, line.formula.left.args[1])
                             <= mean if mixed is first else d.goal)
        return line

    def proof(less: Line) -> Line:
        finite = [
            d.cite("background/kl-finite", d.obvious(value <= value, less, *inner), less, *inner,
                   P=p, Q=q, r=value)
            for value, p, q in zip(own, P, Q, strict=True)
        ]
        whole = [d.cite("definition/kl", P=p, Q=q) for p, q in zip(P, Q, strict=True)]

        def pointwise(a: Any) -> Line:
            A, B = first[a], second[a]
            lines = *(d.at(line, a) for line in (*finite, *laws)), *laws
            ceiling = t * log_ratio(P[0][a], Q[0][a]) + (1 - t) * log_ratio(P[1][a], Q[1][a])

            def touch(s: Term, *more: Line) -> Line:
                tangents = [
                    tangent_pair(d, p[a], q[a], s, *more) for p, q in zip(P, Q, strict=True)
                ]
                return d.arithmetic(
                    A * log(s) + A - B * s <= ceiling, *tangents, *more, hints=weights
                )

            return envelope(d, A, B, ceiling, touch, *lines)

        rows = summed(d, a, pointwise, *laws, *finite)
        divergence = d.cite("definition/kl", *laws, P=first, Q=second)
        together = d.arithmetic(rows.formula.right <= mean, *whole, *finite, less, *inner)
        return d.chain(divergence, rows, together)

    inner: list[Line] = []

    def between(above: Line) -> Line:
        def inside(under: Line) -> Line:
            inner[:] = [above, under]
            return unless(d, d.goal.left, mean, proof, *laws)

        def all_of_it(low: Line) -> Line:
            return edge(0, d.turn(equals(t, 1), low, d.obvious(t <= 1)))

        return split_order(d, 1, t, all_of_it, inside)

    d.qed(split_zero(d, t, lambda zero: edge(1, zero), between))


def reversed_kl(d: Steps, P: Term, Q: Term) -> Line:
    """Σ … = D(P‖Q)."""
    line = d.cite("definition/kl", P=P, Q=Q)
    return d.turn(equals(line.formula.right, line.formula.left), line)


# --- information ----------------------------------------------------------------------------------


def information_sum(d: Steps, P: Term, W: Term) -> Line:
    """I = Σ Σ P(x) W(y|x) ln W(y|x) − P(x) W(y|x) ln q(y), q being the output law."""
    return d.cite("background/information-forms.sums", P=P, W=W)


def dominated(d: Steps, P: Term, W: Term) -> list[Line]:
    """P(x) W(y|x) ≤ q(y), in both orders."""
    return [
        d.cite(f"background/output-dominates.{way}", P=P, W=W) for way in ("by-input", "by-output")
    ]


def term_of_output(d: Steps, x: Any, y: Any) -> Line:
    """P(x) W(y|x) ≤ q(y): the others aren't negative."""
    P, W = d.var("P"), d.var("W")

    def pointwise(other: Any) -> Line:
        def chosen(_: Line, value: Line) -> Line:
            on = value.theorem.conclusion.right
            plain = d.obvious(on * P[other] * W[other, y] <= P[other] * W[other, y])
            return d.rewrite(
                value, plain, same(other, x) * P[other] * W[other, y] <= P[other] * W[other, y]
            )

        return split_equal(d, other, x, chosen)

    rest = summed(d, Symbol("b", P.of.size), pointwise)
    return d.arithmetic(P[x] * W[x, y] <= output(P, W)[y], rest)


@derives("background/output-dominates.by-input")
def output_dominates(d: Derivation) -> None:
    """A sum is at least each of its terms, where none is negative."""
    P, W = d.var("P"), d.var("W")
    x, y = Symbol("a", P.of.size), Symbol("y", W.of.outputs)
    d.qed(everywhere(d, x, lambda x: everywhere(d, y, lambda y: term_of_output(d, x, y))))


@derives("background/output-dominates.by-output")
def output_dominates_turned(d: Derivation) -> None:
    """The same for every y and x."""
    P, W = d.var("P"), d.var("W")
    x, y = Symbol("a", P.of.size), Symbol("y", W.of.outputs)
    line = d.cite("background/output-dominates.by-input")
    d.qed(everywhere(d, y, lambda y: everywhere(d, x, lambda x: d.at(d.at(line, x), y))))


@derives("background/output-dominates.divergence")
def output_divergence(d: Derivation) -> None:
    """ln(W/q) ≤ −ln P(x), as q ≥ P(x) W."""
    P, W, x = d.var("P"), d.var("W"), d.var("x")
    y = Symbol("y", W.of.outputs)
    (above,) = d.given
    q = output(P, W)
    covers = d.at(d.cite("background/output-dominates.by-input"), x)

    def pointwise(y: Any) -> Line:
        goal = log_ratio(W[x, y], q[y]) <= -(W[x, y] * log(P[x]))
        cover = d.at(covers, y)

        def nothing(zero: Line) -> Line:
            plain = d.obvious(log_ratio(ZERO, q[y]) <= -(0 * log(P[x])), above)
            return d.rewrite(zero, plain, goal)

        def something(positive: Line) -> Line:
            there = d.chain(d.obvious(0 < P[x] * W[x, y], above, positive), cover)
            line = d.cite("background/log-tangent.line", positive, there, x=P[x] * W[x, y] / q[y])
            more = d.arithmetic(P[x] * W[x, y] / q[y] <= 1, cover, there, hints=[1 / q[y]])
            return d.arithmetic(goal, line, more, above, positive, there, hints=[W[x, y]])

        return split_zero(d, W[x, y], nothing, something)

    rows = summed(d, y, pointwise, covers, above)
    first = d.cite("definition/kl", P=W[x], Q=q)
    d.qed(d.chain(first, rows, d.identity(equals(rows.formula.right, -log(P[x])), above)))


@derives("background/information-forms.divergences")
def information_divergences(d: Derivation) -> None:
    """The definition."""
    d.qed(d.cite("definition/information"))


@derives("background/information-forms.sums")
def information_sums(d: Derivation) -> None:
    """Each divergence unfolded; 0 · ∞ counts as 0."""
    P, W = d.var("P"), d.var("W")
    rows = summed(d, Symbol("x", P.of.size), lambda x: d.cite(
        "definition/kl-scaled", t=P[x], P=W[x], Q=output(P, W)))
    d.qed(d.chain(d.cite("definition/information"), rows))


@derives("background/information-forms.pair")
def information_pair(d: Derivation) -> None:
    """The definition."""
    d.qed(d.cite("definition/joint-information"))


@derives("background/information-forms.entropies")
def information_entropies(d: Derivation) -> None:
    """The logarithms of the rows and of the output law, summed apart."""
    P, W = d.var("P"), d.var("W")
    x = Symbol("x", P.of.size)

    def unfold(law: Term) -> Line:
        line = d.cite("definition/entropy", P=law)
        return d.turn(equals(line.formula.right, H(law)), line)

    rows = summed(d, x, lambda x: d.arithmetic(
        equals(P[x] * entropy_sum(W[x]), P[x] * H(W[x])), unfold(W[x]), hints=[P[x]]
    ))
    found = information_sum(d, P, W)
    out = unfold(output(P, W))
    value = d.identity(
        equals(found.formula.right, out.formula.left - rows.formula.left), *dominated(d, P, W)
    )
    d.qed(d.rewrite(rows, d.rewrite(out, d.chain(found, value)), d.goal))


def entropy_sum(law: Term) -> Term:
    """−Σ P ln P."""
    a = Symbol("b", law.sort.sizes()[0])
    return total(a, -(law[a] * log(law[a])))


@derives("background/redundancy-capacity.compensation")
def compensation(d: Derivation) -> None:
    """Σ P W ln(W/r) = Σ P W ln(W/q) + Σ q ln(q/r), where all of it is finite."""
    P, W, Q = d.var("P"), d.var("W"), d.var("Q")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)
    mean, rest = d.goal.left, d.goal.right
    out = output(P, W)
    unfolded = summed(d, x, lambda x: d.cite("definition/kl-scaled", t=P[x], P=W[x], Q=Q))
    first = d.cite("background/kl-jointly-convex.first", t=P, P=W, Q=Q)

    def agree(finite: Line, *more: Line) -> Line:
        """The equality, from a line D(q‖r) < …"""
        common = d.cite("background/kl-finite", finite, *more, P=out, Q=Q, r=KL(out, Q))
        covers = dominated(d, P, W)

        def vanish(x: Any, y: Any) -> Line:
            present = either(Q[y] > 0, P[x] * W[x, y] <= 0)
            absent = d.assume(out[y] <= 0)
            none = d.implied(absent, d.chain(d.at(d.at(covers[0], x), y), absent))
            return d.follows(present, d.at(common, y), none)

        inner = everywhere(d, x, lambda x: everywhere(d, y, lambda y: vanish(x, y)))
        kl = d.cite("definition/kl", P=out, Q=Q)
        parts = [
            d.turn(equals(line.formula.right, line.formula.left), line)
            for line in (information_sum(d, P, W), kl)
        ]
        value = d.identity(
            equals(unfolded.formula.right, parts[0].formula.left + parts[1].formula.left),
            common, covers[0], inner,
        )
        return d.chain(unfolded, d.rewrite(parts[1], d.rewrite(parts[0], value)))

    def low(less: Line) -> Line:
        return d.turn(mean <= rest, agree(below_part(d, less, KL(out, Q)), less))

    def high(less: Line) -> Line:
        finite = d.chain(first, less)
        equal = agree(below_part(d, finite, KL(out, Q)), finite)
        return d.turn(rest <= mean, equal)

    d.qed(d.turn(d.goal, unless(d, mean, rest, low), unless(d, rest, mean, high)))


def below_part(d: Steps, less: Line, part: Term) -> Line:
    """part ≤ part, as a line that rests on a sum being finite."""
    return d.obvious(part <= part, less)


@derives("background/redundancy-capacity.information")
def redundancy(d: Derivation) -> None:
    """The divergence of the output law that compensates isn't negative."""
    P, W, Q = d.var("P"), d.var("W"), d.var("Q")
    found = d.cite("background/redundancy-capacity.compensation")
    rest = found.formula.right
    gibbs = d.cite("background/gibbs.nonnegative", P=output(P, W), Q=Q)

    def proof(less: Line) -> Line:
        return d.arithmetic(information(P, W) <= rest, gibbs, less)

    more = unless(d, information(P, W), rest, proof)
    d.qed(d.chain(more, d.turn(equals(rest, found.formula.left), found)))


@derives("background/redundancy-capacity.radius")
def radius(d: Derivation) -> None:
    """Every prior's mean divergence is at most the largest."""
    W, Q, r = d.var("W"), d.var("Q"), d.var("r")
    (near,) = d.given
    P = d.fix(Pmf("P", W.of.inputs))

    def pointwise(x: Any) -> Line:
        close = d.at(near, x)
        return d.arithmetic(P[x] * KL(W[x], Q) <= P[x] * r, close, hints=[P[x]])

    rows = summed(d, Symbol("x", P.of.size), pointwise)
    mean = d.chain(d.cite("background/redundancy-capacity.information", P=P), rows)
    one = d.chain(mean, d.identity(equals(rows.formula.right, r)))
    most = d.cite("definition/capacity")
    d.qed(d.chain(most, d.bound_sup(most.formula.right, one, P)))


@derives("background/redundancy-capacity.bound")
def redundancy_bound(d: Derivation) -> None:
    """The radius is the largest divergence."""
    W = d.var("W")
    most = d.goal.right

    def proof(less: Line) -> Line:
        near = everywhere(
            d, Symbol("x", W.of.inputs), lambda x: d.below_sup(most, x)
        )
        return d.cite("background/redundancy-capacity.radius", near, less, r=most)

    d.qed(unless(d, capacity(W), most, proof))
