"""What one answer of a library shows, and what is told of a function."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from verified.audit.environments import Answer
from verified.audit.independent import DIGITS, mp, mpf
from verified.audit.promises import ESTIMATE, LOWER, UPPER, Arguments, Function
from verified.errors import InputError

# Kinds, the worst first. A shortfall below `MARKED` is named as one of the last digits.
UNSOUND, INACCURATE, NOT_FINITE, CRASH, HANG = (
    "unsound", "inaccurate", "non-finite", "crash", "hang"
)
KINDS = (UNSOUND, INACCURATE, NOT_FINITE, CRASH, HANG)
# Floats hold no smaller numbers than this to all their digits.
LEAST = 2.3e-308
# A certified value is asked for at this relative width, and at its square before anything is said.
WIDTH = "1e-15"
CONFIRMED = "1e-30"


@dataclass(frozen=True)
class Seen:
    """What one answer shows.

    Attributes:
        kind: a member of `KINDS`; "sound", "refused", or "unknown" where our own value isn't there.
        size: how bad it is, the larger the worse: of a bound how far it falls short of the truth
            and of an estimate its error, relative to the truth, as a share or a factor's log10
            where that is above 1; of a sound bound how loose it is, likewise.
    """

    kind: str
    size: float = 0.0

    @property
    def bad(self) -> bool:
        """Whether it is a finding, if it is confirmed."""
        return self.kind in KINDS


def seen(function: Function, answer: Answer, low: Any, high: Any) -> Seen:
    """What an answer shows beside a truth between two fractions (or infinite floats)."""
    if answer.late:
        return Seen(HANG)
    if answer.error is not None:
        return Seen("refused" if answer.error[0] in function.refuses else CRASH)
    value = answer.value
    assert value is not None
    if math.isnan(value):
        return Seen(NOT_FINITE)
    if math.isinf(value) or (isinstance(high, float) and math.isinf(high)):
        return _endless(function, value, low, high)
    exact, room = Fraction(value), Fraction(function.tolerance)
    least = max(Fraction(function.absolute), Fraction(LEAST))
    below = low - exact > room * abs(low) + least and low > LEAST
    above = exact - high > room * abs(high) + least
    if function.promise == UPPER and below:
        return Seen(UNSOUND, _apart(low, exact))
    if function.promise == LOWER and above:
        return Seen(UNSOUND, _apart(exact, high))
    if function.promise == ESTIMATE and (below or above):
        return Seen(INACCURATE, _apart(low, exact) if below else _apart(exact, high))
    # How loose a bound is of what no float can say means nothing.
    if above:
        return Seen("sound", _apart(exact, max(high, Fraction(LEAST))))
    return Seen("sound", _apart(low, exact) if below else 0.0)


def _endless(function: Function, value: float, low: Any, high: Any) -> Seen:
    """Where the answer or the truth is infinite."""
    endless = isinstance(low, float) and math.isinf(low)
    if math.isinf(value):
        if endless or (function.promise == UPPER and value > 0):
            return Seen("sound", 0.0 if endless else math.inf)
        return Seen(NOT_FINITE)
    if not endless or function.promise == LOWER:
        return Seen("unknown" if not endless else "sound")
    return Seen(UNSOUND if function.promise == UPPER else INACCURATE, math.inf)


def _apart(large: Fraction, small: Fraction) -> float:
    """(large − small)/large, and from a factor of 10 on how many orders it is."""
    if small <= 0:
        return math.inf if large > 0 else float(abs(large - small))
    ratio = large / small
    if ratio < 10:
        return float((large - small) / large)
    return (ratio.numerator.bit_length() - ratio.denominator.bit_length()) * math.log10(2)


@dataclass(frozen=True)
class Finding:
    """A confirmed finding.

    Attributes:
        function: its key.
        kind: a member of `KINDS`.
        size: see `Seen`.
        arguments: plain numbers; given again they show the same.
        answer: what the library gave.
        low, high: decimals between which the truth lies, at twice the precision.
        independent: the truth by mpmath.
        said: what the function's documentation promises.
        call: a line that reproduces it, through the adapter.
    """

    function: str
    kind: str
    size: float
    arguments: Arguments
    answer: str
    low: str
    high: str
    independent: str
    said: str
    call: str

    @property
    def last_digits(self) -> bool:
        """Whether it is a matter of rounding only."""
        return self.kind in (UNSOUND, INACCURATE) and self.size < 1e-9


@dataclass
class Audited:
    """What is told of a function.

    Attributes:
        calls, refused: how many arguments were tried, and refused by the function.
        unknown: how often our own value wasn't there at that width.
        loosest: of the sound answers the loosest, as `Seen.size`, but where the value is 0.
        findings: the worst of each kind.
        unconfirmed: findings that mpmath or twice the precision didn't bear out: ours to look at.
    """

    function: str
    version: str
    promise: str
    calls: int = 0
    refused: int = 0
    unknown: int = 0
    loosest: float = 0.0
    findings: list[Finding] = field(default_factory=list)
    unconfirmed: int = 0

    @property
    def verdict(self) -> str:
        """The worst kind that was found, or that there was none."""
        kinds = [one.kind for one in self.findings]
        return min(kinds, key=KINDS.index, default="no violation found")

    @property
    def off(self) -> str:
        """How far sound answers are off at most, in few signs; nothing where they aren't."""
        if self.promise == ESTIMATE or self.loosest <= 0:
            return ""
        if self.loosest == math.inf:
            return "any"
        return f"{self.loosest:.0e}" if self.loosest < 1 else f"10^{self.loosest:.1f}"

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {
            **{name: _plain(part) for name, part in asdict(self).items()},
            "verdict": self.verdict, "off": self.off,
        }


def _plain(value: Any) -> Any:
    """As JSON has it, which knows no infinite numbers."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def truth(function: Function, arguments: Arguments, width: str) -> tuple[Any, Any] | None:
    """The certified ends at arguments; None where they aren't reached."""
    from verified.accounting import NotReachedError

    try:
        found = function.truth(**arguments, width=width)
        return found.low, found.high
    except (InputError, NotReachedError, OverflowError, ZeroDivisionError):
        return None


def held(function: Function, arguments: Arguments, answer: Answer) -> tuple[Arguments, Answer]:
    """At which arguments the truth is asked for, and what is held against it: where a function
    answers with noise, the δ that this noise has, and the one that was asked for."""
    if function.holds is None or answer.value is None or not 0 < answer.value < math.inf:
        return arguments, answer
    asked, goal = function.holds(answer.value, **arguments)
    return asked, Answer(value=goal)


def confirmed(
    function: Function, arguments: Arguments, answer: Answer, kind: str
) -> Finding | None:
    """The finding, if it is the same at twice the precision and by mpmath."""
    asked, claimed = held(function, arguments, answer)
    if function.holds is not None and claimed is answer:
        # No noise that could be held against anything.
        return None
    narrow = truth(function, asked, CONFIRMED)
    if narrow is None:
        return None
    again = seen(function, claimed, *narrow)
    with mp.workdps(DIGITS):
        other = function.independent(**asked)
        if mp.isinf(other):
            same = all(isinstance(end, float) and math.isinf(end) for end in narrow)
        else:
            same = not any(isinstance(end, float) for end in narrow) and all(
                abs(mpf(end.numerator) / end.denominator - other) <= abs(other) * mpf("1e-24")
                for end in narrow
            )
        if not same or again.kind != kind:
            return None
        told = mp.nstr(other, 20)
        ends = [
            str(end) if isinstance(end, float)
            else mp.nstr(mpf(end.numerator) / end.denominator, 20)
            for end in narrow
        ]
    given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    if answer.error is not None:
        what = ": ".join(answer.error)
    else:
        what = f"no answer in {function.seconds:g} s" if answer.late else repr(answer.value)
        if claimed is not answer:
            what += f", for {claimed.value!r}"
    return Finding(
        function.key, kind, again.size, dict(arguments), what, ends[0], ends[1], told,
        function.says, f"{function.call}({given})",
    )
