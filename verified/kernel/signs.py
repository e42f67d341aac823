"""Facts and signs: what is certainly real, at least 0, or positive, given what holds.

`Signs` keeps facts as normal forms and finds the signs of others from them and from the shapes of
their atoms. It is one layer of `verified.kernel.normaliser.Normaliser`, which adds the normal forms
that it asks for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from flint import fmpq

from verified.kernel.judgements import (
    arguments_fit,
    defined,
    inhabited,
    never_minus_infinity,
    real,
)
from verified.kernel.pairs import is_product, simplified, split_symbol
from verified.kernel.polynomial import (
    ONE,
    Monomial,
    NotReal,
    Poly,
    addends,
    common,
    conjuncts_of,
    constant,
    form_sign,
    key_of,
    monomial_product,
    plus,
    scaled_key,
)
from verified.kernel.settled import Facts, Note, Settled, Trace
from verified.syntax import sorts
from verified.syntax.formulas import Formula, Not, Or, Quantified, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import INFINITY, Bind, Cases, Op, Term, Var, free_variables


class Signs:
    """Facts, and the signs that follow from them; arguments as those of `Normaliser`."""

    def __init__(
        self, facts: Iterable[Formula] = (), parent: Signs | None = None, unfolds: bool = False
    ) -> None:
        self.atoms: dict[str, Term] = {} if parent is None else parent.atoms
        self.counter: Iterator[int] = itertools.count() if parent is None else parent.counter
        self._facts: Facts = Facts() if parent is None else parent._facts.copy()
        self._trace: Trace = Trace() if parent is None else parent._trace
        # The settled normal forms whose atoms and notes are here.
        self._taken: set[Settled] = set() if parent is None else set(parent._taken)
        # Whether joint entropies are read as sums; they stay closed elsewhere.
        self.unfolds: bool = unfolds if parent is None else parent.unfolds
        self._parent = parent
        self._cache: dict[str, Poly] = {} if parent is None else dict(parent._cache)
        # What was found to be no certain number, until something more is known.
        self._refused: dict[str, tuple[Any, ...]] = {} if parent is None else dict(parent._refused)
        # One symbol for each alphabet that is summed over, with the normaliser for its sums.
        self._inner: dict[str, tuple[Var, Any]] = {}
        # Sums that stay closed, by their variables and factors.
        self._sums: dict[Any, Term] = {} if parent is None else parent._sums
        # How many normalisers this one stands in.
        self._level: int = 0 if parent is None else parent._level + 1
        # The atoms whose signs are being found.
        self._asked: set[str] = set() if parent is None else parent._asked
        self.learn(facts)

    @property
    def facts(self) -> Facts:
        """What holds here; that it was asked for is counted."""
        self._trace.asked += 1
        return self._facts

    # What the other layers bring.

    def poly(self, term: Term) -> Poly:
        """The normal form of a term."""
        raise NotImplementedError

    def together(self, poly: Poly) -> tuple[Poly, Poly]:
        """(top, bottom) without inverses of sums."""
        raise NotImplementedError

    def is_zero(self, poly: Poly) -> bool:
        """Whether the normal form is 0 once its divisors are multiplied out."""
        raise NotImplementedError

    def under(self, term: Bind) -> tuple[Any, Term]:
        """The normaliser for a binder's body, and the body."""
        raise NotImplementedError

    # --- facts ------------------------------------------------------------------------------------

    def learn(self, facts: Iterable[Formula]) -> None:
        """Take facts into account; each may rest on those that are real by the others."""
        waiting = [part for fact in facts for part in conjuncts_of(normal(fact))]
        while waiting:
            left = [fact for fact in waiting if not self._learn_one(fact)]
            if len(left) == len(waiting):
                # No more are real by their forms.
                left = [fact for fact in waiting if not self._equated(fact)]
                if len(left) == len(waiting):
                    return
            self._forget()
            waiting = left

    def _forget(self) -> None:
        """What was found before a new fact may be more now."""
        self._cache.clear()
        self._inner.clear()
        self._reconsider()

    def _reconsider(self) -> None:
        """What was refused may be real by what was learnt: here, or where this is asked from."""
        asking: Signs | None = self
        while asking is not None:
            asking._refused.clear()
            asking = asking._parent

    def fresh(self, sort: sorts.Sort) -> Var:
        """A variable that nothing else mentions."""
        return Var(f"#{next(self.counter)}", sort)

    def fresh_symbol(self, size: Term) -> Var:
        """A symbol that nothing else mentions."""
        return self.fresh(sorts.SymbolSort(size))

    def _learn_one(self, fact: Formula) -> bool:
        match fact:
            case Quantified("forall", var, None, body):
                self.facts.templates.append(fact)
                if isinstance(var.of, sorts.SymbolSort) and is_product(var.of.size):
                    # The same of every x and y, for the symbol x m + y.
                    index, variables = split_symbol(var.of.size, self.fresh_symbol)
                    body = simplified(substitute(body, {var.name: index}))
                    for part in reversed(variables[1:]):
                        body = Quantified("forall", part, None, body)
                    self.facts.templates.append(Quantified("forall", variables[0], None, body))
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
                    self.facts.vanishing.add((keys[0][0], keys[1][0]))
                    self._reconsider()
                return True
        return False

    def note(self, poly: Poly, strict: bool) -> None:
        """Take note of a number that is at least 0, or positive, by a sort or by the form of a
        quantity, not by a fact."""
        scaled = scaled_key(poly)
        if scaled is not None:
            found = Note(scaled[0], poly, strict)
            self._trace.journal.append(found)
            self._hold(found)

    def _hold(self, note: Note) -> None:
        # Nobody's normal form rests on what is only written down.
        facts = self._facts
        known = facts.positive.get(note.key)
        if known is None or (note.strict and not known):
            facts.positive[note.key] = note.strict
            self._reconsider()
        facts.known[note.key] = note.poly

    def _know(self, key: str, atom: Term) -> None:
        """Know an atom by its key. From where one name stands for two variables on, nothing is
        settled: what is found of one may be the other's."""
        known = self.atoms.get(key)
        if known is not atom:
            self.atoms[key] = atom
            if known is not None and free_variables(known) != free_variables(atom):
                self._trace.mixed = True

    def _take(self, settled: Settled) -> None:
        """Bring the atoms and notes of a settled normal form here."""
        self._taken.add(settled)
        for key, term in settled.atoms.items():
            self._know(key, term)
        for note in settled.notes:
            self._hold(note)

    def _note(self, poly: Poly, strict: bool) -> bool:
        """Take note of a fact."""
        self._trace.asked += 1
        scaled = scaled_key(poly)
        if scaled is not None:
            self._hold(Note(scaled[0], poly, strict))
        if strict:
            self._note_factors(poly)
        return True

    def _note_factors(self, poly: Poly) -> None:
        """Take note that the factors of a positive product, none below 0, are positive."""
        if len(poly) != 1:
            return
        ((monomial, _),) = poly.items()
        if len(monomial) > 1 and all(
            self._atom_sign(atom) is not None for atom, _ in monomial
        ):
            for atom, _ in monomial:
                self._note({((atom, 1),): fmpq(1)}, True)

    def _note_nonzero(self, poly: Poly) -> bool:
        for way in (1, -1):
            found = plus({}, poly, way)
            scaled = scaled_key(found)
            if scaled is not None:
                self.facts.nonzero.add(scaled[0])
                self._reconsider()
                if self.sign(found) is not None:
                    self._note(found, True)
        return True

    def _bound(self, op: str, left: Term, right: Term) -> bool:
        """left ≤ right with a real right side: a left side that is never −∞ is real as well."""
        try:
            self.poly(right)
        except NotReal:
            if op == "<" and not real(self, left) and never_minus_infinity(self, left):
                # left < right ≤ ∞, and left isn't −∞. Otherwise the fact waits for others, by which
                # its right side may be real.
                return self._finite(left)
            if op == "=" and real(self, left):
                left, right = right, left
            else:
                return False
        if not never_minus_infinity(self, left):
            return False
        return self._finite(left) and self._learn_one(Relation(op, left, right))

    def _equated(self, fact: Formula) -> bool:
        """t = r with a real r: t is that number, whatever its form."""
        match fact:
            case Relation("=", left, right) if real(self, left) != real(self, right):
                known, other = (left, right) if real(self, left) else (right, left)
                self.facts.equal[key_of(other)] = self.poly(known)
                return True
        return False

    def _finite(self, term: Term) -> bool:
        """Take note that a term that is never −∞ isn't ∞ either."""
        for part in (*addends(term), term):
            # Each part of a sum of parts that are never −∞ is real if the sum is.
            self.facts.real_keys.add(key_of(part))
            self._finite_parts(part)
        self._forget()
        return real(self, term)

    def _finite_parts(self, term: Term) -> None:
        """Take note of what a term must meet to be neither −∞, as it certainly isn't, nor ∞."""
        match term:
            case Bind("sum", var, None, body):
                fact = Quantified("forall", var, None, Relation("<", body, INFINITY))
                if fact not in self.facts.templates:
                    self.facts.templates.append(fact)
            case Op("div", (top, bottom)) if self.sign_of(bottom) == 1:
                self._finite(top)
            case Op("mul", (left, right)) if self.sign_of(left) == 1:
                self._finite(right)
            case Op("mul", (left, right)) if self.sign_of(right) == 1:
                self._finite(left)
            case Op("sub", (left, right)) if real(self, right):
                self._finite(left)
            case Op("sub", (_, Op("mul", (factor, Op("log", (inner,)))))):
                # − u log t with u, t ≥ 0 is ∞ where t = 0 < u.
                if self.sign_of(factor) is not None and self.sign_of(inner) is not None:
                    keys = scaled_key(self.poly(factor)), scaled_key(self.poly(inner))
                    if keys[0] is not None and keys[1] is not None:
                        self.facts.vanishing.add((keys[0][0], keys[1][0]))

    # --- signs ------------------------------------------------------------------------------------

    def sign_of(self, term: Term) -> int | None:
        """1 if the term is certainly real and positive, 0 if at least 0, None if unknown."""
        try:
            found = self.sign(self.poly(term))
        except NotReal:
            return None
        if found is None and isinstance(term, Cases):
            # Whichever branch holds.
            inside = type(self)([term.test], self).sign_of(term.then)
            outside = type(self)([Not(term.test)], self).sign_of(term.otherwise)
            return None if inside is None or outside is None else min(inside, outside)
        return found

    def sign(self, poly: Poly) -> int | None:
        """The sign of a normal form, as `sign_of`."""
        if not poly:
            return 0
        if self._positive_by_form(poly):
            return 1
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
            # A divisor is scaled by one of its coefficients, whatever that one's sign.
            if below is None and self.sign(plus({}, bottom, -1)) == 1:
                turned = self.sign(plus({}, top, -1))
                if turned is not None:
                    return turned
        strict = False
        for monomial, coefficient in poly.items():
            found = self._monomial_sign(monomial) if coefficient > 0 else None
            if found is None:
                for way in (self._by_known_part, self._by_one_fact, self._by_indicator):
                    by_way = way(poly)
                    if by_way is not None:
                        return by_way
                return None
            strict = strict or found == 1
        return int(strict)

    def closer_sign(self, poly: Poly) -> int | None:
        """As `sign`; what is known to be at least 0 may be more by another fact."""
        found = self.sign(poly)
        return 1 if found == 0 and self._by_one_fact(poly, least=1) == 1 else found

    def nonzero(self, poly: Poly) -> bool:
        """Whether a normal form certainly isn't 0."""
        if self._positive_by_form(poly):
            return True
        scaled = scaled_key(poly)
        if scaled is not None and scaled[0] in self.facts.nonzero:
            return True
        return self.closer_sign(poly) == 1 or self.sign(plus({}, poly, -1)) == 1

    def _positive_by_form(self, poly: Poly) -> bool:
        """Whether all that is added is positive by its sort or form, whatever the facts are."""
        for monomial, coefficient in poly.items():
            if coefficient < 0:
                return False
            for atom, _ in monomial:
                if form_sign(self.atoms[atom]) != 1:
                    return False
        return bool(poly)

    def _by_indicator(self, poly: Poly) -> int | None:
        """The sign that a normal form has both where an indicator is 0 and where it is 1."""
        for monomial in poly:
            for atom, _ in monomial:
                if not isinstance(self.atoms[atom], Cases):
                    continue
                without: Poly = {}
                whole: Poly = {}
                for part, coefficient in poly.items():
                    rest = tuple(item for item in part if item[0] != atom)
                    whole = plus(whole, {rest: coefficient})
                    if rest == part:
                        without = plus(without, {part: coefficient})
                signs = [self.sign(without), self.sign(whole)]
                return None if None in signs else min(sign for sign in signs if sign is not None)
        return None

    def _by_one_fact(self, poly: Poly, least: int = 0) -> int | None:
        """The sign, `least` or more, of a positive multiple of one fact and monomials that are at
        least 0."""
        for key, fact in tuple(self.facts.known.items()):
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
                found = int(self.facts.positive[key] or 1 in signs)
                if None not in signs and found >= least:
                    return found
        return None

    def _known(self, poly: Poly) -> int | None:
        scaled = scaled_key(poly)
        if scaled is not None and scaled[0] in self.facts.positive:
            return int(self.facts.positive[scaled[0]])
        return None

    def _by_known_part(self, poly: Poly) -> int | None:
        """A common monomial of known sign taken out, the rest being known."""
        # What is divided by in one monomial alone, under a test, may be 0 where the test fails:
        # there it can't be taken out of the others.
        shared = tuple(
            (atom, power) for atom, power in common(poly)
            if power > 0 or self.nonzero({((atom, 1),): fmpq(1)})
        )
        if shared == ONE:
            return None
        outside = self._monomial_sign(shared)
        inverse = tuple((atom, -power) for atom, power in shared)
        rest = {monomial_product(m, inverse): c for m, c in poly.items()}
        inside = self.sign(rest)
        return None if outside is None or inside is None else min(outside, inside)

    def _monomial_sign(self, monomial: Monomial) -> int | None:
        signs = []
        for atom, power in monomial:
            found = self._atom_sign(atom)
            if isinstance(power, int) and power % 2 == 0:
                found = 1 if found == 1 or power < 0 else 0
            if found is None:
                return None
            # A negative power was accepted only where the atom isn't 0.
            signs.append(1 if power < 0 else found)
        return min(signs, default=1)

    def _atom_sign(self, key: str) -> int | None:
        if form_sign(self.atoms[key]) == 1:
            return 1
        # As `_known` finds it.
        strict = self.facts.positive.get((((key, 1),), True))
        known = None if strict is None else int(strict)
        if known == 1 or key in self._asked:
            return known
        # An atom's sign can't rest on itself, as that of log t on a fact that speaks of log t.
        self._asked.add(key)
        try:
            found = self._shape_sign(self.atoms[key])
        finally:
            self._asked.discard(key)
        return found if found is not None else known

    def _shape_sign(self, term: Term) -> int | None:
        """The sign that an atom has by its form."""
        if isinstance(term, Var):
            return form_sign(term)
        match term:
            case Op("at" | "probability", (law, _)):
                return 0 if defined(self, law) else None
            case Op("log", (inner,)):
                over = self.sign(plus(self.poly(inner), constant(-1)))
                return over
            case Op("pow", (base, _)):
                return 0 if self.sign_of(base) is not None else None
            case Op("div", (_, bottom)):
                return 1 if self.sign(self.poly(bottom)) == 1 else None
            case Cases():
                return 0
            case Op("maximum", sides):
                # It is no less than either.
                known = [found for found in map(self.sign_of, sides) if found is not None]
                return max(known, default=None)
            case Bind("sum" | "max" | "min" | "integral" as kind, var, None, _):
                inner, body = self.under(term)
                below = inner.sign_of(body)
                # Of what is positive everywhere, a sum of one or more is.
                some = below == 1 and kind in ("sum", "max") and inhabited(self, var.of)
                return 1 if some else None if below is None else 0
            case Op(head, _) if (values := QUANTITIES[head].values) is not None:
                # By the interval of the record.
                if values.sign is not None and arguments_fit(self, term):
                    return values.sign
        return form_sign(term)
