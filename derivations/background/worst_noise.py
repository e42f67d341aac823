"""Proofs that Gaussian noise is the worst of its variance: the entropy power inequality against the
largest entropy.
"""

from __future__ import annotations

from derivations.patterns.noise import mean_is_positive, told_at_most
from derivations.patterns.numbers import square
from verified.language import differential_entropy, exp, log, pi
from verified.papers.background.worst_noise import (
    centres,
    entropy,
    mixed,
    noisier,
    spread,
    whole_mean,
    whole_spread,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol

UNIT = 2 * pi() * exp(1)


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
    laws = [d.cite("background/gaussian-entropy", r=0, v=variance) for variance in (w + k, w)]
    d.qed(d.arithmetic(d.goal, *laws))
