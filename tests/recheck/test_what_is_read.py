"""What the second checker reads: heads with arguments that they take, sorts, variables, binders and
definitions; each beside siblings that it must refuse."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.errors import Rejected, Unsupported
from recheck.signatures import COUNT, HEADS, REAL, _read, _signatures, result_of, same
from recheck.statements import (
    opened_statement,
    rational,
    read_formula,
    read_name,
    read_sort,
    read_term,
    read_variables,
)
from recheck.trees import Tree

N, K, D, ZERO, ONE, TWO = (
    ["var", "n"], ["var", "k"], ["var", "D"], ["number", "0"], ["number", "1"], ["number", "2"])
X, P, Q, U, W, M, PI, R, J, LAW, INTEGERS, G = (
    ["var", name] for name in ("x", "P", "Q", "U", "W", "M", "pi", "r", "J", "X", "Z", "G"))
PLAIN = ["real", None, None, False, False]


def op(head: str, *args: Tree, sort: Tree = REAL, detail: Any = ()) -> Tree:
    return ["op", head, list(args), sort, list(detail)]


MORE, MORE_2 = op("add", K, ONE, sort=COUNT), op("add", K, TWO, sort=COUNT)
SQUARE = op("mul", N, N, sort=COUNT)
PAIRS = op("several_entries", N, N, sort=["database"])
INSTANCES = op("instances", D, sort=COUNT)
SCOPE: dict[str, Tree] = {
    "x": PLAIN, "n": ["size", 1, None], "k": COUNT, "a": ["symbol", N], "D": ["database"],
    "D'": ["database"], "P": ["pmf", N], "Q": ["pmf", K], "T": ["pmf", TWO], "U": ["channel", N, N],
    "W": ["channel", N, K], "V": ["channel", SQUARE, K], "M": ["mechanism", D, N],
    "M'": ["mechanism", ["var", "D'"], N], "pi": ["prior", D, "any", None],
    "r": ["reals", N, PLAIN], "s": ["reals", SQUARE, PLAIN], "J": ["joint", ["U", "V"], [N, K]],
    "X": ["law"], "Z": ["integerlaw"], "G": ["framework", N], "A": ["event", N], "w": [
        "reals", op("mul", K, N, sort=COUNT), PLAIN],
    "S": ["pmf", SQUARE], "six": ["pmf", ["number", "6"]],
    "twice": ["reals", op("mul", N, TWO, sort=COUNT), PLAIN],
    "moving": ["reals", op("mul", N, X, sort=COUNT), PLAIN],
    "free": ["queries", "independent", D, K, N],
    "next": ["queries", "independent", D, MORE, N],
    "later": ["queries", "independent", D, MORE_2, N],
    "asked": ["queries", "sequential", D, MORE, N], "parts": ["queries", "partial", D, K, N],
    "open": ["dataclass", N, "any"], "all": ["dataclass", N, "all"], "f": ["symbol", ["var", "a"]],
    "listed": ["dataclass", N, "listed"], "moved": ["dataclass", N, "reweighted"],
    "l": ["member", G, ["var", "listed"]], "o": ["member", G, ["var", "open"]],
    "g": ["member", G, ["var", "all"]], "h": ["member", G, ["var", "moved"]],
}


def var(name: str) -> Tree:
    return ["var", name]


T, S, V = var("T"), var("S"), var("V")
DISCRETE = op("discrete_laplace", ZERO, ONE, sort=["integerlaw"])
# (head, arguments, names of variables) of what is read, and of siblings that aren't.
TAKEN: dict[str, tuple[list[Any], list[Any]]] = {
    "numbers": ([("pi", []), ("exp", [X]), ("exp", [N]), ("exp", [var("a")]), ("add", [X, N])],
                [("exp", [P]), ("exp", [X, X]), ("exp", []), ("add", [X]), ("exp", [D]),
                 ("exp", [X], ["U"]), ("exp", [LAW])]),
    "laws": ([("entropy", [P]), ("kl", [P, P]), ("information", [P, W])],
             [("entropy", [X]), ("entropy", [R]), ("entropy", [LAW]), ("kl", [P, Q]), ("kl", [P]),
              ("information", [Q, W]), ("kl", [P, P, P]), ("entropy", [P], ["U"])]),
    "laws on the line": ([("law_kl", [LAW, LAW]), ("laplace", [X, X])],
                         [("law_kl", [LAW, P]), ("law_kl", [LAW, INTEGERS]), ("kl", [LAW, LAW])]),
    "mechanisms": ([("database_information", [PI, M]), ("mi_dp", [M])],
                   [("database_information", [PI, var("M'")]), ("mi_dp", [U])]),
    "queries": ([("query", [var("free"), ZERO]), ("query", [var("parts"), ZERO]),
                 ("widened", [var("parts")]), ("query_given", [var("asked"), ONE, ZERO]),
                 ("final", [var("next")]), ("initial", [var("next")]), ("initial", [var("asked")])],
                [("widened", [var("free")]), ("widened", [var("parts"), ZERO]),
                 ("query_given", [M, ONE, ZERO]),
                 ("final", [var("asked")]), ("final", [var("parts")]), ("final", [var("free")]),
                 ("final", [var("later")]), ("initial", [var("free")]), ("initial", [var("later")]),
                 ("initial", [var("parts")]), ("query", [U, ZERO])]),
    "an entry's channel": ([("on_entry", [var("entry"), D, ZERO])],
                           [("on_entry", [U, D, ZERO]), ("on_entry", [var("entry"), D, ONE]),
                            ("on_entry", [var("entry"), var("D'"), ZERO])]),
    "variables of a law": (
        [("as_joint", [S, N, N], ["A,B"]), ("as_joint", [P, N], ["A"]),
         ("as_joint", [var("six"), TWO, ["number", "3"]], ["A,B"])],
        [("as_joint", [S, N, N], ["A,A"]), ("as_joint", [S, N, N], ["A"]),
         ("as_joint", [var("six"), TWO, TWO], ["A,B"]), ("as_joint", [S, N], ["A"]),
         ("as_joint", [P, N, N], ["A,B"]),
         ("as_joint", [S, N, N], ["A,B,C"]), ("as_joint", [S, N, K], ["A,B"])]),
    "marginals": (
        [("marginal", [J], ["U"]), ("margin", [J], ["U,V"]), ("margin", [J], ["V"]),
         ("conditional", [J], ["U", "V"])],
        [("marginal", [J], ["W"]), ("margin", [J], [""]), ("margin", [J], ["U,U"]),
         ("margin", [J], ["W"]), ("margin", [J], ["U", "V"]), ("conditional", [J], ["U", ""]),
         ("conditional", [J], ["", "V"]), ("conditional", [J], ["U", "U"]),
         ("conditional", [J], ["U"]), ("marginal", [P], ["U"])]),
    "entropies": (
        [("joint_entropy", [J], ["U", ""]), ("joint_entropy", [J], ["U", "V"]),
         ("joint_entropy", [J], ["U,V", ""]), ("joint_information", [J], ["U", "V", ""])],
        [("joint_entropy", [J], ["U"]), ("joint_entropy", [J], ["U", "V", ""]),
         ("joint_entropy", [J], ["U", "U"]), ("joint_entropy", [J], ["U,U", ""]),
         ("joint_entropy", [J], ["W", ""]), ("joint_information", [J], ["U", "V"]),
         ("joint_information", [J], ["U", "U", ""]), ("joint_entropy", [P], ["U", ""])]),
    "entries of joint laws": ([("joint_at", [J, ZERO, ZERO])],
                              [("joint_at", [J, ZERO]), ("joint_at", [J, ZERO, ZERO, ZERO])]),
    "laws on the integers": (
        [("discrete_laplace", [ZERO, X]), ("discrete_gaussian", [K, X]), ("binomial", [K, X]),
         ("integer_shift", [INTEGERS, K])],
        [("discrete_laplace", [X, X]), ("discrete_gaussian", [["number", "1/2"], X]),
         ("binomial", [X, X]), ("binomial", [op("div", K, TWO), X]),
         ("integer_shift", [INTEGERS, X]),
         ("integer_shift", [LAW, K])]),
    "mixtures": (
        [("law_mixture", [T, LAW, LAW]), ("integer_mixture", [T, INTEGERS, INTEGERS]),
         ("law_information", [T, LAW, LAW])],
        [("law_mixture", [T, LAW]), ("law_mixture", [T, LAW, LAW, LAW]), ("law_mixture", [P, LAW]),
         ("integer_mixture", [T, INTEGERS]), ("law_information", [T, LAW]),
         ("law_mixture", [T, LAW, INTEGERS])]),
    "channels on databases": (
        [("on_database", [V, PAIRS])],
        [("on_database", [U, PAIRS]), ("on_database", [V, D]),
         ("on_database", [V, op("several_entries", N, K, sort=["database"])])]),
    "noise on answers": (
        [("gaussian_information", [P, U, var("s"), N, X]),
         ("laplace_information", [P, U, var("twice"), TWO, X])],
        [("gaussian_information", [P, U, R, N, X]), ("gaussian_information", [P, U, R, X, X]),
         ("gaussian_information", [P, U, var("moving"), X, X]),
         ("gaussian_information", [P, U, var("s"), TWO, X]),
         ("laplace_information", [P, U, var("twice"), N, X]),
         ("laplace_information", [Q, U, var("s"), N, X])]),
    "matrices": (
        [("determinant", [var("s"), N]), ("leading_minor", [var("s"), K, N]),
         ("lower_value", [var("w"), K, N]), ("upper_value", [var("s"), N, N])],
        [("determinant", [R, N]), ("determinant", [var("s"), X]),
         ("leading_minor", [var("s"), X, N]), ("leading_minor", [var("s"), N, K]),
         ("lower_value", [var("w"), N, K]), ("lower_value", [var("moving"), N, X]),
         ("lower_value", [R, N, N])]),
    "decisions": (
        [("bayes_risk", [P, U, var("w"), K]), ("minimax_risk", [U, var("w"), K]),
         ("rate_distortion", [P, var("s"), N, X])],
        [("bayes_risk", [P, U, var("s"), K]), ("bayes_risk", [P, U, R, N]),
         ("minimax_risk", [U, var("s"), K]), ("minimax_risk", [U, var("moving"), X]),
         ("minimax_risk", [W, var("w"), N]), ("rate_distortion", [P, var("w"), K, X]),
         ("rate_distortion", [P, R, ONE, X]), ("rate_distortion", [P, var("moving"), X, X])]),
    "tables of costs": (
        [("transport_cost", [P, P, var("s")]), ("transport_cost", [Q, P, var("w")]),
         ("wasserstein", [P, P, var("s"), X]), ("g_leakage", [P, U, var("w"), K])],
        [("transport_cost", [P, P, R]), ("transport_cost", [P, Q, var("w")]),
         ("wasserstein", [P, P, R, X]), ("g_leakage", [P, U, var("s"), K]),
         ("g_leakage", [P, U, R, N])]),
    "members of classes": (
        [("reweighted", [var("g"), ZERO, ZERO, var("private")]),
         ("reweighted", [var("h"), ZERO, ZERO, var("private")])],
        [("reweighted", [var("l"), ZERO, ZERO, var("private")]),
         ("reweighted", [var("o"), ZERO, ZERO, var("private")]),
         ("reweighted", [var("g"), ZERO, ZERO, P])]),
}


@pytest.fixture(autouse=True)
def _scope(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = op("alphabet", D, ZERO, sort=COUNT)
    monkeypatch.setitem(SCOPE, "entry", ["channel", entry, N])
    monkeypatch.setitem(SCOPE, "private", ["pmf", op("private_values", G, ZERO, sort=COUNT)])


@pytest.mark.parametrize("what", TAKEN)
def test_heads_take_arguments_of_their_kinds_and_sizes(what: str) -> None:
    taken, others = TAKEN[what]
    for head, args, *names in taken:
        result_of(head, args, names[0] if names else [], SCOPE)
    for head, args, *names in others:
        with pytest.raises((Rejected, LookupError)) as found:
            result_of(head, args, names[0] if names else [], SCOPE)
        assert found.type is Rejected, (head, args)


def test_heads_that_there_are_not() -> None:
    with pytest.raises(Unsupported, match="unsupported head none"):
        result_of("none", [X], [], SCOPE)


# --- sorts and variables --------------------------------------------------------------------------


def joint(*names: Any) -> Tree:
    return ["joint", list(names), [N] * len(names)]


SORTS: list[tuple[Tree, list[Tree]]] = [
    (["real", "0", "1", True, False],
     [["real", "1", "0", False, False], ["real", "1", "1", True, False],
      ["real", "0", "0", False, True], ["real", 0, 1, False, False], ["real", "0", "1", 0, 1],
      ["real", "1/0", None, False, False], ["real", "0.5", None, False, False],
      ["real", "inf", None, False, False], ["real", "+1", None, False, False]]),
    (["real", "1/2", "2/4", False, False], []), (["size", 0, None], [
        ["size", -1, None], ["size", 3, 2], ["size", True, None], ["size", 0, True],
        ["size", "0", None], ["size", 0, "3"], ["size", 0.0, None], ["size", None, None]]),
    (["size", 2, 2], []), (["symbol", N], [
        ["symbol", X], ["symbol", ["number", "1/2"]], ["symbol", op("div", N, TWO)], ["symbol", P],
        ["symbol", op("pow", N, op("sub", N, ONE))], ["symbol", 3]]),
    (["symbol", op("mul", N, K, sort=COUNT)], []), (["event", N], [["event", X]]),
    (["pmf", N], [["pmf", X], ["pmf", op("sqrt", N)]]), (["mixture", N], [["mixture", X]]),
    (["reals", N, PLAIN], [["reals", X, PLAIN], ["reals", N, ["size", 0, None]], ["reals", N, P],
                           ["reals", N, ["real", "1", "0", False, False]]]),
    (joint("U", "V"), [joint("U", "U"), joint(), joint("U", ""), joint("U", 1), [
        "joint", ["U"], [N, N]], ["joint", ["U"], [X]]]),
    (["channel", N, K], [["channel", X, K], ["channel", N, X]]),
    (["mechanism", D, N], [["mechanism", N, N], ["mechanism", D, X], ["mechanism", P, N]]),
    (["prior", D, "any", None], [["prior", D, "any", ZERO], ["prior", D, "other", None],
                                 ["prior", N, "any", None]]),
    (["prior", D, "independent", None], [["prior", D, "independent", ZERO]]),
    (["prior", D, "split", ZERO], [["prior", D, "split", None], ["prior", D, "split", X]]),
    (["dataclass", N, "listed"], [["dataclass", N, "other"], ["dataclass", X, "all"]]),
    (["member", G, var("all")], [["member", G, var("few")], ["member", P, var("all")],
                                 ["member", G, G]]),
    (["queries", "partial", D, K, N], [["queries", "partial", D, K], ["queries", "other", D, K, N],
                                       ["queries", "partial", D, K, N, N],
                                       ["queries", "partial", D, X, N],
                                       ["queries", "partial", N, K, N]]),
    (["database"], [["database", N], [], "database", None, ["none"]]), (["law"], [["law", N]]),
]


@pytest.mark.parametrize(("sort", "others"), SORTS)
def test_sorts_are_read(sort: Tree, others: list[Tree]) -> None:
    scope = {**SCOPE, "few": ["dataclass", K, "all"]}
    read_sort(sort, scope)
    for other in others:
        with pytest.raises((Rejected, Unsupported)):
            read_sort(other, scope)


def test_numbers_are_kept_in_lowest_terms() -> None:
    assert read_sort(["real", "2/4", "6/3", False, True], {}) == ["real", "1/2", "2", False, True]


@pytest.mark.parametrize("name", ["", "a\n", "\0", "\1", 1, None, ["a"], "a\u200b"])
def test_names_are_printable(name: Any) -> None:
    with pytest.raises(Rejected, match="a name is none"):
        read_name(name)
    with pytest.raises((Rejected, TypeError)) as found:
        read_variables([[name, PLAIN, ""]], {})
    assert isinstance(name, list) or found.type is Rejected


def test_variables_are_bound_once() -> None:
    size, symbol = ["n", ["size", 1, None], ""], ["a", ["symbol", N], ""]
    _, scope = read_variables([size, symbol], {})
    assert scope == {"n": ["size", 1, None], "a": ["symbol", N]}
    for wrong, match in (
        ([size, size], "bound twice"), ([size, symbol, ["a", PLAIN, ""]], "bound twice"),
        ([symbol, size], "nobody binds"), ([["X", ["law"], ""]], "all laws on the line"),
        ([["X", ["integerlaw"], ""]], "all laws on the line"), ([["a", PLAIN]], "is none"),
        ([["a", PLAIN, None]], "is none"), (["a"], "is none"),
    ):
        with pytest.raises(Rejected, match=match):
            read_variables(wrong, {})


# --- binders and formulas -------------------------------------------------------------------------


def bind(kind: str, name: str, sort: Tree, body: Tree, guard: Tree | None = None,
         result: Tree = REAL) -> Tree:
    return ["bind", kind, [name, sort, ""], guard, body, result]


def le(left: Tree, right: Tree) -> Tree:
    return ["relation", "<=", left, right]


INDEX, SYMBOL, EVENT = var("i"), ["symbol", N], ["event", N]
AT, FEW = op("at", P, INDEX), le(INDEX, ONE)
HALF_LINE = ["real", "0", None, False, False]
BINDERS: list[tuple[Tree, list[Tree]]] = [
    (bind("sum", "i", SYMBOL, AT, FEW), [
        bind("sum", "i", PLAIN, INDEX), bind("sum", "i", ["size", 0, 3], INDEX),
        bind("sum", "i", SYMBOL, P),
        bind("sum", "i", ["pmf", N], ONE), bind("sum", "i", SYMBOL, AT, AT),
        bind("sum", "i", SYMBOL, AT, None, ["pmf", N]), bind("sum", "i", SYMBOL, LAW),
        bind("other", "i", SYMBOL, AT)]),
    (bind("max", "i", EVENT, op("probability", P, INDEX)), [
        bind("max", "i", PLAIN, INDEX), bind("min", "i", ["pmf", N], ONE),
        bind("max", "i", ["database"], ONE)]),
    (bind("sup", "i", PLAIN, INDEX, FEW), [bind("sup", "i", ["law"], ONE),
        bind("sup", "i", SYMBOL, P)]),
    (bind("integral", "i", HALF_LINE, INDEX), [
        bind("integral", "i", SYMBOL, AT), bind("integral", "i", HALF_LINE, INDEX, FEW),
        bind("integral", "i", PLAIN, INDEX), bind("integral", "i", ["size", 0, None], INDEX)]),
    (bind("table", "i", SYMBOL, AT, None, ["pmf", N]), [
        bind("table", "i", SYMBOL, AT, FEW, ["pmf", N]), bind("table", "i", SYMBOL, AT, None, [
            "pmf", K]), bind("table", "i", EVENT, ONE, None, ["pmf", N]),
        bind("table", "i", PLAIN, ONE, None, ["pmf", N]), bind("table", "i", SYMBOL, AT),
        bind("table", "i", SYMBOL, P, None, ["pmf", N])]),
    (bind("table", "i", SYMBOL, INDEX, None, ["reals", N, REAL]), [
        bind("table", "i", SYMBOL, INDEX, None, ["reals", K, REAL]),
        bind("table", "i", SYMBOL, INDEX, None, ["reals", N, HALF_LINE])]),
    (bind("table", "i", SYMBOL, P, None, ["channel", N, N]), [
        bind("table", "i", SYMBOL, P, None, ["channel", K, N]),
        bind("table", "i", SYMBOL, P, None, ["channel", N, K]),
        bind("table", "i", SYMBOL, AT, None, ["channel", N, N])]),
    (bind("event", "i", SYMBOL, ONE, FEW, EVENT), [
        bind("event", "i", SYMBOL, ONE, None, EVENT), bind("event", "i", SYMBOL, ONE, FEW, [
            "event", K]), bind("event", "i", SYMBOL, ONE, FEW)]),
    (["cases", le(X, ONE), P, P], [["cases", le(X, ONE), P, Q], ["cases", le(X, ONE), P, X],
                                   ["cases", X, P, P], ["cases", le(X, ONE), LAW, INTEGERS]]),
    (["number", "1/2"], [["number", 1], ["number", "1.5"], ["number", "1/0"], ["number", "-inf"]]),
    (["number", "inf"], []), (["cases", le(X, ONE), X, N], [["cases", le(X, ONE), X, P]]),
    (op("row", U, var("a"), sort=["pmf", N]), [
        op("row", U, var("a")), op("row", U, var("a"), sort=["pmf", K]),
        op("row", U, var("a"), sort=["reals", N, PLAIN])]),
    (op("joint_entropy", J, detail=["U", ""]), [op("joint_entropy", J, detail=[1, ""]),
                                                op("joint_entropy", J, detail=[["U"], ""])]),
    (X, [["var", "nobody's"], ["var", 1], ["var"], "x", None]),
    (op("exp", X), [op("exp", X, detail=[1]), op("exp", X, detail=["U"]),
        op("exp", X, sort=["law"]),
                    ["op", "exp", [X], REAL], ["op", "exp", X, REAL, []]]),
    (op("kl", P, P), [op("kl", P, Q), op("kl", P, P, sort=["pmf", N])]),
]


@pytest.mark.parametrize(("term", "others"), BINDERS)
def test_terms_are_read(term: Tree, others: list[Tree]) -> None:
    read_term(term, SCOPE)
    for other in others:
        with pytest.raises((Rejected, Unsupported)):
            read_term(other, SCOPE)


def test_a_name_is_not_bound_where_another_variable_depends_on_it() -> None:
    """f is one of a symbols, so that a isn't bound beside it."""
    f = var("f")
    for body in (le(f, X), le(X, op("add", f, ONE))):
        with pytest.raises(Rejected, match="another variable depends"):
            read_formula(["quantified", "forall", ["a", SYMBOL, ""], None, body], SCOPE)
        with pytest.raises(Rejected, match="another variable depends"):
            read_formula(["quantified", "exists", ["a", SYMBOL, ""], body, le(X, X)], SCOPE)
    read_formula(["quantified", "forall", ["a", SYMBOL, ""], None, le(var("a"), X)], SCOPE)
    for body, guard in ((f, None), (var("a"), le(f, X))):
        with pytest.raises(Rejected, match="another variable depends"):
            read_term(bind("max", "a", SYMBOL, body, guard), SCOPE)
    read_term(bind("max", "a", SYMBOL, var("a")), SCOPE)
    # Where it is bound within, it is another thing.
    read_term(bind("max", "a", SYMBOL, bind("max", "f", ["symbol", var("a")], f)), SCOPE)


def predicate(name: str, *args: Tree, detail: Any = ()) -> Tree:
    return ["predicate", name, list(args), list(detail)]


DEFINED: list[tuple[Tree, list[Tree]]] = [
    (predicate("close", P, P, X, ZERO), [
        predicate("close", P, Q, X, ZERO), predicate("close", P, P, X), predicate(
            "close", P, P, P, ZERO), predicate("close", P, P, X, P),
            predicate("close", X, P, X, X)]),
    (predicate("close", LAW, LAW, X, ZERO), [predicate("close", LAW, INTEGERS, X, ZERO),
                                             predicate("close", LAW, LAW, X, P)]),
    (predicate("close", INTEGERS, INTEGERS, X, ZERO), [
        predicate("close", INTEGERS, LAW, X, ZERO), predicate("close", INTEGERS, P, X, ZERO)]),
    (predicate("dominated", P, P, Q, Q), [
        predicate("dominated", P, Q, P, P), predicate("dominated", P, P, P, Q),
        predicate("dominated", LAW, LAW, P, P), predicate("dominated", P, P, LAW, LAW),
        predicate("dominated", U, U, P, P)]),
    (predicate("mi_private", M, X), [predicate("mi_private", M, M), predicate("mi_private", U, X),
                                     predicate("mi_private", M, P), predicate("mi_private", M)]),
    (predicate("dp", M, X, X), [predicate("dp", M, X, P), predicate("dp", M, P, X)]),
    (predicate("independent", J, detail=["U", "V"]), [
        predicate("independent", J, detail=["U", "U"]), predicate("independent", J, detail=["U"]),
        predicate("independent", J, detail=["U", "W"]),
        predicate("independent", P, detail=["U", "V"]),
        predicate("none", J, detail=["U", "V"])]),
]


@pytest.mark.parametrize(("formula", "others"), DEFINED)
def test_definitions_take_arguments_of_their_kinds(formula: Tree, others: list[Tree]) -> None:
    read_formula(formula, SCOPE)
    for other in others:
        with pytest.raises((Rejected, Unsupported)):
            read_formula(other, SCOPE)
    # Within terms no definition is expanded.
    with pytest.raises(Unsupported, match="unsupported definition"):
        read_formula(formula, SCOPE, False)


def test_no_definition_stands_within_a_term() -> None:
    inside = predicate("mi_private", M, X)
    for term in (["cases", inside, X, X], bind("sum", "i", SYMBOL, AT, inside)):
        with pytest.raises(Unsupported, match="unsupported definition"):
            read_term(term, SCOPE)


def test_a_row_of_another_alphabet_for_each_symbol_makes_no_channel() -> None:
    """i is a symbol outside, too, so that the alphabet of entry i has a size there."""
    scope = {**SCOPE, "i": ["symbol", op("entries", D, sort=COUNT)]}
    size = op("alphabet", D, INDEX, sort=COUNT)
    row = op("entry_law", D, PI, INDEX, sort=["pmf", size])
    over = ["symbol", op("entries", D, sort=COUNT)]
    with pytest.raises(Rejected, match="a table of a pmf"):
        read_term(bind("table", "i", over, row, None, ["channel", over[1], size]), scope)
    fixed = op("entry_law", D, PI, ZERO, sort=["pmf", op("alphabet", D, ZERO, sort=COUNT)])
    read_term(bind("table", "i", over, fixed, None, ["channel", over[1], fixed[3][1]]), scope)


def test_the_table_of_heads_is_read_as_it_stands() -> None:
    assert _signatures() == HEADS
    assert _read("pmf n") == ["pmf", "n"]
    assert _read(" channel (alphabet D i) m") == ["channel", ["alphabet", "D", "i"], "m"]
    assert _read("(pow (types m k) 2)") == [["pow", ["types", "m", "k"], "2"]]
    for head, params, below, gives, valued in (
        ("pi", [], [], ["number"], True), ("at", [["pmf", "n"], ["number"]], [None, "n"], [
            "number+"], False), ("kl", [["pmf", "n"]] * 2, [None, None], ["number+"], False),
        ("renyi_dp", [["mechanism", "D", "m"], ["number"]], [None, None], ["number"], False),
        ("alphabet", [["database", "D"], ["number"]], [None, ["entries", "D"]], ["count"], True),
    ):
        found = HEADS[head]
        assert (found.params, found.below, found.gives, found.valued) == (
            params, below, gives, valued)


def test_queries_to_parts_of_a_database_are_on_those_parts() -> None:
    part = ["op", "query_database", [var("parts"), ZERO], ["database"], []]
    assert result_of("query", [var("parts"), ZERO], [], SCOPE) == ["mechanism", part, N]
    assert result_of("query", [var("free"), ZERO], [], SCOPE) == ["mechanism", D, N]


def test_sizes_that_differ_in_bound_names_are_one() -> None:
    def least(name: str) -> Tree:
        return ["bind", "max", [name, SYMBOL, ""], None, ["var", name], REAL]

    assert same(least("i"), least("j"))
    assert same(N, N)
    assert not same(N, K)
    assert not same(least("i"), ["bind", "min", *least("i")[2:]])


def test_numbers_are_not_too_long() -> None:
    assert rational("1" * 1000) == int("1" * 1000)
    for text in ("1" * 100_001, "1/" + "1" * 100_000, 1, 1.0, True, None, ["1"], "1 ", "1/00",
                 "\uff11"):
        with pytest.raises(Rejected):
            rational(text)
    with pytest.raises(Unsupported, match="unsupported sort"):
        read_sort(["none", N], SCOPE)


def test_a_statement_has_its_parts_and_no_more() -> None:
    told = {"quantifier": "forall", "variables": [["x", PLAIN, ""]], "given": [le(X, ONE)],
            "then": le(X, ONE)}
    opened_statement(told)
    for changes in ({"quantifier": "some"}, {"more": 1}, {"given": 1}, {"variables": "x"},
                    {"then": X}, {"given": [X]}, {"then": le(X, P)}):
        with pytest.raises(Rejected):
            opened_statement({**told, **changes})
    for name in told:
        with pytest.raises(Rejected):
            opened_statement({key: part for key, part in told.items() if key != name})
