"""Proofs on what an outcome leaks under priors that are near one instance, or two."""

from __future__ import annotations

from typing import Any

from derivations.patterns.entry_masses import (
    at_most_one,
    entry_mass,
    near_point,
    others,
    others_likely,
    some_term,
    split_mass,
    table_law,
)
from derivations.patterns.instances import either_entry
from derivations.patterns.leakage_databases import (
    below_named,
)
from derivations.tools import (
    ZERO,
    positive_from,
    same,
    split_equal,
    turned,
)
from verified.language import (
    alphabet,
    entries,
    entry_channel,
    entry_given,
    entry_law,
    entry_of,
    entry_response,
    equals,
    exp,
    flat_mechanism,
    flat_prior,
    instances,
    log,
    negation,
    output,
    prior_mass,
    total,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number

ONE = number(1)


def _kept(D: Term, x: Any, z: Any, share: Term) -> tuple[Any, Term]:
    """An entry, and the probability that it is as in z under the prior near x."""
    j = Symbol("j", entries(D))
    return j, same(entry_of(D, z, j), entry_of(D, x, j)) * (1 - share) + share / alphabet(D, j)


@derives("lemma/resampled.possible")
def resampled_possible(d: Derivation) -> None:
    """An exponential is positive."""
    D, x, s = (d.var(name) for name in ("D", "x", "s"))
    z = d.fix(Symbol("x'", instances(D)))
    j, part = _kept(D, x, z, s)
    d.fix(j)

    def positive(_: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right  # type: ignore[attr-defined]
        return d.rewrite(value, d.obvious(ZERO < on * (1 - s) + s / alphabet(D, j)), ZERO < part)

    each = d.forall(j, split_equal(d, entry_of(D, z, j), entry_of(D, x, j), positive))
    value: Any = d.cite("definition/resampled-prior", D=D, s=s, values={"x": x, "x'": z})
    d.qed(d.forall(z, d.chain(d.obvious(ZERO < value.formula.right, each), turned(d, value))))


@derives("lemma/resampled.near")
def resampled_near(d: Derivation) -> None:
    """ln u ≥ 1 − 1/u for each entry, and e^t ≥ 1 + t."""
    D, x, s = (d.var(name) for name in ("D", "x", "s"))
    count = entries(D)
    share = s / (count + 1)
    j, part = _kept(D, x, x, share)
    d.fix(j)
    under = d.obvious(s < ONE)
    more = d.obvious(ONE <= count)
    below_count = d.arithmetic(s < count + 1, under, more)
    small = d.arithmetic(share < ONE, below_count, hints=[1 / (count + 1)])
    itself = d.identity(equals(part, 1 - share + share / alphabet(D, j)))
    least = d.arithmetic(1 - share <= part, itself, d.obvious(ZERO <= share / alphabet(D, j)))
    positive = d.chain(d.arithmetic(ZERO < 1 - share, small), least)
    each_positive = d.forall(j, positive)
    tangent = d.cite("background/log-tangent.line", positive, x=1 / part)
    inverse = d.identity(equals(log(1 / part), -log(part)), positive)
    below = d.arithmetic(
        1 / part <= 1 / (1 - share),
        least,
        positive,
        small,
        hints=[1 / part, 1 / (1 - share), 1 / part * (1 / (1 - share))],
    )
    bound = d.arithmetic(
        -(share / (1 - share)) <= log(part), tangent, inverse, below, positive, small
    )
    total_: Any = d.summed(d.forall(j, bound), each_positive, small)
    value: Any = d.cite("definition/resampled-prior", D=D, s=share, values={"x": x, "x'": x})
    sides = d.identity(equals(total_.formula.left, -(count * share / (1 - share))), small)
    exponent = value.formula.right.args[0]
    grown = d.cite("background/log-tangent.exponential", each_positive, eps=exponent)
    ratio = d.identity(
        equals(count * share / (1 - share), count * s / (count + 1 - s)), small, below_count
    )
    room = d.arithmetic(ZERO < count + 1 - s, below_count)
    lost = d.arithmetic(count * s / (count + 1 - s) <= s, room, under, hints=[s / (count + 1 - s)])
    d.qed(d.arithmetic(d.goal, value, grown, total_, sides, ratio, lost, small, each_positive))


@derives("lemma/output-near")
def output_near(d: Derivation) -> None:
    """Of the other symbols any may give the output for certain."""
    P, W, x, y = (d.var(name) for name in ("P", "W", "x", "y"))
    u = d.fix(Symbol("u", W.sort.inputs))
    line: Any = near_point(
        d,
        x,
        u,
        lambda a: P[a],
        lambda a: W[a, y],
        lambda a: at_most_one(d, W[a], y),
        at_most_one(d, P, x),
    )
    d.qed(d.chain(d.identity(equals(output(P, W)[y], line.formula.left)), line))


@derives("lemma/response-near")
def response_near(d: Derivation) -> None:
    """The same of instances."""
    P, M, x, y = (d.var(name) for name in ("P", "M", "x", "y"))
    u = d.fix(Symbol("u", instances(M.sort.database)))
    flat = d.cite("definition/flat-prior", P=P, x=x)
    d.qed(
        near_point(
            d,
            x,
            u,
            lambda a: prior_mass(P, a),
            lambda a: M[a][y],
            lambda a: at_most_one(d, M[a], y),
            d.rewrite(flat, at_most_one(d, flat_prior(P), x)),
        )
    )


@derives("lemma/leaked-near.conditional")
def leaked_near_conditional(d: Derivation) -> None:
    """The entry's law given the others is its law, of which nearly all is at one value."""
    P, M, x, i, v, w, y, eps, h = (
        d.var(name) for name in ("P", "M", "x", "i", "v", "w", "y", "eps", "h")
    )
    possible, close, leak = d.given
    D = M.sort.database
    law, W, column = entry_given(P, x, i), entry_channel(M, x, i), others(P, i, x)
    split, likely = others_likely(d, P, i, x, w)
    there = d.chain(d.at(possible, with_entry(D, x, i, w)), likely)
    given = {u: d.cite("definition/entry-given", P=P, x=x, i=i, v=u) for u in (v, w)}
    alike = d.combined(
        equals(law[w], entry_law(P, i)[w]),
        given[w],
        split,
        there,
        equalities=[[1 / column, 0], [1 / column, 1]],
    )
    value: Any = d.cite("definition/entry-law", P=P, i=i, v=w)
    z = with_entry(D, x, i, w)
    own = d.cite("background/entry-of-changed", D=D, x=x, i=i, v=w)
    part = d.identity(equals(same(entry_of(D, z, i), w) * prior_mass(P, z), prior_mass(P, z)), own)
    u = d.fix(Symbol("z", instances(D)))
    more = some_term(d, u, z, lambda a: same(entry_of(D, a, i), w) * prior_mass(P, a))
    nearly = d.chain(close, turned(d, part), more, turned(d, value), turned(d, alike))
    mass = d.at(possible, with_entry(D, x, i, v))
    chance = positive_from(d, law[v], given[v], mass, there, hints=[column])
    told = d.cite("definition/pointwise-maximal-leakage", chance, leak, P=law, W=W, x=v, y=y, r=eps)
    mean = d.cite("lemma/output-near", P=law, W=W, x=w, y=y)
    rows = [d.cite("definition/entry-channel", M=M, x=x, i=i, v=u, y=y) for u in (v, w)]
    d.qed(
        d.arithmetic(
            d.goal,
            told,
            mean,
            nearly,
            *rows,
            d.obvious(h >= ZERO),
            hints=[exp(eps), M[with_entry(D, x, i, v)][y]],
        )
    )


@derives("lemma/leaked-near.entry")
def leaked_near_entry(d: Derivation) -> None:
    """Given the entry, the others are nearly certain."""
    P, M, x, i, v, w, y, eps, _h = (
        d.var(name) for name in ("P", "M", "x", "i", "v", "w", "y", "eps", "h")
    )
    possible, close, leak = d.given
    D = M.sort.database
    law, told = entry_law(P, i), entry_response(P, M, i)
    column, z = others(P, i, x), with_entry(D, x, i, v)
    _, likely = others_likely(d, P, i, x, w)
    least = d.chain(close, likely)
    split = split_mass(d, P, i, x, v)
    chance = entry_mass(d, P, i, v, possible)
    own = d.cite("background/entry-of-changed", D=D, x=x, i=i, v=v)
    part = d.identity(
        equals(
            same(entry_of(D, z, i), v) * (prior_mass(P, z) * M[z][y]), prior_mass(P, z) * M[z][y]
        ),
        own,
    )
    u = d.fix(Symbol("z", instances(D)))
    more = some_term(d, u, z, lambda a: same(entry_of(D, a, i), v) * (prior_mass(P, a) * M[a][y]))
    value: Any = d.cite("definition/entry-response", P=P, M=M, i=i, v=v, y=y)
    row = d.chain(turned(d, part), more, turned(d, value))
    inner = d.rewrite(split, row, law[v] * column * M[z][y] <= law[v] * told[v, y])
    held = d.combined(
        column * M[z][y] <= told[v, y],
        inner,
        chance,
        products=[["1", [["fact", 0], ["sign", 1 / law[v]]]]],
    )
    bound = d.cite(
        "definition/pointwise-maximal-leakage", chance, leak, P=law, W=told, x=v, y=y, r=eps
    )
    mean = d.chain(
        d.cite("lemma/entry-output", P=P, M=M, i=i, y=y),
        d.cite("lemma/response-near", P=P, M=M, x=with_entry(D, x, i, w), y=y),
    )
    d.qed(d.arithmetic(d.goal, held, least, bound, mean, close, hints=[exp(eps), M[z][y]]))


@derives("lemma/leaked-near.database")
def leaked_near_database(d: Derivation) -> None:
    """The response is nearly as likely as given the one instance."""
    P, M, x, z, y, eps, h = (d.var(name) for name in ("P", "M", "x", "x'", "y", "eps", "h"))
    possible, close, leak = d.given
    law, W = flat_prior(P), flat_mechanism(M)
    chance = d.chain(d.at(possible, x), turned(d, d.cite("definition/flat-prior", P=P, x=x)))
    told = d.cite("definition/pointwise-maximal-leakage", chance, leak, P=law, W=W, x=x, y=y, r=eps)
    mean = d.cite("lemma/output-near", P=law, W=W, x=z, y=y)
    rows = [d.cite("definition/flat-mechanism", M=M, x=u, y=y) for u in (x, z)]
    nearly = d.chain(close, turned(d, d.cite("definition/flat-prior", P=P, x=z)))
    d.qed(
        d.arithmetic(
            d.goal, told, mean, nearly, *rows, d.obvious(h >= ZERO), hints=[exp(eps), M[x][y]]
        )
    )


@derives("lemma/leaked-by-entry")
def leaked_by_entry(d: Derivation) -> None:
    """Given the entry, the instance is nearly certain."""
    P, M, x, z, i, y, eps, h = (d.var(name) for name in ("P", "M", "x", "x'", "i", "y", "eps", "h"))
    possible, close, nearly, leak = d.given
    D = M.sort.database
    law, told, v = entry_law(P, i), entry_response(P, M, i), entry_of(D, x, i)
    chance = entry_mass(d, P, i, v, possible)
    part = d.identity(equals(same(v, v) * (prior_mass(P, x) * M[x][y]), prior_mass(P, x) * M[x][y]))
    u = d.fix(Symbol("z'", instances(D)))
    more = some_term(d, u, x, lambda a: same(entry_of(D, a, i), v) * (prior_mass(P, a) * M[a][y]))
    value: Any = d.cite("definition/entry-response", P=P, M=M, i=i, v=v, y=y)
    row = d.chain(turned(d, part), more, turned(d, value))
    scaled = d.arithmetic(
        (1 - h) * law[v] * M[x][y] <= law[v] * told[v, y], nearly, row, hints=[M[x][y]]
    )
    held = d.combined(
        (1 - h) * M[x][y] <= told[v, y],
        scaled,
        chance,
        products=[["1", [["fact", 0], ["sign", 1 / law[v]]]]],
    )
    bound = d.cite(
        "definition/pointwise-maximal-leakage", chance, leak, P=law, W=told, x=v, y=y, r=eps
    )
    mean = d.chain(
        d.cite("lemma/entry-output", P=P, M=M, i=i, y=y),
        d.cite("lemma/response-near", P=P, M=M, x=z, y=y),
    )
    d.qed(d.arithmetic(d.goal, held, bound, mean, close, hints=[exp(eps)]))


@derives("lemma/two-instances")
def two_instances(d: Derivation) -> None:
    """The entry's value is not that of the likelier instance."""
    D, x, z, i, h = (d.var(name) for name in ("D", "x", "x'", "i", "h"))
    (apart,) = d.given
    P = d.goal.parts[1].left.args[1]  # type: ignore[attr-defined]
    count, v = instances(D), entry_of(D, x, i)
    u = d.fix(Symbol("z", instances(D)))

    def height(at: Any) -> Term:
        return (1 - h) * same(at, z) + h * (1 - h) * same(at, x) + h**2 / count

    unit = d.obvious(ZERO < 1 - h)
    rest = d.obvious(ZERO < h**2 / count)

    def heights(at: Any) -> Line:
        return d.arithmetic(ZERO < height(at), unit, rest, hints=[same(at, z), h * same(at, x)])

    lines = table_law(d, u, height, lambda at: d.arithmetic(ZERO <= height(at), heights(at)))

    def mass(at: Any) -> Line:
        """P at an instance, as it is written."""
        told: Any = d.cite("definition/prior-of", *lines, x=at, P=P.args[0], D=D)
        flat = turned(d, d.cite("definition/flat-prior", *lines, P=P, x=at))
        return d.chain(flat, told, d.identity(equals(told.formula.right, height(at)), *lines))

    positive = d.forall(u, d.chain(heights(u), turned(d, mass(u))))
    likely, other = mass(z), mass(x)
    some_of = d.arithmetic(ZERO <= h * (1 - h) * same(z, x), unit, hints=[h * same(z, x)])
    most = d.arithmetic(prior_mass(P, z) >= 1 - h, likely, rest, some_of)
    value: Any = d.cite("definition/entry-law", *lines, P=P, i=i, v=v)

    def part(at: Any) -> Line:
        """Nothing of the likelier instance has the entry's value."""
        on = same(entry_of(D, at, i), v)
        goal = equals(on * prior_mass(P, at), on * (h * (1 - h) * same(at, x) + h**2 / count))

        def here(line: Line) -> Line:
            moved = d.rewrite(line, d.identity(equals(v, v)), equals(v, v))
            elsewhere = d.rewrite(
                turned(d, line),
                d.follows(apart.formula, apart),
                negation(equals(v, entry_of(D, at, i))),
            )
            return d.follows(goal, elsewhere, moved)

        def there(line: Line) -> Line:
            plain = d.arithmetic(
                equals(prior_mass(P, at), h * (1 - h) * same(at, x) + h**2 / count),
                mass(at),
                d.identity(equals(same(at, z), 0), line),
            )
            return d.rewrite(
                plain,
                d.identity(
                    equals(
                        on * (h * (1 - h) * same(at, x) + h**2 / count),
                        on * (h * (1 - h) * same(at, x) + h**2 / count),
                    )
                ),
                goal,
            )

        def alike(line: Line) -> Line:
            seen = d.rewrite(
                line,
                d.identity(equals(entry_of(D, at, i), entry_of(D, at, i))),
                equals(entry_of(D, at, i), entry_of(D, z, i)),
            )
            apart_too = d.rewrite(turned(d, seen), apart, negation(equals(v, entry_of(D, at, i))))
            back = negation(equals(entry_of(D, at, i), v))
            swap = split_equal(
                d,
                entry_of(D, at, i),
                v,
                lambda held, _: (
                    d.follows(back, turned(d, held), apart_too)
                    if held.formula == equals(entry_of(D, at, i), v)
                    else held
                ),
            )
            none = d.identity(equals(on, 0), swap)
            return d.rewrite(
                none,
                d.identity(
                    equals(0 * prior_mass(P, at), 0 * (h * (1 - h) * same(at, x) + h**2 / count)),
                    *lines,
                ),
                goal,
            )

        return either_entry(d, at, z, alike, there)

    each: Any = d.summed(d.forall(u, part(u)), *lines)
    total_ = d.identity(
        equals(
            each.formula.right, h * (1 - h) + total(u, same(entry_of(D, u, i), v) * (h**2 / count))
        )
    )
    few = d.summed(
        d.forall(
            u,
            split_equal(
                d,
                entry_of(D, u, i),
                v,
                lambda _, held: d.rewrite(
                    held,
                    d.obvious(held.theorem.conclusion.right * (h**2 / count) <= h**2 / count),
                    same(entry_of(D, u, i), v) * (h**2 / count) <= h**2 / count,
                ),
            ),
        )
    )
    all_ = d.identity(equals(few.formula.right, h**2))
    law = d.arithmetic(
        entry_law(P, i)[v] <= h,
        value,
        each,
        total_,
        few,
        all_,
        *lines,
        d.identity(equals(value.formula.right, each.formula.left), *lines),
    )
    kept = d.arithmetic(
        prior_mass(P, x) >= (1 - h) * entry_law(P, i)[v],
        other,
        rest,
        law,
        *lines,
        d.arithmetic(ZERO <= (1 - h) * same(x, z), unit, hints=[same(x, z)]),
        hints=[1 - h],
    )
    d.qed(d.both(positive, most, kept))


@derives("lemma/leaked-by-two-instances")
def leaked_by_two_instances(d: Derivation) -> None:
    """Under the prior of `two-instances`, which makes every instance possible."""
    M, x, z, i, y, eps, h = (d.var(name) for name in ("M", "x", "x'", "i", "y", "eps", "h"))
    apart, leak = d.given
    D = M.sort.database
    told = d.cite("lemma/two-instances", apart, values={"D": D, "x": x, "x'": z, "i": i, "h": h})
    possible, close, nearly = (d.piece(told, part) for part in range(3))
    P = close.formula.right.args[1]  # type: ignore[attr-defined]
    table = P.args[0]
    unit = d.obvious(ZERO < 1 - h)
    rest = d.obvious(ZERO < h**2 / instances(D))

    def height(at: Any) -> Term:
        found: Term = substitute(table.body, {table.var.name: at})
        return found

    lines = table_law(
        d,
        d.fix(Symbol("z'", instances(D))),
        height,
        lambda at: d.arithmetic(
            ZERO <= height(at), unit, rest, hints=[same(at, z), h * same(at, x)]
        ),
    )
    named = d.cite("definition/entry-leakage", M=M)
    line = d.chain(below_named(d, named, (P, y, i), possible, *lines), leak)
    d.qed(
        d.cite(
            "lemma/leaked-by-entry",
            possible,
            close,
            nearly,
            line,
            *lines,
            values={"P": P, "M": M, "x": x, "x'": z, "i": i, "y": y, "eps": eps, "h": h},
        )
    )
