"""Measuring how sharp claims are, as records with their date and budget."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from verified.language.claims import Claim
from verified.report.records import Power, Tampering


def measure(budget: int, seconds: float, seed: int) -> Callable[[Claim], Power]:
    """A function that measures one claim; it can be sent to another process."""
    return partial(_measure, budget=budget, seconds=seconds, seed=seed)


def _measure(claim: Claim, budget: int, seconds: float, seed: int) -> Power:
    from verified.attack import power

    found = power(claim, seed=seed, budget=budget, seconds=seconds)
    tamperings = tuple(
        Tampering(item.kind, item.where, item.smallest, round(item.seconds, 3), item.evaluations)
        for item in found
    )
    date = datetime.now(UTC).date().isoformat()
    return Power(date, budget, seconds, seed, tamperings)


__all__ = ["measure"]
