"""The table of names that look alike is made from the data files of Unicode."""

from pathlib import Path

import pytest

from tools.confusables import table

FILES = {
    "confusables.txt": """\ufeff# confusables.txt
# Version: 13.0.0
0410 ;\t0041 ;\tMA\t# CYRILLIC CAPITAL LETTER A
0391 ;\t0041 ;\tMA\t#
006D ;\t0072 006E ;\tMA\t# ( m → rn )
044F ;\t0052 0451 ;\tMA\t# what is looked like is decomposed too
0451 ;\t0065 0308 ;\tMA\t# decomposed before it is looked up
1F600 ;\t003A ;\tMA\t# newer than the text of a log
""",
    "DerivedCoreProperties.txt": """# DerivedCoreProperties-15.0.0.txt
00AD          ; Default_Ignorable_Code_Point # Cf       SOFT HYPHEN
115F..1160    ; Default_Ignorable_Code_Point # Lo   [2] HANGUL CHOSEONG FILLER
0041..005A    ; Alphabetic # L&
E0100..E01EF  ; Default_Ignorable_Code_Point # newer
""",
    "DerivedAge.txt": """# DerivedAge-15.0.0.txt
0000..04FF    ; 1.1 #
115F..1160    ; 3.2 #
1F600         ; 6.1 #
""",
    "UnicodeData.txt": """\
0041;LATIN CAPITAL LETTER A;Lu;0;L;;;;;N;;;;0061;
0308;COMBINING DIAERESIS;Mn;230;NSM;;;;;N;;;;;
0323;COMBINING DOT BELOW;Mn;220;NSM;;;;;N;;;;;
0340;COMBINING GRAVE TONE MARK;Mn;230;NSM;0300;;;;N;;;;;
00A0;NO-BREAK SPACE;Zs;0;CS;<noBreak> 0020;;;;N;;;;;
0451;CYRILLIC SMALL LETTER IO;Ll;0;L;0435 0308;;;;N;;;0401;;0401
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    return tmp_path


def test_what_labels_can_hold_is_kept(folder: Path) -> None:
    """No character that is newer, and none that a normalized, then decomposed text cannot have."""
    text = table(folder)
    head = [line for line in text.splitlines() if line.startswith("#")]
    assert "confusables of UTS 39, version 13.0.0" in " ".join(head)
    assert "version 15.0.0" in " ".join(head)
    assert text.splitlines()[len(head) :] == [
        "invisible 00AD",
        "invisible 115F 1160",
        "invisible 2800",
        "invisible 1D159",
        "class 230 = 0308",
        "class 220 = 0323",
        "decompose 0435 0308 = 0451",
        "prototype 0072 006E = 006D",
        "prototype 0041 = 0391 0410",
        "prototype 0052 0435 0308 = 044F",
    ]


def test_a_file_of_an_unknown_version_is_refused(folder: Path) -> None:
    folder.joinpath("confusables.txt").write_text("0410 ;\t0041 ;\tMA\n", encoding="utf-8")
    with pytest.raises(ValueError, match="does not name its version"):
        table(folder)
