"""Files that are written whole or not at all, and JSON that is read with clear complaints.

Evidence is laid out line by line, so that a difference between two files shows what changed.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from verified.errors import InputError

# The parts of a certificate whose entries have a line each: of a proof its steps, the variables
# that they fix, the statements that it cites and the trees that it shares; of a play its moves, its
# bounds and the sides that decide.
_LISTED = frozenset({
    "parts", "lists", "fixed", "steps", "cites", "shared", "moves", "bounds", "evidence",
})


def write_text(path: Path, text: str) -> None:
    """Write a file as `write_bytes` does."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that its readers see the old content or all of the new.

    Raises:
        InputError: the path can't be written; the message says why.
    """
    target = path.resolve()
    if target.exists() and not target.is_file() and not target.is_dir():
        # A pipe or a device can't be replaced; what is written there is in nobody's way.
        try:
            target.write_bytes(content)
        except OSError as error:
            raise InputError(f"can't write {path}: {error.strerror or error}") from None
        return
    draft = _draft(target)
    try:
        with draft.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, target)
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Write JSON with a newline at its end; raises as `write_text` does."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def evidence_text(value: Any) -> str:
    """A certificate, or a list of them, as it stands in a file: JSON, in which each step of a proof
    has a line of its own, and so has each shared tree, cited statement and move."""
    return _laid_out(value, "", listed=True) + "\n"


def _laid_out(value: Any, pad: str, listed: bool) -> str:
    if not listed or not value or not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    inner = f"{pad} "
    if isinstance(value, dict):
        first, last = "{}"
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {_laid_out(part, inner, name in _LISTED)}"
            for name, part in value.items()
        ]
    else:
        first, last = "[]"
        # Certificates and a proof's lists have parts to be listed; steps and trees have none.
        parts = [
            _laid_out(part, inner, isinstance(part, dict) and not _LISTED.isdisjoint(part))
            for part in value
        ]
    lines = ",\n".join(inner + part for part in parts)
    return f"{first}\n{lines}\n{pad}{last}"


def write_evidence(path: Path, value: Any) -> None:
    """Write a certificate, or a list of them; raises as `write_text` does."""
    write_text(path, evidence_text(value))


def check_writable(path: Path) -> None:
    """Try to write beside the path, so that a long run doesn't end in a refusal.

    Raises:
        InputError: the path is a folder, or nothing can be written there.
    """
    target = path.resolve()
    if target.is_dir():
        raise InputError(f"can't write {path}: it is a folder")
    if target.exists() and not os.access(target, os.W_OK):
        raise InputError(f"can't write {path}: it is read-only")
    if target.exists() and not target.is_file():
        return
    draft = _draft(target)
    try:
        draft.touch(exist_ok=False)
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


def prepare_folder(path: Path) -> None:
    """Make a folder for several files, and see that it can be written to.

    Raises:
        InputError: it can't.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"can't make the folder {path}: {error.strerror or error}") from None
    check_writable(path / "certificate.json")


def read_text(path: Path) -> str:
    """The content of a text file.

    Raises:
        InputError: there is no such file, it can't be read, or it isn't UTF-8.
    """
    try:
        # Spreadsheets put a byte order mark before the text.
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"can't read {path}: it is not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror or error}") from None


class _RepeatedName(ValueError):
    """A name that an object has twice: which value counts is for nobody to guess."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _RepeatedName(repr(name))
        found[name] = value
    return found


def read_json(path: Path, **options: Any) -> Any:
    """The value of a JSON file; `options` are those of `json.loads`.

    Raises:
        InputError: it can't be read, is cut off, or isn't JSON.
    """
    text = read_text(path)
    try:
        return json.loads(text, object_pairs_hook=_once, **options)
    except json.JSONDecodeError as error:
        rest = text[error.pos :].strip()
        fault = error.msg if rest else "the file is cut off"
        if error.msg.startswith("Unterminated string"):
            fault = "the file is cut off within a string"
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{path} is not whole JSON: {fault} ({place})") from None
    except _RepeatedName as error:
        raise InputError(f"{path} has the name {error} twice in one object") from None
    except RecursionError:
        raise InputError(f"{path} is nested too deeply to be read") from None
    except ValueError:
        # Python reads no whole number of more digits than this, and says so in its own terms.
        most = sys.get_int_max_str_digits()
        raise InputError(f"{path} has a number of more than {most} digits") from None


def _draft(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}.tmp")


__all__ = [
    "check_writable", "evidence_text", "prepare_folder", "read_json", "read_text",
    "write_evidence", "write_json", "write_text",
]
