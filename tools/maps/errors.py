"""What the map generator refuses."""

__all__ = ["CannotDraw"]


class CannotDraw(Exception):
    """The data do not make a map; the message says which, and what is wrong with it."""
