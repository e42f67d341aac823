"""What mutual-information privacy allows (Ngo, Östman & Graell i Amat 2024); μ is in bits."""

from __future__ import annotations

from verified.measures import privacy
from verified.measures.readings import measured
from verified.syntax.quantity import quantity
from verified.syntax.terms import Real

mu, eps, at_most_one = Real("mu", ">=0"), Real("eps", ">=0"), Real("mu", "(0,1]")

ldp_curve = quantity(
    "ldp_curve", [mu, eps],
    doc="""δ_μ^LDP(ε): the largest of 0, p_0 − e^ε p_1 and p_1 − e^ε p_0 over all p_0, p_1 in [0, 1]
    for which the channel with rows (1 − p_0, p_0) and (1 − p_1, p_1) has a capacity of at most μ
    bits (Ngo et al. 2024, (10)).""",
    text="delta_LDP[{0}]({1})", latex=r"\delta^{{\mathrm{{LDP}}}}_{{{0}}}({1})",
    values="[0,1]", unit="",
    theorem="The constraint is convex; a tangent of it and a multiplier give an upper bound.",
    reading=measured(privacy.ldp_curve),
    examples=[(("0", "1"), "0"), (("1", "1"), "1")],
)
lip_curve = quantity(
    "lip_curve", [mu, eps],
    doc="""δ_μ^LIP(ε): the largest of 0, p_0 − e^ε p_1 and e^(−ε) p_1 − p_0 over all p_0, p_1 in
    [0, 1] with KL(Ber(p_1)‖Ber(p_0)) ≤ μ bits (Ngo et al. 2024, (13)).""",
    text="delta_LIP[{0}]({1})", latex=r"\delta^{{\mathrm{{LIP}}}}_{{{0}}}({1})",
    values="[0,1)", unit="",
    theorem="The constraint is convex; a tangent of it and a multiplier give an upper bound.",
    reading=measured(privacy.lip_curve), examples=[(("0", "1"), "0")],
)
ldp_floor = quantity(
    "ldp_floor", [at_most_one],
    doc="""p̄_μ: the p in (0, 1] with H_b(p)/p = −log2(2^μ − 1), H_b in bits; undefined for μ outside
    (0, 1] (Ngo et al. 2024, after Theorem 1).""",
    text="p_bar[{0}]", latex=r"\bar p_{{{0}}}", values="(0,1]", unit="",
    reading=measured(privacy.ldp_floor), examples=[(("1",), "1")],
)

__all__ = ["ldp_curve", "ldp_floor", "lip_curve"]
