"""Vectors of a small log in suite `proved`: its claims, its tokens, and what its hashes are of.

Its game is the toy's. A state digest hashes what the rules remember, so these vectors change when
that does.
"""

import json

from engine.records import encode as plain
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.encoding import encode_state
from protocol.hashing import Tag, digest
from protocol.ledger import state_digest
from protocol.logfile import write_log
from protocol.report import Status
from protocol.sealing.suite import Public, Sealed
from tests.protocol import toy
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match, toy_table
from tests.protocol.vectors import Json, check_vectors


def played() -> tuple[ToyMatch, bytes]:
    """Dice, one claim of each kind, an opening, two phases; and the content of the digest."""
    made = toy_match(toy_founding(Secrecy.PROVED))
    made.act(0, toy.Throw(2))
    before = toy.toy(made.spectator.game).tokens[toy.USA]
    made.act(0, toy.Shuffle())
    tokens = toy.toy(made.spectator.game).tokens[toy.USA]
    group = made.authors[0].secrets[tokens[0]]
    made.act(0, toy.Say((group,), tokens[:2]))
    made.act(0, toy.Trace(tokens[1], before))
    made.act(0, toy.Load(tokens[:1], group, 2, 2))
    made.act(0, toy.Show((toy.USA,), 1))
    made.act(0, toy.Remove(tokens[1], made.authors[0].secrets[tokens[1]]))
    made.act(0, toy.End())
    content = content_of_digest(made)
    made.act(1, toy.Win())
    made.close()
    return made, content


def content_of_digest(made: ToyMatch) -> bytes:
    """What the next state digest is the hash of (SPEC-11.2)."""
    ledger = made.spectator.ledger
    chains = tuple((*key, chain.number, chain.link) for key, chain in sorted(ledger.chains.items()))
    history = ledger.commitments.history
    players = tuple((one.name, one.key.raw, one.number, one.bot) for one in ledger.players)
    state = (history, chains, ledger.incarnations, ledger.rolls, (), players)
    return encode_state((plain(made.spectator.game), *state))


def tokens_of(made: ToyMatch) -> list[Json]:
    """Every token by its handle: where its commitment was made, or its group in the deck."""
    known = made.spectator.ledger.commitments
    told: list[Json] = []
    for handle, face in sorted(known.faces.items()):
        match face:
            case Public(group, power):
                told.append({"handle": handle, "power": power, "deck": group})
            case Sealed(commitment, context):
                told.append(
                    {
                        "handle": handle,
                        "power": context.power,
                        "entry": context.sequence,
                        "item": context.item,
                        "commitment": commitment.hex(),
                        "shown": known.opened.get(handle),
                    }
                )
    return told


def test_vectors_of_a_proved_log() -> None:
    made, content = played()
    log = write_log(made.spectator.log)
    report = audit(log, open_table=toy_table)
    assert (report.verified, report.status) == (True, Status.COMPLETE)
    assert {one.claim.tag for one in report.each_claim} == {
        *("shuffled", "present", "from", "counted", "holds")
    }
    (entry,) = (one for one in made.spectator.log if one.digest is not None)
    assert entry.digest is not None
    assert digest(Tag.STATE, content) == entry.digest
    assert entry.digest != state_digest(made.spectator.game, made.spectator.ledger)
    check_vectors(
        "proved_log",
        {
            "log": log.hex(),
            "each_claim": json.loads(json.dumps([one.to_json() for one in report.each_claim])),
            "tokens": tokens_of(made),
            "digest": {
                "entry": entry.sequence,
                "content": content.hex(),
                "digest": entry.digest.hex(),
            },
        },
    )
