"""Normal forms of the second checker: identities that they show, and what looks like one and isn't,
or isn't one for all values of the variables (an alphabet of no symbols,
    a number of another sign)."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.errors import Unshown
from recheck.forms import Facts
from recheck.signatures import COUNT, REAL
from recheck.sums import opens, pinned, product_of, split
from recheck.trees import Canonical, Tree

N, K, M, D = (["var", name] for name in "nkmD")
ZERO, ONE, TWO, THREE = (["number", text] for text in "0123")
HALF, MINUS = ["number", "1/2"], ["number", "-1"]
X, Y, Z, U, V, T, S, A, B, E, P, Q, L = (["var", name] for name in "xyzuvtsabePQL")
INDEX, J = ["var", "i"], ["var", "j"]
NOT_NEGATIVE, POSITIVE = (["real", "0", None, left_out, False] for left_out in (False, True))


def op(head: str, *args: Tree, sort: Tree = REAL, detail: Any = ()) -> Tree:
    return ["op", head, list(args), sort, list(detail)]


def var(name: str) -> Tree:
    return ["var", name]


def add(*parts: Tree) -> Tree:
    found = parts[0]
    for part in parts[1:]:
        found = op("add", found, part)
    return found


def mul(*parts: Tree) -> Tree:
    found = parts[0]
    for part in parts[1:]:
        found = op("mul", found, part)
    return found


def sub(one: Tree, two: Tree) -> Tree:
    return op("sub", one, two)


def over(one: Tree, two: Tree) -> Tree:
    return op("div", one, two)


def power(base: Tree, exponent: str | Tree) -> Tree:
    return op("pow", base, ["number", exponent] if isinstance(exponent, str) else exponent)


def log(term: Tree) -> Tree:
    return op("log", term)


def exp(term: Tree) -> Tree:
    return op("exp", term)


def le(left: Tree, right: Tree) -> Tree:
    return ["relation", "<=", left, right]


def lt(left: Tree, right: Tree) -> Tree:
    return ["relation", "<", left, right]


def eq(left: Tree, right: Tree) -> Tree:
    return ["relation", "=", left, right]


def when(test: Tree, then: Tree = ONE, otherwise: Tree = ZERO) -> Tree:
    return ["cases", test, then, otherwise]


def total(name: str, size: Tree, body: Tree, guard: Tree | None = None) -> Tree:
    return ["bind", "sum", [name, ["symbol", size], ""], guard, body, REAL]


def at(law: Tree, symbol: Tree) -> Tree:
    return op("at", law, symbol)


def row(channel: Tree, symbol: Tree, size: Tree = N) -> Tree:
    return op("row", channel, symbol, sort=["pmf", size])


def table(size: Tree, body: Tree, sort: Tree | None = None) -> Tree:
    return ["bind", "table", ["i", ["symbol", size], ""], None, body, sort or ["pmf", size]]


def whole(head: str, one: Tree, two: Tree) -> Tree:
    return op(head, one, two, sort=COUNT)


PAIR = op("mul", N, M, sort=COUNT)
INSTANCES = op("instances", D, sort=COUNT)
SCOPE: dict[str, Tree] = {
    "n": ["size", 1, None], "k": COUNT, "m": ["size", 1, None], "x": REAL, "y": REAL, "z": REAL,
    "u": POSITIVE, "v": POSITIVE, "t": NOT_NEGATIVE, "s": NOT_NEGATIVE, "a": ["symbol", N],
    "b": ["symbol", M], "e": ["symbol", K], "P": ["pmf", N], "Q": ["pmf", N], "L": ["pmf", PAIR],
    "W": ["channel", N, N], "R": ["channel", N, M], "r": ["reals", N, REAL], "D": ["database"],
    "pi": ["prior", D, "any", None], "F": ["pmf", TWO], "H": ["pmf", ONE],
    "C": ["channel", TWO, TWO],
    "A": ["event", N],
}
W, R, LIST, PRIOR, F, H = (var(name) for name in ("W", "R", "r", "pi", "F", "H"))
PI_, QI = at(P, INDEX), at(Q, INDEX)
FLAT_K = table(K, over(ONE, K))
BIT = op("pmf_literal", T, sub(ONE, T), sort=["pmf", TWO])
BITS = op("channel_literal", F, op("pmf_literal", HALF, HALF, sort=["pmf", TWO]),
          sort=["channel", TWO, TWO])
NUMBERS = op("component", LIST, INDEX)
POINT = add(mul(INDEX, M), J)


def entry(name: Tree) -> Tree:
    return op("component", LIST, name)


ROWS = total("i", N, exp(mul(INDEX, J)))
# (what is one, the other, facts): shown.
SAME: dict[str, tuple[Tree, Tree, list[Tree]]] = {
    "a law": (total("i", N, PI_), ONE, []), "times a number": (total("i", N, mul(PI_, X)), X, []),
    "a row": (total("i", N, at(row(W, A), INDEX)), ONE, []),
    "a known alphabet": (total("i", K, at(FLAT_K, INDEX)), ONE, [le(ONE, K)]),
    "constants": (total("i", K, X), mul(K, X), []), "a constant": (total("i", N, ONE), N, []),
    "linear": (total("i", N, add(PI_, mul(TWO, QI))), THREE, []),
    "orders": (total("i", N, total("j", M, power(at(row(R, INDEX, M), J), "2"))),
               total("j", M, total("i", N, power(at(row(R, INDEX, M), J), "2"))), []),
    "names": (total("i", N, exp(INDEX)), total("j", N, exp(J)), []),
    "independent": (total("i", N, total("j", M, mul(PI_, at(row(R, INDEX, M), J)))), ONE, []),
    "products": (total("i", N, total("j", M, mul(exp(INDEX), exp(power(J, "2"))))),
                 mul(total("i", N, exp(INDEX)), total("i", M, exp(power(INDEX, "2")))), []),
    "a square": (power(total("i", N, NUMBERS), "2"), total("i", N, total("j", N, mul(
        NUMBERS, entry(J)))), []),
    "a cube": (power(total("i", N, NUMBERS), "3"), mul(
        total("i", N, NUMBERS), total("i", N, total("j", N, mul(NUMBERS, entry(J))))), []),
    "pairs": (total("c", PAIR, exp(var("c"))), total("i", N, total("j", M, exp(POINT))), []),
    "a law of pairs": (total("i", N, total("j", M, at(L, POINT))), ONE, []),
    "pairs in another order": (total("j", M, total("i", N, at(L, POINT))), ONE, []),
    "a law of pairs at once": (total("c", PAIR, at(L, var("c"))), ONE, []),
    "numbers": (total("i", THREE, INDEX), THREE, []),
    "of none": (total("i", ZERO, exp(INDEX)), ZERO, []),
    "numbers to a power": (total("i", ["number", "4"], power(INDEX, "2")), ["number", "14"], []),
    "a symbol": (total("i", N, mul(when(eq(INDEX, A)), exp(INDEX))), exp(A), []),
    "a symbol, turned": (total("i", N, mul(when(eq(A, INDEX)), PI_)), at(P, A), []),
    "a symbol of k": (total("i", K, mul(when(eq(INDEX, E)), exp(INDEX))), exp(E), []),
    "the first symbol": (total("i", N, mul(when(eq(INDEX, ZERO)), PI_)), at(P, ZERO), []),
    "the first of k": (total("i", K, when(eq(INDEX, ZERO))), ONE, [le(ONE, K)]),
    "all but one": (total("i", N, mul(sub(ONE, when(eq(INDEX, A))), PI_)), sub(ONE, at(P, A)), []),
    "not one": (total("i", N, PI_, ["not", eq(INDEX, A)]), sub(ONE, at(P, A)), []),
    "a guard": (total("i", N, PI_, eq(INDEX, A)), at(P, A), []),
    "twice": (total("i", N, mul(when(eq(INDEX, A)), when(eq(INDEX, A)), PI_)), at(P, A), []),
    "two sums and a test": (total("i", N, total("j", N, mul(when(eq(INDEX, J)), PI_, at(Q, J)))),
                            total("i", N, mul(PI_, QI)), []),
    "an entropy at one symbol": (total("i", N, mul(when(eq(INDEX, A)), PI_, log(PI_))),
                                 mul(at(P, A), log(at(P, A))), []),
    "0 ln 0": (total("i", N, mul(when(eq(INDEX, ZERO)), INDEX, log(INDEX))), ZERO, []),
    "its own divisor": (total("j", M, over(total("i", N, exp(mul(INDEX, J))), ROWS)), M, []),
    "shares of a sum": (total("j", M, total("i", N, over(exp(mul(INDEX, J)), ROWS))), M, []),
    "an output": (at(op("output", P, W, sort=["pmf", N]), A), total("i", N, mul(
        PI_, at(row(W, INDEX), A))), []),
    "an output's mass": (total("j", N, at(op("output", P, W, sort=["pmf", N]), J)), ONE, []),
    "a chain": (at(row(op("chain", W, W, sort=["channel", N, N]), A), A), total("i", N, mul(
        at(row(W, A), INDEX), at(row(W, INDEX), A))), []),
    "a table": (at(table(N, over(ONE, N)), A), over(ONE, N), []),
    "a table of rows": (at(row(table(N, P, ["channel", N, N]), A), A), at(P, A), []),
    "a written law": (at(BIT, ZERO), T, [le(T, ONE)]),
    "its second entry": (at(BIT, ONE), sub(ONE, T), [le(T, ONE)]),
    "a written row": (at(row(BITS, ZERO, TWO), ONE), at(F, ONE), []),
    "another written row": (at(row(BITS, ONE, TWO), ZERO), HALF, []),
    "the last entry": (add(at(F, ZERO), at(F, ONE)), ONE, []),
    "the only entry": (at(H, ZERO), ONE, []),
    "the only symbol": (total("i", ONE, at(H, INDEX)), ONE, []),
    "a prior": (total("i", INSTANCES, op("prior_mass", D, PRIOR, INDEX)), ONE, []),
    "an event": (op("probability", P,
        ["bind", "event", ["i", ["symbol", N], ""], eq(INDEX, A), ONE, [
        "event", N]]), at(P, A), []),
    "a single symbol": (op("probability", P, op("singleton", N, A, sort=["event", N])), at(P, A),
        []),
    "the other symbols": (op("probability", P, op("complement", N, var("A"), sort=["event", N])),
                          sub(ONE, op("probability", P, var("A"))), []),
    "an entropy of a bit": (op("binary_entropy", HALF), log(TWO), []),
    "a ratio": (op("likelihood_ratio", table(N, over(ONE, N)), table(N, over(ONE, N)), A), ONE, []),
    # Cases.
    "both cases": (add(when(le(X, Y), U, V), when(le(X, Y), V, U)), add(U, V), []),
    "one or the other": (add(when(le(X, Y)), when(["not", le(X, Y)])), ONE, []),
    "of multiples": (when(le(X, Y)), when(le(mul(TWO, X), mul(TWO, Y))), []),
    "of sums": (when(lt(X, Y)), when(lt(add(X, Z), add(Z, Y))), []),
    "turned": (when(eq(X, Y)), when(eq(Y, X)), []), "moved": (when(eq(X, Y)), when(eq(
        add(X, Z), add(Y, Z))), []),
    "of one": (when(eq(X, ONE)), when(eq(add(X, ONE), TWO)), []),
    "a test that holds": (when(le(ZERO, T), X, Y), X, []),
    "one that fails": (when(lt(T, ZERO), X, Y), Y, []),
    "a known test": (when(le(X, Y), U, V), U, [lt(X, Y)]), "an unmet one": (
        when(le(X, Y), U, V), V, [lt(Y, X)]),
    "equal": (when(eq(X, Y), U, V), U, [eq(X, Y)]),
    "unequal": (when(eq(X, Y), U, V), V, [lt(X, Y)]),
    "not equal": (when(eq(X, Y), U, V), V, [["not", eq(X, Y)]]),
    "the same": (when(eq(X, X), U, V), U, []), "not less": (when(lt(X, X), U, V), V, []),
    "and": (when(["and", [le(X, Y), le(ZERO, T)]]), when(le(X, Y)), []),
    "within a case": (when(lt(ZERO, X), exp(log(X)), ZERO), when(lt(ZERO, X), X, ZERO), []),
    "a case of cases": (when(eq(when(le(X, Y), A, ZERO), A)),
        when(le(X, Y), ONE, when(eq(A, ZERO))), []),
    # Numbers.
    "signs": (op("abs", op("neg", X)), op("abs", X), []), "a difference": (
        op("abs", sub(X, Y)), op("abs", sub(Y, X)), []),
    "a sign": (op("abs", op("neg", T)), T, []), "half": (op("normal_cdf", ZERO), HALF, []),
    "the other tail": (op("normal_cdf", op("neg", X)), sub(ONE, op("normal_cdf", X)), []),
    "both tails": (add(op("normal_cdf", sub(X, Y)), op("normal_cdf", sub(Y, X))), ONE, []),
    "exponents": (mul(power(U, X), power(U, Y)), power(U, add(X, Y)), []),
    "a power of a power": (power(power(U, X), Y), power(U, mul(X, Y)), []),
    "a power of a product": (power(mul(U, V), X), mul(power(U, X), power(V, X)), []),
    "e to a logarithm": (exp(mul(TWO, log(U))), power(U, "2"), []),
    "a logarithm of e": (log(exp(X)), X, []),
    "of a product": (log(mul(U, V)), add(log(U), log(V)), []),
    "of a power": (log(power(U, X)), mul(X, log(U)), []), "of a quotient": (
        log(over(U, V)), sub(log(U), log(V)), []),
    "of a number": (log(["number", "12"]), add(log(THREE), mul(TWO, log(TWO))), []),
    "of a fraction": (log(["number", "3/4"]), sub(log(THREE), mul(TWO, log(TWO))), []),
    "of a sum": (log(add(U, mul(U, V))), add(log(U), log(add(ONE, V))), []),
    "of factors": (log(sub(ONE, power(X, "2"))), add(log(sub(ONE, X)), log(add(ONE, X))), [
        lt(X, ONE), lt(MINUS, X), lt(power(X, "2"), ONE)]),
    "u ln u": (mul(T, log(mul(T, U))), add(mul(T, log(T)), mul(T, log(U))), []),
    "0 ln u": (mul(ZERO, log(T)), ZERO, []), "a root": (mul(op("sqrt", T), op("sqrt", T)), T, []),
    "a root of a square": (op("sqrt", power(T, "2")), T, []),
    "a root of a product": (op("sqrt", mul(T, S)), mul(op("sqrt", T), op("sqrt", S)), []),
    "a root of a root": (power(op("sqrt", T), HALF), power(T, "1/4"), []),
    "a root of a multiple": (op("sqrt", mul(["number", "4"], T)), mul(TWO, op("sqrt", T)), []),
    "no power": (power(X, "0"), ONE, []), "an inverse": (power(U, "-2"), over(ONE, mul(U, U)), []),
    "a fraction": (over(add(X, X), TWO), X, []), "two fractions": (
        sub(over(ONE, U), over(ONE, add(ONE, U))), over(ONE, mul(U, add(ONE, U))), []),
    "a negative divisor": (over(X, sub(MINUS, T)), op("neg", over(X, add(ONE, T))), []),
    "a multiple of a divisor": (over(TWO, add(TWO, mul(TWO, U))), over(ONE, add(ONE, U)), []),
    "a factor": (over(sub(power(X, "2"), ONE), sub(X, ONE)), add(X, ONE), [lt(ONE, X)]),
    "an inverse of an inverse": (over(ONE, over(ONE, add(ONE, U))), add(ONE, U), []),
    "a known divisor": (over(X, X), ONE, [["not", eq(X, ZERO)]]),
    "a known product": (over(mul(X, Y), mul(X, Y)), ONE, [["not", eq(mul(X, Y), ZERO)]]),
    "whole numbers": (whole("quotient", ["number", "7"], TWO), THREE, []),
    "remainders": (whole("remainder", ["number", "7"], TWO), ONE, []),
    "a symbol's quotient": (whole("quotient", B, M), ZERO, []),
    "a symbol's remainder": (whole("remainder", B, M), B, []),
}
# What isn't one, or not for all values.
OTHER: dict[str, tuple[Tree, Tree, list[Tree]]] = {
    "a square of a law": (total("i", N, mul(PI_, PI_)), ONE, []),
    "two laws": (total("i", N, mul(PI_, QI)), ONE, []),
    "a fixed entry": (total("i", N, at(P, A)), ONE, []), "a law that moves": (
        total("i", N, at(row(W, INDEX), INDEX)), ONE, []),
    "a fixed column": (total("i", N, at(row(W, INDEX), A)), ONE, []),
    # There may be no symbol.
    "an unknown alphabet": (total("i", K, at(FLAT_K, INDEX)), ONE, []),
    "the first of k": (total("i", K, when(eq(INDEX, ZERO))), ONE, []),
    "the first of k, in two sums": (total("i", K, total("j", N, when(eq(INDEX, ZERO)))), N, []),
    "an inverse of k": (total("i", K, over(ONE, K)), ONE, []),
    "another alphabet's symbol": (total("i", N, when(eq(INDEX, B))), ONE, []),
    "a number": (total("i", N, when(eq(INDEX, X))), ONE, []),
    "n itself": (total("i", N, when(eq(INDEX, N))), ONE, []),
    "the middle": (total("i", N, when(eq(INDEX, sub(sub(N, ONE), INDEX)))), ONE, []),
    "a power of a test": (total("i", N, mul(when(le(INDEX, A)), PI_)), at(P, A), []),
    "a sum of squares": (power(total("i", N, NUMBERS), "2"), total("i", N, mul(NUMBERS, NUMBERS)),
        []),
    "products of sums": (total("i", N, mul(exp(INDEX), exp(power(INDEX, "2")))), mul(
        total("i", N, exp(INDEX)), total("i", N, exp(power(INDEX, "2")))), []),
    "a part of a law of pairs": (total("j", M, at(L, add(mul(A, M), J))), ONE, []),
    "another part": (total("i", N, at(L, add(mul(INDEX, M), B))), ONE, []),
    "the diagonal": (total("i", N, at(L, add(mul(INDEX, M), ZERO))), ONE, []),
    "another divisor": (total("j", M, over(total("i", N, exp(mul(INDEX, power(J, "2")))), ROWS)), M,
        []),
    "shares of another": (total("j", M, total("i", N, over(exp(INDEX), ROWS))), M, []),
    "one more": (total("i", THREE, INDEX), ["number", "6"], []),
    "a prior of others": (total("i", N, op("prior_mass", D, PRIOR, INDEX)), ONE, []),
    "another row": (at(row(BITS, ZERO, TWO), ONE), HALF, []),
    "another entry": (at(BIT, ZERO), sub(ONE, T), [le(T, ONE)]),
    "entries of two": (at(F, ZERO), HALF, []), "a law's first": (at(P, ZERO), ONE, []),
    "multiples on one side": (when(le(X, Y)), when(le(X, mul(TWO, Y))), []),
    "strict": (when(le(X, Y)), when(lt(X, Y)), []),
    "turned round": (when(le(X, Y)), when(le(Y, X)), []),
    "a negative multiple": (when(le(X, Y)), when(le(mul(MINUS, X), mul(MINUS, Y))), []),
    "opposites": (when(eq(X, Y)), when(eq(X, op("neg", Y))), []),
    "of products": (when(eq(mul(X, Z), mul(Y, Z))), when(eq(X, Y)), []),
    "of squares": (when(eq(mul(X, X), ONE)), when(eq(X, ONE)), []),
    "of squares of two": (when(eq(mul(X, X), mul(Y, Y))), when(eq(X, Y)), []),
    "of an inverse": (when(eq(over(ONE, U), V)), when(eq(U, V)), []),
    "of halves": (when(eq(mul(TWO, X), ONE)), when(eq(X, ONE)), []),
    "of twice": (when(eq(mul(TWO, X), Y)), when(eq(X, Y)), []),
    "minus one": (when(eq(X, MINUS)), when(eq(X, ONE)), []),
    "of three": (when(eq(add(X, Y), Z)), when(eq(X, Z)), []),
    "an open test": (when(le(X, Y), U, V), U, []),
    "a strict open one": (when(lt(X, Y), U, V), U, [le(X, Y)]),
    "an open equality": (when(eq(X, Y), U, V), U, [le(X, Y)]), "at least": (
        when(eq(X, Y), U, V), V, [le(X, Y)]),
    "a test that may fail at 0": (when(lt(ZERO, T), X, Y), X, []),
    "a sign that isn't known": (op("abs", X), X, []),
    "the other sign": (op("abs", X), op("neg", X), []),
    "a mean": (op("normal_cdf", X), HALF, []), "a tail": (op("normal_cdf", op("neg", X)), op(
        "normal_cdf", X), []),
    "a root of a square of any sign": (op("sqrt", power(X, "2")), X, []),
    "a root of a sum": (op("sqrt", add(T, S)), add(op("sqrt", T), op("sqrt", S)), []),
    "a power of a sum": (power(add(U, V), HALF), add(power(U, HALF), power(V, HALF)), []),
    "exponents that multiply": (power(U, mul(X, Y)), mul(power(U, X), power(U, Y)), []),
    "a logarithm of a sum": (log(add(U, V)), add(log(U), log(V)), []),
    "a logarithm of a square of any sign": (log(power(X, "2")), mul(TWO, log(X)), [
        ["not", eq(X, ZERO)]]),
    "a quotient of what may be 0": (over(X, X), ONE, []),
    "a quotient of one factor": (over(X, X), ONE, [["not", eq(Y, ZERO)]]),
    "a rounded quotient": (whole("quotient", ["number", "7"], TWO), ["number", "7/2"], []),
    "a quotient of another pair": (whole("quotient", add(mul(A, N), B), N), A, []),
    "a remainder of another pair": (whole("remainder", add(mul(A, M), A), M), A, []),
    "what the last case says": (when(lt(ZERO, X), exp(log(X)), ZERO), X, []),
    "k over k": (mul(K, over(ONE, K)), ONE, []),
    "infinities": (sub(op("kl", P, Q), op("kl", P, Q)), ZERO, []),
}


def known(facts: list[Tree]) -> Facts:
    return Facts(facts, SCOPE, Canonical())


@pytest.mark.parametrize("what", SAME)
def test_identities(what: str) -> None:
    one, two, facts = SAME[what]
    known(facts).equal(one, two)
    known(facts).equal(two, one)
    for wrong in (add(two, ONE), add(mul(TWO, two), ONE), sub(["number", "17/3"], two)):
        with pytest.raises(Unshown):
            known(facts).equal(one, wrong)


@pytest.mark.parametrize("what", OTHER)
def test_what_is_no_identity(what: str) -> None:
    one, two, facts = OTHER[what]
    with pytest.raises(Unshown):
        known(facts).equal(one, two)
    with pytest.raises(Unshown):
        known(facts).equal(two, one)


# --- parts ----------------------------------------------------------------------------------------


def test_a_test_pins_a_symbol_to_a_term_without_it() -> None:
    assert pinned(eq(INDEX, A), "i") == A
    assert pinned(eq(A, INDEX), "i") == A
    assert pinned(eq(INDEX, add(A, ONE)), "i") == add(A, ONE)
    for test in (eq(A, B), eq(INDEX, sub(N, INDEX)), eq(sub(N, INDEX), INDEX),
        eq(add(INDEX, ONE), A), eq(INDEX, INDEX)):
        assert pinned(test, "i") is None


def test_products_are_written_and_taken_apart() -> None:
    mark, tree = when(le(X, Y)), exp(X)
    for factors in ([], [(tree, 1)], [(tree, 2), (exp(Y), 1)], [(mark, 1)], [(mark, 1), (tree, 1)],
                    [(mark, 1), (when(lt(Y, Z)), 1), (tree, -1)]):
        written = product_of(factors)
        told = sorted((repr(part), power) for part, power in split(written)) if factors else []
        assert told == sorted((repr(part), power) for part, power in factors)
    # An exponent that is no number is no power.
    assert split(power(U, X)) == [(power(U, X), 1)]


def test_how_many_sums_a_power_opens() -> None:
    one, two = total("i", N, INDEX), total("i", N, total("j", N, INDEX))
    for tree, times, bound, held in ((one, 1, 9, True), (one, 2, 3, True), (one, 2, 4, False),
                                     (two, 2, 1, True), (two, 2, 2, False), (one, 0, 0, False),
                                     (one, -1, 0, False), (two, 1, 5, True)):
        assert opens(tree, times, bound) is held
