"""The phrase at rest opens under its passphrase and under nothing else."""

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import BadKeyFile, StoreFailed, WrongPassphrase
from p2p.keystore import DEFAULT_COST, Cost, KeyFile
from protocol.encoding import encode
from tests.p2p.keys import identity, octets, phrase

CHEAP = Cost(memory_kib=128, passes=1)
"""The full cost of a guess is for real files; tests guess often."""
SALT, NONCE = octets("salt", 16), octets("nonce", 12)


def sealed(under: str = "deep water") -> KeyFile:
    return KeyFile.seal(phrase("ann"), under, SALT, NONCE, CHEAP)


def test_the_passphrase_opens_the_phrase() -> None:
    assert sealed().open("deep water") == phrase("ann")
    assert sealed().public == identity("ann").public


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "ann.key"
    sealed().save(path)
    assert KeyFile.load(path) == sealed()
    assert path.stat().st_mode & 0o777 == 0o600
    assert phrase("ann").secret not in path.read_bytes()


def test_an_accented_passphrase_is_the_same_on_every_keyboard() -> None:
    assert sealed("Dönitz").open("Do\u0308nitz") == phrase("ann")


@pytest.mark.parametrize("guess", ["", "deep water ", "Deep water", "deep"])
def test_another_passphrase_opens_nothing(guess: str) -> None:
    with pytest.raises(WrongPassphrase, match=identity("ann").public.fingerprint):
        sealed().open(guess)


@given(st.integers(0, 2**16), st.integers(0, 7))
def test_no_altered_bit_goes_unnoticed(index: int, bit: int) -> None:
    raw = bytearray(sealed().to_bytes())
    raw[index % len(raw)] ^= 1 << bit
    with pytest.raises((BadKeyFile, WrongPassphrase)):
        KeyFile.from_bytes(bytes(raw)).open("deep water")


def test_cost_and_owner_are_bound_to_the_phrase() -> None:
    weaker = replace(sealed(), cost=replace(CHEAP, passes=2))
    stranger = replace(sealed(), public=identity("eve").public)
    for altered in (weaker, stranger):
        with pytest.raises(WrongPassphrase):
            altered.open("deep water")


@pytest.mark.parametrize("cost", [(2**21, 1), (128, 1000), (1, 1), (128, 0)])
def test_a_file_cannot_ask_for_the_whole_machine(cost: tuple[int, int]) -> None:
    raw = encode((2, identity("ann").public.raw, cost, SALT, NONCE, bytes(48)))
    with pytest.raises(BadKeyFile, match=r"(memory|passes) must be an integer from"):
        KeyFile.from_bytes(raw)


def test_a_file_of_version_1_is_refused_in_one_sentence(tmp_path: Path) -> None:
    raw = encode((1, identity("ann").public.raw, (128, 1, 1), SALT, NONCE, bytes(48)))
    (tmp_path / "ann.key").write_bytes(raw)
    with pytest.raises(
        BadKeyFile, match=r"ann\.key: of version 1, which is not read any more; restore it"
    ):
        KeyFile.load(tmp_path / "ann.key")


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    sealed().save(tmp_path / "ann.key")
    with pytest.raises(BadKeyFile, match="a key is there already"):
        sealed("another").save(tmp_path / "ann.key")
    assert KeyFile.load(tmp_path / "ann.key").open("deep water") == phrase("ann")


def test_a_file_of_something_else_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadKeyFile, match=r"ann\.key: cannot be read"):
        KeyFile.load(tmp_path / "ann.key")
    (tmp_path / "ann.key").write_bytes(bytes(5000))
    with pytest.raises(BadKeyFile, match=r"ann\.key: no key file"):
        KeyFile.load(tmp_path / "ann.key")


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreFailed, match="No space left"):
        sealed().save(tmp_path / "ann.key")
    assert not (tmp_path / "ann.key").exists()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailed, match="cannot be made"):
        sealed().save(tmp_path / "file" / "below" / "ann.key")


def test_a_guess_costs_what_rfc_9106_recommends() -> None:
    assert Cost(memory_kib=65536, passes=3) == DEFAULT_COST
    file = KeyFile.seal(phrase("ann"), "deep water", SALT, NONCE)
    assert file.cost == DEFAULT_COST
    assert file.open("deep water") == phrase("ann")
