"""Events in the rulebook's words, chapter by chapter; `client.terminal.tell` puts them together.

A chapter returns a line, or None for an event that belongs to another.
"""
