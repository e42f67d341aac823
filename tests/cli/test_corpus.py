"""`--corpus`: a second run replays what the first came near to; a broken file is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import CLAIMS, Run, write

# False by a hair (Pinsker's constant is 2): some hundreds of evaluations find it.
HARD = CLAIMS + (
    'hard = claim("hard", forall=[P, Q], then=rational("2.00001") * TV(P, Q) ** 2 <= KL(P, Q))\n'
)


@pytest.fixture
def target(tmp_path: Path) -> str:
    return write(tmp_path, "mine.py", HARD) + ":hard"


def evaluations(out: str) -> int:
    [entry] = json.loads(out)["claims"]
    assert entry["status"] == "refuted"
    return int(entry["attack"]["evaluations"])


def test_a_second_run_finds_at_once_what_the_first_found(
    run: Run, tmp_path: Path, target: str
) -> None:
    corpus = tmp_path / "corpus"
    first = run("attack", target, "--corpus", corpus, "--json")
    second = run("attack", target, "--corpus", corpus, "--json")
    assert first.code == second.code == 1
    assert evaluations(second.out) * 20 < evaluations(first.out)


def test_check_keeps_a_corpus_and_replays_it(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    some = ("check", "cuff-yu-2016/eq-9", "--budget", "600", "--corpus", corpus)
    assert run(*some).code == 0
    kept = {path.name: path.read_text() for path in corpus.iterdir()}
    assert kept
    assert all(json.loads(text)["near_misses"] for text in kept.values())
    assert run(*some).code == 0


def _broken(kept: dict[str, Any]) -> dict[str, str]:
    whole = json.dumps(kept)
    near = kept["near_misses"][0]

    def changed(**fields: Any) -> str:
        return json.dumps({**kept, "near_misses": [{**near, **fields}]})

    return {
        "cut off": whole[: len(whole) // 2],
        "empty": "",
        "another schema": json.dumps({**kept, "schema": 99}),
        "a list": "[]",
        "another field": changed(more=1),
        "no list": json.dumps({**kept, "near_misses": 3}),
        "no structure": changed(structure=3),
        "no laws": changed(laws="1/2"),
        "no numbers": changed(laws=[[["a", "b"]]]),
        "nested numbers": changed(laws=[[[["1/2"], ["1/2"]]]]),
        "no reals": changed(reals=None),
        "no places": changed(tight=[["x", "least"]]),
        "not UTF-8": "\udcff",
    }


BROKEN = tuple(_broken({"schema": 1, "near_misses": [{}]}))


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_corpus_is_one_clear_error(
    run: Run, tmp_path: Path, target: str, fault: str
) -> None:
    corpus = tmp_path / "corpus"
    run("attack", target, "--corpus", corpus, "--budget", "300")
    [path] = corpus.iterdir()
    text = _broken(json.loads(path.read_text()))[fault]
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = path.read_bytes()
    ran = run("attack", target, "--corpus", corpus, "--budget", "300")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"verified: {path} is ")
    assert ran.err.count("\n") == 1
    assert path.read_bytes() == before
