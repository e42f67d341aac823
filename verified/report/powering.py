"""Measuring how sharp claims are, and mutating proofs, as records with their date and budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from verified.report.proof_power import ProofPower, mutate_proof
from verified.report.records import (
    Mutated,
    Power,
    Tampering,
    store_proof_power,
    stored_proof_power,
)
from verified.report.run import for_each
from verified.syntax.claims import Claim

# What a Ctrl-C, or a machine that goes down, may lose of a campaign.
STORE_EVERY = 10


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
    return Power(_today(), budget, seconds, seed, tamperings)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


class ProofCampaign:
    """Mutates the stored proofs of claims.

    Args:
        store: keep the counts as they come, so that a campaign can be taken up again; what was
            counted of the same proof before isn't counted again.

    Attributes:
        wanted: the claims whose proofs are left to mutate.
        counted: the counts by name, those of before included. A proof with a mutation that the
            kernel accepts and the attack refutes has none that are stored.
        refuted: such mutations, by name.
    """

    def __init__(self, leaves: Sequence[Claim], store: bool) -> None:
        self.store = store
        self.refuted: dict[str, list[str]] = {}
        self.counted: dict[str, Mutated] = {}
        self._waiting: dict[str, Mutated] = {}
        if store:
            known, names = stored_proof_power(), {leaf.name for leaf in leaves}
            self.counted = {
                name: found for name, found in known.items()
                if name in names and found.proof == _seal(name)
            }
        self.wanted = [leaf for leaf in leaves if leaf.name not in self.counted]

    def run(self, workers: int, advance: Callable[[str], None]) -> bool:
        """Mutate what is left; False after Ctrl-C."""

        def done(leaf: Claim, found: tuple[str, ProofPower] | None) -> None:
            if found is not None:
                self._take(leaf.name, *found)
            advance(leaf.name)

        try:
            return for_each(mutate_proof, self.wanted, workers, done)
        finally:
            self._keep()

    def _take(self, name: str, seal: str, found: ProofPower) -> None:
        entry = Mutated(_today(), seal, dict(found.counts), tuple(found.redundant))
        self.counted[name] = entry
        if found.refuted:
            self.refuted[name] = found.refuted
            return
        self._waiting[name] = entry
        if len(self._waiting) == STORE_EVERY:
            self._keep()

    def _keep(self) -> None:
        if self.store and self._waiting:
            store_proof_power(self._waiting)
        self._waiting = {}


def _seal(name: str) -> Any:
    """The seal of the claim's stored proof."""
    from verified.proof.evidence import Evidence

    certificate = Evidence({}).certificate(name)
    return None if certificate is None else certificate.get("seal")


__all__ = ["STORE_EVERY", "ProofCampaign", "measure"]
