"""Where an event has happened, by the field that says so: what the map shows for its line."""

__all__ = ["at", "space", "territory", "to", "zone"]

from typing import Protocol

from engine.board import SpaceId


class _InSpace(Protocol):
    @property
    def space(self) -> SpaceId: ...


class _At(Protocol):
    @property
    def at(self) -> SpaceId: ...


class _To(Protocol):
    @property
    def to(self) -> SpaceId: ...


class _InTerritory(Protocol):
    @property
    def territory(self) -> SpaceId: ...


class _InZone(Protocol):
    @property
    def zone(self) -> SpaceId: ...


def space(event: _InSpace) -> SpaceId:
    """The space that it is about."""
    return event.space


def at(event: _At) -> SpaceId:
    """The space where its pieces are."""
    return event.at


def to(event: _To) -> SpaceId:
    """The space where it leads."""
    return event.to


def territory(event: _InTerritory) -> SpaceId:
    """Its territory."""
    return event.territory


def zone(event: _InZone) -> SpaceId:
    """Its sea zone."""
    return event.zone
