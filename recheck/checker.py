#!/usr/bin/env python3
"""A second checker of stored evidence, which shares no code with the package.

It reads certificates (JSON), derives from the statement what the moves must meet (`statements`),
and decides that with an arithmetic (`intervals`) and formulas (`quantities`, `frameworks`, `line`,
`curves`, `matrices`, `evaluation`) of its own. Only Python's standard library is used.

    python recheck/checker.py [--json] FILE...

One line for each certificate. The exit code is 0 if all are accepted, 1 if any is rejected, 2 if
there is bad input or a certificate that needs what isn't known here; such a one isn't accepted.
Plays are decided. A proof is accepted if each of its steps is rechecked exactly (`proofs`), given
what it cites; if some steps could only be tried at instances, it is neither accepted nor rejected.
The definitions that proofs cite are read from a file, `--definitions FILE`: statements by key.

Limits. Plays are unsupported where they need an integral, an information of laws on the line or of
a query with noise, a distance of mixtures or of laws of two shapes, or a point inside the curves of
mutual-information privacy. That a law with irrational entries sums to 1 is checked to 1024 bits
only. A bound counts for a channel with irrational entries if the numbers in its key agree to eight
digits; that it bounds is checked.
"""

import argparse
import hashlib
import json
import math
import sys
from collections import Counter
from fractions import Fraction

import intervals as iv
import line
from evaluation import Evaluation, whole
from frameworks import Framework, LawClass, Member, first_seen
from intervals import Precision, Undefined, Unknown, ends, exact
from proofs import check_proof
from quantities import Event, Queries, Rejected, Table
from statements import Unsupported, goal, rational
from trees import mentions

PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)
LAW_BITS, EVIDENCE_BITS = 1024, 512
FIELDS = {"schema", "kind", "claim", "polarity", "statement", "digest", "moves", "bounds",
          "evidence", "seal"}
# Enclosures are stored with 12 digits.
SLACK = Fraction(1, 10**10)
# Integrals over the line are told to so much where they are 0 or tiny.
LINE_SLACK = Fraction(1, 10**30)
# What a statement without a meaning may raise when it is evaluated: it has shown nothing.
MEANINGLESS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


class BadInput(ValueError):
    """Not a certificate at all."""


class Partial(Unsupported):
    """A proof of which some steps could only be tried at instances, or not even that."""

    def __init__(self, steps):
        self.steps = steps
        count = Counter(how for _, how in steps)
        super().__init__(f"a proof of {len(steps)} steps: {count['exact']} rechecked exactly, "
                         f"{count['tried']} tried at instances, {count['unsupported']} not")


# --- moves: exact values of the variables, each checked against its sort --------------------------


def integer(move, low, high=None):
    """A whole number from low to high."""
    if type(move) is not int or move < low or (high is not None and move > high):
        raise Rejected(f"the move {str(move)[:40]} is not a whole number in its range")
    return move


def items(move, count=None):
    """A list, of a length if one is given."""
    if not isinstance(move, list) or (count is not None and len(move) != count):
        raise Rejected("a move is not a list of the right length")
    return move


def real(sort, move):
    """A rational number in an interval."""
    value = rational(move)
    _, low, high, low_open, high_open = sort
    low = -iv.INF if low is None else rational(low)
    high = iv.INF if high is None else rational(high)
    if value < low or value > high or (value == low and low_open) or (value == high and high_open):
        raise Rejected(f"the move {move[:40]} lies outside its interval")
    return value


def law(move, count):
    """A law on `count` symbols."""
    entries = [rational(part) for part in items(move, count)]
    if any(entry < 0 for entry in entries) or sum(entries) != 1:
        raise Rejected("a law has a negative entry, or another sum than 1")
    return entries


def rows(move, inputs, outputs):
    """A channel."""
    return [law(row, outputs) for row in items(move, inputs)]


def chosen(move, count):
    """A list of different numbers below `count`."""
    found = [integer(part, 0, count - 1) for part in items(move)]
    if len(set(found)) < len(found):
        raise Rejected("a move lists a number twice")
    return found


def value_of(sort, move, evaluation, env):
    """A move's value, checked against its sort."""
    def size(term):
        return whole(evaluation.term(term, env))

    match sort:
        case ["real", *_]:
            return real(sort, move)
        case ["size", low, high]:
            return Fraction(integer(move, low, high))
        case ["symbol", count]:
            return Fraction(integer(move, 0, size(count) - 1))
        case ["event", count]:
            return Event(size(count), frozenset(chosen(move, size(count))))
        case ["reals", count, element]:
            return [real(element, part) for part in items(move, size(count))]
        case ["pmf", count]:
            return law(move, size(count))
        case ["channel", inputs, outputs]:
            return rows(move, size(inputs), size(outputs))
        case ["joint", names, sizes]:
            shape = tuple(map(size, sizes))
            return Table(shape, law(move, math.prod(shape)), names)
        case ["database"]:
            if not items(move):
                raise Rejected("a database without entries")
            return tuple(integer(part, 1) for part in move)
        case ["framework", count]:
            return framework(size(count), move)
        case ["dataclass", count, kind]:
            return law_class(size(count), kind, move)
        case ["member", *terms]:
            return member(*(evaluation.term(term, env) for term in terms), move)
        case ["law"]:
            raise Unsupported("unsupported move of a law")
    database = evaluation.term(sort[1] if sort[0] != "queries" else sort[2], env)
    match sort:
        case ["prior", _, kind, entry]:
            table = Table(database, law(move, math.prod(database)))
            split = range(len(database)) if kind == "independent" else []
            for place in [size(entry)] if kind == "split" else split:
                check_split(table, place)
            return table
        case ["mechanism", _, outputs]:
            return Table(database, rows(move, math.prod(database), size(outputs)))
        case ["queries", kind, _, count, outputs]:
            return queries(kind, database, size(count), size(outputs), move)
    raise Unsupported(f"unsupported move of a {sort[0]}")


def check_split(table, entry):
    """The entry must be independent of all others together."""
    own, rest = {}, {}
    for cell, mass in table.cells():
        own[cell[entry]] = own.get(cell[entry], 0) + mass
        others = cell[:entry] + cell[entry + 1:]
        rest[others] = rest.get(others, 0) + mass
    if any(own[cell[entry]] * rest[cell[:entry] + cell[entry + 1:]] != mass
           for cell, mass in table.cells()):
        raise Rejected(f"entry {entry} depends on the others")


def queries(kind, database, count, outputs, move):
    """Several mechanisms on one database."""
    names = {"tables", "subsets"} if kind == "partial" else {"tables"}
    if not isinstance(move, dict) or set(move) != names:
        raise Rejected("queries have other parts than they must")
    subsets = []
    if kind == "partial":
        subsets = [chosen(part, len(database)) for part in items(move["subsets"], count)]
        seen = [entry for subset in subsets for entry in subset]
        if len(set(seen)) < len(seen) or any(sorted(part) != part for part in subsets):
            raise Rejected("subsets of entries overlap, or aren't ascending")
    tables = []
    for index, table in enumerate(items(move["tables"], count)):
        inputs = math.prod(database)
        if kind == "sequential":
            inputs *= outputs**index
        elif kind == "partial":
            inputs = math.prod(database[entry] for entry in subsets[index])
        tables.append(rows(table, inputs, outputs))
    return Queries(kind, tables, database, outputs, subsets)


def named(move, names):
    """An object's parts, if it has these and no others."""
    if not isinstance(move, dict) or set(move) != set(names):
        raise Rejected("a move has other parts than it must")
    return [move[name] for name in names]


def framework(count, move):
    """Private and public functions, their values numbered as they occur, and edges."""
    *functions, edges = named(move, ["private", "public", "edges"])
    private, public = (
        tuple(tuple(integer(value, 0) for value in items(function, count)) for function in items(f))
        for f in functions)
    if not private or not count or any(f != first_seen(f) for f in private + public):
        raise Rejected("a function whose values aren't numbered as they occur, or none")
    found = [items(edge, 2) for edge in items(edges)]
    pairs = tuple((integer(g, 0, len(private) - 1), integer(w, 0, len(public) - 1))
                  for g, w in found)
    if len(set(pairs)) < len(pairs):
        raise Rejected("an edge is listed twice")
    return Framework(private, public, pairs)


def law_class(count, kind, move):
    """All laws, listed ones, or what is closed under mixtures and conditioning on secrets."""
    own = move.get("kind") if isinstance(move, dict) else None
    if own not in ("listed", "all", "reweighted") or kind not in ("any", own):
        raise Rejected("a class of another kind")
    if own == "all":
        named(move, ["kind"])
        return LawClass(own, [])
    _, laws = named(move, ["kind", "laws"])
    if not items(laws):
        raise Rejected("a class without laws")
    return LawClass(own, [law(part, count) for part in laws])


def member(secrets, laws, move):
    """A law of a class: a listed one's place, a law, or weights of the class's parts."""
    count = len(secrets.private[0])
    if laws.kind == "listed":
        return Member(laws.laws[integer(move, 0, len(laws.laws) - 1)], secrets)
    if laws.kind == "all":
        return Member(law(move, count), secrets)
    atoms = [(listed, atom) for listed in laws.laws for atom in secrets.atoms()]
    found = [Fraction(0)] * count
    for weight, (listed, atom) in zip(law(move, len(atoms)), atoms, strict=True):
        for symbol in atom:
            found[symbol] += weight * listed[symbol]
    # Weights of impossible parts alone stand for the first law.
    mass = sum(found)
    return Member([part / mass for part in found] if mass else laws.laws[0], secrets)


# --- certificates ---------------------------------------------------------------------------------


def check(certificate, definitions=None):
    """Recheck one certificate; for a proof, (rule, how it was rechecked) for each step.

    Args:
        definitions: the statements of the definitions that a proof may cite, by key.

    Raises:
        BadInput: it isn't one.
        Rejected: something in it doesn't hold.
        Unsupported: it needs what isn't known here.
    """
    if isinstance(certificate, dict) and certificate.get("kind") == "proof":
        return guarded(lambda: proof(certificate, definitions))
    if not isinstance(certificate, dict) or set(certificate) != FIELDS:
        raise BadInput("not a certificate: other fields than it must have")
    if (type(certificate["schema"]) is not int
            or (certificate["schema"], certificate["kind"]) != (1, "play")):
        raise BadInput("not a play of schema 1")
    if not all(isinstance(certificate[name], str) for name in ("claim", "polarity", "digest")):
        raise BadInput("a text field holds something else")
    if seal(certificate) != certificate["seal"]:
        raise Rejected("the seal doesn't fit the content")
    guarded(lambda: play(certificate))
    return []


def seal(certificate):
    """SHA-256 of everything but the seal."""
    content = {name: part for name, part in certificate.items() if name != "seal"}
    written = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def proof(certificate, definitions):
    """Recheck a proof; raises Partial where a step isn't rechecked exactly."""
    steps = check_proof(certificate, seal, definitions)
    if any(how != "exact" for _, how in steps):
        raise Partial(steps)
    return steps


def guarded(work):
    """Do the work; whatever has no meaning in it counts as rejected."""
    try:
        return work()
    except (Rejected, Unsupported):
        raise
    except MEANINGLESS as error:
        reason = f"{type(error).__name__} {error}"
        raise Rejected(f"the statement can't be evaluated: {reason}") from None


def play(certificate):
    """Check a certificate's content; raises Rejected where it doesn't hold."""
    variables, body, digest = goal(certificate["statement"], certificate["polarity"])
    if digest != certificate["digest"]:
        raise Rejected("the digest is not that of the statement's goal")
    moves, bounds = certificate["moves"], certificate["bounds"]
    if not isinstance(moves, dict) or set(moves) != {name for name, _, _ in variables}:
        raise Rejected("a move for each variable, and no other, is needed")
    if not isinstance(bounds, dict):
        raise Rejected("the bounds are not an object")
    bounds = {key: law(part, len(items(part))) for key, part in bounds.items()}
    evaluation, env = Evaluation(bounds), {}
    for name, sort, _ in variables:
        env[name] = value_of(sort, moves[name], evaluation, env)
    if not decided(body, env, evaluation):
        raise Rejected("the moves don't meet the goal")
    if set(bounds) != evaluation.used:
        raise Rejected("a bound that nothing uses")
    check_evidence(certificate["evidence"], body, env, evaluation)


def decided(body, env, evaluation):
    """Whether the goal is met, by rising precision, which stays at what was needed."""
    for bits in PRECISIONS:
        Precision.bits = bits
        found = evaluation.truth(body, env)
        if found and evaluation.assumed and bits < LAW_BITS:
            Precision.bits = LAW_BITS
            found = evaluation.truth(body, env)
        if found is not None:
            return found
    raise Rejected(f"{PRECISIONS[-1]} bits don't decide the goal")


def deciding(formula, env, evaluation):
    """The relations whose sides the evidence gives: all of a conjunction, the first that holds of
    a disjunction."""
    match formula:
        case ["and", parts]:
            for part in parts:
                yield from deciding(part, env, evaluation)
        case ["or", parts]:
            held = (part for part in parts if evaluation.truth(part, env))
            yield from deciding(next(held, ["and", []]), env, evaluation)
        case ["not", ["relation", _, left, right]] | ["relation", _, left, right]:
            yield left, right


def check_evidence(evidence, body, env, evaluation):
    """The stored enclosures must hold the sides and be about as narrow as these can be told."""
    Precision.bits = max(Precision.bits, EVIDENCE_BITS)
    sides = [side for pair in deciding(body, env, evaluation) for side in pair]
    stored = [part for pair in items(evidence) for part in items(pair, 2)]
    if len(stored) != len(sides):
        raise Rejected("the evidence doesn't list the sides of each deciding relation")
    for told, side in zip(stored, sides, strict=True):
        try:
            value = evaluation.term(side, env)
        except (Undefined, Unknown):
            value = None
        if told is None or value is None:
            if told is not value:
                raise Rejected("the evidence is wrong on whether a side is defined")
            continue
        low, high = (iv.INF * (-1 if "-" in end else 1) if end in ("inf", "-inf") else rational(end)
                     for end in items(told, 2))
        bottom, top = ends(value)
        if iv.infinite(bottom) or iv.infinite(low) or iv.infinite(high):
            fits = low == high == bottom == top
        else:
            size = max(abs(bottom), abs(top))
            slack = SLACK * size + (LINE_SLACK if mentions(side, line.MEANINGS) else 0)
            fits = low <= bottom and top <= high and high - low <= top - bottom + slack
            fits &= not exact(value) or size == 0 or high - low <= slack
        if not fits:
            raise Rejected("a stored enclosure doesn't hold its side, or says too little")


def certificates(document):
    """The certificates in a document: itself, or all that lie in it."""
    if isinstance(document, dict) and "seal" in document and (
            "moves" in document or "parts" in document):
        yield document
    elif isinstance(document, dict | list):
        for part in document.values() if isinstance(document, dict) else document:
            yield from certificates(part)


def verdicts(path, definitions=None):
    """(claim, polarity, verdict, reason, steps) for each certificate of a file."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file, object_pairs_hook=once)
        found = list(certificates(document)) or [document]
    except (OSError, ValueError, RecursionError) as error:
        yield "", "", "bad input", str(error), []
        return
    for certificate in found:
        verdict, reason = "accepted", ""
        try:
            steps = check(certificate, definitions)
        except (Rejected, Unsupported, BadInput) as error:
            kinds = {Rejected: "rejected", Unsupported: "unsupported", Partial: "partial",
                     BadInput: "bad input"}
            verdict, reason = kinds[type(error)], str(error)
            steps = getattr(error, "steps", [])
        known = certificate if isinstance(certificate, dict) else {}
        yield (str(known.get("claim", "")), str(known.get("polarity", "")), verdict, reason,
               steps)


def once(pairs):
    """An object whose names are different."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise BadInput("a name is given twice")
    return dict(pairs)


def main(arguments=None):
    """Check the files; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--definitions", help="the statements that proofs may unfold, by key")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    # Exact powers may have more digits than Python reads and writes by default.
    sys.set_int_max_str_digits(0)
    found, definitions = [], None
    if options.definitions:
        with open(options.definitions, encoding="utf-8") as file:
            definitions = json.load(file)
    for path in options.files:
        for claim, polarity, verdict, reason, steps in verdicts(path, definitions):
            found.append({"file": path, "claim": claim, "polarity": polarity,
                          "verdict": verdict, "reason": reason, "steps": steps})
            if not options.json:
                print(f"{verdict}{': ' + reason if reason else ''} ({polarity} {claim}, {path})")
    if options.json:
        print(json.dumps(found, indent=1))
    said = {item["verdict"] for item in found}
    return 1 if "rejected" in said else 0 if said == {"accepted"} else 2


if __name__ == "__main__":
    sys.exit(main())
