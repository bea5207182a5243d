"""Maps SPIR-V types to Metal types: as values, and in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..air.textures import SHAPES
from ..base.errors import BuildError, UnsupportedError
from ..base.metal import AddressSpace
from ..emit.names import SCALARS, bf16, boolean, instance_acceleration_structure, u8, u16, u32, u64
from ..emit.names import sampler as sampler_type
from ..emit.types import (
    Array,
    Handle,
    Matrix,
    MetalPointer,
    MetalType,
    Scalar,
    SimdgroupMatrix,
    Struct,
    Texture,
    Vector,
    ptr,
    texture,
)
from ..spirv import (
    SpirvModule,
    SpirvType,
    TypeArray,
    TypeBool,
    TypeFloat,
    TypeImage,
    TypeInt,
    TypeMatrix,
    TypeOther,
    TypePointer,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeSampler,
    TypeStruct,
    TypeVector,
)
from ..spirv.enumerants import Decoration, Dim, FPEncoding, SpirvScope, StorageClass
from ..spirv.opcodes import OP_TYPE_ACCELERATION_STRUCTURE_KHR, OP_TYPE_COOPERATIVE_MATRIX_KHR
from .evaluate import default_of
from .layout import (
    PAIR,
    AddressForm,
    ArrayForm,
    Form,
    MatrixForm,
    NumberForm,
    PlacedForm,
    SoleForm,
    StructForm,
    TilesForm,
    bytes_of,
    padded,
    padding,
)
from .names import NameScope

_ARRAY_STRIDE: Final = Decoration.ArrayStride
_BUFFER: Final = Dim.Buffer
_BUFFER_BLOCK: Final = Decoration.BufferBlock
_BFLOAT16_KHR: Final = FPEncoding.BFloat16KHR
_CONSTANT: Final = AddressSpace.CONSTANT
_DEVICE: Final = AddressSpace.DEVICE
_INPUT: Final = StorageClass.Input
_MATRIX_STRIDE: Final = Decoration.MatrixStride
_OFFSET: Final = Decoration.Offset
_PHYSICAL_STORAGE_BUFFER: Final = StorageClass.PhysicalStorageBuffer
_ROW_MAJOR: Final = Decoration.RowMajor
_SUBGROUP: Final = SpirvScope.Subgroup
_SUBPASS_DATA: Final = Dim.SubpassData
_TILE: Final = 8
_TILE_IMAGE_DATA: Final = Dim.TileImageDataEXT

LONG_ARRAY: Final = 32
"""Arrays with more numbers than this stay in memory, even where SPIR-V treats them as values."""

_SPACES: Final = {
    StorageClass.PhysicalStorageBuffer: AddressSpace.DEVICE,
    StorageClass.StorageBuffer: AddressSpace.DEVICE,
    StorageClass.Uniform: AddressSpace.CONSTANT,
    StorageClass.PushConstant: AddressSpace.CONSTANT,
    StorageClass.Workgroup: AddressSpace.THREADGROUP,
    StorageClass.Function: AddressSpace.PRIVATE,
    StorageClass.Private: AddressSpace.PRIVATE,
    StorageClass.Output: AddressSpace.PRIVATE,
    StorageClass.TaskPayloadWorkgroupEXT: AddressSpace.OBJECT_DATA,
}
"""The address spaces of SPIR-V storage classes."""
UNITS: Final = (u32, u64, u16, u8)
"""Number types for a struct as raw bytes, where no Metal struct has its layout: the first that fits is used."""
_MAX_SIZE: Final = 0xFFFFFFFF
_ALIGNMENTS: Final = (32, 16, 8, 4, 2, 1)
_NUMBERS: Final = {(scalar.kind, scalar.bits): scalar for scalar in SCALARS if scalar.name != "bfloat"}
_DIMENSIONS: Final = {
    Dim.Dim1D: "1d",
    Dim.Dim2D: "2d",
    Dim.Dim3D: "3d",
    Dim.Cube: "cube",
    Dim.Rect: "2d",
    Dim.Buffer: "_buffer",
    Dim.SubpassData: "2d",
}


class Types:
    """The Metal types for a SPIR-V module's types."""

    def __init__(self, spirv: SpirvModule, names: NameScope, warnings: list[str] | None = None) -> None:
        self.spirv = spirv
        self.warnings: list[str] = [] if warnings is None else warnings
        self._lengths: dict[int, int] = {}
        self._tiles: dict[int, tuple[int, int]] = {}
        self._names = names
        self._metal: dict[int, MetalType] = {}
        self._struct_names: dict[int, str] = {}
        self._forms: dict[tuple[object, ...], Form] = {}
        self._unfit: dict[object, UnsupportedError] = {}
        self._counts: dict[int, int] = {}
        self._structs: dict[tuple[object, ...], Struct] = {}
        self.cooperative = frozenset(
            kind.id
            for kind in spirv.types.values()
            if isinstance(kind, TypeOther) and kind.op is OP_TYPE_COOPERATIVE_MATRIX_KHR
        )
        """The types of cooperative matrices."""

    def name_structs(self) -> None:
        """Assign struct names from the module before all other names, as in Naga."""
        for id, type in self.spirv.types.items():
            if isinstance(type, TypeStruct) and self.spirv.names.get(id):
                self.struct_name(id)

    # --- values

    def metal(self, type: int) -> MetalType:
        """The Metal type of a number, vector or sampler. Raises UnsupportedError for types that Metal does not have."""
        value = self._metal.get(type)
        if value is None:
            value = self._metal[type] = self._value(self.spirv.type(type))
        return value

    def _value(self, type: SpirvType) -> MetalType:
        if isinstance(type, TypeBool):
            return boolean
        if isinstance(type, TypeInt):
            return self._number(type, "int" if type.signed else "uint", type.width)
        if isinstance(type, TypeFloat) and type.encoding == _BFLOAT16_KHR:
            return bf16
        if isinstance(type, TypeFloat) and type.encoding is not None:
            raise self.refuse(type, f"Metal has no float of {type.width} bits in this encoding")
        if isinstance(type, TypeFloat):
            return self._number(type, "float", type.width)
        if isinstance(type, TypeVector):
            element = self.metal(type.component)
            if not isinstance(element, Scalar) or not 2 <= type.count <= 4:
                raise self.refuse(type, f"Metal has no vector of {type.count} elements")
            return Vector(element, type.count)
        if isinstance(type, TypeSampler):
            return sampler_type
        if isinstance(type, TypeOther) and type.op is OP_TYPE_ACCELERATION_STRUCTURE_KHR:
            return instance_acceleration_structure
        if isinstance(type, TypeImage) and type.dim in (_SUBPASS_DATA, _TILE_IMAGE_DATA):
            return self.color(type)
        if isinstance(type, TypeOther) and type.id in self.cooperative:
            return self._tile(type)
        is_opaque = isinstance(type, TypeOther)
        raise self.refuse(type, "values of this type are not supported" if is_opaque else "it is not a number")

    def _tile(self, type: TypeOther) -> SimdgroupMatrix:
        """A tile of a cooperative matrix: Metal's matrices have 8 x 8 floats, held by a SIMD-group."""
        component = self.metal(int(type.operands[0]))
        if not isinstance(component, Scalar) or not component.is_float:
            raise self.refuse(type, f"Metal has no cooperative matrix of {component}")
        return SimdgroupMatrix(component)

    def tiles(self, matrix: int) -> tuple[int, int]:
        """The rows and columns of the 8 x 8 tiles of a cooperative matrix.
        Raises UnsupportedError for sizes and scopes that Metal does not have."""
        tiles = self._tiles.get(matrix)
        if tiles is None:
            type = self.spirv.type(matrix)
            assert isinstance(type, TypeOther)
            scope, *sizes = [default_of(self.spirv, int(operand)) for operand in type.operands[1:4]]
            if scope is None or scope[0] != _SUBGROUP:
                raise self.refuse(type, "a cooperative matrix of another scope than Subgroup")
            rows, columns = [0 if size is None else size[0] for size in sizes]
            is_default = True in [size is not None and size[1] for size in sizes]
            if rows < 1 or columns < 1 or rows % _TILE or columns % _TILE:
                why = ", by the defaults of specialization constants" if is_default else ""
                raise self.refuse(type, f"a cooperative matrix of {rows} by {columns}{why}: Metal's tiles are 8 by 8")
            if is_default:
                self.warnings.append(
                    f"the size of %{matrix} depends on specialization constants: it is {rows} by {columns}, by their "
                    "defaults"
                )
            tiles = self._tiles[matrix] = rows // _TILE, columns // _TILE
        return tiles

    def color(self, image: TypeImage) -> Vector:
        """The type of a fetched input attachment or tile image: a vector of four."""
        component = self.metal(image.sampled_type)
        if not isinstance(component, Scalar):
            raise self.refuse(image, f"Metal has no color of {component}")
        return Vector(component, 4)

    def _number(self, type: SpirvType, kind: str, width: int) -> Scalar:
        number = _NUMBERS.get((kind, width))
        if number is None:
            raise self.refuse(type, f"Metal has no {'double' if width == 64 else f'{width}-bit {kind}'}")
        return number

    def refuse(self, type: SpirvType, reason: str) -> Exception:
        """An error about a type."""
        return self.spirv.error(self.spirv.definition(type.id), reason)

    def image(self, type: int, *, depth: bool, access: str) -> Texture:
        """The texture type of an image. `depth`: it is used in comparisons; `access`: "sample", "read", "write"…"""
        image = self.spirv.type(type)
        assert isinstance(image, TypeImage)
        component = self.metal(image.sampled_type)
        if not isinstance(component, Scalar):
            raise self.refuse(image, f"Metal has no texture of {component}")
        family = "depth" if depth and image.dim not in (_BUFFER, Dim.Dim3D) else "texture"  # which nothing compares
        shape = f"{family}{_DIMENSIONS.get(image.dim)}"
        if shape == "depth1d":
            shape = "depth2d"
            reports = (
                f"%{type}: Metal has no one-dimensional depth textures: a two-dimensional texture one texel "
                "high is used"
            )
            if reports not in self.warnings:
                self.warnings.append(reports)
        if shape not in SHAPES:
            raise self.refuse(image, f"Metal has no {'depth ' if depth else ''}texture of dimension {image.dim.name}")
        shape += ("_ms" if image.multisampled else "") + ("_array" if image.arrayed else "")
        is_read = image.multisampled or image.dim is _SUBPASS_DATA
        if is_read or (image.dim is _BUFFER and access == "sample"):
            access = "read"
        try:
            return texture(shape, component, access)
        except BuildError as error:
            raise self.refuse(image, error.reason) from None

    def image_in(self, type: int) -> int:
        """The image type in a sampled image."""
        kind = self.spirv.type(type)
        assert isinstance(kind, TypeSampledImage)
        return kind.image

    def integer(self, kind: str, bits: int) -> Scalar:
        """The integer type with a kind, "int" or "uint", and a width."""
        return _NUMBERS[kind, bits]

    # --- composites

    def parts(self, type: int) -> tuple[int, ...]:
        """The types of the members, elements or columns of a composite."""
        kind = self.spirv.type(type)
        if isinstance(kind, TypeStruct):
            return kind.members
        if isinstance(kind, TypeArray):
            return (kind.element,) * self.length(type)
        if isinstance(kind, TypeMatrix):
            return (kind.column,) * kind.count
        raise self.refuse(kind, "it has no parts")

    def element(self, type: int) -> int:
        """The type of an array's elements, a matrix's columns, a vector's components."""
        kind = self.spirv.type(type)
        if isinstance(kind, (TypeArray, TypeRuntimeArray)):
            return kind.element
        if isinstance(kind, TypeMatrix):
            return kind.column
        if isinstance(kind, TypeVector):
            return kind.component
        if isinstance(kind, TypeOther) and type in self.cooperative:
            return int(kind.operands[0])
        raise self.refuse(kind, "it has no elements")

    def is_composite(self, type: int) -> bool:
        """Whether it is a struct, array or matrix."""
        return isinstance(self.spirv.type(type), (TypeStruct, TypeArray, TypeMatrix, TypeRuntimeArray))

    def has_parts(self, type: int) -> bool:
        """Whether its values are `Composite`s: it is a struct, array or matrix, or a cooperative matrix of tiles."""
        return self.is_composite(type) or type in self.cooperative

    def length(self, type: int) -> int:
        """The number of elements of an array."""
        kind = self.spirv.type(type)
        assert isinstance(kind, TypeArray)
        result = self._lengths.get(type)
        if result is None:
            arguments = default_of(self.spirv, kind.length)
            if arguments is None:
                raise self.refuse(kind, "its length is not a known constant")
            if arguments[0] < 1:
                raise self.refuse(kind, f"its length is {arguments[0]}, by the defaults of specialization constants")
            result, is_default = self._lengths[type], _ = arguments
            if is_default:
                self.warnings.append(
                    f"the length of %{type} depends on specialization constants: it is {result}, by their defaults"
                )
        return result

    def numbers_in(self, type: int) -> int:
        """The number of scalars and vectors in a type."""
        count = self._counts.get(type)
        if count is None:
            kind = self.spirv.type(type)
            if isinstance(kind, TypeArray):
                count = self.numbers_in(kind.element) * self.length(type)
            elif isinstance(kind, TypeRuntimeArray):
                raise self.refuse(kind, "an array without a length is not a value")
            elif isinstance(kind, (TypeStruct, TypeMatrix)):
                count = sum(map(self.numbers_in, self.parts(type)))
            else:
                count = 1
            self._counts[type] = count
        return count

    def is_long(self, type: int) -> bool:
        """Whether it is an array that stays in memory (`Stored`)."""
        return isinstance(self.spirv.type(type), TypeArray) and self.numbers_in(type) > LONG_ARRAY

    def struct_name(self, type: int) -> str:
        """The name of a struct in the program."""
        unique = self._struct_names.get(type)
        if unique is None:
            unique = self._struct_names[type] = self._names.unique(self.spirv.names.get(type, ""), "type")
        return unique

    # --- pointers

    def is_pointer(self, type: int) -> bool:
        """Whether it is a pointer value, for variable pointers and physical addresses."""
        return isinstance(self.spirv.type(type), TypePointer)

    def pointer(self, type: int) -> TypePointer:
        """A type of pointers."""
        kind = self.spirv.type(type)
        if not isinstance(kind, TypePointer):
            raise self.refuse(kind, "it is not a pointer")
        return kind

    def pointee_form(self, pointer: int) -> Form:
        """The memory form of the pointee for all its locations: vectors behind logical pointers may be packed."""
        pointed = self.pointer(pointer)
        form = self.form(pointed.pointee)
        metal = form.metal
        is_logical = pointed.storage is not _PHYSICAL_STORAGE_BUFFER
        if is_logical and isinstance(form, NumberForm) and isinstance(metal, Vector) and not metal.element.is_bool:
            return NumberForm(Vector(metal.element, metal.count, packed=True))
        return form

    def address(self, pointer: int) -> MetalType:
        """The Metal type of a pointer as a value; a pointer to an input is represented by the input."""
        pointed = self.pointer(pointer)
        if pointed.storage is _INPUT:
            return self.metal(pointed.pointee)
        space = _SPACES.get(pointed.storage)
        if space is None:
            raise self.refuse(pointed, f"a pointer to {pointed.storage.name} is not a value in Metal")
        if space is _CONSTANT and self._is_old_storage(pointed.pointee):
            space = _DEVICE
        is_read = space is _CONSTANT
        return ptr(self.pointee_form(pointer).metal, space, "read" if is_read else "read_write")

    def _is_old_storage(self, type: int) -> bool:
        return self.spirv.decoration(type, _BUFFER_BLOCK) is not None

    # --- memory

    def form(self, type: int) -> Form:
        """The memory form of a type: from its layout decorations, otherwise Metal's own layout."""
        return self._form(type, _ALIGNMENTS[0], None, False, ())

    def buffer_form(self, type: int) -> Form:
        """The form of a buffer block. An unnamed block with a single member is represented by the member, as in
        Naga's Metal."""
        kind = self.spirv.type(type)
        form = self.form(type)
        is_plain = type not in self.spirv.names and not self.spirv.member_names.get((type, 0))
        if not isinstance(form, StructForm) or len(form.members) != 1 or not is_plain:
            return form
        assert isinstance(kind, TypeStruct)
        return SoleForm(form.members[0].metal, form.members[0]) if len(form.metal.members) == 1 else form

    def resource_struct(self, name: str, *resources: MetalType) -> Struct:
        """The argument buffer struct for an element of a binding array: a resource, or a texture with its sampler."""
        return self._once((name, *resources), lambda: Struct(name, list(zip(PAIR, resources, strict=False))))

    def _form(self, type: int, limit: int, room: int | None, fill: bool, matrix: tuple[int, bool] | tuple[()]) -> Form:
        """The form with the largest alignment up to `limit` that takes at most `room` bytes, or exactly that many:
        `fill`.
        `matrix`: stride and order, from the decorations of the member that contains the matrix."""
        key = (type, limit, room, fill, matrix)
        result = self._forms.get(key)
        if result is not None:
            return result
        if key in self._unfit:
            raise self._unfit[key]
        problem: BuildError | UnsupportedError | None = None
        for alignment in _ALIGNMENTS:
            if alignment > limit:
                continue
            try:
                build = self._build(type, alignment, room, fill, matrix)
            except (BuildError, UnsupportedError) as error:
                problem = problem or error
                continue
            if room is None or build.metal.size <= room:
                self._forms[key] = build
                return build
            problem = problem or BuildError(
                f"its {build.metal.size} bytes overlap the next member, {room} bytes after it"
            )
        for unit in UNITS:
            try:
                exact = self._exact(type, limit, unit, matrix)
            except (BuildError, UnsupportedError) as error:
                problem = problem or error
                continue
            if exact is not None and unit.size <= limit and (room is None or exact.metal.size <= room):
                self._forms[key] = exact
                return exact
        if not isinstance(problem, UnsupportedError):
            reason = problem.reason if problem is not None else "it fits nowhere"
            problem = self.spirv.error(self.spirv.definition(type), reason, UnsupportedError)
        self._unfit[key] = problem
        raise problem

    def _exact(self, type: int, limit: int, unit: Scalar, matrix: tuple[int, bool] | tuple[()]) -> Form | None:
        """A struct or matrix as raw bytes that begins at multiples of a unit; None for other types."""
        kind = self.spirv.type(type)
        if isinstance(kind, TypeStruct):
            return self._placed(kind, min(limit, unit.size), unit)
        if isinstance(kind, TypeMatrix) and matrix:
            return self._spaced(kind, min(limit, unit.size), unit, *matrix)
        return None

    def _placed(self, struct: TypeStruct, limit: int, unit: Scalar) -> PlacedForm | None:
        offsets, members, size = list[int](), list[Form](), 1
        for number, member in enumerate(struct.members):
            member_decoration = self.spirv.member_decoration(struct.id, number, _OFFSET)
            if member_decoration is None:
                return None
            offset = int(member_decoration[0])
            here = min(limit, offset & -offset if offset else limit)
            form = self._form(member, here, None, False, self._member_matrix(struct.id, number))
            offsets.append(offset)
            members.append(form)
            size = max(size, offset + form.metal.size)
        if size > _MAX_SIZE:
            raise self.refuse(struct, f"it has {size} bytes")
        return PlacedForm(bytes_of(size, unit), tuple(offsets), tuple(members))

    def _spaced(self, matrix: TypeMatrix, limit: int, unit: Scalar, stride: int, row_major: bool) -> MatrixForm | None:
        """Lines with a stride, without padding after the last."""
        column = self.metal(matrix.column)
        assert isinstance(column, Vector)
        lines, length = (column.count, matrix.count) if row_major else (matrix.count, column.count)
        line = Vector(column.element, length, packed=True)
        if line.align > min(limit, stride & -stride) or line.size > stride:
            return None
        metal = bytes_of(stride * (lines - 1) + line.size, unit)
        return MatrixForm(metal, line, matrix.count, column.count, row_major, False, stride)

    def _build(self, type: int, limit: int, room: int | None, fill: bool, matrix: tuple[int, bool] | tuple[()]) -> Form:
        kind = self.spirv.type(type)
        if isinstance(kind, TypeStruct):
            return self._struct(kind, limit, room, fill)
        if isinstance(kind, (TypeArray, TypeRuntimeArray)):
            return self._array(kind, limit, matrix)
        if isinstance(kind, TypeMatrix):
            return self._matrix(kind, limit, matrix)
        if isinstance(kind, TypePointer):
            is_number = kind.storage is _PHYSICAL_STORAGE_BUFFER
            kept = u64 if is_number else self.address(kind.id)
            assert isinstance(kept, (Scalar, Vector, MetalPointer))
            if kept.align > limit:
                raise BuildError(f"an address can't be at a multiple of {limit} bytes")
            return AddressForm(kept, kind.id)
        if isinstance(kind, TypeSampledImage):
            raise self.refuse(kind, "a sampled image can't be in memory")
        if isinstance(kind, TypeOther) and type in self.cooperative:
            rows, columns = self.tiles(type)  # in thread memory only, which has no layout constraints
            return TilesForm(Array(self._tile(kind), rows * columns))
        return NumberForm(self._fitted(kind, self._plain(kind), limit))

    def _plain(self, type_: SpirvType) -> Scalar | Vector | Handle:
        if isinstance(type_, TypeImage):
            return self.image(type_.id, depth=type_.depth == 1, access="read_write" if type_.sampled == 2 else "sample")
        metal = self.metal(type_.id)
        assert isinstance(metal, (Scalar, Vector, Handle))
        return metal

    def _fitted(self, type_: SpirvType, metal: Scalar | Vector | Handle, limit: int) -> Scalar | Vector | Handle:
        if metal.align > limit and isinstance(metal, Vector) and not metal.element.is_bool:
            metal = Vector(metal.element, metal.count, packed=True)
        if metal.align > limit:
            raise BuildError(f"{metal} can't be at a multiple of {limit} bytes")
        return metal

    def _member_matrix(self, struct: int, number: int) -> tuple[int, bool] | tuple[()]:
        stride = self.spirv.member_decoration(struct, number, _MATRIX_STRIDE)
        if stride is None:
            return ()
        is_row_major = self.spirv.member_decoration(struct, number, _ROW_MAJOR) is not None
        return int(stride[0]), is_row_major

    def _struct(self, structure: TypeStruct, limit: int, room: int | None, fill: bool) -> StructForm:
        offsets: list[int | None] = []
        for number in range(len(structure.members)):
            member_decoration = self.spirv.member_decoration(structure.id, number, _OFFSET)
            offsets.append(None if member_decoration is None else int(member_decoration[0]))
        is_explicit = all(offset is not None for offset in offsets)
        order = sorted(range(len(offsets)), key=lambda number: (offsets[number] or 0, number))
        names = self._member_names(structure)
        forms: dict[int, Form] = {}
        placed: list[tuple[str, MetalType]] = []
        end = 0
        for place, number in enumerate(order):
            offset = offsets[number] if is_explicit else None
            here, space = limit, None
            if offset is not None:
                if offset < end:
                    raise self.refuse(structure, f"member {number} at byte {offset} overlaps the one before it")
                here = min(limit, offset & -offset if offset else limit)
                if place + 1 < len(order):
                    after = offsets[order[place + 1]]
                    space = after - offset if after is not None else None
                elif room is not None:
                    space = room - offset
            form = self._form(structure.members[number], here, space, False, self._member_matrix(structure.id, number))
            start = -(-end // form.metal.align) * form.metal.align
            if offset is not None and start != offset:
                placed.append(padding(place, offset - end))
                start = offset
            forms[number] = form
            placed.append((names[number], form.metal))
            end = start + form.metal.size
        struct = Struct("", placed or [padding(0, 1)])  # Metal structs, as in C++, have at least one byte
        if fill and room is not None and struct.size < room:
            struct = Struct("", [*placed, padding(len(order), room - end)])
        if struct.size > _MAX_SIZE:
            raise self.refuse(structure, f"it has {struct.size} bytes")
        struct.name = self.struct_name(structure.id)
        return StructForm(struct, tuple(names), tuple(forms[number] for number in range(len(order))))

    def _member_names(self, struct: TypeStruct) -> list[str]:
        names = NameScope()
        return [
            names.unique(self.spirv.member_names.get((struct.id, number), ""), "member")
            for number in range(len(struct.members))
        ]

    def _array(
        self, array: TypeArray | TypeRuntimeArray, limit: int, matrix: tuple[int, bool] | tuple[()]
    ) -> ArrayForm:
        decoration = self.spirv.decoration(array.id, _ARRAY_STRIDE)
        stride = None if decoration is None else int(decoration[0])
        here = limit if stride is None else min(limit, stride & -stride)
        element = self._form(array.element, here, stride, stride is not None, matrix)
        count = self.length(array.id) if isinstance(array, TypeArray) else None
        is_wrapped = stride is not None and element.metal.size < stride
        metal: MetalType = element.metal
        if is_wrapped and stride is not None:
            metal = self._padded(element.metal, stride)
        return ArrayForm(Array(metal, count if count is not None else 1), element, count, is_wrapped)

    def _padded(self, type: MetalType, size: int) -> Struct:
        return self._once(("padded", type, size), lambda: padded(type, size))

    def _once(self, key: tuple[object, ...], make: Callable[[], Struct]) -> Struct:
        if key not in self._structs:
            self._structs[key] = make()
        return self._structs[key]

    def _matrix(self, matrix_type: TypeMatrix, limit: int, matrix: tuple[int, bool] | tuple[()]) -> MatrixForm:
        column = self.metal(matrix_type.column)
        assert isinstance(column, Vector)
        stride, row_major = matrix or (column.size, False)
        lines, length = (column.count, matrix_type.count) if row_major else (matrix_type.count, column.count)
        line = Vector(column.element, length)
        if line.align > min(limit, stride & -stride) or line.size > stride:
            line = Vector(column.element, length, packed=True)
        if line.size > stride:
            raise self.refuse(matrix_type, f"columns or rows of {line.size} bytes, {stride} apart, overlap")
        is_wrapped = line.size < stride
        metal: Matrix | Array
        if not is_wrapped and not row_major and not line.packed:
            metal = Matrix(column.element, matrix_type.count, column.count)
        else:
            metal = Array(self._padded(line, stride) if is_wrapped else line, lines)
        return MatrixForm(metal, line, matrix_type.count, column.count, row_major, is_wrapped)
