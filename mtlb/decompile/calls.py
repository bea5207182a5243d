"""Calls of AIR functions as Metal functions and methods: the inverse of `mtlb compile`'s library.
The names on both sides are those of tools/gen_metal_header.py, the parameter order that of `mtlb.air.intrinsics`."""

from __future__ import annotations

import re
from typing import Protocol

from ..air.intrinsics import Intrinsic, intrinsic
from ..air.names import PREFIX
from ..air.textures import SHAPES, TextureShape
from ..air.types import NUMBERS
from ..ir import Constant, ConstantCode, InstCode, Instruction, Value, constant_number
from .rays import RayWriter, ray_function
from .text import (
    POSTFIX,
    PRIMARY,
    UNARY,
    Expr,
    PointerText,
    call,
    converted,
    joined,
    literal,
    target,
    unsuffixed,
    with_sign,
)
from .types import RATE_MAP, Inexpressible
from .uses import callee_name

_SHAPES = sorted(SHAPES.values(), key=lambda item: -len(item.word))
_WORDS = {number.word: number.name for number in NUMBERS if number.kind not in ("int",)}
_RENAMED = {
    "add_sat": "addsat",
    "sub_sat": "subsat",
    "mul_hi": "mulhi",
    "abs_diff": "absdiff",
    "mad_hi": "madhi",
    "mad_sat": "madsat",
}
_COMMANDS = {
    "reset": (),
    "set_barrier": (),
    "clear_barrier": (),
    "set_pipeline_state": ("",),
    "set_vertex_buffer": ("", "uint"),
    "set_fragment_buffer": ("", "uint"),
    "set_kernel_buffer": ("", "uint"),
    "set_threadgroup_memory_length": ("uint", "uint"),
    "set_imageblock_size": ("ushort2",),
    "concurrent_dispatch_threadgroups": ("uint3", "uint3"),
    "concurrent_dispatch_threads": ("uint3", "uint3"),
    "set_stage_in_region": ("uint3", "uint3"),
}
"""Operations on commands that `mtlb compile` supports, besides draws and copies: the types of their operands."""
_NO_STRIDE = (-1, (1 << 64) - 1)
"""The stride of a buffer where the source gives none, from AIR 2.7 on."""
_PRIMITIVES = ("point", "line", "line_strip", "triangle", "triangle_strip")
"""The names by number, in the order of `metal::primitive_type`."""
_SQUARE = re.compile(r"dot\((.+), \1\)")
"""The expression whose square root is `length`, in the header of `mtlb compile` as in Apple's modules."""
_FLAGS = {1: "mem_device", 2: "mem_threadgroup", 4: "mem_texture", 8: "mem_threadgroup_imageblock"}
FUNCTION = "function"
"""The type of an entry in a function table, which has no name in Metal."""
TABLE = "visible_function_table"
_OF_TABLE = f"{PREFIX}get_function_pointer_visible_function_table"
_VOTES = {"simd_ballot": "ulong", "simd_active_threads_mask": "ulong", "quad_ballot": "ushort"}
_VOTES["quad_active_threads_mask"] = "ushort"


class ValueTexts(Protocol):
    """The interface that supplies the text of operands."""

    is_fast: bool
    rays: RayWriter

    def value(self, value: Value, type_: str = "") -> Expr:
        """The text of a value, of a type if one is given."""
        ...

    def pointer(self, value: Value, element: str) -> Expr:
        """An address as a pointer to elements of a type."""
        ...

    def handle(self, value: Value) -> Expr:
        """A resource."""
        ...

    def is_sparse(self, call: Instruction) -> bool:
        """Whether a texture read's residency is used."""
        ...

    def imageblock(self) -> Expr:
        """The imageblock of the function."""
        ...

    def pixel_members(self) -> list[tuple[str, str]]:
        """The names and types of the imageblock struct's members."""
        ...

    def simd_size(self) -> Expr:
        """The argument with the number of threads in a SIMD-group."""
        ...


def word_type(word: str, *, signed: bool = False) -> str:
    """The Metal type for an AIR type word: `v4f32` is float4."""
    match = re.fullmatch(r"(?:v(\d+))?(\w+)", word)
    if match is None or match[2] not in _WORDS:
        raise Inexpressible(f"a value of {word}")
    return with_sign(_WORDS[match[2]] + (match[1] or ""), signed=signed)


def is_zero(value: Value) -> bool:
    """Whether a value is the constant zero."""
    if isinstance(value, Constant) and value.code in (ConstantCode.UNDEF, ConstantCode.POISON):
        return True
    return isinstance(value, Constant) and (
        value.code == ConstantCode.NULL or (len(value.params) == 1 and value.params[0] == 0 and not value.operands)
    )


def table_entry(value: Value) -> Instruction | None:
    """The call that reads a function from a table, looking through casts; None for another address."""
    while isinstance(value, Instruction) and value.code is InstCode.CAST:
        value = value.operands[0]
    return value if isinstance(value, Instruction) and callee_name(value) == _OF_TABLE else None


def signature(table: str) -> tuple[str, list[str]] | None:
    """The result and parameters of a table's functions, from its type; None for another type."""
    match = re.fullmatch(r"visible_function_table<(.+?) ?\((.*)\)>", table)
    if match is None:
        return None
    parameters, depth = [""], 0
    for letter in match[2]:
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and not depth:
            parameters.append("")
        else:
            parameters[-1] += letter
    return match[1], [text.strip() for text in parameters if text.strip()]


def with_spaces(table: str, spaces: list[str]) -> str:
    """A table's type whose pointers have the address spaces of a call's operands.
    Metadata has the signature without address spaces. A guess: `device` if nothing calls a function of the table."""
    functions = signature(table)
    if functions is None:
        return table
    result, parameters = functions
    for number, text in enumerate(parameters):
        if text.endswith(("*", "&")):
            space = spaces[number] if number < len(spaces) and spaces[number] else "device"
            parameters[number] = f"{space} {text.replace(' *', '*').replace(' &', '&')}"
    return f"visible_function_table<{result}({', '.join(parameters)})>"


class CallWriter:
    """Calls of `air.*` in one function."""

    def __init__(self, values: ValueTexts) -> None:
        self.values = values

    def text(self, instruction: Instruction, function: Intrinsic) -> Expr:
        """The call as an expression; of type void if it has no result. Raises Inexpressible if Metal has no
        equivalent."""
        name = function.family.name
        arguments = list(instruction.arguments)
        if ray_function(function.name) is not None:
            return self.values.rays.text(instruction)
        for shape in _SHAPES:
            match = re.fullmatch(rf"(\w+?)_{shape.word}(_grad|\.i16)?", name)
            if match is not None:
                call_text = self.texture(shape, match[1], match[2] or "", function, arguments)
                if match[1] == "sample" and self.values.is_sparse(instruction):
                    text = call_text.text.replace(".sample(", ".sparse_sample(", 1)
                    return Expr(text, POSTFIX, f"sparse_color<{call_text.type}>", call_text.names)
                if self.values.is_sparse(instruction):
                    raise Inexpressible("whether a sparse texture is resident")
                return call_text
        if name.startswith("atomic.") and name != "atomic.fence":
            return self.atomic(function, arguments)
        if name.startswith(("pack.", "unpack.")):
            return self.packed(function, arguments)
        special = getattr(self, "call_" + name.replace(".", "_"), None)
        if special is not None:
            expression = special(function, arguments)
            assert isinstance(expression, Expr)
            return expression
        if name.endswith(("_render_command", "_compute_command")):
            return self.command(function, arguments)
        if name in _VOTES:
            inner = call(name, [self.values.value(a, "bool") for a in arguments], "")
            return Expr(f"{_VOTES[name]}({inner.text})", PRIMARY, _VOTES[name], inner.names)
        return self.plain(function, arguments)

    # --- tables of functions, structures of rays, interpolants

    def call_get_function_pointer_visible_function_table(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """An entry of a table."""
        table, number = self.values.handle(arguments[0]), unsuffixed(self.values.value(arguments[1], "uint"))
        return Expr(f"{table.at(POSTFIX)}[{number.text}]", POSTFIX, FUNCTION, joined(table, number))

    def _count(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """The number of functions in a table, or of instances in an acceleration structure."""
        method = "get_instance_count" if "instance_count" in function.family.name else "size"
        return self._method(self.values.handle(arguments[0]), method, [], "uint")

    call_get_size_visible_function_table = _count
    call_get_size_intersection_function_table = _count
    call_get_instance_count_instance_acceleration_structure = _count

    def _is_null(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """Whether a table or an acceleration structure is null."""
        name = function.family.name.replace("is_null_instance_", "is_null_").replace("is_null_primitive_", "is_null_")
        return call(name, [self.values.handle(arguments[0])], "bool")

    call_is_null_visible_function_table = _is_null
    call_is_null_intersection_function_table = _is_null
    call_is_null_instance_acceleration_structure = _is_null
    call_is_null_primitive_acceleration_structure = _is_null

    def _interpolated(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A stage input, interpolated at the function's choice of position."""
        place = function.family.name.split("_")[1]
        kinds = {"sample": "uint", "offset": "float2"}
        operands = [self.values.value(value, kinds[place]) for value in arguments[1:]]
        type_ = word_type(function.words["T"])
        return self._method(self.values.handle(arguments[0]), f"interpolate_at_{place}", operands, type_)

    call_interpolate_center_perspective = _interpolated
    call_interpolate_center_no_perspective = _interpolated
    call_interpolate_centroid_perspective = _interpolated
    call_interpolate_centroid_no_perspective = _interpolated
    call_interpolate_offset_perspective = _interpolated
    call_interpolate_offset_no_perspective = _interpolated
    call_interpolate_sample_perspective = _interpolated
    call_interpolate_sample_no_perspective = _interpolated

    def call_get_sample_position(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """The position of a sample in its pixel; the second operand is zero in all known modules."""
        if not all(is_zero(value) for value in arguments[1:]):
            raise Inexpressible(f"a call of {function.name}")
        return call("get_sample_position", [self.values.value(arguments[0], "uint")], "float2")

    def call_get_num_samples(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """The number of samples of a pixel."""
        if not all(is_zero(value) for value in arguments):
            raise Inexpressible(f"a call of {function.name}")
        return call("get_num_samples", [], "uint")

    # --- functions of numbers

    def plain(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A function with the same name in Metal and AIR."""
        signed = ".s." in function.name
        result = function.result()
        words = [parameter.word for parameter in function.parameters()]
        if "." in function.family.name or any(
            "*" in word or "{" in word or "%" in word for word in (*words, result.word)
        ):
            raise Inexpressible(f"a call of {function.name}")
        types = [word_type(word, signed=signed or function.family.name == "ldexp" or (word == "i1")) for word in words]
        if function.family.name in ("clz", "ctz"):
            arguments, types = arguments[:1], types[:1]
        if function.family.name in ("extract_bits", "insert_bits"):
            types = [*types[:-2], "uint", "uint"]
        type_ = "void" if result.word == "void" else word_type(result.word, signed=signed)
        operands = [self.values.value(a, t) for a, t in zip(arguments, types, strict=True)]
        name = self.metal_name(function)
        square = _SQUARE.fullmatch(operands[0].text) if name == "sqrt" else None
        if square is not None and square[1].count("(") == square[1].count(")"):
            return Expr(f"length({square[1]})", PRIMARY, type_, operands[0].names)
        return call(name, operands, type_)

    def metal_name(self, function: Intrinsic) -> str:
        """The function in Metal, with a namespace if its math mode differs from the module's."""
        name = function.family.name
        if name.startswith("fast_"):
            plain = name.removeprefix("fast_")
            return plain if self.values.is_fast else f"fast::{plain}"
        rest = function.name.removeprefix(PREFIX + name)
        if intrinsic(f"{PREFIX}fast_{name}{rest}") is not None and rest.endswith("f32") and self.values.is_fast:
            return f"precise::{name}"
        return _RENAMED.get(name, name)

    def call_convert(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A conversion: a constructor of the result type."""
        kinds = function.name.partition(".convert.")[2].split(".")
        to, source = word_type(kinds[1], signed=kinds[0] == "s"), word_type(kinds[3], signed=kinds[2] == "s")
        value = self.values.value(arguments[0], source)
        if value.number is not None:
            value = literal(value.number, source)
        return Expr(f"{to}({value.text})", PRIMARY, to, value.names)

    def call_normalize_function_constant_predicate(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A predicate, which is 0 or 1."""
        value = self.values.value(arguments[0])
        return value if value.type == "bool" else Expr(f"bool({value.text})", PRIMARY, "bool", value.names)

    def packed(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """`pack_float_to_snorm4x8` and similar functions."""
        way, form, *rest = function.family.name.split(".")
        word = function.words["T"]
        element = "half" if word.endswith("f16") else "float"
        srgb = "srgb" in rest
        if way == "pack":
            name = f"pack_{element}_to_{'srgb_' * srgb}{form}"
            return call(name, [self.values.value(arguments[0], word_type(word))], "uint")
        name = f"unpack_{form}_{'srgb_' * srgb}to_{element}"
        return call(name, [self.values.value(arguments[0], "uint")], word_type(word))

    def _sincos(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        type_ = word_type(function.words["T"])
        place, _ = target(self.values.pointer(arguments[1], type_))
        value = self.values.value(arguments[0], type_)
        name = self.metal_name(function)
        into = Expr(place, POSTFIX, type_, self.values.pointer(arguments[1], type_).names)
        return call(name, [value, into], type_)

    call_sincos = _sincos
    call_fast_sincos = _sincos

    def call_is_function_constant_defined(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """Whether the pipeline set a function constant."""
        value = arguments[0]
        while isinstance(value, (Constant, Instruction)) and value.code in (ConstantCode.CE_CAST, InstCode.CAST):
            value = value.operands[0]
        place, _ = target(self.values.value(value))
        return Expr(f"is_function_constant_defined({place})", PRIMARY, "bool")

    def _mapped(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A coordinate mapped by a rasterization rate map."""
        type_ = word_type(function.words["T"], signed=False)
        place, _ = target(self.values.value(arguments[1]))
        map_ = self.values.value(arguments[1])
        if map_.pointer is None or map_.pointer.element != RATE_MAP:
            raise Inexpressible(f"a call of {function.name}")
        operands = [self.values.value(arguments[0], type_), self.values.value(arguments[2], "uint")]
        inner = call(f"rasterization_rate_map_decoder({place}).{function.family.name}", operands, type_)
        return Expr(inner.text, POSTFIX, type_, inner.names | map_.names)

    call_map_physical_to_screen_coordinates = _mapped
    call_map_screen_to_physical_coordinates = _mapped

    # --- synchronisation

    def _barrier(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        flags = constant_number(arguments[0])
        if flags is None or flags & ~15:
            raise Inexpressible(f"a barrier with the flags {flags}")
        words = [f"mem_flags::{word}" for bit, word in _FLAGS.items() if flags & bit] or ["mem_flags::mem_none"]
        name = "threadgroup_barrier" if function.family.name == "wg.barrier" else "simdgroup_barrier"
        return Expr(f"{name}({' | '.join(words)})", PRIMARY, "void")

    call_wg_barrier = _barrier
    call_simdgroup_barrier = _barrier

    def atomic(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """An atomic operation on memory."""
        _, space, operation, *_rest = function.family.name.split(".")
        word = function.words["T"]
        element = word_type(word, signed=".s." in function.name)
        pointer = PointerText(f"atomic_{element}", "device" if space == "global" else "threadgroup")
        base = self.values.pointer(arguments[0], element)
        if base.pointer is not None and base.pointer.element == f"atomic_{element}":
            object_ = base
        else:
            object_ = Expr(f"({pointer.spelled}){base.at(UNARY)}", UNARY, pointer.spelled, base.names)
        order = Expr("memory_order_relaxed", PRIMARY, "")
        if operation == "load":
            return call("atomic_load_explicit", [object_, order], element)
        if operation == "cmpxchg":
            expected = self.values.pointer(arguments[1], element)
            operands = [object_, expected, self.values.value(arguments[2], element), order, order]
            return call("atomic_compare_exchange_weak_explicit", operands, "bool")
        value = self.values.value(arguments[1], element)
        if operation == "store":
            return call("atomic_store_explicit", [object_, value, order], "void")
        name = "exchange" if operation == "xchg" else f"fetch_{operation}"
        if word == "i64":
            return call(f"atomic_{operation}_explicit", [object_, value, order], "void")
        return call(f"atomic_{name}_explicit", [object_, value, order], element)

    # --- stages

    def command(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A method of a command in an indirect command buffer."""
        handle, number, *rest = arguments
        operation, _, kind = function.family.name.removesuffix("_command").rpartition("_")
        object_ = call(f"{kind}_command", [self.values.handle(handle), self.values.value(number, "uint")], "")
        operands: list[Expr] = []
        types = _COMMANDS.get(operation, ())
        if operation.startswith("draw_") and operation in ("draw_primitives", "draw_indexed_primitives"):
            shape = constant_number(rest[0])
            if shape is None or not 0 <= shape < len(_PRIMITIVES):
                raise Inexpressible(f"a call of {function.name}")
            operands.append(Expr(f"primitive_type::{_PRIMITIVES[shape]}", PRIMARY, ""))
            rest = rest[1:]
        elif operation == "copy":
            source = call(f"{kind}_command", [self.values.handle(rest[0]), self.values.value(rest[1], "uint")], "")
            return self._method(object_, "copy_command", [source], "void")
        elif operation not in _COMMANDS:
            raise Inexpressible(f"a call of {function.name}")
        elif operation.endswith("_buffer") and len(rest) == 3:
            if constant_number(rest[1]) in _NO_STRIDE:
                del rest[1]
            else:
                types = ("", "ulong", "uint")
        for value, type_ in zip(rest, types or ("uint",) * len(rest), strict=True):
            operands.append(self.values.value(value) if value.type.is_pointer else self.values.value(value, type_))
        method = f"set_{kind}_pipeline_state" if operation == "set_pipeline_state" else operation
        return self._method(object_, method, operands, "void")

    def _of_mesh(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A method of a mesh, or of the properties of its grid."""
        name = function.family.name.removesuffix("_mesh_properties").removesuffix("_mesh")
        types = {
            "set_index": ("uint", "uchar"),
            "set_indices": ("uint", f"uchar{arguments[-1].type.params[0]}" if len(arguments) > 2 else "uchar4"),
            "set_primitive_count": ("uint",),
            "set_threadgroups_per_grid": ("uint3",),
        }[name]
        operands = [self.values.value(value, type_) for value, type_ in zip(arguments[1:], types, strict=True)]
        return self._method(self.values.handle(arguments[0]), name, operands, "void")

    def _of_vote(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A question about a vote."""
        group, _, question = function.family.name.partition("_vote_")
        vote = call(f"{group}_vote", [self.values.value(arguments[0], _VOTES[f"{group}_ballot"])], "")
        return self._method(vote, question, [], "bool")

    call_simd_vote_all = _of_vote
    call_simd_vote_any = _of_vote
    call_quad_vote_all = _of_vote
    call_quad_vote_any = _of_vote
    call_set_index_mesh = _of_mesh
    call_set_indices_mesh = _of_mesh
    call_set_primitive_count_mesh = _of_mesh
    call_set_threadgroups_per_grid_mesh_properties = _of_mesh

    def call_get_simdgroup_size(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """The number of threads in a SIMD-group, which is an argument in Metal."""
        size = self.values.simd_size()
        type_ = word_type(function.words["T"])
        return size if type_ == "uint" else Expr(f"{type_}({size.text})", PRIMARY, type_, size.names, bare=size)

    def call_imageblock_data(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """The address of a pixel of an explicit imageblock."""
        if not all(is_zero(value) for value in arguments[1:]):
            raise Inexpressible(f"a call of {function.name} for a sample")
        block = self.values.imageblock()
        element = re.split(r"[<,>]", block.type)[1]
        pointer = PointerText(element, "threadgroup_imageblock")
        data = self._method(block, "data", [self.values.value(arguments[0], "ushort2")], pointer.spelled)
        return Expr(data.text, POSTFIX, pointer.spelled, data.names, pointer=pointer)

    def call_load_implicit_imageblock(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A member of a pixel of an implicit imageblock."""
        number = constant_number(arguments[0])
        members = self.values.pixel_members()
        if number is None or not 0 <= number < len(members) or not all(is_zero(value) for value in arguments[2:]):
            raise Inexpressible(f"a call of {function.name}")
        name, type_ = members[number]
        place = self.values.value(arguments[1], "ushort2")
        pixel = self._method(self.values.imageblock(), "read", [place], type_)
        return Expr(f"{pixel.text}.{name}", POSTFIX, type_, pixel.names)

    # --- SIMD-group matrices

    def call_simdgroup_matrix_8x8_init_filled(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A matrix with all elements equal."""
        element = word_type(function.words["S"])
        value = self.values.value(arguments[0], element)
        text = f"make_filled_simdgroup_matrix<{element}, 8, 8>({value.text})"
        return Expr(text, PRIMARY, f"simdgroup_{element}8x8", value.names)

    def call_simdgroup_matrix_8x8_init_diag(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A diagonal matrix."""
        element = word_type(function.words["S"])
        return call(f"simdgroup_{element}8x8", [self.values.value(arguments[0], element)], f"simdgroup_{element}8x8")

    def _memory(self, function: Intrinsic, arguments: list[Value], first: Expr | None) -> Expr:
        pointer, stride, origin, transposed = arguments
        element = word_type(function.words["P"].partition("*")[0])
        if stride.type.code.name == "VECTOR":
            raise Inexpressible(f"a call of {function.name} with sizes and strides")
        operands = [self.values.pointer(pointer, element), unsuffixed(self.values.value(stride, "ulong"))]
        if not is_zero(origin) or not is_zero(transposed):
            operands += [self.values.value(origin, "ulong2"), self.values.value(transposed, "bool")]
        if first is not None:
            return call("simdgroup_store", [first, *operands], "void")
        return call("simdgroup_load", operands, f"simdgroup_{element}8x8")

    def call_simdgroup_matrix_8x8_load(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A load, without its destination matrix."""
        return self._memory(function, arguments, None)

    def call_simdgroup_matrix_8x8_store(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A store."""
        return self._memory(function, arguments[1:], self.values.value(arguments[0]))

    def call_simdgroup_matrix_8x8_multiply_accumulate(self, function: Intrinsic, arguments: list[Value]) -> Expr:
        """A product, without its destination matrix."""
        element = word_type(function.words["T"].replace("v64", ""))
        return call("simdgroup_multiply_accumulate", [self.values.value(a) for a in arguments],
                    f"simdgroup_{element}8x8")  # fmt: skip

    # --- textures

    def texture(
        self, shape: TextureShape, operation: str, suffix: str, function: Intrinsic, arguments: list[Value]
    ) -> Expr:
        """A method of a texture."""
        handle = self.values.handle(arguments[0])
        rest = arguments[1:]
        if operation.startswith("get_null"):
            raise Inexpressible(f"a call of {function.name}")
        if operation == "is_null":
            return call("is_null_texture", [handle], "bool")
        if operation == "fence":
            return Expr(f"{handle.text}.fence()", POSTFIX, "void", handle.names)
        if operation.startswith("get_"):
            operands = [self.values.value(a, "uint") for a in rest if not is_zero(a)]
            return self._method(handle, operation, operands, "uint")
        if operation.startswith("atomic_"):
            return self._texel_atomic(shape, operation, function, handle, rest)
        if operation in ("read", "write"):
            return self._access(shape, operation, suffix, function, handle, rest)
        if operation.startswith("calculate_"):
            operands = [self.values.handle(rest[0]), self.values.value(rest[1], _floats(shape))]
            return self._method(handle, operation, operands, "float")
        return self._sampled(shape, operation, suffix, function, handle, rest)

    @staticmethod
    def _method(handle: Expr, name: str, operands: list[Expr], type_: str) -> Expr:
        text = f"{handle.at(POSTFIX)}.{name}({', '.join(g.text for g in operands)})"
        return Expr(text, POSTFIX, type_, joined(handle, *operands))

    @staticmethod
    def _texel(function: Intrinsic) -> str:
        word = function.words.get("T", "f32")
        return word_type(word, signed=".s." in function.name)

    def _place(self, shape: TextureShape, rest: list[Value], element: str) -> list[Expr]:
        """The coordinates, face and array index; they are removed from `rest`."""
        if shape.is_depth:
            rest.pop(0)
        flat = 2 if shape.is_cube else shape.coordinates
        places = [self.values.value(rest.pop(0), f"{element}{flat if flat > 1 else ''}")]
        for is_there in (shape.is_cube, shape.is_array):
            if is_there:
                places.append(self.values.value(rest.pop(0), element))
        return places

    def _access(
        self, shape: TextureShape, operation: str, suffix: str, function: Intrinsic, handle: Expr, rest: list[Value]
    ) -> Expr:
        element = "ushort" if suffix else "uint"
        texel = self._texel(function)
        rest = list(rest)
        if rest and rest[0].type.is_pointer:
            rest.pop(0)  # the sampler of AIR 2.8
        operands = self._place(shape, rest, element)
        if operation == "write":
            operands = [self.values.value(rest.pop(0), texel), *operands]
            if not shape.is_buffer and not is_zero(rest[0]):
                operands.append(self.values.value(rest[0], element))
            return self._method(handle, "write", operands, "void")
        moved = len(rest) > 2 and not shape.is_buffer
        if moved and not is_zero(rest.pop(0)):
            raise Inexpressible(f"a call of {function.name} with an offset")
        if not shape.is_buffer and (shape.is_multisampled or not is_zero(rest[0])):
            operands.append(self.values.value(rest[0], element))
        return self._method(handle, "read", operands, texel)

    def _sampled(
        self, shape: TextureShape, operation: str, suffix: str, function: Intrinsic, handle: Expr, rest: list[Value]
    ) -> Expr:
        rest = list(rest)
        operands = [self.values.handle(rest.pop(0))]
        if shape.is_depth:
            rest.pop(0)
        operands.append(self.values.value(rest.pop(0), _floats(shape)))
        if shape.is_array:
            operands.append(self.values.value(rest.pop(0), "uint"))
        if operation.endswith("_compare"):
            operands.append(self.values.value(rest.pop(0), "float"))
        least: Value | None = None
        if suffix == "_grad":
            along = [self.values.value(rest.pop(0), _floats(shape)) for _ in range(2)]
            kind = "gradientcube" if shape.is_cube else f"gradient{shape.coordinates}d"
            operands.append(call(kind, along, ""))
            least = rest.pop(0)
        offset: Value | None = None
        if not shape.is_cube:
            rest.pop(0)
            offset = rest.pop(0)
        if operation.startswith("gather"):
            return self._gathered(shape, operation, function, handle, operands, offset, rest)
        if not suffix:
            level = rest[1]
            if constant_number(rest[0]):
                operands.append(call("level", [self.values.value(level, "float")], ""))
            elif not is_zero(level):
                operands.append(call("metal::bias", [self.values.value(level, "float")], ""))
            least = rest[2] if len(rest) > 3 else None
        if least is not None and not is_zero(least):
            operands.append(call("min_lod_clamp", [self.values.value(least, "float")], ""))
        if offset is not None and not is_zero(offset):
            operands.append(self._offset(shape, offset))
        return self._method(handle, operation, operands, self._texel(function))

    def _offset(self, shape: TextureShape, offset: Value) -> Expr:
        count = shape.coordinates if shape.coordinates > 1 else ""
        return self.values.value(offset, f"int{count}")

    def _gathered(
        self,
        shape: TextureShape,
        operation: str,
        function: Intrinsic,
        handle: Expr,
        operands: list[Expr],
        offset: Value | None,
        rest: list[Value],
    ) -> Expr:
        texel = self._texel(function)
        texel = texel if texel[-1].isdigit() else texel + "4"
        if shape.is_depth:
            if offset is not None and not is_zero(offset):
                operands.append(self._offset(shape, offset))
            return self._method(handle, operation, operands, texel)
        component = constant_number(rest[0])
        if component or (offset is not None and not is_zero(offset)):
            if offset is not None:
                operands.append(converted(self._offset(shape, offset), f"int{shape.coordinates}"))
            operands.append(Expr(f"component::{'xyzw'[(component or 0) & 3]}", PRIMARY, ""))
        return self._method(handle, operation, operands, texel)

    def _texel_atomic(
        self, shape: TextureShape, operation: str, function: Intrinsic, handle: Expr, rest: list[Value]
    ) -> Expr:
        rest, texel = list(rest), self._texel(function)
        method = operation.removesuffix("_explicit")
        if "compare" in operation:
            raise Inexpressible(f"a call of {function.name}")
        stored = [self.values.value(rest.pop(0), texel)] if method == "atomic_store" else []
        flat = shape.coordinates
        operands = [self.values.value(rest.pop(0), f"uint{flat if flat > 1 else ''}")]
        if shape.is_array:
            operands.append(self.values.value(rest.pop(0), "uint"))
        if stored:
            return self._method(handle, method, [*stored, *operands], "void")
        if method != "atomic_load":
            if rest[0].type.params != rest[1].type.params and len(rest) > 3:
                rest.pop(0)  # the offset of AIR 2.8
            operands.append(self.values.value(rest.pop(0), texel))
        return self._method(handle, method, operands, texel)


def _floats(shape: TextureShape) -> str:
    return f"float{shape.coordinates if shape.coordinates > 1 else ''}"
