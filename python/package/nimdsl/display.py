"""Answers as HTML for notebooks. Whatever a text says is escaped; mathematics stands between dollar signs, which notebooks typeset."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import Verdict

#: Vermilion, which the colour-blind tell from all others; white on it can be read.
P_CELL = "background:#d55e00;color:#fff;font-weight:bold"
CELL = "text-align:right;padding:2px 6px;min-width:1.7em"
#: Verdicts are white on these, so that the theme of a notebook, light or dark, does not matter.
BADGE = "color:#fff;padding:1px 6px;border-radius:3px;font-weight:bold;background:"
COLOURS = {"proved": "#00664b", "holds": "#00664b", "refuted": "#a33d00"}
UNLIKE, OPEN = "#b00020", "#595959"


def escaped(text: object) -> str:
    """A text as it is."""
    return html.escape(str(text))


def typeset(text: str) -> str:
    """A text with formulas, without what notebooks do not know: places where a line may end."""
    return re.sub(r"\\allowbreak\b(\{\})? ?", "", text)


def _plain(latex: str) -> str:
    """LaTeX without comments, and without what notebooks do not know."""
    return typeset("\n".join(line for line in latex.splitlines() if not line.startswith("%")))


def mathematics(latex: str) -> str:
    """LaTeX as HTML in which a notebook typesets formulas."""
    text = html.escape(_plain(latex), quote=False)
    return re.sub(r"\\emph\{([^{}]*)\}", r"<em>\1</em>", text)


def formulas(latex: str) -> str:
    """LaTeX without comments and fonts, for programs that typeset formulas alone."""
    return re.sub(r"\\emph\{([^{}]*)\}", r"\1", _plain(latex))


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[object]],
    caption: str = "",
    marked: Sequence[bool] = (),
) -> str:
    """A table of texts; rows that are marked stand out."""
    cells = "".join(f'<th style="text-align:left">{escaped(name)}</th>' for name in head)
    lines = []
    for index, row in enumerate(rows):
        style = f' style="{P_CELL}"' if index < len(marked) and marked[index] else ""
        data = "".join(f'<td style="text-align:left">{escaped(one)}</td>' for one in row)
        lines.append(f"<tr{style}>{data}</tr>")
    above = f"<caption>{escaped(caption)}</caption>" if caption else ""
    return f"<table>{above}<thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def board(values: Any, heaps: Sequence[str], caption: str = "") -> str:
    """A table of one or two heaps; cells of value 0 are P-positions and shaded, and those without a value empty."""
    none = -1 if values.dtype.kind == "i" else 2 ** (8 * values.dtype.itemsize) - 1
    rows = values.tolist() if values.ndim == 2 else [values.tolist()]
    wide = len(rows[0]) if rows else 0
    first, second = (heaps[0], heaps[1]) if len(heaps) == 2 else ("", heaps[0])
    corner = f"{escaped(first)} \\ {escaped(second)}" if first else escaped(second)
    head = "".join(f'<th style="{CELL}">{column}</th>' for column in range(wide))
    lines = []
    for index, row in enumerate(rows):
        cells = []
        for value in row:
            style = f"{CELL};{P_CELL}" if value == 0 else CELL
            cells.append(f'<td style="{style}">{"" if value == none else value}</td>')
        label = f'<th style="{CELL}">{index if first else ""}</th>'
        lines.append(f"<tr>{label}{''.join(cells)}</tr>")
    above = f"<caption>{escaped(caption)}</caption>" if caption else ""
    return f'<table>{above}<thead><tr><th style="{CELL}">{corner}</th>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def verdicts(all_: Iterable[Verdict]) -> str:
    """Claims with what came out."""
    given = list(all_)
    # Where no claim has parameters, there is no column for them.
    have_parameters = any(one.params or one.chosen for one in given)
    names = ("claim", "at", "statement", "verdict") if have_parameters else ("claim", "statement", "verdict")
    lines = []
    for one in given:
        params = ", ".join(f"{name} = {value}" for name, value in (one.params or one.chosen).items())
        colour = COLOURS.get(one.verdict, OPEN) if one.as_expected else UNLIKE
        badge = f'<span style="{BADGE}{colour}">{escaped(one.words)}</span>'
        unlike = "" if one.as_expected else " (not as the text says)"
        told = {
            "claim": f"{escaped(one.kind)} {escaped(one.name)}",
            "at": escaped(params),
            "statement": mathematics(one.latex),
            "verdict": badge + unlike,
        }
        lines.append("<tr>" + "".join(f'<td style="text-align:left">{told[name]}</td>' for name in names) + "</tr>")
    head = "".join(f'<th style="text-align:left">{name}</th>' for name in names)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
