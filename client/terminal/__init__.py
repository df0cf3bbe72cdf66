"""Playing in a terminal: screen and keyboard, and the commands that are typed there."""
