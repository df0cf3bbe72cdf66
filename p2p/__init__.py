"""Wires: sockets, encryption, synchronisation, storage."""
