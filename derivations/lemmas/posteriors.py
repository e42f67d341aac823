"""Proofs on posteriors, on the largest ratio of two laws, and on the largest probability of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.posteriors import Posterior, log_at_most
from derivations.patterns.renyi import covering, endless, largest_ratio
from derivations.tools import (
    instance,
    is_zero,
    log_below,
    one_term,
    positive_from,
    split_order,
    substitute_bound,
    summed,
)
from verified.language import (
    cases,
    either,
    equals,
    exp,
    log,
    min_entropy,
    output,
    reals_table,
    total,
)
from verified.papers.lemmas.posteriors import entry, posterior
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


def split_seen(
    d: Steps, seen: Term, possible: Callable[[Line], Line], null: Callable[[Line], Line]
) -> Line:
    """What holds of an outcome, whether it has a positive probability or none."""
    return split_order(d, seen, 0, null, possible)


@derives("lemma/posterior.law")
def posterior_law(d: Derivation) -> None:
    """Σ P(a) W(y|a) is the probability of y."""
    P, W, y = d.var("P"), d.var("W"), d.var("y")
    seen = output(P, W)[y]
    a = d.fix(Symbol("a", P.of.size))
    goal = d.goal

    def found(line: Line) -> Line:
        sign = d.obvious(entry >= 0, line)
        return d.both(d.forall(a, sign), d.identity(goal.parts[1], line))

    d.qed(split_seen(d, seen, found, found))


@derives("lemma/posterior.bayes")
def bayes(d: Derivation) -> None:
    """By its definition; where no input gives the outcome, both sides are 0."""
    P, W, y = d.var("P"), d.var("W"), d.var("y")
    seen = output(P, W)[y]
    a = d.fix(Symbol("a", P.of.size))

    def null(line: Line) -> Line:
        part = one_term(d, a, lambda b: P[b] * W[b, y])
        nothing = is_zero(d, P[a] * W[a, y], d.arithmetic(P[a] * W[a, y] <= 0, part, line))
        value = d.identity(equals(entry, P[a]), line)
        return d.arithmetic(
            equals(entry * seen, P[a] * W[a, y]), value, is_zero(d, seen, line), nothing
        )

    d.qed(d.forall(a, split_seen(
        d, seen, lambda line: d.identity(equals(entry * seen, P[a] * W[a, y]), line), null
    )))


@derives("lemma/posterior.null")
def no_outcome(d: Derivation) -> None:
    """By its definition."""
    P = d.var("P")
    a = d.fix(Symbol("a", P.of.size))
    d.qed(d.forall(a, d.identity(equals(entry, P[a]), *d.given)))


# --- the largest ratio ----------------------------------------------------------------------------


def some_ratio(d: Steps, most: Term, P: Term, Q: Term, ratio: Callable[[Any], Line]) -> Line:
    """The largest ratio M is positive, as 1 = Σ P ≤ M Σ Q."""
    rows = summed(d, d.fix(Symbol("s", P.sort.sizes()[0])), ratio)
    whole = d.chain(d.identity(equals(number(1), rows.formula.left)), rows)
    return positive_from(d, most, whole)


@derives("lemma/largest-ratio.ratio")
def every_ratio(d: Derivation) -> None:
    """It is at most the largest one."""
    P, Q, r = d.var("P"), d.var("Q"), d.var("r")
    (bounded,) = d.given
    inside = covering(d, P, Q, lambda a, here, none: endless(
        d, d.cite("definition/renyi-infinite-outside", here, none, P=P, Q=Q, a=a), bounded))
    value, ratio = largest_ratio(d, P, Q, inside)
    most = value.formula.right.args[1].args[0]
    above = some_ratio(d, most, P, Q, ratio)
    logs = d.arithmetic(log(most) <= r, value, bounded, above)
    grown = d.cite("background/exponential-increasing", logs, above, r=log(most), s=r)
    less = d.chain(d.identity(equals(most, exp(log(most))), above), grown)
    a = d.fix(Symbol("a", P.of.size))
    d.qed(d.forall(a, d.arithmetic(
        P[a] <= exp(r) * Q[a], ratio(a), less, above, hints=[Q[a]])))


@derives("lemma/largest-ratio.bound")
def largest_of_ratios(d: Derivation) -> None:
    """The largest one is one of them."""
    P, Q, r = d.var("P"), d.var("Q"), d.var("r")
    (each,) = d.given
    a = d.fix(Symbol("v", P.of.size))

    def covered(a: Any) -> Line:
        held = either(Q[a] > 0, P[a] <= 0)
        own = d.at(each, a)
        return split_order(
            d, Q[a], 0, lambda low: d.follows(held, d.arithmetic(
                P[a] <= 0, own, low, hints=[exp(r)])),
            lambda high: d.follows(held, high),
        )

    value, ratio = largest_ratio(d, P, Q, d.forall(a, covered(a)))
    most = value.formula.right.args[1].args[0]
    above = some_ratio(d, most, P, Q, ratio)
    s = d.fix(Symbol("w", P.of.size))
    part, own = cases(Q[s] > 0, P[s] / Q[s], 0), d.at(each, s)

    def seen(there: Line) -> Line:
        worth = d.identity(equals(part, P[s] / Q[s]), there)
        return d.arithmetic(part <= exp(r), worth, own, there, hints=[1 / Q[s]])

    def unseen(low: Line) -> Line:
        return d.chain(d.identity(equals(part, 0), low), d.obvious(number(0) <= exp(r)))

    less = d.bound_sup(most, split_order(d, Q[s], 0, unseen, seen), s)
    logs = log_below(d, most, exp(r), less, above)
    same = d.identity(equals(log(exp(r)), r))
    d.qed(d.arithmetic(d.goal, value, logs, same, above))


# --- the largest probability ----------------------------------------------------------------------


@derives("lemma/largest-probability.positive")
def some_probability(d: Derivation) -> None:
    """Else the probabilities would sum to 0."""
    P = d.var("P")
    most = d.goal.right if d.goal.op == "<" else d.goal.left
    rows = summed(d, d.fix(Symbol("s", P.of.size)), lambda s: d.below_sup(most, s))
    whole = d.chain(d.identity(equals(number(1), rows.formula.left)), rows)
    d.qed(positive_from(d, most, whole, hints=[P.of.size]))


@derives("lemma/largest-probability.value")
def exponential_value(d: Derivation) -> None:
    """By the definition of min-entropy."""
    P = d.var("P")
    most = d.goal.right
    above = d.cite("lemma/largest-probability.positive")
    value = d.cite("definition/min-entropy", P=P)
    same = d.identity(equals(exp(-value.formula.right), most), above)
    d.qed(d.rewrite(d.turn(equals(value.formula.right, value.formula.left), value), same, d.goal))


@derives("lemma/largest-probability.at-most")
def entropy_above(d: Derivation) -> None:
    """ln is monotone."""
    P, chance = d.var("P"), d.var("g")
    (each,) = d.given
    above = d.cite("lemma/largest-probability.positive")
    most = above.formula.left
    s = d.fix(Symbol("s", P.of.size))
    less = d.bound_sup(most, d.at(each, s), s)
    logs = log_below(d, most, chance, less, above)
    value = d.cite("definition/min-entropy", P=P)
    d.qed(d.arithmetic(d.goal, value, logs, above))


@derives("lemma/largest-probability.at-least")
def entropy_below(d: Derivation) -> None:
    """ln is monotone."""
    P, a = d.var("P"), d.var("a")
    (likely,) = d.given
    above = d.cite("lemma/largest-probability.positive")
    most = above.formula.left
    less = d.below_sup(most, a)
    logs = log_below(d, P[a], most, less, likely, above)
    value = d.cite("definition/min-entropy", P=P)
    d.qed(d.arithmetic(d.goal, value, logs, above, likely))


@derives("lemma/largest-probability.certain")
def certain(d: Derivation) -> None:
    """e^0 = 1, and no probability is larger."""
    P = d.var("P")
    (none,) = d.given
    most = d.goal.left
    value = d.cite("lemma/largest-probability.value")
    grown = d.cite("background/exponential-increasing", d.arithmetic(
        0 <= -min_entropy(P), none), r=0, s=-min_entropy(P))
    high = d.arithmetic(1 <= most, grown, value)
    s = d.fix(Symbol("s", P.of.size))
    low = d.bound_sup(most, d.piece(d.cite("background/probability-bounds", P=P, a=s), 1), s)
    d.qed(d.turn(d.goal, high, low))


@derives("lemma/largest-probability.least")
def some_least(d: Derivation) -> None:
    """The smallest probability is one of them."""
    P = d.var("P")
    (likely,) = d.given
    least = d.goal.left
    found = d.cite("background/largest-attained", f=reals_table(P.of.size, lambda a: -P[a]))
    b, s = d.fix(Symbol("b", P.of.size)), d.fix(Symbol("s", P.of.size))
    top = d.assume(instance(found, b))
    under = d.bound_sup(least, d.arithmetic(P[b] <= P[s], d.at(top, s)), s)
    d.qed(d.obtain(found, b, d.chain(d.at(likely, b), under)))


def lawful(d: Steps) -> list[Line]:
    """The posterior's entries are never negative, and sum to 1."""
    law = d.cite("lemma/posterior.law")
    return [d.piece(law, 0), d.piece(law, 1)]


@derives("lemma/posterior.finite")
def finite_leakage(d: Derivation) -> None:
    """A posterior probability is at most 1, and a prior one at least the smallest."""
    P = d.var("P")
    (likely,) = d.given
    a = d.fix(Symbol("a", P.of.size))
    least = d.goal.right.args[0].args[0]
    law = lawful(d)
    above = d.cite("lemma/largest-probability.least", likely)
    whole = d.piece(d.cite("background/probability-bounds", *law, P=posterior, a=a), 1)
    value = d.identity(equals(exp(-log(least)), 1 / least), above)
    under = d.below_sup(least, a)
    each = d.arithmetic(posterior[a] <= exp(-log(least)) * P[a], whole, value, under, above, *law,
                        hints=[1 / least])
    d.qed(d.cite("lemma/largest-ratio.bound", d.forall(a, each), *law, above, P=posterior, Q=P,
                 r=-log(least)))


@derives("lemma/posterior.leak")
def leak(d: Derivation) -> None:
    """No ratio is above the largest."""
    P = d.var("P")
    (likely,) = d.given
    law = lawful(d)
    above = d.cite("lemma/largest-probability.least", likely)
    finite = d.cite("lemma/posterior.finite", likely)
    value = finite.formula.left
    same = d.arithmetic(value <= value, finite, above, *law)
    line = d.cite("lemma/largest-ratio.ratio", same, *law, finite, above, P=posterior, Q=P, r=value)
    a = d.fix(Symbol("a", P.of.size))
    d.qed(d.forall(a, d.arithmetic(
        entry <= exp(value) * P[a], d.at(line, a), *law, finite, above)))


@derives("lemma/posterior.likelier")
def likelier(d: Derivation) -> None:
    """W(y|a) ≤ e^ℓ P_Y(y)."""
    P, W, y, a, s = (d.var(name) for name in "PWybs")
    full, seen, likely = d.given
    it = Posterior(d, P, W, y)
    real = it.real(full)
    same = d.arithmetic(exp(it.value) <= exp(it.value), *real)
    line = d.arithmetic(W[a, y] <= exp(it.value) * s, it.seen_at_most(a, it.value, same, full),
                        d.at(full, a), seen, *real, hints=[1 / P[a], exp(it.value)])
    logs = log_below(d, W[a, y], exp(it.value) * s, line, likely, *real)
    apart = d.identity(equals(logs.formula.right, it.value + log(s)), *real)
    d.qed(d.arithmetic(d.goal, logs, apart, likely, *real))


# --- a law that is at most a multiple of another --------------------------------------------------


def grown_value(d: Derivation, v: Any) -> Line:
    """P(u|y) ≤ e^r P_U(u)."""
    P, A, U, r = (d.var(name) for name in "PAUr")
    return summed(d, Symbol("a", P.of.size), lambda a: d.arithmetic(
        A[a] * U[a, v] <= exp(r) * P[a] * U[a, v], d.at(d.given[0], a), hints=[U[a, v]]))


@derives("lemma/at-most-a-multiple.value")
def each_value(d: Derivation) -> None:
    """Row by row."""
    d.qed(d.arithmetic(d.goal, grown_value(d, d.var("v"))))


@derives("lemma/at-most-a-multiple.attribute")
def guessed_attribute(d: Derivation) -> None:
    """P(u|y) ≤ e^r P_U(u), and the guesses' probabilities sum to 1."""
    P, A, U, G, r = (d.var(name) for name in "PAUGr")
    guessed, most = d.goal.left.args[0].args
    above = d.cite("lemma/largest-probability.positive", P=output(P, U))
    v = d.fix(Symbol("v", U.of.outputs))
    rows = grown_value(d, v)
    each = d.arithmetic(output(A, U)[v] * G[v] <= exp(r) * most * G[v], rows, d.below_sup(most, v),
                        hints=[G[v], exp(r) * G[v]])
    line = d.arithmetic(guessed <= exp(r) * most, d.summed(d.forall(v, each)))
    d.qed(log_at_most(d, guessed, most, r, line, above))


@derives("lemma/at-most-a-multiple.gain")
def guessed_gain(d: Derivation) -> None:
    """The mean gain of every guess grows by e^r at most."""
    P, A, g, G, r = (d.var(name) for name in "PAgGr")
    leaks, positive = d.given
    guessed, most = d.goal.left.args[0].args
    s, v = d.fix(Symbol("s", P.of.size)), d.fix(Symbol("v", G.of.size))
    above = d.arithmetic(0 < most, positive)

    def gain(law: Any) -> Any:
        return total(s, law[s] * g[v * P.of.size + s])

    rows = summed(d, s, lambda s: d.arithmetic(
        A[s] * g[v * P.of.size + s] <= exp(r) * P[s] * g[v * P.of.size + s], d.at(leaks, s),
        hints=[g[v * P.of.size + s]]))
    each = d.arithmetic(G[v] * gain(A) <= exp(r) * most * G[v], rows, d.below_sup(most, v),
                        hints=[G[v], exp(r) * G[v]])
    line = d.arithmetic(guessed <= exp(r) * most, d.summed(d.forall(v, each)))
    d.qed(log_at_most(d, guessed, most, r, line, above))


@derives("lemma/at-most-a-multiple.best")
def best_ratio(d: Derivation) -> None:
    """The ratio at b is the largest of all."""
    P, A, b, r = (d.var(name) for name in "PAbr")
    leaks, best, likely = d.given
    a = d.fix(Symbol("a", P.of.size))
    rows = summed(d, a, lambda a: d.at(best, a))
    some = d.arithmetic(P[b] <= A[b], rows)
    positive = d.arithmetic(A[b] > 0, some, likely)
    over = log_at_most(d, A[b], P[b], r, d.at(leaks, b), likely)
    ratio = d.identity(equals(exp(log(A[b] / P[b])), A[b] / P[b]), positive, likely)
    each = d.arithmetic(A[a] <= exp(log(A[b] / P[b])) * P[a], d.at(best, a), ratio, likely,
                        positive, hints=[1 / P[b]])
    under = d.cite("lemma/largest-ratio.bound", d.forall(a, each), positive, likely, P=A, Q=P,
                   r=log(A[b] / P[b]))
    d.qed(d.both(over, under, positive))


# --- ratios of a channel's rows -------------------------------------------------------------------


@derives("lemma/largest-log-ratio.nonnegative")
def ratio_nonnegative(d: Derivation) -> None:
    """A row's divergence from itself isn't negative."""
    W, bind = d.var("W"), d.goal.left
    one = substitute_bound(bind, number(0))
    line = d.chain(d.below_sup(one, number(0)), d.below_sup(bind, number(0)))
    least = d.cite("background/renyi-monotone.nonnegative", P=W[0], Q=W[0], alpha=0)
    more = d.cite("background/renyi-monotone.infinite", P=W[0], Q=W[0], alpha=0)
    d.qed(d.chain(least, more, line))


@derives("lemma/largest-log-ratio.ratio")
def row_ratio(d: Derivation) -> None:
    """Row by row."""
    W, r = d.var("W"), d.var("r")
    (bounded,) = d.given
    bind = bounded.formula.left
    a, b = d.fix(Symbol("s", W.of.inputs)), d.fix(Symbol("t", W.of.inputs))
    one = substitute_bound(bind, a)
    line = d.chain(d.below_sup(one, b), d.below_sup(bind, a), bounded)
    line = d.cite("lemma/largest-ratio.ratio", line, P=W[a], Q=W[b], r=r)
    d.qed(d.forall(a, d.forall(b, line)))


@derives("lemma/largest-log-ratio.bound")
def rows_bounded(d: Derivation) -> None:
    """Row by row."""
    W, r = d.var("W"), d.var("r")
    (each,) = d.given
    bind = d.goal.left
    a, b = d.fix(Symbol("s", W.of.inputs)), d.fix(Symbol("t", W.of.inputs))
    less = d.at(d.at(each, a), b)
    line = d.cite("lemma/largest-ratio.bound", less, P=W[a], Q=W[b], r=r)
    line = d.bound_sup(substitute_bound(bind, a), line, b)
    d.qed(d.bound_sup(bind, line, a))
