"""What all tests share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests import thorough
from verified.report.results import VARIABLE

# Some ten thousand tests and all papers stay until the end: to go through them again and again
# for what can be freed is a third of the time of collection. So nothing is looked at until the
# tests are known, those aren't looked at later, and new objects only after this many.
COLLECT_AFTER = 100_000
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is told apart, before it is chosen by its mark."""
    wrong = thorough.unknown(items)
    if wrong:
        raise pytest.UsageError(f"tests/thorough.py names no test: {', '.join(wrong)}")
    thorough.mark(items)


def pytest_collection_finish() -> None:
    """What is there when the tests begin stays."""
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test takes results that another run kept, or leaves some beside the project."""
    base = tmp_path_factory.getbasetemp()
    # One folder for all processes of a run.
    folder = (base.parent if base.name.startswith("popen-") else base) / "results"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        yield
