"""Text of strangers: whatever it holds, a terminal shows it and obeys nothing.

Each test opens one door through which a stranger's text reaches a screen: a log, a message of a
peer, the reason for which a listener closes, a file's name, a traceback.
"""

import asyncio
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.server import ServerConnection, serve

from client import console
from client.cli import main
from client.presentation.notices import NoticeText
from client.seat.observer import Observer
from client.terminal.stdio import StandardTerminal
from engine.board import SpaceId
from engine.economy.purchase import Purchase, PurchaseUnits
from engine.game import Game
from engine.loading import builtin
from engine.movement.orders import Move
from engine.movement.phases import Ordering
from engine.records import encode
from engine.requests import Decision
from engine.run import Run
from engine.setup import new_game
from engine.units import Kind
from p2p.address import Address
from p2p.chat import ChatMessage
from p2p.errors import PeerFault, Unreachable
from p2p.events import FaultProven
from p2p.messages import Say, Sorry
from p2p.player import Disconnected, InviteWithdrawn, SeatTaken
from p2p.ways import Lan
from p2p.wire import dial
from protocol.charter import Secrecy
from protocol.entry import Decide, sign_entry
from protocol.errors import Code, LocalError, Refused, Unreadable
from protocol.logfile import Record, RecordKind, write_log, write_record
from protocol.printable import printable, printable_lines
from protocol.questions import FIRST
from protocol.table import Table
from protocol.verdict import program_fault
from tests.browser.exhibit import Exhibit
from tests.p2p.keys import identity as named
from tests.p2p.keys import octets
from tests.protocol.sample import MINUTE, found, identity
from tests.protocol.test_wake_island import POWERS, SOURCE, charter, drawn
from tests.protocol.toy_match import author

HOSTILE: Final = "\x1b[2K\x1b[1A\r\x9b31m\x07\x7f\u202edeifirev\u2028\x85\u200b\nVERIFIED\r\n"
"""Erases a line, goes up, changes colours, rings, turns the direction, breaks lines, hides."""
Answer: TypeAlias = Callable[[Game, Decision[object]], object]
ROOT: Final = Path(__file__).parents[2]


def harmless(shown: str) -> bool:
    """Whether a terminal shows a text as it is, and no line of it is the stranger's."""
    lines = shown.split("\n")
    return all(line.isprintable() and not line.startswith("VERIFIED") for line in lines)


def ran(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """A command, its exit status and all that it printed."""
    try:
        status = main(words)
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    return status, out + err


@given(st.text())
def test_a_stranger_writes_no_line_of_ours(text: str) -> None:
    assert printable(text).isprintable()
    assert printable_lines(text).count("\n") == text.count("\n")
    assert printable_lines(printable_lines(text)) == printable_lines(text)


def test_what_shows_stays_as_it_is() -> None:
    for text in ("Ann", "Zoë", "Ελένη", "אן", "安", "a \\x1b written out", ":bomb: [bold]x[/]"):
        assert printable(text) == text


@pytest.mark.parametrize("door", [console.say, console.complain, console.prompt])
def test_the_console_escapes_what_it_prints(
    door: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    door(f"Bob: {HOSTILE}")
    out, err = capsys.readouterr()
    assert all(line.isprintable() for line in (out + err).split("\n"))
    assert "\\x1b[2K" in out + err


def test_chat_and_reports_are_printed_to_the_letter(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither as markup nor as the names of pictures."""
    console.say("Bob: [bold]:bomb:[/] \\")
    console.say_json({"name": ":bomb: [red]"})
    console.complain("[bold]:bomb:\\")
    out, err = capsys.readouterr()
    assert out.startswith("Bob: [bold]:bomb:[/] \\\n")
    assert json.loads(out.split("\n", 1)[1]) == {"name": ":bomb: [red]"}
    assert err == "secret-subs: [bold]:bomb:\\\n"


def test_a_report_for_programs_is_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    console.say_json({"reason": HOSTILE})
    out = capsys.readouterr().out
    assert out.isascii()
    assert harmless(out)
    assert json.loads(out) == {"reason": HOSTILE}


def test_nothing_else_writes_to_the_terminal() -> None:
    """What would need a door of its own: `print`, the standard streams, another console of rich."""
    writes = re.compile(r"(?<![\w.])print\(|std(out|err)\.write|Console\(|\bwarnings\.warn\(")
    found_in = {
        file.relative_to(ROOT).as_posix()
        for package in ("engine", "protocol", "p2p", "client")
        for file in (ROOT / package).rglob("*.py")
        if writes.search(file.read_text(encoding="utf-8"))
    }
    assert found_in == {"client/console.py"}


def test_the_terminal_of_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    keyboard = StandardTerminal()
    keyboard.prompt(f"{HOSTILE}> ")
    keyboard.show(f"Bob: {HOSTILE}")
    assert all(line.isprintable() for line in capsys.readouterr().out.split("\n"))


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        Refused(Code.ILLEGAL_ANSWER, "BG-7.2", 1, HOSTILE),
        LocalError(HOSTILE),
        Unreadable(3, HOSTILE),
        Unreachable(HOSTILE),
        PeerFault(HOSTILE),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_is_one_line(error: Exception) -> None:
    assert str(error).isprintable()
    assert printable(HOSTILE) in str(error)


def test_a_fault_of_this_program_quotes_in_one_line() -> None:
    assert program_fault(RuntimeError(HOSTILE), 3).reason.isprintable()


def test_what_python_prints_by_itself() -> None:
    """A record of a logger, and an error that nobody foresaw, in a process of its own."""
    script = (
        "import logging, sys\n"
        "from client.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "from p2p.failures import contained\n"
        "from p2p.errors import InternalError\n"
        "try:\n"
        "    with contained('judging', set()): raise RuntimeError(sys.argv[1])\n"
        "except InternalError: pass\n"
        "logging.getLogger('asyncio').error('%s', sys.argv[1])\n"
        "raise RuntimeError(sys.argv[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, HOSTILE.replace("\0", "")],
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    told = done.stderr.decode()
    assert harmless(told)
    assert told.count("  | VERIFIED") == 3
    ours = ("  | ", "Traceback", "Internal", "\\x1b")
    assert all(line.startswith(ours) for line in told.rstrip("\n").split("\n"))


# --- the command line -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("audit", HOSTILE),
        ("replay", HOSTILE),
        ("join", HOSTILE, "--name", "Bob"),
        ("join", "secret-subs:AAAA", "--name", "Bob", HOSTILE),
        ("rules", "--text", HOSTILE),
        ("rules", "--scenario", HOSTILE),
        ("scenario", "check", HOSTILE),
        ("host", "--name", "Ann", "--scenario", HOSTILE),
        ("host", "--name", "Ann", "--rules", HOSTILE),
        ("host", "--name", "Ann", "--as", HOSTILE),
        ("host", "--name", "Ann", "--listen", HOSTILE),
        ("odds", "battle", HOSTILE),
        (HOSTILE,),
    ],
    ids=lambda words: " ".join(words)[:20].replace("\x1b", "ESC"),
)
def test_what_was_pasted(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    status, told = ran(*words, capsys=capsys)
    assert status != 0
    assert harmless(told)


@pytest.mark.parametrize(
    "text",
    ['[zones]\n"\\u001b[2J" = {borders = ["SZ 1"]}\n', '"\\u001b[2J\\nVERIFIED" = 1\n', "\x1b"],
)
def test_what_a_scenario_says(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scenario.toml"
    file.write_text(text)
    status, told = ran("scenario", "check", str(file), capsys=capsys)
    assert status != 0
    assert harmless(told)
    assert not any(line.startswith("VERIFIED") for line in told.split("\n"))


# --- logs -----------------------------------------------------------------------------------------


def malformed(_: Game, __: Decision[object]) -> object:
    return (HOSTILE, (), HOSTILE)


def purchase(_: Game, __: Decision[object]) -> object:
    return encode(Purchase({Kind(HOSTILE): 1}))


def move(game: Game, request: Decision[object]) -> object:
    own = next(piece for piece in game.pieces.values() if piece.owner == request.power)
    return encode(Move(frozenset({own.id}), (SpaceId(HOSTILE),)))


def hostile_log(asked: type[Decision[object]], answer: Answer) -> bytes:
    """A game of two whose last entry, properly signed, answers with a stranger's text."""
    founding = found(charter(Secrecy.HASHED), SOURCE)
    players = [author(Table.start(founding), seat) for seat in range(len(POWERS))]
    table, draw = players[0].table, random.Random(1)
    number = 0
    while not isinstance(table.request, asked):
        number += 1
        due = table.due
        assert due is not None
        entropy = number.to_bytes(32, "big")
        player = players[due.seat]
        entry = player.prepare(drawn(player, draw), entropy=entropy, minute=MINUTE).entry
        for one in players:
            one.table.append(entry.raw)
    due = table.due
    assert due is not None
    refused = sign_entry(
        identity(due.seat),
        game=table.charter.game_id,
        head=table.head,
        seat=due.seat,
        incarnation=FIRST,
        minute=MINUTE,
        state=table.due_digest,
        items=(Decide(answer(table.game, table.request)),),  # type: ignore[arg-type]  # plain data
    )
    return write_log(table.log) + write_record(Record(RecordKind.ENTRY, refused.raw))


@pytest.mark.parametrize(
    ("asked", "answer", "code"),
    [
        (PurchaseUnits, malformed, Code.MALFORMED),
        (PurchaseUnits, purchase, Code.ILLEGAL_ANSWER),
        (Ordering, move, Code.ILLEGAL_ANSWER),
    ],
)
def test_a_refused_order_forges_no_verdict(
    asked: type[Decision[object]],
    answer: Answer,
    code: Code,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Erasing the line that says REFUSED, and writing VERIFIED in its place."""
    file = tmp_path / "game.sslog"
    file.write_bytes(hostile_log(asked, answer))
    for options in ((), ("--json",), ("--claims",), ("--jobs", "1")):
        status, told = ran("audit", str(file), *options, capsys=capsys)
        assert status == 1
        assert harmless(told)
        assert code in told
        assert "eifirev" in told, "the reason quotes it"
    status, told = ran("replay", str(file), capsys=capsys)
    assert status == 1
    assert harmless(told)


def test_the_name_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / HOSTILE.replace("\0", "")
    file.write_bytes(b"no log")
    for command in ("audit", "replay"):
        status, told = ran(command, str(file), capsys=capsys)
        assert status != 0
        assert harmless(told)


# --- peers ----------------------------------------------------------------------------------------


async def test_the_reason_for_which_a_listener_closes() -> None:
    """It reaches the terminal of whoever calls, before anybody has shown who listens."""

    async def closes(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.close(4000, HOSTILE[:40])

    async with serve(closes, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(Unreachable) as unreachable:
            await dial(Lan(Address("127.0.0.1", port)), named("ann"), octets("table"))
    told = list(NoticeText(Observer()).lines(Disconnected(None, str(unreachable.value)), ()))
    assert len(told) == 1
    assert told[0].isprintable()


async def test_the_answer_of_a_listener_that_is_no_node() -> None:
    async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 403 \x1b[2K\x9b31mVERIFIED\r\nX-Y: \x1b[1A\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answers, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(Unreachable) as unreachable:
            await dial(Lan(Address("127.0.0.1", port)), named("ann"), octets("table"))
    assert str(unreachable.value).isprintable()


def test_why_a_peer_refuses_us() -> None:
    assert Sorry.because(HOSTILE).reason.isascii()
    (told,) = NoticeText(Observer()).lines(Disconnected(None, f"refused: {HOSTILE}"), ())
    assert told.isprintable()


def test_chat_is_a_line() -> None:
    for text in HOSTILE:
        if not text.isprintable():
            with pytest.raises(ValueError, match="not a line"):
                Say(seat=0, text=f"Bob{text}")


# --- the page -------------------------------------------------------------------------------------


def strings(value: object) -> Iterator[str]:
    """Every text within plain data."""
    match value:
        case str():
            yield value
        case dict():
            for name, member in value.items():
                yield from strings(name)
                yield from strings(member)
        case list() | tuple():
            for member in value:
                yield from strings(member)
        case _:
            pass


def test_a_page_is_told_nothing_that_does_not_show() -> None:
    """Preact escapes HTML; characters that turn the text or break a line are escaped before."""
    scenario = builtin("wake-island")
    exhibit = Exhibit(Run(new_game(scenario, (), {}, scenario.seatings[2])), 0)
    peer = named("bob").public
    for notice in (
        Disconnected(None, HOSTILE),
        Disconnected(peer, HOSTILE, refused=True),
        SeatTaken(1, HOSTILE, peer),
        InviteWithdrawn(1, {1: HOSTILE}),
        FaultProven(Refused(Code.ILLEGAL_ANSWER, "BG-7.2", 1, HOSTILE), b""),
        ChatMessage(1, HOSTILE),
    ):
        exhibit.notice(notice)
    exhibit.show(HOSTILE)
    told = list(strings(exhibit.picture().model_dump(mode="json")))
    assert any("eifirev" in text for text in told)
    assert all(text.isprintable() for text in told)
