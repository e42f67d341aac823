"""The framework of differential privacy: its secrets are the entries, given all the others."""

from __future__ import annotations

from typing import Any

from derivations.patterns.frameworks import inside as inside_secret
from derivations.patterns.informations import as_tuples, dominated, information_sum, of_tuples
from derivations.patterns.instances import (
    by_difference,
    either_entry,
    entry,
    near,
    no_other_difference,
)
from derivations.patterns.levels import half
from derivations.tools import everywhere, same, split_zero, turned
from verified.kernel.polynomial import replaced
from verified.language import (
    I,
    Symbol,
    both,
    data_given,
    dp_framework,
    either,
    entry_of,
    equals,
    member_law,
    negation,
    output,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    reweighted,
    secret_channel,
    secret_given,
    secret_joint,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term, number

ONE = number(1)


@derives("background/dp-public")
def one_public_value(d: Derivation) -> None:
    """Entries other than the one are the same, so at most one term of the distance is 1."""
    D, one, two, i = d.var("D"), d.var("x"), d.var("x'"), d.var("i")
    alike = half(d, "definition/dp-public", 0, *d.given)

    def same_entry(j: Term, other: Line) -> Line:
        return d.follows(
            equals(entry_of(D, one, j), entry_of(D, two, j)), d.at(alike, j), other
        )

    d.qed(near(d, D, one, two, i, same_entry))


@derives("background/dp-neighbours")
def one_secret(d: Derivation) -> None:
    """An entry that differs, and no second one."""
    D, one, two = d.var("D"), d.var("x"), d.var("x'")
    rows = dp_framework(D)
    _, found = d.goal.parts  # type: ignore[attr-defined]

    def none(alike: Line) -> Line:
        return d.follows(d.goal, d.cite("definition/same-instance", alike))

    def differing(i: Any, apart: Line) -> Line:
        def alike(j: Any) -> Line:
            goal = equals(entry_of(D, one, j), entry_of(D, two, j))

            def elsewhere(line: Line) -> Line:
                equal = no_other_difference(d, D, one, two, i, j, apart, line)
                return d.follows(either(equals(j, i), goal), equal)

            return either_entry(
                d, j, i, lambda line: d.follows(either(equals(j, i), goal), line), elsewhere
            )

        rest = d.forall(entry(D, "j"), alike(d.fix(entry(D, "j"))))
        public = half(d, "definition/dp-public", 1, rest, i=i)
        secret = d.cite("definition/dp-private", i=i)
        held = d.follows(both(public.formula, negation(equals(
            private_value(rows, i, one), private_value(rows, i, two)
        ))), public, secret, apart)
        return d.follows(d.goal, d.some(found, i, held))

    d.qed(by_difference(d, D, one, two, none, differing))


# --- what is told of secrets ----------------------------------------------------------------------


def _masses(
    d: Derivation, F: Any, P: Any, e: Any, c: Any, a: Any, M: Any, y: Any
) -> tuple[Any, Line, Term]:
    """P(c) P(a|c) Σ_x P(x|a,c) M(y|x) = Σ_x P(x) [g(x) = a] [w(x) = c] M(y|x), what P(y|a,c) is,
    and P(c) P(a|c)."""
    mass = public_law(F, P, e)[c] * secret_given(F, P, e, c)[a]
    x = d.fix(Symbol("x", P.sort.size))
    data: Any = d.cite("definition/data-given", F=F, P=P, e=e, c=c, a=a, x=x)
    weighted = d.arithmetic(equals(
        data.formula.left * M[x, y], data.formula.right * M[x, y]
    ), data)
    whole = d.summed(d.forall(x, weighted))
    chained = d.cite("definition/chain", W=data_given(F, P, e, c), K=M, x=a, z=y)
    return whole, chained, mass


@derives("background/secret-joint")
def told_of_a_secret(d: Derivation) -> None:
    """The joint law is that of the public value, the secret given it and the response given both.
    """
    F, P, M, e = d.var("F"), d.var("P"), d.var("M"), d.var("e")

    def channel(c: Any) -> Term:
        return secret_channel(F, P, M, e, c)

    def cell(a: Any, c: Any, y: Any) -> Line:
        joint = d.cite("definition/secret-joint", a=a, c=c, y=y)
        whole, chained, mass = _masses(d, F, P, e, c, a, M, y)
        return d.arithmetic(
            equals(joint.formula.left, mass * channel(c)[a, y]), joint, whole, chained,
            hints=[mass],
        )

    agree, made = as_tuples(
        d, secret_joint(F, P, M, e),
        lambda a, c, y: public_law(F, P, e)[c] * secret_given(F, P, e, c)[a] * channel(c)[a, y],
        cell,
    )
    value = of_tuples(d, lambda joint: I(joint, "A;Y|C"), agree, made)

    def given(c: Any) -> Line:
        W, law = channel(c), secret_given(F, P, e, c)
        told = information_sum(d, law, W)
        return d.arithmetic(equals(
            public_law(F, P, e)[c] * told.formula.left, public_law(F, P, e)[c] * told.formula.right
        ), told)

    c = Symbol("c", public_values(F, e))
    rows = d.summed(everywhere(d, c, given))
    covers = everywhere(d, c, lambda c: dominated(d, secret_given(F, P, e, c), channel(c))[0])
    same = d.identity(equals(rows.formula.right, I(made, "A;Y|C")), covers)
    d.qed(d.chain(value, turned(d, d.chain(rows, same))))


@derives("background/secret-output")
def response_by_secrets(d: Derivation) -> None:
    """Each symbol of the data has one secret."""
    F, P, M, e, y = (d.var(name) for name in "FPMey")

    def value(c: Any, a: Any) -> Line:
        whole, chained, mass = _masses(d, F, P, e, c, a, M, y)
        channel = secret_channel(F, P, M, e, c)
        return d.arithmetic(
            equals(mass * channel[a, y], whole.formula.right), whole, chained, hints=[mass]
        )

    c, a = Symbol("c", public_values(F, e)), d.fix(Symbol("a", private_values(F, e)))
    rows = d.summed(everywhere(d, c, lambda c: d.summed(d.forall(a, value(c, a)))))
    parts = d.goal.right  # type: ignore[attr-defined]
    left = d.identity(equals(output(P, M)[y], rows.formula.right))
    d.qed(d.chain(left, turned(d, rows), d.identity(equals(rows.formula.left, parts))))


@derives("background/reweighted-all", "background/reweighted-reweighted")
def told_once_reweighted(d: Derivation) -> None:
    """The secret has the law of the weights, the public value is certain, and the data given both
    are as before."""
    F, member, M, e, c, q = (d.var(name) for name in ("F", "T", "M", "e", "c", "q"))
    seen, possible = d.given
    P, moved = member_law(member), member_law(reweighted(member, e, c, q))
    kind = d.key.rpartition("-")[2]
    channel, data = secret_channel(F, P, M, e, c), data_given(F, P, e, c)
    other, x = d.fix(Symbol("b", private_values(F, e))), d.fix(Symbol("x", P.sort.size))
    value, public = private_value(F, e, x), public_value(F, e, x)
    weight = q[other] * data[other, x]

    def part(a: Any, given: Any) -> Line:
        """q(b) P(x|b,c) [g(x) = a] [w(x) = c'] = q(b) P(x|b,c) [b = a] [c = c']."""
        goal = equals(
            weight * same(value, a) * same(public, given), weight * same(other, a) * same(c, given)
        )

        def none(factor: Any, zero: Line) -> Line:
            gone = d.identity(equals(replaced(goal.left, factor, number(0)), 0))
            same_gone = d.identity(equals(replaced(goal.right, factor, number(0)), 0))
            return d.rewrite(zero, d.chain(gone, turned(d, same_gone)), goal)

        def there(some: Line) -> Line:
            held = d.at(possible, other)
            likely = d.follows(
                secret_given(F, P, e, c)[other] > 0, held,
                d.turn(negation(q[other] <= 0), some),
            )

            def shown(row: Line) -> Line:
                first, second = inside_secret(
                    d, F, P, e, c, other, x, row, seen, likely
                )
                line = d.identity(equals(goal.right, goal.right))
                line = d.rewrite(first, line, equals(
                    weight * same(value, a) * same(c, given), goal.right
                ))
                return d.rewrite(second, line, goal)

            return split_zero(
                d, data[other, x], lambda zero: none(data[other, x], zero), shown
            )

        return split_zero(d, q[other], lambda zero: none(q[other], zero), there)

    def cell(a: Any, given: Any, y: Any) -> Line:
        joint: Any = d.cite("definition/secret-joint", P=moved, a=a, c=given, y=y)
        law: Any = d.cite(f"definition/reweighted-{kind}", seen, possible, T=member, q=q, x=x)
        inside = same(value, a) * same(public, given)
        term = moved[x] * inside * M[x, y]
        itself = d.identity(equals(term, term))
        line = d.rewrite(law, itself, equals(term, law.formula.right * inside * M[x, y]))
        parts: Any = d.summed(d.forall(other, part(a, given)))
        scaled = d.identity(equals(
            line.formula.right, parts.formula.left * M[x, y]  # type: ignore[attr-defined]
        ))
        again = d.identity(equals(parts.formula.left * M[x, y], parts.formula.left * M[x, y]))
        again = d.rewrite(parts, again, equals(
            parts.formula.left * M[x, y], parts.formula.right * M[x, y]
        ))
        one = same(c, given) * q[a] * (data[a, x] * M[x, y])
        last = d.identity(equals(parts.formula.right * M[x, y], one))
        rows: Any = d.summed(d.forall(x, d.chain(line, scaled, again, last)))
        chained: Any = d.cite("definition/chain", W=data, K=M, x=a, z=y)
        whole = d.arithmetic(equals(
            rows.formula.right, same(c, given) * q[a] * channel[a, y]
        ), chained, hints=[same(c, given) * q[a]])
        return d.chain(joint, d.identity(equals(joint.formula.right, rows.formula.left)), rows,
                       whole)

    agree, made = as_tuples(
        d, secret_joint(F, moved, M, e),
        lambda a, given, y: same(c, given) * q[a] * channel[a, y], cell,
    )
    value_ = of_tuples(d, lambda joint: I(joint, "A;Y|C"), agree, made)
    told: Any = information_sum(d, q, channel)
    spread = d.identity(
        equals(I(made, "A;Y|C"), told.formula.right), *dominated(d, q, channel)
    )
    d.qed(d.chain(value_, spread, turned(d, told)))
