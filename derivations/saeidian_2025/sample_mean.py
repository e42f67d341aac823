"""Example 3.1: what the law of large numbers says of the quantised mean, and a mean that stays a
fair coin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.numbers import square
from derivations.tools import (
    absurd,
    below,
    log_below,
    split_absolute,
    split_below,
    split_equal,
    split_maximum,
    split_minimum,
    summed,
    turned,
)
from verified.language import (
    absolute,
    both,
    cases,
    equals,
    exp,
    log,
    maximum,
    minimum,
    negation,
    rational,
    reals_table,
    total,
)
from verified.papers.lemmas.bits import ones
from verified.papers.lemmas.words import added_up, letter
from verified.papers.saeidian_2025 import sample_mean as stated
from verified.proof.derivation import Derivation, Line, ProofError, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import Symbol, Term, number


class Drawn:
    """A database of n independent entries, as a word."""

    def __init__(self, d: Derivation, possible: Line) -> None:
        self.d, self.possible = d, possible
        self.n, self.law = d.var("n"), d.var("P")
        self.size = self.law.sort.sizes()[0]
        self.logs = reals_table(self.size, lambda a: log(self.law[a]))
        self.unit = d.identity(equals(
            total(Symbol("u", self.size), exp(self.logs[Symbol("u", self.size)])), 1), possible)
        self.words = self.size**self.n
        w = d.fix(Symbol("w", self.words))
        self.letters = d.forall(w, self.letters_of(w))

    def letters_of(self, x: Any) -> Line:
        """Every entry's value has a positive probability."""
        d = self.d
        i = d.fix(Symbol("i", self.n))
        return d.forall(i, d.at(self.possible, letter(x, i, self.size)))

    def likely(self, x: Any) -> Term:
        """The probability of a database."""
        i = Symbol("i", self.n)
        found: Term = exp(total(i, log(self.law[letter(x, i, self.size)])))
        return found

    def whole(self) -> Line:
        """The probabilities sum to 1."""
        d, x = self.d, Symbol("x", self.words)
        line = d.cite("lemma/words.mass", self.unit, self.possible, l=self.logs, k=self.n)
        same = d.identity(
            equals(total(x, self.likely(x)), line.formula.left), self.letters, self.possible)
        return d.chain(same, line)


@derives("saeidian-2025/example-3.1-repaired.large-numbers")
def large_numbers(d: Derivation) -> None:
    """Chebyshev's inequality: n²d² at most where |M − μ| ≥ d, and Σ over entries of their
    variances."""
    (possible,) = d.given
    it = Drawn(d, possible)
    v, n, room, P = d.var("v"), d.var("n"), d.var("d"), d.var("P")
    u = Symbol("u", it.size)
    mean = total(u, P[u] * v[u])
    centred = reals_table(it.size, lambda a: v[a] - mean)
    line = d.identity(equals(
        total(u, exp(it.logs[u]) * centred[u]), 0), possible)
    squares = d.cite("lemma/words.square", it.unit, line, possible, l=it.logs, g=centred, k=n)
    spread = d.identity(equals(squares.formula.right, n * stated.variance), possible)

    def part(x: Any) -> Line:
        own = it.likely(x)
        off = added_up(x, n, v) / n - mean
        moved = d.identity(equals(
            own * added_up(x, n, centred) ** 2, own * n**2 * off**2), it.letters_of(x))
        far = cases(room <= absolute(off), own, 0)
        scale = (n * room) ** 2
        mark = below(room, absolute(off))
        least = d.identity(equals(far * scale, mark * own * scale), it.letters_of(x))

        def chosen(order: Line, told: Line) -> Line:
            value = d.rewrite(told, least, equals(
                far * scale, told.formula.right * own * scale))
            if told.formula.right == number(0):
                nothing = d.arithmetic(
                    0 <= own * n**2 * off**2, square(d, off), it.letters_of(x),
                    hints=[own * n**2])
                zero = d.identity(equals(0 * own * scale, 0), it.letters_of(x))
                return d.chain(value, zero, nothing, turned(d, moved))

            def signed(_: Line, size: Line) -> Line:
                longer = d.arithmetic(room <= size.formula.right, order, size)
                squared = d.arithmetic(room**2 <= off**2, longer, d.obvious(0 < room),
                                       hints=[room])
                more = d.arithmetic(
                    1 * own * scale <= own * n**2 * off**2, squared, it.letters_of(x),
                    hints=[own * n**2])
                return d.chain(value, more, turned(d, moved))

            return split_absolute(d, off, signed)

        return split_below(d, room, absolute(off), chosen)

    rows = summed(d, Symbol("x", it.words), part, it.letters)
    weighed = d.identity(equals(rows.formula.right, squares.formula.left), it.letters, possible)
    all_far = d.identity(equals(
        rows.formula.left, d.goal.left * n), it.letters)
    line = d.chain(turned(d, all_far), rows, weighed, squares, spread)
    d.qed(d.arithmetic(d.goal, line, it.letters, hints=[1 / n]))


class Cells:
    """The three cells of the quantised mean, and what lies outside of that of μ."""

    def __init__(self, d: Derivation) -> None:
        self.d = d
        possible, after, before, small = d.given
        self.it = it = Drawn(d, possible)
        self.start, self.end = d.var("c"), d.var("e")
        n, v = it.n, d.var("v")
        self.sample = lambda x: added_up(x, n, v) / n
        u = Symbol("u", it.size)
        self.mean = total(u, it.law[u] * v[u])
        self._measure(after, before, small)
        x = Symbol("x", it.words)
        far = total(x, it.likely(x), where=self.room <= absolute(self.sample(x) - self.mean))
        rare = d.cite(
            "saeidian-2025/example-3.1-repaired.large-numbers", possible, self.positive,
            d=self.room)
        rows = summed(d, x, self._part, it.letters)
        whole = it.whole()
        sums = d.identity(equals(
            rows.formula.left, whole.formula.left - stated.inside), it.letters)
        last = d.identity(equals(rows.formula.right, far), it.letters)
        self.most = d.arithmetic(
            1 - stated.inside <= far, rows, sums, whole, last, it.letters)
        self.rare = rare

    def _measure(self, after: Line, before: Line, small: Line) -> None:
        """d, the distance from μ to the nearest end of its cell: positive, as μ is inside."""
        d = self.d
        gaps = self.mean - self.start, self.end - self.mean
        self.room = room = minimum(*gaps)
        apart = split_equal(
            d, self.start, self.mean, lambda line, told: told
            if told.formula.right == number(0) else absurd(
                d, equals(told.formula.left, 0), line, after))
        own = stated.nearest
        value = d.identity(equals(own, room + apart.formula.left * (gaps[1] - room)))
        value = d.rewrite(apart, value, equals(own, room + 0 * (gaps[1] - room)))
        value = d.chain(value, d.identity(equals(value.formula.right, room)))
        self.small = d.rewrite(value, small)
        self.positive = split_minimum(d, *gaps, lambda _, one: d.arithmetic(
            0 < room, one, after, before))
        self.lines = [
            split_minimum(d, *gaps, lambda order, one, gap=gap: d.arithmetic(
                room <= gap, order, one)) for gap in gaps]

    def _part(self, x: Any) -> Line:
        d, it, s = self.d, self.it, self.sample(x)
        own, real = it.likely(x), it.letters_of(x)
        off = s - self.mean
        marks = [cases(self.start <= s, 1, 0), cases(self.end > s, 1, 0),
                 cases(self.room <= absolute(off), 1, 0)]
        inner = cases(both(self.start <= s, s < self.end), own, 0)
        outer = cases(self.room <= absolute(off), own, 0)
        goal = own - inner <= outer
        first = d.identity(equals(inner, marks[0] * marks[1] * own), real)
        second = d.identity(equals(outer, marks[2] * own), real)

        def near(order: Line, told: Line) -> Line:
            value = d.rewrite(told, second, equals(outer, told.formula.right * own))
            if told.formula.right == number(1):
                some = d.obvious(0 <= marks[0] * marks[1] * own, real)
                return d.arithmetic(goal, value, first, some, real)

            def signed(sign: Line, size: Line) -> Line:
                close = d.arithmetic(size.formula.right < self.room, order, size)

                def started(one: Line, told_one: Line) -> Line:
                    if told_one.formula.right == number(0):
                        return absurd(d, goal, one, close, sign, *self.lines)

                    def ended(two: Line, told_two: Line) -> Line:
                        if told_two.formula.right == number(0):
                            return absurd(d, goal, two, close, sign, *self.lines)
                        is_in = d.rewrite(told_one, first, equals(inner, 1 * marks[1] * own))
                        is_in = d.rewrite(told_two, is_in, equals(inner, number(1) * 1 * own))
                        return d.arithmetic(goal, is_in, value, real)

                    return _split_strict(d, s, self.end, ended)

                return split_below(d, self.start, s, started)

            return split_absolute(d, off, signed)

        return split_below(d, self.room, absolute(off), near)


def _split_strict(d: Derivation, r: Any, s: Any, proof: Callable[[Line, Line], Line]) -> Line:
    """What holds whether r < s or s ≤ r: `proof` gets that line, and its mark's value."""
    either = d.cite("definition/case-strict", r=r, s=s)
    branches = []
    for part in either.theorem.conclusion.parts:
        line = d.assume(part)
        branches.append(proof(d.piece(line, 0), d.piece(line, 1)))
    return d.cases(either, *branches)


def _at_most_largest(d: Derivation, part: Term, first: Any, second: Any, *lines: Line) -> Line:
    """A number is at most the larger of two, if it is one of them."""
    return split_maximum(d, first, second, lambda order, value: d.arithmetic(
        part <= maximum(first, second), order, value, *lines), *lines)


class Bounded:
    """What follows where the cell that holds μ has a probability of g or more, for g > 0."""

    def __init__(self, d: Derivation, cells: Cells, least: Term, line: Line) -> None:
        real = cells.it.letters
        inside, outer = stated.inside, maximum(stated.inside, stated.above)
        self.largest = largest = maximum(stated.below, outer)
        inner = _at_most_largest(d, inside, inside, stated.above, real)
        outer_too = _at_most_largest(d, outer, stated.below, outer, real)
        self.more = more = d.chain(line, inner, outer_too)
        some = d.obvious(0 < least)
        self.positive = [d.chain(some, line), d.chain(some, more)]
        self.own = log_below(d, least, inside, line, self.positive[0], real)
        self.all = log_below(d, least, largest, more, self.positive[1], real)


@derives("saeidian-2025/example-3.1-repaired.limit",
         "saeidian-2025/example-3.1-repaired.own-cell")
def limit(d: Derivation) -> None:
    """The cell that holds μ has all but a share of at most 1 − e^(−t)."""
    cells = Cells(d)
    n, t = d.var("n"), d.var("t")
    little = d.arithmetic(
        cells.most.formula.right <= 1 - exp(-t), cells.rare, cells.small, cells.it.letters,
        cells.positive, hints=[1 / (n * cells.room**2)])
    most = d.arithmetic(exp(-t) <= stated.inside, little, cells.most, cells.it.letters)
    found = Bounded(d, cells, exp(-t), most)
    own = d.key.endswith("own-cell")
    d.qed(d.arithmetic(
        d.goal, found.own if own else found.all, *found.positive, cells.it.letters))


@derives("saeidian-2025/example-3.1-repaired.in-time")
def in_time(d: Derivation) -> None:
    """The cell that holds μ is likelier than any value of an entry."""
    cells = Cells(d)
    real = cells.it.letters
    n = d.var("n")
    least = exp(-d.goal.right)
    little = d.arithmetic(
        cells.most.formula.right < 1 - least, cells.rare, cells.small, real, cells.positive,
        hints=[1 / (n * cells.room**2)])
    most = d.arithmetic(least < stated.inside, little, cells.most, real)
    found = Bounded(d, cells, least, most)
    largest = found.largest
    tangent = d.cite("background/log-tangent.line", *found.positive, real, x=least / largest)
    d.qed(d.arithmetic(
        d.goal, tangent, found.more, *found.positive, real, hints=[1 / largest]))


@derives("saeidian-2025/example-3.1.row")
def row(d: Derivation) -> None:
    """The last symbol of a word has the law that each has."""
    (possible,) = d.given
    P, u, k = d.var("P"), d.var("u"), d.var("k")
    size = P.sort.sizes()[0]
    own = Symbol("w", size)
    logs = reals_table(size, lambda a: log(P[a]))
    unit = d.identity(equals(total(own, exp(logs[own])), 1), possible)
    line = d.cite("lemma/words.last", unit, possible, l=logs, v=u, k=k)
    w, i = d.fix(Symbol("x'", size ** (k + 1))), d.fix(Symbol("i", k + 1))
    letters = d.forall(w, d.forall(i, d.at(possible, letter(w, i, size))))
    left = d.identity(equals(d.goal.left, line.formula.left), letters, possible)
    d.qed(d.chain(left, line, d.identity(
        equals(line.formula.right, P[u]), d.at(possible, u), possible)))


@derives("saeidian-2025/example-3.1-boundary")
def boundary(d: Derivation) -> None:
    """As many sequences of 2k + 1 bits have k ones at most as have k zeros at most."""
    k = d.var("k")
    n = 2 * k + 1
    size = number(2) ** n
    low, high = d.goal.left.args[0].args[0].args
    x, unit = d.fix(Symbol("x", size)), low.body
    sides = [substitute(bind.guard, {low.var.name: x}) for bind in (low, high)]
    marks = [cases(side, 1, 0) for side in sides]
    counted = [cases(ones(x, n) <= k, 1, 0), cases(n - k <= ones(x, n), 1, 0)]
    goals = [equals(marks[0], counted[0]), equals(marks[1], counted[1]),
             equals(counted[0] + counted[1], 1)]

    # A count is at most k or at least k + 1, as it is a whole number.
    t = d.fix(Symbol("t", n + 1))
    told = d.assume(equals(ones(x, n), t))
    whole = d.cite("definition/whole", r=t, s=k)
    share = d.identity(equals(ones(x, n) / n * n, ones(x, n)))

    def whole_of(order: Line) -> Line:
        """A comparison of a share with a half, times n."""
        test = order.theorem.conclusion
        if rational(1, 2) not in (test.left, test.right):
            return order
        line = d.combined(
            Relation(test.op, test.left * n, test.right * n), order, d.obvious(0 < n),
            products=[["1", [["fact", 0], ["fact", 1]]]])
        return d.rewrite(share, line)

    def value(test: Any, *lines: Line) -> Line:
        """What a mark is, where the lines decide its test."""
        split = _split_strict if test.op == "<" else split_below

        def known(order: Line, mark: Line) -> Line:
            other = number(0) if mark.formula.right == number(1) else number(1)
            try:
                return absurd(d, equals(mark.formula.left, other), whole_of(order), *lines)
            except ProofError:
                return mark

        return split(d, test.left, test.right, known)

    branches = []
    for part in whole.theorem.conclusion.parts:
        order = d.assume(part)
        found = [value(test, order, told) for test in (
            *sides, counted[0].test, counted[1].test)]
        branches.append(d.both(*(d.arithmetic(goal, *found) for goal in goals)))
    line = d.cases(whole, *branches)
    line = d.obtain(d.cite("lemma/bits.count", u=x, k=n), t, line)
    sums = [d.summed(d.forall(x, d.piece(line, index))) for index in range(3)]
    mirrored = d.cite("lemma/bits.mirrored", k=n, m=k)
    count = d.identity(equals(sums[2].formula.right * unit, 1))
    halves = [d.identity(equals(bind, unit * one.formula.left))
              for bind, one in zip((low, high), sums, strict=False)]
    split = d.identity(equals(sums[2].formula.left, sums[0].formula.right + sums[1].formula.right))
    few = sums[0].formula.right
    doubled = d.arithmetic(equals(sums[2].formula.right, 2 * few), sums[2], split, mirrored)
    unity = d.rewrite(doubled, count, equals(2 * few * unit, 1))
    each = []
    for half, one in zip(halves, sums, strict=False):
        same = d.arithmetic(equals(one.formula.left, few), one, mirrored)
        line = d.rewrite(same, half, equals(half.formula.left, unit * few))
        each.append(d.arithmetic(equals(half.formula.left, rational(1, 2)), line, unity))
    most = split_maximum(d, low, high, lambda _, one: d.arithmetic(
        equals(maximum(low, high), rational(1, 2)), one, *each))
    two = d.identity(equals(-log(rational(1, 2)), log(2)))
    some = d.arithmetic(0 < maximum(low, high), most)
    own = d.identity(equals(d.goal.left, d.goal.left), some)
    d.qed(d.chain(d.rewrite(most, own, equals(d.goal.left, -log(rational(1, 2)))), two))


@derives("saeidian-2025/example-3.1-repaired.larger")
def larger(d: Derivation) -> None:
    """Of two possible symbols neither is certain."""
    possible, two = d.given
    P = d.var("P")
    size = P.sort.sizes()[0]
    ends = P[number(0)], P[number(1)]
    some = [d.at(possible, number(0)), d.at(possible, number(1), two)]
    least = minimum(*ends)
    positive = split_minimum(d, *ends, lambda _, one: d.arithmetic(
        0 < least, one, *some, two), two)
    below_ends = [split_minimum(d, *ends, lambda order, one, end=end: d.arithmetic(
        least <= end, order, one, two), two) for end in ends]
    a = d.fix(Symbol("u", size))

    def differs(other: int, symbol: Any, *lines: Line) -> Line:
        """That the symbols 0 or 1 and another one aren't the same."""
        same = d.assume(equals(number(other), symbol))
        return d.follows(negation(same.formula), d.implied(same, d.contradiction(same, *lines)))

    def rest(other: int, apart: Line) -> Line:
        line = d.cite("lemma/largest-probability.rest", apart, two, P=P, a=a, b=number(other))
        return d.arithmetic(P[a] <= 1 - least, line, below_ends[other], two)

    def either(line: Line, told: Line) -> Line:
        if told.formula.right == number(1):
            return rest(1, differs(1, a, line))
        same = d.assume(equals(number(0), a))
        back = d.implied(same, turned(d, same))
        return rest(0, d.follows(negation(same.formula), line, back))

    every_one = d.forall(a, split_equal(d, a, number(0), either))
    tops = d.cite("lemma/largest-probability.rest", differs(1, number(0)), two, P=P, a=number(0),
                  b=number(1))
    room = d.arithmetic(0 < 1 - least, tops, below_ends[1], *some, two)
    unit = d.arithmetic(1 - least <= 1, positive, two)
    line = d.cite(
        "lemma/largest-probability.at-most", every_one, room, unit, two, P=P, g=1 - least)
    tangent = d.cite("background/log-tangent.line", room, two, x=1 - least)
    d.qed(d.arithmetic(d.goal, line, tangent, positive, room, two))
