"""Pictures of games: SVG and PNG in a notebook, SVG, TikZ and PNG in files."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import given
from .errors import QuestionError
from .files import write_figure

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._native import NativeFigure
    from .ruleset import Ruleset
    from .shapes import Way

#: How the files begin that are written.
OPENINGS = {
    ".svg": b"<!-- A figure of nimdsl. -->",
    ".tex": b"% A figure of nimdsl;",
    ".tikz": b"% A figure of nimdsl;",
    ".png": b"\x89PNG\r\n\x1a\n",
}
#: What a PNG of nimdsl says of its maker.
MADE = b"iTXtSoftware\0\0\0\0\0nimdsl "
#: Pixels of an inch in a notebook, on a screen that has two for each point of its lengths.
SHARP = 192


@dataclass(frozen=True)
class AskedFigure:
    """What a picture shows, for the native module."""

    kind: str
    position: list[int] | None = None
    modulus: int | None = None
    period: int | None = None
    sizes: list[int] = field(default_factory=list)
    total: int | None = None
    fixed: list[tuple[str, int]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    origin: str | None = None
    palette: str = "cividis"
    values: str = "auto"
    width: str = "8cm"
    cites: bool = False


class Figure:
    """A picture. A notebook shows it; :meth:`save` writes it for a paper.

    >>> import nimdsl
    >>> figure = nimdsl.shipped("wythoff").plot("heat", size=8)
    >>> figure.title
    'Wythoff Nim: heat, 8 by 8'
    >>> figure.svg.startswith("<!-- A figure of nimdsl. -->")
    True
    """

    def __init__(self, native: NativeFigure, drawn: tuple[Ruleset, AskedFigure, Ruleset | None, Way]) -> None:
        self._native = native
        # Rules, what is shown of them, the game that they are compared with, and how they are played and shown.
        self._drawn = drawn

    @property
    def title(self) -> str:
        """What it is of."""
        return self._native.title

    @property
    def cite(self) -> str:
        """Where it comes from, in one line."""
        return self._native.cite

    @property
    def svg(self) -> str:
        """As SVG."""
        return self._native.svg(given.limits())

    @property
    def tikz(self) -> str:
        """As TikZ, for ``\\input`` in LaTeX with ``amsmath`` and ``tikz``."""
        return self._native.tikz(given.limits())

    def text(self, columns: given.Integer = 100) -> str:
        """As blocks of text, a letter for a cell."""
        return self._native.blocks(given.number("columns", columns, 1, 10_000), given.limits())

    def png(self, dpi: given.Integer = 300, **limits: Unpack[given.Limits]) -> bytes:
        """As PNG with ``dpi`` pixels to an inch, 36 to 2400. Letters are part of the package: no font of the machine matters.

        Raises:
            MemoryBudgetError: more pixels than fit ``memory=``.

        >>> import nimdsl
        >>> nimdsl.shipped("wythoff").plot("heat", size=8).png()[1:4]
        b'PNG'
        """
        return self._native.png(given.number("dpi", dpi, 36, 2400), given.budgets(limits))

    def save(self, *paths: str | os.PathLike[str], dpi: given.Integer = 300, **limits: Unpack[given.Limits]) -> list[Path]:
        """Writes files, each in the form of its ending: ``.svg``, ``.tex`` and ``.tikz``, or ``.png`` with ``dpi`` pixels to an inch.

        A file that is there is written over only if it is a figure of nimdsl. For ``.pdf`` write ``.svg``, of which
        ``rsvg-convert`` or ``cairosvg`` make it, or use ``nimdsl plot --out`` of a build with the feature ``pictures``.

        Raises:
            QuestionError: an ending that is no form of pictures.
            MemoryBudgetError: more pixels than fit ``memory=``.
        """
        files = list(map(Path, paths))
        for path in files:
            if path.suffix not in OPENINGS:
                why = "write .svg, .tex or .png; of an .svg `rsvg-convert` makes PDF, as `nimdsl plot --out` does"
                raise QuestionError(f"{path}: no form of pictures here has this ending; {why}")
        made = [(path, self._bytes(path.suffix, dpi, limits)) for path in files]
        return [write_figure(path, data, OPENINGS[path.suffix], MADE if path.suffix == ".png" else b"") for path, data in made]

    def _bytes(self, suffix: str, dpi: given.Integer, limits: given.Limits) -> bytes:
        if suffix == ".png":
            return self.png(dpi, **limits)
        return (self.svg if suffix == ".svg" else self.tikz).encode()

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        data = self.png(SHARP)
        # The size stands behind the opening of a PNG; half of it are the points of a screen.
        width, height = struct.unpack(">II", data[16:24])
        return data, {"width": width // 2, "height": height // 2}

    def __repr__(self) -> str:
        return f"<Figure of {self.cite}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., Figure], tuple[object, ...]]:
        # What it shows is computed again.
        return (_again, self._drawn)


def _again(rules: Ruleset, asked: AskedFigure, other: Ruleset | None, way: Way) -> Figure:
    game = None if other is None else other._game
    return Figure(rules._game.picture(asked, game, way, given.limits()), (rules, asked, other, way))
