"""The items of Rules of Warfare that ask or tell something, a module each."""

__all__ = ["CHAPTERS"]

from client.presentation.decisions.rules_of_warfare import (
    batteries,
    battleships,
    destroyers,
    elite,
    kamikaze,
    mines,
    monetary_aid,
    resistance,
    warehouses,
)
from client.presentation.record import Chapter

CHAPTERS: tuple[Chapter, ...] = (
    batteries.CHAPTER,
    destroyers.CHAPTER,
    resistance.CHAPTER,
    mines.CHAPTER,
    battleships.CHAPTER,
    elite.CHAPTER,
    kamikaze.CHAPTER,
    monetary_aid.CHAPTER,
    warehouses.CHAPTER,
)
