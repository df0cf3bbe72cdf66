"""The XML of a game: what is read, what is named as unread, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.importing.errors import CannotImport
from client.importing.gamefile import Placed, is_game, read_game
from tests.client.importing.maps import GAME, changed, game


def test_a_game_is_what_its_file_says() -> None:
    read = game()
    assert read.title == "A small war"
    assert read.spaces["2 Sea Zone"]
    assert not read.spaces["East"]
    assert read.connections[0] == ("East", "West")
    assert read.alliances == {"Americans": ("Allies",), "Japanese": ("Axis",)}
    assert {(o.unit, o.player, o.price["PUs"], o.count) for o in read.offers} == {
        (unit, player, price, 1)
        for unit, price in (("infantry", 3), ("armour", 5), ("factory", 15))
        for player in ("Japanese", "Americans")
    }
    assert read.owners == {"East": "Japanese", "West": "Americans"}
    assert read.placed[0] == Placed("infantry", "East", "Japanese", 3)
    assert [(s.does, s.once) for s in read.steps[:2]] == [
        ("BidPurchaseDelegate", True),
        ("PurchaseDelegate", False),
    ]
    assert read.properties == {"mapName": "small"}
    assert is_game(GAME.encode())


def test_the_old_spelling_of_attachments() -> None:
    old = GAME.replace("attachment", "attatchment").replace("attachTo", "attatchTo")
    assert "attatchmentList" in old
    assert len(read_game(old.encode(), "old").attachments) == len(game().attachments)


def test_what_is_not_read_is_named() -> None:
    read = game(
        ('<info name="A small war"', '<info author="me" name="A small war"'),
        ("</map>", "</map><weather><rain/></weather>"),
        ('<unitPlacement unitType="armour"', '<unitPlacement hitsTaken="1" unitType="armour"'),
    )
    assert read.unread == {
        "game/info@author": 1,
        "game/initialize/unitInitialize/unitPlacement@hitsTaken": 1,
        "game/loader": 1,
        "game/weather": 1,
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_whatever_encoding_a_file_says_it_has(encoding: str) -> None:
    said = encoding.removesuffix("-sig")
    text = GAME.replace("A small war", "A small wär")
    text = f'<?xml version="1.0" encoding="{said}"?>{text[text.index("<!DOCTYPE") :]}'
    data = text.encode(encoding)
    assert is_game(data)
    assert read_game(data, "small").title == "A small wär"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('<territory name="East"/>', "<territory/>", "a territory without name"),
        ('quantity="3" owner', 'quantity="many" owner', 'quantity="many" is no number'),
        ('quantity="3" owner', 'quantity="-3" owner', "is no number from 0 to 999999"),
        ('quantity="3" owner', 'quantity="99999999999999999999" owner', "is no number"),
        ("</game>", "", "is no well-formed XML"),
        ('<territory name="East"/>', '<territory name="East"/>' * 2, "two territories East"),
        ('territory="East" owner="Japanese"', 'territory="West" owner="Japanese"', "is owned by"),
    ],
)
def test_invalid_games_are_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(CannotImport, match=why):
        game((old, new))


class TestHostile:
    DOCTYPE = '<!DOCTYPE game SYSTEM "game.dtd">'

    @pytest.mark.parametrize(
        "doctype",
        [
            '<!DOCTYPE game [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>',
            '<!DOCTYPE game [<!ENTITY secret SYSTEM "file:///etc/passwd">]>',
            '<!DOCTYPE game [<!ENTITY % more SYSTEM "http://example.org/x"> %more;]>',
        ],
    )
    def test_no_entity_is_ever_expanded_or_fetched(self, doctype: str) -> None:
        with pytest.raises(CannotImport, match="declares or refers to entities"):
            read_game(changed((self.DOCTYPE, doctype)), "hostile")

    def test_the_usual_doctype_is_not_followed(self) -> None:
        read_game(changed((self.DOCTYPE, '<!DOCTYPE game SYSTEM "http://example.org/x">')), "far")

    def test_bytes_that_are_not_in_the_encoding_they_claim(self) -> None:
        latin = changed(("A small war", "A small wär")).decode().encode("iso-8859-1")
        with pytest.raises(CannotImport, match="is no well-formed XML"):
            read_game(latin, "latin")

    def test_more_elements_than_in_any_game(self) -> None:
        with pytest.raises(CannotImport, match="more elements"):
            read_game(b"<game>" + b"<a/>" * 200_000 + b"</game>", "many")

    def test_nested_too_deep(self) -> None:
        with pytest.raises(CannotImport, match="deeper nested"):
            read_game(b"<game>" * 1_000_000, "deep")

    @pytest.mark.parametrize(
        "data",
        [b"", b"\xff\xfe\x00", b"<", b"<html/>", b'<?xml version="1.0" encoding="x"?><game/>'],
    )
    def test_no_game_at_all(self, data: bytes) -> None:
        with pytest.raises(CannotImport):
            read_game(data, "bad")

    @given(st.binary(max_size=200))
    def test_any_bytes_give_a_game_or_an_error(self, data: bytes) -> None:
        with pytest.raises(CannotImport):
            read_game(data, "bytes")
