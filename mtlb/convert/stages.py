"""Entry points of a plan with inputs or outputs other than buffers and thread positions: stages, textures, samplers.

Their metadata is declared with `mtlb.emit`, so that plans and emitted programs use the same code. This file adapts the
parameters and the result of a host's function. A host passes a vector as its convention requires (`<2 x float>` twice,
an array, a pointer), so values are split into numbers and reassembled.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..air import EntryArgument
from ..air.builtins import OUTPUTS
from ..air.target import AirTarget
from ..air.types import number_of
from ..base.errors import BuildError, UnsupportedError
from ..base.metal import AddressSpace
from ..emit.code import reason_alone
from ..emit.entry import Entry, FragmentEntry, VertexEntry
from ..emit.module import ModuleBuilder
from ..emit.names import NAMED, SCALARS
from ..emit.types import MetalType, Scalar, Vector, texture
from ..ir import (
    STRUCT_TYPES,
    Attribute,
    Function,
    Type,
    TypeCode,
    Value,
)
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter
from .plan import PlannedArgument, PlannedEntry, PlannedOutput
from .values import loaded_parts, numbers_of, taken_from

_TEXTURE = re.compile(r"(\w+)\s*<\s*(\w+)\s*(?:,\s*(?:access::)?(\w+)\s*)?>")
_SCALARS = {scalar.name: scalar for scalar in SCALARS}


class DeclaredArgument(NamedTuple):
    """A parameter of the entry point: its type, its metadata, its attributes."""

    type: Type
    fact: EntryArgument
    attributes: tuple[Attribute, ...]


class StageDescriber:
    """Describes a planned entry point, except for its buffers. Errors are BuildErrors that name it."""

    def __init__(self, code: Rewriter, planned: PlannedEntry, target: AirTarget) -> None:
        self.code = code
        self.planned = planned
        name = planned.name or planned.function
        module = ModuleBuilder(target)
        self.entry: Entry
        if planned.kind == "vertex":
            self.entry = module.vertex(name)
        elif planned.kind == "fragment":
            self.entry = module.fragment(name, early_fragment_tests=planned.early_fragment_tests)
        else:
            self.entry = module.kernel(name)
        self.outputs: list[PlannedOutput] = []
        self._names: set[str] = set()

    def error(self, reason: str) -> BuildError:
        """An error about the plan, to be raised."""
        return BuildError(f"{self.planned.kind} {self.planned.function!r}: {reason}")

    # --- parameters

    def texture(self, name: str, planned: PlannedArgument) -> DeclaredArgument:
        """A texture: the address of its handle."""
        match = _TEXTURE.fullmatch(planned.type.strip())
        if match is None or match[2] not in _SCALARS:
            raise self.error(f"{planned.type!r} is not a texture, such as texture2d<float, sample>")
        try:
            type_ = texture(match[1], _SCALARS[match[2]], match[3] or "sample")
            self.entry.texture(self._unique(name), type_, planned.texture or 0)
        except BuildError as error:
            raise self.error(f"argument {name!r}: {reason_alone(error)}") from None
        return self._last(self.code.pointer(AddressSpace.DEVICE))

    def sampler(self, name: str, planned: PlannedArgument) -> DeclaredArgument:
        """A sampler: the address of its handle."""
        try:
            self.entry.sampler(self._unique(name), planned.sampler or 0)
        except BuildError as error:
            raise self.error(f"argument {name!r}: {reason_alone(error)}") from None
        return self._last(self.code.pointer(AddressSpace.CONSTANT))

    def input(self, name: str, planned: PlannedArgument, parameter: Type) -> DeclaredArgument:
        """A number or vector that is an input of the stage."""
        type_ = self.number(name, planned.type or self._metal_type(name, parameter))
        entry, unique = self.entry, self._unique(name)
        try:
            if planned.attribute is not None and isinstance(entry, VertexEntry):
                entry.stage_in(unique, type_, planned.attribute)
            elif planned.stage_in and isinstance(entry, FragmentEntry):
                entry.stage_in(unique, type_, user=planned.user, interpolation=planned.interpolation)
            elif planned.color is not None and isinstance(entry, FragmentEntry):
                entry.color_in(unique, type_, planned.color)
            else:
                kinds = "a vertex function is given attributes, a fragment function stage_in and color"
                raise self.error(f"argument {name!r}: {kinds}")
        except BuildError as error:
            raise self.error(f"argument {name!r}: {reason_alone(error)}") from None
        return self._last(self.ir(type_))

    def builtin(self, name: str) -> DeclaredArgument:
        """A built-in value."""
        try:
            value = self.entry.builtin(name)
        except BuildError as error:
            raise self.error(reason_alone(error)) from None
        return self._last(self.ir(value.type))

    def _last(self, type_: Type) -> DeclaredArgument:
        _, group = self.entry.signature.parameters[-1]
        return DeclaredArgument(type_, self.entry.fact.arguments[-1], group.attributes if group is not None else ())

    def _unique(self, name: str) -> str:
        unique, number = name, 1
        while unique in self._names:
            unique, number = f"{name}{number}", number + 1
        self._names.add(unique)
        return unique

    # --- outputs

    def output(self, planned: PlannedOutput) -> None:
        """Add an output."""
        stage, entry = self.planned.kind, self.entry
        if planned.builtin and (stage, planned.builtin) not in OUTPUTS:
            raise self.error(f"a {stage} function has no output {planned.builtin!r}")
        type_ = self.output_type(planned)
        try:
            if isinstance(entry, VertexEntry):
                if planned.color is not None:
                    raise self.error(f"output {planned.name!r}: a color is only for fragment functions")
                entry.out(planned.name, type_, planned.builtin, user=planned.user, invariant=planned.invariant)
            elif isinstance(entry, FragmentEntry):
                self._of_fragment(entry, planned, type_)
            else:
                raise self.error("a kernel has no outputs")
        except BuildError as error:
            raise self.error(f"output {planned.name!r}: {reason_alone(error)}") from None
        self.outputs.append(planned)

    def _of_fragment(self, entry: FragmentEntry, planned: PlannedOutput, type_: MetalType) -> None:
        if planned.user:
            raise self.error(f"output {planned.name!r}: no stage after a fragment function could read it")
        if planned.builtin == "depth":
            entry.depth(planned.name, planned.depth)
        elif planned.builtin:
            entry.builtin_out(planned.name, type_, planned.builtin)
        else:
            entry.out(type_, render_target=planned.color or 0, name=planned.name, blend_source=planned.blend_source)

    def output_type(self, planned: PlannedOutput) -> Scalar | Vector:
        """Metal's type of an output."""
        by_itself = OUTPUTS[self.planned.kind, planned.builtin].types[0] if planned.builtin else ""
        return self.number(planned.name, planned.type or by_itself)

    def result(self) -> Type:
        """The return type of the entry point."""
        types = [self.ir(self.output_type(item)) for item in self.outputs]
        if not types:
            return self.code.void
        if self.entry.signature.returns_struct:
            return self.code.context.type(TypeCode.STRUCT_ANON, (1,), tuple(types))
        return types[0]

    # --- types

    def number(self, name: str, word: str) -> Scalar | Vector:
        """The type of a word such as `float3`."""
        type_ = NAMED.get(word)
        if type_ is None:
            raise self.error(f"{name!r}: {word!r} is not a number or a vector, such as float4")
        return type_

    def _metal_type(self, name: str, type_: Type) -> str:
        number = None if type_.is_pointer else number_of(type_.scalar)
        if number is None or type_.code in STRUCT_TYPES or type_.code is TypeCode.ARRAY:
            raise self.error(f"argument {name!r} needs a type, such as float4")
        return f"{number.name}{type_.params[0]}" if is_vector(type_) else number.name

    def ir(self, type_: MetalType) -> Type:
        """The LLVM type of a number or a vector."""
        if isinstance(type_, Vector):
            return self.code.vector(self.ir(type_.element), type_.count)
        assert isinstance(type_, Scalar)
        context = self.code.context
        if type_.kind == "float":
            codes = {"half": TypeCode.HALF, "float": TypeCode.FLOAT, "bfloat": TypeCode.BFLOAT}
            return context.type(codes[type_.name])
        return context.integer_type(type_.bits)


# --- the result ------------------------------------------------------------------------------------------------------


def return_outputs(
    code: Rewriter, describer: StageDescriber, function: Function, memories: list[tuple[Value, Type]]
) -> None:
    """Change a function to return the outputs of its stage: first the numbers that it returned, then those in memory,
    in order.

    BuildError unless the number of values equals that of the outputs.
    """
    result = describer.result()
    for last in code.returns(function):
        numbers = numbers_of(code, last.operands[0]) if last.operands else []
        for memory, type_ in memories:
            numbers += loaded_parts(code, memory, type_)
        arguments, count = set(numbers), len(numbers)
        try:
            values = [
                taken_from(code, describer.ir(describer.output_type(item)), numbers) for item in describer.outputs
            ]
        except UnsupportedError as error:
            raise describer.error(f"the outputs of the plan and the function's do not fit: {error.reason}") from None
        if left := [number for number in numbers if number in arguments]:
            raise describer.error(f"{len(left)} of the {count} numbers that the function returns are not outputs")
        if result.code is TypeCode.VOID:
            code.ret()
        else:
            code.ret(code.aggregate(result, values) if describer.entry.signature.returns_struct else values[0])
