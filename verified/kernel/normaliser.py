"""Normal forms: a term as a polynomial with rational coefficients in independent atoms, exactly.

`Normaliser.poly` reads a term as a polynomial whose value is the term's value wherever the facts
given hold; it refuses a term that it can't show to be a real number there (a division by what may
be 0, the logarithm of what may be negative, a divergence that may be infinite). Two terms with one
normal form are equal. Atoms are terms themselves: variables, exp of a monomial, logarithms, sums of
one monomial over symbols, and quantities that stay closed here, such as D(P‖Q).

`RULES` has the rule of each head, from the modules that are put together here; what has none stays
closed, as its record says. A `Normaliser` keeps what is known and what was found by it.

Formal logarithms. `u log t` is 0 where u = 0, so t = 0 does no harm where u vanishes with t. There
log t stands for a number that is log t if t > 0 and 0 otherwise; a product that contains it is
accepted only if its other factors vanish with t. Likewise an indicator times an expression counts
as 0 where the indicator is 0.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from flint import fmpq

from verified.kernel import facts as learning
from verified.kernel import law_forms, number_forms, products, quantity_forms, signs
from verified.kernel.pairs import is_product, simplified, split_symbol
from verified.kernel.polynomial import NotReal, Poly, at_symbol, constant, key_of, scaled_key
from verified.kernel.settled import Facts, Note, Settled, Trace, settle, settled_of
from verified.kernel.sum_forms import summed
from verified.syntax import sorts
from verified.syntax.formulas import Formula, substitute
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var, free_variables

RULES: Mapping[str, Callable[[Any, Op], Poly]] = {
    **number_forms.RULES, **law_forms.RULES, **quantity_forms.RULES,
}


class Normaliser:
    """Normal forms under facts.

    Args:
        facts: formulas that hold: relations, conjunctions of them, and "for every symbol"
            statements, which are used under sums over that alphabet.
        parent: a normaliser whose facts and atoms are taken over.
        unfolds: whether joint entropies are read as sums.
    """

    def __init__(
        self, facts: Iterable[Formula] = (), parent: Normaliser | None = None,
        unfolds: bool = False,
    ) -> None:
        self.atoms: dict[str, Term] = {} if parent is None else parent.atoms
        self.counter: Iterator[int] = itertools.count() if parent is None else parent.counter
        self._facts: Facts = Facts() if parent is None else parent._facts.copy()
        self.trace: Trace = Trace() if parent is None else parent.trace
        # The settled normal forms whose atoms and notes are here.
        self._taken: set[Settled] = set() if parent is None else set(parent._taken)
        self._unfolds: bool = unfolds if parent is None else parent._unfolds
        self._parent = parent
        self._cache: dict[str, Poly] = {} if parent is None else dict(parent._cache)
        # What was found to be no certain number, until something more is known.
        self._refused: dict[str, tuple[Any, ...]] = {} if parent is None else dict(parent._refused)
        # The signs of atoms, until something more is known.
        self.signs: dict[str, int | None] = {} if parent is None else dict(parent.signs)
        # One symbol for each alphabet that is summed over, with the normaliser for its sums.
        self._inner: dict[str, tuple[Var, Normaliser]] = {}
        # Sums that stay closed, by their variables and factors.
        self.sums: dict[Any, Term] = {} if parent is None else parent.sums
        # How many normalisers this one stands in.
        self._level: int = 0 if parent is None else parent._level + 1
        # The atoms whose signs are being found.
        self.seeking: set[str] = set() if parent is None else parent.seeking
        self.learn(facts)

    # --- normal forms -----------------------------------------------------------------------------

    def poly(self, term: Term) -> Poly:
        """The normal form.

        Raises:
            NotReal: the term isn't certainly a real number where the facts hold.
        """
        settled = settled_of(term)
        trace = self.trace
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
            found = products.reduced(self, self._read(term))
        except NotReal as refusal:
            if key not in self.facts.equal:
                if not self.seeking:
                    self._refused[key] = refusal.args
                raise
            found = self.facts.equal[key]
        journal = trace.journal[start:]
        del trace.journal[start:]
        if trace.asked == asked and not trace.mixed:
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

    def _read(self, term: Term) -> Poly:
        match term:
            case Number(None):
                raise NotReal("∞ is no real number")
            case Number(value):
                return constant(value)
            case Var():
                return quantity_forms.variable(self, term)
            case Op(head, _) if head in RULES:
                return RULES[head](self, term)
            case Cases():
                return law_forms.chosen(self, term)
            case Bind("sum", _, _, _):
                return summed(self, term)
        return quantity_forms.closed(self, term)

    def term(self, poly: Poly) -> Term:
        """A term with this normal form, its parts in a fixed order."""
        return products.written(self, poly)

    def product(self, one: Poly, two: Poly) -> Poly:
        """The product of two normal forms."""
        return products.product(self, one, two)

    def together(self, poly: Poly) -> tuple[Poly, Poly]:
        """(top, bottom) without inverses of sums: poly = top/bottom, bottom not 0."""
        return products.together(self, poly)

    def inverse(self, poly: Poly, what: Term) -> Poly:
        """1 over a normal form that is certainly not 0."""
        return number_forms.inverse(self, poly, what)

    def is_zero(self, poly: Poly) -> bool:
        """Whether the normal form is 0 once its divisors are multiplied out."""
        return products.is_zero(self, poly)

    def sign(self, poly: Poly) -> int | None:
        """The sign of a normal form, as `sign_of`."""
        return signs.sign(self, poly)

    def sign_of(self, term: Term) -> int | None:
        """1 if the term is certainly real and positive, 0 if at least 0, None if unknown."""
        return signs.sign_of(self, term)

    # --- atoms ------------------------------------------------------------------------------------

    def atom(self, term: Term) -> Poly:
        """A term that stays closed."""
        key = key_of(term)
        self._know(key, term)
        return {((key, 1),): fmpq(1)}

    def _know(self, key: str, atom: Term) -> None:
        """Know an atom by its key. From where one name stands for two variables on, nothing is
        settled: what is found of one may be the other's."""
        known = self.atoms.get(key)
        if known is not atom:
            self.atoms[key] = atom
            if known is not None and free_variables(known) != free_variables(atom):
                self.trace.mixed = True

    def _take(self, settled: Settled) -> None:
        """Bring the atoms and notes of a settled normal form here."""
        self._taken.add(settled)
        for key, term in settled.atoms.items():
            self._know(key, term)
        for note in settled.notes:
            self.hold(note)

    def fresh(self, sort: sorts.Sort) -> Var:
        """A variable that nothing else mentions."""
        return Var(f"#{next(self.counter)}", sort)

    def fresh_symbol(self, size: Term) -> Var:
        """A symbol that nothing else mentions."""
        return self.fresh(sorts.SymbolSort(size))

    # --- facts ------------------------------------------------------------------------------------

    @property
    def facts(self) -> Facts:
        """What holds here; that it was asked for is counted."""
        self.trace.asked += 1
        return self._facts

    @property
    def unfolds(self) -> bool:
        """Whether joint entropies are read as sums; they stay closed elsewhere. That it was asked
        for is counted as for a fact, so that what rests on it isn't kept."""
        self.trace.asked += 1
        return self._unfolds

    def learn(self, facts: Iterable[Formula]) -> None:
        """Take facts into account; each may rest on those that are real by the others."""
        learning.learn(self, facts)

    def note(self, poly: Poly, strict: bool) -> None:
        """Take note of a number that is at least 0, or positive, by a sort or by the form of a
        quantity, not by a fact."""
        scaled = scaled_key(poly)
        if scaled is not None:
            found = Note(scaled[0], poly, strict)
            self.trace.journal.append(found)
            self.hold(found)

    def hold(self, note: Note) -> None:
        """Keep a note; nobody's normal form rests on what is only written down."""
        facts = self._facts
        known = facts.positive.get(note.key)
        if known is None or (note.strict and not known):
            facts.positive[note.key] = note.strict
            self.reconsider()
        facts.known[note.key] = note.poly

    def forget(self) -> None:
        """What was found before a new fact may be more now."""
        self._cache.clear()
        self._inner.clear()
        self.reconsider()

    def reconsider(self) -> None:
        """What was refused may be real by what was learnt, and what had no sign may have one: here,
        or where this is asked from."""
        asking: Normaliser | None = self
        while asking is not None:
            asking._refused.clear()
            asking.signs = {}
            asking = asking._parent

    # --- branches and binders ---------------------------------------------------------------------

    def supposing(self, test: Formula) -> Normaliser:
        """What is known where the test holds."""
        return Normaliser([test], self)

    def branch(self, test: Formula, term: Term) -> Poly:
        """The normal form where the test holds. A settled one is that everywhere: it is taken as
        such from the first time on, whatever was learnt from the test."""
        if settled_of(term) is None:
            asked, start = self.trace.asked, len(self.trace.journal)
            found = self.supposing(test).poly(term)
            if settled_of(term) is None:
                return found
            self.trace.asked = asked
            del self.trace.journal[start:]
        return self.poly(term)

    def under(self, term: Bind) -> tuple[Normaliser, Term]:
        """The normaliser that knows what holds of each bound symbol, and the body renamed apart."""
        if isinstance(term.var.sort, sorts.SymbolSort) and is_product(term.var.sort.size):
            return self._under_product(term)
        if isinstance(term.var.sort, sorts.SymbolSort):
            symbol, inner = self.bound_symbol(term.var.sort.size, term)
        else:
            symbol, inner = self.fresh(term.var.sort), Normaliser((), self)
        return inner, at_symbol(term.body, term.var, symbol)

    def _under_product(self, term: Bind) -> tuple[Normaliser, Term]:
        """As `under`, the symbol written by the symbols that it is made of."""
        size = term.var.sort.sizes()[0]
        index, variables = split_symbol(size, self.fresh_symbol)
        inner = Normaliser((), self)
        for variable in variables:
            inner = inner._knowing(variable, variable.sort.sizes()[0])
        return inner, simplified(substitute(term.body, {term.var.name: index}))

    def bound_symbol(self, size: Term, term: Term) -> tuple[Var, Normaliser]:
        """A symbol of an alphabet that nothing else mentions outside of sums over it, for a sum or
        an extremum over it, and the normaliser that knows what holds of it."""
        key = key_of(size)
        if key not in self._inner:
            # The same name wherever this alphabet is met on this level, so that what is found of a
            # summand is found once (`at_symbol`); what is known here speaks of other levels only.
            symbol = Var(f"#{self._level}:{key}", sorts.SymbolSort(size))
            inner = self._knowing(symbol, size)
            # What was learnt on the way may have emptied the table.
            self._inner[key] = symbol, inner
        symbol, inner = self._inner[key]
        if symbol.name in free_variables(term):
            # A part of a sum over the same alphabet, looked at by itself.
            symbol = self.fresh_symbol(size)
            inner = self._knowing(symbol, size)
        return symbol, inner

    def _knowing(self, symbol: Var, size: Term) -> Normaliser:
        """The normaliser that knows what holds of each symbol. What it learns here is no fact yet
        for what is found later; asking it is."""
        asked, start = self.trace.asked, len(self.trace.journal)
        inner = Normaliser((), self)
        found = []
        for fact in self._facts.templates:
            sort = fact.var.sort
            if isinstance(sort, sorts.SymbolSort) and key_of(sort.size) == key_of(size):
                found.append(at_symbol(fact.body, fact.var, symbol))
        # A fact may hold a sum over the same symbols: it is read without the others of its kind.
        facts = inner._facts
        kept, facts.templates = facts.templates, []
        inner.learn(found)
        # What is known of every pair of symbols is known of every second one.
        facts.templates = kept + facts.templates
        if found:
            inner.forget()
        self.trace.asked = asked
        del self.trace.journal[start:]
        return inner
