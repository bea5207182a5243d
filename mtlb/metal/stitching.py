"""Stitchable functions: the metadata of their argument and result types, and the functions that it names.

A program that stitches functions into a graph moves values by functions for each type: `load_argument`,
`store_return_value`, `destroy`, `copy_from_buffer`. The header defines them (`stitching` in entry.h); this file gives
them Apple's names. Source: a library of Apple's in a public listing (`noise` of half4 (float2, half4), AIR 2.7); nodes
of other types have the slots of `mtlb.air.reflection.schema`. Numbers, vectors and SwiftUI's layer are supported; the
judge of the layer is the library with `expansionRipple` in ixjosemi/AgentGlance (AIR 2.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..air import StitchingArgument
from ..base.errors import BuildError
from ..base.metal import AddressSpace
from ..convert.entries import GivenEntry
from ..emit.types import Array, MetalType, Scalar, Struct, Texture, Vector
from ..ir import ConstantAsMetadata, Function, Linkage, MDField, MDNode, MetadataCode, Module
from ..passes.rewriter import Rewriter
from .layers import LAYER_VALUES, group_parameters, group_result
from .rewrite.entries import LAYER

_CLASS = "_ZN5metal22_stitching_traits_impl"
_WORDS = ("load_argument", "store_return_value", "destroy", "copy_from_buffer")
"""The functions in the order of the node, and of the header's table."""
_FROM_BUFFER = "PvPU11MTLconstantKv"


def symbols_of(type_: MetalType) -> list[str]:
    """The names of the functions for a type. BuildError for an unsupported type."""
    if isinstance(type_, Struct) and type_.name == LAYER:
        spelled, passed = "N7SwiftUI5LayerE", "S2_"
    elif isinstance(type_, Vector):
        spelled, passed = f"Dv{type_.count}_{_element(type_).code}", "S1_"
    else:
        spelled = passed = _element(type_).code
    ends = ("Pv", f"Pv{passed}", "Pv", _FROM_BUFFER)
    return [f"{_CLASS}I{spelled}E{len(word)}{word}E{end}" for word, end in zip(_WORDS, ends, strict=True)]


def _element(type_: MetalType) -> Scalar:
    element = type_.element if isinstance(type_, Vector) and not type_.packed else type_
    if not isinstance(element, Scalar):
        raise BuildError(
            f"a stitchable function with a value of {type_} is not compiled: numbers, vectors and {LAYER} are"
        )
    return element


@dataclass
class Stitching:
    """The functions for the types of a module's stitchable functions, by their names."""

    functions: dict[str, Function] = field(default_factory=dict)
    types: dict[MetalType, MDNode] = field(default_factory=dict)

    def add(self, type_: MetalType, functions: Sequence[Function]) -> list[GivenEntry]:
        """Add a type; returns the functions for it that the module does not have yet."""
        private, constant = int(AddressSpace.PRIVATE), int(AddressSpace.CONSTANT)
        stored = (None,) * (LAYER_VALUES if isinstance(type_, Struct) else 1)
        spaces = ((private,), (private, *stored), (private,), (private, constant))
        results = []
        for symbol, function, space in zip(symbols_of(type_), functions, spaces, strict=True):
            if symbol not in self.functions:
                self.functions[symbol] = function
                results.append(GivenEntry(function, symbol, space))
        return results

    def record(self, functions: Sequence[Function]) -> None:
        """Record the converted functions, in the order of `add`."""
        self.functions = dict(zip(self.functions, functions, strict=True))
        for function in functions:
            function.linkage = Linkage.INTERNAL

    def group_layers(self, code: Rewriter) -> None:
        """Give the functions that move a layer their types in AIR."""
        for type_ in self.types:
            if isinstance(type_, Struct):
                load, store, *_ = symbols_of(type_)
                group_result(code, self.functions[load])
                group_parameters(code, self.functions[store], 1)

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

    def _type(self, module: Module, type_: MetalType) -> MDNode:
        context = module.context
        i32 = context.integer_type(32)

        def number(value: int) -> ConstantAsMetadata:
            return ConstantAsMetadata(context.integer_constant(i32, value))

        def sized(word: str, *more: MDField, layout: MetalType = type_) -> MDNode:
            head = (context.string(f"air.{word}"), number(layout.size), number(layout.align), None)
            return context.node(MetadataCode.NODE, (*head, *more))

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
        if isinstance(type_, Vector):
            return sized("vector_type", self._type(module, type_.element), number(type_.count))
        return sized(f"{type_.name}_type")
