"""Conduct combat (BG-8)."""
