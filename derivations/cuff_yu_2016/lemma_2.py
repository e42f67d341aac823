"""Section 3.3: Lemma 2, its tight form and its limit."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import equal_tables
from derivations.patterns.closeness import close_by_events
from derivations.patterns.databases import is_private, private_by_information
from derivations.patterns.numbers import below_root, crossover_of, min_below
from derivations.tools import split_order
from verified.language import binary_entropy, channel_of, equals, log, rational, sqrt
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term, number


@derives("cuff-yu-2016/lemma-2")
def lemma_2(d: Derivation) -> None:
    """By (28) and (99)."""
    M, eps = d.var("M"), d.var("eps")
    (private,) = d.given

    def bound(u: Term, told: Line, *limits: Line) -> Line:
        place = (1 - u) / 2
        below = d.cite("cuff-yu-2016/eq-99", *limits, x=place)
        square = d.arithmetic(u * u <= 2 * eps, told, below, private, *limits)
        return below_root(d, u, 2 * eps, square)

    d.qed(private_by_information(d, M, sqrt(2 * eps), bound))


@derives("cuff-yu-2016/lemma-2-tight.bound")
def lemma_2_tight(d: Derivation) -> None:
    """h((1 − u)/2) ≥ ln 2 − ε for each difference u, and h grows up to 1/2."""
    M, eps = d.var("M"), d.var("eps")
    small, private = d.given
    c, facts = crossover_of(d, eps, small)

    def bound(u: Term, told: Line, *limits: Line) -> Line:
        def positive(above: Line) -> Line:
            level = d.arithmetic(
                binary_entropy(c) <= binary_entropy((1 - u) / 2), told, private, *facts, *limits
            )
            half = d.arithmetic(c <= rational(1, 2), *facts)
            return d.cite(
                "lemma/binary-entropy-strict.inverse", half, level, above, *facts, *limits,
                p=c, q=u,
            )

        return split_order(
            d, u, 0, lambda low: d.arithmetic(u <= 1 - 2 * c, low, *facts), positive, *limits
        )

    room = d.arithmetic(number(0) <= 1 - 2 * c, *facts)
    d.qed(private_by_information(d, M, 1 - 2 * c, bound, room, *facts))


@derives("cuff-yu-2016/lemma-2-tight.vacuous")
def lemma_2_vacuous(d: Derivation) -> None:
    """No probability exceeds 1."""
    M = d.var("M")

    def close(x: Any, other: Any, _: Line) -> Line:
        return close_by_events(d, M[x], M[other], 1, lambda P, Q, A: d.arithmetic(
            P[A] - Q[A] <= 1, d.cite("background/event-bounds", P=P, A=A, part=1)
        ))

    d.qed(is_private(d, M, 0, 1, close))


@derives("cuff-yu-2016/lemma-2-asymptotic.looser")
def lemma_2_looser(d: Derivation) -> None:
    """By (99) at the crossover."""
    eps = d.var("eps")
    c, facts = crossover_of(d, eps, *d.given)
    one = d.arithmetic(c <= 1, *facts)
    below = d.cite("cuff-yu-2016/eq-99", one, *facts, x=c)
    u = 1 - 2 * c
    square = d.arithmetic(u * u <= 2 * eps, below, *facts)
    d.qed(below_root(d, u, 2 * eps, square, *facts))


@derives("cuff-yu-2016/lemma-2-tight.attained")
def lemma_2_attained(d: Derivation) -> None:
    """The symmetric channel with that crossover has the capacity ε and the distance 1 − 2c."""
    c, facts = crossover_of(d, d.var("eps"), *d.given)
    half = d.arithmetic(c <= rational(1, 2), *facts)
    both_ = d.cite("lemma/symmetric-channel", half, *facts, c=c)
    information_ = d.piece(both_, 0)
    private = d.arithmetic(information_.formula.left <= d.var("eps"), information_, *facts)
    d.qed(d.both(private, d.piece(both_, 1)))


@derives("cuff-yu-2016/lemma-2-tight.beyond")
def lemma_2_beyond(d: Derivation) -> None:
    """The noiseless channel has the capacity ln 2, and rows at distance 1."""
    eps = d.var("eps")
    both_ = d.cite("lemma/symmetric-channel", c=0)
    channel = both_.theorem.conclusion.parts[0].left.args[0].args[0]
    noiseless = channel_of([1, 0], [0, 1])
    values = d.rewrite(equal_tables(d, channel, noiseless), both_)
    information_, distance = d.piece(values, 0), d.piece(values, 1)
    private = d.arithmetic(information_.formula.left <= eps, information_, *d.given)
    one = d.identity(equals(distance.formula.right, 1))
    d.qed(d.both(private, d.chain(distance, one)))


@derives("cuff-yu-2016/lemma-2-asymptotic.limit")
def lemma_2_limit(d: Derivation) -> None:
    """ε lies between u²/2 and u²/2 + u⁴/4 for u = 1 − 2c."""
    eps, eta = d.var("eps"), d.var("eta")
    positive, most = d.given
    first, second = min_below(d, log(2), 2 * eta)
    small, large = d.chain(most, first), d.chain(most, second)
    c, facts = crossover_of(d, eps, small)
    u = 1 - 2 * c
    one = d.arithmetic(c <= 1, *facts)
    lower = d.cite("cuff-yu-2016/eq-99", one, *facts, x=c)
    upper = d.cite("lemma/entropy-gap.upper", *facts, one, x=u)
    upper = d.arithmetic(eps <= u**2 / 2 + u**4 / 4, upper, *facts, one)
    lower = d.arithmetic(u**2 / 2 <= eps, lower, *facts, one)
    d.qed(d.cite("lemma/entropy-gap.root", lower, upper, large, positive, *facts, one, x=u))
