"""Random histories: what is signed reaches anybody at any time, or nobody.

Hostile seats sign what they like, in all names that they ever had.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from tests.rejoining.records import (
    Agreement,
    Answer,
    Entry,
    Kind,
    Name,
    Proposal,
    Question,
    Rank,
    Record,
    Records,
    Refusal,
    Settlement,
    Signature,
    line_of,
    on_line,
    place_of,
)
from tests.rejoining.rules import ALL_RULES, Law, Rule, convicted, guilty_keys
from tests.rejoining.seat import Seat


@dataclass(frozen=True, slots=True)
class Table:
    """What is searched.

    Attributes:
        seats: how many, keepers among them.
        hostile: seats that sign what they like.
        keepers: the last seats have no turns.
        losses: how often honest seats lose everything, at most.
        questions: how many are asked in all, at most.
        places: entries on a line, at most.
        proposals: agreements proposed, at most.
        forks: whether hostile seats sign two entries for a place, and what is agreed on after it.
        parts: whether it is agreed on without seats that have asked and not settled, as after a
            fault.
    """

    seats: int
    hostile: frozenset[int]
    keepers: int = 0
    losses: int = 3
    questions: int = 6
    places: int = 5
    proposals: int = 0
    forks: bool = False
    parts: bool = False


@dataclass(slots=True)
class World:
    """One history of a table, and what has happened in it."""

    table: Table
    draw: random.Random
    rules: frozenset[Rule] = ALL_RULES
    records: Records = field(default_factory=Records)
    law: Law = field(init=False)
    nodes: list[Seat] = field(init=False)
    losses: int = 0
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        playing = self.table.seats - self.table.keepers
        pattern = tuple(self.draw.randrange(playing) for _ in range(12))
        self.law = Law(self.table.seats, pattern, self.rules)
        self.nodes = [
            Seat(self.law, self.records, seat, Name(seat, Rank(0)))
            for seat in range(self.table.seats)
            if seat not in self.table.hostile
        ]

    # What must never happen

    def broken(self, *, calm: bool = False) -> str | None:
        """What has happened that never must; None if nothing has.

        Args:
            calm: whether everything has arrived.
        """
        guilty = convicted(self.records)
        for node in self.nodes:
            if node.seat in guilty and node.seat not in self.table.hostile:
                return f"seat {node.seat} is honest and convicted: {guilty[node.seat]}"
        keys = guilty_keys(self.records)
        if guilty and not self.table.forks:
            return None
        replaced = [
            (seat, rank)
            for agreement in self.records.all(Agreement)
            for seat, rank in agreement.proposal.named
        ]
        live = [
            node
            for node in self.nodes
            if not node.pending
            and not node.retired
            and not any(s == node.seat and node.name.rank <= rank for s, rank in replaced)
        ]
        for one, other in itertools.combinations(live, 2):
            if one.seat == other.seat or self._excused(one, other, keys):
                continue
            if not calm and (self._awaits(one, other) or self._awaits(other, one)):
                continue
            if not calm and (self._forgets(one) or self._forgets(other)):
                continue
            if not on_line(one.head, other.head) and not on_line(other.head, one.head):
                return f"seats {one.seat} and {other.seat} are on two lines, and nobody is guilty"
        return None

    def _excused(self, one: Seat, other: Seat, guilty: set[tuple[int, int]]) -> bool:
        """Whether a culprit that has not been replaced where the lines of two seats part is why."""
        return any(
            self.law.name(seat, head).rank.key == key
            for seat, key in guilty
            for head in (one.head, other.head)
        )

    @staticmethod
    def _awaits(one: Seat, other: Seat) -> bool:
        """Whether a seat has yet to hear that all have agreed on the line that another holds."""
        return any(one.keeps(e) and not on_line(e, one.head) for e in line_of(other.head))

    def _forgets(self, node: Seat) -> bool:
        """Whether a seat has yet to hear that it has spoken in a greater name, and forgotten it."""
        said: list[Answer | Signature] = [*self.records.all(Answer), *self.records.all(Signature)]
        return any(one.seat == node.seat and node.name.rank.is_older(one.name.rank) for one in said)

    # Steps

    def run(self, steps: int) -> str | None:
        """Go on for some steps, or until something must never have happened."""
        hostile = self.draw.choice((0.08, 0.15, 0.25)) if self.table.hostile else 0.0
        losing = self.draw.choice((0.02, 0.05, 0.1))
        agreeing = 0.12 if self.table.proposals else 0.0
        if self.table.hostile and (self.table.forks or self.table.parts):
            hostile, agreeing = self.draw.choice((0.1, 0.2)), 0.3
        for _ in range(steps):
            dice = self.draw.random()
            if dice < hostile:
                happened = self.hostile_step()
            elif dice < hostile + losing:
                happened = self.lose()
            elif dice < hostile + losing + agreeing:
                happened = self.agree()
            elif dice < hostile + losing + agreeing + 0.2:
                happened = self.sign()
            else:
                happened = self.deliver()
            if happened:
                self.told.append(happened)
                self.replace()
                if (broken := self.broken()) is not None:
                    return broken
                if convicted(self.records) and not self.table.forks:
                    return None
        return None

    def clock(self) -> int:
        return self.draw.choice((0, 0, 1, 2))

    def nonce(self) -> int:
        return self.draw.randrange(1_000_000)

    def lose(self) -> str:
        able = [node for node in self.nodes if not node.retired]
        asked = len(list(self.records.all(Question)))
        if self.losses >= self.table.losses or asked >= self.table.questions or not able:
            return ""
        old = self.draw.choice(able)
        self.losses += 1
        node = old.lost(self.clock(), self.nonce())
        self.nodes[self.nodes.index(old)] = node
        return f"seat {node.seat} loses everything and asks {node.name.question}"

    def sign(self) -> str:
        node = self.draw.choice(self.nodes)
        if node.pending:
            return f"seat {node.seat} settles {node.name.question}" if node.settle() else ""
        if place_of(node.head) >= self.table.places:
            return ""
        entry = node.act(self.draw.randrange(2))
        return "" if entry is None else f"seat {node.seat} signs {entry} {self._carried(entry)}"

    @staticmethod
    def _carried(entry: Entry) -> str:
        carried = [] if entry.agreement is None else [str(entry.agreement.proposal.named)]
        return " ".join([*carried, *(["rejoining"] if entry.settlement else [])])

    def agree(self) -> str:
        """Somebody proposes, signs, refuses or carries an agreement."""
        proposals = list(self.records.all(Proposal))
        if len(proposals) < self.table.proposals and self.draw.random() < 0.3:
            if (self.table.forks or self.table.parts) and self.draw.random() < 0.8:
                return self.keep_line()
            node = self.draw.choice([n for n in self.nodes if not n.retired] or self.nodes)
            named: tuple[tuple[int, Rank], ...] = ()
            others = [seat for seat in range(self.table.seats) if seat != node.seat]
            if self.draw.random() < 0.85:
                most = (self.table.seats - 1) // 2
                chosen = self.draw.sample(others, self.draw.randint(1, most))
                named = tuple((seat, self._ended(node, seat)) for seat in sorted(chosen))
            kind = Kind.REPLACE if named else Kind.MUTUAL
            proposal = self.records.add(
                Proposal(node.head, kind, named, self.draw.randrange(2), self._refused(node))
            )
            node.sign(proposal)
            return f"seat {node.seat} proposes {proposal.named} after {proposal.parent}"
        if not proposals:
            return ""
        kept = [p for p in proposals if p.kind is Kind.AFTER_FAULT]
        proposal, node = self.draw.choice(kept or proposals), self.draw.choice(self.nodes)
        what = self.draw.random()
        if what < 0.5:
            new = not node.signed.get(proposal)
            signed = new and node.sign(proposal, *self._fresh(proposal))
            if signed and kept:
                self.spread(proposal)
            return f"seat {node.seat} signs {proposal.named}" if signed else ""
        if what < 0.6:
            return f"seat {node.seat} refuses {proposal.named}" if node.refuse(proposal) else ""
        if place_of(node.head) >= self.table.places and not kept:
            return ""
        entry = node.carry(proposal, self.draw.randrange(2))
        return "" if entry is None else f"seat {node.seat} carries {proposal.named} as {entry}"

    def _fresh(self, proposal: Proposal) -> tuple[int, int]:
        """Clock and nonce of the question that a signature under a proposal adds."""
        if proposal.kind is not Kind.AFTER_FAULT:
            return 0, 0
        return self.clock(), self.nonce()

    def keep_line(self) -> str:
        """Somebody proposes to keep its line after a fault."""
        node = self.draw.choice([n for n in self.nodes if not n.retired])
        named = {
            seat
            for seat, key in guilty_keys(self.records)
            if self.law.name(seat, node.head).rank.key == key and seat != node.seat
        }
        if self.table.parts:
            open_ = {s for s, q in node.greatest.items() if q not in node.settlements}
            named |= {s for s in open_ if self.draw.random() < 0.7}
        if not named or node.pending:
            return ""
        if len(self.table.hostile) > 1 and self.draw.random() < 0.3:
            named |= self.table.hostile
        proposal = self.keeping(node, named)
        node.sign(proposal, self.clock(), self.nonce())
        return f"seat {node.seat} proposes to keep {proposal.parent} against {proposal.named}"

    def keeping(self, node: Seat, named: Collection[int]) -> Proposal:
        """The proposal of a node to keep its line, or a longer one, and replace the seats named."""
        ended = tuple((seat, self._ended(node, seat)) for seat in sorted(named))
        refused = None
        if self.draw.random() < 0.7:
            kept = [r for r in self.records.all(Refusal) if r.proposal.kind is Kind.AFTER_FAULT]
            refused = self.draw.choice(kept) if kept else None
        return self.records.add(
            Proposal(node.longest(named), Kind.AFTER_FAULT, ended, self.draw.randrange(2), refused)
        )

    def spread(self, proposal: Proposal) -> None:
        """Most seats hear most signatures under a proposal."""
        for signature in [s for s in self.records.all(Signature) if s.proposal is proposal]:
            for node in self.nodes:
                if self.draw.random() < 0.8:
                    node.hear(signature, self.clock(), self.nonce())

    def _refused(self, node: Seat) -> Refusal | None:
        """A refusal of another proposal for the place after a node's head, if there is one."""
        place = place_of(node.head) + 1
        refusals = [r for r in self.records.all(Refusal) if r.proposal.place == place]
        return self.draw.choice(refusals) if refusals else None

    def _ended(self, node: Seat, seat: int) -> Rank:
        current = self.law.name(seat, node.head).rank
        known = node.greatest.get(seat)
        if known is not None and known.rank.key == current.key and current < known.rank:
            return known.rank
        return current

    def replace(self) -> None:
        """Whoever is given the place of a seat that is replaced begins with the line so far."""
        for entry in list(self.records.all(Entry)):
            if entry.agreement is None:
                continue
            for seat, rank in entry.agreement.proposal.named:
                name = Name(seat, Rank(rank.key + 1))
                if any(n.seat == seat and n.name.rank.key == name.rank.key for n in self.nodes):
                    continue
                carriers = [n for n in self.nodes if n.head is entry and n.seat != seat]
                if not carriers:
                    continue
                node = self._newcomer(name, entry, carriers[0])
                if Rule.SUCCESSOR_ASKS in self.rules:
                    node.ask(self.clock(), self.nonce())
                self.nodes.append(node)

    def _newcomer(self, name: Name, entry: Entry, carrier: Seat) -> Seat:
        """Who plays from an entry on, and has it from its carrier."""
        node = Seat(self.law, self.records, name.seat, name)
        node.head = entry
        node.settlements = dict(carrier.settlements)
        node.greatest = {s: q for s, q in carrier.greatest.items() if s != name.seat}
        return node

    def deliver(self) -> str:
        """Some record reaches some node; mostly one that it waits for."""
        if not self.records.made:
            return ""
        for _ in range(6):
            node = self.draw.choice(self.nodes)
            record: Record = self.draw.choice(self.records.made)
            if self.draw.random() < 0.6:
                useful = list(self._useful(node))
                if useful:
                    record = self.draw.choice(useful)
            if node.hear(record, self.clock(), self.nonce()):
                settled = node.pending and self.draw.random() < 0.5 and node.settle()
                return f"seat {node.seat} hears {self.describe(record)}" + (
                    f" and settles {node.name.question}" if settled else ""
                )
        return ""

    def _useful(self, node: Seat) -> Iterator[Record]:
        for record in self.records.made:
            match record:
                case Answer() if node.pending and record.question is node.name.question:
                    if record not in node.answers:
                        yield record
                case Question() if record is not node.greatest.get(record.seat):
                    if any(n.pending and n.name.question is record for n in self.nodes):
                        yield record
                case Entry() if record.parent is node.head:
                    yield record
                case Signature() if record not in node.signatures:
                    yield record
                case _:
                    pass

    @staticmethod
    def describe(record: Record) -> str:
        match record:
            case Answer():
                how = "pending" if record.pending else f"last {record.last}"
                told = f"{how}, lists {record.known}"
                asked = f"as {record.name.question} to {record.question}"
                return f"the answer of {record.seat} {asked}: {told}"
            case Settlement():
                return f"the settlement of {record.question} after {record.last}"
            case Signature():
                return f"the signature of {record.seat} under {record.proposal.named}"
            case Refusal():
                return f"the refusal of {record.seat} of {record.proposal.named}"
            case Entry():
                return f"{record} ({World._carried(record)})"
            case _:
                return str(record)

    # Hostile seats

    def hostile_step(self) -> str:
        for _ in range(4):
            made = self._hostile(self.draw.choice(sorted(self.table.hostile)))
            if made is not None:
                return f"hostile: {self.describe(made)}"
        return ""

    def _names(self, seat: int) -> list[Name]:
        """Names that a hostile seat may speak in: not of a successor's key, which is another's."""
        asked = [q for q in self.records.all(Question) if q.seat == seat and not q.rank.key]
        return [Name(seat, Rank(0)), *(Name(seat, q.rank, q) for q in asked)]

    def _settled(self, name: Name) -> Settlement | None:
        return next((s for s in self.records.all(Settlement) if s.question is name.question), None)

    def _hostile(self, seat: int) -> Record | None:
        dice = self.draw.random()
        if self.table.forks and not guilty_keys(self.records):
            return self._hostile_entry(seat)
        if dice < 0.1:
            return self._hostile_question(seat)
        if dice < 0.45:
            return self._hostile_answer(seat)
        if dice < 0.65:
            return self._hostile_entry(seat)
        if dice < 0.8 and self.table.proposals:
            return self._hostile_signature(seat)
        return self._hostile_settlement(seat)

    def _hostile_question(self, seat: int) -> Record | None:
        if len(self._names(seat)) > 2 or len(list(self.records.all(Question))) >= (
            self.table.questions
        ):
            return None
        return self.ask(seat, self.draw.choice((0, 0, 1)))

    def ask(self, seat: int, round_: int = 0) -> Question:
        """A question of a hostile seat's first key."""
        return self.records.add(Question(seat, Rank(0, round_, self.nonce())))

    def _hostile_name(self, seat: int) -> Name:
        names = [
            name
            for name in self._names(seat)
            if name.question is None or self._settled(name) or self.draw.random() < 0.1
        ]
        return self.draw.choice(names)

    def _known(self, seat: int) -> tuple[Question, ...]:
        if self.draw.random() < 0.7:
            return ()
        asked = [q for q in self.records.all(Question) if q.seat != seat]
        return tuple(
            self.draw.choice([q for q in asked if q.seat == other])
            for other in sorted({q.seat for q in asked})
        )

    def _hostile_answer(self, seat: int) -> Record | None:
        asked = [n.name.question for n in self.nodes if n.pending]
        if self.draw.random() < 0.15:
            asked = [q for q in self.records.all(Question) if q.seat != seat]
        questions = [q for q in asked if q is not None]
        if not questions:
            return None
        question = self.draw.choice(questions)
        entries = [e for e in self.records.all(Entry) if e.author == question.seat]
        last = self.draw.choice([None, *entries]) if self.draw.random() < 0.5 else None
        name = self._hostile_name(seat)
        if any(a.name == name and a.question is question for a in self.records.all(Answer)):
            return None
        own = self._settled(name)
        pending = name.question is not None and own is None
        known = tuple(q for q in self._known(seat) if q.seat != question.seat)
        signed = tuple(p for p in self.records.all(Proposal) if self.draw.random() < 0.3)
        return self.records.add(Answer(name, question, pending, own, last, known, signed, ()))

    def _hostile_entry(self, seat: int) -> Record | None:
        heads = [
            node.head
            for node in self.nodes
            if self.law.due(node.head) == seat and place_of(node.head) < self.table.places
        ]
        if not heads:
            return None
        parent = self.draw.choice(heads)
        current = self.law.name(seat, parent)
        names = [
            n
            for n in self._names(seat)
            if n.question is None or n == current or self._settled(n) is not None
        ]
        name = self.draw.choice(names)
        settlement = None if name == current else self._settled(name)
        place = place_of(parent) + 1
        forks = self.table.forks and self.draw.random() < 0.7
        if not forks and any(e.name == name and e.place == place for e in self.records.all(Entry)):
            return None
        made = self.records.add(
            Entry(parent, name, self.draw.randrange(2), settlement, None, place)
        )
        return self._if_valid(made, self.law.entry(made))

    def _hostile_settlement(self, seat: int) -> Record | None:
        name = self.draw.choice(self._names(seat))
        question = name.question
        if question is None or self._settled(name) is not None:
            return None
        others = [other for other in range(self.table.seats) if other != seat]
        given = [
            [a for a in self.records.all(Answer) if a.question is question and a.seat == other]
            for other in others
        ]
        combinations = list(itertools.product(*given))
        self.draw.shuffle(combinations)
        for answers in combinations[:6]:
            lasts = [answer.last for answer in answers]
            furthest = max(lasts, key=place_of)
            mine = [e for e in self.records.all(Entry) if e.author == seat]
            above = [e for e in mine if on_line(furthest, e)]
            last = self.draw.choice([furthest, *above])
            before = len(self.records.made)
            made = self.records.add(Settlement(question, answers, last))
            if self.law.settlement(made):
                return made
            if len(self.records.made) > before:
                self.records.drop(made)
        return None

    def _hostile_signature(self, seat: int) -> Record | None:
        proposals = [p for p in self.records.all(Proposal) if p.names(seat) is None]
        if not proposals:
            return None
        name, proposal = self._hostile_name(seat), self.draw.choice(proposals)
        if self.draw.random() < 0.2:
            if any(s.name == name and s.proposal is proposal for s in self.records.all(Signature)):
                return None
            return self.records.add(Refusal(name, proposal))
        if any(r.name == name and r.proposal is proposal for r in self.records.all(Refusal)):
            return None
        own = self._settled(name)
        pending = name.question is not None and own is None
        answers = tuple(a for a in self.records.all(Answer) if a.question is name.question)
        unnamed = [s for s in range(self.table.seats) if proposal.names(s) is None and s != seat]
        given = {answer.seat: answer for answer in answers}
        shown = tuple(given[s] for s in unnamed if s in given) if pending else ()
        added = None
        if proposal.kind is Kind.AFTER_FAULT:
            round_ = name.rank.round + self.draw.choice((0, 1, 1, 2, 3))
            added = self.ask(seat, max(round_, 0))
        known = self._known(seat)
        return self.records.add(Signature(name, proposal, own, pending, known, shown, added))

    def _if_valid(self, made: Record, valid: bool) -> Record | None:
        if not valid:
            self.records.drop(made)
            return None
        return made


def search(
    table: Table, seeds: range, steps: int = 60, rules: frozenset[Rule] = ALL_RULES
) -> tuple[int, World, str] | None:
    """The first history that breaks what must always hold."""
    for seed in seeds:
        world = history(table, seed, rules)
        broken = world.run(steps)
        if broken is not None:
            return seed, world, broken
    return None


def history(table: Table, seed: int, rules: frozenset[Rule] = ALL_RULES) -> World:
    """The world of a seed, before its first step; small tables are likelier to break."""
    draw = random.Random(seed)
    places = draw.choice((1, 1, 2, 2, 3, table.places))
    small = Table(
        table.seats,
        table.hostile,
        table.keepers,
        table.losses,
        table.questions,
        places,
        table.proposals,
        table.forks,
        table.parts,
    )
    return World(small, draw, rules)
