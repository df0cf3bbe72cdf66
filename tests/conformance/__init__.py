"""A second verifier, written from SPEC.md alone, and what it says of the test vectors."""
