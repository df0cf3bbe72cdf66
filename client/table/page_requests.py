"""What pages ask of a session, carried out."""

__all__ = ["carry_out"]

from dataclasses import replace

from client.errors import ClientError
from client.seat.standing_orders import StandingOrders, Submerging
from client.table import messages as said
from client.table.decision import PendingDecision
from client.table.documents import audited, log_file
from client.table.messages import Asked
from client.table.picture import Section
from client.table.session_state import SessionState
from p2p.node import Node
from protocol.logfile import write_log


async def carry_out(state: SessionState, asked: Asked) -> Section:
    """See `PageModel.carry_out`."""
    match asked:
        case said.Answer() | said.Preview() | said.Undo() | said.Send() | said.GiveUp():
            return _decide(state, asked)
        case said.WaiveWindows(waived=waived):
            _waive(state, waived=waived)
        case said.Consent(agreed=agreed):
            if state.consent is None or state.consent.done():
                raise ClientError("there is no charter to sign now")
            state.consent.set_result(agreed)
        case said.Orders():
            _order(state, asked)
        case said.Note(token=token, text=text):
            state.memo.keep(state.memo.memo.noted(token, text))
        case said.Chat(text=text):
            _node(state).say(text.strip())
        case said.RaiseHand():
            _node(state).raise_hand()
        case said.Seek(entry=entry) if state.timeline is not None:
            state.timeline.seek(entry)
        case said.Keep():
            return log_file(_log(state))
        case said.Report():
            return await audited(_log(state))
        case _:
            raise ClientError("this is not a replay", "open one with `secret-subs replay FILE`")
    return {}


def _decide(
    state: SessionState, asked: said.Answer | said.Preview | said.Undo | said.Send | said.GiveUp
) -> Section:
    """Everything that is done about the decision at hand."""
    decision = _open_decision(state)
    match asked:
        case said.Answer(gesture=gesture):
            words, events = decision.answer(gesture)
            journal, after = state.journal, decision.staging.game
            happened = [] if journal is None else journal.words(events, after)
            return {"words": "; ".join(words), "events": happened}
        case said.Preview(gesture=gesture) if gesture is not None:
            return decision.judge(gesture)
        case said.Preview(to=to) if to is not None:
            return decision.reaching(to)
        case said.Preview(pieces=pieces):
            return decision.destinations(pieces)
        case said.Undo():
            return {"undone": decision.undo()}
        case said.Send():
            decision.send()
        case said.GiveUp():
            decision.resign()
    return {}


def _waive(state: SessionState, *, waived: bool) -> None:
    if state.decision is None:
        state.memo.keep(replace(state.memo.memo, waive=waived))
    else:
        _open_decision(state).waive(waived=waived)


def _order(state: SessionState, asked: said.Orders) -> None:
    """Keep standing orders; they count at once if something is asked.

    Raises:
        ClientError: the disk refuses.
    """
    standing = StandingOrders(asked.losses, Submerging(asked.submerge), asked.retreat)
    state.memo.keep(replace(state.memo.memo, standing=standing))
    decision = state.decision
    if decision is not None and decision.is_open and not decision.staging.actions:
        actions = state.answer_by_orders(decision.staging)
        if actions is not None:
            decision.settle(actions)


def _open_decision(state: SessionState) -> PendingDecision:
    if state.decision is None or not state.decision.is_open:
        raise ClientError("you have nothing to decide now", "wait for your turn")
    return state.decision


def _node(state: SessionState) -> Node:
    if state.observer.node is None:
        raise ClientError("the table is not open yet")
    return state.observer.node


def _log(state: SessionState) -> bytes:
    if state.observer.table is None:
        raise ClientError(
            "there is no log yet", "it begins once all players have signed the charter"
        )
    return write_log(state.observer.table.log)
