"""Merges the modules of a shard into one program: one type for each struct, one value for each symbol.

Together with the plan, the result is that of LLVM's IRMover when Apple's linker moves its inputs, one after the other,
into one module. The modules become the program: they are changed in place where necessary.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from mtlb.air.entry_nodes import entry_function, entry_nodes
from mtlb.base.errors import FormatError, LinkError
from mtlb.ir import (
    CastOperator,
    ConstantCode,
    Context,
    GlobalValue,
    GlobalVariable,
    Linkage,
    MDNode,
    Type,
    TypeCode,
    Value,
)
from mtlb.ir.mapper import Mapper

from ..inputs.modules import LoadedModule
from ..plan.metadata_kinds import renumber
from ..plan.shard import Shard, ShardInput
from ..plan.types import TypeMap, has_struct, read_types
from .program import AppendingVariable, Program, ProgramEntry

_APPENDING: Final = Linkage.APPENDING


class Meanings:
    """Name resolution of a shard: the value of each name of its inputs."""

    def __init__(self, shard: Shard, modules: Sequence[LoadedModule]) -> None:
        numbers = {planned.number: loaded for planned, loaded in zip(shard.inputs, modules, strict=True)}
        self._values: dict[str, GlobalValue] = {}
        for number, loaded in numbers.items():
            for value in loaded.module.global_values():
                if value.is_shared and shard.meant.get(value.name, number) == number:
                    self._values[value.name] = value

    def named(self, name: str) -> GlobalValue | None:
        """The value of a name of the inputs."""
        return self._values.get(name)

    def meant_by(self, value: GlobalValue) -> GlobalValue:
        """The value of the program that a value of an input is resolved to."""
        return self._values.get(value.name, value) if value.is_shared else value


def merge(shard: Shard, modules: Sequence[LoadedModule], context: Context) -> tuple[Program, Meanings]:
    """The program of a shard's inputs, read in one `context`, and the resolution of their names.

    `modules` are those of the shard's inputs, in its order. FormatError for metadata or a variable that is malformed.
    """
    meanings = Meanings(shard, modules)
    pairs = [(planned, loaded) for planned, loaded in zip(shard.inputs, modules, strict=True) if not loaded.finished]
    merged = [loaded for _, loaded in pairs]
    apart = _apart(shard, pairs)
    types = _program_types(shard, modules, apart, context)
    for planned, loaded in pairs:
        if loaded not in apart:
            for value in loaded.module.global_values():
                value.type = types.get(value.type)
                value.value_type = types.get(value.value_type)
        if planned.kinds:
            renumber(loaded.module, planned.kinds)
    # A declaration has its definition's type only after all types are merged.
    for planned, loaded in pairs:
        if loaded in apart:
            continue
        replaced = {
            value: meant
            for value in loaded.module.global_values()
            if value.is_shared
            and not (planned.is_alone and value.name not in shard.root_places)
            and (meant := meanings.meant_by(value)) is not value
        }
        maps_types = any(types.get(type_) is not type_ for type_ in loaded.module.struct_types)
        if replaced or maps_types:
            _Merger(context, types, replaced, maps_types=maps_types).module(loaded.module)
    shared = [(meanings.named(name), place) for name, place in shard.root_places.items()]
    places = {value: place for value, place in shared if value is not None}
    for planned, loaded in pairs:
        if planned.roots:
            of_input = list(loaded.module.global_values())
            if not all(0 <= number < len(of_input) for number, _ in planned.roots):
                raise _conflict("globals", loaded)
            places.update((of_input[number], place) for number, place in planned.roots)
        for variable in loaded.module.globals:
            if variable.linkage is _APPENDING and (variable not in places or variable.name not in shard.parts):
                raise _conflict("lists of constructors and used variables", loaded)
    program = Program(
        context=context,
        modules=merged,
        entries={loaded: list(_entries(planned, loaded)) for planned, loaded in pairs if planned.owned},
        appending=_appending(merged, shard.parts),
        named_metadata=_named_metadata(merged),
        metadata_kinds=list(shard.kinds),
        imports=shard.imports,
        origins={value: loaded for loaded in merged for value in loaded.module.global_values()},
        root_places=places,
        root_names=shard.root_names,
    )
    return program, meanings


def _conflict(what: str, module: LoadedModule) -> LinkError:
    """The error for a shard that does not match its inputs, such as a damaged one from a file."""
    return LinkError(f"the link was planned with different {what}: plan it again", file=module.path)


def _apart(shard: Shard, pairs: Sequence[tuple[ShardInput, LoadedModule]]) -> set[LoadedModule]:
    """The modules that share no values with other inputs: only the names of their structs change."""
    if not all(planned.is_alone for planned, _ in pairs):
        return set()
    return {loaded for planned, loaded in pairs if _is_apart(shard, planned, loaded)}


def _is_apart(shard: Shard, planned: ShardInput, loaded: LoadedModule) -> bool:
    module = loaded.module
    # Types change where two structs are unified, or an opaque struct gets members.
    if len(set(planned.structs)) != len(module.struct_types) or any(
        (type_.code, type_.params) != shard.types[row][:2]
        for type_, row in zip(module.struct_types, planned.structs, strict=False)
    ):
        return False
    with_struct: dict[Type, bool] = {}
    return not any(
        has_struct(value.value_type, with_struct) if value.linkage is _APPENDING else value.name in shard.root_places
        for value in module.global_values()
    )


def _program_types(
    shard: Shard, modules: Sequence[LoadedModule], apart: Container[LoadedModule], context: Context
) -> TypeMap:
    """The mapping of the inputs' types to the program's: the first struct of each becomes the program's struct. Structs
    of the modules in `apart` are only renamed.
    """
    owners: dict[int, Type] = {}
    settled: list[tuple[Type, int]] = []
    for planned, loaded in zip(shard.inputs, modules, strict=True):
        if len(planned.structs) != len(loaded.module.struct_types):
            raise _conflict("struct types", loaded)
        if loaded in apart:
            for type_, row in zip(loaded.module.struct_types, planned.structs, strict=True):
                type_.name = shard.types[row].name
            continue
        for type_, row in zip(loaded.module.struct_types, planned.structs, strict=True):
            owners.setdefault(row, type_)
            settled.append((type_, row))
    program_types = read_types(shard.types, context, lambda row, _: owners.get(row) or Type(TypeCode.OPAQUE))
    types = TypeMap(context)
    for type_, row in settled:
        types.settle(type_, program_types[row])
    for type_ in program_types:
        if type_.is_identified:
            types.settle(type_, type_)
    return types


def _entries(planned: ShardInput, loaded: LoadedModule) -> Iterator[ProgramEntry]:
    """The entry points of one input in Apple's order, without weak ones that another input's definition replaces."""
    for kind, number, node in entry_nodes(loaded.module):
        function = entry_function(node)
        if function is not None and function.name in planned.replaced:
            continue
        if function is None or not function.is_definition:
            raise FormatError(f"metadata !{kind}[{number}]: it does not name a defined function", file=loaded.path)
        yield ProgramEntry(kind, function, node, loaded)


def _appending(modules: Sequence[LoadedModule], counts: Mapping[str, int]) -> dict[str, AppendingVariable]:
    parts: dict[str, list[GlobalVariable]] = {}
    for loaded in modules:
        for variable in loaded.module.globals:
            if variable.linkage is _APPENDING:
                parts.setdefault(variable.name, []).append(variable)
    return {name: AppendingVariable(name, tuple(variables), counts[name]) for name, variables in parts.items()}


def _named_metadata(modules: Sequence[LoadedModule]) -> dict[str, list[MDNode]]:
    """The lists of all modules, without repeated nodes."""
    merged: dict[str, dict[MDNode, None]] = {}
    for loaded in modules:
        for name, nodes in loaded.module.named_metadata.items():
            merged.setdefault(name, {}).update(dict.fromkeys(nodes))
    return {name: list(nodes) for name, nodes in merged.items()}


class _Merger(Mapper):
    """Rewrites one module to the program's types and values."""

    def __init__(
        self, context: Context, types: TypeMap, replaced: Mapping[GlobalValue, GlobalValue], *, maps_types: bool
    ) -> None:
        self.types = types
        values: dict[Value, Value] = {}
        for value, meant in replaced.items():
            values[value] = (
                meant
                if meant.type is value.type
                else context.constant(value.type, ConstantCode.CE_CAST, (CastOperator.BITCAST, 0), (meant,))
            )
        super().__init__(context, values, maps_types=maps_types)

    def type(self, type_: Type) -> Type:
        return self.types.get(type_)
