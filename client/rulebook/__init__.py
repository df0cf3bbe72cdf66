"""The rulebook of the game: its numbered paragraphs, and where a sentence cites one.

citations       numbers of rules within sentences
paragraphs      the texts, taken apart into what carries a number
book            all of them, to be looked up by number
glossary        the terms, each with the paragraph that it opens

The texts are those of `docs/rules`; an installed package carries them in this folder.
"""
