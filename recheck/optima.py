"""What is largest or least over laws: α-informations and their largest values, and the
rate–distortion function. Decimals propose, by Newton's method with a barrier; intervals enclose."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from recheck.errors import Undefined, Unknown, demand, refuse
from recheck.evaluation import Channel, Law, meaning, whole
from recheck.quantities import information, maximal_leakage, renyi
from recheck.reals import (
    ONE,
    ZERO,
    Num,
    endless,
    exp,
    largest,
    least,
    less,
    log,
    num,
    opposite,
    positive,
    power,
    span,
    total,
)

# How many times the barrier's weight falls to a tenth, and how often a price is halved.
BARRIERS, HALVINGS = 17, 70
NEAR, LEAST = Decimal(10) ** -9, Decimal(10) ** -300
Row: TypeAlias = list[Decimal]
Slopes: TypeAlias = Callable[[Row], tuple[Row, list[Row]]]


def middle(x: Num) -> Decimal:
    """A decimal in an interval, nearly."""
    if endless(x.lo) or endless(x.hi):
        return refuse(Unknown, "a number that may be infinite")
    between = (Fraction(x.lo) + Fraction(x.hi)) / 2
    return Decimal(between.numerator) / Decimal(between.denominator)


def dot(one: Iterable[Decimal], other: Iterable[Decimal]) -> Decimal:
    """The sum of products."""
    return sum(map(Decimal.__mul__, one, other), Decimal(0))


def solved(matrix: list[Row], right: Row) -> Row | None:
    """The solution of a linear system by elimination; None where a pivot is 0."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for place in range(size):
        pivot = max(range(place, size), key=lambda row: abs(rows[row][place]))
        if not rows[pivot][place]:
            return None
        rows[place], rows[pivot] = rows[pivot], rows[place]
        for row in range(size):
            if row != place and rows[row][place]:
                factor = rows[row][place] / rows[place][place]
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[place], strict=True)]
    return [rows[place][-1] / rows[place][place] for place in range(size)]


def best_law(count: int, slopes: Slopes) -> Row:
    """A law at which a concave function is nearly largest, from its first and second slopes."""
    one, zero = Decimal(1), Decimal(0)
    law = [one / count] * count
    for weight in (Decimal(10) ** -k for k in range(BARRIERS)):
        for _ in range(30):
            try:
                first, second = slopes(law)
            except ArithmeticError:
                return law
            # The function and weight · Σ ln p(x), with a multiplier for the sum of the law.
            matrix = [[*row, one] for row in second] + [[one] * count + [zero]]
            for x, mass in enumerate(law):
                matrix[x][x] -= weight / mass**2
            right = [-slope - weight / mass for slope, mass in zip(first, law, strict=True)]
            step = solved(matrix, [*right, zero])
            if step is None:
                return law
            share = min([one, *(-9 * mass / by / 10 for mass, by in zip(law, step[:-1], strict=True)
                                if by < 0)])
            law = [mass + share * by for mass, by in zip(law, step[:-1], strict=True)]
            if max(abs(by) / mass for mass, by in zip(law, step[:-1], strict=True)) < NEAR:
                break
    return law


def exactly(law: Row) -> list[Fraction]:
    """Decimals made a law of rational numbers, all above 0."""
    parts = [Fraction(max(mass, LEAST)) for mass in law]
    whole_law = sum(parts, Fraction(0))
    return [part / whole_law for part in parts]


# --- α-informations -------------------------------------------------------------------------------


def ordered(order: Num, low: int) -> None:
    """Demand an order from low to ∞."""
    fits = opposite(less(order, num(low)))
    if not fits:
        raise (Undefined if fits is False else Unknown)("an order that is too small")


@meaning("sibson")
def sibson(prior: Law, channel: Channel, order: Num) -> Num:
    """α/(α−1) ln Σ_y (Σ_x P(x) W(y|x)^α)^(1/α), and its limits."""
    ordered(order, 0)
    if order == ONE:
        return information(prior, channel)
    if order.infinite:
        return maximal_leakage(prior, channel)
    rows = list(zip(prior, channel, strict=True))
    columns = range(len(channel[0]))
    if order.sign == 0:
        return -log(largest(*(
            total(mass for mass, row in rows if positive(row[y])) for y in columns)))
    # An order that may be 0 or 1 is no divisor.
    sums = [total(mass * power(row[y], order) for mass, row in rows) for y in columns]
    return order / (order - ONE) * log(total(power(part, ONE / order) for part in sums))


@meaning("arimoto")
def arimoto(prior: Law, channel: Channel, order: Num) -> Num:
    """Sibson's at the prior that is proportional to P^α, and its limits."""
    ordered(order, 0)
    rows = [(mass, row) for mass, row in zip(prior, channel, strict=True) if positive(mass)]
    if order.infinite:
        return log(total(largest(*(mass * row[y] for mass, row in rows))
                         for y in range(len(channel[0])))) - log(largest(*prior))
    powers = [power(mass, order) for mass, _ in rows]
    tilted = [part / total(powers) for part in powers]
    return sibson(tilted, [row for _, row in rows], order)


@meaning("maximal_alpha_leakage")
def maximal_alpha_leakage(prior: Law, channel: Channel, order: Num) -> Num:
    """The mutual information at order 1, maximal leakage at ∞; between, the largest of Sibson's
    informations over laws on what the prior allows: from one of them, and the largest D_α of a row
    from one law of the outputs."""
    ordered(order, 1)
    if order == ONE:
        return information(prior, channel)
    if order.infinite:
        return maximal_leakage(prior, channel)
    rows = [row for mass, row in zip(prior, channel, strict=True) if positive(mass)]
    columns = [y for y in range(len(rows[0])) if any(positive(row[y]) for row in rows)]
    # Of equal rows one does.
    rows = [list(row) for row in dict.fromkeys(tuple(row[y] for y in columns) for row in rows)]
    alpha = middle(order)
    most = [max(middle(row[y]) for row in rows) for y in range(len(columns))]
    powers = [[(middle(mass) / top) ** alpha for mass, top in zip(row, most, strict=True)]
              for row in rows]

    def slopes(law: Row) -> tuple[Row, list[Row]]:
        sums = [dot(law, column) for column in zip(*powers, strict=True)]
        ones = [top * s ** (1 / alpha - 1) / (alpha - 1) for s, top in zip(sums, most, strict=True)]
        twos = [-one / s * (alpha - 1) / alpha for s, one in zip(sums, ones, strict=True)]
        weighted = [list(map(Decimal.__mul__, row, twos)) for row in powers]
        return ([dot(row, ones) for row in powers],
                [[dot(row, other) for other in powers] for row in weighted])

    law = best_law(len(rows), slopes)
    masses = [num(mass) for mass in exactly(law)]
    sums = [dot(law, column) for column in zip(*powers, strict=True)]
    told = exactly([top * s ** (1 / alpha) for s, top in zip(sums, most, strict=True)])
    low = sibson(masses, rows, order)
    high = largest(*(renyi(row, [num(mass) for mass in told], order) for row in rows))
    return span(low.lo, high.hi)


# --- reproductions --------------------------------------------------------------------------------


@meaning("rate_distortion")
def rate_distortion(source: Law, distortions: list[Num], outputs: Num, level: Num) -> Num:
    """The least I(P;W) with a mean distortion of at most D: from below by Σ P u − s D − ln max_y
    Σ_x P(x) e^(u(x) − s d(x, y)), from above by W(y|x) ∝ q(y) e^(−s d(x, y))."""
    width = whole(outputs)
    demand(width >= 1 and len(distortions) == width * len(source), "distortions of other symbols")
    if any(endless(end) for x in (*distortions, level) for end in (x.lo, x.hi)):
        return refuse(Undefined if any(x.infinite for x in (*distortions, level)) else Unknown,
                      "a distortion that may be infinite")
    fits = [opposite(less(entry, ZERO)) for entry in distortions]
    if not all(fits):
        raise (Undefined if False in fits else Unknown)("a negative distortion")
    table = [(mass, distortions[x * width:(x + 1) * width])
             for x, mass in enumerate(source) if mass != ZERO]
    if any(less(level, total(mass * row[y] for mass, row in table)) is False
           for y in range(width)):
        return ZERO
    lowest = total(mass * least(*row) for mass, row in table)
    if less(level, lowest):
        raise Undefined("no channel distorts so little")
    if level == lowest:
        return rated(table, None, level, lowest)
    if less(lowest, level) is not True:
        raise Unknown("whether a channel distorts so little")
    return rated(table, level, level, lowest)


def rated(table: list[tuple[Num, list[Num]]], sought: Num | None, level: Num, lowest: Num) -> Num:
    """The enclosure, at a price for the level sought, or from the least distortions only."""
    masses = [middle(mass) for mass, _ in table]
    plain = [[middle(entry) for entry in row] for _, row in table]
    if sought is None:
        if not all(entry.exact for _, row in table for entry in row):
            raise Unknown("which reproductions have the least distortion")
        best = [[entry == least(*row) for entry in row] for _, row in table]
        used = [y for y in range(len(plain[0])) if any(row[y] for row in best)]
        kept = [[num(int(row[y])) for y in used] for row in best]
        q = exactly(best_law(len(used), logarithmic(
            masses, [[Decimal(int(row[y])) for y in used] for row in best])))
        costs = [[row[y] for y in used] for _, row in table]
        price = ZERO
    else:
        s, law = priced(masses, plain, middle(sought))
        # A price below 0 bounds from below too: there by nothing.
        q, price = exactly(law), num(Fraction(s))
        kept = [[exp(-(price * entry)) for entry in row] for _, row in table]
        costs = [row for _, row in table]
    sums = [total(num(w) * b for w, b in zip(q, row, strict=True)) for row in kept]
    mean = -total(mass * log(s) for (mass, _), s in zip(table, sums, strict=True))
    most = largest(*(total(mass * row[y] / s for (mass, _), row, s in zip(
        table, kept, sums, strict=True)) for y in range(len(q))))
    distorted = total(
        mass * total(num(w) * b * d for w, b, d in zip(q, row, costs[x], strict=True)) / sums[x]
        for x, ((mass, _), row) in enumerate(zip(table, kept, strict=True)))
    low = mean - price * level - log(most)
    if sought is None:
        return span(largest(low, ZERO).lo, mean.hi)
    # What distorts too much is mixed with what distorts least, and tells at most which symbol it
    # is.
    over, room = largest(distorted - level, ZERO), distorted - lowest
    high = mean - price * distorted + over / room * log(num(len(table)))
    return span(largest(low, ZERO).lo, high.hi)


def logarithmic(masses: Row, weights: list[Row]) -> Slopes:
    """The slopes of Σ_x P(x) ln Σ_y q(y) b(x, y)."""

    def slopes(law: Row) -> tuple[Row, list[Row]]:
        sums = [dot(law, row) for row in weights]
        columns = [[row[y] / s for row, s in zip(weights, sums, strict=True)]
                   for y in range(len(law))]
        weighted = [list(map(Decimal.__mul__, masses, column)) for column in columns]
        return ([dot(masses, column) for column in columns],
                [[-dot(column, other) for other in columns] for column in weighted])

    return slopes


def priced(masses: Row, table: list[Row], level: Decimal) -> tuple[Decimal, Row]:
    """A price at which the best law of reproductions distorts as much as the level, and the law: by
    halving, as distortion falls with the price."""

    def at(price: Decimal) -> tuple[Decimal, Row]:
        weights = [[(price * (min(row) - entry)).exp() for entry in row] for row in table]
        law = best_law(len(table[0]), logarithmic(masses, weights))
        found = Decimal(0)
        for mass, row, costs in zip(masses, weights, table, strict=True):
            shares = list(map(Decimal.__mul__, law, row))
            found += mass * dot(shares, costs) / sum(shares)
        return found, law

    low, high = Decimal(0), Decimal(1)
    while at(high)[0] > level and high < 10**9:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        between = (low + high) / 2
        if not low < between < high:
            break
        low, high = (between, high) if at(between)[0] > level else (low, between)
    return high, at(high)[1]
