"""Arrays of values: which number stands for none. Computes no value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import display
from .errors import QuestionError

if TYPE_CHECKING:
    import numpy.typing as npt

#: Rows and columns that a notebook shows.
MOST_SHOWN = 60


def none(values: npt.NDArray[Any]) -> int:
    """The number that stands for no value in an array: the greatest one of Grundy values, -1 of outcomes.

    >>> import nimdsl
    >>> nimdsl.none(nimdsl.shipped("wythoff").table(size=4))
    65535
    """
    return -1 if np.issubdtype(values.dtype, np.signedinteger) else int(np.iinfo(values.dtype).max)


def masked(values: npt.NDArray[Any]) -> np.ma.MaskedArray[Any, Any]:
    """An array in which the cells without a value are masked. The values are not copied.

    >>> import nimdsl
    >>> nimdsl.masked(nimdsl.shipped("wythoff").table(total=3)).tolist()
    [[0, 1, 2], [1, 2, None], [2, None, None]]
    """
    return np.ma.masked_equal(values, none(values), copy=False)


class Shaded:
    """An array of values or outcomes as a notebook shows it: P-positions shaded, and cells without a value empty.

    Args:
        values: an array of :meth:`~nimdsl.Ruleset.table` or :meth:`~nimdsl.Ruleset.outcomes` with one or two axes; of one with
            more choose a page, ``values[1]``. The first 60 rows and columns are shown.
        heaps: what the axes are called.

    >>> import nimdsl
    >>> nimdsl.Shaded(nimdsl.shipped("wythoff").table(size=3))
    [[0 1 2]
     [1 2 0]
     [2 0 1]]
    """

    def __init__(self, values: npt.NDArray[Any], heaps: Sequence[str] = ("x", "y")) -> None:
        array = np.asarray(values)
        if array.ndim not in (1, 2) or array.dtype.kind not in "iu":
            why = f"an array of {array.ndim} axes of {array.dtype}"
            raise QuestionError(f"{why}: shown are tables with one axis or two; of more, choose a page, such as values[0]")
        self.values = array
        self.heaps = tuple(heaps)[-array.ndim :]
        if len(self.heaps) != array.ndim:
            raise QuestionError(f"heaps={heaps!r}: one name for each of {array.ndim} axes")

    def __repr__(self) -> str:
        return str(self.values)

    def _repr_html_(self) -> str:
        shown = self.values[tuple(slice(MOST_SHOWN) for _ in range(self.values.ndim))]
        left_out = shown.shape != self.values.shape
        caption = f"the first {MOST_SHOWN} of {' by '.join(map(str, self.values.shape))}" if left_out else ""
        return display.board(shown, self.heaps, caption)
