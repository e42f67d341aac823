"""The specialised pufferfish framework (Nuradha & Goldfeld 2022, Definitions 1–3), for finite data.

A framework has private functions g and public functions w of the data, and edges g ~ w between
them. Its secrets are the events {g(X) = a, w(X) = c} of an edge; two secrets of one edge and one
public value c must look alike, under each law of a class for which both have positive probability.
Values of a function are numbered from 0, in the order in which the data's symbols take them.
"""

from __future__ import annotations

from typing import Any

from verified.language.formulas import DEFINITIONS, Definition, Predicate
from verified.language.heads import apply, meeting
from verified.language.sorts import (
    CLOSED_KINDS,
    ChannelSort,
    ClaimError,
    FrameworkSort,
    JointSort,
    MemberSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    Sort,
    SymbolSort,
    sort_name,
)
from verified.language.terms import SIZE, Op, Term, number
from verified.language.vocabulary import chain, instances


def _sorted(term: Term, kind: type[Sort]) -> Any:
    if not isinstance(term, Term) or not isinstance(term.sort, kind):
        wanted = kind.__name__.removesuffix("Sort").lower()
        found = sort_name(term.sort) if isinstance(term, Term) else "no term"
        raise ClaimError(f"{term} is a {found}, not a {wanted}")
    return term.sort


def _data(name: str, framework: Term, *others: Term) -> Term:
    """The size of the data's alphabet, which the framework shares with the other terms."""
    size: Term = _sorted(framework, FrameworkSort).size
    for other in others:
        meeting(name, other.sort.sizes()[0], size, "the data has one alphabet")
    return size


# --- frameworks -----------------------------------------------------------------------------------


def private_functions(framework: Term) -> Op:
    """How many private functions there are, one at least."""
    return apply("private_functions", framework, result=SIZE)


def edges(framework: Term) -> Op:
    """How many edges there are; there may be none."""
    return apply("edges", framework, result=SIZE)


def private_values(framework: Term, edge: Any) -> Op:
    """How many values the private function of an edge takes, |Im(g)|."""
    return apply("private_values", framework, edge, result=SIZE)


def public_values(framework: Term, edge: Any) -> Op:
    """How many values the public function of an edge takes, |Im(w)|."""
    return apply("public_values", framework, edge, result=SIZE)


def largest_image(framework: Term) -> Op:
    """The largest |Im(g)| over all private functions, those without an edge too."""
    return apply("largest_image", framework, result=SIZE)


def private_value(framework: Term, edge: Any, symbol: Any) -> Op:
    """The value of an edge's private function at a symbol of the data."""
    result = SymbolSort(private_values(framework, edge))
    return apply("private_value", framework, edge, symbol, result=result)


def public_value(framework: Term, edge: Any, symbol: Any) -> Op:
    """The value of an edge's public function at a symbol of the data."""
    result = SymbolSort(public_values(framework, edge))
    return apply("public_value", framework, edge, symbol, result=result)


def dp_framework(database: Term) -> Op:
    """The framework of differential privacy, on the instances of a database: each entry is a
    private function, whose only edge is to the public function of all the other entries."""
    return apply("dp_framework", database, result=FrameworkSort(instances(database)))


def without_public(framework: Term) -> Op:
    """The same private functions, each with an edge to one constant public function."""
    return apply("without_public", framework, result=FrameworkSort(_data("", framework)))


def without_edges(framework: Term) -> Op:
    """The same private functions, with no public function and no edge."""
    return apply("without_edges", framework, result=FrameworkSort(_data("", framework)))


def prior_of(law: Term, database: Term) -> Op:
    """A law on the numbers of a database's instances as a prior."""
    size = _sorted(law, PmfSort).size
    meeting("prior_of", size, instances(database), "the law is on the database's instances")
    return apply("prior_of", law, database, result=PriorSort(database))


# --- under one law of the data --------------------------------------------------------------------


def public_law(framework: Term, law: Term, edge: Any) -> Op:
    """The law of an edge's public value, w(X) for X with the law."""
    _sorted(law, PmfSort)
    _data("public_law", framework, law)
    result = PmfSort(public_values(framework, edge))
    return apply("public_law", framework, law, edge, result=result)


def secret_given(framework: Term, law: Term, edge: Any, public: Any) -> Op:
    """The law of an edge's private value given its public value (the uniform law where that has
    probability 0)."""
    _sorted(law, PmfSort)
    _data("secret_given", framework, law)
    result = PmfSort(private_values(framework, edge))
    return apply("secret_given", framework, law, edge, public, result=result)


def data_given(framework: Term, law: Term, edge: Any, public: Any) -> Op:
    """The channel from an edge's private value to the data, given the public value: P(x|a,c) (the
    uniform law where the secret has probability 0)."""
    _sorted(law, PmfSort)
    size = _data("data_given", framework, law)
    result = ChannelSort(private_values(framework, edge), size)
    return apply("data_given", framework, law, edge, public, result=result)


def secret_channel(framework: Term, law: Term, mechanism: Term, edge: Any, public: Any) -> Op:
    """The channel from an edge's private value to the response, given the public value."""
    return chain(data_given(framework, law, edge, public), mechanism)


def secret_joint(framework: Term, law: Term, mechanism: Term, edge: Any) -> Op:
    """The joint law of an edge's private value (A), its public value (C) and the response (Y)."""
    outputs = _sorted(mechanism, ChannelSort).outputs
    _sorted(law, PmfSort)
    _data("secret_joint", framework, law, mechanism)
    sizes = (private_values(framework, edge), public_values(framework, edge), outputs)
    result = JointSort(("A", "C", "Y"), sizes)
    return apply("secret_joint", framework, law, mechanism, edge, result=result)


def secret_information(framework: Term, law: Term, mechanism: Term) -> Op:
    """The largest I(g(X);M(X)|w(X)) over the edges, in nats, under a law; 0 without edges."""
    result = apply("secret_information", framework, law, mechanism)
    _data("secret_information", framework, law, mechanism)
    return result


def secret_delta(framework: Term, law: Term, mechanism: Term, epsilon: Any) -> Op:
    """The least δ ≥ 0 for which the responses given two secrets of one edge and one public value,
    both of positive probability under the law, are (ε,δ)-close."""
    result = apply("secret_delta", framework, law, mechanism, epsilon)
    _data("secret_delta", framework, law, mechanism)
    return result


# --- classes of laws ------------------------------------------------------------------------------


def member_law(member: Term) -> Op:
    """A law of a class as a law on the data's symbols."""
    size = _sorted(member, MemberSort).framework.sort.size
    return apply("member_law", member, result=PmfSort(size))


def reweighted(member: Term, edge: Any, public: Any, law: Term) -> Op:
    """A member given the public value of an edge, its private value's law replaced by another.

    Values of probability 0 get none; if none is left, the member stays as it is. The class must be
    one that is closed under this.
    """
    sort = _sorted(member, MemberSort)
    if sort.data.sort.kind not in CLOSED_KINDS:
        raise ClaimError(f"{sort.data} isn't closed under reweighting the secrets")
    size = _sorted(law, PmfSort).size
    meeting("reweighted", size, private_values(sort.framework, edge), "the law is of a secret")
    return apply("reweighted", member, edge, public, law, result=sort)


def pufferfish_information(framework: Term, data: Term, mechanism: Term) -> Op:
    """The supremum over the class's laws and the edges of I(g(X);M(X)|w(X)), in nats; 0 without
    edges (Definition 3)."""
    result = apply("pufferfish_information", framework, data, mechanism)
    _data("pufferfish_information", framework, data, mechanism)
    return result


def pufferfish_delta(framework: Term, data: Term, mechanism: Term, epsilon: Any) -> Op:
    """The least δ ≥ 0 for which the mechanism, a channel from the data, is (ε,δ)-PP: the supremum
    of `secret_delta` over the class (Definitions 1 and 2)."""
    result = apply("pufferfish_delta", framework, data, mechanism, epsilon)
    _data("pufferfish_delta", framework, data, mechanism)
    return result


def pufferfish_epsilon(framework: Term, data: Term, mechanism: Term) -> Op:
    """The least ε ≥ 0 for which the mechanism is (ε,0)-PP; +∞ if there is none."""
    result = apply("pufferfish_epsilon", framework, data, mechanism)
    _data("pufferfish_epsilon", framework, data, mechanism)
    return result


def response_support(framework: Term, data: Term, mechanism: Term) -> Op:
    """The largest |supp(M(X))| over the class's laws: how many responses are possible."""
    result = apply("response_support", framework, data, mechanism)
    _data("response_support", framework, data, mechanism)
    return result


def attribute_delta(framework: Term, data: Term, mechanism: Term, epsilon: Any) -> Op:
    """The least δ ≥ 0 for which the mechanism is (ε,δ)-attribute private: the responses given two
    values of one private function, both of positive probability, are (ε,δ)-close (Zhang,
    Ohrimenko & Cummings 2020). Public functions and edges play no part."""
    result = apply("attribute_delta", framework, data, mechanism, epsilon)
    _data("attribute_delta", framework, data, mechanism)
    return result


# --- several responses ----------------------------------------------------------------------------


def _queries(name: str, framework: Term, queries: Term) -> QueriesSort:
    sort: QueriesSort = _sorted(queries, QueriesSort)
    size = _sorted(framework, FrameworkSort).size
    meeting(name, instances(sort.database), size, "the data are the database's instances")
    if sort.kind == "partial":
        raise ClaimError(f"{queries} each see a part of the database only")
    return sort


def secret_stage_joint(framework: Term, law: Term, queries: Term, edge: Any) -> Op:
    """The joint law of an edge's private value (A), its public value (C), the responses to all of
    k + 1 queries but the last (Y) and the last response (Z)."""
    sort = _queries("secret_stage_joint", framework, queries)
    _data("secret_stage_joint", framework, law)
    if not (isinstance(sort.count, Op) and sort.count.head == "add"):
        raise ClaimError(f"{queries} are not k + 1 queries")
    earlier = sort.outputs ** sort.count.args[0]
    sizes = (private_values(framework, edge), public_values(framework, edge), earlier, sort.outputs)
    result = JointSort(("A", "C", "Y", "Z"), sizes)
    return apply("secret_stage_joint", framework, law, queries, edge, result=result)


def secret_stage_information(
    framework: Term, law: Term, queries: Term, edge: Any, index: Any
) -> Op:
    """I(g(X);M_j(X)|w(X),M_1,…,M_{j−1}) of an edge under a law, in nats."""
    _queries("secret_stage_information", framework, queries)
    _data("secret_stage_information", framework, law)
    return apply("secret_stage_information", framework, law, queries, edge, index)


def pufferfish_stage(framework: Term, data: Term, queries: Term, index: Any) -> Op:
    """The supremum over the class's laws and the edges of I(g(X);M_j(X)|w(X),M_1,…,M_{j−1}), in
    nats; 0 without edges. It is computed for listed classes only."""
    _queries("pufferfish_stage", framework, queries)
    _data("pufferfish_stage", framework, data)
    return apply("pufferfish_stage", framework, data, queries, index)


# --- notions --------------------------------------------------------------------------------------

DEFINITIONS["pufferfish"] = Definition(
    lambda f, laws, m, epsilon, delta: pufferfish_delta(f, laws, m, epsilon) <= delta,
    r"{2} \text{{ is }} ({3},{4})\text{{-PP in }} ({0},{1})",
    "{2} is ({3},{4})-PP in ({0},{1})",
)
DEFINITIONS["mi_pufferfish"] = Definition(
    lambda f, laws, m, epsilon: pufferfish_information(f, laws, m) <= epsilon,
    r"{2} \text{{ is }} {3:atom}\text{{-MI-PP in }} ({0},{1})",
    "{2} is {3:atom}-MI-PP in ({0},{1})",
)
DEFINITIONS["attribute"] = Definition(
    lambda f, laws, m, epsilon, delta: attribute_delta(f, laws, m, epsilon) <= delta,
    r"{2} \text{{ is }} ({3},{4})\text{{-AP in }} ({0},{1})",
    "{2} is ({3},{4})-AP in ({0},{1})",
)


def PP(framework: Term, data: Term, mechanism: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-pufferfish privacy in a framework with a class of laws (Definitions 1 and 2)."""
    args = pufferfish_delta(framework, data, mechanism, epsilon).args
    return Predicate("pufferfish", (*args, number(delta, "as δ of PP")))


def MIPP(framework: Term, data: Term, mechanism: Term, epsilon: Any) -> Predicate:
    """ε-mutual-information pufferfish privacy (Definition 3)."""
    args = pufferfish_information(framework, data, mechanism).args
    return Predicate("mi_pufferfish", (*args, number(epsilon, "as ε of MIPP")))


def AP(framework: Term, data: Term, mechanism: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-attribute privacy of a framework's private functions."""
    args = attribute_delta(framework, data, mechanism, epsilon).args
    return Predicate("attribute", (*args, number(delta, "as δ of AP")))


# The heads whose builder has their own name, for statements that are read from files.
BUILDERS = (
    "private_functions", "edges", "private_values", "public_values", "largest_image",
    "private_value", "public_value", "dp_framework", "without_public", "without_edges",
    "prior_of", "public_law", "secret_given", "data_given", "secret_joint", "secret_information",
    "secret_delta", "member_law", "reweighted", "pufferfish_information", "pufferfish_delta",
    "pufferfish_epsilon", "response_support", "attribute_delta", "secret_stage_joint",
    "secret_stage_information", "pufferfish_stage",
)

__all__ = ["AP", "BUILDERS", "MIPP", "PP", "secret_channel", *BUILDERS]
