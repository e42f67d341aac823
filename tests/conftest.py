"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verified.report.results import VARIABLE


@pytest.fixture(scope="session", autouse=True)
def _results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test takes results that another run kept, or leaves some beside the project."""
    base = tmp_path_factory.getbasetemp()
    # One folder for all processes of a run.
    folder = (base.parent if base.name.startswith("popen-") else base) / "results"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        yield
