"""Secret Subs (SS): opening and new groups, tokens in battle, and the actions on tokens."""

__all__ = ["CHAPTERS"]

from client.presentation.decisions.secret_subs import actions, battle, placing
from client.presentation.record import Chapter

CHAPTERS: tuple[Chapter, ...] = (placing.CHAPTER, battle.CHAPTER, actions.CHAPTER)
