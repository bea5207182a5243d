"""Everything that a library records of a function, derived from the function's module.

`describe(module)` is what Apple's linkers do between splitting and writing: tags, public and private metadata and the
reflection buffer all follow from the AIR metadata (docs/air.md §1).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence

from ..base.classes import NamedTuple, dataclass, field
from ..base.errors import FormatError, MtlbError
from ..base.metal import AccessQualifier, DataType, PatchKind
from ..base.toolchains import Toolchain
from ..base.versions import Triple, Version
from ..bitcode import read_module
from ..container import (
    AttributeUse,
    ConstantTag,
    CoreImageArgument,
    DebugLocation,
    FunctionType,
    Library,
    LibraryFunction,
    PatchType,
    PrivateMetadata,
    PublicMetadata,
    Tessellation,
    VertexAttribute,
)
from ..container.module_cache import ModuleCache
from ..container.modules import ModuleBytes
from ..ir import Module, Type, TypeCode
from .entry_points import EntryArgument, EntryPoint, read_entry_points
from .facts import DebugLocations, air_version, function_constants, language_version
from .reflection import buffer as airr
from .reflection.build import reflect
from .textures import SHAPES
from .words import ENTRY_LISTS


@dataclass
class Description:
    """The facts of one function: those of its module, its entry point, and its tags in a library.

    `warnings` lists unknown words of the module's metadata.
    """

    module: Module
    entry: EntryPoint
    name: str
    type: FunctionType
    triple: Triple
    air_version: Version
    language_version: Version
    tessellation: Tessellation | None = None
    layer_type: DataType | None = None
    vertex_attributes: tuple[VertexAttribute, ...] = ()
    function_constants: tuple[ConstantTag, ...] = ()
    return_type: DataType | None = None
    core_image_arguments: tuple[CoreImageArgument, ...] | None = None
    """The ARGR tag of a Core Image function; None for other functions."""
    debug_location: DebugLocation | None = None
    warnings: list[str] = field(default_factory=list)

    @property
    def arguments(self) -> list[EntryArgument]:
        """The arguments of the entry point, in the order of its metadata."""
        return self.entry.arguments

    @property
    def outputs(self) -> list[EntryArgument]:
        """The outputs of the entry point, in the order of its metadata."""
        return self.entry.outputs

    def public_metadata(self) -> PublicMetadata:
        """The public metadata group: VATT, VATY, CNST, RETR and ARGR."""
        group = PublicMetadata()
        group.vertex_attributes = self.vertex_attributes
        group.function_constants = self.function_constants
        group.return_type = self.return_type
        group.arguments = self.core_image_arguments
        return group

    def private_metadata(self, dependency_files: list[str] | None = None) -> PrivateMetadata:
        """The private metadata group: DEBI, and a DEPF for each of the paths."""
        group = PrivateMetadata()
        group.debug_location = self.debug_location
        group.dependency_files = dependency_files or []
        return group

    def library_function(self, module: ModuleBytes, dependency_files: Sequence[str] = ()) -> LibraryFunction:
        """The function entry of a library, without source archive and reflection. `module`: wrapped bitcode and
        padding.
        """
        return LibraryFunction(
            self.name,
            self.type,
            module,
            air_version=self.air_version,
            language_version=self.language_version,
            tessellation=self.tessellation,
            layer_type=self.layer_type,
            public_metadata=self.public_metadata(),
            private_metadata=self.private_metadata(list(dependency_files)),
        )

    def reflection(self, version: Version | None = None) -> airr.Reflection:
        """The reflection graph, by default in the AIRR version of the newest toolchain. Raises FormatError as
        `describe` does.
        """
        version = version or Toolchain.parse().reflection_version
        return reflect(self.module, [self.entry], version)

    def reflection_buffer(self, version: Version | None = None) -> bytes:
        """The AIRR buffer for RBUF. BuildError for a name that can't be encoded."""
        return airr.build(self.reflection(version))


def describe(module: Module | bytes | memoryview) -> Description:
    """The facts of a module with one entry point, in the form that libraries store. `module` may be bitcode, wrapped or
    not.

    FormatError if there is no entry point or more than one, or if metadata or bitcode is malformed; UnsupportedError
    for bitcode with constructs that do not occur in shaders.
    """
    describer = Describer(_read(module))
    entries = describer.entries
    if not entries:
        lists = ", ".join(f"!{name}" for name in ENTRY_LISTS)
        raise FormatError(f"the module has no entry point ({lists} are missing or empty)")
    if len(entries) > 1:
        names = ", ".join(ascii(entry.name) for entry in entries[:4])
        more = f" and {len(entries) - 4} more" if len(entries) > 4 else ""
        raise FormatError(f"the module has {len(entries)} entry points ({names}{more}); split it first")
    return describer.entry(entries[0])


def describe_all(module: Module | bytes | memoryview) -> list[Description]:
    """The facts of every entry point of a module that has not been split, in Apple's order; [] without entry points.

    Raises what `describe` does.
    """
    return describe_entries(_read(module))


def describe_entries(module: Module, entries: list[EntryPoint] | None = None) -> list[Description]:
    """As `describe_all`, for a module. `entries`: its entry points, if they were already read."""
    describer = Describer(module, entries)
    return [describer.entry(entry) for entry in describer.entries]


def describe_function(
    module: Module | bytes | memoryview, name: str, type: FunctionType = FunctionType.UNQUALIFIED
) -> Description:
    """The facts of one function of a module that several functions share (dynamic libraries, Core Image).

    A function that no list of entry points names is described by the facts of the whole module, with the type `type`.
    FormatError if the module doesn't define it, and the errors of `describe`.
    """
    return Describer(_read(module)).function(name, type)


def describe_exports(
    module: Module | bytes | memoryview, names: Iterable[str], type: FunctionType = FunctionType.UNQUALIFIED
) -> list[Description]:
    """As `describe_function`, for several functions of one module, which is read once. Raises the same errors."""
    describer = Describer(_read(module))
    return [describer.function(name, type) for name in names]


def describe_library(library: Library) -> Iterator[Description]:
    """One description per function, in the library's order; a module that functions share is read once.

    FormatError or UnsupportedError, naming the function, for a module that can't be read or described.
    """
    yield from describe_functions(library.functions)


def describe_functions(functions: Sequence[LibraryFunction]) -> Iterator[Description]:
    """As `describe_library`, for some functions of a library. Raises the same errors."""
    describers = ModuleCache(functions, lambda function: Describer(_read(function.module)))
    for function in functions:
        try:
            yield describers(function).function(function.name, function.type)
        except MtlbError as error:
            error.reason = f"function {function.name!a}: {error.reason}"
            raise


def _read(module: Module | bytes | memoryview) -> Module:
    return module if isinstance(module, Module) else read_module(module, bodies=False)


class _Whole(NamedTuple):
    """The facts of the whole module, which all its functions share; fields are named as in `Description`."""

    triple: Triple
    air_version: Version
    language_version: Version
    function_constants: tuple[ConstantTag, ...]


class Describer:
    """Describes functions of one module, whose shared facts are read once.

    The constructor and the methods raise what `describe` does.
    """

    def __init__(self, module: Module, entries: list[EntryPoint] | None = None) -> None:
        """`entries`: the module's entry points, if they were already read."""
        self.module = module
        self.entries = read_entry_points(module) if entries is None else entries
        self.by_name = {entry.name: entry for entry in reversed(self.entries)}  # the first entry of each name
        self.locations = DebugLocations(module)
        self.whole: _Whole | None = None

    def function(self, name: str, type: FunctionType) -> Description:
        """The result of `describe_function` for this module."""
        entry = self.by_name.get(name)
        if entry is not None:
            return self.entry(entry)
        function = self.module.function(name)
        if function is None or function.is_declaration:
            raise FormatError(f"the module does not define {name!a}{self._instead()}")
        description = self.entry(EntryPoint(type, function))
        if type is FunctionType.EXTERN:
            result, *parameters = [_type_of_ir(element) for element in function.value_type.elements]
            description.return_type = result
            description.core_image_arguments = tuple(CoreImageArgument("", parameter) for parameter in parameters)
        return description

    def _instead(self) -> str:
        """A text for errors: the names that the module defines, and how a listed name is turned into the name in the
        module.
        """
        names = [ascii(name) for name in self.by_name]
        if not names:
            return ""
        listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        return f", it has {listed}: a function's name is that in its module, and Library.rename changes both"

    def entry(self, entry: EntryPoint) -> Description:
        """The facts of an entry point of the module."""
        if self.whole is None:
            self.whole = _read_whole(self.module, entry.name)
        result = Description(self.module, entry, entry.name, entry.kind, **self.whole._asdict())
        result.warnings = list(entry.warnings)
        result.debug_location = self.locations.of(entry.function)
        if entry.kind is FunctionType.VERTEX:
            result.vertex_attributes = tuple(_vertex_attributes(entry))
            result.tessellation = _tessellation(entry)
            layers = [output for output in entry.outputs if output.kind == "render_target_array_index"]
            result.layer_type = DataType.from_type_name(layers[0].type_name) if layers else None
        elif entry.kind is FunctionType.EXTERN:
            result.return_type = _core_image_type(entry.outputs[0]) if entry.outputs else DataType.NONE
            result.core_image_arguments = tuple(_core_image_argument(argument) for argument in entry.arguments)
        return result


def _read_whole(module: Module, name: str) -> _Whole:
    """Read the facts of the whole module. `name`: the requested entry point, for errors."""
    air, language = air_version(module), language_version(module)
    if air is None:
        raise FormatError(f"the module of {name!a} has no AIR version (!air.version is missing)")
    if language is None:
        raise FormatError(f"the module of {name!a} has no language version (!air.language_version is missing)")
    triple = Triple.parse(module.triple)
    constants = tuple(
        ConstantTag(constant.name, DataType.from_type_name(constant.type_name), constant.index, constant.required)
        for constant in function_constants(module)
    )
    return _Whole(triple, air, language, constants)


# --- vertex functions ------------------------------------------------------------------------------------------------


def _vertex_attributes(entry: EntryPoint) -> list[VertexAttribute]:
    """An attribute for each vertex input, patch input and control point field, in the order of the arguments."""
    results = []
    for argument in entry.arguments:
        if argument.kind == "vertex_input":
            results.append(_vertex_attribute(argument, AttributeUse.STANDARD))
        elif argument.kind == "patch_input":
            results.append(_vertex_attribute(argument, AttributeUse.PER_PATCH))
        elif argument.kind == "patch_control_point_input" and not argument.unused:
            results += [_vertex_attribute(part, AttributeUse.CONTROL_POINT) for part in argument.fields]
    return results


def _vertex_attribute(argument: EntryArgument, use: AttributeUse) -> VertexAttribute:
    if argument.location_index is None:
        raise FormatError(f"vertex attribute {argument.name!a} has no air.location_index")
    data_type = DataType.from_type_name(argument.type_name)
    return VertexAttribute(argument.name, argument.location_index, data_type, not argument.unused, use)


_PATCH_TYPES = {PatchKind.TRIANGLE: PatchType.TRIANGLE, PatchKind.QUAD: PatchType.QUAD}


def _tessellation(entry: EntryPoint) -> Tessellation | None:
    if entry.patch is None:
        return None
    return Tessellation(_PATCH_TYPES[entry.patch.kind], entry.patch.control_points or 0)


# --- Core Image ------------------------------------------------------------------------------------------------------

_CORE_IMAGE_TYPES = {"ci_texture": DataType.TEXTURE, "ci_sampler": DataType.SAMPLER, "ci_pointer": DataType.POINTER}
# MTLArgumentAccess
_ACCESS = {AccessQualifier.READ: 0, AccessQualifier.READ_WRITE: 1, AccessQualifier.WRITE: 2}


_FLOATS = {
    TypeCode.FLOAT: (DataType.FLOAT, DataType.FLOAT2, DataType.FLOAT3, DataType.FLOAT4),
    TypeCode.HALF: (DataType.HALF, DataType.HALF2, DataType.HALF3, DataType.HALF4),
}


def _type_of_ir(type: Type) -> DataType:
    """The type that older `metallib` tools wrote for a Core Image function without metadata: that of floats; NONE for
    others.
    """
    count = type.params[0] if type.code is TypeCode.VECTOR else 1
    element = type.elements[0] if type.code is TypeCode.VECTOR else type
    sizes = _FLOATS.get(element.code, ())
    return sizes[count - 1] if 0 < count <= len(sizes) else DataType.NONE


def _core_image_type(argument: EntryArgument) -> DataType:
    return _CORE_IMAGE_TYPES.get(argument.kind) or DataType.from_type_name(argument.type_name)


def _core_image_argument(argument: EntryArgument) -> CoreImageArgument:
    """The layout of the extra bytes follows the only available file that has them (docs/format.md §7.2)."""
    data_type = _core_image_type(argument)
    extra = b""
    if data_type is DataType.TEXTURE:
        texture, _, component = argument.type_name.partition("<")
        component_type = DataType.from_type_name(component.split(",")[0].strip(" >"))
        count = 1 if argument.location_count is None else argument.location_count
        shape = SHAPES.get(texture.removeprefix("metal::"), SHAPES["texture2d"])
        extra = struct.pack("<BIB", component_type, count, shape.number)
    elif data_type is DataType.POINTER:
        access = _ACCESS.get(argument.access_qualifier or AccessQualifier.READ, 0)
        element = DataType.from_type_name(argument.type_name)
        alignment = (argument.type_align or 0) & 0xFF
        extra = struct.pack("<BBQB", access, alignment, argument.type_size or 0, element)
    return CoreImageArgument(argument.name, data_type, extra)
