"""Infinite values, whole numbers, probabilities and events."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    instance_of,
    one_term,
    split_order,
    split_whole,
)
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    KL,
    cases,
    equals,
    indicator,
    log,
    negation,
    quotient,
    reals_table,
    remainder,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import INFINITY, Real, Symbol, Term, number

ONE = number(1)


@derives("background/infinite-log")
def infinite_logarithm(d: Derivation) -> None:
    """u ln u is one of the numbers s for which s − u ln 0 is infinite."""
    u, r = d.var("u"), d.var("r")
    d.qed(d.cite("definition/infinite-minus-log", u=u, r=r, s=u * log(u)))


@derives("background/log-zero")
def logarithm_of_zero(d: Derivation) -> None:
    """ln 0 = −∞."""
    r = d.var("r")
    value = d.piece(d.cite("definition/infinite-logarithms", r=r), 0)
    d.qed(d.turn(d.goal, d.chain(value, d.piece(d.cite("definition/infinity", r=r), 0))))


@derives("background/kl-range")
def divergence_range(d: Derivation) -> None:
    """What isn't below ∞ is above every number."""
    divergence, r = KL(d.var("P"), d.var("Q")), d.fix(Real("r"))
    finite = Relation("<", divergence, INFINITY)
    infinite = d.assume(negation(finite))

    def below(low: Line) -> Line:
        end = d.piece(d.cite("definition/infinity", r=r), 1)
        return d.follows(r <= divergence, infinite, d.chain(low, end))

    above = split_order(
        d, divergence, r, below, lambda high: d.turn(r <= divergence, high)
    )
    unbounded = d.have(equals(divergence, INFINITY), "unbounded", above, variable=r)
    d.qed(d.follows(d.goal, d.implied(infinite, unbounded)))


@derives("background/bit")
def bit(d: Derivation) -> None:
    """No whole number lies between 0 and 1, or between 1 and 2."""
    b = d.var("b")
    alternatives = d.cite("definition/whole", r=b, s=ZERO)
    none = d.turn(equals(b, 0), d.assume(b <= ZERO), d.obvious(b >= ZERO))
    up = d.assume(alternatives.theorem.conclusion.parts[1])  # type: ignore[attr-defined]
    above = d.chain(d.identity(equals(ONE, 0 + ONE)), up)
    one = d.turn(equals(b, 1), above, d.obvious(b <= ONE))
    d.qed(d.cases(alternatives, d.follows(d.goal, none), d.follows(d.goal, one)))


@derives("background/predecessor")
def predecessor(d: Derivation) -> None:
    """By induction: of n + 1 symbols and one more, the last comes after the n-th."""
    base, step = d.induct("n")
    y = base.var("y")

    def one(up: Line) -> Line:
        end = base.turn(equals(y, 1), up, base.obvious(y <= ONE))
        last = base.chain(end, base.identity(equals(ONE, 0 + ONE)))
        return _after(base, number(0), last)

    base.qed(split_whole(base, y, 0, lambda low: base.follows(
        base.goal, base.turn(equals(y, 0), low, base.obvious(y >= 0))
    ), lambda up: one(base.arithmetic(ONE <= y, up))))

    n, y = step.var("n"), step.var("y")

    def last(up: Line) -> Line:
        return _after(step, n, step.turn(equals(y, n + 1), step.obvious(y <= n + 1), up))

    def earlier(low: Line) -> Line:
        below = step.arithmetic(y + 1 <= n + 1, low)
        found = step.cite(HYPOTHESIS, below, n=n, y=y)
        zero, some = (step.assume(part) for part in found.theorem.conclusion.parts)  # type: ignore[attr-defined]
        x = step.fix(Symbol("x", n))
        after = step.assume(instance_of(some.formula, x))
        return step.cases(
            found, step.follows(step.goal, zero), step.obtain(some, x, _after(step, x, after))
        )

    step.qed(split_whole(step, n + 1, y, last, earlier))


def _after(d: Steps, before: Term, line: Line) -> Line:
    """y = 0, or it comes after some symbol: this one."""
    some = d.goal.parts[1]  # type: ignore[attr-defined]
    return d.follows(d.goal, d.some(some, before, line))


@derives("background/cyclic-step")
def cyclic_step(d: Derivation) -> None:
    """t is the rest of y + x(n − 1) divided by n: x + t is y and n times some whole number, which
    is 0 or 1, as x, y and t are below n."""
    x, y, n = (d.var(name) for name in "xyn")
    p = d.fix(Symbol("p", n))
    before = d.assume(equals(n, p + 1))
    whole = y + x * p
    t, times = remainder(whole, n), quotient(whole, n)
    divided = d.cite("definition/divided", q=whole)
    away = d.arithmetic(
        equals(x + t - y, n * (x - times)), divided,
        d.arithmetic(equals(x * p, x * (n - 1)), before, hints=[x]),
    )
    bounds = [d.obvious(part) for z in (x, y, t) for part in (z >= 0, z <= n - 1)]

    def reached(level: Term, end: Term, low: Line, high: Line) -> Line:
        exactly = d.arithmetic(
            equals(n * (x - times), n * (level - times)), d.turn(equals(x, level), low, high),
            hints=[n],
        )
        step = d.arithmetic(equals(x + t, end), away, exactly)
        body = substitute(d.goal.body, {"t": t})  # type: ignore[attr-defined]
        return d.some(d.goal, t, d.follows(body, step))  # type: ignore[arg-type]

    def out(formula: Relation, line: Line) -> Line:
        return absurd(d, d.goal, d.arithmetic(formula, line, hints=[n]), away, *bounds)

    least = split_whole(
        d, times, x, lambda up: reached(times, y, d.assume(x <= times), up),
        lambda less: out(n * (x - times) <= -n, less),
    )
    most = split_whole(
        d, x, times + 1, lambda up: reached(times + 1, y + n, up, d.assume(times + 1 <= x)),
        lambda more: out(n * (x - times) >= 2 * n, more),
    )
    led = split_whole(d, x, times, lambda _: least, lambda _: most)
    found = d.cite("background/predecessor", y=n)
    zero, some = (d.assume(part) for part in found.theorem.conclusion.parts)  # type: ignore[attr-defined]
    d.qed(d.cases(
        found, absurd(d, d.goal, zero, d.obvious(ONE <= n)), d.obtain(some, p, led)
    ))


@derives("background/largest-attained")
def largest_attained(d: Derivation) -> None:
    """By induction: the largest of n numbers, or the one after them if it is larger."""
    base, step = d.induct("n")
    f = base.var("f")

    def only(b: Any) -> Line:
        zero = base.turn(equals(b, 0), base.obvious(b <= 0), base.obvious(b >= 0))
        return base.rewrite(zero, base.obvious(f[0] <= f[0]), f[b] <= f[0])

    base.qed(base.some(base.goal, number(0), everywhere(base, Symbol("b", 1), only)))

    f, n = step.var("f"), step.var("n")
    before = step.cite(HYPOTHESIS, f=reals_table(n, lambda j: f[j]))
    a, b = step.fix(Symbol("a", n)), step.fix(Symbol("b", n + 1))
    top = step.assume(instance_of(before.formula, a))

    def largest(at: Any, of_earlier: list[Line], of_last: list[Line]) -> Line:
        def last(up: Line) -> Line:
            end = step.turn(equals(b, n), up, step.obvious(b <= n))
            highest = step.chain(step.obvious(f[n] <= f[n]), *of_last)
            return step.rewrite(end, highest, f[b] <= f[at])

        def earlier(low: Line) -> Line:
            line: Any = step.at(top, b, low)
            left, right = line.formula.left, line.formula.right
            own = step.identity(equals(f[b], left), low), step.identity(equals(right, f[a]))
            return step.chain(own[0], line, own[1], *of_earlier)

        return step.some(
            step.goal, at, step.forall(b, split_whole(step, n, b, last, earlier))
        )

    led = split_order(
        step, f[n], f[a], lambda low: largest(a, [], [low]),
        lambda high: largest(n, [step.turn(f[a] <= f[n], high)], []),
    )
    step.qed(step.obtain(before, a, led))


@derives("background/pair")
def pair(d: Derivation) -> None:
    """Its quotient and its remainder."""
    t, m, goal = d.var("t"), d.var("m"), d.goal
    assert hasattr(goal, "body")
    divided = d.cite("definition/divided", n=m, q=t)
    value = d.turn(equals(t, quotient(t, m) * m + remainder(t, m)), divided)
    inner: Any = substitute(goal.body, {goal.var.name: quotient(t, m)})
    d.qed(d.some(goal, quotient(t, m), d.some(inner, remainder(t, m), value)))


@derives("background/probability-bounds")
def probability_bounds(d: Derivation) -> None:
    """One term of a sum that is 1."""
    P, a = d.var("P"), d.var("a")
    part = one_term(d, a, lambda b: P[b])
    whole = d.chain(part, d.identity(equals(part.formula.right, ONE)))  # type: ignore[attr-defined]
    d.qed(d.both(d.obvious(P[a] >= ZERO), whole))


@derives("background/event-bounds")
def event_bounds(d: Derivation) -> None:
    """A sum over some of the symbols."""
    P, A = d.var("P"), d.var("A")
    b = d.fix(Symbol("b", P.sort.sizes()[0]))
    inside = cases(equals(indicator(A, b), 1), P[b], 0)

    def within(value: int) -> Line:
        there = d.assume(equals(indicator(A, b), value))
        shown = d.identity(equals(inside, P[b] * value), there)
        return d.chain(shown, d.obvious(P[b] * value <= P[b]))

    alternatives = d.cite("definition/indicator", A=A, a=b)
    rest: Any = d.summed(d.forall(b, d.cases(alternatives, within(0), within(1))))
    mass = d.identity(equals(P[A], rest.formula.left))
    one = d.identity(equals(rest.formula.right, ONE))
    d.qed(d.both(d.obvious(P[A] >= ZERO), d.chain(mass, rest, one)))


