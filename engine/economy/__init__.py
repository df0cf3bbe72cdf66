"""Purchase, mobilizing and income (BG-5, BG-10, BG-11)."""
