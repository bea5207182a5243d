"""Stitchable functions: the metadata of their argument and result types, and the functions that it names.

A program that stitches functions into a graph moves values by functions for each type: `load_argument`,
`store_return_value`, `destroy`, `copy_from_buffer`. The header defines them (`stitching` in entry.h); this file gives
them Apple's names. Source: a library of Apple's in a public listing (`noise` of half4 (float2, half4), AIR 2.7); nodes
of other types have the slots of `mtlb.air.reflection.schema`. Only numbers and vectors are supported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..air import StitchingArgument
from ..base.errors import BuildError
from ..base.metal import AddressSpace
from ..convert.entries import GivenEntry
from ..emit.types import MetalType, Scalar, Vector
from ..ir import ConstantAsMetadata, Function, Linkage, MDField, MDNode, MetadataCode, Module

_CLASS = "_ZN5metal22_stitching_traits_impl"
_WORDS = ("load_argument", "store_return_value", "destroy", "copy_from_buffer")
"""The functions in the order of the node, and of the header's table."""
_FROM_BUFFER = "PvPU11MTLconstantKv"


def symbols_of(type_: MetalType) -> list[str]:
    """The names of the functions for a type. BuildError for an unsupported type."""
    scalar, spelled, passed = _element(type_), "", ""
    if isinstance(type_, Vector):
        spelled, passed = f"Dv{type_.count}_{scalar.code}", "S1_"
    else:
        spelled = passed = scalar.code
    ends = ("Pv", f"Pv{passed}", "Pv", _FROM_BUFFER)
    return [f"{_CLASS}I{spelled}E{len(word)}{word}E{end}" for word, end in zip(_WORDS, ends, strict=True)]


def _element(type_: MetalType) -> Scalar:
    element = type_.element if isinstance(type_, Vector) and not type_.packed else type_
    if not isinstance(element, Scalar):
        raise BuildError(f"a stitchable function with a value of {type_} is not compiled: numbers and vectors are")
    return element


@dataclass
class Stitching:
    """The functions for the types of a module's stitchable functions, by their names."""

    functions: dict[str, Function] = field(default_factory=dict)
    types: dict[MetalType, MDNode] = field(default_factory=dict)

    def add(self, type_: MetalType, functions: Sequence[Function]) -> list[GivenEntry]:
        """Add a type; returns the functions for it that the module does not have yet."""
        private, constant = int(AddressSpace.PRIVATE), int(AddressSpace.CONSTANT)
        spaces = ((private,), (private, None), (private,), (private, constant))
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

        word = "vector" if isinstance(type_, Vector) else type_.name
        fields: list[MDField] = [context.string(f"air.{word}_type"), number(type_.size), number(type_.align), None]
        if isinstance(type_, Vector):
            fields += [self._type(module, type_.element), number(type_.count)]
        return context.node(MetadataCode.NODE, tuple(fields))
