"""A question as today's page reads it: its form beside it, its actions by their names."""

__all__ = ["form"]

from client.presentation.catalog import CATALOG
from client.schema.forms import (
    ActionForm,
    ClaimForm,
    PieceActionForm,
    Question,
    ReorganizeForm,
    ShuffleForm,
)
from client.seat.view import PlayerView
from client.table.viewing import Section

_CALLED = {"kamikaze": "vow", "lay_mine": "lay"}


def form(view: PlayerView) -> Section:
    """How a decision is put to a page."""
    return _flat(CATALOG.question(view))


def _flat(question: Question) -> Section:
    asked: Section = {
        "name": question.name,
        "power": question.power,
        "asks": f"{question.asks} ({', '.join(question.rules)})",
        "space": question.space,
        "kind": question.form.kind,
        **question.form.model_dump(mode="json", exclude_unset=True),
    }
    if question.actions is not None:
        offered = {name: offer for each in question.actions for name, offer in _of(each)}
        asked["actions"] = {"shuffle": {}, "reorganize": [], "claims": [], "remove": []} | offered
    return asked


def _of(action: ActionForm) -> list[tuple[str, object]]:
    data = action.model_dump(mode="json")
    match action:
        case ShuffleForm():
            return [("shuffle", data["zones"])]
        case ReorganizeForm():
            return [("reorganize", data["classes"])]
        case ClaimForm():
            return [("claims", data["origins"])]
        case PieceActionForm(action=name):
            return [(_CALLED.get(name, name), data["pieces"])]
