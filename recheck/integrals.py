"""Integrals over [a, ∞) or [a, b], in enclosures.

Between the means of Laplace densities under an integral the integrand is a sum of
c x^k e^(ax² + rx) with a ≤ 0, whose integral has a closed form; where that isn't told, it is held
cell by cell. A maximum is decided cell by cell, or bounded on cells that are short and on a tail
that is far out.
"""

import functools
import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.evaluation import Env, Evaluation
from recheck.noised import cdf
from recheck.reals import (
    INF,
    ONE,
    TWO,
    ZERO,
    End,
    Num,
    Precision,
    endless,
    exp,
    largest,
    log,
    num,
    pi,
    span,
    sqrt,
    total,
)
from recheck.statements import rational
from recheck.trees import Tree, free

# (a, r, k) of x^k e^(ax² + rx), and its factor.
Curve: TypeAlias = tuple[Fraction, Fraction, int]
Form: TypeAlias = dict[Curve, Num]
FLAT: Curve = (Fraction(0), Fraction(0), 0)
# So many halvings of a cell, and doublings of where a tail begins.
HALVINGS, DOUBLINGS = 14, 8


class Unsettled(Exception):
    """Which side of a maximum is the larger one differs within a cell, or isn't told."""


class Cell(NamedTuple):
    """An interval; on the last ones that are tried what isn't decided is bounded."""

    low: Fraction
    high: End
    last: bool


# --- integrands -----------------------------------------------------------------------------------


def added(one: Form, two: Form, way: int = 1) -> Form:
    """A sum, or a difference; what is exactly 0 left out."""
    found = dict(one)
    for curve, factor in two.items():
        found[curve] = found.get(curve, ZERO) + (factor if way == 1 else -factor)
    return {curve: factor for curve, factor in found.items() if factor != ZERO}


def multiplied(one: Form, two: Form) -> Form:
    """A product."""
    found: Form = {}
    for ((a, r, k), c), ((b, s, m), e) in itertools.product(one.items(), two.items()):
        found = added(found, {(a + b, r + s, k + m): c * e})
    return found


def exact(x: Num) -> Fraction:
    """A factor in an exponent, which must be known exactly."""
    return Fraction(x.lo) if x.exact and not x.infinite else refuse(
        Unsupported, "an exponent that isn't rational under an integral")


def exponential(power: Form) -> Form:
    """e to a power that is a polynomial of degree 2 at most."""
    parts = [power.get((FLAT[0], FLAT[1], k), ZERO) for k in range(3)]
    if any((a, r) != FLAT[:2] or k > 2 for a, r, k in power):
        return refuse(Unsupported, "an exponent under an integral that is no quadratic polynomial")
    return {(exact(parts[2]), exact(parts[1]), 0): exp(parts[0])}


def logarithm(inner: Form) -> Form:
    """The logarithm of a multiple of such an exponential."""
    if len(inner) != 1 or any(k for _, _, k in inner):
        return refuse(Unsupported, "a logarithm under an integral of another function")
    ((a, r, _), factor), = inner.items()
    powers = {(FLAT[0], FLAT[1], k + 1): num(part) for k, part in enumerate((r, a))}
    return added({FLAT: log(factor)}, powers)


class Integrand:
    """The terms under an integral on a cell."""

    def __init__(self, reading: Evaluation, name: str, env: Env, cell: Cell) -> None:
        self.reading, self.name, self.env, self.cell = reading, name, env, cell

    def form(self, term: Tree) -> Form:
        """A term as such a sum."""
        if self.name not in free(term):
            value = self.reading.term(term, self.env)
            # Of the parts of what is multiplied by it the signs may differ.
            return added({}, {FLAT: value}) if not value.infinities else refuse(
                Unsupported, "what may be infinite under an integral")
        match term:
            case ["var", _]:
                return {(FLAT[0], FLAT[1], 1): ONE}
            case ["op", "add" | "sub" as head, [left, right], _, _]:
                return added(self.form(left), self.form(right), 1 if head == "add" else -1)
            case ["op", "neg", [inner], _, _]:
                return added({}, self.form(inner), -1)
            case ["op", "mul", [left, right], _, _]:
                return multiplied(self.form(left), self.form(right))
            case ["op", "div", [top, bottom], _, _] if self.name not in free(bottom):
                share = ONE / self.reading.term(bottom, self.env)
                return multiplied(self.form(top), {FLAT: share})
            case ["op", "pow", [base, ["number", "2" | "3"] as power], _, _]:
                return functools.reduce(multiplied, [self.form(base)] * int(power[1]))
            case ["op", "exp", [inner], _, _]:
                return exponential(self.form(inner))
            case ["op", "log", [inner], _, _]:
                return logarithm(self.form(inner))
            case ["op", "abs", [inner], _, _]:
                found = self.form(inner)
                return self.larger(found, added({}, found, -1))
            case ["op", "maximum", [left, right], _, _]:
                return self.larger(self.form(left), self.form(right))
            case ["op", "minimum", [left, right], _, _]:
                sides = [added({}, self.form(side), -1) for side in (left, right)]
                return added({}, self.larger(*sides), -1)
            case ["op", "density", [law, place], _, _] if self.name not in free(law):
                return self.density(self.reading.term(law, self.env), self.form(place))
        raise Unsupported(f"an integral of {term[1]}")

    def density(self, parts: list[tuple[Num, object, Num, Num]], place: Form) -> Form:
        """The density of a mixture at a place."""
        found: Form = {}
        for weight, shape, mean, spread in parts:
            away = added(place, {FLAT: mean}, -1)
            if shape == "laplace":
                fall = multiplied(self.larger(away, added({}, away, -1)), {FLAT: ONE / spread})
                height = weight / (TWO * spread)
            elif shape == "gaussian":
                fall = multiplied(multiplied(away, away), {FLAT: ONE / (TWO * spread)})
                height = weight / sqrt(TWO * pi() * spread)
            else:
                return refuse(Unsupported, "an integral of a density of another shape")
            found = added(found, multiplied(exponential(added({}, fall, -1)), {FLAT: height}))
        return found

    def larger(self, one: Form, two: Form) -> Form:
        """The larger of two on the cell, or what holds it where that may be bounded."""
        apart = added(one, two, -1)
        try:
            reach = self.sign(apart)
        except Unsettled:
            reach = Num(-INF, INF)
        if reach.lo >= 0:
            return one
        if reach.hi <= 0:
            return two
        # What is only held stands by curves of one sign: around 0 odd powers are none.
        if not self.cell.last or self.cell.low < 0 < self.cell.high:
            raise Unsettled
        if self.cell.high != INF:
            return {FLAT: largest(self.range(one), self.range(two))}
        # No curve is negative: the larger one is the second and a share of the rest.
        shares = {curve: span(min(c.lo, Fraction(0)), max(c.hi, Fraction(0)))
                  for curve, c in added(one, two, -1).items()}
        return added(two, shares)

    def sign(self, form: Form) -> Num:
        """Where what has a form's sign lies on the cell: the form divided by an exponential, or
        f − g + ln(c/d) instead of c e^f − d e^g."""
        if len({curve[:2] for curve in form}) <= 1 and all(k <= 2 for _, _, k in form):
            parts = [ZERO, ZERO, ZERO]
            for (_, _, k), factor in form.items():
                parts[k] = factor
            return self.polynomial(*parts)
        if len(form) == 2 and not any(k for _, _, k in form):
            ((a, r, _), c), ((b, s, _), e) = form.items()
            if c.lo > 0 > e.hi:
                return self.polynomial(log(c / -e), num(r - s), num(a - b))
            if c.hi < 0 < e.lo:
                return self.polynomial(log(e / -c), num(s - r), num(b - a))
        # By the exponential that falls slowest in the end, the sign stays.
        a, r, _ = max(form)
        return self.range({(b - a, s - r, k): factor for (b, s, k), factor in form.items()})

    def polynomial(self, start: Num, slope: Num, square: Num) -> Num:
        """The values of a quadratic polynomial on the cell."""
        x = span(self.cell.low, self.cell.high, (False, self.cell.high == INF))
        bent = slope if square == ZERO else slope + square * x
        return start if bent == ZERO else start + bent * x

    def range(self, form: Form) -> Num:
        """Where its values lie on the cell."""
        return total(factor * self.curve(curve) for curve, factor in form.items())

    def curve(self, curve: Curve) -> Num:
        """The values of x^k e^(ax² + rx) on the cell; a tail begins right of 0."""
        low, high, _ = self.cell
        a, r, k = curve
        if high != INF:
            x = span(low, high)
            power = decayed(x * (num(r) + num(a) * x)) if (a, r) != FLAT[:2] else ONE
            return functools.reduce(lambda found, _: found * x, range(k), power)
        if (a, r) == FLAT[:2] and (low >= 0 or k == 0):
            return span(low**k, INF, (False, True)) if k else ONE
        if low > 0 and a <= 0 and k / low + 2 * a * low + r < 0:
            # Its logarithm is concave, and falls there.
            return span(Fraction(0), at(curve, low).hi)
        raise Unsettled


# --- integrals ------------------------------------------------------------------------------------


def decayed(power: Num) -> Num:
    """e^x, without digits that count for nothing where it is next to 0."""
    spare = 4 * Precision.bits
    return exp(power) if power.hi >= -spare else span(Fraction(0), Fraction(1, 1 << spare))


def at(curve: Curve, x: Fraction) -> Num:
    """x^k e^(ax² + rx) at a number."""
    a, r, k = curve
    return num(x**k) * decayed(num(x * (a * x + r)))


def area(curve: Curve, low: Fraction, high: End) -> Num:
    """∫ x^k e^(ax² + rx) between two ends."""
    a, r, k = curve
    far = high == INF

    def grown(degree: int) -> Num:
        return (ZERO if far else at((a, r, degree), high)) - at((a, r, degree), low)

    if far and not (a < 0 or (a == 0 and r < 0)):
        return num(INF) if low >= 0 or k == 0 else refuse(Unsupported, "a tail of both signs")
    if a > 0:
        refuse(Unsupported, "an exponent that rises as a square")
    if a == 0 and r == 0:
        return grown(k + 1) / num(k + 1)
    if a == 0:
        before = ZERO
        for degree in range(k + 1):
            before = (grown(degree) - num(degree) * before) / num(r)
        return before
    # By the normal law around the top; then by parts.
    root, centre = sqrt(num(-2 * a)), r / (2 * a)
    below = cdf(root * num(low + centre))
    above = ONE if far else cdf(root * num(high + centre))
    parts = [exp(num(-r * r / (4 * a))) * sqrt(TWO * pi()) / root * (above - below)]
    for degree in range(1, k + 1):
        rest = num(degree - 1) * parts[-2] if degree > 1 else ZERO
        parts.append((grown(degree - 1) - num(r) * parts[-1] - rest) / num(2 * a))
    return parts[-1]


def means(reading: Evaluation, term: Tree, name: str, env: Env) -> Iterator[Fraction]:
    """Where the variable meets a mean of a density."""
    match term:
        case ["op", "density", [law, place], _, _]:
            if name in free(law):
                refuse(Unsupported, "an integral over laws of densities")
            try:
                line = Integrand(reading, name, env, Cell(Fraction(0), INF, False)).form(place)
            except (Unsettled, Undefined):
                # Somewhere, maybe beyond the ends: it need not be cut.
                return
            slope, rest = (exact(line.get((FLAT[0], FLAT[1], k), ZERO)) for k in (1, 0))
            for _, _, mean, _ in reading.term(law, env) if slope else ():
                yield (exact(mean) - rest) / slope
        case ["op", _, args, _, _]:
            for arg in args:
                yield from means(reading, arg, name, env)


def closed(reading: Evaluation, bind: Tree, env: Env) -> Num:
    """An integral of such sums.

    Raises:
        Unsupported: it is none.
    """
    _, _, (name, sort, _), _, body, _ = bind
    begin, end = rational(sort[1]), INF if sort[2] is None else rational(sort[2])
    places = sorted({
        x for x in (Fraction(0), *means(reading, body, name, env)) if begin < x < end})
    ends = [begin, *places, end]
    scale = max([*places, begin + 1]) - begin
    cells = [(Cell(a, b, False), 0) for a, b in itertools.pairwise(ends)]
    found = ZERO
    while cells:
        cell, depth = cells.pop()
        try:
            form = Integrand(reading, name, env, cell).form(body)
            areas = [factor * area(curve, cell.low, cell.high) for curve, factor in form.items()]
            if len({part.lo for part in areas if part.infinite}) == 2:
                # Not undefined: one of them may outgrow the other.
                raise Unknown("a tail that has parts of both signs")
            found = found + total(areas)
            continue
        except Unsettled:
            # No last one, as none has 0 inside.
            pass
        far = endless(cell.high)
        middle = 2 * cell.low - begin + scale if far else (cell.low + cell.high) / 2
        last = depth + 1 >= (DOUBLINGS if far else HALVINGS)
        cells += [(Cell(cell.low, middle, last and not far), 0 if far else depth + 1),
                  (Cell(middle, cell.high, last), depth + 1)]
    return found


def by_cells(function: Callable[[Num], Num], sort: Tree) -> Num:
    """The integral from an end to ∞ of what isn't negative far out, cell by cell."""
    low = rational(sort[1]) if sort[2] is None else refuse(Unsupported, "a finite integral")
    grid = [low + Fraction(k, 8) for k in range(64)]
    tail = function(Num(grid[-1], INF, (False, True)))
    found = total(function(Num(a, b)) * num(b - a) for a, b in itertools.pairwise(grid))
    return span(found.lo, INF) if tail.lo >= 0 else refuse(Unsupported, "a tail of both signs")


def integral(reading: Evaluation, bind: Tree, env: Env) -> Num:
    """An integral, in closed form between kinks or else cell by cell."""
    try:
        return closed(reading, bind, env)
    except Unsupported:
        _, _, (name, sort, _), _, body, _ = bind
        return by_cells(lambda x: reading.term(body, {**env, name: x}), sort)
