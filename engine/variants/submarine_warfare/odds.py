"""What may come of a hunt, and how likely it is (SW-3 to SW-6).

Every way is followed, so the odds are exact for hunters and prey that do as it says in `hunt_odds`.
"""

__all__ = ["hunt_odds"]

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.battles import Battle, BattleKind, Role
from engine.odds import BattleEnd, BattleOutcome, Encounter, Muster, Odds, Troop
from engine.pieces import Figure, PieceId, Pieces
from engine.units import Domain, Kind, Trait
from engine.variants.submarine_warfare.hunting import DESTROYER_SPOTS
from engine.variants.submarine_warfare.state import SPOT


@dataclass(frozen=True, slots=True)
class _Hunter:
    """A destroyer or aircraft: its troop, and its chances.

    Attributes:
        troop: the index of its troop among the attackers.
        flies: whether it is an aircraft.
        spots: how likely it spots a submarine.
        hits: how likely it hits one in a round.
    """

    troop: int
    flies: bool
    spots: float
    hits: float


class _State(NamedTuple):
    """How a hunt stands.

    Attributes:
        idle: destroyers by troop that have attacked and not fought.
        lost: hunters lost, by troop.
        left: submarines left, by troop of the prey.
        target: the troop that is named next.
    """

    idle: tuple[int, ...]
    lost: tuple[int, ...]
    left: tuple[int, ...]
    target: int


class _Duel(NamedTuple):
    """How likely a duel ends with the submarine lost, with the hunter lost, or with both."""

    sunk: float
    lost: float
    both: float
    rounds: float


def hunt_odds(encounter: Encounter) -> Odds:
    """How a hunt may end.

    Destroyers attack first, then aircraft, the weakest before others; an aircraft that spots sends
    a destroyer that has not fought, if there is one, and else attacks by itself (SW-6). Hunters
    fight on until somebody is lost or has left; submarines leave as soon as they may (SW-4, SW-5).

    Args:
        encounter: the attackers are hunters that have not attacked. The defenders are named in
            their order, each until it is gone; one that a muster leaves without a submarine is a
            decoy and uses up the attack that turns it up (ruling 2).
    """
    return _Hunting(encounter).odds()


class _Hunting:
    def __init__(self, encounter: Encounter) -> None:
        self._encounter = encounter
        self._game = encounter.game
        self._sides = self._game.rules.die_sides(self._game)
        self._duels: dict[tuple[int, int], _Duel] = {}
        self._rounds = 0.0
        hunters = [
            hunter
            for index, troop in enumerate(encounter.attackers)
            for hunter in self._hunters(index, troop)
        ]
        self._hunters_in_order = sorted(hunters, key=lambda one: (one.flies, one.hits, one.troop))

    def _figure(self, troop: Troop, number: int) -> Figure:
        game = self._game
        fresh = PieceId(game.next_id + number)
        return Figure(
            id=fresh if troop.like is None else troop.like,
            owner=troop.owner,
            kind=troop.kind,
            at=self._encounter.space,
        )

    def _hunters(self, index: int, troop: Troop) -> Iterator[_Hunter]:
        game, rules = self._game, self._game.rules
        figure = self._figure(troop, index)
        flies = rules.domain(game, figure) is Domain.AIR
        if not flies and not rules.counts_as(game, figure, Trait.DESTROYER):
            return
        spots = rules.scaled_strength(game, rules.option(SPOT) if flies else DESTROYER_SPOTS)
        hits = self._strength(figure, troop.kind, Role.ATTACKER)
        one = _Hunter(index, flies, spots / self._sides, hits / self._sides)
        yield from (one for _ in range(troop.count))

    def _strength(self, figure: Figure, kind: Kind, role: Role) -> int:
        """What a unit hits on in a duel."""
        sides = {role: (figure.id,), role.other: ()}
        battle = Battle(
            space=self._encounter.space,
            kind=BattleKind.HOUSE,
            attacker=self._game.active,
            attackers=sides[Role.ATTACKER],
            defenders=sides[Role.DEFENDER],
        )
        game = self._game.replace(pieces=Pieces((figure,)), battle=battle)
        return game.rules.strength(game, figure, kind, role)

    def _duel(self, hunter: _Hunter, prey: int) -> _Duel:
        """SW-4, SW-5: until a loss, or until the submarine may leave."""
        known = self._duels.get((hunter.troop, prey))
        if known is not None:
            return known
        troop = self._encounter.defenders[prey]
        figure = self._figure(troop, len(self._encounter.attackers) + prey)
        hit = hunter.hits
        back = self._strength(figure, troop.kind, Role.DEFENDER) / self._sides
        leaves = (1 - back) * ((1 - hit) if hunter.flies else 1 / self._sides)
        goes_on = (1 - hit) * (1 - back) - leaves
        rounds = 1 / (1 - goes_on)
        duel = _Duel(
            hit * (1 - back) * rounds, (1 - hit) * back * rounds, hit * back * rounds, rounds
        )
        self._duels[hunter.troop, prey] = duel
        return duel

    def odds(self) -> Odds:
        """Every end of the hunt."""
        met = self._encounter
        attackers = tuple(troop.count for troop in met.attackers)
        whole = Muster(1.0, attackers, tuple(troop.count for troop in met.defenders))
        musters = met.musters or (whole,)
        nobody = (0,) * len(attackers)
        states: dict[_State, float] = defaultdict(float)
        for muster in musters:
            states[_State(nobody, nobody, muster.defenders, 0)] += muster.chance
        for hunter in self._hunters_in_order:
            after: dict[_State, float] = defaultdict(float)
            for state, chance in states.items():
                for then, likely in self._attack(hunter, state, chance):
                    after[then] += chance * likely
            states = after
        together: dict[tuple[BattleEnd, tuple[int, ...], tuple[int, ...]], float] = {}
        for state, chance in states.items():
            here = tuple(n - lost for n, lost in zip(attackers, state.lost, strict=True))
            key = self._end(state, here), here, state.left
            together[key] = together.get(key, 0.0) + chance
        outcomes = [
            BattleOutcome(chance, end, taken=False, attackers=here, defenders=left)
            for (end, here, left), chance in together.items()
        ]
        rules = self._game.rules
        rows = [
            tuple(rules.unit_type(self._game, troop.owner, troop.kind) for troop in side)
            for side in (met.attackers, met.defenders)
        ]
        return Odds(
            attackers=met.attackers,
            defenders=met.defenders,
            rows=(rows[0], rows[1]),
            outcomes=tuple(
                sorted(outcomes, key=lambda o: (-o.chance, o.end, o.attackers, o.defenders))
            ),
            rounds=self._rounds,
            musters=musters,
            doubt=met.doubt,
        )

    def _end(self, state: _State, hunters: tuple[int, ...]) -> BattleEnd:
        gone = state.target == len(state.left)
        if any(hunters):
            return BattleEnd.WON if gone else BattleEnd.ESCAPED
        return BattleEnd.NOBODY if gone else BattleEnd.LOST

    def _attack(
        self, hunter: _Hunter, state: _State, chance: float
    ) -> Iterator[tuple[_State, float]]:
        """One attack: spot, perhaps send a destroyer, fight."""
        if state.target == len(state.left):
            yield state, 1.0
            return
        waits = state if hunter.flies else state._replace(idle=_more(state.idle, hunter.troop, 1))
        yield waits, 1 - hunter.spots
        if not state.left[state.target]:
            yield waits._replace(target=state.target + 1), hunter.spots
            return
        fights, now = hunter, state
        sent = next((i for i, number in enumerate(state.idle) if number), None)
        if hunter.flies and sent is not None:
            fights = next(one for one in self._hunters_in_order if one.troop == sent)
            now = state._replace(idle=_more(state.idle, sent, -1))
        duel = self._duel(fights, state.target)
        self._rounds += chance * hunter.spots * duel.rounds
        left = _more(state.left, state.target, -1)
        sunk = now._replace(left=left, target=state.target + (not left[state.target]))
        lost = _more(now.lost, fights.troop, 1)
        yield sunk, hunter.spots * duel.sunk
        yield now._replace(lost=lost), hunter.spots * duel.lost
        yield sunk._replace(lost=lost), hunter.spots * duel.both
        yield now, hunter.spots * (1 - duel.sunk - duel.lost - duel.both)


def _more(numbers: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] + by, *numbers[at + 1 :])
