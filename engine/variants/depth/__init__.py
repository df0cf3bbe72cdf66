"""Depth status: submarines run surfaced, at periscope depth, submerged or silent (DS)."""
