"""Section 7, eq. (71), for orders below 1: Csiszár's supremum is at most Sibson's.

With u(y) = Σ P W^α, w(y) = W(y|x)^α and N = Σ u^(1/α), Sibson's information is α/(α − 1) ln N.
Where moving P by t towards x doesn't make N much smaller, the tangents of the convex power bound
Σ w u^(1/α − 1) from below, and with it D_α(W_x‖q) from above, q being Sibson's output law at P.
"""

from __future__ import annotations

from derivations.patterns.numbers import exponential_less, log_between
from derivations.patterns.orders import Optimal, differs_from_one
from derivations.tools import ZERO, same, split_zero, substitute_bound, turned
from verified.kernel.inference import replaced
from verified.language import equals, exp, log, pmf_table, renyi, sibson, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Symbol, Term, number


class Moved(Optimal):
    """N at a prior P, and at P moved by t towards an input x.

    Attributes:
        part, power: w(y) and 1/α − 1.
        between, moved, least: (1 − t) u + t w, the sum of its powers 1/α, and that it isn't
            negative.
        reached: Σ_y w u^(1/α − 1).
        small, mean: the lines w ≤ 1 and u ≤ 1.
        told: the line I^s = α/(α − 1) ln N.
        known: lines that the numbers above are real.
    """

    def __init__(self, d: Derivation, less: Line) -> None:
        super().__init__(d, d.var("P"), d.var("W"), d.var("alpha"))
        self.d, self.less, self.m = d, less, d.var("m")
        self.t, self.eta = d.var("t"), d.var("eta")
        self.power = 1 / self.order - 1
        self.part = self.W[self.x, self.y] ** self.order
        self.between = (1 - self.t) * self.powers + self.t * self.part
        self.moved = total(self.y, self.between ** (1 / self.order))
        self.reached = total(self.y, self.part * self.powers**self.power)
        more = d.arithmetic(ZERO < self.power, less, hints=[1 / self.order])
        self.rest = d.obvious(self.t <= 1)
        self.least = d.arithmetic(
            ZERO <= self.between, self.rest, hints=[self.powers, self.t * self.part])
        self.differs = differs_from_one(d, self.order, less)
        self.known = [self.some, less, more]
        self.small = self.at_most_one()
        each = d.arithmetic(
            self.P[self.x] * self.part <= self.P[self.x], self.small, hints=[self.P[self.x]])
        rows = d.summed(d.forall(self.x, each))
        self.mean = d.chain(rows, d.identity(equals(rows.formula.right, 1)))
        own = d.cite("background/sibson", self.differs, self.some)
        value = self.order / (self.order - 1) * log(self.sum)
        self.told = d.arithmetic(
            equals(sibson(self.P, self.W, self.order), value), own, self.some, less)

    def at_most_one(self) -> Line:
        """W(y|x)^α ≤ 1."""
        d, entry = self.d, self.W[self.x, self.y]
        bounds = d.cite("background/probability-bounds", part=1, P=self.W[self.x], a=self.y)
        grown = d.cite("lemma/power.increasing", bounds, s=entry, t=number(1), alpha=self.order)
        return d.chain(grown, d.identity(equals(number(1) ** self.order, 1)))

    def not_much_less(self, given: Line) -> Line:
        """N − N η (1 − α)/α ≤ the sum at the prior moved, as its information is at most η more."""
        d, t, y, order = self.d, self.t, self.y, self.order
        a = d.fix(Symbol("a", self.P.sort.size))
        prior = pmf_table(self.P.sort.size, lambda s: (
            (1 - t) * self.P[s] + t * same(s, self.x)))
        law = d.forall(a, d.arithmetic((1 - t) * self.P[a] >= 0, self.rest, hints=[self.P[a]]))
        some = d.cite("lemma/power.columns", law, P=prior, W=self.W, alpha=order)
        inner = substitute_bound(some.formula.left, y).args[0]
        power = self.between ** (1 / order)
        column = d.rewrite(
            d.identity(equals(self.between, inner), law),
            d.identity(equals(power, power), self.least), equals(inner ** (1 / order), power))
        columns = d.summed(d.forall(y, column), d.forall(y, self.least), law)
        some = d.rewrite(columns, some)
        value = d.rewrite(columns, d.cite(
            "background/sibson", self.differs, law, P=prior, W=self.W, alpha=order))
        known = [d.forall(y, self.least), law, some, *self.known]
        tangent = d.cite("background/log-tangent.line", *known, x=self.moved / self.sum)
        scale = (1 - order) / order
        fallen = d.arithmetic(
            log(self.sum) - log(self.moved) <= scale * self.eta, value, self.told,
            d.at(given, self.x), *known, hints=[scale])
        return d.arithmetic(
            self.sum - self.sum * scale * self.eta <= self.moved, tangent, fallen, *known,
            hints=[self.sum])

    def reaches(self, given: Line) -> Line:
        """N ((1 − t)^(1/α − 1) − (1 − α) η/t) − m (t + t^(1/α − 1)) ≤ Σ w u^(1/α − 1)."""
        d, t, y, order = self.d, self.t, self.y, self.order
        high = self.not_much_less(given)
        growth = d.cite(
            "lemma/power-moved.growth", self.mean, self.small, self.least, *self.known,
            u=self.powers, w=self.part, t=t, b=self.power)
        growth = d.rewrite(d.identity(equals(1 + self.power, 1 / order)), growth)
        known = [d.forall(y, self.least), *self.known]
        rows = d.summed(d.forall(y, growth), *known)
        few = d.summed(d.forall(y, self.small))
        few = d.chain(few, d.identity(equals(few.formula.right, self.m)))
        near, low = t + t**self.power, (1 - t) ** self.power
        line = d.arithmetic(
            self.moved - self.sum
            <= t / order * (self.reached + near * total(y, self.part) - low * self.sum),
            rows, *known)
        return d.arithmetic(
            self.sum * (low - (1 - order) * self.eta / t) - self.m * near <= self.reached, line,
            high, few, *known, hints=[order / t, near])

    def inverse(self) -> Line:
        """e to (1/α − 1) I^s is 1/N."""
        d, order = self.d, self.order
        value = sibson(self.P, self.W, order)
        factor, level = self.power * (order / (order - 1)), log(self.sum)
        minus = d.combined(equals(factor, -1), self.less)
        line = d.identity(equals(exp(-1 * level), 1 / self.sum), self.some)
        line = d.rewrite(turned(d, minus), line, equals(exp(factor * level), 1 / self.sum))
        told = self.told.formula.right
        line = d.chain(d.identity(
            equals(exp(self.power * told), exp(factor * level)), self.some, self.less), line)
        return d.rewrite(
            turned(d, self.told), line, equals(exp(self.power * value), 1 / self.sum))

    def overlap(self) -> Line:
        """Σ_y W^α q^(1−α) = Σ w u^(1/α − 1) N^(α−1) for Sibson's output law q."""
        d, order, N = self.d, self.order, self.sum
        scale = N ** (order - 1)
        goal = equals(
            self.part * (self.root / N) ** (1 - order),
            self.part * self.powers**self.power * scale)

        def never(zero: Line) -> Line:
            plain = d.identity(replaced(goal, self.powers, ZERO), *self.known)
            return d.rewrite(zero, plain, goal)

        each = split_zero(
            d, self.powers, never, lambda here: d.identity(goal, here, *self.known))
        rows = d.summed(d.forall(self.y, each), *self.known)
        printed = total(self.y, self.part * self.q ** (1 - order))
        return d.chain(
            d.identity(equals(printed, rows.formula.left), *self.known), rows,
            d.identity(equals(rows.formula.right, self.reached * scale), *self.known))

    def divergence(self, given: Line, bracket: Term, positive: Line) -> Line:
        """D_α(W_x‖q) ≤ I^s − ln B/(1 − α), where the line says that the bracket B is positive."""
        d, order, N = self.d, self.order, self.sum
        near = self.t + self.t**self.power
        reached = d.arithmetic(
            N * bracket <= self.reached, self.reaches(given), self.inverse(), *self.known,
            hints=[N * self.m * near])
        known = [positive, *self.known]
        lower = d.arithmetic(ZERO < N * bracket, *known, hints=[N])
        inside = d.chain(lower, reached)
        overlap = self.overlap()
        value = overlap.formula.right
        meet = d.rewrite(
            turned(d, overlap), d.arithmetic(ZERO < value, inside, *known, hints=[value.args[1]]),
            ZERO < overlap.formula.left)
        found = d.rewrite(overlap, d.cite(
            "definition/renyi-below", meet, *known, P=self.W[self.x], Q=self.law))
        logs = log_between(d, N * bracket, self.reached, reached, lower, inside, *known)
        logs = d.rewrite(d.cite("background/log-product", *known, x=N, y=bracket), logs)
        level = sibson(self.P, self.W, order) - log(bracket) / (1 - order)
        return d.arithmetic(
            renyi(self.W[self.x], self.law, order) <= level, found, logs, self.told, inside,
            *known, hints=[1 / (1 - order)])


@derives("cuff-yu-2016/eq-71.csiszar-near-best")
def near_best(d: Derivation) -> None:
    """At Sibson's output law of P, whose divergence from no row is much above Sibson's."""
    less, given = d.given
    it, Q, bracket, exponent = Moved(d, less), d.var("Q"), d.goal.right, d.goal.left.args[0]
    positive, none = d.assume(bracket > 0), d.assume(bracket <= 0)
    known = [positive, *it.known]
    high = it.divergence(given, bracket, positive)
    divergence, level = high.formula.left, high.formula.right
    each = d.arithmetic(Q[it.x] * divergence <= Q[it.x] * level, high, *known, hints=[Q[it.x]])
    rows = d.summed(d.forall(it.x, each), *known)
    defined = d.cite("definition/csiszar", P=Q)
    below = d.chain(
        defined, d.below_sup(defined.formula.right, it.law, *it.known), rows,
        d.identity(equals(rows.formula.right, level), *known))
    grown = d.arithmetic(log(bracket) <= exponent, below, *known, hints=[1 - it.order])
    grown = exponential_less(d, log(bracket), exponent, grown, *known)
    r = Real("r", ">0")
    found = d.chain(d.scalar(r <= exp(log(r)), *known, values={r: bracket}), grown)
    trivial = d.chain(none, d.obvious(ZERO <= d.goal.left))
    d.qed(d.cases(d.order(bracket, 0, *it.known), trivial, found))
