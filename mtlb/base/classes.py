"""Dataclasses and named tuples whose methods are shared, for the modules that short commands import.

The standard library compiles text when such a class is created: up to six functions of a dataclass, a function and the
annotations of a named tuple. A link of five small modules imports 200 of these classes, and creates 250 objects of 36
of them: that took a third of its time (docs/performance.md §6). Here functions that know the fields are shared.

Type checkers and mypyc see the standard library's `dataclass`, `field` and `NamedTuple`. Its `fields`, `replace` and
`is_dataclass`, `inspect.signature`, `typing.get_type_hints`, `copy` and `pickle` work as usual, and its dataclasses
may inherit from these. Differences: there are only the parameters below, a base must not be one of its dataclasses,
and the first objects of a class take microseconds longer to create. Modules with these classes need
`from __future__ import annotations`.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]  # as collections.namedtuple reads a field
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from operator import attrgetter
from reprlib import recursive_repr
from types import FunctionType, MemberDescriptorType, SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Signature

_set = object.__setattr__
MISSING: Any = object()
"""The default of a field without one."""
_SHARED = 50
"""Objects of a dataclass that a shared `__init__` initializes. Later objects get one of their own: compiling it takes
up to a millisecond, and it is three to nine times as fast. The standard library is not asked: `dataclasses` takes 10 ms
to import."""
_FIELDS = "__shared_fields__"
"""The attribute of a class with its fields."""


# --- dataclasses -----------------------------------------------------------------------------------------------------


class Field:
    """A field of a dataclass, with the attributes of `dataclasses.Field`."""

    __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "metadata", "name", "repr", "type")

    def __init__(
        self,
        *,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        init: bool = True,
        repr: bool = True,  # the word of dataclasses.field
        compare: bool = True,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        self.name, self.type = "", None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, False
        self.metadata = {} if metadata is None else metadata

    @property
    def is_required(self) -> bool:
        """Whether it has no default."""
        return self.default is MISSING and self.default_factory is MISSING


def _dataclass(
    cls: Any = None,
    /,
    *,
    init: bool = True,
    repr: bool = True,  # the word of dataclasses.dataclass
    eq: bool = True,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
) -> Any:
    """As `dataclasses.dataclass`."""
    if cls is None:
        options = {"init": init, "repr": repr, "eq": eq, "frozen": frozen, "slots": slots, "kw_only": kw_only}
        return lambda decorated: _dataclass(decorated, **options)
    own = cls.__dict__
    is_hashed = own.get("__hash__") is not None or ("__hash__" in own and "__eq__" not in own)
    declared = _declared(cls, kw_only)
    if slots and not hasattr(cls, "__mypyc_attrs__"):  # a compiled class has slots, and must not be replaced
        cls = _with_slots(cls, [field.name for field in declared])
    inherited = {field.name: field for field in _inherited(cls)}
    all_fields = tuple({**inherited, **{field.name: field for field in declared}}.values())
    methods: dict[str, Any] = {}
    if init:
        methods["__init__"] = _init(cls, all_fields, frozen)
        methods["__signature__"] = _LazySignature(cls, all_fields)
    methods["__match_args__"] = tuple(field.name for field in all_fields if field.init and not field.kw_only)
    methods["__dataclass_fields__"] = _StandardFields(all_fields)
    methods["__dataclass_params__"] = SimpleNamespace(frozen=frozen)  # for subclasses of the standard library's kind
    if repr:
        methods["__repr__"] = _repr([field.name for field in all_fields if field.repr])
    if eq:
        values = _values([field.name for field in all_fields if field.compare])
        methods["__eq__"] = _eq(values)
        if frozen and not is_hashed:
            methods["__hash__"] = lambda self: hash(values(self))
    if frozen:
        methods |= _frozen(cls, frozenset(field.name for field in all_fields))
        if slots:
            methods |= {"__getstate__": _getstate, "__setstate__": _setstate}
    positional = [field for field in all_fields if field.init and not field.kw_only]
    for earlier, later in pairwise(positional):
        if later.is_required and not earlier.is_required:
            raise TypeError(f"{cls.__qualname__}: {later.name}, without a default, follows {earlier.name}")
    setattr(cls, _FIELDS, all_fields)
    for name, method in methods.items():
        if name not in own or (name == "__hash__" and own[name] is None):
            setattr(cls, name, method)
    if eq and not frozen and not is_hashed:
        cls.__hash__ = None
    return cls


def _declared(cls: Any, kw_only: bool) -> list[Field]:
    """The fields that a class adds. Their defaults become attributes of the class."""
    result = []
    for name, annotation in cls.__annotations__.items():  # without those of bases
        if isinstance(annotation, str) and annotation.startswith("ClassVar"):
            continue
        value = getattr(cls, name, MISSING)  # of a descriptor: what it gives, as an `Option` its default
        field = value if isinstance(value, Field) else Field(default=value)
        if isinstance(value, MemberDescriptorType):  # a slot of a base
            field = Field()
        if type(field.default).__hash__ is None:
            raise ValueError(f"{cls.__qualname__}.{name}: a mutable default: use default_factory")
        if type(field.default).__module__ == "dataclasses":
            raise TypeError(f"{cls.__qualname__}.{name}: use the field of mtlb.base.classes")
        field.name, field.type, field.kw_only = name, annotation, kw_only
        if isinstance(cls.__dict__.get(name), Field):
            if field.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, field.default)
        result.append(field)
    return result


def _inherited(cls: type) -> tuple[Field, ...]:
    for base in cls.__mro__[1:]:
        if _FIELDS in base.__dict__:
            inherited: tuple[Field, ...] = base.__dict__[_FIELDS]
            return inherited
        if "__dataclass_fields__" in base.__dict__:
            raise TypeError(f"{cls.__qualname__}: its base {base.__qualname__} is a dataclass of the standard library")
    return ()


def _with_slots(cls: Any, names: list[str]) -> Any:
    """A class like `cls` with slots for the fields that it adds."""
    taken = {name for base in cls.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
    space = {name: value for name, value in cls.__dict__.items() if name not in {*names, "__dict__", "__weakref__"}}
    space["__slots__"] = tuple(name for name in names if name not in taken)
    result = type(cls)(cls.__name__, cls.__bases__, space)
    result.__qualname__ = cls.__qualname__
    return result


def _init(cls: Any, all_fields: Iterable[Field], frozen: bool) -> Callable[..., None]:
    names = frozenset(field.name for field in all_fields if field.init)
    positional = [field.name for field in all_fields if field.init and not field.kw_only]
    defaults = {field.name: field.default for field in all_fields if field.default is not MISSING}
    factories = [(field.name, field.default_factory) for field in all_fields if field.default_factory is not MISSING]
    required = names.intersection(field.name for field in all_fields if field.is_required)
    is_checked = hasattr(cls, "__post_init__")
    left = _SHARED

    def __init__(self: Any, /, *arguments: object, **keywords: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            cls.__init__ = _own_init(cls, all_fields, frozen)
            cls.__init__.__qualname__ = __init__.__qualname__
        values = dict(zip(positional, arguments))  # noqa: B905  # fewer arguments are fine
        if len(arguments) > len(values) or not values.keys().isdisjoint(keywords):
            raise _misfit(cls, arguments, keywords)
        values.update(keywords)
        if not required <= values.keys() <= names:
            raise _misfit(cls, arguments, keywords)
        for name, make in factories:
            if name not in values:
                values[name] = make()
        for name, value in (defaults | values).items():
            _set(self, name, value)
        if is_checked:
            self.__post_init__()

    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    return __init__


def _has_descriptors(cls: type, names: Iterable[str]) -> bool:
    return any(hasattr(type(base.__dict__.get(name)), "__set__") for base in cls.__mro__ for name in names)


def _own_init(cls: Any, all_fields: Iterable[Field], frozen: bool) -> Any:
    """An `__init__` that sets the attributes, of a frozen class by filling the object's `__dict__` where it has all of
    them. The standard library's calls a function for each field of a frozen object, and takes three times as long.
    """
    names = [field.name for field in all_fields if field.init]
    is_direct = frozen and cls.__dictoffset__ != 0 and not _has_descriptors(cls, names)
    space: dict[str, Any] = {"_missing": MISSING, "_set": _set}
    positional, by_keyword, values = ["self"], list[str](), list[str]()
    for field in all_fields:
        name, value = field.name, field.name
        if field.default_factory is not MISSING:
            space[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}" if field.init else f"_make_{name}()"
        elif not field.init:
            continue  # `__post_init__` sets it, or the class has its default
        if field.init:
            space[f"_default_{name}"] = field.default
            default = "" if field.is_required else f"=_default_{name}"
            (by_keyword if field.kw_only else positional).append(name + default)
        values.append(
            f"{name}={value}" if is_direct else f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}"
        )
    parameters = ", ".join([*positional, *(["*", *by_keyword] if by_keyword else [])])
    check = "; self.__post_init__()" if hasattr(cls, "__post_init__") else ""
    setting = f"self.__dict__.update({', '.join(values)})" if is_direct else "; ".join(values) or "pass"
    exec(f"def __init__({parameters}): {setting}{check}", space)
    return space["__init__"]


class _StandardFields:
    """The fields as the standard library has them, created when they are asked for."""

    def __init__(self, all_fields: Iterable[Field]) -> None:
        self.fields = all_fields
        self.standard: Any = None

    def __get__(self, instance: object, owner: type) -> Any:
        if self.standard is None:
            import dataclasses

            rows: list[tuple[str, Any, Any]] = []
            for field in self.fields:
                settings = {name: getattr(field, name) for name in ("init", "repr", "compare", "kw_only", "metadata")}
                for name in ("default", "default_factory"):
                    if getattr(field, name) is not MISSING:
                        settings[name] = getattr(field, name)
                rows.append((field.name, field.type, dataclasses.field(**settings)))
            standard: Any = dataclasses.make_dataclass("_", rows, repr=False, eq=False)
            self.standard = standard.__dataclass_fields__
        return self.standard


class _LazySignature:
    """The signature of a class, created when it is asked for. Not that of a subclass with its own `__init__`."""

    def __init__(self, cls: type, all_fields: Iterable[Field]) -> None:
        self.cls, self.fields = cls, all_fields

    def __get__(self, instance: object, owner: Any) -> Signature:
        if next(base for base in owner.__mro__ if "__init__" in base.__dict__) is not self.cls:
            raise AttributeError("__signature__")
        from inspect import Parameter, Signature

        parameters = []
        for field in self.fields:
            default = Parameter.empty if field.is_required else ... if field.default is MISSING else field.default
            kind = Parameter.KEYWORD_ONLY if field.kw_only else Parameter.POSITIONAL_OR_KEYWORD
            if field.init:
                parameters.append(Parameter(field.name, kind, default=default, annotation=field.type))
        parameters.sort(key=lambda parameter: parameter.kind)
        return Signature(parameters, return_annotation=None)


def _fields(instance_or_class: Any) -> tuple[Any, ...]:
    """As `dataclasses.fields`."""
    cls = instance_or_class if isinstance(instance_or_class, type) else type(instance_or_class)
    for base in cls.__mro__:
        if _FIELDS in base.__dict__:
            own: tuple[Any, ...] = base.__dict__[_FIELDS]
            return own
        if "__dataclass_fields__" in base.__dict__:
            break
    from dataclasses import fields as standard

    return standard(instance_or_class)


def _replace(instance: Any, /, **changes: Any) -> Any:
    """As `dataclasses.replace`."""
    for field in _fields(instance):
        if field.init:
            changes.setdefault(field.name, getattr(instance, field.name))
        elif field.name in changes:
            raise ValueError(f"field {field.name} is declared with init=False, it cannot be specified with replace()")
    return instance.__class__(**changes)


def _misfit(cls: Any, arguments: tuple[object, ...], keywords: dict[str, object]) -> TypeError:
    """The error for arguments that do not fit the fields, in Python's words."""
    try:
        cls.__signature__.bind(*arguments, **keywords)
    except TypeError as error:
        return TypeError(f"{cls.__qualname__}.__init__() {error}")
    raise AssertionError("the arguments fit")


def _repr(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

    return __repr__


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function for the values of these fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda instance: tuple([getattr(instance, name) for name in names])


def _eq(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _frozen(cls: Any, names: frozenset[str]) -> dict[str, Any]:
    """The methods that refuse to change an object. Subclasses may have other attributes."""

    def __setattr__(self: Any, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise _refused(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise _refused(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _refused(message: str) -> AttributeError:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(message)


def _getstate(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in _fields(self)]


def _setstate(self: Any, state: Iterable[object]) -> None:
    for field, value in zip(_fields(self), state, strict=True):
        _set(self, field.name, value)


# --- named tuples ----------------------------------------------------------------------------------------------------


class _TupleMeta(type):
    """Creates the class of a named tuple."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Any:
        names = tuple(space.get("__annotations__", ()))
        if not names:
            raise TypeError(f"{name} has no fields: does its module import annotations from __future__?")
        defaults = {field: space[field] for field in names if field in space}
        if tuple(defaults) != names[len(names) - len(defaults) :]:
            raise TypeError(f"{name}: a field without a default follows one with a default")
        space |= {field: _tuplegetter(number, _OF_FIELD[number]) for number, field in enumerate(names)}
        space |= {"_fields": names, "_field_defaults": defaults, "__match_args__": names, "__slots__": ()}
        space["__new__"] = _new(name, names, tuple(defaults.values()))
        return type(name, (_Tuple,), space)


_OF_FIELD = [f"Alias for field number {number}" for number in range(100)]


@cache
def _pattern(count: int) -> FunctionType:
    """A function that creates a tuple of `count` fields, which have other names in each class."""
    parameters = "".join(f", _{number}" for number in range(count))
    pattern: FunctionType = eval(f"lambda _cls{parameters}: _new(_cls, ({parameters[2:]},))")
    return pattern


def _new(owner: str, names: tuple[str, ...], defaults: tuple[object, ...]) -> FunctionType:
    code = _pattern(len(names)).__code__.replace(co_varnames=("_cls", *names), co_name="__new__")
    function = FunctionType(code, {"_new": tuple.__new__, "__name__": f"namedtuple_{owner}"}, "__new__", defaults)
    function.__qualname__ = f"{owner}.__new__"
    return function


class _Tuple(tuple):  # type: ignore[type-arg]
    """The methods that named tuples share."""

    __slots__ = ()
    if TYPE_CHECKING:
        _fields: tuple[str, ...]

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        result = tuple.__new__(cls, values)
        if len(result) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(result)}")
        return result

    def _replace(self, /, **changes: Any) -> Any:
        result = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return result

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        values: Iterator[tuple[str, Any]] = zip(self._fields, self, strict=True)
        return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in values])})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _NamedTuple:
    """As `typing.NamedTuple`: named as the base of a class, of which it is not a base."""

    @staticmethod
    def __mro_entries__(bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (_Base,)


_Base = type.__new__(_TupleMeta, "NamedTuple", (), {})

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple
else:
    dataclass, field, fields, replace, NamedTuple = _dataclass, Field, _fields, _replace, _NamedTuple()
