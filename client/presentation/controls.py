"""The controls that many decisions share on a page.

|control  |what is chosen                                    |
|---------|--------------------------------------------------|
|`Pick`   |some of the pieces that are offered               |
|`PickOne`|one of them                                       |
|`Assign` |a target for each of some pieces or spaces        |
|`Share`  |how much each of some spaces, powers, or wares get|
|`OwnForm`|what only this decision asks                      |

What is offered alone is what would be legal alone; the decision's own judgement has the last word.
"""

__all__ = [
    "Aims",
    "Assign",
    "OwnForm",
    "Pick",
    "PickOne",
    "PieceAction",
    "Share",
    "Shares",
    "may",
    "piece_of",
    "refusal",
    "single_aims",
]

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from client.errors import InvalidMessage
from client.presentation.words import kind_name, reason
from client.schema.answers import (
    AssignAnswer,
    FormAnswer,
    PickAnswer,
    PieceActionAnswer,
    ShareAnswer,
)
from client.schema.forms import (
    AssignForm,
    AssignRow,
    ChoiceWords,
    Form,
    NamedTarget,
    PickForm,
    PieceActionForm,
    Refusal,
    ShareForm,
    ShareRow,
    ShareWords,
)
from client.schema.submarine_forms import Prospects
from client.seat.moving import there
from client.seat.view import PlayerView
from engine.errors import Illegal
from engine.game import Game
from engine.pause import Action
from engine.pieces import Figure, PieceId
from engine.requests import Decision

D = TypeVar("D", bound=Decision[Any])
F = TypeVar("F", bound=FormAnswer)

Aims = Mapping[str, tuple[str, ...]]
"""Keys of targets by the key of what can be aimed at them: a space, a piece, a depth."""

_LOOK_AGAIN = "look at the question again"


def _expected(answer: FormAnswer, kind: type[F]) -> F:
    if not isinstance(answer, kind):
        raise InvalidMessage("another question is asked than the one answered", _LOOK_AGAIN)
    return answer


def refusal(view: PlayerView, answer: object) -> Refusal | None:
    """Why an answer is not legal; None if it is."""
    try:
        view.decision.check(view.game, answer)
    except Illegal as error:
        return Refusal(rule=error.rule, reason=reason(view.game, error))
    return None


def may(view: PlayerView, action: Action) -> bool:
    """Whether an action of a house rule is legal beside the decision at hand."""
    try:
        view.game.rules.check_action(view.game, view.decision, action)
    except Illegal:
        return False
    return True


def piece_of(key: str) -> PieceId:
    """A piece by its key in a form.

    Raises:
        InvalidMessage: it is no number.
    """
    if not key.isdigit():
        raise InvalidMessage(f"{key} is no piece", "reload the page")
    return PieceId(int(key))


# Pieces


@dataclass(frozen=True, slots=True)
class Pick:
    """Some of one's own pieces.

    Attributes:
        words: what the parts of the choice are called.
        answer: the answer that chooses these pieces.
        all: whether all are proposed; else none is.
        hint: what helps to choose.
        prospects: how a battle goes on, by what is chosen.
    """

    words: ChoiceWords
    answer: Callable[[frozenset[PieceId]], object]
    all: bool = False
    hint: Callable[[PlayerView], str] | None = None
    prospects: Callable[[PlayerView], Prospects] | None = None

    def form(self, view: PlayerView, decision: Decision[Any]) -> PickForm:
        """See `Control.form`."""
        game = view.game
        own = sorted(piece.id for piece in game.owned(decision.power))
        offered = tuple(
            piece for piece in own if decision.legal(game, self.answer(frozenset((piece,))))
        )
        return _pick_form(
            view,
            self.words,
            offered,
            offered if self.all else (),
            hint=None if self.hint is None else self.hint(view),
            prospects=None if self.prospects is None else self.prospects(view),
        )

    def read(
        self, view: PlayerView, decision: Decision[Any], answer: FormAnswer
    ) -> tuple[object, ...]:
        """See `Control.read`."""
        del decision
        pieces = _expected(answer, PickAnswer).pieces
        return (self.answer(there(view.game, pieces) if pieces else frozenset()),)


@dataclass(frozen=True, slots=True)
class PickOne:
    """At most one piece.

    Attributes:
        words: what the parts of the choice are called; without `none`, one must be chosen.
        answer: the answer that chooses this piece.
        nothing: the answer that chooses none; None if one must be chosen.
        first: whether the first is proposed; else none is.
        offered: pieces that could be chosen; None for one's own of which each would be legal.
        hint: what helps to choose.
        prospects: how a battle goes on, by what is chosen.
    """

    words: ChoiceWords
    answer: Callable[[PieceId], object]
    nothing: object | None = None
    first: bool = False
    offered: Callable[[PlayerView], Iterable[PieceId]] | None = None
    hint: Callable[[PlayerView], str] | None = None
    prospects: Callable[[PlayerView], Prospects] | None = None

    def form(self, view: PlayerView, decision: Decision[Any]) -> PickForm:
        """See `Control.form`."""
        if self.offered is not None:
            offered = tuple(sorted(self.offered(view)))
        else:
            own = sorted(piece.id for piece in view.game.owned(decision.power))
            offered = tuple(p for p in own if decision.legal(view.game, self.answer(p)))
        proposed = offered[:1] if self.first else ()
        return _pick_form(
            view,
            self.words,
            offered,
            proposed,
            one=True,
            hint=None if self.hint is None else self.hint(view),
            prospects=None if self.prospects is None else self.prospects(view),
        )

    def read(
        self, view: PlayerView, decision: Decision[Any], answer: FormAnswer
    ) -> tuple[object, ...]:
        """See `Control.read`."""
        del decision
        pieces = _expected(answer, PickAnswer).pieces
        if not pieces and self.nothing is not None:
            return (self.nothing,)
        if len(pieces) != 1:
            raise InvalidMessage("choose one piece", _LOOK_AGAIN)
        return (self.answer(min(there(view.game, pieces))),)


def _pick_form(
    view: PlayerView,
    words: ChoiceWords,
    offered: tuple[PieceId, ...],
    proposed: tuple[PieceId, ...],
    *,
    one: bool = False,
    hint: str | None = None,
    prospects: Prospects | None = None,
) -> PickForm:
    return PickForm(
        offered=offered,
        one=one,
        proposed=proposed,
        words=words,
        spaces=tuple(sorted({view.game.pieces[piece].at for piece in offered})),
        hint=hint,
        prospects=prospects,
    )


# A target for each


@dataclass(frozen=True, slots=True)
class Assign(Generic[D]):
    """A target for each of some pieces or spaces.

    Attributes:
        words: what the parts of the choice are called.
        aims: what each piece or space could be aimed at, by itself.
        answer: the answer that gives each key its target; those left out have none.
        now: what is aimed at as long as nothing is chosen.
        lacking: whether one may be left without a target.
        hint: what helps to choose.
    """

    words: ChoiceWords
    aims: Callable[[Game, D], Aims]
    answer: Callable[[Game, Mapping[str, str]], object]
    now: Callable[[Game, D, str], str | None] | None = None
    lacking: bool = True
    hint: Callable[[PlayerView, D], str] | None = None

    def form(self, view: PlayerView, decision: D) -> AssignForm:
        """See `Control.form`."""
        game = view.game
        aims = self.aims(game, decision)
        aimed = sorted({target for targets in aims.values() for target in targets})
        return AssignForm(
            rows=tuple(
                AssignRow(
                    **_target(game, key).model_dump(),
                    targets=targets,
                    now=None if self.now is None else self.now(game, decision, key),
                )
                for key, targets in aims.items()
            ),
            targets={target: _target(game, target) for target in aimed},
            lacking=self.lacking,
            words=self.words,
            spaces=tuple(target for target in aimed if target in game.board.spaces),
            hint=None if self.hint is None else self.hint(view, decision),
        )

    def read(self, view: PlayerView, decision: D, answer: FormAnswer) -> tuple[object, ...]:
        """See `Control.read`."""
        del decision
        to = _expected(answer, AssignAnswer).to
        return (self.answer(view.game, dict(sorted(to.items()))),)


def single_aims(
    decision: Decision[Any],
    game: Game,
    answer: Callable[[Game, Mapping[str, str]], object],
    targets: Iterable[str] | None = None,
) -> Aims:
    """For each own piece the targets that would be legal for it alone.

    Args:
        decision: what is asked.
        game: as it stands.
        answer: see `Assign`.
        targets: those that are tried; None for the spaces next to the piece.
    """
    wanted = None if targets is None else tuple(targets)
    found: dict[str, tuple[str, ...]] = {}
    for piece in sorted(game.owned(decision.power), key=lambda piece: piece.id):
        tried = game.board.neighbours[piece.at] if wanted is None else wanted
        able = tuple(
            target
            for target in tried
            if decision.legal(game, answer(game, {str(piece.id): target}))
        )
        if able:
            found[str(piece.id)] = able
    return found


def _target(game: Game, key: str) -> NamedTarget:
    """A space, a piece or a depth, as a page shows it."""
    if key in game.board.spaces:
        return NamedTarget(key=key, name=key, at=key)
    if not key.isdigit():
        return NamedTarget(key=key, name=key)
    piece = game.pieces[PieceId(int(key))]
    name = kind_name(piece.kind) if isinstance(piece, Figure) else f"token #{piece.id}"
    return NamedTarget(key=key, name=name, at=piece.at, piece=piece.id)


# Shares


@dataclass(frozen=True, slots=True)
class Shares:
    """What there is to share.

    Attributes:
        most: how much each name can get.
        total: IPC in all.
        price: IPC for each share.
        exactly: whether all of it must be shared.
        proposed: a share for each name to begin with.
        spaces: names that are spaces.
    """

    most: Mapping[str, int]
    total: int
    price: int = 1
    exactly: bool = False
    proposed: Mapping[str, int] = field(default_factory=dict)
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Share(Generic[D]):
    """How much each of some names gets.

    Attributes:
        words: of the buttons.
        shares: what there is to share.
        answer: the answer that gives each name its share; zeros are left out.
    """

    words: ShareWords
    shares: Callable[[Game, D], Shares]
    answer: Callable[[Mapping[str, int]], object]

    def form(self, view: PlayerView, decision: D) -> ShareForm:
        """See `Control.form`."""
        shares = self.shares(view.game, decision)
        return ShareForm(
            rows=tuple(ShareRow(name=name, most=most) for name, most in shares.most.items()),
            total=shares.total,
            price=shares.price,
            exactly=shares.exactly,
            proposed=shares.proposed,
            words=self.words,
            spaces=shares.spaces,
        )

    def read(self, view: PlayerView, decision: D, answer: FormAnswer) -> tuple[object, ...]:
        """See `Control.read`."""
        del view, decision
        of = _expected(answer, ShareAnswer).of
        return (self.answer({name: number for name, number in sorted(of.items()) if number}),)


# Others


@dataclass(frozen=True, slots=True)
class OwnForm(Generic[D, F]):
    """A form that no other decision has.

    Attributes:
        show: what the page is asked.
        answer: what it sends back.
        meant: the answer that is meant by that.
    """

    show: Callable[[PlayerView, D], Form]
    answer: type[F]
    meant: Callable[[PlayerView, F], object]

    def form(self, view: PlayerView, decision: D) -> Form:
        """See `Control.form`."""
        return self.show(view, decision)

    def read(self, view: PlayerView, decision: D, answer: FormAnswer) -> tuple[object, ...]:
        """See `Control.read`."""
        del decision
        return (self.meant(view, _expected(answer, self.answer)),)


@dataclass(frozen=True, slots=True)
class PieceAction:
    """An action that each of some of one's own pieces may do.

    Attributes:
        action: its tag.
        title: what it is called.
        hint: what should be known before.
        send: the button.
        rules: the numbers of its rules.
        does: the action of one piece; None where it cannot be said.
    """

    action: str
    title: str
    hint: str
    send: str
    rules: tuple[str, ...]
    does: Callable[[PlayerView, PieceId], Action | None]

    def form(self, view: PlayerView) -> PieceActionForm | None:
        """See `ActionControl.form`."""
        own = sorted(piece.id for piece in view.game.owned(view.decision.power))
        able = tuple(p for p in own if (act := self.does(view, p)) is not None and may(view, act))
        if not able:
            return None
        return PieceActionForm(
            action=self.action,
            title=self.title,
            hint=self.hint,
            send=self.send,
            rules=self.rules,
            pieces=able,
        )

    def read(self, view: PlayerView, answer: FormAnswer) -> Action | None:
        """See `ActionControl.read`."""
        if not isinstance(answer, PieceActionAnswer) or answer.action != self.action:
            return None
        action = self.does(view, PieceId(answer.piece))
        if action is None:
            raise InvalidMessage(f"piece {answer.piece} cannot do this", _LOOK_AGAIN)
        return action
