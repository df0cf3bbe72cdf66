"""A charter signed by all, with the scenario that it names (SPEC-4.6)."""

from dataclasses import dataclass

from protocol.charter import Charter, scenario_digest
from protocol.errors import Code, Refused
from protocol.players import Players
from protocol.statement import Signed, check_statement
from protocol.statements import CharterSignature

__all__ = ["Founding"]


@dataclass(frozen=True, slots=True)
class Founding:
    """What every log begins with.

    Attributes:
        charter: what was signed.
        scenario: source text of the scenario, UTF-8 as written.
        signatures: one of each seat, in seat order.

    Raises:
        Refused: `bad_charter`, on construction, where scenario or signatures are not those that the
            charter needs; `bad_signature`, `wrong_game` where one is not what it says.
    """

    charter: Charter
    scenario: bytes
    signatures: tuple[Signed[CharterSignature], ...]

    def __post_init__(self) -> None:
        if scenario_digest(self.scenario) != self.charter.scenario_digest:
            raise Refused(
                Code.BAD_CHARTER,
                "SPEC-4.6",
                None,
                f"the scenario text is not that of {self.charter.scenario} as signed",
            )
        signers = [signed.statement.seat for signed in self.signatures]
        if signers != list(range(len(self.charter.seats))):
            raise Refused(
                Code.BAD_CHARTER,
                "SPEC-4.6",
                None,
                f"the charter has {len(self.charter.seats)} seats, but signatures of {signers}",
            )
        players = Players.of(self.charter)
        for signed in self.signatures:
            check_statement(players, signed)
