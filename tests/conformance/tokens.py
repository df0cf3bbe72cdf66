"""Chapters 8 and 9 once more: tokens, what is claimed of them, and what becomes known.

Which claims the rules ask for is told beforehand, in their order.
"""

import copy
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from . import curve, dealing, passing, proofs
from .canonical import Refused, Value, binary, encode, label
from .charter import Charter
from .claims import Claim, holds, listed, named, new_tokens, number, resealed
from .deposits import Recipients, deposit
from .entries import Entry
from .hashed import blinding, commitment
from .hashing import digest
from .statements import Statement

__all__ = ["Asked", "Claimed", "Token", "Tokens"]

Asked: TypeAlias = tuple[str, Claim]
"""A power, and the claim that the rules ask of it."""


class Token(NamedTuple):
    """A token: its power, where it was made (SPEC-8.1), and its commitment; of a deck its group.

    Of one that was dealt also the key that everybody knows (SPEC-8.9).
    """

    power: str
    context: list[Value]
    entry: int
    seat: int
    made: bytes
    group: int | None = None
    key: bytes | None = None
    deposit: bytes | None = None
    to: Recipients | None = None


class Claimed(NamedTuple):
    """A claim of the line: the place of its entry, the power, and whether it is proved.

    With what its tokens were then, and those before it that it sealed anew.
    """

    entry: int
    seat: int
    power: str
    claim: Claim
    proved: bool
    tokens: dict[int, Token]
    before: dict[int, Token]


class Tokens:
    """The tokens of one line. After a refusal they are of no use."""

    def __init__(self, charter: Charter, asked: Sequence[Asked]) -> None:
        self.charter = charter
        self.asked = asked
        self.by_handle: dict[int, Token] = {}
        self.limits: dict[str, int] = {}
        self.shown: dict[int, int] = {}
        self.claims: list[Claimed] = []
        self.facts: dict[str, dealing.Facts] = {}
        self.made: list[tuple[int, Token]] = []
        self.disclosed: dict[bytes, int] = {}
        self.known = [copy.deepcopy(self.facts)]
        self.history = charter.game

    def passes(self) -> None:
        """An entry is on the line: what is known of tokens after it may be gone back to."""
        self.known.append(copy.deepcopy(self.facts))

    def take_back(self, place: int) -> None:
        """SPEC-8.7, 18.4."""
        self.facts = copy.deepcopy(self.known[place])
        for handle, group in sorted(self.shown.items()):
            if handle in (facts := self.facts[self.by_handle[handle].power]).can:
                dealing.learn(facts, ["holds", handle, group])

    def _remember(self, handle: int, what: Value) -> None:
        """A commitment, or the group of an opening, enters the history (SPEC-11.2)."""
        self.history = digest("history", encode([self.history, handle, what]))

    def open(self, entry: Entry, opening: list[Value], since: int, *, trusting: bool) -> None:
        """One opening (SPEC-10.7), by who plays since a place."""
        handle, group, proof = opening
        token = self.by_handle.get(number(handle))
        if token is None or token.group is not None or number(group) > self.limits[token.power]:
            raise Refused("bad_opening", entry.seat)
        if not trusting:
            if not self._opens(number(handle), number(group), proof):
                raise Refused("bad_opening", entry.seat)
            self._deposited(entry, number(handle), token, proof, since)
        self._shown(number(handle), number(group))

    def _deposited(self, entry: Entry, handle: int, token: Token, proof: Value, since: int) -> None:
        """Whether who opens a token has deposited its opening, if it has made it (SPEC-19.4)."""
        if token.to is None or token.seat != entry.seat or token.entry <= since:
            return
        place = encode([token.context, handle, token.made])
        if deposit(binary(proof, 32), place, token.to) != token.deposit:
            raise Refused("bad_deposit", entry.seat)

    def _shown(self, handle: int, group: int) -> None:
        self.shown[handle] = group
        self._remember(handle, group)
        dealing.learn(self.facts[self.by_handle[handle].power], ["holds", handle, group])

    def _opens(self, handle: int, group: int, proof: Value) -> bool:
        token = self.by_handle[handle]
        if not isinstance(proof, bytes):
            raise TypeError(proof)
        if self.charter.secrecy == "proved":
            return proofs.opens(token.made, group, proof)
        return len(proof) == 32 and commitment(token.context, handle, group, proof) == token.made

    def seal(
        self,
        entry: Entry,
        claim: Claim,
        context: list[Value],
        made: list[bytes],
        justification: bytes,
        *,
        left: list[bytes],
        to: Recipients | None,
        trusting: bool,
    ) -> None:
        """SPEC-8.3, 8.4, 10.8."""
        power = str(context[1])
        if self.asked and len(self.claims) == len(self.asked):
            raise Refused("not_due", entry.seat)
        if self.asked and self.asked[len(self.claims)] != (power, claim):
            raise Refused("wrong_claim", entry.seat)
        handles = new_tokens(claim)
        if len(made) != len(handles):
            raise Refused("bad_commitment", entry.seat)
        if power not in self.limits and handles:
            deck = sorted(set(named(claim)) - set(handles))
            for group, handle in enumerate(deck, start=1):
                self._must_be_new(entry, handle)
                face = curve.encoded(proofs.GROUPS[group])
                self.by_handle[handle] = Token(power, [], 0, entry.seat, face, group)
            self.limits[power] = len(deck)
            self.facts[power] = dealing.of_deck(deck)
        again = resealed(claim)
        if any(t not in self.by_handle or self.by_handle[t].power != power for t in again):
            raise Refused("wrong_claim", entry.seat)
        before = {handle: self.by_handle[handle] for handle in again}
        for index, (handle, one) in enumerate(zip(handles, made, strict=True)):
            if not again:
                self._must_be_new(entry, handle)
            if any(one == token.made for _, token in self.made):
                raise Refused("bad_commitment", entry.seat)
            token = Token(power, context, entry.number, entry.seat, one)
            if left:
                token = token._replace(deposit=left[index], to=to)
            self._made(handle, token)
        if any(t not in self.by_handle or self.by_handle[t].power != power for t in named(claim)):
            raise Refused("wrong_claim", entry.seat)
        if not trusting:
            self._justified(entry, claim, context, justification, before)
        if claim[0] == "holds":
            self._shown(number(claim[1]), number(claim[2]))
        else:
            dealing.learn(self.facts[power], claim)
        proved = self.charter.secrecy == "proved" or claim[0] == "holds"
        tokens = {handle: self.by_handle[handle] for handle in named(claim)}
        self.claims.append(Claimed(entry.number, entry.seat, power, claim, proved, tokens, before))

    def _made(self, handle: int, token: Token) -> None:
        self.by_handle[handle] = token
        self.made.append((handle, token))
        if token.key is None:
            self.shown.pop(handle, None)
        self._remember(handle, token.made)

    def deal(
        self, entry: Entry, index: int, since: bytes, powers: list[str], shares: list[Value]
    ) -> None:
        """SPEC-8.9: since the entry of a hash."""
        for power in powers:
            if power not in self.facts:
                raise Refused("wrong_claim", entry.seat)
            seed = digest("deal", encode([since, power, shares]))
            facts = self.facts[power]
            ways = dealing.deals(facts) or dealing.deals(dealing.shown_only(facts))
            if not ways:
                raise Refused("wrong_claim", entry.seat)
            groups = ways[dealing.dealt(seed, len(ways))]
            key = digest("deal-key", seed)
            where: list[Value] = [entry.seat, entry.incarnation, entry.number, index]
            context = [self.charter.game, power, *where, entry.previous, seed]
            for handle, group in sorted(groups.items()):
                made = self._sealed(key, context, handle, group)
                self._made(handle, Token(power, context, entry.number, entry.seat, made, None, key))
            can = {token: {group} for token, group in groups.items()}
            self.facts[power] = dealing.Facts(facts.limit, can, dict(groups))

    def _must_be_new(self, entry: Entry, handle: int) -> None:
        if handle in self.by_handle:
            raise Refused("wrong_claim", entry.seat)

    def _justified(
        self,
        entry: Entry,
        claim: Claim,
        context: list[Value],
        justification: bytes,
        before: dict[int, Token],
    ) -> None:
        """SPEC-9.3, 15.3."""
        faces = {handle: self.by_handle[handle].made for handle in named(claim)}
        if self.charter.secrecy == "proved":
            try:
                for face in faces.values():
                    proofs.received(face)
            except Refused:
                raise Refused("bad_commitment", entry.seat) from None
        token = self.by_handle[named(claim)[0]]
        if claim[0] == "holds" and token.group is None:
            if not self._opens(number(claim[1]), number(claim[2]), justification):
                raise Refused("bad_opening", entry.seat)
        elif claim[0] == "holds" or self.charter.secrecy == "hashed":
            if justification or (claim[0] == "holds" and claim[2] != token.group):
                raise Refused("false_claim", entry.seat)
        else:
            limit = self.limits[token.power]
            try:
                had = {handle: token.made for handle, token in before.items()}
                proofs.judge(claim, context, limit, faces, justification, before=had)
            except Refused as refused:
                raise Refused(refused.code, entry.seat) from None

    def disclose(self, statement: Statement, passed: list[passing.Passed], since: int) -> None:
        """SPEC-13.3, by who plays since a place, and has the keys that have passed."""
        seat = statement.seat
        keys: dict[str, list[bytes]] = {}
        for power, key in map(listed, listed(statement.fields[1])):
            if not isinstance(key, bytes):
                raise TypeError(key)
            keys.setdefault(label(power), []).append(key)
        mine = {power for power in self.limits if self._answered(seat, power, passed, since)}
        if list(keys) != sorted({*self.charter.powers[seat], *mine}):
            raise Refused("bad_disclosure", seat)
        for power, given in keys.items():
            for handle, token in self._answered(seat, power, passed, since):
                self.disclosed[token.made] = self._disclosed_group(handle, token, given, seat)
            for made in self.claims:
                groups, before = map(self._known, (made.tokens, made.before))
                if made.power != power or groups is None or before is None:
                    continue
                if not holds(made.claim, groups, before):
                    raise Refused("false_claim", made.seat, made.entry)

    def _answered(
        self, seat: int, power: str, passed: list[passing.Passed], since: int
    ) -> list[tuple[int, Token]]:
        """The commitments of a power that the player of a seat answers for (SPEC-8.10)."""
        spans = passing.answers(passed, seat, since, power)
        return [
            (handle, token)
            for handle, token in self.made
            if token.power == power
            and token.key is None
            and any(token.seat == at and token.entry in places for at, places in spans)
        ]

    def _known(self, tokens: dict[int, Token]) -> dict[int, int] | None:
        """What tokens hold, if everybody knows it by now."""
        groups = {}
        for handle, token in tokens.items():
            group = token.group or self.disclosed.get(token.made)
            if group is None and token.key is not None:
                group = self._group(handle, token, token.key)
            if group is None:
                return None
            groups[handle] = group
        return groups

    def group_of(self, handle: int, token: Token) -> int | None:
        """The group of a token that was dealt."""
        return None if token.key is None else self._group(handle, token, token.key)

    def _disclosed_group(self, handle: int, token: Token, keys: list[bytes], seat: int) -> int:
        found = (self._group(handle, token, key) for key in keys)
        group = next((one for one in found if one is not None), None)
        shown = self.shown.get(handle, group) if self.by_handle[handle] == token else group
        if group is None or shown != group:
            raise Refused("bad_disclosure", seat, token.entry)
        return group

    def _group(self, handle: int, token: Token, key: bytes) -> int | None:
        groups = range(1, self.limits[token.power] + 1)
        opened = (g for g in groups if self._sealed(key, token.context, handle, g) == token.made)
        return next(opened, None)

    def _sealed(self, key: bytes, context: list[Value], handle: int, group: int) -> bytes:
        """The commitment that the owner of a key makes (SPEC-9.1, 15.1)."""
        if self.charter.secrecy == "proved":
            return proofs.blinded(key, context, handle, group)
        return commitment(context, handle, group, blinding(key, context, handle, group))
