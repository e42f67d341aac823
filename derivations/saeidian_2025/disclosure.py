"""Section 3.2: what is disclosed to one is disclosed to all, and bounded by what X leaks."""

from __future__ import annotations

from typing import Any

from derivations.patterns.posteriors import Posterior
from derivations.tools import absurd, instance, positive_from, split_order
from verified.language import equals, exp, log, min_entropy, output, renyi, smallest
from verified.papers.saeidian_2025.common import discloses
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Symbol, number

# --- to one adversary, to all ---------------------------------------------------------------------


def compared(d: Derivation, Q: Any, R: Any, W: Any, y: Any, r: Any, s: Any, *lines: Line
             ) -> tuple[Posterior, Posterior, list[Line]]:
    """The posteriors of Q and R, and that the second is at most e^(r + s) times the first."""
    one, two = Posterior(d, Q, W, y), Posterior(d, R, W, y)
    a = d.fix(Symbol("a", Q.of.size))
    entries = d.cite("lemma/posteriors-of-two", *lines, P=Q, Q=R, W=W, y=y, r=r, s=s)
    each = d.forall(a, d.arithmetic(
        two.term[a] <= exp(number(r) + s) * one.term[a], d.at(entries, a), *one.law, *two.law,
        *lines))
    return one, two, [each, *one.law, *two.law, *lines]


@derives("saeidian-2025/theorem-3.4.outcomes")
def every_outcome(d: Derivation) -> None:
    """The posteriors differ by a factor e^(r + s) at most."""
    Q, R, W, y, U, r, s = (d.var(name) for name in "QRWyUrs")
    one, two, lines = compared(d, Q, R, W, y, r, s, *d.given)
    d.qed(d.cite("lemma/at-most-a-multiple-entropy.certainty", *lines, P=one.term, A=two.term,
                 U=U, r=r + s))


def bounded_by_least(d: Derivation, one: Any, two: Any, full: Line) -> tuple[Any, list[Line]]:
    """A number r, and that one law is at most e^r times the other, which has full support."""
    a = Symbol("a", two.of.size)
    x = d.fix(Symbol("x", two.of.size))
    least = smallest(a, two[a])
    above = d.cite("lemma/largest-probability.least", full, P=two)
    value = d.identity(equals(exp(-log(least)), 1 / least), above)
    most = d.piece(d.cite("background/probability-bounds", P=one, a=x), 1)
    line = d.arithmetic(one[x] <= exp(-log(least)) * two[x], value, most, d.below_sup(least, x),
                        above, hints=[1 / least])
    return -log(least), [d.forall(x, line), above]


def to_all(d: Derivation, Q: Any, R: Any, W: Any, U: Any, likely: Line, also: Line,
           disclosed: Line, goal: Any) -> Line:
    """What is disclosed to Q is disclosed to R."""
    z = d.fix(Symbol("z", W.of.outputs))
    r, up = bounded_by_least(d, R, Q, likely)
    s, down = bounded_by_least(d, Q, R, also)
    sure = d.assume(instance(disclosed, z))
    one, two, lines = compared(d, Q, R, W, z, r, s, *up, *down)
    low = d.cite("lemma/at-most-a-multiple-entropy.certain", sure, *lines, P=one.term, A=two.term,
                 U=U, r=number(r) + s)
    return d.obtain(disclosed, z, d.some(goal, z, low))


@derives("saeidian-2025/theorem-3.4.finite")
def ubiquity(d: Derivation) -> None:
    """Beliefs are at most 1, and at least their smallest values."""
    Q, R, W, U = (d.var(name) for name in "QRWU")
    d.qed(to_all(d, Q, R, W, U, *d.given, d.goal))


# --- by pointwise maximal leakage -----------------------------------------------------------------


@derives("saeidian-2025/theorem-3.5-quantitative.secret")
def secret(d: Derivation) -> None:
    """P(u|y) ≤ e^ℓ P_U(u)."""
    P, W, y, U = (d.var(name) for name in "PWyU")
    (full,) = d.given
    d.qed(Posterior(d, P, W, y).cite("lemma/at-most-a-multiple-entropy.remaining", full, U=U))


@derives("saeidian-2025/theorem-3.5-quantitative.attribute")
def of_attribute(d: Derivation) -> None:
    """The largest P(u|y) is at most e^ℓ times the largest P_U(u)."""
    P, W, y, U = (d.var(name) for name in "PWyU")
    (full,) = d.given
    it = Posterior(d, P, W, y)
    value = renyi(output(it.term, U), output(P, U), float("inf"))
    less = d.cite("saeidian-2025/pml-pre-processing", full)
    finite = d.chain(less, it.finite(full))
    real = it.real(full)
    same = d.arithmetic(value <= value, finite, *real)
    each = d.cite("lemma/largest-ratio.ratio", same, finite, *real, P=output(it.term, U),
                  Q=output(P, U), r=value)
    d.qed(d.cite("lemma/growing-entropy", each, finite, *real, P=output(P, U),
                 A=output(it.term, U), r=value))


def kept_entropy(d: Derivation, P: Any, W: Any, U: Any, z: Any, eps: Any, full: Line,
                 private: Line) -> Line:
    """H(P_U) − ε ≤ H(P_{U|Y=z})."""
    line = d.cite("saeidian-2025/theorem-3.5-quantitative.secret", full, P=P, W=W, U=U, y=z)
    it = Posterior(d, P, W, z)
    return d.arithmetic(
        min_entropy(output(P, U)) - eps <= line.formula.right, line, d.at(private, z),
        *it.real(full))


@derives("saeidian-2025/theorem-3.5-quantitative.everywhere")
def everywhere(d: Derivation) -> None:
    """ℓ ≤ ε."""
    P, W, y, U, eps = (d.var(name) for name in ("P", "W", "y", "U", "eps"))
    full, private, above = d.given
    d.qed(d.both(kept_entropy(d, P, W, U, y, eps, full, private), d.arithmetic(
        min_entropy(output(P, U)) - eps > 0, above)))


@derives("saeidian-2025/theorem-3.5")
def prevented(d: Derivation) -> None:
    """Else it would be disclosed to the adversary who knows P."""
    P, Q, W, U, eps = (d.var(name) for name in ("P", "Q", "W", "U", "eps"))
    full, also, above, private = d.given
    disclosed = d.assume(d.goal.body)
    known = discloses(P, W, U)
    moved = to_all(d, Q, P, W, U, also, full, disclosed, known)
    z = d.fix(Symbol("z", W.of.outputs))
    sure = d.assume(instance(moved, z))
    line = kept_entropy(d, P, W, U, z, eps, full, private)
    it = Posterior(d, P, W, z)
    clash = d.obtain(moved, z, d.contradiction(line, sure, above, *it.law))
    d.qed(d.follows(d.goal, d.implied(disclosed, clash)))


# --- another attribute ----------------------------------------------------------------------------


def constant_is_disclosed(d: Derivation, goal: Any, disclosed: Line) -> tuple[Line, Line]:
    """A constant attribute is disclosed, and has the entropy 0."""
    P, W = d.var("P"), d.var("W")
    first = goal.parts[0]
    z = d.fix(Symbol("z", W.of.outputs))
    it = Posterior(d, P, W, z)
    known = d.cite("lemma/constant-attribute", *it.law, P=it.term)
    return d.obtain(disclosed, z, d.some(first, z, known)), d.cite("lemma/constant-attribute")


@derives("saeidian-2025/proposition-3.6-repaired")
def least_attribute(d: Derivation) -> None:
    """A constant attribute has entropy 0."""
    _, disclosed, above = d.given
    shown, zero = constant_is_disclosed(d, d.goal, disclosed)
    d.qed(d.both(shown, d.chain(zero, above)))


# --- absolute disclosure prevention ---------------------------------------------------------------


@derives("saeidian-2025/theorem-3.7-sharp")
def left_over(d: Derivation) -> None:
    """No odds change by more than a factor e^C."""
    Q, W, U, y, c = (d.var(name) for name in "QWUyc")
    d.qed(what_is_left(d, Q, W, U, y, c, d.given[1]))


def what_is_left(d: Derivation, Q: Any, W: Any, U: Any, y: Any, c: Any, bounded: Line) -> Line:
    """ln(1 + (e^H − 1) e^(−c)) ≤ H(Q_{U|Y=y})."""
    it = Posterior(d, Q, W, y)
    least = d.chain(d.cite("lemma/largest-log-ratio.nonnegative", W=W), bounded)
    rows = d.cite("lemma/largest-log-ratio.ratio", bounded, W=W, r=c)
    odds = d.cite("lemma/odds.rows", rows, least, P=Q, W=W, y=y, r=c)
    a, b = d.fix(Symbol("a", Q.of.size)), d.fix(Symbol("b", Q.of.size))
    goal = it.term[a] * Q[b] <= exp(c) * it.term[b] * Q[a]
    each = d.forall(a, d.forall(b, d.arithmetic(goal, d.at(d.at(odds, a), b), *it.law)))
    return d.cite("lemma/odds.entropy", each, *it.law, P=Q, A=it.term, U=U, r=c)


@derives("saeidian-2025/theorem-3.7-i-repaired")
def nothing_disclosed(d: Derivation) -> None:
    """What is left of a positive entropy is positive."""
    P, W, U, c = (d.var(name) for name in "PWUc")
    _, bounded, above = d.given
    disclosed = d.assume(d.goal.body)
    z = d.fix(Symbol("z", W.of.outputs))
    sure = d.assume(instance(disclosed, z))
    line = what_is_left(d, P, W, U, z, c, bounded)
    entropy = min_entropy(output(P, U))
    grown = d.cite("background/log-tangent.exponential", eps=entropy)
    inner = line.formula.left.args[0]
    more = d.arithmetic(1 < inner, grown, above, hints=[exp(-c)])
    it = Posterior(d, P, W, z)
    flat = d.chain(line, sure)
    t = Real("x", ">1")
    high = d.scalar(log(t) > 0, more, values={t: inner})
    loop = d.chain(high, flat)
    clash = d.obtain(disclosed, z, d.contradiction(loop, *it.law))
    d.qed(d.follows(d.goal, d.implied(disclosed, clash)))


@derives("saeidian-2025/capacity-finite-iff.only-if")
def finite_is_private(d: Derivation) -> None:
    """ℓ ≤ C."""
    W = d.var("W")
    full, bounded = d.given
    z = d.fix(Symbol("z", W.of.outputs))
    line = d.cite("saeidian-2025/theorem-2.8.bound@possible-outcomes", full, t=z)
    d.qed(d.forall(z, d.chain(line, bounded)))


@derives("saeidian-2025/capacity-finite-iff.if")
def private_is_finite(d: Derivation) -> None:
    """ln p(y|x) − ln(p(y|x') + η) > c."""
    W, y, x, other, c, eta = (d.var(name) for name in ("W", "y", "x", "x'", "c", "t"))
    (above,) = d.given
    likely = d.arithmetic(0 < W[x, y], above, hints=[exp(c) * W[other, y], exp(c)])
    line = d.cite("saeidian-2025/theorem-2.8.approached", likely)
    low = d.obvious(0 < W[other, y] + eta)
    def small(less: Line) -> Line:
        up = d.cite("background/exponential-increasing", less, likely, low,
                    r=log(W[x, y]) - log(W[other, y] + eta), s=c)
        same = d.identity(equals(up.formula.left, W[x, y] / (W[other, y] + eta)), likely, low)
        flat = d.arithmetic(W[x, y] <= exp(c) * (W[other, y] + eta), up, same, low,
                            hints=[W[other, y] + eta])
        return absurd(d, c < line.formula.left, flat, above)

    over = split_order(d, line.formula.left, c, small, lambda high: high, likely, low)
    d.qed(d.chain(over, line))


@derives("saeidian-2025/theorem-3.7-ii")
def deterministic_left(d: Derivation) -> None:
    """H(Q_V) ≥ −ln(1 − min q), as some symbol misses each value."""
    Q, W, V, y, c = (d.var(name) for name in "QWVyc")
    full, _, varies, bounded = d.given
    one, two, w = (d.fix(Symbol(name, size)) for name, size in (
        ("s", Q.of.size), ("t", Q.of.size), ("w", V.of.outputs)))
    first = d.assume(instance(varies, one))
    second = d.assume(instance(first, two))
    third = d.assume(instance(second, w))
    both = d.cite("lemma/attribute.varying", full, d.piece(third, 0), d.piece(third, 1), P=Q, U=V,
                  b=one, c=two, w=w)
    below, entropy = d.piece(both, 0), d.piece(both, 1)
    above = d.cite("lemma/largest-probability.least", full, P=Q)
    least, value = below.formula.left, entropy.formula.right
    line = what_is_left(d, Q, W, V, y, c, bounded)
    grown = d.cite("background/exponential-increasing", entropy, below, r=-log(1 - least), s=value)
    same = d.identity(equals(exp(-log(1 - least)), 1 / (1 - least)), below)
    inner, outer = d.goal.left.args[0], line.formula.left.args[0]
    parts = d.arithmetic(1 / (1 - least) <= exp(value), grown, same, below)
    positive = d.obvious(0 < inner, below, above)
    less = d.arithmetic(inner <= outer, parts, below, hints=[exp(-c)])
    logs = d.cite("background/log-increasing.positive", less, positive, below, d.chain(
        positive, less), u=inner, v=outer)
    line = d.chain(logs, line)
    line = d.obtain(second, w, line)
    line = d.obtain(first, two, line)
    d.qed(d.obtain(varies, one, line))


@derives("saeidian-2025/proposition-3.6-sharp")
def mixed_attribute(d: Derivation) -> None:
    """The value that is told becomes likelier than any was, and stays told."""
    P, W, U, t, b, share = (d.var(name) for name in ("P", "W", "U", "t", "b", "lambda"))
    _, varied, sure, more = d.given
    it = Posterior(d, P, W, t)
    one = d.cite("lemma/attribute.kept", sure, *it.law, P=it.term, U=U, w=b, t=share)
    two = d.cite("lemma/attribute.likelier", more, P=P, U=U, w=b, t=share)
    three = d.cite("lemma/attribute.varied", varied, P=P, U=U, w=b, t=share)
    d.qed(d.both(one, two, three))


# --- the steps of A.1 -----------------------------------------------------------------------------


@derives("saeidian-2025/theorem-3.4-steps.response")
def response_ratio(d: Derivation) -> None:
    """Rényi's divergence of order ∞ doesn't grow by a channel."""
    Q, R, W = (d.var(name) for name in "QRW")
    d.qed(d.cite("background/dpi-renyi.infinite-order", P=Q, Q=R, W=W))


@derives("saeidian-2025/theorem-3.4-steps.bounded")
def bounded(d: Derivation) -> None:
    """Q ≤ e^D R, and so of what is seen under them."""
    Q, R, W, y, x, c = (d.var(name) for name in "QRWyxc")
    likely, also, seen, dense = d.given
    s, up = bounded_by_least(d, Q, R, also)
    far = renyi(Q, R, float("inf"))
    high = d.cite("lemma/largest-ratio.bound", up[0], *up[1:], P=Q, Q=R, r=s)
    low = d.chain(*(d.cite(f"background/renyi-monotone.{part}", P=Q, Q=R, alpha=0)
                    for part in ("nonnegative", "infinite")))
    real = [high, low, *up[1:]]
    own = d.arithmetic(far <= far, *real)
    each = d.cite("lemma/largest-ratio.ratio", own, *real, P=Q, Q=R, r=far)
    a = d.fix(Symbol("a", Q.of.size))
    rows = d.summed(d.forall(a, d.arithmetic(
        Q[a] * W[a, y] <= exp(far) * R[a] * W[a, y], d.at(each, a), *real, hints=[W[a, y]])), *real)
    believed, known = output(Q, W)[y], output(R, W)[y]
    whole = d.arithmetic(believed <= exp(far) * known, rows, *real)
    most = d.combined(R[x] / Q[x] <= c, d.at(dense, x), d.at(likely, x), products=[
        ["1", [["fact", 0], ["sign", 1 / Q[x]]]]])
    less = d.combined(R[x] / Q[x] * believed <= c * believed, most, d.obvious(
        0 <= believed), d.at(likely, x), products=[["1", [["fact", 0], ["fact", 1]]]])
    more = d.arithmetic(c * believed <= c * (exp(far) * known), whole, *real, hints=[c])
    line = d.chain(less, more)
    d.qed(d.combined(d.goal, line, seen, d.at(likely, x), *real, products=[
        ["1", [["fact", 0], ["sign", 1 / known]]]]))


@derives("saeidian-2025/theorem-3.4-steps.positive.only-if",
         "saeidian-2025/theorem-3.4-steps.positive.if")
def possible_after(d: Derivation) -> None:
    """The posteriors differ by a factor at most."""
    Q, R, W, y, x = (d.var(name) for name in "QRWyx")
    likely, also, positive = d.given
    r, up = bounded_by_least(d, R, Q, likely)
    s, down = bounded_by_least(d, Q, R, also)
    if d.key.endswith("only-if"):
        one, two, lines = R, Q, [*down, *up]
    else:
        one, two, lines = Q, R, [*up, *down]
        r, s = s, r
    entries = d.cite("lemma/posteriors-of-two", *lines, P=one, Q=two, W=W, y=y, r=s, s=r)
    here, there = Posterior(d, one, W, y), Posterior(d, two, W, y)
    laws, factor = [*here.law, *there.law], exp(number(r) + s)
    least = d.chain(d.arithmetic(0 < there.term[x], positive, *laws), d.arithmetic(
        there.term[x] <= factor * here.term[x], d.at(entries, x), *laws, *lines))
    some = split_order(d, here.term[x], 0, lambda low: absurd(
        d, 0 < here.term[x], low, least, *laws, *lines, hints=[factor]), lambda high: high, *laws)
    d.qed(d.arithmetic(d.goal, some, *laws))


@derives("saeidian-2025/theorem-3.4-steps.largest")
def largest_ratio(d: Derivation) -> None:
    """What is seen under Q is at most a multiple of what is seen under R."""
    Q, R, W = (d.var(name) for name in "QRW")
    _, also = d.given
    s, up = bounded_by_least(d, Q, R, also)
    a, z = d.fix(Symbol("a", Q.of.size)), d.fix(Symbol("z", W.of.outputs))
    rows = d.summed(d.forall(a, d.arithmetic(
        Q[a] * W[a, z] <= exp(s) * R[a] * W[a, z], d.at(up[0], a), up[1], hints=[W[a, z]])), up[1])
    one, two = output(Q, W), output(R, W)
    each = d.forall(z, d.arithmetic(one[z] <= exp(s) * two[z], rows, up[1]))
    d.qed(d.cite("lemma/largest-of-possible.ratio", each, up[1], P=two, A=one, r=s))


@derives("saeidian-2025/theorem-3.4-steps.finite")
def finite_divergence(d: Derivation) -> None:
    """No probability under Q is more than 1, and each under R is positive."""
    Q, R = d.var("Q"), d.var("R")
    s, up = bounded_by_least(d, Q, R, d.given[1])
    high = d.cite("lemma/largest-ratio.bound", up[0], *up[1:], P=Q, Q=R, r=s)
    real = d.piece(d.cite("definition/infinity", *up[1:], r=s), 1)
    d.qed(d.chain(high, real))


@derives("saeidian-2025/theorem-3.4-steps.value")
def likely_value(d: Derivation) -> None:
    """The likeliest value has the probability e^(−H)."""
    Q, W, U, y, eps = (d.var(name) for name in ("Q", "W", "U", "y", "eps"))
    it = Posterior(d, Q, W, y)
    level = d.identity(equals(eps, -log(exp(-eps))))
    grown = d.cite("background/exponential-increasing", d.obvious(-eps <= 0), r=-eps, s=0)
    d.qed(d.cite("lemma/largest-probability.likelier", d.chain(d.given[1], level),
                 d.arithmetic(exp(-eps) <= 1, grown), *it.law, P=output(it.term, U), g=exp(-eps)))


@derives("saeidian-2025/theorem-3.4-steps.others")
def other_values(d: Derivation) -> None:
    """The probabilities sum to 1."""
    Q, W, U, y, u, v, eps = (d.var(name) for name in ("Q", "W", "U", "y", "u", "v", "eps"))
    _, sure, apart = d.given
    it = Posterior(d, Q, W, y)
    grown = d.cite("background/exponential-increasing", d.obvious(-eps <= 0), r=-eps, s=0)
    d.qed(d.cite("lemma/largest-probability.below", apart, sure,
                 d.arithmetic(exp(-eps) <= 1, grown), *it.law, P=output(it.term, U),
                 g=exp(-eps), a=u, b=v))


@derives("saeidian-2025/theorem-3.4-steps.each")
def each_other_value(d: Derivation) -> None:
    """No probability grows by more than the factor."""
    Q, R, W, y, U, v, c = (d.var(name) for name in "QRWyUvc")
    _, _, less, unlikely = d.given
    one, two = Posterior(d, Q, W, y), Posterior(d, R, W, y)
    laws = [*one.law, *two.law]
    a = d.fix(Symbol("a", Q.of.size))
    value = d.identity(equals(exp(log(c)), c))
    rows = d.forall(a, d.arithmetic(
        two.term[a] <= exp(log(c)) * one.term[a], d.at(less, a), value, *laws))
    line = d.cite("lemma/at-most-a-multiple.value", rows, *laws, P=one.term, A=two.term, U=U, v=v,
                  r=log(c))
    first, last = d.goal.parts

    def below(seen: Line) -> Line:
        return d.arithmetic(last, unlikely, seen, *laws, hints=[c])

    d.qed(d.both(d.rewrite(value, line, first), one.split(below, below)))


@derives("saeidian-2025/theorem-3.4-steps.density@possible")
def density(d: Derivation) -> None:
    """Both posteriors by Bayes' rule."""
    Q, R, W, y, x = (d.var(name) for name in "QRWyx")
    likely, _, seen = d.given
    one = Posterior(d, Q, W, y)
    s, up = bounded_by_least(d, R, Q, likely)
    a = d.fix(Symbol("a", Q.of.size))
    rows = d.summed(d.forall(a, d.arithmetic(
        R[a] * W[a, y] <= exp(s) * Q[a] * W[a, y], d.at(up[0], a), up[1], hints=[W[a, y]])), up[1])
    there = positive_from(d, one.seen, rows, seen, up[1], hints=[exp(s)])
    d.qed(d.identity(d.goal, d.at(likely, x), there, seen))


@derives("saeidian-2025/theorem-3.4-steps-repaired.last")
def last_step_of_many(d: Derivation) -> None:
    """|𝒰| − 1 is at least 1."""
    U, c, eps = (d.var(name) for name in ("U", "c", "eps"))
    full, also, _, sure, less, two = d.given
    line = d.cite("saeidian-2025/theorem-3.4-steps-sharp", full, also, sure, less)
    grown = d.cite("background/exponential-increasing", d.obvious(-eps <= 0), r=-eps, s=0)
    k = U.of.outputs
    low = d.arithmetic(1 - (k - 1) * c * (1 - exp(-eps)) <= 1 - c * (1 - exp(-eps)), grown, two,
                       hints=[c * (k - 2), c])
    d.qed(d.chain(low, line))


@derives("saeidian-2025/theorem-3.4-steps-sharp")
def last_step(d: Derivation) -> None:
    """The probability of all other values grows by the factor at most."""
    Q, R, W, y, U, u, c, eps = (d.var(name) for name in ("Q", "R", "W", "y", "U", "u", "c", "eps"))
    _, _, sure, less = d.given
    one, two = Posterior(d, Q, W, y), Posterior(d, R, W, y)
    a = d.fix(Symbol("a", Q.of.size))
    value = d.identity(equals(exp(log(c)), c))
    each = d.forall(a, d.arithmetic(two.term[a] <= exp(log(c)) * one.term[a], d.at(less, a), value,
                                    *one.law, *two.law))
    line = d.cite("lemma/at-most-a-multiple-entropy.sure", each, sure, *one.law, *two.law,
                  P=one.term, A=two.term, U=U, v=u, r=log(c), s=exp(-eps))
    d.qed(d.rewrite(value, line, d.goal))
