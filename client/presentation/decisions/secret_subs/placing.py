"""Opening groups, and new submarines and tokens (SS-0.8, SS-1)."""

__all__ = ["CHAPTER"]

import re
from collections.abc import Iterable, Iterator, Mapping

from client.presentation.controls import OwnForm
from client.presentation.decisions.secret_subs.transfers import group_of
from client.presentation.names import Names
from client.presentation.naming import seen
from client.presentation.reading import NOTHING, bare, parts, space, token
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.presentation.words import (
    NotUnderstood,
    amount,
    counted_kind,
    group_sizes,
    handles,
    listed,
    named_tokens,
    tracker_sizes,
)
from client.schema.answers import OpeningAnswer, PlaceSubsAnswer
from client.schema.submarine_forms import JoinableToken, NewTokenSlot, OpeningForm, PlaceSubsForm
from client.seat.proposing import danger
from client.seat.supply import drawn_supply
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.errors import Illegal, counted
from engine.pieces import PieceId
from engine.units import SUBMARINE
from engine.variants.secret_subs.events import GroupsOpened, SubsPlaced, SupplyShuffled
from engine.variants.secret_subs.place import (
    PlacementSlot,
    PlacementSlots,
    PlaceSubs,
    Placing,
    new_limit,
)
from engine.variants.secret_subs.settings import SETUP_DECOYS
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement
from engine.variants.secret_subs.state import tracker

# Opening groups


def _open(view: PlayerView, text: str) -> OpeningPlacement:
    zones: dict[SpaceId, list[int]] = {}
    for part in parts(text):
        groups, sign, place = part.rpartition(" in ")
        if sign:
            zone, sizes = space(view, place), _sizes(groups)
        else:
            zone, sizes = _zone_and_sizes(view, part.split())
        zones.setdefault(zone, []).extend(sizes)
    return _opening(view, zones)


def _sizes(text: str) -> list[int]:
    """``groups of 3 and 1 and a decoy``."""
    sizes: list[int] = []
    for item in re.split(r",|\band\b", text):
        what = bare(item, "a", "groups of", "group of")
        number, _, rest = what.partition(" ")
        if what == "decoy":
            sizes.append(0)
        elif rest == "decoys":
            sizes += [0] * amount(number)
        else:
            sizes.append(amount(what))
    return sizes


def _zone_and_sizes(view: PlayerView, words: list[str]) -> tuple[SpaceId, list[int]]:
    """``SZ 8 3 1``: the shortest beginning that names a space, then nothing but numbers."""
    fault = NotUnderstood("which sea zone?", "write its name, then sizes: SZ Hawaii 3 1")
    for end in range(1, len(words) + 1):
        try:
            return space(view, " ".join(words[:end])), [amount(word) for word in words[end:]]
        except NotUnderstood as error:
            fault = error
    raise fault


def _sent_opening(view: PlayerView, answer: OpeningAnswer) -> OpeningPlacement:
    return _opening(view, {SpaceId(zone): sizes for zone, sizes in sorted(answer.zones.items())})


def _opening(view: PlayerView, zones: Mapping[SpaceId, Iterable[int]]) -> OpeningPlacement:
    """Groups of these sizes by sea zone, on tokens of the supply; a size of 0 is a decoy."""
    supply = drawn_supply(view)
    sizes: dict[int, int] = {}
    placed: dict[PieceId, SpaceId] = {}
    for zone, groups in zones.items():
        for size in groups:
            handle = _next(supply)
            placed[handle] = zone
            if size:
                sizes[group_of(view, handle)] = size
    return OpeningPlacement(dict(sorted(sizes.items())), dict(sorted(placed.items())))


def _next(supply: Iterator[PieceId]) -> PieceId:
    handle = next(supply, None)
    if handle is None:
        raise Illegal("SS-0.3b", "there are not so many tokens in your supply")
    return handle


def _say_opening(view: PlayerView, answer: OpeningPlacement) -> str:
    """``groups of 3 and 1 in SZ Hawaii`` to their owner; to others groups and tokens."""
    if not _knows(view, answer.tokens, answer.sizes):
        return f"open with groups {tracker_sizes(answer.sizes)} on {handles(answer.tokens)}"
    zones: dict[str, list[int]] = {}
    for handle, zone in sorted(answer.tokens.items()):
        size = answer.sizes.get(view.groups.get(handle, 0), 0)
        zones.setdefault(zone, []).append(size)
    return "open " + "; ".join(f"{_groups(found)} in {zone}" for zone, found in zones.items())


def _groups(sizes: Iterable[int]) -> str:
    """``groups of 3 and 1``, ``a group of 4 and 2 decoys``."""
    known = sorted(sizes, reverse=True)
    groups, decoys = [str(size) for size in known if size], known.count(0)
    empty = ("a decoy" if decoys == 1 else counted(decoys, "decoy"),) if decoys else ()
    if not groups:
        return listed(empty)
    return f"{'a group' if len(groups) == 1 else 'groups'} of {listed((*groups, *empty))}"


def _knows(view: PlayerView, tokens: Iterable[PieceId], groups: Iterable[int]) -> bool:
    """Whether the player knows these groups to be among these tokens."""
    known = {view.groups.get(handle) for handle in tokens}
    return None not in known and known.issuperset(groups)


def _opening_form(view: PlayerView, decision: OpeningGroups) -> OpeningForm:
    return OpeningForm(
        printed=dict(decision.printed),
        groups=tracker(view.game, decision.power).limit,
        decoys=view.game.rules.option(SETUP_DECOYS),
    )


def _printed(_: PlayerView, decision: OpeningGroups) -> Iterator[str]:
    yield "you have " + ", ".join(f"{count} in {zone}" for zone, count in decision.printed)
    undivided = "; ".join(f"{zone} {count}" for zone, count in decision.printed)
    yield f"one group in each zone is: open {undivided}"


# New submarines and tokens


def _place(view: PlayerView, text: str) -> Placing:
    slots, supply = PlacementSlots.of(view.game, view.decision.power), drawn_supply(view)
    added: dict[int, int] = {}
    fresh: dict[PieceId, PlacementSlot] = {}
    charged = {handle: sources[0] for handle, sources in sorted(slots.joinable.items())}
    for part in parts(text):
        verb, _, rest = bare(part, "a").partition(" ")
        number, _, place = rest.removeprefix("group of ").partition(" ")
        match verb.casefold():
            case "new":
                handle = _next(supply)
                fresh[handle] = _slot(view, slots, bare(place, "in"))
                count = 0 if number.casefold() == "decoy" else amount(number)
            case "join":
                where, _, source = bare(place, "to").partition(" from ")
                handle, count = token(where), amount(number)
                if source:
                    charged[handle] = space(view, source)
            case word if word in NOTHING:
                continue
            case _:
                raise NotUnderstood(
                    f'"{part}" cannot be read',
                    "write: a new group of 2 in SZ Hawaii, or: join 1 to #12",
                )
        if count:
            group = group_of(view, handle)
            added[group] = added.get(group, 0) + count
    return _placing(added, fresh, charged)


def _slot(view: PlayerView, slots: PlacementSlots, text: str) -> PlacementSlot:
    """A sea zone for a new token, and the complex to which it is charged."""
    where, _, source = text.partition(" from ")
    zone = space(view, where)
    sources = [complex_ for complex_, zones in slots.where.items() if zone in zones]
    if source:
        return PlacementSlot(zone, space(view, source))
    if not sources:
        raise NotUnderstood(f"no token can be placed in {zone}", "it must touch a complex of yours")
    if len(sources) > 1:
        raise NotUnderstood(
            f"{zone} can be reached from {' and '.join(sources)}", f"add: from {sources[0]}"
        )
    return PlacementSlot(zone, sources[0])


def _sent_placing(view: PlayerView, answer: PlaceSubsAnswer) -> Placing:
    slots, supply = PlacementSlots.of(view.game, view.decision.power), drawn_supply(view)
    added: dict[int, int] = {}
    fresh: dict[PieceId, PlacementSlot] = {}
    for new in answer.new:
        handle = _next(supply)
        fresh[handle] = PlacementSlot(SpaceId(new.at), SpaceId(new.complex))
        if new.count:
            added[group_of(view, handle)] = new.count
    for number, count in sorted(answer.join.items()):
        if count:
            added[group_of(view, PieceId(number))] = count
    charged = {handle: ways[0] for handle, ways in sorted(slots.joinable.items())}
    charged |= {
        PieceId(number): SpaceId(complex_)
        for number, complex_ in sorted(answer.charge.items())
        if PieceId(number) in charged
    }
    return _placing(added, fresh, charged)


def _placing(
    added: Mapping[int, int],
    fresh: Mapping[PieceId, PlacementSlot],
    charged: Mapping[PieceId, SpaceId],
) -> Placing:
    answer = Placing(dict(sorted(added.items())), dict(sorted(fresh.items())), charged)
    return Placing() if answer.empty else answer


def _say_placing(view: PlayerView, answer: Placing) -> str:
    return f"place {_placed(view, answer) or 'nothing'}"


def _placed(view: PlayerView, placing: Placing) -> str:
    """``a new group of 2 in SZ Hawaii`` to their owner; to others groups and tokens."""
    complexes = placing.complexes
    if not _knows(view, complexes, placing.added):
        fresh = [f"#{handle} in {slot.at}" for handle, slot in sorted(placing.tokens.items())]
        grown = [f"{n} to group {group}" for group, n in sorted(placing.added.items())]
        return ", ".join((*fresh, *grown))
    words = []
    for handle, complex_ in sorted(complexes.items()):
        count = placing.added.get(view.groups.get(handle, 0), 0)
        if handle in placing.tokens:
            at = placing.tokens[handle].at
            what = f"group of {count}" if count else "decoy"
            words.append(f"a new {what} in {at} from {complex_}")
        elif count:
            words.append(f"join {count} to #{handle} from {complex_}")
    return "; ".join(words)


def _tell_placing(view: PlayerView, answer: Placing) -> str:
    """``place a new group of 2 in SZ 5 from Japan; add a submarine to #12 (group 3, …) from …``."""
    if not answer.complexes or not _knows(view, answer.complexes, answer.added):
        return _say_placing(view, answer)
    grown = [token for token in answer.complexes if token not in answer.tokens]
    new = Placing(
        {g: n for g, n in answer.added.items() if g not in {view.groups[t] for t in grown}},
        answer.tokens,
    )
    words = [_say_placing(view, new)] if new.tokens else []
    for handle in sorted(grown):
        if count := answer.added.get(view.groups[handle], 0):
            more = f"{counted_kind(SUBMARINE, count)} to {seen(view, (handle,))}"
            words.append(f"add {more} from {answer.complexes[handle]}")
    return "; ".join(words)


def _placing_form(view: PlayerView, decision: PlaceSubs) -> PlaceSubsForm:
    game, power = view.game, decision.power
    slots, track = PlacementSlots.of(game, power), tracker(game, power)
    safest = sorted(slots.free_slots, key=lambda slot: danger(game, power, slot.at))
    return PlaceSubsForm(
        waiting=game.waiting.get(power, {}).get(SUBMARINE, 0),
        supply=len(track.supply),
        most=new_limit(game),
        slots=tuple(NewTokenSlot(at=slot.at, complex=slot.complex) for slot in safest),
        rooms=dict(slots.left.items()),
        joinable={
            handle: JoinableToken(
                at=game.pieces[handle].at,
                group=view.groups.get(handle),
                complexes=tuple(ways),
            )
            for handle, ways in sorted(slots.joinable.items())
        },
    )


def _waiting(view: PlayerView, decision: PlaceSubs) -> Iterator[str]:
    game, power = view.game, decision.power
    bought = game.waiting.get(power, {}).get(SUBMARINE, 0)
    supply = len(tracker(game, power).supply)
    new, tokens = counted(bought, "new submarine"), counted(supply, "token")
    yield f"you have {new} to place, and {tokens} in your supply"


# Events


def _supply_shuffled(event: SupplyShuffled, _: Names) -> str:
    return f"{event.power} shuffles its supply of {counted(event.tokens, 'token')}"


def _groups_opened(event: GroupsOpened, _: Names) -> str:
    return f"{event.power} opens with {_in_zones(event.tokens)}: {group_sizes(event.sizes)}"


def _subs_placed(event: SubsPlaced, _: Names) -> str:
    does = [
        event.tokens and f"places {_in_zones(event.tokens)}",
        event.added and f"adds {_to_groups(event.added)}",
        event.lost and f"loses {counted_kind(SUBMARINE, event.lost)} that it did not place",
    ]
    return f"{event.power} {listed(one for one in does if one) or 'places no submarine'}"


def _to_groups(added: Mapping[int, int]) -> str:
    """``2 submarines to group 3 and 1 to group 5``."""
    (group, count), *others = sorted(added.items())
    first = f"{counted(count, SUBMARINE)} to group {group}"
    return listed((first, *(f"{more} to group {other}" for other, more in others)))


def _in_zones(tokens: Mapping[PieceId, SpaceId]) -> str:
    zones = dict.fromkeys(tokens.values())
    return ", ".join(
        f"{named_tokens(t for t, at in tokens.items() if at == zone)} in {zone}" for zone in zones
    )


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            OpeningGroups,
            asks="Divide your submarines into groups.",
            rules=("SS-0.8",),
            task="divide submarines into groups",
            control=OwnForm(_opening_form, OpeningAnswer, _sent_opening),
            says=(Wording(OpeningPlacement, _say_opening),),
            verbs=(
                Verb(
                    "open",
                    "groups of 3 and 1 in SZ Hawaii; or their sizes alone: SZ Hawaii 3 1 0",
                    _open,
                ),
            ),
            examples=("open groups of 3 and 1 in SZ Hawaii; a group of 1 in SZ California",),
            numbered=False,
            facts=_printed,
        ),
        DecisionRecord(
            PlaceSubs,
            asks="Place your new submarines and tokens.",
            rules=("SS-1",),
            task="place new submarines",
            control=OwnForm(_placing_form, PlaceSubsAnswer, _sent_placing),
            says=(Wording(Placing, _say_placing, _tell_placing),),
            verbs=(
                Verb(
                    "place",
                    "new group of 2 in SZ Hawaii; new decoy in SZ Hawaii; join 1 to #12",
                    _place,
                ),
            ),
            examples=(
                "place a new group of 2 in SZ Hawaii; a new decoy in SZ Hawaii; join 1 to #12",
                "place nothing",
            ),
            numbered=False,
            facts=_waiting,
        ),
    ),
    events=(
        EventRecord(SupplyShuffled, _supply_shuffled),
        EventRecord(GroupsOpened, _groups_opened),
        EventRecord(SubsPlaced, _subs_placed),
    ),
)
