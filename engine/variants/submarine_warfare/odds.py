"""What may come of a hunt or a patrol, and how likely it is (SW-2 to SW-6).

Every way is followed, so the odds are exact for hunters and prey that do as it says in `hunt_odds`.
"""

__all__ = ["hunt_odds", "patrol_odds"]

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from engine.battles import Battle, BattleKind, Role
from engine.game import Game
from engine.odds import BattleEnd, BattleOutcome, Encounter, Muster, Odds, RetreatPolicy, Troop
from engine.odds.dice import Chances, added
from engine.pieces import Figure, PieceId, Pieces
from engine.units import Domain, Kind, Trait
from engine.variants.submarine_warfare.hunting import DESTROYER_SPOTS
from engine.variants.submarine_warfare.patrol import halting_chance
from engine.variants.submarine_warfare.state import (
    SPOT,
    Hunts,
    hunts,
    ready_hunters,
    unfought_destroyers,
)


@dataclass(frozen=True, slots=True)
class _Hunter:
    """A troop of destroyers or aircraft, and the chances of each of them.

    Attributes:
        troop: its index among the attackers.
        flies: whether they are aircraft.
        spots: how likely one spots a submarine.
        hits: how likely one hits a submarine in a round.
    """

    troop: int
    flies: bool
    spots: float
    hits: float


class _State(NamedTuple):
    """How a hunt stands between two attacks.

    Attributes:
        ready: hunters by troop that have not attacked.
        idle: destroyers by troop that have attacked and not fought.
        lost: hunters lost, by troop.
        left: submarines left, by troop of the prey.
        gone: how many troops of the prey are no more, in the order in which they are named.
        rerolls: elite units that have not rolled again (WE-1).
    """

    ready: tuple[int, ...]
    idle: tuple[int, ...]
    lost: tuple[int, ...]
    left: tuple[int, ...]
    gone: int
    rerolls: frozenset[PieceId]


class _Duel(NamedTuple):
    """How a duel ends.

    Attributes:
        sunk: whether the submarine is lost.
        lost: whether the hunter is lost.
        rerolls: those of both that may still roll again.
    """

    sunk: bool
    lost: bool
    rerolls: frozenset[PieceId]


class _Die(NamedTuple):
    """How one of the two dice of a round may fall.

    Attributes:
        chance: how likely that is.
        hits: whether it hits.
        parts: whether it is the result on which a destroyer lets a submarine leave (SW-4).
        again: whether its unit may still roll again in this battle.
    """

    chance: float
    hits: bool
    parts: bool
    again: bool


def patrol_odds(game: Game, rolls: Sequence[int]) -> Chances:
    """How likely it is that so many submarines are halted as they leave a zone (SW-2).

    Args:
        game: whose rules decide.
        rolls: how many destroyers roll at each submarine.

    Returns:
        the chance of each number of halted submarines, from none up.
    """
    halted: Chances = (1.0,)
    for number in rolls:
        chance = halting_chance(game, number)
        halted = added(halted, (1 - chance, chance))
    return halted


def hunt_odds(encounter: Encounter, retreat: RetreatPolicy | None = None) -> Odds:
    """How a hunt may end, from its beginning or from where it has come to.

    Destroyers attack first, then aircraft, the weakest before others; an aircraft that spots sends
    a destroyer that has attacked and not fought, if there is one, and else attacks by itself
    (SW-6). A duel goes on until somebody is lost or has left; submarines leave as soon as they may
    (SW-4, SW-5). Elite units roll their first miss again (WE-1).

    Args:
        encounter: the attackers are hunters; what those that a troop is `like` have done in the
            hunt under way, all of the troop have. The defenders are named in their order, each
            until it is gone, but first the piece that has been spotted; one that a muster leaves
            without a submarine is a decoy and uses up the attack that turns it up (ruling 2).
        retreat: after how many rounds a hunter breaks off its duel (SW-4), and below how many
            hunters the attacker breaks off the hunt (SW-3); by default never.
    """
    return _Hunting(encounter, retreat or RetreatPolicy()).odds()


class _Hunting:
    def __init__(self, encounter: Encounter, retreat: RetreatPolicy) -> None:
        self._encounter = encounter
        self._retreat = retreat
        self._game = game = encounter.game
        self._sides = game.rules.die_sides(game)
        self._duels: dict[tuple[int, int, frozenset[PieceId]], dict[_Duel, float]] = {}
        self._lengths: dict[tuple[int, int, frozenset[PieceId]], float] = {}
        self._rounds = 0.0
        hunters = (self._hunter(i, troop) for i, troop in enumerate(encounter.attackers))
        in_order = sorted(filter(None, hunters), key=lambda one: (one.flies, one.hits, one.troop))
        self._hunters = {one.troop: one for one in in_order}
        on = game.battle is not None and game.battle.kind is BattleKind.HOUSE
        self._so_far = hunts(game) if on else Hunts()
        self._ready = frozenset(piece.id for piece in ready_hunters(game)) if on else None
        self._unfought = frozenset(unfought_destroyers(game)) if on else frozenset()
        spotted = self._so_far.target
        self._named = sorted(
            range(len(encounter.defenders)), key=lambda i: not self._includes(i, spotted)
        )

    def _includes(self, prey: int, piece: PieceId | None) -> bool:
        """Whether a piece belongs to a troop of the prey."""
        like = self._encounter.defenders[prey].like
        if piece is None or like is None or piece not in self._game.pieces:
            return False
        one, other = self._game.pieces[piece], self._game.pieces[like]
        if not isinstance(one, Figure):
            return piece == like
        rules, game = self._game.rules, self._game
        return one.owner == other.owner and rules.marks(game, one) == rules.marks(game, other)

    def _figure(self, troop: Troop, number: int) -> Figure:
        game = self._game
        fresh = PieceId(game.next_id + number)
        return Figure(
            id=fresh if troop.like is None else troop.like,
            owner=troop.owner,
            kind=troop.kind,
            at=self._encounter.space,
        )

    def _hunter(self, index: int, troop: Troop) -> _Hunter | None:
        game, rules = self._game, self._game.rules
        figure = self._figure(troop, index)
        flies = rules.domain(game, figure) is Domain.AIR
        if not flies and not rules.counts_as(game, figure, Trait.DESTROYER):
            return None
        spots = rules.scaled_strength(game, rules.option(SPOT) if flies else DESTROYER_SPOTS)
        hits = self._strength(figure, troop.kind, Role.ATTACKER)
        return _Hunter(index, flies, spots / self._sides, hits / self._sides)

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

    def odds(self) -> Odds:
        """Every end of the hunt."""
        met = self._encounter
        attackers = tuple(troop.count for troop in met.attackers)
        whole = Muster(1.0, attackers, tuple(troop.count for troop in met.defenders))
        musters = met.musters or (whole,)
        states: dict[_State, float] = defaultdict(float)
        for muster in musters:
            for state, chance in self._begun(muster):
                states[state] += muster.chance * chance
        ends: dict[_State, float] = defaultdict(float)
        while states:
            after: dict[_State, float] = defaultdict(float)
            for state, chance in states.items():
                hunter = self._next(state, attackers)
                if hunter is None:
                    ends[state] += chance
                    continue
                for then, likely in self._attack(hunter, state, chance):
                    after[then] += chance * likely
            states = after
        together: dict[tuple[BattleEnd, tuple[int, ...], tuple[int, ...]], float] = {}
        for state, chance in ends.items():
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
        gone = state.gone == len(state.left)
        if any(hunters):
            return BattleEnd.WON if gone else BattleEnd.ESCAPED
        return BattleEnd.NOBODY if gone else BattleEnd.LOST

    # Attacks

    def _begun(self, muster: Muster) -> Iterator[tuple[_State, float]]:
        """How the hunt stands once the attack under way is over, if there is one."""
        met, now = self._encounter, self._so_far.hunter
        likes = [troop.like for troop in met.attackers]
        lost = tuple(t.count - n for t, n in zip(met.attackers, muster.attackers, strict=True))
        ready = tuple(
            number if self._ready is None or like in self._ready else 0
            for like, number in zip(likes, muster.attackers, strict=True)
        )
        idle = tuple(
            number if like in self._unfought - {now} and not fresh else 0
            for like, number, fresh in zip(likes, muster.attackers, ready, strict=True)
        )
        state = _State(ready, idle, lost, muster.defenders, 0, self._elite())
        if now is None:
            yield state, 1.0
        elif now in self._so_far.dueled and self._so_far.target is not None:
            yield from self._fight(self._hunters[likes.index(now)], state, muster.chance)
        else:
            yield from self._spots(self._hunters[likes.index(now)], state, muster.chance)

    def _elite(self) -> frozenset[PieceId]:
        """Those that may roll again."""
        game = self._game
        likes = (t.like for t in (*self._encounter.attackers, *self._encounter.defenders))
        pieces = (game.pieces[like] for like in likes if like is not None and like in game.pieces)
        return frozenset(piece.id for piece in pieces if game.rules.rerolls(game, piece))

    def _next(self, state: _State, attackers: tuple[int, ...]) -> _Hunter | None:
        """Who attacks next; None once the hunt is over."""
        alive = sum(attackers) - sum(state.lost)
        if state.gone == len(state.left) or alive < self._retreat.below:
            return None
        return next((one for one in self._hunters.values() if state.ready[one.troop]), None)

    def _attack(
        self, hunter: _Hunter, state: _State, chance: float
    ) -> Iterator[tuple[_State, float]]:
        """One attack: spot, perhaps send a destroyer, fight."""
        state = state._replace(ready=_more(state.ready, hunter.troop, -1))
        yield self._waits(hunter, state), 1 - hunter.spots
        for then, likely in self._spots(hunter, state, chance * hunter.spots):
            yield then, hunter.spots * likely

    def _waits(self, hunter: _Hunter, state: _State) -> _State:
        """The hunter has used its attack; a destroyer may still be sent."""
        if hunter.flies:
            return state
        return state._replace(idle=_more(state.idle, hunter.troop, 1))

    def _spots(
        self, hunter: _Hunter, state: _State, chance: float
    ) -> Iterator[tuple[_State, float]]:
        """It has spotted something: a submarine, or a decoy, which is gone."""
        if not state.left[self._named[state.gone]]:
            yield self._waits(hunter, state)._replace(gone=state.gone + 1), 1.0
            return
        yield from self._fight(*self._sent(hunter, state), chance)

    def _sent(self, hunter: _Hunter, state: _State) -> tuple[_Hunter, _State]:
        """Who fights what an aircraft has spotted: a destroyer that waits, if there is one."""
        waiting = (one for one in self._hunters.values() if state.idle[one.troop])
        sent = next(waiting, None) if hunter.flies else None
        if sent is None:
            return hunter, state
        return sent, state._replace(idle=_more(state.idle, sent.troop, -1))

    def _fight(
        self, hunter: _Hunter, state: _State, chance: float
    ) -> Iterator[tuple[_State, float]]:
        """How the hunt stands after a duel."""
        prey = self._named[state.gone]
        likes = (
            self._encounter.attackers[hunter.troop].like,
            self._encounter.defenders[prey].like,
        )
        own = state.rerolls & set(likes)
        duel = self._duel(hunter, prey, own)
        self._rounds += chance * self._lengths[hunter.troop, prey, own]
        for end, likely in duel.items():
            left = _more(state.left, prey, -end.sunk)
            then = state._replace(
                left=left,
                gone=state.gone + (not left[prey]),
                lost=_more(state.lost, hunter.troop, int(end.lost)),
                rerolls=(state.rerolls - own) | end.rerolls,
            )
            yield then, likely

    # Duels

    def _duel(self, hunter: _Hunter, prey: int, own: frozenset[PieceId]) -> dict[_Duel, float]:
        """SW-4, SW-5: until a loss, until the submarine may leave, or the hunter breaks off.

        After a round of misses nobody rolls again any more, so all later rounds are alike.
        """
        key = hunter.troop, prey, own
        known = self._duels.get(key)
        if known is not None:
            return known
        ends: dict[_Duel, float] = defaultdict(float)
        goes_on = self._round(hunter, prey, own, 1.0, ends)
        length = 1.0
        after = self._retreat.after
        if goes_on and after != 1:
            later: dict[_Duel, float] = defaultdict(float)
            again = self._round(hunter, prey, frozenset(), 1.0, later)
            never_over = 0.0 if after is None else again ** (after - 1)
            rounds = (1 - never_over) / (1 - again)
            for end, likely in later.items():
                ends[end] += goes_on * rounds * likely
            length += goes_on * rounds
            goes_on *= never_over
        if after is not None and goes_on:
            ends[_Duel(sunk=False, lost=False, rerolls=frozenset())] += goes_on
        self._duels[key], self._lengths[key] = ends, length
        return ends

    def _round(
        self,
        hunter: _Hunter,
        prey: int,
        own: frozenset[PieceId],
        chance: float,
        ends: dict[_Duel, float],
    ) -> float:
        """One round; what ends the duel is added to `ends`, the rest is returned."""
        troop = self._encounter.defenders[prey]
        figure = self._figure(troop, len(self._encounter.attackers) + prey)
        back = self._strength(figure, troop.kind, Role.DEFENDER) / self._sides
        likes = self._encounter.attackers[hunter.troop].like, troop.like
        goes_on = 0.0
        own_dice = self._dice(hunter.hits, again=likes[0] in own)
        for first, second in product(own_dice, self._dice(back, again=likes[1] in own)):
            likely = chance * first.chance * second.chance
            again = frozenset(
                like
                for like, die in zip(likes, (first, second), strict=True)
                if like is not None and die.again
            )
            if first.hits or second.hits or hunter.flies or first.parts:
                ends[_Duel(first.hits, second.hits, again)] += likely
            else:
                goes_on += likely
        return goes_on

    def _dice(self, hits: float, *, again: bool) -> tuple[_Die, ...]:
        """How a die may fall that hits with this chance; a first miss may be rolled again."""
        parts = 1 / self._sides
        missed = 1 - hits if again else 1.0
        return (
            *((_Die(hits, hits=True, parts=False, again=True),) if again else ()),
            _Die(missed * hits, hits=True, parts=False, again=False),
            _Die(missed * parts, hits=False, parts=True, again=False),
            _Die(missed * (1 - hits - parts), hits=False, parts=False, again=False),
        )


def _more(numbers: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] + by, *numbers[at + 1 :])
