"""A finished game in retrospect: how the dice fell, what was lost, and which bluffs worked."""

__all__ = ["retrospect", "retrospect_lines"]

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from client.presentation.players import player_name
from client.presentation.words import counted_kinds, listed
from client.schema.retrospect import BluffLine, LossRow, LuckRow, Retrospect
from client.seat.bluffs import Bluff, BluffKind, Bluffs, Unmasked
from client.seat.knowledge import Knowledge
from engine.battle.events import Lost
from engine.board import Power
from engine.errors import counted
from engine.game import Game
from engine.odds.luck import Thrown, Throws, luck
from engine.units import Kind
from protocol.players import Player, Players
from protocol.table import Appended
from protocol.truth import Truth

_Thrower: TypeAlias = tuple[int, Player]
"""A seat, and who played it then."""
_MOST = 12
"""Bluffs, and tokens that were turned up, that are told."""
_TOLD = "for all that anybody could tell, the chance"
_BOLD = 40
"""How likely the contrary of the truth must have been, in percent, to be told."""


def retrospect(
    opening: Game, entries: Iterable[Appended], truth: Truth, players: Players, *, whole: bool
) -> Retrospect:
    """A game in retrospect.

    Args:
        opening: the first position.
        entries: all of them, in order.
        truth: what tokens held, as far as it is known.
        players: all that have played: dice are told of who played when they fell.
        whole: whether all of it is known.
    """
    throws, bluffs = Throws(), Bluffs(Knowledge.of(opening))
    thrown: dict[tuple[_Thrower, ...], list[Thrown]] = defaultdict(list)
    lost: dict[Power, Counter[Kind]] = defaultdict(Counter)
    told: list[tuple[int, Bluff]] = []
    unmasked: list[tuple[int, Unmasked]] = []
    before = opening
    for place, appended in enumerate(entries, start=1):
        for one in throws.add(before, appended.events, appended.game):
            seats = sorted({before.seat_of(power) for power in one.powers})
            thrown[tuple((seat, players.after(place - 1, seat)) for seat in seats)].append(one)
        bluffs.add(before, appended.events, appended.game, truth.after(place - 1))
        told += [(place, one) for one in bluffs.found[len(told) :]]
        unmasked += [(place, one) for one in bluffs.unmasked[len(unmasked) :]]
        for event in appended.events:
            if isinstance(event, Lost):
                lost[event.owner][event.kind] += event.count
        before = appended.game
    return Retrospect(
        luck=tuple(_luck(thrown)),
        losses=tuple(_losses(before, lost)),
        bluffs=_boldest(_bluff(place, one) for place, one in told),
        unmasked=_boldest(_unmasked(place, one) for place, one in unmasked),
        open=whole,
    )


def retrospect_lines(found: Retrospect) -> Iterator[str]:
    """The same in words, for a terminal."""
    for row in found.luck:
        yield (
            f"{row.names}: {counted(row.hits, 'hit')} in {counted(row.throws, 'throw')}, "
            f"{row.expected:.1f} expected; luckier than {row.percent} % of such throws"
        )
    for loss in found.losses:
        yield f"{loss.power} lost {loss.units}: {loss.ipc} IPC"
    for line in (*found.bluffs, *found.unmasked):
        yield f"Entry {line.entry}: {line.text}"


def _luck(thrown: Mapping[tuple[_Thrower, ...], Sequence[Thrown]]) -> Iterator[LuckRow]:
    """The dice of each player, and those of players whose units fired together."""
    for throwers, theirs in sorted(thrown.items(), key=lambda row: _order(row[0])):
        found = luck(theirs)
        if throwers and found.throws:
            yield LuckRow(
                names=listed(player_name(player) for _, player in throwers),
                throws=found.throws,
                hits=found.hits,
                expected=round(found.expected, 1),
                percent=round(100 * found.share),
            )


def _order(throwers: tuple[_Thrower, ...]) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Who has thrown alone comes first, then by seat; of one seat who played it first."""
    return len(throwers), tuple((seat, player.number) for seat, player in throwers)


def _losses(game: Game, lost: dict[Power, Counter[Kind]]) -> Iterator[LossRow]:
    units = game.rules.scenario.units
    for power in game.rules.scenario.powers:
        if kinds := lost.get(power):
            yield LossRow(
                power=power,
                units=listed(counted_kinds(kinds, units)),
                ipc=sum(units[kind].cost * count for kind, count in kinds.items()),
            )


def _boldest(lines: Iterable[BluffLine]) -> tuple[BluffLine, ...]:
    bold = (line for line in lines if line.percent >= _BOLD)
    return tuple(sorted(bold, key=lambda line: (-line.percent, line.entry))[:_MOST])


def _bluff(place: int, bluff: Bluff) -> BluffLine:
    if bluff.kind is BluffKind.PASSED:
        percent = _percent(bluff.decoys)
        text = (
            f"{bluff.by} sailed past {counted(bluff.submarines, 'submarine')} of {bluff.owner} "
            f"in {bluff.at}; {_TOLD} that nothing was there was {percent} %"
        )
    else:
        percent = _percent(1 - bluff.decoys)
        what = "a decoy" if len(bluff.tokens) == 1 else counted(len(bluff.tokens), "decoy")
        text = (
            f"{bluff.by} {bluff.kind.value} {what} of {bluff.owner} in {bluff.at} with "
            f"{counted(bluff.units, 'unit')}; {_TOLD} of submarines there was {percent} %"
        )
    return BluffLine(text=text, entry=place, space=bluff.at, percent=percent)


def _unmasked(place: int, token: Unmasked) -> BluffLine:
    if token.submarines:
        percent = _percent(token.decoy)
        was, other = f"hold {counted(token.submarines, 'submarine')}", "a decoy"
    else:
        percent = _percent(1 - token.decoy)
        was, other = "be a decoy", "submarines"
    text = (
        f"Token #{token.token} of {token.owner} in {token.at} turned out to {was}; {_TOLD} of "
        f"{other} was {percent} %"
    )
    return BluffLine(text=text, entry=place, space=token.at, percent=percent)


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
