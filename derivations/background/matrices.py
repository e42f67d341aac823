"""Proof of Hadamard's inequality, by elimination: what is left of the vectors once their components
along the last of them are taken away.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import square
from derivations.patterns.vectors import Vectors, split_last
from derivations.tools import ZERO, absurd, everywhere, same, split_equal, split_order, summed
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


class Elimination(Vectors):
    """The step from the minor of k vectors to that of k + 1, of which z is the last.

    Attributes:
        left: what is left of each vector without its component along the last.
    """

    def __init__(self, d: Steps) -> None:
        super().__init__(d)
        self.k, self.z = d.var("k"), d.fix(Symbol("z", self.m))
        self.last = d.assume(equals(self.z, self.k))
        self.length = self.product(self.v, self.z, self.z)
        self.left = reals_table(self.m * self.r, lambda t: self.v[t] - self.share(
            quotient(t, self.r)
        ) * self.v[self.z * self.r + remainder(t, self.r)])

    def share(self, x: Any) -> Term:
        """(v_x, v_z)/(v_z, v_z)."""
        return self.product(self.v, x, self.z) / self.length

    def concluded(self, zero: Any, positive: Any) -> Line:
        """The step's goal, from what each of the two lengths of the last vector gives."""
        d = self.d
        fewer = d.arithmetic(self.k <= self.m, *d.given)
        none, some_length = d.assume(self.length <= 0), d.assume(ZERO < self.length)
        line = d.cases(
            d.order(self.length, 0), zero(self.nothing(none)),
            positive(self.step(some_length), some_length, fewer),
        )
        exists = d.some(
            some(self.z, equals(self.z, self.k)), self.k,
            d.identity(equals(self.k, self.k)), *d.given,
        )
        return d.obtain(exists, self.z, line)

    def step(self, positive: Line) -> Line:
        """The minor of order k + 1 is (v_z, v_z) times that of order k of what is left."""
        d, matrix, z = self.d, self.matrix, self.z
        pivot = self.entry(matrix, z, z)
        real = d.identity(equals(pivot, self.length))
        apart = d.arithmetic(ZERO < pivot, positive, real)
        none = d.assume(equals(pivot, 0))
        wrong = d.implied(none, d.contradiction(none, apart))
        other = d.follows(negation(none.formula), wrong)
        line = d.cite("background/minor-step", self.last, other, k=self.k, m=self.m, v=matrix, z=z)
        eliminated, rest = line.formula.right.args[1].args[0], self.products(self.left)
        pair = d.identity(
            equals(self.entry(eliminated, self.x, self.y), self.entry(rest, self.x, self.y)),
            positive, real, apart,
        )
        return d.rewrite(real, d.rewrite(self.agree(eliminated, rest, pair), line))

    def nothing(self, none: Line) -> Line:
        """The minor of order k + 1 is 0 where the last vector is."""
        d, matrix, z, axis = self.d, self.matrix, self.z, self.d.fix(Symbol("i", self.r))
        own = self.v[z * self.r + axis]

        def part(other: Any) -> Line:
            entry = self.v[z * self.r + other]
            return split_equal(d, other, axis, lambda _, value: d.rewrite(
                value, d.arithmetic(value.formula.right * entry**2 <= entry**2, square(d, entry)),
                same(other, axis) * entry**2 <= entry**2,
            ))

        small = d.arithmetic(own**2 <= 0, summed(d, self.axis, part), none)
        zero = d.turn(
            equals(own, 0),
            split_order(d, own, 0, lambda low: low, lambda high: absurd(
                d, own <= 0, d.arithmetic(ZERO < own**2, high, hints=[own]), small)),
            split_order(d, 0, own, lambda low: low, lambda high: absurd(
                d, own >= ZERO, d.arithmetic(ZERO < own**2, high, hints=[-own]), small)),
        )
        product = self.v[self.x * self.r + axis] * own
        rows = d.summed(d.forall(axis, d.arithmetic(
            equals(product, 0), zero, hints=[self.v[self.x * self.r + axis]]
        )))
        column = d.arithmetic(equals(self.product(self.v, self.x, z), 0), rows)
        whole = d.cite("background/minor-column", self.last, k=self.k, m=self.m, v=matrix, z=z)
        emptied = whole.formula.left.args[1].args[0]
        at, other = (self.entry(table, self.x, self.y) for table in (matrix, emptied))

        inner = self.product(self.v, self.x, self.y)
        marked = d.identity(equals(other, (1 - same(self.y, z)) * inner))

        def chosen(alike: Line, value: Line) -> Line:
            rest = value.formula.right
            line = d.rewrite(value, marked, equals(other, (1 - rest) * inner))
            if rest == ZERO:
                return d.arithmetic(equals(other, at), line)
            here = d.rewrite(d.turn(equals(z, self.y), alike), column, equals(inner, 0))
            return d.arithmetic(equals(other, at), line, here)

        pair = split_equal(d, self.y, z, chosen)
        line = d.rewrite(self.agree(emptied, matrix, pair), whole)
        return d.arithmetic(equals(leading_minor(matrix, self.k + 1, self.m), 0), line, *d.given)


@derives("background/hadamard-determinant.nonnegative")
def nonnegative(d: Derivation) -> None:
    """By induction: the minor is the squared length of the last vector, times one of what is
    left."""
    base, step = d.induct("k")
    it = Vectors(base)
    empty = base.cite("definition/empty-minor", m=it.m, v=it.matrix)
    base.qed(base.arithmetic(base.goal, empty))

    more = Elimination(step)

    def positive(line: Line, length: Line, fewer: Line) -> Line:
        rest = step.cite(HYPOTHESIS, fewer, length, m=more.m, r=more.r, v=more.left)
        return step.arithmetic(
            step.goal, line, rest, length, fewer, *step.given, hints=[more.length]
        )

    step.qed(more.concluded(
        lambda zero: step.arithmetic(step.goal, zero, *step.given), positive
    ))


@derives("background/hadamard-determinant.minors")
def minors(d: Derivation) -> None:
    """By induction: what is left of a vector is no longer than the vector."""
    base, step = d.induct("k")
    it = Vectors(base)
    empty = base.cite("definition/empty-minor", m=it.m, v=it.matrix)
    equal = base.chain(empty, base.identity(equals(number(1), base.goal.right)))
    base.qed(base.turn(base.goal, equal))

    more, b = Elimination(step), step.var("b")
    _, lengths = step.given
    fewer_logs = total(more.j, log(b[more.j]), where=more.j < more.k)
    last, logs = log(b[more.z]), step.goal.right.args[0]

    def positive(line: Line, length: Line, fewer: Line) -> Line:
        def left(j: Any) -> Line:
            whole = more.product(more.v, j, j)
            rest = step.identity(equals(
                more.product(more.left, j, j),
                whole - more.product(more.v, j, more.z) ** 2 / more.length,
            ), length)
            taken = step.arithmetic(
                ZERO <= more.product(more.v, j, more.z) ** 2 / more.length,
                square(step, more.product(more.v, j, more.z)), length, hints=[1 / more.length],
            )
            return step.arithmetic(
                more.product(more.left, j, j) <= b[j], rest, taken, step.at(lengths, j), length
            )

        rest = step.cite(
            HYPOTHESIS, fewer, everywhere(step, more.j, left), length, m=more.m, r=more.r,
            v=more.left, b=b,
        )
        bound = step.arithmetic(
            leading_minor(more.matrix, more.k + 1, more.m) <= b[more.z] * exp(fewer_logs),
            line, rest, step.at(lengths, more.z), length, fewer, *step.given,
            hints=[more.length, exp(fewer_logs)],
        )
        grown = step.identity(equals(b[more.z] * exp(fewer_logs), exp(fewer_logs + last)))
        sums = split_last(more, lambda j: log(b[j]))
        grown = step.rewrite(
            step.turn(equals(fewer_logs + last, logs), sums), grown,
            equals(b[more.z] * exp(fewer_logs), exp(logs)),
        )
        return step.chain(bound, grown)

    step.qed(more.concluded(
        lambda zero: step.arithmetic(step.goal, zero, *step.given, hints=[exp(logs)]), positive
    ))


def bounded(it: Vectors, bounds: Term, each: Any, *lines: Line) -> Line:
    """det K ≤ e^(Σ ln b_j), where `each` shows (v_j, v_j) ≤ b_j; `lines` show that b_j > 0."""
    d = it.d
    below = everywhere(d, it.j, each)
    whole = d.cite(
        "background/hadamard-determinant.minors", below, *lines, k=it.m, m=it.m, r=it.r, v=it.v,
        b=bounds,
    )
    return d.chain(d.cite("definition/determinant", m=it.m, v=it.matrix), whole)


@derives("background/hadamard-determinant.diagonal")
def diagonal(d: Derivation) -> None:
    """`minors` for all vectors, the bounds being the squared lengths."""
    it = Vectors(d)
    bounds = reals_table(it.m, lambda j: it.product(it.v, j, j))
    line = bounded(
        it, bounds, lambda j: d.obvious(it.product(it.v, j, j) <= bounds[j]), *d.given
    )
    same_sums = d.identity(equals(line.formula.right, d.goal.right), *d.given)
    d.qed(d.chain(line, same_sums))


@derives("background/hadamard-determinant.covariance")
def covariance(d: Derivation) -> None:
    """The vectors are the centred coordinates, each value times the root of its probability."""
    P, f, n, m = (d.var(name) for name in "Pfnm")
    s, t = Symbol("s", n), Symbol("t", n)

    def apart(at: Any, place: Any) -> Term:
        return f[at * m + place] - total(t, P[t] * f[t * m + place])

    vectors = reals_table(m * n, lambda w: sqrt(P[remainder(w, n)]) * apart(
        remainder(w, n), quotient(w, n)
    ))
    it = Vectors(d, vectors, n)
    (given,) = d.given
    goal_list = d.goal.left.args[0]

    def long(j: Any) -> Line:
        spread = total(s, P[s] * apart(s, j) * apart(s, j))
        own = d.identity(equals(it.product(vectors, j, j), spread))
        return d.arithmetic(ZERO < it.product(vectors, j, j), own, d.at(given, j))

    lengths = everywhere(d, it.j, long)
    line = d.cite("background/hadamard-determinant.diagonal", lengths, m=m, r=n, v=vectors)
    pair = d.identity(equals(
        it.entry(it.matrix, it.x, it.y), it.entry(goal_list, it.x, it.y)
    ))
    line = d.rewrite(it.agree(it.matrix, goal_list, pair), line)
    same_sums = d.identity(equals(line.formula.right, d.goal.right), lengths, *d.given)
    d.qed(d.chain(line, same_sums))


@derives("background/hadamard-determinant.one-bound")
def one_bound(d: Derivation) -> None:
    """`minors` with 1 + K_jj as bounds but for one vector, where ln c ≤ ln c + ln(1 + K_ii)."""
    it, i, c = Vectors(d), d.var("i"), d.var("c")
    squares = everywhere(d, it.j, lambda j: length(it, j))

    def other(j: Any) -> Term:
        return 1 + it.product(it.v, j, j)

    bounds = reals_table(it.m, lambda j: cases(equals(j, i), c, other(j)))

    def by_case(j: Any, formula: Any, first: Any, second: Any) -> Line:
        """A formula in the bound at j, from one in what it is where j = i and elsewhere."""
        known = d.identity(equals(bounds[j], same(j, i) * c + (1 - same(j, i)) * other(j)), squares)

        def chosen(alike: Line, value: Line) -> Line:
            one = value.formula.right == number(1)
            mixed = value.formula.right * c + (1 - value.formula.right) * other(j)
            line = d.rewrite(value, known, equals(bounds[j], mixed))
            line = d.chain(line, d.identity(equals(mixed, c if one else other(j)), squares))
            found = first(j, alike) if one else second(j)
            found = d.rewrite(line, found, formula(bounds[j], value.formula.right))
            return d.rewrite(value, found, formula(bounds[j], same(j, i)))

        return split_equal(d, j, i, chosen)

    def inside(j: Any, alike: Line) -> Line:
        back = d.turn(equals(i, j), alike)
        return d.rewrite(back, d.given[0], it.product(it.v, j, j) <= c)

    def long(j: Any) -> Line:
        return by_case(
            j, lambda bound, _: it.product(it.v, j, j) <= bound, inside,
            lambda j: d.obvious(it.product(it.v, j, j) <= other(j)),
        )

    def level(j: Any) -> Line:
        return by_case(
            j, lambda bound, _: ZERO < bound, lambda *_: d.obvious(ZERO < c),
            lambda j: d.obvious(ZERO < other(j), squares),
        )

    positive = everywhere(d, it.j, level)

    def logs(j: Any) -> Line:
        """ln b_j ≤ ln(1 + K_jj), and ln c more at i."""
        def formula(bound: Any, mark: Any) -> Any:
            return log(bound) <= mark * log(c) + log(other(j))

        def own(j: Any, _: Line) -> Line:
            over = d.cite(
                "background/log-increasing.positive", squares, u=1, v=other(j)
            )
            return d.arithmetic(formula(c, number(1)), over, squares)

        return by_case(j, formula, own, lambda j: d.obvious(formula(other(j), ZERO), squares))

    line = bounded(it, bounds, long, squares, positive)
    sums = summed(d, it.j, logs, squares, positive)
    facts = [squares, positive]
    small, large = sums.formula.left, sums.formula.right
    grown = d.cite("background/exponential-increasing", sums, *facts, r=small, s=large)
    d.qed(d.chain(
        line, d.identity(equals(line.formula.right, exp(small)), *facts), grown,
        d.identity(equals(exp(large), d.goal.right), *facts),
    ))


@derives("background/hadamard-determinant.singular")
def singular(d: Derivation) -> None:
    """By `one-bound` with c = K_ii + η the determinant can't be K_ii C + 2ηC, C being e to the
    sum."""
    it, i = Vectors(d), d.var("i")
    own, factor = it.product(it.v, i, i), d.goal.right.args[1]
    first = length(it, i)

    def over(larger: Line) -> Line:
        gap = (d.goal.left - own * factor) / (2 * factor)
        some_gap = d.arithmetic(ZERO < gap, larger, hints=[1 / (2 * factor)])
        positive = d.arithmetic(ZERO < own + gap, some_gap, first)
        less = d.arithmetic(own <= own + gap, some_gap)
        line = d.cite(
            "background/hadamard-determinant.one-bound", less, positive, m=it.m, r=it.r, v=it.v,
            i=i, c=own + gap,
        )
        return absurd(d, d.goal, line, larger)

    squares = everywhere(d, it.j, lambda j: length(it, j))
    d.qed(split_order(d, d.goal.left, d.goal.right, lambda line: line, over, squares))


def length(it: Vectors, j: Any) -> Line:
    """0 ≤ (v_j, v_j)."""
    d = it.d
    rows = summed(d, it.axis, lambda axis: square(d, it.v[j * it.r + axis]))
    return d.chain(d.identity(equals(ZERO, rows.formula.left)), rows)
