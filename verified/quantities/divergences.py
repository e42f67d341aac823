"""Divergences between two laws, on one alphabet or on the real line."""

from __future__ import annotations

from verified.measures import divergences
from verified.measures.readings import measured
from verified.quantities.numbers import absolute, exp, maximum, sqrt
from verified.syntax.binders import largest, pmf_table, total
from verified.syntax.quantity import Extended, quantity
from verified.syntax.terms import Pmf, Real, Reals, Size, Symbol

n, k = Size("n"), Size("k", low=0)
P, Q, a, b = Pmf("P", n), Pmf("Q", n), Symbol("a", n), Symbol("b", n)
eps, alpha, level = Real("eps"), Extended("alpha", "[0,inf]"), Real("level", "[0,1]")
kinks, weights, j = Reals("kinks", k), Reals("weights", k, ">=0"), Symbol("j", k)

kl = quantity(
    "kl", [P, Q], written="KL(P, Q)",
    doc="Kullback–Leibler divergence D(P‖Q) in nats; +∞ unless P is absolutely continuous.",
    text="D({0} || {1})", latex=r"D\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="nats",
    reading=measured(divergences.kl), view=lambda v, p, q: v.divergence(p, q),
    examples=[
        (("1/2,1/2", "1/4,3/4"), "0.143841036225"), (("1,0", "0,1"), "inf"), (("1", "1"), "0"),
    ],
)
total_variation = quantity(
    "total_variation", [P, Q], written="TV(P, Q)", doc="Total variation: half of Σ|P(a) − Q(a)|.",
    text="TV({0}, {1})", latex=r"\left\|{0}-{1}\right\|_{{\mathrm{{TV}}}}",
    values="[0,1]", unit="", definition=total(a, absolute(P[a] - Q[a])) / 2,
    reading=measured(divergences.total_variation), view=lambda v, p, q: v.variation(p, q),
    examples=[(("1/3,2/3", "1/2,1/2"), "1/6"), (("1,0", "0,1"), "1")],
)
hockey_stick = quantity(
    "hockey_stick", [P, Q, eps],
    doc="The hockey-stick divergence of order e^ε: Σ max(0, P(a) − e^ε Q(a)).",
    text="E_exp({2})({0} || {1})",
    latex=r"E_{{e^{{{2}}}}}\left({0}\,\middle\|\,{1}\right)", values="[0,1]", unit="",
    definition=total(a, maximum(0, P[a] - exp(eps) * Q[a])),
    reading=measured(divergences.hockey_stick), view=lambda v, p, q, e: v.hockey_stick(p, q, e),
    examples=[
        (("1/2,1/2", "1/4,3/4", "0"), "1/4"), (("1,0", "0,1", "5"), "1"),
        (("1/2,1/2", "1/4,3/4", "0.1"), "0.223707270481"),
    ],
)
renyi = quantity(
    "renyi", [P, Q, alpha],
    doc="""The Rényi divergence of an order in [0, ∞], in nats (van Erven & Harremoës 2014). Order 0
    is −ln Q(P > 0), order 1 is KL, order ∞ is ln max P/Q.""",
    text="D_[{2}]({0} || {1})", latex=r"D_{{{2}}}\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="nats",
    reading=measured(divergences.renyi), view=lambda v, p, q, order: v.renyi(p, q, order),
    examples=[
        (("1/2,1/2", "1/4,3/4", "2"), "0.287682072451"),
        (("1/2,1/2", "1/4,3/4", "inf"), "0.693147180559"),
        (("1/2,1/2,0", "1/4,1/4,1/2", "0"), "0.693147180559"), (("1/2,1/2", "1,0", "2"), "inf"),
    ],
)
chi_square = quantity(
    "chi_square", [P, Q], doc="The χ² divergence Σ (P(a) − Q(a))²/Q(a).",
    text="chi2({0} || {1})", latex=r"\chi^2\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="",
    reading=measured(divergences.chi_square), view=lambda v, p, q: v.chi_square(p, q),
    examples=[(("1/2,1/2", "1/4,3/4"), "1/3"), (("1/2,1/2", "1,0"), "inf")],
)
hellinger = quantity(
    "hellinger", [P, Q],
    doc="The squared Hellinger distance 1 − Σ √(P(a) Q(a)) (Le Cam 1986), in [0, 1].",
    text="H2({0}, {1})", latex=r"H^2\left({0}, {1}\right)", values="[0,1]", unit="",
    definition=1 - total(a, sqrt(P[a] * Q[a])),
    examples=[
        (("1/2,1/2", "1/2,1/2"), "0"), (("1,0", "0,1"), "1"),
        (("1/2,1/2", "1,0"), "0.292893218813"),
    ],
)
_middle = pmf_table(n, lambda c: (P[c] + Q[c]) / 2)
jensen_shannon = quantity(
    "jensen_shannon", [P, Q],
    doc="""The Jensen–Shannon divergence ½ D(P‖M) + ½ D(Q‖M) with M = ½ P + ½ Q, in nats (Lin
    1991): the mutual information of a fair coin and a symbol of the law that it chooses.""",
    text="JS({0}, {1})", latex=r"\mathrm{{JS}}\left({0}, {1}\right)", values="[0,7/10)",
    unit="nats", definition=(kl(P, _middle) + kl(Q, _middle)) / 2,
    reading=measured(divergences.jensen_shannon),
    examples=[
        (("1/2,1/2", "1/2,1/2"), "0"), (("1,0", "0,1"), "0.693147180559"),
        (("1/2,1/2", "1,0"), "0.215761554338"),
    ],
)
le_cam = quantity(
    "le_cam", [P, Q],
    doc="""The Le Cam divergence ½ Σ (P(a) − Q(a))²/(P(a) + Q(a)) over the symbols of either law:
    half of the triangular discrimination (Le Cam 1986; Polyanskiy & Wu 2024, Chapter 7).""",
    text="LC({0}, {1})", latex=r"\mathrm{{LC}}\left({0}, {1}\right)", values="[0,1]", unit="",
    definition=total(a, (P[a] - Q[a]) ** 2 / (P[a] + Q[a]), where=P[a] + Q[a] > 0) / 2,
    reading=measured(divergences.le_cam),
    examples=[
        (("1/2,1/2", "1/2,1/2"), "0"), (("1,0", "0,1"), "1"), (("1/2,1/2", "1,0"), "1/3"),
        (("1/2,1/2,0", "1/4,3/4,0"), "1/15"),
    ],
)

# --- of any generator -----------------------------------------------------------------------------

f_divergence = quantity(
    "f_divergence", [P, Q, kinks, weights],
    doc="""The f-divergence Σ Q(a) f(P(a)/Q(a)) (Csiszár 1967) of a convex, piecewise linear f: its
    slope grows by the weight w_j at the kink t_j, so f(t) = Σ_j w_j (max(0, t − t_j) −
    max(0, 1 − t_j)) but for a multiple of t − 1, which adds nothing. As no weight is negative, f is
    convex, and f(1) = 0; where Q(a) = 0 a symbol adds P(a) Σ_j w_j, the slope at infinity. Every
    generator that is finite with finite slopes is a limit of these.""",
    text="D_f[{2}, {3}]({0} || {1})",
    latex=r"D_{{f[{2}, {3}]}}\left({0}\,\middle\|\,{1}\right)", values="[0,inf)", unit="",
    definition=total(j, weights[j] * (
        total(a, maximum(0, P[a] - kinks[j] * Q[a])) - maximum(0, 1 - kinks[j])
    )),
    reading=measured(divergences.f_divergence),
    examples=[
        (("1/3,2/3", "1/2,1/2", "1", "1"), "1/6"), (("1,0", "0,1", "2,1/2", "3,4"), "5"),
        (("1/2,1/2", "1/4,3/4", "0", "7"), "0"),
    ],
)
_ratio = Q[b] / P[b]
trade_off = quantity(
    "trade_off", [P, Q, level],
    doc="""The trade-off function: the least type II error of a test of P against Q, which may be
    randomised, whose type I error is at most the level (Dong, Roth & Su 2022, Definition 2.1). By
    Neyman and Pearson it is the largest 1 − γ level − Σ max(0, Q(a) − γ P(a)) over likelihood
    ratios γ = Q(b)/P(b).""",
    text="T({0}, {1})({2})", latex=r"T\left({0}, {1}\right)\left({2}\right)", values="[0,1]",
    unit="", definition=largest(
        b, 1 - _ratio * level - total(a, maximum(0, Q[a] - _ratio * P[a])), where=P[b] > 0
    ),
    examples=[
        (("1/2,1/2", "1/2,1/2", "1/3"), "2/3"), (("1,0", "0,1", "0"), "0"),
        (("3/4,1/4", "1/4,3/4", "0"), "1"), (("3/4,1/4", "1/4,3/4", "1/4"), "1/4"),
        (("3/4,1/4", "1/4,3/4", "1/2"), "1/6"),
    ],
)

# What authors write for these stands in `words`, beside those of laws on the line.
__all__: list[str] = []
