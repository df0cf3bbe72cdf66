"""Every token that was ever sealed: commitments, openings, and the claims made of them (SPEC-8).

All of it comes from seals and openings as the log states them; nothing here knows the rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from protocol.claims import (
    Claim,
    Holds,
    Shuffled,
    contradiction,
    named_tokens,
    new_tokens,
    resealed_tokens,
)
from protocol.dealing import Facts, count, deal, draw
from protocol.encoding import encode
from protocol.entry import Opening, SealTokens
from protocol.errors import Code, Refused
from protocol.hashing import Tag, digest
from protocol.holding import Passed, spans
from protocol.sealing.deposit import Deposit
from protocol.sealing.suite import (
    Assertion,
    ClaimStatus,
    Face,
    Public,
    SealContext,
    Sealed,
    Suite,
)

__all__ = ["ClaimMade", "Commitments"]


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A claim of the log: what was claimed where, and how far it has been shown.

    Attributes:
        claim: that was made.
        context: of its seal.
        status: how far it has been shown.
        faces: that its tokens had then.
        before: that those had before which it seals anew.
    """

    claim: Claim
    context: SealContext
    status: ClaimStatus
    faces: Mapping[int, Face]
    before: Mapping[int, Face]


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitments:
    """What is known of all tokens at one moment.

    Attributes:
        faces: every token ever sealed, and the decks, each as it is now.
        sealed: handle and face of every commitment ever made.
        limits: groups of each power, once its deck is known.
        opened: what tokens have been shown to hold; shuffled on, they get other handles.
        history: hash over all commitments and openings in their order (SPEC-11.2), 32 bytes.
        claims: every claim, in order.
        facts: what the claims say of each power's tokens, to deal them by.
        disclosed: group of every commitment that was disclosed.
        passed: sealing keys that have passed from one player to another, in order.
    """

    faces: Mapping[int, Face] = field(default_factory=dict)
    sealed: Mapping[bytes, tuple[int, Sealed]] = field(default_factory=dict)
    limits: Mapping[str, int] = field(default_factory=dict)
    opened: Mapping[int, int] = field(default_factory=dict)
    history: bytes
    claims: tuple[ClaimMade, ...] = ()
    facts: Mapping[str, Facts] = field(default_factory=dict)
    disclosed: Mapping[bytes, int] = field(default_factory=dict)
    passed: tuple[Passed, ...] = ()

    def place(
        self,
        item: SealTokens,
        context: SealContext,
        suite: Suite,
        deposits: Sequence[Deposit] = (),
    ) -> tuple["Commitments", Assertion]:
        """Put the new tokens of a seal under their commitments, and keep its claim.

        A power's first shuffle is that of its deck, and makes its old tokens known (SPEC-8.3).

        Args:
            item: the seal.
            context: of it.
            suite: of the game.
            deposits: of the new tokens' openings, where they are deposited.

        Returns:
            What is known then, and the claim with all that is public about it, to be judged.

        Raises:
            Refused: `bad_commitment`: too many, too few, or a copy (SPEC-8.4); `wrong_claim`: of
                tokens that are not the power's, or were not sealed, or are not new (SPEC-8.3).
        """
        claim, power = item.claim, context.power
        fresh = new_tokens(claim)
        if len(item.commitments) != len(fresh):
            raise Refused(
                Code.BAD_COMMITMENT,
                "SPEC-8.4",
                context.seat,
                f"entry {context.sequence}: {len(item.commitments)} commitments for "
                f"{len(fresh)} new tokens",
            )
        known = self
        if isinstance(claim, Shuffled) and power not in self.limits:
            known = known._with_deck(context, claim.old)
        before = {token: known._own(context, token) for token in resealed_tokens(claim)}
        known = known._with_seals(
            context, fresh, item.commitments, deposits=deposits, new=not before
        )
        faces = {token: known._own(context, token) for token in named_tokens(claim)}
        assertion = Assertion(claim, context, faces, known.limits[power], before)
        if isinstance(claim, Holds):
            known = known.with_openings({claim.token: claim.group})
        else:
            facts = known.facts[power].after(claim)
            known = replace(known, facts={**known.facts, power: facts})
        made = ClaimMade(claim, context, suite.status(claim), faces, before)
        return replace(known, claims=(*known.claims, made)), assertion

    def deal(self, context: SealContext, suite: Suite) -> "Commitments":
        """Deal a power's tokens, for all to see, and seal them with a key that all know (SPEC-8.9).

        Args:
            context: of the deal; its fresh bytes are the seed.
            suite: of the game.

        Raises:
            Refused: `wrong_claim`: the power has no tokens, or two have shown one group.
        """
        power = context.power
        known = self.facts.get(power)
        if known is None:
            raise _wrong(context, f"{power} has no tokens to be dealt")
        facts = known if count(known) else known.openings()
        ways = count(facts)
        if not ways:
            raise _wrong(context, f"two tokens of {power} have shown one group")
        groups = deal(facts, draw(context.fresh, ways))
        key = digest(Tag.DEAL_KEY, context.fresh)
        commitments = suite.commit(key, context, groups)
        dealt = self._with_seals(context, tuple(sorted(groups)), commitments, key, new=False)
        return replace(dealt, facts={**self.facts, power: facts.dealt(groups)})

    def taken_back(self, facts: Mapping[str, Facts]) -> "Commitments":
        """The rules' state is again as it was when these facts were known (SPEC-8.7).

        What tokens that are there again have been shown to hold since then is known all the same.
        """
        again = {
            power: known.opened({t: g for t, g in sorted(self.opened.items()) if t in known.can})
            for power, known in facts.items()
        }
        return replace(self, facts=again)

    def sealed_face(self, seat: int, sequence: int, opening: Opening) -> Sealed:
        """The commitment that an opening is about.

        Args:
            seat: that opens it.
            sequence: of its entry.
            opening: of a token.

        Raises:
            Refused: `bad_opening`: there is none, or the power has no such group (SPEC-10.7).
        """
        face = self.faces.get(opening.handle)
        if not isinstance(face, Sealed):
            reason = f"token {opening.handle} lies under no commitment"
        elif opening.group > self.limits[face.context.power]:
            reason = f"{face.context.power} has no group {opening.group}"
        else:
            return face
        raise Refused(Code.BAD_OPENING, "SPEC-10.7", seat, f"entry {sequence}: {reason}")

    def with_openings(self, groups: Mapping[int, int]) -> "Commitments":
        """Tokens have been shown."""
        history, facts = self.history, dict(self.facts)
        for handle, group in sorted(groups.items()):
            history = digest(Tag.HISTORY, encode((history, handle, group)))
            power = _power(self.faces[handle])
            facts[power] = facts[power].opened({handle: group})
        return replace(self, opened={**self.opened, **groups}, history=history, facts=facts)

    def with_passed(self, *passed: Passed) -> "Commitments":
        """Sealing keys have passed from one player to another."""
        return replace(self, passed=(*self.passed, *passed))

    def answered_for(self, seat: int, since: int, power: str) -> tuple[tuple[int, Sealed], ...]:
        """The tokens of a power, with commitments, that the player of a seat can open.

        Args:
            seat: that it plays.
            since: place of the entry after which it does.
            power: whose tokens they are.
        """
        made = spans(self.passed, seat, since, power)
        return tuple(
            (handle, face)
            for handle, face in self.sealed.values()
            if face.context.power == power and any(span.covers(face) for span in made)
        )

    def disclose(
        self, suite: Suite, seat: int, since: int, power: str, keys: Sequence[bytes]
    ) -> "Commitments":
        """Open what the player of a seat answers for of a power, and judge what that shows.

        Args:
            suite: of the game.
            seat: that it plays.
            since: place of the entry after which it does.
            power: whose tokens they are.
            keys: that they were sealed with.

        Raises:
            Refused: `bad_disclosure`: a commitment opens to no group under any key, or to another
                than was shown: the culprit is the seat; `false_claim`: what was sealed contradicts
                a claim: the culprit is who made it (SPEC-13.3). The `entry` is that where
                commitment or claim was made.
        """
        mine = self.answered_for(seat, since, power)
        opened = self._opened(suite, mine, keys, seat)
        known = replace(self, disclosed={**self.disclosed, **opened})
        claims = []
        for made in known.claims:
            shown = made.context.power == power and known._disclosed(made, suite)
            if shown and made.status is ClaimStatus.OPEN:
                claims.append(replace(made, status=ClaimStatus.DISCLOSED))
            else:
                claims.append(made)
        return replace(known, claims=tuple(claims))

    def _disclosed(self, made: ClaimMade, suite: Suite) -> bool:
        """Judge a claim by what has been disclosed; whether that is enough.

        Raises:
            Refused: `false_claim`, as `disclose`.
        """
        groups = self._groups(made.faces, suite)
        before = self._groups(made.before, suite)
        if groups is None or before is None:
            return False
        reason = contradiction(made.claim, groups, before)
        if reason is None:
            return True
        context = made.context
        raise Refused(
            Code.FALSE_CLAIM,
            "SPEC-13.3",
            context.seat,
            f"entry {context.sequence}: {reason}, as the keys of {context.power} show",
            context.sequence,
        )

    def _groups(self, faces: Mapping[int, Face], suite: Suite) -> Mapping[int, int] | None:
        """What tokens with these faces hold, as all know by now; None if not of all of them."""
        groups: dict[int, int] = {}
        for handle, face in faces.items():
            match face:
                case Public(group):
                    groups[handle] = group
                case Sealed(commitment, context, key, _):
                    found = self.disclosed.get(commitment)
                    if found is None and key is not None:
                        found = suite.recover(key, handle, face, self.limits[context.power])
                    if found is None:
                        return None
                    groups[handle] = found
        return groups

    def _opened(
        self,
        suite: Suite,
        sealed: Iterable[tuple[int, Sealed]],
        keys: Sequence[bytes],
        seat: int,
    ) -> Mapping[bytes, int]:
        """The group of each commitment, made for a token with one of the keys disclosed."""
        groups: dict[bytes, int] = {}
        for handle, face in sealed:
            context, power = face.context, face.context.power
            tried = (suite.recover(key, handle, face, self.limits[power]) for key in keys)
            found = next((group for group in tried if group is not None), None)
            shown = self.opened.get(handle, found) if self.faces[handle] == face else found
            if found is None or shown != found:
                raise Refused(
                    Code.BAD_DISCLOSURE,
                    "SPEC-13.3",
                    seat,
                    f"entry {context.sequence}: under the disclosed keys of {power}, token "
                    f"{handle} was not sealed with any group that it could hold",
                    context.sequence,
                )
            groups[face.commitment] = found
        return groups

    def _with_deck(self, context: SealContext, handles: tuple[int, ...]) -> "Commitments":
        """A power's deck is known: its i-th token holds group i, for all to see."""
        for handle in handles:
            self._must_be_new(context, handle)
        deck: dict[int, Face] = {
            handle: Public(i, context.power) for i, handle in enumerate(handles, start=1)
        }
        return replace(
            self,
            faces={**self.faces, **deck},
            limits={**self.limits, context.power: len(handles)},
            facts={**self.facts, context.power: Facts.of_deck(handles)},
        )

    def _with_seals(
        self,
        context: SealContext,
        handles: tuple[int, ...],
        commitments: tuple[bytes, ...],
        key: bytes | None = None,
        *,
        deposits: Sequence[Deposit] = (),
        new: bool,
    ) -> "Commitments":
        """Tokens under new commitments, sealed with this key if everybody knows it."""
        if not handles:
            return self
        faces, sealed, history = dict(self.faces), dict(self.sealed), self.history
        opened = self.opened
        if key is None:
            opened = {handle: group for handle, group in opened.items() if handle not in handles}
        kept = dict(zip(handles, deposits, strict=False))
        for handle, commitment in zip(handles, commitments, strict=True):
            if new:
                self._must_be_new(context, handle)
            if commitment in sealed:
                raise Refused(
                    Code.BAD_COMMITMENT,
                    "SPEC-8.4",
                    context.seat,
                    f"entry {context.sequence}: the commitment for token {handle} is a copy of "
                    f"that for token {sealed[commitment][0]}",
                )
            face = Sealed(commitment, context, key, kept.get(handle))
            faces[handle] = face
            sealed[commitment] = (handle, face)
            history = digest(Tag.HISTORY, encode((history, handle, commitment)))
        return replace(self, faces=faces, sealed=sealed, opened=opened, history=history)

    def _must_be_new(self, context: SealContext, handle: int) -> None:
        if handle in self.faces:
            raise _wrong(context, f"token {handle} is not new")

    def _own(self, context: SealContext, handle: int) -> Face:
        """What is public about a token that a claim names.

        Of another power's token, or one that was never sealed, nothing can be claimed.
        """
        face = self.faces.get(handle)
        match face:
            case Sealed(_, made) if made.power == context.power:
                return face
            case Public(_, power) if power == context.power:
                return face
            case _:
                raise _wrong(context, f"token {handle} is no sealed token of {context.power}")


def _power(face: Face) -> str:
    return face.power if isinstance(face, Public) else face.context.power


def _wrong(context: SealContext, reason: str) -> Refused:
    return Refused(
        Code.WRONG_CLAIM,
        "SPEC-8.3",
        context.seat,
        f"entry {context.sequence}, item {context.item}: {reason}",
    )
