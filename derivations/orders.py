"""Proofs of the lemmas on powers, and on information of an order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.databases import substitute_bound
from derivations.tools import (
    ZERO,
    is_zero,
    log_below,
    split_below,
    split_order,
    split_zero,
)
from verified.kernel.inference import replaced
from verified.language import (
    KL,
    cases,
    either,
    entries,
    equals,
    exp,
    log,
    minimum,
    negation,
    output,
    total,
)
from verified.language.terms import Bind, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- powers ---------------------------------------------------------------------------------------


@derives("lemma/power.increasing")
def power_increasing(d: Derivation) -> None:
    """The logarithm and the exponential increase."""
    s, t, order = d.var("s"), d.var("t"), d.var("alpha")
    (below,) = d.given

    def at_zero(zero: Line) -> Line:
        return d.rewrite(zero, d.obvious(number(0) ** order <= t**order), d.goal)

    def positive(above: Line) -> Line:
        top = d.arithmetic(0 < t, above, below)
        tangent = d.cite("background/log-tangent.line", above, top, x=s / t)
        less = d.arithmetic(s / t <= 1, below, top, hints=[1 / t])
        logs = d.arithmetic(order * log(s) <= order * log(t), tangent, less, above, top,
                            hints=[order])
        return d.arithmetic(
            d.goal,
            d.cite("background/exponential-increasing", logs, above, top, r=order * log(s),
                   s=order * log(t)),
            above, top,
        )

    d.qed(split_zero(d, s, at_zero, positive))


@derives("lemma/power.root")
def power_root(d: Derivation) -> None:
    """At 0, and above."""
    s, order = d.var("s"), d.var("alpha")

    def at_zero(zero: Line) -> Line:
        value = d.identity(equals((number(0) ** order) ** (1 / order), number(0)))
        return d.rewrite(zero, value, d.goal)

    d.qed(split_zero(d, s, at_zero, lambda above: d.identity(d.goal, above)))


def tangents(d: Derivation, above: bool) -> None:
    """e^v ≥ e^u + (v − u) e^u for the exponent λ u between 0 and u."""
    s, order = d.var("s"), d.var("alpha")

    def at_zero(zero: Line) -> Line:
        at = d.arithmetic(
            number(0) <= (1 - order) * (-1 if above else 1), *d.given
        )
        value = (order * number(0) + 1 - order <= number(0) ** order) if above else (
            number(0) ** order <= order * number(0) + 1 - order)
        return d.rewrite(zero, d.arithmetic(value, at), d.goal)

    def positive(line: Line) -> Line:
        # The larger power is tangent to at the smaller one's exponent; so is 1.
        u = log(s)
        if above:
            one = d.cite("background/log-tangent.exponential", line, eps=(order - 1) * u)
            two = d.cite("background/log-tangent.exponential", line, eps=-u)
            return d.arithmetic(d.goal, one, two, line, *d.given, hints=[s, s * (order - 1)])
        one = d.cite("background/log-tangent.exponential", line, eps=(1 - order) * u)
        two = d.cite("background/log-tangent.exponential", line, eps=-order * u)
        return d.arithmetic(
            d.goal, one, two, line, *d.given, hints=[order * s**order, (1 - order) * s**order]
        )

    d.qed(split_zero(d, s, at_zero, positive))


@derives("lemma/power.tangent-above")
def tangent_above(d: Derivation) -> None:
    """s^α ≥ s (1 + (α − 1) ln s), and 1 ≥ s (1 − ln s)."""
    tangents(d, True)


@derives("lemma/power.tangent-below")
def tangent_below(d: Derivation) -> None:
    """s ≥ s^α (1 + (1 − α) ln s), and 1 ≥ s^α (1 − α ln s)."""
    tangents(d, False)


@derives("lemma/power.product")
def power_product(d: Derivation) -> None:
    """At 0, and above."""
    s, t, _order = d.var("s"), d.var("t"), d.var("alpha")

    def other(above: Line) -> Line:
        return split_zero(
            d, t, lambda zero: d.rewrite(
                zero, d.identity(replaced(d.goal, t, number(0)), above), d.goal),
            lambda positive: d.identity(d.goal, above, positive),
        )

    d.qed(split_zero(d, s, lambda zero: d.rewrite(
        zero, d.identity(replaced(d.goal, s, number(0))), d.goal), other))


@derives("lemma/power.unit")
def power_unit(d: Derivation) -> None:
    """s^(α−1) ≥ 1 + (α − 1) ln s ≥ 1."""
    s, order = d.var("s"), d.var("alpha")
    below, flat = d.given

    def positive(above: Line) -> Line:
        less = d.arithmetic(log(s) <= 0, d.cite("background/log-tangent.line", above, x=s), below,
                            above)
        grown = d.cite("background/log-tangent.exponential", above, eps=(order - 1) * log(s))
        return d.arithmetic(d.goal, grown, less, above, flat, hints=[s, s * (1 - order)])

    d.qed(split_zero(d, s, lambda zero: d.rewrite(
        zero, d.obvious(replaced(d.goal, s, number(0))), d.goal), positive))


@derives("lemma/power.law")
def power_law(d: Derivation) -> None:
    """P ≤ P^α for α ≤ 1; for α > 1, α n P + 1 − α ≤ (n P)^α."""
    P, order = d.var("P"), d.var("alpha")
    n = P.of.size
    a = d.fix(Symbol("a", n))
    whole = total(a, P[a] ** order)

    def low(less: Line) -> Line:
        unit = d.cite("definition/probability-bounds", P=P, a=a, part=1)
        rest = d.summed(d.forall(a, d.cite("lemma/power.unit", unit, less, s=P[a])))
        return d.arithmetic(0 < whole, rest)

    def high(more: Line) -> Line:
        tangent = d.cite("lemma/power.tangent-above", d.turn(1 <= order, more), s=n * P[a])
        product = d.cite("lemma/power.product", s=n, t=P[a])
        rest = d.summed(d.forall(a, d.chain(tangent, product)))
        return d.arithmetic(0 < whole, rest, hints=[n ** -order, n * n**-order])

    d.qed(split_order(d, order, 1, low, high))


@derives("lemma/power.mean")
def power_mean(d: Derivation) -> None:
    """α W/q + 1 − α ≤ (W/q)^α, and the mean of the left side is 1."""
    P, W, y, order = d.var("P"), d.var("W"), d.var("y"), d.var("alpha")
    x = d.fix(Symbol("x", P.of.size))
    q, powers = output(P, W)[y], total(x, P[x] * W[x, y] ** order)

    def column(above: Line) -> Line:
        tangent = d.cite("lemma/power.tangent-above", *d.given, above, s=W[x, y] / q)
        product = d.cite("lemma/power.product", above, s=W[x, y], t=1 / q)
        line = d.arithmetic(
            P[x] * (order * W[x, y] / q + 1 - order) <= P[x] * W[x, y] ** order * (1 / q) ** order,
            tangent, product, above, hints=[P[x]])
        rows = d.summed(d.forall(x, line), above)
        mean = d.arithmetic(q**order <= powers, rows, above, hints=[q**order])
        return rooted(d, q, mean, order, above)

    d.qed(split_zero(
        d, q, lambda zero: d.arithmetic(d.goal, zero, d.obvious(ZERO <= d.goal.right)), column
    ))


@derives("lemma/power.columns")
def power_columns(d: Derivation) -> None:
    """(Σ P W^α)^(1/α) ≥ q, the output's probability, for α > 1; else ≥ q^(1/α), as W ≤ W^α."""
    P, W, order = d.var("P"), d.var("W"), d.var("alpha")
    x, y = d.fix(Symbol("x", P.of.size)), d.fix(Symbol("y", W.of.outputs))
    q = output(P, W)[y]
    powers = total(x, P[x] * W[x, y] ** order)

    def low(less: Line) -> Line:
        unit = d.cite("definition/probability-bounds", P=W[x], a=y, part=1)
        up = d.cite("lemma/power.unit", unit, less, s=W[x, y])
        rows = d.summed(d.forall(x, d.arithmetic(
            P[x] * W[x, y] <= P[x] * W[x, y] ** order, up, hints=[P[x]])))
        mean = d.arithmetic(q <= powers, rows)
        grown = d.cite("lemma/power.increasing", mean, s=q, t=powers, alpha=1 / order)
        rest = d.summed(d.forall(y, grown))
        positive = d.cite("lemma/power.law", P=output(P, W), alpha=1 / order)
        return d.chain(positive, rest)

    def high(more: Line) -> Line:
        mean = d.cite("lemma/power.mean", d.turn(1 <= order, more), y=y)
        return d.arithmetic(d.goal, d.summed(d.forall(y, mean)))

    d.qed(split_order(d, order, 1, low, high))


# --- any two databases ----------------------------------------------------------------------------


@derives("lemma/databases-close")
def databases_close(d: Derivation) -> None:
    """They differ in k entries, at most as many as there are."""
    M, x, other, _eps = d.var("M"), d.var("x"), d.var("x'"), d.var("eps")
    D = M.sort.database
    most = d.cite("definition/hamming-entries", values={"D": D, "x": x, "x'": other})
    d.qed(d.cite("cuff-yu-2016/property-7", most, *d.given, k=entries(D)))


# --- rows near the output law ---------------------------------------------------------------------


def pair(d: Steps, near: Line, x: Any, y: Any) -> tuple[Line, Line]:
    """W(y|x) ≤ e^ε Q(y) and Q(y) ≤ e^ε W(y|x)."""
    both = d.at(d.at(near, x), y)
    return d.piece(both, 0), d.piece(both, 1)


@derives("lemma/rows-near-output.close")
def close_near(d: Derivation) -> None:
    """The output law is a mean of rows."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    close = d.given[-1]
    Q = output(P, W)
    x, other = (d.fix(Symbol(name, P.of.size)) for name in ("x", "x'"))
    y = d.fix(Symbol("y", W.of.outputs))
    rows = d.at(
        d.cite("background/closeness-symbols.only-if", d.at(d.at(close, x), other), P=W[x],
               Q=W[other]),
        y,
    )

    def mean(index: int, left: Any, right: Any) -> Line:
        line = d.arithmetic(P[other] * left <= P[other] * right, d.piece(rows, index),
                            hints=[P[other]])
        return d.summed(d.forall(other, line))

    up = mean(0, W[x, y], exp(eps) * W[other, y])
    down = mean(1, W[other, y], exp(eps) * W[x, y])
    d.qed(d.forall(x, d.forall(y, d.both(
        d.arithmetic(W[x, y] <= exp(eps) * Q[y], up),
        d.arithmetic(Q[y] <= exp(eps) * W[x, y], down),
    ))))


@derives("lemma/rows-near-output.information")
def near_information(d: Derivation) -> None:
    """Property 1 for each row."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    (near,) = d.given
    Q = output(P, W)
    x = d.fix(Symbol("x", P.of.size))
    close = d.cite("background/closeness-symbols.if", d.at(near, x), P=W[x], Q=Q)
    bound = d.cite("cuff-yu-2016/property-1-relaxed.forward", close, P=W[x], Q=Q)
    weighted = d.arithmetic(
        P[x] * KL(W[x], Q) <= P[x] * minimum(eps, eps**2), bound, hints=[P[x]]
    )
    rows = d.summed(d.forall(x, weighted))
    d.qed(d.chain(
        d.cite("definition/information"), rows,
        d.identity(equals(rows.formula.right, minimum(eps, eps**2))),
    ))


def by_order(
    d: Steps, order: Term, other: Line, below: Callable[[Line], Line],
    above: Callable[[Line], Line],
) -> Line:
    """What holds for an order α < 1 and for one above; `other` says that it isn't 1."""

    def at_most(low: Line) -> Line:
        def one(high: Line) -> Line:
            equal = d.turn(equals(order, 1), low, high)
            return d.follows(d.goal, equal, other)

        return split_order(d, 1, order, one, below)

    return split_order(d, order, 1, at_most, above)


@derives("lemma/rows-near-output.sibson")
def near_sibson(d: Derivation) -> None:
    """W^α ≤ W (e^ε Q)^(α−1) for α > 1, and ≥ for α < 1."""
    P, W, order, eps = d.var("P"), d.var("W"), d.var("alpha"), d.var("eps")
    near, other = d.given
    Q = output(P, W)
    y = d.fix(Symbol("y", W.of.outputs))
    x = d.fix(Symbol("x", P.of.size))
    powers = total(x, P[x] * W[x, y] ** order)
    root = powers ** (1 / order)
    whole = total(y, root)
    factor = exp(eps * (order - 1) / order)
    up, down = pair(d, near, x, y)

    def at_zero(zero: Line) -> Line:
        """Where Q(y) = 0, every likelihood is."""
        none = is_zero(d, W[x, y], d.arithmetic(W[x, y] <= 0, up, zero, hints=[exp(eps)]))
        row = d.rewrite(none, d.obvious(P[x] * number(0) ** order <= 0),
                        P[x] * W[x, y] ** order <= 0)
        empty = is_zero(d, powers, d.arithmetic(powers <= 0, d.summed(d.forall(x, row))))
        return d.rewrite(
            empty, d.identity(equals(number(0) ** (1 / order), number(0))), equals(root, 0)
        )

    def column(bound: Callable[[Any], Any], proof: Callable[[Line], Line], scale: Term) -> Line:
        """A bound for every y, where it isn't 0 on both sides."""
        return d.summed(d.forall(y, split_zero(
            d, Q[y],
            lambda zero: d.arithmetic(bound(y), at_zero(zero), zero, hints=[scale]), proof,
        )))

    def least(positive: Line) -> Line:
        """W ≥ e^−ε Q."""
        below = d.arithmetic(exp(-eps) * Q[y] <= W[x, y], down, hints=[exp(-eps)])
        grown = d.cite("lemma/power.increasing", below, s=exp(-eps) * Q[y], t=W[x, y])
        weighted = d.arithmetic(
            P[x] * (exp(-eps) * Q[y]) ** order <= P[x] * W[x, y] ** order, grown, positive,
            hints=[P[x]],
        )
        mean = d.summed(d.forall(x, weighted), positive)
        return rooted(d, exp(-eps) * Q[y], mean, order, positive)

    floor = column(lambda y: exp(-eps) * Q[y] <= root, least, exp(-eps))
    some = d.arithmetic(0 < whole, floor, hints=[exp(-eps)])

    def high(more: Line) -> Line:
        def most(positive: Line) -> Line:
            bound = P[x] * W[x, y] ** order <= P[x] * W[x, y] * (exp(eps) * Q[y]) ** (order - 1)

            def some_row(above: Line) -> Line:
                grown = d.cite("lemma/power.increasing", up, more, s=W[x, y], t=exp(eps) * Q[y],
                               alpha=order - 1)
                return d.arithmetic(bound, grown, above, positive, hints=[P[x] * W[x, y]])

            rows = d.summed(d.forall(x, split_zero(
                d, W[x, y], lambda zero: d.rewrite(zero, d.obvious(
                    P[x] * number(0) ** order
                    <= P[x] * number(0) * (exp(eps) * Q[y]) ** (order - 1), positive, more,
                ), bound), some_row,
            )), positive)
            return rooted(d, factor * Q[y], rows, order, positive, upper=True)

        rest = column(lambda y: root <= factor * Q[y], most, factor)
        top = d.arithmetic(whole <= factor, rest)
        logs = log_below(d, whole, factor, top, some)
        value = d.cite("definition/sibson", other)
        return d.arithmetic(d.goal, value, logs, some, more, hints=[order / (order - 1)])

    def low(less: Line) -> Line:
        def most(positive: Line) -> Line:
            bound = P[x] * W[x, y] * (exp(eps) * Q[y]) ** (order - 1) <= P[x] * W[x, y] ** order

            def some_row(above: Line) -> Line:
                grown = d.cite("lemma/power.increasing", up, less, s=W[x, y], t=exp(eps) * Q[y],
                               alpha=1 - order)
                # W^α = W W^(α−1), and both powers are positive.
                return d.arithmetic(bound, grown, above, positive, hints=[
                    P[x] * W[x, y] ** order * (exp(eps) * Q[y]) ** (order - 1)])

            rows = d.summed(d.forall(x, split_zero(
                d, W[x, y], lambda zero: d.rewrite(zero, d.obvious(
                    P[x] * number(0) * (exp(eps) * Q[y]) ** (order - 1)
                    <= P[x] * number(0) ** order, positive, less,
                ), bound), some_row,
            )), positive)
            return rooted(d, factor * Q[y], rows, order, positive)

        rest = column(lambda y: factor * Q[y] <= root, most, factor)
        top = d.arithmetic(factor <= whole, rest)
        logs = log_below(d, factor, whole, top, some)
        value = d.cite("definition/sibson", other)
        return d.arithmetic(d.goal, value, logs, some, less, hints=[order / (1 - order)])

    d.qed(by_order(d, order, other, low, high))


def rooted(d: Steps, side: Term, powers: Line, order: Term, *lines: Line, upper: bool = False
           ) -> Line:
    """From s ≤ t, side ≤ t^(1/α) where s = side^α; or s^(1/α) ≤ side where t = side^α."""
    small, large = powers.formula.left, powers.formula.right
    grown = d.cite("lemma/power.increasing", powers, *lines, s=small, t=large, alpha=1 / order)
    if upper:
        return d.chain(grown, d.identity(equals(grown.formula.right, side), *lines))
    return d.chain(d.identity(equals(side, grown.formula.left), *lines), grown)


@derives("lemma/close-renyi")
def close_renyi(d: Derivation) -> None:
    """P^α Q^(1−α) ≤ P e^(ε(α−1)) for α > 1, and ≥ for α < 1."""
    P, Q, order, eps = d.var("P"), d.var("Q"), d.var("alpha"), d.var("eps")
    close, other = d.given
    symbols = d.cite("background/closeness-symbols.only-if", close)
    a = d.fix(Symbol("a", P.of.size))
    up, down = (d.piece(d.at(symbols, a), index) for index in (0, 1))
    held = either(Q[a] > 0, P[a] <= 0)

    def nothing(zero: Line) -> Line:
        return d.arithmetic(P[a] <= 0, up, zero, hints=[exp(eps)])

    within = d.forall(a, split_zero(
        d, Q[a], lambda zero: d.follows(held, nothing(zero)), lambda above: d.follows(held, above)
    ))
    value = d.cite("definition/renyi", other, within)
    whole = value.formula.right.args[1].args[0].args[0]
    term = P[a] ** order * Q[a] ** (1 - order)
    part = cases(Q[a] > 0, term, 0)
    factor = exp(eps * (order - 1))

    def symbols_sum(low: Term, high: Term, proof: Callable[[Line, Line, Line], Line]) -> Line:
        """Σ low ≤ Σ high, from a proof for the symbols of positive probability."""
        goal = low <= high

        def seen(mark: Line, above: Line) -> Line:
            here = d.arithmetic(0 < P[a], down, above, hints=[exp(-eps)])
            marked = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * term), above, here)
            return proof(d.rewrite(mark, marked, equals(part, 1 * term)), above, here)

        def unseen(mark: Line, zero: Line) -> Line:
            equal = is_zero(d, Q[a], zero)
            none = is_zero(d, P[a], nothing(equal))
            at = d.obvious(replaced(replaced(goal, Q[a], number(0)), P[a], number(0)))
            return d.rewrite(equal, d.rewrite(none, at, replaced(goal, Q[a], number(0))), goal)

        return d.summed(d.forall(a, split_strict(d, 0, Q[a], seen, unseen)))

    def high(more: Line) -> Line:
        def most(mark: Line, above: Line, here: Line) -> Line:
            grown = d.cite("lemma/power.increasing", up, more, s=P[a], t=exp(eps) * Q[a],
                           alpha=order - 1)
            return d.arithmetic(part <= P[a] * factor, grown, mark, above, here,
                                hints=[P[a] * Q[a] ** (1 - order)])

        def least(mark: Line, above: Line, here: Line) -> Line:
            grown = d.cite("lemma/power.increasing", d.arithmetic(
                exp(-eps) * Q[a] <= P[a], down, hints=[exp(-eps)]
            ), s=exp(-eps) * Q[a], t=P[a])
            return d.arithmetic(Q[a] * exp(-eps * order) <= part, grown, mark, above, here,
                                hints=[Q[a] ** (1 - order)])

        top = d.arithmetic(whole <= factor, symbols_sum(part, P[a] * factor, most))
        some = d.arithmetic(
            0 < whole, symbols_sum(Q[a] * exp(-eps * order), part, least),
            hints=[exp(-eps * order)],
        )
        logs = log_below(d, whole, factor, top, some)
        return d.arithmetic(d.goal, value, logs, some, more, hints=[1 / (order - 1)])

    def low(less: Line) -> Line:
        def least(mark: Line, above: Line, here: Line) -> Line:
            grown = d.cite("lemma/power.increasing", up, less, s=P[a], t=exp(eps) * Q[a],
                           alpha=1 - order)
            return d.arithmetic(P[a] * factor <= part, grown, mark, above, here,
                                hints=[P[a] ** order * factor])

        top = d.arithmetic(factor <= whole, symbols_sum(P[a] * factor, part, least))
        some = d.arithmetic(0 < whole, top, hints=[factor])
        logs = log_below(d, factor, whole, top, some)
        return d.arithmetic(d.goal, value, logs, some, less, hints=[1 / (1 - order)])

    d.qed(by_order(d, order, other, low, high))


def split_strict(
    d: Steps, r: Any, s: Any, proof: Callable[[Line, Line], Line],
    other: Callable[[Line, Line], Line], *lines: Line,
) -> Line:
    """What holds whether r < s or s ≤ r: the proofs get what the test is worth, and that line."""
    both = d.cite("definition/case-strict", *lines, values={"r": r, "s": s})
    branches = []
    for part, then in zip(both.theorem.conclusion.parts, (proof, other), strict=True):
        held = d.assume(part)
        branches.append(then(d.piece(held, 1), d.piece(held, 0)))
    return d.cases(both, *branches)


@derives("lemma/rows-near-output.sibson-zero")
def near_sibson_zero(d: Derivation) -> None:
    """It is at most 0."""
    eps = d.var("eps")
    none = d.cite("lemma/rows-near-output.sibson-none", *d.given)
    d.qed(d.chain(none, d.obvious(none.formula.right <= eps)))


@derives("lemma/rows-near-output.sibson-none")
def near_sibson_none(d: Derivation) -> None:
    """Whatever can be seen can be seen on every input."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    (near,) = d.given
    Q = output(P, W)
    y, x = d.fix(Symbol("y", W.of.outputs)), d.fix(Symbol("x", P.of.size))
    value = d.cite("definition/sibson-zero")
    most = value.formula.right.args[0].args[0]
    assert isinstance(most, Bind)
    part = P[x] * cases(W[x, y] <= 0, 0, 1)
    seen = total(x, part)
    row = split_below(d, W[x, y], 0, lambda _, mark: d.arithmetic(part <= P[x], mark, hints=[P[x]]))
    below = d.bound_sup(most, d.arithmetic(seen <= 1, d.summed(d.forall(x, row))), y)

    def positive(above: Line) -> Line:
        _, down = pair(d, near, x, y)
        here = d.arithmetic(0 < W[x, y], down, above, hints=[exp(-eps)])
        row = split_below(d, W[x, y], 0, lambda order, mark: d.arithmetic(
            P[x] <= part, mark, order, here, hints=[P[x], P[x] / W[x, y]]))
        all_of = d.arithmetic(1 <= seen, d.summed(d.forall(x, row)))
        top = d.chain(all_of, d.below_sup(most, y, below))
        return d.arithmetic(Q[y] <= Q[y] * most, top, below, hints=[Q[y]])

    rows = d.summed(d.forall(y, split_zero(
        d, Q[y], lambda zero: d.rewrite(zero, d.obvious(number(0) <= 0 * most, below),
                                        Q[y] <= Q[y] * most), positive,
    )), below)
    top = d.arithmetic(1 <= most, rows, below)
    some = d.arithmetic(0 < most, top, below)
    one = log_below(d, number(1), most, top, some, below)
    d.qed(d.arithmetic(d.goal, value, one, some, below))


@derives("lemma/rows-near-output.sibson-infinite")
def near_sibson_infinite(d: Derivation) -> None:
    """No likelihood is above e^ε Q(y)."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    (near,) = d.given
    Q = output(P, W)
    y, x = d.fix(Symbol("y", W.of.outputs)), d.fix(Symbol("x", P.of.size))
    value = d.cite("definition/sibson-infinite")
    whole = value.formula.right.args[0]
    assert isinstance(whole, Bind)
    most = substitute_bound(whole, y)
    allowed = substitute_bound(most, x)
    up, _ = pair(d, near, x, y)
    below = d.forall(y, d.bound_sup(most, split_below(
        d, P[x], 0, lambda _, mark: d.arithmetic(
            allowed <= exp(eps) * Q[y], up, mark, hints=[exp(eps) * Q[y], W[x, y], exp(eps)])
    ), x))
    rest = d.summed(below)
    top = d.arithmetic(whole <= exp(eps), rest, below)

    def row(order: Line, mark: Line) -> Line:
        here = d.below_sup(most, x, d.at(below, y))
        return d.arithmetic(P[x] * W[x, y] <= P[x] * most, here, mark, order, d.at(below, y),
                            hints=[P[x], P[x] * W[x, y], W[x, y]])

    rows = d.summed(d.forall(x, split_below(d, P[x], 0, row)), d.at(below, y))
    least = d.arithmetic(Q[y] <= most, rows, d.at(below, y))
    some = d.arithmetic(0 < whole, d.summed(d.forall(y, least), below), below)
    logs = log_below(d, whole, exp(eps), top, some, below)
    d.qed(d.chain(value, d.arithmetic(logs.formula.left <= eps, logs, some, below)))


@derives("lemma/rows-near-output.csiszar")
def near_csiszar(d: Derivation) -> None:
    """Each row's divergence from the output law is at most ε."""
    P, W, order, eps = d.var("P"), d.var("W"), d.var("alpha"), d.var("eps")
    (near,) = d.given
    Q = output(P, W)
    x = d.fix(Symbol("x", P.of.size))

    def one(equal: Line) -> Line:
        value = d.cite("definition/csiszar-one")
        told = d.cite("lemma/rows-near-output.information", near)
        least = d.cite("background/absolute-value.below-both", r=eps, s=eps**2, part=0)
        return d.rewrite(equal, d.chain(value, told, least), d.goal)

    def other(differs: Line) -> Line:
        close = d.cite("background/closeness-symbols.if", d.at(near, x), P=W[x], Q=Q)
        bound = d.cite("lemma/close-renyi", close, differs, P=W[x], Q=Q)
        weighted = d.arithmetic(
            P[x] * bound.formula.left <= P[x] * eps, bound, hints=[P[x]]
        )
        mean = d.summed(d.forall(x, weighted))
        value = d.cite("definition/csiszar")
        return d.chain(
            value, d.below_sup(value.formula.right, Q), mean,
            d.identity(equals(mean.formula.right, eps)),
        )

    d.qed(split_one(d, order, one, other))


def split_one(
    d: Steps, order: Any, one: Callable[[Line], Line], other: Callable[[Line], Line]
) -> Line:
    """What holds whether α = 1 (the line is 1 = α turned to α = 1) or not."""
    equal = equals(order, 1)
    either_way = d.follows(either(equal, negation(equal)))
    at_one = d.assume(equal)
    return d.cases(either_way, one(at_one), other(d.assume(negation(equal))))
