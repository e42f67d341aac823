"""Proofs that Gaussian noise is the worst of its variance: the entropy power inequality against the
largest entropy."""

from __future__ import annotations

from typing import Any

from derivations.additive_noise import square
from derivations.tools import ZERO, absurd, same, split_equal, split_order
from verified.language import differential_entropy, equals, exp, log, pi, total
from verified.language.formulas import substitute
from verified.language.terms import Real, Symbol, Term, number
from verified.papers.background.worst_noise import (
    centres,
    copy,
    entropy,
    mixed,
    noisier,
    spread,
    whole_mean,
    whole_spread,
)
from verified.proof.derivation import Derivation, Line, Steps, derives

UNIT = 2 * pi() * exp(1)


def mean_is_positive(d: Steps, law: Term, values: Term) -> Line:
    """Σ P(s) x_s > 0 for positive x_s: no term is larger than the mean, and one has a chance."""
    size = law.sort.sizes()[0]
    s, t = d.fix(Symbol("s", size)), d.fix(Symbol("t", size))
    mean = total(s, law[s] * values[s])

    def at_most(t: Term) -> Line:
        part = law[t] * values[t]
        return split_equal(d, t, s, lambda _, value: d.arithmetic(
            part * same(t, s) <= part, value, hints=[part]
        ))

    terms = d.summed(d.forall(t, at_most(t)))
    term = d.chain(d.identity(equals(law[s] * values[s], terms.formula.left)), terms)

    def none(low: Line) -> Line:
        no_chance = d.arithmetic(law[s] <= 0, low, term, hints=[1 / values[s]])
        chances = d.summed(d.forall(s, no_chance))
        whole = d.chain(d.identity(equals(number(1), chances.formula.left)), chances)
        return absurd(d, mean > 0, whole)

    return split_order(d, mean, 0, none, lambda high: high)


def mean_square(d: Steps, bind: Any) -> Line:
    """Σ P x² ≥ 0."""
    s = d.fix(bind.var)
    weight, power = substitute(bind.body, {bind.var.name: s}).args
    line = d.summed(d.forall(s, d.arithmetic(
        ZERO <= weight * power, square(d, power.args[0]), hints=[weight]
    )))
    return d.chain(d.identity(equals(ZERO, line.formula.left)), line)


def least_gain(d: Derivation, small: Line, power: Line) -> Line:
    """ln(1 + k/w) ≤ 2(h' − h) from e^(2h) ≤ 2πew and e^(2h) + 2πek ≤ e^(2h')."""
    k, w = d.var("k"), d.var("w")
    grown, larger, more = small.formula.left, power.formula.right, 1 + k / w
    less = d.arithmetic(grown * more <= larger, small, power, hints=[k / w])
    logs = d.cite("background/log-increasing.positive", less, u=grown * more, v=larger)
    product = d.cite("background/log-product", x=grown, y=more)
    return d.arithmetic(log(grown) + log(more) <= log(larger), logs, product)


@derives("background/worst-additive-noise.line")
def on_the_line(d: Derivation) -> None:
    """e^(2h(Y)) ≤ 2πew, so that e^(2h(Y)) (1 + k/w) ≤ e^(2h(Y)) + 2πek ≤ e^(2h(X+Y))."""
    P, v, k, w = (d.var(name) for name in "Pvkw")
    (given,) = d.given
    s = d.fix(Symbol("s", d.var("n")))
    own, apart = mean_is_positive(d, P, v), centres[s] - whole_mean
    each = d.arithmetic(
        P[s] * v[s] <= P[s] * (v[s] + apart**2), square(d, apart), hints=[P[s]]
    )
    wide = d.chain(own, d.summed(d.forall(s, each)))
    most = d.cite("background/mixture-max-entropy", P=P, m=centres, v=v)
    inside = d.arithmetic(UNIT * whole_spread > 0, wide, hints=[UNIT])
    before, after = differential_entropy(mixed), differential_entropy(noisier)
    small = d.cite(
        "background/half-logarithm.exponential", most, inside, h=before, w=UNIT * whole_spread
    )
    small = d.arithmetic(exp(2 * before) <= UNIT * w, small, given, hints=[UNIT])
    power = d.cite("background/entropy-power", P=P, m=centres, v=v, s=k)
    power = d.cite(
        "background/half-logarithm.power", power, h=after, w=exp(2 * before) + UNIT * k
    )
    d.qed(d.arithmetic(d.goal, least_gain(d, small, power)))


def told_at_most(d: Steps, law: Term, query: Term, v: Term, touch: Term, given: Line) -> Line:
    """I(V; f(V) + N(0, v I)) ≤ d/2 ln((m + v)/v) for a trace of f(V)'s covariance of at most d m,
    by the tangents of the logarithm at m.

    Args:
        touch: m + v, positive.
        given: what bounds the trace.
    """
    dims = d.var("d")
    known = d.cite("background/gaussian-max-entropy", U=law, V=copy, f=query, v=v, d=dims)
    bind = known.formula.right
    j, x = d.fix(Symbol("j", dims)), Real("x", ">0")
    own = substitute(bind.body, {bind.var.name: j}).args[0].args[0].args[1].args[0]
    some = mean_square(d, own)
    inside = d.arithmetic(1 + own / v > 0, some, hints=[1 / v])
    ratio = (own + v) / touch
    positive = d.arithmetic(ratio > 0, some, hints=[1 / touch])
    tangent = d.scalar(log(x) <= x - 1, positive, values={x: ratio})
    each = d.arithmetic(
        log(1 + own / v) / 2 <= (log(touch / v) + (own + v - touch) / touch) / 2,
        tangent, inside, positive,
    )
    summed = d.summed(d.forall(j, each), d.forall(j, inside))
    return d.arithmetic(
        known.formula.left <= dims * log(touch / v) / 2, d.chain(known, summed), given,
        hints=[1 / touch],
    )


@derives("background/worst-additive-noise.any-dimension")
def in_any_dimension(d: Derivation) -> None:
    """As on the line: e^(2h/d) is at most 2πew for Y, and grows by 2πek at least."""
    P, f, v, k, w, dims = (d.var(name) for name in "Pfvkwd")
    (given,) = d.given
    bounded = d.arithmetic(spread + dims * v <= dims * w, given, hints=[dims])
    told = told_at_most(d, P, f, v, w, bounded)
    before, after = entropy(P, v) / dims, entropy(P, v + k) / dims
    least = d.arithmetic(before <= log(UNIT * w) / 2, told, hints=[1 / dims])
    small = d.cite("background/half-logarithm.exponential", least, h=before, w=UNIT * w)
    power = d.cite("background/entropy-power-mixtures", P=P, f=f, v=v, s=k)
    power = d.arithmetic(exp(2 * before) + UNIT * k <= exp(2 * after), power)
    d.qed(d.arithmetic(d.goal, least_gain(d, small, power), hints=[dims / 2]))


@derives("background/worst-additive-noise.attained")
def attained(d: Derivation) -> None:
    """The entropies of Gaussian laws."""
    w, k = d.var("w"), d.var("k")
    laws = [d.cite("definition/gaussian-entropy", r=0, v=variance) for variance in (w + k, w)]
    d.qed(d.arithmetic(d.goal, *laws))
