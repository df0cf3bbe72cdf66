"""Chapter 5 of SPEC.md once more: entries by their form, and whether one is the next of a line."""

from typing import NamedTuple

from .canonical import Refused, Value, array, binary, integer, label, no_bytes, truth
from .charter import Charter, Player
from .claims import read_claim
from .hashing import NUMBER, accepts, digest, signed

__all__ = ["Entry", "follows", "linked", "of_game", "read_entry", "signed_by"]


class Entry(NamedTuple):
    """An entry (SPEC-5.1), with its hash and its signature."""

    game: bytes
    number: int
    previous: bytes
    seat: int
    incarnation: bytes
    state: bytes | None
    items: list[Value]
    hash: bytes
    signature: bytes


def read_entry(data: bytes) -> Entry:
    """An entry, judged by its form alone (SPEC-5.1, 5.2)."""
    body, signature, value = signed(data, 524_288)
    game, number, previous, seat, incarnation, minute, state, items = array(value, 8)
    binary(game, 32)
    integer(number, 1, NUMBER)
    binary(previous, 32)
    integer(seat, 0, 8)
    binary(incarnation, 32)
    integer(minute, 0, NUMBER)
    members = array(items, 1, 32)
    for index, item in enumerate(members):
        _item(item, first=index == 0)
    kinds = [array(item, 1, 7)[0] for item in members]
    if "agree" in kinds and kinds not in (["agree"], ["rejoin", "agree"]):
        raise Refused("malformed")
    return Entry(
        binary(game, 32),
        integer(number, 1, NUMBER),
        binary(previous, 32),
        integer(seat, 0, 8),
        binary(incarnation, 32),
        None if state is None else binary(state, 32),
        members,
        digest("entry", body),
        signature,
    )


def _item(item: Value, *, first: bool) -> None:
    match item:
        case ["decide", data]:
            no_bytes(data)
        case ["share", share]:
            binary(share, 32)
        case ["open", openings]:
            handles = []
            for opening in array(openings, 1, 12):
                handle, group, proof = array(opening, 3)
                handles.append(integer(handle, 0, NUMBER))
                integer(group, 1, 12)
                binary(proof, 0, 64)
            if handles != sorted(set(handles)):
                raise Refused("malformed")
        case ["leave"]:
            pass
        case ["seal", power, claim, fresh, commitments, justification, *rest] if len(rest) <= 1:
            label(power)
            read_claim(claim)
            binary(fresh, 32)
            for made in array(commitments, 0, 12):
                binary(made, 32)
            binary(justification, 0, 49_152)
            for deposits in rest:
                for one in array(deposits, 1, 12):
                    binary(one, 64, 192)
        case ["deal", place, powers]:
            integer(place, 1, NUMBER)
            for power in array(powers, 1, 16):
                label(power)
        case ["waive", waived]:
            truth(waived)
        case ["hand", seat, counter]:
            integer(seat, 0, 8)
            integer(counter, 1, NUMBER)
        case ["instruct", statement]:
            binary(statement, 1, 4096)
        case ["resign", receipts]:
            for part in array(receipts, 0, 8):
                binary(part, 1, 4096)
        case ["rejoin", settlement, shown] if first:
            for part in (settlement, *array(shown, 0, 32)):
                binary(part, 1, 24_576)
        case ["agree", proposal, signatures, shown]:
            binary(proposal, 1, 8192)
            for part in array(signatures, 1, 9):
                binary(part, 1, 16_384)
            for part in array(shown, 0, 32):
                binary(part, 1, 24_576)
        case _:
            raise Refused("malformed")


def of_game(entry: Entry, charter: Charter) -> None:
    """Whether a read entry is of the game, and by one of its seats (SPEC-5.5, 2)."""
    if entry.game != charter.game:
        raise Refused("wrong_game")
    if entry.seat >= len(charter.keys):
        raise Refused("no_seat")


def signed_by(entry: Entry, player: Player) -> bool:
    """Whether an entry is signed by a player (SPEC-5.3)."""
    return accepts(player.key, entry.signature, "entry-signature", entry.hash)


def linked(
    entry: Entry, charter: Charter, line: list[Entry], author: Player, *, trusting: bool = False
) -> None:
    """Whether a read entry of the game is the next of a line (SPEC-5.5, 5.6); refused otherwise.

    The signature of the next one, by its author, is not looked at when `trusting` (SPEC-14.8).
    """
    if entry.number <= len(line):
        there = line[entry.number - 1]
        if there.hash == entry.hash:
            raise Refused("known")
        if not signed_by(entry, author):
            raise Refused("bad_signature")
        if (there.seat, there.incarnation) == (entry.seat, entry.incarnation):
            raise Refused("fork", entry.seat)
        raise Refused("stale_head")
    follows(entry, len(line), line[-1].hash if line else charter.game)
    if not trusting and not signed_by(entry, author):
        raise Refused("bad_signature")


def follows(entry: Entry, number: int, head: bytes) -> None:
    """Whether an entry follows a head, by one who keeps nothing else (SPEC-5.5, 3 and 4; 5.6)."""
    if entry.number > number + 1:
        raise Refused("gap")
    if entry.number <= number or entry.previous != head:
        raise Refused("stale_head")
