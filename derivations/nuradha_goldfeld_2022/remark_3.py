"""Remark 3: two mechanisms that are independent given the data, which the secrets determine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.patterns.frameworks import (
    close_secrets,
    close_together,
    inside,
    is_law_private,
    is_mi_private,
    is_private,
    law_private,
    member_told,
    some_pairs,
)
from derivations.patterns.informations import same_information
from derivations.tools import same, split_equal, split_zero, turned
from verified.language import (
    Close,
    both,
    chain,
    data_given,
    equals,
    exp,
    information,
    log,
    member_law,
    parallel,
    private_values,
    public_law,
    quotient,
    remainder,
    secret_channel,
    secret_given,
    some,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Formula, Or, Relation, negation
from verified.syntax.terms import Real, Symbol, Term, number

# From two data and lines that a secret allows them, that they are the same.
Alike = Callable[[Any, Any, Line, Line], Line]
# From a line that a secret is possible, and what is proved of it with an `Alike`, that.
Known = Callable[[Line, Callable[[Alike], Line]], Line]
Several = Callable[[Known], Line]


def by_values(
    d: Steps, determined: Line, F: Term, P: Term, e: Any, c: Any, a: Any, *possible: Line
) -> Alike:
    """Data of one secret are the same, as the values of g and w determine them."""

    def alike(x: Any, other: Any, seen: Line, too: Line) -> Line:
        one = inside(d, F, P, e, c, a, x, seen, *possible)
        two = inside(d, F, P, e, c, a, other, too, *possible)
        known = [
            d.chain(left, d.turn(equals(right.formula.right, right.formula.left), right))
            for left, right in zip(one, two, strict=True)
        ]
        rule = d.at(d.at(d.at(determined, e), x), other)
        return d.follows(equals(x, other), rule, *known)

    return alike


def by_secret(
    d: Steps, certain: Line, e: Any, c: Any, a: Any, b: Any, *lines: Line
) -> Alike:
    """Data of the secret a are the same, as it is compared with b and the law is universally
    composable; the lines say that c, a and b are possible, and that a and b differ."""
    rule = d.at(d.at(d.at(d.at(certain, e), c), a), b)
    one = d.follows(conclusion_of(rule), rule, *lines)

    def alike(x: Any, other: Any, seen: Line, too: Line) -> Line:
        return d.follows(equals(x, other), d.at(d.at(one, x), other), seen, too)

    return alike


def conclusion_of(line: Line) -> Formula:
    """What a line "not p, or q" leads to."""
    return line.theorem.conclusion.parts[-1]  # type: ignore[attr-defined,no-any-return]


def differ_back(d: Steps, differ: Line, a: Any, b: Any) -> Line:
    """b isn't a, from a line that a isn't b."""
    held = d.assume(equals(b, a))
    led = d.implied(held, d.turn(equals(a, b), held))
    return d.follows(negation(equals(b, a)), led, differ)


def product_row(
    d: Steps, alike: Alike, F: Term, P: Term, M1: Term, M2: Term, e: Any, c: Any, a: Any, s: Any,
) -> Line:
    """P(y,z|a,c) = P(y|a,c) P(z|a,c) for the pair s of y and z, where a secret's data are the same
    and it is possible."""
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
            back = d.turn(equals(other, x), alike(x, other, seen, too))
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

        def secrets(c: Any, a: Any, above: Line, goal: Formula, several: Several) -> Line:
            return several(lambda there, proof: proof(
                by_values(d, determined, F, law, e, c, a, above, there)
            ))

        return pair_told(d, F, law, M1, M2, e, secrets, *ends)

    d.qed(is_mi_private(d, F, data, pair, first + second, one, some_pairs(d, M1, M2)))


def pair_told(
    d: Steps, F: Term, law: Term, M1: Term, M2: Term, e: Any,
    secrets: Callable[[Any, Any, Line, Formula, Several], Line], *ends: Line,
) -> Line:
    """I(g;M_1,M_2|w) ≤ I(g;M_1|w) + I(g;M_2|w), with the bounds of both.

    Args:
        secrets: shows the inequality at an arbitrary public value: from it, an arbitrary private
            one, the line that the first is possible, the inequality, and its proof where the data
            of possible secrets are the same.
    """
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

        def possible(there: Line, alike: Alike) -> Line:
            row = product_row(d, alike, F, law, M1, M2, e, c, a, s)
            other = d.cite("definition/parallel", W=one, V=two, x=a, s=s)
            return d.arithmetic(equal, row, other, size, hints=[q[a]])

        def several(known: Known) -> Line:
            agree = d.forall(a, d.forall(s, split_zero(
                d, q[a], lambda none: d.arithmetic(equal, none),
                lambda there: known(there, lambda alike: possible(there, alike)),
            )))
            level = same_information(d, q, together, apart, agree, size)
            bound = d.cite("lemma/two-outputs", size, P=q, W=one, V=two)
            return d.arithmetic(goal, level, bound, size, hints=[chance])

        return secrets(c, a, above, goal, several)

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
        e, c, a, b, above, *there = secret
        alike = [
            by_values(d, determined, F, law, e, c, v, above, line)
            for v, line in zip((a, b), there, strict=True)
        ]
        return pair_close(d, alike, F, law, (M1, M2), bounds, (first, second), *secret)

    d.qed(is_private(d, F, data, pair, level, 0, one, size))


def pair_close(
    d: Steps, alike: Sequence[Alike], F: Term, law: Term, mechanisms: tuple[Term, Term],
    bounds: list[Line], levels: tuple[Any, Any], e: Any, c: Any, a: Any, b: Any, *seen: Line,
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
        product_row(d, one, F, law, M1, M2, e, c, v, s)
        for v, one in zip((a, b), alike, strict=True)
    ]
    return close_together(
        d, whole, (a, b), s, ratios, (levels[0], levels[0] + levels[1]), *known, size)


@derives("nuradha-goldfeld-2022/remark-3.composable")
def composable(d: Derivation) -> None:
    """As where all secrets determine the data: under the law those that are compared do."""
    F, P, M1, M2, first, second = (
        d.var(name) for name in ("F", "P", "M1", "M2", "eps1", "eps2")
    )
    certain, *private = d.given
    pair, size, level = parallel(M1, M2), some_pairs(d, M1, M2), first + second

    def close(e: Any, c: Any, a: Any, b: Any, above: Line, one: Line, two: Line) -> Line:
        rows = secret_channel(F, P, pair, e, c)

        def either(line: Line, _: Line) -> Line:
            if isinstance(line.formula, Relation):
                return d.rewrite(line, itself(d, rows[a], level, size), Close(
                    rows[a], rows[b], level, 0))
            alike = [
                by_secret(d, certain, e, c, a, b, above, one, two, line),
                by_secret(d, certain, e, c, b, a, above, two, one, differ_back(d, line, a, b)),
            ]
            return pair_close(
                d, alike, F, P, (M1, M2), private, (first, second), e, c, a, b, above, one, two)

        return split_equal(d, a, b, either)

    d.qed(is_law_private(d, F, P, pair, level, 0, close, size))


def itself(d: Steps, law: Term, eps: Any, *lines: Line) -> Line:
    """A law is close to itself."""
    s = d.fix(Symbol("same", law.sort.size))  # type: ignore[attr-defined]
    x = Real("x", ">=0")
    larger = d.scalar(exp(x) >= 1, d.obvious(eps >= 0), values={x: eps})
    line = d.arithmetic(law[s] <= exp(eps) * law[s], larger, *lines, hints=[law[s]])
    symbols = d.forall(s, d.both(line, line))
    return d.cite("background/closeness-symbols.if", symbols, *lines, P=law, Q=law, eps=eps)


@derives("nuradha-goldfeld-2022/remark-3.composable-mi")
def composable_mi(d: Derivation) -> None:
    """Where two secrets are possible, the responses are independent given each; where one is, they
    tell nothing of it."""
    F, P, M1, M2, e = (d.var(name) for name in ("F", "P", "M1", "M2", "u"))
    certain, *private = d.given
    size = some_pairs(d, M1, M2)

    def secrets(c: Any, a: Any, above: Line, goal: Formula, several: Several) -> Line:
        q = secret_given(F, P, e, c)
        one, two = (d.fix(Symbol(name, private_values(F, e))) for name in ("v", "w"))
        apart = both(q[one] > 0, q[two] > 0, negation(equals(one, two)))
        more = some(one, some(two, apart))
        found = d.assume(more)

        def known(there: Line, proof: Callable[[Alike], Line]) -> Line:
            held = d.assume(apart)
            pieces = [d.piece(held, place) for place in range(3)]

            def either(line: Line, _: Line) -> Line:
                if not isinstance(line.formula, Relation):
                    # a isn't the first of the two.
                    return proof(by_secret(d, certain, e, c, a, one, above, there, pieces[0], line))
                met = d.assume(equals(a, two))
                clash = d.implied(met, d.chain(turned(d, line), met))
                differ = d.follows(negation(equals(a, two)), clash, pieces[2])
                return proof(by_secret(d, certain, e, c, a, two, above, there, pieces[1], differ))

            line = split_equal(d, a, one, either)
            return d.obtain(found, one, d.obtain(d.assume(some(two, apart)), two, line))

        return d.cases(
            d.follows(Or((more, negation(more)))), several(known),
            alone(d, q, d.assume(negation(more)), one, two, above, goal, size),
        )

    d.qed(pair_told(d, F, P, M1, M2, e, secrets, *private))


def alone(
    d: Steps, q: Term, none: Line, one: Any, two: Any, above: Line, goal: Any, size: Line
) -> Line:
    """Nothing is told of a secret that is the only possible one: its entropy is 0."""
    term = q[one] * log(q[one])
    rule = d.at(d.at(none, one), two)

    def sure(there: Line) -> Line:
        def each(line: Line, value: Line) -> Line:
            equal = equals(q[two], q[two] * same(two, one))
            if isinstance(line.formula, Relation):
                return d.arithmetic(equal, value, hints=[q[two]])

            def more(too: Line) -> Line:
                differ = differ_back(d, line, two, one)
                return d.follows(equal, rule, there, too, differ)

            return split_zero(d, q[two], lambda zero: d.arithmetic(equal, zero), more)

        shares = d.summed(d.forall(two, split_equal(d, two, one, each)))
        total_of = d.identity(equals(total(two, q[two]), 1))
        picked = d.identity(equals(total(two, q[two] * same(two, one)), q[one]))
        whole = d.chain(turned(d, picked), turned(d, shares), total_of)
        at_one = d.identity(equals(number(1) * log(1), 0))
        return d.rewrite(turned(d, whole), at_one, equals(term, 0))

    at_zero = d.identity(equals(number(0) * log(0), 0))
    zero = d.forall(one, split_zero(
        d, q[one], lambda gone: d.rewrite(turned(d, gone), at_zero, equals(term, 0)), sure
    ))
    entropy = d.cite("definition/entropy", P=q)
    gone = d.arithmetic(entropy.formula.right <= 0, d.summed(zero))
    none_told = d.chain(entropy, gone)
    chance, told_pair = goal.left.args
    left = d.cite("background/information-range.input", size, P=q, W=told_pair.args[1])
    right = [
        d.cite("background/information-range.nonnegative", P=q, W=part.args[1])
        for part in goal.right.args[1].args
    ]
    return d.arithmetic(goal, left, none_told, *right, above, size, hints=[chance])
