"""Conventions of AIR that loaders and pipeline creation rely on, as rules that a module or a library is held against.

For compilers other than Apple's. A rule is proven where somebody published the failure, or where the thing it asks for
holds in every module of Apple's that was looked at (14,539, docs/air.md §2) and a reader of it is known; the others are
suspected: Apple's modules all do so, and nobody knows what happens otherwise. docs/lint has a page for each rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ...base.errors import FormatError, MtlbError
from ...base.findings import Certainty, Severity
from ...base.releases import RELEASES, release_for
from ...base.versions import Triple, Version
from ...bitcode.probe import attribute_kinds, has_opaque_pointers
from ...bitcode.reader import read_module
from ...container import FunctionType, Library, LibraryFunction
from ...ir import AttributeKind, Linkage, MDString, Module
from ..describe import Description, describe_all
from ..entry_points import EntryArgument, EntryPoint, read_entry_points
from ..facts import air_version, compile_options, language_version
from ..reflection import buffer as airr

__all__ = ["RULES", "SDK_VERSION_SINCE", "Diagnostic", "Rule", "lint_library", "lint_module"]


class Rule(NamedTuple):
    """One convention. `summary` is its title, `why` what happens without it; `code` never changes."""

    code: str
    name: str
    severity: Severity
    certainty: Certainty
    summary: str
    why: str


class Diagnostic(NamedTuple):
    """A broken rule: what is wrong with which function ("" for the module as a whole)."""

    rule: Rule
    text: str
    function: str = ""


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
_PROVEN, _SUSPECTED = Certainty.PROVEN, Certainty.SUSPECTED

_TABLE = (
    Rule("AIR000", "readable", _ERROR, _PROVEN, "The bitcode can be read", "A module that can't be read can't be run."),
    Rule("AIR001", "triple", _ERROR, _PROVEN, "The target triple is an AIR triple",
         "Linkers take platform and deployment target from it."),
    Rule("AIR002", "triple-version", _ERROR, _PROVEN, "The triple's sub-architecture agrees with !air.version",
         "air-lld refuses the module: air version set to 2.8.0, but expecting 2.7."),
    Rule("AIR003", "deployment-target", _WARNING, _SUSPECTED, "The deployment target knows the AIR version",
         "The library claims to run on an OS that refuses its AIR."),
    Rule("AIR004", "air-version", _ERROR, _PROVEN, "!air.version is there: {i32 major, i32 minor, i32 update}",
         "VERS of the function follows from it; loaders refuse what is too young by it."),
    Rule("AIR005", "language-version", _ERROR, _PROVEN, '!air.language_version is there: {"Metal", i32, i32, i32}',
         "VERS of the function follows from it; loaders refuse what is too young by it."),
    Rule("AIR006", "language-too-young", _WARNING, _PROVEN, "The language version came with the AIR version, or before",
         "The library loads, and making a pipeline fails: language version is incompatible with this OS."),
    Rule("AIR007", "sdk-version", _ERROR, _PROVEN, "The module flag SDK Version is there",
         "The GPU compiler of macOS 26 dies: XPC_ERROR_CONNECTION_INTERRUPTED."),
    Rule("AIR008", "resource-limits", _WARNING, _SUSPECTED, "From AIR 2.3 on, six flags air.max_* set the limits",
         "Every module of Apple's has them; the compiler may fall back on other limits."),
    Rule("AIR009", "frame-pointer", _NOTE, _SUSPECTED, "From AIR 2.6 on, the module flag frame-pointer is there",
         "Every module of Apple's has it."),
    Rule("AIR010", "compile-options", _WARNING, _SUSPECTED, "!air.compile_options says how to treat floating point",
         "The GPU compiler takes denormals, fast math and framebuffer fetch from it."),
    Rule("AIR012", "ident", _NOTE, _SUSPECTED, "!llvm.ident names the producer",
         "Tools tell by it who made the module."),
    Rule("AIR013", "data-layout", _WARNING, _SUSPECTED, "The data layout is that of 64-bit AIR",
         "Sizes and offsets that the compiler assumed are not those of the GPU compiler."),
    Rule("AIR021", "entry-node", _ERROR, _PROVEN, "Entry points are described as their kind calls for",
         "Linkers and loaders can't read the node."),
    Rule("AIR022", "unknown-metadata", _WARNING, _SUSPECTED, "Entry points are described in words that are known",
         "A misspelt key does nothing."),
    Rule("AIR023", "argument-index", _ERROR, _SUSPECTED, "Every parameter is described by one argument node",
         "What a parameter is bound to follows from its node."),
    Rule("AIR024", "argument-type-name", _WARNING, _SUSPECTED, "Every argument and output has air.arg_type_name",
         "Reflection and vertex descriptors take types from it."),
    Rule("AIR025", "argument-name", _WARNING, _SUSPECTED, "Every argument has air.arg_name",
         "Reflection finds arguments by it."),
    Rule("AIR026", "buffer-size", _WARNING, _SUSPECTED, "Buffers have air.arg_type_size with air.arg_type_align_size",
         "Reflection gives them to the program; validation layers check bound buffers by them."),
    Rule("AIR027", "buffer-address-space", _WARNING, _SUSPECTED,
         "From AIR 2.5 on, buffers have air.address_space, and it is that of the parameter",
         "The GPU compiler may bind the buffer in the wrong space."),
    Rule("AIR028", "location", _ERROR, _SUSPECTED, "Resources have air.location_index",
         "A resource without a place can't be bound."),
    Rule("AIR029", "duplicate-location", _WARNING, _SUSPECTED, "No two resources of a kind have the same place",
         "Apple's compiler refuses such a function; here the second silently hides the first."),
    Rule("AIR030", "blend-source", _WARNING, _SUSPECTED,
         "A render target names index and, from AIR 1.11 on, blend source", "Reflection reads both."),
    Rule("AIR040", "opaque-pointers", _ERROR, _PROVEN, "Pointers are typed before AIR 2.8",
         "macOS refuses opaque pointers in a module of AIR 2.7 or older (measured by zig-metallib)."),
    Rule("AIR041", "attribute-kind", _ERROR, _SUSPECTED, "Attributes are no younger than the target's LLVM",
         "The LLVM in older systems fails on an attribute it doesn't know: Unknown attribute kind."),
    Rule("AIR042", "entry-linkage", _ERROR, _SUSPECTED, "Entry points are definitions that others can see",
         "A linker drops or renames what is internal."),
    Rule("AIR043", "calling-convention", _WARNING, _SUSPECTED, "Entry points have the C calling convention",
         "Every entry point of Apple's has it."),
    Rule("AIR050", "listed-version", _ERROR, _SUSPECTED, "VERS agrees with the module",
         "Loaders judge by VERS, the GPU compiler by the module."),
    Rule("AIR051", "listed-function", _ERROR, _SUSPECTED, "NAME and TYPE agree with the module",
         "The function that is asked for is not the one in the module."),
    Rule("AIR052", "listed-metadata", _WARNING, _SUSPECTED, "Public metadata and tags agree with the module",
         "Vertex attributes and function constants that the program sees are not those of the code."),
    Rule("AIR053", "reflection", _WARNING, _SUSPECTED, "The reflection buffer agrees with the module",
         "The program is told of other arguments than the code has."),
    Rule("AIR054", "hash", _WARNING, _SUSPECTED, "HASH is that of the module",
         "Caches go by the hash; it is not known whether a loader checks it."),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.code: rule for rule in _TABLE}
"""Every rule by its code."""

_LAYOUT = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-"
    "v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
)
_OLD_LAYOUT = _LAYOUT.replace("f64:64:64-", "f64:64:64-f80:128:128-").replace("-n8", "-f80:128:128-n8")
_LIMITS = tuple(
    f"air.max_{what}"
    for what in (
        "device_buffers",
        "constant_buffers",
        "threadgroup_buffers",
        "textures",
        "read_write_textures",
        "samplers",
    )
)
SDK_VERSION_SINCE = Version(2, 1)
"""Older front ends named no SDK, and had another data layout for some targets."""
_TIED_TO_TARGET_SINCE = Version(2, 1)  # before that, Apple's compiler wrote AIR 2.0 for older targets as well
_LIMITS_SINCE = Version(2, 3)
_ADDRESS_SPACE_SINCE = Version(2, 5)
_FRAME_POINTER_SINCE = Version(2, 6)
_OPAQUE_POINTERS_SINCE = Version(2, 8)
_BLEND_SOURCE_SINCE = Version(1, 11)

# Highest attribute number in Apple's modules up to an AIR version. LLVM of that time fails on numbers it has no name
# for (tried with llvmlite: LLVM 7 to 11 read everything up to AIR 2.5 and fail on 68 and more; docs/bitcode.md §1.1).
_ATTRIBUTES = ((Version(2, 5), AttributeKind.SPECULATABLE), (Version(2, 8), AttributeKind.NO_CALLBACK))

_BUFFERS = frozenset({"buffer", "indirect_buffer"})
_RESOURCES = {
    "buffer": "buffer",
    "indirect_buffer": "buffer",
    "texture": "texture",
    "sampler": "sampler",
    "visible_function_table": "buffer",
    "intersection_function_table": "buffer",
    "instance_acceleration_structure": "buffer",
    "primitive_acceleration_structure": "buffer",
}
"""Kinds of arguments that are bound by the program, with the table that their index counts in."""
_THREADGROUP = 3  # address space whose buffers count in a table of their own

_T = TypeVar("_T")
_Found = Iterator[tuple[str, str, str]]  # code, text, function


# --- doors ------------------------------------------------------------------------------------------------------------


def lint_module(data: bytes | memoryview) -> list[Diagnostic]:
    """Hold one AIR module (bitcode, wrapped or not) against the rules. Never raises for bad input: that is AIR000."""
    return _named(_module_findings(data)[1])


def lint_library(library: Library) -> Iterator[Diagnostic]:
    """Hold every module of a library, and what the library says of it, against the rules."""
    read: dict[int, tuple[Module | None, list[tuple[str, str, str]]]] = {}
    for function in library.functions:
        try:
            key = id(function.module)
            if key not in read:
                read.clear()  # functions that share a module follow each other
                read[key] = _module_findings(function.module)
                yield from _named(read[key][1], function.name)
            module = read[key][0]
            if module is not None:
                yield from _named(list(_listed(function, module)), function.name)
        except MtlbError as error:
            yield Diagnostic(RULES["AIR000"], str(error), function.name)


def _named(found: list[tuple[str, str, str]], function: str = "") -> list[Diagnostic]:
    return [Diagnostic(RULES[code], text, name or function) for code, text, name in found]


def _module_findings(data: bytes | memoryview) -> tuple[Module | None, list[tuple[str, str, str]]]:
    try:
        module = read_module(data, bodies=False)
    except MtlbError as error:
        return None, [("AIR000", str(error), "")]
    subject = _Subject.of(module, data)
    found: list[tuple[str, str, str]] = []
    for check in _CHECKS:
        try:
            found += check(subject)
        except FormatError as error:
            found.append(("AIR021", str(error), ""))
    return module, list(dict.fromkeys(found))


@dataclass
class _Subject:
    """A module being looked at, with the facts that most rules ask for; None where they are missing or bad."""

    module: Module
    data: bytes | memoryview
    air: Version | None
    language: Version | None
    triple: Triple | None
    entries: list[EntryPoint]
    entry_error: str

    @classmethod
    def of(cls, module: Module, data: bytes | memoryview) -> _Subject:
        entries, error = _tried(lambda: read_entry_points(module))
        return cls(
            module,
            data,
            air=_tried(lambda: air_version(module))[0],
            language=_tried(lambda: language_version(module))[0],
            triple=_tried(lambda: Triple.parse(module.triple))[0],
            entries=entries or [],
            entry_error=error,
        )

    def since(self, version: Version) -> bool:
        """Whether the module's AIR is at least this young."""
        return self.air is not None and self.air >= version

    def flags(self) -> set[str]:
        """The names of the module flags: operand 1 of each node."""
        nodes = self.module.named_metadata.get("llvm.module.flags", ())
        return {f.value for node in nodes for f in node.fields[1:2] if isinstance(f, MDString)}


def _tried(read: Callable[[], _T]) -> tuple[_T | None, str]:
    """What `read` gives, or what is wrong with it."""
    try:
        return read(), ""
    except FormatError as error:
        return None, str(error)


# --- modules ----------------------------------------------------------------------------------------------------------


def _versions(subject: _Subject) -> _Found:
    air, triple = subject.air, subject.triple
    if triple is None:
        yield "AIR001", f"{subject.module.triple!r} is no AIR triple", ""
    if air is None:
        yield "AIR004", "!air.version is missing or malformed", ""
    if subject.language is None:
        yield "AIR005", "!air.language_version is missing or malformed", ""
    if air is None:
        return
    if triple is not None:
        wanted = triple.arch_version
        if wanted is not None and air[:2] != wanted[:2]:
            yield "AIR002", f"!air.version is {air}, the triple {triple} wants {wanted}", ""
        known = _newest_air_of(triple)
        if known is not None and air > known and air >= _TIED_TO_TARGET_SINCE:
            yield "AIR003", f"{triple.os} {triple.version} knows AIR up to {known}, the module is AIR {air}", ""
    newest = max((release.msl for release in RELEASES if release.air <= air), default=None)
    if subject.language is not None and newest is not None and subject.language > newest:
        yield "AIR006", f"AIR {air} came with Metal {newest}, the module is Metal {subject.language}", ""


def _newest_air_of(triple: Triple) -> Version | None:
    try:
        return release_for(triple.platform, triple.version).air
    except MtlbError:
        return None


def _module_flags(subject: _Subject) -> _Found:
    flags = subject.flags()
    if subject.since(SDK_VERSION_SINCE) and "SDK Version" not in flags:
        yield "AIR007", "the module flag 'SDK Version' is missing", ""
    missing = [name for name in _LIMITS if name not in flags]
    if subject.since(_LIMITS_SINCE) and missing:
        yield "AIR008", f"module flags are missing: {', '.join(missing)}", ""
    if subject.since(_FRAME_POINTER_SINCE) and "frame-pointer" not in flags:
        yield "AIR009", "the module flag 'frame-pointer' is missing", ""


def _module_metadata(subject: _Subject) -> _Found:
    if not _tried(lambda: compile_options(subject.module))[0]:
        yield "AIR010", "!air.compile_options is missing, empty or malformed", ""
    if not subject.module.named_metadata.get("llvm.ident"):
        yield "AIR012", "!llvm.ident is missing", ""
    if subject.module.data_layout not in (_LAYOUT, *([] if subject.since(SDK_VERSION_SINCE) else [_OLD_LAYOUT])):
        yield "AIR013", f"the data layout is {subject.module.data_layout!r}", ""


def _bitcode(subject: _Subject) -> _Found:
    air = subject.air
    if air is None:
        return
    if air < _OPAQUE_POINTERS_SINCE and has_opaque_pointers(subject.data):
        yield "AIR040", f"the module has opaque pointers, which AIR {air} does not know", ""
    highest = next((number for version, number in _ATTRIBUTES if air <= version), None)
    young = [kind for kind in sorted(attribute_kinds(subject.data)) if highest is not None and kind > highest]
    if young:
        listed = ", ".join(map(str, young))
        yield "AIR041", f"attribute kinds {listed}: Apple's modules of AIR {air} have none above {highest:d}", ""


# --- entry points -----------------------------------------------------------------------------------------------------


def _entry_points(subject: _Subject) -> _Found:
    if subject.entry_error:
        yield "AIR021", subject.entry_error, ""
    for entry in subject.entries:
        for warning in entry.warnings:
            yield "AIR022", warning, entry.name
        yield from ((code, text, entry.name) for code, text in _entry_point(entry, subject))


def _entry_point(entry: EntryPoint, subject: _Subject) -> Iterator[tuple[str, str]]:
    function = entry.function
    if function.is_declaration:
        yield "AIR042", "the entry point is only declared"
    if function.linkage in (Linkage.INTERNAL, Linkage.PRIVATE):
        yield "AIR042", f"the entry point is {function.linkage.name.lower()}"
    if function.calling_convention:
        yield "AIR043", f"the entry point has calling convention {function.calling_convention}"
    yield from _argument_indices(entry)
    places: set[tuple[str, int]] = set()
    for argument in entry.arguments:
        where = f"argument {argument.index}" + (f" ({argument.name})" if argument.name else "")
        yield from ((code, f"{where} {text}") for code, text in _argument(argument, entry, subject))
        place = _place(argument, entry)
        if place is not None and argument.function_constant is None:
            if place in places:
                yield "AIR029", f"{where} is a second {place[0]} at {place[1]}"
            places.add(place)
    for output in entry.outputs:
        if not output.type_name:
            yield "AIR024", f"output {output.kind} has no air.arg_type_name"
        if output.kind == "render_target" and (output.blend_source_index is None) == subject.since(_BLEND_SOURCE_SINCE):
            yield "AIR030", f"render target {output.render_target_index} has the wrong number of indices"


def _argument_indices(entry: EntryPoint) -> Iterator[tuple[str, str]]:
    parameters = len(entry.function.value_type.parameters)
    indices = [argument.index for argument in entry.arguments if argument.index is not None]
    missing = sorted(set(range(parameters)) - set(indices))
    beyond = sorted({index for index in indices if index >= parameters})
    if missing:
        yield "AIR023", f"no node describes parameter {', '.join(map(str, missing[:8]))} of {parameters}"
    if beyond:
        yield "AIR023", f"nodes describe parameter {', '.join(map(str, beyond[:8]))}, there are {parameters}"
    if len(set(indices)) < len(indices):
        yield "AIR023", "two nodes describe one parameter"


def _argument(argument: EntryArgument, entry: EntryPoint, subject: _Subject) -> Iterator[tuple[str, str]]:
    if not argument.type_name and not argument.fields:
        yield "AIR024", f"of kind {argument.kind} has no air.arg_type_name"
    if not argument.name and not argument.fields:
        yield "AIR025", f"of kind {argument.kind} has no air.arg_name"
    if argument.kind in _RESOURCES and argument.location_index is None:
        yield "AIR028", f"of kind {argument.kind} has no air.location_index"
    if argument.kind not in _BUFFERS:
        return
    if (argument.type_size is None) != (argument.type_align is None):  # an opaque type has neither
        yield "AIR026", "has one of air.arg_type_size and air.arg_type_align_size without the other"
    if subject.since(_ADDRESS_SPACE_SINCE):
        space = _address_space(argument, entry)
        if argument.address_space is None:
            yield "AIR027", "has no air.address_space"
        elif space is not None and space != argument.address_space:
            yield "AIR027", f"says address space {argument.address_space}, the parameter has {space}"


def _address_space(argument: EntryArgument, entry: EntryPoint) -> int | None:
    """That of the pointer that the argument's parameter is; None for anything else."""
    parameters = entry.function.value_type.parameters
    if argument.index is None or argument.index >= len(parameters):
        return None
    parameter = parameters[argument.index]
    return parameter.address_space if parameter.is_pointer else None


def _place(argument: EntryArgument, entry: EntryPoint) -> tuple[str, int] | None:
    """The table and the index that a resource is bound at."""
    table = _RESOURCES.get(argument.kind)
    if table is None or argument.location_index is None:
        return None
    if _THREADGROUP in (argument.address_space, _address_space(argument, entry)):
        table = "threadgroup buffer"
    return table, argument.location_index


_CHECKS = (_versions, _module_flags, _module_metadata, _bitcode, _entry_points)


# --- what a library says of its modules -------------------------------------------------------------------------------


def _listed(function: LibraryFunction, module: Module) -> _Found:
    if function.wrong_hash is not None:
        yield "AIR054", "HASH is not the SHA-256 of the stored module", ""
    described, _ = _tried(lambda: describe_all(module))
    if not described:
        return  # a whole module (dynamic library) without entry points, or one that other rules complain about
    found = next((entry for entry in described if entry.name == function.name), None)
    if found is None:
        if len(described) == 1 and function.type is not FunctionType.UNQUALIFIED:
            yield "AIR051", f"the module's entry point is {described[0].name!r}", ""
        return
    if found.type is not function.type:
        yield "AIR051", f"TYPE is {function.type}, the module lists it as {found.type}", ""
    versions = (found.air_version[:2], found.language_version[:2])
    listed = tuple(v[:2] if v is not None else None for v in (function.air_version, function.language_version))
    if versions != listed:
        yield (
            "AIR050",
            f"VERS says AIR {function.air_version} and Metal {function.language_version}, the module is AIR "
            f"{found.air_version} and Metal {found.language_version}",
            "",
        )
    for name, says, is_ in _metadata_of(function, found):
        if says != is_:
            yield "AIR052", f"{name} says {says}, the module {is_}", ""
    if function.reflection is not None and not _reflects(function, found):
        yield "AIR053", "the reflection buffer is not the one that follows from the module", ""


def _metadata_of(function: LibraryFunction, found: Description) -> Iterator[tuple[str, object, object]]:
    public = function.public_metadata
    yield "TESS", function.tessellation, found.tessellation
    yield "LAYR", function.layer_type, found.layer_type
    yield "vertex attributes", tuple(public.vertex_attributes), found.vertex_attributes
    yield "function constants", tuple(public.function_constants), found.function_constants
    yield "RETR", public.return_type, found.return_type
    yield "ARGR", public.arguments, found.core_image_arguments


def _reflects(function: LibraryFunction, found: Description) -> bool:
    """Whether the stored buffer is the one we would write, in the version of the stored one."""
    assert function.reflection is not None
    try:
        stored = airr.read(function.reflection.buffer)
        return airr.build(found.reflection(stored.version)) == bytes(function.reflection.buffer)
    except MtlbError:
        return False
