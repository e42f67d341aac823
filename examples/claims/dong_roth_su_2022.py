"""Dong, Roth and Su: (ε,δ)-privacy as a trade-off function."""

from verified.language import *
from verified.proof.derivation import Derivation, derives

READ = (
    "From memory of the preprint, whose numbers these are; the journal has others. Sure of "
    "Proposition 2.5; its other direction is said of events, of which all tests are mixtures. Sure "
    "of Corollary 2.13 (Corollary 1 of the journal, as later code cites it), here of one "
    "consequence. Sure that noise of a log-concave density has the trade-off function "
    "F(F⁻¹(1 − α) − t), not of its number; here only of logistic noise, where it is "
    "(1 − α)/(1 − α + e^t α). The slip is no claim of the text."
)

paper = Paper(
    "dong-2022", title="Gaussian differential privacy", authors="J. Dong, A. Roth and W. J. Su",
    year=2022,
)
n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
eps, delta = Real("eps", ">=0", latex=r"\varepsilon"), Real("delta", "[0,1]", latex=r"\delta")
level = Real("level", "[0,1]", latex=r"\alpha")

proposition_2_5 = paper.claim(
    "proposition-2.5", at="Proposition 2.5, after Wasserman and Zhou; from privacy to the function",
    forall=[P, Q, eps, delta, level], given=[Close(P, Q, eps, delta)],
    then=trade_off(P, Q, level)
    >= maximum(0, maximum(1 - delta - exp(eps) * level, exp(-eps) * (1 - delta - level))),
    scope="finite alphabets",
)


proposition_2_5_converse = paper.claim(
    "proposition-2.5-converse",
    at="Proposition 2.5, after Wasserman and Zhou; from the function to privacy",
    forall=[P, Q, eps, delta],
    given=[FDP(channel_of(P, Q), lambda a: maximum(
        0, maximum(1 - delta - exp(eps) * a, exp(-eps) * (1 - delta - a))
    ))],
    then=Close(P, Q, eps, delta), scope="finite alphabets",
)
corollary_2_13 = paper.claim(
    "corollary-2.13",
    at="Corollary 2.13 (Corollary 1 of the journal), from Gaussian privacy to total variation",
    forall=[P, Q, Real("mu", ">0", latex=r"\mu")],
    given=[GDP(channel_of(P, Q), Real("mu", ">0", latex=r"\mu"))],
    then=TV(P, Q) <= 2 * normal_cdf(Real("mu", ">0", latex=r"\mu") / 2) - 1,
    scope="finite alphabets",
)

scale, apart = Real("s", ">0"), Real("t", ">=0")
answers = logistic(0, scale), logistic(apart, scale)
logistic_trade_off = paper.claim(
    "logistic", at="the appendix, on log-concave noise: of logistic noise, by each level",
    forall=[scale, apart, eps, level],
    then=(1 - level) / (1 - level + exp(apart / scale) * level)
    >= 1 - hockey_stick(*answers, eps) - exp(eps) * level,
)
logistic_private = paper.claim(
    "logistic-private", at="the same, of the levels for which nothing is lost",
    forall=[scale, apart, eps], given=[apart <= eps * scale], then=Close(*answers, eps, 0),
)
logistic_tight = paper.claim(
    "logistic-tight", at="the same: no smaller level", forall=[scale, apart, eps],
    given=[Close(*answers, eps, 0)], then=apart <= eps * scale,
)
logistic_slip = paper.claim(
    "logistic-private-slip",
    at="the same, as if logistic noise were two-sided exponential noise of half the scale",
    forall=[scale, apart, eps], given=[apart <= 2 * eps * scale], then=Close(*answers, eps, 0),
)


@derives("dong-2022/proposition-2.5")
def proof(d: Derivation) -> None:
    """The two lines of slopes −e^ε and −e^(−ε): each lies below by one hockey-stick divergence."""
    (close,) = d.given
    value = trade_off(P, Q, level)
    sticks = d.cite("background/closeness-hockey-stick.only-if", close)
    steep = d.cite("background/trade-off.hockey-stick", alpha=level)
    first = d.arithmetic(1 - delta - exp(eps) * level <= value, steep, d.piece(sticks, 1))
    flat = d.cite("background/trade-off.hockey-stick", alpha=level, eps=-eps)
    turned = d.cite("background/hockey-stick.swapped")
    second = d.arithmetic(exp(-eps) * (1 - delta - level) <= value, flat, turned,
                          d.piece(sticks, 0), hints=[exp(-eps)])
    inner = d.cite("background/absolute-value.largest-of-two", first, second,
                   r=first.formula.left, s=second.formula.left, c=value)
    d.qed(d.cite("background/absolute-value.largest-of-two", d.obvious(0 <= value), inner,
                 r=0, s=inner.formula.left, c=value))
