"""Merges the modules of a shard into one program: one type for each struct, one value for each symbol.

With what was planned over all inputs this is what LLVM's IRMover does when Apple's linker moves its inputs, one after
the other, into one module. The modules become the program: they are changed in place, and only where needed.
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

from ..plan.metadata_kinds import renumber
from ..plan.scan import Loaded
from ..plan.shard import PlannedUnit, Shard
from ..plan.types import TypeMap, has_struct, read_types
from .program import AppendingVariable, Program, ProgramEntry

__all__ = ["Meanings", "merge"]

_APPENDING: Final = Linkage.APPENDING


class Meanings:
    """The value that each name of a shard's inputs means."""

    def __init__(self, shard: Shard, loaded: Sequence[Loaded]) -> None:
        numbers = {unit.number: one for unit, one in zip(shard.units, loaded, strict=True)}
        self._values: dict[str, GlobalValue] = {}
        for number, one in numbers.items():
            for value in one.module.global_values():
                if value.is_shared and shard.meant.get(value.name, number) == number:
                    self._values[value.name] = value

    def named(self, name: str) -> GlobalValue | None:
        """The value that a name of the inputs means."""
        return self._values.get(name)

    def meant_by(self, value: GlobalValue) -> GlobalValue:
        """The value of the program that a value of an input is resolved to."""
        return self._values.get(value.name, value) if value.is_shared else value


def merge(shard: Shard, loaded: Sequence[Loaded], context: Context) -> tuple[Program, Meanings]:
    """The program of a shard's inputs, read in one `context`, and what their names mean.

    `loaded` are the shard's units, in its order. FormatError for metadata or a variable that is malformed.
    """
    meanings = Meanings(shard, loaded)
    pairs = [(unit, one) for unit, one in zip(shard.units, loaded, strict=True) if not one.finished]
    units = [one for _, one in pairs]
    apart = _apart(shard, pairs)
    types = _program_types(shard, loaded, apart, context)
    for unit, one in pairs:
        if one not in apart:
            for value in one.module.global_values():
                value.type = types.get(value.type)
                value.value_type = types.get(value.value_type)
        if unit.kinds:
            renumber(one.module, unit.kinds)
    # Only now, with all types settled, does a declaration have its definition's type.
    for unit, one in pairs:
        if one in apart:
            continue
        replaced = {
            value: meant
            for value in one.module.global_values()
            if value.is_shared
            and not (unit.is_alone and value.name not in shard.root_places)
            and (meant := meanings.meant_by(value)) is not value
        }
        maps_types = any(types.get(type_) is not type_ for type_ in one.module.struct_types)
        if replaced or maps_types:
            _Merger(context, types, replaced, maps_types=maps_types).module(one.module)
    shared = [(meanings.named(name), place) for name, place in shard.root_places.items()]
    places = {value: place for value, place in shared if value is not None}
    for unit, one in pairs:
        if unit.roots:
            of_unit = list(one.module.global_values())
            if not all(0 <= number < len(of_unit) for number, _ in unit.roots):
                raise _otherwise("globals", one)
            places.update((of_unit[number], place) for number, place in unit.roots)
        for variable in one.module.globals:
            if variable.linkage is _APPENDING and (variable not in places or variable.name not in shard.parts):
                raise _otherwise("lists of constructors and used variables", one)
    program = Program(
        context=context,
        units=units,
        entries={one: list(_entries(unit, one)) for unit, one in pairs if unit.owned},
        appending=_appending(units, shard.parts),
        named_metadata=_named_metadata(units),
        metadata_kinds=list(shard.kinds),
        imports=shard.imports,
        origins={value: one for one in units for value in one.module.global_values()},
        root_places=places,
        root_names=shard.root_names,
    )
    return program, meanings


def _otherwise(what: str, one: Loaded) -> LinkError:
    """The error for a shard that was not made for its inputs: one out of a file may say anything."""
    return LinkError(f"the link was planned with other {what}", file=one.path)


def _apart(shard: Shard, pairs: Sequence[tuple[PlannedUnit, Loaded]]) -> set[Loaded]:
    """The units that stay as they are but for the names of their structs: none of their values meets another unit's."""
    if not all(unit.is_alone for unit, _ in pairs):
        return set()
    return {one for unit, one in pairs if _is_apart(shard, unit, one)}


def _is_apart(shard: Shard, unit: PlannedUnit, one: Loaded) -> bool:
    module = one.module
    # Where the program has one struct for two, or knows the members of an opaque one, types change.
    if len(set(unit.structs)) != len(module.struct_types) or any(
        (type_.code, type_.params) != shard.types[row][:2]
        for type_, row in zip(module.struct_types, unit.structs, strict=False)
    ):
        return False
    known: dict[Type, bool] = {}
    return not any(
        has_struct(value.value_type, known) if value.linkage is _APPENDING else value.name in shard.root_places
        for value in module.global_values()
    )


def _program_types(shard: Shard, loaded: Sequence[Loaded], apart: Container[Loaded], context: Context) -> TypeMap:
    """What the types of the inputs are in the program: the first struct that is one of the program's becomes it.

    The structs of units that are `apart` get the names.
    """
    owners: dict[int, Type] = {}
    settled: list[tuple[Type, int]] = []
    for unit, one in zip(shard.units, loaded, strict=True):
        if len(unit.structs) != len(one.module.struct_types):
            raise _otherwise("struct types", one)
        if one in apart:
            for type_, row in zip(one.module.struct_types, unit.structs, strict=True):
                type_.name = shard.types[row].name
            continue
        for type_, row in zip(one.module.struct_types, unit.structs, strict=True):
            owners.setdefault(row, type_)
            settled.append((type_, row))
    made = read_types(shard.types, context, lambda row, _: owners.get(row) or Type(TypeCode.OPAQUE))
    types = TypeMap(context)
    for type_, row in settled:
        types.settle(type_, made[row])
    for type_ in made:
        if type_.is_identified:
            types.settle(type_, type_)
    return types


def _entries(unit: PlannedUnit, loaded: Loaded) -> Iterator[ProgramEntry]:
    """The entry points of one input, in Apple's order, without weak ones that another input's definition replaces."""
    for kind, number, node in entry_nodes(loaded.module):
        function = entry_function(node)
        if function is not None and function.name in unit.replaced:
            continue
        if function is None or not function.is_definition:
            raise FormatError(f"metadata !{kind}[{number}]: it does not name a defined function", file=loaded.path)
        yield ProgramEntry(kind, function, node, loaded)


def _appending(units: Sequence[Loaded], counts: Mapping[str, int]) -> dict[str, AppendingVariable]:
    parts: dict[str, list[GlobalVariable]] = {}
    for unit in units:
        for variable in unit.module.globals:
            if variable.linkage is _APPENDING:
                parts.setdefault(variable.name, []).append(variable)
    return {name: AppendingVariable(name, tuple(found), counts[name]) for name, found in parts.items()}


def _named_metadata(units: Sequence[Loaded]) -> dict[str, list[MDNode]]:
    """All lists, each node once."""
    merged: dict[str, dict[MDNode, None]] = {}
    for unit in units:
        for name, nodes in unit.module.named_metadata.items():
            merged.setdefault(name, {}).update(dict.fromkeys(nodes))
    return {name: list(nodes) for name, nodes in merged.items()}


class _Merger(Mapper):
    """Lets one module name the program's types and values."""

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
