"""Frozen records as plain data and back.

One encoding for everything the engine shows to the outside: answers, states, events. A record is
the array of its fields in the order they are declared; a record of a union starts with its `tag`.
Enums are their values, sets are sorted arrays, mappings are arrays of pairs sorted by key. What
`decode` accepts is exactly what `encode` produces. Integers in records are 0 … 2³¹ - 1.
"""

__all__ = ["MAX_INT", "Json", "Plain", "decode", "encode"]

import dataclasses
import functools
import itertools
import operator
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar, Union, overload

from engine.errors import Malformed
from engine.frozen import Frozen

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
"""What a view of the engine is made of."""

Plain = None | bool | int | str | bytes | list["Plain"]

MAX_INT = 2**31 - 1

T = TypeVar("T")

Decoder = Callable[[object, str], Any]
Encoder = Callable[[Any], Plain]

_KEY = operator.itemgetter(0)

_ALREADY_PLAIN = frozenset({type(None), bool, bytes, int, str})


@functools.cache
def _layout(cls: type) -> tuple[str | None, tuple[str, ...]]:
    names = tuple(f.name for f in dataclasses.fields(cls) if not f.metadata.get("transient"))
    return getattr(cls, "tag", None), names


def encode(value: object) -> Plain:
    """Turn a record, or anything records are made of, into plain data.

    Fields whose metadata says ``transient`` are left out. A `Frozen` record keeps its plain form
    once it is made, so what is returned must not be changed.

    Raises:
        TypeError: the value is no record and nothing a record may hold (our own mistake).
    """
    return _all((value,))[0]


def _all(values: Iterable[Any], before: Iterable[Plain] = ()) -> list[Plain]:
    """Each value encoded, after what stands before them."""
    plain = list(before)
    for value in values:
        cls: Any = type(value)
        plain.append(value if cls in _ALREADY_PLAIN else _encoder(cls)(value))
    return plain


@functools.cache
def _encoder(cls: Any) -> Encoder:
    """How the values of a class are encoded: found once, since a game has thousands of them."""
    if issubclass(cls, Enum):
        return lambda value: encode(value.value)
    if issubclass(cls, int):
        return int
    if issubclass(cls, str):
        return str
    if issubclass(cls, tuple | list):
        return _all
    if issubclass(cls, frozenset):
        return lambda value: _all(sorted(value))
    if issubclass(cls, Mapping):
        return lambda value: [_all(pair) for pair in sorted(value.items(), key=_KEY)]
    if dataclasses.is_dataclass(cls):
        return _record_encoder(cls)
    raise TypeError(f"{cls.__name__} has no plain form")


def _record_encoder(cls: Any) -> Encoder:
    tag, names = _layout(cls)
    before: list[Plain] = [] if tag is None else [tag]
    if len(names) <= 1:  # `attrgetter` gives one value bare
        return lambda value: _all((getattr(value, name) for name in names), before)
    fields = operator.attrgetter(*names)
    if not issubclass(cls, Frozen):
        return lambda value: _all(fields(value), before)

    def kept(value: Any) -> Plain:
        plain: Plain = getattr(value, "_encoded", None)
        if plain is None:
            plain = _all(fields(value), before)
            object.__setattr__(value, "_encoded", plain)
        return plain

    return kept


@overload
def decode(cls: type[T], data: object, where: str = "answer") -> T: ...


@overload
def decode(cls: object, data: object, where: str = "answer") -> Any: ...  # a union of records


def decode(cls: object, data: object, where: str = "answer") -> object:
    """Read plain data as a value of type `cls` (a record, or a union of tagged records).

    Raises:
        Malformed: the data is anything but what `encode` would produce.
    """
    return _decoder(cls)(data, where)


def _exactly(kind: type, name: str) -> Decoder:
    def read(data: object, where: str) -> object:
        if type(data) is not kind:
            raise Malformed(where, name, data)
        return data

    return read


def _integer(data: object, where: str) -> int:
    if type(data) is not int or not 0 <= data <= MAX_INT:
        raise Malformed(where, f"an integer from 0 to {MAX_INT}", data)
    return data


def _sequence(data: object, where: str) -> Sequence[object]:
    if type(data) is list or type(data) is tuple:
        return data
    raise Malformed(where, "an array", data)


@functools.cache
def _decoder(cls: Any) -> Decoder:
    if hasattr(cls, "__supertype__"):
        return _decoder(cls.__supertype__)
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        return _array(args[0]) if args[-1] is Ellipsis else _product(args)
    if origin is frozenset:
        return _set(args[0])
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*args)
    if cls is int:
        return _integer
    if cls in (str, bool, bytes):
        return _exactly(cls, {str: "a string", bool: "true or false", bytes: "bytes"}[cls])
    if isinstance(cls, type) and issubclass(cls, Enum):
        return _enum(cls)
    if dataclasses.is_dataclass(cls):
        return _record(cls)
    raise TypeError(f"{cls} cannot be decoded")


def _array(item: Any) -> Decoder:
    read_item = _decoder(item)

    def read(data: object, where: str) -> tuple[object, ...]:
        return tuple(read_item(x, f"{where}[{i}]") for i, x in enumerate(_sequence(data, where)))

    return read


def _product(items: tuple[Any, ...]) -> Decoder:
    readers = [_decoder(item) for item in items]

    def read(data: object, where: str) -> tuple[object, ...]:
        values = _sequence(data, where)
        if len(values) != len(readers):
            raise Malformed(where, f"{len(readers)} elements", data)
        return tuple(
            read_item(value, f"{where}[{i}]")
            for i, (read_item, value) in enumerate(zip(readers, values, strict=True))
        )

    return read


def _ascending(keys: list[Any], where: str, data: object) -> None:
    if any(not a < b for a, b in itertools.pairwise(keys)):
        raise Malformed(where, "strictly ascending elements", data)


def _set(item: Any) -> Decoder:
    read_items = _array(item)

    def read(data: object, where: str) -> frozenset[object]:
        values = read_items(data, where)
        _ascending(list(values), where, data)
        return frozenset(values)

    return read


def _mapping(key: Any, value: Any) -> Decoder:
    read_pairs = _array(tuple[key, value])

    def read(data: object, where: str) -> dict[object, object]:
        pairs = read_pairs(data, where)
        _ascending([k for k, _ in pairs], where, data)
        return dict(pairs)

    return read


def _enum(cls: type[Enum]) -> Decoder:
    names = "one of " + ", ".join(str(member.value) for member in cls)

    def read(data: object, where: str) -> Enum:
        if type(data) not in (str, int):
            raise Malformed(where, names, data)
        try:
            return cls(data)
        except ValueError:
            raise Malformed(where, names, data) from None

    return read


def _record(cls: Any) -> Decoder:
    tag, names = _layout(cls)
    hints = typing.get_type_hints(cls)
    readers = [(name, _decoder(hints[name])) for name in names]
    skip = 0 if tag is None else 1

    def read(data: object, where: str) -> object:
        values = _sequence(data, where)
        if tag is not None and (not values or values[0] != tag):
            raise Malformed(where, f'an array that starts with "{tag}"', data)
        if len(values) != len(readers) + skip:
            raise Malformed(where, f"{cls.__name__}: {len(readers) + skip} elements", data)
        return cls(
            **{
                name: read_field(values[i + skip], f"{where}[{i + skip}]")
                for i, (name, read_field) in enumerate(readers)
            }
        )

    return read


def _union(members: tuple[Any, ...]) -> Decoder:
    if types.NoneType in members:
        rest = tuple(m for m in members if m is not types.NoneType)
        read_rest = _decoder(rest[0]) if len(rest) == 1 else _union(rest)
        return lambda data, where: None if data is None else read_rest(data, where)
    by_tag = {member.tag: _decoder(member) for member in members}
    names = "an array that starts with " + " or ".join(f'"{tag}"' for tag in sorted(by_tag))

    def read(data: object, where: str) -> object:
        values = _sequence(data, where)
        if not values or type(values[0]) is not str or values[0] not in by_tag:
            raise Malformed(where, names, data)
        return by_tag[values[0]](data, where)

    return read
