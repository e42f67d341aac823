"""What proofs rest on, told by the second checker: citations that are shown, axioms, and those that
nothing at hand shows."""

from __future__ import annotations

import pytest

from recheck.certificates import Outcome
from recheck.citations import Evidence, Rests, told


def proof(key: str, *cites: str, verdict: str = "accepted", statement: str = "") -> Outcome:
    """A proof of a key; what it says, and what it cites, are named by their keys unless told."""
    named = {cite.partition("=")[0]: cite.partition("=")[2] or f"{cite}!" for cite in cites}
    return Outcome(key, "proof", verdict, statement=statement or f"{key}!", cites=named)


def evidence(*outcomes: Outcome, **axioms: str) -> Evidence:
    return Evidence(lambda key: [one for one in outcomes if one.claim == key], axioms)


def given(rests: Rests) -> set[str]:
    return {key for key, _ in rests.given}


def test_what_is_shown_is_rested_on_no_more() -> None:
    a, b, c = proof("a", "b"), proof("b", "c"), proof("c")
    outcome, rests = evidence(a, b, c).judged(a)
    assert (outcome, rests) == (a, Rests())
    for missing, left in (((a, b), {"c"}), ((a, c), {"b"}), ((a,), {"b"})):
        outcome, rests = evidence(*missing).judged(a)
        assert outcome.verdict == "conditional"
        assert given(rests) == left
        assert not rests.axioms
    # A proof that isn't accepted shows nothing.
    for verdict in ("rejected", "partial", "unsupported", "bad input"):
        bad = proof("c", verdict=verdict)
        assert given(evidence(a, b, bad).judged(a)[1]) == {"c"}
        # What isn't an accepted proof stays what it is.
        citing = proof("c", "d", verdict=verdict)
        for one in (bad, citing):
            assert evidence(one).judged(one) == (one, Rests())
    play = Outcome("p", "refutation", "accepted")
    assert evidence(play).judged(play) == (play, Rests())


def test_axioms_are_told_apart() -> None:
    a, b = proof("a", "b", "c"), proof("b", "d")
    outcome, rests = evidence(a, b, c="c!", d="d!").judged(a)
    assert outcome.verdict == "accepted"
    assert rests == Rests(axioms=frozenset({("c", "c!"), ("d", "d!")}))
    # The same key with another statement is no axiom, and says something else.
    outcome, rests = evidence(a, b, c="other", d="d!").judged(a)
    assert (outcome.verdict, rests) == ("rejected", Rests())
    assert "c says something else" in outcome.reason
    assert evidence(proof("b", "d"), d="other").judged(b)[0].verdict == "rejected"


def test_a_citation_is_of_one_statement() -> None:
    a, other = proof("a", "b"), proof("b", statement="other")
    outcome, _ = evidence(a, other).judged(a)
    assert outcome.verdict == "rejected"
    # Of several proofs under a key one may be of the statement; one that isn't accepted claims
    # nothing.
    assert evidence(a, other, proof("b")).judged(a)[0].verdict == "accepted"
    failed = proof("b", statement="other", verdict="partial")
    assert evidence(a, failed).judged(a)[0].verdict == "conditional"
    # Further down, what is said otherwise shows nothing.
    deep = proof("b", "c")
    outcome, rests = evidence(a, deep, proof("c", statement="other")).judged(a)
    assert outcome.verdict == "conditional"
    assert given(rests) == {"c"}


def test_no_proof_rests_on_itself() -> None:
    own = proof("a", "a")
    outcome, rests = evidence(own).judged(own)
    assert outcome.verdict == "conditional"
    assert given(rests) == {"a"}
    a, b, c = proof("a", "b"), proof("b", "a", "c"), proof("c", "b")
    for one in (a, b, c):
        outcome, rests = evidence(a, b, c).judged(one)
        assert outcome.verdict == "conditional"
        assert rests.given
    # The order in which they are asked for makes no difference to what is shown.
    around = evidence(a, b, c)
    first = [around.judged(one)[0].verdict for one in (c, a, b)]
    assert first == ["conditional"] * 3


@pytest.mark.parametrize("turn", [1, -1])
def test_what_rests_on_a_circle_in_one_place_may_be_shown_in_another(turn: int) -> None:
    """d is cited within a circle and outside of it: what was told of it within isn't kept."""
    a, b, d = proof("a", "b"), proof("b", "d"), proof("d", "b=b?")
    shown = proof("b", statement="b?")
    at_hand = [a, b, d, shown][::turn]
    for one in (a, b, d):
        outcome, rests = evidence(*at_hand).judged(one)
        assert (outcome.verdict, rests) == ("accepted", Rests())
    e, f = proof("e", "f", "g"), proof("f", "g")
    g = proof("g", "f")
    told_of = evidence(e, f, g)
    assert told_of.judged(e)[0].verdict == "conditional"
    # Each is asked again where it was left open within the circle.
    assert given(told_of.judged(f)[1]) <= {"f", "g"}
    assert told_of.judged(g)[0].verdict == "conditional"


def test_citations_as_text() -> None:
    long = "0123456789abcdef" * 4
    assert told([("b", long), ("a", "x")]) == "a (x), b (0123456789abcdef)"
    assert told([]) == ""
