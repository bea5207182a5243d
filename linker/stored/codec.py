"""Dataclasses as JSON: the form of the values, their writer and their reader follow from the annotations.

A dataclass is an object with a key for each field, a NamedTuple a list of its fields. The key is the field's name
without `is_` in front and `_` behind; its metadata may say another `key`, or None for a field that is not written.
Mappings from numbers are lists of pairs. A dataclass inside of a NamedTuple is a part of its list.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

__all__ = ["Codec", "Codecs", "row_codec"]


class Codec(NamedTuple):
    """How values of one type are written. `place`: whatever the codecs of single types need to know, such as a folder.

    `fits`: whether a value of JSON has the form; only then it may be read. `width`: of a part of a list, how many
    values it has there; None for a value of its own.
    """

    fits: Callable[[Any], bool]
    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    width: int | None = None


def _plain(type_: type) -> Codec:
    def fits(value: Any) -> bool:
        return isinstance(value, type_) and (type_ is bool or not isinstance(value, bool))

    return Codec(fits, lambda value, place: value, lambda value, place: value)


_PLAIN = {type_: _plain(type_) for type_ in (str, int, bool)}


def _optional(codec: Codec) -> Codec:
    return Codec(
        lambda value: value is None or codec.fits(value),
        lambda value, place: None if value is None else codec.write(value, place),
        lambda value, place: None if value is None else codec.read(value, place),
    )


def _list(codec: Codec, make: Callable[[list[Any]], Any]) -> Codec:
    return Codec(
        lambda values: isinstance(values, list) and all(map(codec.fits, values)),
        lambda values, place: [codec.write(value, place) for value in values],
        lambda values, place: make([codec.read(value, place) for value in values]),
    )


def _object(codec: Codec) -> Codec:
    return Codec(
        lambda values: isinstance(values, dict) and all(map(codec.fits, values.values())),
        lambda values, place: {key: codec.write(value, place) for key, value in values.items()},
        lambda values, place: {key: codec.read(value, place) for key, value in values.items()},
    )


def _pairs(pair: Codec) -> Codec:
    """A mapping whose keys are not texts."""
    return Codec(
        lambda values: isinstance(values, list) and all(map(pair.fits, values)),
        lambda values, place: [pair.write(item, place) for item in values.items()],
        lambda values, place: dict([pair.read(value, place) for value in values]),
    )


def row_codec(
    codecs: Sequence[Codec], take: Callable[[Any], Sequence[Any]], make: Callable[..., Any], *, is_part: bool = False
) -> Codec:
    """A list of fixed length: `take` gives the values of it, `make` takes them. `is_part`: of a list around it."""
    ends: list[tuple[Codec, int, int]] = []
    width = 0
    for codec in codecs:
        ends.append((codec, width, width + (codec.width or 1)))
        width = ends[-1][2]

    def value_of(codec: Codec, values: list[Any], start: int, end: int) -> Any:
        return values[start] if codec.width is None else values[start:end]

    def fits(values: Any) -> bool:
        if not isinstance(values, list) or len(values) != width:
            return False
        return all(codec.fits(value_of(codec, values, start, end)) for codec, start, end in ends)

    def write(value: Any, place: Any) -> list[Any]:
        written: list[Any] = []
        for codec, part in zip(codecs, take(value), strict=True):
            values = codec.write(part, place)
            written += [values] if codec.width is None else values
        return written

    def read(values: Any, place: Any) -> Any:
        return make(*[codec.read(value_of(codec, values, start, end), place) for codec, start, end in ends])

    return Codec(fits, write, read, width if is_part else None)


class Codecs:
    """Codecs of types, derived once. `special`: of the types that say nothing about themselves."""

    def __init__(self, special: Mapping[Any, Codec]) -> None:
        self._known: dict[Any, Codec] = {**_PLAIN, **special}

    def of(self, annotation: Any, *, is_part: bool = False) -> Codec:
        """The codec of a type. `is_part`: of an element of a NamedTuple."""
        key = (annotation, is_part) if is_part else annotation
        if annotation in self._known:
            return self._known[annotation]
        if key not in self._known:
            self._known[key] = self._derived(annotation, is_part)
        return self._known[key]

    def _derived(self, annotation: Any, is_part: bool) -> Codec:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self.of(arguments[0])
        if origin in (Union, types.UnionType):
            (inner,) = [argument for argument in arguments if argument is not type(None)]
            return _optional(self.of(inner))
        if origin in (dict, Mapping):
            if arguments[0] is str:
                return _object(self.of(arguments[1]))
            return _pairs(row_codec([self.of(argument) for argument in arguments], tuple, lambda *pair: pair))
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

    def _of_dataclass(self, made: Any, hints: Mapping[str, Any], is_part: bool) -> Codec:
        keys: dict[str, str] = {}
        elsewhere: list[str] = []
        for field in fields(made):
            key = field.metadata.get("key", field.name.removeprefix("is_").rstrip("_"))
            if key is not None:
                keys[field.name] = key
            elif field.default is MISSING and field.default_factory is MISSING:
                elsewhere.append(field.name)
        codecs = {name: self.of(hints[name]) for name in keys}

        def make(values: Mapping[str, Any], place: Any) -> Any:
            return made(**values, **{name: getattr(place, name)() for name in elsewhere})

        if is_part:
            names = list(keys)
            parts = row_codec(
                [codecs[name] for name in names],
                lambda value: [getattr(value, name) for name in names],
                lambda *values: dict(zip(names, values, strict=True)),
                is_part=True,
            )
            return parts._replace(read=lambda values, place: make(parts.read(values, place), place))
        return Codec(
            lambda values: (
                isinstance(values, dict)
                and all(key in values and codecs[name].fits(values[key]) for name, key in keys.items())
            ),
            lambda value, place: {key: codecs[name].write(getattr(value, name), place) for name, key in keys.items()},
            lambda values, place: make(
                {name: codecs[name].read(values[key], place) for name, key in keys.items()}, place
            ),
        )
