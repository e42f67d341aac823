"""Suprema and infima on sides that no point decides are read as what they are by definition, and
only where they are that."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.certificates import check as recheck
from verified.attack import attack
from verified.errors import InputError
from verified.kernel.certificate import check
from verified.language import (
    Channel,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    capacity,
    claim,
    every,
    inf,
    information,
    largest,
    maximal_leakage,
    pmf_table,
    renyi,
    smallest,
    some,
    sup,
    total,
)
from verified.report.claimlines import of_text

n, m, k, none = Size("n"), Size("m"), Size("k"), Size("z", low=0)
W, V, U, A = (
    Channel("W", n, m), Channel("V", n, m), Channel("U", m, k), Channel("A", n, m))
E = Channel("E", m, k)
P, Q, R, x, y, a = (
    Pmf("P", n), Pmf("Q", n), Pmf("R", m), Symbol("x", n), Symbol("y", m), Symbol("a", k))
d, free, L = Reals("d", n * m, ">=0"), Reals("d", n * m), Reals("L", k * n)
r, D, order = Real("r", ">=0"), Real("D"), Real("alpha", ">0")
mean = total(x, P[x] * total(y, A[x, y] * d[x * m + y]))
turned = total(x, total(y, d[y + m * x] * A[x, y]) * P[x])
least = total(x, P[x] * smallest(y, d[x * m + y]))
informed = sup(P, information(P, W))


@pytest.mark.parametrize(("variables", "given", "then", "printed"), [
    ([W, V], [], informed <= sup(Q, information(Q, V)), "C(W) <= C(V)"),
    ([W, r], [informed <= r], r >= 1, "if C(W) <= r then r >= 1"),
    ([W, r], [every(P, information(P, W) <= r)], r >= 1, "if C(W) <= r then"),
    ([W, r], [], some(P, information(P, W) > r), "r < C(W)"),
    ([W, r], [], 2 * informed + 1 <= r, "2*C(W) + 1 <= r"),
    ([W, U, r], [], informed >= sup(P, information(P, W @ U)), "C(W) >= C((W U))"),
    ([P, d, D, r], [least <= D], inf(A, information(P, A), where=mean <= D) <= r,
     "RD_[P, d of m](D) <= r"),
    ([P, d, D, r], [least <= D], 2 * inf(A, information(P, A), where=turned <= D) >= r,
     "2*RD_[P, d of m](D) >= r"),
    ([W, P, order, r], [], 1 + inf(R, total(x, P[x] * renyi(W[x], R, order))) <= r,
     "1 + I^c_[alpha](P; W) <= r"),
], ids=range(9))
def test_they_are_read_by_name(variables: Any, given: Any, then: Any, printed: str) -> None:
    assert printed in str(claim("k", forall=variables, given=given, then=then).statement)


@pytest.mark.parametrize(("variables", "given", "then"), [
    # Another function, one law that stands twice, a guard, no condition that the level is reached.
    ([W, r], [], 1 + sup(P, 2 * information(P, W)) <= r),
    ([W, V, r], [], 1 + sup(P, information(P, W) + information(P, V)) <= r),
    ([W, r], [], 1 + sup(P, information(P, W), where=every(x, P[x] > 0)) <= r),
    ([P, d, D, r], [], 2 * inf(A, information(P, A), where=mean <= D) >= r),
    ([P, d, D, r], [least < D], 2 * inf(A, information(P, A), where=mean <= D) >= r),
    ([P, d, D, r], [least <= D], 2 * inf(A, information(P, A), where=mean <= 2 * D) >= r),
    ([P, d, D, r], [least <= D], 2 * sup(A, information(P, A), where=mean <= D) >= r),
    # That some prior reaches a number is more than that the supremum does.
    ([W, r], [], some(P, information(P, W) >= r)),
    ([W, order, P, r], [], 1 + inf(R, total(x, P[x] * renyi(R, W[x], order))) <= r),
], ids=range(9))
def test_what_is_defined_otherwise_is_refused(variables: Any, given: Any, then: Any) -> None:
    with pytest.raises(InputError):
        claim("k", forall=variables, given=given, then=then)


def test_of_an_alphabet_that_may_be_empty_it_is_no_capacity() -> None:
    """The definition is of channels with an input."""
    channel, law = Channel("W", none, m), Pmf("P", none)
    with pytest.raises(InputError):
        claim("k", forall=[channel, r], then=1 + sup(law, information(law, channel)) <= r)


def test_where_a_point_decides_it_stays_a_supremum() -> None:
    stated = claim("k", forall=[W, r], then=sup(P, information(P, W)) <= r).statement
    assert "sup_{P" in str(stated)


def test_they_are_searched_and_decided() -> None:
    flat = pmf_table(n, lambda _: 1 / n)
    for then, falls in ((maximal_leakage(flat, W) <= r, True), (information(flat, W) <= r, False)):
        report = attack(claim("k", forall=[W, r], given=[informed <= r], then=then), budget=600)
        assert report.status == ("refuted" if falls else "survived")
        if falls:
            assert check(report.certificate).polarity == "refutation"
            recheck(report.certificate)
    risk = inf(E, largest(x, total(y, W[x, y] * total(a, E[y, a] * L[a * n + x]))))
    assert "R*[L of k](W)" in str(
        claim("k", forall=[W, L, k], then=2 * risk <= 2 * capacity(W)).statement)


def test_lines_are_read_so_too() -> None:
    line = "for all W: sup_P I(P;W) <= 2 sup_P I(P;W)"
    assert "C(W) <= 2*C(W)" in str(of_text(line).statement)
