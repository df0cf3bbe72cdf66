"""What a power may do with its tokens beside an answer (SS-4)."""

__all__ = ["CHAPTER", "rearranging"]

from collections.abc import Iterator, Sequence
from itertools import combinations

from client.presentation import places
from client.presentation.controls import PieceAction, may
from client.presentation.decisions.secret_subs.transfers import group_of, said, sent, told, typed
from client.presentation.names import Names
from client.presentation.naming import seen
from client.presentation.reading import parts, token, tokens
from client.presentation.record import ActionRecord, Chapter, EventRecord, Verb, Wording
from client.presentation.words import (
    NotUnderstood,
    decoys_shown,
    group_sizes,
    handles,
    listed,
    named_tokens,
)
from client.schema.answers import ClaimAnswer, FormAnswer, ReorganizeAnswer, ShuffleAnswer
from client.schema.submarine_forms import ClaimForm, PossibleOrigin, ReorganizeForm, ShuffleForm
from client.seat.shuffled import true_markers
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.pieces import PieceId
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Transfer,
)
from engine.variants.secret_subs.events import (
    OriginShown,
    ReceiversShown,
    Reorganized,
    TokensRemoved,
    TokensShuffled,
)
from engine.variants.secret_subs.exchanges import exchange_of
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import class_of, first_of_class, possible, tokens_of

# Shuffle


def _shuffle(_: PlayerView, text: str) -> Anonymize:
    return Anonymize(tokens(text))


def _say_shuffle(_: PlayerView, action: Anonymize) -> str:
    return f"shuffle {handles(action.tokens)}"


def _tell_shuffle(view: PlayerView, action: Anonymize) -> str:
    zones = {view.game.pieces[one].at for one in action.tokens if one in view.game.pieces}
    return f"shuffle {named_tokens(action.tokens)} in {listed(sorted(zones))}"


class _Shuffle:
    """All face-down tokens of a zone that go together, save those that the player leaves out."""

    def form(self, view: PlayerView) -> ShuffleForm | None:
        """See `ActionControl.form`."""
        face_down: dict[SpaceId, list[PieceId]] = {}
        for own in tokens_of(view.game, view.decision.power):
            if not own.face_up:
                face_down.setdefault(own.at, []).append(own.id)
        classes = [each for _, here in sorted(face_down.items()) for each in _mixable(view, here)]
        return ShuffleForm(classes=tuple(classes)) if classes else None

    def read(self, view: PlayerView, answer: FormAnswer) -> Anonymize | None:
        """See `ActionControl.read`."""
        del view
        if not isinstance(answer, ShuffleAnswer):
            return None
        return Anonymize(frozenset(map(PieceId, answer.tokens)))


def _mixable(view: PlayerView, here: list[PieceId]) -> list[tuple[PieceId, ...]]:
    """Tokens of a zone in classes that may be shuffled, as large as can be.

    House rules may keep tokens of one zone apart, such as those at different depths (SS-4.3c).
    """
    if len(here) > 1 and may(view, Anonymize(frozenset(here))):
        return [tuple(here)]
    classes: list[tuple[PieceId, ...]] = [(one,) for one in here]
    while pair := _pair_to_mix(view, classes):
        one, other = pair
        classes = [those for those in classes if those not in pair] + [tuple(sorted(one + other))]
    classes.sort()
    return [those for those in classes if len(those) > 1]


def _pair_to_mix(
    view: PlayerView, classes: Sequence[tuple[PieceId, ...]]
) -> tuple[tuple[PieceId, ...], tuple[PieceId, ...]] | None:
    """Two classes that may be shuffled together; None if no two may."""
    pairs = combinations(classes, 2)
    return next((p for p in pairs if may(view, Anonymize(frozenset(p[0] + p[1])))), None)


def _shuffled(event: TokensShuffled, _: Names) -> str:
    old, new = named_tokens(event.old), named_tokens(event.new)
    return f"{event.power} shuffles {old} in {event.at}, now {new}"


# Reorganize


def _reorganize(view: PlayerView, text: str) -> Reorganize:
    named, colon, rest = text.partition(":")
    if not colon:
        raise NotUnderstood(
            "which tokens?", "name one of the zone, then the transfers: reorganize #12: 3>4 1"
        )
    transfers: list[Transfer] = []
    removals: dict[PieceId, int] = {}
    for part in parts(rest):
        if part.casefold().startswith("remove"):
            leaving = tokens(part[len("remove") :])
            removals |= {handle: group_of(view, handle) for handle in sorted(leaving)}
        else:
            transfers += typed(part)
    return Reorganize(_class_of(view, token(named)), tuple(transfers), removals)


def _class_of(view: PlayerView, handle: PieceId) -> PieceId:
    """What stands in the log for the class of a token that a player names: never which it was."""
    own = tokens_of(view.game, view.decision.power)
    return next((first_of_class(view.game, one).id for one in own if one.id == handle), handle)


def _say_reorganize(_: PlayerView, action: Reorganize) -> str:
    leaving = f"; remove {handles(action.removals)}" if action.removals else ""
    return f"reorganize #{action.token}: {said(action.transfers)}{leaving}"


def _tell_reorganize(view: PlayerView, action: Reorganize) -> str:
    leaving = f"take {seen(view, action.removals)} off the board" if action.removals else ""
    moving = f"move {told(action.transfers)}" if action.transfers else ""
    here = view.game.pieces.get(action.token)
    where = "" if here is None else f" in {here.at}"
    return f"reorganize{where}: {'; '.join(part for part in (moving, leaving) if part)}"


class _Reorganize:
    """Tokens of one zone among which submarines may change groups."""

    def form(self, view: PlayerView) -> ReorganizeForm | None:
        """See `ActionControl.form`."""
        classes: list[tuple[PieceId, ...]] = []
        for own in tokens_of(view.game, view.decision.power):
            alike = tuple(other.id for other in class_of(view.game, own))
            if len(alike) > 1 and alike not in classes and _may_reorganize(view, alike):
                classes.append(alike)
        return ReorganizeForm(classes=tuple(classes)) if classes else None

    def read(self, view: PlayerView, answer: FormAnswer) -> Reorganize | None:
        """See `ActionControl.read`."""
        if not isinstance(answer, ReorganizeAnswer):
            return None
        leaving = {PieceId(t): group_of(view, PieceId(t)) for t in sorted(answer.remove)}
        named = _class_of(view, PieceId(answer.token))
        return Reorganize(named, sent(answer.transfers), leaving)


def _may_reorganize(view: PlayerView, alike: tuple[PieceId, ...]) -> bool:
    """Whether a submarine of one of these tokens may change its group, or an empty one leave."""
    track = tracker(view.game, view.decision.power)
    held = [(own, view.groups[own]) for own in alike if own in view.groups]
    some = next((group for _, group in held if track.size(group)), None)
    if some is None:
        return bool(held) and may(view, Reorganize(alike[0], (), dict(held[:1])))
    return any(
        may(view, Reorganize(alike[0], (Transfer(some, group, 1),)))
        for _, group in held
        if group != some
    )


def _reorganized(event: Reorganized, _: Names) -> str:
    return f"{event.power} reorganizes in {event.at}: {group_sizes(event.sizes)}"


def rearranging(view: PlayerView) -> list[str]:
    """What can be done with tokens now: ``reorganize``, ``shuffle``."""
    offered = {"reorganize": _Reorganize().form(view), "shuffle": _Shuffle().form(view)}
    return [verb for verb, form in offered.items() if form is not None]


# Show where a shuffled token comes from


def _claim(_: PlayerView, text: str) -> ClaimFrom:
    what, sign, pieces = text.partition(" from ")
    if not sign:
        raise NotUnderstood("from which pieces?", "write: claim #15 from #12")
    return ClaimFrom(token(what), tokens(pieces))


def _say_claim(_: PlayerView, action: ClaimFrom) -> str:
    return f"claim #{action.token} from {handles(action.pieces)}"


def _tell_claim(_: PlayerView, action: ClaimFrom) -> str:
    if action.pieces == {action.token}:
        return f"show what #{action.token} may still do"
    return f"show that #{action.token} was one of {named_tokens(action.pieces)}"


class _Claim:
    """Tokens that a shuffle has made uncertain, each with what is true of it."""

    def form(self, view: PlayerView) -> ClaimForm | None:
        """See `ActionControl.form`."""
        origins = tuple(_origins(view))
        return ClaimForm(origins=origins) if origins else None

    def read(self, view: PlayerView, answer: FormAnswer) -> ClaimFrom | None:
        """See `ActionControl.read`."""
        del view
        if not isinstance(answer, ClaimAnswer):
            return None
        return ClaimFrom(PieceId(answer.token), frozenset(map(PieceId, answer.pieces)))


def _origins(view: PlayerView) -> Iterator[PossibleOrigin]:
    game = view.game
    for own in tokens_of(game, view.decision.power):
        pieces = possible(game, own)
        exchange = exchange_of(game, own.id)
        if exchange is not None and view.groups.get(own.id) in exchange.receiving:
            continue
        if exchange is not None and may(view, ClaimFrom(own.id, frozenset((own.id,)))):
            yield PossibleOrigin(token=own.id, pieces=(own.id,), left=own.left, moved=own.moved)
            continue
        true = true_markers(game, own, view.groups)
        named = frozenset(piece for piece, markers in pieces.items() if markers == true)
        if 0 < len(named) < len(pieces) and may(view, ClaimFrom(own.id, named)):
            yield PossibleOrigin(
                token=own.id, pieces=tuple(sorted(named)), left=true.left, moved=true.moved
            )


def _receivers_shown(event: ReceiversShown, _: Names) -> str:
    held = listed(f"group {group}" for group in event.groups)
    return f"{event.power} shows that {held} is held by one of {named_tokens(event.tokens)}"


def _origin_shown(event: OriginShown, _: Names) -> str:
    return f"{event.power} shows that #{event.token} was one of {named_tokens(event.pieces)}"


# Remove a decoy


def _remove(view: PlayerView, text: str) -> Remove:
    handle = token(text)
    return Remove(handle, group_of(view, handle))


def _say_remove(_: PlayerView, action: Remove) -> str:
    return f"remove #{action.token}, showing group {action.group}"


def _tell_remove(_: PlayerView, action: Remove) -> str:
    return f"take #{action.token} off the board, showing group {action.group}"


def _removal(view: PlayerView, piece: PieceId) -> Remove | None:
    group = view.groups.get(piece)
    if group is None or tracker(view.game, view.decision.power).size(group):
        return None
    return Remove(piece, group)


def _removed(event: TokensRemoved, _: Names) -> str:
    return f"{event.power} takes back {decoys_shown(event.groups, event.at)}"


CHAPTER = Chapter(
    actions=(
        ActionRecord(
            Anonymize,
            verb=Verb("shuffle", "#12 #13: shuffle tokens in one sea zone", _shuffle),
            wording=Wording(Anonymize, _say_shuffle, _tell_shuffle),
            control=_Shuffle(),
        ),
        ActionRecord(
            Reorganize,
            verb=Verb(
                "reorganize",
                "#12: 3>4 1, 5>4 2; remove #13: move submarines between groups of one sea zone",
                _reorganize,
            ),
            wording=Wording(Reorganize, _say_reorganize, _tell_reorganize),
            control=_Reorganize(),
        ),
        ActionRecord(
            ClaimFrom,
            verb=Verb("claim", "#15 from #12 #13: show which piece a shuffled token was", _claim),
            wording=Wording(ClaimFrom, _say_claim, _tell_claim),
            control=_Claim(),
        ),
        ActionRecord(
            Remove,
            verb=Verb("remove", "#12: take a decoy off the board, showing it", _remove),
            wording=Wording(Remove, _say_remove, _tell_remove),
            control=PieceAction(
                Remove.tag,
                title="Take decoys off the board",
                hint="A decoy is shown to everybody and returns to your supply.",
                send="Remove",
                rules=("SS-1.3",),
                does=_removal,
            ),
        ),
    ),
    events=(
        EventRecord(TokensShuffled, _shuffled, place=places.at),
        EventRecord(Reorganized, _reorganized, place=places.at),
        EventRecord(OriginShown, _origin_shown),
        EventRecord(ReceiversShown, _receivers_shown),
        EventRecord(TokensRemoved, _removed, place=places.at),
    ),
)
