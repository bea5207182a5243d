"""Rules on entry points: their functions, their metadata, and the metadata of each argument and output."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.features import ADDRESS_SPACES_SINCE, BLEND_SOURCE_SINCE
from ..words import BUFFER_KINDS, LOCATION_SPACES, PADDING_KINDS
from .registry import ERROR, NOTE, PROVEN, SUSPECTED, WARNING, also, rule
from .subjects import (
    ARGUMENT,
    ENTRY,
    MODULE,
    OUTPUT,
    RESOURCE_TABLES,
    ArgumentSubject,
    EntrySubject,
    ModuleSubject,
    OutputSubject,
)

__all__: list[str] = []


@rule(MODULE, "AIR021", "entry-node", ERROR, PROVEN, "The metadata of entry points is well-formed",
      "Linkers and loaders can't read the node.")  # fmt: skip
def _entry_nodes(module: ModuleSubject) -> Iterator[str]:
    if module.entry_error:
        yield module.entry_error


# --- entry points -----------------------------------------------------------------------------------------------------


@rule(ENTRY, "AIR022", "unknown-metadata", NOTE, SUSPECTED, "The metadata of entry points has no unknown words",
      "A misspelt key has no effect.")  # fmt: skip
def _unknown_metadata(subject: EntrySubject) -> Iterator[str]:
    yield from subject.entry.warnings


@rule(ENTRY, "AIR042", "entry-linkage", ERROR, SUSPECTED, "Entry points are definitions with external linkage",
      "A linker drops or renames internal functions.",
      cure="gives an internal or private definition external linkage")  # fmt: skip
def _entry_linkage(subject: EntrySubject) -> Iterator[str]:
    function = subject.entry.function
    if function.is_declaration:
        yield "the entry point is only declared"
    if function.linkage.is_local:
        yield f"the entry point is {function.linkage.name.lower()}"


@rule(ENTRY, "AIR043", "calling-convention", WARNING, SUSPECTED, "Entry points have the C calling convention",
      "Every entry point of Apple's has it.",
      cure="gives the function, and its calls, the C calling convention")  # fmt: skip
def _calling_convention(subject: EntrySubject) -> Iterator[str]:
    if subject.entry.function.calling_convention:
        yield f"the entry point has calling convention {subject.entry.function.calling_convention}"


@rule(ENTRY, "AIR023", "argument-index", ERROR, SUSPECTED, "Every parameter is described by one argument node",
      "What a parameter is bound to follows from its node.")  # fmt: skip
def _argument_indices(subject: EntrySubject) -> Iterator[str]:
    entry = subject.entry
    parameters = len(entry.function.value_type.parameters)
    indices = [argument.index for argument in entry.arguments if argument.index is not None]
    missing = sorted(set(range(parameters)) - set(indices))
    beyond = sorted({index for index in indices if index >= parameters})
    if missing:
        yield f"no node describes parameter {', '.join(map(str, missing[:8]))} of {parameters}"
    if beyond:
        yield f"nodes describe parameter {', '.join(map(str, beyond[:8]))}, there are {parameters}"
    if len(set(indices)) < len(indices):
        yield "two nodes describe one parameter"


# --- arguments and outputs --------------------------------------------------------------------------------------------


@rule(ARGUMENT, "AIR024", "argument-type-name", WARNING, SUSPECTED, "Every argument and output has air.arg_type_name",
      "Reflection and vertex descriptors take types from it.")  # fmt: skip
def _argument_type_name(subject: ArgumentSubject) -> Iterator[str]:
    argument = subject.argument
    if not argument.type_name and not argument.fields and argument.kind not in PADDING_KINDS:
        yield f"{subject.where} of kind {argument.kind} has no air.arg_type_name"


@also(OUTPUT, "AIR024")
def _output_type_name(subject: OutputSubject) -> Iterator[str]:
    if not subject.output.type_name:
        yield f"output {subject.output.kind} has no air.arg_type_name"


@rule(ARGUMENT, "AIR025", "argument-name", WARNING, SUSPECTED, "Every argument has air.arg_name",
      "Reflection finds arguments by it.")  # fmt: skip
def _argument_name(subject: ArgumentSubject) -> Iterator[str]:
    argument = subject.argument
    if not argument.name and not argument.fields and argument.kind not in PADDING_KINDS:
        yield f"{subject.where} of kind {argument.kind} has no air.arg_name"


@rule(ARGUMENT, "AIR028", "location", ERROR, SUSPECTED, "Resources have air.location_index",
      "A resource without an index can't be bound.")  # fmt: skip
def _location(subject: ArgumentSubject) -> Iterator[str]:
    argument = subject.argument
    if LOCATION_SPACES.get(argument.kind) in RESOURCE_TABLES and argument.location_index is None:
        yield f"{subject.where} of kind {argument.kind} has no air.location_index"


@rule(ARGUMENT, "AIR026", "buffer-size", WARNING, SUSPECTED,
      "Buffers have air.arg_type_size with air.arg_type_align_size",
      "Reflection gives them to the program; validation layers check bound buffers by them.",
      cure="writes the missing size of what a typed parameter points at, where the alignment is its own")  # fmt: skip
def _buffer_size(subject: ArgumentSubject) -> Iterator[str]:
    argument = subject.argument
    # an opaque type has neither
    if argument.kind in BUFFER_KINDS and (argument.type_size is None) != (argument.type_align is None):
        yield f"{subject.where} has one of air.arg_type_size and air.arg_type_align_size without the other"


@rule(ARGUMENT, "AIR027", "buffer-address-space", WARNING, SUSPECTED,
      "From AIR 2.5 on, buffers have air.address_space, and it is that of the parameter",
      "The GPU compiler may bind the buffer in the wrong space.",
      cure="writes the address space of the parameter")  # fmt: skip
def _buffer_address_space(subject: ArgumentSubject) -> Iterator[str]:
    argument = subject.argument
    if argument.kind not in BUFFER_KINDS or not subject.of.module.since(ADDRESS_SPACES_SINCE):
        return
    space = subject.pointer_space
    if argument.address_space is None:
        yield f"{subject.where} has no air.address_space"
    elif space is not None and space != argument.address_space:
        yield f"{subject.where} says address space {argument.address_space}, the parameter has {space}"


@rule(ARGUMENT, "AIR029", "duplicate-location", WARNING, SUSPECTED, "No two resources of a kind have the same index",
      "Apple's compiler refuses such a function; here the second silently hides the first.")  # fmt: skip
def _duplicate_location(subject: ArgumentSubject) -> Iterator[str]:
    place = subject.place
    if place is None or subject.argument.function_constant is not None:
        return
    if subject.of.places[place] is not subject.argument:
        yield f"{subject.where} is a second {place[0]} at {place[1]}"


@rule(OUTPUT, "AIR030", "blend-source", WARNING, SUSPECTED,
      "A render target names index and, from AIR 1.11 on, blend source", "Reflection reads both.",
      cure="writes blend source 0, or leaves the number out before AIR 1.11")  # fmt: skip
def _blend_source(subject: OutputSubject) -> Iterator[str]:
    output = subject.output
    expected = subject.module.since(BLEND_SOURCE_SINCE)
    if output.kind == "render_target" and (output.blend_source_index is not None) != expected:
        yield f"render target {output.render_target_index} has the wrong number of indices"
