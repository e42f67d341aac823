"""Sums over types: a type of k + 1 samples is one of k samples and the symbol of a last one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import (
    ZERO,
    is_zero,
    one_term,
    split_absolute,
    split_equal,
    summed,
    turned,
)
from verified.language import (
    absolute,
    cases,
    equals,
    exp,
    negation,
    occurrences,
    total,
    type_law,
    types,
)
from verified.papers.background.type_classes import (
    Weights,
    counted,
    factor,
    follows,
    weighed,
    weight,
)
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Symbol, Term, number

# From a symbol to the line N(a|t) = N(a|u) + [a = b].
Told = Callable[[Any], Line]


def holds(value: Line) -> bool:
    """Whether a test is told to hold: its value is 1."""
    relation: Any = value.formula
    return number(1) in (relation.left, relation.right)


def same_counts(d: Steps, n: Term, k: Term, t: Any, u: Any, b: Any, held: Line, a: Any) -> Line:
    """N(a|t) = N(a|u) + [a = b], from the line that t is u with the symbol b."""
    def gap(c: Any) -> Term:
        return occurrences(n, k + 1, t, c) - counted(n, k, u, c, b)

    part = one_term(d, a, lambda c: absolute(gap(c)), name="c'")
    none = d.arithmetic(absolute(gap(a)) <= ZERO, part, held)
    one, two = occurrences(n, k + 1, t, a), counted(n, k, u, a, b)

    def equal(sign: Line, value: Line) -> Line:
        sides = [d.arithmetic(part, sign, value, none) for part in (one <= two, two <= one)]
        return d.turn(equals(one, two), *sides)

    return split_absolute(d, gap(a), equal)


def one_more(
    d: Steps, P: Term, k: Term, f: Callable[[Any], Term], g: Callable[[Any, Any], Term],
    each: Callable[[Any, Any, Any, Told], Line],
) -> Line:
    """Σ P(t) f(t) over types of k + 1 samples as Σ P(u) Σ P(b) g(u, b) over types of k samples and
    a last symbol.

    Args:
        each: f(t) = g(u, b), where t is u with the symbol b, from what that tells of each symbol.
    """
    n = P.sort.sizes()[0]
    t, u, b = Symbol("t", types(n, k + 1)), Symbol("u", types(n, k)), Symbol("b", n)

    def opened(t: Any) -> Line:
        last = d.cite("background/type-law-more", P=P, k=k, t=t)
        whole: Any = last.formula
        same = d.identity(equals(whole.left * f(t), whole.left * f(t)))
        return d.rewrite(last, same, equals(whole.left * f(t), whole.right * f(t)))

    def at_type(t: Any) -> Line:
        on = follows(n, k, t, u, b)
        goal = equals(on * f(t), on * g(u, b))

        def known(held: Line, value: Line) -> Line:
            if holds(value):
                told = each(t, u, b, lambda a: same_counts(d, n, k, t, u, b, held, a))
                return d.rewrite(told, d.identity(equals(on * f(t), on * f(t))), goal)
            return d.rewrite(value, d.identity(equals(0 * f(t), 0 * g(u, b))), goal)

        apart: Any = on
        return split_equal(d, apart.test.left, 0, known)

    def at_symbol(b: Any) -> Line:
        rows: Any = summed(d, t, at_type)
        only: Any = d.cite("definition/type-more", m=n, k=k, u=u, b=b)
        whole = d.identity(equals(rows.formula.right, only.formula.left * g(u, b)))
        told = d.rewrite(only, whole, equals(rows.formula.right, 1 * g(u, b)))
        line: Any = d.chain(rows, told, d.identity(equals(1 * g(u, b), g(u, b))))
        return d.arithmetic(equals(P[b] * line.formula.left, P[b] * g(u, b)), line, hints=[P[b]])

    def at_shorter(u: Any) -> Line:
        rows: Any = summed(d, b, at_symbol)
        law = type_law(P, k)[u]
        return d.arithmetic(
            equals(law * rows.formula.left, law * rows.formula.right), rows, hints=[law])

    first: Any = summed(d, t, opened)
    second: Any = summed(d, u, at_shorter)
    middle = d.identity(equals(first.formula.right, second.formula.left))
    return d.chain(first, middle, second)


def never(d: Steps, n: Term, t: Any, a: Any) -> Line:
    """N(a|t) = 0 of a type of no symbols."""
    size = d.cite("definition/type-size", m=n, k=0, u=t)
    part = one_term(d, a, lambda c: occurrences(n, 0, t, c))
    least = d.arithmetic(occurrences(n, 0, t, a) <= ZERO, size, part)
    return is_zero(d, occurrences(n, 0, t, a), least)


def empty_weight(d: Steps, n: Term, u: Any, h: Weights, r: Weights) -> Line:
    """weight(u) = 1 of a type of no symbols."""
    c = Symbol("c", n)

    def none(w: Weights) -> Line:
        def at(c: Any) -> Line:
            own = occurrences(n, 0, u, c) * w(c)
            return d.rewrite(
                never(d, n, u, c), d.identity(equals(own, own)), equals(own, 0 * w(c)))

        rows: Any = summed(d, c, at)
        return d.chain(rows, d.identity(equals(rows.formula.right, 0)))

    whole = weight(n, number(0), u, h, r)
    line = d.identity(equals(whole, whole))
    for w, exponent in ((r, weighed(n, number(0), u, h)), (h, ZERO)):
        found = cases(equals(ZERO, 0), exp(exponent), 0)
        line = d.rewrite(none(w), line, equals(whole, found))
    return d.chain(line, d.identity(equals(found, 1)))


def no_weight(d: Steps, P: Term, h: Weights, r: Weights) -> Line:
    """Σ P(u) weight(u) = 1 over the types of no symbols."""
    n = P.sort.sizes()[0]

    def each(u: Any) -> Line:
        law, whole = type_law(P, 0)[u], weight(n, number(0), u, h, r)
        line = d.identity(equals(law * whole, law * whole))
        one = empty_weight(d, n, u, h, r)
        line = d.rewrite(one, line, equals(law * whole, law * 1))
        return d.chain(line, d.identity(equals(law * 1, law)))

    rows: Any = summed(d, Symbol("u", types(n, 0)), each)
    return d.chain(rows, d.identity(equals(rows.formula.right, 1)))


def weighed_more(
    d: Steps, n: Term, k: Term, t: Any, u: Any, b: Any, w: Weights, told: Told
) -> Line:
    """Σ N(a|t) w(a) = Σ N(a|u) w(a) + w(b), where t is u with the symbol b."""
    c = Symbol("c", n)

    def each(c: Any) -> Line:
        own = occurrences(n, k + 1, t, c) * w(c)
        return d.rewrite(
            told(c), d.identity(equals(own, own)), equals(own, counted(n, k, u, c, b) * w(c)))

    rows: Any = summed(d, c, each)
    return d.chain(rows, d.identity(equals(rows.formula.right, weighed(n, k, u, w) + w(b))))


def longer_weight(
    d: Steps, n: Term, k: Term, h: Weights, r: Weights, t: Any, u: Any, b: Any, told: Told
) -> Line:
    """weight(t) = weight(u) x(b), where t is u with the symbol b."""
    marked: Any = weighed_more(d, n, k, t, u, b, r, told)
    logs: Any = weighed_more(d, n, k, t, u, b, h, told)
    short, sums = weighed(n, k, u, r), logs.formula.right
    long, wanted = weight(n, k + 1, t, h, r), weight(n, k, u, h, r) * factor(b, h, r)

    def under(test: Term, exponent: Term) -> Term:
        return cases(equals(test, 0), exp(exponent), 0)

    half, whole = (
        under(short + r(b), part) for part in (weighed(n, k + 1, t, h), sums)
    )
    line = d.rewrite(marked, d.identity(equals(long, long)), equals(long, half))
    line = d.rewrite(logs, line, equals(long, whole))

    def known(held: Line, value: Line) -> Line:
        """Whether b is marked or not."""
        if holds(value):
            def at(test: Term) -> Any:
                return equals(under(test, sums), weight(n, k, u, h, r) * (1 * exp(h(b))))

            same = d.arithmetic(equals(short + r(b), short), held)
            found = d.rewrite(same, d.identity(at(short)), at(short + r(b)))
            return d.rewrite(value, found, equals(whole, wanted))
        zero = d.implied(r(b) <= ZERO, is_zero(d, r(b), d.assume(r(b) <= ZERO)))
        positive = d.turn(r(b) > 0, d.follows(negation(r(b) <= ZERO), held, zero))
        above = d.arithmetic(short + r(b) > 0, positive, d.obvious(short >= ZERO))
        none = d.identity(equals(weight(n, k, u, h, r) * (0 * exp(h(b))), 0))
        none = d.rewrite(value, none, equals(wanted, 0))
        return d.chain(d.identity(equals(whole, 0), above), turned(d, none))

    return d.chain(line, split_equal(d, r(b), 0, known))


def more_weight(d: Steps, P: Term, k: Term, h: Weights, r: Weights) -> Line:
    """Σ P(t) weight(t) over types of k + 1 samples is that over types of k samples, times the mean
    factor of a symbol."""
    n = P.sort.sizes()[0]
    u, b = Symbol("u", types(n, k)), Symbol("a", n)
    line: Any = one_more(
        d, P, k, lambda t: weight(n, k + 1, t, h, r),
        lambda u, b: weight(n, k, u, h, r) * factor(b, h, r),
        lambda t, u, b, told: longer_weight(d, n, k, h, r, t, u, b, told),
    )
    parts = (
        total(u, type_law(P, k)[u] * weight(n, k, u, h, r)), total(b, P[b] * factor(b, h, r)),
    )
    return d.chain(line, d.identity(equals(line.formula.right, parts[0] * parts[1])))


def tilted(d: Steps, P: Term, Q: Term, k: Term, h: Weights, r: Weights, t: Any, given: Line,
           shorter: Callable[[Any], Line]) -> Line:
    """Q(t) = P(t) weight(t) for a type of k + 1 samples.

    Args:
        given: for every symbol, Q(a) = P(a) x(a).
        shorter: the same of a type of k samples.
    """
    n = P.sort.sizes()[0]
    u, b = Symbol("u", types(n, k)), Symbol("b", n)
    long = weight(n, k + 1, t, h, r)

    def at_shorter(u: Any) -> Line:
        def at_symbol(b: Any) -> Line:
            on, own = follows(n, k, t, u, b), weight(n, k, u, h, r) * factor(b, h, r)

            def known(held: Line, value: Line) -> Line:
                goal = equals(on * own, on * long)
                if holds(value):
                    found = longer_weight(
                        d, n, k, h, r, t, u, b,
                        lambda a: same_counts(d, n, k, t, u, b, held, a))
                    return d.rewrite(found, d.identity(equals(on * own, on * own)), goal)
                return d.rewrite(value, d.identity(equals(0 * own, 0 * long)), goal)

            apart: Any = on
            same = split_equal(d, apart.test.left, 0, known)
            law, other = type_law(P, k)[u], type_law(Q, k)[u]
            one: Any = d.at(given, b)
            two: Any = shorter(u)
            ratio = one.formula.right
            first = d.arithmetic(
                equals(other * (Q[b] * on), other * (ratio * on)), one, hints=[other * on])
            whole = two.formula.right * (ratio * on)
            second = d.identity(equals(other * (ratio * on), other * (ratio * on)))
            second = d.rewrite(two, second, equals(other * (ratio * on), whole))
            found = d.chain(first, second)
            moved = d.identity(equals(whole, law * P[b] * (on * own)))
            last = d.arithmetic(
                equals(law * P[b] * (on * own), law * P[b] * (on * long)), same,
                hints=[law * P[b]])
            return d.chain(found, moved, last)

        rows: Any = summed(d, b, at_symbol)
        parted = type_law(Q, k)[u] * total(b, Q[b] * follows(n, k, t, u, b))
        return d.chain(d.identity(equals(parted, rows.formula.left)), rows)

    first: Any = d.cite("background/type-law-more", P=Q, k=k, t=t)
    rows: Any = summed(d, u, at_shorter)
    second: Any = d.cite("background/type-law-more", P=P, k=k, t=t)
    back = d.identity(equals(second.formula.right * long, second.formula.right * long))
    back = d.rewrite(turned(d, second), back, equals(
        second.formula.right * long, second.formula.left * long))
    middle = d.identity(equals(first.formula.right, rows.formula.left))
    return d.chain(
        first, middle, rows, d.identity(equals(rows.formula.right, second.formula.right * long)),
        back)


def only_type(d: Steps, P: Term, u: Any) -> Line:
    """P(u) = 1 of a type of no symbols, as there is no other."""
    n = P.sort.sizes()[0]
    other = Symbol("u'", types(n, 0))
    most: Any = d.cite("background/types-bound", m=n, k=0, j=0)
    one = d.chain(most, d.identity(equals(most.formula.right, 1)))

    def none(v: Any) -> Line:
        return is_zero(d, v, d.arithmetic(v <= ZERO, d.obvious(types(n, 0) - 1 - v >= ZERO), one))

    def same(v: Any) -> Line:
        law = type_law(P, 0)
        line = d.rewrite(none(v), d.identity(equals(law[0], law[0])), equals(law[v], law[0]))
        return d.rewrite(none(u), line, equals(law[v], law[u]))

    rows: Any = summed(d, other, same)
    mass = d.identity(equals(rows.formula.left, 1))
    count = d.turn(equals(types(n, 0), 1), one, d.obvious(types(n, 0) >= 1))
    whole = d.identity(equals(rows.formula.right, types(n, 0) * type_law(P, 0)[u]))
    whole = d.rewrite(count, whole, equals(rows.formula.right, 1 * type_law(P, 0)[u]))
    single = d.identity(equals(type_law(P, 0)[u], 1 * type_law(P, 0)[u]))
    return d.chain(single, turned(d, whole), turned(d, rows), mass)
