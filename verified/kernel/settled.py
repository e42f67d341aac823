"""Facts, whose use is counted, and normal forms that rest on none, which are kept with their terms.

A normal form is settled if no fact was asked for on the way to it. Then it depends on the term
alone, in which every variable carries its sort, so it is the same in every proof, whatever else is
known there. What its parts are known to be by their forms and sorts, its notes, comes along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verified.kernel.polynomial import Poly
from verified.syntax.formulas import Quantified
from verified.syntax.sharing import Kept
from verified.syntax.terms import Term, free_variables


@dataclass(slots=True)
class Facts:
    """What holds somewhere. A normaliser counts who asks for it.

    Attributes:
        positive: what is at least 0, by its scaled key, and whether it is positive.
        known: the same as normal forms.
        templates: what holds for every symbol of an alphabet.
        real_keys: terms that are real, whatever their forms.
        nonzero: what isn't 0, by its scaled key.
        vanishing: (part, bound) by their scaled keys: the part is 0 where the bound is.
        equal: what a term that isn't real by its form is equal to, as a normal form.
    """

    positive: dict[Any, bool] = field(default_factory=dict)
    known: dict[Any, Poly] = field(default_factory=dict)
    templates: list[Quantified] = field(default_factory=list)
    real_keys: set[str] = field(default_factory=set)
    nonzero: set[Any] = field(default_factory=set)
    vanishing: set[Any] = field(default_factory=set)
    equal: dict[str, Poly] = field(default_factory=dict)

    def copy(self) -> Facts:
        """Facts to which more may be added."""
        return Facts(
            dict(self.positive), dict(self.known), list(self.templates), set(self.real_keys),
            set(self.nonzero), set(self.vanishing), dict(self.equal),
        )


@dataclass(slots=True, eq=False)
class Note:
    """A number that is at least 0 (positive, if strict) by a sort or by the form of a quantity."""

    key: Any
    poly: Poly
    strict: bool


@dataclass(slots=True, eq=False)
class Settled:
    """A normal form that rests on no facts, the atoms that it and its notes speak of, the notes."""

    poly: Poly
    atoms: Mapping[str, Term]
    notes: Sequence[Note]


@dataclass(slots=True)
class Trace:
    """How often facts were asked for, and what was noted and used since a normal form was begun;
    whether two variables of one name were met; how often a sign was left out, as it was asked for
    on the way to itself."""

    asked: int = 0
    mixed: bool = False
    cut: int = 0
    journal: list[Note | Settled] = field(default_factory=list)


_SETTLED: Kept[Settled] = Kept()


def settled_of(term: Term) -> Settled | None:
    """What was found of the term without facts."""
    return _SETTLED.of(term)


def settle(
    term: Term, poly: Poly, atoms: Mapping[str, Term], journal: Sequence[Note | Settled]
) -> Settled | None:
    """Keep a normal form that was found without facts with its term, with the notes that speak of
    the term's own variables; None if it speaks of others itself, or of one of another sort."""
    free = free_variables(term)

    def own(part: Poly) -> bool:
        return all(
            free.get(name) == var
            for monomial in part for atom, _ in monomial
            for name, var in free_variables(atoms[atom]).items()
        )

    if not own(poly):
        return None
    noted: dict[Note, None] = {}
    for entry in journal:
        noted.update(dict.fromkeys((entry,) if isinstance(entry, Note) else entry.notes))
    notes = tuple(note for note in noted if own(note.poly))
    spoken = (atom for part in (poly, *(n.poly for n in notes)) for m in part for atom, _ in m)
    found = Settled(poly, {atom: atoms[atom] for atom in spoken}, notes)
    return _SETTLED.keep(term, found)
