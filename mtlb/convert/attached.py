"""Attach entry points, arguments and options to IR from another compiler."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from ..air import EntryPoint, write_interface
from ..air.target import AirTarget
from ..base.errors import BuildError
from ..emit.entry import Entry
from ..emit.module import ModuleBuilder
from ..ir import AIR_DATA_LAYOUT, STRUCT_TYPES, Function, InstCode, TypeCode
from ..ir import Module as IRModule
from ..ir import Type as IRType
from ..ir.build import IRBuilder, set_type
from ..ir.names import IDENT
from ..ir.text.types import TypeTexts
from .options import ConvertOptions
from .pipeline import convert_module, read_ir
from .plan import Plan

_E = TypeVar("_E", bound=Entry)


def attach(
    source: object,
    target: AirTarget | str,
    name: str = "module",
    *,
    plan: Plan | Mapping[str, Any] | str | None = None,
) -> AttachedModule:
    """A module with the functions of `source`, to which entry points can be attached.

    `source`: bitcode or textual IR of any LLVM that `mtlb convert` reads, or an object whose `str` is textual IR, such
    as a module of `llvmlite.ir`. `plan` says which functions are kernels, and what their parameters are: a
    `mtlb.convert.Plan`, or its text in TOML, or dictionaries (docs/convert.md §2). Raises what `mtlb.convert` does for
    input that can't be read; BuildError for an invalid plan.
    """
    if isinstance(plan, str):
        plan = Plan.parse(plan)
    elif isinstance(plan, Mapping):
        plan = Plan.of(plan)
    data = bytes(source) if isinstance(source, (bytes, bytearray, memoryview)) else str(source).encode("utf-8")
    return AttachedModule(read_ir(name, data), target, name, plan)


class AttachedModule(ModuleBuilder):
    """A module whose code already exists.

    `kernel`, `vertex` and all other methods of `mtlb.emit.Module` that add an entry point describe the existing
    function of that name: its arguments and outputs are declared as for a new function, in the order of the parameters,
    and must match the function. The module is then converted for the target, as `mtlb convert` does. With a plan, only
    the plan's entry points exist. Nothing else can be added. `warnings` are those of the conversion; they are available
    after the module was written, checked or linked.
    """

    def __init__(self, source: IRModule, target: AirTarget | str, name: str, plan: Plan | None = None) -> None:
        super().__init__(target, name, ident=_ident(source))
        self._source = source
        self._plan = plan
        self.warnings: list[str] = []

    def _add(self, entry_class: type[_E], name: str) -> _E:
        if self._plan is not None:
            raise self._error(f"{entry_class.stage} {name!a}", "the plan alone names the entry points")
        return super()._add(entry_class, name)

    def rename(self, old: str, new: str) -> None:
        """Rename a declared or called function: ``rename("my_sin", "air.sin.f32")``. BuildError if there is no such
        function.
        """
        function = self._source.function(old)
        if function is None:
            raise self._error(f"rename {old!a}", "the module has no such function")
        if self._source.function(new) is not None:
            raise self._error(f"rename {old!a}", f"the module already has {new!a}")
        function.name = new

    def _finish(self, *, is_verified: bool = True) -> IRModule:
        if self._finished is None:  # a conversion verifies what it makes
            self._require_entries_alone()
            if self._plan is None:
                self._describe()
            converted = convert_module(self._source, ConvertOptions(self.target, plan=self._plan))
            self._finished, self.warnings = converted.module, converted.warnings
        return self._finished

    _finished: IRModule | None = None

    def _require_entries_alone(self) -> None:
        """BuildError if anything other than entry points was added to the module: the existing functions can't refer to
        it.
        """
        entries = {entry.name for entry in self._entries}
        added = [variable.name for variable in self._ir.globals]
        added += [
            function.name for function in self._ir.functions if function.name not in entries and not function.section
        ]
        added += self._ir.named_metadata
        if added:
            raise BuildError(f"module {self.name!a}: only entry points can be attached, not {added[0]}")

    def _describe(self) -> None:
        """Write the metadata of the declared entry points."""
        entries = [self._attached(entry) for entry in self._entries]
        if not entries:
            raise BuildError(f"module {self.name!a}: no entry point is attached")
        self._facts.entries = entries
        self._source.triple = str(self.target.triple)
        self._source.data_layout = AIR_DATA_LAYOUT
        write_interface(self._source, self._facts)

    def _attached(self, entry: Entry) -> EntryPoint:
        what = f"{entry.stage} {entry.name!a}"
        function = self._source.function(entry.name)
        if function is None or function.is_declaration:
            raise BuildError(f"{what}: the module does not define this function")
        if entry.builder.is_used:
            raise BuildError(f"{what}: the function already has a body")
        _pack_result(function, entry.signature.result_type(), self._source)
        require_fit(what, function, entry)
        fact = entry.fact
        fact.function = function
        return fact


def _ident(source: IRModule) -> str:
    nodes = source.named_metadata.get(IDENT, ())
    text = nodes[0].fields[0] if nodes and nodes[0].fields else None
    return str(getattr(text, "value", "")) or "mtlb"


def _pack_result(function: Function, irtype: IRType, module: IRModule) -> None:
    """Change a function that returns a vector, number or plain struct to return the packed struct of these values,
    which is AIR's form of an entry point's outputs.
    """
    result_type = function.value_type.result
    is_plain = result_type.code in STRUCT_TYPES
    members = result_type.elements if is_plain else (result_type,)
    if irtype.code not in STRUCT_TYPES or result_type is irtype or len(members) != len(irtype.elements):
        return
    if not all(_same(member, other) for member, other in zip(members, irtype.elements, strict=True)):
        return
    if any(i.code is InstCode.CALL and i.operands[-1] is function for f in module.functions for i in f.instructions()):
        return  # its callers use the original result
    context = module.context
    result = context.type(irtype.code, irtype.params, members)
    code = IRBuilder(context, opaque=module.has_opaque_pointers)
    for last in code.returns(function):
        value = last.operands[0]
        parts = [code.extract_value(value, place) for place in range(len(members))] if is_plain else [value]
        code.ret(code.aggregate(result, parts))
    set_type(module, function, result)


def require_fit(what: str, function: Function, entry: Entry) -> None:
    """BuildError unless the parameters and the result have the declared types."""
    requested = [entry.signature.result_type(), *(type for type, _ in entry.signature.parameters)]
    elements = function.value_type.elements
    if len(requested) != len(elements):
        raise BuildError(
            f"{what}: {len(requested) - 1} arguments are declared, the function has {len(elements) - 1} parameters"
        )
    for place, (declared, actual) in enumerate(zip(requested, elements, strict=True)):
        if not _same(declared, actual):
            which = f"parameter {place - 1}" if place else "the result"
            raise BuildError(f"{what}: {which} is {_spelled(actual)}, the declaration needs {_spelled(declared)}")


def _same(left: IRType, right: IRType) -> bool:
    """Whether types are equal without regard to pointees, which the conversion infers, and to the bits of pixel types,
    which are structs without members in a declaration.
    """
    if left.is_pointer or right.is_pointer:
        return left.is_pointer and right.is_pointer and left.address_space == right.address_space
    if _has_pixels(left) and right.code in STRUCT_TYPES:
        is_pixel = not left.elements
        is_as_long = len(left.elements) == len(right.elements)
        return is_pixel or (is_as_long and all(map(_same, left.elements, right.elements)))
    return (
        left.code is right.code
        and left.params == right.params
        and len(left.elements) == len(right.elements)
        and all(_same(element, other) for element, other in zip(left.elements, right.elements, strict=True))
    )


def _has_pixels(type: IRType) -> bool:
    """Whether a declared type is a pixel type, or a struct that has one and is therefore packed in the function."""
    return type.code in STRUCT_TYPES and (not type.elements or any(map(_holds_pixels, type.elements)))


def _holds_pixels(type: IRType) -> bool:
    return _has_pixels(type) or (type.code is TypeCode.ARRAY and _holds_pixels(type.elements[0]))


def _spelled(type: IRType) -> str:
    """The type in LLVM's text; a pointer is written as a word with its address space only."""
    if type.is_pointer:
        return f"a pointer in address space {type.address_space}"
    return TypeTexts(()).of(type)
