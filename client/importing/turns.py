"""The steps of a TripleA game as our turns and phases (BG-3)."""

__all__ = ["players", "turns"]

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from client.importing.gamefile import GameFile, StepOf
from client.importing.limits import within
from client.importing.naming import NameTable
from client.importing.report import ImportNote, NoteKind
from engine.phases import Phase
from engine.scenario_form import PLAYED, PhaseForm, TurnForm

_PHASES: Mapping[str, Phase] = {
    "TechnologyDelegate": Phase.RESEARCH,
    "PurchaseDelegate": Phase.PURCHASE,
    "BattleDelegate": Phase.CONDUCT_COMBAT,
    "PlaceDelegate": Phase.MOBILIZE,
    "NoAirCheckPlaceDelegate": Phase.MOBILIZE,
    "EndTurnDelegate": Phase.COLLECT_INCOME,
}
_MOVES = "MoveDelegate"
_COMBINED = "combinedTurns"
_ENDS = ("EndTurnDelegate", "NoPUEndTurnDelegate")

_NO_PHASE: Mapping[str, str] = {
    "InitializationDelegate": "the game is set up by our own rules",
    "TechActivationDelegate": "a breakthrough counts at once (BG-4.1)",
    "NoPUPurchaseDelegate": "recruits are counted by our own rules (BG-10.5)",
    "NoPUEndTurnDelegate": "a power without IPC collects none",
    "EndRoundDelegate": "victory is tested when a round ends (BG-3.2)",
    "BidPurchaseDelegate": "a bid is a setting of the game",
    "BidPlaceDelegate": "a bid is a setting of the game",
}
"""Steps that are no phase of ours, and why nothing is lost with them."""


@dataclass(frozen=True, slots=True)
class _Part:
    phase: Phase
    player: str


def players(game: GameFile) -> tuple[str, ...]:
    """The players that have a phase of ours, in turn order: they are the powers."""
    rounds = (step for step in game.steps if step.player and not step.once)
    parts = (part for steps in _shares(rounds) for step in steps for part in _part(step))
    return tuple(dict.fromkeys(part.player for part in parts if part.phase in PLAYED))


def turns(
    game: GameFile, names: NameTable, *, research: bool
) -> tuple[list[TurnForm], list[ImportNote]]:
    """One round, turn by turn, and what of the file's round is not in it.

    `research` says whether the edition by which the game will be played has any (BG-4).
    """
    played = tuple(Phase) if research else PLAYED
    notes = list(_strangers(game.steps))
    forms = []
    for steps in _shares(step for step in game.steps if step.player and not step.once):
        parts = [part for step in steps for part in _part(step)]
        here = tuple(dict.fromkeys(part.player for part in parts if part.phase in played))
        if not here:
            continue
        ordered = _in_order(parts, here)
        if ordered != parts:
            who = " and ".join(names.power(player) for player in here)
            what = "its phases are put in our order (BG-3.1, 3.3)"
            notes.append(ImportNote(NoteKind.CHANGED, f"turn of {who}", what))
        forms.append(_form([part for part in ordered if part.phase in played], here[0], names))
    if any(part.phase not in played for step in game.steps for part in _part(step)):
        what = "the edition by which it will be played has none with us (BG-4)"
        notes.append(ImportNote(NoteKind.LEFT_OUT, "steps, research", what))
    return forms, notes


def _form(parts: Iterable[_Part], player: str, names: NameTable) -> TurnForm:
    with within(f"turn of {names.power(player)}"):
        phases: list[Phase | PhaseForm] = [
            part.phase
            if part.player == player
            else PhaseForm(phase=part.phase, power=names.power(part.player))
            for part in parts
        ]
        return TurnForm(power=names.power(player), phases=phases)


def _part(step: StepOf) -> Iterator[_Part]:
    """The phase that a step is, if it is one, for each player whose units it is for."""
    phase = _PHASES.get(step.does)
    if step.does == _MOVES:
        quiet = "noncombat" in step.name.casefold() or "non combat" in step.display.casefold()
        phase = Phase.NONCOMBAT_MOVE if quiet else Phase.COMBAT_MOVE
    if phase is not None:
        others = filter(None, step.properties.get(_COMBINED, "").split(":"))
        for player in dict.fromkeys((step.player, *others)):
            yield _Part(phase, player)


def _shares(steps: Iterable[StepOf]) -> Iterator[list[StepOf]]:
    """Steps by turn: a turn lasts until each player who has had a step in it has ended his."""
    turn: list[StepOf] = []
    for step in steps:
        turn.append(step)
        players = {other.player for other in turn}
        if players == {other.player for other in turn if other.does in _ENDS}:
            yield turn
            turn = []
    if turn:
        yield turn


def _in_order(parts: list[_Part], players: tuple[str, ...]) -> list[_Part]:
    """The phases of a turn as BG-3.1 has them, each once; a shared turn as BG-3.3 has it.

    First all research and buy; then each moves to combat and fights, one power after the other;
    then all make their noncombat moves, mobilize and collect.
    """
    phases = list(Phase)
    begins, ends = phases.index(Phase.COMBAT_MOVE), phases.index(Phase.NONCOMBAT_MOVE)
    before, combat, after = phases[:begins], phases[begins:ends], phases[ends:]
    order = [
        *(_Part(phase, player) for phase in before for player in players),
        *(_Part(phase, player) for player in players for phase in combat),
        *(_Part(phase, player) for phase in after for player in players),
    ]
    return [part for part in order if part in parts or _fights_on(part, parts)]


def _fights_on(part: _Part, parts: list[_Part]) -> bool:
    """Whether a player who moves to combat also fights, though the file says it for all at once."""
    return part.phase is Phase.CONDUCT_COMBAT and _Part(Phase.COMBAT_MOVE, part.player) in parts


def _strangers(steps: Iterable[StepOf]) -> Iterator[ImportNote]:
    """Steps that are no phase of ours, by what they do."""
    found: dict[str, list[str]] = {}
    for step in steps:
        if not any(_part(step)):
            found.setdefault(step.does, []).append(step.name)
        if combined := step.properties.get(_COMBINED):
            what = f"is shared by {combined.replace(':', ', ')}: each has a phase of its own"
            yield ImportNote(NoteKind.CHANGED, f"step {step.name}", what)
    for does, listed in sorted(found.items()):
        if does in _NO_PHASE:
            yield ImportNote(NoteKind.NO_MATTER, f"steps, {does}", _NO_PHASE[does])
        else:
            yield ImportNote(
                NoteKind.LEFT_OUT, f"steps, {does or 'of no class'}", ", ".join(listed)
            )
