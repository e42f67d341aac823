"""The specialised pufferfish framework (Nuradha & Goldfeld 2022, Definitions 1–3), for finite data.

A framework has private functions g and public functions w of the data, and edges g ~ w between
them. Its secrets are the events {g(X) = a, w(X) = c} of an edge; two secrets of one edge and one
public value c must look alike, under each law of a class for which both have positive probability.
Values of a function are numbered from 0, in the order in which the data's symbols take them.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verified.measures import divergences, information, pufferfish
from verified.measures.databases import digits
from verified.measures.pufferfish import FrameworkValue, MemberValue
from verified.measures.readings import (
    MOST_CELLS,
    OutOfReach,
    QueriesValue,
    Reading,
    Unreadable,
    Value,
    checked_place,
)
from verified.quantities.channels import chain
from verified.quantities.databases import instances
from verified.quantities.queries import WHOLE, together_table
from verified.syntax.quantity import quantity
from verified.syntax.sorts import (
    CLOSED_KINDS,
    ChannelSort,
    FrameworkSort,
    JointSort,
    MemberSort,
    PmfSort,
    PriorSort,
    SymbolSort,
)
from verified.syntax.terms import (
    SIZE,
    Channel,
    Database,
    DataClass,
    Framework,
    Member,
    Op,
    Pmf,
    Queries,
    Real,
    Size,
    Symbol,
    Term,
)

n, m, k, D = Size("n"), Size("m"), Size("k", low=0), Database("D")
framework, laws, law = Framework("framework", n), DataClass("laws", n), Pmf("law", n)
channel, eps = Channel("channel", n, m), Real("eps")
symbol = Symbol("symbol", n)


def _edge(values: FrameworkValue, index: Value, term: Op) -> tuple[Any, Any]:
    return values.edge(checked_place(index, len(values.edges), term))


# --- readings: frameworks -------------------------------------------------------------------------


def _private_value(_: Reading, term: Op, values: list[Value]) -> Value:
    g, _w = _edge(values[0], values[1], term)
    return g[checked_place(values[2], len(g), term)]


def _public_value(_: Reading, term: Op, values: list[Value]) -> Value:
    _g, w = _edge(values[0], values[1], term)
    return w[checked_place(values[2], len(w), term)]


def _dp_framework(_: Reading, __: Op, values: list[Value]) -> Value:
    (database,) = values
    rows = [digits(database, number) for number in range(math.prod(database))]
    entries = range(len(database))
    own = [pufferfish.numbered([whole[i] for whole in rows]) for i in entries]
    rest = [pufferfish.numbered([whole[:i] + whole[i + 1 :] for whole in rows]) for i in entries]
    return FrameworkValue(tuple(own), tuple(rest), tuple((i, i) for i in entries))


def _prior_of(reading: Reading, term: Op, values: list[Value]) -> Value:
    masses, database = values
    if reading.xp.shape(masses, 1)[0] != math.prod(database):
        raise Unreadable(f"{term}: the law is not on the instances of {database}")
    return reading.xp.reshape(masses, 1, tuple(database))


def _without_public(_: Reading, __: Op, values: list[Value]) -> Value:
    private = values[0].private
    constant = (0,) * len(private[0])
    return FrameworkValue(private, (constant,), tuple((g, 0) for g in range(len(private))))


# --- readings: under one law ----------------------------------------------------------------------


def _public_law(reading: Reading, term: Op, values: list[Value]) -> Value:
    masses = pufferfish.secret_masses(reading.xp, _edge(values[0], values[2], term), values[1])
    return reading.xp.sum_axes(masses, (-2,))


def _secret_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    functions = _edge(values[0], values[2], term)
    masses = pufferfish.secret_masses(reading.xp, functions, values[1])
    place = checked_place(values[3], pufferfish.image(functions[1]), term)
    return pufferfish.or_uniform(reading.xp, reading.xp.take(masses, -1, place))


def _data_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    functions = _edge(values[0], values[2], term)
    place = checked_place(values[3], pufferfish.image(functions[1]), term)
    return pufferfish.data_given(reading.xp, functions, values[1], place)


def _secret_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    functions = _edge(values[0], values[3], term)
    return pufferfish.secret_joint(reading.xp, functions, values[1], values[2])


def _secret_information(reading: Reading, _: Op, values: list[Value]) -> Value:
    graph, masses, mechanism = values
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for index in range(len(graph.edges)):
        told = pufferfish.information(xp, graph.edge(index), masses, mechanism)
        result = xp.maximum(result, told)
    return result


def _least_delta(reading: Reading, epsilon: Value) -> pufferfish.Measure:
    level = reading.xp.expand(reading.scalar(epsilon), 1)
    return lambda p, q: divergences.least_delta(reading.xp, p, q, level)


def _secret_delta(reading: Reading, _: Op, values: list[Value]) -> Value:
    graph, masses, mechanism, epsilon = values
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for index in range(len(graph.edges)):
        worst = pufferfish.law_worst(
            xp, graph.edge(index), masses, mechanism, _least_delta(reading, epsilon)
        )
        result = xp.maximum(result, worst)
    return result


# --- readings: over classes -----------------------------------------------------------------------


def _reweighted(reading: Reading, term: Op, values: list[Value]) -> Value:
    one, index, public, weights = values
    functions = _edge(one.framework, index, term)
    place = checked_place(public, pufferfish.image(functions[1]), term)
    if reading.xp.shape(weights, 1)[0] != pufferfish.image(functions[0]):
        raise Unreadable(f"{term}: the law is not of that secret")
    moved = pufferfish.reweighted(reading.xp, functions, one.law, place, weights)
    return MemberValue(moved, one.framework)


def _class_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    graph, data, mechanism = values
    xp = reading.xp
    result = xp.constant(fmpq(0))
    if data.kind == "listed":
        for index in range(data.listed):
            masses = xp.take(data.laws, -2, index)
            told = _secret_information(reading, term, [graph, masses, mechanism])
            result = xp.maximum(result, told)
        return result
    try:
        stacks = pufferfish.class_channels(xp, graph, data, mechanism)
    except pufferfish.TooManyChoices as error:
        raise OutOfReach(f"{term}: {error}") from None
    for channels, count in stacks:
        result = xp.maximum(result, xp.max(reading.capacities(channels, count), 1))
    return result


def _class_delta(reading: Reading, _: Op, values: list[Value]) -> Value:
    graph, data, mechanism, epsilon = values
    measure = _least_delta(reading, epsilon)
    return pufferfish.class_worst(reading.xp, graph, data, mechanism, measure)


def _class_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    graph, data, mechanism = values
    return pufferfish.class_worst(
        reading.xp, graph, data, mechanism,
        lambda p, q: divergences.log_ratio_max(reading.xp, p, q),
    )


def _attribute_delta(reading: Reading, term: Op, values: list[Value]) -> Value:
    graph, data, mechanism, epsilon = values
    if data.kind == "reweighted":
        raise OutOfReach(f"{term}: how the class is closed depends on the edges")
    measure = _least_delta(reading, epsilon)
    return pufferfish.attribute_worst(reading.xp, graph, data, mechanism, measure)


# --- readings: several responses ------------------------------------------------------------------


def _staged(
    reading: Reading, term: Op, graph: FrameworkValue, masses: Value, queries: QueriesValue,
    edge: Value, index: int,
) -> Value:
    """The joint law of an edge's private and public value, the responses before a query (one axis)
    and its response."""
    xp, database, outputs = reading.xp, queries.database, queries.outputs
    size, history = math.prod(database), queries.outputs**index
    functions = _edge(graph, edge, term)
    if size * history * outputs > MOST_CELLS:
        raise OutOfReach(f"{term}: more than {MOST_CELLS} cells")
    rank = len(database)
    table = queries.tables[index]
    if queries.kind == "independent":
        table = xp.reshape(table, rank + 1, (size, 1, outputs))
    else:
        table = xp.reshape(table, rank + 2, (size, history, outputs))
    if index > 0:
        earlier = QueriesValue(queries.kind, queries.tables[:index], database, outputs)
        told = together_table(reading, earlier)
        table = xp.reshape(told, rank + 1, (size, history, 1)) * table
    else:
        table = xp.reshape(table, 3, (size, 1, outputs))
    flat = xp.reshape(table, 3, (size, history * outputs))
    joint = pufferfish.secret_joint(xp, functions, masses, flat)
    private, public, _ = xp.shape(joint, 3)
    return xp.reshape(joint, 3, (private, public, history, outputs))


def _secret_stage_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    graph, masses, queries, edge, index = values
    place = checked_place(index, len(queries.tables), term)
    return _staged(reading, term, graph, masses, queries, edge, place)


def _stage_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    graph, masses, queries, edge, index = values
    place = checked_place(index, len(queries.tables), term)
    joint = _staged(reading, term, graph, masses, queries, edge, place)
    return information.mutual_information(reading.xp, joint, 4, (0,), (3,), (1, 2))


def _class_stage(reading: Reading, term: Op, values: list[Value]) -> Value:
    graph, data, queries, index = values
    if data.kind != "listed":
        raise OutOfReach(f"{term}: the supremum over a class that isn't listed has no bound")
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for place in range(data.listed):
        masses = xp.take(data.laws, -2, place)
        for edge in range(len(graph.edges)):
            told = _stage_information(reading, term, [graph, masses, queries, edge, index])
            result = xp.maximum(result, told)
    return result


# --- frameworks -----------------------------------------------------------------------------------

private_functions = quantity(
    "private_functions", [framework], SIZE, values="[1,inf)",
    doc="How many private functions there are, one at least.",
    text="functions({0})", latex=r"\left|\mathcal G_{{{0}}}\right|",
    reading=lambda _, __, values: len(values[0].private),
)
edges = quantity(
    "edges", [framework], SIZE, doc="How many edges there are; there may be none.",
    values="[0,inf)", text="edges({0})", latex=r"\left|\mathcal E_{{{0}}}\right|",
    reading=lambda _, __, values: len(values[0].edges),
)
edge = Symbol("edge", edges(framework))
private_values = quantity(
    "private_values", [framework, edge], SIZE, values="[1,inf)",
    doc="How many values the private function of an edge takes, |Im(g)|.",
    text="|{0:atom}.g[{1}]|", latex=r"\left|{0:base}.g_{{{1}}}\right|",
    reading=lambda _, term, values: pufferfish.image(_edge(values[0], values[1], term)[0]),
)
public_values = quantity(
    "public_values", [framework, edge], SIZE, values="[1,inf)",
    doc="How many values the public function of an edge takes, |Im(w)|.",
    text="|{0:atom}.w[{1}]|", latex=r"\left|{0:base}.w_{{{1}}}\right|",
    reading=lambda _, term, values: pufferfish.image(_edge(values[0], values[1], term)[1]),
)
public = Symbol("public", public_values(framework, edge))
largest_image = quantity(
    "largest_image", [framework], SIZE, values="[1,inf)",
    doc="The largest |Im(g)| over all private functions, those without an edge too.",
    text="max_{{g in {0}}}(|Im(g)|)",
    latex=r"\max_{{g \in {0}}} \left|\mathrm{{Im}}(g)\right|",
    reading=lambda _, __, values: max(map(pufferfish.image, values[0].private)),
)
private_value = quantity(
    "private_value", [framework, edge, symbol], SymbolSort(private_values(framework, edge)),
    doc="The value of an edge's private function at a symbol of the data.",
    text="{0:atom}.g[{1}]({2})", latex=r"{0:base}.g_{{{1}}}({2})", reading=_private_value,
)
public_value = quantity(
    "public_value", [framework, edge, symbol], SymbolSort(public_values(framework, edge)),
    doc="The value of an edge's public function at a symbol of the data.",
    text="{0:atom}.w[{1}]({2})", latex=r"{0:base}.w_{{{1}}}({2})", reading=_public_value,
)
dp_framework = quantity(
    "dp_framework", [D], FrameworkSort(instances(D)),
    doc="""The framework of differential privacy, on the instances of a database: each entry is a
    private function, whose only edge is to the public function of all the other entries.""",
    text="rows({0})", latex=r"\mathrm{{DP}}\left({0}\right)", reading=_dp_framework,
)
without_public = quantity(
    "without_public", [framework], FrameworkSort(n),
    doc="The same private functions, each with an edge to one constant public function.",
    text="without_public({0})", latex=r"{0:base}_{{w = \mathrm{{const}}}}",
    reading=_without_public,
)
without_edges = quantity(
    "without_edges", [framework], FrameworkSort(n),
    doc="The same private functions, with no public function and no edge.",
    text="without_edges({0})", latex=r"{0:base}_{{\mathcal E = \emptyset}}",
    reading=lambda _, __, values: FrameworkValue(values[0].private, (), ()),
)
prior_of = quantity(
    "prior_of", [Pmf("law", instances(D)), D], PriorSort(D),
    doc="A law on the numbers of a database's instances as a prior.",
    text="{0:atom}_[{1}]", latex=r"{{{0:atom}}}_{{{1}}}", reading=_prior_of,
)

# --- under one law of the data --------------------------------------------------------------------

public_law = quantity(
    "public_law", [framework, law, edge], PmfSort(public_values(framework, edge)),
    doc="The law of an edge's public value, w(X) for X with the law.",
    text="{1:atom}_[{0:atom}.w[{2}]]", latex=r"{1:base}_{{{0:base}.w_{{{2}}}}}",
    reading=_public_law,
)
secret_given = quantity(
    "secret_given", [framework, law, edge, public], PmfSort(private_values(framework, edge)),
    doc="""The law of an edge's private value given its public value (the uniform law where that has
    probability 0).""",
    text="{1:atom}_[{0:atom}.g[{2}]|{3}]", latex=r"{1:base}_{{{0:base}.g_{{{2}}}|{3}}}",
    reading=_secret_given,
)
data_given = quantity(
    "data_given", [framework, law, edge, public], ChannelSort(private_values(framework, edge), n),
    doc="""The channel from an edge's private value to the data, given the public value: P(x|a,c)
    (the uniform law where the secret has probability 0).""",
    text="{1:atom}_[X|{0:atom}.g[{2}], {3}]", latex=r"{1:base}_{{X|{0:base}.g_{{{2}}},{3}}}",
    reading=_data_given,
)


def secret_channel(graph: Term, masses: Term, mechanism: Term, of: Any, known: Any) -> Op:
    """The channel from an edge's private value to the response, given the public value."""
    return chain(data_given(graph, masses, of, known), mechanism)


secret_joint = quantity(
    "secret_joint", [framework, law, channel, edge],
    JointSort(("A", "C", "Y"), (
        private_values(framework, edge), public_values(framework, edge), m,
    )),
    doc="The joint law of an edge's private value (A), its public value (C) and the response (Y).",
    text="joint[{1}, {2}]({0:atom}.g[{3}], w, M)",
    latex=r"\left({1} \times {2}\right)_{{{0:base}.g_{{{3}}}, w, M}}", reading=_secret_joint,
)
secret_information = quantity(
    "secret_information", [framework, law, channel],
    doc="The largest I(g(X);M(X)|w(X)) over the edges, in nats, under a law; 0 without edges.",
    text="max_{{g~w in {0}}}(I[{1}, {2}](g;M|w))",
    latex=r"\max_{{g \sim w \text{{ in }} {0}}} I\left[{1}, {2}\right](g(X);M(X)|w(X))",
    values="[0,inf)", unit="nats", reading=_secret_information,
)
secret_delta = quantity(
    "secret_delta", [framework, law, channel, eps],
    doc="""The least δ ≥ 0 for which the responses given two secrets of one edge and one public
    value, both of positive probability under the law, are (ε,δ)-close.""",
    text="least_delta[{3}; {0}, {1}]({2})",
    latex=r"\delta^\star_{{{3}}}\left[{0}, {1}\right]\left({2}\right)",
    values="[0,1]", unit="",
    theorem="""The worst event is that of the responses whose probabilities differ by more than
    a factor e^ε.""",
    reading=_secret_delta,
)

# --- classes of laws ------------------------------------------------------------------------------

member, closed_laws = Member("member", framework, laws), DataClass("laws", n, "all")
closed = Member("member", framework, closed_laws)
member_law = quantity(
    "member_law", [member], PmfSort(n),
    doc="A law of a class as a law on the data's symbols.",
    text="{0:atom}",
    spellings=["law({0})"],
    latex=r"{0:atom}", reading=lambda _, __, values: values[0].law,
)
reweighted = quantity(
    "reweighted", [closed, edge, public, Pmf("weights", private_values(framework, edge))],
    MemberSort(framework, closed_laws), kinds={closed: CLOSED_KINDS},
    doc="""A member given the public value of an edge, its private value's law replaced by another.
    Values of probability 0 get none; if none is left, the member stays as it is. The class must be
    one that is closed under this.""",
    text="({0:atom} with g[{1}] as {3}|{2})", latex=r"{0:base}^{{(g_{{{1}}} \to {3}|{2})}}",
    reading=_reweighted,
)
pufferfish_information = quantity(
    "pufferfish_information", [framework, laws, channel],
    doc="""The supremum over the class's laws and the edges of I(g(X);M(X)|w(X)), in nats; 0 without
    edges (Definition 3).""",
    text="sup_{{P_X in {1}, g~w in {0}}}(I[P_X, {2}](g;M|w))",
    latex=r"\sup_{{P_X \in {1},\, g \sim w \text{{ in }} {0}}} "
    r"I\left[P_X, {2}\right](g(X);M(X)|w(X))",
    values="[0,inf)", unit="nats",
    theorem="""In a closed class it is reached where the data given each secret are one part of
    the class.""",
    reading=_class_information,
)
pufferfish_delta = quantity(
    "pufferfish_delta", [framework, laws, channel, eps],
    doc="""The least δ ≥ 0 for which the mechanism, a channel from the data, is (ε,δ)-PP: the
    supremum of `secret_delta` over the class (Definitions 1 and 2).""",
    text="least_delta[{3}; {0}, {1}]({2})",
    latex=r"\delta^\star_{{{3}}}\left[{0}, {1}\right]\left({2}\right)",
    values="[0,1]", unit="",
    theorem="In a closed class it is reached at two parts of the class, the extreme points.",
    reading=_class_delta,
)
pufferfish_epsilon = quantity(
    "pufferfish_epsilon", [framework, laws, channel],
    doc="The least ε ≥ 0 for which the mechanism is (ε,0)-PP; +∞ if there is none.",
    text="least_eps[{0}, {1}]({2})",
    latex=r"\epsilon^\star\left[{0}, {1}\right]\left({2}\right)",
    values="[0,inf]", unit="nats",
    theorem="""In a closed class it is reached at two parts of the class; the worst events are
    single responses.""",
    reading=_class_epsilon,
)
response_support = quantity(
    "response_support", [framework, laws, channel], values="[1,inf)", unit="",
    doc="The largest |supp(M(X))| over the class's laws: how many responses are possible.",
    text="max_{{P_X in {1} ({0})}}(|supp {2:atom}(X)|)",
    latex=r"\max_{{P_X \in {1} \text{{ (}} {0} \text{{)}}}} \left|\mathrm{{supp}}\,{2}(X)\right|",
    theorem="In a closed class the mixture of all parts has the largest support.",
    reading=lambda reading, _, values: pufferfish.largest_support(reading.xp, *values),
)
attribute_delta = quantity(
    "attribute_delta", [framework, laws, channel, eps],
    doc="""The least δ ≥ 0 for which the mechanism is (ε,δ)-attribute private: the responses given
    two values of one private function, both of positive probability, are (ε,δ)-close (Zhang,
    Ohrimenko & Cummings 2020). Public functions and edges play no part.""",
    text="least_attribute_delta[{3}; {0}, {1}]({2})",
    latex=r"\delta^{{\mathrm{{AP}}}}_{{{3}}}\left[{0}, {1}\right]\left({2}\right)",
    values="[0,1]", unit="",
    theorem="Over all laws it is reached at two symbols, the extreme points.",
    reading=_attribute_delta,
)

# --- several responses, the data being the instances of a database --------------------------------

_frame, _law = Framework("framework", instances(D)), Pmf("law", instances(D))
_laws, _place = DataClass("laws", instances(D)), Symbol("edge", edges(_frame))
S, index = Queries("S", D, k, m), Symbol("index", k)
secret_stage_joint = quantity(
    "secret_stage_joint", [_frame, _law, S, _place, index],
    JointSort(("A", "C", "Y", "Z"), (
        private_values(_frame, _place), public_values(_frame, _place), m**index, m,
    )),
    kinds={S: WHOLE},
    doc="""The joint law of an edge's private value (A), its public value (C), the responses to the
    queries before one of them (Y) and the response to that one (Z).""",
    text="joint[{1}, {2}]({0:atom}.g[{3}], w, Y_<{4:atom}, Y_{4:atom})",
    latex=r"\left({1} \times {2}\right)_{{{0:base}.g_{{{3}}}, w, Y_{{<{4}}}, Y_{{{4}}}}}",
    reading=_secret_stage_joint,
)
secret_stage_information = quantity(
    "secret_stage_information", [_frame, _law, S, _place, index], kinds={S: WHOLE},
    doc="I(g(X);M_j(X)|w(X),M_1,…,M_{j−1}) of an edge under a law, in nats.",
    text="I[{1}, {2}]({0:atom}.g[{3}];M_{4:atom}|w,M_<{4:atom})",
    latex=r"I\left[{1}, {2}\right]({0:base}.g_{{{3}}}(X);M_{{{4}}}|w(X),M_{{<{4}}})",
    values="[0,inf)", unit="nats", reading=_stage_information,
)
pufferfish_stage = quantity(
    "pufferfish_stage", [_frame, _laws, S, index], kinds={S: WHOLE},
    doc="""The supremum over the class's laws and the edges of I(g(X);M_j(X)|w(X),M_1,…,M_{j−1}), in
    nats; 0 without edges. It is computed for listed classes only.""",
    text="sup_{{P_X in {1}, g~w in {0}}}(I[P_X, {2}](g;M_{3:atom}|w,M_<{3:atom}))",
    latex=r"\sup_{{P_X \in {1},\, g \sim w \text{{ in }} {0}}} "
    r"I\left[P_X, {2}\right](g(X);M_{{{3}}}|w(X),M_{{<{3}}})",
    values="[0,inf)", unit="nats", reading=_class_stage,
)

__all__ = [
    "attribute_delta", "data_given", "dp_framework", "edges", "largest_image", "member_law",
    "prior_of", "private_functions", "private_value", "private_values", "public_law",
    "public_value", "public_values", "pufferfish_delta", "pufferfish_epsilon",
    "pufferfish_information", "pufferfish_stage", "response_support", "reweighted",
    "secret_channel", "secret_delta", "secret_given", "secret_information", "secret_joint",
    "secret_stage_information", "secret_stage_joint", "without_edges", "without_public",
]
