"""How a proof is told: its lines as in the paper's appendix. `tex` sets them as LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verified.kernel.proof import CheckedProof, steps_of
from verified.proof.evidence import Proven, scope
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


def proof_lines(certificate: Mapping[str, Any]) -> Iterator[str]:
    """The proof line by line: what is shown, and by which rule from which lines."""
    for name, steps in steps_of(certificate):
        if name != "proof":
            yield f"{name}:"
        width = len(str(len(steps)))
        for number, step in enumerate(steps, start=1):
            yield f"{number:>{width}}. {text(step['formula'])}"
            yield f"{'':>{width}}    by {reason_told(step)}"


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
