"""A small assembler: what spirv-dis prints, as far as the tests need it, to bytes."""

from __future__ import annotations

import re
import struct
from functools import cache

from mtlb.spirv.enumerants import GLSLstd450
from mtlb.spirv.grammar import INSTRUCTION_NAMES, INSTRUCTIONS, KINDS, Category
from tests.spirv.samples import binary, op

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s]+')


@cache
def enumerants(instruction: str) -> dict[str, int]:
    """All enumerants by name; where two kinds have one of a name, that of the instruction's own operands counts."""
    row = INSTRUCTIONS[INSTRUCTION_NAMES[instruction]]
    numbers: dict[str, int] = {}
    for kind in (*(use.kind for use in row.operands), *KINDS.values()):
        if kind.category in (Category.VALUE, Category.MASK):
            for value, enumerant in kind.enumerants.items():
                for name in enumerant.names:
                    numbers.setdefault(name, value)
    return numbers


def assemble(text: str, version: int = 0x00010300) -> bytes:
    """The file of the instructions, one a line, ``%result = OpName operands``, where ids may have names.

    ``;`` begins a comment. A number with a point is a 32-bit float.
    """
    numbers: dict[str, int] = {}

    def id_of(name: str) -> int:
        return numbers.setdefault(name, len(numbers) + 1)

    instructions = []
    for line in text.splitlines():
        tokens = _TOKEN.findall(line.split(";")[0])
        if not tokens:
            continue
        result = ""
        if len(tokens) > 1 and tokens[1] == "=":
            result, tokens = tokens[0], tokens[2:]
        name, values = tokens[0], [_value(tokens[0], token, id_of) for token in tokens[1:]]
        if result:
            has_type = not name.startswith(("OpType", "OpString", "OpExtInstImport", "OpLabel"))
            values.insert(int(has_type), id_of(result))
        assert name in INSTRUCTION_NAMES, name
        instructions.append(op(name, *values))
    return binary(*instructions, header=(0x07230203, version, 0, len(numbers) + 1, 0))


def _value(instruction: str, token: str, id_of: object) -> int | str:
    if token[0] == '"':
        return token[1:-1]
    if instruction == "OpSpecConstantOp" and f"Op{token}" in INSTRUCTION_NAMES:
        return INSTRUCTION_NAMES[f"Op{token}"]
    if instruction == "OpExtInst" and token in GLSLstd450.__members__:
        return GLSLstd450[token]
    if token[0] == "%":
        return int(id_of(token))  # type: ignore[operator]
    if re.fullmatch(r"-?\d+\.\d*", token):
        return int(struct.unpack("<I", struct.pack("<f", float(token)))[0])
    if re.fullmatch(r"-?\d+|0x[0-9a-f]+", token):
        return int(token, 0)
    return sum(enumerants(instruction)[name] for name in token.split("|"))


HEAD = """
OpCapability Shader
OpMemoryModel Logical GLSL450
"""
TYPES = """
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v2float = OpTypeVector %float 2
%v3float = OpTypeVector %float 3
%v4float = OpTypeVector %float 4
%v3uint = OpTypeVector %uint 3
%i0 = OpConstant %int 0
%i1 = OpConstant %int 1
%i2 = OpConstant %int 2
%i3 = OpConstant %int 3
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u4 = OpConstant %uint 4
%f0 = OpConstant %float 0.0
%f1 = OpConstant %float 1.0
%function = OpTypeFunction %void
"""


def kernel(body: str, types: str = "", before: str = "", interface: str = "", needs: str = "") -> bytes:
    """A compute shader: `before` are names and decorations, `types` types and variables behind those of `TYPES`,
    `needs` its capabilities."""
    return assemble(
        f"""{needs}{HEAD}
        OpEntryPoint GLCompute %main "main" {interface}
        OpExecutionMode %main LocalSize 1 1 1
        {before}{TYPES}{types}
        %main = OpFunction %void None %function
        %start = OpLabel
        {body}
        OpReturn
        OpFunctionEnd"""
    )
