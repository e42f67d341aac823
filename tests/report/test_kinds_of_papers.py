"""Kinds of findings that a repair tells, each with the repair that it is told by; and what the
repairs say, tried by a library that proves nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import mpmath
import pytest

from verified.attack import attack
from verified.language import find, rational
from verified.papers import papers
from verified.report.findings import finding, may_repair
from verified.syntax.formulas import Relation

NURADHA, NGO = "nuradha-goldfeld-2022/", "ngo-2024/"


def leaf(name):
    row = find(papers(), name.partition("@")[0].partition(".")[0])
    (found,) = [part for part in row.leaves() if part.name == name]
    return found


@pytest.mark.parametrize(("name", "repair", "kind"), [
    (NURADHA + "theorem-1-i@any-data-space", NURADHA + "theorem-1-i-repaired", "hypothesis"),
    (NURADHA + "theorem-1-iii@any-data-space", NURADHA + "theorem-1-iii-repaired", "hypothesis"),
    (NURADHA + "remark-5.level@deviation", NURADHA + "remark-5-repaired.level", "misprint"),
    (NURADHA + "remark-8-free.regime-unequal@turned",
     NURADHA + "remark-8-free-repaired.regime-unequal@turned", "hypothesis"),
    (NURADHA + "section-4a-properties.composability",
     NURADHA + "section-4a-properties-repaired.composability", "hypothesis"),
    (NGO + "figure-3.guarantee", NGO + "figure-3-repaired.guarantee", "core"),
])  # fmt: skip
def test_a_repair_tells_the_kind_once_it_is_proved(name, repair, kind):
    refuted = leaf(name)
    found = finding(refuted, may_repair(refuted), {repair})
    assert found is not None
    assert (found.kind, found.repair) == (kind, repair)
    assert finding(refuted, may_repair(refuted), set()) is None


@pytest.mark.parametrize("name", [
    "background/mixture-apart.from", "lemma/mixture-within.to", "lemma/local-curve.vanishes",
])  # fmt: skip
def test_a_fact_that_is_tampered_with_falls(name):
    claim = leaf(name)
    then = claim.statement.then
    worse = Relation(then.op, then.left, then.right * rational(1, 2))
    changed = replace(claim, statement=replace(claim.statement, then=worse))
    assert attack(changed, seed=0, budget=2000, seconds=20).status == "refuted"


def test_gaussian_noise_for_a_bit_is_close_at_every_order():
    """Φ(a − ε'/(2a)) − e^ε' Φ(−a − ε'/(2a)) ≤ 2Φ(a) − 1 ≤ √ln(1 + a²)."""
    with mpmath.workdps(30):
        for a in map(mpmath.mpf, ("0.01", "0.3", "1", "2.5", "7")):
            curve = [
                mpmath.ncdf(a - e / (2 * a)) - mpmath.exp(e) * mpmath.ncdf(-a - e / (2 * a))
                for e in (mpmath.mpf(k) / 8 for k in range(40))
            ]
            level = mpmath.sqrt(mpmath.log(1 + a**2))
            assert all(one >= two for one, two in pairwise(curve))
            assert curve[0] <= level
            assert curve[0] > level / 4
