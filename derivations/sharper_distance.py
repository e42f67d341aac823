"""Proofs of the sharper statements from information to total variation (Property 2, Lemma 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derivations.cuff_yu_2016.theorem import below_root, crossover_of, private_by_information
from derivations.tools import absurd, split_order, split_zero, unless
from verified.language import KL, TV, binary_entropy, equals, exp, log, pmf_of, rational, sqrt
from verified.language.terms import Real, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives


def root_below(d: Steps, s: Term, r: Term, *lines: Line, hints: Sequence[Any] = ()) -> Line:
    """√s ≤ r, where s ≤ r² by products with the hints."""
    root = sqrt(s)
    return split_order(
        d, root, r, lambda low: low,
        lambda high: absurd(d, root <= r, high, *lines, hints=[root, r, *hints]), *lines,
    )


# --- Property 2 -----------------------------------------------------------------------------------


@derives("sharper/property-2-sharp.large")
def property_2_large(d: Derivation) -> None:
    """e^−ε ≤ 1 − TV²."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    product = d.cite("background/bretagnolle-huber.product", *d.given, r=eps)
    square = d.arithmetic(TV(P, Q) * TV(P, Q) <= 1 - exp(-eps), product)
    room = d.arithmetic(0 <= 1 - exp(-eps), square, hints=[TV(P, Q) * TV(P, Q)])
    near = below_root(d, TV(P, Q), 1 - exp(-eps), square, room)
    d.qed(d.cite("cuff-yu-2016/eq-8.if", near, room, delta=sqrt(1 - exp(-eps))))


@derives("sharper/property-2-sharp.gain")
def property_2_gain(d: Derivation) -> None:
    """√(1 + 4ε/9) ≤ 1 + 2ε/9."""
    eps = d.var("eps")
    inner = sqrt(1 + 4 * eps / 9)
    less = root_below(d, 1 + 4 * eps / 9, 1 + 2 * eps / 9, hints=[eps])
    more = root_above(d, 1 + 4 * eps / 9, 1, [eps])
    outer = sqrt(inner - 1)
    d.qed(split_order(
        d, d.goal.left, d.goal.right, lambda low: low,
        lambda high: absurd(
            d, d.goal, high, less, more, hints=[outer, sqrt(eps / 2)]
        ), more,
    ))


@derives("lemma/binary-quartic")
def binary_quartic(d: Derivation) -> None:
    """Inside the square by subdivision; on its edges a function of one variable, or +∞."""
    p, q = d.var("p"), d.var("q")
    P, Q = d.goal.right.args
    bound, z, w = d.goal.left, Real("z", "(0,1)"), Real("w", "(0,1)")
    kl = d.cite("definition/kl", P=P, Q=Q)
    back = d.turn(equals(kl.formula.right, kl.formula.left), kl)

    def at(x: Any, y: Any) -> Any:
        return 2 * (x - y) ** 2 + rational(4, 9) * (x - y) ** 4

    def proof(finite: Line) -> Line:
        common = d.cite("background/kl-finite", finite, P=P, Q=Q, r=bound)
        first, second = d.at(common, 0), d.at(common, 1)
        edge = Real("x", "[0,1)")

        def low(zero: Line) -> Line:
            def certain(one: Line) -> Line:
                return absurd(d, d.goal, second, one, zero)

            def open_(less: Line) -> Line:
                line = d.scalar(at(0, edge) <= -log(1 - edge), less, values={edge: q})
                value = d.identity(equals(-log(1 - q), 0 * log(number(0)) - 0 * log(q)
                                          + (1 - 0) * log(1 - number(0)) - (1 - 0) * log(1 - q)), less)
                print(value)
                return line

            return split_order(d, 1, q, certain, open_)

        return split_zero(d, p, low, lambda some: some)

    d.qed(unless(d, bound, d.goal.right, proof))


# --- Lemma 2 --------------------------------------------------------------------------------------


def quartic(d: Steps, u: Term, eps: Any, told: Line, *limits: Line) -> Line:
    """u ≤ √(√(9 + 12ε) − 3), from ln 2 − h((1 − u)/2) ≤ ε, as that is at least u²/2 + u⁴/12."""
    x = Real("x", "[-1,1]")
    gap = d.scalar(
        x**2 / 2 + x**4 / 12 <= log(2) - binary_entropy((1 - x) / 2), *limits, values={x: u}
    )
    square = d.arithmetic((u * u + 3) * (u * u + 3) <= 9 + 12 * eps, gap, told, *limits)
    inner = below_root(d, u * u + 3, 9 + 12 * eps, square, *limits)
    level = sqrt(9 + 12 * eps) - 3
    return below_root(d, u, level, d.arithmetic(u * u <= level, inner, *limits), *limits)


@derives("sharper/lemma-2-sharp.bound")
def lemma_2(d: Derivation) -> None:
    """The difference u of the probabilities of an event under two neighbours."""
    M, eps = d.var("M"), d.var("eps")
    (private,) = d.given
    more = root_above(d, 9 + 12 * eps, 3, [eps])

    def bound(u: Term, told: Line, *limits: Line) -> Line:
        return quartic(d, u, eps, d.chain(told, private), more, *limits)

    d.qed(private_by_information(d, M, sqrt(sqrt(9 + 12 * eps) - 3), bound, more))


def root_above(d: Steps, s: Term, r: Any, hints: Sequence[Any]) -> Line:
    """r ≤ √s, where r² ≤ s by products with the hints."""
    r = number(r)
    return split_order(
        d, r, sqrt(s), lambda low: low,
        lambda high: absurd(d, r <= sqrt(s), high, hints=[sqrt(s), r, *hints]),
    )


@derives("sharper/lemma-2-sharp.gain")
def lemma_2_gain(d: Derivation) -> None:
    """√(9 + 12ε) ≤ 3 + 2ε."""
    eps = d.var("eps")
    more = root_above(d, 9 + 12 * eps, 3, [eps])
    less = root_below(d, 9 + 12 * eps, 3 + 2 * eps, hints=[eps])
    outer = d.goal.left
    d.qed(split_order(
        d, outer, d.goal.right, lambda low: low,
        lambda high: absurd(d, d.goal, high, less, more, hints=[outer, d.goal.right]), more,
    ))


@derives("sharper/lemma-2-sharp.exact")
def lemma_2_exact(d: Derivation) -> None:
    """With c = h⁻¹(ln 2 − ε), 1 − 2c is such a difference."""
    eps = d.var("eps")
    c, facts = crossover_of(d, eps, *d.given)
    more = root_above(d, 9 + 12 * eps, 3, [eps])
    u = 1 - 2 * c
    limits = d.arithmetic(u <= 1, *facts), d.arithmetic(-1 <= u, *facts)
    told = d.arithmetic(log(2) - binary_entropy((1 - u) / 2) <= eps, *facts)
    d.qed(quartic(d, u, eps, told, more, *limits, *facts))
