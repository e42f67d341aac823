"""Proofs on closeness (Property 1): divergences of every order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.orders import split_strict
from derivations.patterns.renyi import bend, convexity, not_one
from derivations.tools import ZERO, absurd, is_zero, log_below, split_order, split_zero
from verified.kernel.inference import replaced
from verified.language import cases, either, equals, exp, log, rational, renyi
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, Term, number


def spread(eps: Any, order: Any) -> Term:
    """Σ P^α Q^(1−α) of the symmetric binary pair."""
    return (exp(order * eps) + exp((1 - order) * eps)) / (1 + exp(eps))


class Powers:
    """Bounds of Σ P^α Q^(1−α) for two close laws, symbol by symbol."""

    def __init__(self, d: Steps, close: Line, other: Line, sign: Line) -> None:
        self.d = d
        self.P, self.Q, self.eps, self.order = (d.var(v) for v in ("P", "Q", "eps", "alpha"))
        P, Q = self.P, self.Q
        symbols = d.cite("background/closeness-symbols.only-if", close)
        self.a = a = d.fix(Symbol("a", P.of.size))
        self.up, self.down = (d.piece(d.at(symbols, a), index) for index in (0, 1))
        held = either(Q[a] > 0, P[a] <= 0)
        within = d.forall(a, split_zero(
            d, Q[a], lambda zero: d.follows(held, self.nothing(zero)),
            lambda above: d.follows(held, above),
        ))
        self.value = d.cite("definition/renyi", other, within, sign)
        self.whole = self.value.formula.right.args[1].args[0].args[0]
        self.term = P[a] ** self.order * Q[a] ** (1 - self.order)
        self.part = cases(Q[a] > 0, self.term, 0)

    def nothing(self, zero: Line) -> Line:
        """P(a) ≤ 0 where Q(a) = 0."""
        return self.d.arithmetic(self.P[self.a] <= 0, self.up, zero, hints=[exp(self.eps)])

    def summed(
        self, goal: Any, proof: Callable[[Line, Line, Line], Line], *lines: Line
    ) -> Line:
        """The sum of a relation over the symbols, from a proof for those of positive probability:
        it gets that P^α Q^(1−α) counts, Q(a) > 0 and P(a) > 0."""
        d, p, q = self.d, self.P[self.a], self.Q[self.a]

        def seen(mark: Line, above: Line) -> Line:
            here = d.arithmetic(0 < p, self.down, above, hints=[exp(-self.eps)])
            marked = d.identity(
                equals(self.part, cases(q > 0, 1, 0) * self.term), above, here
            )
            return proof(d.rewrite(mark, marked, equals(self.part, 1 * self.term)), above, here)

        def unseen(mark: Line, zero: Line) -> Line:
            equal = is_zero(d, q, zero)
            none = is_zero(d, p, self.nothing(equal))
            at = d.obvious(replaced(replaced(goal, q, number(0)), p, number(0)), *lines)
            return d.rewrite(equal, d.rewrite(none, at, replaced(goal, q, number(0))), goal)

        return d.summed(d.forall(self.a, split_strict(d, 0, q, seen, unseen)), *lines)

    def chord(self, convex: bool, wide: Line, sign: Line, *more: Line) -> Line:
        """Σ P^α Q^(1−α) at most (at least, where x^α is concave) that of the binary pair: x^α lies
        on that side of its chord on [e^−ε, e^ε], and the mean of x is 1."""
        d, p, q, order = self.d, self.P[self.a], self.Q[self.a], self.order
        high, low, z = exp(self.eps), exp(-self.eps), Real("z", ">0")
        turn = 1 if convex else -1
        ends = exp(-self.eps * order), exp(self.eps * order)
        line = ((high * q - p) * ends[0] + (p - low * q) * ends[1]) / (high - low)
        goal = self.part <= line if convex else line <= self.part

        def proof(mark: Line, above: Line, here: Line) -> Line:
            x = p / q
            most = d.arithmetic(x <= high, self.up, above, hints=[1 / q])
            least = d.arithmetic(low <= x, self.down, above, hints=[low / q])
            chord = d.chord(
                z, turn * z**order, low, x, high,
                (high - low) * (turn * x**order)
                <= (high - x) * (turn * ends[0]) + (x - low) * (turn * ends[1]),
                least, most, above, here, sign, *more,
            )
            return d.arithmetic(goal, chord, mark, above, here, wide, hints=[q / (high - low)])

        rest = self.summed(goal, proof, wide, sign, *more)
        bound = spread(self.eps, order)
        return d.arithmetic(
            self.whole <= bound if convex else bound <= self.whole, rest, wide, sign, *more
        )


def widening(d: Steps, eps: Term, positive: Line) -> Line:
    """e^−ε < e^ε for ε > 0."""
    tangent = d.cite("background/log-tangent.exponential", eps=2 * eps)
    return d.arithmetic(exp(-eps) < exp(eps), tangent, positive, hints=[exp(-eps)])


def same_laws(d: Steps, close: Line, other: Line, zero: Line, sign: Line) -> Line:
    """The bound at ε = 0, where both sides are 0."""
    order = d.var("alpha")
    bound = d.cite("lemma/close-renyi", close, other, sign)
    value = d.identity(equals(ZERO, log(spread(ZERO, order)) / (order - 1)), other)
    value = d.rewrite(zero, value, equals(ZERO, d.goal.right))
    return d.chain(bound, d.turn(d.var("eps") <= 0, zero), d.turn(ZERO <= d.goal.right, value))


@derives("sharper/renyi-sharp.above-one")
def above_one(d: Derivation) -> None:
    """x^α is convex: Σ P^α Q^(1−α) is at most its value for the symmetric binary pair."""
    eps, order = d.var("eps"), d.var("alpha")
    more, close = d.given
    other, some_order = not_one(d, order, more), d.arithmetic(0 < order, more)

    def positive(above: Line) -> Line:
        powers = Powers(d, close, other, some_order)
        most = powers.chord(True, widening(d, eps, above), more, some_order)
        P, Q, a = powers.P, powers.Q, powers.a

        def least(mark: Line, seen: Line, here: Line) -> Line:
            grown = d.cite(
                "lemma/power.increasing",
                d.arithmetic(exp(-eps) * Q[a] <= P[a], powers.down, hints=[exp(-eps)]),
                some_order, s=exp(-eps) * Q[a], t=P[a],
            )
            return d.arithmetic(
                Q[a] * exp(-eps * order) <= powers.part, grown, mark, seen, here, some_order,
                hints=[Q[a] ** (1 - order)],
            )

        lowest = powers.summed(Q[a] * exp(-eps * order) <= powers.part, least, some_order)
        some = d.arithmetic(0 < powers.whole, lowest, some_order, hints=[exp(-eps * order)])
        logs = log_below(d, powers.whole, spread(eps, order), most, some, some_order)
        return d.arithmetic(
            d.goal, powers.value, logs, some, more, some_order, hints=[1 / (order - 1)]
        )

    d.qed(split_zero(d, eps, lambda zero: same_laws(d, close, other, zero, some_order), positive))


@derives("sharper/renyi-sharp.below-one")
def below_one(d: Derivation) -> None:
    """x^α is concave: Σ P^α Q^(1−α) is at least its value for the symmetric binary pair. At order 0
    it is the mass of Q where P isn't 0: all of it."""
    eps, order = d.var("eps"), d.var("alpha")
    less, close = d.given
    other = not_one(d, order, less)

    def some(positive: Line) -> Line:
        def above(wide: Line) -> Line:
            powers = Powers(d, close, other, positive)
            least = powers.chord(False, widening(d, eps, wide), less, positive)
            here = d.arithmetic(0 < powers.whole, least, positive, hints=[spread(eps, order)])
            logs = log_below(d, spread(eps, order), powers.whole, least, here, positive)
            return d.arithmetic(
                d.goal, powers.value, logs, here, less, positive, hints=[1 / (1 - order)]
            )

        return split_zero(d, eps, lambda zero: same_laws(d, close, other, zero, positive), above)

    def nothing(zero: Line) -> Line:
        P, Q = d.var("P"), d.var("Q")
        symbols = d.cite("background/closeness-symbols.only-if", close)
        value = d.cite("definition/renyi-zero")
        a = d.fix(Symbol("a", P.of.size))

        def seen(mark: Line, here: Line) -> Line:
            marked = d.identity(equals(cases(P[a] > 0, Q[a], 0), cases(P[a] > 0, 1, 0) * Q[a]))
            marked = d.rewrite(mark, marked, equals(cases(P[a] > 0, Q[a], 0), 1 * Q[a]))
            return d.arithmetic(Q[a] <= cases(P[a] > 0, Q[a], 0), marked)

        def unseen(mark: Line, here: Line) -> Line:
            marked = d.identity(equals(cases(P[a] > 0, Q[a], 0), cases(P[a] > 0, 1, 0) * Q[a]))
            marked = d.rewrite(mark, marked, equals(cases(P[a] > 0, Q[a], 0), 0 * Q[a]))
            return d.arithmetic(
                Q[a] <= cases(P[a] > 0, Q[a], 0), marked, d.piece(d.at(symbols, a), 1), here,
                hints=[exp(eps)],
            )

        rest = d.summed(d.forall(a, split_strict(d, 0, P[a], seen, unseen)))
        mass = value.formula.right.args[1].args[0]
        least = d.arithmetic(1 <= mass, rest)
        here = d.arithmetic(0 < mass, least)
        logs = log_below(d, number(1), mass, least, here)
        bound = d.arithmetic(renyi(P, Q, 0) <= 0, value, logs, here)
        right = d.identity(equals(ZERO, log(spread(eps, ZERO)) / (number(0) - 1)))
        line = d.chain(bound, right)
        return d.rewrite(zero, line, d.goal)

    d.qed(split_zero(d, order, nothing, some))


# --- attained -------------------------------------------------------------------------------------


def binary_value(d: Derivation, other: Line, sign: Line) -> Line:
    """The sum of the symmetric binary pair has two terms."""
    P, Q = d.goal.left.args[:2]
    a = Symbol("a", number(2))
    within = d.forall(d.fix(a), d.follows(
        either(Q[a] > 0, P[a] <= 0),
        split_bit(d, a, lambda b: Q[b] > 0, lambda b: d.obvious(Q[b] > 0)),
    ))
    value = d.cite("definition/renyi", other, within, sign, P=P, Q=Q)
    whole = value.formula.right.args[1].args[0].args[0]
    order = d.var("alpha")
    terms = [P[b] ** order * Q[b] ** (1 - order) for b in (0, 1)]
    line = d.identity(equals(
        whole, cases(Q[0] > 0, 1, 0) * terms[0] + cases(Q[1] > 0, 1, 0) * terms[1]
    ), sign)
    for b, then in ((0, cases(Q[1] > 0, 1, 0) * terms[1]), (1, 1 * terms[1])):
        line = d.rewrite(certain(d, Q[b]), line, equals(whole, 1 * terms[0] + then))
    return d.arithmetic(d.goal, d.rewrite(line, value), other, sign)


@derives("sharper/renyi-sharp.attained-below-one")
def attained_below_one(d: Derivation) -> None:
    """Both unfolded; at order 0 both are 0."""
    order = d.var("alpha")
    (less,) = d.given

    def nothing(zero: Line) -> Line:
        P, Q = d.goal.left.args[:2]
        value = d.cite("definition/renyi-zero", P=P, Q=Q)
        mass = value.formula.right.args[1].args[0]
        line = d.identity(equals(
            mass, cases(P[0] > 0, 1, 0) * Q[0] + cases(P[1] > 0, 1, 0) * Q[1]
        ))
        for b, then in ((0, cases(P[1] > 0, 1, 0) * Q[1]), (1, 1 * Q[1])):
            line = d.rewrite(certain(d, P[b]), line, equals(mass, 1 * Q[0] + then))
        both = d.arithmetic(equals(replaced(d.goal.left, order, ZERO), 0), d.rewrite(line, value))
        right = d.identity(equals(ZERO, replaced(d.goal.right, order, ZERO)))
        return d.rewrite(zero, d.chain(both, right), d.goal)

    d.qed(split_zero(
        d, order, nothing, lambda some: binary_value(d, not_one(d, order, less), some)
    ))


def certain(d: Steps, mass: Term) -> Line:
    """A test whether a positive number is positive is worth 1."""
    return split_strict(
        d, 0, mass, lambda mark, _: mark,
        lambda _, low: absurd(d, equals(cases(mass > 0, 1, 0), 1), low, d.obvious(0 < mass)),
    )


@derives("sharper/renyi-sharp.attained")
def attained(d: Derivation) -> None:
    """Both unfolded."""
    order = d.var("alpha")
    (more,) = d.given
    d.qed(binary_value(d, not_one(d, order, more), d.arithmetic(0 < order, more)))


@derives("sharper/renyi-sharp.infinite")
def infinite(d: Derivation) -> None:
    """The largest ratio is at most e^ε; it isn't 0, as P isn't."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given
    symbols = d.cite("background/closeness-symbols.only-if", close)
    a = d.fix(Symbol("a", P.of.size))
    up = d.piece(d.at(symbols, a), 0)
    held = either(Q[a] > 0, P[a] <= 0)
    within = d.forall(a, split_zero(
        d, Q[a],
        lambda zero: d.follows(held, d.arithmetic(P[a] <= 0, up, zero, hints=[exp(eps)])),
        lambda above: d.follows(held, above),
    ))
    value = d.cite("definition/renyi-infinite", within)
    most = value.formula.right.args[1].args[0]
    part = cases(Q[a] > 0, P[a] / Q[a], 0)

    def marked(mark: Line, here: Line, worth: int) -> Line:
        line = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * (P[a] / Q[a])), here)
        return d.rewrite(mark, line, equals(part, worth * (P[a] / Q[a])))

    def seen(mark: Line, here: Line) -> Line:
        line = marked(mark, here, 1)
        return d.arithmetic(part <= exp(eps), line, up, here, hints=[1 / Q[a]])

    def unseen(mark: Line, here: Line) -> Line:
        line = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * part))
        line = d.rewrite(mark, line, equals(part, 0 * part))
        return d.arithmetic(part <= exp(eps), line)

    top = d.bound_sup(most, split_strict(d, 0, Q[a], seen, unseen), a)

    def nothing(low: Line) -> Line:
        below = d.below_sup(most, a, low)

        def some(mark: Line, here: Line) -> Line:
            line = marked(mark, here, 1)
            return d.arithmetic(P[a] <= 0, line, below, low, here, hints=[Q[a]])

        def none(mark: Line, here: Line) -> Line:
            return d.arithmetic(P[a] <= 0, up, here, hints=[exp(eps)])

        rest = d.summed(d.forall(a, split_strict(d, 0, Q[a], some, none)))
        return absurd(d, 0 < most, rest)

    here = split_order(d, most, 0, nothing, lambda high: high, top)
    logs = log_below(d, most, exp(eps), top, here)
    d.qed(d.arithmetic(d.goal, value, logs, here, top))


# --- against the square ---------------------------------------------------------------------------


@derives("sharper/renyi-sharp.gain")
def gain(d: Derivation) -> None:
    """Σ P^α Q^(1−α) is cosh((α − ½)ε)/cosh(ε/2), and z²/2 − ln cosh z grows."""
    eps, order = d.var("eps"), d.var("alpha")
    (more,) = d.given
    whole = spread(eps, order)
    wide = d.arithmetic((1 - order) * eps <= (order - 1) * eps, more, hints=[eps])
    grown = d.cite(
        "background/exponential-increasing", wide, r=(1 - order) * eps, s=(order - 1) * eps
    )
    top = d.arithmetic(whole <= exp((order - 1) * eps), grown, hints=[1 / (1 + exp(eps))])
    logs = log_below(d, whole, exp((order - 1) * eps), top)
    linear = d.arithmetic(log(whole) / (order - 1) <= eps, logs, more, hints=[1 / (order - 1)])

    x, y, z = (order - rational(1, 2)) * eps, eps / 2, Real("z")
    slope = y - (exp(y) - exp(-y)) / (exp(y) + exp(-y))
    tangent = d.tangent(
        z, bend(z), x, y, bend(y) + slope * (x - y) <= bend(x), certificate=convexity()
    )
    u = Real("u", ">=0")
    steep = d.scalar(
        0 <= u - (exp(u) - exp(-u)) / (exp(u) + exp(-u)), values={u: eps / 2}
    )
    wider = d.arithmetic(y <= x, more, hints=[eps])
    least = d.arithmetic(bend(y) <= bend(x), tangent, steep, wider)
    square = d.arithmetic(
        log(whole) / (order - 1) <= order * eps**2 / 2, least, more, hints=[1 / (order - 1)]
    )
    d.qed(d.cite(
        "background/absolute-value.least-of-two", linear, square, more,
        r=eps, s=order * eps**2 / 2, c=log(whole) / (order - 1),
    ))


@derives("sharper/renyi-sharp.relaxed")
def relaxed(d: Derivation) -> None:
    """Above order 1 the gain; at order 1 Property 1; below, z²/2 − ln cosh z at (α − ½)ε is at most
    what it is at ±ε/2."""
    eps, order = d.var("eps"), d.var("alpha")
    (close,) = d.given
    square = order * eps**2 / 2

    def above(more: Line) -> Line:
        least = d.cite(
            "background/absolute-value.below-both", more, part=1, r=eps, s=square
        )
        bound = d.cite("sharper/renyi-sharp.above-one", more, close)
        return d.chain(bound, d.cite("sharper/renyi-sharp.gain", more), least)

    def at_most(low: Line) -> Line:
        def one(high: Line) -> Line:
            equal = d.turn(equals(order, 1), low, high)
            z = Real("z", ">=0")
            steep = d.scalar(
                z * (exp(z) - 1) / (exp(z) + 1) <= z**2 / 2, values={z: eps}
            )
            bound = d.chain(
                d.cite("definition/renyi-one"),
                d.cite("cuff-yu-2016/property-1.forward@continued", close),
                steep, d.identity(equals(eps**2 / 2, number(1) * eps**2 / 2)),
            )
            return d.rewrite(equal, bound, d.goal)

        return split_order(d, 1, order, one, below)

    def below(less: Line) -> Line:
        bound = d.cite("sharper/renyi-sharp.below-one", less, close)

        def nothing(zero: Line) -> Line:
            value = d.identity(equals(
                log(spread(ZERO, order)) / (order - 1), order * ZERO**2 / 2
            ), not_one(d, order, less))
            return d.chain(bound, d.rewrite(zero, value, equals(bound.formula.right, square)))

        def some(positive: Line) -> Line:
            x, y, z = (order - rational(1, 2)) * eps, eps / 2, Real("z")
            low = d.arithmetic(-y <= x, hints=[eps * order])
            high = d.arithmetic(x <= y, less, hints=[eps])
            chord = d.chord(
                z, bend(z), -y, x, y, 2 * y * bend(x) <= 2 * y * bend(y), low, high,
                certificate=convexity(),
            )
            least = d.arithmetic(bend(x) <= bend(y), chord, positive, hints=[1 / eps])
            return d.chain(bound, d.arithmetic(
                bound.formula.right <= square, least, less, hints=[1 / (1 - order)]
            ))

        return split_zero(d, eps, nothing, some)

    d.qed(split_order(d, order, 1, at_most, above))
