"""What the kernel leaves open is told as it is: enclosures too wide to decide are no survival.
Numbers too far out to be written down aren't put before it, and masses far below any that matters
aren't proposed from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from flint import arb, fmpq

from verified.attack import attack, certify, find_witness, objective, search
from verified.attack.certify import (
    Certifier,
    Instance,
    OpenRelation,
    propose_bound,
    too_coarse,
)
from verified.attack.tighten import plan, tightenings
from verified.instances.layout import Layout
from verified.kernel.certificate import Undecided, check
from verified.kernel.certificate import certify as kernel_certify
from verified.kernel.truth import PRECISIONS, MissingBound
from verified.language import (
    LDP,
    Channel,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    both,
    capacity,
    cases,
    channel_table,
    claim,
    equals,
    exp,
    gaussian_information,
    largest,
    rational,
)
from verified.measures.readings import OutOfReach
from verified.numbers import float_space, limits
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, precision
from verified.syntax.goals import goal

n = Size("n")
P = Pmf("P", n)
W, a = Channel("W", n, Size("m")), Symbol("a", n)
x, y, eps = Real("x"), Real("y", ">=0"), Real("eps", ">=0")
RELATION = x <= y

# Five answers in general position span four dimensions: the kernel encloses what Gaussian noise
# tells of them by [0, H(P)] only.
answers = Reals("f", n * 4)
same = channel_table(n, n, lambda one, other: cases(equals(one, other), 1, 0))
SPREAD = claim(
    "spread", forall=[P, answers], then=gaussian_information(P, same, answers, 4, 1) <= 1
).statement
CORNERS = [fmpq(row == column) for row in range(5) for column in range(4)]


def spread() -> Instance:
    target = goal(SPREAD, "refutation")
    layout = Layout(target.variables, SPREAD.given, {"n": 5})
    law = certify.exact_laws([np.full((1, 1, 5), 0.2)], 0)
    assert [slot.name for slot in layout.reals] == ["f"] * 20
    return Instance(layout, law, tuple(3 * corner for corner in CORNERS))


def test_what_is_enclosed_too_widely_is_told_so() -> None:
    certifier = Certifier("spread", SPREAD, "refutation")
    assert certifier(spread(), 1e-3) is None
    opened = certifier.open_play
    assert opened is not None
    assert (opened["coarse"], opened["violation"], opened["bits"]) == (True, 1e-3, PRECISIONS[-1])
    (side,) = opened["sides"]
    assert side["relation"] == str(SPREAD.then)
    assert certifier.left_open == 1
    # The enclosure shows a violation by more than all of it to be rounding.
    assert certifier(spread(), 100.0) is None
    assert certifier.open_play is None


def test_what_was_left_open_before_is_forgotten() -> None:
    certifier = Certifier("spread", SPREAD, "refutation")
    certifier(spread(), 1e-3)
    small = Instance(spread().layout, spread().laws, (fmpq(0),) * 20)
    assert certifier(small, 1e-3) is None, "one answer for all tells nothing: the claim holds"
    assert certifier.open_play is None


def _never_decides(*_: object) -> None:
    raise Undecided


@pytest.mark.parametrize("coarse", [True, False])
def test_an_instance_that_stays_undecided_is_no_survival(
    monkeypatch: pytest.MonkeyPatch, coarse: bool
) -> None:
    monkeypatch.setattr(certify, "certify", _never_decides)
    monkeypatch.setattr(certify, "too_coarse", lambda *_: coarse)
    false = claim("false", forall=[x], then=exp(x) <= 2)
    found = attack(false, budget=600)
    assert found.status == "undecided"
    assert found.unread == ""
    (told,) = [line for line in found.open_lines() if "instance:" in line]
    assert told.startswith("enclosures too wide to decide" if coarse else "not decided by 4096")


WIDE, NARROW = arb(1, 1e-3), arb(1, 1e-12)


@pytest.mark.parametrize(
    ("sides", "violation", "coarse"),
    [
        ([(WIDE, fmpq(1))], 1e-4, True),
        ([(fmpq(1), WIDE)], 1e-4, True),
        ([(WIDE, fmpq(1))], 1e-2, False),
        ([(NARROW, arb(1))], 1e-4, False),
        ([(WIDE, fmpq(1)), (NARROW, arb(1))], 1e-4, False),
        ([(WIDE, fmpq(1)), (WIDE, WIDE)], 1e-4, True),
        ([], 1e-4, False),
        ([(WIDE, None)], 1e-4, False),
        ([(None, WIDE)], 1e-4, False),
        ([(WIDE, arb.pos_inf())], 1e-4, False),
        # Relative to the larger side: 1e-3 beside 1000 is narrow.
        ([(WIDE, fmpq(1000))], 1e-4, False),
    ],
)
def test_enclosures_are_too_coarse_where_each_is_wider_than_the_violation(
    sides: list[tuple[object, object]], violation: float, coarse: bool
) -> None:
    assert too_coarse([OpenRelation(RELATION, *pair) for pair in sides], violation) is coarse


def test_an_open_relation_is_told_with_its_sides() -> None:
    told = OpenRelation(RELATION, fmpq(1, 3), None).told()
    assert told == {"relation": "x <= y", "left": "1/3", "right": None}


def test_a_violation_is_rounding_where_all_but_equal_sides_are_decided() -> None:
    """exp(x) = exp(x)(1 + 10^-200) to floats and to 512 bits, and x <= x + 1 surely holds."""
    nearly = exp(x) * (1 + rational(1, 10**200))
    wrong = claim("wrong", forall=[x], then=both(nearly <= exp(x), x <= x + 1)).statement
    layout = Layout(goal(wrong, "refutation").variables, wrong.given, {})
    certifier = Certifier("wrong", wrong, "refutation")
    assert certifier(Instance(layout, (), (fmpq(1),)), 1e-3) is None
    assert certifier.open_play is None
    assert certifier.left_open == 1


def test_sides_of_0_are_rounding_where_they_are_far_nearer_than_floats_take_them_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Relative to its size a side of 0 is near nothing; floats' difference tells what near is."""
    tried: list[int] = []

    def counted(*args: Any) -> Any:
        tried.extend(args[-1])
        return kernel_certify(*args)

    monkeypatch.setattr(certify, "certify", counted)
    nothing = exp(x) * exp(-x) - 1
    for then, difference, found, rounding, most in (
        (nothing <= 0, 1e-16, False, True, 128),
        # What balls don't show to be nearer stays open.
        (nothing <= 0, 5e-324, False, False, 4096),
        (nothing <= 0, 0.0, False, False, 4096),
        # One part of two is enough for those that must be met together, and not for either of two.
        (both(nothing <= 0, nothing <= 0), 1e-16, False, False, 4096),
        # Less than floats tell, and a violation all the same.
        (nothing <= rational(-1, 10**30), 1e-16, True, False, 128),
    ):
        statement = claim("near", forall=[x], then=then).statement
        layout = Layout(goal(statement, "refutation").variables, statement.given, {})
        certifier = Certifier("near", statement, "refutation")
        tried.clear()
        outcome = certifier(Instance(layout, (), (fmpq(1),)), 1.0, difference)
        assert (outcome is not None) is found, (then, difference)
        assert (certifier.left_open, certifier.open_play is None) == (not found, found or rounding)
        assert tried[-1] == most


# --- numbers too far out, masses too small --------------------------------------------------------


def test_a_tight_number_too_far_out_to_be_written_down_is_no_evidence() -> None:
    statement = claim("far", forall=[x, y], given=[y >= exp(x)], then=y <= 0).statement
    target = goal(statement, "refutation")
    layout = Layout(target.variables, statement.given, {})
    rules = tuple(tuple(part) for part in plan(tightenings(statement.given), [("y", "least")]))
    certifier = Certifier("far", statement, "refutation")
    for exponent, certified in ((10, True), (45_000, True), (46_000, False)):
        # ln 2 · 2^16 is about 45426.
        instance = Instance(layout, (), (fmpq(exponent), fmpq(0)), rules)
        assert (certifier(instance, 1.0) is not None) is certified
        assert certifier.open_play is None


@pytest.mark.parametrize("power", [certify._MOST_BITS, -certify._MOST_BITS])
def test_the_middle_of_a_ball_is_exact_as_far_as_it_is_written_down(power: int) -> None:
    with precision(64):
        assert certify._middle(3 * arb(2) ** power) == 3 * fmpq(2) ** power
        for ball in (arb(2) ** (2 * power), arb.pos_inf(), arb.nan()):
            with pytest.raises(Indeterminate):
                certify._middle(ball)


@pytest.mark.parametrize("prior", [False, True])
def test_a_mass_below_any_that_matters_is_nothing_to_what_proposes(
    monkeypatch: pytest.MonkeyPatch, prior: bool
) -> None:
    """Kept, it would be a rational of thousands of digits in each step of an optimiser."""
    seen: list[list[fmpq]] = []

    def capacity_prior(rows: list[list[fmpq]], width: fmpq) -> list[fmpq]:
        seen.extend(rows)
        return [fmpq(1, 2)] * 2

    def csiszar_law(
        law: list[fmpq], rows: list[list[fmpq]], order: object, width: fmpq
    ) -> list[fmpq]:
        seen.append(law)
        return capacity_prior(rows, width)

    monkeypatch.setattr(certify, "capacity_prior", capacity_prior)
    monkeypatch.setattr(certify, "csiszar_law", csiszar_law)
    for power, kept in ((certify._LEAST_BITS + 1, False), (certify._LEAST_BITS - 1, True)):
        with precision(2 * certify._LEAST_BITS):
            tiny = arb(2) ** -power
            law = [1 - tiny, tiny]
            inputs = BallArray((2,), law) if prior else None
            missing = MissingBound("W", BallArray((2, 2), law + law), inputs, fmpq(2))
            seen.clear()
            propose_bound(missing, fmpq(1, 10))
        assert len(seen) == 2 + prior
        for row in seen:
            assert (row[1] > 0) is kept
            assert sum(row) == 1


@pytest.mark.parametrize(
    ("other", "told"), [(1e-6, True), (0.9e-6, True), (4e-6, False), (-1.0, False)]
)
def test_a_violation_that_another_rule_doesnt_see_is_rounding(other: float, told: bool) -> None:
    class Rules:
        def score(self, _: object) -> object:
            assert float_space._SECOND.get()
            return SimpleNamespace(violation=[other])

    assert search._is_told(cast(Any, Rules()), cast(Any, None), 1e-6) is told
    assert not float_space._SECOND.get()


def test_no_bound_is_proposed_for_an_order_of_0() -> None:
    """It ended the whole attack with an error about an order that nobody wrote."""
    table = BallArray((2, 2), [fmpq(1, 2)] * 4)
    prior = BallArray((2,), [fmpq(1, 2)] * 2)
    for order in (fmpq(0), arb("inf")):
        with pytest.raises(OutOfReach):
            propose_bound(MissingBound("csiszar;…", table, prior, order), fmpq(1, 100))


def test_what_takes_long_to_decide_does_not_keep_others_from_their_turn(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Each instance has a share of the time that is left; the next one has twice as much."""
    given: list[float] = []

    def put(self, instance, violation, difference):  # type: ignore[no-untyped-def]
        given.append(limits._deadline - now)  # type: ignore[operator]
        raise limits.OutOfTime

    now = 1000.0
    monkeypatch.setattr("verified.attack.certify.time.monotonic", lambda: now)
    monkeypatch.setattr(Certifier, "_put", put)
    certifier = Certifier("k", SPREAD, "refutation")
    certifier.deadline = 1010.0
    assert [certifier(None) for _ in range(3)] == [None] * 3  # type: ignore[arg-type]
    assert certifier.postponed == 3
    certifier.deadline = 1000.0
    with pytest.raises(limits.OutOfTime):
        certifier(None)  # type: ignore[arg-type]
    assert given == pytest.approx([2.0, 4.0, 8.0, 0.0])


def test_what_took_too_long_has_its_turn_again(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """The clearest of what was postponed, once, after the rest of its round."""
    put: list[tuple[Any, float]] = []
    slow = {"first", "clear", "last"}

    def decided(self, instance, violation, difference):  # type: ignore[no-untyped-def]
        put.append((instance, violation))
        if instance in slow:
            raise limits.OutOfTime
        return {"of": instance}

    monkeypatch.setattr("verified.attack.certify.time.monotonic", lambda: 1000.0)
    monkeypatch.setattr(Certifier, "_put", decided)
    certifier = Certifier("k", SPREAD, "refutation", deadline=1010.0)
    assert certifier.again() is None
    for instance, violation in (("first", 0.1), ("clear", 0.3), ("last", 0.2)):
        assert certifier(cast(Any, instance), violation) is None
    put.clear()
    assert certifier.again() is None
    slow.clear()
    assert certifier.again() == ({"of": "clear"}, "clear")
    assert certifier.again() is None
    assert put == [("clear", 0.3), ("clear", 0.3)]


def test_a_round_ends_with_what_was_postponed(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    searcher = search.Searcher("k", SPREAD, "refutation", 0)
    monkeypatch.setattr(searcher, "_run", lambda *_: None)
    assert searcher.round(0).certificate is None
    monkeypatch.setattr(Certifier, "_put", lambda *_: {"kind": "play"})
    searcher.certifier.waiting = (cast(Any, "instance"), 0.5, 0.0)
    found = searcher.round(1)
    assert (found.certificate, found.instance) == ({"kind": "play"}, "instance")


HALF = claim("half", forall=[P], then=largest(a, P[a]) <= rational("1/2")).statement
LEVEL = claim(
    "level", forall=[W, eps], given=[LDP(W, eps)], then=capacity(W) <= eps / 8
).statement


def test_hypotheses_wait_for_the_conclusion_and_for_bits_enough(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """A tight number has 192 bits: 64 and 128 never decide what it is tight for, and hypotheses of
    thousands of relations were decided three times in vain."""
    asked: list[int] = []

    def counted(*args):  # type: ignore[no-untyped-def]
        asked.extend(args[-1])
        return kernel_certify(*args)

    monkeypatch.setattr(certify, "certify", counted)
    layout = Layout(goal(LEVEL, "refutation").variables, LEVEL.given, {"n": 2, "m": 2})
    rules = plan(tightenings(LEVEL.given), [("eps", "least")])

    def put(*rows: Any) -> dict[str, Any] | None:
        laws = (np.array([[fmpq(*part) for part in row] for row in rows], dtype=object),)
        asked.clear()
        instance = Instance(layout, laws, (fmpq(0),), tuple(rules))
        return Certifier("k", LEVEL, "refutation")(instance)

    # ln 2 − h(1/3) is less than (ln 2)/8, and nothing else is asked; ln 2 − h(1/100) is more than
    # ln(99)/8.
    assert put([(2, 3), (1, 3)], [(1, 3), (2, 3)]) is None
    assert asked == []
    assert put([(99, 100), (1, 100)], [(1, 100), (99, 100)]) is not None
    assert asked == [256]


def test_the_evidence_is_that_of_the_fewest_bits() -> None:
    """Witnesses were told with enclosures of 256 bits that a check of 128 refused as too wide."""
    near = claim("near", forall=[eps], given=[eps >= 10**6], then=eps >= 0).statement
    witness = find_witness(near)
    assert witness is not None
    check(witness)
    moves = {"eps": "1000001"}
    found = kernel_certify("k", near, "witness", moves, {}, (512,))
    assert Certifier("k", near, "witness").by_fewest_bits(found) == kernel_certify(
        "k", near, "witness", moves, {}, (64,))
    for seed in range(3):
        report = attack(LEVEL, seed=seed, budget=2000)
        assert report.certificate is not None
        check(report.certificate)


def test_what_the_fewest_bits_decided_is_not_decided_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, ...]] = []

    def counted(*args: Any) -> Any:
        asked.append(args[5] if len(args) > 5 else PRECISIONS)
        return kernel_certify(*args)

    monkeypatch.setattr(certify, "certify", counted)
    found = attack(LEVEL, seed=0, budget=2000).certificate
    assert found is not None
    assert asked
    assert PRECISIONS not in asked
    # A certifier that hasn't found it itself decides it anew, and it is the same.
    assert Certifier(found["claim"], LEVEL, "refutation").by_fewest_bits(found) == found
    assert asked[-1] == PRECISIONS


def test_large_instances_are_not_climbed_on_from(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    searcher = search.Searcher("k", HALF, "refutation", 0)
    layout = Layout(searcher.target.variables, HALF.given, {"n": 2})
    instance = Instance(layout, (np.array([[fmpq(3, 4), fmpq(1, 4)]], dtype=object),), ())
    assert searcher.strengthen(instance) is not None
    monkeypatch.setattr(objective, "CLIMBABLE_BYTES", 1)
    assert searcher.strengthen(instance) is None
