"""Python without its docstrings, which nobody reads in a page: a tenth of a program, compressed.

`python -OO` leaves them out, too. But a class without one is given another by `dataclasses`, which
takes time to make whenever the program begins, and asserts of libraries would be gone as well.
"""

__all__ = ["compiled"]

import ast
from types import CodeType
from typing import Final

_LEFT: Final = " "
"""What stands for the docstring of a class: something, so that nothing is made in its place."""


def compiled(source: bytes, name: str) -> CodeType:
    """What a module is compiled to without its docstrings; lines are where they were.

    Args:
        source: of the module.
        name: of its file, for tracebacks.

    Raises:
        SyntaxError: it is no Python.
    """
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_]):
                text.value = _LEFT
            case (
                ast.Module(body=[ast.Expr(value=ast.Constant(value=str())), *_] as body)
                | ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str())), *_] as body)
                | ast.AsyncFunctionDef(body=[ast.Expr(value=ast.Constant(value=str())), *_] as body)
            ):
                body[:1] = [] if len(body) > 1 else [ast.copy_location(ast.Pass(), body[0])]
            case _:
                pass
    return compile(tree, name, "exec", dont_inherit=True, optimize=0)
