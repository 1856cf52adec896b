"""Files: read as UTF-8; written whole or not at all, and over nothing but their own kind."""

from __future__ import annotations

import json
import os
import threading
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
    with open(path, "rb") as file:
        data = file.read(LONGEST + 1)
    if LONGEST < len(data):
        raise QuestionError(f"{os.fspath(path)}: is longer than {LONGEST} bytes, which are read at most")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        why = f"is not UTF-8 text: byte {error.start} cannot be decoded; save it as UTF-8"
        raise QuestionError(f"{os.fspath(path)}: {why}") from None


def write(path: Path, data: bytes) -> Path:
    """Writes a file beside its name, and then in its place."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
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


def write_text(path: Path, text: str, openings: tuple[str, ...]) -> Path:
    """Writes a text; one that is there is written over only if it begins with one of some words."""
    if path.exists() and path.stat().st_size:
        with path.open("rb") as file:
            start = file.read(200)
        if not any(start.startswith(opening.encode()) for opening in openings):
            raise QuestionError(f"{path}: is there and was not written by nimdsl; choose another name")
    return write(path, text.encode())


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
