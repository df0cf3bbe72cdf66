"""A few words that all players of a game can read to each other: equal words, equal charter."""

__all__ = ["safety_words"]

_FIRST = "bdfghjklmnprstvz"
_VOWEL = "aiou"
_WORDS = 5


def safety_words(game: bytes) -> str:
    """Five words of four letters, 12 bits each, from a game's id: it covers every player's key.

    Whoever sits between two players has shown them different keys, so their words differ.
    """
    number = int.from_bytes(game[:8], "big")
    words = []
    for _ in range(_WORDS):
        number, bits = divmod(number, 1 << 12)
        first, bits = divmod(bits, 1 << 8)
        vowel, bits = divmod(bits, 1 << 6)
        second, last = divmod(bits, 1 << 2)
        words.append(_FIRST[first] + _VOWEL[vowel] + _FIRST[second] + _VOWEL[last])
    return " ".join(words)
