"""Normal forms of numbers: products, quotients, powers, exponentials, logarithms, roots.

`Forms` is the middle layer of `verified.kernel.normaliser.Normaliser`.
"""

from __future__ import annotations

import itertools
from typing import Any

from flint import fmpq

from verified.kernel.judgements import (
    arguments_fit,
    check_below,
    defined,
    inhabited,
    real,
)
from verified.kernel.pairs import simplified, unfolded
from verified.kernel.polynomial import (
    ONE,
    Exponent,
    Monomial,
    NotReal,
    Poly,
    common,
    constant,
    divides,
    entry_at,
    exponent,
    factors,
    is_constant,
    is_integer,
    is_inverse,
    key_of,
    monomial_product,
    multiple,
    plus,
    rational_root,
    scaled_key,
    times,
    written_product,
)
from verified.kernel.settled import settle, settled_of
from verified.kernel.signs import Signs
from verified.syntax import sorts
from verified.syntax.formulas import Formula, substitute
from verified.syntax.quantity import QUANTITIES, ExtendedSort
from verified.syntax.terms import REAL, Bind, Cases, Number, Op, Term, Var

# Whole powers of a number are multiplied out up to this one.
LARGEST_FOLDED = 64


class Forms(Signs):
    """Normal forms of numbers."""

    # What the last layer brings: laws, events, cases and sums.

    def _entry(self, law: Term, symbol: Term, term: Term) -> Poly:
        raise NotImplementedError

    def _probability(self, law: Term, event: Term) -> Poly:
        raise NotImplementedError

    def _cases(self, test: Formula, then: Term, otherwise: Term) -> Poly:
        raise NotImplementedError

    def _sum(self, term: Bind) -> Poly:
        raise NotImplementedError

    # --- normal forms -----------------------------------------------------------------------------

    def poly(self, term: Term) -> Poly:
        """The normal form.

        Raises:
            NotReal: the term isn't certainly a real number where the facts hold.
        """
        settled = None if self.unfolds else settled_of(term)
        trace = self._trace
        if settled is not None:
            trace.journal.append(settled)
            if settled not in self._taken:
                self._take(settled)
            return settled.poly
        key = key_of(term)
        found = self._cache.get(key)
        if found is not None:
            trace.asked += 1
            return found
        if key in self._refused:
            trace.asked += 1
            raise NotReal(*self._refused[key])
        asked, start = trace.asked, len(trace.journal)
        try:
            found = self._reduced(self._poly(term))
        except NotReal as refusal:
            if key not in self.facts.equal:
                if not self._asked:
                    self._refused[key] = refusal.args
                raise
            found = self.facts.equal[key]
        journal = trace.journal[start:]
        del trace.journal[start:]
        if trace.asked == asked and not self.unfolds and not trace.mixed:
            settled = settle(term, found, self.atoms, journal)
            if settled is not None:
                # What was noted on the way below a binder or in a branch comes here as well, as it
                # will wherever the term is met again.
                self._take(settled)
                trace.journal.append(settled)
                return found
            trace.asked += 1
        self._cache[key] = found
        return found

    def atom(self, term: Term) -> Poly:
        """A term that stays closed."""
        key = key_of(term)
        self._know(key, term)
        return {((key, 1),): fmpq(1)}

    def _poly(self, term: Term) -> Poly:
        match term:
            case Number(None):
                raise NotReal("∞ is no real number")
            case Number(value):
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
                return self._product(list(factors(term)))
            case Op("div", (top, bottom)):
                return self.product(self.poly(top), self.inverse(self.poly(bottom), bottom))
            case Op("pow", (base, above)):
                return self._power(base, above)
            case Op("exp", (inner,)):
                return self._exponential(self.poly(inner))
            case Op("log", (inner,)):
                return self._logarithm(self.poly(inner), inner)
            case Op("sqrt", (inner,)):
                return self._root(self.poly(inner), inner)
            case Op("abs", (inner,)):
                return self._absolute(self.poly(inner))
            case Op("normal_cdf", (inner,)):
                return self._normal_cdf(self.poly(inner))
            case Op("binary_entropy", (x,)):
                rest = Number(fmpq(1)) - x
                return self.poly(-(x * Op("log", (x,), REAL)) - rest * Op("log", (rest,), REAL))
            case Op("joint_entropy" | "joint_information", (Op("as_joint", _) as joint,)):
                if not defined(self, joint):
                    raise NotReal("{} isn't shown to be a law", joint)
                if not self.unfolds:
                    return self.atom(term)
                return self.poly(unfolded(term, self.fresh_symbol))
            case Op("at", (law, symbol)):
                return self._entry(law, symbol, term)
            case Op("probability", (law, event)):
                return self._probability(law, event)
            case Op("likelihood_ratio", (p, q, symbol)):
                return self.poly(entry_at(p, symbol) / entry_at(q, symbol))
            case Cases(test, then, otherwise):
                return self._cases(test, then, otherwise)
            case Bind("sum", _, _, _):
                return self._sum(term)
        return self._closed(term)

    def _variable(self, term: Var) -> Poly:
        """A variable, with what its domain says of it."""
        found = self.atom(term)
        match term.sort:
            case sorts.RealSort():
                self._within(found, term.sort)
            case sorts.SizeSort(least, most):
                self.note(plus(found, constant(least), -1), False)
                if most is not None:
                    self.note(plus(constant(most), found, -1), False)
            case sorts.SymbolSort(size):
                count = self.poly(size)
                self.note(plus(plus(count, found, -1), constant(-1)), False)
            case _:
                raise NotReal("{} is no number", term)
        return found

    def _within(self, found: Poly, domain: sorts.RealSort) -> Poly:
        """The number, noted to lie in its domain."""
        if domain.high is not None:
            self.note(plus(constant(domain.high), found, -1), domain.high_open)
        if domain.low is not None:
            self.note(plus(found, constant(domain.low), -1), domain.low_open)
        return found

    def _closed(self, term: Term) -> Poly:
        """A quantity that stays closed, if it is a real number."""
        try:
            return self._closed_by_form(term)
        except NotReal:
            if key_of(term) in self.facts.real_keys:
                return self.atom(term)
            raise

    def _closed_by_form(self, term: Term) -> Poly:
        match term:
            case Op("edges", (Op("dp_framework", (database,)),)):
                # An edge for each entry.
                return self.poly(Op("entries", (database,), sorts.SizeSort(0)))
            case Op("instances", (Op("one_entry" | "several_entries", sizes) as database,)):
                if defined(self, database):
                    found = constant(1)
                    for size in sizes:
                        found = self.product(found, self.poly(size))
                    return found
            case Op("quotient" | "remainder" as head, (a, b)):
                return self._divided(head, a, b)
            case Op("component", (Bind("table", var, _, body) as reals, index)):
                check_below(self, reals.sort.sizes()[0], index)
                if not defined(self, reals):
                    raise NotReal("{} aren't shown to be real numbers", reals)
                return self.poly(simplified(substitute(body, {var.name: index})))
            case Op(head, _):
                values = QUANTITIES[head].values
                finite = values is None or (values.finite and values.bounded_below)
                if finite and arguments_fit(self, term):
                    return self._ranged(term, values)
            case Bind("max" | "min", var, None, _) if isinstance(
                var.of, sorts.SymbolSort | sorts.EventSort
            ):
                # The extremum of real numbers over an alphabet that isn't empty, or over its
                # events, of which the empty one is there if the alphabet's size has a value.
                if inhabited(self, var.of):
                    inner, body = self.under(term)
                    inner.poly(body)
                    return self.atom(term)
        raise NotReal("{} isn't shown to be a real number", term)

    def _ranged(self, term: Op, values: ExtendedSort | None) -> Poly:
        """A quantity that stays closed, noted to lie where its record and its sort say."""
        found = self.atom(term)
        if isinstance(term.result, sorts.SymbolSort):
            self.note(plus(plus(self.poly(term.result.size), found, -1), constant(-1)), False)
        elif isinstance(term.result, sorts.RealSort):
            self._within(found, term.result)
        if values is not None:
            if values.sign == 1:
                self.note(found, True)
            if values.high is not None or (values.low is not None and values.low != 0):
                self._within(found, values)
        return found

    def _divided(self, head: str, a: Term, b: Term) -> Poly:
        """⌊a/b⌋ or a mod b of whole numbers, b ≥ 1: closed, with their ranges noted."""
        top, bottom = self.poly(a), self.poly(b)
        whole = is_integer(a) and is_integer(b)
        if not whole or self.sign(top) is None or self.sign(bottom) != 1:
            raise NotReal("{} isn't shown to be a whole number, or {} not to be above 0", a, b)
        if not top:
            return {}
        if is_constant(top) and is_constant(bottom):
            over, under = (int(part.get(ONE, fmpq(0)).p) for part in (top, bottom))
            return constant(over // under if head == "quotient" else over % under)
        found = self.atom(Op(head, (a, b), sorts.SizeSort(0)))
        if head == "remainder":
            self.note(plus(plus(bottom, found, -1), constant(-1)), False)
        elif isinstance(a.sort, sorts.SymbolSort):
            match a.sort.size:
                case Op("mul", (left, right)) | Op(
                    "instances", (Op("several_entries", (left, right)),)
                ):
                    for one, other in ((left, right), (right, left)):
                        if key_of(one) == key_of(b):
                            least = plus(plus(self.poly(other), found, -1), constant(-1))
                            self.note(least, False)
        return found

    def product(self, one: Poly, two: Poly) -> Poly:
        """The product of two normal forms."""
        return self._reduced(times(one, two))

    def _reduced(self, poly: Poly) -> Poly:
        """Squares of roots, powers of indicators and inverses of inverses removed."""
        for monomial, coefficient in poly.items():
            for atom, power in monomial:
                term = self.atoms[atom]
                base = _base(term)
                if power == 1 and base is None:
                    continue
                rest = tuple(part for part in monomial if part[0] != atom)
                if isinstance(term, Cases):
                    new = {monomial_product(rest, ((atom, 1),)): coefficient}
                elif is_inverse(term) and power < 0:
                    # 1/(1/s) is s, which isn't 0 where 1/s has a value.
                    assert isinstance(term, Op)
                    whole = exponent(power + 1)
                    new = self.product(
                        {monomial_product(rest, ((atom, whole),)): coefficient},
                        self.poly(term.args[1]),
                    )
                elif isinstance(term, Op) and term.head == "sqrt" and power >= 2:
                    kept = {monomial_product(rest, ((atom, exponent(power - 2)),)): coefficient}
                    new = self.product(kept, self.poly(term.args[0]))
                elif base is not None and 1 <= abs(_floor(power)) <= LARGEST_FOLDED:
                    # 2^(3/2) is 2·2^(1/2), and 2^(-1/2) is 2^(1/2)/2.
                    below = _floor(power)
                    folded = monomial_product(rest, ((atom, exponent(power - below)),))
                    new = {folded: coefficient * base**below}
                else:
                    continue
                return self._reduced(plus(plus(poly, {monomial: coefficient}, -1), new))
        return poly

    def inverse(self, poly: Poly, what: Term) -> Poly:
        """1 over a normal form that is certainly not 0."""
        if not poly:
            raise NotReal("the divisor {} is 0", what)
        top, bottom = self.together(poly)
        if bottom != constant(1):
            return self.product(self.inverse(top, what), bottom)
        if len(poly) == 1:
            ((monomial, coefficient),) = poly.items()
            for atom, _ in monomial:
                self._require_nonzero({((atom, 1),): fmpq(1)}, what)
            return {tuple((atom, -power) for atom, power in monomial): 1 / coefficient}
        self._require_nonzero(poly, what)
        scaled = min(poly)
        factor = poly[scaled]
        unit = {monomial: coefficient / factor for monomial, coefficient in poly.items()}
        inverted = self.atom(Op("div", (Number(fmpq(1)), self.term(unit)), REAL))
        return plus({}, inverted, 1 / factor)

    def _require_nonzero(self, poly: Poly, what: Term) -> None:
        if not self.nonzero(poly):
            raise NotReal("the divisor {} isn't shown to differ from 0", what)

    def together(self, poly: Poly) -> tuple[Poly, Poly]:
        """(top, bottom) without inverses of sums: poly = top/bottom, bottom not 0."""
        bottom = constant(1)
        while True:
            inverses = [
                atom for monomial in poly for atom, _ in monomial if is_inverse(self.atoms[atom])
            ]
            if not inverses:
                return poly, bottom
            atom = min(inverses)
            term = self.atoms[atom]
            assert isinstance(term, Op)
            below = self.poly(term.args[1])
            found = [dict(monomial).get(atom, 0) for monomial in poly]
            if any(not isinstance(power, int) for power in found):
                raise NotReal("a root of {} can't be multiplied out", term)
            highest = max(found)
            result: Poly = {}
            for monomial, coefficient in poly.items():
                power = dict(monomial).get(atom, 0)
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

    def _power(self, base: Term, above: Term) -> Poly:
        powers = self.poly(above)
        if is_constant(powers) and powers.get(ONE, fmpq(0)).q == 1:
            count = int(powers.get(ONE, fmpq(0)).p)
            found, result = self.poly(base), constant(1)
            if count < 0:
                found = self.inverse(found, base)
            if abs(count) > 64:
                raise NotReal("the exponent {} is too large to expand", above)
            for _ in range(abs(count)):
                result = self.product(result, found)
            return result
        found = self.poly(base)
        if self.sign(found) == 0 and self.sign(powers) == 1:
            # A base that may be 0: its positive powers are at least 0, and those of 0 are 0.
            root = self.atom(Op("pow", (self.term(found), self.term(powers)), REAL))
            return root if found else {}
        # A positive base: base^y = exp(y log base).
        return self._exponential(self.product(powers, self._logarithm(found, base)))

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
                            part = base if coefficient > 0 else self.inverse(base, inside)
                            factor = self.product(factor, part)
                        continue
            (found,) = self.atom(Op("exp", (self.term({monomial: fmpq(1)}),), REAL))
            result = monomial_product(result, ((found[0][0], exponent(coefficient)),))
        return self.product(factor, {result: fmpq(1)})

    def _logarithm(self, poly: Poly, what: Term) -> Poly:
        if self.sign(poly) != 1:
            raise NotReal("{}, whose logarithm is taken, isn't shown to be positive", what)
        top, bottom = self.together(poly)
        for way in (1, -1) if bottom != constant(1) else ():
            above, below = plus({}, top, way), plus({}, bottom, way)
            if self.sign(above) == 1 and self.sign(below) == 1:
                return plus(self._logarithm(above, what), self._logarithm(below, what), -1)
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
        shared = common(poly)
        if shared != ONE and all(self._atom_sign(atom) == 1 for atom, _ in shared):
            inverse = tuple((atom, -power) for atom, power in shared)
            rest = {monomial_product(part, inverse): c for part, c in poly.items()}
            result = self._log_atoms(rest, splits)
            for atom, power in shared:
                result = plus(result, self._log_of_atom(self.atoms[atom], atom), power)
            return result
        content = abs(poly[min(poly)])
        unit = {monomial: coefficient / content for monomial, coefficient in poly.items()}
        return plus(self._log_number(content), self.atom(Op("log", (self.term(unit),), REAL)))

    def _log_of_atom(self, term: Term, key: str) -> Poly:
        if isinstance(term, Op) and term.head == "exp":
            return self.poly(term.args[0])
        if is_inverse(term):
            assert isinstance(term, Op)
            return plus({}, self._log_atoms(self.poly(term.args[1]), lambda _: True), -1)
        if isinstance(term, Op) and term.head == "sqrt":
            inner = self.poly(term.args[0])
            if self.sign(inner) == 1:
                return plus({}, self._logarithm(inner, term), fmpq(1, 2))
        return self.atom(Op("log", (term,), REAL))

    def _log_number(self, value: fmpq) -> Poly:
        result: Poly = {}
        for part, way in ((value.p, 1), (value.q, -1)):
            for prime, power in part.factor():
                if prime != 1:
                    found = self.atom(Op("log", (Number(fmpq(prime)),), REAL))
                    result = plus(result, found, way * power)
        return result

    def _root(self, poly: Poly, what: Term) -> Poly:
        if self.sign(poly) is None:
            raise NotReal("{}, whose root is taken, isn't shown to be at least 0", what)
        if not poly:
            return {}
        if len(poly) == 1:
            ((monomial, coefficient),) = poly.items()
            root = rational_root(coefficient)
            even = all(isinstance(power, int) and power % 2 == 0 for _, power in monomial)
            if root is not None and even:
                half: Poly = {tuple((atom, int(power) // 2) for atom, power in monomial): root}
                if self.sign(half) is not None:
                    return half
        return self.atom(Op("sqrt", (self.term(poly),), REAL))

    def _absolute(self, poly: Poly) -> Poly:
        if self.sign(poly) is not None:
            return poly
        opposite = plus({}, poly, -1)
        if self.sign(opposite) is not None:
            return opposite
        first = min(poly)
        chosen = poly if poly[first] > 0 else opposite
        return self.atom(Op("abs", (self.term(chosen),), REAL))

    def _normal_cdf(self, poly: Poly) -> Poly:
        """Φ, closed, in (0, 1): Φ(0) = 1/2 and Φ(−u) = 1 − Φ(u), so one of ±u stands for both."""
        if not poly:
            return constant(fmpq(1, 2))
        if poly[min(poly)] < 0:
            return plus(constant(1), self._normal_cdf(plus({}, poly, -1)), -1)
        found = self.atom(Op("normal_cdf", (self.term(poly),), REAL))
        self.note(found, True)
        self.note(plus(constant(1), found, -1), True)
        return found

    def _product(self, factors: list[Term]) -> Poly:
        """A product; a logarithm of what may be 0 needs other factors that vanish with it."""
        weak: list[Term] = []
        rest = constant(1)
        for factor in factors:
            if isinstance(factor, Op) and factor.head == "log" and not real(self, factor):
                weak.append(factor.args[0])
            else:
                rest = self.product(rest, self.poly(factor))
        for inner in weak:
            rest = self.product(rest, self._formal_log(self.poly(inner), rest, inner))
        return rest

    def _formal_log(self, inside: Poly, rest: Poly, what: Term) -> Poly:
        """log t as a formal logarithm, `rest` vanishing where t ≥ 0 does."""
        if self.sign(inside) is None:
            raise NotReal("{}, whose logarithm is taken, isn't shown to be at least 0", what)
        if not inside:
            if rest:
                raise NotReal("log {} is −∞", what)
            return {}
        single = len(inside) == 1
        ((monomial, _),) = inside.items() if single else ((ONE, None),)
        # Each monomial of the rest vanishes with each atom of t (powers of which are positive).
        splits = single and all(
            self._atom_sign(atom) == 1
            or (power > 0 and self._atom_sign(atom) == 0
                and all(dict(part).get(atom, 0) > 0 for part in rest))
            for atom, power in monomial
        )
        if splits:
            return self._log_atoms(inside, lambda _: True)
        if not (multiple(rest, inside) or all(self._dominated(part, inside) for part in rest)):
            raise NotReal("log {} may be −∞ where its factor isn't 0", what)
        return self._log_atoms(inside, lambda _: False)

    def _dominated(self, monomial: Monomial, bound: Poly) -> bool:
        """Whether the monomial is certainly 0 where `bound` ≥ 0 is: a part of it is in [0, c·bound]
        by a fact."""
        if any(multiple({((atom, 1),): fmpq(1)}, bound) for atom, power in monomial
               if power > 0):
            return True
        positive = [part for part in monomial if part[1] > 0]
        for count in range(1, len(positive) + 1):
            for chosen in itertools.combinations(positive, count):
                part: Poly = {tuple(chosen): fmpq(1)}
                keys = scaled_key(part), scaled_key(bound)
                if keys[0] and keys[1] and (keys[0][0], keys[1][0]) in self.facts.vanishing:
                    return True
                if self.sign(part) is not None and self.sign(plus(bound, part, -1)) is not None:
                    return True
        if len(bound) == 1:
            ((divisor, _),) = bound.items()
            known = tuple(self.facts.known.values())
            return any(self._bounds(fact, divisor, monomial) for fact in known)
        return False

    def _bounds(self, fact: Poly, divisor: Monomial, monomial: Monomial) -> bool:
        """Whether the fact says: a part of the monomial ≤ a sum of multiples of the divisor."""
        found = False
        for part, coefficient in fact.items():
            if coefficient > 0:
                if not divides(divisor, part):
                    return False
            elif self._monomial_sign(part) is None:
                return False
            else:
                found = found or divides(part, monomial)
        return found

    # --- back to terms ----------------------------------------------------------------------------

    def term(self, poly: Poly) -> Term:
        """A term with this normal form, its parts in a fixed order."""
        result: Term | None = None
        for monomial in sorted(poly):
            factors = [(self.atoms[atom], power) for atom, power in monomial]
            piece = written_product(factors) if factors else None
            coefficient = Number(poly[monomial])
            if piece is None:
                piece = coefficient
            elif poly[monomial] != 1:
                piece = Op("mul", (coefficient, piece), REAL)
            result = piece if result is None else Op("add", (result, piece), REAL)
        return Number(fmpq(0)) if result is None else result


def _floor(power: Exponent) -> int:
    return power if isinstance(power, int) else int(power.floor())


def _base(term: Term) -> fmpq | None:
    """The number above 0 that the term is, written as exp(log(number))."""
    match term:
        case Op("exp", (Op("log", (Number(value),)),)) if value is not None and value > 0:
            return value
    return None
