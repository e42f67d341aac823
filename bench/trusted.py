"""How much code is trusted: lines by room, of what the kernel imports and of the second checker.

Trusted is what the kernel's modules import, directly or not, found in their source: nothing else of
the package runs when `verified recheck` believes a proof or a play. Code lines are those with code
on them; blank lines, comments and docstrings are none.

    python -m bench.trusted             by room
    python -m bench.trusted --modules   by module
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KERNEL = "verified.kernel"
SECOND = "recheck"
# No evidence is believed for what these say: one compares the two checkers, the other shows terms
# in SymPy, and is only imported where that is asked for.
NOT_TRUSTED = frozenset({"recheck.compare", "verified.syntax.sympy_view"})
IGNORED = frozenset({
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
})


@dataclass(frozen=True)
class Count:
    """Lines of a module, all and those with code."""

    module: str
    lines: int
    code: int

    @property
    def room(self) -> str:
        """The room that the module is in: `verified.kernel`, or the second checker."""
        package, _, rest = self.module.partition(".")
        return f"{package}.{rest.split('.')[0]}" if rest and package == "verified" else package


def path_of(module: str, root: Path = ROOT) -> Path | None:
    """The file of a module of this project, None if there is none."""
    place = root.joinpath(*module.split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None


def modules_of(package: str, root: Path = ROOT) -> list[str]:
    """All modules of a package, those of packages within it too."""
    folder = root.joinpath(*package.split("."))
    found = []
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def imported(source: str) -> Iterator[str]:
    """The names that a source imports, wherever it does: of “from a import b” both a and a.b."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            if node.level:
                raise ValueError(f"a relative import, of {node.module}: imports name their package")
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def closure(start: Iterable[str], root: Path = ROOT) -> list[str]:
    """The modules of this project that these import, directly or not, and they themselves."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        module = waiting.pop()
        path = path_of(module, root)
        if module in found or module in NOT_TRUSTED or path is None:
            continue
        found.add(module)
        waiting.extend(imported(path.read_text(encoding="utf-8")))
        # Importing a.b.c runs a.b first.
        waiting.append(module.rpartition(".")[0] or module)
    return sorted(found)


def code_lines(source: str) -> int:
    """How many lines have code on them."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = body[0] if body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and (
                isinstance(first.value.value, str)
            ):
                documented.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in IGNORED:
            held.update(range(token.start[0], token.end[0] + 1))
    return len(held - documented)


def counted(modules: Iterable[str], root: Path = ROOT) -> list[Count]:
    """The lines of each module."""
    found = []
    for module in modules:
        path = path_of(module, root)
        assert path is not None
        source = path.read_text(encoding="utf-8")
        found.append(Count(module, len(source.splitlines()), code_lines(source)))
    return found


def trusted() -> list[Count]:
    """What the kernel imports, and the second checker."""
    kernel = closure(modules_of(KERNEL))
    second = [name for name in modules_of(SECOND) if name not in NOT_TRUSTED]
    return counted([*kernel, *second])


def table(rows: Iterable[tuple[str, int, int, int]]) -> str:
    """Rows of a name, modules, lines and code lines as text, aligned."""
    written = [("", "modules", "lines", "code"), *(tuple(map(str, row)) for row in rows)]
    first = max(len(row[0]) for row in written)
    return "\n".join(
        f"{row[0]:<{first}}" + "".join(f"{part:>9}" for part in row[1:]) for row in written
    )


def by_room(counts: Sequence[Count]) -> Iterator[tuple[str, int, int, int]]:
    """Sums by room, then of the package and of the second checker."""
    for room in dict.fromkeys(count.room for count in counts):
        yield _row(room, [count for count in counts if count.room == room])
    for name in ("verified", SECOND):
        yield _row(f"all of {name}", [c for c in counts if c.module.split(".")[0] == name])


def _row(name: str, counts: Sequence[Count]) -> tuple[str, int, int, int]:
    lines, code = sum(count.lines for count in counts), sum(count.code for count in counts)
    return name, len(counts), lines, code


def main(argv: Sequence[str] | None = None) -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description="Count the lines of trusted code.")
    parser.add_argument("--modules", action="store_true", help="each module by itself")
    chosen = parser.parse_args(argv)
    counts = trusted()
    if chosen.modules:
        print(table((c.module, 1, c.lines, c.code) for c in counts))
    else:
        print(table(by_room(counts)))


if __name__ == "__main__":
    main()
