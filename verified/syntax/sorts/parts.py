"""Parts: what the fields of sorts are. Each says how such a field is stored and read again, what it
must be, and which terms stand in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from flint import fmpq

from verified.syntax.sorts.base import ClaimError, sort_name

if TYPE_CHECKING:
    from verified.syntax.sorts.base import Sort
    from verified.syntax.trees import Term

Data = Any


class Mismatch(Exception):
    """Data that isn't of a part's form."""


class Writer(Protocol):
    """Terms and sorts as JSON data."""

    def term(self, term: Term) -> Data:
        """A term."""

    def sort(self, sort: Sort) -> Data:
        """A sort."""


class Reader(Protocol):
    """What JSON data stands for; data that stands for nothing is refused with a `FormatError`."""

    def term(self, value: Data) -> Term:
        """A term."""

    def sort(self, value: Data) -> Sort:
        """A sort."""

    def rational(self, value: Data) -> fmpq:
        """A rational number, written as a string p/q."""


class Part:
    """A field's part; `least` is how much a size must be for the sort to have a value."""

    least = 0

    def terms(self, value: Any) -> tuple[Term, ...]:
        """The terms in the field."""
        return ()

    def write(self, value: Any, to: Writer) -> Data:
        """The field as JSON data."""
        return value

    def read(self, value: Data, by: Reader) -> Any:
        """The field that JSON data tells.

        Raises:
            Mismatch: the data has another form.
        """
        raise NotImplementedError

    def check(self, value: Any, where: str) -> None:
        """Refuse what no author could have told.

        Raises:
            ClaimError: the message names the sort (`where`) and the rule.
        """


class TermPart(Part):
    """A term."""

    def terms(self, value: Any) -> tuple[Term, ...]:
        return (value,)

    def write(self, value: Any, to: Writer) -> Data:
        return to.term(value)

    def read(self, value: Data, by: Reader) -> Any:
        return by.term(value)


@dataclass(frozen=True)
class SizePart(TermPart):
    """A whole number, that of an alphabet's symbols or of queries."""

    least: int = 0

    def check(self, value: Any, where: str) -> None:
        if not value.is_whole:
            raise ClaimError(
                f"{value} in the sort {where} is not a size (a whole number or a Size variable)"
            )


@dataclass(frozen=True)
class OfSort(TermPart):
    """A term of the sort of this name, such as a database."""

    name: str

    def check(self, value: Any, where: str) -> None:
        if sort_name(value.sort) != self.name:
            raise ClaimError(f"{value} in the sort {where} is not a {self.name}")


@dataclass(frozen=True)
class Maybe(Part):
    """What another part is, or nothing (None)."""

    part: Part

    def terms(self, value: Any) -> tuple[Term, ...]:
        return () if value is None else self.part.terms(value)

    def write(self, value: Any, to: Writer) -> Data:
        return None if value is None else self.part.write(value, to)

    def read(self, value: Data, by: Reader) -> Any:
        return None if value is None else self.part.read(value, by)

    def check(self, value: Any, where: str) -> None:
        if value is not None:
            self.part.check(value, where)


@dataclass(frozen=True)
class Several(Part):
    """A tuple of what another part is."""

    part: Part

    def terms(self, value: Any) -> tuple[Term, ...]:
        return tuple(term for one in value for term in self.part.terms(one))

    def write(self, value: Any, to: Writer) -> Data:
        return [self.part.write(one, to) for one in value]

    def read(self, value: Data, by: Reader) -> Any:
        if not isinstance(value, list):
            raise Mismatch
        return tuple(self.part.read(one, by) for one in value)

    def check(self, value: Any, where: str) -> None:
        for one in value:
            self.part.check(one, where)


class Number(Part):
    """An exact number."""

    def write(self, value: Any, to: Writer) -> Data:
        return str(value)

    def read(self, value: Data, by: Reader) -> Any:
        return by.rational(value)


@dataclass(frozen=True)
class Plain(Part):
    """A value of one of JSON's own types."""

    of: type

    def read(self, value: Data, by: Reader) -> Any:
        # By type, as Python counts true and false among the whole numbers.
        if type(value) is not self.of:
            raise Mismatch
        return value


@dataclass(frozen=True)
class Inner(Part):
    """A sort of this name, such as the interval in which several numbers lie."""

    name: str

    def write(self, value: Any, to: Writer) -> Data:
        return to.sort(value)

    def read(self, value: Data, by: Reader) -> Any:
        found = by.sort(value)
        if sort_name(found) != self.name:
            raise Mismatch
        return found

    def check(self, value: Any, where: str) -> None:
        value.check()


# A number of things, which may be none.
COUNT = SizePart()
# The size of an alphabet, which must have a symbol for the sort to have a value.
ALPHABET = SizePart(least=1)
DATABASE = OfSort("database")
WHOLE, FLAG, WORD = Plain(int), Plain(bool), Plain(str)
