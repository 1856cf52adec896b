"""What questions are answered with: plain objects that notebooks show as pages do. Computes nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, Union, overload

from . import display
from .files import write_json

if TYPE_CHECKING:
    from .ruleset import Ruleset
    from .shapes import ToldOption

#: A position: heaps, then registers.
Place = tuple[int, ...]
#: An option: a position; of a game in which heaps break, the tuple of the positions whose sum it is.
Reached = Union[tuple[int, ...], tuple[tuple[int, ...], ...]]


class Told:
    """An answer that a terminal shows in words, as :func:`print` does; ``repr`` has all of it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # IPython takes the nearest class that has it or a ``repr`` of its own, as data classes have.
        setattr(cls, "_repr_pretty_", Told._repr_pretty_)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Way(NamedTuple):
    """One way to an option: the name of the move, its amounts, and which instance of it, where there are several."""

    move: str
    amounts: dict[str, int]
    instance: str = ""

    def __str__(self) -> str:
        amounts = ", ".join(f"{name} = {value}" for name, value in self.amounts.items())
        instance = f" [{self.instance}]" if self.instance else ""
        return f"{self.move}{instance} {amounts}".rstrip()


class Option(NamedTuple):
    """An option of a position with its Grundy value, its outcome, and all ways that lead to it."""

    position: Reached
    grundy: int
    outcome: Literal["P", "N"]
    ways: tuple[Way, ...]

    def __str__(self) -> str:
        return f"{self.position} by {'; '.join(map(str, self.ways))}"

    @staticmethod
    def of(told: ToldOption) -> Option:
        """From the native module; positions have dozens, and this costs half of what calling the classes costs."""
        new, (position, grundy, outcome, ways) = tuple.__new__, told
        return new(Option, (position, grundy, outcome, tuple([new(Way, way) for way in ways])))


@dataclass(frozen=True)
class Explained(Told):
    """A position, its Grundy value in normal play, its outcome in the play that was asked for, and its options."""

    position: Place
    grundy: int
    outcome: Literal["P", "N"]
    options: list[Option]

    @property
    def winning(self) -> list[Option]:
        """The options that are P-positions."""
        return [option for option in self.options if option.outcome == "P"]

    def __str__(self) -> str:
        kind = "a P-position" if self.outcome == "P" else "an N-position"
        lines = [f"{self.position} is {kind} and has Grundy value {self.grundy}"]
        for option in self.options:
            mark = "*" if option.outcome == "P" else " "
            ways = "; ".join(map(str, option.ways))
            lines.append(f"{mark} {option.position} {option.outcome} {option.grundy}  by {ways}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (option.position, option.outcome, option.grundy, "; ".join(map(str, option.ways))) for option in self.options
        ]
        marked = [option.outcome == "P" for option in self.options]
        head = str(self).splitlines()[0]
        return display.table(("option", "outcome", "value", "by"), rows, caption=head, marked=marked)


@dataclass(frozen=True)
class Period(Told):
    """A line of a table that is additively periodic: from ``preperiod`` on, values ``period`` farther are ``saltus`` greater.

    ``fixed`` says which line it is. ``proved`` says for all heaps; else it is seen up to ``seen_up_to``. Without an answer,
    ``period`` is ``None``, and ``needed`` is how many terms would tell.
    """

    fixed: dict[str, int]
    preperiod: int | None
    period: int | None
    saltus: int | None
    proved: bool
    seen_up_to: int | None
    needed: int | None


    def __str__(self) -> str:
        line = ", ".join(f"{name} {value}" for name, value in self.fixed.items())
        if self.period is None:
            needed = "" if self.needed is None else f"; {self.needed} terms would tell"
            return f"{line}: no period is seen{needed}"
        sure = "proved" if self.proved else f"seen up to {self.seen_up_to}"
        return f"{line}: period {self.period}, preperiod {self.preperiod}, saltus {self.saltus}, {sure}"


class Periods(Told, list[Period]):
    """The periods of several lines; a table in a notebook. ``pandas.DataFrame(periods)`` is a data frame of them."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        rows = [
            (", ".join(f"{name} = {value}" for name, value in one.fixed.items()), *_told(one)) for one in self
        ]
        return display.table(("line", "preperiod", "period", "saltus", ""), rows)


def _told(one: Period) -> tuple[object, ...]:
    if one.period is None:
        return ("", "", "", "no period is seen" if one.needed is None else f"{one.needed} terms would tell")
    return (one.preperiod, one.period, one.saltus, "proved" if one.proved else f"seen up to {one.seen_up_to}")


@dataclass(frozen=True)
class SequenceName(Told):
    """A name for a list of integers; ``terms_used`` of them told it, and ``terms_held_out`` more agree.

    Other readings are as likely if it is ``tentative``: the name ends in a question mark.
    """

    name: str
    formula: str
    terms_used: int
    terms_held_out: int
    tentative: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Chain(Told):
    """The terms a1, a2, ... of P-positions (a1, a2), (a2, a3), ... and mirror images, and what they are called."""

    terms: list[int]
    name: SequenceName | None
    words: str | None

    def __str__(self) -> str:
        shown = ", ".join(map(str, self.terms[:20])) + (", ..." if 20 < len(self.terms) else "")
        return f"{shown}: {self.words}" if self.words else shown


@dataclass(frozen=True)
class Pairs(Told):
    """P-positions (A(n), B(n)) of two heaps in columns: of a symmetric game those with A <= B, by A.

    ``names`` says what A, B and B - A are, as far as it is known. ``claim`` is a text that says so, holds as far as the pairs go,
    and can be put into the ruleset: ``rules.with_claims(pairs.claim).prove()``; ``None`` if there is none.
    """

    pairs: list[tuple[int, int]]
    names: tuple[SequenceName | None, SequenceName | None, SequenceName | None]
    claim: str | None

    def __str__(self) -> str:
        told = [f"{column}: {name}" for column, name in zip(COLUMNS, self.names) if name is not None]
        shown = ", ".join(map(str, self.pairs[:10])) + (", ..." if 10 < len(self.pairs) else "")
        return "\n".join([shown, *told, *([self.claim.rstrip()] if self.claim else [])])

    def _repr_html_(self) -> str:
        rows = [(place, *pair, pair[1] - pair[0]) for place, pair in enumerate(self.pairs[:20])]
        names = "".join(
            f"<p>{column}: {display.escaped(name or 'no name is known for it')}</p>" for column, name in zip(COLUMNS, self.names)
        )
        claim = f"<pre>{display.escaped(self.claim)}</pre>" if self.claim else ""
        more = f"the first 20 of {len(self.pairs)}" if 20 < len(self.pairs) else ""
        return display.table(("n", *COLUMNS), rows, caption=more) + names + claim


#: What the columns of pairs are called.
COLUMNS = ("A(n)", "B(n)", "B(n) - A(n)")


class Proof(str):
    """A proof in words, as Markdown: a text that a notebook typesets."""

    def _repr_markdown_(self) -> str:
        return display.typeset(self)


class Genus(NamedTuple):
    """The genus symbol of a position: its value in normal play, its misère values beside heaps of two, and from which of them on
    they repeat. ``temper`` is ``"tame"``, ``"wild"`` or ``"over wild"``."""

    position: Place
    grundy: int
    misere: tuple[int, ...]
    repeats: int
    symbol: str
    temper: str


@dataclass(frozen=True)
class SumOutcome:
    """Who wins a sum of positions in misère play, and how: the part that is moved in, and the positions that it becomes."""

    sum: list[Place]
    outcome: Literal["P", "N"]
    winning: list[tuple[Place, tuple[Place, ...]]]


@dataclass(frozen=True)
class MisereQuotient(Told):
    """The misère quotient of the positions of a game up to a heap, proved (``docs/misere.md``).

    ``generators`` are letters, each with the first position that it stands for; ``elements`` are words in them, of which
    ``p_portion`` are P; ``values`` has the element of each position. ``of_all`` says whether it is the quotient of all heaps;
    ``beyond`` is the first position with which no quotient of the order that was allowed is found.
    """

    order: int
    generators: dict[str, Place]
    relations: list[tuple[str, str]]
    elements: list[str] = field(repr=False)
    p_portion: list[str]
    values: dict[Place, str] = field(repr=False)
    of_all: bool
    beyond: Place | None
    period: int | None
    preperiod: int | None
    data: dict[str, Any] = field(repr=False, compare=False)

    def __str__(self) -> str:
        known = max(self.values, default=())
        of_what = "all heaps" if self.of_all else f"what comes before {self.beyond}" if self.beyond else f"all up to {known}"
        return f"the misère quotient of {of_what} has {self.order} elements"

    @staticmethod
    def of(told: str) -> MisereQuotient:
        """From the JSON form of the command line."""
        one = json.loads(told)
        period = one["period"] or {}
        return MisereQuotient(
            order=one["order"],
            generators={each["name"]: tuple(each["position"]) for each in one["generators"]},
            relations=[(left, right) for left, right in one["relations"]],
            elements=one["elements"],
            p_portion=one["p_portion"],
            values={tuple(each["position"]): each["element"] for each in one["values"]},
            of_all=one["of_all"],
            beyond=None if one["beyond"] is None else tuple(one["beyond"]),
            period=period.get("period"),
            preperiod=period.get("preperiod"),
            data=one,
        )


@dataclass(frozen=True)
class Claim:
    """What a text claims: ``kind`` is ``"theorem"``, ``"claim"``, ``"conjecture"`` or ``"refuted"``."""

    kind: str
    name: str
    statement: str
    latex: str
    text: str = field(repr=False)

    def _repr_latex_(self) -> str:
        return display.formulas(self.latex)

    def _repr_html_(self) -> str:
        return f"<b>{display.escaped(self.kind)} {display.escaped(self.name)}.</b> {display.mathematics(self.latex)}"


@dataclass(frozen=True)
class Certificate:
    """What is left of a proof: anybody can recheck it, by other and smaller code. It holds what the checker has confirmed."""

    text: str = field(repr=False)
    count: int = 1
    _ruleset: Ruleset | None = field(default=None, repr=False, compare=False)

    @property
    def data(self) -> dict[str, Any]:
        """The file as data; ``docs/proofs.md`` says what its fields mean."""
        found: dict[str, Any] = json.loads(self.text)
        return found

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the file that ``nimdsl recheck`` reads. One that is there is written over only if it holds certificates."""
        return write_json(Path(path), self.text, "certificates")

    def recheck(self) -> Rechecked:
        """Rechecks it against the rules that it was found for."""
        if self._ruleset is None:
            from .texts import recheck

            return recheck(self)
        return self._ruleset.recheck(self)


@dataclass(frozen=True)
class Verdict(Told):
    """A claim at all the parameters that it speaks of, and what came out.

    ``chosen`` are the values that :meth:`Ruleset.at` has given, which are the only ones then; ``params`` those at which it is
    refuted or was not decided. ``verdict`` is ``"holds"`` (on a table, for heaps up to ``up_to``), ``"proved"`` (for all positions), ``"refuted"`` (at
    ``counterexample``), or another word where nothing was decided, and then ``reason`` says why.
    """

    name: str
    kind: str
    verdict: str
    statement: str
    latex: str
    params: dict[str, Any]
    expected: str
    as_expected: bool
    counterexample: Place | None = None
    reason: str | None = None
    up_to: int | None = None
    undecided: int = 0
    without_value: int = 0
    instances: int | None = None
    states: int | None = None
    nodes: int | None = None
    numeration: str | None = None
    assumes: tuple[str, ...] = ()
    certificate: Certificate | None = field(default=None, repr=False)
    refused: tuple[str, ...] = field(default=(), repr=False)
    chosen: dict[str, Any] = field(default_factory=dict)

    @property
    def proved(self) -> bool:
        """Whether it is proved for all positions."""
        return self.verdict == "proved"

    def __str__(self) -> str:
        at = self.params or self.chosen
        with_ = f" with {', '.join(f'{name} = {value}' for name, value in at.items())}" if at else ""
        return f"{self.kind} \"{self.name}\"{with_}: {self.words}"

    @property
    def words(self) -> str:
        """What came out, in words."""
        if self.verdict == "proved":
            states = "" if not self.states else f"{self.states} state{'s' if self.states != 1 else ''}"
            how = ", ".join(one for one in (self.numeration, states) if one)
            return f"proved ({how})" if how else "proved"
        at = "" if self.counterexample is None else f" {self.reason or self.counterexample}"
        up_to = "" if self.up_to is None or self.counterexample is not None else f" for heaps up to {self.up_to}"
        why = f": {self.reason}" if self.reason and self.counterexample is None else ""
        return f"{self.verdict}{at}{up_to}{why}"

    def _repr_latex_(self) -> str:
        return display.formulas(self.latex)

    def _repr_html_(self) -> str:
        return display.verdicts([self])

    @staticmethod
    def of(
        told: str,
        certificate: Certificate | None = None,
        refused: Iterable[str] = (),
        chosen: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """From the JSON form of the command line."""
        one = json.loads(told)
        one.pop("schema", None)
        place = one.pop("counterexample")
        return Verdict(
            counterexample=None if place is None else tuple(place),
            assumes=tuple(one.pop("assumes", ())),
            certificate=certificate,
            refused=tuple(refused),
            chosen=dict(chosen or {}),
            **one,
        )


class Verdicts(Told, list[Verdict]):
    """Verdicts in the order of the text; ``verdicts["Theorem 1"]`` finds one by its name."""

    @overload
    def __getitem__(self, which: SupportsIndex) -> Verdict: ...
    @overload
    def __getitem__(self, which: slice) -> list[Verdict]: ...
    @overload
    def __getitem__(self, which: str) -> Verdict: ...
    def __getitem__(self, which: SupportsIndex | slice | str) -> Verdict | list[Verdict]:
        if isinstance(which, str):
            for one in self:
                if one.name == which:
                    return one
            raise KeyError(f"{which}; the claims are {', '.join(repr(one.name) for one in self)}")
        return super().__getitem__(which)

    @property
    def as_expected(self) -> bool:
        """Whether all claims are as their text says."""
        return all(one.as_expected for one in self)

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        return display.verdicts(self)


@dataclass(frozen=True)
class Solution(Told):
    """P-positions that were found and proved for all positions.

    ``formula`` is a condition or a set in the ruleset language, if one was read off the automaton or a claim of the file says one;
    ``said_by`` is the name of that claim. ``first`` lists the first positions, ``dot`` draws the automaton in the language of Graphviz.
    """

    words: str
    formula: str | None
    said_by: str | None
    numeration: str
    states: int
    nodes: int
    first: str = field(repr=False)
    dot: str = field(repr=False)
    automaton: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        return f"<b>{display.escaped(self.words)}</b><br>{display.escaped(self.first)}"


@dataclass(frozen=True)
class Covered:
    """How much of a claim certificates cover: ``covered`` is ``"all"``, ``"some"`` or ``"nothing"``."""

    kind: str
    name: str
    play: str
    head: str
    covered: str
    words: str
    parameters: list[dict[str, Any]] = field(repr=False)
    for_all: list[list[str]] = field(repr=False)
    begins: list[dict[str, int]] = field(repr=False)


@dataclass(frozen=True)
class Rechecked(Told):
    """What the checker says of certificates. ``bool(rechecked)``: all are valid, and cover the whole of their claims."""

    valid: bool
    complete: bool
    reason: str | None
    claims: list[Covered]
    assumes: list[str] = field(default_factory=list)
    measures: list[str] = field(default_factory=list, repr=False)
    without_certificate: list[dict[str, str]] = field(default_factory=list, repr=False)
    ruleset: str = ""
    hash: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.valid and self.complete

    def __str__(self) -> str:
        if not self.valid:
            return f"refused: {self.reason}"
        claims = [f"{one.kind} \"{one.name}\": {one.words}" for one in self.claims]
        return "\n".join(["confirmed", *claims, *(f"assumes {one}" for one in self.assumes)])

    def _repr_html_(self) -> str:
        return f"<pre>{display.escaped(self)}</pre>"

    @staticmethod
    def of(told: str) -> Rechecked:
        """From the JSON form of the command line."""
        one = json.loads(told)
        one.pop("schema", None)
        claims = [Covered(**claim) for claim in one.pop("claims")]
        return Rechecked(claims=claims, **one)
