"""What goes wrong is an exception with all that a program needs: places, fixes, budgets."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nimdsl
import pytest
from conftest import RULESETS, CommandLine

#: Work of minutes that heeds interrupts.
LONG = "heaps x, y, z\nmove take(i, j): (x, y, z) -> (x - i, y - j, z - i * j) where 1 <= i, 0 <= j, i * j < 70\nmove low(i): (x, y, z) -> (x, y - i, z) where 1 <= i"


def test_faults_have_places_and_fixes(command: CommandLine, tmp_path: Path) -> None:
    text = "heaps x\nmove take(i): x -> x - i where 1 =< i\nmove φ(j): x -> x - q where 1 <= j\n"
    with pytest.raises(nimdsl.RulesetError) as caught:
        nimdsl.Ruleset(text)
    faults = caught.value.faults
    assert isinstance(caught.value, nimdsl.NimError) and isinstance(caught.value, ValueError)
    first = faults[0]
    assert (first.code, first.line, first.column) == ("foreign-sign", 2, 34)
    assert text.encode()[first.start : first.end] == b"=<"
    fix, = first.fixes
    assert fix.sure and fix.text == "<=" and (fix.start, fix.end) == (first.start, first.end)
    assert "=<" in str(caught.value) and "foreign-sign" in str(caught.value)
    (tmp_path / "slip.nim").write_text(text)
    told = command.json("check", str(tmp_path / "slip.nim"))
    listed = [fault for file in told["files"] for fault in file["faults"]] if "files" in told else told["faults"]
    assert [(one["code"], one["line"], one["column"]) for one in listed] == [
        (one.code, one.line, one.column) for one in nimdsl.check(text)
    ]
    assert nimdsl.fix(text).changes[0].new == "<="
    assert nimdsl.check("heaps x\nmove take(i): x -> x - i where 1 <= i") == []


def test_faults_of_parameters_and_files(tmp_path: Path) -> None:
    twist = nimdsl.shipped("triangular_wythoff")
    with pytest.raises(nimdsl.RulesetError) as caught:
        twist.at(d=1)
    assert caught.value.faults[0].message
    with pytest.raises(nimdsl.RulesetError):
        twist.at(c=-1)
    with pytest.raises(TypeError, match="an integer or a set"):
        twist.at(c=1.5)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        nimdsl.Ruleset.from_file(tmp_path / "none.nim")
    (tmp_path / "latin.nim").write_bytes(b"ruleset \"\xff\"")
    with pytest.raises(nimdsl.QuestionError, match="byte 9 cannot be decoded"):
        nimdsl.Ruleset.from_file(tmp_path / "latin.nim")


def test_unknown_claims_and_registers_are_named() -> None:
    with pytest.raises(nimdsl.QuestionError, match='did you mean "Theorem 1"'):
        nimdsl.shipped("yama").prove("Theorm 1")
    with pytest.raises(nimdsl.QuestionError, match="registers are pass"):
        nimdsl.shipped("ryuo_pass").table(size=5, register={"psas": 1})
    with pytest.raises(nimdsl.QuestionError, match="normal play"):
        nimdsl.shipped("yama").table(size=5, misere=True)


def test_budgets_are_kept() -> None:
    wythoff = nimdsl.shipped("wythoff")
    with pytest.raises(nimdsl.MemoryBudgetError) as caught:
        wythoff.table(size=10_000, memory="1MiB")
    assert isinstance(caught.value, MemoryError) and isinstance(caught.value, nimdsl.BudgetError)
    with pytest.raises(MemoryError):
        wythoff.table(size=10**9)
    begun = time.monotonic()
    with pytest.raises(nimdsl.TimeBudgetError) as late:
        nimdsl.Ruleset(LONG).table(size=300, time=0.3, memory="8GiB")
    assert isinstance(late.value, TimeoutError)
    assert time.monotonic() - begun < 2
    with pytest.raises(nimdsl.QuestionError, match="write a size"):
        wythoff.table(size=4, memory="4 bananas")
    with pytest.raises(nimdsl.QuestionError, match="write a time"):
        wythoff.table(size=4, time="soon")
    with pytest.raises(nimdsl.QuestionError):
        wythoff.table(size=4, threads=0)


def test_what_was_proved_before_time_ran_out_is_kept() -> None:
    with pytest.raises(nimdsl.TimeBudgetError) as late:
        nimdsl.shipped("triangular_wythoff").prove(time=0.0)
    assert isinstance(late.value.partial, nimdsl.Verdicts)


def test_progress_is_told_and_a_listener_can_end_the_work() -> None:
    seen: list[tuple[int, int]] = []
    nimdsl.shipped("triangular_wythoff", c=1).table(size=3000, threads=1, progress=lambda done, all_: seen.append((done, all_)))
    assert seen and all(done <= all_ for done, all_ in seen)
    assert seen == sorted(seen)

    class Enough(Exception):
        pass

    def enough(done: int, all_: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        nimdsl.shipped("triangular_wythoff", c=1).table(size=4000, threads=1, progress=enough)


def test_bars_of_tqdm_are_moved() -> None:
    from tqdm import tqdm

    with tqdm(disable=False, file=open("/dev/null", "w")) as bar:
        nimdsl.shipped("triangular_wythoff", c=1).table(size=3000, threads=1, progress=bar)
        assert bar.total and 0 < bar.n <= bar.total


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    with pytest.raises(nimdsl.TimeBudgetError):
        nimdsl.Ruleset(LONG).table(size=300, time=0.5, memory="8GiB")
    stop.set()
    thread.join()
    assert 20 < ticks


def test_threads_ask_at_once_and_get_the_same() -> None:
    rules = nimdsl.shipped("triangular_wythoff", c=1)
    expected = rules.table(size=100)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(lambda _: rules.table(size=100), range(24)))
        values = list(pool.map(rules.value, [(x, y) for x in range(30) for y in range(30)]))
    assert all((table == expected).all() for table in tables)
    assert values == expected[:30, :30].ravel().tolist()


INTERRUPTED = """
import signal, sys, threading, time, os
import nimdsl
rules = nimdsl.Ruleset({text!r})
sent = []
def send():
    time.sleep(0.5)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    {question}
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
else:
    print("it was not interrupted")
# It can be asked again.
assert nimdsl.shipped("wythoff").value((4, 7)) == 0
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent by the kernel")
@pytest.mark.parametrize(
    "question",
    [
        "rules.table(size=300, memory='8GiB')",
        "rules.p_positions(up_to=300, memory='8GiB')",
        "rules.value((200, 200, 200), memory='8GiB')",
        "nimdsl.shipped('triangular_wythoff').verify(up_to=4000)",
        "nimdsl.shipped('triangular_wythoff').prove()",
        "nimdsl.run({experiment!r}, full=True)",
    ],
)
def test_an_interrupt_ends_the_work_at_once(question: str) -> None:
    experiment = str(RULESETS.parent / "experiments" / "open_search.ron")
    script = INTERRUPTED.format(text=LONG, question=question.format(experiment=experiment))
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    # 0.1 s are promised, on a machine that does nothing else.
    assert float(done.stdout) < 0.5, done.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs fork")
def test_a_process_that_is_forked_off_can_ask() -> None:
    script = """
import os, nimdsl
rules = nimdsl.shipped("wythoff")
assert rules.table(size=10)[1, 2] == 0
child = os.fork()
if child == 0:
    os._exit(0 if rules.table(size=20)[3, 5] == 0 and rules.value((1000, 1618)) else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", script], check=True, timeout=60)


def test_deep_texts_do_not_end_the_process() -> None:
    deep = "(" * 150 + "i" + ")" * 150
    rules = nimdsl.Ruleset(f"heaps x\nmove take(i): x -> x - {deep} where 1 <= i")
    assert rules.value(5) == 5
    with pytest.raises(nimdsl.RulesetError):
        nimdsl.Ruleset("heaps x\nmove take(i): x -> x - " + "(" * 5000 + "i" + ")" * 5000 + " where 1 <= i")
