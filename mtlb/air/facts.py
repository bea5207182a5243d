"""Facts of a whole module: versions, compile options, function constants, static samplers, debug location."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ..base.classes import dataclass
from ..base.errors import BuildError, FormatError
from ..base.features import SAMPLERS_OF_TWO_WORDS_SINCE
from ..base.metal import AddressSpace, CompareFunction, SamplerAddressMode, SamplerFilter, SamplerMipFilter
from ..base.versions import Version
from ..container import DebugLocation
from ..ir import (
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    DataLayout,
    Function,
    GlobalValue,
    GlobalVariable,
    MDField,
    MDNode,
    MDString,
    MetadataCode,
    Module,
    TypeCode,
    Value,
    metadata_schema,
)
from ..ir.names import COMPILE_UNITS, MODULE_FLAGS
from .cursor import Operands, constant_integer, strip_casts
from .names import AIR_VERSION, COMPILE_OPTIONS, FUNCTION_CONSTANTS, LANGUAGE_VERSION, SAMPLER_STATES, SOURCES
from .words import COMPILE_OPTION


def _version(module: Module, name: str, skip_language: bool = False) -> Version | None:
    nodes = module.named_metadata.get(name)
    if not nodes:
        return None
    operands = Operands(nodes[0], f"!{name}[0]")
    if skip_language:
        operands.string("a language")
    return Version(operands.integer("major", 16), operands.integer("minor", 16), operands.integer("update", 16))


def air_version(module: Module) -> Version | None:
    """`!air.version`: {major, minor, update} of the first node; None without one. FormatError for a malformed node."""
    return _version(module, AIR_VERSION)


def language_version(module: Module) -> Version | None:
    """`!air.language_version`: {"Metal", major, minor, update}; otherwise as `air_version`."""
    return _version(module, LANGUAGE_VERSION, skip_language=True)


def module_flag_names(module: Module) -> set[str]:
    """The names of the module flags: operand 1 of each node of `!llvm.module.flags`."""
    nodes = module.named_metadata.get(MODULE_FLAGS, ())
    return {f.value for node in nodes for f in node.fields[1:2] if isinstance(f, MDString)}


def compile_options(module: Module) -> list[str]:
    """`!air.compile_options` without ``air.compile.``, in order. FormatError for a malformed node."""
    options = []
    for number, node in enumerate(module.named_metadata.get(COMPILE_OPTIONS, ())):
        text = Operands(node, f"!air.compile_options[{number}]").string()
        options.append(text.removeprefix(COMPILE_OPTION))
    return options


# --- function constants ----------------------------------------------------------------------------------------------


def recorded_sources(module: Module) -> Iterator[tuple[str, str]]:
    """Path and text of each source that the compiler recorded (`!llvm_utils.sources`), in order; empty without that
    list.

    FormatError for a malformed node.
    """
    for node in module.named_metadata.get(SOURCES, ()):
        # A node is one source, { path, text }, or a list of such nodes.
        for source in node.fields if node.fields and isinstance(node.fields[0], MDNode) else (node,):
            yield string_operand(source, 0, SOURCES), string_operand(source, 1, SOURCES)


def string_operand(node: object, index: int, where: str) -> str:
    """The string at `index` of a node of the named metadata `where`. FormatError if there is none."""
    if isinstance(node, MDNode) and index < len(node.fields):
        field = node.fields[index]
        if isinstance(field, MDString):
            return field.value
    raise FormatError(f"metadata !{where}: expected a string as operand {index}")


@dataclass(frozen=True, slots=True)
class FunctionConstant:
    """An entry of `!air.function_constants`: {global, "type", "name", index, [required]}. `symbol` is the global's
    name.

    `flagged`: the node has the `required` operand. Linkers add it; compilers omit it, which means that it is required.
    """

    symbol: str
    type_name: str
    name: str
    index: int
    required: bool = True
    flagged: bool = True


def function_constants(module: Module) -> list[FunctionConstant]:
    """`!air.function_constants`, in order. FormatError for a malformed node."""
    results = []
    for number, node in enumerate(module.named_metadata.get(FUNCTION_CONSTANTS, ())):
        operands = Operands(node, f"!air.function_constants[{number}]")
        symbol = module.own(operands.global_value()).name
        type_name, name = operands.string("a type"), operands.string("a name")
        index = operands.integer("an index", 16)
        flagged = bool(operands)
        required = bool(operands.integer("the required flag", 1)) if flagged else True
        results.append(FunctionConstant(symbol, type_name, name, index, required, flagged))
    return results


# --- static samplers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StaticSampler:
    """A `constexpr sampler`: the words of the constant `symbol`, one 64-bit word, or two from the newest compilers.

    Bits of the first word, from the lowest: address modes s, t, r (3 each), magnification and minification filter (2
    each), mip filter (2), pixel coordinates (1), compare function (4), anisotropy minus 1 (4), minimum and maximum
    level of detail (half floats, 16 each), border color (2). Checked on the corpus, where the second word is always 0.
    """

    symbol: str
    words: tuple[int, ...]

    def _field(self, shift: int, width: int) -> int:
        return self.words[0] >> shift & ((1 << width) - 1)

    @property
    def address_modes(self) -> tuple[SamplerAddressMode, SamplerAddressMode, SamplerAddressMode]:
        """The address modes for s, t and r."""
        s, t, r = [SamplerAddressMode(self._field(shift, 3)) for shift in (0, 3, 6)]
        return s, t, r

    @property
    def mag_filter(self) -> SamplerFilter:
        """The filter for magnification: a texel covers more than a pixel."""
        return SamplerFilter(self._field(9, 2))

    @property
    def min_filter(self) -> SamplerFilter:
        """The filter for minification: a pixel covers more than a texel."""
        return SamplerFilter(self._field(11, 2))

    @property
    def mip_filter(self) -> SamplerMipFilter:
        """The filter between levels of detail."""
        return SamplerMipFilter(self._field(13, 2))

    @property
    def normalized_coordinates(self) -> bool:
        """Whether coordinates range from 0 to 1; otherwise they are in pixels."""
        return not self._field(15, 1)

    @property
    def compare_function(self) -> CompareFunction:
        """The comparison of depth samplers."""
        return CompareFunction(self._field(16, 4))

    @property
    def max_anisotropy(self) -> int:
        """The number of samples of the anisotropic filter, 1 to 16."""
        return self._field(20, 4) + 1

    @property
    def lod_clamp(self) -> tuple[float, float]:
        """The minimum and maximum level of detail."""
        low, high = struct.unpack("<2e", struct.pack("<2H", self._field(24, 16), self._field(40, 16)))
        return low, high

    @property
    def border_color(self) -> int:
        """The number of the border color in MTLSamplerBorderColor."""
        return self._field(56, 2)


def sampler_words(
    air: Version,
    address_modes: tuple[SamplerAddressMode, SamplerAddressMode, SamplerAddressMode],
    mag_filter: SamplerFilter,
    min_filter: SamplerFilter,
    mip_filter: SamplerMipFilter,
    *,
    normalized_coordinates: bool = True,
    compare_function: CompareFunction = CompareFunction.NONE,
    max_anisotropy: int = 1,
    lod_clamp: tuple[float, float] = (0.0, float("inf")),
    border_color: int = 0,
) -> tuple[int, ...]:
    """The words of a `StaticSampler` at an AIR version.

    From AIR 2.7 on there are two words, the second of which is 0; before, there is one word, with its highest bit set
    (all 218 of the corpus). BuildError for an anisotropy outside 1 to 16.
    """
    if not 1 <= max_anisotropy <= 16:
        raise BuildError(f"a sampler's anisotropy must be 1 to 16, not {max_anisotropy}")
    low, high = struct.unpack("<2H", struct.pack("<2e", *[min(lod, _LARGEST_LOD) for lod in lod_clamp]))
    fields = (
        *[(int(mode), 3 * place) for place, mode in enumerate(address_modes)],
        (int(mag_filter), 9),
        (int(min_filter), 11),
        (int(mip_filter), 13),
        (int(not normalized_coordinates), 15),
        (int(compare_function), 16),
        (max_anisotropy - 1, 20),
        (low, 24),
        (high, 40),
        (border_color, 56),
    )
    word = sum(value << shift for value, shift in fields)
    return fit_sampler_words((word,), air)


_ONE_WORD = 1 << 63  # set in the only word before AIR 2.7


def fit_sampler_words(words: tuple[int, ...], air: Version) -> tuple[int, ...]:
    """Convert the words of a `StaticSampler` from any AIR version to the form of `air` (see `sampler_words`).

    Before AIR 2.7 a second word that is not 0 is lost.
    """
    if air >= SAMPLERS_OF_TWO_WORDS_SINCE:
        return words if len(words) > 1 else (words[0] & ~_ONE_WORD, 0)
    return (words[0] | _ONE_WORD,)


_LARGEST_LOD = 65504.0  # the largest half float; Apple's compiler writes it for no limit


def static_samplers(module: Module) -> list[StaticSampler]:
    """`!air.sampler_states`: {"air.sampler_state", global} each, in order. FormatError for a global without a
    constant.
    """
    return [StaticSampler(variable.name, words) for variable, words in static_sampler_nodes(module)]


def static_sampler_nodes(module: Module) -> list[tuple[GlobalVariable, tuple[int, ...]]]:
    """As `static_samplers`, but returns the variables and their words."""
    results = []
    for number, node in enumerate(module.named_metadata.get(SAMPLER_STATES, ())):
        operands = Operands(node, f"!air.sampler_states[{number}]")
        operands.string()
        variable = operands.global_value()
        words = _words(variable.initializer) if isinstance(variable, GlobalVariable) else ()
        if not isinstance(variable, GlobalVariable) or not words:
            raise operands.fail(f"@{ascii(variable.name)[1:-1]} has no constant integer as its value")
        results.append((variable, words))
    return results


def _words(value: Value | None) -> tuple[int, ...]:
    """The value of an integer, or of each element of an array of integers; () for anything else."""
    if isinstance(value, Constant) and value.type.code is TypeCode.ARRAY and value.code == ConstantCode.NULL:
        return (0,) * value.type.params[0]
    if isinstance(value, Constant) and value.code == ConstantCode.DATA:
        return tuple(word & 0xFFFFFFFFFFFFFFFF for word in value.params)
    integer = constant_integer(value)
    return () if integer is None else (integer,)


# --- debug location --------------------------------------------------------------------------------------------------

# Indices into the subprogram tuples of LLVM 3.5: {tag, {name, directory}, scope, name, display name, linkage name,
# line, type, local, definition, virtuality, virtual index, containing type, flags, optimized, function, …}
_TUPLE_FILE, _TUPLE_LINE, _TUPLE_FUNCTION = 1, 6, 15
_DEEPEST_SCOPES = 1 << 10
_DW_TAG_SUBPROGRAM = 0x2E


class DebugLocations:
    """Where the functions of a module are defined. The subprograms that its compile units list are indexed once."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._listed: dict[Value, MDNode] | None = None

    def of(self, function: Function) -> DebugLocation | None:
        """Line and path of a function's definition; None without debug info. FormatError for a malformed node.

        A relative path is joined to its directory. In the tuples of LLVM 3.5 an absolute path is joined too, as Apple's
        linkers do.
        """
        for _, node in function.metadata:
            if node.code is MetadataCode.SUBPROGRAM:
                return _location(node)
        if self._listed is None:
            self._listed = _listed_subprograms(self._module)
        listed = self._listed.get(function)
        if listed is None:
            return None
        return _location(listed) if listed.code is MetadataCode.SUBPROGRAM else _tuple_location(listed, function)


def _location(subprogram: MDNode) -> DebugLocation | None:
    file, line = debug_field(subprogram, "file"), debug_field(subprogram, "line")
    if not isinstance(file, MDNode) or file.code is not MetadataCode.FILE or not isinstance(line, int):
        return None
    return DebugLocation(line & 0xFFFFFFFF, path_of(*_file_strings(file)))


def path_of(name: str, directory: str) -> str:
    """The path of a file of debug info, relative to nothing if its directory is known."""
    return name if name.startswith("/") or not directory else f"{directory}/{name}"


def file_of_scope(scope: MDNode | None) -> tuple[str, str]:
    """Name and directory of a debug scope's file, or of the nearest scope around it that has one; empty if none has."""
    for _ in range(_DEEPEST_SCOPES):
        if scope is None:
            break
        if scope.code is MetadataCode.NODE:
            file, around = (*scope.fields, None, None, None)[_TUPLE_FILE : _TUPLE_FILE + 2]
        else:
            file, around = debug_field(scope, "file"), debug_field(scope, "scope")
        if isinstance(file, MDNode) and (place := _file_strings(file))[0]:
            return place
        scope = around if isinstance(around, MDNode) else None
    return "", ""


def debug_field(record: MDNode, name: str) -> MDField:
    """A field of a debug-info record by its name in LLVM's schema; None if the record does not have it."""
    schema = metadata_schema(record.code, record.version, len(record.fields))
    index = schema.names.index(name) if schema is not None and name in schema.names else len(record.fields)
    return record.fields[index] if index < len(record.fields) else None


def _tuple_location(subprogram: MDNode, function: Function) -> DebugLocation:
    operands = Operands(subprogram, f"subprogram of {function.name!a}", _TUPLE_FILE)
    name, directory = _file_strings(operands.node("a file"))
    operands.pos = _TUPLE_LINE
    return DebugLocation(operands.integer("a line"), f"{directory}/{name}" if directory else name)


def _file_strings(file: MDNode) -> tuple[str, str]:
    """Name and directory: the first two fields of a FILE record, and of the tuples of LLVM 3.5."""
    name, directory = [field.value if isinstance(field, MDString) else "" for field in (*file.fields, None, None)[:2]]
    return name, directory


def _listed_subprograms(module: Module) -> dict[Value, MDNode]:
    """The subprograms that the compile units list, by function; the first for each function. Before LLVM 3.9 these are
    all.
    """
    units = dict.fromkeys(module.named_metadata.get(COMPILE_UNITS, ()))
    lists = dict.fromkeys([field for unit in units for field in unit.fields if isinstance(field, MDNode)])
    mdnodes: dict[Value, MDNode] = {}
    for node in [node for listed in lists if listed.code is MetadataCode.NODE for node in listed.fields]:
        if isinstance(node, MDNode) and _is_subprogram(node):
            if node.code is MetadataCode.SUBPROGRAM:
                field = debug_field(node, "function")
            else:
                field = node.fields[_TUPLE_FUNCTION] if len(node.fields) > _TUPLE_FUNCTION else None
            if isinstance(field, ConstantAsMetadata):
                value = strip_casts(field.value)
                mdnodes.setdefault(module.own(value) if isinstance(value, GlobalValue) else value, node)
    return mdnodes


def _is_subprogram(node: MDNode) -> bool:
    if node.code is not MetadataCode.NODE:
        return node.code is MetadataCode.SUBPROGRAM
    first = node.fields[0] if node.fields else None
    tag = constant_integer(first.value) if isinstance(first, ConstantAsMetadata) else None
    return tag is not None and tag & 0xFFFF == _DW_TAG_SUBPROGRAM


# --- threadgroup memory ----------------------------------------------------------------------------------------------


def threadgroup_allocations(module: Module) -> list[tuple[GlobalVariable, int, int]]:
    """Every global in threadgroup memory, in module order, with its size and alignment in bytes.

    FormatError for a global whose type has no size.
    """
    layout = DataLayout()
    return [
        (variable, layout.alloc_size(variable.value_type), _alignment(variable, layout))
        for variable in module.globals
        if variable.address_space == AddressSpace.THREADGROUP
    ]


def _alignment(variable: GlobalVariable, layout: DataLayout) -> int:
    return 1 << variable.alignment - 1 if variable.alignment else layout.alignment(variable.value_type)
