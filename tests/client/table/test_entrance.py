"""What the page before the table keeps: drawn maps, where a host is found, and who only watched."""

import json
from dataclasses import replace
from functools import partial
from importlib import resources
from pathlib import Path

import pytest

from client import tables
from client.cli import main
from client.errors import ClientError
from client.home import PASSPHRASE_VARIABLE, Home
from client.links import newest_link
from client.maps.form import drawn_for
from client.network import free_port
from client.scenarios import find
from client.seat.memo import Memo
from client.table.entering import Called, Create, Enter
from client.table.entering_games import host, join, resume
from client.table.own_maps import keep_map
from client.table.saved_games import forget, saved_games
from client.tables import seats_of, terms_of
from engine.options import parse
from p2p.address import Address
from p2p.changes import FoundingStored, LobbyStored, WaysStored
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.keystore import Cost
from p2p.lobby import read_lobby, write_lobby
from p2p.meeting import Meeting
from p2p.store import Store
from p2p.tickets import ticket_of
from p2p.ways import Direct, Lan, Relay
from p2p.ways_list import WaysList
from protocol.charter import NONCE_SIZE
from protocol.identity import PHRASE_SIZE, Identity, Phrase

_ELSEWHERE = (Direct(Address("ann.example.org", 7777)),)
_OWN = (Lan(Address("192.168.1.20", 7777)),)
_WAKE = find("wake-island").scenario
_AT = (Lan(Address("127.0.0.1", 7777)),)
_CHEAP = Cost(memory_kib=128, passes=1)


def wake() -> bytes:
    """The map of the central Pacific."""
    return resources.files("client").joinpath("maps", "wake-island.json").read_bytes()


def test_a_map_that_is_kept_is_drawn_from_then_on(tmp_path: Path) -> None:
    """It is tried before those that come with the program; kept twice it is one file."""
    home = Home(tmp_path)
    own = wake().replace(b'"name":"wake-island"', b'"name":"mine"')
    file, spaces = keep_map(home, "mine.map.json", own)
    assert file == keep_map(home, "again.map.json", own)[0]
    assert [*home.maps.iterdir()] == [file]
    assert spaces == find("wake-island").scenario.board.spaces.keys()
    assert drawn_for(spaces, (file,)) == own


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (b"\xff", "no drawn map"),
        (b"[]", "no drawn map"),
        (json.dumps({"format": 2}).encode(), "format"),
        (wake().replace(b'"anchor"', b'"angle"', 1), "anchor"),
        (wake().replace(b'"path":"M', b'"path":"url(', 1), "path"),
        (wake().replace(b'"width":', b'"width":-', 1), "width"),
    ],
)
def test_what_no_table_could_draw_is_not_kept(tmp_path: Path, broken: bytes, told: str) -> None:
    """The first fault is told with its place, and the home stays as it is."""
    with pytest.raises(ClientError, match=f"mine.*{told}"):
        keep_map(Home(tmp_path), "mine.map.json", broken)
    assert not Home(tmp_path).maps.exists()


def test_a_hosted_table_is_listed_with_where_it_was_found(tmp_path: Path) -> None:
    """A host who goes on is to be found where the invites say."""
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    chosen = find("wake-island")
    terms = terms_of(chosen, parse(""), seats_of(chosen.scenario, None))
    table, _ = tables.host(home, phrase, "Ann", terms, seat=0, watchers=0)
    Memo(address="ann.example.org:7777").save(table.memo)
    table.store.close()
    (game,) = saved_games(home)
    assert (game.address, game.hosted, game.watched) == ("ann.example.org:7777", True, False)
    assert game.named
    assert game.title == "Wake Island, spring 1942"
    forget(home, game)  # nobody has come
    assert not [*home.tables.iterdir()]
    with pytest.raises(ClientError, match="other players count on"):
        forget(home, replace(game, bound=True))
    assert game.seats == (("Ann", ("USA",)),)


def test_a_table_is_hosted_at_a_relay_and_found_there_again(tmp_path: Path) -> None:
    """The pass is kept for the node; it is in no invite."""
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    chosen = find("wake-island")
    terms = terms_of(chosen, parse(""), seats_of(chosen.scenario, None))
    asked = Create(
        type="create",
        id=1,
        name="Ann",
        seat=0,
        bots=False,
        called=Called(at="wss://sesame@relay.example/", hold=True),
        watchers=0,
    )
    play = host(home, phrase, terms, asked)
    assert isinstance(play, partial)
    play.args[0].store.close()
    (way,) = play.keywords["ways"]
    assert str(way).startswith("wss://relay.example/")
    assert "listen" not in play.keywords
    (game,) = saved_games(home)
    assert game.address == "wss://sesame@relay.example/"
    again = resume(home, phrase, game, game.address)
    assert isinstance(again, partial)
    again.args[0].store.close()
    assert again.keywords["ways"] == (way,)
    assert Memo.load(again.args[0].memo).hold, "it is asked to hold the log again"


def test_a_table_is_hosted_by_mail_and_found_there_again(tmp_path: Path) -> None:
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    terms = terms_of(find("wake-island"), parse(""), seats_of(find("wake-island").scenario, None))
    asked = Called(mailboxes=("wss://relay.example/",), meet="holders")
    play = host(home, phrase, terms, _create(asked))
    assert isinstance(play, partial)
    play.args[0].store.close()
    assert not {"listen", "relays"} & play.keywords.keys(), "nobody calls this machine"
    memo = Memo.load(play.args[0].memo)
    assert memo.mailboxes == ("wss://relay.example/",)
    assert memo.meeting is Meeting.HOLDERS
    (game,) = saved_games(home)
    again = resume(home, phrase, game, game.address)
    assert isinstance(again, partial)
    again.args[0].store.close()
    assert not {"listen", "relays"} & again.keywords.keys()
    assert Memo.load(again.args[0].memo) == memo


def test_a_router_is_asked_to_open_an_address_and_nothing_else(tmp_path: Path) -> None:
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    terms = terms_of(find("wake-island"), parse(""), seats_of(find("wake-island").scenario, None))
    for at in ("", "wss://relay.example/"):
        asked = _create(Called(at=at, router=True))
        with pytest.raises(ClientError, match="your router can open an address alone"):
            host(home, phrase, terms, asked)
    play = host(home, phrase, terms, _create(Called(at=f"127.0.0.1:{free_port()}", router=True)))
    assert isinstance(play, partial)
    play.args[0].store.close()
    assert Memo.load(play.args[0].memo).upnp


def _create(called: Called) -> Create:
    return Create(type="create", id=1, name="Ann", seat=0, bots=False, called=called)


@pytest.mark.parametrize("back", [False, True])
def test_who_joins_or_comes_back_is_called_where_it_says_and_there_again(
    tmp_path: Path, *, back: bool
) -> None:
    home, own = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(own, "a long way to Wake", _CHEAP)
    host_key = Identity.from_phrase(Phrase(b"h" * PHRASE_SIZE)).public
    ticket = ticket_of(Phrase(b"h" * PHRASE_SIZE), bytes(NONCE_SIZE), 1)
    link = Invite(host_key, bytes(NONCE_SIZE), ticket, _AT).link()
    place = f"127.0.0.1:{free_port()}"
    asked = Enter(type="enter", id=1, invite=link, name="Bob", back=back, called=Called(at=place))
    play = join(home, own, asked)
    assert isinstance(play, partial)
    play.args[0].store.close()
    (saved,) = saved_games(home)
    again = resume(home, own, saved, "")
    assert isinstance(again, partial)
    again.args[0].store.close()
    for run in (play, again):
        assert str(run.keywords["listen"]) == place
        assert [str(way) for way in run.keywords["ways"]] == [place]


def test_who_has_signed_nothing_may_come_again_under_another_name(tmp_path: Path) -> None:
    """A name that is taken is no dead end; with the first name all is as it was."""
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    host = Phrase(b"\1" * PHRASE_SIZE)
    nonce = bytes(NONCE_SIZE)
    invite = Invite(Identity.from_phrase(host).public, nonce, ticket_of(host, nonce, 1), _AT)
    lobbies = []
    for name in ("Ann", "Bob", "Ann"):
        table = tables.join(home, phrase, name, invite)
        kept = table.store.read().lobby
        assert kept is not None
        lobbies.append(read_lobby(kept))
        table.store.close()
    assert lobbies[0] == lobbies[2] != lobbies[1]
    tables.recover(home, phrase, invite).store.close()  # the seat was taken by another machine
    assert isinstance(lobbies[0], Joining)
    agreed = replace(lobbies[0], agreed=bytes(32))
    with Store.open(home.store(invite.table), invite.table, home.public().raw) as store:
        store.write([LobbyStored(write_lobby(agreed))])
    with tables.recover(home, phrase, replace(invite, ways=_ELSEWHERE)).store as store:
        after = joining_of(store)
    assert (after.agreed, after.guest) == (agreed.agreed, agreed.guest), "nothing was lost"
    assert after.invite == replace(invite, ways=_ELSEWHERE)


def test_a_keeper_cannot_go_on_as_a_player_though_the_game_has_not_begun(tmp_path: Path) -> None:
    """Who came with a link for another place may still take it."""
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    host = Phrase(b"\1" * PHRASE_SIZE)
    nonce = bytes(NONCE_SIZE)
    invite = Invite(Identity.from_phrase(host).public, nonce, ticket_of(host, nonce, 1), _AT)
    table = tables.join(home, phrase, "Kim", invite)
    tables.note_keeper(table, keeper=True)
    table.store.close()
    (game,) = saved_games(home)
    assert game.kept
    assert not game.named
    with pytest.raises(ClientError, match="you keep this game"):
        resume(home, phrase, game, "")
    again = tables.join(home, phrase, "Kim", invite)
    tables.note_keeper(again, keeper=False)
    again.store.close()
    (game,) = saved_games(home)
    assert not game.kept
    resume(home, phrase, game, "")


def test_who_has_signed_a_charter_that_is_void_comes_again_with_other_dice(tmp_path: Path) -> None:
    """No two charters of a table have one dice chain; once a game has begun nobody comes anew."""
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    host = Phrase(b"\1" * PHRASE_SIZE)
    nonce = bytes(NONCE_SIZE)
    invite = Invite(Identity.from_phrase(host).public, nonce, ticket_of(host, nonce, 1), _AT)
    with tables.join(home, phrase, "Ann", invite).store as store:
        signed = joining_of(store)
        store.write([LobbyStored(write_lobby(replace(signed, agreed=bytes(32))))])
    with tables.join(home, phrase, "Ann", invite).store as store:
        again = joining_of(store)
        assert again.agreed is None
        assert again.guest is not None
        assert signed.guest is not None
        assert (again.guest.name, again.guest.key) == (signed.guest.name, signed.guest.key)
        assert again.guest.salt != signed.guest.salt
        assert again.guest.dice_head != signed.guest.dice_head
        store.write([FoundingStored(b"a game")])
    with tables.join(home, phrase, "Bob", invite).store as store:
        assert joining_of(store) == again


@pytest.mark.parametrize("back", [True, False])
def test_any_link_to_a_known_game_is_a_newer_way_to_it(tmp_path: Path, *, back: bool) -> None:
    """`join`, `play` and `recover` find the others where a later link says that they are."""
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    host = Phrase(b"\1" * PHRASE_SIZE)
    nonce = bytes(NONCE_SIZE)
    invite = Invite(Identity.from_phrase(host).public, nonce, ticket_of(host, nonce, 1), _AT)
    with tables.join(home, phrase, "Ann", invite).store as store:
        store.write([FoundingStored(b"a game")])
    newer = replace(invite, ticket=None if back else invite.ticket, ways=_ELSEWHERE)
    for come in (partial(tables.join, name="Ann"), tables.come_back, tables.recover):
        table = come(home, phrase, invite=newer)
        with table.store as store:
            assert joining_of(store).invite == replace(invite, ways=_ELSEWHERE)
        assert table.ways == _ELSEWHERE


def test_a_host_takes_a_newer_link_too_and_stays_the_host(tmp_path: Path) -> None:
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    terms = terms_of(find("wake-island"), parse(""), seats_of(_WAKE, None))
    table, lobby = tables.host(home, phrase, "Ann", terms, seat=0, watchers=0)
    table.store.close()
    newer = Invite(Identity.from_phrase(phrase).public, terms.nonce, None, _ELSEWHERE)
    table = tables.recover(home, phrase, newer)
    with table.store:
        assert tables.hosted_lobby(table) == lobby
    assert table.ways == _ELSEWHERE


def test_the_newest_link_names_first_who_can_be_called_by_everybody(tmp_path: Path) -> None:
    """`secret-subs link`, of a game whose players have moved since it was joined."""
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    host = Phrase(b"\1" * PHRASE_SIZE)
    nonce = bytes(NONCE_SIZE)
    invite = Invite(Identity.from_phrase(host).public, nonce, ticket_of(host, nonce, 1), _AT)
    moved = WaysList.signed(Identity.from_phrase(host), invite.table, 1, _ELSEWHERE)
    own = WaysList.signed(Identity.from_phrase(phrase), invite.table, 1, _OWN)
    table = tables.join(home, phrase, "Ann", invite)
    with table.store:
        assert newest_link(table) == replace(invite, ticket=None)
        table.store.write([WaysStored(one.key.raw, one.raw) for one in (moved, own)])
        assert newest_link(table).ways == (*_OWN, *_ELSEWHERE, *_AT)


def joining_of(store: Store) -> Joining:
    kept = store.read().lobby
    assert kept is not None
    lobby = read_lobby(kept)
    assert isinstance(lobby, Joining)
    return lobby


def test_the_command_prints_the_link_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "a long way to Wake")
    host = Phrase(b"\1" * PHRASE_SIZE)
    nonce = bytes(NONCE_SIZE)
    invite = Invite(Identity.from_phrase(host).public, nonce, ticket_of(host, nonce, 1), _AT)
    table = tables.join(home, phrase, "Ann", invite)
    assert main(["link", "--home", str(tmp_path)]) == 1
    assert "type `link` at its prompt" in capsys.readouterr().err
    table.store.close()
    assert main(["link", "--home", str(tmp_path)]) == 0
    assert Invite.parse(capsys.readouterr().out) == replace(invite, ticket=None)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--relay-only"], "--relay-only needs a relay"),
        (
            ["--relay-only", "--relay", "wss://mine.example.org/", "--listen", "127.0.0.1:1"],
            "shows your address to nobody",
        ),
        (
            ["--relay-only", "--relay", "wss://mine.example.org/"],
            "the link names theirs.example.org:443",
        ),
    ],
)
def test_who_shows_nobody_its_address_is_told_when_nobody_can_be_called(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    complaint: str,
) -> None:
    home, phrase = Home(tmp_path), Phrase(bytes(PHRASE_SIZE))
    home.keep(phrase, "a long way to Wake", _CHEAP)
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "a long way to Wake")
    host = Phrase(b"\1" * PHRASE_SIZE)
    nonce = bytes(NONCE_SIZE)
    ways = (*_AT, Relay(Address("theirs.example.org", 443), "/name"))
    invite = Invite(Identity.from_phrase(host).public, nonce, ticket_of(host, nonce, 1), ways)
    join = ["join", invite.link(), "--name", "Ann", "--terminal", "--home", str(tmp_path)]
    assert main([*join, *options]) == 1
    assert complaint in " ".join(capsys.readouterr().err.split())
