"""What tests share: the folders of the repository, and the command line to compare with."""

from __future__ import annotations

import io
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ROOT / "rulesets"


class CommandLine:
    """The program ``nimdsl``, with which answers are compared."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def bytes(self, *words: str) -> bytes:
        return subprocess.run([self.program, *words], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout

    def json(self, *words: str) -> Any:
        done = subprocess.run(
            [self.program, *words, "--format", "json"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False
        )
        return json.loads(done.stdout)

    def array(self, *words: str) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = np.load(io.BytesIO(self.bytes(*words, "--format", "npy")))
        return found


@pytest.fixture(scope="session")
def command() -> CommandLine:
    given = os.environ.get("NIMDSL")
    program = Path(given) if given else ROOT / "target" / "release" / "nimdsl"
    assert program.is_file(), f"{program}: cargo build --release makes it; or name another by NIMDSL"
    return CommandLine(program)


@pytest.fixture(scope="session")
def ruleset_file() -> Callable[[str], Path]:
    return lambda name: RULESETS / f"{name}.nim"
