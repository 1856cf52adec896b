"""What callers give, read into plain numbers and texts: budgets, parameters, sizes, ranges, positions."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, TypedDict, Union, cast

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


def _amount(text: str, units: Mapping[str, int], wrong: str) -> int:
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    unit = text[len(digits) :].strip()
    if not digits or unit not in units:
        raise QuestionError(wrong)
    return int(digits) * units[unit]


def index(given: object) -> int | None:
    """An integer, or ``None`` where it is something else, such as an array."""
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def number(what: str, given: object, least: int = 0) -> int:
    """An integer that is not below ``least``."""
    value = index(given)
    if value is None:
        raise TypeError(f"{what}={given!r}: this is no integer")
    if value < least:
        raise QuestionError(f"{what}={value}: it is at least {least}")
    return value


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
    workers = cores() if threads is None else number("threads", threads, 1)
    seconds: float | None
    if isinstance(time, str):
        seconds = float(_amount(time, TIMES, f"time={time!r}: write a time such as 60s, 10m or 2h"))
    else:
        seconds = None if time is None else float(time)
    if seconds is not None and not seconds >= 0:
        raise QuestionError(f"time={time!r}: write seconds, or a time such as 60s, 10m or 2h")
    return (min(bytes_, (1 << 64) - 1), workers, seconds, None if progress is None else _listener(progress))


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


def numbers(position: Position) -> list[int]:
    """The numbers of a position."""
    one = index(position)
    if one is not None:
        return [one]
    return [operator.index(one) for one in position]  # type: ignore[union-attr]


def parameters(given: Mapping[str, Parameter]) -> list[tuple[str, int | list[int] | list[list[int]]]]:
    """Parameters by name, as numbers, lists of numbers, and lists of brackets."""
    return [(name, _parameter(name, value)) for name, value in given.items()]


def _parameter(name: str, value: Parameter) -> int | list[int] | list[list[int]]:
    one = index(value)
    if one is not None:
        return one
    try:
        elements: list[Any] = list(value)  # type: ignore[arg-type]
        if elements and all(index(element) is None for element in elements):
            return [[operator.index(one) for one in bracket] for bracket in elements]
        return [operator.index(one) for one in elements]
    except TypeError:
        raise TypeError(
            f"{name}={value!r}: a parameter is an integer, a set of integers, or a set of tuples of integers"
        ) from None


def sizes(what: str, given: Integer | Iterable[Integer]) -> list[int]:
    """Bounds of heaps: one for all, or one for each."""
    if index(given) is not None:
        return [number(what, given)]
    return [number(what, one) for one in given]  # type: ignore[union-attr]


def span(what: str, given: Integer | tuple[Integer, Integer] | range) -> tuple[int, int]:
    """The first and the last of numbers: one alone, a pair with both ends, or a ``range``."""
    if isinstance(given, range):
        if given.step != 1 or not given:
            raise QuestionError(f"{what}={given}: write a range of step 1 that is not empty")
        return (given[0], given[-1])
    one = index(given)
    if one is not None:
        return (one, one)
    low, high = given  # type: ignore[misc]
    return (operator.index(low), operator.index(high))


def registers(given: Registers | None) -> list[tuple[str, int, int]]:
    """Registers by name, each with the first and the last value that is shown."""
    return [(name, *span(name, value)) for name, value in (given or {}).items()]


def way(misere: bool | None = None, register: Registers | None = None, engine: str | None = None) -> Way:
    """How a game is played and shown, for the native module."""
    return (None if misere is None else bool(misere), registers(register), engine)


def library(given: Library) -> tuple[Path | None, dict[str, str]]:
    """A folder and texts by name."""
    if given is None:
        return (None, {})
    if isinstance(given, Mapping):
        return (None, {str(name): str(text) for name, text in given.items()})
    return (Path(given), {})
