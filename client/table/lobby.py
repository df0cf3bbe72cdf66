"""Before the game: the board that it would begin on, and what its players agree to."""

__all__ = [
    "ProposedGame",
    "agreement_of_charter",
    "agreement_of_game",
    "agreement_of_terms",
    "invited",
    "to_compare",
]

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from client.errors import ClientError
from client.presentation.charter import DEPOSITED, absence_text, played_by, proposal, winning
from client.presentation.instructions import READ_BY_ALL, instructions_text
from client.presentation.safety import safety_words
from client.schema import table as page
from client.seat.viewer import Viewer
from client.table.seating import seated
from client.tables import opening, usual_dice
from engine.game import Game
from engine.setup import declarations
from engine.variants import HOUSE_RULES, MODULES
from engine.variants.compatibility import pair_name, rulings
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby_protocol import Proposed
from p2p.terms import Terms
from p2p.tickets import Ticket
from protocol.charter import Charter, DiceSetting, OptionValue, Secrecy, WindowsStart
from protocol.opening import first_position
from protocol.players import Players

_SECRECY: Final = {
    Secrecy.PROVED: "Every claim about hidden groups is proved in the entry that makes it.",
    Secrecy.HASHED: "Claims about hidden groups are checked when keys are disclosed at the end.",
}
_DICE: Final = {
    DiceSetting.SIDES: "One seat of each side adds to every roll, so nobody knows it beforehand.",
    DiceSetting.ALL: "Every seat adds to every roll, so each roll waits for all players.",
    DiceSetting.KEEPERS: "Every keeper and the seat whose turn it is add to every roll, which is "
    "fair unless they all collude; a keeper that is down stalls rolls.",
}
_TOGETHER: Final = (
    "One seat of each side adds to every roll: two of these seats, if one person is behind both, "
    "can choose the dice against a third."
)
_WINDOWS: Final = {
    WindowsStart.ASKED: "Players may shuffle at the end of moves and turns, until they waive it.",
    WindowsStart.WAIVED: "Moves and turns end without waiting for others, unless they ask for it.",
}


@dataclass(frozen=True, slots=True)
class ProposedGame:
    """What the players of a game agree to.

    Attributes:
        game: its first position, of which nothing has been played.
        seat: the player's own.
        shown: all that is agreed, as a page shows it.
        seats: who sits where, by the charter; None while there is none.
    """

    game: Game
    seat: int
    shown: page.Agreement
    seats: Mapping[str, page.Seat] | None = None

    @property
    def viewer(self) -> Viewer:
        """The player as one who looks at the first position."""
        return Viewer(frozenset(self.game.powers_of(self.seat)))


def agreement_of_terms(terms: Terms, seat: int) -> ProposedGame:
    """What a host in this seat proposes, while others are still free.

    Raises:
        IncompatibleModules, ScenarioError: it cannot be played.
    """
    options = _spelled(terms.options)
    game = opening(terms)
    shown = _shown(game, options, terms)
    return ProposedGame(game, seat, shown)


def agreement_of_charter(proposed: Proposed, seat: int) -> ProposedGame:
    """What a charter says that the player in this seat is to sign; its `text` has every word.

    Raises:
        Refused: it cannot be played.
    """
    charter = proposed.charter
    game = first_position(charter, proposed.scenario)
    options = _spelled(charter.options)
    shown = _shown(game, options, charter)
    everybody = {each.key.fingerprint for each in charter.seats}
    text = proposal(charter, proposed.scenario)
    agreed = shown.model_copy(update={"text": text, "safety": safety_words(charter.game_id)})
    return ProposedGame(game, seat, agreed, seated(Players.of(charter), seat, everybody))


def agreement_of_game(opening: Game, charter: Charter) -> page.Agreement:
    """What the players of a running game have agreed to, without the words of the charter.

    Args:
        opening: its first position.
        charter: that all have signed.
    """
    return _shown(opening, _spelled(charter.options), charter)


def invited(lobby: Hosting | Joining | None) -> int:
    """The seat that the owner of a lobby is to take.

    Raises:
        ClientError: none, so nobody may ask for a signature.
    """
    match lobby:
        case Hosting(seat=seat):
            return seat
        case Joining(invite=Invite(ticket=Ticket(place=seat))):
            return seat
        case _:
            raise ClientError("not signed: you were not invited to a seat")


def to_compare(lobby: Hosting | Joining | None) -> str | None:
    """The safety phrase of what a host proposes, once every seat is taken."""
    charter = lobby.charter if isinstance(lobby, Hosting) else None
    return None if charter is None else safety_words(charter.game_id)


def _dice(setting: DiceSetting, seats: int) -> str:
    chosen = setting is DiceSetting.SIDES and setting is not usual_dice(seats)
    return _TOGETHER if chosen else _DICE[setting]


def _spelled(options: tuple[tuple[str, OptionValue], ...]) -> dict[str, str]:
    return {name: str(value) for name, value in options}


def _shown(game: Game, options: Mapping[str, str], agreed: Terms | Charter) -> page.Agreement:
    scenario, modules = game.rules.scenario, game.rules.modules
    return page.Agreement(
        title=scenario.title,
        edition=played_by(scenario),
        winning=tuple(winning(rule, "★") for rule in scenario.victory),
        rules=tuple(
            page.HouseRule(name=HOUSE_RULES[one].title, about=HOUSE_RULES[one].about)
            for one in modules
        ),
        options=tuple(_changed(game, options)),
        rulings=tuple(
            page.RulingText(of=pair_name(ruling.pair), text=ruling.text)
            for ruling in rulings(modules, scenario.edition)
        ),
        trust=(
            _SECRECY[agreed.secrecy],
            _dice(agreed.dice, len(game.rules.seats)),
            _WINDOWS[agreed.windows_start],
            f"{absence_text(agreed.absence)}.",
            *((f"{DEPOSITED}.",) if agreed.deposits else ()),
            *_instructed(game),
        ),
    )


def _instructed(game: Game) -> Iterator[str]:
    """The first instructions of each power that has any, and who reads them."""
    for power, left in game.instructions.items():
        yield f"Instructions of {power}: {instructions_text(left)}. {READ_BY_ALL}"


def _changed(game: Game, options: Mapping[str, str]) -> Iterator[page.ChangedOption]:
    """Options that are not as usual, with what each decides."""
    owners = {option.name: module.module for module in MODULES for option in module.declares}
    for option in declarations(game.rules.scenario, game.rules.modules):
        value = options.get(option.name, str(option.default))
        if value != str(option.default):
            yield page.ChangedOption(
                name=option.name,
                value=value,
                usual=str(option.default),
                text=option.text,
                of=owners.get(option.name),
            )
