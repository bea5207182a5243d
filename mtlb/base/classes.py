"""Dataclasses and named tuples that cost little to import: their functions are compiled when they are first used.

`dataclass`, `field`, `fields`, `replace` and `NamedTuple` are those of the standard library in all that mtlb asks of
them. The standard library compiles one to six functions for each class while its module is imported, of which a command
calls a few: they were 45 % of the instructions of a link of small modules (docs/performance.md §6). So the modules that
a link imports take them from here. `dataclasses.fields`, `asdict`, `is_dataclass` and subclasses of the standard
library's kind work as usual.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]  # as the standard library reads fields
from collections.abc import Callable, Iterable, Iterator, Mapping
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

_FIELDS = "__light_fields__"
"""The attribute of a class with its `Field`s by name."""


class _Missing:
    """The default of a field without one. `repr` stands in signatures."""

    def __repr__(self) -> str:
        return "<required>"


_MISSING = _Missing()


class Field:
    """A field of a class, with the attributes that `dataclasses.Field` has."""

    __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "metadata", "name", "repr", "type")

    def __init__(
        self,
        *,
        default: object = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,  # the word of dataclasses.field
        compare: bool = True,
        kw_only: bool = False,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        self.name, self.type = "", ""
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only
        self.metadata = {} if metadata is None else metadata


class _OnFirstUse:
    """An attribute of a class that is made, and put in the place of this one, when it is first looked up."""

    __slots__ = ("make", "name", "owner")

    def __init__(self, name: str, make: Callable[[type], Any]) -> None:
        self.name, self.make = name, make
        self.owner: type | None = None

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner = owner

    def __get__(self, instance: object, looked_up: type) -> Any:
        assert self.owner is not None
        value = self.make(self.owner)
        setattr(self.owner, self.name, value)
        bind = getattr(value, "__get__", None)
        return value if bind is None else bind(instance, looked_up)


def _is_class_variable(annotation: object) -> bool:
    if isinstance(annotation, str):
        return annotation.startswith(("ClassVar", "typing.ClassVar"))
    from typing import ClassVar

    return getattr(annotation, "__origin__", annotation) is ClassVar


def _all_fields(cls: type, kw_only: bool) -> dict[str, Field]:
    """The fields of the bases and of the class itself. TypeError if a base is a dataclass of the standard library."""
    result: dict[str, Field] = {}
    for base in cls.__mro__[-1:0:-1]:
        own = base.__dict__.get(_FIELDS)
        if own is not None:
            result.update(own)
        elif "__dataclass_fields__" in base.__dict__:
            raise TypeError(f"{cls.__qualname__}: its base {base.__qualname__} is a dataclass of the standard library")
    for name, annotation in cls.__annotations__.items():
        if _is_class_variable(annotation):
            continue
        value = getattr(cls, name, _MISSING)  # a descriptor's value on the class is the default, such as an Option's
        if isinstance(value, MemberDescriptorType):  # a slot of a base
            value = _MISSING
        item = value if isinstance(value, Field) else Field(default=value)
        if item.default.__class__.__hash__ is None:
            raise ValueError(f"{cls.__qualname__}.{name}: a mutable default; use default_factory")
        item.name, item.type, item.kw_only = name, annotation, item.kw_only or kw_only
        result[name] = item
    return result


# --- functions -------------------------------------------------------------------------------------------------------


def _compiled(cls: type, name: str, parameters: str, body: list[str], names: dict[str, object]) -> Any:
    """A function from its text. `names`: what the text may use."""
    exec(f"def {name}({parameters}):\n" + "".join(f" {line}\n" for line in body), names)
    function: Any = names[name]
    function.__qualname__, function.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
    return function


def _init(fields_: list[Field], frozen: bool, slots: bool) -> Callable[[type], Any]:
    def make(cls: type) -> Any:
        names: dict[str, object] = {"_missing": _MISSING, "_set": object.__setattr__}
        parameters, body = ["self"], []
        ordered = [item for item in fields_ if not item.kw_only]
        keywords = [item for item in fields_ if item.kw_only]
        for item in (*ordered, *keywords):
            name = item.name
            if item in keywords[:1]:
                parameters.append("*")
            value = name
            if item.default_factory is not _MISSING:
                names[f"_make_{name}"] = item.default_factory
                value = f"_make_{name}()"
                if item.init:
                    parameters.append(f"{name}=_missing")
                    value += f" if {name} is _missing else {name}"
            elif item.default is not _MISSING:
                names[f"_default_{name}"] = item.default
                if item.init:
                    parameters.append(f"{name}=_default_{name}")
                elif slots:
                    value = f"_default_{name}"
                else:
                    continue  # it is an attribute of the class
            elif item.init:
                parameters.append(name)
            else:
                continue
            body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            body.append("self.__post_init__()")
        function = _compiled(cls, "__init__", ", ".join(parameters), body or ["pass"], names)
        function.__annotations__ = {item.name: item.type for item in fields_ if item.init} | {"return": None}
        return function

    return make


def _tuple(who: str, fields_: list[Field]) -> str:
    return "(" + "".join(f"{who}.{item.name}, " for item in fields_ if item.compare) + ")"


def _eq(fields_: list[Field]) -> Callable[[type], Any]:
    def make(cls: type) -> Any:
        same = f"return {_tuple('self', fields_)} == {_tuple('other', fields_)}"
        body = ["if other.__class__ is self.__class__:", f" {same}", "return NotImplemented"]
        return _compiled(cls, "__eq__", "self, other", body, {})

    return make


def _hash(fields_: list[Field]) -> Callable[[type], Any]:
    return lambda cls: _compiled(cls, "__hash__", "self", [f"return hash({_tuple('self', fields_)})"], {})


def _repr(fields_: list[Field]) -> Callable[[object], str]:
    names = [item.name for item in fields_ if item.repr]

    def __repr__(self: object) -> str:  # a method of the class
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return recursive_repr()(__repr__)


def _refuse(cls: type, what: str) -> Callable[..., None]:
    """`__setattr__` or `__delattr__` of a frozen class, which `object` has under the name `what`."""
    fields_ = cls.__dict__[_FIELDS]

    def refuse(self: object, name: str, *value: object) -> None:
        if type(self) is cls or name in fields_:
            from dataclasses import FrozenInstanceError

            verb = "assign to" if value else "delete"
            raise FrozenInstanceError(f"cannot {verb} field {name!r}")
        getattr(super(cls, self), what)(name, *value)

    return refuse


def _standard(attribute: str, options: dict[str, Any]) -> Callable[[type], Any]:
    """An attribute of the class that the standard library would have made of the same fields."""

    def make(cls: type) -> Any:
        import dataclasses

        rows: list[tuple[str, Any, Any]] = []
        for item in cls.__dict__[_FIELDS].values():
            settings = {name: getattr(item, name) for name in ("init", "repr", "compare", "kw_only", "metadata")}
            for name in ("default", "default_factory"):
                if getattr(item, name) is not _MISSING:
                    settings[name] = getattr(item, name)
            rows.append((item.name, item.type, dataclasses.field(**settings)))
        return getattr(dataclasses.make_dataclass(cls.__name__, rows, **options), attribute)

    return make


def _getstate(self: Any) -> list[object]:
    return [getattr(self, item.name) for item in _fields(self)]


def _setstate(self: Any, state: list[object]) -> None:
    for item, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, item.name, value)


# --- dataclasses -----------------------------------------------------------------------------------------------------


def _with_slots(cls: type, own: list[str]) -> type:
    """The class once more, its own fields in slots."""
    space = {name: value for name, value in cls.__dict__.items() if name not in {*own, "__dict__", "__weakref__"}}
    inherited = {slot for base in cls.__mro__[1:-1] for slot in _slots(base)}
    space["__slots__"] = tuple(name for name in own if name not in inherited)
    result = type(cls)(cls.__name__, cls.__bases__, space)
    result.__qualname__ = cls.__qualname__
    return result


def _slots(cls: type) -> Iterator[str]:
    slots = cls.__dict__.get("__slots__", ())
    return iter((slots,) if isinstance(slots, str) else slots)


def _process(cls: type, init: bool, repr: bool, eq: bool, frozen: bool, slots: bool, kw_only: bool) -> type:
    fields_ = _all_fields(cls, kw_only)
    own = [name for name in cls.__annotations__ if name in fields_]
    for name in own:
        if isinstance(cls.__dict__.get(name), Field):
            if fields_[name].default is _MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, fields_[name].default)
    has_hash = cls.__dict__.get("__hash__") is not None or ("__hash__" in cls.__dict__ and "__eq__" not in cls.__dict__)
    if slots and not hasattr(cls, "__mypyc_attrs__"):  # a compiled class has slots; mypyc ignores another one
        cls = _with_slots(cls, own)
    setattr(cls, _FIELDS, fields_)
    items = list(fields_.values())
    functions: dict[str, Any] = {"__match_args__": tuple(item.name for item in items if item.init and not item.kw_only)}
    functions["__replace__"] = _replace  # what copy.replace calls, from Python 3.13 on
    if init:
        functions["__init__"] = _OnFirstUse("__init__", _init(items, frozen, slots))
    if repr:
        functions["__repr__"] = _repr(items)
    if eq:
        functions["__eq__"] = _OnFirstUse("__eq__", _eq(items))
    if frozen:
        functions |= {"__setattr__": _refuse(cls, "__setattr__"), "__delattr__": _refuse(cls, "__delattr__")}
        if slots:
            functions |= {"__getstate__": _getstate, "__setstate__": _setstate}
    options = {"init": init, "repr": repr, "eq": eq, "frozen": frozen, "kw_only": kw_only}
    for name in ("__dataclass_fields__", "__dataclass_params__"):
        functions[name] = _OnFirstUse(name, _standard(name, options))
    functions = {name: value for name, value in functions.items() if name not in cls.__dict__}
    if eq and not has_hash:
        functions["__hash__"] = _OnFirstUse("__hash__", _hash(items)) if frozen else None
    for name, value in functions.items():
        if isinstance(value, _OnFirstUse):
            value.owner = cls
        setattr(cls, name, value)
    return cls


def _dataclass(
    cls: type | None = None,
    /,
    *,
    init: bool = True,
    repr: bool = True,  # the words of dataclasses.dataclass
    eq: bool = True,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
) -> Any:
    """As `dataclasses.dataclass`. A base must not be a dataclass of the standard library (TypeError); a class without a
    docstring gets none."""
    if cls is None:
        return lambda it: _process(it, init, repr, eq, frozen, slots, kw_only)
    return _process(cls, init, repr, eq, frozen, slots, kw_only)


def _fields(instance_or_class: Any) -> tuple[Any, ...]:
    """As `dataclasses.fields`: the fields of a dataclass, of either kind."""
    cls = instance_or_class if isinstance(instance_or_class, type) else type(instance_or_class)
    for base in cls.__mro__:
        if _FIELDS in base.__dict__:
            return tuple(base.__dict__[_FIELDS].values())
        if "__dataclass_fields__" in base.__dict__:
            break
    from dataclasses import fields as of_others

    return of_others(instance_or_class)


def _replace(instance: Any, /, **changes: Any) -> Any:
    """As `dataclasses.replace`: a copy with some fields changed."""
    for item in _fields(instance):
        if item.init:
            changes.setdefault(item.name, getattr(instance, item.name))
        elif item.name in changes:
            raise ValueError(f"field {item.name} is declared with init=False, it cannot be specified with replace()")
    return instance.__class__(**changes)


def _is_dataclass(instance_or_class: Any) -> bool:
    """As `dataclasses.is_dataclass`, of both kinds."""
    cls = instance_or_class if isinstance(instance_or_class, type) else type(instance_or_class)
    return hasattr(cls, _FIELDS) or hasattr(cls, "__dataclass_fields__")


# --- named tuples ----------------------------------------------------------------------------------------------------


def _new(cls: Any) -> Any:
    parameters = [f"{name}=_default_{name}" if name in cls._field_defaults else name for name in cls._fields]
    names = {f"_default_{name}": value for name, value in cls._field_defaults.items()} | {"_new": tuple.__new__}
    body = [f"return _new(_cls, ({''.join(f'{name}, ' for name in cls._fields)}))"]
    function = _compiled(cls, "__new__", ", ".join(("_cls", *parameters)), body, names)
    function.__qualname__, function.__annotations__ = f"{cls.__name__}.__new__", dict(cls.__annotations__)
    return staticmethod(function)


def _make(cls: Any, iterable: Iterable[Any]) -> Any:
    result = tuple.__new__(cls, iterable)
    if len(result) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(result)}")
    return result


def _replaced(self: Any, /, **changes: Any) -> Any:
    result = self._make(map(changes.pop, self._fields, self))
    if changes:
        raise ValueError(f"Got unexpected field names: {list(changes)!r}")
    return result


def _asdict(self: Any) -> dict[str, Any]:
    return dict(zip(self._fields, self, strict=True))


def _tuple_repr(self: Any) -> str:
    values = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
    return f"{self.__class__.__name__}({values})"


def _getnewargs(self: Any) -> tuple[Any, ...]:
    return tuple(self)


_OF_TUPLES = {
    "__slots__": (),
    "_make": classmethod(_make),
    "_replace": _replaced,
    "__replace__": _replaced,
    "_asdict": _asdict,
    "__repr__": _tuple_repr,
    "__getnewargs__": _getnewargs,
}


class _TupleMeta(type):
    """Makes the class of a named tuple, which is a plain subclass of `tuple`."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, space)
        fields_ = tuple(space.get("__annotations__", ()))
        defaults = {field_: space[field_] for field_ in fields_ if field_ in space}
        getters = {
            field_: _tuplegetter(number, f"Alias for field number {number}") for number, field_ in enumerate(fields_)
        }
        own: dict[str, Any] = {"_fields": fields_, "_field_defaults": defaults, "__match_args__": fields_}
        own["__new__"] = _OnFirstUse("__new__", _new)
        return type(name, (tuple,), {**_OF_TUPLES, **space, **getters, **own})


class _NamedTuple(metaclass=_TupleMeta):
    """The base that a class names, which is not a base of the result."""


if TYPE_CHECKING:  # for type checkers, and for mypyc, they are those of the standard library
    from dataclasses import MISSING as MISSING
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import is_dataclass as is_dataclass
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple
else:
    MISSING = _MISSING
    dataclass, field, fields, is_dataclass, replace = _dataclass, Field, _fields, _is_dataclass, _replace
    NamedTuple = _NamedTuple
