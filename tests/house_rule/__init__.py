"""A house rule made as CONTRIBUTING.md says: its module, its presentation, and its test.

It is no rule of the program: where a real one adds a line to a list, the test adds it for itself.
"""
