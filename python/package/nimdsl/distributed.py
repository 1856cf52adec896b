"""Experiments on many machines, by Dask: units of work are done in processes of the cluster and put together here.

A unit is a share of the chunks of all searches, given by two numbers alone, and the same wherever it is done. It runs inside of the
worker: a worker that is lost takes its unit with it, and the unit is done again elsewhere. The report is that of a single run, byte
for byte, whatever happened on the way: merging takes from units which candidates passed, and confirms and proves every hit again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any

from . import _native, given
from .errors import NimError, QuestionError, TimeBudgetError
from .experiments import Report, _can_keep, _experiment, _folder, _kept_in
from .shapes import GivenText
from .store import RunStore

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Under what name a store has the units that are done: how many there are, and their numbers.
DONE = "units"
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
    resume: bool = False,
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
        out: a folder to which the report is written, and every unit as soon as it is done, in the store of :func:`nimdsl.run`: nothing
            is lost when this process ends before.
        resume: goes on with the run in ``out``, which this function, :func:`nimdsl.run` or ``nimdsl run`` began; any of them can go on
            with this one. ``units`` is as before.
        retries: how often a unit is begun again after its worker was lost.
        worker_threads: threads of a unit.
        limits: ``memory`` is that of each unit, ``progress`` is told of units that are done and of all, ``threads`` are those of the
            merge, and ``time`` bounds all of it. Workers end the unit that they are at, whatever ends the run.

    Raises:
        TimeBudgetError: ``time=`` has run out; what was done by then is in ``out``.
        QuestionError: nothing of the experiment can be shared, since it has no search; or as for :func:`nimdsl.run`.
        distributed.KilledWorker: a unit lost more workers than ``retries``.
    """
    asked = _experiment(experiment)
    name, text, folder, _ = asked
    texts = _native.texts_of(asked, given.limits())
    if not _native.searches(name, text, given.limits()):
        raise QuestionError(f"{name}: it has no search, and nothing else is shared: use nimdsl.run")
    sent = (os.path.basename(name), text, None, texts)
    if units is not None and shards is not None:
        raise QuestionError("units and shards are the same: give one of them")
    name_, many = ("units", units) if shards is None else ("shards", shards)
    wanted = None if many is None else given.number(name_, many, 1)
    memory, _, seconds, told = given.budgets(limits)
    work = _Work(client, sent, given.truth("full", full), memory, given.number("worker_threads", worker_threads, 1))
    work.seconds, work.begun = seconds, monotonic()
    again = given.number("retries", retries)
    if out is None and resume:
        raise QuestionError("resume=True goes on with the run of a folder: say which one by out=")
    into = None if out is None else _folder(out)
    if into is None or not _can_keep():
        done = work.share_out(wanted or work.usual(), {}, again, told)
        rows = [(number, work.of, done[number]) for number in sorted(done)]
        report = Report.of(_native.merged(sent, full, rows, given.budgets(work.rest(limits))))
        if into is not None:
            report.save(into)
        return report
    with _kept_in(into, resume, (experiment, text, full), texts) as store:
        known, before = _done_before(store)
        work.store = store
        of = wanted or known or work.usual()
        work.share_out(of, dict.fromkeys(before if of == known else (), b""), again, told)
        report = Report.of(_native.run(asked, full, given.budgets(work.rest(limits)), store))
        report.save(into)
    return report


def _done_before(store: RunStore) -> tuple[int, list[int]]:
    """How many units a run has, and which of them are done."""
    told = store.told(DONE)
    if told is None:
        return (0, [])
    of, numbers = json.loads(told)
    return (of, numbers)


class _Work:
    """The units of one experiment on a cluster."""

    def __init__(self, client: Any, sent: GivenText, full: bool, memory: int, threads: int) -> None:
        if not callable(getattr(client, "submit", None)) or not callable(getattr(client, "ncores", None)):
            raise TypeError(f"client={client!r}: give a distributed.Client, such as Client() on one machine")
        if getattr(client, "asynchronous", False):
            raise TypeError("client is asynchronous: give a distributed.Client that is not, or use nimdsl.run_shard")
        self.client = client
        self.what = (sent, full)
        self.each = (memory, threads)
        self.of = 0
        self.store: RunStore | None = None
        self.seconds: float | None = None
        self.begun = monotonic()

    def left(self) -> float | None:
        """Seconds that are left, if they are bounded."""
        return None if self.seconds is None else max(0.0, self.begun + self.seconds - monotonic())

    def rest(self, limits: given.Limits) -> given.Limits:
        """The budgets of what comes after the units; of units alone a listener is told."""
        return {**limits, "progress": None, "time": self.left()}

    def usual(self) -> int:
        """How many units suit the cluster."""
        cores: int = sum(self.client.ncores().values())
        return EACH * max(1, cores)

    def _submitted(self, number: int) -> Any:
        return self.client.submit(share, *self.what, number, self.of, *self.each, pure=False, retries=0)

    def share_out(
        self, of: int, done: dict[int, bytes], retries: int, told: Callable[[int, int], object] | None
    ) -> dict[int, bytes]:
        """Does all units that are not done; one that loses its worker is begun again, so often. Bytes that a store keeps are not kept here."""
        dask: Any = import_module("distributed")
        self.of = of
        left = dict.fromkeys((number for number in range(1, of + 1) if number not in done), retries)
        if told is not None and done:
            told(len(done), of)
        work = {self._submitted(number): number for number in left}
        queue = dask.as_completed(list(work), timeout=self.left())
        try:
            for future in queue:
                number = work.pop(future)
                # One that is lost with its worker after it was done is done again, while its exception is waited for: then it has none.
                error = None if future.status == "finished" else future.exception()
                if error is None:
                    done[number] = self._kept(number, future.result(), done)
                    future.release()
                    if told is not None:
                        told(len(done), of)
                    continue
                if isinstance(error, NimError) or not isinstance(error, dask.KilledWorker) or not left[number]:
                    raise error
                left[number] -= 1
                again = self._submitted(number)
                work[again] = number
                queue.add(again)
        except (TimeoutError, dask.TimeoutError) as error:
            if self.left() != 0.0:
                raise
            why = f"{len(done)} of {of} units were done in {self.seconds} s; allow more by time="
            raise TimeBudgetError(why) from error
        finally:
            self.client.cancel(list(work))
        return done

    def _kept(self, number: int, data: bytes, done: dict[int, bytes]) -> bytes:
        """A unit in the store, if there is one."""
        if self.store is None:
            return data
        with self.store.at_once():
            for task, chunk, told in json.loads(data):
                if chunk % self.of == number - 1:
                    self.store.keep(task, chunk, json.dumps(told))
            self.store.tell(DONE, json.dumps([self.of, sorted([*done, number])]))
        return b""
