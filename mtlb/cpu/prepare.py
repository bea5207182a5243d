"""One entry point of a module made ready for a CPU: a module of bitcode, and IR text of what it needs beside it.

The module is AIR as before, but for function constants, which have their values, for divisions that would trap, for
call sites at which threads meet, which pass their numbers, and for checks, if they are wanted. The text has the `air.*`
functions, and the wrapper through which the run-time enters the function. Address spaces stay: on the processors that
we run on they are all the same memory.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..air import EntryArgument, EntryPoint, FunctionConstant, function_constants, read_entry_points
from ..base.errors import BuildError, UnsupportedError
from ..bitcode import write_module
from ..container import FunctionType
from ..ir import (
    Call,
    Constant,
    ConstantCode,
    Context,
    DataLayout,
    Function,
    GlobalVariable,
    InstCode,
    Linkage,
    Module,
    Type,
    TypeCode,
    Visibility,
    copy_module,
)
from ..ir.references import globals_in
from .checks import Place, instrument, mark_loops, place_of
from .edits import constant_of
from .guards import guard_divisions
from .layout import THREAD_FIELDS
from .library import define, meets, quoted, spell
from .library.body import count_of, element_of, splat

__all__ = ["Parameter", "Prepared", "Region", "prepare"]

_THREADGROUP = 3
_ENTRY = "mtlb.function"

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
_DEFAULTS: dict[str, tuple[str, int]] = {
    "vertex_id": ("position", 1),
    "patch_id": ("position", 1),
}
"""Built-in arguments that may be given, and what they are if they are not."""
_ZERO = frozenset(
    {
        *("base_vertex", "base_instance", "amplification_id", "sample_id", "primitive_id", "stage_in_grid_origin"),
        *("render_target_array_index", "viewport_array_index", "grid_origin", "instance_id"),
    }
)
_ONE = frozenset({"front_facing", "amplification_count", "sample_mask_in", "sample_mask", "stage_in_grid_size"})


@dataclass(frozen=True, slots=True)
class Region:
    """A variable that threads of a threadgroup share, or that the module defines: its name, its symbol, its bytes."""

    name: str
    symbol: str
    size: int
    address_space: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of the function: what the metadata says, and how it is given.

    `by_pointer`: the address of memory (a buffer, texture or sampler) is passed; otherwise a value of `size` bytes for
    each thread. `source`: where its value comes from if none is given: "place" (of the thread, always), "default", or
    "" if one must be given.
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


@dataclass(slots=True)
class Prepared:
    """What the child compiles, and what the parent needs to know. Places are numbered from 1 on."""

    name: str
    kind: FunctionType
    entry: EntryPoint
    bitcode: bytes
    text: str
    parameters: list[Parameter]
    result_type: Type | None
    result_size: int
    stackful: bool
    needs_textures: bool
    checked: bool
    constants: list[FunctionConstant]
    sites: list[Place] = field(default_factory=list)  # where threads meet
    accesses: list[Place] = field(default_factory=list)  # what the checks look at
    loops: list[Place] = field(default_factory=list)  # marked heads of loops
    threadgroup: list[Region] = field(default_factory=list)  # then one for each threadgroup argument
    globals: list[Region] = field(default_factory=list)


def prepare(
    module: Module,
    name: str,
    constants: Mapping[str | int, object] | None = None,
    *,
    check: bool = False,
    mark: bool = False,
) -> Prepared:
    """The entry point `name` of a module, ready for a CPU; the module is left as it is.

    `constants` are values of function constants by name or index. `check`: with checks of memory accesses; `mark`: with
    marks at the heads of loops. BuildError for a function that is not there, or a constant that is missing, not there,
    or has a value of another type; UnsupportedError, naming them, for `air.*` functions without a definition.
    """
    module = copy_module(module)
    entry = _entry_of(module, name)
    if "air.dyld" in module.asm:
        raise UnsupportedError(f"function {name!a} is of a dynamic library, or needs one: link it without first")
    defined = _set_constants(module, constants or {})
    found = function_constants(module)
    guard_divisions(module)
    accesses = instrument(module, _constructors(module)) if check else []
    loops = mark_loops(module) if mark else []
    is_fragment = entry.kind is FunctionType.FRAGMENT
    sites = _number_sites(module, is_fragment=is_fragment)
    layout = DataLayout()
    regions, others, variables = _shared(module, layout)
    definitions, externals = _definitions(module, name, defined, is_fragment=is_fragment)
    function = entry.function
    parameters = _parameters(entry)
    result = function.value_type.result
    is_void = result.code is TypeCode.VOID
    wrapper, structs = _wrapper(function, parameters)
    shared_arguments = sum(p.by_pointer and p.address_space == _THREADGROUP for p in parameters)
    tables = [
        _table("mtlb_threadgroup", regions, shared_arguments),
        f"@mtlb_threadgroup_count = constant i32 {len(regions) + shared_arguments}",
        # Nothing may know the addresses of variables that static constructors set, or LLVM can't run them in advance.
        *([_table("mtlb_globals", others, 0)] if check else []),
        f"@mtlb_is_stackful = constant i32 {int(bool(sites) or check)}",
    ]
    text = "\n".join([*structs, *variables, *externals.values(), *definitions, *tables, wrapper])
    _export(module, function)
    module.asm = ""
    return Prepared(
        name,
        entry.kind,
        entry,
        write_module(module),
        text,
        parameters,
        None if is_void else result,
        0 if is_void else layout.alloc_size(result),
        bool(sites) or check,
        "mtlb_texture_" in text or "srgb" in text,
        check,
        found,
        sites,
        accesses,
        loops,
        regions,
        others,
    )


def _entry_of(module: Module, name: str) -> EntryPoint:
    entries = read_entry_points(module)
    for entry in entries:
        if entry.name == name and entry.function.blocks:
            return entry
    names = ", ".join(repr(entry.name) for entry in entries[:5])
    raise BuildError(f"no function {name!a} to run: the module has {names or 'none'}")


# --- function constants ----------------------------------------------------------------------------------------------

_FLOAT_FORMATS = {TypeCode.HALF: "<e", TypeCode.FLOAT: "<f", TypeCode.DOUBLE: "<d"}


def _set_constants(module: Module, values: Mapping[str | int, object]) -> list[GlobalVariable]:
    """Give function constants their values; the variables of those that have one."""
    known = function_constants(module)
    wanted: dict[int, object] = {}
    for key, value in values.items():
        matches = [c for c in known if key in (c.name, c.index) or str(c.index) == key]
        if not matches:
            there = ", ".join(f"{c.name} ({c.index})" for c in known)
            raise BuildError(f"no function constant {key!r}: the function has {there or 'none'}")
        wanted[matches[0].index] = value
    used = _used_globals(module)
    globals_ = {variable.name: variable for variable in module.globals}
    defined = []
    for constant in known:
        variable = globals_[constant.symbol]
        if constant.index in wanted:
            variable.initializer = _constant(module.context, variable.value_type, wanted[constant.index], constant)
            defined.append(variable)
        elif constant.required and variable in used and not _asks_whether_defined(module):
            raise BuildError(
                f"function constant {constant.name!a} ({constant.type_name}, index {constant.index}) needs a value"
            )
        else:
            variable.initializer = module.context.constant(variable.value_type, ConstantCode.NULL)
        variable.externally_initialized = 0
        variable.is_constant = True
        variable.linkage = Linkage.INTERNAL
    return defined


def _asks_whether_defined(module: Module) -> bool:
    return module.function("air.is_function_constant_defined") is not None


def _used_globals(module: Module) -> set[GlobalVariable]:
    """The variables that functions load from or pass on."""
    found: set[GlobalVariable] = set()
    for function in module.functions:
        for instruction in function.instructions():
            for operand in instruction.operands:
                if isinstance(operand, GlobalVariable):
                    found.add(operand)
                elif isinstance(operand, Constant):
                    found.update(value for value in globals_in(operand) if isinstance(value, GlobalVariable))
    return found


def _constant(context: Context, type_: Type, value: object, constant: FunctionConstant) -> Constant:
    """A value, or a sequence of them for a vector, as a constant of a type."""
    count = type_.params[0] if type_.code is TypeCode.VECTOR else 1
    given = [value] if count == 1 else list(value) if isinstance(value, (list, tuple)) else []
    if len(given) != count:
        raise BuildError(f"function constant {constant.name!a} is a {constant.type_name}: {count} numbers are needed")
    numbers = [_number(type_.scalar, one, constant) for one in given]
    if count > 1:
        return (
            context.constant(type_, ConstantCode.DATA, tuple(numbers))
            if any(numbers)
            else context.constant(type_, ConstantCode.NULL)
        )
    if type_.code is TypeCode.INTEGER:
        return constant_of(context, type_, numbers[0])
    return context.constant(type_, ConstantCode.FLOAT, (numbers[0],))


def _number(type_: Type, value: object, constant: FunctionConstant) -> int:
    """The bits of a number of a type."""
    wrong = BuildError(f"function constant {constant.name!a} is a {constant.type_name}, which {value!r} is not")
    if type_.code is TypeCode.INTEGER:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int):
            raise wrong
        bits = type_.params[0]
        if not -(1 << bits - 1) <= value < 1 << bits or (constant.type_name == "bool" and value not in (0, 1)):
            raise BuildError(f"function constant {constant.name!a}: {value} does not fit a {constant.type_name}")
        return value & ((1 << bits) - 1)
    if not isinstance(value, (int, float)):
        raise wrong
    if type_.code is TypeCode.BFLOAT:
        bits = int.from_bytes(struct.pack("<f", value), "little")
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    try:
        return int.from_bytes(struct.pack(_FLOAT_FORMATS[type_.code], value), "little")
    except OverflowError:
        raise BuildError(f"function constant {constant.name!a}: {value} does not fit a {constant.type_name}") from None


# --- call sites at which threads meet --------------------------------------------------------------------------------


def _number_sites(module: Module, *, is_fragment: bool) -> list[Place]:
    """Pass the number of the call site to functions in which threads meet."""
    context = module.context
    long = context.integer_type(64)
    replaced: dict[Function, Function] = {}
    for number, function in enumerate(module.functions):
        if function.blocks or not meets(function.name, is_fragment=is_fragment):
            continue
        old = function.value_type
        type_ = context.type(TypeCode.FUNCTION, old.params, (*old.elements, long))
        new = function.copy()
        new.value_type = type_
        new.type = context.pointer_type(type_, function.address_space)
        replaced[function] = module.functions[number] = new
    sites: list[Place] = []
    if not replaced:
        return sites
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.code is not InstCode.CALL:
                continue
            callee = instruction.operands[-1]
            if isinstance(callee, Function) and callee in replaced:
                assert isinstance(instruction, Call)
                sites.append(place_of(module, function, instruction, callee.name))
                site = context.integer_constant(long, len(sites))
                new = replaced[callee]
                instruction.operands = (*instruction.operands[:-1], site, new)
                instruction.aux_type = new.value_type
    return sites


# --- definitions of air.* --------------------------------------------------------------------------------------------

_DEFINED = "air.is_function_constant_defined"


def _definitions(
    module: Module, name: str, defined: list[GlobalVariable], *, is_fragment: bool
) -> tuple[list[str], dict[str, str]]:
    texts: list[str] = []
    externals: dict[str, str] = {}
    missing: list[str] = []
    used = {
        instruction.operands[-1]
        for function in module.functions
        for instruction in function.instructions()
        if instruction.code is InstCode.CALL
    }
    for function in module.functions:
        if function.blocks or function.name.startswith(("llvm.", "mtlb_")) or function not in used:
            continue
        if function.name == _DEFINED:
            texts.append(_is_defined(function, defined))
            continue
        type_ = function.value_type
        is_site = meets(function.name, is_fragment=is_fragment)
        plain = function
        if is_site:
            plain = function.copy()
            plain.value_type = module.context.type(TypeCode.FUNCTION, type_.params, type_.elements[:-1])
        made = define(plain, is_fragment=is_fragment)
        if made is None:
            missing.append(function.name)
        else:
            texts.append(made.text)
            externals.update(made.externals)
    if missing:
        raise UnsupportedError(f"function {name!a} uses what can't be run: {', '.join(sorted(missing))}")
    return texts, externals


def _is_defined(function: Function, defined: list[GlobalVariable]) -> str:
    """Compares the address that it gets with those of the constants that have a value."""
    type_ = spell(function.value_type.parameters[0])
    lines = []
    found = "false"
    for number, variable in enumerate(defined):
        space = spell(variable.type)
        one = f"@{variable.name}" if space == type_ else f"addrspacecast ({space} @{variable.name} to {type_})"
        lines.append(f"  %c{number} = icmp eq {type_} %0, {one}")
        lines.append(f"  %d{number} = or i1 {found}, %c{number}")
        found = f"%d{number}"
    body = "\n".join([*lines, f"  ret i1 {found}"])
    return f"define i1 @{_DEFINED}({type_} %0) alwaysinline nounwind {{\n{body}\n}}\n"


# --- parameters and the wrapper --------------------------------------------------------------------------------------


def _parameters(entry: EntryPoint) -> list[Parameter]:
    described = {argument.index: argument for argument in entry.arguments}
    types = entry.function.value_type.parameters
    layout = DataLayout()
    found = []
    for number, type_ in enumerate(types):
        argument = described.get(number)
        if argument is None:
            raise BuildError(f"function {entry.name!a}: the metadata does not describe parameter {number}")
        by_pointer = type_.is_pointer
        source = ""
        if not by_pointer:
            kind = argument.kind
            source = "place" if kind in _BUILTINS else ""
            if (
                kind in _DEFAULTS
                or kind in _ZERO
                or kind in _ONE
                or kind in ("position", "point_coord", "barycentric_coord")
            ):
                source = "default"
        size = 0 if by_pointer else layout.size(type_)
        stride = 0 if by_pointer else layout.alloc_size(type_)
        space = type_.address_space if by_pointer else 0
        found.append(Parameter(argument, by_pointer, space, size, stride, source, spell(type_)))
    return found


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


def _wrapper(function: Function, parameters: list[Parameter]) -> tuple[str, list[str]]:
    """The function through which the run-time enters: it makes the arguments, and stores what is returned."""
    named = _Named()
    type_ = function.value_type
    lines: list[str] = []
    operands = []
    for number, (parameter, its_type) in enumerate(zip(parameters, type_.parameters, strict=True)):
        spelled = named.spell(its_type)
        operands.append(f"{spelled} {_argument(lines, number, parameter, spelled)}")
    result = named.spell(type_.result)
    call = f"call {result} @{_ENTRY}({', '.join(operands)})"
    if type_.result.code is TypeCode.VOID:
        lines.append(call)
    else:
        lines.append(f"%result = {call}")
        _address(lines, len(parameters), "%r")
        lines.append(f"store {result} %result, ptr %r.at, align 1")
    types = ", ".join(named.spell(one) for one in type_.parameters)
    body = "\n  ".join([*lines, "ret void"])
    return (
        f"declare {result} @{_ENTRY}({types})\n"
        f"define void @mtlb_entry(ptr %arguments, ptr %thread) alwaysinline nounwind {{\n  {body}\n}}\n",
        list(named.structs.values()),
    )


def _field(lines: list[str], name: str, field_name: str, number: int = 0) -> str:
    """Load one number of the place of the thread."""
    offset = THREAD_FIELDS[field_name] + 4 * number
    lines.append(f"{name}.p = getelementptr i8, ptr %thread, i64 {offset}")
    lines.append(f"{name} = load i32, ptr {name}.p")
    return name


def _address(lines: list[str], number: int, name: str) -> None:
    """`name`.base: where an argument is; `name`.at: where this thread's value of it is."""
    element = _field(lines, f"{name}.n", "element")
    lines.append(f"{name}.a = getelementptr {{ ptr, i64 }}, ptr %arguments, i64 {number}")
    lines.append(f"{name}.base = load ptr, ptr {name}.a")
    lines.append(f"{name}.b = getelementptr i8, ptr {name}.a, i64 8")
    lines.append(f"{name}.stride = load i64, ptr {name}.b")
    lines.append(f"{name}.wide = zext i32 {element} to i64")
    lines.append(f"{name}.offset = mul i64 {name}.wide, {name}.stride")
    lines.append(f"{name}.at = getelementptr i8, ptr {name}.base, i64 {name}.offset")


def _argument(lines: list[str], number: int, parameter: Parameter, spelled: str) -> str:
    name = f"%a{number}"
    kind = parameter.argument.kind
    if parameter.by_pointer:
        lines.append(f"{name}.a = getelementptr {{ ptr, i64 }}, ptr %arguments, i64 {number}")
        lines.append(f"{name}.p = load ptr, ptr {name}.a")
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


def _from_place(lines: list[str], name: str, spelled: str, field_name: str, count: int) -> str:
    element, wanted = element_of(spelled), count_of(spelled)
    value = "poison"
    for number in range(min(wanted, count)):
        one = _field(lines, f"{name}.{number}", field_name, number)
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
    return splat(spelled, 1 if kind in _ONE else 0)


# --- memory that the module defines ----------------------------------------------------------------------------------


def _shared(module: Module, layout: DataLayout) -> tuple[list[Region], list[Region], list[str]]:
    """Threadgroup variables and all others, under symbols that the text can name, and their declarations there."""
    threadgroup: list[Region] = []
    others: list[Region] = []
    declared = []
    for number, variable in enumerate(module.globals):
        variable.section = ""
        variable.comdat = None
        if variable.initializer is None or variable.name.startswith("llvm."):
            continue
        space = variable.type.address_space
        regions = threadgroup if space == _THREADGROUP else others
        regions.append(Region(variable.name, f"mtlb.v{number}", layout.alloc_size(variable.value_type), space))
        variable.name = regions[-1].symbol
        variable.linkage, variable.visibility = Linkage.EXTERNAL, Visibility.DEFAULT
        kind = "constant" if variable.is_constant else "global"
        declared.append(f"@{variable.name} = external {f'addrspace({space}) ' if space else ''}{kind} i8")
    return threadgroup, others, declared


def _table(name: str, regions: list[Region], more: int) -> str:
    """A table of the addresses and sizes of variables, and room for `more` rows."""
    rows = []
    for region in regions:
        address = f"ptr @{region.symbol}"
        if region.address_space:
            address = f"ptr addrspacecast (ptr addrspace({region.address_space}) @{region.symbol} to ptr)"
        rows.append(f"{{ ptr, i64 }} {{ {address}, i64 {region.size} }}")
    rows += ["{ ptr, i64 } zeroinitializer"] * max(more, not regions)
    return f"@{name} = global [{len(rows)} x {{ ptr, i64 }}] [{', '.join(rows)}]"


def _constructors(module: Module) -> list[Function]:
    """The functions that are to run before all others: they set what depends on function constants."""
    for variable in module.globals:
        if variable.name == "llvm.global_ctors" and isinstance(variable.initializer, Constant):
            rows = [row for row in variable.initializer.operands if isinstance(row, Constant)]
            return [value for row in rows for value in row.operands if isinstance(value, Function)]
    return []


def _export(module: Module, function: Function) -> None:
    """The function has the name that the wrapper calls; all others are of this module alone."""
    constructors = _constructors(module)
    for number, constructor in enumerate(constructors):
        constructor.name = f"mtlb.constructor.{number}"
    for other in module.functions:
        other.comdat = None
        other.section = ""
        if other.blocks:
            other.linkage, other.visibility = Linkage.INTERNAL, Visibility.DEFAULT
    for one in constructors:  # what LLVM can't run in advance is found by its name
        one.linkage = Linkage.EXTERNAL
    function.linkage = Linkage.EXTERNAL
    function.name = _ENTRY
