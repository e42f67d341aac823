"""Compositions of several kinds of rounds by their name, the rounds as a text or a list."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verified import accounting
from verified.accounting.compositions import Round
from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.oracle.arguments import by_name, without_default

# What takes a list of rounds, with one certified number each.
COMPOSITIONS: dict[str, Callable[..., Certified]] = {
    name: getattr(accounting, name)
    for name in ("composition_delta", "composition_epsilon", "composition_renyi")
}
_KINDS: dict[str, Callable[..., Round]] = {
    "gaussian": accounting.gaussian_round, "laplace": accounting.laplace_round,
}
_ROUND = re.compile(r"\s*([A-Za-z]\w*)\s*\(([^()]*)\)\s*(?:\*\s*(\S+)\s*)?")
_RULE = 'rounds are written as "gaussian(1, sampling=1/100)*500; laplace(2, sampling=1/20)*100"'


def read_rounds(text: str) -> list[tuple[Round, Any]]:
    """Rounds from a text: kinds with their arguments, in order or by name, times how often each
    is taken, separated by semicolons.

    Raises:
        InputError: it is no such text, or an argument is out of its range.
        UnknownKeyError: no kind of round or argument is called so.
    """
    return [_read(part) for part in text.split(";")]


def _read(text: str) -> tuple[Round, Any]:
    found = _ROUND.fullmatch(text)
    if found is None:
        raise InputError(f"{text.strip()!r} is no round; {_RULE}")
    kind, written, times = found.groups()
    kind = kind.removesuffix("_round")
    if kind not in _KINDS:
        raise UnknownKeyError("kind of round", kind, _KINDS)
    names = list(inspect.signature(_KINDS[kind]).parameters)
    given: dict[str, str] = {}
    for place, part in enumerate(written.split(",") if written.strip() else ()):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            if place >= len(names):
                raise InputError(f"{text.strip()} has too many arguments: {', '.join(names)}")
            name, value = names[place], name
        if name not in names:
            raise UnknownKeyError(f"argument of {kind}", name, names)
        if name in given:
            raise InputError(f"{text.strip()} has {name} twice")
        given[name] = value
    if names[0] not in given:
        raise InputError(f"{text.strip()} lacks {names[0]}")
    return _KINDS[kind](**given), 1 if times is None else times


def composition(
    name: str, arguments: Sequence[Any], named: Mapping[str, Any], width: Any
) -> Certified:
    """The value of a composition by its function's name.

    Raises:
        InputError: an argument lacks, is one too many, or is out of its range.
        UnknownKeyError: no parameter is called so.
        NotReachedError: the width isn't reached.
    """
    made = COMPOSITIONS[name]
    names = [part for part in inspect.signature(made).parameters if part != "width"]
    given = by_name(name, names, arguments, named, without_default(made))
    if isinstance(given["rounds"], str):
        given["rounds"] = read_rounds(given["rounds"])
    if width is not None:
        given["width"] = width
    return made(**given)


__all__ = ["COMPOSITIONS", "composition", "read_rounds"]
