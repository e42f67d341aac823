"""What kind of finding a refutation is, as far as proved repairs tell.

A refuted reading is compared with the repairs that are proved: other readings of the same text, and
the claim `KEY-repaired`. Where a repair says the same under more hypotheses, the statement wants
these: an "edge" if they only leave out an end of a domain, else a "hypothesis". Where it concludes
something else of the same variables under the same hypotheses, the print is off: a "misprint".
Where both must change, the statement fails at its "core". Of several kinds the one whose repair
changes least counts. A row of a proof's steps is a "step" where no
reading of the line is proved. Nothing is said where nothing is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verified.kernel.inference import conjuncts
from verified.kernel.polynomial import key_of
from verified.language import sorts
from verified.language.claims import Claim, Statement
from verified.language.formulas import Formula, Not, Relation
from verified.language.goals import normal
from verified.language.terms import Number, Op, Var
from verified.report.selection import REPAIRED

# From what matters most to what matters least, the order in which findings are listed.
KINDS = ("core", "hypothesis", "misprint", "number", "step", "edge")
# From what changes a statement least to what changes it most.
_LIGHTEST = ("edge", "hypothesis", "misprint", "core")


def finding(refuted: Claim, every: Iterable[Claim], proven: Mapping[str, Any]) -> str | None:
    """The kind of a refuted leaf's finding, None where no repair is proved.

    Args:
        every: the leaves of the same paper.
        proven: the names of the claims that are proved.
    """
    assert refuted.statement is not None
    kinds = {
        kind_of(refuted.statement, repair.statement)
        for repair in every
        if repair.statement is not None and repair.name in proven and _repairs(repair, refuted)
    }
    for kind in _LIGHTEST:
        if kind in kinds:
            return kind
    return "step" if "-steps" in refuted.key else None


def _repairs(repair: Claim, refuted: Claim) -> bool:
    """Whether a claim is another reading of the text, or its repaired form."""
    if repair.name == refuted.name:
        return False
    row, _, child = refuted.key.partition(".")
    repaired = f"{row}{REPAIRED}" + (f".{child}" if child else "")
    return repair.key in (refuted.key, f"{refuted.key}{REPAIRED}", repaired)


def kind_of(refuted: Statement, repair: Statement) -> str:
    """The kind of finding that a proved repair makes of a refuted statement."""
    had = {key_of(part) for given in refuted.given for part in conjuncts(normal(given))}
    more = [
        part for given in repair.given for part in conjuncts(normal(given))
        if key_of(part) not in had
    ]
    if key_of(normal(refuted.then)) != key_of(normal(repair.then)):
        known = {var.name for var in refuted.variables}
        added = more or any(var.name not in known for var in repair.variables)
        return "core" if added else "misprint"
    return "edge" if more and all(_leaves_out_an_end(part) for part in more) else "hypothesis"


def _leaves_out_an_end(formula: Formula) -> bool:
    """Whether a hypothesis only keeps a variable, or a sum of probabilities, off an end."""
    match formula:
        case Relation("<", Number(value), Var(of=sorts.RealSort(low=low))):
            return value == low
        case Relation("<", Var(of=sorts.RealSort(high=high)), Number(value)):
            return value == high
        case Relation("<=", Number(value), Var(of=sorts.SizeSort(low=low))):
            return value == low + 1
        case Relation("<=", Number(value), Op("alphabet")):
            return value == 2
        case Not(Relation("=", Var(of=sorts.RealSort(low=low, high=high)), Number(value))):
            return value in (low, high)
    return False


__all__ = ["KINDS", "finding", "kind_of"]
