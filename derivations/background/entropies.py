"""Proofs of the facts on entropy: its range and concavity, and the binary entropy."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import coin
from derivations.tools import ZERO, mixes, same_law, split_order, split_zero, summed
from verified.language import H, binary_entropy, channel_of, equals, log, output, pmf_of
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number

h = binary_entropy


# --- entropy --------------------------------------------------------------------------------------


@derives("background/entropy-range.nonnegative")
def entropy_nonnegative(d: Derivation) -> None:
    """−p ln p ≥ p (1 − p) ≥ 0."""
    P = d.var("P")

    def pointwise(a: Any) -> Line:
        goal = -(P[a] * log(P[a])) >= ZERO
        bounds = d.cite("background/probability-bounds", a=a)

        def something(above: Line) -> Line:
            line = d.cite("background/log-tangent.line", above, x=P[a])
            return d.arithmetic(goal, line, above, bounds, hints=[P[a]])

        return split_zero(
            d, P[a], lambda zero: d.rewrite(zero, d.obvious(-(0 * log(ZERO)) >= ZERO), goal),
            something,
        )

    rows = summed(d, Symbol("a", P.of.size), pointwise)
    entropy = d.cite("definition/entropy")
    none = d.identity(equals(number(0), rows.formula.left))
    d.qed(d.chain(none, rows, d.turn(equals(rows.formula.right, H(P)), entropy)))


@derives("background/entropy-range.divergence")
def entropy_divergence(d: Derivation) -> None:
    """ln(P n) = ln P + ln n."""
    d.var("P")
    uniform = d.goal.right.args[1].args[1]
    kl = d.cite("definition/kl", Q=uniform)
    d.qed(d.arithmetic(d.goal, kl, d.cite("definition/entropy")))


@derives("background/entropy-range.uniform")
def entropy_uniform(d: Derivation) -> None:
    """The divergence from the uniform law isn't negative."""
    line = d.cite("background/entropy-range.divergence")
    divergence = line.formula.right.args[1]
    uniform = divergence.args[1]
    d.qed(d.arithmetic(
        d.goal, line, d.cite("background/gibbs.nonnegative", Q=uniform),
        d.cite("definition/kl", Q=uniform),
    ))


@derives("background/entropy-concave.many")
def entropy_concave(d: Derivation) -> None:
    """The information about the index isn't negative."""
    t, P = d.var("t"), d.var("P")
    forms = d.cite("background/information-forms.entropies", P=t, W=P)
    d.qed(d.arithmetic(d.goal, forms, d.cite("background/information-range.nonnegative", P=t, W=P)))


@derives("background/entropy-concave.mixing")
def entropy_mixing(d: Derivation) -> None:
    """The information about the index is at most its entropy."""
    t, P = d.var("t"), d.var("P")
    forms = d.cite("background/information-forms.entropies", P=t, W=P)
    d.qed(d.arithmetic(d.goal, forms, d.cite("background/information-range.input", P=t, W=P)))


@derives("background/entropy-concave.two")
def entropy_concave_two(d: Derivation) -> None:
    """A family of two."""
    P, Q, t = d.var("P"), d.var("Q"), d.var("t")
    weights, family = pmf_of(t, 1 - t), channel_of(P, Q)
    line = d.cite("background/entropy-concave.many", t=weights, P=family)
    first, second = (H(family[index]) for index in (0, 1))
    line = d.arithmetic(
        t * first + (1 - t) * second <= H(output(weights, family)), line
    )
    for index, law in enumerate((P, Q)):
        line = d.rewrite(same_law(d, family[index], law), line)
    mean = d.goal
    law = (mean.left if mean.op == ">=" else mean.right).args[0]
    d.qed(d.rewrite(same_law(d, output(weights, family), law, mixes(d, t, P, Q)), line, d.goal))


# --- the binary entropy ---------------------------------------------------------------------------


@derives("background/binary-entropy.law")
def entropy_of_coin(d: Derivation) -> None:
    """The two terms."""
    p = d.var("p")
    d.qed(d.arithmetic(d.goal, d.cite("definition/entropy", P=coin(p))))


@derives("background/binary-entropy.symmetric")
def binary_entropy_symmetric(d: Derivation) -> None:
    """The two terms change places."""
    d.qed(d.identity(d.goal))


@derives("background/binary-entropy.range")
def binary_entropy_range(d: Derivation) -> None:
    """The range of an entropy of two symbols."""
    p = d.var("p")
    law = d.cite("background/binary-entropy.law")
    least = d.cite("background/entropy-range.nonnegative", P=coin(p))
    most = d.cite("background/entropy-range.uniform", P=coin(p))
    d.qed(d.both(
        d.arithmetic(h(p) >= 0, law, least), d.arithmetic(h(p) <= log(2), law, most)
    ))


@derives("background/binary-entropy.concave")
def binary_entropy_concave(d: Derivation) -> None:
    """Entropy is concave."""
    p, q, t = d.var("p"), d.var("q"), d.var("t")
    one, two = coin(p), coin(q)
    line = d.cite("background/entropy-concave.two", P=one, Q=two, t=t)
    point = t * p + (1 - t) * q
    table = line.theorem.conclusion.right.args[0]
    law = mixes(d, t, one, two)
    ends = [
        d.arithmetic(point >= ZERO, hints=[t, 1 - t, p, q, t * p, (1 - t) * q]),
        d.have(
            1 - point >= ZERO, "arithmetic", equalities=[],
            products=[["1", [["sign", t], ["sign", 1 - p]]],
                      ["1", [["sign", 1 - t], ["sign", 1 - q]]]],
        ),
    ]
    whole = d.cite("definition/entropy", law, *ends, P=table)
    mixed = d.arithmetic(equals(h(point), H(table)), whole, law, *ends)
    parts = [d.cite("background/binary-entropy.law", p=end) for end in (p, q)]
    d.qed(d.arithmetic(d.goal, line, mixed, *parts, law, *ends, hints=[t, 1 - t]))


@derives("background/binary-entropy.increasing")
def binary_entropy_increasing(d: Derivation) -> None:
    """q lies between p and 1 − p, where the entropy is the same."""
    p, q = d.var("p"), d.var("q")
    low, half = d.given

    def less(above: Line) -> Line:
        apart = d.arithmetic(1 - 2 * p > 0, above, half)
        weight = (1 - p - q) / (1 - 2 * p)
        hints = [1 / (1 - 2 * p)]
        bounds = [
            d.arithmetic(weight >= ZERO, apart, above, half, hints=hints),
            d.arithmetic(weight <= 1, apart, above, half, hints=hints),
        ]
        line = d.cite("background/binary-entropy.concave", *bounds, apart, p=p, q=1 - p, t=weight)
        point = line.theorem.conclusion.right.args[0]
        value = d.identity(equals(point, q), apart)
        line = d.rewrite(value, line)
        mirrored = d.cite("background/binary-entropy.symmetric")
        return d.arithmetic(d.goal, line, mirrored, apart, *bounds)

    def same(high: Line) -> Line:
        equal = d.turn(equals(p, q), low, high)
        own = d.obvious(h(q) <= h(q))
        return d.rewrite(equal, own, d.goal)

    d.qed(split_order(d, q, p, same, less))
