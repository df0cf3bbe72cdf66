"""A second verifier, written from SPEC.md alone, and what it says of vectors and hostile files.

Plain functions from bytes to values. What SPEC refuses raises `Refused` with its code; a file that
cannot be read raises `Unreadable`. By chapters of SPEC: 1 `canonical`, 2 and 3 `hashing`, 4
`charter` and `names`, 5 `entries`, 6 `statements` and `files`, 7 `dice`, 8 `claims`, `dealing` and
`passing`, 8 and 9 `tokens` and `hashed`, 10, 11 and 13 `replica`, 12 `settling`, 14 `lines` and
`evidence`, 15 `proofs`, 16 `channel`, 18 `agreeing`. The rules of the vectors' game are in `toy`.
"""
