"""The items of "Rules of Warfare", each a house rule of its own."""
