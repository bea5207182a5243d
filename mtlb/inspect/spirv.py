"""Inspection of SPIR-V modules: the output of the commands. `mtlb.spirv` reads, lists and verifies them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..base.errors import FormatError
from ..spirv import (
    SpirvEntryPoint,
    SpirvModule,
    SpirvVariable,
    TypeArray,
    TypeImage,
    TypeSampledImage,
    TypeSampler,
    TypeStruct,
)
from ..spirv.enumerants import BuiltIn, Decoration, ImageFormat, StorageClass
from ..spirv.friendly import friendly_names
from ..spirv.listing import generator_name

_RESOURCES = (
    StorageClass.UniformConstant,
    StorageClass.Uniform,
    StorageClass.StorageBuffer,
    StorageClass.PushConstant,
    StorageClass.AtomicCounter,
)


def spirv_json(module: SpirvModule) -> dict[str, Any]:
    """The output of `info --json` for a module, without the file name. FormatError for an inconsistent module.

    Ids have the names that the listing gives them.
    """
    names = friendly_names(module)
    addressing, memory = module.memory_model
    return {
        "version": list(module.version),
        "generator": {"tool": generator_name(module.generator), "version": module.generator & 0xFFFF},
        "byte_order": "big" if module.is_big_endian else "little",
        "bound": module.bound,
        "instructions": len(module.instructions),
        "functions": len(module.functions),
        "addressing_model": addressing.label,
        "memory_model": memory.label,
        "capabilities": [capability.label for capability in module.capabilities],
        "extensions": list(module.extensions),
        "extended_instruction_sets": list(module.ext_inst_imports.values()),
        "sources": [
            {
                "language": source.language.label,
                "version": source.version,
                "file": source.file,
                "has_text": bool(source.text),
            }
            for source in module.sources
        ],
        "entry_points": [_entry_json(module, entry, names) for entry in module.entry_points],
        "resources": [
            _resource_json(module, variable, names) for variable in module.variables.values() if _is_resource(variable)
        ],
        "specialization_constants": list(_constants(module, names)),
    }


def _is_resource(variable: SpirvVariable) -> bool:
    return variable.storage in _RESOURCES


def _entry_json(module: SpirvModule, entry: SpirvEntryPoint, names: dict[int, str]) -> dict[str, Any]:
    def listed(storage: StorageClass) -> list[dict[str, Any]]:
        ids = [id for id in entry.interface if id in module.variables and module.variables[id].storage is storage]
        return [slot for id in ids for slot in _slots(module, module.variables[id], names)]

    return {
        "name": entry.name,
        "model": entry.model.label,
        "modes": {mode.label: list(operands) for mode, operands in entry.modes.items()},
        "inputs": listed(StorageClass.Input),
        "outputs": listed(StorageClass.Output),
    }


def _slots(module: SpirvModule, variable: SpirvVariable, names: dict[int, str]) -> Iterator[dict[str, Any]]:
    """An input or output; of a block of built-ins its members."""
    kind = module.types.get(variable.pointee)
    members = kind.members if isinstance(kind, TypeStruct) else ()
    if members and module.member_decoration(variable.pointee, 0, Decoration.BuiltIn) is not None:
        for index, member in enumerate(members):
            name = module.member_names.get((variable.pointee, index), "")
            built_in = module.member_decoration(variable.pointee, index, Decoration.BuiltIn)
            yield {"name": name, "location": None, "built_in": _built_in(built_in), "type": names.get(member, "")}
        return
    location = module.decoration(variable.id, Decoration.Location)
    yield {
        "name": names[variable.id],
        "location": None if location is None else location[0],
        "built_in": _built_in(module.decoration(variable.id, Decoration.BuiltIn)),
        "type": names.get(variable.pointee, ""),
    }


def _built_in(operands: tuple[int | str, ...] | None) -> str | None:
    return None if operands is None else BuiltIn(int(operands[0])).label


def _resource_json(module: SpirvModule, variable: SpirvVariable, names: dict[int, str]) -> dict[str, Any]:
    def number(kind: Decoration) -> int | str | None:
        operands = module.decoration(variable.id, kind)
        return None if operands is None else operands[0]

    pointee, count = variable.pointee, None
    kind = module.types.get(pointee)
    if isinstance(kind, TypeArray):
        pointee, count = kind.element, module.array_length(kind)
    return {
        "name": names[variable.id],
        "storage_class": variable.storage.label,
        "set": number(Decoration.DescriptorSet),
        "binding": number(Decoration.Binding),
        "type": _type_text(module, pointee, names),
        "count": count,
    }


def _type_text(module: SpirvModule, type_id: int, names: dict[int, str]) -> str:
    """The name of a type; a description for images, which have no names."""
    kind = module.types.get(type_id)
    if isinstance(kind, TypeSampler):
        return "sampler"
    if isinstance(kind, TypeSampledImage):
        return f"sampled {_type_text(module, kind.image, names)}"
    if isinstance(kind, TypeImage):
        words = ["depth"] * (kind.depth == 1) + ["storage"] * (kind.sampled == 2) + ["multisampled"] * kind.multisampled
        words += ["image", kind.dim.label + " array" * kind.arrayed, "of", names.get(kind.sampled_type, "")]
        return " ".join(words) + (f" ({kind.format.label})" if kind.format is not ImageFormat.Unknown else "")
    return names.get(type_id, "")


def _constants(module: SpirvModule, names: dict[int, str]) -> Iterator[dict[str, Any]]:
    for constant in module.constants.values():
        number = module.decoration(constant.id, Decoration.SpecId)
        if number is not None and not isinstance(constant.value, tuple):
            kind = names.get(constant.type, "")
            yield {"name": names[constant.id], "id": number[0], "type": kind, "default": _plain(constant.value)}


def _plain(value: bool | int | float | None) -> bool | int | float | str | None:
    """JSON has no infinity and no NaN."""
    return value if not isinstance(value, float) or abs(value) < float("inf") else str(value)


def spirv_facts(module: SpirvModule) -> Iterator[tuple[str, str]]:
    """The rows of `info`: names and values. For an inconsistent part the value is the error."""
    tool = f"{generator_name(module.generator)}; {module.generator & 0xFFFF}"
    order = ", big-endian" if module.is_big_endian else ""
    yield "format", "SPIR-V {}.{}{}".format(*module.version, order)
    yield "generator", tool
    try:
        facts = spirv_json(module)
    except FormatError as error:
        yield "instructions", str(len(module.instructions))
        yield "problem", str(error)
        return
    yield "contents", f"{facts['instructions']} instructions, {facts['functions']} functions, ids below {module.bound}"
    yield "model", f"{facts['addressing_model']} addressing, {facts['memory_model']} memory"
    yield "needs", ", ".join((*facts["capabilities"], *facts["extensions"])) or "nothing"
    for name in facts["extended_instruction_sets"]:
        yield "set", name
    for source in facts["sources"]:
        text = " (with its text)" if source["has_text"] else ""
        language = [] if source["language"] == "Unknown" else [source["language"], str(source["version"] or "")]
        yield "source", " ".join(filter(None, (*language, source["file"]))) + text
    for entry in facts["entry_points"]:
        modes = " ".join("".join((mode, *(f" {value}" for value in values))) for mode, values in entry["modes"].items())
        yield "entry", f"{entry['model']} {entry['name']}" + (f" ({modes})" if modes else "")
        for title in ("inputs", "outputs"):
            if entry[title]:
                yield f"  {title}", ", ".join(_slot_text(slot) for slot in entry[title])
    for resource in facts["resources"]:
        place = "" if resource["binding"] is None else f"set {resource['set'] or 0} binding {resource['binding']}: "
        count = "" if resource["count"] is None else f"[{resource['count']}]"
        yield "resource", f"{place}{resource['storage_class']} {resource['type']}{count} {resource['name']}"
    for constant in facts["specialization_constants"]:
        default = constant["default"]
        shown = format(default, ".9g") if isinstance(default, float) else str(default)
        yield "constant", f"{constant['id']}: {constant['type']} {constant['name']} = {shown}"
    storage = Counter(
        variable.storage.label for variable in module.variables.values() if variable.storage not in _RESOURCES
    )
    storage.pop("Input", None)
    storage.pop("Output", None)
    for name, number in storage.items():
        yield "variables", f"{number} {name}"


def _slot_text(slot: dict[str, Any]) -> str:
    if slot["built_in"] is not None:
        return str(slot["built_in"])
    where = "" if slot["location"] is None else f" ({slot['location']})"
    return f"{slot['type']} {slot['name']}{where}"
