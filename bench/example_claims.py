"""The verdicts of `examples/claims` as a page: python -m bench.example_claims [--store].

Each claim is proved by the derivation in its file, or attacked. `--store` writes
`examples/claims/README.md`, which a test holds against what the files say and what comes out.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from json import dumps, loads
from pathlib import Path

from verified.attack import attack
from verified.attack.report import Report
from verified.kernel.certificate import check
from verified.kernel.proof import check_proof
from verified.proof.derivation import DERIVATIONS
from verified.proof.library import derive, known_statements
from verified.report.claimfile import load
from verified.report.files import write_text
from verified.report.refutation import explain
from verified.report.run import load_derivations
from verified.report.selection import leaves, nodes
from verified.syntax.claims import Claim

FOLDER = Path(__file__).parents[1] / "examples" / "claims"
PAGE = FOLDER / "README.md"
SEED, BUDGET = 0, 500
# What isn't a paper's own statement: what saves one that falls, says more, or forgets a part.
OWN = ("-repaired", "-sharper", "-slip")

HEAD = """# Claims of other papers

What papers beyond the five of this project claim, typed in from their texts, and what comes of
it. Run one yourself by `verified attack FILE.py` or `verified prove FILE.py:NAME`;
`python -m bench.example_claims --store` writes this page, and a test holds it against the files.
*Proved* means: by the derivation in the file, over all finite alphabets. *Survived* means: not
refuted by {budget} evaluations from seed {seed}, which proves nothing. *Refuted* means: a certified
counterexample. A finding is about a sentence as it is encoded here; how sure we are that it was
meant so is said below.
"""


@dataclass(frozen=True)
class Verdict:
    """What came of a claim: its status, and the report where it was attacked."""

    claim: Claim
    status: str
    steps: int = 0
    report: Report | None = None


def files() -> list[Path]:
    """The claim files, by name."""
    return sorted(FOLDER.glob("*.py"))


@cache
def claims(file: Path) -> tuple[Claim, ...]:
    """The claims of a file that have statements of their own, in its order."""
    load_derivations()
    return tuple(leaves(node for row in load(str(file)) for node in nodes(row)))


def verdict(file: Path, claim: Claim, budget: int = BUDGET) -> Verdict:
    """Prove a claim by its file's derivation, or attack it."""
    if claim.name in DERIVATIONS:
        known = dict(known_statements())
        known |= {leaf.name: leaf.statement for leaf in claims(file) if leaf.statement is not None}
        made = loads(dumps(derive(claim.name, known).certificate()))
        return Verdict(claim, "proved", check_proof(made).steps)
    report = attack(claim, seed=SEED, budget=budget)
    if report.certificate is not None:
        check(report.certificate)
    return Verdict(claim, report.status, report=report)


def is_own(claim: Claim) -> bool:
    """Whether a claim is ours: a repair, or a sharper form."""
    return _row_of(claim).endswith(OWN)


def _row_of(claim: Claim) -> str:
    return claim.parent or claim.key


def told(found: Verdict) -> str:
    """The evidence for a verdict, in a few words."""
    if found.status == "proved":
        return f"derivation, {found.steps} steps"
    if found.status == "refuted":
        return "certified counterexample, below"
    return "search only"


def page(verdicts: dict[Path, list[Verdict]]) -> str:
    """The page that tells the verdicts."""
    return "\n".join(_lines(verdicts)) + "\n"


def _lines(verdicts: dict[Path, list[Verdict]]) -> Iterator[str]:
    yield HEAD.format(budget=BUDGET, seed=SEED)
    yield "| claim | where | verdict | evidence |"
    yield "|---|---|---|---|"
    for file, found in verdicts.items():
        for one in found:
            if not is_own(one.claim):
                yield _row(file, one)
    yield "\n## What was read\n"
    for file, found in verdicts.items():
        paper = found[0].claim.paper
        yield f"- **{paper.authors}**, *{paper.title}* ({paper.year}). {_read(file)}"
    yield "\n## What falls, and what saves it\n"
    for found in verdicts.values():
        for one in found:
            if one.status == "refuted":
                yield from _fallen(one, found)
    yield "## Sharper forms, and what else is ours\n"
    yield "| claim | where | verdict | evidence |"
    yield "|---|---|---|---|"
    for file, found in verdicts.items():
        yield from (_row(file, one) for one in found if is_own(one.claim))


def _row(file: Path, one: Verdict) -> str:
    return f"| [{one.claim.key}]({file.name}) | {one.claim.at} | {one.status} | {told(one)} |"


def _fallen(one: Verdict, found: list[Verdict]) -> Iterator[str]:
    yield f"**{one.claim.key}**, {one.claim.at}. {one.claim.note}\n"
    yield "```text"
    assert one.report is not None
    assert one.report.certificate is not None
    yield str(one.claim.statement)
    yield from explain(one.report.certificate)
    yield "```\n"
    key = one.claim.key
    saved = {f"{key}-repaired", key.removesuffix("-slip")} - {key}
    for other in found:
        if _row_of(other.claim) in saved:
            yield f"Saved by `{other.claim.statement}`: {other.status} ({told(other)}).\n"


def _read(file: Path) -> str:
    """What a file says of the text that was read."""
    for part in ast.parse(file.read_text()).body:
        if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "READ":
            return str(ast.literal_eval(part.value))
    raise ValueError(f"{file.name} doesn't say what was READ")


def main() -> int:
    """Print the page, or store it."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--store", action="store_true", help="write the page into its folder")
    args = options.parse_args()
    found = {file: [verdict(file, claim) for claim in claims(file)] for file in files()}
    if args.store:
        write_text(PAGE, page(found))
    else:
        sys.stdout.write(page(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
