"""The notebooks of examples: stored without outputs, and every cell runs, in a kernel too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.notebooks.running import NOTEBOOKS, cells, run
from verified.attack.report import Report
from verified.notebook import Evidence, Picture, Shown, Source

# What each must show, at least.
PARTS = {
    "author": (Report, Source, Picture), "maintainer": (Source,),
    "reviewer": (Shown, Evidence, Report, Picture),
}


def test_there_is_one_for_each_kind_of_user() -> None:
    assert [path.stem for path in NOTEBOOKS] == sorted(PARTS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_they_are_stored_without_outputs(path: Path) -> None:
    held = json.loads(path.read_text(encoding="utf-8"))
    assert (held["nbformat"], held["nbformat_minor"]) == (4, 5)
    assert cells(path, "markdown")
    for cell in held["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            # Without a kernel nothing else than Python runs.
            assert not any(line.startswith(("%", "!")) for line in cell["source"])
    assert len({cell["id"] for cell in held["cells"]}) == len(held["cells"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_their_cells_run_and_render(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if Picture in PARTS[path.stem]:
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(path.parent)
    found = list(run(path))
    for part in PARTS[path.stem]:
        assert any(isinstance(value, part) for value, _ in found), part
    assert all(shown for _, shown in found)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_they_run_in_a_kernel(path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(
        book, timeout=60, resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    kinds = {
        kind for cell in book.cells if cell.cell_type == "code" for output in cell.outputs
        for kind in output.get("data", {})
    }
    wanted = {"text/markdown"} if path.stem != "reviewer" else {"text/html", "image/svg+xml"}
    assert wanted <= kinds, kinds
    assert not any(
        output.output_type == "error" for cell in book.cells if cell.cell_type == "code"
        for output in cell.outputs
    )
