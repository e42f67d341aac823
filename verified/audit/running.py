"""Many functions audited, in processes of their own where there are several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verified.audit.catalogue import LIBRARIES, chosen
from verified.audit.environments import Caller
from verified.audit.findings import Audited
from verified.audit.promises import Function
from verified.audit.search import audit
from verified.processes import processes


def audited(
    functions: Sequence[Function], *, calls: int, seconds: float, seed: int, workers: int = 1
) -> Iterator[Audited]:
    """What is found of each function, in their order.

    Args:
        calls, seconds, seed: see `search.audit`.
        workers: how many functions are audited at once, each with a process of its library.

    Raises:
        InputError: a library can't be installed or imported.
    """
    # Environments are made by one process.
    for library in dict.fromkeys(function.library for function in functions):
        LIBRARIES[library].python()
    if workers == 1:
        for function in functions:
            yield _one(function.key, calls, seconds, seed)
        return
    with processes(workers) as executor:
        tasks = [
            executor.submit(_one, function.key, calls, seconds, seed) for function in functions
        ]
        for task in tasks:
            yield task.result()


def _one(key: str, calls: int, seconds: float, seed: int) -> Audited:
    (function,) = chosen(key)
    with Caller(LIBRARIES[function.library]) as caller:
        return audit(function, caller, calls=calls, seconds=seconds, seed=seed)
