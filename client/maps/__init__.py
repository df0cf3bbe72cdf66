"""How a board is drawn: maps for people, in the format of client/maps/README.md.

No rule reads a map. What touches what is in the scenario; a map only shows it.
"""
