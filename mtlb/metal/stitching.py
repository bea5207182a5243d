"""Stitchable functions: the metadata of their argument and result types, and the functions that it names.

A program that stitches functions into a graph moves values by functions for each type: `load_argument`,
`store_return_value`, `destroy`, `copy_from_buffer`. The header defines them (`stitching` in entry.h); this file gives
them Apple's names. Source: a library of Apple's in a public listing (`noise` of half4 (float2, half4), AIR 2.7); nodes
of other types have the slots of `mtlb.air.reflection.schema`. The judge of SwiftUI's layer is the library with
`expansionRipple` in ixjosemi/AgentGlance (AIR 2.8).

A guess: pointers, references, samplers, matrices, other structs, and textures outside of a layer have nodes after the
slots of reflection, the address space is a qualifier of the pointee, and the functions have the names that C++'s rules
give.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..air import StitchingArgument
from ..base.errors import BuildError
from ..base.metal import AccessQualifier, AddressSpace
from ..convert.entries import GivenEntry
from ..emit.types import Array, Handle, Matrix, MetalPointer, MetalType, Scalar, Struct, Texture, Vector, Void
from ..ir import ConstantAsMetadata, Function, Linkage, MDField, MDNode, MetadataCode, Module
from .tables import ACCESS_WORDS

_CLASS = "_ZN5metal22_stitching_traits_impl"
_WORDS = ("load_argument", "store_return_value", "destroy", "copy_from_buffer")
"""The functions in the order of the node, and of the header's table."""
_FROM_BUFFER = "PvPU11MTLconstantKv"


def symbols_of(type_: MetalType) -> list[str]:
    """The names of the functions for a type. BuildError for an unsupported type.

    `S1_`, and so on, is the type's substitution: the prefix has two, `metal` and the class.
    """
    passed = 1
    if isinstance(type_, Struct):
        spelled, passed = _struct(type_)
    elif isinstance(type_, Matrix):
        spelled, passed = f"NS_6matrixI{type_.element.code}Li{type_.columns}ELi{type_.rows}EvEE", 2
    elif isinstance(type_, MetalPointer):
        pointee, inner = _pointee(type_.pointee)
        const = "K" if type_.access is AccessQualifier.READ else ""
        qualifiers = f"{_SPACES.get(type_.space, '')}{const}"
        spelled, passed = f"{'R' if type_.is_reference else 'P'}{qualifiers}{pointee}", 1 + inner + bool(qualifiers)
    elif isinstance(type_, Texture) and type_.component is not None and type_.access is not None:
        access = ACCESS_WORDS.index(type_.access.name.lower())
        spelled, passed = f"NS_{len(type_.shape)}{type_.shape}I{type_.component.code}LNS_6accessE{access}EvEE", 3
    elif isinstance(type_, Handle) and type_.kind == "sampler":
        spelled = "NS_7samplerE"
    elif isinstance(type_, Vector) and not type_.packed:
        spelled = f"Dv{type_.count}_{type_.element.code}"
    elif isinstance(type_, Scalar):
        spelled, passed = type_.code, 0
    else:
        raise BuildError(f"a stitchable function with a value of {type_} is not compiled")
    ends = ("Pv", f"Pv{f'S{passed}_' if passed else spelled}", "Pv", _FROM_BUFFER)
    return [f"{_CLASS}I{spelled}E{len(word)}{word}E{end}" for word, end in zip(_WORDS, ends, strict=True)]


_SPACES = {
    AddressSpace.DEVICE: "U9MTLdevice",
    AddressSpace.CONSTANT: "U11MTLconstant",
    AddressSpace.THREADGROUP: "U14MTLthreadgroup",
}


def _struct(type_: Struct) -> tuple[str, int]:
    """The mangled name of a struct, and the number of substitutions that it adds."""
    names = type_.name.split("::")
    if names[0] == "metal" or not all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in names):
        raise BuildError(f"a stitchable function with the type {type_} is not compiled")
    spelled = "".join(f"{len(name)}{name}" for name in names)
    return spelled if len(names) == 1 else f"N{spelled}E", len(names)


def _pointee(type_: MetalType) -> tuple[str, int]:
    """The mangled name of a pointee type, and the number of substitutions that it adds."""
    if isinstance(type_, Scalar):
        return type_.code, 0
    if isinstance(type_, Void):
        return "v", 0
    if isinstance(type_, Vector) and not type_.packed:
        return f"Dv{type_.count}_{type_.element.code}", 1
    if isinstance(type_, Vector):
        name = f"packed_{type_.element.name}{type_.count}"
        return f"N5metal{len(name)}{name}E", 1
    if isinstance(type_, Struct):
        return _struct(type_)
    raise BuildError(f"a stitchable function with a pointer to {type_} is not compiled")


@dataclass
class Stitching:
    """The functions for the types of a module's stitchable functions, by their names."""

    functions: dict[str, Function] = field(default_factory=dict)
    owners: dict[str, MetalType] = field(default_factory=dict)
    types: dict[MetalType, MDNode] = field(default_factory=dict)

    def add(self, type_: MetalType, functions: Sequence[Function]) -> list[GivenEntry]:
        """Add a type; returns the functions for it that the module does not have yet."""
        private, constant = int(AddressSpace.PRIVATE), int(AddressSpace.CONSTANT)
        stored = (None,) * (len(functions[1].arguments) - 1)
        spaces: tuple[tuple[int | None, ...], ...] = ((private,), (private, *stored), (private,), (private, constant))
        results = []
        for symbol, function, space in zip(symbols_of(type_), functions, spaces, strict=True):
            if self.owners.setdefault(symbol, type_) != type_:
                raise BuildError(f"stitchable functions with values of two types {type_} are not compiled")
            if symbol not in self.functions:
                self.functions[symbol] = function
                results.append(GivenEntry(function, symbol, space))
        return results

    def record(self, functions: Sequence[Function]) -> None:
        """Record the converted functions, in the order of `add`."""
        self.functions = dict(zip(self.functions, functions, strict=True))
        for function in functions:
            function.linkage = Linkage.INTERNAL

    def describe(
        self, module: Module, result: MetalType, arguments: Sequence[tuple[str, MetalType]]
    ) -> list[StitchingArgument]:
        """The facts of a stitchable function."""
        rows = [("", result), *arguments]
        return [StitchingArgument(name, self._node(module, type_)) for name, type_ in rows]

    def _node(self, module: Module, type_: MetalType) -> MDNode:
        node = self.types.get(type_)
        if node is None:
            named = [ConstantAsMetadata(self.functions[symbol]) for symbol in symbols_of(type_)]
            context = module.context
            fields = (context.string("air.stitching_type"), self._type(module, type_), *named)
            node = self.types[type_] = context.node(MetadataCode.NODE, fields)
        return node

    def _type(self, module: Module, type_: MetalType, space: int | None = None) -> MDNode:
        """The node of a type. `space`: the address space that a pointer to it names."""
        context = module.context
        i32 = context.integer_type(32)

        def qualifiers() -> MDField:
            """The qualifiers of a pointee type."""
            if space is None:
                return None
            named = context.string("air.address_space_type_qual")
            return context.node(MetadataCode.NODE, (context.node(MetadataCode.NODE, (named, number(space))),))

        def number(value: int) -> ConstantAsMetadata:
            return ConstantAsMetadata(context.integer_constant(i32, value))

        def sized(word: str, *more: MDField, layout: MetalType = type_) -> MDNode:
            head = (context.string(f"air.{word}"), number(layout.size), number(layout.align), qualifiers())
            return context.node(MetadataCode.NODE, (*head, *more))

        if isinstance(type_, MetalPointer):
            word = "lvalue_reference" if type_.is_reference else "pointer"
            return sized(f"{word}_type", self._type(module, type_.pointee, int(type_.space)))
        if isinstance(type_, Void):
            return context.node(
                MetadataCode.NODE, (context.string("air.void_type"), number(0), number(1), qualifiers())
            )
        if isinstance(type_, Struct):
            members = [
                context.node(
                    MetadataCode.NODE,
                    (
                        context.string("air.record_field"),
                        number(member.offset),
                        number(member.type.align),
                        self._type(module, member.type),
                        context.string(member.name),
                        None,
                    ),
                )
                for member in type_.members
            ]
            return sized("struct_type", context.string(type_.name), context.node(MetadataCode.NODE, tuple(members)))
        if isinstance(type_, Array):
            return sized("array_type", self._type(module, type_.element), number(type_.count))
        if isinstance(type_, Texture) and type_.component is not None and type_.access is not None:
            access = context.string(type_.access.name.lower())
            return sized(f"{type_.word}_type", self._type(module, type_.component), access)
        if isinstance(type_, Matrix):
            counts = number(type_.columns), number(type_.rows)
            return sized("matrix_type", self._type(module, type_.element), *counts)
        if isinstance(type_, Vector):
            return sized(
                "packed_vector_type" if type_.packed else "vector_type",
                self._type(module, type_.element),
                number(type_.count),
            )
        return sized(f"{type_.name}_type")
