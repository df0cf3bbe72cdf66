"""The page of a whole game: one file, which needs no network and asks for nothing."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from client.bots.fuzz import Fuzz
from client.cli import main
from client.scenarios import find, shortened
from client.schema.report import GameReport, ReportSpace
from client.table.report import game_report, report_page
from protocol.charter import Secrecy
from protocol.identity import Identity
from protocol.logfile import statement_record, write_log, write_record
from protocol.statement import sign_statement
from protocol.statements import Disclosure
from protocol.table import Table
from tests.bench.games import PHRASES, closed, founded, played

_MOST_BYTES = 400_000


def game(secrecy: Secrecy = Secrecy.PROVED) -> Table:
    """A short game of Wake Island that is over, in which nobody finds one of the decoys."""
    founding = founded(shortened(find("wake-island"), 2), secrecy)
    return played(founding, 10_000, (Fuzz(1), Fuzz(2)))


@pytest.fixture(scope="module")
def log() -> bytes:
    """The log of one, in which the first player has opened its tokens and the second has not."""
    return closed(game(), 0)[0]


@pytest.fixture(scope="module")
def report(log: bytes) -> GameReport:
    return game_report(log)


def test_the_page_has_all_inside_and_may_ask_for_nothing(report: GameReport) -> None:
    """Its policy allows its own style and its own script, by their hashes, and nothing else."""
    page = report_page(report)
    assert len(page) < _MOST_BYTES
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert not re.search(r"<(link|img|iframe|form)\b|\bsrc=|\bhref=|@import [^{]|url\(", page)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert "default-src 'none'" in policy
    for part, tag in (("style", "style"), ("script", 'script type="module"')):
        (text,) = re.findall(rf"<{tag}>(.*?)</{part}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{part}-src 'sha256-{digest}'" in policy
    (data,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page)
    assert json.loads(data) == report.model_dump(mode="json")


def test_a_name_cannot_break_out_of_the_page(report: GameReport) -> None:
    """Names come from other players: they stay data."""
    hostile = report.model_copy(update={"title": "</script><script>alert(1)</script><!--"})
    assert "alert(1)</script>" not in report_page(hostile)


def test_it_tells_of_every_moment_what_was_known_and_what_was_so(report: GameReport) -> None:
    """SPEC-13.4: of who has opened its tokens; of the other one what a token showed in the end."""
    opened, hidden = report.seats
    assert (opened.open, hidden.open) == (True, False)
    tokens = [t for f in report.frames for s in f.spaces.values() for t in s.tokens]
    mine = [token for token in tokens if token.power in opened.powers]
    theirs = [token for token in tokens if token.power in hidden.powers]
    assert mine
    assert theirs
    assert all(token.held is not None for token in mine)
    assert any(token.known is None and token.decoy for token in mine)
    assert all(token.known in (None, token.held) for token in tokens)
    assert not any(token.held for token in tokens if token.decoy == 100), "only what is certain"
    assert any(token.held is None for token in theirs)


def test_the_frames_lead_to_the_last_position(report: GameReport, log: bytes) -> None:
    """Each has the spaces that have changed, so all of them together are the board."""
    spaces: dict[str, ReportSpace] = {}
    for frame in report.frames:
        spaces |= frame.spaces
    assert spaces.keys() == report.map.spaces.keys()
    entries = [frame.entry for frame in report.frames]
    assert entries == sorted(set(entries))
    assert report.frames[-1].entry == report.head[0]
    assert report.sha == hashlib.sha256(log).hexdigest()
    assert report.verdict.verified is True


def test_what_false_keys_open_is_not_told() -> None:
    """SPEC-13.3: the audit convicts who signed them, and the page shows it."""
    table = game(Secrecy.HASHED)
    false = sign_statement(
        Identity.from_phrase(PHRASES[0]),
        Disclosure(
            game=table.charter.game_id,
            seat=0,
            head=table.head,
            keys=tuple((power, bytes(32)) for power in table.charter.seats[0].powers),
        ),
    )
    report = game_report(write_log(table.log) + write_record(statement_record(false)))
    assert not any(seat.open for seat in report.seats)
    fault = report.verdict.fault
    assert fault is not None
    assert (fault.code, fault.culprit, fault.evidence) == ("bad_disclosure", 0, "replay")


def test_the_command_writes_the_page_beside_the_log(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pacific.sslog"
    file.write_bytes(log)
    assert main(["report", str(file)]) == 0
    assert (tmp_path / "pacific.html").read_text("utf-8") == report_page(game_report(log))
    assert "throws" in capsys.readouterr().out
    assert main(["report", str(tmp_path / "none.sslog")]) == 1
