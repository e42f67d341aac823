"""Plays decided again: the goal, the moves, and the truth of formulas, from a certificate alone.

A goal is derived from the statement, the moves are checked against their sorts, suprema are
enclosed by the laws that the certificate stores, and the truth is told by intervals at rising
precision. The digest of the goal must come out as the certificate says. `meanings` adds sorts and
quantities.
"""

import hashlib
import itertools
import json
import math
import operator
import re
from collections import namedtuple
from fractions import Fraction

from reals import (
    INF,
    ONE,
    SCALARS,
    TWO,
    ZERO,
    Precision,
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

MOST_LISTED, MOST_SYMBOLS, LAW_BITS = 12, 50_000, 1024
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)


# --- statements, which are JSON trees, and the goal that the moves of a play must meet ------------

REAL = ["real", None, None, False, False]
AT_MOST = {
    "dp": "dp_delta",
    "kl_private": "kl_dp",
    "mi_private": "mi_dp",
    "pufferfish": "pufferfish_delta",
    "mi_pufferfish": "pufferfish_information",
    "attribute": "attribute_delta",
}


def rational(text):
    """A number written as p or p/q."""
    demand(
        isinstance(text, str)
        and len(text) < 100_000
        and re.fullmatch(r"-?\d+(/0*[1-9]\d*)?", text, re.ASCII),
        "a number isn't written as p/q",
    )
    return Fraction(text)


def op(head, *args, detail=()):
    """A head applied to terms, with a real result."""
    return ["op", head, list(args), REAL, list(detail)]


def compact(content):
    """JSON data as text, in the one way that digests and seals are of."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def sort_of(term, scope):
    """The sort that a term says it has."""
    if term[0] == "cases":
        return sort_of(term[2], scope)
    return (
        scope[term[1]]
        if term[0] == "var"
        else REAL
        if term[0] == "number"
        else term[3 if term[0] == "op" else 5]
    )


def meaning(name, args, detail, scope):
    """What a predicate says."""
    if name in AT_MOST:
        return ["relation", "<=", op(AT_MOST[name], *args[:-1]), args[-1]]
    if name in ("independent", "markov"):
        groups = (*detail, "") if name == "independent" else (detail[0], detail[2], detail[1])
        return ["relation", "=", op("joint_information", *args, detail=groups), ["number", "0"]]
    p, q, epsilon, delta = args if name == "close" else refuse(Unsupported, f"the predicate {name}")
    if sort_of(p, scope)[0] == "law":
        return [
            "and",
            [
                ["relation", "<=", op("law_hockey_stick", *pair, epsilon), delta]
                for pair in ((p, q), (q, p))
            ],
        ]
    event, var, parts = ["var", "\0A"], ["\0A", ["event", sort_of(p, scope)[1]], ""], []
    for one, two in ((p, q), (q, p)):
        bound = op("add", op("mul", op("exp", epsilon), op("probability", two, event)), delta)
        parts.append(
            [
                "quantified",
                "forall",
                var,
                None,
                ["relation", "<=", op("probability", one, event), bound],
            ]
        )
    return ["and", parts]


def normal(formula, scope, held=True):
    """A formula, or with held=False its negation: predicates expanded, “not” before relations
    only, and these ≤, < or =."""
    match formula:
        case ["relation", "<=" | "<" | "=" | ">=" | ">" as sign, *sides]:
            sign, sides = (sign.replace(">", "<"), sides[::-1]) if sign[0] == ">" else (sign, sides)
            return ["relation", sign, *sides] if held else ["not", ["relation", sign, *sides]]
        case ["not", body]:
            return normal(body, scope, not held)
        case ["and" | "or" as tag, parts]:
            tag = tag if held else "and" if tag == "or" else "or"
            return [tag, [normal(part, scope, held) for part in parts]]
        case ["quantified", "forall" | "exists" as kind, [name, sort, symbol], guard, body]:
            inner, kind = (
                {**scope, name: sort},
                "forall" if (kind == "forall") == held else "exists",
            )
            return [
                "quantified",
                kind,
                [name, sort, symbol],
                guard and normal(guard, inner),
                normal(body, inner, held),
            ]
        case ["predicate", name, args, detail]:
            return normal(meaning(name, args, detail, scope), scope, held)
    raise Rejected("what stands for a formula is none")


def put(node, values, depth=None):
    """A tree with terms for free variables; with a depth, bound names become b0, b1, …"""
    match node:
        case ["var", str(name)]:
            return values.get(name, node)
        case ["bind" | "quantified" as tag, kind, [name, sort, symbol], *rest]:
            new, below = (name, None) if depth is None else (f"b{depth}", depth + 1)
            inner = {other: term for other, term in values.items() if other != name}
            demand(below or compact(["var", name]) not in compact(inner), "a bound name captures")
            inner |= {} if new == name else {name: ["var", new]}
            var = [new, put(sort, values, depth), "" if below else symbol]
            return [tag, kind, var, *(put(part, inner, below) for part in rest)]
        case ["joint", axes, sizes]:
            return ["joint", axes, put(sizes, values, depth)]
        case ["op", head, args, result, detail]:
            return ["op", head, put(args, values, depth), put(result, values, depth), detail]
    return [put(part, values, depth) for part in node] if isinstance(node, list) else node


def lift(formula, lifted):
    """Suprema and infima where one point decides become variables of the instance."""
    match formula:
        case ["and" | "or" as tag, parts]:
            return [tag, [lift(part, lifted) for part in parts]]
        case ["relation", "<" | "<=", *_] | ["not", ["relation", "<" | "<=", *_]]:
            held = formula[0] == "relation"
            _, sign, *sides = formula if held else formula[1]
            for place, kind in ((1, "sup" if held else "inf"), (0, "inf" if held else "sup")):
                if sides[place][:2] == ["bind", kind]:
                    _, _, (name, sort, _), guard, body, _ = sides[place]
                    fresh = next(
                        new for k in itertools.count() if (new := name + "'" * k) not in lifted
                    )
                    demand(guard is None, "a supremum with a guard")
                    lifted[fresh] = sort
                    sides[place] = body if fresh == name else put(body, {name: ["var", fresh]})
                    found = ["relation", sign, *sides]
                    return lift(found if held else ["not", found], lifted)
    return formula


def goal(statement, polarity):
    """(sorts of the variables, what their values must meet, digest)."""
    demand(set(statement) == {"quantifier", "variables", "given", "then"}, "no statement")
    scope = {name: sort for name, sort, _ in statement["variables"]}
    demand(len(scope) == len(statement["variables"]), "two variables of one name")
    demand(
        (polarity, statement["quantifier"]) in (("refutation", "forall"), ("proof", "exists"))
        or polarity == "witness",
        "an instance is no such evidence",
    )
    lifted, given = dict(scope), [normal(part, scope) for part in statement["given"]]
    shown = (
        ["and", []]
        if polarity == "witness"
        else normal(statement["then"], scope, polarity == "proof")
    )
    body, names, written = ["and", [*given, lift(shown, lifted)]], {}, []
    for place, (name, sort) in enumerate(lifted.items()):
        written.append([f"v{place}", put(sort, names, 0)])
        names[name] = ["var", f"v{place}"]
    form = compact({"exists": written, "body": put(body, names, 0)})
    return lifted, body, hashlib.sha256(form.encode()).hexdigest()


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

    def scalar(self, head, _, values):
        return SCALARS[head](*values)

    def term(self, term, env):
        match term:
            case ["number", text]:
                return num(INF if text == "inf" else rational(text))
            case ["var", name]:
                return env[name]
            case ["op", head, args, result, detail]:
                values = [self.term(arg, env) for arg in args]
                if head in SCALARS:
                    return self.scalar(head, args, values)
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


# --- plays ----------------------------------------------------------------------------------------


def check_play(certificate, reading=Evaluation):
    """Decide a play; raises Rejected or Unsupported."""
    scope, body, digest = goal(certificate["statement"], certificate["polarity"])
    demand(digest == certificate["digest"], "the digest is not that of the statement's goal")
    moves = certificate["moves"]
    demand(set(moves) == set(scope), "a move for each variable, and no other, is needed")
    bounds = {key: law(part, len(part)) for key, part in certificate["bounds"].items()}
    judge, env, held = reading(bounds), {}, None
    for name, sort in scope.items():
        env[name] = judge.value_of(sort, moves[name], env)
    for bits in PRECISIONS:
        Precision.bits, held = bits, judge.truth(body, env)
        if held and judge.assumed and bits < LAW_BITS:
            Precision.bits, held = LAW_BITS, judge.truth(body, env)
        if held is not None:
            break
    if held is None:
        raise Unsupported("no precision decides the goal by what is known here")
    demand(held, "the moves don't meet the goal")
    demand(set(bounds) == judge.used, "a bound that nothing uses")


def seal_of(certificate):
    """SHA-256 of everything but the seal."""
    content = {name: part for name, part in certificate.items() if name != "seal"}
    return hashlib.sha256(compact(content).encode()).hexdigest()


def play_verdict(certificate, reading=Evaluation):
    """("accepted", "rejected" or "unsupported", why) for a play."""
    try:
        demand(seal_of(certificate) == certificate["seal"], "the seal doesn't fit the content")
        demand((certificate["schema"], certificate["kind"]) == (1, "play"), "no play of schema 1")
        check_play(certificate, reading)
    except Unsupported as error:
        return "unsupported", str(error)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return "rejected", f"{type(error).__name__}: {error}"
    return "accepted", ""
