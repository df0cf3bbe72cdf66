"""What a hostile seat makes up about proposals; what it signs it may keep in its pocket."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.agreements import Agreement, ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.consent import agree_of
from protocol.entry import Entry, sign_entry
from protocol.head import Head
from protocol.proposals import (
    ChangeKeepers,
    End,
    Ended,
    HandOver,
    ListedProposal,
    Proposal,
    ProposalRefusal,
    Replace,
    Result,
    TakeBack,
    Terms,
)
from protocol.questions import RejoinQuestion
from protocol.statement import Signed, sign_statement
from protocol.table import Table
from tests.p2p.simulated_players import brings
from tests.protocol.sample import MINUTE, identity

if TYPE_CHECKING:
    from tests.p2p.forging import Forger
    from tests.p2p.simulation import World

__all__ = ["AgreementForger"]

_NEVER_COMES = 9
"""Whose key successors have that nobody plays."""


class AgreementForger:
    """What all hostile seats of a world make of proposals."""

    def __init__(self, world: "World", forger: "Forger") -> None:
        self._world = world
        self._forger = forger
        self._pocket: list[Signed[ProposalSignature]] = []

    @property
    def _proposals(self) -> list[Signed[Proposal]]:
        known = self._forger.known()
        return [
            Signed(s.statement, s.signature) for s in known if isinstance(s.statement, Proposal)
        ]

    def proposal(self, seat: int, table: Table) -> Signed[Proposal]:
        """A proposal for any place, of any terms, against anybody."""
        draw, log = self._world.draw, table.log
        after = table.head if draw.random() < 0.7 else self._head(table)
        others = [other for other in self._world.seats if other != seat]
        named = sorted(draw.sample(others, draw.choice((0, 1, 1, 2)) if len(others) > 1 else 1))
        terms = self._terms(seat, table, named)
        if isinstance(terms, TakeBack | HandOver):
            named = []
        said = [s for s in self._forger.known() if isinstance(s.statement, ProposalRefusal)]
        refused = {
            one.statement.proposal: Signed(one.statement, one.signature)
            for one in said
            if isinstance(one.statement, ProposalRefusal) and draw.random() < 0.5
        }
        players = log.players.now
        proposal = Proposal(
            game=table.charter.game_id,
            seat=seat,
            after=after,
            terms=terms,
            named=tuple(Ended(s, players[s].number, self._question(s, table)) for s in named),
            refused=tuple(refused[name] for name in sorted(refused)[:2]),
        )
        return sign_statement(identity(seat), proposal)

    def _head(self, table: Table) -> Head:
        """A place that has passed, one that does not exist, or one far ahead."""
        log, draw = table.log, self._world.draw
        places = [Head(draw.randint(1, 40), self._world.entropy())]
        if len(log):
            places.append(log.at(draw.randint(1, len(log))).head)
        return draw.choice(places)

    def _question(self, seat: int, table: Table) -> Signed[RejoinQuestion] | None:
        known = table.log.heard.greatest.get(seat)
        return known if self._world.draw.random() < 0.8 else None

    def _terms(self, seat: int, table: Table, named: Sequence[int]) -> Terms:
        """Also a key that has played, one that nobody plays, and what was never on the line."""
        draw, log = self._world.draw, table.log
        fate = draw.random()
        if fate < 0.3 and len(log):
            return TakeBack(
                draw.choice((log.at(draw.randint(1, len(log))).head, self._head(table)))
            )
        if fate < 0.4:
            return End(Result.WIN, draw.choice(("Axis", "Allies", "Nobody")))
        if fate < 0.5 or not named:
            return End(Result.DRAW)
        made = tuple(
            brings(
                self._world,
                draw.choice((_NEVER_COMES - index, _NEVER_COMES - index, other, seat)),
                other,
                log.players.now[other].number + draw.choice((1, 1, 1, 2)),
            )
            for index, other in enumerate(named)
        )
        if fate < 0.55:
            return HandOver(made[0])
        return ChangeKeepers(made) if fate < 0.65 else Replace(made)

    def signature(self, seat: int, table: Table) -> Signed[ProposalSignature] | None:
        """A signature in any of its names; half of them are shown later, if at all."""
        draw, proposals = self._world.draw, self._proposals
        asked = [one for one in proposals if one.statement.names(seat) is None]
        if not asked:
            return None
        proposal = draw.choice(asked[-4:]).statement
        begun, settlement = self._forger.name_of(seat)
        greatest = sorted(table.log.heard.greatest.items())
        known = [one for other, one in greatest if other != seat and draw.random() < 0.8]
        answers = []
        if begun is not None and settlement is None:
            given = [
                Signed(s.statement, s.signature)
                for s in self._forger.known()
                if isinstance(s.statement, RejoinAnswer) and s.statement.asked == begun.statement
            ]
            latest = {one.statement.seat: one for one in given}
            answers = [latest[other] for other in sorted(latest)]
        signed = sign_statement(
            identity(seat),
            ProposalSignature(
                game=table.charter.game_id,
                seat=seat,
                begun=begun,
                settlement=settlement,
                proposal=proposal.hash,
                known=tuple(known),
                answers=tuple(answers),
            ),
        )
        if draw.random() < 0.5:
            self._pocket.append(signed)
            return None
        return signed

    def from_pocket(self) -> Signed[ProposalSignature] | None:
        """A signature that was kept."""
        return self._world.draw.choice(self._pocket) if self._pocket else None

    def refusal(self, seat: int, table: Table) -> Signed[ProposalRefusal] | None:
        """A refusal of anything, whatever it has signed."""
        proposals = self._proposals
        if not proposals:
            return None
        begun, _ = self._forger.name_of(seat)
        proposal = self._world.draw.choice(proposals[-4:]).statement
        return sign_statement(
            identity(seat),
            ProposalRefusal(
                game=table.charter.game_id, seat=seat, begun=begun, proposal=proposal.hash
            ),
        )

    def listed(self) -> tuple[ListedProposal, ...]:
        """What an answer says was signed: some of it, nothing, or what does not exist."""
        draw = self._world.draw
        named = [one.statement.named for one in self._proposals]
        found = {
            one.statement.hash: one.statement.listed
            for one in self._proposals
            if draw.random() < 0.4
        }
        if named and draw.random() < 0.2:
            invented = self._world.entropy()
            found[invented] = ListedProposal(invented, draw.randint(1, 40), draw.choice(named))
        return tuple(found[name] for name in sorted(found)[:8])

    def carried(self, seat: int, table: Table) -> Entry | None:
        """An entry that carries an agreement, with the signatures that there are, or fewer."""
        draw, proposals = self._world.draw, self._proposals
        here = [one for one in proposals if one.statement.after == table.head]
        if not here:
            return None
        proposal = draw.choice(here)
        given: dict[int, Signed[ProposalSignature]] = {}
        for one in (*self._forger.known(), *self._pocket):
            signature = one.statement
            if not isinstance(signature, ProposalSignature):
                continue
            if signature.proposal == proposal.statement.hash and draw.random() < 0.95:
                given[signature.seat] = Signed(signature, one.signature)
        agreement = Agreement(proposal, tuple(given[one] for one in sorted(given)))
        return sign_entry(
            identity(seat),
            game=table.charter.game_id,
            head=table.head,
            seat=seat,
            incarnation=table.ledger.incarnations[seat],
            minute=MINUTE,
            state=table.due_digest,
            items=[agree_of(agreement, table.log)],
        )
