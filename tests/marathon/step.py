"""What every part of the marathon reports as it goes."""

__all__ = ["Step"]

from typing import NamedTuple


class Step(NamedTuple):
    """One thing that was tried.

    Attributes:
        report: a line to print; empty if there is nothing to say.
        failed: whether it went wrong.
    """

    report: str = ""
    failed: bool = False
