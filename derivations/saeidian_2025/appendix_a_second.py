"""Appendix A.4: the steps of the second proof of Theorem 3.7, on a deterministic attribute."""

from __future__ import annotations

from typing import Any

from derivations.patterns.rows import rows_within
from derivations.tools import instance, positive_from, same, split_equal, summed
from verified.language import cases, equals, exp
from verified.papers.saeidian_2025.appendix_a import seen
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number


@derives("saeidian-2025/theorem-3.7-steps.extremes@possible")
def extremes(d: Derivation) -> None:
    """No likelihood is more than e^C times another."""
    W, y = d.var("W"), d.var("y")
    finite, shown = d.given
    capacity, real, within = rows_within(d, finite)
    most, little = d.goal.left.args
    a, b = d.fix(Symbol("s", W.of.inputs)), d.fix(Symbol("t", W.of.inputs))
    top = d.bound_sup(most, within(a, b), a, *real)
    whole = d.identity(equals(exp(capacity) * exp(-capacity), 1), *real)
    each = d.arithmetic(most * exp(-capacity) <= W[b, y], top, whole, *real,
                        hints=[exp(-capacity)])
    least = d.bound_sup(little, each, b, *real)
    own = d.assume(instance(shown, a))
    some = d.chain(own, d.below_sup(most, a))
    some = d.obtain(shown, a, some)
    positive = d.arithmetic(0 < little, least, some, *real, hints=[exp(-capacity)])
    d.qed(d.arithmetic(d.goal, least, whole, positive, *real,
                       hints=[exp(capacity) / little]))


class Parts:
    """The sums over the symbols of one value of a deterministic attribute, and over all others."""

    def __init__(self, d: Derivation, sure: Line) -> None:
        self.d, self.sure = d, sure
        self.Q, self.W, self.V, self.y, self.v = (d.var(name) for name in ("Q", "W", "V", "y", "v"))

    def split(self, weight: Any, inside: bool = True) -> Line:
        """Σ f(x) p(v|x) = Σ over X_v of f(x), or Σ f(x) (1 − p(v|x)) over all others, for f ≥ 0."""
        d = self.d
        x = d.fix(Symbol("x", self.Q.of.size))
        own: Any = self.V[x, self.v]
        chance = own if inside else 1 - own
        mark = cases(own >= 1, 1, 0) if inside else cases(own <= 0, 1, 0)
        entry = d.cite("lemma/largest-probability.sure", d.at(self.sure, x), P=self.V[x], a=self.v)
        one, two = weight(x) * chance, weight(x) * mark
        ways = [d.summed(d.forall(x, d.arithmetic(
            goal, d.piece(entry, 0 if inside else 1), hints=[weight(x)])))
                for goal in (one <= two, two <= one)]
        return d.turn(equals(ways[0].formula.left, ways[0].formula.right), *ways)

    def seen(self, x: Any) -> Any:
        """q(x) p(y|x)."""
        return self.Q[x] * self.W[x, self.y]

    def posterior(self, value: Any, likely: Line) -> tuple[Line, Line, Line]:
        """q_{V|Y=y}(v), and the sums over X_v and over all others, in the sums of p(v|x) and of
        1 − p(v|x)."""
        d = self.d
        inner, outer = self.split(self.seen), self.split(self.seen, inside=False)
        return d.identity(equals(value, inner.formula.left / seen), likely), inner, outer


@derives("saeidian-2025/theorem-3.7-steps.value@possible")
def of_value(d: Derivation) -> None:
    """p(v|x) is 1 on X_v, and 0 elsewhere."""
    _, sure, likely = d.given
    it = Parts(d, sure)
    value, inner, _ = it.posterior(d.goal.left, likely)
    d.qed(d.arithmetic(d.goal, value, inner, likely, hints=[1 / seen]))


def in_parts(d: Derivation) -> tuple[Any, Line, Line, Line, Line]:
    """q_{V|Y=y}(v), the sums over X_v and over all others, and that the outcome is possible."""
    _, sure, positive = d.given
    it = Parts(d, sure)
    inner, outer = it.split(it.seen), it.split(it.seen, inside=False)
    whole = d.identity(equals(seen, inner.formula.left + outer.formula.left))
    _inside, outside = inner.formula.right, outer.formula.right
    likely = d.arithmetic(0 < seen, whole, inner, outer, positive, d.obvious(0 <= outside))
    return it, inner, outer, whole, likely


@derives("saeidian-2025/theorem-3.7-steps.odds@possible")
def as_odds(d: Derivation) -> None:
    """The two sums are q_Y(y) together."""
    _it, inner, outer, whole, likely = in_parts(d)
    positive = d.given[2]
    inside, outside = inner.formula.right, outer.formula.right
    value = d.identity(equals(d.goal.left, inner.formula.left / seen), likely)
    both = d.arithmetic(equals(seen, inside + outside), whole, inner, outer)
    line = d.arithmetic(equals(d.goal.left, inside / seen), value, inner, likely,
                        hints=[1 / seen])
    line = d.rewrite(both, line, equals(d.goal.left, inside / (inside + outside)))
    same = d.identity(equals(inside / (inside + outside), d.goal.right), positive)
    d.qed(d.chain(line, same))


@derives("saeidian-2025/theorem-3.7-steps.bounded")
def bounded(d: Derivation) -> None:
    """The sums are at most r_max Q(X_v), and at least r_min (1 − Q(X_v))."""
    it, inner, outer, whole, likely = in_parts(d)
    positive = d.given[2]
    Q, W, y = it.Q, it.W, it.y
    x = Symbol("x", Q.of.size)
    inside, outside = inner.formula.right, outer.formula.right
    share, rest = it.split(lambda x: Q[x]), it.split(lambda x: Q[x], inside=False)
    all_in = d.identity(equals(share.formula.left + rest.formula.left, 1))
    product = d.goal.right.args[1].args[1]
    little, most = product.args[0].args[0], product.args[1].args[0]

    def mark(x: Any, inside: bool) -> Any:
        return cases(it.V[x, it.v] >= 1, 1, 0) if inside else cases(it.V[x, it.v] <= 0, 1, 0)

    above = summed(d, x, lambda x: d.arithmetic(
        Q[x] * W[x, y] * mark(x, True) <= most * (Q[x] * mark(x, True)), d.below_sup(most, x),
        hints=[Q[x] * mark(x, True)]))
    below = summed(d, x, lambda x: d.arithmetic(
        little * (Q[x] * mark(x, False)) <= Q[x] * W[x, y] * mark(x, False),
        d.below_sup(little, x), hints=[Q[x] * mark(x, False)]))
    part, left = share.formula.right, rest.formula.right
    above = d.arithmetic(inside <= most * part, above)
    below = d.arithmetic(little * left <= outside, below)
    some = positive_from(d, part, above, positive, hints=[most])
    large = positive_from(d, most, above, positive, hints=[part])
    left_is = d.arithmetic(equals(left, 1 - part), all_in, share, rest)
    value = d.identity(equals(d.goal.left, inner.formula.left / seen), likely)
    both = d.arithmetic(equals(seen, inside + outside), whole, inner, outer)
    line = d.arithmetic(equals(d.goal.left, inside / seen), value, inner, likely, hints=[1 / seen])
    line = d.rewrite(both, line, equals(d.goal.left, inside / (inside + outside)))
    here = d.rewrite(d.identity(equals(positive.formula.left, inside)), positive)
    shares = d.identity(equals(inside / (inside + outside), 1 / (1 + outside / inside)), here)
    ratio = little * (1 - part) / (most * part)
    cross = d.arithmetic(ratio * inside <= outside, above, below, left_is, some, large,
                         hints=[ratio])
    cross = d.arithmetic(ratio <= outside / inside, cross, here, some, large,
                         hints=[1 / inside])
    under = d.obvious(0 <= ratio, some, large, left_is)
    less = d.cite("lemma/odds-share", cross, under, some, large, here, r=ratio, s=outside / inside)
    line = d.chain(line, shares, less)
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right), some, large, under)))


@derives("saeidian-2025/theorem-3.7-steps.end")
def end(d: Derivation) -> None:
    """r_min ≥ e^(−C) r_max, and some symbol isn't in X_v."""
    full, sure, varies, likely, positive, finite = d.given
    it = Parts(d, sure)
    Q, W, V, y, v = it.Q, it.W, it.V, it.y, it.v
    capacity, real, within = rows_within(d, finite)
    little, _rest = d.goal.left.args[1].args[1].args[0].args
    most, part = d.goal.left.args[1].args[1].args[1].args
    least = d.goal.right.args[1].args[1].args[0]
    a, b, w = (d.fix(Symbol(name, size)) for name, size in (
        ("s", Q.of.size), ("t", Q.of.size), ("w", V.of.outputs)))
    top = d.bound_sup(most, within(a, b), a, *real)
    whole = d.identity(equals(exp(capacity) * exp(-capacity), 1), *real)
    low = d.bound_sup(little, d.arithmetic(
        most * exp(-capacity) <= W[b, y], top, whole, *real, hints=[exp(-capacity)]), b, *real)
    x = Symbol("x", Q.of.size)
    rows = summed(d, x, lambda x: d.arithmetic(
        Q[x] * W[x, y] <= Q[x] * most, d.below_sup(most, x), hints=[Q[x]]))
    large = d.arithmetic(0 < most, rows, likely)
    share = it.split(lambda x: Q[x])
    inside = d.identity(equals(part, share.formula.right))

    def missed(c: Any, none: Line) -> Line:
        """Q(X_v) ≤ 1 − min q, as the symbol c isn't in X_v."""
        s = d.fix(Symbol("cell", Q.of.size))

        def row(held: Line, mark: Line) -> Line:
            on = mark.formula.right
            goal = Q[s] * V[s, v] <= Q[s] * (1 - same(s, c))
            chance = d.piece(d.cite("background/probability-bounds", P=V[s], a=v), 1)
            if on == number(1):
                chance = d.rewrite(d.turn(equals(c, s), held), none, V[s, v] <= 0)
            return d.rewrite(mark, d.arithmetic(
                Q[s] * V[s, v] <= Q[s] * (1 - on), chance, hints=[Q[s]]), goal)

        rows = d.summed(d.forall(s, split_equal(d, s, c, row)))
        return d.arithmetic(part <= 1 - least, rows, share, inside, d.below_sup(least, c))

    first = d.assume(instance(varies, a))
    second = d.assume(instance(first, b))
    third = d.assume(instance(second, w))
    shown, hidden = d.piece(third, 0), d.piece(third, 1)

    def here(held: Line, _: Line) -> Line:
        return missed(b, d.rewrite(d.turn(equals(w, v), held), hidden, V[b, v] <= 0))

    def case(held: Line, mark: Line) -> Line:
        if mark.formula.right == number(1):
            return here(held, mark)
        rest_of = d.cite("lemma/largest-probability.rest", held, P=V[a], a=w, b=v)
        return missed(a, d.arithmetic(V[a, v] <= 0, rest_of, shown))

    line = split_equal(d, v, w, case)
    line = d.obtain(second, w, line)
    line = d.obtain(first, b, line)
    below = d.obtain(varies, a, line)
    above = d.cite("lemma/largest-probability.least", full, P=Q)
    some = d.arithmetic(0 < 1 - least, below, positive)
    ratio = least / (exp(capacity) * (1 - least))
    other = little * (1 - part) / (most * part)
    factor = exp(-capacity) * (1 / (1 - least))
    same_ratio = d.identity(equals(ratio, least * factor), some, *real)
    less = d.arithmetic(least * part <= (1 - part) * (1 - least), below)
    less = d.arithmetic(least * factor * part <= (1 - part) * exp(-capacity), less, some, *real,
                        hints=[factor])
    less = d.arithmetic(least * factor <= other, less, low, below, above, large, positive, some,
                        *real, hints=[1 / part, (1 - part) * (1 / most) * (1 / part)])
    less = d.chain(same_ratio, less)
    under = d.obvious(0 <= ratio, some, above, *real)
    d.qed(d.cite("lemma/odds-share", less, under, some, above, large, positive, *real, r=ratio,
                 s=other))
