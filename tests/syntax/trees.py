"""Random terms and formulas of the language, and one example of every head and definition."""

from hypothesis import strategies as st

from verified import language as v
from verified.language import (
    flat_prior,
    group_channel,
    group_given,
    group_joint,
    group_values,
    response_given,
    with_group,
)
from verified.syntax.formulas import DEFINITIONS, Predicate, substitute
from verified.syntax.quantity import QUANTITIES, ExtendedSort
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    EventSort,
    FrameworkSort,
    IntegerLawSort,
    JointSort,
    LawSort,
    MechanismSort,
    MemberSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealsSort,
)
from verified.syntax.terms import Op, free_variables

n, m, k = v.Size("n"), v.Size("m"), v.Size("k")
x, eps, t = v.Real("x"), v.Real("eps", ">=0"), v.Real("t", "[0,1]")
P, Q = v.Pmf("P", n), v.Pmf("Q", n)
W, V = v.Channel("W", n, m), v.Channel("V", n, m)
B = v.Channel("B", m, k)
a, b = v.Symbol("a", n), v.Symbol("b", n)
A = v.Event("A", n)
J = v.Joint("J", U=n, V=m, W=2)
D = v.Database("D")
i = v.Symbol("i", v.entries(D))
z = v.Symbol("z", v.instances(D))
M = v.Mechanism("M", D, m)
R = v.Prior("R", D)
S = v.Queries("S", D, k, m, "sequential")
C = v.Queries("C", D, k, m, "partial")
j = v.Symbol("j", k)
r = v.Reals("r", k, "[0,1]")
G = v.Event("G", v.entries(D))
L = v.laplace(0, v.exp(x))
F, Y = v.Framework("F", n), v.DataClass("Y", n, "reweighted")
T, e = v.Member("T", F, Y), v.Symbol("e", v.edges(F))
FD, YD = v.Framework("FD", v.instances(D)), v.DataClass("YD", v.instances(D))
PD, SM = v.Pmf("PD", v.instances(D)), v.Queries("SM", D, k + 1, m, "sequential")
q = v.Pmf("q", v.private_values(F, e))
VARIABLES = (x, eps, t, P, Q, W, V, B, a, b, A, J, i, z, M, R, S, C, j, r, G, F, Y, T, e, FD, YD,
             PD, SM, q)

numbers = st.fractions(-20, 20, max_denominator=12).map(lambda q: v.rational(str(q)))

EXAMPLES = {
    "likelihood_ratio": v.likelihood_ratio(P, Q, a),
    "row": W[a],
    "response": M[z],
    "at": P[a],
    "probability": P[A],
    "component": r[j],
    "pmf_literal": v.pmf_of(v.rational(1, 3), v.rational(2, 3)),
    "channel_literal": v.channel_of([1, 0], [0, 1]),
    "joint_entropy": v.H(J, "U,V|W"),
    "joint_information": v.I(J, "U;V|W"),
    "marginal": v.marginal(J, "U"),
    "joint_of": v.joint_of(P, W),
    "as_joint": v.as_joint(v.pmf_of(t, 0, 0, 1 - t), U=2, V=2),
    "output": v.output(P, W),
    "chain": v.chain(W, B),
    "parallel": v.parallel(W, V),
    "database_information": v.information(R, M),
    "query": C[j],
    "query_given": S[j, 0],
    "query_database": C[j].sort.sizes()[0],
    "together": v.together(S),
    "iid": v.iid(P, n),
    "composed": v.composed(M, n),
    "subsampled": v.subsampled(M, t),
    "memoryless": v.memoryless(W, n),
    "shuffle": v.shuffle(m, n),
    "types": v.types(m, n),
    "occurrences": v.occurrences(m, n, 0, 0),
    "shuffled": v.shuffled(W, n, 0),
    "type_law": v.type_law(P, n),
    "on_entry": v.on_entry(W, D, i),
    "as_mechanism": v.as_mechanism(W),
    "several_entries": v.database_of(n, m),
    "on_database": v.on_database(
        v.channel_of([1, 0], [0, 1], [1, 0], [t, 1 - t]), v.database_of(2, 2)
    ),
    "group_information": v.group_information(R, M, v.complement(G), v.singleton(i, v.entries(D))),
    "group_joint": group_joint(R, M, G, v.complement(G), v.singleton(i, v.entries(D))),
    "group_values": group_values(D, G),
    "with_group": with_group(D, z, G, 0),
    "group_channel": group_channel(M, z, G),
    "group_given": group_given(R, z, G, v.complement(G)),
    "response_given": response_given(R, M, z, G, v.complement(G)),
    "complement": v.complement(G),
    "prior_of": v.prior_of(PD, D),
    **{
        name: getattr(v, name)(*args)
        for name, args in {
            "private_functions": (F,),
            "edges": (F,),
            "private_values": (F, e),
            "public_values": (F, e),
            "largest_image": (F,),
            "private_value": (F, e, a),
            "public_value": (F, e, a),
            "dp_framework": (D,),
            "without_public": (F,),
            "without_edges": (F,),
            "public_law": (F, P, e),
            "secret_given": (F, P, e, 0),
            "data_given": (F, P, e, 0),
            "secret_joint": (F, P, W, e),
            "secret_information": (F, P, W),
            "secret_delta": (F, P, W, eps),
            "member_law": (T,),
            "reweighted": (T, e, 0, q),
            "pufferfish_information": (F, Y, W),
            "pufferfish_delta": (F, Y, W, eps),
            "pufferfish_epsilon": (F, Y, W),
            "response_support": (F, Y, W),
            "attribute_delta": (F, Y, W, eps),
            "secret_stage_joint": (FD, PD, S, 0, j),
            "secret_stage_information": (FD, PD, S, 0, j),
            "pufferfish_stage": (FD, YD, S, j),
        }.items()
    },
    "singleton": v.singleton(i, v.entries(D)),
    "joint_at": J[a, b, 0],
    "margin": v.marginal(J, "W,U"),
    "conditional": v.conditional(J, "V|U,W"),
    "one_entry": v.as_mechanism(W).sort.sizes()[0],
    "exp": v.exp(x),
    "laplace": L,
    "gaussian": v.gaussian(x, 1),
    "law_mixture": v.law_mixture(v.pmf_of(t, 1 - t), L, v.gaussian(x, 1)),
    "law_shift": v.law_shift(L, x),
    "law_sum": v.law_sum(v.law_shift(v.gaussian(0, 1), x), L),
    "law_cells": v.law_cells(L, 0, x),
    "integer_mixture": v.integer_mixture(
        v.pmf_of(t, 1 - t), v.discrete_laplace(0, 1), v.discrete_gaussian(1, 2)),
    "law_renyi": v.renyi(L, v.laplace(1, 1), 2),
    "law_information": v.information(v.pmf_of(t, 1 - t), L, v.laplace(1, 1)),
}


# What stands for a law that no variable ranges over.
STAND_INS: dict[type, Op] = {LawSort: L, IntegerLawSort: v.discrete_laplace(1, 2)}


def example(head: str) -> Op:
    """A term whose outermost head is this one."""
    if head in EXAMPLES:
        return EXAMPLES[head]
    record = QUANTITIES[head]
    stand_ins = {
        var.name: STAND_INS[type(var.of)] if type(var.of) in STAND_INS
        else v.Real(var.name, ">=0")
        for var in record.arguments if isinstance(var.of, (*STAND_INS, ExtendedSort))
    }
    return record.of([substitute(var, stand_ins) for var in record.arguments])


def number_from(term):
    """A number made of a term of any sort."""
    match term.sort:
        case PmfSort():
            return v.H(term)
        case ChannelSort():
            return v.capacity(term)
        case JointSort(names):
            return v.H(term, names[0])
        case MechanismSort():
            return v.dp_epsilon(term)
        case DatabaseSort():
            return v.entries(term)
        case EventSort():
            return v.cardinality(term)
        case LawSort():
            return v.differential_entropy(term)
        case IntegerLawSort():
            return v.TV(term, v.discrete_gaussian(0, 1))
        case FrameworkSort():
            return v.edges(term)
        case MemberSort():
            return v.H(v.member_law(term))
        case PriorSort():
            return v.H(flat_prior(term))
        case QueriesSort():
            return v.kl_dp(v.together(term))
        case RealsSort():
            return v.determinant(term, 1)
    return term


def variables_of(term):
    """What a claim about the term must bind."""
    return list(free_variables(term).values())


def example_predicate(name: str) -> Predicate:
    """A formula that uses this definition."""
    found = {
        "close": v.Close(P, Q, eps, t),
        "dp": v.DP(M, eps, t),
        "renyi_private": v.RDP(M, 2, eps),
        "concentrated": v.ZCDP(M, eps),
        "dominated": v.Dominated(P, Q, q, q),
        "kl_private": v.KLDP(M, eps + 1),
        "mi_private": v.MIDP(M, eps),
        "independent": v.Independent(J, "U", "V,W"),
        "markov": v.Markov(J, "U", "V", "W"),
        "pufferfish": v.PP(F, Y, W, eps, t),
        "mi_pufferfish": v.MIPP(F, Y, W, eps),
        "attribute": v.AP(F, Y, W, eps, t),
    }
    assert set(found) == set(DEFINITIONS)
    return found[name]


def _operations(children):
    pairs = st.tuples(children, children)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(lambda p: p[0] / p[1]),
        pairs.map(lambda p: p[0] ** p[1]),
        children.map(lambda c: -c),
    )


def _quantities(children):
    return st.one_of(
        _operations(children),
        children.map(v.exp),
        children.map(v.log),
        children.map(v.absolute),
        st.tuples(children, children).map(lambda p: v.minimum(*p)),
        children.map(lambda c: v.total(a, c * P[a], where=P[a] > c)),
        children.map(lambda c: v.largest(A, P[A] - c)),
        children.map(lambda c: v.hockey_stick(P, Q, c)),
        children.map(lambda c: v.cases(v.equals(b, 0), c, Q[b])),
        children.map(lambda c: v.KL(v.pmf_table(n, lambda s: P[s] * c), P)),
    )


def arithmetic_terms(leaves):
    """Terms of + − · / ^ and negation over the leaves."""
    return st.recursive(leaves, _operations, max_leaves=12)


terms = st.recursive(
    st.one_of(numbers, st.sampled_from([x, eps, t, n, P[b], W[b, 0], r[j], v.H(J, "U|V")])),
    _quantities,
    max_leaves=8,
)

_relations = st.tuples(terms, terms, st.sampled_from(["<=", "<", ">=", ">", "="])).map(
    lambda found: {
        "<=": found[0] <= found[1], "<": found[0] < found[1], ">=": found[0] >= found[1],
        ">": found[0] > found[1], "=": v.equals(found[0], found[1]),
    }[found[2]]
)


def _connectives(children):
    return st.one_of(
        st.lists(children, max_size=3).map(lambda parts: v.both(*parts)),
        st.lists(children, max_size=3).map(lambda parts: v.either(*parts)),
        children.map(v.negation),
        st.tuples(children, children).map(lambda p: v.implies(*p)),
        children.map(lambda c: v.every(a, c, where=P[a] > 0)),
        children.map(lambda c: v.some(A, c)),
    )


formulas = st.recursive(
    st.one_of(_relations, st.sampled_from([example_predicate(name) for name in DEFINITIONS])),
    _connectives,
    max_leaves=4,
)

statements = st.tuples(st.lists(formulas, max_size=2), formulas, st.booleans()).map(
    lambda found: v.claim(
        "random",
        given=found[0],
        then=found[1],
        **{"exists" if found[2] else "forall": [w for w in VARIABLES if w.name not in ("a", "A")]},
    ).statement
)
