"""What a page shows of a game that nobody has signed yet."""

import dataclasses

import pytest

from client.presentation.safety import safety_words
from client.scenarios import find
from client.table.draft import ScenarioCatalog, draft_view, proposed
from client.table.entering import DraftGame
from client.table.lobby import agreement_of_charter, agreement_of_terms
from client.tables import seats_of, terms_of
from engine.errors import EngineError
from engine.options import parse
from p2p.lobby_protocol import Proposed
from p2p.terms import Terms, guest_of
from protocol.charter import DiceSetting, Secrecy
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


@pytest.mark.parametrize(
    ("seats", "chosen", "dice", "told"),
    [
        (2, None, DiceSetting.SIDES, "nobody knows it beforehand"),
        (3, None, DiceSetting.ALL, "Every seat adds"),
        (6, None, DiceSetting.ALL, "Every seat adds"),
        (3, DiceSetting.SIDES, DiceSetting.SIDES, "can choose the dice against a third"),
        (2, DiceSetting.ALL, DiceSetting.ALL, "Every seat adds"),
    ],
)
def test_from_three_seats_on_all_contribute_unless_the_host_chooses_otherwise(
    seats: int, chosen: DiceSetting | None, dice: DiceSetting, told: str
) -> None:
    """SPEC-7.5: with one of each side, a person in two seats could choose dice against a third."""
    scenario = find("anniversary-1941")
    terms = terms_of(scenario, parse(""), seats_of(scenario.scenario, seats), dice=chosen)
    assert terms.dice is dice
    assert told in agreement_of_terms(terms, 0).shown.trust[1]


def test_the_draft_of_a_game_changes_its_dice_with_its_seats() -> None:
    catalog = ScenarioCatalog()
    for players, dice, shown in ((2, None, "sides"), (4, None, "all"), (4, "sides", "sides")):
        draft = DraftGame(scenario="anniversary-1941", players=players, dice=dice)  # type: ignore[arg-type]  # one of two words
        assert draft_view(draft, catalog).dice == shown
        assert proposed(draft, catalog).dice.value == shown


def test_what_cannot_be_played_is_not_shown() -> None:
    """A scenario that its own text does not bear out is refused, by host and guest alike."""
    terms = dataclasses.replace(proposal(), text=b"not a scenario")
    with pytest.raises(EngineError):
        agreement_of_terms(terms, 0)
    guests = {i: guest_of(p, terms.nonce, f"P{i}", bytes([i]) * 32) for i, p in enumerate(_PHRASES)}
    with pytest.raises(Refused, match="charter is refused"):
        agreement_of_charter(Proposed(terms.charter(guests), terms.text), 0)
