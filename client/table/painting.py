"""What the pages of a session show, made from its state alone."""

__all__ = ["paint"]

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from client.presentation.playback import staged_legs
from client.presentation.players import seat_names
from client.presentation.reachability import reachability_line
from client.presentation.safety import safety_words
from client.presentation.waiting import (
    DueTask,
    astray_line,
    due_tasks,
    hindrance_line,
    signing_tasks,
)
from client.schema import table as shown
from client.schema.log import Dice, Line
from client.schema.picture import Asked, Picture
from client.schema.playback import Away
from client.seat.agreeing import awaited
from client.seat.standing_orders import Submerging
from client.table.agreeing import candidates, previewed, proposals
from client.table.ending import ending
from client.table.instructions import instructions_of
from client.table.invites import invites_now
from client.table.lobby import agreement_of_game, to_compare
from client.table.picture import Scene, scene
from client.table.reminding import keeper_reminders
from client.table.seating import arrivals, raised, seated
from client.table.session_state import SessionState
from client.table.strangers import knocks, open_to
from p2p.hosting import Hosting
from p2p.meeting import Meeting
from p2p.probing import Verdict
from p2p.waiting import Remedy
from protocol.players import Players

_SUBMERGE: Final[Mapping[Submerging, Literal["ask", "always", "never"]]] = {
    Submerging.ASK: "ask",
    Submerging.ALWAYS: "always",
    Submerging.NEVER: "never",
}


def paint(state: SessionState) -> Picture:
    """The picture (`client.table.page_model.PageModel`)."""
    seen = _scene(state)
    lines, dice = _log(state)
    memo = state.memo.memo
    return Picture(
        table=_table(state),
        agreement=_agreement(state),
        turn=None if seen is None else seen.turn,
        battle=None if seen is None else seen.battle,
        dice=dice,
        ask=_asked(state),
        memo=shown.Memo(
            standing=shown.StandingOrders(
                losses=tuple(memo.standing.losses),
                best_losses=memo.standing.best_losses,
                keep_land=memo.standing.keep_land,
                only_answers=memo.standing.only_answers,
                submerge=_SUBMERGE[memo.standing.submerge],
                retreat=memo.standing.retreat,
            ),
            notes=dict(memo.notes),
        ),
        away=_away(state),
        seats=_seats(state),
        spaces={} if seen is None else seen.spaces,
        powers={} if seen is None else seen.powers,
        plans={} if seen is None else seen.plans,
        log=lines,
    )


def _scene(state: SessionState) -> Scene | None:
    """The board: the first position, what is staged, or the moment that a watcher looks back at."""
    if state.journal is None:
        agreement = state.agreement
        return None if agreement is None else scene(agreement.game, agreement.viewer)
    if (past := state.timeline) is not None and (past.at is not None or past.eyes != "all"):
        return past.scene()
    observer = state.observer
    sent = state.sending or observer.game
    game = sent if state.decision is None else state.decision.staging.game
    if (proposed := previewed(state)) is not None:
        game = proposed
    if game is None:
        return None
    return state.scene_of(game)


def _log(state: SessionState) -> tuple[Mapping[str, Line], Dice | None]:
    if state.journal is None:
        return {}, None
    if state.timeline is not None and state.timeline.at is not None:
        return state.timeline.lines, state.timeline.dice
    return dict(state.journal.lines), state.journal.dice


def _away(state: SessionState) -> Away | None:
    """What a player has not seen; who only watches is not told of it."""
    recording = state.recording
    return None if recording is None or state.observer.seat is None else recording.away


def _agreement(state: SessionState) -> shown.Agreement | None:
    observer = state.observer
    if observer.charter is not None and observer.opening is not None:
        return agreement_of_game(observer.opening, observer.charter)
    if state.agreement is None:
        return None
    agreed = state.agreement.shown
    safety = to_compare(state.observer.lobby)
    return agreed if safety is None else agreed.model_copy(update={"safety": safety})


def _table(state: SessionState) -> shown.Table:
    observer, timeline = state.observer, state.timeline
    table, charter = observer.table, observer.charter
    past = timeline if timeline is not None and timeline.at is not None else None
    now = () if table is None else due_tasks(table, observer.seat)
    open_now = () if observer.node is None else observer.node.proposals
    signing = (
        () if table is None or past is not None else signing_tasks(table, open_now, observer.seat)
    )
    return shown.Table(
        mode=_mode(state),
        seat=observer.seat,
        waiting=tuple(map(str, (*now, *signing) if past is None else past.waiting)),
        waits=() if past is not None else _waits(state, now),
        astray=_astray(state),
        hindered=None if past is not None else _hindered(state),
        gone=() if observer.node is None else tuple(sorted(observer.node.gone)),
        proposals=proposals(state),
        candidates=candidates(state),
        offer=state.offer if observer.seat is None else "",
        owing=None if table is None or table.due is None else table.due.seat,
        entries=state.entries if timeline is None else timeline.number,
        notices=tuple(state.notices),
        unreached=state.connections.unreached,
        refused=state.connections.refused,
        next_call=_next_call(state),
        holders=_holders(state),
        invites=invites_now(state),
        hidden=_hidden(state),
        hides_next=state.memo.memo.relay_only,
        next_start=_next_start(state),
        hosting=isinstance(observer.lobby, Hosting),
        tested=_tested(state),
        open_to=open_to(state),
        knocks=knocks(state),
        reach=str(next(iter(state.leads_to), "")),
        declined=None if state.decision is None else state.decision.declined,
        fraud=state.fraud,
        secrecy=None if charter is None else charter.secrecy,
        safety=None if charter is None else safety_words(charter.game_id),
        waive=state.memo.memo.waive,
        to_sign=state.consent is not None,
        timeline=None if timeline is None else timeline.place,
        ending=_ending(state),
        instructions=_instructions(state),
        reminders=keeper_reminders(state),
    )


def _ending(state: SessionState) -> shown.Ending | None:
    table, offer = state.observer.table, state.rematch
    found = None if table is None else ending(table, state.observer.seat)
    if table is None or found is None:
        return None
    played = state.observer.seat in table.charter.players
    return found.model_copy(
        update={
            "rematch": None if offer is None else offer.seat,
            "can_rematch": played and state.memo.memo.called,
            "uncalled": played and not state.memo.memo.called,
        }
    )


def _tested(state: SessionState) -> tuple[shown.Reachability, ...]:
    """Who can call, as long as somebody has yet to join."""
    node = state.observer.node
    if node is None or state.observer.table is not None:
        return ()
    return tuple(
        shown.Reachability(
            works=None if one.verdict is Verdict.UNTESTED else one.verdict is Verdict.WORKS,
            here=one.verdict is Verdict.MACHINE,
            words=f"{reachability_line(one)}.",
        )
        for one in node.tested
    )


def _hidden(state: SessionState) -> bool | None:
    """Whether one's address is shown to one's relays alone; None without a relay."""
    node = state.observer.node
    return node.relay_only if node is not None and state.memo.memo.relays else None


def _next_start(state: SessionState) -> shown.NextStart | None:
    """What can be changed for the next start; None of who plays with nobody from elsewhere."""
    memo = state.memo.memo
    called = memo.address or memo.relays or memo.mailboxes or memo.meeting is Meeting.HOLDERS
    if state.observer.node is None or not called:
        return None
    return shown.NextStart(
        router=memo.upnp if memo.address else None, holders=memo.meeting is Meeting.HOLDERS
    )


def _next_call(state: SessionState) -> int | None:
    node = state.observer.node
    seconds = None if node is None or node.connected else node.next_call
    return None if seconds is None else round(seconds)


def _holders(state: SessionState) -> tuple[shown.Holder, ...]:
    node = state.observer.node
    if node is None:
        return ()
    return (
        *(shown.Holder(relay=str(way.relay), here=here) for way, here in node.held_at.items()),
        *(
            shown.Holder(relay=str(relay), here=here, mail=True)
            for relay, here in node.mailboxes.items()
        ),
    )


def _instructions(state: SessionState) -> Mapping[str, shown.PowerInstructions]:
    game = state.observer.game
    if game is None:
        return {} if state.agreement is None else instructions_of(state.agreement.game, None)
    return instructions_of(game, state.observer.table)


def _waits(state: SessionState, tasks: Sequence[DueTask]) -> tuple[shown.Wait, ...]:
    """What the game waits for now; the tasks say it in words, in the same order."""
    node = state.observer.node
    if node is None:
        return ()
    return tuple(
        shown.Wait(
            seat=one.wait.seat,
            words=str(task),
            since=one.wait.since,
            learnt=one.learnt,
            fault=None if one.fault is None else one.fault.refusal.reason,
            absent_from=one.absent_from,
            gone=one.gone,
            recourse=one.recourse.value,
            remedies=tuple(each.value for each in Remedy if each in one.remedies),
        )
        for one, task in zip(awaited(node), tasks, strict=True)
    )


def _hindered(state: SessionState) -> str | None:
    node = state.observer.node
    if node is None or node.hindrance is None:
        return None
    return f"{hindrance_line(node.hindrance, node.meeting)}."


def _astray(state: SessionState) -> str | None:
    node, table = state.observer.node, state.observer.table
    if node is None or table is None or not node.astray:
        return None
    names = seat_names(table.log.players)
    return astray_line([names[seat] for seat in node.astray])


def _mode(state: SessionState) -> Literal["lobby", "watch", "play"]:
    if state.journal is None:
        return "lobby"
    return "watch" if state.observer.seat is None else "play"


def _seats(state: SessionState) -> Mapping[str, shown.Seat]:
    observer = state.observer
    if observer.charter is not None:
        players = (
            Players.of(observer.charter) if observer.table is None else observer.table.log.players
        )
        timeline = state.timeline
        place = None if timeline is None or timeline.at is None else timeline.at
        hands = () if observer.table is None or place is not None else raised(observer.table)
        return seated(players, observer.seat, state.connections.present, place, hands)
    if state.agreement is not None and state.agreement.seats is not None:
        return state.agreement.seats
    return arrivals(observer.lobby, state.taken)


def _asked(state: SessionState) -> Asked | None:
    decision = state.decision
    if decision is None or not decision.is_open:
        return None
    return Asked(
        id=state.question,
        question=decision.question,
        staged=tuple(decision.staging.words),
        can_send=bool(decision.staging.actions),
        moves=staged_legs(decision.staging.events),
    )
