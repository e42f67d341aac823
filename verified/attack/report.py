"""What an attack reports, and how a notebook and a terminal show it."""

from __future__ import annotations

import html
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from verified.instances.sorts import instance_lines
from verified.syntax.claims import Statement
from verified.syntax.goals import goal
from verified.syntax.serial import read_statement

# Numbers of more characters than this are told to a few digits, where nothing rests on them.
_LONG = 20


@dataclass(frozen=True)
class Report:
    """The outcome of an attack.

    Attributes:
        status: "refuted" or "proved" (the kernel certified an instance), "survived", "undecided"
            (floats violate the claim, and no precision decides), "unwitnessed" (no instance found
            that meets the hypotheses), "untried" (no instance was tried, for want of time or
            because none can be read).
        certificate: the play, where there is one.
        witness: the play that shows that the hypotheses can be met.
        closest: the least relative margin met; below 0 where floats violated the claim.
        sizes: the sizes that were drawn.
        interrupted: whether time or the user ended it before the budget.
        unread: why some instances weren't tried; `too_large` if their size was why.
        open_play: where it is undecided, an instance that floats take for a violation: its `moves`,
            the `sides` of what isn't decided, the `bits` that were tried, the `violation` in
            floats, and whether the kernel's enclosures are `coarse`, wider than that.
    """

    key: str
    reading: str
    statement: Statement
    status: str
    certificate: dict[str, Any] | None
    witness: dict[str, Any] | None
    evaluations: int
    seconds: float
    closest: float | None
    starts: int
    sizes: str
    interrupted: bool = False
    unread: str = ""
    too_large: bool = False
    open_play: dict[str, Any] | None = None

    def __str__(self) -> str:
        lines = [f"{self._name()}: {self.status}", f"  {self.statement}"]
        if self.certificate is not None:
            lines += [f"  {line}" for line in play_lines(self.certificate)]
        elif self.closest is not None:
            lines.append(f"  closest relative margin {self.closest:.3g}")
        lines += [f"  {line}" for line in self.open_lines()]
        lines.append(f"  {self.evaluations} evaluations, {self.seconds:.2f} s")
        if self.sizes:
            lines.append(f"  sizes drawn: {self.sizes}")
        return "\n".join(lines)

    def open_lines(self) -> list[str]:
        """An instance that no precision decides, and what isn't decided of it."""
        if self.open_play is None:
            return []
        polarity = "refutation" if self.statement.quantifier == "forall" else "proof"
        target = goal(self.statement, polarity)
        lines = [f"not decided by {self.open_play['bits']} bits, on this instance:"]
        if self.open_play["coarse"]:
            lines = [
                f"enclosures too wide to decide a violation of {self.open_play['violation']:.1g}, "
                "relatively, on this instance:"
            ]
        lines += [
            f"  {line}"
            for line in instance_lines(target.variables, self.open_play["moves"], _short)
        ]
        for side in self.open_play["sides"]:
            lines.append(f"  whether {side['relation']}")
            for name in ("left", "right"):
                lines.append(f"    {name}: {side[name] or 'not enclosed'}")
        return lines

    def _name(self) -> str:
        return f"{self.key}@{self.reading}" if self.reading else self.key

    def _repr_html_(self) -> str:
        from verified.syntax.latex import latex

        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{html.escape(value)}</td></tr>"
            for name, value in self._facts()
        )
        return (
            f"<div><b>{html.escape(self._name())}</b>: <b>{self.status}</b><br>"
            f"${html.escape(latex(self.statement))}$<table>{rows}</table></div>"
        )

    def _facts(self) -> list[tuple[str, str]]:
        facts = []
        if self.certificate is not None:
            facts += [("play", line) for line in play_lines(self.certificate)]
        if self.closest is not None:
            facts.append(("closest relative margin", f"{self.closest:.3g}"))
        facts.append(("evaluations", str(self.evaluations)))
        facts.append(("seconds", f"{self.seconds:.2f}"))
        return facts


def _short(number: str) -> str:
    """An exact number, or a decimal near it where it is long."""
    top, _, bottom = number.partition("/")
    if len(number) <= _LONG:
        return number
    return f"≈{Decimal(top) / Decimal(bottom or 1):.6g}"


def play_lines(certificate: dict[str, Any]) -> list[str]:
    """A play in lines: each variable's value, then the sides that decide."""
    target = goal(read_statement(certificate["statement"]), certificate["polarity"])
    lines = instance_lines(target.variables, certificate["moves"], str)
    for left, right in certificate["evidence"]:
        lines.append(f"left side {_ends(left)}, right side {_ends(right)}")
    return lines


def _ends(ends: Any) -> str:
    """An enclosure [low, high] as a decimal."""
    if ends is None:
        return "undefined"
    if ends[0] == ends[1]:
        return str(ends[0])
    top, _, bottom = ends[0].partition("/")
    # By Decimal: e^e^e^9 is beyond the largest float.
    return f"≈ {Decimal(top) / Decimal(bottom or 1):.10g}"
