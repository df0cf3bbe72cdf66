"""The index, and the faults it cannot be made with."""

import pytest

from client.rulebook.book import Rulebook
from tools.rules.implementations import Implementation
from tools.rules.index import Kind, index, kind_of
from tools.rules.references import Reference
from tools.rules.refusals import Refusal
from tools.rules.repository import Repository

TEXT = """\
## <a id="bg-8"></a>8 Combat
- <a id="bg-8.1"></a>BG-8.1 *Order.* [CL] otherwise.
- <a id="bg-8.2"></a><a id="bg-8.2a"></a>BG-8.2a One. <a id="bg-8.2b"></a>b Other.
"""
BOOK = Rulebook.of([("base-game", TEXT)])
ORDER = Implementation("BG-8.1", "", "engine/battle/combat.py", "order")
CLASSIC = Implementation("BG-8.1", "CL", "engine/editions/classic.py", "Classic.order")
ONE = Implementation("BG-8.2a", "", "engine/battle/a.py", "one")
OTHER = Implementation("BG-8.2b", "", "engine/battle/b.py", "other")
TESTED = (Reference("BG-8.1", "tests/test_a.py", 1), Reference("BG-8.2b", "tests/test_b.py", 1))


def faults(*marks: Implementation, references: tuple[Reference, ...] = TESTED) -> list[str]:
    found = Repository(BOOK, marks, references).faults()
    return [fault for fault in found if not fault.startswith("tools/rules/")]


def test_a_row_links_the_rule_its_places_its_refusals_and_its_tests() -> None:
    refusal = Refusal("BG-8.1", "engine/battle/combat.py", "ChooseBattle.check")
    tests = {"BG-8.1": ("tests/engine/test_a.py",)}
    page = index(BOOK, [CLASSIC, ORDER], [refusal, refusal], tests, ahead={}, not_played={})
    assert (
        "|[BG-8.1](base-game.md#bg-8.1) Order"
        "|[`engine.battle.combat: order`](../../engine/battle/combat.py)"
        "<br>[`engine.editions.classic: Classic.order`](../../engine/editions/classic.py) [CL]"
        "|[`engine.battle.combat: ChooseBattle.check`](../../engine/battle/combat.py)"
        "|[engine/test_a](../../tests/engine/test_a.py)|"
    ) in page.splitlines()


def test_a_point_by_which_something_is_refused_has_a_row_of_its_own() -> None:
    page = index(
        BOOK, [], [Refusal("BG-8.2b", "engine/battle/b.py", "other")], {}, ahead={}, not_played={}
    )
    assert "|[`engine.battle.b: other`](../../engine/battle/b.py)||" in page
    assert "BG-8.2a" not in page


def test_a_paragraph_is_implemented_whole_or_point_by_point() -> None:
    assert faults(ORDER, CLASSIC, ONE, OTHER) == []
    assert faults(ORDER, Implementation("BG-8.2", "", "engine/a.py", "")) == []
    (fault,) = faults(ORDER, ONE)
    assert fault.startswith("BG-8.2 is implemented nowhere")


def test_a_rule_has_one_place() -> None:
    again = Implementation("BG-8.1", "", "engine/battle/again.py", "order")
    (fault,) = faults(ORDER, again, ONE, OTHER)
    assert "BG-8.1 is implemented 2 times" in fault
    assert "engine.battle.again: order" in fault


def test_an_edition_is_named_where_the_rule_names_it() -> None:
    (fault,) = faults(ORDER, ONE, OTHER, Implementation("BG-8.2", "G40", "engine/g.py", ""))
    assert "BG-8.2 says nothing of [G40]" in fault


def test_a_wrong_number_is_told_with_its_line() -> None:
    wrong = Reference("BG-8.9", "engine/battle/combat.py", 7)
    (fault,) = faults(ORDER, ONE, OTHER, references=(*TESTED, wrong))
    assert fault.startswith("engine/battle/combat.py:7: the rulebook has no BG-8.9")


def test_a_rule_without_a_test_is_told() -> None:
    (fault,) = faults(ORDER, ONE, OTHER, references=TESTED[:1])
    assert fault.startswith("no test cites BG-8.2")


@pytest.mark.parametrize(("number", "kind"), [("BG-8", Kind.CHAPTER), ("BG-8.2a", Kind.RULE)])
def test_what_a_number_stands_for(number: str, kind: Kind) -> None:
    assert kind_of(BOOK.paragraphs[number]) is kind
