"""Compile the papers' documents and read TeX's logs: `python -m tests.docs.documents [PAPER…]`.

The exit code is 1 if a document doesn't compile or has an overfull box. Without a paper, all that
have authors are compiled, derivations and all. It needs `pdflatex`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from verified.papers import papers
from verified.report.paper_document import document

PDFLATEX = shutil.which("pdflatex")
_PAGES = re.compile(r"Output written on .*?\((\d+) pages?", re.DOTALL)


@dataclass(frozen=True)
class Compiled:
    """What TeX's log says."""

    errors: tuple[str, ...]
    overfull: tuple[str, ...]
    pages: int

    @property
    def good(self) -> bool:
        return self.pages > 0 and not self.errors and not self.overfull


def compiled(lines: Iterable[str], folder: Path) -> Compiled:
    """A document compiled in a folder."""
    (folder / "document.tex").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert PDFLATEX is not None
    subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "document.tex"],
        cwd=folder, check=False, capture_output=True, timeout=300,
    )
    log = (folder / "document.log").read_text(encoding="utf-8", errors="replace")
    told = log.splitlines()
    pages = _PAGES.search(log)
    return Compiled(
        tuple(line for line in told if line.startswith("!")),
        tuple(line for line in told if line.startswith("Overfull")),
        int(pages[1]) if pages else 0,
    )


def main(names: Sequence[str]) -> int:
    """Compile them, telling of each; the exit code."""
    if PDFLATEX is None:
        print("pdflatex isn't installed")
        return 1
    bad = 0
    for name in names or [paper.key for paper in papers() if paper.authors]:
        with tempfile.TemporaryDirectory() as desk:
            found = compiled(document(name, macros=False, derivations=True), Path(desk))
        print(f"{name}: {found.pages} pages, {len(found.overfull)} overfull boxes, "
              f"{len(found.errors)} errors", flush=True)
        for line in (*found.errors, *found.overfull)[:20]:
            print(f"  {line}")
        bad += not found.good
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
