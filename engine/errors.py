"""How input can be wrong: badly written, or against the rules.

The two never share a type (the habit of python-chess): `Malformed` says that data is not an
answer at all, `Illegal` that it is one which the rules refuse here.
"""

__all__ = [
    "EngineError",
    "Illegal",
    "IncompatibleModules",
    "Malformed",
    "ScenarioError",
    "ScenarioFault",
    "counted",
]

import re
from collections.abc import Callable
from dataclasses import dataclass

_SHOWN = 60  # characters of bad data that a message quotes


def counted(number: int, noun: str) -> str:
    """A number of things as it is said: "no tokens", "1 token", "2 entries"."""
    if number == 1:
        return f"1 {noun}"
    several = f"{noun[:-1]}ies" if re.search("[^aeiou]y$", noun) else f"{noun}s"
    return f"{number or 'no'} {several}"


class EngineError(Exception):
    """Everything the engine raises on input; nothing has changed when it is raised."""


class Malformed(EngineError):
    """Data that is not of the shape asked for.

    `where` is the path to the bad element, as in ``answer[1][0]``.
    """

    def __init__(self, where: str, expected: str, got: object) -> None:
        self.where = where
        self.expected = expected
        shown = repr(got)
        self.got = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."
        super().__init__(f"{where}: expected {expected}, got {self.got}")


class Illegal(EngineError):
    """An answer that the rules refuse.

    The reason is a template and the facts that fill it. The sentence is made when somebody reads
    it, by whoever knows what its reader calls a piece:

        raise Illegal("BG-7.2", "{piece} must stop in {space}", piece=piece.id, space=there)

    Attributes:
        rule: number of the rule that refuses, as in ``BG-7.3``.
        template: what is wrong with this answer, in the rulebook's words, with a placeholder for
            each fact.
        code: the error code of SS-0.6 where the rule names one, else empty.
        pieces: the pieces that the reason is about, by number.
        spaces: the spaces that the reason is about.
        facts: everything that fills the template, by placeholder.
    """

    def __init__(
        self,
        rule: str,
        template: str,
        code: str = "",
        *,
        piece: int | None = None,
        token: int | None = None,
        space: str | None = None,
        there: str | None = None,
        **facts: str | int,
    ) -> None:
        self.rule = rule
        self.template = template
        self.code = code
        self.pieces = tuple(number for number in (piece, token) if number is not None)
        self.spaces = tuple(name for name in (space, there) if name is not None)
        named = {"piece": piece, "token": token, "space": space, "there": there}
        self.facts = facts | {name: fact for name, fact in named.items() if fact is not None}
        super().__init__(rule, template, code)

    @property
    def reason(self) -> str:
        """The sentence, with pieces by number."""
        return self.reason_naming(
            lambda number: f"piece {number}", lambda kind: kind.replace("_", " ")
        )

    def reason_naming(self, name_of: Callable[[int], str], kind_name: Callable[[str], str]) -> str:
        """The sentence, with pieces and kinds of units in the reader's names.

        A token is known by its number.
        """
        facts = dict(self.facts)
        if "piece" in facts:
            facts["piece"] = name_of(self.pieces[0])
        if "kind" in facts:
            facts["kind"] = kind_name(str(facts["kind"]))
        return self.template.format_map(facts)

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}" + (f" [{self.code}]" if self.code else "")


@dataclass(frozen=True, slots=True)
class ScenarioFault:
    """One thing wrong with a scenario: its place in the file, and what to do about it."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class ScenarioError(EngineError):
    """A scenario that cannot be played; `faults` lists every reason, not only the first."""

    def __init__(self, name: str, faults: tuple[ScenarioFault, ...]) -> None:
        self.name = name
        self.faults = faults
        super().__init__(f"{name}: " + "; ".join(str(fault) for fault in faults))


class IncompatibleModules(EngineError):
    """House rules or options that cannot be combined; `reasons` says which and why, one by one."""

    def __init__(self, *reasons: str) -> None:
        self.reasons = reasons
        super().__init__("; ".join(reasons))
