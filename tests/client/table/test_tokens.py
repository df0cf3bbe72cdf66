"""What the table offers to do with tokens."""

from typing import TypeVar

from client.presentation.catalog import CATALOG
from client.scenarios import find as find_scenario
from client.schema.submarine_forms import ClaimForm, ReorganizeForm, ShuffleForm
from client.seat.moving import lit
from client.seat.standing_orders import StandingOrders, answer_by_orders
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from client.table.drawing import drawing
from client.table.picture import board_of, scene
from engine.battle.casualties import Casualties, Losses
from engine.board import Power, SpaceId
from engine.movement.orders import Move
from engine.phases import Phase
from engine.pieces import PieceId
from engine.setup import new_game
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom, Reorganize, Transfer
from engine.variants.secret_subs.combat import ChooseSides, SubmergeOrFight
from engine.variants.secret_subs.state import update_subs_state
from engine.variants.secret_subs.survivors import ReorganizeSurvivors
from engine.variants.secret_subs.tokens import tokens_of
from engine.variants.secret_subs.windows import Pass
from tests.client.asking import form_of
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee, move, waters
from tests.engine.secret_subs.test_combat import battle

F = TypeVar("F", ShuffleForm, ReorganizeForm, ClaimForm)


def offered(sea: Referee, kind: type[F]) -> F | None:
    """What may be done with tokens beside answering."""
    actions = CATALOG.question(PlayerView(sea.game, sea.asked, sea.secrets)).actions or ()
    return next((action for action in actions if isinstance(action, kind)), None)


def after_a_battle() -> Referee:
    """Japan's tokens k and j have sunk a cruiser; two others lie elsewhere."""
    sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, j=2:1\nSZ 4: Japan x=3:1, y=4:0")
    sea.until(ChooseSides)
    sea.roll(*[1] * 20)
    sea.do(SubmergeOrFight())
    assert sea.asks(ReorganizeSurvivors)
    return sea


def test_after_a_battle_only_its_survivors_are_reorganized() -> None:
    """SS-3.7: first those who fought, face up; then, face down, they may be shuffled."""
    sea = after_a_battle()
    assert offered(sea, ReorganizeForm) == ReorganizeForm(classes=((sea["k"], sea["j"]),))
    sea.do(Pass())
    assert offered(sea, ReorganizeForm) is None


def test_tokens_that_were_shown_can_be_shuffled_once_they_are_face_down() -> None:
    """SS-3.7, 4.3a: after the battle everybody knows them, which is why their owner shuffles."""
    sea = after_a_battle()
    assert offered(sea, ShuffleForm) is None
    sea.do(Pass())
    assert offered(sea, ShuffleForm) == ShuffleForm(classes=((sea["k"], sea["j"]),))


def test_tokens_at_one_depth_can_be_shuffled_beside_one_at_another() -> None:
    """SS-4.3c: a and d run at periscope depth, b and c do not, e is alone at its own."""
    depths = {"a": "periscope", "d": "periscope", "e": "submerged"}
    sea = waters(
        "",
        "SZ 8: USA a=1:3, b=2:1, c=3:1, d=4:0, e=5:1",
        phase=Phase.NONCOMBAT_MOVE,
        beside=("DS",),
        depths=depths,
    )
    assert offered(sea, ShuffleForm) == ShuffleForm(
        classes=((sea["a"], sea["d"]), (sea["b"], sea["c"]))
    )


def test_tokens_that_were_shuffled_together_are_offered_with_another_that_has_come() -> None:
    """SS-4.0: a and b alone may not be shuffled again, with c they may; d runs deeper (SS-4.3c)."""
    sea = waters(
        "",
        "SZ 8: USA a=1:3, b=2:1, c=3:1, d=4:0",
        phase=Phase.NONCOMBAT_MOVE,
        beside=("DS",),
        depths={"d": "periscope"},
    )
    a, b, c = sea["a"], sea["b"], sea["c"]
    game = update_subs_state(sea.game, shuffled_together=(frozenset((a, b)),))
    again = Referee(game, sea.secrets, sea.names)
    assert offered(again, ShuffleForm) == ShuffleForm(classes=(tuple(sorted((a, b, c))),))


def test_proposed_losses_are_the_weakest_and_damage_comes_first() -> None:
    """BG-8.13: a battleship is damaged, then submarines of one group go, before any destroyer."""
    sea = battle("SZ 8: USA 4 cruiser / Japan battleship, destroyer", "SZ 8: Japan k=1:2")
    sea.until(ChooseSides)
    sea.roll(6, 6, 1, 1, 1, 6)
    sea.do(SubmergeOrFight())
    assert sea.asks(Casualties)
    (battleship,) = find(sea.game, "SZ 8", "battleship")
    view = PlayerView(sea.game, sea.asked, sea.secrets)
    assert form_of(view)["proposed"] == {str(battleship): 1, str(sea["k"]): 2}
    assert answer_by_orders(StandingOrders(best_losses=True), view) == Losses(
        {battleship: 1, sea["k"]: 2}
    )


def test_a_board_knows_of_hidden_groups_before_the_first_are_opened() -> None:
    """WE-1 is asked before SS-0.8: the page that is shown then is told of tokens all the same."""
    scenario = find_scenario("wake-island").scenario
    game = new_game(scenario, ("SS", "WE"), {}, scenario.seatings[2])
    assert board_of(game, drawing(game)).hidden
    plain = new_game(scenario, ("WE",), {}, scenario.seatings[2])
    assert not board_of(plain, drawing(plain)).hidden


def after_a_shuffle_in_transit() -> Referee:
    """EX-A: token 1 has come from SZ 1 to token 2, which has not moved; then both are mixed."""
    sea = waters("", "SZ 1: USA a=1:1\nSZ 2: USA b=2:1", phase=Phase.COMBAT_MOVE)
    sea.do(Move(frozenset({sea["a"]}), (SpaceId("SZ 2"),)))
    sea.deal(1, 2)
    sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
    return sea


def test_an_owner_sees_what_each_shuffled_token_can_truly_do() -> None:
    """SS-4.3b: for all others each has two steps; its owner knows which of them has but one."""
    sea = after_a_shuffle_in_transit()
    usa = Power("USA")
    view = PlayerView(sea.game, sea.asked, sea.secrets)
    one, two = sorted(t.id for t in tokens_of(sea.game, usa))
    own = scene(sea.game, Viewer(frozenset({usa}), sea.secrets)).spaces["SZ 2"].tokens
    assert [(t.id, t.left, t.moved) for t in own] == [(one, 1, True), (two, 2, False)]
    public = scene(sea.game, Viewer()).spaces["SZ 2"].tokens
    assert [(t.id, t.left, t.moved) for t in public] == [(one, 2, False), (two, 2, False)]
    assert "SZ 4" not in lit(view, [one])
    assert "SZ 4" in lit(view, [two])


def test_an_owner_may_show_that_a_token_only_gave_in_transit() -> None:
    """SS-6, version 0.8: offered for the token that gave, which is its own piece."""
    for source, target, gave in ((1, 2, "a"), (2, 1, "b")):
        sea = waters(
            "SZ 4: Japan transport",
            "SZ 2: USA a=1:2\nSZ 3: USA b=2:2",
            phase=Phase.COMBAT_MOVE,
            options={"ss_version": "0.8"},
        )
        sea.do(move(sea, "a", 3), Reorganize(sea["a"], (Transfer(source, target, 1),)))
        claims = offered(sea, ClaimForm)
        if gave == "a":  # it has moved as far as the least: nothing is to be shown
            assert claims is None
            continue
        assert claims is not None
        (only,) = claims.origins
        assert (only.token, only.pieces, only.left) == (sea["b"], (sea["b"],), 2)
        sea.do(ClaimFrom(PieceId(only.token), frozenset(map(PieceId, only.pieces))))


def test_an_owner_may_show_what_a_shuffled_token_can_do() -> None:
    """SS-4.3b, point 4: the claim that is offered is true, and the rules take it."""
    sea = after_a_shuffle_in_transit()
    claims = offered(sea, ClaimForm)
    assert claims is not None
    assert [(claim.left, claim.moved) for claim in claims.origins] == [(1, True), (2, False)]
    first = claims.origins[0]
    sea.do(ClaimFrom(PieceId(first.token), frozenset(map(PieceId, first.pieces))))
    assert offered(sea, ClaimForm) is None


def test_who_must_fight_is_told_why_there_is_nothing_to_choose() -> None:
    """SS-3.1c: the slot is for mixing tokens then; the reason stands on its form."""
    for ship, rule in (("destroyer", "SS-3.1c"), ("cruiser", None)):
        sea = battle(f"SZ 8: Japan {ship}", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1")
        sea.until(ChooseSides)
        barred = form_of(PlayerView(sea.game, sea.asked, {}))["barred"]
        assert (barred and barred["rule"]) == rule
