"""Sorts: what a variable of a claim may range over.

Sizes are terms, so that `Pmf(n)` and `Channel(n, m)` share their alphabets by sharing `n`. A
database is a sort of its own: its value is the tuple of its entries' alphabet sizes, so the number
of entries and every alphabet are part of the instance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verified.errors import InputError
from verified.language.sharing import SharedSort

if TYPE_CHECKING:
    from verified.language.terms import Term


class ClaimError(InputError):
    """A mistyped claim: the message names the place and the rule."""


@dataclass(frozen=True)
class Sort(metaclass=SharedSort):
    """What a variable ranges over."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self.__dict__.values())

    def sizes(self) -> tuple[Term, ...]:
        """The terms that this sort depends on."""
        return ()


@dataclass(frozen=True)
class RealSort(Sort):
    """Real numbers in an interval; an absent end is infinite (and never attained)."""

    low: fmpq | None = None
    high: fmpq | None = None
    low_open: bool = False
    high_open: bool = False

    def contains(self, value: fmpq) -> bool:
        """Whether the exact number lies in the interval."""
        above = self.low is None or (value > self.low if self.low_open else value >= self.low)
        below = self.high is None or (value < self.high if self.high_open else value <= self.high)
        return above and below

    def describe(self) -> str:
        """The interval in the notation that `parse_interval` reads."""
        left = "(" if self.low is None or self.low_open else "["
        right = ")" if self.high is None or self.high_open else "]"
        low = "-inf" if self.low is None else str(self.low)
        high = "inf" if self.high is None else str(self.high)
        return f"{left}{low},{high}{right}"


_BOUND = re.compile(r"^\s*(>=|>|<=|<)\s*(\S+)\s*$")
_INTERVAL = re.compile(r"^\s*([\[(])\s*([^,\s]+)\s*,\s*([^,\s]+)\s*([\])])\s*$")


def _end(text: str) -> fmpq | None:
    if text in ("inf", "+inf", "-inf"):
        return None
    try:
        # fmpq reads "3/7" but not "0.5".
        if "." in text:
            whole, _, part = text.partition(".")
            sign = -1 if whole.startswith("-") else 1
            return fmpq(int(whole or "0")) + sign * fmpq(int(part or "0"), 10 ** len(part))
        top, _, bottom = text.partition("/")
        return fmpq(int(top), int(bottom or "1"))
    except (ValueError, ZeroDivisionError):
        raise ClaimError(
            f"{text!r} is not the end of an interval: write 0, 1/2, 0.5 or inf"
        ) from None


def parse_interval(text: str) -> RealSort:
    """Read a domain such as ">=0", ">0", "[0,1]", "(0,inf)" or "" (all reals).

    Raises:
        ClaimError: the text is none of these, or the interval is empty.
    """
    if not text.strip():
        return RealSort()
    if match := _BOUND.match(text):
        end = _end(match[2])
        strict = match[1] in (">", "<")
        if match[1].startswith(">"):
            return RealSort(low=end, low_open=strict)
        return RealSort(high=end, high_open=strict)
    if match := _INTERVAL.match(text):
        sort = RealSort(_end(match[2]), _end(match[3]), match[1] == "(", match[4] == ")")
        low, high = sort.low, sort.high
        open_end = sort.low_open or sort.high_open
        if low is not None and high is not None and (low > high or (low == high and open_end)):
            raise ClaimError(f"the interval {text!r} is empty")
        return sort
    raise ClaimError(f"{text!r} is not a domain: write '>=0', '>0', '[0,1]', '(0,inf)' or ''")


@dataclass(frozen=True)
class SizeSort(Sort):
    """Whole numbers from `low` on: alphabet sizes, numbers of queries."""

    low: int = 1
    high: int | None = None

    def contains(self, value: int) -> bool:
        """Whether the number lies in the range."""
        return value >= self.low and (self.high is None or value <= self.high)


@dataclass(frozen=True)
class SymbolSort(Sort):
    """A symbol of an alphabet with `size` symbols, written 0, 1, …, size − 1."""

    size: Term

    def sizes(self) -> tuple[Term, ...]:
        return (self.size,)


@dataclass(frozen=True)
class EventSort(Sort):
    """A subset of an alphabet with `size` symbols."""

    size: Term

    def sizes(self) -> tuple[Term, ...]:
        return (self.size,)


@dataclass(frozen=True)
class PmfSort(Sort):
    """A probability mass function on `size` symbols."""

    size: Term

    def sizes(self) -> tuple[Term, ...]:
        return (self.size,)


@dataclass(frozen=True)
class RealsSort(Sort):
    """A tuple of `size` real numbers, each in the interval of `element`."""

    size: Term
    element: RealSort = RealSort()

    def sizes(self) -> tuple[Term, ...]:
        return (self.size,)


@dataclass(frozen=True)
class JointSort(Sort):
    """A joint law of the named variables, each on an alphabet of its own size."""

    names: tuple[str, ...]
    alphabets: tuple[Term, ...]

    def sizes(self) -> tuple[Term, ...]:
        return self.alphabets


@dataclass(frozen=True)
class ChannelSort(Sort):
    """A channel: for each of `inputs` symbols a law on `outputs` symbols."""

    inputs: Term
    outputs: Term

    def sizes(self) -> tuple[Term, ...]:
        return (self.inputs, self.outputs)


@dataclass(frozen=True)
class DatabaseSort(Sort):
    """The shape of a database: how many entries, and how many symbols each may take."""


@dataclass(frozen=True)
class MechanismSort(Sort):
    """A mechanism: for each instance of the database a law on `outputs` symbols."""

    database: Term
    outputs: Term

    def sizes(self) -> tuple[Term, ...]:
        return (self.database, self.outputs)


@dataclass(frozen=True)
class LawSort(Sort):
    """A probability law on the real line: a term such as `laplace(0, 1)`, never a variable."""


PRIOR_KINDS = ("any", "independent", "split")


@dataclass(frozen=True)
class PriorSort(Sort):
    """A law of the database's entries: `any`, `independent` (mutually independent entries) or
    `split` (the entry `entry` is independent of all the others, which may depend on each other)."""

    database: Term
    kind: str = "any"
    entry: Term | None = None

    def __post_init__(self) -> None:
        if self.kind not in PRIOR_KINDS or (self.kind == "split") != (self.entry is not None):
            raise ClaimError(
                f"a prior is one of {', '.join(PRIOR_KINDS)}, and only a split one names an entry"
            )

    def sizes(self) -> tuple[Term, ...]:
        return (self.database,) if self.entry is None else (self.database, self.entry)


QUERY_KINDS = ("independent", "sequential", "partial")


@dataclass(frozen=True)
class QueriesSort(Sort):
    """Several mechanisms on one database, `count` of them, each with `outputs` symbols.

    `independent`: each sees the database only. `sequential`: each sees the earlier responses too.
    `partial`: each sees a subset of the entries, disjoint from the others' (an entry may be in
    none).
    """

    kind: str
    database: Term
    count: Term
    outputs: Term

    def __post_init__(self) -> None:
        if self.kind not in QUERY_KINDS:
            raise ClaimError(f"queries are one of {', '.join(QUERY_KINDS)}, not {self.kind!r}")

    def sizes(self) -> tuple[Term, ...]:
        return (self.database, self.count, self.outputs)


@dataclass(frozen=True)
class FrameworkSort(Sort):
    """Private and public functions on a data alphabet with `size` symbols, and the edges between
    them: each edge says that its private function must stay hidden given its public one."""

    size: Term

    def sizes(self) -> tuple[Term, ...]:
        return (self.size,)


DATA_CLASS_KINDS = ("any", "listed", "all", "reweighted")
# The kinds that hold, with each law, what conditioning it on secrets and mixing makes of it.
CLOSED_KINDS = ("all", "reweighted")


@dataclass(frozen=True)
class DataClassSort(Sort):
    """A class of laws on a data alphabet with `size` symbols: `listed` (finitely many laws, one at
    least), `all` laws, `reweighted` (the least class that holds some listed laws and is closed
    under mixtures and under conditioning on the values of an edge's two functions, so under any
    reweighting of the secrets; the edges are those of the framework it is used with), or `any` of
    these."""

    size: Term
    kind: str = "any"

    def __post_init__(self) -> None:
        if self.kind not in DATA_CLASS_KINDS:
            raise ClaimError(
                f"a class of laws is one of {', '.join(DATA_CLASS_KINDS)}, not {self.kind!r}"
            )

    def sizes(self) -> tuple[Term, ...]:
        return (self.size,)


@dataclass(frozen=True)
class MemberSort(Sort):
    """A law of a class; the framework says under what a reweighted class is closed."""

    framework: Term
    data: Term

    def sizes(self) -> tuple[Term, ...]:
        return (self.framework, self.data)


def sort_name(sort: Sort) -> str:
    """The sort's plain name for messages: "pmf", "channel", …"""
    return type(sort).__name__.removesuffix("Sort").lower()
