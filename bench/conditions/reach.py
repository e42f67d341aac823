"""Which tests reach which lines: each test is traced once, by coverage.py, in a process of its own.

The record is kept (`.conditions/`, not in git), and a test traced again only when it or a file that
it reached has changed. What one test leaves in caches hides nothing from the next.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage

from bench.conditions.exchange import Loaded
from bench.conditions.forks import Say, forked

# A test that takes longer than this, traced, is none that is near to a condition.
LONGEST = 60.0
# After how many seconds what was traced is kept, once more.
KEPT_EVERY = 60.0


@dataclass(frozen=True)
class Reached:
    """What a test reached.

    Attributes:
        seconds: of the processor, while it was traced.
        passed: whether it passed; one that fails by itself says nothing of a mutant.
        lines: for each file (from the root), the lines as bits of a number.
        digests: of the test's own file and of those that it reached.
    """

    seconds: float
    passed: bool
    lines: dict[str, int]
    digests: dict[str, str]


class Reach:
    """The record, for tests by their pytest names."""

    def __init__(self, root: Path, tests: dict[str, Reached]) -> None:
        self.root, self.tests = root, tests

    def of(self, path: str, lines: Iterable[int]) -> list[str]:
        """The tests that pass and reach one of these lines, the fastest first."""
        mask = sum(1 << line for line in set(lines))
        found = [
            (reached.seconds, name) for name, reached in self.tests.items()
            if reached.passed and reached.lines.get(path, 0) & mask
        ]  # fmt: skip
        return [name for _, name in sorted(found)]

    def failing(self) -> list[str]:
        """The tests that fail though nothing was changed."""
        return sorted(name for name, reached in self.tests.items() if not reached.passed)


def read_reach(file: Path, root: Path, folders: Sequence[str]) -> Reach:
    """The record that was kept; an empty one if there is none, or if it is of other folders.

    Args:
        folders: those whose files were traced. What a test reached of others the record doesn't
            tell, so that a condition there would seem to be reached by none.
    """
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            data = json.load(stream)
    except (OSError, EOFError, json.JSONDecodeError):
        return Reach(root, {})
    if data.get("folders") != sorted(folders):
        return Reach(root, {})
    tests = {
        name: Reached(
            seconds, passed, {path: int(bits, 16) for path, bits in lines.items()}, digests
        )
        for name, (seconds, passed, lines, digests) in data["tests"].items()
    }
    return Reach(root, tests)


def write_reach(file: Path, reach: Reach, folders: Sequence[str]) -> None:
    """Keep the record, and of which folders it is."""
    data = {
        name: (
            reached.seconds, reached.passed,
            {path: f"{bits:x}" for path, bits in reached.lines.items()}, reached.digests,
        )
        for name, reached in sorted(reach.tests.items())
    }  # fmt: skip
    file.parent.mkdir(exist_ok=True)
    # Another run may be writing, too.
    part = file.with_suffix(f".{os.getpid()}.part")
    with gzip.open(part, "wt", encoding="utf-8", compresslevel=4) as stream:
        json.dump({"folders": sorted(folders), "tests": data}, stream)
    part.replace(file)


class Digests:
    """Digests of files as they are now, each worked out once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.known: dict[str, str] = {}

    def of(self, path: str) -> str:
        """The file's digest; empty where it is gone."""
        if path not in self.known:
            file = self.root / path
            text = file.read_bytes() if file.is_file() else b""
            self.known[path] = hashlib.sha256(text).hexdigest()[:16] if text else ""
        return self.known[path]


def brought_up_to_date(
    reach: Reach,
    items: Sequence[Any],
    sources: Sequence[str],
    run: Callable[[Any], bool],
    loaded: Loaded,
    workers: int,
    told: Callable[[], None],
    keep: Callable[[Reach], None],
) -> Reach:
    """The record with the tests that are new or changed traced again.

    Args:
        items: the tests, as pytest collected them.
        sources: the files, from the root, whose lines are of interest.
        run: runs a test; whether it passed.
        told: called whenever a test was traced.
        keep: called with the record so far every minute, so that a run that is cut off goes on
            where it was.
    """
    digests = Digests(reach.root)
    stale = []
    for item in items:
        known = reach.tests.get(item.nodeid)
        fresh = known is not None and all(
            digests.of(path) == digest for path, digest in known.digests.items()
        )
        if not fresh:
            stale.append(item)
    tests = dict(reach.tests)
    wanted = set(sources)
    tracer = coverage.Coverage(
        data_file=None, config_file=False, check_preimported=False,
        include=[str(reach.root / path) for path in sources],
    )  # fmt: skip
    tracer.set_option("run:disable_warnings", ["no-data-collected"])
    if stale:
        # Begun once here, it begins in each process in a fifth of the time.
        tracer.start()
        tracer.stop()

    def traced(item: Any) -> Callable[[Say], None]:
        def work(say: Say) -> None:
            loaded.cold()
            start = time.process_time()
            tracer.start()
            passed = run(item)
            tracer.stop()
            seconds = time.process_time() - start
            data = tracer.get_data()
            lines = {}
            for file in data.measured_files():
                path = Path(file).relative_to(reach.root).as_posix()
                if path in wanted:
                    lines[path] = sum(1 << line for line in data.lines(file) or ())
            say([seconds, passed, {path: f"{bits:x}" for path, bits in lines.items()}])

        return work

    by_name = {item.nodeid: item for item in stale}
    tasks = ((name, traced(item), LONGEST) for name, item in by_name.items())
    kept = time.monotonic()
    for name, outcome in forked(tasks, workers):
        own = by_name[name].location[0]
        if outcome.error:
            raise RuntimeError(f"{name} could not be traced:\n{outcome.error}")
        seconds, passed, bits = outcome.said[0] if outcome.said else (LONGEST, True, {})
        lines = {path: int(text, 16) for path, text in bits.items()}
        tests[name] = Reached(
            seconds, passed, lines, {path: digests.of(path) for path in (own, *lines)}
        )
        told()
        if time.monotonic() - kept > KEPT_EVERY:
            keep(Reach(reach.root, dict(tests)))
            kept = time.monotonic()
    return Reach(reach.root, tests)
