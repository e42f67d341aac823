"""Quantities of laws and channels on finite alphabets: divergences, entropies, information.

A law is a list of probabilities, a channel a list of laws. Logarithms are natural.
"""

import itertools
import math
import operator
from collections.abc import Iterable
from typing import Any

from recheck.errors import Rejected, Undefined, Unknown, Unsupported, demand, refuse
from recheck.evaluation import (
    MOST_SYMBOLS,
    Channel,
    Evaluation,
    Event,
    Law,
    Table,
    meaning,
    whole,
)
from recheck.reals import (
    INF,
    ONE,
    TWO,
    ZERO,
    Num,
    entropy,
    exp,
    gathered,
    largest,
    less,
    log,
    magnitude,
    not_negative,
    num,
    opposite,
    positive,
    power,
    span,
    total,
)

# --- parts of laws, channels and joint laws -------------------------------------------------------


@meaning("at", "component", "row")
def place(values: list[Any], index: Num) -> Any:
    """An entry of a law, or a row of a channel."""
    return values[whole(index, len(values))]


def cells(table: Table) -> list[tuple[tuple[int, ...], Any]]:
    """The tuples of a table with their entries."""
    return list(zip(itertools.product(*map(range, table.shape)), table.data, strict=True))


@meaning("pmf_literal", "channel_literal")
def listed(*parts: Any) -> list[Any]:
    """A law by its entries, a channel by its rows."""
    return list(parts)


@meaning("probability")
def probability(p: Law, event: Event) -> Num:
    """P(A)."""
    demand(len(p) == event.symbols, "an event of another alphabet")
    return total(p[x] for x in event.members)


@meaning("indicator")
def indicator(event: Event, x: Num) -> Num:
    """1 if a symbol is in an event, else 0."""
    return num(int(x.lo in event.members))


@meaning("cardinality")
def cardinality(event: Event) -> Num:
    """How many symbols an event has."""
    return num(len(event.members))


@meaning("complement")
def complement(size: Num, event: Event) -> Event:
    """The other symbols."""
    return Event(event.symbols, frozenset(range(whole(size))) - event.members)


@meaning("singleton")
def singleton(size: Num, x: Num) -> Event:
    """The event of one symbol."""
    return Event(whole(size), frozenset([whole(x, whole(size))]))


def divided(a: Num, b: Num) -> tuple[int, int]:
    """⌊a/b⌋ and what is left."""
    under = whole(b)
    return divmod(whole(a), under) if under else refuse(Undefined, "0 as a divisor")


@meaning("quotient")
def quotient(a: Num, b: Num) -> Num:
    """The whole part of a/b."""
    return num(divided(a, b)[0])


@meaning("remainder")
def remainder(a: Num, b: Num) -> Num:
    """What is left of a by b."""
    return num(divided(a, b)[1])


@meaning("iid")
def iid(p: Law, count: Num) -> Law:
    """Sequences of independent symbols, the last one fastest."""
    times = whole(count)
    if len(p) ** times > MOST_SYMBOLS:
        raise Unsupported("more sequences than are listed")
    return [math.prod(masses, start=ONE) for masses in itertools.product(p, repeat=times)]


@meaning("memoryless")
def memoryless(channel: Channel, count: Num) -> Channel:
    """Independent uses, the last one fastest."""
    times = whole(count)
    if (len(channel) * len(channel[0])) ** times > MOST_SYMBOLS:
        raise Unsupported("more sequences than are listed")
    return [[math.prod((row[b] for row, b in zip(rows, told, strict=True)), start=ONE)
             for told in itertools.product(range(len(channel[0])), repeat=times)]
            for rows in itertools.product(channel, repeat=times)]


@meaning("shuffle")
def shuffle(symbols: Num, count: Num) -> Channel:
    """Each sequence goes to the one with its symbols in order."""
    size, times = whole(symbols), whole(count)
    demand(size >= 1, "a channel of no symbols")
    if size ** (2 * times) > MOST_SYMBOLS:
        raise Unsupported("more sequences than are listed")
    sequences = list(itertools.product(range(size), repeat=times))
    return [[ONE if tuple(sorted(told)) == other else ZERO for other in sequences]
            for told in sequences]


def histograms(symbols: Num, times: Num) -> list[tuple[int, ...]]:
    """How often each symbol occurs in the types of sequences: bars between stars, those with more
    of the first symbols first."""
    size, length = whole(symbols), whole(times)
    demand(size >= 1, "types of no symbols")
    ends = length + size - 1
    if math.comb(ends, length) > MOST_SYMBOLS:
        raise Unsupported("more types than are listed")
    return sorted(
        (tuple(end - start - 1 for start, end in itertools.pairwise((-1, *bars, ends)))
         for bars in itertools.combinations(range(ends), size - 1)), reverse=True)


@meaning("types")
def types(symbols: Num, times: Num) -> Num:
    """How many types there are."""
    size, length = whole(symbols), whole(times)
    demand(size >= 1, "types of no symbols")
    return num(math.comb(length + size - 1, size - 1))


@meaning("occurrences")
def occurrences(symbols: Num, times: Num, chosen: Num, symbol: Num) -> Num:
    """How often a symbol occurs in a type."""
    return num(place(list(place(histograms(symbols, times), chosen)), symbol))


@meaning("shuffled")
def shuffled(channel: Channel, count: Num, sequence: Num) -> Law:
    """The type of the reports: sums over those of the users so far and of one more."""
    size, left = num(len(channel[0])), whole(sequence, len(channel) ** whole(count))
    known, listed = {(0,) * len(channel[0]): ONE}, histograms(size, count)
    for _ in range(whole(count)):
        left, sent = divmod(left, len(channel))
        known = gathered((tuple(own + (a == b) for b, own in enumerate(counts)), mass * p)
                         for counts, mass in known.items() for a, p in enumerate(channel[sent]))
    return [known[counts] for counts in listed]


@meaning("type_law")
def type_law(p: Law, count: Num) -> Law:
    """The type of independent samples."""
    return shuffled([p], count, ZERO)


@meaning("marginal")
def marginal(joint: Table, name: str) -> Law:
    """The law of one variable."""
    axis = joint.names.index(name)
    return list(gathered((cell[axis], mass) for cell, mass in cells(joint)).values())


@meaning("joint_at")
def joint_at(joint: Table, *indices: Num) -> Num:
    """The probability of a tuple of symbols."""
    at = 0
    for index, size in zip(indices, joint.shape, strict=True):
        at = at * size + whole(index, size)
    found: Num = joint.data[at]
    return found


def summed(joint: Table, names: list[str]) -> Table:
    """The joint law of some variables, in this order."""
    axes = [joint.names.index(name) for name in names]
    masses = gathered((tuple(cell[i] for i in axes), mass) for cell, mass in cells(joint))
    shape = tuple(joint.shape[i] for i in axes)
    return Table(shape, [masses[cell] for cell in itertools.product(*map(range, shape))],
                 tuple(names))


@meaning("margin")
def margin(joint: Table, names: str) -> Table:
    """The joint law of some variables."""
    return summed(joint, names.split(","))


@meaning("conditional")
def conditional(joint: Table, of: str, given: str) -> Channel:
    """The laws of some variables given others; uniform where these never come."""
    found = summed(joint, [*given.split(","), *of.split(",")])
    count = math.prod(found.shape[:len(given.split(","))])
    outputs = len(found.data) // count
    rows = [found.data[x * outputs:(x + 1) * outputs] for x in range(count)]
    return [[mass / total(row) for mass in row] if positive(total(row))
            else [ONE / num(outputs)] * outputs for row in rows]


@meaning("joint_of")
def joint_of(p: Law, channel: Channel) -> Table:
    """The joint law of input and output."""
    return Table((len(channel), len(channel[0])),
                 [x * w for x, row in zip(p, channel, strict=True) for w in row])


@meaning("joint_of_outputs")
def joint_of_outputs(p: Law, first: Channel, second: Channel) -> Table:
    """The joint law of an input and the outputs of two channels."""
    return Table((len(p), len(first[0]), len(second[0])),
                 [x * w * v for x, one, two in zip(p, first, second, strict=True)
                  for w in one for v in two])


@meaning("as_joint")
def as_joint(p: Law, *sizes: Any) -> Table:
    """A law on tuples of symbols; the names of the variables come last."""
    return Table(tuple(map(whole, sizes[:-1])), p)


@meaning("output")
def output(p: Law, channel: Channel) -> Law:
    """The law of a channel's output."""
    demand(len(p) == len(channel), "a law of other inputs")
    return [total(map(operator.mul, p, column)) for column in zip(*channel, strict=True)]


@meaning("chain")
def chain(one: Channel, two: Channel) -> Channel:
    """A channel after another."""
    return [output(row, two) for row in one]


@meaning("parallel")
def parallel(one: Channel, two: Channel) -> Channel:
    """Both outputs, independent given the input."""
    return [[x * y for x in a for y in b] for a, b in zip(one, two, strict=True)]


# --- divergences ----------------------------------------------------------------------------------


def log_ratio(p: Num, q: Num) -> Num:
    """ln(p/q) for probabilities."""
    return num(-INF) if not positive(p) else num(INF) if q.sign == 0 else log(p / q)


@meaning("likelihood_ratio")
def likelihood_ratio(p: Law, q: Law, x: Num) -> Num:
    """P(x)/Q(x), ∞ where only Q(x) is 0."""
    one, two = place(p, x), place(q, x)
    return num(INF) if two.sign == 0 and positive(one) else one / two


@meaning("kl")
def kl(p: Law, q: Law) -> Num:
    """D(P‖Q), ∞ unless P is absolutely continuous."""
    pairs = zip(p, q, strict=True)
    return not_negative(total(x * log_ratio(x, y) for x, y in pairs if positive(x)))


@meaning("total_variation")
def total_variation(p: Law, q: Law) -> Num:
    """½ Σ |P − Q|."""
    return total(magnitude(x - y) for x, y in zip(p, q, strict=True)) / TWO


@meaning("hockey_stick")
def hockey_stick(p: Law, q: Law, epsilon: Num) -> Num:
    """Σ max(0, P − e^ε Q)."""
    return total(largest(ZERO, x - exp(epsilon) * y) for x, y in zip(p, q, strict=True))


@meaning("trade_off")
def trade_off(p: Law, q: Law, level: Num) -> Num:
    """The largest 1 − γ level − Σ max(0, Q − γ P) over likelihood ratios γ = Q(b)/P(b), for a level
    in [0, 1]."""
    outside = [less(level, ZERO), less(ONE, level)]
    if any(outside) or None in outside:
        raise (Undefined if any(outside) else Unknown)("a level outside of [0, 1]")
    slopes = [y / x for x, y in zip(p, q, strict=True) if positive(x)]
    return largest(*(ONE - slope * level - total(
        largest(ZERO, y - slope * x) for x, y in zip(p, q, strict=True)) for slope in slopes))


@meaning("chi_square")
def chi_square(p: Law, q: Law) -> Num:
    """Σ (P − Q)²/Q, ∞ unless P is absolutely continuous."""
    return total(num(INF) if y.sign == 0 else power(x - y, TWO) / y
                 for x, y in zip(p, q, strict=True) if positive(x) or positive(y))


@meaning("renyi")
def renyi(p: Law, q: Law, order: Num) -> Num:
    """D_α(P‖Q) of an order in [0, ∞], which never falls with the order."""
    if not order.exact and order.lo >= 0:
        low, high = (renyi(p, q, num(end)) for end in (order.lo, order.hi))
        return refuse(Unknown, "it may be infinite") if high.infinite else span(low.lo, high.hi)
    pairs = [(x, y) for x, y in zip(p, q, strict=True) if positive(x)]
    if order.sign != 1 or order.infinite:
        demand(order.sign == 0 or order.lo == INF, "an order that may be below 0")
        return (largest(*itertools.starmap(log_ratio, pairs)) if order.sign
                else -log(total(y for _, y in pairs)))
    if order == ONE:
        return kl(p, q)
    if order.lo > 1 and any(y.sign == 0 for _, y in pairs):
        return num(INF)
    return log(total(y * power(x / y, order) for x, y in pairs if positive(y))) / (order - ONE)


# --- entropies and information --------------------------------------------------------------------


@meaning("entropy")
def shannon_entropy(p: Law) -> Num:
    """H(P)."""
    return entropy(p)


@meaning("min_entropy")
def min_entropy(p: Law) -> Num:
    """−ln of the largest probability."""
    return -log(largest(*p))


@meaning("renyi_entropy")
def renyi_entropy(p: Law, order: Num) -> Num:
    """H_α(P): ln Σ P^α / (1 − α), of an order from 0 on."""
    fits = opposite(less(order, ZERO))
    if not fits:
        raise (Undefined if fits is False else Unknown)("an order below 0")
    if order == ONE:
        return entropy(p)
    if order.infinite:
        return min_entropy(p)
    return log(total(power(x, order) for x in p if positive(x))) / (ONE - order)


def mutual(parts: Iterable[tuple[Any, Any, Any, Num]]) -> Num:
    """I(A;B|C) of cells (a, b, c, mass)."""
    held = [part for part in parts if positive(part[3])]
    joint, left, right, common = (
        gathered((tuple(part[i] for i in axes), part[3]) for part in held)
        for axes in ((0, 1, 2), (0, 2), (1, 2), (2,)))
    return not_negative(total(
        mass * log(mass * common[c,] / (left[a, c] * right[b, c]))
        for (a, b, c), mass in joint.items()))


@meaning("joint_information")
def joint_information(joint: Table, *groups: str) -> Num:
    """I(A;B|C) for groups of a joint law's variables."""
    one, two, given = (
        [joint.names.index(name) for name in group.split(",") if name] for group in groups)
    return mutual((tuple(cell[i] for i in one), tuple(cell[i] for i in two),
                   tuple(cell[i] for i in given), mass) for cell, mass in cells(joint))


@meaning("joint_entropy")
def joint_entropy(joint: Table, group: str, given: str) -> Num:
    """H(A|C), which is I(A;A|C)."""
    return joint_information(joint, group, group, given)


@meaning("information")
def information(p: Law, channel: Channel) -> Num:
    """I(P;W), the mean divergence of the rows from the output law."""
    return total(x * kl(row, output(p, channel)) for x, row in zip(p, channel, strict=True))


@meaning("maximal_leakage")
def maximal_leakage(p: Law, channel: Channel) -> Num:
    """ln Σ_y max W(y|x), over the x of positive probability."""
    rows = [row for x, row in zip(p, channel, strict=True) if positive(x)]
    return log(total(largest(*column) for column in zip(*rows, strict=True)))


@meaning("capacity", judged=True)
def capacity(judge: Evaluation, channel: Channel) -> Num:
    """I(p;W) ≤ C ≤ max D(W_x‖pW), for the stored prior p."""
    if len(channel) == 1 or len(channel[0]) == 1:
        return ZERO
    prior = judge.bound("capacity", len(channel), [w for row in channel for w in row])
    high = largest(*(kl(row, output(prior, channel)) for row in channel))
    if high.infinite:
        raise Rejected("the prior of a bound leaves out an output")
    return span(information(prior, channel).lo, high.hi)


@meaning("pointwise_maximal_leakage")
def pointwise_maximal_leakage(p: Law, channel: Channel, y: Num) -> Num:
    """ln of the largest W(y|x)/P_Y(y) over what P allows; 0 for an outcome that never comes."""
    column = [(mass, place(row, y)) for mass, row in zip(p, channel, strict=True)]
    seen = total(mass * told for mass, told in column)
    if not positive(seen):
        return ZERO
    return log(largest(*(told for mass, told in column if positive(mass))) / seen)
