"""Players around a table, each with an own replica. Nothing is random: entropy is counted."""

import functools
from collections.abc import Sequence
from dataclasses import replace

from engine.board import Power
from engine.pieces import PieceId
from engine.requests import Reveal
from protocol.author import Author, Prepared
from protocol.charter import Charter, DiceSetting, Seat, Secrecy, WindowsStart
from protocol.conduct import Conduct
from protocol.dice import ChainName, DiceChain
from protocol.entry import Decide, DiceShare, Entry, Item, OpenTokens, SealTokens, sign_entry
from protocol.entry_builder import PlayerAction
from protocol.founding import Founding
from protocol.questions import FIRST, RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Appended, Table
from tests.protocol import toy
from tests.protocol.sample import CHARTER, MINUTE, found, identity, phrase

NONCE = b"n" * 32
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida")


@functools.cache
def chain(seat: int, origin: bytes = FIRST) -> DiceChain:
    """The dice chain of a seat; all games of these tests have one nonce, so it is made once."""
    name = ChainName(NONCE, identity(seat).public, salt(seat), origin)
    return DiceChain(phrase(seat), name)


def salt(seat: int) -> bytes:
    return bytes([0x50 + seat]) * 32


def seats(*powers: tuple[str, ...]) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            name=name,
            key=identity(index).public,
            powers=mine,
            salt=salt(index),
            dice_head=chain(index).head,
        )
        for index, (name, mine) in enumerate(zip(NAMES, powers, strict=False))
    )


@functools.cache
def toy_founding(
    secrecy: Secrecy = Secrecy.HASHED,
    dice: DiceSetting = DiceSetting.SIDES,
    rules: int = 1,
    powers: tuple[tuple[str, ...], ...] = toy.SEATS,
) -> Founding:
    """Three seats for the toy, or others; `rules` makes another game of the same seats."""
    charter: Charter = replace(
        CHARTER,
        rules_version=rules,
        nonce=NONCE,
        secrecy=secrecy,
        dice=dice,
        seats=seats(*powers),
    )
    return found(charter)


def open_table(founding: Founding | None = None) -> Table:
    """The table of a toy in which nobody has tokens."""
    return toy_table(founding, toy.OPEN_STEPS)


def toy_table(founding: Founding | None = None, steps: toy.Steps = toy.STEPS) -> Table:
    """The toy's table, with the windows of all seats as the charter has them at the start."""
    founding = founding or toy_founding()
    players = (seat.powers for seat in founding.charter.seats if seat.powers)
    game = toy.toy_game(tuple(tuple(map(Power, powers)) for powers in players))
    if founding.charter.windows_start is WindowsStart.WAIVED:
        game = game.replace(waived=frozenset(range(len(founding.charter.seats))))
    return Table(founding, game, steps)


def author(table: Table, seat: int) -> Author:
    """The author of a seat; chains made once for all tests."""
    made = Author(table, phrase(seat))
    made.keys._chains = _CHAINS.setdefault(seat, {FIRST: chain(seat)})
    return made


_CHAINS: dict[int, dict[bytes, DiceChain]] = {}


class ToyMatch:
    """One author for each seat, and a spectator; an entry goes to all of them."""

    def __init__(self, founding: Founding | None = None, steps: toy.Steps = toy.STEPS) -> None:
        self.steps = steps
        self.spectator = toy_table(founding, steps)
        seats = range(len(self.spectator.charter.seats))
        self.authors = [author(toy_table(founding, steps), seat) for seat in seats]
        self.conducts = [Conduct(seat) for seat in seats]
        self.drawn = 0

    @property
    def tables(self) -> list[Table]:
        return [*(author.table for author in self.authors), self.spectator]

    def entropy(self) -> bytes:
        self.drawn += 1
        return self.drawn.to_bytes(32, "big")

    def prepare(
        self,
        seat: int,
        *actions: PlayerAction | toy.Order,
        arrangements: Sequence[Sequence[int]] = (),
    ) -> Prepared:
        """An entry of a seat, not sent; orders of the toy are actions too."""
        return self.authors[seat].prepare(
            [action_of(action) for action in actions],
            entropy=self.entropy(),
            minute=MINUTE,
            arrangements=arrangements,
            settlement=self.conducts[seat].own,
        )

    def send(self, entry: Entry) -> Appended:
        """All append it, and agree."""
        appended = [table.append(entry.raw) for table in self.tables]
        assert len({table.head.hash for table in self.tables}) == 1
        return appended[0]

    def act(self, seat: int, *actions: PlayerAction | toy.Order) -> Appended:
        """A seat acts, and everybody does what follows by itself."""
        appended = self.send(self.prepare(seat, *actions).entry)
        return self.settle() or appended

    def settle(self) -> Appended | None:
        """Everything is done that needs no judgement; the last entry of it, if there is any."""
        last = None
        while (now := self.spectator.due) is not None and now.duty.automatic:
            last = self.send(self.prepare(now.seat).entry)
        return last

    # Losing a machine, and coming back

    def restore(self, seat: int, upto: int | None = None) -> None:
        """A seat starts again from its phrase and what a peer shows it of the log."""
        self.authors[seat] = author(self.copy(upto), seat)
        self.conducts[seat] = Conduct(seat)

    def copy(self, upto: int | None = None) -> Table:
        """A table of what a peer shows of the log."""
        table = toy_table(self.spectator.log.founding, self.steps)
        for entry in list(self.spectator.log)[:upto]:
            table.append(entry.raw)
        for signed in self.spectator.log.statements:
            table.add_statement(signed)
        return table

    def say(self, *statements: Signed[GameStatement]) -> None:
        """All hear statements that they have not heard yet."""
        for table in self.tables:
            for signed in statements:
                if signed not in table.log.statements:
                    table.add_statement(signed)

    def close(self) -> None:
        """All sign the end of the game."""
        self.say(*(author.close() for author in self.authors))

    def disclose(self) -> None:
        """All who have something to disclose do so."""
        self.say(*filter(None, (author.disclose() for author in self.authors)))

    def held(self, seat: int) -> tuple[PieceId, int]:
        """The last token of a seat's first power, and the group on it."""
        token = toy.toy(self.spectator.game).tokens[toy.SEATS[seat][0]][-1]
        return token, self.authors[seat].secrets[token]

    def win(self) -> None:
        """Seat 1 throws, removes from a token, shuffles, says where one came from, and wins."""
        self.act(1, toy.Throw(4))
        self.act(1, toy.Remove(*self.held(1)))
        pieces = toy.toy(self.spectator.game).tokens[toy.JAPAN]
        self.act(1, toy.Shuffle())
        token, _ = self.held(1)
        self.act(1, toy.Trace(token, pieces))
        self.act(1, toy.Win())

    def ask(self, seat: int, nonce: bytes = b"q" * 32) -> Signed[RejoinQuestion]:
        """A seat asks to rejoin."""
        question = self.authors[seat].ask_to_rejoin(nonce, MINUTE)
        self.conducts[seat].ask(question)
        self.say(question)
        return question

    def answer(self, seat: int) -> None:
        """A seat answers whatever it owes an answer to."""
        author, conduct = self.authors[seat], self.conducts[seat]
        for answer in list(conduct.due_answers(author.table.log)):
            self.say(author.sign(answer))

    def settle_question(self, seat: int) -> Signed[Settlement] | None:
        """A seat settles its question, if it can."""
        author, conduct = self.authors[seat], self.conducts[seat]
        made = conduct.settlement(author.table.log, author.table.needed)
        if made is None:
            return None
        signed = author.sign(made)
        author.table.cut(conduct.settle(signed, author.table.log, author.table.needed))
        self.say(signed)
        return signed

    def catch_up(self, seat: int) -> None:
        """A seat is sent what it misses."""
        table = self.authors[seat].table
        for entry in self.spectator.log.since(table.head.sequence):
            table.append(entry.raw)

    def rejoin(self, seat: int) -> None:
        """A seat asks, all others answer, it settles, and is sent the rest of the log."""
        self.ask(seat)
        for other in range(len(self.authors)):
            self.answer(other)
        self.catch_up(seat)
        self.settle_question(seat)
        self.catch_up(seat)

    def prepare_unchecked(self, seat: int) -> Entry:
        """What is due of a seat by itself, though the rules will refuse it."""
        request = self.spectator.request
        assert isinstance(request, Reveal)
        secrets = self.authors[seat].keys.secrets
        known = self.spectator.ledger.commitments
        ((_, handles),) = request.tokens
        return self.forged(seat, OpenTokens(tuple(secrets.opening(known, one) for one in handles)))

    def forged(self, seat: int, *items: Item | toy.Order, **fields: object) -> Entry:
        """An entry of a seat that says whatever we like, properly signed."""
        table = self.authors[seat].table
        return sign_entry(
            **{
                "identity": identity(seat),
                "game": table.charter.game_id,
                "head": table.head,
                "seat": seat,
                "incarnation": table.ledger.incarnations[seat],
                "minute": MINUTE,
                "state": table.due_digest,
                "items": [item_of(item) for item in items],
                **fields,
            },  # type: ignore[arg-type]  # the fields of sign_entry, by name
        )


def toy_match(founding: Founding | None = None, steps: toy.Steps = toy.STEPS) -> ToyMatch:
    """A toy_match whose set-up is done: USA, of seat 0, gives the first order."""
    made = ToyMatch(founding, steps)
    made.settle()
    return made


def action_of(action: PlayerAction | toy.Order) -> PlayerAction:
    return Decide(toy.data(action)) if isinstance(action, toy.Order) else action


def item_of(item: Item | toy.Order) -> Item:
    return Decide(toy.data(item)) if isinstance(item, toy.Order) else item


def shares(entry: Entry) -> list[DiceShare]:
    return [item for item in entry.items if isinstance(item, DiceShare)]


def seals(entry: Entry) -> list[SealTokens]:
    return [item for item in entry.items if isinstance(item, SealTokens)]


def openings(entry: Entry) -> list[OpenTokens]:
    return [item for item in entry.items if isinstance(item, OpenTokens)]


def bobs_turn(secrecy: Secrecy = Secrecy.HASHED) -> ToyMatch:
    """Three seats: Ann's turn is over, and Japan, of Bob's seat, is to give an order."""
    match = toy_match(toy_founding(secrecy))
    match.act(0, toy.End())
    return match


def japans(match: ToyMatch) -> tuple[PieceId, ...]:
    """The tokens of Japan."""
    return toy.toy(match.spectator.game).tokens[toy.JAPAN]
