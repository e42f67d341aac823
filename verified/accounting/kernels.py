"""Hockey-stick divergences of the basic pairs of laws, as balls at the precision in force.

Each function takes γ = e^ε > 0 exactly (`fmpq`) or as a ball, and returns H_γ = ∫ (p − γq)₊. They
are differences that cancel far in the tail: the caller raises the precision until the value is
narrow enough (`enclosures.refined`).
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from verified.accounting.enclosures import require

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
