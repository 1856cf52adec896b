"""What callers give, read into plain numbers and texts: budgets, parameters, sizes, ranges, positions."""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, TypedDict, Union, cast

import numpy as np

from .errors import QuestionError
from .shapes import Limits as NativeLimits
from .shapes import Way

#: An integer: an ``int``, one of NumPy, one of Sage, or whatever else has ``__index__``.
Integer = SupportsIndex
#: The value of a parameter: a number, or a set of numbers.
Parameter = Union[SupportsIndex, Iterable[SupportsIndex], Iterable[Iterable[SupportsIndex]]]
#: A position: heaps, then registers, which may be left out where all have a greatest value; a number for a single heap.
Position = Union[SupportsIndex, Iterable[SupportsIndex]]
#: Values of registers that are shown: one, or the first and the last of several, or a ``range``.
Registers = Mapping[str, Union[SupportsIndex, tuple[SupportsIndex, SupportsIndex], range]]
#: Where texts come from that another one names: texts by the names of their files, or a folder.
Library = Union[Mapping[str, str], str, "os.PathLike[str]", None]

SIZES = {"": 1, "B": 1, "KiB": 1 << 10, "K": 1 << 10, "MiB": 1 << 20, "M": 1 << 20, "GiB": 1 << 30, "G": 1 << 30}
#: More threads are refused; no machine has so many cores.
MOST_THREADS = 1 << 12
#: Seconds of thirty years: nobody waits longer.
LONGEST = 1e9
#: What the code of a function says that takes keywords of any name.
TAKES_KEYWORDS = 0x08
TIMES = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}


class Bar(Protocol):
    """What tqdm's bars have."""

    n: Any
    total: Any

    def refresh(self) -> Any:
        """Shows the bar."""


#: Who is told ``(done, all)`` while work goes on; or a bar of tqdm.
Progress = Union[Callable[[int, int], object], Bar]


class Limits(TypedDict, total=False):
    """Budgets of every question that can take long. What an answer is does not depend on them."""

    memory: Union[str, SupportsIndex]
    """Bytes that may be taken, or ``"4GiB"``; 2 GiB if it is not given."""
    threads: Union[SupportsIndex, None]
    """How many threads may work; all cores if it is not given."""
    time: Union[str, float, None]
    """Seconds, or ``"10m"``, after which :class:`~nimdsl.TimeBudgetError` is raised."""
    progress: Union[Progress, None]
    """Called with the work done and the work in all, about fifty times a second; or a bar of tqdm."""


class _OntoBar:
    def __init__(self, bar: Bar) -> None:
        self.bar = bar

    def __call__(self, done: int, all_: int) -> None:
        self.bar.total = all_
        self.bar.n = done
        self.bar.refresh()


#: Heaps have 31 bits.
MOST_HEAP = (1 << 31) - 1
#: Grundy values have four bytes.
MOST_VALUE = (1 << 32) - 1
#: What the native module counts by: numbers beyond are refused here.
GREATEST = (1 << 63) - 1


def _amount(text: str, units: Mapping[str, int], wrong: str) -> int:
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    unit = text[len(digits) :].strip()
    if not digits or unit not in units or 18 < len(digits):
        raise QuestionError(wrong)
    return int(digits) * units[unit]


def index(given: object) -> int | None:
    """An integer, or ``None`` where it is something else, such as an array, or ``True``."""
    if isinstance(given, (bool, np.bool_)):
        return None
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def integer(what: str, given: object) -> int:
    """An integer of 64 bits."""
    value = index(given)
    if value is None:
        raise TypeError(f"{what}={given!r}: this is no integer")
    return _counted(what, value)


def _counted(what: str, value: int) -> int:
    if not -GREATEST <= value <= GREATEST:
        raise QuestionError(f"{what}: a number of {value.bit_length()} bits; at most 63 are counted with")
    return value


def number(what: str, given: object, least: int = 0, most: int = GREATEST) -> int:
    """An integer that is neither below ``least`` nor above ``most``."""
    value = integer(what, given)
    if value < least:
        raise QuestionError(f"{what}={value}: it is at least {least}")
    if most < value:
        raise QuestionError(f"{what}={value}: it is at most {most}")
    return value


def truth(what: str, given: object) -> bool:
    """``True`` or ``False``, also of NumPy."""
    if not isinstance(given, (bool, np.bool_)):
        raise TypeError(f"{what}={given!r}: this is neither True nor False")
    return bool(given)


def text(what: str, given: object) -> str:
    """A text of Unicode.

    Raises:
        QuestionError: half of a letter, as ``surrogateescape`` puts it in the place of a byte that is not UTF-8.
    """
    if not isinstance(given, str):
        help_ = "; from_file opens a file" if what == "the text" and isinstance(given, os.PathLike) else ""
        raise TypeError(f"{what}: this is no text but {type(given).__name__}{help_}")
    try:
        given.encode()
    except UnicodeEncodeError as error:
        why = f"letter {error.start + 1} is no character of Unicode but {given[error.start]!r}"
        raise QuestionError(f"{what}: {why}; read the file as UTF-8") from None
    return given


def shown(path: str | os.PathLike[str]) -> str:
    """The name of a file as faults tell it: bytes that are not UTF-8 are marked."""
    return os.fsencode(path).decode("utf-8", "replace")


def limits(
    memory: str | SupportsIndex = "2GiB",
    threads: SupportsIndex | None = None,
    time: str | float | None = None,
    progress: Progress | None = None,
) -> NativeLimits:
    """Budgets for the native module."""
    if isinstance(memory, str):
        bytes_ = _amount(memory, SIZES, f"memory={memory!r}: write a size such as 500MiB or 4GiB")
    else:
        bytes_ = number("memory", memory)
    workers = cores() if threads is None else number("threads", threads, 1, MOST_THREADS)
    seconds: float | None
    if isinstance(time, str):
        seconds = float(_amount(time, TIMES, f"time={time!r}: write a time such as 60s, 10m or 2h"))
    else:
        seconds = None if time is None else _seconds(time)
    if seconds is not None:
        seconds = min(seconds, LONGEST)
    return (min(bytes_, (1 << 64) - 1), workers, seconds, None if progress is None else _listener(progress))


def budgets(asked: Limits) -> NativeLimits:
    """Budgets for the native module, from the keywords of a question.

    Raises:
        TypeError: a keyword that the question does not have; the nearest that it has.
    """
    for name in asked:
        if name not in Limits.__annotations__:
            raise TypeError(_no_keyword(name))
    return limits(**asked)


def _no_keyword(name: str) -> str:
    """Why a question has no such keyword: it is the nearest function below that takes budgets."""
    frame = sys._getframe(1)
    while frame.f_back is not None and not (frame.f_code.co_flags & TAKES_KEYWORDS and "limits" in frame.f_code.co_varnames):
        frame = frame.f_back
    code = frame.f_code
    own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = [one for one in (*own, *Limits.__annotations__) if one not in ("self", "cls")]
    near = get_close_matches(name.replace("_", ""), known, 1, 0.5)
    help_ = f"did you mean {near[0]}=?" if near else f"it takes {', '.join(known)}"
    return f"{code.co_name}() has no keyword {name!r}; {help_}"


def _seconds(time: object) -> float:
    try:
        seconds = float(time)  # type: ignore[arg-type]
    except OverflowError:
        seconds = float("inf")
    except (TypeError, ValueError):
        raise TypeError(f"time={time!r}: seconds are a number") from None
    if not seconds >= 0:
        raise QuestionError(f"time={time!r}: write seconds, or a time such as 60s, 10m or 2h")
    return seconds


def _listener(progress: Progress) -> Callable[[int, int], object]:
    # A bar of tqdm is no function of two numbers.
    if hasattr(progress, "refresh") and hasattr(progress, "total"):
        return _OntoBar(cast(Bar, progress))
    if callable(progress):
        return progress
    raise TypeError("progress= takes a function of (done, all), or a bar of tqdm")


def cores() -> int:
    """The cores that this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return os.cpu_count() or 1


def _each(what: str, given: object, wrong: str) -> list[int]:
    """Integers, one after the other."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise TypeError(f"{what}={given!r}: {wrong}")
    values = [(one, index(one)) for one in given]
    for one, value in values:
        if value is None:
            raise TypeError(f"{what}={given!r}: {wrong}; {one!r} is no integer")
    return [_counted(what, value) for _, value in values if value is not None]


def numbers(position: Position) -> list[int]:
    """The numbers of a position."""
    one = index(position)
    if one is not None:
        return [_counted("a heap", one)]
    return _each("position", position, "a position is a tuple of heaps, then registers")


def mapping(what: str, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Something by names; nothing for ``None``."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{what}={given!r}: this is no mapping from names")
    return {text(f"a name in {what}=", name): value for name, value in given.items()}


def parameters(
    values: Mapping[str, Parameter] | None, given: Mapping[str, Parameter]
) -> list[tuple[str, int | list[int] | list[list[int]]]]:
    """Parameters by name, as numbers, lists of numbers, and lists of brackets; those of ``given`` come first."""
    chosen = {**mapping("values", values), **given}
    return [(name, _parameter(name, value)) for name, value in chosen.items()]


def _parameter(name: str, value: Parameter) -> int | list[int] | list[list[int]]:
    one = index(value)
    if one is not None:
        return _counted(name, one)
    wrong = "a parameter is an integer, a set of integers, or a set of tuples of integers"
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}={value!r}: {wrong}")
    elements: list[Any] = list(value)
    if elements and all(index(element) is None for element in elements):
        brackets = {tuple(_each(name, bracket, wrong)) for bracket in elements}
        return [list(bracket) for bracket in sorted(brackets)]
    return sorted(set(_each(name, elements, wrong)))


def sizes(what: str, given: Integer | Iterable[Integer]) -> list[int]:
    """Bounds of heaps: one for all, or one for each."""
    if index(given) is not None:
        return [number(what, given)]
    return [number(what, one) for one in _each(what, given, "a size is one bound for all heaps, or one for each")]


def span(what: str, given: Integer | tuple[Integer, Integer] | range) -> tuple[int, int]:
    """The first and the last of numbers: one alone, a pair with both ends, or a ``range``."""
    if isinstance(given, range):
        if given.step != 1 or not given:
            raise QuestionError(f"{what}={given}: write a range of step 1 that is not empty")
        return (_counted(what, given[0]), _counted(what, given[-1]))
    one = index(given)
    if one is not None:
        return (_counted(what, one), one)
    ends = _each(what, given, "write a number, a pair with both ends, or a range")
    if len(ends) != 2:
        raise QuestionError(f"{what}={given!r}: write a number, a pair with both ends, or a range")
    return (ends[0], ends[1])


def fixed(given: Mapping[str, Integer] | None, heaps: list[str]) -> list[tuple[str, int]]:
    """Heaps that have one value, by name."""
    found = []
    for name, value in mapping("fix", given).items():
        if name not in heaps:
            raise QuestionError(f"fix={{{name!r}: ...}}: it is none of the heaps {', '.join(heaps)}")
        found.append((name, number(f"fix[{name!r}]", value, 0, MOST_HEAP)))
    if found and len(found) == len(heaps):
        raise QuestionError("fix= leaves no heap to run; value and explain tell of one position")
    return found


def registers(given: Registers | None) -> list[tuple[str, int, int]]:
    """Registers by name, each with the first and the last value that is shown."""
    return [(name, *span(name, value)) for name, value in mapping("register", given).items()]


def way(misere: bool | None = None, register: Registers | None = None, engine: str | None = None) -> Way:
    """How a game is played and shown, for the native module."""
    play = None if misere is None else truth("misere", misere)
    return (play, registers(register), None if engine is None else text("engine", engine))


def library(given: Library) -> tuple[Path | None, dict[str, str]]:
    """A folder and texts by name."""
    if given is None:
        return (None, {})
    if isinstance(given, Mapping):
        texts = mapping("library", given)
        return (None, {name: text(f"library[{name!r}]", one) for name, one in texts.items()})
    return (Path(given), {})
