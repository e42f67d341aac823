"""The public Python API, `import verified`: certified values on a caller's own data.

`docs/oracle.md` tells how to call it, `docs/api.md` lists what there is.
"""

from __future__ import annotations

from typing import Any

from verified import accounting
from verified.accounting import Certified, NotReachedError, UndecidedError
from verified.errors import InputError
from verified.oracle.finite import composed, post_processed, sampled
from verified.oracle.functions import (
    ACCOUNTANTS,
    ALIASES,
    BUILTINS,
    OTHERS,
    Batch,
    enclose,
    function,
    value,
    values,
)
from verified.oracle.promised import promised
from verified.oracle.timing import time_limit, timed
from verified.report.quantities import QUANTITIES

# What there is besides the quantities' functions.
GENERAL: dict[str, Any] = {
    "Batch": Batch, "Certified": Certified, "InputError": InputError,
    "NotReachedError": NotReachedError, "UndecidedError": UndecidedError, "composed": composed,
    "enclose": timed(enclose), "post_processed": post_processed, "promised": timed(promised),
    "sampled": sampled, "time_limit": time_limit, "value": value, "values": values,
    **{name: timed(getattr(accounting, name)) for name in OTHERS},
}


def names() -> list[str]:
    """All names of the API."""
    return sorted({*GENERAL, *ACCOUNTANTS, *QUANTITIES, *ALIASES})


def exported() -> list[str]:
    """Those that `from verified import *` takes."""
    return [name for name in names() if name not in BUILTINS]


def attribute(name: str) -> Any:
    """What a name of the API stands for.

    Raises:
        AttributeError: nothing is called so.
    """
    if name in GENERAL:
        return GENERAL[name]
    if name in QUANTITIES or name in ALIASES or name in ACCOUNTANTS:
        return function(name)
    raise AttributeError(f"module 'verified' has no attribute {name!r}")


__all__ = ["attribute", "exported", "names"]
