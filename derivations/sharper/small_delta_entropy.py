"""Proofs on conditional entropy (Lemma 11)."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import at_every_distance
from derivations.tools import absurd, split_order, split_zero, summed
from verified.language import (
    H,
    absolute,
    binary_entropy,
    cases,
    either,
    equals,
    joint_of,
    log,
    negation,
    rational,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number

h = binary_entropy


@derives("sharper/lemma-3-sharp.gain")
def gain(d: Derivation) -> None:
    """h(δ/(1 + δ)) ≥ h(δ)/(1 + δ) ≥ h(δ)/2, as h is concave; and 2/(1 + δ) ≥ 1."""
    m, delta = d.var("m"), d.var("delta")
    share = 1 / (1 + delta)
    unit = d.arithmetic(share <= 1, d.obvious(0 <= delta * share))
    concave = d.cite("background/binary-entropy.concave", unit, p=delta, q=0, t=share)
    some = d.cite("background/binary-entropy.range", part=0, p=delta)
    half = d.arithmetic(1 <= 2 * share, d.obvious(delta <= 1), hints=[share])
    above = d.obvious(0 < m - 1)
    fewer = d.cite("background/log-increasing.positive", above, d.obvious(m - 1 <= m), u=m - 1, v=m)
    d.qed(d.arithmetic(
        d.goal, concave, some, half, fewer, above,
        hints=[h(delta), delta, delta * log(m)],
    ))


def one_way(
    d: Steps, laws: tuple[Term, Term], channels: tuple[Term, Term], delta: Any,
    near: Line, corner: Line,
) -> Line:
    """H_p(Y|X) − H_q(Y|X) ≤ h(δ) + δ ln(m − 1) for a distance v ≤ δ."""
    (P, Q), (W, V) = laws, channels
    m, v = W.sort.outputs, near.formula.left
    excess = H(joint_of(P, W), "Y|X") - H(joint_of(Q, V), "Y|X")
    goal = excess <= h(delta) + delta * log(m - 1)
    positive = d.obvious(0 <= v)

    def at(t: Any, *lines: Line) -> Line:
        return d.cite("lemma/conditional-entropy.gap", *lines, P=P, Q=Q, W=W, V=V, t=t)

    def nothing(zero: Line) -> Line:
        none = d.turn(equals(v, 0), d.chain(near, d.turn(delta <= 0, zero)), positive)

        def wrong(above: Line) -> Line:
            # A small share t leaves no room for the excess.
            rest = (2 + excess) / (2 + 2 * excess)
            t = 1 - rest
            some = d.obvious(0 < t, above)
            half = d.arithmetic(t <= rational(1, 2), above, hints=[1 / (2 + 2 * excess)])
            small = d.arithmetic(t < 1, half, above)
            low = d.arithmetic(t <= (m - 1) / m, half, above, d.obvious(2 <= m),
                               hints=[1 / m])
            line = d.rewrite(none, at(t, low, some, small, above),
                             excess <= -((1 - number(0)) * log(1 - t)) - 0 * (log(t) - log(m - 1)))
            room = d.cite("background/log-tangent.line", above, x=1 / rest)
            less = d.arithmetic(excess <= 1 / rest - 1, line, room, above, small, some)
            wide = d.arithmetic(0 < 2 + excess, above)
            square = d.arithmetic(excess * (2 + excess) <= excess, less, wide, above,
                                  hints=[2 + excess])
            return absurd(d, excess <= 0, square, above, hints=[excess])

        at_most = split_order(d, excess, 0, lambda low: low, wrong)
        zero_ = number(0)
        plain = d.arithmetic(excess <= h(zero_) + zero_ * log(m - 1), at_most)
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        rest = d.arithmetic(0 < 1 - delta, corner, hints=[m, 1 / m])
        room = d.arithmetic(delta <= (1 - delta) * (m - 1), corner, hints=[m])
        ratio = delta / (1 - delta)
        odds = d.arithmetic(ratio <= m - 1, room, rest, hints=[1 / (1 - delta)])
        slope = d.cite(
            "background/log-increasing.positive", above, odds, rest,
            d.obvious(0 < ratio, above, rest), u=ratio, v=m - 1,
        )
        line = at(delta, corner, above, d.arithmetic(delta < 1, rest))
        gap = d.arithmetic(0 <= delta - v, near)
        fall = d.arithmetic(
            (delta - v) * (log(delta) - log(1 - delta) - log(m - 1)) <= 0, gap, slope, above, rest,
        )
        return d.arithmetic(goal, line, fall, above, rest)

    return split_zero(d, delta, nothing, something)


@derives("sharper/lemma-3-sharp.bound")
def bound(d: Derivation) -> None:
    """Both ways, at t = δ."""
    P, Q, W, V, delta = (d.var(name) for name in ("P", "Q", "W", "V", "delta"))
    n, m = P.sort.sizes()[0], W.sort.outputs
    near, corner = d.given
    first, second = near.formula.left.args
    cells = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                         hints=[m])
    turned = d.cite("background/total-variation.symmetric", cells, P=second, Q=first)
    there = d.chain(turned, near)
    one = one_way(d, (P, Q), (W, V), delta, near, corner)
    two = one_way(d, (Q, P), (V, W), delta, there, corner)
    gap, most = d.goal.left.args[0], d.goal.right
    d.qed(d.cite(
        "background/absolute-value.least", one, d.arithmetic(-gap <= most, two), r=gap, c=most,
    ))


@derives("sharper/lemma-3-sharp.relaxed")
def relaxed(d: Derivation) -> None:
    """`bound` up to δ = 1 − 1/m; beyond, (1 − δ) ln m ≤ −(1 − δ) ln(1 − δ) ≤ h(δ)."""
    (near,) = d.given
    d.qed(at_every_distance(
        d, d.var("m"), d.cite("sharper/lemma-3-sharp.beyond"),
        lambda low, more: d.cite("sharper/lemma-3-sharp.bound", near, low, more),
    ))


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


@derives("sharper/lemma-3-sharp.attained")
def continuity_attained(d: Derivation) -> None:
    """Σ over the outputs but the first, of which there are n."""
    distance, entropy = d.goal.parts
    n, delta = d.var("n"), d.var("delta")
    first, second = distance.left.args
    above = d.obvious(n + 1 >= 1)
    apart = d.cite("definition/total-variation", above, P=first, Q=second)
    y = d.fix(Symbol("y", n + 1))
    zero = equals(y, 0)

    def summed_up(term: Term, at_zero: Any, elsewhere: Any, whole: Any) -> Line:
        """Σ term = whole, where the term has one value at 0 and one elsewhere."""
        goal = equals(term, cases(zero, at_zero, elsewhere))
        each = d.cases(
            d.follows(either(zero, negation(zero))),
            d.rewrite(
                d.assume(zero), d.identity(substitute(goal, {y.name: number(0)}), above), goal
            ),
            d.identity(goal, d.assume(negation(zero)), above),
        )
        rows = d.summed(d.forall(y, each), above)
        return d.chain(rows, d.identity(equals(rows.formula.right, whole), above))

    share = delta / n
    rows = summed_up(absolute(first[y] - second[y]), delta, share, 2 * delta)
    sides = []
    for side, values in zip(entropy.left.args, (
        (-((1 - delta) * log(1 - delta)), share * log(n) - share * log(delta)), (0, 0),
    ), strict=True):
        law, told = side.args[0], entropy.right if values[0] != 0 else number(0)
        opened = d.cite("definition/entropy", above, P=law)
        sides.append(d.chain(opened, summed_up(-(law[y] * log(law[y])), *values, told)))
    apart = d.arithmetic(distance, apart, rows)
    d.qed(d.both(apart, d.arithmetic(entropy, *sides)))
