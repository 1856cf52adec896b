"""What can go wrong, as exceptions: every one is a :class:`NimError`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "BudgetError",
    "Fault",
    "Fix",
    "MemoryBudgetError",
    "NimError",
    "OpenError",
    "Place",
    "QuestionError",
    "RulesetError",
    "TimeBudgetError",
]


@dataclass(frozen=True)
class Place:
    """A part of a text and what is said of it.

    Lines and columns count from 1, columns in characters; ``start`` and ``end`` count bytes of UTF-8 from 0.
    """

    label: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


@dataclass(frozen=True)
class Fix:
    """A replacement that mends a fault: the bytes from ``start`` to ``end`` become ``text``.

    ``sure`` says that only one reading is possible, so that it may be made without asking.
    """

    text: str
    sure: bool
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a text: a code, the reason, the remedy and the place.

    ``line`` and ``column`` count from 1, columns in characters; ``start`` and ``end`` count bytes of UTF-8 from 0.
    """

    code: str
    message: str
    help: str | None
    line: int
    column: int
    start: int
    end: int
    fixes: tuple[Fix, ...] = ()
    severity: str = "error"
    source: str = ""
    end_line: int = 0
    end_column: int = 0
    places: tuple[Place, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        remedy = f" ({self.help})" if self.help else ""
        return f"{self.source}:{self.line}:{self.column}: {self.code}: {self.message}{remedy}"


class NimError(Exception):
    """Whatever this package refuses."""


class RulesetError(NimError, ValueError):
    """A text, or a text at these parameters, is wrong. ``faults`` tells all that is, with places and fixes."""

    def __init__(self, message: str, faults: list[Fault]) -> None:
        super().__init__(message, faults)
        self.message = message
        self.faults = faults

    def __str__(self) -> str:
        return "\n" + self.message.rstrip()


class QuestionError(NimError, ValueError):
    """A question that makes no sense; the message says what would."""


class OpenError(NimError):
    """Nothing was proved; the message says why."""

    #: Verdicts that were found before.
    partial: list[Any]


class BudgetError(NimError):
    """More was needed than was allowed."""

    #: Verdicts that were found before, where several claims were asked for.
    partial: list[Any]

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.partial = []


class MemoryBudgetError(BudgetError, MemoryError):
    """More memory was needed than was allowed: the message says how much; allow it by ``memory=``."""


class TimeBudgetError(BudgetError, TimeoutError):
    """It was not done in the time that was allowed by ``time=``."""


def faults(told: str) -> list[Fault]:
    """Faults from their JSON."""
    return [_fault(one) for one in json.loads(told)]


def ruleset_error(message: str, told: str) -> RulesetError:
    """The exception for faults, of which ``message`` is what a terminal shows."""
    return RulesetError(message, faults(told))


def _fault(one: dict[str, Any]) -> Fault:
    fixes = tuple(Fix(**fix) for fix in one.pop("fixes"))
    places = tuple(Place(**place) for place in one.pop("places"))
    return Fault(fixes=fixes, places=places, **one)
