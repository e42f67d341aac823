"""Section 2: both threat models lead to Rényi's divergence of order ∞; properties; the capacity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.channels import pair_count
from derivations.patterns.posteriors import Posterior
from derivations.tools import (
    absurd,
    one_term,
    same,
    split_equal,
    split_order,
    substitute_bound,
    summed,
    unless,
)
from verified.language import (
    Real,
    cases,
    chain,
    either,
    equals,
    exp,
    largest,
    log,
    output,
    quotient,
    remainder,
    renyi,
    total,
)
from verified.papers.saeidian_2025.leakage import after_first, both_outcomes
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number


@derives("saeidian-2025/pml-range.least")
def nonnegative(d: Derivation) -> None:
    """Rényi's divergence isn't negative."""
    it = Posterior(d, d.var("P"), d.var("W"), d.var("y"))
    d.qed(d.obvious(d.goal, *it.real(d.given[0])))


@derives("saeidian-2025/pml-range.most")
def at_most(d: Derivation) -> None:
    """A posterior probability is at most 1."""
    d.qed(d.cite("lemma/posterior.finite", *d.given))


@derives("saeidian-2025/pml-pre-processing")
def pre_processing(d: Derivation) -> None:
    """Rényi's divergence of order ∞ doesn't grow by a channel."""
    P, W, y, U = (d.var(name) for name in "PWyU")
    it = Posterior(d, P, W, y)
    d.qed(d.cite("background/dpi-renyi.infinite-order", *it.law, P=it.term, Q=P, W=U))


# --- the threat models ----------------------------------------------------------------------------


@derives("saeidian-2025/theorem-2.4.randomised")
def randomised(d: Derivation) -> None:
    """P(u|y) ≤ e^ℓ P_U(u), and Σ G = 1."""
    P, W, t, U, G = (d.var(name) for name in "PWtUG")
    (full,) = d.given
    d.qed(Posterior(d, P, W, t).cite("lemma/at-most-a-multiple.attribute", full, U=U, G=G[t]))


@derives("saeidian-2025/theorem-2.4.gain")
def gained(d: Derivation) -> None:
    """E[g(X, w) | y] ≤ e^ℓ E[g(X, w)] for every guess w, and Σ G = 1."""
    P, W, t, g, G = (d.var(name) for name in "PWtgG")
    full, positive = d.given
    d.qed(Posterior(d, P, W, t).cite("lemma/at-most-a-multiple.gain", full, positive, g=g, G=G[t]))


def best_ratio(d: Derivation, it: Posterior, b: Any, full: Line, most: Line) -> tuple[Line, Line]:
    """ln(P(b|y)/P(b)) = ℓ, where the posterior grows the most at b; and 0 < P(b|y)."""
    P, real = it.P, it.real(full)
    a = d.fix(Symbol("a", P.of.size))
    best = d.forall(a, d.arithmetic(it.term[a] * P[b] <= it.term[b] * P[a], d.at(most, a), *real))
    found = it.cite("lemma/at-most-a-multiple.best", full, best, d.at(full, b), b=b)
    value = renyi(it.term, P, float("inf"))
    equal = d.turn(equals(log(it.term[b] / P[b]), value), d.piece(found, 0), d.piece(found, 1))
    return equal, d.piece(found, 2)


def replaced_ratio(
    d: Derivation, equal: Line, it: Posterior, b: Any, known: Line, whole: Line
) -> Line:
    """The goal, ln(N/M) = ℓ, from N = P(b|y) and M = P(b)."""
    gain, top = d.goal.left.args[0].args
    back = d.turn(equals(it.term[b], gain), known)
    line = d.rewrite(back, equal, equals(log(gain / it.P[b]), d.goal.right))
    return d.rewrite(d.turn(equals(it.P[b], top), whole), line, d.goal)


@derives("saeidian-2025/theorem-2.4.gain-attained")
def gain_attained(d: Derivation) -> None:
    """The one guess gains P(b|y), and P(b) without the outcome."""
    P, W, t, b = (d.var(name) for name in "PWtb")
    full, most = d.given
    it = Posterior(d, P, W, t)
    equal, _ = best_ratio(d, it, b, full, most)
    gain, top = d.goal.left.args[0].args
    prior = substitute_bound(top, number(0))
    value = d.identity(equals(prior, P[b]))
    w = d.fix(Symbol("w", 1))
    at = substitute_bound(top, w)
    only = d.turn(equals(w, 0), d.obvious(w <= 0), d.obvious(w >= 0))
    under = d.bound_sup(top, d.rewrite(only, d.turn(prior <= P[b], value), at <= P[b]), w)
    whole = d.turn(equals(top, P[b]), under, d.chain(d.turn(P[b] <= prior, value), d.below_sup(
        top, 0)))
    known = it.identity(equals(gain, it.term[b]))
    d.qed(replaced_ratio(d, equal, it, b, known, whole))


@derives("saeidian-2025/theorem-2.4.randomised-attained")
def randomised_attained(d: Derivation) -> None:
    """The attribute is 0 with probability P(b), and no other value is likelier."""
    P, W, t, b, N = (d.var(name) for name in "PWtbN")
    full, enough, most = d.given
    it = Posterior(d, P, W, t)
    equal, _ = best_ratio(d, it, b, full, most)
    gain, top = d.goal.left.args[0].args
    w = d.fix(Symbol("w", N + 1))
    at = substitute_bound(top, w)

    def case(_: Line, value: Line) -> Line:
        on = value.formula.right
        own = d.identity(equals(at, same(w, 0) * P[b] + (1 - same(w, 0)) * (1 - P[b]) / N))
        own = d.rewrite(value, own, equals(at, on * P[b] + (1 - on) * (1 - P[b]) / N))
        return d.arithmetic(at <= P[b], own, enough, hints=[1 / N])

    under = d.bound_sup(top, split_equal(d, w, 0, case), w)
    first = substitute_bound(top, number(0))
    over = d.chain(d.turn(P[b] <= first, d.identity(equals(first, P[b]))), d.below_sup(top, 0))
    whole = d.turn(equals(top, P[b]), under, over)
    known = it.identity(equals(gain, it.term[b]))
    d.qed(replaced_ratio(d, equal, it, b, known, whole))


# --- properties -----------------------------------------------------------------------------------


def bounded_leak(d: Derivation, it: Posterior, a: Any, c: Any, less: Line, full: Line) -> Line:
    """P(a) W(y|a) ≤ e^c P(a) P_Y(y), from a line ℓ ≤ c."""
    grown = d.cite("background/exponential-increasing", less, *it.real(full), r=it.value, s=c)
    return it.seen_at_most(a, c, grown, full)


def bound_nonnegative(d: Derivation, it: Posterior, less: Line, full: Line) -> Line:
    """0 ≤ c, from a line ℓ ≤ c."""
    return d.chain(d.obvious(0 <= it.value, *it.real(full)), less)


@derives("saeidian-2025/pml-post-processing")
def post_processing(d: Derivation) -> None:
    """P(a) W(y|a) ≤ e^c P(a) P_Y(y) for every y, times K(z|y), summed."""
    P, W, K, z, c = (d.var(name) for name in "PWKzc")
    full, less = d.given
    y, a = d.fix(Symbol("y", W.of.outputs)), d.fix(Symbol("a", P.of.size))
    first, zero = Posterior(d, P, W, y), Posterior(d, P, W, number(0))
    least = bound_nonnegative(d, zero, d.at(less, 0), full)
    seen = bounded_leak(d, first, a, c, d.at(less, y), full)
    rows = summed(d, y, lambda y: d.arithmetic(
        P[a] * W[a, y] * K[y, z] <= exp(c) * P[a] * first.seen * K[y, z], seen, hints=[K[y, z]]))
    last = Posterior(d, P, chain(W, K), z)
    line = d.arithmetic(P[a] * chain(W, K)[a, z] <= exp(c) * P[a] * last.seen, rows)
    d.qed(last.from_joint(c, a, line, least))


# --- the two forms of the guarantee ---------------------------------------------------------------


@derives("saeidian-2025/theorem-2.8.divergence.only-if")
def from_divergence(d: Derivation) -> None:
    """P(a) W(y|a) ≤ e^c P(a) P_Y(y) at each pair."""
    P, W, c = (d.var(name) for name in "PWc")
    _, bounded = d.given
    joint, apart = bounded.formula.left.args[:2]
    m = W.of.outputs
    y, a = d.fix(Symbol("y", m)), d.fix(Symbol("a", P.of.size))
    pairs = pair_count(d, P.of.size, m)
    ratio = d.cite("lemma/largest-ratio.ratio", bounded, pairs, P=joint, Q=apart, r=c)
    at = d.at(ratio, a * m + y)
    it = Posterior(d, P, W, y)
    line = d.arithmetic(P[a] * W[a, y] <= exp(c) * P[a] * it.seen, at)
    least = [d.cite("background/renyi-monotone.nonnegative", pairs, P=joint, Q=apart, alpha=0),
             d.cite("background/renyi-monotone.infinite", pairs, P=joint, Q=apart, alpha=0)]
    least = d.chain(*least, bounded)
    d.qed(d.forall(y, it.from_joint(c, a, line, least)))


@derives("saeidian-2025/theorem-2.8.divergence.if")
def to_divergence(d: Derivation) -> None:
    """P(a) W(y|a) ≤ e^c P(a) P_Y(y) at each pair."""
    P, W, c = (d.var(name) for name in "PWc")
    full, less = d.given
    joint, apart = d.goal.left.args[:2]
    n, m = P.of.size, W.of.outputs
    y, a, s = (d.fix(Symbol(name, size)) for name, size in (("y", m), ("a", n), ("s", n * m)))
    it = Posterior(d, P, W, y)
    seen = d.forall(a, d.forall(y, bounded_leak(d, it, a, c, d.at(less, y), full)))
    pair = d.at(d.at(seen, quotient(s, m)), remainder(s, m))
    line = d.arithmetic(joint[s] <= exp(c) * apart[s], pair)
    d.qed(d.cite("lemma/largest-ratio.bound", d.forall(s, line), pair_count(d, n, m),
                 P=joint, Q=apart, r=c))


# --- leakage capacity -----------------------------------------------------------------------------


@derives("saeidian-2025/theorem-2.8.bound@possible-outcomes")
def capacity_bound(d: Derivation) -> None:
    """W(y|a) ≤ e^C W(y|b), averaged over b."""
    P, W, t = (d.var(name) for name in "PWt")
    (full,) = d.given
    it, top = Posterior(d, P, W, t), d.goal.right
    a, b = d.fix(Symbol("a", P.of.size)), d.fix(Symbol("b", P.of.size))
    least = d.cite("lemma/largest-log-ratio.nonnegative")

    def proof(finite: Line) -> Line:
        same = d.arithmetic(top <= top, finite, least)
        rows = d.cite("lemma/largest-log-ratio.ratio", same, finite, least, r=top)
        row = d.at(d.at(d.at(rows, a), b), t)
        mean = d.summed(d.forall(b, d.arithmetic(
            P[b] * W[a, t] <= exp(top) * P[b] * W[b, t], row, finite, least, hints=[P[b]])),
            finite, least)
        line = d.arithmetic(P[a] * W[a, t] <= exp(top) * P[a] * it.seen, mean, finite, least,
                            hints=[P[a]])
        return it.from_joint(top, a, line, least, finite)

    d.qed(unless(d, d.goal.left, top, proof, *it.real(full)))


@derives("saeidian-2025/theorem-2.8.approached")
def capacity_approached(d: Derivation) -> None:
    """W(y|x) ≤ e^ℓ P_Y(y), and P_Y(y) ≤ W(y|x') + η."""
    W, y, x, other, eta = (d.var(name) for name in ("W", "y", "x", "x'", "t"))
    (likely,) = d.given
    law = d.goal.right.args[1]
    n = W.of.inputs
    a = d.fix(Symbol("a", n))

    def positive(_: Line, value: Line) -> Line:
        on = value.formula.right
        part = d.obvious(0 <= on * (1 - eta))
        return d.rewrite(value, d.arithmetic(
            0 < on * (1 - eta) + eta / n, part, hints=[1 / n]), 0 < same(a, other) * (
                1 - eta) + eta / n)

    each = split_equal(d, a, other, positive)
    entry = cases(equals(a, other), 1 - eta, 0) + eta / n
    value = d.identity(equals(entry, same(a, other) * (1 - eta) + eta / n))
    high = d.arithmetic(0 < entry, value, each)
    lawful = d.forall(a, d.turn(entry >= 0, high))
    full = d.forall(a, d.arithmetic(law[a] > 0, high, lawful))
    it = Posterior(d, law, W, y, lawful)
    seen = d.identity(equals(it.seen, (1 - eta) * W[other, y] + eta / n * total(a, W[a, y])),
                      lawful)
    at_most = d.summed(d.forall(a, d.piece(d.cite(
        "background/probability-bounds", P=W[a], a=y), 1)))
    less = d.arithmetic(it.seen <= W[other, y] + eta, seen, at_most, hints=[eta / n, eta])
    d.qed(d.cite("lemma/posterior.likelier", full, less, likely, lawful, P=law, b=x,
                 s=W[other, y] + eta))


@derives("saeidian-2025/capacity-infinite")
def infinite_capacity(d: Derivation) -> None:
    """A bound r of C would make every W(y|a) at most e^r W(y|x) = 0."""
    P, W, x, y = (d.var(name) for name in "PWxy")
    _, zero, seen = d.given
    top = d.goal.left
    r, a = d.fix(Real("r")), d.fix(Symbol("a", P.of.size))

    def proof(small: Line) -> Line:
        bounded = d.cite("lemma/largest-log-ratio.ratio", small, r=r)
        row = d.at(d.at(d.at(bounded, a), x), y)
        rows = summed(d, a, lambda a: d.arithmetic(
            P[a] * W[a, y] <= 0, row, zero, hints=[P[a], P[a] * exp(r)]))
        return absurd(d, r <= top, rows, seen)

    over = split_order(d, top, r, proof, lambda high: d.turn(r <= top, high))
    d.qed(d.have(d.goal, "unbounded", over, variable=r))


@derives("saeidian-2025/capacity-infinite-sharp")
def finite_capacity(d: Derivation) -> None:
    """C ≤ ln Σ 1/W(y|b), over all b and y with W(y|b) > 0."""
    P, W = d.var("P"), d.var("W")
    full, covered = d.given
    b, z = d.fix(Symbol("b", W.of.inputs)), Symbol("z", W.of.outputs)
    a, y = d.fix(Symbol("a", W.of.inputs)), d.fix(Symbol("y", W.of.outputs))

    def part(s: Any, t: Any) -> Any:
        return cases(W[s, t] > 0, 1 / W[s, t], 0)

    top_cell = largest(z, largest(b, part(b, z)))

    def below_top(s: Any, t: Any) -> Line:
        inner = largest(b, part(b, t))
        return d.chain(d.below_sup(inner, s), d.below_sup(top_cell, t))

    least = d.chain(d.obvious(0 <= part(number(0), number(0))), below_top(number(0), number(0)))
    whole = 1 + top_cell
    above = d.arithmetic(0 < whole, least)
    value = d.identity(equals(exp(log(whole)), whole), above)

    def ratio(a: Any) -> Line:
        goal = W[a, y] <= exp(log(whole)) * W[b, y]
        held = d.at(d.at(covered, b), y)
        there, nothing = held.theorem.conclusion.parts

        def possible() -> Line:
            likely = d.assume(there)
            cell = below_top(b, y)
            worth = d.identity(equals(part(b, y), 1 / W[b, y]), likely)
            most = d.piece(d.cite("background/probability-bounds", P=W[a], a=y), 1)
            return d.arithmetic(goal, value, cell, worth, most, likely, hints=[W[b, y]])

        def null() -> Line:
            none = d.assume(nothing)
            term = one_term(d, a, lambda s: P[s] * W[s, y], name="s")
            some = d.at(full, a)
            low = d.arithmetic(W[a, y] <= 0, term, none, some, hints=[1 / P[a]])
            return d.arithmetic(goal, low, d.obvious(0 <= exp(log(whole)) * W[b, y], above), above)

        return d.cases(held, possible(), null())

    each = d.forall(a, d.forall(b, d.forall(y, ratio(a))))
    line = d.cite("lemma/largest-log-ratio.bound", each, above, r=log(whole))
    d.qed(d.chain(line, d.piece(d.cite("definition/infinity", above, r=log(whole)), 1)))


# --- the forms of the guarantee -------------------------------------------------------------------


def each_member(d: Derivation, proof: Callable[[Any, Any, Line, Line], Line]) -> None:
    """What every form says of each prior follows from what the other says of it."""
    F = d.var("F")
    full, given = d.given
    i = d.fix(Symbol("i", F.of.inputs))
    d.qed(d.forall(i, proof(F[i], i, d.at(full, i), d.at(given, i))))


def leaks_everywhere(d: Derivation, law: Any, held: Line) -> Line:
    """ℓ ≤ ε at each outcome, from ℓ ≤ ε at those of positive probability."""
    W, eps = d.var("W"), d.var("eps")
    y = d.fix(Symbol("y", W.of.outputs))
    either_way = d.at(held, y)
    less, none = either_way.theorem.conclusion.parts
    null = d.cite("lemma/outcome.null", d.assume(none), d.obvious(0 <= eps), P=law, y=y, r=eps)
    return d.forall(y, d.cases(either_way, d.assume(less), null))


def leaks_surely(d: Derivation, law: Any, held: Line) -> Line:
    """The same, the other way round."""
    W = d.var("W")
    y = d.fix(Symbol("y", W.of.outputs))
    less = d.at(held, y)
    return d.forall(y, d.follows(either(less.formula, output(law, W)[y] <= 0), less))


@derives("saeidian-2025/definition-2.6.outcomes.only-if")
def surely_everywhere(d: Derivation) -> None:
    """An outcome of probability 0 leaks nothing."""
    each_member(d, lambda law, i, full, held: leaks_everywhere(d, law, held))


@derives("saeidian-2025/definition-2.6.outcomes.if")
def everywhere_surely(d: Derivation) -> None:
    """All outcomes are those of positive probability, and others."""
    each_member(d, lambda law, i, full, held: leaks_surely(d, law, held))


@derives("saeidian-2025/definition-2.6.divergence.only-if")
def surely_divergence(d: Derivation) -> None:
    """Theorem 2.8, prior by prior."""
    each_member(d, lambda law, i, full, held: d.cite(
        "saeidian-2025/theorem-2.8.divergence.if", full, leaks_everywhere(d, law, held), P=law,
        c=d.var("eps")))


@derives("saeidian-2025/definition-2.6.divergence.if")
def divergence_surely(d: Derivation) -> None:
    """Theorem 2.8, prior by prior."""
    each_member(d, lambda law, i, full, held: leaks_surely(d, law, d.cite(
        "saeidian-2025/theorem-2.8.divergence.only-if", full, held, P=law, c=d.var("eps"))))


@derives("saeidian-2025/pml-composition@conditional")
def composition(d: Derivation) -> None:
    """Both factors in turn."""
    P, W, V, t, z, c, e = (d.var(name) for name in "PWVtzce")
    full, first, second = d.given
    it = Posterior(d, P, W, t)
    a = d.fix(Symbol("a", P.of.size))
    real = it.real(full)
    grown = d.cite("background/exponential-increasing", first, *real, r=it.value, s=c)
    leak = d.forall(a, d.arithmetic(
        it.term[a] <= exp(c) * P[a], it.leak(a, full), grown, *real, hints=[P[a]]))
    bayes = d.forall(a, d.arithmetic(it.term[a] * it.seen >= P[a] * W[a, t], it.bayes(a), *it.law))
    also = d.forall(a, d.arithmetic(it.term[a] * it.seen <= P[a] * W[a, t], it.bayes(a), *it.law))
    line = d.cite("lemma/two-outcomes", bayes, also, leak, second, *it.law, P=P, A=it.term, W=W,
                  K=after_first, y=t, z=z, r=c, e=e)
    place = t * V.of.outputs + z
    whole = output(P, both_outcomes)[place]
    rows = d.at(d.piece(line, 1), a)
    joint = d.arithmetic(P[a] * both_outcomes[a, place] <= exp(c + e) * P[a] * whole, rows)
    row = d.arithmetic(both_outcomes[a, place] <= exp(c + e) * whole, joint, d.at(full, a),
                       hints=[1 / P[a]])
    zero = d.chain(d.obvious(0 <= it.value, *real), first)
    more = d.piece(line, 0)
    d.qed(d.cite("lemma/outcome.leaks", d.forall(a, row), d.arithmetic(c + e >= 0, zero, more),
                 pair_count(d, W.of.outputs, V.of.outputs), P=P, W=both_outcomes, y=place, r=c + e))
