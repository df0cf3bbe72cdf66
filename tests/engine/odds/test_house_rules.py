"""House rules in battle: what is foretold is what the engine plays."""

import random
from collections.abc import Callable, Mapping
from typing import TypedDict, Unpack

import pytest

from engine.battle.casualties import Casualties
from engine.battles import Role
from engine.board import Power
from engine.game import Game
from engine.odds import BattleEnd, Encounter, Odds, RetreatPolicy, SideOrders, best_losses, forecast
from engine.odds.losses import loss_order
from engine.odds.survey import Survey
from engine.pieces import Figure, PieceId
from engine.questions.battle import BattleQuestions
from engine.units import SUBMARINE, Kind
from engine.variants import HOUSE_RULES
from engine.variants.depth.detection import FiringSubmarines, LetFire
from engine.variants.depth.state import Depth
from engine.variants.rules_of_warfare.batteries import BatteryFire
from engine.variants.rules_of_warfare.battleships import Docked
from engine.variants.rules_of_warfare.elite import Elite, Roster
from tests.engine.odds.chance import agrees
from tests.engine.odds.trial import SEA, Battle, encounter, fight, foretold
from tests.engine.position import find, world
from tests.engine.variants.depths import at_depth


class _Setting(TypedDict, total=False):
    attacking: SideOrders
    defending: SideOrders
    retreat: RetreatPolicy
    options: Mapping[str, str]


FOUGHT = 200
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
USA, JAPAN = Power("USA"), Power("Japan")


def elite(**kinds: str) -> Callable[[Game], Game]:
    """The first unit of a kind of a power is elite."""

    def prepare(game: Game) -> Game:
        units = {
            Power(power): Elite(Kind(kind), _first(game, power, kind))
            for power, kind in kinds.items()
        }
        return game.replace(modules={**game.modules, "WE": Roster(units)})

    return prepare


def _first(game: Game, power: str, kind: str) -> PieceId:
    return next(
        p.id
        for p in game.pieces.values()
        if isinstance(p, Figure) and (p.owner, p.kind) == (power, kind)
    )


def deep(depth: Depth, owner: str = "Japan") -> Callable[[Game], Game]:
    """All submarines of a power are at a depth."""

    def prepare(game: Game) -> Game:
        subs = (p for p in game.pieces.values() if isinstance(p, Figure))
        return at_depth(
            game, {p.id: depth for p in subs if p.kind == SUBMARINE and p.owner == owner}
        )

    return prepare


def two_depths(game: Game) -> Game:
    """Of two submarines one is at periscope depth, one submerged."""
    first, second = find(game, "SZ 3", "submarine", "Japan")
    return at_depth(game, {first: Depth.PERISCOPE, second: Depth.SUBMERGED})


def in_repair(game: Game) -> Game:
    ships = find(game, "SZ 3", "battleship", "Japan")
    return game.replace(modules={**game.modules, "WB": Docked((), frozenset(ships))})


def of_two_powers(game: Game) -> Game:
    """Japan's submarine is at periscope depth, Germany's is surfaced."""
    (mine,), (other,) = (find(game, "SZ 3", "submarine", power) for power in ("Japan", "Germany"))
    return at_depth(game, {mine: Depth.PERISCOPE, other: Depth.SURFACED})


PERISCOPE, SUBMERGED = deep(Depth.PERISCOPE), deep(Depth.SUBMERGED)
DIVES = SideOrders(submerges=True)
EACH_ROUND = {"ds_search_each_round": "on"}


def with_depths(
    units: str, prepare: Callable[[Game], Game] = lambda game: game, **more: Unpack[_Setting]
) -> Battle:
    """A battle at sea, with depths; submarines are surfaced unless it is prepared otherwise."""
    return Battle(units, space=SEA, modules=("DS",), prepare=prepare, **more)


BATTLES = {
    "WA-2 a battery fires over a border": Battle(
        "Border: USA artillery_battery\nPlains: USA 2 infantry, tank / Japan 3 infantry",
        modules=("WA",),
    ),
    "WA-2 a battery fires out to sea": Battle(
        "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan destroyer, cruiser",
        space=SEA,
        modules=("WA",),
    ),
    "WA-2 its victims outlive a surprise strike": Battle(
        "Plains: USA artillery_battery\n"
        "SZ 3: USA 2 submarine, cruiser / Japan 2 cruiser, submarine",
        space=SEA,
        modules=("WA",),
    ),
    "WA-2 a battleship hit by battery and strike fires back": Battle(
        "Plains: USA artillery_battery\nSZ 3: USA 3 submarine, transport / Japan battleship",
        space=SEA,
        modules=("WA",),
    ),
    "WA-2 a battery and an elite defender": Battle(
        "Border: USA artillery_battery\nPlains: USA 3 infantry, 2 fighter / Japan 2 fighter",
        modules=("WA", "WE"),
        prepare=elite(Japan="fighter"),
        retreat=RetreatPolicy(after=1),
    ),
    "WA-2, DS-11 a battery hits nothing that fires from concealment": Battle(
        "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan submarine, destroyer",
        space=SEA,
        modules=("WA", "DS"),
        prepare=PERISCOPE,
    ),
    "WA-2, DS-8 a battery hits what has been found": Battle(
        "Plains: USA artillery_battery\nSZ 3: USA cruiser, 2 fighter / Japan 2 submarine, cruiser",
        space=SEA,
        modules=("WA", "DS"),
        prepare=two_depths,
    ),
    "WA-3 a battery is attacked at home": Battle(
        "Plains: USA 2 infantry / Japan artillery_battery, infantry", modules=("WA",)
    ),
    "WB-1 a damaged battleship fights on 2": Battle(
        "SZ 3: USA 2 battleship / Japan battleship, damaged battleship, cruiser",
        space=SEA,
        modules=("WB",),
    ),
    "WB-1 its support shot hits on 2": Battle(
        "SZ 3: USA transport, 2 infantry, damaged battleship\nPlains: USA tank / Japan 3 infantry",
        landing=True,
        modules=("WB",),
    ),
    "WB-2 in repair it rolls nothing": Battle(
        "SZ 3: USA cruiser, destroyer / Japan damaged battleship, destroyer",
        space=SEA,
        modules=("WB",),
        prepare=in_repair,
    ),
    "WD-3 destroyers cancel opening fire": Battle(
        "SZ 3: USA 2 submarine, fighter / Japan destroyer, submarine",
        space=SEA,
        modules=("WD",),
        options={"wd_asw": "on"},
        scenario=CLASSIC,
    ),
    "WE-1 an elite tank": Battle(
        "Plains: USA 2 tank, infantry / Japan 3 infantry",
        modules=("WE",),
        prepare=elite(USA="tank"),
    ),
    "WE-1 both sides": Battle(
        "Plains: USA tank, fighter / Japan 2 infantry, fighter",
        modules=("WE",),
        prepare=elite(USA="fighter", Japan="infantry"),
    ),
    "WE-1 an elite submarine strikes": Battle(
        "SZ 3: USA 2 submarine, cruiser / Japan 2 cruiser, submarine",
        space=SEA,
        modules=("WE",),
        prepare=elite(USA="submarine", Japan="cruiser"),
    ),
    "WE-1 an elite battleship, damaged (WB)": Battle(
        "SZ 3: USA battleship, destroyer / Japan battleship, destroyer",
        space=SEA,
        modules=("WB", "WE"),
        prepare=elite(USA="battleship"),
    ),
    "WE-1 an elite battleship bombards": Battle(
        "SZ 3: USA transport, 2 infantry, battleship\nPlains: Japan 2 infantry",
        landing=True,
        modules=("WE",),
        prepare=elite(USA="battleship"),
    ),
    "WE-1 two dice at once": Battle(
        "Plains: USA bomber, infantry / Japan 2 infantry",
        breakthroughs={"USA": ("heavy_bombers",)},
        modules=("WE",),
        prepare=elite(USA="bomber"),
    ),
    "DS d12": Battle(
        "Plains: USA 2 infantry, tank, fighter / Japan 3 infantry, aa_gun",
        modules=("DS",),
        options={"die": "12"},
    ),
    "DS d20 at sea": with_depths(
        "SZ 3: USA destroyer, submarine / Japan 2 submarine, cruiser", options={"die": "20"}
    ),
    "DS-4 surfaced submarines": with_depths(
        "SZ 3: USA destroyer, fighter / Japan 2 submarine, transport"
    ),
    "DS-5, DS-13 periscopes attack": with_depths(
        "SZ 3: USA 2 submarine / Japan destroyer, cruiser", deep(Depth.PERISCOPE, "USA")
    ),
    "DS-8 aircraft find or do not": with_depths(
        "SZ 3: USA 2 fighter / Japan 2 submarine", PERISCOPE
    ),
    "DS-11 the unfound fire": with_depths(
        "SZ 3: USA cruiser, fighter / Japan destroyer, submarine", PERISCOPE
    ),
    "DS-11 with a destroyer, too": with_depths(
        "SZ 3: USA destroyer, cruiser / Japan 2 submarine, transport", PERISCOPE
    ),
    "DS-6 submerged ones roll nothing": with_depths(
        "SZ 3: USA destroyer, cruiser / Japan 2 submarine, destroyer", SUBMERGED
    ),
    "DS-8 two depths, one search": with_depths(
        "SZ 3: USA destroyer, cruiser, fighter / Japan 2 submarine, cruiser",
        two_depths,
        options={"die": "12"},
    ),
    "DS-10 aircraft search in every round": with_depths(
        "SZ 3: USA 2 fighter / Japan 2 submarine, destroyer", PERISCOPE, options=EACH_ROUND
    ),
    "DS-10 beside submarines, for two depths": with_depths(
        "SZ 3: USA fighter, submarine / Japan 2 submarine, cruiser, transport",
        two_depths,
        options=EACH_ROUND,
    ),
    "DS-10 in every round for what cannot fire": with_depths(
        "SZ 3: USA destroyer, cruiser / Japan 2 submarine, destroyer", SUBMERGED, options=EACH_ROUND
    ),
    "DS-10 in every round for what dives away": with_depths(
        "SZ 3: USA destroyer, cruiser, fighter / Japan 2 submarine, cruiser",
        PERISCOPE,
        options=EACH_ROUND,
        defending=DIVES,
    ),
    "DS-10 and a retreat": with_depths(
        "SZ 3: USA 3 fighter / Japan submarine, 2 destroyer",
        PERISCOPE,
        options=EACH_ROUND,
        retreat=RetreatPolicy(after=2),
    ),
    "DS-12 they dive away in S4": with_depths(
        "SZ 3: USA destroyer, fighter, cruiser / Japan 2 submarine, cruiser",
        PERISCOPE,
        defending=DIVES,
    ),
    "DS-12 they dive away before they strike": with_depths(
        "SZ 3: USA cruiser, fighter / Japan 2 submarine, transport", PERISCOPE, defending=DIVES
    ),
    "DS-12 at all depths": with_depths(
        "SZ 3: USA destroyer, cruiser / Japan 2 submarine, cruiser",
        options={"ds_retreat_all_depths": "on"},
        defending=DIVES,
    ),
    "DS-12: who is hit first fires before it is gone": with_depths(
        "SZ 3: USA 2 destroyer, fighter / Japan 2 submarine, carrier",
        options={"ds_retreat_all_depths": "on"},
        defending=DIVES,
    ),
    "DS-12 one of two powers dives, and BG-8.14": with_depths(
        "SZ 3: USA destroyer, 2 fighter / Japan submarine, destroyer / Germany submarine",
        of_two_powers,
        defending=DIVES,
    ),
    "WE-1, BG-8.24 of an elite tank and another the last is kept": Battle(
        "Plains: USA 3 fighter, 2 tank / Japan 2 fighter, 2 tank",
        modules=("WE",),
        prepare=elite(USA="tank"),
    ),
    "WE-1 an elite unit is worth more than its like": Battle(
        "SZ 3: USA 3 destroyer, carrier / Japan 3 destroyer, submarine",
        space=SEA,
        modules=("WE",),
        prepare=elite(USA="destroyer", Japan="destroyer"),
    ),
    "DS and a retreat": with_depths(
        "SZ 3: USA cruiser, destroyer / Japan submarine, cruiser",
        PERISCOPE,
        retreat=RetreatPolicy(after=2),
    ),
}


def test_ds_10_what_is_not_found_has_not_been_beaten() -> None:
    """Two aircraft find a submerged submarine on 2 or less, with 5/9; else there is no battle."""
    odds = foretold(with_depths("SZ 3: USA fighter, bomber / Japan submarine", SUBMERGED))
    assert odds.chance(BattleEnd.UNFOUND) == pytest.approx(4 / 9)
    assert odds.win == pytest.approx(5 / 9)
    beside = foretold(with_depths("SZ 3: USA 2 fighter / Japan submarine, transport", SUBMERGED))
    assert beside.chance(BattleEnd.UNFOUND) == 0


@pytest.mark.no_cover
@pytest.mark.parametrize("name", BATTLES)
def test_what_is_foretold_by_house_rules_is_what_the_engine_plays(name: str) -> None:
    battle = BATTLES[name]
    odds, tally = foretold(battle), fight(battle, FOUGHT)
    assert odds.exact
    assert sum(one.chance for one in odds.outcomes) == pytest.approx(1)
    alone = odds.win + odds.chance(BattleEnd.UNFOUND)
    assert agrees(tally.won, FOUGHT, alone), (tally.won / FOUGHT, alone)
    assert agrees(tally.taken, FOUGHT, odds.taken), (tally.taken / FOUGHT, odds.taken)
    for role in Role:
        whole = sum(troop.count for troop in odds.troops(role))
        unhurt = sum(one.chance for one in odds.outcomes if sum(one.left(role)) == whole)
        kept = tally.lost[role].count(0)
        assert agrees(kept, FOUGHT, unhurt), (role, kept / FOUGHT, unhurt)


def elite_submarine(game: Game) -> Game:
    """Japan's submarine is elite, and at periscope depth."""
    return elite(Japan="submarine")(PERISCOPE(game))


def unhurt(odds: Odds, role: Role) -> float:
    return sum(one.chance for one in odds.outcomes if sum(one.left(role)) == 1)


def test_ds_11_and_we_1_who_is_not_found_rolls_again_and_cannot_be_hit() -> None:
    """A destroyer finds it with 1/2 and hits it with 1/3; in round 1 no other way sinks it."""
    battle = Battle(
        "SZ 3: USA destroyer / Japan submarine",
        space=SEA,
        modules=("DS", "WE"),
        prepare=elite_submarine,
        retreat=RetreatPolicy(after=1),
    )
    assert unhurt(foretold(battle), Role.DEFENDER) == pytest.approx(1 - 1 / 2 * 1 / 3)


def test_ds_11_who_has_been_let_fire_can_be_hit_from_the_next_round_on() -> None:
    """By hand: in round 1 it strikes with 1/6, then each round it strikes before the cruiser's 1/2.

    So the cruiser wins 5/6 of 5/7, whether the submarine's owner has still to answer or has done.
    """
    battle = Battle(
        "SZ 3: USA cruiser / Japan submarine", space=SEA, modules=("DS",), prepare=PERISCOPE
    )
    fought = battle.sides_assembled()

    def wins() -> float:
        return forecast(encounter(fought.game), draw=random.Random(1)).win

    assert isinstance(fought.request, LetFire)
    assert wins() == pytest.approx(5 / 6 * 5 / 7)
    fought.answer(FiringSubmarines(frozenset(find(fought.game, "SZ 3", "submarine"))))
    assert wins() == pytest.approx(5 / 6 * 5 / 7)
    fought.roll(6, why="surprise")
    assert wins() == pytest.approx(5 / 7)


def test_ds_11_and_wa_2_a_battery_does_not_hit_who_has_been_let_fire() -> None:
    """It has no target: all is as without it, by hand 5/6 of 5/7."""
    battle = Battle(
        "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan submarine",
        space=SEA,
        modules=("WA", "DS"),
        prepare=PERISCOPE,
    )
    assert foretold(battle).win == pytest.approx(5 / 6 * 5 / 7)
    assert foretold(battle, budget=0, trials=500).win == pytest.approx(5 / 6 * 5 / 7, abs=0.1)


def test_wa_2_what_a_battery_hits_best_is_what_fires_last() -> None:
    """It fires whatever else is hit: so a cruiser cannot be sunk by a strike before it does."""
    battle = Battle(
        "Plains: USA artillery_battery\nSZ 3: USA 2 submarine / Japan submarine, cruiser",
        space=SEA,
        modules=("WA",),
    )
    fought = battle.sides_assembled()
    fought.dive("")
    fought.dive("")
    battery = find(fought.game, "Plains", "artillery_battery")
    fought.answer(BatteryFire(frozenset(battery)))
    fought.roll(3, why="batteries fire")
    assert isinstance(fought.request, Casualties)
    (cruiser,) = find(fought.game, "SZ 3", "cruiser")
    assert best_losses(fought.game, fought.request, encounter(fought.game)).hits == {cruiser: 1}


def test_wa_2_and_bg_8_9_a_destroyer_hit_by_a_battery_counts_until_the_round_ends() -> None:
    """The submarine has struck; the cruiser has yet to fire, hit or not, beside the destroyer.

    In the next round no destroyer stops the attacker's strikes, which would sink the submarine.
    """
    battle = Battle(
        "Plains: USA artillery_battery\n"
        "SZ 3: USA 2 submarine, fighter / Japan destroyer, submarine, cruiser",
        space=SEA,
        modules=("WA",),
    )
    fought = battle.sides_assembled()
    fought.dive("")
    fought.answer(BatteryFire(frozenset(find(fought.game, "Plains", "artillery_battery"))))
    fought.roll(3, why="batteries fire")
    fought.lose("destroyer")
    fought.roll(6, why="surprise")
    fought.roll(1, 6, 6, why="attackers fire")
    assert isinstance(fought.request, Casualties)
    (submarine,) = fought.pick("submarine", fought.defenders)
    assert best_losses(fought.game, fought.request, encounter(fought.game)).hits == {submarine: 1}


def test_ds_12_and_we_1_who_is_hit_first_rolls_again_before_it_is_gone() -> None:
    """Found with 1/2 and hit with 1/3, it fires and rerolls: 11/36. Else it is away."""
    battle = Battle(
        "SZ 3: USA destroyer / Japan submarine",
        space=SEA,
        modules=("DS", "WE"),
        prepare=elite_submarine,
        defending=DIVES,
    )
    assert unhurt(foretold(battle), Role.ATTACKER) == pytest.approx(1 - 1 / 2 * 1 / 3 * 11 / 36)


def test_wa_2_and_we_1_what_a_battery_hits_rolls_again_before_it_is_gone() -> None:
    """Hit or not, the destroyer hits with 1/3 or, if it misses, with 1/3 again."""
    battle = Battle(
        "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan destroyer",
        space=SEA,
        modules=("WA", "WE"),
        prepare=elite(Japan="destroyer"),
        retreat=RetreatPolicy(after=1),
    )
    assert unhurt(foretold(battle), Role.ATTACKER) == pytest.approx((2 / 3) ** 2)


def test_we_1_a_submarine_that_strikes_fires_once_in_a_round_with_its_reroll() -> None:
    """Worked out by hand: it wins 1/2 and 2/3 against the cruiser alone, without and with it."""
    battle = Battle(
        "SZ 3: USA submarine / Japan submarine, cruiser",
        space=SEA,
        modules=("WE",),
        prepare=elite(USA="submarine"),
    )
    without = 5 / 12 * 1 / 3 * 1 / 2 / (1 - 5 / 12 * 2 / 3)
    wins = 5 / 12 * (1 / 3 * 2 / 3 + 2 / 9 * 1 / 2 + 4 / 9 * without)
    assert foretold(battle).win == pytest.approx(wins)


def test_bg_8_24_and_we_1_an_elite_soldier_is_kept_for_the_territory_after_its_reroll() -> None:
    """As any last soldier is: a fighter goes before it, whether it has rolled again or not."""
    units = "Plains: USA infantry, 2 fighter / Japan 2 infantry"
    plain, better = (
        foretold(Battle(units, modules=("WE",), prepare=prepare))
        for prepare in (lambda game: game, elite(USA="infantry"))
    )
    assert better.win > plain.win
    assert better.taken > plain.taken


def test_losses_are_weighed_under_house_rules_too() -> None:
    """BG-8.14: a search, dives, rerolls and batteries leave nothing out."""
    assert not any(foretold(battle).weakest_first for battle in BATTLES.values())


def test_we_1_an_elite_unit_is_lost_after_its_like() -> None:
    """Of two infantry the one that may still reroll goes last, or it could not use that."""
    battle = Battle(
        "Plains: USA 2 infantry / Japan infantry", modules=("WE",), prepare=elite(USA="infantry")
    )
    game = battle.sides_assembled().start
    own, enemies = (
        [p for p in game.owned(power) if isinstance(p, Figure)] for power in (USA, JAPAN)
    )
    survey = Survey(Encounter.of(game, battle.space, own, enemies))
    order = loss_order(survey, Role.ATTACKER, SideOrders())
    troops = survey.troops[Role.ATTACKER]
    assert troops[order.fighting[-1]].like == _first(game, "USA", "infantry")
    assert order.fighting[-1] in survey.spent[Role.ATTACKER]


def test_we_1_losses_are_proposed_as_if_an_elite_attacker_keeps_the_reroll_that_it_has() -> None:
    """Its fire is over: of two hits both go to the battleship, for the destroyer stops strikes.

    By hand: the destroyer and the battleship make no hit with 2/9, one with 5/9, as they fire back.
    """

    def wins(left: str) -> float:
        both, boat, ship = (
            foretold(
                Battle(
                    f"SZ 3: USA {units} / Japan {left}",
                    space=SEA,
                    modules=("WE",),
                    prepare=prepare,
                )
            ).win
            for units, prepare in (
                ("cruiser, submarine", elite(USA="submarine")),
                ("submarine", elite(USA="submarine")),
                ("cruiser", lambda game: game),
            )
        )
        return 2 / 9 * both + 5 / 9 * max(boat, ship)

    assert wins("destroyer") < wins("damaged battleship")
    battle = Battle(
        "SZ 3: USA cruiser, submarine / Japan battleship, destroyer",
        space=SEA,
        modules=("WE",),
        prepare=elite(USA="submarine"),
    )
    fought = battle.sides_assembled()
    fought.roll(1, 1, why="attackers fire")
    assert isinstance(fought.request, Casualties)
    (battleship,) = find(fought.game, "SZ 3", "battleship")
    assert best_losses(fought.game, fought.request, encounter(fought.game)).hits == {battleship: 2}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", BATTLES)
def test_drawn_odds_of_house_rules_are_near_the_exact_ones(name: str) -> None:
    exact, drawn = foretold(BATTLES[name]), foretold(BATTLES[name], budget=0, trials=500)
    assert abs(exact.win - drawn.win) <= 2 * drawn.error


ASKED = "asked of each troop"
FOLLOWED = "followed from point to point"
NO_MATTER = "changes nothing between given units"

QUESTIONS: Mapping[str, Mapping[str, str]] = {
    "SS": {
        "battle_opens": FOLLOWED,  # the choices and the reveal: `test_hidden`
        "submerge": FOLLOWED,
        "submerge_pieces": FOLLOWED,
        "lose": FOLLOWED,
        "retreat_spaces": NO_MATTER,  # a way back is taken to be open
        "battle_closes": NO_MATTER,
    },
    "DS": {
        "takes_part": ASKED,
        "die_sides": ASKED,
        "scaled_strength": ASKED,
        "anti_air_strength": ASKED,
        "strength": ASKED,
        "may_hit": ASKED,
        "piece_may_submerge": ASKED,
        "search_threshold": ASKED,
        "searches_again": ASKED,
        "found": ASKED,
        "may_dive_away": ASKED,
        "marks": ASKED,
        "sides_formed": FOLLOWED,
        "round_opens": FOLLOWED,
        "in_battle": FOLLOWED,
        "before_strikes": FOLLOWED,
        "between_fires": FOLLOWED,
        "battle_closes": NO_MATTER,
    },
    "SW": {
        "battle_kind": ASKED,
        "takes_part": ASKED,
        "strength": ASKED,
        "marks": ASKED,
        "house_battle": FOLLOWED,  # `hunt_odds`
    },
    "WA": {"supporting_strength": ASKED, "opening_fire": FOLLOWED},
    "WB": {
        "strength": ASKED,
        "marks": ASKED,
        "lose": NO_MATTER,  # how far a damaged ship may still go
        "repairs_free": NO_MATTER,
    },
    "WE": {
        "rerolls": ASKED,
        "marks": ASKED,
        "after_roll": FOLLOWED,
        "battle_closes": NO_MATTER,
    },
    "WK": {"marks": ASKED, "combat_closes": NO_MATTER},
    "WL": {"lose": NO_MATTER},
    "WM": {"marks": ASKED},
    "WP": {
        "takes_part": ASKED,
        "may_search": ASKED,
        "retreating_pieces": FOLLOWED,  # only with others that came overland (R29)
        "raiders": NO_MATTER,
        "combat_closes": NO_MATTER,
    },
    "WR": {"combat_closes": NO_MATTER},
    "WW": {"raid_rolled": NO_MATTER},
}


@pytest.mark.parametrize("module", HOUSE_RULES)
def test_every_question_of_combat_that_a_house_rule_answers_is_known_to_the_odds(
    module: str,
) -> None:
    """A house rule that comes to answer another one belongs in this table, and in the odds."""
    combat = BattleQuestions.__abstractmethods__
    answered = {
        name
        for rules in HOUSE_RULES[module].__mro__
        if rules.__module__.startswith("engine.variants")
        for name in vars(rules)
        if name in combat
    }
    assert answered == QUESTIONS.get(module, {}).keys()
