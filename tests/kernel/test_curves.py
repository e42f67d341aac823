"""Quantifiers over numbers that a subdivision decides: known truths, both checkers, ties, infinite
values, terms outside of their domains, and what neither takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck.subdivision import by_ends, largest_over_orders
from recheck.subdivision import is_curve as second_is_curve
from tests.recheck.room import check as second
from tests.recheck.room import meanings, reals
from verified.attack import attack
from verified.attack.sought import numbers
from verified.kernel import curves
from verified.kernel.certificate import certify, check
from verified.kernel.ranges import Interval
from verified.kernel.truth import BallReading, decide
from verified.language import (
    KL,
    TV,
    Channel,
    ClaimError,
    Pmf,
    Real,
    Size,
    Symbol,
    both,
    capacity,
    claim,
    either,
    equals,
    every,
    exp,
    gaussian,
    hockey_stick,
    log,
    maximum,
    minimum,
    negation,
    pmf_of,
    rational,
    renyi,
    renyi_dp,
    some,
    sqrt,
    trade_off,
    zcdp,
)
from verified.numbers.ball_arrays import BallArray
from verified.reading.statements import read_statement
from verified.syntax.curves import is_curve
from verified.syntax.formulas import Relation
from verified.syntax.goals import normal
from verified.syntax.serial import data, statement_data

n = Size("n")
P, Q, W, a = Pmf("P", n), Pmf("Q", n), Channel("W", n, 2), Symbol("a", n)
order, rho, eps, level = (
    Real("alpha", ">1"), Real("rho", ">=0"), Real("eps", ">=0"), Real("level", "[0,1]"))
t, wide = Real("t", "[0,1]"), Real("x")
half, inner, r = rational(1, 2), Real("inner", "(0,1)"), Real("r")


def number_of(value: int) -> Any:
    """A constant as a term."""
    return exp(0) * value


def law(*parts: int) -> BallArray:
    return BallArray((len(parts),), [fmpq(part, sum(parts)) for part in parts])


# Responses of a randomised response that keeps a bit with probability 3/4: ln 3 = D_∞ = 1.0986….
RESPONSE = {"n": 2, "P": law(3, 1), "Q": law(1, 3)}
APART = {"n": 2, "P": law(1, 1), "Q": law(1, 0)}

TOLD = [
    # D_α/α is largest at α = 1, where it is ln(3)/2 = 0.549….
    (every(order, renyi(P, Q, order) <= rational(56, 100) * order), True),
    (every(order, renyi(P, Q, order) <= rational(54, 100) * order), False),
    (every(order, renyi(P, Q, order) <= rational(12, 10)), True),
    (every(order, renyi(P, Q, order) < rational(10, 10)), False),
    (every(order, renyi(P, Q, order) <= order / 10 + log(2) / (order - 1)), False),
    (every(order, renyi(P, Q, order) <= order / 2 + log(2) / (order - 1)), True),
    (every(eps, hockey_stick(P, Q, eps) <= exp(-eps)), True),
    (every(eps, hockey_stick(P, Q, eps) <= exp(-eps) / 2 + rational(1, 100)), False),
    (every(eps, hockey_stick(P, Q, eps) > -exp(-eps)), True),
    (every(level, trade_off(P, Q, level) >= rational(9, 20) - level), True),
    (every(level, trade_off(P, Q, level) >= rational(9, 10) - level), False),
    # They come together at levels 0 and 1, where both are straight or one lies below its chord:
    # of two Gaussian laws 3/2 and 13/10 deviations apart, of (ln 3, 0)-DP, which is attained.
    (every(level, trade_off(P, Q, level)
           >= trade_off(gaussian(0, 1), gaussian(half * 3, 1), level)), True),
    (every(level, trade_off(P, Q, level)
           >= trade_off(gaussian(0, 1), gaussian(rational(13, 10), 1), level)), False),
    (every(level, trade_off(P, Q, level)
           >= maximum(0, maximum(1 - 3 * level, (1 - level) / 3))), True),
    (every(level, 1 - level >= trade_off(P, Q, level)), True),
    (some(order, renyi(P, Q, order) > 1), True),
    (some(order, renyi(P, Q, order) > rational(12, 10)), False),
    (some(eps, equals(hockey_stick(P, Q, eps), 2)), False),
    (every(wide, exp(wide) + wide * wide > -rational(1, 9)), True),
    (every(wide, wide * wide > wide), False),
    (every(t, either(t * t <= rational(1, 3), t >= half)), True),
    (every(t, both(t * t <= 1 + t, negation(t * t * t > 1 + t))), True),
    (every(order, renyi(P, Q, order) <= 1, where=order <= 9), False),
    (every(order, renyi(P, Q, order) <= 1, where=order <= 2), True),
    (some(order, renyi(P, Q, order) > 1, where=order <= 2), False),
    (some(order, renyi(P, Q, order) > half, where=order <= 2), True),
    # At an end alone.
    (every(t, t * t < 1), False),
    (some(t, t * t >= 1), True),
    (every(order, every(a, P[a] / order < half, where=a >= 1)), True),
    (every(order, every(a, P[a] / order < rational(1, 5), where=a >= 1)), False),
    (every(order, every(a, P[a] / order < renyi(P, Q, order) + rational(1, 4))), True),
    (every(order, every(a, P[a] * order < renyi(P, Q, order) + 1)), False),
]


def seconds_truth(formula: Any, env: dict[str, Any]) -> bool | None:
    moves = {name: [reals.num(str(part)) for part in value.data] if isinstance(value, BallArray)
             else reals.num(str(value)) for name, value in env.items()}
    return meanings.Reading().truth(data(normal(formula)), moves)


@pytest.mark.parametrize(("formula", "holds"), TOLD, ids=str)
def test_what_is_known_is_decided_by_both(formula: Any, holds: bool) -> None:
    assert is_curve(normal(formula))
    assert second_is_curve(data(normal(formula)))
    assert decide(normal(formula), RESPONSE, BallReading()) is holds
    assert seconds_truth(formula, RESPONSE) is holds


@given(st.lists(st.integers(1, 9), min_size=4, max_size=4), st.integers(1, 40))
@settings(deadline=None, max_examples=25)
def test_what_holds_of_all_holds_of_each(parts: list[int], bound: int) -> None:
    env = {"n": 2, "P": law(*parts[:2]), "Q": law(*parts[2:])}
    inside = renyi(P, Q, order) <= fmpq(bound, 40) * order
    found = decide(normal(every(order, inside)), env, BallReading())
    listed = [decide(inside, {**env, "alpha": number}, BallReading()) for number in (
        fmpq(1001, 1000), fmpq(5, 4), fmpq(2), fmpq(7, 2), fmpq(40))]
    assert found is not True or all(listed)
    assert found is not False or decide(
        zcdp(W) <= fmpq(bound, 40),
        {"n": 2, "W": BallArray((2, 2), [*env["P"].data, *env["Q"].data])}, BallReading(),
    ) is False


@pytest.mark.parametrize("formula", [
    # Both sides come together: at α = ∞, at 0, at 1/3.
    every(order, renyi(P, Q, order) <= log(3)),
    every(eps, hockey_stick(P, Q, eps) <= exp(-eps / 1000) / 2),
    every(order, renyi(P, Q, order) <= log(3) + 1 / order / 10**30),
    every(t, 6 * t <= 9 * t * t + 1),
    every(inner, trade_off(P, Q, inner) < 1 - inner),
    every(t, both(t * t <= 1, 6 * t <= 9 * t * t + 1)),
    # Of the root of what may be negative, and of a quotient by what may be 0, nothing is told.
    every(Real("s", "[-1,1]"), negation(sqrt(Real("s", "[-1,1]")) > 2)),
    every(Real("s", "[0,3]"), negation(1 / (Real("s", "[0,3]") - log(2)) > 10**9)),
])  # fmt: skip
def test_what_no_subdivision_tells_stays_open(formula: Any) -> None:
    assert decide(normal(formula), RESPONSE, BallReading(), (64, 256)) is None
    assert seconds_truth(formula, RESPONSE) is None


@pytest.mark.parametrize(("small", "large", "low", "high", "holds"), [
    (1 - 3 * t, trade_off(P, Q, t), 0, 1, False),
    (1 - 3 * t, trade_off(P, Q, t), 0, fmpq(1, 4), True),
    # A chord of what has a bend at 1/4 lies above it.
    (1 - 5 * t / 3, trade_off(P, Q, t), 0, half.value, False),
    (1 - 2 * t, trade_off(gaussian(0, 1), gaussian(0, 1), t), 0, 1, True),
    # A parabola is no convex side by its form, whatever its ends are.
    (t * (1 - t), t / 8, 0, 1, False),
    (exp(-t) - 1, -t / 8, 0, 1, False),
    # At one end it doesn't hold.
    (trade_off(P, Q, t), half - t, 0, 1, False), (trade_off(P, Q, t), half, half.value, 1, True),
    (trade_off(P, Q, t), half - t / 2, half.value, 1, True),
    (trade_off(P, Q, t), half - t, half.value, 1, False),
    # An infinite part is no line's, and beyond 1 there is no trade-off function.
    (t + log(P[a] - half / 2), trade_off(P, Q, t), 0, fmpq(1, 4), False),
    (1 - 3 * t, trade_off(P, Q, 4 * t), 0, fmpq(1, 2), False),
    (maximum(1 - 3 * t, -t), 1 - 3 * t, 0, fmpq(1, 2), True),
    (minimum(1 - 3 * t, -t), 1 - 3 * t, 0, fmpq(1, 2), False),
])  # fmt: skip
def test_sides_that_come_together_are_compared_at_the_ends_of_a_piece(
    small: Any, large: Any, low: Any, high: Any, holds: bool
) -> None:
    env = {**RESPONSE, "a": 1}
    pieces = curves._Pieces("t", env, BallReading())
    low, high = fmpq(low), fmpq(high)
    piece = Interval(curves.arb(low), curves.arb(high))
    told = {name: [reals.num(str(part)) for part in value.data] if isinstance(value, BallArray)
            else reals.num(str(value)) for name, value in env.items()}
    told["t"] = reals.Num(reals.num(str(low)).lo, reals.num(str(high)).lo)

    def both_say(op: str, left: Any, right: Any) -> bool:
        relation = Relation(op, left, right)
        found = pieces._holds_by_ends(op, left, right, piece)
        assert by_ends(meanings.Reading(), data(relation), told, "t") is found
        return found

    assert both_say("<=", small + 0, large + 0) is holds
    assert both_say(">=", large + 0, small + 0) is holds
    if holds:
        assert both_say("<", small - 1, large + 0)
    # What may be equal at an end is no less there; and nothing is shown to be equal.
    assert not both_say("<", large + 0, large + 0)
    assert not both_say(">", large + 0, large + 0)
    assert not both_say("=", small + 0, small + 0)


@pytest.mark.parametrize(("op", "small", "large", "holds"), [
    # What is known of r only so far: whether a side bends, and whether it is less at the ends.
    ("<=", number_of(-9), r * (1 - t) + t, False), ("<=", number_of(-9), 1 - t + r * t, False),
    ("<=", t + r, t + half / 2, False), ("<", t + r, t + half / 2, False),
    ("<=", t - 9 + r, t + half / 2, True), ("<", t - 9 + r, t + half / 2, True),
])  # fmt: skip
def test_what_is_known_only_so_far_is_compared_as_it_may_be(
    op: str, small: Any, large: Any, holds: bool
) -> None:
    told = {"t": reals.Num(reals.num("0").lo, reals.num("1").lo),
            "r": reals.Num(reals.num("0").lo, reals.num("1/2").lo)}
    assert by_ends(meanings.Reading(), data(Relation(op, small, large)), told, "t") is holds
    env = {"r": curves.arb("0.25", "0.25")}
    pieces = curves._Pieces("t", env, BallReading())
    piece = Interval(curves.arb(0), curves.arb(1))
    assert pieces._holds_by_ends(op, small, large, piece) is holds


def test_a_piece_without_an_end_is_compared_at_none() -> None:
    pieces = curves._Pieces("x", RESPONSE, BallReading())
    reach = Interval(curves.arb(0), curves.arb("inf"), False, True)
    assert not pieces._holds_by_ends("<=", wide - 1, wide + 0, reach)
    told = {"x": reals.Num(reals.num("0").lo, reals.INF, (False, True))}
    assert not by_ends(meanings.Reading(), data(Relation("<=", wide - 1, wide + 0)), told, "x")


def test_a_level_outside_of_its_interval_shows_nothing() -> None:
    """A trade-off function has no value there, a Rényi divergence of a negative order neither."""
    outside, below = Real("l", "[-1,1]"), Real("l", "<=2")
    for formula in (
        every(outside, trade_off(P, Q, outside) >= -9),
        every(below, renyi(gaussian(0, 1), gaussian(1, 1), below) >= -1),
    ):
        assert decide(normal(formula), RESPONSE, BallReading(), (64,)) is False
        assert seconds_truth(formula, RESPONSE) is False
    pieces = curves._Pieces("l", RESPONSE, BallReading())
    reach = Interval(-curves.arb("inf"), curves.arb(2), True, False)
    assert pieces.truth(renyi(gaussian(0, 1), gaussian(1, 1), below) >= -1, reach) is None


def test_a_level_beyond_its_interval_shows_nothing() -> None:
    beyond = Real("l", "[0,2]")
    formula = normal(every(beyond, trade_off(P, Q, beyond) >= -9))
    assert decide(formula, RESPONSE, BallReading(), (64,)) is False
    assert seconds_truth(every(beyond, trade_off(P, Q, beyond) >= -9), RESPONSE) is False
    pieces = curves._Pieces("l", RESPONSE, BallReading())
    for low, high in ((0, 2), (1, 2), (2, 2)):
        reach = Interval(curves.arb(low), curves.arb(high))
        assert pieces.truth(trade_off(P, Q, beyond) >= -9, reach) is None
    assert pieces.truth(trade_off(P, Q, beyond) >= -9, Interval(curves.arb(0), curves.arb(1)))


def test_laws_on_the_line_are_asked_at_no_infinite_end() -> None:
    """There the interval of all their values tells, on the side on which it has an end."""
    one, two = gaussian(0, 1), gaussian(1, 1)
    pieces = curves._Pieces("eps", {}, BallReading())
    far = Interval(curves.arb(3), curves.arb("inf"), False, True)
    for formula, told in (
        (hockey_stick(one, two, eps) >= 0, True), (hockey_stick(one, two, eps) >= half, False),
        (hockey_stick(one, two, eps) < rational(1, 100), True),
        (hockey_stick(one, two, eps) > rational(1, 10**9), None),
        # A divergence may be as large as one likes.
        (renyi(one, two, eps) <= 10**9, None), (renyi(one, two, eps) >= 1, None),
    ):
        assert pieces.truth(normal(formula), far) is told, formula
    least = every(eps, hockey_stick(one, two, eps) >= 0)
    assert decide(normal(least), {}, BallReading(), (64,)) is True
    assert decide(normal(every(eps, hockey_stick(one, two, eps) >= rational(1, 10**3))), {},
                  BallReading(), (64,)) is False


def test_what_is_called_as_the_number_is_no_curve() -> None:
    """Under a quantifier of the same name it is another thing that the name stands for."""
    hidden = normal(every(t, every(Symbol("t", n), P[Symbol("t", n)] * 1 <= half)))
    assert not is_curve(hidden)
    assert not second_is_curve(data(hidden))


def test_names_of_parts_are_nobody_elses() -> None:
    odd, end = Real("alpha, part 0", "[0,1]"), Real("end of alpha", "[0,1]")
    found = every(odd, odd - log(2) <= half)
    assert decide(normal(found), {}, BallReading(), (64,)) is True
    both_ends = every(order, renyi(P, Q, order) <= 2 * end)
    for value, holds in ((1, True), (0, False)):
        env = {**RESPONSE, "end of alpha": fmpq(value)}
        assert decide(normal(both_ends), env, BallReading(), (64,)) is holds


def test_infinite_values_show_nothing_on_a_piece() -> None:
    infinite = every(order, renyi(P, Q, order) <= rho * order)
    assert decide(normal(infinite), {**APART, "rho": fmpq(10**9)}, BallReading()) is False
    # 1/∞ is 0 at each order, but no piece may take ∞ for a number.
    inverse = every(order, 1 / renyi(P, Q, order) <= 1)
    assert decide(normal(inverse), APART, BallReading(), (64, 128)) is not False
    pieces = curves._Pieces("alpha", APART, BallReading())
    assert pieces.truth(1 / renyi(P, Q, order) <= 1, Interval(*map(curves.arb, (2, 3)))) is None


def test_equal_laws_meet_what_leaves_no_room() -> None:
    env = {"n": 2, "P": law(1, 2), "Q": law(1, 2), "rho": fmpq(0)}
    assert decide(normal(every(order, renyi(P, Q, order) <= rho * order)), env, BallReading())
    assert seconds_truth(every(order, renyi(P, Q, order) <= rho * order), env) is True


@pytest.mark.parametrize(("low", "high", "open_"), [(1, 1, False), (0, 3, True), (2, 5, False)])
@pytest.mark.parametrize("op", ["<", "<=", "=", ">=", ">"])
def test_ranges_are_compared_as_their_numbers_are(
    low: int, high: int, open_: bool, op: str
) -> None:
    """An open end isn't reached: against a grid of the numbers of two ranges."""
    one = Interval(curves.arb(low), curves.arb(high), open_, open_)
    for start in range(-1, 6):
        for stop in range(start, 6):
            for gone in ((False, True) if start < stop else (False,)):
                other = Interval(curves.arb(start), curves.arb(stop), gone, gone)
                told = curves._compared(op, one, other)
                pairs = [(x, y) for x in _grid(low, high, open_) for y in _grid(start, stop, gone)]
                held = [{"<": x < y, "<=": x <= y, "=": x == y, ">=": x >= y, ">": x > y}[op]
                        for x, y in pairs]
                assert told is not True or all(held)
                assert told is not False or not any(held)
                if all(held) or not any(held):
                    assert told is all(held)


def _grid(low: int, high: int, gone: bool) -> list[fmpq]:
    found = [fmpq(k, 8) for k in range(8 * low, 8 * high + 1)]
    return found[1:-1] if gone else found


@pytest.mark.parametrize("build", [
    lambda: claim("c", forall=[W, rho], given=[every(t, capacity(W) * t <= renyi(P, Q, 1 + TV(
        W[0], W[1]) * capacity(W)) ** t)], then=rho >= 0),
    lambda: claim("c", forall=[P, Q], given=[every(t, KL(P, Q) <= some_law(t))],
                  then=KL(P, Q) <= 1),
])  # fmt: skip
def test_what_is_no_curve_is_refused(build: Any) -> None:
    with pytest.raises(ClaimError):
        build()


def some_law(number: Any) -> Any:
    return KL(pmf_of(number, 1 - number), pmf_of(half, half))


zcdp_ = every(order, renyi(P, Q, order) <= rho * order)
FALSE = [
    claim("kl", forall=[P, Q, rho], given=[zcdp_], then=KL(P, Q) <= rho / 4),
    claim("profile", forall=[P, Q, rho],
          given=[every(eps, hockey_stick(P, Q, eps) <= rho * exp(-eps))], then=TV(P, Q) <= rho / 2),
    claim("function", forall=[P, Q, rho], given=[every(level, trade_off(P, Q, level) >= 1 - level
          - rho)], then=TV(P, Q) <= rho * rational(9, 10)),
]
TRUE = [
    claim("order-one", forall=[P, Q, rho], given=[zcdp_], then=KL(P, Q) <= rho),
    claim("at-zero", forall=[P, Q, rho],
          given=[every(eps, hockey_stick(P, Q, eps) <= rho * exp(-eps))], then=TV(P, Q) <= rho),
]


@pytest.mark.parametrize("stated", FALSE, ids=lambda one: str(one.key))
def test_hypotheses_on_curves_are_refuted_through(stated: Any) -> None:
    report = attack(stated, seed=1, budget=2000)
    assert report.status == "refuted"
    certificate = json.loads(json.dumps(report.certificate))
    assert check(certificate).polarity == "refutation"
    second(certificate)


@pytest.mark.parametrize("stated", TRUE, ids=lambda one: str(one.key))
def test_what_follows_from_a_curve_survives(stated: Any) -> None:
    assert attack(stated, seed=1, budget=200).status == "survived"
    assert stated.statement is not None
    back = read_statement(str(stated.statement))
    assert statement_data(back) == statement_data(stated.statement)


def test_a_play_that_breaks_its_curve_is_refused() -> None:
    """Laws that keep to the curve at low orders, and not far out."""
    curve = every(order, renyi(P, Q, order) <= 1 + order / 100)
    stated = claim("far", forall=[P, Q], given=[curve], then=KL(P, Q) <= 0).statement
    assert stated is not None
    for laws, good in ((["1/2", "1/2"], True), (["1/99999", "99998/99999"], False)):
        moves = {"n": 2, "P": ["1/10", "9/10"], "Q": laws}
        assert (certify("mine/far", stated, "refutation", moves, {}) is not None) is good


@pytest.mark.parametrize("interval", ["[0,1]", "(0,1)", ">1", ">=0", "<2", None, "[1/3,1/2]"])
def test_numbers_that_are_asked_lie_in_the_interval(interval: str | None) -> None:
    sort = (Real("x") if interval is None else Real("x", interval)).of
    listed = numbers(sort)  # type: ignore[arg-type]
    assert len(set(listed)) == len(listed) > 15
    assert all(map(sort.contains, listed))  # type: ignore[attr-defined]
    assert list(listed) == sorted(listed)


def test_the_second_checker_encloses_the_supremum_over_orders() -> None:
    """Of D_α = c α the supremum is c, at every order; of a constant D it is D, at order 1."""
    for found, value in (
        (largest_over_orders(lambda _: reals.num(3), 64), 3),
        (largest_over_orders(lambda order: reals.num(0), 64), 0),
    ):
        assert found.lo <= value <= found.hi
        assert float(found.hi - found.lo) < 1e-4
    rows = BallArray((2, 2), [*RESPONSE["P"].data, *RESPONSE["Q"].data])
    table = [[reals.num(str(part)) for part in RESPONSE[name].data] for name in ("P", "Q")]
    judge = meanings.Reading()
    for term in (zcdp(W), renyi_dp(W, 3), renyi_dp(W, rational(3, 2))):
        ours = BallReading().real(term, {"n": 2, "W": rows})
        theirs = judge.term(data(term), {"n": reals.num(2), "W": table})
        assert float(theirs.lo) <= float(ours.upper()) + 1e-12
        assert float(ours.lower()) <= float(theirs.hi) + 1e-12
        assert float(theirs.hi - theirs.lo) < 1e-4
