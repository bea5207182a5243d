"""Plans: which functions of a module become entry points, what their parameters are, and what stands for built-ins.

A plan is made of objects, or read from TOML (docs/convert.md §2):

    [entries.vadd]
    kind = "kernel"
    arguments = [
      { name = "a", buffer = 0, access = "read", type = "float" },
      { name = "n", constant = 2 },
      { name = "i", builtin = "thread_position_in_grid", axis = 0 },
    ]

    [entries.place]
    kind = "vertex"
    arguments = [{ name = "at", attribute = 0, type = "float3" }]
    outputs = [{ name = "position", builtin = "position" }, { name = "uv", user = "uv", type = "float2" }]

    [builtins]
    my_thread_id = { builtin = "thread_position_in_grid", axis = 0 }

    [functions]
    my_sin = "air.sin.f32"

    [address_spaces]
    4 = 2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..air.builtins import ELSEWHERE, INPUTS, OUTPUTS, components
from ..base.classes import NamedTuple, dataclass, field
from ..base.errors import BuildError
from ..base.features import MOST_BUFFERS
from ..base.metal import AccessQualifier, DepthQualifier
from ..base.toml import toml_document
from ..container import FunctionType
from ..ir import Module

_STAGES = {"kernel": FunctionType.KERNEL, "vertex": FunctionType.VERTEX, "fragment": FunctionType.FRAGMENT}
_MOST_SCRATCH = 4096


class BuiltinType(NamedTuple):
    """The type of a built-in value: Metal's word for its numbers, and how many there are."""

    word: str
    components: int

    @property
    def name(self) -> str:
        """`uint3`."""
        return f"{self.word}{self.components}" if self.components > 1 else self.word


def _builtin_type(word: str) -> BuiltinType:
    count = word[-1] if word[-1].isdigit() else ""
    return BuiltinType(word.removesuffix(count), int(count or 1))


BUILTIN_TYPES = {name: _builtin_type(row.types[0]) for (stage, name), row in INPUTS.items() if stage in _STAGES}
"""Built-in values of kernels, vertex and fragment functions."""
BUILTINS = {name: components(name) for name in ELSEWHERE if ("kernel", name) in INPUTS}
"""Built-in values of kernels that other targets also have, with the number of their components."""


@dataclass(frozen=True)
class Builtin:
    """A component of a built-in value: `axis` is 0 to 3, or "argument" if the first argument of the call selects it."""

    name: str
    axis: int | str = 0

    def __post_init__(self) -> None:
        if self.name not in BUILTIN_TYPES:
            raise BuildError(f"not a built-in value of a kernel, vertex or fragment function: {self.name!r}")
        if self.axis != "argument" and self.axis not in range(BUILTIN_TYPES[self.name].components):
            raise BuildError(f"{self.name} has unknown axis {self.axis!r}")


@dataclass(frozen=True)
class PlannedOutput:
    """An output of a vertex or fragment function.

    At most one of `builtin`, `user` and `color` is given. A vertex output with neither is matched by its name and type,
    as Metal does without ``[[user(name)]]``. `type`: Metal's word (`float4`); not needed for a builtin. `depth`: for
    the depth, "any", "greater" or "less". `invariant`: for the position. `blend_source`: for a color, ``[[index(n)]]``.
    """

    name: str = ""
    type: str = ""
    builtin: str = ""
    user: str = ""
    color: int | None = None
    depth: str = "any"
    invariant: bool = False
    blend_source: int = 0

    def __post_init__(self) -> None:
        arguments = [v for v in (self.builtin, self.user) if v] + [v for v in (self.color,) if v is not None]
        if len(arguments) > 1:
            raise BuildError(f"output {self.name!r} has several kinds; keep one of them")
        if self.builtin and not any((stage, self.builtin) in OUTPUTS for stage in _STAGES):
            raise BuildError(f"output {self.name!r}: not a built-in output: {self.builtin!r}")
        if not self.builtin and not self.type:
            raise BuildError(f"output {self.name!r} needs a type, such as float4")
        if self.depth not in (item.label for item in DepthQualifier if item is not DepthQualifier.INVALID):
            raise BuildError(f"output {self.name!r}: unknown depth {self.depth!r} (any, greater or less)")


@dataclass(frozen=True)
class PlannedArgument:
    """The role of a parameter.

    At most one of `buffer`, `constant`, `threadgroup`, `texture`, `sampler` (their index), `builtin`, `scratch`,
    `attribute`, `stage_in`, `color` and `output` is given. `scratch` is a size in bytes of private memory, for results
    that nobody reads.

    Without any of these a pointer is a buffer (constant or threadgroup memory if its address space says so), and a
    value is read from a constant buffer of its own; indices are assigned in order. `access`: read, write or read_write,
    by default the accesses in the code. `type`: Metal's word for the content of a buffer, by default inferred from the
    code. A texture (``texture2d<float, sample>``) and a stage input need it; for numbers it follows from the parameter.

    `attribute`: a vertex attribute, ``[[attribute(n)]]``. `stage_in`: a fragment input from the vertex function,
    matched by `user` or by name and type; `interpolation` as Metal writes it, ``flat``, ``center_no_perspective``.
    `color`: the current value of a render target. `axis`: the first component that the parameter has. `output`: a
    pointer through which the function writes an output. If the parameter for any of these is a pointer to a number, it
    points at consecutive numbers.
    """

    name: str = ""
    buffer: int | None = None
    constant: int | None = None
    threadgroup: int | None = None
    builtin: Builtin | None = None
    scratch: int | None = None
    access: str = ""
    type: str = ""
    texture: int | None = None
    sampler: int | None = None
    attribute: int | None = None
    stage_in: bool = False
    user: str = ""
    interpolation: str = ""
    color: int | None = None
    output: PlannedOutput | None = None
    axis: int = 0

    def __post_init__(self) -> None:
        arguments = [v for v in (*self.places, self.builtin, self.scratch, *self._of_stages) if v is not None]
        if len(arguments) > 1:
            raise BuildError(f"argument {self.name!r} has several kinds; keep one of them")
        if self.access and self.access.upper() not in AccessQualifier.__members__:
            raise BuildError(f"argument {self.name!r}: unknown access {self.access!r} (one of read, write, read_write)")
        if self.scratch is not None and not 0 < self.scratch <= _MOST_SCRATCH:
            raise BuildError(f"argument {self.name!r}: scratch memory must have 1 to {_MOST_SCRATCH} bytes")
        if (self.user or self.interpolation) and not self.stage_in:
            raise BuildError(f"argument {self.name!r}: only a stage_in has a name or an interpolation")
        if self.texture is not None and not self.type:
            raise BuildError(f"argument {self.name!r}: a texture needs a type, such as texture2d<float, sample>")
        if self.axis not in range(4):
            raise BuildError(f"argument {self.name!r}: unknown axis {self.axis!r}")
        for index in self.places:
            if index is not None and not 0 <= index < MOST_BUFFERS:
                most = f"there are {MOST_BUFFERS} buffers, numbered from 0"
                raise BuildError(f"argument {self.name!r}: {most}; not {index}")

    @property
    def places(self) -> tuple[int | None, int | None, int | None]:
        """The index as a buffer, a constant buffer or threadgroup memory."""
        return self.buffer, self.constant, self.threadgroup

    @property
    def _of_stages(self) -> tuple[object, ...]:
        return self.texture, self.sampler, self.attribute, self.stage_in or None, self.color, self.output

    @property
    def is_given(self) -> bool:
        """Whether the value is an input of the stage."""
        return self.attribute is not None or self.stage_in or self.color is not None


@dataclass(frozen=True)
class PlannedEntry:
    """A function that becomes an entry point. `kind`: "kernel", "vertex" or "fragment". `name`: its name in the
    library, by default unchanged.

    `arguments`: one for each parameter, in order, or an empty list; the pointer to the result (`sret`) is not counted.
    `outputs`: the outputs of a vertex or fragment function, to which the returned numbers are assigned in order.
    `optional`: a module may lack the function. `early_fragment_tests`: depth and stencil are tested before a fragment
    function runs.
    """

    function: str
    kind: str = "kernel"
    name: str = ""
    arguments: tuple[PlannedArgument, ...] = ()
    max_threads: int | None = None
    optional: bool = False
    outputs: tuple[PlannedOutput, ...] = ()
    early_fragment_tests: bool = False

    def __post_init__(self) -> None:
        where = f"entry point {self.function!r}"
        if self.kind not in _STAGES:
            kinds = ", ".join(_STAGES)
            raise BuildError(f"{where}: unknown kind {self.kind!r} (one of {kinds})")
        if self.kind == "kernel" and self.outputs:
            raise BuildError(f"{where}: a kernel has no outputs")
        if self.kind != "kernel" and self.max_threads is not None:
            raise BuildError(f"{where}: max_threads is only for kernels")
        if self.kind != "fragment" and self.early_fragment_tests:
            raise BuildError(f"{where}: early_fragment_tests is only for fragment functions")

    @property
    def type(self) -> FunctionType:
        """The function type for `kind`."""
        return _STAGES[self.kind]

    @property
    def is_described(self) -> bool:
        """Whether only `mtlb.emit` can describe it: it is not a kernel, or has textures or samplers."""
        of_textures = any(a.texture is not None or a.sampler is not None for a in self.arguments)
        return self.kind != "kernel" or of_textures or any(a.is_given for a in self.arguments)


@dataclass(frozen=True)
class Plan:
    """The information that a module of another target lacks. `address_spaces`: its numbers mapped to those of AIR.

    `optional`: a module may lack any function in the plan, so that one plan fits all modules of a compiler.
    """

    entries: tuple[PlannedEntry, ...] = ()
    builtins: Mapping[str, Builtin] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    address_spaces: Mapping[int, int] = field(default_factory=dict)
    optional: bool = False

    def present(self, module: Module) -> list[PlannedEntry]:
        """The entry points of the plan without the optional functions that the module lacks."""
        defined = {function.name for function in module.functions if function.is_definition}
        defined |= {alias.name for alias in module.aliases}
        return [e for e in self.entries if e.function in defined or not (self.optional or e.optional)]

    @classmethod
    def parse(cls, text: str) -> Plan:
        """Parse a plan in TOML. BuildError, naming the key, for anything that is not part of a plan."""
        return cls.of(toml_document(text, "the plan is"))

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Plan:
        """A plan from nested dictionaries, as TOML or JSON give them. BuildError as `parse` raises it."""
        _require_keys("the plan", document, ("entries", "builtins", "functions", "address_spaces", "optional"))
        entries = _table("entries", document.get("entries", {}))
        builtins = _table("builtins", document.get("builtins", {}))
        functions = _table("functions", document.get("functions", {}))
        spaces = _table("address_spaces", document.get("address_spaces", {}))
        for name, target in functions.items():
            if not isinstance(target, str):
                raise BuildError(f"functions.{name} is not a function name: {target!r}")
        for old, new in spaces.items():
            if not str(old).isdigit() or type(new) is not int:
                raise BuildError(f"address_spaces.{old} does not map a number to a number")
        return cls(
            tuple(_entry(name, item) for name, item in entries.items()),
            {name: _builtin(f"builtins.{name}", item) for name, item in builtins.items()},
            dict(functions),
            {int(old): new for old, new in spaces.items()},
            _truth("optional", document.get("optional", False)),
        )


def _require_keys(where: str, table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise BuildError(f"{where}: unknown key {key!r} (one of {', '.join(keys)})")


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


_Row = TypeVar("_Row")


def _entry(name: str, value: object) -> PlannedEntry:
    where = f"entries.{name}"
    table = _table(where, value)
    keys = ("kind", "name", "arguments", "max_threads", "optional", "outputs", "early_fragment_tests")
    _require_keys(where, table, keys)
    return PlannedEntry(
        name,
        _text(f"{where}.kind", table.get("kind", "kernel")),
        _text(f"{where}.name", table.get("name", "")),
        _list(f"{where}.arguments", table.get("arguments", []), _argument),
        _number(f"{where}.max_threads", table.get("max_threads")),
        _truth(f"{where}.optional", table.get("optional", False)),
        _list(f"{where}.outputs", table.get("outputs", []), _output),
        _truth(f"{where}.early_fragment_tests", table.get("early_fragment_tests", False)),
    )


def _list(where: str, value: object, item: Callable[[str, object], _Row]) -> tuple[_Row, ...]:
    if not isinstance(value, list):
        raise BuildError(f"{where} is not a list")
    return tuple(item(f"{where}[{place}]", element) for place, element in enumerate(value))


_TEXTS = ("name", "access", "type", "user", "interpolation")
_NUMBERS = ("buffer", "constant", "threadgroup", "scratch", "texture", "sampler", "attribute", "color")


def _argument(where: str, value: object) -> PlannedArgument:
    table = _table(where, value)
    _require_keys(where, table, (*_TEXTS, *_NUMBERS, "builtin", "axis", "stage_in", "output"))
    builtin, axis = None, table.get("axis", 0)
    if "builtin" in table:
        builtin, axis = _builtin(where, {key: table[key] for key in ("builtin", "axis") if key in table}), 0
    elif "axis" in table and not {"attribute", "stage_in", "color"} & table.keys():
        raise BuildError(f"{where} has an axis but no built-in value")
    texts: dict[str, Any] = {key: _text(f"{where}.{key}", table.get(key, "")) for key in _TEXTS}
    numbers: dict[str, Any] = {key: _number(f"{where}.{key}", table.get(key)) for key in _NUMBERS}
    return PlannedArgument(
        **texts,
        **numbers,
        builtin=builtin,
        stage_in=_truth(f"{where}.stage_in", table.get("stage_in", False)),
        output=_output(f"{where}.output", table["output"]) if "output" in table else None,
        axis=_axis(axis),
    )


def _output(where: str, value: object) -> PlannedOutput:
    table = _table(where, value)
    _require_keys(where, table, ("name", "type", "builtin", "user", "color", "depth", "invariant", "blend_source"))
    texts = {key: _text(f"{where}.{key}", table.get(key, "")) for key in ("name", "type", "builtin", "user")}
    return PlannedOutput(
        **texts,
        color=_number(f"{where}.color", table.get("color")),
        depth=_text(f"{where}.depth", table.get("depth", "any")),
        invariant=_truth(f"{where}.invariant", table.get("invariant", False)),
        blend_source=_number(f"{where}.blend_source", table.get("blend_source")) or 0,
    )


def _axis(value: Any) -> Any:
    """The number of an axis, which may also be given by its letter."""
    return {"x": 0, "y": 1, "z": 2, "w": 3}.get(value, value) if value.__hash__ else value


def _builtin(where: str, value: object) -> Builtin:
    table = _table(where, value)
    _require_keys(where, table, ("builtin", "axis"))
    return Builtin(_text(f"{where}.builtin", table.get("builtin")), _axis(table.get("axis", 0)))
