"""Events in the rulebook's words, one chapter a module; `client.presentation.tell` joins them.

A chapter returns a line, or None for an event that belongs to another.
"""
