"""Battles and raids: ``lose destroyer, 2 infantry``, ``submerge 2``, ``launch Germany > Egypt``."""

__all__ = [
    "break_off",
    "dive",
    "fight",
    "first",
    "interceptors",
    "launch",
    "losses",
    "press",
    "withdraw",
    "withdrawal",
]

from client.presentation.reading.stacks import (
    ARROW,
    NOTHING,
    alone,
    bare,
    parts,
    space,
    stack_in,
    tokens,
)
from client.presentation.words import NotUnderstood, one_of
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties, Losses, salvo
from engine.battle.combat import Fight
from engine.battle.raids import Interceptors, Launch
from engine.battle.retreat import BreakOff, Press, Withdraw
from engine.battle.sides import current
from engine.battle.submarines import Dive
from engine.board import Power, SpaceId
from engine.editions.classic import Withdrawal
from engine.pieces import PieceId
from engine.turn import First
from engine.units import Domain, Trait


def losses(view: PlayerView, text: str) -> Losses:
    """``destroyer, 2 infantry, #12``: what takes the hits; a token once for each submarine.

    Hits that the rules then still ask for are filled in, and those that cannot be are dropped.
    """
    decision = view.decision
    if not isinstance(decision, Casualties):
        raise TypeError(f"{type(decision).__name__} asks for no losses")
    room = salvo(view.game, decision.role).room
    order: list[PieceId] = []
    for part in text.split(","):
        if "#" in part:
            named = tokens(part.rpartition(" ")[2])
            number = part.strip().partition(" ")[0]
            count = int(number) if number.isascii() and number.isdigit() else 1
            order += [piece for piece in named for _ in range(count)]
        else:
            at, hit = current(view.game).space, bare(part, "damage to")
            chosen, _ = stack_in(view, f"{hit} in {at}", lambda p: p.id in room)
            order += sorted(chosen)
    if not order:
        raise NotUnderstood("lose what?", "name units, as in: lose destroyer, 2 infantry")
    return decision.by_preference(view.game, order)


def fight(view: PlayerView, text: str) -> Fight:
    """``SZ 5``: where the next battle is fought."""
    due = {a.space for a in view.decision.candidates(view.game) if isinstance(a, Fight)}
    return Fight(SpaceId(one_of(bare(text, "in"), sorted(due), "battle in")))


def press(_: PlayerView, text: str) -> Press:
    """The battle goes on."""
    alone("go", bare(text, "on"))
    return Press()


def withdraw(view: PlayerView, text: str) -> Withdraw:
    """``to SZ 5``: all land or sea units withdraw there; by the token that opens the way."""
    ways = [a for a in view.decision.candidates(view.game) if isinstance(a, Withdraw)]
    place, _, shown = bare(text, "to").partition(", showing where ")
    to = SpaceId(one_of(place, sorted({way.to for way in ways}), "way back to"))
    by = tokens(bare(shown, "came from")) if shown else frozenset()
    open_to = [way for way in ways if way.to == to]
    return next((w for w in open_to if by == ({w.by} if w.by is not None else set())), open_to[0])


def break_off(_: PlayerView, text: str) -> BreakOff:
    """Aircraft leave the battle."""
    alone("aircraft", bare(text, "break off"))
    return BreakOff()


def dive(view: PlayerView, text: str) -> Dive:
    """How many submarines submerge: ``2``, ``all`` or ``none``."""
    options = list(view.decision.candidates(view.game))
    word = text.strip().casefold()
    if word in NOTHING:
        return Dive(frozenset())
    number = len(options) - 1 if word == "all" else int(word) if word.isdigit() else -1
    if not 0 <= number < len(options):
        raise NotUnderstood(f'"{text}" submarines?', f"write a number up to {len(options) - 1}")
    chosen: Dive = options[number]
    return chosen


def first(view: PlayerView, text: str) -> First:
    """``USA``: the power that moves to combat and fights before the other."""
    powers = {
        answer.power: answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, First)
    }
    return powers[Power(one_of(text, powers, "power in this turn"))]


def launch(view: PlayerView, text: str) -> Launch:
    """``Germany > Egypt; Poland > Russia``: what the gun of each territory hits, or ``nothing``."""
    targets: dict[SpaceId, SpaceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        ends = ARROW.split(part)
        if len(ends) != 2:  # noqa: PLR2004 (from and to)
            raise NotUnderstood(
                f'"{part}" cannot be read', "write the gun, > and the complex: Germany > Egypt"
            )
        gun, target = (space(view, name) for name in ends)
        if gun in targets:
            raise NotUnderstood(f"two rockets from {gun}", "a territory launches one")
        targets[gun] = target
    return Launch(dict(sorted(targets.items())))


def interceptors(view: PlayerView, text: str) -> Interceptors:
    """``2 fighters``: what meets the raid, ``all`` or ``none``."""
    game, word = view.game, text.casefold()
    if word in NOTHING:
        return Interceptors(frozenset())
    if word == "all":
        *_, everybody = view.decision.candidates(game)
        if isinstance(everybody, Interceptors):
            return everybody
    chosen, _ = stack_in(
        view,
        f"{text} in {current(game).space}",
        lambda piece: (
            game.rules.domain(game, piece) is Domain.AIR
            and not game.rules.counts_as(game, piece, Trait.RAIDS)
        ),
    )
    return Interceptors(chosen)


def withdrawal(view: PlayerView, text: str) -> Withdrawal:
    """``2 submarines > SZ 5; #12 > SZ 6``: what leaves the battle for where, or ``none``."""
    leaving: dict[PieceId, SpaceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        units, *named = ARROW.split(part)
        if len(named) != 1:
            raise NotUnderstood("where to?", "write > and a sea zone: withdraw 2 submarines > SZ 5")
        chosen = _divers(view, units, frozenset(leaving))
        leaving |= dict.fromkeys(sorted(chosen), space(view, named[0]))
    return Withdrawal(leaving)


def _divers(view: PlayerView, text: str, gone: frozenset[PieceId]) -> frozenset[PieceId]:
    """Own submarines that defend in the battle, as in ``2 submarines``, but for some."""
    game, battle = view.game, current(view.game)
    chosen, _ = stack_in(
        view,
        f"{text} in {battle.space}",
        lambda piece: (
            piece.id in battle.defenders
            and piece.id not in gone
            and game.rules.counts_as(game, piece, Trait.SUBMARINE)
        ),
    )
    return chosen
