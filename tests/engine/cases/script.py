"""Cases of the rules, written as one tells them across the table, on the world of `position`.

    BG-7.2 a tank passes an empty hostile territory, which is its owner's at once
    Prairie: USA tank
    Plains: Japan infantry
    > move Prairie: tank > Border > Plains
    = Border is USA's

The first line is the rule and what it says of the case. Then come, in any order:

    SPACE: POWER UNITS / POWER UNITS    what stands there; land units at sea are aboard ships
    given NAME: VALUE                   a circumstance of the case, as listed in `_CIRCUMSTANCES`
    > WORDS                             an answer that is accepted
    ! RULE WORDS                        an answer that is refused under this rule
    = WORDS                             what holds now

Answers: ``move SPACE: UNITS > SPACE > …``, ``load SPACE: UNITS > SZ: transport``,
``unload SZ: UNITS > SPACE``, ``back SPACE: UNITS``, ``done``,
``declare attack SZ, SZ; bombard SPACE with SZ: UNITS; raid SPACE with UNITS``, ``fight SPACE``,
``roll 1 2 6``, ``hit`` (all dice 1), ``miss`` (all dice their highest), ``lose UNITS``,
``dive UNITS``, ``press``, ``retreat SPACE``, ``break off``, ``land SZ: UNITS > SPACE, …``,
``place UNITS COMPLEX > SPACE; …``, ``buy UNITS; repair SPACE 2``, ``hire 2``, ``chart 1``,
``launch SPACE > SPACE; …``.

UNITS are ``2 infantry, tank``, those with the lowest ids; of ships ``damaged battleship`` or
``whole battleship``, of another power ``UK's infantry``; ``twice`` after a ship gives it two hits;
``nothing`` is none of them.

Facts: ``SPACE: POWER UNITS`` (all that the power has there), ``SPACE is POWER's``,
``POWER has 27 IPC``, ``POWER is asked DECISION``, ``5 dice``, ``damage SPACE 3``, ``phase NAME``.

A decision with one legal answer is not asked, so a phase in which nothing can be done passes by.
"""

__all__ = ["cases", "play_case"]

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.battle.combat import Fight
from engine.battle.raids import Launch
from engine.battle.retreat import BreakOff, Press, Withdraw
from engine.battle.submarines import Dive
from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization, Placement
from engine.economy.purchase import Purchase
from engine.economy.research import Chart, Hire
from engine.errors import Illegal
from engine.game import Game
from engine.movement.cargo import embark
from engine.movement.homeless import Landings
from engine.movement.orders import Declaration, Done, Load, Move, TakeBack, Unload
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.records import encode
from engine.requests import Roll
from engine.run import Run
from engine.scenario import Scenario
from engine.units import Kind
from engine.validate import validate
from tests.engine.movement.drill import stowed
from tests.engine.position import position

Circumstances = dict[str, Any]
Pairs = dict[str, str]


def cases(text: str) -> list[Any]:
    """The cases of a text, divided by empty lines, as parameters of a test."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text.strip())]
    return [pytest.param(block, id=block.splitlines()[0]) for block in blocks]


def _pairs(text: str) -> Pairs:
    """``SZ 2 3, Border USA``: what is named, and its last word."""
    found = (item.rpartition(" ") for item in text.split(", "))
    return {name: value for name, _, value in found}


def _numbers(text: str) -> dict[str, int]:
    return {name: int(value) for name, value in _pairs(text).items()}


def _many(text: str) -> dict[str, dict[str, int]]:
    """``USA 2 carrier, USA fighter`` by power and kind."""
    found: dict[str, dict[str, int]] = {}
    for item in text.split(", "):
        match = re.fullmatch(r"(\w+) (?:(\d+) )?(\w+)", item)
        assert match is not None, item
        found.setdefault(match[1], {})[match[3]] = int(match[2] or 1)
    return found


def _owned(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for power, breakthrough in (item.split(" ") for item in text.split(", ")):
        found.setdefault(power, []).append(breakthrough)
    return found


_CIRCUMSTANCES: Final[Mapping[str, Callable[[str], Any]]] = {
    "active": str,
    "phase": Phase,
    "control": _pairs,
    "control_at_start": _pairs,
    "treasury": _numbers,
    "damage": _numbers,
    "waiting": _many,
    "researchers": _numbers,
    "breakthroughs": _owned,
    "options": _pairs,
    "seats": lambda text: tuple(tuple(seat.split(" ")) for seat in text.split(", ")),
}


def play_case(text: str, scenario: Scenario | None = None, **circumstances: Any) -> Game:
    """Play a case and check all that it says; the game as it stands then.

    `circumstances` hold where the case says nothing else.
    """
    _, *lines = text.splitlines()
    units: list[str] = []
    given: Circumstances = {"phase": Phase.COMBAT_MOVE, **circumstances}
    told: list[str] = []
    for line in lines:
        if line.startswith("given "):
            name, _, value = line.removeprefix("given ").partition(": ")
            given[name] = _CIRCUMSTANCES[name](value)
        else:
            (told if line[0] in ">!=" else units).append(line)
    game = position("\n".join(units), scenario=scenario, **given)
    game = stowed(embark(game, game.active))
    if given["phase"] is Phase.CONDUCT_COMBAT:
        game = game.replace(stage=Stage.ROCKETS)
    case = _Case(Run(game))
    for line in told:
        case.tell(line[0], line[2:].strip())
    return case.run.game


class _Case:
    """A case being played."""

    def __init__(self, run: Run) -> None:
        self.run = run

    @property
    def game(self) -> Game:
        return self.run.game

    def tell(self, sign: str, words: str) -> None:
        match sign:
            case ">":
                self.run.answer(self.answer(words))
                broken = validate(self.game)
                assert not broken, f"{words}: {sorted(broken)}"
            case "!":
                rule, _, words = words.partition(" ")
                answer = self.answer(words)
                with pytest.raises(Illegal) as refusal:
                    self.run.answer(answer)
                assert refusal.value.rule == rule, f"{words}: {refusal.value}"
            case _:
                self.check(words)

    # Answers

    def answer(self, words: str) -> Any:
        verb, _, rest = words.partition(" ")
        request = self.run.request
        match verb:
            case "roll" | "hit" | "miss":
                assert isinstance(request, Roll), f"{words}: {request}"
                if verb == "roll":
                    dice = [int(die) for die in rest.split()]
                    assert len(dice) == request.count, f"{words}: {request}"
                    return dice
                return [1 if verb == "hit" else request.sides] * request.count
            case "lose":
                assert isinstance(request, Casualties), f"{words}: {request}"
                battle = self.game.battle
                assert battle is not None
                side = battle.side(request.role)
                hits = Counter(self.among(rest, side))
                return encode(Losses(dict(sorted(hits.items()))))
            case _:
                return encode(self.choice(verb, rest))

    def choice(self, verb: str, rest: str) -> object:
        match verb:
            case "move":
                start, *way = rest.split(" > ")
                return Move(frozenset(self.own(start)), tuple(map(SpaceId, way)))
            case "load":
                units, ship = rest.split(" > ")
                return Load(self.at(ship, None)[0], frozenset(self.own(units)))
            case "unload":
                units, to = rest.split(" > ")
                return Unload(frozenset(self.own(units, aboard=True)), SpaceId(to))
            case "back":
                return TakeBack(frozenset(self.own(rest)))
            case "done":
                return Done()
            case "declare":
                return self.declaration(rest)
            case "fight":
                return Fight(SpaceId(rest))
            case "dive":
                battle = self.game.battle
                assert battle is not None
                both = (*battle.attackers, *battle.defenders)
                own = tuple(p for p in both if self.game.pieces[p].owner == self.asked)
                return Dive(frozenset(self.among(rest, own)))
            case "press":
                return Press()
            case "retreat":
                return Withdraw(SpaceId(rest))
            case "break":
                return BreakOff()
            case "land":
                return self.landings(rest)
            case "place":
                return self.mobilization(rest)
            case "buy":
                return self.purchase(rest)
            case "hire":
                return Hire(int(rest))
            case "chart":
                return Chart(int(rest))
            case "launch":
                pairs = (pair.split(" > ") for pair in rest.split("; ") if rest != "nothing")
                return Launch({SpaceId(gun): SpaceId(target) for gun, target in pairs})
            case _:
                raise ValueError(f"no such answer: {verb} {rest}")

    def declaration(self, rest: str) -> Declaration:
        attack: frozenset[SpaceId] = frozenset()
        bombard: dict[SpaceId, frozenset[PieceId]] = {}
        raid: dict[SpaceId, frozenset[PieceId]] = {}
        for part in filter(None, rest.split("; ")):
            verb, _, told = part.partition(" ")
            place, _, units = told.partition(" with ")
            if verb == "attack":
                attack = frozenset(map(SpaceId, told.split(", ")))
            elif verb == "bombard":
                bombard[SpaceId(place)] = frozenset(self.own(units))
            elif verb == "raid":
                raid[SpaceId(place)] = frozenset(self.own(f"{place}: {units}"))
            else:
                raise ValueError(f"no such declaration: {part}")
        return Declaration(attack, dict(sorted(bombard.items())), dict(sorted(raid.items())))

    def landings(self, rest: str) -> Landings:
        places: dict[PieceId, SpaceId] = {}
        for item in filter(None, rest.split(", ")) if rest != "nothing" else ():
            units, _, to = item.partition(" > ")
            places |= dict.fromkeys(self.at(units, self.asked), SpaceId(to))
        return Landings(dict(sorted(places.items())))

    def mobilization(self, rest: str) -> Mobilization:
        placements: list[Placement] = []
        for item in rest.split("; ") if rest != "nothing" else ():
            match = re.fullmatch(r"(?:(\d+) )?(\w+) ([\w ]+?)(?: > ([\w ]+))?", item)
            assert match is not None, item
            yard = SpaceId(match[3])
            at = SpaceId(match[4] or yard)
            placements.append(Placement(Kind(match[2]), yard, at, int(match[1] or 1)))
        return Mobilization(tuple(sorted(placements)))

    def purchase(self, rest: str) -> Purchase:
        units: dict[Kind, int] = {}
        repairs: dict[SpaceId, int] = {}
        for item in re.split(r"; |, ", rest) if rest != "nothing" else ():
            if item.startswith("repair "):
                place, number = item.removeprefix("repair ").rsplit(" ", 1)
                repairs[SpaceId(place)] = int(number)
            else:
                match = re.fullmatch(r"(?:(\d+) )?(\w+)", item)
                assert match is not None, item
                units[Kind(match[2])] = int(match[1] or 1)
        return Purchase(dict(sorted(units.items())), dict(sorted(repairs.items())))

    @property
    def asked(self) -> Power:
        assert self.run.request is not None
        return self.run.request.powers[0]

    def own(self, units: str, *, aboard: bool = False) -> tuple[PieceId, ...]:
        """The active power's units named, ``SPACE: UNITS``, or ``UK's infantry``; no cargo."""
        return self.at(units, None if "'s " in units else self.game.active, aboard=aboard)

    def at(self, units: str, owner: str | None, *, aboard: bool = False) -> tuple[PieceId, ...]:
        space, _, listed = units.partition(": ")
        here = tuple(
            piece.id
            for piece in self.game.pieces.at(SpaceId(space))
            if isinstance(piece, Figure)
            and owner in (None, piece.owner)
            and (piece.aboard is not None) is aboard
        )
        return self.among(listed, here)

    def among(self, listed: str, ids: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
        """Pieces of these kinds, those with the lowest ids: ``2 infantry, tank``."""
        found: list[PieceId] = []
        for item in listed.split(", ") if listed != "nothing" else ():
            match = re.fullmatch(r"(?:(\d+) )?(?:(damaged|whole|\w+'s) )?(\w+?)(?: twice)?", item)
            assert match is not None, item
            figures = (piece for i in ids if isinstance(piece := self.game.pieces[i], Figure))
            alike = [f.id for f in figures if f.kind == match[3] and _fits(f, match[2])]
            number = int(match[1] or 1)
            assert len(alike) >= number, f"no {item} there"
            chosen = alike[:number]
            found += chosen * 2 if item.endswith(" twice") else chosen
        return tuple(found)

    # Facts

    def check(self, words: str) -> None:
        game = self.game
        if match := re.fullmatch(r"(.+) is (\w+)'s", words):
            assert game.control.get(SpaceId(match[1])) == match[2], words
        elif match := re.fullmatch(r"(\w+) has (\d+) IPC", words):
            assert game.treasury[Power(match[1])] == int(match[2]), (words, game.treasury)
        elif match := re.fullmatch(r"(\w+) is asked (\w+)", words):
            request = self.run.request
            assert request is not None
            assert (request.powers[0], type(request).__name__) == match.groups(), request
        elif match := re.fullmatch(r"(\d+) di(?:c)?e", words):
            assert isinstance(self.run.request, Roll), self.run.request
            assert self.run.request.count == int(match[1]), self.run.request
        elif match := re.fullmatch(r"damage (.+) (\d+)", words):
            assert game.damage.get(SpaceId(match[1]), 0) == int(match[2]), (words, game.damage)
        elif match := re.fullmatch(r"phase (\w+)", words):
            assert game.current_phase == match[1], game.current_phase
        elif match := re.fullmatch(r"(.+): (\w+) (.+)", words):
            assert _units(game, match[1], match[2]) == match[3], words
        else:
            raise ValueError(f"no such fact: {words}")


def _fits(figure: Figure, which: str | None) -> bool:
    match which:
        case None:
            return True
        case "damaged" | "whole":
            return figure.damaged is (which == "damaged")
        case _:
            return figure.owner == which.removesuffix("'s")


def _units(game: Game, space: str, owner: str) -> str:
    kinds = Counter(
        f"damaged {piece.kind}" if piece.damaged else piece.kind
        for piece in game.pieces.at(SpaceId(space))
        if isinstance(piece, Figure) and piece.owner == owner
    )
    listed = (kind if n == 1 else f"{n} {kind}" for kind, n in sorted(kinds.items()))
    return ", ".join(listed) or "nothing"
