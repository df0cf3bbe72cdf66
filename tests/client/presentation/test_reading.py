"""Lines that a person types, on the small world of the engine's tests."""

from collections.abc import Iterable

import pytest

from client.bots.captain import Captain
from client.presentation.catalog import CATALOG
from client.presentation.words import NotUnderstood
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties, Losses, salvo
from engine.battle.submarines import Dive, Submerge
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, Placement
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.game import Game
from engine.movement.declarations import Declare
from engine.movement.orders import Declaration, Done, Load, Move, TakeBack, Unload
from engine.movement.phases import CombatMove, Ordering
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.requests import Decision, Roll
from engine.run import Run
from engine.units import Kind
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Transfer,
)
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.place import PlacementSlots, PlaceSubs, Placing
from engine.variants.secret_subs.setup import OpeningGroups
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Token
from tests.client.positions import USA, read_answer, view_of, wake_island
from tests.engine.battle.field import battlefield
from tests.engine.position import find, play, position
from tests.engine.secret_subs.owners import waters

WEST, HAWAII = SpaceId("West"), SpaceId("SZ Hawaii")


def landing() -> Game:
    return position(
        """
        West: USA 2 infantry, tank, fighter
        SZ 2: USA transport, destroyer
        SZ 3: Japan transport
        Border: Japan infantry
        """,
        phase=Phase.COMBAT_MOVE,
    )


def test_a_move_names_units_their_space_and_every_space_of_the_way() -> None:
    game = landing()
    order = read_answer("move", view_of(game), "destroyer SZ 2 > SZ 3")
    assert order == Move(frozenset(find(game, "SZ 2", "destroyer")), (SpaceId("SZ 3"),))


def test_a_move_may_name_only_where_it_leads() -> None:
    order = read_answer("move", view_of(landing()), "fighter from West to Border")
    assert isinstance(order, Move)
    assert order.route[-1] == "Border"
    assert len(order.route) == 2


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("fighter West", "where to"),
        ("2 fighters West > SZ 2", "USA has only 1 fighter in West"),
        ("cruiser SZ 2 > SZ 3", "no cruiser in SZ 2"),
        ("fighter Nowhere > SZ 2", 'no space "Nowhere"'),
        ("5 carrots West > SZ 2", "cannot be read"),
        ("destroyer SZ 2 > SZ 10", "no way .* from SZ 2 to SZ 10"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_could_be(typed: str, message: str) -> None:
    with pytest.raises(NotUnderstood, match=message):
        read_answer("move", view_of(landing()), typed)


@pytest.mark.parametrize(
    "typed",
    [
        "cruiser, {0} SZ Hawaii > SZ Midway",
        "{0}, cruiser SZ Hawaii > SZ Midway",
        "cruiser and {0} in SZ Hawaii > SZ Midway",
        "ca {0}, SZ Hawaii > SZ Midway",
        "1 cruiser, {0} > SZ Midway",
    ],
)
def test_ships_and_tokens_sail_together_however_they_are_listed(typed: str) -> None:
    _, view = wake_island(CombatMove)
    token = min(p.id for p in view.game.pieces.at(HAWAII) if isinstance(p, Token))
    order = read_answer("move", view, typed.format(f"#{token}"))
    cruiser = find(view.game, "SZ Hawaii", "cruiser")[0]
    assert order == Move(frozenset({token, cruiser}), (SpaceId("SZ Midway"),))
    assert read_answer("move", view, CATALOG.phrase(view, order).removeprefix("move ")) == order


def test_all_is_whatever_can_sail() -> None:
    _, view = wake_island(CombatMove)
    order = read_answer("move", view, "all SZ Hawaii > SZ Midway")
    assert isinstance(order, Move)
    assert order.pieces == {p.id for p in view.game.pieces.at(HAWAII) if p.owner == USA}


def test_tokens_are_looked_for_where_the_line_says() -> None:
    _, view = wake_island(CombatMove)
    token = min(p.id for p in view.game.pieces.at(HAWAII) if isinstance(p, Token))
    with pytest.raises(NotUnderstood, match="these tokens are in SZ Hawaii"):
        read_answer("move", view, f"#{token}, cruiser SZ Wake > SZ Midway")


def test_loading_and_landing_an_assault() -> None:
    run = Run(landing())
    view = view_of(run.game)
    boarding = read_answer("load", view, "infantry, tank West > SZ 2")
    (transport,) = find(run.game, "SZ 2", "transport")
    assert boarding == Load(transport, frozenset({PieceId(1), PieceId(3)}))
    play(run, boarding, read_answer("move", view, "transport, destroyer SZ 2 > SZ 3"))
    ashore = read_answer("unload", view_of(run.game), "all infantry, tank SZ 3 > Border")
    assert ashore == Unload(frozenset({PieceId(1), PieceId(3)}), SpaceId("Border"))
    play(run, ashore)
    taken = read_answer("back", view_of(run.game), "destroyer SZ 3")
    assert taken == TakeBack(frozenset(find(run.game, "SZ 3", "destroyer")))
    assert CATALOG.phrase(view_of(run.game), taken) == "take back a destroyer in SZ 3"


def test_what_was_loaded_or_unloaded_in_noncombat_move_can_be_named_to_be_taken_back() -> None:
    units = "SZ 2: USA transport\nWest: USA infantry"
    run = Run(position(units, phase=Phase.NONCOMBAT_MOVE))
    (ship,), (soldier,) = find(run.game, "SZ 2", "transport"), find(run.game, "West", "infantry")
    play(run, read_answer("load", view_of(run.game), "infantry West > SZ 2"))
    taken = read_answer("back", view_of(run.game), "transport SZ 2")
    assert taken == TakeBack(frozenset({ship}))
    play(run, read_answer("unload", view_of(run.game), "infantry SZ 2 > Prairie"))
    taken = read_answer("back", view_of(run.game), "infantry Prairie")
    assert taken == TakeBack(frozenset({soldier}))
    play(run, taken)
    assert run.game.pieces[soldier].at == "SZ 2"


def test_done_stands_alone() -> None:
    assert read_answer("done", view_of(landing()), "") == Done()
    with pytest.raises(NotUnderstood, match="write done alone"):
        read_answer("done", view_of(landing()), "please")


def test_a_declaration_names_what_is_attacked_and_what_bombards() -> None:
    game = position(
        "SZ 3: USA battleship, cruiser, transport / Japan transport", phase=Phase.COMBAT_MOVE
    )
    view = PlayerView(game, Declare(USA), {})
    read = read_answer("attack", view, "SZ 3; bombard Border with battleship")
    assert read == Declaration(
        frozenset({SpaceId("SZ 3")}),
        {SpaceId("Border"): frozenset(find(game, "SZ 3", "battleship"))},
    )
    assert read_answer("attack", view, "nothing") == Declaration()


def test_a_purchase_counts_units_and_repairs() -> None:
    game = position("West: USA complex", damage={"West": 3})
    read = read_answer("buy", view_of(game), "2 infantry, tank; repair 2 West")
    assert read == Purchase({Kind("infantry"): 2, Kind("tank"): 1}, {SpaceId("West"): 2})
    assert read_answer("buy", view_of(game), "nothing") == Purchase()
    with pytest.raises(NotUnderstood, match='no kind of unit "carrot"\n  is it carrier'):
        read_answer("buy", view_of(game), "2 carrots")


@pytest.mark.parametrize("typed", ["2 subs, inf", "2x sub, 1 infantry", "inf and 2 subs"])
def test_units_are_known_by_their_letters_and_their_beginnings(typed: str) -> None:
    read = read_answer("buy", view_of(position("West: USA complex")), typed)
    assert read == Purchase({Kind("infantry"): 1, Kind("submarine"): 2})


def test_placements_that_two_complexes_could_make_are_charged_so_that_all_find_room() -> None:
    """BG-10.1: Prairie is full, so the destroyer is West's."""
    game = position(
        "West: USA complex\nPrairie: USA complex",
        phase=Phase.MOBILIZE,
        waiting={"USA": {"infantry": 3, "destroyer": 1}},
    )
    read = read_answer("place", view_of(game), "destroyer SZ 2; 3 infantry Prairie")
    west, prairie, zone = SpaceId("West"), SpaceId("Prairie"), SpaceId("SZ 2")
    assert read == Mobilization(
        (
            Placement(Kind("destroyer"), west, zone, 1),
            Placement(Kind("infantry"), prairie, prairie, 3),
        )
    )


def test_placements_find_their_complex() -> None:
    game = position(
        "West: USA complex",
        phase=Phase.MOBILIZE,
        waiting={"USA": {"infantry": 2, "destroyer": 1}},
    )
    read = read_answer("place", view_of(game), "2 infantry West; destroyer SZ 1 from West")
    assert read == Mobilization(
        (
            Placement(Kind("destroyer"), WEST, SpaceId("SZ 1"), 1),
            Placement(Kind("infantry"), WEST, WEST, 2),
        )
    )
    with pytest.raises(NotUnderstood, match="no destroyer can be placed in SZ 9"):
        read_answer("place", view_of(game), "destroyer SZ 9")


def test_shuffles_transfers_and_claims_name_tokens_by_their_handles() -> None:
    sea = waters("SZ 2: USA cruiser", "SZ 2: USA a=3:1, b=4:0", phase=Phase.COMBAT_MOVE)
    one, other = sea["a"], sea["b"]
    view = PlayerView(sea.game, sea.asked, sea.secrets)
    both = frozenset({one, other})
    assert read_answer("shuffle", view, f"#{one} and #{other}") == Anonymize(both)
    line = f"#{one}: 3>4 1, 3>5; remove #{other}"
    assert read_answer("reorganize", view, line) == Reorganize(
        one, (Transfer(3, 4, 1), Transfer(3, 5, 1)), {other: 4}
    )
    assert read_answer("claim", view, "#15 from #12 #13") == ClaimFrom(
        PieceId(15), frozenset({PieceId(12), PieceId(13)})
    )
    assert read_answer("remove", view, f"#{other}") == Remove(other, 4)
    with pytest.raises(NotUnderstood, match="names no token"):
        read_answer("shuffle", view, "destroyer")
    with pytest.raises(Illegal, match="#99 is no token of yours"):
        read_answer("remove", view, "#99")


def test_tokens_and_groups_submerge_by_their_numbers() -> None:
    """SS-3.1, 3.4."""
    sides = PlayerView(landing(), ChooseSides(USA), {})
    assert read_answer("submerge", sides, "#12") == SubmergeOrFight(frozenset({PieceId(12)}))
    assert read_answer("fight", sides, "") == SubmergeOrFight()
    groups = PlayerView(landing(), SubmergeGroups(USA), {})
    assert read_answer("submerge", groups, "#12; join 3>5 1") == SubmergeChoice(
        frozenset({PieceId(12)}), (Transfer(3, 5, 1),)
    )
    assert read_answer("fight", groups, "with all") == SubmergeChoice()


def test_zones_with_numbers_for_names_are_told_from_the_sizes_after_them() -> None:
    sea = waters("SZ 2: USA 3 submarine")
    view = PlayerView(sea.game, OpeningGroups(USA, ((SpaceId("SZ 2"), 3),)), sea.secrets)
    answer = read_answer("open", view, "SZ 2 2 1")
    assert set(answer.tokens.values()) == {"SZ 2"}
    assert sorted(answer.sizes.values()) == [1, 2]
    assert CATALOG.phrase(view, answer) == "open groups of 2 and 1 in SZ 2"


def test_opening_groups_are_given_by_their_sizes() -> None:
    """SS-0.8: sizes are public; which token of the shuffled supply stands where is drawn."""
    _, view = wake_island(OpeningGroups)
    decision = view.decision
    assert isinstance(decision, OpeningGroups)
    line = "; ".join(f"{zone} {count}" for zone, count in decision.printed)
    read = read_answer("open", view, line)
    decision.check(view.game, read)
    assert sorted(read.sizes.values()) == sorted(count for _, count in decision.printed)


def test_new_submarines_come_on_new_tokens_and_join_old_ones() -> None:
    """SS-1.1: the groups named are those of the tokens that the words mean."""
    _, view = wake_island(PlaceSubs)
    slot = PlacementSlots.of(view.game, USA).free_slots[0]
    read = read_answer("place", view, f"new decoy {slot.at} from {slot.complex}")
    assert len(read.tokens) == 1
    assert not read.added
    assert set(read.tokens) <= set(tracker(view.game, USA).supply)
    assert read.tokens[min(read.tokens)] == slot
    assert read_answer("place", view, "nothing") == Placing()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("transport SZ 2 > SZ 1", "USA's transport in SZ 2 cannot do this now"),
        ("2 cruisers SZ 2 > SZ 1", "only 1 of USA's 2 cruisers in SZ 2 can do this now"),
        ("3 cruisers SZ 2 > SZ 1", "USA has only 2 cruisers in SZ 2"),
    ],
)
def test_who_has_moved_is_not_said_to_be_elsewhere(typed: str, message: str) -> None:
    """BG-7.9: a ship that has unloaded sails no farther; that is no reason to miss it."""
    game = position("SZ 2: USA transport, 2 cruiser", phase=Phase.NONCOMBAT_MOVE)
    tired = (*find(game, "SZ 2", "transport"), find(game, "SZ 2", "cruiser")[0])
    game = game.with_pieces(*(game.pieces[ship].replace(left=0) for ship in tired))
    with pytest.raises(NotUnderstood, match=message):
        read_answer("move", view_of(game), typed)


def test_losses_are_named_once_for_every_hit() -> None:
    """BG-8.14: hits that the rules still ask for are filled in, the chosen ones come first."""
    _, view = wake_island(Casualties)
    decision = view.decision
    assert isinstance(decision, Casualties)
    room = salvo(view.game, decision.role).remaining_hits
    piece = next(view.game.pieces[p] for p in room if isinstance(view.game.pieces[p], Figure))
    assert isinstance(piece, Figure)
    read = read_answer("lose", view, piece.kind)
    decision.check(view.game, read)
    assert any(
        isinstance(hit, Figure) and hit.kind == piece.kind
        for hit in (view.game.pieces[p] for p in read.hits)
    )
    with pytest.raises(NotUnderstood, match="has only"):
        read_answer("lose", view, f"50 {piece.kind}")


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("battleship and damage to a battleship", "cruiser, damaged battleship"),
        ("cruiser, damage to 2 battleships", "2 damaged battleship"),
        ("2 battleships", "cruiser, damaged battleship"),
        ("battleship, cruiser", "battleship"),
    ],
)
def test_a_ship_that_is_lost_takes_all_its_hits_and_one_that_is_damaged_one(
    line: str, left: str
) -> None:
    """BG-8.15: three hits on two battleships and a cruiser."""
    combat = battlefield("SZ 3: USA 3 destroyer / Japan 2 battleship, cruiser", attacked=("SZ 3",))
    combat.roll(1, 1, 1)
    asked = combat.request
    assert isinstance(asked, Casualties)
    losses = read_answer("lose", PlayerView(combat.game, asked, {}), line)
    assert isinstance(losses, Losses)
    combat.answer(losses)
    assert isinstance(combat.request, Roll)
    combat.roll(*[6] * combat.request.count)
    assert combat.units("SZ 3", "Japan") == left


def test_tokens_are_lost_by_their_handles() -> None:
    """SS-3.8: a group takes as many hits as it has submarines."""
    referee, view = wake_island(Casualties)
    captain = Captain(4)
    while not any(isinstance(view.game.pieces[p], Token) for p in hit_room(view)):
        referee.decide(view, captain)
        after = referee.advance()
        assert after is not None
        view = after
    token = next(p for p in hit_room(view) if isinstance(view.game.pieces[p], Token))
    read = read_answer("lose", view, f"#{token}")
    assert read.hits[token] >= 1


def hit_room(view: PlayerView) -> Iterable[PieceId]:
    decision = view.decision
    return (
        salvo(view.game, decision.role).remaining_hits if isinstance(decision, Casualties) else ()
    )


def test_submarines_submerge_by_their_number() -> None:
    """BG-8.11, in a game without Secret Subs."""
    run = Run(
        position("SZ 3: USA 2 sub / Japan 2 sub, transport", phase=Phase.COMBAT_MOVE, modules=())
    )
    while not isinstance(run.request, Submerge):
        request = run.request
        assert isinstance(request, Decision)
        if isinstance(request, Declare):
            play(run, read_answer("attack", PlayerView(run.game, request, {}), "SZ 3"))
        else:
            play(run, next(iter(request.candidates(run.game))) if not is_order(request) else Done())
    view = PlayerView(run.game, run.request, {})
    assert read_answer("submerge", view, "none") == Dive(frozenset())
    assert len(read_answer("submerge", view, "all").pieces) == 2
    assert len(read_answer("submerge", view, "1").pieces) == 1
    with pytest.raises(NotUnderstood, match="up to 2"):
        read_answer("submerge", view, "3")


def is_order(request: Decision[object]) -> bool:
    return isinstance(request, Ordering)
