"""Statements as data: sorts, trees, quantities, claims; what files hold, and how all is printed."""

from typing import Any

from verified.syntax import latex, lines, text
from verified.syntax.written import PRINTERS


def _sympy(node: Any) -> Any:
    # SymPy is slow to import, and few ask for it.
    from verified.syntax.sympy_view import to_sympy

    return to_sympy(node)


PRINTERS.update({
    "text": text.text, "latex": latex.latex, "sympy": _sympy, "claim": lines.claim_text,
    "html": latex.claim_html,
})
