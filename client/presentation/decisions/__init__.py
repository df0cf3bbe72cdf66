"""The records of every decision, action and event: a module for each chapter and house rule.

A house rule that asks or tells something adds its module here, and its chapter to `CHAPTERS`.
"""

__all__ = ["CHAPTERS"]

from client.presentation.decisions import (
    battle,
    convoys,
    declaring,
    depth,
    economy,
    editions,
    movement,
    raids,
    research,
    rules_of_warfare,
    secret_subs,
    submarine_warfare,
    turns,
)
from client.presentation.record import Chapter

CHAPTERS: tuple[Chapter, ...] = (
    turns.CHAPTER,
    research.CHAPTER,
    economy.CHAPTER,
    movement.CHAPTER,
    declaring.CHAPTER,
    battle.CHAPTER,
    raids.CHAPTER,
    editions.CHAPTER,
    *secret_subs.CHAPTERS,
    depth.CHAPTER,
    submarine_warfare.CHAPTER,
    convoys.CHAPTER,
    *rules_of_warfare.CHAPTERS,
)
"""All chapters, those of house rules in the order in which they are composed."""
