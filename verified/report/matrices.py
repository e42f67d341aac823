"""Numbers in a user's files: matrices and laws as CSV, NPY or JSON."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from verified.errors import InputError
from verified.report.files import read_json, read_text

Rows = list[list[Any]]


def read_file(path: Path) -> Any:
    """The numbers of a file: CSV (one row a line, `#` starts a comment), JSON (nested lists, or an
    object of them by parameter), NPY (an array; its floats count as exactly what they are).

    Raises:
        InputError: it can't be read, or is none of these.
    """
    match path.suffix.lower():
        case ".csv":
            return _read_csv(path)
        case ".json":
            # Decimals are kept as they are written, not as the floats beside them.
            return read_json(path, parse_float=str, parse_constant=str)
        case ".npy":
            return _read_npy(path)
    raise InputError(f"can't read {path}: a matrix is a .csv, .json or .npy file")


def _read_csv(path: Path) -> Rows:
    lines = [line.partition("#")[0].strip() for line in read_text(path).splitlines()]
    try:
        rows = [
            [part.strip() for part in row]
            for row in csv.reader(line for line in lines if line)
        ]
    except csv.Error as error:
        raise InputError(f"{path} is no CSV: {error}") from None
    if not rows:
        raise InputError(f"{path} has no rows")
    return [list(row) for row in rows]


def _read_npy(path: Path) -> Any:
    import numpy as np

    try:
        array = np.load(path, allow_pickle=False)
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror or error}") from None
    except (ValueError, EOFError, MemoryError):
        # A header may promise more than the file has, or than memory holds. NumPy's own message
        # may advise to unpickle, which is no advice for a stranger's file.
        raise InputError(f"{path} is not a whole NPY file of numbers") from None
    if array.dtype.kind not in "iuf":
        raise InputError(f"{path} holds {array.dtype}; probabilities are real numbers")
    return array.tolist()


__all__ = ["Rows", "read_file"]
