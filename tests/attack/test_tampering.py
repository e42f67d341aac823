"""Tampering: what is changed, and how small a change is refuted."""

import pytest
from flint import fmpq

from verified.attack import power, tampering
from verified.attack.search import Round
from verified.attack.tampering import (
    SCALES,
    focused,
    other_tampers,
    relation_tampers,
    tampered,
)
from verified.language import (
    KL,
    TV,
    Close,
    H,
    I,
    Joint,
    Markov,
    Pmf,
    Real,
    Size,
    binary_entropy,
    both,
    claim,
    either,
    equals,
    exp,
    log,
    minimum,
    negation,
    rational,
    sqrt,
)
from verified.papers import papers
from verified.syntax.formulas import Not, Predicate, Quantified, Relation
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Number

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
eps = Real("eps", ">=0")
INFINITY = Number(None)
J = Joint("J", U=Size("u"), V=Size("v"), W=Size("w"))


def test_each_relation_is_counted_and_changed_alone() -> None:
    formula = both(KL(P, Q) <= eps, equals(TV(P, Q), eps), eps >= KL(Q, P), TV(P, Q) <= 0)
    kinds = [kind for kind, _ in relation_tampers(formula)]
    assert kinds == ["bound", "below", "above", "bound", "bound"]
    texts = [str(tampered(formula, index, fmpq(1, 10))) for index in range(5)]
    assert len(set(texts)) == 5
    assert "9/10*eps" in texts[0]
    assert "9/10*eps" in texts[1]
    assert "11/10*eps" in texts[2]
    assert "9/10*eps >= D(Q || P)" in texts[3]
    assert "0 - 1/10" in texts[4]
    with pytest.raises(ClaimError):
        tampered(formula, 5, fmpq(1, 10))


def test_what_is_infinite_becomes_a_large_number() -> None:
    formula = both(equals(KL(P, Q), INFINITY), KL(Q, P) < INFINITY)
    assert [kind for kind, _ in relation_tampers(formula)] == ["below", "bound"]
    for index, relation in enumerate((KL(P, Q) <= 10, KL(Q, P) <= 10)):
        assert focused(tampered(formula, index, fmpq(1, 10)), index) == relation


def test_a_negated_relation_is_a_hypothesis_and_left_alone() -> None:
    formula = either(negation(TV(P, Q) <= eps), KL(P, Q) >= eps)
    assert [str(relation) for _, relation in relation_tampers(formula)] == [str(KL(P, Q) >= eps)]


def test_of_a_conjunction_the_relation_tampered_with_is_kept() -> None:
    one, two, three = KL(P, Q) <= eps, equals(TV(P, Q), eps), eps >= KL(Q, P)
    hypothesis = negation(TV(P, Q) <= eps)
    formula = both(one, either(hypothesis, both(two, three)))
    kept = [focused(formula, index) for index in range(4)]
    assert kept == [one, either(hypothesis, two), either(hypothesis, two),
                    either(hypothesis, three)]
    with pytest.raises(ClaimError):
        focused(formula, 4)


def test_one_bound_is_measured_apart_from_another_that_is_tight_everywhere() -> None:
    """Near the tight one the search would find nothing of the other."""
    tested = claim("both", forall=[P, Q], then=both(
        TV(P, Q) <= TV(Q, P), TV(P, Q) <= sqrt(KL(P, Q) / 2)
    ))
    found = [item for item in power(tested, seconds=5, budget=50_000) if item.kind == "bound"]
    assert len(found) == 2
    assert all(item.smallest is not None and item.smallest <= 1e-6 for item in found)


def test_a_search_ends_in_time_within_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def later() -> float:
        now[0] += 1.0
        return now[0]

    monkeypatch.setattr("time.monotonic", later)
    tested = claim("slow", forall=[P, Q], then=TV(P, Q) <= 1)
    for item in power(tested, seconds=3, budget=10**9):
        assert item.evaluations <= 5_000


def test_hypotheses_are_dropped_and_variables_swapped() -> None:
    tested = claim("c", forall=[P, Q, eps], given=[Close(P, Q, eps), eps > 0],
                   then=KL(P, Q) <= eps)
    assert tested.statement is not None
    changes = [(kind, where) for kind, where, _ in other_tampers(tested.statement)]
    assert changes == [("dropped", "P ~(eps,0) Q"), ("dropped", "eps > 0"), ("swapped", "P and Q")]


def test_scales_rise() -> None:
    assert list(SCALES) == sorted(SCALES)
    assert SCALES[0] == fmpq(1, 10**14)
    assert SCALES[-1] == fmpq(99, 100)


SHARP = [
    claim("pinsker", forall=[P, Q], then=TV(P, Q) <= sqrt(KL(P, Q) / 2)),
    claim("tanh", forall=[P, Q, eps], given=[Close(P, Q, eps)],
          then=KL(P, Q) <= eps * (exp(eps) - 1) / (exp(eps) + 1)),
    claim("processing", forall=[J], given=[Markov(J, "U", "V", "W")],
          then=I(J, "U;W") <= I(J, "U;V")),
    claim("entropy", forall=[P], then=H(P) <= log(n)),
]


@pytest.mark.parametrize("tested", SHARP, ids=lambda tested: tested.key)
def test_sharp_bounds_withstand_no_small_tampering(tested) -> None:  # type: ignore[no-untyped-def]
    [bound] = [item for item in power(tested, seconds=10, budget=150_000) if item.kind == "bound"]
    assert bound.smallest is not None
    assert bound.smallest <= 1e-6


def test_equalities_withstand_none() -> None:
    tested = claim("chain", forall=[J], then=equals(H(J, "U,V"), H(J, "U") + H(J, "V|U")))
    found = [item for item in power(tested, seconds=5, budget=20_000) if item.kind != "swapped"]
    assert [item.kind for item in found] == ["below", "above"]
    assert all(item.smallest is not None and item.smallest <= 1e-9 for item in found)


def test_a_loose_bound_withstands_what_it_should() -> None:
    x = Real("x", "[0,1]")
    tested = claim("loose", forall=[x], then=binary_entropy(x) <= 1)
    [bound] = power(tested, seconds=5, budget=20_000)
    # h reaches ln 2, so the least tampering is 1 − ln 2 = 0.3069.
    assert bound.smallest == 0.5


def test_an_existence_claim_or_a_row_has_nothing_to_tamper_with() -> None:
    row = claim("row", forall=[P, Q], then={"a": KL(P, Q) >= 0, "b": TV(P, Q) <= 1})
    exists = claim("some", exists=[P, Q], then=KL(P, Q) >= minimum(1, rational("0.5")))
    for tested in (row, exists):
        with pytest.raises(ClaimError, match="no universal statement"):
            power(tested)


def test_every_claim_of_the_papers_has_a_relation_to_tamper_with() -> None:
    for paper in papers():
        for row in paper.rows.values():
            for leaf in row.leaves():
                assert leaf.statement is not None
                if isinstance(leaf.statement.then, Not) and isinstance(
                    leaf.statement.then.body, Predicate | Quantified | Relation
                ):
                    continue  # what is negated is off already
                assert list(relation_tampers(leaf.statement.then)), leaf.name


def test_where_the_nearest_miss_refutes_nothing(monkeypatch):
    """Every other round searches the claim tampered coarsely, until some s is refuted."""
    found = claim("mine", forall=[P, Q], then=TV(P, Q) <= 1)
    statement = found.statement
    drawn = []

    def none_near(key, changed, seed, deadline):
        coarse = changed == tampering._changed(statement, 0, tampering._COARSE)
        for index, round_ in enumerate(real(key, changed, seed, deadline)):
            drawn.append(coarse)
            yield round_ if coarse else Round(index)

    real = tampering._rounds
    monkeypatch.setattr(tampering, "_rounds", none_near)
    one = tampering._smallest("mine", statement, "bound", 0, "", 0, 3000, 10.0)
    assert drawn[:2] == [False, True]
    assert one.smallest is not None
    assert one.smallest <= 0.5
