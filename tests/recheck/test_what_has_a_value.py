"""What the second checker shows to have a value in proofs, to be a real number, and to have a sign:
each term beside siblings of which that may not hold."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.forms import Facts
from recheck.signatures import COUNT, REAL
from recheck.trees import Canonical, Tree

N, K, M, D = (["var", name] for name in "nkmD")
ZERO, ONE, TWO = (["number", text] for text in "012")
X, Y, A, B, E, P, Q, U, R, S = (["var", name] for name in "xyabePQUrs")
POSITIVE = ["real", "0", None, True, False]


def op(head: str, *args: Tree, sort: Tree = REAL, detail: Any = ()) -> Tree:
    return ["op", head, list(args), sort, list(detail)]


def le(left: Tree, right: Tree) -> Tree:
    return ["relation", "<=", left, right]


def lt(left: Tree, right: Tree) -> Tree:
    return ["relation", "<", left, right]


def over(kind: str, size: Tree, body: Tree, result: Tree = REAL, guard: Tree | None = None) -> Tree:
    return ["bind", kind, ["i", ["symbol", size], ""], guard, body, result]


def var(name: str) -> Tree:
    return ["var", name]


PAIR = op("mul", N, M, sort=COUNT)
SCOPE: dict[str, Tree] = {
    "n": ["size", 1, None], "k": COUNT, "m": ["size", 2, None], "x": REAL, "y": REAL, "u": POSITIVE,
    "t": ["real", "0", "1", False, False], "a": ["symbol", N], "b": ["symbol", M],
    "e": ["symbol", K], "c": ["symbol", PAIR], "D": ["database"], "P": ["pmf", N], "Q": ["pmf", N],
    "U": ["channel", N, N], "W": ["channel", K, N], "r": ["reals", N, REAL],
    "s": ["reals", N, ["real", "0", None, False, False]], "v": ["reals", N, POSITIVE],
    "I": ["event", N], "T": ["pmf", TWO], "M": ["mechanism", D, N],
    "several": ["queries", "independent", D, N, N], "few": ["queries", "independent", D, K, N],
    "L": ["pmf", PAIR], "square": ["reals", op("mul", N, N, sort=COUNT), REAL],
    "G": ["framework", N],
}
INDEX, LOG = var("i"), op("log", X)
ON_N, LIST, LAW = ["pmf", N], ["reals", N, REAL], ["law"]
FLAT = over("table", N, op("div", ONE, N), ON_N)
# Tables that are no laws: the entries don't sum to 1, may be negative, or may have no value.
NO_LAWS = [over("table", N, body, ON_N) for body in (
    X, ZERO, ONE, op("at", P, A), op("sub", op("div", TWO, N), op("at", P, INDEX)),
    op("div", op("log", INDEX), N))]
LAPLACE, NOT_SPREAD = op("laplace", X, var("u"), sort=LAW), op("laplace", X, X, sort=LAW)
LOGS = over("table", N, op("log", INDEX), LIST)
ALL = ["bind", "event", ["i", ["symbol", N], ""], le(INDEX, ONE), ONE, ["event", N]]
NONE = ["bind", "event", ["i", ["symbol", N], ""], lt(INDEX, ZERO), ONE, ["event", N]]
NO_SIZE = op("sub", K, ONE, sort=COUNT)
CHANNEL = ["channel", N, N]


def of(head: str, good: list[Any], *others: list[Any], sort: Tree = REAL, detail: Any = ()
       ) -> tuple[list[Tree], list[Tree]]:
    """A head of arguments, and of others."""
    return [op(head, *good, sort=sort, detail=detail)], [
        op(head, *args, sort=sort, detail=detail) for args in others]


# Distortions of n symbols by as many, and what some channel reaches.
ROWS = over("table", op("mul", N, N, sort=COUNT), op("add", INDEX, ONE),
            ["reals", op("mul", N, N, sort=COUNT), ["real", "0", None, False, False]])
LEAST = ["bind", "sum", ["u", ["symbol", N], ""], None, op("mul", op("at", P, var("u")), [
    "bind", "min", ["w", ["symbol", N], ""], None, op("component", ROWS, op(
        "add", op("mul", var("u"), N, sort=COUNT), var("w"), sort=COUNT),
        sort=["real", "0", None, False, False]), REAL]), REAL]
LAWS: dict[str, tuple[list[Tree], list[Tree]]] = {
    "tables": ([FLAT, over("table", N, op("at", P, INDEX), ON_N)], NO_LAWS),
    "lists": ([over("table", N, op("exp", INDEX), LIST)], [LOGS, over("table", N, LOG, LIST)]),
    "written laws": ([op("pmf_literal", var("t"), op("sub", ONE, var("t")), sort=["pmf", TWO])], [
        op("pmf_literal", X, op("sub", ONE, X), sort=["pmf", TWO]),
        op("pmf_literal", var("t"), var("t"), sort=["pmf", TWO]),
        op("pmf_literal", LOG, op("sub", ONE, LOG), sort=["pmf", TWO])]),
    "tables of rows": ([over("table", N, P, CHANNEL)],
                       [over("table", N, law, CHANNEL) for law in NO_LAWS]),
    "cells": of("law_cells", [LAPLACE, X], [NOT_SPREAD, X], [LAPLACE, LOG], sort=["pmf", TWO]),
    "mixtures of normal laws": of("gaussian_mixture", [P, R, var("v")], [NO_LAWS[0], R, var("v")],
                                  [P, LOGS, var("v")], [P, R, S], [P, R, LOGS], sort=LAW),
    "sums": of("law_sum", [LAPLACE, LAPLACE], [NOT_SPREAD, LAPLACE], [LAPLACE, NOT_SPREAD],
        sort=LAW),
    "mixtures": of("law_mixture", [var("T"), LAPLACE, LAPLACE], [var("T"), NOT_SPREAD, LAPLACE],
                   [var("T"), LAPLACE, NOT_SPREAD],
                   [op("pmf_literal", X, X, sort=["pmf", TWO]), LAPLACE, LAPLACE], sort=LAW),
    "a mean": of("gaussian", [X, var("u")], [LOG, var("u")], [X, X], [X, ZERO], [X, LOG], sort=LAW),
    "together": of("together", [var("several")], [var("few")],
                   sort=["mechanism", D, op("pow", N, N, sort=COUNT)]),
    "channels as mechanisms": of("as_mechanism", [U], [var("W")],
                                 sort=["mechanism", op("one_entry", N, sort=["database"]), N]),
    "databases": ([op("one_entry", N, sort=["database"]),
                   op("several_entries", N, M, sort=["database"])],
                  [op("one_entry", K, sort=["database"]), op("one_entry", X, sort=["database"]),
                   op("several_entries", N, K, sort=["database"])]),
    "outputs": of("output", [P, U], *([law, U] for law in NO_LAWS), sort=ON_N),
    "rows": of("row", [U, A], [U, N], [U, E], [U, X], sort=ON_N),
    "responses": of("response", [var("M"), ZERO], [var("M"), K], [var("M"), X], sort=ON_N),
    "events": ([ALL, var("I"), op("complement", N, ALL, sort=["event", N]),
                op("singleton", N, A, sort=["event", N])],
               [op("singleton", N, N, sort=["event", N]), op("singleton", N, E, sort=["event", N]),
                op("complement", N, op("singleton", N, K, sort=["event", N]), sort=["event", N]),
                ["bind", "event", ["i", ["symbol", NO_SIZE], ""], le(INDEX, ONE), ONE,
                 ["event", NO_SIZE]]]),
}
JOINT = ["joint", ["U"], [N]]
GUARDED = ["cases", lt(ZERO, op("add", X, Y)), op("div", ONE, op("add", X, Y)), ZERO]
REALS: dict[str, tuple[list[Tree], list[Tree]]] = {
    "entries": of("at", [P, A], *([law, A] for law in NO_LAWS), [P, N], [P, E], [P, X], [P, ONE]),
    "entries of laws of pairs": of(
        "at", [var("L"), op("add", op("mul", A, M), B)], [var("L"), op("add", op("mul", A, N), B)],
        [var("L"), op("add", op("mul", B, M), A)], [var("L"), op("add", op("mul", A, M), A)],
        [var("L"), op("add", op("mul", A, M), M)], [var("L"), op("add", op("mul", N, M), B)],
        [var("L"), op("add", op("mul", var("e"), M), B)]),
    "entries by cases": of(
        "at", [P, ["cases", le(X, ONE), A, ZERO]], [P, ["cases", le(X, ONE), N, ZERO]],
        [P, ["cases", le(X, ONE), ZERO, N]], [P, ["cases", le(X, ONE), X, A]]),
    "entries of lists": of("component", [R, A], [R, N], [R, E], [R, ONE], [LOGS, A], [LOGS, ZERO]),
    # The list has no value at 0, so that it has none.
    "entries of tables": (
        [op("component", over("table", M, op("exp", INDEX), ["reals", M, REAL]), ONE)],
        [op("component", over("table", M, op("log", INDEX), ["reals", M, REAL]), ONE),
         op("component", over("table", M, op("exp", INDEX), ["reals", M, REAL]), TWO),
         op("component", over("table", M, op("exp", INDEX), ["reals", M, REAL]), M)]),
    "probabilities": of(
        "probability", [P, ALL], [NO_LAWS[0], ALL], [NO_LAWS[0], NONE],
        [P, op("singleton", N, N, sort=["event", N])],
        [P, op("complement", N, op("singleton", N, N, sort=["event", N]), sort=["event", N])]),
    "entropies": of("entropy", [P], *([law] for law in NO_LAWS)),
    "instances": ([op("instances", op("several_entries", N, M, sort=["database"]), sort=COUNT)],
                  [op("instances", op("several_entries", N, K, sort=["database"]), sort=COUNT),
                   op("instances", op("one_entry", X, sort=["database"]), sort=COUNT)]),
    "bottlenecks": of("information_bottleneck", [P, U, var("t")],
                      [NO_LAWS[0], U, var("t")], [P, over("table", N, NO_LAWS[0], CHANNEL), ONE],
                      [P, U, X], [P, U, LOG], [P, U, op("sub", ZERO, ONE)]),
    "rates of distortion": of(
        "rate_distortion", [P, ROWS, N, op("add", LEAST, var("t"))], [NO_LAWS[0], ROWS, N, LEAST],
        [P, LOGS, N, LEAST], [P, ROWS, K, LEAST], [P, ROWS, N, X],
        [P, ROWS, N, op("sub", LEAST, var("t"))], [P, ROWS, N, var("t")]),
    "trade-offs": of("trade_off", [P, Q, var("t")], [NO_LAWS[0], Q, var("t")],
                     [P, NO_LAWS[0], var("t")], [P, Q, X], [P, Q, TWO], [P, Q, LOG]),
    "noise": of("gaussian_information", [P, U, var("square"), N, var("u")],
                [NO_LAWS[0], U, var("square"), N, var("u")],
                [P, over("table", N, NO_LAWS[0], CHANNEL), var("square"), N, var("u")],
                [P, U, LOGS, N, var("u")], [P, U, var("square"), K, var("u")],
                [P, U, var("square"), N, X], [P, U, var("square"), N, ZERO]),
    "minors": of("leading_minor", [var("square"), ONE, N], [LOGS, ONE, N], [var("square"), TWO, N],
                 [var("square"), op("sub", ZERO, ONE), N], [var("square"), X, N]),
    "determinants": of("determinant", [var("square"), N], [LOGS, N], [var("square"), K]),
    "values of games": of("lower_value", [var("square"), N, N], [LOGS, N, N],
                          [var("square"), N, K], [var("square"), K, N]),
    "Bayes risks": of("bayes_risk", [P, U, var("square"), N], [NO_LAWS[0], U, var("square"), N],
                      [P, U, LOGS, N], [P, U, var("square"), K]),
    "minimax risks": of("minimax_risk", [U, var("square"), N], [U, LOGS, N],
                        [U, var("square"), K]),
    "leakages of an order": of(
        "maximal_alpha_leakage", [P, U, op("add", ONE, var("u"))], [NO_LAWS[0], U, ONE],
        [P, U, X], [P, U, LOG], [P, U, var("u")], [P, U, ZERO]),
    "informations of an order": of(
        "sibson", [P, U, var("u")], [NO_LAWS[0], U, var("u")], [P, U, X], [P, U, LOG],
        [P, over("table", N, NO_LAWS[0], CHANNEL), var("u")]),
    "an endless order": ([op("sibson", P, U, ["number", "inf"]), op("arimoto", P, U, [
        "number", "inf"]), op("renyi_entropy", P, ["number", "inf"])],
        [op("csiszar", P, U, ["number", "inf"]), op("renyi", P, Q, ["number", "inf"])]),
    "capacities": of("capacity", [U], [var("W")], [over("table", N, NO_LAWS[0], CHANNEL)]),
    # Of no inputs there is no largest distance.
    "contractions": of("dobrushin", [U], [var("W")], [over("table", N, NO_LAWS[0], CHANNEL)]),
    "contractions of an order": of("stick_contraction", [U, X], [var("W"), X], [U, LOG]),
    "curves": of("ldp_curve", [var("t"), var("u")], [X, var("u")], [var("t"), X], [LOG, var("u")]),
    "inverse entropies": of("binary_entropy_inverse", [ZERO], [X], [TWO], [op("neg", var("u"))]),
    "maxima": ([over("max", N, op("exp", INDEX))],
               [over("max", K, op("exp", INDEX)), over("max", N, op("log", INDEX)),
                over("min", K, ONE), over("max", NO_SIZE, ONE)]),
    "sums": ([over("sum", K, op("exp", INDEX)), over("sum", N, op("at", P, INDEX))],
             [over("sum", N, op("log", INDEX)), over("sum", NO_SIZE, ONE), over("sum", X, ONE)]),
    # Without a symbol of k nothing says that k isn't 0.
    "constants of sums": ([over("sum", N, op("div", INDEX, N))],
                          [over("sum", K, op("div", INDEX, K)), over("sum", K, op("div", INDEX, op(
                              "sub", op("mul", TWO, K), ONE)))]),
    "quotients": ([op("quotient", K, N, sort=COUNT), op("remainder", K, N, sort=COUNT)],
                  [op("quotient", K, K, sort=COUNT), op("quotient", X, N, sort=COUNT),
                   op("remainder", K, X, sort=COUNT), op("quotient", NO_SIZE, N, sort=COUNT),
                   op("quotient", K, op("div", N, TWO), sort=COUNT)]),
    # Where the test fails what is divided by may be 0, and is multiplied out.
    "divisors under tests": (
        [["cases", lt(ZERO, X), op("div", ONE, op("add", ONE, var("u"))), ZERO]], [GUARDED]),
    "powers": ([op("pow", X, TWO), op("pow", var("u"), X), op("pow", var("t"), var("u")),
                op("pow", X, ZERO)],
               [op("pow", X, op("div", ONE, TWO)), op("pow", X, ["number", "-1"]), op("pow", X, Y),
                op("pow", var("t"), X), op("pow", var("t"), ["number", "-1/2"])]),
    "roots": ([op("sqrt", var("t"))], [op("sqrt", X), op("sqrt", op("neg", var("u"))),
                                       op("sqrt", LOG)]),
    "logarithms": ([op("log", var("u")), op("mul", var("t"), op("log", var("t"))), op(
        "mul", op("mul", var("t"), X), op("log", var("t")))],
        [LOG, op("log", var("t")), op("log", ZERO), op("mul", var("t"), op("log", X)),
         op("mul", X, op("log", var("t"))), op("mul", ZERO, op("log", op("neg", var("u")))),
         op("mul", op("exp", X), op("log", var("t"))),
         op("mul", op("div", ONE, var("t")), op("log", var("t")))]),
    "quotients of numbers": ([op("div", X, var("u")), op("div", X, op("add", ONE, var("t")))],
                             [op("div", X, Y), op("div", X, var("t")), op("div", X, ZERO),
                              op("div", ZERO, X), op("div", X, op("mul", var("u"), Y)),
                              op("div", X, op("sub", var("u"), ONE))]),
    "a ratio": of("likelihood_ratio", [FLAT, FLAT, A], [P, Q, A], [FLAT, FLAT, X], [FLAT, P, A]),
    "entropies of bits": ([op("binary_entropy", var("t"))],
                          [op("binary_entropy", X), op("binary_entropy", var("u"))]),
    "infinity": ([X], [["number", "inf"], op("add", X, ["number", "inf"]),
                       op("mul", ZERO, ["number", "inf"])]),
}


def known(*facts: Tree) -> Facts:
    return Facts(facts, SCOPE, Canonical())


@pytest.mark.parametrize("what", LAWS)
def test_what_is_certainly_a_law_a_list_or_an_event(what: str) -> None:
    values, others = LAWS[what]
    for term in values:
        assert known().is_lawful(term), term
    for term in others:
        assert not known().is_lawful(term), term


@pytest.mark.parametrize("what", REALS)
def test_what_is_certainly_a_real_number(what: str) -> None:
    values, others = REALS[what]
    for term in values:
        assert known().is_real(term), term
    for term in others:
        assert not known().is_real(term), term


def test_entropies_that_are_read_as_sums_are_of_laws() -> None:
    for law, held in ((P, True), (FLAT, True), *((law, False) for law in NO_LAWS)):
        joint = op("as_joint", law, N, sort=JOINT, detail=["U"])
        for head, groups in (("joint_entropy", ["U", ""]), ("joint_information", ["U", "U", ""])):
            for unfolds in (False, True):
                facts = known()
                facts.unfolds = unfolds
                assert facts.is_real(op(head, joint, detail=groups)) is held


# --- what facts say -------------------------------------------------------------------------------


NOT_0 = ["not", ["relation", "=", X, ZERO]]
TOLD: list[tuple[Tree, list[list[Tree]], list[list[Tree]]]] = [
    # (a term, facts under which it is real, facts under which it may not be)
    (LOG, [[lt(ZERO, X)], [le(ONE, X)], [lt(var("u"), X)], [lt(Y, X), le(ZERO, Y)]],
     [[le(ZERO, X)], [NOT_0], [lt(X, ONE)], [lt(Y, X)], [["or", [lt(ZERO, X), lt(ONE, X)]]]]),
    (op("div", ONE, X), [[NOT_0], [lt(ZERO, X)], [lt(X, ZERO)], [lt(ZERO, op("mul", X, Y))][:0]
                         or [lt(ONE, X)]],
     [[le(ZERO, X)], [le(X, ONE)], [["not", ["relation", "=", X, ONE]]]]),
    (op("sqrt", X), [[le(ZERO, X)], [lt(ZERO, X)], [["relation", "=", X, ONE]]],
        [[NOT_0], [le(X, ONE)]]),
    (op("div", ONE, op("add", X, Y)), [[lt(ZERO, op("add", X, Y))], [lt(op("neg", Y), X)]],
     [[lt(ZERO, X)], [le(ZERO, op("add", X, Y))]]),
    (op("mul", op("at", P, A), op("log", op("at", Q, A))),
     [[le(op("at", P, A), op("at", Q, A))], [lt(ZERO, op("at", Q, A))],
      [le(op("at", P, A), op("mul", X, op("at", Q, A)))],
      [["or", [lt(ZERO, op("at", Q, A)), le(op("at", P, A), ZERO)]]]],
     [[], [le(op("at", Q, A), op("at", P, A))],
         [le(op("at", P, A), op("add", ONE, op("at", Q, A)))],
      [["or", [lt(ZERO, op("at", Q, A)), le(op("at", Q, A), ZERO)]]],
      [["or", [le(ZERO, op("at", Q, A)), le(op("at", P, A), ZERO)]]],
      [["or", [lt(ZERO, op("at", Q, A)), le(op("at", P, A), ONE)]]]]),
    (op("kl", P, Q), [[lt(op("kl", P, Q), X)], [le(op("kl", P, Q), X)],
                      [lt(op("kl", P, Q), ["number", "inf"])],
                      [["relation", "=", op("kl", P, Q), X]]],
     [[], [le(op("kl", P, Q), ["number", "inf"])], [le(X, op("kl", P, Q))],
      [le(op("kl", P, Q), op("kl", Q, P))]]),
]


@pytest.mark.parametrize(("term", "enough", "others"), TOLD)
def test_facts_say_what_is_real(term: Tree, enough: Any, others: Any) -> None:
    for facts in enough:
        assert known(*facts).is_real(term), facts
    for facts in others:
        assert not known(*facts).is_real(term), facts


C, HALF_C = var("c"), op("quotient", var("c"), M, sort=COUNT)
SIGNS: list[tuple[Tree, int | None, list[Tree]]] = [
    (op("sub", op("sub", N, ONE), HALF_C), 0, []), (op("sub", op("sub", N, TWO), HALF_C), None, []),
    (op("sub", op("sub", M, ONE), op("remainder", C, M, sort=COUNT)), 0, []),
    (op("sub", op("sub", N, ONE), op("remainder", C, M, sort=COUNT)), None, []),
    (A, 0, []), (op("sub", N, A), 1, []), (op("sub", N, B), None, []), (N, 1, []), (K, 0, []),
    (op("sub", N, ONE), 0, []), (op("sub", M, TWO), 0, []), (op("sub", M, ONE), 1, []),
    (op("neg", var("u")), None, []), (op("mul", X, X), 0, []), (op("mul", X, Y), None, []),
    (op("mul", X, Y), None, [le(ZERO, X)]), (op("mul", X, Y), 0, [le(ZERO, X), le(ZERO, Y)]),
    (op("mul", X, Y), 1, [lt(ZERO, X), lt(ZERO, Y)]),
    (op("mul", X, Y), 0, [lt(ZERO, X), le(ZERO, Y)]),
    (op("sub", Y, X), 0, [le(X, Y)]), (op("sub", Y, X), 1, [lt(X, Y)]),
    (op("sub", X, Y), None, [le(X, Y)]),
    (op("minimum", X, ONE), None, []), (op("minimum", var("u"), ONE), 1, []),
    (op("minimum", var("u"), var("t")), 0, []), (op("maximum", X, ONE), 1, []),
    (op("maximum", X, var("t")), 0, []), (op("maximum", X, Y), None, []),
    (op("sub", X, op("minimum", X, Y)), 0, []), (op("sub", op("minimum", X, Y), X), None, []),
    (op("sub", op("maximum", X, Y), X), 0, []), (op("sub", X, op("maximum", X, Y)), None, []),
    (op("log", var("u")), None, []), (op("log", op("add", ONE, var("u"))), 1, []),
    (op("log", op("add", ONE, var("t"))), 0, []), (op("exp", X), 1, []), (op("abs", X), 0, []),
    (op("abs", op("neg", var("u"))), 1, []), (op("normal_cdf", X), 1, []),
    (op("sub", ONE, op("normal_cdf", X)), 1, []),
    (op("sub", op("normal_cdf", X), ["number", "1/2"]), None, []),
    (["cases", le(X, Y), ONE, TWO], 1, []), (["cases", le(X, Y), ONE, ZERO], 0, []),
    (["cases", le(X, Y), op("neg", ONE), ONE], None, []), (["cases", le(ZERO, X), X, ONE], 0, []),
    (["cases", lt(ZERO, X), X, ONE], 1, []), (["cases", le(ZERO, X), ONE, X], None, []),
    (over("sum", N, op("exp", INDEX)), 1, []), (over("sum", K, op("exp", INDEX)), 0, []),
    (over("sum", K, INDEX), 0, []), (over("sum", N, op("sub", INDEX, ONE)), None, []),
    (over("max", N, op("exp", INDEX)), 1, []), (over("min", N, op("exp", INDEX)), 1, []),
    (over("max", N, op("sub", INDEX, TWO)), None, []),
    (op("at", P, A), 0, []), (op("sub", ONE, op("at", P, A)), None, []), (op("entropy", P), 0, []),
    (op("component", R, A), None, []), (op("component", S, A), 0, []),
    (op("component", var("v"), A), 1, []), (op("total_variation", P, Q), 0, []),
    (op("sub", ONE, op("total_variation", P, Q)), 0, []), (op("pow", var("t"), TWO), 0, []),
    (op("pow", X, ["number", "3"]), None, []), (op("pow", X, ["number", "4"]), 0, []),
    (op("pow", var("u"), ["number", "-3"]), 1, []), (op("pow", var("t"), var("u")), 0, []),
    (op("div", ONE, op("add", ONE, var("t"))), 1, []), (op("div", X, var("u")), None, []),
    (op("div", var("t"), op("neg", var("u"))), None, []), (op("div", op("neg", ONE), op(
        "sub", op("neg", ONE), var("t"))), 1, []),
    # A fact times what is positive, and of two facts both.
    (op("sub", op("mul", var("u"), Y), op("mul", var("u"), X)), 0, [le(X, Y)]),
    (op("sub", op("mul", var("u"), Y), op("mul", var("u"), X)), 1, [lt(X, Y)]),
    (op("sub", op("mul", var("t"), Y), op("mul", var("t"), X)), 0, [lt(X, Y)]),
    (op("sub", op("mul", A, Y), op("mul", A, X)), 0, [le(X, Y)]),
    (op("add", op("sub", Y, X), var("u")), 1, [le(X, Y)]),
    (op("add", op("sub", Y, X), var("t")), 0, [le(X, Y)]),
    (op("sub", op("sub", Y, X), var("u")), None, [le(X, Y)]),
    (X, 1, [le(ZERO, X), lt(ZERO, op("mul", X, var("t")))]), (X, 0, [le(ZERO, X)]),
    (X, 1, [le(ZERO, X), NOT_0]), (X, None, [NOT_0]), (X, 1, [["not", le(X, ZERO)]]),
    (X, 0, [["not", lt(X, ZERO)]]), (X, None, [["or", [le(ZERO, X), le(ONE, X)]]]),
]


@pytest.mark.parametrize(("term", "sign", "facts"), SIGNS)
def test_signs(term: Tree, sign: int | None, facts: list[Tree]) -> None:
    assert known(*facts).sign_of(term) == sign
