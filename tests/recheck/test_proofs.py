"""The second checker on proofs: linear derivations, and false steps found at instances."""

import copy
import json

import pytest
from flint import fmpq

from recheck.certificates import judged
from recheck.forms import Facts
from recheck.trees import Canonical
from tests.recheck.plays import resealed
from tests.recheck.room import (
    Rejected,
    Unsupported,
    check,
    goals,
    linear_rules,
    proofs,
    signatures,
    statements,
)
from verified import language as v
from verified.kernel.proof import check_proof, parts_of, write_proof
from verified.kernel.theorem import Function
from verified.language import H, I
from verified.proof.evidence import path_of
from verified.proof.shannon import prove
from verified.quantities.definitions import definitions
from verified.syntax.claims import Statement
from verified.syntax.formulas import Or, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.serial import data, sort_data, statement_data
from verified.syntax.sorts import RealSort, SizeSort
from verified.syntax.terms import Var, number

n = v.Size("n")
J = v.Joint("J", U=n, V=n, W=n, X=n)
eps = v.Real("eps", ">=0")

DERIVATIONS = {
    "nonnegative": (I(J, "U;V|W") >= 0, []),
    "submodular": (H(J, "U,V,W") + H(J, "V") <= H(J, "U,V") + H(J, "V,W"), []),
    "chain": (v.equals(I(J, "U,V;W"), I(J, "U;W") + I(J, "V;W|U")), []),
    "processing": (I(J, "U;W") <= I(J, "U;V"), [v.Markov(J, "U", "V", "W")]),
    "close": (I(J, "U;W") <= 2 * eps, [I(J, "U;V") <= eps, I(J, "U;W|V") <= eps]),
    "constant": (I(J, "U;V") <= H(J, "U") + v.rational(1, 3), []),
}


def linear(name, certificate=None, conclusion=None, premises=None):
    formula, given = DERIVATIONS[name]
    found = prove(formula, given) if certificate is None else certificate
    scope = {"n": ["size", 1, None]}
    for var in (J, eps):
        scope[var.name] = statements.read_sort(sort_data(var.of), scope)

    def read(part):
        return goals.normal(statements.read_formula(json.loads(json.dumps(data(part))), scope))

    chosen = given if premises is None else premises
    linear_rules.check_linear(
        read(formula if conclusion is None else conclusion), [read(part) for part in chosen],
        json.loads(json.dumps(found)), scope)


@pytest.mark.parametrize("name", DERIVATIONS)
def test_derivations_of_the_prover_are_accepted(name):
    linear(name)


@pytest.mark.parametrize("name", DERIVATIONS)
def test_tampered_derivations_are_refused(name):
    formula, given = DERIVATIONS[name]
    honest = prove(formula, given)
    relation = normal(formula)
    false = [Relation("<=", relation.right + 1, relation.left)]
    for conclusion in (*false, Relation("<", relation.left, relation.right)):
        with pytest.raises(Rejected):
            linear(name, honest, conclusion)
    for direction, combination in honest.items():
        for place in range(len(combination["information"])):
            for text in ("7/2", "-1", "0"):
                changed = copy.deepcopy(honest)
                if changed[direction]["information"][place][3] == text:
                    continue
                changed[direction]["information"][place][3] = text
                with pytest.raises(Rejected):
                    linear(name, changed)
        for place in range(len(combination["premises"])):
            changed = copy.deepcopy(honest)
            changed[direction]["premises"][place] = "-5"
            with pytest.raises(Rejected):
                linear(name, changed)
        changed = copy.deepcopy(honest)
        changed[direction]["premises"].append("0")
        with pytest.raises(Rejected):
            linear(name, changed)
    with pytest.raises(Rejected):
        linear(name, {})
    if given:
        with pytest.raises(Rejected):
            linear(name, honest, premises=[])


def test_what_may_be_infinite_is_no_linear_term():
    P, Q = v.Pmf("P", n), v.Pmf("Q", n)
    divergence = json.loads(json.dumps(data(v.KL(P, Q))))
    form = linear_rules.Form(["var", "J"], {"J": ["joint", ["U"], [["number", "2"]]]})
    with pytest.raises(Unsupported):
        form.read(divergence, 1)


# --- whole proofs ---------------------------------------------------------------------------------


def step(rule, formula, places=(), **values):
    return {"rule": rule, "formula": formula, "from": list(places), "data": values}


def proof(formula=None, conclusion=None):
    """A proof of the data processing inequality in three steps, the middle one as given."""
    given = v.Markov(J, "U", "V", "W")
    true = I(J, "U;W") <= I(J, "U;V")
    claimed, derived = true if formula is None else formula, prove(true, [given])
    statement = Statement((n, J), (given,), claimed if conclusion is None else conclusion)
    steps = [
        step("assume", normal(given)),
        step("shannon", normal(claimed), [0], certificate=derived),
    ]
    (part,) = parts_of(statement, None)
    assert part.statement == statement
    found = write_proof("own/dpi", statement, None, [{"fixed": [], "steps": steps}], {})
    return json.loads(json.dumps(found))


def test_a_proof_is_rechecked_step_by_step():
    certificate = proof()
    assert check_proof(certificate).steps == 2
    assert check(certificate) == [("assume", "exact"), ("shannon", "exact")]


def test_false_proofs_are_refused():
    backwards = I(J, "U;V") <= I(J, "U;W")
    with pytest.raises(Rejected, match=r"false at an instance|difference"):
        check(proof(backwards))
    with pytest.raises(Rejected, match="not the difference"):
        check(proof(backwards, I(J, "U;W") <= I(J, "U;V")))
    for changes in ({"digest": "0" * 64}, {"schema": 2}, {"more": 1}, {"shared": []}):
        with pytest.raises(Rejected):
            check(resealed(proof(), **changes))
    with pytest.raises(Rejected, match="seal"):
        check({**proof(), "claim": "another"})


@pytest.mark.parametrize("rule", ["identity", "arithmetic", "obvious", "transitive", "cite"])
def test_a_step_that_doesnt_follow_is_found_at_an_instance(rule):
    P, Q = v.Pmf("P", n), v.Pmf("Q", n)
    small = v.KL(P, Q) <= v.TV(P, Q)
    claim = Statement((n, P, Q), (), Or((v.KL(P, Q) >= 0, small)))
    false = step(rule, normal(small))
    last = step("propositional", normal(claim.then), [0])
    found = write_proof("own/false", claim, None, [{"fixed": [], "steps": [false, last]}], {})
    with pytest.raises(Rejected, match=rf"step 1 \({rule}\)"):
        check(json.loads(json.dumps(found)))


a = v.Symbol("a", 1)
x = Var("x", RealSort(fmpq(1), fmpq(0)))
m = Var("m", SizeSort(5, 3))
open_point = Var("x", RealSort(fmpq(0), fmpq(0), True, False))
nobody = v.Symbol("a", 0)
k = v.Size("k", low=0)
b = v.Symbol("b", n)
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
    "empty sizes": (number(5) <= 3, m, [
        step("obvious", number(5) <= m), step("obvious", m <= 3),
        step("transitive", number(5) <= 3, [0, 1])]),
    "empty alphabet": (number(1) <= 0, nobody, [
        step("cite", nobody + 1 <= 0, values={"k": number(0), "s": nobody}, **AT),
        step("obvious", number(1) <= nobody + 1), step("transitive", number(1) <= 0, [1, 0])]),
    "two sorts": (v.every(b, b + 1 <= 1), a, [
        step("cite", a + 1 <= 1, values={"k": number(1), "s": a}, **AT),
        step("generalise", v.every(b, b + 1 <= 1), [0], variable=v.Symbol("a", n))]),
}


@pytest.mark.parametrize("name", HOLLOW)
def test_nothing_follows_from_a_variable_without_values(name):
    conclusion, fixed, steps = HOLLOW[name]
    steps = [{**item, "formula": normal(item["formula"])} for item in steps]
    cites = {"own/bound": BOUND} if any(item["rule"] == "cite" for item in steps) else {}
    parts = [{"fixed": [fixed], "steps": steps}]
    for statement in (Statement((n,), (), conclusion), Statement((n,), (), v.equals(n, n))):
        # Neither the false statement nor the steps on the way to a true one get through.
        found = json.loads(json.dumps(write_proof("own/hollow", statement, None, parts, cites)))
        with pytest.raises((Rejected, Unsupported)) as told:
            check(found)
        assert told.type is Rejected


def test_a_false_fact_that_is_cited_is_found():
    P, Q = v.Pmf("P", n), v.Pmf("Q", n)
    claim = Statement((n, P, Q), (), v.KL(P, Q) >= 0)
    false = Statement((n, P, Q), (), v.KL(P, Q) <= 1)
    steps = [step("cite", normal(claim.then))]
    cites = {"background/false": false}
    found = write_proof("own/false", claim, None, [{"fixed": [], "steps": steps}], cites)
    with pytest.raises(Rejected, match="background/false is false"):
        check(json.loads(json.dumps(found)))


def test_the_variables_of_an_induction():
    P = v.Pmf("P", n)
    statement = {"variables": [["n", sort_data(n.of), ""], ["P", sort_data(P.of), ""]],
                 "given": [], "then": data(v.H(P) >= 0), "quantifier": "forall"}
    base, following = proofs.parts_of(json.loads(json.dumps(statement)), "n")
    assert base.variables == [["P", ["pmf", ["number", "1"]], ""]]
    assert following.variables[0][0] == "n"
    assert following.variables[1][1][1][1] == "add"


# --- algebra --------------------------------------------------------------------------------------

c, d = v.Real("c", ">0"), v.Real("d", ">0")
P, Q = v.Pmf("P", n), v.Pmf("Q", n)
s_ = v.Symbol("s", n)
IDENTITIES = {
    "square": v.equals((c + d) * (c + d), c * c + 2 * c * d + d * d),
    "exponential": v.equals(v.exp(c + d), v.exp(c) * v.exp(d)),
    "logarithm": v.equals(v.log(c * d), v.log(c) + v.log(d)),
    "quotient": v.equals(1 / c - 1 / d, (d - c) / (c * d)),
    "sum of a law": v.equals(v.total(s_, P[s_] * c), c),
    "linear sum": v.equals(v.total(s_, P[s_] - Q[s_]), number(0)),
}


def shown(formula, rule="identity", given=(), **values):
    """How one step counts, whose premises are the claim's hypotheses."""
    statement = Statement((n, P, Q, c, d), tuple(given), formula)
    steps = [step("assume", normal(part)) for part in given]
    steps.append(step(rule, normal(formula), range(len(steps)), **values))
    written = write_proof("own/one", statement, None, [{"fixed": [], "steps": steps}], {})
    return check(json.loads(json.dumps(written)))[-1][1]


@pytest.mark.parametrize("name", IDENTITIES)
def test_identities_are_shown_and_false_ones_rejected(name):
    formula = IDENTITIES[name]
    assert shown(formula) == "exact"
    for gap in (number(1), v.rational(1, 1000), c / 7):
        with pytest.raises(Rejected):
            shown(Relation("=", formula.left, formula.right + gap))


@pytest.mark.parametrize("formula", [
    v.equals(eps / eps, number(1)), v.equals(v.exp(v.log(eps)), eps),
    v.equals(v.log(eps) - v.log(eps), number(0)), v.equals(v.KL(P, Q) - v.KL(P, Q), number(0)),
])
def test_what_may_be_undefined_is_no_identity(formula):
    statement = Statement((n, P, Q, eps), (), formula)
    steps = [step("identity", normal(formula))]
    written = write_proof("own/one", statement, None, [{"fixed": [], "steps": steps}], {})
    with pytest.raises((Rejected, Unsupported)):
        check(json.loads(json.dumps(written)))


def test_powers_that_are_whole_numbers():
    D = v.Database("D")
    group = v.Event("I", v.entries(D))
    scope = {"n": sort_data(n.of), "c": sort_data(c.of)}
    entries = v.largest_alphabet(D) ** v.cardinality(group)
    for power in (n**n, n**2, entries, n ** v.entries(D), n ** (n + 1), n ** (n * n)):
        assert signatures.whole(data(power), scope)
    for power in (n ** (n - 2), n ** (n + (n - 2)), n ** v.rational(1, 2), n**-1, c**n, n**c):
        assert not signatures.whole(data(power), scope)


W = v.Channel("W", n, n)
t_ = v.Real("t", ">0")


def one_step(variables, formula, rule, given=(), **values):
    """How a proof of one step counts, whose premises are the claim's hypotheses."""
    statement = Statement(tuple(variables), tuple(given), formula)
    steps = [step("assume", normal(part)) for part in given]
    steps.append(step(rule, normal(formula), range(len(steps)), **values))
    written = write_proof("own/one", statement, None, [{"fixed": [], "steps": steps}], {})
    return check(json.loads(json.dumps(written)))[-1][1]


def test_what_may_be_infinite_is_no_number():
    found = v.leakage_capacity(W)
    with pytest.raises((Rejected, Unsupported)):
        one_step((n, W), v.equals(found - found, number(0)), "identity")


def test_a_declared_sort_makes_no_whole_number():
    half = ["op", "div", [["number", "1"], ["number", "2"]], ["symbol", ["var", "n"]], []]
    assert not signatures.whole(half, {"n": ["size", 1, None]})


def test_a_linear_derivation_is_about_laws():
    """I(X;Y) ≥ 0 holds of laws only."""
    table = v.pmf_of(c, 1 - c, c, 1 - c)
    joint = v.as_joint(table, X=2, Y=2)
    claimed = v.I(joint, "X;Y") >= 0
    with pytest.raises((Rejected, Unsupported)):
        one_step((c,), claimed, "shannon", certificate={
            "at_most": {"information": [["X", "Y", "", "1"]], "premises": []}})


def test_chords_lie_above_convex_functions_only():
    low, high = v.Real("l", ">0"), v.Real("u", ">0")
    given = [low <= t_, t_ <= high]

    def chord(f, factor=1, **values):
        at = [substitute_z(f, term) for term in (low, t_, high)]
        formula = factor * (high - low) * at[1] <= (high - t_) * at[0] + (t_ - low) * at[2]
        return one_step((low, high, t_), formula, "chord", given, function=Function(z, f),
                        low=low, point=t_, high=high, **values)

    z = v.Real("z", ">0")
    certificate = {"certificate": ["ball"]}
    assert chord(z * v.log(z)) == "exact"
    assert chord(-v.log(z), **certificate) == "exact"
    for wrong in (lambda: chord(v.log(z)), lambda: chord(v.log(z), **certificate),
                  lambda: chord(z * v.log(z), 2), lambda: chord(z - z**3, **certificate)):
        with pytest.raises((Rejected, Unsupported)):
            wrong()


def substitute_z(body, term):
    return substitute(body, {"z": term})


def test_products_of_facts_and_their_tampering():
    given = [c <= d]
    formula = c * c <= d * d
    honest = [["1", [["fact", 0], ["sign", c + d]]]]
    assert shown(formula, "arithmetic", given, products=honest) == "exact"
    tampered = [
        (formula, [["2", [["fact", 0], ["sign", c + d]]]]),
        (formula, [["-1", [["fact", 0], ["sign", c + d]]]]),
        (formula, [["1", [["fact", 0], ["sign", c + 2 * d]]]]),
        (formula, [["1", [["fact", 0], ["sign", c - d]]]]),
        (formula, [["1", [["fact", 0]]]]),
        (formula, [["1", [["fact", 1], ["sign", c + d]]]]),
        (d * d <= c * c, [["1", [["fact", 0], ["sign", -c - d]]]]),
        (c * c + 1 <= d * d, honest),
        (Relation("<", c * c, d * d), honest),
        (v.equals(c * c, d * d), honest),
    ]
    for claimed, products in tampered:
        with pytest.raises(Rejected):
            shown(claimed, "arithmetic", given, products=products)


def test_a_strict_sum_over_nothing_is_not_shown():
    k = v.Size("k", low=0)
    a = v.Symbol("a", k)
    sums = Relation("<", v.total(a, number(0)), v.total(a, number(1)))
    steps = [step("obvious", Relation("<", number(0), number(1))),
             step("generalise", v.every(a, Relation("<", number(0), number(1))), [0], variable=a),
             step("sum", sums, [1])]
    steps = [{**item, "formula": normal(item["formula"])} for item in steps]
    written = write_proof("own/sums", Statement((k,), (), sums), None,
                          [{"fixed": [a], "steps": steps}], {})
    with pytest.raises(Rejected, match="instance"):
        check(json.loads(json.dumps(written)))


@pytest.mark.parametrize("fixed", [True, False])
def test_a_value_for_one_size_of_an_alphabet_is_none_for_every_size(fixed):
    """Where there is a symbol of k, k isn't 0, which says nothing of every k; the rule itself must
    see it, without an instance."""
    few = v.Size("few", low=0)
    k, j = v.Symbol("k", n), v.Symbol("j", n)
    a = v.Symbol("a", few if fixed else k)
    then = v.every(j, number(0) <= j + a)
    steps = [
        step("obvious", normal(number(0) <= k + a)),
        step("generalise", normal(then), [0], variable=k),
    ]
    statement = Statement((n, few, k, a), (), then)
    written = write_proof("own/one", statement, None, [{"fixed": [], "steps": steps}], {})
    written = json.loads(json.dumps(written))
    if fixed:
        assert [how for _, how in check(written, trials=False)] == ["exact", "exact"]
    else:
        with pytest.raises(Rejected, match="k is not arbitrary"):
            check(written, trials=False)


def test_a_variable_for_a_term_must_have_a_value():
    """What holds of every symbol of none says nothing."""
    few = v.Size("few", low=0)
    a, b = v.Symbol("a", few), v.Symbol("b", few)
    given, then = v.every(a, number(1) <= number(0)), number(1) <= number(0)
    steps = [
        step("assume", normal(given)),
        step("specialise", normal(then), [0], term=b),
    ]
    statement = Statement((few,), (given,), then)
    written = write_proof(
        "own/one", statement, None, [{"fixed": [b], "steps": steps}], {})
    with pytest.raises(Rejected, match="rests on a value of b"):
        check(json.loads(json.dumps(written)), trials=False)


# --- suprema of suprema ---------------------------------------------------------------------------


def read_in(formula, *variables):
    """A formula as the second checker has it, and the sorts of its variables."""
    scope = {"n": ["size", 1, None], "m": ["size", 1, None]}
    for var in variables:
        scope[var.name] = statements.read_sort(json.loads(json.dumps(sort_data(var.of))), scope)
    return goals.normal(
        statements.read_formula(json.loads(json.dumps(data(formula))), scope)), scope


def each_has_a_value(term, *variables):
    """Whether the second checker takes what a maximum is of to have a value everywhere."""
    (_, _, left, _), scope = read_in(term <= 1, *variables)
    _, _, (name, sort, _), _, body, _ = left
    Facts((), scope, Canonical()).everywhere(name, sort, body)


def test_a_maximum_over_some_symbols_may_be_infinite_but_not_of_what_has_no_value():
    W = v.Channel("W", n, v.Size("m"))
    x, y, order = v.Symbol("x", n), v.Symbol("y", n), v.Real("alpha", ">=0")
    apart = v.negation(v.equals(x, y))

    def most(term):
        return v.largest(x, v.largest(y, term, where=apart))

    each_has_a_value(most(v.renyi(W[x], W[y], order)), W, order)
    with pytest.raises(Unsupported):
        each_has_a_value(most(v.log(W[x][0] - W[y][0])), W)
    free = v.Real("beta")
    with pytest.raises(Unsupported):
        each_has_a_value(most(v.renyi(W[x], W[y], v.absolute(free) - free - 1)), W, free)


def test_a_proof_that_unfolds_definitions_says_which_it_wants():
    """No file holds them: the caller gives them."""
    proof = json.loads(path_of("ding-2024/corollary-2-repaired").read_text("utf-8"))
    alone = judged(proof)
    assert alone.verdict == "partial"
    assert alone.reason.endswith("it unfolds what --definitions doesn't give: definition/maximum")
    given = {"definition/maximum": statement_data(definitions()["definition/maximum"])}
    assert judged(proof, proofs.Statements(json.loads(json.dumps(given)))).verdict == "accepted"
