"""The stored counts of mutated proofs: whole, of claims of today, and with no refuted mutation."""

from verified.proof.library import leaves
from verified.report.proof_power import KINDS, OUTCOMES
from verified.report.records import stored_proof_power


def test_the_counts_add_up_and_nothing_accepted_was_refuted() -> None:
    for name, found in stored_proof_power().items():
        for kind in KINDS:
            outcomes = {outcome: found.counts.get(f"{kind} {outcome}", 0) for outcome in OUTCOMES}
            assert sum(outcomes.values()) == found.counts.get(f"{kind} made", 0), name
            assert outcomes["refuted"] == 0, name
        assert len(found.redundant) == found.counts.get("dropped redundant", 0), name
        assert found.counts["dropped made"] >= 1, name


def test_the_counts_are_of_claims_of_today() -> None:
    found = stored_proof_power()
    assert len(found) >= MEASURED
    assert not set(found) - set(leaves())


# How many proofs were mutated when the counts were stored.
MEASURED = 354
