"""Names for a shell to complete, read from the record beside the code: no statement is opened."""

from __future__ import annotations

import json
from pathlib import Path

EXPECTED = Path(__file__).parents[1] / "data" / "expected.json"


def keys_beginning(incomplete: str) -> list[str]:
    """What may stand for the beginning of a claim's name: papers first, then their claims.

    A name may lack its paper; claims are offered once a paper or the first letters are there.
    """
    names = _recorded()
    if "/" in incomplete:
        return [name for name in names if name.startswith(incomplete)]
    found = [f"{paper}/" for paper in papers_beginning(incomplete)]
    if incomplete:
        bare = sorted({name.partition("/")[2] for name in names})
        found += [name for name in bare if name.startswith(incomplete)]
    return found


def papers_beginning(incomplete: str) -> list[str]:
    """The keys of papers that begin so."""
    papers = sorted({name.partition("/")[0] for name in _recorded()})
    return [paper for paper in papers if paper.startswith(incomplete)]


def _recorded() -> list[str]:
    """The names of all claims that have a recorded verdict; none where there is no record, as a
    shell has no use for a complaint."""
    try:
        return sorted(json.loads(EXPECTED.read_text(encoding="utf-8"))["claims"])
    except (OSError, ValueError, KeyError):
        return []


__all__ = ["keys_beginning", "papers_beginning"]
