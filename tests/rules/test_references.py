"""Citations are found in text of all kinds, and in the names of tests."""

from pathlib import Path

from client.rulebook.book import rulebook
from tools.rules.references import Reference, cited_by_tests, of_repository


def written(folder: Path, files: dict[str, str]) -> list[Reference]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return list(of_repository(folder, rulebook()))


def test_code_documents_and_data_are_read_line_by_line(tmp_path: Path) -> None:
    found = written(
        tmp_path,
        {
            "SPEC.md": "first\nThe windows (SS-4.0).\n",
            "engine/a.py": "# BG-8.14\n",
            "engine/units.toml": "# BG-6\n",
            "client/web/map.js": "// BG-99.9\n",
            "engine/a.bin": "BG-1.1",
            "elsewhere/b.py": "# BG-1.2\n",
        },
    )
    assert [(cited.number, cited.file, cited.line) for cited in found] == [
        ("SS-4.0", "SPEC.md", 2),
        ("BG-99.9", "client/web/map.js", 1),
        ("BG-8.14", "engine/a.py", 1),
        ("BG-6", "engine/units.toml", 1),
    ]


def test_a_range_cites_all_that_is_in_it(tmp_path: Path) -> None:
    found = written(tmp_path, {"docs/a.md": "Casualties: BG-8.13 to 8.16.\n"})
    assert sorted(cited.number for cited in found) == ["BG-8.13", "BG-8.14", "BG-8.15", "BG-8.16"]


def test_the_name_of_a_test_cites(tmp_path: Path) -> None:
    names = {
        "test_bg_8_14_as_many_as_possible": ["BG-8.14"],
        "test_bg_8f_flags": ["BG-8F"],
        "test_bg_7_2_r14_blitz": ["BG-7.2", "R14"],
        "test_ss_1_3a_a26_joining": ["SS-1.3a", "SS-A26"],
        "test_ss_a23_convoys": ["SS-A23"],
        "test_wm_3_a_mine_2_ships": ["WM-3"],
        "test_ds_5a_convoys": ["DS-5a"],
        "test_wa_t_the_destroyer": ["WA-T"],
        "test_ruling_29_markers": ["ruling 29"],
        "test_ex_a8_by_claim": ["EX-A8"],
        "test_two_of_3_4_pieces": [],
    }
    for number, (name, cited) in enumerate(names.items()):
        folder = tmp_path / str(number)
        found = written(folder, {"tests/test_x.py": f"def {name}() -> None:\n"})
        assert [reference.number for reference in found] == cited, name


def test_of_tests_only_those_that_run_count() -> None:
    cited = [
        Reference("BG-8.14", "tests/engine/test_b.py", 1),
        Reference("BG-8.14", "tests/engine/test_a.py", 1),
        Reference("BG-8.14", "tests/engine/test_a.py", 9),
        Reference("BG-8.15", "tests/engine/position.py", 1),
        Reference("BG-8.15", "engine/battle/casualties.py", 1),
    ]
    both = ("tests/engine/test_a.py", "tests/engine/test_b.py")
    assert cited_by_tests(cited) == {"BG-8.14": both}
