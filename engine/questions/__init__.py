"""The named questions, chapter by chapter; `engine.rules` puts them together."""
