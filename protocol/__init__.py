"""Trust: bytes in, trusted values or typed errors out."""
