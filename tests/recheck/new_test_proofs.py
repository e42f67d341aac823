"""The second checker on proofs: what a rule doesn't show isn't exact, whatever its step says."""

import copy
import json

import pytest
from flint import fmpq

from tests.recheck.plays import resealed
from tests.recheck.room import ROOM, checker
from verified import language as v
from verified.kernel.definitions import definitions
from verified.kernel.proof import parts_of, write_proof
from verified.kernel.theorem import Function
from verified.language import I
from verified.language.claims import Statement
from verified.language.formulas import And, Not, Or, Relation, substitute
from verified.language.goals import normal
from verified.language.serial import data, sort_data, statement_data
from verified.language.sorts import RealSort, SizeSort
from verified.language.terms import Var, number
from verified.proof.evidence import path_of
from verified.proof.shannon import prove

import draft_algebra  # isort: skip
import new_laws  # isort: skip
import new_logic  # isort: skip
import new_proofs  # isort: skip

DEFINITIONS = json.loads(json.dumps({key: statement_data(told) for key, told in definitions().items()}))
n, m = v.Size("n"), v.Size("m")
J = v.Joint("J", U=n, V=n, W=n, X=n)
P, Q, W = v.Pmf("P", n), v.Pmf("Q", n), v.Channel("W", n, n)
c, d, eps, t_ = v.Real("c", ">0"), v.Real("d", ">0"), v.Real("eps", ">=0"), v.Real("t", ">0")
a, b, s = v.Symbol("a", n), v.Symbol("b", n), v.Symbol("s", n)


def statuses(certificate):
    """How each step counts: None where the proof is rejected."""
    try:
        return [how for _, how, _ in new_proofs.check_proof(certificate, checker.seal, DEFINITIONS)]
    except (*new_proofs.MEANINGLESS,):
        return None


def accepted(certificate):
    """Whether every step is exact."""
    found = statuses(certificate)
    return found is not None and set(found) == {"exact"}


def step(rule, formula, places=(), **values):
    return {"rule": rule, "formula": normal(formula), "from": list(places), "data": values}


def written(statement, steps, fixed=(), cites=None, parts=None):
    """A certificate of a proof."""
    parts = parts or [{"fixed": list(fixed), "steps": steps}]
    return json.loads(json.dumps(write_proof("own/one", statement, None, parts, cites or {})))


def shown(variables, formula, rule, given=(), cites=None, fixed=(), **values):
    """Whether a proof of one step is accepted, whose premises are the claim's hypotheses."""
    steps = [step("assume", part) for part in given]
    steps.append(step(rule, formula, range(len(steps)), **values))
    return accepted(written(Statement(tuple(variables), tuple(given), formula), steps, fixed, cites))


# --- whole proofs ---------------------------------------------------------------------------------


def processing(formula=None, conclusion=None):
    """A proof of the data processing inequality in two steps, the second as given."""
    given, true = v.Markov(J, "U", "V", "W"), I(J, "U;W") <= I(J, "U;V")
    claimed = true if formula is None else formula
    statement = Statement((n, J), (given,), claimed if conclusion is None else conclusion)
    assert parts_of(statement, None)[0].statement == statement
    return written(statement, [
        step("assume", given), step("shannon", claimed, [0], certificate=prove(true, [given]))])


def test_a_proof_is_rechecked_step_by_step():
    assert statuses(processing()) == ["exact", "exact"]


def test_false_proofs_are_refused():
    backwards = I(J, "U;V") <= I(J, "U;W")
    assert not accepted(processing(backwards))
    assert statuses(processing(conclusion=I(J, "U;W") <= I(J, "U;X"))) is None
    for changes in ({"schema": 2}, {"more": 1}, {"shared": []}, {"cites": {"own/unused": {}}}):
        assert statuses(resealed(processing(), **changes)) is None
    assert statuses({**processing(), "claim": "another"}) is None
    with pytest.raises(new_proofs.Rejected, match="seal"):
        new_proofs.check_proof({**processing(), "claim": "another"}, checker.seal)


def test_steps_come_in_order_and_are_used():
    honest = processing()
    for change in ({"from": [1]}, {"from": [-1]}, {"from": [True]}, {"from": [0.0]}, {"from": []},
                   {"rule": "another"}, {"more": 1}, {"data": {}}):
        changed = copy.deepcopy(honest)
        changed["parts"]["lists"][0]["steps"][1].update(change)
        assert not accepted(resealed(changed)), change


@pytest.mark.parametrize("rule", [
    "identity", "arithmetic", "obvious", "transitive", "cite", "propositional", "turn", "order",
    "defined", "last-term", "sum", "rewrite", "discharge", "generalise", "specialise", "exhibit"])
def test_a_false_step_without_premises_is_not_exact(rule):
    small = v.KL(P, Q) <= v.TV(P, Q)
    claim = Statement((n, P, Q), (), Or((v.KL(P, Q) >= 0, small)))
    last = step("propositional", claim.then, [0])
    assert not accepted(written(claim, [step(rule, small), last]))


x = Var("x", RealSort(fmpq(1), fmpq(0)))
size = Var("m", SizeSort(5, 3))
open_point = Var("x", RealSort(fmpq(0), fmpq(0), True, False))
nobody, k = v.Symbol("a", 0), v.Size("k", low=0)
single = v.Symbol("a", 1)
BOUND = Statement((k, v.Symbol("s", k)), (), v.Symbol("s", k) + 1 <= k)
AT = {"key": "own/bound"}
# False statements "shown" by what no value of a fixed variable, or too few, can contradict.
HOLLOW = {
    "empty interval": (number(1) <= 0, x, [
        step("obvious", number(1) <= x), step("obvious", x <= 0),
        step("transitive", number(1) <= 0, [0, 1])]),
    "empty open interval": (number(0) < 0, open_point, [
        step("obvious", number(0) < open_point), step("obvious", open_point <= 0),
        step("transitive", number(0) < 0, [0, 1])]),
    "empty sizes": (number(5) <= 3, size, [
        step("obvious", number(5) <= size), step("obvious", size <= 3),
        step("transitive", number(5) <= 3, [0, 1])]),
    "empty alphabet": (number(1) <= 0, nobody, [
        step("cite", nobody + 1 <= 0, values={"k": number(0), "s": nobody}, **AT),
        step("obvious", number(1) <= nobody + 1), step("transitive", number(1) <= 0, [1, 0])]),
    "two sorts": (v.every(b, b + 1 <= 1), single, [
        step("cite", single + 1 <= 1, values={"k": number(1), "s": single}, **AT),
        step("generalise", v.every(b, b + 1 <= 1), [0], variable=v.Symbol("a", n))]),
}


@pytest.mark.parametrize("name", HOLLOW)
def test_nothing_follows_from_a_variable_without_values(name):
    conclusion, fixed, steps = HOLLOW[name]
    cites = {"own/bound": BOUND} if any(item["rule"] == "cite" for item in steps) else {}
    for statement in (Statement((n,), (), conclusion), Statement((n,), (), v.equals(n, n))):
        # Neither the false statement nor the steps on the way to a true one get through.
        assert statuses(written(statement, steps, [fixed], cites)) is None


def test_the_parts_of_an_induction():
    statement = json.loads(json.dumps(statement_data(Statement((n, P), (n <= 5,), P[0] <= n))))
    read = new_laws.read_statement(draft_algebra.opened(statement))
    (base, low, _), (following, more, then) = new_proofs.parts_of(read, "n")
    assert base == [["P", ["pmf", ["number", "1"]], ""]]
    assert low == ["and", [["relation", "<=", ["number", "1"], ["number", "5"]]]]
    assert following[0] == ["n", ["size", 1, None], ""]
    assert following[1][1] == ["pmf", draft_algebra.op("add", ["var", "n"], ["number", "1"])]
    assert more[1][0][2] == then[3] == following[1][1][1]
    for wrong in ("P", "k"):
        with pytest.raises(ValueError):
            new_proofs.parts_of(read, wrong)


def test_no_induction_on_what_ends():
    few = Var("n", SizeSort(1, 3))
    base = [step("obvious", number(1) <= 3)]
    following = [step("cite", few <= 3, key=new_proofs.HYPOTHESIS, values={"n": few}), step("obvious", few + 1 <= 4)]
    found = written(Statement((few,), (), few <= 4), [], parts=[
        {"fixed": [], "steps": base}, {"fixed": [], "steps": following}])
    found["parts"]["induction"] = "n"
    assert statuses(resealed(found)) is None


# --- what is read ---------------------------------------------------------------------------------

SCOPE = {"n": ["size", 1, None], "P": ["pmf", ["var", "n"]], "W": ["channel", ["var", "n"], ["var", "n"]],
         "c": ["real", "0", None, True, False], "A": ["event", ["var", "n"]], "F": ["framework", ["var", "n"]]}
REAL = draft_algebra.REAL


@pytest.mark.parametrize("term", [
    ["var", "z"], ["var", 0], ["var", True], ["number", "1/0"], ["number", "1.5"], ["number", 1], ["number", "nan"],
    ["op", "entropy", [["var", "W"]], REAL, []], ["op", "entropy", [], REAL, []],
    ["op", "entropy", [["var", "P"]], REAL, [1]], ["op", "unknown", [], REAL, []],
    ["op", "at", [["var", "P"], ["var", "A"]], REAL, []], ["op", "joint_of", [["var", "P"], ["var", "W"]], REAL, []],
    ["cases", ["relation", "=", ["var", "n"], ["var", "P"]], ["var", "n"], ["var", "n"]],
    ["cases", ["and", []], ["var", "n"], ["var", "P"]],
    ["bind", "sum", ["symbol", ["var", "n"]], None, ["var", 1]], ["bind", "sum", ["symbol", ["var", 0]], None, ["var", 0]],
    ["bind", "product", ["symbol", ["var", "n"]], None, ["var", 0]],
    ["bind", "event", ["symbol", ["var", "n"]], None, ["var", 0]],
    ["bind", "table pmf", ["symbol", ["var", "n"]], None, ["var", "P"]],
    ["bind", "table pmf", ["symbol", ["var", "n"]], ["and", []], ["var", 0]],
    ["bind", "integral", ["symbol", ["var", "n"]], None, ["var", 0]],
    ["bind", "sum", ["pmf", ["var", "P"]], None, ["var", "n"]], ["bind", "sum", ["real", "x", None, True, True], None, ["var", 0]],
    ["bind", "sum", ["queries", "some", ["var", "n"], ["var", "n"], ["var", "n"]], None, ["number", "1"]],
    ["predicate", "dp", [], []], [], "n", None,
])
def test_what_is_no_term_is_refused(term):
    with pytest.raises(new_proofs.MEANINGLESS):
        new_laws.kind(term, SCOPE)


def test_bound_variables_are_numbers_between_binders():
    close = ["predicate", "close", [["var", 0], ["var", "P"], ["var", "c"], ["var", "c"]], []]
    every = ["quantified", "forall", ["pmf", ["var", "n"]], None, close]
    read = new_laws.read_formula(every, SCOPE)
    event = read[4][1][0]
    assert event[:4] == ["quantified", "forall", ["event", ["var", "n"]], None]
    assert event[4][2] == draft_algebra.op("probability", ["var", 1], ["var", 0])
    with pytest.raises(ValueError):
        new_laws.read_formula(close, SCOPE)


def test_powers_that_are_whole_numbers():
    D = v.Database("D")
    group = v.Event("I", v.entries(D))
    scope = {"n": sort_data(n.of), "c": sort_data(c.of), "D": ["database"],
             "I": draft_algebra.opened(json.loads(json.dumps(sort_data(group.of))))}
    facts = new_laws.Facts(scope)

    def whole(term):
        return facts.whole(facts.poly(draft_algebra.opened(json.loads(json.dumps(data(term))))))

    entries = v.largest_alphabet(D) ** v.cardinality(group)
    for power in (n**n, n**2, entries, n ** v.entries(D), 2**n, 4**n * n):
        assert whole(power)
    for power in (n ** (n - 2), n ** (n + (n - 2)), n ** v.rational(1, 2), n**-1, c**n, n**c,
                  v.rational(1, 2) ** n, v.exp(n), v.exp(n * v.log(c))):
        assert not whole(power)


def test_laws_meet_on_one_alphabet():
    scope = {**SCOPE, "m": ["size", 1, None], "Q": ["pmf", ["var", "m"]]}
    facts = new_laws.Facts(scope)
    for head, args in (("output", ["Q", "W"]), ("information", ["Q", "W"]), ("total_variation", ["P", "Q"]),
                       ("joint_of", ["Q", "W"])):
        term = draft_algebra.op(head, *(["var", arg] for arg in args))
        with pytest.raises(ValueError):
            facts.defined(term)
    facts.defined(draft_algebra.op("output", ["var", "P"], ["var", "W"]))


# --- logic ----------------------------------------------------------------------------------------


def test_propositional_consequence():
    p, q = c <= d, d <= eps
    assert shown((c, d, eps), And((p, q)), "propositional", [p, q])
    assert shown((c, d, eps), Or((q, d < c)), "propositional", [Or((q, d < c))])
    for given, formula in (([p], And((p, q))), ([Or((p, q))], p), ([p], q), ([], p)):
        assert not shown((c, d, eps), formula, "propositional", given)


def test_what_is_generalised_is_arbitrary():
    every = v.every(a, P[a] <= c)
    given = P[a] <= c
    steps = [step("assume", given), step("generalise", every, [0], variable=a)]
    assert statuses(written(Statement((n, P, c, a), (given,), every), steps)) is None
    other = v.every(v.Symbol("z", n), v.every(a, Q[a] <= P[s]))
    for variable in (a, b, s):
        found = written(Statement((n, P, Q), (), other), [
            step("cite", v.every(a, Q[a] <= P[s]), key="own/false", values={"n": n, "P": P, "Q": Q, "s": s}),
            step("generalise", other, [0], variable=variable)], [s, a, b], {
            "own/false": Statement((n, P, Q, s), (), v.every(a, Q[a] <= P[s]))})
        assert statuses(found) is None


def test_a_bound_name_captures_nothing():
    """∀a ∃b (a < b) at b isn't ∃b (b < b)."""
    some = v.every(a, v.some(b, Relation("<", a, b)))
    captured = v.some(a, Relation("<", a, a))
    assert not shown((n, b), captured, "specialise", [some], term=b)
    assert not shown((n, a), captured, "specialise", [some], term=a)
    assert shown((n, s), v.some(b, Relation("<", s, b)), "specialise", [some], term=s)


def test_a_specialised_term_is_of_the_sort():
    every = v.every(a, P[a] <= c)
    assert shown((n, P, c, s), P[s] <= c, "specialise", [every], term=s)
    for term in (n, s + 1):
        steps = [step("assume", every)]
        steps.append({**step("specialise", P[s] <= c, [0], term=term)})
        assert not accepted(written(Statement((n, P, c, s), (every,), P[s] <= c), steps))


def test_hypotheses_are_tracked():
    """What was assumed on the way must be discharged, and only what is said to be."""
    wrong = [step("assume", c <= d), step("propositional", Or((c <= d, d <= c)), [0])]
    claim = Statement((c, d), (), Or((c <= d, d <= c)))
    assert statuses(written(claim, wrong)) is None
    implied = Or((Relation("<", d, c), c <= d))
    steps = [step("assume", c <= d), step("discharge", Or((Not(c <= d), c <= d)), [0], hypothesis=c <= d)]
    assert accepted(written(Statement((c, d), (), Or((Not(c <= d), c <= d))), steps))
    steps[1]["data"] = {"hypothesis": d <= c}
    assert not accepted(written(Statement((c, d), (), implied), steps))


def test_chains_and_turns():
    p, q = Relation("<", c, d), Relation("<=", d, eps)
    assert shown((c, d, eps), Relation("<", c, eps), "transitive", [p, q])
    assert not shown((c, d, eps), Relation("<", c, eps), "transitive", [c <= d, q])
    assert not shown((c, d, eps), v.equals(c, eps), "transitive", [p, q])
    assert not shown((c, d, eps), Relation("<", c, eps), "transitive", [q, p])
    assert shown((c, d), c <= d, "turn", [p])
    assert shown((c, d), v.equals(c, d), "turn", [v.equals(d, c)])
    assert shown((c, d), v.equals(c, d), "turn", [c <= d, d <= c])
    for given, formula in (([c <= d], p), ([c <= d], v.equals(c, d)), ([p], Relation("<", d, c)), ([], c <= d)):
        assert not shown((c, d), formula, "turn", given)


def test_only_what_is_defined_is_compared():
    infinite = v.leakage_capacity(W)
    assert shown((n, W, c), Or((infinite <= c, Relation("<", c, infinite))), "order")
    for side in (1 / eps, v.log(eps), infinite - infinite):
        assert not shown((n, W, c, eps), Or((side <= c, Relation("<", c, side))), "order")
        assert not shown((n, W, eps), v.equals(side, side), "defined")


def test_what_is_cited_is_met():
    fact = Statement((c, d), (c <= d,), c * c <= d * d)
    say = {"key": "own/squares", "cites": {"own/squares": fact}}
    assert shown((t_,), t_ * t_ <= (t_ + 1) * (t_ + 1), "cite", values={"c": t_, "d": t_ + 1}, **say)
    for one, two in ((t_, t_ - 1), (t_ - 1, t_), (eps, t_), (t_, 2 * t_ - 1)):
        formula = one * one <= two * two
        assert not shown((t_, eps), formula, "cite", values={"c": one, "d": two}, **say)
    for values in ({"c": t_}, {"c": t_, "d": t_, "e": t_}, {"c": t_, "d": t_ + 2}):
        assert not shown((t_,), t_ * t_ <= (t_ + 1) * (t_ + 1), "cite", values=values, **say)


def test_a_supremum_is_bounded_for_an_arbitrary_value_of_what_exists():
    few = v.Symbol("s", k)
    for bound in (few, few + 0):  # There may be no value, though the arbitrary one is one.
        top = v.largest(few, bound)
        assert not accepted(written(Statement((k,), (), top <= k), [
            step("obvious", bound <= k), step("bound-sup", top <= k, [0], variable=few)], [few]))
    top, least = v.largest(s, P[s]), v.smallest(s, P[s])
    for formula, exact in ((0 <= least, True), (least <= 0, False), (0 <= v.smallest(s, Q[s]), False)):
        steps = [step("obvious", 0 <= P[s]), step("bound-sup", formula, [0], variable=s)]
        assert accepted(written(Statement((n, P, Q), (), formula), steps, [s])) == exact
    assert shown((n, P, s), P[s] <= top, "below-sup", term=s)
    assert not shown((n, P, s), P[s] + 1 <= top, "below-sup", term=s)
    assert not shown((n, P, s), top <= P[s], "below-sup", term=s)


def test_sums_are_compared_term_by_term():
    every = v.every(s, P[s] <= Q[s])
    assert shown((n, P, Q), v.total(s, P[s]) <= v.total(s, Q[s]), "sum", [every])
    for formula in (v.total(s, Q[s]) <= v.total(s, P[s]), Relation("<", v.total(s, P[s]), v.total(s, Q[s])),
                    v.equals(v.total(s, P[s]), v.total(s, Q[s])), v.total(s, P[s]) <= v.total(s, 2 * Q[s])):
        assert not shown((n, P, Q), formula, "sum", [every])


def test_a_strict_sum_over_nothing_is_not_shown():
    few = v.Symbol("a", k)
    sums = Relation("<", v.total(few, number(0)), v.total(few, number(1)))
    steps = [step("obvious", Relation("<", number(0), number(1))),
             step("generalise", v.every(few, Relation("<", number(0), number(1))), [0], variable=few),
             step("sum", sums, [1])]
    assert not accepted(written(Statement((k,), (), sums), steps, [few]))


def test_a_value_that_may_not_exist_stays_a_condition():
    """∀a 1 ≤ 0 isn't false where a has no values, though it gives 1 ≤ 0 at each."""
    few, false = v.Symbol("a", k), number(1) <= 0
    every = v.every(few, false)
    for data in ({"term": few}, {"term": few + 0}):
        steps = [step("assume", every), step("specialise", false, [0], **data)]
        assert statuses(written(Statement((k,), (every,), false), steps, [few])) is None
        assert accepted(written(Statement((k, few), (every,), false), steps))


def test_equals_are_exchanged_where_they_stand():
    same = v.every(s, v.equals(P[s], Q[s]))
    assert shown((n, P, Q, W), v.information(Q, W) <= 1, "rewrite", [same, v.information(P, W) <= 1])
    assert not shown((n, P, Q, W), v.information(Q, W) <= 2, "rewrite", [same, v.information(P, W) <= 1])
    for broken in (v.every(s, P[s] <= Q[s]), v.every(s, v.equals(P[s], Q[s] + 1)), v.equals(P[0], Q[0])):
        assert not shown((n, P, Q, W), v.information(Q, W) <= 1, "rewrite", [broken, v.information(P, W) <= 1])
    one, two, first = v.Pmf("P", 1 + n), v.Pmf("Q", 1 + n), v.Symbol("z", 1)
    some = v.every(first, v.equals(one[first], two[first]))  # Not at every symbol.
    assert not shown((n, one, two), v.TV(two, two) <= 1, "rewrite", [some, v.TV(one, one) <= 1])


# --- arithmetic, through a whole proof ------------------------------------------------------------

IDENTITIES = {
    "square": v.equals((c + d) * (c + d), c * c + 2 * c * d + d * d),
    "exponential": v.equals(v.exp(c + d), v.exp(c) * v.exp(d)),
    "logarithm": v.equals(v.log(c * d), v.log(c) + v.log(d)),
    "quotient": v.equals(1 / c - 1 / d, (d - c) / (c * d)),
    "sum of a law": v.equals(v.total(s, P[s] * c), c),
    "linear sum": v.equals(v.total(s, P[s] - Q[s]), number(0)),
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_identities_are_shown_and_false_ones_not(name):
    formula = IDENTITIES[name]
    assert shown((n, P, Q, c, d), formula, "identity")
    for gap in (number(1), v.rational(1, 1000), c / 7):
        assert not shown((n, P, Q, c, d), Relation("=", formula.left, formula.right + gap), "identity")


@pytest.mark.parametrize("formula", [
    v.equals(eps / eps, number(1)), v.equals(v.exp(v.log(eps)), eps),
    v.equals(v.log(eps) - v.log(eps), number(0)), v.equals(v.KL(P, Q) - v.KL(P, Q), number(0)),
    v.equals(v.leakage_capacity(W) - v.leakage_capacity(W), number(0)),
])
def test_what_may_be_undefined_is_no_identity(formula):
    assert not shown((n, P, Q, W, eps), formula, "identity")


def test_a_linear_derivation_is_about_laws():
    """I(X;Y) ≥ 0 holds of laws only."""
    joint = v.as_joint(v.pmf_of(c, 1 - c, c, 1 - c), X=2, Y=2)
    assert not shown((c,), v.I(joint, "X;Y") >= 0, "shannon", certificate={
        "at_most": {"information": [["X", "Y", "", "1"]], "premises": []}})


def test_products_of_facts_and_their_tampering():
    given, formula = [c <= d], c * c <= d * d
    honest = [["1", [["fact", 0], ["sign", c + d]]]]
    assert shown((c, d), formula, "arithmetic", given, products=honest)
    for claimed, products in (
        (formula, [["2", [["fact", 0], ["sign", c + d]]]]),
        (formula, [["-1", [["fact", 0], ["sign", c + d]]]]),
        (formula, [["1", [["fact", 0], ["sign", c + 2 * d]]]]),
        (formula, [["1", [["fact", 0], ["sign", c - d]]]]),
        (formula, [["1", [["fact", 0]]]]), (formula, [["1", [["fact", 1], ["sign", c + d]]]]),
        (d * d <= c * c, [["1", [["fact", 0], ["sign", -c - d]]]]), (c * c + 1 <= d * d, honest),
        (Relation("<", c * c, d * d), honest), (v.equals(c * c, d * d), honest),
    ):
        assert not shown((c, d), claimed, "arithmetic", given, products=products)


def test_chords_lie_above_convex_functions_only():
    low, high, z = v.Real("l", ">0"), v.Real("u", ">0"), v.Real("z", ">0")

    def chord(f, factor=1, **values):
        at = [substitute(f, {"z": term}) for term in (low, t_, high)]
        formula = factor * (high - low) * at[1] <= (high - t_) * at[0] + (t_ - low) * at[2]
        return shown((low, high, t_), formula, "chord", [low <= t_, t_ <= high], function=Function(z, f),
                     low=low, point=t_, high=high, **values)

    certificate = {"certificate": ["ball"]}
    assert chord(z * v.log(z))
    assert chord(-v.log(z), **certificate)
    for wrong in (lambda: chord(v.log(z)), lambda: chord(v.log(z), **certificate),
                  lambda: chord(z * v.log(z), 2), lambda: chord(z - z**3, **certificate)):
        assert not wrong()


# --- stored proofs, changed -----------------------------------------------------------------------

STORED = ("background/dpi-mi.output", "lemma/pair-mechanism.divergence", "lemma/two-rows.capacity",
          "background/total-variation.events", "lemma/cyclic-shift", "background/redundancy-capacity.information")
EXACT_ARITY = {"transitive", "rewrite", "generalise", "discharge", "obtain", "assume"}
# Of these another formula never follows from the same premises and data.
STRUCTURAL = EXACT_ARITY | {"specialise", "sum", "bound-sup", "below-sup", "cite", "turn", "order", "defined"}


def larger(tree):
    """A formula with 1 added to the left side of its first relation."""
    match tree:
        case ["relation", sign, left, right]:
            return ["relation", sign, draft_algebra.op("add", left, ["number", "1"]), right]
        case ["and" | "or" as tag, [first, *rest]]:
            return [tag, [larger(first), *rest]]
        case ["not", body]:
            return ["not", larger(body)]
        case ["quantified", kind, var, guard, body]:
            return ["quantified", kind, var, guard, larger(body)]
    return ["not", tree]


def plain(name):
    """The certificate of a stored proof, its trees written out."""
    certificate = json.loads(path_of(name).read_text(encoding="utf-8"))
    trees = []

    def whole(tree):
        match tree:
            case ["#", place]:
                return trees[place]
            case dict():
                return {key: whole(part) for key, part in tree.items()}
        return [whole(part) for part in tree] if isinstance(tree, list) else tree

    for tree in certificate["shared"]:
        trees.append(whole(tree))
    return resealed(certificate, parts=json.loads(json.dumps(whole(certificate["parts"]))), shared=[])


@pytest.mark.parametrize("name", STORED)
def test_a_stored_proof_with_another_step_is_refused(name):
    honest = plain(name)
    assert accepted(honest)
    (steps,) = [part["steps"] for part in honest["parts"]["lists"]]
    seen = set()
    for at, item in enumerate(steps):
        rule = item["rule"]
        if rule in seen or rule not in STRUCTURAL:
            continue
        seen.add(rule)
        variants = [] if rule == "assume" else [{"formula": larger(item["formula"])}]
        variants += [{"from": item["from"][1:]}, {"from": [*item["from"], 0]}] if rule in EXACT_ARITY and at else []
        variants += [{"data": {key: value for key, value in item["data"].items() if key != gone}}
                     for gone in item["data"]]
        variants += [{"data": {key: value if key != other else [tag, ["n", ["size", 1, None], ""]]
                               for key, value in item["data"].items()}}
                     for other, (tag, *_) in item["data"].items() if tag == "variable"]
        for variant in variants:
            if all(item[key] == value for key, value in variant.items()):
                continue
            changed = copy.deepcopy(honest)
            changed["parts"]["lists"][0]["steps"][at].update(variant)
            found = statuses(resealed(changed))
            assert found is None or found[at] != "exact", (at, rule, variant)
    assert len(seen) > 1


def test_no_file_imports_the_package():
    for path in ROOM.glob("new_*.py"):
        text = path.read_text()
        assert text.count("\n") < 600, path
        assert "verified" not in text
