"""Tables of a home: making one, joining one, coming back to one."""

__all__ = [
    "OpenTable",
    "come_back",
    "find",
    "host",
    "hosted_lobby",
    "instructed",
    "join",
    "keeps",
    "note_keeper",
    "opening",
    "recover",
    "refuse_keeper",
    "seats_of",
    "terms_of",
    "usual_dice",
    "with_instructions",
]

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from client.errors import ClientError
from client.home import PROGRAM, Home
from client.presentation.instructions import changed
from client.scenarios import ScenarioSource
from client.seat.memo import Memo
from client.stored import stored_players
from engine.board import Power
from engine.errors import Illegal, counted
from engine.game import Game
from engine.instructing import read_instructions
from engine.instructions import Instructions
from engine.loading import load
from engine.options import Selection
from engine.records import decode, encode
from engine.scenario import Scenario, Seating
from engine.setup import compose, new_game
from p2p.changes import LobbyStored
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import read_lobby, write_lobby
from p2p.lobby_protocol import MAX_WATCHERS
from p2p.store import Store
from p2p.system import state_folder
from p2p.terms import Terms, guest_of
from p2p.vouching import Vouching
from p2p.ways import WayIn
from protocol.charter import (
    ABSENCE,
    MAX_ABSENCE,
    MAX_CHARTER,
    MAX_KEEPERS,
    MAX_SEATS,
    NONCE_SIZE,
    DiceSetting,
    Secrecy,
    WindowsStart,
)
from protocol.encoding import decode as decode_data
from protocol.encoding import encode as encode_data
from protocol.errors import ProtocolError
from protocol.identity import Identity, Phrase
from protocol.opening import RULES_VERSION
from protocol.record_reader import MAX_LABEL, RecordReader

_PLAYER = RecordReader("SPEC-4.1", "player")

_TWO = 2  # seats, who contribute both whatever the setting
_SALT_SIZE = 32
"""Random bytes that a player brings to a seat (SPEC-4.3)."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table of a home, opened by its player: no other process can play there meanwhile."""

    store: Store
    phrase: Phrase
    evidence: Path
    """Folder where proofs of fraud are kept."""
    memo: Path
    """File of what this player keeps for itself (`client.seat.memo`)."""
    ways: tuple[WayIn, ...] = ()
    """In to others, by a newer link than the one that the table was found by."""

    @property
    def id(self) -> bytes:
        """Table id, by which its store is named."""
        return bytes.fromhex(self.store.path.stem)


def seats_of(scenario: Scenario, players: int | None) -> Seating:
    """The powers of each seat for so many players; for as few as the scenario proposes if None.

    Raises:
        ClientError: the scenario proposes no seats for that number.
    """
    count = min(scenario.seatings) if players is None else players
    if count not in scenario.seatings:
        known = ", ".join(map(str, sorted(scenario.seatings)))
        raise ClientError(
            f"{scenario.name} cannot be played by {counted(count, 'player')}",
            f"choose from {known}",
        )
    return scenario.seatings[count]


def usual_dice(seats: int, keepers: int = 0) -> DiceSetting:
    """Who contributes to rolls unless a host says otherwise.

    Every seat, from three on: with one seat of each side, whoever is behind two seats that roll
    against each other could choose dice against the third. With keepers, they.
    """
    if keepers:
        return DiceSetting.KEEPERS
    return DiceSetting.SIDES if seats <= _TWO else DiceSetting.ALL


def terms_of(
    chosen: ScenarioSource,
    selection: Selection,
    seats: Seating,
    *,
    secrecy: Secrecy = Secrecy.PROVED,
    dice: DiceSetting | None = None,
    windows: WindowsStart = WindowsStart.ASKED,
    keepers: int = 0,
    absence: int = ABSENCE,
    deposits: bool = False,
) -> Terms:
    """What a host proposes: all that a charter says but who plays. Every option is written out.

    The dice are the `usual_dice` where none are named.

    Raises:
        ClientError: a table cannot have so many keepers, or they are to add to its dice or to keep
            openings and it has none, or nobody is absent after so many days.
        IncompatibleModules: a house rule or an option does not exist, or they exclude each other.
    """
    if not 0 <= keepers <= MAX_KEEPERS:
        raise ClientError(counted(keepers, "keeper"), f"a table can have 0 to {MAX_KEEPERS}")
    if not 0 <= absence <= MAX_ABSENCE:
        raise ClientError(
            f"nobody is absent after {counted(absence, 'day')}",
            f"choose 1 to {MAX_ABSENCE}, or 0 for never",
        )
    if dice is DiceSetting.KEEPERS and not keepers:
        raise ClientError(
            "keepers are to add to the dice, and the table has none",
            "invite one with --keepers, or choose other dice",
        )
    if deposits and (not keepers or len(seats) == 1):
        missing = "keeper" if len(seats) > 1 else "other player"
        raise ClientError(
            f"openings are to be deposited, and the table has no {missing}",
            "invite a keeper with --keepers" if len(seats) > 1 else "play with two seats or more",
        )
    rules = compose(chosen.scenario, selection.modules, selection.options, seats)
    return Terms(
        rules_version=RULES_VERSION,
        scenario=chosen.scenario.name,
        text=chosen.source,
        modules=rules.modules,
        options=tuple((name, str(value)) for name, value in sorted(rules.options.items())),
        secrecy=secrecy,
        dice=usual_dice(len(seats), keepers) if dice is None else dice,
        windows_start=windows,
        nonce=secrets.token_bytes(NONCE_SIZE),
        seats=tuple(tuple(map(str, powers)) for powers in seats),
        keepers=keepers,
        absence=absence,
        deposits=deposits,
    )


def instructed(terms: Terms, seat: int, lines: Iterable[str]) -> Terms:
    """The same, with first instructions of the powers of a seat (BG-3.4).

    Args:
        terms: as they are.
        seat: whose powers they are of.
        lines: in words, as `client.presentation.instructions.INSTRUCT` has them.

    Raises:
        NotUnderstood: one is no instruction.
    """
    own, game = tuple(map(Power, terms.seats[seat])), opening(terms)
    for line in lines:
        game = game.with_instructions(*changed(game, own, line))
    return _with_instructions(terms, game)


def with_instructions(terms: Terms, given: Mapping[Power, Instructions]) -> Terms:
    """The same, with first instructions of some powers (BG-3.4).

    Raises:
        ClientError: they name what the game does not have.
    """
    game = opening(terms)
    for power, left in given.items():
        try:
            read = read_instructions(game, power, encode(left))
        except Illegal as error:
            raise ClientError(str(error), "choose others") from error
        game = game.with_instructions(power, read)
    return _with_instructions(terms, game)


def opening(terms: Terms) -> Game:
    """The game as it opens by these terms.

    Raises:
        IncompatibleModules, ScenarioError: it cannot be played.
    """
    seats = tuple(tuple(map(Power, powers)) for powers in terms.seats)
    options = {name: str(value) for name, value in terms.options}
    game = new_game(load(terms.text, terms.scenario), terms.modules, options, seats)
    for power, plain in terms.instructions:
        left = decode(Instructions, decode_data(plain, MAX_CHARTER))
        game = game.with_instructions(Power(power), left)
    return game


def _with_instructions(terms: Terms, game: Game) -> Terms:
    given = {power: encode_data(encode(left)) for power, left in game.instructions.items()}
    return replace(terms, instructions=tuple(sorted(given.items())))


def host(
    home: Home, phrase: Phrase, name: str, terms: Terms, *, seat: int, watchers: int
) -> tuple[OpenTable, Hosting]:
    """Make a table and sit down at it.

    Raises:
        ClientError: nobody can have such a name, or the table so many watchers.
        StoreFailed: the disk refuses.
    """
    _check_name(name)
    if not 0 <= watchers <= MAX_WATCHERS:
        raise ClientError(counted(watchers, "spectator"), f"a table can have 0 to {MAX_WATCHERS}")
    guest = guest_of(phrase, terms.nonce, name, secrets.token_bytes(_SALT_SIZE))
    lobby = Hosting.open(terms, seat, guest, watchers)
    return _create(home, phrase, lobby.table, lobby), lobby


def join(home: Home, phrase: Phrase, name: str, invite: Invite) -> OpenTable:
    """Take the seat, or the place to watch from, that an invite is for.

    Until the game begins one may come again, under another name too. From then on any link to the
    table is a newer way to it.

    Raises:
        ClientError: the invite is for nobody, it only shows a player the way back; or nobody can
            have such a name.
    """
    known = home.store(invite.table).exists()
    if invite.ticket is None and known:
        return come_back(home, phrase, invite)
    if invite.ticket is None:
        raise ClientError(
            "this invite has no seat in it", "it is for a player who lost a machine: use `recover`"
        )
    seated = invite.ticket.place < MAX_SEATS
    if seated:
        _check_name(name)
    if known:
        return _join_again(home, phrase, invite, name if seated else None)
    salt = secrets.token_bytes(_SALT_SIZE)
    guest = guest_of(phrase, invite.nonce, name, salt) if seated else None
    return _create(home, phrase, invite.table, Joining(invite=invite, guest=guest))


def _join_again(home: Home, phrase: Phrase, invite: Invite, name: str | None) -> OpenTable:
    """Sit down once more where no game has begun: as this guest, or to take up what was lost.

    The salt stays, so that one can go back to a name; but who has signed a charter brings another,
    and with it other dice: no two charters may have one dice chain. Once the game has begun, and
    where nothing is lost, the link is a newer way to the table and nothing else.
    """
    table = find(home, phrase, invite.table.hex())
    contents = table.store.read()
    lobby = None if contents.lobby is None else read_lobby(contents.lobby)
    begun = contents.founding is not None
    if (
        begun
        or not isinstance(lobby, Joining)
        or lobby.guest is None
        or (lobby.agreed and not name)
    ):
        return _by_newer_link(table, lobby, invite)
    guest = None
    if name is not None:
        unused = lobby.guest.salt if lobby.agreed is None else secrets.token_bytes(_SALT_SIZE)
        guest = guest_of(phrase, invite.nonce, name, unused)
    table.store.write([LobbyStored(write_lobby(Joining(invite=invite, guest=guest)))])
    return table


def come_back(home: Home, phrase: Phrase, invite: Invite) -> OpenTable:
    """Sit down again at a table that this home knows, by a newer link to it.

    Raises:
        ClientError: it does not know the table.
        StoreInUse: another process plays there.
    """
    table = find(home, phrase, invite.table.hex())
    kept = table.store.read().lobby
    return _by_newer_link(table, None if kept is None else read_lobby(kept), invite)


def _by_newer_link(table: OpenTable, lobby: Hosting | Joining | None, invite: Invite) -> OpenTable:
    """The same table, found by the ways in of another link; a guest keeps them."""
    if isinstance(lobby, Joining):
        watches = lobby.guest is None and lobby.invite.ticket is not None
        ticket = invite.ticket if watches and invite.ticket is not None else lobby.invite.ticket
        newer = replace(lobby.invite, ways=invite.ways, ticket=ticket)
        table.store.write([LobbyStored(write_lobby(replace(lobby, invite=newer)))])
    return replace(table, ways=invite.ways)


def recover(home: Home, phrase: Phrase, invite: Invite) -> OpenTable:
    """Take up again what another machine has lost; the node will rejoin (SPEC-12).

    A host comes back as any other player, by the ways in to them. Where nothing is lost, the link
    is a newer way to the table. A store whose seat has moved to a device that is lost by now is put
    aside.
    """
    back = replace(invite, ticket=None)
    if home.store(back.table).exists() and not _put_aside(home, phrase, back.table):
        return _join_again(home, phrase, back, None)
    return _create(home, phrase, back.table, Joining(invite=back))


def find(home: Home, phrase: Phrase, beginning: str, *, retired: bool = False) -> OpenTable:
    """Sit down again at a table of this home, named by the first letters of its id.

    Args:
        home: which.
        phrase: of its player.
        beginning: of the id.
        retired: see `Store.open`.

    Raises:
        ClientError: there is none, or several.
        SeatMoved: its seat is played from another device.
        StoreInUse: another process plays there.
    """
    known = sorted(path.stem for path in home.tables.glob("*.db"))
    found = [table for table in known if table.startswith(beginning.lower())]
    if not found:
        raise ClientError(
            f"{home.tables}: no table {beginning}".rstrip(),
            "create one with `host`, or join one with `join`",
        )
    if len(found) > 1:
        listed = ", ".join(table[:8] for table in found)
        raise ClientError("several tables match", f"name one of {listed}")
    table = bytes.fromhex(found[0])
    key = Identity.from_phrase(phrase).public.raw
    return OpenTable(
        Store.open(home.store(table), table, key, retired=retired),
        phrase,
        home.evidence,
        home.memo(table),
    )


def _put_aside(home: Home, phrase: Phrase, table: bytes) -> bool:
    """Take the store of a table out of the way if its seat has moved; whether it has."""
    path = home.store(table)
    key = Identity.from_phrase(phrase).public.raw
    with Store.open(path, table, key, retired=True) as store:
        moved = store.moved_to is not None
    if moved:
        path.replace(path.with_suffix(".moved"))
    return moved


def note_keeper(table: OpenTable, *, keeper: bool) -> None:
    """Note whether this home keeps the game of a table, or plays in it.

    Raises:
        ClientError, OSError: the memo is damaged, or cannot be written.
    """
    memo = Memo.load(table.memo)
    if memo.keeper is not keeper:
        replace(memo, keeper=keeper).save(table.memo)


def refuse_keeper(table: OpenTable) -> None:
    """Leave a table that this home only keeps: nobody can play there.

    Raises:
        ClientError: it does.
    """
    if keeps(table):
        table.store.close()
        raise ClientError(
            "you keep this game and play nothing in it",
            "go on with `secret-subs keep LINK` and the link that you were given",
        )


def keeps(table: OpenTable) -> bool:
    """Whether this home keeps the game of a table, and plays nothing in it.

    Before it has a seat only the home itself knows; from then on the log says it.
    """
    players = stored_players(table.store.read())
    key = Identity.from_phrase(table.phrase).public
    seat = None if players is None else players.seat_of(key)
    if players is None or seat is None:
        return Memo.load(table.memo).keeper
    return seat in players.charter.keepers


def hosted_lobby(table: OpenTable) -> Hosting | None:
    """What the host of a table keeps of its lobby; None for everybody else."""
    kept = table.store.read().lobby
    lobby = None if kept is None else read_lobby(kept)
    return lobby if isinstance(lobby, Hosting) else None


def _check_name(name: str) -> None:
    """Find out by what name nobody can be seated before anything is made or sent (SPEC-4.1)."""
    try:
        _PLAYER.label(name, "name")
    except ProtocolError:
        raise ClientError(
            f"{name!a} cannot be a player's name",
            f"use 1 to {MAX_LABEL} visible characters, without spaces at the ends",
        ) from None


def _already_seated(table: bytes) -> ClientError:
    return ClientError("you are already at this table", f"resume it with `play {table.hex()[:8]}`")


def _create(home: Home, phrase: Phrase, table: bytes, lobby: Hosting | Joining) -> OpenTable:
    """A new store that knows how its owner came to the table.

    Raises:
        ClientError: this home knows the table already.
    """
    if home.store(table).exists():
        raise _already_seated(table)
    key = Identity.from_phrase(phrase).public.raw
    store = Store.create(home.store(table), table, key)
    try:
        store.write([LobbyStored(write_lobby(lobby))])
        if isinstance(lobby, Hosting) or lobby.guest is not None:
            Vouching(state_folder(PROGRAM), store).keep()  # nothing was ever signed but with it
    except BaseException:
        store.close()
        raise
    return OpenTable(store, phrase, home.evidence, home.memo(table))
