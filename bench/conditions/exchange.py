"""The code of functions that are loaded, exchanged for that of a mutant.

A function is the same object wherever it has been put: imported under another name, registered in
a table, wrapped in a cache. So it is its code that is exchanged, by place and name; and what
caches hold from before is dropped.
"""

from __future__ import annotations

import functools
import gc
import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Place = tuple[str, int]  # qualified name and first line


# Caches of these modules hold nothing of ours, and are dear to fill again.
_OTHERS = ("sympy", "numpy", "scipy", "mpmath", "hypothesis", "pytest", "_pytest", "typing", "re")


class Loaded:
    """The functions and caches of some modules, which are loaded here if they aren't yet.

    Args:
        root: where packages lie.
        files: the modules' files.
    """

    def __init__(self, root: Path, files: Iterable[Path]) -> None:
        wanted = {str(file.resolve()): file.resolve() for file in files}
        there = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
        for name, file in wanted.items():
            # Some are loaded only when they are used.
            if name not in there and file.name != "__main__.py":
                module = file.relative_to(root).with_suffix("")
                parts = module.parts[:-1] if module.name == "__init__" else module.parts
                importlib.import_module(".".join(parts))
        self.functions: dict[Path, dict[Place, list[FunctionType]]] = {
            file: {} for file in wanted.values()
        }
        self.caches: list[Any] = []
        # What pytest's configuration has set aside from the collector isn't listed by it.
        frozen = gc.get_freeze_count() > 0
        gc.unfreeze()
        listed = gc.get_objects()
        if frozen:
            gc.freeze()
        for found in listed:
            if isinstance(found, functools._lru_cache_wrapper):
                if not str(found.__module__).startswith(_OTHERS):
                    self.caches.append(found)
            elif type(found) is FunctionType:
                place = wanted.get(found.__code__.co_filename)
                if place is not None:
                    known = self.functions[place]
                    known.setdefault(_place(found.__code__), []).append(found)

    def cold(self) -> None:
        """Empty all caches."""
        for cache in self.caches:
            cache.cache_clear()

    def exchange(self, file: Path, before: CodeType, after: CodeType) -> int:
        """Give the functions of a file the code of a changed module; how many have changed.

        Args:
            before, after: the module's code, as compiled from its text, and changed.
        """
        changed = 0
        known = self.functions[file.resolve()]
        if not known:
            raise RuntimeError(f"no function of {file} is loaded: each change would pass its tests")
        for old, new in _pairs(before, after):
            if old == new:
                continue
            for function in known.get(_place(old), []):
                if function.__code__ == old:
                    function.__code__ = new
                    changed += 1
        return changed


def _place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def _inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inside(constant)


def _pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions of a module before and after a change, which may have dropped some."""
    news: dict[Place, list[CodeType]] = {}
    for new in _inside(after):
        news.setdefault(_place(new), []).append(new)
    olds: dict[Place, list[CodeType]] = {}
    for old in _inside(before):
        olds.setdefault(_place(old), []).append(old)
    for place, codes in olds.items():
        others = news.get(place, [])
        # Where one of several lambdas of a line is gone, it isn't told which is which.
        if len(others) == len(codes):
            yield from zip(codes, others, strict=True)
