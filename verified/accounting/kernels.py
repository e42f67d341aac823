"""Hockey-stick divergences of the basic pairs of laws, as balls at the precision in force.

Each function takes γ = e^ε > 0 exactly (`fmpq`) or as a ball, and returns H_γ = ∫ (p − γq)₊. They
are differences that cancel far in the tail: the caller raises the precision until the value is
narrow enough (`enclosures.refined`).
"""

from __future__ import annotations

import functools
import math
from typing import Any

from flint import arb, arb_poly, ctx, fmpq, fmpz_poly

from verified.accounting.enclosures import NotReachedError, require
from verified.numbers.limits import check_time

Scalar = Any  # fmpq | arb


def upper_tail(x: Scalar) -> arb:
    """The standard normal law's probability of (x, ∞)."""
    return (arb(x) / arb(2).sqrt()).erfc() / 2


def gaussian(mu: Scalar, gamma: Scalar) -> arb:
    """H_γ(N(μ, 1)‖N(0, 1)) = Φ(μ/2 − ε/μ) − γ Φ(−μ/2 − ε/μ) (Balle and Wang 2018, Theorem 8)."""
    eps = _log(gamma)
    mu = arb(mu)
    tail: arb = upper_tail(eps / mu - mu / 2)
    less: arb = gamma * upper_tail(eps / mu + mu / 2)
    return tail - less


# From here on the tail's own exponential is taken apart.
_FAR = 1 << 21


def gaussian_at(mu: Scalar, eps: Scalar, gamma: Scalar) -> arb:
    """`gaussian`, also where e^ε and δ have exponents beyond those that exponentials of balls have.

    With a = ε/μ − μ/2 and b = a + μ, φ(a) = e^ε φ(b), so that δ = φ(a)(R(a) − R(b)) with Mills'
    ratio R(x) = (1 − Φ(x))/φ(x) = U(1/2, 1/2, x²/2)/√2, U Tricomi's function (DLMF 7.11.4).
    """
    mu = arb(mu)
    a = arb(eps) / mu - mu / 2
    if not a > _FAR:
        return gaussian(mu, gamma)
    near, far = ((x * x / 2).hypgeom_u(fmpq(1, 2), fmpq(1, 2)) for x in (a, a + mu))
    found: arb = _power_of_e(-a * a / 2) * (near - far) / (2 * arb.pi().sqrt())
    return found


def _power_of_e(y: arb) -> arb:
    """e^y = 2^k e^(y − k ln 2), whatever the size of y."""
    k = (y / arb(2).log()).mid().floor().unique_fmpz()
    if k is None:
        raise NotReachedError("an exponent isn't decided at this precision")
    rest: arb = y - k * arb(2).log()
    return rest.exp() * arb(2) ** k


def laplace(a: fmpq, gamma: Scalar, eps: Scalar | None = None) -> Scalar:
    """H_γ(Lap(Δ)‖Lap(0)) with a = Δ/scale: 1 − √(γe^−a) between e^−a and e^a.

    `eps` is ln γ where it is known exactly, so that ε = a is decided.
    """
    eps = _log(gamma) if eps is None else eps
    if eps >= a:
        return fmpq(0)
    if eps <= -a:
        return 1 - gamma
    require(-a < eps and eps < a, "ε is too near the greatest loss for this precision")
    return -(arb((eps - a) / 2).expm1())


def laplace_rounds(a: fmpq, count: int, eps: Scalar, gamma: Scalar) -> Scalar:
    """H of order γ = e^ε of so many Laplace rounds, k, each with a = Δ/scale.

    A round's loss under Q times e^(l/2) has the mass 2g at ±a and the density g between, with g =
    e^(−a/2)/4; its transform ∫e^(sl) is g (e^(as)(2 + 1/s) + e^(−as)(2 − 1/s)). The k-th power is a
    sum of e^(bs)/s^i, that is of (b − l)₊^(i−1)/(i − 1)!, over b = (k − 2j)a; and the integral of
    (e^l − e^ε)₊ e^(−l/2) times that one over l is 2e^(ε/2) Σ_n 2^(−2n−1) w^(2n+1+i)/(2n+1+i)!, w =
    b − ε > 0. With y^m standing for w^m/m! all i together are

        y (2 + y)^(k−j) (2 − y)^j / (2 (1 − y²/4)) = 2y (2 + y)^(k−j−1) (2 − y)^(j−1),

    times k over j: polynomials but for j = 0, where 4^k/(2 (1 − y/2)) stands for 4^k e^(w/2)/2.
    """
    if eps >= count * a:
        return fmpq(0)
    if eps <= -count * a:
        return 1 - gamma
    require(-count * a < eps and eps < count * a, "ε is too near an end for this precision")
    first, *others = _rounds(count, int(ctx.prec))
    w = count * a - arb(eps)
    total = first(w) + fmpq(4) ** count / 2 * (w / 2).exp()
    for j, each in enumerate(others, 1):
        w = (count - 2 * j) * a - arb(eps)
        if w < 0:
            break
        # At w = 0 it is 0.
        total = total + each(w.max(arb(0)))
    return total * 2 * ((arb(eps) - count * a) / 2).exp() / fmpq(4) ** count


@functools.lru_cache(maxsize=8)
def _rounds(count: int, bits: int) -> list[arb_poly]:
    """The polynomials of w of `laplace_rounds`, by j; of the first what isn't an exponential."""
    up, down = [fmpz_poly([1])], [fmpz_poly([1])]
    for _ in range(count):
        check_time()
        up.append(up[-1] * fmpz_poly([2, 1]))
        down.append(down[-1] * fmpz_poly([2, -1]))
    ends = fmpz_poly([0, 2])
    first, rest = divmod(fmpz_poly([4**count]) - ends * up[count - 1], fmpz_poly([-2, 1]))
    require(not rest.coeffs(), "a division that has a rest")
    found = [first, *(
        ends * up[count - j - 1] * down[j - 1] * math.comb(count, j) for j in range(1, count)
    )]
    return [
        arb_poly([fmpq(int(c), math.factorial(m)) for m, c in enumerate(each.coeffs())])
        for each in found
    ]


def sampled(base: Any, q: fmpq, gamma: Scalar) -> Scalar:
    """H_γ((1−q)Q + qP ‖ Q) from γ′ ↦ H_γ′(P‖Q), exactly.

    The density (1−q)q₀ + qp − γq₀ is q(p − γ′q₀) with γ′ = 1 + (γ − 1)/q.
    """
    shifted = 1 + (gamma - 1) / q
    if shifted <= 0:
        return 1 - gamma
    require(shifted > 0, "whether ε is above the least loss isn't decided")
    return q * base(shifted)


def sampled_reverse(base: Any, q: fmpq, gamma: Scalar) -> Scalar:
    """H_γ(Q ‖ (1−q)Q + qP) from γ′ ↦ H_γ′(Q‖P), exactly.

    The density q₀ − γ((1−q)q₀ + qp) is β(q₀ − (γq/β)p) with β = 1 − γ(1−q).
    """
    beta = 1 - gamma * (1 - q)
    if beta <= 0:
        return fmpq(0)
    require(beta > 0, "whether ε is below the greatest loss isn't decided")
    return beta * base(gamma * q / beta)


def gaussian_replaced(mu: fmpq, q: fmpq, gamma: Scalar) -> arb:
    """H_γ((1−q)N(0,1) + qN(μ,1) ‖ (1−q)N(0,1) + qN(−μ,1)): the loss rises, so a threshold.

    With X = e^(μt) and A = e^(−μ²/2), the densities' ratio is γ where
    qAX² + (1−q)(1−γ)X − γqA = 0, whose only positive root is taken.
    """
    scale = q * arb(-mu * mu / 2).exp()
    middle = (1 - q) * (arb(gamma) - 1)
    root = (middle * middle + 4 * arb(gamma) * scale * scale).sqrt()
    # For γ < 1 the sum would cancel.
    high = middle > 0
    x = (middle + root) / (2 * scale) if high else 2 * arb(gamma) * scale / (root - middle)
    t = x.log() / mu
    above: arb = (1 - q) * upper_tail(t) + q * upper_tail(t - mu)
    less: arb = gamma * ((1 - q) * upper_tail(t) + q * upper_tail(t + mu))
    return above - less


def _log(gamma: Scalar) -> arb:
    if isinstance(gamma, fmpq):
        return arb(0) if gamma == 1 else arb(gamma).log()
    return arb(gamma).log()
