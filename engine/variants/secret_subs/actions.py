"""Reorganizing, anonymizing and what goes with them (SS-4; SS-1.3b): when, whether, how."""

__all__ = [
    "ACTIONS",
    "MOST_ACTIONS",
    "Anonymize",
    "ClaimFrom",
    "Remove",
    "Reorganize",
    "Slot",
    "SubsAction",
    "Transfer",
    "check",
    "check_about",
    "out_of_actions",
    "perform",
    "subject",
]

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeVar

from engine.board import Power
from engine.claims import From, Holds, Present
from engine.errors import Illegal, counted
from engine.game import Game
from engine.pause import Action, Prompt
from engine.phases import Phase
from engine.pieces import PieceId
from engine.requests import Decision, Seal, Step, ask, show
from engine.variants.secret_subs.events import Reorganized, TokensRemoved
from engine.variants.secret_subs.exchanges import (
    given_only,
    narrowed_exchanges,
    with_exchange,
)
from engine.variants.secret_subs.public import check_holds, misplaced, own_token
from engine.variants.secret_subs.settings import VERSION, Version
from engine.variants.secret_subs.shuffling import may_shuffle, shuffle
from engine.variants.secret_subs.state import (
    Tracker,
    subs_state,
    tracker,
    update_subs_state,
    with_tracker,
)
from engine.variants.secret_subs.token import Token, sharing
from engine.variants.secret_subs.tokens import (
    class_of,
    discard_empty_tokens,
    first_of_class,
    possible,
    return_to_supply,
    tokens_of,
    tokens_where,
)

A = TypeVar("A")

MOST_ACTIONS = 64
"""Voluntary actions of a power in one phase; an honest game needs a handful (SS-4.0)."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """`count` submarines go from one group to another (SS-4.1)."""

    source: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class Reorganize(Action):
    """Move submarines between groups in one sea zone; remove tokens left empty.

    Nothing in it but `removals`, which are shown, depends on what the tokens hold: the groups are
    public, and the class has one name. An owner who could name it by any of its tokens would tend
    to name the one that holds a group spoken of, and everybody could read that in the log.

    Attributes:
        token: the first of the class (`first_of_class`); it names the sea zone and the class of
            tokens there.
        transfers: in order, all public.
        removals: tokens of the class that leave, each shown to hold an empty group.

    Implements: SS-4.1, SS-4.2, SS-A20
    """

    tag: ClassVar[str] = "reorganize"

    token: PieceId
    transfers: tuple[Transfer, ...]
    removals: Mapping[PieceId, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Anonymize(Action):
    """Shuffle own face-down tokens in one sea zone (SS-4.3a).

    Implements: SS-4.3, SS-A7
    """

    tag: ClassVar[str] = "anonymize"

    tokens: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class ClaimFrom(Action):
    """Show that a token is one of some pieces of its last shuffle (SS-4.3b, point 4).

    Or, with the token as its only piece, that it is none of those that received submarines (SS-6).
    """

    tag: ClassVar[str] = "claim"

    token: PieceId
    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """Take a decoy off the board in Mobilize, showing it (SS-1.3c).

    Implements: SS-1.3b
    """

    tag: ClassVar[str] = "remove"

    token: PieceId
    group: int


SubsAction = Reorganize | Anonymize | ClaimFrom | Remove

ACTIONS: Mapping[str, type[Action]] = {
    action.tag: action for action in (Reorganize, Anonymize, ClaimFrom, Remove)
}
"""The actions that Secret Subs adds to open decisions, by tag."""


@dataclass(frozen=True, slots=True)
class Slot(Decision[A]):
    """A decision at which a power may act though it is not active (SS-4.0), within bounds."""

    open: ClassVar[bool] = True

    takes: ClassVar[tuple[type[SubsAction], ...]] = (Reorganize, Anonymize, ClaimFrom)
    """The sorts of action that it is for; `permits` refuses others, and says why."""

    def reaches(self, game: Game) -> tuple[Token, ...]:
        """The tokens that it is for, ascending; `permits` refuses others, and says why."""
        return tokens_of(game, self.power)

    @abstractmethod
    def permits(self, game: Game, action: SubsAction, tokens: tuple[Token, ...]) -> None:
        """Judge whether these tokens may be acted on in this slot.

        Raises:
            Illegal: they may not, or not so.
        """


def check(game: Game, decision: Prompt, action: Action) -> None:
    """Judge an action taken in place of the answer to an open decision.

    Raises:
        Illegal: it is refused; `code` as in SS-0.6.
    """
    power = decision.power
    if out_of_actions(game, power):
        raise Illegal(
            "SS-4.0",
            "{power} has already acted {most} times in this phase",
            power=power,
            most=MOST_ACTIONS,
        )
    if not isinstance(action, SubsAction):
        raise Illegal("SS-4.0", "there is no such action")
    check_about(game, decision, action, subject(game, power, action))


def out_of_actions(game: Game, power: Power) -> bool:
    """Whether a power has taken all the actions that it has in a phase."""
    return tracker(game, power).actions >= MOST_ACTIONS


def check_about(
    game: Game, decision: Prompt, action: SubsAction, tokens: tuple[Token, ...]
) -> None:
    """Judge an action of a power that is not `out_of_actions`; `tokens` are its `subject`.

    Raises:
        Illegal: see `check`.
    """
    power = decision.power
    if not isinstance(decision, Slot) and power != game.active:
        _check_out_of_turn(game, power, action, tokens)
    match action:
        case Reorganize():
            _check_reorganize(game, power, action, tokens)
        case Anonymize():
            may_shuffle(game, tokens)
        case ClaimFrom():
            _check_claim(game, action, tokens[0])
        case Remove():
            _check_remove(game, power, action, decision)
    for token in tokens:
        if token.submerged:
            raise Illegal(
                "SS-3.1d",
                "token #{token} has submerged and stays out of the battle",
                "LOCKED",
                token=token.id,
            )
    if isinstance(decision, Slot):
        decision.permits(game, action, tokens)


def _check_out_of_turn(
    game: Game, power: Power, action: SubsAction, tokens: tuple[Token, ...]
) -> None:
    """Outside its slots a power may only reorganize what lies face up in a battle.

    That is before some of its submarines leave it (SS-3.4b; ruling 9).
    """
    if not isinstance(action, Reorganize) or not all(token.face_up for token in tokens):
        raise Illegal(
            "SS-4.0",
            "it is {active}'s turn; {power} can act only in its windows",
            active=game.active,
            power=power,
        )


def subject(game: Game, power: Power, action: SubsAction) -> tuple[Token, ...]:
    """The tokens that an action is about, ascending; of a reorganization its whole class.

    Raises:
        Illegal: they are not the power's, or not on the board.
    """
    match action:
        case Reorganize(token):
            return class_of(game, own_token(game, power, token))
        case Anonymize(tokens):
            return tuple(own_token(game, power, handle) for handle in sorted(tokens))
        case ClaimFrom(token) | Remove(token):
            return (own_token(game, power, token),)


def _check_reorganize(
    game: Game, power: Power, action: Reorganize, tokens: tuple[Token, ...]
) -> None:
    track = tracker(game, power)
    handles = tuple(token.id for token in tokens)
    if not action.transfers and not action.removals:
        raise Illegal("SS-4.1", "name a transfer or a removal")
    if len(tokens) == 1 and not action.transfers:
        raise Illegal("SS-4.2", "a decoy that is alone can be removed only in Mobilize")
    for transfer in action.transfers:
        for group in (transfer.source, transfer.target):
            if not 1 <= group <= track.limit:
                raise Illegal(
                    "SS-0.1",
                    "there is no group {group}; groups are numbered 1 to {limit}",
                    group=group,
                    limit=track.limit,
                )
        if transfer.source == transfer.target or not transfer.count:
            raise Illegal("SS-4.1", "a transfer moves submarines from one group to another")
    _check_colocated(game, action, tokens)
    after = track
    for transfer in action.transfers:
        if after.size(transfer.source) < transfer.count:
            raise Illegal(
                "SS-4.2",
                "group {group} has {submarines}, not {number}",
                group=transfer.source,
                submarines=counted(after.size(transfer.source), "submarine"),
                number=transfer.count,
            )
        after = after.grown({transfer.source: -transfer.count, transfer.target: transfer.count})
    for handle, group in sorted(action.removals.items()):
        if handle not in handles:
            raise Illegal(
                "SS-4.2",
                "token #{token} is not interchangeable with these",
                "NOT_COLOCATED",
                token=handle,
            )
        if own_token(game, power, handle).face_up:
            raise Illegal("SS-3.6", "a face-up token whose group is empty leaves by itself")
        _check_empty(after, handle, group)
        after = after.knowing({handle: group})
    first = first_of_class(game, own_token(game, power, action.token)).id
    if action.token != first:
        raise Illegal(
            "SS-4.1", "tokens that are alike are named by the first, #{token}", token=first
        )
    filled = sum(size > 0 for size in after.sizes)
    places = len(tokens_of(game, power)) - len(action.removals)
    if filled > places:
        raise Illegal(
            "SS-4.2",
            "{groups} with submarines would be left with {tokens}",
            "CREATES_TOKEN",
            groups=counted(filled, "group"),
            tokens=counted(places, "token"),
        )


def _groups(action: Reorganize) -> tuple[int, ...]:
    named = {g for t in action.transfers for g in (t.source, t.target)}
    return tuple(sorted(named))


def _check_colocated(game: Game, action: Reorganize, tokens: tuple[Token, ...]) -> None:
    """Refuse groups that everybody knows not to be in this class of tokens (SS-4.1)."""
    power, zone = tokens[0].owner, tokens[0].at
    track = tracker(game, power)
    fault = misplaced(track, _groups(action), (token.id for token in tokens))
    if fault is None:
        return
    stored = {track.opened[token] for token in track.supply if token in track.opened}
    if not stored.isdisjoint(_groups(action)):
        raise Illegal("SS-4.2", "{fault}, in the supply", "CREATES_TOKEN", fault=fault)
    here = (token.id for token in tokens_where(game, power, zone))
    if misplaced(track, _groups(action), here) is None:
        raise Illegal(
            "SS-4.1",
            "{fault}; not all of your tokens in {space} are interchangeable",
            "NOT_INTERCHANGEABLE",
            fault=fault,
            space=zone,
        )
    raise Illegal(
        "SS-4.1",
        "{fault}; not all of them are in {space}",
        "NOT_COLOCATED",
        fault=fault,
        space=zone,
    )


def _check_empty(track: Tracker, handle: PieceId, group: int) -> None:
    check_holds(track, handle, group)
    if track.size(group):
        raise Illegal(
            "SS-4.2",
            "group {group} has {submarines}",
            "NOT_EMPTY",
            group=group,
            submarines=counted(track.size(group), "submarine"),
        )


def _check_claim(game: Game, action: ClaimFrom, token: Token) -> None:
    """Only the pieces with certain markers can be claimed, all of them (SS-4.3b, point 4).

    Implements: SS-4.3b.4
    """
    if action.pieces == {token.id} and given_only(game, token) is not None:
        return
    pieces = possible(game, token)
    if not action.pieces or not action.pieces < pieces.keys():
        raise Illegal(
            "SS-4.3b",
            "token #{token} can be any of {listed}: name some of them, not all",
            token=token.id,
            listed=", ".join(f"#{piece}" for piece in sorted(pieces)),
        )
    if action.pieces != sharing(pieces, action.pieces):
        raise Illegal("SS-4.3b", "name all the pieces that have the same markers")


def _check_remove(game: Game, power: Power, action: Remove, decision: Prompt) -> None:
    if isinstance(decision, Slot) or game.current_phase is not Phase.MOBILIZE:
        raise Illegal("SS-1.3b", "a decoy can be removed by itself only in its owner's Mobilize")
    _check_empty(tracker(game, power), action.token, action.group)


def perform(game: Game, power: Power, action: Action) -> Step:
    """Carry out an action that `check` has let pass.

    Raises:
        RuntimeError: it is no action of this module (our own mistake).
    """
    track = tracker(game, power)
    game = with_tracker(game, power, replace(track, actions=track.actions + 1))
    match action:
        case Reorganize():
            game = yield from _reorganize(game, power, action)
        case Anonymize():
            game = yield from shuffle(game, subject(game, power, action))
        case ClaimFrom(token, pieces):
            (own,) = subject(game, power, action)
            gave = given_only(game, own)
            game = yield from show(game, power, gave or From(token, tuple(sorted(pieces))))
        case Remove(token, group):
            game = yield from _remove(game, power, {token: group})
        case _:
            raise RuntimeError(f"{action} is no action of Secret Subs")
    return game


def _reorganize(game: Game, power: Power, action: Reorganize) -> Step:
    """The owner shows that the groups named are here; sizes change; empty tokens go."""
    groups = _groups(action)
    tokens = subject(game, power, action)
    handles = tuple(token.id for token in tokens)
    if groups:
        game = yield from show(game, power, Present(groups, handles))
    changes: Counter[int] = Counter()
    for transfer in action.transfers:
        changes[transfer.source] -= transfer.count
        changes[transfer.target] += transfer.count
    track = tracker(game, power).grown(changes)
    game = with_tracker(game, power, track)
    if groups and game.rules.option(VERSION) is Version.V0_8:
        giving = {transfer.source for transfer in action.transfers}
        receiving = {transfer.target for transfer in action.transfers}
        game = with_exchange(game, tokens, giving, receiving)
    game = _binding(game, handles)
    game = update_subs_state(game, reorganized=subs_state(game).reorganized | set(handles))
    sizes = {group: track.size(group) for group in groups}
    if groups:
        game = game.with_events(Reorganized(power, tokens[0].at, handles, sizes))
    game = yield from _remove(game, power, action.removals)
    return discard_empty_tokens(narrowed_exchanges(game, power), power)


def _binding(game: Game, exchanged: tuple[PieceId, ...]) -> Game:
    """The game in which tokens that exchanged submarines cannot take back moves before that."""
    began = game.record.phase_began
    moved = [p for p in exchanged if p in began and began[p] != game.pieces[p]]
    return game.update_turn_record(phase_began=began.replaced((), moved))


def _remove(game: Game, power: Power, groups: Mapping[PieceId, int]) -> Step:
    """Show decoys and put them back into the supply (SS-1.3c, 4.2).

    Implements: SS-1.3c, SS-A19
    """
    for handle, group in sorted(groups.items()):
        zone = game.pieces[handle].at
        game, _ = yield from ask(game, Seal(power, Holds(handle, group)))
        gone = {handle: group}
        game = return_to_supply(game, power, gone).with_events(TokensRemoved(power, zone, gone))
    return game
