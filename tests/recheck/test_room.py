"""The second checker's room: standard library only, short modules, imports that go one way."""

import ast
import sys
from graphlib import TopologicalSorter

from tests.recheck.room import ROOM

MOST_LINES = 500
FILES = sorted(ROOM.glob("*.py"))
# The comparison runs both checkers, the second one as a program of its own.
OWN = [path for path in FILES if path.name != "compare.py"]


def imported(path):
    """The modules that a module imports, those of this room by their own names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = {f"{node.module}.{name.name}" for name in node.names}
            found |= names if node.module == "recheck" else {node.module}
    return found


def test_it_imports_only_the_standard_library():
    assert len(OWN) > 10
    for path in OWN:
        for name in imported(path):
            top = name.split(".")[0]
            assert top == "recheck" or top in sys.stdlib_module_names, (path, name)


def test_modules_are_short():
    for path in FILES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, path


def test_imports_go_one_way():
    graph = {f"recheck.{path.stem}": {
        name for name in imported(path) if name.startswith("recheck.")} for path in FILES}
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError otherwise
    assert order.index("recheck.errors") < order.index("recheck.forms") < order.index(
        "recheck.proofs") < order.index("recheck.__main__")


def test_nothing_is_computed_in_floats():
    """But for events that are proposed: their ends are exact, and their masses are worked out
    (`test_line.test_whatever_event_is_proposed_the_gain_is_its_own`)."""
    for path in OWN:
        if path.name == "events.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            assert not (isinstance(node, ast.Name) and node.id == "float"), path
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                fine = node.value.id != "math" or node.attr in (
                    "inf", "isqrt", "lcm", "gcd", "prod", "ceil", "floor", "comb")
                assert fine, (path, node.attr)
