"""Informations of order 1, which are Shannon's."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import pair_count
from derivations.patterns.informations import as_tuples, dominated, information_sum, of_tuples
from derivations.tools import ZERO, everywhere, turned, unless
from verified.language import (
    KL,
    I,
    channel_table,
    equals,
    information,
    joint_of_outputs,
    output,
    quotient,
    remainder,
    renyi,
)
from verified.language import parallel as side_by_side
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Pmf, Symbol, Term


@derives("background/csiszar-one")
def csiszar_of_order_one(d: Derivation) -> None:
    """The mean divergence from a law exceeds the information by that of the output law."""
    P, W = d.var("P"), d.var("W")
    whole: Any = d.cite("definition/csiszar", alpha=1)
    least = whole.formula.right

    def mean(law: Term) -> Line:
        """Σ P(x) D_1(W_x‖q) = Σ P(x) D(W_x‖q)."""

        def row(x: Any) -> Line:
            value = d.cite("definition/renyi-one", P=W[x], Q=law)
            left = P[x] * renyi(W[x], law, 1)
            itself = d.have(equals(left, left), "defined")
            return d.rewrite(value, itself, equals(left, P[x] * KL(W[x], law)))

        return d.summed(everywhere(d, Symbol("x", P.sort.sizes()[0]), row))

    told = output(P, W)
    at_output = d.below_sup(least, told)
    value = d.cite("definition/information")
    most = d.chain(whole, at_output, mean(told), turned(d, value))
    q = d.fix(Pmf("q", W.sort.sizes()[1]))
    centre: Any = d.cite("background/redundancy-capacity.compensation", Q=q)
    information_, apart = centre.formula.right.args
    more = unless(d, information_, information_ + apart, lambda finite: d.arithmetic(
        information_ <= information_ + apart, finite, d.obvious(apart >= ZERO, finite)
    ))
    least_ = d.bound_sup(least, d.chain(more, turned(d, centre), turned(d, mean(q))), q)
    d.qed(d.turn(d.goal, most, d.chain(least_, turned(d, whole))))


def _outputs(d: Derivation) -> tuple[Line, Term]:
    """The joint law of an input and two outputs as one of triples."""
    P, W, V = d.var("P"), d.var("W"), d.var("V")
    return as_tuples(
        d, joint_of_outputs(P, W, V), lambda x, y, z: P[x] * W[x, y] * V[x, z],
        lambda x, y, z: d.cite("definition/joint-of-outputs", x=x, y=y, z=z),
    )


@derives("background/joint-of-outputs")
def informations_of_outputs(d: Derivation) -> None:
    """Both sides by the same logarithms of probabilities."""
    P, W, V = d.var("P"), d.var("W"), d.var("V")
    agree, made = _outputs(d)
    n, (m, k) = P.sort.sizes()[0], (channel.sort.sizes()[1] for channel in (W, V))
    several = pair_count(d, m, k)
    pairs = channel_table(n, m * k, lambda x, s: W[x, quotient(s, k)] * V[x, remainder(s, k)])
    x, s = d.fix(Symbol("x", n)), d.fix(Symbol("s", m * k))
    product: Any = d.cite("definition/parallel", x=x, values={"s": s})
    written = d.chain(product, d.identity(equals(product.formula.right, pairs[x, s])))
    lines = []
    for channel, groups in ((W, "X;Y"), (V, "X;Z"), (pairs, "X;Y,Z")):
        value = of_tuples(d, lambda joint, groups=groups: I(joint, groups), agree, made)
        told: Any = information_sum(d, P, channel, several)
        same = d.identity(
            equals(told.formula.right, I(made, groups)), *dominated(d, P, channel, several)
        )
        lines.append(d.chain(told, same, turned(d, value)))
    side = side_by_side(W, V)
    itself = d.have(equals(information(P, side), information(P, side)), "defined", several)
    told = d.rewrite(
        d.forall(x, d.forall(s, written)), itself,
        equals(information(P, side), information(P, pairs)),
    )
    lines[2] = d.chain(told, lines[2])
    d.qed(d.both(*lines))


@derives("background/outputs-apart")
def outputs_given_the_input(d: Derivation) -> None:
    """Given the input the outputs are independent, by their joint law."""
    agree, made = _outputs(d)
    value = of_tuples(d, lambda joint: I(joint, "Y;Z|X"), agree, made)
    d.qed(d.chain(value, d.identity(equals(I(made, "Y;Z|X"), 0))))
