"""What the disk of a simulated node holds: a plain model of `Store.write`."""

from collections.abc import Iterable
from dataclasses import replace

from p2p.changes import (
    Change,
    EntryMarked,
    EntryStored,
    EvidenceStored,
    FoundingStored,
    LobbyStored,
    MovesStored,
    PlaceSigned,
    ShareReleased,
    SilenceStored,
    SnapshotStored,
    StatementSigned,
    StatementStored,
    TailDropped,
    WaitsStored,
    WaysStored,
)
from p2p.store import StoreContents
from protocol.proposals import MAX_TAKEN_BACK

__all__ = ["model_after"]


def model_after(contents: StoreContents, changes: Iterable[Change]) -> StoreContents:
    """What a store holds after some changes."""
    for change in changes:
        match change:
            case LobbyStored(state):
                contents = replace(contents, lobby=state)
            case FoundingStored(record):
                contents = replace(contents, founding=record)
            case EntryStored(sequence, record, mark):
                assert sequence == len(contents.entries) + 1
                entries, marks = (*contents.entries, record), (*contents.marks, mark)
                contents = replace(contents, entries=entries, marks=marks)
            case EntryMarked(sequence, mark):
                marks = (*contents.marks[: sequence - 1], mark, *contents.marks[sequence:])
                contents = replace(contents, marks=marks)
            case SnapshotStored(sequence):
                others = [one for one in contents.snapshots if one.sequence != sequence]
                kept = sorted([*others, change], key=lambda one: one.sequence)
                reach = sequence - MAX_TAKEN_BACK
                behind = max((one.sequence for one in kept if one.sequence <= reach), default=0)
                useful = tuple(one for one in kept if one.sequence >= behind)
                contents = replace(contents, snapshots=useful)
            case TailDropped(sequence):
                entries, marks = contents.entries[:sequence], contents.marks[:sequence]
                left = tuple(one for one in contents.snapshots if one.sequence <= sequence)
                contents = replace(contents, entries=entries, marks=marks, snapshots=left)
            case PlaceSigned(incarnation, sequence, entry_hash):
                assert (incarnation, sequence) not in contents.signed
                key = (incarnation, sequence)
                contents = replace(contents, signed={**contents.signed, key: entry_hash})
            case StatementSigned(incarnation, about, body_hash):
                assert (incarnation, about) not in contents.said
                said = {**contents.said, (incarnation, about): body_hash}
                contents = replace(contents, said=said)
            case ShareReleased(incarnation, step, request):
                assert (incarnation, step) not in contents.shares
                contents = replace(
                    contents, shares={**contents.shares, (incarnation, step): request}
                )
            case StatementStored(record):
                if record not in contents.statements:
                    contents = replace(contents, statements=(*contents.statements, record))
            case SilenceStored(silent):
                contents = replace(contents, silent=dict(silent))
            case EvidenceStored(record):
                if record not in contents.evidence:
                    contents = replace(contents, evidence=(*contents.evidence, record))
            case WaitsStored(learnt):
                contents = replace(contents, learnt=dict(learnt))
            case MovesStored(number):
                contents = replace(contents, moves=number)
            case WaysStored(player, record):
                contents = replace(contents, ways={**contents.ways, player: record})
    return contents
