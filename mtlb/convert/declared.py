"""Pointee types of pointer arguments, from the metadata of entry points.

An argument names its type in Metal's words (`air.arg_type_name`): `float4`, `texture2d<half, sample>`, the name of a
struct. The name decides if the uses of the argument leave its type open: an unused argument, or a texture that is not
passed on. A struct is looked up by name in the module. If the module no longer has it, it is built from
`air.struct_type_info`, provided that the members get the offsets stated there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..air.entry_points import EntryArgument, StructType
from ..air.textures import HANDLES, SHAPES
from ..air.types import FLOAT_CODES, NUMBERS, SPELLINGS
from ..base.metal import AddressSpace, SamplingQualifier
from ..ir import Context, DataLayout, Type, TypeCode

_INTEGERS = {number.name: number.memory_bits for number in NUMBERS if not number.is_float}
_INTEGERS |= {"void": 8, "size_t": _INTEGERS[SPELLINGS["size_t"]]}
_NUMBERS = "|".join([*_INTEGERS, *FLOAT_CODES])
_VECTOR = re.compile(rf"(packed_)?({_NUMBERS})([234])?")
_MATRIX = re.compile(r"(half|float|bfloat)([234])x([234])")
_ARRAY = re.compile(r"array<(.*), *(\d+)>")
_MAX_NESTING = 50


def handle_name(kind: str, type_name: str) -> str:
    """The name of the opaque struct for a texture, sampler or similar resource; "" for other arguments.

    `kind` is the word of the argument's kind, `type_name` that of its type in Metal.
    """
    word = type_name.partition("<")[0].rpartition("::")[2].strip()
    if word in SHAPES:
        return f"struct._{SHAPES[word].word}_t"
    if kind == "patch_control_point_input":
        return "struct._patch_control_point_t"
    if internal := re.fullmatch(r"__metal_(\w+)_t", word):  # visible functions
        return f"struct._{internal[1]}_t"
    if word == "acceleration_structure":
        word = "instance_acceleration_structure" if "instancing" in type_name else "primitive_acceleration_structure"
    for name in (kind, word):
        if name in HANDLES:
            return f"struct._{name}_t"
    return ""


class Declarations:
    """Finds or creates the types that metadata names. `structs`: named structs of the module, by name.

    `named` returns the struct without members of a name, and creates it if there is none.
    """

    def __init__(self, context: Context, structs: dict[str, Type], named: Callable[[str], Type]) -> None:
        self.context = context
        self.structs = structs
        self.named = named
        self.layout = DataLayout()
        self._structs: dict[tuple[str, int], Type] = {}
        self._open: set[int] = set()  # structs whose members are being determined: a struct may contain itself

    def pointee(self, argument: EntryArgument) -> Type | None:
        """The pointee of a pointer argument; None if its metadata does not name it."""
        handle = handle_name(argument.kind, argument.type_name)
        if argument.sampling_qualifier is SamplingQualifier.INTERPOLATION_FUNCTION:
            handle = "struct._interpolant_t"
        if handle:
            return self.named(handle)
        if array := _ARRAY.fullmatch(argument.type_name):
            handles = self._handle(handle_name(argument.kind, array[1]))
            return None if handles is None else self.context.type(TypeCode.ARRAY, (int(array[2]),), (handles,))
        return self.type(argument.type_name, argument.type_size, argument.struct_type_info)

    def type(self, name: str, size: int | None, info: StructType | None) -> Type | None:
        """The type with a name in Metal; `size` is its number of bytes, if known."""
        vector = _VECTOR.fullmatch(name)
        if vector is not None:
            packed, number, count = vector.groups()
            scalar = self._scalar(number)
            if count is None:
                return scalar
            code = TypeCode.ARRAY if packed else TypeCode.VECTOR
            return self.context.type(code, (int(count),), (scalar,))
        matrix = _MATRIX.fullmatch(name)
        if matrix is not None:
            return self._matrix(*matrix.groups())
        if info is None or not info.fields:
            return None
        return self._struct(name, size, info)

    def _scalar(self, word: str) -> Type:
        return (
            self.context.type(FLOAT_CODES[word]) if word in FLOAT_CODES else self.context.integer_type(_INTEGERS[word])
        )

    def _matrix(self, word: str, columns: str, rows: str) -> Type:
        """The struct of a matrix. Metal's matrices are structs with an array of columns; equal layouts share a type."""
        column = self.context.type(TypeCode.VECTOR, (int(rows),), (self._scalar(word),))
        member = self.context.type(TypeCode.ARRAY, (int(columns),), (column,))
        return self._named_struct("struct.metal::matrix", (member,))

    def _struct(self, name: str, size: int | None, info: StructType) -> Type | None:
        key = (name, id(info))
        if key not in self._structs:
            if id(info) in self._open or len(self._open) > _MAX_NESTING:
                return self.structs.get(f"struct.{name}")
            instances = [
                struct
                for other, struct in self.structs.items()
                if _is_instance(other, f"struct.{name}") and (size is None or self._has_size(struct, size))
            ]
            if len(instances) == 1:
                return instances[0]
            self._open.add(id(info))
            members = self._members(info)
            self._open.discard(id(info))
            if members is not None:
                instances = [struct for struct in instances if _are_alike(struct.elements, members)]
            if instances:
                return instances[0]
            if members is None:
                return None
            self._structs[key] = self._named_struct(f"struct.{name}", members)
        result = self._structs[key]
        return result if size in (None, self.layout.alloc_size(result)) else None

    def _has_size(self, struct: Type, size: int) -> bool:
        return struct.code is TypeCode.STRUCT_NAMED and self.layout.alloc_size(struct) == size

    def _members(self, info: StructType) -> tuple[Type, ...] | None:
        """The members at the offsets in the metadata; None if they do not fit."""
        members: list[Type] = []
        end = 0
        for field in info.fields:
            argument = field.indirect_argument
            if argument is None or argument.kind == "indirect_constant":
                member = self.type(field.type_name, field.size, field.struct_type_info)
            else:
                member = self._resource(argument)
            if member is None and field.size in (1, 2, 4, 8) and field.indirect_argument is None:
                member = self.context.integer_type(field.size * 8)  # an enumeration
            if member is None:
                return None
            if field.array_entries:
                member = self.context.type(TypeCode.ARRAY, (field.array_entries,), (member,))
            alignment = self.layout.alignment(member)
            if -(-end // alignment) * alignment != field.offset:
                return None
            members.append(member)
            end = field.offset + self.layout.alloc_size(member)
        return tuple(members)

    def _resource(self, argument: EntryArgument) -> Type | None:
        """The pointer type for a member of an argument buffer; None for a kind of resource without one."""
        handle = self._handle(handle_name(argument.kind, argument.type_name))
        if handle is not None or argument.address_space is None:
            return handle
        pointee = self.type(argument.type_name, argument.type_size, argument.struct_type_info)
        if pointee is not None and _has_opaque(pointee):  # a struct of the module, whose pointees are not yet known
            return self.context.opaque_pointer_type(argument.address_space)
        return self.context.pointer_type(pointee or self.context.integer_type(8), argument.address_space)

    def _handle(self, name: str) -> Type | None:
        """A pointer to the opaque struct of this name; None for an empty name."""
        if not name:
            return None
        row = HANDLES.get(name.removeprefix("struct._").removesuffix("_t"))
        space = AddressSpace.DEVICE if row is None else row.space
        return self.context.pointer_type(self.named(name), int(space))

    def _named_struct(self, name: str, members: tuple[Type, ...]) -> Type:
        """The struct with these members; a new struct of this name if the module has none.

        A linker keeps only one of all structs with equal members, under the name that it saw first.
        """
        alike = [struct for struct in self.structs.values() if struct.elements == members and struct.params == (0,)]
        for named_struct in alike:
            if (named_struct.name or "").startswith(name):
                return named_struct
        if alike:
            return alike[0]
        type_ = Type(TypeCode.STRUCT_NAMED, (0,), members, name)
        self.structs.setdefault(name, type_)
        return type_


def _has_opaque(type_: Type) -> bool:
    """Whether a value of this type is or holds an opaque pointer."""
    return type_.is_opaque_pointer or (not type_.is_pointer and any(_has_opaque(item) for item in type_.elements))


def _is_instance(name: str, base: str) -> bool:
    """Whether a struct has this name in Metal: instances of a template are numbered, `struct.metal::array.0`."""
    return name.startswith(base) and (name == base or re.fullmatch(r"(\.\d+)+", name[len(base) :]) is not None)


def _are_alike(left: Sequence[Type], right: Sequence[Type]) -> bool:
    """Whether two lists of types are equal but for what pointers point at and the names of structs."""
    return len(left) == len(right) and all(map(_is_alike, left, right))


def _is_alike(left: Type, right: Type) -> bool:
    if left is right or (left.is_pointer and right.is_pointer):
        return True
    return left.params == right.params and bool(left.elements) and _are_alike(left.elements, right.elements)
