"""Columns, proofs in words, misère play of sums, fixed heaps, more claims: against the command line; and what callers are told."""

from __future__ import annotations

import json
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nimdsl
import numpy as np
import pytest
from conftest import RULESETS, CommandLine

EXPERIMENT = RULESETS.parent / "experiments" / "ky23.ron"
NIM = "heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n"


def test_columns_are_those_of_the_command_line_and_their_claim_is_proved(command: CommandLine) -> None:
    file = RULESETS / "wythoff.nim"
    rules = nimdsl.Ruleset.from_file(file)
    found = rules.pairs(up_to=60)
    told = command.json("p-positions", str(file), "--up-to", "60", "--pairs")
    assert [list(pair) for pair in found.pairs] == told["pairs"] and found.claim == told["claim"]
    assert [name and name.name for name in found.names] == [name and name["name"] for name in told["columns"]]
    # Wythoff 1907.
    golden = (1 + 5**0.5) / 2
    assert found.pairs == [(int(k * golden), int(k * golden) + k) for k in range(len(found.pairs))]
    assert found.claim is not None
    verdict = rules.with_claims(found.claim).prove("the P-positions")
    assert verdict.proved and verdict.certificate is not None and verdict.certificate.recheck()
    with pytest.raises(nimdsl.QuestionError, match="two heaps"):
        nimdsl.shipped("moore").pairs(9)
    assert rules.pairs(30, grundy=1).claim is None
    assert "A(n)" in found._repr_html_() and "claim" in str(found)


def test_more_claims_keep_all_that_was_chosen(tmp_path: Path) -> None:
    (tmp_path / "nim.nim").write_text(NIM)
    (tmp_path / "own.nim").write_text('extends "nim.nim"\nparam c = 1 where c >= 0\nmove both(i): (x, y) -> (x - i, y - i) where 1 <= i <= c\n')
    rules = nimdsl.Ruleset.from_file(tmp_path / "own.nim", c=0)
    more = rules.with_claims('claim "as Nim": grundy(x, y) = grundy(x, y) of "nim.nim"', 'claim "c": c = 0')
    assert [one.name for one in more.claims] == ["as Nim", "c"] and more.parameters == {"c": 0}
    assert [one.verdict for one in more.verify(up_to=20)] == ["holds", "holds"]
    assert more.at(c=1).verify("as Nim", up_to=20).verdict == "refuted"
    again = pickle.loads(pickle.dumps(more))
    assert again == more != rules and again.verify("c", up_to=3).chosen == {"c": 0}
    misere = nimdsl.Ruleset(NIM).played(misere=True).with_claims('claim "lost": P(0, 1)')
    assert misere.misere and misere.verify("lost", up_to=3).verdict == "holds"
    with pytest.raises(nimdsl.RulesetError) as caught:
        rules.with_claims('claim "slip": P(x, z)')
    assert caught.value.faults[0].line == 5


def test_proofs_in_words_are_those_of_the_command_line(command: CommandLine) -> None:
    file = RULESETS / "yama.nim"
    rules = nimdsl.Ruleset.from_file(file)
    assert rules.proof() == command.bytes("prove", str(file), "--format", "md").decode()
    assert rules.proof(to="latex") == command.bytes("prove", str(file), "--format", "latex").decode()
    one = rules.proof("Theorem 1")
    assert "Theorem 1" in one and f"nimdsl prove {file}" in one
    # Of a text, there is no file yet. A notebook knows no places where a line may end.
    text = nimdsl.Ruleset(NIM + 'claim "equal": P(x, y) iff x = y and true_of(x)\nlet true_of(m) = m >= 0').proof("equal")
    assert "nimdsl prove RULESET.nim" in text and r"\allowbreak" in text and "allowbreak" not in text._repr_markdown_()
    with pytest.raises(nimdsl.QuestionError, match="md, latex"):
        rules.proof("Theorem 1", to="html")  # type: ignore[call-overload]


def test_misere_play_of_sums_is_that_of_the_command_line(command: CommandLine) -> None:
    file = RULESETS / "gallery" / "octal_123.nim"
    rules = nimdsl.Ruleset.from_file(file)
    quotient = rules.misere_quotient(24)
    assert quotient.data == command.json("misere", str(file), "--up-to", "24")
    # T. E. Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005) G5: twenty elements, period 5.
    assert (quotient.order, quotient.of_all, quotient.period, quotient.preperiod) == (20, True, 5, 5)
    assert quotient.generators["c"] == (8,) and quotient.values[(9,)] == "d" and "a" in quotient.p_portion
    assert "all heaps has 20" in str(quotient)
    kayles = nimdsl.Ruleset.from_file(RULESETS / "gallery" / "kayles.nim")
    told = command.json("misere", str(RULESETS / "gallery" / "kayles.nim"), "--genus", "--up-to", "9")["genus"]
    assert [(list(one.position), one.symbol, one.temper) for one in kayles.genus(9)] == [
        (one["position"], one["symbol"], one["temper"]) for one in told
    ]
    played = kayles.misere_outcome([5, 4, (1,)])
    assert played.outcome == "N" and ((5,), ((2,), (2,))) in played.winning and len(played.winning) == 4
    assert kayles.misere_outcome([1]).outcome == "P" and kayles.misere_outcome([]).outcome == "N"
    assert kayles.misere_outcome(np.array([1, 2])).sum == [(1,), (2,)]
    bounded = nimdsl.shipped("dawsons_kayles").misere_quotient(14, order=4)
    assert bounded.beyond is not None and not bounded.of_all


def test_fixed_heaps_leave_an_axis_out(command: CommandLine) -> None:
    file = RULESETS / "three_heap_1.nim"
    rules = nimdsl.Ruleset.from_file(file)
    last = rules.heaps[2]
    found = rules.table(size=9, fix={last: 3})
    assert (found == rules.table(size=9)[:, :, 3]).all()
    assert (found == command.array("table", str(file), "--size", "9", "--fix", f"{last}=3")).all()
    assert (rules.outcomes(size=9, fix={last: 12}) == rules.outcomes(size=13)[:9, :9, 12]).all()
    pages = nimdsl.shipped("ryuo_pass").table(size=6, fix={"x": 2})
    assert (pages == nimdsl.shipped("ryuo_pass").table(size=6)[:, 2, :]).all()
    for wrong, why in (({"w": 1}, "none of the heaps"), ({"x": -1}, "at least 0"), ({"x": 1, "y": 2}, "no heap to run")):
        with pytest.raises(nimdsl.QuestionError, match=why):
            nimdsl.shipped("wythoff").table(size=5, fix=wrong)
    with pytest.raises(nimdsl.QuestionError, match="not with total="):
        nimdsl.shipped("wythoff").table(total=5, fix={"x": 1})


def test_sorted_positions_are_those_of_symmetric_games(command: CommandLine, tmp_path: Path) -> None:
    text = "heaps x, y\nmove a(i): x -> x - i where 1 <= i <= 2\nmove b(i): y -> y - i where 1 <= i <= 3\n"
    (tmp_path / "unlike.nim").write_text(text)
    unlike = nimdsl.Ruleset(text)
    with pytest.warns(UserWarning, match="not shown to be symmetric"):
        found = unlike.p_positions(7, sorted=True)
    assert found == unlike.p_positions(7) and (3, 0) in found
    told = command.json("p-positions", str(tmp_path / "unlike.nim"), "--up-to", "7", "--sorted")
    assert [tuple(one["heaps"] if isinstance(one, dict) else one) for one in told["p_positions"]] == found
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert nimdsl.shipped("wythoff").p_positions(7, sorted=True) == [(0, 0), (1, 2), (3, 5), (4, 7)]


def test_unknown_keywords_are_told_with_the_nearest() -> None:
    # As from a program that nobody has checked the types of.
    package: Any = nimdsl
    wythoff: Any = nimdsl.shipped("wythoff")
    asked: list[tuple[Callable[[], object], str]] = [
        (lambda: wythoff.table(sise=5), r"table\(\) has no keyword 'sise'; did you mean size=\?"),
        (lambda: wythoff.outcomes(4, tread=2), r"did you mean threads=\?"),
        (lambda: wythoff.p_positions(4, mem="1GiB"), r"p_positions\(\) has no keyword 'mem'; did you mean memory=\?"),
        (lambda: wythoff.periods(row=3), r"periods\(\) has no keyword 'row'; did you mean rows=\?"),
        (lambda: wythoff.verify(upto=3), r"did you mean up_to=\?"),
        (lambda: package.identify([1, 2], xyzzy=1), "it takes terms, memory, threads, time, progress"),
        (lambda: wythoff.plot("heat", size=3).png(memroy=1), r"png\(\) has no keyword 'memroy'; did you mean memory=\?"),
        (lambda: package.run(EXPERIMENT, ful=True), r"run\(\) has no keyword 'ful'; did you mean full=\?"),
    ]
    for ask, why in asked:
        with pytest.raises(TypeError, match=why):
            ask()


def test_messages_speak_of_keywords_and_not_of_options_of_the_command_line() -> None:
    wythoff = nimdsl.shipped("wythoff")
    with pytest.raises(nimdsl.MemoryBudgetError, match='allow more with memory="1MiB"'):
        wythoff.table(100, memory="1KiB")
    with pytest.raises(nimdsl.QuestionError, match=r'register=\{"q": 5\} or register=\{"q": \(0, 10\)\}'):
        nimdsl.Ruleset("heaps n\nregister q\nmove take(i): (n; q) -> (n - i; 2 * i) where 1 <= i <= q").table(5)
    with pytest.raises(nimdsl.QuestionError, match=r"choose mod=2 to"):
        wythoff.plot("residues", mod=1000)
    with pytest.raises(nimdsl.QuestionError, match=r'fix=\{"'):
        nimdsl.shipped("three_heap_1").plot("heat", size=4)


def test_arrays_of_outcomes_are_bounded_too() -> None:
    # A board of bits fits, and an array of bytes does not.
    with pytest.raises(nimdsl.MemoryBudgetError):
        nimdsl.shipped("wythoff").outcomes(size=40_000, memory="500MiB")
    with pytest.raises(nimdsl.MemoryBudgetError, match="PiB|EiB|TiB|GiB"):
        nimdsl.shipped("triangular_wythoff").table(10**8)


def test_truth_values_are_no_integers() -> None:
    wythoff: Any = nimdsl.shipped("wythoff")
    asked: list[Callable[[Any], object]] = [
        wythoff.table,
        wythoff.p_positions,
        lambda one: wythoff.value((one, 3)),
        lambda one: nimdsl.identify([one]),
    ]
    for truth in (True, np.True_):
        for ask in asked:
            with pytest.raises(TypeError):
                ask(truth)
    for wrong in ("3,5", 3.5, (3.0, 5), {"x": 3}, (True, 5)):
        with pytest.raises(TypeError, match="a position is a tuple of integers"):
            wythoff.value(wrong)
    with pytest.raises(TypeError, match="write a list of integers"):
        nimdsl.identify("0,1,3")  # type: ignore[arg-type]


def test_files_and_shipped_rulesets_are_found_by_what_people_write() -> None:
    with pytest.raises(nimdsl.QuestionError, match="from_file"):
        nimdsl.Ruleset("wythoff.nim")
    with pytest.raises(TypeError, match="from_file"):
        nimdsl.Ruleset(Path("wythoff.nim"))  # type: ignore[arg-type]
    assert nimdsl.shipped("wythoff.nim") == nimdsl.shipped("wythoff")
    assert nimdsl.shipped("kayles").name == nimdsl.shipped("gallery/kayles").name == "Kayles"
    with pytest.raises(nimdsl.QuestionError, match="did you mean 'wythoff'"):
        nimdsl.shipped("wythof")
    with pytest.raises(KeyError, match="the claims are"):
        nimdsl.shipped("yama").verify(up_to=5)["Theorem 9"]


def test_figures_are_pickled_with_what_they_show() -> None:
    figure = nimdsl.shipped("triangular_wythoff", c=1).plot("outcomes", size=6, line="y = x", compare=None, misere=True)
    again = pickle.loads(pickle.dumps(figure))
    assert again.svg == figure.svg and again.title == figure.title
    overlay = nimdsl.shipped("wythoff").plot("overlay", compare=nimdsl.shipped("ryuo"))
    assert pickle.loads(pickle.dumps(overlay)).svg == overlay.svg


def test_arrays_are_shaded_on_a_page() -> None:
    wythoff = nimdsl.shipped("wythoff")
    html = nimdsl.Shaded(wythoff.table(size=10))._repr_html_()
    assert html.count("#d55e00") == len(wythoff.p_positions(9))
    corner = nimdsl.Shaded(wythoff.table(total=3), ("a", "b"))._repr_html_()
    assert corner.count("></td>") == 3 and "a \\ b" in corner
    assert nimdsl.Shaded(wythoff.outcomes(size=100))._repr_html_().count("<tr>") == 61
    assert nimdsl.Shaded(nimdsl.shipped("kayles").table(8), ["n"])._repr_html_().count("#d55e00") == 1
    with pytest.raises(nimdsl.QuestionError, match="choose a page"):
        nimdsl.Shaded(nimdsl.shipped("moore").table(3))
    # A ruleset shows pages of registers, and of a third heap.
    assert "pass = 1" in nimdsl.shipped("ryuo_pass")._repr_html_()
    pages = nimdsl.shipped("three_heap_1")
    assert f"{pages.heaps[2]} = 2" in pages._repr_html_()
    for rules in (pages, nimdsl.shipped("ryuo_pass")):
        table = rules.table(size=8) if rules is pages else rules.table(size=10)
        shown = table[:, :, :3] if rules is pages else table
        assert rules._repr_html_().count("#d55e00") == int((shown == 0).sum())


def test_periods_and_rechecks_are_read() -> None:
    periods = nimdsl.shipped("wythoff").periods(rows=range(4))
    assert str(periods[3]) == "row 3: period 6, preperiod 8, saltus 6, proved"
    assert periods._repr_html_().count("<tr>") == 5 and pickle.loads(pickle.dumps(periods)) == periods
    certificate = nimdsl.shipped("yama").prove("Theorem 1").certificate
    assert certificate is not None
    told = certificate.recheck()
    assert str(told).startswith("confirmed\n") and "Theorem 1" in told._repr_html_()
    data = json.loads(certificate.text)
    data["certificates"][0]["claim"] = "Corollary 1"
    wrong = nimdsl.shipped("yama").recheck(nimdsl.Certificate(json.dumps(data)))
    assert not wrong and str(wrong).startswith("refused: ")


def test_a_terminal_shows_answers_in_words() -> None:
    pretty = pytest.importorskip("IPython.lib.pretty").pretty
    yama = nimdsl.shipped("yama")
    verdicts = yama.prove()
    for answer in (verdicts, verdicts[0], yama.explain((3, 5)), yama.solve(), nimdsl.identify([1, 1, 2, 3, 5, 8, 13, 21, 34])[0]):
        assert pretty(answer) == str(answer) != repr(answer)
    # What came without an automaton has no states.
    for verdict in nimdsl.shipped("triangular_wythoff", c=1).prove():
        assert " 0 states" not in verdict.words and "None" not in verdict.words, verdict


def test_rows_are_those_of_a_task_by_its_number_or_name() -> None:
    report = nimdsl.run_text(
        '(title: "a", ruleset: "triangular_wythoff.nim", vary: {"c": Range(0, 2)}, tasks: [Sweep(up_to: 60), '
        "Search(target: Open, board: 40, keep: 2)])"
    )
    assert report.rows(np.int64(0)) == report.rows("sweep") and len(report.rows()) == 3
    with pytest.raises(nimdsl.QuestionError, match="has no rows; report.hits"):
        report.rows(1)
