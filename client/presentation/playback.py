"""What an event is to who watches: how it is drawn, whose it is, what it means for hidden tokens.

Everything here is made of the events and the public game alone, so that nothing of what others hide
can be in it, neither in words nor in their number or order.
"""

__all__ = [
    "battle_won",
    "kind_of",
    "legs_of",
    "loss_words",
    "matters",
    "place_of",
    "position_after",
    "power_of",
    "staged_legs",
]

from collections import Counter
from collections.abc import Iterable, Sequence

from client.presentation.catalog import CATALOG
from client.presentation.names import Names
from client.presentation.words import group_size, groups_shown, listed, named_tokens
from client.schema.playback import Leg, StepKind
from engine.battle.events import (
    BattleOpened,
    BattleOver,
    Fired,
    Landed,
    Lost,
    Marked,
    Repaired,
    Retreated,
    RoundBegan,
    Submerged,
)
from engine.battles import Battle, Role
from engine.board import Power, SpaceId
from engine.capture import TerritoryTaken
from engine.economy.mobilize import Mobilized
from engine.economy.purchase import Bought
from engine.errors import counted
from engine.game import Event, Game
from engine.movement.orders import (
    Declared,
    Loaded,
    LostInFlight,
    Moved,
    TakenBack,
    Unloaded,
)
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Instructed
from engine.turn import PhaseBegan, RoundEnded, TurnBegan
from engine.units import Kind
from engine.variants.secret_subs.events import (
    GroupsOpened,
    OriginShown,
    ReceiversShown,
    Reorganized,
    SubsJoined,
    SubsPlaced,
    SupplyShuffled,
    TokensDiscarded,
    TokensRemoved,
    TokensRevealed,
    TokensShuffled,
    TokensTurnedDown,
)
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token

_QUIET = (
    Declared,
    GroupsOpened,
    Instructed,
    Landed,
    Loaded,
    Marked,
    PhaseBegan,
    Repaired,
    RoundBegan,
    RoundEnded,
    SupplyShuffled,
    TokensTurnedDown,
)
"""What is seen by what comes of it."""


def kind_of(event: Event) -> StepKind | None:
    """How an event is played back; None if it is no step of its own."""
    match event:
        case Moved() | Unloaded(assault=False) | Retreated() | TakenBack():
            return "move"
        case Unloaded():
            return None
        case BattleOpened():
            return "attack"
        case Fired():
            return "fire"
        case Lost() | LostInFlight():
            return "loss"
        case TokensRevealed() | OriginShown():
            return "reveal"
        case TokensShuffled() | Reorganized() | ReceiversShown():
            return "shuffle"
        case Submerged() | SubsJoined():
            return "dive"
        case TerritoryTaken():
            return "capture"
        case Mobilized() | SubsPlaced():
            return "place"
        case TurnBegan():
            return "turn"
        case _:
            return None if isinstance(event, _QUIET) else "told"


def power_of(game: Game, event: Event) -> Power | None:
    """Whose doing or suffering an event is, if it is one power's."""
    match event:
        case (
            Moved(pieces=pieces)
            | Unloaded(pieces=pieces)
            | Retreated(pieces=pieces)
            | TakenBack(pieces=pieces)
        ):
            return _owner(game, pieces)
        case BattleOpened(attackers=attackers):
            return _owner(game, attackers)
        case Lost(owner=power) | Submerged(owner=power):
            return power
        case TerritoryTaken(by=power) | Bought(power=power):
            return power
        case TurnBegan(powers=(power, *_)):
            return power
        case _:
            named = getattr(event, "power", None)
            return Power(named) if isinstance(named, str) else None


def _owner(game: Game, pieces: Iterable[PieceId]) -> Power | None:
    return next((game.pieces[one].owner for one in pieces if one in game.pieces), None)


def place_of(event: Event) -> SpaceId | None:
    """Where the map shows an event: where a move ends, where new units stand; None for nowhere."""
    match event:
        case Moved(to=to):
            return to
        case Mobilized(placement=placement):
            return placement.at
        case SubsPlaced(tokens=tokens) if tokens:
            return next(iter(tokens.values()))
        case _:
            return CATALOG.place(event)


def legs_of(game: Game, event: Event, last: Game) -> tuple[Leg, ...]:
    """The ways that pieces go by an event, in the game before it and after all of its entry."""
    match event:
        case Moved(pieces, origin, to):
            return (Leg(route=(origin, to), pieces=pieces),)
        case Retreated(space, to, pieces, _) if to is not None:
            return (Leg(route=(space, to), pieces=pieces),)
        case Unloaded(pieces=pieces, territory=territory):
            origins = {game.pieces[one].at for one in pieces if one in game.pieces}
            return tuple(
                Leg(route=(origin, territory), pieces=_at(game, pieces, origin))
                for origin in sorted(origins)
                if origin != territory
            )
        case TakenBack(pieces=pieces):
            ways: dict[tuple[SpaceId, SpaceId], list[PieceId]] = {}
            for one in pieces:
                there, here = game.pieces.get(one), last.pieces.get(one)
                if there and here and there.at != here.at and not _aboard(there):
                    ways.setdefault((there.at, here.at), []).append(one)
            return tuple(Leg(route=way, pieces=tuple(those)) for way, those in ways.items())
        case _:
            return ()


def _aboard(piece: Piece) -> bool:
    return isinstance(piece, Figure) and piece.aboard is not None


def _at(game: Game, pieces: Iterable[PieceId], space: str) -> tuple[PieceId, ...]:
    return tuple(one for one in pieces if one in game.pieces and game.pieces[one].at == space)


def staged_legs(staged: Iterable[tuple[Game, Sequence[Event]]]) -> tuple[Leg, ...]:
    """The ways of all that is staged and not taken back, each once; with the game before each."""
    legs: list[Leg] = []
    for game, events in staged:
        for event in events:
            match event:
                case TakenBack(pieces=pieces):
                    legs = [
                        leg.model_copy(update={"pieces": kept})
                        for leg in legs
                        if (kept := tuple(one for one in leg.pieces if one not in pieces))
                    ]
                case Moved() | Unloaded():
                    for leg in legs_of(game, event, game):
                        legs = _extended(legs, leg)
                case _:
                    pass
    return tuple(legs)


def _extended(legs: Sequence[Leg], leg: Leg) -> list[Leg]:
    """The ways with one more, or one of them longer."""
    for i, one in enumerate(legs):
        if set(one.pieces) == set(leg.pieces) and one.route[-1] == leg.route[0]:
            longer = one.model_copy(update={"route": (*one.route, *leg.route[1:])})
            return [*legs[:i], longer, *legs[i + 1 :]]
    return [*legs, leg]


def position_after(game: Game, event: Event, last: Game) -> Game:
    """The game after an event, as far as it shows: who stands, holds and fights where.

    `last` is the game after all events of its entry: from there come units that are new, and what
    tokens show. It is what comes of the last event.
    """
    match event:
        case Mobilized(placement=placement):
            return _taken_over(game, last, {placement.at})
        case GroupsOpened(tokens=tokens) | SubsPlaced(tokens=tokens):
            return _taken_over(game, last, set(tokens.values()))
        case (
            TokensRevealed(at=at)
            | TokensShuffled(at=at)
            | TokensRemoved(at=at)
            | TokensDiscarded(at=at)
        ):
            return _taken_over(game, last, {at}, Token)
        case Moved(pieces=pieces, to=to):
            return game.replace(pieces=game.pieces.replaced(_gone(game, pieces, to)))
        case Retreated(pieces=pieces, to=to):
            moved = [] if to is None else _gone(game, pieces, to)
            return _withdrawn(game.replace(pieces=game.pieces.replaced(moved)), pieces)
        case TakenBack(pieces=pieces):
            back = [last.pieces[one] for one in pieces if one in last.pieces]
            return game.replace(pieces=game.pieces.replaced(back))
        case Unloaded(pieces, territory, False):
            ashore = [
                piece.replace(at=territory, aboard=None)
                for one in pieces
                if isinstance(piece := game.pieces.get(one), Figure)
            ]
            return game.replace(pieces=game.pieces.replaced(ashore))
        case Lost(piece=piece, count=1) if isinstance(game.pieces.get(piece), Figure):
            game = _withdrawn(game, (piece,))
            return game.replace(pieces=game.pieces.replaced((), (piece,)))
        case TerritoryTaken(space, _, _, now):
            return game.replace(control={**game.control, space: now})
        case BattleOpened(space, kind, attackers, defenders):
            standing = [
                tuple(one for one in side if one in game.pieces) for side in (attackers, defenders)
            ]
            battle = Battle(
                space=space,
                kind=kind,
                attacker=_owner(game, attackers) or game.active,
                attackers=standing[0],
                defenders=standing[1],
            )
            return game.replace(battle=battle)
        case RoundBegan(round=number) if game.battle is not None:
            return game.update_battle(round=number)
        case Submerged(pieces=pieces) if game.battle is not None:
            under = (*game.battle.submerged, *pieces)
            return _withdrawn(game, pieces).update_battle(submerged=under)
        case BattleOver():
            return game.replace(battle=None)
        case _:
            return game


def _taken_over(
    game: Game, last: Game, spaces: Iterable[SpaceId], kind: type[Piece] = Piece
) -> Game:
    """The game with what stands in some spaces in the end, and what its tokens show then.

    With a `kind` all others stay as they are: units that are lost or go ashore later on.
    """
    before, after = (
        {one.id: one for space in spaces for one in g.pieces.at(space) if isinstance(one, kind)}
        for g in (game, last)
    )
    here, gone = after, [one for one in before if one not in after]
    pieces = game.pieces.replaced(here.values(), gone)
    return _withdrawn(game.replace(pieces=pieces, modules=last.modules), gone)


def _withdrawn(game: Game, pieces: Sequence[PieceId]) -> Game:
    """The game without some pieces in its battle, if one is fought."""
    battle = game.battle
    if battle is None:
        return game
    return game.update_battle(
        attackers=tuple(one for one in battle.attackers if one not in pieces),
        defenders=tuple(one for one in battle.defenders if one not in pieces),
        submerged=tuple(one for one in battle.submerged if one not in pieces),
    )


def _gone(game: Game, pieces: Sequence[PieceId], to: SpaceId) -> list[Piece]:
    """Pieces and what they carry, in another space."""
    moved = [game.pieces[one] for one in pieces if one in game.pieces]
    carried = [
        piece
        for here in {one.at for one in moved}
        for piece in game.pieces.at(here)
        if isinstance(piece, Figure) and piece.aboard in pieces and piece.id not in pieces
    ]
    return [piece.replace(at=to) for piece in (*moved, *carried)]


def loss_words(power: Power, losses: Sequence[Lost], names: Names) -> str:
    """What a power loses at once, as one sentence."""
    total: Counter[Kind] = Counter()
    for one in losses:
        total[one.kind] += one.count
    return f"{power} loses {names.units(total)}"


def matters(game: Game, event: Event) -> str | None:
    """What an event may mean for hidden tokens, in the game before it; None if nothing."""
    if MODULE not in game.modules:
        return None
    match event:
        case Moved(pieces=pieces, origin=origin, to=to):
            tokens = [one for one in pieces if isinstance(game.pieces.get(one), Token)]
            return _moved(game, tokens, origin, to)
        case TokensShuffled():
            return "nobody else can tell which is which now"
        case Reorganized(power, at, tokens, _):
            return f"{power} has moved some submarines between {named_tokens(tokens)} in {at}"
        case TokensRemoved(groups=groups):
            return f"held nothing: {groups_shown(groups)}"
        case TokensDiscarded(groups=groups):
            return f"empty now: {groups_shown(groups)}"
        case TokensRevealed(groups=groups):
            return listed(_held(game, token, group) for token, group in sorted(groups.items()))
        case Submerged(space, owner, pieces):
            under = [one for one in pieces if isinstance(game.pieces.get(one), Token)]
            verb = "dives" if len(under) == 1 else "dive"
            return f"{named_tokens(under)} of {owner} {verb} in {space}" if under else None
        case SubsPlaced(power, added, placed, charged, _, _):
            count = sum(added.values())
            among = f" among {named_tokens(charged)}" if charged else ""
            placing = f"; new on the board: {named_tokens(placed)}" if placed else ""
            submarines = counted(count, "new submarine")
            return f"{power} has {submarines}{among}{placing}"
        case OriginShown(power, token, pieces):
            return f"#{token} of {power} was one of {named_tokens(pieces)}"
        case _:
            return None


def _moved(game: Game, tokens: Sequence[PieceId], origin: str, to: str) -> str | None:
    if not tokens:
        return None
    shown = [_shown(game, token) for token in tokens]
    return f"{listed(shown)} left {origin} for {to}"


def _shown(game: Game, token: PieceId) -> str:
    """A token by its handle, with its group if that is open to all."""
    opened = tracker(game, game.pieces[token].owner).opened.get(token)
    return f"#{token}" if opened is None else _held(game, token, opened)


def _held(game: Game, token: PieceId, group: int) -> str:
    """``#12 (group 3, 2 submarines)``, ``#13 (a decoy)``."""
    if token not in game.pieces:
        return f"#{token} (group {group})"
    size = tracker(game, game.pieces[token].owner).size(group)
    return f"#{token} (group {group}, {group_size(size)})"


def battle_won(event: BattleOver, attacker: Power | None) -> str:
    """How a battle ended, as one sentence."""
    match event.won:
        case None:
            return f"Battle in {event.space}: both sides stay"
        case True:
            return f"Battle in {event.space}: {attacker or 'the attacker'} won"
        case False:
            return f"Battle in {event.space}: the {Role.DEFENDER.value} won"
