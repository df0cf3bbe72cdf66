"""Searches that may take hours (`make marathon`): each part is an iterator of steps."""
