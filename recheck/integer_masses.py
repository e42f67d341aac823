"""Masses of laws on the integers, in enclosures: where they are, how they fall far out, and what is
beyond an end.

A law is a list of parts (weight, shape, mean, spread), as on the real line (`densities`); of
Poisson, geometric and binomial laws the mean stands for the least integer with mass. Far out on a
side where a part has no end, ln p(k+1) − ln p(k) is slope + ln(factor) − bend k − Σ c ln(k − o),
and so it is of p^α q^(1−α): where no further step is more than ln r < 0, the sum of what is left is
no more than that of a geometric series.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from recheck.densities import Mixture
from recheck.errors import Unknown, Unsupported, refuse
from recheck.events import Part
from recheck.reals import ONE, TWO, ZERO, Num, exp, less, log, num, power, span, sqrt, total

# How many integers a sum is worked out over, at most.
MOST_TERMS = 20_000
# How much of a tail counts for nothing.
FAINT = Fraction(1, 10**20)


# --- parts ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fall:
    """ln p(k+1) − ln p(k) from `start` on."""

    slope: Num
    factor: Num
    bend: Num
    logs: tuple[tuple[Num, int], ...]
    start: int


def place_of(part: Part) -> int:
    """A part's mean, or the least integer at which it has mass."""
    return int(part[2].lo)


def low_of(part: Part) -> int | None:
    """The least integer at which a part has mass, if there is one."""
    return None if part[1] in ("laplace", "gaussian") else place_of(part)


def high_of(part: Part) -> int | None:
    """The largest such integer, if there is one."""
    return place_of(part) + int(part[1][1].lo) if isinstance(part[1], tuple) else None


def fall_of(part: Part) -> Fall:
    """How a part falls on the right, where it has no end."""
    _, shape, mean, spread = part
    m = place_of(part)
    if shape == "gaussian":
        return Fall((TWO * mean - ONE) / (TWO * spread), ONE, ONE / spread, (), m)
    if shape == "laplace":
        return Fall(-ONE / spread, ONE, ZERO, (), m)
    if shape == "geometric":
        return Fall(ZERO, ONE - spread, ZERO, (), m)
    return Fall(ZERO, spread, ZERO, ((ONE, m - 1),), m)


def norm_of(part: Part) -> Num:
    """The logarithm of what `log_of` is relative to."""
    weight, shape, _, spread = part
    if shape == "poisson":
        return log(weight) - spread
    if shape == "geometric":
        return log(weight) + log(spread)
    if shape == "laplace":
        t = exp(-ONE / spread)
        return log(weight) + log((ONE - t) / (ONE + t))
    if isinstance(shape, tuple):
        return log(weight) + shape[1] * log(ONE - spread)
    last = counted(num(12) * sqrt(spread))
    near = total(exp(-num(j * j) / (TWO * spread)) for j in range(1, last + 1))
    # A falling sum is no more than its integral, and that lies below that of the tangent.
    rest = exp(-num(last * last) / (TWO * spread)) * spread / num(last)
    return log(weight) - log(ONE + TWO * (near + span(Fraction(0), rest.hi)))


def counted(x: Num) -> int:
    """A whole number no less."""
    found: int = math.ceil(x.hi)
    return found if found <= MOST_TERMS else refuse(Unsupported, "a sum of too many terms")


class Masses:
    """A mixture at the integers."""

    def __init__(self, parts: Mixture) -> None:
        self.parts = parts
        self.norms = [norm_of(part) for part in parts]
        self.logs = [log_slope(part) for part in parts]
        self.open = [i for i, part in enumerate(parts) if high_of(part) is None]

    def part(self, i: int, k: int) -> Num:
        """The logarithm of a part's mass at an integer where it has some."""
        (_, shape, _, spread), norm, rate = self.parts[i], self.norms[i], self.logs[i]
        j = abs(k - place_of(self.parts[i]))
        if shape == "gaussian":
            return norm - num(j * j) / (TWO * spread)
        found = norm + num(j) * rate
        if shape == "poisson":
            return found - log(num(math.prod(range(1, j + 1))))
        if isinstance(shape, tuple):
            return found + log(num(math.comb(int(shape[1].lo), j)))
        return found

    def at(self, k: int) -> Num | None:
        """The logarithm of the mass; None where there is none."""
        logs = [self.part(i, k) for i, part in enumerate(self.parts) if inside(part, k)]
        return None if not logs else logs[0] if len(logs) == 1 else log(total(map(exp, logs)))

    def has(self, k: int) -> bool:
        """Whether there is mass at an integer."""
        return any(inside(part, k) for part in self.parts)


def log_slope(part: Part) -> Num:
    """What a part's logarithm changes by, from one integer to the next, but for factorials."""
    _, shape, _, spread = part
    if shape == "laplace":
        return -ONE / spread
    if shape == "geometric":
        return log(ONE - spread)
    if shape == "poisson":
        return log(spread)
    return log(spread / (ONE - spread)) if shape != "gaussian" and spread != ONE else ZERO


def inside(part: Part, k: int) -> bool:
    """Whether a part has mass at an integer."""
    low, high = low_of(part), high_of(part)
    return (low is None or low <= k) and (high is None or k <= high)


def mirrored(found: Mixture) -> Mixture:
    """The law of −X of the parts without an end on the left."""
    return [(w, s, -m, v) for w, s, m, v in found if s in ("laplace", "gaussian")]


# --- falls ----------------------------------------------------------------------------------------


def mixed(x: Num, one: Fall, y: Num, two: Fall) -> Fall:
    """The fall of p^x q^y."""
    if one.factor == two.factor:
        slope = (x + y) * log(one.factor)
    else:
        slope = x * log(one.factor) + y * log(two.factor)
    return Fall(
        x * one.slope + y * two.slope + slope, ONE, x * one.bend + y * two.bend,
        (*((x * c, o) for c, o in one.logs), *((y * c, o) for c, o in two.logs)),
        max(one.start, two.start))


def leads(fall: Fall) -> int:
    """The sign of a step far out: −1 where the terms fall, 0 where they are constant."""
    grows = total(c for c, _ in fall.logs)
    moved = total(c * num(o) for c, o in fall.logs)
    for x in (-fall.bend, -grows, fall.slope + log(fall.factor), moved):
        if x.sign is None:
            raise Unknown("which of two tails falls faster")
        if x.sign:
            return x.sign
    return 0


def step(fall: Fall, k: int) -> Num | None:
    """No less than any step from k on, where there is such a bound."""
    if k < fall.start:
        return None
    straight = fall.slope + log(fall.factor) - fall.bend * num(k)
    here = straight - total(c * log(num(k - o)) for c, o in fall.logs)
    lost = total(-c / num(k - o) for c, o in fall.logs if c.sign != 1)
    if less(fall.bend, lost) is False:
        return here
    if len(fall.logs) != 2 or fall.bend.sign not in (0, 1):
        return None
    # Σ c/(k − o) has the sign of a linear function of k; if it isn't negative, steps don't rise.
    (one, o1), (two, o2) = fall.logs
    there, grows = one * num(k - o2) + two * num(k - o1), one + two
    if there.lo >= 0 and grows.lo >= 0:
        return here
    # Where grows is exactly 0, so are its parts: what the logarithms add rises to 0.
    return straight if grows.sign == 0 else None


def rest_of(fall: Fall, value: Num, k: int) -> Num:
    """No less than the sum of all terms after that at k, of which the logarithm is given."""
    most = step(fall, k)
    if most is None or most.sign != -1:
        raise Unknown("a tail that isn't known to fall")
    ratio = exp(most)
    return exp(value) * ratio / (ONE - ratio)


# --- two laws -------------------------------------------------------------------------------------


class Side:
    """Two laws from the right: what is beyond an end."""

    def __init__(self, p: Mixture, q: Mixture, start: int, order: Num) -> None:
        self.p, self.q, self.order = Masses(p), Masses(q), order
        self.pairs: list[tuple[int, int]] = []
        self.bounded = True
        for i in self.p.open:
            fits = [j for j in self.q.open if leads(self.tilted(i, j)) < 0]
            self.bounded = self.bounded and bool(fits)
            self.pairs += [(i, j) for j in fits[:1]]
        self.end = self.widened(start)

    def tilted(self, i: int, j: int) -> Fall:
        """The fall of p_i^α q_j^(1−α)."""
        return mixed(self.order, fall_of(self.p.parts[i]), ONE - self.order,
                     fall_of(self.q.parts[j]))

    def widened(self, start: int) -> int:
        """Where hardly any mass is further out."""
        width = 0
        while width <= MOST_TERMS:
            self.end = start + width
            try:
                if all(rest.hi < FAINT for rest in (
                        *self.masses(self.p), *self.masses(self.q), *self.powers())):
                    return self.end
            except Unknown:
                pass
            width = 2 * width + 1
        return refuse(Unsupported, "a sum of too many terms")

    def masses(self, law: Masses) -> list[Num]:
        """No less than the masses of a law's parts beyond the end."""
        return [rest_of(fall_of(law.parts[i]), law.part(i, self.end), self.end)
                for i in law.open]

    def powers(self) -> list[Num]:
        """No less than the sums of p_i^α q_j^(1−α) there."""
        return [rest_of(self.tilted(i, j), self.order * self.p.part(i, self.end)
                        + (ONE - self.order) * self.q.part(j, self.end), self.end)
                for i, j in self.pairs]

    def power_tail(self) -> Num:
        """No less than Σ p^α q^(1−α) there for α > 1: p^α is at most k^(α−1) Σ p_i^α over its
        parts."""
        return power(num(len(self.pairs)), self.order - ONE) * total(self.powers())


class Pair:
    """Two laws at the integers between two ends."""

    def __init__(self, p: Mixture, q: Mixture, order: Num = ONE) -> None:
        self.p, self.q = Masses(p), Masses(q)
        both = [*p, *q]
        highs = [place_of(part) if (end := high_of(part)) is None else end for part in both]
        right = Side(p, q, max(highs) + 1, order)
        left = Side(mirrored(p), mirrored(q), 1 - min(map(place_of, both)), order)
        self.sides = left, right
        self.places = range(-left.end, right.end + 1)
        if len(self.places) > MOST_TERMS:
            refuse(Unsupported, "a sum of too many terms")
        # Where a part has no end it has mass at the outermost of them.
        within = [(self.p.has(k), self.q.has(k)) for k in self.places]
        # Whether q has mass wherever p has, whether there is no integer where both have, and
        # whether Σ p^α q^(1−α) is bounded for α > 1.
        self.covered = (True, False) not in within
        self.apart = (True, True) not in within
        self.bounded = self.covered and all(side.bounded for side in self.sides)

    def joint(self) -> Iterator[tuple[Num, Num]]:
        """ln p and ln q wherever both have mass between the ends."""
        for k in self.places:
            if (a := self.p.at(k)) is not None and (b := self.q.at(k)) is not None:
                yield a, b

    def alone(self) -> Num:
        """The mass of p where q has none between the ends."""
        return total(exp(a) for k in self.places
                     if not self.q.has(k) and (a := self.p.at(k)) is not None)


def up_to(bound: Num) -> Num:
    """Between 0 and a bound."""
    return span(Fraction(0), bound.hi)
