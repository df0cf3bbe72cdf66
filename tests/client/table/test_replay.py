"""A log at the table: every moment of it can be shown, in any order, and nothing be changed."""

import base64
from importlib import resources
from pathlib import Path

import pytest

from client.bots.fuzz import Fuzz
from client.errors import ClientError
from client.scenarios import find, shortened
from client.schema.log import TurnStart
from client.schema.picture import Picture
from client.schema.playback import Playback
from client.schema.replies import AuditReport, LogFile
from client.schema.retrospect import Retrospect
from client.schema.table import Eyes, Timeline, TurnMark
from client.table.answering import Undo
from client.table.messages import (
    Keep,
    LookAs,
    OpenPlayback,
    OpenReport,
    OpenRetrospect,
    SeekEntry,
)
from client.table.replay import LogReplay
from client.table.report import game_report
from protocol.author import Author
from protocol.logfile import read_log, write_log
from tests.bench.games import closed, founded, played

ENTRIES = 60


@pytest.fixture(scope="module")
def log() -> bytes:
    """The beginning of a game that bots have played."""
    table = played(founded(find("wake-island")), ENTRIES, (Fuzz(1), Fuzz(2)))
    return write_log(table.log)


def timeline(replay: LogReplay) -> Timeline:
    """Where the replay stands."""
    found = replay.picture().table.timeline
    assert found is not None
    return found


async def test_any_moment_is_shown_as_it_was(log: bytes) -> None:
    """Back and forth between entries: the same moment is the same picture."""
    replay = LogReplay(read_log(log), log)
    assert timeline(replay).at == ENTRIES
    seen: dict[int, Picture] = {}
    for entry in (0, 20, 40, 20, 0, 60):
        await replay.carry_out(SeekEntry(type="seek", id=1, entry=entry))
        picture = replay.picture()
        assert picture.table.timeline == timeline(replay)
        assert timeline(replay).at == entry
        assert seen.setdefault(entry, picture) == picture
    assert len(seen[20].log) < len(seen[40].log)


async def test_what_follows_a_moment_is_played_back_as_everybody_saw_it(log: bytes) -> None:
    """The same steps as at a table; a token that nobody knew then is hidden in them."""
    replay = LogReplay(read_log(log), log)
    found = await replay.carry_out(OpenPlayback(type="playback", id=1, after=20, whole=False))
    assert isinstance(found, Playback)
    assert found.until == ENTRIES
    assert {step.entry for step in found.steps} <= set(range(21, ENTRIES + 1))
    assert any(step.kind == "move" and step.legs for step in found.steps)
    tokens = [t for step in found.steps for space in step.spaces.values() for t in space.tokens]
    assert tokens
    assert all(token.group is None for token in tokens if not token.open)


async def test_every_turn_is_a_place_on_the_timeline(log: bytes) -> None:
    """Each begins after an entry of its own, and there it is that power's turn in that round."""
    replay = LogReplay(read_log(log), log)
    turns = timeline(replay).turns
    assert [turn.at for turn in turns] == sorted({turn.at for turn in turns})
    assert turns[0] == TurnMark(at=0, round=1, power="USA")
    for turn in turns:
        await replay.carry_out(SeekEntry(type="seek", id=1, entry=turn.at))
        now = replay.picture().turn
        assert now is not None
        assert (now.round, now.active) == (turn.round, turn.power)


async def test_a_line_says_which_turn_began(log: bytes) -> None:
    """BG-3.1: as data, so that a report can name the turn of each battle."""
    lines = LogReplay(read_log(log), log).picture().log.values()
    began = [line.turn for line in lines if line.turn is not None]
    assert began[0] == TurnStart(round=1, powers=("USA",))
    assert all(line.kind == "turn_began" for line in lines if line.turn is not None)


async def test_a_seek_beyond_the_end_shows_the_end(log: bytes) -> None:
    replay = LogReplay(read_log(log), log)
    await replay.carry_out(SeekEntry(type="seek", id=1, entry=9_999))
    assert timeline(replay).at == ENTRIES


async def test_no_group_is_shown_that_was_not_public(log: bytes) -> None:
    """SS-0.4: a replay knows what every bystander knew."""
    picture = LogReplay(read_log(log), log).picture()
    tokens = [token for space in picture.spaces.values() for token in space.tokens]
    assert tokens
    assert all(token.open or token.group is None for token in tokens)
    assert any(token.odds for token in tokens)


async def test_the_log_can_be_kept_and_audited_and_not_changed(log: bytes) -> None:
    replay = LogReplay(read_log(log), log)
    kept = await replay.carry_out(Keep(type="keep", id=1))
    assert isinstance(kept, LogFile)
    assert base64.b64decode(kept.file) == log
    report = await replay.carry_out(OpenReport(type="report", id=2))
    assert isinstance(report, AuditReport)
    assert report.verdict.verified is True
    assert report.verdict.status == "open"
    with pytest.raises(ClientError, match="replay"):
        await replay.carry_out(Undo(type="undo", id=3, question=""))


async def test_luck_and_bluffs_are_those_of_the_page_to_send_round() -> None:
    log, _ = finished(0, 1)
    replay = LogReplay(read_log(log), log)
    found = await replay.carry_out(OpenRetrospect(type="retrospect", id=1))
    assert isinstance(found, Retrospect)
    assert found == game_report(log).retrospect
    assert found.luck
    assert found.open


def test_a_map_of_ones_own_is_drawn_in_replays_too(log: bytes, tmp_path: Path) -> None:
    """It is tried before those that come with the program."""
    maps = resources.files("client").joinpath("maps")
    own = tmp_path / "own.map.json"
    drawn = maps.joinpath("wake-island.json").read_text("utf-8")
    own.write_text(drawn.replace('"name":"wake-island"', '"name":"own"'), "utf-8")
    board = LogReplay(read_log(log), log, (own,)).board
    assert board is not None
    assert board.map.name == "own"


def finished(*disclosing: int) -> tuple[bytes, list[Author]]:
    """A short game that bots have played to its end, with tokens that nobody has turned up."""
    founding = founded(shortened(find("wake-island"), 1), number=1)
    table = played(founding, 10_000, (Fuzz(1), Fuzz(2)))
    return closed(table, *disclosing)


def groups(replay: LogReplay) -> dict[int, int | None]:
    """The group of each token on the board, as the picture shows it."""
    spaces = replay.picture().spaces.values()
    return {token.id: token.group for space in spaces for token in space.tokens}


async def look(replay: LogReplay, eyes: Eyes, entry: int) -> Picture:
    """A moment, seen by these eyes."""
    await replay.carry_out(LookAs(type="eyes", id=1, eyes=eyes))
    await replay.carry_out(SeekEntry(type="seek", id=2, entry=entry))
    return replay.picture()


async def test_a_moment_is_shown_as_it_was_and_as_each_player_saw_it() -> None:
    """SPEC-13.4: with the truth beside what everybody could believe."""
    log, authors = finished(0, 1)
    replay = LogReplay(read_log(log), log)
    assert timeline(replay).views == ("all", "truth", 0, 1)
    middle = timeline(replay).last // 2
    picture = await look(replay, "truth", middle)
    secrets = {int(t): group for author in authors for t, group in author.secrets.items()}
    assert groups(replay) == {token: secrets[token] for token in groups(replay)}
    tokens = [token for space in picture.spaces.values() for token in space.tokens]
    assert any(token.believed for token in tokens)
    for seat in (0, 1):
        seen = await look(replay, seat, middle)
        for token in (token for space in seen.spaces.values() for token in space.tokens):
            assert token.mine == (seen.powers[token.power].mine)
            assert not token.mine or token.group == secrets[token.id]
    await look(replay, "all", middle)
    assert None in groups(replay).values()


async def test_what_follows_is_played_back_as_it_is_looked_at() -> None:
    """SPEC-13.4: with the truth every token shows what it held, also those that were shuffled."""
    log, authors = finished(0, 1)
    replay = LogReplay(read_log(log), log)
    secrets = {int(t): group for author in authors for t, group in author.secrets.items()}
    seen: dict[Eyes, list[tuple[int, bool, int | None]]] = {}
    for eyes in ("all", "truth", 0):
        await look(replay, eyes, 0)
        found = await replay.carry_out(OpenPlayback(type="playback", id=1, after=0, whole=False))
        assert isinstance(found, Playback)
        tokens = [t for step in found.steps for space in step.spaces.values() for t in space.tokens]
        seen[eyes] = [(token.id, token.mine, token.group) for token in tokens]
    assert None in [group for _, _, group in seen["all"]]
    assert all(group == secrets[token] for token, _, group in seen["truth"])
    assert None in [group for _, mine, group in seen[0] if not mine]
    assert all(group == secrets[token] for token, mine, group in seen[0] if mine)


async def test_who_has_not_disclosed_stays_hidden_in_hindsight() -> None:
    """SPEC-13.3: everybody sees who has shown its tokens, and who has not."""
    log, authors = finished(0)
    replay = LogReplay(read_log(log), log)
    assert timeline(replay).views == ("all", "truth", 0)
    ending = replay.picture().table.ending
    assert ending is not None
    assert (ending.open, ending.closed, ending.can_open) == ((0,), (1,), False)
    await look(replay, "truth", timeline(replay).last // 2)
    mine, others = ({int(t): g for t, g in one.secrets.items()} for one in authors)
    shown = groups(replay)
    assert all(group == mine[token] for token, group in shown.items() if token in mine)
    assert None in [group for token, group in shown.items() if token in others]
    with pytest.raises(ClientError, match="nobody has shown"):
        await look(replay, 1, 0)


async def test_the_last_moment_of_a_game_shows_what_was_disclosed() -> None:
    """SPEC-13.3: once keys are disclosed every token is open; before, it was not."""
    log, authors = finished(0, 1)
    replay = LogReplay(read_log(log), log)
    last = timeline(replay).last
    shown = {}
    for entry in (last - 1, last):
        await replay.carry_out(SeekEntry(type="seek", id=1, entry=entry))
        tokens = [t for space in replay.picture().spaces.values() for t in space.tokens]
        shown[entry] = {t.id: t.group for t in tokens}
    assert None in shown[last - 1].values()
    truth = {int(t): group for author in authors for t, group in author.secrets.items()}
    assert shown[last] == {token: truth[token] for token in shown[last]}
