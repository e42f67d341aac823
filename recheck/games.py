"""Values of finite games, and what decisions cost that see a channel's output: by two strategies
that meet, in exact rational numbers."""

from collections.abc import Callable
from fractions import Fraction

from recheck.errors import Rejected, Undefined, Unknown, demand, refuse
from recheck.evaluation import Channel, Law, meaning, whole
from recheck.programs import simplex
from recheck.reals import Num, endless, least, span, total

# More cells than these aren't searched.
MOST_CELLS = 400
Rows = list[list[Fraction]]


def between(entries: list[Num], value: Callable[[list[Fraction]], Fraction]) -> Num:
    """What rises in each of some numbers, from its values at their ends."""
    if any(endless(end) for entry in entries for end in (entry.lo, entry.hi)):
        refused = Undefined if any(entry.infinite for entry in entries) else Unknown
        return refuse(refused, "a payoff that may be infinite")
    low, high = ([Fraction(end) for end in ends] for ends in zip(
        *((entry.lo, entry.hi) for entry in entries), strict=True))
    return span(value(low), value(high))


def mixed(weights: list[Fraction]) -> list[Fraction]:
    """Weights made a law; the first of all where there are none."""
    kept = [max(weight, Fraction(0)) for weight in weights]
    whole_weight = sum(kept, Fraction(0))
    if not whole_weight:
        return [Fraction(int(not place)) for place, _ in enumerate(kept)]
    return [weight / whole_weight for weight in kept]


@meaning("lower_value", "upper_value")
def game_value(payoffs: list[Num], rows: Num, columns: Num) -> Num:
    """max over laws p of the rows of min_y Σ p(x) v(x, y), which is the least, over laws q of the
    columns, of max_x Σ q(y) v(x, y)."""
    height, width = whole(rows), whole(columns)
    demand(height >= 1 and width >= 1 and len(payoffs) == height * width, "payoffs of another game")
    demand(len(payoffs) <= MOST_CELLS, "a game with too many cells")
    return between(payoffs, lambda told: matched_value(
        [told[x * width:(x + 1) * width] for x in range(height)]))


def matched_value(table: Rows) -> Fraction:
    """The value of a game, as what one law of the rows earns and one of the columns grants."""
    base = min(map(min, table)) - 1
    height, width = len(table), len(table[0])
    # The largest t with Σ p(x) (v(x, y) − base) − t − slack(y) = 0 for every y, and Σ p = 1.
    lines = [[*(row[y] - base for row in table), Fraction(-1),
              *(Fraction(-int(other == y)) for other in range(width))] for y in range(width)]
    lines.append([Fraction(1)] * height + [Fraction(0)] * (1 + width))
    point, prices = simplex(lines, [Fraction(0)] * width + [Fraction(1)],
                            [Fraction(0)] * height + [Fraction(1)] + [Fraction(0)] * width)
    if point is None:
        raise Rejected("no strategy")
    p = mixed(point[:height])
    q = mixed([-price for price in prices[:width]])
    earned = min(sum((mass * row[y] for mass, row in zip(p, table, strict=True)), Fraction(0))
                 for y in range(width))
    granted = max(sum(map(Fraction.__mul__, q, row), Fraction(0)) for row in table)
    demand(earned == granted, "no two strategies meet")
    return earned


# --- decisions ------------------------------------------------------------------------------------


@meaning("bayes_risk")
def bayes_risk(prior: Law, channel: Channel, losses: list[Num], actions: Num) -> Num:
    """Σ_y min_a Σ_x P(x) W(y|x) L(x, a)."""
    count, inputs = whole(actions), len(prior)
    demand(count >= 1 and len(losses) == count * inputs, "losses of another decision")
    return total(
        least(*(total(prior[x] * channel[x][y] * losses[a * inputs + x] for x in range(inputs))
                for a in range(count)))
        for y in range(len(channel[0])))


@meaning("minimax_risk")
def minimax_risk(channel: Channel, losses: list[Num], actions: Num) -> Num:
    """min over decisions δ of max_x Σ_y W(y|x) Σ_a δ(a|y) L(x, a); it rises in each loss."""
    if not channel:
        return refuse(Undefined, "the largest loss over no inputs")
    count, inputs = whole(actions), len(channel)
    demand(count >= 1 and len(losses) == count * inputs, "losses of another decision")
    demand(len(channel[0]) * count * inputs <= MOST_CELLS, "a decision with too many cells")
    if not all(mass.exact for row in channel for mass in row):
        return refuse(Unknown, "decisions on a channel that isn't exact")
    rows = [[Fraction(mass.lo) for mass in row] for row in channel]
    return between(losses, lambda told: matched_risk(
        rows, [told[a * inputs:(a + 1) * inputs] for a in range(count)]))


def matched_risk(channel: Rows, losses: Rows) -> Fraction:
    """The minimax risk, as the largest of one decision and the mean one of a law of the inputs."""
    inputs, outputs, actions = len(channel), len(channel[0]), len(losses)
    base = min(map(min, losses)) - 1
    places = [(y, a) for y in range(outputs) for a in range(actions)]
    # The largest Σ t(y) with Σ p(x) W(y|x) (L(x, a) − base) − t(y) − slack(y, a) = 0, and Σ p = 1.
    lines = [[*(channel[x][y] * (losses[a][x] - base) for x in range(inputs)),
              *(Fraction(-int(other == y)) for other in range(outputs)),
              *(Fraction(-int(other == (y, a))) for other in places)] for y, a in places]
    lines.append([Fraction(1)] * inputs + [Fraction(0)] * (outputs + len(places)))
    gains = [Fraction(0)] * inputs + [Fraction(1)] * outputs + [Fraction(0)] * len(places)
    point, prices = simplex(lines, [Fraction(0)] * len(places) + [Fraction(1)], gains)
    if point is None:
        raise Rejected("no decision")
    p = mixed(point[:inputs])
    chosen = [mixed([-price for price in prices[y * actions:(y + 1) * actions]])
              for y in range(outputs)]
    granted = max(
        sum((channel[x][y] * chosen[y][a] * losses[a][x] for y, a in places), Fraction(0))
        for x in range(inputs))
    earned = sum((min(
        sum((p[x] * channel[x][y] * losses[a][x] for x in range(inputs)), Fraction(0))
        for a in range(actions)) for y in range(outputs)), Fraction(0))
    demand(earned == granted, "no two decisions meet")
    return earned
