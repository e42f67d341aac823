"""Draft of one part: terms as JSON trees, normal forms over the rationals, identities of a proof.

Bound variables are numbers: how many binders lie between. So no name is ever captured."""

from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, count, permutations, product
from math import floor

REAL, ONE, ZERO = ["real", None, None, False, False], ["number", "1"], ["number", "0"]
BITS = ("['cases'", "['op', 'indicator'")  # So begins the text of what is 0 or 1.
COUNTS = {"entries", "largest_alphabet", "instances", "alphabet", "private_values", "public_values",
          "largest_image"}  # At least 1.
WHOLE = {*COUNTS, "cardinality", "edges", "indicator", "quotient", "remainder", "private_value",
         "public_value"}
CLOSED = {"entropy", "min_entropy", "joint_entropy", "joint_information", "capacity", "cardinality",
          "maximal_leakage", "pi", *COUNTS - {"alphabet"}}
NOT_NEGATIVE = {*CLOSED, *WHOLE, "at", "abs", "normal_cdf", "total_variation", "information",
                "hockey_stick", "prior_mass"}

class Unshown(ValueError):
    """What a step rests on isn't shown here."""

def need(held, what="a term isn't shown to be a real number"):
    """Refuse what isn't shown."""
    if not held:
        raise Unshown(what)
    return held

def op(head, *args):
    """A head applied to terms."""
    return ["op", head, list(args), REAL, []]

def opened(tree, shared=()):
    """A tree of a certificate with what it shares put in, in our form: bound variables are numbers,
    what is a number is real, relations are ≤, < and =."""
    if isinstance(tree, dict):
        return {key: opened(part, shared) for key, part in tree.items()}
    match tree := [opened(part, shared) for part in tree] if isinstance(tree, list) else tree:
        case ["#", int(place)]:
            return shared[place]
        case ["var", int()]:
            need(False, "a variable without a name")
        case ["op", head, args, [sort, *_], detail] if sort != "joint":
            return ["op", head, args, REAL, detail]
        case ["bind" | "quantified" as tag, kind, [name, sort, _], guard, body, *rest]:
            kind = f"table {rest[0][0]}" if kind == "table" else kind
            return [tag, kind, sort, *substitute([guard, body], {name: ["var", 0]})]
        case ["relation", ">=" | ">" as sense, left, right]:
            return ["relation", sense.replace(">", "<"), right, left]
    return tree

def substitute(tree, values):
    """Variables (by name, or number) replaced by terms."""
    match tree:
        case ["var", name]:
            return values.get(name, tree)
        case ["bind" | "quantified" as tag, kind, sort, guard, body]:
            def under(value):  # A number of binders is one more below this one.
                return value + 1 if isinstance(value, int) else value
            inner = {under(key): ["var", under(term[1])] if term[0] == "var" else term
                     for key, term in values.items()}
            return [tag, kind, substitute(sort, values), *substitute([guard, body], inner)]
    return [substitute(part, values) for part in tree] if isinstance(tree, list) else tree

def free(tree):
    """The names of the free variables."""
    if not isinstance(tree, list) or tree[:1] == ["var"]:
        return {tree[1]} if isinstance(tree, list) and isinstance(tree[1], str) else set()
    return set().union(*map(free, tree))

def normal(formula, sign=True):
    """A formula, or its negation: negations at relations only."""
    match formula:
        case ["not", body]:
            return normal(body, not sign)
        case ["and" | "or" as tag, parts]:
            tag = tag if sign else {"and": "or", "or": "and"}[tag]
            return [tag, [normal(part, sign) for part in parts]]
        case ["quantified", kind, *var, body]:
            kind = kind if sign else {"forall": "exists", "exists": "forall"}[kind]
            return ["quantified", kind, *var, normal(body, sign)]
    return formula if sign else ["not", formula]

def conjuncts(formula):
    """The parts of a conjunction."""
    return [part for inner in formula[1] for part in conjuncts(inner)] if (
        formula[0] == "and") else [formula]

def leaves(tree, head):
    """The parts of a nested sum or product."""
    nested = tree[:2] == ["op", head]
    return [leaf for part in tree[2] for leaf in leaves(part, head)] if nested else [tree]

def ordered(tree):
    """A tree with the parts of its sums and products in order."""
    tree = [ordered(part) for part in tree] if isinstance(tree, list) else tree
    if isinstance(tree, list) and tree[:2] in (["op", "add"], ["op", "mul"]):
        return reduce(partial(op, tree[1]), sorted(leaves(tree, tree[1]), key=repr))
    return tree

def steps(certificate):
    """(rule, formula, premises' formulas, data, scope) of each step of a proof, in full."""
    shared, size = [], certificate["parts"]["induction"]
    for tree in certificate["shared"]:
        shared.append(opened(tree, shared))
    for place, part in enumerate(opened(certificate["parts"]["lists"], shared)):
        scope = {name: opened(sort) for name, sort, _ in certificate["statement"]["variables"]}
        if size is not None:
            own = scope.pop(size)
            value = op("add", ["var", size], ONE) if place else ["number", str(own[1])]
            scope = {name: substitute(sort, {size: value}) for name, sort in scope.items()}
            scope |= {size: own} if place else {}
        scope |= {name: sort for name, sort, _ in part["fixed"]}
        need(all(name.isprintable() for name in scope), "a reserved name")
        shown = [step["formula"] for step in part["steps"]]
        for k, step in enumerate(part["steps"]):
            need(all(0 <= source < k for source in step["from"]), "a step that doesn't come before")
            yield step["rule"], shown[k], [shown[p] for p in step["from"]], step["data"], scope

def joined(one, two, sign=1):
    """The product of monomials, or quotient; an indicator has no higher powers."""
    powers = dict(one)
    for atom, power in two:
        powers[atom] = powers.get(atom, 0) + sign * power
    return tuple(sorted((atom, min(power, 1) if atom.startswith(BITS) else power)
                        for atom, power in powers.items() if power))

def common(poly):
    """The largest monomial that divides every monomial."""
    powers = [dict(monomial) for monomial in poly]
    least = {a: min(p.get(a, 0) for p in powers) for p in powers for a in p}
    return tuple(sorted((atom, power) for atom, power in least.items() if power))

SUMS = {}  # The normal forms of the sums and numbers that stand as atoms.

def number(value):
    """A rational number as a normal form."""
    return Poly({(): Fraction(value)} if value else {})

class Poly(dict):
    """A normal form: monomials (sorted tuples of (atom, power)) and their coefficients."""

    def __add__(self, other, factor=1):
        result = Poly(self)
        for monomial, value in other.items():
            result[monomial] = result.get(monomial, 0) + factor * value
        return Poly({monomial: value for monomial, value in result.items() if value})
    def __sub__(self, other):
        return self.__add__(other, -1)
    def __mul__(self, other):  # Whole powers of sums that stand as atoms are written out.
        result = Poly()
        for (a, x), (b, y) in product(self.items(), other.items()):
            whole = joined(a, b)
            closed = next((atom for atom, power in whole if power >= 1 and atom in SUMS), None)
            rest = Poly({joined(whole, ((closed, 1),), -1) if closed else whole: x * y})
            result += rest * SUMS[closed] if closed else rest
        return result
    def over(self, monomial):  # The quotient by a monomial.
        return Poly({joined(m, monomial, -1): value for m, value in self.items()})
    def scaled(self):  # A key that all positive multiples share.
        factor = abs(self[min(self)])
        return tuple(sorted((monomial, value / factor) for monomial, value in self.items()))
    def cleared(self):  # (top, monomial) = (self · monomial, monomial): no divisor is a sum.
        top, bottom = self, ()
        while low := [(a, p) for m in top for a, p in m if p < 0 and a in SUMS]:
            factor = ((min(low)[0], -floor(min(low)[1])),)
            top, bottom = top * Poly({factor: Fraction(1)}), joined(bottom, factor)
        return top, bottom

UNIT, X, canonical, plus = number(1), ["var", 0], repr, Poly.__add__

def primes(value):
    """The prime factors of a positive rational number with their powers; what is large stays."""
    found = {}
    for whole, way in ((value.numerator, 1), (value.denominator, -1)):
        for divisor in [*range(2, 1000), whole]:
            while divisor > 1 and whole % divisor == 0:
                whole, found[divisor] = whole // divisor, found.get(divisor, 0) + way
    return found.items()

class Algebra:
    """Normal forms and signs where facts hold, in a scope (the sorts of free variables by name)."""

    tree, fresh, cleared = {}, count(), staticmethod(Poly.cleared)

    def __init__(self, scope, facts=(), parent=None, bare=False):
        self.scope, self.cache, self.inner, self.asked = scope, {}, {}, set()
        self.about, self.told = {}, {}  # The facts that speak of a monomial; signs of atoms.
        # What is ≥ 0 (by its scaled form: whether > 0, the form); what else is known; "for every".
        self.known, self.held = ({**parent.known}, {**parent.held}) if parent else ({}, {})
        self.every = [*parent.every] if parent and not bare else []
        for name in [name for name in scope if not parent or name not in parent.scope]:
            self.ranged(["var", name], scope[name])
        parts = [part for fact in facts for part in conjuncts(fact)]
        again = [part for part in parts if part[0] not in ("quantified", "every")]
        for fact in parts + again:  # What is real by one fact may be needed in another.
            self.learn(fact)
            self.cache, self.inner, self.told = {}, {}, {}
        self.every += parent.every if bare else []

    # --- facts and signs

    def ranged(self, term, sort):  # Take note of what a sort says of a number.
        found, ends = self.atom(term), {"real": sort[1:], "size": sort[1:], "symbol": [0, None]}
        low, high, *out = [*ends.get(sort[0], [None, None]), False, False][:4]
        for end, way, strict in ((low, 1, out[0]), (high, -1, out[1])):
            if end is not None:
                self.note((found - number(Fraction(end))) * number(way), strict)
        if sort[0] == "symbol" and self.real(sort[1]):
            self.note(self.poly(sort[1]) - found - UNIT, False)
        return found
    def note(self, poly, strict):  # Take note of what is ≥ 0, or > 0.
        key = poly.scaled() if poly else None
        if poly and self.known.get(key, (-1,))[0] < strict:
            self.known[key], self.about, self.told = (int(strict), poly), {}, {}
            atoms = [atom for atom, _ in min(poly)] if strict and len(poly) == 1 else []
            if len(atoms) > 1 and None not in map(self.atom_sign, atoms):
                for atom in atoms:  # The factors of a positive product of what is ≥ 0.
                    self.note(self.atom(self.tree[atom]), True)
    def learn(self, fact):  # Take a fact into account, if its sides are shown to be real.
        match fact:
            case ["quantified", "forall", ["symbol", size], None, body]:
                term, new = self.split(size)
                self.learn(["every", new, substitute(body, {0: term})])
            case ["every", parts, ["quantified", "forall", ["symbol", size], None, body]]:
                term, new = self.split(size)
                self.learn(["every", parts + new, substitute(body, {0: term})])
            case ["every", parts, body]:
                self.every += [(parts, part) for part in conjuncts(body)]
            case ["or", [["relation", "<", low, large], ["relation", _, small, high]]] | [
                    "or", [["relation", _, small, high], ["relation", "<", low, large]]]:
                # The one is 0 wherever the other is.
                if low == high == ZERO and self.sign(small) is not None and self.real(large):
                    self.held[repr(self.poly(small)), repr(self.poly(large))] = True
            case ["relation", sense, left, right] | ["not", ["relation", sense, right, left]]:
                real, no = [self.real(left), self.real(right)], fact[0] == "not"
                gap = self.poly(right) - self.poly(left) if all(real) else None
                if gap is not None and no and sense == "=":
                    for side in (gap, Poly() - gap) if gap else ():
                        self.held[side.scaled()] = True
                        self.note(side if self.sense(side) == 0 else {}, True)
                elif gap is not None:
                    self.note(gap, sense == ("<=" if no else "<"))
                    self.note(Poly() - gap if sense == "=" else {}, False)
                elif not no:
                    pairs = ((left, right), (right, left))[:1 + (sense == "=")]
                    for one, _ in [pair for pair in pairs if sense == "<" or self.real(pair[1])]:
                        self.finish(one)
                    for one, other in [pair for pair in pairs if sense == "=" and any(real)]:
                        self.held |= {repr(one): self.poly(other)} if self.real(other) else {}
    def finish(self, term):  # What follows if a term that isn't −∞ by its form isn't ∞ either.
        try:
            found = {} if self.real(term) else self.finite(term)
        except Unshown:
            return
        facts = found.pop("every", [])
        self.held |= {key: value for key, value in found.items() if key not in self.held}
        self.cache, self.inner, self.told = {}, {}, {}
        for fact in facts:
            if ("seen", repr(fact)) not in self.held:
                self.held["seen", repr(fact)] = UNIT
                self.learn(fact)
    def finite(self, term):
        parts, found = [], {repr(term): self.atom(term)}
        match term:
            case _ if self.real(term):
                return {}
            case ["op", "sub", [one, ["op", "mul", [u, ["op", "log", [t], *_]], *_]], *_] if (
                    None not in (self.sign(u), self.sign(t))):
                parts, found[repr(self.poly(u)), repr(self.poly(t))] = [one], UNIT
            case ["op", "add", pair, *_]:
                parts = pair
            case ["op", "mul", [one, two], *_] if 1 in (self.sign(one), self.sign(two)):
                parts = [two if self.sign(one) == 1 else one]
            case ["op", "sub" | "div" as head, [one, two], *_] if self.real(two) and (
                    head == "sub" or self.sign(two) == 1):
                parts = [one]
            case ["bind", "sum", ["symbol", _] as sort, None, body]:
                inner, inside, _ = self.under(sort, body)
                inner.finite(inside)
                less = ["relation", "<", body, ["number", "inf"]]
                found["every"] = [["quantified", "forall", sort, None, less]]
            case ["bind", "integral", ["real", *_] as sort, None, body]:
                name = f"\1{next(self.fresh)}"
                inner = Algebra({**self.scope, name: sort}, (), self)
                need(inner.sign(substitute(body, {0: ["var", name]})) is not None)
            case ["op", "kl", *_]:
                found[repr(term)] = self.atom(self.defined(term))
            case _:
                need(False, "a term may be −∞")
        for part in parts:
            more = self.finite(part)
            found = {**found, **more, "every": found.get("every", []) + more.get("every", [])}
        return found
    def shown(self, check, *args):
        try:
            return check(*args) is not None
        except Unshown:
            return False
    def real(self, term):  # Whether a term is shown to be a real number.
        return self.shown(self.poly, term)
    def sign(self, term):
        """1 for a term that is certainly positive, 0 for at least 0, None if that isn't shown."""
        return self.sense(self.poly(term)) if self.real(term) else None
    def sense(self, poly, deep=1):  # The sign of a normal form, by so many facts at most.
        known = self.known.get(poly.scaled(), (None,))[0] if poly else 0
        signs = [self.monomial_sign(m) if value > 0 else None for m, value in poly.items()]
        if known or None not in signs:
            return 1 if known else max([0, *signs])
        (top, bottom), shared = Poly.cleared(poly), common(poly)
        for outer, rest, deeper in ((bottom, top, 1), (shared, Poly.over(poly, shared), deep)):
            pair = outer and (self.monomial_sign(outer), self.sense(rest, deeper))
            if pair and None not in pair:
                return min(pair)
        more = plus(poly, UNIT, -poly.get((), 0))
        if len(poly) > len(more) and poly[()] > 0 and self.sense(more, deep) is not None:
            return 1
        for monomial in poly if deep else ():
            for strict, fact in self.facts_on(monomial):  # A multiple of it, and what has a sign.
                ratio = poly[monomial] / fact[monomial]
                rest = self.sense(poly.__add__(fact, -ratio), deep - 1) if ratio > 0 else None
                if rest is not None:
                    return int(strict or rest == 1)
        bit = next((item for m in poly for item in m if item[0].startswith(BITS)), None)
        halves = [self.sense(part, deep) for part in self.halves(poly, bit)] if bit else [None]
        return known if None in halves else min(halves)
    def facts_on(self, monomial):
        if not self.about:
            for strict, fact in self.known.values():
                for m in fact:
                    self.about.setdefault(m, []).append((strict, fact))
        return self.about.get(monomial, []) if monomial else []
    def monomial_sign(self, monomial):  # The sign of a product of powers; a divisor isn't 0.
        signs = [1]
        for atom, power in monomial:
            found = self.atom_sign(atom)
            found = found or 0 if power.denominator > 1 or power % 2 == 0 else found
            signs.append(1 if power < 0 and found is not None else found)
        return None if None in signs else min(signs)
    def atom_sign(self, atom):  # By facts or by its form; it doesn't rest on itself.
        if atom in self.told:
            return self.told[atom]
        single, tree, first = self.atom(self.tree[atom]), self.tree[atom], not self.asked
        signs = [self.known.get(single.scaled(), (None,))[0]]
        if not signs[0] and atom not in self.asked:
            self.asked.add(atom)
            match tree:
                case _ if atom.startswith(BITS):
                    signs.append(0)
                case _ if atom in SUMS:
                    signs.append(self.sense(SUMS[atom]))
                case ["op", "log" | "pow" as head, [inner, *_], *_]:
                    signs.append(self.sign(op("sub", inner, ONE if head == "log" else ZERO)))
                case ["op", "maximum", pair, *_]:
                    signs += map(self.sign, pair)
                case ["op", head, *_]:
                    positive = head in COUNTS or head in ("exp", "pi")
                    signs.append(1 if positive else 0 if head in NOT_NEGATIVE else None)
                case ["bind", "sum" | "max" | "min", ["symbol", _] as sort, None, body]:
                    inner, body, _ = self.under(sort, body)
                    signs.append(None if inner.sign(body) is None else 0)
            for strict, fact in self.facts_on(min(single)):
                value = fact[min(single)]
                rest = self.sense(single.__add__(fact, -1 / value), False) if value > 0 else None
                signs.append(None if rest is None else max(strict, rest))
            self.asked.discard(atom)
        found = max((sign for sign in signs if sign is not None), default=None)
        if first:
            self.told[atom] = found
        return found

    # --- normal forms

    def atom(self, tree, power=1):  # A power of a term that stays closed.
        self.tree[repr(tree)] = tree
        if tree[0] == "number":
            SUMS[repr(tree)] = number(Fraction(tree[1]))
        return Poly({((repr(tree), power),): Fraction(1)})
    def poly(self, term):
        """The normal form of a term; raises Unshown where it isn't shown to be a real number."""
        name = repr(term)
        if name not in self.cache:
            try:
                self.cache[name] = self.read(term)
            except Unshown:
                self.cache[name] = self.held.get(name)
                if self.cache[name] is None:
                    raise
        return need(self.cache[name] is not None) and self.cache[name]
    def same(self, one, two):
        """Whether two terms are real and equal by their normal forms."""
        return not (self.poly(one) - self.poly(two)).cleared()[0]
    def times(self, *polys):
        return reduce(Poly.__mul__, polys, UNIT)
    def term(self, poly):  # What an indicator multiplies may be undefined where that is 0.
        def piece(monomial, value):
            parts = [self.tree[a] if p == 1 else op("pow", self.tree[a], ["number", str(p)])
                     for a, p in monomial if self.tree[a][0] != "cases"]
            parts = parts + [["number", str(value)]] * (value != 1 or len(parts) != 1)
            marks = [self.tree[a][1] for a, _ in monomial if self.tree[a][0] == "cases"]
            body = reduce(partial(op, "mul"), parts)
            return reduce(lambda body, test: ["cases", test, body, ZERO], marks, body)
        pieces = [piece(*item) for item in sorted(poly.items())] or [ZERO]
        return ordered(reduce(partial(op, "add"), pieces))
    def closed(self, poly):  # A sum as an atom, written out where its power is whole.
        (monomial,) = self.atom(op("mul", self.term(poly), ONE))
        SUMS[monomial[0][0]] = poly
        return monomial
    def factored(self, poly):  # A coefficient and a monomial; a sum is one atom of it.
        top, bottom = Poly(poly).cleared()
        shared = common(top)
        rest = top.over(shared)
        value = rest[min(rest)] if len(rest) == 1 else abs(rest[min(rest)])
        rest = rest * number(1 / value)
        if self.sense(rest) != 1 and (self.sense(Poly() - rest) == 1 or rest[min(rest)] < 0):
            value, rest = -value, Poly() - rest
        return value, joined(joined(shared, bottom, -1), self.closed(rest) if len(rest) > 1 else ())
    def power(self, base, exponent):
        plain = exponent.get((), Fraction(0)) if exponent.keys() <= {()} else None
        sign, turned = self.sense(base), Poly() - base
        if plain is not None and plain.denominator == 1:
            if plain < 0:
                known = 1 in (sign, self.sense(turned)) or (base and base.scaled() in self.held)
                value, monomial = need(known, "a divisor may be 0") and self.factored(base)
                base = UNIT * Poly({tuple((a, -p) for a, p in monomial): 1 / value})
            return self.times(*[base] * abs(int(plain)))
        need(sign == 1 or (sign == 0 and self.sense(exponent) == 1), "a power of what may be 0")
        if plain is None and sign:
            return self.exponential(exponent * self.logarithm(base))
        if plain is None or not base:
            return self.atom(op("pow", self.term(base), self.term(exponent))) if base else base
        value, monomial = self.factored(base)
        if value < 0 or None in [self.atom_sign(atom) for atom, _ in monomial]:
            value, monomial = 1, self.closed(base)
        roots = [self.atom(["number", str(p)], k * plain) for p, k in primes(value)]
        return self.times({tuple((a, p * plain) for a, p in monomial): Fraction(1)}, *roots)
    def exponential(self, poly):  # e^(Σ c·m) = Π (e^m)^c, where e^(ln u) = u.
        result = UNIT
        for monomial, value in poly.items():
            tree = self.tree[monomial[0][0]] if len(monomial) == 1 and monomial[0][1] == 1 else ONE
            log = tree[:2] == ["op", "log"] and need(self.sign(tree[2][0]) == 1) and tree[2][0]
            result *= self.atom(log or op("exp", self.term(Poly({monomial: Fraction(1)}))), value)
        return result
    def logarithm(self, poly, rest=None):  # ln of what is > 0; or ≥ 0, if `rest` vanishes with it.
        sign, apart, logs = self.sense(poly), True, []
        vanishes = rest is not None and (poly or not rest)
        need(sign == 1 or (sign == 0 and vanishes), "a logarithm of what may be 0")
        value, monomial = self.factored(poly) if poly else (Fraction(1), ())
        for atom, power in monomial:
            known, tree = self.atom_sign(atom), self.tree[atom]
            apart = apart and (known == 1 or (known == 0 and power > 0 and rest is not None and all(
                dict(m).get(atom, 0) > 0 for m in rest)))
            known = tree[:2] == ["op", "exp"]
            logs.append((self.poly(tree[2][0]) if known else self.atom(op("log", tree)), power))
        if value < 0 or not apart:
            need(sign or not rest or self.falls(rest, poly), "a logarithm may be infinite")
            value = abs(poly[min(poly)])
            unit = poly * number(1 / value)
            unit = Poly({self.closed(unit): Fraction(1)}) if len(unit) > 1 else unit
            logs = [(self.atom(op("log", self.term(unit))), 1)]
        logs += [(self.atom(op("log", ["number", str(p)])), k) for p, k in primes(value)]
        return reduce(lambda total, item: total.__add__(*item), logs, Poly())
    def falls(self, rest, bound):  # Whether each monomial has a part that is 0 where the bound is.
        def small(part):
            signs = self.sense(part), self.sense(bound - part)
            return (repr(part), repr(bound)) in self.held or None not in signs
        parts = [[Poly({part: Fraction(1)}) for k in range(len(m))
                  for part in combinations(m, k + 1)] for m in rest]
        entire, lead = (self.factored(poly)[1] for poly in (rest, bound))
        return all(dict(entire).get(a, 0) > 0 or self.atom_sign(a) == 1 for a, _ in lead) or all(
            any(map(small, found)) for found in parts)

    # --- reading

    def read(self, term):
        match term:
            case ["number", text] if text != "inf":
                return number(Fraction(text))
            case ["var", name] if self.scope[name][0] in ("real", "size", "symbol"):
                return self.atom(term)
            case ["op", head, args, *_] if head in HEADS:
                return HEADS[head](self, *args)
            case ["op", head, *_] if head in LAWS and head != "kl":
                term = self.defined(term)
                if head in ("private_value", "public_value"):
                    return self.ranged(term, ["symbol", op(f"{head}s", *term[2][:2])])
                return self.ranged(term, ["size", 1, None] if head in COUNTS else REAL)
            case ["cases", test, then, otherwise]:
                held = self.truth(test)
                if held is not None:
                    return self.poly(then if held else otherwise)
                mark, result = self.mark(test), Poly()
                for fact, part, weight in (
                        (test, then, mark), (["not", test], otherwise, UNIT - mark)):
                    found = Algebra(self.scope, [fact], self).poly(part)
                    for atom in {a for m in found for a, p in m if p < 0 and a in SUMS}:
                        self.power(self.poly(self.tree[atom]), number(-1))  # Whichever case holds.
                    result += weight * found
                return result
            case ["bind", "sum", ["symbol", size], guard, body]:
                return self.total(size, ["cases", guard, body, ZERO] if guard else body)
            case ["bind", "max" | "min", ["symbol", size] as sort, None, body]:
                inner, body, _ = self.under(sort, body)
                inner.poly(body)
                need(self.sign(size) == 1)
                return self.atom(term)
        need(False)
    def product(self, *parts):  # A logarithm in it may be −∞ where the other factors are 0.
        factors, logs, result = [*parts], [], UNIT
        for part in factors:
            if part[:2] == ["op", "mul"]:
                factors += part[2]
            elif part[:2] == ["op", "log"] and not self.real(part):
                logs.append(self.poly(part[2][0]))
            else:
                result *= self.poly(part)
        return reduce(lambda found, inner: found * self.logarithm(inner, found), logs, result)
    def distribution(self, inner):  # Φ, where Φ(0) = 1/2 and Φ(−u) = 1 − Φ(u).
        poly = self.poly(inner)
        if not poly or poly[min(poly)] > 0:
            return self.atom(op("normal_cdf", self.term(poly))) if poly else number(Fraction(1, 2))
        return UNIT - self.distribution(op("neg", inner))
    def absolute(self, inner):
        poly = self.poly(inner)
        sides = [side for side in (poly, Poly() - poly) if self.sense(side) is not None]
        lead = max(poly, Poly() - poly, key=lambda side: side.get(min(side, default=()), 0))
        return sides[0] if sides else self.atom(op("abs", self.term(lead)))
    def divided(self, head, a, b):  # The whole part of a quotient, or what remains.
        top, bottom = self.poly(a), self.poly(b)
        held = self.whole(top) and self.whole(bottom) and self.sense(top) is not None
        need(held and self.sense(bottom) == 1, "a division of what may not be whole")
        ((unit, value), *more), high = bottom.items(), Poly()
        for monomial, found in top.items() if not more else ():
            part = joined(monomial, unit, -1)
            if all(power > 0 for _, power in part) and found // value:
                high[part] = Fraction(found // value)
        low = top - high * bottom
        if None not in (self.sense(low), self.sense(bottom - low - UNIT)):
            return high if head == "quotient" else low
        closed = op(head, self.term(top), self.term(bottom))
        sort = ["symbol", self.term(bottom)] if head == "remainder" else REAL
        return self.ranged(closed, sort)
    def member(self, event, symbol):  # 1 where a symbol is in an event, 0 elsewhere.
        symbol = self.symbol(symbol, self.sizes(event)[0])
        match event:
            case ["bind", "event", _, guard, _]:
                return self.poly(["cases", substitute(guard, {0: symbol}), ONE, ZERO])
            case ["op", "complement", [_, inner], *_]:
                return UNIT - self.member(inner, symbol)
            case ["var", _]:
                return self.atom(op("indicator", event, symbol))
        need(False, "an event that isn't read")
    def gap_mark(self, sense, gap):  # 1 where a number is 0, or at least 0.
        held = self.truth(["relation", sense, ZERO, self.term(gap)])
        bit = next((item for m in gap for item in m if item[0].startswith(BITS)), None)
        if held is not None or not bit:
            lead = 1 if held is not None else gap[min(gap)] if sense == "=" else abs(gap[min(gap)])
            return number(int(held)) if held is not None else self.atom(
                ["cases", ["relation", sense, ZERO, self.term(gap * number(1 / lead))], ONE, ZERO])
        mark, (zero, one) = Poly({(bit,): Fraction(1)}), self.halves(gap, bit)
        return mark * self.gap_mark(sense, one) + (UNIT - mark) * self.gap_mark(sense, zero)
    def halves(self, poly, bit):  # What a number is where a bit is 0, and where it is 1.
        zero = Poly({m: value for m, value in poly.items() if bit not in m})
        return zero, sum((Poly({m: v}).over((bit,)) for m, v in poly.items() if bit in m), zero)
    def nothing(self, poly):  # Whether a number is 0, by its form or since facts say ≥ 0 and ≤ 0.
        return not poly.cleared()[0] or None not in (self.sense(poly), self.sense(Poly() - poly))
    def truth(self, test):  # Whether a test is decided by signs.
        match test:
            case ["not", body]:
                return None if self.truth(body) is None else not self.truth(body)
            case ["relation", sense, left, right] if self.real(left) and self.real(right):
                gap = self.poly(right) - self.poly(left)
                above, below = self.sense(gap), self.sense(Poly() - gap)
                if sense == "=":
                    differ = 1 in (above, below) or (gap and gap.scaled() in self.held)
                    return False if differ else True if self.nothing(gap) else None
                if above == 1 or below == 1:
                    return above == 1
                return sense == "<=" if (above if sense == "<=" else below) == 0 else None
        return None
    def mark(self, test):  # 1 where a test holds, 0 elsewhere.
        match test:
            case _ if self.truth(test) is not None:
                return number(int(self.truth(test)))
            case ["not", body]:
                return UNIT - self.mark(body)
            case ["and", parts]:
                return reduce(Poly.__mul__, map(self.mark, parts))
            case ["relation", "<", left, right]:
                return UNIT - self.mark(["relation", "<=", right, left])
            case ["relation", sense, left, right]:
                return self.gap_mark(sense, self.poly(right) - self.poly(left))
        need(False, "a test that isn't read")

    # --- laws and sums

    def sizes(self, law):  # The sizes of the alphabets of a law; the terms in other sorts.
        match law:
            case ["var", name]:
                return self.scope[name][1:]
            case ["bind", kind, [_, size], _, body]:
                row = substitute(body, {0: ["var", "\1"]})
                return [size, *(self.sizes(row) if kind == "table channel" else [])]
            case ["op", "pmf_literal", entries, *_]:
                return [["number", str(len(entries))]]
        return need(law[0] == "op" and law[1] in LAWS) and LAWS[law[1]](self, *law[2])[0]
    def defined(self, term):  # A term with normal indices; refuse what may be undefined.
        match term:
            case ["var", name] if self.scope[name][0] not in ("real", "size", "symbol"):
                return term
            case ["op", "pmf_literal", entries, *_]:
                total = sum(map(self.poly, entries), number(-1))
                need(None not in map(self.sign, entries) and self.nothing(total), "no law")
                return term
            case ["bind", "table pmf", sort, None, body]:
                inner, inside, _ = self.under(sort, body)
                need(inner.sign(inside) is not None, "no law")
                return need(self.nothing(self.total(sort[1], body) - UNIT), "no law") and term
            case ["bind", "table channel" | "table reals", sort, None, body]:
                inner, inside, _ = self.under(sort, body)
                return need(inner.defined(inside)) and term
            case ["op", head, args, *rest] if head in LAWS:
                args = [self.defined(arg) for arg in args]
                _, places, same = LAWS[head](self, *args)
                need(all(part == same[0] for part in same), "alphabets that differ")
                [self.symbol(*place) for place in places]
                return ["op", head, args, *rest]
            case ["bind", "event", *_]:
                return term
        return self.term(self.poly(term))
    def whole(self, poly):  # Whether a number is whole by its form.
        def entire(tree):
            match tree:
                case ["var", name]:
                    return self.scope[name][0] in ("size", "symbol")
                case ["op", head, *_]:
                    return head in WHOLE
            return tree[0] == "cases"
        return all(value.denominator == 1 for value in poly.values()) and all(
            p > 0 and p.denominator == 1 and entire(self.tree[a]) for m in poly for a, p in m)
    def symbol(self, index, size):  # An index in normal form, shown to be one of so many.
        poly = self.poly(index)
        signs = self.sense(poly), self.sense(self.poly(size) - poly - UNIT, 3)
        need(self.whole(poly) and None not in signs, "a term isn't shown to be a symbol")
        return self.term(poly)
    def entry(self, law, index):  # The probability of a symbol, or a component.
        law = self.defined(law)
        kind = law[0] == "var" and self.scope[law[1]][0]
        (size,) = self.sizes(law)[:1] if kind else self.sizes(law)
        need(kind in ("pmf", "reals", False) and law[1] != "without_public", "no law")
        index = self.symbol(index, size)
        match law:
            case ["op", "pmf_literal", entries, *_] if index[0] == "number":
                return self.poly(entries[int(index[1])])
            case ["bind", _, _, _, body]:
                return self.poly(substitute(body, {0: index}))
            case ["op", "row", [["op", "channel_literal", rows, *_], ["number", k]], *_]:
                return self.entry(rows[int(k)], index)
            case ["op", "row", [["bind", _, _, _, body], x], *_]:
                return self.entry(substitute(body, {0: x}), index)
            case ["op", "row", [["op", "chain", [one, two], *_], x], *_]:
                return self.entry(op("output", op("row", one, x), two), index)
            case ["op", "output", [prior, channel], *_]:
                body = op("mul", op("at", prior, X), op("at", op("row", channel, X), index))
                return self.total(self.sizes(channel)[0], body)
        if kind == "reals":
            return self.ranged(op("component", law, index), self.scope[law[1]][2])
        if size[0] == "number" and index == ["number", str(int(size[1]) - 1)]:
            rest = [self.poly(op("at", law, ["number", str(k)])) for k in range(int(index[1]))]
            self.note(found := reduce(Poly.__sub__, rest, UNIT), False)
            return found
        return self.atom(op("at", law, index))
    def split(self, size):  # A symbol, as x·m + y of k·m, and the new names with their sizes.
        first, parts = self.split(size[2][0]) if size[:2] == ["op", "mul"] else (None, [])
        size = size[2][1] if parts else size
        last = ["var", f"\1{next(self.fresh)}"]
        return op("add", op("mul", first, size), last) if parts else last, [*parts, (last[1], size)]
    def under(self, sort, body):  # The algebra that knows one more symbol, the body, the new names.
        if repr(sort) not in self.inner:
            (term, new), inner = self.split(sort[1]), self
            for name, size in new:
                held = [["every", parts[:k] + parts[k + 1:], substitute(fact, {old: ["var", name]})]
                        for parts, fact in inner.every
                        for k, (old, own) in enumerate(parts) if own == size]
                inner = Algebra({**inner.scope, name: ["symbol", size]},
                                [fact if fact[1] else fact[2] for fact in held], inner, True)
            self.inner[repr(sort)] = inner, term, [name for name, _ in new]
        inner, term, names = self.inner[repr(sort)]
        return inner, substitute(body, {0: term}), names
    def total(self, size, body):  # A sum over symbols.
        many = self.poly(size)
        if many.keys() <= {()} and many.get((), 0) <= 16:
            values = [{0: ["number", str(k)]} for k in range(int(many.get((), 0)))]
            return sum((self.poly(substitute(body, value)) for value in values), Poly())
        inner, body, names = self.under(["symbol", size], body)
        return self.gathered(inner, names, inner.poly(body))
    def gathered(self, inner, names, poly):  # The sum of a normal form over symbols.
        parts = ((self.summed(inner, names, monomial), value) for monomial, value in poly.items())
        return reduce(lambda total, part: total.__add__(*part), parts, Poly())
    def summed(self, inner, names, monomial):  # The sum of a product, constants out.
        mine = tuple(item for item in monomial if free(self.tree[item[0]]) & {*names})
        outer = joined(monomial, mine, -1)
        for atom in [atom for atom, power in outer if power < 0]:  # Not 0 without symbols either.
            self.power(self.poly(self.tree[atom]), number(-1))
        outer = Poly({outer: Fraction(1)})
        for atom, power in mine:
            tree, rest = self.tree[atom], Poly({joined(mine, ((atom, 1),), -1): Fraction(1)})
            if tree[:2] == ["bind", "sum"] and power >= 1 and len(names) < 5:
                more, body, new = inner.under(tree[2], tree[4])
                entire = op("mul", self.term(rest), body)  # May vanish with a logarithm in it.
                if more.real(body) or more.real(entire):
                    found = rest * more.poly(body) if more.real(body) else more.poly(entire)
                    return outer * self.gathered(more, names + new, found)
            gone = inner.covered(tree, names) if power == 1 else ()
            left = [name for name in names if name not in gone]
            others = [self.tree[a] for a, _ in min(rest)] + [inner.scope[name] for name in left]
            if gone and not gone & free(others):
                return outer * self.gathered(inner, left, rest)
            for name in names if power == 1 and tree[0] == "cases" and tree[1][1] == "=" else ():
                gap, single = inner.poly(tree[1][3]), inner.poly(["var", name])
                factor = -1 / gap[min(single)] if min(single) in gap else 0
                solved = single.__add__(gap, factor) if factor else single
                value, left = inner.term(solved), [other for other in names if other != name]
                body = substitute(self.term(rest), {name: value})
                if name not in free(value) and inner.real(body) and inner.shown(
                        inner.symbol, value, inner.scope[name][1]):
                    return outer * self.gathered(inner, left, inner.poly(body))
        if not names:
            return outer
        group, old = {names[0]}, None
        while group != old:
            old, ties = group, [free(self.tree[a]) & {*names} for a, _ in mine] + [
                (free(inner.scope[name]) | {name}) & {*names} for name in names]
            group = group.union(*(tie for tie in ties if tie & group))
        chosen = [name for name in names if name in group]
        factors = [item for item in mine if free(self.tree[item[0]]) & group]
        orders = permutations(chosen) if len(chosen) < 5 else [chosen]
        found = inner.poly(inner.scope[names[0]][1])  # The size, if there is nothing to add up.
        if factors:
            ways = [self.bound(inner, order, factors) for order in orders]
            found = self.atom(min(ways, key=repr))
        rest = Poly({tuple(item for item in mine if item not in factors): Fraction(1)})
        left = [name for name in names if name not in group]
        return outer * found * self.gathered(inner, left, rest)
    def bound(self, inner, names, factors):  # A sum as a term, its symbols in order.
        put = {name: ["var", f"\2{place}"] for place, name in enumerate(names)}
        moved = [(self.atom(ordered(substitute(self.tree[a], put))), p) for a, p in factors]
        body = self.term(Poly({tuple(sorted((min(m)[0][0], p) for m, p in moved)): Fraction(1)}))
        for name in reversed(names):
            size = substitute(inner.scope[name], put)
            body = ["bind", "sum", size, None, substitute(body, {put[name][1]: X})]
        return body
    def covered(self, tree, names):  # The symbols over which a probability adds up to 1.
        if tree[0] != "op" or tree[1] not in ("at", "prior_mass"):
            return set()
        size = self.sizes(tree[2][0])[0] if tree[1] == "at" else op("instances", tree[2][0])
        index, size, gone = self.poly(tree[2][-1]), self.poly(size), set()
        for name in [*names] * len(names):
            single, many = self.poly(["var", name]), self.poly(self.scope[name][1])
            if name in gone or index.get(min(single)) != 1 or name in free(tree[2][:-1]):
                continue
            index, gone = index - single, gone | {name}
            if not index or len(many) != 1:
                return gone if not index and size == many else set()
            index, size = (p.over(min(many)) * number(1 / many[min(many)]) for p in (index, size))
        return set()

HEADS = {
    "add": lambda s, a, b: s.poly(a) + s.poly(b), "sub": lambda s, a, b: s.poly(a) - s.poly(b),
    "neg": lambda s, a: Poly() - s.poly(a), "mul": Algebra.product,
    "div": lambda s, a, b: s.poly(a) * s.power(s.poly(b), number(-1)),
    "pow": lambda s, a, b: s.power(s.poly(a), s.poly(b)),
    "sqrt": lambda s, a: s.power(s.poly(a), number(Fraction(1, 2))),
    "exp": lambda s, a: s.exponential(s.poly(a)), "log": lambda s, a: s.logarithm(s.poly(a)),
    "binary_entropy": lambda s, x: reduce(Poly.__sub__, (
        s.poly(op("mul", z, op("log", z))) for z in (x, op("sub", ONE, x))), Poly()),
    "abs": Algebra.absolute, "at": Algebra.entry, "component": Algebra.entry,
    "likelihood_ratio": lambda s, p, q, x: s.poly(op("div", op("at", p, x), op("at", q, x))),
    "probability": lambda s, p, e: s.total(
        s.sizes(s.defined(p))[0], op("mul", op("at", p, X), op("indicator", e, X))),
    "indicator": lambda s, e, x: s.member(e, x),
    "quotient": lambda s, a, b: s.divided("quotient", a, b),
    "remainder": lambda s, a, b: s.divided("remainder", a, b),
    "normal_cdf": Algebra.distribution,
    "maximum": lambda s, a, b: s.atom(op("maximum", s.term(s.poly(a)), s.term(s.poly(b)))),
    "minimum": lambda s, a, b: s.atom(op("minimum", s.term(s.poly(a)), s.term(s.poly(b)))),
}
LAWS = {  # The sizes of a law; indices and how many there are; terms that must be the same.
    "row": lambda s, c, x: (s.sizes(c)[1:], [(x, s.sizes(c)[0])], []),
    "response": lambda s, m, x: (s.sizes(m)[1:], [(x, op("instances", s.sizes(m)[0]))], []),
    "output": lambda s, p, c: (s.sizes(c)[1:], [], [s.sizes(p)[0], s.sizes(c)[0]]),
    "chain": lambda s, a, b: ([s.sizes(a)[0], s.sizes(b)[1]], [], [s.sizes(a)[1], s.sizes(b)[0]]),
    "channel_literal": lambda s, *rows: (
        [["number", str(len(rows))], *s.sizes(rows[0])], [], [s.sizes(row) for row in rows]),
    "flat_prior": lambda s, d, p: ([op("instances", d)], [], [d, s.sizes(p)[0]]),
    "flat_mechanism": lambda s, m: ([op("instances", s.sizes(m)[0]), s.sizes(m)[1]], [], []),
    "entry_channel": lambda s, m, x, i: ([op("alphabet", s.sizes(m)[0], i), s.sizes(m)[1]], [
        (x, op("instances", s.sizes(m)[0])), (i, op("entries", s.sizes(m)[0]))], []),
    "member_law": lambda s, t: (s.sizes(s.sizes(t)[0]), [], []),
    "without_public": lambda s, f: (s.sizes(f), [], []),
    "public_law": lambda s, f, t, e: (
        [op("public_values", f, e)], [(e, op("edges", f))], [s.sizes(f), s.sizes(t)]),
    "secret_given": lambda s, f, t, e, v: ([op("private_values", f, e)], [
        (e, op("edges", f)), (v, op("public_values", f, e))], [s.sizes(f), s.sizes(t)]),
    "data_given": lambda s, f, t, e, v: ([op("private_values", f, e), *s.sizes(f)], [
        (e, op("edges", f)), (v, op("public_values", f, e))], [s.sizes(f), s.sizes(t)]),
    "joint_of": lambda s, p, c: ([], [], [s.sizes(p)[0], s.sizes(c)[0]]),
    "as_joint": lambda s, p, *sizes: ([], [], [s.poly(s.sizes(p)[0]), s.product(*sizes)]),
    "prior_mass": lambda s, d, p, x: ([], [(x, op("instances", d))], [d, s.sizes(p)[0]]),
    "alphabet": lambda s, d, i: ([], [(i, op("entries", d))], []),
    "edges": lambda s, f: ([], [], []),
    "private_values": lambda s, f, e: ([], [(e, op("edges", f))], []),
    "public_values": lambda s, f, e: ([], [(e, op("edges", f))], []),
    "private_value": lambda s, f, e, x: ([], [(e, op("edges", f)), (x, s.sizes(f)[0])], []),
    "public_value": lambda s, f, e, x: ([], [(e, op("edges", f)), (x, s.sizes(f)[0])], []),
    "information": lambda s, p, c: ([], [], [s.sizes(p)[0], s.sizes(c)[0]]),
    "kl": lambda s, p, q: ([], [], [s.sizes(p), s.sizes(q)]),
    "total_variation": lambda s, p, q: ([], [], [s.sizes(p), s.sizes(q)]),
    "hockey_stick": lambda s, p, q, e: ([], [], [s.sizes(p), s.sizes(q)]),
    **{head: lambda s, *args: ([], [], []) for head in CLOSED},
}

def unfolded(tree):
    """A term with entropies of laws on tuples written out: H(A|C), or I(A;B|C), in marginals."""
    if not isinstance(tree, list) or tree[:1] == ["bind"]:
        return tree
    match [unfolded(part) for part in tree]:
        case ["op", "joint_entropy" | "joint_information", [
                ["op", "as_joint", [law, *sizes], _, [axes]]], _, [a, *middle, c]]:
            names = [f"\3{axis}" for axis in axes.split(",")]
            symbols = [["var", name] for name in names]
            index = reduce(lambda place, axis: op("add", op("mul", place, axis[1]), axis[0]),
                           zip(symbols[1:], sizes[1:], strict=True), symbols[0])

            def total(body, chosen):
                for name, size in zip(names, sizes, strict=True):
                    sort, inside = ["symbol", size], substitute(body, {name: X})
                    body = ["bind", "sum", sort, None, inside] if name in chosen else body
                return body

            def entropy(*groups):
                chosen = {f"\3{axis}" for group in groups for axis in group.split(",")}
                chance = total(op("at", law, index), {*names} - chosen)
                return total(op("neg", op("mul", chance, op("log", chance))), chosen)
            (b,) = middle or [a]
            return op("sub", op("add", entropy(a, c), entropy(b, c)),
                      op("add", entropy(a, b, c), entropy(c)))
        case tree:
            return tree

def identity(step):
    """Whether an `identity` step holds: both sides have one normal form."""
    _, formula, premises, _, scope = step
    for name, sort in [*scope.items()]:
        if sort[0] == "symbol" and sort[1][:2] == ["op", "mul"]:
            term, parts = Algebra({}).split(sort[1])
            scope = scope | {new: ["symbol", size] for new, size in parts}
            formula, *premises = (substitute(part, {name: term}) for part in (formula, *premises))
    facts = Algebra(scope, premises)
    return formula[0] == "relation" and formula[1] in ("=", "<=") and (
        facts.same(*formula[2:]) or facts.same(*map(unfolded, formula[2:])))
