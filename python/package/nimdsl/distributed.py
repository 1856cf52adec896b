"""Experiments on many machines, by Dask: units of work are done in processes of the cluster and put together here.

A unit is a share of the chunks of all searches, given by two numbers alone, and the same wherever it is done. It runs inside of the
worker: a worker that is lost takes its unit with it, and the unit is done again elsewhere. The report is that of a single run, byte
for byte, whatever happened on the way: merging takes from units which candidates passed, and confirms and proves every hit again.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _native, given
from .errors import NimError, QuestionError
from .experiments import Report, _experiment
from .shapes import GivenText

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Units for each thread of the cluster, where their number is not given: they cost unlike much.
EACH = 8


def share(given_: GivenText, full: bool, number: int, of: int, memory: int, threads: int) -> bytes:
    """Does a unit, in the process of a worker."""
    return _native.shard(given_, full, (number, of), (memory, threads, None, None))


def run(
    experiment: str | os.PathLike[str],
    client: Any,
    *,
    units: given.Integer | None = None,
    shards: given.Integer | None = None,
    full: bool = False,
    out: str | os.PathLike[str] | None = None,
    retries: given.Integer = 10,
    worker_threads: given.Integer = 1,
    **limits: Unpack[given.Limits],
) -> Report:
    """Runs an experiment with searches on a cluster, and gives the report of a single run.

    Args:
        experiment: the file (``docs/experiments.md``). Workers are sent all texts that it names, and need no common disk.
        client: a ``distributed.Client``, such as ``Client()`` on one machine, or one of ``dask_jobqueue.SLURMCluster``.
        units: how many units of work; many more than workers, since they cost unlike much. Eight for each thread of the cluster without it.
        shards: the same, under its earlier name.
        full: the full bounds.
        out: a folder to which the report is written.
        retries: how often a unit is begun again after its worker was lost.
        worker_threads: threads of a unit.
        limits: ``memory`` is that of each unit, ``progress`` is told of units that are done and of all, and ``threads`` and
            ``time`` are those of the merge.

    Raises:
        QuestionError: nothing of the experiment can be shared, since it has no search.
        distributed.KilledWorker: a unit lost more workers than ``retries``.
    """
    dask: Any = import_module("distributed")
    name, text, folder, _ = _experiment(experiment)
    texts = _native.texts_of((name, text, folder, {}), given.limits())
    if not _native.searches(name, text, given.limits()):
        raise QuestionError(f"{name}: it has no search, and nothing else is shared: use nimdsl.run")
    sent = (os.path.basename(name), text, None, texts)
    if units is not None and shards is not None:
        raise QuestionError("units and shards are the same: give one of them")
    name_, many = ("units", units) if shards is None else ("shards", shards)
    of = given.number(name_, many, 1) if many is not None else EACH * max(1, sum(client.ncores().values()))
    memory, _, _, told = given.limits(**limits)
    threads = given.number("worker_threads", worker_threads, 1)

    def submitted(number: int) -> Any:
        return client.submit(share, sent, full, number, of, memory, threads, pure=False, retries=0)

    left = {number: given.number("retries", retries) for number in range(1, of + 1)}
    work = {submitted(number): number for number in left}
    done: dict[int, bytes] = {}
    queue = dask.as_completed(list(work))
    try:
        for future in queue:
            number = work.pop(future)
            if future.status == "finished":
                done[number] = future.result()
                future.release()
                if told is not None:
                    told(len(done), of)
                continue
            error = future.exception()
            if isinstance(error, NimError) or not isinstance(error, dask.KilledWorker) or not left[number]:
                raise error
            left[number] -= 1
            again = submitted(number)
            work[again] = number
            queue.add(again)
    finally:
        client.cancel(list(work))
    rows = [(number, of, done[number]) for number in sorted(done)]
    limits.pop("progress", None)
    report = Report.of(_native.merged(sent, full, rows, given.limits(**limits)))
    if out is not None:
        report.save(out)
    return report
