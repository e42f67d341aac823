"""Files are written whole or not at all, and bad ones are refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verified.errors import InputError
from verified.report.files import (
    check_writable,
    evidence_text,
    prepare_folder,
    read_json,
    write_evidence,
    write_json,
    write_text,
)
from verified.report.rechecking import EVIDENCE


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_text(path, "old")
    write_json(path, {"a": [1, "é"]})
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": [1, "é"]}
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_text(path, "old")
    with pytest.raises(ValueError, match="JSON compliant"):
        write_json(path, float("nan"))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failing_replacement_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("verified.report.files.os.replace", refuse)
    with pytest.raises(InputError, match="No space left"):
        write_text(tmp_path / "out", "new")
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_followed_and_kept(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    check_writable(Path("/dev/null"))
    write_text(Path("/dev/null"), "gone")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["missing/out.json", "."])
def test_an_unwritable_path_is_refused_before_the_work(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="can't write"):
        check_writable(tmp_path / name)


def test_a_writable_path_is_left_alone(tmp_path: Path) -> None:
    check_writable(tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="can't make the folder"):
        prepare_folder(tmp_path / "file")


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"", "cut off"),
        (b'{"a": [1, 2', "cut off"),
        (b'{"a": "b', "cut off within a string"),
        (b"{a: 1}", "property name"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "too deeply"),
    ],
)
def test_bad_json_is_named_with_its_fault(tmp_path: Path, content: bytes, rule: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=rule) as caught:
        read_json(path)
    assert "bad.json" in str(caught.value)


# --- evidence -------------------------------------------------------------------------------------

STEP = {"rule": "identity", "formula": ["#", 1], "from": [], "data": {"steps": ["json", [1, 2]]}}
PROOF = {
    "kind": "proof",
    "statement": {"variables": [["x", ["real", None]]], "given": []},
    "parts": {"induction": None, "lists": [{"fixed": [["a", "b"]], "steps": [STEP, STEP]}]},
    "cites": {"mine/é": {"variables": []}, "mine/other": {}},
    "shared": [["var", "x"], ["op", [["#", 0]]]],
    "seal": "0",
}
LINES = """\
{
 "kind": "proof",
 "statement": {"variables": [["x", ["real", null]]], "given": []},
 "parts": {
  "induction": null,
  "lists": [
   {
    "fixed": [
     ["a", "b"]
    ],
    "steps": [
     {"rule": "identity", "formula": ["#", 1], "from": [], "data": {"steps": ["json", [1, 2]]}},
     {"rule": "identity", "formula": ["#", 1], "from": [], "data": {"steps": ["json", [1, 2]]}}
    ]
   }
  ]
 },
 "cites": {
  "mine/é": {"variables": []},
  "mine/other": {}
 },
 "shared": [
  ["var", "x"],
  ["op", [["#", 0]]]
 ],
 "seal": "0"
}
"""
PLAY = {
    "kind": "play", "moves": {"n": 2, "P": ["1/2", "1/2"]}, "bounds": {},
    "evidence": [[None, ["0", "1"]], [["0", "1"], None]],
}


def test_each_step_has_a_line() -> None:
    assert evidence_text(PROOF) == LINES


def test_each_move_has_a_line_also_in_a_list_of_plays() -> None:
    lines = evidence_text([PLAY, PLAY]).splitlines()
    assert lines[:3] == ["[", " {", '  "kind": "play",']
    assert lines.count('   "P": ["1/2", "1/2"]') == 2
    assert lines.count('   [null, ["0", "1"]],') == 2


@pytest.mark.parametrize("value", [PROOF, PLAY, [PLAY], [], {}, {"parts": []}, {"steps": [[]]}])
def test_evidence_is_read_as_it_was_written(tmp_path: Path, value: object) -> None:
    write_evidence(tmp_path / "evidence.json", value)
    assert read_json(tmp_path / "evidence.json") == value


def test_evidence_has_no_number_that_json_has_not(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        write_evidence(tmp_path / "evidence.json", {"steps": [float("inf")]})
    assert list(tmp_path.iterdir()) == []


def test_stored_evidence_is_laid_out_as_it_is_written() -> None:
    files = [file for folder in EVIDENCE for file in sorted(folder.rglob("*.json"))]
    assert len(files) > 700
    other = [file.name for file in files
             if file.read_text(encoding="utf-8") != evidence_text(read_json(file))]
    assert not other
