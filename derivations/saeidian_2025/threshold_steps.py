"""Appendix A.5: the steps of the proof of Proposition 3.8."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.posteriors import Posterior
from derivations.tools import (
    ZERO,
    absurd,
    below_itself,
    instance,
    instance_of,
    log_below,
    one_term,
    same,
    split_equal,
    split_order,
    summed,
)
from verified.language import equals, exp, largest, log, output, reals_table, smallest
from verified.papers.saeidian_2025 import threshold_steps as it
from verified.papers.saeidian_2025.thresholds import told
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Symbol, number

P, W, b, alpha, sharp = it.P, it.W, it.rarest, it.chance, it.sharp

# --- the first part -------------------------------------------------------------------------------


@derives("saeidian-2025/proposition-3.8-steps.unbounded")
def some_outcome(d: Derivation) -> None:
    """Else no ratio of likelihoods is above 1/ε."""
    (endless,) = d.given
    x, c, v = (Symbol(name, W.of.inputs) for name in "xcv")
    y = d.fix(Symbol("y", W.of.outputs))

    def gap(at: Any) -> Any:
        return sharp * largest(x, W[x, at]) - smallest(x, W[x, at])

    found = d.cite("background/largest-attained", f=reals_table(W.of.outputs, gap))
    t = d.fix(Symbol("t", W.of.outputs))
    top = d.assume(instance(found, t))

    def none(low: Line) -> Line:
        one, two = d.fix(c), d.fix(v)
        each = d.at(top, y)
        line = d.arithmetic(sharp * W[one, y] <= W[two, y], each, low, d.below_sup(
            largest(x, W[x, y]), one), d.below_sup(smallest(x, W[x, y]), two), hints=[sharp])
        level = d.identity(equals(exp(log(1 / sharp)), 1 / sharp))
        line = d.arithmetic(W[one, y] <= exp(log(1 / sharp)) * W[two, y], line, level,
                            hints=[1 / sharp])
        rows = d.forall(one, d.forall(two, d.forall(y, line)))
        bound = d.cite("lemma/largest-log-ratio.bound", rows, r=log(1 / sharp))
        end = d.piece(d.cite("definition/infinity", r=log(1 / sharp)), 1)
        return d.follows(d.goal, below_itself(d, d.chain(end, endless, bound)))

    def some(high: Line) -> Line:
        less = d.obvious(smallest(x, W[x, t]) >= ZERO)
        one = d.arithmetic(0 < largest(x, W[x, t]), high, less, hints=[1 / sharp])
        two = d.arithmetic(smallest(x, W[x, t]) <= sharp * largest(x, W[x, t]), high)
        return d.some(d.goal, t, d.both(one, two))

    d.qed(d.obtain(found, t, split_order(d, gap(t), 0, none, some)))


def possible(d: Steps, full: Line, there: Line) -> Line:
    """P_Y(y) > 0, where the largest likelihood is positive."""
    y = d.var("y")
    x = d.fix(Symbol("x", P.of.size))
    most, seen = largest(x, W[x, y]), output(P, W)[y]

    def none(low: Line) -> Line:
        part = one_term(d, x, lambda a: P[a] * W[a, y])
        line = d.arithmetic(W[x, y] <= 0, part, low, d.at(full, x), hints=[1 / P[x]])
        return absurd(d, Relation("<", ZERO, seen), d.bound_sup(most, line, x), there)

    return split_order(d, seen, 0, none, lambda high: high)


@derives("saeidian-2025/proposition-3.8-steps.leakage")
def of_outcome(d: Derivation) -> None:
    """The likelihoods are at most e^ℓ P_Y(y), and no bound on them is less."""
    full, there = d.given
    y = d.var("y")
    post = Posterior(d, P, W, y)
    x = d.fix(Symbol("x", P.of.size))
    most, seen = largest(x, W[x, y]), post.seen
    here = possible(d, full, there)
    real = post.real(full)
    ratio = most / seen
    low = d.obvious(0 < ratio, here, there)
    level = d.identity(equals(exp(log(ratio)), ratio), low, here, there)
    mean = d.arithmetic(seen <= most, summed(d, x, lambda a: d.arithmetic(
        P[a] * W[a, y] <= P[a] * most, d.below_sup(most, a), hints=[P[a]])))
    grown = d.arithmetic(1 <= ratio, mean, here, hints=[1 / seen])
    logs = log_below(d, number(1), ratio, grown, low, here, there)
    least = d.arithmetic(log(ratio) >= 0, logs, low, here, there)
    line = d.arithmetic(W[x, y] <= exp(log(ratio)) * seen, level, d.below_sup(most, x), low, here,
                        there)
    up = d.cite("lemma/outcome.leaks", d.forall(x, line), least, low, here, there, P=P, W=W, y=y,
                r=log(ratio))
    own = d.arithmetic(exp(post.value) <= exp(post.value), *real)
    line = post.seen_at_most(x, post.value, own, full)
    line = d.arithmetic(W[x, y] <= exp(post.value) * seen, line, d.at(full, x), *real,
                        hints=[1 / P[x]])
    line = d.arithmetic(ratio <= exp(post.value), d.bound_sup(most, line, x, *real), here, *real,
                        hints=[1 / seen])
    logs = log_below(d, ratio, exp(post.value), line, low, here, there, *real)
    down = d.chain(logs, d.identity(equals(log(exp(post.value)), post.value), *real))
    d.qed(d.turn(d.goal, up, down))


@derives("saeidian-2025/proposition-3.8-steps.split")
def split(d: Derivation) -> None:
    """One term, and the others."""
    d.qed(d.identity(d.goal))


def in_parts_positive(d: Steps, full: Line, top: Line) -> Line:
    """P_Y(y) > 0, in its parts."""
    y, h = d.var("y"), it.highest
    part = one_term(d, h, lambda a: P[a] * W[a, y])
    seen = d.arithmetic(0 < it.seen, part, top, d.at(full, h), hints=[P[h]])
    return d.chain(seen, d.cite("saeidian-2025/proposition-3.8-steps.split"))


@derives("saeidian-2025/proposition-3.8-steps.replaced")
def replaced(d: Derivation) -> None:
    """Each term grows."""
    full, top, highest, small = d.given
    c, o = it.lowest, d.fix(it.other)
    apart = d.assume(it.elsewhere)
    line = d.arithmetic(W[o, it.y] * P[o] <= it.top * P[o], d.at(highest, o), hints=[P[o]])
    rows = d.summed(d.forall(o, line, where=apart.formula))
    less = d.arithmetic(it.in_parts <= it.in_tops, rows, small, hints=[P[c]])
    above = in_parts_positive(d, full, top)
    more = d.chain(above, less)
    d.qed(d.cite("lemma/log-of-quotient", less, above, more, top, s=it.top, u=it.in_parts,
                 v=it.in_tops))


def shares_positive(d: Steps, full: Line) -> Line:
    """ε p(x̲) + Σ p(x) > 0."""
    first = d.obvious(0 < sharp * P[it.lowest], d.at(full, it.lowest))
    value = d.identity(equals(it.others, 1 - P[it.lowest]))
    most = d.piece(d.cite("background/probability-bounds", P=P, a=it.lowest), 1)
    return d.arithmetic(0 < it.shares, first, value, most)


@derives("saeidian-2025/proposition-3.8-steps.cancelled")
def cancelled(d: Derivation) -> None:
    """The likelihood is a factor of all terms."""
    full, top = d.given
    above = shares_positive(d, full)
    value = d.identity(equals(it.in_tops, it.top * it.shares))
    ratio = d.identity(equals(it.top / (it.top * it.shares), 1 / it.shares), above, top)
    inner = d.identity(equals(log(1 / it.shares), log(1 / it.shares)), above)
    line = d.rewrite(ratio, inner, equals(log(it.top / (it.top * it.shares)), log(1 / it.shares)))
    d.qed(d.rewrite(value, line, d.goal))


@derives("saeidian-2025/proposition-3.8-steps.end")
def end(d: Derivation) -> None:
    """p_min ≤ p(x̲) ≤ 1."""
    (full,) = d.given
    c = it.lowest
    above = shares_positive(d, full)
    value = d.identity(equals(it.shares, sharp * P[c] + 1 - P[c]))
    most = d.piece(d.cite("background/probability-bounds", P=P, a=c), 1)
    whole = sharp + 1 - it.least
    less = d.arithmetic(it.shares <= whole, value, most, d.below_sup(it.least, c), hints=[sharp])
    more = d.chain(above, less)
    line = d.combined(1 / whole <= 1 / it.shares, less, above, more, products=[
        ["1", [["fact", 0], ["sign", 1 / whole / it.shares]]]])
    d.qed(log_below(d, 1 / whole, 1 / it.shares, line, above, more))


@derives("saeidian-2025/proposition-3.8-steps.therefore")
def therefore(d: Derivation) -> None:
    """Below the threshold the capacity would be finite."""
    full, two, endless, bounded = d.given

    def below(low: Line) -> Line:
        finite = d.cite("saeidian-2025/proposition-3.8-i", full, bounded, low, eps=it.bound)
        return d.follows(d.goal, d.contradiction(d.chain(finite, endless)))

    x = d.fix(Symbol("x", P.of.size))
    under = d.below_sup(it.least, x)
    above = d.arithmetic(0 < 1 - it.least, under, d.cite(
        "lemma/two-symbols", full, two, P=P, b=x))
    d.qed(split_order(d, d.goal.left, it.bound, lambda line: line, below, above))


# --- the second part ------------------------------------------------------------------------------


def rest(d: Steps) -> Line:
    """1 − P(b) > 0."""
    return d.cite("lemma/two-symbols", *d.given[:2], P=P, b=b)


def by_symbol(d: Derivation, value: Any, line: Line, *lines: Line) -> Line:
    """What a line says of [c = b], with `value` in its place, and P(c) = P(b) where that is 1."""
    c = it.lowest

    def either(held: Line, mark: Line) -> Line:
        on = mark.formula.right
        left = d.goal.left
        found = d.rewrite(mark, line, equals(left, value(on, P[c])))
        right = d.goal.right
        if on == number(1) and held.formula == equals(c, b):
            inner = d.identity(equals(value(on, P[b]), 1), *lines)
            found = d.chain(found, d.rewrite(held, inner, equals(value(on, P[c]), 1)))
            return d.chain(found, d.identity(equals(1, right), held, *lines))
        return d.chain(found, d.identity(equals(value(on, P[c]), right), held, *lines))

    return split_equal(d, c, b, either)


@derives("saeidian-2025/proposition-3.8-steps.posterior-zero")
def posterior_zero(d: Derivation) -> None:
    """Symbol 0 has the probability P(b)."""
    likely = d.at(d.given[0], b)
    seen = d.identity(equals(output(P, told)[0], P[b]))
    here = d.arithmetic(output(P, told)[0] > 0, seen, likely)
    line = d.identity(equals(d.goal.left, P[it.lowest] * same(it.lowest, b) / P[b]), here, likely)
    d.qed(by_symbol(d, lambda on, p: p * on / P[b], line, likely))


@derives("saeidian-2025/proposition-3.8-steps.posterior-one")
def posterior_one(d: Derivation) -> None:
    """Symbol 1 has the probability 1 − P(b)."""
    above = rest(d)
    seen = d.identity(equals(output(P, told)[1], 1 - P[b]))
    here = d.arithmetic(output(P, told)[1] > 0, seen, above)
    c = it.lowest
    line = d.identity(equals(d.goal.left, P[c] * (1 - same(c, b)) / (1 - P[b])), here, above)

    def either(held: Line, mark: Line) -> Line:
        on = mark.formula.right
        found = d.rewrite(mark, line, equals(d.goal.left, P[c] * (1 - on) / (1 - P[b])))
        return d.chain(found, d.identity(equals(found.formula.right, d.goal.right), held, above))

    d.qed(split_equal(d, c, b, either))


@derives("saeidian-2025/proposition-3.8-steps.law")
def is_law(d: Derivation) -> None:
    """α is at most 1."""
    c, v = it.lowest, it.value
    bit = d.fix(v)

    def entry(index: int) -> Line:
        def either(held: Line, _: Line) -> Line:
            value = (0 if index == 0 else 1) if held.formula == equals(c, b) else (
                alpha if index == 0 else 1 - alpha)
            known = d.identity(equals(it.mechanism[c, index], value), held)
            return d.arithmetic(it.mechanism[c, index] >= 0, known, d.obvious(1 - alpha >= 0))

        return split_equal(d, c, b, either)

    each = d.forall(bit, split_bit(d, bit, lambda index: it.mechanism[c, index] >= 0, entry))
    whole = split_equal(d, c, b, lambda held, _: d.identity(d.goal.parts[1], held))
    d.qed(d.both(each, whole))


def entries(d: Steps, index: int, a: Any, proof: Any) -> Line:
    """What holds of p(index|a), where `proof` gets [a = b] and the entry by it."""

    def either(_: Line, mark: Line) -> Line:
        on = mark.formula.right
        split = (1 - same(a, b)) * alpha if index == 0 else same(a, b) + (
            1 - same(a, b)) * (1 - alpha)
        plain = (1 - on) * alpha if index == 0 else on + (1 - on) * (1 - alpha)
        known = d.rewrite(mark, d.identity(equals(it.mechanism[a, index], split)), equals(
            it.mechanism[a, index], plain))
        return proof(on, mark, known)

    return split_equal(d, a, b, either)


def chances(d: Steps, index: int) -> Line:
    """The probability of an outcome."""
    chance = alpha * (1 - P[b]) if index == 0 else 1 - alpha * (1 - P[b])
    return d.identity(equals(output(P, it.mechanism)[index], chance))


def by_largest(d: Derivation, index: int, part: Any, top: Any, high: Line, low: Line,
               *lines: Line) -> Line:
    """ℓ = ln(1/part), where the largest likelihood is `top`, and P_Y(y) = top · part."""
    x = d.fix(Symbol("x", P.of.size))
    most = largest(x, it.mechanism[x, index])
    value = d.turn(equals(most, top), high, low)
    there = d.arithmetic(0 < most, value, *lines)
    line = d.cite("saeidian-2025/proposition-3.8-steps.leakage", d.given[0], there, P=P,
                  W=it.mechanism, y=index)
    seen = chances(d, index)
    whole = output(P, it.mechanism)[index]
    some = d.obvious(0 < part, *lines)
    chance, end = seen.formula.right, log(1 / part)
    ratio = d.identity(equals(number(top) / chance, 1 / part), some, *lines)
    inner = d.rewrite(ratio, d.identity(equals(end, end), some), equals(
        log(number(top) / chance), end))
    inner = d.rewrite(seen, inner, equals(log(number(top) / whole), end))
    return d.chain(line, d.rewrite(value, inner, equals(log(most / whole), end)))


@derives("saeidian-2025/proposition-3.8-steps.leaked-zero")
def leaked_zero(d: Derivation) -> None:
    """The likelihood is α at every symbol but b, of which there are some."""
    above = rest(d)
    x = d.fix(Symbol("x", P.of.size))
    most = largest(x, it.mechanism[x, 0])
    line = entries(d, 0, x, lambda on, mark, known: d.arithmetic(
        it.mechanism[x, 0] <= alpha, known))
    high = d.bound_sup(most, line, x)

    def row(on: Any, mark: Line, known: Line) -> Line:
        inner = d.arithmetic(P[x] * it.mechanism[x, 0] <= (1 - on) * (P[x] * most), known,
                             d.below_sup(most, x), hints=[P[x]])
        return d.rewrite(mark, inner, P[x] * it.mechanism[x, 0] <= (1 - same(x, b)) * (
            P[x] * most))

    rows = d.summed(d.forall(x, entries(d, 0, x, row)))
    whole = output(P, it.mechanism)[0]
    flat = d.arithmetic(whole <= most * (1 - P[b]), rows)
    flat = d.arithmetic(alpha * (1 - P[b]) <= most * (1 - P[b]), flat, chances(d, 0))
    low = d.combined(alpha <= most, flat, above, products=[
        ["1", [["fact", 0], ["sign", 1 / (1 - P[b])]]]])
    d.qed(by_largest(d, 0, 1 - P[b], alpha, high, low, above))


@derives("saeidian-2025/proposition-3.8-steps.leaked-one")
def leaked_one(d: Derivation) -> None:
    """The outcome is certain at b."""
    likely = d.at(d.given[0], b)
    x = d.fix(Symbol("x", P.of.size))
    most = largest(x, it.mechanism[x, 1])
    line = entries(d, 1, x, lambda on, mark, known: d.arithmetic(
        it.mechanism[x, 1] <= 1, known))
    high = d.bound_sup(most, line, x)
    sure = d.identity(equals(it.mechanism[b, 1], 1))
    low = d.arithmetic(1 <= most, d.below_sup(most, b), sure)
    part = 1 - alpha * (1 - P[b])
    some = d.arithmetic(0 < part, d.obvious(0 < alpha * P[b], likely), d.obvious(0 <= 1 - alpha))
    d.qed(by_largest(d, 1, part, number(1), high, low, some))


@derives("saeidian-2025/proposition-3.8-steps.larger")
def larger(d: Derivation) -> None:
    """α (1 − p) < p."""
    above, less = rest(d), d.given[2]
    likely = d.at(d.given[0], b)
    one, two = 1 - alpha * (1 - P[b]), 1 - P[b]
    some = d.arithmetic(0 < one, less, above)
    line = d.arithmetic(two < one, less)
    ratio = two / one
    tangent = d.cite("background/log-tangent.line", above, some, x=ratio)
    logs = d.arithmetic(log(two) < log(one), tangent, line, above, some, likely, hints=[1 / one])
    ends = [d.identity(equals(log(1 / part), -log(part)), above, some) for part in (one, two)]
    d.qed(d.arithmetic(d.goal, logs, *ends, above, some))


@derives("saeidian-2025/proposition-3.8-steps.private")
def private(d: Derivation) -> None:
    """Both outcomes leak no more."""
    full, two, small = d.given
    above = rest(d)
    likely = d.at(full, b)
    zero = d.cite("saeidian-2025/proposition-3.8-steps.leaked-zero", full, two)
    one = d.cite("saeidian-2025/proposition-3.8-steps.leaked-one", full)
    part = 1 - alpha * (1 - P[b])
    some = d.arithmetic(0 < part, small, above)
    line = d.combined(1 / part <= 1 / (1 - P[b]), small, above, some, products=[
        ["1", [["fact", 0], ["sign", 1 / part / (1 - P[b])]]]])
    logs = log_below(d, 1 / part, 1 / (1 - P[b]), line, above, some)
    end = d.goal.body.right
    same_end = d.arithmetic(end <= end, above, likely)
    z = d.fix(Symbol("z", 2))
    d.qed(d.forall(z, split_bit(
        d, z, lambda bit: instance_of(d.goal, bit),
        lambda bit: d.chain(zero, same_end) if bit == 0 else d.chain(one, logs))))


@derives("saeidian-2025/proposition-3.8-steps.known-zero")
def known_zero(d: Derivation) -> None:
    """X is b, which never gives the outcome 0."""
    likely = d.at(d.given[0], b)
    seen = d.identity(equals(output(P, told)[0], P[b]))
    here = d.arithmetic(output(P, told)[0] > 0, seen, likely)
    d.qed(d.identity(d.goal, here, likely))


@derives("saeidian-2025/proposition-3.8-steps.known-one")
def known_one(d: Derivation) -> None:
    """X isn't b."""
    above = rest(d)
    seen = d.identity(equals(output(P, told)[1], 1 - P[b]))
    here = d.arithmetic(output(P, told)[1] > 0, seen, above)
    d.qed(d.identity(d.goal, here, above))


@derives("saeidian-2025/proposition-3.8-steps.certain")
def certain(d: Derivation) -> None:
    """Only symbols other than b give the outcome 0."""
    above = rest(d)
    seen = chances(d, 0)
    some = d.obvious(0 < alpha * (1 - P[b]), above)
    here = d.arithmetic(output(P, it.mechanism)[0] > 0, seen, some)
    d.qed(d.identity(d.goal, here, above))
