"""Capabilities, versions and extensions that instructions and enumerants need (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from ..enumerants import BuiltIn, Op
from ..grammar import EXTENDED, INSTRUCTIONS, KINDS, Category, GrammarRow
from ..instructions import SpirvInstruction
from ..module import SpirvModule
from ..opcodes import OP_CAPABILITY, OP_EXT_INST_IMPORT, OP_TYPE_FLOAT, OP_TYPE_VECTOR
from .problem import SpirvProblem

_ROWS: Final = INSTRUCTIONS
_VALUE: Final = Category.VALUE

_NAMED_ONLY: Final = frozenset({BuiltIn.PointSize, BuiltIn.ClipDistance, BuiltIn.CullDistance})
"""Built-ins that may be declared without their capability: only their use requires it."""
_GROUP_SCANS: Final = 3
"""Group operations below this value are covered by the capabilities of their instructions."""

_WIDTHS: Final[dict[tuple[Op, int], tuple[str, ...]]] = {
    (Op.OpTypeInt, 8): (
        "Int8",
        "StorageBuffer8BitAccess",
        "UniformAndStorageBuffer8BitAccess",
        "StoragePushConstant8",
        "WorkgroupMemoryExplicitLayout8BitAccessKHR",
    ),
    (Op.OpTypeInt, 16): (
        "Int16",
        "StorageBuffer16BitAccess",
        "UniformAndStorageBuffer16BitAccess",
        "StoragePushConstant16",
        "StorageInputOutput16",
        "WorkgroupMemoryExplicitLayout16BitAccessKHR",
    ),
    (Op.OpTypeInt, 64): ("Int64",),
    (Op.OpTypeFloat, 16): (
        "Float16",
        "Float16Buffer",
        "StorageBuffer16BitAccess",
        "UniformAndStorageBuffer16BitAccess",
        "StoragePushConstant16",
        "StorageInputOutput16",
        "WorkgroupMemoryExplicitLayout16BitAccessKHR",
    ),
    (Op.OpTypeFloat, 64): ("Float64",),
    (Op.OpTypeVector, 8): ("Vector16",),
    (Op.OpTypeVector, 16): ("Vector16",),
}
"""The capabilities of which one is needed for numbers and vectors of these sizes."""


@cache
def _rows_by_name() -> dict[str, GrammarRow]:
    """The capabilities by name, including aliases."""
    return {name: row for row in KINDS["Capability"].enumerants.values() for name in row.names}


def declared_capabilities(module: SpirvModule) -> frozenset[str]:
    """The names of a module's declared capabilities, and of all capabilities that they imply."""
    rows = KINDS["Capability"].enumerants
    result: set[str] = set()
    names = _rows_by_name()
    waiting = [name for capability in module.capabilities if capability in rows for name in rows[capability].names]
    while waiting:
        name = waiting.pop()
        if name not in result:
            result.add(name)
            waiting += names[name].capabilities
    return frozenset(result)


def capability_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Instructions and enumerants whose capability, version or extension is missing."""
    declared = declared_capabilities(module)
    extensions = frozenset(module.extensions)
    checked: set[object] = set()
    plain: set[int] = set()  # the opcodes in `checked` whose instructions need no check of their own
    for instruction in module.instructions:
        op = instruction.op
        if op not in plain:
            row = _ROWS.get(op)
            if row is None:
                yield SpirvProblem("unknown", instruction, "the instruction is unknown; it is kept")
                continue
            if op not in checked:
                checked.add(op)
                yield from _row_problems(module, instruction, row, "", declared, extensions)
            if op in _WITH_WIDTHS:
                yield from _width_problems(instruction, declared)
            elif op is OP_EXT_INST_IMPORT:
                yield from _import_problems(module, instruction, extensions)
            else:
                plain.add(op)
        for place in instruction.enumerant_places:
            key = instruction.kinds[place], instruction.operands[place]
            if key not in checked:
                checked.add(key)
                yield from _enumerant_problems(module, instruction, place, declared, extensions)


def _import_problems(
    module: SpirvModule, instruction: SpirvInstruction, extensions: frozenset[str]
) -> Iterator[SpirvProblem]:
    name = str(instruction.operands[0])
    if name.startswith("NonSemantic."):
        if module.version < (1, 6) and _NON_SEMANTIC not in extensions:
            yield SpirvProblem("version", instruction, f"{name!a} needs SPIR-V 1.6 or {_NON_SEMANTIC}")
    elif name not in EXTENDED:
        yield SpirvProblem("unknown", instruction, f"{name!a} is not a known set of extended instructions; it is kept")


_NON_SEMANTIC: Final = "SPV_KHR_non_semantic_info"
_WITH_WIDTHS: Final = frozenset(op for op, _ in _WIDTHS)


def _width_problems(instruction: SpirvInstruction, declared: frozenset[str]) -> Iterator[SpirvProblem]:
    size = int(instruction.operands[1 if instruction.op is OP_TYPE_VECTOR else 0])
    needed = (
        _WIDTHS.get((instruction.op, size))
        if instruction.op is not OP_TYPE_FLOAT or len(instruction.operands) == 1
        else None
    )
    if needed is not None and declared.isdisjoint(needed):
        yield SpirvProblem("capability", instruction, f"{size} needs the capability {' or '.join(needed)}")


def _enumerant_problems(
    module: SpirvModule,
    instruction: SpirvInstruction,
    place: int,
    declared: frozenset[str],
    extensions: frozenset[str],
) -> Iterator[SpirvProblem]:
    value, what = int(instruction.operands[place]), instruction.kinds[place]
    rest = [value] if what.category is _VALUE else [1 << bit for bit in range(32) if value >> bit & 1]
    for single in rest:
        enumerant = what.enumerants.get(single)
        if enumerant is None:
            yield SpirvProblem("unknown", instruction, f"{single} is not a known {what.name}; it is kept")
        elif instruction.op is OP_CAPABILITY:
            yield from _row_problems(module, instruction, enumerant._replace(capabilities=()), "", declared, extensions)
        elif not _is_exempt(what.name, single):
            yield from _row_problems(module, instruction, enumerant, f"{what.name} ", declared, extensions)


def _is_exempt(kind: str, value: int) -> bool:
    return (kind == "BuiltIn" and value in _NAMED_ONLY) or (kind == "GroupOperation" and value < _GROUP_SCANS)


def _row_problems(
    module: SpirvModule,
    instruction: SpirvInstruction,
    row: GrammarRow,
    what: str,
    declared: frozenset[str],
    extensions: frozenset[str],
) -> Iterator[SpirvProblem]:
    if row.capabilities:
        if declared.isdisjoint(row.capabilities):
            needed = " or ".join(row.capabilities)
            yield SpirvProblem("capability", instruction, f"{what}{row.name} needs the capability {needed}")
        return
    if row.version is not None and row.version <= module.version:
        return
    if not extensions.isdisjoint(row.extensions):
        return
    ways = [] if row.version is None else ["SPIR-V {}.{}".format(*row.version)]
    ways += row.extensions
    if ways:
        yield SpirvProblem("version", instruction, f"{what}{row.name} needs {' or '.join(ways)}")
