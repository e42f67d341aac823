"""What every sort says of itself, and the record of them all.

A sort is what a variable may range over. It is a frozen class, told in one module of this package:
its fields with their parts (`parts.py`), how a domain is written, and how an exact value is read
from a move and written as a term. Whoever handles variables asks the sort instead of telling sorts
apart. What the search does with a sort is in the module of the same name in
`verified.instances.sorts`.

What a sort needs to know of terms, printers and moves is handed to it, so that nothing here imports
what is built of sorts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from flint import fmpq

from verified.errors import InputError
from verified.syntax.sharing import SharedSort

if TYPE_CHECKING:
    from verified.syntax.sorts.parts import Part
    from verified.syntax.trees import Term

S = TypeVar("S", bound="Sort")


class ClaimError(InputError):
    """A mistyped claim: the message names the place and the rule."""


# What a proof speaks of that quantifies over a sort, in the order in which it is told.
SCOPES = ENTRIES, ALPHABETS, QUERIES = (
    "any number of entries", "finite alphabets of any size", "any number of queries"
)


@dataclass(frozen=True)
class Sort(metaclass=SharedSort):
    """What a variable ranges over.

    Attributes:
        parts: what each field is, in the fields' order.
        is_number: whether terms of the sort may be added, multiplied and compared.
        is_whole: whether they are whole numbers from 0 on.
        is_listed: whether the values can be gone through one by one (`every`), as symbols can.
        is_variable: whether there may be variables of the sort.
        is_integrated: whether what is told of its values are integrals, which take the kernel long
            far from 0, and tell it little there.
        scope: what a proof speaks of that quantifies over the sort.
    """

    parts: ClassVar[tuple[Part, ...]] = ()
    is_number: ClassVar[bool] = False
    is_whole: ClassVar[bool] = False
    is_listed: ClassVar[bool] = False
    is_variable: ClassVar[bool] = True
    is_integrated: ClassVar[bool] = False
    scope: ClassVar[tuple[str, ...]] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(value for _, value in self.told())

    def told(self) -> Iterator[tuple[Part, Any]]:
        """Each field's part with its value."""
        return zip(self.parts, map(self.__dict__.__getitem__, self.__match_args__), strict=True)

    def sizes(self) -> tuple[Term, ...]:
        """The terms that this sort depends on; found once, and kept with the sort."""
        known: tuple[Term, ...] | None = self.__dict__.get("_sizes")
        if known is None:
            found = (term for part, value in self.told() for term in part.terms(value))
            known = self.__dict__["_sizes"] = tuple(found)
        return known

    def check(self) -> None:
        """Refuse fields that no author could have told.

        Raises:
            ClaimError: the message names the rule.
        """
        for part, value in self.told():
            part.check(value, type(self).__name__)

    def in_text(self, say: Printer) -> str:
        """What stands after a variable's name to say what it ranges over, in plain text."""
        raise ClaimError(f"{self!r} is not what a variable ranges over")

    def in_latex(self, say: Printer) -> str:
        """The same in LaTeX."""
        raise ClaimError(f"{self!r} is not what a variable ranges over")

    def value(self, move: Any, read: Moves) -> Any:
        """The exact value that a move tells, as `verified.measures.readings` takes it.

        Raises:
            FormatError: the move isn't a value of the sort; the message names the rule.
        """
        raise read.fail("has a sort that plays can't move")

    def assumptions(self) -> list[str]:
        """What is true of every number of the sort, in SymPy's words."""
        return []

    def literal(self, value: Any, made: Literals) -> Term | None:
        """The exact value as a term; None where no term writes it."""
        return None


class Printer(Protocol):
    """How the printer that asks writes terms and names."""

    def term(self, node: Any) -> str:
        """A term."""

    def operand(self, node: Any) -> str:
        """A term that is added or compared."""

    def name(self, name: str) -> str:
        """A name that is none of the claim's variables."""


class Moves(Protocol):
    """What reads one variable's move: numbers, lists and laws, each checked, and the values of
    terms in the variables before."""

    def fail(self, rule: str) -> InputError:
        """The error that the move breaks a rule."""

    def term(self, term: Any) -> Any:
        """The value of a term."""

    def size(self, term: Any) -> int:
        """The value of a size."""

    def items(self, move: Any, count: int | None) -> list[Any]:
        """A list of so many items; of one at least where the count is None."""

    def chosen(self, move: Any) -> list[Any]:
        """A list of any length."""

    def whole(self, move: Any, low: int, high: int | None) -> int:
        """A whole number in a range."""

    def rational(self, move: Any) -> fmpq:
        """A rational number, written as a string p/q."""

    def law(self, move: Any, count: int) -> list[fmpq]:
        """A law on so many symbols."""

    def rows(self, move: Any, inputs: tuple[int, ...], outputs: int) -> Any:
        """A law on the outputs for each input (several inputs: the last runs fastest), as an array
        (inputs…, outputs)."""

    def array(self, shape: tuple[int, ...], entries: Sequence[fmpq]) -> Any:
        """An array of exact numbers."""

    def applied(self, head: str, *values: Any) -> Any:
        """What an operation of the language makes of values."""


class Literals(Protocol):
    """What writes exact values as terms."""

    def number(self, value: Any) -> Term:
        """A number."""

    def law(self, entries: Sequence[fmpq]) -> Term:
        """A law by its entries."""

    def rows(self, rows: Sequence[Sequence[fmpq]]) -> Term:
        """A channel by its rows."""


# --- the record of all sorts ----------------------------------------------------------------------

# By the names that they have in files.
SORTS: dict[str, type[Sort]] = {}
# What a sort that variables may have must tell itself.
_TOLD = "in_text", "in_latex", "value"


def sort_name(sort: Sort) -> str:
    """The sort's plain name for messages and files: "pmf", "channel", …"""
    return _name(type(sort))


def _name(cls: type[Sort]) -> str:
    return cls.__name__.removesuffix("Sort").lower()


def told(cls: type[S]) -> type[S]:
    """Enters the decorated class among the sorts.

    Raises:
        TypeError: it doesn't tell all that a sort must; the message names what is missing.
    """
    names = [field.name for field in fields(cls)]
    if len(names) != len(cls.parts):
        raise TypeError(f"{cls.__name__} has the fields {names}, but {len(cls.parts)} parts")
    missing = [name for name in _TOLD if getattr(cls, name) is getattr(Sort, name)]
    if cls.is_variable and missing:
        raise TypeError(f"{cls.__name__} doesn't say: {', '.join(missing)}")
    if SORTS.setdefault(_name(cls), cls) is not cls:
        raise TypeError(f"two sorts are called {_name(cls)}")
    return cls


def symbols(say: Printer, size: Any) -> str:
    """ "n symbols" in plain text."""
    written = say.operand(size)
    return f"{written} symbol" if written == "1" else f"{written} symbols"


def laws_on(say: Printer, outputs: Any) -> str:
    """ "𝒫_n", the laws on n symbols, in LaTeX."""
    return rf"\mathcal P_{{{say.term(outputs)}}}"
