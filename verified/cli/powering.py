"""`power`: how small a tampering the attack still refutes, and what the kernel rejects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from verified.cli.shared import (
    BUDGET,
    DIFFERENT,
    INTERRUPTED,
    POWER_SECONDS,
    Patterns,
    Seed,
    Workers,
    app,
    checked_budget,
    checked_seed,
    checked_workers,
    complain,
    selected,
)
from verified.errors import InputError

if TYPE_CHECKING:
    from verified.report.records import Power
    from verified.syntax.claims import Claim


@app.command()
def power(
    patterns: Patterns = None,
    seconds: Annotated[
        float, typer.Option(help="A time limit for each tampering's search.")
    ] = POWER_SECONDS,
    budget: Annotated[int, typer.Option(help="Evaluations for each tampered statement.")] = BUDGET,
    seed: Seed = 0,
    workers: Workers = 2,
    store: Annotated[bool, typer.Option("--store", help="Store what was measured.")] = False,
    proofs: Annotated[
        bool, typer.Option("--proofs", help="Mutate the stored proofs instead.")
    ] = False,
) -> None:
    """Measure how small a tampering with each relation the attack still refutes."""
    if proofs:
        _power_of_proofs(patterns, checked_workers(workers), store)
        return
    from verified.report.files import check_writable
    from verified.report.powering import measure
    from verified.report.records import POWER, store_power
    from verified.report.run import for_each
    from verified.report.selection import leaves
    from verified.report.terminal import leaf_progress, power_table

    if not 0 < seconds < float("inf"):
        raise InputError(f"--seconds is {seconds}; it must be a positive number")
    work = measure(checked_budget(budget), seconds, checked_seed(seed))
    checked_workers(workers)
    wanted = leaves(selected(patterns))
    if store:
        check_writable(POWER)
    measured: dict[str, Power] = {}
    with leaf_progress("tampering", len(wanted)) as advance:

        def done(leaf: Claim, found: Power) -> None:
            measured[leaf.name] = found
            advance(leaf.name)

        whole = for_each(work, wanted, workers, done)
    in_order = {leaf.name: measured[leaf.name] for leaf in wanted if leaf.name in measured}
    power_table(in_order)
    if store:
        store_power(in_order)
    if not whole:
        complain(f"interrupted: {len(measured)} of {len(wanted)} claims were measured")
        raise typer.Exit(INTERRUPTED)


def _power_of_proofs(patterns: list[str] | None, workers: int, store: bool) -> None:
    """Mutate the stored proofs, and count what the kernel made of the mutations.

    With `store`, proofs counted before and unchanged since are passed over.
    """
    from verified.report.files import check_writable
    from verified.report.powering import ProofCampaign
    from verified.report.records import PROOF_POWER
    from verified.report.selection import leaves
    from verified.report.terminal import leaf_progress, proof_power_table, say

    if store:
        check_writable(PROOF_POWER)
    campaign = ProofCampaign(leaves(selected(patterns)), store)
    with leaf_progress("mutating", len(campaign.wanted)) as advance:
        whole = campaign.run(workers, advance)
    proof_power_table(campaign.counted)
    for name, found in campaign.counted.items():
        if found.redundant:
            say(f"{name} holds without {', '.join(found.redundant)}")
    for name, refutations in campaign.refuted.items():
        complain(f"{name}: the kernel accepts what the attack refutes: {'; '.join(refutations)}")
    if not whole:
        raise typer.Exit(INTERRUPTED)
    if campaign.refuted:
        raise typer.Exit(DIFFERENT)
