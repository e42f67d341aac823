"""The audit's record is what its page says, and the vectors' record what their files hold."""

from __future__ import annotations

import json
from pathlib import Path

from bench.audit import COVERAGE, coverage, page
from verified.audit.catalogue import FUNCTIONS, LIBRARIES
from verified.audit.told import TOLD
from verified.report.stored import audit_rows, audit_run, vector_files

PAGE = Path(__file__).resolve().parents[2] / "docs" / "audit.md"


def test_the_page_has_the_record():
    written = PAGE.read_text(encoding="utf-8")
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in written.splitlines() if line.startswith("| `")
    ]
    assert table == [
        [f"`{row.function}`", row.version, row.promise, row.asked, row.verdict, row.off]
        for row in audit_rows()
    ]
    assert audit_run().partition(",")[0] in written
    # Each finding is told, and nothing else is.
    assert all(bool(row.told) != row.sound for row in audit_rows())


def test_the_pages_are_those_that_the_command_writes():
    assert page(PAGE.read_text(encoding="utf-8")) == PAGE.read_text(encoding="utf-8")
    assert COVERAGE.read_text(encoding="utf-8") == coverage()


def test_words_are_those_of_the_findings():
    told = {row.function: row.told for row in audit_rows() if row.told}
    assert told == {name: one.words for name, one in TOLD.items()}


def test_the_record_is_of_the_catalogue():
    functions = {function.key: function for function in FUNCTIONS}
    for row in audit_rows():
        assert functions[row.function].promise == row.promise
        assert row.function.partition(":")[0] in LIBRARIES
    assert len(audit_rows()) == len(functions)


def test_vectors_are_counted_as_they_are():
    files, flags = vector_files()
    assert len(files) > 50
    known = {flag.name for flag in flags}
    for one in files[::9]:
        held = json.loads(one.path.read_text(encoding="utf-8"))
        tests = [test for group in held["testGroups"] for test in group["tests"]]
        assert one.count == len(tests)
        assert sum(one.flags.values()) == sum(len(test["flags"]) for test in tests)
        assert set(one.flags) <= known
