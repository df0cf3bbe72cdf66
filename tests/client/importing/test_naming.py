"""What things are called with us."""

import pytest

from client.importing.errors import CannotImport
from client.importing.naming import OWN, read_names


def test_names_that_everybody_knows() -> None:
    assert [OWN.power(name) for name in ("Germans", "Russians", "UK_Pacific")] == [
        "Germany",
        "USSR",
        "UK Pacific",
    ]
    assert [OWN.space(name) for name in ("5 Sea Zone", "Karelia S.S.R.", "Trans-Jordan")] == [
        "SZ 5",
        "Karelia S.S.R.",
        "Trans-Jordan",
    ]
    assert [OWN.unit(name) for name in ("armour", "aaGun", "factory", "Heavy Tank")] == [
        "tank",
        "aa_gun",
        "complex",
        "heavy_tank",
    ]


def test_names_that_our_format_does_not_take_are_tidied() -> None:
    assert OWN.space("  St. Paul & Rocks/Ocean ") == "St. Paul Rocks Ocean"
    assert OWN.space("x" * 50) == "x" * 40
    assert OWN.space("???") == "Nameless"


def test_a_names_file() -> None:
    names = read_names(b'[powers]\nGermans = "Reich"\n[spaces]\n"5 Sea Zone" = "Baltic"\n', "names")
    assert names.power("Germans") == "Reich"
    assert names.space("5 Sea Zone") == "Baltic"
    assert names.power("Russians") == "USSR", "what it leaves out is called as ever"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"[places]\n", r"there are \[powers\], \[spaces\] and \[units\]"),
        (b"[powers]\nGermans = 1\n", "write lines like"),
        (b'powers = "x"\n', "write lines like"),
        (b"[powers", "not TOML"),
        (b"#" * (1 << 19), "longer than 256 KiB"),
    ],
)
def test_invalid_names_files_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(CannotImport, match=why):
        read_names(data, "names")
