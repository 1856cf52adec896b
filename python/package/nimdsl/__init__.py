"""Heap games as papers print them: Grundy tables, P-positions, proofs with certificates, searches, figures.

>>> import nimdsl
>>> game = nimdsl.shipped("wythoff")
>>> game.p_positions(up_to=7, sorted=True)
[(0, 0), (1, 2), (3, 5), (4, 7)]
>>> game.value((20, 13))
1
>>> print(nimdsl.identify([0, 1, 3, 6, 10, 15, 21, 28, 36, 45])[0])
triangular numbers (A000217)

:class:`Ruleset` is the page to read first. What goes wrong is a :class:`NimError`; budgets are keywords of every question.
"""

from . import distributed, targets
from ._native import version as _version
from .arrays import Shaded, masked, none
from .answers import (
    Certificate,
    Chain,
    Claim,
    Covered,
    Explained,
    Genus,
    MisereQuotient,
    Option,
    Pairs,
    Period,
    Periods,
    Proof,
    Rechecked,
    SequenceName,
    Solution,
    SumOutcome,
    Verdict,
    Verdicts,
    Way,
)
from .errors import (
    BudgetError,
    Fault,
    Fix,
    MemoryBudgetError,
    NimError,
    OpenError,
    Place,
    QuestionError,
    RulesetError,
    Span,
    TimeBudgetError,
)
from .experiments import Hit, Report, Shard, merge, run, run_shard, run_text, search
from .figure import Figure
from .ruleset import Ruleset
from .texts import Fixed, Mended, check, fix, fmt, identify, imported, recheck, shipped

__version__ = _version()

__all__ = [
    "BudgetError",
    "Certificate",
    "Chain",
    "Claim",
    "Covered",
    "Explained",
    "Fault",
    "Figure",
    "Fix",
    "Fixed",
    "Genus",
    "Hit",
    "MemoryBudgetError",
    "Mended",
    "MisereQuotient",
    "NimError",
    "OpenError",
    "Option",
    "Pairs",
    "Period",
    "Periods",
    "Place",
    "Proof",
    "QuestionError",
    "Rechecked",
    "Report",
    "Ruleset",
    "RulesetError",
    "SequenceName",
    "Shaded",
    "Shard",
    "Solution",
    "Span",
    "SumOutcome",
    "TimeBudgetError",
    "Verdict",
    "Verdicts",
    "Way",
    "check",
    "distributed",
    "fix",
    "fmt",
    "identify",
    "imported",
    "masked",
    "merge",
    "none",
    "recheck",
    "run",
    "run_shard",
    "run_text",
    "search",
    "shipped",
    "targets",
]
