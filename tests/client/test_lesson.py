"""The guided turn: a real game, the same each time that the same is chosen."""

from pathlib import Path

import pytest

from client.bots.fuzz import Fuzz
from client.lesson import Lesson, begun, bot
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.records import encode
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import tokens_of
from p2p.choice import Choice
from protocol.audit import audit
from protocol.entry import Decide


def play(lesson: Lesson, decisions: int) -> None:
    """Answer so many decisions of the learner as a drawn player would."""
    draw, left = Fuzz(7), decisions
    while left and lesson.table.due is not None:
        if lesson.follow() is not None:
            continue
        if (view := lesson.bot_view) is not None:
            lesson.answer(view, bot().choose(view))
        elif (position := lesson.position) is not None:
            view = PlayerView(lesson.table.game, position.decision, lesson.groups)
            lesson.decide(Choice((Decide(draw.choose(view)),)))
            left -= 1


def entries(lesson: Lesson) -> list[bytes]:
    """The log so far."""
    return [entry.raw for entry in lesson.table.log]


def test_the_same_choices_make_the_same_game(tmp_path: Path) -> None:
    """Dice, bluffs and all: the log is the same byte by byte."""
    games = [Lesson(tmp_path / name) for name in ("first", "second")]
    for game in games:
        play(game, 4)
    assert entries(games[0]) == entries(games[1])
    assert len(entries(games[0])) > 4


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """What was left and taken up again goes on as if it had never been left."""
    whole, file = Lesson(tmp_path / "whole"), tmp_path / "left"
    play(whole, 6)
    left = Lesson(file)
    play(left, 3)
    left.keep()
    taken_up = begun(file)
    assert entries(taken_up) == entries(left)
    assert taken_up.groups == left.groups
    assert len(taken_up.begun) == len(entries(left))


def test_it_is_begun_anew_on_request(tmp_path: Path) -> None:
    """Nothing of the game before is left."""
    left = Lesson(tmp_path / "left")
    play(left, 3)
    left.keep()
    assert not begun(tmp_path / "left", anew=True).begun


@pytest.mark.parametrize("kept", [b"", b"no log at all"])
def test_a_damaged_file_begins_a_new_game(tmp_path: Path, kept: bytes) -> None:
    """Nobody is kept from learning by a broken file."""
    file = tmp_path / "lesson"
    file.write_bytes(kept)
    assert not Lesson(file).begun


def test_its_log_is_one_like_any_other(tmp_path: Path) -> None:
    """Signatures, commitments, shuffles and dice stand up to an audit."""
    lesson = Lesson(tmp_path / "lesson")
    play(lesson, 6)
    lesson.keep()
    report = audit((tmp_path / "lesson").read_bytes())
    assert report.verified
    assert report.entries == len(entries(lesson))


def test_the_bot_opens_with_a_decoy(tmp_path: Path) -> None:
    """SS-0.8: Japan has three tokens, and two groups with a submarine."""
    lesson = Lesson(tmp_path / "lesson")
    play(lesson, 2)
    game = lesson.table.game
    assert len(tokens_of(game, Power("Japan"))) == 3
    assert sorted(filter(None, tracker(game, Power("Japan")).sizes)) == [1, 1]


def test_what_the_page_has_drawn_is_replaced(tmp_path: Path) -> None:
    """SS-0.8: whichever tokens a page draws for the opening, the same come to the board."""
    placed = []
    for turned in (False, True):
        lesson = Lesson(tmp_path / f"{turned}")
        while lesson.follow() is not None:
            pass
        position = lesson.position
        assert position is not None
        assert isinstance(position.decision, OpeningGroups)
        first, second = sorted(lesson.groups, reverse=turned)[:2]
        sizes = {lesson.groups[first]: 3, lesson.groups[second]: 1}
        zones = {first: SpaceId("SZ Hawaii"), second: SpaceId("SZ Midway")}
        answer = OpeningPlacement(sizes, zones)
        lesson.decide(Choice((Decide(encode(answer)),)))
        placed.append(entries(lesson))
    assert placed[0] == placed[1]
