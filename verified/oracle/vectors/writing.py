"""Vectors as JSON: one file for each function, and the schema that describes them."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from flint import fmpq

from verified import __version__
from verified.accounting.decimals import directed
from verified.accounting.enclosures import Enclosure, NotReachedError
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.oracle.functions import ACCOUNTANTS, value
from verified.oracle.timing import time_limit
from verified.oracle.vectors.certificates import certificate_id
from verified.oracle.vectors.flags import FLAGS, WORDS, flags_of
from verified.oracle.vectors.suites import Group, groups
from verified.report.files import read_json, write_text
from verified.report.quantities import QUANTITIES, NotEnclosedError
from verified.syntax.quantity import QUANTITIES as RECORDS

SCHEMA = Path(__file__).with_name("vectors.schema.json")
# The release that comes with the package.
RELEASE = Path(__file__).parents[2] / "data" / "vectors"
# Decimals of an end, and the relative width that is worked out; searches are as wide as floats.
DIGITS = 16
WIDTH = fmpq(1, 10**18)
SEARCH_DIGITS = 13
SEARCH_WIDTH = fmpq(1, 10**14)
SLOW_WIDTH = fmpq(1, 10**10)
_ENDS = 1 << 13
# Letters of an exact value.
_LONGEST = 60
HEADER = [
    "Certified values to test privacy accountants and estimators of leakage with.",
    "The value of the function lies in [lo, hi], rounded outwards. `unsafe` tells which error "
    "promises what isn't there; the other direction is looseness.",
    "Inputs are exact: `exact` is a rational or a term, `hex` the nearest float.",
]


def documents(only: Iterable[str] | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """The files by name, one for each function (`only`: of these).

    Raises:
        NotReachedError: a value isn't worked out.
    """
    wanted = None if only is None else set(only)
    by_function: dict[str, list[Group]] = {}
    for group in groups():
        if wanted is None or group.function in wanted:
            by_function.setdefault(group.function, []).append(group)
    for function, own in by_function.items():
        yield f"{function}_test.json", document(function, own)


def document(function: str, own: Iterable[Group]) -> dict[str, Any]:
    """A file.

    Raises:
        NotReachedError: a value isn't worked out.
    """
    made, number, used = [], 0, set()
    for group in own:
        tests = []
        for inputs, flags in group.inputs:
            number += 1
            test = vector(group, inputs, flags, number)
            used.update(test["flags"])
            tests.append(test)
        made.append({
            "comment": group.comment, "unsafe": group.unsafe,
            "parameters": {key: written(key, one) for key, one in group.parameters.items()},
            "tests": tests,
        })
    return {
        "schema": SCHEMA.name, "generatorVersion": __version__, "function": function,
        "unit": unit_of(function), "header": HEADER, "numberOfTests": number,
        "notes": {
            name: {"bugType": flag.kind, "description": flag.description, "effect": flag.effect,
                   "links": list(flag.links)}
            for name, flag in FLAGS.items() if name in used
        },
        "testGroups": made,
    }


def unit_of(function: str) -> str:
    """What the values are counted in."""
    if function in QUANTITIES:
        return QUANTITIES[function].unit
    if function.endswith(("_epsilon", "_renyi", "_zcdp", "_level")):
        return "nats"
    return "rounds" if function.endswith("_steps") else ""


def vector(
    group: Group, inputs: Mapping[str, Any], flags: tuple[str, ...], number: int
) -> dict[str, Any]:
    """One vector: inputs, the value's ends and logarithms, flags, and a digest of all of these.

    Raises:
        NotReachedError: the value isn't worked out. What a suite lists has one: a release that
            left it out would have other numbers from there on, and nobody would know.
    """
    given = {**group.parameters, **inputs}
    try:
        found, digits = evaluated(group.function, given)
    except NotReachedError as error:
        shown = ", ".join(f"{key}={one}" for key, one in given.items())
        raise NotReachedError(f"{group.function}({shown}) has no value: {error}", error.best) \
            from error
    test: dict[str, Any] = {
        "tcId": number,
        "inputs": {key: written(key, one) for key, one in inputs.items()},
        **ends(found, digits),
        "flags": flags_of(group.function, given, found, flags),
    }
    parameters = {key: written(key, one) for key, one in group.parameters.items()}
    test["digest"] = digest_of(group.function, parameters, test)
    test["certificate"] = certificate_id(group.function, given, test, test["digest"])
    return test


def digest_of(function: str, parameters: Mapping[str, Any], test: Mapping[str, Any]) -> str:
    """The digest of what a vector says, its flags and number left out.

    Args:
        function: which.
        parameters: its group's, as JSON data.
        test: the vector, as JSON data.
    """
    told = {"function": function, "unit": unit_of(function), "parameters": parameters}
    told |= {key: test[key] for key in ("inputs", "exact", "lo", "hi", "logLo", "logHi")}
    canonical = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def parsed(given: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs as they stood in a suite, from those of a file: `written` undone."""
    found: dict[str, Any] = {}
    for key, one in given.items():
        if isinstance(one, Mapping):
            found[key] = _parsed(one["exact"])
        else:
            found[key] = tuple(one) if isinstance(one, list) else one
    return found


def _parsed(exact: Any) -> Any:
    if isinstance(exact, list):
        return tuple(_parsed(part) for part in exact)
    return exact if exact == "inf" or exact.startswith("log(") else Fraction(exact)


def evaluated(
    function: str, given: Mapping[str, Any], narrower: int = 1
) -> tuple[Certified, int]:
    """The value, and in how many digits it is told; `narrower` divides the width."""
    width: fmpq | None = WIDTH
    digits = DIGITS
    if function == "zcdp":
        width, digits = SLOW_WIDTH, 9
    if function in ACCOUNTANTS:
        if function.endswith(("_sigma", "_scale", "_epsilon", "_level")):
            width, digits = SEARCH_WIDTH, SEARCH_DIGITS
        if function == "subsampled_gaussian_epsilon":
            width, digits = SLOW_WIDTH, 9
        if "width" not in inspect.signature(ACCOUNTANTS[function]).parameters:
            width = None
    # Tuples that are nested are rows; the database's alphabets are numbers.
    named: dict[str, Any] = {
        key: list(one) if isinstance(one, tuple) else one for key, one in given.items()
    }
    try:
        # How long a value takes is no reason to leave it out.
        with time_limit(None):
            return value(function, **named, width=width and width / narrower), digits
    except NotEnclosedError as error:
        return _bounded(function, error.best), digits


def _bounded(function: str, best: Any) -> Certified:
    """A value that is 0, or too near to it to be told from 0, as far as it is known.

    Raises:
        NotReachedError: nothing is known of it.
    """
    if best is None or not best.is_finite():
        raise NotReachedError("nothing is known of it")
    interval = RECORDS[function].values if function in RECORDS else None
    with precision(_ENDS):
        low, high = best.lower(), best.upper()
        least = None if interval is None else interval.low
        if least is not None and low < least:
            low = least
    return Certified(Enclosure(low, high, "at most this near to 0"), unit_of(function))


def ends(found: Certified, digits: int) -> dict[str, Any]:
    """A value's ends and those of its logarithm, as decimals rounded outwards."""
    enclosure = found.enclosure
    low, high = directed(enclosure.low, digits, False), directed(enclosure.high, digits, True)
    exact = None
    if found.exact and isinstance(enclosure.low, fmpq):
        exact = str(enclosure.low)
        if len(exact) > _LONGEST:
            exact = None
    logs: dict[str, Any] = {"logLo": None, "logHi": None}
    if enclosure.high == 0:
        logs = {"logLo": "-inf", "logHi": "-inf"}
    elif enclosure.low > 0:
        log = _log(found, digits)
        logs["logLo"] = directed(log.low, digits, False)
        logs["logHi"] = directed(log.high, digits, True)
    return {"exact": exact, "lo": low, "hi": high, **logs}


def _log(found: Certified, digits: int) -> Enclosure:
    """The logarithm; where the value is near 1 it is worked out again for it."""
    with contextlib.suppress(NotReachedError, NotEnclosedError):
        return found.log.narrowed(fmpq(1, 10 ** (digits + 1))).enclosure
    return found.log.enclosure


def written(key: str, one: Any) -> Any:
    """An input as JSON: a number exactly and as the nearest float, or lists of both."""
    if key in WORDS:
        return one
    if key == "database":
        return list(one)
    if isinstance(one, tuple):
        return {"exact": _nested(one, _exact), "hex": _nested(one, _hex)}
    return {"exact": _exact(one), "hex": _hex(one)}


def _nested(value: Any, each: Any) -> Any:
    return [_nested(part, each) for part in value] if isinstance(value, tuple) else each(value)


def _exact(number: Any) -> str:
    return str(number)


def _hex(number: Any) -> str:
    if isinstance(number, str):
        if number == "inf":
            return "inf"
        # The nearest float of a term.
        return float(Fraction(value_of_term(number).digits(25))).hex()
    return float(number).hex()


def value_of_term(text: str) -> Certified:
    """A term's value, narrow enough to round."""
    from verified.oracle.expressions import enclose

    return enclose(text, width=WIDTH)


# --- files ----------------------------------------------------------------------------------------


def text_of(made: Mapping[str, Any]) -> str:
    """A file's text: a line for each vector."""
    head = {key: one for key, one in made.items() if key != "testGroups"}
    lines = [_line(head)[:-1] + ',"testGroups":[']
    shown = []
    for group in made["testGroups"]:
        start = _line({key: one for key, one in group.items() if key != "tests"})[:-1]
        tests = ",\n".join(_line(test) for test in group["tests"])
        shown.append(f'{start},"tests":[\n{tests}]}}')
    return "\n".join(lines) + "\n" + ",\n".join(shown) + "]}\n"


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


def write(folder: Path, only: Iterable[str] | None = None) -> tuple[int, int]:
    """Write all files, the schema too.

    Returns:
        how many vectors, and how many bytes.

    Raises:
        InputError: the folder can't be written to.
        NotReachedError: a value isn't worked out; files before it are written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"can't write {folder}: {error.strerror or error}") from None
    count, size = 0, 0
    for name, made in documents(only):
        shown = text_of(made)
        write_text(folder / name, shown)
        count, size = count + made["numberOfTests"], size + len(shown.encode())
    write_text(folder / SCHEMA.name, SCHEMA.read_text(encoding="utf-8"))
    return count, size


def read(folder: Path = RELEASE) -> Iterator[tuple[str, dict[str, Any]]]:
    """The files of a folder, by name.

    Raises:
        InputError: there are none, or one can't be read.
    """
    paths = sorted(folder.glob("*_test.json"))
    if not paths:
        raise InputError(f"{folder} has no vectors: no file there is called …_test.json")
    for path in paths:
        yield path.name, read_json(path)


__all__ = ["RELEASE", "SCHEMA", "document", "documents", "read", "text_of", "vector", "write"]
