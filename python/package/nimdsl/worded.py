"""What is told of rules beside tables, positions and verdicts: chains and columns of P-positions, proofs in words, misère play of sums,
scripts for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, overload

from . import _native, given
from .answers import Chain, Genus, MisereQuotient, Pairs, Proof, SequenceName, SumOutcome
from .described import Described, _limits
from .errors import QuestionError

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Elements of a quotient that are looked for.
MOST_ORDER = (1 << 31) - 1


class Worded(Described):
    """A game of which more can be told."""

    def chain(
        self,
        up_to: given.Integer = 1000,
        *,
        misere: bool | None = None,
        grundy: given.Integer | None = None,
        **limits: Unpack[given.Limits],
    ) -> Chain:
        """a1, a2, ... and what they are called, if the P-positions are (a1, a2), (a2, a3), ... and mirror images.

        Raises:
            QuestionError: they are not; the message says why.

        >>> import nimdsl
        >>> chain = nimdsl.shipped("triangular_wythoff").chain(up_to=100)
        >>> chain.terms[:8], str(chain.name)
        ([0, 1, 3, 6, 10, 15, 21, 28], 'triangular numbers (A000217)')
        """
        value = None if grundy is None else given.number("grundy", grundy, 0, given.MOST_VALUE)
        way = given.way(misere)
        told, words = self._game.chain(given.number("up_to", up_to), value, way, _limits(limits))
        chain = json.loads(told)
        return Chain(chain["chain"], None if chain["is"] is None else SequenceName(**chain["is"]), words)

    def pairs(
        self,
        up_to: given.Integer,
        *,
        misere: bool | None = None,
        grundy: given.Integer | None = None,
        **limits: Unpack[given.Limits],
    ) -> Pairs:
        """The P-positions of two heaps in columns A, B and B - A, what each is called, and a claim that says so and holds as far.

        Raises:
            QuestionError: the game has not two heaps, or has registers.

        >>> import nimdsl
        >>> found = nimdsl.shipped("wythoff").pairs(up_to=60)
        >>> found.pairs[:4], str(found.names[0])
        ([(0, 0), (1, 2), (3, 5), (4, 7)], 'lower Wythoff numbers, floor(n*phi) (A000201)')
        >>> print(found.claim, end="")
        claim "the P-positions":
            P = sym {(floor(k*phi), floor(k*phi) + k) for k >= 0}
        """
        value = None if grundy is None else given.number("grundy", grundy, 0, given.MOST_VALUE)
        play = None if misere is None else given.truth("misere", misere)
        told = json.loads(_native.pairs(self._game, given.number("up_to", up_to), value, play, _limits(limits)))
        first, second, apart = (None if one is None else SequenceName(**one) for one in told["columns"])
        return Pairs([(one, other) for one, other in told["pairs"]], (first, second, apart), told["claim"])

    @overload
    def proof(
        self,
        claim: str | None = None,
        *,
        to: Literal["md"] = "md",
        misere: bool | None = None,
        **limits: Unpack[given.Limits],
    ) -> Proof: ...
    @overload
    def proof(
        self,
        claim: str | None = None,
        *,
        to: Literal["latex"],
        misere: bool | None = None,
        **limits: Unpack[given.Limits],
    ) -> str: ...
    def proof(
        self,
        claim: str | None = None,
        *,
        to: Literal["md", "latex"] = "md",
        misere: bool | None = None,
        **limits: Unpack[given.Limits],
    ) -> Proof | str:
        """The proof of a claim, or of all, in words, made of its certificates: what ``nimdsl prove --format md`` prints.

        ``to`` is ``"md"``, which a notebook typesets, or ``"latex"``, for the packages ``amsmath``, ``amssymb`` and ``longtable``.
        What is refuted or unknown is told as such.

        >>> import nimdsl
        >>> "automaton" in nimdsl.shipped("yama").proof("KY23, 3.3")
        True
        """
        if given.text("to", to) not in ("md", "latex"):
            raise QuestionError(f"to={to!r}: choose one of md, latex")
        name = None if claim is None else given.text("claim", claim)
        play = None if misere is None else given.truth("misere", misere)
        told = _native.proofs(self._game, name, to == "latex", play, _limits(limits))
        return Proof(told) if to == "md" else told

    def misere_quotient(
        self, up_to: given.Integer = 20, *, order: given.Integer = 300, **limits: Unpack[given.Limits]
    ) -> MisereQuotient:
        """The misère quotient of sums of positions with heaps up to ``up_to``, proved; of at most ``order`` elements.

        >>> import nimdsl
        >>> quotient = nimdsl.imported("octal", "0.123").misere_quotient(24)
        >>> quotient.order, quotient.of_all, quotient.period
        (20, True, 5)
        """
        bound, most = given.number("up_to", up_to), given.number("order", order, 1, MOST_ORDER)
        return MisereQuotient.of(_native.misere_quotient(self._game, bound, most, _limits(limits)))

    def genus(self, up_to: given.Integer = 20, **limits: Unpack[given.Limits]) -> list[Genus]:
        """The genus symbols of the positions with heaps up to ``up_to``.

        >>> import nimdsl
        >>> [one.symbol for one in nimdsl.imported("octal", "0.77").genus(5)]
        ['0^{120}', '1^{031}', '2^{20}', '3^{31}', '1^{031}', '4^{146}']
        """
        told = json.loads(_native.genus(self._game, given.number("up_to", up_to), _limits(limits)))["genus"]
        return [Genus(**{**one, "position": tuple(one["position"]), "misere": tuple(one["misere"])}) for one in told]

    def misere_outcome(self, sum: Iterable[given.Position], **limits: Unpack[given.Limits]) -> SumOutcome:
        """Who wins a sum of positions in misère play, and by which moves.

        >>> import nimdsl
        >>> kayles = nimdsl.imported("octal", "0.77")
        >>> kayles.misere_outcome([5, 4, 1]).winning[0]
        ((5,), ((2,), (2,)))
        """
        if given.index(sum) is not None or isinstance(sum, (str, bytes)):
            raise TypeError(f"sum={sum!r}: write a list of positions, [5, 4, 1] or [(3, 5), (2, 2)]")
        told = json.loads(_native.misere_outcome(self._game, list(sum), _limits(limits)))
        winning = [(tuple(one["part"]), tuple(map(tuple, one["option"]))) for one in told["winning"]]
        return SumOutcome([tuple(one) for one in told["sum"]], told["outcome"], winning)

    def export(self, to: str, *, claim: str | None = None, **limits: Unpack[given.Limits]) -> str:
        """The rules as a script for another program: ``"sage"``, ``"mathematica"``, ``"cgsuite"``; or a claim for another
        prover: ``"walnut"``, ``"mona"``, ``"smt2"``, ``"coq"``: a theorem with its proof, for ``coqc``.

        Raises:
            QuestionError: something that the program cannot say.
        """
        program = given.text("to", to)
        if claim is None:
            return self._game.exported(program, _limits(limits))
        scripts = self._game.claim_scripts(given.text("claim", claim), program, _limits(limits))
        said = [script for _, script, _ in scripts if script is not None]
        if not said:
            raise QuestionError("; ".join(f"{title}: {reason}" for title, _, reason in scripts))
        return "\n".join(said)
