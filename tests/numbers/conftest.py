"""What the tests of enclosures share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verified.numbers import ball_line


@pytest.fixture(autouse=True)
def _nothing_remembered(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that changes how integrals are worked out neither takes nor leaves what is kept of
    them."""
    changes = "monkeypatch" in request.fixturenames
    if changes:
        ball_line._memory.cache_clear()
    yield
    if changes:
        ball_line._memory.cache_clear()
