"""Proofs of facts on decisions, reproductions and Sibson's information: what holds of each channel
or law that is taken holds of the best."""

from __future__ import annotations

from typing import Any

from derivations.tools import absurd, everywhere, split_order, split_zero, summed
from verified.language import I, equals, information, smallest, total
from verified.papers.background.information import channel_mixture
from verified.proof.derivation import Derivation, Line, derives
from verified.quantities.joints import joint_of_outputs
from verified.syntax.formulas import substitute
from verified.syntax.terms import Channel, Symbol, number


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


@derives("background/rate-distortion.convex")
def rate_distortion_convex(d: Derivation) -> None:
    """A mixture of two channels reaches the mixed level, and its information is no more than the
    mean of theirs."""
    P, level, more, t = (d.var(name) for name in "PDEt")
    first, second = d.given
    rest = 1 - t
    mean = t * level + rest * more
    closest = first.formula.left  # type: ignore[attr-defined]
    reached = d.arithmetic(closest <= mean, first, second, hints=[t, rest])
    own, one, two = (
        d.cite("definition/rate-distortion", line, D=at)
        for line, at in ((reached, mean), (first, level), (second, more)))
    bind = own.formula.right
    channels = [d.fix(Channel(name, P.of.size, bind.var.of.outputs)) for name in ("K", "L")]
    guards = [substitute(found.formula.right.guard, {found.formula.right.var.name: channel})
              for found, channel in zip((one, two), channels, strict=True)]
    held = [d.assume(guard) for guard in guards]
    mixed = channel_mixture(t, *channels)
    x, y = Symbol("x", P.of.size), Symbol("y", bind.var.of.outputs)
    law = everywhere(d, x, lambda x: everywhere(d, y, lambda y: d.obvious(
        rest * channels[1][x, y] >= number(0))))
    less = d.cite("background/capacity-convex-in-channel.information", law, P=P, W=channels[0],
                  V=channels[1], t=t)
    middle: Any = substitute(bind.guard, {bind.var.name: mixed})
    parts = [line.formula.left for line in held]  # type: ignore[attr-defined]
    spread = d.identity(equals(middle.left, t * parts[0] + rest * parts[1]), law)
    inside = d.arithmetic(middle, spread, *held, law, hints=[t, rest])
    low = d.below_sup(bind, mixed, inside, law)
    line = d.chain(own, low, less)
    whole = own.formula.left
    rates = [found.formula.left for found in (one, two)]
    real = [first, second, reached]

    def over(which: int, share: Any, found: Line, rest_of: Any, positive: Line) -> Line:
        """share · rate + the rest, from share · I + the rest for each channel of that level."""
        value, told = (one, two)[which], information(P, channels[which])
        shown = [positive, *real]
        at = d.arithmetic((whole - rest_of) / share <= told, found, *shown, hints=[1 / share])
        low = d.bound_sup(value.formula.right, at, channels[which], *shown)
        low = d.chain(low, d.turn(equals(value.formula.right, value.formula.left), value))
        parts = [share * rates[which], rest_of]
        first_one, last = parts if which == 0 else reversed(parts)
        return d.arithmetic(whole <= first_one + last, low, *shown, hints=[share])

    def alone(which: int, zero: Line) -> Line:
        """One level has no share, so that the mixed one is the other's."""
        at = (level, more)[which]
        same = d.arithmetic(equals(mean, at), zero, hints=[level, more])
        itself = d.have(equals(whole, whole), "defined", *real)
        moved = d.rewrite(same, itself, equals(whole, rates[which]))
        return d.arithmetic(d.goal, moved, zero, *real, hints=rates)

    def second_level(found: Line) -> Line:
        return split_zero(d, rest, lambda zero: alone(0, zero), lambda some: over(
            1, rest, found, t * rates[0], some))

    d.qed(split_zero(d, t, lambda zero: alone(1, zero), lambda some: second_level(
        over(0, t, line, rest * information(P, channels[1]), some))))


@derives("background/rate-distortion.entropy")
def rate_distortion_entropy(d: Derivation) -> None:
    """No channel tells more of X than X; were the least still more, it would be more than it is."""
    P, level = d.var("P"), d.var("D")
    (reached,) = d.given
    own: Any = d.cite("definition/rate-distortion", reached, D=level)
    whole, bind = own.formula.left, own.formula.right
    channel = d.fix(bind.var)
    held = d.assume(substitute(bind.guard, {bind.var.name: channel}))
    told = d.chain(own, d.below_sup(bind, channel, held), d.cite(
        "background/information-range.input", P=P, W=channel))

    def more(above: Line) -> Line:
        line = absurd(d, whole + 1 <= information(P, channel), told, above, reached)
        low = d.chain(d.bound_sup(bind, line, channel, reached),
                      d.turn(equals(bind, whole), own))
        return absurd(d, d.goal, low, reached)

    d.qed(split_order(d, whole, d.goal.right, lambda low: low, more, reached))


@derives("background/sibson-rises")
def sibson_rises(d: Derivation) -> None:
    """So does each divergence of which it is the least."""
    low, high = d.var("alpha"), d.var("beta")
    one, two = (d.cite("definition/sibson", alpha=order) for order in (low, high))
    bind = two.formula.right
    law = d.fix(bind.var)
    least: Any = d.below_sup(one.formula.right, law)
    sent, apart = least.formula.right.args[:2]
    W = d.var("W")
    n, m = W.of.inputs, W.of.outputs
    some = d.arithmetic(
        n * m >= number(1), *(d.obvious(size >= number(1)) for size in (n, m)), hints=[n, m])
    grown = d.cite("background/renyi-monotone.orders", *d.given, some, P=sent, Q=apart,
                   alpha=low, beta=high)
    line = d.chain(one, least, grown)
    d.qed(d.chain(d.bound_sup(bind, line, law),
                  d.turn(equals(bind, two.formula.left), two)))
