"""Proofs on secrets under all laws of the data: privacy is closeness for any two values of the data
that share a public value and differ in the private one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.frameworks import close_secrets, inside, is_law_private
from derivations.tools import positive_from, same, split_zero
from verified.language import (
    Close,
    chain,
    data_given,
    equals,
    exp,
    negation,
    pmf_table,
    private_value,
    public_law,
    public_value,
    secret_channel,
    secret_given,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Event, Symbol, Term, number


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
