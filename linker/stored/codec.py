"""Dataclasses as JSON: their writer and their reader follow from the annotations.

A dataclass is an object with a key for each field, a NamedTuple a list of its fields. The key is the field's name
without `is_` in front and `_` behind; its metadata may say another `key`, or None for a field that is not written.
Mappings from numbers are lists of pairs. A dataclass inside of a NamedTuple is a part of its list.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints


class MisfitError(Exception):
    """Values that are not of the form that is read."""


class Codec(NamedTuple):
    """How values of one type are written. `read` raises MisfitError for JSON that no value is written as.

    Both take a `place`: whatever the codecs of single types need beside the value, such as a folder. `width`: of a part
    of a list, how many values it has there; None for a value of its own.
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
    """A list of fixed length: `take` gives its values, `make` takes them. `is_part`: of a list around it."""
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
    """Codecs of types, derived once. `special`: of the types that say nothing about themselves."""

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
        elsewhere: list[str] = []  # fields that `place` has methods for
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
