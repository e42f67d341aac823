"""Laws added, multiplied and compared as papers write it: what they stand for, and what decides."""

from __future__ import annotations

import pytest

from verified.attack import attack
from verified.kernel.certificate import check
from verified.language import (
    KL,
    TV,
    Channel,
    Event,
    Joint,
    Pmf,
    Real,
    Size,
    Symbol,
    capacity,
    claim,
    equals,
    every,
    gaussian,
    marginal,
    output,
    poisson,
    some,
    total,
)
from verified.syntax.trees import Combination

n, m, k = Size("n"), Size("m"), Size("k")
P, Q, R, t = Pmf("P", n), Pmf("Q", n), Pmf("R", n), Real("t", "[0,1]")
W, V, U, G = Channel("W", n, m), Channel("V", n, m), Channel("U", m, k), Channel("G", n, k)
x, J = Symbol("x", n), Joint("J", X=n, Y=n)
A, B = Event("A", n), Event("B", n)


@pytest.mark.parametrize(("term", "printed"), [
    (lambda: KL(t * P + (1 - t) * Q, R), "D([t*P(a) + (1 - t)*Q(a) for a < n] || R)"),
    (lambda: KL((P + Q) / 2, Q), "D([1/2*P(a) + 1/2*Q(a) for a < n] || Q)"),
    (lambda: KL(2 * P - Q, Q), "D([2*P(a) - Q(a) for a < n] || Q)"),
    (lambda: (t * P + (1 - t) * Q)[x], "[t*P(a) + (1 - t)*Q(a) for a < n](x)"),
    (lambda: capacity(t * W + (1 - t) * V),
     "C([[t*W(x)(y) + (1 - t)*V(x)(y) for y < m] for x < n])"),
    (lambda: TV(t * gaussian(0, 1) + (1 - t) * gaussian(1, 1), gaussian(0, 1)),
     "TV(mix((t, 1 - t), N(0, 1), N(1, 1)), N(0, 1))"),
    (lambda: TV(t * poisson(1) + (1 - t) * poisson(2), poisson(1)),
     "TV(mixZ((t, 1 - t), Poi(1), Poi(2)), Poi(1))"),
])  # fmt: skip
def test_mixtures_are_what_they_stand_for(term, printed: str) -> None:
    assert str(term()) == printed


@pytest.mark.parametrize(("formula", "printed"), [
    (lambda: equals(P, Q), "(for every x < n: P(x) = Q(x))"),
    (lambda: P <= 2 * Q, "(for every x < n: P(x) <= 2*Q(x))"),
    (lambda: P.__ge__(t * Q), "(for every x < n: P(x) >= t*Q(x))"),
    (lambda: equals(output(P, W), output(Q, W)), "(for every x < m: (P W)(x) = (Q W)(x))"),
    (lambda: equals(W, V), "(for every x < n: (for every y < m: W(x)(y) = V(x)(y)))"),
    (lambda: equals(P, t * Q + (1 - t) * R), "(for every x < n: P(x) = t*Q(x) + (1 - t)*R(x))"),
    (lambda: equals(A, B), "(for every x < n: 1_A(x) = 1_B(x))"),
    (lambda: equals(gaussian(0, 1), gaussian(t, 1)), "TV(N(0, 1), N(t, 1)) = 0"),
    (lambda: equals(marginal(J, "X"), P), "(for every x < n: J_X(x) = P(x))"),
])  # fmt: skip
def test_relations_between_laws_are_those_of_their_entries(formula, printed: str) -> None:
    assert str(formula()) == printed


def test_names_that_are_taken_are_left_alone() -> None:
    square = Channel("S", n, n)
    assert str(equals(P, square[x])) == "(for every x' < n: P(x') = S(x)(x'))"


def test_a_combination_tells_itself_as_written() -> None:
    assert str(t * P + (1 - t) * Q) == "t*P + (1 - t)*Q"
    assert str(P - Q) == "P - Q"
    assert str(-P) == "-P"
    assert isinstance(P - Q, Combination)


@pytest.mark.parametrize(("formula", "falls"), [
    (lambda: claim("k", forall=[P, Q, R, t],
                   then=KL(t * P + (1 - t) * Q, R) <= t * KL(P, R) + (1 - t) * KL(Q, R)), False),
    (lambda: claim("k", forall=[P, Q, R, t],
                   then=KL(t * P + (1 - t) * Q, R) >= t * KL(P, R) + (1 - t) * KL(Q, R)), True),
    (lambda: claim("k", forall=[W, V, P], given=[equals(output(P, W), output(P, V))],
                   then=equals(W, V)), True),
    (lambda: claim("k", forall=[P, Q], given=[KL(P, Q) <= 0], then=equals(P, Q)), False),
    (lambda: claim("k", forall=[P, Q], then=some(R, (1 - TV(P, Q)) * R <= P)), False),
    (lambda: claim("k", forall=[P, Q], then=some(
        J, every(x, equals(marginal(J, "Y")[x], Q[x])), where=equals(marginal(J, "X"), P))),
     False),
    (lambda: claim("k", forall=[P, Q], then=some(
        R, 2 * P <= 3 * R, where=2 * Q <= 3 * R)), True),
    (lambda: claim("k", forall=[W, G], given=[some(U, equals(W @ U, G))],
                   then=capacity(W) <= capacity(G)), True),
])  # fmt: skip
def test_they_are_searched_and_decided(formula, falls: bool) -> None:
    report = attack(formula(), seed=1, budget=800)
    assert report.status == ("refuted" if falls else "survived")
    if falls:
        assert check(report.certificate).polarity == "refutation"


def test_sums_under_a_binder_are_untouched() -> None:
    assert str(total(x, P[x] * Q[x])) == "sum_{x < n}(P(x)*Q(x))"
