"""Trusted lines are counted: which modules, and which of their lines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.trusted import (
    KERNEL,
    ROOT,
    closure,
    code_lines,
    counted,
    imported,
    main,
    modules_of,
    trusted,
)

SOURCE = '''"""What the module holds.

Two lines more.
"""

import os  # a comment beside code

# A comment alone.
class Thing:
    """A docstring."""

    text = """three
lines of
text"""

    def act(self) -> str:
        """Another."""
        from json import loads
        return (
            loads(self.text)
        )
'''


def test_lines_with_code() -> None:
    # import, class, text (3), def, from, return (3).
    assert code_lines(SOURCE) == 10
    assert code_lines("") == code_lines('"""Nothing."""\n\n# Nothing.\n') == 0
    assert code_lines("x = 1\n'not a docstring here'\n") == 2


def test_imports_anywhere() -> None:
    assert set(imported(SOURCE)) == {"os", "json", "json.loads"}
    with pytest.raises(ValueError, match="relative"):
        list(imported("from .sorts import Sort\n"))


def test_what_is_imported_is_followed(tmp_path: Path) -> None:
    for name, source in {
        "one/__init__.py": "", "one/a.py": "def f():\n    from one.b import x\n",
        "one/b.py": "import two.c\nx = 1\n", "two/__init__.py": "import one.d\n", "two/c.py": "",
        "one/d.py": "import json\n", "one/apart.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
    found = closure(["one.a"], tmp_path)
    assert found == ["one", "one.a", "one.b", "one.d", "two", "two.c"]
    assert modules_of("one", tmp_path) == ["one", "one.a", "one.apart", "one.b", "one.d"]
    assert [count.code for count in counted(found, tmp_path)] == [0, 2, 2, 1, 1, 0]


def test_all_that_the_kernel_loads_is_counted() -> None:
    modules = modules_of(KERNEL)
    script = f"import sys, {', '.join(modules)}\nprint(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    loaded = {name for name in told if name.split(".")[0] == "verified"}
    known = {count.module for count in trusted()}
    assert loaded <= known
    assert set(modules) <= known
    rooms = {name.split(".")[1] for name in known if name.startswith("verified.")}
    assert not rooms & {
        "attack", "instances", "language", "papers", "proof", "propose", "reading", "report",
    }
    # What authors write and no tree has.
    assert "verified.syntax.combinations" not in known


def test_the_command_prints_rooms_and_modules(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    rooms = capsys.readouterr().out
    assert "verified.kernel " in rooms
    assert "all of recheck " in rooms
    main(["--modules"])
    modules = capsys.readouterr().out
    kernel = [line.split() for line in modules.splitlines() if line.startswith("verified.kernel")]
    (told,) = [line.split() for line in rooms.splitlines() if line.startswith("verified.kernel")]
    assert sum(int(row[3]) for row in kernel) == int(told[3]) > 1000
