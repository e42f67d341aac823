"""Sums over the integers in balls, for mixtures of laws of any of the shapes of `line`.

A part is told by its masses, the ends of its support, and on a side where that has none by its
fall: far out ln p(k+1) − ln p(k) is s + ln z − b k − Σ c ln(k − o). Powers p^α q^(1−α) have a fall
of the same form, and once no step of it is more than ln r for an r < 1, what is left of its sum is
no more than that of a geometric series.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import arb, ctx, fmpq

from verified.numbers.ball_densities import fall_sign, merged, same_law
from verified.numbers.ball_line import _between, _remembered
from verified.numbers.ball_segments import largest
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Undefined,
    _checked,
    equal,
    infinite,
    less,
    xlogx,
)
from verified.numbers.limits import check_time
from verified.numbers.line import BINOMIAL, GAUSSIAN, GEOMETRIC, LAPLACE, POISSON, Part, Parts

Scalar = Any  # fmpq | arb

# How many terms of a sum are added up, at most.
MOST_TERMS = 40_000


def whole(x: Scalar) -> Scalar:
    """The number itself, which must be whole: a mean of a law on the integers."""
    if isinstance(x, fmpq):
        if x.q != 1:
            raise Undefined("a law on the integers has a whole mean")
        return x
    raise Indeterminate("a mean may not be whole")


def probability(x: Scalar) -> Scalar:
    """The number itself, which must lie in [0, 1]."""
    inside = less(x, ZERO), less(ONE, x)
    if True in inside:
        raise Undefined("a probability lies between 0 and 1")
    if None in inside:
        raise Indeterminate("a probability may not lie between 0 and 1")
    return x


# --- one part -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fall:
    """ln p(k+1) − ln p(k) = slope + ln(factor) − bend·k − Σ c ln(k − o) over `logs`, for k from
    `start` on."""

    slope: Scalar
    factor: Scalar
    bend: Scalar
    logs: tuple[tuple[Scalar, int], ...]
    start: int

    @property
    def drift(self) -> arb:
        """What a step is but for bend and logarithms."""
        found: arb = self.slope + arb(self.factor).log()
        return found


def _place(part: Part) -> int:
    return int(part.location.p)


def _simple(part: Part) -> Part:
    """A law of one point as that of no trials."""
    p = part.spread
    if part.shape == GEOMETRIC and equal(p, ONE):
        return replace(part, shape=BINOMIAL, spread=ZERO, noise=ZERO)
    if part.shape == BINOMIAL:
        if equal(p, ONE):
            return replace(part, location=part.location + part.noise, spread=ZERO, noise=ZERO)
        if equal(p, ZERO) or part.noise == 0:
            return replace(part, spread=ZERO, noise=ZERO)
    return part


def _merged(parts: Parts) -> Parts:
    return merged(tuple(map(_simple, parts)))


def _ends(part: Part) -> tuple[int | None, int | None]:
    """The least and the largest integer that a part has mass at, if there are such."""
    if part.shape == BINOMIAL:
        return _place(part), _place(part) + int(part.noise.p)
    return (_place(part) if part.shape in (POISSON, GEOMETRIC) else None), None


def _fall(part: Part) -> Fall:
    """How a part falls on the right, where its support has no end."""
    m, spread = _place(part), part.spread
    if part.shape == GAUSSIAN:
        return Fall((2 * part.location - 1) / (2 * spread), ONE, 1 / spread, (), m)
    if part.shape == LAPLACE:
        return Fall(-1 / spread, ONE, ZERO, (), m)
    if part.shape == GEOMETRIC:
        return Fall(ZERO, 1 - spread, ZERO, (), m)
    return Fall(ZERO, spread, ZERO, ((ONE, m - 1),), m)


def _normaliser(part: Part) -> arb:
    """The logarithm of a part's mass at its location, or at no success in a binomial law."""
    spread, weight = arb(part.spread), arb(part.weight)
    if not (weight > 0 and (spread > 0 or part.noise == 0)):
        raise Indeterminate("a weight or a scale may be 0")
    if part.shape in (GEOMETRIC, BINOMIAL) and not spread < 1:
        # A law of one point, if it is 1: no support of those that are told here.
        raise Indeterminate("a probability may be 1")
    log_weight = weight.log()
    if part.shape == POISSON:
        return log_weight - spread
    if part.shape == GEOMETRIC:
        return log_weight + spread.log()
    if part.shape == BINOMIAL:
        return log_weight + int(part.noise.p) * (1 - spread).log()
    if part.shape == LAPLACE:
        return log_weight + (1 / (2 * spread)).tanh().log()
    # Σ e^(−j²/2v) over the integers, the terms beyond the last by their integral.
    last = 1 + _up((2 * spread * (ctx.prec + 20)).sqrt())
    total = arb(0)
    for j in range(1, last + 1):
        check_time()
        total += (-arb(j * j) / (2 * spread)).exp()
    rest = (-arb(last * last) / (2 * spread)).exp() * spread / last
    return log_weight - (1 + 2 * (total + _between(0, rest))).log()


def _up(x: arb) -> int:
    """A whole number no less than a number, and not many more."""
    found = x.upper().ceil().unique_fmpz()
    if found is None or found > MOST_TERMS:
        raise Indeterminate("a sum of too many terms")
    return int(found)


class _Masses:
    """A mixture at the integers."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.rows = [
            (part, _normaliser(part), _place(part), *_ends(part), arb(part.spread))
            for part in parts
        ]

    def log(self, k: int) -> arb | None:
        """The logarithm of the mass at an integer; None where there is none."""
        logs = [found for index in range(len(self.rows))
                if (found := self.log_part(index, k)) is not None]
        if len(logs) < 2:
            return logs[0] if logs else None
        lead = max(logs, key=lambda log: float(log.mid()))
        return lead + sum(((log - lead).exp() for log in logs), arb(0)).log()

    def log_part(self, index: int, k: int) -> arb | None:
        """The same of one part."""
        part, norm, place, low, high, spread = self.rows[index]
        if (low is not None and k < low) or (high is not None and k > high):
            return None
        j = arb(abs(k - place))
        if part.shape == GAUSSIAN:
            return norm - j * j / (2 * spread)
        if part.shape == LAPLACE:
            return norm - j / spread
        if part.shape == GEOMETRIC:
            return norm + j * (1 - spread).log()
        if j == 0:
            return norm
        if part.shape == POISSON:
            return norm + j * spread.log() - (j + 1).lgamma()
        n = arb(part.noise)
        ways = (n + 1).lgamma() - (j + 1).lgamma() - (n - j + 1).lgamma()
        return norm + ways + j * (spread / (1 - spread)).log()

    def has(self, k: int) -> bool:
        """Whether there is mass at an integer."""
        return any((low is None or low <= k) and (high is None or k <= high)
                   for _, _, _, low, high, _ in self.rows)

    def endless(self) -> list[int]:
        """The parts without an end on the right."""
        return [index for index, row in enumerate(self.rows) if row[4] is None]


def _mirrored(parts: Parts) -> Parts:
    """The law of −X of the parts that have no end on the left, as all that is asked is there."""
    return tuple(replace(part, location=-part.location) for part in parts if _ends(part)[0] is None)


# --- falls ----------------------------------------------------------------------------------------


def _mixed(one: Fall, two: Fall, x: Scalar, y: Scalar) -> Fall:
    """The fall of p^x q^y."""
    if equal(one.factor, two.factor):
        # What two have in common keeps its sign, and cancels exactly.
        logs = (x + y) * arb(one.factor).log()
    else:
        logs = x * arb(one.factor).log() + y * arb(two.factor).log()
    return Fall(
        x * one.slope + y * two.slope + logs, ONE, x * one.bend + y * two.bend,
        (*((x * c, o) for c, o in one.logs), *((y * c, o) for c, o in two.logs)),
        max(one.start, two.start),
    )


def _tilted(one: Fall, two: Fall, order: Scalar) -> Fall:
    """The fall of p^α q^(1−α)."""
    return _mixed(one, two, order, 1 - order)


def _leads(fall: Fall) -> int:
    """The sign of a step far to the right: −1 where the terms fall, 0 where they are constant.
    −Σ c ln(k − o) is −Σ c ln k + Σ c o/k, and less."""
    grows: Scalar = sum((c for c, _ in fall.logs), ZERO)
    moved: Scalar = sum((c * o for c, o in fall.logs), ZERO)
    return (-fall_sign(fall.bend) or -fall_sign(grows) or fall_sign(fall.drift)
            or fall_sign(moved))


def _step(fall: Fall, k: int) -> arb | None:
    """No less than any step from k on, where there is such a bound."""
    if k < fall.start:
        return None
    straight: arb = fall.drift - fall.bend * k
    here: arb = straight - sum((c * arb(k - o).log() for c, o in fall.logs), arb(0))
    lost: Scalar = sum((-c / (k - o) for c, o in fall.logs if not c > 0), ZERO)
    if fall.bend >= lost:
        # The derivative by k, −bend − Σ c/(k − o), isn't positive here, nor further out.
        return here
    if len(fall.logs) == 2 and fall.bend >= 0:
        (one, o1), (two, o2) = fall.logs
        # Σ c/(k − o) has the sign of this linear function of k.
        there, grows = one * (k - o2) + two * (k - o1), one + two
        if there >= 0 and grows >= 0:
            return here
        if grows == 0 and there <= 0:
            # What the logarithms add rises to 0.
            return straight
    return None


def _rest(fall: Fall, log: arb, k: int) -> arb | None:
    """No less than the sum of all terms after that at k, of which the logarithm is given."""
    step = _step(fall, k)
    if step is None or not step < 0:
        return None
    ratio = step.exp()
    return log.exp() * ratio / (1 - ratio)


# --- two laws -------------------------------------------------------------------------------------


class _Side:
    """Two laws from the right: what is beyond an end."""

    def __init__(self, p: Parts, q: Parts, order: Scalar) -> None:
        self.laws = _Masses(p), _Masses(q)
        self.order = order
        parts = [*p, *q]
        self.end = 1 + max((_place(part) if (end := _ends(part)[1]) is None else end
                            for part in parts), default=0)
        self.open = [law.endless() for law in self.laws]
        # For each part of p one of q with which p_i^α q_j^(1−α) falls; None where one has none.
        self.partners: list[tuple[int, int]] | None = []
        if order > 1:
            for i in self.open[0]:
                fits = [j for j in self.open[1]
                        if _leads(_tilted(_fall(p[i]), _fall(q[j]), order)) < 0]
                if not fits or self.partners is None:
                    self.partners = None
                else:
                    self.partners.append((i, fits[0]))

    def falls(self) -> list[tuple[Fall, arb]]:
        """Of what must be small beyond the end: the falls, and the logarithms there."""
        found = [(self.fall(which, i), self.log(which, i))
                 for which in (0, 1) for i in self.open[which]]
        return found + [self.pair(i, j) for i, j in self.partners or []]

    def fall(self, which: int, i: int) -> Fall:
        return _fall(self.laws[which].parts[i])

    def log(self, which: int, i: int) -> arb:
        found = self.laws[which].log_part(i, self.end)
        assert found is not None
        return found

    def pair(self, i: int, j: int) -> tuple[Fall, arb]:
        """p_i^α q_j^(1−α)."""
        alpha = arb(self.order)
        return (_tilted(self.fall(0, i), self.fall(1, j), self.order),
                alpha * self.log(0, i) + (1 - alpha) * self.log(1, j))

    def widen(self) -> None:
        """Move the end to where hardly any mass is beyond it."""
        start, width = self.end, 1
        while True:
            rests = [_rest(fall, log, self.end) for fall, log in self.falls()]
            if all(rest is not None and rest < arb(2) ** -(ctx.prec + 20) for rest in rests):
                return
            width *= 2
            self.end = start + width
            if width > MOST_TERMS:
                raise Indeterminate("a sum of too many terms")

    def tail(self, which: int) -> arb:
        """No less than the mass of a law (0 or 1) beyond the end."""
        return self._rests([(self.fall(which, i), self.log(which, i)) for i in self.open[which]])

    def power_tail(self) -> arb:
        """No less than Σ p^α q^(1−α) beyond the end, for α > 1, where that is finite: p^α is at
        most k^(α−1) Σ p_i^α over its k parts there."""
        assert self.partners is not None
        found = self._rests([self.pair(i, j) for i, j in self.partners])
        return arb(len(self.partners)) ** (arb(self.order) - 1) * found

    def _rests(self, falls: Sequence[tuple[Fall, arb]]) -> arb:
        total = arb(0)
        for fall, log in falls:
            rest = _rest(fall, log, self.end)
            # The end was moved to where there is one.
            assert rest is not None
            total += rest
        return total

    def uncovered(self) -> bool:
        """Whether p has mass beyond every end, and q hasn't."""
        return bool(self.open[0]) and not self.open[1]


Term = Callable[[arb | None, arb | None], arb]


class _Window:
    """Two laws at the integers from `low` to `high`, beyond which is hardly any mass."""

    def __init__(self, p: Parts, q: Parts, order: Scalar = ONE) -> None:
        self.p, self.q = _Masses(p), _Masses(q)
        self.sides = _Side(p, q, order), _Side(_mirrored(p), _mirrored(q), order)
        # Whoever has an end on the left has it at its place.
        self.sides[1].end = 1 - min(map(_place, (*p, *q)))
        for side in self.sides:
            side.widen()
        self.high, self.low = self.sides[0].end, -self.sides[1].end
        if self.high - self.low > MOST_TERMS:
            raise Indeterminate("a sum of too many terms")

    def covered(self) -> bool:
        """Whether q has mass wherever p has."""
        # On both sides the last is beyond all ends, and beyond it all is as it is there.
        return not any(
            self.p.has(k) and not self.q.has(k) for k in range(self.low, self.high + 1))

    def apart(self) -> bool:
        """Whether there is no integer at which both have mass."""
        return not any(self.p.has(k) and self.q.has(k) for k in range(self.low, self.high + 1))

    def bounded(self) -> bool:
        """Whether Σ p^α q^(1−α) is finite, for α > 1."""
        return self.covered() and all(side.partners is not None for side in self.sides)

    def tails(self, which: int) -> arb:
        """No less than the mass of a law beyond the window."""
        return self.sides[0].tail(which) + self.sides[1].tail(which)

    def power_tails(self) -> arb:
        """No less than Σ p^α q^(1−α) beyond it."""
        return self.sides[0].power_tail() + self.sides[1].power_tail()

    def sum(self, term: Term) -> arb:
        """The sum of a function of ln p and ln q over the window; None is where there is no
        mass."""
        total = arb(0)
        for k in range(self.low, self.high + 1):
            check_time()
            total += term(self.p.log(k), self.q.log(k))
        return total


def _exp(log: arb | None) -> arb:
    return arb(0) if log is None else log.exp()


# --- quantities -----------------------------------------------------------------------------------


def outside(p: Parts, q: Parts) -> Scalar:
    """The mass of p where q has none; exactly 0 or 1 where that is all or nothing."""
    p, q = _merged(p), _merged(q)
    return ZERO if same_law(p, q) else _remembered(_outside, p, q)


def _outside(p: Parts, q: Parts) -> Scalar:
    window = _Window(p, q)
    if window.covered() or window.apart():
        return ZERO if window.covered() else ONE
    found = window.sum(lambda log_p, log_q: _exp(log_p) if log_q is None else arb(0))
    rest = sum((side.tail(0) for side in window.sides if side.uncovered()), arb(0))
    return found + _between(0, rest)


def surprise(p: Parts, q: Parts) -> Scalar:
    """−ln Q(p > 0): the Rényi divergence of order 0."""
    p, q = _merged(p), _merged(q)
    return ZERO if same_law(p, q) else _remembered(_surprise, p, q)


def _surprise(p: Parts, q: Parts) -> Scalar:
    window = _Window(q, p)
    if window.covered() or window.apart():
        return ZERO if window.covered() else arb("inf")
    found = window.sum(lambda log_q, log_p: arb(0) if log_p is None else _exp(log_q))
    rest = sum((side.tail(0) for side in window.sides if not side.uncovered()), arb(0))
    return -(found + _between(0, rest)).log()


def positive_part(p: Parts, q: Parts, factor: Scalar) -> Scalar:
    """Σ max(0, p − factor·q), for a factor in [0, ∞]."""
    p, q = _merged(p), _merged(q)
    if infinite(factor):
        return outside(p, q)
    if factor == 0:
        return ONE
    if same_law(p, q) and isinstance(factor, fmpq):
        return max(ZERO, ONE - factor)
    return _remembered(_positive_part, p, q, factor)


def _positive_part(p: Parts, q: Parts, factor: Scalar) -> Scalar:
    window = _Window(p, q)
    if window.apart():
        return ONE

    def term(log_p: arb | None, log_q: arb | None) -> arb:
        if log_p is None or log_q is None:
            return _exp(log_p)
        return arb((log_p.exp() - factor * log_q.exp()).max(arb(0)))

    return _checked(window.sum(term) + _between(0, window.tails(0)))


def power_sum(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """Σ p^α q^(1−α) for a finite α > 0 other than 1: in [0, 1] below 1, in [1, ∞] above."""
    p, q = _merged(p), _merged(q)
    return ONE if same_law(p, q) else _remembered(_power_sum, p, q, order)


def _power_sum(p: Parts, q: Parts, order: Scalar) -> Scalar:
    alpha = arb(order)
    window = _Window(p, q, order)
    if alpha > 1:
        if not window.bounded():
            return arb("inf")
        rest = window.power_tails()
    else:
        if window.apart():
            return ZERO
        # Hölder: no more than P(T)^α Q(T)^(1−α) on a tail T.
        rest = sum((side.tail(0) ** alpha * side.tail(1) ** (1 - alpha)
                    for side in window.sides), arb(0))

    def term(log_p: arb | None, log_q: arb | None) -> arb:
        if log_p is None or log_q is None:
            return arb(0)
        return (alpha * log_p + (1 - alpha) * log_q).exp()

    return _checked(window.sum(term) + _between(0, rest))


def log_power(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """ln Σ p^α q^(1−α)."""
    found = power_sum(p, q, order)
    if isinstance(found, fmpq):
        return ZERO if found == 1 else arb.neg_inf()
    return found if infinite(found) else _checked(found.log())


def power_excess(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """Σ p^α q^(1−α) − 1."""
    return power_sum(p, q, order) - 1


def kl(p: Parts, q: Parts) -> Scalar:
    """Σ p ln(p/q). In the tails p ln(p/q) is at most (p^α q^(1−α) − p)/(α − 1), as ln x ≤ x − 1.

    Raises:
        Indeterminate: no such bound is finite, as of a discrete Laplace law from a Gaussian.
    """
    p, q = _merged(p), _merged(q)
    return ZERO if same_law(p, q) else _remembered(_kl, p, q)


def _kl(p: Parts, q: Parts) -> arb:
    for order in (fmpq(2), fmpq(9, 8)):
        window = _Window(p, q, order)
        if not window.covered():
            return arb("inf")
        if window.bounded():
            break
    else:
        raise Indeterminate("a divergence whose tails aren't bounded")
    most = window.power_tails() / (arb(order) - 1)
    # By the log-sum inequality a tail is at least P ln(P/Q), and Q is at most 1.
    least = sum((arb(xlogx(_between(0, side.tail(0)))) for side in window.sides if side.open[0]),
                arb(0))

    def term(log_p: arb | None, log_q: arb | None) -> arb:
        return arb(0) if log_p is None or log_q is None else log_p.exp() * (log_p - log_q)

    return window.sum(term) + least.union(most)


# --- the largest ratio ----------------------------------------------------------------------------


def most_log_ratio(p: Parts, q: Parts) -> Scalar:
    """The largest ln(p/q), or what it comes as near to as one likes; it may be +∞."""
    p, q = _merged(p), _merged(q)
    return ZERO if same_law(p, q) else _remembered(_most_log_ratio, p, q)


def _most_log_ratio(p: Parts, q: Parts) -> arb:
    window = _Window(p, q)
    if not window.covered():
        return arb("inf")
    reached, above = _ratios(window, range(window.low, window.high + 1))
    for side, way in zip(window.sides, (1, -1), strict=True):
        start = side.end
        bounds = _far_out(side, reached)
        if bounds is None:
            return arb("inf")
        more = _ratios(window, (way * k for k in range(start + 1, side.end + 1)))
        reached = largest([reached, more[0], bounds[0]])
        above = largest([above, more[1], bounds[1]])
    return reached.union(above)


def _ratios(window: _Window, places: Iterable[int]) -> tuple[arb, arb]:
    """Bounds of the largest ln(p/q) over integers."""
    below, above = [arb.neg_inf()], [arb.neg_inf()]
    for k in places:
        check_time()
        log_p, log_q = window.p.log(k), window.q.log(k)
        if log_p is not None and log_q is not None:
            below.append((log_p - log_q).lower())
            above.append((log_p - log_q).upper())
    return largest(below), largest(above)


def _far_out(side: _Side, reached: arb) -> tuple[arb, arb] | None:
    """Bounds of the largest ln(p/q) beyond an end, which is moved outwards until they are near, or
    below what is reached; None where it is unbounded.

    Relative to the part of q that falls slowest each part is a constant or falls to 0.
    """
    if not side.open[0]:
        return arb.neg_inf(), arb.neg_inf()
    lead = side.open[1][0]
    for j in side.open[1][1:]:
        if _leads(_mixed(side.fall(1, j), side.fall(1, lead), ONE, -ONE)) > 0:
            lead = j
    origin = side.fall(1, lead)
    # What of q there is for good, over its leading part; more of it makes the ratio less.
    steady = 1 + sum(((side.log(1, j) - side.log(1, lead)).exp() for j in side.open[1]
                      if j != lead and not _leads(_mixed(side.fall(1, j), origin, ONE, -ONE))),
                     arb(0))
    falls = [(i, _mixed(side.fall(0, i), origin, ONE, -ONE)) for i in side.open[0]]
    signs = [_leads(fall) for _, fall in falls]
    if max(signs) > 0:
        return None
    while True:
        # Constants, and what no more of the others there is from the end on.
        kept, lost, known = arb(0), arb(0), True
        for (i, fall), sign in zip(falls, signs, strict=True):
            ratio = (side.log(0, i) - side.log(1, lead)).exp()
            if sign == 0:
                kept += ratio
                continue
            step = _step(fall, side.end)
            known = known and step is not None and bool(step <= 0)
            lost += ratio
        most = ((kept + lost) / steady).log().upper()
        if known and (most < reached or lost < arb(2) ** -ctx.prec or side.end > MOST_TERMS // 2):
            break
        if side.end > MOST_TERMS:
            raise Indeterminate("tails that fall too slowly")
        side.end += abs(side.end) + 1
    # Far out the ratio comes as near as one likes to that of the constants alone.
    return (kept / steady).log().lower() if kept > 0 else arb.neg_inf(), most
