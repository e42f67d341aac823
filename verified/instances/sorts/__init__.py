"""What the search asks of each sort: for each module of `verified.syntax.sorts` one of its name."""

from verified.instances.sorts import (
    channel,
    databases,
    joint,
    mixture,
    numbers,
    pmf,
    pufferfish,
    queries,
    symbols,
)
from verified.instances.sorts.base import (
    Block,
    Built,
    Cut,
    Known,
    Offer,
    RealSlot,
    Structure,
    check_complete,
    instance_lines,
    search,
)

check_complete()

__all__ = [
    "Block",
    "Built",
    "Cut",
    "Known",
    "Offer",
    "RealSlot",
    "Structure",
    "channel",
    "databases",
    "joint",
    "mixture",
    "numbers",
    "pmf",
    "pufferfish",
    "queries",
    "search",
    "instance_lines",
    "symbols",
]
