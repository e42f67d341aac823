"""Mutants put to the tests that reach them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from bench.conditions.exchange import Loaded
from bench.conditions.forks import Outcome, Say, allow, forked
from bench.conditions.mutants import Mutant, mutated
from bench.conditions.reach import Reach

# What a test may take, in seconds, besides three times what it takes without a mutant, traced.
LEAST_ALLOWED = 10.0


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    Attributes:
        caught: how it was noticed: "failed", "hang" or "crash"; empty for a survivor.
        by: the test that noticed it.
        reached: how many tests reach the place; `run` of them were to be run.
    """

    mutant: Mutant
    caught: str
    by: str
    reached: int
    run: int


class Tests:
    """A pytest plugin that collects tests, and hands them over in the place of running them."""

    def __init__(self, job: Callable[[Tests], None]) -> None:
        self.job = job
        self.items: dict[str, Any] = {}
        self.broken: list[str] = []
        self._failed = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module that can't be collected."""
        if report.failed:
            self.broken.append(report.nodeid)

    def pytest_configure(self, config: pytest.Config) -> None:
        """Generated examples are the same in each run, and none is too slow."""
        hypothesis.settings.register_profile(
            "conditions", derandomize=True, deadline=None, database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )  # fmt: skip
        hypothesis.settings.load_profile("conditions")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The job, in the place of the loop; none if a module couldn't be collected."""
        if session.testsfailed:
            return True
        self.items = {item.nodeid: item for item in session.items}
        self.job(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notice a failure."""
        self._failed = self._failed or report.failed

    def run(self, item: Any, following: Any = None) -> bool:
        """Run a test here; whether it passed."""
        self._failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self._failed


class CollectionError(Exception):
    """The tests could not be collected."""


def with_tests(
    places: Sequence[str], root: Path, job: Callable[[Tests], None], names: str = ""
) -> None:
    """Collect the tests of some folders and files, and do the job with them loaded.

    Args:
        names: of these tests only those that the expression names, as pytest's -k.
    """
    before = Path.cwd()
    os.chdir(root)
    try:
        plugin = Tests(job)
        code = pytest.main(
            ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal",
             "-o", "addopts=",
             "-m", "not slow", "-k", names, "--rootdir", str(root), *places],
            plugins=[plugin],
        )  # fmt: skip
    finally:
        os.chdir(before)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        failing = f" ({', '.join(plugin.broken)})" if plugin.broken else ""
        raise CollectionError(f"pytest could not collect {', '.join(places)}{failing}")


def verdicts(
    mutants: Sequence[Mutant],
    texts: dict[str, str],
    tests: Tests,
    reach: Reach,
    loaded: Loaded,
    seconds: float,
    workers: int,
) -> Iterator[Verdict]:
    """Put each mutant to the tests; in the order in which they end.

    Args:
        texts: the text of each file.
        seconds: how long the tests that a mutant is put to may take together, as they were traced.
    """
    chosen: dict[Mutant, list[str]] = {}
    counts: dict[Mutant, int] = {}

    def tasks() -> Iterator[tuple[Mutant, Callable[[Say], None], float]]:
        for mutant in mutants:
            names = [n for n in reach.of(mutant.path, mutant.lines) if n in tests.items]
            counts[mutant] = len(names)
            chosen[mutant] = _affordable(names, reach, seconds)
            yield mutant, tried(mutant, chosen[mutant]), LEAST_ALLOWED

    def tried(mutant: Mutant, names: Sequence[str]) -> Callable[[Say], None]:
        def work(say: Say) -> None:
            text = texts[mutant.path]
            file = reach.root / mutant.path
            before = compile(text, str(file), "exec", dont_inherit=True)
            after = compile(mutated(text, mutant), str(file), "exec", dont_inherit=True)
            loaded.cold()
            say({"changed": loaded.exchange(file, before, after), "same": before == after})
            items = [tests.items[name] for name in names]
            for item, following in zip(items, [*items[1:], None], strict=False):
                say({"test": item.nodeid})
                allow(LEAST_ALLOWED + 3 * reach.tests[item.nodeid].seconds)
                if not tests.run(item, following):
                    say({"failed": item.nodeid})
                    return

        return work

    for mutant, outcome in forked(tasks(), workers):
        found = _verdict(mutant, outcome, counts.pop(mutant), len(chosen.pop(mutant)))
        if found is not None:
            yield found


def _affordable(names: Sequence[str], reach: Reach, seconds: float) -> list[str]:
    found: list[str] = []
    left = seconds
    for name in names:
        left -= reach.tests[name].seconds
        # One test at least, however long it takes.
        if left < 0 and found:
            break
        found.append(name)
    return found


def _verdict(mutant: Mutant, outcome: Outcome, reached: int, run: int) -> Verdict | None:
    """The verdict; None for a change that gives the same code."""
    said = {key: value for entry in outcome.said for key, value in entry.items()}
    if said.get("same"):
        return None
    last = said.get("test", "")
    if "changed" not in said or (outcome.error and not last):
        # What no test has run into is no verdict on the mutant.
        raise RuntimeError(f"{mutant} could not be tried:\n{outcome.error or outcome.ended}")
    if "failed" in said:
        return Verdict(mutant, "failed", said["failed"], reached, run)
    if outcome.ended == "limit":
        return Verdict(mutant, "hang", last, reached, run)
    if outcome.ended == "broken" or outcome.error:
        return Verdict(mutant, "crash", last, reached, run)
    return Verdict(mutant, "", "", reached, run)
