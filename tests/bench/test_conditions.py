"""The tool that takes conditions out: what it changes, and what it says of a tiny package."""

from __future__ import annotations

import ast
import gc
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.conditions import __main__ as command
from bench.conditions import exchange
from bench.conditions.mutants import Mutant, checkers, mutants, mutated
from bench.conditions.record import Record, RecordError, compare, read_record, write_record

ROOT = Path(__file__).resolve().parents[2]


def made(text: str, numeric: bool = False) -> list[Mutant]:
    return mutants("one.py", text, checkers([ast.parse(text)]), numeric)


def changes(text: str, numeric: bool = False) -> set[tuple[str, str, str]]:
    return {(mutant.operator, mutant.was, mutant.becomes) for mutant in made(text, numeric)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "def f(x):\n    if x < 0:\n        raise ValueError(x)\n    return x",
            {("raise", "raise ValueError(x)", ""), ("order", "x < 0", "x > 0")},
        ),
        (
            "def f(x, y) -> bool:\n    return x <= 1 and y",
            {
                ("verdict", "x <= 1 and y", "True"), ("part", "x <= 1", "True"),
                ("part", "y", "True"), ("order", "x <= 1", "x >= 1"),
            },
        ),
        # Of what may be undefined the verdict that lets more through is False.
        ("def may_fail(x) -> bool:\n    return x.bad", {("verdict", "x.bad", "False")}),
        ("def f(x: str) -> bool:\n    return False", {("verdict", "False", "True")}),
        (
            "def f(x) -> int | None:\n    return None",
            {("verdict", "None", "1"), ("verdict", "None", "-1")},
        ),
        (
            "def need(x):\n    if not x:\n        raise ValueError\ndef f(x):\n    need(x)",
            {("raise", "raise ValueError", ""), ("check", "need(x)", "")},
        ),
        (
            "def need(x):\n    if not x:\n        raise ValueError\n    return x\n"
            "def f(x):\n    return g(need(x))",
            {("raise", "raise ValueError", ""), ("check", "need(x)", "x")},
        ),
        # What every comparison of balls leaves open counts as decided.
        (
            "def f(x):\n    if not x > 0:\n        raise ValueError",
            {
                ("raise", "raise ValueError", ""), ("order", "not x > 0", "x <= 0"),
                ("order", "x > 0", "x >= 0"), ("order", "x > 0", "x < 0"),
            },
        ),
        # An assertion that only narrows a type is none.
        (
            "def f(x):\n    assert isinstance(x, int)\n    assert x > 0",
            {("assert", "assert x > 0", "")},
        ),
    ],
)  # fmt: skip
def test_conditions_are_taken_out(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert changes(text) == expected


NEED = "def need(x):\n    if not x:\n        raise ValueError\n"
NEEDED = {("check", "need(x)", ""), ("check", "x.need(x)", "")}


@pytest.mark.parametrize(
    ("others", "what"),
    [
        # A method by the name of the function that it asks.
        ("class A:\n    def need(self, x):\n        need(x)", NEEDED),
        # One that asks itself of a part, and gives what that gives, which is nothing.
        ("class A:\n    def need(self, x):\n        if x.a:\n            return x.need(x.b)\n"
         "        return need(x)", NEEDED),
        ("class A:\n    def need(self, x):\n        raise NotImplementedError", NEEDED),
        # Elsewhere something else by that name, which is no reason not to ask it here.
        ("def need(x) -> bool:\n    return x.a", NEEDED),
        # What changes something is done for that.
        ("class A:\n    def need(self, x):\n        self.x = x\n        need(x)", set()),
        ("def need(x):\n    for part in x:\n        yield part", set()),
        ("def need(x):\n    x.add(1)", set()),
    ],
)  # fmt: skip
def test_a_name_is_asked_to_refuse_if_all_its_functions_are(
    others: str, what: set[tuple[str, str, str]]
) -> None:
    text = f"{NEED}{others}\ndef f(x):\n    need(x)\n    x.need(x)"
    assert {change for change in changes(text) if change[0] == "check"} == what


def test_a_value_that_isnt_used_is_asked_for_what_it_refuses() -> None:
    text = ("class A:\n    def poly(self, x) -> Poly:\n        return x.a\n"
            "    def real(self, x) -> None:\n        self.poly(x)\n"
            "def f(a, x):\n    a.poly(x)\n    a.real(x)\n    return a.poly(x)")  # fmt: skip
    assert changes(text) == {
        ("check", "self.poly(x)", ""), ("check", "a.poly(x)", ""), ("check", "a.real(x)", "")
    }  # fmt: skip
    # Nothing is said of what a function without a sort gives, as of one of another room.
    assert changes("def g(x):\n    return x.a\ndef f(x):\n    g(x)\n    x.h()") == set()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return x + error", {("term", "x + error", "x"), ("term", "x + error", "error")}),
        # One more or less in a place is no error term.
        ("return x[n + 1] - 1", set()),
        ("return x.upper()", {("end", "x.upper()", "x.lower()")}),
        ("return abs(x)", {("size", "abs(x)", "x")}),
        ("return max(x, y)", {("end", "max(x, y)", "min(x, y)"),
                              ("term", "max(x, y)", "x"), ("term", "max(x, y)", "y")}),
        ("x += error", {("term", "x += error", "")}),
        ("return x.hi", {("end", "x.hi", "x.lo")}),
    ],
)  # fmt: skip
def test_error_terms_are_left_out(line: str, expected: set[tuple[str, str, str]]) -> None:
    text = f"def f(x, y, n, error):\n    {line}"
    assert changes(text, numeric=True) == expected
    assert changes(text) == set()


def test_each_change_is_made_where_it_says() -> None:
    """Of two that read alike each has its own place, and the code around keeps its variables."""
    text = "def f(x, y):\n    return [x > 0 or y, x > 0 or y]"
    found = [m for m in made(text) if (m.operator, m.was) == ("part", "x > 0")]
    assert [m.nth for m in found] == [0, 1]
    values = []
    for mutant in found:
        names: dict[str, object] = {}
        exec(compile(mutated(text, mutant), "one.py", "exec"), names)
        values.append(names["f"](1, 0))  # type: ignore[operator]
    assert values == [[0, True], [True, 0]]


def test_what_is_known_to_let_more_through() -> None:
    """Of a branch that neither refuses nor accepts it isn't known."""
    text = "def f(x):\n    if x.a:\n        raise ValueError\n    return x.b if x.c else x.d"
    assert {(m.operator, m.was, m.weaker) for m in made(text)} == {
        ("raise", "raise ValueError", True), ("branch", "x.c", False),
    }  # fmt: skip


# --- the record -----------------------------------------------------------------------------------


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    record = Record({("a.py", "f", "raise", "raise X", "", 0): None}, {("a.py", "g"): "proposes"})
    write_record(tmp_path / "record.json", record)
    assert read_record(tmp_path / "record.json") == record
    (tmp_path / "record.json").write_text('{"survivors": [{"file": "a.py"}]}')
    with pytest.raises(RecordError, match="is not of the form"):
        read_record(tmp_path / "record.json")


def test_a_run_is_compared_with_the_record() -> None:
    text = "def f(x):\n    if x.a:\n        raise A\n    if x.b:\n        raise B"
    one, two = made(text)
    gone = ("one.py", "f", "raise", "raise C", "", 0)
    record = Record({two.name: "doubled", gone: None}, {})
    compared = compare(record, [one, two], [one], [one, two])
    assert (compared.new, compared.open) == ([one], [])
    assert (compared.caught, compared.gone) == ([two.name], [gone])
    # What wasn't tried wasn't caught.
    assert compare(record, [one, two], [], [one]).caught == []


def test_functions_are_found_that_the_collector_was_told_to_leave_alone(tmp_path: Path) -> None:
    """Else no change is made, and each is said to survive."""
    gc.freeze()
    place = Path(exchange.__file__).resolve()
    loaded = exchange.Loaded(place.parents[2], [place])
    assert ("Loaded.exchange", exchange.Loaded.exchange.__code__.co_firstlineno) in (
        loaded.functions[place])
    loaded.functions[place] = {}
    code = compile("", str(place), "exec")
    with pytest.raises(RuntimeError, match="no function"):
        loaded.exchange(place, code, code)


def test_each_survivor_of_the_project_is_in_the_code() -> None:
    """The list doesn't outlive what it speaks of."""
    record = read_record(ROOT / command.RECORD)
    files = {path for path, *_ in (*record.survivors, *record.proposals)}
    chosen = {path: room for path, room in command.chosen_files(ROOT, []).items() if path in files}
    assert set(chosen) == files
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in chosen}
    every, _ = command.all_mutants(ROOT, chosen, texts, None)
    assert {mutant.name for mutant in every} >= set(record.survivors)
    functions = {(path, ".".join(names)) for path, text in texts.items()
                 for names in _functions(ast.parse(text))}  # fmt: skip
    assert functions >= set(record.proposals)
    assert all(reason for reason in record.proposals.values())


def _functions(node: ast.AST, names: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            found += [(*names, child.name), *_functions(child, (*names, child.name))]
        else:
            found += _functions(child, names)
    return found


# --- the command ----------------------------------------------------------------------------------

RULES = """
def half(n):
    if not isinstance(n, int):
        raise TypeError("not whole")
    if n % 2:
        raise ValueError("odd")
    return n // 2


def idle(n):
    if n:
        raise ValueError("never asked")
"""
TESTS = """
import pytest
from verified.kernel.rules import half


def test_half():
    assert half(4) == 2


def test_a_float_is_refused():
    with pytest.raises(TypeError):
        half(4.0)
"""
MORE = """

def test_an_odd_number_is_refused():
    with pytest.raises(ValueError):
        half(3)
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    for name in ("verified/__init__.py", "verified/kernel/__init__.py", "tests/__init__.py",
                 "tests/kernel/__init__.py"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "verified/kernel/rules.py").write_text(RULES)
    (tmp_path / "tests/kernel/test_rules.py").write_text(TESTS)
    return tmp_path


def run(tiny: Path, *options: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.conditions", "--root", str(tiny), "--workers", "1", *options],
        cwd=tiny, capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_a_tiny_package(tiny: Path) -> None:
    """What no test notices is told, listed, and struck off the list when a test does."""
    code, told = run(tiny)
    assert code == 1
    assert "new survivor: verified/kernel/rules.py:6 half: raise: raise ValueError('odd')" in told
    assert "rules.py:12 idle: raise: raise ValueError('never asked') (no test)" in told
    assert "not whole" not in told
    code, told = run(tiny, "--store", "--log", str(tiny / "log"))
    assert code == 0
    listed = json.loads((tiny / "tests/conditions.json").read_text())
    assert [entry["function"] for entry in listed["survivors"]] == ["half", "idle"]
    verdicts = [json.loads(line) for line in (tiny / "log").read_text().splitlines()]
    assert [(one["caught"], one["line"]) for one in verdicts if one["caught"]] == [("failed", 4)]

    test = tiny / "tests/kernel/test_rules.py"
    test.write_text(test.read_text() + MORE)
    (tiny / "verified/kernel/rules.py").write_text(RULES.split("\n\n\ndef idle")[0] + "\n")
    code, told = run(tiny)
    assert code == 1
    assert "caught now, but in the list: verified/kernel/rules.py half: raise" in told
    assert "gone, but in the list: verified/kernel/rules.py idle: raise" in told
    assert "survivor" not in told


def test_what_was_traced_for_one_room_serves_another(tiny: Path) -> None:
    """Else no test would seem to reach what a test that is known reaches in a room run later."""
    run(tiny, "verified/kernel")
    (tiny / "verified/quantities").mkdir()
    (tiny / "verified/quantities/__init__.py").write_text("")
    (tiny / "verified/quantities/more.py").write_text(RULES.split("\n\n\ndef idle")[0] + "\n")
    both = TESTS.replace("kernel.rules", "quantities.more") + MORE
    test = tiny / "tests/kernel/test_rules.py"
    test.write_text(both + "    from verified.kernel.rules import half as other\n    other(2)\n")
    code, told = run(tiny, "verified/kernel", "--tests", "tests/kernel")
    assert code == 1
    code, told = run(tiny, "verified/quantities", "--tests", "tests/kernel")
    assert (code, "survivor" in told) == (0, False)


def test_what_the_user_gets_wrong(tiny: Path) -> None:
    code, told = run(tiny, "nowhere.py")
    assert (code, told) == (2, "error: nowhere.py is not there\n")
    code, told = run(tiny, "tests")
    assert code == 2
    assert "has no module whose conditions are tested" in told


def test_tests_that_cannot_be_collected(tiny: Path) -> None:
    """What they would catch isn't said to survive."""
    (tiny / "tests/kernel/test_more.py").write_text("import nothing_of_that_name\n")
    code, told = run(tiny)
    assert code == 2
    assert "could not collect tests/kernel (tests/kernel/test_more.py)" in told
    assert "survivor" not in told


def test_lines_that_a_branch_changed(tiny: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments],
            cwd=tiny, check=True, capture_output=True,
        )  # fmt: skip

    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "one")
    git("checkout", "-b", "other")
    rules = tiny / "verified/kernel/rules.py"
    rules.write_text(RULES.replace("n % 2", "n % 2 == 1"))
    (tiny / "verified/kernel/new.py").write_text("a = 1\n")
    git("commit", "-am", "two")
    changed = command.changed_lines(tiny, "")
    assert changed["verified/kernel/rules.py"] == {5}
    assert 1 in changed["verified/kernel/new.py"]
    # Around a line that was taken out.
    rules.write_text(RULES.replace('        raise ValueError("odd")\n', ""))
    assert command.changed_lines(tiny, "main")["verified/kernel/rules.py"] == {5, 6}
    with pytest.raises(command.UsageError, match="git diff"):
        command.changed_lines(tiny, "nobody")
