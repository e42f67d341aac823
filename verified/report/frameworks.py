"""Pufferfish frameworks on a user's finite data, with a class of laws, from JSON.

An object with the keys

- `private`, `public`: lists of functions of the data, each the list of its values at the data's
  symbols (numbers or texts; which values differ is all that counts). Without `public` there is one
  constant public function.
- `edges`: pairs [place in `private`, place in `public`]. Without them every private function has an
  edge to every public one.
- `laws`: the class's laws of the data, each a list of probabilities.
- `kind`: "listed" (those laws; where there are any, this is the default), "all" (all laws; else the
  default) or "reweighted" (what the laws become by conditioning on secrets, and all mixtures).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from verified.errors import InputError, UnknownKeyError
from verified.measures.pufferfish import DataClassValue, FrameworkValue, numbered
from verified.numbers.ball_arrays import BallArray
from verified.numbers.exact import check_pmf

KEYS = ("private", "public", "edges", "kind", "laws")
KINDS = ("listed", "all", "reweighted")


@dataclass(frozen=True)
class Setting:
    """A framework and a class of laws of its data."""

    framework: FrameworkValue
    data: DataClassValue

    @property
    def symbols(self) -> int:
        """The size of the data's alphabet."""
        return len(self.framework.private[0])


def read_setting(
    content: Any, name: str, scaled: Callable[[list[Any], str], list[Any]]
) -> Setting:
    """A framework with its class, from JSON.

    Args:
        name: what messages call it.
        scaled: what is done to a law before it is checked, such as dividing it by its sum.

    Raises:
        InputError: the content breaks a rule.
        UnknownKeyError: it has a key that no framework has.
    """
    if not isinstance(content, Mapping):
        raise InputError(f"{name} is no framework: an object with {', '.join(KEYS)}")
    for key in content:
        if key not in KEYS:
            raise UnknownKeyError(f"key of {name}", key, KEYS)
    private = _functions(content.get("private", []), f"private in {name}")
    if not private:
        raise InputError(f"{name} has no private function; it must have one at least")
    symbols = len(private[0])
    public = [(0,) * symbols]
    if "public" in content:
        public = _functions(content["public"], f"public in {name}")
    for which, functions in (("private", private), ("public", public)):
        for place, function in enumerate(functions):
            if len(function) != symbols:
                raise InputError(
                    f"{which}[{place}] in {name} has {len(function)} values, private[0] {symbols}; "
                    "a function has one for each symbol of the data"
                )
    edges = tuple(itertools.product(range(len(private)), range(len(public))))
    if "edges" in content:
        edges = _edges(content["edges"], len(private), len(public), f"edges in {name}")
    framework = FrameworkValue(tuple(private), tuple(public), edges)
    return Setting(framework, _class(content, symbols, name, scaled))


def _functions(content: Any, name: str) -> list[tuple[int, ...]]:
    if not isinstance(content, list) or not all(isinstance(part, list) for part in content):
        raise InputError(f"{name} is no list of functions, each a list of values")
    found = []
    for place, function in enumerate(content):
        if not function:
            raise InputError(f"{name}: function {place} has no values; the data have one symbol")
        for value in function:
            if isinstance(value, list | dict) or value is None:
                raise InputError(f"{name}: {value!r} is no value; write numbers or texts")
        found.append(numbered([(type(value).__name__, value) for value in function]))
    return found


def _edges(content: Any, private: int, public: int, name: str) -> tuple[tuple[int, int], ...]:
    if not isinstance(content, list):
        raise InputError(f"{name} is no list of pairs")
    for edge in content:
        pair = isinstance(edge, list) and len(edge) == 2
        if not pair or any(isinstance(end, bool) or not isinstance(end, int) for end in edge):
            raise InputError(f"{name}: {edge!r} is no pair of places [private, public]")
        for end, count, which in zip(edge, (private, public), KEYS, strict=False):
            if not 0 <= end < count:
                raise InputError(f"{name}: {end} is no place; there are {count} in {which}")
    found = tuple((edge[0], edge[1]) for edge in content)
    if len(set(found)) < len(found):
        raise InputError(f"{name} has an edge twice")
    return found


def _class(
    content: Mapping[str, Any],
    symbols: int,
    name: str,
    scaled: Callable[[list[Any], str], list[Any]],
) -> DataClassValue:
    laws = content.get("laws")
    kind = content.get("kind", "all" if laws is None else "listed")
    if kind not in KINDS:
        raise InputError(f"kind in {name} is {kind!r}; it must be one of {', '.join(KINDS)}")
    if kind == "all":
        if laws is not None:
            raise InputError(f"{name} lists laws; its kind is 'all', which needs none")
        return DataClassValue("all", 0, None)
    if not isinstance(laws, list) or not laws or not all(isinstance(law, list) for law in laws):
        raise InputError(f"{name} is of kind {kind!r}: laws must list one law at least")
    rows = []
    for place, law in enumerate(laws):
        own = f"laws[{place}] in {name}"
        if len(law) != symbols:
            raise InputError(f"{own} has {len(law)} entries, the data {symbols} symbols")
        rows.append(check_pmf(scaled(law, own), own))
    flat = [entry for row in rows for entry in row]
    return DataClassValue(kind, len(rows), BallArray((len(rows), symbols), flat))


__all__ = ["KEYS", "KINDS", "Setting", "read_setting"]
