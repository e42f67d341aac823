"""What the second checker's quantities refuse of plays: values of other sizes, moves of no form,
proposals that don't hold, and what has no value. Each beside what they take."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest

from recheck import channels, curves, densities, students, transport
from recheck.databases import responses, with_entry
from recheck.equalities import exactly
from recheck.errors import Rejected, Undefined, Unknown, Unsupported
from recheck.evaluation import Event, Table
from recheck.events import Student
from recheck.frameworks import Framework, class_of, framework_of, function_of, member
from recheck.matrices import determinant, leading_minor, leibniz
from recheck.meanings import Reading
from recheck.quantities import output, probability, renyi, renyi_entropy
from recheck.reals import INF, ONE, TWO, ZERO, Num, num, sqrt

HALF, THIRD = num(Fraction(1, 2)), num(Fraction(1, 3))
EVEN = [HALF, HALF]


def wide(low: Any, high: Any) -> Num:
    return Num(Fraction(low), Fraction(high))


# --- laws and channels ----------------------------------------------------------------------------


def test_events_and_channels_are_of_the_alphabet_of_the_law() -> None:
    assert probability(EVEN, Event(2, frozenset({0}))).lo == Fraction(1, 2)
    for event in (Event(3, frozenset({0})), Event(1, frozenset({0})), Event(3, frozenset())):
        with pytest.raises(Rejected, match="another alphabet"):
            probability(EVEN, event)
    assert [part.lo for part in output(EVEN, [EVEN, [ONE, ZERO]])] == [
        Fraction(3, 4), Fraction(1, 4)]
    for rows in ([EVEN], [EVEN] * 3):
        with pytest.raises(Rejected, match="other inputs"):
            output(EVEN, rows)


def test_divergences_of_an_order() -> None:
    p, q = [HALF, HALF], [num(Fraction(1, 4)), num(Fraction(3, 4))]
    pure = [ONE, ZERO]

    def close(found: Num, value: float) -> bool:
        return abs(float(found.lo) - value) < 1e-9 and abs(float(found.hi) - value) < 1e-9

    assert close(renyi(p, q, TWO), math.log(1 / 4 * 4 + 1 / 4 * 4 / 3))
    assert close(renyi(p, q, HALF), -2 * math.log(math.sqrt(1 / 8) + math.sqrt(3 / 8)))
    assert close(renyi(p, q, ONE), 0.5 * math.log(2) + 0.5 * math.log(2 / 3))
    assert close(renyi(p, q, num(INF)), math.log(2))
    assert close(renyi(pure, p, ZERO), math.log(2))
    assert renyi(p, pure, num(INF)).lo == INF
    assert renyi(p, pure, TWO).lo == renyi(p, pure, ONE).lo == INF
    assert close(renyi(p, pure, HALF), math.log(2))
    # It never falls with the order, so that ends are enough, unless one is infinite.
    found = renyi(p, q, wide("1/2", 2))
    assert found.lo == renyi(p, q, HALF).lo
    assert found.hi == renyi(p, q, TWO).hi
    with pytest.raises(Unknown, match="may be infinite"):
        renyi(p, pure, wide("1/2", 2))
    for order in (num(-1), wide(-1, 2), num(-INF)):
        with pytest.raises(Rejected, match="below 0"):
            renyi(p, q, order)


# --- determinants ---------------------------------------------------------------------------------


def test_determinants_are_of_square_matrices() -> None:
    entries = [num(value) for value in (2, 1, 1, 3)]
    assert determinant(entries, TWO).lo == 5
    assert leading_minor(entries, ONE, TWO).lo == 2
    assert leading_minor(entries, ZERO, TWO).lo == 1
    for args in ((num(3), TWO), (ONE, ONE), (TWO, num(3))):
        with pytest.raises(Rejected, match="more rows"):
            leading_minor(entries, *args)
    with pytest.raises(Rejected, match="more rows"):
        determinant(entries[:3], ONE)
    identity = [[num(int(i == j)) for j in range(6)] for i in range(6)]
    assert leibniz(identity).lo == 1
    with pytest.raises(Rejected, match="too many permutations"):
        leibniz([[ONE] * 7] * 7)


# --- databases ------------------------------------------------------------------------------------


def test_entries_take_the_symbols_of_their_alphabet() -> None:
    # Two entries, of 2 and 3 symbols; the instance 1 2 is 5.
    assert with_entry((2, 3), num(5), ZERO, ZERO).lo == 2
    assert with_entry((2, 3), num(5), ONE, ONE).lo == 4
    for i, symbol in ((ZERO, TWO), (ONE, num(3)), (ONE, num(-1)), (TWO, ZERO), (ONE, HALF)):
        with pytest.raises(Rejected):
            with_entry((2, 3), num(5), i, symbol)


def test_priors_and_mechanisms_are_on_one_database() -> None:
    prior, mechanism = Table((2, 2), [num(Fraction(1, 4))] * 4), Table((2, 2), [EVEN] * 4)
    assert len(responses(prior, mechanism)) == 8
    for shape in ((4,), (4, 1)):
        with pytest.raises(Rejected, match="different databases"):
            responses(prior, mechanism._replace(shape=shape))


# --- frameworks -----------------------------------------------------------------------------------


def test_functions_number_their_values_as_they_occur() -> None:
    assert function_of([0, 1, 0], 3) == [0, 1, 0]
    for move in ([0, 1], [1, 0, 0], [0, 2, 1], [0, True, 0], [0, 1.0, 0], [0, "1", 0], "010",
                 [0, -1, 0], {"0": 0, "1": 1, "2": 0}, None):
        with pytest.raises(Rejected):
            function_of(move, 3)


FRAMEWORK = {"private": [[0, 1, 0]], "public": [[0, 0, 1]], "edges": [[0, 0]]}


@pytest.mark.parametrize("changes", [
    {"private": []}, {"private": {}}, {"public": {}}, {"public": ""}, {"edges": {}}, {"edges": ""},
    {"edges": [[0]]}, {"edges": [[0, 0, 0]]}, {"edges": [[1, 0]]}, {"edges": [[0, 1]]},
    {"edges": [[-1, 0]]}, {"edges": [[0, -1]]}, {"edges": [[False, 0]]}, {"edges": [[0, False]]},
    {"edges": [[0, 0], [0, 0]]}, {"edges": ["00"]}, {"more": []}, {"private": [[0, 1]]},
    {"public": [[0, 0, 2]]}, {"edges": [[0.0, 0]]},
], ids=repr)
def test_frameworks_of_no_form(changes: dict[str, Any]) -> None:
    assert framework_of(FRAMEWORK, 3) == Framework([[0, 1, 0]], [[0, 0, 1]], [(0, 0)])
    with pytest.raises(Rejected):
        framework_of({**FRAMEWORK, **changes}, 3)


@pytest.mark.parametrize("move", [
    None, [], "all", {}, {"kind": "none", "laws": [["1/2", "1/2"]]}, {"kind": "listed"},
    {"kind": "listed", "laws": []}, {"kind": "all", "laws": []},
    {"kind": "all", "laws": [["1", "0"]]},
    {"kind": "listed", "laws": {}}, {"kind": "listed", "laws": 3}, {"kind": "listed", "laws": "10"},
    {"kind": "listed", "laws": [["1"]]}, {"kind": "listed", "laws": [["1", "1"]]},
    {"kind": "reweighted", "laws": []}, {"kind": "listed", "laws": [["1", "0"]], "more": 1},
    {"kind": ["listed"], "laws": [["1", "0"]]},
], ids=repr)
def test_classes_of_no_form(move: Any) -> None:
    assert class_of({"kind": "all"}, 2, "any") == ("all", [])
    assert class_of({"kind": "listed", "laws": [["1", "0"]]}, 2, "listed") == (
        "listed", [[ONE, ZERO]])
    for wanted in ("any", "listed"):
        with pytest.raises(Rejected):
            class_of(move, 2, wanted)
    with pytest.raises(Rejected):
        class_of({"kind": "all"}, 2, "listed")


def test_members_are_of_the_class() -> None:
    secrets = framework_of(FRAMEWORK, 3)
    laws = [[ONE, ZERO, ZERO], [THIRD] * 3]
    assert member(secrets, "listed", laws, 1) == laws[1]
    for move in (2, -1, True, "0", None):
        with pytest.raises(Rejected):
            member(secrets, "listed", laws, move)
    assert member(secrets, "all", [], ["1", "0", "0"]) == laws[0]
    for move in (["1", "0"], ["1", "1", "0"], 0):
        with pytest.raises(Rejected):
            member(secrets, "all", [], move)


# --- transport ------------------------------------------------------------------------------------


def cheapest(first: list[Fraction], second: list[Fraction], costs: list[Fraction]) -> Fraction:
    """The least cost among the vertices of the plans of two laws on two symbols."""
    low, high = max(Fraction(0), first[0] + second[0] - 1), min(first[0], second[0])
    return min(sum((mass * cost for mass, cost in zip(
        [a, first[0] - a, second[0] - a, 1 - first[0] - second[0] + a], costs, strict=True)),
        Fraction(0)) for a in (low, high))


def test_least_costs_of_two_symbols() -> None:
    parts = [Fraction(k, 4) for k in range(5)]
    for a, b in itertools.product(parts, parts):
        for costs in ([0, 1, 1, 0], [1, 0, 0, 1], [2, 1, 3, 5], [0, 0, 0, 0], [1, 2, 0, 7]):
            wanted = [Fraction(cost) for cost in costs]
            laws = [a, 1 - a], [b, 1 - b]
            assert transport.least_cost(*laws, wanted) == cheapest(*laws, wanted)


def test_a_plan_has_its_marginals() -> None:
    even = [Fraction(1, 2)] * 2
    transport.checked(even, even, [[Fraction(1, 4)] * 2] * 2)
    for plan in ([[1, 0], [0, 0]], [["1/2", "1/2"], [0, 0]], [["1/2", 0], ["1/2", 0]],
                 [[1, "-1/2"], ["-1/2", 1]], [["1/2", 0], [0, "1/4"]]):
        with pytest.raises(Rejected, match="without its marginals"):
            transport.checked(even, even, [[Fraction(part) for part in row] for row in plan])


@pytest.mark.parametrize("spoilt", ["plan", "potential"])
def test_what_is_proposed_is_looked_at(spoilt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plans and potentials are found by paths, of which nothing is believed."""
    first, second = [Fraction(1), Fraction(0)], [Fraction(1, 2)] * 2
    costs = [Fraction(cost) for cost in (0, 1, 1, 0)]
    assert transport.least_cost(first, second, costs) == Fraction(1, 2)
    searched = transport.distances

    def distances(started: list[bool], plan: Any, told: Any) -> Any:
        lengths, before = searched(started, plan, told)
        if spoilt == "plan" and plan[0][0]:
            # Half of what was moved is forgotten.
            plan[0][0] /= 2
        if spoilt == "potential" and all(started):
            lengths = [*lengths[:-1], lengths[-1] - 1]
        return lengths, before

    monkeypatch.setattr(transport, "distances", distances)
    with pytest.raises(Rejected, match="marginals" if spoilt == "plan" else "no potential"):
        transport.least_cost(first, second, costs)


def test_transports_with_other_costs() -> None:
    assert transport.transport_cost(EVEN, EVEN, [ZERO, ONE, ONE, ZERO]).lo == 0
    for costs, error in (([ZERO] * 3, Rejected), ([ZERO, ONE, ONE, num(-1)], Undefined),
                         ([ZERO, ONE, ONE, wide(-1, 1)], Unknown),
                         ([ZERO, ONE, ONE, num(INF)], Unknown)):
        with pytest.raises(error):
            transport.transport_cost(EVEN, EVEN, costs)
    with pytest.raises(Unknown, match="not exact"):
        transport.transport_cost([wide("1/4", "1/2"), HALF], EVEN, [ZERO] * 4)
    many, more = [num(Fraction(1, 20))] * 20, [num(Fraction(1, 21))] * 21
    with pytest.raises(Rejected, match="too many cells"):
        transport.transport_cost(many, more, [ZERO] * 420)


# --- laws on the line -----------------------------------------------------------------------------


def test_degrees_of_freedom_are_whole_numbers() -> None:
    ((weight, shape, place, scale),) = students.student(ZERO, TWO, num(3))
    assert (weight, shape, place, scale) == (ONE, Student(3), ZERO, TWO)
    students.student(ZERO, ONE, num(10_000))
    for freedom, error in ((wide(1, 2), Unknown), (num(0), Undefined), (num(-1), Undefined),
                           (HALF, Undefined), (num(Fraction(3, 2)), Undefined),
                           (num(INF), Undefined),
                           (num(10_001), Unsupported)):
        with pytest.raises(error):
            students.student(ZERO, ONE, freedom)
    for scale, error in ((ZERO, Undefined), (num(-1), Undefined), (wide(0, 1), Unknown),
                         (num(INF), Undefined)):
        with pytest.raises(error):
            students.student(ZERO, scale, ONE)
    with pytest.raises(Undefined):
        students.student(num(INF), ONE, ONE)


def test_closed_forms_of_divergences_are_of_shapes_that_have_one() -> None:
    one, other = students.student(ZERO, ONE, ONE), students.student(ONE, ONE, ONE)
    with pytest.raises(Unsupported, match="Student laws"):
        densities.law_kl(one, other)
    assert densities.law_kl(one, one) == ZERO
    narrow, broad = ([(ONE, "logistic", ZERO, scale)] for scale in (ONE, TWO))
    with pytest.raises(Unsupported, match="two scales"):
        densities.law_kl(narrow, broad)


def test_rational_values() -> None:
    assert exactly(HALF) == Fraction(1, 2)
    assert exactly([ZERO, [ONE]]) == [0, [1]]
    for value in (sqrt(TWO), num(INF), [ZERO, sqrt(TWO)], wide(0, 1), "text", None):
        with pytest.raises(Unsupported, match="no rational number"):
            exactly(value)


# --- where a number must stand --------------------------------------------------------------------


@pytest.mark.parametrize("asked", [
    lambda x: densities.law_shift(densities.gaussian(ZERO, ONE), x),
    lambda x: channels.stick_contraction([EVEN, EVEN], x),
    lambda x: curves.lip_curve(ONE, x), lambda x: curves.ldp_curve(x, ONE),
    lambda x: leading_minor([ONE, ONE, ONE, x], ONE, TWO),
    lambda x: renyi_entropy(EVEN, -x),
    lambda x: densities.gaussian_information(EVEN, [EVEN, EVEN], [ZERO, ONE], ONE, x),
])
def test_infinity_is_no_number(asked: Any) -> None:
    """Relations with what has no value are false, whatever a formula would give."""
    with pytest.raises(Undefined):
        asked(num(INF))


def test_an_infinite_order_of_entropy_is_that_of_the_most_likely() -> None:
    assert renyi_entropy([ONE, ZERO], num(INF)) == ZERO


@pytest.mark.parametrize(("low", "high", "kind"), [(-2, -1, Undefined), (-1, 1, Unknown)])
def test_orders_of_entropies_and_variances_are_not_negative(
    low: int, high: int, kind: type[Exception]
) -> None:
    x = wide(low, high)
    with pytest.raises(kind):
        renyi_entropy(EVEN, x)
    with pytest.raises(kind):
        densities.gaussian_information(EVEN, [EVEN, EVEN], [ZERO, ONE], ONE, x)


def test_what_may_be_infinite_is_no_argument() -> None:
    """As an integral from an end to ∞ that is only bounded from below: where it is ∞ there may be
    no value. What adds, multiplies or compares numbers takes it."""
    maybe = Num(Fraction(1), INF)
    scope: Any = {"I": maybe}
    real = ["real", None, None, False, False]
    reading = Reading()
    variable = ["var", "I"]
    law = ["op", "gaussian", [["number", "0"], variable], ["law"], []]
    with pytest.raises(Unknown, match="infinite"):
        reading.term(["op", "differential_entropy", [law], real, []], scope)
    assert reading.term(["op", "maximum", [variable, ["number", "0"]], real, []], scope) is not None
    with pytest.raises(Unknown, match="infinite"):
        leading_minor([maybe], ONE, ONE)
    assert reading.term(law, {"I": num(2)}) == [(ONE, "gaussian", ZERO, num(2))]
    with pytest.raises(Undefined):
        reading.term(law, {"I": num(INF)})
