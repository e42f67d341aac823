"""What is kept of a check: taken again where nothing that it rests on has changed, there alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import verified
from verified.attack import attack
from verified.kernel.values import Rejected
from verified.language import KL, TV, Pmf, Size, claim
from verified.proof.evidence import STORE
from verified.quantities.divergences import total_variation
from verified.report import checking, digests, tasks
from verified.report.checking import Keeping
from verified.report.results import LEFT, MOST, Results
from verified.report.run import Settings
from verified.report.tasks import Kept, Task, attack_task, proof_task, work
from verified.syntax.quantity import QUANTITIES

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
PINSKER = claim("pinsker", forall=[P, Q], then=2 * TV(P, Q) ** 2 <= KL(P, Q))
WEAKER = claim("pinsker", forall=[P, Q], then=TV(P, Q) ** 2 <= KL(P, Q))
PROVED = "lemma/support-entropy.rows"
SETTINGS = Settings(budget=200)


@pytest.fixture
def results(tmp_path: Path) -> Results:
    return Results(tmp_path / "results")


@pytest.fixture
def fresh() -> Iterator[None]:
    """Digests of records are worked out anew, before and after."""
    caches = digests.quantity_digest, digests.definition_digest
    for kept in caches:
        kept.cache_clear()
    yield
    for kept in caches:
        kept.cache_clear()


def files(results: Results) -> list[Path]:
    assert results.folder is not None
    return sorted(results.folder.glob("*/*.json"))


# --- keeping --------------------------------------------------------------------------------------


def test_a_result_is_taken_again(results: Results) -> None:
    results.keep("attack", "ab", "mine/x", {"seconds": 1.5})
    assert results.get("attack", "ab") == {"seconds": 1.5}
    assert results.get("attack", "cd") is None
    assert results.get("proof", "ab") is None
    assert not results.notes


def test_fresh_takes_none_and_keeps_the_new(results: Results) -> None:
    results.keep("attack", "ab", "mine/x", 1)
    anew = Results(results.folder, fresh=True)
    assert anew.get("attack", "ab") is None
    anew.keep("attack", "ab", "mine/x", 2)
    assert results.get("attack", "ab") == 2


@pytest.mark.parametrize("damage", [
    lambda text: text[:-9], lambda text: text.replace('"result": 1', '"result": 2'),
    lambda text: "", lambda text: "[]", lambda text: text.replace('"kind": "attack"', '"kind": 1'),
    lambda text: text.replace('"schema": 1', '"schema": 2'), lambda text: "[" * 100_000,
])
def test_what_is_damaged_is_noted_and_not_taken(results: Results, damage: object) -> None:
    results.keep("attack", "ab", "mine/x", 1)
    (path,) = files(results)
    path.write_text(damage(path.read_text()))  # type: ignore[operator]
    assert results.get("attack", "ab") is None
    assert "is damaged" in results.notes[0]


def test_another_key_s_file_is_not_taken(results: Results) -> None:
    results.keep("attack", "ab", "mine/x", 1)
    (path,) = files(results)
    path.rename(path.with_name("cd.json"))
    assert results.get("attack", "cd") is None


def test_a_folder_that_can_t_be_written_to_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    results = Results(tmp_path / "file" / "results")
    results.keep("attack", "ab", "mine/x", 1)
    assert "can't be written to" in results.notes[0]
    assert results.folder is None


def test_those_unused_for_longest_are_let_go(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verified.report.results.MOST", 6)
    monkeypatch.setattr("verified.report.results.LEFT", 4)
    assert LEFT < MOST
    for number in range(8):
        results.keep("attack", f"{number}", "mine/x", number)
    results.close()
    assert len(files(results)) == 4


# --- what a result rests on -----------------------------------------------------------------------


def key(task: Task, results: Results) -> str | None:
    return Kept(results)._key(task)


def test_an_attack_rests_on_its_statement_and_settings(results: Results) -> None:
    same, other = (key(attack_task(leaf, SETTINGS, False), results) for leaf in (PINSKER, WEAKER))
    assert same == key(attack_task(PINSKER, SETTINGS, False), results)
    seeded = key(attack_task(PINSKER, replace(SETTINGS, seed=1), False), results)
    longer = key(attack_task(PINSKER, replace(SETTINGS, budget=400), False), results)
    proved = key(attack_task(PINSKER, SETTINGS, True), results)
    assert len({same, other, seeded, longer, proved}) == 5
    # How many processes work is nothing to it.
    assert same == key(attack_task(PINSKER, replace(SETTINGS, workers=2), False), results)


@pytest.mark.parametrize(
    "then", [4 * TV(P, Q) ** 2 <= KL(P, Q), KL(P, Q) <= TV(P, Q), KL(P, Q) > 0]
)
def test_what_is_false_is_refuted_where_it_passes_for_proved(then: Any) -> None:
    """However short the attack on what is proved: a kernel that proves too much is noticed."""
    leaf = claim("false", forall=[P, Q], then=then)
    found = work(attack_task(leaf, Settings(budget=3000, seconds=10.0, enough=0.6), True), leaf)
    assert found["report"]["status"] == "refuted"


def test_what_is_proved_has_a_shorter_time_only_where_others_have() -> None:
    for enough, own in ((0.6, tasks.PROVED_ENOUGH), (None, None)):
        (settings,) = attack_task(PINSKER, replace(SETTINGS, enough=enough), True).arguments
        assert (settings.seconds, settings.enough) == (tasks.PROVED_SECONDS, own)
        (settings,) = attack_task(PINSKER, replace(SETTINGS, enough=enough), False).arguments
        assert settings.enough == enough


def test_what_is_proved_has_a_witness_only_where_that_is_asked_for(results: Results) -> None:
    bounded = claim("bounded", forall=[P, Q], given=[TV(P, Q) <= 1], then=KL(P, Q) >= 0)
    asked, left_out = SETTINGS, replace(SETTINGS, witnesses=False)
    for settings, proved, has in (
        (asked, True, True), (left_out, True, False), (left_out, False, True)
    ):
        report = work(attack_task(bounded, settings, proved), bounded)["report"]
        assert report["status"] == "survived"
        assert (report["witness"] is not None) is has
    keys = {key(attack_task(bounded, settings, True), results) for settings in (asked, left_out)}
    assert len(keys) == 2
    # What can't be met isn't told to be so then.
    empty = claim("empty", forall=[P, Q], given=[TV(P, Q) > 1], then=KL(P, Q) >= 0)
    assert work(attack_task(empty, left_out, True), empty)["report"]["status"] == "untried"


def test_an_attack_rests_on_the_quantities_that_it_speaks_of(
    results: Results, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    task = attack_task(PINSKER, SETTINGS, False)
    before = key(task, results)
    for head, rests in (("total_variation", True), ("capacity", False)):
        record = QUANTITIES[head]
        changed = replace(record, reading=lambda *_: 0)
        monkeypatch.setitem(QUANTITIES, head, changed)
        digests.quantity_digest.cache_clear()
        found = key(attack_task(PINSKER, SETTINGS, False), results)
        assert (found != before) is rests
        monkeypatch.setitem(QUANTITIES, head, record)


def test_what_is_for_readers_alone_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    before = digests.quantity_digest("total_variation")
    told = replace(total_variation, doc="Something else.", examples=())
    monkeypatch.setitem(QUANTITIES, "total_variation", told)
    digests.quantity_digest.cache_clear()
    assert digests.quantity_digest("total_variation") == before


def test_a_quantity_rests_on_those_of_its_definition(
    monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    before = digests.quantity_digest("hellinger")
    monkeypatch.setitem(QUANTITIES, "sqrt", replace(QUANTITIES["sqrt"], reading=lambda *_: 0))
    digests.quantity_digest.cache_clear()
    assert digests.quantity_digest("hellinger") != before


def test_a_proof_rests_on_its_file_and_on_the_definitions_that_it_cites(
    results: Results, monkeypatch: pytest.MonkeyPatch, fresh: None, tmp_path: Path
) -> None:
    task = proof_task(PROVED, STORE)
    assert task is not None
    before = key(task, results)
    written: bytes = task.arguments[0]
    (cited, *_) = sorted(set(digests._DEFINITION.findall(written)))
    monkeypatch.setattr(digests, "definition_digest",
                        lambda name: "changed" if name == cited.decode() else "as it was")
    assert key(proof_task(PROVED, STORE), results) != before  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "module"), [
    ("proof", "verified.kernel.normaliser"), ("proof", "verified.syntax.serial"),
    ("play", "verified.numbers.ball_arrays"), ("attack", "verified.attack.polish"),
    ("attack", "verified.quantities.notions"), ("finding", "verified.report.findings"),
])
def test_results_rest_on_the_code_that_works_them_out(
    kind: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = tasks.ROOTS[kind]
    before = digests.code_digest(*roots)
    source = digests._source
    monkeypatch.setattr(
        digests, "_source", lambda name: source(name) + ("\nX = 1" if name == module else ""))
    digests.code_digest.cache_clear()
    assert digests.code_digest(*roots) != before
    monkeypatch.undo()
    digests.code_digest.cache_clear()


def test_a_new_quantity_leaves_the_code_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    roots = tasks.ROOTS["attack"]
    before, source = digests.code_digest(*roots), digests._source
    more = '\nnew = quantity("new", [P, Q], doc="New.")\n'
    monkeypatch.setattr(digests, "_source", lambda name: source(name) + (
        more if name == "verified.quantities.divergences" else ""))
    digests.code_digest.cache_clear()
    digests._without_records.cache_clear()
    assert digests.code_digest(*roots) == before
    monkeypatch.undo()
    digests.code_digest.cache_clear()


def test_digests_are_those_of_another_process() -> None:
    import subprocess
    import sys

    script = (
        "from verified.report import digests, tasks\nimport verified.language\n"
        "print(digests.quantity_digest('capacity'), digests.code_digest(*tasks.ROOTS['play']))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True,
                         env={"PYTHONHASHSEED": "7"})
    here = digests.quantity_digest("capacity"), digests.code_digest(*tasks.ROOTS["play"])
    assert ran.stdout.split() == list(here)


def test_a_module_changed_meanwhile_keeps_nothing(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verified, "STARTED", 0.0)
    assert key(attack_task(PINSKER, SETTINGS, False), results) is None
    assert "was changed since this began" in results.notes[0]
    assert results.folder is None


# --- results of tasks -----------------------------------------------------------------------------


def test_evidence_that_does_not_hold_is_not_kept(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reject(*_: object) -> None:
        raise Rejected("no")

    monkeypatch.setattr(tasks, "check_written", reject)
    task = proof_task(PROVED, STORE)
    assert task is not None
    assert Kept(results).result(task) is None
    assert not files(results)


def test_a_kept_attack_is_that_which_was_made(results: Results) -> None:
    task = attack_task(PINSKER, SETTINGS, False)
    made = Kept(results).result(task, PINSKER)
    (path,) = files(results)
    assert json.loads(path.read_text())["of"] == PINSKER.name
    # Nothing is worked out: without the claim it couldn't be.
    assert Kept(results).result(task) == json.loads(json.dumps(made))


def test_both_limits_are_the_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, float]] = []

    def attacked(*given: Any, **options: Any) -> Any:
        asked.append((options["enough"], options["seconds"]))
        return attack(*given, **options | {"enough": None, "seconds": None})

    monkeypatch.setattr("verified.attack.attack", attacked)
    quick = replace(SETTINGS, seconds=9.0, enough=1.0)
    assert work(attack_task(PINSKER, quick, False), PINSKER)["report"]["status"] == "survived"
    assert asked == [(1.0, 9.0)]


def test_results_of_a_second_are_kept_together_and_the_last_ones_however_it_ends(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Any] = []
    monkeypatch.setattr(tasks, "check_unchanged", looked.append)
    made = [attack_task(leaf, SETTINGS, proved)
            for leaf in (PINSKER, WEAKER) for proved in (False, True)]
    for task in made:
        assert key(task, results) is not None

    def ended_early() -> None:
        with Keeping(Kept(results)) as keeping:
            for task in made[:3]:
                keeping.add(task, {"of": task.arguments[0].budget})
            assert not files(results)
            assert not looked
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ended_early()
    assert len(files(results)) == 3
    assert len(looked) == 1
    monkeypatch.setattr(checking, "KEPT_EVERY", -1.0)
    with Keeping(Kept(results)) as keeping:
        keeping.add(made[3], {})
        assert len(files(results)) == 4


def test_none_is_kept_of_results_that_wait_while_a_module_changes(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = results.folder
    assert folder is not None
    with Keeping(Kept(results)) as keeping:
        keeping.add(attack_task(PINSKER, SETTINGS, False), {})
        monkeypatch.setattr(verified, "STARTED", 0.0)
    assert results.folder is None
    assert not list(folder.glob("*/*.json"))
    assert "was changed since this began" in results.notes[0]
