"""The parameters of a function, and the wrapper through which the run-time enters it with a thread's arguments."""

from __future__ import annotations

from dataclasses import dataclass

from ..air import EntryArgument, EntryPoint
from ..base.errors import BuildError
from ..ir import DataLayout, Function, Type, TypeCode
from .layout import THREAD_FIELDS
from .library import quoted, spell
from .library.text import count_of, element_of, splat

__all__ = ["ENTRY", "Parameter", "control_points", "parameters_of", "wrapper"]

ENTRY = "mtlb.function"
"""The symbol of the function in the code that is compiled."""

_BUILTINS: dict[str, tuple[str, int]] = {
    "thread_position_in_grid": ("position", 3),
    "thread_position_in_threadgroup": ("in_group", 3),
    "threadgroup_position_in_grid": ("group", 3),
    "thread_index_in_threadgroup": ("index", 1),
    "thread_index_in_simdgroup": ("lane", 1),
    "simdgroup_index_in_threadgroup": ("simd", 1),
    "threadgroups_per_grid": ("groups", 3),
    "threads_per_threadgroup": ("group_size", 3),
    "dispatch_threads_per_threadgroup": ("declared_size", 3),
    "threads_per_grid": ("grid", 3),
    "simdgroups_per_threadgroup": ("simds", 1),
    "dispatch_simdgroups_per_threadgroup": ("simds", 1),
    "threads_per_simdgroup": ("width", 1),
    "thread_execution_width": ("width", 1),
    "quadgroup_index_in_threadgroup": ("quad", 1),
    "thread_index_in_quadgroup": ("lane_in_quad", 1),
    "quadgroups_per_threadgroup": ("quads", 1),
    "dispatch_quadgroups_per_threadgroup": ("quads", 1),
}
"""Built-in arguments that the place of a thread gives: the field of `Thread`, and how many numbers it has."""
_DEFAULTS: dict[str, tuple[str, int, int]] = {
    "vertex_id": ("position", 1, 0),
    "instance_id": ("position", 1, 1),
    "patch_id": ("position", 1, 1),
}
"""Built-in arguments that may be given, and what they are if they are not: the field, how many numbers, the first."""
_ZERO = frozenset(
    {
        *("base_vertex", "base_instance", "amplification_id", "sample_id", "primitive_id", "stage_in_grid_origin"),
        *("render_target_array_index", "viewport_array_index", "grid_origin"),
    }
)
_PER_GROUP = frozenset({"payload", "mesh", "mesh_grid_properties"})
_ONE = frozenset({"front_facing", "amplification_count", "sample_mask_in", "sample_mask", "stage_in_grid_size"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of the function: what the metadata says, and how it is given.

    `by_pointer`: the address of memory (a buffer, texture or sampler) is passed; otherwise a value of `size` bytes for
    each thread. `source`: where it comes from: "place" (of the thread, always), "default" (if none is given), "group"
    and "patch" (the address of what a threadgroup or a patch has of its own), or "" if one must be given.
    """

    argument: EntryArgument
    by_pointer: bool
    address_space: int
    size: int
    stride: int
    source: str
    spelled: str

    @property
    def label(self) -> str:
        """What a message calls it."""
        return repr(self.argument.name) if self.argument.name else f"{self.argument.kind} {self.argument.index}"


def parameters_of(entry: EntryPoint) -> list[Parameter]:
    """The parameters of an entry point. BuildError if the metadata lacks one."""
    described = {argument.index: argument for argument in entry.arguments}
    types = entry.function.value_type.parameters
    layout = DataLayout()
    found = []
    for number, type_ in enumerate(types):
        argument = described.get(number)
        if argument is None:
            raise BuildError(f"function {entry.name!a}: the metadata does not describe parameter {number}")
        by_pointer = type_.is_pointer
        source = _source(argument.kind, by_pointer=by_pointer)
        size = 0 if by_pointer else layout.size(type_)
        stride = 0 if by_pointer else layout.alloc_size(type_)
        space = type_.address_space if by_pointer else 0
        found.append(Parameter(argument, by_pointer, space, size, stride, source, spell(type_)))
    return found


def _source(kind: str, *, by_pointer: bool) -> str:
    if kind == "patch_control_point_input":
        return "patch" if by_pointer else "default"  # a number that nothing reads, if nothing reads the patch
    if by_pointer:
        return "group" if kind in _PER_GROUP else ""
    if kind in _BUILTINS:
        return "place"
    with_default = kind in _DEFAULTS or kind in _ZERO or kind in _ONE or kind == "imageblock"
    return "default" if with_default or kind in ("position", "point_coord", "barycentric_coord") else ""


class _Named:
    """Spelled types in which named structs have their names, and the definitions of those structs."""

    def __init__(self) -> None:
        self.structs: dict[Type, str] = {}

    def spell(self, type_: Type) -> str:
        if type_.code is not TypeCode.STRUCT_NAMED:
            return spell(type_)
        members = ", ".join(self.spell(member) for member in type_.elements)
        body = f"{{ {members} }}"
        name = quoted(type_.name or "")
        self.structs[type_] = f"%{name} = type {f'<{body}>' if type_.params[0] else body}"
        return f"%{name}"


def wrapper(function: Function, parameters: list[Parameter]) -> tuple[str, list[str]]:
    """The function through which the run-time enters: it makes the arguments, and stores what is returned."""
    named = _Named()
    type_ = function.value_type
    lines: list[str] = []
    operands = []
    for number, (parameter, its_type) in enumerate(zip(parameters, type_.parameters, strict=True)):
        spelled = named.spell(its_type)
        operands.append(f"{spelled} {_argument(lines, number, parameter, spelled)}")
    result = named.spell(type_.result)
    call = f"call {result} @{ENTRY}({', '.join(operands)})"
    if type_.result.code is TypeCode.VOID:
        lines.append(call)
    else:
        lines.append(f"%result = {call}")
        _address(lines, len(parameters), "%r")
        lines.append(f"store {result} %result, ptr %r.at, align 1")
    types = ", ".join(named.spell(one) for one in type_.parameters)
    body = "\n  ".join([*lines, "ret void"])
    return (
        f"declare {result} @{ENTRY}({types})\n"
        f"define void @mtlb_entry(ptr %arguments, ptr %thread) alwaysinline nounwind {{\n  {body}\n}}\n"
        "!0 = !{}\n",  # nothing changes where arguments are while a function runs
        list(named.structs.values()),
    )


def control_points(function: Function) -> str:
    """The function that reads a control point: `(number, handle) -> {fields}`.

    The handle is the address of the control points of a patch: their number (8 bytes), 8 bytes that are 0, then for
    each its fields, 16 bytes a field. A point that is not there reads as 0.
    """
    result = function.value_type.result
    spelled = spell(result)
    number, handle = function.value_type.parameters
    pointer = spell(handle)
    row = 16 * len(result.elements)
    lines = [
        f"%most = load i64, {pointer} %1",
        f"%wide = zext {spell(number)} %0 to i64",
        "%inside = icmp ult i64 %wide, %most",
        f"%offset = mul i64 %wide, {row}",
        "%first = add i64 %offset, 16",
        "br i1 %inside, label %read, label %outside",
        "outside:",
        f"ret {spelled} zeroinitializer",
        "read:",
    ]
    value = "poison"
    for place, member in enumerate(result.elements):
        lines.append(f"%o{place} = add i64 %first, {16 * place}")
        lines.append(f"%p{place} = getelementptr i8, {pointer} %1, i64 %o{place}")
        lines.append(f"%f{place} = load {spell(member)}, {pointer} %p{place}, align 1")
        lines.append(f"%v{place} = insertvalue {spelled} {value}, {spell(member)} %f{place}, {place}")
        value = f"%v{place}"
    body = "\n  ".join([*lines, f"ret {spelled} {value}"])
    head = f"define {spelled} @{quoted(function.name)}({spell(number)} %0, {pointer} %1) alwaysinline nounwind"
    return f"{head} {{\n  {body}\n}}\n"


def _field(lines: list[str], name: str, field_name: str, number: int = 0) -> str:
    """Load one number of the place of the thread."""
    offset = THREAD_FIELDS[field_name] + 4 * number
    lines.append(f"{name}.p = getelementptr i8, ptr %thread, i64 {offset}")
    lines.append(f"{name} = load i32, ptr {name}.p")
    return name


def _row(lines: list[str], number: int, name: str, index: str) -> None:
    """`name`.base: where an argument is; `name`.at: where this thread's value of it is, the `index`-th."""
    lines.append(f"{name}.a = getelementptr {{ ptr, i64 }}, ptr %arguments, i64 {number}")
    lines.append(f"{name}.base = load ptr, ptr {name}.a, !invariant.load !0")
    lines.append(f"{name}.b = getelementptr i8, ptr {name}.a, i64 8")
    lines.append(f"{name}.stride = load i64, ptr {name}.b, !invariant.load !0")
    lines.append(f"{name}.wide = zext i32 {index} to i64")
    lines.append(f"{name}.offset = mul i64 {name}.wide, {name}.stride")
    lines.append(f"{name}.at = getelementptr i8, ptr {name}.base, i64 {name}.offset")


def _address(lines: list[str], number: int, name: str) -> None:
    """The row of an argument that each thread has one of."""
    _row(lines, number, name, _field(lines, f"{name}.n", "element"))


def _group_number(lines: list[str], name: str) -> str:
    """The number of the threadgroup, with x fastest."""
    x, y, z = (_field(lines, f"{name}.{axis}", "group", number) for number, axis in enumerate("xyz"))
    wide, high = (_field(lines, f"{name}.{axis}s", "groups", number) for number, axis in enumerate("xy"))
    lines.append(f"{name}.m = mul i32 {z}, {high}")
    lines.append(f"{name}.n = add i32 {name}.m, {y}")
    lines.append(f"{name}.o = mul i32 {name}.n, {wide}")
    lines.append(f"{name}.p = add i32 {name}.o, {x}")
    return f"{name}.p"


def _argument(lines: list[str], number: int, parameter: Parameter, spelled: str) -> str:
    name = f"%a{number}"
    kind = parameter.argument.kind
    if parameter.source in ("group", "patch"):
        is_group = parameter.source == "group"
        index = _group_number(lines, f"{name}.g") if is_group else _field(lines, f"{name}.g", "position", 1)
        _row(lines, number, name, index)
        if spelled == "ptr":
            return f"{name}.at"
        lines.append(f"{name} = addrspacecast ptr {name}.at to {spelled}")
        return name
    if parameter.by_pointer:
        lines.append(f"{name}.a = getelementptr {{ ptr, i64 }}, ptr %arguments, i64 {number}")
        lines.append(f"{name}.p = load ptr, ptr {name}.a, !invariant.load !0")
        if spelled == "ptr":
            return f"{name}.p"
        lines.append(f"{name} = addrspacecast ptr {name}.p to {spelled}")
        return name
    if parameter.source == "place":
        return _from_place(lines, name, spelled, *_BUILTINS[kind])
    _address(lines, number, name)
    if parameter.source != "default":
        lines.append(f"{name} = load {spelled}, ptr {name}.at, align 1")
        return name
    # The address of the default, if no value is given: a load must not be from null.
    default = _default(lines, f"{name}.d", kind, spelled)
    lines.append(f"{name}.m = alloca {spelled}")
    lines.append(f"store {spelled} {default}, ptr {name}.m")
    lines.append(f"{name}.none = icmp eq ptr {name}.base, null")
    lines.append(f"{name}.from = select i1 {name}.none, ptr {name}.m, ptr {name}.at")
    lines.append(f"{name} = load {spelled}, ptr {name}.from, align 1")
    return name


def _from_place(lines: list[str], name: str, spelled: str, field_name: str, count: int, first: int = 0) -> str:
    element, wanted = element_of(spelled), count_of(spelled)
    value = "poison"
    for number in range(min(wanted, count)):
        one = _field(lines, f"{name}.{number}", field_name, first + number)
        if element != "i32":
            word = "trunc" if int(element[1:]) < 32 else "zext"
            lines.append(f"{name}.c{number} = {word} i32 {one} to {element}")
            one = f"{name}.c{number}"
        if wanted == 1:
            return one
        lines.append(f"{name}.v{number} = insertelement {spelled} {value}, {element} {one}, i32 {number}")
        value = f"{name}.v{number}"
    return value


def _default(lines: list[str], name: str, kind: str, spelled: str) -> str:
    """What a built-in argument is if no value is given."""
    if kind in _DEFAULTS:
        return _from_place(lines, name, spelled, *_DEFAULTS[kind])
    if kind == "position":  # the middle of the pixel
        value = "<float 0.0, float 0.0, float 0.0, float 1.0>"
        for number in (0, 1):
            one = _field(lines, f"{name}.{number}", "position", number)
            lines.append(f"{name}.f{number} = uitofp i32 {one} to float")
            lines.append(f"{name}.g{number} = fadd float {name}.f{number}, 0.5")
            lines.append(f"{name}.v{number} = insertelement <4 x float> {value}, float {name}.g{number}, i32 {number}")
            value = f"{name}.v{number}"
        return value
    if kind in ("point_coord", "barycentric_coord"):
        return splat(spelled, 0.5)
    if kind == "imageblock":
        return "zeroinitializer"  # a handle that nothing uses: there is one imageblock
    return splat(spelled, 1 if kind in _ONE else 0)
