"""The index of the rulebook: where each rule is implemented, and which tests cite it.

`make rules` writes `docs/rules/index.md`; a test holds it current, and the numbers of rules true.

implementations     the marks, read from the code
references          citations in all that the repository holds
index               the page
"""
