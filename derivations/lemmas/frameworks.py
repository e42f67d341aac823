"""Proofs on pufferfish frameworks: information as a sum over masses."""

from __future__ import annotations

from derivations.patterns.frameworks import same_spread
from derivations.tools import same
from verified.language import (
    data_given,
    equals,
    information,
    output,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    secret_channel,
    secret_given,
    total,
)
from verified.proof.derivation import Derivation, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol


@derives("lemma/scaled-information")
def scaled_information(d: Derivation) -> None:
    """The logarithm of a product is a sum, and where it isn't, its factor is 0."""
    P, W, t = d.var("P"), d.var("W"), d.var("t")
    forms = d.cite("background/information-forms.sums")
    left = d.arithmetic(
        equals(t * information(P, W), t * forms.formula.right), forms, hints=[t]
    )
    dominated = d.cite("background/output-dominates.by-input")
    d.qed(d.chain(left, d.identity(equals(left.formula.right, d.goal.right), dominated)))


@derives("lemma/secret-masses")
def secret_masses(d: Derivation) -> None:
    """Given a public value, the masses are those of the secrets' law and channel."""
    F, P, M, e, t = (d.var(name) for name in ("F", "P", "M", "e", "t"))
    wanted = d.goal.right
    c = d.fix(Symbol("c", public_values(F, e)))
    a = d.fix(Symbol("a", private_values(F, e)))
    x, y = d.fix(Symbol("x", F.of.size)), d.fix(Symbol("y", M.of.outputs))
    chance, q = public_law(F, P, e)[c], secret_given(F, P, e, c)
    K, rows = data_given(F, P, e, c), secret_channel(F, P, M, e, c)
    inside = P[x] * same(private_value(F, e, x), a) * same(public_value(F, e, x), c)

    # The masses of a secret, with and without a response.
    secret = d.cite("definition/secret-mass", c=c, a=a)
    secret = d.arithmetic(equals(t * chance * q[a], total(x, t * inside)), secret, hints=[t])
    given = d.cite("definition/data-given", c=c, a=a, x=x)
    each = d.summed(d.forall(x, d.arithmetic(
        equals(t * chance * q[a] * (K[a, x] * M[x, y]), t * inside * M[x, y]), given,
        hints=[t * M[x, y]],
    )))
    told = d.cite("definition/chain", W=K, K=M, x=a, z=y)
    cell = d.arithmetic(
        equals(t * chance * q[a] * rows[a, y], each.formula.right), each, told, hints=[t]
    )
    # The masses of a public value.
    column = d.summed(d.forall(a, cell))
    response = d.identity(equals(t * chance * output(q, rows)[y], column.formula.left))
    response = d.chain(response, column)
    outside = t * P[x] * same(public_value(F, e, x), c)
    response = d.chain(response, d.identity(
        equals(response.formula.right, total(x, outside * M[x, y]))
    ))
    public = d.summed(d.forall(a, secret))
    public = d.chain(
        d.identity(equals(t * chance, public.formula.left)), public,
        d.identity(equals(public.formula.right, total(x, outside))),
    )
    one = d.cite("lemma/scaled-information", P=q, W=rows, t=t * chance)
    parts = [
        d.summed(d.forall(a, d.summed(d.forall(y, same_spread(d, cell))))),
        d.summed(d.forall(a, same_spread(d, secret))),
        d.summed(d.forall(y, same_spread(d, response))),
        same_spread(d, public),
    ]
    mean = d.summed(d.forall(c, d.arithmetic(
        equals(t * (chance * information(q, rows)), substitute(wanted.body, {wanted.var.name: c})),
        one, *parts,
    )))
    whole = d.cite("background/secret-joint")
    d.qed(d.arithmetic(d.goal, whole, mean, hints=[t]))
