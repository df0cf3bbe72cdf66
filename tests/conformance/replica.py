"""Chapters 7 to 13 once more: one copy of a game, judged by everything but its rules.

What only the rules know is told beforehand: the claims that they ask for, in their order. Who must
act, which answers are legal and what the state digest is are taken from the entries.
"""

from collections.abc import Sequence
from contextlib import suppress

from . import agreeing, passing, toy
from .canonical import Refused, Value, array, encode, label
from .charter import Charter, Player
from .claims import listed, new_tokens, number
from .deposits import read_deposits, recipients
from .dice import CHAIN, share_before
from .entries import Entry, linked, of_game, read_entry
from .hashing import digest
from .settling import (
    FIRST,
    LOWEST,
    Question,
    Rank,
    Settlement,
    Standing,
    ended_by,
    lowest,
    rank_on,
    settlement_of,
    standing_of,
    valid,
)
from .statements import (
    ABOUT_HEAD,
    Statement,
    first_name,
    read_statement,
    signer,
    stated,
    stated_of,
    successors,
)
from .tokens import Asked, Tokens

__all__ = ["Replica"]

SIDES = ({0}, {1, 2})
"""The seats of each side of the toy."""


class Replica:
    """What a reader without rules knows after some records. After a refusal it is of no use.

    At the level `rules` it knows what claims are asked for, and that every seat has a power left;
    at `secrets` it knows nothing of the game (SPEC-14.2); at `line` it looks at no token, and the
    signatures of entries are left to others.
    """

    def __init__(
        self,
        charter: Charter,
        asked: Sequence[Asked],
        level: str = "rules",
        table: toy.Table | None = None,
    ) -> None:
        seats = range(len(charter.keys))
        self.charter = charter
        self.asked = asked
        self.level = level
        self.trusting = level == "line"
        self.line: list[Entry] = []
        self.raw: list[bytes] = []
        self.players = charter.players
        self.ranks: dict[bytes, Rank] = {FIRST: LOWEST}
        self.incarnations = [FIRST for _ in seats]
        self.began = list(self.incarnations)
        self.before: list[bytes | None] = [None for _ in seats]
        self.first: dict[int, bytes] = {}
        self.chains = {(seat, FIRST): (0, charter.heads[seat]) for seat in seats}
        self.begun: dict[bytes, Question] = {}
        self.carried: dict[bytes, Settlement] = {}
        self.agreements: dict[bytes, Standing] = {}
        self.hands = [0 for _ in seats]
        self.instructed = [0 for _ in seats]
        self.waived = set(seats) if charter.waived else set[int]()
        self.resigned = self.over = False
        self.left = set(seats)
        self.said: list[Statement] = []
        self.tokens = Tokens(charter, asked)
        self.passed: list[passing.Passed] = []
        self.given: list[tuple[int, bytes]] = []
        self.table = table
        self.moments = [] if table is None else [table]
        self.digested = 0

    @property
    def needed(self) -> frozenset[int]:
        """The seats with a power left, and keepers, as far as the level knows them."""
        if self.table is not None:
            return self.table.needed
        return frozenset(range(len(self.charter.keys)) if self.level == "rules" else ())

    def at(self, place: int) -> bytes:
        """The hash at a place of the line; the game id at 0."""
        return self.line[place - 1].hash if place else self.charter.game

    def author(self, entry: Entry) -> Player:
        """Who must have signed an entry (SPEC-5.3)."""
        rank = self.ranks.get(entry.incarnation)
        begun = None if rank is None else self.players.numbered(entry.seat, rank[0])
        return begun or self.players.after(entry.seat, entry.number - 1)

    def signer(self, kind: int, data: bytes) -> bytes:
        """The key that must have signed a record (SPEC-5.3, 6.1)."""
        if kind == 4:
            return self.author(read_entry(data)).key
        return signer(read_statement(kind, data), self.players)

    def _last(self, seat: int, key: int) -> Entry | None:
        mine = (e for e in reversed(self.line) if e.seat == seat)
        return next((e for e in mine if rank_on(self.ranks, e)[0] == key), None)

    # Entries

    def append(self, data: bytes) -> None:
        """Judge an entry (SPEC-10.3) and append it."""
        entry = read_entry(data)
        try:
            of_game(entry, self.charter)
            author = self.author(entry)
            linked(entry, self.charter, self.line, author, trusting=self.trusting)
        except Refused as refused:
            if refused.code == "stale_head" and self.level == "rules" and not self.trusting:
                self._instead(entry, data)
            raise
        self._may_append(entry)
        self._digest_due(entry)
        self.began = list(self.incarnations)
        for index, item in enumerate(entry.items):
            self._take(entry, index, item)
        notes = ("rejoin", "waive", "hand", "instruct")
        if self.level == "rules" and all(listed(item)[0] in notes for item in entry.items):
            raise Refused("not_due", entry.seat)
        self.line.append(entry)
        self.raw.append(data)
        self.tokens.passes()
        if self.table is not None:
            self.moments.append(self.table)

    def _digest_due(self, entry: Entry) -> None:
        """Whether an entry carries a state digest exactly when it must (SPEC-11.1)."""
        if self.table is None:
            return
        turns = self.table.game.turns
        if (entry.state is not None) != (turns != self.digested):
            raise Refused("wrong_digest", entry.seat)
        self.digested = turns

    def _instead(self, entry: Entry, data: bytes) -> None:
        """Refuse a rejoin as it would be without the entries that it makes void (SPEC-12.8)."""
        void = self.line[entry.number - 1 :]
        if not void or void[0].seat != entry.seat or entry.previous != void[0].previous:
            return
        if listed(entry.items[0])[0] != "rejoin":
            return
        if entry.state != void[0].state:
            raise Refused("wrong_digest", entry.seat)
        other = Replica(self.charter, self.asked, table=next(iter(self.moments), None))
        other.trusting = True
        for kept in self.raw[: entry.number - 1]:
            other.append(kept)
        other.trusting = False
        other.append(data)

    def _may_append(self, entry: Entry) -> None:
        """SPEC-10.4; who must act only the rules know."""
        if self.over:
            raise Refused("closed", entry.seat)
        if self.table is not None:
            if self.table.due is None:
                raise Refused("closed", entry.seat)
            found = agreeing.carried_by(entry)
            named = {} if found is None else ended_by(listed(found.proposal.fields[2]))
            author = self.table.due[0] if found is None else self.table.carrier(named)
            if author != entry.seat:
                raise Refused("wrong_author", entry.seat)
        if self.resigned and entry.seat not in self.left:
            raise Refused("wrong_author", entry.seat)
        if listed(entry.items[0])[0] == "rejoin":
            return
        current = self.incarnations[entry.seat]
        begins = current == FIRST or current in self.begun
        for one in self._added(entry):
            if one.seat == entry.seat:
                current, begins = one.name, True
        if entry.incarnation != current or not begins:
            raise Refused("wrong_incarnation", entry.seat)

    def _take(self, entry: Entry, index: int, item: Value) -> None:
        """One item (SPEC-10.5 to 10.9), if it is due."""
        kind = str(listed(item)[0])
        table = None if kind in ("rejoin", "agree") else self.table
        if table is not None and not table.accepts(kind, entry.seat, entry.number):
            raise Refused("share_early" if kind == "share" else "not_due", entry.seat)
        self._judge(entry, index, item)
        if self.table is not None:
            self.table = self.table.answered(item, entry.number)

    def _judge(self, entry: Entry, index: int, item: Value) -> None:
        """Whether an item is good."""
        if self.resigned and entry.seat not in self.left:
            raise Refused("not_due", entry.seat)
        match item:
            case ["rejoin", bytes(settlement), list(shown)]:
                self._rejoin(entry, settlement, [one for one in shown if isinstance(one, bytes)])
            case ["agree", *_]:
                self._agree(entry, item)
            case ["share", bytes(share)]:
                follows_rejoin = index == 1 and listed(entry.items[0])[0] == "rejoin"
                self._share(entry, share, older=follows_rejoin)
            case ["hand", int(seat), int(counter)] if self.level == "rules":
                if seat == entry.seat or seat >= len(self.hands):
                    raise Refused("bad_hand", entry.seat)
                if counter != self.hands[seat] + 1:
                    raise Refused("bad_hand", entry.seat)
                self.hands[seat] = counter
            case ["instruct", bytes(statement)] if self.level == "rules":
                self._instruct(entry, statement)
            case ["waive", True]:
                self.waived.add(entry.seat)
            case ["waive", False]:
                self.waived.discard(entry.seat)
            case ["open", list(openings)] if self.level != "line":
                for opening in map(listed, openings):
                    since = self.players.now[entry.seat].since
                    self.tokens.open(entry, opening, since, trusting=self.trusting)
            case ["seal", str(power), list(claim), bytes(fresh), list(made), bytes(shown), *_] if (
                self.level != "line"
            ):
                points = [one for one in made if isinstance(one, bytes)]
                place: list[Value] = [entry.seat, entry.incarnation, entry.number, index]
                context = [self.charter.game, power, *place, entry.previous, fresh]
                left = read_deposits(item, self.charter, len(new_tokens(claim)), entry.seat)
                to = recipients(self.charter, self.players.now, entry.seat) if left else None
                self.tokens.seal(
                    entry, claim, context, points, shown, left=left, to=to, trusting=self.trusting
                )
            case ["deal", int(since), list(powers)] if self.level != "line":
                self._deal(entry, index, since, [str(power) for power in powers])
            case ["resign", list(receipts)] if self.level != "line":
                passed = passing.by_resignation(
                    entry,
                    index,
                    receipts,
                    charter=self.charter,
                    players=self.players,
                    powers=list(self.tokens.limits),
                )
                self.passed += passed
                if self.level == "rules":
                    self._resign(entry.seat)
                if self.table is not None:
                    known = [power for one in passed for power in one.powers]
                    self.table = self.table.resigned(entry.seat, known, entry.number)
            case _:
                pass

    def _instruct(self, entry: Entry, data: bytes) -> None:
        """Instructions that an entry carries (SPEC-10.10); what they say the rules judge."""
        try:
            statement = read_statement(15, data)
            stated(statement, self.charter, self.players)
            orders(statement.fields[3])
        except Refused:
            raise Refused("bad_instructions", entry.seat) from None
        place, at = _head(statement.fields[0])
        counter, power = number(statement.fields[1]), statement.fields[2]
        if (
            counter <= self.instructed[statement.seat]
            or place > len(self.line)
            or self.at(place) != at
            or power not in self.charter.powers[statement.seat]
        ):
            raise Refused("bad_instructions", entry.seat)
        self.instructed[statement.seat] = counter

    def _share(self, entry: Entry, share: bytes, *, older: bool) -> None:
        """SPEC-7.2, 12.10, 14.2."""
        self.given.append((entry.number, share))
        first = self.first.pop(entry.seat, None)
        if first is not None and self._gives(entry.seat, first, share):
            self.first[entry.seat] = first
            return
        incarnation = self.before[entry.seat] if older else entry.incarnation
        if incarnation is None or not self._gives(entry.seat, incarnation, share):
            raise Refused("share_wrong", entry.seat)

    def _gives(self, seat: int, incarnation: bytes, share: bytes) -> bool:
        """Whether a share is the next of a chain, which then has given it."""
        given, last = self.chains[seat, incarnation]
        begun = self.begun.get(incarnation)
        origin = incarnation if begun is None else begun.origin
        player = self.players.now[seat]
        before = share_before(self.charter.nonce, player, origin, given + 1, share)
        if given == CHAIN or before != last:
            return False
        self.chains[seat, incarnation] = (given + 1, share)
        return True

    def _rejoin(self, entry: Entry, raw: bytes, others: list[bytes]) -> None:
        """SPEC-12.6."""
        bad = Refused("bad_rejoin", entry.seat)
        try:
            statements = [read_statement(11, one) for one in (raw, *others)]
            for statement in statements:
                stated(statement, self.charter, self.players)
        except Refused:
            raise bad from None
        settlement, *shown = map(settlement_of, statements)
        question = settlement.question
        if settlement.seat != entry.seat or question.name != entry.incarnation:
            raise bad
        hashes = [one.hash for one in shown]
        if hashes != sorted(set(hashes)):
            raise bad
        ranks, key = self.ranks, self.players.now[entry.seat].number
        last = self._last(entry.seat, key)
        if question.rank[0] != key or (last and question.rank <= rank_on(ranks, last)):
            raise bad
        if settlement.last != ((last.number, last.hash) if last else None):
            raise bad
        at_hand = self.carried | {one.hash: one for one in (settlement, *shown)}
        agreements = self.agreements | self._coming(entry)
        if not valid(
            settlement,
            self.line,
            ranks,
            at_hand,
            needed=self.needed,
            agreements=agreements,
        ):
            raise bad
        if question.head in (player.head for player in self.players.all):
            raise bad
        names = (*enumerate(self.incarnations), *enumerate(self.before))
        if question.head in (self.chains[at, name][1] for at, name in names if name is not None):
            raise bad
        self.before[entry.seat] = self.incarnations[entry.seat]
        self.incarnations[entry.seat] = entry.incarnation
        self.begun[entry.incarnation] = question
        self.ranks[entry.incarnation] = question.rank
        self.carried = at_hand
        self.chains[entry.seat, entry.incarnation] = (0, question.head)

    def _coming(self, entry: Entry) -> dict[bytes, Standing]:
        """The agreement that an entry carries after a rejoin, if it can be read."""
        for item in entry.items[1:2]:
            if listed(item)[0] == "agree":
                with suppress(Refused):
                    found = standing_of(*agreeing.stated_in(item)[0])
                    return {found.hash: found}
        return {}

    def _resign(self, seat: int) -> None:
        """SPEC-13.1: over if it was the last seat of its side; else a deal is due from others."""
        self.left.discard(seat)
        self.resigned = True
        self.over = not all(side & self.left for side in SIDES)

    def _agree(self, entry: Entry, item: Value) -> None:
        """SPEC-18.3, 18.4."""
        bad = Refused("bad_agreement", entry.seat)
        try:
            agreement, settled = agreeing.stated_in(item)
            for statement in (*settled, agreement.proposal, *agreement.signatures):
                stated(statement, self.charter, self.players)
        except Refused:
            raise bad from None
        self.carried |= {one.hash: one for one in map(settlement_of, settled)}
        powers = self.charter.powers
        line = agreeing.Line(
            self.charter.game,
            self.line,
            self.ranks,
            [self.ranks[name] for name in self.began],
            self.carried,
            self.agreements,
            self.players,
            frozenset(seat for seat in range(len(powers)) if not powers[seat]),
            self.needed,
        )
        if not agreeing.agreed(agreement, line):
            raise bad
        found = standing_of(*agreement)
        self.agreements[found.hash] = found
        terms = agreement.proposal.fields[1]
        self._begin_after_fault(entry, found)
        if self.table is not None:
            try:
                self.table = self.table.agreed(
                    terms,
                    found.ended,
                    given=[one.seat for one in successors(terms)],
                    received=agreeing.received_by(agreement),
                    moments=self.moments,
                )
            except toy.Cannot:
                raise bad from None
        match terms:
            case ["take back", to]:
                self.tokens.take_back(_head(to)[0])
            case _:
                signatures = agreement.signatures
                self.passed += passing.by_agreement(signatures, self.players, entry.number)
                for one in successors(terms):
                    self._come(one.seat, agreeing.player_of(one, entry.number))

    @staticmethod
    def _added(entry: Entry) -> list[Question]:
        """The questions that an agreement after a fault adds; none if it cannot be read."""
        for item in entry.items[:1]:
            if listed(item)[0] == "agree":
                with suppress(Refused):
                    return standing_of(*agreeing.stated_in(item)[0]).added
        return []

    def _begin_after_fault(self, entry: Entry, found: Standing) -> None:
        """All that have signed go on in the names of the questions that they add (SPEC-18.4)."""
        names = (*enumerate(self.incarnations), *enumerate(self.before))
        heads = {self.chains[at, name][1] for at, name in names if name is not None}
        heads |= {player.head for player in self.players.all}
        rejoins = listed(entry.items[0])[0] == "rejoin"
        for one in found.added:
            if one.head in heads:
                raise Refused("bad_agreement", entry.seat)
            heads.add(one.head)
            self.ranks[one.name] = one.rank
            self.begun[one.name] = one
            self.chains[one.seat, one.name] = (0, one.head)
            if not (rejoins and one.seat == entry.seat):
                self.incarnations[one.seat], self.before[one.seat] = one.name, None
                self.first.pop(one.seat, None)

    def _come(self, seat: int, player: Player) -> None:
        """Another plays a seat (SPEC-18.4)."""
        self.players = self.players.come(seat, player)
        name = first_name(player.number)
        self.ranks[name] = lowest(player.number)
        self.incarnations[seat], self.before[seat] = name, None
        self.chains[seat, name] = (0, player.head)
        self.first[seat] = name
        self.waived.discard(seat)

    def _deal(self, entry: Entry, index: int, place: int, powers: list[str]) -> None:
        """SPEC-8.9: what is due, of the shares given since its place."""
        due = None if self.table is None else self.table.deal
        if place >= entry.number or (due and (due.since, list(due.powers)) != (place, powers)):
            raise Refused("wrong_claim", entry.seat)
        shares: list[Value] = [share for number, share in self.given if number > place]
        self.tokens.deal(entry, index, self.line[place - 1].hash, powers, shares)

    # The digest

    def state(self, game: Value, rolls: int) -> bytes:
        """The state digest of a game where no roll waits for shares (SPEC-11.2).

        What the rules remember of it, and how many rolls they have asked for, is told.
        """
        chains: list[Value] = [
            [seat, incarnation, *self.chains[seat, incarnation]]
            for seat, incarnation in enumerate(self.incarnations)
        ]
        rest: list[Value] = [chains, list[Value](self.incarnations), rolls, [], self.playing]
        return digest("state", encode([game, self.tokens.history, *rest]))

    @property
    def playing(self) -> Value:
        """Who plays, as the digest says it (SPEC-11.2, 7)."""
        return [[one.name, one.key, one.number, one.bot] for one in self.players.now]

    # Statements

    def hear(self, kind: int, data: bytes) -> None:
        """Judge a statement (SPEC-6.1, 13.2, 13.3)."""
        statement = read_statement(kind, data)
        stated_of(statement, self.charter)
        if kind in ABOUT_HEAD or kind == 12:
            place, at = _head(statement.fields[0])
            if place > len(self.line):
                raise Refused("gap")
            if kind in ABOUT_HEAD and self.at(place) != at:
                raise Refused("stale_head")
        stated(statement, self.charter, self.players)
        if any((said.kind, said.body) == (kind, statement.body) for said in self.said):
            raise Refused("known")
        if kind in (9, 10) and _head(statement.fields[0])[0] < len(self.line):
            raise Refused("not_due")
        if kind == 10 and self.level != "line":
            since = self.players.now[statement.seat].since
            self.tokens.disclose(statement, self.passed, since)
        self.said.append(statement)


def orders(value: Value) -> None:
    """The form of instructions (SPEC-10.10); only the rules know what the game has."""
    losses, keeps, ships, groups, submerging, zones, *others, landing, evenly, windows = array(
        value, 11
    )
    standings = ("ask", "always", "never")
    named = [label(kind) for kind in array(losses, 0, 1024)]
    pairs = [array(pair, 2) for pair in array(zones, 0, 1024)]
    names = [label(zone) for zone, _ in pairs]
    good = (
        len(set(named)) == len(named)
        and isinstance(keeps, bool)
        and ships in ("first", "last")
        and groups in ("smallest", "largest")
        and landing in ("ask", "carriers", "land")
        and isinstance(evenly, bool)
        and windows in ("none", "phases", "turns", "all")
        and names == sorted(set(names))
        and {submerging, *others, *(standing for _, standing in pairs)} <= set(standings)
    )
    if not good:
        raise Refused("malformed")


def _head(value: Value) -> tuple[int, bytes]:
    match value:
        case [int(place), bytes(at)]:
            return place, at
        case _:
            raise TypeError(value)
