"""What a finished game shows of bluffs: decoys that were attacked, submarines passed by (SS-5)."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from client.seat.bluffs import Bluff, BluffKind, Bluffs, Unmasked
from client.seat.knowledge import Knowledge
from engine.battle.events import BattleOpened
from engine.battles import BattleKind
from engine.board import Power, SpaceId
from engine.game import Event
from engine.movement.orders import Declared
from engine.pieces import Figure, PieceId
from engine.variants.secret_subs.events import TokensRevealed
from engine.variants.secret_subs.support import Support
from tests.engine.secret_subs.owners import Referee, waters

USA, JAPAN = Power("USA"), Power("Japan")
SEA = SpaceId("SZ 8")
HALF = Fraction(1, 2)


def sea(
    units: str = "SZ 8: USA cruiser",
    beside: tuple[str, ...] = (),
    depths: Mapping[str, str] | None = None,
) -> tuple[Referee, Bluffs]:
    """A token of Japan is a decoy, another two submarines; nobody knows which is which."""
    tokens = "SZ 8: Japan k=1:0\nSZ 9: Japan h=2:2"
    found = waters(units, tokens, beside=beside, depths=depths)
    both = tuple(sorted((found["k"], found["h"])))
    support = Support.of(10).placed(both, (1, 2))
    return found, Bluffs(Knowledge({JAPAN: support}))


def attack(found: Referee, at: SpaceId = SEA, kind: BattleKind = BattleKind.SEA) -> BattleOpened:
    """All of the United States attack all of Japan there."""
    here = found.game.pieces.at(at)
    mine, theirs = ([p.id for p in here if p.owner == power] for power in (USA, JAPAN))
    return BattleOpened(at, kind, tuple(mine), tuple(theirs))


def noted(found: Referee, bluffs: Bluffs, event: Event, *known: str) -> Bluffs:
    """What is noted of an event, where it came out in the end what these tokens held."""
    held: dict[PieceId, int] = {found[name]: found.secrets[found[name]] for name in known}
    bluffs.add(found.game, (event,), found.game, held)
    return bluffs


def test_a_decoy_that_is_attacked_has_deceived() -> None:
    """SS-5: for all that was known it held submarines as likely as not."""
    found, bluffs = sea()
    assert noted(found, bluffs, attack(found), "k").found == [
        Bluff(BluffKind.ATTACKED, JAPAN, USA, SEA, 1, (found["k"],), 0, HALF, units=1)
    ]


def test_a_decoy_that_is_hunted_has_deceived() -> None:
    """SW-3: a hunt is no battle of BG-8, and spends hunters all the same."""
    found, bluffs = sea()
    (bluff,) = noted(found, bluffs, attack(found, kind=BattleKind.HOUSE), "k").found
    assert bluff.kind is BluffKind.HUNTED


def test_submarines_that_are_attacked_have_deceived_nobody() -> None:
    found, bluffs = sea("SZ 9: USA cruiser")
    assert noted(found, bluffs, attack(found, SpaceId("SZ 9")), "h").found == []


def test_a_decoy_beside_ships_has_drawn_no_attack() -> None:
    """The attack may have been for the ships."""
    found, bluffs = sea("SZ 8: USA cruiser / Japan transport")
    assert noted(found, bluffs, attack(found), "k").found == []


def test_of_tokens_that_nobody_opens_nothing_is_told() -> None:
    """SPEC-13.3: who declines to disclose keeps its bluffs."""
    found, bluffs = sea()
    assert noted(found, bluffs, attack(found)).found == []


def test_submarines_that_an_enemy_sails_past_have_deceived() -> None:
    """BG-7.4: it declared to ignore them, though it could have attacked."""
    past = SpaceId("SZ 9")
    ignored = Declared(USA, (), (past,), {}, {})
    found, bluffs = sea("SZ 9: USA cruiser")
    assert noted(found, bluffs, ignored, "h").found == [
        Bluff(BluffKind.PASSED, JAPAN, USA, past, 1, (found["h"],), 2, HALF)
    ]
    found, bluffs = sea("SZ 9: USA transport")
    assert any(isinstance(piece, Figure) for piece in found.game.pieces.at(past))
    assert noted(found, bluffs, ignored, "h").found == [], "it could not have attacked"


@pytest.mark.parametrize(
    ("rule", "units", "depth", "passed"),
    [
        ("SW", "cruiser", "", False),
        ("SW", "destroyer", "", True),
        ("DS", "destroyer", "silent", False),
        ("DS", "cruiser", "periscope", False),
        ("DS", "destroyer", "periscope", True),
    ],
)
def test_who_could_not_have_found_them_was_not_deceived(
    rule: str, units: str, depth: str, *, passed: bool
) -> None:
    """SW-3: only destroyers and aircraft hunt. DS-7, DS-8: nothing reaches silent submarines.

    And only who searches finds those at periscope depth.
    """
    past = SpaceId("SZ 9")
    depths = {"h": depth} if depth else None
    found, bluffs = sea(f"SZ 9: USA {units}", (rule,), depths)
    noted(found, bluffs, Declared(USA, (), (past,), {}, {}), "h")
    assert [one.kind for one in bluffs.found] == [BluffKind.PASSED] * passed


def test_what_is_turned_up_is_told_with_what_was_believed() -> None:
    """SS-3.3a: everybody sees it, so nobody need disclose for it."""
    found, bluffs = sea()
    shown = TokensRevealed(SEA, {found["k"]: 1}, {found["k"]: JAPAN}, {found["k"]: 1})
    noted(found, bluffs, shown)
    assert bluffs.unmasked == [Unmasked(found["k"], JAPAN, SEA, 1, 0, HALF)]
    noted(found, bluffs, shown)
    assert len(bluffs.unmasked) == 1, "it is known by now"
