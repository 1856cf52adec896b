"""Experiments and searches: the reports of the command line, byte for byte, also from shards."""

from __future__ import annotations

from pathlib import Path

import nimdsl
import pytest
from conftest import ROOT, CommandLine
from nimdsl import _native, given
from nimdsl.targets import Conditions, Consecutive, Linear, Polygonal, Recurrence

SEARCH = ROOT / "experiments" / "fib_search.ron"


def test_a_run_writes_what_the_command_line_writes(tmp_path: Path, command: CommandLine) -> None:
    command.bytes("run", str(SEARCH), "--out", str(tmp_path / "line"))
    report = nimdsl.run(SEARCH, out=tmp_path / "own")
    names = sorted(path.name for path in (tmp_path / "line").iterdir() if not path.name.startswith("store"))
    assert names == sorted(path.name for path in (tmp_path / "own").iterdir() if not path.name.startswith("store"))
    for name in names:
        assert (tmp_path / "own" / name).read_bytes() == (tmp_path / "line" / name).read_bytes(), name
    assert report.hits and report.expected == "met" and not report.failures
    hit = report.hits[0]
    assert hit.ruleset.p_positions(up_to=20, sorted=True) == [p for p in hit.p_positions if p[1] <= 20]
    # A report is written over a report, and over nothing else.
    report.save(tmp_path / "own")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(nimdsl.QuestionError, match="other files"):
        report.save(tmp_path / "mine")


def test_shards_together_are_the_whole() -> None:
    text = SEARCH.read_text()
    limits = given.limits()
    texts = _native.texts_of((str(SEARCH), text, SEARCH.parent, {}), limits)
    assert any(name.endswith("triangular.nim") for name in texts)
    sent = (SEARCH.name, text, None, texts)
    shards = [(i, 5, _native.shard(sent, False, (i, 5), limits)) for i in range(1, 6)]
    whole = nimdsl.run(SEARCH)
    assert nimdsl.Report.of(_native.merged(sent, False, shards, limits)).json == whole.json
    # Twice the same shard changes nothing; one that is missing or damaged is told.
    assert nimdsl.Report.of(_native.merged(sent, False, shards + shards[:1], limits)).json == whole.json
    with pytest.raises(nimdsl.NimError):
        _native.merged(sent, False, shards[1:], limits)
    own = [nimdsl.run_shard(SEARCH, (i, 3)) for i in (3, 1, 2)]
    assert nimdsl.merge(SEARCH, own).json == whole.json
    with pytest.raises(nimdsl.QuestionError):
        nimdsl.merge(SEARCH, own[:2])
    with pytest.raises(nimdsl.QuestionError):
        nimdsl.run_shard(SEARCH, (4, 3))
    number, of, data = shards[0]
    with pytest.raises(nimdsl.QuestionError, match="damaged"):
        _native.merged(sent, False, [(number, of, data[: len(data) // 2]), *shards[1:]], limits)


def test_searches_find_what_is_known() -> None:
    # KY24, Theorem 5: the twist with c has the polygonal numbers with c + 3 sides.
    twist = nimdsl.shipped("triangular_wythoff")
    for sides in (3, 4, 5, 6):
        report = nimdsl.search(twist, Consecutive(Polygonal(sides)), vary={"c": range(5)}, board=60, confirm=2000)
        assert [hit.parameters for hit in report.hits] == [{"c": sides - 3}]
    conditions = Conditions(
        at_most=1,
        statistics=["j", "i + j"],
        relations=["<", "<="],
        terms=["small", "large"],
        coefficients=range(1, 3),
        constants=range(-1, 2),
    )
    found = nimdsl.search(
        nimdsl.shipped("triangular"),
        Consecutive(Recurrence(coefficients=[1, 1], start=[0, 1])),
        add=conditions,
        exceptions=4,
        keep=2,
        confirm=10_000,
    )
    assert found.tasks[0]["candidates"] > 20
    with pytest.raises(nimdsl.QuestionError, match="defaults"):
        nimdsl.search(twist.at(c=1), Consecutive(Polygonal(3)), vary={"c": range(3)})
    with pytest.raises(nimdsl.RulesetError):
        nimdsl.search(twist, Consecutive(Polygonal(3)), vary={"d": range(3)})


def test_rows_make_data_frames() -> None:
    pandas = pytest.importorskip("pandas")
    report = nimdsl.run_text(
        '(title: "t", ruleset: "triangular_wythoff.nim", vary: {"c": Range(0, 3)}, tasks: [Sweep(up_to: 40), Verify(up_to: 20)])'
    )
    frame = pandas.DataFrame(report.rows("sweep"))
    assert len(frame) == 4 and report.rows(0) == report.rows("sweep")
    assert report.rows("verify") and str(report).startswith("t\n")


def test_faults_of_experiments_have_places() -> None:
    with pytest.raises(nimdsl.RulesetError) as caught:
        nimdsl.run_text('(title: "t", ruleset: "wythoff.nim", tasks: [Sweeep(up_to: 40)])')
    assert caught.value.faults[0].line == 1


def test_conditions_are_mined() -> None:
    # j < p x' + q y' beside Triangular Nim: 2 and 1 give the Pell numbers.
    lattice = Linear(over=["small'", "large'"], coefficients=range(-2, 3))
    conditions = Conditions(at_most=4, statistics=["i", "j"], relations=["<"], lattices=[lattice], method="Mine")
    pell = Consecutive(Recurrence(coefficients=[2, 1], start=[0, 1]))
    found = nimdsl.search(nimdsl.shipped("triangular"), pell, add=conditions, keep=1, confirm=10_000)
    assert [(hit.target, hit.base, hit.conditions) for hit in found.hits] == [(0, "Ruleset", "j < 2 * x'")]
    assert found.tasks[0]["targets"][0]["hits"] == 1
