"""The base of every model, and the values that several share."""

__all__ = ["Counts", "Model", "Name", "Names", "Number", "Numbers"]

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A frozen JSON object: no other member, no coercion."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        json_schema_serialization_defaults_required=True,  # what is sent has every field
    )


Name: TypeAlias = Annotated[str, Field(max_length=80)]
"""A space, a power, a kind of unit."""

Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
"""A count, or a piece by its number."""

Names: TypeAlias = Annotated[tuple[Name, ...], Field(max_length=400, strict=False)]
Numbers: TypeAlias = Annotated[tuple[Number, ...], Field(max_length=400, strict=False)]
Counts: TypeAlias = Annotated[Mapping[Name, Number], Field(max_length=400)]
"""How many, by name."""
