"""Equal irrational numbers: what is shown to be one number, and what must not be, by both checkers.

The kernel tells by balls and sums of its own, the second checker by intervals and by its own.
"""

import json
import time
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck.equalities import added, exactly, is_nothing, no_roots, of_name, of_stick, same
from recheck.errors import Rejected as SecondRejected
from recheck.errors import Unknown, Unsupported
from recheck.meanings import Reading as SecondReading
from recheck.plays import check_play
from recheck.reals import INF, Num, Precision, num
from verified import language as v
from verified.kernel import equalities
from verified.kernel.certificate import certify, check, seal
from verified.kernel.truth import BallReading, truth
from verified.kernel.values import Rejected, read_moves
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.numbers.limits import OutOfTime, limited
from verified.syntax.formulas import Formula, Relation
from verified.syntax.goals import normal
from verified.syntax.serial import data, sort_data
from verified.syntax.terms import INFINITY, Term, free_variables

BITS = 256
P, Q, R = v.Pmf("P", 3), v.Pmf("Q", 3), v.Pmf("R", 3)
W, V = v.Channel("W", 3, 3), v.Channel("V", 3, 3)
D = v.Database("D")
M, N = v.Mechanism("M", D, 3), v.Mechanism("N", D, 3)
J = v.Joint("J", X=2, Y=2, Z=2)
x, y = v.Real("x"), v.Real("y")
a = v.Symbol("a", 3)
noised = v.interval_mass(v.law_sum(v.gaussian(x, 1), v.laplace(0, 1)), 0, 1)
noised_too = v.interval_mass(v.law_sum(v.gaussian(y, 1), v.laplace(0, 1)), 0, 1)

LAW, TURNED, MIRRORED = ["1/2", "1/3", "1/6"], ["1/6", "1/2", "1/3"], ["1/3", "1/2", "1/6"]
GAPPED, FLAT = ["1/2", "0", "1/2"], ["1/3", "1/3", "1/3"]
# As LAW to forty digits, and of another entropy.
THIRD = Fraction(10**40 // 3, 10**40)
NEAR = ["1/2", str(THIRD), str(Fraction(1, 2) - THIRD)]
NEAR_TWO = f"{2 * 10**40 + 1}/{10**40}"
# Masses whose prime factors nobody finds.
LONG = [str(part) for part in (
    Fraction(2**521 + 159, 2**640), Fraction(3**301 + 2, 2**640),
    1 - Fraction(2**521 + 159 + 3**301 + 2, 2**640),
)]
ROWS, ROWS_TURNED = [LAW, GAPPED, FLAT], [TURNED, ["1/2", "1/2", "0"], FLAT]
# Of one level, ln 3, and of different largest distances.
MECHANISM = [["1/2", "1/3", "1/6"], ["1/4", "1/4", "1/2"]]
NEAR_THAT_LEVEL = [[str(1 - THIRD), str(THIRD), "0"], ["1/3", "2/3", "0"]]
OF_ONE_LEVEL = [["3/4", "1/4", "0"], ["1/4", "3/4", "0"]]
# Of two entries: of a level of ln 2, though the first and the last row have a ratio of 4.
FAR_APART = [["4/7", "2/7", "1/7"], ["2/7", "3/7", "2/7"], ["2/7", "3/7", "2/7"],
             ["1/7", "2/7", "4/7"]]
# Of two variables that are alike, and a third that is their parity.
CELLS = ["1/3", "0", "0", "1/6", "0", "1/6", "1/3", "0"]


def kernel(formula: Formula, bits: int = BITS, **moves: Any) -> bool | None:
    """What the kernel says of a formula at an instance."""
    with precision(bits):
        env = read_moves(sorted_variables(formula), moves, BallReading())
        return truth(normal(formula), env, BallReading())


def second(formula: Formula, bits: int = BITS, **moves: Any) -> bool | None:
    """What the second checker says of it."""
    judge, env = SecondReading(), dict[str, Any]()
    for var in sorted_variables(formula):
        judge.move([var.name, sort_data(var.of), ""], moves[var.name], env)
    Precision.bits = bits
    return judge.truth(data(normal(formula)), env)


def sorted_variables(formula: Formula) -> list[Any]:
    return sorted(free_variables(formula).values(), key=lambda var: var.name)


def h(*groups: str) -> Term:
    return v.H(J, *groups)


SAME = {
    "permuted laws": (v.H(P), v.H(Q), {"P": LAW, "Q": TURNED}),
    "long masses": (v.H(P), v.H(Q), {"P": LONG, "Q": LONG[::-1]}),
    "a gap": (v.H(P), v.log(2), {"P": GAPPED}),
    "a law against the flat one": (v.KL(P, Q), v.log(3) - v.H(P), {"P": LAW, "Q": FLAT}),
    "a mirrored pair": (v.KL(P, Q), v.KL(Q, P), {"P": LAW, "Q": MIRRORED}),
    "multiples": (v.H(P) / 2 + 1, (2 + v.H(Q)) * v.rational(1, 2), {"P": LAW, "Q": TURNED}),
    "signs": (-v.H(P), 0 - v.H(Q), {"P": LAW, "Q": TURNED}),
    "written out": (v.H(P), v.total(a, -(Q[a] * v.log(Q[a])), where=Q[a] > 0),
                    {"P": GAPPED, "Q": ["0", "1/2", "1/2"]}),
    "min-entropies": (v.min_entropy(P), v.log(2), {"P": LAW}),
    "channels": (v.information(P, W), v.information(P, V),
                 {"P": FLAT, "W": ROWS, "V": [ROWS[1], ROWS[2], ROWS[0]]}),
    "joint entropies": (h("X|Y"), h("Y|X"), {"J": CELLS}),
    "an information of variables": (v.I(J, "X;Y"), h("X") - h("X|Y"), {"J": CELLS}),
    "a conditional information": (
        v.I(J, "X;Y|Z"), h("X,Z") + h("Y,Z") - h("X,Y,Z") - h("Z"), {"J": CELLS}),
    "binary entropies": (v.binary_entropy(x), v.binary_entropy(y), {"x": "1/7", "y": "6/7"}),
    **{f"entropies of order {order}": (
        v.renyi_entropy(P, order), v.renyi_entropy(Q, order), {"P": LAW, "Q": TURNED})
       for order in (0, 1, 2, 3, 8, INFINITY)},
    **{f"divergences of order {order}": (
        v.renyi(P, Q, order), v.renyi(Q, P, order), {"P": LAW, "Q": MIRRORED})
       for order in (1, 2, 5, INFINITY)},
    "a divergence of order 2": (
        v.renyi(P, Q, 2), v.log(v.rational(7, 6)), {"P": LAW, "Q": FLAT}),
    "divergences where laws have gaps": (v.renyi(P, Q, 2), v.log(v.rational(3, 2)),
                                         {"P": GAPPED, "Q": FLAT}),
    "a divergence of order 0": (
        v.renyi(P, Q, 0), v.log(v.rational(3, 2)), {"P": GAPPED, "Q": FLAT}),
    "a divergence of order ∞": (
        v.renyi(P, Q, INFINITY), v.log(v.rational(3, 2)), {"P": GAPPED, "Q": FLAT}),
    "a divergence of order 0 where each law has a gap": (
        v.renyi(P, Q, 0), v.log(3), {"P": ["1/2", "1/2", "0"], "Q": ["0", "1/3", "2/3"]}),
    "the largest of unlike ratios": (
        v.renyi(P, Q, INFINITY), v.log(v.rational(3, 2)), {"P": LAW, "Q": FLAT}),
    "an entropy of order 0": (v.renyi_entropy(P, 0), v.log(2), {"P": GAPPED}),
    "an entropy of order 3": (v.renyi_entropy(P, 3), v.log(6) / 2, {"P": LAW}),
    "an order that is no constant": (v.renyi_entropy(P, x), v.log(6) / 2, {"P": LAW, "x": "3"}),
    "leakages": (v.maximal_leakage(P, W), v.maximal_leakage(P, V),
                 {"P": LAW, "W": ROWS, "V": ROWS_TURNED}),
    "the leakage of inputs that there are": (
        v.maximal_leakage(P, W), v.log(v.rational(4, 3)),
        {"P": GAPPED, "W": [LAW, ["0", "1", "0"], LAW[::-1]]}),
    "logarithms": (2 * v.log(x), v.log(y), {"x": "6/5", "y": "36/25"}),
    "logarithms of products": (v.log(12), v.log(x) + 2 * v.log(y), {"x": "3", "y": "2"}),
    "roots": (v.sqrt(x), 2 * v.sqrt(y), {"x": "8", "y": "2"}),
    "sums of roots": (v.total(a, v.sqrt(P[a] * Q[a])), v.total(a, v.sqrt(P[a] * R[a])),
                      {"P": FLAT, "Q": LAW, "R": TURNED}),
    "exponentials": (v.exp(x) * 3, v.exp(y) + 2 * v.exp(x), {"x": "1/2", "y": "1/2"}),
    "sticks": (v.hockey_stick(P, Q, 1), v.hockey_stick(Q, P, 1),
               {"P": ["8/10", "1/10", "1/10"], "Q": ["1/10", "8/10", "1/10"]}),
    "a stick written out": (v.hockey_stick(P, Q, 1), v.rational(4, 5) - v.exp(1) / 10,
                            {"P": ["8/10", "1/10", "1/10"], "Q": ["1/10", "8/10", "1/10"]}),
    "the larger of what is infinite": (
        v.maximum(v.log(x), v.log(y)), v.log(3), {"x": "0", "y": "3"}),
    "quotients of the same": (
        v.log(3) / v.log(x), v.log(3) / v.log(y), {"x": "2", "y": "2"}),
    "the larger one": (v.maximum(v.log(x), v.log(y)), v.log(3), {"x": "2", "y": "3"}),
    "the smaller one": (v.minimum(v.log(x), v.log(y)), v.log(2), {"x": "2", "y": "3"}),
    "the larger of two that are one number": (
        v.maximum(v.log(x), 2 * v.log(y)), v.log(4), {"x": "4", "y": "2"}),
    "the smaller of two entropies that are one": (
        v.minimum(v.H(P), v.H(Q)), v.H(Q), {"P": LAW, "Q": TURNED}),
    "a size that is 0": (v.absolute(v.H(P) - v.H(Q)), v.rational(0), {"P": LAW, "Q": TURNED}),
    "the size of a negative": (v.absolute(v.log(x)), v.log(y), {"x": "1/3", "y": "3"}),
    "the size of a positive": (v.absolute(v.log(x)), v.log(y), {"x": "3", "y": "3"}),
    "a shared gap": (v.KL(P, Q), v.log(4) / 2 - v.log(3) / 2,
                     {"P": GAPPED, "Q": ["1/4", "0", "3/4"]}),
    "flat joint laws": (h("X,Y,Z"), v.log(8), {"J": ["1/8"] * 8}),
    **{f"entropies of order {order}": (
        v.renyi_entropy(P, v.rational(order)), v.renyi_entropy(Q, v.rational(order)),
        {"P": LAW, "Q": TURNED})
       for order in ("1/2", "3/2", "1/3", "7/5")},
    **{f"divergences of order {order}": (
        v.renyi(P, Q, v.rational(order)), v.renyi(Q, P, v.rational(order)),
        {"P": LAW, "Q": MIRRORED})
       for order in ("1/2", "5/2", "2/3")},
    "a root that is rational": (
        v.renyi_entropy(P, v.rational(1, 2)), 2 * v.log(v.rational(5, 3)),
        {"P": ["4/9", "4/9", "1/9"]}),
    "a part that the second law lacks": (
        v.renyi(P, Q, v.rational(1, 3)), v.renyi(Q, P, v.rational(2, 3)) / 2,
        {"P": GAPPED, "Q": ["0", "1/3", "2/3"]}),
    "levels of mechanisms": (
        v.dp_epsilon(M), v.dp_epsilon(N), {"D": [2], "M": MECHANISM, "N": OF_ONE_LEVEL}),
    "the level of a mechanism": (v.dp_epsilon(M), v.log(3), {"D": [2], "M": MECHANISM}),
    "the level of a mechanism, of order 2": (
        v.renyi_dp(M, 2), v.log(v.rational(29, 16)), {"D": [2], "M": MECHANISM}),
    "the level of a mechanism, of order ∞": (
        v.renyi_dp(M, INFINITY), v.dp_epsilon(N), {"D": [2], "M": MECHANISM, "N": OF_ONE_LEVEL}),
    "the level of a mechanism, of order 3": (
        v.renyi_dp(N, 3), v.log(v.rational(61, 9)) / 2, {"D": [2], "N": OF_ONE_LEVEL}),
    "the level of neighbours alone": (v.dp_epsilon(M), v.log(2), {"D": [2, 2], "M": FAR_APART}),
    "the largest level of a pair": (
        v.dp_epsilon(M), v.log(3), {"D": [3], "M": [*OF_ONE_LEVEL, ["1/2", "1/2", "0"]]}),
    "a mass that both laws have, of order 1/3": (
        v.renyi(P, Q, v.rational(1, 3)), v.log(8) / 2,
        {"P": ["1/2", "1/2", "0"], "Q": ["1/2", "0", "1/2"]}),
    "irrational orders of the same laws": (v.renyi(P, R, v.sqrt(x)), v.renyi(Q, R, v.sqrt(y)),
                                           {"P": LAW, "Q": LAW, "R": FLAT, "x": "2", "y": "2"}),
    "orders of the same laws": (v.renyi(P, R, x), v.renyi(Q, R, y),
                                {"P": LAW, "Q": LAW, "R": FLAT, "x": "2/3", "y": "2/3"}),
    "by other cases": (v.cases(x <= 1, v.log(x), v.log(y)), v.log(3), {"x": "2", "y": "3"}),
    "some symbols": (v.total(a, v.log(2 + a), where=P[a] > 0), v.log(8), {"P": GAPPED}),
    "by cases": (v.cases(x <= 2, v.log(x), v.log(y)), v.log(2), {"x": "2", "y": "3"}),
    "functions of the same": (noised, noised_too, {"x": "1/3", "y": "1/3"}),
    "products": (v.log(x) * v.log(3), v.log(3) * v.log(y), {"x": "2", "y": "2"}),
    "products of unlike logarithms": (
        v.log(x) * v.log(y), 6 * v.log(2) * v.log(3), {"x": "4", "y": "27"}),
    "products of entropies": (v.H(P) * v.H(Q), v.H(Q) * v.H(R),
                              {"P": LAW, "Q": MIRRORED, "R": TURNED}),
    "logarithms by roots": (v.log(x) * v.sqrt(12), 4 * v.log(2) * v.sqrt(y),
                            {"x": "4", "y": "3"}),
    "products of roots": (v.sqrt(x) * v.sqrt(y), v.sqrt(6), {"x": "2", "y": "3"}),
    "a root by itself": (v.sqrt(x) * v.sqrt(x), x, {"x": "3"}),
    "three roots": (v.sqrt(x) * v.sqrt(y) * v.sqrt(6), x * y, {"x": "2", "y": "3"}),
    "squares": ((v.log(x) + v.log(y)) ** 2, v.log(6) ** 2, {"x": "2", "y": "3"}),
    "the square of a sum of roots": (
        (v.sqrt(x) + v.sqrt(y)) ** 2, 5 + 2 * v.sqrt(6), {"x": "2", "y": "3"}),
    "cubes": ((v.log(x) - v.sqrt(y)) ** 3, -((v.sqrt(y) - v.log(2)) ** 3), {"x": "2", "y": "3"}),
    "logarithms to a base": (v.log(x) / v.log(y), v.rational(3, 2), {"x": "8", "y": "4"}),
    "a quotient of sums": (
        (v.log(x) ** 2 - v.log(y) ** 2) / (v.log(x) - v.log(y)), v.log(6), {"x": "2", "y": "3"}),
    "quotients of unlike divisors": (
        1 / v.log(x) + 1 / v.log(y), v.log(6) / (v.log(2) * v.log(3)), {"x": "2", "y": "3"}),
    "bits": (v.H(P) / v.log(2), v.H(Q) / v.log(4) * 2, {"P": LAW, "Q": TURNED}),
    "others by logarithms": (v.exp(x) * v.log(4), 2 * v.log(2) * v.exp(y),
                             {"x": "1/2", "y": "1/2"}),
    "others that cancel": (v.exp(x) / v.log(2) * v.log(8), 3 * v.exp(y), {"x": "1/2", "y": "1/2"}),
    "exponentials of products": (
        v.exp(v.log(x) * v.log(3)), v.exp(v.log(3) * v.log(y)), {"x": "2", "y": "2"}),
    "the size of a product": (
        v.absolute(v.log(x) * v.log(y)), v.log(2) * v.log(3), {"x": "1/2", "y": "3"}),
    "the larger of products that are one": (
        v.maximum(v.log(x) * v.log(y), v.log(2) * v.log(9)), 2 * v.log(2) * v.log(3),
        {"x": "4", "y": "3"}),
    "functions of the same logarithms": (
        v.exp(v.log(2) * v.log(x)), v.exp(v.log(2) * v.log(y)), {"x": "3", "y": "3"}),
}
APART = {
    "to forty digits": (v.H(P), v.H(Q), {"P": LAW, "Q": NEAR}),
    "logarithms to forty digits": (
        v.log(x), v.log(y), {"x": "2", "y": NEAR_TWO}),
    "a size that isn't 0": (
        v.absolute(v.log(x) - v.log(y)), v.rational(0), {"x": "2", "y": NEAR_TWO}),
    "the size of what may be negative": (
        v.absolute(v.log(x) - v.log(y)), v.log(x) - v.log(y), {"x": "2", "y": NEAR_TWO}),
    "the larger of near ones": (
        v.maximum(v.log(x), v.log(y)), v.log(x), {"x": "2", "y": NEAR_TWO}),
    "the smaller of near ones": (
        v.minimum(v.log(x), v.log(y)), v.log(y), {"x": "2", "y": NEAR_TWO}),
    "quotients": (v.log(3) / v.log(x), v.log(3) / v.log(y), {"x": "2", "y": NEAR_TWO}),
    "products": (v.log(x) * v.log(3), v.log(y) * v.log(3), {"x": "2", "y": NEAR_TWO}),
    "exponentials": (v.exp(x), v.exp(y), {"x": "2", "y": NEAR_TWO}),
    "largest values": (v.largest(a, v.log(x + a)), v.largest(a, v.log(y + a)),
                       {"x": "2", "y": NEAR_TWO}),
    "of sizes": (v.absolute(v.log(x)), v.log(y), {"x": "3", "y": "1/3"}),
    "logarithms of logarithms": (
        v.log(v.log(x)), v.log(v.log(y)), {"x": "3", "y": f"{3 * 10**40 + 1}/{10**40}"}),
    "roots to forty digits": (
        v.sqrt(x), v.sqrt(y), {"x": "2", "y": NEAR_TWO}),
    "orders of other laws": (v.renyi(P, R, x), v.renyi(Q, R, x),
                             {"P": LAW, "Q": NEAR, "R": FLAT, "x": "2/3"}),
    "products of roots to forty digits": (
        v.sqrt(x) * v.sqrt(3), v.sqrt(y) * v.sqrt(3), {"x": "2", "y": NEAR_TWO}),
    "squares to forty digits": (v.log(x) ** 2, v.log(y) ** 2, {"x": "2", "y": NEAR_TWO}),
    "divisors to forty digits": (1 / v.log(x), 1 / v.log(y), {"x": "2", "y": NEAR_TWO}),
    "what divides to forty digits": (
        v.log(x) / v.log(3), v.log(y) / v.log(3), {"x": "2", "y": NEAR_TWO}),
    "exponentials of quotients": (
        v.exp(1 / v.log(x)), v.exp(1 / v.log(y)), {"x": "2", "y": NEAR_TWO}),
    "unlike products": (
        v.log(x) * v.log(6), v.log(y) * v.log(5), {"x": "3", "y": "3"}),
    "squares of unlike roots": (
        (v.sqrt(x) + v.sqrt(y)) ** 2, 5 + 2 * v.sqrt(5), {"x": "2", "y": "3"}),
    "roots by unlike logarithms": (
        v.sqrt(x) * v.log(3), v.sqrt(x) * v.log(5), {"x": "2"}),
    **{f"orders of order {order} to forty digits": (
        v.renyi_entropy(P, order), v.renyi_entropy(Q, order), {"P": LAW, "Q": NEAR})
       for order in (2, 3, v.rational(1, 2), v.rational(7, 3))},
    "roots of other orders": (
        v.renyi_entropy(P, v.rational(1, 3)), v.renyi_entropy(P, v.rational(2, 3)), {"P": LAW}),
    "divergences of order 1/2 to forty digits": (
        v.renyi(P, R, v.rational(1, 2)), v.renyi(Q, R, v.rational(1, 2)),
        {"P": LAW, "Q": NEAR, "R": GAPPED}),
    "roots of one mass to forty digits": (
        v.renyi(P, R, v.rational(1, 3)), v.renyi(Q, R, v.rational(1, 3)),
        {"P": GAPPED, "R": ["0", "0", "1"],
         "Q": [str(1 - Fraction(NEAR_TWO) / 4), "0", str(Fraction(NEAR_TWO) / 4)]}),
    "levels to forty digits": (
        v.dp_epsilon(M), v.dp_epsilon(N), {"D": [2], "M": MECHANISM, "N": NEAR_THAT_LEVEL}),
    "levels of two orders": (
        v.renyi_dp(M, 2), v.renyi_dp(M, 3), {"D": [2], "M": MECHANISM}),
    "levels of order 2 to forty digits": (
        v.renyi_dp(M, 2), v.renyi_dp(N, 2), {"D": [2], "M": MECHANISM, "N": [LAW, NEAR]}),
    "orders that no rational number is": (
        v.renyi_entropy(P, v.sqrt(x)), v.renyi_entropy(Q, v.sqrt(x)),
        {"P": LAW, "Q": NEAR, "x": "2"}),
    "another order": (v.renyi_entropy(P, 2), v.renyi_entropy(P, 3), {"P": LAW}),
    "an entropy and a divergence": (v.renyi_entropy(P, 2), v.renyi(P, Q, 2),
                                    {"P": LAW, "Q": FLAT}),
    "cubes and squares": (v.sqrt(x) ** 3, v.sqrt(x) ** 2, {"x": "2"}),
    "of signs": (v.H(P), -v.H(Q), {"P": LAW, "Q": TURNED}),
    "roots of two classes": (v.sqrt(x), 2 * v.sqrt(y), {"x": "8", "y": "3"}),
    "multiples of other numbers": (3 * v.log(x), 2 * v.log(y), {"x": "2", "y": "3"}),
}


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("judge", [kernel, second])
def test_one_number_is_told(name: str, judge: Any) -> None:
    one, two, moves = SAME[name]
    for left, right in ((one, two), (two, one)):
        for op, held in (("=", True), ("<=", True), (">=", True), ("<", False), (">", False)):
            formula = Relation(op, left, right)
            assert judge(formula, **moves) is held
            assert judge(v.negation(formula), **moves) is not held
    # By no ball, and not before there are enough bits.
    assert judge(Relation("=", one, two), 64, **moves) is None


@pytest.mark.parametrize("name", APART)
@pytest.mark.parametrize("judge", [kernel, second])
def test_others_are_told_apart_or_left_open(name: str, judge: Any) -> None:
    one, two, moves = APART[name]
    assert judge(Relation("=", one, two), 128, **moves) in (None, False)
    assert judge(Relation("=", one, two), 512, **moves) is False


# Logarithms of enough numbers.
LONG_SUM = sum((v.log(p) for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)), v.log(x))
# A divergence of laws that no rational numbers are.
FAIR = v.pmf_of(v.rational(1, 2), v.rational(1, 2))
CERTAIN = v.KL(v.pmf_of(v.exp(-x), 1 - v.exp(-x)), FAIR)


@pytest.mark.parametrize("judge", [kernel, second])
@pytest.mark.parametrize(("one", "two"), [
    # One number, though not by what is known of it.
    (v.renyi_entropy(v.pmf_of(1 / x, 1 - 1 / x), 9),
     v.renyi_entropy(v.pmf_of(1 - 1 / x, 1 / x), 9)),
    (CERTAIN, CERTAIN + 0),
    # A joint law that no rational numbers are.
    (v.H(v.as_joint(v.pmf_of(v.exp(-x), 1 - v.exp(-x)), X=2), "X"),
     v.H(v.as_joint(v.pmf_of(v.exp(-x), 1 - v.exp(-x)), X=2), "X") + 0),
    (v.exp(v.log(x)), x), (v.exp(1 + v.log(x)), x * v.exp(1)),
    # A power that isn't multiplied out, and a product of too many terms.
    ((v.sqrt(x) + 1) ** 9, (v.sqrt(x) + 1) ** 8 * (v.sqrt(x) + 1)),
    (LONG_SUM**5 * LONG_SUM, LONG_SUM**6 * 1),
])
def test_what_has_no_sum_is_left_open(judge: Any, one: Term, two: Term) -> None:
    assert judge(Relation("=", one, two), x="3") is None


@pytest.mark.parametrize("judge", [kernel, second])
@pytest.mark.parametrize("order", [
    v.rational(1, 2), v.rational(1), v.rational(3, 2), v.rational(5, 2), v.rational(9), v.sqrt(x)])
def test_levels_of_other_orders_are_left_open(judge: Any, order: Term) -> None:
    """Not all of them are the logarithm of a rational number, or of the largest of some."""
    level = v.renyi_dp(M, order)
    sides = level + v.log(x), v.log(x) + level
    assert judge(Relation("=", *sides), D=[2], M=MECHANISM, x="2") is None


@pytest.mark.parametrize("judge", [kernel, second])
def test_what_has_no_value_or_an_infinite_one_is_no_real_number(judge: Any) -> None:
    for side in (v.log(x) + v.log(2), v.sqrt(x) + v.log(2), 1 / (x + 1) + v.log(2)):
        assert judge(Relation("=", side, side), x="-1") is False
    # Infinite sides are compared as such, and never cancelled.
    moves = {"P": LAW, "Q": GAPPED}
    assert judge(Relation("=", v.KL(P, Q) + v.log(2), v.KL(P, Q) + v.log(3)), **moves) is True
    assert judge(Relation("=", v.KL(P, Q), v.KL(Q, P)), **moves) is False
    gap = v.KL(P, Q) - v.KL(P, Q) + v.log(2)
    assert judge(Relation("=", gap, v.log(2)), **moves) is False


@pytest.mark.parametrize("judge", [kernel, second])
def test_joint_laws_of_the_same_masses_are_told_apart_by_their_variables(judge: Any) -> None:
    one, two = v.Joint("S", X=2, Y=2), v.Joint("T", Y=2, X=2)
    law, half = ["1/2", "1/4", "1/8", "1/8"], v.pmf_of(v.rational(1, 2), v.rational(1, 2))
    tenth = v.rational(1, 10)
    moves = {"S": law, "T": law}
    sides = [v.renyi(v.marginal(joint, "X"), half, 3) for joint in (one, two)]
    assert judge(Relation("=", *sides), **moves) is False
    sides = [v.H(joint, "X") for joint in (one, two)]
    assert judge(Relation("=", *sides), **moves) is False
    assert judge(Relation("=", v.H(one, "X"), v.H(two, "Y")), **moves) is True
    assert judge(Relation("=", v.H(one, "X|Y"), v.H(two, "Y|X")), **moves) is True
    # Sides that differ after sixty digits only.
    apart = ["1/4", str(Fraction(1, 4) + Fraction(1, 10**60)), "1/4",
             str(Fraction(1, 4) - Fraction(1, 10**60))]
    for order in (3, v.rational(2, 3)):
        sides = [
            v.renyi(v.marginal(joint, "X"), v.pmf_of(tenth, 1 - tenth), order)
            for joint in (one, two)
        ]
        assert judge(Relation("=", *sides), 128, S=apart, T=apart) is None
        assert judge(Relation("=", *sides), 512, S=apart, T=apart) is False


def test_a_number_that_may_be_infinite_has_no_sum() -> None:
    class Wide(BallReading):
        """All that isn't rational may be anything."""

        def real(self, term: Term, env: Any) -> Any:
            found = super().real(term, env)
            return found if isinstance(found, fmpq) else arb(0, arb("inf"))

    with precision(BITS):
        assert equalities.decided("=", v.log(2), v.log(2), {}, BallReading()) is True
        assert equalities.decided("=", v.log(2), v.log(2), {}, Wide()) is None


@pytest.mark.parametrize("ends", [(-INF, INF), (-INF, Fraction(1)), (Fraction(0), INF)])
def test_a_number_that_may_be_infinite_has_no_sum_for_the_second_checker(ends: Any) -> None:
    class Wide(SecondReading):
        def term(self, term: Any, env: Any) -> Any:
            found = super().term(term, env)
            return found if found.exact else Num(*ends)

    Precision.bits = BITS
    log = data(v.log(2))
    assert same(SecondReading(), log, log, {}) is True
    assert same(Wide(), log, log, {}) is False


def test_what_is_no_rational_number_is_none_to_the_second_checker() -> None:
    assert exactly(num("1/3")) == Fraction(1, 3)
    for value in (num(INF), Num(Fraction(0), Fraction(1)), [num(1), Num(-INF, INF)], (2, {0})):
        with pytest.raises(Unsupported):
            exactly(value)


def test_a_stick_is_told_where_each_difference_is() -> None:
    Precision.bits = 64
    near = [Fraction("2.718281828459045235360287471352662497757247093699959574966967627")]
    with pytest.raises(Unknown):
        of_stick(near, [Fraction(1)], Fraction(1))
    Precision.bits = 512
    assert of_stick(near, [Fraction(1)], Fraction(1)) == []


def test_laws_that_are_not_told_exactly_have_no_name() -> None:
    with precision(BITS):
        half = arb(1).exp() / (2 * arb(1).exp())
        env = {"P": BallArray((2,), [half, half]), "Q": BallArray((2,), [fmpq(1, 3), fmpq(2, 3)])}
        for one, held in (("P", None), ("Q", True)):
            side = v.renyi(v.Pmf(one, 2), FAIR, v.rational(2, 3))
            assert equalities.decided("=", side, side, env, BallReading()) is held


# --- sums of logarithms and of roots --------------------------------------------------------------

ratios = st.builds(Fraction, st.integers(1, 60), st.integers(1, 60))


@given(st.dictionaries(ratios, st.integers(-4, 4), max_size=6), st.booleans())
@settings(deadline=None)
def test_logarithms_add_up_to_0_as_products_are_1(
    powers: dict[Fraction, int], closed: bool
) -> None:
    if closed:
        # One more, such that the product is 1.
        whole = prod((r**c for r, c in powers.items()), start=Fraction(1))
        powers = {**powers, 1 / whole: powers.get(1 / whole, 0) + 1}
    one = prod((r**c for r, c in powers.items()), start=Fraction(1)) == 1
    parts = added(*((Fraction(c, 3), of_name(("log", r))) for r, c in powers.items()))
    assert is_nothing((parts, of_name(()))) is one
    exact = {frozenset({(("log", fmpq(*r.as_integer_ratio())), 1)}): fmpq(c, 3)
             for r, c in powers.items() if c}
    assert equalities._vanishes(equalities.Form(exact, equalities.ONE)) is one


@given(st.lists(st.tuples(st.sampled_from([2, 3, 5, 6]), ratios, st.integers(-3, 3)), max_size=6))
@settings(deadline=None)
def test_roots_add_up_to_0_class_by_class(parts: list[tuple[int, Fraction, int]]) -> None:
    roots: dict[Fraction, Fraction] = {}
    classes = {2: Fraction(0), 3: Fraction(0), 5: Fraction(0), 6: Fraction(0)}
    for free, root, count in parts:
        roots[free * root**2] = roots.get(free * root**2, Fraction(0)) + count
        classes[free] += count * root
    nothing = not any(classes.values())
    assert no_roots(roots) is nothing
    exact = {fmpq(*r.as_integer_ratio()): fmpq(*c.as_integer_ratio()) for r, c in roots.items()}
    assert equalities._roots_vanish(exact) is nothing


# --- plays ----------------------------------------------------------------------------------------

CLAIM = v.claim("claim", forall=[P, Q], given=[v.equals(v.H(P), v.H(Q)), v.H(P) > 0],
                then=v.TV(P, Q) <= 0)


def test_both_checkers_accept_a_play_at_equal_entropies() -> None:
    found = certify("claim", CLAIM.statement, "refutation", {"P": LAW, "Q": TURNED}, {})
    assert found is not None
    check(found)
    check_play(json.loads(json.dumps(found)))


def test_both_checkers_reject_a_play_at_entropies_that_differ_after_forty_digits() -> None:
    found = certify("claim", CLAIM.statement, "refutation", {"P": LAW, "Q": TURNED}, {})
    assert found is not None
    assert certify("claim", CLAIM.statement, "refutation", {"P": LAW, "Q": NEAR}, {}) is None
    forged = {**found, "moves": {"P": LAW, "Q": NEAR}}
    forged["seal"] = seal(forged)
    with pytest.raises(Rejected, match="goal"):
        check(forged)
    with pytest.raises(SecondRejected, match="goal"):
        check_play(forged)


@pytest.mark.parametrize("numbers", [range(2, 400), [2**61 - 1, 2**31 - 1]])
def test_whole_numbers_are_taken_apart_under_the_time_limit(numbers) -> None:
    with limited(time.monotonic() - 1), pytest.raises(OutOfTime):
        equalities._coprime(numbers)
