"""The least type II error of a test of one law on the line against another.

From below by 1 − γ level − E_γ(Q‖P) for one γ, from above by a test that takes one of two events
with a probability: where about q > γp for two γ that are close.
"""

import itertools
from fractions import Fraction

from recheck.bounded import ends_of, is_bounded, there
from recheck.densities import Mixture, between
from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.evaluation import meaning
from recheck.events import intervals
from recheck.hockey_sticks import law_hockey_stick
from recheck.line_divergences import mass
from recheck.quantities import trade_off
from recheck.reals import INF, ONE, ZERO, Num, exp, largest, less, num, span, total
from recheck.stairs import has_steps, stepped, uneven

# How far logarithms of likelihood ratios are looked for, and how often their distance is halved.
FARTHEST, HALVINGS = 1 << 10, 24


@meaning("law_trade_off")
def law_trade_off(p: Mixture, q: Mixture, level: Num) -> Num:
    """The least Q-probability of not rejecting P at a level in [0, 1]."""
    beyond = [less(level, ZERO), less(ONE, level)]
    if any(beyond) or None in beyond:
        raise (Undefined if any(beyond) else Unknown)("a level outside of [0, 1]")
    if level == ONE:
        return ZERO
    if has_steps(p, q) and not uneven(p, q):
        cells = stepped(p, q).rows
        return trade_off(cells[0], cells[1], level)
    if p == q:
        return ONE - level
    if level == ZERO:
        # The test rejects where the first law has no mass.
        return ONE - outside(q, p)
    if not less(ZERO, level) or not less(level, ONE):
        raise Unknown("a level that may be 0 or 1")
    shared = less(level, ONE - outside(p, q))
    if shared is False:
        # It rejects where the second has any.
        return ZERO
    if shared is None:
        raise Unknown("a level that may be the mass that both laws share")
    low, high = bracket(p, q, level)
    below = largest(*(
        ONE - exp(num(end)) * level - law_hockey_stick(q, p, num(end)) for end in (low, high)))
    wide, narrow = (event(p, q, end) for end in (low, high))
    above = ONE
    if less(level, narrow[0]) is False:
        share = Fraction(0)
        if less(narrow[0], wide[0]):
            share = min(((level - narrow[0]) / (wide[0] - narrow[0])).lo, Fraction(1))
        above = ONE - num(share) * wide[1] - num(1 - share) * narrow[1]
    return span(max(below.lo, Fraction(0)), above.hi)


def outside(p: Mixture, q: Mixture) -> Num:
    """The mass of the first law where the second has no density."""
    if not all(map(is_bounded, q)):
        return ZERO
    ends = sorted({end for part in (*p, *q) if is_bounded(part) for x in ends_of(part)
                   for end in [x.lo if x.exact else refuse(Unsupported, "such an end")]})
    return total(mass(p, *cell) for cell in itertools.pairwise([-INF, *ends, INF])
                 if there(p, cell) and not there(q, cell))


def event(p: Mixture, q: Mixture, log_ratio: Fraction) -> tuple[Num, Num]:
    """The probabilities under both laws of where about q > γp."""
    places = intervals(q, p, num(log_ratio))
    one, two = (total(between(law, *ends) for ends in places) for law in (p, q))
    return one, two


def bracket(p: Mixture, q: Mixture, level: Num) -> tuple[Fraction, Fraction]:
    """Two logarithms of ratios that are close: the event of the first is about too likely under P,
    that of the second isn't."""
    def too_likely(log_ratio: Fraction) -> bool:
        return bool(event(p, q, log_ratio)[0].lo > level.lo)

    step, start = Fraction(1), too_likely(Fraction(0))
    while too_likely(step if start else -step) == start:
        step *= 2
        if step > FARTHEST:
            raise Unknown("a level at which no likelihood ratio is found")
    near = step / 2 if step > 1 else Fraction(0)
    low, high = (near, step) if start else (-step, -near)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if too_likely(middle) else (low, middle)
    return low, high
