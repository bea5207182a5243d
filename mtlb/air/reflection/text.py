"""A function's interface as lines of text, with the same content as the JSON (docs/reflection.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.metal import COMPUTED
from ..describe import Description
from .json import reflection_json

# Keys of an argument that earlier columns show already, or that only matter for linking.
_SHOWN = frozenset(
    {"kind", "index", "name", "type", "binding", "used", "struct", "fields", "mesh", "unknown", "linkage"}
)


def reflection_lines(function: dict[str, Any]) -> Iterator[str]:
    """The lines for one function of `reflection_json`: header, arguments, outputs, constants, samplers, structs."""
    versions = f"AIR {function['air_version']}, Metal {function['msl_version']}"
    yield f"{function['type']} {function['name']} ({versions})"
    for key in ("threads_per_threadgroup", "max_threads_per_threadgroup", "max_mesh_threadgroups", "patch", "flags"):
        if key in function:
            yield f"  {key.replace('_', ' ')}: {_plain(function[key])}"
    yield from _section("arguments", [row for a in function["arguments"] for row in _argument_rows(a)])
    yield from _section("outputs", [row for output in function["outputs"] for row in _argument_rows(output)])
    yield from _section(
        "function constants",
        [
            (str(c["index"]), c["name"], c["type"], "required" if c["required"] else "optional")
            for c in function["function_constants"]
        ],
    )
    yield from _section(
        "static samplers",
        [(s["name"], "/".join(s["address"]), s["min_filter"], s["bits"][0]) for s in function["static_samplers"]],
    )
    yield from _section(
        "threadgroup memory",
        [(m["name"], f"{m['size']} bytes", f"align {m['alignment']}") for m in function["threadgroup_memory"]],
    )
    for number, struct in enumerate(function["structs"]):
        yield from _section(f"struct {number}", [_member_row(member) for member in struct["fields"]])
    for warning in function.get("warnings", ()):
        yield f"  warning: {warning}"


def reflection_text(description: Description) -> str:
    """The output of `mtlb info --reflection` for a function, without colors."""
    return "\n".join(reflection_lines(reflection_json(description))) + "\n"


def _section(title: str, rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A title and its rows, in columns."""
    if not rows:
        return
    yield f"  {title}:"
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield f"    {'  '.join(cells)}".rstrip()


def _argument_rows(argument: dict[str, Any], indent: str = "") -> Iterator[tuple[str, ...]]:
    binding = argument.get("binding")
    place = argument["kind"].replace("_", " ")
    if binding is not None:
        first, count = binding["index"], binding["count"]
        if isinstance(first, str):
            place = f"{binding['space']} {COMPUTED}" + (f"[{count}]" if count > 1 else "")
        else:
            place = f"{binding['space']} {first}" + (f"..{first + count - 1}" if count > 1 else "")
    yield (indent + place, argument.get("name", "-"), argument.get("type", "-"), ", ".join(_details(argument)))
    for part in argument.get("fields", ()):
        yield from _argument_rows(part, "  ")
    mesh = argument.get("mesh")
    if mesh is not None:
        for output in (*mesh["vertex_outputs"], *mesh["primitive_outputs"]):
            yield from _argument_rows(output, "  ")


def _details(argument: dict[str, Any]) -> Iterator[str]:
    if not argument.get("used", True):
        yield "unused"
    if "struct" in argument:
        yield f"struct {argument['struct']}"
    for key, value in argument.items():
        if key in ("access", "address_space"):
            yield str(value).replace("_", " ")
        elif key not in _SHOWN:
            yield f"{key.replace('_', ' ')} {_plain(value)}"
    for unknown in argument.get("unknown", ()):
        yield f"{unknown['key']} (unknown)"


def _member_row(member: dict[str, Any]) -> tuple[str, ...]:
    count = f"[{member['array_length']}]" if "array_length" in member else ""
    details = [f"struct {member['struct']}"] if "struct" in member else []
    if "id" in member:
        details.append(f"id {member['id']}")
    return (
        f"+{member['offset']}",
        f"{member['name']}{count}",
        member["type"],
        f"{member['size']} bytes",
        ", ".join(details),
    )


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(_plain(item) for item in value)
    return "yes" if value is True else str(value)
