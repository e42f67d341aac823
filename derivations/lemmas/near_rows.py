"""Proofs on rows near in total variation: the entropy that a distance leaves, and information."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import pairs_tell
from derivations.patterns.rows import by_continuity, by_input
from derivations.tools import (
    ZERO,
    absurd,
    log_below,
    positive_from,
    same,
    split_equal,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    TV,
    H,
    binary_entropy,
    equals,
    exp,
    information,
    log,
    minimum,
    output,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, Term, number

# --- the entropy that a distance leaves -----------------------------------------------------------


@derives("lemma/entropy-gap.upper")
def entropy_gap(d: Derivation) -> None:
    """A function of one variable."""
    d.var("x")
    d.qed(d.scalar(d.goal))


@derives("lemma/entropy-gap.root")
def entropy_gap_root(d: Derivation) -> None:
    """x ≤ √(2ε) ≤ x (1 + ε/2), as 2ε ≤ x² (1 + x²/2) ≤ x² (1 + ε)."""
    x, eps, _eta = d.var("x"), d.var("eps"), d.var("eta")
    lower, upper, small = d.given
    root, ceiling = sqrt(2 * eps), x * (1 + eps / 2)
    square = d.arithmetic(
        2 * eps <= ceiling**2, upper, lower, d.obvious(number(0) <= x**2 * eps**2), hints=[x**2]
    )
    some = positive_from(d, x, upper, hints=[x, x**3])
    above = split_order(
        d, x, root, lambda low: low,
        lambda over: absurd(d, x <= root, over, lower, hints=[x, root]),
    )
    below = split_order(
        d, root, ceiling, lambda low: low,
        lambda over: absurd(d, root <= ceiling, over, square, hints=[root, ceiling]),
    )
    more = d.arithmetic(number(0) <= root / x - 1, above, some, hints=[1 / x])
    d.qed(d.arithmetic(d.goal, more, below, small, some, hints=[1 / x]))


# --- rows that are near ---------------------------------------------------------------------------


@derives("lemma/near-rows.overlap")
def near_overlap(d: Derivation) -> None:
    """Σ min(W_j, W_x) = 1 − TV(W_j, W_x), and TV(W_x, W_x) = 0."""
    P, W, x, delta = (d.var(name) for name in ("P", "W", "x", "delta"))
    (near,) = d.given
    n = W.sort.inputs

    def term(j: Any) -> Line:
        overlap = d.cite("background/total-variation.overlap", P=W[j], Q=W[x])
        goal = P[j] * (1 - delta) + same(j, x) * (P[j] * delta) <= P[j] * overlap.formula.right

        def case(alike: Line, value: Line) -> Line:
            if value.formula.right == number(0):
                plain = d.arithmetic(
                    P[j] * (1 - delta) + 0 * (P[j] * delta) <= goal.right,
                    d.at(near, j), overlap, hints=[P[j]],
                )
            else:
                none = d.arithmetic(
                    equals(TV(W[x], W[x]), 0),
                    d.cite("definition/total-variation", P=W[x], Q=W[x]),
                )
                none = d.rewrite(alike, none, equals(TV(W[j], W[x]), 0))
                plain = d.arithmetic(
                    P[j] * (1 - delta) + 1 * (P[j] * delta) <= goal.right, none, overlap,
                    hints=[P[j]],
                )
            return d.rewrite(value, plain, goal)

        return split_equal(d, j, x, case)

    d.qed(d.arithmetic(d.goal, summed(d, Symbol("j", n), term)))


@derives("lemma/near-rows.row")
def near_row(d: Derivation) -> None:
    """With T the mean over j of min(W_j, W_x): P(x) W_x ≤ T ≤ W_x, and T ≤ q. So −ln(T/W_x) is
    below its chord between 0 and −ln P(x)."""
    P, W, x, delta = (d.var(name) for name in ("P", "W", "x", "delta"))
    some, near = d.given
    n, m = W.sort.inputs, W.sort.outputs
    p, q = P[x], output(P, W)
    y, z = Symbol("y", m), Real("z", ">0")
    inside = d.cite("background/output-dominates.by-input")
    dominated = d.at(inside, x)

    def part(y: Any) -> Term:
        return p * W[x, y] * log(W[x, y]) - p * W[x, y] * log(q[y])

    def certain(high: Line) -> Line:
        # P(x) = 1: the output's law is that of x.
        def pointwise(y: Any) -> Line:
            w = W[x, y]
            goal = part(y) <= w - w

            def never(zero: Line) -> Line:
                plain = d.identity(equals(p * ZERO * log(ZERO) - p * 0 * log(q[y]), ZERO - 0))
                return d.turn(goal, d.rewrite(zero, plain, equals(part(y), w - w)))

            def ever(seen: Line) -> Line:
                above = d.arithmetic(w <= q[y], d.at(dominated, y), high, hints=[w])
                out = d.arithmetic(0 < q[y], above, seen)
                tangent = d.cite("background/log-tangent.line", seen, out, x=w / q[y])
                less = d.arithmetic(w / q[y] <= 1, above, out, hints=[1 / q[y]])
                return d.arithmetic(
                    goal, tangent, less, seen, out, hints=[p * w]
                )

            return split_zero(d, w, never, ever)

        rest = summed(d, y, pointwise, dominated)
        one = d.turn(equals(p, 1), high, d.cite("background/probability-bounds", part=1, P=P, a=x))
        value = d.rewrite(one, d.identity(equals(ZERO, delta * -(number(1) * log(number(1))))),
                          equals(ZERO, d.goal.right))
        return d.chain(rest, d.identity(equals(rest.formula.right, 0)), value)

    def uncertain(less: Line) -> Line:
        tangent = d.cite("background/log-tangent.line", some, x=p)
        negative = d.arithmetic(log(p) <= 0, tangent, less, some)

        def pointwise(y: Any) -> Line:
            w = W[x, y]
            mean = total(Symbol("x'", n), P[Symbol("x'", n)] * minimum(W[Symbol("x'", n), y], w))
            j = Symbol("x'", n)
            below = [
                summed(d, j, lambda j, side=side: d.arithmetic(
                    P[j] * minimum(W[j, y], w) <= P[j] * (W[j, y], w)[side],
                    d.cite("background/absolute-value.below-both", part=side, r=W[j, y], s=w),
                    hints=[P[j]],
                ))
                for side in (0, 1)
            ]

            def own(j: Any) -> Line:
                goal = same(j, x) * (P[j] * w) <= P[j] * minimum(W[j, y], w)

                def case(alike: Line, value: Line) -> Line:
                    if value.formula.right == number(0):
                        least = d.cite(
                            "background/absolute-value.least-of-two", r=W[j, y], s=w, c=ZERO
                        )
                        plain = d.arithmetic(
                            0 * (P[j] * w) <= goal.right, least, hints=[P[j]]
                        )
                        return d.rewrite(value, plain, goal)
                    level = d.rewrite(alike, d.obvious(w <= w), w <= W[j, y])
                    least = d.cite(
                        "background/absolute-value.least-of-two", level, r=W[j, y], s=w, c=w
                    )
                    plain = d.arithmetic(1 * (P[j] * w) <= goal.right, least, hints=[P[j]])
                    return d.rewrite(value, plain, goal)

                return split_equal(d, j, x, case)

            above = summed(d, j, own)
            most_q = d.arithmetic(mean <= q[y], below[0])
            most_w = d.arithmetic(mean <= w, below[1])
            least = d.arithmetic(p * w <= mean, above)
            goal = (1 - p) * part(y) <= p * ((w - mean) * -log(p))

            def never(zero: Line) -> Line:
                none = d.arithmetic(mean <= w, most_w)
                plain = d.identity(equals(p * ZERO * log(ZERO) - p * 0 * log(q[y]), 0))
                value = d.rewrite(zero, plain, equals(part(y), 0))
                left = d.arithmetic(
                    equals(goal.left, 0), value, d.at(dominated, y), some, hints=[1 - p]
                )
                product = d.arithmetic(0 <= (w - mean) * -log(p), none, negative, some)
                right = d.arithmetic(0 <= goal.right, product, some, hints=[p])
                return d.chain(left, right)

            def ever(seen: Line) -> Line:
                here = d.arithmetic(0 < mean, least, d.arithmetic(0 < p * w, some, seen))
                out = d.arithmetic(0 < q[y], most_q, here)
                ratio = mean / w
                low = d.arithmetic(p <= ratio, least, seen, hints=[1 / w])
                high = d.arithmetic(ratio <= 1, most_w, seen, hints=[1 / w])
                chord = d.chord(
                    z, -log(z), p, ratio, 1,
                    (1 - p) * -log(ratio) <= (1 - ratio) * -log(p), low, high, some, here, seen,
                )
                tangent = d.cite("background/log-tangent.line", here, out, x=mean / q[y])
                order = d.arithmetic(mean / q[y] <= 1, most_q, out, hints=[1 / q[y]])
                split = d.cite("background/log-product", seen, here, x=mean, y=1 / w)
                logs = d.arithmetic(log(mean) <= log(q[y]), tangent, order, here, out)
                return d.arithmetic(
                    goal, chord, logs, split, less, seen, here, out, some,
                    hints=[p * w, p * w * (1 - p)],
                )

            return split_zero(d, w, never, ever)

        rest = summed(d, y, pointwise, dominated, some)
        overlap = d.cite("lemma/near-rows.overlap", near)
        whole = d.arithmetic(
            (1 - p) * d.goal.left <= (1 - p) * d.goal.right,
            rest, d.arithmetic(0 <= (overlap.formula.right - overlap.formula.left) * -log(p),
                               overlap, negative, some),
            some, dominated, hints=[p],
        )
        return d.arithmetic(d.goal, whole, less, some, dominated, hints=[1 / (1 - p)])

    d.qed(split_order(d, 1, p, certain, uncertain))


@derives("lemma/near-rows.information")
def near_rows(d: Derivation) -> None:
    """Row by row; an input of probability 0 adds nothing."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    (near,) = d.given
    n = W.sort.inputs
    whole = d.cite("background/information-forms.sums")
    x = d.fix(Symbol("x", n))

    def part(p: Any) -> Term:
        y, q = Symbol("y", W.sort.outputs), output(P, W)
        return total(y, p * W[x, y] * log(W[x, y]) - p * W[x, y] * log(q[y]))

    def never(zero: Line) -> Line:
        plain = d.identity(equals(part(ZERO), delta * -(ZERO * log(ZERO))))
        return d.turn(
            part(P[x]) <= delta * -(P[x] * log(P[x])),
            d.rewrite(zero, plain, equals(part(P[x]), delta * -(P[x] * log(P[x])))),
        )

    def ever(some: Line) -> Line:
        j = d.fix(Symbol("j", n))
        rows = d.forall(j, d.at(d.at(near, j), x))
        return d.cite("lemma/near-rows.row", rows, some)

    rest = d.summed(
        d.forall(x, split_zero(d, P[x], never, ever)),
        d.cite("background/output-dominates.by-input"),
    )
    entropy = d.cite("definition/entropy")
    last = d.arithmetic(equals(rest.formula.right, delta * H(P)), entropy, hints=[delta])
    d.qed(d.chain(whole, rest, last))


# --- both bounds together, and rows that are possible ---------------------------------------------


@derives("lemma/rows-within")
def rows_within(d: Derivation) -> None:
    """By the output or by the input, whichever has fewer symbols."""
    P, W, most, delta = (d.var(name) for name in ("P", "W", "K", "delta"))
    few, rows = d.given
    m, n = W.of.outputs, W.of.inputs
    some = d.piece(d.cite("background/binary-entropy.range", p=delta), 0)
    private = d.cite("lemma/as-mechanism-dp-intro", rows, W=W, eps=0, delta=delta)

    def chosen(order: Line, value: Line) -> Line:
        if value.theorem.conclusion.right == m:
            line = by_output(d, P, W, delta, private)
            line = d.arithmetic(
                information(P, W) <= 2 * binary_entropy(delta) + 2 * delta * log(m),
                line, some, hints=[delta * log(m)],
            )
        else:
            line = by_input(d, P, W, delta, private)
            more = log_below(d, n, most + 1, few)
            line = d.arithmetic(
                information(P, W) <= 2 * binary_entropy(delta) + 2 * delta * log(most + 1),
                line, some, more, hints=[delta, delta * log(most + 1)],
            )
        return d.rewrite(value, line, d.goal)

    d.qed(split_minimum(d, m, most + 1, chosen))


def by_output(d: Steps, P: Term, W: Term, delta: Any, private: Line) -> Line:
    """I(P;W) ≤ h(δ) + δ ln m for m outputs."""
    m = W.sort.outputs
    bound = binary_entropy(delta) + delta * log(m)
    return by_continuity(d, P, W, delta, bound, lambda near, x: d.cite(
        "background/entropy-continuity.relaxed", near,
        P=output(P, W), Q=W[x], delta=delta, n=m,
    ), private)


@derives("lemma/possible-rows")
def possible_rows(d: Derivation) -> None:
    """Each possible row is at most e^ε times the rows' mean."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    (close,) = d.given

    def leak(x: Any, y: Any, above: Line) -> Line:
        input_ = positive_from(d, P[x], above, hints=[W[x, y]])
        other = d.fix(Symbol("x'", W.sort.inputs))
        goal = P[other] * W[x, y] <= P[other] * (exp(eps) * W[other, y])

        def possible(there: Line) -> Line:
            rows = d.cite("background/closeness-symbols.only-if",
                          d.at(d.at(close, x, input_), other, there), P=W[x], Q=W[other])
            return d.arithmetic(goal, d.piece(d.at(rows, y), 0), hints=[P[other]])

        each = split_zero(d, P[other], lambda none: d.rewrite(
            none, d.obvious(0 * W[x, y] <= 0 * (exp(eps) * W[other, y])), goal
        ), possible)
        mean = d.summed(d.forall(other, each))
        return d.arithmetic(W[x, y] <= exp(eps) * output(P, W)[y], mean)

    d.qed(pairs_tell(d, P, W, eps, leak))
