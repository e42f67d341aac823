"""Terms, formulas and moves: what they are at the present precision, from their trees alone.

Suprema are enclosed by the laws that a certificate stores. `densities` and `meanings` add
quantities, and sorts of moves.
"""

import itertools
import math
import operator
from collections import namedtuple
from fractions import Fraction

from reals import (
    INF,
    ONE,
    SCALARS,
    TWO,
    ZERO,
    Rejected,
    Undefined,
    Unknown,
    Unsupported,
    all_of,
    demand,
    entropy,
    equal,
    exp,
    largest,
    least,
    less,
    log,
    magnitude,
    not_negative,
    num,
    opposite,
    pi,
    positive,
    refuse,
    span,
    total,
)
from statements import rational

MOST_LISTED, MOST_SYMBOLS = 12, 50_000


# --- moves ----------------------------------------------------------------------------------------


def integer(move, low, high=INF):
    """A whole number in a range."""
    demand(type(move) is int and low <= move <= high, "a move is no whole number in its range")
    return move


def items(move, count=None):
    """A list, of a length if one is given."""
    demand(isinstance(move, list) and count in (None, len(move)), "a move is no such list")
    return move


def law(move, count):
    """A law on some symbols."""
    found = [rational(part) for part in items(move, count)]
    demand(min(found, default=0) >= 0 and sum(found) == 1, "a move is no law")
    return [num(part) for part in found]


def real(sort, move):
    """A rational number in an interval."""
    value, (_, low, high, *out) = rational(move), sort
    ends = -INF if low is None else Fraction(low), INF if high is None else Fraction(high)
    demand(
        ends[0] <= value <= ends[1] and (value, True) not in zip(ends, out, strict=True),
        "a move lies outside of its interval",
    )
    return num(value)


def whole(value, limit=INF):
    """A whole number from 0 on, below a limit."""
    demand(
        value.exact and not value.infinite and value.lo.denominator == 1 and 0 <= value.lo < limit,
        "no such size, symbol or place",
    )
    return int(value.lo)


# --- the evaluation of terms and formulas ---------------------------------------------------------


class Evaluation:
    """Terms and formulas at the present precision; `bounds` has a law for each supremum."""

    def __init__(self, bounds=()):
        self.bounds, self.used, self.assumed = dict(bounds), set(), False

    def term(self, term, env):
        match term:
            case ["number", text]:
                return num(INF if text == "inf" else rational(text))
            case ["var", name]:
                return env[name]
            case ["op", head, args, result, detail]:
                values = [self.term(arg, env) for arg in args]
                if head in SCALARS:
                    return SCALARS[head](*values)
                if head not in MEANINGS:
                    raise Unsupported(f"no meaning of {head} is known here")
                value = MEANINGS[head](self, *values, *detail)
                return (
                    value._replace(names=result[1])
                    if result[0] == "joint"
                    else self.fitting(value, result, env)
                )
            case ["cases", test, then, otherwise]:
                return self.term(then if self.holds(test, env) else otherwise, env)
            case ["bind", "event", var, guard, _, _]:
                inside = [self.holds(guard, point) for point in self.points(var, env)]
                return Event(len(inside), frozenset(i for i, held in enumerate(inside) if held))
            case ["bind", "table", var, _, body, result]:
                rows = [self.term(body, point) for point in self.points(var, env)]
                return self.fitting(self.law(rows) if result[0] == "pmf" else rows, result, env)
            case ["bind", "sum" | "max" | "min" as kind, var, guard, body, _]:
                values = [
                    self.term(body, point)
                    for point in self.points(var, env)
                    if guard is None or self.holds(guard, point)
                ]
                if kind == "sum" or not values:
                    return total(values) if kind == "sum" else num(INF if kind == "min" else -INF)
                return (largest if kind == "max" else least)(*values)
        raise Rejected("a supremum that no single point decides, or no term")

    def fitting(self, value, sort, env):
        """A law or channel, if it has the sizes that it says."""
        if sort[0] in ("pmf", "channel"):
            sizes = [whole(self.term(size, env)) for size in sort[1:]]
            demand(
                len(value) == sizes[0]
                and all(len(row) == sizes[-1] for row in (value if sort[0] == "channel" else ())),
                f"a {sort[0]} of other sizes",
            )
        return value

    def law(self, entries):
        """The entries of a law; that irrational ones sum to 1 is only told to many digits."""
        mass = total(entries)
        if any(less(entry, ZERO) for entry in entries) or equal(mass, ONE) is False:
            raise Undefined("a negative entry, or another sum than 1")
        self.assumed |= not mass.exact or any(entry.sign is None for entry in entries)
        return entries

    def points(self, var, env):
        """The environments for each symbol or event."""
        name, (kind, *sizes), _ = var
        count = whole(self.term(sizes[0], env)) if kind in ("symbol", "event") else INF
        if count > (MOST_SYMBOLS if kind == "symbol" else MOST_LISTED):
            raise Unsupported(f"a {kind} has too many values to list")
        if kind == "symbol":
            return [{**env, name: num(symbol)} for symbol in range(count)]
        chosen = (c for k in range(count + 1) for c in itertools.combinations(range(count), k))
        return [{**env, name: Event(count, frozenset(members))} for members in chosen]

    def holds(self, formula, env):
        found = self.truth(formula, env)
        return found if found is not None else refuse(Unknown, "a condition is not decided")

    def truth(self, formula, env):
        """True, False, or None where this precision doesn't tell."""
        match formula:
            case ["relation", sign, left, right]:
                try:
                    a, b = self.term(left, env), self.term(right, env)
                except (Undefined, Unknown) as error:
                    return False if isinstance(error, Undefined) else None
                a, b = (b, a) if sign[0] == ">" else (a, b)
                return (
                    equal(a, b)
                    if sign == "="
                    else less(a, b)
                    if sign in "<>"
                    else opposite(less(b, a))
                )
            case ["not", body]:
                return opposite(self.truth(body, env))
            case ["and", parts]:
                return all_of(self.truth(part, env) for part in parts)
            case ["or", parts]:
                return opposite(all_of(opposite(self.truth(part, env)) for part in parts))
            case ["quantified", kind, var, guard, body]:
                parts = (
                    [["not", guard], body] if guard and kind == "forall" else [guard or body, body]
                )
                tag = "or" if guard and kind == "forall" else "and"
                found = [self.truth([tag, parts], point) for point in self.points(var, env)]
                return all_of(found) if kind == "forall" else opposite(all_of(map(opposite, found)))
        raise Rejected("what stands for a formula is none")

    def value_of(self, sort, move, env):
        """A move's value, checked against its sort."""

        def of(place):
            return self.term(sort[place], env)

        match sort[0]:
            case "real":
                return real(sort, move)
            case "size":
                return num(integer(move, sort[1], INF if sort[2] is None else sort[2]))
            case "symbol":
                return num(integer(move, 0, whole(of(1)) - 1))
            case "event":
                demand(len(set(items(move))) == len(move), "an event lists a symbol twice")
                return Event(whole(of(1)), frozenset(integer(x, 0, whole(of(1)) - 1) for x in move))
            case "pmf":
                return law(move, whole(of(1)))
            case "reals":
                return [real(sort[2], part) for part in items(move, whole(of(1)))]
            case "channel":
                return [law(row, whole(of(2))) for row in items(move, whole(of(1)))]
            case "joint":
                shape = tuple(whole(self.term(size, env)) for size in sort[2])
                return Table(shape, law(move, math.prod(shape)), sort[1])
            case "database":
                return tuple(integer(part, 1) for part in items(move)) or refuse(
                    Rejected, "no entries"
                )
            case "mechanism":
                rows = items(move, math.prod(of(1)))
                return Table(of(1), [law(row, whole(of(2))) for row in rows])
        raise Unsupported(f"a move of a {sort[0]}")

    def bound(self, kind, size, *groups):
        """The stored law whose key names these numbers, to eight digits where they are inexact."""

        def names(told, x):
            room = 0 if x.exact else abs(Fraction(told)) / 10**8
            return abs(Fraction(told) - x.lo) <= room and abs(Fraction(told) - x.hi) <= room

        for key, found in self.bounds.items():
            name, *parts = key.split(";")
            told = [part.split(" ") for part in parts]
            if (name, len(found), *map(len, told)) == (kind, size, *map(len, groups)) and all(
                map(names, itertools.chain(*told), itertools.chain(*groups))
            ):
                self.used.add(key)
                return found
        raise Rejected("no bound for a supremum")

    def capacity(self, channel):
        """I(p;W) ≤ C ≤ max D(W_x‖pW), for the stored prior p."""
        if len(channel) == 1 or len(channel[0]) == 1:
            return ZERO
        prior = self.bound("capacity", len(channel), [w for row in channel for w in row])
        high = largest(*(kl(row, output(prior, channel)) for row in channel))
        demand(not high.infinite, "the prior of a bound leaves out an output")
        return span(information(prior, channel).lo, high.hi)


# --- what the heads of terms mean; a law is a list, a table has an entry for each tuple -----------

Table, Event = (
    namedtuple("Table", "shape data names", defaults=((),)),
    namedtuple("Event", "symbols members"),
)


def cells(table):
    """The tuples of a table with their entries."""
    return list(zip(itertools.product(*map(range, table.shape)), table.data, strict=True))


def place(values, index):
    """An entry of a law, or a row of a channel."""
    return values[whole(index, len(values))]


def log_ratio(p, q):
    """ln(p/q) for probabilities."""
    return num(-INF) if not positive(p) else num(INF) if q.sign == 0 else log(p / q)


def kl(p, q):
    """D(P‖Q), ∞ unless P is absolutely continuous."""
    pairs = zip(p, q, strict=True)
    return not_negative(total(x * log_ratio(x, y) for x, y in pairs if positive(x)))


def output(p, channel):
    """The law of a channel's output."""
    demand(len(p) == len(channel), "a law of other inputs")
    return [total(map(operator.mul, p, column)) for column in zip(*channel, strict=True)]


def information(p, channel):
    """I(P;W), the mean divergence of the rows from the output law."""
    return total(x * kl(row, output(p, channel)) for x, row in zip(p, channel, strict=True))


def hockey_stick(p, q, epsilon):
    """Σ max(0, P − e^ε Q)."""
    return total(largest(ZERO, x - exp(epsilon) * y) for x, y in zip(p, q, strict=True))


def plain(function):
    """A meaning that needs the values only."""
    return lambda _, *values: function(*values)


MEANINGS = {
    name: plain(function)
    for name, function in {
        "at": place,
        "component": place,
        "row": place,
        "kl": kl,
        "entropy": entropy,
        "output": output,
        "information": information,
        "hockey_stick": hockey_stick,
        "pi": pi,
        "total_variation": lambda p, q: (
            total(magnitude(x - y) for x, y in zip(p, q, strict=True)) / TWO
        ),
        "probability": lambda p, event: (
            total(p[x] for x in event.members)
            if len(p) == event.symbols
            else refuse(Rejected, "an event of another alphabet")
        ),
        "indicator": lambda event, x: num(x.lo in event.members),
        "likelihood_ratio": lambda p, q, x: (
            num(INF)
            if place(q, x).sign == 0 and positive(place(p, x))
            else place(p, x) / place(q, x)
        ),
        "channel_literal": lambda *rows: list(rows),
        "entries": lambda database: num(len(database)),
        "alphabet": lambda database, i: num(place(database, i)),
        "instances": lambda database: num(math.prod(database)),
        "response": lambda mechanism, x: place(mechanism.data, x),
    }.items()
} | {
    "pmf_literal": lambda judge, *entries: judge.law(list(entries)),
    "capacity": Evaluation.capacity,
}
