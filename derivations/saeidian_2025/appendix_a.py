"""Appendix A.4: the steps of the first proof of Theorem 3.7."""

from __future__ import annotations

from typing import Any

from derivations.patterns.posteriors import Posterior
from derivations.patterns.rows import rows_within
from derivations.tools import (
    instance,
    one_term,
    positive_from,
    split_order,
    substitute_bound,
    summed,
)
from verified.language import equals, exp, log, negation, output, total
from verified.papers.saeidian_2025.appendix_a import believed, eps, known, seen, told
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol


def laws(d: Steps, value: Any = None) -> tuple[Posterior, list[Line]]:
    """The posterior after the outcome, and what shows that q_{X|Y=y} and q_{X|U=v} are laws."""
    Q, W, U, y = (d.var(name) for name in "QWUy")
    it = Posterior(d, Q, W, y)
    back = [] if value is None else Posterior(d, Q, U, value).law
    return it, [*it.law, *back]


def at_most_one(d: Steps) -> Line:
    """e^(−ε) ≤ 1."""
    grown = d.cite("background/exponential-increasing", d.obvious(-eps <= 0), r=-eps, s=0)
    return d.arithmetic(exp(-eps) <= 1, grown)


@derives("saeidian-2025/theorem-3.7-steps.certain.only-if")
def likely_value(d: Derivation) -> None:
    """The likeliest value has the probability e^(−H)."""
    (sharp,) = d.given
    _, law = laws(d)
    level = d.identity(equals(eps, -log(exp(-eps))))
    d.qed(d.cite("lemma/largest-probability.likelier", d.chain(sharp, level), at_most_one(d), *law,
                 P=known, g=exp(-eps)))


@derives("saeidian-2025/theorem-3.7-steps.certain.if")
def small_entropy(d: Derivation) -> None:
    """e^(−H) is no smaller than any probability."""
    (sure,) = d.given
    _, law = laws(d)
    b = d.fix(Symbol("b", known.sort.size))
    line = d.cite("lemma/largest-probability.less", d.assume(instance(sure, b)), at_most_one(d),
                  *law, P=known, g=exp(-eps), a=b)
    level = d.identity(equals(-log(exp(-eps)), eps))
    d.qed(d.obtain(sure, b, d.chain(line, level)))


def joint(d: Steps, u: Any) -> Any:
    """Σ q(x) p(y|x) p(u|x)."""
    Q, W, U, y = (d.var(name) for name in "QWUy")
    x = Symbol("x", Q.of.size)
    return total(x, Q[x] * W[x, y] * U[x, u])


def possible_value(d: Derivation, u: Any, positive: Line, law: list[Line]) -> Line:
    """0 < q_U(u), from 0 < q_{U|Y=y}(u)."""
    Q, W, U, y = (d.var(name) for name in "QWUy")

    def null(none: Line) -> Line:
        same = d.identity(equals(known[u], believed[u]), none, *law)
        return d.chain(positive, same)

    def there(likely: Line) -> Line:
        value = d.identity(equals(known[u] * seen, joint(d, u)), likely, *law)
        rows = summed(d, Symbol("x", Q.of.size), lambda x: d.arithmetic(
            Q[x] * W[x, y] * U[x, u] <= Q[x] * U[x, u],
            d.piece(d.cite("background/probability-bounds", P=W[x], a=y), 1),
            hints=[Q[x] * U[x, u]]))
        return positive_from(d, believed[u], d.arithmetic(
            known[u] * seen <= believed[u], value, rows, *law), positive, likely, *law,
            hints=[seen])

    return split_order(d, seen, 0, null, there)


def by_bayes(d: Derivation, u: Any, positive: Line, law: list[Line]) -> Line:
    """q_{Y|U=u}(y) = q_{U|Y=y}(u) q_Y(y)/q_U(u), from 0 < q_U(u)."""
    Q, W, U, y = (d.var(name) for name in "QWUy")
    goal = equals(told(u), known[u] * seen / believed[u])
    value = d.identity(equals(told(u), joint(d, u) / believed[u]), positive, *law)

    def null(none: Line) -> Line:
        def row(x: Any) -> Line:
            part = one_term(d, x, lambda b: Q[b] * W[b, y])
            return d.arithmetic(Q[x] * W[x, y] * U[x, u] <= 0, part, none, hints=[U[x, u]])

        rows = summed(d, Symbol("x", Q.of.size), row)
        zero = d.turn(equals(joint(d, u), 0), d.arithmetic(joint(d, u) <= 0, rows),
                      d.obvious(joint(d, u) >= 0))
        nothing = d.turn(equals(seen, 0), none, d.obvious(seen >= 0))
        left = d.arithmetic(equals(told(u), 0), value, zero, positive, *law,
                            hints=[1 / believed[u]])
        right = d.arithmetic(equals(known[u] * seen / believed[u], 0), nothing, positive, *law,
                             hints=[known[u] / believed[u]])
        return d.arithmetic(goal, left, right, positive, *law)

    def there(likely: Line) -> Line:
        return d.identity(goal, likely, positive, *law)

    return split_order(d, seen, 0, null, there)


def first_value(d: Derivation, sure: Line) -> tuple[Any, Line, list[Line]]:
    """u₁, that q_U(u₁) > 0, and that laws are laws."""
    u = d.var("u")
    _, law = laws(d, u)
    positive = d.chain(d.obvious(0 < exp(-eps)), sure)
    return u, possible_value(d, u, positive, law), law


@derives("saeidian-2025/theorem-3.7-steps.bayes")
def bayes_of_first(d: Derivation) -> None:
    """By Bayes' rule."""
    u, positive, law = first_value(d, d.given[1])
    d.qed(by_bayes(d, u, positive, law))


def above_first(d: Derivation) -> Line:
    """q_Y(y)/q_U(u₁) e^(−ε) < q_{Y|U=u₁}(y)."""
    _, sure, likely = d.given[:3]
    u, positive, law = first_value(d, sure)
    value = by_bayes(d, u, positive, law)
    goal = seen / believed[u] * exp(-eps) < told(u)
    return d.arithmetic(goal, value, sure, positive, likely, *law, hints=[seen / believed[u]])


@derives("saeidian-2025/theorem-3.7-steps.first@possible")
def first(d: Derivation) -> None:
    """q_{U|Y=y}(u₁) > e^(−ε)."""
    d.qed(above_first(d))


def mixed(d: Steps, u: Any, most: Any) -> Line:
    """q_{Y|U=u}(y) ≤ max p(y|x)."""
    Q, W, U, y = (d.var(name) for name in "QWUy")
    back = Posterior(d, Q, U, u)

    def case(line: Line) -> Line:
        rows = summed(d, Symbol("x", Q.of.size), lambda x: d.arithmetic(
            back.term[x] * W[x, y] <= back.term[x] * most, d.below_sup(most, x), line,
            hints=[back.term[x]]), line)
        return d.arithmetic(told(u) <= most, rows, line)

    return back.split(case, case)


@derives("saeidian-2025/theorem-3.7-steps.mixture")
def mixture(d: Derivation) -> None:
    """A mean is at most the largest."""
    d.qed(mixed(d, d.var("u"), d.goal.right))


@derives("saeidian-2025/theorem-3.7-steps.most@possible")
def some_symbol(d: Derivation) -> None:
    """By the two steps before."""
    d.qed(d.chain(above_first(d), mixed(d, d.var("u"), d.goal.right)))


@derives("saeidian-2025/theorem-3.7-steps.rest")
def others(d: Derivation) -> None:
    """The probabilities sum to 1."""
    u, v = d.var("u"), d.fix(Symbol("v", known.sort.size))
    (sure,) = d.given
    _, law = laws(d)
    apart = d.assume(negation(equals(v, u)))
    line = d.cite("lemma/largest-probability.below", apart, sure, at_most_one(d), *law, P=known,
                  g=exp(-eps), a=u, b=v)
    d.qed(d.forall(v, line, where=apart.formula))


@derives("saeidian-2025/theorem-3.7-steps-repaired.another")
def another_value(d: Derivation) -> None:
    """Else u₁ would be certain."""
    Q, U, u = d.var("Q"), d.var("U"), d.var("u")
    d.qed(d.cite("lemma/largest-probability.another", d.given[2], P=output(Q, U), a=u))


def below_second(d: Derivation) -> tuple[Line, Line, list[Line]]:
    """Bayes' rule for u₂, and q_{Y|U=u₂}(y) < q_Y(y)/q_U(u₂) (1 − e^(−ε))."""
    v = d.var("v")
    _, unlikely, likely, positive = d.given[:4]
    _, law = laws(d, v)
    value = by_bayes(d, v, positive, law)
    goal = told(v) < seen / believed[v] * (1 - exp(-eps))
    line = d.arithmetic(goal, value, unlikely, likely, positive, *law, hints=[seen / believed[v]])
    return value, line, law


@derives("saeidian-2025/theorem-3.7-steps.second@possible")
def second(d: Derivation) -> None:
    """Bayes' rule."""
    value, line, _ = below_second(d)
    d.qed(d.both(value, line))


def each_symbol(d: Derivation, x: Any) -> Line:
    """p(y|x) q_{X|U=u₂}(x) < q_Y(y)/q_U(u₂) (1 − e^(−ε))."""
    Q, W, U, y, v = (d.var(name) for name in ("Q", "W", "U", "y", "v"))
    _, line, _law = below_second(d)
    positive = d.given[3]
    back = Posterior(d, Q, U, v)
    part = one_term(d, x, lambda b: back.term[b] * W[b, y], positive)
    own = d.arithmetic(W[x, y] * back.term[x] <= told(v), part, positive)
    return d.chain(own, line)


@derives("saeidian-2025/theorem-3.7-steps.each")
def each(d: Derivation) -> None:
    """One term of the sum."""
    x = d.fix(Symbol("x", d.var("Q").of.size))
    line = each_symbol(d, x)
    goal = substitute_bound(d.goal, x)
    d.qed(d.forall(x, d.arithmetic(goal, line, d.given[3])))


@derives("saeidian-2025/theorem-3.7-steps.some")
def some_input(d: Derivation) -> None:
    """A law has a possible symbol."""
    Q, U, v = d.var("Q"), d.var("U"), d.var("v")
    back = Posterior(d, Q, U, v)
    d.qed(d.cite("lemma/largest-probability.possible", *back.law, P=back.term))


@derives("saeidian-2025/theorem-3.7-steps.low")
def low(d: Derivation) -> None:
    """Divided by q_{X|U=u₂}(x*)."""
    Q, W, U, y, v, x = (d.var(name) for name in "QWUyvx")
    possible, positive = d.given[4], d.given[3]
    own, whole = Posterior(d, Q, U, v).term[x], Q[x] * U[x, v]
    value = d.identity(equals(own, whole / believed[v]), positive)
    some = d.combined(0 < whole, d.rewrite(value, possible), positive,
                      products=[["1", [["fact", 0], ["fact", 1]]]])
    each = d.rewrite(value, each_symbol(d, x))
    flat = d.arithmetic(W[x, y] * whole < seen * (1 - exp(-eps)), each, positive,
                        hints=[believed[v]])
    line = d.arithmetic(W[x, y] < seen / whole * (1 - exp(-eps)), flat, some, hints=[1 / whole])
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right), positive, some)))


@derives("saeidian-2025/theorem-3.7-steps-repaired.capacity")
def capacity_reached(d: Derivation) -> None:
    """No likelihood is more than e^C times another."""
    Q, W, y, x = (d.var(name) for name in "QWyx")
    _, likely, finite = d.given
    capacity, real, within = rows_within(d, finite)
    a = d.fix(Symbol("a", Q.of.size))
    most = d.goal.left.args[0]
    top = d.bound_sup(most, within(a, x), a, *real)
    rows = summed(d, a, lambda a: d.arithmetic(
        Q[a] * W[a, y] <= Q[a] * (exp(capacity) * W[x, y]), within(a, x), *real, hints=[Q[a]]),
        *real)
    whole = d.arithmetic(seen <= exp(capacity) * W[x, y], rows, *real)
    positive = positive_from(d, W[x, y], whole, likely, *real, hints=[exp(capacity)])
    d.qed(d.arithmetic(d.goal, top, positive, *real, hints=[1 / W[x, y]]))


def below_one(d: Derivation) -> Line:
    """0 < 1 − e^(−ε)."""
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    whole = d.identity(equals(exp(eps) * exp(-eps), 1))
    return d.arithmetic(0 < 1 - exp(-eps), grown, whole, d.obvious(0 < eps), hints=[exp(-eps)])


@derives("saeidian-2025/theorem-3.7-steps.ratio")
def ratio(d: Derivation) -> None:
    """The bounds from both sides."""
    Q, W, U, y, u, v, x = (d.var(name) for name in "QWUyuvx")
    _, _, likely, positive, sure, possible, shown = d.given
    law = laws(d, u)[1]
    first = possible_value(d, u, d.chain(d.obvious(0 < exp(-eps)), sure), law)
    value = by_bayes(d, u, first, law)
    over = d.arithmetic(seen / believed[u] * exp(-eps) < told(u), value, sure, first, likely, *law,
                        hints=[seen / believed[u]])
    most = d.goal.right.args[0]
    top = d.chain(over, mixed(d, u, most))
    own = Posterior(d, Q, U, v).term[x]
    under = each_symbol(d, x)
    apart = below_one(d)
    flat = d.arithmetic(W[x, y] * own * believed[v] < seen * (1 - exp(-eps)), under, positive,
                        hints=[believed[v]])
    factor = exp(-eps) * (1 / believed[u]) * (1 / (1 - exp(-eps))) * (1 / W[x, y])
    d.qed(d.arithmetic(d.goal, flat, top, apart, first, positive, possible, shown, likely,
                       hints=[factor, 1 / W[x, y]]))


@derives("saeidian-2025/theorem-3.7-steps.constant")
def constant(d: Derivation) -> None:
    """q_U(u₂) q_{X|U=u₂}(x*) = q(x*) p(u₂|x*), and q_U(u₁) ≤ 1."""
    Q, U, u, v, x, c = (d.var(name) for name in "QUuvxc")
    first, small = d.given
    part = one_term(d, x, lambda b: Q[b] * U[b, v], name="cell")
    positive = d.arithmetic(0 < believed[v], part, small)
    own = Posterior(d, Q, U, v).term[x]
    value = d.identity(equals(believed[v] * own, Q[x] * U[x, v]), positive)
    most = d.piece(d.cite("background/probability-bounds", P=output(Q, U), a=u), 1)
    over = d.arithmetic(c < believed[v] * own / believed[u], value, small, most, first, positive,
                        hints=[c / believed[u], 1 / believed[u]])
    apart = below_one(d)
    d.qed(d.arithmetic(d.goal, over, apart, first, positive, hints=[exp(-eps) / (1 - exp(-eps))]))


@derives("saeidian-2025/theorem-3.7-steps.unbounded")
def unbounded(d: Derivation) -> None:
    """e^(−ε)/(1 − e^(−ε)) = 1/(e^ε − 1)."""
    c, r = d.var("c"), d.var("r")
    (small,) = d.given
    apart = below_one(d)
    whole = d.identity(equals(exp(eps) * exp(-eps), 1))
    other = d.identity(equals(exp(r) * exp(-r), 1))
    flat = d.arithmetic((1 - exp(-eps)) * exp(r) < c * exp(-eps), small, whole, other,
                        hints=[exp(-eps) * exp(r)])
    d.qed(d.arithmetic(d.goal, flat, apart, hints=[1 / (1 - exp(-eps))]))
