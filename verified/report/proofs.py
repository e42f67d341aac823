"""How a proof is told: its lines as in the paper's appendix, in text or LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from verified.kernel.proof import CheckedProof, steps_of
from verified.language.latex import latex
from verified.language.text import text
from verified.proof.evidence import Proven, scope

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
            yield f"{'':>{width}}    by {_reason(step, text)}"


def proof_latex(certificate: Mapping[str, Any]) -> Iterator[str]:
    """The proof as LaTeX, one `align*` for each of its parts."""
    for name, steps in steps_of(certificate):
        if name != "proof":
            yield rf"\paragraph{{{name.capitalize()}.}}"
        yield r"\begin{align*}"
        for number, step in enumerate(steps, start=1):
            reason = _reason(step, latex).replace("_", r"\_").replace("#", r"\#")
            end = r" \\" if number < len(steps) else ""
            yield rf"  ({number})\quad & {latex(step['formula'])} && \text{{{reason}}}{end}"
        yield r"\end{align*}"


def _reason(step: Mapping[str, Any], _: Callable[[Any], str]) -> str:
    used = ", ".join(f"({place + 1})" for place in step["from"])
    rule = step["rule"]
    word = step["data"].get("key") if rule == "cite" else _WORDS.get(rule, rule)
    return f"{word} {used}".strip()


def proof_summary(checked: CheckedProof, found: Proven | None) -> Iterator[str]:
    """What a proof has shown, for what, and on what it rests."""
    yield f"{checked.claim}: {checked.steps} steps"
    yield f"  scope: {scope(checked.statement)}"
    if checked.cites:
        yield f"  cites: {', '.join(sorted(checked.cites))}"
    if found is not None:
        yield f"  rests on: {', '.join(found.rests_on) or 'the definitions alone'}"


__all__ = ["proof_latex", "proof_lines", "proof_summary"]
