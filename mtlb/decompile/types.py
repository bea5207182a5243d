"""Maps LLVM types to Metal types: numbers, vectors, structs with names from reflection, textures, pointers and
address spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..air.entry_points import EntryArgument, EntryPoint, StructField, StructType
from ..air.textures import HANDLES, SHAPES
from ..air.types import ATOMICS, NUMBERS
from ..base.errors import FormatError
from ..base.metal import AddressSpace
from ..ir import FLOAT_NAMES, STRUCT_TYPES, DataLayout, Type, TypeCode
from .names import identifier, member_name
from .text import numeric

SPACES = {space.value: space.name.lower() for space in AddressSpace} | {0: "thread", 4: "threadgroup_imageblock"}
"""Address spaces by their number in AIR (`mtlb.base.metal.AddressSpace`)."""
_UNSIGNED = {number.bits: number.name for number in NUMBERS if number.kind in ("uint", "bool")}
_SIGNED = {number.bits: number.name for number in NUMBERS if number.kind in ("int", "bool")}
_BY_NAME = {number.name: number for number in NUMBERS}
MATRIX = re.compile(r"(half|float)([234])x([234])")
_HANDLE = re.compile(r"struct\._(\w+)_t(\.\d+)?")
_TEXTURES = {shape.word: shape for shape in SHAPES.values()}
_ACCESS = re.compile(r", *(?:metal::)?(?:access::)?(sample|read_write|read|write)>")


_OPAQUE = ("intersection_query", "intersection_result", "interpolant", "patch_control_point")
"""The types that functions and stages use through pointers to empty structs, besides resources."""
RATE_MAP = "rasterization_rate_map_data"
"""The name of a rate map's type in memory; its members are not described."""


RAY_KINDS = tuple(name for name, row in HANDLES.items() if row.group in ("acceleration structure", "function table"))
"""The types of acceleration structures and function tables."""


def resource_type(name: str) -> str:
    """An acceleration structure or function table type from metadata, in its shortest Metal spelling."""
    plain = name.replace("metal::", "").replace("raytracing::", "")
    short = {"<>": "primitive_acceleration_structure", "<instancing>": "instance_acceleration_structure"}
    return short.get(plain.removeprefix("acceleration_structure"), plain)


class Inexpressible(Exception):
    """A construct of the module has no form in Metal source. The message states the reason."""


def texture_type(name: str) -> str:
    """A texture type from metadata, in Metal's spelling: `texture2d<float, access::read>`."""
    name = _ACCESS.sub(r", access::\1>", name.replace("metal::", ""))
    return name.replace(", access::sample>", ">")


def member_type(name: str) -> str:
    """A type name from metadata in the decompiler's spelling."""
    return texture_type(name)


class MetalTypes:
    """The types in one module: the names and members of structs, and the spelling of each type."""

    def __init__(self, entries: Iterable[EntryPoint]) -> None:
        self.layout = DataLayout()
        self.reflected: dict[Type, StructType] = {}
        self._by_name: dict[str, StructType] = {}
        self._named: dict[Type, str] = {}
        self.names: dict[Type, str] = {}
        self._taken: set[str] = set()
        self.used: dict[Type, None] = {}
        self._members: dict[Type, list[tuple[str, str, str]]] = {}
        self.padded: set[Type] = set()
        """Structs whose padding the code writes, so that the padding is named."""
        for entry in entries:
            for argument in [*entry.arguments, *entry.outputs]:
                self._note(argument, entry)

    # --- what reflection says

    def _note(self, argument: EntryArgument, entry: EntryPoint) -> None:
        info = argument.struct_type_info
        if info is None:
            return
        self._collect(argument.type_name, info, set())
        if argument.index is None or argument.index >= len(entry.function.arguments):
            return
        type_ = entry.function.arguments[argument.index].type
        if type_.code is TypeCode.POINTER:
            self._named.setdefault(type_.pointee, argument.type_name)
            self._match(type_.pointee, info)

    def _collect(self, name: str, info: StructType, seen: set[int]) -> None:
        if id(info) in seen:
            return
        seen.add(id(info))
        self._by_name.setdefault(name.rpartition("::")[2], info)
        for member in info.fields:
            name, inner = _inside(member)
            if inner is not None:
                self._collect(name, inner, seen)

    def _match(self, type_: Type, info: StructType) -> None:
        """Associate an LLVM struct with a reflection struct, including nested structs."""
        if type_.code not in STRUCT_TYPES or type_ in self.reflected:
            return
        self.reflected[type_] = info
        by_offset = {member.offset: member for member in info.fields}
        for offset, element in self.layout.members(type_):
            member = by_offset.get(offset)
            while element.code is TypeCode.ARRAY or (element.code is TypeCode.POINTER and member is not None):
                element = element.elements[0]
            inner = _inside(member)[1] if member is not None else None
            if inner is not None:
                self._match(element, inner)

    def info_of(self, type_: Type) -> StructType | None:
        """The reflection of a struct."""
        info = self.reflected.get(type_)
        if info is None and type_.name:
            info = self._by_name.get(_plain(type_.name))
            if info is not None:
                self.reflected[type_] = info
        return info

    # --- types

    def unwrapped(self, type_: Type) -> Type:
        """The content of a wrapper struct: library vectors and atomics, and unions of a single member."""
        while type_.code in STRUCT_TYPES and len(type_.elements) == 1 and _is_form(type_.name or ""):
            type_ = type_.elements[0]
        return type_

    def spelled(self, type_: Type, *, signed: bool = False) -> str:
        """The Metal type. `signed`: for integers. Raises Inexpressible for a type without a Metal form."""
        type_ = self.unwrapped(type_)
        code = type_.code
        if code is TypeCode.INTEGER:
            integer = (_SIGNED if signed else _UNSIGNED).get(type_.params[0])
            if integer is None:
                raise Inexpressible(f"an integer of {type_.params[0]} bits")
            return integer
        if code in FLOAT_NAMES:
            return FLOAT_NAMES[code]
        if code is TypeCode.VECTOR:
            return self._vector(type_, signed=signed)
        if code is TypeCode.VOID:
            return "void"
        if code is TypeCode.ARRAY and self._is_columns(type_):
            rows = self.spelled(type_.elements[0])
            return f"{rows[:-1]}{type_.params[0]}x{rows[-1]}"
        if code is TypeCode.ARRAY:
            return f"array<{self.spelled(type_.elements[0], signed=signed)}, {type_.params[0]}>"
        if code in STRUCT_TYPES:
            return self.struct(type_)
        if code is TypeCode.POINTER:
            handle = self.handle(type_.pointee)
            if handle is not None:
                return handle
            return f"{self.space(type_)} {self.spelled(type_.pointee)}*"
        if code is TypeCode.OPAQUE_POINTER:
            return f"{self.space(type_)} uchar*"
        if code is TypeCode.OPAQUE and RATE_MAP in (type_.name or ""):
            return RATE_MAP
        raise Inexpressible(f"a value of the type {code.name}{' ' + type_.name if type_.name else ''}")

    def _is_columns(self, type_: Type) -> bool:
        """Whether an array is a matrix in a call."""
        element = type_.elements[0]
        is_vector = element.code is TypeCode.VECTOR and element.elements[0].code in (TypeCode.FLOAT, TypeCode.HALF)
        return is_vector and type_.params[0] in (2, 3, 4) and element.params[0] in (2, 3, 4)

    def _vector(self, type_: Type, *, signed: bool) -> str:
        element, count = self.spelled(type_.elements[0], signed=signed), type_.params[0]
        if count == 64 and element in ("float", "half", "bfloat"):
            return f"simdgroup_{element}8x8"
        if count not in (2, 3, 4):
            raise Inexpressible(f"a vector of {count}")
        return f"{element}{count}"

    def space(self, type_: Type) -> str:
        """The keyword for a pointer's address space."""
        return SPACES.get(type_.address_space, "thread")

    def handle(self, type_: Type) -> str | None:
        """The resource type for a placeholder struct; None for another type."""
        match = _HANDLE.fullmatch(type_.name or "")
        if match is None:
            return None
        shape = _TEXTURES.get(match[1])
        if shape is not None:
            return f"{shape.name}<float>"
        return match[1] if match[1] in HANDLES or match[1] in _OPAQUE else None

    def handle_of(self, type_: Type) -> str:
        """The resource type for a pointer to a placeholder struct; "" for another type."""
        type_ = self.unwrapped(type_)
        return (self.handle(type_.pointee) or "") if type_.code is TypeCode.POINTER else ""

    def struct(self, type_: Type) -> str:
        """The name of a struct; declares it."""
        declared = self.names.get(type_)
        if declared is not None:
            return declared
        name = type_.name or ""
        matrix = re.fullmatch(r"struct\.metal::_?matrix(_\w+)?(\.\d+)?", name)
        if matrix is not None and type_.elements[0].code is TypeCode.ARRAY:
            rows = self.spelled(type_.elements[0].elements[0])
            shape = numeric(rows)
            if shape is not None:
                self.names[type_] = f"{shape[0]}{type_.elements[0].params[0]}x{shape[1]}"
                return self.names[type_]
        # Types with the same layout may have been merged under one name: an argument's metadata has the right name.
        name = self._named.get(type_, name)
        base = identifier(_plain(name)) if name else "Values"
        if base.startswith("MTL") or _OF_METAL.match(name):  # names of the library itself
            base += "_"
        if base in ("", "_"):
            base = "Values"
        declared_name = self.names[type_] = self.take(base)
        self.members(type_)  # nested structs are declared first
        self.used[type_] = None
        return declared_name

    def avoid(self, names: Iterable[str]) -> None:
        """Reserve names that structs must not have: those of functions."""
        self._taken.update(names)

    def take(self, hint: str) -> str:
        """Reserve a name for a struct that is not part of the module."""
        name, number = hint, 1
        while name in self._taken:
            number += 1
            name = f"{hint}_{number}"
        self._taken.add(name)
        return name

    # --- members

    def indices_at(self, type_: Type, offset: int, target: Type) -> list[int] | None:
        """The indices from an address of a type to a part of another type, at `offset` bytes."""
        size = self.layout.alloc_size(type_)
        if not size:
            return None
        indices = [offset // size]
        offset %= size
        while offset or type_ is not target:
            if type_.code in STRUCT_TYPES:
                places = [(n, at, part) for n, (at, part) in enumerate(self.layout.members(type_)) if at <= offset]
                if not places:
                    return None
                number, at, type_ = places[-1]
                offset -= at
            elif type_.code in (TypeCode.ARRAY, TypeCode.VECTOR):
                count, type_ = type_.params[0], type_.elements[0]
                each = self.layout.alloc_size(type_)
                number, offset = divmod(offset, each)
                if number >= count:
                    return None
            else:
                return None
            indices.append(number)
        return indices

    def members(self, type_: Type) -> list[tuple[str, str]]:
        """Name and type of each member of a struct."""
        return [(name, kind) for name, kind, _ in self._described(type_)]

    def declarations(self, type_: Type) -> list[str]:
        """The member declarations in a struct."""
        members = self._described(type_)
        hidden = self._implied(type_) if type_ not in self.padded else set()
        return [text for number, (_, _, text) in enumerate(members) if number not in hidden]

    def _implied(self, type_: Type) -> set[int]:
        """The padding members that C++ inserts implicitly."""
        pads: set[int] = set()
        parts = self.layout.members(type_)
        info = self.info_of(type_)
        shown = {member.offset for member in info.fields} if info is not None else set()
        end, widest = 0, 1
        for number, (offset, element) in enumerate(parts):
            is_pad = _is_padding(element) and (info is None or offset not in shown) and number > 0
            align = self.layout.alignment(element)
            if is_pad:
                pads.add(number)
                continue
            if -(-end // align) * align != offset:
                return set()
            end = offset + self.layout.alloc_size(element)
            widest = max(widest, align)
        size = self.layout.alloc_size(type_)
        return pads if -(-end // widest) * widest == size else set()

    def _described(self, type_: Type) -> list[tuple[str, str, str]]:
        cached = self._members.get(type_)
        if cached is not None:
            return cached
        info = self.info_of(type_)
        by_offset = {member.offset: member for member in info.fields} if info is not None else {}
        described: list[tuple[str, str, str]] = []
        taken: set[str] = set()
        for number, (offset, element) in enumerate(self.layout.members(type_)):
            member = by_offset.get(offset)
            name = member_name(member.field_name) if member is not None and member.field_name else f"m{number}"
            if member is None and _is_padding(element):
                name = f"pad{number}"
            while name in taken:
                name += "_"
            taken.add(name)
            described.append((name, *self._member(element, member, name)))
        self._members[type_] = described
        return described

    def _member(self, element: Type, member: StructField | None, name: str) -> tuple[str, str]:
        """The type of a member, and its declaration."""
        own = member_type(member.type_name) if member is not None else ""
        attribute = ""
        if member is not None and member.indirect_location is not None:
            attribute = f" [[id({member.indirect_location})]]"
        if member is not None and is_atomic(element) and member.struct_type_info is not None:
            parts = member.struct_type_info.fields
            if parts and parts[0].type_name in ATOMICS and self.fits(parts[0].type_name, element):
                return f"atomic_{parts[0].type_name}", f"atomic_{parts[0].type_name} {name}{attribute}"
        handle = self._handle_member(element, member)
        if handle:
            return handle, f"{handle} {name}{attribute}"
        if element.code is TypeCode.POINTER and numeric(own) is not None and self.fits(own, element.pointee):
            pointer = f"{self.space(element)} {own}*"
            return pointer, f"{pointer} {name}{attribute}"
        if member is not None and self.fits(own, element):
            return own, f"{own} {name}{attribute}"
        sizes = ""
        inner = self.unwrapped(element)
        while inner.code is TypeCode.ARRAY:
            if member is not None and numeric(own) is not None and self.fits(own, inner):
                break
            sizes += f"[{inner.params[0]}]"
            inner = self.unwrapped(inner.elements[0])
        spelled = own if member is not None and self.fits(own, inner) else self.spelled(inner)
        kind = spelled
        for size in reversed(re.findall(r"\[(\d+)\]", sizes)):
            kind = f"array<{kind}, {size}>"
        return kind, f"{spelled} {name}{sizes}{attribute}"

    def _handle_member(self, element: Type, member: StructField | None) -> str:
        element = self.unwrapped(element)
        if not element.is_pointer:
            return ""
        handle = self.handle(element.pointee) if element.code is TypeCode.POINTER else None
        named = ""
        if member is not None and member.indirect_argument is not None:
            named = texture_type(member.indirect_argument.type_name)
        if handle in RAY_KINDS and named:
            return resource_type(named)
        if handle is not None or "<" in named or named == "sampler":
            return named if "<" in named else handle or named
        return ""

    def fits(self, name: str, type_: Type) -> bool:
        """Whether a named type has the same layout as an LLVM type."""
        shape = numeric(name)
        type_ = self.unwrapped(type_)
        if shape is None:
            return self._is_matrix(name, type_)
        element, count, packed = shape
        number = _BY_NAME[element]
        if packed:
            is_array = type_.code is TypeCode.ARRAY and type_.params[0] == count
            return is_array and self._is_number(number.name, type_.elements[0])
        if count > 1:
            is_vector = type_.code is TypeCode.VECTOR and type_.params[0] == count
            return is_vector and self._is_number(number.name, type_.elements[0])
        return self._is_number(number.name, type_)

    def _is_number(self, name: str, type_: Type) -> bool:
        type_ = self.unwrapped(type_)
        number = _BY_NAME[name]
        if number.is_float:
            return FLOAT_NAMES.get(type_.code) == name
        return type_.code is TypeCode.INTEGER and type_.params[0] in (number.bits, number.memory_bits)

    def _is_matrix(self, name: str, type_: Type) -> bool:
        match = MATRIX.fullmatch(name)
        if match is None:
            return False
        if type_.code in STRUCT_TYPES and len(type_.elements) == 1:
            type_ = type_.elements[0]
        is_columns = type_.code is TypeCode.ARRAY and type_.params[0] == int(match[2])
        return is_columns and self.spelled(type_.elements[0]) == f"{match[1]}{match[3]}"

    def is_compatible(self, name: str, type_: Type) -> bool:
        """Whether an object of a Metal type can be accessed as a value of LLVM's type."""
        if name.startswith("array<atomic_"):
            return is_of_atomics(type_) and self.is_compatible(name.replace("atomic_", "", 1), type_)
        if name.startswith("atomic_"):
            return type_.code in STRUCT_TYPES and self.fits(name.removeprefix("atomic_"), type_)
        if name.startswith("array<") and name.rpartition(", ")[0].endswith((">", "sampler")):
            return self._is_array_of_handles(name, type_)
        type_ = self.unwrapped(type_)
        if numeric(name) is not None:
            return self.fits(name.removeprefix("packed_") if type_.code is TypeCode.VECTOR else name, type_)
        try:
            return name == self.spelled(type_)
        except (Inexpressible, FormatError):
            return False

    def _is_array_of_handles(self, name: str, type_: Type) -> bool:
        element, _, count = name[6:-1].rpartition(", ")
        while type_.code in STRUCT_TYPES and len(type_.elements) == 1:
            type_ = type_.elements[0]
        return (
            type_.code is TypeCode.ARRAY
            and type_.params[0] == int(count)
            and self.is_handle(element, type_.elements[0])
        )

    def is_handle(self, name: str, type_: Type) -> bool:
        """Whether a value of LLVM's type may be a resource of this type, as far as LLVM's type shows."""
        while type_.code in STRUCT_TYPES and len(type_.elements) == 1:
            type_ = type_.elements[0]
        handle = self.handle(type_.pointee) if type_.code is TypeCode.POINTER else None
        return handle is not None and handle.partition("<")[0] == name.partition("<")[0]


def _inside(member: StructField) -> tuple[str, StructType | None]:
    """The struct type of a member, or its pointee in an argument buffer, and its name."""
    pointed = member.indirect_argument
    if pointed is not None and pointed.struct_type_info is not None:
        return pointed.type_name, pointed.struct_type_info
    return member.type_name, member.struct_type_info


def is_atomic(type_: Type) -> bool:
    """Whether a struct is a library atomic: Apple's `metal::_atomic`, or `metal::atomic`."""
    return re.match(r"struct\.metal::_?atomic", type_.name or "") is not None


def is_of_atomics(type_: Type) -> bool:
    """Whether it is a library atomic, or an array of atomics."""
    while type_.code is TypeCode.ARRAY:
        type_ = type_.elements[0]
    return is_atomic(type_)


def _plain(name: str) -> str:
    """A struct's name without LLVM's prefixes and suffixes."""
    return re.sub(r"\.\d+$", "", name.removeprefix("struct.").removeprefix("class.").removeprefix("union.")).rpartition(
        "::"
    )[2]


_OF_METAL = re.compile(r"(struct|class|union)\.metal::")
"""A type of Metal's, whose name the text knows without its namespace."""
_FORM = re.compile(
    r"struct\.metal::(_?vec|_atomic|atomic|packed_vec|texture|depth|sampler|command_buffer)|union\.",
)


def _is_form(name: str) -> bool:
    return _FORM.match(name) is not None


def _is_padding(type_: Type) -> bool:
    return (
        type_.code is TypeCode.ARRAY
        and type_.elements[0].code is TypeCode.INTEGER
        and (type_.elements[0].params[0] == 8)
    )
