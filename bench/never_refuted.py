"""That no true claim is ever refuted: python -m bench.never_refuted.

Attacks every claim of every paper whose recorded status isn't "refuted", and the true
inequalities, each with many seeds. Any refutation is a fault of the engine (or a finding that isn't
on record), and so is an exception.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

from rich.console import Console

from bench.campaign import machine, parser, run_all, with_progress
from bench.stick.true_claims import TRUE_CLAIMS
from verified.language import Claim
from verified.papers import all_claims
from verified.report.files import write_json
from verified.report.records import expected_statuses


def claims_to_attack() -> tuple[list[Claim], list[str]]:
    """The claims held true, readings included, and the names of those recorded as refuted."""
    expected = expected_statuses()
    leaves = [leaf for row in all_claims() for leaf in row.leaves()]
    left_out = [leaf.name for leaf in leaves if expected.get(leaf.name) == "refuted"]
    kept = [leaf for leaf in leaves if expected.get(leaf.name) != "refuted"]
    return [*kept, *TRUE_CLAIMS], left_out


def main() -> int:
    options = parser(__doc__.splitlines()[0], budget=20_000)
    options.add_argument("--only", choices=("papers", "true"), help="only one of the two sets")
    args = options.parse_args()
    claims, left_out = claims_to_attack()
    if args.only:
        true_names = {claim.name for claim in TRUE_CLAIMS}
        claims = [c for c in claims if (c.name in true_names) == (args.only == "true")]
    attacks = run_all(
        claims, args.seeds, args.budget, args.limit_seconds, args.workers, args.processor_time,
        args.runs,
    )
    runs = with_progress(attacks, len(claims) * args.seeds, "attacking true claims")

    console = Console()
    faults = [run for run in runs if run.status in ("refuted", "error")]
    complete = len(runs) == len(claims) * args.seeds
    tally = Counter(run.status for run in runs)
    console.print(f"{len(claims)} claims, {args.seeds} seeds: "
                  + ", ".join(f"{count} {status}" for status, count in sorted(tally.items())))
    console.print(f"left out, on record as refuted: {', '.join(left_out) or 'none'}")
    for run in faults:
        console.print(f"  FAULT {run.name}, seed {run.seed}: {run.status} {run.error}")
    if args.json:
        content = {"schema": 1, "seeds": args.seeds, "budget": args.budget, "left_out": left_out,
                   "tally": dict(tally), "machine": machine(),
                   "runs": [asdict(run) for run in runs]}
        write_json(args.json, content)
    if not complete:
        console.print("not complete")
    return 0 if complete and not faults else 1


if __name__ == "__main__":
    raise SystemExit(main())
