#!/usr/bin/env python3
"""Draft: numbers, the evaluation of terms, and plays."""

import decimal
import itertools
import json
import math
import operator
import re
import sys
from collections import defaultdict, namedtuple
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, reduce

INF, HALF = math.inf, Fraction(1, 2)
DIGITS = [30]  # How many digits the ends of intervals keep.
ROUND = (decimal.ROUND_FLOOR, decimal.ROUND_CEILING)

class Rejected(ValueError):
    """Evidence that doesn't hold."""

class Unsupported(ValueError):
    """What this checker doesn't know enough to decide."""

class Undefined(ArithmeticError):
    """An expression has no value; a relation with such a side doesn't hold."""

class Unknown(ArithmeticError):
    """An interval is too wide to tell."""

def demand(held, why, kind=Rejected):
    """Refuse what doesn't hold."""
    if not held:
        raise kind(why)

# --- numbers: intervals whose ends are rationals, rounded outwards, or ±∞ --------------------------

def digits(x, up, function=None):
    """A number of few digits at or beyond x, or beyond a rising function of it; `decimal` rounds
    quotients as told, and its functions correctly to the nearest."""
    if type(x) is float:
        found = Decimal(x)
    else:
        near = decimal.Context(DIGITS[0] + 5, ROUND[up])
        found = near.divide(Decimal(x.numerator), Decimal(x.denominator))
    if function:
        near = decimal.Context(DIGITS[0] + 5)
        value = getattr(near, function)(found)
        found = value if value.is_infinite() or near.flags[decimal.Inexact] == 0 else (
            near.next_plus(value) if up else near.next_minus(value))
    return float(found) if found.is_infinite() else Fraction(found)

def combined(x, y, times):
    """The sum or product of two ends (value, left out); infinite ends decide alone."""
    (a, gone), (b, off) = x, y
    if times and not (a and b):
        return Fraction(0), (a != 0 or gone) and (b != 0 or off)
    if infinite := [part for part in (x, y) if type(part[0]) is float]:
        end = INF if ((a > 0) == (b > 0) if times else infinite[0][0] > 0) else -INF
        return end, all(out for _, out in infinite)
    return a * b if times else a + b, gone or off

class Num(namedtuple("Num", "lo hi out", defaults=((False, False),))):
    """The reals from lo to hi, less the ends that are `out`; if lo = hi, one value, maybe ±∞."""

    exact = property(lambda x: x.lo == x.hi)
    infinite = property(lambda x: type(x.lo) is float and x.lo == x.hi)
    ends = property(lambda x: ((x.lo, x.out[0]), (x.hi, x.out[1])))

    @property
    def sign(self):
        """1, −1 or 0; None where the interval doesn't tell."""
        if self.lo > 0 or (self.lo == 0 and self.out[0]):
            return 1
        return -1 if self.hi < 0 or (self.hi == 0 and self.out[1]) else 0 if self.exact else None

    def __neg__(self):
        return Num(-self.hi, -self.lo, self.out[::-1])

    def __sub__(self, other):
        return self + -other

    def __add__(self, other):
        if self.infinite or other.infinite:
            if {INF, -INF} <= {self.lo, self.hi, other.lo, other.hi}:
                raise (Undefined if self.exact and other.exact else Unknown)("∞ − ∞")
            return self if self.infinite else other
        return span(*map(combined, self.ends, other.ends, (False, False)))

    def __mul__(self, other):
        signs = self.sign, other.sign
        if 0 in signs:
            return ZERO  # Also 0 · ∞, as in 0 ln 0.
        demand(None not in signs or not (self.infinite or other.infinite), "0 · ∞", Unknown)
        corners = [combined(x, y, True) for x in self.ends for y in other.ends]
        low, high = min(x for x, _ in corners), max(x for x, _ in corners)
        return span(*((end, all(out for x, out in corners if x == end)) for end in (low, high)))

    def __truediv__(self, other):
        if other.sign in (0, None) or (self.infinite and other.infinite):
            raise (Unknown if other.sign is None else Undefined)("0 or ∞ as a divisor")
        return self * span(*(
            (other.sign * INF if end == 0 else Fraction(0) if type(end) is float else 1 / end, out)
            for end, out in reversed(other.ends)))

def num(x):
    """An exact number."""
    return Num(x, x) if isinstance(x, float | Fraction) else Num(Fraction(x), Fraction(x))

def span(low, high):
    """The reals between two ends (value, left out), which are rounded outwards."""
    if low[0] == high[0]:
        return num(low[0])
    return Num(digits(low[0], 0), digits(high[0], 1), (low[1], high[1]))

def between(low, high):
    """The reals from one end to the other, both included."""
    return span((low, False), (high, False))

def less(a, b):
    """Whether a < b: None where the intervals don't tell."""
    below = a.hi < b.lo or (a.hi == b.lo and (a.out[1] or b.out[0]))
    return True if below else False if a.lo >= b.hi else None

def equal(a, b):
    """Whether a = b: True only for exact numbers."""
    apart = less(a, b) or less(b, a)
    return a.lo == b.lo if a.exact and b.exact else False if apart else None

def opposite(held):
    """The negation of a three-valued truth."""
    return None if held is None else not held

def all_of(truths):
    """The “and” of three-valued truths."""
    open_ = False
    for held in truths:
        if held is False:
            return False
        open_ |= held is None
    return None if open_ else True

def least(*values):
    """The smallest value."""
    low, high = min(v.lo for v in values), min(v.hi for v in values)
    return span((low, all(v.out[0] for v in values if v.lo == low)),
                (high, any(v.out[1] for v in values if v.hi == high)))

def largest(*values):
    """The largest value."""
    return -least(*(-v for v in values))

def magnitude(x):
    """The absolute value."""
    return x if x.lo >= 0 else -x if x.hi <= 0 else largest(x, -x, ZERO)

def total(values):
    """The sum."""
    return reduce(operator.add, values, ZERO)

def rising(function):
    """e^x, ln x or √x of an interval, from those of its ends."""
    def value(x):
        demand(function == "exp" or x.hi >= 0, f"{function} of a negative number", Undefined)
        demand(function == "exp" or x.lo >= 0, f"{function} of a negative number", Unknown)
        low, high = (digits(end, up, function) for up, end in enumerate((x.lo, x.hi)))
        if function == "exp" and low <= 0 < high:
            return span((Fraction(0), True), (high, x.out[1]))
        return span((low, x.out[0]), (high, x.out[1]))
    return value

exp, log, sqrt = map(rising, ("exp", "ln", "sqrt"))

@lru_cache(20)
def pi_at(count):
    """π = 16 arctan(1/5) − 4 arctan(1/239), by alternating series of so many digits."""
    one, two = (between(*sorted(sum(Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1))
                                    for k in range(stop)) for stop in (count, count + 1)))
                for n in (5, 239))
    return one * num(16) - two * num(4)

def pi():
    """π, to more digits than are kept."""
    return pi_at(DIGITS[0])

@lru_cache(50_000)
def mass_below(x, count):
    """P(Z ≤ x), Z standard normal: ½ + φ(x) Σ x^(2k+1)/(1·3·…·(2k+1)), to so many digits."""
    if x * x > 5 * count + 25:
        tail = ZERO if type(x) is float else exp(num(-x * x / 2))
        return between(1 - tail.hi, 1) if x > 0 else between(0, tail.hi)
    sums = []
    for rounding in ROUND:
        near, k = decimal.Context(count + int(x * x / 4) + 10, rounding), 1
        term = value = near.divide(Decimal(abs(x.numerator)), Decimal(x.denominator))
        square = near.multiply(term, term)
        while k < 2 * x * x or term > Decimal(10) ** -near.prec:
            k += 2
            term = near.divide(near.multiply(term, square), Decimal(k))
            value = near.add(value, term)
        sums.append(Fraction(value) + Fraction(term))  # Each further term is at most half the last.
    before, DIGITS[0] = DIGITS[0], near.prec
    mass = between(sums[0] - Fraction(term), sums[1]) * exp(num(-x * x / 2)) / sqrt(TWO * pi())
    DIGITS[0] = before
    found = num(HALF) + (mass if x > 0 else -mass)
    return between(max(found.lo, 0), min(found.hi, 1))

def normal_cdf(x):
    """The standard normal distribution function of an interval."""
    low, high = (mass_below(end, DIGITS[0]) for end in (x.lo, x.hi))
    return span((low.lo, x.out[0]), (high.hi, x.out[1]))

def power(a, b):
    """a to the b: for a ≥ 0, or a whole exponent."""
    if b.exact and not b.infinite and b.lo.denominator == 1 and abs(b.lo) < 1000:
        n, a = int(b.lo), magnitude(a) if b.lo % 2 == 0 else a
        if n <= 0:
            return ONE / power(a, num(-n)) if n else ONE
        return span(*((end if type(end) is float else end**n, out) for end, out in a.ends))
    if a.sign == 1 and not a.infinite:
        return exp(b * log(a))
    demand(None not in (a.sign, b.sign) and (a.sign >= 0 or b.exact), "a^b", Unknown)
    demand(a.sign >= 0 and not a.sign == 0 > b.sign, "a power that has no value", Undefined)
    return a if b.sign == 1 else ZERO

def entropy_term(x):
    """x ln x, which falls on [0, 1/e] and rises from there."""
    turn, (low, high) = exp(-ONE), (num(end) * log(num(end)) for end in (x.lo, x.hi))
    around = x.lo < turn.hi and turn.lo < x.hi
    return between(-turn.hi if around else min(low.lo, high.lo), max(low.hi, high.hi))

def binary_entropy(x):
    """h(x) in nats: it rises on [0, 1/2] and falls on [1/2, 1]."""
    demand(x.hi >= 0 and x.lo <= 1, "the entropy outside of [0, 1]", Undefined)
    demand(x.lo >= 0 and x.hi <= 1, "the entropy outside of [0, 1]", Unknown)
    low, high = (-(num(p) * log(num(p)) + num(1 - p) * log(num(1 - p))) for p in (x.lo, x.hi))
    top = log(TWO).hi if 2 * x.lo < 1 < 2 * x.hi else max(low.hi, high.hi)
    end, inside = min(low.lo, high.lo), (x.lo > 0 or x.out[0]) and (x.hi < 1 or x.out[1])
    return span((end, end == 0 and inside and not x.exact), (top, False))

ZERO, ONE, TWO = num(0), num(1), num(2)
SCALARS = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
           "pow": power, "neg": operator.neg, "exp": exp, "log": log, "sqrt": sqrt, "pi": pi,
           "abs": magnitude, "minimum": least, "maximum": largest,
           "binary_entropy": binary_entropy, "normal_cdf": normal_cdf}

# --- what terms mean: laws are lists, events sets, a law on the line a list of (weight, mean, variance)

Framework = namedtuple("Framework", "private public edges")
Class = namedtuple("Class", "kind laws")

class Table(list):
    """A joint law, prior or mechanism, an entry for each tuple of values."""

    def __init__(self, entries, shape, names=()):
        super().__init__(entries)
        self.shape, self.names = tuple(shape), names

    def cells(self):
        """The tuples, each with its entry."""
        return list(zip(tuples(self.shape), self, strict=True))

def tuples(shape):
    """All tuples of values."""
    return list(itertools.product(*map(range, shape)))

def whole(x, limit=INF):
    """A whole number from 0 on, below a limit."""
    known = x.exact and not x.infinite and x.lo.denominator == 1 and 0 <= x.lo < limit
    demand(known, "no such size, symbol or place")
    return int(x.lo)

def place(values, index):
    """An entry of a law, or a row of a channel."""
    return values[whole(index, len(values))]

def law(entries):
    """The entries of a law; that irrational ones sum to 1 is only told to many digits."""
    bad = any(less(x, ZERO) for x in entries) or equal(total(entries), ONE) is False
    demand(not bad, "a negative entry, or another sum than 1", Undefined)
    return list(entries)

def positive(x):
    """Whether x > 0, for an x that is at least 0."""
    demand(x.sign is not None, "a number may be 0", Unknown)
    return x.sign > 0

def kl(p, q):
    """D(P‖Q), ∞ unless P is absolutely continuous."""
    parts = (entropy_term(x) - x * log(y) for x, y in zip(p, q, strict=True))
    return largest(ZERO, total(parts))

def mixed(p, rows):
    """Σ p_x W_x."""
    return [total(map(operator.mul, p, column)) for column in zip(*rows, strict=True)]

def information(p, rows):
    """I(P;W), the mean divergence of the rows from the output law."""
    return total(x * kl(row, mixed(p, rows)) for x, row in zip(p, rows, strict=True) if positive(x))

def mutual(parts):
    """I(A;B|C) of (a, b, c, mass)."""
    sums = [defaultdict(lambda: ZERO) for _ in range(4)]
    for (*cell, mass), axes in itertools.product(parts, enumerate(((0, 1, 2), (0, 2), (1, 2), (2,)))):
        sums[axes[0]][tuple(cell[i] for i in axes[1])] += mass
    joint, left, right, common = sums
    return largest(ZERO, total(mass * log(mass * common[c,] / (left[a, c] * right[b, c]))
                               for (a, b, c), mass in joint.items() if positive(mass)))

def joint_information(joint, *groups):
    """I(A;B|C) of groups of a joint law's variables."""
    axes = [[joint.names.index(name) for name in group.split(",") if name] for group in groups]
    return mutual([(*(tuple(cell[i] for i in group) for group in axes), mass)
                   for cell, mass in joint.cells()])

def group_information(prior, mechanism, group, known):
    """I(X_group;Y|X_known) under a prior."""
    return mutual([(*(tuple(x[i] for i in sorted(s)) for s in (group,)), y,
                    tuple(x[i] for i in sorted(known)), mass * told)
                   for (x, mass), row in zip(prior.cells(), mechanism, strict=True)
                   for y, told in enumerate(row)])

def parts_below(parts, x):
    """P(Y ≤ x) of a mixture of Gaussian laws."""
    return total(w * normal_cdf((x - mean) / sqrt(variance)) for w, mean, variance in parts)

def quantised(laws):
    """The laws of which cell of a grid a value is in: no divergence of these is larger."""
    points = sorted({digits((mean + sqrt(variance) * num(Fraction(k, 4))).lo, 0)
                     for parts in laws for _, mean, variance in parts for k in range(-24, 25)})
    kept, ends = [[ZERO] * len(laws)], [ONE] * len(laws)
    for x in points[::1 + len(points) // 100]:
        below = [parts_below(parts, num(x)) for parts in laws]
        if all((b - a).sign == 1 for a, b in zip(kept[-1], below, strict=True)):
            kept.append(below)  # Cells in which a mass may be 0 are put together.
    kept = [*kept[:max(1, len(kept) - 1)], ends]
    return [[b - a for a, b in itertools.pairwise(row)] for row in zip(*kept, strict=True)]

def line_kl(p, q):
    """D of two Gaussian laws: ½(r − 1 − ln r + d²/v) for the ratio r of the variances."""
    demand(len(p) == len(q) == 1, "a divergence of mixtures", Unsupported)
    (_, one, v), (_, two, w) = p[0], q[0]
    return (v / w - ONE - log(v / w) + power(one - two, TWO) / w) / TWO

def line_information(weights, *laws):
    """I(X;Y) of Gaussian mixtures Y: that of a grid, and at most the mean divergence, or H(X)."""
    pairs = [(w, parts) for w, parts in zip(weights, laws, strict=True) if positive(w)]
    if len(pairs) == 1:
        return ZERO
    split = [(w * part[0], [(ONE, *part[1:])]) for w, parts in pairs for part in parts]
    mean = total(x * y * line_kl(p, q) for x, p in split for y, q in split)
    entropy = -total(w * log(w) for w, _ in pairs)
    low = information([w for w, _ in pairs], quantised([parts for _, parts in pairs]))
    return between(max(low.lo, 0), least(mean, entropy).hi)

def mixture(weights, *laws):
    """Σ w_x L_x, equal parts together and impossible ones left out."""
    found = defaultdict(lambda: ZERO)
    for w, parts in zip(weights, laws, strict=True):
        for weight, *part in parts if w.sign != 0 else ():
            found[tuple(part)] += w * weight
    return [(w, *part) for part, w in found.items()]

def differential_entropy(parts):
    """½ ln(2πe v) on average, and what mixing adds."""
    return total(w * (ONE + log(TWO * pi() * v)) / TWO for w, _, v in parts) + line_information(
        [w for w, *_ in parts], *([(ONE, *part)] for _, *part in parts))

def gaussian(mean, variance):
    """N(m, v), v > 0."""
    demand(variance.sign == 1, "a variance that is not above 0", Undefined if variance.sign in (0, -1)
           else Unknown)
    return [(ONE, mean, variance)]

def gaussian_information(prior, channel, means, size, variance):
    """I(X;f(S)+N), S ~ W_x, N normal in d dimensions: on a line through two means, and at most the
    mean divergence, or H(X)."""
    d = whole(size)
    values = [means[k:k + d] for k in range(0, len(means), d)]
    out = mixed(prior, channel)
    mean = total(x * y * total(power(a - b, TWO) for a, b in zip(u, v, strict=True))
                 for x, u in zip(out, values, strict=True) for y, v in zip(out, values, strict=True)
                 ) / (TWO * variance)
    entropy = -total(w * log(w) for w in prior if positive(w))
    way = [b - a for a, b in zip(values[0], values[-1], strict=True)]
    scale, low = variance * total(map(operator.mul, way, way)), ZERO
    if positive(scale):
        on_line = [gaussian(total(map(operator.mul, way, u)), scale) for u in values]
        low = information(prior, quantised([mixture(row, *on_line) for row in channel]))
    return between(max(low.lo, 0), max(0, least(mean, entropy).hi))

def line_hockey_stick(p, q, epsilon):
    """The largest P(A) − e^ε Q(A), exactly for Gaussian laws of one variance."""
    if p == q:
        return largest(ZERO, ONE - exp(epsilon))
    if len(p) + len(q) > 2 or p[0][2] != q[0][2]:
        low = total(largest(ZERO, x - exp(epsilon) * y)
                    for x, y in zip(*quantised([p, q]), strict=True))
        high = ONE if len(p) + len(q) == 2 else total(
            x[0] * y[0] * line_hockey_stick([(ONE, *x[1:])], [(ONE, *y[1:])], epsilon)
            for x in p for y in q)  # It is convex in both laws.
        return between(max(low.lo, 0), high.hi)
    t = magnitude(p[0][1] - q[0][1]) / sqrt(p[0][2])
    return largest(ZERO, normal_cdf(t / TWO - epsilon / t)
                   - exp(epsilon) * normal_cdf(-t / TWO - epsilon / t))

def ldp_floor(level):
    """The p in (0, 1] with h(p)/p = −log2(2^μ − 1), whose left side falls in p."""
    demand(level.sign == 1 and less(ONE, level) is not True, "a level outside of (0, 1]", Undefined)
    low, high, target = Fraction(0), Fraction(1), log(exp(level * log(TWO)) - ONE)
    for _ in range(0 if level == ONE else 3 * DIGITS[0]):
        middle = num((low + high) / 2)
        rises = (-target - binary_entropy(middle) / middle).sign
        low, high = (low, middle.lo) if rises == 1 else (middle.lo, high) if rises else (low, high)
    return ONE if level == ONE else between(low, high)

def with_entry(shape, x, i, value):
    """The number of an instance with another entry."""
    changed = list(place(tuples(shape), x))
    changed[whole(i, len(shape))] = whole(value)
    return num(tuples(shape).index(tuple(changed)))

def values_of(functions):
    """How many values the function of an edge has, and its value at a datum."""
    def found(framework, edge, *datum):
        function = getattr(framework, functions)[place(framework.edges, edge)[functions == "public"]]
        return num(function[whole(datum[0], len(function))] if datum else max(function) + 1)
    return found

MEANINGS = SCALARS | {
    "at": place, "component": place, "row": place, "response": place, "kl": kl,
    "pmf_literal": lambda *entries: law(entries), "channel_literal": lambda *rows: list(rows),
    "reals_of": lambda *values: list(values),
    "output": mixed, "information": information, "joint_information": joint_information,
    "joint_entropy": lambda joint, one, given: joint_information(joint, one, one, given),
    "group_information": group_information,
    "as_joint": lambda p, *sizes: Table(p, [whole(x) for x in sizes if isinstance(x, Num)]),
    "joint_of_outputs": lambda p, one, two: Table(
        [x * y * z for x, v, w in zip(p, one, two, strict=True) for y in v for z in w],
        (len(p), len(one[0]), len(two[0]))),
    "indicator": lambda event, x: num(int(whole(x) in event)),
    "singleton": lambda size, x: frozenset([whole(x, whole(size))]),
    "likelihood_ratio": lambda p, q, x: num(INF) if place(q, x).sign == 0 and positive(
        place(p, x)) else place(p, x) / place(q, x),
    "cardinality": lambda event: num(len(event)),
    "complement": lambda size, event: frozenset(range(whole(size))) - event,
    "quotient": lambda a, b: num(whole(a) // whole(b)),
    "remainder": lambda a, b: num(whole(a) % whole(b)),
    "entries": lambda shape: num(len(shape)), "instances": lambda shape: num(math.prod(shape)),
    "alphabet": lambda shape, i: num(place(shape, i)),
    "largest_alphabet": lambda shape: num(max(shape)),
    "entry_of": lambda shape, x, i: num(place(place(tuples(shape), x), i)),
    "with_entry": with_entry,
    "edges": lambda framework: num(len(framework.edges)),
    "private_values": values_of("private"), "private_value": values_of("private"),
    "public_values": values_of("public"), "public_value": values_of("public"),
    "without_edges": lambda framework: framework._replace(public=[], edges=[]),
    "without_public": lambda framework: Framework(
        framework.private, [[0] * len(framework.private[0])],
        [(g, 0) for g in range(len(framework.private))]),
    "member_law": lambda member: member,
    "gaussian": gaussian, "law_mixture": mixture,
    "gaussian_mixture": lambda weights, means, variances: mixture(
        weights, *map(gaussian, means, variances)),
    "law_kl": line_kl, "law_information": line_information, "law_hockey_stick": line_hockey_stick,
    "differential_entropy": differential_entropy, "gaussian_information": gaussian_information,
    "ldp_floor": ldp_floor,
}
PREDICATES = {"dp": "dp_delta", "kl_private": "kl_dp", "mi_private": "mi_dp",
              "pufferfish": "pufferfish_delta", "mi_pufferfish": "pufferfish_information",
              "attribute": "attribute_delta"}

# --- the evaluation of terms, formulas and moves --------------------------------------------------

class Reading:
    """Terms and formulas at the present precision, given definitions by head, a play's moves, and
    laws for suprema that aren't attained by listing."""

    def __init__(self, definitions=(), moves=(), laws=()):
        self.definitions, self.moves, self.laws = dict(definitions), dict(moves), list(laws)
        self.known = {}

    def term(self, term, env):
        """The value of a term."""
        match term:
            case ["number", text]:
                return num(INF if text == "inf" else rational(text))
            case ["var", name]:
                return env[name]
            case ["cases", test, then, otherwise]:
                return self.term(then if self.holds(test, env) else otherwise, env)
            case ["op", "mul", [one, ["op", "log", [other], *_]], *_] if one == other:
                return entropy_term(self.term(one, env))
            case ["op", head, args, sort, detail]:
                values = [self.term(arg, env) for arg in args]
                if head in ("capacity", "bayesian_mi") or (
                        head == "pufferfish_information" and values[1].kind != "listed"):
                    return getattr(self, head)(*values)
                if head not in MEANINGS:
                    key = head, repr(values), DIGITS[0]
                    if key not in self.known:
                        self.known[key] = self.unfolded(head, values)
                    value = self.known[key]
                else:
                    value = MEANINGS[head](*values, *detail)
                if sort[0] in ("mechanism", "prior"):
                    return Table(value, self.term(sort[1], env))
                if sort[0] == "joint":
                    value.names = sort[1]
                return value
            case ["bind", "event", var, guard, _, _]:
                return frozenset(i for i, point in enumerate(self.points(var, env))
                                 if self.holds(guard, point))
            case ["bind", "table", var, _, body, sort]:
                rows = [self.term(body, point) for point in self.points(var, env)]
                return law(rows) if sort[0] == "pmf" else rows
            case ["bind", "integral", [name, sort, _], None, body, _]:
                return self.integral(lambda x: self.term(body, {**env, name: x}), sort)
            case ["bind", "sup" | "inf" as kind, [name, sort, _], None, body, _] if name in self.moves:
                point = self.value_of(sort, self.moves[name], env)  # One of many.
                value = self.term(body, {**env, name: point})
                return between(value.lo, INF) if kind == "sup" else between(-INF, value.hi)
            case ["bind", "sup", [_, ["real", *_], _], _, _, _]:
                return self.supremum(term, env)
            case ["bind", "sum" | "max" | "min" | "sup" | "inf" as kind, var, guard, body, _]:
                values = [self.term(body, point) for point in self.points(var, env)
                          if guard is None or self.holds(guard, point)]
                if kind == "sum":
                    return total(values)
                above = kind in ("max", "sup")
                return (largest if above else least)(num(-INF if above else INF), *values)
        raise Unsupported("what stands for a term is none")

    def holds(self, test, env):
        """Whether a test holds, which must be told."""
        held = self.truth(test, env)
        demand(held is not None, "a test is open", Unknown)
        return held

    def truth(self, formula, env):
        """True, False, or None where this precision doesn't tell."""
        match formula:
            case ["relation", sign, left, right]:
                try:
                    a, b = self.term(left, env), self.term(right, env)
                except (Undefined, Unknown) as error:
                    return False if isinstance(error, Undefined) else None
                a, b = (b, a) if sign[0] == ">" else (a, b)
                return equal(a, b) if sign == "=" else (
                    less(a, b) if sign in "<>" else opposite(less(b, a)))
            case ["not", body]:
                return opposite(self.truth(body, env))
            case ["and", parts]:
                return all_of(self.truth(part, env) for part in parts)
            case ["or", parts]:
                return opposite(all_of(opposite(self.truth(part, env)) for part in parts))
            case ["quantified", kind, var, guard, body]:
                every = kind == "forall"
                parts = [body if every else ["not", body], ["not", guard]] if guard else [
                    body if every else ["not", body]]
                found = all_of(self.truth(["or", parts], point) for point in self.points(var, env))
                return found if every else opposite(found)
            case ["predicate", "close", [p, q, epsilon, delta], _]:
                head = "law_hockey_stick" if p[0] == "op" and p[3][0] == "law" else "hockey_stick"
                return all_of(self.truth(["relation", "<=", ["op", head, [*pair, epsilon], [""], []],
                                          delta], env) for pair in ((p, q), (q, p)))
            case ["predicate", "independent" | "markov" as name, [joint], groups]:
                one, two, given = groups if name == "markov" else (groups[0], "", groups[1])
                told = ["op", "joint_information", [joint], [""],
                        [one, given, two] if name == "markov" else [*groups, ""]]
                return self.truth(["relation", "=", told, ["number", "0"]], env)
            case ["predicate", name, [*args, bound], _] if name in PREDICATES:
                told = ["op", PREDICATES[name], args, [""], []]
                return self.truth(["relation", "<=", told, bound], env)
        raise Unsupported("what stands for a formula is none")

    def points(self, var, env):
        """The environments for each symbol, event, or law of a listed class."""
        name, (kind, *of), _ = var
        if kind == "member":
            laws = self.term(of[1], env)
            demand(laws.kind == "listed", "a class that isn't listed", Unsupported)
            return [{**env, name: member} for member in laws.laws]
        count = whole(self.term(of[0], env)) if kind in ("symbol", "event") else INF
        demand(count <= (12 if kind == "event" else 50_000), f"a {kind} isn't listed", Unsupported)
        if kind == "symbol":
            return [{**env, name: num(symbol)} for symbol in range(count)]
        return [{**env, name: frozenset(chosen)} for k in range(count + 1)
                for chosen in itertools.combinations(range(count), k)]

    def unfolded(self, head, values):
        """A quantity by a definition, head(x, …)[y, …] = body, whose conditions hold."""
        for params, indices, sorts, given, body in self.definitions.get(head, ()):
            env, fits = {}, True
            for param, value in zip(params, values, strict=True):
                if param[0] == "number":
                    fits = fits and equal(value, self.term(param, {}))
                else:
                    env |= sizes(sorts[param[1]], value) | {param[1]: value}
                    fits = fits and inside(sorts[param[1]], value)
            if fits and all(self.truth(part, env) for part in given):
                for name in reversed(indices):
                    body = ["bind", "table", [name, sorts[name], ""], None, body, ["reals"]]
                return self.term(body, env)
        raise Unsupported(f"no definition of {head} fits")

    def capacity(self, channel):
        """I(p;W) ≤ C ≤ max D(W_x‖pW), for the stored priors p of so many inputs, and the uniform."""
        low, high = ZERO, num(INF)
        for p in [*(p for p in self.laws if len(p) == len(channel)),
                  [num(Fraction(1, len(channel)))] * len(channel)]:
            low = largest(low, information(p, channel))
            high = least(high, largest(*(kl(row, mixed(p, channel)) for row in channel)))
        return between(low.lo, high.hi)

    def bayesian_mi(self, mechanism):
        """The supremum of I(X_i;Y) over all priors: the others' law given each symbol is free, and
        the information is convex in the channel, so one instance each is enough."""
        rows = [[[row for cell, row in mechanism.cells() if cell[i] == x] for x in range(size)]
                for i, size in enumerate(mechanism.shape)]
        return largest(ZERO, *(self.capacity(chosen) for groups in rows
                               for chosen in itertools.product(*groups)))

    def pufferfish_information(self, framework, laws, mechanism):
        """Of a class closed under reweighting: the largest capacity, one part for each secret."""
        parts, found = defaultdict(list), [ZERO]
        for x in range(len(mechanism)):
            values = [(framework.private[g][x], framework.public[w][x]) for g, w in framework.edges]
            parts[x if laws.kind == "all" else tuple(values)].append((x, values))
        for e in range(len(framework.edges)):
            rows = defaultdict(lambda: defaultdict(list))
            for data, one in itertools.product(parts.values(), laws.laws or [[ONE] * len(mechanism)]):
                secret, public = data[0][1][e]
                masses = [one[x] for x, _ in data]
                if positive(total(masses)):
                    told = mixed(masses, [mechanism[x] for x, _ in data])
                    rows[public][secret].append([x / total(masses) for x in told])
            found += [self.capacity(chosen) for secrets in rows.values()
                      for chosen in itertools.product(*secrets.values())]
        return largest(*found)

    def supremum(self, term, env):
        """Enclosed by halving boxes; those where the guard fails, or too little is met, are left."""
        names, guards, best = {}, [], num(-INF)
        while term[:2] == ["bind", "sup"]:
            _, _, (name, (_, low, high, *out), _), guard, term, _ = term
            demand(low is not None and high is not None and not any(out), "no closed box", Unsupported)
            names[name], guards = (Fraction(low), Fraction(high)), guards + [guard] * bool(guard)
        guard, boxes = ["and", guards], [tuple(names.values())]
        for _ in range(4 + DIGITS[0] // 10):
            boxes = [half for box in boxes for half in itertools.product(*(
                ((a, (a + b) / 2), ((a + b) / 2, b)) for a, b in box))]
            kept = []
            for box in boxes:
                inside = env | {name: between(*ends) for name, ends in zip(names, box, strict=True)}
                if self.truth(guard, inside) is not False:
                    kept.append((self.term(term, inside).hi, box))
                    for corner in itertools.product(*box):
                        point = env | dict(zip(names, map(num, corner), strict=True))
                        if self.truth(guard, point):
                            best = largest(best, self.term(term, point))
            boxes = [box for high, box in kept if high >= best.lo]
        return between(best.lo, max(high for high, _ in kept))

    def integral(self, function, sort):
        """From an end to ∞ of what isn't negative far out, cell by cell."""
        demand(sort[1] is not None and sort[2] is None, "a finite integral", Unsupported)
        grid = [rational(sort[1]) + Fraction(k, 8) for k in range(64)]
        tail = function(Num(grid[-1], INF, (False, True)))
        demand(tail.lo >= 0, "a tail of both signs", Unsupported)
        found = total(function(between(a, b)) * num(b - a) for a, b in itertools.pairwise(grid))
        return between(found.lo, INF)

    def value_of(self, sort, move, env):
        """A move's value, checked against its sort."""
        kind, *of = sort
        size = whole(self.term(of[0], env)) if kind in (
            "symbol", "event", "pmf", "reals", "channel", "framework", "dataclass") else None
        match kind:
            case "real":
                demand(inside(sort, num(rational(move))), "a move lies outside of its interval")
                return num(rational(move))
            case "size":
                return num(integer(move, of[0], INF if of[1] is None else of[1]))
            case "symbol":
                return num(integer(move, 0, size - 1))
            case "event":
                return frozenset(integer(x, 0, size - 1) for x in move)
            case "pmf":
                return read_law(move, size)
            case "reals":
                return [self.value_of(of[1], part, env) for part in counted(move, size)]
            case "channel":
                outputs = whole(self.term(of[1], env))
                return [read_law(row, outputs) for row in counted(move, size)]
            case "database":
                demand(move, "a database without entries")
                return tuple(integer(part, 1) for part in move)
            case "mechanism":
                shape, outputs = self.term(of[0], env), whole(self.term(of[1], env))
                rows = counted(move, math.prod(shape))
                return Table([read_law(row, outputs) for row in rows], shape)
            case "prior" if of[1] == "any":
                shape = self.term(of[0], env)
                return Table(read_law(move, math.prod(shape)), shape)
            case "framework":
                private, public, edges = move["private"], move["public"], move["edges"]
                for f in private + public:
                    seen = list(dict.fromkeys(counted(f, size)))
                    demand(seen == list(range(len(seen))), "values not numbered in order")
                edges = [(integer(g, 0, len(private) - 1), integer(w, 0, len(public) - 1))
                         for g, w in edges]
                demand(private and len(set(edges)) == len(edges), "an edge is listed twice")
                return Framework(private, public, edges)
            case "dataclass":
                laws = [read_law(p, size) for p in move.get("laws", [])]
                demand(move["kind"] in ("listed", "reweighted", "all") and of[1] in (
                    "any", move["kind"]) and bool(laws) == (move["kind"] != "all"), "no class")
                return Class(move["kind"], laws)
            case "member":
                kind, laws = self.term(of[1], env)
                demand(kind == "listed", "a member of a class that isn't listed", Unsupported)
                return laws[integer(move, 0, len(laws) - 1)]
        raise Unsupported(f"a move of a {kind}")

def rational(text):
    """A number written as p or p/q."""
    demand(re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", text, re.ASCII), "no rational number p/q")
    return Fraction(text)

def inside(sort, x):
    """Whether a number certainly lies in the interval of its sort."""
    if sort[0] != "real":
        return True
    low, high = (end if end is None else num(rational(end)) for end in sort[1:3])
    return all(end is None or (less(*pair) if out else less(*pair[::-1]) is False)
               for end, out, pair in ((low, sort[3], (low, x)), (high, sort[4], (x, high))))

def integer(move, low, high=INF):
    """A whole number in a range."""
    demand(type(move) is int and low <= move <= high, "a move is no whole number in its range")
    return move

def counted(move, count):
    """A list of a length."""
    demand(isinstance(move, list) and len(move) == count, "a move is no such list")
    return move

def read_law(move, count):
    """A law on some symbols."""
    found = [rational(part) for part in counted(move, count)]
    demand(min(found, default=0) >= 0 and sum(found) == 1, "a move is no law")
    return [num(part) for part in found]

def sizes(sort, value):
    """The values of the sizes that a variable's sort names."""
    found = {"pmf": lambda: [len(value)], "reals": lambda: [len(value)],
             "channel": lambda: [len(value), len(value[0])],
             "mechanism": lambda: [value.shape, len(value[0])], "prior": lambda: [value.shape],
             "framework": lambda: [len(value.private[0])]}.get(sort[0], lambda: [])()
    return {term[1]: actual if isinstance(actual, tuple) else num(actual)
            for term, actual in zip(sort[1:], found, strict=False) if term[0] == "var"}

def read_definitions(statements):
    """Definitions head(x, …)[y, …] = body by head, (parameters, indices, sorts, given, body)."""
    found = defaultdict(list)
    for statement in statements.values():
        match statement["then"]:
            case ["relation", "=", left, body]:
                if left[:2] == ["op", "add"] and left[2][0] == ["number", "1"]:  # 1 + head = body
                    left, body = left[2][1], ["op", "sub", [body, ["number", "1"]], ["real"], []]
                indices = []
                while left[0] == "op" and left[1] in ("at", "row", "response") and (
                        left[2][1][0] == "var" and left[2][0][0] == "op"):
                    indices.insert(0, left[2][1][1])
                    left = left[2][0]
                if left[0] == "op" and all(arg[0] in ("var", "number") for arg in left[2]):
                    sorts = {name: sort for name, sort, _ in statement["variables"]}
                    found[left[1]].append((left[2], indices, sorts, statement["given"], body))
    return found

def check_play(certificate, definitions):
    """Refuse a play whose moves don't meet the hypotheses and break (or meet) the conclusion."""
    statement, moves = certificate["statement"], certificate["moves"]
    polarity, quantifier = certificate["polarity"], statement["quantifier"]
    demand((polarity, quantifier) in (("refutation", "forall"), ("proof", "exists")) or
           polarity == "witness", f"an instance is no {polarity} of a claim that says {quantifier}")
    laws = [read_law(part, len(part)) for part in certificate["bounds"].values()]
    judge, env = Reading(definitions, {}, laws), {}
    for name, sort, _ in statement["variables"]:
        env[name] = judge.value_of(sort, moves[name], env)
    judge.moves = {name: move for name, move in moves.items() if name not in env}
    then = {"refutation": ["not", statement["then"]], "proof": statement["then"],
            "witness": ["and", []]}[polarity]
    for count in (20, 40, 80, 160, 320, 640):
        DIGITS[0] = count
        held = judge.truth(["and", [*statement["given"], then]], env)
        if held is not None:
            return demand(held, "the moves don't meet the goal")
    raise Unsupported("no precision decides the goal")
