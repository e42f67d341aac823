"""Signs of real numbers in proofs: what is certainly at least 0, or positive, and what is defined.

A sign is found only of what is shown to be a real number: `sign_of` a term is None elsewhere.
"""

from collections.abc import Iterable
from fractions import Fraction

from recheck.errors import NotReal, Unshown, Unsupported
from recheck.learning import INFINITY, ONE, ZERO, Learning, op
from recheck.polynomials import (
    Poly,
    Power,
    divided,
    inverse,
    joined,
    negated,
    number,
    plus,
    product,
    scaled,
    single,
)
from recheck.signatures import COUNTS, NOT_NEGATIVE, sort_of
from recheck.trees import Tree


def min_sign(signs: Iterable[int | None]) -> int | None:
    """The sign of a product of numbers of these signs (of cases, one of which is the number)."""
    found = list(signs)
    return None if None in found else min((s for s in found if s is not None), default=1)


def max_sign(signs: Iterable[int | None]) -> int | None:
    """The sign of a sum of numbers of these signs."""
    found = list(signs)
    return None if None in found else max((s for s in found if s is not None), default=0)


REAL_LINE: Tree = ["real", None, None, True, True]


def sort_sign(sort: Tree) -> int | None:
    """The sign that every number of a sort has."""
    match sort:
        case ["real", low, _, is_open, _] if low is not None and Fraction(low) >= 0:
            return int(Fraction(low) > 0 or is_open)
        case ["size", low, _]:
            return int(low > 0)
        case ["symbol", _]:
            return 0
    return None


class Signs(Learning):
    """What has a sign or a value; arguments as those of `Learning`."""

    # --- what the layers above add ----------------------------------------------------------------

    def is_lawful(self, term: Tree) -> bool:
        """Whether a law, channel, … certainly has a value."""
        raise NotImplementedError

    def inhabited(self, sort: Tree) -> bool:
        """Whether there certainly is a value of a sort."""
        raise NotImplementedError

    # --- what rules ask ---------------------------------------------------------------------------

    def real(self, term: Tree) -> None:
        """Refuse a term that isn't shown to be a real number."""
        self.poly(term)

    def below(self, term: Tree) -> bool:
        """Whether a term is certainly defined and not −∞."""
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
            case ["op", "kl_dp" | "zcdp" | "dp_epsilon" | "leakage_capacity" | "conditional_leakage"
                  | "conditional_leakage_independent" | "entry_leakage"
                  | "entry_leakage_independent" | "database_leakage"
                  | "database_leakage_independent", [law], _, _]:
                return self.is_lawful(law) and self.has_inputs(law)
            case ["op", "renyi_dp", [law, order], _, _]:
                return self.is_lawful(law) and (
                    order == INFINITY or self.sign_of(order) is not None)
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
            case ["bind", "sum", [name, ["symbol", _] as sort, _], None, body, _]:
                return self.below_under(name, sort, body)
            case ["bind", "max" | "sup", [name, sort, _], None, body, _]:
                return self.inhabited(sort) and self.below_under(name, sort, body)
            case ["bind", "integral", [name, sort, _], None, body, _]:
                # Of what is at least 0 it has a value, perhaps ∞.
                return self.sign_under(name, sort, body) is not None
        return False

    def below_under(self, name: str, sort: Tree, body: Tree) -> bool:
        """Whether a binder's body is `below` for every value; its sort must have a size."""
        try:
            inner, body = self.under(name, sort, body)
        except NotReal:
            return False
        return inner.below(body)

    def has_inputs(self, channel: Tree) -> bool:
        """Whether a channel certainly has an input (as every mechanism has)."""
        sort = sort_of(channel, self.scope)
        return sort[0] != "channel" or self.is_size(sort[1], 1)

    def defined(self, term: Tree) -> None:
        """Refuse a term that isn't shown to be defined and above −∞."""
        if not self.below(term):
            raise Unshown("a side isn't shown to be defined")

    def everywhere(self, name: str, sort: Tree, body: Tree) -> None:
        """Refuse a body that may be undefined for some value of its variable, or −∞ but
        for want of symbols."""
        inner, body = self.under(name, sort, body)
        match body:
            case ["bind", "max" | "min", [name, ["symbol", _] as sort, _], [*_], part, _]:
                # −∞ or ∞ where no symbol meets the guard, and ∞ where the body is: values too.
                inner, part = inner.under(name, sort, part)
                inner.defined(part)
            case _:
                inner.defined(body)

    def above(self, term: Tree, bound: Tree, strict: bool) -> None:
        """Refuse unless term ≥ bound (>, if strict), both real numbers."""
        found = self.sign_needed(plus(self.poly(term), self.poly(bound), -1))
        if found is None or (strict and found != 1):
            raise Unshown("a term isn't shown to lie in its domain")

    def equal(self, one: Tree, two: Tree) -> None:
        """Refuse two terms with different normal forms."""
        if not self.is_zero(plus(self.poly(one), self.poly(two), -1)):
            raise Unshown("the sides have other normal forms")

    def obvious(self, formula: Tree) -> None:
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

    # --- polynomials as terms, and as quotients ---------------------------------------------------

    def term(self, poly: Poly) -> Tree:
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

    def product(self, one: Poly, two: Poly) -> Poly:
        """The product of two normal forms, in normal form."""
        return self.reduced(product(one, two))

    def reduced(self, poly: Poly) -> Poly:
        """What products bring into normal form."""
        raise NotImplementedError

    def together(self, poly: Poly) -> tuple[Poly, Poly]:
        """(top, bottom): the polynomial without inverses of sums, as a quotient; bottom isn't 0."""
        bottom = number(1)
        for _ in range(12):
            powers: dict[str, Power] = {}
            for monomial in poly:
                for atom, power in monomial:
                    if self.atoms[atom][:2] == ["op", "div"] and power.denominator == 1:
                        powers[atom] = max(power, powers.get(atom, power))
            if not powers:
                break
            # Where all powers are negative, (1/s)^−1 is s in every monomial that has it.
            atom, most = max(powers.items())
            most = max(most, 0)
            divisor, result = self.divisors[atom], Poly()
            for monomial, value in poly.items():
                own = dict(monomial).get(atom, 0)
                if own.denominator != 1:
                    raise NotReal("a root of an inverse")
                piece = {tuple(item for item in monomial if item[0] != atom): value}
                for _ in range(int(most - own)):
                    piece = self.product(piece, divisor)
                result = plus(result, piece)
            poly = result
            for _ in range(int(most)):
                bottom = self.product(bottom, divisor)
        return poly, bottom

    def is_zero(self, poly: Poly) -> bool:
        """Whether a number is 0 once its divisors are multiplied out."""
        return not poly or not self.together(poly)[0]

    # --- signs ------------------------------------------------------------------------------------

    def sign_of(self, term: Tree) -> int | None:
        try:
            found = self.sign(self.poly(term))
        except Unsupported:
            return None
        if found is not None:
            return found
        match term:
            case ["cases", test, then, otherwise]:
                return min_sign(self.given(fact).sign_of(value) for fact, value in (
                    (test, then), (["not", test], otherwise)))
            case ["op", "add" | "mul" as head, pair, _, _]:
                signs = [self.sign_of(part) for part in pair]
                return max_sign(signs) if head == "add" else min_sign(signs)
            case ["op", "div", [top, bottom], _, _] if self.sign_of(bottom) == 1:
                return self.sign_of(top)
        return None

    def sign(self, poly: Poly) -> int | None:
        if not poly:
            return 0
        known = self.signs.get(scaled(poly))
        if known is not None and known[0]:
            return 1
        found = self.sign_by_form(poly)
        return found if known is None or found is not None else 0

    def sign_by_form(self, poly: Poly) -> int | None:
        """The sign that the parts tell."""
        found = self.sum_sign(poly)
        if found is not None:
            return found
        top, bottom = self.together(poly)
        if bottom != number(1):
            for part, over in ((bottom, top), (negated(bottom), negated(top))):
                if self.sign(part) == 1:
                    found = self.sign(over)
                    if found is not None:
                        return found
        shared = self.shared(poly)
        if shared:
            outside = self.monomial_sign(shared)
            inside = None if outside is None else self.sign(divided(poly, shared))
            if inside is not None and outside is not None:
                return min(outside, inside)
        found = self.sign_by_facts(poly)
        return self.sign_by_cases(poly) if found is None else found

    def sum_sign(self, poly: Poly) -> int | None:
        """The sign of a sum by those of its monomials."""
        return max_sign(self.monomial_sign(m) if v > 0 else None for m, v in poly.items())

    def sign_needed(self, poly: Poly) -> int | None:
        """The sign of what a rule needs to be positive: multiples of facts, which take long to
        try, are tried as well."""
        found = self.sign(poly)
        if found is None:
            top, bottom = self.together(poly)
            found = self.sign_by_multiples(top) if self.sign(bottom) == 1 else None
        return found

    def sign_by_multiples(self, poly: Poly) -> int | None:
        """The sign of a fact times positive atoms plus what has the same sign."""
        for strict, fact in list(self.signs.values()):
            lead = min(fact)
            for monomial in poly if 1 < len(fact) <= len(poly) else ():
                factor = joined(monomial, inverse(lead))
                ratio = poly[monomial] / fact[lead]
                # The atoms of the factor need not divide anything yet: they must be positive.
                if ratio > 0 and factor and all(self.atom_sign(atom) == 1 for atom, _ in factor):
                    multiple = {joined(m, factor): value for m, value in fact.items()}
                    found = self.sign_beside(poly, multiple, ratio, strict)
                    if found is not None:
                        return found
        return None

    def sign_beside(self, poly: Poly, part: Poly, ratio: Fraction, strict: bool) -> int | None:
        """The sign of a polynomial of which a multiple is ≥ 0 (> 0, if strict), by the rest."""
        rest = plus(poly, part, -ratio)
        found = self.sum_sign(rest) if rest else 0
        return None if found is None else int(strict or found == 1)

    def sign_by_facts(self, poly: Poly) -> int | None:
        """The sign of a multiple of a fact plus what has the same sign; one fact may say more than
        another."""
        least = None
        for strict, fact in list(self.signs.values()):
            for monomial in poly:
                ratio = poly[monomial] / fact[monomial] if monomial and monomial in fact else 0
                if ratio > 0:
                    found = self.sign_beside(poly, fact, Fraction(ratio), strict)
                    if found == 1:
                        return 1
                    least = found if least is None else least
        return least

    def sign_by_cases(self, poly: Poly) -> int | None:
        """The sign both where an indicator is 0 and where it is 1."""
        for atom in sorted({atom for monomial in poly for atom, _ in monomial}):
            if self.atoms[atom][0] == "cases":
                without = {m: v for m, v in poly.items() if atom not in dict(m)}
                entire = without
                for monomial, value in poly.items():
                    if atom in dict(monomial):
                        rest = tuple(item for item in monomial if item[0] != atom)
                        entire = plus(entire, {rest: value})
                return min_sign([self.sign(without), self.sign(entire)])
        return None

    # --- atoms ------------------------------------------------------------------------------------

    def atom_sign(self, atom: str) -> int | None:
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

    def shape_sign(self, tree: Tree) -> int | None:
        """The sign that an atom, which is real, has by its form."""
        match tree:
            case ["var", name]:
                return sort_sign(self.scope.get(name, REAL_LINE))
            case ["op", "exp" | "pi", _, _, _]:
                return 1
            case ["op", head, _, _, _] if head in COUNTS:
                return 1
            case ["op", "log", [inner], _, _]:
                return self.sign(plus(self.poly(inner), number(1), -1))
            case ["op", "pow", [base, _], _, _]:
                return self.sign_of(base)
            case ["op", "div", [["number", "1"], bottom], _, _]:
                return 1 if self.sign_of(bottom) == 1 else None
            case ["op", "minimum", pair, _, _]:
                return min_sign(map(self.sign_of, pair))
            case ["op", "maximum", pair, _, _]:
                return max((s for s in map(self.sign_of, pair) if s is not None), default=None)
            case ["op", head, _, _, _] if head in NOT_NEGATIVE:
                return 0
            case ["op", "component", [reals, _], _, _]:
                return sort_sign(sort_of(reals, self.scope)[2])
            case ["cases", *_]:
                return 0
            case ["bind", "sum" | "max" | "min" | "integral" as kind, [name, sort, _], None, body,
                  _]:
                found = self.sign_under(name, sort, body)
                # Of what is positive everywhere, a sum of one or more is.
                some = found == 1 and kind != "integral" and self.inhabited(sort)
                return 1 if some else None if found is None else 0
        return None

    def sign_under(self, name: str, sort: Tree, body: Tree) -> int | None:
        """The sign of a binder's body, for every value; None where its sort may have no size."""
        try:
            inner, body = self.under(name, sort, body)
        except NotReal:
            return None
        return inner.sign_of(body)

