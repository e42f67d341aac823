"""The attack: search for an instance that breaks a claim, certify and shrink it.

What it offers is loaded when it is first asked for: whoever wants a `Report` only, as of a result
that was kept, does without the libraries of the search.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verified.attack.attacking import attack, find_witness
    from verified.attack.report import Report
    from verified.attack.tampering import Tamper, power

_HOMES = {
    "attack": "attacking", "find_witness": "attacking", "Report": "report", "Tamper": "tampering",
    "power": "tampering",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


__all__ = ["Report", "Tamper", "attack", "find_witness", "power"]
