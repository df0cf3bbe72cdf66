"""What a page is asked and answers, as JSON."""

__all__ = ["form_of", "meant", "refused", "sent"]

import json
from typing import Any

from pydantic import TypeAdapter

from client.presentation.catalog import CATALOG
from client.schema.answers import FormAnswer
from client.seat import moving
from client.seat.view import PlayerView

_ANSWER: TypeAdapter[FormAnswer] = TypeAdapter(FormAnswer)


def form_of(view: PlayerView) -> dict[str, Any]:
    """The form that a page is sent."""
    form: dict[str, Any] = json.loads(CATALOG.question(view).form.model_dump_json())
    return form


def sent(data: dict[str, Any]) -> FormAnswer:
    """An answer as a page sends it."""
    return _ANSWER.validate_json(json.dumps(data))


def meant(view: PlayerView, data: dict[str, Any]) -> tuple[object, ...]:
    """The answers that a page means by what it sends."""
    return CATALOG.answers(view, sent(data))


def refused(view: PlayerView, data: dict[str, Any]) -> str | None:
    """The rule that refuses what a page sends; None if it is legal."""
    refusal = moving.judged(view, meant(view, data)[0])
    return None if refusal is None else refusal.rule
