"""Quantifiers over laws, channels and numbers: linear programs against an independent solver, exact
ends, what is not affine, forged multipliers, and what neither checker takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from recheck.affine import is_program as second_is_program
from tests.recheck.room import check as second
from verified.attack import attack
from verified.attack.floating import FloatReading, satisfaction
from verified.errors import InputError
from verified.kernel import (
    existence,
    inference,  # noqa: F401 (it registers its rules)
)
from verified.kernel.certificate import certify, check, seal
from verified.kernel.proof import check_proof, write_proof
from verified.kernel.theorem import Library, check_step
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    TV,
    Channel,
    Claim,
    ClaimError,
    H,
    Joint,
    Pmf,
    Real,
    Size,
    Symbol,
    both,
    capacity,
    channel_of,
    claim,
    either,
    equals,
    every,
    exp,
    marginal,
    negation,
    pmf_of,
    pmf_table,
    rational,
    reals_of,
    renyi,
    renyi_entropy,
    some,
    total,
)
from verified.measures.programs import Condition, Program, Unknown
from verified.measures.readings import Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.reading.statements import read_statement
from verified.syntax.affine import degree, is_program
from verified.syntax.claims import Statement
from verified.syntax.goals import goal, normal
from verified.syntax.serial import data, statement_data
from verified.syntax.serial import read_statement as read_data

n, m, k = Size("n"), Size("m"), Size("k")
P, Q, x, y = Pmf("P", n), Pmf("Q", n), Symbol("x", n), Symbol("y", n)
W, U, V, b = Channel("W", n, m), Channel("U", n, k), Channel("V", m, k), Symbol("b", k)
J, delta = Joint("J", X=n, Y=n), Real("delta", "[0,1]")
alpha, rho, t = Real("alpha", ">1"), Real("rho", ">=0"), Real("t")


def coupled(level: Any) -> Any:
    """Some joint law of P and Q has equal parts with this probability at least."""
    return some(J, both(
        every(x, equals(marginal(J, "X")[x], P[x])), every(x, equals(marginal(J, "Y")[x], Q[x])),
        total(x, J[x, x]) >= level,
    ))


GARBLED = some(V, every(x, every(b, equals((W @ V)[x, b], U[x, b]))))


def law(parts: list[int]) -> BallArray:
    return BallArray((len(parts),), [fmpq(part, sum(parts)) for part in parts])


def told(formula: Any, **env: Any) -> bool | None:
    return decide(normal(formula), env, BallReading())


# --- against known values and another solver ------------------------------------------------------

masses = st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any)


@given(masses, masses, st.integers(0, 8))
@settings(deadline=None, max_examples=25)
def test_a_coupling_is_there_exactly_up_to_the_total_variation(
    one: list[int], two: list[int], level: int
) -> None:
    p, q = law(one), law(two)
    equal = sum((min(a, b) for a, b in zip(p.data, q.data, strict=True)), fmpq(0))
    env = {"n": 3, "P": p, "Q": q, "delta": fmpq(level, 8)}
    assert told(coupled(delta), **env) is (fmpq(level, 8) <= equal)
    assert told(negation(coupled(delta)), **env) is (fmpq(level, 8) > equal)
    assert told(coupled(1 - TV(P, Q)), **env) is True


@given(st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=2).filter(any), min_size=6,
                max_size=6))
@settings(deadline=None, max_examples=25)
def test_a_garbling_is_there_where_another_solver_finds_one(rows: list[list[int]]) -> None:
    first, after = ([row.data for row in map(law, part)] for part in (rows[:3], rows[3:]))
    env = {"n": 3, "m": 2, "k": 2,
           "W": BallArray((3, 2), [part for row in first for part in row]),
           "U": BallArray((3, 2), [part for row in after for part in row])}
    # V(0|0) and V(0|1) alone.
    table = [[float(int(p.p) / int(p.q)) for p in row] for row in first]
    wanted = [float(int(row[0].p) / int(row[0].q)) for row in after]
    least = linprog([0, 0, 1], A_ub=[[*row, -1] for row in table] + [
        [-row[0], -row[1], -1] for row in table], b_ub=[*wanted, *(-part for part in wanted)],
        bounds=[(0, 1), (0, 1), (0, None)])
    assert told(GARBLED, **env) is (least.fun < 1e-9)


@pytest.mark.parametrize(("formula", "holds"), [
    # Numbers: ends that belong and ends that don't, and no ends.
    (some(delta, delta >= 1), True),
    (some(delta, delta > 1), False),
    (some(Real("s", "[0,1)"), Real("s", "[0,1)") >= 1), False),
    (some(Real("s", "(0,1]"), 3 * Real("s", "(0,1]") <= 0), False),
    (some(Real("s", "(0,1]"), both(Real("s", "(0,1]") < rational(1, 9))), True),
    (some(t, both(t >= 10**9, t < 10**9 + 1)), True),
    (some(t, both(t > 5, t < 5)), False),
    (some(t, both(t >= 5, t <= 5)), True),
    (every(t, either(t >= 5, t < 6)), True),
    (every(t, either(t > 5, t < 5)), False),
    (every(delta, delta <= 1), True),
    (every(delta, delta < 1), False),
    (some(t, both(2 * t >= 1), where=t <= 0), False),
    (every(t, t <= 0, where=t <= 0), True),
    (some(t, some(delta, equals(t + delta, 3))), True),
    (some(Real("s", "<=2"), some(delta, Real("s", "<=2") + delta > 3)), False),
    (some(Real("s", "<=2"), some(delta, Real("s", "<=2") + delta >= 3)), True),
    # One end alone, and a slope whose sign no precision tells.
    (some(Real("s", ">=2"), Real("s", ">=2") < 2), False),
    (some(Real("s", ">=2"), Real("s", ">=2") <= 2), True),
    (some(Real("s", "<=2"), Real("s", "<=2") > 2), False),
    (some(delta, (exp(1) - exp(1)) * delta >= 1), False),
    # Nothing to meet, nothing that can be met, and irrational numbers with room and without.
    (some(t, both()), True),
    (some(t, either()), False),
    (some(delta, delta >= exp(-1)), True),
    (some(delta, delta >= exp(1)), False),
    (some(delta, negation(equals(delta, delta))), False),
    (some(Pmf("R", 1), Pmf("R", 1)[0] >= 1), True),
    (some(Pmf("R", 1), Pmf("R", 1)[0] < 1), False),
    (some(Pmf("R", 3), every(Symbol("a", 3), Pmf("R", 3)[Symbol("a", 3)] < rational(1, 3))), False),
    (some(Pmf("R", 3), every(Symbol("a", 3), Pmf("R", 3)[Symbol("a", 3)] <= rational(1, 3))), True),
], ids=str)
def test_ends_are_exact(formula: Any, holds: bool) -> None:
    assert told(formula) is holds


def test_numbers_that_are_sought_before_laws_are_told_apart_from_them() -> None:
    """What refutes is proposed in the order of the coordinates, whatever the order of the words."""
    R = Pmf("R", 3)
    met = both(R[0] >= delta, R[1] >= rational(1, 4), delta >= rational(3, 4))
    missed = both(R[0] >= delta, R[1] > rational(1, 4), delta >= rational(3, 4))
    placed = both(equals(R[2], rational(1, 3)), equals(R[1], delta), delta >= rational(2, 3))
    for inside, holds in ((met, True), (missed, False), (placed, True)):
        assert told(some(delta, some(R, inside))) is holds
        assert told(some(R, some(delta, inside))) is holds


def test_what_no_precision_tells_stays_open() -> None:
    # Only exp(-1) itself will do, and no rational is it.
    formula = some(delta, equals(delta, exp(-1)))
    assert decide(normal(formula), {}, BallReading(), (64, 128)) is None
    # Nor is the slope known to be no larger than 0, without which this might be met.
    formula = some(Real("s", "<=2"), (exp(1) - exp(1)) * Real("s", "<=2") >= 1)
    assert decide(normal(formula), {}, BallReading(), (64,)) is None


def test_an_undefined_side_is_neither_met_nor_refuted() -> None:
    formula = some(delta, delta <= t / t)
    assert decide(normal(formula), {"t": fmpq(0)}, BallReading(), (64,)) is None
    assert told(formula, t=fmpq(1)) is True


# --- what is affine -------------------------------------------------------------------------------


def test_affine_is_told_by_form() -> None:
    names = {"J", "V", "t"}
    for term, wanted in (
        (J[x, y] + 2 * t, 1), (total(x, J[x, x] * P[x]) / 3, 1), ((W @ V)[x, b], 1), (P[x], 0),
        (J[x, y] * t, None), (t * t, None), (1 / t, None), (H(marginal(J, "X")), None),
        (KL(P, marginal(J, "X")), None), (V[x, b] * V[y, b], None), (capacity(V), None),
    ):
        assert degree(term, names) == wanted


def test_a_size_that_is_sought_is_none() -> None:
    # The second law's alphabet speaks of nothing that is sought; where it would, it is no program.
    assert is_program(some(J, some(delta, J[0, 0] <= delta)))
    assert not is_program(every(alpha, renyi(P, Q, alpha) <= rho * alpha))
    assert not is_program(some(V, capacity(V) <= 1))


def some_curve(order: Any) -> Any:
    """A quantity that is known neither to rise nor to fall."""
    return renyi_entropy(P, order)


@pytest.mark.parametrize(("parts", "message"), [
    ({"given": [every(alpha, renyi_entropy(P, alpha) <= rho)], "then": rho >= 0},
     "no linear program"),
    ({"then": some(V, capacity(V) <= 1)}, "no linear program"),
    ({"then": every(x, some(alpha, P[x] <= some_curve(alpha)))}, "no relation of curves"),
], ids=str)
def test_what_no_value_decides_is_refused_with_what_to_read(parts: Any, message: str) -> None:
    with pytest.raises(ClaimError, match=message) as refused:
        claim("k", forall=[P, Q, rho, m, k], **parts)
    assert "docs/quantifiers.md" in str(refused.value)


def test_quantifiers_over_other_sorts_go_into_forall() -> None:
    with pytest.raises(ClaimError, match="not a size"):
        every(n, P[0] <= 1)


# --- trust ----------------------------------------------------------------------------------------


def program(formula: Any, **env: Any) -> tuple[Program, list[Condition]]:
    found = Program(normal(formula), env, BallReading())
    return found, found.conditions(found.ways[0])


def test_forged_multipliers_refute_nothing() -> None:
    found, conditions = program(some(delta, both(delta >= rational(1, 2), delta <= 1)))
    for weights in ([1, 0], [0, 1], [1, 1], [-5, 1], [7], [], [5, -1]):
        assert not existence._refuted(found, conditions, list(map(fmpq, weights)))
    found, conditions = program(some(delta, both(delta > 1, delta <= 1)))
    assert existence._refuted(found, conditions, [fmpq(1), fmpq(0)])
    assert existence._refuted(found, conditions, [fmpq(1), fmpq(1)])
    # The strict condition must have a weight.
    assert not existence._refuted(found, conditions, [fmpq(0), fmpq(1)])
    found, conditions = program(some(t, both(t >= 1, t <= 0)))
    assert existence._refuted(found, conditions, [fmpq(1), fmpq(1)])
    # Without an end nothing is bounded.
    assert not existence._refuted(found, conditions, [fmpq(2), fmpq(1)])


def test_multipliers_refute_only_what_they_surely_refute() -> None:
    # An inequality turned round refutes what holds everywhere.
    found, conditions = program(some(delta, delta <= 2))
    assert not existence._refuted(found, conditions, [fmpq(-1)])
    # At 0 it is met.
    found, conditions = program(some(delta, delta <= 0))
    assert not existence._refuted(found, conditions, [fmpq(1)])
    # A strict condition without a weight makes nothing strict: both are met at 0.
    found, conditions = program(some(delta, both(delta <= 0, delta < rational(1, 2))))
    assert not existence._refuted(found, conditions, [fmpq(1), fmpq(0)])
    # Towards the side that has no end a number grows or falls without bound.
    for sought in (some(Real("s", ">=2"), Real("s", ">=2") >= 3),
                   some(Real("s", "<=2"), Real("s", "<=2") <= 1)):
        found, conditions = program(sought)
        assert not existence._refuted(found, conditions, [fmpq(1)])
    # No precision tells e − e from 0.
    for formula in (exp(1) - exp(1) <= 0, exp(1) - exp(1) < 0):
        found, conditions = program(some(delta, formula))
        assert not existence._refuted(found, conditions, [fmpq(1)])


def test_infinite_numbers_are_weighed_by_nobody() -> None:
    env = {"n": 2, "P": law([1, 0]), "Q": law([0, 1])}
    for bound in (1, -1):
        formula = normal(some(delta, KL(P, Q) * delta <= bound))
        assert decide(formula, env, BallReading(), (64,)) is None


def test_a_point_outside_is_no_point() -> None:
    one = Unknown(Real("s", "(0,1]"), ())
    assert existence._values([one], [fmpq(0)]) is None
    assert existence._values([one], [fmpq(1)]) == {"s": fmpq(1)}
    two = Unknown(Pmf("R", 3), (3,))
    assert existence._values([two], [fmpq(1, 2), fmpq(2, 3)]) is None
    assert existence._values([two], [fmpq(-1, 2), fmpq(2, 3)]) is None


def test_proofs_have_no_such_quantifiers() -> None:
    library = Library({})
    with pytest.raises(Rejected, match="no quantifiers over"):
        check_step("assume", every(delta, delta <= 1), [], {}, library)
    held = every(delta, delta <= 1)
    stated = Statement((), (held,), held)
    part = {"fixed": [], "steps": [{"rule": "assume", "formula": held, "from": [], "data": {}}]}
    certificate = json.loads(json.dumps(write_proof("k", stated, None, [part], {})))
    with pytest.raises(Rejected, match="no quantifiers over"):
        check_proof(certificate)
    with pytest.raises(ValueError, match="every or some number"):
        second(certificate)


def test_both_checkers_refuse_the_other_verdict() -> None:
    false = claim("c", forall=[P, Q], then=coupled(1))
    moves = {"n": 2, "P": ["1", "0"], "Q": ["1/2", "1/2"]}
    made = certify("mine/c", false.statement, "refutation", moves, {})
    assert made is not None
    check(made)
    second(made)
    for changed in ({"Q": ["1", "0"]}, {"P": ["1/2", "1/2"]}):
        forged = {**json.loads(json.dumps(made)), "moves": {**moves, **changed}}
        forged["seal"] = seal(forged)
        with pytest.raises(InputError):
            check(forged)
        with pytest.raises(ValueError, match="goal"):
            second(forged)


# --- claims ---------------------------------------------------------------------------------------

Z = Channel("Z", m, k)
TRUE: list[Claim] = [
    claim("strassen", forall=[P, Q], then=coupled(1 - TV(P, Q))),
    claim("coupled", forall=[P, Q, delta], given=[coupled(1 - delta)], then=TV(P, Q) <= delta),
    claim("orders", forall=[P, Q], then=every(alpha, renyi(P, Q, alpha) >= KL(P, Q))),
    claim("channels", forall=[P, Q, m], then=every(W, KL(P @ W, Q @ W) <= KL(P, Q))),
    claim("garbled", forall=[W, U], given=[GARBLED], then=capacity(U) <= capacity(W)),
]
FALSE: list[Claim] = [
    claim("closer", forall=[P, Q], then=coupled(1 - TV(P, Q) * rational(9, 10))),
    claim("halved", forall=[P, Q, delta], given=[coupled(1 - delta)], then=TV(P, Q) <= delta / 2),
    claim("zcdp", forall=[P, Q, rho], given=[KL(P, Q) <= rho],
          then=every(alpha, renyi(P, Q, alpha) <= rho * alpha)),
    claim("every-channel", forall=[P, Q, m],
          then=every(W, KL(P @ W, Q @ W) <= KL(P, Q) * rational(9, 10))),
    claim("all-garbled", forall=[W, U], then=GARBLED),
    claim("order", forall=[W, U], given=[GARBLED], then=capacity(W) <= capacity(U)),
]


@pytest.mark.parametrize("stated", [*TRUE, *FALSE], ids=lambda one: str(one.key))
def test_what_is_stated_reads_back(stated: Claim) -> None:
    assert stated.statement is not None
    data = statement_data(stated.statement)
    assert statement_data(read_statement(str(stated.statement))) == data
    assert statement_data(read_data(data)) == data


@pytest.mark.parametrize("stated", TRUE, ids=lambda one: str(one.key))
def test_what_is_true_survives(stated: Claim) -> None:
    assert attack(stated, seed=2, budget=120, seconds=2).status != "refuted"


@pytest.mark.parametrize("stated", FALSE, ids=lambda one: str(one.key))
def test_what_is_false_falls_and_both_checkers_say_so(stated: Claim) -> None:
    report = attack(stated, seed=1, budget=4000)
    assert report.status == "refuted"
    certificate = json.loads(json.dumps(report.certificate))
    assert check(certificate).polarity == "refutation"
    second(certificate)


def test_a_value_that_decides_is_a_move() -> None:
    statement = FALSE[2].statement
    assert statement is not None
    assert [var.name for var in goal(statement, "refutation").variables][-1] == "alpha"


def test_floats_tell_by_how_much() -> None:
    env = {"n": 2, "P": np.array([[0.5, 0.5], [1.0, 0.0]]), "Q": np.array([[0.5, 0.5], [0.0, 1.0]])}
    found = satisfaction(normal(coupled(rational(1, 2))), env, FloatReading())
    assert found[0] > 0.3
    assert found[1] < -0.1
    turned = satisfaction(normal(negation(coupled(rational(1, 2)))), env, FloatReading())
    assert turned == pytest.approx(-found)


# --- what has no value ----------------------------------------------------------------------------


def test_there_is_no_law_on_no_symbols() -> None:
    """So that some law meets nothing there, and every law meets anything."""
    size = Size("k", low=0)
    law, symbol = Pmf("V", size), Symbol("a", size)
    rows, empty = Channel("W", 2, size), {"k": 0}
    x = Symbol("x", 2)
    for formula in (
        some(law, every(symbol, law[symbol] >= 0)), some(law, total(symbol, law[symbol]) >= 0),
        some(rows, every(x, every(symbol, rows[x][symbol] >= 0))),
    ):
        assert decide(normal(formula), empty, BallReading()) is False
        assert decide(normal(negation(formula)), empty, BallReading()) is True
        assert decide(normal(formula), {"k": 2}, BallReading()) is True
    stated = claim("there-is-one", forall=[size], then=some(law, every(symbol, law[symbol] >= 0)))
    report = attack(stated, budget=300)
    assert report.status == "refuted"
    assert report.certificate is not None
    assert report.certificate["moves"] == {"k": 0}
    check(report.certificate)
    second(json.loads(json.dumps(report.certificate)))


def test_a_channel_without_inputs_is_not_sought() -> None:
    size = Size("k", low=0)
    rows, row, symbol = Channel("W", size, 2), Symbol("y", size), Symbol("x", 2)
    formula = normal(some(rows, every(row, every(symbol, rows[row][symbol] >= 0))))
    with pytest.raises(Unreadable, match="without inputs"):
        decide(formula, {"k": 0}, BallReading())


SIGNED, SHARE = Real("t", "[-1/2,1/2]"), Real("t", "[0,1]")
OTHER = Pmf("V", 2)


@pytest.mark.parametrize(
    ("formula", "linear"),
    [
        # At t below 0 there is no such law, so that what is said of it is false there.
        (every(SIGNED, pmf_of(SIGNED, 1 - SIGNED)[0] <= 1), False),
        (some(SIGNED, negation(pmf_of(SIGNED, 1 - SIGNED)[0] <= 1)), False),
        (every(SIGNED, pmf_table(2, lambda a: rational(1, 2) + SIGNED * a)[1] <= 2), False),
        (every(SIGNED, channel_of(pmf_of(SIGNED, 1 - SIGNED))[0][0] <= 1), False),
        # Of laws that are sought, and of lists of numbers, all is defined.
        (every(SHARE, reals_of(SHARE, 1 - SHARE)[0] <= 1), True),
        (some(OTHER, channel_of(OTHER, pmf_of(0, 1))[0][1] >= 1), True),
    ],
)  # fmt: skip
def test_a_law_that_is_written_out_is_not_sought(formula: Any, linear: bool) -> None:
    assert is_program(normal(formula)) is linear
    assert second_is_program(data(normal(formula))) is linear
    if linear:
        assert decide(normal(formula), {}, BallReading()) is True
    else:
        with pytest.raises(Unreadable):
            decide(normal(formula), {}, BallReading())


# --- one name for two things ----------------------------------------------------------------------

FOLDER = Path(__file__).parent.parent / "holes"


@pytest.mark.parametrize("name", [
    "play_symbol_called_as_what_is_sought", "play_guard_of_what_is_sought_below",
])
def test_a_play_in_which_one_name_is_two_things_is_rejected(name: str) -> None:
    with pytest.raises(InputError):
        check(json.loads((FOLDER / f"{name}.json").read_text()))


def test_what_is_called_as_what_is_sought_is_no_program() -> None:
    """A symbol that is gone through below, and what a guard above speaks of."""
    inner, outer, number, point = Symbol("s", n), Symbol("t", n), Real("s", "[0,1]"), Real("t")
    share = Real("a", "[0,1]")
    for formula, linear in (
        (some(number, every(inner, inner <= 1)), False),
        (some(share, every(inner, inner <= 1)), True),
        (every(share, some(inner, share <= inner)), True),
        (every(number, some(inner, negation(inner <= 1))), False),
        (some(share, some(point, point >= 0), outer >= 1), False),
        (every(share, every(point, point >= 0), outer >= 1), False),
        # The guard's own variable, and one above it, are what they are called.
        (some(point, some(share, share <= point, share >= point), point >= 1), True),
        (some(share, some(number, number >= 0), outer >= 1), True),
    ):
        assert is_program(normal(formula)) is linear
        assert second_is_program(data(normal(formula))) is linear
    assert told(some(share, every(inner, inner <= 1)), n=3) is False
    assert told(every(outer, some(share, some(number, number >= 0), outer >= 1)), n=2) is False
