"""Hidden submarines: what is foretold over all that tokens may hold is what the engine plays."""

import random
from collections.abc import Mapping

import pytest

from engine.battle.casualties import Casualties
from engine.battle.events import BattleOver
from engine.battle.retreat import Press, Retreat
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.odds import Encounter, Muster, SideOrders, Troop, forecast
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.units import BATTLESHIP, CRUISER, DESTROYER, SUBMARINE
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Token
from tests.engine.odds.chance import agrees
from tests.engine.position import position
from tests.engine.secret_subs.owners import Referee, waters

SEA = SpaceId("SZ 8")
FOUGHT = 400

BATTLES = {
    "SS-3.1c a destroyer has all tokens fight": (
        "SZ 8: USA destroyer, fighter / Japan cruiser",
        "SZ 8: Japan k=1:2, j=2:0\nSZ 9: Japan i=3:1, h=4:0",
        False,
    ),
    "SS-3.4 they strike by surprise": (
        "SZ 8: USA cruiser, battleship / Japan transport",
        "SZ 8: Japan k=1:1, j=2:3\nSZ 9: Japan i=3:0, h=4:0",
        False,
    ),
    "SS-3.1 they submerge, and BG-8.17": (
        "SZ 8: USA cruiser / Japan cruiser, transport",
        "SZ 8: Japan k=1:1, j=2:0\nSZ 9: Japan i=3:0, h=4:2",
        True,
    ),
    "SS-A14 hidden attackers": (
        "SZ 8: USA cruiser / Japan cruiser, destroyer",
        "SZ 8: USA a=1:2, b=2:0\nSZ 9: USA c=3:1, d=4:0",
        False,
    ),
}


def losses(game: Game, decision: Casualties) -> object:
    """Submarines before ships, cheap ships before dear ones, and transports last of all."""
    cost: dict[PieceId, tuple[bool, int, int]] = {}
    for piece in game.pieces.values():
        kind = piece.kind if isinstance(piece, Figure) else SUBMARINE
        row = game.rules.unit_type(game, piece.owner, kind)
        cost[piece.id] = (kind == "transport", row.cost, piece.id)
    order = sorted(cost, key=cost.__getitem__)
    tough = [i for i in order if getattr(game.pieces[i], "kind", None) == "battleship"]
    return decision.by_preference(game, [*tough, *(i for i in order for _ in range(9))])


def fight(sea: Referee, dives: Mapping[Power, bool]) -> bool:
    """Whether the attacker wins the battle in SZ 8, if its and the others' tokens dive or not."""
    while True:
        over = [e for e in sea.events if isinstance(e, BattleOver)]
        if over:
            return over[0].won is True
        game, asked = sea.game, sea.asked
        match asked:
            case Casualties():
                sea.do(losses(game, asked))
            case ChooseSides():
                ways = list(asked.candidates(game))
                sea.do(ways[-1] if dives.get(asked.power) else SubmergeOrFight())
            case SubmergeGroups():
                sea.do(SubmergeChoice())
            case Retreat():
                sea.do(Press())
            case _:
                sea.do(sea.plain())


@pytest.mark.no_cover
@pytest.mark.parametrize("name", BATTLES)
def test_what_is_foretold_of_hidden_tokens_is_what_the_engine_plays(name: str) -> None:
    """Tokens here and next door are dealt anew for every battle."""
    units, tokens, dives = BATTLES[name]
    start = waters(units, tokens, phase=Phase.CONDUCT_COMBAT, attacked=["SZ 8"])
    draw = random.Random(name)
    hidden = [p for p in start.game.pieces.values() if isinstance(p, Token)]
    groups = [start.secrets[token.id] for token in hidden]
    sizes = tracker(start.game, hidden[0].owner).sizes
    seen: dict[int, int] = {}
    won = 0
    for seed in range(FOUGHT):
        draw.shuffle(groups)
        dealt = dict(zip((token.id for token in hidden), groups, strict=True))
        here = sum(sizes[group - 1] for token, group in dealt.items() if _at(start, token))
        seen[here] = seen.get(here, 0) + 1
        sea = Referee(start.game, {**start.secrets, **dealt}, start.names, seed)
        won += fight(sea, {hidden[0].owner: dives})
    pairs = [(a, b) for i, a in enumerate(sizes[:4]) for b in sizes[i + 1 : 4]]
    chances = {n: [a + b for a, b in pairs].count(n) / len(pairs) for n, _ in seen.items()}
    owner = hidden[0].owner
    ships = [p for p in start.game.pieces.at(SEA) if isinstance(p, Figure)]
    met = Encounter.of(
        start.game,
        SEA,
        [p for p in ships if p.owner == "USA"],
        [p for p in ships if p.owner != "USA"],
    )
    fleet = Troop(owner, SUBMARINE, max(chances))
    attackers = tuple(t.count for t in met.attackers)
    defenders = tuple(t.count for t in met.defenders)
    attacking = owner == "USA"
    encounter = Encounter(
        game=start.game,
        space=SEA,
        attackers=(*met.attackers, *([fleet] if attacking else [])),
        defenders=(*met.defenders, *([] if attacking else [fleet])),
        musters=tuple(
            Muster(
                chance,
                (*attackers, *([n] if attacking else [])),
                (*defenders, *([] if attacking else [n])),
            )
            for n, chance in sorted(chances.items())
        ),
    )
    orders = SideOrders(submerges=dives)
    odds = forecast(encounter, draw=draw, attacking=orders, defending=orders)
    assert odds.exact
    assert agrees(won, FOUGHT, odds.win), (won / FOUGHT, odds.win)


def _at(sea: Referee, token: PieceId) -> bool:
    return sea.game.pieces[token].at == SEA


def test_a_mixture_of_musters_is_the_mean_of_their_odds() -> None:
    """Exact: one battle over all numbers of submarines is the sum of the battles of each."""
    game = position()
    usa, japan = game.rules.scenario.powers[0], Power("Japan")
    chances = {0: 0.25, 2: 0.5, 3: 0.25}

    def against(counts: Mapping[int, float]) -> Encounter:
        return Encounter(
            game=game,
            space=SpaceId("SZ 3"),
            attackers=(Troop(usa, DESTROYER, 2), Troop(usa, BATTLESHIP, 1, 1)),
            defenders=(Troop(japan, CRUISER, 1), Troop(japan, SUBMARINE, max(counts))),
            musters=tuple(Muster(p, (2, 1), (1, n)) for n, p in counts.items()),
        )

    mixed = forecast(against(chances), draw=random.Random(1))
    each = {n: forecast(against({n: 1.0}), draw=random.Random(1)) for n in chances}
    assert mixed.win == pytest.approx(sum(p * each[n].win for n, p in chances.items()))
    assert mixed.rounds == pytest.approx(sum(p * each[n].rounds for n, p in chances.items()))
    for role in Role:
        cost = sum(p * each[n].cost(role) for n, p in chances.items())
        assert mixed.cost(role) == pytest.approx(cost)
    drawn = forecast(against(chances), draw=random.Random(1), budget=0, trials=1000)
    assert abs(drawn.win - mixed.win) <= 1.5 * drawn.error
