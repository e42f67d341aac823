"""Results that are kept from one run to the next, each under the digest of all that it rests on.

A result is a file of its own, written whole or not at all, so that several processes may keep and
read results at once. Its checksum tells accidents: what is cut off, damaged or of another key is
worked out anew, with a note. It is no seal: whoever can write here can write anything, as they can
into the code.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# A folder to keep results in; if it is empty, none are kept.
VARIABLE = "VERIFIED_RESULTS"
SCHEMA = 1
# How many results are kept, and how many are left where there are more: those used last.
MOST, LEFT = 30_000, 15_000
_DAY = 86_400.0
_ROOT = Path(__file__).resolve().parents[2]


def results_folder() -> Path | None:
    """Where results are kept: beside the project, or in the user's cache for an installed package;
    None if they aren't."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    if (_ROOT / "pyproject.toml").is_file():
        return _ROOT / ".verified" / "results"
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "verified" / "results"


class Results:
    """The results in a folder.

    Args:
        folder: where they are; None for none.
        fresh: use none that are there; new ones are kept all the same.

    Attributes:
        notes: what was found damaged or couldn't be kept, a line each.
    """

    def __init__(self, folder: Path | None, fresh: bool = False) -> None:
        self.folder, self.fresh = folder, fresh
        self.notes: list[str] = []
        self._added = False

    def get(self, kind: str, key: str) -> Any:
        """The result of a kind under a key; None where none is kept, or what is there is damaged.

        Args:
            kind: such as "attack", a folder's name.
            key: a digest in hexadecimal.
        """
        if self.folder is None or self.fresh:
            return None
        path = self._path(kind, key)
        try:
            entry = json.loads(path.read_bytes())
            whole = (
                isinstance(entry, dict)
                and (entry["schema"], entry["kind"], entry["key"]) == (SCHEMA, kind, key)
                and entry["checksum"] == _checksum(entry)
            )
        except FileNotFoundError:
            return None
        except OSError as error:
            self._note(f"{path} can't be read ({error.strerror})")
            return None
        except (KeyError, TypeError, ValueError, RecursionError):
            whole = False
        if not whole:
            self._note(f"{path} is damaged: what it held is worked out anew")
            return None
        self._used(path)
        return entry["result"]

    def keep(self, kind: str, key: str, of: str, result: Any) -> None:
        """Keep a result, JSON data, under the key of all that it rests on; `of` is for readers."""
        if self.folder is None:
            return
        entry = {"schema": SCHEMA, "kind": kind, "key": key, "of": of, "result": result}
        written = json.dumps({**entry, "checksum": _checksum(entry)})
        path = self._path(kind, key)
        draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Not forced onto the disk: what a crash cuts off the checksum tells.
            draft.write_text(written, encoding="utf-8")
            os.replace(draft, path)
        except OSError as error:
            self.without(f"{self.folder} can't be written to ({error.strerror})")
            return
        self._added = True

    def without(self, why: str) -> None:
        """Take and keep no more results, and note why."""
        self._note(f"{why}: no results are taken or kept")
        self.folder = None

    def close(self) -> None:
        """See that there aren't too many: those that weren't used for longest are let go."""
        if self.folder is None or not self._added:
            return
        files = list(self.folder.glob("*/*.json"))
        if len(files) <= MOST:
            return
        dated = []
        for path in files:
            try:
                dated.append((path.stat().st_mtime, path))
            except OSError:
                continue  # another process has let it go
        for _, path in sorted(dated)[: len(dated) - LEFT]:
            path.unlink(missing_ok=True)

    def _path(self, kind: str, key: str) -> Path:
        assert self.folder is not None
        return self.folder / kind / f"{key}.json"

    def _used(self, path: Path) -> None:
        """Note that a result is still of use, once a day."""
        try:
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)
        except OSError:
            return

    def _note(self, line: str) -> None:
        if line not in self.notes:
            self.notes.append(line)


def _checksum(entry: Mapping[str, Any]) -> str:
    """SHA-256 of an entry but for its checksum, as JSON reads it back."""
    content = {name: value for name, value in entry.items() if name != "checksum"}
    written = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


__all__ = ["VARIABLE", "Results", "results_folder"]
