"""What share of the instances that are drawn the hypotheses leave out: python -m bench.discarded.

For each claim with hypotheses structures and points are drawn as a round of the search draws them.
A point that the hypotheses leave out costs its evaluation and shows nothing; where all of a batch
are left out, the climbs begin outside.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.stick.false_claims import FALSE_CLAIMS
from bench.stick.true_claims import TRUE_CLAIMS
from verified.attack.objective import Objective
from verified.attack.search import BATCH, FREE_BATCH, Searcher
from verified.attack.within import moved_within
from verified.instances.draw import draw_points
from verified.language import Claim
from verified.measures.readings import Unreadable
from verified.numbers.limits import OutOfTime
from verified.papers import all_claims
from verified.syntax.sorts import ClaimError

# A claim's draws end after so many seconds.
_SECONDS = 10.0


@dataclass(frozen=True)
class Share:
    """What became of a claim's draws.

    Attributes:
        points: how many were drawn.
        discarded: the share of these that the hypotheses leave out.
        batches: of how many structures.
        empty: the share of batches that are left out whole.
        moved: of these, the share of which points can be moved to the edge of the hypotheses.
    """

    name: str
    points: int
    discarded: float
    batches: int
    empty: float
    moved: float


def measured(claim: Claim, rounds: int, seed: int) -> Share | None:
    """A claim's share; None where nothing is drawn."""
    assert claim.statement is not None
    searcher = Searcher(claim.name, claim.statement, "refutation", seed)
    searcher.limit(time.monotonic() + _SECONDS)
    points = kept = batches = empty = moved = 0
    for index in range(rounds):
        rng = np.random.default_rng([seed, index])
        drawn = searcher.draw(rng)
        if drawn is None:
            continue
        layout, tight = drawn
        objective = Objective(
            layout, searcher.target.given, searcher.target.conclusion, tight, searcher.deadline
        )
        objective.possible()
        batch = draw_points(layout, FREE_BATCH if layout.free else BATCH, rng, **searcher.near)
        try:
            feasible = objective.score(batch).feasible
            points += len(feasible)
            kept += int(feasible.sum())
            batches += 1
            if not feasible.any():
                empty += 1
                moved += moved_within(objective, batch, feasible, rng) is not None
        except OutOfTime:
            break
        except (Unreadable, ClaimError, MemoryError):
            continue
    if not points:
        return None
    return Share(
        claim.name, points, 1 - kept / points, batches, empty / batches, moved / max(1, empty)
    )


def claims_of(only: str | None) -> list[Claim]:
    """The claims that have hypotheses."""
    found: list[Claim] = []
    if only in (None, "stick"):
        found += [record.claim for record in FALSE_CLAIMS]
        found += TRUE_CLAIMS
    if only in (None, "papers"):
        found += [leaf for row in all_claims() for leaf in row.leaves()]
    return [
        claim for claim in found
        if claim.statement is not None and claim.statement.given
        and claim.statement.quantifier == "forall"
    ]


def table(shares: Iterable[Share], worst: int) -> Table:
    """The worst shares."""
    made = Table(title="draws that hypotheses leave out", title_justify="left")
    for heading in ("claim", "draws", "left out", "batches left out", "of these moved"):
        made.add_column(heading, justify="left" if heading == "claim" else "right")
    for one in sorted(shares, key=lambda one: (-one.discarded, one.name))[:worst]:
        made.add_row(
            one.name, str(one.points), f"{one.discarded:.1%}", f"{one.empty:.1%}",
            f"{one.moved:.1%}" if one.empty else "",
        )
    return made


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    options.add_argument("--only", choices=("stick", "papers"), help="only one of the two sets")
    options.add_argument("--rounds", type=int, default=12, help="structures for each claim")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--worst", type=int, default=40, help="how many to list")
    args = options.parse_args()
    shares = []
    for claim in claims_of(args.only):
        found = measured(claim, args.rounds, args.seed)
        if found is not None:
            shares.append(found)
    console = Console(width=120)
    console.print(table(shares, args.worst))
    total = sum(one.points for one in shares)
    left_out = sum(one.points * one.discarded for one in shares)
    batches = sum(one.batches for one in shares)
    empty = sum(one.batches * one.empty for one in shares)
    moved = sum(one.batches * one.empty * one.moved for one in shares)
    console.print(
        f"{len(shares)} claims with hypotheses, {total} draws: {left_out / max(1, total):.1%} left "
        f"out; of {batches} batches {empty / max(1, batches):.1%} left out whole, of which points "
        f"of {moved / max(1.0, empty):.1%} can be moved within"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
