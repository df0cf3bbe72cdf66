"""A refusal is found in the function that makes it, by the number that it is made with."""

from pathlib import Path

from tools.rules.refusals import in_module, of_repository

MODULE = '''\
class Press:
    def check(self) -> None:
        if self:
            raise Illegal("BG-8.19", "they cannot retreat there")
        yield from (Illegal("BG-8.20", "never") for _ in range(2))

def judge(rule: str) -> None:
    raise Illegal(rule, "a number that is not written here")

def check() -> None:
    """Raises Illegal("BG-8.21", "only a mention")."""
    raise Malformed("BG-8.22", "not by a rule")
'''


def test_a_refusal_stands_in_the_function_that_makes_it() -> None:
    found = [(refusal.number, refusal.place) for refusal in in_module("engine/x.py", MODULE)]
    assert found == [("BG-8.19", "engine.x: Press.check"), ("BG-8.20", "engine.x: Press.check")]


def test_the_engine_refuses_the_end_of_a_game_by_its_rule() -> None:
    numbers = {
        refusal.number: refusal.place for refusal in of_repository(Path(__file__).parents[2])
    }
    assert numbers["BG-12"].startswith("engine.run")
