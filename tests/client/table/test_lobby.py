"""What a page shows of a game that nobody has signed yet."""

import dataclasses

import pytest

from client.presentation.safety import safety_words
from client.scenarios import find
from client.table.lobby import agreement_of_charter, agreement_of_terms
from client.tables import seats_of, terms_of
from engine.errors import EngineError
from engine.options import parse
from p2p.lobby import Terms, guest_of
from p2p.lobby_protocol import Proposed
from protocol.charter import Secrecy
from protocol.errors import Refused
from protocol.identity import PHRASE_SIZE, Phrase

_PHRASES = [Phrase(bytes([i]) * PHRASE_SIZE) for i in (1, 2)]


def proposal(rules: str = "") -> Terms:
    """Wake Island by these rules."""
    chosen = find("wake-island")
    seats = seats_of(chosen.scenario, None)
    return terms_of(chosen, parse(rules), seats, secrecy=Secrecy.HASHED)


def test_a_host_sees_board_and_rules_while_seats_are_free() -> None:
    """Options that are as usual are not listed; those that are not say what they decide."""
    found = agreement_of_terms(proposal("SS,DS,shuffle_markers=minimum"), 1)
    assert found.viewer.powers == {"Japan"}
    assert [rule.name for rule in found.shown.rules] == ["Secret Subs", "depth status"]
    (changed,) = found.shown.options
    assert (changed.name, changed.value) == ("shuffle_markers", "minimum")
    assert changed.value != changed.usual
    assert found.shown.rulings
    assert "disclosed at the end" in found.shown.trust[0]
    assert found.seats is None


def test_a_guest_sees_who_signs_with_which_key() -> None:
    """The charter says more than the terms: names, keys, and every word of it."""
    terms = proposal()
    guests = {
        i: guest_of(phrase, terms.nonce, name, bytes([i]) * 32)
        for i, (phrase, name) in enumerate(zip(_PHRASES, ("Ann", "Bob"), strict=True))
    }
    found = agreement_of_charter(Proposed(terms.charter(guests), terms.text), 1)
    assert found.seats is not None
    assert [seat.name for seat in found.seats.values()] == ["Ann", "Bob"]
    assert [seat.you for seat in found.seats.values()] == [False, True]
    assert found.seats["0"].key == guests[0].key.fingerprint
    assert "Secrets: hashed" in (found.shown.text or "")
    assert found.shown.safety == safety_words(terms.charter(guests).game_id)
    assert found.game == agreement_of_terms(terms, 1).game


def test_what_cannot_be_played_is_not_shown() -> None:
    """A scenario that its own text does not bear out is refused, by host and guest alike."""
    terms = dataclasses.replace(proposal(), text=b"not a scenario")
    with pytest.raises(EngineError):
        agreement_of_terms(terms, 0)
    guests = {i: guest_of(p, terms.nonce, f"P{i}", bytes([i]) * 32) for i, p in enumerate(_PHRASES)}
    with pytest.raises(Refused, match="charter is refused"):
        agreement_of_charter(Proposed(terms.charter(guests), terms.text), 0)
