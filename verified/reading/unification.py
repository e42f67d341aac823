"""What isn't said is found: sorts with open sizes, made equal to one another.

An open size, database or framework is a variable whose name begins with a question mark. What is
found is kept in a `Found`, which never changes: each step gives a new one, so that a reading that
fails leaves no trace.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from verified.syntax.formulas import substitute, substitute_sort
from verified.syntax.quantity import ExtendedSort, worked_out
from verified.syntax.sorts import JointSort, RealSort, Sort, SymbolSort
from verified.syntax.trees import REAL, Op, Term, Var, free_variables, is_arithmetic

_numbers = itertools.count()


def opened(of: Sort) -> Var:
    """A new open term of a sort."""
    return Var(f"?{next(_numbers)}", of)


def is_open(term: Any) -> bool:
    """Whether a term is open."""
    return isinstance(term, Var) and term.name.startswith("?")


class Found:
    """What open terms are, and of which sorts names are, so far."""

    def __init__(self, terms: Mapping[str, Term], sorts: Mapping[str, Sort]) -> None:
        self.terms, self.sorts = terms, sorts

    def naming(self, name: str, sort: Sort) -> Found:
        """With the sort of a name."""
        return Found(self.terms, {**self.sorts, name: sort})

    def of(self, names: Iterable[str], scope: Mapping[str, Var]) -> tuple[Any, ...]:
        """What is known of names: their sorts, open terms numbered in the order they come in."""
        numbers: dict[str, Term] = {}
        known = []
        for name in names:
            stated = scope[name].of if name in scope else self.sorts.get(name)
            if stated is not None:
                sort = self.sort(stated)
                for size in sort.sizes():
                    for part, var in free_variables(size).items():
                        if is_open(var) and part not in numbers:
                            numbers[part] = Var(f"?{len(numbers)}", var.of)
                known.append((name, substitute_sort(sort, numbers)))
        return tuple(known)

    def term(self, term: Any) -> Any:
        """A term or formula with what was found in it."""
        while any(name in self.terms for name in free_variables(term)):
            term = substitute(term, self.terms)
        return term

    def sort(self, sort: Sort) -> Sort:
        """A sort with what was found in it."""
        while any(name in self.terms for size in sort.sizes() for name in free_variables(size)):
            sort = substitute_sort(sort, self.terms)
        return sort

    def same(self, one: Term, two: Term) -> Found | None:
        """With two terms made equal, if they can be."""
        one, two = self.term(one), self.term(two)
        if one == two or worked_out(one) == worked_out(two):
            return self
        for open_term, other in ((one, two), (two, one)):
            if not isinstance(open_term, Var) or not is_open(open_term):
                continue
            if open_term.name not in free_variables(other):
                return Found({**self.terms, open_term.name: other}, self.sorts)
        if isinstance(one, Op) and isinstance(two, Op) and one.head == two.head:
            return self._all(zip(one.args, two.args, strict=False))
        # n d and 21 may be the same once d is known: the quantity looks again.
        inside = (*free_variables(one).values(), *free_variables(two).values())
        return self if any(map(is_open, inside)) else None

    def _all(self, pairs: Iterable[tuple[Term, Term]]) -> Found | None:
        found: Found | None = self
        for one, two in pairs:
            found = None if found is None else found.same(one, two)
        return found

    def fitting(self, declared: Sort, actual: Sort) -> Found | None:
        """With the sort of an argument made that which its place wants, if it can be."""
        if is_arithmetic(declared):
            if isinstance(declared, SymbolSort) and isinstance(actual, SymbolSort):
                # Another alphabet is no error here: an index may be a number of any kind.
                return self.same(declared.size, actual.size) or self
            return self if is_arithmetic(actual) else None
        if not isinstance(actual, type(declared)):
            return None
        if isinstance(declared, JointSort):
            return self
        return self._all(_terms(declared, actual))


def _terms(declared: Sort, actual: Sort) -> Iterator[tuple[Term, Term]]:
    for part in fields(declared):
        one, two = getattr(declared, part.name), getattr(actual, part.name, None)
        if isinstance(one, Term) and isinstance(two, Term):
            yield one, two


NOTHING = Found({}, {})


def variable_sort(wanted: Sort) -> Sort | None:
    """The sort that a name gets where this one is wanted; None where no variable has it."""
    if isinstance(wanted, ExtendedSort):
        wanted = RealSort(wanted.low, wanted.high, wanted.low_open, wanted.high_open)
    if isinstance(wanted, JointSort) or not wanted.is_variable:
        return None
    return wanted


def narrower(own: Sort, wanted: Sort | None) -> Sort:
    """The sort of a name's use as any number, once a notion or a quantity wants one of an interval
    there: in "M is (1/delta, delta)-DP" delta is at least 0 as well."""
    if own != REAL or wanted is None:
        return own
    told = variable_sort(wanted)
    return told if type(told) is RealSort else own


__all__ = ["NOTHING", "Found", "is_open", "narrower", "opened", "variable_sort"]
