"""A second verifier, written from SPEC.md alone, and what it says of vectors and hostile files."""
