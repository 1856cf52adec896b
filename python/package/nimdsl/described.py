"""What rules are: names, texts, LaTeX, claims, who answers; and how a notebook shows them."""

from __future__ import annotations

import json
from functools import cached_property
from itertools import islice, product
from typing import Any

from . import _native, display, given, shapes
from .answers import Claim
from .errors import Fault, NimError, faults

#: Budgets where none are given.
USUAL = given.limits()
#: What a notebook shows takes so long at most.
GLANCE = 2.0
#: So many tables are shown at most.
PAGES = 3


def _limits(limits: given.Limits) -> shapes.Limits:
    """The budgets of a question."""
    return given.budgets(limits) if limits else USUAL


class Described:
    """A game of which something can be told."""

    _game: _native.Game
    _chosen: dict[str, Any]

    @property
    def name(self) -> str:
        """The title."""
        return self._game.name

    @property
    def text(self) -> str:
        """The text as it was given."""
        return self._game.text

    @property
    def heaps(self) -> list[str]:
        """The names of the heaps."""
        return self._game.heaps

    @property
    def registers(self) -> dict[str, tuple[int, int | None]]:
        """The registers by name, each with its least and its greatest value; ``None`` where there is no greatest one."""
        return {name: (low, high) for name, low, high, _ in self._game.registers}

    @property
    def parameters(self) -> dict[str, int | list[int] | list[list[int]]]:
        """The values of all parameters."""
        return dict(self._game.parameters)

    @property
    def misere(self) -> bool:
        """Whether it is played misère."""
        return self._game.misere

    @property
    def warnings(self) -> list[Fault]:
        """What is odd about the text, and no error."""
        return faults(self._game.warnings)

    @cached_property
    def _about(self) -> tuple[dict[str, Any], str]:
        told, ending = self._game.about(USUAL)
        return (json.loads(told), ending)

    @cached_property
    def _shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(self._game.shown(USUAL))
        return shown

    @property
    def engine(self) -> str:
        """Who answers questions about tables."""
        return str(self._about[0]["engine"])

    @property
    def why(self) -> str:
        """Why this engine does."""
        return str(self._about[0]["why"])

    @property
    def moves(self) -> list[str]:
        """The names of the moves, one for each instance."""
        return list(self._about[0]["moves"])

    @property
    def ending(self) -> str:
        """Why play ends."""
        return self._about[1]

    @property
    def assumes(self) -> list[str]:
        """What is taken for granted."""
        return list(self._about[0]["assumes"])

    @property
    def hash(self) -> str:
        """The BLAKE3 hash of the texts that it consists of, as in certificates."""
        return str(self._shown["hash"])

    @property
    def canonical(self) -> str:
        """The rules in canonical text, without claims and what only they speak of."""
        return str(self._shown["text"])

    @property
    def cited(self) -> str | None:
        """Where the rules are from, in the words of the text."""
        source: str | None = self._shown["source"]
        return source

    @property
    def latex(self) -> str:
        """The rules in LaTeX as papers print them: paragraphs for the packages ``amsmath`` and ``amssymb``."""
        return str(self._shown["latex"])

    @property
    def claims(self) -> list[Claim]:
        """The claims of the text, in its order."""
        return [
            Claim(one["kind"], one["name"], one["statement"], one["latex"], one["text"]) for one in self._shown["claims"]
        ]

    def _glance(self) -> str:
        """Small tables, unless they take long or make no sense: of the first registers, or of the least heaps after the second."""
        heaps = self.heaps
        shown = {1: 20, 2: 10, 3: 8}.get(len(heaps))
        if shown is None:
            return ""
        limits = given.limits(time=GLANCE)
        pages: list[tuple[str, Any]] = []
        try:
            for last in range(PAGES) if len(heaps) == 3 else (None,):
                fixed = [] if last is None else [(heaps[2], last)]
                values, registers, _ = self._game.table(([shown], None), self.misere, fixed, given.way(), limits)
                above = [f"{name} = {value}" for name, value in fixed]
                for place in islice(product(*map(range, map(len, registers))), PAGES):
                    told = zip(self.registers, registers, place)
                    caption = ", ".join([*above, *(f"{name} = {known[at]}" for name, known, at in told)])
                    pages.append((caption, values[place]))
        except NimError:
            return ""
        return "".join(display.board(values, heaps[:2], caption) for caption, values in pages[:PAGES])

    def _repr_html_(self) -> str:
        cited = f" ({display.escaped(self.cited)})" if self.cited else ""
        play = "misère play; " if self.misere else ""
        about = f"<p><small>{play}{display.escaped(self.ending)}; engine: {display.escaped(self.engine)}</small></p>"
        title = f"<p><b>{display.escaped(self.name)}</b>{cited}</p>"
        return f"{title}<p>{display.mathematics(self.latex)}</p>{about}{self._glance()}"

    def _repr_latex_(self) -> str:
        return display.formulas(self.latex)
