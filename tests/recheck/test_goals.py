"""Goals of the second checker: what an instance must meet, and the digests by which goals and
statements are named."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.errors import Rejected
from recheck.goals import (
    Lifting,
    digest,
    goal,
    normal,
    numbered,
    renamed,
    split,
    statement_digest,
)
from recheck.signatures import REAL
from recheck.trees import Tree

PLAIN, SHARES = ["real", None, None, False, False], ["real", "0", "1", False, False]
X, Y, R, N, A = (["var", name] for name in "xyrna")
ZERO, ONE = ["number", "0"], ["number", "1"]
VARIABLES = [["n", ["size", 1, None], ""], ["x", PLAIN, ""], ["y", PLAIN, ""]]
SYMBOL = ["symbol", N]


def relation(sign: str, left: Tree, right: Tree) -> Tree:
    return ["relation", sign, left, right]


def le(left: Tree, right: Tree) -> Tree:
    return relation("<=", left, right)


def lt(left: Tree, right: Tree) -> Tree:
    return relation("<", left, right)


def no(formula: Tree) -> Tree:
    return ["not", formula]


def over(kind: str, body: Tree, guard: Tree | None = None, name: str = "r", sort: Tree = SHARES
         ) -> Tree:
    return ["bind", kind, [name, sort, ""], guard, body, REAL]


def some(name: str, body: Tree, guard: Tree | None = None, sort: Tree = PLAIN) -> Tree:
    return ["quantified", "exists", [name, sort, ""], guard, body]


def every(name: str, body: Tree, guard: Tree | None = None, sort: Tree = PLAIN) -> Tree:
    return ["quantified", "forall", [name, sort, ""], guard, body]


def op(head: str, *args: Tree) -> Tree:
    return ["op", head, list(args), REAL, []]


@pytest.mark.parametrize(("formula", "found"), [
    (relation(">=", X, Y), le(Y, X)), (relation(">", X, Y), lt(Y, X)), (le(X, Y), le(X, Y)),
    (lt(X, Y), lt(X, Y)), (relation("=", X, Y), relation("=", X, Y)),
    (no(relation(">", X, Y)), no(lt(Y, X))), (no(no(relation(">=", X, Y))), le(Y, X)),
    (no(["and", [le(X, Y), relation(">", X, Y)]]), ["or", [no(le(X, Y)), no(lt(Y, X))]]),
    (no(every("r", relation(">=", R, X), relation(">", R, Y))), some("r", no(le(X, R)), lt(Y, R))),
    (every("r", relation(">=", R, X)), every("r", le(X, R))),
    (every("r", le(R, X), relation(">", R, Y)), every("r", le(R, X), lt(Y, R))),
    (["or", [relation(">", X, Y), ["and", [relation(">=", X, Y)]]]], [
        "or", [lt(Y, X), ["and", [le(Y, X)]]]]), (None, None),
])
def test_negations_stand_at_relations_that_point_one_way(formula: Tree, found: Tree) -> None:
    assert normal(formula) == found


F = op("exp", R)
SUP, INF, MAX = over("sup", F), over("inf", F), over("max", F, sort=SYMBOL)
# (a formula, what is left of it, whether a variable is new and one of the points).
LIFTED: list[tuple[Tree, Tree, list[str], set[str]]] = [
    (lt(X, SUP), lt(X, F), ["r"], set()), (le(X, SUP), le(X, F), ["r"], {"r"}),
    (lt(INF, X), lt(F, X), ["r"], set()), (le(INF, X), le(F, X), ["r"], {"r"}),
    (no(le(SUP, X)), no(le(F, X)), ["r"], set()), (no(lt(SUP, X)), no(lt(F, X)), ["r"], {"r"}),
    (no(le(X, INF)), no(le(X, F)), ["r"], set()), (no(lt(X, INF)), no(lt(X, F)), ["r"], {"r"}),
    # On the other side no point decides.
    (le(SUP, X), le(SUP, X), [], set()), (lt(SUP, X), lt(SUP, X), [], set()),
    (le(X, INF), le(X, INF), [], set()), (no(le(X, SUP)), no(le(X, SUP)), [], set()),
    (no(lt(INF, X)), no(lt(INF, X)), [], set()), (le(X, MAX), le(X, MAX), [], set()),
    (relation("=", X, SUP), relation("=", X, SUP), [], set()),
    (["and", [lt(X, SUP), le(INF, Y)]], ["and", [lt(X, F), le(op("exp", ["var", "r'"]), Y)]],
     ["r", "r'"], {"r'"}),
    (["or", [lt(X, SUP), le(X, Y)]], ["or", [lt(X, F), le(X, Y)]], ["r"], set()),
    (lt(X, over("sup", F, relation(">", R, X))), ["and", [lt(X, R), lt(X, F)]], ["r"], set()),
    (lt(X, over("sup", op("exp", X), None, "x")), lt(X, op("exp", ["var", "x'"])), ["x'"], set()),
    (lt(X, over("sup", over("sup", op("add", R, Y), None, "y"))),
     lt(X, op("add", R, ["var", "y'"])), ["r", "y'"], set()),
]


@pytest.mark.parametrize(("formula", "found", "names", "points"), LIFTED)
def test_a_supremum_that_a_point_decides_is_a_variable(
    formula: Tree, found: Tree, names: list[str], points: set[str]
) -> None:
    lifting = Lifting(VARIABLES)
    assert lifting.lift(formula) == found
    assert [*lifting.variables] == ["n", "x", "y", *names]
    assert lifting.points == points
    for name in names:
        assert lifting.variables[name][1] in (SHARES, PLAIN)


LAW = ["pmf", N]
PROGRAM = some("r", le(R, X))
CURVE = some("r", le(op("exp", R), X))


def test_of_some_number_or_law_one_is_a_move() -> None:
    for formula, found, names in (
        (PROGRAM, le(R, X), ["r"]), (some("r", le(R, X), lt(R, Y)), ["and", [lt(R, Y), le(R, X)]],
            ["r"]),
        (some("r", le(R, X), relation(">", Y, R)), ["and", [lt(R, Y), le(R, X)]], ["r"]),
        (some("x", le(X, Y)), le(["var", "x'"], Y), ["x'"]),
        (["or", [PROGRAM, CURVE]], ["or", [le(R, X), le(op("exp", ["var", "r'"]), X)]],
            ["r", "r'"]),
        (some("a", le(A, X), None, SYMBOL), some("a", le(A, X), None, SYMBOL), []),
        (every("r", le(R, X)), every("r", le(R, X)), []),
        (some("r", some("a", le(["op", "at", [R, A], REAL, []], X), None, SYMBOL), None, LAW),
         some("a", le(["op", "at", [R, A], REAL, []], X), None, SYMBOL), ["r"]),
    ):
        lifting = Lifting(VARIABLES)
        assert lifting.opened(formula) == found
        assert [*lifting.variables][3:] == names
    # Of a hypothesis linear programs stay as they are: they are decided.
    lifting = Lifting(VARIABLES)
    assert lifting.opened(["and", [PROGRAM, CURVE]], kept=True) == [
        "and", [PROGRAM, le(op("exp", R), X)]]
    assert [*lifting.variables][3:] == ["r"]


# Of a sort that no quantifier ranges over.
RANGELESS = over("sup", F, sort=["framework", N])
BEYOND = ["var", "r'"]


@pytest.mark.parametrize(("formula", "found", "names"), [
    (le(SUP, X), ["and", [every("r", le(F, X), None, SHARES), le(X, X)]], []),
    (le(X, INF), ["and", [every("r", le(X, F), None, SHARES), le(X, X)]], []),
    (no(lt(X, SUP)), ["and", [every("r", le(F, X), None, SHARES), le(X, X)]], []),
    (no(lt(INF, X)), ["and", [every("r", le(X, F), None, SHARES), le(X, X)]], []),
    # Strictly: below a number, which is below the end.
    (lt(SUP, X), ["and", [every("r'", le(op("exp", BEYOND), R), None, SHARES), lt(R, X)]], ["r"]),
    (lt(X, INF), ["and", [every("r'", le(R, op("exp", BEYOND)), None, SHARES), lt(X, R)]], ["r"]),
    (no(le(X, SUP)), ["and", [every("r'", le(op("exp", BEYOND), R), None, SHARES), lt(R, X)]],
     ["r"]),
    (no(le(INF, X)), ["and", [every("r'", le(R, op("exp", BEYOND)), None, SHARES), lt(X, R)]],
     ["r"]),
    # The end speaks of what is called as the supremum's variable.
    (le(SUP, R), ["and", [every("r'", le(op("exp", BEYOND), R), None, SHARES), le(R, R)]], []),
    (le(over("sup", F, relation(">", R, Y)), X),
     ["and", [every("r", le(F, X), lt(Y, R), SHARES), le(X, X)]], []),
    (["or", [le(SUP, X), le(X, Y)]],
     ["or", [["and", [every("r", le(F, X), None, SHARES), le(X, X)]], le(X, Y)]], []),
    # What a point decides stays, and so does what no quantifier ranges over.
    (le(X, SUP), le(X, SUP), []), (lt(INF, X), lt(INF, X), []),
    (no(le(SUP, X)), no(le(SUP, X)), []),
    (le(RANGELESS, X), le(RANGELESS, X), []), (no(lt(X, RANGELESS)), no(lt(X, RANGELESS)), []),
    (le(X, over("inf", F, sort=["framework", N])), le(X, over("inf", F, sort=["framework", N])),
     []),
    (no(lt(over("inf", F, sort=["framework", N]), X)),
     no(lt(over("inf", F, sort=["framework", N]), X)), []),
])
def test_a_supremum_that_no_point_decides_is_bounded_everywhere(
    formula: Tree, found: Tree, names: list[str]
) -> None:
    lifting = Lifting(VARIABLES)
    assert lifting.bounded(formula) == found
    assert [*lifting.variables][3:] == names


# --- goals ----------------------------------------------------------------------------------------


def statement(then: Tree, *given: Tree, quantifier: str = "forall", variables: Any = VARIABLES
              ) -> dict[str, Any]:
    return {"quantifier": quantifier, "variables": variables, "given": list(given), "then": then}


def test_what_an_instance_must_meet() -> None:
    holds, exists = statement(le(X, Y), lt(X, ONE)), statement(le(X, Y), quantifier="exists")
    assert goal(holds, "refutation")[1] == ["and", [lt(X, ONE), no(le(X, Y))]]
    assert goal(exists, "proof")[1] == ["and", [le(X, Y)]]
    assert goal(holds, "witness")[1] == ["and", [lt(X, ONE), ["and", []]]]
    assert goal(exists, "witness")[1] == ["and", [["and", []]]]
    for told, polarity in ((exists, "refutation"), (holds, "proof"), (holds, "none"), (exists, "")):
        with pytest.raises(Rejected, match="an instance is no"):
            goal(told, polarity)
    variables, body, _ = goal(statement(le(over("sup", F), X)), "refutation")
    assert body == ["and", [no(le(F, X))]]
    assert [name for name, _, _ in variables] == ["n", "x", "y", "r"]
    # A hypothesis keeps its suprema: there is a point for each, not one.
    _, body, _ = goal(statement(le(X, Y), le(X, over("sup", F))), "refutation")
    assert body == ["and", [le(X, over("sup", F)), no(le(X, Y))]]


def digests(*told: Any) -> list[str]:
    return [goal(one, "refutation")[2] for one in told]


def names(told: Any, **changes: str) -> Any:
    match told:
        case ["var", name]:
            return ["var", changes.get(name, name)]
        case [str(name), [*sort], str(symbol)] if len(told) == 3 and name in changes:
            return [changes[name], names(sort, **changes), symbol]
        case list():
            return [names(part, **changes) for part in told]
        case dict():
            return {key: names(part, **changes) for key, part in told.items()}
    return told


NESTED = every("r", every("a", le(op("add", R, A), X), None, SYMBOL), lt(R, X))


def test_digests_are_of_what_is_said_and_not_of_names() -> None:
    told = statement(NESTED, lt(X, Y))
    same = [names(told, r="s"), names(told, a="x'"), names(told, x="y", y="x"), names(told, n="m"),
            names(told, r="a", a="r"), {**told, "given": [relation(">", Y, X)]}]
    assert {*digests(told, *same)} == {*digests(told)}
    assert {statement_digest(one) for one in (told, *same)} == {statement_digest(told)}
    others = [
        statement(NESTED, lt(Y, X)), statement(NESTED, le(X, Y)), statement(NESTED),
        statement(NESTED, lt(X, Y), lt(X, Y)), statement(every("r", every("a", le(
            op("add", A, R), X), None, SYMBOL), lt(R, X)), lt(X, Y)),
        statement(every("r", every("a", le(op("add", R, R), X), None, SYMBOL), lt(R, X)), lt(X, Y)),
        statement(every("r", every("a", le(op("add", A, A), X), None, SYMBOL), lt(R, X)), lt(X, Y)),
        statement(every("r", every("a", le(op("add", R, A), X), None, SYMBOL)), lt(X, Y)),
        statement(every("r", every("a", le(op("add", R, A), X), None, SYMBOL), lt(R, X), SHARES),
                  lt(X, Y)), {**told, "variables": [*VARIABLES[:2], ["y", SHARES, ""]]},
        {**told, "variables": [*VARIABLES, ["z", PLAIN, ""]]},
    ]
    assert len({*digests(told, *others)}) == len(others) + 1
    assert len({statement_digest(one) for one in (told, *others)}) == len(others) + 1
    exists = {**told, "quantifier": "exists"}
    assert statement_digest(exists) != statement_digest(told)


def test_each_of_three_binders_has_its_own_name() -> None:
    def told(one: Tree, two: Tree) -> Any:
        inner = every("a", every("s", le(one, two)), None, SYMBOL)
        return statement(every("r", inner), le(X, Y))

    s = ["var", "s"]
    trees = [told(A, s), told(s, A), told(s, s), told(A, A), told(R, s), told(R, A)]
    assert len({*digests(*trees)}) == len({*map(statement_digest, trees)}) == len(trees)


def test_a_supremum_below_and_one_at_most_a_number_have_other_goals() -> None:
    """r < 1 for all r in [0, 1), and the supremum of r is 1."""
    least, most = statement(lt(over("sup", F), X)), statement(le(over("sup", F), X))
    body = goal(least, "refutation")[1]
    assert body == ["and", [no(lt(F, X))]]
    plain = statement(lt(F, X), variables=[*VARIABLES, ["r", SHARES, ""]])
    assert goal(plain, "refutation")[1] == body
    assert len({*digests(least, most, plain)}) == 3
    assert digests(most) == digests(statement(le(F, X), variables=[*VARIABLES, ["r", SHARES, ""]]))


def test_names_of_bound_variables_are_their_depths() -> None:
    found = renamed(NESTED, {"x": "v1", "n": "v0"}, 0)
    bound = ["quantified", "forall", ["b1", ["symbol", ["var", "v0"]], ""], None, le(
        ["op", "add", [["var", "b0"], ["var", "b1"]], REAL, []], ["var", "v1"])]
    assert found == ["quantified", "forall", ["b0", PLAIN, ""], lt(["var", "b0"], ["var", "v1"]),
        bound]
    joint = ["op", "margin", [["var", "j"]], ["joint", ["n"], [N]], ["n"]]
    assert renamed(joint, {"n": "v0", "j": "v1"}, 0) == [
        "op", "margin", [["var", "v1"]], ["joint", ["n"], [["var", "v0"]]], ["n"]]
    assert renamed(over("sup", F, lt(R, X)), {"x": "v0"}, 3) == [
        "bind", "sup", ["b3", SHARES, ""], lt(["var", "b3"], ["var", "v0"]),
        ["op", "exp", [["var", "b3"]], REAL, []], REAL]
    written, told = numbered([*VARIABLES, ["a", SYMBOL, "a"]])
    assert written[3] == ["v3", ["symbol", ["var", "v0"]]]
    assert told == {"n": "v0", "x": "v1", "y": "v2", "a": "v3"}


def test_only_equalities_of_suprema_are_split() -> None:
    assert split(no(relation("=", X, Y))) == no(relation("=", X, Y))
    for side in (SUP, INF):
        for left, right in ((side, X), (X, side)):
            assert split(no(relation("=", left, right))) == [
                "or", [no(le(left, right)), no(le(right, left))]]


def test_a_goal_without_points_names_none() -> None:
    found, body, name = goal(statement(le(X, Y)), "refutation")
    written, names = numbered(found)
    assert name == digest({"exists": written, "body": renamed(body, names, 0)})
