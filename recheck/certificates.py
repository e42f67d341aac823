#!/usr/bin/env python3
"""The small second checker: every play, and the certificates of numbers in proofs.

    python recheck/certificates.py [--json] FILE...

It imports `reals`, `goals`, `densities`, `meanings`, `forms` and `inequalities`, the standard
library and nothing else. Plays are decided. Of a proof each step is rechecked whose certificate is
about numbers: of rule `scalar` the trees, and that the formula is an instance; of `shannon` the
linear derivation (not that the joint law is one); of `arithmetic` the sum of products of facts; of
`identity` and `obvious` the normal forms or the sign. A step that needs more than is known here is
"unsupported", one of another rule "other", and what is found wrong is rejected. Whether the steps
together make a proof is for `checker` to say: a proof is "partial" at best. The exit code is 1 if
anything is rejected, 2 for bad input or what can't be decided here at all, else 0.
"""

import argparse
import functools
import itertools
import json
import sys
from collections import Counter
from fractions import Fraction

from forms import Facts, plus
from goals import compact, normal, op, play_verdict, put, rational, seal_of, sort_of
from inequalities import check_scalar, domain, parts_of, settle, sure
from meanings import Reading
from reals import (
    INF,
    LINE,
    ONE,
    ZERO,
    Num,
    Precision,
    Rejected,
    Undefined,
    Unknown,
    Unsupported,
    demand,
    num,
    refuse,
)

BITS = 96


# --- proofs: steps whose certificates are numbers -------------------------------------------------

# Quantities from 0 on that are real numbers if their arguments have a meaning, and their bounds.
QUANTITIES = {"total_variation": 1, "prior_mass": 1} | dict.fromkeys(
    (
        "entropy",
        "information",
        "capacity",
        "joint_entropy",
        "joint_information",
        "hockey_stick",
        "mi_dp",
        "dp_delta",
        "maximal_leakage",
    ),
    INF,
)


COUNTS = {"entries", "largest_alphabet", "instances", "alphabet", "private_values", "public_values"}
LAWS = {
    "row",
    "output",
    "chain",
    "parallel",
    "joint_of",
    "marginal",
    "response",
    "as_mechanism",
    "flat_mechanism",
    "entry_channel",
    "channel_literal",
    "public_law",
    "secret_given",
    "data_given",
    "member_law",
    "flat_prior",
}


def key(node):
    """Text that two trees share that differ in bound names only; sorts of values don't count."""

    def bare(part):
        match part:
            case ["op", head, args, result, detail]:
                axes = result if result[0] == "joint" else None
                return ["op", head, list(map(bare, args)), axes, detail]
            case ["bind", *rest]:
                return ["bind", *map(bare, rest[:4])]
        return [bare(inner) for inner in part] if isinstance(part, list) else part

    return compact(bare(put(node, {}, 0)))


def relations(formulas):
    """(sign, a, b) for the relations among formulas, in order, negated ones turned round."""
    for part in (part for formula in formulas for part in parts_of(formula)):
        match part:
            case ["relation", *found]:
                yield tuple(found)
            case ["not", ["relation", "<=" | "<" as sign, a, b]]:
                yield "<" if sign == "<=" else "<=", b, a


def places(term, scope):
    """The arguments of a head that are places, each with the number of those that there are."""
    match term:
        case ["op", "row", [channel, x], *_]:
            return [(x, sort_of(channel, scope)[1])]
        case ["op", "response", [mechanism, x], *_]:
            return [(x, op("instances", sort_of(mechanism, scope)[1]))]
        case ["op", "entry_channel", [mechanism, x, i], *_]:
            database = sort_of(mechanism, scope)[1]
            return [(x, op("instances", database)), (i, op("entries", database))]
        case ["op", "alphabet", [database, i], *_]:
            return [(i, op("entries", database))]
        case ["op", "private_values" | "public_values" | "public_law", [secrets, *_, e], *_]:
            return [(e, op("edges", secrets))]
        case ["op", "secret_given" | "data_given", [secrets, _, e, c], *_]:
            return [(e, op("edges", secrets)), (c, op("public_values", secrets, e))]
        case ["op", "at", [law, x], *_]:
            return [(x, sort_of(law, scope)[1])]
        case ["op", "prior_mass", [database, _, x], *_]:
            return [(x, op("instances", database))]
    return []


class StepFacts(Facts):
    """What the premises of a step say: numbers by their sorts, entries of laws, quantities."""

    def __init__(self, formulas, scope):
        box = {
            name: domain(sort) if sort[0] != "symbol" else Num(ZERO.lo, INF, (False, True))
            for name, sort in scope.items()
            if sort[0] in ("real", "size", "symbol")
        }
        self.counted = {
            name if scope[name][0] == "size" else "symbol"
            for name in box
            if scope[name][0] != "real"
        }
        self.formulas, self.entries = formulas, {}
        super().__init__(box, list(relations(formulas)), scope)

    def meant(self, term):
        """Refuse a term whose places, laws, channels, databases, … aren't shown to be such."""
        told = places(term, self.scope)
        sure(all(self.within(x, size) for x, size in told), "a place that may not exist")
        for part in term[2] if term[0] == "op" else ():
            if sort_of(part, self.scope)[0] not in ("real", "size", "symbol"):
                self.meant(part)
                sure(part[0] == "var" or part[1] in LAWS or self.literal(part), "no law is shown")
            elif all(part is not x for x, _ in told) and term[1] != "pmf_literal":
                self.poly(part)
                sure(term[1] not in LAWS, "a place that may not exist")

    def literal(self, term):
        """Whether what is written out, entry by entry or by a formula, is a law or a channel."""
        match term:
            case ["op", "pmf_literal", terms, *_]:
                entries = [self.poly(entry) for entry in terms]
                mass = functools.reduce(plus, entries, {(): Fraction(-1)})
                return self.is_zero(mass) and None not in map(self.sign, entries)
            case ["bind", "table", [name, ["symbol", size], _], None, body, [kind, *_]]:
                inner, body, _ = self.inside(name, size, body)
                if kind == "pmf":
                    mass = plus(self.poly(["bind", "sum", *term[2:]]), {(): Fraction(-1)})
                    return self.is_zero(mass) and inner.sign(inner.poly(body)) is not None
                inner.meant(body)
                return body[0] == "var" or body[1] in LAWS or inner.literal(body)
        return False

    def within(self, x, size):
        """Whether a term is one of the places 0, 1, … below a size."""
        if x[0] == "number" and size[0] == "number":
            return 0 <= rational(x[1]) < rational(size[1]) and rational(x[1]).denominator == 1
        if x[0] == "number" and size[0] == "var":
            kind, least, *_ = [*self.scope[size[1]], None]
            return kind == "size" and x[1].isdigit() and least > int(x[1])
        own = self.scope[x[1]] if x[0] == "var" else ["real"]
        return own[0] == "symbol" and key(own[1]) == key(size)

    def other(self, term):
        found = None
        match term:
            case ["op", "at", [["op", "pmf_literal", entries, *_] as law, ["number", x]], *_]:
                sure(self.literal(law) and 0 <= int(x) < len(entries), "no entry of a law")
                return self.poly(entries[int(x)])
            case ["op", "at", [["op", "row", [["op", "channel_literal", rows, *_], [
                    "number", x]], *_], y], *_] if x.isdigit() and int(x) < len(rows):  # fmt: skip
                self.meant(term)
                return self.poly(op("at", rows[int(x)], y))
            case ["op", "at", [["bind", "table", [name, *_], None, body, _], x], *_]:
                self.meant(term)
                return self.poly(put(body, {name: x}))
            case ["op", "at", [["op", "row", [["bind", "table", _, _, body, _] as rows, x], *_], y],
                  *_]:  # fmt: skip
                self.meant(term)
                return self.poly(op("at", put(body, {rows[2][0]: x}), y))
            case ["op", "at", [law, x], *_]:
                self.meant(term)
                found = Num(ZERO.lo, ONE.lo)
                self.entries[key(term)] = key(law), x
            case ["op", "probability", [law, ["var", event]], *_]:
                self.meant(term)
                sizes = self.scope[event][1], sort_of(law, self.scope)[1]
                sure(key(sizes[0]) == key(sizes[1]), "an event of another alphabet")
                found = Num(ZERO.lo, ONE.lo)
            case ["op", "component", [["var", name], x], *_] if self.within(x, self.scope[name][1]):
                found = domain(self.scope[name][2])
            case ["op", head, _, *_] if head in QUANTITIES or head in COUNTS:
                self.meant(term)
                found = Num(Fraction(head in COUNTS), num(QUANTITIES.get(head, INF)).hi)
            case ["bind", "sum", [name, ["symbol", size], _], None, body, _]:
                return self.summed(name, size, body)
        if found is None:
            return super().other(term)
        self.atoms[key(term)] = found
        return {((key(term), Fraction(1)),): Fraction(1)}

    def inside(self, name, size, body):
        """What is known below a binder of a symbol, the body with a name of its own, the name."""
        # The name must be found in the texts of atoms, whatever quotes these.
        new = f"~{sum(other[:1] == '~' for other in self.scope)}~"
        sure(new not in self.scope, "a name that is taken")
        symbol = ["var", new]
        # What is known of every symbol is known of this one; sums within facts aren't opened again.
        every = [part for part in self.formulas if part[:2] == ["quantified", "forall"]]
        told = [
            put(part[4], {part[2][0]: symbol})
            for part in every
            if part[2][1][0] == "symbol" and part[3] is None and key(part[2][1][1]) == key(size)
        ]
        told = [part for part in [*self.formulas, *told] if '"bind"' not in compact(part)]
        inner = StepFacts(told, {**self.scope, new: ["symbol", size]})
        return inner, put(body, {name: symbol}), new

    def summed(self, name, size, body):
        """A sum over symbols: linear, constants and laws' masses taken out."""
        inner, body, new = self.inside(name, size, body)
        found, many = {}, self.poly(size)
        for monomial, value in inner.poly(body).items():
            outside = [item for item in monomial if new not in item[0]]
            if self.sign(plus(many, {(): Fraction(1)}, -1)) is None:
                outside = []  # There may be no symbol, and nothing to show that they are real.
            inside = tuple(item for item in monomial if item not in outside)
            for atom, _ in outside:
                for own, theirs in (
                    (self.atoms, inner.atoms), (self.sums, inner.sums),
                    (self.exps, inner.exps), (self.logs, inner.logs),
                ):  # fmt: skip
                    own |= {atom: theirs[atom]} if atom in theirs and atom not in own else {}
            law, place = inner.entries.get(inside[0][0] if inside else "", (new, None))
            piece = {tuple(outside): value}
            if not inside:
                piece = self.times(piece, many)
            elif len(inside) > 1 or inside[0][1] != 1 or new in law or place != ["var", new]:
                text = f"sum {key(size)} {inside}"
                above = inner.sign({inside: Fraction(1)}) is not None
                self.atoms[text] = Num(ZERO.lo, INF, (False, True)) if above else LINE
                piece = self.times(piece, {((text, Fraction(1)),): Fraction(1)})
            found = plus(found, piece)
        return found


def plain(value):
    """Data without its tags, terms left tagged."""
    return (
        value[1]
        if value[0] == "json"
        else [plain(part) for part in value[1]]
        if (value[0] == "list")
        else value
    )


def vanishes(known, gap, equalities=()):
    """Whether a number is a sum of multiples of numbers that are 0."""
    for equality in equalities if not known.is_zero(gap) else ():
        pivot = max(equality, default=None)
        if pivot in gap:
            gap = plus(gap, equality, -gap[pivot] / equality[pivot])
    return known.is_zero(gap)


def identity(step, premises, scope):
    """left = right, by one normal form."""
    demand(step["formula"][0] == "relation" and step["formula"][1] in ("=", "<="), "no equality")
    known = StepFacts(premises, scope)
    settle(
        known.is_zero(known.poly(op("sub", *step["formula"][2:]))),
        "other normal forms",
        known.box,
        tuple(relations(premises)),
        ("=", *step["formula"][2:]),
        known.counted,
    )


def obvious(step, premises, scope):
    """A relation that signs show."""
    known, parts = StepFacts(premises, scope), list(relations([step["formula"]]))
    sure(len(parts) == len(parts_of(step["formula"])), "a part that is no relation")
    for sign, a, b in parts:
        gap = known.poly(op("sub", b, a))
        found = known.sign(gap)
        shown = known.is_zero(gap) if sign == "=" or found is None else found >= (sign == "<")
        settle(
            shown and (found is not None or sign != "<"),
            "a relation that signs don't show",
            known.box,
            tuple(relations(premises)),
            (sign, a, b),
            known.counted,
        )


def arithmetic(step, premises, scope):
    """A relation as a sum of products of facts, exactly."""
    known, facts = StepFacts(premises, scope), list(relations(premises))

    def gap(place):
        demand(type(place) is int and 0 <= place < len(facts), "a fact that isn't there")
        return known.poly(op("sub", facts[place][2], facts[place][1]))

    def factor(kind, what):
        if kind == "fact":
            return gap(what), facts[what][0] == "<"
        poly = known.poly(what[1] if what[0] == "term" else ["var", what[1][0]])
        if kind == "square":
            return known.times(poly, poly), False
        sure(kind == "sign" and known.sign(poly) is not None, "a factor isn't shown to be >= 0")
        return poly, known.sign(poly) == 1

    total, strict, products = {}, False, plain(step["data"].get("products", ["list", []]))
    for weight, factors in products:
        demand(rational(str(weight)) >= 0, "a product of facts has a negative weight")
        piece, above = {(): rational(str(weight))} if rational(str(weight)) else {}, True
        for poly, strictly in itertools.starmap(factor, factors):
            piece, above = known.times(piece, poly), above and strictly
        total, strict = plus(total, piece), strict or (above and rational(str(weight)) > 0)
    equal = [gap(place) for place, fact in enumerate(facts) if fact[0] == "="]
    for multiplier, place in plain(step["data"].get("equalities", ["list", []])):
        demand(facts[place][0] == "=", "a multiple of what is no equality")
        term = multiplier[1] if multiplier[0] == "term" else ["var", multiplier[1][0]]
        total = plus(total, known.times(known.poly(term), gap(place)))
    if step["formula"] == ["or", []]:
        value = total.get((), 0)
        sure(not set(total) - {()}, "products that are no number")
        demand(value < 0 or (value == 0 and strict), "the products contradict nothing")
        return
    _, sign, a, b = step["formula"]
    sure(sign != "<" or strict, "no product of facts is shown to be positive")
    demand(sign != "=" or not products, "an equality isn't shown by inequalities")
    settle(
        vanishes(known, plus(known.poly(op("sub", b, a)), total, -1), equal),
        "the products give something else",
        known.box,
        tuple(facts),
        (sign, a, b),
        known.counted,
    )


def scalar(step, premises, scope):
    """An instance of a scalar inequality, whose trees are checked."""
    statement, (_, values) = step["data"]["statement"][1], step["data"]["values"]
    check_scalar(statement, plain(step["data"]["certificate"]))
    demand(
        key(normal(put(statement["then"], values), scope)) == key(step["formula"]), "no instance"
    )
    known, told = StepFacts(premises, scope), {key(p) for x in premises for p in (x, *parts_of(x))}
    for name, sort, _ in statement["variables"]:
        poly, ends = known.poly(values[name]), domain(sort)
        own = scope[values[name][1]] if values[name][0] == "var" else values[name]
        sure(sort[0] == "real" or own[0] == "size" or own[1].isdigit(), "a size that may be none")
        for end, way, out in ((ends.lo, 1, ends.out[0]), (ends.hi, -1, ends.out[1])):
            if end not in (INF, -INF):
                found = known.sign(plus(plus({}, poly, way), {(): Fraction(end)}, -way))
                sure(found is not None and found >= out, "a term may lie outside of its domain")
    for part in (normal(put(part, values), scope) for part in statement["given"]):
        if key(part) not in told:
            obvious({"formula": part}, premises, scope)


def shannon(step, premises, _):
    """The formula as a combination of premises and of informations, which are at least 0."""
    laws, (_, certificate) = set(), step["data"]["certificate"]

    def form(term, factor, found):
        """Add a multiple of a term to a linear form in entropies, variables and 1."""
        match term:
            case ["number", text] if text != "inf":
                found[""] += factor * rational(text)
            case ["var", name]:
                found[name] += factor
            case ["op", "add" | "sub" as head, [a, b], *_]:
                form(a, factor, found)
                form(b, factor if head == "add" else -factor, found)
            case ["op", "neg", [a], *_]:
                form(a, -factor, found)
            case ["op", "mul" | "div" as head, [a, b], *_]:
                a, b = (b, a) if head == "mul" and a[0] == "number" else (a, b)
                sure(b[0] == "number" and b[1] not in ("0", "inf"), "a product that isn't linear")
                form(a, factor * rational(b[1]) ** (1 if head == "mul" else -1), found)
            case ["op", "joint_entropy" | "joint_information", [law], _, groups]:
                laws.add(compact(law))
                sets = [set(group.split(",")) - {""} for group in groups]
                demand(len(set().union(*sets)) == sum(map(len, sets)), "groups that overlap")
                given(
                    groups if term[1] == "joint_information" else (groups[0], *groups),
                    factor,
                    found,
                )
            case _:
                raise Unsupported("a linear derivation with other terms")

    def given(groups, factor, found):
        """I(A;B|C) = H(AC) + H(BC) − H(ABC) − H(C)."""
        a, b, c = (frozenset(group.split(",")) - {""} for group in groups)
        for names, way in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            if names:
                found[names] += way * factor

    facts, (sign, low, high) = list(relations(premises)), step["formula"][1:]
    ways = {"at_most": 1} | ({"at_least": -1} if sign == "=" else {})
    demand(sign != "<" and set(certificate) == set(ways), "other directions than the formula's")
    for name, way in ways.items():
        left, parts = Counter(), certificate[name]
        form(high, Fraction(way), left)
        form(low, Fraction(-way), left)
        for *groups, text in parts["information"]:
            demand(rational(text) >= 0, "an information has a negative multiplier")
            given(groups, -rational(text), left)
        for text, (kind, a, b) in zip(parts["premises"], facts, strict=True):
            demand(rational(text) >= 0 or kind == "=", "an inequality has a negative multiplier")
            form(b, -rational(text), left)
            form(a, rational(text), left)
        demand(len(laws) == 1, "entropies of other joint laws")
        demand(left.pop("", 0) >= 0 and not any(left.values()), "the combination isn't the formula")


STEPS = {
    "scalar": scalar,
    "shannon": shannon,
    "arithmetic": arithmetic,
    "identity": identity,
    "obvious": obvious,
}


def opened(value, trees):
    """A tree with its references replaced, each by an earlier tree."""
    if isinstance(value, dict):
        return {name: opened(part, trees) for name, part in value.items()}
    if isinstance(value, list):
        return (
            trees[value[1]]
            if len(value) == 2 and value[0] == "#"
            else [opened(part, trees) for part in value]
        )
    return value


def check_proof(certificate):
    """How each step of a proof counts: (rule, "rechecked", "unsupported" or "other")."""
    trees, counts = [], []
    for tree in certificate["shared"]:
        trees.append(opened(tree, trees))
    parts, variables = opened(certificate["parts"], trees), certificate["statement"]["variables"]
    for written in parts["lists"]:
        scope = {name: sort for name, sort, _ in [*variables, *written["fixed"]]}
        shown = [normal(step["formula"], scope) for step in written["steps"]]
        for place, step in enumerate(written["steps"]):
            demand(all(0 <= p < place for p in step["from"]), "a step uses a later one")
            try:
                STEPS[step["rule"]](
                    {**step, "formula": shown[place]}, [shown[p] for p in step["from"]], scope
                )
                counts.append((step["rule"], "rechecked"))
            except (Unknown, Undefined, Unsupported):
                counts.append((step["rule"], "unsupported"))
            except Rejected as error:
                raise Rejected(f"step {place + 1} ({step['rule']}): {error}") from None
            except KeyError:
                if step["rule"] in STEPS:
                    raise
                counts.append((step["rule"], "other"))
    return counts


def verdict(certificate):
    """("accepted", "partial", "rejected" or "unsupported"; why; (rule, how, count) of the steps).

    A proof is never accepted here: what is found right is a part of it.
    """
    if certificate.get("kind") != "proof":
        return (*play_verdict(certificate, Reading), [])
    Precision.bits = BITS
    try:
        demand(seal_of(certificate) == certificate["seal"], "the seal doesn't fit the content")
        found = Counter(check_proof(certificate))
    except Unsupported as error:
        return "unsupported", str(error), []
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return "rejected", f"{type(error).__name__}: {error}", []
    steps = [(rule, how, count) for (rule, how), count in sorted(found.items())]
    how = "partial" if any(kind == "rechecked" for _, kind, _ in steps) else "unsupported"
    return how, ", ".join(f"{count} {rule} {kind}" for rule, kind, count in steps), steps


def certificates(document):
    """The certificates that lie in a document."""
    if isinstance(document, dict) and "seal" in document:
        return [document]
    parts = document.values() if isinstance(document, dict) else document
    return (
        [found for part in parts for found in certificates(part)]
        if isinstance(document, dict | list)
        else []
    )


def once(pairs):
    """An object whose names are different."""
    demand(len(dict(pairs)) == len(pairs), "a name is given twice")
    return dict(pairs)


def main():
    """Check the files; the exit code is 1 if anything is rejected, 2 if anything is left open."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("files", nargs="+")
    options, found = parser.parse_args(), []
    sys.set_int_max_str_digits(0)  # Exact powers may have more digits than Python reads by default.
    for path in options.files:
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file, object_pairs_hook=once)
            parts = certificates(document) or refuse(Rejected, "no certificate")
        except (OSError, ValueError, RecursionError) as error:
            found.append((path, "", "bad input", str(error), []))
            continue
        found += [(path, part.get("claim", ""), *verdict(part)) for part in parts]
    if options.json:
        names = ("file", "claim", "verdict", "reason", "steps")
        print(json.dumps([dict(zip(names, told, strict=True)) for told in found], indent=1))
    else:
        for path, claim, how, reason, _ in found:
            print(f"{how}{': ' + reason if reason else ''} ({claim}, {path})")
    said = {told[2] for told in found}
    return 1 if "rejected" in said else 0 if said <= {"accepted", "partial"} else 2


if __name__ == "__main__":
    sys.exit(main())
