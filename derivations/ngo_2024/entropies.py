"""Theorem 3's noise: Gaussian noise is the worst of its variance."""

from __future__ import annotations

from derivations.additive_noise import square
from derivations.worst_noise import mean_is_positive, told_at_most
from verified.language import log
from verified.language.terms import Symbol
from verified.papers.ngo_2024.gaussian import centres, noise_mean, noise_power, trace
from verified.proof.derivation import Derivation, derives

LN2 = log(2)


@derives("ngo-2024/theorem-3.noise", "ngo-2024/theorem-3-steps.saddle-noise")
def noise(d: Derivation) -> None:
    """Of all noise of the variance K_Y, Gaussian noise is the worst."""
    Q, w, k = d.var("Q"), d.var("w"), d.var("k")
    s = d.fix(Symbol("s", d.var("n")))
    own, apart = mean_is_positive(d, Q, w), centres[s] - noise_mean
    each = d.arithmetic(
        Q[s] * w[s] <= Q[s] * (w[s] + apart**2), square(d, apart), hints=[Q[s]]
    )
    spread = d.chain(own, d.summed(d.forall(s, each)))
    worst = d.cite(
        "background/worst-additive-noise.line", d.obvious(noise_power <= noise_power), spread,
        P=Q, m=d.var("y"), v=w, k=k, w=noise_power,
    )
    positive = d.arithmetic(1 + k / noise_power > 0, spread, hints=[k / noise_power])
    d.qed(d.arithmetic(d.goal, worst, spread, positive, hints=[1 / LN2]))


# --- every dimension ------------------------------------------------------------------------------


@derives("ngo-2024/theorem-3.signal-any-dimension")
def best_signal(d: Derivation) -> None:
    """The normal law has the largest entropy for its covariance; the logarithm is concave."""
    (given,) = d.given
    level, v = d.var("p"), d.var("w")
    bounded = d.arithmetic(trace <= d.var("d") * level, given, hints=[d.var("d")])
    told = told_at_most(d, d.var("P"), d.var("f"), v, level + v, bounded)
    d.qed(d.arithmetic(d.goal, told, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3.noise-any-dimension")
def best_noise(d: Derivation) -> None:
    """As on the line."""
    P, f, v, level, most, dims = (d.var(name) for name in "Pfvpwd")
    worst = d.cite(
        "background/worst-additive-noise.any-dimension", *d.given, P=P, f=f, d=dims, v=v, k=level,
        w=most,
    )
    d.qed(d.arithmetic(d.goal, worst, hints=[1 / LN2]))
