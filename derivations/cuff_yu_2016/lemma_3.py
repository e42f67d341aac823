"""Lemma 3, Example 3.3, and the steps of Appendix D."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import is_mi_private
from derivations.patterns.numbers import is_positive, nothing_at_one, one_or_more
from derivations.tools import log_below, same, split_equal, split_minimum, summed
from verified.language import (
    KL,
    Close,
    binary_entropy,
    cases,
    entry_channel,
    equals,
    exp,
    largest_alphabet,
    log,
    minimum,
    output,
    pmf_table,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import Event, Symbol, Term, number


@derives("cuff-yu-2016/lemma-3")
def lemma_3(d: Derivation) -> None:
    """For each channel from one entry."""
    M, delta = d.var("M"), d.var("delta")
    D, m = M.sort.database, M.sort.outputs
    r = largest_alphabet(D)
    bound = 2 * binary_entropy(delta) + 2 * delta * log(minimum(m, r + 1))

    def entry(x: Any, i: Any, p: Any) -> Line:
        W = entry_channel(M, x, i)
        v, w = (d.fix(Symbol(name, W.sort.inputs)) for name in ("v", "w"))
        rows = d.forall(v, d.forall(w, d.cite(
            "lemma/entry-close", *d.given, x=x, i=i, v=v, w=w, eps=0, delta=delta
        )))
        few = d.cite("definition/alphabet-largest", D=D, i=i)
        return d.cite("lemma/rows-within", few, rows, P=p, W=W, K=r, delta=delta)

    d.qed(is_mi_private(d, M, bound, entry, is_positive(d, m, r + 1)))


def tighter(d: Derivation, goal: Relation, delta: Any, by_alphabet: Line, *lines: Line) -> Line:
    """min{b, entry bound} ≤ (35) at a δ, from a line b ≤ h(δ) + δ ln m."""
    m, r = d.var("m"), d.var("r")
    least = goal.left
    some = d.piece(d.cite("background/binary-entropy.range", p=delta), 0)
    relaxed = d.cite("cuff-yu-2016/lemma-3-input.relaxed", r=r, delta=delta)
    first, second = (d.cite("background/absolute-value.below-both", *lines, r=least.args[0],
                            s=least.args[1], part=part) for part in (0, 1))

    def chosen(order: Line, value: Line) -> Line:
        if value.theorem.conclusion.right == m:
            line = d.arithmetic(
                least <= 2 * binary_entropy(delta) + 2 * delta * log(m),
                first, by_alphabet, some, *lines, hints=[delta * log(m)],
            )
        else:
            line = d.chain(second, relaxed)
        return d.rewrite(value, line, goal)

    return split_minimum(d, m, r + 1, chosen)


@derives("cuff-yu-2016/lemma-3-tighter.small")
def tighter_small(d: Derivation) -> None:
    """(106) or (127); at m = 1, δ = 0."""
    m, delta = d.var("m"), d.var("delta")
    (corner,) = d.given

    def one(few: Line) -> Line:
        zero = nothing_at_one(d, delta, m, few, corner)
        goal = substitute(d.goal, {"delta": number(0)})
        none = d.obvious(goal.left.args[0] <= binary_entropy(number(0)) + 0 * log(m))
        return d.rewrite(zero, tighter(d, goal, number(0), none), d.goal)

    def more(_: Line, above: Line) -> Line:
        line = d.cite("cuff-yu-2016/lemma-3-output.small-relaxed", corner)
        return tighter(d, d.goal, delta, line, above)

    d.qed(one_or_more(d, m, one, more))


@derives("cuff-yu-2016/lemma-3-tighter.large")
def tighter_large(d: Derivation) -> None:
    """(106) or (127)."""
    line = d.cite("cuff-yu-2016/lemma-3-output.large-relaxed", *d.given)
    d.qed(tighter(d, d.goal, d.var("delta"), line))


# --- Example 3.3 ----------------------------------------------------------------------------------


@derives("cuff-yu-2016/example-3.3.private")
def erasure_private(d: Derivation) -> None:
    """Two rows agree on the erasure."""
    W, delta = d.goal.args[0].args[0], d.var("delta")
    N = d.var("N")
    A = d.fix(Event("A", N + 1))
    x, other = (d.fix(Symbol(name, N)) for name in ("x", "x'"))
    marks = {
        place: d.cite("background/absolute-value.membership", A=A, a=place + 1)
        for place in (x, other)
    }
    sides = [
        d.forall(A, d.arithmetic(
            W[one][A] <= exp(number(0)) * W[two][A] + delta, *marks.values(), hints=[delta]
        ))
        for one, two in ((x, other), (other, x))
    ]
    close = d.follows(Close(W[x], W[other], 0, delta), *sides)
    d.qed(d.cite("lemma/as-mechanism-dp-intro", d.forall(x, d.forall(other, close)),
                 W=W, eps=0, delta=delta))


def told_apart(N: Term, delta: Any) -> Term:
    """The output law of the erasure channel under the uniform law."""
    return pmf_table(N + 1, lambda y: cases(equals(y, 0), 1 - delta, delta / N))


def erasure_row(d: Steps, W: Term, N: Term, delta: Any, x: Any) -> Line:
    """D(W_x‖r) = δ ln N for that law r."""
    r = told_apart(N, delta)
    y = Symbol("y", N + 1)

    def term(y: Any) -> Line:
        w, q = W[x, y], r[y]
        goal = equals(w * log(w) - w * log(q), same(y, x + 1) * (delta * log(N)))

        def at(first: Line, second: Line, mark: Line) -> Line:
            """The goal from lines w = …, q = … and the value of the indicator."""
            chance, other = (line.theorem.conclusion.right for line in (first, second))
            plain = d.identity(equals(
                chance * log(chance) - chance * log(other),
                mark.theorem.conclusion.right * (delta * log(N)),
            ))
            back = d.rewrite(mark, plain, equals(plain.formula.left, goal.right))
            back = d.rewrite(second, back, equals(
                chance * log(chance) - chance * log(q), goal.right
            ))
            return d.rewrite(first, back, goal)

        def there(which: Line, place: Any, value: Any) -> Line:
            return d.rewrite(which, d.identity(equals(W[x, place], value)), equals(w, value))

        def erased(which: Line, value: Line) -> Line:
            if value.theorem.conclusion.right == number(1):
                none = d.identity(equals(same(number(0), x + 1), 0))
                none = d.rewrite(which, none, equals(same(y, x + 1), 0))
                second = d.rewrite(
                    which, d.identity(equals(r[0], 1 - delta)), equals(q, 1 - delta)
                )
                return at(there(which, number(0), 1 - delta), second, none)
            second = d.have(
                equals(q, delta / N), "arithmetic", value, products=[],
                equalities=[[1 - delta - delta / N, 0]],
            )

            def shown(which: Line, mark: Line) -> Line:
                if mark.theorem.conclusion.right == number(1):
                    return at(there(which, x + 1, delta), second, mark)
                unseen = d.have(
                    equals(w, 0), "arithmetic", value, mark, products=[],
                    equalities=[[1 - delta - same(y, x + 1) * delta, 0], [delta, 1]],
                )
                return at(unseen, second, mark)

            return split_equal(d, y, x + 1, shown)

        return d.turn(equals(goal.right, goal.left), split_equal(d, y, 0, erased))

    rows = summed(d, y, term)
    rows = d.turn(equals(rows.formula.right, rows.formula.left), rows)
    value = d.cite("definition/kl", P=W[x], Q=r)
    return d.chain(value, rows, d.identity(equals(rows.formula.right, delta * log(N))))


@derives("cuff-yu-2016/example-3.3.uniform")
def erasure_uniform(d: Derivation) -> None:
    """The output law is that of `told_apart`, from which each row is δ ln N away."""
    N, delta = d.var("N"), d.var("delta")
    uniform, W = d.goal.left.args
    r, out = told_apart(N, delta), output(uniform, W)
    y, x = d.fix(Symbol("y", N + 1)), d.fix(Symbol("z", N))
    either = d.cite("background/predecessor", n=N, y=y)
    erased, some = either.theorem.conclusion.parts

    def at(place: Any) -> Line:
        return d.identity(equals(out[place], r[place]))

    goal = equals(out[y], r[y])
    first = d.rewrite(d.assume(erased), at(number(0)), goal)
    exists = d.assume(some)
    found = d.rewrite(d.assume(equals(y, x + 1)), at(x + 1), goal)
    same_law = d.forall(y, d.cases(either, first, d.obtain(exists, x, found)))
    x = Symbol("x", N)

    def row(x: Any) -> Line:
        line = erasure_row(d, W, N, delta, x)
        plain = d.identity(equals(uniform[x] * (delta * log(N)), uniform[x] * (delta * log(N))))
        return d.rewrite(
            d.turn(equals(line.formula.right, line.formula.left), line), plain,
            equals(uniform[x] * (delta * log(N)), uniform[x] * KL(W[x], r)),
        )

    rows = summed(d, x, row)
    rows = d.turn(equals(rows.formula.right, rows.formula.left), rows)
    value = d.rewrite(same_law, d.cite("definition/information", P=uniform, W=W))
    d.qed(d.chain(value, rows, d.identity(equals(rows.formula.right, delta * log(N)))))


@derives("cuff-yu-2016/example-3.3.uniform-by-outputs")
def erasure_uniform_outputs(d: Derivation) -> None:
    """(N + 1) − 1 is N."""
    line = d.cite("cuff-yu-2016/example-3.3.uniform")
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right))))


@derives("cuff-yu-2016/example-3.3.capacity")
def erasure_capacity(d: Derivation) -> None:
    """No row is further from that law; the uniform law reaches it."""
    N, delta = d.var("N"), d.var("delta")
    W = d.goal.left.args[0]
    x = d.fix(Symbol("x", N))
    row = erasure_row(d, W, N, delta, x)
    near = d.forall(x, d.turn(row.formula.left <= row.formula.right, row))
    upper = d.cite("background/redundancy-capacity.radius", near, W=W, Q=told_apart(N, delta),
                   r=delta * log(N))
    reached = d.cite("cuff-yu-2016/example-3.3.uniform")
    uniform = reached.formula.left.args[0]
    lower = d.cite("background/information-range.capacity", P=uniform, W=W)
    back = d.turn(equals(reached.formula.right, reached.formula.left), reached)
    d.qed(d.turn(d.goal, upper, d.chain(back, lower)))


@derives("cuff-yu-2016/example-3.3.one-entry")
def erasure_one_entry(d: Derivation) -> None:
    """There are no others to condition on."""
    prior, N = d.var("P"), d.var("N")
    W = d.goal.left.args[1].args[0]
    none = d.cite("background/no-others", n=N, P=prior, W=W)
    own, given = (
        d.cite("background/database-joint", part=k, P=prior, M=d.goal.left.args[1], i=0)
        for k in (0, 1)
    )
    level = d.shannon(equals(given.formula.right, own.formula.right), none)
    d.qed(d.chain(given, level, d.turn(equals(own.formula.right, own.formula.left), own)))


@derives("cuff-yu-2016/example-3.3.factor-of-two")
def factor_of_two(d: Derivation) -> None:
    """ln N ≤ ln(N + 1) ≤ ln N + ln 2."""
    N, delta, eta = d.var("N"), d.var("delta"), d.var("eta")
    some, large = d.given
    told = delta * log(N)
    entropy = d.piece(d.cite("background/binary-entropy.range", p=delta), 0)
    lower, upper = log_below(d, N, N + 1), log_below(d, N + 1, 2 * N, d.obvious(number(1) <= N))
    least = d.cite("definition/minimum", r=N + 1, s=N + 1)
    least = d.cases(least, *(
        d.piece(d.assume(part), 1) for part in least.theorem.conclusion.parts
    ))
    plain = 2 * binary_entropy(delta) + 2 * delta * log(N + 1)
    first = d.arithmetic(2 * told <= plain, entropy, lower, hints=[delta])
    enough = d.arithmetic(
        2 * binary_entropy(delta) + 2 * delta * log(2) <= eta * told, large, some,
        hints=[delta * eta],
    )
    second = d.arithmetic(plain <= (2 + eta) * told, enough, upper, hints=[delta])
    d.qed(d.both(
        d.rewrite(least, first, d.goal.parts[0]), d.rewrite(least, second, d.goal.parts[1])
    ))
