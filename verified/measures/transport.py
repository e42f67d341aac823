"""Optimal transport between two laws, of rank 1; costs have one axis, source by source."""

from __future__ import annotations

from typing import Any

Value = Any


def transport_cost(xp: Any, sources: Value, targets: Value, costs: Value) -> Value:
    """The least mean cost over all joint laws of a source and a target."""
    return xp.transport().transport_cost(sources, targets, costs)
