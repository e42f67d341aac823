"""The second checker's rules of logic, order and sums, step by step: one that holds, and for each
condition one that must be refused."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import pytest

from recheck.errors import Rejected, Unshown
from recheck.goals import normal
from recheck.logic_rules import entails
from recheck.proofs import Proof, Statements
from recheck.rules import RULES
from recheck.signatures import COUNT, REAL
from recheck.statements import opened_statement
from recheck.steps import Step, Theorem
from recheck.trees import Canonical, Tree

REALS = ["real", None, None, False, False]
NOT_NEGATIVE = ["real", "0", None, False, False]
N, K, ANY = ["var", "n"], ["var", "k"], ["size", 0, None]
# n is a size from 1 on, k one from 0 on, a one of n symbols, e one of k, which may be none.
SCOPE: dict[str, Tree] = {
    "x": REALS, "y": REALS, "z": REALS, "p": NOT_NEGATIVE, "q": NOT_NEGATIVE,
    "n": ["size", 1, None], "k": ANY, "a": ["symbol", N], "b": ["symbol", N], "c": ["symbol", N],
    "e": ["symbol", K], "P": ["pmf", N], "Q": ["pmf", N], "U": ["channel", N, N],
    "V": ["channel", N, N], "r": ["reals", N, REALS], "s": ["reals", N, NOT_NEGATIVE],
}
X, Y, Z, P_, Q_ = (["var", name] for name in "xyzpq")
A, B, C, E = (["var", name] for name in "abce")
ZERO, ONE, INFINITY = ["number", "0"], ["number", "1"], ["number", "inf"]


def op(head: str, *args: Tree, sort: Tree = REAL) -> Tree:
    return ["op", head, list(args), sort, []]


def le(left: Tree, right: Tree) -> Tree:
    return ["relation", "<=", left, right]


def lt(left: Tree, right: Tree) -> Tree:
    return ["relation", "<", left, right]


def eq(left: Tree, right: Tree) -> Tree:
    return ["relation", "=", left, right]


def no(formula: Tree) -> Tree:
    return ["not", formula]


def every(name: str, body: Tree, guard: Tree | None = None, sort: Tree | None = None) -> Tree:
    return ["quantified", "forall", [name, sort or SCOPE[name], ""], guard, body]


def some(name: str, body: Tree, guard: Tree | None = None, sort: Tree | None = None) -> Tree:
    return ["quantified", "exists", [name, sort or SCOPE[name], ""], guard, body]


def over(kind: str, name: str, body: Tree, guard: Tree | None = None, sort: Any = None) -> Tree:
    return ["bind", kind, [name, sort or SCOPE[name], ""], guard, body, REAL]


def chosen(name: str, sort: Tree | None = None) -> list[Any]:
    """A variable of a step's data."""
    return ["variable", [name, sort or SCOPE[name], ""]]


def shown(formula: Tree, *hypotheses: Tree, rests: Iterable[str] = ()) -> Theorem:
    """A premise."""
    key = Canonical()
    return Theorem(formula, {key(part): part for part in hypotheses}, frozenset(rests))


def made(rule: str, formula: Tree, *premises: Theorem | Tree, library: Any = None, **data: Any
         ) -> Theorem:
    """What a rule makes of a step."""
    proof = Proof(([], ["and", []]), [Statements(library or {})], {})
    proof.scope = dict(SCOPE)
    known = [one if isinstance(one, Theorem) else shown(one) for one in premises]
    return RULES[rule](Step(proof, {"data": data}, formula, known))


def refused(rule: str, formula: Tree, *premises: Theorem | Tree, match: str | None = None,
            **data: Any) -> None:
    with pytest.raises((Rejected, Unshown), match=match):
        made(rule, formula, *premises, **data)


# --- propositions ---------------------------------------------------------------------------------


ATOMS = [le(X, Y), lt(Y, Z), eq(X, Z)]


def formulas(depth: int) -> list[Tree]:
    if depth == 0:
        return ATOMS[:2]
    parts = formulas(depth - 1)
    return [*parts, *(no(part) for part in ATOMS),
            *([tag, list(pair)] for tag in ("and", "or")
              for pair in itertools.product(parts, repeat=2))]


def held(formula: Tree, values: dict[str, bool]) -> bool:
    match formula:
        case ["not", body]:
            return not held(body, values)
        case ["and", parts]:
            return all(held(part, values) for part in parts)
        case ["or", parts]:
            return any(held(part, values) for part in parts)
    return values[repr(formula)]


def test_consequences_are_those_of_truth_tables() -> None:
    told = formulas(1)
    tables = [dict(zip(map(repr, ATOMS), row, strict=True))
              for row in itertools.product((False, True), repeat=len(ATOMS))]
    found = set()
    for one, two in itertools.product(told, told):
        true = all(held(two, table) for table in tables if held(one, table))
        assert entails([one], two, Canonical()) is true
        found.add(true)
    assert found == {True, False}
    assert entails([["or", []]], ATOMS[0], Canonical())
    assert not entails([["and", []]], ATOMS[0], Canonical())
    assert entails(ATOMS, ["and", ATOMS], Canonical())
    assert not entails(ATOMS[:2], ["and", ATOMS], Canonical())
    assert entails([], ["or", [ATOMS[0], no(ATOMS[0])]], Canonical())
    # A quantified formula is an atom, and so is its opposite.
    all_ = every("x", le(X, Y))
    none = some("x", no(le(X, Y)))
    assert entails([all_, none], ATOMS[0], Canonical())
    assert entails([], ["or", [all_, none]], Canonical())
    assert entails([all_], every("x'", le(["var", "x'"], Y), sort=REALS), Canonical())
    assert not entails([all_], every("x", lt(X, Y)), Canonical())
    assert not entails([all_], some("x", le(X, Y)), Canonical())
    with pytest.raises(Unshown, match="too many atoms"):
        entails([le(["number", str(k)], X) for k in range(21)], ATOMS[0], Canonical())
    assert made("propositional", ATOMS[0], shown(["and", ATOMS], le(X, ZERO))).hypotheses
    refused("propositional", ATOMS[0], ["or", ATOMS], match="doesn't follow")


def test_hypotheses_are_assumed_and_discharged() -> None:
    assumed = made("assume", le(X, Y))
    assert [*assumed.hypotheses.values()] == [le(X, Y)]
    refused("assume", le(X, Y), le(X, Y), match="takes 0")
    premise = shown(le(X, Z), le(X, Y), le(Y, Z))
    whole = normal(["or", [no(le(X, Y)), le(X, Z)]])
    found = made("discharge", whole, premise, hypothesis=["formula", le(X, Y)])
    assert [*found.hypotheses.values()] == [le(Y, Z)]
    refused("discharge", whole, premise, hypothesis=["formula", le(Y, Z)], match="discharged")
    refused("discharge", normal(["or", [no(le(X, Y)), le(X, Y)]]), premise,
            hypothesis=["formula", le(X, Y)])
    refused("discharge", whole, premise, premise, hypothesis=["formula", le(X, Y)])
    refused("discharge", whole, premise, hypothesis=["term", X], match="no formula")
    refused("discharge", whole, premise, match="no formula")
    # What speaks of a symbol that there may be none of rests on one.
    assert made("assume", le(E, ZERO)).rests == {"e"}
    assert made("assume", le(A, X)).rests == set()


# --- quantifiers ----------------------------------------------------------------------------------


def test_what_holds_of_an_arbitrary_value_holds_of_each() -> None:
    premise = shown(le(X, Y), le(Y, Z))
    assert made("generalise", every("x", le(X, Y)), premise, variable=chosen("x")).formula
    new = every("t", le(["var", "t"], Y), sort=REALS)
    made("generalise", new, premise, variable=chosen("x"))
    for formula, one, name in (
        (every("x", le(X, Z)), premise, "x"), (some("x", le(X, Y)), premise, "x"),
        (every("x", le(X, Y), sort=NOT_NEGATIVE), premise, "x"),
        # x stands in a hypothesis, or what is shown speaks of it still.
        (every("x", le(X, Y)), shown(le(X, Y), le(X, Z)), "x"),
        (every("t", le(X, Y), sort=REALS), premise, "x"),
        (every("x", le(X, Y)), premise, "y"), (every("y", le(X, Y)), premise, "x"),
    ):
        refused("generalise", formula, one, variable=chosen(name))
    # A guard, and each of its parts, may be used.
    guard = ["and", [le(ZERO, X), le(X, ONE)]]
    for used in ([guard], [le(ZERO, X)], [le(ZERO, X), le(X, ONE)], []):
        found = made("generalise", every("x", le(X, Y), guard), shown(le(X, Y), *used),
                     variable=chosen("x"))
        assert not found.hypotheses
    refused("generalise", every("x", le(X, Y), le(ZERO, X)), shown(le(X, Y), le(X, ONE)),
            variable=chosen("x"), match="not arbitrary")
    # Where the sort of another variable speaks of it, it isn't arbitrary.
    refused("generalise", every("k", le(X, Y)), shown(le(X, Y), le(E, ZERO), rests=["e"]),
            variable=chosen("k"), match="not arbitrary")
    refused("generalise", every("k", le(X, Y)), shown(le(X, Y), rests=["e"]),
            variable=chosen("k"), match="not arbitrary")
    found = made("generalise", every("e", le(E, Y)), shown(le(E, Y), rests=["e"]),
                 variable=chosen("e"))
    assert found.rests == set()


def test_what_holds_of_each_holds_of_one() -> None:
    each = every("p", le(X, P_))
    assert made("specialise", le(X, Q_), each, term=["term", Q_]).formula == le(X, Q_)
    made("specialise", le(X, ONE), each, term=["term", ONE])
    made("specialise", le(X, Y), each, le(ZERO, Y), term=["term", Y])
    for formula, first, term in (
        (le(X, Y), each, Y), (le(X, ONE), each, Q_), (lt(X, Q_), each, Q_),
        (le(X, ["number", "-1"]), each, ["number", "-1"]),
        (le(X, Q_), some("p", le(X, P_)), Q_),
        (le(X, INFINITY), every("x", le(X, X)), INFINITY),
    ):
        refused("specialise", formula, first, term=["term", term])
    refused("specialise", le(X, Q_), term=["term", Q_], match="takes a premise")
    refused("specialise", le(X, Q_), each, match="no term")
    guarded = every("p", le(X, P_), lt(P_, Y))
    made("specialise", le(X, Q_), guarded, lt(Q_, Y), term=["term", Q_])
    refused("specialise", le(X, Q_), guarded, term=["term", Q_])
    refused("specialise", le(X, Q_), guarded, le(Q_, Y), term=["term", Q_])
    # Symbols are whole numbers below a size; a variable of the sort is one, and is rested on.
    symbols = every("e", le(X, E))
    assert made("specialise", le(X, E), symbols, term=["term", E]).rests == {"e"}
    made("specialise", le(X, ZERO), symbols, le(ONE, K), term=["term", ZERO])
    refused("specialise", le(X, ZERO), symbols, term=["term", ZERO])
    refused("specialise", le(X, K), symbols, le(ONE, K), term=["term", K])
    refused("specialise", le(X, ["number", "1/2"]), symbols, lt(ONE, K),
            term=["term", ["number", "1/2"]])
    refused("specialise", le(X, A), symbols, term=["term", A])


def test_one_value_is_enough_for_some() -> None:
    made("exhibit", some("p", le(P_, X)), le(Q_, X), term=["term", Q_])
    made("exhibit", some("p", le(P_, X), lt(P_, Y)), le(Q_, X), lt(Q_, Y), term=["term", Q_])
    assert made("exhibit", some("e", le(E, X)), le(E, X), term=["term", E]).rests == {"e"}
    for formula, premises, term in (
        (some("p", le(P_, X)), [le(Y, X)], Y), (some("p", le(P_, X)), [lt(X, Q_)], Q_),
        (some("p", le(P_, X), lt(P_, Y)), [le(Q_, X)], Q_),
        (some("p", le(P_, X), lt(P_, Y)), [lt(Q_, Y)], Q_),
        (every("p", le(P_, X)), [le(Q_, X)], Q_), (some("e", le(E, X)), [le(ZERO, X)], ZERO),
    ):
        refused("exhibit", formula, *premises, term=["term", term])


def test_what_follows_from_any_such_value_follows() -> None:
    exists = shown(some("p", le(P_, X)), le(Z, ZERO))
    second = shown(le(Y, X), le(P_, X), le(Y, ZERO))
    found = made("obtain", le(Y, X), exists, second, variable=chosen("p"))
    assert {*map(repr, found.hypotheses.values())} == {repr(le(Z, ZERO)), repr(le(Y, ZERO))}
    for formula, one, two, name in (
        (le(Y, Z), exists, second, "p"), (le(Y, X), shown(every("p", le(P_, X))), second, "p"),
        (le(Y, X), exists, second, "x"),
        (le(P_, X), exists, shown(le(P_, X), le(P_, X)), "p"),
        (le(Y, X), exists, shown(le(Y, X), le(P_, X), le(P_, Y)), "p"),
        (le(Y, X), shown(some("p", le(P_, X)), le(P_, Z)), second, "p"),
        (le(Y, X), shown(some("p", le(P_, X)), rests=["p"]), second, "p"),
    ):
        refused("obtain", formula, one, two, variable=chosen(name))
    refused("obtain", le(Y, X), exists, variable=chosen("p"), match="takes 2")
    guarded = some("p", le(P_, X), lt(P_, Z))
    found = made("obtain", le(Y, X), guarded, shown(le(Y, X), le(P_, X), lt(P_, Z)),
                 variable=chosen("p"))
    assert not found.hypotheses
    # That there is one is what the first premise says, so nothing rests on it.
    found = made("obtain", le(Y, X), some("e", le(E, X)), shown(le(Y, X), le(E, X), rests=["e"]),
                 variable=chosen("e"))
    assert found.rests == set()


# --- citation -------------------------------------------------------------------------------------


def statement(then: Tree, *given: Tree, variables: Any = None, quantifier: str = "forall"
              ) -> dict[str, Any]:
    names = variables or ["p", "x"]
    return {"quantifier": quantifier, "variables": [[name, SCOPE[name], ""] for name in names],
            "given": list(given), "then": then}


def test_statements_are_cited_at_terms() -> None:
    told = {"own": statement(["and", [le(X, P_), lt(X, P_)]], lt(X, ZERO))}
    values = ["terms", {"p": Q_, "x": Y}]
    for formula in (le(Y, Q_), lt(Y, Q_), ["and", [le(Y, Q_), lt(Y, Q_)]]):
        made("cite", formula, lt(Y, ZERO), library=told, key=["json", "own"], values=values)
    for formula, premises, key, terms in (
        (le(Y, Q_), [], "own", {"p": Q_, "x": Y}), (le(Y, Q_), [le(Y, ZERO)], "own",
                                                    {"p": Q_, "x": Y}),
        (le(Q_, Y), [lt(Y, ZERO)], "own", {"p": Q_, "x": Y}),
        (le(Y, Q_), [lt(Y, ZERO)], "other", {"p": Q_, "x": Y}),
        (le(Y, Q_), [lt(Y, ZERO)], "own", {"p": Q_}),
        (le(Y, Q_), [lt(Y, ZERO)], "own", {"p": Q_, "x": Y, "z": Y}),
        (le(Y, Z), [lt(Y, ZERO)], "own", {"p": Z, "x": Y}),
    ):
        with pytest.raises((Rejected, Unshown)):
            made("cite", formula, *premises, library=told, key=["json", key],
                 values=["terms", terms])
    only = {"own": statement(le(X, P_), quantifier="exists")}
    with pytest.raises(Rejected, match="every instance"):
        made("cite", le(Y, Q_), library=only, key=["json", "own"], values=values)
    # Sorts are those at the terms: a symbol of as many as another variable says.
    sized = {"own": statement(le(E, X), variables=["k", "e", "x"])}
    for size, symbol, held_ in ((N, A, True), (K, E, True), (N, E, False), (K, A, False)):
        terms = ["terms", {"k": size, "e": symbol, "x": Y}]
        if held_:
            made("cite", le(symbol, Y), library=sized, key=["json", "own"], values=terms)
        else:
            with pytest.raises((Rejected, Unshown)):
                made("cite", le(symbol, Y), library=sized, key=["json", "own"], values=terms)


def test_the_induction_hypothesis_is_of_the_size_itself() -> None:
    told = opened_statement(statement(le(K, X), variables=["k", "x"]))
    proof = Proof(([], ["and", []]), [], {"it": (told, {"k"})})
    proof.scope = dict(SCOPE)
    for values, formula, held_ in (
        ({"x": Y}, le(K, Y), True), ({"x": Y, "k": K}, le(K, Y), True),
        ({"x": Y, "k": N}, le(N, Y), False), ({"x": Y, "k": N}, le(K, Y), False),
        ({}, le(K, Y), False),
    ):
        step = Step(proof, {"data": {"key": ["json", "it"], "values": ["terms", values]}},
                    formula, [])
        if held_:
            RULES["cite"](step)
        else:
            with pytest.raises((Rejected, Unshown)):
                RULES["cite"](step)


# --- equality and order ---------------------------------------------------------------------------


def test_equals_take_each_others_place() -> None:
    same = eq(X, Y)
    made("rewrite", le(Y, Z), same, le(X, Z))
    made("rewrite", le(P_, Z), eq(X, P_), le(X, Z))
    made("rewrite", le(X, Z), same, le(Y, Z))
    made("rewrite", le(op("exp", op("add", Y, Z)), X), same, le(op("exp", op("add", X, Z)), X))
    for first, second, formula in (
        (same, le(X, Z), le(Z, Y)), (le(X, Y), le(X, Z), le(Y, Z)), (same, le(X, Z), lt(Y, Z)),
        (lt(X, Y), le(X, Z), le(Y, Z)), (eq(X, Z), le(X, Z), le(Y, Z)),
        # Below a binder of one of their names another thing is spoken of.
        (same, every("x", le(X, Z)), every("x", le(Y, Z))),
        (same, every("y", le(X, Y)), every("y", le(Y, Y))),
    ):
        refused("rewrite", formula, first, second)
    refused("rewrite", le(Y, Z), same, match="takes 2")
    at_p, at_q = (op("at", ["var", name], A) for name in "PQ")
    laws = every("a", eq(at_p, at_q))
    entropy_p, entropy_q = (op("entropy", ["var", name]) for name in "PQ")
    made("rewrite", le(entropy_q, X), laws, le(entropy_p, X))
    for wrong in (every("a", le(at_p, at_q)), some("a", eq(at_p, at_q)), eq(at_p, at_q),
                  every("a", eq(at_p, at_q), le(A, ZERO)),
                  every("a", eq(at_p, op("at", ["var", "Q"], B))),
                  every("e", eq(op("at", ["var", "P"], E), op("at", ["var", "Q"], E))),
                  every("a", eq(at_p, ONE))):
        refused("rewrite", le(entropy_q, X), wrong, le(entropy_p, X))

    def entry(channel: str | Tree, x: Tree, y: Tree) -> Tree:
        told = ["var", channel] if isinstance(channel, str) else channel
        return op("at", op("row", told, x, sort=["pmf", N]), y)

    # A law that speaks of the symbol is another law for each; numbers are no law.
    row = op("row", ["var", "U"], A, sort=["pmf", N])
    refused("rewrite", le(entropy_q, X), every("a", eq(op("at", row, A), at_q)),
            le(op("entropy", row), X))
    at_r, at_s = (op("component", ["var", name], A) for name in "rs")
    of_p, of_r, of_s = (op("largest", ["var", name]) for name in "Prs")
    for one, two, before, after in ((at_p, at_r, of_p, of_r), (at_r, at_s, of_r, of_s)):
        refused("rewrite", le(after, X), every("a", eq(one, two)), le(before, X),
                match="two sorts")
    both = every("a", every("b", eq(entry("U", A, B), entry("V", A, B))))
    one, two = (op("capacity", ["var", name]) for name in "UV")
    made("rewrite", le(two, X), both, le(one, X))
    for wrong in (every("a", every("b", eq(entry("U", A, B), entry("V", B, A)))),
                  every("a", every("b", eq(entry("U", A, B), entry("V", A, A)))),
                  every("a", every("e", eq(entry("U", A, E), entry("V", A, E)))),
                  every("e", every("b", eq(entry("U", E, B), entry("V", E, B)))),
                  every("b", eq(entry("U", A, B), entry("V", A, B))),
                  every("a", every("b", eq(entry("U", C, B), entry("V", C, B))))):
        refused("rewrite", le(two, X), wrong, le(one, X))


PAIRS = op("mul", N, N, sort=COUNT)
OF_PAIRS = {"J": ["joint", ["X", "Y"], [N, N]], "I": ["joint", ["Y"], [N]], "L": ["pmf", PAIRS],
            "M": ["pmf", op("mul", N, K, sort=COUNT)], "W": ["channel", N, PAIRS]}


def test_a_joint_law_is_a_law_on_all_of_its_tuples(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, sort in OF_PAIRS.items():
        monkeypatch.setitem(SCOPE, name, sort)
    joint, law = ["var", "J"], ["var", "L"]

    def cell(x: Tree, y: Tree, of: Tree = joint) -> Tree:
        return op("joint_at", of, x, y)

    def at(x: Tree, y: Tree, of: Tree = law, size: Tree = N) -> Tree:
        index = op("add", op("mul", x, size, sort=COUNT), y, sort=COUNT)
        return op("at", of, index)

    def told(of: Tree) -> Tree:
        return le(["op", "joint_information", [of], REAL, ["X", "Y", ""]], X)

    def made_of(of: Tree) -> Tree:
        return ["op", "as_joint", [of, N, N], OF_PAIRS["J"], ["X,Y"]]

    def both(one: Tree, two: Tree, *names: str) -> Tree:
        formula = eq(one, two)
        for name in reversed(names):
            formula = every(name, formula)
        return formula

    made("rewrite", told(made_of(law)), both(cell(A, B), at(A, B), "a", "b"), told(joint))
    row = op("row", ["var", "W"], A, sort=["pmf", PAIRS])
    for wrong in (
        both(cell(A, B), at(B, A), "a", "b"), both(cell(B, A), at(A, B), "a", "b"),
        both(cell(A, B), at(A, B), "b", "a"), both(cell(A, B), at(A, B), "a"),
        both(cell(A, A), at(A, A), "a"), both(cell(A, A), at(A, A), "a", "a"),
        both(cell(A, B), at(A, B), "a", "b", "c"), both(cell(A, E), at(A, E), "a", "e"),
        both(cell(A, B), at(A, B, size=K), "a", "b"), both(at(A, B), cell(A, B), "a", "b"),
        both(cell(A, B), op("at", law, A), "a", "b"), both(cell(A, B), ONE, "a", "b"),
        every("a", every("b", le(cell(A, B), at(A, B)))),
        every("a", every("b", eq(cell(A, B), at(A, B)), le(X, Y))),
        every("a", every("b", eq(cell(A, B), at(A, B))), le(X, Y)),
        every("a", some("b", eq(cell(A, B), at(A, B)))), eq(cell(A, B), at(A, B)),
    ):
        refused("rewrite", told(made_of(law)), wrong, told(joint))
    for of in (row, ["var", "M"]):
        refused("rewrite", told(made_of(of)), both(cell(A, B), at(A, B, of), "a", "b"), told(joint))
    mixed: Tree = ["cases", le(A, ONE), joint, made_of(law)]
    refused("rewrite", told(made_of(law)), both(cell(A, B, mixed), at(A, B), "a", "b"), told(mixed))
    # A size of that name is no size of the alphabet.
    events = every("b", eq(cell(A, B), at(A, B)), None, ["event", N])
    refused("rewrite", told(made_of(law)), every("a", events), told(joint))
    inner = every("b", eq(cell(N, B), at(N, B)))
    refused("rewrite", told(made_of(law)), every("n", inner, None, ["symbol", N]), told(joint))


def test_channels_that_speak_of_a_row_are_several() -> None:
    mixed: Tree = ["cases", le(A, ONE), ["var", "U"], ["var", "V"]]
    entry = op("at", op("row", mixed, A, sort=["pmf", N]), B)
    other = op("at", op("row", ["var", "V"], A, sort=["pmf", N]), B)
    refused("rewrite", le(op("capacity", ["var", "V"]), X),
            every("a", every("b", eq(entry, other))), le(op("capacity", mixed), X))


def test_of_two_numbers_one_is_no_larger() -> None:
    for pair in ([le(X, Y), lt(Y, X)], [lt(X, Y), le(Y, X)], [le(X, Y), le(Y, X)]):
        made("order", ["or", pair])
    log = op("log", X)
    for wrong in (["or", [lt(X, Y), lt(Y, X)]], ["or", [le(X, Y), lt(Y, Z)]],
                  ["or", [le(X, Y), lt(Z, X)]],
                  ["or", [le(X, Y), lt(X, Y)]], ["and", [le(X, Y), lt(Y, X)]],
                  ["or", [eq(X, Y), lt(Y, X)]], ["or", [le(X, log), lt(log, X)]],
                  ["or", [le(log, X), lt(X, log)]], ["or", [le(X, Y)]]):
        refused("order", wrong)


def test_chains() -> None:
    signs = {"<": lt, "<=": le, "=": eq}
    for one, two, three in itertools.product(signs, repeat=3):
        told = {"<": "<" in (one, two), "<=": True, "=": one == two == "="}[three]
        step = signs[three](X, Z), signs[one](X, Y), signs[two](Y, Z)
        if told:
            made("transitive", *step)
        else:
            refused("transitive", *step, match="shows less")
    for formula, one, two in ((le(X, Z), le(X, Y), le(X, Z)), (le(X, Y), le(X, Y), le(Y, Z)),
                              (le(Y, Z), le(X, Y), le(Y, Z)), (le(Z, X), le(X, Y), le(Y, Z))):
        refused("transitive", formula, one, two, match="no chain")
    refused("transitive", le(X, Y), le(X, Y), match="takes 2")
    refused("transitive", no(le(X, Z)), le(X, Y), le(Y, Z), match="not a chain")


def test_relations_are_turned() -> None:
    log = op("log", X)
    for formula, premises in (
        (eq(X, Y), [eq(Y, X)]), (eq(X, Y), [le(X, Y), le(Y, X)]), (le(X, Y), [lt(X, Y)]),
        (le(X, Y), [eq(X, Y)]), (le(X, Y), [eq(Y, X)]), (no(le(X, Y)), [lt(Y, X)]),
        (no(lt(X, Y)), [le(Y, X)]), (no(lt(X, Y)), [lt(Y, X)]),
        (no(lt(X, Y)), [eq(Y, X)]), (lt(Y, X), [no(le(X, Y))]), (le(Y, X), [no(lt(X, Y))]),
        (eq(X, Y), [eq(X, Y), le(Y, X)]), (le(log, Y), [lt(log, Y)]),
    ):
        made("turn", formula, *premises)
    for formula, premises in (
        (eq(X, Y), [le(X, Y)]), (eq(X, Y), [le(X, Y), le(X, Y)]), (eq(X, Y), [lt(X, Y), le(Y, X)]),
        (le(X, Y), [le(Y, X)]), (lt(X, Y), [le(X, Y)]), (lt(X, Y), [eq(X, Y)]),
        (no(le(X, Y)), [le(Y, X)]), (no(le(X, Y)), [eq(X, Y)]), (no(lt(X, Y)), [le(X, Y)]),
        (no(lt(X, Y)), [lt(X, Y)]), (lt(Y, X), [no(lt(X, Y))]), (lt(X, Y), [no(le(X, Y))]),
        (le(Y, X), [no(le(Y, X))]), (lt(log, Y), [no(le(Y, log))]),
        (lt(Y, X), [no(le(Z, Y))]),
        (lt(Z, X), [no(le(X, Y))]), (lt(Y, log), [no(le(log, Y))]),
        (no(eq(X, Y)), [lt(X, Y)]), (eq(X, Y), []),
    ):
        refused("turn", formula, *premises)


# --- sums and suprema -----------------------------------------------------------------------------


F, G = op("at", ["var", "P"], A), op("at", ["var", "Q"], A)


def test_sums_compare_as_their_terms_do() -> None:
    total_f, total_g = over("sum", "a", F), over("sum", "a", G)
    for relation, given in ((le, le), (le, lt), (le, eq), (eq, eq), (lt, lt)):
        made("sum", relation(total_f, total_g), every("a", given(F, G)))
    renamed = over("sum", "b", op("at", ["var", "Q"], B))
    made("sum", le(total_f, renamed), every("a", le(F, G)))
    few = le(A, ONE)
    made("sum", le(over("sum", "a", F, few), over("sum", "a", G, few)), every("a", le(F, G), few))
    # It may be infinite, without a guard.
    far = op("kl", ["var", "P"], ["var", "Q"])
    made("sum", le(over("sum", "a", far), over("sum", "a", far)), every("a", le(far, far)))
    on_k = [over("sum", "e", part) for part in (ZERO, ONE)]
    made("sum", le(*on_k), every("e", lt(ZERO, ONE)))
    for formula, given in (
        (lt(total_f, total_g), every("a", le(F, G))), (eq(total_f, total_g), every("a", le(F, G))),
        (le(total_g, total_f), every("a", le(F, G))), (le(total_f, total_g), some("a", le(F, G))),
        (le(total_f, total_g), every("e", le(F, G))), (le(total_f, total_g), le(F, G)),
        (le(total_f, over("sum", "e", G)), every("a", le(F, G))),
        (le(over("sum", "a", F, few), total_g), every("a", le(F, G), few)),
        (le(total_f, over("sum", "a", G, few)), every("a", le(F, G))),
        (lt(over("sum", "a", F, few), over("sum", "a", G, few)), every("a", lt(F, G), few)),
        (eq(total_f, total_g), every("a", lt(F, G))),
        (le(over("sum", "a", F, sort=["symbol", K]), total_g), every("a", le(F, G))),
        (le(total_f, over("sum", "a", G, sort=["symbol", K])), every("a", le(F, G))),
        # The a of the premise is one symbol, that of the sum each.
        (le(total_f, total_g), every("b", le(op("at", ["var", "P"], B), G))),
        (le(over("sum", "a", far, few), over("sum", "a", far, few)), every("a", le(far, far), few)),
        # Sums over no symbols are equal, and a sum of what may have no value may have none.
        (lt(*on_k), every("e", lt(ZERO, ONE))),
        (le(over("sum", "a", op("log", X)), over("sum", "a", op("log", X))),
         every("a", le(op("log", X), op("log", X)))),
        (le(over("max", "a", F), over("max", "a", G)), every("a", le(F, G))),
    ):
        refused("sum", formula, given)
    refused("sum", le(total_f, total_g), match="takes a premise")


def test_suprema_are_bounded_by_what_bounds_each_value() -> None:
    for kind in ("sup", "max"):
        made("bound-sup", le(over(kind, "a", F), X), le(F, X), variable=chosen("a"))
    for kind in ("inf", "min"):
        made("bound-sup", le(X, over(kind, "a", F)), le(X, F), variable=chosen("a"))
    guard = le(A, ONE)
    held_ = made("bound-sup", le(over("max", "a", F, guard), X), shown(le(F, X), guard),
                 variable=chosen("a"))
    assert not held_.hypotheses
    at_e, top = op("exp", E), over("max", "a", F)
    for formula, premises, name in (
        (le(top, X), [lt(F, X)], "a"), (lt(top, X), [lt(F, X)], "a"),
        (le(over("min", "a", F), X), [le(F, X)], "a"), (le(X, top), [le(X, F)], "a"),
        (le(over("sum", "a", F), X), [le(F, X)], "a"), (le(top, X), [le(G, X)], "a"),
        (le(top, X), [le(F, X)], "e"), (le(top, X), [le(F, X)], "x"),
        (le(over("max", "a", F), X), [shown(le(F, X), le(A, ONE))], "a"),
        # There may be no symbol, and that there is one isn't shown from one.
        (le(over("max", "e", at_e), X), [le(at_e, X)], "e"),
        (le(over("max", "e", at_e), X), [le(at_e, X), shown(lt(ZERO, K), rests=["e"])], "e"),
        (le(over("max", "a", F, guard), op("log", X)), [shown(le(F, op("log", X)), guard)], "a"),
        (le(over("max", "a", F), A), [le(F, A)], "a"),
    ):
        refused("bound-sup", formula, *premises, variable=chosen(name))
    made("bound-sup", le(top, op("log", X)), le(F, op("log", X)), variable=chosen("a"))
    made("bound-sup", le(over("max", "e", at_e), X), le(at_e, X), lt(ZERO, K),
         variable=chosen("e"))


def test_values_lie_below_suprema() -> None:
    at_b = op("at", ["var", "P"], B)
    for kind in ("sup", "max"):
        made("below-sup", le(at_b, over(kind, "a", F)), term=["term", B])
    for kind in ("inf", "min"):
        made("below-sup", le(over(kind, "a", F), at_b), term=["term", B])
    guard = le(A, ONE)
    made("below-sup", le(at_b, over("max", "a", F, guard)), le(B, ONE), term=["term", B])
    log = op("log", A)
    for formula, premises, term in (
        (lt(at_b, over("max", "a", F)), [], B), (le(over("max", "a", F), at_b), [], B),
        (le(at_b, over("min", "a", F)), [], B), (le(at_b, over("max", "a", G)), [], B),
        (le(at_b, over("max", "a", F)), [], A), (le(at_b, over("max", "a", F, guard)), [], B),
        (le(op("exp", K), over("max", "e", op("exp", E))), [], K),
        (le(op("log", B), over("max", "a", log)), [], B), (le(at_b, over("sum", "a", F)), [], B),
    ):
        refused("below-sup", formula, *premises, term=["term", term])


def test_the_last_term_of_a_sum() -> None:
    more = op("add", K, ONE, sort=COUNT)
    long = over("sum", "c", op("exp", ["var", "c"]), sort=["symbol", more])
    short = over("sum", "d", op("exp", ["var", "d"]), sort=["symbol", K])
    whole = eq(long, op("add", short, op("exp", K)))
    assert made("last-term", whole).formula == whole
    less = ["op", "sub", [K, ONE], COUNT, []]
    for wrong in (
        eq(long, op("add", short, op("exp", more))), le(long, op("add", short, op("exp", K))),
        eq(long, op("add", long, op("exp", more))),
        eq(over("sum", "c", op("exp", ["var", "c"]), sort=["symbol", K]),
           op("add", short, op("exp", K))),
        eq(over("sum", "c", ["var", "c"], sort=["symbol", more]), op("add", short, K)),
        eq(over("sum", "c", op("exp", ["var", "c"]), le(["var", "c"], ONE), ["symbol", more]),
           op("add", short, op("exp", K))),
        eq(over("sum", "c", op("exp", ["var", "c"]), sort=["symbol", K]),
           op("add", over("sum", "d", op("exp", ["var", "d"]), sort=["symbol", less]),
              op("exp", less))),
        eq(over("sum", "c", op("log", ["var", "c"]), sort=["symbol", more]),
           op("add", over("sum", "d", op("log", ["var", "d"]), sort=["symbol", K]),
              op("log", K))),
    ):
        refused("last-term", wrong)
    events = [over("sum", name, ONE, sort=["event", size])
              for name, size in (("c", more), ("d", K))]
    refused("last-term", eq(events[0], op("add", events[1], ONE)), match="last term")
    refused("last-term", whole, le(X, Y), match="takes 0")


def test_a_term_of_a_finite_sum_is_finite() -> None:
    at_b = op("at", ["var", "P"], B)
    total = over("sum", "a", F)
    for first in (lt(total, Y), le(total, Y), eq(total, Y), lt(total, INFINITY)):
        made("finite-term", lt(at_b, INFINITY), first, term=["term", B])
    log = over("sum", "a", op("log", A))
    for formula, first, term in (
        (lt(at_b, INFINITY), le(total, INFINITY), B), (lt(at_b, INFINITY), lt(total, Y), A),
        (le(at_b, INFINITY), lt(total, Y), B), (lt(at_b, ONE), lt(total, Y), B),
        (lt(op("log", B), INFINITY), lt(log, Y), B), (lt(at_b, INFINITY), no(lt(total, Y)), B),
        (lt(at_b, INFINITY), lt(over("max", "a", F), Y), B),
        (lt(at_b, INFINITY), lt(over("sum", "a", F, le(A, ONE)), Y), B),
        (lt(op("exp", K), INFINITY), lt(over("sum", "e", op("exp", E)), Y), K),
    ):
        refused("finite-term", formula, first, term=["term", term])
