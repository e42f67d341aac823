"""The false claims, and their halves: one for tuning, one for the final measurement.

In which half a claim is depends on what it says alone, so that claims which are added later move
none. Nothing in the engine may be tuned to either half by looking at single claims; the final half
is measured once a release.
"""

from __future__ import annotations

import hashlib

from bench.stick import (
    false_conjectures,
    false_coupled,
    false_divergences,
    false_equalities,
    false_information,
    false_joint,
    false_line,
    false_lines,
    false_local,
    false_mechanisms,
    false_optima,
    false_releases,
    false_scalars,
    false_wordings,
)
from bench.stick.vocabulary import KINDS, FalseClaim

FALSE_CLAIMS: tuple[FalseClaim, ...] = (
    *false_divergences.FALSE,
    *false_information.FALSE,
    *false_joint.FALSE,
    *false_mechanisms.FALSE,
    *false_scalars.FALSE,
    *false_local.FALSE,
    *false_coupled.FALSE,
    *false_wordings.FALSE,
    *false_line.FALSE,
    *false_conjectures.FALSE,
    *false_equalities.FALSE,
    *false_releases.FALSE,
    *false_optima.FALSE,
    *false_lines.FALSE,
)

HALVES = ("tuning", "final")


def half_of(record: FalseClaim) -> str:
    """The half that a claim is in: by a hash of the text of its statement."""
    text = str(record.claim.statement)
    return HALVES[hashlib.sha256(text.encode()).digest()[0] % len(HALVES)]


def half(name: str) -> tuple[FalseClaim, ...]:
    """One half of the stick, "tuning" or "final", by kinds.

    Raises:
        ValueError: there is no such half.
    """
    if name not in HALVES:
        raise ValueError(f"{name!r} is no half of the stick: {' or '.join(HALVES)}")
    own = (record for record in FALSE_CLAIMS if half_of(record) == name)
    return tuple(sorted(own, key=lambda record: (KINDS.index(record.kind), record.key)))
