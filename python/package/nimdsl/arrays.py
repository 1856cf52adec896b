"""Arrays of values: which number stands for none. Computes no value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


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
