"""Proofs on Monge's plan: what it pushes forward, and that no coupling costs less."""

from __future__ import annotations

from derivations.tools import absurd, split_order
from verified.language import equals
from verified.proof.derivation import Derivation, derives


@derives("ding-2024/monge-map.push-forward@deviation")
def push_forward(d: Derivation) -> None:
    """Both are Φ((x − μ_i)/σ_i)."""
    names = ("m", "m'", "s", "s'", "x")
    m, own, s, other, x = (d.var(name) for name in names)
    place = own + other / s * (x - m)
    one = d.cite("background/gaussian-below", r=m, v=s**2, t=x)
    two = d.cite("background/gaussian-below", r=own, v=other**2, t=place)
    same = d.identity(equals(one.formula.right, two.formula.right))
    d.qed(d.chain(one, same, d.turn(equals(two.formula.right, two.formula.left), two)))


@derives("ding-2024/monge-map.plan")
def cost(d: Derivation) -> None:
    """σ_i − (σ_j/σ_i) σ_i is σ_i − σ_j."""
    d.qed(d.identity(d.goal))


@derives("ding-2024/monge-map.every-coupling")
def every_coupling(d: Derivation) -> None:
    """c ≤ σ_i σ_j."""
    (given,) = d.given
    s, other, c = (d.var(name) for name in ("s", "s'", "c"))
    most = split_order(d, c, s * other, lambda low: low, lambda high: absurd(
        d, c <= s * other, given, high, d.arithmetic(c > 0, high, hints=[s * other]),
        hints=[s * other],
    ))
    d.qed(d.arithmetic(d.goal, most))
