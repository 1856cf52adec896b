"""What goes to the native module and comes from it, as types."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Literal, Union

#: Memory in bytes, threads, seconds, and who is told ``(done, all)``.
Limits = tuple[int, int, Union[float, None], Union[Callable[[int, int], object], None]]
#: Misère play or not, else as the text says; registers with the first and last value that is shown; an engine.
Way = tuple[Union[bool, None], Sequence[tuple[str, int, int]], Union[str, None]]
#: A name, a text, the folder in which others lie, and others by name.
GivenText = tuple[str, str, Union[str, PathLike[str], None], Mapping[str, str]]
#: The value of a parameter.
Value = Union[int, list[int], list[list[int]]]
#: JSON, words, files by name, why tasks came to nothing, whether all is as expected, texts that were read.
GivenReport = tuple[str, str, list[tuple[str, str]], list[str], str, dict[str, str]]
#: An option, its value, its outcome, and the ways to it: the move, its amounts, which instance of it.
ToldOption = tuple[
    Union[tuple[int, ...], tuple[tuple[int, ...], ...]], int, Literal["P", "N"], list[tuple[str, dict[str, int], str]]
]
