"""The words of searches (``docs/experiments.md``), as Python writes them.

>>> from nimdsl.targets import Consecutive, Recurrence, ron
>>> ron(Consecutive(Recurrence(coefficients=[1, 1], start=[0, 1])))
'Consecutive(Recurrence(coefficients: [1, 1], start: [0, 1]))'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Union

from .errors import QuestionError
from .given import index

#: What stands in an experiment: numbers, texts, lists, ranges (``range(0, 3)`` is ``Range(0, 2)``), words of this page.
Value = Union["Form", str, bool, float, list["Value"], tuple["Value", ...], range, Mapping[str, "Value"], None]


class Form:
    """A word with what it is given, such as ``Recurrence(coefficients=[1, 1], start=[0, 1])``."""

    def __init__(self, word: str, *values: Value, **fields: Value) -> None:
        self.word, self.values, self.fields = word, values, fields

    def __repr__(self) -> str:
        return ron(self)


def ron(value: object) -> str:
    """A value in the notation of experiment files."""
    if isinstance(value, Form):
        inside = [ron(one) for one in value.values]
        inside += [f"{name}: {ron(one)}" for name, one in value.fields.items() if one is not None]
        return f"{value.word}({', '.join(inside)})" if inside else value.word
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, range):
        if value.step != 1 or not value:
            return f"List({ron(list(value))})"
        return f"Range({value[0]}, {value[-1]})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{ron(name)}: {ron(one)}" for name, one in value.items()) + "}"
    one = index(value)
    if one is not None:
        return str(one)
    if isinstance(value, (list, tuple, set, frozenset)):
        return "[" + ", ".join(ron(one) for one in value) + "]"
    raise QuestionError(f"{value!r}: no experiment says this")


def numbers(value: object) -> object:
    """What parameters run through: a ``range``, or a list of numbers."""
    if isinstance(value, (Form, range)):
        return value
    return Form("List", list(value))  # type: ignore[call-overload]


def bound(quick: int, full: int) -> Form:
    """A bound that is ``quick`` unless ``full=True`` is given to the run."""
    return Form("", quick=quick, full=full)


def Consecutive(terms: Value) -> Form:
    """(a0, a1), (a1, a2), ... of a sequence."""
    return Form("Consecutive", terms)


def Pairs(first: Value, second: Value) -> Form:
    """(a0, b0), (a1, b1), ... of two sequences."""
    return Form("Pairs", first, second)


def Set(text: str) -> Form:
    """A set in the ruleset language, such as ``"P = {(k, k + 1) for k >= 0}"``."""
    return Form("Claim", text)


def AnyOf(targets: list[Value]) -> Form:
    """Each of several targets by itself."""
    return Form("AnyOf", targets)


#: The chain of any sequence, if it has a name.
Open = Form("Open")


def Recurrence(*, coefficients: list[int], start: list[int]) -> Form:
    """A linear recurrence; the coefficient of the most recent term first."""
    return Form("Recurrence", coefficients=list(coefficients), start=list(start))


def ClosedForm(term: str) -> Form:
    """A term of the ruleset language in k = 0, 1, ..."""
    return Form("ClosedForm", term)


def Terms(terms: list[int]) -> Form:
    """A finite list; it says nothing about larger heaps."""
    return Form("List", list(terms))


def Polygonal(sides: int) -> Form:
    """Polygonal numbers from 0."""
    return Form("Polygonal", sides)


def Geometric(ratio: int) -> Form:
    """1, d, d^2, ..."""
    return Form("Geometric", ratio)


def Repunit(base: int) -> Form:
    """(d^k - 1) / (d - 1) for k = 0, 1, ..."""
    return Form("Repunit", base)


def Linear(*, over: list[str], coefficients: object) -> Form:
    """Every sum of multiples of some expressions but 0, as right sides of conditions."""
    fields: dict[str, object] = {"over": over, "coefficients": numbers(coefficients)}
    return Form("Linear", **fields)  # type: ignore[arg-type]


def Conditions(
    *,
    at_most: int,
    statistics: list[str],
    relations: list[str],
    terms: list[str] | None = None,
    lattices: list[Form] | None = None,
    method: str | None = None,
    families: int | None = None,
    joins: list[str] | None = None,
    coefficients: object = None,
    slopes: list[str] | None = None,
    constants: object = None,
) -> Form:
    """Moves that take i tokens from the smaller heap and j from the larger one, under up to ``at_most`` conditions
    ``statistic relation coefficient * term + constant``.

    Terms stand in ``terms``, or in ``lattices`` of :func:`Linear`. ``method`` is ``"Try"``, ``"Mine"`` or ``"Auto"``.
    """
    fields: dict[str, object] = {
        "at_most": at_most,
        "families": families,
        "joins": None if joins is None else [Form(word) for word in joins],
        "statistics": statistics,
        "relations": relations,
        "terms": terms,
        "lattices": lattices,
        "method": None if method is None else Form(method),
        "coefficients": None if coefficients is None else numbers(coefficients),
        "slopes": slopes,
        "constants": None if constants is None else numbers(constants),
    }
    return Form("Conditions", **fields)  # type: ignore[arg-type]
