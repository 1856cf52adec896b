"""A cluster of two processes of this machine, of which one is killed in the middle of the work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nimdsl
import pytest
from conftest import ROOT, CommandLine

distributed = pytest.importorskip("distributed")

import nimdsl.distributed as cluster  # noqa: E402

SEARCH = ROOT / "experiments" / "fib_search.ron"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local,
        distributed.Client(local) as found,
    ):
        yield found


def test_a_cluster_that_loses_workers_gives_the_report_of_one_run(client: Any, tmp_path: Path) -> None:
    whole = nimdsl.run(SEARCH)
    killed: list[int] = []
    seen: list[tuple[int, int]] = []

    def told(done: int, of: int) -> None:
        seen.append((done, of))
        if len(killed) < 2 and done in (1, 4):
            pid = client.run(os.getpid)
            victim = next(iter(pid.values()))
            killed.append(victim)
            os.kill(victim, signal.SIGKILL)

    report = cluster.run(SEARCH, client, units=12, out=tmp_path / "out", progress=told)
    assert len(killed) == 2 and seen[-1] == (12, 12)
    assert report.json == whole.json
    assert (tmp_path / "out" / "report.json").read_text() == whole.json


def test_workers_that_a_batch_system_starts_do_the_same(tmp_path: Path) -> None:
    # What `srun dask worker` and `hq submit ... dask worker` do: processes that find each other by a file.
    file, dask = tmp_path / "dask.json", str(Path(sys.executable).with_name("dask"))
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    where = ["--scheduler-file", str(file)]
    scheduler = [dask, "scheduler", *where, "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    worker = [dask, "worker", *where, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    started = [subprocess.Popen(command, **quiet) for command in (scheduler, worker, worker)]

    def told(done: int, of: int) -> None:
        if done == 2:
            started[1].kill()

    try:
        until = time.monotonic() + 60
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.1)
        with distributed.Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(2, timeout=60)
            report = cluster.run(SEARCH, client, units=8, progress=told)
        assert report.json == nimdsl.run(SEARCH).json
        assert started[1].wait(10) == -signal.SIGKILL
    finally:
        for one in started:
            one.kill()
            one.wait()


class Stopped(Exception):
    pass


def stop(done: int, of: int) -> None:
    if done == 4:
        raise Stopped


def test_a_run_goes_on_with_the_units_that_were_done(client: Any, tmp_path: Path, command: CommandLine) -> None:
    whole = nimdsl.run(SEARCH)
    for folder in ("here", "line"):
        with pytest.raises(Stopped):
            cluster.run(SEARCH, client, units=12, out=tmp_path / folder, progress=stop)
        assert not (tmp_path / folder / "report.json").exists()
    seen: list[tuple[int, int]] = []
    # As many units as before, without saying so.
    report = cluster.run(SEARCH, client, out=tmp_path / "here", resume=True, progress=lambda done, of: seen.append((done, of)))
    assert seen[0] == (4, 12) and seen[-1] == (12, 12) and len(seen) == 9
    assert report.json == whole.json == (tmp_path / "here" / "report.json").read_text()
    done = subprocess.run([command.program, "run", str(SEARCH), "--out", str(tmp_path / "line"), "--resume"], capture_output=True)
    assert b"were done before" in done.stderr
    assert (tmp_path / "line" / "report.json").read_text() == whole.json
    # Another number of units is another cut, and all of them are done; without resume the run begins anew.
    others: list[dict[str, Any]] = [{"units": 3, "resume": True}, {"units": 5}]
    for words in others:
        seen.clear()
        again = cluster.run(SEARCH, client, out=tmp_path / "here", progress=lambda done, of: seen.append((done, of)), **words)
        assert again.json == whole.json and seen[0] == (1, words["units"])
    with pytest.raises(nimdsl.QuestionError, match="extent has changed"):
        cluster.run(SEARCH, client, out=tmp_path / "here", resume=True, full=True)
    with pytest.raises(nimdsl.QuestionError, match="say which one by out="):
        cluster.run(SEARCH, client, resume=True)


def test_time_bounds_the_whole_run(client: Any, tmp_path: Path) -> None:
    with pytest.raises(nimdsl.TimeBudgetError, match="of 12 units were done in 0.001 s; allow more by time="):
        cluster.run(SEARCH, client, units=12, out=tmp_path / "out", time=0.001)
    report = cluster.run(SEARCH, client, out=tmp_path / "out", resume=True, time="5m")
    assert report.json == nimdsl.run(SEARCH).json


def test_what_is_no_cluster_is_refused() -> None:
    for wrong in (None, "tcp://localhost", 3):
        with pytest.raises(TypeError, match="give a distributed.Client"):
            cluster.run(SEARCH, wrong)


def test_what_cannot_be_shared_is_told(client: Any) -> None:
    with pytest.raises(nimdsl.QuestionError, match="no search"):
        cluster.run(ROOT / "experiments" / "ky23.ron", client)
    with pytest.raises(nimdsl.QuestionError, match="the same: give one"):
        cluster.run(SEARCH, client, units=3, shards=3)
