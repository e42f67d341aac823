"""Hypotheses that equate irrational numbers: what the search puts before the kernel, and what it
must leave standing."""

from dataclasses import replace

import numpy as np
import pytest
from flint import fmpq

from recheck.plays import check_play
from verified.attack import attack
from verified.attack.certify import Instance
from verified.attack.search import _near, _simple
from verified.instances.layout import Layout
from verified.kernel.certificate import check
from verified.language import (
    KL,
    TV,
    H,
    Pmf,
    Real,
    Size,
    absolute,
    binary_entropy,
    claim,
    equals,
    log,
    min_entropy,
    pmf_table,
    rational,
)

n = Size("n")
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", n)
coin = Pmf("P", 2)
s, t = Real("s", "(0,1)"), Real("t", "(0,1)")
uniform = pmf_table(n, lambda _: 1 / n)
tenth = rational(1, 10)


@pytest.mark.parametrize("statement", [
    claim("entropies", forall=[P, Q], given=[equals(H(P), H(Q)), H(P) > rational(1, 2)],
          then=TV(P, Q) <= rational(1, 100)),
    claim("both-ways", forall=[P, Q], given=[H(P) <= H(Q), H(Q) <= H(P), H(P) > 0],
          then=TV(P, Q) <= tenth),
    claim("size", forall=[P, Q], given=[absolute(H(P) - H(Q)) <= 0, H(P) > 0],
          then=TV(P, Q) <= tenth),
    claim("divergences", forall=[P, Q], given=[equals(KL(P, Q), KL(Q, P)), KL(P, Q) < 10],
          then=TV(P, Q) <= tenth),
    claim("from-the-uniform", forall=[P, Q],
          given=[equals(KL(uniform, P), KL(uniform, Q)), KL(uniform, P) < 10],
          then=TV(P, Q) <= tenth),
    claim("largest-masses", forall=[P, Q], given=[equals(min_entropy(P), min_entropy(Q)), H(P) > 0],
          then=equals(H(P), H(Q))),
    claim("shares", forall=[s, t], given=[equals(binary_entropy(s), binary_entropy(t))],
          then=equals(s, t)),
], ids=lambda one: one.key)
def test_a_false_claim_falls_and_both_checkers_accept_the_play(statement):
    found = attack(statement, seed=1)
    assert found.status == "refuted"
    check(found.certificate)
    check_play(found.certificate)


@pytest.mark.parametrize("statement", [
    claim("uniform", forall=[P], given=[equals(H(P), log(n))], then=TV(P, uniform) <= 0),
    claim("shares", forall=[s, t],
          given=[s <= rational(1, 2), t <= rational(1, 2),
                 equals(binary_entropy(s), binary_entropy(t))],
          then=equals(s, t)),
    # There is no such law, though floats think so of many.
    claim("no-law", forall=[coin], given=[equals(H(coin), log(2) + rational("1e-12"))],
          then=coin[0] >= 1),
], ids=lambda one: one.key)
def test_a_true_claim_stands(statement):
    assert attack(statement, seed=1, budget=6000).status in ("survived", "undecided", "unwitnessed")


# --- simple numbers -------------------------------------------------------------------------------


def instance(masses, number):
    layout = Layout([n, P, s], [], {"n": len(masses)})
    table = np.empty((1, len(masses)), dtype=object)
    table[0] = [fmpq(*part) for part in masses]
    return Instance(layout, (table,), (fmpq(*number),))


def test_an_instance_near_simple_numbers_becomes_one_of_these():
    bit = fmpq(1, 10**9)
    near = instance([(1, 3), (2, 3)], (1, 4))
    near.laws[0][0] = [fmpq(1, 3) - bit, fmpq(2, 3) + bit]
    found = _simple(replace(near, reals=(fmpq(1, 4) + bit,)))
    assert found is not None
    assert found.laws[0][0].tolist() == [fmpq(1, 3), fmpq(2, 3)]
    assert found.reals == (fmpq(1, 4),)


def test_an_instance_of_simple_numbers_has_no_simpler_one():
    assert _simple(instance([(1, 3), (2, 3)], (1, 4))) is None


def test_what_is_near_no_simple_numbers_is_left_alone():
    assert _near(fmpq(314159265, 10**9)) is None
    assert _simple(instance([(314159265, 10**9), (685840735, 10**9)], (1, 4))) is None
    assert _simple(instance([(1, 3), (2, 3)], (314159265, 10**9))) is None
    # A mass that is tiny is none that is left out.
    assert _near(fmpq(1, 10**12)) is None
    assert _near(fmpq(0)) == 0


def test_simple_numbers_stay_within_their_domains():
    assert _simple(instance([(1, 3), (2, 3)], (10**9 - 1, 10**9))) is None
