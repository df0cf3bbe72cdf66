"""Pieces of several places move by one click; a space shows who can come; refusals give reasons."""

import dataclasses

import pytest

from client.errors import InvalidMessage, RefusedAnswer
from client.seat import moving
from client.seat.staging import Staging
from client.seat.view import PlayerView
from client.table.decision import PendingDecision
from engine.board import Power, SpaceId
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.game import Event
from engine.loading import builtin
from engine.movement.phases import CombatMove
from engine.movement.proposals import destinations
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.requests import Decision
from engine.run import Run
from engine.setup import new_game
from tests.client.asking import sent
from tests.engine.movement.drill import Drill, combat_move, noncombat_move
from tests.engine.position import position

GERMANY = Power("Germany")
AIRCRAFT = ("fighter", "bomber")


@pytest.fixture
def staging() -> Staging:
    """Germany's first combat move of 1941, with nothing bought."""
    scenario = builtin("anniversary-1941")
    run = Run(new_game(scenario, (), {"research": "off"}, scenario.seatings[2]))
    found = Staging(run, run.game.seat_of(GERMANY), {})
    found.stage(Purchase({}), "buy nothing")
    return found


def view_of(staging: Staging) -> PlayerView:
    """What is asked."""
    assert staging.view is not None
    return staging.view


def those(staging: Staging, space: str, kind: str) -> list[PieceId]:
    """Germany's pieces of a kind in a space."""
    return [
        piece.id
        for piece in staging.game.pieces.at(SpaceId(space))
        if isinstance(piece, Figure) and piece.kind == kind and piece.owner == GERMANY
    ]


def test_tanks_of_two_places_attack_by_one_click(staging: Staging) -> None:
    """BG-7.2: what lights up is where all of them can go, each by its own way."""
    tanks = [*those(staging, "Poland", "tank"), *those(staging, "Bulgaria Romania", "tank")]
    goals = moving.lit(view_of(staging), tanks)
    assert goals[SpaceId("Ukraine")].ways == (
        ("Bulgaria Romania", "Ukraine"),
        ("Poland", "Bulgaria Romania", "Ukraine"),
    )
    assert "East Poland" in goals
    assert "Baltic States" not in moving.lit(view_of(staging), those(staging, "France", "tank"))
    for order in moving.moved(view_of(staging), tanks, SpaceId("Ukraine")):
        staging.stage(order, "move", along=len(staging.actions) > 1)
    assert all(staging.game.pieces[tank].at == "Ukraine" for tank in tanks)
    assert staging.undo() == "move; move"
    assert staging.game.pieces[tanks[0]].at == "Poland"
    assert staging.undo() == "buy nothing"


async def test_orders_refused_halfway_leave_the_question_as_it_was(
    staging: Staging, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page still shows it, and is told whom to leave out."""
    decision = PendingDecision(staging)
    tanks = [*those(staging, "Poland", "tank"), *those(staging, "Bulgaria Romania", "tank")]
    stage, version = staging.stage, staging.version

    def one_alone(answer: object, words: str, *, along: bool = False) -> tuple[Event, ...]:
        if along:
            raise Illegal("BG-7.6", "an aircraft would have no place left to land")
        return stage(answer, words)

    monkeypatch.setattr(staging, "stage", one_alone)
    with pytest.raises(RefusedAnswer) as refused:
        decision.answer(sent({"do": "move", "pieces": tanks, "to": "Ukraine"}))
    assert str(refused.value) == (
        "BG-7.6: an aircraft would have no place left to land, "
        "if you also move 2 tanks from Poland to Ukraine through Bulgaria Romania"
    )
    assert staging.words == ("buy nothing",)
    assert staging.version == version


async def test_a_question_is_made_once_for_what_is_staged(staging: Staging) -> None:
    """Whatever else has a page painted anew: the odds in a question may take long."""
    decision = PendingDecision(staging)
    asked = decision.question
    assert decision.question is asked
    decision.answer(
        sent({"do": "move", "pieces": those(staging, "Poland", "tank"), "to": "Ukraine"})
    )
    assert decision.question is not asked


def test_in_combat_move_only_what_has_a_purpose_lights_up(staging: Staging) -> None:
    """R6: infantry with no step left could only be taken back from land that is not attacked."""
    infantry = moving.lit(view_of(staging), those(staging, "Poland", "infantry"))
    assert set(infantry) == {"Baltic States", "East Poland"}
    tanks = moving.lit(view_of(staging), those(staging, "Poland", "tank"))
    assert "Germany" in tanks, "from where they have a step left"
    assert "France" not in tanks


def test_a_place_knows_who_can_come(staging: Staging) -> None:
    """BG-7.2: whoever is named could be ordered there, and nobody else could."""
    goal = SpaceId("Ukraine")
    coming = set(moving.reaching(view_of(staging), goal))
    assert set(those(staging, "Poland", "tank")) < coming
    assert not set(those(staging, "Poland", "infantry")) & coming
    for piece in staging.game.owned(GERMANY):
        try:
            assert (goal in moving.lit(view_of(staging), [piece.id])) == (piece.id in coming)
        except Illegal:
            assert piece.id not in coming


def kinds_coming(drill: Drill, to: str) -> list[str]:
    """Kinds of the pieces that a space names as those who can come."""
    request = drill.run.request
    assert isinstance(request, Decision)
    coming = moving.reaching(PlayerView(drill.game, request, {}), SpaceId(to))
    figures = [drill.game.pieces[piece] for piece in coming]
    return [figure.kind for figure in figures if isinstance(figure, Figure)]


def test_nobody_is_called_where_an_aircraft_cannot_land() -> None:
    """BG-9.3: it may pass over an enemy and over open sea, but not stay there."""
    drill = noncombat_move("Prairie: USA fighter\nSZ 1: USA carrier")
    for nowhere in ("Border", "SZ 4", "SZ 8"):
        assert kinds_coming(drill, nowhere) == []
    for land in ("West", "Isle"):
        assert kinds_coming(drill, land) == ["fighter"]
    assert kinds_coming(drill, "SZ 1") == ["fighter"]
    assert sorted(kinds_coming(drill, "SZ 2")) == ["carrier", "fighter"], (
        "the carrier may sail there"
    )


def test_nobody_is_called_to_where_nothing_is_attacked() -> None:
    """R6: moves in friendly space wait for Noncombat move; ships may sail to load."""
    drill = combat_move(
        "West: USA tank, fighter\nPrairie: USA infantry\nBorder: Japan tank\nSZ 1: USA transport"
    )
    assert kinds_coming(drill, "Prairie") == []
    assert sorted(kinds_coming(drill, "Border")) == ["fighter", "infantry", "tank"]
    assert kinds_coming(drill, "SZ 2") == ["transport"]


@pytest.mark.parametrize(
    ("start", "kind", "to", "words"),
    [
        ("Poland", "tank", "Belorussia", "must stop in"),
        ("Poland", "infantry", "Ukraine", "1 movement point left, not 2"),
        ("Germany", "fighter", "SZ 2", "land"),
    ],
)
def test_a_place_out_of_reach_says_why(
    staging: Staging, start: str, kind: str, to: str, words: str
) -> None:
    """BG-7.2 to 7.6: the reason is that of a shortest way, not that it is no neighbour."""
    pieces = those(staging, start, kind)[:1]
    (order,) = moving.moved(view_of(staging), pieces, SpaceId(to))
    refusal = moving.judged(view_of(staging), order)
    assert refusal is not None
    assert words in refusal.reason


def test_ships_are_told_that_land_is_land_however_far_it_is() -> None:
    """BG-1.1: what could never be comes before how many movement points are left."""
    game = position("SZ 1: USA destroyer", phase=Phase.COMBAT_MOVE)
    view = PlayerView(game, CombatMove(Power("USA")), {})
    ships = [piece.id for piece in game.pieces.at(SpaceId("SZ 1"))]
    for land in ("West", "Isle"):
        with pytest.raises(Illegal, match=f"{land} is land; piece {ships[0]} stays at sea"):
            moving.moved(view, ships, SpaceId(land))


def test_whoever_is_in_the_air_is_landed_by_one_click() -> None:
    """BG-9.3: fighters come down on land or on a carrier that goes where it is needed."""
    drill = noncombat_move("SZ 1: USA carrier, destroyer\nSZ 3: USA 2 fighter, bomber")
    orders = moving.landings(drill.game)
    for order in orders:
        drill.give(order)
    drill.done()
    assert drill.is_over
    flying = [p for p in drill.game.pieces.values() if isinstance(p, Figure) and p.kind in AIRCRAFT]
    assert len(flying) == 3
    with pytest.raises(InvalidMessage):
        moving.landings(noncombat_move("SZ 1: USA carrier, destroyer").game)


def test_aircraft_fly_around_guns_where_that_is_no_longer_way() -> None:
    """[CL] BG-7.7: guns fire at who passes over them; Western Europe has some, the sea has none."""
    uk = Power("UK")
    scenario = builtin("classic")
    game = new_game(scenario, (), {}, scenario.seatings[2])
    turn = next(i for i, turn in enumerate(scenario.turns) if uk in turn.powers)
    phases = [part.phase for part in scenario.turns[turn].phases]
    game = game.replace(turn=turn, phase=phases.index(Phase.COMBAT_MOVE))
    (bomber,) = [p for p in game.owned(uk) if isinstance(p, Figure) and p.kind == "bomber"]
    game = game.with_pieces(dataclasses.replace(bomber, left=6))
    game = game.update_turn_record(control_at_start=game.control)
    first = destinations(game, [bomber.id])[SpaceId("Germany")]
    assert first == ("SZ North Sea", "Western Europe", "Germany")
    goals = moving.lit(PlayerView(game, CombatMove(uk), {}), [bomber.id])
    around = ("United Kingdom", "SZ North Sea", "SZ Baltic", "Germany")
    assert goals[SpaceId("Germany")].ways == (around,)
    (south,) = goals[SpaceId("Southern Europe")].ways
    assert "Western Europe" in south, "there is no other way of that length"


def gather(drill: Drill, to: str) -> str:
    """Bring as many to a space as can come there; tell who is there then."""
    staging = Staging(drill.run, drill.game.seat_of(Power("USA")), {})
    decision = PendingDecision(staging)
    coming = decision.comers(to).pieces
    decision.answer(sent({"do": "gather", "pieces": coming, "to": to}))
    here = staging.game.pieces.at(SpaceId(to))
    return ", ".join(sorted(piece.kind for piece in here if isinstance(piece, Figure)))


@pytest.mark.parametrize(
    ("units", "to", "there"),
    [
        ("West: USA 3 infantry\nSZ 1: USA transport", "SZ 1", "infantry, infantry, transport"),
        ("West: USA 2 infantry, tank\nSZ 1: USA transport", "SZ 1", "infantry, tank, transport"),
        ("West: USA 3 fighter\nSZ 1: USA carrier", "SZ 1", "carrier, fighter, fighter"),
        ("West: USA 2 infantry, tank", "Prairie", "infantry, infantry, tank"),
        (
            "Prairie: USA 3 infantry\nSZ 1: USA transport\nSZ 2: USA transport",
            "SZ 2",
            "infantry, infantry, infantry, transport, transport",
        ),
    ],
)
async def test_as_many_are_brought_as_can_come_together(units: str, to: str, there: str) -> None:
    """BG-7.9, BG-9.3: each of them could come alone, and there is no room for all."""
    assert gather(noncombat_move(units), to) == there


async def test_where_nobody_can_come_it_is_told_why() -> None:
    """BG-7.9: no ship is there, and nobody has changed anything."""
    drill = noncombat_move("West: USA infantry\nSZ 1: USA transport")
    ids = [piece.id for piece in drill.game.pieces.at(SpaceId("West"))]
    staging = Staging(drill.run, drill.game.seat_of(Power("USA")), {})
    decision = PendingDecision(staging)
    with pytest.raises(Illegal, match="BG-7"):
        decision.answer(sent({"do": "gather", "pieces": ids, "to": "SZ 8"}))
    assert not staging.staged
