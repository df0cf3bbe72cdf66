"""How soon a node has its game again when it starts: what it has checked, against checking all."""

__all__ = ["kept", "page", "starts"]

import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from client.bots.captain import Captain
from client.home import PASSPHRASE_VARIABLE, Home
from client.scenarios import find
from p2p.address import Address
from p2p.changes import Change, EntryStored, FoundingStored, LobbyStored
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import write_found, write_lobby
from p2p.marks import EntryMarks
from p2p.messages import write_message
from p2p.replaying import Snapshots
from p2p.replica import Replica
from p2p.signing import Vouch
from p2p.store import Store
from p2p.ways import Lan
from protocol.charter import Secrecy
from protocol.identity import Identity, Phrase
from protocol.proposals import MAX_TAKEN_BACK
from protocol.table import Table
from tests.bench.games import PHRASES, founded, played
from tests.bench.measure import Measure, clocked
from tests.p2p.company import as_installed


def kept(table: Table, phrase: Phrase) -> list[Change]:
    """What a player's node has written of a game by now, entry by entry."""
    again, marks = Table.start(table.log.founding), EntryMarks(phrase, table.charter.game_id)
    snapshots, changes = Snapshots(marks), list[Change]()
    for entry in table.log:
        again.append_again(entry.raw)
        changes.append(EntryStored(entry.sequence, entry.raw, marks.mark(entry.raw)))
        snapshot = snapshots.due(again)
        if snapshot is not None:
            changes.append(snapshot)
    return changes


def starts(entries: int = 3_500) -> list[Measure]:
    """A long game of the world in 1941, from the store to a replica that can play."""
    found: list[Measure] = []
    for secrecy in Secrecy:
        captains = [Captain(seed) for seed in range(6)]
        table = played(founded(find("anniversary-1941"), secrecy, seats=6), entries, captains)
        with tempfile.TemporaryDirectory() as folder:
            found.extend(_starts(table, Path(folder) / "table.db"))
    return found


def _starts(table: Table, path: Path) -> list[Measure]:
    phrase = PHRASES[0]
    key = Identity.from_phrase(phrase).public.raw
    with Store.create(path, bytes(32), key) as store:
        store.write(kept(table, phrase))

    def start(vouch: Vouch, *, whole: bool = True) -> Replica:
        with Store.open(path, bytes(32), key) as store:
            contents = store.read()
        fresh = Table.start(table.log.founding)
        return Replica.resume(fresh, contents, phrase, from_start=True, vouch=vouch, whole=whole)

    checked, whole = clocked(lambda: start(Vouch.BEHIND))
    trusted, same = clocked(lambda: start(Vouch.WHOLE), times=3)
    quick, last = clocked(lambda: start(Vouch.WHOLE, whole=False), times=3)
    if not last.tell_replayed().since and len(table.log) > 3 * MAX_TAKEN_BACK:
        raise RuntimeError("a store gave no snapshot back")
    if not whole.table.ledger == same.table.ledger == last.table.ledger == table.ledger:
        raise RuntimeError("a store did not give back its game")
    what = f"{table.charter.secrecy}: start on {len(table.log):,} entries"
    return [
        Measure(f"{what}, all checked", checked, "s"),
        Measure(f"{what}, by their marks", trusted, "s"),
        Measure(f"{what}, by their marks / all checked", trusted / checked, "times", most=0.62),
        Measure(f"{what}, from a snapshot", quick, "s", most=0.4),
        Measure(f"{what}, from a snapshot / by their marks", quick / trusted, "times", most=0.4),
    ]


def page(entries: int = 3_500) -> list[Measure]:
    """From the command line to the page of a long game."""
    captains = [Captain(seed) for seed in range(6)]
    table = played(founded(find("anniversary-1941"), seats=6), entries, captains)
    with tempfile.TemporaryDirectory() as folder:
        seconds = _page(table, Path(folder))
    what = f"page of a game of {len(table.log):,} entries, processor time"
    return [Measure(what, seconds, "s", most=2)]


def _page(table: Table, folder: Path) -> float:
    phrase, passphrase = PHRASES[0], "correct horse"
    identity, charter = Identity.from_phrase(phrase), table.charter
    home = Home(folder / "home")
    home.keep(phrase, passphrase)
    invite = Invite(identity.public, charter.nonce, None, (Lan(Address("127.0.0.1", 9)),))
    with Store.create(home.store(invite.table), invite.table, identity.public.raw) as store:
        store.write(
            [
                LobbyStored(write_lobby(Joining(invite=invite))),
                FoundingStored(write_message(write_found(table.log.founding))),
                *kept(table, phrase),
            ]
        )
    environment = {
        **as_installed(folder / "compiled"),
        PASSPHRASE_VARIABLE: passphrase,
        "XDG_STATE_HOME": str(folder / "state"),
    }
    program = [sys.executable, "-m", "client", "play"]
    subprocess.run([*program, "--help"], env=environment, check=True, stdout=subprocess.DEVNULL)
    command = [*program, "--no-browser", "--home", str(home.path)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            link = next(line.split()[-1] for line in process.stdout or () if "http://" in line)
            with urllib.request.urlopen(link) as answer:  # noqa: S310 (our own page)
                answer.read()
            return _processor_seconds(process.pid)
        finally:
            process.terminate()


def _processor_seconds(pid: int) -> float:
    """What a process has taken so far; whatever else the machine is doing does not count."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
