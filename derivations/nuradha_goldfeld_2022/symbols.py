"""Where all laws of the data are allowed: privacy is closeness for any two values of the data that
share a public value and differ in the private one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.databases import substitute_bound
from derivations.nuradha_goldfeld_2022.composition import (
    close_together,
    inside,
    some_pairs,
)
from derivations.nuradha_goldfeld_2022.frameworks import close_secrets, is_law_private
from derivations.tools import positive_from, same, split_zero
from verified.language import (
    chain,
    dp_framework,
    entries,
    equals,
    exp,
    hamming,
    implies,
    instances,
    negation,
    parallel,
    pmf_table,
    quotient,
    remainder,
    total,
    without_edges,
)
from verified.language.databases import flat_mechanism
from verified.language.formulas import both
from verified.language.notions import Close
from verified.language.pufferfish import (
    data_given,
    edges,
    member_law,
    private_value,
    public_law,
    public_value,
    secret_channel,
    secret_given,
)
from verified.language.terms import Event, Member, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "nuradha-goldfeld-2022/"


@derives("lemma/secret-symbols.pair")
def pair(d: Derivation) -> None:
    """Under the even law on two values of the data, each is a secret of its own."""
    F, data, M, e, x, other, eps, delta = (
        d.var(name) for name in ("F", "Theta", "M", "e", "x", "x'", "eps", "delta")
    )
    private, public, differ = d.given
    law = pmf_table(F.of.size, lambda z: (same(z, x) + same(z, other)) / 2)
    a, b = private_value(F, e, x), private_value(F, e, other)
    turned = d.assume(equals(b, a))
    apart = d.follows(
        negation(equals(b, a)), d.implied(turned, d.turn(equals(a, b), turned)), differ
    )

    def row(point: Any) -> tuple[Line, Line, Line]:
        """The secret of a point is possible, and given it the response is that to the point."""
        v, c = private_value(F, e, point), public_value(F, e, point)
        secret, K, chance = (
            secret_given(F, law, e, c), data_given(F, law, e, c), public_law(F, law, e)[c]
        )
        mass = chance * secret[v]
        whole = d.cite("definition/secret-mass", F=F, P=law, e=e, c=c, a=v)
        half = d.identity(equals(whole.formula.right, number(1) / 2), differ, apart)
        even = d.chain(whole, half)
        seen = positive_from(d, chance, even, hints=[secret[v]])
        there = positive_from(d, secret[v], even, hints=[chance])
        y, z = d.fix(Symbol("y", M.of.outputs)), d.fix(Symbol("z", F.of.size))
        given = d.cite("definition/data-given", F=F, P=law, e=e, c=c, a=v, x=z)
        scaled = d.summed(d.forall(z, d.arithmetic(
            equals(mass * (K[v, z] * M[z, y]), given.formula.right * M[z, y]), given,
            hints=[M[z, y]],
        )))
        value_of = d.identity(equals(scaled.formula.right, M[point, y] / 2), differ, apart)
        told = d.cite("definition/chain", W=K, K=M, x=v, z=y)
        line = d.arithmetic(
            equals(mass * chain(K, M)[v, y], M[point, y] / 2), scaled, value_of, told, hints=[mass]
        )
        agree = d.arithmetic(
            equals(chain(K, M)[v, y], M[point, y]), line, even, hints=[chain(K, M)[v, y]]
        )
        return seen, there, d.forall(y, agree)

    c = public_value(F, e, x)
    back = d.turn(equals(public_value(F, e, other), c), public)
    seen, one, first = row(x)
    _, two, second = row(other)
    two, second = d.rewrite(back, two), d.rewrite(back, second)
    bound = d.cite(
        "definition/all-delta", private, F=F, Theta=data, M=M, P=law, eps=eps, delta=delta
    )
    close = close_secrets(d, bound, F, law, M, e, c, a, b, eps, delta, seen, one, two)
    d.qed(d.rewrite(second, d.rewrite(first, close)))


@derives("lemma/secret-symbols.mixture")
def mixture(d: Derivation) -> None:
    """Closeness passes to mixtures of the two laws."""
    F, P, M, eps, delta = (d.var(name) for name in ("F", "P", "M", "eps", "delta"))
    (given,) = d.given
    x, other = d.fix(Symbol("x", F.of.size)), d.fix(Symbol("x'", F.of.size))
    A = d.fix(Event("A", M.of.outputs))
    grown = d.cite("background/log-tangent.exponential", eps=eps)

    def mixed(K: Term, v: Any) -> Line:
        """P(A|v,c) as a mean."""
        y = d.fix(Symbol("y", M.of.outputs))
        rows = d.forall(y, d.cite("definition/chain", W=K, K=M, x=v, z=y))
        return d.identity(equals(
            chain(K, M)[v][A], total(Symbol("x", F.of.size), K[v, x] * M[x][A])
        ), rows)

    def secrets(e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        K = data_given(F, P, e, c)
        rows = secret_channel(F, P, M, e, c)

        def alike(equal: Line, _: Line) -> Line:
            trivial = []
            for _side in range(2):
                trivial.append(d.forall(A, d.arithmetic(
                    rows[a][A] <= exp(eps) * rows[a][A] + delta, grown, hints=[rows[a][A]]
                )))
            return d.rewrite(
                equal, d.follows(Close(rows[a], rows[a], eps, delta), *trivial),
                Close(rows[a], rows[b], eps, delta),
            )

        def unlike(unequal: Line, _: Line) -> Line:
            def term(v: Any, w: Any, left: Any, right: Any, known: Callable[..., Line]) -> Line:
                weight = K[v, left] * K[w, right]
                goal = weight * M[left][A] <= weight * (exp(eps) * M[right][A] + delta)

                def zero(none: Line, one: Any, two: Any) -> Line:
                    return d.rewrite(none, d.obvious(
                        one * two * M[left][A] <= one * two * (exp(eps) * M[right][A] + delta)
                    ), goal)

                return split_zero(
                    d, K[v, left], lambda none: zero(none, number(0), K[w, right]),
                    lambda here: split_zero(
                        d, K[w, right], lambda none: zero(none, K[v, left], number(0)),
                        lambda there: d.arithmetic(goal, known(here, there), hints=[weight]),
                    ),
                )

            def closeness(here: Line, there: Line) -> Line:
                """M(x) and M(x') are close, where x is in the secret a and x' in b."""
                first = inside(d, F, P, e, c, a, x, here, seen[0], seen[1])
                second = inside(d, F, P, e, c, b, other, there, seen[0], seen[2])
                public = d.chain(first[1], d.turn(
                    equals(second[1].formula.right, second[1].formula.left), second[1]
                ))
                assumed = d.assume(
                    equals(private_value(F, e, x), private_value(F, e, other))
                )
                same_secret = d.chain(
                    d.turn(equals(a, private_value(F, e, x)), first[0]), assumed, second[0]
                )
                differ = d.follows(
                    negation(assumed.formula), d.implied(assumed, same_secret), unequal
                )
                rule = d.at(d.at(d.at(given, e), x), other)
                return d.follows(
                    Close(M[x], M[other], eps, delta), rule, public, differ
                )

            sides = []
            for index, (v, w, left, right) in enumerate(((a, b, x, other), (b, a, other, x))):
                def known(one: Line, two: Line, index: int = index) -> Line:
                    ends = (one, two) if index == 0 else (two, one)
                    return d.at(d.piece(closeness(*ends), index), A)

                line = term(v, w, left, right, known)
                sums = d.summed(d.forall(left, d.summed(d.forall(right, line))))
                means = mixed(K, v), mixed(K, w)
                sides.append(d.forall(A, d.arithmetic(
                    rows[v][A] <= exp(eps) * rows[w][A] + delta, sums, *means
                )))
            return d.follows(Close(rows[a], rows[b], eps, delta), *sides)

        found = d.cite("definition/case-equal", r=a, s=b)
        yes, no = (d.assume(part) for part in found.theorem.conclusion.parts)
        return d.cases(
            found, alike(d.piece(yes, 0), yes), unlike(d.piece(no, 0), no)
        )

    d.qed(is_law_private(d, F, P, M, eps, delta, secrets))


def all_private(
    d: Steps, F: Term, data: Term, M: Term, eps: Any, delta: Any,
    proof: Callable[[Any, Any, Any, Line, Line], Line], *lines: Line,
) -> Line:
    """(ε,δ)-PP under any class.

    Args:
        proof: shows M(x) and M(x') to be close, for an arbitrary edge and arbitrary x and x', from
            the lines that they share the public value and differ in the private one.
    """
    size = F.sort.size  # type: ignore[attr-defined]
    member, e = d.fix(Member("T", F, data)), d.fix(Symbol("edge", edges(F)))
    x, other = d.fix(Symbol("x", size)), d.fix(Symbol("x'", size))
    where = both(
        equals(public_value(F, e, x), public_value(F, e, other)),
        negation(equals(private_value(F, e, x), private_value(F, e, other))),
    )
    held = d.assume(where)
    line = proof(e, x, other, d.piece(held, 0), d.piece(held, 1))
    line = d.follows(implies(where, Close(M[x], M[other], eps, delta)), d.implied(where, line))
    for var in (other, x, e):
        line = d.forall(var, line)
    one = d.cite(
        "lemma/secret-symbols.mixture", line, *lines, F=F, P=member_law(member), M=M, eps=eps,
        delta=delta,
    )
    whole = d.cite("definition/pufferfish-delta", *lines, F=F, Theta=data, M=M, eps=eps)
    return d.chain(whole, d.bound_sup(whole.formula.right, one, member))


def symbol_pair(
    d: Steps, private: Line, F: Term, data: Term, M: Term, e: Any, x: Any, other: Any, eps: Any,
    delta: Any, *lines: Line,
) -> Line:
    """M(x) and M(x') are close, as the class of all laws has it."""
    return d.cite("lemma/secret-symbols.pair", private, *lines, values={
        "F": F, "Theta": data, "M": M, "e": e, "x": x, "x'": other, "eps": number(eps),
        "delta": number(delta),
    })


@derives(PAPER + "remark-3.all-laws")
def all_laws(d: Derivation) -> None:
    """Any two values of the data in different secrets are told apart by the ratios' product."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    pair, size, level = parallel(M1, M2), some_pairs(d, M1, M2), first + second

    def close(e: Any, x: Any, other: Any, public: Line, differ: Line) -> Line:
        s = d.fix(Symbol("s", pair.sort.outputs))
        places = quotient(s, M2.of.outputs), remainder(s, M2.of.outputs)
        ratios = []
        for held, M, eps, place in zip(d.given, (M1, M2), (first, second), places, strict=True):
            near = symbol_pair(d, held, F, data, M, e, x, other, eps, 0, public, differ)
            symbols = d.cite(
                "background/closeness-symbols.only-if", near, P=M[x], Q=M[other], eps=eps
            )
            ratios.append((d.at(symbols, place), M[x][place], M[other][place]))
        known = [d.cite("definition/parallel", W=M1, V=M2, x=v, s=s) for v in (x, other)]
        return close_together(d, pair, (x, other), s, ratios, (first, level), *known, size)

    d.qed(all_private(d, F, data, pair, level, 0, close, size))


@derives(PAPER + "remark-3.all-laws-robust")
def all_laws_robust(d: Derivation) -> None:
    """The pair is (ε₁ + ε₂)-PP, and so (ε₁ + ε₂)-MI-PP."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    size = some_pairs(d, M1, M2)
    private = d.cite(PAPER + "remark-3.all-laws", *d.given)
    d.qed(d.cite(
        PAPER + "theorem-1-i", private, size, F=F, Theta=data, M=parallel(M1, M2),
        eps=first + second,
    ))


# --- Remark 1 -------------------------------------------------------------------------------------


def flat_row(d: Steps, M: Term, x: Any, into: bool) -> Line:
    """For every y: the response's probability of y at an instance is the flat mechanism's; the
    sides the other way round unless `into`."""
    y = d.fix(Symbol("y", M.sort.sizes()[1]))
    line = d.cite("definition/flat-mechanism", M=M, x=x, y=y)
    if into:
        line = d.turn(equals(line.formula.right, line.formula.left), line)
    return d.forall(y, line)


@derives(PAPER + "remark-1-dp.only-if")
def remark_1_dp_only_if(d: Derivation) -> None:
    """Two databases that agree in all rows but one are neighbours."""
    M, data, eps, delta = (d.var(name) for name in ("M", "Theta", "eps", "delta"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)

    def close(e: Any, x: Any, other: Any, public: Line, _: Line) -> Line:
        near = d.cite("definition/dp-public", public, values={
            "D": D, "i": e, "x": x, "x'": other,
        })
        line = d.cite("definition/dp", near, private, values={
            "M": M, "x": x, "x'": other, "eps": eps, "delta": delta,
        })
        for point in (x, other):
            line = d.rewrite(flat_row(d, M, point, True), line)
        return line

    d.qed(all_private(d, rows, data, channel, eps, delta, close))


@derives(PAPER + "remark-1-dp.if")
def remark_1_dp_if(d: Derivation) -> None:
    """Neighbours are equal, or agree in all rows but one."""
    M, data, eps, delta = (d.var(name) for name in ("M", "Theta", "eps", "delta"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)
    x, other = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    near = d.assume(hamming(D, x, other) <= 1)
    wanted = Close(M[x], M[other], eps, delta)
    found = d.cite("definition/dp-neighbours", near, values={"D": D, "x": x, "x'": other})
    equal, differ = (d.assume(part) for part in found.theorem.conclusion.parts)
    A = d.fix(Event("A", M.of.outputs))
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    side = d.forall(A, d.arithmetic(
        M[x][A] <= exp(eps) * M[x][A] + delta, grown, hints=[M[x][A]]
    ))
    trivial = d.rewrite(equal, d.follows(Close(M[x], M[x], eps, delta), side), wanted)
    i = d.fix(Symbol("i", entries(D)))
    parts = d.assume(substitute_bound(differ.theorem.conclusion, i))
    line = symbol_pair(
        d, private, rows, data, channel, i, x, other, eps, delta, d.piece(parts, 0),
        d.piece(parts, 1),
    )
    for point in (x, other):
        line = d.rewrite(flat_row(d, M, point, False), line)
    line = d.obtain(differ, i, line)
    pairs = d.cases(found, trivial, line)
    pairs = d.forall(x, d.forall(other, pairs, where=near.formula))
    d.qed(d.cite("definition/dp-intro", pairs, M=M, eps=eps, delta=delta))


@derives(PAPER + "remark-1-ap.only-if@no-edges")
def remark_1_ap_only_if(d: Derivation) -> None:
    """Without edges there are no secrets."""
    F, data, M, eps, delta = (d.var(name) for name in ("F", "Theta", "M", "eps", "delta"))
    bare = without_edges(F)
    member = d.fix(Member("T", bare, data))
    law = member_law(member)
    none = d.cite("definition/without-edges", part=1, F=F, P=law, M=M, eps=eps)
    one = d.arithmetic(none.formula.left <= delta, none)
    whole = d.cite("definition/pufferfish-delta", F=bare, Theta=data, M=M, eps=eps)
    d.qed(d.chain(whole, d.bound_sup(whole.formula.right, one, member)))
