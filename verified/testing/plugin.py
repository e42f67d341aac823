"""The plugin of pytest: a marker that parametrises a test with vectors. It opens nothing else of
the package until a test has the marker.

    @pytest.mark.verified_vectors("gaussian_delta", without=["LargeEpsilon"])
    def test_delta(vector):
        vector.check(mine(vector.inputs["sigma"], vector.inputs["eps"]))
"""

from __future__ import annotations

import pytest

MARKER = "verified_vectors"


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line(
        "markers",
        f"{MARKER}(function, flags=None, without=()): one test for each certified vector of the "
        "function that has one of the flags and none of the others, as the argument `vector`",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrise the tests that have the marker."""
    markers = list(metafunc.definition.iter_markers(MARKER))
    if not markers:
        return
    from verified.testing.cases import vectors

    found = [one for marker in markers for one in vectors(*marker.args, **marker.kwargs)]
    metafunc.parametrize("vector", found, ids=str)
