"""Every notebook runs from its first cell to its last, in a kernel of this Python, and shows what a reader is to see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat")
nbclient: Any = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebooks_run(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), f"{path.name}: outputs are not kept"
    assert path.stat().st_size < 20_000
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    shown = {kind for cell in notebook.cells for output in cell.get("outputs", ()) for kind in output.get("data", {})}
    assert "text/html" in shown
    assert shown & {"image/svg+xml", "image/png"}
    if path.stem == "idea_to_theorem":
        assert {"text/latex", "text/markdown"} <= shown


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 3
