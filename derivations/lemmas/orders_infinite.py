"""Proof that no output law is close to all rows whose inputs are guessed."""

from __future__ import annotations

from typing import Any

from derivations.patterns.likeliest import Likeliest
from derivations.patterns.renyi import largest_ratio
from derivations.tools import (
    below_itself,
    is_zero,
    is_zero_from,
    log_below,
    split_order,
    turned,
    unless,
)
from verified.kernel.inference import replaced
from verified.language import (
    either,
    equals,
    log,
    negation,
    renyi,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import INFINITY, Symbol, Term, number


@derives("lemma/likeliest-guesses.bound")
def likeliest_guesses(d: Derivation) -> None:
    """W(y|x) = N q(y) wherever x may be guessed from y, and D(q‖R) isn't negative."""
    W, A, R = d.var("W"), d.var("A"), d.var("R")
    it = Likeliest(d, W)
    x, y, known, N = it.x, it.y, list(it.known), it.sum
    q = it.most / N
    law = d.goal.right.body.args[0].args[0]
    weight, missed = q * A[y, x], R[y] * A[y, x]
    entry, rest = total(y, weight), total(y, missed)
    own = d.identity(equals(law[x], entry), *known)
    bound, divergence = entry * (log(N) + 1) - rest, renyi(W[x], R, INFINITY)
    goal = bound <= entry * divergence

    row = unless(d, goal.left, goal.right, lambda less: followed(
        it, A, R, goal, less, *known), *known)
    row = d.rewrite(turned(d, own), row, bound <= law[x] * divergence)
    rows = d.summed(d.forall(x, row), *known)
    d.qed(d.chain(d.identity(equals(log(N), rows.formula.left), *known), rows))


@derives("lemma/likeliest-guesses.law")
def guesses_law(d: Derivation) -> None:
    """The chances of the guesses add up."""
    d.qed(d.identity(d.goal, *Likeliest(d, d.var("W")).known))


def followed(
    it: Likeliest, A: Term, R: Term, goal: Any, less: Line, *known: Line
) -> Line:
    """The bound on a row's divergence, times the chance of the guess, where that is finite."""
    d, W, x, y, N = it.d, it.W, it.x, it.y, it.sum
    q = it.most / N
    weight, missed = q * A[y, x], R[y] * A[y, x]
    (entry, divergence), rest = goal.right.args, total(y, missed)
    held = either(R[y] > 0, W[x, y] <= 0)

    def outside(seen: Line, none: Line) -> Line:
        infinite = d.cite("definition/renyi-infinite-outside", seen, none, P=W[x], Q=R, a=y)

        def guessed(above: Line) -> Line:
            multiple = d.cite("definition/infinite-multiples", above, *known, r=entry)
            multiple = d.rewrite(infinite, multiple, equals(goal.right, INFINITY))
            under = d.cite("definition/infinity", *known, r=goal.left, part=1)
            under = d.turn(goal.left <= INFINITY, under)
            over = d.chain(turned(d, multiple), less)
            return d.follows(held, under, d.turn(negation(under.formula), over))

        def never(low: Line) -> Line:
            zero = d.turn(equals(entry, 0), low, d.obvious(0 <= entry, *known))
            nothing = d.rewrite(infinite, d.cite("definition/infinite-multiples-none"),
                                equals(0 * infinite.formula.left, 0))
            nothing = d.rewrite(zero, nothing, equals(goal.right, 0))
            plain: Any = replaced(goal.left <= 0, entry, number(0))
            under = d.rewrite(zero, d.arithmetic(plain, d.obvious(0 <= rest), *known),
                              goal.left <= 0)
            loop = d.chain(turned(d, nothing), less, under)
            return d.follows(held, below_itself(d, loop, *known))

        return split_order(d, entry, 0, never, guessed, *known)

    inside = d.forall(y, split_order(
        d, R[y], 0,
        lambda none: split_order(d, W[x, y], 0, lambda low: d.follows(held, low),
                                 lambda seen: outside(seen, none)),
        lambda there: d.follows(held, there),
    ))
    value, ratio = largest_ratio(d, W[x], R, inside)
    top = value.formula.right.args[1].args[0]
    (given,) = d.given
    column = d.summed(d.forall(y, ratio(y)))
    above = d.arithmetic(0 < top, column)
    bound = weight * (log(N) + 1) - missed <= weight * log(top)

    def unguessed(none: Line) -> Line:
        zero = is_zero(d, A[y, x], none)
        plain = d.obvious(replaced(bound, A[y, x], number(0)), *known, above)
        return d.rewrite(zero, plain, bound)

    def unlikely(none: Line) -> Line:
        nothing = is_zero_from(d, q, d.obvious(0 <= q, *known), none)
        plain = d.arithmetic(
            replaced(bound, q, number(0)), d.obvious(0 <= missed), above, *known)
        return d.rewrite(nothing, plain, bound)

    def guessed_from(best: Line) -> Line:
        other = d.fix(Symbol("other", W.sort.inputs))
        most = d.bound_sup(it.most, d.at(best, other), other)

        def likely(seen: Line) -> Line:
            cover = d.arithmetic(N * q <= top * R[y], most, ratio(y), *known, above)
            there = d.arithmetic(0 < top * R[y], cover, seen, *known)
            response = d.arithmetic(0 < R[y], there, above, hints=[1 / top])
            logs = log_below(d, N * q, top * R[y], cover, there, seen, response, *known, above)
            tangent = d.cite("background/log-tangent.line", seen, response, *known, x=R[y] / q)
            return d.arithmetic(bound, logs, tangent, seen, response, *known, above,
                                hints=[weight])

        return split_order(d, q, 0, unlikely, likely, *known)

    none, best = (d.assume(part) for part in d.at(d.at(given, y), x).theorem.conclusion.parts)
    each = d.cases(d.at(d.at(given, y), x), unguessed(none), guessed_from(best))
    rows = d.summed(d.forall(y, each), *known, above)
    line = d.arithmetic(goal.left <= entry * log(top), rows, *known, above)
    equal = d.arithmetic(equals(log(top), divergence), value, above)
    return d.rewrite(equal, line, goal)
