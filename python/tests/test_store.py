"""Runs that are killed go on, here and at the command line: the same folder, and in the end the same report."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import nimdsl
import pytest
from conftest import CommandLine
from nimdsl.store import NAME, RunStore, can_keep

pytestmark = [
    pytest.mark.skipif(not can_keep(), reason="the SQLite of this Python is too old"),
    pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals"),
]

RULES = """ruleset "Triangular Nim"
heaps x, y
move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i
"""
#: A search of many chunks.
SEARCH = """(
    title: "Pell numbers", ruleset: "triangular.nim",
    tasks: [Search(
        target: Consecutive(Recurrence(coefficients: [2, 1], start: [0, 1])), keep: 3, exceptions: 4, confirm: 20000,
        add: Conditions(at_most: 2, statistics: ["i", "j", "i + j"], relations: ["<", "<="],
            terms: ["small", "large", "small'", "large'"], coefficients: Range(1, 6), constants: Range(-2, 2)),
    )],
)"""

#: A run that kills its own process as soon as a chunk is kept.
KILLED = """
import os, signal, sys, nimdsl
from nimdsl.store import RunStore
keep = RunStore.keep
def last(*arguments):
    keep(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
RunStore.keep = last
nimdsl.run(sys.argv[1], out=sys.argv[2], threads=1)
"""


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    (tmp_path / "triangular.nim").write_text(RULES)
    (tmp_path / "pell.ron").write_text(SEARCH)
    return tmp_path / "pell.ron"


def kill(experiment: Path, out: Path) -> None:
    """Begins a run that is killed in the middle."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(experiment), str(out)], check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL
    assert not (out / "report.json").exists()
    assert (out / NAME).is_file()


def chunks(folder: Path) -> int:
    """How many chunks a folder keeps."""
    with closing(sqlite3.connect(folder / NAME)) as connection:
        count: int = connection.execute("SELECT count(*) FROM chunks").fetchone()[0]
    return count


def same_files(first: Path, second: Path) -> None:
    names = sorted(path.name for path in first.iterdir() if not path.name.startswith("store"))
    assert "report.json" in names and any(name.startswith("hit_") for name in names)
    assert names == sorted(path.name for path in second.iterdir() if not path.name.startswith("store"))
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


def test_a_killed_run_goes_on_where_it_was(experiment: Path, tmp_path: Path, command: CommandLine) -> None:
    command.bytes("run", str(experiment), "--out", str(tmp_path / "whole"))
    kill(experiment, tmp_path / "killed")
    before = chunks(tmp_path / "killed")
    seen: list[tuple[int, int]] = []
    nimdsl.run(experiment, out=tmp_path / "killed", resume=True, progress=lambda done, of: seen.append((done, of)))
    assert 0 < before < chunks(tmp_path / "killed")
    # It does not begin anew.
    assert seen and 0 < seen[0][0]
    same_files(tmp_path / "whole", tmp_path / "killed")


def test_the_command_line_goes_on_with_a_run_from_here_and_the_other_way_round(
    experiment: Path, tmp_path: Path, command: CommandLine
) -> None:
    kill(experiment, tmp_path / "own")
    done = subprocess.run(
        [command.program, "run", str(experiment), "--out", str(tmp_path / "own"), "--resume"], check=True, capture_output=True
    )
    assert b"were done before" in done.stderr
    # All of it is kept: what is asked again gives the same, and nothing is tried.
    seen: list[tuple[int, int]] = []
    report = nimdsl.run(experiment, out=tmp_path / "own", resume=True, progress=lambda d, a: seen.append((d, a)))
    assert all(done == of for done, of in seen)
    assert report.json == nimdsl.run(experiment).json == (tmp_path / "own" / "report.json").read_text()


def test_a_run_that_is_not_gone_on_with_is_set_aside(experiment: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = nimdsl.run(experiment, out=out)
    kept = (out / NAME).read_bytes()
    assert nimdsl.run(experiment, out=out).json == first.json
    assert (out / "store.before.sqlite").read_bytes() == kept
    # Resuming begins where there is nothing.
    assert nimdsl.run(experiment, out=tmp_path / "new", resume=True).json == first.json
    with pytest.raises(nimdsl.QuestionError, match="say which one by out="):
        nimdsl.run(experiment, resume=True)


def test_a_run_that_is_about_something_else_is_not_gone_on_with(experiment: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    nimdsl.run(experiment, out=out)
    with pytest.raises(nimdsl.QuestionError, match="extent has changed"):
        nimdsl.run(experiment, out=out, resume=True, full=True)
    experiment.write_text(SEARCH.replace("keep: 3", "keep: 2"))
    with pytest.raises(nimdsl.QuestionError, match="experiment has changed"):
        nimdsl.run(experiment, out=out, resume=True)
    experiment.write_text(SEARCH)
    rules = experiment.with_name("triangular.nim")
    rules.write_text(rules.read_text() + "\n# a remark\n")
    with pytest.raises(nimdsl.QuestionError, match="triangular.nim has changed"):
        nimdsl.run(experiment, out=out, resume=True)


def test_a_folder_is_used_by_one_run_and_holds_nothing_else(experiment: Path, tmp_path: Path, command: CommandLine) -> None:
    out = tmp_path / "out"
    out.mkdir()
    store = RunStore(out, False)
    try:
        with pytest.raises(nimdsl.QuestionError, match="another run is using this folder"):
            nimdsl.run(experiment, out=out, resume=True)
        done = subprocess.run([command.program, "run", str(experiment), "--out", str(out)], check=False, capture_output=True)
        assert done.returncode and b"another run is using this folder" in done.stderr
    finally:
        store.close()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(nimdsl.QuestionError, match="holds other files"):
        nimdsl.run(experiment, out=tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.tex"]
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / NAME).write_text("no database")
    with pytest.raises(nimdsl.QuestionError):
        nimdsl.run(experiment, out=tmp_path / "odd", resume=True)


def test_what_is_damaged_is_done_again(experiment: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = nimdsl.run(experiment, out=out)
    with closing(sqlite3.connect(out / NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE chunks SET survivors = x'' WHERE chunk < 5")
        connection.execute("UPDATE verdicts SET up_to = 7")
    assert nimdsl.run(experiment, out=out, resume=True).json == first.json
    with closing(sqlite3.connect(out / NAME, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE more (x INTEGER)")
    with pytest.raises(nimdsl.QuestionError, match="another layout"):
        nimdsl.run(experiment, out=out, resume=True)


def test_hits_of_an_earlier_run_do_not_stay(experiment: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    report = nimdsl.run(experiment, out=out)
    assert len(report.hits) == 3 and (out / "hit_003.nim").is_file()
    (out / "hit_002.nim").write_text("# changed by its owner\n")
    experiment.write_text(SEARCH.replace("keep: 3", "keep: 1"))
    nimdsl.run(experiment, out=out)
    assert not (out / "hit_003.nim").exists()
    assert (out / "hit_002.nim").read_text() == "# changed by its owner\n"
