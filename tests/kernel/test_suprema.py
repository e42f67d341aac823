"""Suprema on the side where no single point decides, bounded by subdivision or a linear program:
by the kernel and by the second checker."""

from __future__ import annotations

import copy

import pytest

from recheck.certificates import check as recheck
from recheck.certificates import seal
from recheck.errors import Rejected
from verified.attack import attack
from verified.kernel.certificate import check
from verified.kernel.values import Rejected as Refused
from verified.reading.statements import read_statement
from verified.report.refutation import explain

FALSE = {
    "two suprema": "for all x, y in [0,1]: sup_{b in [0,1]} (b x + (1 - b) y) <= "
                   "sup_{b in [0,1]} b x",
    "over laws": "for all P, Q on n symbols: TV(P,Q) <= sup_{R on n symbols} "
                 "sum_x R(x) (P(x) - Q(x))",
    "strictly": "for all P, Q on n symbols: D_2(P||Q) < sup_{b in (0,1)} "
                "D_2(P||Q) (1 - (b - 1/2)^2)",
    "an infimum": "for all P, Q on n symbols: inf_{b in [0,1]} (b TV(P,Q) + 1/10) <= 1/20",
    "an equality": "for all P on n symbols: sup_{b in [0,1]} b P(0) = 1",
    "a hypothesis": "for all x real, c >= 0: if sup_{b in [0,1]} (b x + 1) <= c then x <= c - 2",
    "under a guard": "for all x in [1,2]: sup_{b in [0,1]: b < 1/2} b x >= x",
}
TRUE = {
    "two suprema": "for all x, y in [0,1]: max(x, y) <= sup_{b in [0,1]} (b x + (1 - b) y)",
    "over laws": "for all P, Q on n symbols: max_x (P(x) - Q(x)) <= sup_{R on n symbols} "
                 "sum_x R(x) (P(x) - Q(x))",
    "an open end": "for all x in [0,1]: x <= sup_{b in (0,1)} b x",
    "a hypothesis": "for all x real, c >= 0: if sup_{b in [0,1]} (b x + 1) <= c then x <= c - 1",
}


@pytest.mark.parametrize("claim", FALSE)
def test_false_ones_fall_and_both_checkers_accept_the_play(claim: str) -> None:
    statement = read_statement(FALSE[claim])
    report = attack(statement, seed=1, budget=2000)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)
    assert str(statement.then) in "\n".join(explain(report.certificate))


@pytest.mark.parametrize("claim", TRUE)
def test_true_ones_survive(claim: str) -> None:
    assert attack(read_statement(TRUE[claim]), seed=1, budget=600).status == "survived"


@pytest.mark.parametrize("claim", ["two suprema", "over laws"])
def test_a_number_that_is_no_bound_is_refused(claim: str) -> None:
    certificate = attack(read_statement(FALSE[claim]), seed=1, budget=2000).certificate
    assert certificate is not None
    for wrong in ("0", "100"):
        # Below the supremum, and not below the other side.
        false = copy.deepcopy(certificate)
        assert "r" in false["moves"]
        false["moves"]["r"] = wrong
        false["seal"] = seal(false)
        with pytest.raises(Refused):
            check(false)
        with pytest.raises(Rejected):
            recheck(false)
