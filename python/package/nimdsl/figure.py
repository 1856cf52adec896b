"""Pictures of games: SVG in a notebook, SVG and TikZ in files."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import QuestionError
from .files import write_text

if TYPE_CHECKING:
    from ._native import NativeFigure

#: How the files begin that are written.
OPENINGS = {".svg": "<!-- A figure of nimdsl. -->", ".tex": "% A figure of nimdsl;", ".tikz": "% A figure of nimdsl;"}


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

    def __init__(self, native: NativeFigure) -> None:
        self._native = native

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
        return self._native.svg()

    @property
    def tikz(self) -> str:
        """As TikZ, for ``\\input`` in LaTeX with ``amsmath`` and ``tikz``."""
        return self._native.tikz()

    def text(self, columns: int = 100) -> str:
        """As blocks of text, a letter for a cell."""
        return self._native.blocks(columns)

    def save(self, *paths: str | os.PathLike[str]) -> list[Path]:
        """Writes files, each in the form of its ending: ``.svg``, or ``.tex`` and ``.tikz``.

        A file that is there is written over only if it is a figure of nimdsl. For ``.png`` and ``.pdf`` write ``.svg``, of which
        ``rsvg-convert`` or ``cairosvg`` make them, or use ``nimdsl plot --out`` of a build with the feature ``pictures``.

        Raises:
            QuestionError: an ending that is no form of pictures.
        """
        made = []
        for path in map(Path, paths):
            if path.suffix not in OPENINGS:
                why = "write .svg or .tex; of an .svg `rsvg-convert` makes PNG and PDF, as `nimdsl plot --out` does"
                raise QuestionError(f"{path}: no form of pictures here has this ending; {why}")
            made.append((path, self.svg if path.suffix == ".svg" else self.tikz))
        return [write_text(path, text, (OPENINGS[path.suffix],)) for path, text in made]

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Figure of {self.cite}>"
