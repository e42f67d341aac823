"""What kind of finding a refutation is, as far as proved repairs tell.

A refuted reading is compared with the repairs that are proved: other readings of the same text, and
the row `KEY-repaired`. Where a repair says the same under more conditions, the statement wants
these: an "edge" if they leave out a degenerate case only, or if the statement fails where one of
its formulas has no value, else a "hypothesis". Where the print is off, in the conclusion or in a
hypothesis, it is a "misprint". Where only something weaker holds, or both hypotheses and conclusion
must change, the statement fails at its "core"; a line of a proof that does is a "step". Of several
kinds the one whose repair changes least counts. Nothing is said where no repair is proved, except
that a row of a proof's steps is a "step", and a statement that ranges over nothing, as 2 + 2 = 5,
one about a "number".
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from verified.report.selection import REPAIRED
from verified.syntax.claims import Claim, Statement
from verified.syntax.formulas import Formula
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import Op, is_arithmetic, walk

# From what matters most to what matters least, the order in which findings are listed.
KINDS = ("core", "hypothesis", "misprint", "number", "step", "edge")
# What each says of a statement, for readers.
MEANS = {
    "core": "what is claimed fails: only less holds, or hypotheses and conclusion must change",
    "hypothesis": "it holds under a condition that isn't stated",
    "misprint": "it holds once a term of the print is changed",
    "number": "a printed number is off",
    "step": "a step of a proof fails as printed; what the proof shows may hold all the same",
    "edge": "it holds but for a degenerate case",
}
# From what changes a statement least to what changes it most.
_LIGHTEST = ("edge", "hypothesis", "misprint", "core")
# What only picks a part of a law or a tuple is no quantity.
_PARTS = ("at", "probability", "component", "indicator", "row", "response")


@dataclass(frozen=True)
class Finding:
    """The kind of a finding, and the name of the claim whose proof tells it; None without one."""

    kind: str
    repair: str | None = None


def finding(
    refuted: Claim, every: Iterable[Claim], proven: Container[str],
    moves: Mapping[str, Any] | None = None,
) -> Finding | None:
    """The finding that a refuted leaf is, None where no repair is proved.

    Args:
        every: the leaves of the same paper.
        proven: the names of the claims that are proved.
        moves: the instance that refutes it, as a certificate has it.
    """
    # This opens the rooms of the search, which measures what repairs leave out.
    from verified.report.differences import leaves_out_near
    from verified.report.refutation import undefined_side

    assert refuted.statement is not None
    step = refuted.step
    found: dict[str, str] = {}
    for repair in repairs_among(refuted, every):
        if repair.name in proven:
            assert repair.statement is not None
            kind = kind_of(refuted.statement, repair.statement)
            if kind == "edge" and moves is not None and leaves_out_near(
                refuted.statement, repair.statement, moves
            ):
                kind = "hypothesis"
            # Where a formula has no value nothing is said, and a careful reader reads nothing.
            if kind == "hypothesis" and moves is not None and undefined_side(
                refuted.statement, moves
            ):
                kind = "edge"
            if kind is not None:
                found.setdefault(kind, repair.name)
    for kind in _LIGHTEST:
        if kind in found:
            return Finding("step" if step and kind == "core" else kind, found[kind])
    if step:
        return Finding("step")
    return None if refuted.statement.variables else Finding("number")


def findings_of(
    refuted: Iterable[tuple[Claim, Mapping[str, Any] | None]], proven: Container[str]
) -> dict[str, Finding]:
    """The findings of refuted leaves by their names, where there is a kind to tell.

    Args:
        refuted: the leaves, each with the certificate that refutes it.
    """
    found = {}
    for leaf, certificate in refuted:
        every = may_repair(leaf)
        moves = None if certificate is None else certificate["moves"]
        kind = finding(leaf, every, proven, moves)
        if kind is not None:
            found[leaf.name] = kind
    return found


def gravest(found: Mapping[str, Finding]) -> Finding | None:
    """The finding of a row, that of its child where it matters most. A row isn't one of misprints
    while a step of it fails that no change of the print saves."""
    step = next((one for one in found.values() if one.kind == "step"), None)
    most = min(found.values(), key=lambda one: KINDS.index(one.kind), default=None)
    return step if step is not None and most is not None and most.kind == "misprint" else most


def kind_of(refuted: Statement, repair: Statement) -> str | None:
    """The kind of finding that a proved repair makes of a refuted statement; None where they are
    about different things."""
    from verified.report.differences import difference

    found = difference(refuted, repair)
    if found is None:
        return None
    if found.concludes == "same":
        if found.leaves_out != "more":
            return "edge"
        # Another hypothesis in place of the printed one, which allows what that one didn't.
        return "misprint" if found.elsewhere else "hypothesis"
    if found.concludes == "less" or found.leaves_out == "more":
        return "core"
    return "misprint"


# --- which claims repair a leaf -------------------------------------------------------------------


def may_repair(refuted: Claim) -> list[Claim]:
    """The leaves of a leaf's paper that `repairs_among` looks at: those of its own row, and of the
    row that repairs it."""
    own = refuted.row
    return [
        leaf for row in refuted.paper.rows.values()
        if row.key in (own, own + REPAIRED) for leaf in row.leaves()
    ]


def repairs_among(refuted: Claim, every: Iterable[Claim]) -> list[Claim]:
    """The other readings of a leaf's text, and the leaves of its repaired row that are about it:
    the child of the same name, or where the children differ, what concludes about the same
    quantities."""
    leaves = [leaf for leaf in every if leaf.statement is not None]
    row, child = refuted.row, refuted.child
    children = {leaf.child for leaf in leaves if leaf.row == row}
    repaired = {leaf.child for leaf in leaves if leaf.row == row + REPAIRED}
    found = []
    for leaf in leaves:
        other, name = leaf.row, leaf.child
        if leaf.key == refuted.key:
            fits = leaf.name != refuted.name
        elif other == row + REPAIRED:
            fits = name == child or (
                child not in repaired and name not in children and _alike(refuted, leaf)
            )
        else:
            fits = False
        if fits:
            found.append(leaf)
    return found


def _alike(one: Claim, two: Claim) -> bool:
    """Whether the conclusions of two claims are about the same quantities."""
    from verified.report.differences import opened

    assert one.statement is not None
    assert two.statement is not None
    return _quantities(opened(one.statement).then) == _quantities(opened(two.statement).then)


def _quantities(formula: Formula) -> set[str]:
    """The quantities of laws, channels and the like in a formula."""
    found: set[str] = set()

    def look(node: object) -> None:
        if isinstance(node, Op) and node.head not in _PARTS:
            declared = QUANTITIES[node.head].arguments
            if not all(is_arithmetic(var.of) for var in declared):
                found.add(node.head)

    walk(formula, look)
    return found


__all__ = [
    "KINDS", "MEANS", "Finding", "finding", "findings_of", "gravest", "kind_of", "may_repair",
    "repairs_among",
]
