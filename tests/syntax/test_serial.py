import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.syntax import trees
from verified import language as v
from verified.syntax.formulas import substitute
from verified.syntax.goals import goal
from verified.syntax.quantity import QUANTITIES
from verified.syntax.serial import (
    FormatError,
    Reader,
    digest,
    read_rational,
    read_statement,
    statement_data,
)
from verified.syntax.terms import Var

x, eps, n = trees.x, trees.eps, trees.n
P, Q = trees.P, trees.Q


@given(trees.statements)
@settings(max_examples=80)
def test_round_trip_through_json(statement):
    written = json.dumps(statement_data(statement))
    assert read_statement(json.loads(written)) == statement


@pytest.mark.parametrize("head", sorted(QUANTITIES))
def test_round_trip_of_every_head(head):
    term = trees.number_from(trees.example(head))
    stated = v.claim("c", forall=trees.variables_of(term), then=v.equals(term, 0)).statement
    assert read_statement(json.loads(json.dumps(statement_data(stated)))) == stated


def test_round_trip_keeps_symbols_and_infinity():
    e = v.Real("e", "(0,1/3]", latex=r"\varepsilon")
    then = v.sup(P, v.renyi(P, Q, float("inf"))) <= e
    stated = v.claim("c", forall=[Q, e], then=then).statement
    back = read_statement(statement_data(stated))
    assert back == stated
    assert [var.symbol for var in back.variables] == [var.symbol for var in stated.variables]


# --- digest ---------------------------------------------------------------------------------------


def _renamed(statement, suffix):
    """The same statement with every variable called something else."""
    values = {}
    variables = []
    for var in statement.variables:
        fresh = Var(var.name + suffix, substitute(var, values).of)
        values[var.name] = fresh
        variables.append(fresh)
    parts = tuple(substitute(formula, values) for formula in statement.given)
    return v.Statement(
        tuple(variables), parts, substitute(statement.then, values), statement.quantifier
    )


@given(trees.statements)
@settings(max_examples=50)
def test_digest_ignores_names(statement):
    polarity = "refutation" if statement.quantifier == "forall" else "proof"
    other = _renamed(statement, "_0")
    assert other != statement
    assert digest(goal(other, polarity)) == digest(goal(statement, polarity))


def test_digest_ignores_names_of_bound_variables_and_symbols():
    def total(name, latex=""):
        s = v.Symbol(name, n, latex=latex)
        return v.claim("c", forall=[P], then=v.total(s, P[s] ** 2) <= 1).statement

    one, other = (goal(total(*names), "refutation") for names in (("a",), ("b", r"\beta")))
    assert one != other
    assert digest(one) == digest(other)


def test_names_of_joint_variables_are_not_taken_for_variables():
    def goal_of(name):
        J = v.Joint("J", **{"var": 2, "U": 2})
        y = v.Real(name, ">=0")
        return goal(v.claim("c", forall=[J, y], then=v.H(J, "var|U") <= y).statement, "refutation")

    assert digest(goal_of("U")) == digest(goal_of("y"))


def test_bound_variables_stay_apart():
    a, b = trees.a, trees.b
    W = v.Channel("W", n, n)
    nested = [
        v.total(a, v.total(b, W[a, b] ** 2)),
        v.total(a, v.total(b, W[b, a] ** 2)),
        v.total(a, v.total(b, W[a, a] ** 2)),
    ]
    stated = [v.claim("c", forall=[W], then=term <= n).statement for term in nested]
    assert len({digest(goal(statement, "refutation")) for statement in stated}) == 3


def _places(value, path=()):
    """Every leaf of JSON data with its path."""
    if isinstance(value, list):
        for index, part in enumerate(value):
            yield from _places(part, (*path, index))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _places(part, (*path, key))
    else:
        yield path, value


def _mutations(value):
    """Data with one leaf changed: a number, a relation, a head, a truth value, an end."""
    swaps = {"<=": "<", "<": "<=", "=": "<=", "kl": "total_variation", "add": "sub", "sub": "add",
             "mul": "div", "div": "mul", "sum": "max", "max": "min", "close": "markov"}
    for path, leaf in _places(value):
        changed = None
        if isinstance(leaf, bool):
            changed = not leaf
        elif isinstance(leaf, int):
            changed = leaf + 1
        elif isinstance(leaf, str) and leaf in swaps:
            changed = swaps[leaf]
        elif isinstance(leaf, str) and leaf.lstrip("-").replace("/", "").isdigit():
            changed = str(read_rational(leaf) + 1)
        if changed is not None:
            other = copy.deepcopy(value)
            place = other
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = changed
            yield path, other


def test_digest_changes_with_every_mutation():
    s = v.Real("s", "[0,1/2)")
    bound = (eps + s) * v.KL(P, Q) - v.total(trees.a, P[trees.a] / 3)
    stated = v.claim(
        "c", forall=[P, Q, eps, s], given=[v.TV(P, Q) < 1, v.equals(s, v.rational(1, 4))],
        then=v.both(v.TV(P, Q) <= bound, v.largest(trees.a, P[trees.a]) <= 1),
    ).statement
    original = digest(goal(stated, "refutation"))
    mutants = list(_mutations(statement_data(stated)))
    assert len(mutants) > 25
    seen = set()
    for path, mutant in mutants:
        found = digest(goal(read_statement(mutant), "refutation"))
        assert found != original, path
        seen.add(found)
    assert len(seen) == len(mutants)


def test_digest_changes_with_hypotheses_and_polarity():
    given = (v.TV(P, Q) < 1, eps > 1)
    bound = v.KL(P, Q) <= eps
    full = v.claim("c", forall=[P, Q, eps], given=given, then=bound).statement
    found = {digest(goal(full, "refutation")), digest(goal(full, "witness"))}
    for kept in ((), given[:1], given[1:]):
        part = v.claim("c", forall=[P, Q, eps], given=kept, then=bound).statement
        found.add(digest(goal(part, "refutation")))
    assert len(found) == 5


# --- bad data -------------------------------------------------------------------------------------

GOOD = statement_data(v.claim("c", forall=[P, Q, eps], then=v.KL(P, Q) <= eps).statement)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.pop("then"), "is not a statement"),
        (lambda d: d.update(quantifier="most"), "is not a statement"),
        (lambda d: d["variables"].pop(), "nobody binds the variable 'eps'"),
        (lambda d: d["then"].__setitem__(1, "<<"), "unknown relation '<<'"),
        (lambda d: d["then"].__setitem__(0, "wish"), "is not a formula"),
        (lambda d: d["then"][2].__setitem__(1, "magic"), "unknown operation 'magic'"),
        (lambda d: d["then"].__setitem__(3, ["number", "1/0"]), "'1/0' is not a rational number"),
        (lambda d: d["then"].__setitem__(3, ["number", 0.5]), "is not a term"),
        (lambda d: d["variables"][0].__setitem__(1, ["heap"]), "is not a sort"),
        (lambda d: d["variables"].__setitem__(0, "n"), "is not a variable"),
    ],
)
def test_bad_data_is_refused(change, message):
    bad = copy.deepcopy(GOOD)
    change(bad)
    with pytest.raises(FormatError, match=message):
        read_statement(bad)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=6))
def test_noise_is_refused(noise):
    with pytest.raises(FormatError):
        read_statement(noise)
    with pytest.raises(FormatError):
        read_statement({**GOOD, "then": noise})


def test_one_tree_is_no_term_and_formula_at_once():
    """Data that is shared is read once; what was read as a formula isn't taken for a term."""
    relation = ["relation", "<=", ["number", "1"], ["number", "2"]]
    reader = Reader()
    reader.formula(relation)
    with pytest.raises(FormatError):
        reader.term(relation)


def test_what_is_read_under_a_binder_is_not_what_is_read_outside():
    size, a = v.Size("n"), v.Symbol("a", 3)
    shared = ["var", "a"]
    reader = Reader({"n": size, "a": a})
    bound = ["a", ["symbol", ["var", "n"]], ""]
    total = reader.term(["bind", "sum", bound, None, shared, ["real", None, None, False, False]])
    assert reader.term(shared) is a
    assert total.body == v.Symbol("a", size)
    other = reader.declare(["a", ["symbol", ["number", "5"]], ""])
    assert reader.term(shared) is other
