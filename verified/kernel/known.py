"""What the parts of normal forms ask of the whole: what is known, and forms under it.

`verified.kernel.normaliser.Normaliser` is the whole. Each part is a module of functions of it:
`facts` takes facts into account, `signs` finds signs, `products`, `number_forms`, `law_forms`,
`sum_forms` and `quantity_forms` have the rules by which terms are read.
"""

from __future__ import annotations

from typing import Any, Protocol

from verified.kernel.polynomial import Poly
from verified.kernel.settled import Facts, Note, Trace
from verified.syntax import sorts
from verified.syntax.formulas import Formula
from verified.syntax.terms import Bind, Term, Var


class Known(Protocol):
    """Facts, with the normal forms that they give.

    Attributes:
        atoms: the terms that normal forms name, by their keys.
        trace: how often facts were asked for.
        seeking: the atoms whose signs are being found.
        sums: sums that stay closed, by their variables and factors.
        signs: the signs of atoms, until something more is known.
    """

    atoms: dict[str, Term]
    trace: Trace
    seeking: set[str]
    sums: dict[Any, Term]
    signs: dict[str, int | None]

    @property
    def facts(self) -> Facts:
        """What holds here; that it was asked for is counted."""

    @property
    def unfolds(self) -> bool:
        """Whether joint entropies are read as sums; they stay closed elsewhere."""

    def poly(self, term: Term) -> Poly:
        """The normal form of a term; raises `NotReal`."""

    def sign(self, poly: Poly) -> int | None:
        """1 if certainly positive, 0 if at least 0, None if unknown."""

    def sign_of(self, term: Term) -> int | None:
        """As `sign`, of a term; None if it isn't certainly real."""

    def is_zero(self, poly: Poly) -> bool:
        """Whether the normal form is 0 once its divisors are multiplied out."""

    def atom(self, term: Term) -> Poly:
        """A term that stays closed."""

    def note(self, poly: Poly, strict: bool) -> None:
        """Take note of a number that is at least 0, or positive, by a sort or by the form of a
        quantity, not by a fact."""

    def hold(self, note: Note) -> None:
        """Keep a note; nobody's normal form rests on what is only written down."""

    def forget(self) -> None:
        """What was found before a new fact may be more now."""

    def reconsider(self) -> None:
        """What was refused may be real by what was learnt: here, or where this is asked from."""

    def fresh(self, sort: sorts.Sort) -> Var:
        """A variable that nothing else mentions."""

    def fresh_symbol(self, size: Term) -> Var:
        """A symbol that nothing else mentions."""

    def under(self, term: Bind) -> tuple[Any, Term]:
        """What is known of an arbitrary value of a binder's variable, and the body for it."""

    def bound_symbol(self, size: Term, term: Term) -> tuple[Var, Any]:
        """A symbol of an alphabet for a sum or an extremum over it, and what is known of it."""

    def supposing(self, test: Formula) -> Any:
        """What is known where the test holds."""

    def branch(self, test: Formula, term: Term) -> Poly:
        """The normal form of a term where the test holds."""
