"""Normal forms: a term as a polynomial with rational coefficients in independent atoms, exactly.

`Normaliser.poly` reads a term as a polynomial whose value is the term's value wherever the facts
given hold; it refuses a term that it can't show to be a real number there (a division by what may
be 0, the logarithm of what may be negative, a divergence that may be infinite). Two terms with one
normal form are equal. Atoms are terms themselves: variables, exp of a monomial, logarithms, sums of
one monomial over symbols, and quantities that stay closed here, such as D(P‖Q).

Formal logarithms. `u log t` is 0 where u = 0, so t = 0 does no harm where u vanishes with t. There
log t stands for a number that is log t if t > 0 and 0 otherwise; a product that contains it is
accepted only if its other factors vanish with t. Likewise an indicator times an expression counts
as 0 where the indicator is 0.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flint import fmpq

from verified.kernel.values import Rejected
from verified.language import sorts
from verified.language.formulas import And, Formula, Not, Or, Quantified, Relation, substitute
from verified.language.goals import normal
from verified.language.serial import _renamed, data
from verified.language.terms import REAL, Bind, Cases, Number, Op, Term, Var, free_variables

Monomial = tuple[tuple[str, fmpq], ...]
Poly = dict[Monomial, fmpq]

ONE: Monomial = ()
# Quantities of finite alphabets that are real numbers for any laws, channels and mechanisms.
FINITE = frozenset((
    "total_variation", "entropy", "min_entropy", "joint_entropy", "joint_information",
    "information", "capacity", "mi_dp", "mi_dp_split", "entry_information",
    "conditional_entry_information", "database_information", "maximal_leakage",
))
# Those that are at least 0 by the form of their definition (a sum or maximum of such terms).
NONNEGATIVE = frozenset(("total_variation", "hockey_stick", "abs", "sqrt", "dp_delta"))
# Laws, channels and mechanisms that are defined if their arguments are.
LAWFUL = frozenset((
    "marginal", "output", "chain", "parallel", "joint_of", "as_mechanism", "channel_literal",
    "together", "entry_channel", "flat_mechanism", "flat_prior", "entry_given", "entry_prior",
    "database_joint", "initial", "final", "query", "as_joint",
))


class NotReal(Rejected):
    """A term that can't be shown to be a real number from the facts given."""


def key_of(node: Any) -> str:
    """A term or formula as text, the same for two trees that differ in bound names only."""
    return json.dumps(_renamed(data(node), {}, 0), separators=(",", ":"))


def constant(value: Any) -> Poly:
    """A rational number as a polynomial."""
    number = fmpq(value)
    return {ONE: number} if number != 0 else {}


def plus(one: Poly, two: Poly, factor: Any = 1) -> Poly:
    """one + factor · two."""
    result = dict(one)
    for monomial, coefficient in two.items():
        value = result.get(monomial, fmpq(0)) + fmpq(factor) * coefficient
        if value == 0:
            result.pop(monomial, None)
        else:
            result[monomial] = value
    return result


def monomial_product(one: Monomial, two: Monomial) -> Monomial:
    """The product of two monomials, exponents added, zero exponents dropped."""
    powers = dict(one)
    for atom, exponent in two:
        powers[atom] = powers.get(atom, fmpq(0)) + exponent
    return tuple(sorted((atom, power) for atom, power in powers.items() if power != 0))


def is_constant(poly: Poly) -> bool:
    """Whether no atom occurs."""
    return all(monomial == ONE for monomial in poly)


def scaled_key(poly: Poly) -> tuple[Any, fmpq] | None:
    """(a key shared by all positive multiples, the factor), None for 0."""
    if not poly:
        return None
    first = min(poly, key=repr)
    factor = abs(poly[first])
    return tuple(sorted((repr(m), str(c / factor)) for m, c in poly.items())), factor


class Normaliser:
    """Normal forms under facts.

    Args:
        facts: formulas that hold: relations, conjunctions of them, and "for every symbol"
            statements, which are used under sums over that alphabet.
    """

    def __init__(self, facts: Iterable[Formula] = (), parent: Normaliser | None = None) -> None:
        self.atoms: dict[str, Term] = {} if parent is None else parent.atoms
        self.counter = itertools.count() if parent is None else parent.counter
        self.positive: dict[Any, bool] = {} if parent is None else dict(parent.positive)
        # The same facts as normal forms.
        self.known: dict[Any, Poly] = {} if parent is None else dict(parent.known)
        self.templates: list[Quantified] = [] if parent is None else list(parent.templates)
        self.real_keys: set[str] = set() if parent is None else set(parent.real_keys)
        self.nonzero: set[Any] = set() if parent is None else set(parent.nonzero)
        # (part, bound) by their scaled keys: the part is 0 where the bound is.
        self.vanishing: set[Any] = set() if parent is None else set(parent.vanishing)
        self._cache: dict[str, Poly] = {}
        self.learn(facts)

    # --- facts ------------------------------------------------------------------------------------

    def learn(self, facts: Iterable[Formula]) -> None:
        """Take facts into account; each may rest on those that are real by the others."""
        waiting = [part for fact in facts for part in _parts(normal(fact))]
        while waiting:
            left = [fact for fact in waiting if not self._learn_one(fact)]
            self._cache.clear()
            if len(left) == len(waiting):
                return
            waiting = left

    def _learn_one(self, fact: Formula) -> bool:
        match fact:
            case Quantified("forall", _, None, _):
                self.templates.append(fact)
                return True
            case Not(Relation("<=" | "<" as op, left, right)):
                # Both sides real: the negation turns round.
                try:
                    return self._note(plus(self.poly(left), self.poly(right), -1), op == "<=")
                except NotReal:
                    return False
            case Not(Relation("=", left, right)):
                try:
                    return self._note_nonzero(plus(self.poly(left), self.poly(right), -1))
                except NotReal:
                    return False
            case Relation(op, left, right):
                try:
                    difference = plus(self.poly(right), self.poly(left), -1)
                except NotReal:
                    return self._bound(op, left, right)
                if op == "=":
                    self._note(plus({}, difference, -1), False)
                    return self._note(difference, False)
                return self._note(difference, op == "<")
            case Or((one, other)):
                return self._note_vanishing(one, other) or self._note_vanishing(other, one)
        return False

    def _note_vanishing(self, positive: Formula, zero: Formula) -> bool:
        """“0 < b or p ≤ 0” (or p = 0), for p ≥ 0: p is 0 where b is, as for P ≪ Q."""
        match positive, zero:
            case Relation("<", low, bound), Relation("<=" | "=", part, high):
                try:
                    if self.poly(low) or self.poly(high):
                        return False
                    small, large = self.poly(part), self.poly(bound)
                except NotReal:
                    return False
                keys = scaled_key(small), scaled_key(large)
                if keys[0] is not None and keys[1] is not None and self.sign(small) is not None:
                    self.vanishing.add((keys[0][0], keys[1][0]))
                return True
        return False

    def _note(self, poly: Poly, strict: bool) -> bool:
        scaled = scaled_key(poly)
        if scaled is not None:
            self.positive[scaled[0]] = self.positive.get(scaled[0], False) or strict
            self.known[scaled[0]] = poly
        return True

    def _note_nonzero(self, poly: Poly) -> bool:
        for way in (1, -1):
            found = plus({}, poly, way)
            scaled = scaled_key(found)
            if scaled is not None:
                self.nonzero.add(scaled[0])
                if self.sign(found) is not None:
                    self._note(found, True)
        return True

    def _bound(self, op: str, left: Term, right: Term) -> bool:
        """left ≤ right with a real right side: a left side that is never −∞ is real as well."""
        try:
            self.poly(right)
        except NotReal:
            if op == "<" and self.bounded_below(left):
                # left < right ≤ ∞, and left isn't −∞.
                return self._finite(left)
            if op == "=" and self._real(left):
                left, right = right, left
            else:
                return False
        if not self.bounded_below(left):
            return False
        return self._finite(left) and self._learn_one(Relation(op, left, right))

    def _finite(self, term: Term) -> bool:
        """Take note that a term that is never −∞ isn't ∞ either."""
        for part in _addends(term):
            # Each part of a sum of parts that are never −∞ is real if the sum is.
            self.real_keys.add(key_of(part))
        self.real_keys.add(key_of(term))
        self._cache.clear()
        return self._real(term)

    def _real(self, term: Term) -> bool:
        try:
            self.poly(term)
        except NotReal:
            return False
        return True

    def bounded_below(self, term: Term) -> bool:
        """Whether the term is defined and not −∞ wherever the facts hold."""
        if self._real(term):
            return True
        match term:
            case Op("kl", _):
                return all(self.lawful(law) for law in term.args)
            case Op("renyi" | "chi_square", (first, second, *more)):
                lawful = self.lawful(first) and self.lawful(second)
                return lawful and all(self.sign_of(order) is not None for order in more)
            case Op("kl_dp" | "dp_epsilon", _):
                return True
            case Op("add", (left, right)):
                return self.bounded_below(left) and self.bounded_below(right)
            case Op("sub", (left, Op("mul", (factor, Op("log", (inner,)))))):
                # − u log t with u, t ≥ 0 and t real is in (−∞, ∞].
                small = self.sign_of(factor) is not None and self.sign_of(inner) is not None
                return self.bounded_below(left) and small
            case Op("mul", (left, right)):
                one = self.sign_of(left) is not None and self.bounded_below(right)
                return one or (self.sign_of(right) is not None and self.bounded_below(left))
            case Bind("sum", _, None, _):
                inner, body = self.under(term)
                return inner.bounded_below(body)
        return False

    # --- signs ------------------------------------------------------------------------------------

    def sign_of(self, term: Term) -> int | None:
        """1 if the term is certainly real and positive, 0 if at least 0, None if unknown."""
        try:
            return self.sign(self.poly(term))
        except NotReal:
            return None

    def sign(self, poly: Poly) -> int | None:
        """The sign of a normal form, as `sign_of`."""
        if not poly:
            return 0
        known = self._known(poly)
        if known is not None:
            return known
        # A common factor of known sign, such as an exponential, comes out first.
        top, bottom = self.together(poly)
        if bottom != constant(1):
            below = self.sign(bottom)
            above = self.sign(top)
            if below == 1 and above is not None:
                return above
        strict = False
        for monomial, coefficient in poly.items():
            found = self._monomial_sign(monomial) if coefficient > 0 else None
            if found is None:
                by_part = self._by_known_part(poly)
                return self._by_one_fact(poly) if by_part is None else by_part
            strict = strict or found == 1
        return int(strict)

    def _by_one_fact(self, poly: Poly) -> int | None:
        """The sign of a positive multiple of one fact and monomials that are at least 0."""
        for key, fact in self.known.items():
            for monomial in fact:
                if not monomial or monomial not in poly:
                    continue
                ratio = poly[monomial] / fact[monomial]
                if ratio <= 0:
                    continue
                rest = plus(poly, fact, -ratio)
                signs = [
                    self._monomial_sign(part) if coefficient > 0 else None
                    for part, coefficient in rest.items()
                ]
                if None not in signs:
                    return int(self.positive[key] or 1 in signs)
        return None

    def _known(self, poly: Poly) -> int | None:
        scaled = scaled_key(poly)
        if scaled is not None and scaled[0] in self.positive:
            return int(self.positive[scaled[0]])
        return None

    def _by_known_part(self, poly: Poly) -> int | None:
        """A common monomial of known sign taken out, the rest being known."""
        common = _common(poly)
        if common == ONE:
            return None
        outside = self._monomial_sign(common)
        inverse = tuple((atom, -power) for atom, power in common)
        rest = {monomial_product(m, inverse): c for m, c in poly.items()}
        inside = self.sign(rest)
        return None if outside is None or inside is None else min(outside, inside)

    def _monomial_sign(self, monomial: Monomial) -> int | None:
        signs = []
        for atom, power in monomial:
            found = self._atom_sign(atom)
            if power.q == 1 and int(power.p) % 2 == 0:
                found = 1 if found == 1 or power < 0 else 0
            if found is None:
                return None
            # A negative power was accepted only where the atom isn't 0.
            signs.append(1 if power < 0 else found)
        return min(signs, default=1)

    def _atom_sign(self, key: str) -> int | None:
        known = self._known({((key, fmpq(1)),): fmpq(1)})
        if known == 1:
            return 1
        found = self._shape_sign(self.atoms[key])
        return found if found is not None else known

    def _shape_sign(self, term: Term) -> int | None:
        """The sign that an atom has by its form."""
        match term:
            case Op("exp", _):
                return 1
            case Op("prior_mass", _):
                return 0
            case Op("at" | "probability", (law, _)):
                return 0 if self.lawful(law) else None
            case Op("log", (inner,)):
                over = self.sign(plus(self.poly(inner), constant(-1)))
                return over
            case Op("div", (_, bottom)):
                return 1 if self.sign(self.poly(bottom)) == 1 else None
            case Op(head, _) if head in NONNEGATIVE:
                return 0
            case Cases():
                return 0
            case Bind("sum", _, None, _):
                inner, body = self.under(term)
                return 0 if inner.sign_of(body) is not None else None
        return _sort_sign(term.sort)

    # --- normal forms -----------------------------------------------------------------------------

    def poly(self, term: Term) -> Poly:
        """The normal form.

        Raises:
            NotReal: the term isn't certainly a real number where the facts hold.
        """
        key = key_of(term)
        if key not in self._cache:
            self._cache[key] = self._reduced(self._poly(term))
        return self._cache[key]

    def atom(self, term: Term) -> Poly:
        """A term that stays closed."""
        key = key_of(term)
        self.atoms[key] = term
        return {((key, fmpq(1)),): fmpq(1)}

    def _poly(self, term: Term) -> Poly:
        match term:
            case Number(value):
                if value is None:
                    raise NotReal("∞ is no real number")
                return constant(value)
            case Var():
                return self._variable(term)
            case Op("add", (left, right)):
                return plus(self.poly(left), self.poly(right))
            case Op("sub", (left, right)):
                return plus(self.poly(left), self.poly(right), -1)
            case Op("neg", (inner,)):
                return plus({}, self.poly(inner), -1)
            case Op("mul", _):
                return self._product(list(_factors(term)))
            case Op("div", (top, bottom)):
                return self.product(self.poly(top), self.inverse(self.poly(bottom), str(bottom)))
            case Op("pow", (base, exponent)):
                return self._power(base, exponent)
            case Op("exp", (inner,)):
                return self._exponential(self.poly(inner))
            case Op("log", (inner,)):
                return self._logarithm(self.poly(inner), str(inner))
            case Op("sqrt", (inner,)):
                return self._root(self.poly(inner), str(inner))
            case Op("abs", (inner,)):
                return self._absolute(self.poly(inner))
            case Op("binary_entropy", (x,)):
                rest = Number(fmpq(1)) - x
                return self.poly(-(x * Op("log", (x,), REAL)) - rest * Op("log", (rest,), REAL))
            case Op("at", (law, symbol)):
                return self._entry(law, symbol, term)
            case Op("probability", (law, event)):
                return self._probability(law, event)
            case Op("likelihood_ratio", (p, q, symbol)):
                return self.poly(_at(p, symbol) / _at(q, symbol))
            case Cases(test, then, otherwise):
                return self._cases(test, then, otherwise)
            case Bind("sum", _, _, _):
                return self._sum(term)
        return self._closed(term)

    def _variable(self, term: Var) -> Poly:
        """A variable, with what its domain says of it."""
        found = self.atom(term)
        low, high = None, None
        match term.sort:
            case sorts.RealSort(low, high, low_open, high_open):
                if high is not None:
                    self._note(plus(constant(high), found, -1), high_open)
                if low is not None:
                    self._note(plus(found, constant(low), -1), low_open)
            case sorts.SizeSort(low, high):
                self._note(plus(found, constant(low), -1), False)
                if high is not None:
                    self._note(plus(constant(high), found, -1), False)
            case sorts.SymbolSort(size):
                count = self.poly(size)
                self._note(plus(plus(count, found, -1), constant(-1)), False)
            case _:
                raise NotReal(f"{term} is no number")
        return found

    def _closed(self, term: Term) -> Poly:
        """A quantity that stays closed, if it is a real number."""
        if key_of(term) in self.real_keys:
            return self.atom(term)
        match term:
            case Op("minimum" | "maximum", (left, right)):
                self.poly(left), self.poly(right)
                return self.atom(term)
            case Op("binary_entropy_inverse", (inner,)):
                top = plus(self.poly(Op("log", (Number(fmpq(2)),), REAL)), self.poly(inner), -1)
                if self.sign(self.poly(inner)) is None or self.sign(top) is None:
                    raise NotReal(f"{inner} isn't shown to lie in [0, ln 2]")
                return self.atom(term)
            case Op("hockey_stick", (first, second, order)):
                self.poly(order)
                if self.lawful(first) and self.lawful(second):
                    return self.atom(term)
            case Op("dp_delta", (_, order)):
                self.poly(order)
                return self.atom(term)
            case Op(head, args) if head in FINITE and all(self.lawful(arg) for arg in args):
                return self.atom(term)
            case Op("component", (reals, index)):
                self.check_symbol(reals, index)
                return self.atom(term)
            case Op("entries" | "largest_alphabet" | "instances", (database,)):
                if self.lawful(database):
                    return self.atom(term)
            case Op("alphabet", (database, index)):
                entries = Op("entries", (database,), sorts.SizeSort(0))
                self.check_below(entries, index)
                if self.lawful(database):
                    return self.atom(term)
            case Op("prior_mass", (database, prior, instance)):
                self.check_below(Op("instances", (database,), sorts.SizeSort(0)), instance)
                if self.lawful(prior):
                    return self.atom(term)
            case Op("with_entry", (database, instance, entry, symbol)):
                self._check_place(database, instance, entry)
                self.check_below(
                    Op("alphabet", (database, entry), sorts.SizeSort(0)), symbol
                )
                return self.atom(term)
            case Op("entry_of", (database, instance, entry)):
                self._check_place(database, instance, entry)
                return self.atom(term)
            case Op("hamming", (database, *instances)):
                count = Op("instances", (database,), sorts.SizeSort(0))
                for index in instances:
                    self.check_below(count, index)
                if self.lawful(database):
                    return self.atom(term)
        raise NotReal(f"{term} isn't shown to be a real number")

    def product(self, one: Poly, two: Poly) -> Poly:
        """The product of two normal forms."""
        result: Poly = {}
        for (left, a), (right, b) in itertools.product(one.items(), two.items()):
            result = plus(result, {monomial_product(left, right): a * b})
        return self._reduced(result)

    def _reduced(self, poly: Poly) -> Poly:
        """Squares of roots, powers of indicators and opposite inverses removed."""
        for monomial, coefficient in poly.items():
            for atom, power in monomial:
                term = self.atoms[atom]
                rest = tuple(part for part in monomial if part[0] != atom)
                if isinstance(term, Cases) and power != 1:
                    new = {monomial_product(rest, ((atom, fmpq(1)),)): coefficient}
                elif isinstance(term, Op) and term.head == "sqrt" and power >= 2:
                    kept = {monomial_product(rest, ((atom, power - 2),)): coefficient}
                    new = self.product(kept, self.poly(term.args[0]))
                else:
                    continue
                return self._reduced(plus(plus(poly, {monomial: coefficient}, -1), new))
        return poly

    def inverse(self, poly: Poly, what: str) -> Poly:
        """1 over a normal form that is certainly not 0."""
        if not poly:
            raise NotReal(f"the divisor {what} is 0")
        top, bottom = self.together(poly)
        if bottom != constant(1):
            return self.product(self.inverse(top, what), bottom)
        if len(poly) == 1:
            ((monomial, coefficient),) = poly.items()
            for atom, _ in monomial:
                self._require_nonzero({((atom, fmpq(1)),): fmpq(1)}, what)
            return {tuple((atom, -power) for atom, power in monomial): 1 / coefficient}
        self._require_nonzero(poly, what)
        scaled = min(poly, key=repr)
        factor = poly[scaled]
        unit = {monomial: coefficient / factor for monomial, coefficient in poly.items()}
        inverted = self.atom(Op("div", (Number(fmpq(1)), self.term(unit)), REAL))
        return plus({}, inverted, 1 / factor)

    def _require_nonzero(self, poly: Poly, what: str) -> None:
        scaled = scaled_key(poly)
        if scaled is not None and scaled[0] in self.nonzero:
            return
        if self.sign(poly) != 1 and self.sign(plus({}, poly, -1)) != 1:
            raise NotReal(f"the divisor {what} isn't shown to differ from 0")

    def together(self, poly: Poly) -> tuple[Poly, Poly]:
        """(top, bottom) without inverses of sums: poly = top/bottom, bottom not 0."""
        bottom = constant(1)
        while True:
            inverses = {
                atom: power for monomial in poly for atom, power in monomial
                if _is_inverse(self.atoms[atom])
            }
            if not inverses:
                return poly, bottom
            atom = min(inverses)
            term = self.atoms[atom]
            assert isinstance(term, Op)
            below = self.poly(term.args[1])
            highest = max(dict(monomial).get(atom, fmpq(0)) for monomial in poly)
            result: Poly = {}
            for monomial, coefficient in poly.items():
                power = dict(monomial).get(atom, fmpq(0))
                rest = tuple(part for part in monomial if part[0] != atom)
                piece: Poly = {rest: coefficient}
                for _ in range(int(highest - power)):
                    piece = self.product(piece, below)
                result = plus(result, piece)
            poly = result
            for _ in range(int(highest)):
                bottom = self.product(bottom, below)

    def is_zero(self, poly: Poly) -> bool:
        """Whether the normal form is 0 once its divisors are multiplied out."""
        return not poly or not self.together(poly)[0]

    # --- powers, exponentials, logarithms ---------------------------------------------------------

    def _power(self, base: Term, exponent: Term) -> Poly:
        powers = self.poly(exponent)
        if is_constant(powers) and powers.get(ONE, fmpq(0)).q == 1:
            count = int(powers.get(ONE, fmpq(0)).p)
            found, result = self.poly(base), constant(1)
            if count < 0:
                found = self.inverse(found, str(base))
            if abs(count) > 64:
                raise NotReal(f"the exponent {exponent} is too large to expand")
            for _ in range(abs(count)):
                result = self.product(result, found)
            return result
        # A positive base: base^y = exp(y log base).
        return self._exponential(self.product(powers, self._logarithm(self.poly(base), str(base))))

    def _exponential(self, poly: Poly) -> Poly:
        """exp of a sum is the product of the exponentials of its monomials, to their powers."""
        result: Monomial = ONE
        factor = constant(1)
        for monomial, coefficient in poly.items():
            if len(monomial) == 1 and monomial[0][1] == 1 and coefficient.q == 1:
                inside = self.atoms[monomial[0][0]]
                if isinstance(inside, Op) and inside.head == "log":
                    base = self.poly(inside.args[0])
                    if self.sign(base) == 1:
                        for _ in range(abs(int(coefficient.p))):
                            part = base if coefficient > 0 else self.inverse(base, str(inside))
                            factor = self.product(factor, part)
                        continue
            (found,) = self.atom(Op("exp", (self.term({monomial: fmpq(1)}),), REAL))
            result = monomial_product(result, ((found[0][0], coefficient),))
        return self.product(factor, {result: fmpq(1)})

    def _logarithm(self, poly: Poly, what: str) -> Poly:
        if self.sign(poly) != 1:
            raise NotReal(f"{what}, whose logarithm is taken, isn't shown to be positive")
        top, bottom = self.together(poly)
        if bottom != constant(1) and self.sign(top) == 1 and self.sign(bottom) == 1:
            return plus(self._logarithm(top, what), self._logarithm(bottom, what), -1)
        return self._log_atoms(poly, lambda atom: self._atom_sign(atom) == 1)

    def _log_atoms(self, poly: Poly, splits: Any) -> Poly:
        """log of a positive normal form; a single monomial splits where each atom does."""
        if len(poly) == 1:
            ((monomial, coefficient),) = poly.items()
            if coefficient > 0 and all(splits(atom) for atom, _ in monomial):
                result = self._log_number(coefficient)
                for atom, power in monomial:
                    result = plus(result, self._log_of_atom(self.atoms[atom], atom), power)
                return result
        content = abs(poly[min(poly, key=repr)])
        unit = {monomial: coefficient / content for monomial, coefficient in poly.items()}
        return plus(self._log_number(content), self.atom(Op("log", (self.term(unit),), REAL)))

    def _log_of_atom(self, term: Term, key: str) -> Poly:
        if isinstance(term, Op) and term.head == "exp":
            return self.poly(term.args[0])
        if _is_inverse(term):
            assert isinstance(term, Op)
            return plus({}, self._log_atoms(self.poly(term.args[1]), lambda _: True), -1)
        if isinstance(term, Op) and term.head == "sqrt":
            inner = self.poly(term.args[0])
            if self.sign(inner) == 1:
                return plus({}, self._logarithm(inner, str(term)), fmpq(1, 2))
        return self.atom(Op("log", (term,), REAL))

    def _log_number(self, value: fmpq) -> Poly:
        result: Poly = {}
        for part, way in ((value.p, 1), (value.q, -1)):
            for prime, power in part.factor():
                if prime != 1:
                    found = self.atom(Op("log", (Number(fmpq(prime)),), REAL))
                    result = plus(result, found, way * power)
        return result

    def _root(self, poly: Poly, what: str) -> Poly:
        if self.sign(poly) is None:
            raise NotReal(f"{what}, whose root is taken, isn't shown to be at least 0")
        if not poly:
            return {}
        if len(poly) == 1:
            ((monomial, coefficient),) = poly.items()
            root = _rational_root(coefficient)
            even = all((power / 2).q == 1 for _, power in monomial)
            if root is not None and even:
                half = {tuple((atom, power / 2) for atom, power in monomial): root}
                if self.sign(half) is not None:
                    return half
        return self.atom(Op("sqrt", (self.term(poly),), REAL))

    def _absolute(self, poly: Poly) -> Poly:
        if self.sign(poly) is not None:
            return poly
        opposite = plus({}, poly, -1)
        if self.sign(opposite) is not None:
            return opposite
        first = min(poly, key=repr)
        chosen = poly if poly[first] > 0 else opposite
        return self.atom(Op("abs", (self.term(chosen),), REAL))

    def _product(self, factors: list[Term]) -> Poly:
        """A product; a logarithm of what may be 0 needs other factors that vanish with it."""
        weak: list[Term] = []
        rest = constant(1)
        for factor in factors:
            if isinstance(factor, Op) and factor.head == "log" and not self._real(factor):
                weak.append(factor.args[0])
            else:
                rest = self.product(rest, self.poly(factor))
        for inner in weak:
            rest = self.product(rest, self._formal_log(self.poly(inner), rest, str(inner)))
        return rest

    def _formal_log(self, inside: Poly, rest: Poly, what: str) -> Poly:
        """log t as a formal logarithm, `rest` vanishing where t ≥ 0 does."""
        if self.sign(inside) is None:
            raise NotReal(f"{what}, whose logarithm is taken, isn't shown to be at least 0")
        if not inside:
            if rest:
                raise NotReal(f"log {what} is −∞")
            return {}
        single = len(inside) == 1
        ((monomial, _),) = inside.items() if single else ((ONE, None),)
        # Each monomial of the rest vanishes with each atom of t (powers of which are positive).
        splits = single and all(
            self._atom_sign(atom) == 1
            or (power > 0 and self._atom_sign(atom) == 0
                and all(dict(part).get(atom, fmpq(0)) > 0 for part in rest))
            for atom, power in monomial
        )
        if splits:
            return self._log_atoms(inside, lambda _: True)
        if not (_multiple(rest, inside) or all(self._dominated(part, inside) for part in rest)):
            raise NotReal(f"log {what} may be −∞ where its factor isn't 0")
        return self._log_atoms(inside, lambda _: False)

    def _dominated(self, monomial: Monomial, bound: Poly) -> bool:
        """Whether the monomial is certainly 0 where `bound` ≥ 0 is: a part of it is in [0, c·bound]
        by a fact."""
        if any(_multiple({((atom, fmpq(1)),): fmpq(1)}, bound) for atom, power in monomial
               if power > 0):
            return True
        positive = [part for part in monomial if part[1] > 0]
        for count in range(1, len(positive) + 1):
            for chosen in itertools.combinations(positive, count):
                part: Poly = {tuple(chosen): fmpq(1)}
                keys = scaled_key(part), scaled_key(bound)
                if keys[0] and keys[1] and (keys[0][0], keys[1][0]) in self.vanishing:
                    return True
                if self.sign(part) is not None and self.sign(plus(bound, part, -1)) is not None:
                    return True
        if len(bound) == 1:
            ((divisor, _),) = bound.items()
            return any(self._bounds(fact, divisor, monomial) for fact in self.known.values())
        return False

    def _bounds(self, fact: Poly, divisor: Monomial, monomial: Monomial) -> bool:
        """Whether the fact says: a part of the monomial ≤ a sum of multiples of the divisor."""
        found = False
        for part, coefficient in fact.items():
            if coefficient > 0:
                if not _divides(divisor, part):
                    return False
            elif self._monomial_sign(part) is None:
                return False
            else:
                found = found or _divides(part, monomial)
        return found

    # --- laws, events, cases, sums ----------------------------------------------------------------

    def lawful(self, law: Term) -> bool:
        """Whether the term is certainly defined as a law, channel, mechanism, prior or number."""
        match law:
            case Var():
                return True
            case Op("pmf_literal", entries):
                return self._sums_to_one([self.poly(entry) for entry in entries])
            case Bind("table", var, None, body):
                inner, renamed = self.under(law)
                if isinstance(body, Bind) and body.kind == "table":
                    return inner.lawful(renamed)
                if inner.sign_of(renamed) is None:
                    return False
                total = Bind("sum", var, None, body)
                return self.is_zero(plus(self.poly(total), constant(-1)))
            case Op("row" | "response", (table, index)):
                return self.lawful(table) and self._real_symbol(table, index)
            case Op("with_entry" | "entry_of", _):
                return self._real(law)
            case Op(head, args) if head in LAWFUL:
                return all(
                    self._real(arg) if _is_number(arg) else self.lawful(arg) for arg in args
                ) and self._indices(law)
        return False

    def _indices(self, law: Op) -> bool:
        """Whether the indices among the arguments are in their ranges."""
        try:
            match law:
                case Op("entry_channel", (mechanism, instance, entry)):
                    assert isinstance(mechanism.sort, sorts.MechanismSort)
                    self._check_place(mechanism.sort.database, instance, entry)
                case Op("entry_given", (database, _, instance, entry)):
                    self._check_place(database, instance, entry)
                case Op("entry_prior", (database, instance, entry, _)):
                    self._check_place(database, instance, entry)
                case Op("database_joint", (_, mechanism, entry)):
                    assert isinstance(mechanism.sort, sorts.MechanismSort)
                    self._check_place(mechanism.sort.database, None, entry)
                case Op("query", (queries, index)):
                    assert isinstance(queries.sort, sorts.QueriesSort)
                    self.check_below(queries.sort.count, index)
        except NotReal:
            return False
        return True

    def _check_place(self, database: Term, instance: Term | None, entry: Term) -> None:
        self.check_below(Op("entries", (database,), sorts.SizeSort(0)), entry)
        if instance is not None:
            self.check_below(Op("instances", (database,), sorts.SizeSort(0)), instance)

    def _real_symbol(self, table: Term, index: Term) -> bool:
        try:
            self.check_symbol(table, index)
        except NotReal:
            return False
        return True

    def _sums_to_one(self, entries: Sequence[Poly]) -> bool:
        total: Poly = {}
        for entry in entries:
            if self.sign(entry) is None:
                return False
            total = plus(total, entry)
        return self.is_zero(plus(total, constant(-1)))

    def _entry(self, law: Term, symbol: Term, term: Term) -> Poly:
        if not self.lawful(law):
            raise NotReal(f"{law} isn't shown to be a law")
        self.check_symbol(law, symbol)
        match law:
            case Op("pmf_literal", entries):
                index = self.poly(symbol)
                if is_constant(index):
                    return self.poly(entries[int(index.get(ONE, fmpq(0)).p)])
            case Bind("table", var, _, body):
                return self.poly(substitute(body, {var.name: symbol}))
            case Op("row", (channel, row)):
                found = _row(channel, row)
                if found is not None:
                    return self.poly(_at(found, symbol))
            case Op("output", (prior, channel)):
                assert isinstance(channel.sort, sorts.ChannelSort)
                x = self.fresh(channel.sort.inputs)
                body = _at(prior, x) * _at(_row_of(channel, x), symbol)
                return self.poly(Bind("sum", x, None, body))
        return self._last_entry(law, symbol) or self.atom(term)

    def _last_entry(self, law: Term, symbol: Term) -> Poly | None:
        """On an alphabet of known size the last probability is 1 less the others."""
        size, index = self.poly(law.sort.sizes()[0]), self.poly(symbol)
        if not is_constant(size) or not is_constant(index) or size[ONE] > 16:
            return None
        if index.get(ONE, fmpq(0)) != size[ONE] - 1:
            return None
        found = constant(1)
        for other in range(int(size[ONE].p) - 1):
            found = plus(found, self.poly(_at(law, Number(fmpq(other)))), -1)
        self._note(found, False)
        return found

    def check_symbol(self, law: Term, symbol: Term) -> None:
        """A symbol that certainly belongs to the alphabet of a law, or indexes a row.

        Raises:
            NotReal: it doesn't certainly.
        """
        size: Term = law.sort.sizes()[0]
        if isinstance(law.sort, sorts.MechanismSort):
            size = Op("instances", (law.sort.database,), sorts.SizeSort(0))
        self.check_below(size, symbol)

    def check_below(self, size: Term, symbol: Term) -> None:
        if isinstance(symbol.sort, sorts.SymbolSort) and key_of(symbol.sort.size) == key_of(size):
            if not isinstance(symbol, Var):
                self.poly(symbol)  # its own indices are in range
            return
        if isinstance(symbol.sort, sorts.SizeSort | sorts.SymbolSort) or isinstance(symbol, Number):
            below = plus(plus(self.poly(size), self.poly(symbol), -1), constant(-1))
            if self.sign(below) is not None and self.sign(self.poly(symbol)) is not None:
                return
        raise NotReal(f"{symbol} isn't shown to be one of {size} symbols")

    def fresh(self, size: Term) -> Var:
        """A symbol that nothing else mentions."""
        return Var(f"#{next(self.counter)}", sorts.SymbolSort(size))

    def _probability(self, law: Term, event: Term) -> Poly:
        if not self.lawful(law):
            raise NotReal(f"{law} isn't shown to be a law")
        a = self.fresh(law.sort.sizes()[0])
        body = Cases(membership(event, a), _at(law, a), Number(fmpq(0)))
        return self.poly(Bind("sum", a, None, body))

    def _cases(self, test: Formula, then: Term, otherwise: Term) -> Poly:
        held = self.truth(test)
        if held is not None:
            return self.poly(then if held else otherwise)
        inside = Normaliser([test], self).poly(then)
        outside = Normaliser([Not(test)], self).poly(otherwise)
        for part in (inside, outside):
            self._unconditional(part)
        mark = self.indicator(test)
        opposite = plus(constant(1), mark, -1)
        return plus(self.product(mark, inside), self.product(opposite, outside))

    def _unconditional(self, poly: Poly) -> None:
        """A sum that is divided by in one branch must not be 0 in the other: divisors that are
        sums are multiplied out later, whichever branch holds."""
        for monomial in poly:
            for atom, _ in monomial:
                term = self.atoms[atom]
                if _is_inverse(term):
                    assert isinstance(term, Op)
                    self._require_nonzero(self.poly(term.args[1]), str(term.args[1]))

    def truth(self, test: Formula) -> bool | None:
        """Whether a test on numbers is decided by normal forms alone."""
        if isinstance(test, Not):
            inner = self.truth(test.body)
            return None if inner is None else not inner
        if isinstance(test, Relation) and test.op in ("=", "<=", "<"):
            try:
                difference = plus(self.poly(test.right), self.poly(test.left), -1)
            except NotReal:
                return None
            if is_constant(difference):
                value = difference.get(ONE, fmpq(0))
                return {"=": value == 0, "<=": value >= 0, "<": value > 0}[test.op]
        return None

    def indicator(self, test: Formula) -> Poly:
        """1 where the test holds, 0 elsewhere."""
        match test:
            case Not(body):
                return plus(constant(1), self.indicator(body), -1)
            case And(parts):
                result = constant(1)
                for part in parts:
                    result = self.product(result, self.indicator(part))
                return result
            case Relation("=", left, right) if key_of(left) > key_of(right):
                test = Relation("=", right, left)
        return self.atom(Cases(test, Number(fmpq(1)), Number(fmpq(0))))

    def under(self, term: Bind) -> tuple[Normaliser, Term]:
        """The normaliser that knows what holds of each bound symbol, and the body renamed apart."""
        size = term.var.sort.sizes()[0]
        fresh = Var(f"#{next(self.counter)}", term.var.sort)
        return self._knowing(fresh, size), substitute(term.body, {term.var.name: fresh})

    def _knowing(self, symbol: Var, size: Term) -> Normaliser:
        inner = Normaliser((), self)
        found = []
        for fact in self.templates:
            sort = fact.var.sort
            if isinstance(sort, sorts.SymbolSort) and key_of(sort.size) == key_of(size):
                found.append(substitute(fact.body, {fact.var.name: symbol}))
        inner.learn(found)
        return inner

    def _sum(self, term: Bind) -> Poly:
        size = term.var.sort.sizes()[0]
        if not isinstance(term.var.sort, sorts.SymbolSort):
            raise NotReal(f"{term} is a sum over events")
        count = self.poly(size)
        body = term.body
        if term.guard is not None:
            body = Cases(term.guard, body, Number(fmpq(0)))
        if is_constant(count) and count.get(ONE, fmpq(0)) <= 16:
            result: Poly = {}
            for index in range(int(count.get(ONE, fmpq(0)).p)):
                piece = substitute(body, {term.var.name: Number(fmpq(index))})
                result = plus(result, self.poly(piece))
            return result
        symbol = self.fresh(size)
        inner = self._knowing(symbol, size)
        found = inner.poly(substitute(body, {term.var.name: symbol}))
        result = {}
        for monomial, coefficient in found.items():
            result = plus(result, self._sum_monomial(monomial, [symbol]), coefficient)
        return result

    def _sum_monomial(self, monomial: Monomial, bound: list[Var]) -> Poly:
        """The sum of one monomial over symbols: inner sums opened, free factors taken out."""
        names = {var.name for var in bound}
        outside: Monomial = ONE
        inside: list[tuple[Term, fmpq]] = []
        bound = list(bound)
        for atom, power in monomial:
            term = self.atoms[atom]
            if not names & set(free_variables(term)):
                outside = monomial_product(outside, ((atom, power),))
            elif isinstance(term, Bind) and term.kind == "sum" and power == 1:
                for var, factor in _opened(term, self):
                    bound.extend(var)
                    inside.extend(factor)
            else:
                inside.append((term, power))
        result: Poly = {outside: fmpq(1)}
        for variables, factors in _components(bound, inside):
            result = self.product(result, self._component(variables, factors))
        return result

    def _component(self, variables: list[Var], factors: list[tuple[Term, fmpq]]) -> Poly:
        """Σ over the variables of a product whose factors hang together."""
        if not factors:
            result = constant(1)
            for var in variables:
                result = self.product(result, self.poly(var.sort.sizes()[0]))
            return result
        for var in variables:
            holding = [item for item in factors if var.name in free_variables(item[0])]
            others = [item for item in factors if var.name not in free_variables(item[0])]
            remaining = [other for other in variables if other != var]
            if len(holding) == 1 and holding[0][1] == 1 and self._is_law(holding[0][0], var):
                return self._again(remaining, others)
            for item in holding:
                value = _pinned(item[0], var) if item[1] == 1 else None
                if value is not None:
                    moved = [
                        (substitute(term, {var.name: value}), power)
                        for term, power in factors if term is not item[0]
                    ]
                    return self._again(remaining, moved)
        return self.atom(_canonical_sum(variables, factors, self))

    def _again(self, variables: list[Var], factors: list[tuple[Term, fmpq]]) -> Poly:
        piece = constant(1)
        for term, power in factors:
            found = self._formal(term)
            for _ in range(int(power)) if power.q == 1 and power > 0 else ():
                piece = self.product(piece, found)
            if power.q != 1 or power < 0:
                ((single, _),) = found.items()
                piece = self.product(piece, {tuple((a, e * power) for a, e in single): fmpq(1)})
        result: Poly = {}
        for monomial, coefficient in piece.items():
            result = plus(result, self._sum_monomial(monomial, variables), coefficient)
        return result

    def _formal(self, term: Term) -> Poly:
        """The normal form of what has been an atom before, renamed: its reality isn't asked for
        again, since the sum that it stands in is real."""
        match term:
            case Cases(test, _, _):
                held = self.truth(test)
                return constant(int(held)) if held is not None else self.indicator(test)
            case Op("exp", (inner,)):
                return self._exponential(self._formal_poly(inner))
            case Op("log", _):
                return self.atom(term)
        try:
            return self.poly(term)
        except NotReal:
            return self.atom(term)

    def _formal_poly(self, term: Term) -> Poly:
        return self.poly(term)

    def _is_law(self, term: Term, var: Var) -> bool:
        """Whether the factor is a law's probability of the bound symbol, which sums to 1."""
        match term:
            case Op("prior_mass", (database, prior, Var(name))) if name == var.name:
                count = Op("instances", (database,), sorts.SizeSort(0))
                whole = key_of(count) == key_of(var.sort.sizes()[0])
                return whole and self.lawful(prior)
            case Op("at", (law, Var(name))) if name == var.name:
                size = law.sort.sizes()[0]
                whole = key_of(size) == key_of(var.sort.sizes()[0])
                return whole and name not in free_variables(law) and self.lawful(law)
        return False

    # --- back to terms ----------------------------------------------------------------------------

    def term(self, poly: Poly) -> Term:
        """A term with this normal form, its parts in a fixed order."""
        result: Term | None = None
        for monomial in sorted(poly, key=repr):
            piece: Term | None = None
            for atom, power in monomial:
                factor = self.atoms[atom]
                if power != 1:
                    factor = Op("pow", (factor, Number(power)), REAL)
                piece = factor if piece is None else Op("mul", (piece, factor), REAL)
            coefficient = Number(poly[monomial])
            if piece is None:
                piece = coefficient
            elif poly[monomial] != 1:
                piece = Op("mul", (coefficient, piece), REAL)
            result = piece if result is None else Op("add", (result, piece), REAL)
        return Number(fmpq(0)) if result is None else result


# --- parts of trees -------------------------------------------------------------------------------


def membership(event: Term, symbol: Term) -> Formula:
    """The test that a symbol is in an event: for an event made by a test, the test."""
    if isinstance(event, Bind) and event.kind == "event":
        assert event.guard is not None
        found: Formula = substitute(event.guard, {event.var.name: symbol})
        return found
    size = event.sort.sizes()[0]
    mark = Op("indicator", (event, symbol), REAL)
    return Relation("=", mark, Number(fmpq(1))) if size is not None else And(())


def _parts(fact: Formula) -> Iterator[Formula]:
    if isinstance(fact, And):
        for part in fact.parts:
            yield from _parts(part)
    else:
        yield fact


def _addends(term: Term) -> Iterator[Term]:
    match term:
        case Op("add", (left, right)):
            yield from _addends(left)
            yield from _addends(right)
        case _:
            yield term


def _factors(term: Term) -> Iterator[Term]:
    match term:
        case Op("mul", (left, right)):
            yield from _factors(left)
            yield from _factors(right)
        case _:
            yield term


def _is_inverse(term: Term) -> bool:
    return isinstance(term, Op) and term.head == "div"


def _is_number(term: Term) -> bool:
    return isinstance(term.sort, sorts.RealSort | sorts.SizeSort | sorts.SymbolSort)


def _common(poly: Poly) -> Monomial:
    """The largest monomial that divides every monomial."""
    shared: dict[str, fmpq] | None = None
    for monomial in poly:
        powers = dict(monomial)
        if shared is None:
            shared = powers
        else:
            names = set(shared) | set(powers)
            lowest = {n: min(shared.get(n, fmpq(0)), powers.get(n, fmpq(0))) for n in names}
            shared = {name: power for name, power in lowest.items() if power != 0}
    return tuple(sorted((shared or {}).items()))


def _divides(divisor: Monomial, monomial: Monomial) -> bool:
    """Whether the monomial is 0 wherever the divisor is, by its positive powers; the divisor's
    own are positive."""
    powers = dict(monomial)
    return all(power > 0 and powers.get(atom, fmpq(0)) > 0 for atom, power in divisor)


def _multiple(poly: Poly, of: Poly) -> bool:
    """Whether poly is a rational multiple of `of`."""
    if set(poly) != set(of) or not of:
        return False
    ratios = {str(poly[m] / of[m]) for m in of}
    return len(ratios) == 1


def _sort_sign(sort: sorts.Sort) -> int | None:
    match sort:
        case sorts.RealSort(low, _, low_open, _) if low is not None and low >= 0:
            return 1 if low > 0 or low_open else 0
        case sorts.SizeSort(low, _):
            return 1 if low > 0 else 0
        case sorts.SymbolSort():
            return 0
    return None


def _rational_root(value: fmpq) -> fmpq | None:
    if value < 0:
        return None
    top, bottom = value.p.isqrt(), value.q.isqrt()
    return fmpq(top, bottom) if top * top == value.p and bottom * bottom == value.q else None


def _at(law: Term, symbol: Term) -> Term:
    return Op("at", (law, symbol), REAL)


def _row_of(channel: Term, x: Term) -> Term:
    assert isinstance(channel.sort, sorts.ChannelSort)
    return Op("row", (channel, x), sorts.PmfSort(channel.sort.outputs))


def _row(channel: Term, row: Term) -> Term | None:
    """The row of a channel that is written out, where that is known."""
    match channel:
        case Op("channel_literal", rows) if isinstance(row, Number) and row.value is not None:
            if row.value.q == 1 and 0 <= row.value < len(rows):
                return rows[int(row.value.p)]
        case Bind("table", var, _, body):
            found: Term = substitute(body, {var.name: row})
            return found
    return None


def _opened(
    term: Bind, normaliser: Normaliser
) -> Iterator[tuple[list[Var], list[tuple[Term, fmpq]]]]:
    """The variables (renamed apart) and factors of a sum that is an atom."""
    variables: list[Var] = []
    body: Term = term
    while isinstance(body, Bind) and body.kind == "sum":
        fresh = normaliser.fresh(body.var.sort.sizes()[0])
        variables.append(fresh)
        body = substitute(body.body, {body.var.name: fresh})
    factors: list[tuple[Term, fmpq]] = []
    for factor in _factors(body):
        if isinstance(factor, Op) and factor.head == "pow" and isinstance(factor.args[1], Number):
            power = factor.args[1].value
            assert power is not None
            factors.append((factor.args[0], power))
        else:
            factors.append((factor, fmpq(1)))
    yield variables, factors


def _components(
    variables: Sequence[Var], factors: Sequence[tuple[Term, fmpq]]
) -> Iterator[tuple[list[Var], list[tuple[Term, fmpq]]]]:
    """Groups of bound variables with the factors that tie them together."""
    left = list(variables)
    while left:
        group, names = [left.pop(0)], set()
        grown = True
        while grown:
            names = {var.name for var in group}
            held = [f for f in factors if names & set(free_variables(f[0]))]
            touched = {name for term, _ in held for name in free_variables(term)}
            more = [var for var in left if var.name in touched]
            group.extend(more)
            left = [var for var in left if var.name not in touched]
            grown = bool(more)
        yield group, [f for f in factors if names & set(free_variables(f[0]))]


def _pinned(term: Term, var: Var) -> Term | None:
    """The value that an indicator "var = value" gives the variable."""
    if isinstance(term, Cases) and isinstance(term.test, Relation) and term.test.op == "=":
        for one, other in (
            (term.test.left, term.test.right), (term.test.right, term.test.left),
        ):
            alike = isinstance(other.sort, sorts.SymbolSort) and key_of(
                other.sort.size) == key_of(var.sort.sizes()[0])
            if one == var and alike and var.name not in free_variables(other):
                return other
    return None


def _canonical_sum(
    variables: Sequence[Var], factors: Sequence[tuple[Term, fmpq]], normaliser: Normaliser
) -> Term:
    """One term for all orders and names of the bound variables."""
    best: tuple[str, Term] | None = None
    for order in itertools.permutations(variables):
        names: Mapping[str, Term] = {
            var.name: Var(f"@{place}", var.of) for place, var in enumerate(order)
        }
        written = sorted(
            ((key_of(substitute(term, dict(names))), power, substitute(term, dict(names)))
             for term, power in factors),
            key=lambda item: (item[0], str(item[1])),
        )
        body: Term | None = None
        for _, power, term in written:
            factor = term if power == 1 else Op("pow", (term, Number(power)), REAL)
            body = factor if body is None else Op("mul", (body, factor), REAL)
        assert body is not None
        for var in reversed(order):
            named = names[var.name]
            assert isinstance(named, Var)
            body = Bind("sum", named, None, body)
        text = key_of(body)
        if best is None or text < best[0]:
            best = (text, body)
    assert best is not None
    return best[1]
