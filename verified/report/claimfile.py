"""A reviewer's own claims: a Python file with claims at its top level."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

from verified.errors import InputError, UnknownKeyError
from verified.report.files import read_text
from verified.report.notpython import syntax_slip
from verified.report.selection import nodes
from verified.report.slips import slip
from verified.syntax.claims import Claim, Paper, Stated, listening


def load(target: str) -> list[Claim]:
    """The claims of `FILE.py`, or of `FILE.py:NAME` the one of that variable's name or key.

    The file is run as a module. Its claims are the `Claim` and `Paper` objects, and lists and
    tuples of them, that its top-level names hold, and those that it states without a name. Names
    that begin with an underscore are its own business, and what they hold isn't taken.

    Raises:
        InputError: the file can't be read or run, holds no claim, or two of one name; the message
            says where.
        UnknownKeyError: it has no claim of that name.
    """
    path, name = _split(target)
    module, stated = _run(path)
    by_variable = {
        variable: list(_claims(value))
        for variable, value in vars(module).items()
        if not variable.startswith("_")
    }
    found = _distinct(claim for claims in by_variable.values() for claim in claims)
    found += _nameless(module, stated, found)
    if not found:
        raise InputError(
            f"{path} holds no claim: state one at the top level, as in `mine = claim(…)`"
        )
    _check_names(path, found)
    if not name:
        return found
    if by_variable.get(name):
        return _distinct(iter(by_variable[name]))
    named = [node for claim in found for node in nodes(claim) if _is_called(node, name)]
    if named:
        return named
    known = {variable for variable, claims in by_variable.items() if claims}
    raise UnknownKeyError(f"claim of {path}", name, known | {claim.key for claim in found})


def is_file(target: str) -> bool:
    """Whether a target of `attack` means a file, and not the key of a claim."""
    return _split(target)[0].suffix == ".py"


def _split(target: str) -> tuple[Path, str]:
    path, colon, name = target.rpartition(":")
    return (Path(path), name) if colon and path.endswith(".py") else (Path(target), "")


def _is_called(claim: Claim, name: str) -> bool:
    return name in (claim.key, claim.name, claim.key.partition("/")[2])


def _claims(value: Any, within: tuple[int, ...] = ()) -> Iterator[Claim]:
    """The claims of a value; `within` are the lists that it stands in, as one may hold itself."""
    if isinstance(value, Claim):
        yield value
    elif isinstance(value, Paper):
        yield from value.rows.values()
    elif isinstance(value, list | tuple) and id(value) not in within:
        for item in value:
            yield from _claims(item, (*within, id(value)))


def _nameless(module: ModuleType, stated: Stated, found: list[Claim]) -> list[Claim]:
    """What the file states and gives no name: it isn't to go unattacked without a word."""
    hidden = [
        claim for variable, value in vars(module).items() if variable.startswith("_")
        for claim in _claims(value)
    ]
    known = {id(claim) for claim in (*found, *hidden)}
    return [
        claim for claim, (file, _) in stated
        if file == module.__file__ and id(claim) not in known
    ]


def _distinct(claims: Iterator[Claim]) -> list[Claim]:
    """Each claim once: a paper's row may have a variable of its own."""
    return list({id(claim): claim for claim in claims}.values())


def _check_names(path: Path, found: list[Claim]) -> None:
    """Refuse two claims of one name: one of them would go unattacked, and nobody would know."""
    below = {id(node): node for claim in found for node in nodes(claim)}
    names: set[str] = set()
    for node in below.values():
        if node.name in names:
            raise InputError(f"{path} has two claims with the key {node.name}; give them two keys")
        names.add(node.name)


def _run(path: Path) -> tuple[ModuleType, Stated]:
    """The file as a module, and what was stated while it ran."""
    source = read_text(path)
    try:
        code = compile(source, str(path), "exec")
    except (SyntaxError, ValueError) as error:
        number = getattr(error, "lineno", None)
        line = f", line {number}" if number else ""
        told = syntax_slip(error) or str(getattr(error, "msg", error))
        raise InputError(f"{path}{line}: {told}") from None
    except (RecursionError, MemoryError):
        raise InputError(f"{path} is nested too deeply to be read") from None
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    folder = str(path.resolve().parent)
    # As for a script, what lies beside the file can be imported by it.
    sys.path.insert(0, folder)
    try:
        # What the file prints is no part of the output, which may be JSON.
        with redirect_stdout(sys.stderr), listening() as stated:
            exec(code, vars(module))
    except InputError as error:
        raise InputError(_told(error, str(error), path, source)) from None
    except SystemExit:
        raise InputError(f"{path} exits Python; a claim file only states claims") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        told = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(_told(error, told, path, source)) from None
    finally:
        sys.path.remove(folder)
    return module, stated


def _told(error: BaseException, said: str, path: Path, source: str) -> str:
    """The message of a file's error, with its line; of a slip, with what to write instead."""
    found = slip(error, source, str(path))
    if found is None:
        return f"{path}{_line(error, path)}: {said}"
    line, told = found
    return f"{path}, line {line}: {told}"


def _line(error: BaseException, path: Path) -> str:
    """The last line of the file on the way to the error."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""


__all__ = ["is_file", "load"]
