"""Declares the entry points of a source with the builder of modules, from its attributes and the types that clang
computed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from ..air import ComputedIndex, ConstantPredicate
from ..air.builtins import INPUTS, OUTPUTS
from ..air.names import MAX_DEVICE_BUFFERS, MAX_SAMPLERS, MAX_TEXTURES, MAX_THREADGROUP_BUFFERS
from ..air.raytracing import INSTANCING, MULTI_LEVEL, TAGS
from ..air.words import LIMITS, PRIMITIVE_WORDS
from ..base.errors import BuildError, UnsupportedError
from ..base.metal import AccessQualifier, AddressSpace
from ..emit.code import reason_alone
from ..emit.entry import Entry, FragmentEntry, GroupEntry, KernelEntry, VertexEntry, VisibleEntry
from ..emit.module import ModuleBuilder
from ..emit.names import HANDLE_TYPES
from ..emit.signature import EntrySignature
from ..emit.stages import CoreImageEntry, IntersectionEntry, MeshEntry, ObjectEntry, TileEntry
from ..emit.types import (
    Array,
    Handle,
    Matrix,
    MetalPointer,
    MetalType,
    Scalar,
    Struct,
    StructMember,
    Texture,
    Vector,
    Void,
)
from ..ir import STRUCT_TYPES, AttributeKind, DataLayout, Function, TypeCode
from ..ir import Type as IRType
from .optimise import PART
from .restrictions import check_restrictions
from .rewrite import SourceEntry, SourceError, SourceMember, SourceParameter, joined, source_error
from .rewrite.entries import CORE_IMAGE, LIMIT
from .rewrite.unit import COMPUTED, COUNTED
from .signatures import (
    RESOURCES,
    check_builtin,
    check_color,
    check_function,
    check_member,
    check_pointer,
    check_result,
    check_stage_in,
    check_value,
    invalid_result,
    not_valid,
    sampling_of,
    spelled,
)
from .tables import (
    ControlPointsType,
    ImageblockType,
    InterpolantType,
    Members,
    MeshShape,
    ReadEntry,
    ReadParameter,
    in_space,
)

_LIMITS = dict(zip(RESOURCES, (MAX_DEVICE_BUFFERS, MAX_TEXTURES, MAX_SAMPLERS, MAX_THREADGROUP_BUFFERS), strict=True))
_LAYOUT = DataLayout()
_SUBJECTS = re.compile(r"^(?:\w[\w ]* '[^']*': )+")
"""What errors of the builder are about; the place in the source says it."""
_INPUTS = {
    "sample_mask": "sample_mask_in",
    "grid_size": "stage_in_grid_size",
    "grid_origin": "stage_in_grid_origin",
    "opaque": "opaque_primitive",
}
"""Metal's words for inputs that have another name in AIR; a fragment function's output has the same word in both."""
Attributes = dict[str, tuple[str, ...]]
_OF_PARAMETERS = sorted(
    {name for _, name in INPUTS}
    | {name for _, name in OUTPUTS}
    | COUNTED
    | set(_INPUTS)
    | {"function_constant", "stage_in", "payload", "primitive_data", "imageblock_data", "user", "flat", "invariant"}
)
"""Attributes that are allowed on a parameter, or on a member of a struct that is a parameter."""


@dataclass(eq=False)
class DeclaredEntry:
    """A declared entry point. `spaces`: the address space of each pointer parameter. `coherent`: the parameters
    to coherent memory by index, with its scope, "device" or "system".
    """

    source: SourceEntry
    read: ReadEntry
    entry: Entry
    spaces: list[int | None]
    coherent: dict[int, str] = field(default_factory=dict)


@dataclass(eq=False)
class EntryDescriber:
    """Declares the entry points of one module. `predicate` returns the condition for a function constant's name;
    `index` the index with a number of `Unit.indices`. `max_threads`: of functions without the attribute. `invariance`:
    `[[invariant]]` is not ignored.
    """

    builder: ModuleBuilder
    predicate: Callable[[str], ConstantPredicate]
    index: Callable[[int], ComputedIndex]
    max_threads: int | None = None
    invariance: bool = False
    declared: list[DeclaredEntry] = field(default_factory=list)

    def declare(self, source: SourceEntry, read: ReadEntry) -> DeclaredEntry:
        """Declare an entry point. BuildError, with the place in the source, for what Metal does not allow."""
        item = _Declaration(self, source, read)
        if source.is_instance and any(entry.source.name == source.name for entry in self.declared):
            reason = (
                f"another entry point is called '{source.name}': give this instance a name with [[host_name(\"...\")]]"
            )
            raise source_error(source.where, reason)
        try:
            self.declared.append(item.declare())
        except (UnsupportedError, SourceError):
            raise
        except BuildError as error:
            raise source_error(item.where, _SUBJECTS.sub("", reason_alone(error))) from None
        return self.declared[-1]


def _places_of(type_: MetalType) -> tuple[str, ...]:
    """The attributes that may give the index of a parameter of this type."""
    if isinstance(type_, MetalPointer):
        return "buffer", "threadgroup"
    if isinstance(type_, Texture):
        return ("texture",)
    if isinstance(type_, Handle):
        return ("sampler",) if type_.kind == "sampler" else ("buffer",)
    return RESOURCES


def _is_resource(type_: MetalType) -> bool:
    """Whether a type is a texture or a sampler, or an array of them."""
    element = type_.element if isinstance(type_, Array) else type_
    return isinstance(element, Handle) and _places_of(element)[0] in ("texture", "sampler")


def _as_member(parameter: SourceParameter) -> SourceMember:
    """A `[[stage_in]]` parameter that is not a struct, as if it were the member of one: in sokol-samples the library of
    metal/binshader-fs.metal has one input of the parameter's name.
    """
    attributes = tuple(item for item in parameter.attributes.items() if item[0] != "stage_in")
    return SourceMember(parameter.name, dict(attributes), parameter.space, parameter.where)


def _space_of_value(type_: MetalType) -> int | None:
    """The address space of a value that is passed by address, if its C++ type does not contain it."""
    return int(AddressSpace.PRIVATE) if isinstance(type_, (Array, ControlPointsType)) else None


def refuse_pointers(type_: MetalType) -> None:
    """BuildError for a value with a pointer in it, whose address space nothing shows."""
    if isinstance(type_, MetalPointer):
        raise BuildError(
            "a pointer in an object within an object, or in a result, is not compiled in visible functions"
        )
    if isinstance(type_, Array):
        refuse_pointers(type_.element)
    for member in type_.members if isinstance(type_, Struct) else ():
        refuse_pointers(member.type)


def _is_padding(part: IRType) -> bool:
    """Whether an element that is not a member is padding: bytes. Other such elements are base classes and unions."""
    return part.code is TypeCode.ARRAY and part.elements[0].code is TypeCode.INTEGER and part.elements[0].params == (8,)


def _parts_of(function: Function) -> dict[int, list[IRType]]:
    """The types of the parameters that are elements of objects, by the number of the object's parameter in C++."""
    result: dict[int, list[IRType]] = {}
    for argument in function.arguments:
        if argument.name.startswith(PART):
            result.setdefault(int(argument.name.split(".")[2]), []).append(argument.type)
    return result


class _Declaration:
    """Declares one entry point."""

    def __init__(self, module: EntryDescriber, source: SourceEntry, read: ReadEntry) -> None:
        self.module = module
        self.source = source
        self.read = read
        self.where = source.where
        self.parameters = self.chosen(source, read)
        self.numbers = dict(zip(source.numbers, read.numbers, strict=True))
        self.taken: dict[str, set[int]] = {place: set() for place in RESOURCES}
        self.optional: dict[str, set[int]] = {place: set() for place in RESOURCES}
        self.spaces: list[int | None] = []
        self.coherent: dict[int, str] = {}
        self.number_of_parameter = 0
        self.parts = _parts_of(read.function)
        self.targets: set[tuple[int, int]] = set()

    @staticmethod
    def chosen(source: SourceEntry, read: ReadEntry) -> list[SourceParameter]:
        """The parameters as written; if several templates have the name, those of the last with the right number of
        parameters.
        """
        fitting = [overload for overload in source.overloads if len(overload) == len(read.parameters)]
        return fitting[-1] if fitting else source.parameters

    def declare(self) -> DeclaredEntry:
        check_function(self.source)
        entry = self.start()
        entry.signature.same_names = True
        staged = [parameter for parameter in self.parameters if "stage_in" in parameter.attributes]
        if len(staged) > 1:  # specification, 5.2.4
            raise source_error(staged[1].where, "declaration with attribute 'stage_in' already specified")
        for parameter in self.parameters:
            self.where = parameter.where
            for place in RESOURCES:
                if parameter.attributes.get(place):
                    self.reserve(place, dict(parameter.attributes))
        for number, (parameter, read) in enumerate(zip(self.parameters, self.read.parameters, strict=True)):
            self.number_of_parameter, self.where = number, parameter.where
            entry.signature.depends = "function_constant" in parameter.attributes
            self.parameter(entry, parameter, read)
        self.where = self.source.where
        self.outputs(entry)
        alone = [(SourceMember("", self.source.attributes, None, self.where), self.read.result)]
        check_restrictions(self.source, self.inputs(), self.read.outputs or alone)
        return DeclaredEntry(self.source, self.read, entry, self.spaces, self.coherent)

    def inputs(self) -> Iterator[tuple[SourceMember, MetalType]]:
        """The parameters, and the members of those that are structs of inputs."""
        for parameter, read in zip(self.parameters, self.read.parameters, strict=True):
            if read.members is None:
                yield _as_member(parameter), read.type
            else:
                yield from read.members

    def start(self) -> Entry:
        """Start the entry, with the attributes of the function."""
        builder, source = self.module.builder, self.source
        if source.stage == "kernel":
            if any(isinstance(item.type, ImageblockType) for item in self.read.parameters):
                return builder.tile(source.name, max_threads=self.max_threads())
            return builder.kernel(source.name, max_threads=self.max_threads())
        if source.stage == "vertex":
            return (
                self.patch(source.attributes["patch"]) if "patch" in source.attributes else builder.vertex(source.name)
            )
        if source.stage == "fragment":
            return builder.fragment(source.name, early_fragment_tests="early_fragment_tests" in source.attributes)
        if source.stage in ("visible", "stitchable"):
            return builder.visible(source.name)
        if source.stage == CORE_IMAGE:
            return builder.core_image(source.name)
        if source.stage == "intersection":
            return self.intersection(source.attributes["intersection"])
        if source.stage in ("object", "mesh"):
            make = builder.object if source.stage == "object" else builder.mesh
            return make(source.name, max_threads=self.max_threads())
        raise source_error(source.where, f"[[{source.stage}]] functions are not compiled yet")

    def max_threads(self) -> int | None:
        """The limit of the attribute, otherwise that of the option (specification, 1.6.6)."""
        arguments = self.source.attributes.get(LIMIT)
        return self.number(arguments) if arguments else self.module.max_threads

    def patch(self, arguments: tuple[str, ...]) -> Entry:
        """A post-tessellation vertex function: `[[patch(triangle, 3)]]`."""
        if not arguments:
            raise BuildError("[[patch]] says triangle or quad: [[patch(triangle, 3)]]")
        kind, *rest = arguments
        points = self.number(tuple(rest[1:])) if rest[1:] else None
        return self.module.builder.patch_vertex(self.source.name, kind, points)

    def intersection(self, arguments: tuple[str, ...]) -> Entry:
        """An intersection function: `[[intersection(triangle, triangle_data, instancing)]]`."""
        text = "".join(arguments)
        primitive, *tags = text.split(",") if text else [""]
        if primitive not in PRIMITIVE_WORDS:
            raise BuildError("an intersection function is for one of triangle, bounding_box and curve")
        levels = any(tag.startswith("max_levels<") for tag in tags)
        names = [MULTI_LEVEL if levels and tag == INSTANCING else tag for tag in tags if not tag.startswith("max_")]
        strange = [tag for tag in names if tag not in TAGS]
        if strange:
            raise BuildError(f"the tag '{strange[0]}' of an intersection function is not compiled")
        return self.module.builder.intersection(self.source.name, primitive, *[tag for tag in TAGS if tag in names])

    def number(self, tokens: tuple[str, ...]) -> int:
        """The value of an attribute's argument."""
        text = joined(tokens)
        if text.startswith(COMPUTED):
            return self.module.index(int(text.removeprefix(COMPUTED)))
        if text in self.numbers:
            return self.numbers[text]
        return int(text.rstrip("uUlL"), 0)

    def reserve(self, place: str, attributes: Attributes) -> None:
        """Reserve the index of an attribute. Arguments that depend on function constants may share an index.

        The error texts are Apple's: KhronosGroup/MoltenVK issues 1174 and 2576 (there at the name of the parameter),
        and reports of the other in several projects.
        """
        index = self.number(attributes[place])
        if isinstance(index, ComputedIndex):
            return
        limit = LIMITS[_LIMITS[place]]
        if not 0 <= index < limit:
            raise BuildError(f"'{place}' attribute parameter is out of bounds: must be between 0 and {limit - 1}")
        is_optional = "function_constant" in attributes
        if index in self.taken[place] and not (is_optional and index in self.optional[place]):
            raise BuildError(f"cannot reserve '{place}' resource location at index {index}")
        self.taken[place].add(index)
        if is_optional:
            self.optional[place].add(index)

    def index(self, place: str, attributes: Attributes, name: str) -> int:
        """The index that an attribute gives, or the next free index. The text is Apple's: tests of cristim/mslc."""
        arguments = attributes.get(place)
        if arguments:
            return self.number(arguments)
        free = next(n for n in range(LIMITS[_LIMITS[place]] + 1) if n not in self.taken[place])
        if free == LIMITS[_LIMITS[place]]:
            raise BuildError(f"no '{place}' resource location available for '{name}'")
        self.taken[place].add(free)
        return free

    # --- parameters

    def parameter(self, entry: Entry, parameter: SourceParameter, read: ReadParameter) -> None:
        """Declare a parameter of the source."""
        attributes = dict(parameter.attributes)
        parts = self.parts.get(self.number_of_parameter)
        if isinstance(entry, CoreImageEntry):
            self.core_image(entry, parameter, read, parts or [])
            return
        if parts and isinstance(entry, VisibleEntry):
            self.object(entry, parameter, read, parts)
            return
        if read.members is not None and "stage_in" not in attributes:
            self.arguments(entry, read.members)
            return
        if read.is_staged:
            if read.members is not None:
                check_stage_in(parameter, read.members)
            for member, type_ in read.members if read.members is not None else [(_as_member(parameter), read.type)]:
                self.where = member.where
                entry.signature.depends = "function_constant" in member.attributes
                self.stage_in(entry, member, type_)
                if condition := member.attributes.get("function_constant"):
                    entry.fact.arguments[-1].function_constant = self.module.predicate("".join(condition))
                self.spaces.append(_space_of_value(type_))
            return
        place = len(self.spaces)
        type_ = read.type
        misplaced = next((place for place in RESOURCES if place in attributes and place not in _places_of(type_)), "")
        if misplaced:
            raise not_valid(parameter.type_where, spelled(parameter), misplaced)
        if parameter.coherence:
            self.coherent[place] = parameter.coherence
        if isinstance(type_, MetalPointer):
            self.spaces.append(self.pointer(entry, parameter, type_, attributes))
        else:
            self.spaces.append(_space_of_value(type_))
            self.value(entry, parameter, read, attributes)
        condition = attributes.get("function_constant")
        if condition:
            entry.fact.arguments[place].function_constant = self.module.predicate("".join(condition))

    def object(self, entry: VisibleEntry, parameter: SourceParameter, read: ReadParameter, parts: list[IRType]) -> None:
        """Declare an object that a visible function takes by value: the elements of its type in LLVM IR."""
        if isinstance(read.type, Handle):
            entry.argument(parameter.name, read.type)
            self.spaces.append(None)
            return
        whole = [StructMember(parameter.name, read.type, 0, 0)]
        members = {
            item.offset: item
            for item in reversed(read.type.members if isinstance(read.type, Struct) else whole)
            if item.type.size
        }
        offset = 0
        for part in parts:
            offset += -offset % _LAYOUT.alignment(part)
            name, type_ = parameter.name, None if _is_padding(part) else read.type
            if offset in members:
                name, type_ = members[offset].name, members[offset].type
            space = None
            if isinstance(type_, MetalPointer):
                part, space = entry.signature.low.value(type_), int(type_.space)
            elif type_ is not None:
                refuse_pointers(type_)
            entry.part(part, name, type_)
            self.spaces.append(space)
            offset += _LAYOUT.alloc_size(part)

    def core_image(
        self, entry: CoreImageEntry, parameter: SourceParameter, read: ReadParameter, parts: list[IRType]
    ) -> None:
        """Declare a parameter of a Core Image kernel. An object is passed by its members, with Apple's names."""
        if not isinstance(read.type, Struct):
            entry.argument(parameter.name, read.type)
            self.spaces.append(None)
            return
        for number, (part, member) in enumerate(zip(parts, read.type.members, strict=True)):
            type_, space = member.type, None
            if isinstance(type_, MetalPointer):
                part, space = entry.signature.low.value(type_), int(type_.space)
            entry.part(part, f"{parameter.name}.coerce{number if len(parts) > 1 else ''}", type_)
            self.spaces.append(space)

    def arguments(self, entry: Entry, members: Members) -> None:
        """Declare the members of a struct of arguments. A guess: in AIR they are arguments, as for [[stage_in]]."""
        for member, type_ in members:
            words = (type_.name,)
            argument = SourceParameter(member.name, member.attributes, member.space, words, member.where, member.where)
            self.where = member.where
            for place in RESOURCES:
                if argument.attributes.get(place):
                    self.reserve(place, dict(argument.attributes))
            entry.signature.depends = "function_constant" in argument.attributes
            self.parameter(entry, argument, ReadParameter(type_))

    def pointer(self, entry: Entry, parameter: SourceParameter, type_: MetalPointer, attributes: Attributes) -> int:
        """Declare a buffer; returns its address space."""
        is_called = isinstance(entry, VisibleEntry)
        if parameter.space is None or (parameter.space == AddressSpace.PRIVATE and not is_called):
            raise BuildError("a pointer needs an address space: device, constant or threadgroup")
        check_pointer(entry.stage, parameter)
        space = AddressSpace(parameter.space)
        if "payload" in attributes and isinstance(entry, (ObjectEntry, MeshEntry)):
            entry.payload(parameter.name, type_.pointee)
            return int(space)
        if "payload" in attributes and isinstance(entry, IntersectionEntry):
            entry.ray_payload(parameter.name, type_.pointee)
            return int(space)
        if "primitive_data" in attributes and isinstance(entry, IntersectionEntry):
            entry.primitive_data(parameter.name, type_)
            return int(space)
        if isinstance(entry, VisibleEntry):
            entry.argument(parameter.name, replace(type_, space=space))
            return int(space)
        if space is AddressSpace.THREADGROUP:
            if not isinstance(entry, GroupEntry) or isinstance(entry, MeshEntry):
                raise BuildError(f"a {entry.stage} function has no arguments in threadgroup memory")
            index = self.index("threadgroup", attributes, parameter.name)
            entry.threadgroup_buffer(parameter.name, type_.pointee, index, reference=type_.is_reference)
            if type_.access is AccessQualifier.READ:
                entry.fact.arguments[-1].access_qualifier = type_.access
            return int(space)
        access = "read" if type_.access.name == "READ" else "read_write"
        index = self.index("buffer", attributes, parameter.name)
        entry.buffer(
            parameter.name,
            type_.pointee,
            index,
            access,
            space=space,
            reference=type_.is_reference and not isinstance(type_.pointee, Void),
            raster_order_group=self.group(attributes),
        )
        if parameter.count:  # for an array metadata has the size, as for MLX's `constant const int64_t strides[3]`
            entry.fact.arguments[-1].buffer_size = parameter.count * type_.pointee.size
        if isinstance(type_.pointee, Struct) and type_.pointee.members and _is_class(type_.pointee):
            leave_padding(entry.signature, type_.pointee)
        return int(space)

    def mesh(self, entry: MeshEntry, name: str, type_: MeshShape) -> None:
        """Declare the output of a mesh function."""
        result = entry.mesh(name, type_.vertices, type_.primitives, type_.topology)
        entry.fact.arguments[-1].type_name = type_.name
        for members, is_vertex in ((type_.vertex, True), (type_.primitive, False)):
            for member, kind in members:
                self.where = member.where
                builtin = next((word for word in member.attributes if ("mesh", word) in OUTPUTS), "")
                user = "".join(member.attributes.get("user", ()))
                if is_vertex:
                    count = 1
                    if builtin == "clip_distance" and isinstance(kind, Array):
                        count, kind = kind.count, kind.element
                    result.vertex(member.name, kind, builtin, user=user, count=count)
                else:
                    result.primitive(member.name, kind, builtin, user=user)

    def check_pixel(self, attributes: Attributes, type_: Struct, members: Members) -> None:
        """Raise BuildError for data of an imageblock that are not those of `type_`. A view of another struct's data
        (specification, 5.6.1) has a form in AIR that no module shows.
        """
        master = "".join(attributes["imageblock_data"]).rpartition("::")[2]
        if master not in ("", type_.name.rpartition("::")[2]):
            raise BuildError(f"a view of the imageblock data of '{master}' is not compiled")
        for member, _ in members:
            if "color" in member.attributes:  # 5.6.1
                raise source_error(member.where, "a member of an explicit imageblock has no attribute 'color'")

    def pixel_group(self, members: Members) -> int | None:
        """The raster order group that all members of an imageblock's struct are in."""
        groups = {self.group(dict(member.attributes)) for member, _ in members}
        if len(groups) > 1:
            raise source_error(self.where, "members of an imageblock in several raster order groups are not compiled")
        return groups.pop() if groups else None

    def group(self, attributes: Attributes) -> int | None:
        """The raster order group."""
        arguments = attributes.get("raster_order_group")
        return self.number(arguments) if arguments else None

    def value(self, entry: Entry, parameter: SourceParameter, read: ReadParameter, attributes: Attributes) -> None:
        """Declare a resource or a builtin."""
        type_ = read.type
        name = parameter.name
        if isinstance(entry, VisibleEntry):
            if isinstance(type_, Struct):  # an enumeration
                entry.part(self.read.function.arguments[len(entry.fact.arguments)].type, name, type_)
            else:
                entry.argument(name, type_)
            return
        check_value(entry.stage, parameter, type_)
        if isinstance(type_, ControlPointsType) and isinstance(entry, VertexEntry):
            self.control_points(entry, name, type_)
            return
        if isinstance(type_, ImageblockType) and isinstance(entry, TileEntry):
            entry.imageblock(name, type_.pixel, implicit=not type_.is_explicit)
            return
        if isinstance(type_, MeshShape) and isinstance(entry, MeshEntry):
            self.mesh(entry, name, type_)
            return
        if type_ == HANDLE_TYPES["mesh_grid_properties"] and isinstance(entry, ObjectEntry):
            entry.grid(name)
            return
        if isinstance(entry, IntersectionEntry) and _is_resource(type_):
            raise BuildError("an intersection function has no textures and samplers; an argument buffer may have them")
        if isinstance(type_, Texture) or (isinstance(type_, Array) and isinstance(type_.element, Texture)):
            entry.texture(
                name, type_, self.index("texture", attributes, name), raster_order_group=self.group(attributes)
            )
            return
        if isinstance(type_, Array) and type_.element == HANDLE_TYPES["sampler"]:
            entry.sampler(name, self.index("sampler", attributes, name), count=type_.count)
            return
        if isinstance(type_, Handle):
            if type_.kind == "sampler":
                entry.sampler(name, self.index("sampler", attributes, name))
            else:
                entry.resource(name, type_, self.index("buffer", attributes, name))
            return
        if "imageblock_data" in attributes and isinstance(entry, FragmentEntry) and isinstance(type_, Struct):
            self.check_pixel(attributes, type_, read.pixel or [])
            entry.pixel_in(name, type_, self.pixel_group(read.pixel or []))
            return
        if "color" in attributes and isinstance(entry, FragmentEntry):
            check_color(parameter.type_where, type_)
            entry.color_in(name, type_, self.number(attributes["color"]))
            return
        if "user" in attributes and isinstance(entry, FragmentEntry) and isinstance(type_, (Scalar, Vector)):
            # A guess, but maximeliseyev/compositor builds such a function: as a member of a [[stage_in]] struct.
            self.stage_in(entry, SourceMember(name, parameter.attributes, None, parameter.where), type_)
            return
        builtin = next(
            (input_ for word in attributes if (entry.stage, input_ := _INPUTS.get(word, word)) in INPUTS), ""
        )
        if not builtin:
            raise self.unfit(entry, parameter, type_)
        entry.builtin(builtin, type_, name)

    def unfit(self, entry: Entry, parameter: SourceParameter, type_: MetalType) -> SourceError:
        """The error for a parameter without an attribute that its stage accepts.

        The texts are Apple's, as users of generated Metal report them; the error about the type is at the type.
        """
        alien = next((word for word in parameter.attributes if any(word == item for _, item in INPUTS)), "")
        wrong = f"'{alien}' attribute" if alien else f"type '{type_}'"
        where = parameter.where if alien else parameter.type_where
        return source_error(where, f"invalid {wrong} for input declaration in a {entry.stage} function")

    def stage_in(self, entry: Entry, member: SourceMember, type_: MetalType) -> None:
        """Declare a member of the struct that comes from the previous stage or the vertex descriptor."""
        attributes = dict(member.attributes)
        if isinstance(entry, FragmentEntry):
            builtin = next(
                (input_ for word in attributes if ("fragment", input_ := _INPUTS.get(word, word)) in INPUTS), ""
            )
            if builtin:
                check_builtin(entry.stage, (builtin,), type_, member.where)
                entry.builtin(builtin, type_, member.name)
            elif "color" in attributes:
                check_color(member.where, type_)
                entry.color_in(member.name, type_, self.number(attributes["color"]))
            elif isinstance(type_, InterpolantType):
                user = "".join(attributes.get("user", ()))
                if type_.of_vertices:
                    entry.vertex_value(member.name, type_.type, user=user)
                else:
                    entry.interpolant(member.name, type_.type, user=user, perspective=type_.is_perspective)
            else:
                interpolation = sampling_of(member, type_)
                user = "".join(attributes.get("user", ()))
                entry.stage_in(member.name, type_, user=user, interpolation=interpolation)
        elif isinstance(entry, VertexEntry) and isinstance(type_, ControlPointsType):
            self.control_points(entry, member.name, type_)
        elif isinstance(entry, (VertexEntry, KernelEntry)):
            check_member(member, type_)
            index = self.attribute(member)
            if isinstance(entry, VertexEntry) and entry.fact.patch is not None:
                entry.patch_input(member.name, type_, index)
            else:
                entry.stage_in(member.name, type_, index)
        else:
            raise BuildError(f"a {entry.stage} function has no [[stage_in]]")

    def attribute(self, member: SourceMember) -> int:
        """The index of a vertex attribute."""
        arguments = member.attributes.get("attribute")
        if not arguments:
            raise BuildError(f"the member '{member.name}' of a [[stage_in]] struct needs [[attribute(n)]]")
        return self.number(arguments)

    def control_points(self, entry: VertexEntry, name: str, type_: ControlPointsType) -> None:
        """The control points of the patch."""
        fields = [(member.name, kind, self.attribute(member)) for member, kind in type_.members]
        entry.control_points(name, fields, type_.function)

    # --- outputs

    def outputs(self, entry: Entry) -> None:
        """Declare the outputs of the function."""
        self.returned(entry)
        for (member, _), fact in zip(self.read.outputs or (), entry.fact.outputs, strict=False):
            if condition := member.attributes.get("function_constant"):
                fact.function_constant = self.module.predicate("".join(condition))

    def returned(self, entry: Entry) -> None:
        """Declare the result, without conditions on its members."""
        result, outputs = self.read.result, self.read.outputs
        if isinstance(entry, (KernelEntry, ObjectEntry, MeshEntry)):
            if result.name != "void":
                what = "kernel" if isinstance(entry, KernelEntry) else entry.stage
                raise invalid_result(self.source, result, what)
            return
        if result.name == "void":
            return
        if isinstance(entry, (VertexEntry, FragmentEntry)):
            check_result(self.source, result, outputs)
        if isinstance(entry, VertexEntry):
            named = outputs or [(SourceMember("", self.source.attributes, None, self.where), result)]
            for member, type_ in named:
                self.where = member.where
                self.vertex_out(entry, member, type_, outputs is None)
        elif isinstance(entry, FragmentEntry):
            named = outputs or [(SourceMember("", self.source.attributes, None, self.where), result)]
            for member, type_ in named:
                self.where = member.where
                self.fragment_out(entry, member, type_)
        elif isinstance(entry, VisibleEntry):
            returned = self.read.function.value_type.result
            is_object = returned.code in STRUCT_TYPES or isinstance(result, Struct)  # the latter is an enumeration
            if is_object:
                refuse_pointers(result)
            entry.returns(in_space(result, self.source.result_space), returned if is_object else None)
        elif isinstance(entry, CoreImageEntry):
            entry.returns(result)
        elif isinstance(entry, IntersectionEntry):
            alone = [(SourceMember("", {"accept_intersection": ()}, None, self.where), result)]
            for member, _ in outputs or alone:
                self.where = member.where
                word = next((item for item in member.attributes if ("intersection", item) in OUTPUTS), "")
                if not word:
                    raise BuildError(f"the result '{member.name}' of an intersection function needs an attribute")
                entry.out(member.name, word)

    def vertex_out(self, entry: VertexEntry, member: SourceMember, type_: MetalType, is_alone: bool) -> None:
        """Declare a member of a vertex function's result, or the whole result."""
        attributes = dict(member.attributes)
        builtin = next((word for word in attributes if ("vertex", word) in OUTPUTS), "")
        sampling_of(member, type_)
        if is_alone:
            builtin = builtin or "position"
        invariant = self.module.invariance and "invariant" in attributes
        user = "".join(attributes.get("user", ()))
        entry.out(member.name, type_, builtin, user=user, invariant=invariant, shared="shared" in attributes)

    def fragment_out(self, entry: FragmentEntry, member: SourceMember, type_: MetalType) -> None:
        """Declare a member of a fragment function's result, or the whole result."""
        attributes = dict(member.attributes)
        if "imageblock_data" in attributes and isinstance(type_, Struct):
            pixel = self.read.pixels.get(type_, [])
            self.check_pixel(attributes, type_, pixel)
            entry.pixel_out(member.name, type_, self.pixel_group(pixel))
        elif "depth" in attributes:
            entry.depth(member.name, "".join(attributes["depth"]) or "any")
        elif "stencil" in attributes or "sample_mask" in attributes:
            entry.builtin_out(member.name, type_, "stencil" if "stencil" in attributes else "sample_mask")
        else:
            check_color(member.where or self.source.result_where, type_)
            target, blend = (
                self.number(values) if (values := attributes.get(word)) else 0 for word in ("color", "index")
            )
            is_computed = isinstance(target, ComputedIndex)
            if (target, blend) in self.targets and not is_computed:  # Apple's text: tests of cristim/mslc
                raise invalid_result(self.source, self.read.result, entry.stage)
            if not is_computed:
                self.targets.add((target, blend))
            entry.out(
                type_,
                render_target=target,
                name=member.name,
                blend_source=blend,
                raster_order_group=self.group(attributes),
            )


def misspelled(entry: SourceEntry) -> Iterator[str]:
    """Warnings about attributes of parameters that resemble an attribute of Metal; the text is clang's."""
    for parameter in entry.parameters:
        for name in parameter.attributes:
            if name not in _OF_PARAMETERS and (close := get_close_matches(name, _OF_PARAMETERS, 1, 0.75)):
                where = parameter.where
                yield f"{where}: unknown attribute '{name}' ignored; did you mean '{close[0]}'?"


def leave_padding(signature: EntrySignature, type_: Struct) -> None:
    """Exclude the tail padding of a class from the dereferenceable size of a reference to it, because a derived class
    may use these bytes; C structs have no such rule. Checked on 60 parameters of gsm-renderer's functions.
    """
    last = type_.members[-1]
    ir, group = signature.parameters[-1]
    if group is not None:
        kind, size = AttributeKind.DEREFERENCEABLE, last.offset + last.type.size
        attributes = tuple(item._replace(value=size) if item.kind == kind else item for item in group.attributes)
        signature.parameters[-1] = (ir, group._replace(attributes=attributes))


def _is_class(type_: MetalType) -> bool:
    """Whether a type has a constructor, as matrices do, or a member of such a type. Constructors in the source's own
    structs are not detected.
    """
    if isinstance(type_, Array):
        return _is_class(type_.element)
    return isinstance(type_, Matrix) or (
        isinstance(type_, Struct) and any(_is_class(member.type) for member in type_.members)
    )
