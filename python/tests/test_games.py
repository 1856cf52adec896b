"""Positions, periods, claims, proofs: against the command line and against what papers say."""

from __future__ import annotations

import copy
import json
import pickle
import struct
import zlib
from pathlib import Path

import nimdsl
import numpy as np
import numpy.typing as npt
import pytest
from conftest import RULESETS, CommandLine


class SageInteger:
    """Sage's integers are no ``int``; they have ``__index__``."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_integers_of_numpy_and_sage_are_taken() -> None:
    wythoff = nimdsl.shipped("wythoff")
    for kind in (int, np.int64, np.uint16, SageInteger):
        assert wythoff.value((kind(4), kind(7))) == 0
        assert wythoff.table(size=kind(3)).shape == (3, 3)
        assert wythoff.table(size=(kind(3), kind(4))).shape == (3, 4)
        assert len(wythoff.p_positions(kind(7))) == 7
        assert nimdsl.shipped("triangular_wythoff").at(c=kind(2)).parameters == {"c": 2}
        assert nimdsl.identify([kind(one) for one in (0, 1, 3, 6, 10, 15, 21, 28)])[0].name.startswith("triangular")
    assert wythoff.value(np.array([4, 7])) == 0
    assert wythoff.options(np.array([1, 1])) == [(0, 0), (0, 1), (1, 0)]
    subtraction = nimdsl.shipped("subtraction")
    assert subtraction.at(S={1, 3, 4}).table(size=8).tolist() == [0, 1, 0, 1, 2, 3, 2, 0]
    assert subtraction.at(S=np.array([1, 3, 4])).value(np.int8(5)) == 3
    for wrong in (2.0, "2", None):
        with pytest.raises((TypeError, nimdsl.NimError)):
            wythoff.value((wrong, 1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name, position", [("wythoff", "9,11"), ("ryuo_pass", "5,4;1"), ("yama", "6,2")])
def test_positions_are_as_the_command_line_says(name: str, position: str, command: CommandLine) -> None:
    file = str(RULESETS / f"{name}.nim")
    rules = nimdsl.Ruleset.from_file(file)
    place = tuple(int(part) for part in position.replace(";", ",").split(","))
    told = command.json("explain", file, position)
    explained = rules.explain(place)
    assert (explained.grundy, explained.outcome) == (told["grundy"], told["outcome"])
    assert [option.position for option in explained.options] == [tuple(one["position"]) for one in told["options"]]
    assert [option.position for option in explained.winning] == [tuple(one) for one in told["winning"]]
    assert rules.winning_moves(place) == explained.winning
    assert rules.options(place) == [option.position for option in explained.options]
    assert (rules.value(place), rules.outcome(place)) == (told["grundy"], told["outcome"])
    misere = command.json("explain", file, position, "--misere")
    assert rules.outcome(place, misere=True) == misere["outcome"]


def test_values_of_positions_are_those_of_tables() -> None:
    for name in ("wythoff", "yama", "ryuo_pass", "maximum_nim", "subtraction", "triangular_wythoff"):
        rules = nimdsl.shipped(name)
        table = rules.table(size=20)
        misere = rules.outcomes(size=20, misere=True)
        low = [least for least, _ in rules.registers.values()]
        for index in list(np.ndindex(table.shape))[::7]:
            registers, heaps = index[: len(low)], index[len(low) :]
            place = heaps + tuple(at + least for at, least in zip(registers, low))
            assert rules.value(place) == table[index], (name, place)
            assert rules.outcome(place) == ("P" if table[index] == 0 else "N")
            assert rules.outcome(place, misere=True) == "PN"[misere[index]]


def test_a_heap_that_breaks_has_sums_for_options() -> None:
    kayles = nimdsl.imported("octal", "0.77")
    # Winning Ways, chapter 4: the values of Kayles.
    assert kayles.table(size=13).tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    options = kayles.options(3)
    assert ((1,), (1,)) in options and (2,) in options
    period, = kayles.periods()
    assert (period.period, period.proved) == (12, True)


def test_positions_outside_of_the_game_are_refused() -> None:
    wythoff = nimdsl.shipped("wythoff")
    with pytest.raises(nimdsl.QuestionError, match="1 heaps are given"):
        wythoff.value((3,))
    with pytest.raises(nimdsl.QuestionError, match="between 0 and"):
        wythoff.value((-1, 3))
    with pytest.raises(nimdsl.QuestionError, match="registers do not fit"):
        nimdsl.shipped("ryuo_pass").value((1, 2, 9))


def test_periods_are_as_the_command_line_says(command: CommandLine) -> None:
    file = str(RULESETS / "wythoff.nim")
    told = command.json("periods", file, "--rows", "0..6")["rows"]
    found = nimdsl.Ruleset.from_file(file).periods(rows=(0, 6))
    assert [(one.fixed["row"], one.preperiod, one.period, one.saltus, one.proved) for one in found] == [
        (one["row"], one["preperiod"], one["period"], one["saltus"], one["proved"]) for one in told
    ]
    # Dress, Flammenkamp, Pink 1999, table 1: the periods of the first rows.
    assert [one.period for one in found] == [1, 3, 3, 6, 12, 24, 12]
    sliced, = nimdsl.shipped("ryuo_three").periods(fix={"y": 0, "z": 0})
    assert (sliced.fixed, sliced.period) == ({"y": 0, "z": 0}, 1)
    with pytest.raises(nimdsl.QuestionError, match="say which lines"):
        nimdsl.shipped("wythoff").periods()


@pytest.mark.parametrize("name", ["yama", "ryuma", "triangular_wythoff"])
def test_verdicts_on_tables_are_as_the_command_line_says(name: str, command: CommandLine) -> None:
    file = str(RULESETS / f"{name}.nim")
    told = command.json("verify", file, "--up-to", "40")["claims"]
    verdicts = nimdsl.Ruleset.from_file(file).verify(up_to=40)
    assert [one.name for one in verdicts] == [one["name"] for one in told]
    assert [one.verdict for one in verdicts] == [one["verdict"] for one in told]
    assert [one.counterexample and list(one.counterexample) for one in verdicts] == [one["counterexample"] for one in told]
    assert [one.latex for one in verdicts] == [one["latex"] for one in told]


def test_proofs_have_certificates_that_the_command_line_confirms(tmp_path: Path, command: CommandLine) -> None:
    yama = nimdsl.Ruleset.from_file(RULESETS / "yama.nim")
    verdicts = yama.prove()
    told = command.json("prove", str(RULESETS / "yama.nim"))["claims"]
    assert [(one.name, one.verdict, one.states) for one in verdicts] == [
        (one["name"], one["verdict"], one["states"]) for one in told
    ]
    verdict = verdicts["Theorem 1"]
    assert verdict.proved and verdict.certificate is not None
    assert verdict.certificate.recheck()
    file = verdict.certificate.save(tmp_path / "yama.json")
    rechecked = command.json("recheck", str(file), "--ruleset", str(RULESETS / "yama.nim"))
    assert rechecked["valid"] and rechecked["complete"]
    again = nimdsl.recheck(file)
    assert again and again.hash == rechecked["hash"] == yama.hash
    assert nimdsl.recheck(file, ruleset=RULESETS / "yama.nim")
    # A certificate that says something else is refused.
    data = json.loads(verdict.certificate.text)
    data["certificates"][0]["claim"] = "KY23, 3.3"
    (tmp_path / "wrong.json").write_text(json.dumps(data))
    wrong = nimdsl.recheck(tmp_path / "wrong.json")
    assert not wrong and wrong.reason
    assert not nimdsl.recheck(tmp_path / "wrong.json", ruleset=nimdsl.shipped("yama"))
    (tmp_path / "none.json").write_text("{}")
    assert not nimdsl.recheck(tmp_path / "none.json")
    # Only certificates are written over.
    verdict.certificate.save(file)
    (tmp_path / "mine.json").write_text('{"mine": 1}')
    with pytest.raises(nimdsl.QuestionError, match="was not written by nimdsl"):
        verdict.certificate.save(tmp_path / "mine.json")


def test_a_false_claim_is_refuted_with_a_counterexample() -> None:
    text = nimdsl.shipped("yama").text.replace("|x - y| <= 1}", "|x - y| <= 2}")
    rules = nimdsl.Ruleset(text)
    verdict = rules.prove("KY23, 3.3")
    assert verdict.verdict == "refuted" and not verdict.as_expected
    assert verdict.counterexample in [(0, 2), (2, 0)]
    assert verdict.certificate is None
    assert rules.verify("KY23, 3.3").counterexample in [(0, 2), (2, 0)]


def test_games_are_solved_without_a_claim() -> None:
    solution = nimdsl.shipped("yama").solve()
    assert "|x - y| <= 1" in solution.words and solution.dot.startswith("digraph")
    with pytest.raises(nimdsl.OpenError):
        nimdsl.shipped("triangular_wythoff", c=1).solve(time=20)


def test_chains_are_named() -> None:
    chain = nimdsl.shipped("triangular_wythoff", c=1).chain(up_to=1000)
    assert chain.terms[:6] == [0, 1, 4, 9, 16, 25] and chain.name is not None
    assert "square" in str(chain.name)
    with pytest.raises(nimdsl.QuestionError, match="do not form a chain"):
        nimdsl.shipped("wythoff").chain()


def test_long_integers_are_identified() -> None:
    powers = [7**k for k in range(0, 8000, 200)]
    names = nimdsl.identify(powers)
    assert names and names[0].terms_held_out
    assert nimdsl.identify([-one for one in powers])
    with pytest.raises(nimdsl.QuestionError, match="no terms"):
        nimdsl.identify([])


def test_rules_are_exported() -> None:
    for program in ("sage", "mathematica", "cgsuite"):
        assert "Wythoff" in nimdsl.shipped("wythoff").export(program)
    script = nimdsl.shipped("yama").export("walnut", claim="Theorem 1")
    assert "def" in script
    with pytest.raises(nimdsl.QuestionError, match="choose one of"):
        nimdsl.shipped("wythoff").export("maple")


def test_exported_python_agrees() -> None:
    names: dict[str, object] = {}
    exec(nimdsl.shipped("yama").export("sage"), names)  # It compares its first values itself.
    assert names


def test_rulesets_are_pickled_with_all_that_they_name() -> None:
    rules = nimdsl.shipped("yama_plus_triangular")
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules and hash(again) == hash(rules)
    assert (again.table(size=8) == rules.table(size=8)).all()
    twist = nimdsl.shipped("triangular_wythoff").at(c=2).played(misere=True)
    other = pickle.loads(pickle.dumps(twist))
    assert other.parameters == {"c": 2} and other.misere and other == twist != nimdsl.shipped("triangular_wythoff")


def test_rulesets_are_compared_by_what_they_say() -> None:
    subtraction = nimdsl.shipped("subtraction")
    assert subtraction.at(S={3, 1}) == subtraction.at(S=[1, 3, 3]) != subtraction.at(S={1, 4})
    assert len({subtraction.at(S={3, 1}), subtraction.at(S=(1, 3))}) == 1
    twist = nimdsl.shipped("triangular_wythoff", c=0)
    # At its default, but chosen: claims about all c are about this one alone.
    assert twist != nimdsl.shipped("triangular_wythoff") and twist == copy.deepcopy(twist) == copy.copy(twist)
    assert twist.verify("Theorem 5", up_to=9).chosen == {"c": 0}
    assert str(twist.verify("Theorem 5", up_to=9)) == 'theorem "Theorem 5" with c = 0: holds for heaps up to 9'
    assert twist != "triangular_wythoff" and repr(twist) == "<Ruleset 'Triangular Nim with a c-Wythoff twist', c=0>"


def test_answers_are_pickled() -> None:
    yama = nimdsl.shipped("yama")
    solution, verdicts = yama.solve(), yama.prove()
    explained, chain = yama.explain((3, 5)), nimdsl.shipped("triangular_wythoff").chain(up_to=99)
    for answer in (solution, list(verdicts), explained, chain, yama.claims, yama.plot("heat", size=4).svg):
        assert pickle.loads(pickle.dumps(answer)) == answer
    again = pickle.loads(pickle.dumps(verdicts))
    certificate = again["Theorem 1"].certificate
    assert isinstance(again, nimdsl.Verdicts) and certificate is not None and certificate.recheck()


def test_figures_are_those_of_the_command_line(tmp_path: Path, command: CommandLine) -> None:
    file = RULESETS / "wythoff.nim"
    command.bytes("plot", str(file), "heat", "--size", "20", "--out", str(tmp_path / "line.svg"))
    rules = nimdsl.Ruleset.from_file(file)
    figure = rules.plot("heat", size=20)
    figure.save(tmp_path / "own.svg", tmp_path / "own.tex")
    assert (tmp_path / "own.svg").read_text() == (tmp_path / "line.svg").read_text()
    assert (tmp_path / "own.tex").read_text() == figure.tikz
    figure.save(tmp_path / "own.svg")
    (tmp_path / "mine.svg").write_text("<svg/>")
    with pytest.raises(nimdsl.QuestionError, match="was not written by nimdsl"):
        figure.save(tmp_path / "mine.svg")
    with pytest.raises(nimdsl.QuestionError, match=r"write \.svg, \.tex or \.png"):
        figure.save(tmp_path / "own.pdf")
    assert "P" in figure.text() or figure.text()
    board = rules.plot("board", at=(9, 11)).svg
    command.bytes("plot", str(file), "board", "--at", "9,11", "--out", str(tmp_path / "board.svg"))
    assert board == (tmp_path / "board.svg").read_text()
    overlay = rules.plot("overlay", compare=nimdsl.shipped("ryuo"))
    assert overlay.svg.count("<") > 50
    for wrong in ("no such picture", "board", "residues", "overlay"):
        with pytest.raises(nimdsl.QuestionError):
            rules.plot(wrong)
    with pytest.raises(nimdsl.QuestionError, match="palette"):
        rules.plot("heat", palette="rainbow")


def pixels(data: bytes) -> npt.NDArray[np.uint8]:
    """A PNG without a palette, read without any library."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 3 * width)
    assert set(lines[:, 0]) <= {0, 2}, "filters: none, or the line above"
    shown = np.zeros((height + 1, 3 * width), np.uint8)
    for row, line in enumerate(lines):
        shown[row + 1] = line[1:] + (shown[row] if line[0] == 2 else 0)
    return shown[1:].reshape(height, width, 3)


def test_pixels_of_figures_show_what_tables_say(tmp_path: Path) -> None:
    wythoff = nimdsl.shipped("wythoff")
    figure = wythoff.plot("outcomes", size=16, values="never")
    shown = pixels(figure.png(dpi=300))
    vermilion = np.abs(shown.astype(int) - (0xD5, 0x5E, 0x00)).max(axis=2) < 3
    # The board is where most of a row is neither white nor black: vermilion at P-positions, and grey.
    light = shown.min(axis=2)
    filled = vermilion | ((150 < light) & (light < 250))
    rows = (shown.shape[1] // 2 < filled.sum(axis=1)).nonzero()[0]
    columns = (len(rows) // 2 < filled[rows].sum(axis=0)).nonzero()[0]
    high, wide = (rows[-1] - rows[0] + 1) / 16, (columns[-1] - columns[0] + 1) / 16
    assert abs(high - wide) < 0.5, "cells are squares"
    middles = [(int(rows[0] + (x + 0.5) * high), int(columns[0] + (y + 0.5) * wide)) for x, y in np.ndindex(16, 16)]
    found = np.array([vermilion[middle] for middle in middles]).reshape(16, 16)
    assert (found == (wythoff.outcomes(size=16) == 0)).all() and found.sum() == 13
    # Letters need no font of this machine; a page and a file have the same pixels at the same resolution.
    data, size = figure._repr_png_()
    assert struct.unpack(">II", data[16:24])[0] // 2 == size["width"]
    saved, = figure.save(tmp_path / "own.png", dpi=192)
    assert saved.read_bytes() == data and figure.title.encode() in data[:2000]
    figure.save(tmp_path / "own.png", dpi=36)
    (tmp_path / "mine.png").write_bytes(b"\x89PNG\r\n\x1a\n of somebody else")
    with pytest.raises(nimdsl.QuestionError, match="was not written by nimdsl"):
        figure.save(tmp_path / "mine.png")
    with pytest.raises(nimdsl.MemoryBudgetError, match="choose fewer by dpi="):
        wythoff.plot("heat", size=16, width="100cm").png(dpi=2400, memory="64MiB")


def test_a_notebook_shows_rules_tables_claims_and_pictures() -> None:
    wythoff = nimdsl.shipped("wythoff")
    html = wythoff._repr_html_()
    assert r"\begin{align*}" in html and "<em>Wythoff Nim</em>" in html
    # One P-position in each of ten rows and columns but those whose partner lies outside.
    table = wythoff.table(size=10)
    assert html.count("#d55e00") == int((table == 0).sum())
    assert r"\emph" not in wythoff._repr_latex_() and r"\begin{align*}" in wythoff._repr_latex_()
    verdicts = nimdsl.shipped("yama").prove()._repr_html_()
    assert "proved (base 2, 13 states)" in verdicts and r"\mathcal{G}" in verdicts
    assert wythoff.plot("scatter")._repr_svg_().count("<svg") == 1
    claim = wythoff.claims[2]
    assert claim.name == "SRT, Proposition 1.1" and "$" in claim._repr_latex_() and "theorem" in claim._repr_html_()
    # What a text says is no markup.
    evil = nimdsl.Ruleset('ruleset "<script>alert(1)</script>"\nheaps x\nmove take(i): x -> x - i where 1 <= i')
    assert "<script>" not in evil._repr_html_()
    for name in nimdsl.shipped():
        assert nimdsl.shipped(name)._repr_html_()
