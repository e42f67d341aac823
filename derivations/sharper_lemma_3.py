"""Proofs of the sharper statements on mechanisms of small δ (Lemmas 3 and 11)."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    log_below,
    same,
    split_equal,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import TV, H, I, equals, joint_of, log, minimum, output, total
from verified.language.terms import Pmf, Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

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
        one = d.turn(equals(p, 1), high, d.cite("definition/probability-bounds", part=1, P=P, a=x))
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


def near_channel(d: Steps, W: Any, delta: Any, private: Line) -> Line:
    """The rows of a channel are near, where it is (0, δ)-private."""
    n = W.sort.inputs
    v, w = d.fix(Symbol("v", n)), d.fix(Symbol("w", n))
    close = d.cite(
        "definition/as-mechanism-dp", private, values={"x": v, "x'": w, "eps": ZERO, "delta": delta}
    )
    near = d.cite("cuff-yu-2016/eq-8.only-if", close, P=W[v], Q=W[w])
    return d.forall(v, d.forall(w, near))


# --- Lemma 3 --------------------------------------------------------------------------------------


@derives("sharper/lemma-3-leakage-sharp.prior")
def lemma_3_prior(d: Derivation) -> None:
    """What isn't told, H(X) − I(X;Y), stays."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    (private,) = d.given
    told = d.cite("lemma/near-rows.information", near_channel(d, W, delta, private))
    J = joint_of(P, W)
    pair = d.cite("background/information-forms.pair")
    law = d.cite("definition/joint-entropy", part=0)
    rest = d.shannon(equals(I(J, "X;Y"), H(J, "X") - H(J, "X|Y")))
    d.qed(d.arithmetic(d.goal, told, pair, law, rest))


@derives("sharper/lemma-3-leakage-sharp.outputs")
def lemma_3_outputs(d: Derivation) -> None:
    """Every prior tells as little."""
    W, delta = d.var("W"), d.var("delta")
    near = near_channel(d, W, delta, *d.given)
    law = d.fix(Pmf("P", W.sort.inputs))
    told = d.cite("lemma/support.outputs", near, P=law)
    whole = d.cite("definition/capacity")
    d.qed(d.chain(whole, d.bound_sup(whole.formula.right, told, law)))  # type: ignore


def smaller(d: Steps, m: Any, one: Any, two: Any, less: Line) -> Line:
    """ln min(m, one) ≤ ln min(m, two), from one ≤ two; all are at least 1."""
    both = d.cite("background/absolute-value.below-both", r=m, s=one)
    least = d.cite(
        "background/absolute-value.least-of-two", d.piece(both, 0),
        d.arithmetic(minimum(m, one) <= two, both, less), r=m, s=two, c=minimum(m, one),
    )
    some = split_minimum(d, m, one, lambda _, value: d.arithmetic(0 < minimum(m, one), value, less))
    top = d.arithmetic(0 < minimum(m, two), least, some)
    return log_below(d, minimum(m, one), minimum(m, two), least, some, top)


@derives("sharper/lemma-3-leakage-sharp.gain")
def lemma_3_gain(d: Derivation) -> None:
    """h(δ) ≥ 0, and the logarithm increases."""
    m, n, delta = d.var("m"), d.var("n"), d.var("delta")
    line = smaller(d, m, n, n + 1, d.obvious(n <= n + 1))
    spread = d.cite("background/binary-entropy.range", p=delta, part=0)
    some = [split_minimum(d, m, side, lambda _, value, side=side: d.arithmetic(
        0 < minimum(m, side), value)) for side in (n, n + 1)]
    d.qed(d.arithmetic(d.goal, line, spread, *some, hints=[delta]))


@derives("sharper/corollary-8-sharp.gain")
def corollary_8_gain(d: Derivation) -> None:
    """h(kδ) ≥ 0, and the logarithm increases."""
    k, m, n, delta = (d.var(name) for name in ("k", "m", "n", "delta"))
    level, count = k * delta, n**k
    line = smaller(d, m, count, count + 1, d.obvious(count <= count + 1))
    spread = d.cite("background/binary-entropy.range", *d.given, p=level, part=0)
    some = [split_minimum(d, m, side, lambda _, value, side=side: d.arithmetic(
        0 < minimum(m, side), value)) for side in (count, count + 1)]
    d.qed(d.arithmetic(d.goal, line, spread, *some, *d.given, hints=[level]))


@derives("sharper/lemma-3-leakage-sharp.attained")
def lemma_3_attained(d: Derivation) -> None:
    """Example 3.3."""
    N = d.var("N")
    d.qed(d.both(
        d.cite("cuff-yu-2016/example-3.3.private", N=N),
        d.cite("cuff-yu-2016/example-3.3.capacity", N=N),
    ))


# --- Lemma 11 -------------------------------------------------------------------------------------


@derives("sharper/lemma-3-sharp.beyond")
def lemma_11_beyond(d: Derivation) -> None:
    """Both entropies lie between 0 and ln m."""
    P, Q, W, V = (d.var(name) for name in ("P", "Q", "W", "V"))
    m = W.sort.outputs
    ranges = []
    for prior, channel in ((P, W), (Q, V)):
        value = d.cite("definition/joint-entropy", part=2, P=prior, W=channel)
        x = Symbol("x", W.sort.inputs)
        low = summed(d, x, lambda x, prior=prior, channel=channel: d.arithmetic(
            prior[x] * 0 <= prior[x] * H(channel[x]),
            d.cite("background/entropy-range.nonnegative", P=channel[x]), hints=[prior[x]],
        ))
        high = summed(d, x, lambda x, prior=prior, channel=channel: d.arithmetic(
            prior[x] * H(channel[x]) <= prior[x] * log(m),
            d.cite("background/entropy-range.uniform", P=channel[x]), hints=[prior[x]],
        ))
        whole = value.formula.left
        ranges.append(d.arithmetic(0 <= whole, value, low))
        ranges.append(d.arithmetic(whole <= log(m), value, high))
    first, second = d.goal.left.args[0].args
    d.qed(d.cite(
        "background/absolute-value.least",
        d.arithmetic(first - second <= log(m), *ranges),
        d.arithmetic(-(first - second) <= log(m), *ranges), r=first - second, c=log(m),
    ))
