"""Real numbers in an interval, tuples of them, and whole numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verified.syntax.sorts.base import ClaimError, Literals, Moves, Printer, Sort, told
from verified.syntax.sorts.parts import COUNT, FLAG, WHOLE, Inner, Maybe, Number

if TYPE_CHECKING:
    from verified.syntax.trees import Term


class NumberSort(Sort):
    """Numbers of some kind."""

    is_number = True

    def literal(self, value: Any, made: Literals) -> Term | None:
        return made.number(value) if isinstance(value, int | fmpq) else None


@told
@dataclass(frozen=True)
class RealSort(NumberSort):
    """Real numbers in an interval; an absent end is infinite (and never attained)."""

    low: fmpq | None = None
    high: fmpq | None = None
    low_open: bool = False
    high_open: bool = False

    parts = (Maybe(Number()), Maybe(Number()), FLAG, FLAG)

    def contains(self, value: fmpq) -> bool:
        """Whether the exact number lies in the interval."""
        above = self.low is None or (value > self.low if self.low_open else value >= self.low)
        below = self.high is None or (value < self.high if self.high_open else value <= self.high)
        return above and below

    def is_empty(self) -> bool:
        """Whether no number lies in the interval."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (
            self.low == self.high and (self.low_open or self.high_open)
        )

    def describe(self) -> str:
        """The interval in the notation that `parse_interval` reads."""
        left = "(" if self.low is None or self.low_open else "["
        right = ")" if self.high is None or self.high_open else "]"
        low = "-inf" if self.low is None else str(self.low)
        high = "inf" if self.high is None else str(self.high)
        return f"{left}{low},{high}{right}"

    def check(self) -> None:
        super().check()
        if self.is_empty():
            raise ClaimError(f"the interval {self.describe()} is empty")

    def assumptions(self) -> list[str]:
        found = ["real"]
        if self.low is not None and self.low >= 0:
            found.append("positive" if self.low > 0 or self.low_open else "nonnegative")
        if self.high is not None and self.high <= 0:
            found.append("negative" if self.high < 0 or self.high_open else "nonpositive")
        return found

    def in_text(self, say: Printer) -> str:
        low_flag, high_flag = self.low is None and self.low_open, (
            self.high is None and self.high_open
        )
        if low_flag or high_flag:
            # The same numbers, told in other data: "(0,inf)" is not ">0".
            left, right = "(" if self.low_open else "[", ")" if self.high_open else "]"
            low = "-inf" if self.low is None else str(self.low)
            high = "inf" if self.high is None else str(self.high)
            return f" in {left}{low},{high}{right}"
        if self.low is None and self.high is None:
            return " real"
        if self.high is None:
            return f" {'>' if self.low_open else '>='} {self.low}"
        if self.low is None:
            # "x < 3" alone is a symbol's.
            return f" real {'<' if self.high_open else '<='} {self.high}"
        return f" in {self.describe()}"

    def in_latex(self, say: Printer) -> str:
        if self.low is not None and self.high is None:
            return (">" if self.low_open else r"\ge") + f" {self.low}"
        if self.low is None and self.high is not None:
            return ("<" if self.high_open else r"\le") + f" {self.high}"
        return rf"\in {self.set_in_latex()}"

    def set_in_latex(self) -> str:
        """The interval as a set."""
        if self.low is None and self.high is None:
            return r"\mathbb R"
        return self.describe().replace("inf", r"\infty")

    def value(self, move: Any, read: Moves) -> fmpq:
        value = read.rational(move)
        if not self.contains(value):
            raise read.fail(f"is {value}, outside {self.describe()}")
        return value


@told
@dataclass(frozen=True)
class SizeSort(NumberSort):
    """Whole numbers from `low` on: alphabet sizes, numbers of queries."""

    low: int = 1
    high: int | None = None

    parts = (WHOLE, Maybe(WHOLE))
    is_whole = True

    def contains(self, value: int) -> bool:
        """Whether the number lies in the range."""
        return value >= self.low and (self.high is None or value <= self.high)

    def check(self) -> None:
        super().check()
        if self.low < 0:
            raise ClaimError(f"a size is a whole number from 0 on, and {self.low} is below")
        if self.high is not None and self.high < self.low:
            raise ClaimError(f"no whole number lies between {self.low} and {self.high}")

    def assumptions(self) -> list[str]:
        return ["integer", "positive" if self.low > 0 else "nonnegative"]

    def in_text(self, say: Printer) -> str:
        if self.high is None:
            return f" >= {self.low}"
        return f" in {{{self.low},...,{self.high}}}"

    def in_latex(self, say: Printer) -> str:
        if self.high is None:
            return rf"\ge {self.low}"
        return rf"\in \{{{self.low},\dots,{self.high}\}}"

    def value(self, move: Any, read: Moves) -> int:
        return read.whole(move, self.low, self.high)


@told
@dataclass(frozen=True)
class RealsSort(Sort):
    """A tuple of `size` real numbers, each in the interval of `element`."""

    size: Term
    element: RealSort = RealSort()

    parts = (COUNT, Inner("real"))

    def in_text(self, say: Printer) -> str:
        of = f", each{self.element.in_text(say)}" if self.element != RealSort() else ""
        return f" of {say.term(self.size)} numbers{of}"

    def in_latex(self, say: Printer) -> str:
        return rf"\in {self.element.set_in_latex()}^{{{say.term(self.size)}}}"

    def value(self, move: Any, read: Moves) -> Any:
        count = read.size(self.size)
        parts = [self.element.value(part, read) for part in read.items(move, count)]
        return read.array((count,), parts)


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
    if not isinstance(text, str):
        raise ClaimError(f"{text!r} is not a domain: write it as text, '>=0' or '[0,1]'")
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
        if sort.is_empty():
            raise ClaimError(f"the interval {text!r} is empty")
        return sort
    raise ClaimError(f"{text!r} is not a domain: write '>=0', '>0', '[0,1]', '(0,inf)' or ''")
