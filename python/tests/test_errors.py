"""What goes wrong is an exception with all that a program needs: places, fixes, budgets."""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nimdsl
import numpy as np
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
    with pytest.raises(TypeError, match="an integer, a set of integers"):
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


class Index:
    """An integer of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


#: What nobody means; whoever gives it is told so, by an exception that a program can tell apart from a fault of this package.
ODD: list[Any] = [
    -1,
    2**31,
    2**63,
    10**30,
    -(10**30),
    1.5,
    math.nan,
    math.inf,
    "3",
    "abc",
    "",
    None,
    b"3",
    [1, 2],
    (),
    (1,),
    (1, 2, 3),
    {},
    {"x": 1},
    np.int64(-3),
    np.float64(2),
    Index(-3),
    Index(2**70),
    np.array([[1, 2], [3, 4]]),
    np.array([1.0, 2.0]),
    "\udcff",
    "\0",
    object(),
]
TWIST = nimdsl.shipped("triangular_wythoff")
PASS = nimdsl.shipped("ryuo_pass")
#: Questions that are asked with all of this.
QUESTIONS: dict[str, Callable[[Any], object]] = {
    "size": lambda odd: TWIST.table(odd, time=2),
    "total": lambda odd: TWIST.table(total=odd, time=2),
    "outcomes": lambda odd: TWIST.outcomes(odd, time=2),
    "up_to": lambda odd: TWIST.p_positions(odd, time=2, memory="100MiB"),
    "grundy": lambda odd: TWIST.p_positions(9, grundy=odd),
    "chain": lambda odd: TWIST.chain(odd, time=2, memory="100MiB"),
    "value": lambda odd: TWIST.value(odd),
    "heap": lambda odd: TWIST.value((odd, 3), time=2, memory="100MiB"),
    "options": lambda odd: TWIST.options(odd),
    "explain": lambda odd: TWIST.explain(odd),
    "misere": lambda odd: TWIST.outcomes(3, misere=odd),
    "played": lambda odd: TWIST.played(misere=odd),
    "memory": lambda odd: TWIST.table(3, memory=odd),
    "threads": lambda odd: TWIST.table(3, threads=odd),
    "time": lambda odd: TWIST.table(3, time=odd),
    "progress": lambda odd: TWIST.table(3, progress=odd),
    "engine": lambda odd: TWIST.table(3, engine=odd),
    "registers": lambda odd: PASS.table(3, register=odd),
    "register": lambda odd: PASS.table(3, register={"pass": odd}),
    "rows": lambda odd: TWIST.periods(rows=odd, time=2),
    "terms": lambda odd: TWIST.periods(rows=1, up_to=odd, time=2),
    "fix": lambda odd: TWIST.periods(fix=odd, time=2),
    "fixed": lambda odd: TWIST.periods(fix={"x": odd}, time=2, memory="100MiB"),
    "claim": lambda odd: TWIST.verify(odd, up_to=3),
    "verify": lambda odd: TWIST.verify("Theorem 5", up_to=odd, time=2, memory="100MiB"),
    "prove": lambda odd: TWIST.prove(odd, time=0.1),
    "number": lambda odd: TWIST.at(c=odd),
    "values": lambda odd: TWIST.at(odd),
    "set": lambda odd: nimdsl.shipped("subtraction").at(S=odd),
    "text": lambda odd: nimdsl.Ruleset(odd),
    "name": lambda odd: nimdsl.Ruleset(TWIST.text, name=odd),
    "library": lambda odd: nimdsl.Ruleset('extends "none.nim"', library=odd),
    "shipped": lambda odd: nimdsl.shipped(odd),
    "term": lambda odd: nimdsl.identify([odd]),
    "identify": lambda odd: nimdsl.identify(odd),
    "octal": lambda odd: nimdsl.imported("octal", odd),
    "form": lambda odd: nimdsl.imported(odd, "0.77"),
    "check": lambda odd: nimdsl.check(odd),
    "mend": lambda odd: nimdsl.fix(odd),
    "fmt": lambda odd: nimdsl.fmt(odd),
    "run": lambda odd: nimdsl.run_text(odd),
    "target": lambda odd: nimdsl.search(TWIST, odd, vary={"c": range(2)}, time=2),
    "vary": lambda odd: nimdsl.search(TWIST, "Open", vary={"c": odd}, time=2),
    "keep": lambda odd: nimdsl.search(TWIST, "Open", vary={"c": range(2)}, keep=odd, time=2),
    "shard": lambda odd: nimdsl.run_shard(RULESETS.parent / "experiments" / "ky23.ron", odd),
    "merge": lambda odd: nimdsl.merge(RULESETS.parent / "experiments" / "ky23.ron", odd),
    "plot": lambda odd: TWIST.plot(odd),
    "plot size": lambda odd: TWIST.plot("heat", size=odd, time=2, memory="100MiB"),
    "plot at": lambda odd: TWIST.plot("board", at=odd, time=2, memory="100MiB"),
    "plot mod": lambda odd: TWIST.plot("residues", mod=odd, size=4),
    "plot width": lambda odd: TWIST.plot("heat", size=4, width=odd),
    "plot line": lambda odd: TWIST.plot("scatter", size=4, line=odd),
    "plot fix": lambda odd: TWIST.plot("heat", size=4, fix={"x": odd}),
    "columns": lambda odd: TWIST.plot("heat", size=4).text(odd),
    "dpi": lambda odd: TWIST.plot("heat", size=4).png(odd),
    "export": lambda odd: TWIST.export(odd),
    "pairs": lambda odd: TWIST.pairs(odd, time=2, memory="100MiB"),
    "proof": lambda odd: TWIST.proof("Theorem 5", to=odd),
    "with_claims": lambda odd: TWIST.with_claims(odd),
    "quotient": lambda odd: TWIST.misere_quotient(odd, time=2, memory="100MiB"),
    "order": lambda odd: TWIST.misere_quotient(2, order=odd, time=2),
    "genus": lambda odd: TWIST.genus(odd, time=2, memory="100MiB"),
    "sum": lambda odd: TWIST.misere_outcome(odd, time=2, memory="100MiB"),
    "table fix": lambda odd: TWIST.table(3, fix={"x": odd}, time=2, memory="100MiB"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_odd_arguments_are_refused_with_a_reason(question: str) -> None:
    refused = 0
    for odd in ODD:
        try:
            QUESTIONS[question](odd)
        except (nimdsl.NimError, TypeError) as error:
            assert str(error), odd
            refused += 1
    # No question takes them all; an exception of another kind is a fault of this package.
    assert 10 < refused


def test_files_may_have_names_that_are_not_utf8(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/caf\xe9.nim"
    try:
        Path(os.fsdecode(name)).write_bytes(nimdsl.shipped("wythoff").text.encode())
    except OSError:
        pytest.skip("this file system has names of Unicode alone")
    path = Path(os.fsdecode(name))
    rules = nimdsl.Ruleset.from_file(path)
    assert rules == pickle.loads(pickle.dumps(rules)) and rules.value((4, 7)) == 0
    path.write_text("heaps x\nmove m(i): x -> x - i where 1 =< i")
    with pytest.raises(nimdsl.RulesetError) as caught:
        nimdsl.Ruleset.from_file(path)
    assert caught.value.faults[0].source.endswith("caf\ufffd.nim")
    with pytest.raises(nimdsl.RulesetError):
        nimdsl.Ruleset('extends "none.nim"', library=path.parent)


def test_exceptions_are_pickled_as_workers_send_them() -> None:
    with pytest.raises(nimdsl.RulesetError) as caught:
        nimdsl.Ruleset("heaps x\nmove m(i): x -> x - i where 1 =< i")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults and str(again) == str(caught.value)
    with pytest.raises(nimdsl.TimeBudgetError) as late:
        nimdsl.shipped("triangular_wythoff").prove(time=0.0)
    again = pickle.loads(pickle.dumps(late.value))
    assert isinstance(again, nimdsl.TimeBudgetError) and str(again) == str(late.value)


INTERRUPTED = """
import signal, sys, threading, time, os
import nimdsl
# A shell that starts this in the background has it ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
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
        "nimdsl.shipped('wythoff').pairs(up_to=10**6, memory='8GiB')",
        "nimdsl.shipped('triangular_wythoff').proof()",
        "nimdsl.shipped('dawsons_kayles').misere_quotient(400, order=100000, memory='8GiB')",
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
