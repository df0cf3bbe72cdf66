"""The commands of `secret-subs`: this list, and a module for each family of them.

`secret-subs --help` reads the list alone. A module is imported when its command runs.
"""

__all__ = ["COMMANDS", "Command"]

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from client.commands.parser import Parser


class Command(NamedTuple):
    """A command, described before its module is imported.

    Attributes:
        summary: what it does, as help says it.
        module: its module in this package.
        function: the function there that gives a parser the command's options, and the function
            that runs it as the default `run`.
    """

    summary: str
    module: str
    function: str = "configure"

    @property
    def description(self) -> str:
        """The summary as a sentence."""
        return f"{self.summary[0].upper()}{self.summary[1:]}."

    def configure(self, parser: "Parser") -> None:
        """Import the command, and give its parser the command's options."""
        getattr(import_module(f"{__name__}.{self.module}"), self.function)(parser)


COMMANDS: Final[Mapping[str, Command]] = {
    "table": Command("open the start page: create, join and resume games", "table"),
    "learn": Command("learn the game in one guided turn, at the page", "table", "configure_learn"),
    "demo": Command("let bots play a whole game, then audit its log", "demo"),
    "solo": Command("play against bots; nothing needs to be set up", "solo"),
    "host": Command("create a game, invite players and play", "host"),
    "join": Command("join a game with an invite, and play", "join", "configure_join"),
    "tables": Command("list tables whose hosts let strangers in", "tables"),
    "play": Command("resume a game", "join", "configure_play"),
    "stay": Command("keep your games going on a machine that is always on", "stay"),
    "remind": Command("choose where you are reminded that a game waits for you", "remind"),
    "link": Command("print a link to a game, with the newest addresses of all players", "link"),
    "keep": Command("keep a game: add to its dice and witness it, with no power to play", "keep"),
    "relay": Command("be a relay, through which players meet who cannot reach others", "relay"),
    "site": Command("find out whether a site serves the program that it should", "site"),
    "watch": Command("watch a game as a spectator", "join", "configure_watch"),
    "audit": Command("verify a log or a piece of evidence", "audit"),
    "league": Command("make a site of a league's games from their logs", "league"),
    "replay": Command("print a log from its first entry, or show the board", "replay"),
    "report": Command("make one page of a whole game, to send round", "report"),
    "recover": Command(
        "recover a game after the loss of a machine, from your phrase and the other players",
        "join",
        "configure_recover",
    ),
    "move": Command("move your seat to another device of yours", "move", "configure_move"),
    "receive": Command(
        "play a seat from this device that moves here from another", "move", "configure_receive"
    ),
    "export": Command(
        "copy all games, your key and settings into one file", "copy", "configure_export"
    ),
    "import": Command("bring what such a copy holds", "copy", "configure_import"),
    "keys": Command("create, show or restore your key", "keys"),
    "scenario": Command("list, show, check, import or change scenarios", "scenario"),
    "rules": Command("list house rules and which of them can be combined", "rules"),
    "odds": Command("compute the odds of a battle, or of a collapse by convoy raids", "odds"),
}
"""Every command, in the order in which help lists them."""
