"""One object for all equal trees: what is found of a tree once, such as its key or its free
variables, is found for every place where it occurs.

A tree is known by its class and its parts, parts that are trees or sorts by their identity, since
equal ones are one object too. The object keeps its parts (a list of them as a tuple, which its
maker can't change later), so their identities stay theirs while it is kept here. Sharing is never
needed: forgetting all trees costs time only.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from flint import fmpq

T = TypeVar("T")

# By class and parts. Constructors look trees up here themselves: a call would cost more than that.
SHARED: dict[tuple[Any, ...], Any] = {}
MOST_SHARED = 200_000
# The first are constants of modules, which should stay one with what is read.
LASTING = 1_000
# What stands in a tree and is none.
VALUES = (str, int, fmpq)


def keep(key: tuple[Any, ...], **fields: Any) -> Any:
    """A new tree with these fields, of the class that its key begins with, shared from now on."""
    if len(SHARED) >= MOST_SHARED:
        forget()
    made = SHARED[key] = object.__new__(key[0])
    made.__dict__.update(fields)
    return made


class Kept(Generic[T]):
    """What is found of trees once, kept beside them, each with the tree that it was found of.

    A tree holds nothing but what it says. What is kept goes when trees are shared no more.
    """

    every: ClassVar[list[Kept[Any]]] = []

    def __init__(self) -> None:
        self._found: dict[int, tuple[Any, T]] = {}
        Kept.every.append(self)

    def of(self, tree: Any) -> T | None:
        """What was kept of the tree; None if nothing was."""
        found = self._found.get(id(tree))
        return None if found is None else found[1]

    def keep(self, tree: Any, value: T) -> T:
        """Keep what was found of the tree, and give it back."""
        self._found[id(tree)] = tree, value
        return value

    def clear(self) -> None:
        """Keep nothing more of any tree."""
        self._found.clear()


def hashed_once(cls: type[T]) -> type[T]:
    """A class of trees whose hash, which is made of all that stands in a tree, is kept with it."""
    whole: Callable[[Any], int] = cls.__hash__

    def kept(self: Any) -> int:
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = whole(self)
        return known

    cls.__hash__ = kept  # type: ignore[method-assign]
    return cls


def forget() -> None:
    """Share none of the trees made so far with later ones, but the first."""
    first = dict(itertools.islice(SHARED.items(), LASTING))
    SHARED.clear()
    SHARED.update(first)
    for kept in Kept.every:
        kept.clear()


class SharedSort(type):
    """The class of sorts: of sorts with equal fields one object is made."""

    def __call__(cls, *parts: Any, **named: Any) -> Any:
        marks = (*map(_mark, parts), *[(name, _mark(part)) for name, part in named.items()])
        key = cls, *marks
        found = SHARED.get(key)
        if found is None:
            if len(SHARED) >= MOST_SHARED:
                forget()
            # Told by place, by name or by default: the sort is one and the same.
            made = super().__call__(*parts, **named)
            whole = cls, "whole", *map(_mark, made.__dict__.values())
            found = SHARED[key] = SHARED.setdefault(whole, made)
        return found


def _mark(part: Any) -> Any:
    """What tells a field of a sort from others: its value, or the identity of a tree."""
    if isinstance(part, tuple):
        return tuple(map(_mark, part))
    # By type as well, as True and 1 are equal.
    return (type(part), part) if isinstance(part, VALUES) else id(part)
