"""What has been told, kept so that it can be played back, and summed up for who was away."""

__all__ = ["MOST_ENTRIES", "Recording"]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from client.presentation.away import Digest
from client.presentation.decisions.movement import road
from client.presentation.events import goes_on
from client.presentation.names import Names
from client.presentation.playback import (
    kind_of,
    legs_of,
    loss_words,
    matters,
    place_of,
    position_after,
    power_of,
)
from client.presentation.words import listed
from client.schema import playback as shown
from client.schema.game import Battle, Space, Turn
from client.schema.log import RoundStep, Step
from client.seat.knowledge import Knowledge
from client.seat.viewer import Viewer
from client.table.journal import Told
from client.table.picture import battle_scene, space_scene, turn_scene
from engine.battle.events import Lost
from engine.game import Game
from engine.movement.orders import Moved
from engine.phases import Phase
from engine.turn import TurnBegan
from engine.variants.secret_subs.events import TokensRevealed

MOST_ENTRIES: Final = 200
"""Entries that are played back at once: a page asks again for more."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry that was told: who signed it, what happened by it, the game after it."""

    seat: int
    told: tuple[Told, ...]
    game: Game


class Recording:
    """All entries that have been told."""

    def __init__(self, opening: Game, names: Names, seen: int = 0, seat: int | None = None) -> None:
        """Begin before the first entry.

        Args:
            opening: the first position.
            names: what pieces are called; they learn new ones as entries are told.
            seen: how many entries the player has seen before.
            seat: whose own turns and acts are no news, as its player has played them.
        """
        self._seat = seat
        self._opening = opening
        self._names = names
        self._entries: list[_Entry] = []
        self._seen = seen
        self._own = () if seat is None else opening.powers_of(seat)
        self._digest = Digest(self._own)

    @property
    def last(self) -> int:
        """How many entries have been told."""
        return len(self._entries)

    def add(self, seat: int, told: tuple[Told, ...], after: Game) -> None:
        """An entry was told: by whom it was signed, what happened, the game after it."""
        before = self._after(self.last)
        self._entries.append(_Entry(seat, told, after))
        if self.last > self._seen:
            self._sum_up(before, self._entries[-1])

    def see(self, until: int) -> None:
        """The player has seen so many entries."""
        self._seen = min(until, self.last)
        self._digest = Digest(self._own)
        for number in range(self._seen, self.last):
            self._sum_up(self._after(number), self._entries[number])

    @property
    def away(self) -> shown.Away | None:
        """What the player has not seen; None if that is nothing worth a word."""
        lines = self._digest.lines
        return shown.Away(after=self._seen, until=self.last, lines=lines) if lines else None

    def playback(self, after: int, viewers: Sequence[Viewer], *, whole: bool) -> shown.Playback:
        """What happened after so many entries; of very many, the first.

        Args:
            after: how many entries come before.
            viewers: who looks on then, and after each entry from there on; the last of them looks
                on at all that follows. What all could conclude of tokens is left out, as that may
                be known today and was not then; what was disclosed of them is not.
            whole: whether to tell where everything stood before.
        """
        looks = [
            Viewer(one.powers, one.groups, Knowledge(disclosed=one.knowledge.disclosed))
            for one in viewers
        ]
        first = min(after, self.last)
        until = min(first + MOST_ENTRIES, self.last)
        before = self._after(first)
        return shown.Playback(
            start={str(name): space_scene(before, name, looks[0]) for name in before.board.spaces}
            if whole
            else None,
            steps=tuple(_joined(self._steps(first, until, looks))),
            until=until,
        )

    def _steps(
        self, first: int, until: int, viewers: Sequence[Viewer]
    ) -> Iterator[shown.PlaybackStep]:
        drawn = self._after(first)
        fallen = self._begun(first)
        for number in range(first, until):
            entry = self._entries[number]
            viewer = viewers[min(number + 1 - first, len(viewers) - 1)]
            before = self._after(number)
            for run in _runs(entry.told):
                after = before
                for told in run:
                    after = position_after(after, told.event, entry.game)
                if run[-1] is entry.told[-1]:
                    after = entry.game
                fallen += run
                if (kind := kind_of(run[0].event)) is not None:
                    event, battle = run[0].event, battle_scene(after, viewer)
                    yield shown.PlaybackStep(
                        kind=kind,
                        entry=number + 1,
                        seat=entry.seat,
                        power=power_of(before, event),
                        text=_text(run, self._names),
                        matters=_matters(before, run),
                        space=place_of(run[-1].event),
                        legs=_way(before, run, entry.game),
                        clash=next((told.clash for told in reversed(fallen) if told.clash), None),
                        fallen=_fallen(fallen),
                        spaces=_changed(drawn, after, viewer),
                        battle=battle,
                        turn=_turn(entry.game if kind == "turn" else before, battle),
                    )
                    drawn, fallen = after, []
                before = after

    def _begun(self, first: int) -> list[Told]:
        """Rounds that began after the last step of the first entries: they come with the next step.

        A page that asks as each entry comes has not been told of them.
        """
        begun: list[Told] = []
        for number in reversed(range(first)):
            for one in reversed(self._entries[number].told):
                if kind_of(one.event) is not None:
                    return begun
                if any(isinstance(step, RoundStep) for step in one.fallen):
                    begun.insert(0, one)
        return begun

    def _after(self, number: int) -> Game:
        return self._entries[number - 1].game if number else self._opening

    def _sum_up(self, before: Game, entry: _Entry) -> None:
        active = before.active
        for told in entry.told:
            if isinstance(told.event, TurnBegan):
                active = told.event.powers[0]
            if before.seat_of(active) != self._seat:
                self._digest.add(told.event, before, self._names)
            before = position_after(before, told.event, entry.game)


def _runs(told: Sequence[Told]) -> Iterator[list[Told]]:
    """Events that are one step: the steps of one move, and what a power loses at once."""
    run: list[Told] = []
    for one in told:
        if run and not goes_on(run[-1].event, one.event):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _turn(game: Game, battle: Battle | None) -> Turn:
    """The turn in which a step happens; nobody has won yet."""
    phase = {} if battle is None else {"phase": Phase.CONDUCT_COMBAT.value}
    return turn_scene(game).model_copy(update={"outcome": None, **phase})


def _text(run: Sequence[Told], names: Names) -> str:
    match run:
        case [Told(event=Moved()), _, *_]:
            return road([one.event for one in run if isinstance(one.event, Moved)], names)
        case [Told(event=Lost(owner=owner)), *_]:
            losses = [one.event for one in run if isinstance(one.event, Lost)]
            return loss_words(owner, losses, names)
        case [Told(event=TurnBegan(number, powers)), *_]:
            return f"Round {number}, {listed(powers)}"
        case _:
            return run[0].text


def _way(before: Game, run: Sequence[Told], last: Game) -> tuple[shown.Leg, ...]:
    legs = legs_of(before, run[0].event, last)
    steps = [one.event.to for one in run[1:] if isinstance(one.event, Moved)]
    return tuple(leg.model_copy(update={"route": (*leg.route, *steps)}) for leg in legs)


def _matters(before: Game, run: Sequence[Told]) -> str | None:
    first, last = run[0].event, run[-1].event
    if isinstance(first, Moved) and isinstance(last, Moved):
        return matters(before, replace(first, to=last.to))
    return None if isinstance(first, TokensRevealed) else matters(before, first)  # it is the step


def _fallen(told: Sequence[Told]) -> tuple[Step, ...]:
    """Steps of the clash that is fought at the end: those since it began."""
    begun = max((i for i, one in enumerate(told) if one.clash), default=0)
    return tuple(step for one in told[begun:] for step in one.fallen)


def _changed(before: Game, after: Game, viewer: Viewer) -> Mapping[str, Space]:
    """The spaces that look otherwise than before."""
    return {
        name: space_scene(after, name, viewer)
        for name in after.board.spaces
        if before.pieces.at(name) != after.pieces.at(name)
        or before.control.get(name) != after.control.get(name)
        or before.damage.get(name) != after.damage.get(name)
    }


def _joined(steps: Iterable[shown.PlaybackStep]) -> Iterator[shown.PlaybackStep]:
    """Moves of one power to one space, one after another, as one step; new units there, too."""
    last: shown.PlaybackStep | None = None
    for step in steps:
        if last is not None and _join(last, step):
            last = step.model_copy(
                update={
                    "text": f"{last.text}; {step.text}",
                    "matters": "; ".join(filter(None, (last.matters, step.matters))) or None,
                    "legs": (*last.legs, *step.legs),
                    "spaces": {**last.spaces, **step.spaces},
                }
            )
            continue
        if last is not None:
            yield last
        last = step
    if last is not None:
        yield last


def _join(last: shown.PlaybackStep, step: shown.PlaybackStep) -> bool:
    if last.kind == step.kind == "place":
        return last.power == step.power and last.space == step.space
    if not last.legs or not step.legs or step.fallen or step.clash:
        return False
    moved = {piece for leg in last.legs for piece in leg.pieces}
    again = any(piece in moved for leg in step.legs for piece in leg.pieces)
    ends = {leg.route[-1] for leg in (*last.legs, *step.legs)}
    return last.power == step.power and last.seat == step.seat and len(ends) == 1 and not again
