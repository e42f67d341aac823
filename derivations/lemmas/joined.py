"""Proofs on laws and channels put together: a mixture whose label is forgotten, rows at one
divergence from a law, and two channels used independently.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import pair_count
from derivations.tools import turned
from verified.language import H, equals, output, quotient, remainder
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Pmf, Symbol


@derives("lemma/label-forgotten")
def label_forgotten(d: Derivation) -> None:
    """Summed over the label."""
    d.qed(d.identity(d.goal))


def mean_divergence(d: Steps, law: Any, x: Any, row: Line) -> Line:
    """Σ P(x) D(W_x‖Q) = c, from a line D(W_x‖Q) = c for an arbitrary x."""
    left, value = row.formula.left, row.formula.right
    one = d.arithmetic(equals(law[x] * value, law[x] * left), row)
    mean = d.summed(d.forall(x, one), row)
    level = d.identity(equals(mean.formula.left, value))
    return d.chain(turned(d, mean), level)


@derives("lemma/equidistant-rows.bound")
def equidistant_bound(d: Derivation) -> None:
    """The mean divergence from a law is at least the information."""
    W, Q = d.var("W"), d.var("Q")
    (rows,) = d.given
    x, law = d.fix(Symbol("x", W.of.inputs)), d.fix(Pmf("law", W.of.inputs))
    less = d.cite("background/redundancy-capacity.information", P=law, W=W, Q=Q)
    bound = d.chain(less, mean_divergence(d, law, x, d.at(rows, x)))
    whole = d.cite("definition/capacity", W=W)
    d.qed(d.chain(whole, d.bound_sup(whole.formula.right, bound, law)))


@derives("lemma/equidistant-rows.reached")
def equidistant_reached(d: Derivation) -> None:
    """The information is the mean divergence from the output's law."""
    P, W = d.var("P"), d.var("W")
    rows, law = d.given
    x = d.fix(Symbol("x", W.of.inputs))
    whole = d.rewrite(law, d.cite("definition/information", P=P, W=W))
    d.qed(d.chain(whole, mean_divergence(d, P, x, d.at(rows, x))))


@derives("lemma/independent-parts")
def independent_parts(d: Derivation) -> None:
    """The entropies of the outputs, and of each row, add up."""
    P, W, R, V = (d.var(name) for name in ("P", "W", "R", "V"))
    law, table = d.goal.left.args
    x, s = d.fix(Symbol("x", law.sort.size)), d.fix(Symbol("s", table.sort.outputs))
    size = pair_count(d, P.of.size, R.of.size)
    wide = pair_count(d, W.of.outputs, V.of.outputs)

    def product_of(whole: Any, one: Any, two: Any) -> Line:
        """H(whole) = H(one) + H(two), where the law is their product."""
        added = d.cite("lemma/product-entropy", size, wide, P=one, R=two)
        product = added.formula.left.args[0]
        equal = d.forall(s, d.identity(equals(product[s], whole[s]), size, wide))
        return d.rewrite(equal, added)

    parts = W[quotient(x, R.of.size)], V[remainder(x, R.of.size)]
    row = product_of(table[x], *parts)
    out = product_of(output(law, table), output(P, W), output(R, V))
    term = d.have(
        equals(law[x] * row.formula.right, law[x] * H(table[x])), "arithmetic", row, size,
        equalities=[[-law[x], 0]],
    )
    rows = d.summed(d.forall(x, term), size, wide)
    forms = [
        d.cite("background/information-forms.entropies", size, wide, P=prior, W=channel)
        for prior, channel in ((law, table), (P, W), (R, V))
    ]
    means = forms[1].formula.right.args[1] + forms[2].formula.right.args[1]
    level = d.identity(equals(rows.formula.left, means), size)
    d.qed(d.arithmetic(d.goal, *forms, out, rows, level, size, wide))
