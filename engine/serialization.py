"""Frozen values written down whole, and read back the same.

`engine.records` gives a value its one public form, for digests and answers. This form is private to
one program: it keeps what that one leaves out, the order of mappings and the class of a piece. It
goes by the declared types, so what can come out is closed: nothing in the data names anything but
one of the classes that a field may hold.
"""

__all__ = ["Form", "form_of"]

import dataclasses
import enum
import functools
import sys
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar, Union

from engine.errors import Malformed
from engine.pieces import Piece, Pieces
from engine.records import encode
from engine.slots import ModuleState

T = TypeVar("T")

_Write = Callable[[Any], Any]
_Read = Callable[[Any], Any]

_OPEN: Final = (Piece, ModuleState)
"""Classes that stand for those derived from them in this program."""
_PLAIN: Final = frozenset({int, str, bool, bytes, types.NoneType})


@dataclasses.dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """How values of one type are written and read.

    Attributes:
        write: turns a value into nested lists of plain data. Raises TypeError for a value that is
            not exactly of the type.
        read: turns that into an equal value. Raises `Malformed` for anything else.
    """

    write: Callable[[T], Any]
    read: Callable[[Any], T]


def form_of(declared: Any, given: Mapping[type, Mapping[str, object]] | None = None) -> Form[Any]:
    """The form of a type: a record, a union of records, or what records are made of.

    Args:
        declared: the type.
        given: by class, fields that are not written, and what they are when it is read.
    """
    return _Forms(given or {}).of(declared)


class _Forms:
    """The forms of the types that one type is made of."""

    def __init__(self, given: Mapping[type, Mapping[str, object]]) -> None:
        self._given = given
        self._known: dict[Any, Form[Any]] = {}

    def of(self, declared: Any) -> Form[Any]:
        while hasattr(declared, "__supertype__"):
            declared = declared.__supertype__
        if declared not in self._known:
            self._known[declared] = self._made(declared)
        return self._known[declared]

    def _made(self, declared: Any) -> Form[Any]:
        origin, args = typing.get_origin(declared), typing.get_args(declared)
        if origin in (Union, types.UnionType):
            return self._union(args)
        if origin is tuple:
            return self._array(args[0]) if args[-1] is Ellipsis else self._product(args)
        if origin is frozenset:
            return self._set(args[0])
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(*args)
        if declared in _PLAIN:
            return _plain(declared)
        if declared is object:
            return Form(encode, _data)
        if declared is Pieces:
            array = self._array(Piece)
            return Form(
                lambda pieces: array.write(tuple(_exactly(Pieces, pieces).values())),
                lambda data: Pieces(array.read(data)),
            )
        if declared in _OPEN:
            return self._union(_derived(declared))
        if isinstance(declared, type) and issubclass(declared, enum.Enum):
            return _member(declared)
        if dataclasses.is_dataclass(declared):
            return self._record(typing.cast("type", declared))
        raise TypeError(f"{declared} cannot be written")

    def _array(self, item: Any) -> Form[Any]:
        form = self.of(item)
        write, read = form.write, form.read
        return Form(
            lambda values: [write(value) for value in _exactly(tuple, values)],
            lambda data: tuple([read(one) for one in _list(data)]),
        )

    def _product(self, items: Sequence[Any]) -> Form[Any]:
        forms = [self.of(item) for item in items]
        writers, readers = [form.write for form in forms], [form.read for form in forms]
        return Form(
            lambda values: [
                write(one) for write, one in zip(writers, _exactly(tuple, values), strict=True)
            ],
            lambda data: tuple(
                [read(one) for read, one in zip(readers, _list(data, len(readers)), strict=True)]
            ),
        )

    def _set(self, item: Any) -> Form[Any]:
        array = self._array(item)
        return Form(
            lambda values: array.write(tuple(sorted(_exactly(frozenset, values)))),
            lambda data: frozenset(array.read(data)),
        )

    def _mapping(self, key: Any, value: Any) -> Form[Any]:
        pairs = self._array(tuple[key, value])
        return Form(
            lambda mapping: pairs.write(tuple(_exactly(dict, mapping).items())),
            lambda data: dict(pairs.read(data)),
        )

    def _record(self, cls: type) -> Form[Any]:
        hints, given = typing.get_type_hints(cls), self._given.get(cls, {})
        names = tuple(
            field.name
            for field in dataclasses.fields(cls)
            if field.init and field.name not in given
        )
        forms = [self.of(hints[name]) for name in names]
        writers = [(name, form.write) for name, form in zip(names, forms, strict=True)]
        readers = [(name, form.read) for name, form in zip(names, forms, strict=True)]

        def write(value: Any) -> list[Any]:
            _exactly(cls, value)
            return [one(getattr(value, name)) for name, one in writers]

        def read(data: Any) -> Any:
            values = _list(data, len(readers))
            fields = {name: one(field) for (name, one), field in zip(readers, values, strict=True)}
            return cls(**fields, **given)

        return Form(write, read)

    def _union(self, members: Sequence[Any]) -> Form[Any]:
        classes = [member for member in members if member is not types.NoneType]
        if len(classes) == 1 and len(classes) < len(members):
            one = self.of(classes[0])
            return Form(
                lambda value: None if value is None else one.write(value),
                lambda data: None if data is None else one.read(data),
            )
        by_class = {cls: (cls.__name__, self.of(cls).write) for cls in classes}
        by_name = {cls.__name__: self.of(cls).read for cls in classes}

        def write(value: Any) -> Any:
            if value is None and len(classes) < len(members):
                return None
            found = by_class.get(type(value))
            if found is None:
                raise TypeError(f"a {type(value).__name__} is not declared here")
            name, member = found
            return [name, member(value)]

        def read(data: Any) -> Any:
            if data is None and len(classes) < len(members):
                return None
            name, value = _list(data, 2)
            member = by_name.get(name) if type(name) is str else None
            if member is None:
                raise Malformed("value", "one of " + ", ".join(by_name), name)
            return member(value)

        return Form(write, read)


def _data(data: Any) -> Any:
    """Plain data, as answers are made of."""
    if type(data) is list:
        return [_data(one) for one in data]
    if type(data) not in _PLAIN:
        raise Malformed("value", "plain data", data)
    return data


def _plain(kind: type) -> Form[Any]:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise Malformed("value", kind.__name__, data)
        return data

    return Form(functools.partial(_exactly, kind), read)


def _member(cls: type[enum.Enum]) -> Form[Any]:
    members = {member.value: member for member in cls}

    def read(data: Any) -> Any:
        found = members.get(data) if type(data) in (str, int) else None
        if found is None:
            raise Malformed("value", f"a {cls.__name__}", data)
        return found

    return Form(lambda value: _exactly(cls, value).value, read)


def _exactly(kind: type, value: Any) -> Any:
    """The value, which is of this very class.

    Raises:
        TypeError: it is of another one, even if derived.
    """
    if type(value) is not kind:
        raise TypeError(f"a {type(value).__name__} where a {kind.__name__} is declared")
    return value


def _list(data: Any, length: int | None = None) -> list[Any]:
    if type(data) is not list or (length is not None and len(data) != length):
        raise Malformed("value", "an array" if length is None else f"an array of {length}", data)
    return data


@functools.cache
def _derived(base: type) -> tuple[type, ...]:
    """The records derived from a class, by name."""
    found: dict[str, type] = {}
    ahead = [base]
    while ahead:
        cls = ahead.pop()
        ahead.extend(cls.__subclasses__())
        # A class with slots is made twice: its module knows the second one.
        known = vars(sys.modules[cls.__module__]).get(cls.__qualname__)
        if known is cls and dataclasses.is_dataclass(cls) and cls is not base:
            found[cls.__name__] = cls
    return tuple(found[name] for name in sorted(found))
