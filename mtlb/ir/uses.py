"""References: the globals and values that operands, bodies, initializers and metadata of a module refer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .globals import Alias, Function, GlobalValue, GlobalVariable
from .metadata import ConstantAsMetadata, LocalAsMetadata, MDNode, MDString, Metadata, MetadataAsValue
from .module import Module
from .opcodes import ConstantCode, InstCode
from .values import Constant, Value

DERIVING: Final = frozenset({InstCode.CAST, InstCode.GEP, InstCode.PHI, InstCode.VSELECT})
"""Instructions whose result, if it is a pointer, points into what their operands point into."""
_DERIVING_CONSTANTS: Final = frozenset({ConstantCode.CE_CAST, ConstantCode.CE_GEP})
_AGGREGATE: Final = ConstantCode.AGGREGATE
_CALL: Final = InstCode.CALL


# --- operands --------------------------------------------------------------------------------------------------------


def globals_in(value: Value) -> list[GlobalValue]:
    """The globals that an operand names, through constants of any depth, in operand order."""
    if isinstance(value, GlobalValue):
        return [value]
    globals_: list[GlobalValue] = []
    stack = [value]
    while stack:
        value = stack.pop()
        if isinstance(value, Constant):
            for operand in reversed(value.operands):
                if not isinstance(operand, Constant) or operand.operands:
                    stack.append(operand)
        elif isinstance(value, GlobalValue):
            globals_.append(value)
    return globals_


def local_values(operand: Value) -> list[Value]:
    """The arguments and instructions in a metadata operand of a call: directly, or in a DIArgList."""
    if not isinstance(operand, MetadataAsValue):
        return []
    metadata = operand.metadata
    items = metadata.fields if isinstance(metadata, MDNode) else (metadata,)
    return [item.value for item in items if isinstance(item, LocalAsMetadata)]


def points_plainly(operand: Value) -> bool:
    """Whether a constant operand is a global itself, or one under pointer casts and element addresses alone."""
    while isinstance(operand, Constant):
        if operand.code not in _DERIVING_CONSTANTS or not operand.type.is_pointer:
            return False
        operand = operand.operands[0]
    return isinstance(operand, GlobalValue)


def base_of(value: Value) -> Value:
    """The global that a constant points into: the first operand of casts and element addresses, as deep as they go."""
    while isinstance(value, Constant) and value.operands:
        value = value.operands[0]
    return value


# --- globals ---------------------------------------------------------------------------------------------------------


def elements_of(variable: GlobalVariable) -> tuple[Value, ...]:
    """The elements of a variable that lists something, as `llvm.used` does; none where it is all zeros or declared."""
    initializer = variable.initializer
    if isinstance(initializer, Constant) and initializer.code == _AGGREGATE:
        return initializer.operands
    return ()


def constants_of(value: GlobalValue) -> list[Value]:
    """The constants of a global besides instructions: an initializer, an aliasee; prefix, prologue and personality."""
    if isinstance(value, Function):
        parts = (value.prefix, value.prologue, value.personality)
        return [part for part in parts if part is not None]
    part = value.initializer if isinstance(value, GlobalVariable) else None
    if isinstance(value, Alias):
        part = value.aliasee
    return [] if part is None else [part]


def named_by(value: GlobalValue) -> Iterator[GlobalValue]:
    """The globals that a body, an initializer or an alias names, first to last; repeats left in."""
    for part in constants_of(value):
        yield from globals_in(part)
    if isinstance(value, Function):
        for block in value.blocks:
            for instruction in block.instructions:
                for operand in instruction.operands:
                    if isinstance(operand, GlobalValue):
                        yield operand
                    elif isinstance(operand, Constant) and operand.operands:
                        yield from globals_in(operand)


def named_in(module: Module) -> set[GlobalValue]:
    """The globals of a module that any of its globals names."""
    return {module.own(named) for value in module.global_values() for named in named_by(value)}


# --- metadata --------------------------------------------------------------------------------------------------------


def globals_in_fields(node: MDNode) -> list[GlobalValue]:
    """The globals that a node names itself, in the order of its fields."""
    values = [field.value for field in node.fields if isinstance(field, ConstantAsMetadata)]
    return [value_global for value in values for value_global in globals_in(value)]


def globals_in_metadata(roots: Iterable[Metadata]) -> list[GlobalValue]:
    """The globals reachable from metadata, each once, in depth-first order."""
    globals_: dict[GlobalValue, None] = {}
    seen: set[Metadata] = set()
    worklist = list(roots)[::-1]
    while worklist:
        metadata = worklist.pop()
        if metadata in seen:
            continue
        seen.add(metadata)
        if isinstance(metadata, ConstantAsMetadata):
            globals_.update(dict.fromkeys(globals_in(metadata.value)))
        elif isinstance(metadata, MDNode):
            worklist.extend([field for field in reversed(metadata.fields) if isinstance(field, Metadata)])
    return list(globals_)


def metadata_roots(module: Module) -> Iterator[Metadata]:
    """The metadata that a module's lists, globals and instructions refer to, most repeats left out."""
    attached: set[tuple[tuple[int, MDNode], ...]] = set()
    scopes: set[tuple[MDNode | None, MDNode | None]] = set()
    for nodes in module.named_metadata.values():
        yield from nodes
    for value in module.global_values():
        for _, node in value.metadata:
            yield node
    for function in module.functions:
        for block in function.blocks:
            for i in block.instructions:
                if i.metadata and i.metadata not in attached:
                    attached.add(i.metadata)
                    for _, node in i.metadata:
                        yield node
                location = i.debug_loc
                if location is not None and (location.scope, location.inlined_at) not in scopes:
                    scopes.add((location.scope, location.inlined_at))
                    if location.scope is not None:
                        yield location.scope
                    if location.inlined_at is not None:
                        yield location.inlined_at
                if i.code is _CALL:
                    for operand in i.operands:
                        if isinstance(operand, MetadataAsValue):
                            yield operand.metadata
                    for bundle in i.bundles:
                        for operand in bundle.operands:
                            if isinstance(operand, MetadataAsValue):
                                yield operand.metadata


def values_in_metadata(roots: Iterable[Metadata]) -> Iterator[Value]:
    """The values that metadata refers to, directly or through nodes, each reference once."""
    seen: set[Metadata] = set()
    worklist = list(roots)
    while worklist:
        metadata = worklist.pop()
        if isinstance(metadata, MDString) or metadata in seen:
            continue
        seen.add(metadata)
        if isinstance(metadata, MDNode):
            worklist += [field for field in metadata.fields if isinstance(field, Metadata)]
        elif isinstance(metadata, (ConstantAsMetadata, LocalAsMetadata)):
            yield metadata.value


def reached_from(roots: Iterable[GlobalValue]) -> set[GlobalValue]:
    """The globals that `roots` lead to, themselves included: through bodies with their metadata operands, initializers
    and aliases.
    """
    reached = set(roots)
    pending = list(reached)
    while pending:
        value = pending.pop()
        named = [global_ for part in constants_of(value) for global_ in globals_in(part)]
        if isinstance(value, Function):
            operands: set[Value] = set()  # each once
            for instruction in value.instructions():
                operands.update(instruction.operands)
            for operand in operands:
                if isinstance(operand, GlobalValue):
                    named.append(operand)
                elif isinstance(operand, Constant) and operand.operands:
                    named += globals_in(operand)
            named += globals_in_metadata([o.metadata for o in operands if isinstance(o, MetadataAsValue)])
        for global_ in named:
            if global_ not in reached:
                reached.add(global_)
                pending.append(global_)
    return reached
