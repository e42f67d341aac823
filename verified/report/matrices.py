"""Numbers in a user's files or standard input: matrices and laws as CSV, TSV, NPY, NPZ or JSON."""

from __future__ import annotations

import csv
import json
import math
import sys
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from verified.errors import InputError
from verified.report.files import read_json, read_text

Rows = list[list[Any]]


STANDARD_INPUT = "-"


def read_file(path: Path) -> Any:
    """The numbers of a file: CSV or TSV (one row a line, `#` starts a comment), JSON (nested lists,
    or an object of them by parameter), NPY (an array; its floats count as exactly what they are),
    NPZ (arrays by parameter). `-` is standard input, which is read as `read_numbers` does.

    Raises:
        InputError: it can't be read, or is none of these.
    """
    if str(path) == STANDARD_INPUT:
        return read_numbers(_standard_input(), "standard input")
    match path.suffix.lower():
        case ".csv":
            return _read_rows(read_text(path), str(path), ",")
        case ".tsv":
            return _read_rows(read_text(path), str(path), "\t")
        case ".json":
            # Decimals are kept as they are written, not as the floats beside them.
            return read_json(path, parse_float=str, parse_constant=str)
        case ".npy" | ".npz":
            return _read_arrays(path)
    raise InputError(f"can't read {path}: a matrix is a .csv, .tsv, .json, .npy or .npz file")


def _standard_input() -> str:
    # There is none where the process was started with it closed.
    if sys.stdin is None:
        raise InputError("can't read standard input: it is closed")
    try:
        return sys.stdin.read()
    except OSError as error:
        raise InputError(f"can't read standard input: {error.strerror or error}") from None
    except ValueError as error:
        rule = "not text" if isinstance(error, UnicodeDecodeError) else "closed"
        raise InputError(f"can't read standard input: it is {rule}") from None


def read_numbers(text: str, name: str) -> Any:
    """The numbers of a text that nothing says the format of: JSON where it starts with a bracket or
    a brace, else TSV where it has a tab, else CSV.

    Raises:
        InputError: it is none of these.
    """
    if not text.lstrip().startswith(("[", "{")):
        return _read_rows(text, name, "\t" if "\t" in text else ",")
    try:
        return json.loads(text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is no JSON: {error}") from None


def _read_rows(text: str, name: str, delimiter: str) -> Rows:
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    try:
        rows = [
            [part.strip() for part in row]
            for row in csv.reader((line for line in lines if line), delimiter=delimiter)
        ]
    except csv.Error as error:
        kind = "CSV" if delimiter == "," else "TSV"
        raise InputError(f"{name} is no {kind}: {error}") from None
    if not rows:
        raise InputError(f"{name} has no rows")
    return [list(row) for row in rows]


def _read_arrays(path: Path) -> Any:
    """An array as nested lists, or an object of them by name."""
    import numpy as np

    try:
        found = np.load(path, allow_pickle=False)
        if isinstance(found, np.ndarray):
            return _listed(found, str(path))
        with found:
            return {name: _listed(found[name], f"{name} in {path}") for name in found.files}
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror or error}") from None
    except InputError:
        raise
    except (ValueError, EOFError, MemoryError, zipfile.BadZipFile):
        # A header may promise more than the file has, or than memory holds. NumPy's own message
        # may advise to unpickle, which is no advice for a stranger's file.
        kind = path.suffix[1:].upper()
        raise InputError(f"{path} is not a whole {kind} file of numbers") from None


def _listed(array: Any, name: str) -> Any:
    if array.dtype.kind not in "iuf":
        raise InputError(f"{name} holds {array.dtype}; probabilities are real numbers")
    return _fractions(array.tolist())


def _fractions(value: Any) -> Any:
    """The same with NumPy's long doubles, which aren't Python numbers, as the rationals they are;
    what isn't finite stays, to be refused where its place is known."""
    if isinstance(value, list):
        return [_fractions(part) for part in value]
    if isinstance(value, int | float):
        return value
    return Fraction(*map(int, value.as_integer_ratio())) if math.isfinite(value) else float(value)


__all__ = ["STANDARD_INPUT", "Rows", "read_file", "read_numbers"]
