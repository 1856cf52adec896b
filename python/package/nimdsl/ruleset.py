"""Rules of heap games, and the questions about them."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native, given, shapes
from .answers import (
    Certificate,
    Explained,
    Option,
    Period,
    Periods,
    Place,
    Reached,
    Rechecked,
    Solution,
    Verdict,
    Verdicts,
)
from .described import USUAL, _limits
from .errors import NimError, QuestionError
from .figure import AskedFigure, Figure
from .files import read
from .worded import Worded

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Self, Unpack


#: What no text is: the name of a file.
NAMED = re.compile(r"\s*[^\n\"]*\.nim\s*")


class Ruleset(Worded):
    """The rules of a heap game at values of its parameters. It never changes: :meth:`at` and the like give others.

    Args:
        text: the rules, as ``docs/language.md`` tells.
        library: where texts come from that this one names (``extends``, ``sum of``, ``of``): a mapping from names of files to
            texts, or a folder. Without it, the rulesets that are shipped.
        misere: whether it is played misère; as the text says if it is not given.
        name: what faults call the text.
        values: parameters by name, for names that are no keywords of Python.
        **parameters: the same: integers (also of NumPy and Sage) or sets of them. The others have their defaults.

    Raises:
        RulesetError: all the faults of the text, with places and fixes.

    >>> import nimdsl
    >>> wythoff = nimdsl.Ruleset('''
    ... ruleset "Wythoff Nim"
    ... heaps x, y
    ... move rook(i) symmetric: x -> x - i where 1 <= i
    ... move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i
    ... ''')
    >>> wythoff.p_positions(up_to=5)
    [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]
    >>> wythoff.table(size=4)
    array([[0, 1, 2, 3],
           [1, 2, 0, 4],
           [2, 0, 1, 5],
           [3, 4, 5, 6]], dtype=uint16)

    Every question that can take long takes budgets as keywords: ``memory="4GiB"``, ``threads=4``, ``time="10m"``, and
    ``progress=``, which is called with the work done and in all, or is a bar of tqdm. While it works, other threads of Python
    run; an interrupt ends it at once.
    """

    def __init__(
        self,
        text: str,
        /,
        *,
        library: given.Library = None,
        misere: bool | None = None,
        name: str = "the text",
        values: Mapping[str, given.Parameter] | None = None,
        **parameters: given.Parameter,
    ) -> None:
        folder, texts = given.library(library)
        if isinstance(text, str) and NAMED.fullmatch(text):
            raise QuestionError(f"{text!r} is the name of a file and no text: Ruleset.from_file({text!r}) opens it")
        game = _native.Game.open((given.text("name", name), given.text("the text", text), folder, texts), USUAL)
        chosen = given.parameters(values, parameters)
        game = game.at(chosen, USUAL) if chosen else game
        self._game = game if misere is None else game.played(given.truth("misere", misere))
        self._chosen = dict(chosen)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        /,
        *,
        misere: bool | None = None,
        values: Mapping[str, given.Parameter] | None = None,
        **parameters: given.Parameter,
    ) -> Self:
        """Opens a file; texts that it names lie in its folder.

        Raises:
            OSError: it cannot be read.
            QuestionError: it is no text.
            RulesetError: all its faults.
        """
        file = Path(path)
        return cls(read(file), library=file.parent, misere=misere, name=given.shown(file), values=values, **parameters)

    @classmethod
    def _of(cls, game: _native.Game, chosen: Mapping[str, Any]) -> Self:
        made = cls.__new__(cls)
        made._game = game
        made._chosen = dict(chosen)
        return made

    def at(self, values: Mapping[str, given.Parameter] | None = None, /, **parameters: given.Parameter) -> Self:
        """The same rules with other values of some parameters; those that were chosen before stay.

        Raises:
            RulesetError: a name or value that does not fit, and all that is wrong with the rules at these parameters.

        >>> import nimdsl
        >>> twist = nimdsl.shipped("triangular_wythoff")
        >>> twist.at(c=1).p_positions(up_to=9)
        [(0, 0), (0, 1), (1, 0), (1, 4), (4, 1), (4, 9), (9, 4)]
        """
        chosen = given.parameters(values, parameters)
        return self._of(self._game.at(chosen, USUAL), {**self._chosen, **dict(chosen)})

    def played(self, *, misere: bool) -> Self:
        """The same rules, played misère or not."""
        return self._of(self._game.played(given.truth("misere", misere)), self._chosen)

    def with_claims(self, *claims: str) -> Self:
        """The same rules with more claims behind those of the text, to verify and prove.

        Raises:
            RulesetError: all that is wrong with the longer text.

        >>> import nimdsl
        >>> nim = nimdsl.Ruleset("heaps x, y\\nmove take(i) symmetric: x -> x - i where 1 <= i")
        >>> nim.with_claims('conjecture "equal heaps": P(x, y) iff x = y').prove("equal heaps").verdict
        'proved'
        """
        more = "\n".join(given.text("a claim", one) for one in claims)
        return self._of(_native.with_text(self._game, more, USUAL), self._chosen)

    # Positions.

    def value(
        self, position: given.Position, *, misere: bool | None = None, **limits: Unpack[given.Limits]
    ) -> int:
        """The Grundy value of a position, of normal play.

        ``position`` is heaps, then registers, which may be left out where all have a greatest value. Cost: microseconds for a
        small position, once the first one has been asked for; else that of the positions below it.

        >>> import nimdsl
        >>> nimdsl.shipped("wythoff").value((4, 7))
        0
        """
        return self._game.value(position, misere, _limits(limits))[0]

    def outcome(
        self, position: given.Position, *, misere: bool | None = None, **limits: Unpack[given.Limits]
    ) -> Literal["P", "N"]:
        """``"P"`` if who has just moved to a position wins, else ``"N"``.

        >>> import nimdsl
        >>> nimdsl.shipped("wythoff").outcome((4, 7))
        'P'
        """
        return self._game.value(position, misere, _limits(limits))[1]

    def options(self, position: given.Position, **limits: Unpack[given.Limits]) -> list[Reached]:
        """The options of a position, in lexicographic order, each once.

        >>> import nimdsl
        >>> nimdsl.shipped("wythoff").options((1, 2))
        [(0, 1), (0, 2), (1, 0), (1, 1)]
        """
        return self._game.options(position, _limits(limits))

    def explain(
        self, position: given.Position, *, misere: bool | None = None, **limits: Unpack[given.Limits]
    ) -> Explained:
        """A position with its value, its outcome and all its options, with the ways that lead to each.

        >>> import nimdsl
        >>> print(nimdsl.shipped("wythoff").explain((1, 1)))
        (1, 1) is an N-position and has Grundy value 2
        * (0, 0) P 0  by bishop i = 1
          (0, 1) N 1  by rook i = 1
          (1, 0) N 1  by rook [y as x, x as y] i = 1
        """
        place, grundy, outcome, options = self._game.explain(position, False, misere, _limits(limits))
        return Explained(place, grundy, outcome, list(map(Option.of, options)))

    def winning_moves(
        self, position: given.Position, *, misere: bool | None = None, **limits: Unpack[given.Limits]
    ) -> list[Option]:
        """The options that are P-positions, with the ways that lead to each.

        >>> import nimdsl
        >>> [move.position for move in nimdsl.shipped("wythoff").winning_moves((9, 11))]
        [(3, 5)]
        """
        return list(map(Option.of, self._game.explain(position, True, misere, _limits(limits))[3]))

    # Tables.

    def table(
        self,
        size: given.Integer | Iterable[given.Integer] | None = None,
        *,
        total: given.Integer | None = None,
        outcomes: bool = False,
        fix: Mapping[str, given.Integer] | None = None,
        misere: bool | None = None,
        register: given.Registers | None = None,
        engine: str | None = None,
        **limits: Unpack[given.Limits],
    ) -> npt.NDArray[Any]:
        """The Grundy values of normal play, or outcomes, as an array.

        Args:
            size: heaps below this: one bound for all, or one for each; 16 if nothing is said.
            total: all positions with fewer tokens than this, in place of ``size``.
            outcomes: outcomes in place of values, as :meth:`outcomes` gives them.
            fix: heaps by name, each with the only value that is shown; they have no axis. Not with ``total``.
            misere: whether it is played misère; only for outcomes.
            register: registers by name, each with the value or the first and last value that is shown.
            engine: one engine alone, by its name.

        Returns:
            An array with one axis for each register, then one for each heap, the last heap fastest. Its type is ``uint16``, or
            ``uint32`` where values do not fit; the greatest number of the type (65535 or 4294967295, :func:`nimdsl.none`)
            stands for positions outside of the game or of ``total``; :func:`nimdsl.masked` hides it. The memory of a table
            without registers is that of the engine, and nothing is copied.

        Raises:
            MemoryBudgetError: it does not fit ``memory=``; nothing was computed.
            RulesetError: a rule without a value somewhere.
            QuestionError: misère play, a register or an engine that does not fit.

        >>> import nimdsl
        >>> nimdsl.shipped("yama").table(size=(3, 5))
        array([[0, 0, 1, 1, 1],
               [0, 0, 0, 2, 2],
               [1, 0, 0, 0, 3]], dtype=uint16)
        """
        bounds, all_ = self._region(size, total)
        fixed = given.fixed(fix, self.heaps) if fix else []
        if fixed and all_ is not None:
            raise QuestionError("fix= goes with size= and not with total=")
        way = given.way(misere, register, engine)
        wanted = given.truth("outcomes", outcomes)
        values: npt.NDArray[Any] = self._game.table((bounds, all_), wanted, fixed, way, _limits(limits))[0]
        return values

    def outcomes(
        self,
        size: given.Integer | Iterable[given.Integer] | None = None,
        *,
        total: given.Integer | None = None,
        fix: Mapping[str, given.Integer] | None = None,
        misere: bool | None = None,
        register: given.Registers | None = None,
        engine: str | None = None,
        **limits: Unpack[given.Limits],
    ) -> npt.NDArray[np.int8]:
        """Outcomes as an array of ``int8``, with the axes of :meth:`table`: 0 for P, 1 for N, -1 where there is no value.

        >>> import nimdsl
        >>> nimdsl.shipped("yama").outcomes(size=3)
        array([[0, 0, 1],
               [0, 0, 0],
               [1, 0, 0]], dtype=int8)
        """
        return self.table(
            size, total=total, outcomes=True, fix=fix, misere=misere, register=register, engine=engine, **limits
        )

    def _region(
        self, size: given.Integer | Iterable[given.Integer] | None, total: given.Integer | None
    ) -> tuple[list[int] | None, int | None]:
        if total is not None:
            if size is not None:
                raise QuestionError("a table has a size or a total, not both")
            return (None, given.number("total", total))
        return (given.sizes("size", 16 if size is None else size), None)

    def p_positions(
        self,
        up_to: given.Integer,
        *,
        misere: bool | None = None,
        grundy: given.Integer | None = None,
        sorted: bool = False,
        register: given.Registers | None = None,
        engine: str | None = None,
        **limits: Unpack[given.Limits],
    ) -> list[Place]:
        """The P-positions with all heaps at most ``up_to``, by total, then lexicographically: tuples of heaps, then registers.

        ``grundy`` asks for positions of another Grundy value; ``sorted`` keeps those with x <= y <= ... only, where the game is
        symmetric in its heaps; else it warns and leaves nothing out. Many games are followed without a table, so that ``up_to``
        can be in the millions.

        >>> import nimdsl
        >>> nimdsl.shipped("wythoff").p_positions(up_to=7, sorted=True)
        [(0, 0), (1, 2), (3, 5), (4, 7)]
        """
        value = None if grundy is None else given.number("grundy", grundy, 0, given.MOST_VALUE)
        way = given.way(misere, register, engine)
        only = given.truth("sorted", sorted)
        found, alike = self._game.p_positions(given.number("up_to", up_to), value, only, way, _limits(limits))
        if not alike:
            told = "the game is not shown to be symmetric in its heaps, so sorted=True leaves nothing out: all positions are listed"
            warnings.warn(told, stacklevel=2)
        return found

    def periods(
        self,
        *,
        rows: given.Integer | tuple[given.Integer, given.Integer] | range | None = None,
        columns: given.Integer | tuple[given.Integer, given.Integer] | range | None = None,
        diagonals: given.Integer | tuple[given.Integer, given.Integer] | range | None = None,
        fix: given.Registers | None = None,
        up_to: given.Integer | None = None,
        register: given.Registers | None = None,
        **limits: Unpack[given.Limits],
    ) -> Periods:
        """The additive periods of lines of a table, proved where the moves allow it; in misère play those of outcomes, 0 for P and 1 for N.

        One of ``rows`` (the first heap is fixed), ``columns`` (the second), ``diagonals`` (the second less the first), each a
        number, a pair with both ends, or a ``range``; nothing of these for a single heap. Or ``fix={"z": 3}`` for all heaps but
        one, of games with registers or more heaps too. ``up_to`` is the most terms of a line that are computed.

        >>> import nimdsl
        >>> [(p.period, p.preperiod) for p in nimdsl.shipped("wythoff").periods(rows=range(4))]
        [(1, 0), (3, 0), (3, 0), (6, 8)]
        """
        most, allowed = None if up_to is None else given.number("up_to", up_to), _limits(limits)
        if fix is not None:
            return self._slices(fix, most, register, allowed)
        given_ = {"rows": rows, "columns": columns, "diagonals": diagonals}
        asked = [(name, value) for name, value in given_.items() if value is not None]
        if not asked and len(self.heaps) == 1:
            asked = [("rows", 0)]
        if len(asked) != 1:
            raise QuestionError("say which lines: rows=5, rows=(0, 100), columns=5, diagonals=0, or fix={...}")
        (lines, value), = asked
        told = json.loads(self._game.periods(lines, given.span(lines, value), most, allowed))
        if "answers" in told:
            return Periods(_period(one["fixed"], one) for one in told["answers"])
        line = lines[:-1]
        return Periods(_period({line: one[line]}, one) for one in told[lines])

    def _slices(
        self, fix: given.Registers, most: int | None, register: given.Registers | None, allowed: shapes.Limits
    ) -> Periods:
        heaps = self.heaps
        fixed: list[tuple[int, int] | None] = [None] * len(heaps)
        for name, value in given.mapping("fix", fix).items():
            if name not in heaps:
                raise QuestionError(f"fix={{{name!r}: ...}}: it is none of the heaps {', '.join(heaps)}")
            low, high = given.span(name, value)
            fixed[heaps.index(name)] = (given.number(name, low), given.number(name, high))
        told = json.loads(self._game.slices(fixed, most, given.way(None, register), allowed))
        return Periods(_period(one["fixed"], one) for one in told["answers"])

    # Claims.

    @overload
    def verify(
        self,
        claim: str,
        *,
        up_to: given.Integer | None = None,
        misere: bool | None = None,
        **limits: Unpack[given.Limits],
    ) -> Verdict: ...
    @overload
    def verify(
        self,
        claim: None = None,
        *,
        up_to: given.Integer | None = None,
        misere: bool | None = None,
        **limits: Unpack[given.Limits],
    ) -> Verdicts: ...
    def verify(
        self,
        claim: str | None = None,
        *,
        up_to: given.Integer | None = None,
        misere: bool | None = None,
        **limits: Unpack[given.Limits],
    ) -> Verdict | Verdicts:
        """Claims on tables: one by its name, or all. ``up_to`` is the largest heap; a bound that suits each claim without it.

        Raises:
            QuestionError: no claim has this name; the nearest one that there is.
            TimeBudgetError: ``time=`` has run out; ``error.partial`` has the verdicts that were found before. An interrupt has
                them too.

        >>> import nimdsl
        >>> verdict = nimdsl.shipped("wythoff").verify("SRT, Table 2", up_to=300)
        >>> verdict.verdict, verdict.counterexample, verdict.as_expected
        ('refuted', (11, 228), True)
        """
        most = None if up_to is None else given.number("up_to", up_to)
        name = None if claim is None else given.text("claim", claim)
        try:
            told = self._game.verify(name, most, misere, _limits(limits))
        except (NimError, KeyboardInterrupt) as error:
            found = self._found_before(error)
            setattr(error, "partial", self._verified(found))
            raise
        verdicts = self._verified(told)
        return verdicts if claim is None else verdicts[0]

    @staticmethod
    def _found_before(error: BaseException) -> Iterable[Any]:
        """What the native module says of the claims before the one that it did not come to an end with."""
        found: Iterable[Any] = getattr(error, "partial", ())
        return found

    def _verified(self, told: Iterable[str]) -> Verdicts:
        return Verdicts(Verdict.of(one, chosen=self._chosen) for one in told)

    @overload
    def prove(self, claim: str, *, misere: bool | None = None, **limits: Unpack[given.Limits]) -> Verdict: ...
    @overload
    def prove(
        self, claim: None = None, *, misere: bool | None = None, **limits: Unpack[given.Limits]
    ) -> Verdicts: ...
    def prove(
        self, claim: str | None = None, *, misere: bool | None = None, **limits: Unpack[given.Limits]
    ) -> Verdict | Verdicts:
        """Claims for all positions: one by its name, or all. What is proved has a certificate that other code has rechecked.

        Raises:
            TimeBudgetError: ``time=`` has run out; ``error.partial`` has the verdicts that were found before. An interrupt has
                them too.

        >>> import nimdsl
        >>> verdict = nimdsl.shipped("yama").prove("Theorem 1")
        >>> verdict.verdict, bool(verdict.certificate.recheck())
        ('proved', True)
        """
        name = None if claim is None else given.text("claim", claim)
        try:
            told = self._game.prove(name, misere, _limits(limits))
        except (NimError, KeyboardInterrupt) as error:
            setattr(error, "partial", self._proved(self._found_before(error)))
            raise
        verdicts = self._proved(told)
        return verdicts if claim is None else verdicts[0]

    def _proved(self, told: Iterable[tuple[str, str | None, list[str]]]) -> Verdicts:
        found = Verdicts()
        for verdict, certificate, refused in told:
            kept = None
            if certificate is not None:
                kept = Certificate(certificate, len(json.loads(certificate)["certificates"]), self)
            found.append(Verdict.of(verdict, kept, refused, self._chosen))
        return found

    def solve(self, *, misere: bool | None = None, **limits: Unpack[given.Limits]) -> Solution:
        """The P-positions for all positions, without any claim: guessed from a table, and proved.

        Raises:
            OpenError: no guess was proved.

        >>> import nimdsl
        >>> print(nimdsl.shipped("yama").solve())
        P(x, y) iff |x - y| <= 1, for all positions (base 2, 3 states, 7 nodes)
        """
        told, words, first = self._game.solve(misere, _limits(limits))
        one = json.loads(told)
        formula, said_by, dot, automaton = (one[key] for key in ("formula", "said_by", "dot", "automaton"))
        return Solution(
            words, formula, said_by, one["numeration"], one["states"], one["nodes"], first, dot, automaton
        )

    def recheck(self, certificate: Certificate | str | os.PathLike[str], **limits: Unpack[given.Limits]) -> Rechecked:
        """Whether certificates are valid for these rules, and what they cover: a :class:`Certificate`, or a file of them."""
        text = certificate.text if isinstance(certificate, Certificate) else read(certificate)
        return Rechecked.of(self._game.recheck(text, _limits(limits)))

    # Pictures.

    def plot(
        self,
        kind: str = "heat",
        *,
        size: given.Integer | Iterable[given.Integer] | None = None,
        total: given.Integer | None = None,
        at: given.Position | None = None,
        mod: given.Integer | None = None,
        period: given.Integer | None = None,
        compare: Ruleset | None = None,
        fix: Mapping[str, given.Integer] | None = None,
        line: str | Iterable[str] = (),
        palette: str = "cividis",
        origin: str | None = None,
        values: str = "auto",
        width: str = "8cm",
        cite: bool = False,
        misere: bool | None = None,
        register: given.Registers | None = None,
        engine: str | None = None,
        **limits: Unpack[given.Limits],
    ) -> Figure:
        """A picture, in the words of ``nimdsl plot`` (``docs/figures.md``).

        Args:
            kind: ``"heat"``, ``"outcomes"``, ``"board"`` (of the position ``at``), ``"scatter"``, ``"rows"``, ``"residues"``
                (modulo ``mod``), ``"growth"``, ``"overlay"`` and ``"difference"`` (with ``compare``), ``"strip"`` (``period``).
            fix: heaps that do not run, by name.
            line: lines such as ``"y = phi * x"``.

        Raises:
            QuestionError: what makes no sense; the message says what would.
        """
        if compare is None and given.text("kind", kind) in ("overlay", "difference"):
            raise QuestionError(f"plot({kind!r}) compares two games: compare=...")
        asked = AskedFigure(
            kind=given.text("kind", kind),
            position=None if at is None else given.numbers(at),
            modulus=None if mod is None else given.number("mod", mod, 1, given.MOST_VALUE),
            period=None if period is None else given.number("period", period, 1, given.MOST_VALUE),
            sizes=[] if size is None else given.sizes("size", size),
            total=None if total is None else given.number("total", total),
            fixed=[(name, given.number(name, value)) for name, value in given.mapping("fix", fix).items()],
            lines=[given.text("line", one) for one in ([line] if isinstance(line, str) else line)],
            origin=None if origin is None else given.text("origin", origin),
            palette=given.text("palette", palette),
            values=given.text("values", values),
            width=given.text("width", width),
            cites=given.truth("cite", cite),
        )
        other = None if compare is None else compare._game
        way = given.way(misere, register, engine)
        return Figure(self._game.picture(asked, other, way, _limits(limits)), (self, asked, compare, way))

    # Python.

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.parameters.items())
        return f"<Ruleset {self.name!r}{chosen}{', misère' if self.misere else ''}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self._same() == other._same()

    def _same(self) -> tuple[object, ...]:
        # A claim about all values of a parameter is about the chosen one alone, also where that is the default.
        return (self.text, self._game.others, self.parameters, self._chosen, self.misere)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __hash__(self) -> int:
        return hash((self.text, self.misere, str(self.parameters)))

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[object, ...]]:
        return (_again, (self._game.source, self.text, self._game.others, self._chosen, self.misere))


def _again(name: str, text: str, others: dict[str, str], chosen: dict[str, Any], misere: bool) -> Ruleset:
    return Ruleset(text, library=others, misere=misere, name=name, values=chosen)


def _period(fixed: dict[str, int], one: dict[str, Any]) -> Period:
    names = ("preperiod", "period", "saltus", "proved", "seen_up_to", "needed")
    return Period(fixed, *(one[name] for name in names))
