"""The glossary: every term leads to a paragraph, and every word to one term."""

from collections import Counter

import pytest

from client.rulebook.book import rulebook
from client.rulebook.citations import citations
from client.rulebook.glossary import GLOSSARY, Term
from engine.variants import HOUSE_RULES


@pytest.mark.parametrize("term", GLOSSARY, ids=lambda term: term.name)
def test_a_term_opens_a_paragraph_and_cites_what_there_is(term: Term) -> None:
    book = rulebook()
    assert term.rule in book
    assert all(one.number in book for one in citations(term.about))
    assert term.module is None or term.module in HOUSE_RULES


def test_no_form_belongs_to_two_terms() -> None:
    forms = Counter(form for term in GLOSSARY for form in term.forms)
    assert [form for form, count in forms.items() if count > 1] == []
    assert all(form == form.lower() for form in forms)


def test_the_words_of_hidden_submarines_are_explained() -> None:
    names = {term.name for term in GLOSSARY if term.module == "SS"}
    assert {"token", "group", "decoy", "tracker", "shuffle", "reveal"} <= names


def test_a_paragraph_of_a_term_speaks_of_it() -> None:
    """SS-4.3 has fresh handles, SS-0.1 tokens: whoever follows a term reads of it."""
    for name, word in (("token", "Token"), ("shuffle", "handles"), ("decoy", "decoy")):
        term = next(one for one in GLOSSARY if one.name == name)
        assert word in rulebook().printed(term.rule)
