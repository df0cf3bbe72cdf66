"""The games of a league: one for each charter, of all logs that tell it."""

__all__ = ["Ending", "LeagueGame", "games_of"]

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from client.league.records import GameRecord, PlayerRecord
from client.league.verdicts import Verdict


@unique
class Ending(StrEnum):
    """How a game ended, as far as all who played it have signed that."""

    OPEN = "open"  # it goes on, or the log is cut
    PLAYED = "played"  # won by the rules or by a resignation, and signed by all
    ADJUDICATED = "adjudicated"  # all have agreed on its end
    ONE_SIDED = "one-sided"  # somebody has not signed the end, or was not there to agree


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game.

    Attributes:
        id: hash of its charter, in hexadecimal.
        verdict: on the log that tells most of it.
        record: what that log tells.
        copies: how many verified logs tell it.
        others: verdicts on those of them that are not the same to the byte, one for each content.
    """

    id: str
    verdict: Verdict
    record: GameRecord
    copies: int
    others: tuple[Verdict, ...] = ()

    @property
    def ending(self) -> Ending:
        """How it ended."""
        report = self.verdict.report or {}
        if report["outcome"] is None:
            return Ending.OPEN
        agreements = report["agreements"]
        each = agreements if isinstance(agreements, list) else []
        agreed = [one for one in each if isinstance(one, dict)]
        if report["unsigned"] or any(one["named"] for one in agreed if one["kind"] != "keepers"):
            return Ending.ONE_SIDED
        if any(one["kind"] == "end" for one in agreed):
            return Ending.ADJUDICATED
        return Ending.PLAYED

    @property
    def winner(self) -> str | None:
        """The side that has won, if that is verified."""
        report = self.verdict.report or {}
        winner = report["winner"]
        return winner if isinstance(winner, str) and report["win_verified"] else None

    @property
    def players(self) -> tuple[PlayerRecord, ...]:
        """Who played powers to the end, seat by seat."""
        return tuple(one for one in self.record.players if one.powers and one.last)

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """The keys on each side; none if a seat or a key is on both."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for player in self.players:
            if player.side is None:
                return {}
            found[player.side].append(player.key)
        keys = [key for side in found.values() for key in side]
        if len(found) < 2 or len(keys) > len(set(keys)):  # noqa: PLR2004 (two sides make a game)
            return {}
        return {side: tuple(found[side]) for side in sorted(found)}

    @property
    def order(self) -> tuple[int, str]:
        """By the time that it claims to have ended, then by its id."""
        return self.record.ended or 0, self.id


def games_of(verdicts: Iterable[Verdict]) -> Sequence[LeagueGame]:
    """The games of verified logs, in the order of their ends.

    Of several logs of one game that counts whose end most have signed, so nobody takes back a game
    that they have lost by going on in another log from before its end; then one that has an end;
    then the longest: its entries are signed by who made them, so the others are cut.
    """
    found: defaultdict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.is_game and verdict.game is not None:
            found[verdict.game].append(verdict)
    games = []
    for game, logs in found.items():
        best = max(logs, key=_told)
        if best.record is not None:
            each = {verdict.sha256: verdict for verdict in sorted(logs, key=_told)}
            del each[best.sha256]
            games.append(LeagueGame(game, best, best.record, len(logs), tuple(each.values())))
    return sorted(games, key=lambda game: game.order)


def _told(verdict: Verdict) -> tuple[bool, int, int, str]:
    """How much of its game a log tells; of two that tell as much the order is that of the hash."""
    report = verdict.report or {}
    entries, unsigned = report["entries"], report["unsigned"]
    over = report["outcome"] is not None
    missing = len(unsigned) if over and isinstance(unsigned, list) else 0
    return over, -missing, entries if isinstance(entries, int) else 0, verdict.sha256 or ""
