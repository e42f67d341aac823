"""Theorem 3's noise on the line: the entropy power inequality against the largest entropy."""

from __future__ import annotations

from derivations.nuradha_goldfeld_2022.noise import mean_square, square
from derivations.tools import absurd, same, split_equal, split_order
from verified.language import differential_entropy, equals, exp, log, pi, total
from verified.language.formulas import substitute
from verified.language.terms import Real, Symbol, Term, number
from verified.papers.ngo_2024.gaussian import (
    centres,
    entropy,
    itself,
    noise_mean,
    noise_power,
    noisy,
    trace,
)
from verified.proof.derivation import Derivation, Line, Steps, derives

LN2, UNIT = log(2), 2 * pi() * exp(1)


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


@derives("ngo-2024/theorem-3.noise", "ngo-2024/theorem-3-steps.saddle-noise")
def noise(d: Derivation) -> None:
    """e^(2h(Y)) ≤ 2πe K_Y, so that e^(2h(Y)) (1 + K_X/K_Y) ≤ e^(2h(Y)) + 2πe K_X ≤ e^(2h(X+Y))."""
    Q, w, k = d.var("Q"), d.var("w"), d.var("k")
    s = d.fix(Symbol("s", d.var("n")))
    own = mean_is_positive(d, Q, w)
    apart = centres[s] - noise_mean
    each = d.arithmetic(
        Q[s] * w[s] <= Q[s] * (w[s] + apart**2), square(d, apart), hints=[Q[s]]
    )
    spread = d.chain(own, d.summed(d.forall(s, each)))
    before = differential_entropy(noisy)
    power = d.cite("background/entropy-power", P=Q, m=d.var("y"), v=w, s=k)
    most = d.cite("background/mixture-max-entropy", P=Q, m=d.var("y"), v=w)
    inside = d.arithmetic(UNIT * noise_power > 0, spread, hints=[UNIT])
    small = d.cite(
        "background/half-logarithm.exponential", most, inside, h=before, w=UNIT * noise_power
    )
    grown, more = exp(2 * before), 1 + k / noise_power
    less = d.arithmetic(
        grown * more <= grown + UNIT * k, small, spread, hints=[k / noise_power]
    )
    positive = d.arithmetic(more > 0, spread, hints=[k / noise_power])
    logs = d.cite(
        "background/log-increasing.positive", less, positive, spread, u=grown * more,
        v=grown + UNIT * k,
    )
    product = d.cite("background/log-product", positive, spread, x=grown, y=more)
    d.qed(d.arithmetic(d.goal, power, logs, product, spread, positive, hints=[1 / LN2]))


# --- every dimension ------------------------------------------------------------------------------


def told_at_most(d: Steps, v: Term, touch: Term, given: Line) -> Line:
    """I(X; X + N(0, v I)) ≤ d/2 ln((m + v)/v) for a trace of K_X of at most d m, by the tangents of
    the logarithm at m.

    Args:
        touch: m + v, positive.
        given: what bounds the trace.
    """
    dims = d.var("d")
    known = d.cite(
        "background/gaussian-max-entropy", U=d.var("P"), V=itself, f=d.var("f"), v=v, d=dims
    )
    bind = known.formula.right
    j, x = d.fix(Symbol("j", dims)), Real("x", ">0")
    spread = substitute(bind.body, {bind.var.name: j}).args[0].args[0].args[1].args[0]
    some = mean_square(d, spread)
    inside = d.arithmetic(1 + spread / v > 0, some, hints=[1 / v])
    ratio = (spread + v) / touch
    positive = d.arithmetic(ratio > 0, some, hints=[1 / touch])
    tangent = d.scalar(log(x) <= x - 1, positive, values={x: ratio})
    each = d.arithmetic(
        log(1 + spread / v) / 2 <= (log(touch / v) + (spread + v - touch) / touch) / 2,
        tangent, inside, positive,
    )
    summed = d.summed(d.forall(j, each), d.forall(j, inside))
    return d.arithmetic(
        known.formula.left <= dims * log(touch / v) / 2, d.chain(known, summed), given,
        hints=[1 / touch],
    )


@derives("ngo-2024/theorem-3.signal-any-dimension")
def best_signal(d: Derivation) -> None:
    """The normal law has the largest entropy for its covariance; the logarithm is concave."""
    (given,) = d.given
    level, v = d.var("p"), d.var("w")
    bounded = d.arithmetic(trace <= d.var("d") * level, given, hints=[d.var("d")])
    told = told_at_most(d, v, level + v, bounded)
    d.qed(d.arithmetic(d.goal, told, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3.noise-any-dimension")
def best_noise(d: Derivation) -> None:
    """As on the line: e^(2h/d) is at most 2πeσ² for Y, and grows by 2πeΔ² at least."""
    (given,) = d.given
    v, level, most, dims = (d.var(name) for name in "vpwd")
    bounded = d.arithmetic(trace + dims * v <= dims * most, given, hints=[dims])
    told = told_at_most(d, v, most, bounded)
    before, after = entropy(v) / dims, entropy(v + level) / dims
    least = d.arithmetic(before <= log(UNIT * most) / 2, told, hints=[1 / dims])
    small = d.cite("background/half-logarithm.exponential", least, h=before, w=UNIT * most)
    power = d.cite("background/entropy-power-mixtures", P=d.var("P"), f=d.var("f"), v=v, s=level)
    grown, more = exp(2 * before), 1 + level / most
    less = d.arithmetic(
        grown * more <= exp(2 * after), small, power, hints=[level / most]
    )
    logs = d.cite("background/log-increasing.positive", less, u=grown * more, v=exp(2 * after))
    product = d.cite("background/log-product", x=grown, y=more)
    d.qed(d.arithmetic(d.goal, logs, product, hints=[dims / LN2 / 2]))
