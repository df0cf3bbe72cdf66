"""What the captain does with secrets: groups, decoys, shuffles, diving."""

__all__ = ["answer", "token_action"]

import random
from collections import Counter
from typing import Any

from client.bots.captain import combat, hunts, warfare
from client.bots.captain.situation import Situation
from client.bots.captain.special_actions import allowed
from engine.battle.sides import engaged, role_of
from engine.battle.submarines import Dive, Submerge
from engine.pause import Action
from engine.phases import Phase
from engine.pieces import PieceId
from engine.requests import Decision
from engine.units import Trait
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Transfer
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.place import PlaceSubs, Placing
from engine.variants.secret_subs.public import own_token
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import class_of, first_of_class
from engine.variants.secret_subs.windows import BoundedSlot, Pass

_DRAFTS = 12  # ways to place new submarines that the captain looks at
_MIXED = 0.5  # what a new token is worth on top that can be shuffled with another
_UNLIKE = 2  # sizes of groups from which on it matters which is which
_SUB = 6.0  # what a submarine placed is worth among them, a new token being worth 1


def answer(situation: Situation, decision: Decision[Any], draw: random.Random) -> object:
    """Answer a decision about submarines and tokens."""
    match decision:
        case PlaceSubs():
            return _placing(situation, decision, draw)
        case Submerge():
            return Dive(
                frozenset(_divers(situation)) if combat.outmatched(situation) else frozenset()
            )
        case ChooseSides():
            stand = SubmergeOrFight(frozenset(_hiding(situation)))
            return stand if decision.legal(situation.game, stand) else SubmergeOrFight()
        case SubmergeGroups():
            return SubmergeChoice(
                frozenset(_divers(situation)) if combat.outmatched(situation) else frozenset()
            )
        case BoundedSlot():
            return Pass()
        case _:
            for chapter in (hunts.answer, warfare.answer):
                found = chapter(situation, decision)
                if found is not None:
                    return found
            return decision.draft(situation.game, draw, situation.view.groups)


def _placing(situation: Situation, decision: PlaceSubs, draw: random.Random) -> Placing:
    """Of several ways to place, one that loses no submarine and puts out many tokens."""
    drafts = [
        decision.sample_owned(situation.game, draw, situation.view.groups) for _ in range(_DRAFTS)
    ]
    mixing = _MIXED if situation.view.knowledge.supports else 0.0
    there = {piece.at for piece in situation.own if isinstance(piece, Token)}

    def liking(order: Placing) -> float:
        zones = Counter(slot.at for slot in order.tokens.values())
        mixed = sum(n for zone, n in zones.items() if n > 1 or zone in there)
        return _SUB * sum(order.added.values()) + len(order.tokens) + mixing * mixed

    return max(drafts, key=liking)


def _hiding(situation: Situation) -> list[PieceId]:
    """Tokens that had better stay face down: decoys, or all of them before a stronger enemy."""
    tokens = _divers(situation)
    if combat.outmatched(situation):
        return tokens
    return [token for token in tokens if not situation.group_or(situation.game.pieces[token], 0)]


def _own_subs(situation: Situation) -> list[PieceId]:
    """The power's submarines in the battle being fought."""
    here = engaged(situation.game, role_of(situation.game, situation.power))
    return [
        p.id for p in here if p.owner == situation.power and situation.is_kind(p, Trait.SUBMARINE)
    ]


def _divers(situation: Situation) -> list[PieceId]:
    """Those of them that may submerge before dice are rolled."""
    game = situation.game
    return [
        sub for sub in _own_subs(situation) if game.rules.piece_may_submerge(game, game.pieces[sub])
    ]


def token_action(
    situation: Situation, decision: Decision[Any], draw: random.Random
) -> Action | None:
    """A reorganization or a shuffle that hides something, if this is a moment for it.

    In its own turn that is Mobilize, when a shuffle costs no movement any more.
    """
    if not situation.plays_tokens:
        return None
    if isinstance(decision, ChooseSides):
        return _spread(situation, decision)
    if (
        decision.power == situation.game.active
        and situation.game.current_phase is not Phase.MOBILIZE
    ):
        return None
    if situation.view.knowledge.supports:
        gathered = _gathered(situation, decision)
        if gathered is not None:
            return gathered
    return _shuffle(situation, decision, draw)


def _gathered(situation: Situation, decision: Decision[Any]) -> Action | None:
    """All submarines of tokens that lie alike in one group: others cannot tell which it is.

    The more unlike the groups are, the less their average tells.
    """
    track, groups = tracker(situation.game, situation.power), situation.view.groups
    for token in situation.own:
        if not isinstance(token, Token) or token.face_up:
            continue
        alike = {groups[t.id] for t in class_of(situation.game, token) if t.id in groups}
        ranked = sorted(alike, key=lambda group: (-track.size(group), group))
        moved = tuple(Transfer(g, ranked[0], track.size(g)) for g in ranked[1:] if track.size(g))
        action = Reorganize(token.id, moved)
        if moved and allowed(situation, decision, action):
            return action
    return None


def _shuffle(situation: Situation, decision: Decision[Any], draw: random.Random) -> Action | None:
    """A shuffle of tokens of which others know more of one than of another."""
    knowledge = situation.view.knowledge
    opened = tracker(situation.game, situation.power).opened
    for zone in situation.game.board.zones:
        tokens = [
            piece
            for piece in situation.game.pieces.at(zone)
            if isinstance(piece, Token) and piece.owner == situation.power and not piece.face_up
        ]
        if len({situation.view.submarines(token) for token in tokens}) < _UNLIKE:
            continue
        if knowledge.supports:
            told = any(knowledge.odds(token) != knowledge.odds(tokens[0]) for token in tokens)
        else:
            told = any(token.id in opened for token in tokens) or draw.randrange(3) == 0
        action = Anonymize(frozenset(token.id for token in tokens))
        if told and allowed(situation, decision, action):
            return action
    return None


def _spread(situation: Situation, decision: ChooseSides) -> Action | None:
    """Submarines for a decoy that must fight, lest it be discarded when it shows (SS-3.6)."""
    if decision.legal(situation.game, SubmergeOrFight(frozenset(_own_subs(situation)))):
        return None
    track = tracker(situation.game, situation.power)
    tokens = [t for t in _own_subs(situation) if t in situation.view.groups]
    groups = sorted({situation.view.groups[token] for token in tokens}, key=track.size)
    if not groups or track.size(groups[0]) or track.size(groups[-1]) <= 1:
        return None
    moved = Transfer(groups[-1], groups[0], track.size(groups[-1]) // 2)
    named = first_of_class(situation.game, own_token(situation.game, situation.power, tokens[0]))
    action = Reorganize(named.id, (moved,))
    return action if allowed(situation, decision, action) else None
