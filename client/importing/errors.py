"""What the importer says when it cannot make a scenario at all."""

__all__ = ["CannotImport"]

from client.errors import ClientError


class CannotImport(ClientError):
    """A map that cannot be read, or of which no playable scenario can be made."""
