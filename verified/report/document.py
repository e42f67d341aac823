"""The JSON document of a check: one record for each row, child and reading, in the papers' order.

Its fields are a promise (schema 1); `closest` and `tamper` are relative to the right-hand side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any

from verified.language.claims import Claim
from verified.proof.evidence import STORE, Evidence, Proven, path_of, scope
from verified.proof.library import known_statements
from verified.report.findings import findings_of, gravest
from verified.report.records import Power
from verified.report.run import Attacked
from verified.report.selection import parts, row_status

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
) -> dict[str, Any]:
    """The record of one claim; a row's numbers are its children's together."""
    found = [attacked[leaf.name] for leaf in parts(claim)]
    return {
        "key": claim.key,
        "paper": claim.paper.key,
        "where": claim.at,
        "parent": claim.parent or None,
        "reading": claim.reading or None,
        "scope": _scope(found),
        "status": status_of(claim, attacked),
        "expected": expected.get(claim.name),
        "finding": _finding(claim, attacked),
        "rests_on": sorted({fact for part in found if part.proof for fact in part.proof.rests_on}),
        "certificate": _certificate(claim, found[0]) if claim.statement is not None else None,
        "attack": {
            "evaluations": sum(part.report.evaluations for part in found),
            "seconds": round(sum(part.report.seconds for part in found), 3),
            "closest": closest(found),
            "tamper": tamper(claim, power),
        },
        "seconds": round(sum(part.seconds for part in found), 3),
    }


def _finding(claim: Claim, attacked: Mapping[str, Attacked]) -> str | None:
    """The kind of a refuted statement's finding; a row's is its gravest child's."""
    refuted = [
        (leaf, attacked[leaf.name].report.certificate) for leaf in parts(claim)
        if attacked[leaf.name].status == "refuted"
    ]
    found = gravest(findings_of(refuted, _Proven(attacked)))
    return None if found is None else found.kind


class _Proven(Container[str]):
    """What is proved: of the claims of this run what it says, of others the stored proofs."""

    def __init__(self, attacked: Mapping[str, Attacked]) -> None:
        self.attacked = attacked

    def __contains__(self, name: object) -> bool:
        if name in self.attacked:
            return self.attacked[str(name)].proof is not None
        return isinstance(_stored().of(str(name)), Proven)


@cache
def _stored() -> Evidence:
    return Evidence(known_statements())


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
    """The play that was found; for a proof, the place of its file below the store."""
    if found.proof is None:
        return found.report.certificate
    return str(path_of(claim.name).relative_to(STORE))


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
) -> dict[str, Any]:
    """The document of all claims that were attacked to the end."""
    records = [
        record(claim, attacked, expected, power) for claim in claims if complete(claim, attacked)
    ]
    summary = Counter(entry["status"] for entry in records)
    return {"schema": SCHEMA, "claims": records, "summary": dict(sorted(summary.items()))}


__all__ = ["SCHEMA", "closest", "complete", "document", "record", "status_of", "tamper"]
