"""The curves of mutual-information privacy (Ngo et al. 2024, (10) and (13)) where they are exact,
and what the LDP curve falls to. Elsewhere the curves are unsupported.
"""

from fractions import Fraction

import intervals as iv
from intervals import Precision, Undefined, Unknown, exact
from statements import Unsupported


def within(level, epsilon):
    """Refuse levels below 0 and ε outside [0, ∞)."""
    if iv.less(level, 0) or iv.less(epsilon, 0) or iv.infinite(level) or iv.infinite(epsilon):
        raise Undefined("a curve outside its domain")
    if not iv.less_equal(0, level) or not iv.less_equal(0, epsilon):
        raise Unknown("whether a number is negative")


def ldp_curve(_, level, epsilon):
    """The largest p_0 − e^ε p_1, and 0, of binary channels with a capacity of at most μ bits: 0
    where none tells anything, 1 where the noiseless channel is among them."""
    within(level, epsilon)
    if exact(level) and level == 0:
        return Fraction(0)
    if iv.less_equal(1, level):
        return Fraction(1)
    raise Unsupported("unsupported ldp_curve between 0 and 1 bit")


def lip_curve(_, level, epsilon):
    """The same of two laws within μ bits of each other: 0 where they must be equal."""
    within(level, epsilon)
    if exact(level) and level == 0:
        return Fraction(0)
    raise Unsupported("unsupported lip_curve above 0 bits")


def ldp_floor(_, level):
    """The p in (0, 1] with h(p)/p = −log2(2^μ − 1), by bisection: the left side falls in p."""
    if iv.less_equal(level, 0) or iv.less(1, level):
        raise Undefined("the least LDP curve of a level outside (0, 1]")
    if not iv.less(0, level) or not iv.less_equal(level, 1):
        raise Unknown("whether a level lies in (0, 1]")
    if exact(level) and level == 1:
        return Fraction(1)
    power = iv.sub(iv.exp(iv.mul(level, iv.log(Fraction(2)))), 1)
    if not iv.sign(power):
        raise Unknown("a level that may be 0")
    target = iv.neg(iv.log(power))
    found = []
    for side in (0, 1):
        low, high = Fraction(0), Fraction(1)
        for _step in range(4 * Precision.bits):
            middle = iv.rounded((low + high) / 2 if low else high / 16, False)
            if not low < middle < high:
                break
            rate = iv.div(iv.binary_entropy(middle), middle)
            # Each end moves only past points that are certainly on its side.
            above, below = iv.less(target, rate), iv.less(rate, target)
            if side == 0:
                low, high = (middle, high) if above else (low, middle)
            else:
                low, high = (low, middle) if below else (middle, high)
            if high - low <= high / (1 << Precision.bits):
                break
        found.append((low, high)[side])
    return iv.between(*found)


MEANINGS = {function.__name__: function for function in (ldp_curve, ldp_floor, lip_curve)}
