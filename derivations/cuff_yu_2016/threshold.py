"""Section 3.3, eq. (33): the threshold, and that ε' must go to infinity as δ' comes near to it."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import equal_tables
from derivations.patterns.databases import gives_away, is_private
from derivations.patterns.minima import split_minimum_of
from derivations.patterns.numbers import at_most_one, less_than_rest
from derivations.tools import turned
from verified.language import (
    DP,
    Close,
    as_mechanism,
    binary_entropy,
    capacity,
    channel_of,
    equals,
    event_where,
    exp,
    log,
    negation,
    sqrt,
)
from verified.papers.cuff_yu_2016.common import revealing
from verified.papers.ngo_2024.theorem_1 import chance as kept
from verified.papers.ngo_2024.theorem_1 import z_capacity
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Event, Pmf, Real, Symbol, number


@derives("cuff-yu-2016/eq-33.threshold")
def threshold(d: Derivation) -> None:
    """The input 0 never has the output 1."""
    q, _eps, eps_new, delta = (d.var(name) for name in ("q", "eps", "eps'", "delta"))
    most, less = d.given
    mi = d.cite("background/as-mechanism-mi", W=most.formula.left.args[0])
    d.qed(d.both(d.chain(mi, most), d.cite(
        "lemma/giving-away.private", less, q=q, eps=eps_new, delta=delta
    )))


@derives("cuff-yu-2016/eq-33.met")
def met(d: Derivation) -> None:
    """Two neighbours are the inputs of a channel of capacity ε at most, whose curve is below δ' at
    such an ε'."""
    M, q, eps, eps_new = (d.var(name) for name in ("M", "q", "eps", "eps'"))
    far, private, enough = d.given
    LN2 = log(2)
    apart = d.obvious(number(0) + (1 - q) < 1)
    value = d.cite("ngo-2024/eq-11-repaired.value", apart, e=0, f=1 - q)
    narrow = enough.formula.right
    value = d.rewrite(equal_tables(
        d, value.formula.left.args[0].args[0], narrow.args[0]), value)
    level = substitute(z_capacity, {kept.name: q})
    value = d.chain(value, d.identity(equals(value.formula.right, level)))
    mu = eps / LN2
    least = d.cite("background/exponential-increasing", far, r=LN2, s=eps_new)
    tail = d.arithmetic(exp(-eps_new) <= 1, d.arithmetic(
        2 * exp(-eps_new) <= 1, least, hints=[exp(-eps_new)]))
    room = d.arithmetic(mu <= level - 2 * (binary_entropy(exp(-eps_new)) / LN2), enough, value,
                        tail, hints=[1 / LN2])
    grown = d.arithmetic(eps_new > 0, far)
    limit = d.cite("ngo-2024/theorem-1-remarks.limit", far, room, grown, tail, p=q, mu=mu,
                   eps=eps_new)

    def close(x: Any, other: Any, near: Line) -> Line:
        W, R, A = channel_of(M[x], M[other]), d.fix(Pmf("R", 2)), d.fix(Event("A", M.sort.outputs))
        told = d.cite("lemma/neighbour-information", near, R=R, values={
            "M": M, "x": x, "x'": other})
        whole = d.cite("definition/capacity", W=W)
        small = d.chain(whole, d.bound_sup(whole.formula.right, told, R), private)
        small = d.arithmetic(capacity(W) / LN2 <= mu, small, hints=[1 / LN2])
        every = d.cite("ngo-2024/theorem-1a@all-laws", small, grown, M=W, mu=mu, eps=eps_new)

        def side(one: Any, two: Any, inputs: tuple[int, int]) -> Line:
            line = d.at(d.at(d.at(every, number(inputs[0])), number(inputs[1])), A)
            return d.forall(A, d.arithmetic(
                M[one][A] <= exp(eps_new) * M[two][A] + q, line, limit))

        return d.follows(Close(M[x], M[other], eps_new, q), side(x, other, (0, 1)),
                         side(other, x, (1, 0)))

    d.qed(is_private(d, M, eps_new, q, close))


@derives("cuff-yu-2016/eq-33.at-zero")
def met_at_zero(d: Derivation) -> None:
    """Lemma 2 at 0."""
    line = d.cite("cuff-yu-2016/lemma-2", *d.given, eps=0)
    d.qed(d.rewrite(d.identity(equals(sqrt(2 * number(0)), 0)), line, d.goal))


@derives("cuff-yu-2016/eq-33.from-one-bit")
def from_one_bit(d: Derivation) -> None:
    """The noiseless channel."""
    eps, eps_new, delta = (d.var(name) for name in ("eps", "eps'", "delta"))
    much, less = d.given
    W = revealing(1)
    mi = d.cite("background/as-mechanism-mi", W=W)
    most = d.cite("background/information-range.capacity-alphabets", W=W)
    two = split_minimum_of(d, most)
    private = d.arithmetic(mi.formula.left <= eps, mi, two, much)
    leaky = d.cite("lemma/giving-away.private", less, q=1, eps=eps_new, delta=delta)
    same = equal_tables(d, channel_of([1, 0], [1 - number(1), number(1)]), W)
    d.qed(d.both(private, d.rewrite(same, leaky, d.goal.parts[1])))


@derives("cuff-yu-2016/eq-33.positive@above-zero")
def threshold_positive(d: Derivation) -> None:
    """Its capacity is at most the probability."""
    eps, eps_new, delta = (d.var(name) for name in ("eps", "eps'", "delta"))
    some, less = d.given
    q, lines = at_most_one(d, eps, some)
    private = gives_away(d, q, eps, *lines)
    d.qed(d.both(private, d.cite(
        "lemma/giving-away.private", less, *lines, q=q, eps=eps_new, delta=delta
    )))


@derives("cuff-yu-2016/eq-33.diverges")
def diverges(d: Derivation) -> None:
    """The law with raised odds is as near to both rows as the best law is to those of the channel
    of the threshold; the event of the output 1 tells them apart."""
    q, eps, delta = d.var("q"), d.var("eps'"), d.var("delta")
    (small,) = d.given
    capacities, _ = d.goal.parts
    wide, narrow = capacities.left.args[0], capacities.right.args[0]
    factor, level = exp(eps), 1 - log(1 - q)
    rare, v = exp(-3 * factor * level), -(1 - q) * log(1 - q) / q

    below = d.cite("background/log-tangent.line", x=1 - q)
    above = d.cite("background/log-tangent.line", x=1 / (1 - q))
    w = Real("w", ">0")
    positive = d.arithmetic(0 < -log(1 - q), below)
    lines = [
        positive,
        d.arithmetic(0 <= v, below, hints=[(1 - q) / q, 1 - q]),
        d.arithmetic(v <= 1, above, hints=[(1 - q) / q]),
        d.identity(q * v <= -(1 - q) * log(1 - q)),
        d.scalar(1 - w / 2 <= w * exp(-w) / (1 - exp(-w)), positive, values={w: -log(1 - q)}),
    ]
    one = d.arithmetic(1 <= factor, d.cite("background/log-tangent.exponential", eps=eps))
    rate = factor * level
    least = d.arithmetic(1 <= rate, one, below, hints=[factor])
    grown = d.cite("background/log-tangent.exponential", eps=3 * level * (factor - 1))
    most = d.arithmetic(
        factor * rare <= exp(-3 * level), grown, one, below, hints=[rare, rare * (factor - 1)])
    cube = d.scalar(exp(-3 - 3 * w) <= exp(-3 * w) / 20, positive, values={w: -log(1 - q)})
    most = d.arithmetic(factor * rare <= (1 - q) ** 3 / 20, most, cube)
    same_gap = d.identity(equals(rate * exp(-3 * rate) / level, factor * rare), positive)
    found = d.cite("lemma/near-revealing.capacity", least, d.chain(same_gap, most), *lines, v=v,
                   z=rate)
    found = d.rewrite(same_gap, found)
    reached = found.formula.right
    rarely = d.arithmetic(
        rare < 1, d.cite("background/log-tangent.exponential", eps=3 * rate), least, hints=[rare])
    share = less_than_rest(d, q, factor * rare, most)
    certain = [
        d.arithmetic(q * rare < 1, rarely, hints=[q, 1 - q]),
        d.arithmetic(q + 2 * factor * (q * rare) < 1, share,
                     hints=[1 - q, factor * rare * (1 - q)]),
    ]
    same = equal_tables(d, found.formula.left.args[0], wide, *certain)
    no_more = d.rewrite(same, found, capacity(wide) <= reached)
    value = d.cite("background/bac-capacity.value", p=0, q=1 - q)
    same = equal_tables(d, value.formula.left.args[0], narrow)
    value = d.rewrite(same, value, equals(capacity(narrow), value.formula.right))
    value = d.chain(value, d.identity(equals(value.formula.right, reached)))
    no_more = d.chain(no_more, turned(d, value))

    private = d.assume(DP(as_mechanism(wide), eps, delta))
    close = d.cite("lemma/as-mechanism-dp", private, *certain, values={
        "W": wide, "x": number(0), "x'": number(1), "eps": eps, "delta": delta,
    })
    b = Symbol("b", 2)
    line = d.at(d.piece(close, 1), event_where(b, equals(b, 1)), *certain)
    apart = d.follows(negation(private.formula), d.implied(
        private, d.contradiction(line, small, *certain)))
    d.qed(d.both(no_more, apart))
