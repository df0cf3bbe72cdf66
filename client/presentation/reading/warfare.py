"""The items of Rules of Warfare: ``fire Germany``, ``lay SZ 5``, ``kamikaze fighter Tokyo``."""

__all__ = [
    "bombard",
    "decline",
    "discard",
    "discard_stored",
    "elite",
    "fire",
    "give",
    "go_on",
    "halt",
    "kamikaze",
    "keep",
    "lay",
    "renew",
    "repair",
    "reroll",
    "roller",
    "stow",
    "swap",
]

from collections.abc import Iterable

from client.presentation.answers.naming import laden
from client.presentation.reading.stacks import ARROW, NOTHING, alone, bare, parts, space, stack_in
from client.presentation.words import NotUnderstood, amount, kind_name, one_of
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.pieces import Figure, PieceId
from engine.variants.rules_of_warfare.batteries import BatteryFire, BatteryRaid
from engine.variants.rules_of_warfare.battleships import Repairs
from engine.variants.rules_of_warfare.destroyers import Swap
from engine.variants.rules_of_warfare.elite import Mark, Renew, Reroll
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import Course, LayMine, MineTransport
from engine.variants.rules_of_warfare.monetary_aid import GiftRoller, Gifts
from engine.variants.rules_of_warfare.resistance import DiscardedUnit, DiscardUnit
from engine.variants.rules_of_warfare.warehouses import Discard


def fire(view: PlayerView, text: str) -> BatteryFire:
    """``Germany, Poland``: where batteries fire from, ``all`` or ``none``."""
    text = bare(text, "from")
    if text.casefold() in NOTHING:
        return BatteryFire(frozenset())
    answers = view.decision.candidates(view.game)
    homes = _homes(view, (b for a in answers if isinstance(a, BatteryFire) for b in a.batteries))
    if text.casefold() == "all":
        return BatteryFire(frozenset(homes.values()))
    return BatteryFire(frozenset(_battery(homes, part) for part in parts(text, ",")))


def bombard(view: PlayerView, text: str) -> BatteryRaid:
    """``Germany > Poland; France > Italy``: what the battery of each territory raids."""
    answers = view.decision.candidates(view.game)
    homes = _homes(view, (b for a in answers if isinstance(a, BatteryRaid) for b in a.targets))
    targets: dict[PieceId, SpaceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        home, *named = ARROW.split(part)
        if len(named) != 1:
            raise NotUnderstood(f'"{part}" cannot be read', "write: Germany > Poland")
        targets[_battery(homes, home)] = space(view, named[0])
    return BatteryRaid(dict(sorted(targets.items())))


def _homes(view: PlayerView, batteries: Iterable[PieceId]) -> dict[SpaceId, PieceId]:
    """Batteries by their territory: there is one in each (WA-1)."""
    return {view.game.pieces[battery].at: battery for battery in batteries}


def _battery(homes: dict[SpaceId, PieceId], text: str) -> PieceId:
    return homes[SpaceId(one_of(text, homes, "battery that can fire from"))]


def swap(view: PlayerView, text: str) -> Swap:
    """``battleship SZ 5``: exchanged for two destroyers, or ``nothing``."""
    ship = bare(text, "for two destroyers")
    return Swap() if ship.casefold() in NOTHING else Swap(_one(view, ship))


def repair(view: PlayerView, text: str) -> Repairs:
    """``battleship SZ 5; 2 battleships SZ 7``: damaged ships that are repaired, or ``nothing``."""
    ships = frozenset[PieceId]()
    for part in parts(text):
        if part.casefold() not in NOTHING:
            ships |= stack_in(
                view, part, lambda piece: isinstance(piece, Figure) and piece.damaged
            )[0]
    return Repairs(ships)


def elite(view: PlayerView, text: str) -> Mark:
    """``tank Russia``: the unit that is elite from now on."""
    return Mark(_one(view, text))


def reroll(_: PlayerView, text: str) -> Reroll:
    """The die is rolled again; the second result stands."""
    alone("roll", bare(text, "again"))
    return Reroll(again=True)


def keep(_: PlayerView, text: str) -> Reroll:
    """The result stands."""
    alone("keep", bare(text, "the result"))
    return Reroll(again=False)


def renew(_: PlayerView, text: str) -> Renew:
    """A new elite unit is bought."""
    alone("buy", bare(text, "a new elite unit"))
    return Renew(buy=True)


def decline(_: PlayerView, text: str) -> Renew:
    """None is bought."""
    alone("decline", bare(text, "a new elite unit"))
    return Renew(buy=False)


def lay(view: PlayerView, text: str) -> LayMine:
    """``transport SZ 5``, or the zone alone: a transport lays one of its mines where it is."""
    actions = view.game.rules.candidate_actions(view.game, view.decision)
    able = {action.transport for action in actions if isinstance(action, LayMine)}
    return LayMine(
        _of_zone(view, bare(text, "a mine", "with"), able, "transport that can lay a mine")
    )


def kamikaze(view: PlayerView, text: str) -> BecomeKamikaze:
    """``fighter Japan``, or the space alone: a fighter flies without hope of landing."""
    actions = view.game.rules.candidate_actions(view.game, view.decision)
    able = {action.fighter for action in actions if isinstance(action, BecomeKamikaze)}
    return BecomeKamikaze(_of_zone(view, text, able, "fighter that can take the vow"))


def _of_zone(view: PlayerView, text: str, able: set[PieceId], what: str) -> PieceId:
    """One of the able pieces: those of a space are as good as each other."""
    spaces = {view.game.pieces[piece].at: piece for piece in sorted(able, reverse=True)}
    if not spaces:
        raise NotUnderstood(f"there is no {what} now", "`legal` shows what can be done")
    try:
        return spaces[SpaceId(one_of(text, spaces, what + " in"))]
    except NotUnderstood:
        return min(stack_in(view, text, lambda piece: piece.id in able)[0])


def stow(view: PlayerView, text: str) -> MineTransport:
    """``empty transport``, ``transport with infantry``: the ship that takes the mine aboard."""
    ships = {
        laden(view, answer.transport): answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, MineTransport)
    }
    return ships[one_of(bare(text, "aboard"), ships, "transport with room for a mine")]


def go_on(_: PlayerView, text: str) -> Course:
    """What is left of the order sails on."""
    alone("go", bare(text, "on"))
    return Course(on=True)


def halt(_: PlayerView, text: str) -> Course:
    """What is left of the order stops here."""
    alone("stop", bare(text, "here"))
    return Course(on=False)


def discard(view: PlayerView, text: str) -> DiscardedUnit:
    """``infantry``: the unit that the resistance costs."""
    decision = view.decision
    if not isinstance(decision, DiscardUnit):
        raise TypeError(f"{type(decision).__name__} discards no unit")
    victims = [answer.piece for answer in decision.candidates(view.game)]
    named: dict[str, PieceId] = {}
    for victim in reversed(victims):
        figure = view.game.pieces[victim]
        if isinstance(figure, Figure):
            named[kind_name(figure.kind)] = victim
    return DiscardedUnit(named[one_of(text, named, "unit here")])


def discard_stored(view: PlayerView, text: str) -> Discard:
    """``infantry``: the stored unit that is destroyed."""
    stored = {
        kind_name(answer.kind): answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, Discard)
    }
    return stored[one_of(bare(text, "a stored"), stored, "stored unit")]


def give(view: PlayerView, text: str) -> Gifts:
    """``6 USSR, 3 UK``: IPC for allies, or ``nothing``."""
    gifts: dict[Power, int] = {}
    for part in parts(text, ","):
        if part.casefold() in NOTHING:
            continue
        number, _, ally = part.partition(" ")
        power = Power(one_of(ally.removeprefix("IPC "), view.game.rules.scenario.powers, "power"))
        gifts[power] = gifts.get(power, 0) + amount(number)
    return Gifts(dict(sorted(gifts.items())))


def roller(view: PlayerView, text: str) -> GiftRoller:
    """``Japan``: the enemy that rolls for the gift."""
    powers = {
        answer.power: answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, GiftRoller)
    }
    return powers[Power(one_of(bare(text, "roll"), powers, "enemy who could roll"))]


def _one(view: PlayerView, text: str) -> PieceId:
    chosen, _ = stack_in(view, text, lambda piece: isinstance(piece, Figure))
    if len(chosen) != 1:
        raise NotUnderstood(f'"{text}" are several', "name one")
    return min(chosen)
