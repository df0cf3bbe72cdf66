"""Every token that was ever sealed: commitments, openings, and the claims made of them (SPEC-8).

All of it comes from seals and openings as the log states them; nothing here knows the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from protocol.claims import Claim, Holds, Shuffled, contradiction, named_tokens, new_tokens
from protocol.encoding import encode
from protocol.entry import Opening, SealTokens
from protocol.errors import Code, Refused
from protocol.hashing import Tag, digest
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
    """A claim of the log: what was claimed where, and how far it has been shown."""

    claim: Claim
    context: SealContext
    status: ClaimStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitments:
    """What is known of all tokens at one moment.

    Attributes:
        faces: every token ever sealed, and the decks; handles are never used again.
        sealed: handle of every commitment ever made.
        limits: groups of each power, once its deck is known.
        opened: what tokens have been shown to hold; shuffled on, they get other handles.
        history: hash over all commitments and openings in their order (SPEC-11.2), 32 bytes.
        claims: every claim, in order.
        disclosed: what every token of the powers whose keys were disclosed has held.
    """

    faces: Mapping[int, Face] = field(default_factory=dict)
    sealed: Mapping[bytes, int] = field(default_factory=dict)
    limits: Mapping[str, int] = field(default_factory=dict)
    opened: Mapping[int, int] = field(default_factory=dict)
    history: bytes
    claims: tuple[ClaimMade, ...] = ()
    disclosed: Mapping[int, int] = field(default_factory=dict)

    def place(
        self, item: SealTokens, context: SealContext, suite: Suite
    ) -> tuple["Commitments", Assertion]:
        """Put the new tokens of a seal under their commitments, and keep its claim.

        A power's first shuffle is that of its deck, and makes its old tokens known (SPEC-8.3).

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
        known = known._with_seals(context, fresh, item.commitments)
        faces = {token: known._own(context, token) for token in named_tokens(claim)}
        assertion = Assertion(claim, context, faces, known.limits[power])
        if isinstance(claim, Holds):
            known = known.with_openings({claim.token: claim.group})
        made = ClaimMade(claim, context, suite.status(claim))
        return replace(known, claims=(*known.claims, made)), assertion

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
        history = self.history
        for handle, group in sorted(groups.items()):
            history = digest(Tag.HISTORY, encode((history, handle, group)))
        return replace(self, opened={**self.opened, **groups}, history=history)

    def disclose(self, suite: Suite, power: str, key: bytes) -> "Commitments":
        """Open all commitments of a power with its key, and judge its claims by what they show.

        Raises:
            Refused: `bad_disclosure`: a commitment opens to no group under the key, or to another
                than was shown; `false_claim`: what was sealed contradicts a claim (SPEC-13.3).
                The culprit is the seat, the `entry` that where commitment or claim was made.
        """
        groups = self._opened(suite, power, key)
        claims = []
        for made in self.claims:
            if made.context.power != power:
                claims.append(made)
                continue
            reason = contradiction(made.claim, groups)
            if reason is not None:
                raise Refused(
                    Code.FALSE_CLAIM,
                    "SPEC-13.3",
                    made.context.seat,
                    f"entry {made.context.sequence}: {reason}, as the key of {power} shows",
                    made.context.sequence,
                )
            shown = made.status is not ClaimStatus.OPEN
            claims.append(made if shown else replace(made, status=ClaimStatus.DISCLOSED))
        return replace(self, claims=tuple(claims), disclosed={**self.disclosed, **groups})

    def _opened(self, suite: Suite, power: str, key: bytes) -> Mapping[int, int]:
        """What every token of a power has held, and those of all decks."""
        groups: dict[int, int] = {}
        for handle, face in self.faces.items():
            match face:
                case Public(group):
                    groups[handle] = group
                case Sealed(_, context) if context.power == power:
                    found = suite.recover(key, handle, face, self.limits[power])
                    if found is None or self.opened.get(handle, found) != found:
                        raise Refused(
                            Code.BAD_DISCLOSURE,
                            "SPEC-13.3",
                            context.seat,
                            f"entry {context.sequence}: under the disclosed key of {power}, token "
                            f"{handle} was not sealed with any group that it could hold",
                            context.sequence,
                        )
                    groups[handle] = found
                case Sealed():
                    pass
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
        )

    def _with_seals(
        self, context: SealContext, handles: tuple[int, ...], commitments: tuple[bytes, ...]
    ) -> "Commitments":
        """New tokens under new commitments."""
        if not handles:
            return self
        faces, sealed, history = dict(self.faces), dict(self.sealed), self.history
        for handle, commitment in zip(handles, commitments, strict=True):
            self._must_be_new(context, handle)
            if commitment in sealed:
                raise Refused(
                    Code.BAD_COMMITMENT,
                    "SPEC-8.4",
                    context.seat,
                    f"entry {context.sequence}: the commitment for token {handle} is a copy of "
                    f"that for token {sealed[commitment]}",
                )
            faces[handle] = Sealed(commitment, context)
            sealed[commitment] = handle
            history = digest(Tag.HISTORY, encode((history, handle, commitment)))
        return replace(self, faces=faces, sealed=sealed, history=history)

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


def _wrong(context: SealContext, reason: str) -> Refused:
    return Refused(
        Code.WRONG_CLAIM,
        "SPEC-8.3",
        context.seat,
        f"entry {context.sequence}, item {context.item}: {reason}",
    )
