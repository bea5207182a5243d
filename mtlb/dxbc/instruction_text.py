"""Instructions of a token program as Microsoft's compiler prints them (docs/dxbc.md §3)."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .numbers import Runtime, double_text, float_text, integer_text, untyped_text
from .opcodes import Immediates
from .tokens import CustomData, CustomKind, Index, TokenInstruction, TokenOperand, TokenProgram
from .words import (
    DIMENSIONS,
    INTERPOLATIONS,
    PARTITIONINGS,
    PRECISIONS,
    RETURN_TYPES,
    SAMPLER_MODES,
    SYSTEM_NAMES,
    TESSELLATOR_DOMAINS,
    TESSELLATOR_OUTPUTS,
    TOPOLOGIES,
    UNBOUNDED,
    primitive_word,
    word,
)


@dataclass(frozen=True)
class ListingStyle:
    """The differences between compiler versions."""

    runtime: Runtime = Runtime.MIDDLE
    upper_case_buffers: bool = True
    """Declarations of constant buffers are ``CB0[4]``; up to 9.x ``cb0[4]``."""
    names_offsets: bool = True
    """Texel offsets have the suffix ``_aoffimmi``; not in 9.29."""
    names_constant_tests: bool = True
    """A `discard` of a constant has its test (`_z`, `_nz`) in its name; not in 9.29."""
    names_constant_values: bool = True
    """System values in pixel shaders have their interpolation mode; not up to 9.x."""
    narrow_format: bool = False
    """The column Format of a signature is one narrower: 9.29."""
    old_bindings: bool = False
    """Resource bindings have the columns Slot and Elements: up to 9.x."""
    shader_slashes: bool = False
    """A line of three slashes follows the generator: 9.30."""

    @classmethod
    def of(cls, creator: str | None, *, has_root_signature: bool = False) -> ListingStyle:
        """The style of the compiler that RDEF names; without RDEF, the style of a recent disassembler.
        Only compilers in SDKs for Direct3D 12 write root signatures."""
        match = re.search(r"(\d+)\.(\d+)", creator or "")
        if creator is None or match is None:
            return cls(Runtime.NEW if has_root_signature else Runtime.MIDDLE)
        version = int(match[1]), int(match[2])
        if version[0] >= 10:
            return cls(Runtime.NEW if version >= (10, 1) else Runtime.MIDDLE)
        if version[0] == 6:  # 6.3.9600, which follows 9.30
            return cls(Runtime.OLD)
        is_old = version < (9, 30)
        return cls(
            Runtime.OLD,
            upper_case_buffers=False,
            names_offsets=not is_old,
            names_constant_tests=not is_old,
            names_constant_values=False,
            narrow_format=is_old,
            old_bindings=True,
            shader_slashes=not is_old,
        )


RECENT_STYLE = ListingStyle()
"""The style of a recent disassembler."""

_REGISTER_NAMES = (
    "r v o x l d s t cb icb l vPrim oDepth null rasterizer oMask m fb ft fp fi fo vOutputControlPointID "
    "vForkInstanceID vJoinInstanceID vicp vocp vpc vDomain this u g vThreadID vThreadGroupID vThreadIDInGroup "
    "vCoverage vThreadIDInGroupFlattened vGSInstanceID oDepthGE oDepthLE vCycleCounter oStencilRef vInnerCoverage"
)
OPERAND_NAMES = dict(enumerate(_REGISTER_NAMES.split()))
"""The register names by operand type."""

_INPUT, _OUTPUT, _IMMEDIATE32, _IMMEDIATE64, _CONSTANT_BUFFER, _ICB = 1, 2, 4, 5, 8, 9
_INTERFACE, _INPUT_CONTROL_POINT, _OUTPUT_CONTROL_POINT, _PATCH_CONSTANT, _THIS = 19, 25, 26, 27, 29
_ALL_INDICES_IN_BRACKETS = frozenset({_ICB, _INPUT_CONTROL_POINT, _OUTPUT_CONTROL_POINT, _THIS})
_BRACKETS_IF_TWO = frozenset({_INPUT, _OUTPUT, _PATCH_CONSTANT})
_RANGES = {6: "S", 7: "T", 8: "CB", 30: "U"}  # shader model 5.1: an id, and the index in its range
_RESOURCES = frozenset({6, 7, 14, 30, 31})  # s, t, rasterizer, u, g
_MASK, _SWIZZLE, _ONE = 0, 1, 2

GLOBAL_FLAGS = {
    11: "refactoringAllowed",
    12: "enableDoublePrecisionFloatOps",
    13: "forceEarlyDepthStencil",
    14: "enableRawAndStructuredBuffers",
    15: "skipOptimization",
    16: "enableMinimumPrecision",
    17: "enable11_1DoubleExtensions",
    18: "enable11_1ShaderExtensions",
    19: "allResourcesBound",
}
"""The bits in the token of dcl_globalFlags."""

_ROWS_INDENT = " " * 30  # the indentation below the first row of an immediate constant buffer
_DIMENSION_STRUCTURED = 12
_MULTISAMPLED = (4, 9)


# --- operands ---------------------------------------------------------------------------------------------------------


def _components(operand: TokenOperand) -> str:
    if operand.components != 4:
        return ""
    chosen = operand.chosen
    if operand.selection == _MASK:
        mask = "".join(c for i, c in enumerate("xyzw") if chosen >> i & 1)
        return f".{mask}" if mask else ""
    if operand.selection == _SWIZZLE:
        return "." + "".join("xyzw"[chosen >> 2 * i & 3] for i in range(4))
    return "." + "xyzw"[chosen & 3]


def _index(index: Index, style: ListingStyle) -> str:
    if index.relative is None:
        return str(index.number)
    return f"{_operand(index.relative, style, Immediates.INTEGER)} + {index.number}"


def _register(operand: TokenOperand, style: ListingStyle) -> str:
    """The register name and indices."""
    kind, indices = operand.type, operand.indices
    name = OPERAND_NAMES.get(kind, f"unknown{kind}_")
    texts = [_index(index, style) for index in indices]
    if not indices:
        return name
    if kind in _RANGES and len(indices) == (3 if kind == _CONSTANT_BUFFER else 2):
        return _RANGES[kind] + texts[0] + "".join(f"[{text}]" for text in texts[1:])
    in_brackets = kind in _ALL_INDICES_IN_BRACKETS or (kind in _BRACKETS_IF_TWO and len(indices) > 1)
    if not in_brackets and indices[0].relative is None:
        name += texts.pop(0)
    return name + "".join(f"[{text}]" for text in texts)


def _immediate(operand: TokenOperand, style: ListingStyle, immediates: Immediates) -> str:
    values = operand.values
    if operand.type == _IMMEDIATE64:
        pairs = (struct.pack("<2I", *values[i : i + 2]) for i in range(0, len(values), 2))
        doubles = (double_text(struct.unpack("<d", pair)[0], style.runtime) for pair in pairs)
        return f"d({', '.join(f'{double}l' for double in doubles)})"
    if immediates is Immediates.INTEGER:
        return f"l({', '.join(map(integer_text, values))})"
    if immediates is Immediates.UNTYPED:
        return f"l({','.join(untyped_text(value, style.runtime) for value in values)})"
    return f"l({', '.join(float_text(value, style.runtime) for value in values)})"


def _operand(
    operand: TokenOperand, style: ListingStyle, immediates: Immediates = Immediates.FLOAT, precision: int | None = None
) -> str:
    """The text of an operand; `precision` is that of the operation that reads it, None to use the operand's own."""
    is_immediate = operand.type in (_IMMEDIATE32, _IMMEDIATE64)
    text = _immediate(operand, style, immediates) if is_immediate else _register(operand, style) + _components(operand)
    own = operand.precision
    if precision is not None and precision != own and operand.components:
        text += f" {{{word(PRECISIONS, own)} as {word(PRECISIONS, precision)}}}"
    elif own:
        text += f" {{{word(PRECISIONS, own)}}}"
    if not operand.extensions:
        return text
    if operand.is_nonuniform:
        text += " { nonuniform }"
    if operand.modifier & 2:
        text = f"|{text}|"
    return f"-{text}" if operand.modifier & 1 else text


def _declared(operand: TokenOperand, style: ListingStyle) -> str:
    """The operand in a resource declaration: without components, and in shader model 5.1 with a range."""
    if operand.type in _RANGES and len(operand.indices) == 3:
        number, low, high = (index.number for index in operand.indices)
        return f"{_RANGES[operand.type]}{number}[{low}:{'*' if high == UNBOUNDED else high}]"
    text = _register(operand, style)
    if operand.type == _CONSTANT_BUFFER and style.upper_case_buffers:
        text = "CB" + text[2:]
    return text


# --- declarations -----------------------------------------------------------------------------------------------------


def _space(instruction: TokenInstruction, count: int) -> str:
    """The register space that shader model 5.1 stores after `count` words."""
    return f", space={instruction.words[count]}" if len(instruction.words) > count else ""


def _types(types: tuple[int, ...]) -> str:
    return "(" + ",".join(word(RETURN_TYPES, return_type) for return_type in types) + ")"


def _four_types(value: int) -> str:
    return _types(tuple(value >> shift & 0xF for shift in (0, 4, 8, 12)))


def _access(instruction: TokenInstruction) -> str:
    return ("_glc" if instruction.control(16, 1) else "") + ("_rov" if instruction.control(17, 1) else "")


def _dcl_resource(i: TokenInstruction, style: ListingStyle) -> str:
    dimension = i.control(11, 5)
    samples = f"({i.control(16, 7)})" if dimension in _MULTISAMPLED else ""
    declared = _declared(i.operands[0], style)
    return f"{i.name}_{word(DIMENSIONS, dimension)}{samples} {_four_types(i.words[0])} {declared}{_space(i, 1)}"


def _dcl_constantbuffer(i: TokenInstruction, style: ListingStyle) -> str:
    access = "dynamicIndexed" if i.control(11, 1) else "immediateIndexed"
    size = f"[{i.words[0]}]" if i.words else ""
    return f"{i.name} {_declared(i.operands[0], style)}{size}, {access}{_space(i, 1)}"


def _dcl_sampler(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} {_declared(i.operands[0], style)}, {word(SAMPLER_MODES, i.control(11, 4))}{_space(i, 0)}"


def _dcl_uav_typed(i: TokenInstruction, style: ListingStyle) -> str:
    name = f"{i.name}_{word(DIMENSIONS, i.control(11, 5))}{_access(i)}"
    return f"{name} {_four_types(i.words[0])} {_declared(i.operands[0], style)}{_space(i, 1)}"


def _dcl_raw(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name}{_access(i)} {_declared(i.operands[0], style)}{_space(i, 0)}"


def _dcl_uav_structured(i: TokenInstruction, style: ListingStyle) -> str:
    counter = "_opc" if i.control(23, 1) else ""
    return f"{i.name}{_access(i)}{counter} {_declared(i.operands[0], style)}, {i.words[0]}{_space(i, 1)}"


def _dcl_resource_structured(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} {_declared(i.operands[0], style)}, {i.words[0]}{_space(i, 1) or ' '}"


def _dcl_named(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} {_operand(i.operands[0], style)}, {word(SYSTEM_NAMES, i.words[0] & 0xFFFF)}"


def _dcl_input_ps(i: TokenInstruction, style: ListingStyle) -> str:
    name = f", {word(SYSTEM_NAMES, i.words[0] & 0xFFFF)}" if i.words else ""
    mode = f"{word(INTERPOLATIONS, i.control(11, 4))} "
    if i.name == "dcl_input_ps_sgv" and not (style.names_constant_values and i.control(11, 4)):
        mode = ""
    return f"{i.name} {mode}{_operand(i.operands[0], style)}{name}"


def _dcl_operand(i: TokenInstruction, style: ListingStyle) -> str:
    return " ".join((i.name, _operand(i.operands[0], style), *map(str, i.words)))


def _dcl_group_shared(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} {', '.join((_operand(i.operands[0], style), *map(str, i.words)))}"


def _dcl_words(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} {', '.join(map(str, i.words))}"


def _dcl_indexable_temp(i: TokenInstruction, style: ListingStyle) -> str:
    number, size, components = i.words
    return f"{i.name} x{number}[{size}], {components}"


def _dcl_global_flags(i: TokenInstruction, style: ListingStyle) -> str:
    flags = [text for bit, text in GLOBAL_FLAGS.items() if i.control(bit, 1)]
    return f"{i.name} {' | '.join(flags)}"


def _dcl_function_body(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} fb{i.words[0]}"


def _dcl_function_table(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} ft{i.words[0]} = {{{', '.join(f'fb{body}' for body in i.words[2:])}}}"


def _dcl_interface(i: TokenInstruction, style: ListingStyle) -> str:
    number, functions, counts, *tables = i.words
    dynamic = "_dynamicindexed" if i.control(11, 1) else ""
    listed = ", ".join(f"ft{table}" for table in tables)
    return f"{i.name}{dynamic} fp{number}[{counts >> 16}][{functions}] = {{{listed}}}"


def _dcl_hs_max_tessfactor(i: TokenInstruction, style: ListingStyle) -> str:
    return f"{i.name} l({float_text(i.words[0], style.runtime)})"


def _with_control(
    width: int, text: Callable[[int], str], end: str = ""
) -> Callable[[TokenInstruction, ListingStyle], str]:
    return lambda i, style: f"{i.name} {text(i.control(11, width))}{end}"


def _from(words: dict[int, str]) -> Callable[[int], str]:
    return lambda value: word(words, value)


_DECLARATIONS: dict[str, Callable[[TokenInstruction, ListingStyle], str]] = {
    "dcl_resource": _dcl_resource,
    "dcl_constantbuffer": _dcl_constantbuffer,
    "dcl_sampler": _dcl_sampler,
    "dcl_indexrange": _dcl_operand,
    "dcl_outputtopology": _with_control(7, _from(TOPOLOGIES), " "),
    "dcl_inputprimitive": _with_control(6, primitive_word, " "),
    "dcl_maxout": _dcl_words,
    "dcl_input": _dcl_operand,
    "dcl_input_sgv": _dcl_named,
    "dcl_input_siv": _dcl_named,
    "dcl_input_ps": _dcl_input_ps,
    "dcl_input_ps_sgv": _dcl_input_ps,
    "dcl_input_ps_siv": _dcl_input_ps,
    "dcl_output": _dcl_operand,
    "dcl_output_sgv": _dcl_named,
    "dcl_output_siv": _dcl_named,
    "dcl_temps": _dcl_words,
    "dcl_indexableTemp": _dcl_indexable_temp,
    "dcl_globalFlags": _dcl_global_flags,
    "dcl_stream": _dcl_operand,
    "dcl_function_body": _dcl_function_body,
    "dcl_function_table": _dcl_function_table,
    "dcl_interface": _dcl_interface,
    "dcl_input_control_point_count": _with_control(6, str),
    "dcl_output_control_point_count": _with_control(6, str),
    "dcl_tessellator_domain": _with_control(2, _from(TESSELLATOR_DOMAINS)),
    "dcl_tessellator_partitioning": _with_control(3, _from(PARTITIONINGS)),
    "dcl_tessellator_output_primitive": _with_control(3, _from(TESSELLATOR_OUTPUTS)),
    "dcl_hs_max_tessfactor": _dcl_hs_max_tessfactor,
    "dcl_hs_fork_phase_instance_count": _dcl_words,
    "dcl_hs_join_phase_instance_count": _dcl_words,
    "dcl_thread_group": _dcl_words,
    "dcl_uav_typed": _dcl_uav_typed,
    "dcl_uav_raw": _dcl_raw,
    "dcl_uav_structured": _dcl_uav_structured,
    "dcl_tgsm_raw": _dcl_group_shared,
    "dcl_tgsm_structured": _dcl_group_shared,
    "dcl_resource_raw": _dcl_raw,
    "dcl_resource_structured": _dcl_resource_structured,
    "dcl_gsinstances": _dcl_words,
}


# --- instructions -----------------------------------------------------------------------------------------------------

_SYNC = ((3, "_uglobal"), (2, "_ugroup"), (1, "_g"), (0, "_t"))
_RESULTS = {
    "resinfo": {0: "", 1: "_rcpFloat", 2: "_uint"},
    "sampleinfo": {0: "", 1: "_uint"},
}


def _is_constant_discard(i: TokenInstruction) -> bool:
    return i.name == "discard" and i.operands[0].type == _IMMEDIATE32


def _mnemonic(i: TokenInstruction, style: ListingStyle) -> str:
    """The name with all suffixes from controls and extended tokens."""
    name = i.name
    if name == "sync":
        return name + "".join(text for bit, text in _SYNC if i.control(11 + bit, 1))
    if i.row is not None and i.row.has_test and (style.names_constant_tests or not _is_constant_discard(i)):
        name += "_nz" if i.control(18, 1) else "_z"
    if i.control(13, 1):
        name += "_sat"
    offsets, dimension, types = i.offsets, i.dimension, i.return_types
    if offsets is not None and style.names_offsets:
        name += "_aoffimmi"
    if dimension is not None or types is not None:
        name += "_indexable"
    if precise := i.control(19, 4):
        components = "".join(c for n, c in enumerate("xyzw") if precise >> n & 1)
        name += " [precise]" if len(components) == 4 else f" [precise({components})]"
    if offsets is not None:
        name += "({},{},{})".format(*offsets)
    if dimension is not None:
        stride = f", stride={dimension[1]}" if dimension[0] == _DIMENSION_STRUCTURED else ""
        name += f"({word(DIMENSIONS, dimension[0])}{stride})"
    if types is not None:
        name += _types(types)
    if (results := _RESULTS.get(i.name)) is not None:
        name += word(results, i.control(11, 2))
    return name


def _fcall(i: TokenInstruction, style: ListingStyle) -> str:
    """The function index precedes the operand, but is printed after it."""
    return f"{i.name} {_operand(i.operands[0], style)}[{i.words[0]}]"


def _custom_data(custom: CustomData, style: ListingStyle) -> str:
    if custom.kind is CustomKind.IMMEDIATE_CONSTANT_BUFFER:
        rows = (f"{{ {', '.join(untyped_text(value, style.runtime) for value in row)}}}" for row in custom.rows)
        return f"dcl_immediateConstantBuffer {{ {f',{chr(10)}{_ROWS_INDENT}'.join(rows)} }}"
    if custom.message is not None:
        name = "errorf" if custom.message.is_error else "printf"
        operands = [_operand(operand, style, Immediates.UNTYPED) for operand in custom.message.operands]
        return f"{name} " + ", ".join((f'"{custom.message.text}"', *operands))
    return f"// custom data of class {int(custom.kind)}, {len(custom.words)} words"


def instruction_text(instruction: TokenInstruction, style: ListingStyle = RECENT_STYLE) -> str:
    """The text of an instruction or declaration, as in the listing but without indentation.
    Instructions without operands end with a blank, as in the listing. An immediate constant buffer has a line for
    each row."""
    if instruction.custom is not None:
        return _custom_data(instruction.custom, style)
    row = instruction.row
    if row is None:
        words = ", ".join(f"0x{value:08x}" for value in (instruction.token, *instruction.rest))
        return f"{instruction.name} {words}"
    if (declaration := _DECLARATIONS.get(row.name)) is not None:
        return declaration(instruction, style)
    if row.name == "fcall":
        return _fcall(instruction, style)
    name = _mnemonic(instruction, style)
    operands = instruction.operands
    if not operands:
        return name if row.name == "sync" else f"{name} "
    immediates = row.immediates
    # The precision of operands is compared with that of the destination, except for resource addresses.
    has_resource = any(operand.type in _RESOURCES for operand in operands)
    precision = operands[0].precision if row.destinations and not has_resource else None
    texts = [
        _operand(operand, style, immediates, None if n < row.destinations else precision)
        for n, operand in enumerate(operands)
    ]
    return f"{name} {', '.join(texts)}"


_OPENING = frozenset({"if", "loop", "switch", "else"})
_CLOSING = frozenset({"endif", "endloop", "endswitch", "else"})


def program_lines(
    program: TokenProgram, style: ListingStyle = RECENT_STYLE, *, numbered: bool = False
) -> Iterator[tuple[TokenInstruction | None, str]]:
    """The lines of a program, each with its instruction; the first line is the profile.
    With `numbered`, instruction slots are numbered."""
    margin = " " * 6 if numbered else ""
    yield None, margin + program.profile
    depth = slot = 0
    for instruction in program.instructions:
        name = instruction.name
        if name in _CLOSING:
            depth = max(depth - 1, 0)
        front = margin
        if instruction.is_counted:
            front = f"{slot:4}: " if numbered else ""
            slot += 1
        text = instruction_text(instruction, style)
        for n, line in enumerate(text.split("\n")):
            yield instruction, (margin if n else front) + "  " * depth + line
        if name in _OPENING:
            depth += 1
