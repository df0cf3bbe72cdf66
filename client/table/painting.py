"""What the pages of a session show, made from its state alone."""

__all__ = ["paint"]

from pydantic import TypeAdapter

from client.presentation.safety import safety_words
from client.presentation.waiting import due_tasks
from client.seat.standing_orders import StandingOrders
from client.table.invites import invites
from client.table.journal import Journal
from client.table.lobby import to_compare
from client.table.picture import Section, Viewer, scene
from client.table.seating import arrivals, seated
from client.table.session_state import SessionState


def paint(state: SessionState) -> dict[str, Section]:
    """The picture, by section (`client.table.page_model.PageModel`)."""
    sections: dict[str, Section] = {"table": _table(state), "seats": _seats(state)}
    if state.journal is not None:
        sections |= _scene(state, state.journal)
    elif state.agreement is not None:
        sections |= scene(state.agreement.game, state.agreement.viewer)
        sections["agreement"] = {**to_compare(state.observer.lobby), **state.agreement.shown}
    sections["ask"] = _asked(state)
    memo = state.memo.memo
    sections["memo"] = {
        "standing": TypeAdapter(StandingOrders).dump_python(memo.standing, mode="json"),
        "notes": {str(token): text for token, text in memo.notes.items()},
    }
    return sections


def _scene(state: SessionState, journal: Journal) -> dict[str, Section]:
    """The board with what is staged, or the moment that a watcher looks back at."""
    if state.timeline is not None and state.timeline.at is not None:
        return state.timeline.scene()
    observer = state.observer
    game = observer.game if state.decision is None else state.decision.staging.game
    if game is None:
        return {}
    viewer = Viewer(frozenset(observer.powers), observer.groups, observer.knowledge)
    return {**scene(game, viewer), "log": dict(journal.lines), "dice": journal.dice}


def _table(state: SessionState) -> Section:
    observer, decision, timeline = state.observer, state.decision, state.timeline
    table, charter = observer.table, observer.charter
    shown = {
        "mode": _mode(state),
        "seat": observer.seat,
        "waiting": [] if table is None else [str(task) for task in due_tasks(table)],
        "owing": None if table is None or table.due is None else table.due.seat,
        "entries": state.entries,
        "notices": list(state.notices),
        "unreached": state.connections.unreached,
        "refused": state.connections.refused,
        "invites": invites(state.invitations),
        "declined": None if decision is None else decision.declined,
        "fraud": state.fraud,
        "secrecy": None if charter is None else charter.secrecy.value,
        "safety": None if charter is None else safety_words(charter.game_id),
        "waive": state.memo.memo.waive,
        "staged": [] if decision is None else list(decision.staging.words),
        "can_send": decision is not None and bool(decision.staging.actions),
        "to_sign": state.consent is not None,
    }
    if timeline is not None:
        shown |= timeline.place
        if timeline.at is not None:
            shown["waiting"] = [str(task) for task in timeline.waiting]
    return shown


def _mode(state: SessionState) -> str:
    if state.journal is None:
        return "lobby"
    return "watch" if state.observer.seat is None else "play"


def _seats(state: SessionState) -> Section:
    observer = state.observer
    if observer.charter is not None:
        return seated(observer.charter, observer.seat, state.connections.present)
    if state.agreement is not None and state.agreement.seats is not None:
        return state.agreement.seats
    return arrivals(observer.lobby, state.taken)


def _asked(state: SessionState) -> Section:
    form = {} if state.decision is None else state.decision.form
    return {**form, "entries": state.entries} if form else {}
