"""Laws added, multiplied and compared as papers write it: what they stand for, and what decides."""

from __future__ import annotations

import pytest

from recheck.certificates import check as recheck
from verified.attack import attack
from verified.errors import InputError
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
    both,
    bottleneck,
    capacity,
    claim,
    equals,
    every,
    gaussian,
    information,
    marginal,
    output,
    poisson,
    some,
    total,
)
from verified.proof.derivation import Derivation
from verified.syntax.combinations import Combination

n, m, k = Size("n"), Size("m"), Size("k")
P, Q, R, t = Pmf("P", n), Pmf("Q", n), Pmf("R", n), Real("t", "[0,1]")
W, V, U, G = Channel("W", n, m), Channel("V", n, m), Channel("U", m, k), Channel("G", n, k)
x, J = Symbol("x", n), Joint("J", X=n, Y=n)
A, B = Event("A", n), Event("B", n)


@pytest.mark.parametrize(("term", "printed"), [
    (lambda: KL(t * P + (1 - t) * Q, R), "D([t*P(u) + (1 - t)*Q(u) for u < n] || R)"),
    (lambda: KL((P + Q) / 2, Q), "D([1/2*P(u) + 1/2*Q(u) for u < n] || Q)"),
    (lambda: KL(2 * P - Q, Q), "D([2*P(u) - Q(u) for u < n] || Q)"),
    (lambda: (t * P + (1 - t) * Q)[x], "[t*P(u) + (1 - t)*Q(u) for u < n](x)"),
    (lambda: capacity(t * W + (1 - t) * V),
     "C([[t*W(u)(v) + (1 - t)*V(u)(v) for v < m] for u < n])"),
    (lambda: TV(t * gaussian(0, 1) + (1 - t) * gaussian(1, 1), gaussian(0, 1)),
     "TV(mix((t, 1 - t), N(0, 1), N(1, 1)), N(0, 1))"),
    (lambda: TV(t * poisson(1) + (1 - t) * poisson(2), poisson(1)),
     "TV(mixZ((t, 1 - t), Poi(1), Poi(2)), Poi(1))"),
])  # fmt: skip
def test_mixtures_are_what_they_stand_for(term, printed: str) -> None:
    assert str(term()) == printed


@pytest.mark.parametrize(("formula", "printed"), [
    (lambda: equals(P, Q), "(for every u < n: P(u) = Q(u))"),
    (lambda: P <= 2 * Q, "(for every u < n: P(u) <= 2*Q(u))"),
    (lambda: P.__ge__(t * Q), "(for every u < n: P(u) >= t*Q(u))"),
    (lambda: equals(output(P, W), output(Q, W)), "(for every u < m: (P W)(u) = (Q W)(u))"),
    (lambda: equals(W, V), "(for every u < n: (for every v < m: W(u)(v) = V(u)(v)))"),
    (lambda: equals(P, t * Q + (1 - t) * R), "(for every u < n: P(u) = t*Q(u) + (1 - t)*R(u))"),
    (lambda: equals(A, B), "(for every u < n: 1_A(u) = 1_B(u))"),
    (lambda: equals(gaussian(0, 1), gaussian(t, 1)), "TV(N(0, 1), N(t, 1)) = 0"),
    (lambda: equals(marginal(J, "X"), P), "(for every u < n: J_X(u) = P(u))"),
])  # fmt: skip
def test_relations_between_laws_are_those_of_their_entries(formula, printed: str) -> None:
    assert str(formula()) == printed


def test_names_that_are_taken_are_left_alone() -> None:
    square, u = Channel("S", n, n), Symbol("u", n)
    assert str(equals(P, square[u])) == "(for every u' < n: P(u') = S(u)(u'))"


rate, seen = Real("r", ">=0"), Channel("W", n, m)


@pytest.mark.parametrize(("then", "falls"), [
    (bottleneck(P, seen, rate, k) <= rate, False),
    (bottleneck(P, seen, rate, k) <= rate / 2, True),
    (bottleneck(P, seen, rate, 1) <= 0, False),
    (bottleneck(P, seen, rate, 2) <= information(P, seen) / 2, True),
], ids=str)
def test_a_bottleneck_is_a_supremum(then, falls: bool) -> None:
    report = attack(claim("k", forall=[P, seen, rate, k], then=then), seed=1, budget=800)
    assert report.status == ("refuted" if falls else "survived")
    if falls:
        assert check(report.certificate).polarity == "refutation"
        recheck(report.certificate)


def test_a_bottleneck_from_below_is_refused() -> None:
    with pytest.raises(InputError, match="no single value"):
        claim("k", forall=[P, seen, rate, k], then=bottleneck(P, seen, rate, k) >= rate)
    with pytest.raises(InputError, match="of a law and a channel"):
        bottleneck(seen, P, rate, 2)


def test_a_combination_tells_itself_as_written() -> None:
    assert str(t * P + (1 - t) * Q) == "t*P + (1 - t)*Q"
    assert str(P - Q) == "P - Q"
    assert str(-P) == "-P"
    assert isinstance(P - Q, Combination)
    assert (t * P + (1 - t) * Q)._repr_latex_().startswith("$")
    assert (P - Q)._repr_latex_() == "P - Q"


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
        recheck(report.certificate)


def test_a_divergence_from_what_is_sought_is_told_by_events() -> None:
    with pytest.raises(InputError, match=r"is every\(A, P\[A\] - R\[A\] <= …\) for events A"):
        claim("k", forall=[P, Q, t], then=some(R, both(TV(P, R) <= t, R <= 2 * Q)))


def test_sums_under_a_binder_are_untouched() -> None:
    assert str(total(x, P[x] * Q[x])) == "sum_{x < n}(P(x)*Q(x))"


def _proved(key: str, statement, steps) -> None:
    """Both checkers accept the proof."""
    derivation = Derivation(key, statement, {})
    steps(derivation)
    # Making the certificate checks its steps by the kernel.
    recheck(derivation.certificate())


def test_what_they_stand_for_is_used_in_proofs() -> None:
    a = Symbol("a", n)
    alike = claim("alike", forall=[P, Q, a], given=[equals(P, Q)], then=equals(P[a], Q[a]))
    _proved("mine/alike", alike.statement, lambda d: d.qed(d.at(d.given[0], a)))
    mixed = (t * P + (1 - t) * P)[a]
    whole = claim("whole", forall=[P, t, a], then=equals(mixed, P[a]))
    _proved("mine/whole", whole.statement, lambda d: d.qed(d.identity(equals(mixed, P[a]))))


def test_a_proof_of_unequal_laws_is_refused() -> None:
    a = Symbol("a", n)
    wrong = claim("wrong", forall=[P, Q, t, a], then=equals((t * P + (1 - t) * Q)[a], P[a]))
    with pytest.raises(InputError):
        _proved("mine/wrong", wrong.statement, lambda d: d.qed(d.identity(wrong.statement.then)))
