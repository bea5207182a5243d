"""Reading, writing and sampling textures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..air.intrinsics import intrinsic
from ..air.textures import SHAPES
from ..base.errors import BuildError
from ..base.features import LEAST_LEVEL_SINCE, MATRIX_STEPS_SINCE
from ..base.metal import AccessQualifier, AddressSpace
from .calls import Calls
from .names import f32, float4, i32, sampler, u16, u32
from .operands import Operand, ResultRecord, Sampled, TypedValue
from .types import Handle, MetalPointer, MetalType, Scalar, Texture, Vector, ptr

Offset = Sequence[int] | TypedValue
"""An offset in texels along each dimension: constants, or an int2 for two dimensions."""


class _Access:
    """An operation on a texture, with its name in errors; its operands follow from the texture's type."""

    def __init__(self, builder: Calls, name: str, texture: TypedValue, *access: AccessQualifier) -> None:
        texture = _handle(builder, texture)
        type = texture.type if isinstance(texture, TypedValue) else None
        if not isinstance(type, Texture):
            raise builder.error(name, f"{type} is not a texture")
        if type.access not in access:
            raise builder.error(name, f"{type} does not allow it")
        self.b = builder
        self.name = name
        self.texture = texture
        self.type = type
        word = type.word
        self.is_array = word.endswith("_array")
        self.is_cube = "_cube" in word
        self.is_multisampled = "_ms" in word
        self.is_depth = word.startswith("depth")
        self.is_buffer = SHAPES[type.shape].is_buffer
        self.dimensions = 1 if "1d" in word else 3 if "3d" in word or self.is_cube else 2

    def error(self, reason: str) -> BuildError:
        """An error about the operation, to be raised."""
        return self.b.error(self.name, reason)

    @property
    def component(self) -> Scalar:
        """The type of the components of a texel."""
        assert self.type.component is not None
        return self.type.component

    @property
    def number(self) -> int:
        """The last operand of reads and writes: the access of the texture."""
        return _ACCESS_NUMBERS[self.type.access]

    def shaped(self, element: Scalar) -> MetalType:
        """`element`, or a vector with an element for each dimension."""
        return Vector(element, self.dimensions) if self.dimensions > 1 else element

    # --- the call

    def call(self, family: str, arguments: Sequence[Operand], result: MetalType) -> Sampled:
        """Call a function that returns a value and, from AIR 2.2 on, whether it is not resident."""
        value = self.b.air(family, *arguments, result=result)
        if isinstance(value, ResultRecord):
            return Sampled(self.b, value[0].ir, result, value)
        return Sampled(self.b, value.ir, result, None)

    def texel(self, family: str, arguments: Sequence[Operand]) -> Sampled:
        """Call a function that returns a texel."""
        return self.call(family, arguments, self.component if self.is_depth else Vector(self.component, 4))

    # --- operands

    def sampling(self, sampler_: TypedValue, coordinates: TypedValue, index: TypedValue | int | None) -> list[Operand]:
        """The operands texture, sampler, coordinates, index."""
        sampler_ = _handle(self.b, sampler_)
        self.require_coordinates(sampler_, coordinates)
        depth: list[Operand] = [1] if self.is_depth else []
        return [self.texture, sampler_, *depth, coordinates, *self.array_index(index, u32)]

    def comparing(
        self,
        sampler_: TypedValue,
        coordinates: TypedValue,
        reference: TypedValue | float,
        index: TypedValue | int | None,
    ) -> list[Operand]:
        """The operands of a comparison up to the reference value."""
        if not self.is_depth or self.is_multisampled:
            raise self.error(f"a {self.type.shape} can't be compared")
        return [*self.sampling(sampler_, coordinates, index), self.b.number(self.name, reference, f32)]

    def require_coordinates(self, sampler_: TypedValue, coordinates: TypedValue) -> None:
        """BuildError unless there are a sampler and matching coordinates."""
        if not isinstance(sampler_, TypedValue) or sampler_.type != sampler:
            raise self.error(f"{getattr(sampler_, 'type', sampler_)} is not a sampler")
        requested = self.shaped(f32)
        if self.b.value_type(self.name, coordinates) != requested:
            raise self.error(f"the coordinates are {coordinates.type}, not {requested}")

    def offset(self, offset: Offset | None) -> list[Operand]:
        """A flag for the offset, and the offset; no operands for a cube."""
        if self.is_cube:
            if offset is not None:
                raise self.error("a cube has no offset")
            return []
        requested = self.shaped(i32)
        if isinstance(offset, TypedValue):
            if offset.type != requested:
                raise self.error(f"the offset is {offset.type}, not {requested}")
            return [True, offset]
        return [True, self.b.const(requested, (offset or [0])[0] if self.dimensions == 1 else offset or 0)]

    def gradient(
        self,
        gradient: tuple[TypedValue, TypedValue],
        coordinates: TypedValue,
        level: TypedValue | float | None,
        bias: TypedValue | float | None,
        min_lod: TypedValue | float | None,
        offset: Offset | None,
    ) -> list[Operand]:
        """Derivatives, minimum level, offset, access of the texture."""
        if level is not None or bias is not None:
            raise self.error("a gradient can't be combined with a level or a bias")
        if any(item.type != coordinates.type for item in gradient):
            raise self.error(f"the gradient is {gradient[0].type} and {gradient[1].type}")
        return [*gradient, 0.0 if min_lod is None else min_lod, *self.offset(offset), self.number]

    def detail(
        self,
        level: TypedValue | float | None,
        bias: TypedValue | float | None,
        min_lod: TypedValue | float | None,
    ) -> list[Operand]:
        """A flag for an explicit level, the level or bias, the minimum level, the access of the texture."""
        if level is not None and (bias is not None or min_lod is not None):
            raise self.error("a level can't be combined with a bias or a minimum level")
        first = level if level is not None else bias
        arguments: list[Operand] = [level is not None, 0.0 if first is None else first]
        if self.b.target.air >= LEAST_LEVEL_SINCE:
            arguments.append(0.0 if min_lod is None else min_lod)
        elif min_lod is not None:
            raise self.error(f"AIR {self.b.target.air} has no minimum level")
        return [*arguments, self.number]

    def array_index(self, index: TypedValue | int | None, type: Scalar) -> list[Operand]:
        """The index of an array; no operand for another shape."""
        if (index is not None) != self.is_array:
            raise self.error("an index is needed" if self.is_array else "it takes no index: it is not an array")
        if index is None:
            return []
        return [self.b.convert(index, type) if isinstance(index, TypedValue) else index]

    def texel_offset(self) -> list[Operand]:
        """The offset of an atomic operation, from AIR 2.8 on; no operand for a cube."""
        if self.dimensions < 2 or self.is_cube or self.b.target.air < MATRIX_STEPS_SINCE:
            return []
        return [self.b.const(Vector(u32, self.dimensions), [0] * self.dimensions)]

    def level(self, level: TypedValue | int, type: Scalar) -> list[Operand]:
        """The level of detail, or the sample; no operand for a texture buffer."""
        if self.is_buffer:
            if isinstance(level, TypedValue) or level:
                raise self.error("a texture buffer has no levels")
            return []
        return [self.b.convert(level, type) if isinstance(level, TypedValue) else level]

    def place(self, place: TypedValue, index: TypedValue | int | None) -> tuple[Scalar, str, list[Operand]]:
        """The type of integer coordinates, its suffix in function names, and the operands texture, coordinates,
        index.
        """
        count = 3 if self.is_cube else self.dimensions
        self.b.value_type(self.name, place)
        element = place.type.element if isinstance(place.type, Vector) else place.type
        result = place.type.count if isinstance(place.type, Vector) else 1
        if element not in (u32, u16) or result != count:
            requested = f"uint{count if count > 1 else ''}"
            raise self.error(f"the coordinates are {place.type}, not {requested} or the same of ushort")
        assert isinstance(element, Scalar)
        arguments: list[Operand] = [self.texture, *([1] if self.is_depth else [])]
        arguments += [self.b.shuffle(place, [0, 1]), place[2]] if self.is_cube else [place]
        return element, ".i16" if element == u16 else "", [*arguments, *self.array_index(index, element)]


class Textures:
    """`Builder.texture`: operations on textures. BuildError for an operation that the shape or the access does not
    allow.
    """

    def __init__(self, builder: Calls) -> None:
        self._b = builder

    def sample(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | float | None = None,
        bias: TypedValue | float | None = None,
        min_lod: TypedValue | float | None = None,
        gradient: tuple[TypedValue, TypedValue] | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """A filtered texel: 4 numbers, or 1 for a depth texture.

        `coordinates`: float, float2 or float3, by the number of dimensions. `index`: for an array. `level` of detail,
        or `bias` added to the level from the derivatives, or `gradient` with explicit derivatives; `min_lod`: the
        minimum level. `offset`: in texels.
        """
        access = _Access(self._b, "sample", texture, AccessQualifier.SAMPLE)
        if access.is_multisampled or access.type.shape == "texture_buffer":
            raise access.error(f"a {access.type.shape} can't be sampled")
        family = f"sample_{access.type.word}"
        arguments = access.sampling(sampler, coordinates, index)
        if gradient is not None:
            arguments += access.gradient(gradient, coordinates, level, bias, min_lod, offset)
            return access.texel(f"{family}_grad", arguments)
        return access.texel(family, [*arguments, *access.offset(offset), *access.detail(level, bias, min_lod)])

    def sample_compare(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        reference: TypedValue | float,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | float | None = None,
        bias: TypedValue | float | None = None,
        min_lod: TypedValue | float | None = None,
        gradient: tuple[TypedValue, TypedValue] | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """The fraction of depth values that pass the comparison with `reference`; other parameters as for `sample`."""
        access = _Access(self._b, "sample_compare", texture, AccessQualifier.SAMPLE)
        family = f"sample_compare_{access.type.word}"
        arguments = access.comparing(sampler, coordinates, reference, index)
        if gradient is not None:
            arguments += access.gradient(gradient, coordinates, level, bias, min_lod, offset)
            return access.texel(f"{family}_grad", arguments)
        return access.texel(family, [*arguments, *access.offset(offset), *access.detail(level, bias, min_lod)])

    def gather(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        component: int = 0,
        *,
        index: TypedValue | int | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """One component of the four texels that a filter would use; the depth for a depth texture. Not for 1D and 3D
        textures.
        """
        access = _Access(self._b, "gather", texture, AccessQualifier.SAMPLE)
        family = f"gather_{access.type.word}"
        if not _is_known(family):
            raise access.error(f"a {access.type.shape} has no gather")
        if not 0 <= component < (1 if access.is_depth else 4):
            raise access.error(f"there is no component {component}")
        arguments = [*access.sampling(sampler, coordinates, index), *access.offset(offset)]
        arguments += [] if access.is_depth else [component]
        return access.call(family, [*arguments, 0], Vector(access.component, 4))

    def gather_compare(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        reference: TypedValue | float,
        *,
        index: TypedValue | int | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """Whether each of the four depths that a filter would use passes the comparison with `reference`: four times 0
        or 1.
        """
        access = _Access(self._b, "gather_compare", texture, AccessQualifier.SAMPLE)
        arguments = [*access.comparing(sampler, coordinates, reference, index), *access.offset(offset)]
        return access.call(f"air.gather_compare_{access.type.word}.f32", [*arguments, 0], float4)

    def level_of_detail(
        self, texture: TypedValue, sampler: TypedValue, coordinates: TypedValue, *, clamped: bool = True
    ) -> TypedValue:
        """The level of detail that `sample` would use: a float; `clamped` to the existing levels."""
        access = _Access(self._b, "level_of_detail", texture, AccessQualifier.SAMPLE)
        family = f"calculate_{'clamped' if clamped else 'unclamped'}_lod_{access.type.word}"
        if not _is_known(family):
            raise access.error(f"a {access.type.shape} has none")
        sampler = _handle(self._b, sampler)
        access.require_coordinates(sampler, coordinates)
        return self._b.air(family, access.texture, sampler, coordinates, 0)

    def atomic(
        self,
        operation: str,
        texture: TypedValue,
        place: TypedValue,
        value: TypedValue | None = None,
        *,
        index: TypedValue | int | None = None,
    ) -> TypedValue:
        """An atomic operation on a texel (AIR 2.6); returns the previous value in 4 components, only the first of which
        is valid.

        `operation`: "add", "sub", "min", "max", "and", "or", "xor", "exchange" with a value; "load"; "store" with a
        value (no result). The texture has int or uint components and the access "read_write"; `place` is of uint.
        """
        access = _Access(self._b, f"texture.atomic {operation}", texture, AccessQualifier.READ_WRITE)
        word = operation if operation in ("load", "store", "exchange") else f"fetch_{operation}"
        family = f"atomic_{word}_explicit_{access.type.word}"
        if intrinsic(f"air.{family}.u.v4i32") is None or not access.component.is_integer:
            raise access.error(f"a {access.type} does not support this operation")
        _, suffix, arguments = access.place(place, index)
        if suffix:
            raise access.error("the coordinates must be ushort, not uint")
        if (value is None) != (operation == "load"):
            raise access.error("a value is needed" if value is None else "there is no value")
        vector = Vector(access.component, 4)
        if value is not None and value.type != vector:
            raise access.error(f"a {value.type} for {vector}")
        arguments += access.texel_offset()
        if value is not None:
            arguments.insert(1 if operation == "store" else len(arguments), value)
        return self._b.air(family, *arguments, 0, access.number, result=vector)

    def compare_exchange(
        self,
        texture: TypedValue,
        place: TypedValue,
        expected: TypedValue,
        desired: TypedValue,
        *,
        index: TypedValue | int | None = None,
    ) -> TypedValue:
        """Write `desired` to a texel if it equals the value at `expected` in private memory; otherwise load the texel
        to `expected`.

        May fail spuriously. Returns whether it was written: a bool. Types and version as for `atomic`.
        """
        access = _Access(self._b, "texture.compare_exchange", texture, AccessQualifier.READ_WRITE)
        family = f"atomic_compare_exchange_weak_explicit_{access.type.word}"
        if intrinsic(f"air.{family}.u.v4i32") is None or not access.component.is_integer:
            raise access.error(f"a {access.type} does not support this operation")
        _, suffix, arguments = access.place(place, index)
        vector = Vector(access.component, 4)
        arguments += access.texel_offset()
        if suffix or desired.type != vector or expected.type != ptr(vector, AddressSpace.PRIVATE, "read_write"):
            raise access.error(f"it takes uint coordinates, a pointer to {vector} of the thread and a {vector}")
        return self._b.air(family, *arguments, expected, desired, 0, 0, access.number, result=vector)

    def read(
        self,
        texture: TypedValue,
        place: TypedValue,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | int = 0,
    ) -> Sampled:
        """The texel at integer coordinates (uint or ushort, by the number of dimensions; for a cube a face and two
        coordinates).

        `index`: for an array; for a cube its face. `level`: the mipmap, or the sample of a multisampled texture.
        """
        b = self._b
        allowed = (AccessQualifier.SAMPLE, AccessQualifier.READ, AccessQualifier.READ_WRITE)
        access = _Access(b, "read", texture, *allowed)
        element, suffix, arguments = access.place(place, index)
        family = f"read_{access.type.word}{suffix}"
        result = intrinsic(f"air.{family}.{'f32' if access.is_depth else 'v4f32'}")
        if result is None:
            raise access.error(f"a {access.type.shape} does not support this operation")
        if any(parameter.word.startswith("%sampler") for parameter in result.parameters(b.target.air)[1:2]):
            arguments.insert(1, b.air("get_read_sampler"))
            if not (access.is_cube or access.is_multisampled or access.is_buffer):
                arguments.append(b.const(access.shaped(element), 0))
        return access.texel(family, [*arguments, *access.level(level, element), access.number])

    def write(
        self,
        texture: TypedValue,
        value: TypedValue,
        place: TypedValue,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | int = 0,
    ) -> None:
        """Write a texel; coordinates as for `read`."""
        access = _Access(self._b, "write", texture, AccessQualifier.WRITE, AccessQualifier.READ_WRITE)
        if access.is_depth or access.is_multisampled:
            raise access.error(f"a {access.type.shape} can't be written")
        if self._b.value_type("write", value) != Vector(access.component, 4):
            raise access.error(f"a {value.type} into a {access.type}")
        element, suffix, arguments = access.place(place, index)
        family = f"write_{access.type.word}{suffix}"
        self._b.air(family, *arguments, value, *access.level(level, element), access.number, result=value.type)

    def size(self, texture: TypedValue, what: str = "width", level: TypedValue | int = 0) -> TypedValue:
        """A size of the texture. `what`: "width", "height", "depth", "array_size", "num_mip_levels", "num_samples", if
        the shape has it.
        """
        access = _Access(self._b, f"size {what}", texture, *AccessQualifier)
        family = f"get_{what}_{access.type.word}"
        if not _is_known(family):
            raise access.error(f"a {access.type.shape} has no {what}")
        has_level = what in ("width", "height", "depth") and not (access.is_multisampled or access.is_buffer)
        return self._b.air(family, access.texture, *([level] if has_level else []))

    def fence(self, texture: TypedValue) -> None:
        """Make the thread's own writes to the texture visible to its later reads."""
        access = _Access(self._b, "texture.fence", texture, AccessQualifier.READ_WRITE)
        self._b.air(f"fence_{access.type.word}", access.texture)


def _handle(b: Calls, value: TypedValue) -> TypedValue:
    """The handle of a texture or sampler; it is loaded for an array element or a member of an argument buffer."""
    type = value.type if isinstance(value, TypedValue) else None
    return b.load(value) if isinstance(type, MetalPointer) and isinstance(type.pointee, Handle) else value


def _is_known(family: str) -> bool:
    return intrinsic(f"air.{family}") is not None or intrinsic(f"air.{family}.v4f32") is not None


# AIR's number for the access of a texture, in the last operand of reads and writes.
_ACCESS_NUMBERS: Final = {
    AccessQualifier.SAMPLE: 0,
    AccessQualifier.READ: 1,
    AccessQualifier.WRITE: 2,
    AccessQualifier.READ_WRITE: 3,
    None: 0,
}
