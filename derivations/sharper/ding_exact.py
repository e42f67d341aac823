"""Noise on Gaussian and mixture priors: closed forms by citation, one least scale by data
processing, and rules with a share of δ for what lies near."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import exponential_less
from derivations.tools import absurd, split_absolute, split_maximum, split_order
from verified.language import absolute, both, either, equals, exp, log, normal_cdf, sqrt
from verified.papers.background.normal_events import log_ratio
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Term, number


@derives("sharper/ding-exact.gaussian")
def gaussian(d: Derivation) -> None:
    """Gaussian numbers add up, and the divergence of two with one variance is known."""
    (order,) = d.given
    m, own, s, p = (d.var(name) for name in ("m", "m'", "s", "p"))
    summed = d.cite("background/gaussian-sums", r=m, s=own, v=s**2, w=s**2, p=p)
    known = d.cite("background/gaussian-hockey-stick", order, r=m, s=own, v=p + s**2)
    d.qed(d.chain(summed, known))


@derives("sharper/ding-exact.half-line-gaussian")
def gaussian_half_line(d: Derivation) -> None:
    """More noise never tells more."""
    order, enough = d.given
    d.qed(d.chain(d.cite("background/more-noise.gaussian", order), enough))


@derives("sharper/ding-exact.half-line-laplace")
def laplace_half_line(d: Derivation) -> None:
    """More noise never tells more."""
    order, enough = d.given
    d.qed(d.chain(d.cite("background/more-noise.laplace", order), enough))


def within(d: Steps, r: Any, s: Any, slack: Any, near: Line) -> Line:
    """The divergence of two Laplace laws is at most δ, from |r − s| ≤ b (ε − 2 ln(1 − δ))."""
    eps, b = d.var("eps"), d.var("b")
    half = (eps - absolute(number(r) - number(s)) / b) / 2
    value = d.cite("background/laplace-hockey-stick", r=r, s=s, u=b)
    less = d.arithmetic(log(1 - slack) <= half, near, hints=[1 / b])
    grown = exponential_less(d, log(1 - slack), half, less)
    whole = d.identity(equals(exp(log(1 - slack)), 1 - slack), d.obvious(1 - slack > 0))
    over = 1 - exp(half)
    small = d.arithmetic(over <= slack, grown, whole)
    some = d.obvious(0 <= slack)
    largest = split_maximum(d, 0, over, lambda _, at: d.arithmetic(
        value.formula.right <= slack, at, small, some
    ))
    return d.chain(value, largest)


@derives("sharper/ding-exact.points")
def points_near(d: Derivation) -> None:
    """Laplace laws that are near."""
    d.qed(within(d, d.var("m"), d.var("m'"), d.var("delta"), d.given[0]))


@derives("sharper/ding-exact.points-needed")
def points_far(d: Derivation) -> None:
    """Farther apart the divergence is above δ."""
    (given,) = d.given
    m, own, eps, b, delta = (d.var(name) for name in ("m", "m'", "eps", "b", "delta"))
    apart = absolute(m - own)
    value = d.cite("background/laplace-hockey-stick", r=m, s=own, u=b)
    half = (eps - apart / b) / 2
    over = 1 - exp(half)
    most = split_maximum(d, 0, over, lambda order, at: d.arithmetic(
        over <= delta, order, at, value, given
    ))

    def far(high: Line) -> Line:
        less = d.arithmetic(half < log(1 - delta), high, hints=[1 / b])
        x, y = Real("x"), Real("y")
        end = log(1 - delta)
        shrinks = d.scalar(exp(x) < exp(y), less, given=[x < y], values={x: half, y: end})
        whole = d.identity(equals(exp(log(1 - delta)), 1 - delta), d.obvious(1 - delta > 0))
        return absurd(d, d.goal, d.arithmetic(1 - delta <= exp(half), most),
                      d.arithmetic(exp(half) < 1 - delta, shrinks, whole))

    d.qed(split_order(d, apart, b * (eps - 2 * log(1 - delta)), lambda low: low, far))


@derives("sharper/ding-exact.translation")
def translation(d: Derivation) -> None:
    """Data processing, and Laplace laws that are near."""
    (near,) = d.given
    move, delta = d.var("a"), d.var("delta")
    moved = d.cite("background/noised-couplings.mixture-moved", a=move)
    same = d.identity(equals(move - 0, move))
    close = d.rewrite(same, near, absolute(move - 0) <= near.formula.right)
    d.qed(d.chain(moved, within(d, move, number(0), delta, close)))


@derives("sharper/ding-exact.gaussian-priors")
def gaussian_priors(d: Derivation) -> None:
    """The coupling of the two priors, split at a distance t."""
    positive, near = d.given
    m, own_m, s, own_s, t, part = (d.var(name) for name in ("m", "m'", "s", "s'", "t", "d"))
    gap, wide = m - own_m, absolute(s - own_s)
    split = d.cite(
        "background/noised-couplings.gaussian", positive, r=m, s=own_m, u=s, w=own_s, t=t
    )
    own = split_absolute(d, 0 - t, lambda _, at: d.arithmetic(
        absolute(0 - t) <= near.formula.right, at, near, d.obvious(0 <= t)
    ))
    close = within(d, number(0), t, part, own)
    variance = d.arithmetic(wide**2 > 0, positive, hints=[wide])
    low, high = (
        d.cite("background/gaussian-below", variance, r=gap, v=wide**2, t=end) for end in (-t, t)
    )
    first = d.identity(equals(low.formula.right, normal_cdf((-t - gap) / wide)), positive)
    second = d.identity(equals(high.formula.right, normal_cdf((t - gap) / wide)), positive)
    d.qed(d.arithmetic(d.goal, split, close, low, high, first, second, positive))


@derives("sharper/ding-exact.gain")
def gain(d: Derivation) -> None:
    """ln(1 − δ) is at most 0."""
    x = Real("x", "[0,1)")
    d.qed(d.arithmetic(d.goal, d.scalar(log(1 - x) <= 0, values={x: d.var("delta")})))


class TwoDeviations:
    """The terms of the divergence of two normal laws of different deviations, and what is known of
    the numbers at which the log ratio of their densities is ε."""

    def __init__(self, d: Derivation, upper: int) -> None:
        self.d, self.upper = d, upper
        self.m, self.own, self.s, self.t, self.p, self.eps = (
            d.var(name) for name in ("m", "m'", "s", "s'", "p", "eps")
        )
        self.over = self.t**2 - self.s**2
        self.shift = self.own - self.m
        self.level = log(self.t / self.s) - self.eps
        self.inside = self.shift**2 + 2 * self.over * self.level
        self.root = sqrt(self.inside)
        self.turn = (self.m * self.t**2 - self.own * self.s**2) / self.over

    def end(self, sign: int) -> Term:
        """One of the two numbers."""
        moved = self.t * self.root if sign > 0 else -(self.t * self.root)
        return self.m + self.s * ((moved - self.s * self.shift) / self.over)

    def summed(self) -> Line:
        """The divergence of the responses is that of two normal laws."""
        d, p = self.d, self.p
        order, least = d.given[:2]
        spreads = [
            d.arithmetic(p < deviation**2, order, least, hints=[self.s, self.t])
            for deviation in (self.s, self.t)
        ]
        line = d.cite(
            "background/gaussian-sums", *spreads, r=self.m, s=self.own, v=self.s**2 - p,
            w=self.t**2 - p, p=p,
        )
        for deviation in (self.s, self.t):
            line = d.rewrite(d.identity(equals(p + (deviation**2 - p), deviation**2)), line)
        return line

    def known(self, over: Line, some: Line) -> tuple[Line, ...]:
        """The log ratio is ε at the lower and at the upper end, and its turn lies between them:
        order, below, above, and the two equalities."""
        d, turn = self.d, self.turn
        size = self.upper * self.over
        low, high = self.end(-self.upper), self.end(self.upper)
        step = self.s * self.t * self.root / size
        room = d.obvious(0 <= step, over, some)
        between = [
            d.arithmetic(one <= two, room, over, some, hints=[step])
            for one, two in ((low, high), (low, turn), (turn, high))
        ]
        ratios = [self.ratio_at(sign, over, some) for sign in (-self.upper, self.upper)]
        return (*between, *ratios)

    def ratio_at(self, sign: int, *lines: Line) -> Line:
        """The log ratio is ε at an end."""
        found = substitute(log_ratio(Real("t")), {**self.laws(), "t": self.end(sign)})
        return self.d.identity(equals(found, self.eps), *lines)

    def below(self, which: int, sign: int, *lines: Line) -> Line:
        """The probability of the numbers up to an end."""
        d, place = self.d, self.end(sign)
        centre, deviation, other = (
            (self.m, self.s, self.t), (self.own, self.t, self.s)
        )[which]
        line = d.cite(
            "background/gaussian-below", *lines, r=centre, v=deviation**2, t=place
        )
        moved = other * self.root if sign > 0 else -(other * self.root)
        same = d.identity(
            equals(line.formula.right.args[0], (moved - deviation * self.shift) / self.over), *lines
        )
        return d.rewrite(same, line)


    def laws(self) -> dict[str, Term]:
        """The two normal laws, for facts on their events."""
        return {"r": self.m, "s": self.own, "u": self.s, "w": self.t}

    def end_with(self, least: Line, most: Line, *lines: Line) -> None:
        """The divergence is what the best event tells, which is at most and at least that."""
        d = self.d
        whole = d.turn(equals(most.formula.left, most.formula.right), most, least)
        for which in (0, 1):
            for sign in (1, -1):
                whole = d.rewrite(self.below(which, sign, *lines), whole)
        line = d.chain(self.summed(), whole)
        d.qed(line if line.formula == d.goal else d.arithmetic(d.goal, line, *lines))


@derives("sharper/ding-exact.gaussian-wider")
def gaussian_wider(d: Derivation) -> None:
    """The best event is the interval between the two numbers."""
    two = TwoDeviations(d, 1)
    wider, _, some = d.given
    over = d.arithmetic(0 < two.over, wider, hints=[two.s, two.t])
    order, below, above, at_low, at_high = two.known(over, some)
    low, high = two.end(-1), two.end(1)
    reached = [d.arithmetic(two.eps <= at.formula.left, at) for at in (at_low, at_high)]
    inner = d.follows(
        either(high <= low, both(*(line.formula for line in reached))), *reached
    )
    ends, same_ends = {"l": low, "h": high}, {"l'": low, "h'": high}
    least = d.cite(
        "background/gaussian-events.interval", order, over, some, values={**two.laws(), **ends}
    )
    most = d.cite(
        "background/gaussian-events.best-interval", wider, below, above, at_low, at_high, inner,
        over, some, values={**two.laws(), **ends, **same_ends},
    )
    two.end_with(least, most, over, some)


@derives("sharper/ding-exact.gaussian-wider-alone")
def gaussian_wider_alone(d: Derivation) -> None:
    """The best event has no numbers but the top, if that."""
    two = TwoDeviations(d, 1)
    wider, _, none = d.given
    over = d.arithmetic(0 < two.over, wider, hints=[two.s, two.t])
    top = two.turn
    at_top = substitute(log_ratio(Real("t")), {**two.laws(), "t": top})
    value = d.identity(equals(at_top, two.level + two.eps + two.shift**2 / (2 * two.over)), over)
    less = d.arithmetic(at_top <= two.eps, value, none, over, hints=[1 / two.over])
    itself = d.identity(equals(top, top), over)
    order = d.arithmetic(top <= top, itself, over)
    inner = d.follows(
        either(top <= top, both(two.eps <= at_top, two.eps <= at_top)), order
    )
    most = d.cite(
        "background/gaussian-events.best-interval", wider, order, less, inner, over,
        values={**two.laws(), "l": top, "h": top, "l'": top, "h'": top},
    )
    apart = most.formula.left
    small = d.arithmetic(apart <= 0, most, over)
    d.qed(d.chain(two.summed(), d.turn(equals(apart, 0), small, d.obvious(0 <= apart))))


@derives("sharper/ding-exact.gaussian-narrower")
def gaussian_narrower(d: Derivation) -> None:
    """The best event is all but the interval between the two numbers."""
    two = TwoDeviations(d, -1)
    narrower = d.given[0]
    over = d.arithmetic(0 < -two.over, narrower, hints=[two.s, two.t])
    x = Real("x", ">0")
    share = d.arithmetic(two.t / two.s <= 1, narrower, hints=[1 / two.s])
    less = d.scalar(log(x) <= 0, share, given=[x <= 1], values={x: two.t / two.s})
    fallen = d.arithmetic(0 <= -two.level, less)
    some = d.have(
        0 <= two.inside, "arithmetic", over, fallen,
        products=[["2", [["fact", 0], ["fact", 1]]], ["1", [["square", two.shift]]]],
    )
    order, below, above, at_low, at_high = two.known(over, some)
    kept = [d.arithmetic(at.formula.left <= two.eps, at) for at in (at_low, at_high)]
    inner = d.follows(
        either(two.end(-1) <= two.end(1), both(*(line.formula for line in kept))), *kept
    )
    ends = {"l": two.end(1), "h": two.end(-1)}
    same_ends = {"l'": two.end(1), "h'": two.end(-1)}
    least = d.cite(
        "background/gaussian-events.outside", order, over, some, values={**two.laws(), **ends}
    )
    most = d.cite(
        "background/gaussian-events.best-outside", narrower, below, above, at_low, at_high, inner,
        over, some, values={**two.laws(), **ends, **same_ends},
    )
    two.end_with(least, most, over, some)
