"""Proofs of facts on decisions and reproductions: what holds of each channel that is taken holds of
the best."""

from __future__ import annotations

from typing import Any

from derivations.tools import summed
from verified.language import I, equals, smallest, total
from verified.proof.derivation import Derivation, Line, derives
from verified.quantities.joints import joint_of_outputs
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol


@derives("background/minimax-risk")
def minimax_risk(d: Derivation) -> None:
    """The least loss at y is at most a decision's mean loss there; the mean over x of what the
    decision loses at most the largest."""
    P, W, L = d.var("P"), d.var("W"), d.var("L")
    n, m = W.of.inputs, W.of.outputs
    own, value = d.cite("definition/bayes-risk"), d.cite("definition/minimax-risk")
    bind = value.formula.right
    decision = d.fix(bind.var)
    x, y, a = Symbol("x", n), Symbol("y", m), Symbol("a", decision.of.outputs)

    def lost(y: Any, a: Any) -> Any:
        return total(x, P[x] * W[x, y] * L[a * n + x])

    def at(y: Any) -> Line:
        least = smallest(a, lost(y, a))
        return summed(d, a, lambda a: d.arithmetic(
            decision[y, a] * least <= decision[y, a] * lost(y, a), d.below_sup(least, a),
            hints=[decision[y, a]],
        ))

    most = substitute(bind.body, {bind.var.name: decision})
    low = summed(d, y, at)
    high = summed(d, x, lambda x: d.arithmetic(
        P[x] * total(y, W[x, y] * total(a, decision[y, a] * L[a * n + x])) <= P[x] * most,
        d.below_sup(most, x), hints=[P[x]],
    ))
    line = d.chain(own, d.arithmetic(own.formula.right <= most, low, high))
    sure = d.bound_sup(bind, line, decision)
    d.qed(d.chain(sure, d.turn(equals(bind, value.formula.left), value)))


@derives("background/rate-distortion.falls")
def rate_distortion_falls(d: Derivation) -> None:
    """What reaches the lower level reaches the higher."""
    level, more = d.var("D"), d.var("E")
    first, second = d.given
    own = d.cite("definition/rate-distortion", first, D=level)
    reached = d.chain(first, second)
    other = d.cite("definition/rate-distortion", reached, D=more)
    bind = own.formula.right
    channel = d.fix(bind.var)
    held = d.assume(substitute(bind.guard, {bind.var.name: channel}))
    low = d.below_sup(other.formula.right, channel, d.chain(held, second))
    sure = d.bound_sup(bind, d.chain(other, low), channel, reached)
    d.qed(d.chain(sure, d.turn(equals(bind, own.formula.left), own)))


@derives("background/information-bottleneck.rises")
def information_bottleneck_rises(d: Derivation) -> None:
    """What tells no more than the lower rate tells no more than the higher."""
    told, wider = d.var("r"), d.var("s")
    (rise,) = d.given
    own = d.cite("definition/information-bottleneck", r=told)
    other = d.cite("definition/information-bottleneck", r=wider)
    bind = own.formula.right
    channel = d.fix(bind.var)
    held = d.assume(substitute(bind.guard, {bind.var.name: channel}))
    low = d.below_sup(other.formula.right, channel, d.chain(held, rise))
    line = d.chain(low, d.turn(equals(other.formula.right, other.formula.left), other))
    sure = d.bound_sup(bind, line, channel)
    d.qed(d.chain(own, sure))


@derives("background/information-bottleneck.rate", "background/information-bottleneck.information")
def information_bottleneck_bounds(d: Derivation) -> None:
    """T and Y are independent given X: what T tells of Y is no more than what it tells of X, and no
    more than what X tells of Y."""
    P, W = d.var("P"), d.var("W")
    own = d.cite("definition/information-bottleneck")
    bind = own.formula.right
    channel = d.fix(bind.var)
    held = d.assume(substitute(bind.guard, {bind.var.name: channel}))
    apart = d.cite("background/outputs-apart", W=channel, V=W)
    forms = d.cite("background/joint-of-outputs", W=channel, V=W)
    joint = joint_of_outputs(P, channel, W)
    is_rate = d.goal.right == d.statement.variables[-1]
    other = I(joint, "X;Y" if is_rate else "X;Z")
    form = d.piece(forms, 0 if is_rate else 1)
    line = d.chain(d.shannon(I(joint, "Y;Z") <= other, apart),
                   d.turn(equals(other, form.formula.left), form))
    if is_rate:
        line = d.chain(line, held)
    d.qed(d.chain(own, d.bound_sup(bind, line, channel)))
