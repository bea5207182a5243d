"""Arguments and outputs of entry points: the metadata keys that only some AIR versions have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...air.entry_points import EntryArgument, EntryPoint
from ...air.words import BUFFER_KINDS, CONTROL_POINT_FIELD, PLACEHOLDER
from ...base.features import ADDRESS_SPACES_SINCE, BLEND_SOURCE_SINCE, GENERATED_NAMES_UNTIL
from ...base.versions import Version
from ...ir import Function, TypeCode
from .difference import Difference, rules

EntryRule = Callable[[EntryArgument, Function], None]

_GENERATED_KINDS = ("vertex_input", "patch_input", CONTROL_POINT_FIELD)
_ONE_SOURCE = "what Apple's compiler writes for one source and several targets: Metal.jl's kernels for macOS 11 to 26"


def _without_address_space(buffer: EntryArgument, function: Function) -> None:
    buffer.address_space = None


def _with_address_space(buffer: EntryArgument, function: Function) -> None:
    """Set the address space of a buffer to that of the parameter with its index."""
    parameters = function.arguments
    if buffer.address_space is not None or buffer.index is None or buffer.index >= len(parameters):
        return
    type_ = parameters[buffer.index].type
    if type_.code in (TypeCode.POINTER, TypeCode.OPAQUE_POINTER):
        buffer.address_space = type_.params[0]


def _with_generator(attribute: EntryArgument, function: Function) -> None:
    attribute.attribute_name = attribute.attribute_name or PLACEHOLDER


def _without_generator(attribute: EntryArgument, function: Function) -> None:
    attribute.attribute_name = ""


def _without_blend_source(output: EntryArgument, function: Function) -> None:
    output.blend_source_index = None


def _with_blend_source(output: EntryArgument, function: Function) -> None:
    if output.blend_source_index is None:
        output.blend_source_index = 0


_ADDRESS_SPACE: Difference[EntryRule] = Difference(
    "`air.address_space` of buffers", ADDRESS_SPACES_SINCE, _ONE_SOURCE, _without_address_space, _with_address_space
)
_GENERATOR: Difference[EntryRule] = Difference(
    "`air.vertex_input` without the source of its value",
    GENERATED_NAMES_UNTIL,
    _ONE_SOURCE,
    _with_generator,
    _without_generator,
)

ARGUMENTS: Mapping[str, Difference[EntryRule]] = {
    **dict.fromkeys(BUFFER_KINDS, _ADDRESS_SPACE),
    **dict.fromkeys(_GENERATED_KINDS, _GENERATOR),
}
"""Differences by the kind of an argument or of a field of an argument."""

OUTPUTS: Mapping[str, Difference[EntryRule]] = {
    "render_target": Difference(
        "the second integer of `air.render_target`, the blend source",
        BLEND_SOURCE_SINCE,
        _ONE_SOURCE,
        _without_blend_source,
        _with_blend_source,
    )
}
"""Differences by the kind of an output."""


def adapt_entries(entries: Iterable[EntryPoint], air: Version) -> None:
    """Give the arguments and outputs of entry points the keys that the version has, in place."""
    of_arguments, of_outputs = rules(ARGUMENTS, air), rules(OUTPUTS, air)
    for entry in entries:
        pending = list(entry.arguments)
        while pending:
            argument = pending.pop()
            pending += argument.fields
            if (rule := of_arguments.get(argument.kind)) is not None:
                rule(argument, entry.function)
        for output in entry.outputs:
            if (rule := of_outputs.get(output.kind)) is not None:
                rule(output, entry.function)
