"""Files: read as UTF-8; written whole or not at all, and over nothing but their own kind."""

from __future__ import annotations

import json
import os
from itertools import count
from pathlib import Path

from .errors import QuestionError


#: Longer texts are refused.
LONGEST = 16 << 20


def read(path: str | os.PathLike[str]) -> str:
    """The text of a file.

    Raises:
        OSError: it cannot be read.
        QuestionError: it is no text in UTF-8, or longer than 16 MiB.
    """
    # A number would be a file that is open already.
    with Path(path).open("rb") as file:
        data = file.read(LONGEST + 1)
    if LONGEST < len(data):
        raise QuestionError(f"{os.fspath(path)}: is longer than {LONGEST} bytes, which are read at most")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        why = f"is not UTF-8 text: byte {error.start} cannot be decoded; save it as UTF-8"
        raise QuestionError(f"{os.fspath(path)}: {why}") from None


#: Numbers of files that are being written.
COUNT = count()


def partial(path: Path) -> Path:
    """A name beside a file for what is to take its place. What a kill leaves of it, ``nimdsl`` knows and removes."""
    return path.with_name(f".{path.name}.{os.getpid()}.{next(COUNT)}.partial")


def write(path: Path, data: bytes) -> Path:
    """Writes a file beside its name, and then in its place."""
    beside = partial(path)
    try:
        with beside.open("xb") as file:
            file.write(data)
        beside.replace(path)
    except FileExistsError:
        raise
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return path


def write_figure(path: Path, data: bytes, opening: bytes, made: bytes) -> Path:
    """Writes a picture; a file that is there is written over only if it opens like one and says by whom it was made."""
    if path.exists() and path.stat().st_size:
        with path.open("rb") as file:
            start = file.read(200)
        if not start.startswith(opening) or made not in start:
            raise QuestionError(f"{path}: is there and was not written by nimdsl; choose another name")
    return write(path, data)


def write_json(path: Path, text: str, key: str) -> Path:
    """Writes data; a file that is there is written over only if it is an object with a key."""
    if path.exists() and path.stat().st_size:
        try:
            known = json.loads(path.read_bytes())
        except ValueError:
            known = None
        if not isinstance(known, dict) or key not in known:
            raise QuestionError(f"{path}: is there and was not written by nimdsl; choose another name")
    return write(path, text.encode())
