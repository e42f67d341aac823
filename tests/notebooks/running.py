"""Running a stored notebook's cells without a kernel, as one would: what ends a cell is shown."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# In the order in which a notebook prefers them.
SHOWN = ("_repr_html_", "_repr_markdown_", "_repr_svg_", "_repr_latex_")


def cells(path: Path, kind: str = "code") -> list[str]:
    """The sources of a notebook's cells of a kind."""
    held = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in held["cells"] if cell["cell_type"] == kind]


def run(path: Path) -> Iterator[tuple[Any, str]]:
    """Each value that ends a cell, with what a notebook shows of it."""
    space: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(cells(path), 1):
        tree = ast.parse(source)
        last = tree.body[-1]
        ends = isinstance(last, ast.Expr)
        body = ast.Module(tree.body[:-1] if ends else tree.body, [])
        exec(compile(body, f"{path.name}, cell {number}", "exec"), space)
        if ends:
            assert isinstance(last, ast.Expr)
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), space)
            if value is not None:
                yield value, rendered(value)


def rendered(value: Any) -> str:
    """What a notebook shows of a value, as text."""
    for name in SHOWN:
        show = getattr(value, name, None)
        if show is not None:
            return str(show())
    return repr(value)
