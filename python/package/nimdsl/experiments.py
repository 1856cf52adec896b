"""Experiments and searches, in this process."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native, display, given
from .answers import SequenceName, Told
from .described import _limits
from .errors import QuestionError
from .figure import OPENINGS
from .files import read, write
from .ruleset import Ruleset
from .shapes import GivenReport, GivenText
from .store import NAME, RunStore, can_keep, is_store
from .targets import Form, numbers, ron

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: How the report files begin.
OPENING = "nimdsl "
#: How the files of hits begin.
HIT = b"# nimdsl "
#: How pictures of experiments are named.
PICTURE = re.compile(r"(task_\d+_)?plot_\d{3,}\.(svg|tex)")


@dataclass(frozen=True)
class Hit:
    """A ruleset that a search found: its text, the name of its file, its P-positions with x <= y, and how far they are sure.

    ``target`` is the place of its target, from 0; ``base`` and ``conditions`` tell the moves that were added.
    """

    ruleset_text: str = field(repr=False)
    file: str
    candidate: int
    p_positions: list[tuple[int, int]] = field(repr=False)
    exceptions: list[tuple[int, int]]
    confirmed_up_to: int
    description_length: int
    parameters: dict[str, Any] = field(default_factory=dict)
    target: int | None = None
    base: str | None = None
    conditions: str | None = None
    name: SequenceName | None = None
    chain: list[int] | None = field(default=None, repr=False)
    proved: bool | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return Ruleset(self.ruleset_text, name=self.file)

    @staticmethod
    def of(one: dict[str, Any]) -> Hit:
        """From the JSON form of the command line."""
        one = dict(one)
        name = one.pop("name", None)
        named = None if name is None else SequenceName(**name)
        found, unlike = ([(x, y) for x, y in one.pop(key)] for key in ("p_positions", "exceptions"))
        return Hit(ruleset_text=one.pop("ruleset"), name=named, p_positions=found, exceptions=unlike, **one)


@dataclass(frozen=True)
class Report(Told):
    """What came out of an experiment.

    ``data`` is ``report.json`` of ``nimdsl run`` as data, ``text`` the same for people, ``failures`` says which tasks came to
    nothing, and ``expected`` is ``"met"``, ``"missed"`` or ``"open"``: whether all claims are as their texts say.
    """

    text: str = field(repr=False)
    json: str = field(repr=False)
    files: dict[str, str] = field(repr=False)
    failures: list[str]
    expected: str
    title: str = ""

    @cached_property
    def data(self) -> dict[str, Any]:
        """The whole report as data."""
        found: dict[str, Any] = json.loads(self.json)
        return found

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """What came out of each task, as data."""
        return list(self.data["tasks"])

    def rows(self, task: str | given.Integer = 0) -> list[dict[str, Any]]:
        """The rows of a task, by its number from 0 or its name (``"sweep"``): ``pandas.DataFrame(report.rows("sweep"))``."""
        tasks = self.tasks
        place = given.index(task)
        if place is not None:
            if "rows" not in tasks[place]:
                raise QuestionError(f"task {place} is {tasks[place]['task']!r} and has no rows; report.hits has those of searches, report.tasks all")
            return list(tasks[place]["rows"])
        return [row for one in tasks if one["task"] == task for row in one.get("rows", ())]

    @cached_property
    def hits(self) -> list[Hit]:
        """The hits of all searches."""
        return [Hit.of(hit) for one in self.tasks if one["task"] in ("search", "atlas") for hit in one.get("hits", ())]

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Writes ``report.json``, ``report.txt``, hits and pictures to a folder that is new or empty or holds a run: the
        files of ``nimdsl run``, byte for byte. Those of an earlier run that this one does not have are removed."""
        out = _folder(folder)
        known = out / "report.json"
        hits = _hits_before(known)
        for name in self.files:
            _is_free(out / name)
        for name, text in self.files.items():
            write(out / name, text.encode())
        write(out / "report.txt", f"{OPENING}{self.data['version']}: {self.text}".encode())
        write(known, self.json.encode())
        for path in out.iterdir():
            if path.name not in self.files and _is_left_over(path, hits):
                path.unlink()
        return out

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{display.escaped(self.text)}</pre>"

    @staticmethod
    def of(told: GivenReport) -> Report:
        """From the native module."""
        data, text, files, failures, expected, _ = told
        return Report(text, data, dict(files), failures, expected, text.split("\n", 1)[0])


@dataclass(frozen=True)
class Shard:
    """What a share of an experiment gave: bytes that can be pickled, sent and kept, for :func:`merge`."""

    number: int
    of: int
    full: bool
    data: bytes = field(repr=False)


def _folder(folder: str | os.PathLike[str]) -> Path:
    """A folder for a run, made if it is not there. One that holds something else and no run is refused."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    report, store = out / "report.json", out / NAME
    if any(out.iterdir()) and not (_is_report(report) or is_store(store)):
        raise QuestionError(f"{out}: holds other files than those of a run; choose a new folder")
    for path, is_ours in ((report, _is_report), (store, is_store)):
        if path.exists() and not is_ours(path):
            raise QuestionError(f"{path}: is there and was not written by nimdsl; choose another folder")
    return out


def _is_report(path: Path) -> bool:
    return path.is_file() and path.read_bytes().startswith(b'{\n  "schema"')


def _is_free(path: Path) -> None:
    """Refuses to write over a file that is no hit and no picture."""
    if path.exists():
        with path.open("rb") as file:
            start = file.read(200)
        if not start.startswith(OPENINGS.get(path.suffix, HIT)):
            raise QuestionError(f"{path}: is there and was not written by nimdsl; choose another folder")


def _hits_before(report: Path) -> dict[str, str]:
    """The hits of an earlier report: texts by the names of their files."""
    try:
        tasks = json.loads(report.read_bytes())["tasks"]
        return {hit["file"]: hit["ruleset"] for task in tasks for hit in task.get("hits", ())}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _is_left_over(path: Path, hits: Mapping[str, str]) -> bool:
    """Whether a file is a hit or a picture of an earlier run: by its name, and by what it says."""
    if not path.is_file():
        return False
    if path.name in hits:
        return path.read_bytes() == hits[path.name].encode()
    return bool(PICTURE.fullmatch(path.name)) and path.read_bytes().startswith(OPENINGS[path.suffix])


def _experiment(path: str | os.PathLike[str]) -> GivenText:
    file = Path(path)
    return (given.shown(file), read(file), file.parent, {})


def run(
    experiment: str | os.PathLike[str],
    *,
    full: bool = False,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    **limits: Unpack[given.Limits],
) -> Report:
    """Runs an experiment file (``docs/experiments.md``) in this process, with its full bounds if ``full``.

    Args:
        out: a folder for the report, as :meth:`Report.save` writes it, and for a store of what is done, so that nothing is lost
            when the work is stopped or the process is killed. They are the files of ``nimdsl run``. Nothing is written without it.
        resume: goes on with the run in ``out``, which :func:`run` or ``nimdsl run`` began; begins it if there is none. Without
            it, a store that is there is set aside, as ``store.before.sqlite``.

    Raises:
        RulesetError: all faults of the experiment and of the rulesets that it names.
        QuestionError: the folder is used by another run or holds something else; or the experiment, its rulesets, ``full`` or
            the version have changed since the run began.
    """
    asked, allowed = _experiment(experiment), _limits(limits)
    if out is None:
        if resume:
            raise QuestionError("resume=True goes on with the run of a folder: say which one by out=")
        return Report.of(_native.run(asked, full, allowed))
    # All that is wrong is said before anything is written or set aside.
    texts = _native.texts_of(asked, allowed)
    folder = _folder(out)
    if not _can_keep():
        report = Report.of(_native.run(asked, full, allowed))
        report.save(folder)
        return report
    with _kept_in(folder, resume, (experiment, asked[1], full), texts) as store:
        report = Report.of(_native.run(asked, full, allowed, store))
        report.save(folder)
    return report


def _can_keep() -> bool:
    """Whether there can be a store; warns if there can be none."""
    if not can_keep():
        warnings.warn(f"SQLite {sqlite3.sqlite_version} of this Python is too old for a store: a kill loses what was done", stacklevel=3)
    return can_keep()


@contextmanager
def _kept_in(
    folder: Path, resume: bool, about: tuple[str | os.PathLike[str], str, bool], texts: Mapping[str, str]
) -> Iterator[RunStore]:
    """The store of a run in a folder: of an experiment, its text, and whether its bounds are the full ones."""
    experiment, text, full = about
    store = RunStore(folder, resume)
    try:
        store.same({"experiment": text, "extent": "full" if full else "quick", "shard": "1/1", "version": _native.version()}, texts)
        store.tell("name", Path(experiment).stem)
        yield store
    finally:
        store.close()


def run_shard(
    experiment: str | os.PathLike[str],
    shard: tuple[given.Integer, given.Integer],
    *,
    full: bool = False,
    **limits: Unpack[given.Limits],
) -> Shard:
    """Does the share ``(i, n)``, 1 <= i <= n, of the candidates of all searches of an experiment, and nothing else of it."""
    number, of = given.span("shard", shard)
    if not 1 <= number <= of:
        raise QuestionError(f"shard=({number}, {of}): write (i, n) with 1 <= i <= n")
    return Shard(number, of, full, _native.shard(_experiment(experiment), full, (number, of), _limits(limits)))


def merge(
    experiment: str | os.PathLike[str],
    shards: Iterable[Shard],
    *,
    out: str | os.PathLike[str] | None = None,
    **limits: Unpack[given.Limits],
) -> Report:
    """Puts all shards of an experiment together: the report of a single run, byte for byte. Hits are confirmed and proved here.

    Raises:
        QuestionError: a shard is missing or damaged, or is of another run.
    """
    all_ = list(shards)
    if not all(isinstance(one, Shard) for one in all_):
        raise TypeError("shards are what run_shard gives")
    if len({one.full for one in all_}) != 1:
        raise QuestionError("shards of one run are all with full bounds, or all without, and at least one")
    rows = [(one.number, one.of, one.data) for one in all_]
    report = Report.of(_native.merged(_experiment(experiment), all_[0].full, rows, _limits(limits)))
    if out is not None:
        report.save(out)
    return report


def run_text(
    text: str,
    *,
    library: given.Library = None,
    full: bool = False,
    name: str = "experiment.ron",
    **limits: Unpack[given.Limits],
) -> Report:
    """Runs an experiment that is given as a text; ``library`` has the rulesets that it names.

    >>> import nimdsl
    >>> report = nimdsl.run_text('''(
    ...     title: "Twists", ruleset: "triangular_wythoff.nim", vary: { "c": Range(0, 2) }, tasks: [Sweep(up_to: 300)],
    ... )''')
    >>> for row in report.rows("sweep"):
    ...     print(row["chain"])
    triangular numbers (A000217): a(k) = (k^2 + k)/2
    squares (A000290): a(k) = k^2
    pentagonal numbers (A000326): a(k) = (3*k^2 - k)/2
    """
    folder, texts = given.library(library)
    asked = (given.text("name", name), given.text("the text", text), folder, texts)
    return Report.of(_native.run(asked, given.truth("full", full), _limits(limits)))


def search(
    ruleset: Ruleset | str | os.PathLike[str],
    target: Form | str,
    *,
    keep: int = 20,
    add: Form | str | None = None,
    vary: Mapping[str, Iterable[given.Integer]] | None = None,
    exceptions: int | None = None,
    bases: Iterable[str] | None = None,
    screen: int | Form | None = None,
    confirm: int | Form | None = None,
    board: int | Form | None = None,
    named: bool | None = None,
    prove: bool | None = None,
    title: str = "a search",
    full: bool = False,
    **limits: Unpack[given.Limits],
) -> Report:
    """Searches for rulesets with given P-positions: the task ``Search`` of experiments, with its words as keywords.

    Args:
        ruleset: what moves are added to, or whose parameters vary: a :class:`Ruleset` at its defaults, or a file.
        target: a word of :mod:`nimdsl.targets`, or the same as an experiment writes it.
        add: :func:`nimdsl.targets.Conditions`, or the same as text; without it, the search runs through ``vary``.
        vary: parameters, and the numbers that each runs through.
        bases: ``"Ruleset"``, ``"Nothing"``.
        prove: whether every hit is tried to be proved for all positions, as it is if nothing is said; ``False`` is faster.

    >>> import nimdsl
    >>> from nimdsl.targets import Consecutive, Polygonal
    >>> twist = nimdsl.shipped("triangular_wythoff")
    >>> report = nimdsl.search(twist, Consecutive(Polygonal(5)), vary={"c": range(6)}, board=60, confirm=1000)
    >>> [hit.parameters for hit in report.hits]
    [{'c': 2}]
    """
    fields = {
        "target": target,
        "exceptions": exceptions,
        "add": add,
        "bases": None if bases is None else [Form(word) for word in bases],
        "screen": screen,
        "confirm": confirm,
        "board": board,
        "keep": keep,
        "named": named,
        "prove": prove,
    }
    task = ", ".join(f"{name}: {_written(value)}" for name, value in fields.items() if value is not None)
    runs = "".join(f"{ron(name)}: {ron(numbers(values))}, " for name, values in given.mapping("vary", vary).items())
    file, folder, texts = _searched(ruleset)
    text = f"(title: {ron(title)}, ruleset: {ron(file)}, vary: {{{runs}}}, tasks: [Search({task})])"
    asked = ("search.ron", given.text("the search", text), folder, texts)
    return Report.of(_native.run(asked, given.truth("full", full), _limits(limits)))


def _written(value: object) -> str:
    """What stands in a field: a text is taken as an experiment writes it."""
    return value if isinstance(value, str) else ron(value)


def _searched(ruleset: Ruleset | str | os.PathLike[str]) -> tuple[str, Path | None, dict[str, str]]:
    """The name of a ruleset's file, its folder, and texts by name."""
    if not isinstance(ruleset, Ruleset):
        return (Path(ruleset).name, Path(ruleset).parent, {})
    if ruleset._chosen:
        why = "a search stands on the defaults of a text: write them into it, or run through them by vary="
        raise QuestionError(f"{ruleset!r}: {why}")
    name = "ruleset.nim"
    return (name, None, {**ruleset._game.others, name: ruleset.text})
