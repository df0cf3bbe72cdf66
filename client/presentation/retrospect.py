"""A finished game in retrospect: how the dice fell, what was lost, and which bluffs worked."""

__all__ = ["retrospect", "retrospect_lines"]

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

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
from protocol.table import Appended
from protocol.truth import Truth

_MOST = 12
"""Bluffs, and tokens that were turned up, that are told."""
_BOLD = 20
"""How likely the contrary of the truth must have been, in percent, to be told."""


def retrospect(
    opening: Game, entries: Iterable[Appended], truth: Truth, names: Sequence[str], *, whole: bool
) -> Retrospect:
    """A game in retrospect.

    Args:
        opening: the first position.
        entries: all of them, in order.
        truth: what tokens held, as far as it is known.
        names: of the players, by seat.
        whole: whether all of it is known.
    """
    throws, bluffs = Throws(), Bluffs(Knowledge.of(opening))
    lost: dict[Power, Counter[Kind]] = defaultdict(Counter)
    told: list[tuple[int, Bluff]] = []
    unmasked: list[tuple[int, Unmasked]] = []
    before = opening
    for place, appended in enumerate(entries, start=1):
        throws.add(before, appended.events, appended.game)
        bluffs.add(before, appended.events, appended.game, truth.after(place - 1))
        told += [(place, one) for one in bluffs.found[len(told) :]]
        unmasked += [(place, one) for one in bluffs.unmasked[len(unmasked) :]]
        for event in appended.events:
            if isinstance(event, Lost):
                lost[event.owner][event.kind] += event.count
        before = appended.game
    return Retrospect(
        luck=tuple(_luck(before, throws.thrown, names)),
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


def _luck(game: Game, thrown: Iterable[Thrown], names: Sequence[str]) -> Iterator[LuckRow]:
    """The dice of each player, and those of players whose units fired together."""
    by: dict[tuple[int, ...], list[Thrown]] = defaultdict(list)
    for one in thrown:
        seats = {seat for seat, powers in enumerate(game.rules.seats) if one.powers & set(powers)}
        by[tuple(sorted(seats))].append(one)
    for players, theirs in sorted(by.items(), key=lambda row: (len(row[0]), row[0])):
        found = luck(theirs)
        if players and found.throws:
            yield LuckRow(
                names=listed(names[seat] for seat in players),
                throws=found.throws,
                hits=found.hits,
                expected=round(found.expected, 1),
                percent=round(100 * found.share),
            )


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
            f"in {bluff.at}: nothing was there by {percent} %"
        )
    else:
        percent = _percent(1 - bluff.decoys)
        what = "a decoy" if len(bluff.tokens) == 1 else counted(len(bluff.tokens), "decoy")
        text = (
            f"{bluff.by} {bluff.kind.value} {what} of {bluff.owner} in {bluff.at} with "
            f"{counted(bluff.units, 'unit')}: submarines were there by {percent} %"
        )
    return BluffLine(text=text, entry=place, space=bluff.at, percent=percent)


def _unmasked(place: int, token: Unmasked) -> BluffLine:
    if token.submarines:
        percent = _percent(token.decoy)
        was = f"{counted(token.submarines, 'submarine')}: a decoy by {percent} %"
    else:
        percent = _percent(1 - token.decoy)
        was = f"a decoy: submarines by {percent} %"
    text = f"Token #{token.token} of {token.owner} in {token.at} turned out to be {was}"
    return BluffLine(text=text, entry=place, space=token.at, percent=percent)


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
