"""A session speaks Noise XX, byte for byte (SPEC-16.1)."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import ChannelError
from p2p.noise_xx import Session
from protocol.primitives import chacha20_poly1305_encrypt, x25519_public
from tests.examples import examples
from tests.p2p.noise_reference import Reference, nonce

PROLOGUE = b"a table"


def secret(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def fresh(name: str) -> bytes:
    return secret(f"{name} static") + secret(f"{name} ephemeral")


def pair() -> tuple[Session, Session]:
    return (
        Session(PROLOGUE, fresh("caller"), caller=True),
        Session(PROLOGUE, fresh("listener"), caller=False),
    )


def established() -> tuple[Session, Session]:
    caller, listener = pair()
    listener.read(caller.write(b""))
    caller.read(listener.write(b""))
    listener.read(caller.write(b""))
    return caller, listener


@pytest.mark.parametrize("payloads", [(b"", b"", b""), (b"one", b"two" * 50, b"three" * 99)])
def test_every_message_is_that_of_the_specification(payloads: tuple[bytes, bytes, bytes]) -> None:
    caller, listener = pair()
    reference = Reference(
        PROLOGUE,
        secret("caller static"),
        secret("caller ephemeral"),
        secret("listener static"),
        secret("listener ephemeral"),
    )
    first = caller.write(payloads[0])
    assert first == reference.first(payloads[0])
    assert listener.read(first) == payloads[0]
    second = listener.write(payloads[1])
    assert second == reference.second(payloads[1])
    assert caller.read(second) == payloads[1]
    assert caller.transcript == listener.transcript == reference.h
    third = caller.write(payloads[2])
    assert third == reference.third(payloads[2])
    assert listener.read(third) == payloads[2]
    assert caller.transcript == listener.transcript == reference.h
    from_caller, from_listener = reference.split()
    for count in range(3):
        frame = caller.encrypt(b"to the listener")
        assert frame == chacha20_poly1305_encrypt(
            from_caller, nonce(count), b"to the listener", b""
        )
        assert listener.decrypt(frame) == b"to the listener"
        back = listener.encrypt(b"to the caller")
        assert back == chacha20_poly1305_encrypt(from_listener, nonce(count), b"to the caller", b"")
        assert caller.decrypt(back) == b"to the caller"


def test_a_published_handshake_is_repeated() -> None:
    """A vector of cacophony, with which other libraries test, too."""
    vector = json.loads((Path(__file__).parent / "noise_xx.json").read_text())
    prologue = bytes.fromhex(vector["prologue"])
    caller, listener = (
        Session(prologue, bytes.fromhex(vector[side]), caller=side == "caller")
        for side in ("caller", "listener")
    )
    for turn, message in enumerate(vector["messages"]):
        sender, receiver = (caller, listener) if turn % 2 == 0 else (listener, caller)
        payload, sent = bytes.fromhex(message["payload"]), bytes.fromhex(message["sent"])
        shaking = turn < 3
        assert (sender.write if shaking else sender.encrypt)(payload) == sent
        assert (receiver.read if shaking else receiver.decrypt)(sent) == payload
    assert caller.transcript == listener.transcript == bytes.fromhex(vector["hash"])


def test_both_sides_know_each_others_static_keys() -> None:
    caller, listener = established()
    assert caller.their_static == listener.own_static
    assert listener.their_static == caller.own_static
    assert caller.own_static == x25519_public(secret("caller static"))


@given(place=st.integers(0, 2), data=st.data())
@examples(40)
def test_no_altered_handshake_is_finished(place: int, data: st.DataObject) -> None:
    caller, listener = pair()

    def passed(turn: int, message: bytes) -> bytes:
        if turn != place:
            return message
        index = data.draw(st.integers(0, len(message) - 1))
        altered = bytearray(message)
        altered[index] ^= 1 << data.draw(st.integers(0, 7))
        return bytes(altered)

    def run() -> None:
        listener.read(passed(0, caller.write(b"payload")))
        caller.read(passed(1, listener.write(b"payload")))
        listener.read(passed(2, caller.write(b"payload")))

    with pytest.raises(ChannelError):
        run()


@given(message=st.binary(max_size=200))
@examples(40)
def test_no_bytes_of_a_stranger_break_the_listener_otherwise(message: bytes) -> None:
    _, listener = pair()
    try:
        listener.read(message)
    except ChannelError:
        return
    listener.write(b"")
    with pytest.raises(ChannelError):
        listener.read(message)


def test_another_prologue_ends_the_handshake() -> None:
    caller = Session(b"one table", fresh("caller"), caller=True)
    listener = Session(b"another", fresh("listener"), caller=False)
    listener.read(caller.write(b""))
    with pytest.raises(ChannelError, match="another table"):
        caller.read(listener.write(b""))


def test_a_point_of_small_order_is_refused() -> None:
    _, listener = pair()
    listener.read(bytes(32))
    with pytest.raises(ChannelError):
        listener.write(b"")


def test_steps_out_of_order_are_refused() -> None:
    caller, listener = pair()
    with pytest.raises(ChannelError):
        caller.read(b"")
    with pytest.raises(ChannelError):
        listener.write(b"")
    with pytest.raises(ChannelError):
        caller.encrypt(b"too early")


def test_frames_are_read_once_in_order_and_unaltered() -> None:
    caller, listener = established()
    one, two = caller.encrypt(b"one"), caller.encrypt(b"two")
    with pytest.raises(ChannelError):
        listener.decrypt(two)
    assert listener.decrypt(one) == b"one"
    with pytest.raises(ChannelError):
        listener.decrypt(one)
    with pytest.raises(ChannelError):
        listener.decrypt(two[:-1] + bytes([two[-1] ^ 1]))
    with pytest.raises(ChannelError):
        caller.decrypt(two)


def test_a_frame_has_a_greatest_length() -> None:
    caller, _ = established()
    with pytest.raises(ChannelError):
        caller.encrypt(bytes(65_536))


def test_a_connection_takes_two_private_keys() -> None:
    with pytest.raises(ChannelError):
        Session(PROLOGUE, bytes(63), caller=True)
