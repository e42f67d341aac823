"""`attack` on a reviewer's file: what it finds, tells, writes, and refuses to read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import CLAIMS, Run, write
from verified.kernel.certificate import check
from verified.report.files import evidence_text

QUICK = ("--budget", "3000")


def test_a_false_claim_is_refuted_in_numbers(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "mine.py", CLAIMS)
    out = tmp_path / "refutation.json"
    ran = run("attack", file, *QUICK, "--certificate", out)
    assert ran.code == 1
    assert "mine/pinsker: proved\n  proved already as background/pinsker" in ran.out
    assert "mine/symmetric: refuted" in ran.out
    assert "on this instance:" in ran.out
    assert "but this fails:" in ran.out
    assert "  D(P || Q) <= D(Q || P)" in ran.out
    assert "1 proved, 1 refuted" in ran.out
    checked = check(json.loads(out.read_text()))
    assert (checked.claim, checked.polarity) == ("mine/symmetric", "refutation")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "mine.py", "refutation.json",
    ]
    assert run("recheck", out).code == 0


def test_nothing_found_is_exit_code_0(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "mine.py", CLAIMS)
    out = tmp_path / "none.json"
    ran = run("attack", f"{file}:pinsker", *QUICK, "--certificate", out)
    assert ran.code == 0
    assert "symmetric" not in ran.out
    assert "there is no certificate to write" in ran.out
    assert not out.exists()


def test_json_holds_the_certificate(run: Run, tmp_path: Path) -> None:
    ran = run("attack", write(tmp_path, "mine.py", CLAIMS), *QUICK, "--json")
    found = json.loads(ran.out)
    assert found["schema"] == 1
    assert found["summary"] == {"proved": 1, "refuted": 1}
    by_key = {entry["key"]: entry for entry in found["claims"]}
    assert by_key["mine/pinsker"]["certificate"] is None
    assert by_key["mine/pinsker"]["where"] == "Lemma 1"
    assert check(by_key["mine/symmetric"]["certificate"]).claim == "mine/symmetric"


def test_one_seed_gives_one_answer(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "mine.py", CLAIMS)
    found = [
        json.loads(run("attack", f"{file}:symmetric", *QUICK, "--seed", "7", "--json").out)
        for _ in range(2)
    ]
    moves = [entry["claims"][0]["certificate"]["moves"] for entry in found]
    assert moves[0] == moves[1]


def test_a_claim_of_a_paper_goes_through_the_same_door(run: Run) -> None:
    ran = run("attack", "cuff-yu-2016/eq-9", *QUICK)
    assert ran.code == 0
    assert "cuff-yu-2016/eq-9.forward: proved\n  proved already: " in ran.out


def test_several_refutations_are_one_file_of_certificates(run: Run, tmp_path: Path) -> None:
    text = CLAIMS.replace("2 * TV(P, Q) ** 2 <=", "3 * TV(P, Q) ** 2 <=")
    out = tmp_path / "all.json"
    ran = run("attack", write(tmp_path, "mine.py", text), *QUICK, "--certificate", out)
    assert ran.code == 1
    written = json.loads(out.read_text())
    assert len(written) == 2
    assert out.read_text() == evidence_text(written)
    ran = run("recheck", out)
    assert ran.code == 0
    assert ran.out.count("good: refutes mine/") == 2


def test_claims_in_lists_and_papers_are_found_once(run: Run, tmp_path: Path) -> None:
    text = CLAIMS + (
        "paper = Paper('their-2024')\n"
        "row = paper.claim('row', forall=[P, Q], then=iff(TV(P, Q) <= 0, KL(P, Q) <= 0))\n"
        "several = [pinsker, (symmetric,)]\n"
    )
    ran = run("attack", write(tmp_path, "mine.py", text), "--budget", "500", "--json")
    keys = [entry["key"] for entry in json.loads(ran.out)["claims"]]
    assert keys == [
        "mine/pinsker", "mine/symmetric", "their-2024/row", "their-2024/row.only-if",
        "their-2024/row.if",
    ]


def test_claims_without_a_name_are_attacked_too(run: Run, tmp_path: Path) -> None:
    text = CLAIMS + (
        "for k in (1, 2):\n"
        "    claim(f'loop-{k}', forall=[P], then=H(P) >= k - 2)\n"
        "Paper('their-2024').claim('row', forall=[P], then=H(P) <= 0)\n"
        "_draft = claim('draft', forall=[P], then=H(P) <= 0)\n"
    )
    file = write(tmp_path, "mine.py", text)
    ran = run("attack", file, "--budget", "500", "--json")
    claims = {entry["key"]: entry["status"] for entry in json.loads(ran.out)["claims"]}
    # What a loop states under one name is stated several times, and a draft is nobody's business.
    assert list(claims) == [
        "mine/pinsker", "mine/symmetric", "mine/loop-1", "mine/loop-2", "their-2024/row",
    ]
    assert claims["their-2024/row"] == "refuted"
    assert run("attack", f"{file}:row", "--budget", "500").code == 1
    assert run("attack", f"{file}:draft", "--budget", "500").code == 2


def test_a_nameless_claim_needs_its_own_key(run: Run, tmp_path: Path) -> None:
    text = CLAIMS + "claim('pinsker', forall=[P], then=H(P) >= 1)\n"
    ran = run("attack", write(tmp_path, "mine.py", text))
    assert ran.code == 2
    assert "mine.py has two claims with the key mine/pinsker" in ran.err


def test_a_neighbours_claims_are_its_own(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "beside_mine.py", CLAIMS + "claim('other', forall=[P], then=H(P) <= 0)\n")
    file = write(tmp_path, "mine.py", "import beside_mine\n" + CLAIMS)
    ran = run("attack", file, "--budget", "500", "--json")
    keys = [entry["key"] for entry in json.loads(ran.out)["claims"]]
    assert keys == ["mine/pinsker", "mine/symmetric"]


def test_a_file_may_import_its_neighbours(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "neighbour_of_mine.py", CLAIMS)
    file = write(tmp_path, "mine.py", "from neighbour_of_mine import pinsker\n")
    assert run("attack", file, "--budget", "500").code == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (", "mine.py, line 1: '(' was never closed"),
        ("", "holds no claim"),
        ("x = 3\n", "holds no claim"),
        ("y = 1\nx = undefined_name\n", "mine.py, line 2: nothing is called undefined_name"),
        ("import sys\nsys.exit(0)\n", "exits Python"),
        (
            "from verified.language import *\nx = claim('k', forall=[], then=KL)\n",
            "mine.py, line 2: in mine/k",
        ),
        (
            "from verified.language import *\nP = Pmf('P', 2)\n"
            "x = claim('k', forall=[P], then=0.1 <= H(P))\n",
            "mine.py, line 3: 0.1: claims have no floats, which are rounded; write",
        ),
        (
            "from verified.language import *\n\nx = claim('k', forall=[Real('e', '>0')],\n"
            "          then=Real('d') > 0)\n",
            "nobody binds d",
        ),
        ("\x00", "mine.py"),
    ],
)
def test_a_bad_claim_file_gets_one_message(
    run: Run, tmp_path: Path, text: str, message: str
) -> None:
    ran = run("attack", write(tmp_path, "mine.py", text))
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert ran.err.startswith("verified: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class Odd(BaseException): pass\nraise Odd('odd')\n", "mine.py, line 2: Odd: odd"),
        ("raise Exception('on\\ntwo lines')\n", "mine.py, line 1: Exception: on two lines"),
        ("def f(): return f()\nf()\n", "RecursionError"),
        (CLAIMS + "second = claim('pinsker', forall=[P], then=H(P) >= 1)\n",
         "mine.py has two claims with the key mine/pinsker"),
        (CLAIMS + "one, two = Paper('doe'), Paper('doe')\n"
         "first = one.claim('same', forall=[P], then=H(P) >= 0)\n"
         "second = two.claim('same', forall=[P], then=H(P) >= 1)\n",
         "mine.py has two claims with the key doe/same"),
    ],
)
def test_a_hostile_claim_file_gets_one_message(
    run: Run, tmp_path: Path, text: str, message: str
) -> None:
    ran = run("attack", write(tmp_path, "mine.py", text))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_what_a_file_prints_is_kept_out_of_the_json(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "mine.py", f"print('hello')\n{CLAIMS}")
    ran = run("attack", f"{file}:pinsker", "--budget", "200", "--json")
    assert json.loads(ran.out)["schema"] == 1
    assert ran.err == "hello\n"


def test_a_file_that_is_no_python_file_is_named(run: Run, tmp_path: Path) -> None:
    for target in (tmp_path, write(tmp_path, "mine.txt", CLAIMS)):
        ran = run("attack", target)
        assert (ran.code, ran.out) == (2, "")
        assert f"{target} is no file of claims" in ran.err


def test_a_key_wins_over_a_folder_of_its_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "property-2").mkdir()
    assert run("attack", "property-2", "--budget", "200").code == 0


def test_patterns_choose_as_in_check(run: Run, tmp_path: Path) -> None:
    def attacked(*targets: Any) -> list[str]:
        ran = run("attack", *targets, "--budget", "100", "--json")
        assert ran.code in (0, 1)
        return [claim["key"] for claim in json.loads(ran.out)["claims"]]

    parts = ["cuff-yu-2016/eq-8.only-if", "cuff-yu-2016/eq-8.if"]
    assert attacked("cuff-yu-2016/eq-8.*") == parts
    assert attacked("eq-8.i?", "cuff-yu-2016/eq-8.*") == [parts[1], parts[0]]
    file = write(tmp_path, "mine.py", CLAIMS)
    assert attacked(f"{file}:pinsker", parts[0])[1:] == parts[:1]


def test_a_pattern_that_chooses_nothing_gets_one_message(run: Run) -> None:
    ran = run("attack", "cuff-yu-2016/eq-8.*", "cuff-yu-2016/nothing-*")
    assert (ran.code, ran.out) == (2, "")
    assert "unknown claim 'cuff-yu-2016/nothing-*'" in ran.err


def test_two_claims_of_one_name_are_not_mixed_up(run: Run, tmp_path: Path) -> None:
    one = write(tmp_path, "one.py", CLAIMS)
    two = write(tmp_path, "two.py", CLAIMS.replace("<=", "<"))
    assert run("attack", one, one, "--budget", "100").code in (0, 1)
    ran = run("attack", one, two)
    assert (ran.code, ran.out) == (2, "")
    assert "than a target before it" in ran.err


def test_an_interrupt_while_the_file_runs_says_so(run: Run, tmp_path: Path) -> None:
    ran = run("attack", write(tmp_path, "mine.py", "raise KeyboardInterrupt\n"))
    assert ran == (130, "", "verified: interrupted\n")


def test_a_device_that_takes_nothing_gets_one_message(run: Run, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    file = write(tmp_path, "mine.py", CLAIMS)
    ran = run("attack", f"{file}:symmetric", *QUICK, "--certificate", "/dev/full")
    assert ran.code == 2
    assert ran.err == "verified: can't write /dev/full: No space left on device\n"


def test_a_missing_file_or_name_gets_one_message(run: Run, tmp_path: Path) -> None:
    ran = run("attack", tmp_path / "nowhere.py")
    assert (ran.code, ran.out) == (2, "")
    assert "No such file" in ran.err
    file = write(tmp_path, "mine.py", CLAIMS)
    ran = run("attack", f"{file}:pinker")
    assert ran.code == 2
    assert "nearest: pinsker" in ran.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--budget", "0"), "--budget is 0; it must be from 1 to"),
        (("--workers", "0"), "--workers is 0"),
        (("--workers", "100000"), "--workers is 100000; it must be from 1 to 256"),
        (("--seed", "-1"), "--seed is -1; it must be at least 0"),
        (("--corpus", "/dev/null/at/all"), "can't make the folder /dev/null/at/all"),
        (("--seconds", "0"), "--seconds is 0.0; it must be a positive number"),
        (("--seconds", "nan"), "--seconds is nan"),
        (("--certificate", "/nowhere/at/all.json"), "can't write /nowhere/at/all.json"),
    ],
)
def test_bad_options_are_refused_before_the_work(
    run: Run, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    ran = run("attack", write(tmp_path, "mine.py", CLAIMS), *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
