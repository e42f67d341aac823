"""The Laplace mechanism on a counting query, where the response is beyond all shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import absurd, log_below, split_absolute, turned
from verified.kernel.inference import replaced
from verified.language import absolute, cases, equals, exp, indicator, log, reals_table, total
from verified.papers.lemmas.words import added_up, letter
from verified.papers.saeidian_2025 import counting_reached as stated
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Formula, substitute
from verified.syntax.terms import Symbol, number


class Beyond:
    """The response above all shares (sign 1) or below them (sign −1): with t = ±1/(nb), each
    database's part is C e^(Σ l') for the logarithms l' of the tilted law P e^(t f)/Z."""

    def __init__(self, d: Derivation, sign: int, place: Line, witness: Line) -> None:
        self.d, self.sign, self.place, self.witness = d, sign, place, witness
        self.possible = d.given[0]
        self.law, self.event = d.var("P"), d.var("f")
        self.size = self.law.sort.sizes()[0]
        self.n = d.var("k") + 1
        self.b, self.y = d.var("b"), d.var("y")
        self.ratio = 1 / self.n / self.b
        self.tilt = self.ratio if sign > 0 else -self.ratio
        self.start = -self.y / self.b if sign > 0 else self.y / self.b
        a = Symbol("w", self.size)
        self.mass = total(a, self.law[a] * exp(self.tilt * indicator(self.event, a)))
        self.share = total(a, self.law[a] * indicator(self.event, a))
        self._total()
        self.logs = reals_table(self.size, lambda a: log(self.law[a]) + self.tilt * indicator(
            self.event, a) - log(self.mass))
        self.factor = exp(self.start + self.n * log(self.mass))
        self.known = [self.possible, self.positive]
        self.unit = d.identity(equals(total(a, exp(self.logs[a])), 1), *self.known)
        self._parts()

    def by_mark(self, a: Any, goal: Formula, proof: Callable[[Formula], Line]) -> Line:
        """A formula in the mark of a symbol, from proofs where it is 0 and where it is 1."""
        d, mark = self.d, indicator(self.event, a)
        either = d.cite("definition/indicator", A=self.event, a=a)
        branches = []
        for case in either.theorem.conclusion.parts:  # type: ignore[attr-defined]
            told = d.assume(case)
            branches.append(d.rewrite(told, proof(replaced(goal, mark, case.right)), goal))
        return d.cases(either, *branches)

    def _total(self) -> None:
        """Z = 1 − p + p e^t, as e^(t f) = 1 − f + f e^t; it is positive."""
        d = self.d
        a = d.fix(Symbol("w'", self.size))
        mark = indicator(self.event, a)
        line = self.by_mark(a, equals(
            self.law[a] * exp(self.tilt * mark),
            self.law[a] * (1 - mark + mark * exp(self.tilt))), d.identity)
        sums = d.summed(d.forall(a, line))
        value = d.identity(equals(
            sums.formula.right, 1 - self.share + self.share * exp(self.tilt)))
        self.value = d.chain(sums, value)
        most = d.summed(d.forall(a, self.by_mark(
            a, self.law[a] * mark <= self.law[a], d.obvious)))
        whole = d.identity(equals(most.formula.right, 1))
        rest = d.arithmetic(self.share <= 1, most, whole)
        some = d.arithmetic(
            exp(-self.ratio) <= self.value.formula.right, rest, d.cite(
                "background/exponential-increasing", d.obvious(-self.ratio <= self.tilt),
                r=-self.ratio, s=self.tilt), d.cite(
                "background/exponential-increasing", d.obvious(-self.ratio <= 0),
                r=-self.ratio, s=0), hints=[self.share])
        self.positive = d.arithmetic(
            0 < self.mass, self.value, some, d.obvious(0 < exp(-self.ratio)))

    def _letters(self, x: Any) -> Line:
        d = self.d
        i = d.fix(Symbol("i", self.n))
        return d.forall(i, d.at(self.possible, letter(x, i, self.size)))

    def _part(self, x: Any) -> Line:
        """A database's probability times its density is C e^(Σ l')."""
        d, n = self.d, self.n
        count = substitute(stated.satisfied, {stated.database.name: x})
        i = d.fix(Symbol("i'", n))
        mark = indicator(self.event, letter(x, i, self.size))
        each = d.forall(i, self.by_mark(letter(x, i, self.size), mark <= 1, d.obvious))
        most = d.summed(each)
        whole = d.identity(equals(most.formula.right, n))
        least = d.obvious(0 <= count)
        share = count / n
        few = d.arithmetic(share <= 1, most, whole, hints=[1 / n])
        none = d.arithmetic(0 <= share, least, hints=[1 / n])
        off = self.y - share
        length = off if self.sign > 0 else -off
        goal = equals(absolute(off), length)

        def signed(side: Line, told: Line) -> Line:
            # Where both signs fit, the number is 0: ≤ both ways.
            lines = side, told, few, none, self.place
            ways = [d.arithmetic(one, *lines) for one in (
                absolute(off) <= length, length <= absolute(off))]
            return d.turn(goal, *ways)

        size = split_absolute(d, off, signed)
        own = substitute(stated.likely * stated.height, {stated.database.name: x})
        real = [self._letters(x), *self.known]
        line = d.identity(equals(own, own), *real)
        moved = own.args[0] * exp(-(length / self.b))
        line = d.rewrite(size, line, equals(own, moved))
        return d.chain(line, d.identity(
            equals(moved, self.factor * exp(added_up(x, n, self.logs))), *real))

    def _parts(self) -> None:
        """Σ over databases, and over those with a value of the entry."""
        d, size, n = self.d, self.size, self.n
        x = d.fix(Symbol("x", size**n))
        each = d.forall(x, self._part(x))
        letters = d.forall(x, self._letters(x))
        real = [letters, *self.known]
        sums = d.summed(each, *real)
        unit = d.cite("lemma/words.mass", self.unit, *self.known, l=self.logs, k=n)
        self.seen = d.chain(
            d.identity(equals(stated.seen, sums.formula.left), *real), sums,
            d.identity(equals(sums.formula.right, self.factor * unit.formula.left), *real))
        self.seen = d.rewrite(unit, self.seen, equals(stated.seen, self.factor * 1))
        self.each, self.real = each, real

    def given(self, v: Any) -> Line:
        """Of the databases with a value v: C e^(t f(v))/Z."""
        d = self.d
        x = self.each.formula.var
        mark = equals(letter(x, 0, self.size), v)
        one = cases(mark, 1, 0)
        x = d.fix(Symbol("x", self.size**self.n))
        part = d.at(self.each, x)
        scaled = d.rewrite(part, d.identity(equals(
            one * part.formula.left, one * part.formula.left), self._letters(x), *self.known),
            equals(one * part.formula.left, one * part.formula.right))
        sums = d.summed(d.forall(x, scaled), *self.real)
        last = d.cite("lemma/words.last", self.unit, *self.known, l=self.logs, v=v, k=d.var("k"))
        own = d.at(self.possible, v)
        whole = stated.given(v)
        left = whole.then
        first = d.identity(equals(left, sums.formula.left / self.law[v]), *self.real, own)
        line = d.rewrite(sums, first, equals(left, sums.formula.right / self.law[v]))
        next_ = d.identity(equals(
            line.formula.right, self.factor * last.formula.left / self.law[v]), *self.real, own)
        line = d.chain(line, next_)
        line = d.rewrite(last, line, equals(left, self.factor * last.formula.right / self.law[v]))
        line = d.chain(line, d.identity(equals(line.formula.right, self.factor * exp(
            self.tilt * indicator(self.event, v)) / self.mass), *self.real, own))
        mark = cases(self.law[v] > 0, 1, 0)
        chosen = d.cite("definition/case-strict", r=0, s=self.law[v])
        sure = d.cases(chosen, *(
            d.piece(d.assume(part), 1) if part.parts[1].right == number(1) else absurd(
                d, equals(mark, 1), own, d.piece(d.assume(part), 0))
            for part in chosen.theorem.conclusion.parts))  # type: ignore[attr-defined]
        split = d.identity(equals(whole, mark * left), *self.real, own)
        split = d.rewrite(sure, split, equals(whole, 1 * left))
        return d.chain(split, d.identity(equals(1 * left, left), *self.real, own), line)

    def leaked(self) -> Line:
        """ℓ = max(t, 0) − ln Z."""
        d = self.d
        top = exp(self.tilt) if self.sign > 0 else number(1)
        high = self.factor * top / self.mass
        v = d.fix(Symbol("v'", self.size))
        mark = indicator(self.event, v)
        own = self.given(v)
        grown = d.cite("background/exponential-increasing", d.obvious(0 <= self.ratio),
                       r=0, s=self.ratio) if self.sign > 0 else d.cite(
            "background/exponential-increasing", d.obvious(-self.ratio <= 0), r=-self.ratio, s=0)
        less = self.by_mark(
            v, self.factor * exp(self.tilt * mark) / self.mass <= high,
            lambda goal: d.arithmetic(goal, grown, *self.known, hints=[self.factor / self.mass]))
        bind = stated.leaked.args[0].args[0]
        most = d.bound_sup(bind, d.chain(own, less), v, *self.real)
        reached = d.fix(Symbol("v*", self.size))
        mark = indicator(self.event, reached)
        held = d.assume(mark >= 1 if self.sign > 0 else mark <= 0)
        there = self.given(reached)
        goal = equals(there.formula.right, high)
        either = d.cite("definition/indicator", A=self.event, a=reached)
        branches = []
        for case in either.theorem.conclusion.parts:  # type: ignore[attr-defined]
            told = d.assume(case)
            if (case.right == number(1)) is (self.sign > 0):
                plain = d.identity(replaced(goal, mark, case.right), *self.known)
                branches.append(d.rewrite(told, plain, goal))
            else:
                branches.append(absurd(d, goal, told, held))
        same = d.cases(either, *branches)
        least = d.obtain(self.witness, reached, d.chain(
            turned(d, same), turned(d, there), d.below_sup(
                bind, reached, d.forall(v, own), d.forall(v, d.chain(own, less)), *self.real)))
        largest = d.turn(equals(bind, high), most, least)
        some = d.obvious(0 < high, *self.known)
        positive = [d.chain(some, least), d.chain(d.obvious(0 < self.factor * 1, *self.known),
                                                  turned(d, self.seen))]
        line = d.identity(equals(stated.leaked, stated.leaked), *positive, *self.real)
        line = d.rewrite(largest, line, equals(stated.leaked, log(high / stated.seen)))
        line = d.rewrite(self.seen, line, equals(
            stated.leaked, log(high / (self.factor * 1))))
        top = self.tilt if self.sign > 0 else number(0)
        line = d.chain(line, d.identity(
            equals(line.formula.right, top - log(self.mass)), *self.known))
        return d.rewrite(self.value, line, equals(
            stated.leaked, top - log(self.value.formula.right)))


@derives("saeidian-2025/proposition-4.6-values.above")
def above(d: Derivation) -> None:
    """y − S/n ≥ 0 throughout."""
    _, place, witness = d.given
    d.qed(Beyond(d, 1, place, witness).leaked())


@derives("saeidian-2025/proposition-4.6-values.below")
def below(d: Derivation) -> None:
    """y − S/n ≤ 0 throughout; p + (1 − p) e^u = e^u (1 − p + p e^(−u))."""
    _, place, witness = d.given
    it = Beyond(d, -1, place, witness)
    line = it.leaked()
    rest = it.value.formula.right
    positive = d.rewrite(it.value, it.positive, 0 < rest)
    other = d.goal.right.args[1].args[0]
    same = d.identity(equals(other, exp(it.ratio) * rest))
    product = d.arithmetic(0 < exp(it.ratio) * rest, positive, hints=[exp(it.ratio)])
    split = d.cite("background/log-product", positive, x=exp(it.ratio), y=rest)
    both = d.arithmetic(
        equals(it.ratio - log(exp(it.ratio) * rest), -log(rest)), split, product, positive)
    back = d.rewrite(turned(d, same), both, equals(d.goal.right, -log(rest)))
    d.qed(d.chain(line, d.identity(equals(line.formula.right, -log(rest)), positive),
                  turned(d, back)))


@derives("saeidian-2025/proposition-4.6-attained")
def attained(d: Derivation) -> None:
    """ln((1 − p) + p e^u) is at most (p − c)(e^u − 1) more than at c."""
    possible, after, _, place, witness = d.given
    value = d.cite("saeidian-2025/proposition-4.6-values.above", possible, place, witness)
    c, share, u = d.var("c"), stated.share, stated.ratio
    grown = d.cite("background/exponential-increasing", d.obvious(0 <= u), r=0, s=u)
    gap = d.arithmetic(0 <= exp(u) - 1, grown)
    low, high = ((1 - part) + part * exp(u) for part in (c, share))
    one = d.arithmetic(1 <= low, gap, hints=[c])
    some = d.chain(d.obvious(number(0) < 1), one)
    rise = (share - c) * (exp(u) - 1)
    less = d.arithmetic(0 <= rise, d.arithmetic(0 <= share - c, after), gap, hints=[exp(u) - 1])
    positive = d.arithmetic(0 < high, some, less)
    tangent = d.cite("background/log-tangent.line", some, positive, x=high / low)
    share_of = d.combined(rise / low <= rise, less, one, some, products=[
        ["1", [["fact", 0], ["fact", 1], ["sign", 1 / low]]]])
    whole = d.identity(equals(high / low, 1 + rise / low), some)
    d.qed(d.arithmetic(d.goal, value, tangent, share_of, whole, some, positive))


@derives("saeidian-2025/proposition-4.6-values.above-most",
         "saeidian-2025/proposition-4.6-values.below-most")
def most(d: Derivation) -> None:
    """The mean of 1 and e^u grows with the share of e^u."""
    (less,) = d.given
    c, p, u = d.var("c"), d.var("p"), d.var("b")
    share = p if d.key.endswith("above-most") else 1 - p
    order = d.arithmetic(c <= share, less)
    grown = d.cite("background/exponential-increasing", d.obvious(0 <= u), r=0, s=u)
    inner = [(1 - part) + part * exp(u) for part in (c, share)]
    gap = d.arithmetic(0 <= exp(u) - 1, grown)
    more = d.combined(inner[0] <= inner[1], order, gap, products=[
        ["1", [["fact", 0], ["fact", 1]]]])
    low = d.arithmetic(1 <= inner[0], gap, hints=[c])
    some = d.chain(d.obvious(number(0) < 1), low)
    logs = log_below(d, *inner, more, some, d.chain(some, more))
    d.qed(d.arithmetic(d.goal, logs, some, d.chain(some, more)))
