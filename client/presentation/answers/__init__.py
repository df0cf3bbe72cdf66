"""Answers in words, chapter by chapter; `client.presentation.phrasing` puts them together.

A chapter returns what an answer says, or None for one that belongs to another.
"""
