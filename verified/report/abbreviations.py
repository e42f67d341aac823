"""Names for what long formulas repeat: laws, channels and lists that are written out several times
among the lines that a reader is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verified.syntax.claims import Statement
from verified.syntax.sorts import ChannelSort, PmfSort, RealsSort
from verified.syntax.terms import Term, free_variables
from verified.syntax.text import text
from verified.syntax.trees import Bind, distinct

# What is written in fewer signs needs no name.
SHORTEST = 50
# In the order in which they are taken; P, Q, W and U are what papers call theirs.
NAMES = "ABCEFGHJKLMNRSTVXYZ"


def abbreviated(lines: Sequence[str], statement: Statement) -> tuple[list[str], list[str]]:
    """Lines with names for what they repeat, and what the names stand for, `A = …`.

    Args:
        lines: as `text` writes formulas.
        statement: what they are about; a name stands for no bound variable.
    """
    known = {var.name for var in statement.variables}
    written = sorted({
        whole for part in _tables(statement) if free_variables(part).keys() <= known
        and len(whole := text(part)) >= SHORTEST
    }, key=len)
    names = (name for name in NAMES if name not in _names(statement))
    found, told = list(lines), dict[str, str]()
    for whole in written:
        # What is shorter stands within what is longer, under its name by now.
        shown = whole
        for name, meaning in told.items():
            shown = shown.replace(meaning, name)
        if len(shown) < SHORTEST or sum(line.count(shown) for line in found) < 2:
            continue
        new = next(names, None)
        if new is None:
            break
        told[new] = shown
        found = [line.replace(shown, new) for line in found]
    return found, [f"{name} = {whole}" for name, whole in told.items()]


def _tables(statement: Statement) -> Iterable[Term]:
    for formula in (*statement.given, statement.then):
        for part in distinct(formula):
            if isinstance(part, Bind) and isinstance(
                part.sort, PmfSort | ChannelSort | RealsSort
            ):
                yield part


def _names(statement: Statement) -> set[str]:
    """All names that a statement uses, bound ones included."""
    found = {var.name for var in statement.variables}
    for formula in (*statement.given, statement.then):
        found |= {part.var.name for part in distinct(formula) if hasattr(part, "var")}
    return found


__all__ = ["abbreviated"]
