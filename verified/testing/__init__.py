"""For the tests of another library: assertions against certified values, the vectors by flag, and
Hypothesis strategies. A plugin of pytest, which does nothing unless it is used (`plugin`).

    from verified.testing import assert_sound_upper_bound

    def test_delta():
        assert_sound_upper_bound(mine(2.0, 1.0), "gaussian_delta", sigma=2.0, eps=1.0)

docs/testing.md has a worked example.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verified.testing.assertions import (
        assert_sound_lower_bound,
        assert_sound_upper_bound,
        assert_within,
    )
    from verified.testing.cases import Vector, vectors

__all__ = [
    "Vector", "assert_sound_lower_bound", "assert_sound_upper_bound", "assert_within", "vectors",
]


def __getattr__(name: str) -> Any:
    """The helpers, whose modules are opened when one is asked for: pytest loads the plugin beside
    them wherever the package is installed."""
    if name not in __all__:
        raise AttributeError(f"module 'verified.testing' has no attribute {name!r}")
    # Not by `from verified.testing import`, which would ask here again.
    import verified.testing.assertions as assertions
    import verified.testing.cases as cases

    return getattr(cases if name in ("Vector", "vectors") else assertions, name)
