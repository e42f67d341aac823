"""Goals as the search takes them: guards of suprema are hypotheses, and what is to be violated
stays."""

from __future__ import annotations

from verified.attack import attack
from verified.attack.goals import searched
from verified.attack.search import Searcher
from verified.language import (
    Pmf,
    Real,
    Size,
    Symbol,
    binary_entropy,
    claim,
    every,
    inf,
    rational,
    sup,
    total,
)
from verified.syntax.formulas import And
from verified.syntax.goals import goal
from verified.syntax.trees import Not

n = Size("n")
P, Q, x = Pmf("P", n), Pmf("Q", n), Symbol("x", n)
p, r, s = Real("p", "[0,1/2]"), Real("r", "[0,1/2]"), Real("s")


def of(then, *variables, given=()):
    return claim("k", forall=list(variables), given=list(given), then=then).statement


def test_a_guard_of_a_point_is_a_hypothesis() -> None:
    stated = of(sup(p, p, where=binary_entropy(p) <= r) <= r / 2, r)
    target = searched(stated, "refutation")
    assert len(target.given) == 1
    assert isinstance(target.conclusion, Not)
    assert And((*target.given, target.conclusion)) == goal(stated, "refutation").conclusion
    # So the bound is tight where p is as large as it may be.
    assert ("r", "least") in {(rule.name, rule.side) for rule in Searcher(
        "mine/k", stated, "refutation", 0).rules}


def test_nothing_else_is() -> None:
    for stated, polarity in (
        (of(sup(Q, total(x, P[x] * Q[x])) <= rational(1, 2), P, n), "refutation"),
        (of(P[0] <= s, P, n, s), "refutation"),
        (claim("k", exists=[s], then=s >= 1).statement, "proof"),
        # All of what is sought is asked of it: then that is what must be met.
        (of(every(x, P[x] <= s), P, s), "witness"),
    ):
        assert searched(stated, polarity) == goal(stated, polarity)


def test_what_only_guards_keep_apart_falls() -> None:
    """At points on the edge of what is allowed the guard's slack is 0, which isn't the margin."""
    least = inf(Q, total(x, Q[x] ** 2), where=every(x, Q[x] >= P[x] / 2))
    assert attack(
        claim("k", forall=[P], then=rational(9, 10) <= least), seed=1, budget=2000
    ).status == "refuted"


def test_a_law_of_which_nothing_is_asked_at_an_instance_is_left_alone() -> None:
    """Where P has full support the guard asks nothing of Q."""
    free = sup(Q, Q[0], where=every(x, Q[x] <= 0, where=P[x] <= 0))
    assert attack(claim("k", forall=[P], then=free <= 1), seed=1, budget=500).status == "survived"
    assert attack(
        claim("k", forall=[P], then=free <= rational(9, 10)), seed=1, budget=500
    ).status == "refuted"
