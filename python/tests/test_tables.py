"""Tables against the command line, against values that papers print, and against a search written for this test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nimdsl
import numpy as np
import numpy.typing as npt
import pytest
from conftest import RULESETS, CommandLine


def plain(values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """As the command line writes it: -1 where there is no value."""
    none = nimdsl.none(values)
    wide = values.astype(np.int64)
    wide[values == none] = -1
    return wide


#: Rulesets of two heaps, with or without registers, that have a table.
TABLES = [
    "ab_yama",
    "cyclic_nimhoff",
    "maximum_nim_pass",
    "moore",
    "nim",
    "rectangular",
    "ryuo",
    "ryuo_pass",
    "ryuo_three",
    "subtraction",
    "suetsugu_fukui",
    "triangular_wythoff",
    "wythoff",
    "yama",
    "yama_plus_triangular",
]


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_those_of_the_command_line(name: str, command: CommandLine) -> None:
    file = RULESETS / f"{name}.nim"
    rules = nimdsl.Ruleset.from_file(file)
    size = 12 if 2 < len(rules.heaps) else 40
    expected = command.array("table", str(file), "--size", str(size))
    found = rules.table(size=size)
    assert found.dtype == np.uint16
    assert found.shape == expected.shape
    assert (plain(found) == expected).all()
    outcomes = command.array("table", str(file), "--size", str(size), "--outcomes")
    assert rules.outcomes(size=size).dtype == outcomes.dtype
    assert (rules.outcomes(size=size) == outcomes).all()


def test_parameters_totals_registers_and_misere_are_those_of_the_command_line(command: CommandLine) -> None:
    twist = str(RULESETS / "triangular_wythoff.nim")
    found = nimdsl.Ruleset.from_file(twist, c=2)
    assert (plain(found.table(total=30)) == command.array("table", twist, "--set", "c=2", "--total", "30")).all()
    assert (found.table(size=(5, 7)) == command.array("table", twist, "--set", "c=2", "--size", "5,7")).all()
    misere = command.array("table", twist, "--set", "c=2", "--size", "20", "--outcomes", "--misere")
    assert (found.outcomes(size=20, misere=True) == misere).all()
    assert (found.played(misere=True).outcomes(size=20) == misere).all()
    assert not (found.outcomes(size=20) == misere).all()
    pass_ = str(RULESETS / "ryuo_pass.nim")
    rules = nimdsl.Ruleset.from_file(pass_)
    assert list(rules.registers) == ["pass"]
    assert (rules.table(size=9) == command.array("table", pass_, "--size", "9")).all()
    only = rules.table(size=9, register={"pass": 1})
    assert only.shape == (1, 9, 9)
    assert (only == command.array("table", pass_, "--size", "9", "--at", "pass=1")).all()
    large = "outcomes of a board that is kept in bits"
    assert (
        rules.outcomes(size=300, register={"pass": (0, 1)})
        == command.array("table", pass_, "--size", "300", "--outcomes")
    ).all(), large


def test_large_outcomes_are_those_of_the_command_line(command: CommandLine) -> None:
    file = str(RULESETS / "wythoff.nim")
    rules = nimdsl.Ruleset.from_file(file)
    assert (rules.outcomes(size=1500) == command.array("table", file, "--size", "1500", "--outcomes")).all()
    triangle = rules.outcomes(total=700)
    assert (triangle == command.array("table", file, "--total", "700", "--outcomes")).all()
    assert (triangle == -1).any()


def test_values_are_those_that_were_published() -> None:
    # M. Dietzfelbinger and others print this table of Wythoff's game; so does Winning Ways, chapter 3 (Wyt Queens).
    printed = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11],
        [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9],
        [3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8],
        [4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13],
    ]
    assert nimdsl.shipped("wythoff").table(size=(5, 11)).tolist() == printed
    # Bouton 1902: the value of Nim is the exclusive or of its heaps.
    heaps = np.arange(64)
    assert (nimdsl.shipped("nim").table(size=64) == (heaps[:, None] ^ heaps[None, :])).all()


def test_p_positions_are_wythoffs() -> None:
    golden = (1 + 5**0.5) / 2
    pairs = [(int(k * golden), int(k * golden) + k) for k in range(200)]
    found = nimdsl.shipped("wythoff").p_positions(up_to=pairs[-1][1], sorted=True)
    assert found[: len(pairs)] == pairs
    # Far ones need no table.
    far = nimdsl.shipped("wythoff").p_positions(up_to=100_000, sorted=True)
    assert len(far) == 1 + sum(1 for k in range(1, 70_000) if int(k * golden) + k <= 100_000)


def naive(bound: int) -> list[list[int]]:
    """Grundy values of Wythoff's game by their definition."""
    values = [[0] * bound for _ in range(bound)]
    for x in range(bound):
        for y in range(bound):
            reached = {values[x - i][y] for i in range(1, x + 1)} | {values[x][y - i] for i in range(1, y + 1)}
            reached |= {values[x - i][y - i] for i in range(1, min(x, y) + 1)}
            values[x][y] = next(value for value in range(3 * bound) if value not in reached)
    return values


def test_values_are_those_of_the_definition() -> None:
    assert nimdsl.shipped("wythoff").table(size=30).tolist() == naive(30)


def test_the_sentinel_is_told_and_large_values_have_four_bytes() -> None:
    nim = nimdsl.Ruleset("heaps x\nmove take(i): x -> x - i where 1 <= i")
    small = nim.table(size=1000)
    assert small.dtype == np.uint16
    assert nimdsl.none(small) == 65535
    large = nim.table(size=70_000)
    assert large.dtype == np.uint32
    assert nimdsl.none(large) == 4_294_967_295
    assert (large == np.arange(70_000)).all()
    # 65,534 is a value in two bytes, and 65,535 stands for none.
    edge = nim.table(size=65_535)
    assert edge.max() == 65_534
    corner = nimdsl.shipped("wythoff").table(total=3)
    assert nimdsl.masked(corner).mask.tolist() == [[False] * 3, [False, False, True], [False, True, True]]


def test_arrays_own_their_memory_and_can_be_written_to() -> None:
    values = nimdsl.shipped("wythoff").table(size=50)
    values[0, 0] = 7
    assert values.flags["C_CONTIGUOUS"] and values[0, 0] == 7
    assert nimdsl.shipped("wythoff").table(size=50)[0, 0] == 0


def test_the_number_of_threads_changes_nothing() -> None:
    rules = nimdsl.shipped("triangular_wythoff", c=1)
    assert (rules.table(size=200, threads=1) == rules.table(size=200, threads=4)).all()


def test_engines_can_be_named() -> None:
    rules = nimdsl.shipped("wythoff")
    assert rules.engine == "lines" and "rays" in rules.why
    assert (rules.table(size=20, engine="reference") == rules.table(size=20)).all()
    with pytest.raises(nimdsl.NimError):
        rules.table(size=20, engine="no such engine")


def test_a_file_extends_another_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "a.nim").write_text("heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n")
    (tmp_path / "b.nim").write_text('extends "a.nim"\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i\n')
    from_file = nimdsl.Ruleset.from_file(tmp_path / "b.nim")
    assert (from_file.table(size=20) == nimdsl.shipped("wythoff").table(size=20)).all()
    text = (tmp_path / "b.nim").read_text()
    given = nimdsl.Ruleset(text, library={"a.nim": (tmp_path / "a.nim").read_text()})
    assert (given.table(size=20) == from_file.table(size=20)).all()
    shipped = nimdsl.Ruleset(text.replace("a.nim", "wythoff.nim"))
    assert (shipped.table(size=20) == from_file.table(size=20)).all()
    with pytest.raises(nimdsl.RulesetError, match=r"a\.nim"):
        nimdsl.Ruleset(text)


MEMORY = """
import resource, nimdsl
rules = nimdsl.shipped("wythoff")
rules.table(size=10)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
values = rules.table(size=8000)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) * 1024 / values.nbytes)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in KiB by Linux")
def test_the_memory_of_a_table_changes_hands() -> None:
    done = subprocess.run([sys.executable, "-c", MEMORY], check=True, stdout=subprocess.PIPE, text=True)
    # A second copy would make it 2.
    assert float(done.stdout) < 1.6
