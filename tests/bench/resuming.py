"""How soon a node has its game again when it starts: what it has checked, against checking all."""

__all__ = ["starts"]

import tempfile
from pathlib import Path

from client.bots.captain import Captain
from client.scenarios import find
from p2p.changes import EntryStored
from p2p.marks import EntryMarks
from p2p.replica import Replica
from p2p.signing import Vouch
from p2p.store import Store
from protocol.charter import Secrecy
from protocol.identity import Identity
from protocol.table import Table
from tests.bench.games import PHRASES, founded, played
from tests.bench.measure import Measure, clocked


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
    marks = EntryMarks(phrase, table.charter.game_id)
    with Store.create(path, bytes(32), key) as store:
        store.write([EntryStored(one.sequence, one.raw, marks.mark(one.raw)) for one in table.log])

    def start(vouch: Vouch) -> Replica:
        with Store.open(path, bytes(32), key) as store:
            contents = store.read()
        fresh = Table.start(table.log.founding)
        return Replica.resume(fresh, contents, phrase, from_start=True, vouch=vouch)

    checked, whole = clocked(lambda: start(Vouch.BEHIND))
    trusted, same = clocked(lambda: start(Vouch.WHOLE), times=3)
    if not whole.table.head == same.table.head == table.head:
        raise RuntimeError("a store did not give back its game")
    what = f"{table.charter.secrecy}: start on {len(table.log):,} entries"
    return [
        Measure(f"{what}, all checked", checked, "s"),
        Measure(f"{what}, by their marks", trusted, "s"),
        Measure(f"{what}, by their marks / all checked", trusted / checked, "times", most=0.62),
    ]
