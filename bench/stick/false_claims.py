"""The 451 false claims, and their halves: one for tuning, one for the final measurement.

Nothing in the engine may be tuned to either half by looking at single claims; the final half is
measured once a release.
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
)

HALVES = ("tuning", "final")


def _place(record: FalseClaim) -> tuple[int, str]:
    """The kind's place, then the hash of the key: an order that knows nothing of the claim."""
    return KINDS.index(record.kind), hashlib.sha256(record.key.encode()).hexdigest()


def half(name: str) -> tuple[FalseClaim, ...]:
    """One half of the stick, "tuning" or "final", with half of each kind in it.

    Raises:
        ValueError: there is no such half.
    """
    if name not in HALVES:
        raise ValueError(f"{name!r} is no half of the stick: {' or '.join(HALVES)}")
    return tuple(sorted(FALSE_CLAIMS, key=_place))[HALVES.index(name) :: 2]
