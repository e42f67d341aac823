"""Mechanisms: their parts, how private they are, and what they tell (in nats)."""

from __future__ import annotations

import math

from flint import fmpq

from verified.measures import information, privacy
from verified.measures.databases import database_joint as joint_law
from verified.measures.databases import digits, flattened, line_of, with_others
from verified.measures.readings import (
    MechanismValue,
    Reading,
    Unreadable,
    Value,
    checked_place,
)
from verified.quantities.databases import alphabet, entries, instances, one_entry
from verified.quantities.laws import single
from verified.syntax.quantity import Extended, Match, quantity, worked_out
from verified.syntax.sorts import ChannelSort, ClaimError, JointSort, MechanismSort, PmfSort
from verified.syntax.terms import (
    Channel,
    Database,
    Mechanism,
    Op,
    Prior,
    Real,
    Size,
    Symbol,
    Term,
    equals,
    number,
)
from verified.syntax.trees import COMPOSED, INDEXED, TURNED

D, m, n = Database("D"), Size("m"), Size("n")
mechanism, prior, eps = Mechanism("mechanism", D, m), Prior("prior", D), Real("eps")
alpha = Extended("alpha", "[0,inf]")
entry, x = Symbol("entry", entries(D)), Symbol("x", instances(D))


def _response(reading: Reading, term: Op, values: list[Value]) -> Value:
    table, count = values[0].table, math.prod(values[0].database)
    rank = len(values[0].database) + 1
    flat = reading.xp.reshape(table, rank, (count, reading.xp.shape(table, rank)[-1]))
    return reading.xp.take(flat, -2, checked_place(values[1], count, term))


def _dp_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    return privacy.dp_epsilon(reading.xp, values[0].table, len(values[0].database))


def _dp_delta(reading: Reading, _: Op, values: list[Value]) -> Value:
    count, level = len(values[0].database), reading.scalar(values[1])
    return privacy.dp_delta(reading.xp, values[0].table, count, level)


def _kl_dp(reading: Reading, _: Op, values: list[Value]) -> Value:
    return privacy.kl_dp(reading.xp, values[0].table, len(values[0].database))


def _renyi_dp(reading: Reading, _: Op, values: list[Value]) -> Value:
    count, order = len(values[0].database), reading.scalar(values[1])
    return privacy.renyi_dp(reading.xp, values[0].table, count, order)


def _zcdp(reading: Reading, _: Op, values: list[Value]) -> Value:
    return privacy.zcdp(reading.xp, values[0].table, len(values[0].database))


def _mi_dp(reading: Reading, _: Op, values: list[Value]) -> Value:
    # The supremum over priors of I(X_i;Y|X^-i), an average over x^-i, is reached where x^-i is
    # certain: it is the largest capacity of the channels X_i -> Y. Such a prior also makes X_i
    # independent of the rest, so mi_dp_split has the same value.
    table, database = values[0].table, values[0].database
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for place, size in enumerate(database):
        if size < 2:
            continue
        channels = privacy.entry_channels(xp, table, len(database), place)
        contexts = math.prod(database) // size
        result = xp.maximum(result, xp.max(reading.capacities(channels, contexts), 1))
    return result


def _entry_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    place = checked_place(values[2], len(values[1].database), term)
    rank = len(values[1].database) + 1
    joint = joint_law(reading.xp, values[0], values[1])
    return information.mutual_information(reading.xp, joint, rank, (place,), (rank - 1,), ())


def _conditional_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    place = checked_place(values[2], len(values[1].database), term)
    rank = len(values[1].database) + 1
    joint = joint_law(reading.xp, values[0], values[1])
    rest = tuple(axis for axis in range(rank - 1) if axis != place)
    return information.mutual_information(reading.xp, joint, rank, (place,), (rank - 1,), rest)


def _database_information(reading: Reading, _: Op, values: list[Value]) -> Value:
    rank = len(values[1].database) + 1
    joint = joint_law(reading.xp, values[0], values[1])
    every = tuple(range(rank - 1))
    return information.mutual_information(reading.xp, joint, rank, every, (rank - 1,), ())


def _entry_channel(reading: Reading, term: Op, values: list[Value]) -> Value:
    whole, place, index = values
    flat = flattened(reading.xp, whole.table, whole.database, True)
    return reading.xp.gather(flat, -2, line_of(whole.database, place, index, term))


def _flat(reading: Reading, _: Op, values: list[Value]) -> Value:
    return flattened(reading.xp, values[0].table, values[0].database, True)


def _database_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, whole, index = values
    xp, database = reading.xp, whole.database
    place = checked_place(index, len(database), term)
    joint, rank = joint_law(xp, law, whole), len(database) + 1
    size, outputs = math.prod(database), xp.shape(joint, rank)[-1]
    rows = with_others(xp, xp.reshape(joint, rank, (size, outputs)), database, place, term)
    return xp.reshape(rows, 2, (database[place], size, outputs))


def _on_entry(reading: Reading, term: Op, values: list[Value]) -> Value:
    table, database = values[:2]
    place = checked_place(values[2], len(database), term)
    xp = reading.xp
    inputs, outputs = xp.shape(table, 2)
    if inputs != database[place]:
        raise Unreadable(f"a channel with {inputs} inputs meets an entry of {database[place]}")
    rows = [
        xp.take(table, -2, digits(database, instance)[place])
        for instance in range(math.prod(database))
    ]
    flat = xp.stack(rows, (len(rows), outputs))
    return MechanismValue(xp.reshape(flat, 2, (*database, outputs)), tuple(database))


def _processed(reading: Reading, _: Op, values: list[Value]) -> Value:
    whole, second = values
    xp, rank = reading.xp, len(whole.database) + 1
    shape, outputs = xp.shape(whole.table, rank), xp.shape(second, 2)[1]
    flat = xp.matmul(xp.reshape(whole.table, rank, (math.prod(shape[:-1]), shape[-1])), second)
    return MechanismValue(xp.reshape(flat, 2, (*shape[:-1], outputs)), whole.database)


def _as_mechanism(reading: Reading, _: Op, values: list[Value]) -> Value:
    return MechanismValue(values[0], (reading.xp.shape(values[0], 2)[0],))


def _on_database(reading: Reading, term: Op, values: list[Value]) -> Value:
    table, database = values
    inputs, outputs = reading.xp.shape(table, 2)
    if inputs != math.prod(database):
        raise Unreadable(f"{term}: {inputs} inputs aren't the {math.prod(database)} instances")
    return MechanismValue(reading.xp.reshape(table, 2, (*database, outputs)), tuple(database))


# --- parts ----------------------------------------------------------------------------------------

response = quantity(
    "response", [mechanism, x], PmfSort(m), written="M[x]",
    doc="The law of a mechanism's response to an instance.",
    text="{0:atom}({1})", latex=r"{0:base}_{{{1}}}", reading=_response,
)
INDEXED[MechanismSort] = lambda term, index: response(term, single(term, index))
entry_channel = quantity(
    "entry_channel", [mechanism, x, entry], ChannelSort(alphabet(D, entry), m),
    doc="The channel from one entry to the response, the other entries as in the instance.",
    text="{0:atom}_[{2}|{1}]", latex=r"{0:base}_{{{2}|{1}}}", reading=_entry_channel,
)
flat_mechanism = quantity(
    "flat_mechanism", [mechanism], ChannelSort(instances(D), m),
    doc="A mechanism as a channel from the numbers of the instances.",
    text="{0:atom}", spellings=["channel({0})"], latex=r"{0:atom}", reading=_flat,
)
database_joint = quantity(
    "database_joint", [prior, mechanism, entry],
    JointSort(("A", "B", "Y"), (alphabet(D, entry), instances(D), m)),
    doc="""The joint law of one entry (A), all the others together (B) and the response (Y). The
    others are numbered as the instance in which the entry is 0.""",
    text="joint[{0}, {1}](X_{2:atom}, X^-{2:atom}, Y)",
    latex=r"\left({0} \times {1}\right)_{{X_{2:atom}, X^{{-{2:atom}}}, Y}}",
    reading=_database_joint,
)

# --- made of channels -----------------------------------------------------------------------------

_size = Size("k")
_channel = Channel("channel", _size, m)
on_entry = quantity(
    "on_entry", [_channel, D, entry], MechanismSort(D, m),
    given=[equals(_size, alphabet(D, entry))],
    doc="The mechanism that sends one entry of the database through a channel.",
    text="{0:atom}(X_{2:atom})", latex=r"{0:atom}(X_{{{2}}})", reading=_on_entry,
)
# Of which there may be none: then there is no instance of the database.
inputs = Size("inputs", low=0)
as_mechanism = quantity(
    "as_mechanism", [Channel("channel", inputs, m)], MechanismSort(one_entry(inputs), m),
    given=[inputs > 0],
    doc="A channel as a mechanism on a database with one entry.",
    text="{0:atom}", spellings=["mechanism({0})"], latex=r"{0:atom}", reading=_as_mechanism,
)
TURNED[ChannelSort, MechanismSort] = as_mechanism
_after = Channel("second", m, n)
processed = quantity(
    "processed", [mechanism, _after], MechanismSort(D, n), written="chain(mechanism, second)",
    doc="The mechanism whose response is sent through a channel: post-processing.",
    text="({0:atom} {1:atom})", latex=r"{0:atom}\,{1:atom}",
    spellings=["{0:atom} @ {1:atom}"], reading=_processed,
)
COMPOSED[MechanismSort, ChannelSort] = processed


def _on_instances(match: Match) -> None:
    """The channel has an input for each instance of a database that is written out."""
    channel, database = match.args
    if not (isinstance(database, Op) and database.head == "several_entries"):
        raise ClaimError(f"on_database wants a database_of(…), not {database}")
    product: Term = number(1)
    for size in database.args:
        product = size if product == number(1) else product * size
    inputs = channel.sort.sizes()[0]
    if worked_out(inputs) != worked_out(product):
        raise ClaimError(
            "in on_database inputs must be the database's instances: "
            f"{inputs} symbols meet {worked_out(product)}"
        )


on_database = quantity(
    "on_database", [_channel, D], MechanismSort(D, m), check=_on_instances,
    doc="""A channel whose inputs are the instances of a database, as a mechanism. Instances are
    numbered from 0, the last entry fastest. The database is one of `database_of`, and the channel
    has as many inputs as the product of its alphabet sizes, in that order.""",
    text="{0:atom}({1})", latex=r"{0:atom}\left({1}\right)", reading=_on_database,
)

# --- how private they are -------------------------------------------------------------------------

_BINARY = "3/4,1/4;1/4,3/4"
dp_epsilon = quantity(
    "dp_epsilon", [mechanism], doc="The least ε for which the mechanism is ε-DP.",
    text="least_eps({0})", latex=r"\epsilon^\star\left({0}\right)", values="[0,inf]", unit="nats",
    theorem="The worst events are single responses.",
    reading=_dp_epsilon,
)
dp_delta = quantity(
    "dp_delta", [mechanism, eps], doc="The least δ for which the mechanism is (ε,δ)-DP.",
    text="least_delta[{1}]({0})", latex=r"\delta^\star_{{{1}}}\left({0}\right)",
    values="[0,1]", unit="",
    theorem="""The worst event is that of the responses whose probabilities differ by more than
    a factor e^ε.""",
    reading=_dp_delta,
    examples=[((_BINARY, "0"), "1/2"), (("1,0;0,1", "3"), "1")],
)
kl_dp = quantity(
    "kl_dp", [mechanism],
    doc="The largest KL divergence between responses to neighbouring databases.",
    text="max_{{x~x'}}(D({0:atom}(x) || {0:atom}(x')))",
    latex=r"\max_{{x \sim \tilde x}} "
    r"D\left({0:base}_{{x}}\,\middle\|\,{0:base}_{{\tilde x}}\right)",
    values="[0,inf]", unit="nats", reading=_kl_dp,
    examples=[((_BINARY,), "0.549306144334"), (("1,0;0,1",), "inf")],
)
renyi_dp = quantity(
    "renyi_dp", [mechanism, alpha],
    doc="""The least ε for which the mechanism is (α,ε)-RDP: the largest Rényi divergence of order α
    between responses to neighbouring databases, in either order (Mironov 2017, Definition 4).""",
    text="max_{{x~x'}}(D_[{1}]({0:atom}(x) || {0:atom}(x')))",
    latex=r"\max_{{x \sim \tilde x}} "
    r"D_{{{1}}}\left({0:base}_{{x}}\,\middle\|\,{0:base}_{{\tilde x}}\right)",
    values="[0,inf]", unit="nats", reading=_renyi_dp,
    examples=[
        ((_BINARY, "1"), "0.549306144334"), ((_BINARY, "inf"), "1.09861228866"),
        ((_BINARY, "2"), "0.84729786038"), (("1,0;1/2,1/2", "0"), "0.693147180559"),
    ],
)
zcdp = quantity(
    "zcdp", [mechanism],
    doc="""The least ρ for which the mechanism is ρ-zCDP: the supremum, over orders α > 1, of D_α/α
    between responses to neighbouring databases (Bun & Steinke 2016, Definition 1.1).""",
    text="sup_{{alpha > 1, x~x'}}(D_[alpha]({0:atom}(x) || {0:atom}(x'))/alpha)",
    latex=r"\sup_{{\alpha > 1,\, x \sim \tilde x}} \frac{{1}}{{\alpha}} "
    r"D_{{\alpha}}\left({0:base}_{{x}}\,\middle\|\,{0:base}_{{\tilde x}}\right)",
    values="[0,inf]", unit="nats", reading=_zcdp,
    examples=[((_BINARY,), "0.549306144334"), (("1/2,1/2;1/2,1/2",), "0"), (("1,0;0,1",), "inf")],
)
mi_dp = quantity(
    "mi_dp", [mechanism],
    doc="The supremum over entries i and all priors of I(X_i;Y|X^{-i}), in nats.",
    text="sup_{{i, P_X}}(I[P_X, {0}](X_i;Y|X^-i))",
    latex=r"\sup_{{i,\,P_X}} I\left[P_X, {0}\right](X_i;Y|X^{{-i}})",
    values="[0,inf)", unit="nats",
    theorem="It is the largest capacity of the channels from one entry, the others being certain.",
    reading=_mi_dp,
    examples=[((_BINARY,), "0.1308120359411"), (("1,0",), "0")],
)
mi_dp_split = quantity(
    "mi_dp_split", [mechanism],
    doc="As `mi_dp`, over the priors under which X_i is independent of the other entries.",
    text="sup_{{i, P_X = P_Xi x P_X-i}}(I[P_X, {0}](X_i;Y|X^-i))",
    latex=r"\sup_{{i,\,P_X = P_{{X_i}} P_{{X^{{-i}}}}}} "
    r"I\left[P_X, {0}\right](X_i;Y|X^{{-i}})",
    values="[0,inf)", unit="nats",
    theorem="It is the largest capacity of the channels from one entry, the others being certain.",
    reading=_mi_dp, examples=[((_BINARY,), "0.1308120359411")],
)

# --- what they tell under a prior -----------------------------------------------------------------

entry_information = quantity(
    "entry_information", [prior, mechanism, entry],
    doc="I(X_i;Y) under a prior on the database, in nats.",
    text="I[{0}, {1}](X_{2:atom};Y)", latex=r"I\left[{0}, {1}\right](X_{{{2}}};Y)",
    values="[0,inf)", unit="nats", reading=_entry_information,
    examples=[(("1/2,1/2", _BINARY, "0"), "0.1308120359411")],
)
conditional_entry_information = quantity(
    "conditional_entry_information", [prior, mechanism, entry],
    doc="I(X_i;Y|X^{-i}) under a prior on the database, in nats.",
    text="I[{0}, {1}](X_{2:atom};Y|X^-{2:atom})",
    latex=r"I\left[{0}, {1}\right](X_{{{2}}};Y|X^{{-{2:atom}}})",
    values="[0,inf)", unit="nats", reading=_conditional_information,
    examples=[(("1/2,1/2", _BINARY, "0"), "0.1308120359411")],
)
database_information = quantity(
    "database_information", [prior, mechanism], written="information(prior, mechanism)",
    doc="I(X^n;Y), what the response tells of the whole database, under a prior on it, in nats.",
    text="I[{0}, {1}](X^n;Y)", latex=r"I\left[{0}, {1}\right](X^n;Y)",
    values="[0,inf)", unit="nats", reading=_database_information,
    examples=[(("1/2,1/2", _BINARY), "0.1308120359411")],
)

__all__ = [
    "as_mechanism", "conditional_entry_information", "database_joint", "dp_delta", "dp_epsilon",
    "entry_channel", "entry_information", "flat_mechanism", "kl_dp", "mi_dp", "mi_dp_split",
    "on_database", "on_entry", "renyi_dp", "zcdp",
]
