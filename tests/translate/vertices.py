"""Vertex functions of the cases: their attributes by rules, and the outputs that a driver writes to a buffer.

Transform feedback gives a vertex function's outputs as they are. `captured` adds its decorations to a module: where in
the buffer each output is. The arrays of a case, by name: "in3" is the attribute of location 3, "out" the bytes of all
outputs of a vertex; `outputs_of` divides them into "loc3" ("loc3.2": from component 2 on), "position", "point_size",
"clip1" and other builtins by their names.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mtlb.spirv import SpirvEntryPoint, SpirvModule, TypeArray, TypeFloat, TypeInt, TypeMatrix, TypeStruct, TypeVector
from mtlb.spirv.enumerants import BuiltIn, Capability, Decoration, ExecutionMode, Op, StorageClass

VERTICES, INSTANCES = 5, 2
FIRST_VERTEX, FIRST_INSTANCE = 2, 3
_BUILTINS = {BuiltIn.Position: "position", BuiltIn.PointSize: "point_size", BuiltIn.ClipDistance: "clip"}
_HEADER_WORDS = 5
_BEFORE_MODES = (Op.OpCapability, Op.OpExtension, Op.OpExtInstImport, Op.OpMemoryModel, Op.OpEntryPoint)


@dataclass(frozen=True)
class Number:
    """A number or vector of 32-bit numbers in the interface: "f4", "i4" or "u4" each."""

    name: str
    location: int
    dtype: str
    count: int
    offset: int = 0


def attributes_of(module: SpirvModule, point: SpirvEntryPoint) -> list[Number]:
    """The attributes of a vertex function: columns of matrices and elements of arrays have their own locations."""
    results = []
    for id in point.interface:
        variable = module.variables[id]
        location = module.decoration(id, Decoration.Location)
        if variable.storage is StorageClass.Input and location is not None:
            for number, (dtype, count) in enumerate(_leaves(module, variable.pointee)):
                place = int(location[0]) + number
                results.append(Number(f"in{place}", place, dtype, count))
    return results


def attribute_values(attribute: Number) -> np.ndarray:
    """A row for each vertex: numbers that differ, of floats exact ones."""
    rows = FIRST_VERTEX + VERTICES
    numbers = (np.arange(rows * attribute.count) * 7919 + attribute.location * 101) % 61
    values = (numbers - 19.5) / 8 if attribute.dtype == "f4" else numbers
    return values.astype(attribute.dtype).reshape(rows, attribute.count)


def captured(module: SpirvModule, point: SpirvEntryPoint) -> tuple[bytes, list[Number], int]:
    """The module with transform feedback of its outputs, where they are in the buffer, and the bytes of a vertex."""
    numbers: list[Number] = []
    decorations: list[tuple[Op, tuple[int, ...]]] = []
    end, variables = 0, []
    for id in point.interface:
        variable = module.variables[id]
        if variable.storage is not StorageClass.Output:
            continue
        variables.append(id)
        type = module.type(variable.pointee)
        if isinstance(type, TypeStruct):
            for member, inner in enumerate(type.members):
                builtin = module.member_decoration(variable.pointee, member, Decoration.BuiltIn)
                name = _BUILTINS.get(BuiltIn(int(builtin[0]))) if builtin else None
                if name is not None and member in _members(module, id):
                    where = (variable.pointee, member, Decoration.Offset, end)
                    decorations.append((Op.OpMemberDecorate, where))
                    numbers += _placed(module, inner, name, -1, end)
                    end = numbers[-1].offset + 4 * numbers[-1].count
            continue
        builtin = module.decoration(id, Decoration.BuiltIn)
        location = module.decoration(id, Decoration.Location)
        name = _BUILTINS.get(BuiltIn(int(builtin[0])), BuiltIn(int(builtin[0])).name.lower()) if builtin else "loc"
        component = module.decoration(id, Decoration.Component)
        suffix = f".{int(component[0])}" if component and int(component[0]) else ""
        decorations.append((Op.OpDecorate, (id, Decoration.Offset, end)))
        numbers += _placed(module, variable.pointee, name, int(location[0]) if location else -1, end, suffix)
        end = numbers[-1].offset + 4 * numbers[-1].count
    for id in variables:
        decorations += [
            (Op.OpDecorate, (id, Decoration.XfbBuffer, 0)),
            (Op.OpDecorate, (id, Decoration.XfbStride, end)),
        ]
    mode = (Op.OpExecutionMode, (point.function, ExecutionMode.Xfb))
    return _with(module, (Op.OpCapability, (Capability.TransformFeedback,)), mode, decorations), numbers, end


def _members(module: SpirvModule, variable: int) -> set[int]:
    """The members of a block that the module accesses: glslang declares all outputs that a vertex function can have."""
    chains = (item for item in module.each(Op.OpAccessChain) if int(item.operands[0]) == variable)
    values = (module.constants[int(chain.operands[1])].value for chain in chains)
    return {value for value in values if isinstance(value, int)}


def outputs_of(data: np.ndarray, outputs: list[Number], stride: int) -> dict[str, np.ndarray]:
    """The outputs of all vertices, a row each."""
    rows = np.ascontiguousarray(data).reshape(-1, stride)
    return {
        output.name: np.ascontiguousarray(rows[:, output.offset : output.offset + 4 * output.count]).view(output.dtype)
        for output in outputs
    }


def _placed(
    module: SpirvModule, type: int, name: str, location: int, offset: int, suffix: str = ""
) -> Iterator[Number]:
    leaves = list(_leaves(module, type))
    for number, (dtype, count) in enumerate(leaves):
        place = location + number
        full = f"loc{place}{suffix}" if name == "loc" else f"{name}{number}" if name == "clip" else name
        yield Number(full, place, dtype, count, offset)
        offset += 4 * count


def _leaves(module: SpirvModule, id: int) -> Iterator[tuple[str, int]]:
    type = module.type(id)
    if isinstance(type, TypeArray):
        for _ in range(module.array_length(type) or 0):
            yield from _leaves(module, type.element)
    elif isinstance(type, TypeMatrix):
        for _ in range(type.count):
            yield from _leaves(module, type.column)
    elif isinstance(type, TypeVector):
        ((dtype, _),) = _leaves(module, type.component)
        yield dtype, type.count
    elif isinstance(type, TypeFloat):
        yield f"f{type.width // 8}", 1
    elif isinstance(type, TypeInt):
        yield f"{'i' if type.signed else 'u'}{type.width // 8}", 1


def _with(
    module: SpirvModule,
    capability: tuple[Op, tuple[int, ...]],
    mode: tuple[Op, tuple[int, ...]],
    decorations: list[tuple[Op, tuple[int, ...]]],
) -> bytes:
    """The words of the module with more instructions, each in its section."""
    parts = [module.write()[: _HEADER_WORDS * 4], _words(*capability)]
    modes, types = [mode], list(decorations)
    for item in module.instructions:
        before: list[tuple[Op, tuple[int, ...]]] = []
        if modes and item.op not in _BEFORE_MODES:
            before, modes = modes, []
        if types and item.name.startswith("OpType"):
            before, types = types, []
        parts += [_words(*instruction) for instruction in before]
        parts.append(struct.pack(f"<{len(item.words)}I", *item.words))
    return b"".join(parts)


def _words(op: Op, operands: tuple[int, ...]) -> bytes:
    return struct.pack(
        f"<{len(operands) + 1}I", (len(operands) + 1) << 16 | op, *(int(operand) for operand in operands)
    )
