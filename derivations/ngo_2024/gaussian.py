"""The Gaussian mechanism: Theorem 3's optimal covariances, the worst noise."""

from __future__ import annotations

from derivations.patterns.local_privacy import LN2
from derivations.patterns.noise import (
    coordinates,
    mean_is_positive,
    mean_square,
    told_at_most,
)
from derivations.patterns.numbers import square
from verified.language import equals, log, total
from verified.papers.ngo_2024.gaussian import centres, noise_mean, noise_power, power, trace
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import Real, Symbol, number


@derives("ngo-2024/theorem-3.best-input", "ngo-2024/theorem-3-steps.maximum")
def best_input(d: Derivation) -> None:
    """ln(1 + a/w) ≤ ln(1 + p/w) + (a − p)/(w + p), the tangent, summed over the eigenvalues."""
    (given,) = d.given
    size, signals, level, noise = (d.var(name) for name in ("d", "a", "p", "w"))
    j = d.fix(Symbol("j", size))
    x, whole = Real("x", ">0"), noise + level
    tangent = d.scalar(log(x) <= x - 1, values={x: (noise + signals[j]) / whole})
    below = d.arithmetic(
        log(1 + signals[j] / noise) <= log(1 + level / noise) + (signals[j] - level) / whole,
        tangent, hints=[1 / whole],
    )
    summed = d.summed(d.forall(j, below))
    d.qed(d.arithmetic(d.goal, summed, given, hints=[1 / LN2, 1 / LN2 / whole]))


@derives("ngo-2024/theorem-3.best-noise", "ngo-2024/theorem-3-steps.minimum")
def best_noise(d: Derivation) -> None:
    """ln(1 + p/b) ≥ ln(1 + p/w) + p(w − b)/(w(w + p)), a tangent of a convex function, summed."""
    (given,) = d.given
    size, noises, level, noise = (d.var(name) for name in ("d", "b", "p", "w"))
    j = d.fix(Symbol("j", size))
    b, x, whole = noises[j], Real("x", ">0"), noise + level
    tangent = d.scalar(log(x) <= x - 1, values={x: whole * b / (noise * (b + level))})
    first = d.arithmetic(
        log(1 + level / noise) + level * (noise - b) / (noise * (b + level)) <= log(1 + level / b),
        tangent,
    )
    second = d.have(
        level * (noise - b) / (noise * whole) <= level * (noise - b) / (noise * (b + level)),
        "arithmetic",
        products=[["1", [["square", noise - b], ["sign", level / (noise * whole * (b + level))]]]],
    )
    below = d.arithmetic(
        log(1 + level / noise) + level * (noise - b) / (noise * whole) <= log(1 + level / b),
        first, second,
    )
    summed = d.summed(d.forall(j, below))
    d.qed(d.arithmetic(d.goal, summed, given, hints=[1 / LN2, level / LN2 / (noise * whole)]))


@derives("ngo-2024/theorem-3-steps.spent")
def spent(d: Derivation) -> None:
    """The logarithm grows: ln y − ln x ≥ 1 − x/y."""
    more, less = d.given
    k, largest, v, w = (d.var(name) for name in ("k", "l", "v", "w"))
    x = Real("x", ">0")
    tangent = d.scalar(log(x) <= x - 1, values={x: (1 + k / v) / (1 + largest / w)})
    ratio = d.arithmetic(
        k / v <= largest / w, more, less, hints=[1 / v, largest / (v * w), 1 / w]
    )
    below = d.arithmetic(
        (1 + k / v) / (1 + largest / w) <= 1, ratio, hints=[1 / (1 + largest / w)]
    )
    d.qed(d.arithmetic(d.goal, tangent, below, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3-steps.restricted-signals")
def restricted_signals(d: Derivation) -> None:
    """More signal in each coordinate tells more."""
    (given,) = d.given
    size, signals, noises, level = (d.var(name) for name in ("d", "a", "b", "p"))
    j = d.fix(Symbol("j", size))
    unspent = level - total(j, signals[j]) / size
    room = d.arithmetic(0 <= unspent, given, hints=[1 / size])
    more = d.arithmetic(signals[j] <= signals[j] + unspent, room)
    each = d.cite(
        "ngo-2024/theorem-3-steps.spent", more, d.obvious(noises[j] <= noises[j]),
        d.arithmetic(0 <= signals[j] + unspent, room),
        k=signals[j], l=signals[j] + unspent, v=noises[j], w=noises[j],
    )
    spent_all = d.identity(d.goal.parts[0])
    shares = d.forall(j, d.arithmetic(
        0 < 1 + (signals[j] + unspent) / noises[j], room, hints=[1 / noises[j]]))
    summed = d.summed(d.forall(j, each), shares)
    d.qed(d.both(spent_all, d.arithmetic(d.goal.parts[1], summed, shares)))


@derives("ngo-2024/theorem-3-steps.restricted-noises")
def restricted_noises(d: Derivation) -> None:
    """More noise in each coordinate tells less."""
    (given,) = d.given
    size, signals, noises, level = (d.var(name) for name in ("d", "a", "b", "w"))
    j = d.fix(Symbol("j", size))
    unspent = level - total(j, noises[j]) / size
    room = d.arithmetic(0 <= unspent, given, hints=[1 / size])
    more = d.arithmetic(noises[j] <= noises[j] + unspent, room)
    each = d.cite(
        "ngo-2024/theorem-3-steps.spent", d.obvious(signals[j] <= signals[j]), more,
        d.arithmetic(0 < noises[j] + unspent, room),
        k=signals[j], l=signals[j], v=noises[j] + unspent, w=noises[j],
    )
    spent_all = d.identity(d.goal.parts[0])
    d.qed(d.both(spent_all, d.arithmetic(
        d.goal.parts[1], d.summed(d.forall(j, each), room), room)))


@derives("ngo-2024/theorem-3-steps.convex-set")
def convex_set(d: Derivation) -> None:
    """Means are affine in the law."""
    d.qed(d.both(*map(d.identity, d.goal.parts)))


@derives("ngo-2024/theorem-3.value@invertible")
def value(d: Derivation) -> None:
    """By the entropy of a normal law."""
    k, v = d.var("k"), d.var("v")
    both = d.cite("background/gaussian-entropy", r=number(0), v=k + v)
    noise = d.cite("background/gaussian-entropy", r=number(0), v=v)
    d.qed(d.arithmetic(d.goal, both, noise, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3-steps-repaired.common")
def common(d: Derivation) -> None:
    """The logarithm of a product."""
    a, c, e, g = (d.var(name) for name in ("a", "c", "e", "g"))
    product = d.cite("background/log-product", x=a + e, y=c + g)
    d.qed(d.arithmetic(d.goal, product, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3.signal", "ngo-2024/theorem-3-steps.saddle-signal")
def signal(d: Derivation) -> None:
    """The normal law has the largest entropy of its variance."""
    known, _, inside = coordinates(d, number(1))
    v, every = d.var("v"), known.formula.right
    ratio = d.arithmetic(power / v >= 0, mean_square(d, power), hints=[1 / v])
    positive = d.arithmetic(1 + power / v > 0, ratio)
    same = d.identity(
        equals(every, log(1 + power / v) / 2),
        d.at(d.forall(every.var, inside), number(0)), positive,
    )
    d.qed(d.arithmetic(d.goal, d.chain(known, same), positive, hints=[1 / LN2]))


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


@derives("ngo-2024/theorem-3.signal-any-dimension")
def best_signal_any_dimension(d: Derivation) -> None:
    """The normal law has the largest entropy for its covariance; the logarithm is concave."""
    (given,) = d.given
    level, v = d.var("p"), d.var("w")
    bounded = d.arithmetic(trace <= d.var("d") * level, given, hints=[d.var("d")])
    told = told_at_most(d, d.var("P"), d.var("f"), v, level + v, bounded)
    d.qed(d.arithmetic(d.goal, told, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3.noise-any-dimension")
def best_noise_any_dimension(d: Derivation) -> None:
    """As on the line."""
    P, f, v, level, most, dims = (d.var(name) for name in "Pfvpwd")
    worst = d.cite(
        "background/worst-additive-noise.any-dimension", *d.given, P=P, f=f, d=dims, v=v, k=level,
        w=most,
    )
    d.qed(d.arithmetic(d.goal, worst, hints=[1 / LN2]))
