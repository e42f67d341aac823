"""Terms as JSON trees, normal forms over the rationals, and the identities of a proof.

A normal form maps monomials (sorted tuples of (atom, exponent)) to coefficients. An atom is the
text of a term; exponents are rational. What isn't shown to be a real number raises `Unshown`.
"""
import functools
import itertools
import math
from fractions import Fraction

REAL, WHOLE, ONE, ZERO = ["real", None, None, False, False], ["size", 0, None], ["number", "1"], ["number", "0"]
UNIT = {(): Fraction(1)}
COUNTS = frozenset(("entries", "largest_alphabet", "instances", "alphabet", "group_values", "private_functions",
    "largest_image", "private_values", "public_values"))
NOT_NEGATIVE = frozenset(("abs", "at"))

class Unshown(ValueError):
    """What a step rests on isn't shown here."""

def op(head, *args):
    """A head applied to terms."""
    return ["op", head, list(args), REAL, []]

def free(tree, bound=frozenset()):
    """The names of the free variables, those in the sorts of bound ones too."""
    match tree:
        case ["var", str(name)]:
            return {name} - bound
        case ["bind" | "quantified", _, [name, sort, _], guard, body, *_]:
            return free(sort, bound) | free([guard, body], bound | {name})
        case ["op", _, inner, _, _] | ["joint", _, inner]:
            return set().union(*(free(part, bound) for part in inner))
        case list():
            return set().union(*(free(part, bound) for part in tree))
    return set()

def substitute(tree, values):
    """Free variables replaced by terms; bound names that would capture are changed."""
    match tree:
        case ["var", str(name)]:
            return values.get(name, tree)
        case ["number" | "size" | "database", *_]:
            return tree
        case ["bind" | "quantified" as tag, kind, [name, sort, symbol], guard, body, *rest]:
            inner = {key: term for key, term in values.items() if key != name}
            taken, new = set().union(*map(free, inner.values())), name
            if name in taken:
                while new in taken | free([guard, body]):
                    new += "'"
                inner[name] = ["var", new]
            parts = [substitute(part, inner) for part in (guard, body)]
            return [tag, kind, [new, substitute(sort, values), symbol], *parts, *substitute(rest, values)]
        case ["op", head, args, sort, detail]:
            return ["op", head, substitute(args, values), substitute(sort, values), detail]
        case ["joint", axes, sizes]:
            return ["joint", axes, substitute(sizes, values)]
        case list():
            return [substitute(part, values) for part in tree]
    return tree

def canonical(tree, names=None, depth=0):
    """Text that two trees share if and only if they differ in bound names (and results' sorts)."""
    match tree:
        case ["var", str(name)]:
            return f"#{names[name]}" if names and name in names else f"var{name!r}"
        case ["op", head, args, sort, detail]:
            axes = canonical(sort, names, depth) if sort[0] == "joint" else ""
            inner = ",".join(canonical(arg, names, depth) for arg in args)
            return f"{head}{axes}{detail or ''}({inner})"
        case ["bind" | "quantified" as tag, kind, [name, sort, _], guard, body, *_]:
            inside, sort = {**(names or {}), name: depth}, canonical(sort, names, depth)
            guard, body = (canonical(part, inside, depth + 1) for part in (guard, body))
            return f"{tag} {kind}({sort};{guard};{body})"
        case ["joint", axes, sizes]:
            return f"joint{axes}{canonical(sizes, names, depth)}"
        case list():
            return "[" + ",".join(canonical(part, names, depth) for part in tree) + "]"
    return repr(tree)

def normal(formula, sign=True):
    """A formula, or its negation: negations at relations only, which are ≤, < or =."""
    match formula:
        case ["not", body]:
            return normal(body, not sign)
        case ["relation", ">=" | ">" as sense, left, right]:
            return normal(["relation", "<=" if sense == ">=" else "<", right, left], sign)
        case ["and" | "or" as tag, parts]:
            tag = tag if sign else "or" if tag == "and" else "and"
            return [tag, [normal(part, sign) for part in parts]]
        case ["quantified", kind, var, guard, body]:
            kind = kind if sign else "exists" if kind == "forall" else "forall"
            return ["quantified", kind, var, guard, normal(body, sign)]
    return formula if sign else ["not", formula]

def conjuncts(formula):
    """The parts of a conjunction."""
    return [c for part in formula[1] for c in conjuncts(part)] if formula[0] == "and" else [formula]

def plus(one, two, factor=1):
    """one + factor · two."""
    result = dict(one)
    for monomial, value in two.items():
        result[monomial] = result.get(monomial, 0) + factor * value
        if not result[monomial]:
            del result[monomial]
    return result

def number(value):
    """A rational number as a normal form."""
    return {(): Fraction(value)} if value else {}

def joined(one, two, sign=1):
    """The product of monomials, or quotient."""
    powers = dict(one)
    for atom, power in two:
        powers[atom] = powers.get(atom, 0) + sign * power
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))

def common(poly):
    """The largest monomial that divides every monomial."""
    least = [dict(monomial) for monomial in poly]
    names = {name for powers in least for name in powers}
    found = {name: min(powers.get(name, Fraction(0)) for powers in least) for name in names}
    return tuple(sorted((name, power) for name, power in found.items() if power))

def scaled(poly):
    """A key that all positive multiples share."""
    factor = abs(poly[min(poly)])
    return tuple(sorted((monomial, value / factor) for monomial, value in poly.items()))

def steps(certificate):
    """(rule, formula, premises' formulas, data, scope) of each step of a proof, in full."""
    def opened(value):
        match value:
            case ["#", int(place)]:
                return trees[place]
            case list():
                return [opened(part) for part in value]
            case dict():
                return {key: opened(part) for key, part in value.items()}
        return value
    trees, statement = [], certificate["statement"]
    for tree in certificate["shared"]:
        trees.append(opened(tree))
    size, lists = certificate["parts"]["induction"], opened(certificate["parts"]["lists"])
    for place, part in enumerate(lists):
        scope = {name: sort for name, sort, _ in statement["variables"]}
        if size is not None:
            low = ["number", str(scope[size][1])]
            put = {size: op("add", ["var", size], ONE) if place else low}
            scope = {n: s if n == size else substitute(s, put) for n, s in scope.items() if place or n != size}
        scope |= {name: sort for name, sort, _ in part["fixed"]}
        formulas = [normal(step["formula"]) for step in part["steps"]]
        for k, step in enumerate(part["steps"]):
            if any(not 0 <= source < k for source in step["from"]):
                raise Unshown("a step that doesn't come before")
            yield step["rule"], formulas[k], [formulas[p] for p in step["from"]], step["data"], scope

class Algebra:
    """Normal forms and signs where facts hold, in a scope (the sorts of free variables by name)."""

    def __init__(self, scope, facts=(), parent=None):
        self.scope, self.inner, self.cache = scope, {}, {}
        self.tree, self.fresh = (parent.tree, parent.fresh) if parent else ({}, itertools.count())
        # What is ≥ 0 by its scaled form (whether > 0, the form); what differs from 0; "for every …".
        self.known, self.nonzero, self.every, self.equal = (
            (dict(parent.known), set(parent.nonzero), list(parent.every), dict(parent.equal))
            if parent else ({}, set(), [], {}))
        self.asked = parent.asked if parent else set()
        for name in scope if parent is None else set(scope) - set(parent.scope):
            self.ranged(["var", name], scope[name])
        waiting = [part for fact in facts for part in conjuncts(normal(fact))]
        while waiting:
            left = [fact for fact in waiting if not self.learn(fact)]
            self.cache, self.inner = {}, {}
            if len(left) == len(waiting):
                left = [fact for fact in waiting if not self.equate(fact)]
            if len(left) == len(waiting):
                break
            waiting = left

    # --- facts and signs

    def ranged(self, term, sort):
        """An atom, with what its sort says of it."""
        low, high, *ends = sort[1:] if sort[0] in ("real", "size") else (0, None, False, False)
        found, ends = self.atom(term), ends or (False, False)
        if sort[0] == "symbol":
            self.note(plus(plus(self.poly(sort[1]), found, -1), UNIT, -1), False)
        if low is not None:
            self.note(plus(found, number(Fraction(low)), -1), ends[0])
        if high is not None:
            self.note(plus(number(Fraction(high)), found, -1), ends[1])
        return found

    def note(self, poly, strict):
        """Take note of what is ≥ 0, or > 0."""
        if poly:
            old = self.known.get(scaled(poly), (False, poly))
            self.known[scaled(poly)] = old[0] or strict, poly
        shared = common(poly) if strict and poly else ()
        if len(shared) > 1 and len(poly) == 1 and None not in (signs := [self.atom_sign(a) for a, _ in shared]):
            for atom, _ in shared:  # The factors of a positive product of what is ≥ 0.
                self.note({((atom, Fraction(1)),): Fraction(1)}, True)

    def learn(self, fact):
        """Take a fact into account; False where its sides aren't shown to be real (yet)."""
        try:
            match fact:
                case ["quantified", "forall", [name, ["symbol", size], _], None, body]:
                    self.every.append((name, size, body))
                case ["not", ["relation", "=", left, right]]:
                    gap = plus(self.poly(left), self.poly(right), -1)
                    for way in (1, -1) if gap else ():
                        self.nonzero.add(scaled(plus({}, gap, way)))
                        if self.sense(plus({}, gap, way)) is not None:
                            self.note(plus({}, gap, way), True)
                case ["not", ["relation", sense, left, right]]:
                    self.note(plus(self.poly(left), self.poly(right), -1), sense == "<=")
                case ["relation", sense, left, right]:
                    gap = plus(self.poly(right), self.poly(left), -1)
                    for way in (1, -1) if sense == "=" else (1,):
                        self.note(plus({}, gap, way), sense == "<")
        except Unshown:
            return False
        return True

    def equate(self, fact):
        """What equals a real number is that number, whatever its form."""
        if fact[0] == "relation" and fact[1] == "=":
            for one, other in (fact[2:], fact[:1:-1]):
                if self.real(one) and not self.real(other):
                    self.equal[canonical(other)] = self.poly(one)
                    return True
        return False

    def real(self, term):
        """Whether a term is shown to be a real number."""
        try:
            return self.poly(term) is not None
        except Unshown:
            return False

    def sign(self, term):
        """1 for a term that is certainly positive, 0 for at least 0, None where neither is shown."""
        return self.sense(self.poly(term)) if self.real(term) else None

    def sense(self, poly, deep=True):
        """The sign of a normal form."""
        strict, found = self.known.get(scaled(poly), (None, None))[0] if poly else None, None
        if not poly or strict:
            return int(strict or 0)
        signs = [self.monomial_sign(m) if value > 0 else None for m, value in poly.items()]
        if None not in signs:
            return max(signs)
        top, bottom = self.cleared(poly)
        for way in (1, -1) if bottom != UNIT else ():
            if found is None and self.sense(plus({}, bottom, way)) == 1:
                found = self.sense(plus({}, top, way))
        shared = common(poly)
        if found is None and shared and (outer := self.monomial_sign(shared)) is not None:
            inner = self.sense({joined(m, shared, -1): v for m, v in poly.items()}, deep)
            found = None if inner is None else min(outer, inner)
        found = self.by_facts(poly) if found is None and deep else found
        marks = [a for a, _ in itertools.chain(*poly) if self.tree[a][0] == "cases"]
        if found is None and marks:
            split = [{}, {}]
            for m, value in poly.items():
                rest = tuple(item for item in m if item[0] != marks[0])
                split = [plus(part, {rest: value}) if k or rest == m else part
                         for k, part in enumerate(split)]
            signs = [self.sense(part, deep) for part in split]
            found = None if None in signs else min(signs)
        return 0 if found is None and strict is not None else found

    def by_facts(self, poly):
        """The sign of a positive multiple of a fact, and of what has a sign by itself."""
        for strict, fact in list(self.known.values()):
            for monomial in fact:
                ratio = poly.get(monomial, 0) / fact[monomial]
                if monomial and ratio > 0:
                    rest = self.sense(plus(poly, fact, -ratio), False)
                    if rest is not None:
                        return int(strict or rest == 1)
        return None

    def monomial_sign(self, monomial):
        """The sign of a product of powers; a divisor isn't 0."""
        signs = [1]
        for atom, power in monomial:
            found = self.atom_sign(atom)
            if power.denominator > 1 or power % 2 == 0:
                found = found or 0
            signs.append(1 if power < 0 and found is not None else found)
        return None if None in signs else min(signs)

    def atom_sign(self, atom):
        """The sign of an atom, by facts or by its form; it doesn't rest on itself."""
        single = {((atom, Fraction(1)),): Fraction(1)}
        strict, found = self.known.get(scaled(single), (None, None))[0], None
        if not strict and atom not in self.asked:
            self.asked.add(atom)
            try:
                found = self.shape_sign(self.tree[atom])
                found = self.by_facts(single) if not found else found
            finally:
                self.asked.discard(atom)
        return max((int(s) for s in (found, strict) if s is not None), default=None)

    def shape_sign(self, tree):
        """The sign that an atom has by its form."""
        match tree:
            case ["op", "exp" | "pi", *_]:
                return 1
            case ["op", "add" | "mul", *_] | ["number", _]:
                return self.sense(self.poly(tree))
            case ["op", "log", [inner], *_]:
                return self.sense(plus(self.poly(inner), UNIT, -1))
            case ["op", "pow", [base, _], *_]:
                return self.sign(base)
            case ["op", "minimum", pair, *_]:
                signs = [self.sign(part) for part in pair]
                return None if None in signs else min(signs)
            case ["op", head, *_]:
                return 1 if head in COUNTS else 0 if head in NOT_NEGATIVE else None
            case ["bind", "sum" | "max" | "min", [_, ["symbol", _], _] as var, None, body, _]:
                inner, body, _ = self.under(var, body)
                return None if inner.sign(body) is None else 0
        return 0 if tree[0] == "cases" else None

    # --- normal forms

    def atom(self, tree, power=1):
        """A power of a term that stays closed."""
        name = canonical(tree)
        self.tree[name] = tree
        return {((name, Fraction(power)),): Fraction(1)}

    def poly(self, term):
        """The normal form of a term; raises Unshown where it isn't shown to be a real number."""
        name = canonical(term)
        if name not in self.cache:
            try:
                self.cache[name] = self.read(term)
            except Unshown:
                if name not in self.equal:
                    raise
                self.cache[name] = self.equal[name]
        return self.cache[name]

    def same(self, one, two):
        """Whether two terms are real and equal by their normal forms."""
        return not self.cleared(plus(self.poly(one), self.poly(two), -1))[0]

    def term(self, poly):
        """A term with this normal form."""
        pieces = []
        for monomial, value in sorted(poly.items()):
            parts = [self.tree[a] if p == 1 else op("pow", self.tree[a], ["number", str(p)])
                     for a, p in monomial]
            if value != 1 or len(parts) != 1 or (len(poly) == 1 and parts[0][1] == "pow"):
                parts.append(["number", str(value)])
            pieces.append(functools.reduce(lambda a, b: op("mul", a, b), parts))
        return functools.reduce(lambda a, b: op("add", a, b), pieces or [ZERO])

    def times(self, *polys):
        """The product: whole powers of closed sums written out, squares of indicators removed."""
        result = UNIT
        for poly in polys:
            found = {}
            for (a, x), (b, y) in itertools.product(result.items(), poly.items()):
                found = plus(found, {joined(a, b): x * y})
            result = self.tidy(found)
        return result

    def tidy(self, poly):
        """Whole powers of sums and numbers that stand as atoms written out."""
        for monomial, value in poly.items():
            for atom, power in monomial:
                tree, rest = self.tree[atom], tuple(i for i in monomial if i[0] != atom)
                if tree[0] == "cases" and power != 1:
                    new = {joined(rest, ((atom, Fraction(1)),)): value}
                elif tree[0] == "number" and not 0 <= power < 1:
                    left = ((atom, power % 1),) if power % 1 else ()
                    new = {joined(rest, left): value * Fraction(tree[1]) ** math.floor(power)}
                elif tree[:2] in (["op", "add"], ["op", "mul"]) and power >= 1:
                    left = ((atom, power - 1),) if power > 1 else ()
                    new = self.times({joined(rest, left): value}, self.poly(tree))
                else:
                    continue
                return self.tidy(plus(plus(poly, {monomial: value}, -1), new))
        return poly

    def cleared(self, poly):
        """(top, bottom): a quotient without negative powers of closed sums in it."""
        bottom = UNIT
        while low := [(atom, power) for monomial in poly for atom, power in monomial
                      if power < 0 and self.tree[atom][:2] in (["op", "add"], ["op", "mul"])]:
            atom, power = min(low)
            factor = {((atom, Fraction(-math.floor(power))),): Fraction(1)}
            poly, bottom = self.times(poly, factor), self.times(bottom, factor)
        return poly, bottom

    def factored(self, poly):
        """A coefficient and a monomial; what is a sum besides common factors is one closed atom."""
        if len(poly) == 1:
            return next((value, monomial) for monomial, value in poly.items())
        shared = common(poly)
        rest = {joined(m, shared, -1): value for m, value in poly.items()}
        lead = abs(rest[min(rest)])
        rest = plus({}, rest, 1 / lead)
        if rest[min(rest)] < 0 and self.sense(rest) != 1 or self.sense(plus({}, rest, -1)) == 1:
            lead, rest = -lead, plus({}, rest, -1)
        ((closed,),) = self.atom(self.term(rest))
        return lead, joined(shared, (closed,))

    def differs(self, poly):
        """Refuse what may be 0."""
        if not poly or self.sense(poly) != 1 != self.sense(plus({}, poly, -1)) and (
                scaled(poly) not in self.nonzero):
            raise Unshown("a divisor may be 0")

    def power(self, base, exponent):
        """A power."""
        plain = exponent.get((), Fraction(0)) if set(exponent) <= {()} else None
        if plain is not None and plain.denominator == 1 and abs(plain) <= 64:
            if plain < 0:
                self.differs(base)
                value, monomial = self.factored(base)
                base = self.tidy({tuple((a, -p) for a, p in monomial): 1 / value})
            return self.times(*[base] * abs(int(plain)))
        sign = self.sense(base)
        if sign is None or sign == 0 and self.sense(exponent) != 1:
            raise Unshown("a power of what may be negative, or 0")
        if not base:
            return {}
        if plain is None and sign == 0:
            return self.atom(op("pow", self.term(base), self.term(exponent)))
        if plain is None:
            return self.exponential(self.times(exponent, self.logarithm(base)))
        value, monomial = self.factored(base)
        if value < 0 or any(self.atom_sign(atom) is None for atom, _ in monomial):
            ((closed,),), value = self.atom(op("mul", self.term(base), ONE)), Fraction(1)
            monomial = (closed,)
        roots = [self.atom(["number", str(p)], plain * k) for p, k in primes(value)]
        return self.times({tuple((a, p * plain) for a, p in monomial): Fraction(1)}, *roots)

    def exponential(self, poly):
        """e^(Σ c·m) = Π (e^m)^c, where e^(ln u) = u."""
        result = UNIT
        for monomial, value in poly.items():
            tree = self.tree[monomial[0][0]] if monomial else ONE
            if len(monomial) == 1 and monomial[0][1] == 1 and tree[:2] == ["op", "log"]:
                if self.sign(tree[2][0]) != 1:
                    raise Unshown("a logarithm of what may be 0")
                result = self.times(result, self.atom(tree[2][0], value))
            else:
                closed = op("exp", self.term({monomial: Fraction(1)}))
                result = self.times(result, self.atom(closed, value))
        return result

    def logarithm(self, poly, rest=None):
        """ln of what is positive; or ≥ 0, where it multiplies what vanishes with it."""
        sign = self.sense(poly)
        if sign is None or sign == 0 and (rest is None or rest and not poly):
            raise Unshown("a logarithm of what may be 0")
        value, monomial = self.factored(poly) if poly else (1, ())
        vanishing = [] if rest is None else [
            a for a, p in monomial if p > 0 and all(dict(m).get(a, 0) > 0 for m in rest)]
        if value < 0 or any(self.atom_sign(atom) is None or self.atom_sign(atom) == 0 and (
                atom not in vanishing) for atom, _ in monomial):
            if sign == 0 and not self.falls(rest, poly):
                raise Unshown("a logarithm may be infinite")
            value = abs(poly[min(poly)])
            ((closed,),) = self.atom(self.term(plus({}, poly, 1 / value)))
            monomial = (closed,)
        result = {}
        for prime, power in primes(value):
            result = plus(result, self.atom(op("log", ["number", str(prime)])), power)
        for atom, power in monomial:
            tree = self.tree[atom]
            found = self.poly(tree[2][0]) if tree[:2] == ["op", "exp"] else self.atom(op("log", tree))
            result = plus(result, found, power)
        return result

    def falls(self, rest, bound):
        """Whether each monomial is 0 wherever a number ≥ 0 is: a part of it is ≥ 0 and at most
        the number."""
        def small(part):
            return self.sense(part) is not None and self.sense(plus(bound, part, -1)) is not None
        return all(any(small({part: Fraction(1)}) for k in range(1, len(monomial) + 1)
                       for part in itertools.combinations(monomial, k)) for monomial in rest)

    def read(self, term):
        """The normal form, by the head of the term."""
        match term:
            case ["number", text] if text != "inf":
                return number(Fraction(text))
            case ["var", name] if self.scope[name][0] in ("real", "size", "symbol"):
                return self.atom(term)
            case ["op", "add" | "sub" as head, [one, two], *_]:
                return plus(self.poly(one), self.poly(two), 1 if head == "add" else -1)
            case ["op", "neg", [inner], *_]:
                return plus({}, self.poly(inner), -1)
            case ["op", "mul", *_]:
                return self.product(term)
            case ["op", "div", [one, two], *_]:
                return self.times(self.poly(one), self.power(self.poly(two), number(-1)))
            case ["op", "pow", [base, exponent], *_]:
                return self.power(self.poly(base), self.poly(exponent))
            case ["op", "sqrt", [inner], *_]:
                return self.power(self.poly(inner), number(Fraction(1, 2)))
            case ["op", "exp", [inner], *_]:
                return self.exponential(self.poly(inner))
            case ["op", "log", [inner], *_]:
                return self.logarithm(self.poly(inner))
            case ["op", "abs", [inner], *_]:
                found = self.poly(inner)
                signs = [self.sense(found), self.sense(turned := plus({}, found, -1))]
                if signs != [None, None]:
                    return found if signs[0] is not None else turned
                return self.atom(op("abs", self.term(min(found, turned, key=lambda p: sorted(p.items())))))
            case ["op", "minimum" | "maximum" as head, pair, *_]:
                found, way = self.atom(op(head, *(self.term(self.poly(part)) for part in pair))), (
                    1 if head == "minimum" else -1)
                for part in pair:
                    self.note(plus({}, plus(self.poly(part), found, -1), way), False)
                return found
            case ["op", "binary_entropy", [x], *_]:
                parts = [op("mul", z, op("log", z)) for z in (x, op("sub", ONE, x))]
                return plus({}, self.poly(op("add", *parts)), -1)
        raise Unshown("a term isn't shown to be a real number")

    def product(self, term):
        """A product; a logarithm in it may be −∞ where the other factors are 0."""
        waiting, logs, result = [term], [], UNIT
        while waiting:
            part = waiting.pop()
            if part[:2] == ["op", "mul"]:
                waiting += part[2]
            elif part[:2] == ["op", "log"] and not self.real(part):
                logs.append(self.poly(part[2][0]))
            else:
                result = self.times(result, self.poly(part))
        for inner in logs:
            result = self.times(result, self.logarithm(inner, result))
        return result

def primes(value):
    """The prime factors of a positive rational number with their powers (what is large stays)."""
    found = {}
    for whole, way in ((value.numerator, 1), (value.denominator, -1)):
        for divisor in itertools.chain(range(2, 1000), (whole,)):
            while divisor > 1 and whole % divisor == 0:
                whole, found[divisor] = whole // divisor, found.get(divisor, 0) + way
    return found.items()

def identity(step):
    """Whether an `identity` step holds: both sides have one normal form."""
    _, formula, premises, _, scope = step
    match formula:
        case ["relation", "=" | "<=", left, right]:
            return Algebra(scope, premises).same(left, right)
    return False
