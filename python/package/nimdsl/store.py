"""What a long run has done, in the file and the layout of ``nimdsl run``: what one of them began, the other one finishes.

The layout and its checksums are those of ``src/cli/store``; a file of another layout is refused. A row that is damaged is done again.
"""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import _native
from .errors import QuestionError
from .files import partial

#: The name of the file.
NAME = "store.sqlite"
#: What SQLite keeps beside it.
SUFFIXES = ("-wal", "-shm", "-journal", "")
LAYOUT = 3
MARK = 0x6E69_6D64
#: How a file of SQLite begins, and where it has its mark.
OPENING, MARK_AT = b"SQLite format 3\0", 68
#: The first version of SQLite that knows tables with strict types.
NEEDED = (3, 37, 0)

TABLES = {
    "about": "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "chunks": "CREATE TABLE chunks (task INTEGER, chunk INTEGER, candidates INTEGER NOT NULL, rejected INTEGER NOT NULL, "
    "fingerprints BLOB NOT NULL, survivors BLOB NOT NULL, sum BLOB NOT NULL, PRIMARY KEY (task, chunk)) STRICT, WITHOUT ROWID",
    "proofs": "CREATE TABLE proofs (task INTEGER, hit TEXT, proved INTEGER NOT NULL, sum BLOB NOT NULL, "
    "PRIMARY KEY (task, hit)) STRICT, WITHOUT ROWID",
    "texts": "CREATE TABLE texts (name TEXT PRIMARY KEY, text TEXT NOT NULL, sum BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "verdicts": "CREATE TABLE verdicts (task INTEGER, candidate INTEGER, up_to INTEGER, sum BLOB NOT NULL, "
    "PRIMARY KEY (task, candidate)) STRICT, WITHOUT ROWID",
}


def can_keep() -> bool:
    """Whether the SQLite of this Python is new enough."""
    return NEEDED <= sqlite3.sqlite_version_info


def is_store(path: Path) -> bool:
    """Whether a file is a store, by its mark."""
    try:
        with path.open("rb") as file:
            head = file.read(MARK_AT + 4)
    except OSError:
        return False
    return head.startswith(OPENING) and head[MARK_AT:] == MARK.to_bytes(4, "big")


def _column(number: int) -> int:
    """A number of 64 bits; SQLite has signed ones only."""
    return int(struct.unpack("<q", struct.pack("<Q", number))[0])


def _number(column: int) -> int:
    return int(struct.unpack("<Q", struct.pack("<q", column))[0])


def _pack(numbers: Iterable[int]) -> bytes:
    return b"".join(struct.pack("<Q", number) for number in numbers)


def _unpack(data: bytes) -> list[int]:
    return [number for (number,) in struct.iter_unpack("<Q", data)]


def _flat(survivor: Mapping[str, Any]) -> tuple[int, int, int, int]:
    target = survivor["target"]
    return (survivor["number"], 0 if target is None else target + 1, survivor["length"], survivor["meaning"])


def _survivors(data: bytes) -> list[dict[str, Any]]:
    return [
        {"number": number, "target": target - 1 if target else None, "length": length, "meaning": meaning}
        for number, target, length, meaning in struct.iter_unpack("<4Q", data)
    ]


class _Held:
    """A folder that no other run may use; where folders cannot be locked, only the store is."""

    def __init__(self, folder: Path) -> None:
        self.file: int | None = None
        try:
            import fcntl
        except ImportError:
            return
        self.file = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.free()
            raise QuestionError(f"{folder}: another run is using this folder; wait for it, or choose another by out=") from None
        except OSError:
            self.free()

    def free(self) -> None:
        if self.file is not None:
            os.close(self.file)
            self.file = None


class RunStore:
    """A store on the disk, for one run. The native module asks it from threads of its own."""

    def __init__(self, folder: Path, resume: bool) -> None:
        self.path = folder / NAME
        self._lock = threading.RLock()
        self._held = _Held(folder)
        try:
            if resume and self.path.exists():
                self._open()
            else:
                self._set_aside()
                self._begin()
        except BaseException:
            self._held.free()
            raise

    def _begin(self) -> None:
        """Half a store is never in its place."""
        beside = partial(self.path)
        beside.open("xb").close()
        try:
            empty = sqlite3.connect(beside, isolation_level=None)
            try:
                empty.execute("PRAGMA journal_mode = MEMORY")
                empty.execute(f"PRAGMA application_id = {MARK}")
                empty.execute(f"PRAGMA user_version = {LAYOUT}")
                for sql in TABLES.values():
                    empty.execute(sql)
            finally:
                empty.close()
            beside.replace(self.path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        self._open()

    def _open(self) -> None:
        if not is_store(self.path):
            raise QuestionError(f"{self.path}: is no store of nimdsl; begin afresh, without resume=True")
        self._connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=0)
        try:
            self._connection.execute("PRAGMA trusted_schema = OFF")
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("PRAGMA journal_mode = WAL")
            # A kill loses nothing; only a power cut may take the last chunks.
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._is_ours()
        except sqlite3.Error as error:
            self._connection.close()
            raise self._refused(error) from None
        except BaseException:
            self._connection.close()
            raise

    def _is_ours(self) -> None:
        found = {(row[0], row[1]): row[2] for row in self._connection.execute("SELECT type, name, sql FROM sqlite_schema")}
        layout = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if found != {("table", name): sql for name, sql in TABLES.items()} or layout != LAYOUT:
            raise QuestionError(f"{self.path}: has another layout than the one of this version; begin afresh, without resume=True")

    def _refused(self, error: sqlite3.Error) -> QuestionError:
        if "locked" in str(error):
            return QuestionError(f"{self.path}: another run is using this folder; wait for it, or choose another by out=")
        return QuestionError(f"{self.path}: {error}; begin afresh, without resume=True")

    def _set_aside(self) -> None:
        """Gives a store that is there, and what lies beside it, a name that is not taken."""
        there = [suffix for suffix in SUFFIXES if self._with(self.path, suffix).exists()]
        number = 1
        while there:
            kept = self.path.with_name("store.before.sqlite" if number == 1 else f"store.before_{number}.sqlite")
            number += 1
            if any(self._with(kept, suffix).exists() for suffix in SUFFIXES):
                continue
            # A journal goes first: a store without its journal is merely older, but a journal would spoil another store.
            for suffix in there:
                self._with(self.path, suffix).rename(self._with(kept, suffix))
            return

    @staticmethod
    def _with(path: Path, suffix: str) -> Path:
        return path.with_name(path.name + suffix)

    def close(self) -> None:
        """Leaves the folder to others."""
        with self._lock:
            try:
                self._connection.close()
            finally:
                self._held.free()

    def _one(self, query: str, key: tuple[object, ...]) -> tuple[Any, ...] | None:
        with self._lock:
            found: tuple[Any, ...] | None = self._connection.execute(query, key).fetchone()
        return found

    def _write(self, query: str, values: tuple[object, ...]) -> None:
        with self._lock:
            self._connection.execute(query, values)

    # What the run is about.

    def same(self, facts: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Notes what a run is about and which texts it reads, or refuses another one.

        Raises:
            QuestionError: something has changed since the run began.
        """
        try:
            for table, column, told in (("about", "value", facts), ("texts", "text", texts)):
                for name, value in told.items():
                    self._same(table, column, name, value)
        except sqlite3.Error as error:
            raise self._refused(error) from None

    def _same(self, table: str, column: str, name: str, value: str) -> None:
        seal = _native.seal(table, [name.encode(), value.encode()])
        before = self._one(f"SELECT {column}, sum FROM {table} WHERE name = ?", (name,))
        if before is None:
            self._write(f"INSERT INTO {table} VALUES (?, ?, ?)", (name, value, seal))
        elif before != (value, seal):
            raise QuestionError(f"{self.path}: {name} has changed since the run began; run without resume=True")

    def tell(self, name: str, value: str) -> None:
        """Notes something under a name."""
        self._write("INSERT OR REPLACE INTO about VALUES (?, ?, ?)", (name, value, _native.seal("about", [name.encode(), value.encode()])))

    def told(self, name: str) -> str | None:
        """What was noted under a name; ``None`` if nothing was, or if it is damaged."""
        row = self._one("SELECT value, sum FROM about WHERE name = ?", (name,))
        if row is None or row[1] != _native.seal("about", [name.encode(), row[0].encode()]):
            return None
        return str(row[0])

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """All that is kept inside of it is kept together, or none of it."""
        with self._lock:
            self._connection.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    # What the native module asks and tells.

    def chunks(self, task: int) -> list[tuple[int, str | None]]:
        """All chunks of a task that are kept, as JSON; ``None`` for one that is damaged."""
        with self._lock:
            rows = self._connection.execute("SELECT * FROM chunks WHERE task = ? ORDER BY chunk", (task,)).fetchall()
        return [(_number(row[1]), self._chunk(row)) for row in rows]

    @staticmethod
    def _chunk(row: tuple[Any, ...]) -> str | None:
        task, chunk, candidates, rejected = map(_number, row[:4])
        fingerprints, survivors, sum_ = row[4:]
        if sum_ != _native.seal("chunks", [_pack([task, chunk, candidates, rejected]), fingerprints, survivors]):
            return None
        try:
            kept = {
                "candidates": candidates,
                "rejected": rejected,
                "fingerprints": _unpack(fingerprints),
                "survivors": _survivors(survivors),
            }
        except struct.error:
            return None
        return json.dumps(kept)

    def keep(self, task: int, chunk: int, told: str) -> None:
        """Keeps a chunk; it is safe when this returns."""
        one = json.loads(told)
        fingerprints = _pack(one["fingerprints"])
        survivors = b"".join(struct.pack("<4Q", *_flat(survivor)) for survivor in one["survivors"])
        numbers = [task, chunk, one["candidates"], one["rejected"]]
        seal = _native.seal("chunks", [_pack(numbers), fingerprints, survivors])
        row = (*map(_column, numbers), fingerprints, survivors, seal)
        self._write("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def verdict(self, task: int, candidate: int) -> tuple[int | None] | None:
        """How far a survivor was confirmed; ``(None,)`` if it was wrong, ``None`` if nobody tried or the row is damaged."""
        key = (_column(task), _column(candidate))
        row = self._one("SELECT up_to, sum FROM verdicts WHERE task = ? AND candidate = ?", key)
        if row is None or row[1] != self._verdict_seal(task, candidate, row[0]):
            return None
        return (row[0],) if row[0] is None or 0 <= row[0] else None

    @staticmethod
    def _verdict_seal(task: int, candidate: int, up_to: int | None) -> bytes:
        return _native.seal("verdicts", [_pack([task, candidate]), b"" if up_to is None else struct.pack("<q", up_to)])

    def keep_verdict(self, task: int, candidate: int, up_to: int | None) -> None:
        """Keeps how far a survivor was confirmed."""
        column = None if up_to is None else _column(up_to)
        row = (_column(task), _column(candidate), column, self._verdict_seal(task, candidate, column))
        self._write("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?)", row)

    def proof(self, task: int, hit: str) -> bool | None:
        """Whether the claim of a hit was proved; ``None`` if nobody tried or the row is damaged."""
        row = self._one("SELECT proved, sum FROM proofs WHERE task = ? AND hit = ?", (_column(task), hit))
        if row is None or row[0] not in (0, 1) or row[1] != self._proof_seal(task, hit, row[0]):
            return None
        return bool(row[0])

    @staticmethod
    def _proof_seal(task: int, hit: str, proved: int) -> bytes:
        return _native.seal("proofs", [_pack([task]), hit.encode(), struct.pack("<q", proved)])

    def keep_proof(self, task: int, hit: str, proved: bool) -> None:
        """Keeps whether the claim of a hit was proved."""
        row = (_column(task), hit, int(proved), self._proof_seal(task, hit, int(proved)))
        self._write("INSERT OR REPLACE INTO proofs VALUES (?, ?, ?, ?)", row)
