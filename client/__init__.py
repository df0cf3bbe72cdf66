"""People and bots."""
