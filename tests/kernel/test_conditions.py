"""Side conditions one by one: steps that differ from sound ones in what one condition asks for.

Beside the tests of each rule: what those leave to another condition, or to stored evidence, is
asked here alone. `docs/trust.md` says which condition is held by which test.
"""

from __future__ import annotations

import json

import pytest

from tests.kernel.test_inference import free, given, rejects, step
from verified.kernel.analysis import FALSE, Function
from verified.kernel.judgements import defined
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.proof import HYPOTHESIS, check_proof, write_proof
from verified.kernel.theorem import Library, may_be_empty
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    Channel,
    Database,
    H,
    I,
    Joint,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    alphabet,
    as_joint,
    cases,
    channel_table,
    either,
    entries,
    entry_of,
    equals,
    every,
    exp,
    instances,
    largest,
    log,
    negation,
    one_entry,
    pmf_of,
    pmf_table,
    quotient,
    reals_table,
    remainder,
    some,
    sqrt,
    sup,
    total,
)
from verified.syntax.claims import Statement, build_statement
from verified.syntax.formulas import Quantified, substitute
from verified.syntax.goals import normal
from verified.syntax.sorts import (
    ChannelSort,
    DataClassSort,
    FrameworkSort,
    JointSort,
    MechanismSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    SizeSort,
    SymbolSort,
)
from verified.syntax.terms import Var, number

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, Q, R, W, V = Pmf("P", n), Pmf("Q", n), Pmf("R", n), Channel("W", n, m), Channel("V", n, m)
a, b, first, y = Symbol("a", n), Symbol("b", n), Symbol("c", 1), Symbol("y", m)
r, s, t, z = Real("r"), Real("s"), Real("t"), Real("z", ">0")


# --- quantifiers ----------------------------------------------------------------------------------


def test_a_witness_is_of_the_sort_and_meets_the_guard():
    rejects("exhibit", some(a, P[a] <= s), given(P[y] <= s), term=y)
    guarded = some(a, P[a] <= s, where=Q[a] > 0)
    step("exhibit", guarded, given(P[b] <= s), given(Q[b] > 0), term=b)
    rejects("exhibit", guarded, given(P[b] <= s), term=b)


def test_what_existence_rests_on_is_kept():
    found = given(some(a, P[a] <= s))
    theorem = step("obtain", r <= r, found, free(r <= r), variable=b)
    assert theorem.hypotheses == found.hypotheses


def test_what_follows_from_a_witness_is_the_formula():
    rejects("obtain", r <= s, free(some(a, P[a] <= s)), free(r <= t), variable=b)


def test_what_holds_of_some_is_not_cited_of_all():
    library = Library({"some": Statement((r,), (), r <= 0, "exists")})
    rejects("cite", s <= 0, library=library, key="some", values={"r": s})


def test_a_citation_of_whole_numbers_stays_within_their_range():
    few = Var("j", SizeSort(1, 5))
    library = Library({"few": build_statement("few", [few], [], few <= 5)})
    step("cite", m <= 5, given(m <= 5), library=library, key="few", values={"j": m})
    rejects("cite", m <= 5, library=library, key="few", values={"j": m})
    rejects("cite", k <= 5, given(k <= 5), library=library, key="few", values={"j": k})


# --- equality and order ---------------------------------------------------------------------------


def test_laws_that_agree_on_a_part_of_the_alphabet_are_not_equal():
    part = given(every(first, equals(P[first], Q[first])))
    rejects("rewrite", KL(Q, R) <= t, part, given(KL(P, R) <= t))
    rows = given(every(first, every(y, equals(W[first, y], V[first, y]))))
    rejects("rewrite", H(V[a]) <= t, rows, given(H(W[a]) <= t))
    outputs = Symbol("d", 1)
    columns = given(every(a, every(outputs, equals(W[a, outputs], V[a, outputs]))))
    rejects("rewrite", H(V[b]) <= t, columns, given(H(W[b]) <= t))
    step("rewrite", H(V[b]) <= t, given(every(a, every(y, equals(W[a, y], V[a, y])))),
         given(H(W[b]) <= t))


def test_numbers_that_agree_with_probabilities_are_no_law():
    x = Reals("x", n)
    same = given(every(a, equals(P[a], x[a])))
    told = normal(KL(P, R) <= t)
    rejects("rewrite", substitute(told, {"P": x}), same, free(told))


def test_rows_that_agree_at_their_own_number_are_not_equal():
    square, other = Channel("W", n, n), Channel("V", n, n)
    diagonal = given(every(a, equals(square[a, a], other[a, a])))
    rejects("rewrite", H(other[a]) <= t, diagonal, given(H(square[a]) <= t))


def test_a_joint_law_is_a_law_on_all_of_its_tuples():
    l, square = Size("l"), Joint("S", X=n, Y=n)  # noqa: E741
    law, three = Pmf("L", n * m * l), Joint("J", X=n, Y=m, Z=l)
    x, w, other = Symbol("x", n), Symbol("z", l), Symbol("y", l)
    made = as_joint(law, X=n, Y=m, Z=l)

    def told(*binders, cell=(x, y, w), index=(x * m + y) * l + w, of=law, joint=three):
        formula = equals(joint[cell], of[index])
        for binder in reversed(binders):
            formula = Quantified("forall", binder, None, formula)
        return given(formula)

    def same(fact, joint=three, new=made):
        return I(new, "X;Y") <= t, fact, given(I(joint, "X;Y") <= t)

    step("rewrite", *same(told(x, y, w)))
    step("rewrite", *same(told(w, x, y, cell=(w, x, y), index=(w * n + x) * m + y,
                               of=Pmf("K", l * n * m), joint=Joint("T", Z=l, X=n, Y=m)),
                          Joint("T", Z=l, X=n, Y=m), as_joint(Pmf("K", l * n * m), Z=l, X=n, Y=m)))
    pairs = Pmf("N", n * n)
    both = (square, as_joint(pairs, X=n, Y=n))
    step("rewrite", *same(told(a, b, cell=(a, b), index=a * n + b, of=pairs, joint=square), *both))
    for wrong in (
        # Not of every symbol of each variable, not in their order, not each its own.
        told(y, w), told(x, y), told(y, x, w), told(x, y, first, cell=(x, y, first)),
        told(x, y, w, index=(x * l + w) * m + y), told(x, y, w, index=(y * n + x) * l + w),
        told(x, y, other, cell=(x, y, other), index=(x * m + y) * l + w),
        told(x, y, w, cell=(x, y, number(0))),
        # Another law for each symbol; a law on as many tuples that is written otherwise.
        told(x, y, w, of=Channel("U", n, n * m * l)[x]), told(x, y, w, of=Pmf("L", m * n * l)),
        given(every(x, every(y, every(w, three[x, y, w] <= law[(x * m + y) * l + w])))),
        given(every(x, every(y, equals(three[x, y, w], law[(x * m + y) * l + w]), where=r <= s))),
    ):
        rejects("rewrite", *same(wrong))
    # Of some symbols only; of what is no symbol; of a law that differs from symbol to symbol.
    for few in (Symbol("z", 1), Size("z", low=0)):
        rejects("rewrite", *same(told(x, y, few, cell=(x, y, few), index=(x * m + y) * l + few)))
    row = Channel("U", n, n * m * l)[x]
    rejects("rewrite", *same(told(x, y, w, of=row), new=as_joint(row, X=n, Y=m, Z=l)))
    for wrong in (
        told(a, b, cell=(b, a), index=a * n + b, of=pairs, joint=square),
        told(a, a, cell=(a, a), index=a * n + a, of=pairs, joint=square),
        told(a, cell=(a, a), index=a * n + a, of=pairs, joint=square),
    ):
        rejects("rewrite", *same(wrong, *both))


def test_alphabets_that_have_symbols_have_sizes():
    """Of (x s + c) m + y the remainder is y, where c is one of s symbols; else s may be none."""
    D, i = Database("D"), Symbol("i", entries(Database("D")))
    size, pair = alphabet(D, i), Symbol("u", n * m)
    x, symbol, number_of = Symbol("x", n), Symbol("c", size), Symbol("c", n)

    def of_pairs(first):
        """Remainders are worked out for the parts of a pair."""
        return equals(total(pair, remainder(first * m + y, m)), total(pair, y))

    step("identity", of_pairs(x * size + symbol))
    for odd in (x * size + number_of, x * quotient(1, k) + number_of, r * size + symbol,
                symbol + x * size):
        rejects("identity", of_pairs(odd))
    empty = quotient(1, k)
    rejects("identity", of_pairs(x * empty + number_of))
    step("identity", of_pairs(x * empty + Symbol("c", empty)))


@pytest.mark.parametrize("odd", [log(s), 1 / s])
def test_both_sides_of_an_order_are_defined(odd):
    rejects("order", either(odd <= r, r < odd))
    rejects("order", either(r <= odd, odd < r))
    rejects("turn", odd < r, given(negation(r <= odd)))
    rejects("turn", r < odd, given(negation(odd <= r)))


@pytest.mark.parametrize(("term", "held"), [
    (KL(P, Q) + KL(Q, P), True),
    (KL(P, Q) + log(r), False),
    (log(r) + KL(P, Q), False),
    (r - P[b] * log(Q[a]), True),
    (r - s * log(Q[a]), False),
    (r - P[b] * log(s), False),
    (P[a] * KL(P, Q), True),
    (s * KL(P, Q), False),
    (KL(P, Q) * s, False),
    (KL(P, Q) / s, False),
    (sup(Symbol("c", n), KL(P, Q)), True),
    (sup(Symbol("c", k), KL(P, Q)), False),
    (largest(Symbol("c", k), KL(P, Q)), False),
    (KL(Pmf("B", 2), pmf_of(r, 1 - r)), False),
], ids=str)
def test_what_is_defined(term, held):
    """Infinite perhaps, but neither undefined nor −∞."""
    (step if held else rejects)("defined", equals(term, term))


def test_only_one_and_the_same_term_is_itself():
    rejects("defined", equals(r, s))
    rejects("defined", r <= s)


def test_a_negation_is_turned_the_right_way():
    step("turn", negation(r <= s), given(s < r))
    rejects("turn", negation(r <= s), given(s <= r))
    rejects("turn", negation(r <= s), given(r < s))
    rejects("turn", r <= s, given(s < r))
    rejects("turn", r < t, given(negation(s <= r)))
    rejects("turn", r < s, given(negation(r <= s)))


# --- products of facts ----------------------------------------------------------------------------


def test_nothing_times_a_strict_fact_is_not_strict():
    nothing = {"products": [["0", [["fact", 0]]]], "equalities": []}
    rejects("arithmetic", FALSE, given(r < s), **nothing)
    rejects("arithmetic", r < r, given(r < s), **nothing)


def test_an_inequality_gives_no_equality():
    rejects("arithmetic", equals(r, s), given(r <= s), products=[["1", [["fact", 0]]]],
            equalities=[])


# --- sums and suprema -----------------------------------------------------------------------------


def test_both_sums_have_the_guard_of_the_premise():
    pointwise = free(every(a, P[a] <= 2 * P[a], where=Q[a] > 0))

    def summed(left, right):
        return total(a, P[a], where=left) <= total(a, 2 * P[a], where=right)

    step("sum", summed(Q[a] > 0, Q[a] > 0), pointwise)
    rejects("sum", summed(Q[a] > 0, R[a] > 0), pointwise)
    rejects("sum", summed(R[a] > 0, Q[a] > 0), pointwise)


def test_a_guarded_sum_is_real():
    wild = log(P[a]) - log(R[a])
    same = total(a, wild, where=Q[a] > 0)
    rejects("sum", same <= same, free(every(a, wild <= wild, where=Q[a] > 0)))


def test_a_guarded_sum_is_not_strictly_below_another():
    """Nothing may meet the guard."""
    rejects("sum", total(a, P[a], where=Q[a] > 1) < total(a, P[a] + 1, where=Q[a] > 1),
            free(every(a, P[a] < P[a] + 1, where=Q[a] > 1)))


def test_the_last_term_is_that_of_the_same_sum():
    few, more = Symbol("l", k), Symbol("l", k + 1)
    step("last-term", equals(total(more, exp(r * more)), total(few, exp(r * few)) + exp(r * k)))
    rejects("last-term", equals(total(more, exp(r * more)), total(few, exp(s * few)) + exp(r * k)))


def test_a_value_outside_of_the_guard_may_be_above_the_maximum():
    most = largest(a, P[a], where=Q[a] > 0)
    step("below-sup", P[b] <= most, given(Q[b] > 0), term=b)
    rejects("below-sup", P[b] <= most, term=b)
    rejects("below-sup", P[y] <= largest(a, P[a]), term=y)


@pytest.mark.parametrize("other", [Symbol("b", m), Real("b"), Size("b")])
def test_a_bound_at_values_of_another_sort_bounds_no_maximum(other):
    rejects("bound-sup", largest(a, number(1)) <= s, given(r <= r), given(number(1) <= s),
            variable=other)
    rejects("bound-sup", largest(a, number(1)) <= 1, free(number(1) <= 1), variable=other)


# --- certificates ---------------------------------------------------------------------------------


def test_entropies_are_of_a_joint_law():
    from verified.proof.shannon import prove

    certificate = dict(prove(normal(I(Joint("J", U=n, V=m), "U;V") >= 0), []))
    for law, holds in ((Pmf("L", n * m), True), (pmf_table(n * m, lambda _: r), False)):
        claim = I(as_joint(law, U=n, V=m), "U;V") >= 0
        (step if holds else rejects)("shannon", claim, certificate=certificate)


def test_a_shannon_type_step_is_about_one_joint_law():
    J, L = Joint("J", U=n, V=m), Joint("L", U=n, V=m)
    rows = {"at_most": {"information": [["U", "V", "", "1"]], "premises": []}}
    step("shannon", I(J, "U;V") >= 0, certificate=rows)
    rejects("shannon", I(J, "U;V") + I(L, "U;V") >= 0, certificate=rows)
    rejects("shannon", I(J, "U;V") >= I(L, "U;V") - I(L, "U;V"), certificate=rows)


@pytest.mark.parametrize("part", [log(r), 1 / r])
def test_what_is_no_entropy_in_a_shannon_type_step_is_real(part):
    rows = {"at_most": {"information": [["U", "V", "", "1"]], "premises": []}}
    J = Joint("J", U=n, V=m)
    rejects("shannon", part <= I(J, "U;V") + part, certificate=rows)
    rejects("shannon", I(J, "U;V") >= 0, free(r <= part), certificate={
        "at_most": {"information": [["U", "V", "", "1"]], "premises": ["0"]}})


def test_a_chord_is_of_points_of_the_domain():
    """1/z is convex for z > 0, and not across 0."""
    then = (t - r) * (1 / s) <= (t - s) * (1 / r) + (s - r) * (1 / t)
    data = {"function": Function(z, 1 / z), "low": r, "point": s, "high": t}
    order = given(r <= s), given(s <= t)
    apart = [given(negation(equals(part, 0))) for part in (r, s, t)]
    step("chord", then, *order, given(r > 0), given(s > 0), given(t > 0), **data)
    rejects("chord", then, *order, *apart, **data)
    above = given(r > 0), given(s > 0), given(t > 0)
    rejects("chord", then, order[1], *above, **data)
    rejects("chord", then, order[0], *above, **data)
    touching = {"function": Function(z, 1 / z), "touching": t, "point": s}
    tangent = 1 / t - 1 / t**2 * (s - t) <= 1 / s
    step("tangent", tangent, given(t > 0), given(s > 0), **touching)
    rejects("tangent", tangent, given(t > 0), apart[1], **touching)


def test_a_second_derivative_is_shown_by_its_own_certificate():
    data = {"function": Function(z, log(z)), "touching": Real("l", ">0"), "point": Real("p", ">0")}
    then = log(data["touching"]) + (data["point"] - data["touching"]) / data["touching"] <= log(
        data["point"])
    for certificate in (["ball"], ["sign"], [{"rule": "zero"}], []):
        rejects("tangent", then, certificate=certificate, **data)


def test_facts_on_the_variable_of_a_convex_function_are_not_used():
    """That z ≥ 1 for one z makes nothing convex for the others."""
    body = (z - 1) * z * z
    low, point = Real("l", ">0"), Real("p", ">0")
    then = (low - 1) * low**2 + (low**2 + 2 * low * (low - 1)) * (point - low) <= (
        (point - 1) * point**2)
    data = {"function": Function(z, body), "touching": low, "point": point}
    rejects("tangent", then, given(z >= 1), **data)


# --- normal forms ---------------------------------------------------------------------------------


def test_the_root_of_a_square_is_no_less_than_0():
    rejects("identity", equals(sqrt(r**2), r))
    step("identity", equals(sqrt(r**2), r), given(r >= 0))


def test_a_sum_that_is_divided_by_under_a_test_is_not_0_elsewhere():
    for term in (
        cases(equals(r + s, 0), 0, 1 / (r + s)), cases(r + s > 0, 1 / (r + s), 0),
    ):
        with pytest.raises(NotReal):
            Normaliser().poly(term)
    Normaliser([r + s > 0]).poly(cases(r > 0, 1 / (r + s), 0))


def test_symbols_lie_within_their_alphabet():
    pairs, wide = Pmf("S", n * m), Symbol("c", n + 1)
    D, E = Database("D"), Database("E")
    i, j = Symbol("i", entries(D)), Symbol("j", entries(E))
    x, law = Symbol("x", instances(D)), Pmf("L", alphabet(D, i))
    known = Normaliser()
    known.poly(pairs[a * m + y])
    known.poly(law[entry_of(D, x, i)])
    known.poly(cases(r > 0, P[cases(s > 0, a, b)], 0))
    for term in (
        pairs[wide * m + y], pairs[a * m + wide], pairs[a * n + y],
        law[entry_of(D, number(7), i)], law[entry_of(D, x, j)], P[cases(s > 0, a, y)], P[n], P[k],
    ):
        with pytest.raises(Rejected):
            known.poly(term)


# --- sorts that may be empty ----------------------------------------------------------------------


@pytest.mark.parametrize("sort", [
    SymbolSort(k), PmfSort(k), ChannelSort(k, n), ChannelSort(n, k),
    JointSort(("U", "V"), (n, k)), FrameworkSort(k), DataClassSort(k, "any"),
    MechanismSort(Database("D"), k), MechanismSort(one_entry(k), n),
    QueriesSort("independent", Database("D"), quotient(1, k), n),
    QueriesSort("independent", Database("D"), k, k),
    PriorSort(Database("D"), "split", k), PriorSort(one_entry(k), "any", None),
], ids=str)
def test_a_law_on_no_symbols_is_none(sort):
    assert may_be_empty(sort)


def test_that_a_law_sums_to_1_rests_on_the_law():
    law, c = Pmf("L", k), Symbol("c", k)
    assert law in step("identity", equals(total(c, law[c]), 1)).rests_on
    assert not step("identity", equals(total(a, P[a]), 1)).rests_on


# --- proofs ---------------------------------------------------------------------------------------


def proved(statement, induction, lists, cites=()):
    """The proof written to a file and read again."""
    parts = [
        {"fixed": [], "steps": [
            {"rule": rule, "formula": formula, "from": [], "data": more}
            for rule, formula, more in steps
        ]} for steps in lists
    ]
    certificate = write_proof("conditions", statement, induction, parts, dict(cites))
    return check_proof(json.loads(json.dumps(certificate)))


def test_a_proof_states_no_definition_of_its_own():
    small = Statement((r,), (), r <= 0)
    then = Statement((), (), number(1) <= 0)
    for key in ("definition/small", HYPOTHESIS):
        with pytest.raises(Rejected, match="isn't for a proof to state"):
            proved(then, None, [[("cite", number(1) <= 0, {"key": key, "values": {
                "r": number(1)}})]], {key: small})
    told = proved(then, None, [[("cite", number(1) <= 0, {"key": "lemma/small", "values": {
        "r": number(1)}})]], {"lemma/small": small})
    assert set(told.cites) == {"lemma/small"}


def test_the_induction_hypothesis_is_of_one_size():
    """n ≤ 1 for n = 1; and for n + 1 if it may be taken for n + 1."""
    statement = Statement((n,), (), n <= 1)
    for value in (n + 1, n):
        with pytest.raises(Rejected, match=r"is fixed|is not the statement"):
            proved(statement, "n", [
                [("obvious", number(1) <= 1, {})],
                [("cite", n + 1 <= 1, {"key": HYPOTHESIS, "values": {"n": value}})],
            ])


def test_tables_are_laws_or_numbers_on_an_alphabet_with_a_size():
    none = quotient(1, k)
    odd = channel_table(n, m, lambda _x, _y: r)
    with pytest.raises(NotReal):
        Normaliser().poly(odd[a, y])
    for make in (
        lambda size: reals_table(size, lambda _: number(1)),
        lambda size: channel_table(size, m, lambda _x, _y: 1 / m),
    ):
        assert defined(Normaliser(), make(n))
        assert defined(Normaliser(), make(k))
        assert not defined(Normaliser(), make(none))
        assert defined(Normaliser([k > 0]), make(none))
