"""The JSON document of a check: one record for each row, child and reading, in the papers' order.

Its fields are a promise (schema 1); `closest` and `tamper` are relative to the right-hand side.
`scope` is for what the evidence speaks, `narrower` for what the claim is stated where the text says
more (null where it says no more), `rests_on` what is cited without proof; `digest` is that of the
statement, by which two documents tell whether they speak of the same. The summary counts
statements: a row that has children is none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Any

from verified.proof.evidence import STORE, path_of, scope
from verified.report.findings import Finding, gravest
from verified.report.records import Power
from verified.report.run import Attacked
from verified.report.selection import parts, row_status, scope_of
from verified.syntax.claims import Claim
from verified.syntax.serial import statement_digest
from verified.syntax.text import text

SCHEMA = 1


def status_of(claim: Claim, attacked: Mapping[str, Attacked]) -> str:
    """A statement's status, or a row's from its children's."""
    return row_status([attacked[leaf.name].status for leaf in parts(claim)])


def complete(claim: Claim, attacked: Mapping[str, Attacked]) -> bool:
    """Whether all that decides the claim was attacked (after Ctrl-C some of it wasn't)."""
    return all(leaf.name in attacked for leaf in parts(claim))


def record(
    claim: Claim,
    attacked: Mapping[str, Attacked],
    expected: Mapping[str, str],
    power: Mapping[str, Power],
    findings: Mapping[str, Finding],
    anew: Container[str],
) -> dict[str, Any]:
    """The record of one claim; a row's numbers are its children's together."""
    found = [attacked[leaf.name] for leaf in parts(claim)]
    return {
        **_place(claim),
        "digest": None if claim.statement is None else statement_digest(claim.statement),
        "scope": _scope(found),
        "narrower": scope_of(claim) or None,
        "status": status_of(claim, attacked),
        "expected": expected.get(claim.name),
        "finding": _finding(claim, findings),
        "rests_on": sorted({fact for part in found if part.proof for fact in part.proof.rests_on}),
        "certificate": _certificate(claim, found[0]) if claim.statement is not None else None,
        "attack": {
            "evaluations": sum(part.report.evaluations for part in found),
            "seconds": round(sum(part.report.seconds for part in found), 3),
            "closest": closest(found),
            "tamper": tamper(claim, power),
        },
        "seconds": round(sum(part.seconds for part in found), 3),
        "kept": all(leaf.name not in anew for leaf in parts(claim)),
    }


def listed(
    claim: Claim, expected: Mapping[str, str], axioms: Mapping[str, Sequence[str]],
    findings: Mapping[str, Finding],
) -> dict[str, Any]:
    """The record of one claim as it stands, before any check.

    Args:
        expected: the recorded statuses, by name.
        axioms: the facts that stored proofs rest on, by the names of statements.
        findings: of refuted statements, by the claims' names.
    """
    return {
        **_place(claim),
        "statement": None if claim.statement is None else text(claim.statement),
        "expected": expected.get(claim.name),
        "finding": _finding(claim, findings),
        "narrower": scope_of(claim) or None,
        "rests_on": facts_of(claim, axioms),
        "tight": claim.tight,
        "note": claim.note,
    }


def facts_of(claim: Claim, axioms: Mapping[str, Sequence[str]]) -> list[str]:
    """The facts that a claim rests on, those of its children together."""
    return sorted({fact for leaf in parts(claim) for fact in axioms.get(leaf.name, ())})


def _place(claim: Claim) -> dict[str, Any]:
    """What a claim is called, and where it stands."""
    return {
        "name": claim.name,
        "key": claim.key,
        "paper": claim.paper.key,
        "where": claim.at,
        "parent": claim.parent or None,
        "reading": claim.reading or None,
    }


def _finding(claim: Claim, findings: Mapping[str, Finding]) -> str | None:
    """The kind of a refuted statement's finding; a row's is its gravest child's."""
    found = gravest({
        leaf.name: findings[leaf.name] for leaf in parts(claim) if leaf.name in findings
    })
    return None if found is None else found.kind


def _scope(found: Sequence[Attacked]) -> str:
    """For what the evidence speaks: all of a proved statement, else the sizes that were drawn."""
    parts = []
    for part in found:
        if part.proof is not None:
            parts.append(scope(part.report.statement))
        else:
            parts.append(f"sizes drawn: {part.report.sizes}" if part.report.sizes else "")
    return "; ".join(dict.fromkeys(part for part in parts if part))


def _certificate(claim: Claim, found: Attacked) -> Any:
    """The play that was found; for a stored proof, the place of its file below the store."""
    if found.proof is None:
        return found.report.certificate
    path = path_of(claim.name)
    # What is proved under another name has no file of its own.
    return str(path.relative_to(STORE)) if path.exists() else None


def closest(found: Sequence[Attacked]) -> float | None:
    """The least relative margin that any of the attacks came to."""
    margins = (part.report.closest for part in found)
    # An infinite margin (one side is infinite) is no near miss, and JSON has no name for it.
    finite = [margin for margin in margins if margin is not None and math.isfinite(margin)]
    return min(finite, default=None)


def tamper(claim: Claim, power: Mapping[str, Power]) -> float | None:
    """The stored smallest tampering refuted; for a row, that of the child where it is largest.

    None where some part has no measurement, or no tampering of it was refuted.
    """
    sizes = [power[leaf.name].smallest if leaf.name in power else None for leaf in parts(claim)]
    known = [size for size in sizes if size is not None]
    return max(known) if len(known) == len(sizes) else None


def document(
    claims: Sequence[Claim],
    attacked: Mapping[str, Attacked],
    expected: Mapping[str, str],
    power: Mapping[str, Power],
    findings: Mapping[str, Finding],
    anew: Container[str],
) -> dict[str, Any]:
    """The document of all claims that were attacked to the end.

    Args:
        findings: of refuted statements, by the claims' names.
        anew: the claims on which something was worked out anew; the others' results were kept.
    """
    whole = [claim for claim in claims if complete(claim, attacked)]
    records = [record(claim, attacked, expected, power, findings, anew) for claim in whole]
    statements = [claim for claim in whole if claim.statement is not None]
    # A row is refuted for a child that is, and is no finding beside it.
    summary = Counter(attacked[claim.name].status for claim in statements)
    fresh = sum(claim.name in anew for claim in statements)
    results = {
        "kept": len(statements) - fresh,
        "anew": fresh,
        "cut": sum(attacked[claim.name].report.interrupted for claim in statements),
    }
    return {
        "schema": SCHEMA, "claims": records, "summary": dict(sorted(summary.items())),
        "results": results,
    }


__all__ = [
    "SCHEMA", "closest", "complete", "document", "facts_of", "listed", "record", "status_of",
    "tamper",
]
