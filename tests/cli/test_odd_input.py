"""Input that nobody means to give: one message and exit code 2, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run, write


def shell(line: str, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    """A line for the shell, `verified` being this one."""
    command = line.replace("verified", f'"{sys.executable}" -m verified', 1)
    return subprocess.run(
        command, shell=True, capture_output=True, encoding=encoding, timeout=100, check=False
    )


@pytest.mark.parametrize("budget", ["0", "-1", str(10**12 + 1), str(10**400)])
@pytest.mark.parametrize("command", ["check", "attack", "power"])
def test_a_budget_is_counted_in_this_world(run: Run, command: str, budget: str) -> None:
    ran = run(command, "cuff-yu-2016/eq-8", "--budget", budget)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"verified: --budget is {budget}; it must be from 1 to 1000000000000\n"


def test_a_parameter_is_given_once(run: Run) -> None:
    ran = run("value", "renyi", "1", "1", "--param", "alpha=2", "--param", "alpha = 3")
    assert (ran.code, ran.out, ran.err) == (2, "", "verified: --param gives alpha twice\n")


def test_an_empty_reading_is_none(run: Run) -> None:
    ran = run("show", "eq-7@")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("verified: unknown reading of cuff-yu-2016/eq-7 ''")


def test_a_negative_width_is_quoted_as_written(run: Run) -> None:
    assert "the width is -1;" in run("value", "entropy", "1", "--width", "-1").err


def test_a_spreadsheets_byte_order_mark_is_no_number(run: Run, tmp_path: Path) -> None:
    (tmp_path / "law.csv").write_bytes(b"\xef\xbb\xbf1/2,1/2\n")
    ran = run("value", "min_entropy", "--file", tmp_path / "law.csv")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == run("value", "min_entropy", "1/2,1/2").out


@pytest.mark.parametrize(
    ("name", "content", "rule"),
    [
        ("law.json", "[" + "9" * 6000 + "]", "a number of more than 4300 digits"),
        ("law.csv", "1" * 200_000, "is no CSV: field larger than field limit"),
    ],
)
def test_endless_numbers(run: Run, tmp_path: Path, name: str, content: str, rule: str) -> None:
    ran = run("value", "entropy", "--file", write(tmp_path, name, content))
    assert (ran.code, ran.out) == (2, "")
    assert rule in ran.err
    assert len(ran.err) < 300


def test_an_npy_file_that_promises_more_than_memory_holds(run: Run, tmp_path: Path) -> None:
    import numpy as np

    with (tmp_path / "law.npy").open("wb") as stream:
        header = {"descr": "<f8", "fortran_order": False, "shape": (10**15,)}
        np.lib.format.write_array_header_1_0(stream, header)
    ran = run("value", "entropy", "--file", tmp_path / "law.npy")
    assert (ran.code, ran.out) == (2, "")
    assert "is not a whole NPY file of numbers" in ran.err


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("x = " + "-" * 100_000 + "1", "nested too deeply"),
        ("x = " + " + ".join(["1"] * 100_000), "nested too deeply"),
        ("x = []\nx.append(x)\n", "holds no claim"),
        ("x = 1\0", "mine.py: source code"),
    ],
)
def test_claim_files_that_no_one_writes(run: Run, tmp_path: Path, source: str, rule: str) -> None:
    ran = run("attack", write(tmp_path, "mine.py", source))
    assert (ran.code, ran.out) == (2, "")
    assert rule in ran.err
    assert ran.err.count("\n") == 1


def test_a_bound_beyond_the_largest_float_is_attacked(run: Run, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "mine.py",
        "from verified.language import *\n"
        'P = Pmf("P", Size("n"))\n'
        'true = claim("true", forall=[P], then=H(P) >= -10**400)\n'
        'false = claim("false", forall=[P], then=H(P) >= 10**400)\n',
    )
    ran = run("attack", path, "--budget", "300")
    assert ran.code == 1, ran.err
    assert "mine/true: survived" in ran.out
    assert "mine/false: refuted" in ran.out


@pytest.mark.skipif(os.name != "posix", reason="it is said to a POSIX shell")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("verified list 'property-3' >&-", 0),
        ("verified --help >&-", 0),
        ("verified check cuff-yu-2016/eq-8 --budget 300 2>&-", 0),
        ("verified value entropy 1,1 >&- 2>&- <&-", 2),
    ],
)
def test_closed_streams_stop_nothing(line: str, code: int) -> None:
    ran = shell(line)
    assert (ran.returncode, ran.stderr) == (code, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_output_without_the_letters(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    ran = shell("verified value", encoding)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert r"\u2016" in ran.stdout
    listed = shell("verified list cuff-yu-2016/eq-7 --json", encoding)
    assert "∀" in json.loads(listed.stdout)[0]["note"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_help_that_can_t_be_written() -> None:
    ran = shell("verified --help >/dev/full")
    assert ran.returncode == 2
    assert ran.stderr == "verified: can't write the output: No space left on device\n"
