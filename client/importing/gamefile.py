"""The XML file of a TripleA game, as records.

`read_game` reads every element and attribute that it knows and names all others in
`GameFile.unread`: nothing is passed over in silence. What the parts mean is `conversion`'s matter.
"""

__all__ = [
    "Attachment",
    "GameFile",
    "Given",
    "Offer",
    "OptionOf",
    "Placed",
    "StepOf",
    "is_game",
    "read_game",
]

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import XMLParser

from client.importing.errors import CannotImport

_ELEMENTS = 200_000
_DEPTH = 16


@dataclass(frozen=True, slots=True)
class OptionOf:
    """One setting of an attachment; `count` is a number or a word that goes with some."""

    name: str
    value: str
    count: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """What the file says of a space, a unit, a power: a class of rules and its settings.

    Attributes:
        rules: the class, without its package: ``UnitAttachment``.
        name: several attachments of a class can hang on one thing under several names.
        to: name of the thing.
        options: in the file's order.
    """

    rules: str
    name: str
    to: str
    options: tuple[OptionOf, ...]

    def get(self, name: str, default: str = "") -> str:
        """The value of an option."""
        return next((option.value for option in self.options if option.name == name), default)

    def on(self, name: str) -> bool:
        """Whether an option is true."""
        return self.get(name).casefold() == "true"


@dataclass(frozen=True, slots=True)
class StepOf:
    """A step of the sequence of play.

    Attributes:
        does: the class of rules that plays it, without its package: ``MoveDelegate``.
        player: empty for a step of nobody's.
        display: what the step is called for people, where the file says so.
        once: whether it is played once in a game only.
        properties: further settings.
    """

    name: str
    does: str
    player: str
    display: str
    once: bool
    properties: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a player can buy.

    Attributes:
        unit: what is bought; a unit, or else nothing of ours.
        player: who can buy it.
        price: so much of each resource.
        count: how many it brings.
    """

    unit: str
    player: str
    price: Mapping[str, int]
    count: int


@dataclass(frozen=True, slots=True)
class Placed:
    """Units on the board when the game opens; owner "" for nobody's."""

    unit: str
    space: str
    owner: str
    count: int


@dataclass(frozen=True, slots=True)
class Given:
    """What a player has when the game opens."""

    player: str
    resource: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """A game as its file has it; all names are the file's.

    Attributes:
        title: for people.
        dice: how many sides the dice have.
        spaces: whether each is water.
        connections: pairs of spaces that touch.
        players: in the file's order.
        alliances: the alliances of each player.
        units: kinds of unit.
        offers: what can be bought from the start, on the lists that players begin with.
        steps: one round, and what comes before the first.
        attachments: in the file's order.
        owners: of territories, when the game opens.
        placed: units, when the game opens.
        given: money and the like, when the game opens.
        properties: settings of the whole game.
        relations: how players stand to each other at first, as (player, player, kind).
        unread: every element and attribute that is not read, and how often it occurs.
    """

    title: str
    dice: str
    spaces: Mapping[str, bool]
    connections: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    alliances: Mapping[str, tuple[str, ...]]
    units: tuple[str, ...]
    offers: tuple[Offer, ...]
    steps: tuple[StepOf, ...]
    attachments: tuple[Attachment, ...]
    owners: Mapping[str, str]
    placed: tuple[Placed, ...]
    given: tuple[Given, ...]
    properties: Mapping[str, str]
    relations: tuple[tuple[str, str, str], ...]
    unread: Mapping[str, int]

    def attached(self, rules: str) -> Iterator[Attachment]:
        """The attachments of a class."""
        return (attachment for attachment in self.attachments if attachment.rules == rules)


_KNOWN: Mapping[str, frozenset[str]] = {
    tag: frozenset(attributes.split())
    for tag, attributes in (
        ("game", ""),
        ("game/info", "name version"),
        ("game/diceSides", "value"),
        ("game/map", ""),
        ("game/map/territory", "name water"),
        ("game/map/connection", "t1 t2"),
        ("game/resourceList", ""),
        ("game/resourceList/resource", "name"),
        ("game/playerList", ""),
        ("game/playerList/player", "name optional"),
        ("game/playerList/alliance", "player alliance"),
        ("game/unitList", ""),
        ("game/unitList/unit", "name"),
        ("game/gamePlay", ""),
        ("game/gamePlay/delegate", "name javaClass display"),
        ("game/gamePlay/sequence", ""),
        ("game/gamePlay/sequence/step", "name delegate player display maxRunCount"),
        ("game/gamePlay/sequence/step/stepProperty", "name value"),
        ("game/production", ""),
        ("game/production/productionRule", "name"),
        ("game/production/productionRule/cost", "resource quantity"),
        ("game/production/productionRule/result", "resourceOrUnit quantity"),
        ("game/production/productionFrontier", "name"),
        ("game/production/productionFrontier/frontierRules", "name"),
        ("game/production/playerProduction", "player frontier"),
        ("game/attachmentList", ""),
        ("game/attachmentList/attachment", "name attachTo javaClass type"),
        ("game/attachmentList/attachment/option", "name value count"),
        ("game/initialize", ""),
        ("game/initialize/ownerInitialize", ""),
        ("game/initialize/ownerInitialize/territoryOwner", "territory owner"),
        ("game/initialize/unitInitialize", ""),
        ("game/initialize/unitInitialize/unitPlacement", "unitType territory owner quantity"),
        ("game/initialize/resourceInitialize", ""),
        ("game/initialize/resourceInitialize/resourceGiven", "player resource quantity"),
        ("game/initialize/relationshipInitialize", ""),
        (
            "game/initialize/relationshipInitialize/relationship",
            "type player1 player2 roundValue",
        ),
        ("game/propertyList", ""),
        ("game/propertyList/property", "name value editable player"),
        ("game/propertyList/property/value", ""),
        ("game/propertyList/property/boolean", ""),
        ("game/propertyList/property/number", "min max"),
        ("game/propertyList/property/string", ""),
    )
}
"""Every element that is read, by its path, and its attributes."""

_SPELLINGS = {"attatchmentList": "attachmentList", "attatchment": "attachment"}
"""Elements and attributes that older files spell otherwise."""


def is_game(data: bytes) -> bool:
    """Whether an XML file looks like a game at all; maps come with other XML files too."""
    letters = data.replace(b"\0", b"")  # of files whose characters take two bytes
    return b"<game" in letters and b"<sequence" in letters


def read_game(data: bytes, source: str) -> GameFile:
    """Read a game's file.

    Args:
        data: the XML; it may declare no entities and is never followed to other files.
        source: what to call it in messages.

    Raises:
        CannotImport: it is no well-formed game, or exceeds the limits.
    """
    root = _parse(data, source)
    if root.tag != "game":
        raise CannotImport(f"{source}: its outermost element is {root.tag}, not game")
    unread: Counter[str] = Counter()
    _sieve(root, "game", unread)
    reader = _Reader(root, source)
    return GameFile(
        title=_top(root, "info", "name", source),
        dice=_top(root, "diceSides", "value", "6"),
        spaces=reader.spaces(),
        connections=reader.connections(),
        players=reader.players(),
        alliances=reader.alliances(),
        units=reader.units(),
        offers=reader.offers(),
        steps=reader.steps(),
        attachments=reader.attachments(),
        owners=reader.owners(),
        placed=reader.placed(),
        given=reader.given(),
        properties=reader.properties(),
        relations=reader.relations(),
        unread=dict(sorted(unread.items())),
    )


class _Bounded(TreeBuilder):
    """Builds the tree of elements, as long as it stays within the limits."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.elements = 0
        self.depth = 0

    def start(self, tag: str, attributes: dict[str, str], /) -> Element:
        self.elements += 1
        self.depth += 1
        if self.elements > _ELEMENTS or self.depth > _DEPTH:
            raise CannotImport(f"{self.source}: more elements, or deeper nested, than in any game")
        return super().start(
            _SPELLINGS.get(tag, tag),
            {name.replace("attatchTo", "attachTo"): value for name, value in attributes.items()},
        )

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        return super().end(_SPELLINGS.get(tag, tag))


def _parse(data: bytes, source: str) -> Element:
    parser = XMLParser(target=_Bounded(source), forbid_entities=True, forbid_external=True)
    try:
        parser.feed(data)
        root: Element = parser.close()
    except DefusedXmlException as error:
        raise CannotImport(
            f"{source}: declares or refers to entities: {error}", "no game needs them"
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise CannotImport(f"{source}: is no well-formed XML: {error}") from error
    return root


def _sieve(element: Element, path: str, unread: Counter[str]) -> None:
    """Count what is not read: elements by their paths, attributes as ``path@name``."""
    for name in set(element.attrib) - _KNOWN[path]:
        unread[f"{path}@{name}"] += 1
    for child in element:
        below = f"{path}/{child.tag}"
        if below in _KNOWN:
            _sieve(child, below, unread)
        else:
            unread[below] += 1


def _last(java_class: str) -> str:
    return java_class.rpartition(".")[2]


def _top(root: Element, tag: str, attribute: str, default: str) -> str:
    element = root.find(tag)
    return default if element is None else element.get(attribute, default)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the parts of a game; refuses it where something lacks that it cannot do without."""

    root: Element
    source: str

    def name(self, element: Element, attribute: str) -> str:
        value = element.get(attribute)
        if not value:
            article = "an" if element.tag[:1] in "aeiou" else "a"
            raise CannotImport(f"{self.source}: {article} {element.tag} without {attribute}")
        return value

    def number(self, element: Element, attribute: str) -> int:
        value = element.get(attribute, "")
        if not (value.isascii() and value.isdigit() and len(value) < 7):  # noqa: PLR2004 (a million)
            what = f'{element.tag} {attribute}="{value}" is no number from 0 to 999999'
            raise CannotImport(f"{self.source}: {what}")
        return int(value)

    def spaces(self) -> dict[str, bool]:
        found: dict[str, bool] = {}
        for space in self.root.iterfind("map/territory"):
            name = self.name(space, "name")
            if name in found:
                raise CannotImport(f"{self.source}: there are two territories {name}")
            found[name] = space.get("water") == "true"
        return found

    def connections(self) -> tuple[tuple[str, str], ...]:
        lines = self.root.iterfind("map/connection")
        return tuple((self.name(line, "t1"), self.name(line, "t2")) for line in lines)

    def players(self) -> tuple[str, ...]:
        found = self.root.iterfind("playerList/player")
        return tuple(self.name(player, "name") for player in found)

    def units(self) -> tuple[str, ...]:
        return tuple(self.name(unit, "name") for unit in self.root.iterfind("unitList/unit"))

    def steps(self) -> tuple[StepOf, ...]:
        """The steps of a round, each with the class of what it delegates to."""
        does = {
            delegate.get("name", ""): _last(delegate.get("javaClass", ""))
            for delegate in self.root.iterfind("gamePlay/delegate")
        }
        return tuple(
            StepOf(
                name=step.get("name", ""),
                does=does.get(step.get("delegate", ""), ""),
                player=step.get("player", ""),
                display=step.get("display", ""),
                once=step.get("maxRunCount", "0") == "1",
                properties={
                    p.get("name", ""): p.get("value", "") for p in step.iterfind("stepProperty")
                },
            )
            for step in self.root.iterfind("gamePlay/sequence/step")
        )

    def attachments(self) -> tuple[Attachment, ...]:
        return tuple(
            Attachment(
                rules=_last(a.get("javaClass", "")),
                name=a.get("name", ""),
                to=self.name(a, "attachTo"),
                options=tuple(
                    OptionOf(self.name(o, "name"), o.get("value", ""), o.get("count", ""))
                    for o in a.iterfind("option")
                ),
            )
            for a in self.root.iterfind("attachmentList/attachment")
        )

    def placed(self) -> tuple[Placed, ...]:
        return tuple(
            Placed(
                unit=self.name(unit, "unitType"),
                space=self.name(unit, "territory"),
                owner=unit.get("owner", ""),
                count=self.number(unit, "quantity"),
            )
            for unit in self.root.iterfind("initialize/unitInitialize/unitPlacement")
        )

    def given(self) -> tuple[Given, ...]:
        return tuple(
            Given(
                player=self.name(given, "player"),
                resource=self.name(given, "resource"),
                amount=self.number(given, "quantity"),
            )
            for given in self.root.iterfind("initialize/resourceInitialize/resourceGiven")
        )

    def properties(self) -> dict[str, str]:
        return {
            self.name(p, "name"): p.get("value", p.findtext("value", "")).strip()
            for p in self.root.iterfind("propertyList/property")
        }

    def relations(self) -> tuple[tuple[str, str, str], ...]:
        found = self.root.iterfind("initialize/relationshipInitialize/relationship")
        return tuple(
            (self.name(r, "player1"), self.name(r, "player2"), self.name(r, "type")) for r in found
        )

    def alliances(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for line in self.root.iterfind("playerList/alliance"):
            player = self.name(line, "player")
            found[player] = (*found.get(player, ()), self.name(line, "alliance"))
        return found

    def owners(self) -> dict[str, str]:
        """Who owns each territory; of a sea zone, which nobody owns with us, who is named first."""
        waters = {name for name, water in self.spaces().items() if water}
        owners: dict[str, str] = {}
        for line in self.root.iterfind("initialize/ownerInitialize/territoryOwner"):
            territory, owner = self.name(line, "territory"), self.name(line, "owner")
            if owners.setdefault(territory, owner) != owner and territory not in waters:
                raise CannotImport(
                    f"{self.source}: {territory} is owned by {owners[territory]} and {owner}, "
                    "but one power controls a territory (BG-1.4)",
                    "keep one of its territoryOwner lines in the game's file",
                )
        return owners

    def offers(self) -> tuple[Offer, ...]:
        """What is for sale from the start: what is on the lists that players begin with."""
        lists = {
            shop.get("name", ""): [rule.get("name", "") for rule in shop.iterfind("frontierRules")]
            for shop in self.root.iterfind("production/productionFrontier")
        }
        rules = {
            rule.get("name", ""): rule for rule in self.root.iterfind("production/productionRule")
        }
        return tuple(
            offer
            for shop in self.root.iterfind("production/playerProduction")
            for name in lists.get(shop.get("frontier", ""), [])
            if name in rules
            for offer in self.offered(rules[name], shop.get("player", ""))
        )

    def offered(self, rule: Element, player: str) -> Iterator[Offer]:
        """What a rule of production offers to a player."""
        price = {
            self.name(c, "resource"): self.number(c, "quantity") for c in rule.iterfind("cost")
        }
        for result in rule.iterfind("result"):
            count = self.number(result, "quantity") if result.get("quantity") else 1
            unit = self.name(result, "resourceOrUnit")
            yield Offer(unit, player, price, count)
