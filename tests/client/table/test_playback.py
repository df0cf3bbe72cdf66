"""The past, played back: what happened step by step, in brief, and never more than one may know."""

import functools
import itertools
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from client.bots.bot import Bot
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.presentation.away import Digest
from client.presentation.names import Names
from client.presentation.playback import position_after
from client.scenarios import find
from client.schema.game import Space
from client.schema.playback import AwayLine, PlaybackStep
from client.seat.memo import Memo, MemoFile
from client.seat.viewer import Viewer
from client.table import messages as said
from client.table.journal import Journal, Told
from client.table.playback import Recording
from engine.battle.events import BattleOpened, BattleOver, Fired, Lost
from engine.battles import BattleKind
from engine.board import Power, SpaceId
from engine.capture import TerritoryTaken
from engine.game import Event, Game
from engine.loading import builtin
from engine.phases import Phase
from engine.pieces import PieceId
from engine.run import Run
from engine.setup import new_game
from engine.units import Kind
from engine.variants.secret_subs.events import TokensDiscarded, TokensShuffled
from engine.variants.secret_subs.state import MODULE
from engine.variants.secret_subs.token import Token
from protocol.charter import Secrecy
from protocol.table import Appended, Table
from tests.bench.games import founded, played
from tests.browser.exhibit import Exhibit
from tests.engine.position import find as pieces_in
from tests.engine.position import position
from tests.engine.secret_subs.owners import waters
from tests.engine.secret_subs.test_combat import battle
from tests.protocol.sample import found
from tests.protocol.test_two_worlds import DECKS, ENTRIES, World, both
from tests.protocol.test_wake_island import POWERS, SOURCE, charter
from tests.protocol.toy_match import author

NOBODY = (Viewer(),)


ENTRIES_PLAYED = 150

CAPTAINS = (Captain(1), Captain(2))
WAVERERS = (Fuzz(25), Fuzz(125))
"""They take moves back, and make others."""


@functools.cache
def recorded(
    players: Sequence[Bot] = CAPTAINS,
    seat: int | None = None,
    game: int = 0,
) -> tuple[Recording, Sequence[Game], Sequence[str]]:
    """A game, one for each number: recorded, the game after each entry, and why units fired."""
    del game  # its dice are others each time
    fired = []
    founding = founded(find("wake-island"))
    log = played(founding, ENTRIES_PLAYED, players).log
    table = Table.start(founding)
    journal = Journal(table.game)
    recording, games = Recording(table.game, journal.names, seat=seat), [table.game]
    for entry in log:
        appended = table.append_on_trust(entry.raw)
        told = journal.tell(appended, appended.game, ("Ann", "Bob"))
        recording.add(entry.seat, told, appended.game)
        games.append(appended.game)
        fired += [event.why for event in appended.events if isinstance(event, Fired)]
    return recording, games, fired


def all_steps(recording: Recording) -> Iterator[PlaybackStep]:
    """Every step of a recording, asked for part by part as a page does."""
    after = 0
    while after < recording.last:
        part = recording.playback(after, NOBODY, whole=False)
        assert after < part.until
        yield from part.steps
        after = part.until


def standing(space: Space) -> set[int]:
    """Who stands in a space."""
    return {token.id for token in space.tokens} | {
        one for stack in space.stacks for one in stack.ids
    }


def test_played_to_a_turn_the_board_is_as_it_was_when_that_turn_began() -> None:
    """Every move, loss, capture and placement is somewhere in the steps."""
    recording, games, _ = recorded()
    start = recording.playback(0, NOBODY, whole=True).start
    assert start is not None
    board = dict(start)
    turns = 0
    for step in all_steps(recording):
        board.update(step.spaces)
        if step.kind == "turn":
            turns += 1
            game = games[step.entry]
            for name, space in board.items():
                assert standing(space) == {piece.id for piece in game.pieces.at(SpaceId(name))}
                assert space.control == game.control.get(SpaceId(name))
    assert turns


@pytest.mark.parametrize("players", [CAPTAINS, WAVERERS], ids=["captains", "waverers"])
def test_pieces_of_a_move_stand_where_it_begins_until_it_is_over(
    players: Sequence[Bot],
) -> None:
    """An arrow leads from where the map still shows them to where it will; so does one back."""
    recording, _, _ = recorded(players)
    start = recording.playback(0, NOBODY, whole=True).start
    assert start is not None
    board, legs = dict(start), 0
    for step in all_steps(recording):
        for leg in step.legs:
            legs += 1
            if step.kind == "move" and "land" not in step.text:
                assert set(leg.pieces) & standing(board[leg.route[0]]), step.text
        board.update(step.spaces)
        for leg in step.legs:
            assert set(leg.pieces) <= standing(board[leg.route[-1]]), step.text
    assert legs


def test_what_goes_ashore_after_tokens_have_left_stands_in_the_next_battle() -> None:
    """SS-3.6, BG-7.10: one entry ends the battle at sea and begins the landing."""
    sea = battle("SZ 8: USA infantry, cruiser", "SZ 8: Japan k=1:2").game
    (unit,) = pieces_in(sea, "SZ 8", "infantry")
    token = next(piece.id for piece in sea.pieces.values() if isinstance(piece, Token))
    ashore = sea.pieces[unit].replace(at=SpaceId("Isle"))
    last = sea.replace(pieces=sea.pieces.replaced([ashore], [token]), battle=None)
    left = TokensDiscarded(Power("Japan"), SpaceId("SZ 8"), {token: 1})
    game = position_after(sea, left, last)
    assert unit in game.pieces
    assert token not in game.pieces
    landing = BattleOpened(SpaceId("Isle"), BattleKind.ASSAULT, (unit, token), ())
    fought = position_after(game, landing, last).battle
    assert fought is not None
    assert fought.attackers == (unit,), "what has left fights no more"


def test_what_happened_after_any_entry_goes_on_where_that_left() -> None:
    """A page that missed some entries asks from where it left, and is told of no earlier one."""
    recording, _, _ = recorded()
    for after in range(0, ENTRIES_PLAYED, 7):
        part = recording.playback(after, NOBODY, whole=False)
        assert part.start is None
        assert all(step.entry > after for step in part.steps)
    assert recording.playback(ENTRIES_PLAYED, NOBODY, whole=False).steps == ()
    assert recording.playback(10**6, NOBODY, whole=False).until == ENTRIES_PLAYED


def test_a_step_tells_the_turn_and_the_phase_in_which_it_happened() -> None:
    """BG-3: units fire in Conduct combat, and move in two other phases; a turn begins as itself."""
    recording, games, _ = recorded()
    phases: defaultdict[str, set[str]] = defaultdict(set)
    for step in all_steps(recording):
        before, after = games[step.entry - 1], games[step.entry]
        phases[step.kind].add(step.turn.phase)
        whose = after if step.kind == "turn" else before
        assert (step.turn.round, step.turn.active) == (whose.round, whose.active)
        assert step.turn.outcome is None
    assert phases["attack"] == phases["fire"] == {"conduct_combat"}
    assert phases["move"] <= {"combat_move", "noncombat_move", "conduct_combat"}
    assert {"combat_move", "noncombat_move"} <= phases["move"]


def test_a_battle_that_opens_as_the_moves_end_is_part_of_combat() -> None:
    """BG-8.1: where one battle is due it opens in the entry that ends Combat move."""
    units = "SZ 8: USA cruiser / Japan destroyer"
    before = position(units, phase=Phase.COMBAT_MOVE)
    after = position(units, phase=Phase.CONDUCT_COMBAT)
    ours, theirs = (pieces_in(before, "SZ 8", kind) for kind in ("cruiser", "destroyer"))
    opened = BattleOpened(SpaceId("SZ 8"), BattleKind.SEA, tuple(ours), tuple(theirs))
    ended = BattleOver(SpaceId("SZ 8"), won=True)
    recording = Recording(before, Journal(before).names, seat=None)
    told = tuple(Told(event, "", None, ()) for event in (opened, ended))
    recording.add(0, told, after)
    first, *_ = recording.playback(0, NOBODY, whole=False).steps
    assert (first.kind, first.turn.phase) == ("attack", "conduct_combat")


def test_every_volley_falls_in_a_step_of_its_own() -> None:
    """BG-8: as many as were fired, each once, in a clash that has begun."""
    recording, _, fired = recorded()
    fallen, clash = [], None
    for step in all_steps(recording):
        clash = step.clash or clash
        volleys = [one for one in step.fallen if one.step == "volley"]
        assert len(volleys) == (step.kind == "fire")
        assert clash is not None or not volleys
        fallen += volleys
    assert [one.why for one in fallen] == fired
    assert fallen


def test_every_round_begins_on_the_board_though_a_page_asks_entry_by_entry() -> None:
    """BG-8.7: an entry may end where a round begins, whose first dice the next one brings."""

    def rounds(steps: Iterable[PlaybackStep]) -> list[int]:
        return [one.round for step in steps for one in step.fallen if one.step == "round"]

    some = (recorded(game=game)[0] for game in itertools.count())
    recording = next(one for one in some if max(rounds(all_steps(one)), default=0) > 1)
    one_by_one: list[PlaybackStep] = []
    for after in range(recording.last):
        viewers = (NOBODY[0],) * 2
        part = recording.playback(after, viewers, whole=False)
        one_by_one += [step for step in part.steps if step.entry == after + 1]
    assert rounds(one_by_one) == rounds(all_steps(recording))


@pytest.mark.parametrize("secrecy", list(Secrecy))
def test_playback_is_the_same_whatever_others_hide(secrecy: Secrecy) -> None:
    """SS-0.7: two games that differ in hidden facts alone, as the same onlooker is shown them.

    Neither words, numbers, order nor handles tell them apart: not to a watcher, nor to a player.
    """
    founding = found(charter(secrecy), SOURCE)
    worlds = [
        World([author(Table.start(founding), seat) for seat in range(len(POWERS))], deck)
        for deck in DECKS
    ]
    draw = random.Random(5)
    journals = [Journal(world.table.game) for world in worlds]
    recordings = [
        Recording(world.table.game, journal.names)
        for world, journal in zip(worlds, journals, strict=True)
    ]
    secrets: Mapping[PieceId, int] = {}
    for number in range(ENTRIES):
        prepared = both(worlds, draw, number)
        for world, entry, journal, recording in zip(
            worlds, prepared, journals, recordings, strict=True
        ):
            appended: Appended | None = None
            for player in world.players:
                appended = player.table.append(entry.entry.raw)
            assert appended is not None
            told = journal.tell(appended, appended.game, ("Ann", "Bob"))
            recording.add(appended.entry.seat, told, appended.game)
        secrets = worlds[0].players[0].secrets
    game = worlds[0].table.game
    assert worlds[0].players[1].secrets != worlds[1].players[1].secrets, "else the worlds are one"
    seat = Viewer(frozenset(game.powers_of(0)), secrets)
    for viewers in (NOBODY, (seat,)):
        here, there = (r.playback(0, viewers, whole=True).model_dump_json() for r in recordings)
        assert here == there
    assert recordings[0].away == recordings[1].away


# In brief


def digested(*events: Event) -> list[tuple[str, str, str | None]]:
    """What the card says of some events on Wake Island."""
    scenario = builtin("wake-island")
    game = new_game(scenario, (MODULE,), {}, scenario.seatings[2])
    digest, names = Digest(), Names(game)
    for event in events:
        digest.add(event, game, names)
    return [(line.kind, line.text, line.space) for line in digest.lines]


WAKE, USA, JAPAN = SpaceId("Wake Island"), Power("USA"), Power("Japan")
INFANTRY = Kind("infantry")


def lost(piece: int, owner: Power) -> Lost:
    return Lost(PieceId(piece), owner, INFANTRY, WAKE)


def test_losses_of_one_battle_are_one_line_and_of_the_next_another() -> None:
    """BG-8.14: who lost what where, whatever lay between."""
    over = BattleOver(WAKE, won=False)
    told = digested(lost(1, USA), lost(9, JAPAN), lost(2, USA), over, lost(3, USA))
    assert told == [
        ("battle", "Battle in Wake Island: the defender won", WAKE),
        ("loss", "USA loses 2 infantry in Wake Island", WAKE),
        ("loss", "Japan loses an infantry in Wake Island", WAKE),
        ("loss", "USA loses an infantry in Wake Island", WAKE),
    ]


def test_the_card_says_who_took_what_from_whom() -> None:
    """BG-8.25: also where it goes back to its original controller."""
    assert digested(TerritoryTaken(WAKE, by=USA, before=JAPAN, now=USA)) == [
        ("capture", "USA took Wake Island from Japan", WAKE)
    ]
    opened = BattleOpened(WAKE, BattleKind.LAND, (), ())
    assert digested(opened) == []


def test_what_the_player_did_is_nothing_that_happened_meanwhile() -> None:
    """SS-4.3: a shuffle of one's own; another's is told."""
    game = waters("", "SZ 1: USA a=1:1, b=2:0").game
    old, new = (PieceId(1), PieceId(2)), (PieceId(3), PieceId(4))
    told = {}
    for own in (USA, JAPAN):
        digest = Digest([own])
        digest.add(TokensShuffled(USA, SpaceId("SZ 1"), old, new), game, Names(game))
        told[own] = [line.text for line in digest.lines]
    words = "USA has shuffled tokens in SZ 1: nobody else can tell which is which now"
    assert told == {USA: [], JAPAN: [words]}


def test_what_happens_in_a_players_own_turns_is_no_news_to_them() -> None:
    """Their battles are not summed up as what happened in the meantime; those of others are."""
    for seat, others in ((0, "Japan"), (1, "USA")):
        lines = lines_of(recorded(seat=seat)[0])
        assert {line.power for line in lines if line.kind == "turn"} == {others}
        assert {line.power for line in lines if line.kind in ("battle", "capture")} <= {others}


def lines_of(recording: Recording) -> tuple[AwayLine, ...]:
    assert recording.away is not None
    return recording.away.lines


# What the player has seen


async def test_the_card_is_kept_until_it_is_read(tmp_path: Path) -> None:
    """Also over a restart: what was seen is in the memo. A gap is not skipped unread."""
    file = tmp_path / "memo.json"
    recording, _, _ = recorded()
    scenario = builtin("wake-island")
    exhibit = Exhibit(Run(new_game(scenario, (MODULE,), {}, scenario.seatings[2])), 0)
    exhibit.state.memo, exhibit.state.recording = MemoFile(file), recording
    recording.see(0)

    async def see(after: int, until: int) -> int:
        await exhibit.carry_out(said.See(type="see", id=1, after=after, until=until))
        exhibit.changes.notify()
        away = exhibit.picture().away
        return recording.last if away is None else away.after

    assert await see(100, 150) == 0  # the first hundred are not seen by that
    assert await see(0, 90) == 90
    assert Memo.load(file).seen == 90
    assert await see(0, 60) == 90  # nobody unsees
    assert await see(90, 10**6) == ENTRIES_PLAYED
    assert Memo.load(file).seen == ENTRIES_PLAYED
    assert exhibit.picture().away is None
    recording.see(0)
