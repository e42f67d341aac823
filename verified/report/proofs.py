"""How a proof is told: its lines as in the paper's appendix. `tex` sets them as LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from verified.kernel.proof import CheckedProof, steps_of
from verified.proof.evidence import Proven, scope
from verified.syntax.lines import broken
from verified.syntax.text import text

# Rules whose name says nothing more to a reader than the lines they use.
_WORDS = {
    "assume": "assumed", "propositional": "so", "specialise": "instance", "generalise": "for all",
    "discharge": "under its assumption", "transitive": "chain", "rewrite": "substituting",
    "scalar": "scalar inequality", "shannon": "Shannon-type", "sum": "summing",
    "finite-term": "part of a finite sum", "below-sup": "below the supremum",
    "bound-sup": "bound on the supremum", "turn": "order",
    "obvious": "signs", "order": "two cases",
}


def proof_lines(
    certificate: Mapping[str, Any], width: int | None = None,
    signs: Callable[[str], str] | None = None,
) -> Iterator[str]:
    """The proof line by line: what is shown, and by which rule from which lines.

    Args:
        width: of the lines of formulas; each has one line, however long, if there is none.
        signs: how a line of a formula is written, if not as `text` writes it.
    """
    for name, steps in steps_of(certificate):
        if name != "proof":
            yield f"{name}:"
        digits = len(str(len(steps)))
        for number, step in enumerate(steps, start=1):
            written = text(step["formula"])
            lines = [written] if width is None else broken(written, width - digits - 2)
            first, *rest = map(signs, lines) if signs else lines
            yield f"{number:>{digits}}. {first}"
            yield from (f"{'':>{digits}}  {line}" for line in rest)
            yield f"{'':>{digits}}    by {reason_told(step)}"


def reason(step: Mapping[str, Any]) -> tuple[str, str]:
    """By what a step follows, a claim's name where it cites one, and from which lines."""
    used = ", ".join(f"({place + 1})" for place in step["from"])
    rule = step["rule"]
    word = step["data"].get("key") if rule == "cite" else _WORDS.get(rule, rule)
    return str(word), used


def reason_told(step: Mapping[str, Any]) -> str:
    """The same in one text."""
    return " ".join(reason(step)).strip()


def proof_summary(checked: CheckedProof, found: Proven | None) -> Iterator[str]:
    """What a proof has shown, for what, and on what it rests."""
    yield f"{checked.claim}: {checked.steps} steps"
    yield f"  scope: {scope(checked.statement)}"
    if checked.cites:
        yield f"  cites: {', '.join(sorted(checked.cites))}"
    if found is not None:
        yield f"  rests on: {', '.join(found.rests_on) or 'the definitions alone'}"


__all__ = ["proof_lines", "proof_summary", "reason", "reason_told"]
