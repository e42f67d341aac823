"""Remark 3: two mechanisms that are independent given the data, which the secrets determine."""

from __future__ import annotations

from typing import Any

from derivations.patterns.frameworks import (
    close_secrets,
    close_together,
    has_mass,
    inside,
    is_law_private,
    is_mi_private,
    is_private,
    law_private,
    member_told,
    some_pairs,
)
from derivations.patterns.informations import same_information
from derivations.tools import split_zero
from verified.language import (
    chain,
    data_given,
    equals,
    information,
    member_law,
    parallel,
    private_values,
    public_law,
    quotient,
    remainder,
    secret_given,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


def product_row(
    d: Steps, determined: Line, F: Term, P: Term, M1: Term, M2: Term, e: Any, c: Any, a: Any,
    s: Any, *possible: Line, lawful: bool = False,
) -> Line:
    """P(y,z|a,c) = P(y|a,c) P(z|a,c) for the pair s of y and z, where secrets determine the data
    and this one is possible.

    Args:
        lawful: whether `determined` speaks only of data that the law allows.
    """
    n, size = F.of.size, M2.of.outputs
    y, z = quotient(s, size), remainder(s, size)
    K = data_given(F, P, e, c)
    x, other = d.fix(Symbol("datum", n)), d.fix(Symbol("other", n))

    def term(point: Any, one: Any = K[a, x], two: Any = K[a, other]) -> Any:
        return one * two * (M1[x, y] * M2[point, z])

    def nothing(zero: Line, **weights: Any) -> Line:
        return d.rewrite(zero, d.identity(equals(term(other, **weights), term(x, **weights))), goal)

    goal = equals(term(other), term(x))

    def first(seen: Line) -> Line:
        def second(too: Line) -> Line:
            one = inside(d, F, P, e, c, a, x, seen, *possible)
            two = inside(d, F, P, e, c, a, other, too, *possible)
            known = [
                d.chain(left, d.turn(equals(right.formula.right, right.formula.left), right))
                for left, right in zip(one, two, strict=True)
            ]
            if lawful:
                known += [has_mass(d, F, P, e, c, a, v, held, *possible)
                          for v, held in ((x, seen), (other, too))]
            rule = d.at(d.at(d.at(determined, e), x), other)
            alike = d.follows(equals(x, other), rule, *known)
            back = d.turn(equals(other, x), alike)
            return d.rewrite(back, d.identity(equals(term(x), term(x))), goal)

        return split_zero(
            d, K[a, other], lambda none: nothing(none, two=number(0)), second
        )

    line = split_zero(d, K[a, x], lambda none: nothing(none, one=number(0)), first)
    sums = d.summed(d.forall(x, d.summed(d.forall(other, line))))
    both = d.cite("definition/parallel", W=M1, V=M2, x=x, s=s)
    each = d.summed(d.forall(x, d.arithmetic(
        equals(K[a, x] * parallel(M1, M2)[x, s], K[a, x] * (M1[x, y] * M2[x, z])), both,
        hints=[K[a, x]],
    )))
    whole = d.cite(
        "definition/chain", some_pairs(d, M1, M2), W=K, K=parallel(M1, M2), x=a, z=s
    )
    line = d.chain(whole, each)
    parts = [d.cite("definition/chain", W=K, K=M, x=a, z=t) for M, t in ((M1, y), (M2, z))]
    product = parts[0].formula.right * parts[1].formula.right
    line = d.arithmetic(equals(line.formula.left, product), line, sums)
    for part in parts:
        back = d.turn(equals(part.formula.right, part.formula.left), part)
        line = d.rewrite(back, line)
    return line


@derives("nuradha-goldfeld-2022/remark-3.databases-mi")
def databases_mi(d: Derivation) -> None:
    """Given a secret the responses are independent."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    determined, *private = d.given
    pair = parallel(M1, M2)

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        ends = [
            member_told(d, held, F, data, M, member, e, bound)
            for held, M, bound in zip(private, (M1, M2), (first, second), strict=True)
        ]

        return pair_told(d, determined, F, law, M1, M2, e, *ends)

    d.qed(is_mi_private(d, F, data, pair, first + second, one, some_pairs(d, M1, M2)))


def pair_told(
    d: Steps, determined: Line, F: Term, law: Term, M1: Term, M2: Term, e: Any, *ends: Line,
    lawful: bool = False,
) -> Line:
    """I(g;M_1,M_2|w) ≤ I(g;M_1|w) + I(g;M_2|w), with the bounds of both."""
    pair, size = parallel(M1, M2), some_pairs(d, M1, M2)
    values = [
        d.cite("background/secret-joint", size, F=F, P=law, M=M, e=e) for M in (pair, M1, M2)
    ]
    c = d.fix(Symbol("c", public_law(F, law, e).sort.size))
    chance, q = public_law(F, law, e)[c], secret_given(F, law, e, c)
    K = data_given(F, law, e, c)
    together, one, two = (chain(K, M) for M in (pair, M1, M2))
    apart = parallel(one, two)
    a, s = d.fix(Symbol("a", private_values(F, e))), d.fix(Symbol("s", together.sort.outputs))
    goal = chance * information(q, together) <= chance * (
        information(q, one) + information(q, two)
    )

    def seen(above: Line) -> Line:
        equal = equals(q[a] * together[a, s], q[a] * apart[a, s])

        def possible(there: Line) -> Line:
            row = product_row(
                d, determined, F, law, M1, M2, e, c, a, s, above, there, lawful=lawful)
            other = d.cite("definition/parallel", W=one, V=two, x=a, s=s)
            return d.arithmetic(equal, row, other, size, hints=[q[a]])

        agree = d.forall(a, d.forall(s, split_zero(
            d, q[a], lambda none: d.arithmetic(equal, none), possible
        )))
        level = same_information(d, q, together, apart, agree, size)
        bound = d.cite("lemma/two-outputs", size, P=q, W=one, V=two)
        return d.arithmetic(goal, level, bound, size, hints=[chance])

    each = split_zero(d, chance, lambda none: d.arithmetic(goal, none, size), seen)
    mean = d.summed(d.forall(c, each), size)
    bound = ends[0].formula.right + ends[1].formula.right
    return d.arithmetic(values[0].formula.left <= bound, mean, *values, *ends, size)


@derives("nuradha-goldfeld-2022/remark-3.databases")
def databases(d: Derivation) -> None:
    """Given a secret the responses are independent, and likelihood ratios multiply."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    determined, *private = d.given
    pair, size = parallel(M1, M2), some_pairs(d, M1, M2)
    level = first + second

    def one(member: Any, *secret: Any) -> Line:
        law = member_law(member)
        bounds = [
            law_private(d, held, F, data, M, member, eps)
            for held, M, eps in zip(private, (M1, M2), (first, second), strict=True)
        ]
        return pair_close(d, determined, F, law, (M1, M2), bounds, (first, second), *secret)

    d.qed(is_private(d, F, data, pair, level, 0, one, size))


def pair_close(
    d: Steps, determined: Line, F: Term, law: Term, mechanisms: tuple[Term, Term],
    bounds: list[Line], levels: tuple[Any, Any], e: Any, c: Any, a: Any, b: Any, *seen: Line,
    lawful: bool = False,
) -> Line:
    """The pairs of responses given two possible secrets are close, as the responses are."""
    M1, M2 = mechanisms
    size = some_pairs(d, M1, M2)
    K = data_given(F, law, e, c)
    whole = chain(K, parallel(M1, M2))
    s = d.fix(Symbol("s", whole.sort.outputs))
    places = quotient(s, M2.sort.outputs), remainder(s, M2.sort.outputs)
    ratios = []
    for bound, M, eps, place in zip(bounds, mechanisms, levels, places, strict=True):
        close = close_secrets(d, bound, F, law, M, e, c, a, b, eps, 0, *seen)
        rows = chain(K, M)
        symbols = d.cite(
            "background/closeness-symbols.only-if", close, P=rows[a], Q=rows[b], eps=eps
        )
        ratios.append((d.at(symbols, place), rows[a][place], rows[b][place]))
    known = [
        product_row(d, determined, F, law, M1, M2, e, c, v, s, seen[0], there, lawful=lawful)
        for v, there in ((a, seen[1]), (b, seen[2]))
    ]
    return close_together(
        d, whole, (a, b), s, ratios, (levels[0], levels[0] + levels[1]), *known, size)


@derives("nuradha-goldfeld-2022/remark-3.composable")
def composable(d: Derivation) -> None:
    """As where all secrets determine the data: under the law they do."""
    F, P, M1, M2, first, second = (
        d.var(name) for name in ("F", "P", "M1", "M2", "eps1", "eps2")
    )
    determined, *private = d.given
    d.qed(is_law_private(
        d, F, P, parallel(M1, M2), first + second, 0, lambda *secret: pair_close(
            d, determined, F, P, (M1, M2), private, (first, second), *secret, lawful=True),
        some_pairs(d, M1, M2),
    ))


@derives("nuradha-goldfeld-2022/remark-3.composable-mi")
def composable_mi(d: Derivation) -> None:
    """Given a secret the responses are independent."""
    F, P, M1, M2, e = (d.var(name) for name in ("F", "P", "M1", "M2", "u"))
    determined, *private = d.given
    d.qed(pair_told(d, determined, F, P, M1, M2, e, *private, lawful=True))
