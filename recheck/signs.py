"""Signs of real numbers in proofs: what is certainly at least 0, or positive, given facts.

Numbers are polynomials whose atoms are terms, named by their canonical form. `laws`, `sums` and
`algebra` add how terms become polynomials.
"""

import itertools
from fractions import Fraction

from polynomials import common, joined, number, plus, scaled, single
from statements import REAL, Unsupported, normal, sort_of
from trees import conjuncts, mentions, simplified, substitute

ONE, ZERO, INFINITY = ["number", "1"], ["number", "0"], ["number", "inf"]
COUNT = ["size", 0, None]
COUNTS = frozenset((
    "entries", "largest_alphabet", "instances", "alphabet", "group_values", "private_functions",
    "largest_image", "private_values", "public_values"))
NOT_NEGATIVE = frozenset((
    "total_variation", "entropy", "min_entropy", "information", "maximal_leakage", "capacity",
    "joint_entropy", "joint_information", "mi_dp", "mi_dp_split",
    "database_information", "cardinality", "hockey_stick", "dp_delta", "abs", "sqrt", "at",
    "probability", "prior_mass", "hamming", "indicator", "quotient", "remainder", "entry_of",
    "with_entry", "with_group", "conditional_entry_information", "entry_information", "edges",
    "private_value", "public_value", "secret_delta", "pufferfish_delta", "attribute_delta",
    "secret_information", "pufferfish_information", "secret_stage_information",
    "pufferfish_stage", "law_hockey_stick"))


class Unshown(ValueError):
    """A side condition that this checker can't show: the step is neither shown nor refuted."""


class NotReal(Unshown):
    """A term isn't shown to be a real number."""


def op(head, *args, sort=REAL):
    """A head applied to terms, with a real result."""
    return ["op", head, list(args), sort, []]


def split_symbol(name, size):
    """A symbol of a product of alphabets as x·m + y, with the new variables [(name, size), …]."""
    if size[:2] != ["op", "mul"]:
        return ["var", name], [(name, size)]
    first, factor = size[2]
    left, variables = split_symbol(name, first)
    rest = name + "'" * len(variables)
    product = op("mul", left, factor, sort=COUNT)
    return op("add", product, ["var", rest], sort=COUNT), [*variables, (rest, factor)]


class Signs:
    """What follows from facts, in a scope; `key` gives canonical forms."""

    def __init__(self, formulas, scope, key, parent=None):
        self.scope, self.key, self.parent = scope, key, parent
        self.atoms = parent.atoms if parent else {}
        # What atoms 1/s divide by.
        self.divisors = parent.divisors if parent else {}
        self.counter = parent.counter if parent else itertools.count()
        self.signs = dict(parent.signs) if parent else {}
        self.nonzero = set(parent.nonzero) if parent else set()
        self.finite = set(parent.finite) if parent else set()
        # What terms that aren't real by their form are equal to.
        self.equals = dict(parent.equals) if parent else {}
        # (part, bound): the part is 0 wherever the bound is.
        self.vanishing = set(parent.vanishing) if parent else set()
        self.templates = list(parent.templates) if parent else []
        # Whether entropies of joint laws that are written out are read as sums.
        self.unfolds = parent.unfolds if parent else False
        self.cache, self.inner = {}, {}
        # The atoms whose signs are being found.
        self.asked = parent.asked if parent else set()
        if parent is None:
            for name, sort in scope.items():
                if sort[0] in ("real", "size"):
                    self.variable(["var", name], sort)
        self.learn_all(formulas)

    # --- facts ------------------------------------------------------------------------------------

    def learn_all(self, formulas):
        """Take facts into account; each may rest on what is real by others."""
        facts = [part for formula in formulas for part in conjuncts(normal(formula))]
        waiting, closed = facts, len(self.finite)
        while waiting:
            before = len(waiting), len(self.finite), len(self.vanishing)
            waiting = [part for part in waiting if not self.learn(part)]
            self.forget()
            if before == (len(waiting), len(self.finite), len(self.vanishing)):
                left = [part for part in waiting if not self.equated(part)]
                if len(left) == len(waiting):
                    break
                waiting = left
                self.forget()
        if len(self.finite) > closed:
            # What was closed when a fact was read may have parts now.
            for part in facts:
                self.learn(part)
            self.forget()

    def forget(self):
        """What was found before may be more now."""
        self.cache, self.inner = {}, {}

    def learn(self, fact):
        """Take a fact into account; False where it can't be yet."""
        try:
            match fact:
                case ["quantified", "forall", [name, ["symbol", size], _] as var, None, body] if (
                        fact not in self.templates):
                    self.templates.append(fact)
                    if size[:2] == ["op", "mul"]:
                        # The same of every x and y, for the symbol x·m + y.
                        term, variables = split_symbol(f"\0{next(self.counter)}", size)
                        body = simplified(substitute(body, {name: term}), self.wholes(variables))
                        for new, count in reversed(variables):
                            body = ["quantified", "forall", [new, ["symbol", count], var[2]],
                                    None, body]
                        self.templates.append(body)
                case ["not", ["relation", "<=" | "<" as sign, left, right]]:
                    self.note(plus(self.poly(left), self.poly(right), -1), sign == "<=")
                case ["not", ["relation", "=", left, right]]:
                    self.differs(plus(self.poly(left), self.poly(right), -1))
                case ["relation", sign, left, right]:
                    self.bounded(sign, left, right)
                    gap = plus(self.poly(right), self.poly(left), -1)
                    self.note(gap, sign == "<")
                    if sign == "=":
                        self.note(plus({}, gap, -1), False)
                case ["or", [one, two]]:
                    return self.vanishes(one, two) or self.vanishes(two, one)
        except (NotReal, Unsupported):
            return False
        return True

    def differs(self, gap):
        """Take note of a number that isn't 0."""
        for found in (gap, plus({}, gap, -1)) if gap else ():
            self.nonzero.add(scaled(found))
            if self.sign(found) is not None:
                self.note(found, True)

    def vanishes(self, positive, zero):
        """“0 < b or p ≤ 0” (or p = 0) for p ≥ 0 says that p is 0 where b is."""
        match positive, zero:
            case ["relation", "<", low, bound], ["relation", "<=" | "=", part, high]:
                if not self.poly(low) and not self.poly(high):
                    small, large = self.poly(part), self.poly(bound)
                    if small and large and self.sign(small) is not None:
                        self.vanishing.add((scaled(small), scaled(large)))
                        return True
        return False

    def bounded(self, sign, left, right):
        """Take note of what is never −∞ and bounded by a real number, or less than something."""
        for one, other in ((left, right), (right, left)) if sign == "=" else ((left, right),):
            known = self.is_real(one) and self.key(one) not in self.finite
            if not known and (sign == "<" or self.is_real(other)) and self.below(one):
                self.finish(one)

    def equated(self, fact):
        """What equals a real number is that number, whatever its form."""
        match fact:
            case ["relation", "=", left, right] if self.is_real(left) != self.is_real(right):
                known, other = (left, right) if self.is_real(left) else (right, left)
                self.equals[self.key(other)] = self.poly(known)
                return True
        return False

    def finish(self, term):
        """A term that is never −∞ isn't ∞; of a sum neither are the parts."""
        self.finite.add(self.key(term))
        match term:
            case ["op", "add", pair, _, _]:
                for part in pair:
                    self.finish(part)
            case ["op", "sub", [one, two], _, _] if self.is_real(two):
                self.finish(one)
            case ["op", "div", [one, two], _, _] if self.sign_of(two) == 1:
                self.finish(one)
            case ["op", "mul", pair, _, _]:
                for one, two in (pair, pair[::-1]):
                    if self.sign_of(one) == 1:
                        self.finish(two)
            case ["bind", "sum", var, None, body, _]:
                fact = ["quantified", "forall", var, None, ["relation", "<", body, INFINITY]]
                self.templates += [] if fact in self.templates else [fact]
            case ["op", "sub", [_, ["op", "mul", [u, ["op", "log", [t], _, _]], _, _]], _, _]:
                # u ln t isn't −∞ for u, t ≥ 0.
                if None not in (self.sign_of(u), self.sign_of(t)) and self.poly(u) and self.poly(t):
                    self.vanishing.add((scaled(self.poly(u)), scaled(self.poly(t))))
        self.forget()

    def note(self, poly, strict):
        """Take note of what is at least 0, or positive."""
        if poly:
            key = scaled(poly)
            old = self.signs.get(key, (False, poly))
            self.signs[key] = old[0] or strict, poly
            shared = common(poly)
            if len(poly) > 1 and shared and self.monomial_sign(shared) == 1:
                # What is left without positive factors has the same sign.
                without = tuple((atom, -power) for atom, power in shared)
                self.note({joined(m, without): value for m, value in poly.items()}, strict)
            if strict and len(poly) == 1 and len(shared) > 1 and all(
                    self.atom_sign(atom) is not None for atom, _ in shared):
                # Each factor of a positive product of numbers from 0 on is positive.
                for atom, _ in shared:
                    self.note(single(atom), True)
            elif strict and len(poly) == 1 and shared:
                match self.atoms[shared[0][0]]:
                    case ["op", "pow", [base, _], _, _] if self.sign_of(base) is not None:
                        # A power of what is at least 0 is positive where that is.
                        self.note(self.poly(base), True)

    # --- what rules ask ---------------------------------------------------------------------------

    def is_real(self, term):
        """Whether a term is shown to be a real number."""
        try:
            self.poly(term)
        except (NotReal, Unsupported):
            return False
        return True

    def real(self, term):
        """Refuse a term that isn't shown to be a real number."""
        self.poly(term)

    def below(self, term):
        """Whether a term is defined and never −∞."""
        if self.is_real(term):
            return True
        match term:
            case ["number", "inf"]:
                return True
            case ["op", "kl" | "law_kl", [one, two], _, _]:
                return self.is_lawful(one) and self.is_lawful(two)
            case ["op", "renyi" | "chi_square", [one, two, *orders], _, _]:
                return self.is_lawful(one) and self.is_lawful(two) and all(
                    order == INFINITY or self.sign_of(order) is not None for order in orders)
            case ["op", "kl_dp" | "dp_epsilon" | "leakage_capacity", [law], _, _]:
                return self.is_lawful(law)
            case ["op", "add", [one, two], _, _]:
                return self.below(one) and self.below(two)
            case ["op", "sub", [one, two], _, _] if self.is_real(two):
                return self.below(one)
            case ["op", "div", [one, two], _, _] if self.sign_of(two) == 1:
                return self.below(one)
            case ["op", "mul", [one, two], _, _]:
                return any(self.sign_of(a) is not None and self.below(b)
                           for a, b in ((one, two), (two, one)))
            case ["op", "sub", [one, ["op", "mul", [u, ["op", "log", [t], _, _]], _, _]], _, _]:
                return self.below(one) and None not in (self.sign_of(u), self.sign_of(t))
            case ["bind", "sum" | "max" | "sup" as kind, [name, sort, _], None, body, _]:
                if kind == "sum" and sort[0] != "symbol":
                    return False
                inner, body = self.under(name, sort, body)
                return (kind == "sum" or self.inhabited(sort)) and inner.below(body)
            case ["bind", "integral", [name, sort, _], None, body, _]:
                # Of what is at least 0 it has a value, perhaps ∞.
                inner, body = self.under(name, sort, body)
                return inner.sign_of(body) is not None
        return False

    def inhabited(self, sort):
        """Whether there certainly is a value of a sort."""
        match sort:
            case ["symbol" | "pmf", size]:
                return self.sign_of(size) == 1
            case ["prior", database, _, _]:
                return self.is_lawful(database)
            case ["member", framework, laws]:
                return self.is_lawful(framework) and self.is_lawful(laws)
        return sort[0] == "event"

    def defined(self, term):
        """Refuse a term that isn't shown to be defined and above −∞."""
        if not self.below(term):
            raise Unshown("a side isn't shown to be defined")

    def everywhere(self, name, sort, body):
        """Refuse a body that may be undefined for some value of its variable, or −∞ but
        for want of symbols."""
        inner, body = self.under(name, sort, body)
        match body:
            case ["bind", "max" | "min", [name, ["symbol", _] as sort, _], [*_], part, _]:
                # −∞ or ∞ where no symbol meets the guard, which is a value too.
                inner, part = inner.under(name, sort, part)
                inner.real(part)
            case _:
                inner.defined(body)

    def above(self, term, bound, strict):
        """Refuse unless term ≥ bound (>, if strict)."""
        found = self.sign_needed(plus(self.poly(term), self.poly(bound), -1))
        if found is None or (strict and found != 1):
            raise Unshown("a term isn't shown to lie in its domain")

    def equal(self, one, two):
        """Refuse two terms with different normal forms."""
        if not self.is_zero(plus(self.poly(one), self.poly(two), -1)):
            raise Unshown("the sides have other normal forms")

    def obvious(self, formula):
        """Refuse a relation that signs don't show."""
        match formula:
            case ["relation", "=", left, right]:
                return self.equal(left, right)
            case ["relation", "<=" | "<" as sign, left, right]:
                gap = plus(self.poly(right), self.poly(left), -1)
                found = self.sign(gap)
                if found == 1 or (sign == "<=" and (found == 0 or self.is_zero(gap))):
                    return None
            case ["not", ["relation", "<=" | "<" as sign, left, right]]:
                return self.obvious(["relation", "<" if sign == "<=" else "<=", right, left])
        raise Unshown("a relation isn't obvious")

    # --- quotients, binders -----------------------------------------------------------------------

    def term(self, poly):
        """A polynomial as a term, always the same for the same polynomial."""
        result = None
        for monomial, value in sorted(poly.items()):
            piece = ["number", str(value)]
            for atom, power in monomial:
                tree = self.atoms[atom]
                if power != 1:
                    tree = op("pow", tree, ["number", str(power)])
                piece = tree if piece == ONE else op("mul", piece, tree)
            result = piece if result is None else op("add", result, piece)
        return ZERO if result is None else result

    def together(self, poly):
        """(top, bottom): the polynomial without inverses of sums, as a quotient; bottom isn't 0."""
        bottom = number(1)
        for _ in range(12):
            powers = {}
            for monomial in poly:
                for atom, power in monomial:
                    tree = self.atoms[atom]
                    if tree[:2] == ["op", "div"] and power > powers.get(atom, 0) and (
                            power.denominator == 1):
                        powers[atom] = power
            if not powers:
                break
            atom, most = max(powers.items())
            divisor = self.divisors[atom]
            result = {}
            for monomial, value in poly.items():
                own = dict(monomial).get(atom, Fraction(0))
                piece = {tuple(item for item in monomial if item[0] != atom): value}
                if own.denominator != 1:
                    raise NotReal("a root of an inverse")
                for _ in range(int(most - own)):
                    piece = self.product(piece, divisor)
                result = plus(result, piece)
            poly = result
            for _ in range(int(most)):
                bottom = self.product(bottom, divisor)
        return poly, bottom

    def is_zero(self, poly):
        """Whether a number is 0 once its divisors are multiplied out."""
        return not poly or not self.together(poly)[0]

    def wholes(self, variables=()):
        """The alphabets of symbols by name (None for other whole numbers), and canonical forms."""
        sizes = {name: sort[1] if sort[0] == "symbol" else None
                 for name, sort in self.scope.items() if sort[0] in ("symbol", "size")}
        return {**sizes, **dict(variables)}, self.key

    def under(self, name, sort, body):
        """The facts that know a bound variable, and the body with names of its own."""
        known = self.key(sort)
        if known not in self.inner:
            depth = sum(1 for other in self.scope if other[0] == "\1")
            term, variables = ["var", f"\1{depth}"], [(f"\1{depth}", None)]
            if sort[0] == "symbol":
                term, variables = split_symbol(f"\1{depth}", sort[1])
            inner = self
            for new, size in variables:
                inner = inner.knowing(new, sort if size is None else ["symbol", size])
            # What was learnt on the way may have emptied the table.
            self.inner[known] = term, inner
        term, inner = self.inner[known]
        body = substitute(body, {name: term})
        if mentions(body, ("quotient", "remainder")):
            body = simplified(body, inner.wholes())
        return inner, body

    def knowing(self, new, sort):
        """The facts that know one more variable, and what holds of every value of its sort."""
        inner = type(self)([], {**self.scope, new: sort}, self.key, self)
        known, inner.templates = inner.templates, []
        inner.learn_all([substitute(told, {bound: ["var", new]})
                         for _, _, (bound, own, _), _, told in known
                         if sort[0] == "symbol" and self.key(own[1]) == self.key(sort[1])])
        inner.templates = known + inner.templates
        inner.forget()
        return inner

    # --- signs ------------------------------------------------------------------------------------

    def sign_of(self, term):
        """1 for certainly positive, 0 for at least 0, None where neither is shown."""
        try:
            found = self.sign(self.poly(term))
        except (NotReal, Unsupported):
            return None
        if found is not None:
            return found
        match term:
            case ["cases", test, then, otherwise]:
                signs = [type(self)([fact], self.scope, self.key, self).sign_of(value)
                         for fact, value in ((test, then), (["not", test], otherwise))]
                return None if None in signs else min(signs)
            case ["op", "add" | "mul" as head, pair, _, _]:
                signs = [self.sign_of(part) for part in pair]
                return None if None in signs else (max if head == "add" else min)(signs)
            case ["op", "div", [top, bottom], _, _] if self.sign_of(bottom) == 1:
                return self.sign_of(top)
        return None

    def sign(self, poly):
        """1 for a number that is certainly positive, 0 for at least 0, else None."""
        if not poly:
            return 0
        known = self.signs.get(scaled(poly))
        if known is not None and known[0]:
            return 1
        found = self.sign_by_form(poly)
        return found if known is None or found is not None else 0

    def sign_by_form(self, poly):
        """The sign that the parts tell."""
        signs = [self.monomial_sign(m) if value > 0 else None for m, value in poly.items()]
        if None not in signs:
            return max(signs)
        top, bottom = self.together(poly)
        if bottom != number(1):
            for way in (1, -1):
                if self.sign(plus({}, bottom, way)) == 1:
                    found = self.sign(plus({}, top, way))
                    if found is not None:
                        return found
        shared = common(poly)
        if shared:
            outside = self.monomial_sign(shared)
            inside = None if outside is None else self.sign(
                {joined(m, tuple((a, -p) for a, p in shared)): v for m, v in poly.items()})
            if inside is not None:
                return min(outside, inside)
        found = self.sign_by_facts(poly)
        return self.sign_by_cases(poly) if found is None else found

    def sign_needed(self, poly):
        """The sign of what a rule needs to be positive: multiples of facts, which take long to
        try, are tried as well."""
        found = self.sign(poly)
        if found is None:
            top, bottom = self.together(poly)
            found = self.sign_by_multiples(top) if self.sign(bottom) == 1 else None
        return found

    def sign_by_multiples(self, poly):
        """The sign of a fact times positive atoms plus what has the same sign."""
        for strict, fact in list(self.signs.values()):
            lead = min(fact)
            for monomial in poly if 1 < len(fact) <= len(poly) else ():
                factor = joined(monomial, tuple((atom, -power) for atom, power in lead))
                ratio = poly[monomial] / fact[lead]
                # The atoms of the factor need not divide anything yet: they must be positive.
                if ratio > 0 and factor and all(self.atom_sign(atom) == 1 for atom, _ in factor):
                    multiple = {joined(m, factor): value for m, value in fact.items()}
                    found = self.sign_beside(poly, multiple, ratio, strict)
                    if found is not None:
                        return found
        return None

    def sign_beside(self, poly, part, ratio, strict):
        """The sign of a polynomial of which a multiple is ≥ 0 (> 0, if strict), by the rest."""
        rest = plus(poly, part, -ratio)
        signs = [self.monomial_sign(m) if v > 0 else None for m, v in rest.items()]
        return None if None in signs else int(strict or 1 in signs)

    def sign_by_facts(self, poly):
        """The sign of a multiple of a fact plus what has the same sign."""
        for strict, fact in list(self.signs.values()):
            for monomial in poly:
                ratio = poly[monomial] / fact[monomial] if monomial and monomial in fact else 0
                if ratio > 0:
                    found = self.sign_beside(poly, fact, ratio, strict)
                    if found is not None:
                        return found
        return None

    def sign_by_cases(self, poly):
        """The sign both where an indicator is 0 and where it is 1."""
        for atom in sorted({atom for monomial in poly for atom, _ in monomial}):
            if self.atoms[atom][0] == "cases":
                without = {m: v for m, v in poly.items() if atom not in dict(m)}
                entire = without
                for monomial, value in poly.items():
                    if atom in dict(monomial):
                        rest = tuple(item for item in monomial if item[0] != atom)
                        entire = plus(entire, {rest: value})
                signs = [self.sign(without), self.sign(entire)]
                return None if None in signs else min(signs)
        return None

    def monomial_sign(self, monomial):
        """The sign of a product of powers of atoms."""
        signs = []
        for atom, power in monomial:
            found = self.atom_sign(atom)
            if power.denominator == 1 and power % 2 == 0:
                found = 1 if found == 1 or power < 0 else 0
            if found is None:
                return None
            # A divisor isn't 0.
            signs.append(1 if power < 0 else found)
        return min(signs, default=1)

    def atom_sign(self, atom):
        """The sign of an atom, by facts or by its form; it doesn't rest on itself."""
        known = self.signs.get(scaled(single(atom)))
        if (known and known[0]) or atom in self.asked:
            return None if known is None else int(known[0])
        self.asked.add(atom)
        try:
            found = self.shape_sign(self.atoms[atom])
            if found != 1:
                by_facts = self.sign_by_facts(single(atom))
                found = by_facts if found is None else max(found, by_facts or 0)
        finally:
            self.asked.discard(atom)
        return found if found is not None else None if known is None else 0

    def shape_sign(self, tree):
        """The sign that an atom has by its form."""
        match tree:
            case ["var", name]:
                match self.scope.get(name):
                    case ["real", low, _, is_open, _] if low is not None and Fraction(low) >= 0:
                        return int(Fraction(low) > 0 or is_open)
                    case ["size", low, _]:
                        return int(low > 0)
                    case ["symbol", _]:
                        return 0
                return None
            case ["op", "exp" | "pi", _, _, _]:
                return 1
            case ["op", head, _, _, _] if head in COUNTS:
                return 1
            case ["op", "log", [inner], _, _]:
                return self.sign(plus(self.poly(inner), number(1), -1))
            case ["op", "pow", [base, _], _, _]:
                return self.sign_of(base)
            case ["op", "div", [_, bottom], _, _]:
                return 1 if self.sign_of(bottom) == 1 else None
            case ["op", "minimum", pair, _, _]:
                signs = [self.sign_of(part) for part in pair]
                return None if None in signs else min(signs)
            case ["op", "maximum", pair, _, _]:
                signs = [s for s in map(self.sign_of, pair) if s is not None]
                return max(signs, default=None)
            case ["op", head, _, _, _] if head in NOT_NEGATIVE:
                return 0
            case ["op", "component", [reals, _], _, _]:
                low, is_open = sort_of(reals, self.scope)[2][1:4:2]
                return None if low is None or Fraction(low) < 0 else int(
                    Fraction(low) > 0 or is_open)
            case ["cases", *_]:
                return 0
            case ["bind", "sum" | "max" | "min" | "integral", [name, sort, _], None, body, _]:
                inner, inside = self.under(name, sort, body)
                return 0 if inner.sign_of(inside) is not None else None
        return None
