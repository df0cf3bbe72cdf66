"""A game under way among honest nodes, and a connection on which anything can be said."""

from collections.abc import Callable, Mapping

import pytest

from engine.pieces import PieceId
from p2p.changes import EvidenceStored
from p2p.errors import PeerFault
from p2p.events import SyncEvent
from p2p.link import Link
from p2p.messages import Entries, Heads, Statements
from p2p.replica import Replica
from protocol.due import Duty
from protocol.entry import Decide, Entry, Item, sign_entry
from protocol.head import Head
from protocol.logfile import statement_record
from protocol.questions import FIRST
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Table
from tests.p2p.simulation import World
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity

ANN, BOB, CID, WATCHER = 0, 1, 2, 3


class Scene:
    """A game under way, and a new connection of Bob to Ann that no honest node is behind."""

    def __init__(self, due: int = BOB, seed: int = 4) -> None:
        self.world = World(seed)
        self.world.length = 1000
        self.nodes = self.world.nodes
        for pair in self.world.apart():
            self.world.connect(*pair)
        self.deliver_until(lambda: self.waits(due) and len(self.table.log) > 20)
        self.link = self.ann.connect(identity(BOB).public)
        self.say_heads()

    def deliver_until(self, condition: Callable[[], bool]) -> None:
        """Let the game go on; who is due when the condition holds has not thought yet."""
        for node in self.nodes:
            node.thinks = False
        while not condition():
            ready = self.world.ready()
            if ready:
                self.world.deliver(*self.world.draw.choice(ready))
                continue
            for node in self.nodes:
                if node.seat is not None and node.up.standing.must_decide and not condition():
                    node.thinks = True
                    node.settle()
                    node.thinks = False
                    self.world.pump_all(node)

    def waits(self, seat: int) -> bool:
        due = self.table.due
        level = len({node.up.table.head for node in self.nodes}) == 1
        return level and due is not None and (due.seat, due.duty) == (seat, Duty.DECISION)

    @property
    def ann(self) -> Replica:
        return self.nodes[ANN].up

    @property
    def table(self) -> Table:
        return self.ann.table

    @property
    def secrets(self) -> Mapping[PieceId, int]:
        """What Ann's tokens hold."""
        author = self.ann.author
        assert author is not None
        return author.secrets

    def say_heads(self, *places: Head) -> None:
        """Bob says what he holds: by default, the same as Ann."""
        named_places = places or (self.table.head, Head(0, self.table.charter.game_id))
        heads = Heads(
            game=self.table.charter.game_id,
            places=tuple((place.sequence, place.hash) for place in named_places),
            held=(),
        )
        assert list(self.ann.receive(self.link, heads)) == []

    def entry(self, seat: int, *items: Item | toy.Order, **fields: object) -> Entry:
        """An entry that says whatever we like, properly signed."""
        made = [Decide(toy.data(i)) if isinstance(i, toy.Order) else i for i in items]
        return sign_entry(
            **{
                "identity": identity(seat),
                "game": self.table.charter.game_id,
                "head": self.table.head,
                "seat": seat,
                "incarnation": FIRST,
                "minute": MINUTE,
                "state": self.table.due_digest,
                "items": made,
                **fields,
            },  # type: ignore[arg-type]  # the fields of sign_entry, by name
        )

    def sends(self, *entries: Entry | bytes, link: Link | None = None) -> list[SyncEvent]:
        raw = tuple(e.raw if isinstance(e, Entry) else e for e in entries)
        return list(self.ann.receive(link or self.link, Entries(entries=raw)))

    def says(self, *signed: Signed[GameStatement], link: Link | None = None) -> list[SyncEvent]:
        return self.hears(self.statements(*signed), link)

    def statements(self, *signed: Signed[GameStatement]) -> Statements:
        records = [statement_record(one) for one in signed]
        return Statements(records=tuple((int(r.kind), r.content) for r in records))

    def hears(
        self, message: Heads | Entries | Statements, link: Link | None = None
    ) -> list[SyncEvent]:
        return list(self.ann.receive(link or self.link, message))

    def evidence(self) -> list[bytes]:
        return [c.record for c in self.ann.changes if isinstance(c, EvidenceStored)]

    def unchanged(self, act: Callable[..., object], *what: object) -> PeerFault:
        """The connection must end, nothing has changed, and nobody is accused."""
        before = (self.table.head, self.table.ledger, self.table.log.statements)
        with pytest.raises(PeerFault) as fault:
            act(*what)
        assert (self.table.head, self.table.ledger, self.table.log.statements) == before
        assert self.evidence() == []
        return fault.value
