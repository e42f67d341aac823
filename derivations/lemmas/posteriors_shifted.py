"""Values that become another value with some chance."""

from __future__ import annotations

from derivations.tools import same, split_equal
from verified.language import equals, largest, log
from verified.papers.lemmas.posteriors import shifted_value
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Symbol


@derives("lemma/shifted.value")
def value(d: Derivation) -> None:
    """Whether the value is the one that stays, and whether the new one is."""
    v, w, b, t = (d.var(name) for name in "vwbt")

    def one(first: Line, _: Line) -> Line:
        def two(second: Line, _: Line) -> Line:
            if (first.formula, second.formula) == (equals(v, b), equals(w, b)):
                same_value = d.rewrite(first, d.identity(equals(same(b, b), 1)), equals(
                    same(v, b), 1))
                alike = d.rewrite(second, same_value, equals(same(v, w), 1))
                left = d.identity(equals(d.goal.left, 1), first, second)
                right = d.identity(equals(d.goal.right, t + (1 - t) * same(v, w)), second)
                return d.arithmetic(d.goal, left, right, alike, hints=[t])
            if isinstance(second.formula, Relation):
                return apart(first, second)
            if isinstance(first.formula, Relation):
                nothing = d.identity(equals(same(b, w), 0), second)
                alike = d.rewrite(first, nothing, equals(same(v, w), 0))
                left = d.identity(equals(d.goal.left, 0), first, second)
                right = d.identity(equals(d.goal.right, (1 - t) * same(v, w)), second)
                return d.arithmetic(d.goal, left, right, alike, hints=[1 - t])
            return d.identity(d.goal, first, second)

        return split_equal(d, w, b, two)

    def apart(first: Line, second: Line) -> Line:
        """v isn't b, and w is."""
        nothing = d.identity(equals(same(v, b), 0), first)
        alike = d.rewrite(second, nothing, equals(same(v, w), 0))
        left = d.identity(equals(d.goal.left, t), first, second)
        right = d.identity(equals(d.goal.right, t + (1 - t) * same(v, w)), second)
        return d.arithmetic(d.goal, left, right, alike, hints=[t])

    d.qed(split_equal(d, v, b, one))


@derives("lemma/shifted.law")
def law(d: Derivation) -> None:
    """Summed over the values."""
    A, b, w, t = d.var("A"), d.var("b"), d.var("v"), d.var("t")
    v = d.fix(Symbol("u", A.of.size))
    line = d.cite("lemma/shifted.value", v=v, b=b, w=w, t=t)
    cell = t * same(w, b) + (1 - t) * same(v, w)
    each = d.arithmetic(equals(A[v] * shifted_value(v, w, b, t), A[v] * cell), line, hints=[A[v]])
    rows = d.summed(d.forall(v, each))
    whole = d.identity(equals(rows.formula.right, d.goal.right))
    d.qed(d.chain(d.identity(equals(d.goal.left, rows.formula.left)), rows, whole))


def first_term(d: Derivation) -> Line:
    """A(b) ≤ λ + (1 − λ) A(b)."""
    A, b, t = d.var("A"), d.var("b"), d.var("t")
    line = d.cite("lemma/shifted.law", v=b)
    value = d.identity(equals(line.formula.right, t + (1 - t) * A[b]))
    less = d.piece(d.cite("background/probability-bounds", P=A, a=b), 1)
    return d.arithmetic(A[b] <= line.formula.left, line, value, less, hints=[t])


@derives("lemma/shifted.first")
def first(d: Derivation) -> None:
    """What stays stays."""
    one = d.identity(equals(d.goal.left, d.var("A")[d.var("b")]))
    d.qed(d.chain(one, first_term(d)))


@derives("lemma/shifted.sure")
def sure(d: Derivation) -> None:
    """What stays stays."""
    d.qed(d.chain(d.given[0], first_term(d)))


@derives("lemma/shifted.likelier")
def likelier(d: Derivation) -> None:
    """The likeliest value has the probability e^(−H)."""
    A, b = d.var("A"), d.var("b")
    (more,) = d.given
    law = d.goal.left.args[0]
    most = largest(Symbol("v", A.of.size), A[Symbol("v", A.of.size)])
    above = d.cite("lemma/largest-probability.positive", P=A)
    some = d.chain(above, more)
    line = d.cite("lemma/largest-probability.at-least", some, P=law, a=b)
    tangent = d.cite("background/log-tangent.line", above, some, x=most / law[b])
    logs = d.arithmetic(log(most) < log(law[b]), tangent, more, above, some, hints=[1 / law[b]])
    entropy = d.cite("definition/min-entropy", P=A)
    d.qed(d.arithmetic(d.goal, line, logs, entropy, above, some))
