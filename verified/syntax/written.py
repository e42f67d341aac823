"""How terms, formulas, statements and claims show themselves: as text, as LaTeX, as SymPy.

The printers and the view stand above the trees that they print, and enter themselves here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# "text", "latex" and "sympy" of terms, formulas and statements; "claim" and "html" of claims.
PRINTERS: dict[str, Callable[[Any], Any]] = {}


class Written:
    """Something that `text` and `latex` can print."""

    def __str__(self) -> str:
        return str(PRINTERS["text"](self))

    def _repr_latex_(self) -> str:
        return f"${PRINTERS['latex'](self)}$"


class Viewed(Written):
    """Something that also has a SymPy view."""

    def __reduce__(self) -> tuple[Any, ...]:
        """The fields alone: what is remembered of a tree isn't sent to other processes."""
        return type(self), tuple(value for name, value in self.__dict__.items() if name[0] != "_")

    @property
    def sympy(self) -> Any:
        """The SymPy view: `verified.syntax.sympy_view.to_sympy` without values."""
        return PRINTERS["sympy"](self)
