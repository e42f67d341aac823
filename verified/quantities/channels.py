"""Channels: what follows from one, side by side, and what they tell of their inputs, in nats."""

from __future__ import annotations

from verified.measures import information as measures
from verified.measures.databases import side_by_side
from verified.measures.readings import Reading, Value, measured
from verified.quantities.divergences import hockey_stick, kl, total_variation
from verified.syntax.binders import largest, total
from verified.syntax.quantity import Extended, quantity
from verified.syntax.sorts import ChannelSort, PmfSort
from verified.syntax.terms import Channel, Op, Pmf, Real, Size, Symbol
from verified.syntax.trees import COMPOSED

n, m, k = Size("n"), Size("m"), Size("k")
prior, channel, x = Pmf("prior", n), Channel("channel", n, m), Symbol("x", n)
# Whose inputs there may be none of: of these a maximum has no value.
inputs = Size("inputs", low=0)
any_channel, some, another_one = (
    Channel("channel", inputs, m), Symbol("x", inputs), Symbol("x'", inputs))
first, second = Channel("first", n, m), Channel("second", m, k)
other = Channel("second", n, k)
eps = Real("eps")
alpha, finite_alpha = Extended("alpha", "[0,inf]"), Real("alpha", ">=0")


def _capacity(reading: Reading, _: Op, values: list[Value]) -> Value:
    inputs, outputs = reading.xp.shape(values[0], 2)
    stacked = reading.xp.reshape(values[0], 2, (1, inputs, outputs))
    return reading.xp.take(reading.capacities(stacked, 1), -1, 0)


def _csiszar(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.csiszar(values[0], values[1], reading.scalar(values[2]))


# --- made of channels -----------------------------------------------------------------------------

output = quantity(
    "output", [prior, channel], PmfSort(m), doc="The law of a channel's output under a prior.",
    text="({0:atom} {1:atom})", latex=r"{0:atom}\,{1:atom}",
    reading=measured(measures.output_law), view=lambda v, law, rows: v.push(law, rows),
    spellings=["{0:atom} @ {1:atom}"],
)
chain = quantity(
    "chain", [first, second], ChannelSort(n, k), doc="The first channel followed by the second.",
    text="({0:atom} {1:atom})", latex=r"{0:atom}\,{1:atom}",
    reading=lambda reading, _, values: reading.xp.matmul(*values),
    view=lambda v, rows, after: tuple(v.push(row, after) for row in rows),
    spellings=["{0:atom} @ {1:atom}"],
)
COMPOSED[PmfSort, ChannelSort], COMPOSED[ChannelSort, ChannelSort] = output, chain
parallel = quantity(
    "parallel", [first, other], ChannelSort(n, m * k),
    doc="The channel that releases both outputs, conditionally independent given the input.",
    text="({0:atom} (x) {1:atom})", latex=r"{0:atom} \otimes {1:atom}",
    reading=lambda reading, _, values: side_by_side(reading.xp, values[0], values[1], 1),
    view=lambda v, rows, others: v.side_by_side(rows, others),
)

# --- what they tell -------------------------------------------------------------------------------

_BINARY = "9/10,1/10;1/10,9/10"
information = quantity(
    "information", [prior, channel],
    doc="The mutual information of a channel's input and output under a prior, in nats.",
    text="I({0}; {1})", latex=r"I\left({0};{1}\right)", values="[0,inf)", unit="nats",
    definition=total(x, prior[x] * kl(channel[x], output(prior, channel))),
    reading=measured(measures.information), view=lambda v, law, rows: v.information(law, rows),
    examples=[(("1/2,1/2", _BINARY), "0.368064207168"), (("1/2,1/2", "1/3,2/3;1/3,2/3"), "0")],
)
capacity = quantity(
    "capacity", [any_channel], given=[inputs > 0],
    doc="The largest mutual information of a channel over all priors, in nats.",
    text="C({0})", latex=r"C\left({0}\right)", values="[0,inf)", unit="nats",
    theorem="It is at most the largest divergence of a row from any law of the output.",
    reading=_capacity,
    examples=[
        ((_BINARY,), "0.36806420716"), (("1,0;1/2,1/2",), "0.22314355131"), (("1/2,1/2",), "0"),
    ],
)
sibson = quantity(
    "sibson", [prior, channel, alpha], doc="Sibson's α-information, in nats (Verdú 2015).",
    text="I^s_[{2}]({0}; {1})", latex=r"I^{{\mathsf s}}_{{{2}}}\left({0};{1}\right)",
    values="[0,inf)", unit="nats",
    theorem="The best output law is the normalised α-norm of the rows.",
    reading=measured(measures.sibson),
    examples=[
        (("1/2,1/2", _BINARY, "1"), "0.368064207168"),
        (("1/2,1/2", _BINARY, "inf"), "0.587786664902"),
        (("1/2,1/2", _BINARY, "2"), "0.494696241836"),
        (("1/2,1/2", "1,0;0,1", "0"), "0.693147180559"),
    ],
)
arimoto = quantity(
    "arimoto", [prior, channel, alpha],
    doc="""Arimoto's α-information H_α(X) − H_α(X|Y), in nats (Cuff & Yu 2016, (72) and (73)).""",
    text="I^a_[{2}]({0}; {1})", latex=r"I^{{\mathsf a}}_{{{2}}}\left({0};{1}\right)",
    values="[0,inf)", unit="nats", reading=measured(measures.arimoto),
    examples=[
        (("1/2,1/2", _BINARY, "1"), "0.368064207168"),
        (("1/2,1/2", _BINARY, "inf"), "0.587786664902"),
    ],
)
csiszar = quantity(
    "csiszar", [prior, channel, finite_alpha],
    doc="""Csiszár's α-information, in nats: the least Σ_x P(x) D_α(W_x‖q) over laws q of the
    output; of order ∞ it isn't enclosed.""",
    text="I^c_[{2}]({0}; {1})", latex=r"I^{{\mathsf c}}_{{{2}}}\left({0};{1}\right)",
    values="[0,inf)", unit="nats",
    theorem="The least value over output laws is bounded below by a dual one.",
    reading=_csiszar,
    examples=[(("1/2,1/2", _BINARY, "1"), "0.36806420716")],
)

# --- how much they contract -----------------------------------------------------------------------

dobrushin = quantity(
    "dobrushin", [any_channel], given=[inputs > 0],
    doc="""Dobrushin's coefficient: the largest total variation between rows of a channel, the least
    factor by which it contracts total variation (Dobrushin 1956).""",
    text="eta_TV({0})", latex=r"\eta_{{\mathrm{{TV}}}}\left({0}\right)", values="[0,1]", unit="",
    definition=largest(some, largest(another_one, total_variation(
        any_channel[some], any_channel[another_one]))),
    examples=[((_BINARY,), "4/5"), (("1,0;0,1",), "1"), (("1/3,2/3",), "0")],
)
stick_contraction = quantity(
    "stick_contraction", [any_channel, eps], given=[inputs > 0],
    doc="""The largest hockey-stick divergence of order e^ε between rows of a channel: for ε ≥ 0 the
    least factor by which it contracts that divergence (Asoodeh, Diaz & Calmon 2020).""",
    text="eta_exp({1})({0})", latex=r"\eta_{{e^{{{1}}}}}\left({0}\right)", values="[0,1]", unit="",
    definition=largest(some, largest(another_one, hockey_stick(
        any_channel[some], any_channel[another_one], eps))),
    examples=[
        ((_BINARY, "0"), "4/5"), ((_BINARY, "5"), "0"), (("1,0;0,1", "3"), "1"),
        ((_BINARY, "1"), "0.62817181715"),
    ],
)

__all__ = [
    "arimoto", "capacity", "csiszar", "dobrushin", "output", "parallel", "sibson",
    "stick_contraction",
]
