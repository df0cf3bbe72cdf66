"""Tokens in battle, and what may be done when it is over (SS-3)."""

__all__ = ["CHAPTER"]

from collections.abc import Callable

from client.presentation import places
from client.presentation.controls import OwnForm, refusal
from client.presentation.decisions.secret_subs import transfers
from client.presentation.decisions.secret_subs.actions import rearranging
from client.presentation.names import Names
from client.presentation.naming import seen
from client.presentation.prospects import dive_lines, dive_prospects
from client.presentation.reading import NOTHING, alone, bare, parts, tokens
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.presentation.words import (
    NotUnderstood,
    group_size,
    group_sizes,
    groups_shown,
    handles,
    listed,
    named_tokens,
)
from client.schema.answers import DoneAnswer, GroupsAnswer, SidesAnswer
from client.schema.forms import SidesForm, WindowForm
from client.schema.submarine_forms import GroupsForm, GroupToken, SubmergedToken
from client.seat.view import PlayerView
from engine.battle.sides import current_battle
from engine.pieces import PieceId
from engine.variants.secret_subs.actions import Transfer
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.events import (
    SubsJoined,
    TokensDiscarded,
    TokensRevealed,
    TokensTurnedDown,
)
from engine.variants.secret_subs.showing import AnonymizeShown
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.survivors import AnonymizeSurvivors, ReorganizeSurvivors
from engine.variants.secret_subs.tokens import tokens_of
from engine.variants.secret_subs.windows import BoundedSlot, Pass, Window

# Who submerges before tokens are turned up


def _stand(_: PlayerView, text: str) -> SubmergeOrFight:
    return SubmergeOrFight(frozenset() if text.casefold() in NOTHING else tokens(text))


def _all_stand(_: PlayerView, text: str) -> SubmergeOrFight:
    _all_fight(text)
    return SubmergeOrFight()


def _all_fight(text: str) -> None:
    if bare(text, "with all"):
        raise NotUnderstood(f'"{text}" after fight', "name those that submerge: submerge #12")


def _say_stand(_: PlayerView, answer: SubmergeOrFight) -> str:
    return f"submerge {handles(answer.submerge)}" if answer.submerge else "fight with all"


def _tell_stand(view: PlayerView, answer: SubmergeOrFight) -> str:
    return f"submerge {seen(view, answer.submerge)}" if answer.submerge else "fight with all"


def _sides_form(view: PlayerView, decision: ChooseSides) -> SidesForm:
    battle = current_battle(view.game)
    here = (*battle.attackers, *battle.defenders)
    own = [token.id for token in tokens_of(view.game, decision.power) if token.id in here]
    refusals = [refusal(view, SubmergeOrFight(frozenset((token,)))) for token in own]
    barred = refusals[0] if refusals and None not in refusals else None
    return SidesForm(
        tokens=tuple(own),
        barred=barred,
        prospects=dive_prospects(view),
    )


def _sent_stand(_: PlayerView, answer: SidesAnswer) -> SubmergeOrFight:
    return SubmergeOrFight(frozenset(map(PieceId, answer.submerge)))


# Which revealed groups submerge


def _submerge(_: PlayerView, text: str) -> SubmergeChoice:
    under: frozenset[PieceId] = frozenset()
    joins: list[Transfer] = []
    for part in parts(text):
        if part.casefold().startswith("join"):
            joins += transfers.typed(part[len("join") :].strip())
        elif part.casefold() not in NOTHING:
            under |= tokens(part)
    return SubmergeChoice(under, tuple(joins))


def _fight_on(_: PlayerView, text: str) -> SubmergeChoice:
    _all_fight(text)
    return SubmergeChoice()


def _say_under(_: PlayerView, answer: SubmergeChoice) -> str:
    words = (
        answer.tokens and f"submerge {handles(answer.tokens)}",
        answer.joins and f"join {transfers.said(answer.joins)}",
    )
    return "; ".join(part for part in words if part) or "fight with all"


def _tell_under(view: PlayerView, answer: SubmergeChoice) -> str:
    words = (
        answer.tokens and f"submerge {seen(view, answer.tokens)}",
        answer.joins and f"submerge {transfers.told(answer.joins)}",
    )
    return "; ".join(part for part in words if part) or "fight with all"


def _groups_form(view: PlayerView, decision: SubmergeGroups) -> GroupsForm:
    battle, track = current_battle(view.game), tracker(view.game, decision.power)
    here = (*battle.attackers, *battle.defenders)
    own = tokens_of(view.game, decision.power)
    return GroupsForm(
        tokens=tuple(
            GroupToken(id=t.id, group=track.opened[t.id], size=track.size(track.opened[t.id]))
            for t in own
            if t.id in here
        ),
        under=tuple(
            SubmergedToken(id=t.id, group=view.groups.get(t.id))
            for t in own
            if t.id in battle.submerged
        ),
        prospects=dive_prospects(view),
    )


def _sent_under(_: PlayerView, answer: GroupsAnswer) -> SubmergeChoice:
    return SubmergeChoice(frozenset(map(PieceId, answer.tokens)), transfers.sent(answer.joins))


# Windows


def _pass(_: PlayerView, text: str) -> Pass:
    alone("pass", text)
    return Pass()


def _say_pass(_: PlayerView, __: Pass) -> str:
    return "pass"


def _window_form(_: PlayerView, __: BoundedSlot) -> WindowForm:
    return WindowForm()


def _passed(_: PlayerView, __: DoneAnswer) -> Pass:
    return Pass()


_PASS = (Verb("pass", "nothing more is done here", _pass),)
_PASSES = (Wording(Pass, _say_pass),)


def _put_in_window(view: PlayerView) -> tuple[str, tuple[str, ...]]:
    acts = rearranging(view)
    asks = f"Do you {listed(acts, 'or')} tokens, or pass?"
    return asks if acts else "Nothing is left to rearrange: pass.", ("SS-4.0",)


def _window(
    decision: type[BoundedSlot],
    *,
    asks: str,
    rule: str,
    task: str,
    put_now: Callable[[PlayerView], tuple[str, tuple[str, ...]]] | None = None,
) -> DecisionRecord[BoundedSlot]:
    """A window: what is done in it are actions, and its only answer is to pass."""
    return DecisionRecord(
        decision,
        asks=asks,
        rules=(rule,),
        task=task,
        control=OwnForm(_window_form, DoneAnswer, _passed),
        says=_PASSES,
        verbs=_PASS,
        examples=("pass",),
        numbered=False,
        put_now=put_now,
    )


# Events


def _revealed(event: TokensRevealed, _: Names) -> str:
    faces = (
        f"#{token} is group {group} ({event.owners[token]}, {group_size(event.sizes[token])})"
        for token, group in sorted(event.groups.items())
    )
    return f"tokens turned up in {event.at}: {listed(faces)}"


def _discarded(event: TokensDiscarded, _: Names) -> str:
    empty = "an empty token" if len(event.groups) == 1 else "empty tokens"
    return f"{event.power} takes back {empty} in {event.at} ({groups_shown(event.groups)})"


def _joined(event: SubsJoined, _: Names) -> str:
    into = listed(map(str, event.joined))
    return f"{event.power} submerges into group {into} in {event.at}: {group_sizes(event.sizes)}"


def _turned_down(event: TokensTurnedDown, _: Names) -> str:
    are = "is" if len(event.tokens) == 1 else "are"
    return f"{named_tokens(event.tokens)} {are} face down again in {event.at}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            ChooseSides,
            asks="Which of your tokens here submerge, and which fight?",
            rules=("SS-3.1",),
            task="choose which tokens submerge",
            control=OwnForm(_sides_form, SidesAnswer, _sent_stand),
            facts=dive_lines,
            says=(Wording(SubmergeOrFight, _say_stand, _tell_stand),),
            verbs=(
                Verb("submerge", "#12 #13: these tokens submerge, all others fight", _stand),
                Verb("fight", "all tokens fight", _all_stand),
            ),
            examples=("submerge #12", "fight"),
        ),
        DecisionRecord(
            SubmergeGroups,
            asks="Do your revealed groups submerge, or fight on?",
            rules=("SS-3.4",),
            task="submerge groups or fight on",
            control=OwnForm(_groups_form, GroupsAnswer, _sent_under),
            facts=dive_lines,
            says=(Wording(SubmergeChoice, _say_under, _tell_under),),
            verbs=(
                Verb(
                    "submerge",
                    "#12; join 3>5 1: tokens turn face down; submarines join a submerged group",
                    _submerge,
                ),
                Verb("fight", "all tokens fight on", _fight_on),
            ),
            examples=("submerge #12", "submerge join 3>5 1", "fight"),
        ),
        _window(
            ReorganizeSurvivors,
            asks="The battle is over: do you reorganize?",
            rule="SS-3.7",
            task="reorganize survivors",
        ),
        _window(
            AnonymizeSurvivors,
            asks="The battle is over: do you shuffle your tokens?",
            rule="SS-3.7",
            task="shuffle survivors",
        ),
        _window(
            AnonymizeShown,
            asks="Your tokens are face down again: do you shuffle them?",
            rule="SS-A23",
            task="shuffle shown tokens",
        ),
        _window(
            Window,
            asks="Do you reorganize or shuffle tokens, or pass?",
            rule="SS-4.0",
            task="reorganize, shuffle or pass",
            put_now=_put_in_window,
        ),
    ),
    events=(
        EventRecord(TokensRevealed, _revealed, place=places.at, nested=True, beside_dice=True),
        EventRecord(TokensDiscarded, _discarded, place=places.at),
        EventRecord(SubsJoined, _joined, place=places.at, nested=True),
        EventRecord(TokensTurnedDown, _turned_down, place=places.at, nested=True),
    ),
)
