"""Dataclasses as JSON: their writer and their reader follow from the annotations.

A dataclass is an object with a key for each field, a NamedTuple a list of its fields. The key is the field's name
without the prefix `is_` and the suffix `_`; its metadata may set another `key`, or None for a field that is not stored.
Mappings from numbers are lists of pairs. The fields of a dataclass inside a NamedTuple are elements of its list.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints


class MisfitError(Exception):
    """JSON that does not match the schema."""


class Codec(NamedTuple):
    """Writer and reader for values of one type. `read` raises MisfitError for JSON that `write` does not produce. Both
    take a `place`: context that single codecs need, such as a folder. `width`: the number of elements if it is a part
    of a list; None for a value of its own.
    """

    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    width: int | None = None


def checked(value: Any, type_: type) -> Any:
    """The value, if it is of the type; MisfitError if not."""
    if not isinstance(value, type_) or (isinstance(value, bool) and type_ is not bool):
        raise MisfitError
    return value


def _plain(type_: type) -> Codec:
    return Codec(lambda value, place: value, lambda value, place: checked(value, type_))


def _optional(codec: Codec) -> Codec:
    return Codec(
        lambda value, place: None if value is None else codec.write(value, place),
        lambda value, place: None if value is None else codec.read(value, place),
    )


def _list(codec: Codec, make: Callable[[list[Any]], Any], take: Callable[[Any], Any] = list) -> Codec:
    return Codec(
        lambda values, place: [codec.write(value, place) for value in take(values)],
        lambda values, place: make([codec.read(value, place) for value in checked(values, list)]),
    )


def _object(codec: Codec) -> Codec:
    return Codec(
        lambda values, place: {key: codec.write(value, place) for key, value in values.items()},
        lambda values, place: {key: codec.read(value, place) for key, value in checked(values, dict).items()},
    )


def row_codec(
    codecs: Sequence[Codec], take: Callable[[Any], Sequence[Any]], make: Callable[..., Any], *, is_part: bool = False
) -> Codec:
    """A list of fixed length: `take` returns its values, `make` constructs from them. `is_part`: it is part of an
    enclosing list."""
    width = sum([codec.width or 1 for codec in codecs])

    def write(value: Any, place: Any) -> list[Any]:
        row: list[Any] = []
        for codec, part in zip(codecs, take(value), strict=True):
            written = codec.write(part, place)
            row += [written] if codec.width is None else written
        return row

    def read(row: Any, place: Any) -> Any:
        if len(checked(row, list)) != width:
            raise MisfitError
        values: list[Any] = []
        at = 0
        for codec in codecs:
            values.append(codec.read(row[at] if codec.width is None else row[at : at + codec.width], place))
            at += codec.width or 1
        return make(*values)

    return Codec(write, read, width if is_part else None)


class Codecs:
    """Codecs by type, derived once. `special`: codecs of types whose annotations are not enough."""

    def __init__(self, special: Mapping[Any, Codec]) -> None:
        self._codecs: dict[Any, Codec] = {**{type_: _plain(type_) for type_ in (str, int, bool)}, **special}

    def of(self, annotation: Any, *, is_part: bool = False) -> Codec:
        """The codec of a type. `is_part`: of an element of a NamedTuple."""
        if annotation in self._codecs:
            return self._codecs[annotation]
        if (annotation, is_part) not in self._codecs:
            self._codecs[annotation, is_part] = self._derived(annotation, is_part)
        return self._codecs[annotation, is_part]

    def _derived(self, annotation: Any, is_part: bool) -> Codec:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin in (Union, types.UnionType):
            (inner,) = [argument for argument in arguments if argument is not type(None)]
            return _optional(self.of(inner))
        if origin in (dict, Mapping) and arguments[0] is str:
            return _object(self.of(arguments[1]))
        if origin in (dict, Mapping):
            pair = row_codec([self.of(argument) for argument in arguments], tuple, lambda *values: values)
            return _list(pair, dict, dict.items)
        if origin is tuple and arguments[-1] is not Ellipsis:
            return row_codec([self.of(argument) for argument in arguments], tuple, lambda *values: values)
        if origin in (tuple, list, Sequence):
            return _list(self.of(arguments[0]), list if origin is list else tuple)
        hints = get_type_hints(annotation, include_extras=True)
        if issubclass(annotation, tuple):
            return row_codec([self.of(hint, is_part=True) for hint in hints.values()], tuple, annotation)
        if is_dataclass(annotation):
            return self._of_dataclass(annotation, hints, is_part)
        raise TypeError(f"nothing says how a {annotation} is written")

    def _of_dataclass(self, class_: Any, hints: Mapping[str, Any], is_part: bool) -> Codec:
        keys: dict[str, str] = {}
        elsewhere: list[str] = []  # fields whose values come from methods of `place`
        for field in fields(class_):
            key = field.metadata.get("key", field.name.removeprefix("is_").rstrip("_"))
            if key is not None:
                keys[field.name] = key
            elif field.default is MISSING and field.default_factory is MISSING:
                elsewhere.append(field.name)
        codecs = {name: self.of(hints[name]) for name in keys}

        def construct(values: Mapping[str, Any], place: Any) -> Any:
            return class_(**values, **{name: getattr(place, name)() for name in elsewhere})

        def read(values: Any, place: Any) -> Any:
            if not checked(values, dict).keys() >= set(keys.values()):
                raise MisfitError
            return construct({name: codecs[name].read(values[key], place) for name, key in keys.items()}, place)

        if not is_part:
            return Codec(
                lambda value, place: {k: codecs[name].write(getattr(value, name), place) for name, k in keys.items()},
                read,
            )
        row = row_codec(
            list(codecs.values()),
            lambda value: [getattr(value, name) for name in codecs],
            lambda *values: dict(zip(codecs, values, strict=True)),
            is_part=True,
        )
        return row._replace(read=lambda values, place: construct(row.read(values, place), place))
