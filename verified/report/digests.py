"""What a verdict rests on, as digests: the keys under which results are kept.

A result is that of its inputs under the code that worked it out. Of code there are three kinds:

- a *quantity*: its record, and what that is made of, function by function (`quantity_digest`). Only
  what speaks of the quantity rests on it;
- a *definition* that proofs cite: its statement (`definition_digest`). Only proofs that cite it
  rest on it;
- everything else, module by module: all that a module imports, directly or not, at whatever place
  (`code_digest`).

Functions are taken as they were loaded, by their compiled code, so comments don't count.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from importlib import import_module, metadata
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import verified
from verified.syntax.claims import Statement
from verified.syntax.formulas import Predicate, expand
from verified.syntax.quantity import QUANTITIES, Quantity
from verified.syntax.serial import statement_digest
from verified.syntax.terms import Op, distinct

PACKAGE = Path(verified.__file__).resolve().parent
# Where quantities are, what they mean, and what defines them for proofs: told record by record,
# function by function, statement by statement, and not as modules.
RECORDS = re.compile(r"verified\.quantities\.(?!definitions\b|notions\b|words\b)\w+")
MEANINGS = "verified.measures."
NO_MEANINGS = ("verified.measures.readings",)
DEFINITIONS = re.compile(r"verified\.quantities\.definitions(\.\w+)?")
# What of a record is for readers alone.
_TOLD = ("doc", "examples", "theorem", "__doc__")
# The libraries whose results stand in verdicts.
LIBRARIES = ("python-flint", "numpy", "scipy", "mpmath")
# How long before the program began a file must have been changed last: clocks of files are coarse,
# by ten milliseconds at most where they tick with the kernel's. A longer time would keep nothing of
# `git pull && verified check`.
_COARSE = 0.02

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(verified[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)"
    r"|import[ \t]+(verified[\w.]*))",
    re.MULTILINE,
)


class ChangedMeanwhile(Exception):
    """A module was changed after the program began: what ran may be neither the old nor the new."""


def joined(parts: Iterable[str]) -> str:
    """One digest of several texts, in their order."""
    found = hashlib.sha256()
    for part in parts:
        written = part.encode()
        found.update(b"%d:" % len(written))
        found.update(written)
    return found.hexdigest()


# --- quantities -----------------------------------------------------------------------------------


@cache
def quantity_digest(head: str) -> str:
    """The digest of what a quantity is: its record, all functions, classes and constants that this
    uses of `verified.measures` and `verified.quantities`, and the quantities of its definition."""
    record = QUANTITIES[head]
    inner = set() if record.definition is None else {
        node.head for node in distinct(record.definition) if isinstance(node, Op)
    }
    return joined([_meaning_digest(record), *map(quantity_digest, sorted(inner - {head}))])


def _meaning_digest(*things: Any) -> str:
    return joined(sorted(set(_reached(("", thing) for thing in things))))


def _reached(things: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """What things are made of, within the modules of meanings, in words: each function, class and
    constant, with where it is used."""
    waiting, seen = list(things), dict[int, Any]()
    while waiting:
        place, thing = waiting.pop()
        yield f"{place} is {_told(thing)}"
        if id(thing) in seen:
            continue
        seen[id(thing)] = thing
        name = _told(thing)
        if isinstance(thing, FunctionType):
            waiting += _parts(name, thing)
            if _is_meaning(thing.__module__):
                yield f"{name} does {_code(thing.__code__)}"
                waiting += _used(name, thing)
        elif isinstance(thing, Quantity):
            waiting += [
                (f"{name}.{part.name}", getattr(thing, part.name))
                for part in fields(thing) if part.name not in _TOLD
            ]
        elif isinstance(thing, type):
            if _is_meaning(thing.__module__):
                yield f"{name} has {thing.__bases__} {thing.__annotations__}"
                waiting += [
                    (f"{name}.{part}", value) for part, value in vars(thing).items()
                    if isinstance(value, FunctionType | property | classmethod | staticmethod)
                ]
        elif isinstance(thing, property | classmethod | staticmethod):
            waiting += [(name, getattr(thing, part, None)) for part in ("fget", "__func__")]
        elif isinstance(thing, Mapping):
            waiting += [(f"{place}[{_told(key)}]", value) for key, value in thing.items()]
        elif isinstance(thing, tuple | list):
            waiting += [(f"{place}[{index}]", value) for index, value in enumerate(thing)]
        elif callable(wrapped := getattr(thing, "__wrapped__", None)):
            waiting.append((place, wrapped))
        elif " at 0x" in repr(thing) and not isinstance(thing, BuiltinFunctionType):
            # Nobody can tell what it is made of, so it changes with any module of meanings.
            yield f"{place} is of {code_digest('verified.quantities', whole=True)}"


def _told(thing: Any) -> str:
    """A thing in words: the same for the same thing in every run."""
    if isinstance(thing, FunctionType | type | BuiltinFunctionType):
        return f"{thing.__module__}.{thing.__qualname__}"
    if isinstance(thing, ModuleType):
        return thing.__name__
    if isinstance(thing, Quantity):
        return f"the quantity {thing.name}"
    if isinstance(thing, set | frozenset):
        return f"a set of {sorted(map(_told, thing))}"
    if isinstance(thing, Mapping | tuple | list):
        return f"{type(thing).__qualname__} of {len(thing)}"
    said = repr(thing)
    return f"{type(thing).__qualname__} {'' if ' at 0x' in said else said}"


def _is_meaning(module: str) -> bool:
    measured = module.startswith(MEANINGS) and module not in NO_MEANINGS
    return measured or RECORDS.fullmatch(module) is not None


def _parts(name: str, function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function was made with: its closure and its defaults."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    yield from ((f"{name}.{variable}", cell.cell_contents) for variable, cell in cells)
    yield f"{name} by default", (function.__defaults__ or (), function.__kwdefaults__ or {})


def _code(code: CodeType) -> str:
    """Compiled code in words, without its place in the file."""
    constants = [
        _code(part) if isinstance(part, CodeType)
        # The order of a set differs from run to run.
        else f"set {sorted(map(repr, part))}" if isinstance(part, frozenset)
        else repr(part)
        for part in code.co_consts
    ]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_flags
    return f"{code.co_code.hex()} {constants} {names} {counts} {code.co_exceptiontable.hex()}"


def _used(place: str, function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The things that a function names, and those of modules of meanings that it reaches into."""
    names = set(_names(function.__code__))
    for name in names:
        thing = function.__globals__.get(name)
        if thing is None and _is_meaning(name):
            thing = sys.modules.get(name)  # imported within the function
        if isinstance(thing, ModuleType) and _is_meaning(thing.__name__):
            inside = vars(thing)
            yield from ((f"{place}: {name}.{part}", inside[part]) for part in names & set(inside))
        elif thing is not None:
            yield f"{place}: {name}", thing


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)


@lru_cache(maxsize=4096)
def heads_of(statement: Statement) -> frozenset[str]:
    """The heads that a statement speaks of, those in the definitions of its notions included."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting: list[Any] = [*statement.variables, *statement.given, statement.then]
    while waiting:
        for node in distinct(waiting.pop()):
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, Op):
                found.add(node.head)
                waiting.extend(node.result.sizes())
            elif isinstance(node, Predicate):
                waiting.append(expand(node))
            elif (var := getattr(node, "var", None)) is not None:
                waiting.append(var)
    return frozenset(found)


_NAME = re.compile(rb'"([a-z_]\w*)"')
_DEFINITION = re.compile(rb'"(definition/[^"\\]+)"')


def quantities(heads: Iterable[str]) -> str:
    """One digest of several quantities, with their names."""
    return joined(f"{head} {quantity_digest(head)}" for head in sorted(set(heads)))


def heads_in(written: bytes) -> set[str]:
    """The heads that stored evidence speaks of: all that its texts may name."""
    return {name.decode() for name in set(_NAME.findall(written))} & set(QUANTITIES)


def definitions_in(written: bytes) -> str:
    """One digest of the definitions that a stored proof cites, by what they say today."""
    return joined(f"{name} {definition_digest(name)}" for name in definitions_cited(written))


def definitions_cited(written: bytes) -> list[str]:
    """The definitions that a stored proof cites, sorted."""
    return sorted({name.decode() for name in set(_DEFINITION.findall(written))})


@cache
def definition_digest(name: str) -> str:
    """The digest of what a definition says; empty where there is none of the name."""
    from verified.quantities.definitions import definitions

    found = definitions().get(name)
    return "" if found is None else statement_digest(found)


# --- code -----------------------------------------------------------------------------------------


@cache
def code_digest(*roots: str, whole: bool = False) -> str:
    """The digest of modules and of all that they import of this package, directly or not; what
    says what quantities mean and are is left out, unless `whole`, but for what other modules use
    of it by name.

    Raises:
        ChangedMeanwhile: one of the modules was changed since the program began.
    """
    parts: list[str] = [sys.version, *_libraries()]
    used: set[tuple[str, str]] = set()
    for name in sorted(_closure(roots)):
        if whole:
            parts.append(f"{name} {_source(name)}")
            continue
        if RECORDS.fullmatch(name):
            parts.append(f"{name} {_without_records(_source(name))}")
            continue
        if _is_meaning(name):
            continue
        if DEFINITIONS.fullmatch(name):
            parts.append(f"{name} {_without_entries(_source(name))}")
        else:
            parts.append(f"{name} {_source(name)}")
            used.update(_uses(_source(name)))
    things = [getattr(import_module(module), part, None) for module, part in sorted(used)]
    check_unchanged(roots)
    return joined([*parts, "" if whole else _meaning_digest(*things)])


def check_unchanged(roots: Iterable[str]) -> None:
    """See that what is loaded, or will be, is what is on disk since before the program began.

    Raises:
        ChangedMeanwhile: a module was changed since.
    """
    for name in _closure(tuple(roots)):
        if _modules()[name].stat().st_mtime > verified.STARTED - _COARSE:
            raise ChangedMeanwhile(name)


def _libraries() -> list[str]:
    return [f"{name} {metadata.version(name)}" for name in LIBRARIES]


@cache
def _modules() -> dict[str, Path]:
    """The modules of the package by name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def _source(name: str) -> str:
    return _modules()[name].read_text(encoding="utf-8")


@cache
def _imports(name: str) -> frozenset[str]:
    """The modules that a module imports, wherever in it, those around them included."""
    found = set()
    for module, names in _imported(_source(name)):
        found |= {module, *(f"{module}.{part}" for part in names)}
    found |= {name.rpartition(".")[0] for name in tuple(found)}
    return frozenset(found & set(_modules()))


def _imported(source: str) -> Iterator[tuple[str, list[str]]]:
    for match in _IMPORT.finditer(source):
        names = re.sub(r"#[^\n]*", "", match[2] or "").strip("()").split(",")
        yield match[1] or match[3], [part.split()[0] for part in names if part.strip()]


@cache
def _closure(roots: tuple[str, ...]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            # Of definitions it counts what they say, and not what helped to write them.
            waiting.extend([] if DEFINITIONS.fullmatch(name) else _imports(name))
    return frozenset(found)


def _uses(source: str) -> Iterator[tuple[str, str]]:
    """What a module uses by name of modules of meanings."""
    for module, names in _imported(source):
        for name in names:
            inner = f"{module}.{name}"
            if _is_meaning(module):
                yield module, name
            elif inner in _modules() and _is_meaning(inner):
                for part in set(re.findall(rf"\b{name}\.([A-Za-z_]\w*)", source)):
                    yield inner, part


@cache
def _without_entries(source: str) -> str:
    """A module of definitions without these: the functions, as its names only stand in what it
    defines."""
    left_out = (ast.Expr, ast.For, ast.Assign, ast.With)
    return "\n".join(
        ast.dump(node) for node in ast.parse(source).body if not isinstance(node, left_out)
    )


@cache
def _without_records(source: str) -> str:
    """What a module of quantities does when it is imported, beside entering them: what indexing
    means, say."""
    return "\n".join(
        ast.dump(node) for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        and not all(isinstance(target, ast.Name) for target in node.targets)
    )


__all__ = [
    "ChangedMeanwhile", "check_unchanged", "code_digest", "definition_digest", "definitions_in",
    "heads_in", "heads_of", "joined", "quantities", "quantity_digest",
]
