"""One line of the program changed at a time, to see that simulated tables notice it.

Each mutant leaves out or bends one rule of SPEC-12, 16 or 18. It is a table of text, so that the
program need not know of it: the source of one function is read, changed and compiled, and the
function keeps its place, so that all who have imported it run the changed one.
"""

import importlib
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Final

from tests.p2p.directed import (
    an_old_name_after_an_answer,
    an_old_name_after_the_settlement,
    half_agree,
    put_back_with_its_count,
    some_have_not_signed,
    the_old_key_plays_on,
    the_same_dice_come_again,
    the_same_key_comes_again,
    two_orders,
    two_settlements,
    two_sign_twice,
)
from tests.p2p.hostile import hostile_history
from tests.p2p.storms import losses, proposals

__all__ = ["MUTANTS", "Mutant", "changed", "noticed"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule that the program breaks.

    Attributes:
        breaks: what it does then.
        where: the function that is changed: module, colon, qualified name.
        line: what stands there once.
        instead: what stands there then.
        history: of a table, from a seed; raises if something is wrong.
        soon: whether the first few seeds are enough.
    """

    breaks: str
    where: str
    line: str
    instead: str
    history: Callable[[int], object]
    soon: bool = True

    def __str__(self) -> str:
        return self.breaks


@contextmanager
def changed(mutant: Mutant) -> Iterator[None]:
    """Within this the program is changed."""
    function = _function(mutant.where)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(mutant.line) == 1, f"{mutant.where} has changed"
    code = compile(source.replace(mutant.line, mutant.instead), mutant.where, "exec")
    kept = function.__code__
    function.__code__ = _named(code, function.__name__)
    try:
        yield
    finally:
        function.__code__ = kept


def noticed(mutant: Mutant, seeds: Iterable[int]) -> int | None:
    """The first of some seeds whose history goes wrong with a mutant alone; None if none does."""
    for seed in seeds:
        with changed(mutant):
            wrong = _is_wrong(mutant, seed)
        if wrong and not _is_wrong(mutant, seed):
            return seed
    return None


def _is_wrong(mutant: Mutant, seed: int) -> bool:
    try:
        mutant.history(seed)
    except Exception:  # noqa: BLE001 (whatever it is, somebody has noticed)
        return True
    return False


def _function(where: str) -> FunctionType:
    module, name = where.split(":")
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    if isinstance(found, property):
        found = found.fget
    assert isinstance(found, FunctionType)
    return found


def _named(code: CodeType, name: str) -> CodeType:
    """The code of the only function that some source defines."""
    return next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)


MUTANTS: Final = (
    Mutant(
        "after a fork a seat plays on before others have said which line they hold",
        "p2p.standing:Standing.hindrance",
        "if sync.astray:",
        "if False:",
        two_orders,
    ),
    Mutant(
        "who has answered a question takes entries below it",
        "protocol.bars:Bars.bars",
        "return unsettled",
        "return False",
        an_old_name_after_an_answer,
    ),
    Mutant(
        "entries beyond a settlement are taken",
        "protocol.bars:Bars.bars",
        "return not _reaches(settlement, entry.sequence, line)",
        "return False",
        an_old_name_after_the_settlement,
    ),
    Mutant(
        "of two settlements of one question the second counts, too",
        "protocol.conduct:Conduct._first_barred",
        "if held.get(asked.hash, settlement) != settlement:",
        "if False:",
        two_settlements,
    ),
    Mutant(
        "a seat signs before it has met another",
        "p2p.standing:Standing.has_met",
        "return self._met",
        "return True",
        put_back_with_its_count,
    ),
    Mutant(
        "nobody looks at the count outside of a store",
        "p2p.signing:SigningRecord.__init__",
        "vouch is Vouch.BEHIND",
        "False",
        losses,
    ),
    Mutant(
        "who comes back does not ask",
        "p2p.signing:SigningRecord.resume",
        "conduct.lost or self._behind or not self._from_start",
        "conduct.lost",
        losses,
    ),
    Mutant(
        "of two pending seats both answer",
        "protocol.conduct:Conduct.due_answers",
        "asker == seat or (self.pending and asker > seat)",
        "asker == seat",
        losses,
    ),
    Mutant(
        "answers tell of no proposal signed",
        "protocol.conduct:Conduct._listed",
        "return tuple(sorted(",
        "return () and tuple(sorted(",
        proposals,
    ),
    Mutant(
        "a refused proposal binds for ever",
        "protocol.conduct:Conduct.is_dead",
        "for refusal in heard.refusals(proposal):",
        "for refusal in ():",
        proposals,
    ),
    Mutant(
        "an older answer is used",
        "protocol.heard:Heard.usable",
        "outdated = known is not None and answer.rank < known.statement.rank",
        "outdated = False",
        hostile_history,
        soon=False,
    ),
    Mutant(
        "the same round is asked again",
        "protocol.author:Author.ask_to_rejoin",
        "max(minute, known + 1)",
        "minute",
        losses,
    ),
    Mutant(
        "two proposals for one place are signed",
        "protocol.consent:Consent._excludes",
        "if other.place == proposal.place:",
        "if False:",
        proposals,
        soon=False,
    ),
    Mutant(
        "a keeper signs against who is there",
        "p2p.consents:due_consent",
        "keeps and not proposal.must_be_gone <= gone",
        "False",
        proposals,
    ),
    Mutant(
        "nobody refuses what it will never sign",
        "p2p.consents:due_refusal",
        "if not set(one.signed) - {own}:",
        "if True:",
        proposals,
        soon=False,
    ),
    Mutant(
        "who is named never says that it is there",
        "p2p.consents:due_refusal",
        "due = played and bool(missing & keepers) and own not in disputing",
        "due = False",
        proposals,
        soon=False,
    ),
    Mutant(
        "who has signed does not sign again after a rejoin",
        "p2p.consents:due_consent",
        "again and one.alive and not",
        "False and not",
        proposals,
    ),
    Mutant(
        "half of the seats can agree against the others",
        "protocol.agreeing:suffices",
        "return alone or 2 * knowing > concerned",
        "return True",
        half_agree,
    ),
    Mutant(
        "a signature counts twice",
        "protocol.agreeing:_Judge._check_signers",
        "seats != sorted(set(seats))",
        "seats != sorted(seats)",
        two_sign_twice,
    ),
    Mutant(
        "an agreement that not all have signed is valid",
        "protocol.agreeing:_Judge._check_signers",
        "if missing:",
        "if False:",
        some_have_not_signed,
    ),
    Mutant(
        "the same key comes to play again",
        "protocol.players:Players.objection",
        "if other.key == newcomer.key:",
        "if False:",
        the_same_key_comes_again,
    ),
    Mutant(
        "a dice head is brought a second time",
        "protocol.players:Players.objection",
        "newcomer.salt == other.salt or newcomer.dice_head == other.dice_head",
        "False",
        the_same_dice_come_again,
    ),
    Mutant(
        "who was replaced plays on",
        "p2p.own_seat:OwnSeat.follow",
        "self.author = None\n",
        "pass\n",
        proposals,
    ),
    Mutant(
        "who was replaced is obeyed",
        "protocol.due:check_author",
        "if entry.incarnation != current or must_ask(entry.incarnation):",
        "if False:",
        the_old_key_plays_on,
    ),
    Mutant(
        "a share is given again",
        "protocol.entry_builder:EntryBuilder._give_share",
        "number = chain.number + 1",
        "number = max(chain.number, 1)",
        losses,
    ),
)
