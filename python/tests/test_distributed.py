"""A cluster of two processes of this machine, of which one is killed in the middle of the work."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nimdsl
import pytest
from conftest import ROOT

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


def test_what_cannot_be_shared_is_told(client: Any) -> None:
    with pytest.raises(nimdsl.QuestionError, match="no search"):
        cluster.run(ROOT / "experiments" / "ky23.ron", client)
    with pytest.raises(nimdsl.QuestionError, match="the same: give one"):
        cluster.run(SEARCH, client, units=3, shards=3)
