"""Orders of both movement phases, and aircraft that have lost their place to land (BG-7, BG-9)."""

__all__ = ["CHAPTER", "road"]

from collections.abc import Iterable, Iterator, Mapping, Sequence

from client.errors import InvalidMessage
from client.presentation import places
from client.presentation.controls import Aims, Assign, piece_of, refusal
from client.presentation.names import Names
from client.presentation.naming import placed, seen_at
from client.presentation.reading import ARROW, alone, bare, space, stack_in
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.presentation.words import NotUnderstood, listed
from client.schema.answers import (
    DoneAnswer,
    FormAnswer,
    GatherAnswer,
    LandingAnswer,
    MoveAnswer,
    TakeBackAnswer,
)
from client.schema.forms import ChoiceWords, OrdersForm, PieceWithoutPurpose
from client.seat.moving import gathered, landings, moved
from client.seat.shuffled import in_truth
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.charts import Breakthrough
from engine.game import Game
from engine.movement.cargo import cargo_of
from engine.movement.homeless import LandedHomeless, LandHomeless, Landings
from engine.movement.landing import NOTHING_MOVES, plan_landings
from engine.movement.orders import (
    Done,
    Load,
    Loaded,
    LostInFlight,
    Move,
    Moved,
    Order,
    TakeBack,
    TakenBack,
    Unload,
    Unloaded,
)
from engine.movement.phases import CombatMove, NoncombatMove, Ordering
from engine.movement.proposals import destinations
from engine.movement.steps import can_move
from engine.movement.takeback import can_go_back, has_changed, pieces_without_purpose
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain, Trait
from engine.variants.rules_of_warfare.paratroops import Paratroops

# Typed orders


def _move(view: PlayerView, text: str) -> Order:
    """Every space of the way, or only where it leads."""
    start, *named = ARROW.split(text)
    if not named:
        raise NotUnderstood("where to?", "write > and the space: move tank Wake > SZ Wake")
    pieces, at = stack_in(view, start, lambda piece: not _aboard(piece) and piece.left > 0)
    way = tuple(space(view, name) for name in named)
    return Move(pieces, _route(view, pieces, at, way))


def _route(
    view: PlayerView, pieces: frozenset[PieceId], at: SpaceId, way: tuple[SpaceId, ...]
) -> tuple[SpaceId, ...]:
    """The whole route: as named, or a shortest one where only its end was named."""
    board = view.game.board
    steps = zip((at, *way), way, strict=False)
    if len(way) > 1 or all(board.adjacent(here, there) for here, there in steps):
        return way
    open_to = destinations(view.game, pieces)
    if way[0] not in open_to:
        could = (
            f"they could go to {listed(sorted(open_to), 'or')}" if open_to else "they cannot move"
        )
        raise NotUnderstood(f"there is no way for all of them from {at} to {way[0]}", could)
    return open_to[way[0]]


def _load(view: PlayerView, text: str) -> Order:
    start, *named = ARROW.split(text)
    units, at = stack_in(view, start, lambda piece: _is_land(view, piece) and not _aboard(piece))
    zones = [space(view, name) for name in named] or list(view.game.board.adjacent_zones(at))
    power = view.decision.power
    ships = [
        ship
        for zone in zones
        for ship in view.game.pieces.at(zone)
        if view.game.rules.counts_as(view.game, ship, Trait.TRANSPORT)
        and view.game.friendly(power, ship.owner)
    ]
    orders = [Load(ship.id, units) for ship in sorted(ships, key=lambda s: s.owner != power)]
    if not orders:
        raise NotUnderstood(
            f"there is no transport in {listed(zones, 'or')}", "move one there first"
        )
    return next((order for order in orders if view.decision.legal(view.game, order)), orders[0])


def _unload(view: PlayerView, text: str) -> Order:
    start, *named = ARROW.split(text)
    if len(named) != 1:
        raise NotUnderstood("where to?", "write > and one territory: unload tank SZ Wake > Wake")
    units, _ = stack_in(view, start, _aboard)
    return Unload(units, space(view, named[0]))


def _back(view: PlayerView, text: str) -> Order:
    game = view.game
    began = game.record.phase_began
    pieces, _ = stack_in(
        view,
        bare(text, "back"),
        lambda piece: piece.id not in began or has_changed(game, piece),
    )
    return TakeBack(pieces)


def _done(_: PlayerView, text: str) -> Order:
    alone("done", text)
    return Done()


def _aboard(piece: Piece) -> bool:
    return isinstance(piece, Figure) and piece.aboard is not None


def _is_land(view: PlayerView, piece: Piece) -> bool:
    return view.game.rules.domain(view.game, piece) is Domain.LAND


# Orders in words


def _say_move(view: PlayerView, answer: Move) -> str:
    return f"move {placed(view, answer.pieces)} > {' > '.join(answer.route)}"


def _say_load(view: PlayerView, answer: Load) -> str:
    return f"load {placed(view, answer.pieces)} > {view.game.pieces[answer.transport].at}"


def _say_unload(view: PlayerView, answer: Unload) -> str:
    return f"unload {placed(view, answer.pieces)} > {answer.territory}"


def _say_take_back(view: PlayerView, answer: TakeBack) -> str:
    return f"take back {placed(view, answer.pieces)}"


def _say_done(_: PlayerView, __: Done) -> str:
    return "done"


def _tell_move(view: PlayerView, answer: Move) -> str:
    *between, goal = answer.route
    through = f" through {listed(between)}" if between else ""
    aboard = [unit.id for unit in cargo_of(view.game, answer.pieces)]
    laden = f" with {listed(what for what, _ in seen_at(view, aboard))} aboard" if aboard else ""
    return f"move {_from_spaces(view, answer.pieces)}{laden} to {goal}{through}"


def _tell_load(view: PlayerView, answer: Load) -> str:
    zone = view.game.pieces[answer.transport].at
    return f"load {_from_spaces(view, answer.pieces)} aboard a transport in {zone}"


def _tell_unload(view: PlayerView, answer: Unload) -> str:
    return f"unload {_from_spaces(view, answer.pieces)} to {answer.territory}"


def _tell_take_back(view: PlayerView, answer: TakeBack) -> str:
    back = (f"{what} back from {at}" for what, at in seen_at(view, answer.pieces))
    return f"take {listed(back)}"


def _from_spaces(view: PlayerView, pieces: Iterable[PieceId]) -> str:
    """``2 infantry from Hawaii and a tank from Midway``."""
    return listed(f"{what} from {at}" for what, at in seen_at(view, pieces))


_ORDERS = (
    Wording(Move, _say_move, _tell_move),
    Wording(Load, _say_load, _tell_load),
    Wording(Unload, _say_unload, _tell_unload),
    Wording(TakeBack, _say_take_back, _tell_take_back),
    Wording(Done, _say_done),
)

_VERBS = (
    Verb("move", "2 infantry, tank Wake > SZ 4: every space of the way, or where it leads", _move),
    Verb("load", "infantry, tank Hawaii > SZ Hawaii: units board a transport", _load),
    Verb("unload", "infantry, tank SZ Wake > Wake: cargo goes ashore", _unload),
    Verb(
        "back",
        "tank SZ Wake: pieces return to where they stood when the phase began, and units that have "
        "unloaded go back aboard",
        _back,
    ),
    Verb("take", "back tank SZ Wake: the same", _back),
    Verb("done", "nothing more is moved in this phase", _done),
)


# Orders on a page


class _Orders:
    """Pieces that can be dragged; one answer may be several orders."""

    def form(self, view: PlayerView, decision: Ordering) -> OrdersForm:
        """See `Control.form`."""
        game, power = view.game, decision.power
        truth = in_truth(game, power, view.groups)
        stray = pieces_without_purpose(game) if isinstance(decision, CombatMove) else ()
        return OrdersForm(
            movable=tuple(piece.id for piece in truth.owned(power) if can_move(truth, piece)),
            back=tuple(piece.id for piece in game.owned(power) if can_go_back(game, piece)),
            without_purpose=tuple(PieceWithoutPurpose(id=piece.id, at=piece.at) for piece in stray),
            done=refusal(view, Done()),
            airborne=_airborne(game) if isinstance(decision, NoncombatMove) else (),
            drops=_may_drop(game),
        )

    def read(self, view: PlayerView, decision: Ordering, answer: FormAnswer) -> tuple[object, ...]:
        """See `Control.read`."""
        del decision
        match answer:
            case MoveAnswer(pieces=pieces, to=to):
                return moved(view, pieces, SpaceId(to))
            case GatherAnswer(pieces=pieces, to=to):
                return gathered(view, pieces, SpaceId(to))
            case LandingAnswer():
                return landings(view.game)
            case TakeBackAnswer(pieces=pieces):
                return (TakeBack(frozenset(map(PieceId, pieces))),)
            case DoneAnswer():
                return (Done(),)
            case _:
                raise InvalidMessage("orders are asked now", "look at the question again")


def _airborne(game: Game) -> tuple[SpaceId, ...]:
    """Spaces over which aircraft of the active power have no place to land as they are (BG-9.3)."""
    final = plan_landings(game, NOTHING_MOVES)
    places = zip(final.flying, final.plan.zones, strict=True)
    return tuple(sorted({aircraft.at for aircraft, zone in places if zone is None}))


def _may_drop(game: Game) -> bool:
    """Whether bombers of the active power may drop infantry (BG-4.2, WP-1)."""
    found = game.breakthroughs.get(game.active, frozenset())
    return Paratroops.module in game.rules.modules or Breakthrough.PARATROOPERS in found


def _in_the_air(view: PlayerView, _: NoncombatMove) -> Iterator[str]:
    stranded = plan_landings(view.game, NOTHING_MOVES).stranded
    if stranded:
        yield f"{stranded} aircraft must still find a place to land"


# Aircraft that have lost their place to land


def _say_landings(view: PlayerView, answer: Landings) -> str:
    where = [f"{placed(view, [p])}: {at}" for p, at in sorted(answer.places.items())]
    return f"land {'; '.join(where)}" if where else "land nothing"


def _tell_landings(view: PlayerView, answer: Landings) -> str:
    where = (f"{_from_spaces(view, [p])} in {at}" for p, at in sorted(answer.places.items()))
    return f"land {listed(where) or 'nothing'}"


def _in_reach(game: Game, decision: LandHomeless) -> Aims:
    return {str(fighter): spaces for fighter, spaces in decision.reach(game).items()}


def _landed(_: Game, to: Mapping[str, str]) -> Landings:
    return Landings({piece_of(fighter): SpaceId(at) for fighter, at in to.items()})


def _proposed(game: Game, decision: LandHomeless, key: str) -> SpaceId | None:
    return next(decision.candidates(game)).places.get(piece_of(key))


# Events


def road(way: Sequence[Moved], names: Names) -> str:
    """``a bomber moves from Germany through France and SZ 7 to SZ 2``: the steps of one move."""
    *between, goal = (step.to for step in way)
    through = f" through {listed(between)}" if between else ""
    return f"{names.act(way[0].pieces, 'moves', 'move')} from {way[0].origin}{through} to {goal}"


def _moved(event: Moved, names: Names) -> str:
    return road([event], names)


def _loaded(event: Loaded, names: Names) -> str:
    return f"{names.act(event.pieces, 'boards', 'board')} {names.pieces([event.transport])}"


def _unloaded(event: Unloaded, names: Names) -> str:
    one, more = ("will land", "will land") if event.assault else ("lands", "land")
    return f"{names.act(event.pieces, one, more)} in {event.territory}"


def _taken_back(event: TakenBack, names: Names) -> str:
    return f"{names.act(event.pieces, 'is', 'are')} taken back"


def _lost_in_flight(event: LostInFlight, names: Names) -> str:
    return f"{event.power} loses {names.pieces(event.pieces)} over {event.at}: nowhere to land"


def _landed_homeless(event: LandedHomeless, names: Names) -> str:
    where = ", ".join(f"{names.pieces([p])} in {at}" for p, at in sorted(event.places.items()))
    return f"{event.power} lands {where}"


def _without_ships(view: PlayerView) -> tuple[str, tuple[str, ...]] | None:
    """The question to a power that has nothing at sea."""
    game = view.game
    if any(game.board.is_sea(piece.at) for piece in game.owned(view.decision.power)):
        return None
    return "Combat move: which units attack?", ("BG-7",)


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            CombatMove,
            asks="Combat move: which units attack, and which sail for an amphibious assault?",
            rules=("BG-7",),
            task="make combat moves",
            control=_Orders(),
            put_now=_without_ships,
            says=_ORDERS,
            verbs=_VERBS,
            examples=(
                "load infantry, tank Hawaii > SZ Hawaii",
                "move transport, cruiser, #12 SZ Hawaii > SZ Wake",
                "unload infantry, tank SZ Wake > Wake",
                "back cruiser SZ Wake",
                "done",
            ),
            numbered=False,
            staged=True,
        ),
        DecisionRecord(
            NoncombatMove,
            asks="Noncombat move: move what has not moved or fought; aircraft must land.",
            rules=("BG-9",),
            task="make noncombat moves",
            control=_Orders(),
            says=_ORDERS,
            verbs=_VERBS,
            examples=(
                "move fighter SZ Wake > Midway",
                "move destroyer SZ Hawaii > SZ Midway",
                "done",
            ),
            numbered=False,
            staged=True,
            facts=_in_the_air,
        ),
        DecisionRecord(
            LandHomeless,
            asks="Where do aircraft land that have lost their landing place?",
            rules=("BG-9.4",),
            task="land aircraft",
            control=Assign(
                ChoiceWords(chosen="lands in", left="is lost", send="Land them", none=None),
                aims=_in_reach,
                answer=_landed,
                now=_proposed,
            ),
            says=(Wording(Landings, _say_landings, _tell_landings),),
        ),
    ),
    events=(
        EventRecord(Moved, _moved, place=places.to),
        EventRecord(Loaded, _loaded),
        EventRecord(Unloaded, _unloaded, place=places.territory),
        EventRecord(TakenBack, _taken_back),
        EventRecord(LostInFlight, _lost_in_flight, place=places.at),
        EventRecord(LandedHomeless, _landed_homeless),
    ),
)
