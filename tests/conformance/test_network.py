"""SPEC-16: the channel, invites, ways in and messages, as their vectors say."""

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from tests.conformance import canonical, channel, mail
from tests.conformance.canonical import Value
from tests.conformance.hashing import derive, digest, sign, tagged
from tests.conformance.vectors import public, vectors


def test_16_handshake_of_a_channel() -> None:
    given = vectors("wire")["channel"]
    table = bytes.fromhex(given["table"])
    seeds = [
        derive(bytes.fromhex(given[side]), "identity", b"")
        for side in ("caller_phrase", "listener_phrase")
    ]
    names = ("caller_static", "caller_ephemeral", "listener_static", "listener_ephemeral")
    own = {name: bytes.fromhex(given[name]) for name in names}
    shown = {
        name: X25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()
        for name, key in own.items()
    }
    noise = channel.Noise(table)
    first = noise.shown(shown["caller_ephemeral"]) + noise.hidden(b"")
    second = noise.shown(shown["listener_ephemeral"])
    noise.agreed(own["listener_ephemeral"], shown["caller_ephemeral"])
    second += noise.hidden(shown["listener_static"])
    noise.agreed(own["listener_static"], shown["caller_ephemeral"])
    second += noise.hidden(b"")
    key = public(seeds[0])
    number, token = given["ticket"]
    mark = digest("invite-mark", noise.hash + key + bytes.fromhex(token))
    hello = channel.greeting(key, seeds[0], 0, noise.hash, shown["caller_static"])
    third = noise.hidden(shown["caller_static"])
    noise.agreed(own["caller_static"], shown["listener_ephemeral"])
    third += noise.hidden(canonical.encode([*hello, [number, mark]]))
    from_caller, from_listener = noise.split()
    answer = channel.greeting(public(seeds[1]), seeds[1], 1, noise.hash, shown["listener_static"])
    fourth = from_listener.lock(canonical.encode(answer))
    assert [first.hex(), second.hex(), third.hex(), fourth.hex()] == given["handshake"]
    for cipher, side in ((from_caller, "from_caller"), (from_listener, "from_listener")):
        for frame in given[side]:
            plain = cipher.unlock(bytes.fromhex(frame))
            assert plain[0] in (0, 1)
            assert len(plain) > 1


def test_16_22_handshake_and_messages_of_a_knock() -> None:
    given, called = vectors("wire")["knock"], vectors("wire")["channel"]
    listing = vectors("wire")["listing"]
    guest = derive(bytes.fromhex(given["caller_phrase"]), "identity", b"")
    host = derive(bytes.fromhex(listing["phrase"]), "relay-key", bytes.fromhex(listing["table"]))
    assert public(host).hex() == given["name"]
    names = ("caller_static", "caller_ephemeral", "listener_static", "listener_ephemeral")
    own = {name: bytes.fromhex(called[name]) for name in names}
    shown = {
        name: X25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()
        for name, key in own.items()
    }
    noise = channel.Noise(public(host), "knock")
    first = noise.shown(shown["caller_ephemeral"]) + noise.hidden(b"\x01")
    second = noise.shown(shown["listener_ephemeral"])
    noise.agreed(own["listener_ephemeral"], shown["caller_ephemeral"])
    second += noise.hidden(shown["listener_static"])
    noise.agreed(own["listener_static"], shown["caller_ephemeral"])
    second += noise.hidden(b"")
    hello = channel.greeting(public(guest), guest, 0, noise.hash, shown["caller_static"])
    third = noise.hidden(shown["caller_static"])
    noise.agreed(own["caller_static"], shown["listener_ephemeral"])
    third += noise.hidden(canonical.encode([*hello, None]))
    _, from_host = noise.split()
    answer = channel.greeting(public(host), host, 1, noise.hash, shown["listener_static"])
    fourth = from_host.lock(canonical.encode(answer))
    assert [first.hex(), second.hex(), third.hex(), fourth.hex()] == given["handshake"]
    said: dict[str, list[Value]] = {
        "knock": ["Bob", False],
        "heard": [],
        "granted": [channel.write_invite(way_back())],
        "declined": ["perhaps another time"],
    }
    written = {kind: canonical.encode([kind, *fields]).hex() for kind, fields in said.items()}
    assert written == given["messages"]
    (frame,) = given["heard"]
    assert from_host.unlock(bytes.fromhex(frame)) == b"\0" + bytes.fromhex(written["heard"])


def test_16_21_what_strangers_are_told_of_a_table() -> None:
    given = vectors("wire")["listing"]
    phrase, table = bytes.fromhex(given["phrase"]), bytes.fromhex(given["table"])
    seed = derive(phrase, "relay-key", table)
    told: list[Value] = [
        given[field]
        for field in ("until", "host", "scenario", "house_rules", "windows", "seats", "free")
    ]
    assert channel.write_listing(seed, [public(seed), *told]).hex() == given["signed"]


def test_16_4_invites() -> None:
    for case in vectors("wire")["invites"]:
        ticket = case["ticket"] and ticket_of(case["ticket"])
        keys = [bytes.fromhex(case[field]) for field in ("host", "nonce")]
        fields: list[Value] = [2, *keys, ticket, case["ways"]]
        assert channel.read_invite(case["link"]) == fields
        assert channel.write_invite(fields) == case["link"]


def test_16_16_ways_in() -> None:
    for case in vectors("wire")["ways"]:
        seed = derive(bytes.fromhex(case["phrase"]), "identity", b"")
        table = bytes.fromhex(case["table"])
        signed = channel.write_ways(seed, public(seed), table, case["number"], case["ways"])
        assert signed.hex() == case["signed"]


def way_back() -> list[Value]:
    """The fields of a link without a ticket."""
    first = vectors("wire")["invites"][0]
    keys = [bytes.fromhex(first[field]) for field in ("host", "nonce")]
    return [2, *keys, None, ["wss://relay.example.org/wake"]]


def ticket_of(written: list[Any]) -> list[Value]:
    """A ticket of either kind, its octets as bytes."""
    return [bytes.fromhex(one) if isinstance(one, str) else one for one in written]


def test_16_4_a_ticket_that_a_seat_has_signed() -> None:
    given = vectors("wire")["ticket"]
    phrase, table, nonce, handshake, caller = (
        bytes.fromhex(given[name])
        for name in ("inviter_phrase", "table", "nonce", "handshake", "caller")
    )
    number, secret, seat, signature = ticket_of(given["ticket"])
    assert isinstance(number, int)
    assert isinstance(secret, bytes)
    counted = number.to_bytes(2, "big")
    assert secret == derive(phrase, "ticket", nonce + counted)
    inviter = derive(phrase, "identity", b"")
    content = table + counted + public(secret)
    assert signature == sign(inviter, "ticket-signature", content)
    mark = sign(secret, "ticket-mark", handshake + caller)
    shown: list[Value] = [number, seat, public(secret), signature, mark]
    assert given["proof"] == canonical.encode(shown).hex()


def test_16_6_messages() -> None:
    for kind, data in vectors("wire")["messages"].items():
        assert channel.message(bytes.fromhex(data)) == kind


def test_16_15_a_name_and_what_is_said_to_a_relay() -> None:
    given = vectors("wire")["relay"]
    phrase, table, nonce = (bytes.fromhex(given[one]) for one in ("phrase", "table", "nonce"))
    seed = derive(phrase, "relay-key", table)
    name, token = public(seed), bytes.fromhex(given["messages"]["incoming"])[-16:]
    assert given["way"] == given["url"] + base64.urlsafe_b64encode(name).decode().rstrip("=")
    content = tagged("registration", canonical.encode([given["url"], nonce]))
    signature = Ed25519PrivateKey.from_private_bytes(seed).sign(content)
    written_name = base64.urlsafe_b64encode(name).decode().rstrip("=")
    assert given["holder"] == f"{given['url']}~{written_name}", "SPEC-16.19"
    said: dict[str, list[Value]] = {
        "register": [1, name],
        "challenge": [given["url"], nonce],
        "prove": [signature, "mariana"],
        "registered": [],
        "list": [bytes.fromhex(vectors("wire")["listing"]["signed"])],
        "listed": [True],
        "incoming": [token],
        "call": [1, name],
        "answer": [1, token],
        "joined": [],
        "probe": [1, 7777, token],
        "seen": ["2001:db8::1"],
        "sorry": ["unknown"],
        "hold": [1, "mariana", channel.write_invite(way_back())],
        "held": [name],
        "decline": ["no room"],
    }
    written = {kind: canonical.encode([kind, *fields]).hex() for kind, fields in said.items()}
    assert written == given["messages"]


def test_16_20_mail_and_whose_it_is() -> None:
    given = vectors("wire")["mail"]
    host, nonce, phrase, author, secret = (
        bytes.fromhex(given[one]) for one in ("host", "nonce", "phrase", "author", "secret")
    )
    table = digest("table", host + nonce)
    number, token = given["ticket"][0], bytes.fromhex(given["ticket"][1])
    assert mail.secret_of(host, nonce) == secret
    assert mail.author_of(derive(phrase, "mail-author", table)) == author
    ticket_author = mail.author_of(derive(token, "mail-ticket", table))
    assert ticket_author.hex() == given["ticket_author"]
    seed = derive(phrase, "identity", b"")
    shown = mail.introduction(seed, public(seed), table, author, (number, token))
    assert shown.hex() == given["introduction"]
    written = base64.urlsafe_b64encode(author).decode().rstrip("=")
    assert given["way"] == f"nostr+{given['url']}~{written}"


def test_16_20_chunks_of_mail() -> None:
    given = vectors("wire")["mail"]
    author, secret = bytes.fromhex(given["author"]), bytes.fromhex(given["secret"])
    row = b""
    for number, chunk in enumerate(given["chunks"]):
        name = mail.name(secret, author, number, given["url"])
        assert name.hex() == chunk["name"]
        fields = mail.opened(bytes.fromhex(chunk["sealed"]), secret, author, name)
        octets = bytes.fromhex(chunk["octets"])
        assert fields == (number, len(row), chunk["begins"], octets)
        row += octets
    assert [one.hex() for one in mail.messages(row)] == given["messages"]
