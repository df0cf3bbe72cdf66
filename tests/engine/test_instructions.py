"""BG-3.4, SS-3.11: instructions answer for a power what they cover, and nothing else."""

import random
from typing import Any, TypeVar

import pytest

from client.bots import arena
from client.bots.fuzz import Fuzz
from engine.battle.casualties import Casualties
from engine.battle.events import Damaged, Lost, Marked, Submerged
from engine.battle.raids import Intercept
from engine.battle.submarines import Submerge
from engine.board import Power, SpaceId
from engine.errors import Illegal, Malformed
from engine.game import Event
from engine.instructing import read_instructions
from engine.instructions import (
    GroupLosses,
    Instruction,
    Instructions,
    InstructionsFields,
    Standing,
    TwoHitShips,
)
from engine.loading import builtin
from engine.phases import Phase
from engine.records import encode
from engine.requests import Instructed, Roll
from engine.run import Run
from engine.setup import new_game
from engine.units import Kind
from engine.validate import validate
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.events import TokensRevealed
from tests.engine.battle.field import Combat, battlefield
from tests.engine.instructing import any_instructions
from tests.engine.position import position
from tests.engine.secret_subs.owners import Referee, waters
from tests.engine.test_forced import played

E = TypeVar("E", bound=Event)

USA, JAPAN, GERMANY = Power("USA"), Power("Japan"), Power("Germany")


def order(*kinds: str) -> tuple[Kind, ...]:
    return tuple(map(Kind, kinds))


def instructed(combat: Combat, power: Power, **fields: Any) -> Combat:
    """The same combat, of a power that has left instructions before it."""
    return Combat(combat.start.with_instructions(power, Instructions(**fields)))


def lost(combat: Combat) -> list[str]:
    return [event.kind for event in combat.events if isinstance(event, Lost)]


class TestLosses:
    def battle(self, **fields: Any) -> Combat:
        """Japan loses one of three ships to a cruiser."""
        drawn = battlefield(
            "SZ 3: USA cruiser / Japan cruiser, destroyer, battleship", attacked=("SZ 3",)
        )
        combat = instructed(drawn, JAPAN, **fields)
        combat.roll(3)
        return combat

    def test_without_an_order_of_losses_the_owner_is_asked(self) -> None:
        combat = self.battle(two_hit_ships=TwoHitShips.LAST, submerge=Standing.ALWAYS)
        assert isinstance(combat.request, Casualties)

    def test_two_hit_ships_take_their_first_hit_before_all_others(self) -> None:
        combat = self.battle(losses=order("destroyer"))
        assert isinstance(combat.request, Roll)
        combat.roll(6, 6, 6)
        assert lost(combat) == []
        damaged = [event.kind for event in combat.events if isinstance(event, Damaged)]
        assert damaged == ["battleship"]

    def test_two_hit_ships_last(self) -> None:
        combat = self.battle(losses=order("destroyer"), two_hit_ships=TwoHitShips.LAST)
        combat.roll(6, 6, 6)
        assert lost(combat) == ["destroyer"]

    def test_kinds_not_named_follow_the_cheaper_first(self) -> None:
        drawn = battlefield(
            "SZ 3: USA cruiser / Japan carrier, destroyer, cruiser", attacked=("SZ 3",)
        )
        combat = instructed(drawn, JAPAN, losses=order("infantry"))
        combat.roll(3)
        combat.roll(6, 6, 6)
        assert lost(combat) == ["destroyer"]

    def test_the_log_says_that_it_was_by_instruction(self) -> None:
        combat = self.battle(losses=order("destroyer"))
        assert Instructed(JAPAN, Instruction.LOSSES) in combat.events

    @pytest.mark.parametrize(("keep", "remaining"), [(True, "infantry"), (False, "fighter")])
    def test_an_attacker_can_keep_one_land_unit(self, keep: bool, remaining: str) -> None:
        drawn = battlefield("Border: USA infantry, fighter / Japan infantry")
        combat = instructed(drawn, USA, losses=order("infantry"), keep_land_unit=keep)
        combat.roll(6, 6)
        combat.roll(1)
        assert combat.units("Border", "USA") == remaining

    def test_a_defender_keeps_none(self) -> None:
        """It has no territory to take: the order alone says who is lost."""
        drawn = battlefield("Border: USA infantry / Japan infantry, fighter")
        combat = instructed(drawn, JAPAN, losses=order("infantry"), keep_land_unit=True)
        combat.roll(1)
        combat.roll(6, 6)
        assert combat.units("Border", "Japan") == "fighter"

    def test_losses_of_the_other_side_are_asked(self) -> None:
        """Where the attacker decides between defenders (BG-8.13), its order is not for them."""
        drawn = battlefield(
            "SZ 3: USA cruiser / Japan destroyer / Germany cruiser, destroyer",
            attacked=("SZ 3",),
            seats=(("USA",), ("UK",), ("Japan",), ("Germany",)),
        )
        combat = instructed(drawn, USA, losses=order("cruiser"))
        combat.roll(3)
        assert isinstance(combat.request, Casualties)
        assert combat.request.power == USA


class TestSubmerging:
    UNITS = "SZ 3: USA cruiser / Japan 2 submarine"

    def test_always(self) -> None:
        combat = battlefield(self.UNITS, attacked=("SZ 3",))
        assert isinstance(combat.request, Submerge)
        combat = instructed(combat, JAPAN, submerge=Standing.ALWAYS)
        assert combat.is_over
        assert combat.units("SZ 3", "Japan") == "2 submarine"

    def test_never(self) -> None:
        combat = battlefield(self.UNITS, attacked=("SZ 3",))
        assert isinstance(instructed(combat, JAPAN, submerge=Standing.NEVER).request, Roll)

    def test_one_zone_otherwise(self) -> None:
        combat = battlefield(self.UNITS, attacked=("SZ 3",))
        here = {SpaceId("SZ 3"): Standing.ASK}
        asked = instructed(combat, JAPAN, submerge=Standing.ALWAYS, zones=here)
        assert isinstance(asked.request, Submerge)
        there = {SpaceId("SZ 4"): Standing.ASK}
        assert instructed(combat, JAPAN, submerge=Standing.ALWAYS, zones=there).is_over

    def test_in_its_own_turn_a_power_is_asked(self) -> None:
        """Who keeps out of the others' attacks still means to strike in its own."""
        combat = battlefield("SZ 3: USA 2 submarine / Japan cruiser", attacked=("SZ 3",))
        ordered = instructed(combat, USA, submerge=Standing.ALWAYS)
        assert ordered.request == Submerge(USA)


@pytest.mark.parametrize(
    ("standing", "why", "dice"),
    [(Standing.ALWAYS, "interception", 4), (Standing.NEVER, "bombs", 1)],
)
def test_interceptors_are_all_or_none(standing: Standing, why: str, dice: int) -> None:
    combat = battlefield(
        "East: USA bomber, fighter / Japan complex, 2 fighter",
        raiding={"East": "bomber, fighter"},
        options={"interceptors": "on"},
    )
    assert combat.request == Intercept(JAPAN)
    ordered = instructed(combat, JAPAN, intercept=standing)
    assert isinstance(ordered.request, Roll)
    assert (ordered.request.count, why in ordered.request.why) == (dice, True)


class TestSecretSubs:
    """SS-3.11: all or none, and which group loses."""

    BOTH = "SZ 8: USA a=1:1, b=2:1 / Japan k=3:2, j=4:1"

    def battle(self, units: str, tokens: str = BOTH, **fields: Any) -> Referee:
        """The USA attacks in SZ 8 and chooses first; Japan has left instructions."""
        sea = waters(units, tokens, phase=Phase.CONDUCT_COMBAT, attacked=["SZ 8"])
        start = sea.run.bookmark().base.with_instructions(JAPAN, Instructions(**fields))
        ordered = Referee(start, sea.secrets, sea.names)
        ordered.until(ChooseSides)
        ordered.do(SubmergeOrFight())
        return ordered

    def submerged(self, sea: Referee) -> list[str]:
        pieces = {piece for event in told(sea, Submerged) for piece in event.pieces}
        return sorted(name for name, piece in sea.names.items() if piece in pieces)

    def revealed(self, sea: Referee) -> list[str]:
        pieces = {piece for event in told(sea, TokensRevealed) for piece in event.groups}
        return sorted(name for name, piece in sea.names.items() if piece in pieces)

    def test_ss_3_1_all_tokens_submerge(self) -> None:
        sea = self.battle("SZ 8: USA cruiser", submerge=Standing.ALWAYS)
        assert (self.submerged(sea), self.revealed(sea)) == (["j", "k"], ["a", "b"])

    def test_ss_3_1_all_tokens_fight(self) -> None:
        sea = self.battle("SZ 8: USA cruiser", submerge=Standing.NEVER)
        assert (self.submerged(sea), self.revealed(sea)) == ([], ["a", "b", "j", "k"])

    def test_ss_3_1c_a_destroyer_forbids_what_is_instructed(self) -> None:
        sea = self.battle("SZ 8: USA destroyer", submerge=Standing.ALWAYS)
        assert (self.submerged(sea), self.revealed(sea)) == ([], ["a", "b", "j", "k"])

    def test_ss_3_4_all_submerge_in_round_2(self) -> None:
        """Instructions come while the battle goes on: they hold from the next request on."""
        sea = self.battle("SZ 8: USA battleship")
        sea.roll(*[6] * 8)
        sea.do(SubmergeOrFight())
        assert sea.asks(SubmergeGroups, "USA")
        sea.run.instruct(JAPAN, Instructions(submerge=Standing.ALWAYS))
        sea.do(SubmergeChoice())
        assert self.submerged(sea) == ["j", "k"]

    @pytest.mark.parametrize(
        ("first", "loser"), [(GroupLosses.SMALLEST, "j"), (GroupLosses.LARGEST, "k")]
    )
    def test_ss_3_8_which_group_loses(self, first: GroupLosses, loser: str) -> None:
        sea = waters(
            "SZ 8: USA destroyer, cruiser",
            "SZ 8: Japan k=1:3, j=2:1",
            phase=Phase.CONDUCT_COMBAT,
            attacked=["SZ 8"],
        )
        sea.run.instruct(JAPAN, Instructions(losses=order("submarine"), groups=first))
        sea.until(ChooseSides)
        sea.roll(6, 3)
        sea.do(SubmergeOrFight())
        assert [event.hits for event in told(sea, Marked)[:1]] == [{sea[loser]: 1}]


def told(sea: Referee, kind: type[E]) -> list[E]:
    return [event for event in sea.events if isinstance(event, kind)]


def test_instructions_lapse_with_the_seat_that_left_them() -> None:
    run = Run(position("West: USA infantry", seats=(("USA", "UK"), ("Japan", "Germany"))))
    for power in (USA, JAPAN, GERMANY):
        run.instruct(power, Instructions(submerge=Standing.NEVER))
    run.waive(1, waived=True)
    run.lapse(1)
    assert run.game.instructions.keys() == {USA}
    assert run.game.waived == frozenset()


def test_where_a_keeper_is_changed_no_instructions_lapse() -> None:
    """Keepers come after the seats that the rules know, and play no power."""
    run = Run(position("West: USA infantry", seats=(("USA", "UK"), ("Japan", "Germany"))))
    run.instruct(USA, Instructions(submerge=Standing.NEVER))
    run.lapse(2)
    assert run.game.instructions.keys() == {USA}


def test_instructions_lapse_of_powers_that_have_passed_to_the_seat_too() -> None:
    """SPEC-13.1: Japan has passed to the seat of the USA, and lapses with it."""
    game = position("West: USA infantry", seats=(("USA", "UK"), ("Japan", "Germany")))
    run = Run(game.replace(passed={JAPAN: 0}))
    for power in (USA, JAPAN, GERMANY):
        run.instruct(power, Instructions(submerge=Standing.NEVER))
    run.lapse(0)
    assert run.game.instructions.keys() == {GERMANY}


def test_to_instruct_nothing_is_to_be_asked_everything() -> None:
    """The state is then as if there had never been any, and so is its digest."""
    run = Run(position("West: USA infantry"))
    before = encode(run.game)
    run.instruct(JAPAN, Instructions(losses=order("infantry")))
    assert encode(run.game) != before
    run.instruct(JAPAN, Instructions())
    assert encode(run.game) == before


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"losses": order("zeppelin")}, "no kind of unit zeppelin"),
        ({"losses": order("tank", "tank")}, "named twice"),
        ({"zones": {SpaceId("West"): Standing.NEVER}}, "West is not a sea zone"),
        ({"zones": {SpaceId("SZ 99"): Standing.NEVER}}, "SZ 99 is not a sea zone"),
    ],
)
def test_what_the_game_does_not_have_cannot_be_instructed(
    fields: InstructionsFields, reason: str
) -> None:
    data = encode(Instructions(**fields))
    with pytest.raises(Illegal, match=reason):
        read_instructions(position(), USA, data)


def test_instructions_are_read_as_they_are_written() -> None:
    draw, game = random.Random(7), position()
    for _ in range(50):
        instructions = any_instructions(game, draw)
        assert read_instructions(game, USA, encode(instructions)) == instructions
    with pytest.raises(Malformed):
        read_instructions(game, USA, ["submarine"])
    with pytest.raises(Illegal, match="no power Utopia"):
        read_instructions(game, Power("Utopia"), encode(Instructions()))


GAMES = [
    ("wake-island", ("SS",), 250),
    ("wake-island", ("DS", "WB"), 200),
    ("classic", ("WM",), 120),
    ("wake-island", ("SS", "WB"), 300),
]


@pytest.mark.no_cover
@pytest.mark.parametrize(("scenario", "modules", "answers"), GAMES)
def test_what_is_instructed_is_always_legal(
    scenario: str, modules: tuple[str, ...], answers: int
) -> None:
    """Whatever is asked, in games of drafts, and whatever is instructed."""
    draw = random.Random(scenario)
    covered = 0
    for decision, game in played(scenario, modules, answers):
        if decision.instruction is not None:
            for _ in range(5):
                ordered = any_instructions(game, draw)
                answer = decision.instructed(game.with_instructions(decision.power, ordered))
                if answer is not None:
                    assert decision.parse(game, encode(answer)) == answer
                    covered += 1
    assert covered


@pytest.mark.no_cover
@pytest.mark.parametrize(("scenario", "modules", "answers"), GAMES)
def test_every_replica_answers_alike(scenario: str, modules: tuple[str, ...], answers: int) -> None:
    """A second run is given the answers alone, and changes of instructions, forked as it goes."""
    chosen = builtin(scenario)
    game = new_game(chosen, modules, {}, chosen.seatings[2])
    draw = random.Random(f"{scenario} alike")
    for power in chosen.powers:
        game = game.with_instructions(power, any_instructions(game, draw))
    table, replica, bot = arena.Referee(game, seed=3), Run(game), Fuzz(3)
    told: list[Event] = []
    for _ in range(answers):
        seen = table.advance()
        assert seen is not None
        for data in table.tape:
            told.extend(replica.answer(data))
        table.tape.clear()
        assert (replica.game, replica.request) == (table.run.game, table.run.request)
        assert not validate(replica.game)
        replica = replica.fork()
        if draw.random() < 0.1:
            power, instructions = draw.choice(chosen.powers), any_instructions(game, draw)
            for run in (table.run, replica):
                run.instruct(power, instructions)
        table.decide(seen, bot)
    assert any(isinstance(event, Instructed) for event in told)
