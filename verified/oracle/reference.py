"""The reference of `import verified`, from the quantities' records and the accounting room's
functions: the page docs/api.md, and the types in `verified/__init__.pyi`."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator

from verified import oracle
from verified.oracle.functions import (
    ACCOUNTANTS,
    ALIASES,
    LISTS,
    OTHERS,
    documentation,
    signature,
    told,
)
from verified.report.inputs import Parameter
from verified.report.quantities import QUANTITIES, Quantity
from verified.syntax.quantity import QUANTITIES as RECORDS

OPENING = """# What `import verified` has

Made from the quantities' records and the functions' docstrings: `verified words --api` writes this
page, and a test holds the two equal. How to call them, and what a result can do, is in
[oracle.md](oracle.md); what each word means in claims, in [vocabulary.md](vocabulary.md).
Logarithms are natural. Every function but those of the first list is also `verified.value(NAME, …)`
and `verified value NAME …` on the command line; so are `composition_delta`, `composition_epsilon`
and `composition_renyi`, whose rounds are a text there, such as `gaussian(1, sampling=1/100)*500`.

## In general
"""
ACCOUNTS = """## Mechanisms that accountants compose

All arguments are given by name, those with `=` always. `sensitivity` is 1 where nothing else is
said, `adjacency` "add-or-remove", and `steps` 1 where it has no `=`; `width` is the relative width.
"""
QUANTITY = """## Quantities of laws, channels, mechanisms and databases

All take `width="1e-12"`, `normalise=False`, `file=None`, and where there is a mechanism or a prior
`database=None`, the alphabet sizes of the entries. What else claims call them stands after "or".
"""
STUB = '''"""The types of `import verified`, as `verified words --stub` writes them."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, TypeAlias

from verified.accounting import Certified as Certified
from verified.accounting import NotReachedError as NotReachedError
from verified.accounting import UndecidedError as UndecidedError
'''
TYPES = '''from verified.errors import InputError as InputError
from verified.oracle.expressions import enclose as enclose
from verified.oracle.finite import composed as composed
from verified.oracle.finite import post_processed as post_processed
from verified.oracle.finite import sampled as sampled
from verified.oracle.functions import Batch as Batch
from verified.oracle.functions import value as value
from verified.oracle.functions import values as values
from verified.oracle.promised import promised as promised
from verified.oracle.timing import time_limit as time_limit
from verified.syntax.terms import Term

__version__: str
STARTED: float

class _Sparse(Protocol):
    def toarray(self) -> Any: ...

class _Array(Protocol):
    def tolist(self) -> Any: ...

class _File(Protocol):
    def read(self) -> str: ...

# A number: a float is the rational that it is; texts such as "1/3", "1e-9" and "log(3)".
Number: TypeAlias = float | Fraction | Decimal | SupportsIndex | str | Term
# A list of numbers, or of rows of them.
Table: TypeAlias = Iterable[Any] | str | Path | _Sparse | _Array | _File
'''
# What a parameter's values are typed as.
_TYPES = {
    "number": "Number", "size": "int", "index": "int", "framework": "Mapping[str, Any] | Path",
}
# Accountants' parameters that are words.
_WORDS = {
    **dict.fromkeys(("adjacency", "noise", "rule"), "str"),
    **dict.fromkeys(("orders", "levels"), "Number | Table"),
}
_OPTIONS = {
    "width": "Number = ...", "normalise": "bool = ...", "file": "str | Path | None = ...",
    "database": "Sequence[int] | None = ...",
}


# --- the page -------------------------------------------------------------------------------------


def page() -> str:
    """The reference page, in Markdown."""
    lines = [OPENING]
    lines += [_general(name) for name in sorted(oracle.GENERAL, key=str.lower)]
    lines += ["", ACCOUNTS]
    lines += [
        f"- **`{name}({_given(name)})`**: {_first(made)}" for name, made in ACCOUNTANTS.items()
    ]
    lines += ["", QUANTITY]
    lines += [_entry(asked) for asked in QUANTITIES.values()]
    return "\n".join(lines) + "\n"


def _general(name: str) -> str:
    made = oracle.GENERAL[name]
    call = "" if inspect.isclass(made) else f"({_names(made)})"
    return f"- **`{name}{call}`**: {_first(made)}"


def _names(made: object) -> str:
    assert callable(made)
    shown = []
    for part in inspect.signature(made).parameters.values():
        star = "*" if part.kind is part.VAR_POSITIONAL else ""
        star = "**" if part.kind is part.VAR_KEYWORD else star
        shown.append(f"{star}{part.name}")
    return ", ".join(shown)


def _given(name: str) -> str:
    """An accountant's parameters: those that must be given, and those that need not."""
    parts = inspect.signature(ACCOUNTANTS[name]).parameters.values()
    return ", ".join(f"{part.name}=" if part.default is part.empty else part.name for part in parts)


def _first(made: object) -> str:
    """The first paragraph of a docstring."""
    text = inspect.getdoc(made) or ""
    return " ".join(text.split("\n\n")[0].split())


def _entry(asked: Quantity) -> str:
    others = [word for word, name in ALIASES.items() if name == asked.name]
    called = f" or `{others[0]}`" if others else ""
    meaning = documentation(asked).split("\n\n")[0]
    parts = "; ".join(f"`{part.name}` {told(part)}" for part in asked.parameters)
    takes = f" Takes {parts}." if parts else ""
    unit = f" In {asked.unit}." if asked.unit and f"in {asked.unit}" not in meaning else ""
    names = ", ".join(_shown(part) for part in asked.parameters)
    return f"- **`{asked.name}({names})`**{called}: {meaning}{takes}{unit}{_example(asked)}"


def _shown(part: Parameter) -> str:
    return part.name if part.default is None else f"{part.name}={part.default}"


def _example(asked: Quantity) -> str:
    record = RECORDS.get(asked.name)
    if record is None or not record.examples:
        return ""
    known = record.examples[0]
    literals = ", ".join(f'"{literal}"' for literal in known.arguments)
    value = f"{known.value}…" if "." in known.value else known.value
    return f" `{asked.name}({literals})` is {value}."


# --- the types ------------------------------------------------------------------------------------


def stub() -> str:
    """The types of the package's names, as a stub file."""
    lines = [STUB.rstrip()]
    lines += [f"from verified.accounting import {name} as {name}" for name in OTHERS]
    lines += [TYPES.rstrip(), ""]
    for name in sorted({*QUANTITIES, *ACCOUNTANTS}):
        made = _accountant(name) if name in ACCOUNTANTS else _quantity(QUANTITIES[name])
        lines += made
    lines += [f"{word} = {name}" for word, name in sorted(ALIASES.items())]
    return "\n".join(lines) + "\n"


def _quantity(asked: Quantity) -> Iterator[str]:
    parts = []
    for part in asked.parameters:
        default = "" if part.default is None else " = ..."
        parts.append(f"{part.name}: {_TYPES.get(part.kind, 'Table')}{default}")
    # Any argument may come from a file.
    options = [name for name in signature(asked).parameters if name in _OPTIONS]
    from_file = any(part.kind not in ("number", "size", "index") for part in asked.parameters)
    if from_file:
        parts = [f"{part} = ..." if not part.endswith("...") else part for part in parts]
    parts += ["*", *(f"{name}: {_OPTIONS[name]}" for name in options)]
    return _definition(asked.name, parts, documentation(asked))


def _accountant(name: str) -> Iterator[str]:
    parts = ["*"]
    for part in inspect.signature(ACCOUNTANTS[name]).parameters.values():
        kind = _WORDS.get(part.name, "Table" if part.name in LISTS else "Number")
        parts.append(f"{part.name}: {kind}{'' if part.default is part.empty else ' = ...'}")
    return _definition(name, parts, inspect.getdoc(ACCOUNTANTS[name]) or "")


def _definition(name: str, parts: list[str], doc: str) -> Iterator[str]:
    yield f"def {name}("
    yield from (f"    {part}," for part in parts)
    yield ") -> Certified:"
    first = " ".join(doc.split("\n\n")[0].split())
    wrapped = textwrap.wrap(first, 90)
    yield f'    """{wrapped[0]}' + ('"""' if len(wrapped) == 1 else "")
    if len(wrapped) > 1:
        yield from (f"    {line}" for line in wrapped[1:-1])
        yield f'    {wrapped[-1]}"""'
    yield ""


__all__ = ["page", "stub"]
