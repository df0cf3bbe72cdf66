"""Whole games of bots under random house rules: `python -m tests.marathon`."""
