"""Combat and noncombat movement (BG-7, BG-9)."""
