"""Remark 3: two mechanisms that are independent given the data, which the secrets determine."""

from __future__ import annotations

from typing import Any

from derivations.nuradha_goldfeld_2022.frameworks import (
    close_secrets,
    is_mi_private,
    is_private,
    law_private,
    member_told,
)
from derivations.tools import absurd, split_zero
from verified.language import (
    KL,
    chain,
    equals,
    exp,
    information,
    output,
    parallel,
    quotient,
    remainder,
)
from verified.language.pufferfish import (
    data_given,
    member_law,
    private_value,
    private_values,
    public_law,
    public_value,
    secret_given,
)
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "nuradha-goldfeld-2022/"


def same_information(d: Steps, q: Term, W: Term, V: Term, agree: Line, *lines: Line) -> Line:
    """I(q;W) = I(q;V), from a line q(x) W(x)(y) = q(x) V(x)(y) for all x and y."""
    n, m = W.sort.inputs, W.sort.outputs
    x, y = d.fix(Symbol("input", n)), d.fix(Symbol("output", m))
    sums = d.summed(d.forall(x, d.at(d.at(agree, x), y)))
    outputs = d.forall(y, d.arithmetic(equals(output(q, W)[y], output(q, V)[y]), sums))
    s = d.fix(Symbol("pair", n * m))
    weight = q[quotient(s, m)]
    product = d.arithmetic(
        weight * output(q, V)[remainder(s, m)] >= number(0), d.at(outputs, remainder(s, m)), *lines,
        hints=[weight],
    )
    shown = (*lines, d.forall(s, product))
    forms = [d.cite("background/information-forms.joint", *shown, P=q, W=one) for one in (W, V)]
    at = d.at(d.at(agree, quotient(s, m)), remainder(s, m))
    one, two = forms[0].formula.right.args
    wanted = forms[1].formula.right.args
    line = d.rewrite(
        d.forall(s, d.arithmetic(equals(one[s], wanted[0][s]), at)), forms[0],
        equals(information(q, W), KL(wanted[0], two)),
    )
    there = d.at(outputs, remainder(s, m))
    line = d.rewrite(
        d.forall(s, d.arithmetic(equals(two[s], wanted[1][s]), there, *shown, hints=[weight])),
        line, equals(information(q, W), KL(*wanted)),
    )
    return d.chain(line, d.turn(equals(forms[1].formula.right, forms[1].formula.left), forms[1]))


def inside(
    d: Steps, F: Term, P: Term, e: Any, c: Any, a: Any, x: Any, seen: Line, *possible: Line
) -> list[Line]:
    """g(x) = a and w(x) = c, from a line P(x|a,c) > 0 and lines that a and c are possible."""
    data = d.cite("definition/data-given", F=F, P=P, e=e, c=c, a=a, x=x)
    mass = public_law(F, P, e)[c] * secret_given(F, P, e, c)[a]
    weight = data_given(F, P, e, c)[a, x]
    some = d.arithmetic(mass > 0, *possible)
    weighted = d.arithmetic(mass * weight > 0, some, seen)
    found = []
    for value, wanted in ((private_value(F, e, x), a), (public_value(F, e, x), c)):
        alternatives = d.cite("definition/case-equal", r=value, s=wanted)
        yes, no = (d.assume(part) for part in alternatives.theorem.conclusion.parts)
        none = d.rewrite(d.piece(no, 1), data)
        zero = d.identity(equals(none.formula.right, 0))
        empty = absurd(d, equals(value, wanted), weighted, d.chain(none, zero))
        found.append(d.cases(alternatives, d.piece(yes, 0), empty))
    return found


def product_row(
    d: Steps, determined: Line, F: Term, P: Term, M1: Term, M2: Term, e: Any, c: Any, a: Any,
    s: Any, *possible: Line,
) -> Line:
    """P(y,z|a,c) = P(y|a,c) P(z|a,c) for the pair s of y and z, where secrets determine the data
    and this one is possible."""
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


@derives(PAPER + "remark-3.databases-mi")
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
    d: Steps, determined: Line, F: Term, law: Term, M1: Term, M2: Term, e: Any, *ends: Line
) -> Line:
    """I(g;M_1,M_2|w) ≤ I(g;M_1|w) + I(g;M_2|w), with the bounds of both."""
    pair, size = parallel(M1, M2), some_pairs(d, M1, M2)
    values = [
        d.cite("definition/secret-joint", size, F=F, P=law, M=M, e=e) for M in (pair, M1, M2)
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
            row = product_row(d, determined, F, law, M1, M2, e, c, a, s, above, there)
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


def some_pairs(d: Steps, M1: Term, M2: Term) -> Line:
    """There is a pair of responses."""
    m, k = M1.sort.outputs, M2.sort.outputs
    ends = [d.obvious(size >= number(1)) for size in (m, k)]
    return d.arithmetic(m * k >= number(1), *ends, hints=[m, k])


def close_together(
    d: Steps, whole: Term, rows: tuple[Any, Any], s: Any, ratios: list[tuple[Line, Term, Term]],
    levels: tuple[Any, Any], *lines: Line,
) -> Line:
    """Two rows of pairs of responses are close, as their likelihood ratios multiply.

    Args:
        ratios: for each response how its two probabilities at the pair `s` compare, and these.
        levels: the ε of the first response, and the sum of both.
        lines: the rows' probabilities as products, and that there is a pair of responses.
    """
    one, two = rows
    first, level = levels
    sides = []
    for index, (left, right) in enumerate(((one, two), (two, one))):
        bounds = [d.piece(ratio, index) for ratio, *_ in ratios]
        small, large = ratios[1][1 + index], ratios[0][2 - index]
        sides.append(d.arithmetic(
            whole[left][s] <= exp(level) * whole[right][s], *bounds, *lines,
            hints=[small, exp(first) * large, exp(level)],
        ))
    symbols = d.forall(s, d.both(*sides))
    return d.cite(
        "background/closeness-symbols.if", symbols, lines[-1], P=whole[one], Q=whole[two],
        eps=level,
    )


@derives(PAPER + "remark-3.databases")
def databases(d: Derivation) -> None:
    """Given a secret the responses are independent, and likelihood ratios multiply."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    determined, *private = d.given
    pair, size = parallel(M1, M2), some_pairs(d, M1, M2)
    level = first + second

    def one(member: Any, e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        law = member_law(member)
        K = data_given(F, law, e, c)
        whole = chain(K, pair)
        s = d.fix(Symbol("s", whole.sort.outputs))
        places = quotient(s, M2.of.outputs), remainder(s, M2.of.outputs)
        ratios = []
        for held, M, eps, place in zip(private, (M1, M2), (first, second), places, strict=True):
            bound = law_private(d, held, F, data, M, member, eps)
            close = close_secrets(d, bound, F, law, M, e, c, a, b, eps, 0, *seen)
            rows = chain(K, M)
            symbols = d.cite(
                "background/closeness-symbols.only-if", close, P=rows[a], Q=rows[b], eps=eps
            )
            ratios.append((d.at(symbols, place), rows[a][place], rows[b][place]))
        known = [
            product_row(d, determined, F, law, M1, M2, e, c, v, s, seen[0], there)
            for v, there in ((a, seen[1]), (b, seen[2]))
        ]
        return close_together(d, whole, (a, b), s, ratios, (first, level), *known, size)

    d.qed(is_private(d, F, data, pair, level, 0, one, size))
