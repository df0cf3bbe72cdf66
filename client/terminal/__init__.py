"""Playing in a terminal: the board as text, requests as prompts, answers as short lines."""
