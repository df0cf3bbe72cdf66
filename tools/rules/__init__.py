"""The index of the rulebook: where each rule is implemented, and which tests cite it.

`make rules` writes `docs/rules/index.md` and `docs/rules/questions.md`; a test holds them current,
and the numbers of rules true.

implementations     the marks, read from the code
refusals            where the code refuses by a rule
references          citations in all that the repository holds
index               the page of the rules
questions           the page of the questions of the rules: who answers what
"""
