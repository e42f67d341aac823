"""How terms, formulas and statements show themselves: as text, as LaTeX, as SymPy.

The printers and the view are imported when they are asked for, since they import the tree.
"""

from __future__ import annotations

from typing import Any


class Written:
    """Something that `text` and `latex` can print."""

    def __str__(self) -> str:
        from verified.language.text import text

        return text(self)

    def _repr_latex_(self) -> str:
        from verified.language.latex import latex

        return f"${latex(self)}$"


class Viewed(Written):
    """Something that also has a SymPy view."""

    def __reduce__(self) -> tuple[Any, ...]:
        """The fields alone: what is remembered of a tree isn't sent to other processes."""
        return type(self), tuple(value for name, value in self.__dict__.items() if name[0] != "_")

    @property
    def sympy(self) -> Any:
        """The SymPy view: `verified.language.sympy_view.to_sympy` without values."""
        from verified.language.sympy_view import to_sympy

        tree: Any = self
        return to_sympy(tree)
