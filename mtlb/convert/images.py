"""Conversion of OpenCL C images and samplers to textures and samplers of AIR.

Sources: the OpenCL C specification 3.0 (6.15.15, image functions; 6.13.14, samplers), the sampler numbers of clang's
`opencl-c-base.h`, LLVM's SPIR-V user guide (`target("spirv.Image", …)`). `tests/convert/test_images.py` compares
values.

A texture of Metal has a component type, an image has none: the type follows from the calls that use the image.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..air import StaticSampler
from ..air.facts import sampler_words
from ..air.intrinsics import intrinsic
from ..air.names import SAMPLER_SYMBOL
from ..air.textures import SHAPES, TextureShape
from ..base.errors import UnsupportedError
from ..base.features import LEAST_LEVEL_SINCE
from ..base.metal import AddressSpace, SamplerAddressMode, SamplerFilter, SamplerMipFilter
from ..ir import (
    BinaryOperator,
    Call,
    CastOperator,
    ConstantCode,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    MDString,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.mapper import TargetTypeMapper
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter, refused, uses
from .expressions import E, pick
from .plan import PlannedArgument, PlannedEntry

_SPACES = {"spirv.Image": AddressSpace.DEVICE, "spirv.Sampler": AddressSpace.CONSTANT}
_INITIALIZER = "__translate_sampler_initializer"
_DIMENSIONS = {0: "1d", 1: "2d", 2: "3d", 5: "1d"}  # SPIR-V's Dim
_BUFFER = 5
_ACCESSES = ("ro", "wo", "rw")  # SPIR-V's Access Qualifier
_WORDS = {"read_only": "ro", "write_only": "wo", "read_write": "rw"}  # the words in `kernel_arg_access_qual`
_NUMBERS = {"sample": 0, "read": 1, "write": 2, "read_write": 3}  # the last operand of reads and writes
_MODES = {
    0: SamplerAddressMode.CLAMP_TO_EDGE,  # CLK_ADDRESS_NONE: coordinates are never outside the image
    2: SamplerAddressMode.CLAMP_TO_EDGE,
    4: SamplerAddressMode.CLAMP_TO_ZERO,
    6: SamplerAddressMode.REPEAT,
    8: SamplerAddressMode.MIRRORED_REPEAT,
}
_COMPONENTS = ("f", "h", "i", "ui")
_FLOATS = {"32": "float", "16": "half"}
_MOST_LAYERS = 65535.0
_SIZES = ("width", "height", "depth", "array_size", "num_mip_levels", "num_samples")
_UNKNOWN = ("channel_data_type", "channel_order")
IMAGE_FUNCTIONS = frozenset(
    {
        *(f"{word}_image{letter}" for word in ("read", "write") for letter in _COMPONENTS),
        *(f"get_image_{word}" for word in (*_SIZES, *_UNKNOWN, "dim")),
    }
)
"""The supported functions; functions about the format are refused by name."""


class ImageShape(NamedTuple):
    """The shape of an image, and how a kernel accesses it: `sample`, `read`, `write` or `read_write`."""

    shape: TextureShape
    access: str


def image_named(word: str, access: str) -> ImageShape | None:
    """The image with an OpenCL name (`image2d_array_depth`) and access `ro`, `wo` or `rw`; None for another type."""
    match = re.fullmatch(r"image([123]d)(_array)?(_buffer)?(_msaa)?(_depth)?(?:_t)?", word)
    if match is None:
        return None
    dimension, array, buffer, samples, depth = match.groups()
    return _image(dimension, access, array=array, buffer=buffer, samples=samples, depth=depth)


def _image(dimension: str, access: str, *, array: object, buffer: object, samples: object, depth: object) -> ImageShape:
    if buffer:
        name = "texture_buffer"
    else:
        name = f"{'depth' if depth else 'texture'}{dimension}{'_ms' if samples else ''}{'_array' if array else ''}"
    if name not in SHAPES:
        raise UnsupportedError(f"an image that would be a {name}, which Metal does not have")
    shape = SHAPES[name]
    only_read = "read" if shape.is_buffer or shape.is_multisampled else "sample"
    return ImageShape(shape, {"ro": only_read, "wo": "write", "rw": "read_write"}[access])


@dataclass
class Images:
    """The images and samplers of a module: image parameters of its functions (None for a sampler), and static
    samplers.
    """

    parameters: dict[Function, dict[int, ImageShape | None]] = field(default_factory=dict)
    samplers: list[StaticSampler] = field(default_factory=list)

    def planned(self, function: Function, planned: PlannedEntry) -> PlannedEntry:
        """The plan with the textures and samplers of a kernel added in order, unless the plan names them."""
        parameter = self.parameters.get(function)
        if not parameter or (planned.arguments and len(planned.arguments) != len(function.arguments)):
            return planned
        arguments = list(planned.arguments) or [PlannedArgument() for _ in function.arguments]
        taken = {a.texture for a in arguments}, {a.sampler for a in arguments}
        textures, samplers = (iter(n for n in range(1000) if n not in used) for used in taken)
        for place, image in parameter.items():
            argument = arguments[place]
            if argument.texture is not None or argument.sampler is not None:
                continue
            if image is None:
                arguments[place] = replace(argument, sampler=next(samplers))
                continue
            component = _component(function, place)
            type_ = f"{image.shape.name}<{component}, {image.access}>"
            arguments[place] = replace(argument, texture=next(textures), type=type_, access="")
        return replace(planned, arguments=tuple(arguments))


def lower_images(code: Rewriter) -> Images:
    """Convert the images and samplers of an OpenCL C module, and calls of functions on them, to those of AIR, in place.

    UnsupportedError, with function and instruction, for operations that textures of Metal lack.
    """
    images = Images()
    module = code.module
    kinds = {name: number for number, name in module.metadata_kinds}
    for function in module.functions:
        if parameters := _parameters(function, kinds):
            images.parameters[function] = parameters
    if any(_has_handle(function.value_type) for function in module.functions):
        pointer = module.context.opaque_pointer_type
        mapper = TargetTypeMapper(module.context, {name: pointer(space) for name, space in _SPACES.items()})
        mapper.module(module)
        for function in module.functions:
            function.value_type = mapper.type(function.value_type)

    def rule(rewriter: Rewriter, instruction: Instruction) -> Value | bool | None:
        assert isinstance(instruction, Call)
        callee = instruction.operands[-1]
        if not isinstance(callee, Function) or not callee.is_declaration:
            return None
        if callee.name == _INITIALIZER:
            return _static_sampler(rewriter, instruction.operands[0], images.samplers)
        return _function(rewriter, instruction, callee.name)

    for function in list(module.functions):
        if function.blocks:
            code.run(function, {InstCode.CALL: rule})
    return images


def _has_handle(type_: Type) -> bool:
    return any(element.code is TypeCode.TARGET_TYPE and element.name in _SPACES for element in type_.elements)


def _parameters(function: Function, kinds: dict[str, int]) -> dict[int, ImageShape | None]:
    """The images and samplers among the parameters of a defined function, by their types. If they are plain pointers,
    as before LLVM 17, the metadata of the kernel decides.
    """
    if function.is_declaration:
        return {}
    shapes: dict[int, ImageShape | None] = {}
    words = _strings(function, kinds.get("kernel_arg_base_type"))
    accesses = _strings(function, kinds.get("kernel_arg_access_qual"))
    for place, argument in enumerate(function.arguments):
        type_ = argument.type
        if type_.code is TypeCode.TARGET_TYPE and type_.name == "spirv.Image":
            dim, depth, array, samples, _, _, access = type_.params[:7]
            if dim not in _DIMENSIONS:
                raise refused(function, None, f"parameter {place} is an image of a shape that OpenCL does not have")
            shapes[place] = _image(
                _DIMENSIONS[dim],
                _ACCESSES[access],
                array=array,
                buffer=dim == _BUFFER,
                samples=samples,
                depth=depth == 1,
            )
        elif type_.code is TypeCode.TARGET_TYPE and type_.name == "spirv.Sampler":
            shapes[place] = None
        elif type_.is_pointer and place < min(len(words), len(accesses)):
            image = image_named(words[place], _WORDS.get(accesses[place], "ro"))
            if image is not None or words[place] == "sampler_t":
                shapes[place] = image
    return shapes


def _strings(function: Function, kind: int | None) -> list[str]:
    nodes = [node for number, node in function.metadata if number == kind]
    return [f.value if isinstance(f, MDString) else "" for f in nodes[0].fields] if nodes else []


def _component(function: Function, place: int) -> str:
    """The component type of an image, from the functions that are called with it; float if there are none."""
    names: set[str] = set()
    seen: set[Value] = set()
    work: list[tuple[Function, Value]] = [(function, function.arguments[place])]
    while work:
        owner, value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        for i in uses(owner).get(value, ()):
            callee = i.operands[-1] if i.code is InstCode.CALL else None
            if not isinstance(callee, Function):
                if i.type.is_pointer:
                    work.append((owner, i))
            elif callee.blocks:
                work += [(callee, p) for p, o in zip(callee.arguments, i.operands, strict=False) if o is value]
            elif match := re.search(r"^air\.(?:sample|read|write)_\w+?\.(?:([su])\.)?(?:v4)?([if])(\d+)$", callee.name):
                names.add(_FLOATS[match[3]] if match[2] == "f" else "uint" if match[1] == "u" else "int")
    if len(names) > 1:
        kinds = " and as ".join(sorted(names))
        reason = f"parameter {place} is an image used as {kinds}: a texture of Metal has one type of components"
        raise refused(function, None, reason)
    return names.pop() if names else "float"


def _static_sampler(code: Rewriter, operand: Value, samplers: list[StaticSampler]) -> Value:
    """The sampler for a literal: bit 0 is set for normalized coordinates, bits 1 to 3 are the address mode, 4 and 5 the
    filter.
    """
    number = constant_number(operand)
    if number is None or number & 0xE not in _MODES or number >> 4 not in (0, 1, 2):
        raise UnsupportedError(f"a sampler of the number {number}, which OpenCL does not have")
    mode, is_normalized = _MODES[number & 0xE], bool(number & 1)
    if not is_normalized and number & 0xE in (6, 8):
        raise UnsupportedError("a sampler that repeats with unnormalized coordinates, which OpenCL leaves undefined")
    kind = SamplerFilter.LINEAR if number >> 4 == 2 else SamplerFilter.NEAREST
    none = SamplerMipFilter.NONE
    words = sampler_words(code.air, (mode,) * 3, kind, kind, none, normalized_coordinates=is_normalized)
    sampler = next((sampler for sampler in samplers if sampler.words == words), None)
    if sampler is not None:
        return next(variable for variable in code.module.globals if variable.name == sampler.symbol)
    symbol = f"{SAMPLER_SYMBOL}.{len(samplers)}" if samplers else SAMPLER_SYMBOL
    samplers.append(StaticSampler(symbol, words))
    context, i64 = code.context, code.i64
    parts = [context.integer_constant(i64, word) for word in words]
    array = context.type(TypeCode.ARRAY, (len(words),), (i64,))
    data = context.constant(array, ConstantCode.DATA, words) if len(words) > 1 else parts[0]
    variable = GlobalVariable(code.pointer(AddressSpace.CONSTANT), data.type, symbol, Linkage.INTERNAL)
    variable.address_space = int(AddressSpace.CONSTANT)
    variable.is_constant, variable.initializer, variable.alignment = True, data, 4
    variable.dso_local = 1
    code.module.globals.append(variable)
    return variable


# --- functions -------------------------------------------------------------------------------------------------------


def _function(code: Rewriter, call: Call, name: str) -> Value | bool | None:
    """The replacement for a call of an image function, by its mangled name; None for any other function."""
    match = re.fullmatch(r"_Z(\d+)((?:read|write|get)_image\w*)", name)
    if match is None:
        return None
    word, rest = match[2][: int(match[1])], match[2][int(match[1]) :]
    parameter = re.match(r"(\d+)ocl_", rest)
    if word not in IMAGE_FUNCTIONS or parameter is None:
        return None
    end = len(parameter[1]) + int(parameter[1])
    base, _, access = rest[parameter.end() : end].rpartition("_")
    image = image_named(base, access)
    if image is None:
        return None
    values = list(call.operands[:-1])
    has_sampler = rest[end:].startswith("11ocl_sampler")
    if len(values) < {"get": 1, "read": 2, "write": 3}[word[: word.index("_")]] + has_sampler:
        return None  # the parameters in the name do not match
    item = _Call(code, call, word, image, values[0], values[1] if has_sampler else None, values[1 + has_sampler :])
    kind, _, what = word.partition("_image")
    return item.size() if kind == "get" else item.read(what) if kind == "read" else item.write(what)


class _Call(NamedTuple):
    """A call of an image function: its image and sampler, and the operands after them."""

    code: Rewriter
    call: Call
    name: str
    image: ImageShape
    texture: Value
    sampler: Value | None
    values: list[Value]

    @property
    def shape(self) -> TextureShape:
        """The texture shape of the image."""
        return self.image.shape

    def i32(self, number: int) -> Value:
        """A 32-bit constant."""
        return self.code.integer(self.code.i32, number)

    def shaped(self, parts: list[Value]) -> Value:
        """Coordinates combined to a vector."""
        return parts[0] if len(parts) == 1 else self.code.joined(self.code.vector(parts[0].type, len(parts)), parts)

    def coordinates(self) -> tuple[list[Value], list[Value]]:
        """The coordinates, and the layer of an array."""
        value, count = self.values[0], self.shape.coordinates
        parts = self.code.elements(value) if is_vector(value.type) else [value]
        return parts[:count], parts[count : count + self.shape.is_array]

    def texel(self, letter: str, family: str, arguments: list[Value]) -> Value:
        """Call a function that returns a texel; from AIR 2.2 on the result also says whether it is not resident."""
        air_call = self.code.air_call(family, [self.call.type], arguments, signed=letter == "i")
        return self.code.part(air_call, 0) if air_call.type is not self.call.type else air_call

    def read(self, letter: str) -> Value:
        """`read_image`: with a sampler a sample at the only level, otherwise a read."""
        shape, code = self.shape, self.code
        parts, layer = self.coordinates()
        depth = [self.i32(1)] if shape.is_depth else []
        number = self.i32(_NUMBERS[self.image.access])
        if self.sampler is not None:
            if self.image.access != "sample":
                raise UnsupportedError(f"{self.name} with a sampler of a {shape.name}, which Metal does not sample")
            level: Value = code.floating(code.f32, 0)
            if len(self.values) > 2 or (len(self.values) == 2 and self.values[1].type is not code.f32):
                raise UnsupportedError(f"{self.name} with gradients")
            if len(self.values) == 2:
                level = self.values[1]
            offset = code.null(code.vector(code.i32, len(parts)) if len(parts) > 1 else code.i32)
            place = self.shaped([self.texels_middle(part) for part in parts])
            yes = code.integer(code.i1, 1)
            detail = [yes, level, *([code.floating(code.f32, 0)] if code.air >= LEAST_LEVEL_SINCE else [])]
            indices = [self.nearest_layer(part) for part in layer]
            arguments = [self.texture, self.sampler, *depth, place, *indices, yes, offset, *detail, number]
            return self.texel(letter, f"sample_{shape.word}", arguments)
        family = f"read_{shape.word}"
        sampling = intrinsic(f"air.{family}.{'f32' if shape.is_depth else 'v4f32'}")
        assert sampling is not None
        arguments = [self.texture, *depth, self.shaped(parts), *layer]
        if any(parameter.word.startswith("%sampler") for parameter in sampling.parameters(code.air)[1:2]):
            arguments.insert(1, code.air_call("get_read_sampler", [], []))
            if not (shape.is_multisampled or shape.is_buffer):
                arguments.append(code.null(self.shaped(parts).type))
        if not shape.is_buffer:
            arguments.append(self.values[1] if shape.is_multisampled else self.i32(0))
        return self.texel(letter, family, [*arguments, number])

    def texels_middle(self, part: Value) -> Value:
        """A coordinate as a float. An integer coordinate becomes the centre of its texel."""
        code = self.code
        if part.type.is_floating:
            return part
        number = code.cast(CastOperator.SITOFP, part, code.f32)
        return code.binary(BinaryOperator.FADD, number, code.floating(code.f32, 0x3F000000))

    def nearest_layer(self, part: Value) -> Value:
        """The layer: the nearest integer, clamped to the existing layers."""
        code = self.code
        if part.type.is_floating:
            number = E(code, part).math("rint")
            number = pick(number > 0.0, number, 0.0)
            number = pick(number < _MOST_LAYERS, number, _MOST_LAYERS)
            part = code.cast(CastOperator.FPTOUI, number.value, code.i32)
        else:
            part = code.air_call("max", [code.i32], [part, self.i32(0)], signed=True)
        last = code.binary(BinaryOperator.SUB, self.measured("array_size"), self.i32(1))
        return code.air_call("min", [code.i32], [part, last])

    def write(self, letter: str) -> bool:
        """`write_image`."""
        shape = self.shape
        if shape.is_depth or shape.is_multisampled:
            raise UnsupportedError(f"{self.name} of a {shape.name}, which Metal does not write")
        if len(self.values) > 2:
            raise UnsupportedError(f"{self.name} of a level of detail")
        parts, layer = self.coordinates()
        value = self.values[-1]
        level = [] if shape.is_buffer else [self.i32(0)]
        arguments = [self.texture, self.shaped(parts), *layer, value, *level, self.i32(_NUMBERS[self.image.access])]
        self.code.air_call(f"write_{shape.word}", [value.type], arguments, signed=letter == "i")
        return True

    def measured(self, what: str) -> Value:
        """A size of the texture at its only level."""
        shape = self.shape
        has_level = what in ("width", "height", "depth") and not (shape.is_multisampled or shape.is_buffer)
        arguments = [self.texture, *([self.i32(0)] if has_level else [])]
        return self.code.air_call(f"get_{what}_{shape.word}", [], arguments)

    def size(self) -> Value:
        """`get_image_width` and similar functions. The format of a texture is not available in a shader of Metal."""
        code, what = self.code, self.name.removeprefix("get_image_")
        if what in _UNKNOWN:
            raise UnsupportedError(f"{self.name}: Metal does not tell the format of a texture")
        if what == "dim":
            words = ("width", "height", "depth")[: 3 if self.shape.dimension == "3d" else 2]
            sizes = [self.measured(word) for word in words]
            return code.joined(self.call.type, [*sizes, *([self.i32(0)] if len(sizes) == 3 else [])])
        return code.resized(self.measured(what), self.call.type)
