"""Tools of those who build the program; none is part of it."""
