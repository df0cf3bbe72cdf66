"""How input can be wrong: badly written, or against the rules.

The two never share a type (the habit of python-chess): `Malformed` says that data is not an
answer at all, `Illegal` that it is one which the rules refuse here.
"""

__all__ = ["EngineError", "Fault", "Illegal", "IncompatibleModules", "Malformed", "ScenarioError"]

from dataclasses import dataclass

_SHOWN = 60  # characters of bad data that a message quotes


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

    Attributes:
        rule: number of the rule that refuses, as in ``BG-7.3``.
        reason: what is wrong with this answer, in the rulebook's words.
        code: the error code of SS-0.6 where the rule names one, else empty.
    """

    def __init__(self, rule: str, reason: str, code: str = "") -> None:
        self.rule = rule
        self.reason = reason
        self.code = code
        super().__init__(f"{rule}: {reason}" + (f" [{code}]" if code else ""))


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a scenario: its place in the file, and what to do about it."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class ScenarioError(EngineError):
    """A scenario that cannot be played; `faults` lists every reason, not only the first."""

    def __init__(self, name: str, faults: tuple[Fault, ...]) -> None:
        self.name = name
        self.faults = faults
        super().__init__(f"{name}: " + "; ".join(str(fault) for fault in faults))


class IncompatibleModules(EngineError):
    """House rules or options that cannot be combined; the message says which and why."""
