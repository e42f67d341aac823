"""Proofs that the continuity of entropy is attained, and of information as a divergence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import same, split_equal, split_zero, summed
from verified.language import binary_entropy, equals, log, output, quotient, remainder
from verified.language.formulas import Relation, substitute
from verified.language.terms import Symbol, number
from verified.proof.derivation import Derivation, Line, derives


@derives("background/entropy-continuity.attained")
def attained(d: Derivation) -> None:
    """The entropy's terms, at 0 and elsewhere."""
    n, delta = d.var("n"), d.var("delta")
    law = d.goal.left.args[0]
    a = Symbol("a", n)
    rest = delta / (n - 1)
    low = d.arithmetic(0 < 1 - delta, *d.given, hints=[n, 1 / n])
    value = d.cite("definition/entropy", low, P=law)

    def terms(large: Any, small: Any, worth: Callable[[Relation], Line], *lines: Line) -> Line:
        """H as the sum of such terms at 0 and elsewhere."""
        def term(a: Any) -> Line:
            mark = same(a, 0)

            def case(_: Line, which: Line) -> Line:
                on = which.theorem.conclusion.right
                chance, part = (1 - delta, large) if on == number(1) else (rest, small)
                goal = equals(-(law[a] * log(law[a])), mark * large + (1 - mark) * small)
                here = worth(equals(-(chance * log(chance)), part))
                there = d.identity(equals(part, on * large + (1 - on) * small), *lines)
                here = d.rewrite(which, d.chain(here, there),
                                 equals(-(chance * log(chance)), goal.right))
                entry = d.identity(equals(law[a], rest + mark * (1 - delta - rest)))
                met = d.identity(equals(rest + on * (1 - delta - rest), chance))
                met = d.rewrite(which, met, equals(entry.formula.right, chance))
                entry = d.chain(entry, met)
                return d.rewrite(entry, here, goal)

            return split_equal(d, a, 0, case)

        return d.chain(value, summed(d, a, term, low, *lines))

    def nothing(zero: Line) -> Line:
        line = terms(number(0), number(0), lambda relation: d.rewrite(
            zero, d.identity(substitute(relation, {"delta": number(0)})), relation))
        plain = d.identity(equals(
            line.formula.right, binary_entropy(number(0)) + number(0) * log(n - 1)))
        line = d.chain(line, plain)
        return d.rewrite(zero, line, d.goal)

    def something(above: Line) -> Line:
        line = terms(
            -((1 - delta) * log(1 - delta)), -(rest * (log(delta) - log(n - 1))),
            lambda relation: d.identity(relation, low, above), low, above)
        return d.chain(line, d.identity(equals(line.formula.right, d.goal.right), low, above))

    d.qed(split_zero(d, delta, nothing, something))


@derives("background/information-forms.joint")
def joint(d: Derivation) -> None:
    """P W ln(P W) − P W ln(P q) = P W ln W − P W ln q."""
    P, W = d.var("P"), d.var("W")
    n, m = P.sort.sizes()[0], W.sort.outputs
    pair, product = d.goal.right.args
    one = number(1)
    cells = d.arithmetic(one <= n * m, d.obvious(one <= n), d.obvious(one <= m), hints=[m])
    value = d.cite("definition/kl", cells, P=pair, Q=product)
    sums = d.cite("background/information-forms.sums", P=P, W=W)
    covers = d.cite("background/output-dominates.by-input", P=P, W=W)

    def cell(s: Any) -> Line:
        x, y = quotient(s, m), remainder(s, m)
        p, w, q = P[x], W[x, y], output(P, W)[y]
        cover = d.at(d.at(covers, x), y)
        goal = equals(
            p * w * log(w) - p * w * log(q), p * w * log(p * w) - p * w * log(p * q)
        )

        def with_input(some: Line) -> Line:
            def with_output(seen: Line) -> Line:
                out = d.arithmetic(0 < q, cover, d.arithmetic(0 < p * w, some, seen))
                return d.identity(goal, some, seen, out)

            def without(none: Line) -> Line:
                zero = number(0)
                return d.rewrite(none, d.identity(equals(
                    p * zero * log(zero) - p * zero * log(q),
                    p * zero * log(p * zero) - p * zero * log(p * q),
                )), goal)

            return split_zero(d, w, without, with_output)

        def without(none: Line) -> Line:
            zero = number(0)
            return d.rewrite(none, d.identity(equals(
                zero * w * log(w) - zero * w * log(q),
                zero * w * log(zero * w) - zero * w * log(zero * q),
            )), goal)

        line = split_zero(d, p, without, with_input)
        left, first, second = line.formula.left, pair[s], product[s]
        line = d.rewrite(d.identity(equals(second, p * q)), line, equals(
            left, p * w * log(p * w) - p * w * log(second)))
        return d.rewrite(d.identity(equals(first, p * w)), line, equals(
            left, first * log(first) - first * log(second)))

    rows = summed(d, Symbol("s", n * m), cell, covers)
    first = d.identity(equals(sums.formula.right, rows.formula.left), covers)
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    d.qed(d.chain(sums, first, rows, back))
