"""What pages ask of a session, carried out."""

__all__ = ["carry_out"]

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from client.errors import ClientError, RefusedAnswer
from client.links import check_called_through
from client.presentation.plans import imagined
from client.presentation.words import reason
from client.schema.game import Plan
from client.schema.playback import Playback
from client.schema.replies import AnswerStaged, Nothing, Result, Undone
from client.schema.supposed import SupposedView
from client.seat.agreeing import check_gone, propose, propose_player
from client.seat.standing_orders import StandingOrders, Submerging
from client.seat.unsent import Unsent
from client.seat.viewer import Viewer
from client.table import answering
from client.table import messages as said
from client.table.decision import PendingDecision
from client.table.documents import audited, game_page, in_retrospect, log_file
from client.table.instructions import give_instructions
from client.table.messages import Asked
from client.table.playback import MOST_ENTRIES
from client.table.reminding import ask_keepers
from client.table.session_state import SessionState
from client.table.strangers import let_in, open_up, turn_away
from client.table.supposing import supposed
from engine.board import SpaceId
from engine.errors import Illegal
from engine.pieces import PieceId
from p2p.meeting import Meeting
from p2p.nearby import INSTALL
from p2p.node import Node
from p2p.relay.client import RelayAccess
from p2p.upnp import can_open
from p2p.ways import read_way
from protocol.logfile import write_log
from protocol.table import Table


async def carry_out(state: SessionState, asked: Asked) -> Result:
    """See `PageModel.carry_out`."""
    match asked:
        case (
            answering.Answer()
            | answering.Judge()
            | answering.FindDestinations()
            | answering.FindComers()
            | answering.Undo()
            | answering.Send()
            | said.GiveUp()
        ):
            return _decide(state, asked)
        case answering.WaiveWindows(waived=waived):
            _waive(state, waived=waived)
        case said.GiveConsent(agreed=agreed):
            if state.consent is None or state.consent.done():
                raise ClientError("there is no charter to sign now")
            state.consent.set_result(agreed)
        case answering.Orders():
            _order(state, asked)
        case said.Instruct():
            _instruct(state, asked)
        case answering.Note(token=token, text=text):
            state.memo.keep(state.memo.memo.noted(token, text))
        case said.SendChat(text=text):
            _node(state).say(text.strip())
        case answering.RaiseHand():
            _node(state).raise_hand()
        case said.Retry():
            _node(state).retry()
        case said.Remind() | said.AskKeepers():
            _remind(_node(state), asked)
        case said.ClaimSilence():
            _node(state).claim_silence()
        case said.Disclose():
            _node(state).disclose()
        case said.Propose() | said.ProposePlayer() | said.Accept() | said.Refuse() | said.Preview():
            _agree(state, asked)
        case said.InviteSuccessor():
            _invite_successor(state, asked)
        case said.InviteSpectator():
            _node(state).invite_watcher()
        case said.HideAddress() | said.PlanStart():
            _plan_start(state, asked)
        case said.Withdraw(place=place):
            _node(state).withdraw(place)
        case said.OpenUp() | said.LetIn() | said.TurnAway():
            _deal_with_strangers(state, asked)
        case said.SeekEntry(entry=entry) if state.timeline is not None:
            state.timeline.seek(entry)
        case said.LookAs(eyes=eyes) if state.timeline is not None:
            state.timeline.look_as(eyes)
        case answering.Forecast() | answering.Suppose():
            return await _odds(state, asked)
        case said.OpenPlayback(after=after, whole=whole):
            return _playback(state, after, whole=whole)
        case said.See(after=after, until=until):
            _see(state, after, until)
        case said.Keep() | said.MakePage() | said.OpenReport() | said.OpenRetrospect():
            return await _document(state, asked)
        case _:
            raise ClientError("this is not a replay", "open one with `secret-subs replay FILE`")
    return Nothing()


async def _document(
    state: SessionState,
    asked: said.Keep | said.MakePage | said.OpenReport | said.OpenRetrospect,
) -> Result:
    """The log, all of it to look at, what can be said of it, or its audit."""
    log = write_log(_table(state).log)
    match asked:
        case said.Keep():
            return log_file(log)
        case said.MakePage():
            return await game_page(log, state.maps)
        case said.OpenReport():
            return await audited(log)
        case said.OpenRetrospect():
            return await in_retrospect(log)


def _instruct(state: SessionState, asked: said.Instruct) -> None:
    if state.observer.game is None:
        raise ClientError("the game has not begun")
    give_instructions(_node(state), state.observer.game, asked)


async def _odds(
    state: SessionState, asked: answering.Forecast | answering.Suppose
) -> Plan | SupposedView:
    """The odds of a planned attack; or of a supposed battle, with all that the page shows."""
    observer = state.observer
    if observer.game is None:
        raise ClientError("the game has not begun")
    match asked:
        case answering.Forecast(pieces=pieces, to=to):
            return imagined(observer.game, observer.viewer, map(PieceId, pieces), SpaceId(to))
        case answering.Suppose():
            if (past := state.timeline) is not None and (past.at is not None or past.eyes != "all"):
                return await supposed(*past.seen, asked)
            staged = None if state.decision is None else state.decision.staging.game
            return await supposed(staged or observer.game, observer.viewer, asked)


def _playback(state: SessionState, after: int, *, whole: bool) -> Playback:
    if state.recording is None:
        raise ClientError("the game has not begun")
    timeline = state.timeline
    viewers: Sequence[Viewer]
    if timeline is not None and (timeline.eyes != "all" or timeline.at is not None):
        viewers = timeline.viewers(after, MOST_ENTRIES)
    else:
        viewer = state.observer.viewer
        viewers = (replace(viewer, knowledge=viewer.knowledge.undisclosed),)
    return state.recording.playback(after, viewers, whole=whole)


def _see(state: SessionState, after: int, until: int) -> None:
    """Keep that the player has seen entries, if it has seen all before them.

    Raises:
        ClientError: the disk refuses.
    """
    memo = state.memo.memo
    if state.recording is None or not after <= memo.seen < until:
        return
    state.memo.keep(replace(memo, seen=min(until, state.recording.last)))
    state.recording.see(state.memo.memo.seen)


_Agreeing: TypeAlias = said.Propose | said.ProposePlayer | said.Accept | said.Refuse | said.Preview


def _agree(state: SessionState, asked: _Agreeing) -> None:
    """Everything that is done about proposals."""
    match asked:
        case said.Propose(terms=terms):
            propose(_node(state), _table(state), terms)
        case said.ProposePlayer(key=key):
            _propose_player(state, key)
        case said.Accept(proposal=proposal):
            _accept(state, _name(proposal))
        case said.Refuse(proposal=proposal):
            _node(state).refuse(_name(proposal))
        case said.Preview(proposal=proposal):
            state.preview = None if proposal is None else _name(proposal)


_Deciding: TypeAlias = (
    answering.Answer
    | answering.Judge
    | answering.FindDestinations
    | answering.FindComers
    | answering.Undo
    | answering.Send
    | said.GiveUp
)


def _decide(state: SessionState, asked: _Deciding) -> Result:
    """Everything that is done about the decision at hand.

    Raises:
        ClientError: nothing is asked, or another question than the one that is answered.
        RefusedAnswer: the rules refuse an answer.
    """
    decision = _open_decision(state)
    if (
        isinstance(asked, answering.Answer | answering.Undo | answering.Send)
        and asked.question != state.question
    ):
        raise ClientError(
            "that question is no longer asked, so nothing was done",
            "answer the one that is asked now",
        )
    try:
        result = _carried_out(state, decision, asked)
    except Illegal as error:
        raise RefusedAnswer(error.rule, reason(decision.staging.game, error)) from error
    state.memo.keep_unsent(Unsent.of(decision.staging))
    return result


def _carried_out(state: SessionState, decision: PendingDecision, asked: _Deciding) -> Result:
    match asked:
        case answering.Answer(answer=answer):
            words, events = decision.answer(answer)
            journal, after = state.journal, decision.staging.game
            happened = () if journal is None else journal.words(events, after)
            return AnswerStaged(words="; ".join(words), events=happened)
        case answering.Judge(answer=answer):
            return decision.judge(answer)
        case answering.FindComers(to=to):
            return decision.comers(to)
        case answering.FindDestinations(pieces=pieces):
            return decision.destinations(pieces)
        case answering.Undo():
            return Undone(words=decision.undo())
        case answering.Send():
            decision.send()
        case said.GiveUp():
            decision.resign()
    return Nothing()


def _deal_with_strangers(
    state: SessionState, asked: said.OpenUp | said.LetIn | said.TurnAway
) -> None:
    node = _node(state)
    match asked:
        case said.OpenUp(network=network, relays=relays):
            open_up(state, node, network=network, relays=relays)
        case said.LetIn(key=key, place=place):
            let_in(node, key, place)
        case said.TurnAway(key=key, bar=bar):
            turn_away(node, key, bar=bar)


def _remind(node: Node, asked: said.Remind | said.AskKeepers) -> None:
    match asked:
        case said.Remind():
            node.remind()
        case said.AskKeepers():
            ask_keepers(node, asked)


def _waive(state: SessionState, *, waived: bool) -> None:
    if state.decision is None:
        state.memo.keep(replace(state.memo.memo, waive=waived))
    else:
        decision = _open_decision(state)
        decision.waive(waived=waived)
        state.memo.keep_unsent(Unsent.of(decision.staging))


def _order(state: SessionState, asked: answering.Orders) -> None:
    """Keep standing orders; they count at once if something is asked.

    Raises:
        ClientError: the disk refuses.
    """
    standing = StandingOrders(
        asked.losses,
        Submerging(asked.submerge),
        asked.retreat,
        asked.best_losses,
        asked.keep_land,
        asked.only_answers,
    )
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


def _invite_successor(state: SessionState, asked: said.InviteSuccessor) -> None:
    """Invite to a seat of the running game; its link is among the invitations then."""
    if asked.at.strip():
        state.reach = (read_way(asked.at),)
    if not state.leads_to:
        raise ClientError(
            "the link would lead nowhere", "say where a node of the game can be called"
        )
    _node(state).invite_successor(asked.seat, state.leads_to)


def _hide_address(state: SessionState, *, hidden: bool) -> None:
    """Show one's address to one's relays alone from the next start on, or to all players again.

    Raises:
        ClientError: there is no relay, or nobody of this game could be called through it.
    """
    memo = state.memo.memo
    if hidden:
        relays = tuple(map(RelayAccess.parse, memo.relays))
        if not relays:
            raise ClientError("only a relay can keep your address to itself", "name a relay")
        check_called_through(relays, _node(state).link())
        memo = replace(memo, address="")
    state.memo.keep(replace(memo, relay_only=hidden))


def _plan_start(state: SessionState, asked: said.HideAddress | said.PlanStart) -> None:
    """Change what holds from the next start on.

    Raises:
        ClientError: see `_hide_address`; or there is no address or no library to ask a router with.
    """
    if isinstance(asked, said.HideAddress):
        _hide_address(state, hidden=asked.hidden)
        return
    memo = state.memo.memo
    if asked.router and not memo.address:
        raise ClientError("your router can open an address alone", "you are called at none")
    if asked.router and not can_open():
        raise ClientError("your router cannot be asked", f"install what it takes with: {INSTALL}")
    meeting = Meeting.HOLDERS if asked.holders else Meeting.SEATS
    state.memo.keep(replace(memo, upnp=asked.router, meeting=meeting))


def _propose_player(state: SessionState, key: str) -> None:
    node = _node(state)
    for successor in node.candidates:
        if successor.key.raw.hex() == key:
            propose_player(node, _table(state), successor)
            return
    raise ClientError("who has come is not here any more", "ask them to come back")


def _accept(state: SessionState, name: bytes) -> None:
    node = _node(state)
    for one in node.proposals:
        if one.proposal.statement.hash == name:
            check_gone(node, _table(state), one.proposal.statement.must_be_gone)
    node.consent(name)


def _name(proposal: str) -> bytes:
    """The hash of a proposal, as a page names it."""
    try:
        return bytes.fromhex(proposal)
    except ValueError:
        raise ClientError("there is no such proposal", "reload the page") from None


def _table(state: SessionState) -> Table:
    if state.observer.table is None:
        raise ClientError(
            "there is no log yet", "it begins once all players have signed the charter"
        )
    return state.observer.table
