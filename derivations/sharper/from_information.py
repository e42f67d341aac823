"""Proofs from information to total variation (Property 2, Lemma 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derivations.patterns.databases import private_by_information
from derivations.patterns.numbers import below_root, crossover_of
from derivations.tools import absurd, split_order
from verified.language import TV, binary_entropy, equals, exp, log, rational, sqrt
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Term, number


def root_below(d: Steps, s: Term, r: Term, *lines: Line, hints: Sequence[Any] = ()) -> Line:
    """√s ≤ r, where s ≤ r² by products with the hints."""
    root = sqrt(s)
    return split_order(
        d, root, r, lambda low: low,
        lambda high: absurd(d, root <= r, high, *lines, hints=[root, r, *hints]), *lines,
    )


# --- Property 2 -----------------------------------------------------------------------------------


@derives("sharper/property-2-sharper.large")
def property_2_large(d: Derivation) -> None:
    """e^−ε ≤ 1 − TV²."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    product = d.cite("background/bretagnolle-huber.product", *d.given, r=eps)
    square = d.arithmetic(TV(P, Q) * TV(P, Q) <= 1 - exp(-eps), product)
    room = d.arithmetic(0 <= 1 - exp(-eps), square, hints=[TV(P, Q) * TV(P, Q)])
    near = below_root(d, TV(P, Q), 1 - exp(-eps), square, room)
    d.qed(d.cite("cuff-yu-2016/eq-8.if", near, room, delta=sqrt(1 - exp(-eps))))


@derives("sharper/property-2-sharper.gain")
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


@derives("sharper/property-2-sharper.fourth-power")
def fourth_power(d: Derivation) -> None:
    """The largest event tells the laws apart no better than the symbols do."""
    P, Q = d.var("P"), d.var("Q")
    distance = d.cite("background/total-variation.largest-event")
    event = distance.formula.right.args[0].args[1]
    limits = [
        piece for law in (P, Q) for piece in (
            d.cite("background/event-bounds", P=law, A=event, part=0),
            d.cite("background/event-bounds", P=law, A=event, part=1),
        )
    ]
    told = d.cite("background/dpi-kl.event", A=event)
    binary = d.cite("lemma/binary-quartic", *limits, p=P[event], q=Q[event])
    back = d.turn(equals(distance.formula.right, distance.formula.left), distance)
    line = d.chain(binary, told)
    d.qed(d.rewrite(back, line, d.goal))


@derives("sharper/property-2-sharper.series")
def property_2_series(d: Derivation) -> None:
    """(TV² + 9/4)² ≤ (9/4)² (1 + 4ε/9)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    power = d.chain(d.cite("sharper/property-2-sharper.fourth-power"), *d.given)
    u = 1 + 4 * TV(P, Q) * TV(P, Q) / 9
    square = d.arithmetic(u * u <= 1 + 4 * eps / 9, power)
    inner = below_root(d, u, 1 + 4 * eps / 9, square)
    level = sqrt(1 + 4 * eps / 9) - 1
    more = d.arithmetic(0 <= level, inner, hints=[TV(P, Q) * TV(P, Q)])
    v = rational(2, 3) * TV(P, Q)
    outer = below_root(d, v, level, d.arithmetic(v * v <= level, inner), more)
    near = d.arithmetic(TV(P, Q) <= rational(3, 2) * sqrt(level), outer, more)
    d.qed(d.cite("cuff-yu-2016/eq-8.if", near, more, delta=rational(3, 2) * sqrt(level)))


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


@derives("sharper/lemma-2-sharper.bound")
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


@derives("sharper/lemma-2-sharper.gain")
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


@derives("sharper/lemma-2-sharper.exact")
def lemma_2_exact(d: Derivation) -> None:
    """With c = h⁻¹(ln 2 − ε), 1 − 2c is such a difference."""
    eps = d.var("eps")
    c, facts = crossover_of(d, eps, *d.given)
    more = root_above(d, 9 + 12 * eps, 3, [eps])
    u = 1 - 2 * c
    limits = d.arithmetic(u <= 1, *facts), d.arithmetic(-1 <= u, *facts)
    told = d.arithmetic(log(2) - binary_entropy((1 - u) / 2) <= eps, *facts)
    d.qed(quartic(d, u, eps, told, more, *limits, *facts))
