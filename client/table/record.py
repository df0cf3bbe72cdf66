"""What every message between this program and its page is made of."""

__all__ = ["Name", "Number", "Record"]

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Name: TypeAlias = Annotated[str, Field(max_length=80)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]


class Record(BaseModel):
    """A frozen object of JSON with just these fields, each of just this type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
