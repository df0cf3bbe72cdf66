"""The command line's parser: argparse's, with a command that is meant where none is named."""

__all__ = ["Parser"]

import argparse
from collections.abc import Iterable
from typing import Any, NoReturn

from protocol.printable import printable


class Parser(argparse.ArgumentParser):
    """A parser of a command or a family of commands.

    Attributes:
        named: the commands of a family of which one need not be named.
        unnamed: that one.
    """

    named: frozenset[str] = frozenset()
    unnamed: str = ""

    def parse_known_args(self, args: Iterable[str] | None = None, namespace: Any = None) -> Any:
        """See `argparse.ArgumentParser`; `odds "tank vs tank"` is `odds battle "tank vs tank"`."""
        if self.unnamed and args is not None:
            words = list(args)
            if words and words[0] not in {*self.named, "-h", "--help"}:
                words.insert(0, self.unnamed)
            return super().parse_known_args(words, namespace)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """See `argparse.ArgumentParser`; a message quotes what was pasted."""
        super().error(printable(message))
