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
    "Span",
    "TimeBudgetError",
]


@dataclass(frozen=True, kw_only=True)
class Span:
    """A part of a text.

    Lines and columns count from 1, columns in characters; ``start`` and ``end`` count bytes of UTF-8 from 0.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Place(Span):
    """A part of a text and what is said of it."""

    label: str


@dataclass(frozen=True, kw_only=True)
class Fix(Span):
    """A replacement that mends a fault: this part becomes ``text``.

    ``sure`` says that only one reading is possible, so that it may be made without asking.
    """

    text: str
    sure: bool


@dataclass(frozen=True, kw_only=True)
class Fault(Span):
    """One thing that is wrong with a text: a code, the reason, the remedy, and the part of the text that is called ``source``.

    ``places`` has a remark for each part that has to do with it, ``fixes`` what may stand there instead.
    """

    code: str
    message: str
    help: str | None
    severity: str
    source: str
    places: tuple[Place, ...] = field(default=(), repr=False)
    fixes: tuple[Fix, ...] = ()

    def __str__(self) -> str:
        remedy = f" ({self.help})" if self.help else ""
        return f"{self.source}:{self.line}:{self.column}: {self.code}: {self.message}{remedy}"


class NimError(Exception):
    """Whatever this package refuses."""

    #: Where several claims were asked for, the verdicts that were found before.
    partial: list[Any]

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.partial = []


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


class BudgetError(NimError):
    """More was needed than was allowed. ``partial`` has the verdicts that were found before."""


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
