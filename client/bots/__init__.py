"""Players that are programs, behind the same interface as people."""
