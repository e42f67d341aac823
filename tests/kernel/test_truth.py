"""Truth on an exact instance: three-valued, exact at boundaries, undefined only for certain."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck.meanings import Reading as SecondReading
from recheck.reals import num
from verified import language as v
from verified.kernel.truth import BallReading, decide, enclosure, truth, value_to
from verified.measures.readings import MechanismValue, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.syntax.formulas import Formula, Relation
from verified.syntax.goals import normal
from verified.syntax.serial import data
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Number, Var, number

n = v.Size("n")
P, Q = v.Pmf("P", n), v.Pmf("Q", n)
A, a = v.Event("A", n), v.Symbol("a", n)
x, y = v.Real("x"), v.Real("y")
INF = Number(None)


def pmf(*parts: str) -> BallArray:
    return BallArray((len(parts),), [fmpq(*map(int, f"{part}/1".split("/")[:2])) for part in parts])


def env(**values: Any) -> dict[str, Any]:
    return values


def found(formula: Formula, **values: Any) -> bool | None:
    return truth(normal(formula), values, BallReading())


# --- three values ---------------------------------------------------------------------------------


def test_relations_of_exact_numbers() -> None:
    for left, right in ((1, 2), (2, 2), (3, 2)):
        values = {"x": fmpq(left), "y": fmpq(right)}
        assert found(x <= y, **values) is (left <= right)
        assert found(x < y, **values) is (left < right)
        assert found(x >= y, **values) is (left >= right)
        assert found(x > y, **values) is (left > right)
        assert found(v.equals(x, y), **values) is (left == right)


def test_sides_that_no_precision_separates_are_undecided() -> None:
    left = v.exp(v.log(x))
    for relation in (left <= x, left < x, left >= x, left > x, v.equals(left, x)):
        assert found(relation, x=fmpq(3)) is None
        assert found(v.negation(relation), x=fmpq(3)) is None
        assert decide(normal(relation), env(x=fmpq(3)), BallReading(), (64, 256)) is None


def test_precision_rises_until_it_is_decided() -> None:
    close = v.exp(x) <= v.exp(x + v.rational("1e-100"))
    assert found(close, x=fmpq(1)) is None
    assert decide(close, env(x=fmpq(1)), BallReading()) is True
    assert decide(v.negation(close), env(x=fmpq(1)), BallReading()) is False


UNKNOWN = v.exp(v.log(x)) <= x
TRUE, FALSE = x <= x, x < x


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (v.both(TRUE, UNKNOWN), None),
        (v.both(UNKNOWN, TRUE), None),
        (v.both(FALSE, UNKNOWN), False),
        (v.both(UNKNOWN, FALSE), False),
        (v.both(), True),
        (v.either(), False),
        (v.either(TRUE, UNKNOWN), True),
        (v.either(UNKNOWN, TRUE), True),
        (v.either(FALSE, UNKNOWN), None),
        (v.either(FALSE, FALSE), False),
        (v.negation(UNKNOWN), None),
        (v.implies(FALSE, UNKNOWN), True),
        (v.implies(UNKNOWN, FALSE), None),
    ],
)
def test_kleenes_connectives(formula: Formula, expected: bool | None) -> None:
    assert found(formula, x=fmpq(3)) is expected


# --- undefined ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "value"),
    [
        (x / x, 0),
        (v.log(x), -1),
        (v.sqrt(x), -1),
        (x ** v.rational(1, 2), -1),
        (x ** (x - 1), 0),
        (v.binary_entropy(x), 2),
        (v.log(x) - v.log(x), 0),
    ],
)
def test_a_relation_with_an_undefined_side_fails_and_its_negation_holds(
    side: v.Term, value: int
) -> None:
    for relation in (side <= 1, side >= 1, side < 1, v.equals(side, 1), side > 1):
        assert found(relation, x=fmpq(value)) is False
        assert found(v.negation(relation), x=fmpq(value)) is True
    assert enclosure(side, env(x=fmpq(value)), BallReading()) is None
    with pytest.raises(Undefined):
        value_to(side, env(x=fmpq(value)), BallReading(), fmpq(1, 10**6))


k = v.Size("k", 0)
NONE = v.quotient(1, k)
z, E, law, wire = v.Symbol("z", NONE), v.Event("E", NONE), v.Pmf("L", NONE), v.Channel("W", 1, NONE)
one, couple = v.Symbol("w", 1), v.Joint("J", X=2, Y=NONE)


@pytest.mark.parametrize("var", [z, E, law, wire, couple], ids=lambda var: var.name)
def test_of_an_alphabet_whose_size_has_no_value_there_is_nothing(var: Var) -> None:
    """So that formulas are true or false, guards too: "for every w < 1/0" had no truth, and an
    infimum under it no value, though a rule bounded it."""
    for body in (number(0) <= 1, number(1) <= 0):
        always, once = v.every(var, body), v.some(var, body)
        guarded = v.smallest(one, number(0), where=always)
        for held, formula in (
            (True, always), (False, once), (False, v.negation(always)), (True, v.negation(once)),
            (True, number(0) <= guarded),
            (True, v.equals(v.smallest(one, number(0), where=once), INF)),
        ):
            assert found(formula, k=0) is held
            assert SecondReading().truth(data(normal(formula)), {"k": num(0)}) is held
    assert found(v.total(z, number(0)) <= 1, k=0) is False


@pytest.mark.parametrize(
    "side",
    [
        # Each has a value, but in balls it may be one of 0/0, ln of a negative number and so on.
        1 / (v.exp(v.log(x)) - x + 1),
        (x - x) ** (v.exp(v.log(x)) - x + 1),
        (x - x) ** (v.exp(v.log(x)) - x),
        INF ** (v.exp(v.log(x)) - x),
        (-x) ** v.exp(v.log(x)),
        v.log(v.exp(v.log(x)) - x),
        v.sqrt(v.exp(v.log(x)) - x),
        v.binary_entropy(v.exp(v.log(x)) - x),
        v.binary_entropy_inverse(v.exp(v.log(x)) - x),
        v.renyi(v.pmf_of(1), v.pmf_of(1), v.exp(v.log(x)) - x),
    ],
)
def test_what_may_be_defined_is_never_called_undefined(side: v.Term) -> None:
    """A side that is wrongly called undefined would refute every bound on it."""
    assert found(v.both(side <= 10**9, side >= -(10**9)), x=fmpq(3)) is not False or _finite(side)


def _finite(side: v.Term) -> bool:
    """Whether the side was decided by a number, not by being undefined."""
    with precision(64):
        return enclosure(side, env(x=fmpq(3)), BallReading()) is not None


@pytest.mark.parametrize("base", [fmpq(0), arb("inf"), -arb("inf"), fmpq(-2), arb(-2, 1)])
def test_powers_with_an_exponent_that_may_be_whole_are_left_open(base: Any) -> None:
    for exponent in (arb(0, 1), arb(2, "1e-9")):
        with pytest.raises(Indeterminate):
            Balls.power(base, exponent)
    assert Balls.power(fmpq(2), arb(2, "1e-9")).overlaps(arb(4))


# --- boundaries -----------------------------------------------------------------------------------


def test_equality_at_boundaries_is_exact() -> None:
    half = pmf("1/3", "2/3")
    same = env(n=2, P=half, Q=half)
    for measure in (v.KL(P, Q), v.TV(P, Q), v.chi_square(P, Q), v.renyi(P, Q, 2)):
        assert found(v.equals(measure, 0), **same) is True
        assert found(measure < 0, **same) is False
        assert found(measure > 0, **same) is False
    assert found(v.equals(v.exp(x) - 1, x), x=fmpq(0)) is True
    assert found(v.Close(P, Q, x, 0), x=fmpq(0), **same) is True
    other = env(n=2, P=half, Q=pmf("2/3", "1/3"))
    assert found(v.Close(P, Q, x, v.rational(1, 3)), x=fmpq(0), **other) is True
    assert found(v.Close(P, Q, x, v.rational("0.3333333333")), x=fmpq(0), **other) is False


def test_zeros_and_infinities() -> None:
    apart = env(n=2, P=pmf("1", "0"), Q=pmf("0", "1"))
    assert found(v.KL(P, Q) <= v.KL(Q, P), **apart) is True
    assert found(v.KL(P, Q) < v.KL(Q, P), **apart) is False
    assert found(v.equals(v.KL(P, Q), v.KL(Q, P)), **apart) is True
    assert found(v.KL(P, Q) <= 10**9, **apart) is False
    assert found(v.equals(v.H(P), 0), **apart) is True
    assert found(v.equals(x * v.KL(P, Q), 0), x=fmpq(0), **apart) is True
    assert found(v.likelihood_ratio(P, Q, a) <= 1, a=0, **apart) is False
    assert found(v.likelihood_ratio(P, Q, a) <= 1, a=1, **apart) is True


# --- laws that are written out --------------------------------------------------------------------


def test_a_law_with_a_negative_mass_is_undefined() -> None:
    """Its masses sum to 1 all the same."""
    half = v.rational(1, 2)
    for first in (-half, v.rational(3, 2)):
        relation = v.TV(v.pmf_of(first, 1 - first), v.pmf_of(half, half)) >= 0
        assert found(relation) is False
        assert found(v.negation(relation)) is True


def test_a_law_that_neither_balls_nor_normal_forms_show_to_be_one_is_left_open() -> None:
    """No term writes an event, so that no normal form is asked about its probability."""
    share = v.exp(-x) * P[A]
    relation = v.H(v.pmf_of(share, 1 - share)) >= 0
    law = {"n": 2, "P": pmf("1/3", "2/3"), "x": fmpq(1)}
    assert found(relation, A=frozenset({0}), **law) is None
    share = v.exp(-x) * P[number(0)]
    assert found(v.H(v.pmf_of(share, 1 - share)) >= 0, **law) is True


# --- what is refused or left open -----------------------------------------------------------------


def test_a_guard_that_is_undecided_says_so() -> None:
    reading = BallReading()
    assert reading.holds(x <= y, env(x=fmpq(1), y=fmpq(2)))
    with pytest.raises(Indeterminate, match="is not decided"):
        reading.holds(v.exp(v.log(x)) <= x, env(x=fmpq(3)))


def test_an_integral_of_no_known_form_is_refused() -> None:
    t = v.Real("t", "[0,1]")
    assert found(v.integral(t, v.exp(t)) <= 2) is True
    with pytest.raises(Unreadable, match="exponential"):
        found(v.integral(t, v.log(1 + v.exp(t * t))) <= 2)


def test_what_isnt_expanded_is_refused() -> None:
    eps = v.Real("eps", ">=0")
    values = {"n": 2, "P": pmf("1", "0"), "Q": pmf("0", "1"), "eps": fmpq(1)}
    with pytest.raises(Unreadable, match="doesn't decide Predicate"):
        truth(v.Close(P, Q, eps, 0), values, BallReading())


# --- quantifiers ----------------------------------------------------------------------------------


def test_guards_that_are_undecided_leave_open_what_hangs_on_them() -> None:
    unknown = v.exp(v.log(x)) <= x
    values = {"n": 2, "x": fmpq(3)}
    assert found(v.every(a, FALSE, where=unknown), **values) is None
    assert found(v.every(a, TRUE, where=unknown), **values) is True
    assert found(v.some(a, TRUE, where=unknown), **values) is None
    assert found(v.some(a, FALSE, where=unknown), **values) is False
    assert found(v.every(a, FALSE, where=FALSE), **values) is True
    assert found(v.some(a, TRUE, where=FALSE), **values) is False
    assert found(v.every(a, a <= 0), **values) is False
    assert found(v.some(a, v.equals(a, 1)), **values) is True


def events(size: int) -> Iterator[frozenset[int]]:
    for count in range(size + 1):
        yield from map(frozenset, combinations(range(size), count))


fractions = st.fractions(-2, 2, max_denominator=6).map(lambda q: fmpq(q.numerator, q.denominator))


@st.composite
def two_laws(draw: st.DrawFn) -> dict[str, Any]:
    size = draw(st.integers(1, 4))
    values: dict[str, Any] = {"n": size, "x": draw(fractions), "y": draw(fractions)}
    for name in ("P", "Q"):
        parts = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size).filter(any))
        values[name] = BallArray((size,), [fmpq(part, sum(parts)) for part in parts])
    return values


BODIES = [
    (P[A], v.exp(x) * Q[A] + y),
    (P[A], Q[A] + v.TV(P, Q)),
    (x * P[A] - Q[A] / 2, y),
    (-P[A], y * (Q[A] - x)),
    (x, y),
    # Infinite factors and terms: 0·∞ = 0, and ∞ − ∞ where left ≤ right is ∞ ≤ ∞.
    (P[A] + v.KL(P, Q), Q[A] + v.KL(Q, P)),
    (P[A] * v.KL(P, Q), Q[A] * v.KL(Q, P)),
    (P[A] / v.KL(P, Q), y),
    (v.KL(P, Q) * (P[A] - x), v.KL(Q, P)),
    (P[A] - v.KL(P, Q), y - v.KL(P, Q)),
]


@settings(max_examples=80, deadline=None)
@given(values=two_laws(), body=st.sampled_from(BODIES), op=st.sampled_from(["<=", "<"]))
def test_events_by_their_worst_are_as_events_one_by_one(
    values: dict[str, Any], body: tuple[v.Term, v.Term], op: str
) -> None:
    relation = Relation(op, *map(number, body))
    each = [found(relation, A=event, **values) for event in events(values["n"])]
    for formula, decisive, parts in (
        (v.every(A, relation), False, each),
        (v.some(A, v.negation(relation)), True, [None if e is None else not e for e in each]),
    ):
        whole = found(formula, **values)
        # Balls may leave open what the other way decides; they may never contradict each other.
        if decisive in parts:
            assert whole in (decisive, None)
        elif None not in parts:
            assert whole in (not decisive, None)
        if whole is decisive:
            assert decisive in parts or None in parts
        elif whole is not None:
            assert decisive not in parts


APART = {"n": 2, "P": pmf("1", "0"), "Q": pmf("0", "1"), "x": fmpq(1), "y": fmpq(1)}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("op", ["<=", "<"])
def test_infinite_sides_are_compared_event_by_event(
    body: tuple[v.Term, v.Term], op: str
) -> None:
    relation = Relation(op, *map(number, body))
    each = [found(relation, A=event, **APART) for event in events(2)]
    assert None not in each
    assert found(v.every(A, relation), **APART) is all(each)
    assert found(v.some(A, v.negation(relation)), **APART) is not all(each)


def test_extrema_of_infinite_bodies_are_those_of_the_events() -> None:
    """∞·(P(A) − 1) is −∞, or 0 where P(A) = 1; split by symbols it would be −∞ + ∞."""
    body = v.KL(P, Q) * (P[A] - 1)
    assert found(v.equals(v.largest(A, body), 0), **APART) is True
    assert found(v.smallest(A, body) <= -(10**9), **APART) is True


@settings(max_examples=60, deadline=None)
@given(values=two_laws(), body=st.sampled_from([pair[0] - pair[1] for pair in BODIES[:5]]))
def test_extrema_over_events_are_as_events_one_by_one(
    values: dict[str, Any], body: v.Term
) -> None:
    reading = BallReading()
    with precision(128):
        each = [reading.real(body, {**values, "A": event}) for event in events(values["n"])]
        most, least = (
            arb(reading.real(extremum(A, body), values)) for extremum in (v.largest, v.smallest)
        )
        assert all(not arb(one) > most and not arb(one) < least for one in each)
        assert any(most.overlaps(arb(one)) for one in each)
        assert any(least.overlaps(arb(one)) for one in each)


def test_the_worst_event_of_many_symbols_is_found_without_a_list() -> None:
    size = 60
    flat = BallArray((size,), [fmpq(1, size)] * size)
    tilted = BallArray((size,), [fmpq(2 * index + 1, size**2) for index in range(size)])
    values = {"n": size, "P": tilted, "Q": flat}
    distance = sum((abs(p - q) for p, q in zip(tilted.data, flat.data, strict=True)), fmpq(0)) / 2
    assert found(v.every(A, P[A] - Q[A] <= x), x=distance, **values) is True
    assert found(v.every(A, P[A] - Q[A] < x), x=distance, **values) is False
    assert found(v.some(A, v.negation(P[A] - Q[A] < x)), x=distance, **values) is True
    with pytest.raises(Unreadable, match="too many events"):
        found(v.every(A, P[A] * P[A] <= x), x=distance, **values)


# --- indices, alphabets ---------------------------------------------------------------------------


def test_indices_past_the_alphabet_are_refused() -> None:
    D = v.Database("D")
    M, R = v.Mechanism("M", D, 2), v.Prior("R", D)
    table = BallArray((2, 2), [fmpq(1, 2)] * 4)
    values = {
        "n": 2,
        "P": pmf("1/2", "1/2"),
        "Q": pmf("1", "0"),
        "W": table,
        "D": (2,),
        "M": MechanismValue(table, (2,)),
        "R": pmf("1/2", "1/2"),
    }
    W = v.Channel("W", n, n)
    for term in (
        P[2],
        v.likelihood_ratio(P, Q, 2),
        W[2][0],
        W[0][2],
        v.pointwise_maximal_leakage(P, W, 2),
        M[2][0],
        v.alphabet(D, 1),
        v.hamming(D, 0, 2),
        # One past the entries would be the response itself: I(Y;Y).
        v.entry_information(R, M, 1),
        v.conditional_entry_information(R, M, 1),
    ):
        with pytest.raises(Unreadable, match="index"):
            BallReading().term(term, values)


def test_a_prior_on_another_database_is_refused() -> None:
    D, C = v.Database("D"), v.Database("C")
    with pytest.raises(ClaimError, match="two databases meet"):
        v.information(v.Prior("R", C), v.Mechanism("M", D, 2))
    term = v.information(v.Prior("R", D), v.Mechanism("M", D, 2))
    table = MechanismValue(BallArray((2, 3, 1), [fmpq(1)] * 6), (2, 3))
    for shape in ((3, 2), (6,), (2, 2)):
        cells = 1
        for size in shape:
            cells *= size
        prior = BallArray(shape, [fmpq(1, cells)] * cells)
        with pytest.raises(Unreadable, match="different databases"):
            BallReading().term(term, {"R": prior, "M": table, "D": (2, 3)})


def test_values_reach_the_width_that_is_asked_for_or_say_so() -> None:
    reading = BallReading()
    fine = value_to(v.exp(x), env(x=fmpq(1)), reading, fmpq(1, 10**50))
    assert fine.rad() * 10**50 <= fine
    assert value_to(x / 3, env(x=fmpq(1)), reading, fmpq(1, 10**50)) == fmpq(1, 3)
    with pytest.raises(Indeterminate):
        value_to(v.exp(v.log(x)) - x, env(x=fmpq(3)), reading, fmpq(1, 10))
