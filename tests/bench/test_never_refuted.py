"""The campaign against true claims attacks what it should, and its faults are faults."""

import sys

import pytest

from bench import never_refuted
from bench.campaign import Run
from bench.stick.true_claims import TRUE_CLAIMS
from verified.papers import all_claims


def test_all_claims_of_the_papers_and_the_forty_are_attacked(monkeypatch):
    monkeypatch.setattr(never_refuted, "expected_statuses", dict)
    claims, left_out = never_refuted.claims_to_attack()
    leaves = [leaf for row in all_claims() for leaf in row.leaves()]
    assert [claim.name for claim in claims] == [one.name for one in (*leaves, *TRUE_CLAIMS)]
    assert left_out == []


def test_only_a_claim_on_record_as_refuted_is_left_out(monkeypatch):
    names = [leaf.name for row in all_claims() for leaf in row.leaves()]
    record = {names[0]: "refuted", names[1]: "survived", TRUE_CLAIMS[0].name: "refuted"}
    monkeypatch.setattr(never_refuted, "expected_statuses", lambda: record)
    claims, left_out = never_refuted.claims_to_attack()
    kept = [claim.name for claim in claims]
    assert left_out == [names[0]]
    assert names[0] not in kept
    assert {names[1], TRUE_CLAIMS[0].name} <= set(kept)


@pytest.mark.parametrize(
    ("status", "code"), [("survived", 0), ("undecided", 0), ("refuted", 1), ("error", 1)]
)
def test_one_refutation_or_exception_fails_the_campaign(monkeypatch, capsys, status, code):
    def runs(claims, *_):
        for claim in claims:
            worst = claim.name == TRUE_CLAIMS[7].name
            yield Run(claim.name, 0, status if worst else "survived", 0.1, 1, None)

    monkeypatch.setattr(never_refuted, "run_all", runs)
    monkeypatch.setattr(sys, "argv", ["never_refuted", "--seeds", "1", "--only", "true"])
    assert never_refuted.main() == code
    assert ("FAULT" in capsys.readouterr().out) == (code == 1)


def test_a_campaign_that_was_cut_short_fails(monkeypatch, capsys):
    monkeypatch.setattr(never_refuted, "run_all", lambda *_: iter(()))
    monkeypatch.setattr(sys, "argv", ["never_refuted", "--seeds", "1", "--only", "true"])
    assert never_refuted.main() == 1
    assert "not complete" in capsys.readouterr().out
