"""Names for ids, in the scheme of spirv-dis: from OpName, built-ins, types and constants (docs/spirv.md §7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .enumerants import BuiltIn, Decoration, Op, SpirvAccessQualifier, StorageClass
from .literals import number_text

if TYPE_CHECKING:
    from .instructions import SpirvInstruction
    from .module import SpirvModule

_NOT_PRINTED = re.compile(rb"[^A-Za-z0-9_]")

_PREFIXED = """Position PointSize ClipDistance CullDistance Layer ViewportIndex TessLevelOuter TessLevelInner TessCoord
PatchVertices FragCoord PointCoord FrontFacing SamplePosition SampleMask FragDepth HelperInvocation LocalInvocationIndex
VertexIndex InstanceIndex BaseInstance VertexId=VertexID InstanceId=InstanceID PrimitiveId=PrimitiveID
InvocationId=InvocationID SampleId=SampleID NumWorkgroups=NumWorkGroups WorkgroupSize=WorkGroupSize
WorkgroupId=WorkGroupID LocalInvocationId=LocalInvocationID GlobalInvocationId=GlobalInvocationID"""
_PLAIN = """
WorkDim GlobalSize EnqueuedWorkgroupSize GlobalOffset GlobalLinearId SubgroupSize SubgroupMaxSize NumSubgroups
NumEnqueuedSubgroups SubgroupId SubgroupLocalInvocationId SubgroupEqMask=SubgroupEqMaskKHR
SubgroupGeMask=SubgroupGeMaskKHR SubgroupGtMask=SubgroupGtMaskKHR SubgroupLeMask=SubgroupLeMaskKHR
SubgroupLtMask=SubgroupLtMaskKHR"""


def _built_ins(words: str, prefix: str) -> dict[int, str]:
    pairs = (word.partition("=") for word in words.split())
    return {BuiltIn[name].value: prefix + (shown or name) for name, _, shown in pairs}


_BUILT_INS = _built_ins(_PREFIXED, "gl_") | _built_ins(_PLAIN, "")
_INTEGERS = {8: "char", 16: "short", 32: "int", 64: "long"}
_FLOATS = {16: "half", 32: "float", 64: "double"}
_WORDS = {
    Op.OpTypeVoid: "void",
    Op.OpTypeBool: "bool",
    Op.OpTypeEvent: "Event",
    Op.OpTypeDeviceEvent: "DeviceEvent",
    Op.OpTypeReserveId: "ReserveId",
    Op.OpTypeQueue: "Queue",
    Op.OpTypePipeStorage: "PipeStorage",
    Op.OpTypeNamedBarrier: "NamedBarrier",
    Op.OpConstantTrue: "true",
    Op.OpConstantFalse: "false",
}


def friendly_names(module: SpirvModule) -> dict[int, str]:
    """A unique name for every id that is named, decorated as built-in or defined."""
    names = _Names(module)
    for instruction in module.instructions:
        names.note(instruction)
    return names.of


class _Names:
    def __init__(self, module: SpirvModule) -> None:
        self.of: dict[int, str] = {}
        self._used: set[str] = set()
        self._types = module.types

    def _save(self, id: int, suggested: str) -> None:
        """Name an id, unless it has a name: as suggested, with a number appended if the name is used."""
        if id in self.of:
            return
        data = suggested.encode("utf-8", "surrogateescape")
        name = base = _NOT_PRINTED.sub(b"_", data).decode("ascii") if data else "_"
        number = 0
        while name in self._used:
            name = f"{base}_{number}"
            number += 1
        self._used.add(name)
        self.of[id] = name

    def _name(self, id: int) -> str:
        return self.of.get(id, str(id))

    def note(self, instruction: SpirvInstruction) -> None:
        op = instruction.op
        if op is Op.OpName:
            self._save(int(instruction.operands[0]), str(instruction.operands[1]))
        elif op is Op.OpDecorate:
            if (
                instruction.operands[1] == Decoration.BuiltIn
                and (name := _BUILT_INS.get(int(instruction.operands[2]))) is not None
            ):
                self._save(int(instruction.operands[0]), name)
        elif instruction.id and instruction.id not in self.of:
            self._save(instruction.id, self._derived(instruction))

    def _derived(self, instruction: SpirvInstruction) -> str:
        """The name of an id without OpName, from its type or value."""
        op = instruction.op
        if op in _WORDS:
            return _WORDS[op]
        values = [int(value) for value in instruction.operands if not isinstance(value, str)]
        if op is Op.OpTypeInt:
            width, signed = values
            root = _INTEGERS.get(width)
            sign = ("" if root else "i") if signed else "u"
            return sign + (root or str(width))
        if op is Op.OpTypeFloat:
            return _FLOATS.get(values[0], f"fp{values[0]}")
        if op is Op.OpTypeVector:
            return f"v{values[1]}{self._name(values[0])}"
        if op is Op.OpTypeMatrix:
            return f"mat{values[1]}{self._name(values[0])}"
        if op is Op.OpTypeArray:
            return f"_arr_{self._name(values[0])}_{self._name(values[1])}"
        if op is Op.OpTypeRuntimeArray:
            return f"_runtimearr_{self._name(values[0])}"
        if op is Op.OpTypePointer:
            return f"_ptr_{StorageClass(values[0]).label}_{self._name(values[1])}"
        if op is Op.OpTypePipe:
            return f"Pipe{SpirvAccessQualifier(values[0]).label}"
        if op is Op.OpTypeOpaque:
            return f"Opaque_{instruction.operands[0]}"
        if op is Op.OpTypeStruct:
            return f"_struct_{instruction.id}"
        if op is Op.OpConstant and (kind := self._types.get(instruction.type)) is not None:
            return f"{self._name(instruction.type)}_{number_text(values[0], kind).replace('-', 'n')}"
        return str(instruction.id)
