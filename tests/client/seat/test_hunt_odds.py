"""Odds amid a hunt (SW-3 to SW-6): the rulebook's numbers, and hunts played on from anywhere."""

import random
from typing import Any

import pytest

from client.presentation.catalog import CATALOG
from client.schema.forms import MenuForm
from client.seat.odds import hunt_choices, outlook
from client.seat.view import PlayerView
from engine.board import Power
from engine.game import Game
from engine.odds import BattleEnd, Odds
from engine.pieces import Figure
from engine.requests import Roll
from engine.variants.rules_of_warfare.elite import Elite, Reroll, RerollDie, Roster
from engine.variants.submarine_warfare.hunting import (
    BreakOffDuel,
    Direct,
    DirectDestroyer,
    Escape,
    EscapeAttempt,
    FightOn,
    Hunt,
    HuntTarget,
    NameTarget,
    NextHunter,
    PressDuel,
    StopHunting,
)
from engine.variants.submarine_warfare.state import hunts, unfought_destroyers
from tests.engine.battle.field import Combat
from tests.engine.odds.chance import agrees
from tests.engine.position import find
from tests.engine.variants.depths import SZ_2, asks, battle

PLAYED = 200


def hunting(units: str, elite: dict[str, str] | None = None) -> Combat:
    """The United States hunt in SZ 2; the first unit of a kind may be elite."""
    game = battle(units, modules=("SW", "WE"), came_from="SZ 1").start
    roster = {
        Power(power): Elite(figure.kind, figure.id)
        for power, kind in (elite or {}).items()
        for figure in [first(game, power, kind)]
    }
    return Combat(game.replace(modules={**game.modules, "WE": Roster(roster)}))


def first(game: Game, power: str, kind: str) -> Figure:
    piece = game.pieces[min(find(game, SZ_2, kind, power))]
    assert isinstance(piece, Figure)
    return piece


def view(fight: Combat) -> PlayerView:
    asked: Any = fight.request
    return PlayerView(fight.game, asked, {})


def with_(fight: Combat, kind: str) -> Combat:
    """This unit hunts, and spots a submarine, which is named."""
    fight.answer(Hunt(min(find(fight.game, SZ_2, kind, "USA"))))
    fight.roll(3)
    if isinstance(fight.request, NameTarget):
        fight.answer(next(fight.request.candidates(fight.game)))
    return fight


def cleared(odds: Odds) -> float:
    return odds.win + odds.chance(BattleEnd.NOBODY)


def test_sw_6_an_aircraft_that_has_spotted_fights_or_sends() -> None:
    """A fighter then sinks it with 1/2, and the destroyer attacks after it; one sent with 4/7."""
    fight = with_(hunting("USA destroyer, fighter / Japan submarine"), "fighter")
    assert asks(fight, DirectDestroyer)
    (destroyer,) = find(fight.game, SZ_2, "destroyer")
    found = hunt_choices(view(fight))
    assert cleared(found[Direct(destroyer)]) == pytest.approx(4 / 7)
    assert cleared(found[Direct()]) == pytest.approx(1 / 2 + 1 / 2 * 2 / 7)


def test_sw_4_amid_a_duel_another_round_or_none() -> None:
    fight = with_(hunting("USA destroyer / Japan submarine"), "destroyer")
    fight.roll(3, 2)
    assert asks(fight, PressDuel)
    found = hunt_choices(view(fight))
    assert cleared(found[FightOn()]) == pytest.approx(4 / 7)
    assert found[FightOn()].chance(BattleEnd.LOST) == pytest.approx(2 / 7 - 2 / 21)
    assert found[BreakOffDuel()].chance(BattleEnd.ESCAPED) == 1


def test_sw_5_a_submarine_that_stays_fights_another_round() -> None:
    """If it dives, the second fighter has still to spot it; if it stays, it may dive after that."""
    fight = with_(hunting("USA 2 fighter / Japan submarine"), "fighter")
    fight.roll(6, 6)
    assert asks(fight, Escape)
    found = hunt_choices(view(fight))
    assert cleared(found[EscapeAttempt(leaves=True)]) == pytest.approx(1 / 4)
    assert cleared(found[EscapeAttempt(leaves=False)]) == pytest.approx(1 / 2 + 1 / 2 * 1 / 4)


def test_sw_3_who_has_attacked_does_so_no_more() -> None:
    fight = hunting("USA 2 fighter / Japan submarine")
    assert cleared(outlook(view(fight))) == pytest.approx(1 - (3 / 4) ** 2)
    fight.answer(Hunt(min(find(fight.game, SZ_2, "fighter"))))
    fight.roll(6)
    assert asks(fight, NextHunter)
    assert cleared(outlook(view(fight))) == pytest.approx(1 / 4)


def test_we_1_an_elite_hunter_rolls_its_first_miss_again_in_the_whole_hunt() -> None:
    """The fighter hits with 1/2, with a second die 3/4; once that is used up, with 1/2 again."""
    fight = hunting("USA fighter / Japan 2 submarine", {"USA": "fighter"})
    assert sunk_one(outlook(view(fight))) == pytest.approx(1 / 2 * 3 / 4)
    fight = with_(fight, "fighter")
    fight.roll(6, 6)
    assert asks(fight, RerollDie)
    fight.answer(Reroll(again=True))
    fight.roll(6)
    assert asks(fight, Escape)
    assert sunk_one(hunt_choices(view(fight))[EscapeAttempt(leaves=False)]) == pytest.approx(1 / 2)


def test_the_odds_stand_beside_the_question_in_the_terminal_and_on_the_page() -> None:
    fight = with_(hunting("USA destroyer / Japan submarine"), "destroyer")
    fight.roll(3, 2)
    record = CATALOG.decision(view(fight).decision)
    told = [*record.lines(view(fight))]
    assert told[0].startswith("Odds if you fight on: win 48 %, some left 24 %, nobody left 9 %, ")
    assert told[1].startswith("Odds if you break off: some left 100 %")
    form = record.form(view(fight))
    assert isinstance(form, MenuForm)
    assert form.hint == " ".join(told)


def sunk_one(odds: Odds) -> float:
    whole = sum(troop.count for troop in odds.defenders)
    return sum(one.chance for one in odds.outcomes if sum(one.defenders) < whole)


HUNTS = (
    ("USA 2 destroyer, 2 fighter / Japan 2 submarine", None),
    ("USA 2 destroyer, fighter, bomber / Japan submarine / Germany submarine", None),
    ("USA 2 destroyer, bomber / Japan 2 submarine", {"USA": "destroyer", "Japan": "submarine"}),
    ("USA destroyer, 2 fighter / Japan 2 submarine", {"USA": "fighter", "Japan": "submarine"}),
)


@pytest.mark.no_cover
@pytest.mark.parametrize(("units", "elite"), HUNTS)
def test_hunts_played_on_from_anywhere_end_as_foretold(
    units: str, elite: dict[str, str] | None
) -> None:
    """Some answers by chance, then one that is foretold, then all as the odds say."""
    draw = random.Random(units)
    chances: list[float] = []
    ends = 0
    while len(chances) < PLAYED:
        fight, foretold = hunting(units, elite), None
        by_chance = draw.randrange(9)
        while fight.request is not None:
            asked: Any = fight.request
            if isinstance(asked, Roll):
                fight.roll(*(draw.randint(1, asked.sides) for _ in range(asked.count)))
            elif fight.game.battle is None or isinstance(asked, RerollDie):
                fight.answer(next(iter(asked.candidates(fight.game))))
            elif by_chance > 0:
                by_chance -= 1
                ways = [a for a in asked.candidates(fight.game) if not isinstance(a, StopHunting)]
                fight.answer(draw.choice(ways))
            else:
                answer = usual(fight)
                if foretold is None:
                    choices: dict[Any, Odds] = dict(hunt_choices(view(fight)))
                    answer = draw.choice([*choices, *([] if choices else [answer])])
                    foretold = choices.get(answer) or outlook(view(fight))
                fight.answer(answer)
        if foretold is not None:
            left = [p for p in fight.game.pieces.at(SZ_2) if p.owner != "USA"]
            chances.append(cleared(foretold))
            ends += not left
    assert agrees(ends, PLAYED, sum(chances) / PLAYED)


def usual(fight: Combat) -> Any:
    """What the odds take for granted."""
    asked, game = fight.request, fight.game
    match asked:
        case NextHunter():
            foreseen = [troop.like for troop in outlook(view(fight)).attackers]
            ready = [a for a in asked.candidates(game) if isinstance(a, Hunt)]
            return min(ready, key=lambda hunt: hunt_order(fight, hunt, foreseen))
        case NameTarget():
            like = outlook(view(fight)).defenders[0].like
            return HuntTarget(like or min(game.pieces))
        case DirectDestroyer():
            spotted = hunts(game)
            idle = (i for i in unfought_destroyers(game) if i in spotted.attacked)
            return Direct(next(idle, None))
        case Escape():
            return EscapeAttempt(leaves=True)
        case PressDuel():
            return FightOn()
        case _:
            raise AssertionError(asked)


def hunt_order(fight: Combat, hunt: Hunt, troops: list[Any]) -> tuple[int, int]:
    hunter = fight.game.pieces[hunt.hunter]
    assert isinstance(hunter, Figure)
    of_kind = ("destroyer", "fighter", "bomber").index(hunter.kind)
    return of_kind, troops.index(hunt.hunter) if hunt.hunter in troops else len(troops)
