"""Proofs on what an outcome leaks of a law's symbols and of a database's entries."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import ratios
from derivations.patterns.databases import is_private
from derivations.patterns.entry_masses import (
    entry_mass,
    in_column,
    others,
)
from derivations.patterns.instances import either_entry, replaced_twice
from derivations.patterns.leakage_databases import (
    bounded,
    leak_given_others,
    leak_of_any_entry,
    leak_of_database,
    leak_of_entry,
)
from derivations.tools import (
    ZERO,
    everywhere,
    instance,
    log_below,
    same,
    split_equal,
    split_zero,
    turned,
)
from verified.language import (
    alphabet,
    cases,
    entry_channel,
    entry_law,
    entry_of,
    entry_response,
    equals,
    exp,
    instances,
    largest,
    log,
    output,
    prior_mass,
    reals_table,
    total,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number

ONE = number(1)


@derives("lemma/leakage-at-most")
def leakage_at_most(d: Derivation) -> None:
    """Where the outcome is possible, the largest likelihood is positive and below e^ε times it."""
    P, W, y, eps = (d.var(name) for name in ("P", "W", "y", "eps"))
    (below,) = d.given
    seen = output(P, W)[y]

    def never(zero: Line) -> Line:
        none = d.turn(seen <= ZERO, zero)
        value = d.cite("definition/leakage-of-impossible", none, P=P, W=W, y=y)
        return d.arithmetic(d.goal, value)

    def possible(above: Line) -> Line:
        value: Any = d.cite("definition/leakage-of-possible", above, P=P, W=W, y=y)
        x = d.fix(Symbol("x", W.sort.inputs))
        most = largest(x, cases(P[x] > 0, W[x, y], 0))

        def held(there: Line) -> Line:
            part = d.identity(equals(substitute(most.body, {}), W[x, y]), there)
            return d.chain(part, d.at(below, x))

        def gone(zero: Line) -> Line:
            part = d.identity(equals(most.body, 0), zero)
            return d.chain(part, d.obvious(ZERO <= exp(eps) * seen, above))

        upper = d.bound_sup(most, split_zero(d, P[x], gone, held), x)

        def weighed(there: Line) -> Line:
            part = d.identity(equals(W[x, y], most.body), there)
            line = d.chain(part, d.below_sup(most, x))
            return d.arithmetic(P[x] * W[x, y] <= P[x] * most, line, hints=[P[x]])

        def unweighed(zero: Line) -> Line:
            return d.rewrite(
                zero, d.obvious(0 * W[x, y] <= 0 * most), P[x] * W[x, y] <= P[x] * most
            )

        mean: Any = d.summed(d.forall(x, split_zero(d, P[x], unweighed, weighed)))
        left = d.identity(equals(seen, mean.formula.left))
        positive = d.chain(above, left, mean, d.identity(equals(mean.formula.right, most)))
        ratio = d.arithmetic(most / seen <= exp(eps), upper, above, hints=[1 / seen])
        logs = log_below(d, most / seen, exp(eps), ratio, positive, above)
        back = d.identity(equals(log(exp(eps)), eps))
        return d.arithmetic(d.goal, value, d.chain(logs, back), above, positive)

    d.qed(split_zero(d, seen, never, possible))


@derives("lemma/leakage-rare")
def leakage_rare(d: Derivation) -> None:
    """The mean is at least e^−ε W(x) everywhere, and W(x) at x itself."""
    P, W, y, eps, q = (d.var(name) for name in ("P", "W", "y", "eps", "q"))
    rare, close = d.given
    x, other = d.fix(Symbol("x", W.sort.inputs)), d.fix(Symbol("x'", W.sort.inputs))
    seen, grown = output(P, W)[y], exp(eps)
    gain = 1 + q * (grown - 1)
    least = d.arithmetic(ONE <= grown, d.cite("background/log-tangent.exponential", eps=eps))

    def pointwise(u: Any) -> Line:
        goal = P[u] * (W[x, y] * (1 + same(u, x) * (grown - 1))) <= P[u] * (grown * W[u, y])

        def either(line: Line, value: Line) -> Line:
            if line.formula == equals(u, x):
                moved = d.rewrite(
                    line, d.identity(equals(W[u, y], W[u, y])), equals(W[u, y], W[x, y])
                )
                inner = d.arithmetic(
                    W[x, y] * (1 + 1 * (grown - 1)) <= grown * W[u, y], moved, hints=[grown]
                )
            else:
                inner = d.arithmetic(
                    W[x, y] * (1 + 0 * (grown - 1)) <= grown * W[u, y], d.at(d.at(close, x), u)
                )
            back = d.rewrite(
                value, inner, W[x, y] * (1 + same(u, x) * (grown - 1)) <= grown * W[u, y]
            )
            return d.arithmetic(goal, back, hints=[P[u]])

        return split_equal(d, u, x, either)

    mean: Any = d.summed(everywhere(d, other, pointwise))
    left = d.identity(equals(W[x, y] * (1 + P[x] * (grown - 1)), mean.formula.left))
    right = d.identity(equals(mean.formula.right, grown * seen))
    whole = d.chain(left, mean, right)
    more = d.arithmetic(
        W[x, y] * gain <= W[x, y] * (1 + P[x] * (grown - 1)),
        d.at(rare, x),
        least,
        hints=[W[x, y], W[x, y] * (grown - 1), grown - 1],
    )
    positive = d.arithmetic(ZERO < gain, d.arithmetic(ONE <= gain, least, hints=[q]))
    level = eps - log(gain)
    value = d.identity(equals(exp(level), grown / gain), positive)
    bound = d.arithmetic(
        W[x, y] <= grown / gain * seen, d.chain(more, whole), positive, hints=[1 / gain]
    )
    above = d.forall(x, d.rewrite(value, bound, W[x, y] <= exp(level) * seen))
    under = d.arithmetic(gain <= grown, least, hints=[1 - q, grown - 1])
    logs = log_below(d, gain, grown, under, positive)
    kept = d.arithmetic(ZERO <= level, logs, d.identity(equals(log(grown), eps)), positive)
    d.qed(d.cite("lemma/leakage-at-most", above, kept, positive, P=P, W=W, y=y, eps=level))


def swapped(
    d: Steps, D: Term, i: Term, x: Any, z: Any, v: Any, w: Any, own: Line, moved: Line
) -> tuple[Line, Line]:
    """z_i = w and x = z with i replaced by v, from lines x_i = v and z = x with i replaced by w."""
    there = d.cite("background/entry-of-changed", D=D, x=x, i=i, v=w)
    ends = d.rewrite(turned(d, moved), there, equals(entry_of(D, z, i), w))
    twice = replaced_twice(d, D, x, i, w, v)
    back = d.rewrite(
        turned(d, moved), twice, equals(with_entry(D, z, i, v), with_entry(D, x, i, v))
    )
    itself = d.cite("background/with-entry-same", D=D, x=x, i=i)
    kept = d.rewrite(own, itself, equals(with_entry(D, x, i, v), x))
    return ends, turned(d, d.chain(back, kept))


@derives("lemma/moved-entry")
def moved_entry(d: Derivation) -> None:
    """A sum over pairs of an instance and what becomes of it, by either of the two."""
    D, i, v, w, f = (d.var(name) for name in ("D", "i", "v", "w", "f"))
    x, z = (d.fix(Symbol(name, instances(D))) for name in ("x", "z"))

    def pair(one: Any, two: Any, from_: Any, to: Any) -> Term:
        return same(entry_of(D, one, i), from_) * same(two, with_entry(D, one, i, to))

    goal = equals(pair(x, z, v, w), pair(z, x, w, v))

    def one_way(one: Any, two: Any, from_: Any, to: Any, held: Any, failed: Any) -> Line:
        """Cases on both conditions of a pair."""

        def own(line: Line) -> Line:
            return either_entry(
                d, two, with_entry(D, one, i, to), lambda moved: held(line, moved), failed
            )

        return either_entry(d, entry_of(D, one, i), from_, own, failed)

    def both_hold(own: Line, moved: Line) -> Line:
        ends, back = swapped(d, D, i, x, z, v, w, own, moved)
        first = d.identity(equals(pair(x, z, v, w), 1), own, moved)
        second = d.identity(equals(number(1), pair(z, x, w, v)), ends, back)
        return d.chain(first, second)

    def fails(line: Line) -> Line:
        none = d.identity(equals(pair(x, z, v, w), 0), line)

        def contradicts(own: Line, moved: Line) -> Line:
            ends, back = swapped(d, D, i, z, x, w, v, own, moved)
            return d.follows(goal, line, ends, back)

        return one_way(
            z,
            x,
            w,
            v,
            contradicts,
            lambda other: d.chain(none, d.identity(equals(number(0), pair(z, x, w, v)), other)),
        )

    alike = one_way(x, z, v, w, both_hold, fails)
    inner: Any = d.summed(d.forall(x, alike))
    weighted = d.arithmetic(equals(inner.formula.left * f[z], inner.formula.right * f[z]), inner)
    whole: Any = d.summed(d.forall(z, weighted))
    d.qed(
        d.chain(
            d.identity(equals(d.goal.left, whole.formula.left)),
            whole,
            d.identity(equals(whole.formula.right, d.goal.right)),
        )
    )


@derives("lemma/entry-output")
def entry_output(d: Derivation) -> None:
    """Each instance has one value of the entry."""
    P, M, i, y = (d.var(name) for name in ("P", "M", "i", "y"))
    D = M.sort.database
    v = d.fix(Symbol("v", alphabet(D, i)))
    each: Any = d.summed(d.forall(v, d.cite("definition/entry-response", P=P, M=M, i=i, v=v, y=y)))
    d.qed(
        d.chain(
            d.identity(equals(d.goal.left, each.formula.left)),
            each,
            d.identity(equals(each.formula.right, d.goal.right)),
        )
    )


@derives("lemma/independent-entry-response")
def independent_entry_response(d: Derivation) -> None:
    """The others are as likely whatever the entry is, and the responses close at each instance."""
    P, M, i, v, w, y, eps = (d.var(name) for name in ("P", "M", "i", "v", "w", "y", "eps"))
    possible, private = d.given
    D = M.sort.database
    x = d.fix(Symbol("x", instances(D)))
    law, grown = entry_law(P, i), exp(eps)

    def response(value: Any) -> Line:
        """The probability of y given a value of the entry, as a mean over the others."""
        told: Any = d.cite("definition/entry-response", P=P, M=M, i=i, v=value, y=y)
        mass = entry_mass(d, P, i, value, possible)

        def each() -> Line:
            on = same(entry_of(D, x, i), value)
            goal = equals(
                on * (prior_mass(P, x) * M[x][y]), law[value] * (on * (others(P, i, x) * M[x][y]))
            )

            def chosen(line: Line, one: Line) -> Line:
                if line.formula != equals(entry_of(D, x, i), value):
                    return d.rewrite(
                        one,
                        d.identity(
                            equals(
                                0 * (prior_mass(P, x) * M[x][y]),
                                law[value] * (0 * (others(P, i, x) * M[x][y])),
                            )
                        ),
                        goal,
                    )
                split: Any = d.cite("definition/independent-entry", P=P, x=x, i=i)
                rest = others(P, i, x)
                split = d.rewrite(line, split, equals(prior_mass(P, x), law[value] * rest))
                plain = d.identity(
                    equals(1 * (law[value] * rest * M[x][y]), law[value] * (1 * (rest * M[x][y])))
                )
                held = d.rewrite(
                    split,
                    plain,
                    equals(1 * (prior_mass(P, x) * M[x][y]), law[value] * (1 * (rest * M[x][y]))),
                )
                return d.rewrite(one, held, goal)

            return split_equal(d, entry_of(D, x, i), value, chosen)

        rest: Any = d.summed(d.forall(x, each()))
        mean = total(x, same(entry_of(D, x, i), value) * (others(P, i, x) * M[x][y]))
        whole = d.chain(
            told,
            d.identity(equals(told.formula.right, rest.formula.left)),
            rest,
            d.identity(equals(rest.formula.right, law[value] * mean)),
        )
        return d.combined(
            equals(entry_response(P, M, i)[value, y], mean),
            whole,
            mass,
            equalities=[[1 / law[value], 0]],
        )

    first, second = response(v), response(w)
    moved = with_entry(D, x, i, w)

    def near(line: Line, one: Line) -> Line:
        left, right = others(P, i, x) * M[x][y], others(P, i, moved) * M[moved][y]
        goal = same(entry_of(D, x, i), v) * left <= same(entry_of(D, x, i), v) * (grown * right)
        if line.formula != equals(entry_of(D, x, i), v):
            return d.rewrite(one, d.obvious(0 * left <= 0 * (grown * right)), goal)
        close = d.cite("lemma/entry-close", private, M=M, x=x, i=i, v=v, w=w, eps=eps, delta=0)
        ahead, _ = ratios(d, close, entry_channel(M, x, i)[v], entry_channel(M, x, i)[w], eps, y)
        for value in (v, w):
            ahead = d.rewrite(
                d.cite("definition/entry-channel", M=M, x=x, i=i, v=value, y=y), ahead
            )
        itself = d.cite("background/with-entry-same", D=D, x=x, i=i)
        kept = d.rewrite(line, itself, equals(with_entry(D, x, i, v), x))
        ahead = d.rewrite(kept, ahead)
        column = in_column(d, P, i, x, w)
        scaled = d.arithmetic(
            left <= grown * (others(P, i, x) * M[moved][y]), ahead, hints=[others(P, i, x)]
        )
        moved_on = d.rewrite(
            column,
            d.identity(equals(others(P, i, x) * M[moved][y], others(P, i, x) * M[moved][y])),
            equals(right, others(P, i, x) * M[moved][y]),
        )
        bound = d.arithmetic(left <= grown * right, scaled, moved_on, hints=[grown])
        return d.rewrite(one, d.arithmetic(1 * left <= 1 * (grown * right), bound), goal)

    each: Any = d.summed(d.forall(x, split_equal(d, entry_of(D, x, i), v, near)))
    Symbol("x", instances(D))
    numbers = reals_table(instances(D), lambda a: others(P, i, a) * M[a][y])
    turn: Any = d.cite("lemma/moved-entry", D=D, i=i, v=v, w=w, f=numbers)
    d.qed(
        d.arithmetic(
            d.goal,
            first,
            second,
            each,
            d.identity(equals(turn.formula.left, turn.formula.left)),
            turn,
            hints=[grown],
        )
    )


@derives("lemma/dp-by-entries")
def dp_by_entries(d: Derivation) -> None:
    """Two neighbours are two values of one entry."""
    M, eps = d.var("M"), d.var("eps")
    (close,) = d.given
    D = M.sort.database

    def pair(x: Any, other: Any, near: Line) -> Line:
        exists: Any = d.cite("background/neighbours", near, values={"D": D, "x": x, "x'": other})
        i = d.fix(exists.theorem.conclusion.var)
        reached = d.assume(instance(exists, i))
        v, w = entry_of(D, x, i), entry_of(D, other, i)
        itself = d.cite("background/with-entry-same", D=D, x=x, i=i)
        y = d.fix(Symbol("y", M.sort.outputs))
        lines = []
        for one, two in ((v, w), (w, v)):
            line = close
            for term in (x, i, one, two, y):
                line = d.at(line, term)
            lines.append(d.rewrite(reached, d.rewrite(itself, line)))
        each = d.forall(y, d.both(*lines))
        found = d.cite("background/closeness-symbols.if", each, P=M[x], Q=M[other], eps=eps)
        return d.obtain(exists, i, found)

    d.qed(is_private(d, M, eps, 0, pair))


@derives("lemma/any-entry-response")
def any_entry_response(d: Derivation) -> None:
    """Means of responses that are all close."""
    P, M, i, v, w, y, eps = (d.var(name) for name in ("P", "M", "i", "v", "w", "y", "eps"))
    possible, close = d.given
    D = M.sort.database
    x, z = (d.fix(Symbol(name, instances(D))) for name in ("x", "z"))
    law, told, grown = entry_law(P, i), entry_response(P, M, i), exp(eps)
    masses = {value: entry_mass(d, P, i, value, possible) for value in (v, w)}
    laws = {value: d.cite("definition/entry-law", P=P, i=i, v=value) for value in (v, w)}
    responses = {
        value: d.cite("definition/entry-response", P=P, M=M, i=i, v=value, y=y) for value in (v, w)
    }

    def mean(value: Any, small: Any, large: Any, line: Line, at: Any) -> Line:
        """Σ over the instances with a value of the entry, weighed by the prior."""
        on = same(entry_of(D, at, i), value)
        each = d.arithmetic(
            on * (prior_mass(P, at) * small) <= on * (prior_mass(P, at) * large),
            line,
            hints=[on * prior_mass(P, at)],
        )
        return d.summed(d.forall(at, each))

    first: Any = mean(v, M[x][y], grown * M[z][y], d.at(d.at(close, x), z), x)
    above = d.identity(equals(first.formula.right, laws[v].formula.right * (grown * M[z][y])))
    back = d.rewrite(
        laws[v],
        d.identity(
            equals(
                laws[v].formula.right * (grown * M[z][y]), laws[v].formula.right * (grown * M[z][y])
            )
        ),
        equals(laws[v].formula.right * (grown * M[z][y]), law[v] * (grown * M[z][y])),
    )
    scaled = d.chain(responses[v], first, above, back)
    one = d.combined(
        told[v, y] <= grown * M[z][y],
        scaled,
        masses[v],
        products=[["1", [["fact", 0], ["sign", 1 / law[v]]]]],
    )
    second: Any = mean(w, told[v, y], grown * M[z][y], one, z)
    left = d.identity(equals(second.formula.left, laws[w].formula.right * told[v, y]))
    begin = d.rewrite(
        laws[w],
        d.identity(equals(law[w] * told[v, y], law[w] * told[v, y])),
        equals(law[w] * told[v, y], laws[w].formula.right * told[v, y]),
    )
    right = d.identity(equals(second.formula.right, grown * responses[w].formula.right))
    whole = d.chain(begin, turned(d, left), second, right)
    d.qed(
        d.combined(
            d.goal,
            whole,
            responses[w],
            masses[w],
            products=[["1", [["fact", 0], ["sign", 1 / law[w]]]]],
            equalities=[[-grown / law[w], 1]],
        )
    )


BY = {
    "conditional": ("4.2.3", leak_given_others),
    "entry": ("4.2.2", leak_of_entry),
    "any-entry": ("4.5.1", leak_of_any_entry),
    "database": ("4.5.3", leak_of_database),
}


@derives(
    "lemma/levels-of-leakage.conditional", "lemma/levels-of-leakage.entry",
    "lemma/levels-of-leakage.any-entry", "lemma/levels-of-leakage.database",
)
def level_of_leakage(d: Derivation) -> None:
    """The other supremum gives the notion of privacy, and that bounds this one."""
    M, eps = d.var("M"), d.var("eps")
    row, leak = BY[d.key.rpartition(".")[2]]
    private = d.cite(f"saeidian-2025/theorem-{row}-if", *d.given, M=M, eps=eps)
    named: Any = d.cite(f"definition/{d.goal.left.head.replace('_', '-')}", M=M)  # type: ignore[attr-defined]
    outer = named.formula.right
    P, y = d.fix(outer.var), d.fix(outer.body.var)
    bound, inner = leak(d, P, y, eps, d.assume(outer.guard), private)
    d.qed(d.chain(named, bounded(d, outer, bound, P, y, *inner)))
