"""How much channels contract, what guesses gain by their outputs, and what any prior leaks."""

import itertools

from recheck.errors import Undefined, Unknown, Unsupported, demand, refuse
from recheck.evaluation import Channel, Law, meaning, whole
from recheck.quantities import hockey_stick, total_variation
from recheck.reals import INF, ONE, ZERO, Num, largest, least, less, log, num, total


def pairs(channel: Channel) -> list[tuple[Law, Law]]:
    """All pairs of rows; there is one row at least."""
    if not channel:
        refuse(Undefined, "the largest of no rows")
    return list(itertools.product(channel, channel))


@meaning("dobrushin")
def dobrushin(channel: Channel) -> Num:
    """The largest total variation between rows."""
    return largest(*itertools.starmap(total_variation, pairs(channel)))


@meaning("stick_contraction")
def stick_contraction(channel: Channel, epsilon: Num) -> Num:
    """The largest hockey-stick divergence between rows, at a number."""
    if epsilon.infinite:
        raise Undefined("a divergence at an infinite order")
    return largest(*(hockey_stick(one, other, epsilon) for one, other in pairs(channel)))


@meaning("min_entropy_leakage")
def min_entropy_leakage(prior: Law, channel: Channel) -> Num:
    """ln of Σ_y max_x P(x) W(y|x) over max_x P(x)."""
    columns = zip(*channel, strict=True)
    seen = total(largest(*map(Num.__mul__, prior, column)) for column in columns)
    return log(seen / largest(*prior))


@meaning("g_leakage")
def g_leakage(prior: Law, channel: Channel, gains: list[Num], guesses: Num) -> Num:
    """ln of Σ_y max_w Σ_x P(x) W(y|x) g(w, x) over max_w Σ_x P(x) g(w, x), where that is above
    0."""
    count, inputs = whole(guesses), len(prior)
    demand(count >= 1 and len(gains) == count * inputs, "gains of other guesses")
    table = [gains[w * inputs:(w + 1) * inputs] for w in range(count)]

    def best(masses: list[Num]) -> Num:
        return largest(*(total(map(Num.__mul__, masses, row)) for row in table))

    before = best(list(prior))
    if not less(ZERO, before):
        raise (Unknown if less(ZERO, before) is None else Undefined)("guesses that gain nothing")
    columns = zip(*channel, strict=True)
    return log(total(best(list(map(Num.__mul__, prior, column))) for column in columns) / before)


@meaning("leakage_capacity")
def leakage_capacity(channel: Channel) -> Num:
    """ln of the largest ratio of two entries of a column; ∞ where one alone is 0."""
    if not channel:
        raise Unsupported("what no input leaks")
    found = [ONE]
    for column in zip(*channel, strict=True):
        high, low = largest(*column), least(*column)
        if low.sign == 0 and high.sign == 1:
            return num(INF)
        if high.sign is None:
            raise Unknown("an entry that may be 0")
        if high.sign:
            found.append(high / low)
    return log(largest(*found))
