"""Standings of the players of a league, by the ratings of Weng and Lin (2011).

Sides of several players meet here, which Elo and Glicko do not know; `openskill`, installed with
the extra ``secret-subs[league]``, rates them. Nothing else imports it.
"""

__all__ = ["Standing", "names_of", "standings"]

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from client.errors import ClientError
from client.league.chances import Luck, luck
from client.league.games import LeagueGame
from client.league.records import Shot

MEAN: Final = 1500.0
_DEVIATION: Final = MEAN / 3
_PERFORMANCE: Final = _DEVIATION / 2
_DRIFT: Final = _DEVIATION / 100


@dataclass(frozen=True, slots=True)
class Standing:
    """A key among the players of a league.

    Attributes:
        key: in hexadecimal.
        names: that it has played under, the one of most charters first (`names_of`).
        bot: whether a bot is said to play with it.
        games: that counted.
        wins: of them.
        rating: its mean.
        deviation: how far it may be off.
        luck: of all its shots, in all games.
    """

    key: str
    names: tuple[str, ...]
    bot: bool
    games: int
    wins: int
    rating: float
    deviation: float
    luck: Luck

    @property
    def order(self) -> tuple[float, str]:
        """By what a player is surely worth: three deviations below the mean."""
        return 3 * self.deviation - self.rating, self.key


def standings(games: Sequence[LeagueGame], counted: Iterable[LeagueGame]) -> Sequence[Standing]:
    """The standings of all who have played, the first first.

    Args:
        games: all of the league, in the order of their ends.
        counted: those of them whose result counts.

    Raises:
        ClientError: `openskill` is not installed.
    """
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 (an extra)
    except ImportError as error:
        advice = "install it with: pip install 'secret-subs[league]'"
        raise ClientError("standings need openskill", advice) from error
    model = PlackettLuce(mu=MEAN, sigma=_DEVIATION, beta=_PERFORMANCE, tau=_DRIFT, kappa=0.0001)
    ratings: defaultdict[str, tuple[float, float]] = defaultdict(lambda: (MEAN, _DEVIATION))
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in counted:
        sides = game.sides
        if game.winner not in sides:
            continue
        teams = [
            [model.rating(mu=ratings[key][0], sigma=ratings[key][1]) for key in keys]
            for keys in sides.values()
        ]
        ranks = [0.0 if side == game.winner else 1.0 for side in sides]
        for keys, team, rank in zip(sides.values(), model.rate(teams, ranks), ranks, strict=True):
            for key, rating in zip(keys, team, strict=True):
                ratings[key] = rating.mu, rating.sigma
                played[key] += 1
                won[key] += not rank
    names = names_of(games)
    bots: set[str] = set()
    shots: defaultdict[str, list[Shot]] = defaultdict(list)
    for game in games:
        for player in game.record.players:
            if player.powers:
                shots[player.key] += player.shots
                bots |= {player.key} if player.bot else set()
    found = [
        Standing(
            key=key,
            names=tuple(called),
            bot=key in bots,
            games=played[key],
            wins=won[key],
            rating=round(ratings[key][0], 1),
            deviation=round(ratings[key][1], 1),
            luck=luck(_together(shots[key])),
        )
        for key, called in names.items()
        if key in shots
    ]
    return sorted(found, key=lambda one: one.order)


def names_of(games: Iterable[LeagueGame]) -> Mapping[str, tuple[str, ...]]:
    """What each key is called: as in most charters first, of as many as in the latest.

    Args:
        games: in the order of their ends.
    """
    called: defaultdict[str, Counter[str]] = defaultdict(Counter)
    latest: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for number, game in enumerate(games):
        for player in game.record.players:
            called[player.key][player.name] += 1
            latest[player.key][player.name] = number
    return {
        key: tuple(sorted(counts, key=lambda name: (counts[name], latest[key][name]), reverse=True))
        for key, counts in called.items()
    }


def _together(shots: Iterable[Shot]) -> Iterable[Shot]:
    """Shots of one chance added up."""
    counts: Counter[tuple[int, int]] = Counter()
    hits: Counter[tuple[int, int]] = Counter()
    for shot in shots:
        counts[shot.strength, shot.best_of] += shot.count
        hits[shot.strength, shot.best_of] += shot.hits
    for (strength, best_of), count in sorted(counts.items()):
        yield Shot(strength=strength, best_of=best_of, count=count, hits=hits[strength, best_of])
