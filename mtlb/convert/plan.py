"""Plans: which functions of a module become entry points, what their parameters are, and what stands for built-ins.

A plan is made of objects, or read from TOML (docs/convert.md §6):

    [entries.vadd]
    kind = "kernel"
    arguments = [
      { name = "a", buffer = 0, access = "read", type = "float" },
      { name = "n", constant = 2 },
      { name = "i", builtin = "thread_position_in_grid", axis = 0 },
    ]

    [builtins]
    my_thread_id = { builtin = "thread_position_in_grid", axis = 0 }

    [functions]
    my_sin = "air.sin.f32"

    [address_spaces]
    4 = 2
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..air.builtins import ELSEWHERE, INPUTS, components
from ..base.errors import BuildError
from ..base.features import MOST_BUFFERS
from ..base.metal import AccessQualifier
from ..base.toml import toml_document
from ..container import FunctionType
from ..ir import Module

BUILTINS = {name: components(name) for name in ELSEWHERE if ("kernel", name) in INPUTS}
"""Built-in values of kernels, and how many components they have."""

_KINDS = {"kernel": FunctionType.KERNEL}
_MOST_SCRATCH = 4096


@dataclass(frozen=True)
class Builtin:
    """One component of a built-in value: `axis` 0 to 2, or "argument": the first argument of the call says which."""

    name: str
    axis: int | str = 0

    def __post_init__(self) -> None:
        if self.name not in BUILTINS:
            raise BuildError(f"no built-in value of a kernel: {self.name!r}")
        if self.axis != "argument" and self.axis not in range(BUILTINS[self.name]):
            raise BuildError(f"{self.name} has no axis {self.axis!r}")


@dataclass(frozen=True)
class PlannedArgument:
    """What a parameter is. At most one of `buffer`, `constant`, `threadgroup` (their index), `builtin` and `scratch` is
    given; `scratch` is a number of bytes of the thread's own memory, for results that nobody reads.

    Without them a pointer is a buffer (constant or threadgroup memory if its address space says so) and a value goes
    into a constant buffer of its own; indices are given in order. `access`: read, write or read_write, by default what
    the code does. `type`: the word of Metal for what a buffer holds, by default what the code says.
    """

    name: str = ""
    buffer: int | None = None
    constant: int | None = None
    threadgroup: int | None = None
    builtin: Builtin | None = None
    scratch: int | None = None
    access: str = ""
    type: str = ""

    def __post_init__(self) -> None:
        given = [v for v in (*self.places, self.builtin, self.scratch) if v is not None]
        if len(given) > 1:
            raise BuildError(f"argument {self.name!r} is several things at once")
        if self.access and self.access.upper() not in AccessQualifier.__members__:
            raise BuildError(f"argument {self.name!r}: no access: {self.access!r} (read, write or read_write)")
        if self.scratch is not None and not 0 < self.scratch <= _MOST_SCRATCH:
            raise BuildError(f"argument {self.name!r}: scratch memory has 1 to {_MOST_SCRATCH} bytes")
        for index in self.places:
            if index is not None and not 0 <= index < MOST_BUFFERS:
                most = f"there are {MOST_BUFFERS} buffers, numbered from 0"
                raise BuildError(f"argument {self.name!r}: {most}; not {index}")

    @property
    def places(self) -> tuple[int | None, int | None, int | None]:
        """Its index as a buffer, a constant buffer or threadgroup memory."""
        return self.buffer, self.constant, self.threadgroup


@dataclass(frozen=True)
class PlannedEntry:
    """A function that becomes an entry point. `name`: what it is called in the library, by default as before.

    `arguments`: one for each parameter, in order, or none at all. `optional`: a module may lack the function.
    """

    function: str
    kind: str = "kernel"
    name: str = ""
    arguments: tuple[PlannedArgument, ...] = ()
    max_threads: int | None = None
    optional: bool = False

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise BuildError(f"entry point {self.function!r}: only kernels are converted, not {self.kind!r}")

    @property
    def type(self) -> FunctionType:
        """The kind of function."""
        return _KINDS[self.kind]


@dataclass(frozen=True)
class Plan:
    """All that a module of another target needs to be told. `address_spaces`: its numbers to those of AIR.

    `optional`: a module may lack any function that is named, so that one plan serves all modules of a compiler.
    """

    entries: tuple[PlannedEntry, ...] = ()
    builtins: Mapping[str, Builtin] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    address_spaces: Mapping[int, int] = field(default_factory=dict)
    optional: bool = False

    def present(self, module: Module) -> list[PlannedEntry]:
        """The entry points that a module has, of those that it may lack, and all others."""
        defined = {function.name for function in module.functions if function.is_definition}
        defined |= {alias.name for alias in module.aliases}
        return [e for e in self.entries if e.function in defined or not (self.optional or e.optional)]

    @classmethod
    def parse(cls, text: str) -> Plan:
        """A plan in TOML. BuildError, naming the key, for anything that is not part of a plan."""
        return cls.of(toml_document(text, "the plan is"))

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Plan:
        """A plan as nested dictionaries, as TOML or JSON have it. BuildError as `parse` raises it."""
        _known("the plan", document, ("entries", "builtins", "functions", "address_spaces", "optional"))
        entries = _table("entries", document.get("entries", {}))
        builtins = _table("builtins", document.get("builtins", {}))
        functions = _table("functions", document.get("functions", {}))
        spaces = _table("address_spaces", document.get("address_spaces", {}))
        for name, target in functions.items():
            if not isinstance(target, str):
                raise BuildError(f"functions.{name} is not the name of a function: {target!r}")
        for old, new in spaces.items():
            if not str(old).isdigit() or type(new) is not int:
                raise BuildError(f"address_spaces.{old} is not a number to a number")
        return cls(
            tuple(_entry(name, item) for name, item in entries.items()),
            {name: _builtin(f"builtins.{name}", item) for name, item in builtins.items()},
            dict(functions),
            {int(old): new for old, new in spaces.items()},
            _truth("optional", document.get("optional", False)),
        )


def _known(where: str, table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise BuildError(f"{where} has no {key!r} (it has {', '.join(keys)})")


def _table(where: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BuildError(f"{where} is not a table: {value!r}")
    return value


def _text(where: str, value: object) -> str:
    if not isinstance(value, str):
        raise BuildError(f"{where} is not text: {value!r}")
    return value


def _number(where: str, value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise BuildError(f"{where} is not a number: {value!r}")
    return value


def _truth(where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BuildError(f"{where} is not true or false: {value!r}")
    return value


def _entry(name: str, value: object) -> PlannedEntry:
    where = f"entries.{name}"
    table = _table(where, value)
    _known(where, table, ("kind", "name", "arguments", "max_threads", "optional"))
    arguments = table.get("arguments", [])
    if not isinstance(arguments, list):
        raise BuildError(f"{where}.arguments is not a list")
    return PlannedEntry(
        name,
        _text(f"{where}.kind", table.get("kind", "kernel")),
        _text(f"{where}.name", table.get("name", "")),
        tuple(_argument(f"{where}.arguments[{place}]", item) for place, item in enumerate(arguments)),
        _number(f"{where}.max_threads", table.get("max_threads")),
        _truth(f"{where}.optional", table.get("optional", False)),
    )


def _argument(where: str, value: object) -> PlannedArgument:
    table = _table(where, value)
    _known(where, table, ("name", "buffer", "constant", "threadgroup", "builtin", "axis", "scratch", "access", "type"))
    builtin = None
    if "builtin" in table:
        builtin = _builtin(where, {key: table[key] for key in ("builtin", "axis") if key in table})
    elif "axis" in table:
        raise BuildError(f"{where} has an axis and no built-in value")
    return PlannedArgument(
        _text(f"{where}.name", table.get("name", "")),
        buffer=_number(f"{where}.buffer", table.get("buffer")),
        constant=_number(f"{where}.constant", table.get("constant")),
        threadgroup=_number(f"{where}.threadgroup", table.get("threadgroup")),
        builtin=builtin,
        scratch=_number(f"{where}.scratch", table.get("scratch")),
        access=_text(f"{where}.access", table.get("access", "")),
        type=_text(f"{where}.type", table.get("type", "")),
    )


def _builtin(where: str, value: object) -> Builtin:
    table = _table(where, value)
    _known(where, table, ("builtin", "axis"))
    axis = table.get("axis", 0)
    axes = {"x": 0, "y": 1, "z": 2}
    return Builtin(_text(f"{where}.builtin", table.get("builtin")), axes.get(axis, axis) if axis.__hash__ else axis)
