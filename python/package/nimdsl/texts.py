"""Questions about texts and lists of numbers: faults and fixes, layout, shipped rulesets, names of sequences, certificates."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from . import _native, given
from .answers import Certificate, Rechecked, SequenceName
from .described import _limits
from .errors import Fault, QuestionError, faults
from .files import read
from .ruleset import Ruleset
from .shapes import GivenText

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: The rulesets that are shipped, by name.
SHIPPED = dict(_native.shipped())
#: The same without their folders.
OWN = {name.rsplit("/", 1)[-1]: name for name in reversed(SHIPPED)}


class Mended(NamedTuple):
    """A replacement that was made: the line and the column before it, what stood there, what stands there."""

    line: int
    column: int
    old: str
    new: str


class Fixed(NamedTuple):
    """A text with all sure fixes made, and what was changed."""

    text: str
    changes: list[Mended]


@overload
def shipped(name: str, /, **parameters: given.Parameter) -> Ruleset: ...
@overload
def shipped(name: None = None, /) -> list[str]: ...
def shipped(name: str | None = None, /, **parameters: given.Parameter) -> Ruleset | list[str]:
    """A ruleset that is shipped, at values of its parameters; without a name, the names of all of them. A folder may be left out.

    >>> import nimdsl
    >>> nimdsl.shipped("triangular_wythoff", c=2)
    <Ruleset 'Triangular Nim with a c-Wythoff twist', c=2>
    >>> "yama" in nimdsl.shipped()
    True
    """
    if name is None:
        return list(SHIPPED)
    wanted = given.text("name", name).removesuffix(".nim")
    found = wanted if wanted in SHIPPED else OWN.get(wanted)
    if found is None:
        near = get_close_matches(wanted, [*SHIPPED, *OWN], 1)
        help_ = f"did you mean {near[0]!r}? " if near else ""
        raise QuestionError(f"no ruleset {name!r} is shipped; {help_}nimdsl.shipped() lists their names")
    return Ruleset(SHIPPED[found], name=f"{found}.nim", values=parameters)


def _given(text: str, library: given.Library, name: str) -> GivenText:
    folder, texts = given.library(library)
    return (given.text("name", name), given.text("the text", text), folder, texts)


def check(text: str, *, library: given.Library = None, name: str = "the text") -> list[Fault]:
    """All faults and warnings of a ruleset; of an experiment if ``name`` ends in ``.ron``. An empty list: nothing is wrong.

    >>> import nimdsl
    >>> fault, = nimdsl.check("heaps x\\nmove take(i): x -> x - i where 1 =< i")
    >>> fault.code, fault.line, fault.column, fault.fixes[0].text
    ('foreign-sign', 2, 34, '<=')
    """
    return faults(_native.faults(_given(text, library, name), _limits({}))[0])


def fix(text: str, *, library: given.Library = None, name: str = "the text") -> Fixed:
    """A text with all sure fixes made, round after round, and what was changed.

    >>> import nimdsl
    >>> nimdsl.fix("heaps x\\nmove take(i): x -> x - i where 1 =< i\\n").text
    'heaps x\\nmove take(i): x -> x - i where 1 <= i\\n'
    """
    done = _native.fixed(_given(text, library, name), _limits({}))
    if done is None:
        return Fixed(text, [])
    return Fixed(done[0], [Mended(*change) for change in done[1]])


def fmt(text: str, *, name: str = "the text") -> str:
    """A ruleset in canonical layout; comments stay.

    Raises:
        RulesetError: faults of its syntax.

    >>> import nimdsl
    >>> print(nimdsl.fmt("heaps x\\nmove take(i): x -> x-i where 1<=i"), end="")
    heaps x
    <BLANKLINE>
    move take(i):
        x -> x - i
        where 1 <= i
    """
    return _native.formatted(given.text("name", name), given.text("the text", text), _limits({}))


def imported(form: str, data: str, *, symmetric: bool = False) -> Ruleset:
    """A ruleset from what tables and papers list a game by: ``"octal"``, ``"hexadecimal"``, ``"subtraction"``, ``"vectors"``.

    >>> import nimdsl
    >>> nimdsl.imported("subtraction", "1, 3, 4").table(size=8).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0]
    """
    return Ruleset(_native.imported(given.text("form", form), given.text("data", data), given.truth("symmetric", symmetric), _limits({})))


def identify(terms: Iterable[given.Integer], **limits: Unpack[given.Limits]) -> list[SequenceName]:
    """What a list of integers may be, by its terms alone: the simplest names first; none if nothing fits.

    Terms are integers of any length, also of NumPy and Sage.

    >>> import nimdsl
    >>> print(nimdsl.identify([0, 1, 3, 6, 10, 15, 21, 28, 36, 45])[0])
    triangular numbers (A000217)
    """
    if isinstance(terms, (str, bytes, Mapping)) or not isinstance(terms, Iterable):
        raise TypeError(f"terms={terms!r}: write a list of integers, [0, 1, 3, 6, 10, 15]")
    numbers = [(one, given.index(one)) for one in terms]
    for one, number in numbers:
        if number is None:
            raise TypeError(f"terms: {one!r} is no integer")
    text = ",".join(_decimal(number) for _, number in numbers if number is not None)
    found = json.loads(_native.identify(text, _limits(limits)))["hits"]
    return [SequenceName(**one) for one in found]


def _decimal(number: int) -> str:
    """Digits of an integer of any length: ``str`` refuses more than 4300."""
    if number.bit_length() < 10_000:
        return str(number)
    sign, number = ("-", -number) if number < 0 else ("", number)
    half = number.bit_length() // 7
    high, low = divmod(number, 10**half)
    return sign + _decimal(high) + _decimal(low).rjust(half, "0")


def recheck(
    certificates: Certificate | str | os.PathLike[str],
    *,
    ruleset: Ruleset | str | os.PathLike[str] | None = None,
    **limits: Unpack[given.Limits],
) -> Rechecked:
    """Confirms or refuses certificates, by other code than that which found them.

    Args:
        certificates: a :class:`Certificate`, or a file that ``prove --certificate`` or :meth:`Certificate.save` wrote.
        ruleset: the rules, or their file, if it is not where it was.

    Raises:
        QuestionError: the rules that it speaks of are not there.
    """
    beside = Path()
    if isinstance(certificates, Certificate):
        text = certificates.text
    else:
        text, beside = read(certificates), Path(certificates).parent
    about, refused = _native.certificates_of(text, _limits(limits))
    if about is None:
        return Rechecked.of(refused)
    if isinstance(ruleset, Ruleset):
        return Rechecked.of(ruleset._game.recheck(text, _limits(limits)))
    rules = Ruleset.from_file(ruleset) if ruleset is not None else _beside(Path(about[0]), beside)
    return Rechecked.of(rules._game.recheck(text, _limits(limits)))


def _beside(file: Path, folder: Path) -> Ruleset:
    """The rules that certificates name: their file as it is named, or beside them, or one that is shipped."""
    for place in (file, folder / file):
        if place.is_file():
            return Ruleset.from_file(place)
    if file.name == str(file) and file.suffix == ".nim" and file.stem in SHIPPED:
        return shipped(file.stem)
    raise QuestionError(f"{file}: the rules that these certificates speak of are not there; say where by ruleset=")
