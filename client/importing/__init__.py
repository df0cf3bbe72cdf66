"""Reading maps that were made for TripleA into our scenario format.

`source` finds the files in a folder or a zip, `gamefile` reads the game's XML, `drawing` the map's
text files; `conversion` makes a scenario of them and a report of all that it could not express.
Everything read here is a stranger's: sizes are bounded, nothing is fetched, nothing is unpacked.
"""
