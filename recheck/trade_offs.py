"""The least type II error of a test of one law on the line against another.

From below by 1 − γ level − E_γ(Q‖P) for one γ, from above by a test that takes one of two events
with a probability: where about q > γp for two γ that are close.
"""

from fractions import Fraction

from recheck.bounded import is_bounded
from recheck.densities import Mixture, between, law_hockey_stick
from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.evaluation import meaning
from recheck.events import intervals
from recheck.reals import ONE, ZERO, Num, exp, largest, less, num, span, total

# How far logarithms of likelihood ratios are looked for, and how often their distance is halved.
FARTHEST, HALVINGS = 1 << 10, 24


@meaning("law_trade_off")
def law_trade_off(p: Mixture, q: Mixture, level: Num) -> Num:
    """The least Q-probability of not rejecting P at a level in [0, 1]."""
    outside = [less(level, ZERO), less(ONE, level)]
    if any(outside) or None in outside:
        raise (Undefined if any(outside) else Unknown)("a level outside of [0, 1]")
    if any(map(is_bounded, (*p, *q))):
        # At level 0 a test rejects where the first law has no mass.
        return refuse(Unsupported, "tests of laws of bounded support")
    if p == q or level in (ZERO, ONE):
        return ONE - level
    if not less(ZERO, level) or not less(level, ONE):
        raise Unknown("a level that may be 0 or 1")
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
