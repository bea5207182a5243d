"""Facts about a resource from its variable's decorations: its access, and its address space."""

from __future__ import annotations

from typing import Final

from ..base.metal import AddressSpace
from ..emit.types import Texture
from ..spirv import SpirvVariable, TypeArray, TypeImage, TypeRuntimeArray, TypeSampledImage, TypeStruct
from ..spirv.enumerants import Decoration, Dim, StorageClass
from .program import TranslationProgram

_ALIASED: Final = Decoration.Aliased
_BUFFER_BLOCK: Final = Decoration.BufferBlock
_CONSTANT: Final = AddressSpace.CONSTANT
_DEVICE: Final = AddressSpace.DEVICE
_NON_READABLE: Final = Decoration.NonReadable
_NON_WRITABLE: Final = Decoration.NonWritable
_STORAGE_BUFFER: Final = StorageClass.StorageBuffer
_SUBPASS_DATA: Final = Dim.SubpassData
_UNIFORM: Final = StorageClass.Uniform

_VOLATILE: Final = (Decoration.Volatile, Decoration.Coherent)


def access_of(program: TranslationProgram, variable: SpirvVariable) -> str:
    """How a shader accesses a buffer or storage image: "read", "write" (images only) or "read_write"."""
    if _has(program, variable, _NON_WRITABLE):
        return "read"
    is_image = isinstance(_element(program, variable), TypeImage)
    return "write" if is_image and _has(program, variable, _NON_READABLE) else "read_write"


def is_aliased(program: TranslationProgram, variable: SpirvVariable) -> bool:
    """Whether other variables may share the variable's memory: each of them is decorated Aliased (SPIR-V 2.18.2)."""
    return _has(program, variable, _ALIASED)


def is_volatile(program: TranslationProgram, variable: SpirvVariable) -> bool:
    """Whether each access to a buffer must reach memory: for Volatile and Coherent buffers, as in SPIRV-Cross's
    Metal before 3.2 (CompilerMSL::decoration_flags_signal_volatile)."""
    return any(program.spirv.decoration(variable.id, kind) is not None for kind in _VOLATILE)


def is_volatile_member(program: TranslationProgram, type: int, number: int) -> bool:
    """The same as `is_volatile`, for a struct member."""
    return any(program.spirv.member_decoration(type, number, kind) is not None for kind in _VOLATILE)


def _element(program: TranslationProgram, variable: SpirvVariable) -> object:
    """The type of a resource, or of each element in an array of them."""
    kind = program.spirv.type(variable.pointee)
    return program.spirv.type(kind.element) if isinstance(kind, (TypeArray, TypeRuntimeArray)) else kind


def _has(program: TranslationProgram, variable: SpirvVariable, kind: Decoration) -> bool:
    """Whether a variable, or each member of its struct, has a decoration."""
    spirv = program.spirv
    if spirv.decoration(variable.id, kind) is not None:
        return True
    element = _element(program, variable)
    return isinstance(element, TypeStruct) and all(
        spirv.member_decoration(element.id, number, kind) is not None for number in range(len(element.members))
    )


def block_of(program: TranslationProgram, variable: SpirvVariable) -> tuple[int, AddressSpace]:
    """The struct that a buffer (or each buffer of an array) holds, and its address space."""
    spirv = program.spirv
    element = _element(program, variable)
    if not isinstance(element, TypeStruct):
        raise spirv.error(variable.instruction, "a buffer does not hold a struct")
    is_old_storage = spirv.decoration(element.id, _BUFFER_BLOCK) is not None  # before SPIR-V 1.3
    is_storage = variable.storage is _STORAGE_BUFFER
    is_storage = is_storage or (variable.storage is _UNIFORM and is_old_storage)
    return element.id, _DEVICE if is_storage else _CONSTANT


def attachment_of(program: TranslationProgram, variable: SpirvVariable) -> TypeImage | None:
    """The image of an input attachment whose color is passed as an argument; None for any other resource."""
    kind = program.spirv.type(variable.pointee)
    if not isinstance(kind, TypeImage) or kind.dim is not _SUBPASS_DATA or kind.multisampled:
        return None
    return kind if program.options.input_attachments == "fetch" else None


def texture_of(program: TranslationProgram, variable: SpirvVariable) -> Texture:
    """The texture of Metal that a variable's image is."""
    element = _element(program, variable)
    image = program.spirv.type(element.image) if isinstance(element, TypeSampledImage) else element
    if not isinstance(image, TypeImage):
        raise program.spirv.error(variable.instruction, "the resource is neither a buffer, an image nor a sampler")
    access = access_of(program, variable) if image.sampled == 2 else "sample"
    depth = program.uses.is_depth(variable.id, image) and image.sampled != 2
    return program.types.image(image.id, depth=depth, access=access)
