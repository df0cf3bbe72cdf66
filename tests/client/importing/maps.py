"""A small game as TripleA files have it, to be changed by each test."""

__all__ = [
    "GAME",
    "POLYGONS",
    "archive",
    "changed",
    "fleet",
    "game",
    "imported",
    "left_out",
    "published",
    "unit",
]

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from client.importing.conversion import Imported, convert
from client.importing.drawing import read_drawing
from client.importing.gamefile import GameFile, read_game
from client.importing.naming import OWN, NameTable
from client.importing.report import NoteKind

GAME = """<?xml version="1.0"?>
<!DOCTYPE game SYSTEM "game.dtd">
<game>
  <info name="A small war" version="1.0"/>
  <loader javaClass="games.strategy.triplea.TripleA"/>
  <map>
    <territory name="East"/>
    <territory name="West"/>
    <territory name="Rock"/>
    <territory name="2 Sea Zone" water="true"/>
    <territory name="10 Sea Zone" water="true"/>
    <connection t1="East" t2="West"/>
    <connection t1="West" t2="Rock"/>
    <connection t1="West" t2="2 Sea Zone"/>
    <connection t1="East" t2="10 Sea Zone"/>
    <connection t1="2 Sea Zone" t2="10 Sea Zone"/>
    <connection t1="Rock" t2="2 Sea Zone"/>
  </map>
  <resourceList><resource name="PUs"/></resourceList>
  <playerList>
    <player name="Americans" optional="false"/>
    <player name="Japanese" optional="false"/>
    <alliance player="Americans" alliance="Allies"/>
    <alliance player="Japanese" alliance="Axis"/>
  </playerList>
  <unitList><unit name="infantry"/><unit name="armour"/><unit name="factory"/></unitList>
  <gamePlay>
    <delegate name="tech" javaClass="games.strategy.triplea.delegate.TechnologyDelegate"/>
    <delegate name="purchase" javaClass="games.strategy.triplea.delegate.PurchaseDelegate"/>
    <delegate name="move" javaClass="games.strategy.triplea.delegate.MoveDelegate"/>
    <delegate name="battle" javaClass="games.strategy.triplea.delegate.BattleDelegate"/>
    <delegate name="place" javaClass="games.strategy.triplea.delegate.PlaceDelegate"/>
    <delegate name="endTurn" javaClass="games.strategy.triplea.delegate.EndTurnDelegate"/>
    <delegate name="bid" javaClass="games.strategy.triplea.delegate.BidPurchaseDelegate"/>
    <delegate name="politics" javaClass="games.strategy.triplea.delegate.PoliticsDelegate"/>
    <sequence>
      <step name="japaneseBid" delegate="bid" player="Japanese" maxRunCount="1"/>
      <step name="japanesePurchase" delegate="purchase" player="Japanese"/>
      <step name="japaneseCombatMove" delegate="move" player="Japanese"/>
      <step name="japaneseBattle" delegate="battle" player="Japanese"/>
      <step name="japaneseNonCombatMove" delegate="move" player="Japanese"/>
      <step name="japanesePlace" delegate="place" player="Japanese"/>
      <step name="japaneseEndTurn" delegate="endTurn" player="Japanese"/>
      <step name="americanPurchase" delegate="purchase" player="Americans"/>
      <step name="americanCombatMove" delegate="move" player="Americans"/>
      <step name="americanBattle" delegate="battle" player="Americans"/>
      <step name="americanNonCombatMove" delegate="move" player="Americans"/>
      <step name="americanPlace" delegate="place" player="Americans"/>
      <step name="americanEndTurn" delegate="endTurn" player="Americans"/>
    </sequence>
  </gamePlay>
  <production>
    <productionRule name="buyInfantry">
      <cost resource="PUs" quantity="3"/><result resourceOrUnit="infantry" quantity="1"/>
    </productionRule>
    <productionRule name="buyArmour">
      <cost resource="PUs" quantity="5"/><result resourceOrUnit="armour" quantity="1"/>
    </productionRule>
    <productionRule name="buyFactory">
      <cost resource="PUs" quantity="15"/><result resourceOrUnit="factory" quantity="1"/>
    </productionRule>
    <productionFrontier name="shop">
      <frontierRules name="buyInfantry"/>
      <frontierRules name="buyArmour"/>
      <frontierRules name="buyFactory"/>
    </productionFrontier>
    <playerProduction player="Japanese" frontier="shop"/>
    <playerProduction player="Americans" frontier="shop"/>
  </production>
  <attachmentList>
    <attachment name="unitAttachment" attachTo="infantry" javaClass="t.UnitAttachment">
      <option name="movement" value="1"/>
      <option name="attack" value="1"/>
      <option name="defense" value="2"/>
      <option name="transportCost" value="2"/>
      <option name="artillerySupportable" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="armour" javaClass="t.UnitAttachment">
      <option name="movement" value="2"/>
      <option name="attack" value="3"/>
      <option name="defense" value="3"/>
      <option name="transportCost" value="3"/>
      <option name="canBlitz" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="factory" javaClass="t.UnitAttachment">
      <option name="isFactory" value="true"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="East" javaClass="t.TerritoryAttachment">
      <option name="production" value="8"/>
      <option name="capital" value="Japanese"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="West" javaClass="t.TerritoryAttachment">
      <option name="production" value="10"/>
      <option name="capital" value="Americans"/>
      <option name="victoryCity" value="1"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="Rock" javaClass="t.TerritoryAttachment">
      <option name="production" value="0"/>
      <option name="isImpassable" value="true"/>
    </attachment>
  </attachmentList>
  <initialize>
    <ownerInitialize>
      <territoryOwner territory="East" owner="Japanese"/>
      <territoryOwner territory="West" owner="Americans"/>
    </ownerInitialize>
    <unitInitialize>
      <unitPlacement unitType="infantry" territory="East" quantity="3" owner="Japanese"/>
      <unitPlacement unitType="factory" territory="East" quantity="1" owner="Japanese"/>
      <unitPlacement unitType="armour" territory="West" quantity="2" owner="Americans"/>
    </unitInitialize>
    <resourceInitialize>
      <resourceGiven player="Japanese" resource="PUs" quantity="9"/>
      <resourceGiven player="Americans" resource="PUs" quantity="12"/>
    </resourceInitialize>
  </initialize>
  <propertyList>
    <property name="mapName" value="small"/>
  </propertyList>
</game>
"""

POLYGONS = """\
East  <  (300,0) (399,0) (399,199) (300,199) >
West  <  (0,0) (100,0) (100,100) (100,199) (0,199) >
Rock  <  (150,50) (170,50) (170,70) (150,70) >
2 Sea Zone  <  (100,0) (200,0) (200,199) (100,199) >
10 Sea Zone  <  (200,0) (300,0) (300,199) (200,199) >
"""


def changed(*changes: tuple[str, str]) -> bytes:
    """The small game's file with pieces of it replaced: (old, new)."""
    text = GAME
    for old, new in changes:
        if old not in text:
            raise ValueError(f"the game's file does not say {old!r}")
        text = text.replace(old, new)
    return text.encode()


def game(*changes: tuple[str, str]) -> GameFile:
    """The small game, read."""
    return read_game(changed(*changes), "small")


def imported(
    *changes: tuple[str, str],
    names: NameTable = OWN,
    by: str | None = "anniversary",
    texts: Mapping[str, str] | None = None,
) -> Imported:
    """The small game as a scenario."""
    drawing = read_drawing({name: text.encode() for name, text in (texts or {}).items()}, "small")
    return convert(game(*changes), drawing, names, called="small", source="small", by=by)


def unit(name: str, price: int | None, **options: object) -> list[tuple[str, str]]:
    """One more kind of unit in the small game, sold at a price if it is sold."""
    listed = "".join(f'<option name="{key}" value="{value}"/>' for key, value in options.items())
    attached = f'attachTo="{name}" javaClass="t.UnitAttachment"'
    changes = [
        ("</unitList>", f'<unit name="{name}"/></unitList>'),
        ("</attachmentList>", f"<attachment {attached}>{listed}</attachment></attachmentList>"),
    ]
    if price is None:
        return changes
    result = f'<result resourceOrUnit="{name}" quantity="1"/>'
    cost = f'<cost resource="PUs" quantity="{price}"/>'
    made = f'<productionRule name="{name}">{cost}{result}</productionRule>'
    return [
        *changes,
        ("<productionFrontier", f"{made}<productionFrontier"),
        ("</productionFrontier>", f'<frontierRules name="{name}"/></productionFrontier>'),
    ]


def ship(name: str, price: int, **options: object) -> list[tuple[str, str]]:
    """One more kind of ship."""
    return unit(name, price, isSea="true", **options)


def fleet() -> list[tuple[str, str]]:
    """Ships and aircraft whose numbers are those of no edition, for the small game."""
    air: dict[str, object] = {"isAir": "true", "attack": 3, "defense": 4}
    return [
        *ship("transport", 7, movement=3, attack=0, defense=0, transportCapacity=7),
        *ship("uBoat", 5, movement=3, attack=3, defense=1, isSub="true"),
        *ship("carrier", 11, movement=2, attack=1, defense=3, hitPoints=2, carrierCapacity=6),
        *unit("fighter", 9, movement=5, carrierCost=2, **air),
        *ship("battleship", 18, movement=2, attack=5, defense=5, hitPoints=2, canBombard="true"),
    ]


def left_out(*changes: tuple[str, str]) -> list[str]:
    """What the report on a changed game says is left out."""
    return [str(note) for note in imported(*changes).report.of(NoteKind.LEFT_OUT)]


def archive(files: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of some files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as zipped:
        for name, data in files.items():
            zipped.writestr(name, data)
    return buffer.getvalue()


def published(board: str) -> Path:
    """A board as published for TripleA, where somebody has put it; else the test is skipped.

    Looked for in the folder that SECRET_SUBS_TRIPLEA names, and beside this checkout.
    """
    named = os.environ.get("SECRET_SUBS_TRIPLEA")
    beside = Path(__file__).parents[3].parent
    folders = [Path(named)] if named else sorted(beside.glob("*/data/triplea"))
    for folder in folders:
        if (folder / board).is_dir():
            return folder / board
    pytest.skip(f"the published board {board} is not here; SECRET_SUBS_TRIPLEA names its folder")
