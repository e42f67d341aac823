"""Signs of real numbers in proofs: what is certainly at least 0, or positive, given facts.

Polynomials have rational coefficients and rational exponents; their atoms are terms, named by
their canonical form. `algebra.Facts` adds how terms become polynomials.
"""

import itertools
import math
from fractions import Fraction

from statements import REAL, Unsupported, normal, sort_of
from trees import conjuncts, substitute

MOST_EXPANDED = 16
ONE = ["number", "1"]
# Real for all values of their arguments, if these are laws, channels, mechanisms and databases.
FINITE = frozenset((
    "total_variation", "entropy", "min_entropy", "information", "maximal_leakage", "capacity",
    "leakage_capacity", "joint_entropy", "joint_information", "mi_dp", "mi_dp_split",
    "database_information", "entries", "largest_alphabet", "instances", "cardinality"))
COUNTS = frozenset(("entries", "largest_alphabet", "instances", "alphabet"))
NOT_NEGATIVE = FINITE | {"hockey_stick", "dp_delta", "abs", "sqrt", "at", "probability",
                         "prior_mass", "hamming", "indicator", "quotient", "remainder",
                         "conditional_entry_information", "entry_information", "exp"}
LAWFUL = frozenset(("marginal", "output", "chain", "parallel", "joint_of", "as_mechanism",
                    "channel_literal", "flat_mechanism", "flat_prior", "entry_prior", "complement"))


class Unshown(ValueError):
    """A side condition that this checker can't show: the step is neither shown nor refuted."""


class NotReal(Unshown):
    """A term isn't shown to be a real number."""


def whole(term, scope):
    """Whether a term is a whole number by its form."""
    if term[0] == "number":
        return term[1] != "inf" and "/" not in term[1]
    return sort_of(term, scope)[0] in ("size", "symbol")


def plus(one, two, factor=1):
    """one + factor · two."""
    result = dict(one)
    for monomial, number in two.items():
        value = result.get(monomial, 0) + factor * number
        if value:
            result[monomial] = value
        else:
            result.pop(monomial, None)
    return result


def number(value):
    """A rational number as a polynomial."""
    return {(): Fraction(value)} if value else {}


def joined(*monomials):
    """The product of monomials."""
    powers = {}
    for atom, power in itertools.chain(*monomials):
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(item for item in powers.items() if item[1]))


def scaled(poly):
    """A key that all positive multiples share."""
    factor = abs(poly[min(poly)])
    return tuple(sorted((monomial, value / factor) for monomial, value in poly.items()))


def quotient(poly, divisor):
    """poly / divisor if that is a polynomial (with no new divisors), else None."""
    names = sorted({atom for m in itertools.chain(poly, divisor) for atom, _ in m})
    least = {n: min(0, *(dict(m).get(n, 0) for m in poly)) for n in names} if poly else {}

    def order(monomial):
        powers = dict(monomial)
        return [powers.get(name, 0) for name in names]

    result, lead = {}, max(divisor, key=order)
    while poly:
        first = max(poly, key=order)
        step = joined(first, tuple((atom, -power) for atom, power in lead))
        if any(power < least[atom] for atom, power in step):
            return None
        piece = {joined(m, step): v * poly[first] / divisor[lead] for m, v in divisor.items()}
        result = plus(result, {step: poly[first] / divisor[lead]})
        poly = plus(poly, piece, -1)
    return result


def linear_factors(poly):
    """A polynomial in one atom as linear factors (each a + x or a − x, a > 0) and what is left."""
    names = {atom for monomial in poly for atom, _ in monomial}
    if len(names) != 1 or any(p.denominator != 1 or p < 0 for m in poly for _, p in m):
        return [poly]
    (name,), found = names, []
    degree = max(power for monomial in poly for _, power in monomial)
    last = abs(poly.get((), 0)), abs(poly[((name, degree),)])
    common = math.lcm(*(value.denominator for value in poly.values()))
    tops, bottoms = (divisors(int(value * common)) for value in last)
    for top, bottom in itertools.product(tops, bottoms):
        for sign in (1, -1):
            factor = {(): Fraction(top, bottom), ((name, Fraction(1)),): Fraction(sign)}
            left = quotient(poly, factor)
            while left is not None and any(left):
                found.append(factor)
                poly, left = left, quotient(left, factor)
    return [*found, poly]


def divisors(value):
    """The divisors of a whole number, if it is from 1 to 10,000."""
    return [d for d in range(1, value + 1) if value % d == 0] if value <= 10_000 else []


def primes(value):
    """The prime factors of a positive integer with their powers; what is left, if it is large."""
    found, divisor = [], 2
    while divisor * divisor <= value and divisor < 1000:
        count = 0
        while value % divisor == 0:
            value, count = value // divisor, count + 1
        if count:
            found.append((divisor, count))
        divisor += 1
    return [*found, (value, 1)] if value > 1 else found


def op(head, *args):
    """A head applied to terms, with a real result."""
    return ["op", head, list(args), REAL, []]


def common(poly):
    """The largest monomial that divides every monomial."""
    shared = None
    for monomial in poly:
        powers = dict(monomial)
        if shared is None:
            shared = powers
            continue
        names = set(shared) | set(powers)
        least = {n: min(shared.get(n, Fraction(0)), powers.get(n, Fraction(0))) for n in names}
        shared = {name: power for name, power in least.items() if power}
    return tuple(sorted((shared or {}).items()))


class Signs:
    """What follows from facts, in a scope; `key` gives canonical forms."""

    def __init__(self, formulas, scope, key, parent=None):
        self.scope, self.key, self.parent = scope, key, parent
        self.atoms = parent.atoms if parent else {}
        self.counter = parent.counter if parent else itertools.count()
        self.signs = dict(parent.signs) if parent else {}
        self.nonzero = set(parent.nonzero) if parent else set()
        self.finite = set(parent.finite) if parent else set()
        self.templates = list(parent.templates) if parent else []
        self.cache, self.asked = {}, set()
        waiting = [part for formula in formulas for part in conjuncts(normal(formula))]
        while waiting:
            left = [part for part in waiting if not self.learn(part)]
            self.cache = {}
            if len(left) == len(waiting):
                break
            waiting = left

    # --- facts ------------------------------------------------------------------------------------

    def learn(self, fact):
        """Take a fact into account; False where it can't be yet."""
        try:
            match fact:
                case ["quantified", "forall", [_, ["symbol", _], _], None, _]:
                    self.templates.append(fact)
                case ["not", ["relation", "<=" | "<" as sign, left, right]]:
                    self.note(plus(self.poly(left), self.poly(right), -1), sign == "<=")
                case ["not", ["relation", "=", left, right]]:
                    gap = plus(self.poly(left), self.poly(right), -1)
                    self.nonzero |= {scaled(gap), scaled(plus({}, gap, -1))} if gap else set()
                case ["relation", sign, left, right]:
                    self.bounded(sign, left, right)
                    gap = plus(self.poly(right), self.poly(left), -1)
                    self.note(gap, sign == "<")
                    if sign == "=":
                        self.note(plus({}, gap, -1), False)
        except (NotReal, Unsupported):
            return False
        return True

    def bounded(self, sign, left, right):
        """Take note of what is never −∞ and bounded by a real number, or less than something."""
        if not self.is_real(left) and self.below(left) and (sign == "<" or self.is_real(right)):
            self.finish(left)
        if sign == "=" and not self.is_real(right) and self.below(right) and self.is_real(left):
            self.finish(right)

    def finish(self, term):
        """A term that is never −∞ isn't ∞; of a sum neither are the parts."""
        self.finite.add(self.key(term))
        if term[:2] == ["op", "add"]:
            for part in term[2]:
                self.finish(part)
        self.cache = {}

    def note(self, poly, strict):
        if poly:
            key = scaled(poly)
            old = self.signs.get(key, (False, poly))
            self.signs[key] = old[0] or strict, poly
            if strict and len(poly) == 1:
                # Each factor of a positive product of numbers from 0 on is positive.
                ((monomial, _),) = poly.items()
                if len(monomial) > 1 and all(
                        power > 0 and self.atom_sign(atom) is not None for atom, power in monomial):
                    for atom, _ in monomial:
                        self.note({((atom, Fraction(1)),): Fraction(1)}, True)

    # --- what rules ask ---------------------------------------------------------------------------

    def is_real(self, term):
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
            case ["op", "kl", [one, two], _, _]:
                return self.is_lawful(one) and self.is_lawful(two)
            case ["op", "renyi", [one, two, order], _, _]:
                known = order == ["number", "inf"] or self.sign_of(order) is not None
                return known and self.is_lawful(one) and self.is_lawful(two)
            case ["op", "kl_dp", [mechanism], _, _]:
                return self.is_lawful(mechanism)
            case ["op", "add", [one, two], _, _]:
                return self.below(one) and self.below(two)
            case ["op", "mul", [one, two], _, _]:
                return any(self.sign_of(a) is not None and self.below(b)
                           for a, b in ((one, two), (two, one)))
            case ["op", "sub", [one, ["op", "mul", [u, ["op", "log", [t], _, _]], _, _]], _, _]:
                return self.below(one) and None not in (self.sign_of(u), self.sign_of(t))
            case ["bind", "sum", [name, ["symbol", _] as sort, _], None, body, _]:
                inner, body = self.under(name, sort, body)
                return inner.below(body)
        return False

    def defined(self, term):
        """Refuse a term that isn't shown to be defined and above −∞."""
        if not self.below(term):
            raise Unshown("a side isn't shown to be defined")

    def everywhere(self, name, sort, body):
        """Refuse a body that may be undefined or −∞ for some value of its variable."""
        new = f"\0{next(self.counter)}"
        inner = type(self)([], {**self.scope, new: sort}, self.key, self)
        inner.defined(substitute(body, {name: ["var", new]}))

    def above(self, term, bound, strict):
        """Refuse unless term ≥ bound (>, if strict)."""
        found = self.sign(plus(self.poly(term), self.poly(bound), -1))
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

    # --- quotients, binders ---------------------------------------------------------------------

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
        return ["number", "0"] if result is None else result

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
            divisor = self.poly(self.atoms[atom][2][1])
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
        return not poly or not self.together(poly)[0]

    def under(self, name, sort, body):
        """The facts that know a bound variable, and the body with a name of its own."""
        depth = sum(1 for other in self.scope if other[0] == "\1")
        new = f"\1{depth}"
        inner = type(self)([], {**self.scope, new: sort}, self.key, self)
        known, inner.templates = inner.templates, []
        for _, _, (bound, own, _), _, told in known:
            if sort[0] == "symbol" and self.key(own[1]) == self.key(sort[1]):
                for part in conjuncts(normal(substitute(told, {bound: ["var", new]}))):
                    inner.learn(part)
        inner.templates += known
        inner.cache = {}
        return inner, substitute(body, {name: ["var", new]})

    # --- signs ------------------------------------------------------------------------------------

    def sign_of(self, term):
        """1 for certainly positive, 0 for at least 0, None where neither is shown."""
        try:
            return self.sign(self.poly(term))
        except (NotReal, Unsupported):
            return None

    def sign(self, poly):
        if not poly:
            return 0
        known = self.signs.get(scaled(poly))
        if known is not None and known[0]:
            return 1
        found = self.sign_by_form(poly)
        return found if known is None or found is not None else 0

    def sign_by_form(self, poly):
        signs = [self.monomial_sign(m) if value > 0 else None for m, value in poly.items()]
        if None not in signs:
            return max(signs)
        top, bottom = self.together(poly)
        if bottom != number(1):
            if self.sign(bottom) == 1:
                return self.sign(top)
            if self.sign(plus({}, bottom, -1)) == 1:
                return self.sign(plus({}, top, -1))
            return None
        shared = common(poly)
        if shared:
            outside = self.monomial_sign(shared)
            inside = None if outside is None else self.sign(
                {joined(m, tuple((a, -p) for a, p in shared)): v for m, v in poly.items()})
            return None if inside is None else min(outside, inside)
        return self.sign_by_facts(poly)

    def sign_by_facts(self, poly):
        """The sign of a multiple of a fact plus what has the same sign."""
        for strict, fact in list(self.signs.values()):
            for monomial in fact:
                ratio = poly[monomial] / fact[monomial] if monomial and monomial in poly else 0
                if ratio > 0:
                    rest = plus(poly, fact, -ratio)
                    signs = [self.monomial_sign(m) if v > 0 else None for m, v in rest.items()]
                    if None not in signs:
                        return int(strict or 1 in signs)
        return None

    def monomial_sign(self, monomial):
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
        known = self.signs.get(scaled({((atom, Fraction(1)),): Fraction(1)}))
        if (known and known[0]) or atom in self.asked:
            return None if known is None else int(known[0])
        self.asked.add(atom)
        try:
            found = self.shape_sign(self.atoms[atom])
            if found is None and known is None:
                found = self.sign_by_facts({((atom, Fraction(1)),): Fraction(1)})
        finally:
            self.asked.discard(atom)
        return found if found is not None else None if known is None else 0

    def shape_sign(self, tree):
        match tree:
            case ["op", "exp", _, _, _]:
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
            case ["cases", *_]:
                return 0
            case ["bind", "sum" | "max" | "min", [name, sort, _], None, body, _]:
                inner, inside = self.under(name, sort, body)
                return 0 if inner.sign_of(inside) is not None else None
        return None
