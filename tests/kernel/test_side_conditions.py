"""Side conditions of rules one by one: a step that breaks one alone is refused for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kernel.test_inference import (
    P,
    Q,
    W,
    a,
    b,
    eps,
    free,
    given,
    k,
    m,
    n,
    products,
    r,
    s,
    step,
    t,
    x,
    z,
)  # fmt: skip
from verified.kernel.analysis import FALSE, Function
from verified.kernel.inference import MOST_ATOMS
from verified.kernel.theorem import Library, Step, Theorem
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    Channel,
    Event,
    H,
    Joint,
    Pmf,
    Real,
    Size,
    Symbol,
    both,
    capacity,
    either,
    equals,
    every,
    exp,
    inf,
    joint_of,
    largest,
    log,
    negation,
    pmf_of,
    some,
    sup,
    total,
)
from verified.syntax import sorts
from verified.syntax.claims import build_statement
from verified.syntax.serial import FormatError
from verified.syntax.terms import INFINITY, Var, number

LEMMA = build_statement("lemma", [P, eps], [], KL(P, P) <= eps)
EXISTENCE = build_statement("there is", [P, eps], [], KL(P, P) <= eps, quantifier="exists")
LIBRARY = Library({"lemma": LEMMA, "there is": EXISTENCE})
SMALL = Size("k", low=0)
UNDEFINED = log(r)
JOINT, OTHER = Joint("J", U=n, V=m), Joint("K", U=n, V=m)


def refused(rule: str, formula: Any, *premises: Any, why: str, **data: Any) -> None:
    library = data.pop("library", LIBRARY)
    with pytest.raises((Rejected, FormatError), match=why):
        step(rule, formula, *premises, library=library, **data)


# --- how many premises ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "formula", "premises"),
    [
        ("assume", r <= s, [r <= s]),
        ("discharge", r <= s, [r <= s, r <= s]),
        ("generalise", every(a, P[a] <= s), []),
        ("generalise", every(a, P[a] <= s), [P[b] <= s, r <= s]),
        ("obtain", r <= s, [some(a, P[a] <= s)]),
        ("obtain", r <= s, [some(a, P[a] <= s), r <= s, r <= s]),
        ("transitive", r <= t, [r <= s]),
        ("transitive", r <= t, [r <= s, s <= t, r <= t]),
        ("unbounded", equals(KL(P, Q), INFINITY), []),
        ("unbounded", equals(KL(P, Q), INFINITY), [r <= KL(P, Q), r <= s]),
        ("last-term", equals(r, s), [r <= s]),
    ],
)
def test_a_rule_takes_so_many_premises(rule: str, formula: Any, premises: list[Any]) -> None:
    refused(rule, formula, *map(free, premises), why="the rule takes .* premises", variable=b)


@pytest.mark.parametrize(
    "rule", ["specialise", "sum", "finite-term", "bound-sup"]
)
def test_a_rule_takes_a_premise(rule: str) -> None:
    refused(rule, sup(P, KL(P, P)) <= s, why="the rule takes a premise", variable=P, term=b)


def test_rewriting_takes_an_equality_and_a_formula() -> None:
    for premises in ([], [equals(r, s)], [equals(r, s), r <= t, r <= t]):
        refused("rewrite", s <= t, *map(free, premises), why="takes an equality and a formula")


# --- what a step must name ------------------------------------------------------------------------


def test_what_is_discharged_is_a_formula() -> None:
    for hypothesis in (None, r, "r <= s"):
        refused("discharge", r <= s, free(r <= s), why="doesn't say which", hypothesis=hypothesis)


def test_an_arbitrary_variable_is_named() -> None:
    for named in (None, "b", exp(r)):
        refused("generalise", every(a, P[a] <= s), free(P[b] <= s), why="doesn't name its",
                variable=named)
        refused("bound-sup", sup(r, r - r) <= s, free(r - r <= s), why="doesn't name its",
                variable=named)
    refused("bound-sup", sup(z, z - z) <= 0, free(x - x <= 0), why="doesn't name its", variable=r)
    refused("obtain", r <= s, free(some(a, P[a] <= s)), free(r <= s), why="another sort",
            variable=k)
    for named in (None, x, a):
        refused("unbounded", equals(KL(P, Q), INFINITY), free(x <= KL(P, Q)),
                why="doesn't name its arbitrary real", variable=named)


def test_quantified_formulas_are_of_the_rule_s_kind() -> None:
    """What holds of some symbol isn't what holds of each, or the other way round."""
    one, each = some(a, P[a] <= s), every(a, P[a] <= s)
    for formula in (r <= s, one):
        refused("generalise", formula, free(P[b] <= s), why="of the form “for every”", variable=b)
        refused("specialise", P[b] <= s, free(formula), why="of the form “for every”", term=b)
    for formula in (r <= s, each):
        refused("exhibit", formula, free(P[b] <= s), why="of the form “for some”", term=b)
        refused("obtain", r <= s, free(formula), free(r <= s), why="of the form “for some”",
                variable=b)
    refused("obtain", r <= s, free(one), free(r < s), why="is not the formula", variable=b)


def test_a_witness_is_one_of_the_symbols_and_meets_the_guard() -> None:
    refused("exhibit", some(a, P[a] <= s), given(P[number(5)] <= s), why="isn't shown to be one of",
            term=number(5))
    guarded = some(a, P[a] <= s, where=Q[a] > 0)
    step("exhibit", guarded, given(P[b] <= s), given(Q[b] > 0), term=b)
    refused("exhibit", guarded, given(P[b] <= s), why="side condition", term=b)
    bound = sup(r, exp(-r), where=r > 1)
    step("below-sup", exp(-s) <= bound, given(s > 1), term=s)
    refused("below-sup", exp(-s) <= bound, why="side condition", term=s)


def test_what_obtain_has_for_existence_keeps_its_hypotheses() -> None:
    """Γ ⊢ ∃v gives a conclusion under Γ."""
    found = given(some(a, P[a] <= s))
    theorem = step("obtain", r <= s, found, free(r <= s), variable=b)
    assert set(theorem.hypotheses) == set(found.hypotheses)


def test_a_propositional_step_has_few_atoms() -> None:
    parts = [Real(f"r{i}") <= i for i in range(MOST_ATOMS + 1)]
    step("propositional", parts[0], free(both(*parts[:-1])))
    refused("propositional", parts[0], free(both(*parts)), why="15 atoms, more than 14")


# --- citations ------------------------------------------------------------------------------------


def test_a_citation_is_of_a_statement_about_every_instance() -> None:
    values = {"P": P, "eps": eps, "n": n}
    step("cite", KL(P, P) <= eps, library=LIBRARY, key="lemma", values=values)
    refused("cite", KL(P, P) <= eps, why="about every instance", key="there is", values=values)


def test_a_citation_names_a_key_and_all_values() -> None:
    values = {"P": P, "eps": eps, "n": n}
    refused("cite", KL(P, P) <= eps, why="a key and its values", key=["lemma"], values=values)
    refused("cite", KL(P, P) <= eps, why="a key and its values", key="lemma", values=[values])
    for name in values:
        fewer = {key: value for key, value in values.items() if key != name}
        refused("cite", KL(P, P) <= eps, why=f"no term for {name}", key="lemma", values=fewer)


# --- order and equality ---------------------------------------------------------------------------


def test_both_sides_of_an_order_are_defined() -> None:
    for low, high in ((UNDEFINED, s), (s, UNDEFINED)):
        refused("order", either(low <= high, high < low), why="a side isn't shown to be defined")
        refused("order", either(low < high, high <= low), why="a side isn't shown to be defined")
        refused("turn", low < high, given(negation(high <= low)), why="no premise turned")
        refused("turn", low <= high, given(negation(high < low)), why="no premise turned")


@pytest.mark.parametrize(
    ("fact", "formula", "holds"),
    [
        (r < s, negation(s <= r), True),
        (r < s, negation(s < r), True),
        (r <= s, negation(s < r), True),
        (equals(r, s), negation(s < r), True),
        (r <= s, negation(s <= r), False),
        (equals(r, s), negation(s <= r), False),
        # The direction.
        (r < s, negation(r <= s), False),
        (r <= s, negation(r < s), False),
        (r < s, negation(s <= t), False),
        (r < s, negation(t <= r), False),
        (equals(r, s), r <= s, True),
        (equals(r, s), s <= r, True),
        (r < s, r <= s, True),
        (r < s, s <= r, False),
        (r < t, r <= s, False),
        (t < s, r <= s, False),
        (equals(r, t), r <= s, False),
        (equals(r, s), equals(s, r), True),
        (r < s, equals(r, s), False),
        (equals(r, t), equals(s, r), False),
        (negation(r <= s), s < r, True),
        (negation(r < s), s <= r, True),
        (negation(r <= s), r < s, False),
        (negation(r < s), s < r, False),
        (negation(r <= s), s < t, False),
        (negation(equals(r, s)), s < r, False),
    ],
)
def test_turning_one_fact(fact: Any, formula: Any, holds: bool) -> None:
    if holds:
        step("turn", formula, given(fact), given(every(a, P[a] <= s)))
    else:
        refused("turn", formula, given(fact), given(every(a, P[a] <= s)), why="no premise turned")


def test_two_facts_make_an_equality_only_both_ways() -> None:
    step("turn", equals(r, s), given(r <= s), given(s <= r))
    refused("turn", equals(r, s), given(r <= s), given(s < t), why="no premise turned")
    refused("turn", equals(r, s), given(r < s), given(s <= r), why="no premise turned")
    refused("turn", equals(r, s), given(r <= s), given(r <= s), why="no premise turned")


@pytest.mark.parametrize("one", ["<", "<=", "="])
@pytest.mark.parametrize("two", ["<", "<=", "="])
@pytest.mark.parametrize("op", ["<", "<=", "="])
def test_all_chains(one: str, two: str, op: str) -> None:
    def related(relation: str, low: Any, high: Any) -> Any:
        return {"<": low < high, "<=": low <= high, "=": equals(low, high)}[relation]

    holds = {"<": "<" in (one, two), "<=": True, "=": one == two == "="}[op]
    premises = given(related(one, r, s)), given(related(two, s, t))
    if holds:
        step("transitive", related(op, r, t), *premises)
    else:
        refused("transitive", related(op, r, t), *premises, why="not a chain")
    for wrong in (related(op, t, r), related(op, r, s), related(op, s, t)):
        refused("transitive", wrong, *premises, why="not a chain")


def test_laws_are_equal_only_on_the_whole_alphabet() -> None:
    """Two laws that agree on the first symbols need not be equal."""
    laws = given(every(k, equals(P[k], Q[k])))
    refused("rewrite", KL(Q, P) <= t, laws, given(KL(P, P) <= t), why="no equality of numbers")
    # Nor those that agree at one symbol.
    sides = given(every(a, equals(P[b], Q[b])))
    refused("rewrite", KL(Q, P) <= t, sides, given(KL(P, P) <= t), why="no equality of numbers")


def test_laws_and_channels_are_equal_only_where_each_entry_is() -> None:
    """Σ over the diagonal says nothing of a row, nor one row of a channel."""
    square, other = Channel("S", n, n), Channel("T", n, m)
    diagonal = given(every(a, equals(square[a, a], Q[a])))
    refused("rewrite", KL(Q, P) <= t, diagonal, given(KL(square[a], P) <= t),
            why="no equality of numbers")
    row = given(every(a, every(k, equals(W[b, k], other[b, k]))))
    refused("rewrite", capacity(other) <= t, row, given(capacity(W) <= t),
            why="no equality of numbers")
    all_rows = given(every(a, every(k, equals(W[a, k], other[a, k]))))
    step("rewrite", capacity(other) <= t, all_rows, given(capacity(W) <= t))


def test_an_identity_is_an_equality() -> None:
    refused("identity", r < r, why="no equality")
    refused("identity", every(a, equals(P[a], P[a])), why="no equality")
    step("identity", r <= r)


def test_what_is_defined_equals_itself_only() -> None:
    refused("defined", equals(r, s), why="not t = t")
    refused("defined", r <= s, why="not t = t")
    refused("defined", r < r, why="not t = t")
    refused("defined", UNDEFINED <= UNDEFINED, why="not t = t")


# --- products of facts ----------------------------------------------------------------------------


@pytest.mark.parametrize("data", [
    {"products": 3},
    {"products": [["1", [], []]]},
    {"products": {"a": []}},
    {"equalities": "ab"},
    {"products": [["1", [["other", r]]]]},
    {"products": [["1", [["square", "r"]]]]},
    {"products": [["1", [["sign"]]]]},
])
def test_products_are_lists_of_pairs(data: dict[str, Any]) -> None:
    refused("arithmetic", r <= s, given(r <= s), why="list of pairs|a factor is", **data)


@pytest.mark.parametrize("index", [1, -1, True, False, "0", 0.0, None])
def test_a_product_is_of_facts_that_are_there(index: Any) -> None:
    refused("arithmetic", r <= s, given(r <= s), why="a fact that isn't there",
            **products(["1", [["fact", index]]]))
    refused("arithmetic", equals(r, s), given(equals(r, s)), why="a fact that isn't there",
            **products(equalities=[[number(-1), index]]))


def test_a_strict_product_has_strict_facts_and_a_weight() -> None:
    zero = ["0", [["fact", 0]]]
    refused("arithmetic", s < s, given(r < s), why="strictly positive", **products(zero))
    both_strict = [["fact", 0], ["fact", 1]]
    product = number(0) < (s - r) * (t - s)
    step("arithmetic", product, given(r < s), given(s < t), **products(["1", both_strict]))
    for facts in ((r <= s, s < t), (r < s, s <= t)):
        refused("arithmetic", product, *map(given, facts), why="strictly positive",
                **products(["1", both_strict]))
    refused("arithmetic", number(0) < r * r, why="strictly positive",
            **products(["1", [["square", r]]]))
    refused("arithmetic", number(0) < eps, why="strictly positive",
            **products(["1", [["sign", eps]]]))


def test_what_contradicts_itself_is_a_negative_number() -> None:
    fact = products(["1", [["fact", 0]]])
    step("arithmetic", FALSE, given(number(2) <= number(1)), **fact)
    for premise in (number(1) <= 2, r <= s, number(1) <= 1, number(1) < 2, x * x <= 1):
        refused("arithmetic", FALSE, given(premise), why="don't contradict", **fact)
    # −1/x isn't below 0 for want of a numerator alone.
    refused("arithmetic", FALSE, given(1 / x <= 1 / (x + 1)), why="don't contradict", **fact)


def test_an_equality_comes_of_equalities_alone() -> None:
    refused("arithmetic", equals(r, s), given(r <= s), why="isn't what these facts add up to",
            **products(["1", [["fact", 0]]]))
    refused("arithmetic", equals(r, s), given(equals(s, t)), why="isn't what these facts add up",
            **products(equalities=[[number(1), 0]]))
    refused("arithmetic", every(a, P[a] <= s), given(r <= s), why="isn't what these facts add up")
    refused("arithmetic", r <= s, given(t <= s), why="only an equality",
            **products(equalities=[[number(1), 0]]))


def test_negations_are_turned_round() -> None:
    fact = products(["1", [["fact", 0]]])
    step("arithmetic", s < r, given(negation(r <= s)), **fact)
    step("arithmetic", s <= r, given(negation(r < s)), **fact)
    refused("arithmetic", s < r, given(negation(r < s)), why="strictly positive", **fact)
    refused("arithmetic", r <= s, given(negation(equals(r, s))), why="isn't there", **fact)
    refused("arithmetic", r <= s, given(either(r <= s, s <= r)), why="isn't there", **fact)


# --- sums -----------------------------------------------------------------------------------------


def test_both_guards_of_a_sum_are_that_of_the_premise() -> None:
    where = Q[a] > 0
    less = free(every(a, P[a] * Q[a] <= P[a], where=where))
    low, high = P[a] * Q[a], P[a]
    step("sum", total(a, low, where=where) <= total(a, high, where=where), less)
    for one, two in ((where, P[a] > 0), (P[a] > 0, where), (where, None), (None, where)):
        refused("sum", total(a, low, where=one) <= total(a, high, where=two), less,
                why="doesn't compare")
    unguarded = free(every(a, low <= high))
    for one, two in ((where, where), (where, None), (None, where)):
        refused("sum", total(a, low, where=one) <= total(a, high, where=two), unguarded,
                why="doesn't compare")


def test_a_sum_of_what_is_less_is_no_more() -> None:
    where = Q[a] > 0
    strict = free(every(a, -exp(P[a]) < P[a]))
    low, high = total(a, -exp(P[a])), total(a, P[a])
    step("sum", low < high, strict)
    step("sum", low <= high, strict)
    refused("sum", equals(low, high), strict, why="doesn't compare")
    loose = free(every(a, -exp(P[a]) <= P[a]))
    refused("sum", low < high, loose, why="doesn't compare")
    refused("sum", equals(low, high), loose, why="doesn't compare")
    # Where there is nothing to add, nothing is strict.
    guarded = free(every(a, -exp(P[a]) < P[a], where=where))
    refused("sum", total(a, -exp(P[a]), where=where) < total(a, P[a], where=where), guarded,
            why="there may be no")
    c = Symbol("c", SMALL)
    none = free(every(c, -exp(r * c) < exp(r * c)))
    refused("sum", total(c, -exp(r * c)) < total(c, exp(r * c)), none, why="there may be no")
    # Of the wrong body on either side.
    refused("sum", total(a, Q[a]) <= total(a, P[a]), free(every(a, P[a] <= P[a])), why="compare")
    refused("sum", total(a, P[a]) <= total(a, Q[a]), free(every(a, P[a] <= P[a])), why="compare")


def test_the_lower_sum_is_defined() -> None:
    where = Q[a] > 0
    wild = free(every(a, log(r * P[a]) <= P[a]))
    refused("sum", total(a, log(r * P[a])) <= total(a, P[a]), wild, why="isn't shown to be defined")
    guarded = free(every(a, log(r * P[a]) <= P[a], where=where))
    refused("sum", total(a, log(r * P[a]), where=where) <= total(a, P[a], where=where), guarded,
            why="isn't shown to be defined")


def test_nothing_is_captured_in_a_sum() -> None:
    premise = free(every(b, P[b] <= Q[a]))
    refused("sum", total(a, P[a]) <= total(a, Q[a]), premise, why="is free in the premise")


def test_symbols_are_counted_in_whole_numbers() -> None:
    """The last term is one of a sum over symbols; of real numbers below a size there is no last."""
    few, more = Symbol("l", SMALL), Symbol("l", SMALL + 1)
    step("last-term", equals(total(more, exp(more)), total(few, exp(few)) + exp(SMALL)))
    event, larger = Event("E", SMALL), Event("E", SMALL + 1)
    for one, two in ((larger, event), (more, event), (larger, few)):
        refused("last-term", equals(total(one, r), total(two, r) + r), why="take the last term off")
    # A number that may be negative, or isn't whole, counts no symbols.
    below, at = (Var("l", sorts.SymbolSort(size)) for size in (s, s + 1))
    refused("last-term", equals(total(at, r), total(below, r) + r), why="a number of symbols")


# --- suprema --------------------------------------------------------------------------------------


def test_a_bound_needs_something_to_bound() -> None:
    c, d = Symbol("c", SMALL), Symbol("d", SMALL)
    for bind, formula, body in (
        (largest(c, exp(c)), largest(c, exp(c)) <= r, exp(d) <= r),
        (sup(Pmf("P", SMALL), r), sup(Pmf("P", SMALL), r) <= s, r <= s),
    ):
        refused("bound-sup", formula, free(body), why="there may be no", variable=bind.var)
    refused("bound-sup", r <= exp(s), free(r <= exp(s)), why="not sup f ≤ c", variable=d)
    refused("bound-sup", sup(r, exp(r)) < s, free(exp(r) < s), why="not sup f ≤ c", variable=r)


def test_nothing_lies_below_what_may_be_undefined() -> None:
    refused("below-sup", sup(r, UNDEFINED) >= UNDEFINED, why="defined everywhere", term=r)
    refused("below-sup", inf(r, UNDEFINED) <= UNDEFINED, why="defined everywhere", term=r)
    refused("below-sup", exp(s) <= sup(r, exp(r)), why="not the body", term=t)
    refused("below-sup", exp(s) < sup(r, exp(r)), why="formula is not f", term=s)
    refused("below-sup", sup(r, exp(r)) <= exp(s), why="formula is not f", term=s)
    refused("below-sup", log(s) <= sup(x, log(x)), why="domain", term=s)


# --- certificates ---------------------------------------------------------------------------------


def test_a_scalar_step_has_a_statement_and_values() -> None:
    statement = build_statement("s", [r], [], number(0) <= r * r)
    for wrong in ({}, {"statement": r <= s, "values": {}}, {"statement": statement, "values": []},
                  {"statement": statement}):  # fmt: skip
        refused("scalar", number(0) <= s * s, why="has a statement and the values", **wrong)


def test_a_shannon_step_is_a_relation_of_one_law_with_a_certificate() -> None:
    inequality = H(JOINT, "U") <= H(JOINT, "U") + H(JOINT, "V")
    refused("shannon", every(a, inequality), why="no relation", certificate={})
    refused("shannon", r <= s, why="one joint law, not 0", certificate={})
    refused("shannon", H(JOINT, "U") <= H(OTHER, "U"), why="one joint law, not 2", certificate={})
    for certificate in (None, [], "{}"):
        refused("shannon", inequality, why="has a certificate", certificate=certificate)


# --- convexity ------------------------------------------------------------------------------------

CHORD = {"low": r, "point": s, "high": t}
ENDS = given(r > 0), given(r <= s), given(s <= t), given(s > 0), given(t > 0)


def chord(f: Any) -> Any:
    return (t - r) * f(s) <= (t - s) * f(r) + (s - r) * f(t)


def test_a_convex_function_is_one_of_a_real_variable_on_an_open_interval() -> None:
    formula = chord(lambda v: v * log(v))
    step("chord", formula, *ENDS, function=Function(z, z * log(z)), **CHORD)
    for function in (None, z * log(z)):
        refused("chord", formula, *ENDS, why="no function of a variable", function=function,
                **CHORD)
    refused("chord", formula, *ENDS, why="is no real number", function=Function(n, n * log(n)),
            **CHORD)
    for domain in (">=0", "[0,1)", "(0,1]", "<=1"):
        v = Real("v", domain)
        refused("chord", chord(lambda v: v * v), *ENDS, why="on an open interval",
                function=Function(v, v * v), **CHORD)
    for domain in ("", ">0", "<9"):
        v = Real("v", domain)
        low = [given(part < 9) for part in (r, s, t)]
        step("chord", chord(lambda v: v * v), *ENDS, *low, function=Function(v, v * v), **CHORD)


def test_the_facts_are_not_about_the_function_s_own_variable() -> None:
    v = Real("v")
    cube = Function(v, v * v * v)
    formula = chord(lambda v: v * v * v)
    refused("chord", formula, *ENDS, why="isn't shown to be at least 0", function=cube, **CHORD)
    refused("chord", formula, *ENDS, given(v >= 0), why="speak of the function's variable",
            function=cube, **CHORD)


def test_a_convex_function_is_smooth_and_real_on_its_domain() -> None:
    v = Real("v")
    # −log v where v may be negative: its second derivative is 1/v² all the same.
    refused("chord", chord(lambda v: -log(v)), *ENDS, why="isn't shown to be positive",
            function=Function(v, -log(v)), **CHORD)


def test_a_second_derivative_by_a_certificate() -> None:
    v = Real("v")
    square, cube = Function(v, v * v), Function(v, v * v * v)
    step("chord", chord(lambda v: v * v), *ENDS, function=square, certificate=["sign"], **CHORD)
    for certificate in (["sign"], ["ball"], [], "sign"):
        refused("chord", chord(lambda v: v * v * v), *ENDS, why=".", function=cube,
                certificate=certificate, **CHORD)
    refused("chord", chord(lambda v: v * v), *ENDS, why="is a list of as many", function=square,
            certificate="sign", **CHORD)


def test_a_convex_function_is_real_where_it_has_no_variable() -> None:
    """ln r, which needn't be there, has the derivative 0."""
    v = Real("v")
    other = Real("u")
    refused("chord", chord(lambda v: v * v + log(other)), *ENDS, why="isn't shown to be real",
            function=Function(v, v * v + log(other)), **CHORD)


def test_the_law_of_a_shannon_step_is_one() -> None:
    joint = joint_of(pmf_of(r, s), Channel("W", 2, m))
    inequality = H(joint, "X") <= H(joint, "X") + H(joint, "Y")
    refused("shannon", inequality, why="isn't shown to be a law", certificate={})


def test_a_chord_lies_within_its_ends_and_the_domain() -> None:
    function = Function(z, z * log(z))
    formula = chord(lambda v: v * log(v))
    for left_out, why in ((1, "side condition"), (2, "side condition")):
        premises = [premise for place, premise in enumerate(ENDS) if place != left_out]
        refused("chord", formula, *premises, why=why, function=function, **CHORD)
    w = Real("w", ">0")
    cube = Function(w, w * w * w)
    refused("chord", chord(lambda v: v * v * v), given(r <= s), given(s <= t), why="domain",
            function=cube, **CHORD)
    slope = s * s * s + 3 * s * s * (r - s)
    touching = {"function": cube, "point": r, "touching": s}
    step("tangent", slope <= r * r * r, given(r > 0), given(s > 0), **touching)
    for premise in (r > 0, s > 0):
        refused("tangent", slope <= r * r * r, given(premise), why="domain", **touching)
    refused("tangent", r * r * r <= slope, given(r > 0), given(s > 0), why="what convexity gives",
            **touching)
    refused("tangent", slope < r * r * r, given(r > 0), given(s > 0), why="what convexity gives",
            **touching)


# --- what steps have and rest on ------------------------------------------------------------------


def test_a_term_that_a_step_lacks_is_told() -> None:
    bare = Step(equals(r, r), [], {"point": s, "number": 1}, LIBRARY)
    assert bare.term("point") == s
    for name in ("number", "other"):
        with pytest.raises(Rejected, match=f"lacks the term '{name}'"):
            bare.term(name)


def test_what_is_released_is_rested_on_no_more() -> None:
    """A symbol of no symbols has no value: what speaks of an arbitrary one rests on it, until the
    step that says it of every one."""
    symbol = Symbol("l", SMALL)
    premise = Theorem({}, symbol >= 0, frozenset({symbol}))
    general = Step(every(symbol, symbol >= 0), [premise], {"variable": symbol}, LIBRARY)
    assert general.releasing(symbol, [(premise, ())]).rests_on == frozenset()
    assert general.theorem().rests_on == {symbol}
    # The variable that a step names isn't spoken of; a term that it is given is.
    assert Step(r <= r, [], {"variable": symbol}, LIBRARY).theorem().rests_on == frozenset()
    assert Step(r <= r, [], {"point": symbol}, LIBRARY).theorem().rests_on == {symbol}
