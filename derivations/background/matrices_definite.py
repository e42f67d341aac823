"""Positive definite matrices A Aᵀ + c I, by elimination: what is left of one is another."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import square
from derivations.patterns.vectors import Vectors, raised, split_last, split_whole
from derivations.tools import ZERO, absurd, everywhere, same, split_equal
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    cases,
    equals,
    exp,
    leading_minor,
    log,
    negation,
    quotient,
    reals_table,
    remainder,
    some,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


@derives("background/minor-entries")
def minor_entries(d: Derivation) -> None:
    """By induction, along the last row."""
    base, step = d.induct("k")
    m, v, w = (base.var(name) for name in "mvw")
    empty = [base.cite("definition/empty-minor", m=m, v=table) for table in (v, w)]
    base.qed(base.arithmetic(base.goal, *empty))

    k, m, v, w = (step.var(name) for name in "kmvw")
    inside, agree = step.given
    z, c = step.fix(Symbol("z", m)), step.fix(Symbol("c", m))
    x, y = step.fix(Symbol("x", m)), step.fix(Symbol("y", m))
    last = step.assume(equals(z, k))
    fewer = step.arithmetic(k <= m, inside)
    one, two = step.assume(x < k), step.assume(y < k)

    def entry(first: Any, second: Any, *lines: Line) -> Line:
        """The entries agree at two of the first k + 1 places."""
        row = step.at(agree, first, step.arithmetic(first < k + 1, *lines, last))
        return step.at(row, second, step.arithmetic(second < k + 1, *lines, last))

    def minors(line: Line, left: Term, right: Term) -> Line:
        """The minors of order k agree, from the entries at x and y."""
        rows = step.forall(x, step.forall(y, line, where=y < k), where=x < k)
        return step.cite(HYPOTHESIS, fewer, rows, m=m, v=left, w=right)

    own = minors(entry(x, y, one, two), v, w)

    def exchanged(table: Term) -> Term:
        return reals_table(m * m, lambda s: cases(
            equals(remainder(s, m), c), table[quotient(s, m) * m + z], table[s]
        ))

    first, second = exchanged(v), exchanged(w)
    at = x * m + y
    goal = equals(first[at], second[at])

    def chosen(_: Line, value: Line) -> Line:
        on = value.formula.right
        mixed = [
            step.identity(equals(new[at], same(y, c) * old[x * m + z] + (1 - same(y, c)) * old[at]))
            for new, old in ((first, v), (second, w))
        ]
        known = entry(x, z, one) if on == number(1) else entry(x, y, one, two)
        found = [
            step.rewrite(value, line, equals(
                line.formula.left, on * old[x * m + z] + (1 - on) * old[at]))
            for line, old in zip(mixed, (v, w), strict=True)
        ]
        return step.arithmetic(goal, *found, known)

    others = minors(split_equal(step, y, c, chosen), first, second)

    def part(table: Term, changed: Term) -> Term:
        return cases(c < z, 1, 0) * table[z * m + c] * leading_minor(changed, k, m)

    def before(low: Line) -> Line:
        known = entry(z, c, step.arithmetic(c < z, low))
        both = step.identity(
            equals(part(v, first), v[z * m + c] * leading_minor(first, k, m)), low, fewer)
        other = step.identity(
            equals(part(w, second), w[z * m + c] * leading_minor(second, k, m)), low, fewer)
        minor = step.arithmetic(
            equals(leading_minor(first, k, m), leading_minor(second, k, m)), others, fewer)
        line = step.rewrite(known, both, equals(
            part(v, first), w[z * m + c] * leading_minor(first, k, m)))
        line = step.rewrite(minor, line, equals(
            part(v, first), w[z * m + c] * leading_minor(second, k, m)))
        return step.arithmetic(equals(part(v, first), part(w, second)), line, other, fewer)

    def after(high: Line) -> Line:
        return step.identity(equals(part(v, first), part(w, second)), high, fewer)

    rows = step.summed(step.forall(c, split_whole(
        step, z, c, after, lambda low: before(step.arithmetic(c + 1 <= z, low)))), fewer)
    expansions = [step.cite("definition/minor-expansion", last, k=k, m=m, v=table, z=z)
                  for table in (v, w)]
    pivot = entry(z, z)
    line = step.rewrite(pivot, expansions[0])
    whole = step.arithmetic(step.goal, line, expansions[1], own, rows, fewer, inside)
    exists = step.some(some(z, equals(z, k)), k, step.identity(equals(k, k)), *step.given)
    step.qed(step.obtain(exists, z, whole))


class Definite(Vectors):
    """m vectors of r numbers each, and the matrix of their inner products with c more on the
    diagonal; the step from the minor of k vectors to that of k + 1, of which z is the last.

    Attributes:
        pivot: (v_z, v_z) + c.
        left: v_x − θ (v_x, v_z) v_z, where 2θ − θ² (v_z, v_z) is 1/pivot: the inner products of
            these, with c more on the diagonal, are what elimination leaves of the matrix.
        inner: the lines x + 1 ≤ z and y + 1 ≤ z.
    """

    def __init__(self, d: Steps, level: Term) -> None:
        super().__init__(d)
        self.k, self.c = d.var("k"), level
        self.z = d.fix(Symbol("z", self.m))
        self.last = d.assume(equals(self.z, self.k))
        self.length = self.product(self.v, self.z, self.z)
        self.pivot = self.length + level
        self.root = sqrt(level / self.pivot)
        self.theta = 1 / (self.pivot * (1 + self.root))
        self.left = reals_table(self.m * self.r, lambda t: self.v[t] - self.theta * self.product(
            self.v, quotient(t, self.r), self.z
        ) * self.v[self.z * self.r + remainder(t, self.r)])
        self.matrix = raised(self, self.v, level)
        rows = [square(d, self.v[self.z * self.r + d.fix(self.axis)])]
        some_length = d.summed(d.forall(self.axis, rows[0]))
        self.positive = d.arithmetic(ZERO < self.pivot, some_length)
        self.fewer = d.arithmetic(self.k <= self.m, d.given[0])
        self.here = [d.assume(self.x < self.k), d.assume(self.y < self.k)]
        self.inner = [split_whole(
            d, self.z, s,
            lambda low, s=s, line=line: absurd(d, s + 1 <= self.z, low, line, self.last),
            lambda high: high,
        ) for s, line in zip((self.x, self.y), self.here, strict=True)]

    def both(self, x: Any, y: Any) -> Term:
        """(v_x, v_z) (v_y, v_z)."""
        return self.product(self.v, x, self.z) * self.product(self.v, y, self.z)

    def shorter(self, x: Any, y: Any) -> Line:
        """(left_x, left_y) = (v_x, v_y) − (v_x, v_z)(v_y, v_z)/pivot."""
        own = self.product(self.v, x, y)
        return self.d.identity(equals(
            self.product(self.left, x, y), own - self.both(x, y) / self.pivot), self.positive)

    def bounded(self, bounds: Term, given: Line, *lines: Line) -> Line:
        """(left_j, left_j) + c' ≤ b_j, from (v_j, v_j) + c' ≤ b_j."""
        d = self.d

        def each(j: Any) -> Line:
            known = d.at(given, j)
            level = known.formula.left.args[1]
            taken = d.arithmetic(
                ZERO <= self.both(j, j) / self.pivot,
                square(d, self.product(self.v, j, self.z)), self.positive, hints=[1 / self.pivot])
            return d.arithmetic(
                self.product(self.left, j, j) + level <= bounds[j], self.shorter(j, j), taken,
                known, self.positive)

        return everywhere(d, self.j, each)

    def eliminated(self, matrix: Term, rest: Term, pivot: Term, pair: Line, *lines: Line) -> Line:
        """The minor of order k + 1 is the pivot times that of order k of the rest.

        Args:
            pair: an entry of the rest is M_xy − M_xz M_zy/pivot.
            lines: what shows the pivot to be positive.
        """
        d, z, m = self.d, self.z, self.m
        corner = self.entry(matrix, z, z)
        real = d.identity(equals(corner, pivot))
        apart = d.arithmetic(ZERO < corner, real, *lines)
        none = d.assume(equals(corner, 0))
        other = d.follows(
            negation(none.formula), d.implied(none, d.contradiction(none, apart)))
        line = d.cite("background/minor-step", self.last, other, k=self.k, m=m, v=matrix, z=z)
        left = line.formula.right.args[1].args[0]
        product = pair.formula.right
        found = d.identity(equals(self.entry(left, self.x, self.y), product), *self.inner, *lines)
        agree = d.arithmetic(
            equals(self.entry(left, self.x, self.y), self.entry(rest, self.x, self.y)), found, pair)
        rows = d.forall(self.x, d.forall(self.y, agree, where=self.y < self.k),
                        where=self.x < self.k)
        same_minors = d.cite("background/minor-entries", self.fewer, rows, k=self.k, m=m, v=left,
                             w=rest)
        one, two = (leading_minor(table, self.k, m) for table in (left, rest))
        equal = d.arithmetic(equals(one, two), same_minors, self.fewer)
        line = d.rewrite(equal, line, equals(line.formula.left, corner * two))
        return d.rewrite(real, line, equals(line.formula.left, pivot * two))

    def step(self) -> Line:
        """The minor of order k + 1 is the pivot times that of order k of what is left."""
        x, y = self.x, self.y
        rest = raised(self, self.left, self.c)
        entry = self.product(self.v, x, y) + self.c * same(x, y) - self.both(x, y) / self.pivot
        pair = self.d.arithmetic(
            equals(self.entry(rest, x, y), entry),
            self.d.identity(equals(
                self.entry(rest, x, y), self.product(self.left, x, y) + self.c * same(x, y))),
            self.shorter(x, y), self.positive,
        )
        return self.eliminated(self.matrix, rest, self.pivot, pair, self.positive)

    def concluded(self, line: Line) -> Line:
        """The step's goal, for whatever symbol z is k."""
        d = self.d
        exists = d.some(
            some(self.z, equals(self.z, self.k)), self.k, d.identity(equals(self.k, self.k)),
            *d.given,
        )
        return d.obtain(exists, self.z, line)


def empty(d: Steps, *levels: Term) -> list[Line]:
    """The minors of order 0 are 1."""
    it = Vectors(d)
    return [d.cite("definition/empty-minor", m=it.m, v=raised(it, it.v, c)) for c in levels]


@derives("background/positive-definite.positive")
def positive(d: Derivation) -> None:
    """By induction: each pivot is positive."""
    base, step = d.induct("k")
    base.qed(base.arithmetic(base.goal, *empty(base, base.var("c"))))

    more = Definite(step, step.var("c"))
    rest = step.cite(HYPOTHESIS, more.fewer, m=more.m, r=more.r, v=more.left, c=more.c)
    whole = more.step()
    step.qed(more.concluded(step.arithmetic(
        step.goal, whole, rest, more.positive, more.fewer, *step.given, hints=[more.pivot])))


@derives("background/positive-definite.hadamard")
def hadamard(d: Derivation) -> None:
    """By induction: what is left of a vector is no longer than the vector."""
    base, step = d.induct("k")
    (none,) = empty(base, base.var("c"))
    equal = base.chain(none, base.identity(equals(number(1), base.goal.right)))
    base.qed(base.turn(base.goal, equal))

    more, b = Definite(step, step.var("c")), step.var("b")
    _, lengths = step.given
    rest = step.cite(
        HYPOTHESIS, more.fewer, more.bounded(b, lengths), m=more.m, r=more.r, v=more.left,
        c=more.c, b=b)
    last, fewer_logs = log(b[more.z]), total(more.j, log(b[more.j]), where=more.j < more.k)
    bound = step.arithmetic(
        step.goal.left <= b[more.z] * exp(fewer_logs), more.step(), rest,
        step.at(lengths, more.z), more.positive, more.fewer, *step.given,
        hints=[more.pivot, exp(fewer_logs)])
    grown = step.identity(equals(b[more.z] * exp(fewer_logs), exp(fewer_logs + last)))
    sums = split_last(more, lambda j: log(b[j]))
    grown = step.rewrite(
        step.turn(equals(fewer_logs + last, step.goal.right.args[0]), sums), grown,
        equals(b[more.z] * exp(fewer_logs), step.goal.right))
    step.qed(more.concluded(step.chain(bound, grown)))


@derives("background/positive-definite.rank-one")
def rank_one(d: Derivation) -> None:
    """By induction: elimination leaves more of rank one again, and a pivot that is no smaller."""
    base, step = d.induct("k")
    it = Vectors(base)
    table = base.goal.left.args[0]
    base.qed(base.arithmetic(
        base.goal, *empty(base, base.var("c")),
        base.cite("definition/empty-minor", m=it.m, v=table)))

    more, s, h = Definite(step, step.var("c")), step.var("s"), step.var("h")
    m, x, y, z = more.m, more.x, more.y, more.z

    def updated(v: Term, weight: Term, rank: Term) -> Term:
        def entry(at: Any) -> Term:
            one, two = quotient(at, m), remainder(at, m)
            return more.product(v, one, two) + more.c * same(one, two) + (
                weight * rank[one] * rank[two])

        return reals_table(m * m, entry)

    pivot = more.pivot + s * h[z] ** 2
    larger = step.arithmetic(more.pivot <= pivot, square(step, h[z]), hints=[s])
    some_pivot = step.chain(more.positive, larger)
    rank = reals_table(m, lambda j: h[z] * more.product(more.v, j, z) - more.pivot * h[j])
    weight = s / (more.pivot * pivot)
    rest, plain = updated(more.left, weight, rank), raised(more, more.left, more.c)
    one, two = (more.product(more.v, j, z) + s * h[j] * h[z] for j in (x, y))
    own = more.product(more.v, x, y) + more.c * same(x, y) + s * h[x] * h[y]
    pair = step.identity(equals(
        more.entry(rest, x, y),
        more.product(more.left, x, y) + more.c * same(x, y) + weight * rank[x] * rank[y]))
    left = more.shorter(x, y)
    pair = step.rewrite(left, pair, equals(
        more.entry(rest, x, y),
        left.formula.right + more.c * same(x, y) + weight * rank[x] * rank[y]))
    pair = step.chain(pair, step.identity(
        equals(pair.formula.right, own - one * two / pivot), more.positive, some_pivot))
    line = more.eliminated(updated(more.v, s, h), rest, pivot, pair, some_pivot)
    above = step.obvious(ZERO <= weight, more.positive, some_pivot)
    found = step.cite(
        HYPOTHESIS, more.fewer, above, m=m, r=more.r, v=more.left, c=more.c, s=weight, h=rank)
    some_minor = step.cite(
        "background/positive-definite.positive", more.fewer, k=more.k, m=m, r=more.r,
        v=more.left, c=more.c)
    least = leading_minor(plain, more.k, m)
    step.qed(more.concluded(step.arithmetic(
        step.goal, line, more.step(), found, some_minor, larger, some_pivot, more.positive,
        more.fewer, *step.given, hints=[pivot, least])))


@derives("background/positive-definite.more-noise")
def more_noise(d: Derivation) -> None:
    """By induction: less is taken away with a larger pivot, and that is of rank one."""
    base, step = d.induct("k")
    c, p = base.var("c"), base.var("p")
    one, two = empty(base, c + p, c)
    product = base.goal.right.args[1]
    base.qed(base.arithmetic(
        base.goal, one, two, base.identity(equals(product, number(1)))))

    c, p, b = (step.var(name) for name in "cpb")
    _, lengths = step.given
    less, more = Definite(step, c), Definite(step, c + p)
    m, k, x, y, z = more.m, more.k, more.x, more.y, more.z
    rest = step.cite(
        HYPOTHESIS, more.fewer, more.bounded(b, lengths), m=m, r=more.r, v=more.left, c=c, p=p,
        b=b)
    rank = reals_table(m, lambda j: more.product(more.v, j, z))
    weight = p / (less.pivot * more.pivot)
    above = step.obvious(ZERO <= weight, less.positive, more.positive)
    grown = step.cite(
        "background/positive-definite.rank-one", more.fewer, above, k=k, m=m, r=more.r,
        v=less.left, c=c, s=weight, h=rank)
    updated, plain = grown.formula.left.args[0], raised(more, more.left, c)
    lines = [less.positive, more.positive]
    alike = step.identity(
        equals(more.entry(updated, x, y), more.entry(plain, x, y)), *lines)
    grown = step.rewrite(more.agree(updated, plain, alike), grown)
    least = raised(less, less.left, c)
    some_minor = step.cite(
        "background/positive-definite.positive", more.fewer, k=k, m=m, r=more.r, v=less.left, c=c)
    gain = total(more.j, log(1 + p / b[more.j]), where=more.j < k)
    factor = exp(gain)
    bound = step.arithmetic(
        more.pivot * leading_minor(least, k, m) * factor <= step.goal.left, more.step(), rest,
        grown, *lines, more.fewer, *step.given, hints=[more.pivot, more.pivot * factor])
    pivots = step.arithmetic(
        less.pivot * (1 + p / b[z]) <= more.pivot, step.at(lengths, z), hints=[p / b[z]])
    own, growth = less.step(), factor * (1 + p / b[z])
    minor, product = own.formula.left, own.formula.right
    both = step.arithmetic(
        product * growth <= more.pivot * leading_minor(least, k, m) * factor, pivots, some_minor,
        *lines, more.fewer, hints=[leading_minor(least, k, m) * factor])
    own = step.rewrite(own, step.identity(equals(minor * growth, minor * growth), *step.given),
                       equals(minor * growth, product * growth))
    whole = step.chain(own, both, bound)
    last = log(1 + p / b[z])
    same_factor = step.identity(equals(factor * (1 + p / b[z]), exp(gain + last)))
    sums = split_last(more, lambda j: log(1 + p / b[j]))
    product = step.goal.right.args[1]
    same_factor = step.rewrite(
        step.turn(equals(gain + last, product.args[0]), sums), same_factor,
        equals(same_factor.formula.left, product))
    step.qed(more.concluded(step.rewrite(same_factor, whole, step.goal)))


class Joined(Definite):
    """As `Definite`, for v and further vectors u of q numbers each: A Aᵀ + B Bᵀ + c I."""

    def __init__(self, d: Steps, level: Term) -> None:
        super().__init__(d, level)
        self.u, self.q = d.var("u"), d.var("q")
        self.other = Symbol("l", self.q)
        own = self.further(self.u, self.z, self.z)
        squares = d.summed(d.forall(
            d.fix(Symbol("o", self.q)), square(d, self.u[self.z * self.q + Symbol("o", self.q)])))
        self.positive = d.arithmetic(ZERO < self.pivot + own, squares, self.positive)
        self.length = self.length + own
        self.pivot = self.length + level
        self.root = sqrt(level / self.pivot)
        self.theta = 1 / (self.pivot * (1 + self.root))
        self.left = self.rest(self.v, self.r)
        self.further_left = self.rest(self.u, self.q)

    def further(self, u: Term, one: Any, two: Any) -> Term:
        """Σ_l u_xl u_yl."""
        return total(self.other, u[one * self.q + self.other] * u[two * self.q + self.other])

    def both_products(self, one: Any, two: Any) -> Term:
        """(v_x, v_y) + (u_x, u_y)."""
        return self.product(self.v, one, two) + self.further(self.u, one, two)

    def rest(self, vectors: Term, width: Term) -> Term:
        """What is left of the vectors."""
        return reals_table(self.m * width, lambda t: vectors[t] - self.theta * self.both_products(
            quotient(t, width), self.z) * vectors[self.z * width + remainder(t, width)])

    def matrix_of(self, v: Term, u: Term) -> Term:
        """A Aᵀ + B Bᵀ + c I, row by row."""
        def entry(s: Any) -> Term:
            one, two = quotient(s, self.m), remainder(s, self.m)
            return self.product(v, one, two) + self.further(u, one, two) + self.c * same(one, two)

        return reals_table(self.m * self.m, entry)

    def step(self) -> Line:
        """The minor of order k + 1 is the pivot times that of order k of what is left."""
        x, y, z = self.x, self.y, self.z
        rest = self.matrix_of(self.left, self.further_left)
        entry = self.both_products(x, y) + self.c * same(x, y) - (
            self.both_products(x, z) * self.both_products(y, z) / self.pivot)
        pair = self.d.identity(equals(self.entry(rest, x, y), entry), self.positive)
        return self.eliminated(
            self.matrix_of(self.v, self.u), rest, self.pivot, pair, self.positive)


@derives("background/positive-definite.sum")
def joined_positive(d: Derivation) -> None:
    """As `positive`."""
    base, step = d.induct("k")
    table = base.goal.left.args[0]
    base.qed(base.arithmetic(
        base.goal, base.cite("definition/empty-minor", m=base.var("m"), v=table)))

    more = Joined(step, step.var("c"))
    rest = step.cite(
        HYPOTHESIS, more.fewer, m=more.m, r=more.r, v=more.left, q=more.q, u=more.further_left,
        c=more.c)
    step.qed(more.concluded(step.arithmetic(
        step.goal, more.step(), rest, more.positive, more.fewer, *step.given,
        hints=[more.pivot])))
