"""Laws on the real line, Laplace, Gaussian, logistic, Student, uniform and staircase laws, sums and
mixtures of them, and what is measured of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from verified.measures import continuous
from verified.measures.readings import Reading, Value, measured
from verified.syntax.formulas import Formula
from verified.syntax.quantity import COUNT, Extended, Match, quantity
from verified.syntax.sorts import LawSort, PmfSort
from verified.syntax.terms import Op, Pmf, Real, Reals, Size, Var, number

LAW = LawSort()
L, K, N = Var("L", LAW), Var("K", LAW), Var("N", LAW)
n, weights = Size("n"), Pmf("weights", COUNT)
mean, scale, variance = Real("mean"), Real("scale", ">0"), Real("variance", ">0")
eps, alpha, end = Real("eps"), Extended("alpha", "[0,inf]"), Real("end")
k = Size("k", low=0)
kinks, slopes = Reals("kinks", k), Reals("weights", k, ">=0")
level = Real("level", "[0,1]")
low, high = Extended("low", "[-inf,inf]"), Extended("high", "[-inf,inf]")


def _cells(reading: Reading, _: Op, values: list[Value]) -> Value:
    return continuous.cells(reading.xp, values[0], *map(reading.scalar, values[1:]))


def _rising(match: Match) -> Sequence[Formula]:
    ends = match.args[1:]
    return [one < two for one, two in itertools.pairwise(ends)]


def _one_more(match: Match) -> PmfSort:
    return PmfSort(number(len(match.args)))


# --- laws -----------------------------------------------------------------------------------------

laplace = quantity(
    "laplace", [mean, scale], LAW,
    doc="The Laplace law, with the density exp(−|x − mean|/scale)/(2·scale), for a scale above 0.",
    text="Lap({0}, {1})", latex=r"\mathrm{{Lap}}\left({0}, {1}\right)",
    reading=measured(continuous.laplace),
)
gaussian = quantity(
    "gaussian", [mean, variance], LAW, doc="The normal law, for a variance above 0.",
    text="N({0}, {1})", latex=r"\mathcal N\left({0}, {1}\right)",
    reading=measured(continuous.gaussian),
)
logistic = quantity(
    "logistic", [Real("location"), scale], LAW,
    doc="""The logistic law, with the distribution function 1/(1 + exp(−(x − location)/scale)), for
    a scale above 0. Its sum with another law isn't evaluated.""",
    text="Logistic({0}, {1})", latex=r"\mathrm{{Logistic}}\left({0}, {1}\right)",
    reading=measured(continuous.logistic),
)
student = quantity(
    "student", [Real("location"), scale, Size("freedom", low=1)], LAW,
    doc="""Student's law with a whole number of degrees of freedom, at least 1, moved and scaled:
    its density is proportional to (1 + ((x − location)/scale)²/freedom)^(−(freedom + 1)/2). With
    one degree of freedom it is Cauchy's. Its sum with another law isn't evaluated.""",
    text="Student({0}, {1}, {2})", latex=r"\mathrm{{t}}_{{{2}}}\left({0}, {1}\right)",
    reading=measured(continuous.student),
)
uniform = quantity(
    "uniform", [Real("low"), Real("high")], LAW,
    doc="""The uniform law on an interval, whose right end is larger than its left one. What sets it
    apart from other laws is evaluated, and its sums with Gaussian, Laplace and uniform laws
    are.""",
    text="U({0}, {1})", latex=r"\mathrm{{U}}\left({0}, {1}\right)",
    given=lambda match: [match.args[0] < match.args[1]],
    reading=measured(continuous.uniform),
)
staircase = quantity(
    "staircase",
    [mean, Real("width", ">0"), Real("level", ">0"), Real("share", "[0,1]")], LAW,
    doc="""The staircase law (Geng & Viswanath 2016): its density is constant up to share·width from
    the mean, and falls by the factor e^(−level) there and after each further width. It is evaluated
    with mixtures of such laws of one width and one level, and of uniform laws; with laws of other
    shapes it isn't, nor is its sum with one.""",
    text="Stair({0}, {1}, {2}, {3})", latex=r"\mathrm{{Stair}}\left({0}, {1}, {2}, {3}\right)",
    reading=measured(continuous.staircase),
)
law_mixture = quantity(
    "law_mixture", [weights, L], LAW, repeats=True,
    doc="The mixture of laws on the real line with these weights, a pmf.",
    text="mix({*})", latex=r"\mathrm{{mix}}\left({*}\right)", reading=measured(continuous.mixture),
)
gaussian_mixture = quantity(
    "gaussian_mixture", [Pmf("weights", n), Reals("means", n), Reals("variances", n, ">0")], LAW,
    doc="""The mixture of the normal laws N(m_i, v_i) with the weights of a pmf, which may be on any
    number of symbols; the variances are above 0.""",
    text="mix({0}, N({1}, {2}))",
    latex=r"\mathrm{{mix}}\left({0}, \mathcal N({1}, {2})\right)",
    reading=measured(continuous.gaussian_mixture),
)
law_shift = quantity(
    "law_shift", [L, Real("by")], LAW, doc="The law of Y + `by`, where Y has the law.",
    text="({0:atom} + {1:atom})",
    latex=r"\left({0} + {1}\right)", reading=measured(continuous.shift),
)

law_sum = quantity(
    "law_sum", [L, N], LAW,
    doc="""The law of X + N, where X has the law L and N, independent of it, the second: each a
    mixture of Gaussian, Laplace and uniform laws. Its masses, densities, divergences, entropies and
    informations are evaluated. Sums of three laws of which two aren't Gaussian aren't evaluated,
    nor those with a staircase, a logistic or a Student law.""",
    text="({0:atom} * {1:atom})",
    latex=r"\left({0} * {1}\right)", reading=measured(continuous.noised),
)

# --- of one law -----------------------------------------------------------------------------------

density = quantity(
    "density", [L, Real("place")],
    doc="""The density of a law at a number; of a uniform law it is the same at the ends of its
    interval as between them. Of staircase laws it isn't evaluated.""",
    text="density({0}, {1})", latex=r"f_{{{0}}}\left({1}\right)",
    values="[0,inf)", unit="", reading=measured(continuous.density),
)
interval_mass = quantity(
    "interval_mass", [L, low, high],
    doc="""A law's probability of the interval (low, high], whose ends may be infinite; 0 where it
    is empty.""",
    text="{0:atom}(({1}, {2}])", latex=r"{0:atom}\left(({1}, {2}]\right)",
    values="[0,1]", unit="", reading=measured(continuous.interval_mass),
)
law_cells = quantity(
    "law_cells", [L, end], _one_more, repeats=True, given=_rising,
    doc="""The pmf of the cells (−∞, c_1], (c_1, c_2], …, (c_k, ∞) into which rising ends cut the
    line. Cells keep no more information than the number itself, so they witness lower bounds.""",
    text="cells({*})", latex=r"\mathrm{{cells}}\left({*}\right)", reading=_cells,
)
differential_entropy = quantity(
    "differential_entropy", [L], doc="The differential entropy −∫ p ln p, in nats.",
    text="h({0})", latex=r"h\left({0}\right)", values="(-inf,inf)", unit="nats",
    theorem="""Its closed form for one Laplace or Gaussian law; else an integral, with bounds on
    the tails.""",
    reading=measured(continuous.differential_entropy),
)

# --- of several -----------------------------------------------------------------------------------

law_kl = quantity(
    "law_kl", [L, K], written="KL(L, K)",
    doc="""Kullback–Leibler divergence of two laws on the line, in nats; it is finite unless there
    are uniform laws, or a Student law lacks the moments that the other law's tails ask for.""",
    text="D({0} || {1})", latex=r"D\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="nats",
    theorem="""Its closed form for two Laplace or two Gaussian laws; else an integral, with
    bounds on the tails.""",
    reading=measured(continuous.kl),
)
law_total_variation = quantity(
    "law_total_variation", [L, K], written="TV(L, K)",
    doc="The largest P(A) − Q(A) over measurable events A, of two laws on the line.",
    text="TV({0}, {1})", latex=r"\left\|{0}-{1}\right\|_{{\mathrm{{TV}}}}",
    values="[0,1]", unit="",
    theorem="""Its closed form where two laws differ by a shift; else masses between isolated
    signs of p − q.""",
    reading=measured(continuous.total_variation),
)
law_hockey_stick = quantity(
    "law_hockey_stick", [L, K, eps], written="hockey_stick(L, K, eps)",
    doc="""The largest P(A) − e^ε Q(A) over measurable events A, of two laws on the line:
    ∫ max(0, p − e^ε q).""",
    text="E_exp({2})({0} || {1})",
    latex=r"E_{{e^{{{2}}}}}\left({0}\,\middle\|\,{1}\right)",
    values="[0,1]", unit="",
    theorem="""Its closed form where two laws differ by a shift; else masses between isolated
    signs of p − e^ε q.""",
    reading=measured(continuous.hockey_stick),
)
law_trade_off = quantity(
    "law_trade_off", [L, K, level], written="trade_off(L, K, level)",
    doc="""The trade-off function of two laws on the line: the least type II error of a test of L
    against K whose type I error is at most the level (Dong, Roth & Su 2022, Definition 2.1).""",
    text="T({0}, {1})({2})", latex=r"T\left({0}, {1}\right)\left({2}\right)", values="[0,1]",
    unit="",
    theorem="""By Neyman and Pearson it is the largest 1 − γ level − ∫ max(0, k − γ l) over γ ≥ 0,
    and no more than the error of any test of the level.""",
    reading=measured(continuous.trade_off),
)
law_renyi = quantity(
    "law_renyi", [L, K, alpha], written="renyi(L, K, alpha)",
    doc="""The Rényi divergence of two laws on the line, of an order in [0, ∞], in nats: order 1 is
    KL, order ∞ the largest ln(p/q).""",
    text="D_[{2}]({0} || {1})", latex=r"D_{{{2}}}\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="nats",
    theorem="""Its closed forms for two Laplace or two Gaussian laws (Gil, Alajaji & Linder 2013);
    else an integral, with bounds on the tails, or a maximum over intervals.""",
    reading=measured(continuous.renyi),
)
law_chi_square = quantity(
    "law_chi_square", [L, K], written="chi_square(L, K)",
    doc="The χ² divergence ∫ (p − q)²/q of two laws on the line.",
    text="chi2({0} || {1})", latex=r"\chi^2\left({0}\,\middle\|\,{1}\right)",
    values="[0,inf]", unit="",
    theorem="By the Rényi divergence of order 2, as that is.",
    reading=measured(continuous.chi_square),
)
law_hellinger = quantity(
    "law_hellinger", [L, K], written="hellinger(L, K)",
    doc="The squared Hellinger distance 1 − ∫ √(p q) of two laws on the line.",
    text="H2({0}, {1})", latex=r"H^2\left({0}, {1}\right)", values="[0,1]", unit="",
    theorem="By the Rényi divergence of order 1/2, as that is.",
    reading=measured(continuous.hellinger),
)
law_jensen_shannon = quantity(
    "law_jensen_shannon", [L, K], written="jensen_shannon(L, K)",
    doc="""The Jensen–Shannon divergence of two laws on the line, in nats (Lin 1991): the mutual
    information of a fair coin and a number of the law that it chooses.""",
    text="JS({0}, {1})", latex=r"\mathrm{{JS}}\left({0}, {1}\right)", values="[0,7/10)",
    unit="nats", theorem="It is an integral between kinks, with bounds on the tails.",
    reading=measured(continuous.jensen_shannon),
)
law_le_cam = quantity(
    "law_le_cam", [L, K], written="le_cam(L, K)",
    doc="""The Le Cam divergence ½ ∫ (p − q)²/(p + q) of two laws on the line: the χ² divergence of
    p from (p + q)/2.""",
    text="LC({0}, {1})", latex=r"\mathrm{{LC}}\left({0}, {1}\right)", values="[0,1]", unit="",
    theorem="It is an integral between kinks, with bounds on the tails.",
    reading=measured(continuous.le_cam),
)
law_f_divergence = quantity(
    "law_f_divergence", [L, K, kinks, slopes], written="f_divergence(L, K, kinks, weights)",
    doc="""The f-divergence ∫ q f(p/q) of two laws on the line, of a convex, piecewise linear f: its
    slope grows by the weight w_j at the kink t_j, as that of `f_divergence` does on an
    alphabet.""",
    text="D_f[{2}, {3}]({0} || {1})",
    latex=r"D_{{f[{2}, {3}]}}\left({0}\,\middle\|\,{1}\right)", values="[0,inf)", unit="",
    theorem="Masses between isolated signs of p − t_j q.",
    reading=measured(continuous.f_divergence),
)
law_information = quantity(
    "law_information", [weights, L], repeats=True, written="information(weights, L, …)",
    doc="""I(X;Y) in nats, where X has the law `weights` and Y given X = x is on the line, with the
    x-th law.""",
    text="I({*})", latex=r"I\left({*}\right)", values="[0,inf)", unit="nats",
    theorem="It is an integral between kinks, with bounds on the tails.",
    reading=measured(continuous.information),
)

__all__ = [
    "density", "differential_entropy", "gaussian", "gaussian_mixture", "interval_mass", "laplace",
    "law_cells", "law_mixture", "law_shift", "law_sum", "logistic", "staircase", "student",
    "uniform",
]
