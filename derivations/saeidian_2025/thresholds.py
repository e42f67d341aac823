"""Section 3.3: the threshold below which nothing is disclosed, and what is at it."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.posteriors import Posterior
from derivations.tools import (
    absurd,
    instance,
    instance_of,
    log_below,
    same,
    split_equal,
    split_order,
)
from verified.language import either, equals, exp, largest, log, min_entropy, output
from verified.papers.saeidian_2025.thresholds import excluding, singling, told
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number


def seen_at_level(d: Derivation, it: Posterior, a: Any, eps: Any, private: Line, full: Line
                  ) -> Line:
    """W(y|a) ≤ e^ε P_Y(y)."""
    less = d.at(private, it.y)
    grown = d.cite("background/exponential-increasing", less, *it.real(full), r=it.value, s=eps)
    line = it.seen_at_most(a, eps, grown, full)
    return d.arithmetic(it.W[a, it.y] <= exp(eps) * it.seen, line, d.at(full, a),
                        hints=[1 / it.P[a]])


def below_threshold(d: Derivation, eps: Any, least: Any, below: Line) -> Line:
    """0 < e^(−ε) − (1 − p), from ε < −ln(1 − p)."""
    rest = exp(-eps) - (1 - least)

    def none(low: Line) -> Line:
        return d.arithmetic(0 < rest, low, d.obvious(0 < exp(-eps)))

    def some(high: Line) -> Line:
        def small(less: Line) -> Line:
            logs = log_below(d, exp(-eps), 1 - least, less, high)
            value = d.identity(equals(log(exp(-eps)), -eps))
            return absurd(d, 0 < rest, logs, value, below, high)

        return split_order(d, exp(-eps), 1 - least, small, lambda more: d.arithmetic(
            0 < rest, more))

    return split_order(d, 1 - least, 0, none, some)


@derives("saeidian-2025/proposition-3.8-i-sharp")
def capacity_below(d: Derivation) -> None:
    """The largest W(y|a), M, is at most e^ε (P(b) W(y|b) + (1 − P(b)) M)."""
    P, W, eps = (d.var(name) for name in ("P", "W", "eps"))
    full, private, below = d.given
    ratio = d.goal.right.args[0]
    least = ratio.args[0]
    rest = exp(-eps) - (1 - least)
    above = d.cite("lemma/largest-probability.least", full)
    positive = below_threshold(d, eps, least, below)
    a, b, y = (d.fix(Symbol(name, size)) for name, size in (
        ("s", P.of.size), ("t", P.of.size), ("y", W.of.outputs)))
    it = Posterior(d, P, W, y)
    x = d.fix(Symbol("x", P.of.size))
    most = largest(x, W[x, y])
    top = d.bound_sup(most, seen_at_level(d, it, x, eps, private, full), x)

    def part(_: Line, mark: Line) -> Line:
        on = mark.formula.right
        goal = P[x] * W[x, y] <= P[x] * most + same(x, b) * P[x] * (W[x, y] - most)
        line = d.arithmetic(P[x] * W[x, y] <= P[x] * most + on * P[x] * (W[x, y] - most),
                            d.below_sup(most, x), hints=[P[x]])
        return d.rewrite(mark, line, goal)

    rows = d.summed(d.forall(x, split_equal(d, x, b, part)))
    seen = d.arithmetic(it.seen <= most + P[b] * (W[b, y] - most), rows)
    own, under = d.below_sup(most, b), d.below_sup(least, b)
    shrunk = d.arithmetic(P[b] * (W[b, y] - most) <= least * (W[b, y] - most), own, under,
                          hints=[P[b] - least, most - W[b, y]])
    apart = d.identity(equals(exp(eps) * exp(-eps), 1))
    flat = d.arithmetic(exp(-eps) * most <= it.seen, top, apart, hints=[exp(-eps)])
    line = d.arithmetic(rest * most <= least * W[b, y], flat, seen, shrunk)
    some_ratio = d.obvious(0 < ratio, positive, above)
    value = d.cite("lemma/exponential-of-logarithm", some_ratio, positive, above, s=ratio)
    goal = W[a, y] <= exp(log(ratio)) * W[b, y]
    line = d.arithmetic(goal, line, d.below_sup(most, a), value, positive, above,
                        hints=[1 / rest])
    each = d.forall(a, d.forall(b, d.forall(y, line)))
    d.qed(d.cite("lemma/largest-log-ratio.bound", each, positive, above, r=log(ratio)))


@derives("saeidian-2025/proposition-3.8-i")
def finite_below(d: Derivation) -> None:
    """A bound of it is real."""
    full, private, below = d.given
    line = d.cite("saeidian-2025/proposition-3.8-i-sharp", full, private, below)
    ratio = line.formula.right.args[0]
    above = d.cite("lemma/largest-probability.least", full)
    positive = below_threshold(d, d.var("eps"), ratio.args[0], below)
    some = d.obvious(0 < ratio, positive, above)
    top = d.piece(d.cite("definition/infinity", some, positive, above, r=log(ratio)), 1)
    d.qed(d.chain(line, top))


@derives("saeidian-2025/corollary-3.10")
def not_singled_out(d: Derivation) -> None:
    """H(P) − ℓ is left."""
    P, W = d.var("P"), d.var("W")
    full, private, below = d.given
    singled = d.assume(d.goal.body)
    z = d.fix(Symbol("z", W.of.outputs))
    sure = d.assume(instance(singled, z))
    it = Posterior(d, P, W, z)
    line = it.cite("lemma/growing-entropy", full)
    clash = d.contradiction(line, sure, d.at(private, z), below, *it.real(full))
    d.qed(d.follows(d.goal, d.implied(singled, d.obtain(singled, z, clash))))


@derives("saeidian-2025/largest-cost.everything")
def allowed(d: Derivation) -> None:
    """A posterior probability is at most 1."""
    W = d.var("W")
    (full,) = d.given
    z = d.fix(Symbol("z", W.of.outputs))
    d.qed(d.forall(z, d.cite("lemma/posterior.finite", full, y=z)))


@derives("saeidian-2025/largest-cost.affirmative")
def affirmative(d: Derivation) -> None:
    """1 ≤ e^ℓ P(b)."""
    P, W, t, b = (d.var(name) for name in "PWtb")
    full, _, sure = d.given
    it = Posterior(d, P, W, t)
    real, likely = it.real(full), d.at(full, b)
    line = d.arithmetic(1 <= exp(it.value) * P[b], it.leak(b, full), sure, *real)
    logs = log_below(d, number(1), exp(it.value) * P[b], line, likely, *real)
    apart = d.identity(equals(log(exp(it.value) * P[b]), it.value + log(P[b])), likely, *real)
    d.qed(d.arithmetic(d.goal, logs, apart, likely, *real))


@derives("saeidian-2025/largest-cost.guessed@affirmative-answer")
def guessed(d: Derivation) -> None:
    """The smallest probability is that of b."""
    P, b = d.var("P"), d.var("b")
    _, _, rarest = d.given
    x = d.fix(Symbol("x", P.of.size))
    least = d.goal.right
    under = d.bound_sup(least, d.at(rarest, x), x)
    equal = d.turn(equals(P[b], least), under, d.below_sup(least, b))
    d.qed(d.chain(d.identity(equals(d.goal.left, P[b])), equal))


def half(d: Derivation, b: Any, rarest: Line, two: Line) -> Line:
    """2 P(b) ≤ 1."""
    P = d.var("P")
    rows = d.summed(rarest)
    line = d.arithmetic(P.of.size * P[b] <= 1, rows)
    return d.arithmetic(2 * P[b] <= 1, line, two, hints=[P[b]])


@derives("saeidian-2025/proposition-3.8-ii")
def disclosed_at(d: Derivation) -> None:
    """Outcome 0 has the probability α (1 − p), and outcome 1 at least 1 − p, with α = p."""
    P, b, eps = (d.var(name) for name in ("P", "b", "eps"))
    full, two, rarest, level = d.given
    private, disclosed, varies = d.goal.parts
    small, likely = half(d, b, rarest, two), d.at(full, b)
    rest = d.arithmetic(0 < 1 - P[b], small, likely)
    grown = d.cite("background/exponential-increasing", level, rest, r=-log(1 - P[b]), s=eps)
    value = d.identity(equals(grown.formula.left, 1 / (1 - P[b])), rest)
    factor = d.arithmetic(1 <= exp(eps) * (1 - P[b]), grown, value, rest, hints=[1 - P[b]])
    least = d.obvious(0 <= eps)
    a = d.fix(Symbol("a", P.of.size))

    def outcome(index: int) -> Line:
        chance = P[b] * (1 - P[b]) if index == 0 else 1 - P[b] * (1 - P[b])
        whole = output(P, excluding)[index]
        seen = d.identity(equals(whole, chance), rest)

        def part(_: Line, mark: Line) -> Line:
            on = mark.formula.right
            entry = excluding[a, index]
            split = (1 - same(a, b)) * P[b] if index == 0 else same(a, b) + (
                1 - same(a, b)) * (1 - P[b])
            plain = (1 - on) * P[b] if index == 0 else on + (1 - on) * (1 - P[b])
            known = d.rewrite(mark, d.identity(equals(entry, split), rest), equals(entry, plain))
            return d.arithmetic(entry <= exp(eps) * whole, known, seen, factor, small, rest,
                                hints=[P[b], exp(eps), P[b] * exp(eps), exp(eps) * P[b] * P[b]])

        line = split_equal(d, a, b, part)
        return d.cite("lemma/outcome.leaks", d.forall(a, line), least, rest, P=P, W=excluding,
                      y=index, r=eps)

    z = d.fix(Symbol("z", 2))
    line = split_bit(d, z, lambda bit: instance_of(private, bit), outcome)
    first = d.forall(z, line)

    seen = d.identity(equals(output(P, excluding)[0], P[b] * (1 - P[b])), rest)
    here = d.arithmetic(output(P, excluding)[0] > 0, seen, rest, likely, hints=[P[b]])

    def tells(held: Line, mark: Line) -> Line:
        on = mark.formula.right
        if on == number(1):
            entry = d.rewrite(mark, d.identity(equals(
                excluding[a, 0], (1 - same(a, b)) * P[b]), rest), equals(
                    excluding[a, 0], (1 - on) * P[b]))
            low = d.arithmetic(excluding[a, 0] <= 0, entry, rest)
        else:
            entry = d.rewrite(mark, d.identity(equals(told[a, 1], 1 - same(a, b))), equals(
                told[a, 1], 1 - on))
            low = d.arithmetic(told[a, 1] >= 1, entry)
        return d.follows(either(told[a, 1] >= 1, excluding[a, 0] <= 0), low)

    each = d.forall(a, split_equal(d, a, b, tells))
    shown = d.cite("lemma/outcome.tells", here, each, rest, P=P, W=excluding, y=0, U=told, v=1)
    second = d.some(disclosed, number(0), shown)

    v = d.fix(Symbol("v", 2))
    prior = output(P, told)
    bits = split_bit(d, v, lambda bit: prior[bit] <= 1 - P[b], lambda value: d.arithmetic(
        prior[value] <= 1 - P[b], d.identity(equals(
            prior[value], P[b] if value == 0 else 1 - P[b])), small))
    left = d.cite("lemma/largest-probability.at-most", d.forall(v, bits), rest, likely, P=prior,
                  g=1 - P[b])
    tangent = d.cite("background/log-tangent.line", rest, x=1 - P[b])
    third = d.arithmetic(varies, left, tangent, likely, rest)
    d.qed(d.both(first, second, third))


@derives("saeidian-2025/corollary-3.10-tight")
def singled_out(d: Derivation) -> None:
    """Outcome 0 has the probability (1 − p) p, and outcome 1 at least p, for the largest p."""
    P, b = d.var("P"), d.var("b")
    full, two, likeliest = d.given
    private, singled = d.goal.parts
    likely = d.at(full, b)
    a = d.fix(Symbol("a", P.of.size))
    # Some symbol isn't b.
    rest = d.cite("lemma/two-symbols", full, two, P=P, b=b)
    entropy = min_entropy(P)
    most = largest(a, P[a])
    under = d.bound_sup(most, d.at(likeliest, a), a)
    top = d.turn(equals(most, P[b]), under, d.below_sup(most, b))
    value = d.cite("lemma/largest-probability.value", P=P)
    inverse = d.arithmetic(equals(exp(-entropy), P[b]), value, top)
    apart = d.identity(equals(exp(entropy) * exp(-entropy), 1))
    factor = d.arithmetic(equals(exp(entropy) * P[b], 1), apart, inverse)
    least = d.obvious(0 <= entropy)
    square = d.combined(0 <= exp(entropy) * ((1 - P[b]) * (1 - P[b])), rest, products=[
        ["1", [["fact", 0], ["fact", 0], ["sign", exp(entropy)]]]])
    twice = d.arithmetic(equals(exp(entropy) * P[b] * P[b], P[b]), factor, hints=[P[b]])
    large = d.arithmetic(exp(entropy) - 2 + P[b] >= 0, square, factor, twice)

    def outcome(index: int) -> Line:
        chance = P[b] * (1 - P[b]) if index == 0 else 1 - P[b] * (1 - P[b])
        whole = output(P, singling)[index]
        seen = d.identity(equals(whole, chance), rest)

        def part(_: Line, mark: Line) -> Line:
            on = mark.formula.right
            entry = singling[a, index]
            split = same(a, b) * (1 - P[b]) if index == 0 else same(a, b) * P[b] + 1 - same(a, b)
            plain = on * (1 - P[b]) if index == 0 else on * P[b] + 1 - on
            known = d.rewrite(mark, d.identity(equals(entry, split), rest), equals(entry, plain))
            least_of = 1 - P[b] if index == 0 else number(1)
            bound = d.arithmetic(exp(entropy) * whole >= least_of, seen, factor, twice, large,
                                 rest, hints=[exp(entropy), 1 - P[b]])
            return d.arithmetic(entry <= exp(entropy) * whole, known, bound, rest, likely)

        line = split_equal(d, a, b, part)
        return d.cite("lemma/outcome.leaks", d.forall(a, line), least, rest, P=P, W=singling,
                      y=index, r=entropy)

    z = d.fix(Symbol("z", 2))
    first = d.forall(z, split_bit(d, z, lambda bit: instance_of(private, bit), outcome))
    seen = d.identity(equals(output(P, singling)[0], P[b] * (1 - P[b])), rest)
    here = d.arithmetic(output(P, singling)[0] > 0, seen, rest, likely, hints=[P[b]])

    def only(held: Line, mark: Line) -> Line:
        on = mark.formula.right
        goal = either(equals(a, b), singling[a, 0] <= 0)
        if on == number(1):
            return d.follows(goal, held)
        entry = d.rewrite(mark, d.identity(equals(
            singling[a, 0], same(a, b) * (1 - P[b])), rest), equals(
                singling[a, 0], on * (1 - P[b])))
        return d.follows(goal, d.arithmetic(singling[a, 0] <= 0, entry, rest))

    each = d.forall(a, split_equal(d, a, b, only))
    shown = d.cite("lemma/outcome.singles", here, each, rest, P=P, W=singling, y=0, b=b)
    d.qed(d.both(first, d.some(singled, number(0), shown)))
