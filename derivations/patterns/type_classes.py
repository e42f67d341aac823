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


def no_weight(d: Steps, P: Term, h: Weights, r: Weights) -> Line:
    """Σ P(u) weight(u) = 1 over the types of no symbols."""
    n = P.sort.sizes()[0]
    u, c = Symbol("u", types(n, 0)), Symbol("c", n)

    def each(u: Any) -> Line:
        law, whole = type_law(P, 0)[u], weight(n, number(0), u, h, r)

        def none(w: Weights) -> Line:
            def at(c: Any) -> Line:
                own = occurrences(n, 0, u, c) * w(c)
                return d.rewrite(
                    never(d, n, u, c), d.identity(equals(own, own)), equals(own, 0 * w(c)))

            rows: Any = summed(d, c, at)
            return d.chain(rows, d.identity(equals(rows.formula.right, 0)))

        line = d.identity(equals(law * whole, law * whole))
        found = law * whole
        for w, exponent in ((r, weighed(n, number(0), u, h)), (h, ZERO)):
            found = law * cases(equals(ZERO, 0), exp(exponent), 0)
            line = d.rewrite(none(w), line, equals(law * whole, found))
        return d.chain(line, d.identity(equals(found, law)))

    rows: Any = summed(d, u, each)
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


def more_weight(d: Steps, P: Term, k: Term, h: Weights, r: Weights) -> Line:
    """Σ P(t) weight(t) over types of k + 1 samples is that over types of k samples, times the mean
    factor of a symbol."""
    n = P.sort.sizes()[0]
    u, b = Symbol("u", types(n, k)), Symbol("a", n)

    def f(t: Any) -> Term:
        return weight(n, k + 1, t, h, r)

    def g(u: Any, b: Any) -> Term:
        return weight(n, k, u, h, r) * factor(b, h, r)

    def each(t: Any, u: Any, b: Any, told: Told) -> Line:
        marked: Any = weighed_more(d, n, k, t, u, b, r, told)
        logs: Any = weighed_more(d, n, k, t, u, b, h, told)
        short, sums = weighed(n, k, u, r), logs.formula.right

        def under(test: Term, exponent: Term) -> Any:
            return cases(equals(test, 0), exp(exponent), 0)

        line = d.identity(equals(f(t), f(t)))
        half = under(short + r(b), weighed(n, k + 1, t, h))
        whole = under(short + r(b), sums)
        line = d.rewrite(marked, line, equals(f(t), half))
        line = d.rewrite(logs, line, equals(f(t), whole))

        def known(held: Line, value: Line) -> Line:
            """Whether b is marked or not."""
            if holds(value):
                def at(test: Term) -> Any:
                    return equals(under(test, sums), weight(n, k, u, h, r) * (1 * exp(h(b))))

                same = d.arithmetic(equals(short + r(b), short), held)
                found = d.rewrite(same, d.identity(at(short)), at(short + r(b)))
                return d.rewrite(value, found, equals(whole, g(u, b)))
            zero = d.implied(r(b) <= ZERO, is_zero(d, r(b), d.assume(r(b) <= ZERO)))
            positive = d.turn(r(b) > 0, d.follows(negation(r(b) <= ZERO), held, zero))
            above = d.arithmetic(short + r(b) > 0, positive, d.obvious(short >= ZERO))
            none = d.identity(equals(weight(n, k, u, h, r) * (0 * exp(h(b))), 0))
            none = d.rewrite(value, none, equals(g(u, b), 0))
            return d.chain(d.identity(equals(whole, 0), above), turned(d, none))

        return d.chain(line, split_equal(d, r(b), 0, known))

    line: Any = one_more(d, P, k, f, g, each)
    parts = (
        total(u, type_law(P, k)[u] * weight(n, k, u, h, r)), total(b, P[b] * factor(b, h, r)),
    )
    return d.chain(line, d.identity(equals(line.formula.right, parts[0] * parts[1])))
