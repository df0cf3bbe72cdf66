"""How a step of the rules pauses to ask, and goes on; whatever the game is that it plays.

A step is a generator: it pauses with the complete game and what it asks for, goes on with the
checked answer, and returns the game after it. `engine.requests` lists what can be asked for.
"""

__all__ = ["Action", "G", "Pause", "Prompt", "Request", "Resume", "Step", "unchanged"]

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.board import Power

A_co = TypeVar("A_co", covariant=True)
G = TypeVar("G")
"""The game, a type that the questions of the rules leave open: a game holds its rules, so
`engine.game` is built on them."""


class Request(ABC, Generic[G, A_co]):
    """Something the rules ask for. Subclasses are frozen records of public facts."""

    @property
    @abstractmethod
    def powers(self) -> tuple[Power, ...]:
        """Who answers, in turn."""

    @abstractmethod
    def parse(self, game: G, data: object) -> A_co:
        """Judge an answer in plain data: the only judge there is.

        Raises:
            Malformed: it is no answer.
            Illegal: the rules refuse it.
        """

    def forced(self, game: G) -> A_co | None:  # noqa: ARG002 (for subclasses)
        """The only answer there can be, if everybody knows it: then nothing is asked."""
        return None


class Pause(NamedTuple, Generic[G]):
    """A step waits: the complete game, and what it asks for."""

    game: G
    request: Request[G, object]


Resume: TypeAlias = tuple[G, Any]
"""What a pause is resumed with: its game (with the bookkeeping of Run), and the checked answer."""

Step: TypeAlias = Generator[Pause[G], Resume[G], G]
"""A step of the rules: pauses with requests, returns the game after it, `stage` set to the next."""


def unchanged(game: G) -> Step[G]:
    """A step in which nothing happens."""
    yield from ()
    return game


class Prompt(Protocol):
    """A decision that is open: a power may choose, or take an action of a house rule instead."""

    @property
    def power(self) -> Power:
        """The power that chooses."""


class Action:
    """An answer that a house rule adds to every open decision of a power (SS-4.0).

    Subclasses are frozen records with a `tag`.
    """
