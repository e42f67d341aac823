"""The claims of other papers have the verdicts that their page tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.example_claims import BUDGET, PAGE, claims, files, is_own, page, verdict
from verified.syntax.claims import Claim

STORED = PAGE.read_text()
# Enough to fall over a claim that is plainly false, and no more.
QUICK = 60
VERDICTS: dict[Path, dict[str, object]] = {}
CLAIMS = [(file, claim) for file in files() for claim in claims(file)]


def stored_status(claim: Claim) -> str:
    (line,) = (line for line in STORED.splitlines() if line.startswith(f"| [{claim.key}]("))
    return line.split(" | ")[2]


def test_twelve_claims_of_eight_papers_beyond_the_five_and_three_that_are_false() -> None:
    from verified.papers import papers

    published = [claim for _, claim in CLAIMS if not is_own(claim)]
    assert len({claim.key for claim in published}) >= 12
    assert len({claim.paper.key for claim in published}) >= 8
    assert not {claim.paper.key for claim in published} & {paper.key for paper in papers()}
    refuted = [claim for claim in published if stored_status(claim) == "refuted"]
    assert len(refuted) >= 3
    keys = {claim.parent or claim.key for _, claim in CLAIMS}
    for claim in refuted:
        assert f"{claim.key}-repaired" in keys
        assert claim.note, "what a charitable reader says of it"


def test_each_claim_says_where_it_stands() -> None:
    for file, claim in CLAIMS:
        assert claim.at
        assert "READ = (" in file.read_text()


@pytest.mark.parametrize(("file", "claim"), CLAIMS, ids=[claim.key for _, claim in CLAIMS])
def test_the_page_tells_the_verdict(file: Path, claim: Claim) -> None:
    stored = stored_status(claim)
    found = verdict(file, claim, BUDGET if stored == "refuted" else QUICK)
    VERDICTS.setdefault(file, {})[claim.key] = found
    assert found.status == stored





def test_the_page_is_what_its_command_writes() -> None:
    """From the verdicts of the tests above, or anew where they weren't run."""
    found = {}
    for file in files():
        known = VERDICTS.get(file, {})
        found[file] = [
            known.get(claim.key) or verdict(
                file, claim, BUDGET if stored_status(claim) == "refuted" else QUICK
            )
            for claim in claims(file)
        ]
    assert page(found) == STORED  # type: ignore[arg-type]
