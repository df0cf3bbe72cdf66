"""What must hold in every battle: it ends, hits add up, samples are legal."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.battle.casualties import Casualties
from engine.battle.events import Damaged, Fired, Lost, Marked
from engine.battle.fire import hit_points
from engine.battles import Battle
from engine.board import SpaceId
from engine.pieces import Figure
from engine.records import decode, encode
from engine.requests import Decision, Roll
from tests.engine.battle.field import Combat, battlefield
from tests.examples import examples

SHIPS = ("battleship", "carrier", "cruiser", "destroyer", "submarine", "transport")
AIRCRAFT = ("fighter", "bomber")
LAND = ("infantry", "artillery", "tank")


def force(*kinds: str) -> st.SearchStrategy[str]:
    return (
        st.lists(st.sampled_from(kinds), min_size=1, max_size=7)
        .map(Counter)
        .map(lambda counted: ", ".join(f"{n} {kind}" for kind, n in sorted(counted.items())))
    )


@st.composite
def sea_battles(draw: st.DrawFn) -> Combat:
    attackers = draw(force(*SHIPS, *AIRCRAFT))
    defenders = draw(force(*SHIPS, "fighter"))
    ally = draw(st.sampled_from(("", " / Germany destroyer, submarine", " / Germany fighter")))
    origin = draw(st.sampled_from(({}, {"SZ 3": "SZ 2"})))
    return battlefield(
        f"SZ 3: USA {attackers} / Japan {defenders}{ally}",
        attacked=("SZ 3",),
        came_from=origin,
        seats=draw(st.sampled_from(((("USA", "UK"), ("Japan", "Germany")), FOUR))),
    )


FOUR = (("USA",), ("UK",), ("Japan",), ("Germany",))


@st.composite
def land_battles(draw: st.DrawFn) -> Combat:
    overland = draw(force(*LAND, *AIRCRAFT))
    garrison = draw(force(*LAND, "fighter", "aa_gun"))
    cargo = draw(st.integers(0, 2))
    fleet = f"USA battleship, cruiser, transport{f', {cargo} infantry' if cargo else ''}"
    return battlefield(
        f"SZ 3: {fleet}\nPlains: USA {overland} / Japan {garrison}",
        landing={"SZ 3": "Plains"},
        bombarding={"SZ 3": "Plains"},
        control={"Border": "USA"},
        came_from={"Plains": "Border"},
    )


def fight(combat: Combat, seed: int) -> None:
    """Play the battle with random dice and drawn answers; every drawn answer must be legal.

    At every pause the battle is plain data and back; so is all that happens.
    """
    draw = random.Random(seed)
    while combat.request is not None:
        request = combat.request
        if isinstance(request, Roll):
            combat.roll(*(draw.randint(1, request.sides) for _ in range(request.count)))
            continue
        assert isinstance(request, Decision)
        if combat.game.battle is None:
            break
        assert decode(Battle, encode(combat.game.battle)) == combat.game.battle
        if isinstance(request, Casualties):
            check_quota(combat, request)
        answer = request.sample(combat.game, draw)
        assert request.legal(combat.game, answer)
        combat.answer(answer)
    assert all(encode(event) for event in combat.events)


def check_quota(combat: Combat, request: Casualties) -> None:
    """Nothing is marked beyond what it can take, and only rolled hits are assigned."""
    battle = combat.game.battle
    assert battle is not None
    scored = sum(shot.hits for shot in battle.volley if shot.role is request.role.other)
    answer = next(request.candidates(combat.game))
    assert sum(answer.hits.values()) <= scored
    for piece, hits in answer.hits.items():
        most = hit_points(combat.game, combat.game.pieces[piece])
        assert hits + battle.marked.get(piece, 0) <= most


def tally(combat: Combat) -> Counter[tuple[str, str]]:
    return Counter(
        (piece.owner, piece.kind)
        for piece in combat.game.pieces.values()
        if isinstance(piece, Figure)
    )


@examples(60)
@given(sea_battles(), st.integers(0, 2**32))
def test_bg_8_22_every_sea_battle_ends_and_all_losses_are_told(combat: Combat, seed: int) -> None:
    at_start = tally(combat)
    fight(combat, seed)
    lost = Counter((event.owner, event.kind) for event in combat.seen(Lost))
    assert tally(combat) + lost == at_start
    hits = sum(shot.hits for event in combat.seen(Fired) for shot in event.volley)
    marked = sum(sum(event.hits.values()) for event in combat.seen(Marked))
    assert marked <= hits
    assert len(combat.seen(Damaged)) <= marked


@examples(60)
@given(land_battles(), st.integers(0, 2**32))
def test_bg_8_24_every_land_battle_ends_with_one_side_or_none(combat: Combat, seed: int) -> None:
    fight(combat, seed)
    survivors = {
        piece.owner
        for piece in combat.game.pieces.values()
        if isinstance(piece, Figure) and piece.at == "Plains" and piece.kind in LAND
    }
    assert len(survivors) <= 1
    if survivors:
        assert survivors == {combat.game.control[SpaceId("Plains")]}


@examples(30)
@given(sea_battles(), st.integers(0, 2**32))
def test_a_battle_replays_to_the_same_game(combat: Combat, seed: int) -> None:
    """A fork at any moment goes on alike."""
    twin = Combat(combat.game)
    twin.run = combat.run.fork()
    fight(combat, seed)
    fight(twin, seed)
    assert twin.game == combat.game
    assert twin.events == combat.events
