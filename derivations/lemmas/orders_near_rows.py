"""Proofs on information and divergence of an order, where rows are near the output law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.orders import by_order, rooted, split_one, split_strict
from derivations.tools import is_zero, log_below, split_below, split_zero, substitute_bound
from verified.kernel.inference import replaced
from verified.language import KL, cases, either, entries, equals, exp, minimum, output, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Bind, Symbol, Term, number

# --- any two databases ----------------------------------------------------------------------------


@derives("lemma/databases-close")
def databases_close(d: Derivation) -> None:
    """They differ in k entries, at most as many as there are."""
    M, x, other, _eps = d.var("M"), d.var("x"), d.var("x'"), d.var("eps")
    D = M.sort.database
    most = d.cite("background/hamming-entries", values={"D": D, "x": x, "x'": other})
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
        value = d.cite("background/sibson", other)
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
        value = d.cite("background/sibson", other)
        return d.arithmetic(d.goal, value, logs, some, less, hints=[order / (1 - order)])

    d.qed(by_order(d, order, other, low, high))


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
    value = d.cite("background/sibson-zero")
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
    value = d.cite("background/sibson-infinite")
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
        value = d.cite("background/csiszar-one")
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
