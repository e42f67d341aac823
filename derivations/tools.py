"""Tactics: patterns of steps that many derivations share.

Each takes the derivation first and returns a line. None is trusted: every step is checked as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verified.kernel.analysis import FALSE
from verified.language import cases, equals, event_where, exp, log, total
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import Formula, Relation, substitute
from verified.syntax.terms import INFINITY, Symbol, Term, Var, number

ZERO = number(0)


# --- equalities -----------------------------------------------------------------------------------


def turned(d: Steps, line: Line) -> Line:
    """b = a from a = b."""
    relation: Any = line.formula
    return d.turn(equals(relation.right, relation.left), line)


# --- signs and splits -----------------------------------------------------------------------------


def is_zero(d: Steps, term: Term, *lines: Line) -> Line:
    """term = 0, from a line term ≤ 0 and term ≥ 0 by its sign."""
    return d.turn(equals(term, 0), *lines, d.obvious(term >= ZERO))


def is_zero_from(d: Steps, term: Term, positive: Line, zero: Line) -> Line:
    """term = 0, from lines 0 ≤ term and term ≤ 0."""
    return d.turn(equals(term, 0), zero, positive)


def split_zero(
    d: Steps, term: Any, at_zero: Callable[[Line], Line], positive: Callable[[Line], Line]
) -> Line:
    """What holds whether a term that is never negative is 0 or positive.

    Args:
        at_zero: from the line term = 0 to the result.
        positive: from the line 0 < term to the result.
    """
    either = d.order(term, 0)
    zero = is_zero(d, term, d.assume(term <= 0))
    return d.cases(either, at_zero(zero), positive(d.assume(term > 0)))


def split_order(
    d: Steps,
    a: Any,
    b: Any,
    low: Callable[[Line], Line],
    high: Callable[[Line], Line],
    *lines: Line,
) -> Line:
    """What holds whether a ≤ b (`low` gets that line) or b < a (`high` gets that line)."""
    first, second = number(a), number(b)
    alternatives = d.order(first, second, *lines)
    return d.cases(
        alternatives, low(d.assume(first <= second)), high(d.assume(Relation("<", second, first)))
    )


def split_whole(
    d: Steps, r: Any, s: Any, most: Callable[[Line], Line], more: Callable[[Line], Line]
) -> Line:
    """What holds whether r ≤ s (`most` gets that line) or s + 1 ≤ r (`more`), of whole numbers."""
    found = d.cite("definition/whole", r=number(r), s=number(s))
    low, high = (d.assume(part) for part in found.theorem.conclusion.parts)  # type: ignore[attr-defined]
    return d.cases(found, most(low), more(high))


def absurd(d: Steps, formula: Formula, *lines: Line, hints: Any = ()) -> Line:
    """Any formula, from lines that contradict each other."""
    return d.follows(formula, d.contradiction(*lines, hints=hints))


def below_itself(d: Steps, line: Line, *lines: Line) -> Line:
    """⊥, from a line t < t with a real t."""
    return d.have(FALSE, "arithmetic", line, *lines, products=[["1", [["fact", 0]]]])


def positive_from(d: Steps, term: Term, *lines: Line, hints: Any = ()) -> Line:
    """0 < term, where term ≤ 0 contradicts the lines (with the products by the hints)."""
    return split_order(
        d,
        term,
        0,
        lambda low: absurd(d, Relation("<", ZERO, term), low, *lines, hints=hints),
        lambda high: high,
    )


def unless(
    d: Steps, small: Term, large: Term, proof: Callable[[Line], Line], *lines: Line
) -> Line:
    """small ≤ large, proved from large < small: so `large` is finite there."""
    return split_order(d, small, large, lambda low: low, proof, *lines)


def multiplied(d: Steps, formula: Formula, line: Line, factor: Term, *lines: Line) -> Line:
    """What a line says once it is multiplied by a factor ≥ 0, divisors multiplied out."""
    return d.combined(
        formula, line, *lines, products=[["1", [["fact", 0], ["sign", factor]]]]
    )


# --- minimum, maximum, absolute value -------------------------------------------------------------


def split_maximum(
    d: Steps, r: Any, s: Any, proof: Callable[[Line, Line], Line], *lines: Line
) -> Line:
    """What holds whichever is max(r, s): `proof` gets the order and the value."""
    return _split_two(d, "definition/maximum", {"r": r, "s": s}, proof, lines)


def split_minimum(
    d: Steps, r: Any, s: Any, proof: Callable[[Line, Line], Line], *lines: Line
) -> Line:
    """What holds whichever is min(r, s): `proof` gets the order and the value."""
    return _split_two(d, "definition/minimum", {"r": r, "s": s}, proof, lines)


def split_absolute(d: Steps, r: Any, proof: Callable[[Line, Line], Line], *lines: Line) -> Line:
    """What holds whether |r| is r or −r: `proof` gets the sign and the value."""
    return _split_two(d, "definition/absolute", {"r": r}, proof, lines)


def _split_two(
    d: Steps,
    key: str,
    values: dict[str, Any],
    proof: Callable[[Line, Line], Line],
    lines: tuple[Line, ...],
) -> Line:
    both = d.cite(key, *lines, values=values)
    branches = []
    for part in both.theorem.conclusion.parts:  # type: ignore[attr-defined]
        held = d.assume(part)
        branches.append(proof(d.piece(held, 0), d.piece(held, 1)))
    return d.cases(both, *branches)


def split_equal(d: Steps, r: Any, s: Any, proof: Callable[[Line, Line], Line]) -> Line:
    """What holds whether r = s or not: `proof` gets that line, and the value of `same(r, s)`."""
    return _split_two(d, "definition/case-equal", {"r": r, "s": s}, proof, ())


def split_below(
    d: Steps, r: Any, s: Any, proof: Callable[[Line, Line], Line], *lines: Line
) -> Line:
    """What holds whether r ≤ s or s < r: `proof` gets that line, and the value of `below(r, s)`."""
    return _split_two(d, "definition/case-order", {"r": r, "s": s}, proof, lines)


def same(r: Any, s: Any) -> Term:
    """1 where r = s, else 0."""
    return cases(equals(r, s), 1, 0)


def below(r: Any, s: Any) -> Term:
    """1 where r ≤ s, else 0."""
    return cases(number(r) <= number(s), 1, 0)


# --- symbols, events, sums ------------------------------------------------------------------------


def single(d: Steps, a: Term, size: Term) -> Any:
    """The event {a}."""
    b = Symbol("b", size)
    return event_where(b, equals(b, a))


def everywhere(d: Steps, var: Var, proof: Callable[[Any], Line]) -> Line:
    """For every symbol: `proof` gets an arbitrary one."""
    return d.forall(var, proof(d.fix(var)))


def summed(d: Steps, var: Var, proof: Callable[[Any], Line], *lines: Line) -> Line:
    """Σ f ≤ Σ g, where `proof` shows f ≤ g for an arbitrary symbol."""
    return d.summed(everywhere(d, var, proof), *lines)


def mixes(d: Steps, t: Term, P: Term, Q: Term) -> Line:
    """For every a: (1 − t) Q[a] ≥ 0. It shows that t P + (1 − t) Q is a law."""
    return everywhere(
        d, Symbol("a", P.sort.sizes()[0]), lambda a: d.obvious((1 - t) * Q[a] >= ZERO)
    )


def one_term(d: Steps, x: Any, f: Callable[[Any], Term], *lines: Line, name: str = "b") -> Line:
    """f(x) ≤ Σ f, where no term is negative; the symbol of the sum has the name given."""
    b = d.fix(Symbol(name, x.of.size))

    def chosen(_: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right
        return d.rewrite(value, d.obvious(on * f(b) <= f(b), *lines), same(b, x) * f(b) <= f(b))

    rest = d.summed(d.forall(b, split_equal(d, b, x, chosen)), *lines)
    return d.arithmetic(f(x) <= total(b, f(b)), rest, *lines)


def substitute_bound(bind: Any, term: Any) -> Any:
    """The body of a supremum, maximum or sum at a term."""
    return substitute(bind.body, {bind.var.name: term})


def instance_of(formula: Any, value: Any) -> Any:
    """The body of "for every" at a value."""
    return substitute(formula.body, {formula.var.name: number(value)})


def instance(line: Line, value: Any) -> Any:
    """What a line "for some" says of a value."""
    return substitute_bound(line.theorem.conclusion, value)


# --- logarithms -----------------------------------------------------------------------------------


def log_below(d: Steps, u: Any, v: Any, *lines: Line) -> Line:
    """ln u ≤ ln v for 0 < u ≤ v, by the tangent at v; lines show what isn't obvious of it."""
    tangent = d.cite("background/log-tangent.line", *lines, x=u / v)
    less = d.arithmetic(number(u) <= v, *lines) if lines else d.obvious(number(u) <= v)
    return d.arithmetic(log(u) <= log(v), tangent, less, *lines, hints=[1 / v])


# --- divergences ----------------------------------------------------------------------------------


def continuous(d: Steps, P: Term, Q: Term, ceiling: Any, *lines: Line) -> Line:
    """For every a: Q[a] > 0 or P[a] ≤ 0, from lines that bound D(P‖Q) by a real number."""
    return d.cite("background/kl-finite", *lines, P=P, Q=Q, r=ceiling)


def tangent_pair(d: Steps, p: Any, q: Any, s: Any, *lines: Line) -> Line:
    """p ln s + p − q s ≤ p ln p − p ln q for s > 0; +∞ on the right where q = 0 < p."""
    return d.cite("background/log-tangent.pair", *lines, p=p, q=q, s=s)


def envelope(
    d: Steps, A: Term, B: Term, ceiling: Term, touch: Callable[..., Line], *lines: Line
) -> Line:
    """A ln A − A ln B ≤ F, where A ln s + A − B s ≤ F for every s > 0, and A, B ≥ 0.

    Args:
        ceiling: F, a real number.
        touch: shows the bound at a positive s; further arguments are lines that make s positive.
        lines: what shows F to be real.
    """
    goal = A * log(A) - A * log(B) <= ceiling

    def case(name: str, *more: Line) -> Line:
        wanted = {"p": A, "q": B} if name == "nothing" else {"p": A, "q": B, "r": ceiling}
        return d.cite(f"background/log-envelope.{name}", *more, *lines, **wanted)

    def small(low: Line) -> Line:
        def below(negative: Line) -> Line:
            at = touch(-ceiling / (1 + B), negative, *lines)
            over = d.chain(case("zero", low, negative), at)
            return d.follows(ceiling >= ZERO, below_itself(d, over, *lines))

        nonnegative = split_order(d, 0, ceiling, lambda line: line, below, *lines)
        return d.chain(case("nothing", low), nonnegative)

    def large(positive: Line) -> Line:
        def no_bound(zero: Line) -> Line:
            at = touch(exp(ceiling / A), positive, *lines)
            over = d.chain(case("steep", positive, zero), at)
            return d.follows(goal, below_itself(d, over, *lines))

        def at_ratio(above: Line) -> Line:
            at = touch(A / B, positive, above, *lines)
            return d.chain(case("ratio", positive, above), at)

        return split_order(d, B, 0, no_bound, at_ratio, *lines)

    return split_order(d, A, 0, small, large, *lines)


def log_sum(
    d: Steps, A: Term, B: Term, var: Var, part: Callable[[Any], tuple[Any, Any, Any]], *lines: Line
) -> Line:
    """A ln A − A ln B ≤ Σ (w p ln p − w p ln q), where A = Σ w p and B = Σ w q.

    Args:
        part: (w, p, q), each ≥ 0, for a symbol.
        lines: what shows the right side to be real.
    """
    def ratio(x: Any) -> Term:
        w, p, q = part(x)
        return w * p * log(p) - w * p * log(q)

    def touch(s: Term, *more: Line) -> Line:
        def term(x: Any) -> Line:
            w, p, q = part(x)
            return d.cite("background/log-tangent.scaled", *more, w=w, p=p, q=q, s=s)

        rest = summed(d, var, term, *more)
        return d.chain(d.identity(equals(A * log(s) + A - B * s, rest.formula.left), *more), rest)

    return envelope(d, A, B, total(var, ratio(var)), touch, *lines)


def finite_at(d: Steps, line: Line, *symbols: Any, more: Sequence[Line] = ()) -> Line:
    """f(s, t) < ∞, from a line that bounds Σ Σ f (`more` shows that the bound is real)."""
    for symbol in symbols:
        bind = line.formula.left  # type: ignore[attr-defined]
        part = substitute(bind.body, {bind.var.name: symbol})
        line = d.have(Relation("<", part, INFINITY), "finite-term", line, *more, term=symbol)
    return line


def no_divergence(d: Steps, P: Term, Q: Term, *lines: Line) -> Line:
    """0 · D(P‖Q) = 0, also where D is ∞; `lines` show that they are laws."""
    line = d.cite("background/kl-scaled", *lines, t=0, P=P, Q=Q)
    return d.chain(line, d.identity(equals(line.formula.right, 0), *lines))


def times(d: Steps, t: Term, less: Line) -> Line:
    """t D ≤ t D', from a line D ≤ D' of divergences and t ≥ 0 by its sign."""
    small, large = less.formula.left, less.formula.right  # type: ignore[attr-defined]
    goal = t * small <= t * large

    def nothing(zero: Line) -> Line:
        sides = [no_divergence(d, *side.args) for side in (small, large)]
        back = d.turn(equals(number(0), sides[1].formula.left), sides[1])
        return d.rewrite(zero, d.turn(0 * small <= 0 * large, d.chain(sides[0], back)), goal)

    def something(above: Line) -> Line:
        return unless(d, goal.left, goal.right, lambda finite: d.arithmetic(
            goal, less, finite, above, hints=[t]))

    return split_zero(d, t, nothing, something)


def same_law(d: Steps, law: Term, other: Term, *lines: Line) -> Line:
    """For every symbol the two laws agree, by their normal forms."""
    a = Symbol("s", other.sort.sizes()[0])
    return everywhere(d, a, lambda a: d.identity(equals(law[a], other[a]), *lines))
