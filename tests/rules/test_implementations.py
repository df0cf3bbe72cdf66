"""Marks are read where docstrings may carry them, and nowhere else."""

import pytest

from tools.rules.implementations import Implementation, MarkError, in_data, in_module

MODULE = '''\
"""A chapter (BG-1.1 is only mentioned).

Implements: BG-8.1
"""

LIMIT = 3
"""A constant.

Implements: BG-8.2, R1
"""

class Battle:
    """A battle.

    Implements: BG-8.3 [CL], SS-1.3b,
        ruling 5

    More of it, as BG-8.4 says.
    """

    async def fight(self) -> None:
        """Fight.

        Implements: BG-8.7
        """

        def inner() -> None:
            """Within.

            Implements: BG-8.8
            """

def mention() -> None:
    """Not by this: it implements: BG-9.1."""
    "Implements: BG-9.2"
'''


def marks(source: str) -> list[tuple[str, str, str]]:
    return [(mark.number, mark.edition, mark.place) for mark in in_module("engine/x.py", source)]


def test_modules_constants_classes_and_functions_are_marked() -> None:
    assert marks(MODULE) == [
        ("BG-8.1", "", "engine.x"),
        ("BG-8.2", "", "engine.x: LIMIT"),
        ("R1", "", "engine.x: LIMIT"),
        ("BG-8.3", "CL", "engine.x: Battle"),
        ("SS-1.3b", "", "engine.x: Battle"),
        ("ruling 5", "", "engine.x: Battle"),
        ("BG-8.7", "", "engine.x: Battle.fight"),
        ("BG-8.8", "", "engine.x: Battle.fight.inner"),
    ]


def test_the_comments_of_a_data_file_are_marked() -> None:
    text = '# Units (BG-1.1).\n#\n# Implements: BG-6 [CL]\n# More.\n\nname = "Implements: BG-9.1"\n'
    with pytest.raises(MarkError, match="More"):
        list(in_data("engine/classic.toml", text))
    marked = list(in_data("engine/classic.toml", text.replace("# More.\n", "#\n# More.\n")))
    assert marked == [Implementation("BG-6", "CL", "engine/classic.toml", "")]
    assert marked[0].place == "engine/classic.toml"


@pytest.mark.parametrize("entry", ["BG-8.1, nonsense", "BG-8.1 and 8.2", "BG-8.1 [XX]", ""])
def test_a_mark_that_is_no_number_is_refused_with_its_place(entry: str) -> None:
    source = f'def strike() -> None:\n    """Strike.\n\n    Implements: {entry}\n    """\n'
    with pytest.raises(MarkError, match=r"engine/x\.py: strike: .* is no rule; write Implements"):
        marks(source)
