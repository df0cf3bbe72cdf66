"""Games to measure and to test with: played through the protocol in one process, by bots.

Nothing in them is drawn afresh: the same arguments make the same game, dice included, so that
what a test finds in a game today it finds tomorrow.
"""

__all__ = ["closed", "endless", "founded", "played", "playing", "prepared"]

import hashlib
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from client.bots.bot import Bot
from client.scenarios import ScenarioSource, find
from client.seat.view import PlayerView
from client.tables import seats_of, terms_of
from engine.loading import load
from engine.options import Selection, parse
from engine.requests import Decision
from engine.scenario_form import IncomeForm, ScenarioForm
from engine.scenario_text import text
from p2p.terms import guest_of, sign_charter
from protocol.author import Author, Prepared
from protocol.charter import Secrecy
from protocol.due import Duty
from protocol.entry import Decide
from protocol.founding import Founding
from protocol.identity import Identity, Phrase
from protocol.logfile import write_log
from protocol.table import Table

PHRASES = tuple(Phrase(bytes([number]) * 32) for number in range(1, 7))
"""Of as many players as a table can have."""
_MINUTE = 29_000_000


def founded(
    chosen: ScenarioSource,
    secrecy: Secrecy = Secrecy.HASHED,
    seats: int = 2,
    selection: Selection | None = None,
    number: int = 0,
) -> Founding:
    """A game for so many, signed by all, under these house rules, or Secret Subs alone.

    Another number makes another game of the same kind.
    """
    rules = parse("") if selection is None else selection
    open_terms = terms_of(chosen, rules, seats_of(chosen.scenario, seats), secrecy=secrecy)
    terms = replace(open_terms, nonce=hashlib.sha256(b"game %d" % number).digest())
    phrases = PHRASES[:seats]
    charter = terms.charter(
        {
            seat: guest_of(phrase, terms.nonce, f"player {seat}", bytes([seat]) * 32)
            for seat, phrase in enumerate(phrases)
        }
    )
    signatures = tuple(sign_charter(Identity.from_phrase(phrase), charter) for phrase in phrases)
    return Founding(charter, chosen.source, signatures)


def endless() -> ScenarioSource:
    """Wake Island without an end: it is won by more income than the whole ocean has."""
    chosen = find("wake-island")
    form = ScenarioForm.model_validate(tomllib.loads(chosen.source.decode()))
    never = IncomeForm(kind="income", side="Axis", at_least=99)
    source = text(form.model_copy(update={"victory": [never]})).encode()
    return ScenarioSource(load(source, "endless"), source)


def played(founding: Founding, entries: int, bots: Sequence[Bot]) -> Table:
    """So many entries of a game, or all of it if it is shorter; a bot for each seat."""
    for table in playing(founding, bots):
        if len(table.log) == entries:
            break
    return table


def closed(
    table: Table, *disclosing: int, phrases: Sequence[Phrase] = PHRASES[:2]
) -> tuple[bytes, list[Author]]:
    """The log of a game that is over, signed by all, with the keys of some seats disclosed."""
    authors = [Author(table, phrase) for phrase in phrases]
    for author in authors:
        table.add_statement(author.close())
    for seat in disclosing:
        disclosed = authors[seat].disclose(wanted=True)
        if disclosed is None:
            raise ValueError(f"seat {seat} has nothing to disclose")
        table.add_statement(disclosed)
    return write_log(table.log), authors


def playing(founding: Founding, bots: Sequence[Bot]) -> Iterator[Table]:
    """The table of a game, as it opens and after every entry; a bot for each seat."""
    table = Table.start(founding)
    authors = [Author(table, phrase) for phrase, _ in zip(PHRASES, bots, strict=False)]
    yield table
    while table.due is not None:
        table.adopt(prepared(table, authors, bots).draft)
        yield table


def prepared(table: Table, authors: Sequence[Author], bots: Sequence[Bot]) -> Prepared:
    """The next entry of a game that is not over, by an author and a bot for each seat."""
    now = table.due
    if now is None:
        raise ValueError("the game is over")
    author = authors[now.seat]
    actions = []
    if now.duty is Duty.DECISION and isinstance(table.request, Decision):
        view = PlayerView(table.game, table.request, author.secrets)
        actions.append(Decide(bots[now.seat].choose(view)))
    entropy = hashlib.sha256(b"drawn" + table.head.hash).digest()
    return author.prepare(actions, entropy=entropy, minute=_MINUTE)
