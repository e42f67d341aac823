"""The kind of a finding follows from the repairs that are proved."""

from __future__ import annotations

import pytest

from verified.language import KL, Paper, Pmf, Real, Size, equals, exp, negation
from verified.report.findings import finding, kind_of

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
eps, r = Real("eps", ">=0"), Real("r")


def paper():
    made = Paper("mine")
    made.claim("edge", forall=[P, Q, eps], then=KL(P, Q) / eps >= 0, reading="literal",
               readings={"positive": {"given": [eps > 0]}})
    made.claim("misprint", forall=[P, Q, eps], then=KL(P, Q) <= -eps, reading="printed",
               readings={"meant": {"then": KL(P, Q) >= -eps}})
    made.claim("wants", forall=[P, Q, eps], then=KL(P, Q) <= eps)
    made.claim("wants-repaired", forall=[P, Q, eps], given=[equals(KL(P, Q), 0)],
               then=KL(P, Q) <= eps)
    made.claim("line-steps", forall=[r], then={"one": exp(r) <= 0})
    made.claim("alone", forall=[r], then=exp(r) <= 0)
    return made


def leaves(made):
    return {leaf.name: leaf for row in made.rows.values() for leaf in row.leaves()}


@pytest.mark.parametrize(("refuted", "proved", "kind"), [
    ("mine/edge@literal", "mine/edge@positive", "edge"),
    ("mine/misprint@printed", "mine/misprint@meant", "misprint"),
    ("mine/wants", "mine/wants-repaired", "hypothesis"),
    ("mine/edge@literal", "mine/wants-repaired", None),
    ("mine/line-steps.one", "mine/edge@positive", "step"),
    ("mine/alone", "mine/edge@positive", None),
])
def test_kinds(refuted, proved, kind):
    found = leaves(paper())
    assert finding(found[refuted], found.values(), {proved: True}) == kind


def test_nothing_is_said_without_a_proof():
    found = leaves(paper())
    assert finding(found["mine/edge@literal"], found.values(), {}) is None


def test_only_an_end_is_an_edge():
    found = leaves(paper())
    stated = found["mine/edge@literal"].statement
    from dataclasses import replace

    for more, kind in (
        (eps > 0, "edge"), (negation(equals(eps, 0)), "edge"), (eps > 1, "hypothesis"),
        (n >= 2, "edge"), (n >= 3, "hypothesis"), (KL(P, Q) > 0, "hypothesis"),
    ):
        assert kind_of(stated, replace(stated, given=(more,))) == kind


def test_a_core_needs_another_conclusion_under_another_hypothesis():
    made = Paper("mine")
    made.claim("row", forall=[P, Q], then=KL(P, Q) <= 1)
    made.claim("row-repaired", forall=[P, Q, r], given=[r > 0], then=KL(P, Q) <= 1 / r)
    found = leaves(made)
    assert finding(found["mine/row"], found.values(), {"mine/row-repaired": True}) == "core"


def test_the_repair_that_changes_least_counts():
    made = Paper("mine")
    made.claim("row", forall=[eps], then=1 / eps >= 0, reading="literal", readings={
        "clipped": {"then": eps >= 0}, "large": {"given": [eps >= 1]},
    })
    found = leaves(made)
    proved = {"mine/row@clipped": True, "mine/row@large": True}
    assert finding(found["mine/row@literal"], found.values(), proved) == "hypothesis"
