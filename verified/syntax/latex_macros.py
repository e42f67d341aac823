r"""Macros for the notation of quantities and notions, which a paper may redefine.

A record's template is the one place for its notation; its macro is called by the record's name, and
what stands in the template's places is its arguments.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from verified.syntax.formulas import DEFINITIONS
from verified.syntax.latex import MACROS
from verified.syntax.quantity import QUANTITIES

# TeX's names have letters only.
_DIGITS = dict(zip(
    "0123456789",
    ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"),
    strict=True,
))
PREFIX = r"\v"
# More arguments than TeX's macros take are written out.
_MOST = 9


@dataclass(frozen=True)
class Macro:
    """A macro: its name with the backslash, the templates of its arguments, what it stands for."""

    name: str
    slots: tuple[str, ...]
    body: str

    @property
    def definition(self) -> str:
        """The line of a preamble that defines it, unless the paper did."""
        count = f"[{len(self.slots)}]" if self.slots else ""
        return rf"\providecommand{{{self.name}}}{count}{{{self.body}}}"


@cache
def macros() -> Mapping[str, Macro]:
    """The macros by the names of their quantities and notions."""
    templates = {name: record.latex for name, record in QUANTITIES.items()}
    templates |= {name: record.latex for name, record in DEFINITIONS.items()}
    made = {name: _macro(name, template) for name, template in templates.items() if template}
    return {name: macro for name, macro in made.items() if len(macro.slots) <= _MOST}


def meanings() -> dict[str, tuple[int, str]]:
    """The macros as `latex_boxes.row_of` takes them."""
    return {macro.name: (len(macro.slots), macro.body) for macro in macros().values()}


@contextmanager
def with_macros() -> Iterator[None]:
    """Have `latex` call the macros."""
    known = macros()

    def called(name: str, template: str) -> tuple[str, tuple[str, ...]] | None:
        macro = known.get(name)
        return None if macro is None else (macro.name, macro.slots)

    token = MACROS.set(called)
    try:
        yield
    finally:
        MACROS.reset(token)


def _macro(name: str, template: str) -> Macro:
    slots: list[str] = []
    body = ""
    for literal, place, spec, _ in string.Formatter().parse(template):
        body += literal
        if place is None:
            continue
        slot = f"{{{place}:{spec}}}" if spec else f"{{{place}}}"
        if slot not in slots:
            slots.append(slot)
        argument = f"#{slots.index(slot) + 1}"
        # TeX takes one subscript and one superscript only, and a macro's own don't show.
        body += f"{{{argument}}}" if spec in ("base", "atom") else argument
    words = "".join(_DIGITS.get(sign, sign) for sign in name)
    called = "".join(word.capitalize() if word.islower() else word for word in words.split("_"))
    return Macro(PREFIX + called, tuple(slots), body)


__all__ = ["Macro", "macros", "meanings", "with_macros"]
