"""Submarine warfare: submarines on their own are hunted one by one (SW)."""
