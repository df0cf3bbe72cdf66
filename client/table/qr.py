"""QR codes, as the pages draw them."""

__all__ = ["qr_code"]

import functools

import segno


@functools.lru_cache(maxsize=64)
def qr_code(text: str) -> tuple[str, int]:
    """The path of a QR code, and how many modules stand in a row, with the quiet zone of four."""
    made = segno.make(text, error="l", micro=False)
    rows = [list(row) for row in made.matrix_iter(border=4)]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return path, len(rows)
