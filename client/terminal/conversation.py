"""One turn at the keyboard: from a question to the answers that are sent."""

__all__ = ["Conversation", "Keyboard"]

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from client.errors import ClientError
from client.presentation.catalog import CATALOG
from client.presentation.events import event_lines
from client.presentation.help import help_text
from client.presentation.names import Names
from client.presentation.words import NotUnderstood, one_of, refusal
from client.seat.memo import MemoFile
from client.seat.staging import Staging
from client.seat.unsent import Unsent
from client.seat.view import PlayerView
from client.terminal.agreeing import AGREEING
from client.terminal.inspecting import INSPECTIONS, Perspective, inspect
from client.terminal.notes import NOTE, take_note
from client.terminal.orders import ORDERS, give_orders
from engine.errors import EngineError
from engine.game import Event
from protocol.entry import Resign
from protocol.entry_builder import PlayerAction

_MENU = 12  # legal answers that are numbered at most
_ACTIONS = 6  # and actions of house rules
_TRIED = 500  # answers that are looked through for them at most


_ALWAYS = {
    **INSPECTIONS,
    "legal": "list some legal answers; with a word, those that contain it: legal fighter",
    "undo": "take back the last answer not yet sent",
    "send": "send what is staged",
    "waive": "waive windows, or take the waiver back: waive on, waive off",
    "orders": ORDERS,
    "note": NOTE,
    "help": "explain a word of the rulebook: help shuffle",
    "resign": "leave your powers to the next player of your side; without one it loses",
}
_RESIGNING = (
    "Your powers pass to the next player of your side; without one, the other side wins. If that "
    "player is connected, your keys pass on, and nobody else learns what your tokens hold; if not, "
    "the tokens are dealt anew for all to see, and shuffled."
)


class Keyboard(Protocol):
    """A person's terminal."""

    @property
    def width(self) -> int:
        """Columns."""

    def show(self, text: str) -> None:
        """Print some lines."""

    async def ask(self, prompt: str) -> str:
        """Wait for one line.

        Raises:
            EOFError: the person is gone.
        """


class Conversation:
    """Puts a decision to a person, and those that follow, until something is sent."""

    def __init__(self, keyboard: Keyboard, staging: Staging, memo: MemoFile | None = None) -> None:
        """Begin to talk; without a memo, notes last as long as the talk."""
        self._keyboard = keyboard
        self._memo = memo or MemoFile(None)
        self._staging = staging
        self._names = Names(staging.game)
        self._menu: list[object] = []
        self._resigned = False

    async def actions(self) -> tuple[PlayerAction, ...]:
        """Talk until answers are sent; a resignation comes alone.

        Raises:
            EOFError: the person is gone.
        """
        unsent = self._memo.memo.unsent
        if not self._staging.staged and unsent is not None and unsent.restage(self._staging):
            self._keyboard.show("Not sent yet, as you left it:")
            self._keyboard.show("\n".join(f"  {words}" for words in self._staging.words))
        self._question()
        while True:
            line = (await self._keyboard.ask(self._prompt())).strip()
            try:
                if await self._understand(line):
                    self._memo.keep_unsent(None)
                    return (Resign(),) if self._resigned else self._staging.actions
                self._memo.keep_unsent(Unsent.of(self._staging))
            except (NotUnderstood, ClientError) as error:
                self._keyboard.show(f"  {error}")
            except EngineError as error:
                self._keyboard.show(f"  {refusal(self._staging.game, error)}")

    def _prompt(self) -> str:
        staged = len(self._staging.actions)
        view = self._staging.view
        if view is None:
            return f"[{staged} staged] Enter or send, or undo: "
        count = f"[{staged} staged] " if staged else ""
        return f"{count}{view.decision.power}> "

    def _question(self) -> None:
        """Say what is asked, with the legal answers where they are few."""
        view = self._staging.view
        if view is None:
            self._keyboard.show("Send this before you decide anything else.")
            return
        record = CATALOG.decision(view.decision)
        asks, rules = record.put(view)
        cited = ", ".join(rules)
        lines = [f"{view.decision.power}: {asks} ({cited}; `help` lists commands)"]
        lines += [f"  {fact}" for fact in record.lines(view)]
        self._menu = []
        if record.numbered:
            possible = self._possible(view, view.decision.candidates(view.game))
            lines += self._numbered(dict(itertools.islice(possible, _MENU)))
        lines += [
            f"  {'       ' if i else 'as in: '}{example}"
            for i, example in enumerate(record.examples)
        ]
        self._keyboard.show("\n".join(lines))

    async def _understand(self, line: str) -> bool:
        """Do what a line says; True once answers are to be sent."""
        verb, _, rest = line.partition(" ")
        view = self._staging.view
        if view is None and verb in ("", "send"):
            return True
        if not verb:
            self._question()
        elif view is not None and verb.isdigit() and self._menu:
            self._stage(view, self._chosen(int(verb)))
        else:
            verbs = CATALOG.verbs(view) if view else {}
            known = (*verbs, *_ALWAYS)
            if verb.isdigit():
                raise NotUnderstood("no numbered answers are shown", "`legal` lists some")
            word = one_of(verb, known, "command")
            if word in _ALWAYS:
                return await self._command(word, rest.strip())
            if view is not None:
                self._stage(view, verbs[word].read(view, rest.strip()))
        return False

    def _chosen(self, number: int) -> object:
        if not 1 <= number <= len(self._menu):
            raise NotUnderstood(f"there is no answer {number}", f"choose 1 to {len(self._menu)}")
        return self._menu[number - 1]

    def _stage(self, view: PlayerView, answer: object) -> None:
        words = CATALOG.phrase(view, answer)
        self._names.learn(view.game)
        events = self._staging.stage(answer, words)
        self._keyboard.show("\n".join([f"  staged: {words}", *self._in_words(events)]))
        after = self._staging.view
        if after is None or type(after.decision) is not type(view.decision):
            self._question()

    def _in_words(self, events: tuple[Event, ...]) -> list[str]:
        self._names.learn(self._staging.game)
        return [f"    {line}" for line in event_lines(events, self._names)]

    async def _command(self, word: str, rest: str) -> bool:
        match word:
            case "legal":
                self._legal(rest)
            case "undo":
                undone = self._staging.undo()
                self._keyboard.show(
                    f"  undone: {undone}" if undone else "  there is nothing to undo"
                )
                self._question()
            case "send":
                if not self._staging.actions:
                    raise NotUnderstood("there is nothing to send", "answer first")
                return True
            case "resign":
                self._keyboard.show(f"  {_RESIGNING}")
                if (await self._keyboard.ask("Type yes to resign: ")).strip() == "yes":
                    self._resigned = True
                    return True
            case "waive":
                waived = one_of(rest, ("on", "off"), "waive") == "on"
                self._staging.waive(waived=waived)
                self._keyboard.show(f"  staged: {self._staging.words[-1]}")
            case "orders":
                self._keyboard.show(f"  {give_orders(self._memo, rest, self._staging.game)}")
            case "note":
                self._keyboard.show(f"  {take_note(self._memo, rest)}")
            case "help":
                self._keyboard.show(help_text(rest, dict(self._commands())))
            case look:
                notes = self._memo.memo.notes
                seen_by = Perspective(self._staging.viewer, notes, self._keyboard.width)
                self._keyboard.show(inspect(look, rest, self._staging.game, seen_by))
        return False

    def _legal(self, word: str) -> None:
        """Some legal answers, then some actions of house rules: the first that have a word."""
        view = self._staging.view
        if view is None:
            return
        actions = view.game.rules.candidate_actions(view.game, view.decision)
        found: dict[str, object] = {}
        for answers, most in (
            (view.decision.candidates(view.game), _MENU),
            (actions if view.decision.open else (), _ACTIONS),
        ):
            possible = self._possible(view, answers, word.casefold())
            found |= itertools.islice(possible, most)
        self._keyboard.show("\n".join([*self._numbered(found), "  (there may be more)"]))

    def _possible(
        self, view: PlayerView, answers: Iterable[object], word: str = ""
    ) -> Iterator[tuple[str, object]]:
        """Answers that the owner's secrets allow (SS-0.9), by their words, with one word in them.

        Of answers that read alike, which differ in what nobody needs to choose, only the first.
        """
        met: set[str] = set()
        for answer in itertools.islice(answers, _TRIED):
            words = CATALOG.phrase(view, answer)
            if words not in met and word in words.casefold() and self._staging.allows(answer):
                met.add(words)
                yield words, answer

    def _numbered(self, found: Mapping[str, object]) -> list[str]:
        self._menu = list(found.values())
        return [f"  {i}  {words}" for i, words in enumerate(found, start=1)]

    def _commands(self) -> Iterator[tuple[str, str]]:
        """What can be typed here, and what it does."""
        view = self._staging.view
        if view is not None:
            for verb in CATALOG.verbs(view).values():
                yield verb.word, verb.help
        yield from _ALWAYS.items()
        yield from AGREEING.items()
