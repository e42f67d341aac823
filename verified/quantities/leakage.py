"""Leakage of a channel under a prior (Saeidian et al. 2025; Issa et al. 2020), in nats."""

from __future__ import annotations

from verified.measures import leakage
from verified.measures.readings import Reading, Value, checked_place, measured
from verified.quantities.numbers import log
from verified.syntax.binders import largest, total
from verified.syntax.quantity import Extended, quantity
from verified.syntax.terms import Channel, Op, Pmf, Reals, Size, Symbol

n, m = Size("n"), Size("m")
# Of which there may be none: then nothing leaks, and no value is the largest.
inputs = Size("inputs", low=0)
x, y = Symbol("x", n), Symbol("y", m)
guesses = Size("guesses")
gains, guess = Reals("gains", guesses * n), Symbol("w", guesses)
order = Extended("alpha", "[1,inf]")
prior, channel, outcome = Pmf("prior", n), Channel("channel", n, m), Symbol("outcome", m)


def _at_outcome(reading: Reading, term: Op, values: list[Value]) -> Value:
    per_outcome = leakage.pointwise_maximal_leakage(reading.xp, values[0], values[1])
    outputs = reading.xp.shape(per_outcome, 1)[0]
    return reading.xp.take(per_outcome, -1, checked_place(values[2], outputs, term))


pointwise_maximal_leakage = quantity(
    "pointwise_maximal_leakage", [prior, channel, outcome],
    doc="""The pointwise maximal leakage ℓ(X → y), in nats: ln of the largest W(y|x)/P_Y(y) over the
    prior's support; 0 for an outcome of probability 0 (Saeidian et al., Theorem 2.4).""",
    text="l[{0}, {1}](X -> {2})", latex=r"\ell\left[{0}, {1}\right](X \to {2})",
    values="[0,inf)", unit="nats", reading=_at_outcome,
    examples=[
        (("1/2,1/2", "9/10,1/10;1/10,9/10", "0"), "0.587786664902"),
        (("1,0", "1,0;0,1", "1"), "0"),
    ],
)
maximal_leakage = quantity(
    "maximal_leakage", [prior, channel],
    doc="Maximal leakage: ln Σ_y max over the prior's support of W(y|x), in nats.",
    text="L({0}; {1})", latex=r"\mathcal L\left({0};{1}\right)", values="[0,inf)", unit="nats",
    reading=measured(leakage.maximal_leakage),
    examples=[
        (("1/2,1/2", "9/10,1/10;1/10,9/10"), "0.587786664902"), (("1,0", "1,0;0,1"), "0"),
    ],
)
maximal_alpha_leakage = quantity(
    "maximal_alpha_leakage", [prior, channel, order],
    doc="""Maximal α-leakage of an order in [1, ∞], in nats: the largest α-leakage, which is
    Arimoto's α-information, of the output about anything that it depends on only through the input;
    the mutual information at order 1, maximal leakage at order ∞ (Liao, Kosut, Sankar & Calmon
    2019).""",
    text="L^max_[{2}]({0}; {1})", latex=r"\mathcal L^{{\max}}_{{{2}}}\left({0};{1}\right)",
    values="[0,inf)", unit="nats",
    theorem="""For orders between 1 and ∞ it is the largest of Sibson's α-informations under priors
    with no larger support (Liao et al. 2019, Theorem 2), each at most the largest Rényi divergence
    of a row from any law of the output.""",
    reading=measured(leakage.maximal_alpha_leakage),
    examples=[
        (("1/4,3/4", "9/10,1/10;1/10,9/10", "2"), "0.494696241836"),
        (("1/4,3/4", "9/10,1/10;1/10,9/10", "1"), "0.285781328663"),
        (("1/4,3/4", "9/10,1/10;1/10,9/10", "inf"), "0.587786664902"),
        (("1/2,1/2", "1,0;1/2,1/2", "2"), "0.2876820724"),
        (("1,0", "1,0;0,1", "3"), "0"),
    ],
)
leakage_capacity = quantity(
    "leakage_capacity", [Channel("channel", inputs, m)], given=[inputs > 0],
    doc="""The largest pointwise maximal leakage over all priors and outcomes, in nats; +∞ where an
    outcome that some input gives is impossible for another (Saeidian et al., Theorem 2.8).""",
    text="C_leak({0})", latex=r"C_\ell\left({0}\right)", values="[0,inf]", unit="nats",
    reading=measured(leakage.leakage_capacity),
    examples=[(("9/10,1/10;1/10,9/10",), "2.19722457733"), (("1,0;0,1",), "inf")],
)

# --- what a guess gains ---------------------------------------------------------------------------

min_entropy_leakage = quantity(
    "min_entropy_leakage", [prior, channel],
    doc="""Min-entropy leakage: ln of how much likelier the best guess of the input becomes by the
    output, Σ_y max_x P(x) W(y|x) over max_x P(x), in nats (Smith 2009).""",
    text="L_1({0}; {1})", latex=r"\mathcal L_1\left({0};{1}\right)", values="[0,inf)", unit="nats",
    definition=log(
        total(y, largest(x, prior[x] * channel[x, y])) / largest(x, prior[x])
    ),
    examples=[
        (("1/2,1/2", "9/10,1/10;1/10,9/10"), "0.587786664902"),
        (("1/4,3/4", "1/2,1/2;1/2,1/2"), "0"), (("1/4,3/4", "1,0;0,1"), "0.287682072451"),
    ],
)
_gain = total(x, prior[x] * gains[guess * n + x])
_gain_with = total(x, prior[x] * channel[x, y] * gains[guess * n + x])
g_leakage = quantity(
    "g_leakage", [prior, channel, gains, guesses], given=[largest(guess, _gain) > 0],
    doc="""g-leakage: ln of how much the best guess's expected gain grows by the output,
    Σ_y max_w Σ_x P(x) W(y|x) g(w, x) over max_w Σ_x P(x) g(w, x), in nats (Alvim, Chatzikokolakis,
    Palamidessi & Smith 2012). The gain of guess w for the input x is the number w n + x of the
    table of gains; without the output the best guess must gain something.""",
    text="L_g[{2} of {3}]({0}; {1})",
    latex=r"\mathcal L_{{g = {2}}}\left({0};{1}\right)", values="[0,inf)", unit="nats",
    definition=log(total(y, largest(guess, _gain_with)) / largest(guess, _gain)),
    examples=[
        (("1/2,1/2", "9/10,1/10;1/10,9/10", "1,0,0,1", "2"), "0.587786664902"),
        (("1/2,1/2", "9/10,1/10;1/10,9/10", "1,3", "1"), "0"),
        (("1/2,1/2", "9/10,1/10;1/10,9/10", "1,0,0,1,3/4,3/4", "3"), "0.182321556793"),
    ],
)

__all__ = [
    "g_leakage", "leakage_capacity", "maximal_alpha_leakage", "maximal_leakage",
    "min_entropy_leakage", "pointwise_maximal_leakage",
]
