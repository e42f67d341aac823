"""Suggested repairs: hypotheses that save a refuted claim, and none that its instance meets."""

from __future__ import annotations

import pytest

from verified.attack import attack
from verified.attack.repair import Suggestion, candidates, repairs
from verified.errors import InputError
from verified.language import KL, Event, Pmf, Real, Size, claim, equals

n = Size("n")
P, Q, A = Pmf("P", n), Pmf("Q", n), Event("A", n)
r, s = Real("r"), Real("s", "[0,1]")


def suggestions(stated) -> list[Suggestion]:
    report = attack(stated, budget=3000, seconds=10)
    assert report.status == "refuted"
    return repairs(stated, report, budget=1500, seconds=5)


def test_a_sign_is_suggested_where_a_square_root_forgot_it() -> None:
    found = suggestions(claim("root", forall=[r, s], given=[r <= s], then=r**2 <= s))
    texts = [suggestion.text for suggestion in found]
    assert "r >= 0" in texts
    assert "r <= 0" not in texts
    assert all(suggestion.report.status == "survived" for suggestion in found)
    assert [x.share for x in found] == sorted((x.share for x in found), reverse=True)


def test_full_support_is_suggested_where_a_divergence_is_infinite() -> None:
    found = suggestions(claim("finite", forall=[P, Q], then=KL(P, Q) <= 10**6))
    assert any(suggestion.text == "Q has full support" for suggestion in found) or any(
        suggestion.text.startswith("each mass of Q") for suggestion in found
    )
    assert not any(suggestion.text == "P has full support" for suggestion in found)


def test_two_hypotheses_are_tried_where_one_is_not_enough() -> None:
    t, u = Real("t", "[0,1]"), Real("u", "[0,1]")
    found = suggestions(claim("both", forall=[t, u], then=t * u > 0))
    assert any(" and " in suggestion.text for suggestion in found)


def test_what_nothing_saves_has_no_suggestion() -> None:
    assert suggestions(claim("never", forall=[s], then=s < s)) == []


def test_candidates_fit_the_sorts() -> None:
    texts = [c.text for c in candidates(claim("c", forall=[P, A, s], then=s >= 0).statement)]
    assert "P has full support" in texts
    assert "A isn't empty" in texts
    assert "s > 0" in texts
    assert not any("edge" in text for text in texts)


def test_a_claim_that_stands_needs_no_repair() -> None:
    stated = claim("sound", forall=[s], then=equals(s, s))
    with pytest.raises(InputError, match="refuted"):
        repairs(stated, attack(stated, budget=200))
