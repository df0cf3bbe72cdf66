"""Convoy disruption: raiders sink what a power's territories send and receive by sea (CD)."""
