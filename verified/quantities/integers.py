"""Laws on the integers, discrete Laplace, discrete Gaussian, Poisson, geometric, binomial laws,
shifts and mixtures of them, and divergences between two of them."""

from __future__ import annotations

from verified.measures import continuous, integers
from verified.measures.readings import measured
from verified.syntax.quantity import COUNT, Extended, quantity
from verified.syntax.sorts import IntegerLawSort
from verified.syntax.terms import Pmf, Real, Reals, Size, Var

LAW = IntegerLawSort()
L, K = Var("L", LAW), Var("K", LAW)
mean, weights = Size("mean", low=0), Pmf("weights", COUNT)
scale, variance = Real("scale", ">0"), Real("variance", ">0")
rate, success, trials = Real("rate", ">0"), Real("success", "[0,1]"), Size("trials", low=0)
eps, alpha = Real("eps"), Extended("alpha", "[0,inf]")
k = Size("k", low=0)
kinks, slopes = Reals("kinks", k), Reals("weights", k, ">=0")

SUMMED = "It is a sum over the integers, with bounds on the tails."

discrete_laplace = quantity(
    "discrete_laplace", [mean, scale], LAW,
    doc="""The discrete Laplace, or two-sided geometric, law on the integers (Ghosh, Roughgarden &
    Sundararajan 2009): P(k) is proportional to exp(−|k − mean|/scale), for a scale above 0 and a
    mean that is a whole number from 0 on.""",
    text="LapZ({0}, {1})", latex=r"\mathrm{{Lap}}_{{\mathbb Z}}\left({0}, {1}\right)",
    reading=measured(integers.discrete_laplace),
)
discrete_gaussian = quantity(
    "discrete_gaussian", [mean, variance], LAW,
    doc="""The discrete Gaussian law on the integers (Canonne, Kamath & Steinke 2020): P(k) is
    proportional to exp(−(k − mean)²/(2·variance)), for a parameter `variance` above 0, which isn't
    quite the law's variance, and a mean that is a whole number from 0 on.""",
    text="NZ({0}, {1})", latex=r"\mathcal N_{{\mathbb Z}}\left({0}, {1}\right)",
    reading=measured(integers.discrete_gaussian),
)
poisson = quantity(
    "poisson", [rate], LAW,
    doc="The Poisson law of a rate above 0: P(k) = e^(−rate) rate^k/k! for k from 0 on.",
    text="Poi({0})", latex=r"\mathrm{{Poi}}\left({0}\right)", reading=measured(integers.poisson),
)
geometric = quantity(
    "geometric", [Real("success", "(0,1]")], LAW,
    doc="""The geometric law, of the number of failures before a success whose probability is above
    0: P(k) = (1 − success)^k success for k from 0 on.""",
    text="Geo({0})", latex=r"\mathrm{{Geo}}\left({0}\right)",
    reading=measured(integers.geometric),
)
binomial = quantity(
    "binomial", [trials, success], LAW,
    doc="""The binomial law, of the number of successes of so many independent trials:
    P(k) = C(trials, k) success^k (1 − success)^(trials − k) for k from 0 to trials.""",
    text="Bin({0}, {1})", latex=r"\mathrm{{Bin}}\left({0}, {1}\right)",
    reading=measured(integers.binomial),
)
integer_shift = quantity(
    "integer_shift", [L, Size("by", low=0)], LAW,
    doc="The law of X + `by`, a whole number from 0 on, where X has the law on the integers.",
    text="shiftZ({0}, {1})", latex=r"\left({0} + {1}\right)", reading=measured(integers.shift),
)
integer_mixture = quantity(
    "integer_mixture", [weights, L], LAW, repeats=True,
    doc="The mixture of laws on the integers with these weights, a pmf.",
    text="mixZ({*})", latex=r"\mathrm{{mix}}_{{\mathbb Z}}\left({*}\right)",
    reading=measured(continuous.mixture),
)
integer_kl = quantity(
    "integer_kl", [L, K], written="KL(L, K)",
    doc="""Kullback–Leibler divergence of two laws on the integers, in nats. That of a law from one
    whose tails fall faster by more than a factor each step isn't evaluated: of a discrete Laplace
    law from a discrete Gaussian one, of a geometric law from a Poisson law.""",
    text="D({0} || {1})", latex=r"D\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="nats", theorem=SUMMED, reading=measured(integers.kl),
)
integer_total_variation = quantity(
    "integer_total_variation", [L, K], written="TV(L, K)",
    doc="The largest P(A) − Q(A) over sets A of integers.",
    text="TV({0}, {1})", latex=r"\left\|{0}-{1}\right\|_{{\mathrm{{TV}}}}",
    values="[0,1]", unit="", theorem=SUMMED, reading=measured(integers.total_variation),
)
integer_hockey_stick = quantity(
    "integer_hockey_stick", [L, K, eps], written="hockey_stick(L, K, eps)",
    doc="The largest P(A) − e^ε Q(A) over sets A of integers: Σ max(0, p − e^ε q).",
    text="E_exp({2})({0} || {1})",
    latex=r"E_{{e^{{{2}}}}}\left({0}\,\middle\|\,{1}\right)", values="[0,1]", unit="",
    theorem=SUMMED, reading=measured(integers.hockey_stick),
)
integer_renyi = quantity(
    "integer_renyi", [L, K, alpha], written="renyi(L, K, alpha)",
    doc="""The Rényi divergence of two laws on the integers, of an order in [0, ∞], in nats: order 0
    is −ln of the mass of K where L has some, order 1 is KL, order ∞ the largest ln(p/q).""",
    text="D_[{2}]({0} || {1})", latex=r"D_{{{2}}}\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="nats", theorem=SUMMED, reading=measured(integers.renyi),
)
integer_chi_square = quantity(
    "integer_chi_square", [L, K], written="chi_square(L, K)",
    doc="The χ² divergence Σ (p − q)²/q of two laws on the integers.",
    text="chi2({0} || {1})", latex=r"\chi^2\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="", theorem=SUMMED, reading=measured(integers.chi_square),
)
integer_hellinger = quantity(
    "integer_hellinger", [L, K], written="hellinger(L, K)",
    doc="The squared Hellinger distance 1 − Σ √(p q) of two laws on the integers.",
    text="H2({0}, {1})", latex=r"H^2\left({0}, {1}\right)", values="[0,1]", unit="",
    theorem=SUMMED, reading=measured(integers.hellinger),
)

integer_f_divergence = quantity(
    "integer_f_divergence", [L, K, kinks, slopes], written="f_divergence(L, K, kinks, weights)",
    doc="""Σ q f(p/q) of two laws on the integers and f(t) = Σ_j w_j (max(0, t − t_j)
    − max(0, 1 − t_j)).""",
    text="D_f[{2}, {3}]({0} || {1})",
    latex=r"D_{{f[{2}, {3}]}}\left({0}\,\middle\|\,{1}\right)", values="[0,inf)",
    unit="", theorem=SUMMED, reading=measured(integers.f_divergence),
)

__all__ = ["binomial", "discrete_gaussian", "discrete_laplace", "geometric", "integer_mixture",
           "integer_shift", "poisson"]
