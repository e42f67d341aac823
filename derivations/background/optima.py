"""Proofs of the facts on optima: water-filling, and laws coupled as their moments allow."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import square
from derivations.tools import ZERO, absurd, same, split_equal, split_maximum, split_order, summed
from verified.language import (
    either,
    equals,
    event_where,
    every,
    indicator,
    log,
    maximum,
    negation,
    some,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Event, Symbol, Term, number

# --- water-filling --------------------------------------------------------------------------------


def filled(d: Derivation, j: Any) -> Term:
    """(ν − n_j)^+."""
    return maximum(d.var("nu") - d.var("n")[j], 0)


def ratio(d: Derivation, j: Any) -> Term:
    """(n_j + p_j)/(n_j + (ν − n_j)^+)."""
    n, p = d.var("n"), d.var("p")
    return (n[j] + p[j]) / (n[j] + filled(d, j))


def below_tangent(d: Derivation, j: Any) -> Line:
    """ln(1 + p/n) + x − 1 − ln x ≤ ln(1 + f/n) + (p − f)/ν: equal where f = ν − n, else f = 0."""
    n, p, nu = d.var("n")[j], d.var("p")[j], d.var("nu")

    def formula(f: Term) -> Any:
        x = (n + p) / (n + f)
        return log(1 + p / n) + (x - 1 - log(x)) <= log(1 + f / n) + (p - f) / nu

    def chosen(order: Line, value: Line) -> Line:
        f = value.formula.right
        if f == ZERO:
            least = d.arithmetic(p / n <= p / nu, order, hints=[p / (n * nu)])
            line = d.arithmetic(formula(f), least)
        else:
            line = d.arithmetic(formula(f), order)
        return d.rewrite(value, line, formula(filled(d, j)))

    return split_maximum(d, nu - n, 0, chosen)


@derives("background/water-filling.gap")
def gap(d: Derivation) -> None:
    """The tangents added over the coordinates."""
    (given,) = d.given
    j = Symbol("j", d.var("d"))
    rows = summed(d, j, lambda j: below_tangent(d, j))
    d.qed(d.arithmetic(d.goal, rows, given, hints=[1 / d.var("nu")]))


@derives("background/water-filling.dual")
def dual(d: Derivation) -> None:
    """As `gap`, for any power: x − 1 − ln x isn't negative."""
    (given,) = d.given
    j, nu = Symbol("j", d.var("d")), d.var("nu")

    def lost(j: Any) -> Line:
        x = ratio(d, j)
        tangent = d.cite("background/log-tangent.line", x=x)
        return d.arithmetic(ZERO <= x - 1 - log(x), tangent)

    rows, losses = summed(d, j, lambda j: below_tangent(d, j)), summed(d, j, lost)
    d.qed(d.arithmetic(d.goal, rows, losses, given, hints=[1 / nu]))


@derives("background/water-filling.most")
def most(d: Derivation) -> None:
    """`dual` for the power that the level spends."""
    (given,) = d.given
    j = Symbol("j", d.var("d"))
    spent = total(j, filled(d, j))
    line = d.cite("background/water-filling.dual", given, s=spent)
    d.qed(d.arithmetic(d.goal, line))


@derives("background/water-filling.value")
def value(d: Derivation) -> None:
    """1 + (ν − n)^+/n is the larger of ν/n and 1."""
    n, nu = d.var("n"), d.var("nu")

    def term(j: Any) -> Line:
        own = log(nu / n[j])

        def chosen(order: Line, value: Line) -> Line:
            f = value.formula.right
            empty = f == ZERO
            less = d.arithmetic(nu / n[j] <= 1, order, hints=[1 / n[j]]) if empty else (
                d.arithmetic(n[j] / nu <= 1, order, hints=[1 / nu])
            )
            known = d.cite("background/log-tangent.line", x=nu / n[j] if empty else n[j] / nu)
            sign = d.arithmetic(own <= 0 if empty else own >= ZERO, known, less)
            goal = equals(log(1 + f / n[j]), maximum(own, 0))

            def larger(which: Line, level: Line) -> Line:
                right = level.formula.right
                plain = d.turn(equals(log(1 + f / n[j]), right), *(
                    d.arithmetic(formula, sign, which) for formula in (
                        log(1 + f / n[j]) <= right, log(1 + f / n[j]) >= right
                    )
                ))
                return d.rewrite(level, plain, goal)

            line = split_maximum(d, own, 0, larger)
            return d.rewrite(value, line, equals(log(1 + filled(d, j) / n[j]), maximum(own, 0)))

        return split_maximum(d, nu - n[j], 0, chosen)

    d.qed(d.arithmetic(d.goal, summed(d, Symbol("j", d.var("d")), term)))


class Levels:
    """The level ν as a minimum over sets of coordinates."""

    def __init__(self, d: Derivation) -> None:
        self.d, self.n, self.s, self.dims = d, d.var("n"), d.var("s"), d.var("d")
        self.j = Symbol("j", self.dims)
        self.spent = d.goal.left  # type: ignore[attr-defined]
        self.nu = self.spent.body.args[0].args[0]

    def size(self, event: Term) -> Term:
        """|A|."""
        return total(self.j, 1, where=equals(indicator(event, self.j), 1))

    def noise(self, event: Term) -> Term:
        """Σ_A n_j."""
        return total(self.j, self.n[self.j], where=equals(indicator(event, self.j), 1))

    def excess(self, j: Any) -> Term:
        """(ν − n_j)^+."""
        return maximum(self.nu - self.n[j], 0)

    def value(self, event: Term, held: Line) -> Line:
        """What stands under the minimum for a set of one coordinate at least."""
        d, size = self.d, self.size(event)
        body = substitute(self.nu.body, {self.nu.var.name: event})
        mean = (self.s + self.noise(event)) / maximum(size, 1)
        known = d.identity(equals(body, mean), held)
        larger = d.cite("definition/maximum", r=size, s=1)
        first, second = (d.assume(part) for part in larger.theorem.conclusion.parts)
        single = d.turn(equals(number(1), size), held, d.piece(second, 0))
        value = d.cases(larger, d.piece(first, 1), d.chain(d.piece(second, 1), single))
        return d.rewrite(value, known, equals(body, (self.s + self.noise(event)) / size))

    def each(self, event: Term) -> tuple[Line, Line]:
        """|A| ≤ d, and ν|A| − Σ_A n ≤ Σ (ν − n)^+."""
        d, nu = self.d, self.nu

        def one(j: Any) -> Line:
            return self.known(event, j, lambda mark: mark <= 1, lambda mark: d.obvious(mark <= 1))

        def part(j: Any) -> Line:
            def formula(mark: Term) -> Any:
                return mark * (nu - self.n[j]) <= self.excess(j)

            def proof(mark: Term) -> Line:
                largest = d.cite(
                    "background/absolute-value.above-both", r=nu - self.n[j], s=0,
                    part=0 if mark == number(1) else 1,
                )
                return d.arithmetic(formula(mark), largest)

            return self.known(event, j, formula, proof)

        return summed(d, self.j, one), summed(d, self.j, part)

    def known(self, event: Term, j: Any, formula: Any, proof: Any) -> Line:
        """What holds whether the coordinate is in the set or not."""
        d, mark = self.d, self.inside(event, j)
        marks = d.cite("definition/indicator", A=event, a=j)
        branches = []
        for part in marks.theorem.conclusion.parts:
            held = d.assume(part)
            value = d.identity(equals(mark, held.formula.right), held)
            branches.append(d.rewrite(value, proof(held.formula.right), formula(mark)))
        return d.cases(marks, *branches)

    def inside(self, event: Term, j: Any) -> Term:
        """1 for a coordinate in the set, else 0."""
        return same(indicator(event, j), 1)


@derives("background/water-filling.level")
def level(d: Derivation) -> None:
    """The set of the coordinates below the level ν spends what the level does, so at most s; and if
    the level spent less, every set would put it higher."""
    it = Levels(d)
    d.qed(d.turn(d.goal, at_most(it), at_least(it)))


def at_most(it: Levels) -> Line:
    """Σ (ν − n)^+ ≤ s, from the set of the coordinates below ν, if there are any."""
    d, n, nu, j = it.d, it.n, it.nu, it.j
    goal = it.spent <= it.s
    below = event_where(j, n[j] < nu)
    none = every(j, nu <= n[j])

    def dry(j: Any) -> Line:
        high = d.at(d.assume(none), j)
        return split_maximum(d, nu - n[j], 0, lambda _, value: d.arithmetic(
            it.excess(j) <= 0, value, high))

    empty = d.arithmetic(goal, summed(d, j, dry))

    first = d.fix(Symbol("i", it.dims))
    low = d.turn(n[first] < nu, d.assume(negation(nu <= n[first])))

    def told(j: Any, low: Any, high: Any) -> Line:
        """What holds whether n_j < ν, with the value of the indicator, or not."""
        both = d.cite("definition/event-below", f=n, r=nu, a=j)
        branches = []
        for part, proof in zip(both.theorem.conclusion.parts, (low, high), strict=True):
            held = d.assume(part)
            branches.append(proof(d.piece(held, 0), d.piece(held, 1)))
        return d.cases(both, *branches)

    def counted(j: Any) -> Line:
        def member(alike: Line, value: Line) -> Line:
            goal = same(j, first) <= it.inside(below, j)
            if value.formula.right == number(0):
                return d.rewrite(value, d.obvious(0 <= it.inside(below, j)), goal)
            here = d.rewrite(d.turn(equals(first, j), alike), low, n[j] < nu)
            line = told(
                j, lambda _, seen: d.identity(equals(it.inside(below, j), 1), seen),
                lambda high, _: absurd(d, equals(it.inside(below, j), 1), high, here),
            )
            return d.rewrite(value, d.arithmetic(1 <= it.inside(below, j), line), goal)

        return split_equal(d, j, first, member)

    counts = summed(d, j, counted)
    held = d.arithmetic(1 <= it.size(below), counts)

    def spends(j: Any) -> Line:
        mark = it.inside(below, j)

        def part(value: int) -> Any:
            def proof(order: Line, seen: Line) -> Line:
                known = d.identity(equals(mark, value), seen)
                return split_maximum(d, nu - n[j], 0, lambda way, larger: d.rewrite(
                    larger, d.arithmetic(
                        larger.formula.right <= mark * (nu - n[j]), order, way, known
                    ), it.excess(j) <= mark * (nu - n[j])
                ))

            return proof

        return told(j, part(1), part(0))

    rows = summed(d, j, spends)
    value = it.value(below, held)
    least = d.below_sup(nu, below)
    line = d.arithmetic(goal, rows, least, value, held, hints=[it.size(below)])
    wet = some(first, negation(nu <= n[first]))
    found = d.obtain(d.assume(wet), first, line)
    both = d.follows(either(none, wet))
    return d.cases(both, empty, found)


def at_least(it: Levels) -> Line:
    """s ≤ Σ (ν − n)^+: else every set has a level of ν + (s − Σ (ν − n)^+)/d at least."""
    d, nu, s, dims = it.d, it.nu, it.s, it.dims
    goal = s <= it.spent

    def over(less: Line) -> Line:
        event = d.fix(Event("A", dims))
        bound = nu + (s - it.spent) / dims
        body = substitute(nu.body, {nu.var.name: event})
        count, part = it.each(event)

        def some_of(held: Line) -> Line:
            value = it.value(event, held)
            line = d.arithmetic(
                bound <= value.formula.right, count, part, less, held,
                hints=[1 / it.size(event), (s - it.spent) / (dims * it.size(event))],
            )
            return d.rewrite(value, line, bound <= body)

        def none_of(small: Line) -> Line:
            whole = total(it.j, it.n[it.j])
            value = d.identity(equals(body, s + whole), small)
            every_part = summed(d, it.j, lambda j: d.cite(
                "background/absolute-value.above-both", part=0, r=nu - it.n[j], s=0
            ))
            others = (dims - 1) / dims
            line = d.arithmetic(
                bound <= value.formula.right, every_part,
                hints=[1 / dims, others * s, others * whole],
            )
            return d.rewrite(value, line, bound <= body)

        line = split_order(d, 1, it.size(event), some_of, none_of)
        higher = d.bound_sup(nu, line, event)
        return absurd(d, goal, higher, less, hints=[1 / dims])

    return split_order(d, s, it.spent, lambda line: line, over)


# --- couplings ------------------------------------------------------------------------------------


@derives("background/gaussian-w2.any-coupling")
def any_coupling(d: Derivation) -> None:
    """E(X − Y)² is the squared difference of the means and Var X + Var Y − 2 Cov(X, Y), where
    Cov(X, Y) ≤ σ_X σ_Y by Cauchy and Schwarz."""
    P, f, g = d.var("P"), d.var("f"), d.var("g")
    x, t = Symbol("s", P.sort.size), Symbol("t", P.sort.size)

    def apart(values: Term, at: Any) -> Term:
        return values[at] - total(t, P[t] * values[t])

    def spread(values: Term) -> Term:
        return total(x, P[x] * apart(values, x) ** 2)

    def nonnegative(root: Any) -> Line:
        """0 ≤ E(root²)."""
        rows = summed(d, x, lambda x: d.arithmetic(
            ZERO <= P[x] * root(x) ** 2, square(d, root(x)), hints=[P[x]]
        ))
        return d.chain(d.identity(equals(ZERO, rows.formula.left)), rows)

    real = [nonnegative(lambda x, v=v: apart(v, x)) for v in (f, g)]
    one, two, both = sqrt(spread(f)), sqrt(spread(g)), spread(f) + spread(g)
    cross = total(x, P[x] * apart(f, x) * apart(g, x))
    product = d.arithmetic(
        both * cross**2 <= both * (spread(f) * spread(g)),
        nonnegative(lambda x: spread(g) * apart(f, x) - cross * apart(g, x)),
        nonnegative(lambda x: spread(f) * apart(g, x) - cross * apart(f, x)),
    )
    mean = d.arithmetic(2 * cross <= both, nonnegative(lambda x: apart(f, x) - apart(g, x)))

    def wrong(over: Line) -> Line:
        more = d.arithmetic(
            spread(f) * spread(g) < cross**2, over, *real, hints=[cross, one * two]
        )
        some = d.arithmetic(ZERO < both, mean, over, *real, hints=[one * two])
        more = d.arithmetic(both * (spread(f) * spread(g)) < both * cross**2, more, some)
        return absurd(d, cross <= one * two, more, product, *real)

    schwarz = split_order(d, cross, one * two, lambda low: low, wrong, *real)
    d.qed(d.arithmetic(d.goal, schwarz, *real))


@derives("background/gaussian-w2.gaussian")
def correlated(d: Derivation) -> None:
    """2(1 − ρ) s t isn't negative."""
    s, t, rho = (d.var(name) for name in ("s", "t", "rho"))
    least = d.obvious(ZERO <= (1 - rho) * (s * t))
    d.qed(d.arithmetic(d.goal, least))


@derives("background/gaussian-w2.attained")
def attained(d: Derivation) -> None:
    """Multiplied out."""
    d.qed(d.identity(d.goal))
